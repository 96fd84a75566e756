"""[4.0] The sequence of play: every step and flow on one page. Open this first."""

from ...core.action import Step, Verb
from ...core.bits import scan
from ...core.flow import Flow, do, loop, step, when
from ...kit.steps import chance, done, nothing, still_waiting
from .aids import skipped_steps
from .rules import advances, air, results, retreats
from .rules.attacks import ATTACK
from .rules.combat import KINDS, ROLL, Battle, compute_odds, end_combat, uncertain
from .rules.fleet import AIM, FLEE, LIFT, REMAIN, SAIL, can_aim, may_flee
from .rules.inset_transfers import ELIMINATE, PLACING, REST, TRANSFER, WATCH, come_home, to_evacuate, too_many, watched
from .rules.paths import MOVE, unfinished
from .rules.reinforcements import APPEAR, ENTER, can_appear, due, withdraw
from .rules.setup import DEPLOY, to_place
from .rules.supply import determine
from .rules.victory import finish, look_at_garrisons
from .ruleset import GERMAN, RUSSIAN
from .state import State

SIDE_NAMES = ("German", "Russian")


def german(_s: State) -> int:
    return GERMAN


def russian(_s: State) -> int:
    return RUSSIAN


def phasing(s: State) -> int:
    return s.side


def left_undone(s: State) -> str:
    """The reinforcements that the moving player would leave off the map."""
    return still_waiting([s.data.pieces[unit] for unit in scan(due(s, s.side))])


DONE_MOVING = Verb("done", (), nothing, bars=(unfinished,), help="end the Movement Phase")  # 18.21a

# -- the steps, in the order of play ----------------------------------------------------------

SET_UP = Step("set-up", "5.1", russian, (DEPLOY, WATCH, REST), "Place the units that start in Leningrad.")
REGROUP = Step("regroup", "8.32", russian, (TRANSFER, done("no more transfers")), "Transfer units between the city and its districts?")
GERMAN_AIR = Step("german-air", "12.22", chance, (air.AVAILABLE,), "How many air units are there?")
GERMAN_BOMBARDMENT = Step("german-bombardment", "12.3", german, (air.BOMBARD, air.STRIKE, done("end the bombardment")),  # 4.0b
                          "Send air units to bombard.", skipped=skipped_steps.bombarding)
RAIDING = Step("raid", "12.33", chance, (air.RAID,), "The die is rolled for an air unit.")
DISRUPTION = Step("disruption", "12.44", german, (air.DISRUPT,), "Which unit in the city hex is disrupted?")
FLIGHT = Step("flight", "13.11", russian, (FLEE, REMAIN), "The fleet is disrupted: does it go to the harbor?")
GERMAN_MOVEMENT = Step("german-movement", "6.1", german, (MOVE, ENTER, done("end the Movement Phase")),  # 4.0e
                       "Move, and bring in reinforcements.", left_undone)
GERMAN_SUPPORT = Step("german-support", "12.5", german, (air.SUPPORT, done("no more Ground Support")), "Give Ground Support.",
                      skipped=skipped_steps.supporting)
GERMAN_COMBAT = Step("german-combat", "10.1", german, (ATTACK, done("end the Combat Phase")), "Attack adjacent units.")  # 4.0g
DIE = Step("die", "10.21", chance, (ROLL,), "The die is rolled.")
PENALTY = Step("penalty", "10.24", results.bearer, (results.LOSE, retreats.RETIRE, results.WAIVE),
               "Take a penalty: a retreat of all, or a step.")  # 10.24a
RETREATING = Step("retreat", "10.27", results.bearer, (retreats.RETREAT,), "Retreat one of your units.")
FOLLOWING = Step("follow", "11.33", phasing, (retreats.FOLLOW, retreats.STAY), "Do headquarters retreat too?")
ADVANCING = Step("advance", "10.51", phasing, (advances.ADVANCE, advances.HOLD), "Advance into emptied hexes?")
MECHANIZED = Step("mechanized", "6.2", german, (MOVE, done("end the Mechanized Movement Phase")), "Move mechanized units again.")  # 6.21a, 6.21b, 6.22a
PLACE = Step("place", "8.33", russian, (PLACING,), "A German is on the Inset: place your units in their districts.")
ELIMINATION = Step("elimination", "8.37", phasing, (ELIMINATE,), "A fringe hex is too full: pick a unit to eliminate.")
RUSSIAN_AIR = Step("russian-air", "12.23", chance, (air.AVAILABLE,), "How many air units are there?")
RUSSIAN_BOMBARDMENT = Step("russian-bombardment", "12.3", russian, (air.BOMBARD, done("end the bombardment")), "Send air units to bombard.",
                           skipped=skipped_steps.bombarding)
APPEARANCE = Step("appearance", "16.1", russian, (APPEAR, done("place no more")), "Place reinforcements in Leningrad.", left_undone,
                  skipped=skipped_steps.appearing)
RUSSIAN_MOVEMENT = Step("russian-movement", "6.1", russian, (MOVE, SAIL, TRANSFER, WATCH, REST, DONE_MOVING),  # 4.0l, 4.0o
                        "Move.")
