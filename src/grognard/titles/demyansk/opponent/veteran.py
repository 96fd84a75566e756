"""The veteran: the regular in several moods, each tried against the enemy's reply before a phase begins.

A mood is a set of weights. The veteran makes the regular's plan in every mood and plays each with the same dice: its
own Sequence and the enemy's next one, as a regular would play it; in the last turn, the game to its end. The best mood
is used until the next Sequence of its own, but only if it is clearly better than the usual one. A few trials of one
Sequence do not tell that, so without the budget for enough of them there are none before the last turn.

The usual mood is that of the regular; only the Axis player does more for the link with Demyansk where it decides. In
every mood it pursues its operations: it garrisons the towns whose loss would end the game.
"""

from collections.abc import Sequence

from ....core.action import Action
from ....core.options import Pick
from ....kit.opponent import Budget
from ....kit.planning import Plan
from ....opponents.operations import Operations
from ....opponents.plan_search import Book, Keyed, climb, halve, play_on
from ..data.components import AXIS
from ..rules.battle import Battle
from ..sequence import SECOND_SEGMENT
from ..state import State
from .evaluation import WEIGHTS, Weights, soviet_value
from .luck import luck
from .operations import Commander
from .regular import Regular

TRIAL = 100  # nodes
SEQUENCE = 33  # nodes of a trial to the end, for each Sequence
MOST = 8  # trials of the last two moods
SPREAD = 3.0  # points: the usual spread of the lead of a mood in one trial
WON = 30.0  # points, for a game that ends in a trial
ENOUGH = 20  # trials that tell something before the game can be played to its end
SHARE = 0.5  # of the budget of a turn, for each of its two Sequences

LINKED = 1.6  # times as much for the road in the scenario that it decides

MOODS: tuple[tuple[Weights, ...], tuple[Weights, ...]] = (
    (
        WEIGHTS,
        WEIGHTS._replace(axis_attack=3.0, guard=1.5),
        WEIGHTS._replace(cut=1.6, leave=0.6),
        WEIGHTS._replace(axis_attack=0.3, guard=0.7),
    ),
    (
        WEIGHTS,
        WEIGHTS._replace(soviet_attack=2.0),
        WEIGHTS._replace(soviet_attack=0.3),
        WEIGHTS._replace(leave=0.5, near=0.9),
    ),
)
"""The moods by side, the usual one first."""

TURNED: tuple[tuple[tuple[str, float], ...], tuple[tuple[str, float], ...]] = (
    (("axis_attack", 2.0), ("guard", 1.5), ("cut", 1.5), ("leave", 1.6), ("axis_factor", 1.4), ("hold", 1.2)),
    (("soviet_attack", 2.5), ("soviet_factor", 1.5), ("cut", 1.6), ("leave", 1.8), ("hold", 1.2)),
)
"""The weights that vary a mood, and by how much."""


def moods_of(s: State, me: int) -> tuple[Weights, ...]:
    """The moods of a side in a scenario, the usual one first."""
    if me == AXIS and s.plan.goal.link:
        return tuple(mood._replace(cut=LINKED * mood.cut) for mood in MOODS[AXIS])
    return MOODS[me]


