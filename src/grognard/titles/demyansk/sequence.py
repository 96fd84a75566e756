"""[4.2] The sequence of play: every step and flow of *Demyansk Shield* on one page. Open this first."""

from ...core.action import Step, Verb
from ...core.bits import scan
from ...core.flow import Flow, do, loop, step, when
from ...kit.steps import chance, done, nothing
from .aids import skipped_steps, status_text
from .data.components import AXIS, SOVIET
from .rules import (
    administration,
    advances,
    air,
    declarations,
    initiative,
    reinforcements,
    replacements,
    results,
    retreat_options,
    retreats,
    slips,
    stacking,
    strongpoints,
    support,
    untried,
    victory,
    weather,
    withdrawal,
)
from .rules.battle import KINDS, Battle
from .rules.combat import ROLL, compute_odds
from .rules.declarations import ATTACK, RECALL
from .rules.infiltration import INFILTRATE
from .rules.paths import MOVE
from .rules.pending import FORFEIT, REARRANGE, RESOLVE
from .rules.stacking import EXCESS
from .rules.strategic import STRATEGIC
from .rules.strongpoints import DEMOLISH, REMOVE
from .state import State

SIDE_NAMES = ("Axis", "Soviet")
STRATEGIC_SEGMENT, FIRST_SEGMENT, SECOND_SEGMENT, RECOVERY_SEGMENT = range(4)


def axis(_s: State) -> int:
    return AXIS


def soviet(_s: State) -> int:
    return SOVIET


def active(s: State) -> int:
    """The active player."""
    return s.side


def opponent(s: State) -> int:
    """The player who is not active."""
    return 1 - s.side


def too_many(s: State) -> str:
    """The hexes that would be beyond the stacking limit."""
    hexes = ", ".join(s.data.board.names[place] for place in scan(s.crowd & s.held[s.side]))
    return f"beyond the stacking limit: {hexes} [3.32]" if hexes else ""


DONE_MOVING = done("end the Movement Phase")
DONE_EXPLOITING = done("end the Exploitation Movement Phase")

DONE_FIGHTING = Verb("done", (), nothing, bars=(declarations.unresolved,), help="end the Combat Phase")  # 11.14a

# -- the steps, in the order of play ----------------------------------------------------------

ON_TIME, NO_SUPPORT = done("bring them on time"), done("no support")
DUE = "Reinforcements are due: hold some back?"
GUNS_AND_AIR = "Which guns and aircraft support?"
WEATHER = Step("weather", "5.2", chance, (weather.WEATHER,), "The weather is rolled for.")
SHORTAGE = Step("shortage", "6.5", chance, (weather.SHORTAGE,), "Which Soviet group suffers a shortage?")
AXIS_REINFORCEMENTS = Step("axis-reinforcements", "5.3", axis, (reinforcements.AXIS_DELAY, ON_TIME), DUE)
SOVIET_REINFORCEMENTS = Step("soviet-reinforcements", "5.3", soviet, (reinforcements.SOVIET_DELAY, ON_TIME), DUE)
MARSCH = Step("marsch", "15.13", axis, (replacements.CONVERT, replacements.KEEP), "Turn RPs into Marsch units?")
CORPS = Step("corps", "5.34", chance, (withdrawal.ROLL,), "Must the 2nd Guards Rifle Corps leave in this turn?")
DIVISION = Step("division", "19.33", chance, (reinforcements.LATE,), "Does the 391st Division come?")
AXIS_INITIATIVE = Step("axis-initiative", "5.52", axis, (initiative.TRY, initiative.KEEP), "Try for the Initiative?")
SOVIET_INITIATIVE = Step("soviet-initiative", "5.53", soviet, (initiative.TRY, initiative.KEEP),
                         "Try to take the Initiative back?")
INITIATIVE = Step("initiative", "5.5", chance, (initiative.ROLL,), "The die is rolled for the Initiative.")
EXCESSES = Step("excess", "3.33", stacking.owner, (EXCESS,), "A stack is beyond the limit: eliminate a unit of it.")
AIR_TRANSPORT = Step("air-transport", "7.1", axis, (air.FLY, done("end air transport")), "Fly units to airfields?",
                     skipped=skipped_steps.flying)
