"""The components of the game: map, counters and charts as read by `loader.py`, laid out for use."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from ....core.bits import Bits, below, bits, scan
from ....core.knowledge import Kept
from ....kit.battle.ledger import Line, total
from ....kit.hex.board import Board
from ....kit.hex.reach import Rate, rate
from ....kit.load.hex_map import HexMap
from ....kit.load.toml import Record
from .charts import ARMY, Charts, Row
from .loader import Box, read_box
from .map_and_units import WATER, Counters, Face


def halves(points: int) -> str:
    """Half Movement Points as a player writes them: 5 is `2½`."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


class Slot(NamedTuple):
    """One line of the reinforcement schedule."""

    side: int
    turn: int
    size: int
    hexes: Bits
    units: Bits  # German units; Soviet units are drawn
    armored: bool
    leningrad: bool
    army: bool  # the six divisions of 17.4
    source: str


class Plan(NamedTuple):
    """The starting positions."""

    german: tuple[tuple[int, int], ...]
    infantry: tuple[int, ...]
    armored: tuple[int, ...]


CLAUSE_OF_TERRAIN = {"clear": "4.9a", "city": "4.9c", "soviet city": "4.9d", "swamp": "4.9e", "hill": "4.9f"}
"""Towns and the national border are not among them: they have no effect (4.9k, setup.12)."""


