"""[6.0] The sequence of play: every step and flow of *Moscow '41* on one page. Open this first."""

from ...core.action import Step, Verb
from ...core.flow import Flow, call, do, loop, step, when
from . import setup
from .activation import ACTIVATE, LEAD, deactivate, unactivated
from .battle import BATTLE, BATTLE_FLOW, unfought
from .blitz import end_blitz
from .command import MOVE
from .control import contested, friendly
from .final import final_phase
from .initiative import new_month, pass_on
from .lines import BUILD, DISBAND
from .logistics import KINDS as LOGISTICS_KINDS
from .logistics import PAUSE, Logistics, has_leader, has_phase
from .logistics import who as logistician
from .reinforcements import join
from .setup import DEAL, DEPLOY, ENTRENCH, SETTLE, Setting
from .state import CALL, MOVES, NONE, PASS, TACTICAL, State, clear_marks
from .strategic import PASS_VERB, STRATEGIC_CALL, STRATEGIC_MOVE, TACTICAL_VERB, note_choice, playing
from .supply import isolation_check, supply_check
from .victory import finish
from .weather import count


def active(s: State) -> int:
    """The active player."""
    return s.side


def nothing(_s: State) -> None:
    """Saying that one is done changes nothing by itself."""


DONE = Verb("done", (), nothing, help="go on")
DONE_ACTIVATING = Verb("done", (), nothing, bars=(unactivated,), help="go on to the Command Segment")
DONE_FIGHTING = Verb("done", (), nothing, bars=(unfought,), help="end the Combat Segment")

# -- the steps, in the order of play ----------------------------------------------------------

SETTLING = Step("settling", "setup", setup.who, (SETTLE,), "Name the Areas; the draw says who stands where.")
DEPLOYING = Step("deploying", "setup", setup.who, (DEPLOY,), "Set up your Blocks.")
DEALING = Step("dealing", "setup", setup.chance, (DEAL,), "Blocks are drawn.")
ENTRENCHING = Step("entrenching", "setup", setup.who, (ENTRENCH,), "Set up Defensive Lines.")
LEADER = Step("leader", "7.0", logistician, (PAUSE,), "Logistics Pause, or activate the Leader?")
CHOICE = Step("choice", "6.0", active, (TACTICAL_VERB, STRATEGIC_MOVE, STRATEGIC_CALL, PASS_VERB),
              "Which Impulse do you play?")
ACTIVATION = Step("activation", "10.1", active, (ACTIVATE, LEAD, DONE_ACTIVATING), "Activate headquarters.")
COMMAND = Step("command", "10.7", active, (MOVE, BUILD, DISBAND, DONE), "Move Blocks, build Defensive Lines.")
COMBAT = Step("combat", "10.11", active, (BATTLE, DONE_FIGHTING), "Fight the Battles in the order you like.")


# -- what begins and ends the phases ----------------------------------------------------------


def first_army(s: State) -> None:
    """The player without the Initiative sets up first."""
    call(s, SET_UP, Setting(s.plan.first))  # 3.2.1a


def second_army(s: State) -> None:
    """Then the other."""
    call(s, SET_UP, Setting(1 - s.plan.first))


def begin_game(s: State) -> None:
    """Everybody is set up."""
    s.turn = s.plan.turn - 1


def begin_turn(s: State) -> None:
    """A new month."""
    s.turn += 1
    new_month(s)
    s.note("6.0a", "{month}.", month=s.data.charts.months[s.turn - 1])
    join(s)  # 5.1c


def first_logistics(s: State) -> None:
    """The player without the Initiative decides first."""
    call(s, LOGISTICS, Logistics(1 - s.disc))  # 3.2.1b, 7.0b


def second_logistics(s: State) -> None:
    """Then the other."""
    call(s, LOGISTICS, Logistics(s.disc))


def begin_impulses(s: State) -> None:
    """The player with the Initiative plays the first Impulse."""
    s.side, s.passes = s.disc, 0  # 3.2.1c, 6.0h


