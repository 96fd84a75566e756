"""The links between hexes: what a step costs by weather and class, where zones extend, how supply runs."""

from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from ....core.bits import Bits, bits
from ....kit.battle.ledger import Line, total
from ....kit.hex.board import Board, Masks, Spread
from ....kit.hex.reach import Rate, rate
from ....kit.load.hex_map import HexMap, Road
from .chart_values import WEATHERS, Charts

LIGHT, HEAVY, MIXED = 0, 1, 2  # classes of movement: heavy are the types of 8.35a; a stack of both is mixed
Pair = tuple[int, int]


def _higher(a: Pair, b: Pair) -> Pair:
    return max(a[0], b[0]), max(a[1], b[1])


def _dearer(a: Any, b: Any) -> Any:
    """The higher of two prices, if both can be paid."""
    return None if a is None or b is None else _higher(a, b) if isinstance(a, tuple) else max(a, b)


class Price(NamedTuple):
    """What a step costs: into a hex in no enemy ZOC and in one, and both again if an engineer helps; None if closed."""

    cool: int | None
    hot: int | None
    aided: tuple[int, int] | None


class Costs(NamedTuple):
    """What steps cost a class of units in one weather."""

    cool: Rate  # into hexes in no enemy ZOC
    hot: Rate  # into hexes in one (8.36d)
    cool_ways: tuple[tuple[int, Spread, Bits], ...]  # set-wise: by rising cost, with the hexes to which such steps lead
    hot_ways: tuple[tuple[int, Spread, Bits], ...]
    aided: dict[Pair, tuple[int, int]]  # with an engineer at one end: both costs again (8.33c, 8.35f)
    entry: dict[int, tuple[int, int]]  # the same of the Entry hexes, from their Map Box (9.35b, 9.35c)


