"""Battles evaluated before they are fought: every column with its chance, and the value of each result.

The same rules as `combat.shifts`, for attackers that are not in place yet and many attacks per millisecond; a test
compares the two.
"""

from itertools import pairwise
from math import comb

from ....core.bits import Bits, scan
from ....core.knowledge import kept
from ....kit.battle.die import FACES
from ..data.components import Components
from ..rules import armor
from ..rules.combat import attack_strength, defense_strength, initial_column
from ..rules.consequences import ALL
from ..rules.supply import supplied
from ..state import GERMAN, SOVIET, UNTRIED, State, zone
from .evaluation import WEIGHTS, Weights, ground_price, step_price, unit_price

Draw = list[tuple[int, bool, float]]
"""Strengths with whether a tank unit is among them, and how likely each is."""


@kept(most=1024)
def _one_kind(d: Components, pool: Bits, count: int, attacking: bool) -> Draw:
    """The draw of `count` untried units of one kind, without replacement."""
    groups: dict[tuple[int, bool], int] = {}
    for number in scan(pool):
        face = d.faces[number]
        key = (face.attack if attacking else face.defense, face.type == "armor")
        groups[key] = groups.get(key, 0) + 1
    total = sum(groups.values())
    if total < count:
        return [(3 * count, False, 1.0)]
    ways: dict[tuple[int, int, bool], int] = {(0, 0, False): 1}
    for (strength, tank), size in groups.items():
        for (n, so_far, tanks), times in list(ways.items()):
            for more in range(1, min(size, count - n) + 1):
                key3 = (n + more, so_far + more * strength, tanks or tank)
                ways[key3] = ways.get(key3, 0) + times * comb(size, more)
    every = comb(total, count)
    return [(strength, tank, times / every) for (n, strength, tank), times in ways.items() if n == count]


@kept()
def _chart(d: Components, options: tuple[str, ...]) -> tuple[list[list[tuple[int, int]]], list[tuple[float, ...]]]:
    """The results of every column by die roll; and the chances that the attacker loses 1, 2 or all in it."""
    table = [[d.crt(die, column, options) for die in FACES] for column in range(d.lowest_column, d.highest_column + 1)]
    return table, [tuple(sum(a == hurt for _, a in row) / len(FACES) for hurt in (1, 2, ALL)) for row in table]


