"""The veteran: operations that last over turns, and the regular's moods, tried together before a phase begins.

A course is a set of weights and the operations that the orders serve. The veteran plays several courses with the same
dice: its own phase, its attacks, and the enemy's turn, as a regular or a sparring partner would play it. The best is
used for the phase; a larger budget means more courses and more trials.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ....core.action import Action
from ....core.bits import Bits, scan
from ....core.options import Pick
from ....kit.opponent import Budget
from ....kit.planning import Plan
from ....opponents.operations import Operation, Operations, told
from ....opponents.plan_search import Book, Keyed, climb, halve, play_on
from ..rules.combat import Battle
from ..ruleset import GERMAN, RUSSIAN
from ..state import State
from . import operations
from .evaluation import WEIGHTS, Weights, value
from .german import GermanPlan
from .regular import Regular
from .sparring import LENINGRAD_PARTNERS

DEEP = 5.5  # times the nodes of a trial, for one that goes on for another turn of both sides
MOST = 8  # trials of the last two courses
EACH = 2  # trials, at least, for which there must be nodes for every course
AHEAD = 3.0  # points by which another course must beat the default
RICH = 4000  # nodes from which the Mechanized Movement Phase is searched separately
WIN = 60.0  # what winning counts at the end of the game, in points
MARGIN = 0.3  # a point of the margin, then
TOLD = 3  # operations in a report
AT_ONCE = 16  # operations
USUAL = ("relieve", "guard", "hold", "reserve", "cut")  # the kinds that are pursued without a trial
FIRM = ("hold", "reserve")  # the kinds that every course keeps: a trial is too short to see what works are worth
Moods = tuple[tuple[Weights, ...], tuple[Weights, ...]]
"""The moods by side, the default first."""


class Course(NamedTuple):
    """Weights, and the operations that the orders serve."""

    weights: Weights
    operations: tuple[Operation, ...] = ()


def moods_of(w: Weights) -> Moods:
    """The moods around the weights of a game."""
    return (
        (
            w,
            w._replace(german_factor=1.2, fear=1.1),
            w._replace(attack=0.2, effort=0.1, fear=0.5),
            w._replace(pace=0.8),
            w._replace(attack=2.0, pace=0.35, cut=1.5),
            w._replace(alone=40.0, cut=2.0, staff=1.0),
        ),
        (
            w,
            w._replace(russian_fear=0.25, post=1.6),
            w._replace(russian_attack=9.0),
            w._replace(russian_attack=0.3, russian_fear=0.4),
            w._replace(russian_fear=1.0, city_wall=1.6),
            w._replace(post=2.0, city_wall=0.6),
        ),
    )


MOODS = moods_of(WEIGHTS)

TURNED: tuple[tuple[tuple[str, float], ...], tuple[tuple[str, float], ...]] = (
    (("pace", 2.0), ("fear", 1.6), ("attack", 2.5), ("effort", 2.0), ("cut", 2.0), ("alone", 1.6), ("fort", 1.6),
     ("rail", 2.0), ("german_factor", 1.6), ("retreat", 1.6)),
    (("russian_fear", 1.6), ("russian_attack", 2.0), ("post", 1.5), ("city_wall", 1.5), ("russian_factor", 1.4),
     ("retreat", 1.6)),
)  # fmt: skip
"""The weights that vary a mood, and by how much."""


class Ahead:
    """The coming phase as a search problem."""

    def __init__(
        self, s: State, seed: int, own: Regular, models: Sequence[Callable[[], Regular]], cost: int, deep: bool
    ) -> None:
        self.s, self.seed, self.own, self.models = s, seed, own, models
        self.me = GERMAN if s.side == GERMAN else RUSSIAN
        self.cost = int(cost * DEEP) if deep else cost
        self.end = _end(s, self.me, 2 if deep else 1)
        self.plans: dict[object, Plan] = {}
        self.proposals: Sequence[Operation] = ()
        self.operators: Sequence[str] = ("drop", "add", *(name for name, _ in TURNED[self.me]))

    def trial(self, course: Course, n: int) -> float:
        """The value after the enemy's reply."""
        s = self.s.copy()
        mine, theirs = self.variant(course), self.models[n % len(self.models)]()
        seats = (mine, theirs) if self.me == GERMAN else (theirs, mine)
        play_on(s.title, s, seats, Keyed(f"{self.seed} {n}"), _key, self._over)
        return judged(s, self.me)

    def variant(self, course: Course) -> Regular:
        """A regular on a course, whose first plan is shared by all with the same position and course."""
        out = self.own.another()
        out.w, out.operations, out.shared = course.weights, course.operations, self.plans
        return out

    def _over(self, s: State) -> bool:
        turn, step = self.end
        return s.turn >= turn and not s.stack and not s.moved and s.title.step(s).name == step

    def vary(self, course: Course, operator: str, pick: Pick) -> Course | None:
        """The course with an operation more or less, or with one weight increased or decreased."""
        now = course.operations
        if operator == "drop":
            loose = [one for one in now if one.kind not in FIRM]
            return course._replace(operations=_without(now, loose[pick(len(loose))])) if loose else None
        if operator == "add":
            more = [one for one in self.proposals if one not in now]
            return course._replace(operations=_with(now, more[pick(len(more))])) if more else None
        times = dict(TURNED[self.me])[operator]
        old: float = getattr(course.weights, operator)
        changed = old * times if pick(2) else old / times
        return course._replace(weights=course.weights._replace(**{operator: changed}))


