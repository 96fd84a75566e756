"""[11.15] Required attacks: which enemies must be attacked too, and whether a set of attacks can be completed.

An attack out of a hex requires one on every enemy whose ZOC extends into that hex, and the units that make it may
require more. A combat may be declared only if some way to make all of them is left.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from ....core.bits import Bits, bits, scan, subsets
from ....core.knowledge import kept
from ....kit.stacks import pieces_in, places_of
from ..data.links import HEAVY, LIGHT
from ..state import State, aimed
from .combat import (
    Supply,
    armor_spent,
    armor_stacks,
    armor_used,
    attack_value,
    beside,
    combat_supply,
    defense_strength,
    enough,
    front,
    halves,
    hungry,
    in_the_open,
    strength_of,
    unarmed,
)

TRIES = 20000  # forces tried before a set is taken to be impossible


def obliging(s: State, here: int) -> Bits:
    """The enemy hexes whose ZOC extends into a hex for the purpose of attacks, its Strongpoint or not."""
    if s.weather == "mud":
        return 0  # 11.26b
    d, enemy = s.data, 1 - s.side
    out = d.open_for[s.weather, LIGHT][here] & s.light[enemy]  # 3.24a: what is closed to these is closed both ways
    for hex_ in scan(d.board.neighbours[here] & s.heavy[enemy]):
        if d.open_for[s.weather, HEAVY][hex_] >> here & 1:
            out |= 1 << hex_  # 3.22b
    return out  # 14.24a, 14.24b


def attackable(s: State) -> Bits:
    """The enemy hexes in which a unit has not been attacked in this phase."""
    enemy = 1 - s.side
    worn, out = s.defended & s.there[enemy], s.held[enemy]
    fresh = s.there[enemy] ^ worn
    for hex_ in scan(places_of(s, worn)):
        if not s.here[hex_] & fresh:
            out ^= 1 << hex_
    return out  # 11.32b, 12.36a


def declared(s: State) -> dict[int, tuple[Bits, Bits]]:
    """The combats that are declared and not resolved: Defender hexes and attackers, by first Defender hex."""
    return _declared(s) if s.aim != s.data.unaimed else {}


@kept(lambda s: (s.side, s.aim.tobytes(), s.place.tobytes()), most=8)
def _declared(s: State) -> dict[int, tuple[Bits, Bits]]:
    out: dict[int, tuple[Bits, Bits]] = {}
    mine = s.data.side[s.side]
    for unit in scan(aimed(s)):
        lead = s.aim[unit]
        targets, attackers = out.get(lead, (0, 0))
        if mine >> unit & 1:
            attackers |= 1 << unit
        else:
            targets |= 1 << s.place[unit]
        out[lead] = targets, attackers
    return out


def able(s: State) -> Bits:
    """The active player's units that may still attack something."""
    units = s.there[s.side] & ~s.attacked & ~s.data.guns & ~s.receiving & ~aimed(s)  # 11.32a, 11.33a, 11.34a, 15.23c
    return units & ~unarmed(s, units)  # 11.16a


class Pool(NamedTuple):
    """What is left to attack with, and to attack, while a set of attacks is put together."""

    open: Bits  # enemy hexes that can still be attacked
    free: Bits  # units that can still attack
    spent: Bits  # 11.41a: armor that can only attack in the open, since other armor of its hex attacks


