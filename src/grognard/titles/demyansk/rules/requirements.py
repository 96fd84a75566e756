"""[11.15] Required attacks: which enemies must be attacked too, and whether a set of attacks can be completed.

An attack out of a hex requires one on every enemy whose ZOC extends into that hex, and the units that make it may
require more. A combat may be declared only if some way to make all of them is left.
"""

from collections.abc import Iterator
from itertools import combinations

from ....core.bits import Bits, bits, scan
from ....kit.stacks import places_of
from ..data.components import SOVIET
from ..data.links import HEAVY, LIGHT
from ..state import NOWHERE, State
from .combat import armor_spent, armor_stacks, attack_sum, attack_value, enough, front, hex_defense, unarmed

SMALL = 3  # forces of so many units are tried in every combination, larger ones by strength
TRIES = 3000  # forces tried before a set is taken to be impossible


def obliging(s: State, here: int) -> Bits:
    """The enemy hexes whose ZOC extends into a hex for the purpose of attacks, its Strongpoint or not."""
    d, enemy, out = s.data, 1 - s.side, 0
    for hex_ in scan(d.board.neighbours[here] & (s.light[enemy] | s.heavy[enemy])):  # 3.24a
        kind = LIGHT if s.light[enemy] >> hex_ & 1 else HEAVY
        if d.open_for[s.weather, kind][hex_] >> here & 1:
            out |= 1 << hex_  # 3.22b, 14.24a, 14.24b
    return out


def attackable(s: State) -> Bits:
    """The enemy hexes in which a unit has not been attacked in this phase."""
    enemy = 1 - s.side
    worn = s.defended & s.there[enemy]
    if not worn:
        return s.held[enemy]
    return bits(hex_ for hex_ in scan(s.held[enemy]) if s.here[hex_] & s.data.ground & ~worn)  # 11.32b, 12.36a


def declared(s: State) -> dict[int, tuple[Bits, Bits]]:
    """The combats that are declared and not resolved: Defender hexes and attackers, by first Defender hex."""
    out: dict[int, tuple[Bits, Bits]] = {}
    mine = s.data.side[s.side]
    for unit, lead in enumerate(s.aim):
        if lead == NOWHERE:
            continue
        targets, attackers = out.get(lead, (0, 0))
        if mine >> unit & 1:
            attackers |= 1 << unit
        else:
            targets |= 1 << s.place[unit]
        out[lead] = targets, attackers
    return out


def aimed(s: State) -> Bits:
    """The units in declared combats, of both sides."""
    return bits(unit for unit, lead in enumerate(s.aim) if lead != NOWHERE)


def able(s: State) -> Bits:
    """The active player's units that may still attack something."""
    d = s.data
    units = s.there[s.side] & ~s.attacked & ~d.guns & ~s.receiving & ~aimed(s)  # 11.32a, 11.33a, 11.34a, 15.23c
    if s.side == SOVIET:
        units &= ~_barred_armor(s)
    return units & ~unarmed(s, units)


def _barred_armor(s: State) -> Bits:
    """Soviet armor that may not attack because another unit of its hex does; in the open it may (11.41e)."""
    from .combat import open_ground

    spent = armor_spent(s)
    return bits(unit for unit in scan(spent) if not open_ground(s, s.place[unit]))  # 11.41a


