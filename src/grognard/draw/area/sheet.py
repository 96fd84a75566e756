"""A whole sheet of areas as SVG: ground, layers, lettering, blocks, and what stands around them."""

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType

from ...kit.load.area_map import AreaMap, Other
from ..base import charts as charting
from ..base import furniture, paper
from ..base.geometry import Box, Point, beside, evened
from ..base.labels import Board, Label, covering
from ..base.overlay import MEANINGS, counts
from ..base.shore import draw_water, water_definitions
from ..base.subject import Subject
from ..base.svg import drawing, element, escape, fine, group, line, path, rect
from ..base.symbols import patterns
from ..hex.names import draw_names
from ..pieces.blocks import Garrison, draw_garrison, safe
from ..themes.lettering import ABOVE_AREAS
from ..themes.look import look_of
from ..themes.terrain import Number, Style
from . import boxes, key
from .block_layout import roomiest, yard
from .layers import draw_layer
from .marks import draw_rims, firs, icons, strokes, supply_spots, victory_rule
from .names import AreaNamer, number_star
from .outlines import AreaPlan
from .overlay import standing
from .targets import draw_targets

UNIT = 48.0
"""The length everything is drawn by; an area is some three of them across. At scale 1 it is so many pixels."""
NARROWEST = 6.0
"""The least width of the key beside the notes, in units; on a narrower map the notes are below it."""
FEW = 22.0
"""Below so many pixels to the unit the sheet is a small one: few names, no numbers, no key."""
ASIDE = 0.115
"""How far front lines run beside the border they follow, in units."""


