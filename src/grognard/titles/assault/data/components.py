"""The components of a game of the family: maps, counters, charts and scenario as read, laid out for use.

Both maps are one board: the hexes of the Inset are a second lattice after the main map. No hex of one is adjacent to
a hex of the other; they are joined by the seam (`seam`, `twin`, `district`).
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise

from ....core.bits import Bits, bits, scan
from ....core.knowledge import Kept
from ....kit.battle.ledger import Line, total
from ....kit.hex.board import Board
from ....kit.hex.reach import Rate, rate, union
from ....kit.load.toml import Record
from ..ruleset import CLASSES, GERMAN, RUSSIAN, SIDES, SLOT_OF, SLOTS, Ruleset
from .charts import SIXTH, ChartReader, Charts, Result, shown
from .links import Links, Pair
from .map_and_units import ISLAND, WATER, CounterReader, Counters, Ground, Unit
from .scenarios import Plan, PlanReader

PARTS = ("", "⅙", "⅓", "½", "⅔", "⅚")
SIDES_OF_A_COUNTER = 2


def sixths(points: int) -> str:
    """Movement points in sixths as a player writes them: 44 is `7⅓`."""
    whole, part = divmod(points, SIXTH)
    return f"{whole or ''}{PARTS[part]}" if part else str(whole)


class Components(Links):
    """Everything that does not change in play."""

    def __init__(self, files: Mapping[str, Record], rules: Ruleset) -> None:
        self.rules = rules
        ground = Ground(files["map.toml"], files["inset.toml"], rules)
        counters = CounterReader(files["units.toml"], rules)
        charts = ChartReader(files["tables.toml"], ground, counters.read, rules)
        plans = PlanReader(files["scenarios.toml"], ground, counters.read, charts.read, rules)
        self.map, self.inset = ground.map, ground.inset
        self.insets = {rules.city: ground.inset}  # for drawing
        self.counters: Counters = counters.read
        self.charts: Charts = charts.read
        rows = [row for row, _ in self.charts.crt]
        self.rows = min(rows), max(rows)  # the first and the last of the table
        self.plan: Plan = plans.read
        self.tables = shown(files["tables.toml"], charts)  # for displaying the charts
        self.origins = {
            "map": ground.map.sources,
            f"inset {rules.city}": ground.inset.sources,
            "charts": charts.layers,
            "counters": counters.layers,
            "set-ups": plans.layers,
        }
        self._board()
        self._seam()
        self._links()
        self._costs()
        self._pieces()

    # -- the maps -----------------------------------------------------------------------------

    def _board(self) -> None:
        self.kept: Kept = {}
        boxes, inset = self.rules.boxes, self.inset
        self.board = board = Board(self.map.grid, self.map.terrain, boxes, [(inset.grid, inset.terrain)])
        self.reserve, self.lost, self.withdrawn, self.airfield = (board.at[box] for box in boxes[:4])
        self.all_places: Bits = bits(board.at.values())
        self.main: Bits = board.named(self.map.terrain)  # 2.0b, 3.1a
        kinds: dict[str, Bits] = dict.fromkeys((*self.rules.terrain, *WATER, ISLAND), 0)
        self.terrain: dict[int, str] = {
            board.at[hex]: kind for m in (self.map, self.inset) for hex, kind in m.terrain.items()
        }
        for place, kind in self.terrain.items():
            kinds[kind] |= 1 << place  # 3.1b
        self.kind = kinds
        self.land: Bits = board.hexes & ~sum(kinds[kind] for kind in (*WATER, ISLAND))  # 6.17b, 8.25a
        self.forts: Bits = (
            board.named(self.map.features["fortification"]) if self.rules.forts else 0
        )  # 10.36a: permanent
        self.strong: Bits = self.forts | kinds.get("fortified city", 0)  # 9.6a, 11.42a
        area = {name: board.named(hexes) for name, hexes in self.map.areas.items()}
        self.area = area  # 5.3a
        self.city, self.naval = area[self.rules.city], area.get("naval", 0)
        self.harbor: Bits = kinds.get("harbor", 0)
        self.edge = [union([area[edge] for edge in edges]) for edges in self.rules.edges]  # 11.13b, 11.14a
        victory = self.charts.victory
        self.garrisons: Bits = area.get(victory.garrisons, 0)
        self.key_points: Bits = board.named(h for h, p in inset.places.items() if p.kind == self.rules.scoring_place)
        self.corner: Bits = board.named([victory.cut[1]] if victory.cut[1] else [])  # 19.93a
        points = {board.at[hex]: worth for hex, worth in victory.cities.items()}
        if not self.corner:  # 17.22c: a key point scores for the German who was there last
            points |= dict.fromkeys(scan(self.key_points), victory.key_point)
        self.points = points  # 17.22b, 17.22c
        self.scoring: Bits = bits(points) | self.corner  # where it matters who was there last
        self.markers: Bits = board.named(victory.marker[1])  # 18.51a
        self.notable: Bits = self.scoring | self.garrisons | self.markers  # where passing through changes something

    def _seam(self) -> None:
        """Determine which hexes of the Inset correspond to which of the main map."""
        at, links = self.board.at, self.inset.links
        self.twin: dict[int, int] = {}  # of an Inset hex: its hex of the main map
        self.district: dict[int, Bits] = {}  # of a city hex: its interior hexes
        self.fringe_of: dict[int, Bits] = {}  # of a fringe hex of the main map: its hexes of the Inset
        for to, link in links.items():
            place, hexes = at[to], self.board.named(link.hexes)
            self.twin |= dict.fromkeys(scan(hexes), place)
            (self.district if link.kind == "interior" else self.fringe_of)[place] = hexes  # 8.12b, 8.13a, 8.13b, 8.13c
        self.interior: Bits = sum(self.district.values())  # 8.12a, 8.34d
        self.fringe: Bits = sum(self.fringe_of.values())  # on the Inset
        self.outside: Bits = bits(self.fringe_of)  # on the main map
        self.within: Bits = self.city | self.interior  # the city on both maps
        self.on_inset: Bits = self.interior | self.fringe
        self.seamed: Bits = self.fringe | self.outside
        self.joined: dict[int, Bits] = {place: self.seam(1 << place) for place in scan(self.seamed)}
        self.grounds: list[Bits] = [1 << place | hexes for place, hexes in self.fringe_of.items()]
        self.distance = {
            place: min(self.board.distance(self.twin.get(place, place), city) for city in scan(self.city))
            for place in scan(self.land)
        }  # from the city, in hexes of the main map
        most = max(self.distance.values())
        self.farther: list[Bits] = [
            bits(place for place, far in self.distance.items() if far >= least) for least in range(most + 1)
        ]  # by minimum distance from it

    def seam(self, places: Bits) -> Bits:
        """The fringe hexes of the other map that correspond to fringe hexes in this set."""
        out = 0
        for place, hexes in self.fringe_of.items() if places & self.seamed else ():
            if places >> place & 1:
                out |= hexes
            if places & hexes:
                out |= 1 << place
        return out

    def one_ground(self, places: Bits) -> Bits:
        """The fringe hexes of both maps that correspond to any fringe hex in this set, including itself."""
        return union([ground for ground in self.grounds if ground & places]) if places & self.seamed else 0

    # -- what steps cost ----------------------------------------------------------------------

    def _costs(self) -> None:
        """Compute the cost of every step for each side and gait, and lay the costs out set-wise, in sixths."""
        at, charts = self.board.at, self.charts
        self.road_links = {
            pair
            for road in self.map.roads.values()
            for a, b in pairwise(road.hexes)
            for pair in ((at[a], at[b]), (at[b], at[a]))
        }
        self.rates: dict[tuple[int, str], Rate] = {
            (side, gait): rate(self.board, self._in_sixths(side, gait))
            for side in (GERMAN, RUSSIAN)
            for gait in self.rules.gaits
            if side == RUSSIAN or gait != "guerrilla"
        }
        self.narrow: dict[tuple[int, str], Rate] = {
            key: self._narrowed(*key) if self.rules.never_between_zones else way for key, way in self.rates.items()
        }  # the steps from enemy zone to enemy zone
        self._wading: dict[tuple[int, str], Rate] = {}
        self.toll: int = SIXTH * charts.numbers["leave_zone"]  # 6.13d, 9.4a
        by_road = self.area["road entry"]
        self.entry_cost = {
            (gait, hex): int(
                SIXTH
                * (
                    charts.road[gait]
                    if by_road >> hex & 1  # 16.17a
                    else charts.terrain[self.terrain[hex]].cost[GERMAN][gait]
                )
            )  # 5.4d, 16.14a
            for name in sorted(self.map.entries)
            for hex in scan(self.area[name])
            for gait in ("foot", "motor")
        }
        by_cost: dict[str, dict[int, Bits]] = {gait: {} for gait, _ in self.entry_cost}
        for (gait, hex), cost in self.entry_cost.items():
            by_cost[gait][cost] = by_cost[gait].get(cost, 0) | 1 << hex
        self.entries_by_cost = {gait: tuple(sets.items()) for gait, sets in by_cost.items()}

    def _narrowed(self, side: int, gait: str) -> Rate:
        """The costs of the steps that do not cross a hexside barred from zone to zone."""
        costs = self._in_sixths(side, gait)
        return rate(
            self.board, {(a, b): cost for (a, b), cost in costs.items() if not self.barred[a] >> b & 1}
        )  # 19.33a

    def wading(self, side: int, gait: str) -> Rate:
        """The costs of all steps, as if the barrier were no obstacle: for paths that a player may have meant."""
        if (key := (side, gait)) not in self._wading:
            costs = self._in_sixths(side, gait)
            wet = {(a, b): SIXTH for a, b in self.barrier if self.land >> a & self.land >> b & 1}
            self._wading[key] = rate(self.board, wet | costs)
        return self._wading[key]

    def why_cost(self, side: int, gait: str, a: int, b: int) -> list[Line]:
        """The ledger of a step from a to b, ignoring zones."""
        return self._step(side, gait, *self._crossing(a, b))

    def _crossing(self, a: int, b: int) -> tuple[str, bool, str]:
        """The terrain entered, whether along a road, and what is crossed."""
        pair = (a, b)
        return self.terrain[b], pair in self.road_links, self.hexside.get(pair, "")

    def _step(self, side: int, gait: str, kind: str, road: bool, crossed: str) -> list[Line]:
        if road:
            return [Line("6.16a", "=", self.charts.road[gait], "road")]  # 6.16c, 6.16d, 8.21c
        clause = "8.22b" if (kind, side) == ("interior", GERMAN) else self.rules.terrain[kind]
        lines = [Line(clause, "=", self.charts.terrain[kind].cost[side][gait], kind)]  # 6.13c, 6.16b, 8.22c
        if crossed:
            amount = self.charts.hexsides[crossed].cost[gait]
            clause = "8.23b" if crossed == self.rules.crossing else "6.15a"
            lines.append(Line(clause, "+", amount, f"across {self.hexside_name(crossed)}"))
        return lines

    @staticmethod
    def hexside_name(kind: str) -> str:
        """A kind of hexside in a sentence: `a river`, `the Don`."""
        return f"a {kind}" if kind.islower() else f"the {kind}"

    def _in_sixths(self, side: int, gait: str) -> dict[Pair, int]:
        prices: dict[tuple[str, bool, str], int] = {}
        out = {}
        for a, b in self.walk[side]:
            what = self._crossing(a, b)
            if what not in prices:
                prices[what] = int(SIXTH * total(self._step(side, gait, *what)))
            out[a, b] = prices[what]
        return out

    # -- the pieces ---------------------------------------------------------------------------

    def _pieces(self) -> None:
        """Ground units first, Germans before Russians; then the fleet, if any, then the air units of both."""
        counters = self.counters
        self.units: tuple[Unit, ...] = counters.units
        types = [counters.types[unit.type] for unit in self.units]
        ground = len(self.units)
        self.russians = sum(kind.side == GERMAN for kind in types)  # the first Russian piece
        self.ships: Bits = 1 << ground if self.rules.fleet else 0
        self.fleet, first = ground, ground + self.rules.fleet  # without a fleet, no rule asks for it
        fleet = [counters.fleet[0]] if self.rules.fleet else []
        self.pieces: list[str] = [*(unit.id for unit in self.units), *fleet, *counters.air[0], *counters.air[1]]
        self.number = {name: n for n, name in enumerate(self.pieces)}
        self.all_pieces: Bits = bits(range(len(self.pieces)))
        self.ground: Bits = bits(range(ground))  # 3.2n
        self.side: tuple[Bits, Bits] = (bits(range(self.russians)), bits(range(self.russians, ground)))
        wing = first + len(counters.air[GERMAN])
        self.air: tuple[Bits, Bits] = (bits(range(first, wing)), bits(range(wing, len(self.pieces))))
        self.stack: list[str] = [kind.stack for kind in types]
        self.stacks = {
            name: bits(n for n, kind in enumerate(types) if kind.stack == name)
            for name in ("one", "regiment", "headquarters", "guerrilla", "worker")
        }
        self.slot: list[int] = [SLOT_OF[kind.stack] for kind in types]
        self.slots: list[Bits] = [bits(n for n, slot in enumerate(self.slot) if slot == k) for k in range(SLOTS)]
        self.mechanized: Bits = bits(n for n, kind in enumerate(types) if kind.mechanized)  # 11.37a
        self.gait: list[str] = [
            "guerrilla" if kind.stack == "guerrilla" else "motor" if kind.mechanized else "foot" for kind in types
        ]  # 6.13c, 15.2a
        self.allowance: list[int] = [SIXTH * unit.movement for unit in self.units]
        self._values()
        self.score: list[int] = [kind.points for kind in types]  # 17.23a
        self.divisions = self._grouped([unit.division for unit in self.units])  # 3.2j, 7.2c
        self.corps = self._grouped([unit.corps for unit in self.units])  # 3.2l, 3.2m
        self.of_division: dict[int, Bits] = {n: units for units in self.divisions.values() for n in scan(units)}
        self.of_corps: dict[int, str] = {n: corps for corps, units in self.corps.items() for n in scan(units)}
        self.headquarters: dict[str, int] = {
            corps: next(scan(units & self.stacks["headquarters"])) for corps, units in self.corps.items()
        }
        start = {self.number[unit]: self.board.at[hex] for unit, hex in self.plan.start.items()}
        self.start = start
        self.rooted: Bits = self.stacks["worker"] & bits(start)  # 14.2b
        self.tank_corps: Bits = bits(n for n, kind in enumerate(types) if kind.tank_corps)  # 19.41a, 19.42a
        self.interior_only: Bits = bits(n for n, kind in enumerate(types) if kind.interior)  # 19.43a
        self.city_bound: Bits = self.stacks["worker"] | self.interior_only  # they never leave the city
        self.recalled: Bits = bits(n for n, kind in enumerate(types) if kind.returns)  # 19.73a
        heads = self.stacks["headquarters"]
        self.captors: Bits = self.side[GERMAN] & ~(0 if self.rules.headquarters_capture else heads)  # 17.22a, 19.93b
        self.held = {self.number[unit]: turn for unit, turn in self.plan.held.items()}  # 5.6a, 5.6b, appendix1.2
        self.free: Bits = bits(self.number[unit] for unit in self.plan.free)  # appendix1.3
        self.due = {self.number[unit]: turn for unit, turn in self.plan.appear.items()}  # 16.12a
        self.entry = {self.number[u]: (turn, self.area[area]) for u, (turn, area) in self.plan.enter.items()}  # 5.4a
        self.due |= {unit: turn for unit, (turn, _) in self.entry.items()}  # 5.5a, 16.11a, 16.18a
        self.turns: int = self.charts.numbers["last_turn"]
        self.come: list[Bits] = [
            bits(unit for unit, turn in self.due.items() if turn <= now) for now in range(self.turns + 1)
        ]  # the units due by then
        self.leave = {self.number[u]: when for u, when in self.plan.withdraw.items()}  # 16.21a, 16.26a
        self.last_resort = self.board.at.get(self.plan.last_resort, self.reserve)  # 16.13c
        self._cup()
        self.dates = ("", *self.charts.dates)

    def _values(self) -> None:
        """Factor and class of every unit by the steps it has lost: none, one, and so on."""
        sides = [unit.sides for unit in self.units]
        most = max(map(len, sides))
        self.factor = tuple([values[lost][0] if lost < len(values) else 0 for values in sides] for lost in range(most))
        self.grade = tuple(
            [CLASSES.index(values[min(lost, len(values) - 1)][1]) for values in sides] for lost in range(most)
        )  # 0 is A
        self.of_class = tuple(
            tuple(bits(n for n, grade in enumerate(side) if grade == which) for which in range(len(CLASSES)))
            for side in self.grade
        )  # by the steps lost, then by class
        self.steps: list[int] = [len(values) for values in sides]  # 10.210a, 19.21b, 19.21c
        self.two_sided: Bits = bits(n for n, steps in enumerate(self.steps) if steps > 1)  # 10.210a
        self.with_subcounter: Bits = bits(
            n for n, steps in enumerate(self.steps) if steps > SIDES_OF_A_COUNTER
        )  # 19.22b
        self.deeper: tuple[Bits, ...] = tuple(
            bits(n for n, steps in enumerate(self.steps) if steps > lost) for lost in range(most)
        )  # the units with more steps than that

    def _cup(self) -> None:
        """[19.7] The boxes of units that enter by an Area of their own choice or lot, and the numbers drawn."""
        at, draw, area = self.board.at, self.plan.draw, self.area
        self.cup, self.drawn = (at[box] if self.rules.cup else self.reserve for box in ("cup", "drawn"))
        self.returning = at["returning"] if self.rules.cup else self.reserve  # 19.74a, 11.36b
        self.doors: dict[int, Bits] = {}
        if self.rules.cup:
            self.doors = {at["north"]: area["N"], at["east"]: area["E"]}  # 19.72c
            self.doors[self.returning] = union([area[name] for name in self.plan.returns])  # 19.74a
        self.in_cup: Bits = bits(self.number[unit] for unit in draw.cup)  # 19.72a
        self.draws: dict[int, tuple[int, ...]] = {
            at[box]: (0, *draw.numbers[name]) for box, name in (("north", "N"), ("east", "E")) if name in draw.numbers
        }  # by box and turn

    @staticmethod
    def _grouped(names: Iterable[str]) -> dict[str, Bits]:
        out: dict[str, Bits] = {}
        for n, name in enumerate(names):
            if name:
                out[name] = out.get(name, 0) | 1 << n
        return out

    # -- the charts ---------------------------------------------------------------------------

    def column(self, attack: Fraction | int, defense: Fraction | int) -> int | None:
        """The column of the table for these strengths, rounded in the defender's favour; None below the first."""
        columns = enumerate(self.charts.columns)
        found = [n for n, odds in columns if odds.numerator * defense <= odds.denominator * attack]  # 10.21c
        return found[-1] if found else None  # 10.21f

    def automatic(self, attack: Fraction | int, defense: Fraction | int) -> bool:
        """Whether the result is automatic at these odds."""
        odds = self.charts.automatic
        return odds.numerator * defense <= odds.denominator * attack  # 10.21e

    def crt(self, die: int, column: int) -> Result:
        """The result of a modified die."""
        return self.charts.crt[max(self.rows[0], min(self.rows[1], die)), column]  # 10.21h

    def river_multiple(self, place: int, fronts: Bits) -> int:
        """The multiple of a defender for rivers: one unless every attacker, if there is any, is across one."""
        if fronts & ~self.across[place]:
            return 1  # 10.33c
        rows = self.charts.hexsides
        crossed = [kind for kind, sides in self.across_by.items() if not fronts or sides[place] & fronts]
        return min(rows[kind].defense for kind in crossed)

    def multiple(self, place: int, side: int, river: int = 1) -> int:
        """The multiple of a defender's factor: terrain, and a river if every attacker is across one."""
        charts = self.charts
        value = charts.terrain[self.terrain[place]].defense[side]  # 10.32a, 10.32b, 10.35a, 10.35b, 8.46a, 19.35a
        if side == RUSSIAN and self.forts >> place & 1:
            value = charts.fortification[0]  # 10.34a, 10.34b
        return value * river  # 10.33b, 10.34c, 10.38b

    def raid(self, place: int, side: int) -> frozenset[int]:
        """The rolls that disrupt units of this side in a hex."""
        if side == RUSSIAN and self.forts >> place & 1:
            return self.charts.fortification[1]  # 12.37a
        return self.charts.terrain[self.terrain[place]].raid  # 12.34a

    def tank_raid(self, place: int) -> frozenset[int]:
        """The rolls that disrupt a Tank Corps in a hex."""
        return self.charts.terrain[self.terrain[place]].tank_raid  # 19.42a

    def whose(self, piece: int) -> str:
        """The name of a piece's side."""
        return SIDES[GERMAN if (self.side[GERMAN] | self.air[GERMAN]) >> piece & 1 else RUSSIAN]
