"""Search over plans: each is tried out against the enemy's answer, all with the same dice, and the best is improved.

A title brings a `Problem`: what a plan comes to in its n-th trial, and the operators that vary a plan. Trials of the
same number share their dice (`Keyed`), so that plans differ by what they do and not by luck. The search begins with the
plan a staff would follow anyway and only ever leaves it for one that has shown itself better: it can be stopped at any
time.
"""

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ..core.options import Pick
from ..core.title import Title
from ..kit.opponent import UNLIMITED, Budget, Officer

P = TypeVar("P")

FIRST = 2  # trials of every plan before the worse half is dropped
SAMPLES = 6  # trials by which a variation is compared
SURE = 0.5  # standard errors by which a plan has to be ahead to be taken instead of the first one


class Problem(Protocol[P]):
    """What is to be planned."""

    cost: int  # nodes of a trial
    operators: Sequence[str]

    def trial(self, plan: P, n: int) -> float:
        """What a plan comes to with the n-th dice."""

    def vary(self, plan: P, operator: str, pick: Pick) -> P | None:
        """Another plan made of this one; None if the operator finds nothing to do."""


class Found(NamedTuple, Generic[P]):
    """The plan that is best as far as is known."""

    plan: P
    gain: float  # over the first plan, on the average
    tried: int  # different plans
    trials: int


class Keyed:
    """Dice of one trial: a throw depends on what it is for, and on nothing that was thrown for anything else."""

    __slots__ = ("_count", "_seed", "spare")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self.spare = Random(f"{seed} spare").randrange  # for whoever draws lots where nothing depends on them
        self._count: dict[object, int] = {}

    def pick(self, key: object) -> Pick:
        """The source of chance for the next throw of that key."""
        n = self._count[key] = self._count.get(key, 0) + 1
        return Random(f"{self._seed} {key} {n}").randrange


class Book(Generic[P]):
    """The trials made so far: nothing is tried twice."""

    def __init__(self, problem: Problem[P], budget: Budget) -> None:
        self.problem, self.budget = problem, budget
        self.known: dict[P, list[float]] = {}
        self.trials = 0

    def fill(self, plan: P, count: int) -> bool:
        """Try a plan so many times; False if thinking is over before that."""
        results = self.known.setdefault(plan, [])
        while len(results) < count:
            if not self.budget.go_on():
                return False
            results.append(self.problem.trial(plan, len(results)))
            self.trials += 1
            self.budget.spend(self.problem.cost)
        return True

    def lead(self, plan: P, other: P) -> tuple[float, float, int]:
        """How far a plan is ahead of another in the trials both have had, the standard error, and how many they are."""
        gaps = [a - b for a, b in zip(self.known[plan], self.known[other], strict=False)]
        if not gaps:
            return 0.0, 0.0, 0
        mean = fmean(gaps)
        spread = sum((gap - mean) ** 2 for gap in gaps)
        return mean, (spread / (len(gaps) * max(1, len(gaps) - 1))) ** 0.5, len(gaps)


def halve(book: Book[P], plans: Sequence[P], most: int) -> P:
    """The best of some plans, the first of which stays to the end: all are tried, the worse half is dropped, and so on.

    `most` is how often the last two are tried.
    """
    base, alive, count = plans[0], list(dict.fromkeys(plans)), FIRST
    while len(alive) > 1:
        for plan in alive:
            if not book.fill(plan, count):
                return _best(book, base, alive)
        if count >= most:
            break
        rest = sorted(alive[1:], key=lambda plan: -fmean(book.known[plan]))
        alive = [base, *rest[: max(1, len(alive) // 2)]]
        count = min(most, count * 2)
    return _best(book, base, alive)


def _best(book: Book[P], base: P, alive: Sequence[P]) -> P:
    """The plan farthest ahead of the first one, if any is ahead for sure."""
    best, most = base, 0.0
    for plan in alive:
        if plan == base or plan not in book.known or base not in book.known:
            continue
        mean, error, count = book.lead(plan, base)
        if count >= FIRST and mean > most and mean > SURE * error:
            best, most = plan, mean
    return best


def climb(book: Book[P], start: P, pick: Pick, until: Callable[[], bool], samples: int = SAMPLES) -> P:
    """Vary the plan, keep what is better; operators that have helped are used more often."""
    problem, best = book.problem, start
    credit = dict.fromkeys(problem.operators, 2)
    idle = 0
    while until() and book.budget.go_on() and idle < 50:
        operator = _drawn(credit, pick)
        plan = problem.vary(best, operator, pick)
        if plan is None or plan in book.known:
            idle += 1
            continue
        idle = 0
        if _beats(book, plan, best, samples):
            best = plan
            credit[operator] += 4
        elif credit[operator] > 1:
            credit[operator] -= 0 if pick(3) else 1
    return best


def _beats(book: Book[P], plan: P, best: P, samples: int) -> bool:
    """Is a plan better than the best, with the same dice? One that falls behind is given up early."""
    for count in range(2, samples + 1, 2):
        if not book.fill(best, count) or not book.fill(plan, count):
            return False
        mean, error, _ = book.lead(plan, best)
        if mean <= 0 or (count < samples and mean < -error):
            return False
    mean, error, _ = book.lead(plan, best)
    return mean > SURE * error


def _drawn(credit: dict[str, int], pick: Pick) -> str:
    at = pick(sum(credit.values()))
    for name, weight in credit.items():
        at -= weight
        if at < 0:
            return name
    raise AssertionError("drawn beyond the weights")


LONGEST = 3000  # actions of a trial


def play_on(
    title: Title[Any],
    s: Any,
    players: Sequence[Officer],
    dice: Keyed,
    key: Callable[[Any], object],
    stop: Callable[[Any], bool],
) -> None:
    """Play a position on until something is so or the game is over."""
    for _ in range(LONGEST):
        if s.over or stop(s):
            return
        who = title.decider(s)
        if who < 0:
            title.play(s, title.chance(s, dice.pick(key(s))))
        else:
            title.play(s, players[who].decide(s, dice.spare, UNLIMITED)[0])
    raise AssertionError("a trial does not end")
