"""A complete hex map sheet as SVG: the map, its insets, and their surroundings."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from ...kit.load.hex_map import HexMap
from ..base import charts as charting
from ..base import furniture, paper
from ..base.geometry import Box, HexPlan, Point, middle
from ..base.labels import Board
from ..base.overlay import MEANINGS, counts
from ..base.subject import Subject
from ..base.svg import drawing, element, escape, fine, group, line, num, path, rect, renamed
from ..base.symbols import patterns
from ..pieces.counter_view import stacks
from ..pieces.counters import Counter
from ..themes.look import look_of
from . import key, terrain
from .links import LINE, extent
from .marks import Mark, marks
from .panel import FEW, TINY, UNIT, HexPanel, View

__all__ = ["UNIT", "HexSheet"]

PLATE = 8.4, 3.5
"""Width and height of the title plate, in units."""
PLATES = (0.8, 0.9, 1.0, 1.15, 1.3, 1.45)
"""Its possible sizes: the largest that fits is used."""
USUAL = 44.0
"""Up to this width of the map, in units, the key has normal size; wider maps have a larger key."""
INSETS = (1.3, 1.2, 1.1, 1.0, 0.9, 0.84, 0.78, 0.72)
"""The scale of an inset relative to the main map, in an empty corner of the map."""
ABOVE = 1.3
"""Its scale above the map."""


class Inset(NamedTuple):
    """A placed inset: its drawing, moved and scaled."""

    name: str
    panel: HexPanel
    at: Point  # position of the upper left corner of its drawing
    scale: float

    @property
    def plate(self) -> Box:
        """The area it covers on the sheet."""
        box = furniture.inset_plate(self.panel.window, UNIT)
        (x, y), k = self.at, self.scale
        return Box(x + k * box.left, y + k * box.top, x + k * box.right, y + k * box.bottom)


class HexSheet:
    """One sheet, ready to be drawn."""

    def __init__(self, subject: Subject, *, page: bool = False) -> None:
        """On the web page an inset is above the map, over the part that it shows, whatever the printed layout."""
        atlas, title, state, layer, scale, player = subject
        assert isinstance(atlas.map, HexMap)
        self.atlas, self.title, self.state, self.layer, self.scale = atlas, title, state, layer, scale
        self.map = atlas.map
        self.look = look_of(title or atlas)
        self.sheet = self.look.sheet
        self.view = View(title, state, layer, scale, self.look, low=page and bool(atlas.insets))
        self.marks: list[Mark] = (
            marks(self.map, self.look, title.board.gates, title.board.worth) if title else marks(self.map, self.look)
        )
        self.stacks: dict[str, list[Counter]] = stacks(title, state, self.look, player) if title and state else {}
        insets = atlas.insets if UNIT * scale >= TINY else {}
        margin = 1.30 * UNIT
        self.page = page
        head = (
            max((ABOVE * self._frame(inset).height + UNIT for inset in insets.values()), default=0.0) if page else 0.0
        )
        self.main = HexPanel(
            self.map,
            self.view,
            (margin, margin + head),
            marks=self.marks,
            stacks=self.stacks,
            extents=[extent(inset) for inset in insets.values()],
        )
        self.plan: HexPlan = self.main.plan
        self.window = self.main.window
        self.measure = min(1.6, max(1.0, self.window.width / UNIT / USUAL))
        self.insets = [self._inset(name, inset) for name, inset in insets.items()]
        self.inside = [one.plate for one in self.insets if self.window.holds(one.plate)]
        self.plate = self._plate()
        self.board: Board = self.main.letter([*self.inside, *([self.plate] if self.plate else [])])
        for one in self.insets:
            one.panel.letter([])

    @property
    def pixels(self) -> float:
        """Pixels per unit."""
        return UNIT * self.scale

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """How many data in each layer come from each source, on the map and its insets."""
        out: dict[str, dict[str, int]] = {}
        for one in (self.map, *self.atlas.insets.values()):
            for layer, found in counts(one).items():
                sums = out.setdefault(layer, dict.fromkeys(found, 0))
                for letter, number in found.items():
                    sums[letter] += number
        return out

    # -- layout -------------------------------------------------------------------------------

    @staticmethod
    def _frame(inset: HexMap) -> Box:
        """The size of an inset with its frame, in its own units."""
        return furniture.inset_plate(HexPlan(inset.grid, UNIT).box.grown(0.40 * UNIT), UNIT)

    def _inset(self, name: str, inset: HexMap) -> Inset:
        """Place an inset in an empty corner of the map, or right of it; on the web page above it."""
        box = self._frame(inset)
        if self.page:
            amid, k = middle([self.plan.centre(hex) for hex in inset.links])[0], ABOVE
            wide = k * box.width
            left = min(max(amid - wide / 2, self.window.left), self.window.right - wide)
            return Inset(name, self._panel(inset, k), (left - k * box.left, 0.5 * UNIT - k * box.top), k)
        for k in INSETS:
            wide, high, edge = k * box.width, k * box.height, 0.15 * UNIT
            for left in (self.window.right - edge - wide, self.window.left + edge):
                for top in (self.window.bottom - edge - high, self.window.top + edge):
                    if self._empty(Box(left, top, left + wide, top + high)):
                        return Inset(name, self._panel(inset, k), (left - k * box.left, top - k * box.top), k)
        k = min(INSETS[0], max(1.0, (self.window.height - 3.4 * UNIT) / box.height))
        panel = self._panel(inset, k)
        return Inset(name, panel, (self.window.right + UNIT - k * box.left, self.window.top - k * box.top), k)

    def _panel(self, inset: HexMap, k: float) -> HexPanel:
        """An inset at k times the scale of the main map; its rivers are wider accordingly."""
        view = self.view._replace(scale=self.scale * k, broad=1.5)
        return HexPanel(inset, view, (0.0, 0.0), stacks=self.stacks)

    def _empty(self, box: Box) -> bool:
        """Whether the box covers no hex of the map."""
        across, down = round(box.width / UNIT * 2), round(box.height / UNIT * 2)
        return not any(
            self.plan.at(box.left + box.width * i / across, box.top + box.height * j / down) in self.map.terrain
            for i in range(across + 1)
            for j in range(down + 1)
        )

    def _plate(self) -> Box | None:
        if self.pixels < TINY:
            return None
        sizes = sorted({self.measure, *(size for size in PLATES if size < self.measure)})
        best = None
        for size in sizes:
            wide, high = PLATE[0] * UNIT * size, PLATE[1] * UNIT * size
            found = furniture.room(self.map, self.plan, wide, high, self.inside)
            if found is None:
                break
            best = found
        return best

    # -- the sheet ----------------------------------------------------------------------------

    def _definitions(self) -> str:
        """The SVG definitions shared by all maps of the sheet."""
        panels = [self.main, *(one.panel for one in self.insets)]
        kinds = {kind for panel in panels for kind in panel.kinds}
        if self.pixels < TINY:
            return element(
                "defs", terrain.tiles(UNIT, self.look, kinds) + (patterns(UNIT) if self.layer != "terrain" else "")
            )
        glyphs = terrain.definitions(UNIT, self.look, kinds, flat=self.plan.flat)
        return element("defs", glyphs + paper.grain() + patterns(UNIT) + key.hexagon_clip(self.plan))

    def strata(self) -> tuple[str, str, str]:
        """The map alone: its definitions, the ground, and what is above an inserted layer."""
        main = self.main
        return self._definitions() + main.definitions(), main.ground(), main.features() + main.names()

    def whole(self, *, charts: bool) -> tuple[str, float, float]:
        """The whole sheet, with its width and height."""
        beside, right, low = self._beside()
        below, bottom = self._below()
        bottom = max(bottom, low)
        if charts and self.title:
            more, bottom = charting.draw_charts(
                self.title,
                self.look,
                self.state,
                Box(self.window.left, bottom + 0.3 * UNIT, self.window.right, 0),
                UNIT * self.measure,
            )
            below += more
        width, height = right, bottom + 0.45 * UNIT
        inside = "".join(
            (
                element("title", escape(f"{self.atlas.full}: {self.layer}")),
                _STYLE,
                self._definitions(),
                self.main.definitions(),
                rect(Box(0, 0, width, height), fill="var(--paper)"),
                self.main.body(),
                self._cartouche(),
                *(self._rays(one) for one in self.insets if self.page),
                self.main.targets(),
                self.main.pieces(),
                furniture.frame(self.plan, self.window)
                if self.pixels >= TINY
                else furniture.neat_line(self.window, UNIT),
                *(self._drawn(one, n) for n, one in enumerate(self.insets, 1)),
                beside,
                below,
            )
        )
        return drawing(inside, width, height, self.scale, data_title=self.atlas.name), width, height

    def _drawn(self, inset: Inset, number: int) -> str:
        """An inset in its place; the ids in its drawing begin with its number."""
        panel, grid = inset.panel, inset.panel.map.grid
        note = f"one hex: {grid.scale:g} km" if grid.scale else ""
        frame = furniture.inset_frame(panel.map.title, note, panel.window, UNIT, grid.up)
        drawn = renamed(panel.definitions() + panel.body() + frame + panel.targets(), f"inset{number}-")
        place = f"translate({num(inset.at[0])} {num(inset.at[1])}) scale({fine(inset.scale)})"
        return group(drawn, panel.pieces(), class_="inset", data_inset=inset.name, transform=place)

    def _rays(self, inset: Inset) -> str:
        """Lines from the part of the map that an inset shows to its frame above the map."""
        shown = [self.plan.outline(hex) for hex in inset.panel.map.links]
        left, right = (min(p for hex in shown for p in hex), max(p for hex in shown for p in hex))
        plate = inset.plate
        corners = [left, (plate.left, plate.bottom), (plate.right, plate.bottom), right]
        dash = f"{fine(0.16 * UNIT)} {fine(0.11 * UNIT)}"
        return group(
            path(line(corners, closed=True), fill=LINE, fill_opacity=".07"),
            path(
                line(corners[:2]) + line(corners[2:]),
                fill="none",
                stroke=LINE,
                stroke_width=fine(0.04 * UNIT),
                stroke_dasharray=dash,
            ),
            class_="rays",
        )

    def _cartouche(self) -> str:
        if not self.plate:
            return ""
        unit = self.plate.width / PLATE[0]
        if self.pixels < FEW:
            return furniture.nameplate(self.sheet, self.plate, unit)
        grid = self.map.grid
        return furniture.cartouche(self.sheet, self.plate, unit, grid.scale, self.plan.pitch, grid.up)

    def _beside(self) -> tuple[str, float, float]:
        """What is right of the map, with the right and lower edge of the insets there."""
        boxes = [one.plate for one in self.insets if one.plate not in self.inside and not self.page]
        right = max([self.plan.box.right + self.plan.box.left, *(box.right + 0.9 * UNIT for box in boxes)])
        if not boxes or self.pixels < FEW:
            return "", right, max((box.bottom for box in boxes), default=0.0)
        column = Box(
            min(b.left for b in boxes), max(b.bottom for b in boxes) + 0.6 * UNIT, max(b.right for b in boxes), 0
        )
        note, low = self._note(column)
        return note, right, low

    def _below(self) -> tuple[str, float]:
        """The band below the map, and its lower edge; larger for a large map."""
        k = self.measure
        box = Box(self.window.left / k, (self.window.bottom + 0.95 * UNIT) / k, self.window.right / k, 0)
        if self.pixels < FEW:
            return furniture.small_note(
                self.sheet.heading,
                self.counts,
                box._replace(
                    left=self.window.left,
                    top=self.window.bottom + (0.95 if self.pixels >= TINY else 0.3) * UNIT,
                    right=self.window.right,
                ),
                9 / self.scale,
            )
        parts: list[Part] = []
        if not self.plate:
            parts.append((PLATE[0] + 0.8, self._title))
        if self.layer == "sources":
            parts.append(
                (furniture.TABLE + 0.6, lambda at: furniture.source_table(self.counts, (at.left, at.top), UNIT))
            )
        parts.append((LEGEND, lambda at: furniture.legend(self._entries(), at, UNIT)))
        if self.page or len(self.inside) == len(self.insets):
            parts.append((NOTE, self._note))
        drawn, bottom = _arranged(parts, box)
        return group(drawn, transform=f"scale({fine(k)})" if k > 1 else None), bottom * k

    def _title(self, at: Box) -> tuple[str, float]:
        grid = self.map.grid
        high = PLATE[1] if grid.scale or grid.up else 1.6 + 0.4 * len(self.sheet.lines)
        plate = Box(at.left, at.top, at.left + PLATE[0] * UNIT, at.top + high * UNIT)
        drawn = furniture.cartouche(self.sheet, plate, UNIT, grid.scale, self.plan.pitch / self.measure, grid.up)
        return drawn, plate.bottom

    def _note(self, at: Box) -> tuple[str, float]:
        text, bottom = "", at.top
        if self.title and self.state is not None:
            told = [f"{name}: {value}" for name, value in self.title.aids.status(self.state).items()]
            lines = [self.title.now(self.state), "; ".join(told)]
            text, bottom = furniture.moment(lines, (at.left, at.top), UNIT)
        note, bottom = furniture.source_note(self.counts, at._replace(top=bottom), UNIT)
        return text + note, bottom

    def _entries(self) -> list[furniture.Entry]:
        """The entries of the key: everything on the map or an inset, and nothing else."""
        maps, plan = [self.map, *(one.panel.map for one in self.insets)], self.plan
        entries = [
            *(key.source_entries(plan, self.counts) if self.layer == "sources" else ()),
            *(key.side_entries(self.title, plan, self.layer) if self.title and self.layer in MEANINGS else ()),
            *key.terrain_entries(maps, self.look, plan),
            *(entry for one in maps for entry in key.line_entries(one, self.look, plan)),
            *(
                entry
                for one in maps
                for entry in key.mark_entries(one, self.look, plan, self.marks if one is self.map else ())
            ),
            *(entry for one in self.insets[:1] for entry in key.link_entries(plan, one.panel.plan)),
            *key.counter_entries([counter for found in self.stacks.values() for counter in found], plan),
        ]
        once: dict[str, furniture.Entry] = {}
        for entry in entries:
            once.setdefault(entry.text, entry)
        return list(once.values())


Part: TypeAlias = tuple[float, Callable[[Box], tuple[str, float]]]
"""A part of the band below the map: its minimum width in units, and a function that draws it into a box."""
LEGEND, NOTE = 12.0, 9.4


def _arranged(parts: Sequence[Part], box: Box) -> tuple[str, float]:
    """The parts side by side, with the remaining width for the key; one below the other on a narrow sheet."""
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
    "<style>@media (max-width:900px){.numbers,.name.town,.name.river,.name.district,.name.fringe{display:none}}"
    "@media (prefers-reduced-motion:no-preference){.hex{transition:fill-opacity .12s}}"
    ".hex:hover{fill-opacity:.08}</style>"
)
