"""Players nobody has trained against: one who never attacks, one who attacks everything, both of *Leningrad*."""

from collections.abc import Callable
from random import Random
from typing import Any

from grognard.core.action import CHANCE, Action
from grognard.core.bits import scan
from grognard.core.options import Pick
from grognard.opponents import Budget, Mind, Seat, Thought, opponent
from grognard.titles import TITLES
from grognard.titles.leningrad79.opponent.recruit import Recruit
from grognard.titles.leningrad79.rules import combat
from grognard.titles.leningrad79.state import State, zone

TITLE = TITLES["leningrad79"]


class Turtle(Recruit):
    """Marches like a recruit and never attacks unless he must."""

    def combat(self, s: State) -> tuple[Action, str]:
        """Nothing but duty."""
        return super().combat(s) if combat.unattacked(s) else (Action("done"), "We sit tight.")


class AllOut(Recruit):
    """Marches like a recruit and attacks whatever he stands next to, at any odds."""

    def combat(self, s: State) -> tuple[Action, str]:
        """Everybody at everybody."""
        mine = combat.able_attackers(s)
        for target in scan(combat.attackable(s) & zone(s, s.side)):
            action = Action("attack", (target, 0, combat.facing(s, 1 << target) & mine))
            if not s.title.explain(s, action):
                return action, "At them!"
        return super().combat(s)


class Stranger:
    """A mind that does what such an officer says."""

    def __init__(self, officer: Recruit) -> None:
        self.officer = officer

    def choose(self, seat: Seat, budget: Budget, pick: Pick) -> Thought:
        """The next action."""
        return Thought(*self.officer.decide(seat.world(pick), pick, budget))


STRANGERS: dict[str, Callable[[], Mind]] = {"turtle": lambda: Stranger(Turtle()), "all-out": lambda: Stranger(AllOut())}


def game(level: str, stranger: str, side: int, seed: str, nodes: int | None = None) -> Any:
    """The outcome of a game of a level on a side against a stranger."""
    found = opponent(level)
    minds = [STRANGERS[stranger](), STRANGERS[stranger]()]
    minds[side] = found.sit()
    s, dice = TITLE.start(), Random(f"{seed} dice").randrange
    picks = [Random(f"{seed} {who}").randrange for who in (0, 1)]
    while not s.over:
        who = TITLE.decider(s)
        if who == CHANCE:
            TITLE.play(s, TITLE.chance(s, dice))
            continue
        budget = found.budget() if nodes is None else Budget(nodes)
        TITLE.play(s, minds[who].choose(Seat(s, who), budget, picks[who]).action)
    return TITLE.outcome(s)
