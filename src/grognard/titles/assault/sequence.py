"""[4.0] The sequence of play: every step and flow on one page. Open this first."""

from ...core.action import Step, Verb
from ...core.bits import scan
from ...core.flow import Flow, do, loop, step, when
from .air import has_air, recover
from .combat import end_combat
from .fleet import can_aim
from .paths import MOVE, unfinished
from .reinforcements import APPEAR, ENTER, can_appear, due, withdraw
from .ruleset import GERMAN, RUSSIAN
from .seam import ELIMINATE, PLACING, REST, TRANSFER, WATCH, come_home, to_evacuate, too_many, watched
from .setup import DEPLOY, to_place
from .state import State
from .supply import determine
from .victory import finish, look_at_garrisons

SIDE_NAMES = ("German", "Russian")


def german(_s: State) -> int:
    return GERMAN


def russian(_s: State) -> int:
    return RUSSIAN


def phasing(s: State) -> int:
    return s.side


def nothing(_s: State) -> None:
    """Saying that one is done changes nothing by itself."""


def left_undone(s: State) -> str:
    """Whom the mover would leave off the map."""
    waiting = " ".join(s.data.pieces[unit] for unit in scan(due(s, s.side)))
    return f"reinforcements still waiting: {waiting}" if waiting else ""


DONE = Verb("done", (), nothing, help="go on")
DONE_MOVING = Verb("done", (), nothing, bars=(unfinished,), help="end the Movement Phase")  # 18.21a

# -- the steps, in the order of play ----------------------------------------------------------

SET_UP = Step("set-up", "5.1", russian, (DEPLOY,), "Place the units that start in Leningrad.")
REGROUP = Step("regroup", "8.32", russian, (TRANSFER, DONE), "Transfer units between the city and its districts?")
GERMAN_BOMBARDMENT = Step("german-bombardment", "12.3", german, (DONE,), "Send air units to bombard.")
GERMAN_MOVEMENT = Step("german-movement", "6.1", german, (MOVE, ENTER, DONE),  # 4.0e
                       "Move, and bring in reinforcements.", left_undone)
GERMAN_SUPPORT = Step("german-support", "12.5", german, (DONE,), "Give Ground Support.")
GERMAN_COMBAT = Step("german-combat", "10.1", german, (DONE,), "Attack adjacent units.")  # 4.0g
MECHANIZED = Step("mechanized", "6.2", german, (MOVE, DONE), "Move mechanized units again.")
PLACE = Step("place", "8.33", russian, (PLACING,), "A German is on the Inset: place your units in their districts.")
ELIMINATION = Step("elimination", "8.37", phasing, (ELIMINATE,), "A fringe hex is too full: pick a unit to eliminate.")
RUSSIAN_BOMBARDMENT = Step("russian-bombardment", "12.3", russian, (DONE,), "Send air units to bombard.")
APPEARANCE = Step("appearance", "16.1", russian, (APPEAR, DONE), "Place reinforcements in Leningrad.", left_undone)
RUSSIAN_MOVEMENT = Step("russian-movement", "6.1", russian, (MOVE, TRANSFER, WATCH, REST, DONE_MOVING), "Move.")  # 4.0l, 4.0o
AIMING = Step("aim", "13.3", russian, (DONE,), "Place the marker of the fleet.")
RUSSIAN_SUPPORT = Step("russian-support", "12.5", russian, (DONE,), "Give Ground Support.")
RUSSIAN_COMBAT = Step("russian-combat", "10.1", russian, (TRANSFER, DONE), "Attack adjacent units.")  # 4.0m


# -- what begins and ends the phases ----------------------------------------------------------


def begin_turn(s: State) -> None:
    """A new Game-Turn."""
    s.turn += 1  # 4.0p
    s.side = GERMAN  # 4.0a, 4.0q
    s.note("2.0c", "Game-Turn {turn}, {dates}.", turn=s.turn, dates=s.data.dates[s.turn])


def begin_movement(s: State) -> None:
    s.note("4.0d" if s.side == GERMAN else "4.0l", "{side} Movement Phase.", side=SIDE_NAMES[s.side])


def end_movement(s: State) -> None:
    """Who has moved may move again in another phase; points lapse."""
    s.moved = s.cut = s.left = s.regrouped = 0  # 6.14a


def begin_combat(s: State) -> None:
    s.note("4.0f" if s.side == GERMAN else "4.0m", "{side} Combat Phase.", side=SIDE_NAMES[s.side])


def begin_mechanized(s: State) -> None:
    s.again = True
    s.note("4.0h", "Mechanized Movement Phase.")


def end_mechanized(s: State) -> None:
    s.again = False
    s.moved = s.cut = s.left = s.retired = 0


def end_player_turn(s: State) -> None:
    """What lasts for a Player-Turn is over."""
    recover(s)  # 4.0i, 4.0n
    s.fresh = s.retired = 0  # 16.16b


def begin_russian_turn(s: State) -> None:
    s.side = RUSSIAN


def end_turn(s: State) -> None:
    """The Game-Turn is complete."""
    s.side = GERMAN


def turns_left(s: State) -> bool:
    return s.turn < s.data.turns  # 2.0e


# -- the flows --------------------------------------------------------------------------------

EVACUATION = Flow("evacuation",                      # 8.33a, 8.33c: in the middle of a German move
    loop(to_evacuate, step(PLACE)))

CAMPAIGN = Flow("campaign",
    loop(to_place, step(SET_UP)),                    # 5.1, appendix1
    loop(turns_left,                                 # 2.0e
        do(begin_turn),                              # 4.0a, 5.2a
        when(watched, step(REGROUP)),                # 8.32b
        step(GERMAN_BOMBARDMENT),                    # 4.0b   German phase 1
        do(determine),                               # 4.0c   phase 2
        when(watched, step(REGROUP)),
        do(withdraw),                                # 4.0d, 16.22a
        do(begin_movement),
        step(GERMAN_MOVEMENT),                       # 4.0d   phase 3
        do(end_movement),
        when(watched, step(REGROUP)),
        do(begin_combat),
        when(has_air, step(GERMAN_SUPPORT)),         # 12.51
        step(GERMAN_COMBAT),                         # 4.0f   phase 4
        do(end_combat),
        when(watched, step(REGROUP)),
        do(begin_mechanized),
        step(MECHANIZED),                            # 4.0h   phase 5
        do(end_mechanized),
        do(come_home),                               # 8.37a
        loop(too_many, step(ELIMINATION)),           # 8.37b
        do(end_player_turn),                         # 4.0i
        do(look_at_garrisons),                       # 17.25a
        do(begin_russian_turn),
        step(RUSSIAN_BOMBARDMENT),                   # 4.0j   Russian phase 1
        do(determine),                               # 4.0k   phase 2
        do(begin_movement),
        when(can_appear, step(APPEARANCE)),          # 16.13, 16.16a
        step(RUSSIAN_MOVEMENT),                      # 4.0l   phase 3
        do(end_movement),
        when(can_aim, step(AIMING)),                 # 13.3b
        do(begin_combat),
        when(has_air, step(RUSSIAN_SUPPORT)),        # 12.51
        step(RUSSIAN_COMBAT),                        # 4.0m   phase 4
        do(end_combat),
        do(come_home),                               # 8.37c
        loop(too_many, step(ELIMINATION)),           # 8.37b
        do(end_player_turn),                         # 4.0n
        when(can_aim, step(AIMING)),                 # 13.3b
        do(end_turn)),                               # 4.0p
    do(finish))                                      # 17.0
