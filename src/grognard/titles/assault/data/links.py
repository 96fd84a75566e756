"""The links between hexes: which side may cross which hexside, and whether zones, attacks and supply cross it too."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from ....core.bits import Bits, bits
from ....kit.hex.board import Board, Spread
from ....kit.load.hex_map import HexMap
from ..ruleset import FOR_POINTS, GERMAN, RUSSIAN, RUSSIANS_ONLY, Ruleset

KEPT = 512  # sets whose zones are cached: in a phase those of the enemy are needed repeatedly
Pair = tuple[int, int]


class Links:
    """The part of the components that says how hexes are linked; the maps have been laid out before."""

    rules: Ruleset
    map: HexMap
    inset: HexMap
    board: Board
    land: Bits
    city: Bits
    main: Bits
    interior: Bits
    outside: Bits
    edge: list[Bits]

    def _sides(self, kind: str, *maps: HexMap) -> set[Pair]:
        at = self.board.at
        found = [side for m in maps for river in m.rivers.values() if river.kind == kind for side in river.sides]
        return {pair for a, b in found for pair in ((at[a], at[b]), (at[b], at[a]))}

    def _links(self) -> None:
        """Determine who may cross which hexside: on foot or wheels, with zones and attacks, in retreats, for supply."""
        board, city, rules = self.board, self.city, self.rules
        at = board.at
        shut = {frozenset((at[a], at[b])) for a, b, _ in self.map.water}  # 6.17a, 6.17d
        land = [
            (a, b)
            for a, b in board.pairs()
            if self.land >> a & 1 and self.land >> b & 1 and frozenset((a, b)) not in shut
        ]
        within = [(a, b) for a, b in land if city >> a & 1 and city >> b & 1]
        self._crossings(land, within)
        dry = [pair for pair in land if pair not in self.closed]  # 8.23a
        self.walk: tuple[list[Pair], list[Pair]] = (
            [(a, b) for a, b in dry if not (city >> a | city >> b) & 1],  # 6.32a, 8.31a
            sorted({*dry, *within}),  # 8.21b
        )
        self.over: list[Bits] = self._around(self.cross)
        ferried = rules.crossing_for == RUSSIANS_ONLY
        self.over_after_transfer: list[Bits] = self._around(self.cross if ferried else ())  # 6.33b, 8.34b
        self.beyond: list[Bits] = self._around(pair for pair in land if pair in self.barrier)  # 10.28d
        spread = board.steps(self.walk[GERMAN])
        self.zoc: Spread = lru_cache(KEPT)(spread)  # 6.34a, 8.41a, 8.42a, 8.43a, 9.2f, 9.7a, 9.7b, 9.7c, 19.32a, 19.32b
        lakes = [pair for pair in board.pairs() if frozenset(pair) in shut]
        self.water: list[Bits] = self._around(lakes)  # 6.17a
        near = [*dry, *lakes]  # 10.13a: all water stops movement, not attacks
        aims = [(a, b) for a, b in near if not city >> b & 1 and (self.main >> b & 1 or self.interior >> b & 1)]
        self.targets = self._around(aims)  # 8.43b, 8.44a, 8.45a, 10.13a, 10.37a, 10.38a
        self.besiegers = self._around([(b, a) for a, b in aims])
        self.aim, self.aim_back = board.both_ways(aims)  # the same for sets
        back = (self.walk[GERMAN], [*self.walk[RUSSIAN], *self.cross])
        self.refuge = tuple(self._around(links) for links in back)  # 6.33c, 10.27c, 10.28d, 10.38a
        self._supply_links(back)
        across = {pair: kind for kind in rules.hexsides for pair in self.sides_of[kind]}
        self.across: list[Bits] = self._around(across)  # 10.33a, 10.38b
        self.across_by = {kind: self._around(self.sides_of[kind]) for kind in rules.hexsides}
        self.hexside = across  # the kind of hexside crossed for points
        self.barred: list[Bits] = self._around(p for kind in rules.never_between_zones for p in self.sides_of[kind])
        self.banks: Bits = bits(place for place, far in enumerate(self.barred) if far)
        self.around: Spread = board.steps(board.pairs())

    def _crossings(self, land: list[Pair], within: list[Pair]) -> None:
        """Sort the river hexsides by kind: which cost points, which only Russians cross, which are closed."""
        rules, at, city = self.rules, self.board.at, self.city
        maps = (self.map, self.inset) if rules.crossing_on_map else (self.inset,)
        built = {pair for m in maps for a, b in m.bridges for pair in ((at[a], at[b]), (at[b], at[a]))}
        stream = self._sides(rules.barrier, self.inset)
        river = self._sides(rules.barrier, self.map)  # 6.31a
        self.barrier = river | stream if rules.crossing_on_map else river  # whose crossing has clauses of its own
        crossings = (stream | river) & built if rules.crossing_on_map else stream & built  # 8.24a
        self.sides_of = {kind: self._sides(kind, self.map) for kind in rules.rivers}
        self.sides_of[rules.crossing] = crossings
        russians: set[Pair] = set()
        if rules.rivers[rules.barrier] == RUSSIANS_ONLY:
            russians |= river - {*within}  # 6.33a
        if rules.crossing_for == RUSSIANS_ONLY:
            russians |= crossings
        self.ferries = crossings if rules.crossing_for == RUSSIANS_ONLY else set()
        self.bank = {
            (a, b)
            for a, b in river
            if rules.city_bank and (city >> a | city >> b) & 1 and self.outside & (1 << a | 1 << b)
        }  # 19.34b
        self.cross = [pair for pair in land if pair in russians | self.bank]
        self.closed = river | (stream - crossings if rules.crossing_for == FOR_POINTS else stream)

    def _supply_links(self, back: tuple[list[Pair], list[Pair]]) -> None:
        """Determine the links of supply paths, and the lines that carry German supply off the map."""
        board, at, city, rules = self.board, self.board.at, self.city, self.rules
        if rules.city_bank:
            calm = (back[0], [*self.walk[RUSSIAN], *self.bank])  # 19.34a, 19.34b
            siege = (back[0], [*self.walk[RUSSIAN], *self.ferries])  # 19.34a, 19.34c
        else:
            calm = siege = back  # 11.14b
        self.trace_links = tuple(tuple(self._around(links) for links in sides) for sides in (calm, siege))
        self.traces: tuple[tuple[Spread, Spread], tuple[Spread, Spread]] = (
            (board.steps(calm[0]), board.steps(calm[1])),
            (board.steps(siege[0]), board.steps(siege[1])),
        )  # 11.13e: without Germans on the Inset, and with
        self.trace: tuple[Spread, Spread] = self.traces[0]
        lines = self.map.rails if rules.supply_lines == "rails" else self.map.roads
        links = {
            pair
            for line in lines.values()
            for a, b in pairwise(line.hexes)
            for pair in ((at[a], at[b]), (at[b], at[a]))
        }
        open_ = [(a, b) for a, b in links if not (city >> a | city >> b) & 1 and (a, b) not in self.closed]  # 19.34a
        self.line: Spread = board.steps(open_)  # 11.16b
        self.lines: Bits = bits(a for a, _ in links) & ~city
        leaves = board.named(hex for line in lines.values() for hex in line.leaves)
        self.railheads: Bits = leaves & self.edge[GERMAN]  # 11.13b, 19.51b, 19.51c

    def _around(self, links: Iterable[Pair]) -> list[Bits]:
        out = [0] * len(self.board.names)
        for a, b in links:
            out[a] |= 1 << b
        return out