def _without(some: tuple[Operation, ...], dropped: Operation) -> tuple[Operation, ...]:
    return tuple(one for one in some if one != dropped)


def _with(some: tuple[Operation, ...], added: Operation) -> tuple[Operation, ...]:
    """Some operations and another one, which comes after those that are kept in any case."""
    firm = [one for one in some if one.kind in FIRM]
    return operations.together([*firm, added, *(one for one in some if one.kind not in FIRM)])


def judged(s: State, me: int) -> float:
    """The value of a position to a side; at the end of the game winning counts more than the margin."""
    worth = value(s, me)
    outcome = s.title.outcome(s) if s.over else None
    if outcome is None:
        return worth
    won = 0.0 if outcome.winner < 0 else WIN if outcome.winner == me else -WIN
    return won + MARGIN * worth


def _end(s: State, me: int, turns: int) -> tuple[int, str]:
    """Where a trial ends: after the enemy's next turns, or at the end of the game."""
    if s.turn >= s.data.turns - turns:
        return 99, ""
    return s.turn + turns, "german-movement" if me == GERMAN else "russian-movement"


def _key(s: State) -> object:
    """The key of a die roll: what it is for."""
    targets = s.local.targets if isinstance(s.local, Battle) else s.air
    return s.title.step(s).name, s.turn, s.side, targets


