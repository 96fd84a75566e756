"""[2.0] The sequence of play: every step and flow of *Straits* on one page. Open this first."""

from grognard.core.action import CHANCE, Step, Verb
from grognard.core.flow import Flow, do, loop, step, when

from .components import ISLAND, SIDES
from .rules.battle import ATTACKER_FIRES, DEFENDER_FIRES, FIGHT, KINDS, PRESS, WITHDRAW, Battle, end_round, fighting
from .rules.fog import DEAL, undealt
from .rules.movement import MOVE
from .state import State, contested


def active(s: State) -> int:
    """The player whose turn it is."""
    return s.side


def chance(_s: State) -> int:
    """Dice and draws."""
    return CHANCE


def nothing(_s: State) -> None:
    """The phase ends."""


DONE = Verb("done", (), nothing, help="end your moves")

DEALING = Step("dealing", "1.2", chance, (DEAL,), "A block gets its strength.")
MOVEMENT = Step("movement", "3.0", active, (MOVE, DONE), "Move your blocks.")
BATTLES = Step("battles", "4.1", active, (FIGHT,), "Which battle comes next?")
DEFENSE = Step("defense", "4.2", chance, (DEFENDER_FIRES,), "The defender fires.")
ATTACK = Step("attack", "4.2", chance, (ATTACKER_FIRES,), "The attacker fires.")
ROUND = Step("round", "4.4", active, (PRESS, WITHDRAW), "Press on, or withdraw?")


def turns_left(s: State) -> bool:
    """Whether there is another turn to play."""
    return s.turn < s.data.turns or s.side == ISLAND  # 2.1a


def begin_player_turn(s: State) -> None:
    """Start the other player's turn; with Island's the turn number goes up."""
    s.side = 1 - s.side
    if s.side == ISLAND:
        s.turn += 1
    s.note("2.1a", "Turn {turn}: {side}.", turn=s.turn, side=SIDES[s.side].title())


def end_player_turn(s: State) -> None:
    """Let all blocks move again in the next turn."""
    s.moved = s.crossed = 0  # 3.1b


BATTLE = Flow(
    "battle",
    loop(fighting,
        step(DEFENSE),                          # 4.2a
        when(fighting, step(ATTACK)),           # 4.2a
        do(end_round),                          # 4.2b
        when(fighting, step(ROUND))),           # 4.4a
    local=Battle,
    kinds=KINDS,
)  # fmt: skip

GAME = Flow(
    "game",
    loop(undealt, step(DEALING)),               # 1.2b
    loop(turns_left,                            # 2.1a
        do(begin_player_turn),
        step(MOVEMENT),                         # 2.1b
        loop(contested, step(BATTLES)),         # 4.1a
        do(end_player_turn)),
)  # fmt: skip
