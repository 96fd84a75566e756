"""The veteran: the regular in several moods, each tried against the enemy's reply before a phase begins.

A mood is a set of weights. At the start of its Movement Phase the veteran plays the phase in every mood with the same
dice, then its fire and the enemy's player turn as a regular would play it. The best mood is used until its next
Movement Phase; a larger budget means more moods and more trials.
"""

from collections.abc import Sequence

from ....core.action import Action
from ....core.options import Pick
from ....kit.opponent import Budget
from ....opponents.plan_search import Book, Keyed, climb, halve, play_on
from ..data.components import GERMAN
from ..rules.battle import Battle
from ..rules.walk import Walk
from ..state import State
from .evaluation import value
from .regular import Regular
from .weights import WEIGHTS, Weights

TRIAL = 200  # nodes
MOST = 8  # trials of the last two moods
EACH = 500  # nodes needed for every mood that is tried
AHEAD = 0.8  # objectives by which another mood must beat the default
SURE = 1.0  # and standard errors
LEAST = 4 * TRIAL  # two moods, each tried twice

MOODS: tuple[tuple[Weights, ...], tuple[Weights, ...]] = (
    (
        WEIGHTS[0],
        WEIGHTS[0]._replace(risk=0.5, fear=0.1),
        WEIGHTS[0]._replace(risk=2.0, fear=1.0),
        WEIGHTS[0]._replace(pace=0.05),
        WEIGHTS[0]._replace(hold=1.0),
    ),
    (
        WEIGHTS[1],
        WEIGHTS[1]._replace(risk=2.0, fear=0.7),
        WEIGHTS[1]._replace(german=0.35),
        WEIGHTS[1]._replace(line=1.3),
        WEIGHTS[1]._replace(hold=0.4),
    ),
)
"""The moods by side, the default first."""

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

    cost = TRIAL
    operators: Sequence[str] = tuple(name for name, _ in TURNED)

    def __init__(self, s: State, me: int, seed: int) -> None:
        self.s, self.me, self.seed = s, me, seed

    def trial(self, mood: Weights, n: int) -> float:
        """The value after the enemy's reply."""
        s = self.s.copy()
        mine, theirs = Regular(mood), Regular()
        seats = (mine, theirs) if self.me == GERMAN else (theirs, mine)
        gone = False

        def over(t: State) -> bool:
            nonlocal gone
            gone = gone or t.side != self.me
            return gone and t.side == self.me and t.title.step(t).name.endswith("-movement")

        play_on(s.title, s, seats, Keyed(f"{self.seed} {n}"), _key, over)
        return value(s, self.me)

    def vary(self, mood: Weights, operator: str, pick: Pick) -> Weights | None:
        """The mood with one weight increased or decreased."""
        times = dict(TURNED)[operator]
        now: float = getattr(mood, operator)
        return mood._replace(**{operator: now * times if pick(2) else now / times})


def _key(s: State) -> object:
    """The key of a die roll: what it is for."""
    local = s.local
    what = local.hex if isinstance(local, Battle) else local.unit if isinstance(local, Walk) else 0
    return s.title.step(s).name, s.turn, s.side, what


class Veteran:
    """Thinks at the start of its Movement Phase, then plays as a regular in the best mood."""

    def __init__(self) -> None:
        self.regular = Regular()
        self.phase: tuple[int, int] = (-1, 0)
        self.tried = 0  # moods in the last search

    def decide(self, s: State, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """The next action, and the reason."""
        now = s.turn, s.side
        if not s.title.step(s).name.endswith("-movement") or self.phase == now:
            return self.regular.decide(s, pick, budget)
        self.phase = now
        self.regular = Regular(self._mood(s, pick, budget))
        action, why = self.regular.decide(s, pick, budget)
        if self.tried > 1:
            why = f"Of {self.tried} plans tried against the enemy's reply, this one did best. {why}"
        return action, why

    def _mood(self, s: State, pick: Pick, budget: Budget) -> Weights:
        """The mood that does best."""
        share = Budget(max(budget.left, LEAST), None, lambda: not budget.go_on())
        given = share.left
        book = Book[Weights](Ahead(s, s.side, pick(1 << 30)), share)
        moods = MOODS[s.side]
        best = halve(book, moods[: max(2, given // EACH)], MOST)
        best = climb(book, best, pick, lambda: True)
        lead, error, _ = book.lead(best, moods[0])
        if lead < max(AHEAD, SURE * error):
            best = moods[0]  # it may be chance
        budget.spend(given - share.left)
        self.tried = len(book.known)
        return best

    def recount(self) -> list[str]:
        """The plan as text, if it is new since the last call."""
        notes = self.regular.recount()
        if notes and self.tried > 1:
            return [f"{self.tried} plans were tried against the reply; this one did best.", *notes]
        return notes
