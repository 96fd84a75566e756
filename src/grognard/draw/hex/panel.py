"""One map of hexes on a sheet: ground, layers, lettering, counters. The main map is one, each inset another."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...kit.load.hex_map import HexMap
from ...kit.table import Wargame
from ..base import paper
from ..base.geometry import Box, HexPlan, Noise, Point
from ..base.labels import Board, covering
from ..base.overlay import draw_letters, draw_sides, draw_sources, hexes, side_sets
from ..base.rivers import Rivers, draw_rivers, rivers, sketch_rivers
from ..base.shore import bend, beyond, coasts, draw_veil, draw_water, outlines, water_definitions
from ..base.svg import circle, element, escape, fine, group, line, rect
from ..pieces.counters import Counter, draw_stack
from ..themes.lettering import ABOVE
from ..themes.look import Look
from ..themes.terrain import CAPITALS, MINOR, Sign
from . import terrain
from .lines import Roads, borders, crossing_spots, draw_borders, draw_bridges, draw_grid, draw_rails, draw_roads, roads
from .links import Extent, draw_extents, draw_links, extent_names, link_names
from .marks import Mark, draw_edges, draw_marks, mark_spot, runs
from .names import Namer, draw_names, draw_numbers, number_spots, place_spots, small_kinds
from .places import draw_sign, sign_spot, signs, standing

UNIT = 48.0
"""The distance from the centre of a hex to a corner in the drawing; at scale 1, in pixels."""
FEW = 22.0
"""With fewer pixels per unit a map is small: cities and waters only, no hex numbers, no key."""
TINY = 11.0
"""With fewer still it is a thumbnail: woods and marshes as patterns, no grid, no tooltips."""
STILL = Noise("still", ())
"""No noise at all."""
FIFTHS = (-0.52, -0.26, 0.0, 0.26, 0.48)
"""The points of a hex that a counter covers."""


class View(NamedTuple):
    """What is shown of a game's maps, and at what scale."""

    title: Wargame[Any] | None
    state: Any
    layer: str
    scale: float
    look: Look
    broad: float = 1.0  # factor for river widths given by the sheet
    low: bool = False  # names leave room for counters that the web page adds


