"""Strikes: attacks on one Area with everything that one or two headquarters can bring there together.

For a target every headquarters is tried in every place where it could be activated; the second by what it adds
to the first. The chance to clear the Area counts all the Blocks commanded from there that can reach it, and the guns.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ..data.components import GERMAN
from ..rules import activation
from ..rules.command import commands
from ..rules.movement import reach
from ..rules.strength import dice, tactical_range, weather
from ..rules.support import silent
from ..state import State, faced, pieces_of, units_among, units_at
from .impulse_orders import Order, dry
from .logistics_choices import barred
from .opportunities import Opportunities
from .unit_values import clash, fire

MOST_POSTS = 2  # headquarters in a strike
SEPTEMBER = 3
ENOUGH = 0.9  # the chance with which a strike needs no further Block
MORE = 0.06  # what another headquarters must add to the chance
LONE = 0.6  # the least chance of an attack that is worth beginning


class Seat(NamedTuple):
    """A headquarters, a place where it can be activated, and the Blocks it commands from there."""

    hq: int
    place: int
    led: Bits
    guns: float


class Strike(NamedTuple):
    """An attack on an Area: the chance to clear it, the headquarters with their places, and the Blocks."""

    target: int
    win: float
    seats: tuple[Seat, ...]
    force: tuple[int, ...]  # pieces
    losses: float  # own steps
    dealt: float  # enemy steps
    cost: float = 0.0  # what its Blocks give up where they are

    def orders(self, s: State) -> tuple[Order, ...]:
        """The orders of its Blocks."""
        each = 10.0 * self.win / max(1, len(self.force))
        return tuple(Order(s.face[p], self.target, each, "", self.target) for p in self.force)

    @property
    def units(self) -> Bits:
        """Its Blocks."""
        return bits(self.force)


class Strikes:
    """What one side could attack in its next Impulse, and how well."""

    def __init__(self, s: State, look: Opportunities, spared: Bits = 0) -> None:
        self.s, self.look, self.side = s, look, look.side
        d = s.data
        ours = d.side[self.side] & s.on_map & ~s.cube
        self.fighters = faced(s, ours & d.all_blocks, d.combat)
        long = s.plan.points and self.side == GERMAN and s.turn < SEPTEMBER
        self.most = 1 if long else MOST_POSTS  # Smolensk must be held until the army has come
        self.ways = {p: reach(s, p, True) for p in scan(self.fighters & ~spared)}
        self.able = pieces_of(s, d.tactical & d.side[self.side]) & s.on_map & ~s.cube
        if s.side == self.side:
            self.able &= ~barred(activation.hq_bans(s))
        self._seats: list[Seat] | None = None
        self._costs: dict[int, float] = {}

    @property
    def seats(self) -> list[Seat]:
        """Every headquarters that can be activated, in every place."""
        if self._seats is None:
            self._seats = [seat for hq in scan(self.able) for seat in self._places(hq)]
        return self._seats

    def _places(self, hq: int) -> Iterable[Seat]:
        s, look = self.s, self.look
        start, level = s.place[hq], s.level[hq]
        if not level and s.turn < s.plan.last:
            return
        places = reach(s, hq, False).ends & look.ours & look.fed
        if not look.enemy >> start & 1:
            places |= 1 << start
        span = tactical_range(s, hq)
        guns = dice(s, hq, True) / 3 if level and not silent(s) >> hq & 1 else 0.0
        for place in scan(places):
            found = new = 1 << place
            for _ in range(span):
                new = s.data.board.spread(new) & ~found
                found |= new
                new &= look.ours
            near = units_among(s, self.side, found)
            led = (commands(s, hq, near) | units_at(s, self.side, place)) & self.fighters
            yield Seat(hq, place, led, guns)

    def on(self, target: int, spared: Bits = 0) -> Strike | None:
        """The best strike on an Area without the spared Blocks."""
        able = bits(p for p, way in self.ways.items() if way.ends >> target & 1) & ~spared
        if not able and not self.look.both >> target & 1:
            return None
        best: Strike | None = None
        chosen: tuple[Seat, ...] = ()
        while len(chosen) < self.most:
            found = None
            for seat in self.seats:
                if any(seat.hq == other.hq for other in chosen) or not self._fits(seat, chosen):
                    continue
                if not seat.led & able and not self._near(seat, target):
                    continue
                strike = self._with(target, able, (*chosen, seat))
                if strike and (found is None or self._order(strike) > self._order(found)):
                    found = strike
            if found is None or (best is not None and found.win < best.win + MORE):
                break
            best, chosen = found, found.seats
            if best.win >= ENOUGH:
                break
        return best

    def _fits(self, seat: Seat, chosen: tuple[Seat, ...]) -> bool:
        """Whether there is room for two headquarters in one Area."""
        same = sum(other.place == seat.place and self.s.place[other.hq] != seat.place for other in chosen)
        limit = self.s.data.stacking[seat.place]
        return not same or not limit or self.look.count[seat.place] + same < limit

    def _near(self, seat: Seat, target: int) -> bool:
        return bool(seat.guns) and bool(self.s.data.adjacent[seat.place] >> target & 1)

    def _order(self, strike: Strike) -> float:
        """What makes a strike better than another: its chance, then how safe its headquarters are."""
        look, out = self.look, strike.win
        for seat in strike.seats:
            stays = sum(look.steps[p] for p in scan(units_at(self.s, self.side, seat.place) & self.fighters))
            stays -= sum(look.steps[p] for p in strike.force if self.s.place[p] == seat.place)
            risk = look.threat[seat.place]
            if seat.place == strike.target or not look.reached >> seat.place & 1:
                risk *= 0.3
            out -= 0.15 * risk / (risk + stays + 2)
            out -= 0.01 * (self.s.place[seat.hq] != seat.place)
        return out - 0.01 * len(strike.seats) - 0.02 * strike.cost

    def _cost(self, p: int, target: int) -> float:
        """What a Block gives up by leaving its Area for the target."""
        look, start = self.look, self.s.place[p]
        if p not in self._costs:
            self._costs[p] = look.stay(p, look.stand[start] - look.steps[p]) - look.leash(p, start)
        gain = look.drawn * (0.2 + look.fire[p][0]) * look.pull[target] - look.leash(p, target)
        return max(0.0, self._costs[p] - gain)

    def _with(self, target: int, able: Bits, seats: tuple[Seat, ...]) -> Strike | None:
        """The attack with these headquarters: the best Blocks first, until it is good enough."""
        s, look, d = self.s, self.look, self.s.data
        led, guns = 0, 0.0
        for seat in seats:
            led |= seat.led
            guns += seat.guns if self._near(seat, target) else 0.0
        old = look.both >> target & 1
        wet_ground = d.board.river[target] if weather(s).rivers and not old else 0
        found = []
        for p in scan(able & led):
            wet = bool(wet_ground) and not dry(s, p, self.ways[p], target)
            mean, var = fire(s, p, True, True) if wet else look.fire[p]
            tank = bool(d.tanks >> s.face[p] & 1) and not wet
            cost = self._cost(p, target)
            found.append((mean + 0.3 * tank + 0.05 * look.steps[p] - 0.12 * cost, mean, var, tank, p, cost))
        found.sort(key=lambda one: (-one[0], s.face[one[4]]))
        mean = var = steps = price = 0.0
        tanks = False
        for p in scan(units_at(s, self.side, target) & self.fighters if old else 0):
            one, two = look.fire[p]
            mean, var, steps = mean + one, var + two, steps + look.steps[p]
            tanks = tanks or bool(d.tanks >> s.face[p] & 1)
        post = look.target(target)
        room = (d.stacking[target] or 99) - look.count[target]
        force: list[int] = []
        best: Strike | None = None
        if old and steps:
            result = clash(post, mean, var, steps, guns, 0.67 * guns, tanks)
            best = Strike(target, result.win, seats, (), result.mine, result.theirs)
        for _, one, two, tank, p, cost in found[: max(0, room)]:
            mean, var, steps, tanks = mean + one, var + two, steps + look.steps[p], tanks or tank
            price += cost
            force.append(p)
            result = clash(post, mean, var, steps, guns, 0.67 * guns, tanks)
            if best is None or result.win > best.win + 0.01:
                best = Strike(target, result.win, seats, tuple(force), result.mine, result.theirs, price)
            if best.win >= ENOUGH + 0.05:
                break
        return best
