"""Sets of attacks: who attacks from which hexes, and everything that this requires (11.15).

An attack out of a hex requires one on every enemy whose ZOC extends into it. So a set is planned by the hexes from
which it is made: they say what has to be attacked, and their units are shared out among these targets.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ..rules.combat import column_of, front
from ..rules.requirements import attackable, obliging
from ..state import State
from .opportunities import Opportunities

ENOUGH = 4  # hexes of a set beside those that oblige to nothing more
PASSES = 2  # rounds of improvement


class Combat(NamedTuple):
    """A combat of a set."""

    target: int
    force: Bits
    gain: float
    column: int
    freed: float


class AttackSet(NamedTuple):
    """Combats that have to be made together."""

    combats: tuple[Combat, ...]
    gain: float

    @property
    def force(self) -> Bits:
        """All attackers."""
        out = 0
        for one in self.combats:
            out |= one.force
        return out

    @property
    def main(self) -> Combat:
        """The combat worth most."""
        return max(self.combats, key=lambda one: (one.gain, one.target))


class Planner:
    """Plans sets of attacks in a position; what has been worked out is kept by what it depends on."""

    def __init__(self, look: Opportunities, known: dict[object, AttackSet | None] | None = None) -> None:
        self.look, self.s, self.d = look, look.s, look.d
        self.known = {} if known is None else known
        self.open: Bits = attackable(self.s)
        self.able: Bits = look.fighters()
        self.strict = self.s.weather != "mud"
        self._obliging: dict[int, Bits] = {}
        self._front: dict[int, Bits] = {}
        self._units: dict[int, Bits] = {}

    def obliging(self, here: int) -> Bits:
        """What an attack out of a hex requires."""
        if here not in self._obliging:
            self._obliging[here] = obliging(self.s, here) & self.open if self.strict else 0
        return self._obliging[here]

    def front(self, unit: int) -> Bits:
        """What a unit could attack."""
        if unit not in self._front:
            self._front[unit] = front(self.s, unit) & self.open
        return self._front[unit]

    def units(self, here: int) -> Bits:
        """The units in a hex that could attack together."""
        if here not in self._units:
            self._units[here] = self.look.armor(self.s.here.get(here, 0) & self.able, here)
        return self._units[here]

    def hexes(self, target: int) -> list[int]:
        """Our hexes from which a hex could be attacked, those that require least first."""
        near = self.d.board.neighbours[target] & self.s.held[self.look.side]
        some = [here for here in scan(near) if any(self.front(unit) >> target & 1 for unit in scan(self.units(here)))]
        return sorted(some, key=lambda here: (self.burden(here, target), here))

    def burden(self, here: int, target: int) -> int:
        """What an attack out of a hex requires beside a target."""
        return sum(self.look.defense(hex_) for hex_ in scan(self.obliging(here) & ~(1 << target)))

    def on(self, target: int) -> AttackSet | None:
        """The best set that includes an attack on a hex."""
        best: AttackSet | None = None
        hexes = self.hexes(target)
        whole = sum(self.look.values(unit)[0] for here in hexes for unit in scan(self.units(here)))
        if column_of(self.s, whole, self.look.defense(target)) < 0:
            return None
        for count in range(1, min(len(hexes), ENOUGH) + 1):
            some = bits(hexes[:count])
            if count < len(hexes) and self.burden(hexes[count], target) == self.burden(hexes[count - 1], target):
                continue
            found = self.of(some, target)
            if found and (best is None or found.gain > best.gain):
                best = found
        return best

    def of(self, hexes: Bits, target: int) -> AttackSet | None:
        """The best way to attack out of some hexes; other hexes that require nothing more join in."""
        need = 1 << target
        for here in scan(hexes):
            need |= self.obliging(here)
        near = self.d.around(need) & self.s.held[self.look.side] & ~hexes
        for here in scan(near):
            if self.units(here) and not self.obliging(here) & ~need:
                hexes |= 1 << here
        units = 0
        for here in scan(hexes):
            units |= self.units(here)
        s = self.s
        key = (units, need, s.fired, *(s.here.get(hex_, 0) for hex_ in scan(need | hexes)))
        if key not in self.known:
            self.known[key] = self._shared_out(units, need, target)
        return self.known[key]

    def _shared_out(self, units: Bits, need: Bits, main: int) -> AttackSet | None:
        """Share units out among targets: all must be attacked, the sum of the gains counts."""
        look = self.look
        targets = list(scan(need))
        faces = {unit: [hex_ for hex_ in targets if self.front(unit) >> hex_ & 1] for unit in scan(units)}
        if any(not any(hex_ in some for some in faces.values()) for hex_ in targets):
            return None
        force = dict.fromkeys(targets, 0)
        order = sorted(
            (unit for unit in faces if faces[unit]), key=lambda unit: (len(faces[unit]), -look.values(unit)[0])
        )
        for unit in order:
            empty = [hex_ for hex_ in faces[unit] if hex_ != main and not look.may_attack(force[hex_], hex_)]
            lone = [hex_ for hex_ in empty if not any(hex_ in faces[other] for other in order if other > unit)]
            to = lone[0] if lone else main if main in faces[unit] else (empty or faces[unit])[0]
            force[to] |= 1 << unit
        self._cover(force, faces)
        if not all(look.may_attack(force[hex_], hex_) for hex_ in targets):
            return None
        self._improve(force, faces)
        combats = []
        for hex_ in targets:
            found = look.outlook(hex_, force[hex_])
            combats.append(Combat(hex_, force[hex_], found.gain, found.column, found.freed))
        return AttackSet(tuple(combats), sum(one.gain for one in combats))

    def _cover(self, force: dict[int, Bits], faces: dict[int, list[int]]) -> None:
        """Move units to targets that are attacked too weakly, as long as their own can do without them."""
        look = self.look
        for hex_ in force:
            tries = 0
            while not look.may_attack(force[hex_], hex_) and tries < 4:
                tries += 1
                donors = [
                    (look.values(unit)[0], unit, other)
                    for other in force
                    if other != hex_
                    for unit in scan(force[other])
                    if hex_ in faces[unit] and look.may_attack(force[other] & ~(1 << unit), other)
                ]
                if not donors:
                    break
                _, unit, other = min(donors)
                force[other] &= ~(1 << unit)
                force[hex_] |= 1 << unit

    def _improve(self, force: dict[int, Bits], faces: dict[int, list[int]]) -> None:
        """Move single units between targets while that gains."""
        look = self.look
        if len(force) < 2:
            return
        for _ in range(PASSES):
            better = False
            for here in list(force):
                for unit in scan(force[here]):
                    for to in faces[unit]:
                        if to == here:
                            continue
                        less, more = force[here] & ~(1 << unit), force[to] | 1 << unit
                        now = look.outlook(here, force[here]).gain + look.outlook(to, force[to]).gain
                        then = look.outlook(here, less).gain + look.outlook(to, more).gain
                        if then > now + 0.01:
                            force[here], force[to], better = less, more, True
                            break
            if not better:
                return

    def best(self, targets: Iterable[int]) -> AttackSet | None:
        """The best set on any of these hexes."""
        found = [one for target in targets if (one := self.on(target))]
        return max(found, key=lambda one: (one.gain, one.force), default=None)


def assailable(s: State) -> Bits:
    """The enemy hexes next to ours that may still be attacked."""
    return attackable(s) & s.data.around(s.held[s.side])