AIRDROP = Step("airdrop", "7.2", soviet, (air.DROP, done("no Airdrop now")), "Carry out the Airdrop?")
REPLACEMENTS = Step("replacements", "15.2", active,
                    (replacements.RECEIVE, replacements.REBUILD, replacements.RESTORE, done("use no more RPs")), "Use RPs?",
                    skipped=skipped_steps.replacing)
DEMOLITION = Step("demolition", "14.54", axis, (strongpoints.GIVE_UP, done("keep the airfield")),
                  "Enemies may take the airfield: remove it first?")
MOVEMENT = Step("movement", "8.1", active, (MOVE, STRATEGIC, INFILTRATE, REMOVE, DEMOLISH, DONE_MOVING), "Move.", too_many)
COMBAT = Step("combat", "11.1", active,
              (ATTACK, RESOLVE, REARRANGE, FORFEIT, RECALL, REMOVE, DEMOLISH, DONE_FIGHTING), "Attack adjacent units.",
              declarations.pending)
EVASION = Step("evasion", "11.42", opponent, (retreat_options.EVADE, retreat_options.REMAIN),
               "Try a Retreat Before Combat?", left=status_text.attack)
TRIAL = Step("trial", "12.4", chance, (retreat_options.TRIAL,), "The die is rolled on the Retreat Options Table.")
REVEAL = Step("reveal", "11.43", chance, (untried.DRAW,), "An Untried unit is turned over.")
SOVIET_SUPPORT = Step("soviet-support", "11.51", soviet, (support.SOVIET_SUPPORT, NO_SUPPORT), GUNS_AND_AIR,
                      left=status_text.attack, skipped=skipped_steps.supporting)
AXIS_SUPPORT = Step("axis-support", "11.51", axis, (support.AXIS_SUPPORT, NO_SUPPORT), GUNS_AND_AIR, left=status_text.attack,
                    skipped=skipped_steps.supporting)
DIE = Step("die", "11.53", chance, (ROLL,), "The die is rolled.")
SPECIAL = Step("special", "12.23", results.bearer, (results.SILENCE, results.GROUND),
               "A Special Result: what does it strike?", left=status_text.attack)
LOSS = Step("loss", "12.21", results.bearer, (results.LOSE,), "Which unit loses a step?", left=status_text.losses)
NO_RETREAT = Step("no-retreat", "12.42", results.bearer, (retreat_options.STAND_FAST, retreat_options.DECLINE),
                  "Try No Retreat?", left=status_text.attack)
RETREATING = Step("retreat", "12.3", retreats.owner, (retreats.RETREAT, slips.SLIP, slips.PERISH),
                  "Retreat your units.", left=status_text.attack)
ADVANCING = Step("advance", "12.5", active, (advances.ADVANCE, advances.HOLD), "Advance into vacant Defender hexes?",
                 left=status_text.attack)
EXPLOITATION = Step("exploitation", "8.4", active, (MOVE, INFILTRATE, REMOVE, DEMOLISH, DONE_EXPLOITING),
                    "Move units that have fought again.", too_many, skipped=skipped_steps.exploiting)
ADMINISTRATION = Step("administration", "14.3", axis,
                      (replacements.ABSORB, strongpoints.BUILD, strongpoints.AIRFIELD, REMOVE, DEMOLISH, done("end the Administrative Phase")),
                      "Combine Marsch units with others, and build?", skipped=skipped_steps.administrating)
AIRFIELD = Step("airfield", "14.54", soviet, (strongpoints.WRECK, strongpoints.SPARE), "Destroy the captured airfield?")
PICK_UP = Step("pick-up", "5.34", soviet, (withdrawal.PICK,), "Which units leave in place of the 2nd Guards Rifle Corps?")


# -- what begins and ends the phases ----------------------------------------------------------


def begin_turn(s: State) -> None:
    """The Turn Record Phase."""
    s.turn += 1  # 4.2b, 5.1a, sequence.1
    s.segment, s.sequence, s.side = STRATEGIC_SEGMENT, 0, s.first
    s.delayed = s.fresh = s.begun = s.failed = 0
    s.note("4.2b", "Game-Turn {turn}, {dates}.", turn=s.turn, dates=s.data.charts.dates[s.turn - 1])