class Components:
    """Everything that does not change in play."""

    def __init__(self, files: Mapping[str, Record]) -> None:
        self.box: Box = read_box(files)
        self.map: HexMap = self.box.map
        self.tables = self.box.tables  # for displaying the charts
        self.origins = self.box.origins  # the source of every datum
        self._board(self.box.charts)
        self._counters(self.box.counters)
        self._charts(self.box.charts)
        self._costs(self.box.charts)
        self._schedule(self.box)

    # -- the map ------------------------------------------------------------------------------

    def _board(self, charts: Charts) -> None:
        m = self.map
        self.kept: Kept = {}
        self.board = board = Board(m.grid, m.terrain, ("reserve", "lost"))  # 2.1b
        self.reserve, self.lost = board.at["reserve"], board.at["lost"]
        self.all_places: Bits = board.hexes | 1 << self.reserve | 1 << self.lost
        kinds: dict[str, Bits] = dict.fromkeys((*CLAUSE_OF_TERRAIN, *WATER), 0)
        for name, kind in m.terrain.items():
            kinds[kind] |= 1 << board.at[name]
        water = sum(kinds[kind] for kind in WATER)
        self.land: Bits = board.hexes & ~water
        self.clear: Bits = sum(kinds[kind] for kind in charts.open)
        self.city, self.soviet_city = kinds["city"], kinds["soviet city"]
        self.rough: Bits = sum(kinds[kind] for kind in charts.rough)  # 9.6d
        shut = {frozenset((board.at[a], board.at[b])) for a, b, _ in m.water}  # 4.9i
        self.open_pairs = [
            (a, b)
            for a, b in board.pairs()
            if self.land >> a & 1 and self.land >> b & 1 and frozenset((a, b)) not in shut
        ]
        self.zoc = board.steps(self.open_pairs)  # 5.0a, 5.0c
        self.around = board.steps(board.pairs())
        size = len(board.names)
        self.adjacent: list[Bits] = [0] * size
        for a, b in self.open_pairs:
            self.adjacent[a] |= 1 << b
        self.river: list[Bits] = [0] * size
        for river in m.rivers.values():
            for one, other in river.sides:
                a, b = board.at[one], board.at[other]
                self.river[a] |= 1 << b
                self.river[b] |= 1 << a
        links = set()
        for run in m.roads.values():
            for one, other in pairwise(run.hexes):
                links |= {(board.at[one], board.at[other]), (board.at[other], board.at[one])}
        self.road_links = links
        self.road = board.steps(links)
        area = {name: board.named(hexes) for name, hexes in m.areas.items()}
        self.leningrad, self.prussia = area["Leningrad"], area["East Prussia"]
        self.leningrad_list = tuple(scan(self.leningrad))
        self.top_edge, self.victory_hexes = area[charts.emergency], area[charts.victory]
        self.sources = (area["German supply"], area["Soviet supply"])  # 11.5a, 11.5b
        self.frozen = area["no move on Game-Turn 1"]
        self.area = area

    def gates(self, side: str) -> frozenset[str]:
        """The hexes where units of a side arrive by the schedule."""
        rows = self.tables["schedule"].get(side, ())
        return frozenset(
            hex for row in rows for hex in (*row.get("at", ()), *self.map.areas.get(row.get("area", ""), ()))
        )

    # -- the counters -------------------------------------------------------------------------

    def _counters(self, counters: Counters) -> None:
        german = [unit for unit in counters.german.values() if unit.type != "air"]  # 2.4b, 2.4c
        infantry, armored = counters.infantry, counters.armored
        self.soviets = len(german)  # the first Soviet piece
        self.armored = self.soviets + infantry  # the first armored one
        count = self.armored + armored
        self.pieces: list[str] = [
            *(unit.id for unit in german),
            *(f"i{n}" for n in range(1, infantry + 1)),
            *(f"a{n}" for n in range(1, armored + 1)),
        ]
        self.full_names = {unit.id: unit.name for unit in german}
        self.number = {name: n for n, name in enumerate(self.pieces)}
        self.all_pieces: Bits = below(count)
        self.side = (below(self.soviets), self.all_pieces & ~below(self.soviets))
        self.infantry_units = bits(range(self.soviets, self.armored))
        self.armored_units = bits(range(self.armored, count))
        self.types: list[str] = [unit.type for unit in german]
        self.strong: list[int] = [unit.strength for unit in german]
        self.weak: list[int] = [unit.reduced for unit in german]
        self.german_armor = bits(n for n, unit in enumerate(german) if unit.type == "armor")
        self.panzers = bits(n for n, unit in enumerate(german) if unit.type != "infantry")
        self.motorized = self.panzers | self.armored_units
        self.allowance: list[int] = [  # 2.4e, 2.7a
            *(unit.movement for unit in german),
            *[counters.untried["infantry"]] * infantry,
            *[counters.untried["armored"]] * armored,
        ]
        corps: dict[str, Bits] = dict.fromkeys(counters.corps.values(), 0)
        for n, unit in enumerate(german):
            if unit.corps:
                corps[counters.corps[unit.corps]] |= 1 << n
        self.corps = corps  # 2.8a
        self.faces: list[Face] = list(counters.faces)
        foot = bits(n for n, face in enumerate(self.faces) if face.type == "infantry")
        self.faces_of_type = (foot, below(len(self.faces)) & ~foot)

    # -- the charts ---------------------------------------------------------------------------

    def _charts(self, charts: Charts) -> None:
        self.columns = charts.columns
        self.lowest_column = min(column for _, column in charts.crt)
        self.highest_column = max(column for _, column in charts.crt)
        self._crt, self._smooth = charts.crt, charts.smooth
        self.shift, numbers = charts.shift, charts.numbers
        self.stacking: int = numbers["stacking"]
        self.disengage: int = numbers["disengage"]
        self.disengage_quick: int = numbers["disengage_motor"]
        self.disengage_stack: int = numbers["disengage_stack"]
        self.overrun_cost: int = numbers["overrun_cost"]
        self.overrun_stack: int = numbers["overrun_stack"]
        self.advancing: int = numbers["advance"]
        self.supply_length: int = numbers["supply_length"]
        self.fort_range: int = numbers["fort_range"]
        self.forts_per_turn: int = numbers["forts_per_turn"]
        self.replacements: int = numbers["replacements_per_hex"]
        self.surprise_turn: int = numbers["surprise_turn"]
        self.counterblow_turn: int = numbers["counterblow_turn"]
        self.army_size: int = numbers["counterblow_units"]
        self.turns: int = numbers["last_turn"]
        self.sizes = tuple(range(1, max(self.stacking, self.advancing) + 1))  # of stacks that matter
        near = self.leningrad
        for _ in range(self.fort_range):
            near |= self.around(near)
        self.fort_zone = near  # 15.0d
        self.points_per_hex = charts.points_per_hex
        self.points = charts.points
        self.levels = charts.levels
        self.dates = ("", *charts.dates)

    def crt(self, die: int, column: int, options: tuple[str, ...]) -> tuple[int, int]:
        """The result for the defender and for the attacker; E is 9."""
        if (die, column) == self._smooth[0] and "crt=smooth" in options:
            return self._smooth[1]
        return self._crt[die, column]

    # -- what steps cost ----------------------------------------------------------------------

    def _costs(self, charts: Charts) -> None:
        """Compute the cost of every step, for foot and for motor, and lay the costs out set-wise."""
        self.why_cost: dict[str, dict[tuple[int, int], list[Line]]] = {"foot": {}, "motor": {}}
        terrain = {self.board.at[name]: kind for name, kind in self.map.terrain.items()}
        times = charts.times["river"]
        self.fort_times: int = charts.times["fort"]
        self.air_times: int = charts.times["air"]
        for kind, lines in self.why_cost.items():
            for a, b in self.open_pairs:
                lines[a, b] = self._step(charts.cost, kind, terrain[b], (a, b) in self.road_links)
                if self.river[a] >> b & 1:
                    lines[a, b].append(Line("4.9g", "x", times, "across a river"))  # 4.9.note2
        self.foot: Rate = rate(self.board, self._in_halves("foot"))
        self.motor: Rate = rate(self.board, self._in_halves("motor"))
        self.entry_cost: tuple[dict[int, int], dict[int, int]] = ({}, {})
        leaves = self.board.named(self.map.leaves)
        for n, kind in enumerate(("foot", "motor")):
            for hex_ in scan(self.land):
                step = self._step(charts.cost, kind, terrain[hex_], bool(leaves >> hex_ & 1))  # 16.1a
                self.entry_cost[n][hex_] = int(2 * total(step))

    def _step(self, cost: Mapping[str, Mapping[str, Fraction]], kind: str, terrain: str, road: bool) -> list[Line]:
        if road:
            return [Line("4.9b", "=", cost["road"][kind], "road")]  # 4.2b, 4.9.note1
        return [Line(CLAUSE_OF_TERRAIN[terrain], "=", cost[terrain][kind], terrain)]  # 2.7b, 4.1c, 4.2a, 4.2c

    def _in_halves(self, kind: str) -> dict[tuple[int, int], int]:
        return {pair: int(2 * total(lines)) for pair, lines in self.why_cost[kind].items()}

    # -- arrivals -----------------------------------------------------------------------------

    def _schedule(self, box: Box) -> None:
        german, soviet = box.charts.schedule
        self.air_arrives: list[int] = [row.turn for row in german if row.kind == "air" for _ in range(row.size)]
        self.forts_arrive = {row.turn: row.size for row in soviet if row.kind == "fort"}
        self.slots: list[Slot] = [
            self._slot(side, row, bits(self.number[u] for u in box.campaign.arrive[row.turn]) if side == 0 else 0)
            for side, rows in enumerate(box.charts.schedule)
            for row in rows
            if row.kind not in ("air", "fort")
        ]
        self.free_columns = {
            c: bits(h for h, (column, _) in self.board.spot.items() if column == c) & self.land
            for c in box.campaign.soviet.columns
        }  # setup.7
        self.second_entry, self.third_entry = (self.board.named([hex_]) for hex_ in box.charts.delayed)

    def _slot(self, side: int, row: Row, units: Bits) -> Slot:
        return Slot(
            side,
            row.turn,
            row.size,
            self.area[row.area] if row.area else self.board.named(row.at),
            units,
            armored=row.kind == "armored",
            leningrad=row.area == "Leningrad",
            army=row.name == ARMY,
            source=row.source,
        )

    # -- starting positions -------------------------------------------------------------------

    def scenario_for(self, options: Iterable[str]) -> Plan:
        """The fixed set-up, by the option on the counter pool."""
        campaign, at = self.box.campaign, self.board.at
        soviet = campaign.strict if "pool=strict" in options else campaign.soviet
        return Plan(
            tuple((self.number[unit], at[hex_]) for unit, hex_ in campaign.german.items()),
            tuple(at[hex_] for hex_ in soviet.place["infantry"]),
            tuple(at[hex_] for hex_ in soviet.place["armored"]),
        )
