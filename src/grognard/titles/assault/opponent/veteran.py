"""The veteran: the regular in several moods, each tried against the enemy's reply before a phase begins.

A mood is a set of weights. The veteran makes the regular's plan in every mood and plays each with the same dice: its
own phase, its attacks, and the enemy's turn as a regular would play it. The best mood is used for the phase; a larger
budget means more moods and more trials.
"""

from collections.abc import Callable, Sequence

from ....core.action import Action
from ....core.options import Pick
from ....kit.opponent import Budget
from ....kit.planning import Plan
from ....opponents.plan_search import Book, Keyed, climb, halve, play_on
from ..rules.combat import Battle
from ..ruleset import GERMAN, RUSSIAN
from ..state import State
from .evaluation import WEIGHTS, Weights, value
from .regular import Regular

TRIAL = 100  # nodes
MOST = 8  # trials of the last two moods
EACH = 260  # nodes needed for every mood that is tried
AHEAD = 3.0  # points by which another German mood must beat the default
RICH = 4000  # nodes from which the Mechanized Movement Phase is searched separately
Moods = tuple[tuple[Weights, ...], tuple[Weights, ...]]
"""The moods by side, the default first."""


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

    cost = TRIAL

    def __init__(self, s: State, me: int, seed: int, regular: Callable[[], Regular]) -> None:
        self.s, self.me, self.seed, self.regular = s, me, seed, regular
        self.end = _end(s, me)
        self.plans: dict[Weights, Plan] = {}
        self.operators: Sequence[str] = tuple(name for name, _ in TURNED[me])

    def trial(self, mood: Weights, n: int) -> float:
        """The value after the enemy's reply."""
        s = self.s.copy()
        mine, theirs = self.variant(mood), self.regular()
        seats = (mine, theirs) if self.me == GERMAN else (theirs, mine)
        play_on(s.title, s, seats, Keyed(f"{self.seed} {n}"), _key, self._over)
        return value(s, self.me)

    def variant(self, mood: Weights) -> Regular:
        """A regular in a mood, whose first plan is shared by all with the same position and mood."""
        out = self.regular()
        out.w, out.shared = mood, self.plans
        return out

    def _over(self, s: State) -> bool:
        turn, step = self.end
        return s.turn >= turn and not s.stack and not s.moved and s.title.step(s).name == step

    def vary(self, mood: Weights, operator: str, pick: Pick) -> Weights | None:
        """The mood with one weight increased or decreased."""
        times = dict(TURNED[self.me])[operator]
        now: float = getattr(mood, operator)
        changed = now * times if pick(2) else now / times
        return mood._replace(**{operator: changed})


def _end(s: State, me: int) -> tuple[int, str]:
    """Where a trial ends: after the enemy's next turn, or at the end of the game."""
    if s.turn >= s.data.turns - 1:
        return 99, ""
    if me == GERMAN:
        return s.turn + 1, "german-movement"
    return s.turn + 1, "russian-movement"


def _key(s: State) -> object:
    """The key of a die roll: what it is for."""
    targets = s.local.targets if isinstance(s.local, Battle) else s.air
    return s.title.step(s).name, s.turn, s.side, targets


class Veteran:
    """Thinks at the start of a phase, then plays it as a regular in the best mood."""

    make: Callable[[], Regular] = Regular
    moods = MOODS

    def __init__(self) -> None:
        self.regular = self.make()
        self.turn: tuple[int, int] = (-1, -1)
        self.phase: tuple[int, str] = (-1, "")
        self.purse = 0  # nodes left for this player turn
        self.tried = 0  # moods in the last search

    def decide(self, s: State, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """The next action, and the reason."""
        if self.turn != (s.turn, s.side):
            self.turn, self.purse = (s.turn, s.side), budget.left
        step = s.title.step(s).name
        again = step == "mechanized" and self.purse >= RICH
        if (again or step in ("german-movement", "russian-movement")) and self.phase != (s.turn, step):
            self.phase = s.turn, step
            me = GERMAN if s.side == GERMAN else RUSSIAN
            part = 1.0 if me == RUSSIAN or self.purse < RICH else 0.3 if again else 0.7
            self.regular = self._mood(s, me, pick, budget, part)
            action, why = self.regular.decide(s, pick, budget)
            if self.tried > 1:
                why = f"Of {self.tried} plans tried against the enemy's reply, this one did best. {why}"
            return action, why
        return self.regular.decide(s, pick, budget)

    def _mood(self, s: State, me: int, pick: Pick, budget: Budget, part: float) -> Regular:
        """A regular in the mood that does best."""
        share = Budget(min(budget.left, int(self.purse * part)), None, lambda: not budget.go_on())
        given = share.left
        problem = Ahead(s, me, pick(1 << 30), self.make)
        book = Book[Weights](problem, share)
        moods = self.moods[me]
        best = halve(book, moods[: max(2, given // EACH)], MOST)
        best = climb(book, best, pick, lambda: True)
        if best != moods[0] and book.lead(best, moods[0])[0] < AHEAD:
            best = moods[0]  # it may be chance
        budget.spend(given - share.left)
        self.tried = len(book.known)
        return problem.variant(best)

    def recount(self) -> list[str]:
        """The plan as text, if it is new since the last call."""
        notes = self.regular.recount()
        if notes and self.tried > 1:
            return [f"{self.tried} plans were tried against the reply; this one did best.", *notes]
        return notes