def begin_arrivals(s: State) -> None:
    """Begin the Reinforcements Phase."""
    reinforcements.planes_arrive(s)


def end_arrivals(s: State) -> None:
    """Place what is due and not held back."""
    for side in (AXIS, SOVIET):
        reinforcements.arrive(s, side)  # 5.0a, sequence.3
    reinforcements.come_at_last(s)


def fresh_roll(s: State) -> None:
    """Nobody has tried for the Initiative yet."""
    s.rolled = False


def begin_operations(s: State) -> None:
    """Begin the First Operations Segment."""
    s.segment = FIRST_SEGMENT  # 4.21b


def begin_sequence(s: State) -> None:
    """Begin the Operations Sequence of the First or the Second Player."""
    s.sequence += 1  # 4.21b, sequence.32
    s.side = s.first if s.sequence == 1 else 1 - s.first  # 5.51a, 17.0b
    s.flew = 0
    segment = ("", "First", "Second")[s.segment]
    s.note("4.21b", "{segment} Operations Segment: {side} Sequence.", segment=segment, side=SIDE_NAMES[s.side])


def end_movement(s: State) -> None:
    """Clear the marks of movement at the end of the phase."""
    s.moved = s.halted = 0  # 8.13a, 8.33e
    air.note_entry(s)  # 7.24b


def may_exploit(s: State) -> bool:
    """Whether there is an Exploitation Movement Phase: not in Mud, and only with units that have fought."""
    return s.weather != "mud" and bool(s.fought & s.data.boxed & s.there[s.side])  # 8.42c, 8.43a, sequence.26


def begin_exploitation(s: State) -> None:
    s.exploiting = True  # 8.41a


def end_exploitation(s: State) -> None:
    """Clear the marks of both movement and combat."""
    s.exploiting = False
    s.moved = s.halted = s.fought = 0  # 8.42c


def next_segment(s: State) -> None:
    """After both Sequences: the Second Operations Segment, or the Recovery Segment."""
    s.segment += 1  # 4.21d, 4.21e
    s.sequence, s.side = 0, s.first


def in_operations(s: State) -> bool:
    return s.segment in (FIRST_SEGMENT, SECOND_SEGMENT)


def second_segment(s: State) -> bool:
    return s.segment == SECOND_SEGMENT


def sequences_left(s: State) -> bool:
    return s.sequence < 2


def turns_left(s: State) -> bool:
    return s.turn < s.plan.last  # 4.22a


# -- the flow ---------------------------------------------------------------------------------

WEATHER_PHASE = (                                                # 5.2, 6.5, sequence.2
    do(weather.begin_weather),
    when(weather.weather_unknown, step(WEATHER)),                # 5.23a, 5.23b
    do(weather.begin_shortage),
    when(weather.has_shortage, step(SHORTAGE)))                  # 6.51a
LIMIT = loop(stacking.crowded, step(EXCESSES))                   # 3.32a, 3.33a: at the end of every phase

LOSSES = (do(results.forced_losses), loop(results.owing, step(LOSS), do(results.forced_losses)))
RETREATS = (                                                     # 12.3
    loop(retreats.fleeing, step(RETREATING),
        when(slips.slipping, *LOSSES,                         # 12.44: sequence.23
            when(slips.slipping, step(TRIAL)),
            do(slips.end_slip))),)
NO_RETREAT_OR_RETREAT = (                                        # 12.42, sequence.22
    when(retreat_options.may_stand, step(NO_RETREAT),
        when(retreat_options.on_trial, step(TRIAL), *LOSSES)),
    when(retreat_options.must_retire, do(retreat_options.retire)),
    *RETREATS)