class Requirements:
    """What can be attacked now with what, computed once for all questions about it."""

    def __init__(self, s: State, free: Bits | None = None) -> None:
        self.s = s
        taken = 0
        for targets, _ in declared(s).values():
            taken |= targets
        self.free = able(s) if free is None else free
        self.open = attackable(s) & ~taken  # 11.32b
        self.strict = s.weather != "mud"  # 11.26b
        self._front: dict[int, Bits] = {}
        self._defense: dict[int, int] = {}
        self._obliging: dict[int, Bits] = {}
        self._tries = 0

    # -- what is known about units and hexes ----------------------------------------------------

    def front(self, unit: int) -> Bits:
        """The hexes a unit could attack."""
        if unit not in self._front:
            self._front[unit] = front(self.s, unit)
        return self._front[unit]

    def defense(self, targets: Bits) -> int:
        """The defense strength of some hexes."""
        out = 0
        for hex_ in scan(targets):
            if hex_ not in self._defense:
                self._defense[hex_] = hex_defense(self.s, hex_)
            out += self._defense[hex_]
        return out

    def obliged(self, units: Bits) -> Bits:
        """The enemy hexes that an attack by these units requires to be attacked."""
        if not self.strict:
            return 0
        out = 0
        for here in scan(places_of(self.s, units)):
            if here not in self._obliging:
                self._obliging[here] = obliging(self.s, here)
            out |= self._obliging[here]
        return out  # 11.15a, 11.15g

    @property
    def assailable(self) -> Bits:
        """The enemy hexes that some free unit could attack, regardless of strength and requirements."""
        out = 0
        for unit in scan(self.free):
            out |= self.front(unit)
        return out & self.open

    def facing(self, targets: Bits, free: Bits) -> Bits:
        """Those of these units that could attack all of these hexes."""
        return bits(unit for unit in scan(free) if not targets & ~self.front(unit))  # 11.15e

    # -- forces ---------------------------------------------------------------------------------

    def fits(self, targets: Bits, force: Bits) -> bool:
        """Whether a force could attack these hexes by itself: strong enough, and every unit of it counting."""
        s = self.s
        if any((group & force).bit_count() > s.data.charts.numbers["soviet_armor"] for group in self.rivals(targets)):
            return False  # 11.41a
        found = attack_sum(s, force, targets)
        return not found.idle and enough(s, found.total, self.defense(targets))  # 11.16b, 11.17a

    def rivals(self, targets: Bits) -> list[Bits]:
        """The groups of free units of which only some may attack these hexes."""
        return armor_stacks(self.s, self.free, targets)

    def needs(self, targets: Bits, force: Bits, need: Bits = 0) -> Bits:
        """The hexes that still have to be attacked if a force attacks these."""
        return (need | self.obliged(force)) & self.open & ~targets

    def outstanding(self) -> Bits:
        """The hexes that must still be attacked because of the combats just declared."""
        s, attackers = self.s, 0
        for lead, (_, units) in declared(s).items():
            if s.unfinished >> lead & 1:
                attackers |= units
        return self.needs(0, attackers)

    def completes(self, targets: Bits, force: Bits) -> bool:
        """Whether everything that this attack and those declared before require can be attacked too."""
        need = self.needs(targets, force, self.outstanding())
        self._tries = 0
        return self._solve(need, self.open & ~targets, self._rest(self.free, force), set())

    def force(self, targets: Bits) -> Bits:
        """A force that could attack these hexes with everything that this requires; 0 if there is none."""
        need, self._tries, failed = self.outstanding(), 0, set[tuple[int, int]]()
        for force in self._forces(targets, self.free, need):
            left = self.needs(targets, force, need)
            if self._solve(left, self.open & ~targets, self._rest(self.free, force), failed):
                return force
        return 0

    def _rest(self, free: Bits, force: Bits) -> Bits:
        """The free units that are left when a force attacks."""
        s, free = self.s, free & ~force
        for here in scan(places_of(s, force & s.data.soviet_armor)):
            free &= ~(s.here[here] & s.data.soviet_armor)  # 11.41a
        return free

    def _solve(self, need: Bits, open_: Bits, free: Bits, failed: set[tuple[int, int]]) -> bool:
        """Whether all these hexes can be attacked with these units, and all that this requires."""
        need &= open_
        if not need:
            return True
        if (need, free) in failed:
            return False
        facing = {hex_: self.facing(1 << hex_, free) for hex_ in scan(need)}
        first = min(facing, key=lambda hex_: facing[hex_].bit_count())
        if facing[first]:
            for targets in self._together(first, need, facing[first]):
                for force in self._forces(targets, free, need):
                    left = (need | self.obliged(force)) & ~targets
                    if self._solve(left, open_ & ~targets, self._rest(free, force), failed):
                        return True
        failed.add((need, free))
        return False

    def _together(self, first: int, need: Bits, units: Bits) -> Iterator[Bits]:
        """The sets of required hexes that could be attacked with the first in one combat, the smallest first."""
        yield 1 << first
        near = 0
        for unit in scan(units):
            near |= self.front(unit)
        others = list(scan(need & near & ~(1 << first)))
        for size in range(1, len(others) + 1):
            for some in combinations(others, size):
                yield bits(some) | 1 << first  # 11.13a

    def _forces(self, targets: Bits, free: Bits, need: Bits) -> Iterator[Bits]:
        """Forces that are strong enough, the smallest first; those that require nothing more before others."""
        known = need | targets
        units = sorted(
            scan(self.facing(targets, free)),
            key=lambda unit: ((self.obliged(1 << unit) & ~known).bit_count(), -attack_value(self.s, unit)),
        )
        found: list[Bits] = []
        for size in range(1, min(SMALL, len(units)) + 1):
            for some in combinations(units, size):
                force = bits(some)
                if any(not less & ~force for less in found):
                    continue  # a smaller one is enough
                self._tries += 1
                if self._tries > TRIES:
                    return
                if self.fits(targets, force):
                    found.append(force)
                    yield force
        for size in range(SMALL + 1, len(units) + 1):
            force = self._fair(bits(units[:size]), targets)
            self._tries += 1
            if self._tries > TRIES:
                return
            if self.fits(targets, force):
                yield force

    def _fair(self, force: Bits, targets: Bits) -> Bits:
        """The force without armor units beyond the limit."""
        s = self.s
        for group in self.rivals(targets):
            best = sorted(scan(group & force), key=lambda unit: -attack_value(s, unit))
            force &= ~group | bits(best[: s.data.charts.numbers["soviet_armor"]])
        return force
