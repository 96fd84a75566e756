"""The components of the game: map, counters and charts, read from `data/` and laid out for use."""

import tomllib
from collections.abc import Iterable, Mapping
from fractions import Fraction
from importlib.resources import files
from itertools import pairwise
from typing import Any, NamedTuple

from ...core.bits import Bits, bits, scan
from ...kit.board import Board
from ...kit.ledger import Line, total
from ...kit.mapfile import WATER, HexMap, load_map
from ...kit.reach import Rate, rate


def halves(points: int) -> str:
    """Movement Points kept in halves, as a player writes them: 5 is `2½`."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


class Face(NamedTuple):
    """What a Soviet counter may turn out to be."""

    id: str
    type: str  # infantry, armor, mechanized
    attack: int
    defense: int
    name: str


class Slot(NamedTuple):
    """One line of the reinforcement schedule."""

    side: int
    turn: int
    size: int
    hexes: Bits
    units: Bits  # named ones; Soviet units are drawn
    armored: bool
    leningrad: bool
    army: bool  # the six divisions of 17.4
    source: str


class Plan(NamedTuple):
    """Who starts where."""

    german: tuple[tuple[int, int], ...]
    infantry: tuple[int, ...]
    armored: tuple[int, ...]


CLAUSE_OF_TERRAIN = {"clear": "4.9a", "city": "4.9c", "soviet city": "4.9d", "swamp": "4.9e", "hill": "4.9f"}
"""Towns and the national border are not among them: they have no effect (4.9k, setup.12)."""


class Components:
    """Everything that does not change in play."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.map: HexMap = load_map(texts["map.toml"], "map.toml")
        units, tables = tomllib.loads(texts["units.toml"]), tomllib.loads(texts["tables.toml"])
        self.scenarios: dict[str, Any] = tomllib.loads(texts["scenarios.toml"])
        self.tables: Mapping[str, Any] = tables  # as read, for whoever shows the charts
        self._board()
        self._counters(units)
        self._charts(tables)
        self._costs(tables["movement"])
        self._schedule(tables["schedule"])

    # -- the map ------------------------------------------------------------------------------

    def _board(self) -> None:
        m = self.map
        self.board = board = Board(m.grid, m.terrain, ("reserve", "lost"))  # 2.1b
        self.reserve, self.lost = board.at["reserve"], board.at["lost"]
        self.all_places: Bits = board.hexes | 1 << self.reserve | 1 << self.lost
        kinds: dict[str, Bits] = {}
        for name, kind in m.terrain.items():
            kinds[kind] = kinds.get(kind, 0) | 1 << board.at[name]
        water = sum(kinds.get(kind, 0) for kind in WATER)
        self.land: Bits = board.hexes & ~water
        self.clear = kinds["clear"]
        self.city, self.soviet_city = kinds["city"], kinds["soviet city"]
        self.rough: Bits = self.city | kinds["swamp"] | kinds["hill"]  # 9.6d
        shut = {frozenset((board.at[a], board.at[b])) for a, b, _ in m.water}  # 4.9i
        self.open_pairs = [
            (a, b) for a, b in board.pairs()
            if self.land >> a & 1 and self.land >> b & 1 and frozenset((a, b)) not in shut
        ]  # fmt: skip
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
        self.top_edge, self.victory_hexes = area["emergency entry"], area["victory"]
        self.sources = (area["German supply"], area["Soviet supply"])  # 11.5a, 11.5b
        self.frozen = area["no move on Game-Turn 1"]
        self.area = area

    # -- the counters -------------------------------------------------------------------------

    def _counters(self, raw: Mapping[str, Any]) -> None:
        german = [unit for unit in raw["german"] if unit["type"] != "air"]  # 2.4b, 2.4c
        infantry, armored = raw["counters"]["soviet"]["infantry"], raw["counters"]["soviet"]["armored"]
        self.soviets = len(german)  # the first Soviet piece
        self.armored = self.soviets + infantry  # the first armored one
        count = self.armored + armored
        self.pieces: list[str] = [
            *(unit["id"] for unit in german),
            *(f"i{n}" for n in range(1, infantry + 1)),
            *(f"a{n}" for n in range(1, armored + 1)),
        ]
        self.full_names = {unit["id"]: unit["name"] for unit in german}
        self.number = {name: n for n, name in enumerate(self.pieces)}
        self.all_pieces: Bits = (1 << count) - 1
        self.side = ((1 << self.soviets) - 1, self.all_pieces & ~((1 << self.soviets) - 1))
        self.infantry_units = bits(range(self.soviets, self.armored))
        self.armored_units = bits(range(self.armored, count))
        self.types: list[str] = [unit["type"] for unit in german]
        self.strong: list[int] = [unit["strength"] for unit in german]
        self.weak: list[int] = [unit["reduced"] for unit in german]
        self.german_armor = bits(n for n, unit in enumerate(german) if unit["type"] == "armor")
        self.panzers = bits(n for n, unit in enumerate(german) if unit["type"] != "infantry")
        self.motorized = self.panzers | self.armored_units
        self.allowance: list[int] = [  # 2.4e, 2.7a
            *(unit["movement"] for unit in german),
            *[raw["untried"]["infantry"]] * infantry,
            *[raw["untried"]["armored"]] * armored,
        ]
        corps: dict[str, Bits] = dict.fromkeys(raw["corps"].values(), 0)
        for n, unit in enumerate(german):
            if "corps" in unit:
                corps[raw["corps"][unit["corps"]]] |= 1 << n
        self.corps = corps  # 2.8a
        self.faces = [Face(f["id"], f["type"], f["attack"], f["defense"], f["name"]) for f in raw["soviet"]]
        foot = bits(n for n, face in enumerate(self.faces) if face.type == "infantry")
        self.faces_of_type = (foot, (1 << len(self.faces)) - 1 & ~foot)

    # -- the charts ---------------------------------------------------------------------------

    def _charts(self, raw: Mapping[str, Any]) -> None:
        names: list[str] = raw["crt"]["columns"]
        one_to_one = names.index("1-1")
        self.lowest_column, self.highest_column = -one_to_one, len(names) - 1 - one_to_one
        self._crt = {
            (int(die), n - one_to_one): _result(cell)
            for die, row in raw["crt"]["die"].items() for n, cell in enumerate(row)
        }  # fmt: skip
        smooth = raw["crt"]["smooth"]
        self._smooth = (smooth["die"], names.index(smooth["column"]) - one_to_one), _result(smooth["result"])
        self.shift: dict[str, int] = {shift["id"]: shift["columns"] for shift in raw["shift"]}
        numbers = {name: entry["value"] for name, entry in raw["numbers"].items()}
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
        near = self.leningrad
        for _ in range(self.fort_range):
            near |= self.around(near)
        self.fort_zone = near  # 15.0d
        victory = raw["victory"]
        self.points_per_hex: int = victory["hexes"]["points"]
        self.points: dict[tuple[str, str], int] = {
            (state, kind): victory[state][kind]
            for state in ("reduced", "eliminated") for kind in ("mechanized", "armor")
        }  # fmt: skip
        self.levels: list[tuple[int, int, str]] = [
            (level.get("least", -1000), ("german", "soviet").index(level["winner"]), level["name"])
            for level in victory["level"]
        ]
        self.dates = ["", *raw["turns"]["dates"]]

    def crt(self, die: int, column: int, options: tuple[str, ...]) -> tuple[int, int]:
        """The result for the defender and for the attacker; E is 9."""
        if (die, column) == self._smooth[0] and "crt=smooth" in options:
            return self._smooth[1]
        return self._crt[die, column]

    # -- what steps cost ----------------------------------------------------------------------

    def _costs(self, raw: Mapping[str, Any]) -> None:
        """Price every step twice, for foot and for motor, and lay the prices out set-wise."""
        self.why_cost: dict[str, dict[tuple[int, int], list[Line]]] = {"foot": {}, "motor": {}}
        terrain = {self.board.at[name]: kind for name, kind in self.map.terrain.items()}
        times = raw["times"]["river"]
        self.fort_times: int = raw["times"]["fort"]
        self.air_times: int = raw["times"]["air"]
        for kind, lines in self.why_cost.items():
            for a, b in self.open_pairs:
                lines[a, b] = self._step(raw["cost"], kind, terrain[b], (a, b) in self.road_links)
                if self.river[a] >> b & 1:
                    lines[a, b].append(Line("4.9g", "x", times, "across a river"))  # 4.9.note2
        self.foot: Rate = rate(self.board, self._in_halves("foot"))
        self.motor: Rate = rate(self.board, self._in_halves("motor"))
        self.entry_cost: tuple[dict[int, int], dict[int, int]] = ({}, {})
        leaves = self.board.named(self.map.leaves)
        for n, kind in enumerate(("foot", "motor")):
            for hex_ in scan(self.land):
                step = self._step(raw["cost"], kind, terrain[hex_], bool(leaves >> hex_ & 1))  # 16.1a
                self.entry_cost[n][hex_] = int(2 * total(step))

    def _step(self, cost: Mapping[str, Any], kind: str, terrain: str, road: bool) -> list[Line]:
        if road:
            return [Line("4.9b", "=", Fraction(cost["road"][kind]), "road")]  # 4.2b, 4.9.note1
        return [Line(CLAUSE_OF_TERRAIN[terrain], "=", Fraction(cost[terrain][kind]), terrain)]  # 2.7b, 4.1c, 4.2a, 4.2c

    def _in_halves(self, kind: str) -> dict[tuple[int, int], int]:
        return {pair: int(2 * total(lines)) for pair, lines in self.why_cost[kind].items()}

    # -- who arrives when ---------------------------------------------------------------------

    def _schedule(self, raw: Mapping[str, Any]) -> None:
        named = {}
        for group in self.scenarios["campaign"]["arrive"]:
            named[group["turn"]] = group["units"]
        self.air_arrives: list[int] = []
        self.forts_arrive: dict[int, int] = {}
        self.slots: list[Slot] = []
        for side, rows in enumerate((raw["german"], raw["soviet"])):
            for row in rows:
                if row["kind"] == "air":
                    self.air_arrives += [row["turn"]] * row["count"]
                elif row["kind"] == "fort":
                    self.forts_arrive[row["turn"]] = row["count"]
                else:
                    units = bits(self.number[u] for u in named[row["turn"]]) if side == 0 else 0
                    self.slots.append(self._slot(side, row, units))
        columns = self.scenarios["campaign"]["soviet"]["free"]["columns"]
        self.free_columns = {
            int(c): bits(h for h, (column, _) in self.board.spot.items() if column == int(c)) & self.land
            for c in columns
        }  # setup.7
        self.second_entry = self.board.named([raw["delayed"]["8"]])
        self.third_entry = self.board.named([raw["delayed"]["9"]])

    def _slot(self, side: int, row: Mapping[str, Any], units: Bits) -> Slot:
        area = row.get("area", "")
        return Slot(
            side, row["turn"], row["count"],
            self.area[area] if area else self.board.named(row["at"]), units,
            armored=row["kind"] == "armored", leningrad=area == "Leningrad",
            army=row.get("name") == "34th Army", source=row["source"],
        )  # fmt: skip

    # -- who starts where ---------------------------------------------------------------------

    def scenario_for(self, name: str, options: Iterable[str]) -> Plan:
        """The fixed set-up, by scenario and the option on the counter pool."""
        raw = self.scenarios[name]
        soviet = raw["strict" if "pool=strict" in options else "soviet"]
        at = self.board.at
        return Plan(
            tuple((self.number[u], at[group["hex"]]) for group in raw["german"] for u in group["units"]),
            tuple(at[h] for group in soviet["place"] if group["kind"] == "infantry" for h in group["hexes"]),
            tuple(at[h] for group in soviet["place"] if group["kind"] == "armored" for h in group["hexes"]),
        )


def _result(cell: str) -> tuple[int, int]:
    defender, attacker = ({"-": 0, "E": 9}[part] if part in "-E" else int(part) for part in cell.split("/"))
    return defender, attacker


def load() -> Components:
    """The components as shipped."""
    folder = files(__package__) / "data"
    names = ("map.toml", "units.toml", "tables.toml", "scenarios.toml")
    return Components({name: (folder / name).read_text("utf-8") for name in names})