class HexPanel:
    """One map, ready to be drawn."""

    def __init__(
        self,
        hexmap: HexMap,
        view: View,
        origin: Point,
        *,
        marks: Sequence[Mark] = (),
        stacks: Mapping[str, list[Counter]] | None = None,
        extents: Sequence[Extent] = (),
    ) -> None:
        """The origin is the upper left corner of the grid."""
        self.map, self.view, self.unit = hexmap, view, UNIT
        unit = UNIT
        self.plan = HexPlan(hexmap.grid, unit, origin)
        self.window = self.plan.box.grown(0.40 * unit)
        self.noise: Noise = bend(unit)
        self.terrain = beyond(hexmap, self.plan)
        self.tiny = unit * view.scale < TINY
        coast = coasts(hexmap, self.plan, self.terrain, self.noise)
        self.coast = [loop[::4] if len(loop) > 40 else loop for loop in coast] if self.tiny else coast
        self.rivers: Rivers = rivers(hexmap, self.plan, self.noise, view.look, view.broad)
        self.roads: Roads = roads(hexmap, self.plan, hexmap.roads)
        self.rails: Roads = roads(hexmap, self.plan, hexmap.rails, self.roads.steps)
        self.borders = borders(hexmap, self.plan, self.noise)
        self.signs = signs(hexmap, view.look)
        self.marks, self.extents = marks, extents
        self.stacks = {hex: found for hex, found in (stacks or {}).items() if hex in hexmap.terrain}
        self.kinds = {*hexmap.terrain.values(), *(kind for kind, found in hexmap.features.items() if found)}

    @property
    def pixels(self) -> float:
        """Pixels per unit."""
        return self.unit * self.view.scale

    @property
    def low(self) -> bool:
        """Whether there are counters on the map, so that names and symbols leave room for them."""
        return self.view.state is not None or self.view.low

    # -- lettering ----------------------------------------------------------------------------

    def letter(self, plates: Sequence[Box]) -> Board:
        """Place the names, clear of the plates that will cover parts of the map."""
        unit, board = self.unit, Board(self.window)
        for plate in plates:
            board.placed.append(covering("", "plate", (plate.grown(0.1 * unit).corners,), str))
        board.mind(number_spots(self.plan, self.map.terrain), 1.2)
        for found in (self.roads, self.rails):
            board.mind((p for run in found.lines for p in run), 0.5)
        board.mind((p for course in self.rivers.courses for p in course.points[::2]), 0.45)
        board.mind((p for loop in self.coast for p in loop[::2]), 0.25)
        for points in place_spots(self.signs, self.plan, low=self.low).values():
            board.mind(points, board.NEVER)
        spots: list[Point] = [mark_spot(self.plan, mark, self.window)[0] for mark in self.marks]
        steps = (-0.16, 0.0, 0.16)
        board.mind(((x + dx * unit, y + dy * unit) for x, y in spots for dx in steps for dy in steps), board.NEVER)
        for side in self.map.bridges:
            board.mind(crossing_spots(self.rivers.reaches[side], unit), board.NEVER)
        for hex in self.stacks:
            x, y = self.plan.centre(hex)
            board.mind(((x + dx * unit, y + dy * unit) for dx in FIFTHS for dy in FIFTHS), 1.5)
        namer = Namer(self.map, self.view.look, self.plan, board, self.view.scale, low=self.low)
        if self.pixels < FEW:
            namer.few(tiny=self.tiny)
        else:
            namer.all(self._regions(), self.rivers, self.borders)
            namer.entries(runs(self.marks, self.plan, self.window))
            link_names(self.map, self.plan, board, namer.styles)
            extent_names(self.extents, self.plan, board, namer.styles["fringe"])
        self.board = board
        return board

    def _regions(self) -> tuple[Any, ...]:
        return tuple(region for region in self.view.look.sheet.regions if region.hex in self.map.terrain)

    # -- the map ------------------------------------------------------------------------------

    def definitions(self) -> str:
        """The SVG definitions for this map, besides those shared by the sheet."""
        return element(
            "defs",
            water_definitions(self.coast, self.window)
            + element("clipPath", rect(self.window), id="window")
            + element("path", id="hex", d=line([(x, y) for x, y in self.plan.ring], closed=True)),
        )

    def _built(self) -> list[str]:
        """The hexes that are completely built up."""
        return [hex for hex, kind in self.map.terrain.items() if self.view.look.terrain(kind).built]

    def ground(self) -> str:
        """Land and water."""
        tiny = self.tiny
        look, city = self.view.look, self._built()
        features = [
            dict.fromkeys(sorted(found), kind) for kind, found in self.map.features.items() if look.terrain(kind).glyph
        ]
        growths = (self.map.terrain, *features)
        return group(
            rect(self.window, fill="var(--land)"),
            paper.mottle(self.window, self.unit),
            terrain.washes(self.plan, look, self.terrain, self.noise, self.unit, tiled=tiny),
            *(terrain.washes(self.plan, look, growth, self.noise, self.unit, tiled=tiny) for growth in features),
            *(() if tiny else (terrain.glyphs(self.plan, look, growth) for growth in growths)),
            terrain.metropolis(self.plan, city, self.noise, self.unit, tiled=tiny) if city else "",
            draw_water(self.unit),
            "" if tiny else paper.grained(self.window),
            class_="ground",
        )

    def overlay(self) -> str:
        """The requested layer."""
        view = self.view
        if view.layer == "terrain":
            return ""
        if view.layer == "sources":
            return draw_sources(self.map, self.plan, self.rivers, (("road", self.roads), ("rail", self.rails)))
        assert view.title
        return draw_sides(self.plan, side_sets(view.title, view.state, view.layer, self.map))

    def features(self) -> str:
        """Rivers, the grid, man-made features, and marks from the rules."""
        unit, tiny = self.unit, self.tiny
        within = hexes(self.plan, self.map.terrain)
        if tiny:
            within = "".join(line(loop, closed=True) for loop in outlines(self.plan, self.map.terrain, STILL, rounds=0))
        outside = line(self.window.corners, closed=True) + within
        built = self._built()
        return group(
            draw_links(self.map, self.plan),
            group((sketch_rivers if tiny else draw_rivers)(self.rivers, unit), clip_path="url(#on-land)"),
            draw_borders(self.borders, unit) if self.borders else "",
            draw_veil(outside),
            draw_names(self.board.placed, ("region",)),
            "" if tiny else draw_grid(self.plan, self.map.terrain) + draw_grid(self.plan, built, city=True),
            draw_roads(self.roads, unit, small=tiny) if self.map.roads else "",
            draw_rails(self.rails, unit, small=tiny) if self.map.rails else "",
            "" if tiny else draw_bridges(self.map.bridges, self.rivers, unit),
            draw_extents(self.extents, self.plan),
            self._places(),
            draw_edges(self.map, self.view.look, self.plan),
            "" if tiny else draw_marks(self.marks, self.view.look, self.plan, self.window),
            class_="features",
        )

    def _places(self) -> str:
        few, named = self.pixels < FEW, small_kinds(standing(self.map, self.view.look), tiny=self.tiny)
        if self.tiny:
            cities = [self.plan.centre(hex) for hex, kind in self.signs.items() if kind in CAPITALS]
            return group(
                *(circle(at, self.unit * 0.34) for at in cities),
                class_="places",
                fill="var(--city)",
                stroke="var(--city-ink)",
                stroke_width=fine(self.unit * 0.09),
            )
        out = [
            draw_sign(kind, sign_spot(self.plan, hex, kind, low=self.low), self.unit, hex)
            for hex, kind in self.signs.items()
            if not few or kind not in (Sign.DOT, Sign.VILLAGE, *MINOR) or kind in named
        ]
        return group(*out, class_="places")

    def names(self) -> str:
        """Numbers, letters and names."""
        large = self.pixels >= FEW
        numbers = draw_numbers(self.plan, self.map.terrain, set(self._built())) if large else ""
        letters = draw_letters(self.map, self.plan) if self.view.layer == "sources" and large else ""
        return numbers + letters + draw_names(self.board.placed, ABOVE)

    def body(self) -> str:
        """The map itself, clipped to its window."""
        inside = self.ground(), self.overlay(), self.features(), self.names()
        return group(*inside, clip_path="url(#window)")

    def targets(self) -> str:
        """An invisible shape per hex for the web page and for tooltips."""
        if self.tiny:
            return ""
        out = []
        for hex, kind in self.map.terrain.items():
            x, y = self.plan.centre(hex)
            place = self.map.places.get(hex)
            named = f"{place.name}, " if place and place.kind != "label" else ""
            tip = f"{hex}: {named}{kind} [{self.map.sources['terrain'][hex]}]"
            out.append(
                element(
                    "use",
                    element("title", escape(tip)),
                    href="#hex",
                    id=f"hex-{hex}",
                    class_="hex",
                    data_hex=hex,
                    data_terrain=kind,
                    x=fine(x),
                    y=fine(y),
                )
            )
        return group(*out, class_="hexes", fill="#000", fill_opacity="0")

    def pieces(self) -> str:
        """The counters of the position."""
        ordered = sorted(self.stacks.items(), key=lambda item: self.plan.centre(item[0])[::-1])
        out = [
            group(draw_stack(found, self.plan.centre(hex), self.unit, self.view.scale), class_="stack", data_hex=hex)
            for hex, found in ordered
        ]
        return group(*out, class_="pieces")
