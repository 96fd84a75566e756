"""[2.0] The sequence of play: every step and flow of *Ridge* on one page. Open this first."""

from grognard.core.action import CHANCE, Step, Verb
from grognard.core.flow import Flow, do, loop, step, when

from .components import AMBER, SIDES
from .rules.combat import (
    ADVANCE,
    ATTACK,
    HOLD,
    KINDS,
    LOSE,
    RETREAT,
    ROLL,
    Battle,
    may_advance,
    must_retreat,
    owes_step,
)
from .rules.movement import MOVE
from .state import State


def active(s: State) -> int:
    """The player whose turn it is."""
    return s.side


def passive(s: State) -> int:
    """The other player."""
    return 1 - s.side


def chance(_s: State) -> int:
    """The die."""
    return CHANCE


def nothing(_s: State) -> None:
    """The phase ends."""


DONE = Verb("done", (), nothing, help="end the phase")

MOVEMENT = Step("movement", "3.0", active, (MOVE, DONE), "Move your units.")
COMBAT = Step("combat", "4.0", active, (ATTACK, DONE), "Attack enemy units next to yours.")
DIE = Step("die", "4.3", chance, (ROLL,), "The die is rolled.")
LOSS = Step("loss", "4.3", active, (LOSE,), "Which attacker loses a step?")
RETREATING = Step("retreating", "4.4", passive, (RETREAT,), "Retreat your unit.")
ADVANCING = Step("advancing", "4.5", active, (ADVANCE, HOLD), "Advance into the empty hex?")


def turns_left(s: State) -> bool:
    """Whether there is another turn to play."""
    return s.turn < s.data.turns or s.side == AMBER  # 2.1a


def begin_player_turn(s: State) -> None:
    """Start the other player's turn; with Amber's the turn number goes up."""
    s.side = 1 - s.side
    if s.side == AMBER:
        s.turn += 1
    s.note("2.1a", "Turn {turn}: {side}.", turn=s.turn, side=SIDES[s.side].title())


def end_movement(s: State) -> None:
    """Let all units move again in the next phase."""
    s.moved = 0  # 3.1b


def end_combat(s: State) -> None:
    """Let all units fight again in the next phase."""
    s.fought = 0  # 4.1c


BATTLE = Flow(
    "battle",
    step(DIE),                                  # 4.2, 4.3
    when(owes_step, step(LOSS)),                # 4.3b
    when(must_retreat, step(RETREATING)),       # 4.4a
    when(may_advance, step(ADVANCING)),         # 4.5a
    local=Battle,
    kinds=KINDS,
)  # fmt: skip

GAME = Flow(
    "game",
    loop(turns_left,                            # 2.1a
        do(begin_player_turn),
        step(MOVEMENT),                         # 2.1b
        do(end_movement),
        step(COMBAT),                           # 2.1b
        do(end_combat)),
)  # fmt: skip