BATTLE = Flow("battle",                                          # declared before (11.1, sequence.13)
    when(strongpoints.under_attack, step(DEMOLITION)),           # 14.54c
    loop(retreat_options.may_evade, step(EVASION),               # 11.42, sequence.14
        when(retreat_options.on_trial, step(TRIAL), *RETREATS)),
    do(untried.check_supply),                                    # 11.51a, 11.51b, sequence.15
    loop(untried.to_reveal, step(REVEAL)),                       # 11.51c
    do(untried.take_stock),
    when(results.contested,
        when(support.soviet_may, step(SOVIET_SUPPORT)),          # 11.51d, sequence.16
        when(support.axis_may, step(AXIS_SUPPORT)),              # sequence.17
        do(compute_odds),                                        # 11.52, sequence.19
        step(DIE),                                               # 11.53, sequence.20
        do(results.read_result),                                 # 12.21, sequence.21  the attacker first
        when(results.must_choose, step(SPECIAL)),                # 12.23
        *LOSSES,
        do(results.defenders_part),
        when(results.must_choose, step(SPECIAL)),
        *LOSSES,
        do(retreat_options.bind_attackers),
        *NO_RETREAT_OR_RETREAT,
        do(retreat_options.bind_defenders),
        *NO_RETREAT_OR_RETREAT),
    do(advances.open_advance),
    loop(advances.may_advance, step(ADVANCING)),                 # 12.5, sequence.24
    do(advances.end_battle),                                     # sequence.25
    local=Battle, kinds=KINDS)

GAME = Flow("game",
    loop(turns_left,                                             # 4.22a
        do(begin_turn),                                          # A  Strategic Segment (4.21a)
        *WEATHER_PHASE,
        do(begin_arrivals),                                      # Reinforcements Phase (5.3, 13.11c)
        when(reinforcements.axis_due, step(AXIS_REINFORCEMENTS)),
        when(reinforcements.soviet_due, step(SOVIET_REINFORCEMENTS)),
        do(end_arrivals),
        do(replacements.receive),                                # 15.11, sequence.4
        when(replacements.may_convert, step(MARSCH)),            # 15.13, 16.14c
        do(replacements.end_conversion),
        when(withdrawal.must_roll, step(CORPS)),                 # 5.34d, sequence.5
        when(reinforcements.may_come, step(DIVISION)),           # 19.33h, 19.33j
        LIMIT,
        do(fresh_roll),                                          # Initiative Phase (5.52a, sequence.6)
        when(initiative.axis_may_try, step(AXIS_INITIATIVE),
            when(initiative.tried, step(INITIATIVE))),
        when(initiative.soviet_may_try, step(SOVIET_INITIATIVE),
            when(initiative.tried, step(INITIATIVE))),
        do(begin_operations),
        loop(in_operations,                                      # B, C  two Operations Segments
            when(second_segment, *WEATHER_PHASE),                # 4.21d, sequence.35, sequence.36
            loop(sequences_left,                                 # the First Player's, the Second Player's (4.21c)
                do(begin_sequence),
                when(air.may_fly, step(AIR_TRANSPORT)),          # 1  Air Transport or Airdrop (7.15a, sequence.7)
                when(air.may_drop, step(AIRDROP)),
                LIMIT,
                do(replacements.leave_section),                  # 2  Replacements (15.24h, sequence.8-10)
                when(replacements.may_spend, step(REPLACEMENTS)),
                when(strongpoints.endangered, step(DEMOLITION)), # 14.54c
                step(MOVEMENT),                                  # 3  Movement (8.0, 9.0, sequence.11)
                do(end_movement),
                LIMIT,
                step(COMBAT),                                    # 4  Combat (10.0-13.0, sequence.12-25)
                do(declarations.end_combat),
                LIMIT,
                when(may_exploit,                                # 5  Exploitation Movement (8.4, sequence.26)
                    do(begin_exploitation),
                    when(strongpoints.endangered, step(DEMOLITION)),
                    step(EXPLOITATION)),
                do(end_exploitation),
                LIMIT,
                do(administration.begin),                        # 6  Administrative (14.36b, 15.22b, sequence.28-29)
                when(administration.decides, step(ADMINISTRATION)),
                when(strongpoints.may_wreck, step(AIRFIELD)),    # 14.54a
                do(administration.end),
                LIMIT),
            do(next_segment)),                                   # sequence.37
        do(support.recover),                                     # D  Recovery Phase (sequence.38, sequence.39)
        do(withdrawal.count_delay),                              # D  Recovery Phase (5.34, 10.43, 13.11)
        loop(withdrawal.picks_up, step(PICK_UP)),
        do(victory.determine)))                                  # Victory Determination Phase (16.0, 19.0)