class AreaSheet:
    """One sheet on its way to the paper."""

    def __init__(self, subject: Subject, garrisons: Mapping[str, Garrison] = MappingProxyType({})) -> None:
        """The garrisons are the blocks that stand in areas and boxes."""
        self.atlas, self.title, self.state, self.layer, self.scale, self.player = subject
        self.garrisons = garrisons
        assert isinstance(self.atlas.map, AreaMap)
        self.map = self.atlas.map
        self.look = look_of(self.title or self.atlas)
        self.sheet = self.look.sheet
        self.few = UNIT * self.scale < FEW
        self.plan = self._laid()
        self.window = self.plan.box
        self.boxes = boxes.boxes(self.plan)
        self.courses = {name: self.plan.course(run) for name, run in self.map.rivers.items()}
        self.shapes = {area: line(loop, closed=True) for area, loop in self.plan.loops.items()}
        self.stood = self._stood({})
        self.board = self._lettering()

    def _laid(self) -> AreaPlan:
        """The plan with margins for title, boxes and tracks."""
        plan = AreaPlan(self.map, UNIT)
        found, edge = boxes.boxes(plan).values(), 0.55 * UNIT
        left = max([edge, *(0.42 * UNIT - box.left for box in found)])
        if self.sheet.tracks:
            left = max(left, edge + boxes.LARGE[0] * UNIT)
        top = max([edge, *(0.72 * UNIT - box.top for box in found)])
        self.right = max([edge, *(0.35 * UNIT + box.right - plan.box.right for box in found)])
        self.foot = max([edge, *(0.35 * UNIT + box.bottom - plan.box.bottom for box in found)])
        self.head = 0.4 * UNIT + boxes.title_high(UNIT, self.scale)
        return AreaPlan(self.map, UNIT, (left, top + self.head))

    # -- lettering ----------------------------------------------------------------------------

    def _lettering(self) -> Board:
        board = Board(self.window)
        for box in self.boxes.values():
            if box.meets(self.window):
                board.placed.append(covering("", "plate", (box.corners,), str))
        for edge in self.plan.edges:
            board.mind(self.plan.piece(edge)[:-1], 0.55)
        for course in self.courses.values():
            board.mind(course, 0.35)
        reach = (-0.24, 0.0, 0.24)
        for (x, y), _ in supply_spots(self.plan):
            board.mind(((x + dx * UNIT, y + dy * UNIT) for dx in reach for dy in reach), board.NEVER)
        low = self.title is not None or bool(self.garrisons)
        namer = AreaNamer(
            self.plan, self.look, board, self.scale, icons(self.map, UNIT), low=low, sources=self.layer == "sources"
        )
        if self.few:
            namer.few()
            return board
        steps = [n / 6 for n in range(7)]
        self.stood = self._stood(namer.areas())
        for _, at in self.stood.values():
            board.mind(((at.left + at.width * a, at.top + at.height * b) for a in steps for b in steps), 2.0)
        namer.rivers()
        return board

    # -- the ground ---------------------------------------------------------------------------

    def _definitions(self) -> str:
        lakes = [self._beyond(self.plan.loop(other.outline)) for other in self._waters()]
        return element(
            "defs",
            paper.grain()
            + patterns(UNIT)
            + victory_rule(UNIT)
            + key.tile_clip(UNIT)
            + water_definitions(lakes, self.window)
            + element("clipPath", rect(self.window), id="window"),
        )

    def _beyond(self, loop: list[Point]) -> list[Point]:
        """A loop whose points on the rim of the sheet lie well off it, so that no shore is drawn there."""
        far, box = 2 * UNIT, self.window
        return [
            (
                x - far if x <= box.left else x + far if x >= box.right else x,
                y - far if y <= box.top else y + far if y >= box.bottom else y,
            )
            for x, y in loop
        ]

    def _tinted(self, kind: str) -> list[str]:
        return [area for area, terrain in self.map.terrain.items() if terrain == kind]

    def _styled(self, is_so: Callable[[Style], bool]) -> list[str]:
        """The areas whose terrain is of such a style."""
        return [area for area, terrain in self.map.terrain.items() if is_so(self.look.terrain(terrain))]

    def _starred(self) -> list[str]:
        return self._styled(lambda style: style.number == Number.STAR)

    def _waters(self) -> list[Other]:
        """Ground that is no area but water."""
        return [other for other in self.map.others if self.look.terrain(other.kind).water]

    def _ground(self) -> str:
        washes = []
        for kind in dict.fromkeys(self.map.terrain.values()):
            tint = f"var(--{self.look.terrain(kind).wash or 'land'})"
            d = "".join(self.shapes[area] for area in self._tinted(kind))
            washes.append(path(d, class_=f"wash {kind}", fill=tint, stroke=tint, stroke_width=1))
        lines = "".join(line(self.plan.piece(edge)) for edge in self.plan.edges)
        clear = [label.box.grown(0.10 * UNIT) for label in self.board.placed]
        beyond = [other for other in self.map.others if not self.look.terrain(other.kind).water]
        return group(
            rect(self.window, fill="var(--land)"),
            *washes,
            paper.mottle(self.window, UNIT),
            path("".join(self.shapes[area] for area in self._starred()), fill="url(#victory-rule)"),
            path(
                lines,
                class_="shade",
                fill="none",
                stroke="var(--area-shade)",
                stroke_linejoin="round",
                stroke_width=fine(UNIT * 0.19),
                stroke_opacity="var(--area-shade-strength)",
            ),
            firs(self.plan, self._styled(lambda style: style.firs), UNIT * (2.2 if self.few else 1.0), clear),
            draw_water(UNIT) if self._waters() else "",
            path(
                "".join(line(self.plan.loop(other.outline), closed=True) for other in beyond),
                class_="beyond",
                fill="var(--paper)",
                fill_opacity=".8",
            ),
            paper.grained(self.window),
            class_="ground",
        )

    # -- features -----------------------------------------------------------------------------

    def _features(self) -> str:
        borders = "".join(line(self.plan.piece(edge)) for edge in self.plan.edges if not self.plan.rim(edge))
        return group(
            path(
                borders,
                class_="grid",
                fill="none",
                stroke="var(--area-line)",
                stroke_linejoin="round",
                stroke_linecap="round",
                stroke_width=fine(max(UNIT * 0.028, 0.5 / self.scale)),
            ),
            self._rivers(),
            self._fronts(),
            draw_rims(self.plan),
            class_="features",
        )

    def _rivers(self) -> str:
        d = "".join(line(course) for course in self.courses.values())
        halo = 0.0 if self.layer == "sources" else 0.6
        return group(
            *(
                path(d, stroke=f"var(--{colour})", stroke_width=fine(UNIT * wide), stroke_opacity=strength)
                for colour, wide, strength in (
                    ("river-halo", 0.20, halo),
                    ("river-bank", 0.125, None),
                    ("river", 0.095, None),
                    ("river-lite", 0.028, 0.85),
                )
            ),
            class_="rivers",
            fill="none",
            stroke_linejoin="round",
            stroke_linecap="round",
        )

    def _fronts(self) -> str:
        """The front lines, each a little aside of the borders it follows: of two, one to either side."""
        out = []
        for n, (name, run) in enumerate(self.map.lines.items()):
            course = evened(self.plan.course(run), 2)
            aside = ASIDE * UNIT * (1 if n % 2 == 0 else -1) * (-1 if course[0][1] > course[-1][1] else 1)
            title = element("title", escape(self.sheet.meanings.get(name, name)))
            out.append(group(title, strokes(line(beside(course, aside)), name, UNIT), class_="front"))
        return group(*out, class_="fronts")

    @cached_property
    def column(self) -> Box:
        """The strip beside the map in which its tracks stand."""
        beside = [box for box in self.boxes.values() if box.right < self.window.left]
        left = min([0.5 * UNIT, *(box.left for box in beside)])
        right = max([self.window.left - 0.36 * UNIT, *(box.right for box in beside)])
        return Box(left, self.window.top, right, self.window.bottom)

    def _names(self) -> str:
        stars = [number_star("", self.plan.centre(area), UNIT * 1.5) for area in self._starred() if self.few]
        return group(*stars, draw_names(self.board.placed, ABOVE_AREAS), self._grounds(), class_="lettering")

    def _grounds(self) -> str:
        """The names of ground that is no area: what stands there, if it has no box of its own."""
        out = []
        for other in self.map.others:
            if other.kind == "icon" and not self.few:
                out.append(key.vacancy(other.name, roomiest(self.plan.loop(other.outline)), UNIT))
            if other.kind == "logo":
                x, y = roomiest(self.plan.loop(other.outline))
                km = self.plan.size / self.sheet.km if self.sheet.km else 0.0
                out.append(boxes.rose((x, y), 0.95 * UNIT, km, 3.0 * UNIT))
        return "".join(out)

    # -- pieces -------------------------------------------------------------------------------

    def _stood(self, labels: Mapping[str, Label]) -> dict[str, tuple[Garrison, Box]]:
        """What stands in each area and box, and where: under the name, if there is one."""
        self.labels = labels
        return {place: self.stand(place, garrison) for place, garrison in self.garrisons.items()}

    def stand(self, place: str, garrison: Garrison) -> tuple[Garrison, Box]:
        """The rows in which a garrison stands at a place, and its room there."""
        if place in self.boxes:
            box = self.boxes[place].grown(-0.1 * UNIT)
            return garrison, box._replace(top=box.top + 0.4 * UNIT)
        x, y = self.plan.centre(place)
        top, bottom = self.plan.rise(place, x)
        if place in self.labels:
            top = min(self.labels[place].box.bottom + 0.06 * UNIT, bottom - 0.9 * UNIT)
        near = [
            self.labels[other].box.grown(-0.05 * UNIT) for other in self.map.neighbours(place) if other in self.labels
        ]
        return yard(self.plan.outline(place), garrison, top, (x, y + 0.35 * UNIT), UNIT, near)

    def _pieces(self) -> str:
        ordered = sorted(self.stood.items(), key=lambda item: item[1][1].bottom)
        return group(
            *(
                group(draw_garrison(garrison, at, UNIT, self.scale), class_="stack", data_hex=safe(place))
                for place, (garrison, at) in ordered
            ),
            class_="pieces",
        )

    # -- the sheet ----------------------------------------------------------------------------

    def strata(self) -> tuple[str, str, str]:
        """The map alone: what it refers to, its ground, and whatever lies above a layer."""
        return self._definitions(), self._ground(), self._features() + self._names()

    def whole(self, *, charts: bool) -> tuple[str, float, float]:
        """All of it, its width and its height in units of the drawing."""
        width_ = self.window.right + self.right
        below, bottom = self._below()
        if charts and self.title:
            room = Box(0.5 * UNIT, bottom + 0.3 * UNIT, self.window.right, 0)
            more, bottom = charting.draw_charts(self.title, self.look, self.state, room, UNIT)
            below += more
        height = bottom + 0.45 * UNIT
        edge = 0.5 * UNIT
        head = Box(self.column.left, 0.42 * UNIT, width_ - edge, self.head)
        inside_ = "".join(
            (
                element("title", escape(f"{self.atlas.full}: {self.layer}")),
                _STYLE,
                self._definitions(),
                rect(Box(0, 0, width_, height), fill="var(--paper)"),
                group(self._ground(), draw_layer(self), self._features(), clip_path="url(#window)"),
                boxes.frame(self.window, UNIT, 0.8 * UNIT),
                boxes.draw_boxes(self.map, self.boxes, UNIT, few=self.few, sources=self.layer == "sources"),
                boxes.draw_tracks(self.sheet.tracks, self.column, UNIT, few=self.few) if self.sheet.tracks else "",
                boxes.title(self.sheet, head, UNIT, few=self.few),
                self._names(),
                standing(self, self.title, self.state) if self.title and self.state is not None else "",
                draw_targets(self),
                self._pieces(),
                below,
            )
        )
        return drawing(inside_, width_, height, self.scale, data_title=self.atlas.name), width_, height

    def _below(self) -> tuple[str, float]:
        """The band under the map, and how far down it reaches."""
        box = Box(0.42 * UNIT, self.window.bottom + self.foot, self.window.right, 0)
        if self.few:
            return furniture.small_note(self.sheet.heading, counts(self.map), box, 9 / self.scale)
        found = counts(self.map)
        note, table = 9.0 * UNIT, (furniture.TABLE + 0.8) * UNIT if self.layer == "sources" else 0.0
        parts = []
        if table:
            parts.append(furniture.source_table(found, (box.left, box.top), UNIT))
        narrow = box.width < table + note + NARROWEST * UNIT
        beside = box.right if narrow else box.right - note - 0.5 * UNIT
        parts.append(furniture.legend(self._entries(), Box(box.left + table, box.top, beside, 0), UNIT))
        at = Box(box.left, parts[-1][1], box.right, 0) if narrow else Box(box.right - note, box.top, box.right, 0)
        parts.append(self._note(found, at))
        return "".join(drawn for drawn, _ in parts), max(low for _, low in parts)

    def _note(self, found: Mapping[str, Mapping[str, int]], at: Box) -> tuple[str, float]:
        text, bottom = "", at.top
        if self.title and self.state is not None:
            told = [f"{name}: {value}" for name, value in self.title.aids.status(self.state).items()]
            lines = ["; ".join(told[n : n + 2]) for n in range(0, len(told), 2)]
            text, bottom = furniture.moment([self.title.now(self.state), *lines], (at.left, at.top), UNIT)
        note, bottom = furniture.source_note(found, at._replace(top=bottom), UNIT)
        return text + note, bottom

    def _entries(self) -> list[furniture.Entry]:
        return [
            *(key.source_entries(UNIT) if self.layer == "sources" else ()),
            *(key.side_entries(self.title, UNIT, self.layer) if self.title and self.layer in MEANINGS else ()),
            *key.terrain_entries(self.map, self.look, UNIT),
            *key.line_entries(self.map, self.sheet, UNIT),
            *key.place_entries(self.map, UNIT),
            *key.group_entries(self.map, self.sheet, UNIT),
        ]


_STYLE = (
    "<style>@media (max-width:900px){.name.town,.name.river{display:none}}"
    "@media (prefers-reduced-motion:no-preference){.hex{transition:fill-opacity .12s}}"
    ".hex:hover{fill-opacity:.08}</style>"
)