AIMING = Step("aim", "13.3", russian, (AIM, LIFT, done("leave the marker")), "Place the marker of the fleet.", skipped=skipped_steps.aiming)
RUSSIAN_SUPPORT = Step("russian-support", "12.5", russian, (air.SUPPORT, done("no more Ground Support")), "Give Ground Support.",
                      skipped=skipped_steps.supporting)
RUSSIAN_COMBAT = Step("russian-combat", "10.1", russian, (ATTACK, TRANSFER, done("end the Combat Phase")), "Attack adjacent units.")  # 4.0m


# -- what begins and ends the phases ----------------------------------------------------------


def begin_turn(s: State) -> None:
    """Begin a new Game-Turn."""
    s.turn += 1  # 4.0p
    s.note("2.0c", "Game-Turn {turn}, {dates}.", turn=s.turn, dates=s.data.dates[s.turn])


def begin_movement(s: State) -> None:
    s.note("4.0d" if s.side == GERMAN else "4.0l", "{side} Movement Phase.", side=SIDE_NAMES[s.side])


def end_movement(s: State) -> None:
    """Clear the marks of movement at the end of the phase."""
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
    """Clear everything that lasts for one Player-Turn."""
    air.recover(s)  # 4.0i, 4.0n
    s.fresh = s.retired = 0  # 16.16b


def begin_russian_turn(s: State) -> None:
    s.side = RUSSIAN


def end_turn(s: State) -> None:
    """Complete the Game-Turn."""
    s.side = GERMAN  # 4.0a, 4.0q: who also begins the first


def turns_left(s: State) -> bool:
    return s.turn < s.data.turns  # 2.0e


# -- the flows --------------------------------------------------------------------------------

EVACUATION = Flow("evacuation",                      # 8.33a, 8.33c: in the middle of a German move
    loop(to_evacuate, step(PLACE)))

BATTLE = Flow("battle",                              # [10.2]; announced before (10.15)
    do(compute_odds),                                # 10.21  steps one to four
    when(uncertain, step(DIE)),                      # 10.21e
    do(results.read_result),                         # 10.21, 10.23   step five
    loop(results.owing, step(PENALTY),               # 10.24-10.26    the attacker first
        loop(retreats.fleeing, step(RETREATING)),    # 10.27-10.29
        loop(retreats.following, step(FOLLOWING))),  # 11.33
    do(results.defenders_part),                      # 10.26a
    loop(results.owing, step(PENALTY),
        loop(retreats.fleeing, step(RETREATING))),
    loop(advances.may_advance, step(ADVANCING)),     # 10.51
    local=Battle, kinds=KINDS)

CAMPAIGN = Flow("campaign",
    loop(to_place, step(SET_UP)),                    # 5.1, appendix1
    loop(turns_left,                                 # 2.0e
        do(begin_turn),                              # 4.0a, 5.2a
        when(watched, step(REGROUP)),                # 8.32b
        do(air.muster),                              # 12.22a
        when(air.must_roll, step(GERMAN_AIR)),       # 12.22b
        when(air.can_bombard, step(GERMAN_BOMBARDMENT)),  # 4.0b   German phase 1
        loop(air.over_hexes, step(RAIDING),          # 12.33
            when(air.must_choose, step(DISRUPTION)), # 12.44b
            when(may_flee, step(FLIGHT))),           # 13.11
        do(determine),                               # 4.0c   phase 2
        when(watched, step(REGROUP)),
        do(withdraw),                                # 4.0d, 16.22a
        do(begin_movement),
        step(GERMAN_MOVEMENT),                       # 4.0d   phase 3
        do(end_movement),
        when(watched, step(REGROUP)),
        do(begin_combat),
        when(air.can_support, step(GERMAN_SUPPORT)), # 10.18b, 12.51
        step(GERMAN_COMBAT),                         # 4.0f   phase 4
        do(end_combat),
        do(air.go_home),                             # 12.55
        when(watched, step(REGROUP)),
        do(begin_mechanized),
        step(MECHANIZED),                            # 4.0h   phase 5
        do(end_mechanized),
        do(come_home),                               # 8.37a
        loop(too_many, step(ELIMINATION)),           # 8.37b
        do(end_player_turn),                         # 4.0i
        do(look_at_garrisons),                       # 17.25a
        do(begin_russian_turn),
        do(air.muster),
        when(air.must_roll, step(RUSSIAN_AIR)),      # 12.23a
        when(air.can_bombard, step(RUSSIAN_BOMBARDMENT)),  # 4.0j   Russian phase 1
        loop(air.over_hexes, step(RAIDING)),         # 12.33
        do(determine),                               # 4.0k   phase 2
        do(begin_movement),
        when(can_appear, step(APPEARANCE)),          # 16.13, 16.16a
        step(RUSSIAN_MOVEMENT),                      # 4.0l   phase 3
        do(end_movement),
        when(can_aim, step(AIMING)),                 # 13.3b
        do(begin_combat),
        when(air.can_support, step(RUSSIAN_SUPPORT)),  # 10.18b, 12.51
        step(RUSSIAN_COMBAT),                        # 4.0m   phase 4
        do(end_combat),
        do(air.go_home),                             # 12.55
        do(come_home),                               # 8.37c
        loop(too_many, step(ELIMINATION)),           # 8.37b
        do(end_player_turn),                         # 4.0n
        when(can_aim, step(AIMING)),                 # 13.3b
        do(end_turn)),                               # 4.0p
    do(finish))                                      # 17.0
