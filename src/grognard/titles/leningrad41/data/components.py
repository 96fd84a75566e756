"""The components of *Leningrad '41*: map, counters, charts and scenario as read, laid out for use."""

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ....core.knowledge import Kept
from ....kit.battle.ledger import total
from ....kit.hex.board import Board
from ....kit.load.toml import Record
from .chart_values import Charts
from .charts import ChartReader, shown
from .links import Links
from .map_and_units import (
    AREAS,
    ARMY,
    COMMANDS,
    FORTIFICATION,
    GERMAN,
    RIVERS,
    SIDES,
    SOVIET,
    TERRAIN,
    CounterReader,
    Counters,
    Ground,
    Piece,
    Unit,
)
from .scenarios import Plan, PlanReader

__all__ = ["GERMAN", "SIDES", "SOVIET", "Components", "Stage"]

BOXES = (
    "reserve",  # Germans that have not come yet: 3.8a
    "arriving",  # due to enter in the Movement Phase
    "pool-42",  # 3.5a
    "pool-lfr",
    "beside",  # ready beside the map: 3.3f, 3.4a, 12.2a
    "spent",  # air markers in this turn, naval guns until they return
    "dead",  # 10.14c
    "out",  # out of play for good: 7.7b, 14.7a, 15.1d, 15.2c
)


class Stage(NamedTuple):
    """What the scenario means on the board."""

    plan: Plan
    placed: Mapping[int, Bits]  # the hexes in which each unit or leader of 3.3 may start
    open: Bits  # where the units drawn may start: 3.6b, 3.6c
    pool: tuple[Bits, Bits]  # the units of the 42nd Army and of the Reserve that start in their pools
    beside: Bits
    german_entry: Bits
    reserve_entry: Bits