class Ahead:
    """The coming Sequence as a search problem."""

    def __init__(self, s: State, me: int, seed: int, staff: Operations) -> None:
        self.s, self.me, self.seed, self.staff = s, me, seed, staff
        self.cost = SEQUENCE * sequences_left(s) if final(s) else TRIAL
        self.plans: dict[Weights, Plan] = {}
        self.operators: Sequence[str] = tuple(name for name, _ in TURNED[me])

    def trial(self, mood: Weights, n: int) -> float:
        """The value after the enemy's reply, without the luck of the dice."""
        s = self.s.copy()
        mine, theirs = self.variant(mood), Regular()
        seats = (mine, theirs) if self.me == AXIS else (theirs, mine)
        began = s.turn, s.segment, s.sequence
        gone, to_end = False, final(s)

        def over(t: State) -> bool:
            nonlocal gone
            gone = gone or ((t.turn, t.segment, t.sequence) != began and t.side != self.me)
            again = gone and t.side == self.me and not t.stack and t.title.step(t).name == "movement"
            return again and not to_end

        lucky = play_on(s.title, s, seats, Keyed(f"{self.seed} {n}"), _key, over, luck)
        gain = -soviet_value(s) - lucky
        if s.over and (outcome := s.title.outcome(s)) is not None and outcome.winner >= 0:
            gain += WON if outcome.winner == AXIS else -WON
        return gain if self.me == AXIS else -gain

    def variant(self, mood: Weights) -> Commander:
        """A commander in a mood, whose first plan is shared by all with the same position and mood."""
        out = Commander(mood, self.staff.copy())
        out.shared = self.plans
        return out

    def vary(self, mood: Weights, operator: str, pick: Pick) -> Weights | None:
        """The mood with one weight increased or decreased."""
        times = dict(TURNED[self.me])[operator]
        now: float = getattr(mood, operator)
        return mood._replace(**{operator: now * times if pick(2) else now / times})


def final(s: State) -> bool:
    """Whether a trial is played to the end of the game."""
    return s.turn == s.plan.last


def sequences_left(s: State) -> int:
    """The Sequences of this turn still to be played, this one included."""
    return 2 * (SECOND_SEGMENT - s.segment) + 3 - s.sequence


def _key(s: State) -> object:
    """The key of a die roll: what it is for."""
    targets = s.local.battlefield if isinstance(s.local, Battle) else 0
    return s.title.step(s).name, s.turn, s.segment, s.side, targets


class Veteran:
    """Thinks at the start of its Movement Phase, then plays as a regular in the best mood."""

    def __init__(self) -> None:
        self.staff = Operations()
        self.commander = Commander(WEIGHTS, self.staff)
        self.turn = -1
        self.phase: tuple[int, int, int] = (-1, 0, 0)
        self.purse = 0  # nodes of this turn
        self.tried = 0  # moods in the last search

    def decide(self, s: State, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """The next action, and the reason."""
        if self.turn != s.turn:
            self.turn, self.purse = s.turn, budget.left
        now = s.turn, s.segment, s.sequence
        if s.title.step(s).name != "movement" or self.phase == now:
            return self.commander.decide(s, pick, budget)
        self.phase = now
        self.commander = self._mood(s, s.side, pick, budget)
        action, why = self.commander.decide(s, pick, budget)
        if self.tried > 1:
            why = f"Of {self.tried} plans tried against the enemy's reply, this one did best. {why}"
        return action, why

    def _mood(self, s: State, me: int, pick: Pick, budget: Budget) -> Commander:
        """A commander in the mood that does best."""
        moods = moods_of(s, me)
        self.tried = 0
        given = budget.left if final(s) else min(budget.left, int(self.purse * SHARE))
        if not final(s) and given < ENOUGH * TRIAL:
            return Commander(moods[0], self.staff)
        share = Budget(given, None, lambda: not budget.go_on())
        problem = Ahead(s, me, pick(1 << 30), self.staff)
        book = Book[Weights](problem, share)
        best = halve(book, moods, MOST, 1)
        best = climb(book, best, pick, lambda: True)
        if best != moods[0] and not book.clearly(best, moods[0], SPREAD):
            best = moods[0]  # it may be chance
        budget.spend(given - share.left)
        self.tried = len(book.known)
        chosen = Commander(best, self.staff)
        chosen.shared = problem.plans
        return chosen

    def recount(self) -> list[str]:
        """The plan as text, if it is new since the last call."""
        notes = self.commander.recount()
        if notes and self.tried > 1:
            return [f"{self.tried} plans were tried against the reply; this one did best.", *notes]
        return notes
