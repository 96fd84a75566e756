"""Search over plans: each is tried against the enemy's reply, all with the same dice, and the best is improved.

A title provides a `Problem`: the value of a plan in its n-th trial, and the operators that vary a plan. Trials with the
same number share their dice (`Keyed`), so that results differ because of the plans and not by chance. The search starts
from the plan the opponent would follow anyway and replaces it only with one that has proved better, so it can be
stopped at any time.
"""

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ..core.action import Action
from ..core.options import Pick
from ..core.title import Title
from ..kit.opponent import UNLIMITED, Budget, Officer

P = TypeVar("P")

FIRST = 2  # trials of every plan before the worse half is dropped
SAMPLES = 6  # trials for comparing a variation
SURE = 0.5  # standard errors by which a plan must lead to replace the first one


class Problem(Protocol[P]):
    """A planning problem."""

    cost: int  # nodes per trial
    operators: Sequence[str]

    def trial(self, plan: P, n: int) -> float:
        """The value of a plan with the n-th dice."""

    def vary(self, plan: P, operator: str, pick: Pick) -> P | None:
        """A variation of this plan; None if the operator finds nothing to change."""


class Found(NamedTuple, Generic[P]):
    """The best plan found so far."""

    plan: P
    gain: float  # over the first plan, on average
    tried: int  # number of different plans
    trials: int


class Keyed:
    """The dice of one trial: each roll depends only on its key, not on rolls for other keys."""

    __slots__ = ("_count", "_seed", "spare")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self.spare = Random(f"{seed} spare").randrange  # for random choices that do not matter
        self._count: dict[object, int] = {}

    def pick(self, key: object) -> Pick:
        """The source of random numbers for the next roll with this key."""
        n = self._count[key] = self._count.get(key, 0) + 1
        return Random(f"{self._seed} {key} {n}").randrange


class Book(Generic[P]):
    """The trials made so far; no trial is repeated."""

    def __init__(self, problem: Problem[P], budget: Budget) -> None:
        self.problem, self.budget = problem, budget
        self.known: dict[P, list[float]] = {}
        self.trials = 0

    def fill(self, plan: P, count: int) -> bool:
        """Bring a plan to `count` trials; False if the budget runs out first."""
        results = self.known.setdefault(plan, [])
        while len(results) < count:
            if not self.budget.go_on():
                return False
            results.append(self.problem.trial(plan, len(results)))
            self.trials += 1
            self.budget.spend(self.problem.cost)
        return True

    def lead(self, plan: P, other: P) -> tuple[float, float, int]:
        """The mean lead of a plan over another in their common trials, its standard error, and the number of trials."""
        gaps = [a - b for a, b in zip(self.known[plan], self.known[other], strict=False)]
        if not gaps:
            return 0.0, 0.0, 0
        mean = fmean(gaps)
        spread = sum((gap - mean) ** 2 for gap in gaps)
        return mean, (spread / (len(gaps) * max(1, len(gaps) - 1))) ** 0.5, len(gaps)

    def clearly(self, plan: P, other: P, spread: float) -> bool:
        """Whether a plan leads another by more than chance explains.

        A few trials say little about their own error, so it is at least that of trials with the usual spread.
        """
        lead, error, count = self.lead(plan, other)
        return count >= FIRST and lead > max(error, spread / count**0.5)


def halve(book: Book[P], plans: Sequence[P], most: int, first: int = FIRST) -> P:
    """The best of some plans by successive halving; the first plan is never dropped.

    `first` is the number of trials of every plan, `most` that of the last two.
    """
    base, alive, count = plans[0], list(dict.fromkeys(plans)), first
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
    """The plan furthest ahead of the first one, if any lead is significant; otherwise the first."""
    best, most = base, 0.0
    for plan in alive:
        if plan == base or plan not in book.known or base not in book.known:
            continue
        mean, error, count = book.lead(plan, base)
        if count >= FIRST and mean > most and mean > SURE * error:
            best, most = plan, mean
    return best


def climb(book: Book[P], start: P, pick: Pick, until: Callable[[], bool], samples: int = SAMPLES) -> P:
    """Improve the plan by random variations; operators that have helped are used more often."""
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


def confirmed(book: Book[P], best: P, base: P, more: int) -> P:
    """The best plan if it also leads the first one with dice that did not help to find it; otherwise the first."""
    if best == base:
        return base
    seen = len(book.known[best])
    if not book.fill(best, seen + more) or not book.fill(base, seen + more):
        return best
    fresh = zip(book.known[best][seen:], book.known[base][seen:], strict=False)
    return best if sum(mine - other for mine, other in fresh) > 0 else base


def _beats(book: Book[P], plan: P, best: P, samples: int) -> bool:
    """Whether a plan beats the best with the same dice; one that falls behind is dropped early."""
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
    raise AssertionError("the draw exceeds the weights")


LONGEST = 3000  # actions in one trial


def no_luck(_s: Any, _roll: Action) -> float:
    """For a title that does not say what its dice are worth."""
    return 0.0


def play_on(
    title: Title[Any],
    s: Any,
    players: Sequence[Officer],
    dice: Keyed,
    key: Callable[[Any], object],
    stop: Callable[[Any], bool],
    luck: Callable[[Any, Action], float] = no_luck,
) -> float:
    """Play on until the condition holds or the game is over, and return how lucky the first player was.

    `luck` is what a roll gives the first player beyond the average of all rolls in its place. Without it a trial
    tells as much on average, and far more of it is due to the plan.
    """
    lucky = 0.0
    for _ in range(LONGEST):
        if s.over or stop(s):
            return lucky
        who = title.decider(s)
        if who < 0:
            roll = title.chance(s, dice.pick(key(s)))
            lucky += luck(s, roll)
            title.play(s, roll)
        else:
            title.play(s, players[who].decide(s, dice.spare, UNLIMITED)[0])
    raise AssertionError("a trial did not end")
