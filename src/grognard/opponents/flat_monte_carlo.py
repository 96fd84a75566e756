"""For any title: a few actions drawn by lot, each tried in guessed positions played to the end at random.

Needs nothing of a title but its choices, its guesses and its outcome. Every candidate is tried in the same guessed
positions with the same dice, so that they differ by what was done and not by luck.
"""

from random import Random
from typing import Any

from ..core.action import Action, Player
from ..core.options import Pick
from ..core.title import Title
from .contract import Budget, Seat, Thought

LONGEST = 5000  # actions of a game that is tried out
SURE = 4  # every candidate is tried in so many positions before the better half goes on to twice as many


class Flat:
    """Tries candidates out, a node for each game played to its end."""

    def __init__(self, candidates: int) -> None:
        self.candidates = candidates

    def choose(self, seat: Seat, budget: Budget, pick: Pick) -> Thought:
        """The candidate that fares best; what is forced costs nothing."""
        found = self._candidates(seat, pick)
        seed = pick(1 << 30)
        scores = dict.fromkeys(found, 0.0)
        alive, world, more = list(found), 0, SURE
        while len(alive) > 1 and budget.go_on():
            for _ in range(more):
                for action in alive:
                    scores[action] += self._try(seat, action, f"{seed} {world}")
                world += 1
                if not budget.spend(len(alive)):
                    break
            alive.sort(key=lambda action: -scores[action])  # all of them were tried equally often
            alive, more = alive[: max(1, len(alive) // 2)], 2 * more
        best = alive[0]
        if len(found) == 1:
            return Thought(best, "There is nothing else to do.")
        return Thought(best, f"Of {len(found)} things tried out in {world} guesses this went best.")

    def _candidates(self, seat: Seat, pick: Pick) -> list[Action]:
        """Different legal actions, in the order drawn."""
        found: dict[Action, None] = {}
        for _ in range(3 * self.candidates):
            action = seat.sample(pick)
            if seat.legal(action):
                found[action] = None
            if len(found) >= self.candidates:
                break
        if "done" in seat.verbs():
            found.pop(Action("done"), None)
            found[Action("done")] = None  # at equal worth something is done
        return list(found)

    def _try(self, seat: Seat, action: Action, seed: str) -> float:
        """How a game ends that goes on with this action: 1 won, -1 lost."""
        random = Random(seed)
        title, s = seat.title, seat.world(random.randrange)
        if title.explain(s, action):
            return -1.0  # as far as is known it cannot even be done
        title.play(s, action)
        for _ in range(LONGEST):
            if s.over:
                break
            title.play(s, title.sample(s, random.randrange))
        return worth(title, s, seat.player)


def worth(title: Title[Any], s: Any, player: Player) -> float:
    """1 for a win, -1 for a loss, 0 for neither."""
    outcome = title.outcome(s)
    if outcome is None or outcome.winner < 0:
        return 0.0
    return 1.0 if outcome.winner == player else -1.0
