"""The march of the 2nd Guards Rifle Corps to where it has to leave the map.

It needs no supply on the way. So each of its units goes as far as it can, around the enemy where that is possible, and
the others attack what stops it.
"""

from ....core.bits import Bits, scan
from ..data.components import AXIS, SOVIET
from ..rules import withdrawal
from ..state import zone
from .draft import FAR, Draft, Ways, at_of

WAY = 1.5  # what an enemy is worth that stops the corps
TOUCH = 2  # MPs that it costs to end a march in an enemy ZOC
LITTLE = 2  # MPs: a march of less gets nowhere
LACK = 3  # MPs that a stand-in may be farther away for each point of strength that it adds


class CorpsMarch(Draft):
    """Orders for the corps and for units in its place."""

    favored: Bits = 0  # the enemies that stop the corps

    def leave_the_map(self) -> None:
        """March the corps, or units in its place, to where it has to leave the map."""
        s, d = self.s, self.d
        units = withdrawal.corps(s) & ~withdrawal.gone(s) & ~withdrawal.missing(s) & self.free
        owed = withdrawal.owed(s) != (0, 0)
        if not units and not owed:
            return
        rings = Ways(s, SOVIET, d.exits & s.stage.area & ~s.held[AXIS])
        if owed:
            units |= self._stand_ins(rings)
        for unit in sorted(scan(units), key=lambda one: (self._left(one, rings), one)):
            if self.look.reach(unit) >> d.exited & 1:
                self.send(unit, d.exited, "leave the map in time")
            elif not self._onward(unit, rings):
                self._clear_the_way(s.place[unit])
                if not d.corps >> unit & 1:
                    self.free &= ~(1 << unit)  # it waits rather than go back

    def _left(self, unit: int, rings: Ways) -> int:
        """How far it is from a unit's place to an exit."""
        here = self.s.place[unit]
        return at_of(rings, self.d.entries.get(here, 0) if here >= self.d.board.box else 1 << here)

    def _onward(self, unit: int, rings: Ways) -> bool:
        """Send a unit as far as it gets; whether that is far enough to be worth it."""
        s, d = self.s, self.d
        hot, here = zone(s, AXIS), s.place[unit]
        ends = self.look.reach(unit) & d.hexes
        if not self.bound_to_walk() >> unit & 1:
            ends |= self.look.march(unit) & d.hexes
        best: tuple[int, int] | None = None
        for extra, some in ((0, ends & ~hot), (TOUCH, ends & hot)):
            for at, ring in enumerate(rings):
                if best is not None and at + extra >= best[0]:
                    break
                if room := [hex_ for hex_ in scan(ring & some) if hex_ == here or self.room(hex_, unit)]:
                    best = at + extra, room[0]
                    break
        least = LITTLE if d.corps >> unit & 1 else 1
        if best is None or (here < d.board.box and best[0] > self._left(unit, rings) - least):
            return False
        self.send(unit, best[1], "march to where the corps leaves the map")
        return True

    def _clear_the_way(self, here: int) -> None:
        """What stops a unit that gets nowhere had better be attacked."""
        near = self.d.around(1 << here)
        for hex_ in scan((near | self.d.around(near)) & self.s.held[1 - self.side] & ~self.favored):
            self.look.favor(hex_, WAY)
            self.favored |= 1 << hex_

    def _stand_ins(self, rings: Ways) -> Bits:
        """Units that can leave in place of lost ones: near an exit, and strong enough that few are needed."""
        s, d = self.s, self.d
        able = self.free & s.there[SOVIET] & ~d.corps & ~d.printed & ~d.guns & ~d.heavy
        ways = {unit: way for unit in scan(able) if (way := self._left(unit, rings)) <= FAR}
        attack, defense = withdrawal.owed(s)
        out = 0
        while ways and (attack or defense):
            best = min(ways, key=lambda unit: (ways[unit] + LACK * self._lacking(unit, attack, defense), unit))
            del ways[best]
            out |= 1 << best
            attack = max(0, attack - self.look.values(best)[0])
            defense = max(0, defense - self.look.values(best)[1])
        return out

    def _lacking(self, unit: int, attack: int, defense: int) -> int:
        """What others would have to add if a unit left in place of these strengths."""
        own = self.look.values(unit)
        return max(0, attack - own[0]) + max(0, defense - own[1])
