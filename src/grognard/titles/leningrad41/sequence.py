"""[5.2] The sequence of play: every step and flow of *Leningrad '41* on one page. Open this first.

A verb belongs to its steps (5.1b), and a step that is over does not come again in its phase (5.1c).
"""

from ...core.action import Step, Verb
from ...core.bits import scan
from ...core.flow import Flow, do, loop, step, when
from ...kit.steps import chance, done, nothing
from .aids import skipped_steps, status_text
from .data.components import GERMAN, SOVIET
from .rules import (
    air,
    assaults,
    battle,
    delay,
    demolition,
    fire,
    fog,
    movement,
    naval,
    orders,
    pontoons,
    reinforcements,
    replacements,
    results,
    schedule,
    setup,
    special_moves,
    stacking,
    victory,
    volley,
    walk,
)
from .state import NOWHERE, ORDERS, State

SIDE_NAMES = ("German", "Soviet")


def german(_s: State) -> int:
    return GERMAN


def soviet(_s: State) -> int:
    return SOVIET


def active(s: State) -> int:
    """The player whose player turn it is."""
    return s.side


def opponent(s: State) -> int:
    """The other player."""
    return 1 - s.side


DONE_MOVING = Verb("done", (), nothing, bars=(movement.unentered,), help="end the Movement Phase")  # 8.1f
DONE_FLYING = done("end the Air Strike Phase")
DONE_FIRING = done("end the Offensive Fire Phase")
MOVING = (walk.MOVE, walk.DRIVE_VERB, pontoons.BRIDGE)
FIRING = (fire.FIRE, assaults.ASSAULT, demolition.BLOW, demolition.RAZE)

# -- the steps, in the order of play ----------------------------------------------------------

DELAY = Step("delay", "16.2", chance, (delay.ROLL,), "The die is rolled for the delay.")
PLACING = Step("placing", "3.3", soviet, (setup.PLACE_UNIT,), "Place the named units.")
DEPLOYING = Step("deploying", "3.6", soviet, (setup.DEPLOY,), "Place units of the 42nd Army, unseen.")
REPLACING = Step("replacements", "7.5", german, (replacements.REPLACE, replacements.DECLINE),
                 "Which sub-command receives a replacement?", skipped=skipped_steps.replacing)
REPLACEMENT_DRAW = Step("replacement-draw", "7.5", chance, (replacements.DRAW,), "The replacement is drawn.")
REPLACEMENT_PLACE = Step("replacement-place", "7.6", german, (replacements.PLACE_UNIT,), "Place the replacement.")
SCHEDULE_DIE = Step("schedule-die", "19.1", chance, (schedule.ROLL,), "The die is rolled for German reinforcements.")
SCHEDULE_DRAW = Step("schedule-draw", "19.1", chance, (schedule.DRAW,), "German reinforcements are drawn.")
AIR_STRIKES = Step("air-strikes", "12.3", german,
                   (air.GERMAN_STRIKE, demolition.AIR_BLOW, demolition.AIR_RAZE, DONE_FLYING),
                   "Air strikes?", skipped=skipped_steps.striking)
SOVIET_ORDERS = Step("soviet-orders", "9.1", soviet, (orders.ORDER,), "Your order for defensive fire in this phase?")
GERMAN_MOVEMENT = Step("german-movement", "8.0", german, (*MOVING, special_moves.LAND, DONE_MOVING), "Move.",
                       left=status_text.moving)
EXCESS = Step("excess", "6.4", soviet, (stacking.CUT, stacking.SHIFT),
              "A German stack is beyond the limit: eliminate or move a unit of it.")
GERMAN_FIRE = Step("german-fire", "10.1", german, (*FIRING, DONE_FIRING), "Fire at Soviet units.")
ARMY_DRAW = Step("army-draw", "19.2", chance, (reinforcements.DRAW_ARMY,), "Units of the 42nd Army are drawn.")
ARMY_PLACE = Step("army-place", "19.2", soviet, (reinforcements.PLACE_ARMY,), "Place your reinforcements.")
RESERVE_DIE = Step("reserve-die", "19.3", chance, (reinforcements.RESERVE_DIE,), "How many units of the Reserve come?")
RESERVE_DRAW = Step("reserve-draw", "19.3", chance, (reinforcements.DRAW_RESERVE,), "Units of the Reserve are drawn.")
GERMAN_ORDERS = Step("german-orders", "9.1", german, (orders.ORDER,), "Your order for defensive fire in this phase?")
SOVIET_MOVEMENT = Step("soviet-movement", "8.0", soviet,
                       (*MOVING, special_moves.SAIL_VERB, special_moves.METRO_VERB, fog.FLIP, DONE_MOVING), "Move.",
                       left=status_text.moving)
