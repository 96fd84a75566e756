"""Operations of *Moscow '41*: what a side wants over several Impulses, and the plans of an Impulse that serve it.

Kinds: kill a headquarters that stands exposed, seize a city, open a corridor to Blocks that are cut off, save a
headquarters of one's own, and wait without giving anything away. Each is found on the map; its plan is a way to play
the Impulse with the orders for its Blocks. Headquarters are the tempo of an army: without one it can only pass.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ....opponents.operations import Operation, Operations
from ..data.components import GERMAN, SOVIET
from ..rules.movement import reach
from ..rules.supply import supplied
from ..state import State, pieces_of, put, side_of, units_at
from .impulse_orders import Course, Order, Post
from .opportunities import Opportunities
from .strikes import LONE, Seat, Strike, Strikes
from .unit_values import Weights, goals, worth

KILL = "kill"
SEIZE = "seize"
RELIEVE = "relieve"
SAVE = "save"

HEADQUARTERS = (24.0, 12.0)  # one of the few headquarters that can still be activated, beyond its stars; one of many
FEW = 3
SPENT = 4.0  # an exhausted one
CUT = 0.4  # share of it while it is cut off
ORDER = 0.35  # the chance of the enemy's strike from which a headquarters must be saved
WIN = 200.0  # an attack that wins the game
KIEV = 45.0  # one that wins Kiev
NECK = 8.0  # the value of Blocks whose supply hangs on an Area that must not be left empty
POSTS = (0.0, 2.0, 6.0, 12.0, 20.0)  # of activating so many headquarters
COST = 0.3  # of what its Blocks give up elsewhere
STEP = 1.2  # a step in the value of a strike


class Proposal(NamedTuple):
    """An operation with the plan that serves it in this Impulse."""

    operation: Operation
    course: Course
    orders: tuple[Order, ...]  # of its own Blocks; the others are given theirs afterwards
    only: bool  # whether nobody else moves
    why: str


def command_worth(s: State, hq: int) -> float:
    """The value of a headquarters as the means to act."""
    if not s.level[hq]:
        return SPENT
    d = s.data
    others = pieces_of(s, d.tactical & d.side[side_of(s, hq)]) & s.on_map
    return HEADQUARTERS[others.bit_count() > FEW]


def command_capacity(s: State, side: int) -> float:
    """The value of a side's headquarters on the map, those that are cut off counting less."""
    d, fed, out = s.data, supplied(s, side), 0.0
    for hq in scan(pieces_of(s, d.tactical & d.side[side])):
        place = s.place[hq]
        if place < d.board.box:
            out += command_worth(s, hq) * (1.0 if fed >> place & 1 else CUT)
    return out


def exposed(s: State, side: int, w: Weights) -> dict[int, float]:
    """The headquarters of a side that the enemy could destroy in one Impulse, and the chance."""
    d = s.data
    hqs = pieces_of(s, d.tactical & d.side[side]) & s.on_map
    if not hqs:
        return {}
    strikes = Strikes(s, Opportunities(s, 1 - side, w))
    out: dict[int, float] = {}
    for hq in scan(hqs):
        strike = strikes.on(s.place[hq]) if strikes.able else None
        if strike and strike.win > 0.1:
            out[hq] = strike.win
    return out


def guards(s: State, look: Opportunities) -> Bits:
    """The Blocks that must stay: garrisons, and one Block in every Area on which the supply of others hangs."""
    out = look.garrison()
    for area in scan(look.mine & look.net & ~look.both & s.data.board.areas & ~look.s.data.staging):
        there = units_at(s, look.side, area) & look.fighters
        if there and not there & out and look.gap(area, NECK):
            out |= 1 << min(scan(there), key=lambda p: (look.steps[p] < 2, look.fire[p][0], s.face[p]))
    return out


def _meant(orders: tuple[Order, ...], why: str) -> tuple[Order, ...]:
    """The orders with their reason."""
    return tuple(order._replace(why=why) for order in orders)