class Veteran:
    """Thinks at the start of a phase, then plays it as a regular on the best course."""

    make: Callable[[], Regular] = Regular
    moods = MOODS
    cost = 60  # nodes of a trial
    models: tuple[tuple[Callable[[], Regular], ...], tuple[Callable[[], Regular], ...]] = (
        (Regular, LENINGRAD_PARTNERS["raider"]),
        (Regular, LENINGRAD_PARTNERS["all_out"]),
    )  # of the enemy, by our side

    def __init__(self) -> None:
        self.regular = self.make()
        self.staff = Operations()
        self.turn: tuple[int, int] = (-1, -1)
        self.phase: tuple[int, str] = (-1, "")
        self.purse = 0  # nodes left for this player turn
        self.tried = 0  # courses in the last search
        self.lines: list[str] = []  # how the course was found and its operations as text, until they are reported

    def decide(self, s: State, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """The next action, and the reason."""
        if self.turn != (s.turn, s.side):
            self.turn, self.purse = (s.turn, s.side), budget.left
        step = s.title.step(s).name
        again = step == "mechanized" and self.purse >= RICH
        if (again or step in ("german-movement", "russian-movement")) and self.phase != (s.turn, step):
            self.phase = s.turn, step
            part = 1.0 if s.side == RUSSIAN or self.purse < RICH else 0.3 if again else 0.7
            self.regular = self._course(s, pick, budget, part)
            action, why = self.regular.decide(s, pick, budget)
            if self.tried > 1:
                why = f"Of {self.tried} plans tried against the enemy's reply, this one did best. {why}"
            return action, why
        return self.regular.decide(s, pick, budget)

    def _course(self, s: State, pick: Pick, budget: Budget, part: float) -> Regular:
        """A regular on the course that does best."""
        share_ = Budget(min(budget.left, int(self.purse * part)), None, lambda: not budget.go_on())
        given = share_.left
        me = GERMAN if s.side == GERMAN else RUSSIAN
        problem = Ahead(s, pick(1 << 30), self.regular, self.models[me], self.cost, given >= RICH)
        problem.proposals = self.propose(s)
        courses = self.courses(s.turn, me, problem.proposals)
        if any(one.kind == "reserve" for one in problem.proposals):
            courses, share_ = courses[:1], Budget(0)  # while the line stands: a trial does not see what time is worth
        book = Book[Course](problem, share_)
        best = halve(book, courses[: max(2, given // (EACH * problem.cost))], MOST)
        best = climb(book, best, pick, lambda: True)
        if best != courses[0] and book.lead(best, courses[0])[0] < AHEAD:
            best = courses[0]  # it may be chance
        budget.spend(book.trials * problem.cost)
        self.tried = len(book.known) if book.trials else 0
        self.staff.running = list(best.operations)
        self.lines = self._told(s)
        return problem.variant(best)

    def propose(self, s: State) -> list[Operation]:
        """The operations that the position suggests."""
        own = self.regular.another()
        me = GERMAN if s.side == GERMAN else RUSSIAN
        own.w, own.operations = self.moods[me][0]._replace(raid=1.0), ()
        planner = own.planner(s)
        if isinstance(planner, GermanPlan):
            planner.make()
            return operations.german(planner)
        return operations.russian(planner)

    def courses(self, turn: int, me: int, proposals: Sequence[Operation]) -> list[Course]:
        """The courses to be compared, the default first: its operations are those that go on and the best new ones."""
        known = {one.aim for one in proposals}
        usual = [one for one in proposals if one.kind in USUAL]
        self.staff.review(turn, usual, lambda one: "" if one.aim in known else "the situation has changed", AT_ONCE)
        running = operations.together(sorted(self.staff.running, key=lambda one: one.kind not in FIRM))
        moods = self.moods[me]
        out = [Course(moods[0], running), Course(moods[0], tuple(one for one in running if one.kind in FIRM))]
        kinds = dict.fromkeys(one.kind for one in running if one.kind not in FIRM)
        for kind in kinds if len(kinds) > 1 else ():
            out.append(Course(moods[0], tuple(one for one in running if one.kind != kind)))
        for one in proposals:
            if one not in running:
                out.append(Course(moods[0], _with(running, one)))
        out[3:3] = [Course(mood, running) for mood in moods[1:]]
        return list(dict.fromkeys(out))

    def _told(self, s: State) -> list[str]:
        """The operations as text."""

        def named(units: Bits) -> str:
            names = [s.title.unit(s, unit) for unit in scan(units)]
            text = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
            return text[:1].upper() + text[1:]

        out = [f"{self.tried} plans were tried against the reply; this one did best."] if self.tried > 1 else []
        for operation in self.staff.running[:TOLD]:
            out += told(operation, named, lambda place: s.title.place(s, place))
        return out

    def recount(self) -> list[str]:
        """The plan as text, if it is new since the last call."""
        notes = self.regular.recount()
        lines, self.lines = self.lines if notes else [], [] if notes else self.lines
        return [*lines, *notes]