class Requirements:
    """What can be attacked now with what, computed once for all questions about a position that does not change."""

    def __init__(self, s: State, free: Bits | None = None) -> None:
        self.s = s
        self._facing: dict[Bits, Bits] = {}
        self._front: dict[tuple[int, bool], Bits] = {}
        self._defense: dict[int, int] = {}
        self._obliging: dict[int, Bits] = {}
        self._class: dict[int, tuple[object, ...]] = {}
        self._value: dict[int, int] = {}
        self._fits: dict[tuple[Bits, Bits], bool] = {}
        self._strong: dict[Bits, bool] = {}
        self._force: dict[Bits, Bits] = {}
        self._plain: dict[int, bool] = {}
        self._tries = 0
        taken = attackers = 0
        for lead, (targets, units) in declared(s).items():
            taken |= targets
            attackers |= units if s.unfinished >> lead & 1 else 0
        self.open = attackable(s) & ~taken  # 11.32b: the enemy hexes that can be attacked in a new combat
        self.free = able(s) if free is None else free  # the units that can attack in a new combat
        self._used = armor_used(s)
        self.pool = Pool(self.open, self.free, armor_spent(s, self._used))
        self.outstanding = self.needs(0, attackers)  # what the combats just declared still require

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Requirements) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def _facts(self) -> tuple[object, ...]:
        return self.pool, self._used, self._supply, self.outstanding

    @cached_property
    def _supply(self) -> Supply:
        return combat_supply(self.s)

    # -- what is known about units and hexes ----------------------------------------------------

    def front(self, unit: int, spent: bool = False) -> Bits:
        """The hexes a unit could attack; armor that is spent only in the open."""
        key = unit, spent
        if key not in self._front:
            s, here = self.s, self.s.place[unit]
            near = front(s, unit)
            if spent:
                near = bits(hex_ for hex_ in scan(near) if in_the_open(s, here, 1 << hex_))  # 11.41a
            self._front[key] = near
        return self._front[key]

    def defense(self, targets: Bits) -> int:
        """The defense strength of some hexes."""
        if targets not in self._defense:
            first = targets & -targets
            others = targets ^ first
            self._defense[targets] = (
                self.defense(first) + self.defense(others) if others else defense_strength(self.s, targets)
            )
        return self._defense[targets]

    def value(self, unit: int) -> int:
        """The attack strength of a unit before halving."""
        if unit not in self._value:
            self._value[unit] = attack_value(self.s, unit)
        return self._value[unit]

    def obliged(self, units: Bits) -> Bits:
        """The enemy hexes that an attack by these units requires to be attacked."""
        out = 0
        for unit in scan(units):
            out |= self._obliged(unit)
        return out  # 11.15a, 11.15f, 11.15g: only the hexes of those that attack

    def _obliged(self, unit: int) -> Bits:
        here = self.s.place[unit]
        if here not in self._obliging:
            self._obliging[here] = obliging(self.s, here)
        return self._obliging[here]

    @cached_property
    def assailable(self) -> Bits:
        """The enemy hexes that some free unit could attack, regardless of strength and requirements."""
        s, spent = self.s, self.pool.spent
        step = s.data.supply_step[s.weather]  # over every hexside that is open to somebody
        units, hard = pieces_in(s, step(self.open) & s.held[s.side]) & self.free, s.data.heavy | spent
        out = step(places_of(s, units & ~hard))
        for unit in scan(units & hard):
            out |= self.front(unit, bool(spent >> unit & 1))
        return out & self.open

    def facing(self, targets: Bits, pool: Pool | None = None) -> Bits:
        """The free units that could attack all of these hexes."""
        pool = pool or self.pool
        if targets not in self._facing:
            first, free = targets & -targets, self.free
            others = targets ^ first
            self._facing[targets] = (
                self.facing(first) & self.facing(others) if others else beside(self.s, free, targets)
            )
        out = self._facing[targets] & pool.free
        if spent := out & pool.spent:
            for unit in scan(spent):
                if not in_the_open(self.s, self.s.place[unit], targets):
                    out ^= 1 << unit
        return out  # 11.15e, 11.41a

    def needs(self, targets: Bits, force: Bits, need: Bits = 0) -> Bits:
        """The hexes that still have to be attacked if a force attacks these."""
        return (need | self.obliged(force)) & self.open & ~targets

    # -- forces ---------------------------------------------------------------------------------

    def fits(self, targets: Bits, force: Bits) -> bool:
        """Whether a force could attack these hexes by itself: strong enough, and every unit of it counting."""
        key = targets, force
        found = self._fits.get(key)
        if found is None:
            found = self._fits[key] = self._suffices(targets, force)
        return found

    def _suffices(self, targets: Bits, force: Bits) -> bool:
        s, limit, defense = self.s, self.s.data.charts.numbers["soviet_armor"], self.defense(targets)
        if not enough(s, sum([self.value(unit) for unit in scan(force)]), defense):
            return False  # 11.17a: not even before halving
        if force & (force - 1) and any(group.bit_count() > limit for group in armor_stacks(s, force, targets)):
            return False  # 11.41a
        lacking = hungry(s, force, self._supply)
        if not lacking and not halves(s, force, targets):
            return True
        found = strength_of(s, force, targets, lacking)
        return not found.idle and enough(s, found.total, defense)  # 11.16b, 11.17a

    def plain(self, target: int) -> bool:
        """Whether a single unit could attack a hex without requiring anything more: the commonest case."""
        if target not in self._plain:
            bit = 1 << target
            wanted = self.open & ~bit
            self._plain[target] = not self.outstanding & ~bit and any(
                not self._obliged(unit) & wanted and self.fits(bit, 1 << unit) for unit in scan(self.facing(bit))
            )
        return self._plain[target]

    def strong_enough(self, targets: Bits) -> bool:
        """Whether some force could attack these hexes, whatever that requires."""
        if targets not in self._strong:
            self._tries = 0
            self._strong[targets] = any(True for _ in self.forces(targets, self.pool, self.open))
        return self._strong[targets]

    def completes(self, targets: Bits, force: Bits) -> bool:
        """Whether everything that this attack and those declared before require can be attacked too."""
        self._tries = 0
        left = self.needs(targets, force, self.outstanding)
        return not left or self._solve(left, self._after(self.pool, targets, force), set())

    def force(self, targets: Bits) -> Bits:
        """A force that could attack these hexes with everything that this requires; 0 if there is none."""
        if targets not in self._force:
            self._force[targets] = self._find(targets) if self.facing(targets) else 0
        return self._force[targets]

    def _find(self, targets: Bits) -> Bits:
        need, self._tries, failed = self.outstanding, 0, set[tuple[int, Pool]]()
        for force in self.forces(targets, self.pool, need):
            left = self.needs(targets, force, need)
            if not left or self._solve(left, self._after(self.pool, targets, force), failed):
                return force
        return 0

    def _after(self, pool: Pool, targets: Bits, force: Bits) -> Pool:
        """What is left when a force attacks some hexes."""
        free, spent, armor = pool.free & ~force, pool.spent, self.s.data.soviet_armor
        if force & armor:
            spent = armor_spent(self.s, self._used | self.pool.free & ~free & armor)  # 11.41a
        return Pool(pool.open & ~targets, free, spent)

    def _solve(self, need: Bits, pool: Pool, failed: set[tuple[int, Pool]]) -> bool:
        """Whether all these hexes can be attacked with what is left, and all that this requires."""
        need &= pool.open
        if not need:
            return True
        if failed and (need, pool) in failed:
            return False
        facing = dict[int, Bits]()
        for hex_ in scan(need):
            facing[hex_] = units = self.facing(1 << hex_, pool)
            if not units:
                return False
        first = min(facing, key=lambda hex_: facing[hex_].bit_count())
        for targets in self._together(first, need, facing[first], pool):
            for force in self.forces(targets, pool, need):
                left = (need | self.obliged(force)) & pool.open & ~targets
                if not left or self._solve(left, self._after(pool, targets, force), failed):
                    return True
        failed.add((need, pool))
        return False

    def _together(self, first: int, need: Bits, units: Bits, pool: Pool) -> Iterator[Bits]:
        """The sets of hexes worth attacking with the first in one combat, the smallest first."""
        yield 1 << first
        wanted, found = (need | self.obliged(units)) & pool.open, set[Bits]()
        for unit in scan(units):
            near = self.front(unit, bool(pool.spent >> unit & 1)) & wanted
            found.update(some | 1 << first for some in subsets(near))  # 11.13a
        yield from sorted(found - {1 << first}, key=lambda some: (some.bit_count(), some))

    def forces(self, targets: Bits, pool: Pool, need: Bits) -> Iterator[Bits]:
        """The smallest forces that are strong enough; those that require nothing more come first.

        No force is given that contains another: more units never help to complete a set. Of units that are alike in
        everything that matters, the first ones stand for all.
        """
        units = [*scan(self.facing(targets, pool))]
        if not enough(self.s, sum([self.value(unit) for unit in units]), self.defense(targets)):
            return  # 11.17a: not even all of them
        groups, found = self._alike(units, need | targets) if len(units) > 1 else [units], list[Bits]()
        for size in range(1, sum(map(len, groups)) + 1):
            tried = False
            single = [1 << group[0] for group in groups] if size == 1 else ()
            for force in single or _choose(groups, size, found):
                tried = True
                self._tries += 1
                if self._tries > TRIES:
                    return
                if self.fits(targets, force):
                    found.append(force)
                    yield force
            if not tried:
                return

    def _alike(self, units: list[int], known: Bits) -> list[list[int]]:
        """Groups of units that are alike: first those that require least beyond what is known, then the strongest."""
        alike: dict[tuple[object, ...], list[int]] = {}
        for unit in units:
            alike.setdefault(self._kind(unit), []).append(unit)
        groups = [*alike.values()]
        if len(groups) > 1:
            groups.sort(key=lambda group: ((self._obliged(group[0]) & ~known).bit_count(), -self.value(group[0])))
        return groups

    def _kind(self, unit: int) -> tuple[object, ...]:
        """What distinguishes a unit from others as an attacker."""
        if unit not in self._class:
            d, bit, (fed, short) = self.s.data, 1 << unit, self._supply
            marks = fed & bit, short & bit, d.heavy & bit, d.soviet_armor & bit
            self._class[unit] = (self.s.place[unit], self.value(unit), *map(bool, marks))
        return self._class[unit]


def standing(s: State) -> tuple[object, ...]:
    """What the attacks that can be declared depend on."""
    where = s.place.tobytes(), s.aim.tobytes(), bytes(s.face)
    ground = s.scenario, s.options, s.weather, s.shortage, s.turned, s.destroyed, s.built, s.airfield
    marks = s.reduced, s.dropped, s.fresh, s.receiving, s.attacked, s.defended, s.unfinished
    return s.side, where, ground, marks


@kept(standing, most=4)
def requirements(s: State) -> Requirements:
    """What can be attacked now with what: all arguments of an attack share the answers."""
    return Requirements(s.copy())


def _choose(groups: list[list[int]], size: int, found: list[Bits], force: Bits = 0) -> Iterator[Bits]:
    """Every choice of so many units, of each group the first ones, that contains none of those found."""
    if any(not less & ~force for less in found):
        return
    if not size:
        yield force
        return
    if not groups:
        return
    first, rest = groups[0], groups[1:]
    for number in range(min(size, len(first)), -1, -1):
        if size - number <= sum(map(len, rest)):
            yield from _choose(rest, size - number, found, force | bits(first[:number]))