class Links:
    """The part of the components that says how hexes are linked; the board has been laid out before."""

    map: HexMap
    board: Board
    charts: Charts
    terrain: dict[int, str]
    feature: dict[str, Bits]
    all_entries: Bits

    def _links(self) -> None:
        board, at = self.board, self.board.at
        self.around: Spread = board.steps(board.pairs())
        self.road_pairs: set[Pair] = self._runs(self.map.roads.values())
        self.roads: Bits = bits(a for a, _ in self.road_pairs)
        self.road: Spread = board.steps(self.road_pairs)  # 6.23a, 8.36a
        self.road_to: list[Bits] = self._around(self.road_pairs)
        self.bridged: set[Pair] = self.road_pairs | self._runs(self.map.rails.values())  # 8.36b
        self.road_ends: Bits = board.named(self.map.leaves)
        lake = self.board.named(hex for hex, kind in self.map.terrain.items() if kind == "lake")
        wet = {pair for a, b, _ in self.map.water for pair in ((at[a], at[b]), (at[b], at[a]))}
        self.hexside: dict[Pair, str] = {
            pair: river.kind
            for river in self.map.rivers.values()
            for a, b in river.sides
            for pair in ((at[a], at[b]), (at[b], at[a]))
        }  # 8.33a
        for a, b in board.pairs():
            if (lake >> a | lake >> b) & 1 or (a, b) in wet:
                self.hexside[a, b] = "lake"  # 8.34a, 8.34b: partly covered sides are not listed
        self.rivers: list[Bits] = self._around(p for p, kind in self.hexside.items() if kind != "lake")
        self.major: list[Bits] = self._around(p for p, kind in self.hexside.items() if kind == "major river")
        self._zones()
        self._laid: dict[tuple[str, int], Costs] = {}
        self.road_rate = {
            weather: rate(board, dict.fromkeys(self.road_pairs, self.charts.road[weather])) for weather in WEATHERS
        }

    def _runs(self, runs: Iterable[Road]) -> set[Pair]:
        at = self.board.at
        return {pair for run in runs for a, b in pairwise(run.hexes) for pair in ((at[a], at[b]), (at[b], at[a]))}

    def _around(self, links: Iterable[Pair]) -> list[Bits]:
        out = [0] * len(self.board.names)
        for a, b in links:
            out[a] |= 1 << b
        return out

    # -- zones and supply ---------------------------------------------------------------------

    def passable(self, weather: str, a: int, b: int) -> bool:
        """Whether a step between two neighbours is open to anybody in this weather."""
        lake = self.hexside.get((a, b)) == "lake"
        return not lake or weather in self.charts.hexsides["lake"].added  # 8.34a

    def _zones(self) -> None:
        """Where zones extend, and the links that supply and retreats may use."""
        self.open_to: dict[str, list[Bits]] = {}  # the neighbours anybody may step to, by weather
        self.open_for: dict[tuple[str, int], list[Bits]] = {}  # by class: as 3.22b has it for zones
        self.firm_to: dict[str, list[Bits]] = {}  # the neighbours heavy types may step to without help
        self.ferry_to: dict[str, list[Bits]] = {}  # those they may step to if an engineer helps
        self.supply_step: dict[str, Spread] = {}
        self.zoc: dict[tuple[str, int], Spread] = {}
        for weather in WEATHERS:
            open_ = [(a, b) for a, b in self.board.pairs() if self.passable(weather, a, b)]
            self.open_to[weather] = self._around(open_)
            self.supply_step[weather] = self.board.steps(open_)  # 6.22b, 6.22c
            firm = {(a, b): not self.wades(weather, HEAVY, a, b) for a, b in open_ if not self.boggy(weather, a, b)}
            self.firm_to[weather] = self._around(pair for pair, dry in firm.items() if dry)  # 8.35a, 8.35c, 8.35e
            self.ferry_to[weather] = self._around(pair for pair, dry in firm.items() if not dry)  # 8.35f
            for kind in (LIGHT, HEAVY):
                links = [(a, b) for a, b in open_ if kind == LIGHT or not self.boggy(weather, a, b, zone=True)]
                self.open_for[weather, kind] = self._around(links)
                self.zoc[weather, kind] = self.board.steps(links)  # 3.22a, 3.22b

    def boggy(self, weather: str, a: int, b: int, zone: bool = False) -> bool:
        """Whether swamp keeps heavy types from a step: into it or, unless it is for a zone, out of it."""
        if (a, b) in self.road_pairs or weather not in self.charts.terrain["swamp"].heavy:
            return False  # 8.35a
        return self.terrain[b] == "swamp" or (self.terrain[a] == "swamp" and not zone)

    # -- costs --------------------------------------------------------------------------------

    def costs(self, weather: str, kind: int) -> Costs:
        """What steps cost a class of units in this weather, laid out when it is first needed."""
        key = weather, kind
        if key not in self._laid:
            self._laid[key] = self._mixed(weather) if kind == MIXED else self._costs(weather, kind)
        return self._laid[key]

    def _costs(self, weather: str, kind: int) -> Costs:
        entry = {
            hex: (
                int(total(self.why_entry(weather, kind, hex, False))),
                int(total(self.why_entry(weather, kind, hex, True))),
            )
            for hex in self.terrain
            if self.all_entries >> hex & 1 and not self._shut_entry(weather, kind, hex)
        }
        return self._laid_out([self._price(weather, kind, *pairs[0]) for pairs, _ in self.alike], entry)

    def _mixed(self, weather: str) -> Costs:
        """A stack of both classes pays the higher cost, and goes only where both may go."""
        soft, hard = self.costs(weather, LIGHT), self.costs(weather, HEAVY)
        both = [[self._price(weather, kind, *pairs[0]) for kind in (LIGHT, HEAVY)] for pairs, _ in self.alike]
        prices = [Price(*(_dearer(a, b) for a, b in zip(one, other, strict=True))) for one, other in both]
        entry = {key: _higher(pay, soft.entry[key]) for key, pay in hard.entry.items() if key in soft.entry}
        return self._laid_out(prices, entry)

    def _laid_out(self, prices: list[Price], entry: dict[int, tuple[int, int]]) -> Costs:
        """The costs of all steps, if those of each lot of steps that cost alike are known."""
        board, aided = self.board, dict[Pair, tuple[int, int]]()
        rates: list[Rate] = []
        for hot in (False, True):
            costs: dict[Pair, int] = {}
            masks: dict[int, Masks] = {}
            for price, (pairs, lot) in zip(prices, self.alike, strict=True):
                cost = price.hot if hot else price.cool
                if cost is not None:
                    costs |= dict.fromkeys(pairs, cost)
                    masks[cost] = [a | b for a, b in zip(masks.get(cost, [0] * len(lot)), lot, strict=True)]
            rates.append(Rate(board, costs, masks))
        for price, (pairs, _) in zip(prices, self.alike, strict=True):
            if price.aided is not None:
                aided |= dict.fromkeys(pairs, price.aided)
        ways = [tuple((cost, go, go(board.hexes)) for cost, _, go in one.steps) for one in rates]
        return Costs(rates[0], rates[1], ways[0], ways[1], aided, entry)

    @cached_property
    def alike(self) -> list[tuple[list[Pair], Masks]]:
        """Steps that cost the same for whatever they cross, leave and enter; each lot with its masks."""
        woods, town = self.feature["woods"], self.feature["town"]
        ground = {b: (kind, woods >> b & 1, town >> b & 1) for b, kind in self.terrain.items()}
        lots: dict[tuple[object, ...], list[Pair]] = {}
        for pair in self.board.pairs():
            a, b = pair
            ways = pair in self.bridged, pair in self.road_pairs
            lots.setdefault((self.hexside.get(pair), ways, self.terrain[a], ground[b]), []).append(pair)
        return [(pairs, self.board.masks(pairs)) for pairs in lots.values()]

    def _price(self, weather: str, kind: int, a: int, b: int) -> Price:
        """What a step between neighbours costs a class of units."""
        if not self.passable(weather, a, b) or (kind == HEAVY and self.boggy(weather, a, b)):
            return Price(None, None, None)
        ways = [self.why_cost(weather, kind, a, b, hot, aided) for aided in (False, True) for hot in (False, True)]
        cool, hot, cool_aided, hot_aided = (int(total(way)) for way in ways)
        aided = (cool_aided, hot_aided) if self.rivers[a] >> b & 1 else None
        return Price(None, None, aided) if self.wades(weather, kind, a, b) else Price(cool, hot, aided)

    def wades(self, weather: str, kind: int, a: int, b: int) -> bool:
        """Whether a step crosses a river that heavy types cross only with an engineer."""
        side = self.hexside.get((a, b), "")
        needs = side in self.charts.hexsides and weather in self.charts.hexsides[side].engineer
        return kind == HEAVY and needs and (a, b) not in self.bridged  # 8.35f

    def _shut_entry(self, weather: str, kind: int, hex: int) -> bool:
        """Whether swamp closes an Entry hex to a class; a road that enters there leads through."""
        boggy = self.terrain[hex] == "swamp" and weather in self.charts.terrain["swamp"].heavy
        return kind == HEAVY and boggy and not self.road_ends >> hex & 1

    def _ground(self, weather: str, hex: int, woods: bool = True) -> list[Line]:
        """The ledger of a hex without roads: its dearest terrain, and woods on top (8.3a, 8.31c)."""
        terrain = self.charts.terrain
        kinds = [self.terrain[hex], *(kind for kind in ("town",) if self.feature[kind] >> hex & 1)]
        cost, kind = max((terrain[kind].cost.get(weather, 0), kind) for kind in kinds)  # 8.31a
        out = [Line("8.31a", "=", cost, kind)]
        if woods and self.feature["woods"] >> hex & 1:
            out.append(Line("8.31b", "+", terrain["woods"].added[weather], "woods"))
        return out

    def why_cost(self, weather: str, kind: int, a: int, b: int, hot: bool, aided: bool = False) -> list[Line]:
        """The ledger of a step between neighbours, without what a Strongpoint adds; `hot` is in an enemy ZOC."""
        if (a, b) in self.road_pairs:
            by_road = [Line("8.36a", "=", self.charts.road[weather], "road")]  # 8.36c
            if not hot:
                return by_road
            if kind == HEAVY and self.terrain[b] == "swamp" and weather in self.charts.terrain["swamp"].heavy:
                return [by_road[0]._replace(clause="8.36f")]
            return [line._replace(clause="8.36d") for line in self._ground(weather, b, woods=False)]  # 8.36e
        out = self._ground(weather, b)
        side = self.hexside.get((a, b), "")
        if not side or (a, b) in self.bridged:
            return out  # 8.36b: a railroad bridge
        extra = self.charts.hexsides[side].added.get(weather, 0)
        out.append(Line("8.33b" if side != "lake" else "8.34a", "+", extra, f"across a {side}"))
        if aided and side != "lake" and extra and not self.wades(weather, kind, a, b):  # 8.35g
            out.append(Line("8.33c", "+", -min(extra, self.charts.numbers["engineer"]), "an engineer helps"))
        return out

    def why_entry(self, weather: str, kind: int, hex: int, hot: bool) -> list[Line]:
        """The ledger of the first hex of a unit that enters from a Map Box."""
        if not self.road_ends >> hex & 1:
            return [line._replace(clause="9.35b") for line in self._ground(weather, hex)]
        swamp = self.terrain[hex] == "swamp" and weather in self.charts.terrain["swamp"].heavy
        if hot and not (kind == HEAVY and swamp):
            return [line._replace(clause="8.36d") for line in self._ground(weather, hex, woods=False)]
        return [Line("9.35c", "=", self.charts.road[weather], "road")]
