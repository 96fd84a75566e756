"""The components of *Demyansk Shield*: map, counters, charts and scenarios as read, laid out for use."""

from array import array
from collections.abc import Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ....core.knowledge import Kept, kept
from ....kit.hex.board import Board
from ....kit.load.toml import Record
from .chart_values import WEATHERS, Charts, Result
from .charts import ChartReader, shown
from .links import HEAVY, LIGHT, Links
from .map_and_units import (
    AXIS,
    COLORS,
    FEATURES,
    MAP_BOXES,
    SIDES,
    SOVIET,
    TERRAIN,
    CounterReader,
    Counters,
    Ground,
    Unit,
    Value,
)
from .scenarios import Plan, PlanReader

__all__ = ["AXIS", "SIDES", "SOVIET", "Components", "Stage"]

REBUILDING = "-rebuilding"
BOXES = (
    *MAP_BOXES,
    *(f"{box}{REBUILDING}" for box in MAP_BOXES),  # 15.24e
    "reserve",  # not in play yet, or not at all: the Set Up Cards
    "eliminated",  # 9.3c
    "marsch",  # 9.3c: the Marsch Units Box
    "exited",  # 5.34o
    "available",  # 13.11c: the Air Status Box
    "flown",
)
NO_TURN = 99
STACKS = 1 << 13  # whose stacking points are kept
BOMBER = "B"  # 2.24l
ON_TOP = ("woods", "town")  # features of a hex that have an effect on combat of their own
BOMBED = ("town", "village", "airfield")  # what bombers find, if the chart says so
NOWHERE = 65535  # no declared combat


class Stage(NamedTuple):
    """What a scenario means on the board."""

    plan: Plan
    area: Bits  # the hexes in play
    start: Mapping[int, int]  # places by piece
    reduced: Bits
    due: Mapping[int, tuple[int, int]]  # turn and Map Box by piece
    come: tuple[Bits, ...]  # by turn: the pieces due by then
    destroyed: Bits  # printed Strongpoints
    printed: Bits  # printed units that stand
    soviet: Bits  # the hexes that are friendly to the Soviets at the start; the others are the Axis player's
    sources: tuple[Bits, Bits]  # hexes with the symbol, by side, and those of the scenario
    works: tuple[Bits, Bits]  # printed Strongpoints in play
    airfields: Bits  # printed
    late: Bits


