"""Flat Monte Carlo for any title: a few random actions, each tried in guessed positions played out at random.

It needs only a title's choices, guesses and outcome. Every candidate is tried in the same guessed positions with the
same dice, so that results differ because of the action and not by chance.
"""

from random import Random
from typing import Any

from ..core.action import Action, Player
from ..core.options import Pick
from ..core.title import Title
from .contract import Budget, Seat, Thought

LONGEST = 5000  # actions in one playout
SURE = 4  # positions each candidate is tried in before the better half is tried in twice as many


class Flat:
    """Tries out candidates, spending one node per playout."""

    def __init__(self, candidates: int) -> None:
        self.candidates = candidates

    def choose(self, seat: Seat, budget: Budget, pick: Pick) -> Thought:
        """The candidate with the best results; a forced action costs nothing."""
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
            alive.sort(key=lambda action: -scores[action])  # all have been tried equally often
            alive, more = alive[: max(1, len(alive) // 2)], 2 * more
        best = alive[0]
        if len(found) == 1:
            return Thought(best, "There is nothing else to do.")
        return Thought(best, f"Of {len(found)} actions tried in {world} guessed positions, this one did best.")

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
            found[Action("done")] = None  # last, so that doing something wins ties
        return list(found)

    def _try(self, seat: Seat, action: Action, seed: str) -> float:
        """The result of a playout that begins with this action: 1 for a win, -1 for a loss."""
        random = Random(seed)
        title, s = seat.title, seat.world(random.randrange)
        if title.explain(s, action):
            return -1.0  # illegal in this guess
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
