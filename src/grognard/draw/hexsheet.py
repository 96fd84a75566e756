"""A whole sheet of hexes as SVG: ground, layers, lettering, counters, and what stands around them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from ..core.action import Player
from ..core.title import Title
from ..kit.atlas import Atlas
from ..kit.mapfile import HexMap
from . import charts as charting
from . import furniture, key, paper, terrain
from .counters import Counter, draw_stack
from .geometry import Box, HexPlan, Noise, Point
from .labels import Board, covering
from .lines import Roads, borders, draw_borders, draw_bridges, draw_grid, draw_rails, draw_roads, roads
from .marks import Mark, draw_marks, mark_spot, marks
from .names import Namer, draw_names, draw_numbers, number_spots, place_spots
from .overlay import MEANINGS, counts, draw_letters, draw_sides, draw_sources, hexes, side_sets
from .pieces import stacks
from .places import standing
from .rivers import Rivers, draw_rivers, rivers
from .sheets import SheetData, sheet_of
from .shore import bend, beyond, coasts, draw_veil, draw_water, water_definitions
from .svg import circle, element, escape, fine, group, line, rect
from .symbols import patterns

UNIT = 48.0
"""Centre to corner of a hex, in the units of the drawing; at scale 1 a unit is a pixel."""
PLATE = 8.4, 3.5
"""Width and height of the title plate, in units."""
FEW = 22.0
"""Below so many pixels to the unit the sheet is a small one: cities and waters only, no hex numbers, no key."""


FIFTHS = (-0.52, -0.26, 0.0, 0.26, 0.48)
"""Where a counter covers its hex."""


class HexSheet:
    """One sheet on its way to the paper."""

    def __init__(
        self, atlas: Atlas, title: Title[Any] | None, state: Any, layer: str, scale: float, player: Player | None
    ) -> None:
        assert isinstance(atlas.map, HexMap)
        self.atlas, self.title, self.state, self.layer, self.scale = atlas, title, state, layer, scale
        self.map = atlas.map
        self.sheet: SheetData = sheet_of(atlas)
        margin = 1.30 * UNIT
        self.plan = HexPlan(self.map.grid, UNIT, (margin, margin))
        self.window = self.plan.box.grown(0.40 * UNIT)
        self.noise: Noise = bend(UNIT)
        self.terrain = beyond(self.map, self.plan)
        self.coast = coasts(self.map, self.plan, self.terrain, self.noise)
        self.rivers: Rivers = rivers(self.map, self.plan, self.noise)
        self.roads: Roads = roads(self.map, self.plan, self.map.roads)
        self.rails: Roads = roads(self.map, self.plan, self.map.rails)
        self.borders = borders(self.map, self.plan, self.noise)
        tables: Mapping[str, Any] = getattr(title.data, "tables", {}) if title else {}
        self.marks: list[Mark] = marks(self.map, title.players if title else (), tables.get("schedule", {}))
        self.stacks: dict[str, list[Counter]] = stacks(title, state, self.sheet, player) if title and state else {}
        self.plate = self._plate()
        self.board = self._lettering()

    @property
    def pixels(self) -> float:
        """Pixels to the unit hex."""
        return UNIT * self.scale

    # -- lettering ----------------------------------------------------------------------------

    def _plate(self) -> Box | None:
        for size in (1.0, 0.9, 0.8):
            if found := furniture.room(self.map, self.plan, PLATE[0] * UNIT * size, PLATE[1] * UNIT * size):
                return found
        return None

    def _lettering(self) -> Board:
        board = Board(self.window)
        if self.plate:
            board.placed.append(covering("", "plate", (self.plate.grown(0.1 * UNIT).corners,), str))
        board.mind(number_spots(self.plan, self.map.terrain), 1.2)
        for found in (self.roads, self.rails):
            board.mind((p for run in found.lines for p in run), 0.5)
        board.mind((p for course in self.rivers.courses for p in course.points[::2]), 0.45)
        board.mind((p for loop in self.coast for p in loop[::2]), 0.25)
        for points in place_spots(self.map, self.plan).values():
            board.mind(points, board.NEVER)
        spots: list[Point] = [mark_spot(self.plan, mark, self.window, self.map)[0] for mark in self.marks]
        steps = (-0.16, 0.0, 0.16)
        board.mind(((x + dx * UNIT, y + dy * UNIT) for x, y in spots for dx in steps for dy in steps), board.NEVER)
        for hex in self.stacks:
            x, y = self.plan.centre(hex)
            board.mind(((x + dx * UNIT, y + dy * UNIT) for dx in FIFTHS for dy in FIFTHS), 1.5)
        namer = Namer(self.map, self.plan, board, self.scale, low=self.state is not None)
        if self.pixels < FEW:
            namer.few()
        else:
            namer.all(self.sheet.regions, self.rivers, self.borders)
        return board

    # -- the map ------------------------------------------------------------------------------

    def _definitions(self) -> str:
        return element(
            "defs",
            terrain.definitions(UNIT, {*self.map.terrain.values(), *self.map.features}, flat=self.plan.flat)
            + paper.grain() + patterns(UNIT) + water_definitions(self.coast, self.window) + key.hexagon_clip(self.plan)
            + element("clipPath", rect(self.window), id="window")
            + element("path", id="hex", d=line([(x, y) for x, y in self.plan.ring], closed=True)),
        )  # fmt: skip

    def _ground(self) -> str:
        city = [hex for hex, kind in self.map.terrain.items() if kind in terrain.BUILT_UP]
        features = [
            dict.fromkeys(sorted(hexes), kind)
            for kind, hexes in self.map.features.items()
            if terrain.kind_of(kind).glyph
        ]
        return group(
            rect(self.window, fill="var(--land)"),
            paper.mottle(self.window, UNIT),
            terrain.washes(self.plan, self.terrain, self.noise, UNIT),
            *(terrain.washes(self.plan, growth, self.noise, UNIT) for growth in features),
            *(terrain.glyphs(self.plan, growth) for growth in (self.map.terrain, *features)),
            terrain.metropolis(self.plan, city, self.noise, UNIT) if city else "",
            draw_water(UNIT),
            paper.grained(self.window),
            class_="ground",
        )

    def _overlay(self) -> str:
        if self.layer == "terrain":
            return ""
        if self.layer == "sources":
            return draw_sources(self.map, self.plan, self.rivers, (("road", self.roads), ("rail", self.rails)))
        assert self.title
        return draw_sides(self.plan, side_sets(self.title, self.state, self.layer, self.map))

    def _features(self) -> str:
        outside = line(self.window.corners, closed=True) + hexes(self.plan, self.map.terrain)
        return group(
            group(draw_rivers(self.rivers, UNIT), clip_path="url(#on-land)"),
            draw_borders(self.borders, UNIT),
            draw_veil(outside),
            draw_names(self.board.placed, ("region",)),
            draw_grid(self.plan, self.map.terrain),
            draw_roads(self.roads, UNIT),
            draw_rails(self.rails, UNIT) if self.map.rails else "",
            draw_bridges(self.map.bridges, self.rivers, UNIT),
            self._places(),
            draw_marks(self.marks, self.plan, self.window, self.map),
            class_="features",
        )

    def _places(self) -> str:
        out = []
        ring = {"fill": "var(--town)", "stroke": "var(--city-ink)", "stroke_width": fine(UNIT * 0.05)}
        for hex, kind in standing(self.map).items():
            at = self.plan.centre(hex)
            out.append(terrain.city(at, UNIT, hex) if kind == "city" else circle(at, UNIT * 0.115, **ring))
        return group(*out, class_="places")

    def _names(self) -> str:
        shown = ("metropolis", "city", "water", "town", "river", "island", "border")
        numbers = draw_numbers(self.plan, self.map.terrain) if self.pixels >= FEW else ""
        letters = draw_letters(self.map, self.plan) if self.layer == "sources" and self.pixels >= FEW else ""
        return numbers + letters + draw_names(self.board.placed, shown)

    def _pieces(self) -> str:
        ordered = sorted(self.stacks.items(), key=lambda item: self.plan.centre(item[0])[::-1])
        out = [
            group(draw_stack(found, self.plan.centre(hex), UNIT, self.scale), class_="stack", data_hex=hex)
            for hex, found in ordered
        ]
        return group(*out, class_="pieces")

    def _targets(self) -> str:
        """A hex each for a page to hook on, or for a reader to point at."""
        out = []
        for hex, kind in self.map.terrain.items():
            x, y = self.plan.centre(hex)
            place = self.map.places.get(hex)
            named = f"{place.name}, " if place and place.kind != "label" else ""
            tip = f"{hex}: {named}{kind} [{self.map.sources['terrain'][hex]}]"
            out.append(element(
                "use", element("title", escape(tip)), href="#hex", id=f"hex-{hex}", class_="hex", data_hex=hex,
                data_terrain=kind, x=fine(x), y=fine(y),
            ))  # fmt: skip
        return group(*out, class_="hexes", fill="#000", fill_opacity="0")

    # -- the sheet ----------------------------------------------------------------------------

    def whole(self, *, charts: bool) -> tuple[str, float, float]:
        """All of it, its width and its height in units of the drawing."""
        width = self.plan.box.right + self.plan.box.left
        below, bottom = self._below()
        if charts and self.title:
            more, bottom = charting.draw_charts(
                self.title, self.state, Box(self.window.left, bottom + 0.3 * UNIT, self.window.right, 0), UNIT
            )
            below += more
        height = bottom + 0.45 * UNIT
        inside = "".join((
            element("title", escape(f"{self.atlas.full}: {self.layer}")),
            _STYLE,
            self._definitions(),
            rect(Box(0, 0, width, height), fill="var(--paper)"),
            group(self._ground(), self._overlay(), self._features(), self._names(), clip_path="url(#window)"),
            self._cartouche(),
            self._targets(),
            self._pieces(),
            furniture.frame(self.plan, self.window),
            below,
        ))  # fmt: skip
        svg = element(
            "svg", inside, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {fine(width)} {fine(height)}",
            width=fine(width * self.scale), height=fine(height * self.scale), role="img", data_title=self.atlas.name,
        )  # fmt: skip
        return svg, width, height

    def _cartouche(self) -> str:
        if not self.plate:
            return ""
        unit = self.plate.width / PLATE[0]
        if self.pixels < FEW:
            return furniture.nameplate(self.sheet, self.plate, unit)
        grid = self.map.grid
        return furniture.cartouche(self.sheet, self.plate, unit, grid.scale, self.plan.pitch, grid.up)

    def _below(self) -> tuple[str, float]:
        """The band under the map, and how far down it reaches."""
        box = Box(self.window.left, self.window.bottom + 0.95 * UNIT, self.window.right, 0)
        if self.pixels < FEW:
            return furniture.small_note(self.sheet.heading, box, 9 / self.scale)
        found = counts(self.map)
        parts: list[Part] = []
        if not self.plate:
            parts.append((PLATE[0] + 0.8, self._title))
        if self.layer == "sources":
            parts.append((furniture.TABLE + 0.6, lambda at: furniture.source_table(found, (at.left, at.top), UNIT)))
        parts.append((LEGEND, lambda at: furniture.legend(self._entries(), at, UNIT)))
        parts.append((NOTE, lambda at: self._note(found, at)))
        return _arranged(parts, box)

    def _title(self, at: Box) -> tuple[str, float]:
        grid = self.map.grid
        plate = Box(at.left, at.top, at.left + PLATE[0] * UNIT, at.top + PLATE[1] * UNIT)
        return furniture.cartouche(self.sheet, plate, UNIT, grid.scale, self.plan.pitch, grid.up), plate.bottom

    def _note(self, found: Mapping[str, Mapping[str, int]], at: Box) -> tuple[str, float]:
        text, bottom = "", at.top
        if self.title and self.state is not None:
            told = [f"{name}: {value}" for name, value in self.title.aids.status(self.state).items()]
            lines = [self.title.now(self.state), "; ".join(told)]
            text, bottom = furniture.moment(lines, (at.left, at.top), UNIT)
        note, bottom = furniture.source_note(found, at._replace(top=bottom), UNIT)
        return text + note, bottom

    def _entries(self) -> list[furniture.Entry]:
        return [
            *(key.source_entries(self.plan) if self.layer == "sources" else ()),
            *(key.side_entries(self.title, self.plan, self.layer) if self.title and self.layer in MEANINGS else ()),
            *key.terrain_entries(self.map, self.plan), *key.line_entries(self.map, self.plan),
            *key.mark_entries(self.map, self.plan, self.marks),
            *key.counter_entries((c for found in self.stacks.values() for c in found), self.plan),
        ]  # fmt: skip


Part: TypeAlias = tuple[float, Callable[[Box], tuple[str, float]]]
"""Something to stand under the map: how wide it must be, in units, and how it is drawn into a box."""
LEGEND, NOTE = 12.0, 9.4


def _arranged(parts: Sequence[Part], box: Box) -> tuple[str, float]:
    """The parts side by side, the key taking what room is left; one under the other on a narrow sheet."""
    need = sum(wide for wide, _ in parts) * UNIT
    out, bottom, at = [], box.top, box
    for wide, draw in parts:
        if need > box.width:
            drawn, low = draw(at)
            at = at._replace(top=low + 0.4 * UNIT)
        else:
            spare = box.width - need if wide == LEGEND else 0.0
            right = at.left + wide * UNIT + spare
            drawn, low = draw(at._replace(right=right - 0.4 * UNIT))
            at = at._replace(left=right)
        out.append(drawn)
        bottom = max(bottom, low)
    return "".join(out), bottom


_STYLE = (
    "<style>@media (max-width:900px){.numbers,.name.town,.name.river{display:none}}"
    "@media (prefers-reduced-motion:no-preference){.hex{transition:fill-opacity .12s}}"
    ".hex:hover{fill-opacity:.08}</style>"
)
