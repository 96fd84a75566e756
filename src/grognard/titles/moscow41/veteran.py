"""The veteran: the regular's staff, and a search over ways to play an Impulse, judged after the enemy's answer.

At the start of an Impulse his staff names the ways to play it: which headquarters, which of them together, a Strategic
Impulse of either kind, a Pass. Each is tried out in positions in which the hidden Blocks are guessed anew, all plans in
the same ones with the same dice; what he takes is one plan for all of them. When the headquarters are revealed the
orders are weighed in the same way, as a bolder or a more careful staff would give them.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from ...ai.contract import Budget
from ...ai.search import Book, Keyed, halve, play_on
from ...core.action import Action
from ...core.options import Pick
from .battle import Battle
from .judgement import WEIGHTS, Weights, value
from .orders import Order, meant
from .quartermaster import Why
from .staff import Course, Staff
from .state import State

TRIAL = 40  # nodes
MOODS: tuple[Weights, ...] = (
    WEIGHTS,
    WEIGHTS._replace(caution=0.6, ground=1.4, leash=1.0),
    WEIGHTS._replace(caution=1.4, hold=1.7, german_pull=0.35, soviet_pull=0.12),
    WEIGHTS._replace(pocket=1.0, leash=1.3, german_pull=0.7, soviet_pull=0.35),
)
"""How a staff may see things: the usual way first."""


class Plan(NamedTuple):
    """What is tried: a way to play the Impulse, orders, or an action, and how the staff sees the rest."""

    weights: Weights = WEIGHTS
    course: Course | None = None
    orders: tuple[Order, ...] | None = None
    first: Action | None = None


class Ahead:
    """What there is to decide now, tried out until the enemy has answered."""

    cost = TRIAL
    operators: Sequence[str] = ()

    def __init__(self, s: State, me: int, seed: int, discs: int) -> None:
        self.s, self.me, self.seed, self.discs = s, me, seed, discs

    def trial(self, plan: Plan, n: int) -> float:
        """The value after the enemy's answer."""
        me, title = self.me, self.s.title
        s = title.guess(self.s, me, Random(f"{self.seed} {n} world").randrange)
        mine, theirs = Staff(plan.weights), Staff()
        mine.month, mine.discs = (s.turn, me), self.discs
        if plan.course is not None:
            title.play(s, mine.take(s, plan.course)[0])
        elif plan.first is not None:
            title.play(s, plan.first)
        elif plan.orders is not None:
            mine.at, mine.orders = title.step(s).name, list(plan.orders)
        answered = False

        def over(t: State) -> bool:
            nonlocal answered
            if t.stack or title.step(t).name != "choice":
                return False
            if t.side != me:
                answered = True
                mine.w = WEIGHTS
                return False
            return answered

        play_on(title, s, (mine, theirs) if not me else (theirs, mine), Keyed(f"{self.seed} {n}"), _key, over)
        return value(s, me)

    def vary(self, plan: Plan, operator: str, pick: Pick) -> Plan | None:
        """Plans are named by the staff, and not varied."""
        return None


def _key(s: State) -> object:
    """What a throw is for."""
    area = s.local.area if isinstance(s.local, Battle) else 0
    return s.title.step(s).name, s.turn, s.side, area


class Veteran:
    """Thinks when an Impulse begins, and when orders are given; between that he follows what he has thought of."""

    def __init__(self) -> None:
        self.staff = Staff()
        self.purse = self.whole = 0  # nodes for this Impulse
        self.tried = 0

    def decide(self, s: State, pick: Pick, budget: Budget) -> Why:
        """The next action, and why."""
        match s.title.step(s).name:
            case "choice":
                self.purse = self.whole = budget.left
                return self.choice(s, pick, budget)
            case "command" if self.staff.at != "command":
                return self.command(s, pick, budget)
            case "exploitation":
                return self.exploitation(s, pick, budget)
        return self.staff.decide(s, pick, budget.go_on)

    def _think(self, s: State, plans: Sequence[Plan], pick: Pick, budget: Budget, part: float, most: int) -> Plan:
        """The best of some plans, the staff's own first."""
        given = min(self.purse, budget.left, int(self.whole * part))
        share = Budget(given, None, lambda: not budget.go_on())
        problem = Ahead(s, s.title.decider(s), pick(1 << 30), self.staff.discs)
        book = Book[Plan](problem, share)
        best = halve(book, plans, most)
        self.purse -= given - share.left
        budget.spend(given - share.left)
        self.tried = len(book.known)
        return best

    def choice(self, s: State, pick: Pick, budget: Budget) -> Why:
        """The way to play the Impulse that goes best."""
        staff = self.staff
        staff.at, staff.w = "choice", WEIGHTS
        courses = staff.courses(s)
        courses.sort(key=lambda one: -one.gain)
        found = [*courses]
        for course in courses:
            if course.verb == "tactical":
                found += _parts(course)
        plans = [Plan(course=course) for course in dict.fromkeys(found)]
        best = self._think(s, plans, pick, budget, 0.6, 16) if len(plans) > 1 else plans[0]
        assert best.course is not None
        action, why = staff.take(s, best.course)
        if self.tried > 1 and best.course != courses[0]:
            why = f"Of {self.tried} ways tried out against their answer this went best."
        return action, why

    def command(self, s: State, pick: Pick, budget: Budget) -> Why:
        """The orders that go best."""
        staff = self.staff
        staff.at, staff.look, staff.later = "command", None, []
        plans: dict[tuple[tuple[int, int], ...], Plan] = {}
        for mood in MOODS:
            orders = tuple(Staff(mood).give(s))
            plans.setdefault(tuple((one.face, one.end) for one in orders), Plan(mood, orders=orders))
        found = list(plans.values())
        best = self._think(s, found, pick, budget, 0.4, 12) if len(found) > 1 else found[0]
        staff.orders, staff.w = list(best.orders or ()), best.weights
        staff.told = meant(staff.orders, lambda area: s.title.place(s, area))
        return staff.command(s)

    def recount(self) -> list[str]:
        """What he is about, if he has given orders since he last told of it."""
        return self.staff.recount()

    def exploitation(self, s: State, pick: Pick, budget: Budget) -> Why:
        """Whether to spend the Disc on an Exploitation."""
        action, why = self.staff.decide(s, pick, budget.go_on)
        other = Action("decline" if action.verb == "exploit" else "exploit")
        best = self._think(s, [Plan(first=action), Plan(first=other)], pick, budget, 0.15, 8)
        if best.first == other:
            return other, "Tried out against their answer this went best."
        return action, why


def _parts(course: Course) -> list[Course]:
    """Fewer headquarters than the staff would activate: each alone, and the first two."""
    posts = course.posts
    if len(posts) < 2:
        return []
    out = [course._replace(posts=posts[:2])] if len(posts) > 2 else []
    return [*out, *(course._replace(posts=(post,)) for post in posts[:4])]


OFFICER = Veteran
