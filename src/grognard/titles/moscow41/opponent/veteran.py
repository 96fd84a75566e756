"""The veteran: operations first, then a search over ways to play an Impulse, evaluated after the enemy's reply.

At the start of an Impulse the staff proposes operations; the Germans follow one that is worth it. Otherwise the plans
of the operations and the regular's ways to play the Impulse are compared: which headquarters, which combinations, a
Strategic Impulse, a Pass; with bolder or more careful weights, or with an attack called off. Every plan is tried in
positions in which the hidden Blocks are guessed, against enemies of several kinds, all plans in the same positions
with the same dice; one plan is chosen for all of them.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import sqrt
from random import Random
from typing import NamedTuple

from ....core.action import Action
from ....core.bits import scan
from ....core.options import Pick
from ....kit.opponent import Budget
from ....opponents.plan_search import Book, Keyed, play_on
from ..data.components import GERMAN, SOVIET
from ..rules import logistics
from ..rules.battle import Battle
from ..rules.control import friendly, units
from ..rules.initiative import uses
from ..rules.supply import supplied
from ..rules.victory import points
from ..state import State, units_at
from .evaluation import value
from .impulse_orders import Course, Order
from .logistics_choices import Why
from .month_end import gains_by_passing
from .operations import Proposal, command_capacity, command_worth, exposed
from .planner import CUTTER, LEAST, PLANNED, Planner, Variant, calls, composed, in_command
from .regular import Regular
from .unit_values import WEIGHTS, Weights, front, incursion, safe_net, worth

TRIAL = 80  # nodes
BOLD = PLANNED._replace(caution=0.5 * WEIGHTS.caution, leash=0.4 * WEIGHTS.leash, bridge=0.5 * WEIGHTS.bridge)
CAREFUL = PLANNED._replace(
    caution=1.6 * WEIGHTS.caution,
    hold=1.7 * WEIGHTS.hold,
    german_pull=0.5 * WEIGHTS.german_pull,
    soviet_pull=0.5 * WEIGHTS.soviet_pull,
)
EAGER = PLANNED._replace(
    german_pull=2 * WEIGHTS.german_pull,
    soviet_pull=2 * WEIGHTS.soviet_pull,
    ground=1.5 * WEIGHTS.ground,
    pocket=2 * WEIGHTS.pocket,
)
DANGER = 0.6  # of a headquarters that the enemy could destroy, times the chance
CALL = 1.5  # a Block that the Disc can call
BEHIND, APART = 6.0, 100.0  # how far other plans are behind the regular's on average, and their variance
NOISE = 400.0  # the assumed variance of a trial, before it is measured
TRIES = 24  # trials of a plan
POINT, LATER = 20.0, 6.0  # of a Victory Point, beyond what a position counts for it, and more with every month
KIEV, ROAD = (0.0, 6.0, 24.0), 24.0  # of the cities before Kiev, none, one or both; of the whole way to Leningrad
LOOSE = (0.05, 0.35)  # of the value of Blocks that may be cut off
CUT_OFF = (0.35, 0.5)  # of those that are
LINK = (0.15, 0.35)  # of those that would be if one more Area were attacked


class Plan(NamedTuple):
    """What is tried: a way to play the Impulse and its orders, or an action; and why."""

    course: Course | None = None
    orders: tuple[Order, ...] | None = None
    first: Action | None = None
    why: str = ""


def models() -> tuple[Variant, ...]:
    """The enemies that a plan is tried against, one after another."""
    return Variant(), Planner(), Variant(CUTTER)


class Ahead:
    """The current decision as a search problem, tried out until the enemy has replied."""

    cost = TRIAL
    operators: Sequence[str] = ()

    def __init__(self, s: State, me: int, seed: int, discs: int) -> None:
        self.s, self.me, self.seed, self.discs = s, me, seed, discs
        self.worlds: list[State] = []

    def world(self, n: int) -> State:
        """The n-th guess."""
        if n == len(self.worlds):
            self.worlds.append(self.s.title.guess(self.s, self.me, Random(f"{self.seed} {n} world").randrange))
        return self.worlds[n].copy()

    def trial(self, plan: Plan, n: int) -> float:
        """The value after the enemy's reply."""
        me, title, s = self.me, self.s.title, self.world(n)
        mine, theirs, month = Planner(), models()[n % 3], s.turn
        mine.month, mine.discs = (s.turn, me), self.discs
        if plan.course is not None:
            title.play(s, mine.take(s, plan.course)[0])
            mine.script = plan.orders
        elif plan.first is not None:
            title.play(s, plan.first)
        answered = False

        def over(t: State) -> bool:
            nonlocal answered
            if t.stack or title.step(t).name != "choice":
                return False
            if t.side == me or t.turn != month:
                return answered or t.turn != month
            answered = True
            return False

        play_on(title, s, (mine, theirs) if not me else (theirs, mine), Keyed(f"{self.seed} {n}"), _key, over)
        return prospects(s, me)

    def vary(self, plan: Plan, operator: str, pick: Pick) -> Plan | None:
        """Return None: plans are listed in advance, not varied."""
        return None