SOVIET_FIRE = Step("soviet-fire", "10.1", soviet, (*FIRING, air.SOVIET_STRIKE, naval.BOMBARD, fog.FLIP, DONE_FIRING),
                   "Fire at German units.")

REVEAL = Step("reveal", "6.6", chance, (fog.TURN_OVER,), "A unit is turned over.")

METRO = Step("metro", "15.5", chance, (special_moves.RIDE,), "The die is rolled for the Metro move.")
STATION = Step("station", "15.5", active, (special_moves.STATION,), "Where does the unit leave the Metro?")
LANDING = Step("landing", "18.2", chance, (special_moves.LANDING,), "The die is rolled for the landing.")
DRIFT = Step("drift", "18.2", chance, (special_moves.DRIFT,), "The die is rolled for the direction.")
VOLLEY = Step("volley", "9.1", opponent, (volley.VOLLEY, volley.HOLD, volley.ORDER), "Defensive fire?",
              left=status_text.volley)
SHOT = Step("shot", "9.2", chance, (volley.ROLL,), "The die is rolled for the defensive fire.")
ONWARD = Step("onward", "9.2", active, (walk.ONWARD, walk.HALT), "Does the unit move on?", left=status_text.onward)

FANATICISM = Step("fanaticism", "17.0", active, (battle.FANATIC, battle.PLAIN), "Declare fanaticism?")
DIE = Step("die", "10.3", chance, (battle.ROLL,), "The die is rolled.")
FANATIC_LOSS = Step("fanatic-loss", "17.3", active, (results.LOSE,), "Which unit is lost?")
RUBBLE = Step("rubble", "10.18", chance, (results.RUBBLE,), "The die is rolled for rubble.")
FLEET = Step("fleet", "15.3", chance, (naval.RETURN,), "When does the fleet return?")
ADVANCE = Step("advance", "10.15", active, (results.ADVANCE, results.STAY), "Advance into the hex?")


# -- what begins and ends the phases ----------------------------------------------------------


def begin_turn(s: State) -> None:
    """Advance the turn marker; the German player turn comes first."""
    s.turn += 1  # 3.1b, 5.1a, 5.2i
    s.side = GERMAN  # 5.2a
    s.note("5.2a", "Game Turn {turn}, {dates}.", turn=s.turn, dates=s.data.charts.dates[s.turn - 1])


def begin_soviet(s: State) -> None:
    """Begin the Soviet player turn."""
    s.side = SOVIET
    s.note("5.2f", "Soviet player turn.")


def begin_movement(s: State) -> None:
    """Begin the Movement Phase: nobody has moved, and the pontoons of this side are given up."""
    s.moved = s.closed = s.used = s.sailed = 0
    s.command = ""
    for piece in scan(s.data.side[s.side] & s.data.ground):
        if s.pontoon[piece] != NOWHERE:
            s.pontoon[piece] = NOWHERE  # 8.10


def end_movement(s: State) -> None:
    """Clear the marks of movement; standing orders end."""
    s.moved = s.closed = s.used = s.sailed = 0
    s.command = ""
    s.german_orders = s.soviet_orders = ORDERS[0]


def begin_fire(s: State) -> None:
    """Begin a phase of fire: nobody has fired, no hex has been attacked."""
    s.fired = s.attacked = 0  # 10.2a, 10.5a


def turns_left(s: State) -> bool:
    """Whether there is another turn."""
    return s.turn < s.plan.last


# -- the flows --------------------------------------------------------------------------------

REVEAL_FLOW = Flow("reveal",                                     # 6.6: called wherever counters are turned over
    loop(fog.to_reveal, step(REVEAL)),
    local=fog.Reveal, kinds=fog.KINDS)

REPLACEMENT = Flow("replacement",                                # 7.5, 7.6
    step(REPLACEMENT_DRAW),
    when(replacements.placeable, step(REPLACEMENT_PLACE)),
    local=replacements.Replacement, kinds=replacements.KINDS)