class Components(Links):
    """Everything that does not change in play."""

    def __init__(self, files: Mapping[str, Record]) -> None:
        ground = Ground(files["map.toml"])
        counters = CounterReader(files["units.toml"], ground)
        charts = ChartReader(files["tables.toml"], ground)
        plans = PlanReader(files["scenarios.toml"], ground, counters.read, charts.read)
        self.map = ground.map
        self.counters: Counters = counters.read
        self.charts: Charts = charts.read
        self.plans: dict[str, Plan] = plans.read
        self.tables = shown(files["tables.toml"], charts)
        self.origins = {
            "map": ground.map.sources,
            "charts": charts.layers,
            "counters": counters.layers,
            "set-ups": plans.layers,
        }
        self.kept: Kept = {}
        self._board()
        self._links()
        self._pieces()
        self._values()
        self.stages = {name: self._stage(plan) for name, plan in self.plans.items()}

    # -- the map ------------------------------------------------------------------------------

    def _board(self) -> None:
        self.board = board = Board(self.map.grid, self.map.terrain, BOXES)  # 2.1a, 2.1c, 9.3a, 9.3b
        at = board.at
        self.all_places: Bits = bits(at.values())
        self.hexes: Bits = board.hexes
        self.terrain: dict[int, str] = {at[hex]: kind for hex, kind in self.map.terrain.items()}
        self.kind: dict[str, Bits] = {
            kind: board.named(hex for hex, one in self.map.terrain.items() if one == kind) for kind in TERRAIN
        }
        self.feature: dict[str, Bits] = {name: board.named(self.map.features.get(name, ())) for name in FEATURES}
        self.area: dict[str, Bits] = {name: board.named(hexes) for name, hexes in self.map.areas.items()}
        self.box: dict[str, int] = {name: at[name] for name in BOXES}
        self.reserve, self.eliminated, self.marsch_box = (at[name] for name in ("reserve", "eliminated", "marsch"))
        self.exited, self.available, self.flown = (at[name] for name in ("exited", "available", "flown"))
        self.map_boxes: tuple[Bits, Bits] = (1 << at[MAP_BOXES[0]], board.named(MAP_BOXES[1:]))  # 9.31a
        self.box_list = tuple(tuple(scan(boxes)) for boxes in self.map_boxes)
        self.all_boxes: Bits = self.map_boxes[AXIS] | self.map_boxes[SOVIET]
        self.rebuilding: dict[int, int] = {at[f"{box}{REBUILDING}"]: at[box] for box in MAP_BOXES}  # to their box
        self.entries: dict[int, Bits] = {at[box]: self.area[box] for box in MAP_BOXES}  # 9.32a
        self.all_entries: Bits = sum(self.entries.values())
        self.exits: Bits = self.area[self.charts.withdrawal.exits]  # 5.34b
        self.demyansk, self.staraya_russa = (at[hex] for hex in self.charts.victory.sudden)  # 16.14b, 16.21f

    # -- the pieces ---------------------------------------------------------------------------

    def _pieces(self) -> None:
        """Axis, Untried and printed Axis units, Soviet and printed Soviet units; then the air units of both."""
        units, air = self.counters.units, self.counters.air
        self.units: tuple[Unit, ...] = units
        self.first_air = len(units)
        self.pieces: list[str] = [*(unit.id for unit in units), *(one.id for one in air)]
        self.number: dict[str, int] = {name: n for n, name in enumerate(self.pieces)}
        self.all_pieces: Bits = bits(range(len(self.pieces)))
        self.ground: Bits = bits(range(len(units)))
        self.soviets = sum(unit.side == AXIS for unit in units)  # the first Soviet piece: 1.2b, 3.11a
        self.side: tuple[Bits, Bits] = (bits(range(self.soviets)), bits(range(self.soviets, len(units))))
        planes = [bits(self.number[one.id] for one in air if one.side == side) for side in (AXIS, SOVIET)]
        self.air: tuple[Bits, Bits] = (planes[0], planes[1])
        self.bombers: Bits = bits(self.number[one.id] for one in air if one.type == BOMBER)  # 13.25a
        self.type: dict[str, Bits] = {
            type: bits(n for n, unit in enumerate(units) if unit.type == type) for type in self.counters.types
        }
        types = [self.counters.types[unit.type] for unit in units]
        self.heavy: Bits = bits(n for n, type in enumerate(types) if type.heavy)  # 8.35a
        self.guns: Bits = bits(n for n, type in enumerate(types) if type.guns)  # 3.14a: rockets included
        self.rockets: Bits = self.type["rocket artillery"]
        self.soviet_armor: Bits = self.type["armor"] & self.side[SOVIET]  # 11.41a
        self.engineers: Bits = self.type["engineer"]
        self.ski: Bits = self.type["ski infantry"]
        self.replaced: Bits = bits(n for n, type in enumerate(types) if type.replaced)  # 15.12a
        self.flyable: Bits = bits(n for n, type in enumerate(types) if type.flown)  # 7.14a
        self.strategic: list[int] = [type.strategic for type in types]  # 9.11a, 9.11b
        self.banded: Bits = self._those("band")  # 3.24a
        self.boxed: Bits = self._those("box")  # 8.42a
        self.guards, self.corps, self.airborne = (self._those(key) for key in ("guards", "corps", "airborne"))
        self.marsch, self.untried = self._those("marsch"), self._those("untried")
        self.guards_infantry: Bits = self.guards & ~self.guns & ~self.heavy & ~self.engineers  # 10.17c
        self.printed = self._those("printed")
        self.droppable: Bits = bits(n for n, unit in enumerate(units) if unit.airdrop)  # 7.21a
        self.ss: Bits = bits(n for n, unit in enumerate(units) if unit.branch == "ss")
        self.color: dict[str, Bits] = {
            color: bits(n for n, unit in enumerate(units) if unit.color == color) for color in COLORS
        }
        self.home: list[int] = [
            self.box[MAP_BOXES[0] if unit.side == AXIS else COLORS.get(unit.color, "reserve")] for unit in units
        ]  # 5.32a, 9.33a
        self.two_steps: Bits = bits(n for n, unit in enumerate(units) if unit.back)  # 3.41a
        self.worth: dict[int, int] = self._worth()

    def _those(self, key: str) -> Bits:
        return bits(n for n, unit in enumerate(self.units) if getattr(unit, key))

    def _worth(self) -> dict[int, int]:
        """The VPs that the Soviet player scores or loses for units eliminated."""
        victory = self.charts.victory
        kinds = {"two steps": self.two_steps, "ss": self.ss, "armor": self.type["armor"]}
        kinds["artillery"] = self.type["artillery"]
        axis = self.side[AXIS] & reduce(or_, (kinds[kind] for kind in victory.casualties), 0)
        out = dict.fromkeys(scan(axis), victory.eliminated)  # 16.15a
        return out | dict.fromkeys(scan(self.side[SOVIET] & self.rockets), victory.rockets)  # 16.15c

    def _values(self) -> None:
        units = self.units
        self.front: list[Value] = [unit.front for unit in units]
        self.back: list[Value] = [unit.back or unit.front for unit in units]
        self.stack: list[int] = [unit.stack for unit in units]  # 3.31a
        values = sorted({*self.stack} - {0})
        self.stack_planes: tuple[tuple[int, Bits], ...] = tuple(
            (value, bits(n for n, stack in enumerate(self.stack) if stack == value)) for value in values
        )
        self.points = lru_cache(STACKS)(self._points)  # of the stacks that come up again and again
        self.class_of: list[int] = [HEAVY if self.heavy >> n & 1 else LIGHT for n in range(len(units))]
        ranges = sorted({units[gun].range for gun in scan(self.guns)})
        self.guns_by_range: tuple[tuple[int, Bits], ...] = tuple(
            (reach, bits(gun for gun in scan(self.guns) if units[gun].range == reach)) for reach in ranges
        )  # 10.13a
        self.faces = self.counters.faces
        self.unarmed: tuple[Bits, Bits] = (
            bits(n for n, value in enumerate(self.front) if not value.attack),
            bits(n for n, value in enumerate(self.back) if not value.attack),
        )  # 11.16a: at full and at reduced strength
        self.odds: tuple[tuple[int, int], ...] = tuple(
            (column.numerator, column.denominator) for column in self.charts.crt.columns
        )  # 11.52d
        terrain, hexsides = self.charts.terrain, self.charts.hexsides
        self.half_in: dict[str, Bits] = {
            weather: sum(hexes for kind, hexes in self.kind.items() if weather in terrain[kind].half)
            for weather in WEATHERS
        }  # 11.23a: the hexes out of which attacks are halved
        self.half_to: dict[str, list[Bits]] = {
            weather: self._around(pair for pair, side in self.hexside.items() if weather in hexsides[side].half)
            for weather in WEATHERS
        }  # 11.25a: the neighbours into which they are
        self.shields: dict[str, list[Bits]] = {
            weather: self._around(pair for pair, side in self.hexside.items() if hexsides[side].shift.get(weather))
            for weather in WEATHERS
        }  # 11.22d: the neighbours from which a hexside shelters a hex
        self.bombed: Bits = reduce(or_, (self.feature[kind] for kind in BOMBED if terrain[kind].bombed), 0)  # 13.25a
        self.unaimed = array("H", [NOWHERE] * len(self.pieces))
        self.no_aims: Bits = int.from_bytes(self.unaimed.tobytes(), "little")
        least = self.charts.numbers["infiltration"]
        self.fast: tuple[Bits, Bits] = (
            bits(n for n, value in enumerate(self.front) if value.movement >= least),
            bits(n for n, value in enumerate(self.back) if value.movement >= least),
        )  # 9.22a: at full and at reduced strength

    def _points(self, units: Bits) -> int:
        """The stacking points of some units, in any order (3.3a)."""
        out = 0
        for value, plane in self.stack_planes:
            if some := units & plane:
                out += value * some.bit_count()  # 3.31a, 3.31c
        return out

    @kept(most=1 << 13)
    def cover(self, weather: str, hex: int) -> tuple[int, str]:
        """The columns that the terrain in a hex gives the defender, and which terrain it is."""
        kinds = [self.terrain[hex], *(kind for kind in ON_TOP if self.feature[kind] >> hex & 1)]
        return max((self.charts.terrain[kind].shift.get(weather, 0), kind) for kind in kinds)  # 11.21a, 11.22b

    def crt(self, die: int, column: int) -> Result:
        """The result of a modified die in a column (12.11)."""
        crt = self.charts.crt
        return crt.cells[die, column] if (die, column) in crt.cells else crt.beyond[die]  # 12.12c

    def whose(self, piece: int) -> str:
        """The name of the owner of a piece."""
        return SIDES[AXIS] if (self.side[AXIS] | self.air[AXIS]) >> piece & 1 else SIDES[SOVIET]

    # -- the scenarios ------------------------------------------------------------------------

    def _stage(self, plan: Plan) -> Stage:
        board, at, number, setup = self.board, self.board.at, self.number, plan.setup
        area = bits(place for hex, place in at.items() if place < board.box and self._column(hex) >= plan.column)
        start = {number[id]: at[hex] for id, hex in setup.start.items()}
        gone = board.named(setup.destroyed_units)
        standing = bits(n for n in scan(self.printed) if (area & ~gone) >> at[self.units[n].printed] & 1)
        start |= {n: at[self.units[n].printed] for n in scan(standing)}
        due = {number[id]: (turn, at[box]) for id, (turn, box) in setup.arrive.items()}
        works = (self.feature["Axis strongpoint"] & area, self.feature["Soviet strongpoint"] & area)
        axis = (self.area["Axis supply"] | board.named(plan.supply)) & area
        sources = (axis, self.area["Soviet supply"] & area)
        return Stage(
            plan,
            area,
            start,
            bits(number[id] for id in setup.reduced),
            due,
            tuple(bits(n for n, (turn, _) in due.items() if turn <= now) for now in range(len(self.charts.dates) + 1)),
            board.named(setup.destroyed_works),
            standing,
            self._control(start, area, sources),
            sources,
            works,
            self.feature["airfield"] & area,
            bits(number[id] for id in plan.late.units),
        )

    def _column(self, hex: str) -> int:
        return self.map.grid.numbers(hex)[0]

    def _control(self, start: Mapping[int, int], area: Bits, sources: tuple[Bits, Bits]) -> Bits:
        """The Soviet hexes at the start: sources and Entry hexes to their owner, others to the nearest unit's side."""
        sides = [bits(place for n, place in start.items() if self.side[side] >> n & 1) for side in (AXIS, SOVIET)]
        fixed = [
            sources[side] | sum(self.entries[box] for box in scan(self.map_boxes[side])) for side in (AXIS, SOVIET)
        ]
        out, axis, soviet = 0, sides[AXIS], sides[SOVIET]
        while (axis | soviet) & area != area:
            out |= soviet & ~axis
            axis, soviet = axis | self.around(axis) & area, soviet | self.around(soviet) & area
        out |= soviet & ~axis
        out = (out | fixed[SOVIET] & ~fixed[AXIS]) & ~(fixed[AXIS] & ~fixed[SOVIET])
        return (out & ~sides[AXIS] | sides[SOVIET]) & area