class Race:
    """How far plans are ahead of the regular's.

    An untried plan is assumed to be behind; how much a trial changes that depends on the variance of trials.
    """

    def __init__(self, book: Book[Plan], base: Plan) -> None:
        self.book, self.base, self.noise = book, base, NOISE

    def count(self, plan: Plan) -> int:
        """The number of trials of a plan."""
        return len(self.book.known.get(plan, ()))

    def lead(self, plan: Plan) -> float:
        """The expected lead of a plan over the regular's."""
        if not self.count(plan) or not self.count(self.base):
            return -BEHIND
        mean, _, count = self.book.lead(plan, self.base)
        doubt = self.noise / APART
        return (mean * count - BEHIND * doubt) / (count + doubt)

    def hope(self, plan: Plan) -> float:
        """An optimistic estimate of its lead."""
        return self.lead(plan) + sqrt(self.noise / (1 + self.count(plan)))

    def measured(self) -> float:
        """The variance of a trial against the regular's plan."""
        spread, free = 2 * NOISE, 2
        for plan in self.book.known:
            _, error, count = self.book.lead(plan, self.base)
            if plan != self.base and count > 1:
                spread, free = spread + error * error * count * (count - 1), free + count - 1
        return spread / free


def prospects(s: State, me: int) -> float:
    """The long-term value of a position: Victory Points are mostly kept, cut-off Blocks are not."""
    if s.over:
        return value(s, me)
    german = value(s, GERMAN) - risk(s, GERMAN) + risk(s, SOVIET)
    german += command(s, GERMAN) - command(s, SOVIET) + disc(s)
    if s.plan.points:
        german += (POINT + LATER * (s.turn - s.plan.turn)) * points(s, GERMAN) + under_way(s)
    return german if me == GERMAN else -german


def command(s: State, side: int) -> float:
    """The value of a side's headquarters as the means to act, less the danger they are in."""
    out = command_capacity(s, side)
    for hq, chance in exposed(s, side, PLANNED).items():
        out -= DANGER * chance * (command_worth(s, hq) + worth(s, hq))
    return out


def disc(s: State) -> float:
    """The value of the Disc to the Germans: what they could do with it, or the Soviets if these hold it."""
    side = s.disc
    if s.plan.once and uses(s, side):
        return 0.0
    ready = min(logistics.value(s, side), s.here.get(s.data.pool[side], 0).bit_count())
    return (CALL if side == GERMAN else -CALL) * ready


def under_way(s: State) -> float:
    """The value of progress toward Kiev and Leningrad, whose fall is permanent."""
    d = s.data
    cities, box = (s.german & d.kiev_cities).bit_count(), s.place[s.piece[d.hoepner]]
    out = KIEV[cities] if not s.german >> d.kiev & 1 else 0.0
    if d.road_boxes >> box & 1 and not s.german >> d.leningrad & 1:
        out += ROAD * d.road.index(box) / (len(d.road) - 1)
    return out


def risk(s: State, side: int) -> float:
    """The part of a side's value that is at risk because supply may fail."""
    board, ours, of = s.data.board, friendly(s, side), front(s, 1 - side)
    feared = incursion(s, of, units(s, side))
    net, fed = safe_net(s, side, ours, feared), supplied(s, side)
    sure = net | board.spread(net)
    held = {area: sum(worth(s, piece) for piece in scan(units_at(s, side, area))) for area in scan(s.held[side])}
    out = LOOSE[side] * sum(held[area] for area in scan(s.held[side] & fed & ~sure))
    out += CUT_OFF[side] * sum(held[area] for area in scan(s.held[side] & ~fed))
    most = 0.0  # value that depends on one Area
    for area in scan(board.spread(feared | of.starts[0] | of.starts[1]) & units(s, side) & net):
        left = safe_net(s, side, ours, feared | 1 << area)
        lost = s.held[side] & sure & ~(left | board.spread(left) | 1 << area)
        most = max(most, sum(held[there] for there in scan(lost)))
    return out + LINK[side] * most


def _key(s: State) -> object:
    """The key of a die roll: what it is for."""
    area = s.local.area if isinstance(s.local, Battle) else 0
    return s.title.step(s).name, s.turn, s.side, area


