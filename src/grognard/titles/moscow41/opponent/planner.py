"""The planner: a regular whose Impulses serve operations, without any search.

It takes the best operation if one is worth it; otherwise it plays like the regular, without the ways to play an Impulse
that give more away than they gain: the Disc, a Pass with which the game is lost, attacks that are likely to fail.
"""

from collections.abc import Iterable

from ....core.action import Action
from ....core.bits import bits, scan
from ....kit.opponent import UNLIMITED
from ..data.components import GERMAN, SOVIET
from ..rules import logistics
from ..rules.control import units
from ..rules.initiative import may_spend
from ..rules.movement import engaging, reach
from ..rules.victory import points
from ..state import TACTICAL, State, pieces_of
from .impulse_orders import Order
from .logistics_choices import Why
from .operations import Proposal, Staff, waiting
from .opportunities import Opportunities
from .regular import Course, Regular
from .strikes import LONE
from .unit_values import WEIGHTS, Weights, clash

PLANNED = WEIGHTS._replace(staff=12.0, south=30.0)
LEAST = 7.0  # the least value of an operation for which the regular's plan is dropped
CUTS = 6.0  # the value of enemies cut off for which an attack need not succeed


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


def loses_by_passing(s: State) -> bool:
    """Whether the game may end lost with this Pass."""
    if s.turn < s.plan.last or (s.side == SOVIET and not s.passes):
        return False
    if s.plan.points:
        ahead = 2 * points(s, GERMAN) > s.plan.points
        return ahead != (s.side == GERMAN) and bool(s.passes)
    return s.side == GERMAN


def wins_by_passing(s: State) -> bool:
    """Whether this Pass ends the game, won."""
    if s.turn < s.plan.last or not s.passes:
        return False
    return not loses_by_passing(s)


def gives_disc_away(s: State, course: Course) -> bool:
    """Whether a Strategic Impulse of the Germans would hand the Disc over for too little."""
    return course.verb.startswith("strategic") and s.side == GERMAN


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
        if clash(look.target(area), mean, var, count, support, 0.67 * support, tanks).win < LONE:
            dropped.add(area)
    return [order for order in orders if order.target not in dropped]


class Planner(Variant):
    """Plays operations, and the regular's plan where there is none."""

    def __init__(self, w: Weights = PLANNED) -> None:
        super().__init__(w)
        self.staff = Staff(w)

    def choice(self, s: State) -> Why:
        """The best operation, or the most valuable way to play the Impulse."""
        self.script = None
        if wins_by_passing(s):
            return self.take(s, Course("pass", 0.0))[0], "The month ends, and with it the game."
        found, courses = self.staff.proposals(s), self.allowed(s)
        best = max(courses, key=lambda one: one.gain)
        for one in found:
            if one.operation.value >= LEAST and (one.course.verb != "pass" or best.verb == "pass"):
                return self.pursue(s, one)
        return self.take(s, best)

    def allowed(self, s: State) -> list[Course]:
        """The regular's ways to play the Impulse, without those that give too much away."""
        courses = self.courses(s)
        if (quiet := waiting(s)) and s.turn >= s.plan.last:
            courses.append(quiet)
        out = [one for one in courses if not gives_disc_away(s, one)]
        if loses_by_passing(s):
            out = [one for one in out if one.verb != "pass"] or [one for one in courses if one.verb != "pass"] or out
        return out

    def take(self, s: State, course: Course) -> Why:
        """Play the Impulse this way."""
        self.script = None
        return super().take(s, course)

    def pursue(self, s: State, proposal: Proposal) -> Why:
        """Play the Impulse for this operation."""
        action, _ = self.take(s, proposal.course)
        at = in_command(s, self, proposal.course)
        self.script = composed(at, proposal.orders, self.w, proposal.only) if at else None
        self.staff.adopt(s.turn, proposal)
        return action, proposal.why

    def exploitation(self, s: State) -> Why:
        """Spend the Disc only if that wins; the Soviets also if it gains enough."""
        if s.side == SOVIET:
            return super().exploitation(s)
        if orders := winning_marches(s):
            self.script = orders
            return Action("exploit"), "The way is open, and we win."
        return Action("decline"), "The Disc stays with us."


def winning_marches(s: State) -> tuple[Order, ...]:
    """Moves of an Exploitation that take everything still missing for victory."""
    missing, d = s.plan.win_cities & ~s.german, s.data
    if may_spend(s, s.side) or s.plan.points or missing & units(s, SOVIET):
        return ()
    fast = pieces_of(s, d.fast & d.side[s.side]) & s.on_map & ~s.cube
    out: list[Order] = []
    for area in scan(missing):
        able = [p for p in scan(fast) if reach(s, p, False).ends >> area & 1]
        if not able or len(out) >= logistics.value(s, s.side):
            return ()
        fast &= ~(1 << able[0])
        out.append(Order(s.face[able[0]], area, 1.0, ""))
    return tuple(out)


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