class BattleOdds:
    """The odds of battles in one position for the attacking side."""

    def __init__(self, s: State, side: int, w: Weights = WEIGHTS) -> None:
        self.s, self.d, self.side, self.w = s, s.data, side, w
        self.fed = supplied(s, side)
        self.safe = self.fed | s.data.zoc(self.fed)
        self.their_fed = supplied(s, 1 - side)
        self.zone = zone(s, side)
        self.extra: dict[int, float] = {}  # extra value of some targets
        d = s.data
        self.low, self.high = d.lowest_column, d.highest_column
        self.table, self.pain = _chart(d, s.options)
        seen = 0
        for face in s.face:
            if face != UNTRIED:
                seen |= 1 << face
        self.pools = tuple(pool & ~seen for pool in d.faces_of_type)
        self._draws: dict[tuple[int, int, bool], Draw] = {}
        self._sums: dict[tuple[Bits, bool], Draw] = {}
        self._columns: dict[tuple[int, int, int, int], list[tuple[int, float]]] = {}
        self._ground: dict[int, int] = {}
        self._strengths: dict[int, int] = {}
        self._prices: dict[int, tuple[float, float]] = {}
        self._worth: dict[tuple[int, Bits, bool], list[float]] = {}
        self._freed: dict[tuple[int, bool], list[float]] = {}

    # -- strengths ----------------------------------------------------------------------------

    def draws(self, units: Bits, attacking: bool) -> Draw:
        """How likely each total strength of some Soviet units is, as far as is known."""
        if (units, attacking) not in self._sums:
            self._sums[units, attacking] = self._drawn(units, attacking)
        return self._sums[units, attacking]

    def _drawn(self, units: Bits, attacking: bool) -> Draw:
        s, d = self.s, self.d
        known, foot, motor, tank = 0, 0, 0, False
        for unit in scan(units):
            if s.face[unit] == UNTRIED:
                if unit >= d.armored:
                    motor += 1
                else:
                    foot += 1
            else:
                known += attack_strength(s, unit) if attacking else defense_strength(s, unit)
                tank = tank or d.faces[s.face[unit]].type == "armor"
        key = (foot, motor, attacking)
        if key not in self._draws:
            one = _one_kind(d, self.pools[0], foot, attacking) if foot else [(0, False, 1.0)]
            other = _one_kind(d, self.pools[1], motor, attacking) if motor else [(0, False, 1.0)]
            mixed: dict[tuple[int, bool], float] = {}
            for a, ta, pa in one:
                for b, tb, pb in other:
                    mixed[a + b, ta or tb] = mixed.get((a + b, ta or tb), 0.0) + pa * pb
            self._draws[key] = [(strength, tanks, p) for (strength, tanks), p in mixed.items()]
        if not known and not tank:
            return self._draws[key]
        return [(known + strength, tank or tanks, p) for strength, tanks, p in self._draws[key]]

    # -- columns ------------------------------------------------------------------------------

    def columns(
        self, posts: tuple[tuple[int, int], ...], target: int, defenders: Bits, air: int = 0, overrun: bool = False
    ) -> list[tuple[int, float]]:
        """Every possible column of an attack with its chance; `posts` are the attackers and their hexes."""
        s, d = self.s, self.d
        bit, german = 1 << target, self.side == GERMAN
        attackers = 0
        behind, hungry = True, False
        for unit, post in posts:
            attackers |= 1 << unit
            behind = behind and bool(d.river[post] & bit)
            hungry = hungry or not self.safe >> post & 1
        shift = (d.shift["overrun"] if overrun else 0) + (d.shift["attacker unsupplied"] if hungry else 0)
        shift += self._terrain(target) + (d.shift["river"] if behind else 0)
        clear = bool(d.clear & bit) and not s.forts & bit
        if german:
            shift += air * d.shift["attacking air"]
            if clear and attackers & d.german_armor:
                shift += d.shift["attacking armor"]
            at = dict(posts)
            for corps in d.corps.values():
                if not corps & ~attackers and all(at[a] == at[b] for a, b in pairwise(scan(corps))):
                    shift += d.shift["attacking corps"]
            return self._spread(defenders, self._strength(attackers), shift, d.shift["defending armor"])
        shift += d.shift["34th Army"] if s.counterblow else 0
        shift += air * d.shift["defending air"]
        steady = 0 if bit & d.soviet_city else defenders
        if steady & d.german_armor:
            shift += d.shift["defending armor"]
        for corps in d.corps.values():
            if steady and not corps & ~steady:
                shift += d.shift["defending corps"]
        return self._spread(attackers, self._strength(defenders), shift, d.shift["attacking armor"] if clear else 0)

    def _terrain(self, target: int) -> int:
        """The shifts that follow from the hex alone: terrain, fort, and supply of the defenders."""
        if target not in self._ground:
            d, bit, german = self.d, 1 << target, self.side == GERMAN
            rough = bit & d.rough or (german and bit & d.soviet_city)
            shift = d.shift["terrain"] if rough else 0
            shift += d.shift["fort"] if german and bit & self.s.forts else 0
            shift += 0 if self.their_fed & bit else d.shift["defender unsupplied"]
            self._ground[target] = shift
        return self._ground[target]

    def _strength(self, germans: Bits) -> int:
        """The strength of some German units."""
        total, known = 0, self._strengths
        for unit in scan(germans):
            if unit not in known:
                known[unit] = armor.german_strength(self.s, unit)
            total += known[unit]
        return total

    def _spread(self, soviets: Bits, germans: int, shift: int, tanks: int) -> list[tuple[int, float]]:
        """Every column with its chance for Soviet units against a German strength; `tanks` shifts if there are any."""
        key = (soviets, germans, shift, tanks)
        if key not in self._columns:
            found: dict[int, float] = {}
            attacking = self.side == SOVIET
            for strength, tank, p in self.draws(soviets, attacking):
                ratio = initial_column(strength, germans) if attacking else initial_column(germans, strength)
                column = min(max(ratio + shift + (tanks if tank else 0), self.low), self.high)
                found[column] = found.get(column, 0.0) + p
            self._columns[key] = list(found.items())
        return self._columns[key]

    # -- values ---------------------------------------------------------------------------------

    def stuck(self, target: int, posts: Bits) -> bool:
        """Whether no unit could retreat from a hex with attackers on these hexes."""
        d, s = self.d, self.s
        enemy = 1 - self.side
        away = d.adjacent[target] & ~s.held[self.side] & ~posts
        away &= ~((self.zone | d.zoc(posts)) & ~s.held[enemy])
        away &= ~d.zoc(posts)  # a retreat must lead away from the attackers
        return not away & ~(s.crowd[d.stacking] & s.held[enemy])

    def worth(self, target: int, defenders: Bits, stuck: bool) -> list[float]:
        """The defender's loss, column by column, if the defender takes the cheapest option."""
        key = (target, defenders, stuck)
        if key in self._worth:
            return self._worth[key]
        s, w = self.s, self.w
        prices = sorted(step_price(s, unit, w) for unit in scan(defenders))
        if self.side == GERMAN and self.d.leningrad >> target & 1:
            prices = [w.garrison * price for price in prices]
        if self.side == SOVIET:  # two steps per unit
            prices = sorted([*prices, *(w.infantry_step for u in scan(defenders & ~s.reduced))])
        whole = sum(unit_price(s, unit, w) for unit in scan(defenders)) if self.side == SOVIET else sum(prices)
        if self.side == GERMAN or self.d.victory_hexes >> target & 1:
            place = ground_price(s, target, w) + self.extra.get(target, 0.0)
        else:
            place = 1.0
        back = w.soviet_retreat if self.side == GERMAN else w.retreat
        steps = len(prices)
        one = prices[0] + (place if steps == 1 else 0)
        two = sum(prices[:2]) + (place if steps <= 2 else 0)
        costs = {0: 0.0, 1: one, 2: two, ALL: whole + place}
        if not stuck:
            costs[1] = min(one, place + back)
            costs[2] = min(two, place + 2 * back)
        out = [sum(costs[defender] for defender, _ in row) / len(FACES) for row in self.table]
        self._worth[key] = out
        return out

    def freed(self, steps: int, stuck: bool) -> list[float]:
        """The chance that the hex is emptied, column by column, if the defender prefers retreat to losses."""
        key = (steps, stuck)
        if key not in self._freed:
            least = min(steps, 3) if stuck else 1
            self._freed[key] = [sum(defender >= least for defender, _ in row) / len(FACES) for row in self.table]
        return self._freed[key]

    def gain(
        self, posts: tuple[tuple[int, int], ...], target: int, defenders: Bits, air: int = 0, overrun: bool = False
    ) -> tuple[float, float, float]:
        """The mean value of an attack, its mean column, and the chance that it empties the hex."""
        w, prices = self.w, self._prices
        fronts = 0
        steps, whole = [], 0.0
        for unit, post in posts:
            fronts |= 1 << post
            if unit not in prices:
                prices[unit] = step_price(self.s, unit, w), unit_price(self.s, unit, w)
            step, price = prices[unit]
            steps.append(step)
            whole += price
        steps.sort()
        stuck = self.stuck(target, fronts)
        mine = w.retreat if self.side == GERMAN else w.soviet_retreat
        one, two = steps[0], steps[0] + steps[min(1, len(steps) - 1)]
        if not overrun:
            one, two = min(one, mine), min(two, 2 * mine)
        theirs = self.worth(target, defenders, stuck)
        open_ = self.freed(defenders.bit_count() * (2 if self.side == SOVIET else 1), stuck)
        total = mean = freed = 0.0
        for column, p in self.columns(posts, target, defenders, air, overrun):
            at = column - self.low
            p1, p2, pe = self.pain[at]
            total += p * (theirs[at] - p1 * one - p2 * two - pe * whole)
            mean += p * column
            freed += p * open_[at]
        return total, mean, freed