class Veteran:
    """Thinks when an Impulse begins, then follows its plan."""

    def __init__(self) -> None:
        self.regular = Planner()
        self.tried = 0

    def decide(self, s: State, pick: Pick, budget: Budget) -> Why:
        """The next action, and the reason."""
        if s.title.step(s).name == "choice":
            return self.choice(s, pick, budget)
        return self.regular.decide(s, pick, budget)

    def _think(self, s: State, plans: Sequence[Plan], pick: Pick, budget: Budget) -> Plan:
        """The best of some plans, the first as the yardstick; the most promising plan is tried next."""
        book = Book[Plan](Ahead(s, s.title.decider(s), pick(1 << 30), self.regular.discs), budget)
        base, rest = plans[0], plans[1:]
        for plan in plans:
            if not book.fill(plan, 1):
                break
        race = Race(book, base)
        while budget.go_on():
            plan = max(rest, key=race.hope)
            count = race.count(plan) + 1
            if race.hope(plan) < 0 or count > TRIES or not (book.fill(base, count) and book.fill(plan, count)):
                break
            race.noise = race.measured()
        self.tried = len(book.known)
        best = max(rest, key=race.lead)
        return best if race.lead(best) > 0 else base

    def choice(self, s: State, pick: Pick, budget: Budget) -> Why:
        """Choose the way to play the Impulse that does best."""
        regular = self.regular
        regular.at, regular.w, regular.script = "choice", PLANNED, None
        if gains_by_passing(s):
            return regular.choice(s)
        proposals = regular.staff.proposals(s)
        courses = sorted(regular.allowed(s), key=lambda one: (-(s.side == GERMAN and calls(s, one)), -one.gain))
        most = max(2, budget.left // TRIAL // 2) if budget.go_on() else 1
        plans = list(islice(self.plans(s, proposals, courses), most))
        sure = s.side == GERMAN and bool(plans[0].why)  # trials of one Impulse do not show what an operation gains
        best = self._think(s, plans, pick, budget) if len(plans) > 1 and not sure else plans[0]
        assert best.course is not None
        action, why = regular.take(s, best.course)
        regular.script = best.orders
        for one in proposals:
            if best.why == one.why:
                regular.serve(s, one, best.orders)
        return action, best.why or why

    def plans(self, s: State, proposals: Sequence[Proposal], courses: Sequence[Course]) -> Iterator[Plan]:
        """Distinct ways to play the Impulse, the more promising first, starting with the planner's."""
        seen = set()
        for plan in self._plans(s, proposals, courses):
            assert plan.course is not None
            orders = sorted((one.face, one.end) for one in plan.orders or ())
            what = plan.course.verb, plan.course.posts, tuple(orders)
            if what not in seen:
                seen.add(what)
                yield plan

    def _plans(self, s: State, proposals: Sequence[Proposal], courses: Sequence[Course]) -> Iterator[Plan]:
        """The operations and the regular's options; then variations of the regular's best orders."""
        quiet = courses[0].verb == "pass"
        best = [one for one in proposals if one.operation.value >= LEAST and (quiet or one.course.verb != "pass")]
        for one in best[:1]:
            yield self._served(s, one)
        if not best:
            yield from islice(self._usual(s, courses), 1)
        for one in proposals[:4]:
            yield self._served(s, one)
        yield from self._usual(s, courses)

    def _served(self, s: State, one: Proposal) -> Plan:
        """The plan that serves an operation."""
        at = in_command(s, self.regular, one.course)
        return Plan(one.course, composed(at, one.orders, PLANNED, one.only) if at else None, why=one.why)

    def _usual(self, s: State, courses: Sequence[Course]) -> Iterator[Plan]:
        """The regular's options; then its best orders with other weights, fewer headquarters, attacks called off."""
        found = []
        for course in courses:
            at = in_command(s, self.regular, course)
            found.append((course, at))
            yield Plan(course, _orders(at))
        main, first = next((one for one in found if one[1] and one[0].verb != "pass"), (courses[0], None))
        if first is None:
            return
        parts = [part for course in courses for part in _parts(course)]
        yield Plan(main, _orders(first, BOLD))
        for part in parts[:1]:
            yield Plan(part, _orders(in_command(s, self.regular, part)))
        yield Plan(main, _orders(first, EAGER))
        for part in parts[1:]:
            yield Plan(part, _orders(in_command(s, self.regular, part)))
        usual = _orders(first) or ()
        for aim in dict.fromkeys(one.target for one in reversed(usual) if one.target):
            yield Plan(main, tuple(one for one in usual if one.target != aim))
        yield Plan(main, _orders(first, CAREFUL))
        yield Plan(main, tuple(one for one in usual if not one.target))

    def recount(self) -> list[str]:
        """The plan as text, if orders were given since the last call."""
        return self.regular.recount()


def _orders(at: State | None, w: Weights = PLANNED) -> tuple[Order, ...] | None:
    """The orders a regular with these weights would give, if orders are given."""
    return None if at is None else tuple(Regular(w).give(at))


def _parts(course: Course) -> list[Course]:
    """Fewer headquarters than the regular would activate: each alone, and the first two."""
    posts = course.posts
    if len(posts) < 2:
        return []
    out = [course._replace(posts=posts[:2])] if len(posts) > 2 else []
    return [*out, *(course._replace(posts=(post,)) for post in posts[:4])]
