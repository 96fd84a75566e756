"""The veteran: the regular's staff in several moods, each tried out against the enemy's answer before a phase begins.

He asks his staff for its plan in every mood and plays each of them on with the same dice: his own phase, his attacks,
the enemy's turn as a regular would play it. Whichever mood does best is that of the phase; the more he may think, the
more moods are tried, and the more often.
"""

from collections.abc import Sequence

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
EACH = 260  # nodes that there must be for every mood that is looked at
AHEAD = 3.0  # points by which another mood of the German has to be better than the usual one
RICH = 4000  # nodes with which the Mechanized Movement Phase is thought over by itself
MOODS: tuple[tuple[Weights, ...], tuple[Weights, ...]] = (
    (
        WEIGHTS,
        WEIGHTS._replace(german_factor=1.2, fear=1.1),
        WEIGHTS._replace(attack=0.2, effort=0.1, fear=0.5),
        WEIGHTS._replace(pace=0.8),
        WEIGHTS._replace(attack=2.0, pace=0.35, cut=1.5),
        WEIGHTS._replace(alone=40.0, cut=2.0, staff=1.0),
    ),
    (
        WEIGHTS,
        WEIGHTS._replace(russian_fear=0.25, post=1.6),
        WEIGHTS._replace(russian_attack=9.0),
        WEIGHTS._replace(russian_attack=0.3, russian_fear=0.4),
        WEIGHTS._replace(russian_fear=1.0, city_wall=1.6),
        WEIGHTS._replace(post=2.0, city_wall=0.6),
    ),
)
"""How a staff may see things, by side: the usual way first."""

TURNED: tuple[tuple[tuple[str, float], ...], tuple[tuple[str, float], ...]] = (
    (("pace", 2.0), ("fear", 1.6), ("attack", 2.5), ("effort", 2.0), ("cut", 2.0), ("alone", 1.6), ("fort", 1.6),
     ("rail", 2.0), ("german_factor", 1.6), ("retreat", 1.6)),
    (("russian_fear", 1.6), ("russian_attack", 2.0), ("post", 1.5), ("city_wall", 1.5), ("russian_factor", 1.4),
     ("retreat", 1.6)),
)  # fmt: skip
"""What a mood is varied in, and by how much."""


class Variant(Regular):
    """A staff whose first plan is made once for all who begin in the same position and mood."""

    def __init__(self, weights: Weights, plans: dict[Weights, Plan]) -> None:
        super().__init__(weights)
        self.plans, self.begun = plans, False

    def plan(self, s: State) -> Plan:
        """The orders of a phase."""
        if self.begun:
            return super().plan(s)
        self.begun = True
        if self.w not in self.plans:
            self.plans[self.w] = super().plan(s)
        return self.plans[self.w]


class Ahead:
    """A phase that begins now, tried out."""

    cost = TRIAL

    def __init__(self, s: State, me: int, seed: int) -> None:
        self.s, self.me, self.seed = s, me, seed
        self.end = _end(s, me)
        self.plans: dict[Weights, Plan] = {}
        self.operators: Sequence[str] = tuple(name for name, _ in TURNED[me])

    def trial(self, mood: Weights, n: int) -> float:
        """The value after the enemy's answer."""
        s = self.s.copy()
        mine, theirs = Variant(mood, self.plans), Regular()
        turn, step = self.end
        play_on(
            s.title,
            s,
            (mine, theirs) if self.me == GERMAN else (theirs, mine),
            Keyed(f"{self.seed} {n}"),
            _key,
            lambda t: t.turn >= turn and not t.stack and not t.moved and t.title.step(t).name == step,
        )
        return value(s, self.me)

    def vary(self, mood: Weights, operator: str, pick: Pick) -> Weights | None:
        """The mood with one thing more or less of a concern."""
        times = dict(TURNED[self.me])[operator]
        now: float = getattr(mood, operator)
        changed = now * times if pick(2) else now / times
        return mood._replace(**{operator: changed})


def _end(s: State, me: int) -> tuple[int, str]:
    """Where a trial ends: when the enemy has had his turn after mine; near the end of the game, there."""
    if s.turn >= s.data.turns - 1:
        return 99, ""
    if me == GERMAN:
        return s.turn + 1, "german-movement"
    return s.turn + 1, "russian-movement"


def _key(s: State) -> object:
    """What a throw is for."""
    targets = s.local.targets if isinstance(s.local, Battle) else s.air
    return s.title.step(s).name, s.turn, s.side, targets


class Veteran:
    """Thinks at the start of a phase; in it he lets his staff go on in the mood he has found best."""

    def __init__(self) -> None:
        self.staff = Regular()
        self.turn: tuple[int, int] = (-1, -1)
        self.phase: tuple[int, str] = (-1, "")
        self.purse = 0  # nodes left for this player turn
        self.tried = 0  # moods in the last thought

    def decide(self, s: State, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """The next action, and why."""
        if self.turn != (s.turn, s.side):
            self.turn, self.purse = (s.turn, s.side), budget.left
        step = s.title.step(s).name
        again = step == "mechanized" and self.purse >= RICH
        if (again or step in ("german-movement", "russian-movement")) and self.phase != (s.turn, step):
            self.phase = s.turn, step
            me = GERMAN if s.side == GERMAN else RUSSIAN
            part = 1.0 if me == RUSSIAN or self.purse < RICH else 0.3 if again else 0.7
            self.staff = self._mood(s, me, pick, budget, part)
            action, why = self.staff.decide(s, pick, budget)
            if self.tried > 1:
                why = f"Of {self.tried} plans tried out against their answer this went best. {why}"
            return action, why
        return self.staff.decide(s, pick, budget)

    def _mood(self, s: State, me: int, pick: Pick, budget: Budget, part: float) -> Regular:
        """A staff in the mood that does best."""
        share = Budget(min(budget.left, int(self.purse * part)), None, lambda: not budget.go_on())
        given = share.left
        problem = Ahead(s, me, pick(1 << 30))
        book = Book[Weights](problem, share)
        moods = MOODS[me]
        best = halve(book, moods[: max(2, given // EACH)], MOST)
        best = climb(book, best, pick, lambda: True)
        if best != moods[0] and book.lead(best, moods[0])[0] < AHEAD:
            best = moods[0]  # it may be luck
        budget.spend(given - share.left)
        self.tried = len(book.known)
        return Variant(best, problem.plans)

    def recount(self) -> list[str]:
        """What he is about, if he has planned since he last told of it."""
        notes = self.staff.recount()
        if notes and self.tried > 1:
            return [f"{self.tried} plans were tried out against the answer; this went best.", *notes]
        return notes
