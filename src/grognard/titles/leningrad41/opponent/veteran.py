"""The veteran: the planner in several moods, each tried against the enemy's reply before a phase begins.

A mood is a set of weights. At the start of its Movement Phase the veteran plays the phase in every mood with the same
dice, then its fire and the enemy's player turn as a regular would play it; in the last two turns, the game to its end.
The best mood is used until its next Movement Phase, but only if it is clearly better than the usual one. A few trials
of one turn do not tell that, so without the budget for enough of them there are none before the last two turns.
"""

from collections.abc import Sequence

from ....core.action import Action
from ....core.options import Pick
from ....kit.opponent import Budget
from ....opponents.operations import Operations
from ....opponents.plan_search import Book, Keyed, climb, halve, play_on
from ..data.components import GERMAN
from ..rules.battle import Battle
from ..rules.victory import objectives
from ..rules.walk import Walk
from ..state import State
from .evaluation import value
from .luck import luck
from .planner import Planner
from .regular import Regular
from .weights import CLUB, WEIGHTS, Weights

TRIAL = 100  # nodes
TO_END = 50  # nodes of a trial to the end, for each turn
MOST = 8  # trials of the last two moods
SPREAD = 1.0  # objectives: the usual spread of the lead of a mood in one trial
ENOUGH = 20  # trials that tell something before the game can be played to its end
FINAL = 2  # turns in which it is
BEFORE = -1, 0  # the first decision

GERMANS, SOVIETS = CLUB

MOODS: tuple[tuple[Weights, ...], tuple[Weights, ...]] = (
    (GERMANS, WEIGHTS[GERMAN], GERMANS._replace(german=0.4), GERMANS._replace(pace=0.05), GERMANS._replace(hold=1.0)),
    (
        SOVIETS,
        SOVIETS._replace(manned=4.0),
        SOVIETS._replace(manned=0.0),
        SOVIETS._replace(block=0.4),
        SOVIETS._replace(german=0.5, line=0.6),
        SOVIETS._replace(crucial=2.0, ready=0.3),
    ),
)
"""The moods by side, the usual one first."""

LAST: tuple[tuple[Weights, ...], tuple[Weights, ...]] = (
    (
        GERMANS,
        GERMANS._replace(risk=0.1, fear=0.0, siege=0.1, hold=0.8),
        GERMANS._replace(risk=0.1, fear=0.0, german=0.05, soviet=0.03, siege=0.05, block=0.02, hold=1.0),
    ),
    (
        SOVIETS,
        SOVIETS._replace(risk=0.0, fear=0.0, hold=0.0, german=0.02, soviet=0.01, siege=0.0, block=0.0, bridge=0.0),
        SOVIETS._replace(risk=0.0, fear=0.0, hold=0.0),
    ),
)
"""Those of the last turn, after which only objectives count."""

TURNED: tuple[tuple[str, float], ...] = (
    ("risk", 1.8),
    ("fear", 2.0),
    ("pace", 1.8),
    ("hold", 1.6),
    ("price", 1.8),
    ("support", 1.6),
)
"""The weights that vary a mood, and by how much."""


class Ahead:
    """The coming player turn as a search problem."""

    operators: Sequence[str] = tuple(name for name, _ in TURNED)

    def __init__(self, s: State, me: int, seed: int, operations: Operations) -> None:
        self.s, self.me, self.seed, self.operations = s, me, seed, operations
        self.cost = TO_END * turns_left(s) if final(s) else TRIAL

    def trial(self, mood: Weights, n: int) -> float:
        """The value after the enemy's reply, or the objectives at the end, without the luck of the dice."""
        s = self.s.copy()
        mine, theirs = Planner(mood, self.operations.copy()), Regular()
        seats = (mine, theirs) if self.me == GERMAN else (theirs, mine)
        gone, to_end = False, final(s)

        def over(t: State) -> bool:
            nonlocal gone
            gone = gone or t.side != self.me
            return gone and not to_end and t.side == self.me and t.title.step(t).name.endswith("-movement")

        lucky = play_on(s.title, s, seats, Keyed(f"{self.seed} {n}"), _key, over, luck)
        gain = objectives(s) - lucky if s.over else value(s, GERMAN) - lucky
        return gain if self.me == GERMAN else -gain

    def vary(self, mood: Weights, operator: str, pick: Pick) -> Weights | None:
        """The mood with one weight increased or decreased."""
        times = dict(TURNED)[operator]
        now: float = getattr(mood, operator)
        return mood._replace(**{operator: now * times if pick(2) else now / times})


def turns_left(s: State) -> int:
    """The turns still to be played, this one included."""
    return s.plan.last - s.turn + 1


def final(s: State) -> bool:
    """Whether a trial is played to the end of the game."""
    return turns_left(s) <= FINAL


def _key(s: State) -> object:
    """The key of a die roll: what it is for."""
    local = s.local
    what = local.hex if isinstance(local, Battle) else local.unit if isinstance(local, Walk) else 0
    return s.title.step(s).name, s.turn, s.side, what


class Veteran:
    """Thinks at the start of its Movement Phase, then plays as a planner in the best mood."""

    def __init__(self) -> None:
        self.planner = Planner()
        self.phase = BEFORE
        self.tried = 0  # moods in the last search

    def decide(self, s: State, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """The next action, and the reason."""
        if self.phase == BEFORE:
            self.phase, self.planner = (0, 0), Planner(MOODS[s.title.decider(s)][0])
        now = s.turn, s.side
        if not s.title.step(s).name.endswith("-movement") or self.phase == now:
            return self.planner.decide(s, pick, budget)
        self.phase = now
        self.planner = Planner(self._mood(s, pick, budget), self.planner.operations)
        action, why = self.planner.decide(s, pick, budget)
        if self.tried > 1:
            why = f"Of {self.tried} plans tried against the enemy's reply, this one did best. {why}"
        return action, why

    def _mood(self, s: State, pick: Pick, budget: Budget) -> Weights:
        """The mood that does best."""
        moods = (LAST if final(s) else MOODS)[s.side]
        self.tried = 0
        if not final(s) and budget.left < ENOUGH * TRIAL:
            return moods[0]
        book = Book[Weights](Ahead(s, s.side, pick(1 << 30), self.planner.operations), budget)
        best = halve(book, moods, MOST, 1)
        best = climb(book, best, pick, lambda: True)
        if best != moods[0] and not book.clearly(best, moods[0], SPREAD):
            best = moods[0]  # it may be chance
        self.tried = len(book.known)
        return best

    def recount(self) -> list[str]:
        """The plan as text, if it is new since the last call."""
        notes = self.planner.recount()
        if notes and self.tried > 1:
            return [f"{self.tried} plans were tried against the reply; this one did best.", *notes]
        return notes