def begin_impulse(s: State) -> None:
    """The weather is looked at; then Supply."""
    s.impulse = NONE
    count(s)


def mark_ground(s: State) -> None:
    """What is contested now, and where one may build."""
    s.old = contested(s)  # 10.11e
    s.calm = friendly(s, s.side)  # 10.8l


def play_tactical(s: State) -> None:
    """Go through a Tactical Impulse."""
    call(s, TACTICAL_IMPULSE)


def play_moves(s: State) -> None:
    """Go through a Strategic Impulse, option A."""
    call(s, STRATEGIC_A)


def play_call(s: State) -> None:
    """Go through a Strategic Impulse, option B."""
    call(s, STRATEGIC_B)


def play_pass(s: State) -> None:
    """Go through a Pass."""
    call(s, PASSING)


def end_impulse(s: State) -> None:
    """The Disc passes if it was spent; the other player's Impulse comes."""
    pass_on(s)
    clear_marks(s)
    s.value = s.points = 0
    s.impulse = NONE
    s.side = 1 - s.side  # 3.0a


def impulses_left(s: State) -> bool:
    """Two Passes in a row end the Impulses."""
    return s.passes < 2  # 3.0c, 6.0i, 12.0f


def turns_left(s: State) -> bool:
    """Is there another month?"""
    return s.turn < s.plan.last


def unfinished(s: State) -> int:
    """Blocks of the entry without a place."""
    return setup.undealt(s)


# -- the flows --------------------------------------------------------------------------------

SET_UP = Flow("set-up",
    do(setup.muster),                                # setup.2
    loop(setup.entries_left,
        loop(setup.unnamed, step(SETTLING)),
        loop(unfinished, do(setup.place_forced), when(setup.undealt, step(DEALING))),
        loop(setup.unpicked, step(DEPLOYING)),
        do(setup.next_entry)),
    loop(setup.lines_left, step(ENTRENCHING)),       # setup.5
    local=Setting, kinds=setup.KINDS)

LOGISTICS = Flow("logistics",                        # [7.0]
    when(has_leader, step(LEADER)),                  # 7.0b, 4.2.4f
    local=Logistics, kinds=LOGISTICS_KINDS)

TACTICAL_IMPULSE = Flow("tactical",                  # [10.0]
    step(ACTIVATION),                                # 10.1
    step(COMMAND),                                   # 10.7
    step(COMBAT),                                    # 10.11
    do(end_blitz),                                   # 10.16
    do(deactivate))                                  # 10.17

STRATEGIC_A = Flow("strategic-move",                 # [11.0] option A
    step(COMMAND),
    step(COMBAT))

STRATEGIC_B = Flow("strategic-call",                 # [11.0] option B
    step(COMBAT))

PASSING = Flow("pass",                               # [12.0]
    step(COMMAND))

GAME = Flow("game",
    do(first_army),                                  # 3.2.1a
    do(second_army),
    do(begin_game),
    loop(turns_left,
        do(begin_turn),                              # 6.0a
        when(has_phase, do(first_logistics), do(second_logistics)),    # 7.0
        do(begin_impulses),
        loop(impulses_left,
            do(begin_impulse),                       # 8.1
            do(supply_check),                        # 9.1
            do(mark_ground),
            step(CHOICE),                            # 3.0b
            do(note_choice),
            when(playing(TACTICAL), do(play_tactical)),
            when(playing(MOVES), do(play_moves)),
            when(playing(CALL), do(play_call)),
            when(playing(PASS), do(play_pass)),
            do(isolation_check),                     # 9.3
            do(end_impulse)),
        do(final_phase)),                            # 13.0
    do(finish))                                      # 3.0d

FLOWS = (GAME, SET_UP, LOGISTICS, TACTICAL_IMPULSE, STRATEGIC_A, STRATEGIC_B, PASSING, BATTLE_FLOW)