class Staff:
    """Proposes operations for a side and remembers the ones it pursues."""

    def __init__(self, w: Weights) -> None:
        self.w = w
        self.running = Operations()

    def proposals(self, s: State) -> list[Proposal]:
        """What could be done in this Impulse, the best first."""
        look = Opportunities(s, s.side, self.w)
        strikes = Strikes(s, look, guards(s, look))
        found = [*self._seize(s, look, strikes), *self._kill(s, look, strikes), *self._relieve(s, look, strikes)]
        if s.side == SOVIET or s.turn > 1 or not found:
            found += self._save(s, look)
        aims = {one.aim for one in self.running.running}
        found.sort(key=lambda one: -one.operation.value * (1.3 if one.operation.aim in aims else 1.0))
        return found

    def adopt(self, turn: int, proposal: Proposal | None) -> None:
        """Pursue the operation of this proposal."""
        if proposal is not None:
            self.running.review(turn, [proposal.operation], lambda _one: "", 2)

    # -- attacks ------------------------------------------------------------------------------

    def _strike(self, s: State, kind: str, gain: float, parts: tuple[Strike, ...], why: str) -> Proposal:
        """A proposal to make these strikes together."""
        seats: dict[int, Seat] = {}
        win, losses, dealt = 1.0, 0.0, 0.0
        for strike in parts:
            win, losses, dealt = win * strike.win, losses + strike.losses, dealt + strike.dealt
            seats |= {seat.hq: seat for seat in strike.seats}
        posts = tuple(Post(s.face[seat.hq], seat.place, 0.0, 0.0) for seat in seats.values())
        orders = tuple(order for strike in parts for order in strike.orders(s))
        worth_ = (
            win * gain + STEP * (dealt - 1.2 * losses) - 2.0 * len(posts) ** 1.6 - COST * sum(one.cost for one in parts)
        )
        operation = Operation(
            kind,
            parts[-1].target,
            bits(s.face[p] for strike in parts for p in strike.force),
            worth_,
            seats=tuple((s.face[seat.hq], seat.place) for seat in seats.values()),
            chance=win,
        )
        return Proposal(operation, Course("tactical", worth_, posts), _meant(orders, why), False, why)

    def _kill(self, s: State, look: Opportunities, strikes: Strikes) -> Iterator[Proposal]:
        """Destroy headquarters that stand within reach."""
        d, other = s.data, 1 - s.side
        for hq in scan(pieces_of(s, d.tactical & d.side[other]) & s.on_map):
            strike = strikes.on(s.place[hq])
            if strike and strike.win >= LONE:
                gain = command_worth(s, hq) + worth(s, hq)
                yield self._strike(s, KILL, gain, (strike,), f"To destroy {d.blocks[s.face[hq]].name}.")

    def _seize(self, s: State, look: Opportunities, strikes: Strikes) -> Iterator[Proposal]:
        """Take the cities that count, all that are missing at once if that wins."""
        wanted = {area: look.prized.get(area, price) for area, price in goals(s, s.side).items()}
        parts: list[Strike] = []
        taken: Bits = 0
        place = s.title.place
        for area, price in sorted(wanted.items(), key=lambda one: -one[1]):
            if not look.enemy >> area & 1 or price < 5:
                continue
            strike = strikes.on(area)
            if strike and strike.win >= LONE:
                lasting = 1.0 if look.safe >> area & 1 or look.decides >> area & 1 else 0.5
                yield self._strike(s, SEIZE, lasting * price, (strike,), f"To take {place(s, area)}.")
        if not self._decisive(s):
            return
        if not s.plan.points:
            strikes = Strikes(s, look)  # nobody needs to stay behind
        for area in scan(self._decisive(s) & look.enemy):
            strike = strikes.on(area, taken)
            if strike is None:
                return
            parts.append(strike)
            taken |= strike.units
        marches = self._marches(s, look, strikes, parts, taken)
        if parts and marches is not None and self._joint(parts):
            names = " and ".join(place(s, one) for one in scan(self._decisive(s)))
            kiev = bool(s.plan.points)
            why = f"To take {names}{', and Kiev with it' if kiev else ' and win'}."
            found = self._strike(s, SEIZE, KIEV if kiev else WIN, tuple(parts), why)
            yield found._replace(orders=_meant((*found.orders, *marches), why))

    def _marches(
        self, s: State, look: Opportunities, strikes: Strikes, parts: list[Strike], taken: Bits
    ) -> list[Order] | None:
        """Orders to enter the cities that are missing and empty; None if nobody in command can."""
        led = bits(p for one in parts for seat in one.seats for p in scan(seat.led))
        led, out = led & bits(strikes.ways) & ~taken, list[Order]()
        for area in scan(self._decisive(s) & ~look.enemy):
            able = [p for p in scan(led) if strikes.ways[p].ends >> area & 1]
            if not able:
                return None
            led &= ~(1 << able[0])
            out.append(Order(s.face[able[0]], area, WIN, ""))
        return out

    @staticmethod
    def _joint(parts: list[Strike]) -> bool:
        """Whether the headquarters of all the strikes can be where each strike wants them."""
        places: dict[int, int] = {}
        return all(places.setdefault(seat.hq, seat.place) == seat.place for one in parts for seat in one.seats)

    @staticmethod
    def _decisive(s: State) -> Bits:
        """What the Germans must still take to win at once, or to win Kiev at the end of the month."""
        if s.side != GERMAN:
            return 0
        if s.plan.points:
            return s.data.kiev_cities & ~s.german if not s.german >> s.data.kiev & 1 else 0
        return s.plan.win_cities & ~s.german

    def _relieve(self, s: State, look: Opportunities, strikes: Strikes) -> Iterator[Proposal]:
        """Attack where a victory reconnects Blocks that are cut off."""
        if not look.starving:
            return
        near = look.enemy & s.data.board.spread(look.fed & look.ours)
        for area in scan(near):
            bit = 1 << area
            if stake := look.relief(bit):
                strike = strikes.on(area)
                if strike and strike.win >= 0.4:
                    why = f"To reach the Blocks that are cut off, through {s.title.place(s, area)}."
                    yield self._strike(s, RELIEVE, stake, (strike,), why)

    # -- safety -------------------------------------------------------------------------------

    def _save(self, s: State, look: Opportunities) -> Iterator[Proposal]:
        """Take headquarters out of the enemy's reach, by a Pass."""
        danger = exposed(s, s.side, self.w)
        for hq, chance in danger.items():
            if chance < ORDER or s.cube >> hq & 1:
                continue
            end, left = self._refuge(s, look, hq, chance)
            if not end:
                continue
            face = s.face[hq]
            value = (chance - left) * (command_worth(s, hq) + worth(s, hq))
            operation = Operation(SAVE, end, 1 << face, value, chance=1 - left)
            why = f"{s.data.blocks[face].name} is not safe where it is."
            yield Proposal(operation, Course("pass", value), (Order(face, end, value, why),), True, why)

    def _refuge(self, s: State, look: Opportunities, hq: int, chance: float) -> tuple[int, float]:
        """The place where a headquarters is safest, and the enemy's chance there."""
        best, least = 0, 0.7 * chance
        ends = reach(s, hq, False).ends & look.ours & look.fed
        ranked = sorted(scan(ends), key=lambda area: (look.threat[area] - look.stand[area], -area))
        for end in ranked[:4]:
            left = self._chance(s.copy(), hq, end)
            if left < least - 0.02:
                best, least = end, left
        return best, least

    def _chance(self, s: State, hq: int, end: int) -> float:
        """The enemy's chance to destroy a headquarters if it goes there."""
        face = s.face[hq]
        put(s, hq, end)
        return exposed(s, s.side, self.w).get(s.piece[face], 0.0)