SCHEDULE = Flow("schedule",                                      # 19.1
    loop(schedule.entries_left,
        do(schedule.next_entry),
        loop(schedule.rolls, step(SCHEDULE_DIE)),
        loop(schedule.draws_left, step(SCHEDULE_DRAW))),
    local=schedule.Schedule, kinds=schedule.KINDS)

WALK = Flow("walk",                                              # 8.0, 9.0: the move of one unit
    when(special_moves.rides, step(METRO),                       # 15.5
        when(special_moves.emerges, step(STATION))),
    when(special_moves.lands, step(LANDING),                     # 18.2
        when(special_moves.drifts, step(DRIFT))),
    loop(walk.walking,
        do(walk.enter),                                          # 8.1a
        when(volley.threatened,                                  # 9.1b
            do(volley.consider),                                 # by the standing order
            when(volley.asks, do(walk.report), step(VOLLEY)),
            do(volley.uncover_firers),                           # 6.6e
            do(volley.uncover_target),                           # 6.6c
            when(volley.fires, step(SHOT)),                      # 9.2
            when(walk.may_choose, step(ONWARD)))),
    do(walk.finish),
    local=walk.Walk, kinds=walk.KINDS)

BATTLE = Flow("battle",                                          # 10.3, 12.0, 15.3: one attack
    do(battle.uncover),                                          # 6.6c, 6.6e
    do(battle.begin),
    when(battle.may_be_fanatic, step(FANATICISM)),               # 17.1a, 17.2a
    loop(battle.dice_left, step(DIE)),                           # 10.13a
    do(results.apply),                                           # 10.14
    when(results.owes, step(FANATIC_LOSS)),                      # 17.3a
    when(results.may_rubble, step(RUBBLE)),                      # 10.18, 12.11
    when(naval.leaves, step(FLEET)),                             # 15.3c
    when(results.may_advance, step(ADVANCE)),                    # 10.15
    do(results.end),
    local=battle.Battle, kinds=battle.KINDS)

GAME = Flow("game",
    when(delay.rolled_for, step(DELAY)),                         # 16.2a
    loop(setup.unplaced, step(PLACING)),                         # 3.3
    loop(setup.undeployed, step(DEPLOYING)),                     # 3.6
    loop(turns_left,
        do(begin_turn),                                          # I  German player turn (5.2a)
        do(replacements.receive),                                # A  Replacement and Reinforcement Phase (5.2b)
        loop(replacements.possible, step(REPLACING)),            # 7.5
        do(schedule.open_schedule),                              # 19.1
        do(begin_fire),
        do(air.refresh),                                         # 12.2b
        when(air.ready, step(AIR_STRIKES)),                      # B  Air Strike Phase (5.2c, 5.3a)
        do(begin_movement),
        when(orders.defends, step(SOVIET_ORDERS)),
        step(GERMAN_MOVEMENT),                                   # C  Movement Phase (5.2d, 5.3b)
        do(end_movement),
        loop(stacking.german_excess, step(EXCESS)),              # 6.4c, 7.6c
        do(begin_fire),
        step(GERMAN_FIRE),                                       # D  Offensive Fire Phase (5.2e)
        do(begin_soviet),                                        # II  Soviet player turn
        when(reinforcements.army_comes,                          # A  Reinforcement Phase (5.2f)
            do(reinforcements.count_army),
            loop(reinforcements.army_draws, step(ARMY_DRAW)),    # 7.3c
            loop(reinforcements.army_places, step(ARMY_PLACE)),  # 19.2
            do(reinforcements.end_army)),
        when(reinforcements.reserve_comes,
            do(reinforcements.begin_reserve),
            step(RESERVE_DIE),                                   # 19.3a
            loop(reinforcements.reserve_draws, step(RESERVE_DRAW)),
            do(reinforcements.end_reserve)),
        do(begin_movement),
        when(orders.defends, step(GERMAN_ORDERS)),
        step(SOVIET_MOVEMENT),                                   # B  Movement Phase (5.2g)
        do(end_movement),
        do(stacking.send_back),                                  # 19.2g
        do(reinforcements.send_back),                            # 7.3b
        do(begin_fire),
        do(naval.come_back),                                     # 15.3c
        step(SOVIET_FIRE),                                       # C  Offensive Fire Phase (5.2h)
        do(victory.end_turn)))                                   # 4.3, 4.5, 5.4

FLOWS = (GAME, REVEAL_FLOW, REPLACEMENT, SCHEDULE, WALK, BATTLE)