class Components(Links):
    """Everything that does not change in play."""

    def __init__(self, files: Mapping[str, Record]) -> None:
        ground = Ground(files["map.toml"])
        counters = CounterReader(files["units.toml"])
        charts = ChartReader(files["tables.toml"])
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
        self._sides()
        self._links()
        self._cost = {hex: int(total(self.ground_lines(hex))) for hex in scan(self.land)}
        self._pieces()
        self.stages = {name: self._stage(plan) for name, plan in self.plans.items()}

    # -- the map ------------------------------------------------------------------------------

    def _board(self) -> None:
        spans = {hexes: f"bridge-{'-'.join(sorted(hexes))}" for hexes in self.map.bridges}
        self.board = board = Board(self.map.grid, self.map.terrain, (*BOXES, *spans.values()))  # 2.2a, 2.2b, 2.2e
        at = board.at
        self.all_places: Bits = bits(at.values())
        self.hexes: Bits = board.hexes
        self.terrain: dict[int, str] = {
            at[hex]: kind for hex, kind in self.map.terrain.items()
        }  # 2.2c, errata.1, errata.2: one kind each
        self.kind: dict[str, Bits] = {
            kind: board.named(hex for hex, one in self.map.terrain.items() if one == kind) for kind in TERRAIN
        }
        self.land: Bits = self.hexes & ~self.kind["sea"]
        self.objectives: Bits = self.kind["objective"]
        self.forts: Bits = board.named(self.map.features.get(FORTIFICATION, ()))  # 8.6
        effects = self.charts.terrain
        self.blocking: Bits = sum(self.kind[kind] for kind, effect in effects.items() if effect.blocks)  # 10.8a
        self.rubbled: Bits = sum(self.kind[kind] for kind, effect in effects.items() if effect.rubble)  # 10.18a
        self.area: dict[str, Bits] = {name: board.named(self.map.areas[name]) for name in AREAS}
        self.coastal: Bits = self.area["coastal"]
        self.box: dict[str, int] = {name: at[name] for name in BOXES}
        self.reserve, self.arriving, self.army_pool, self.reserve_pool, self.beside, self.spent, self.dead, self.out = (
            self.box.values()
        )
        self.span: dict[int, frozenset[int]] = {
            at[name]: frozenset(at[hex] for hex in hexes) for hexes, name in spans.items()
        }  # the hexside of each bridge by the place it is named as

    def _sides(self) -> None:
        """Hexsides: rivers, bridges, streets and railroads, as sets of two places."""
        at = self.board.at
        rivers = {
            kind: frozenset(
                frozenset((at[a], at[b])) for run in self.map.rivers.values() if run.kind == kind for a, b in run.sides
            )
            for kind in RIVERS
        }
        self.minor, self.major = rivers[RIVERS[0]], rivers[RIVERS[1]]  # 8.7a, 8.7d
        self.bridges: dict[frozenset[int], str] = {
            frozenset((at[a], at[b])): bridge.name for (a, b), bridge in self.map.bridges.items()
        }
        self.sea_sides = frozenset(frozenset((at[a], at[b])) for a, b, _ in self.map.water)  # 8.13a
        self.prospekt_sides, self.rail_sides = (
            frozenset(frozenset((at[a], at[b])) for run in runs.values() for a, b in pairwise(run.hexes))
            for runs in (self.map.roads, self.map.rails)
        )  # 8.8c, 10.9a
        self.prospekts, self.railroads = (
            bits(at[hex] for run in runs.values() for hex in run.hexes) for runs in (self.map.roads, self.map.rails)
        )
        self.river_hexes: Bits = bits(place for side in self.major for place in side)  # 3.3c, 8.11b, 15.2a
        self.water: Bits = self.kind["sea"] | self.river_hexes | self.coastal  # 15.2a

    # -- the pieces ---------------------------------------------------------------------------

    def _pieces(self) -> None:
        """Pieces and units are numbered alike, but for the pool of the 42nd Army.

        German and Reserve units, the Aurora guns and the gunboat are pieces of their own. The other units of the 42nd
        Army are faces: what they are on is one of as many anonymous counters. Then come leaders, air markers, naval
        guns. A set of units holds numbers of `units`; for all but the counters it is a set of pieces as well.
        """
        read = self.counters
        own = [unit for unit in read.units if unit.command != ARMY or unit.moves in ("rail", "water")]  # 15.1d, 15.2c
        own.sort(key=lambda unit: (unit.side, unit.command == ARMY))
        self.faces: tuple[Unit, ...] = tuple(unit for unit in read.units if unit not in own)
        self.units: tuple[Unit, ...] = (*own, *self.faces)
        self.first_counter, self.first_leader = len(own), len(self.units)
        kinds: tuple[tuple[Piece, ...], ...] = (read.leaders, read.air, read.naval)
        others = [piece for pieces in kinds for piece in pieces]
        self.pieces: list[str] = [
            *(unit.id for unit in own),
            *(f"{ARMY}-{n}" for n, _ in enumerate(self.faces, 1)),
            *(piece.id for piece in others),
        ]
        self.number: dict[str, int] = {name: n for n, name in enumerate(self.pieces)}
        self.unit: dict[str, int] = {unit.id: n for n, unit in enumerate(self.units)}  # 2.7a
        self.face: dict[str, int] = {unit.id: n for n, unit in enumerate(self.faces)}
        self.all_pieces: Bits = bits(range(len(self.pieces)))
        self.all_faces: Bits = bits(range(len(self.faces)))
        self.ground: Bits = bits(range(len(self.units)))
        self.anonymous: Bits = bits(range(self.first_counter, self.first_leader))  # 3.5b
        self.leaders, self.air, self.naval = (
            bits(self.number[piece.id] for piece in pieces) for pieces in kinds
        )  # 2.6d, 14.1a
        german = bits(n for n, piece in enumerate((*self.units, *others)) if piece.side == GERMAN)
        self.side: tuple[Bits, Bits] = (german, self.all_pieces & ~german)  # 1.1b, 2.6a
        self.command: dict[str, Bits] = {
            name: self._those("command", name) for commands in COMMANDS for name in commands
        }  # 2.6b, 2.6c, 2.6e, 13.2a, 13.2c, 13.4a
        self.type: dict[str, Bits] = {
            type: self._those("type", type) for type in dict.fromkeys(unit.type for unit in self.units)
        }  # 2.10a
        self._abilities()

    def _abilities(self) -> None:
        """Sets of units by what they can do."""
        read = self.counters
        self.armored: Bits = bits(n for n, unit in enumerate(self.units) if unit.armored)  # 2.10b, 2.11b, 15.2b
        self.motorized: Bits = bits(
            n for n, unit in enumerate(self.units) if unit.moves in ("motorized", "armored")
        ) | bits(self.number[leader.id] for leader in read.leaders if leader.moves == "motorized")  # 2.11a, 2.11c, 8.8a
        values = [unit.value for unit in self.units]
        self.assault: Bits = bits(n for n, value in enumerate(values) if value.assault)  # 2.12a
        self.anti_armor: Bits = bits(n for n, value in enumerate(values) if value.armor)  # 2.12c
        self.indirect: Bits = bits(n for n, value in enumerate(values) if value.indirect)  # 2.12d
        self.ability: dict[str, Bits] = {key: self._able(found) for key, found in read.abilities.items()}
        soviet = bits(n for n, unit in enumerate(self.units) if unit.side == SOVIET)
        self.bridging: Bits = (
            self.ability["german_bridges"] & ~soviet | self.ability["soviet_bridges"] & soviet
        )  # 8.10a, 8.10b
        self.afloat: Bits = self.type["gunboat"]  # 15.2a
        self.rudel: Bits = bits(self.number[one.id] for one in read.air if one.rudel)  # 12.8a

    def _those(self, key: str, name: str) -> Bits:
        return bits(n for n, unit in enumerate(self.units) if getattr(unit, key) == name)

    def _able(self, found: frozenset[str]) -> Bits:
        return bits(n for n, unit in enumerate(self.units) if unit.type in found or unit.command in found)

    def allowance(self, piece: int) -> int:
        """The movement points of a unit or leader at the normal rate (2.9a, 2.9b, 2.9c)."""
        return self.charts.numbers["german_movement" if self.side[GERMAN] >> piece & 1 else "soviet_movement"]

    def cost(self, place: int) -> int:
        """What a land hex costs, without rubble and hexsides (8.5, 8.6)."""
        return self._cost[place]

    # -- the scenario -------------------------------------------------------------------------

    def _stage(self, plan: Plan) -> Stage:
        at, area = self.board.at, self.area
        number = {**self.number, **self.unit}
        ground = {"water": self.kind["sea"] | self.river_hexes, "land": self.land, "railroad": self.railroads}
        placed = {number[one.unit]: 1 << at[one.hex] if one.hex else ground[one.on] for one in plan.placed}
        beside = bits(number[unit] for unit in plan.beside)
        army, reserve = (self.command[name] & ~bits(placed) & ~beside for name in COMMANDS[SOVIET])
        open_ = self.land & ~area[plan.closed]
        entry, reserve_entry = area[plan.german_entry] & self.land, area[plan.reserve_entry] & self.land
        return Stage(plan, placed, open_, (army, reserve), beside, entry, reserve_entry)
