"""The links between hexes: what a step costs by manner of movement, what it crosses, and where streets and water lead.

A hexside is a set of two places. Bridges are places too (`span`), so that a set of places says which are demolished.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple, TypeAlias

from ....core.bits import Bits, bits, scan
from ....kit.battle.ledger import Line, total
from ....kit.hex.board import Board, Spread
from ....kit.hex.reach import union
from ....kit.load.hex_map import HexMap
from .chart_values import Charts
from .map_and_units import RIVERS

MARCH, DRIVE, RAIL, WATER, SAIL, METRO, DROP = "march", "drive", "rail", "water", "sail", "metro", "drop"
MANNERS = (MARCH, DRIVE, RAIL, WATER, SAIL, METRO, DROP)
"""How a unit moves: normally (8.5), motorized (8.8), as the Aurora guns (15.1), as the gunboat (15.2), as a marine
(8.11), through the Metro (15.5), by air (18.2)."""
LANDWARD = (MARCH, DRIVE)
BRIDGED = (MARCH, DRIVE, RAIL)
MOST_LANES = 64  # kept at a time
MOST_SETS = 512  # of which the hexes around are kept: those with enemies are needed repeatedly
TERRAIN_CLAUSE = {"clear": "8.5a", "urban": "8.5b", "objective": "8.5c"}
Pair: TypeAlias = tuple[int, int]
HexSide: TypeAlias = frozenset[int]


class Lanes(NamedTuple):
    """Where the steps of a manner of movement lead, and what they cost; without rubble and pontoons."""

    dry_to: tuple[Bits, ...]  # by place, the hexes to which steps lead at the cost of the hex
    wet_to: tuple[Bits, ...]  # and those across an unbridged minor river
    dry_masks: tuple[Bits, ...]  # the same by direction
    wet_masks: tuple[Bits, ...]
    dry: Spread
    wet: Spread
    shores: Bits  # the hexes from which steps lead across such rivers
    cost: tuple[int, ...]  # of each hex
    prices: tuple[tuple[int, Bits], ...]  # the hexes by cost, cheapest first
    river: int  # what a minor river adds

    def step(self, a: int, b: int) -> int | None:
        """What a step costs; None if there is none."""
        if self.dry_to[a] >> b & 1:
            return self.cost[b]
        return self.cost[b] + self.river if self.wet_to[a] >> b & 1 else None


class Links:
    """The part of the components that says how hexes are linked; map and hexsides have been laid out before."""

    map: HexMap
    board: Board
    charts: Charts
    terrain: dict[int, str]
    kind: dict[str, Bits]
    hexes: Bits
    land: Bits
    forts: Bits
    coastal: Bits
    water: Bits
    river_hexes: Bits
    minor: frozenset[HexSide]
    major: frozenset[HexSide]
    sea_sides: frozenset[HexSide]
    prospekt_sides: frozenset[HexSide]
    rail_sides: frozenset[HexSide]
    prospekts: Bits
    railroads: Bits
    bridges: dict[HexSide, str]
    span: dict[int, HexSide]

    def _links(self) -> None:
        board = self.board
        self.around: Spread = lru_cache(MOST_SETS)(board.steps(board.pairs()))
        self.printed_bridges: Bits = bits(self.span)
        self.bridge_at: Mapping[HexSide, int] = {side: place for place, side in self.span.items()}
        self.street_sides: frozenset[HexSide] = self.prospekt_sides | self.rail_sides  # 8.8c
        self.streets: Bits = self.prospekts | self.railroads
        runs = [*self.map.roads.values(), *self.map.rails.values()]
        self.street_ends: Bits = board.named({hex for run in runs for hex in run.leaves})  # off the map
        self.across: tuple[Bits, ...] = self._across()  # 8.10p
        self.open_sea: Bits = self.river_hexes | self.kind["sea"]  # 8.11d
        self.shores: Bits = self.river_hexes | self.coastal  # 8.11b, 8.11e
        water = {RAIL: self.railroads, WATER: self.water, SAIL: self.open_sea | self.shores}
        self.ground_of: Mapping[str, Bits] = {MARCH: self.land, DRIVE: self.land, **water}  # where it may be at all
        self._lanes: dict[tuple[str, Bits, bool], Lanes] = {}

    def _across(self) -> tuple[Bits, ...]:
        """By place, the land hexes across a river or another water hexside."""
        out = [0] * len(self.board.names)
        for side in self.minor | self.major | self.sea_sides:
            a, b = side
            if self.land >> a & self.land >> b & 1:
                out[a] |= 1 << b
                out[b] |= 1 << a
        return tuple(out)

    # -- single steps -------------------------------------------------------------------------

    def bridged(self, a: int, b: int, demolished: Bits) -> bool:
        """Whether a printed bridge stands between two hexes (8.9, 10.17d)."""
        place = self.bridge_at.get(frozenset((a, b)))
        return place is not None and not demolished >> place & 1

    def river(self, a: int, b: int, demolished: Bits = 0) -> str:
        """The unbridged water between two land hexes: a kind of river, `sea`, or nothing."""
        side = frozenset((a, b))
        if side in self.sea_sides:
            return "sea"
        if (side not in self.minor and side not in self.major) or self.bridged(a, b, demolished):
            return ""
        return RIVERS[0] if side in self.minor else RIVERS[1]

    def fits(self, manner: str, a: int, b: int, delayed: bool = False) -> bool:
        """Whether the ground allows a step in this manner, whatever water lies between."""
        match manner:
            case "march":
                return bool(self.land >> b & 1)
            case "drive":
                street = not delayed and frozenset((a, b)) in self.street_sides  # 8.8c, 16.2b
                return self.terrain[b] == "clear" or street
            case "rail":
                return frozenset((a, b)) in self.rail_sides  # 15.1a
            case "water":
                return bool(self.water >> b & 1)  # 15.2a, 8.13c
        return bool((self.open_sea | self.shores) >> b & 1)  # 8.11d, 8.11e

    def passable(self, manner: str, a: int, b: int, demolished: Bits = 0) -> bool:
        """Whether water between two hexes lets a unit pass in this manner without a pontoon."""
        if manner in LANDWARD:
            return self.river(a, b, demolished) in ("", RIVERS[0])  # 8.9a, 8.9b, 8.13a
        return manner != RAIL or not self.river(a, b, demolished)

    # -- costs --------------------------------------------------------------------------------

    def ground_lines(self, hex: int) -> list[Line]:
        """The ledger of entering a land hex, without rubble and water."""
        kind = self.terrain[hex]
        if self.forts >> hex & 1:  # 8.6a, 8.6b: the total
            clause = "8.6b" if kind == "objective" else "8.6a"
            return [Line(clause, "=", self.charts.fortification.cost[kind], f"fortified {kind}")]
        return [Line(TERRAIN_CLAUSE[kind], "=", self.charts.terrain[kind].cost, kind)]

    def step_lines(self, manner: str, a: int, b: int, demolished: Bits, ferried: bool = False) -> list[Line]:
        """The ledger of a step, without rubble; `ferried` is over a pontoon."""
        if manner == WATER:
            return [Line("15.2a", "=", self.charts.numbers["gunboat"], "water")]
        if manner not in LANDWARD:
            return [Line("15.1b" if manner == RAIL else "8.11d", "=", 1, "any number of hexes")]
        out = self.ground_lines(b)
        water = "" if ferried else self.river(a, b, demolished)
        if water == RIVERS[0]:
            more = self.charts.hexsides[water].cost or 0  # 8.7b, 8.7c, 8.7d
            out.append(Line("8.9b", "+", more, f"across a {water}"))
        return out  # 8.9c: a bridge costs nothing

    def lanes(self, manner: str, demolished: Bits = 0, delayed: bool = False) -> Lanes:
        """The steps of a manner of movement; laid out when they are first needed."""
        key = (manner, demolished if manner in BRIDGED else 0, delayed and manner == DRIVE)
        if key not in self._lanes:
            if len(self._lanes) >= MOST_LANES:
                self._lanes.clear()
            self._lanes[key] = self._lay(*key)
        return self._lanes[key]

    def _lay(self, manner: str, demolished: Bits, delayed: bool) -> Lanes:
        """Lay out the steps with all bridges, then take those across demolished bridges out."""
        if not demolished:
            return self._whole(manner, delayed)
        board, whole = self.board, self.lanes(manner, 0, delayed)
        dry_to, wet_to = list(whole.dry_to), list(whole.wet_to)
        cut = [pair for place in scan(demolished) for pair in permutations(self.span[place])]
        lost = [(a, b) for a, b in cut if dry_to[a] >> b & 1]
        ford = [(a, b) for a, b in lost if manner in LANDWARD and frozenset((a, b)) in self.minor]  # 8.9b
        for a, b in lost:
            dry_to[a] &= ~(1 << b)
        for a, b in ford:
            wet_to[a] |= 1 << b
        dry = [old & ~gone for old, gone in zip(whole.dry_masks, board.masks(lost), strict=True)]
        wet = [old | new for old, new in zip(whole.wet_masks, board.masks(ford), strict=True)]
        return whole._replace(
            dry_to=tuple(dry_to),
            wet_to=tuple(wet_to),
            dry_masks=tuple(dry),
            wet_masks=tuple(wet),
            dry=board.spreads(dry)[0],
            wet=board.spreads(wet)[0],
            shores=union(wet),
        )

    def _whole(self, manner: str, delayed: bool) -> Lanes:
        """The steps while all bridges stand."""
        board, overland = self.board, manner in LANDWARD
        ground = self.land if overland else self.hexes
        dry, wet = list[Pair](), list[Pair]()
        dry_to, wet_to = ([0] * len(board.names) for _ in range(2))
        for a, b in board.pairs():
            if not ground >> a & ground >> b & 1 or not self.fits(manner, a, b, delayed):
                continue
            if not self.passable(manner, a, b) or not (overland or self.fits(manner, b, a)):
                continue
            slow = overland and self.river(a, b) == RIVERS[0]
            (wet if slow else dry).append((a, b))
            (wet_to if slow else dry_to)[a] |= 1 << b
        cost = [0] * len(board.names)
        for hex_ in scan(ground):
            cost[hex_] = int(total(self.step_lines(manner, hex_, hex_, 0)))
        prices: dict[int, Bits] = {}
        for hex_ in scan(ground):
            prices[cost[hex_]] = prices.get(cost[hex_], 0) | 1 << hex_
        masks = board.masks(dry), board.masks(wet)
        return Lanes(
            tuple(dry_to),
            tuple(wet_to),
            tuple(masks[0]),
            tuple(masks[1]),
            board.spreads(masks[0])[0],
            board.spreads(masks[1])[0],
            union(masks[1]),
            tuple(cost),
            tuple(sorted(prices.items())),
            self.charts.hexsides[RIVERS[0]].cost or 0,
        )
