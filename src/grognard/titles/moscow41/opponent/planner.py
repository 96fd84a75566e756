"""The planner: a regular whose Impulses serve operations, without any search.

It takes the best operation if one is worth it; otherwise it plays like the regular, without the ways to play an Impulse
that give more away than they gain: the Disc, a Pass with which the game is lost, attacks that are likely to fail.
"""

from collections.abc import Iterable

from ....core.action import Action
from ....core.bits import bits
from ....kit.opponent import UNLIMITED
from ..data.components import GERMAN
from ..rules.movement import engaging
from ..state import TACTICAL, State
from .impulse_orders import Course, Order
from .logistics_choices import Why
from .month_end import gains_by_passing, loses_by_passing, winning_marches
from .operations import Proposal, Staff
from .opportunities import CUTS, HOPELESS, Opportunities
from .regular import Regular
from .strikes import SEPTEMBER
from .unit_values import WEIGHTS, Weights, clash

PLANNED = WEIGHTS._replace(staff=12.0, south=30.0, kiev=22.0)
RESERVES = 6  # Blocks in the Pool for which the Germans spend the Disc in the Campaign
CUTTER = WEIGHTS._replace(pocket=4 * WEIGHTS.pocket, caution=0.7 * WEIGHTS.caution)
LEAST = 7.0  # the least value of an operation for which the regular's plan is dropped
FRESH, TIRED = 0.2, 3.0  # the cost of a star from then on, and of the last one


class Variant(Regular):
    """A regular that may be given its orders."""

    def __init__(self, w: Weights = WEIGHTS) -> None:
        super().__init__(w)
        self.script: tuple[Order, ...] | None = None

    def give(self, s: State) -> list[Order]:
        """The orders it was given, otherwise its own."""
        if self.script is None:
            return super().give(s)
        out, self.script = list(self.script), None
        return out


def gives_disc_away(s: State, course: Course) -> bool:
    """Whether a Strategic Impulse of the Germans would hand the Disc over for too little."""
    return course.verb.startswith("strategic") and s.side == GERMAN and not calls(s, course)


def calls(s: State, course: Course) -> bool:
    """Whether this calls up the army that waits in the Pool, in a game long enough for that."""
    if course.verb != "strategic-call" or s.plan.once or s.turn >= s.plan.last - 1:
        return False
    return s.here.get(s.data.pool[s.side], 0).bit_count() >= RESERVES


def composed(t: State, first: tuple[Order, ...], w: Weights, only: bool = False) -> tuple[Order, ...]:
    """These orders, and those a regular gives to the Blocks in command that have none."""
    if only:
        return first
    aide = Regular(w)
    look = Opportunities(t, t.side, w)
    aims = {order.target for order in first}
    for order in first:
        look.assigned(t.piece[order.face], order.end)
    able = aide.able(t) & ~bits(t.piece[order.face] for order in first)
    guns = aide.guns(t) if t.impulse == TACTICAL else {}
    rest = look.plan(able, guns, not engaging(t))
    return (*first, *sound(t, look, [one for one in rest if one.target not in aims or not one.target], guns))


def sound(t: State, look: Opportunities, orders: Iterable[Order], guns: dict[int, float]) -> list[Order]:
    """The orders without attacks that are likely to fail, unless they cut the enemy off."""
    groups: dict[int, list[Order]] = {}
    orders = list(orders)
    for order in orders:
        if order.target:
            groups.setdefault(order.target, []).append(order)
    dropped = set()
    for area, group in groups.items():
        if look.both >> area & 1 or look.pocket(area) > CUTS or look.bridge(area) > CUTS:
            continue
        mean = var = count = 0.0
        tanks = False
        for order in group:
            piece = t.piece[order.face]
            a, b = look.fire[piece]
            mean, var, count = mean + a, var + b, count + look.steps[piece]
            tanks = tanks or bool(t.data.tanks >> order.face & 1)
        support = guns.get(area, 0.0)
        if clash(look.target(area), mean, var, count, support, 0.67 * support, tanks).win < HOPELESS:
            dropped.add(area)
    return [order for order in orders if order.target not in dropped]


class Planner(Variant):
    """Plays operations, and the regular's plan where there is none."""

    def __init__(self, w: Weights = PLANNED) -> None:
        super().__init__(w)
        self.staff = Staff(w)
        self.purpose = ""  # of the operation that this Impulse serves

    def choice(self, s: State) -> Why:
        """The best operation, or the most valuable way to play the Impulse."""
        self.script = None
        if gains_by_passing(s):
            action, why = self.take(s, Course("pass", 0.0))[0], "The month ends, and that is what we want."
            self.script = ()
            return action, why
        found, courses = self.staff.proposals(s), self.allowed(s)
        best = max(courses, key=lambda one: one.gain)
        for one in found:
            if one.operation.value >= LEAST and (one.course.verb != "pass" or best.verb == "pass"):
                return self.pursue(s, one)
        return self.take(s, next((one for one in courses if s.side == GERMAN and calls(s, one)), best))

    def star(self, s: State, level: int, used: int, hq: int = -1) -> float:
        """The cost of activating a headquarters: from September on the Germans have no month to lose."""
        if s.side == GERMAN and s.plan.points and s.turn >= SEPTEMBER and level:
            return FRESH if level > 2 else TIRED
        return super().star(s, level, used, hq)

    def allowed(self, s: State) -> list[Course]:
        """The regular's ways to play the Impulse, without those that give too much away."""
        courses = self.courses(s)
        out = [one for one in courses if not gives_disc_away(s, one)]
        if loses_by_passing(s):
            out = [one for one in out if one.verb != "pass"] or [one for one in courses if one.verb != "pass"] or out
        return out

    def take(self, s: State, course: Course) -> Why:
        """Play the Impulse this way."""
        self.script, self.purpose = None, ""
        return super().take(s, course)

    def pursue(self, s: State, proposal: Proposal) -> Why:
        """Play the Impulse for this operation."""
        action, _ = self.take(s, proposal.course)
        at = in_command(s, self, proposal.course)
        self.serve(s, proposal, composed(at, proposal.orders, self.w, proposal.only) if at else None)
        return action, proposal.why

    def serve(self, s: State, proposal: Proposal, orders: tuple[Order, ...] | None) -> None:
        """Follow these orders for an operation, and remember it."""
        self.script, self.purpose = orders, proposal.why
        self.staff.adopt(s.turn, proposal)

    def command(self, s: State) -> Why:
        """Carry out the orders, and say what they are for."""
        new = self.orders is None
        out = super().command(s)
        if new and self.told and self.purpose:
            self.told.insert(1, self.purpose)
        return out

    exploiting = command

    def exploitation(self, s: State) -> Why:
        """Spend the Disc only if that wins; the Soviets also if it gains enough."""
        if s.side == GERMAN and not winning_marches(s):
            return Action("decline"), "The Disc stays with us."
        return super().exploitation(s)


def in_command(s: State, officer: Variant, course: Course) -> State | None:
    """The position in which orders are given, if there is one; no chance is involved up to it."""
    t, aide, title = s.copy(), Variant(), s.title
    aide.month, aide.discs = officer.month, officer.discs
    title.play(t, aide.take(t, course)[0])
    while not t.over and title.step(t).name == "activation":
        title.play(t, aide.decide(t, _first, UNLIMITED)[0])
    return t if not t.over and title.step(t).name == "command" else None


def _first(_count: int) -> int:
    return 0
