"""[6.0] The sequence of play: every step and flow of *Moscow '41* on one page. Open this first."""

from ...core.action import Step, Verb
from ...core.flow import Flow, call, do, loop, step, when
from ...kit.steps import chance, done, nothing
from .aids import skipped_steps, status_text
from .data.components import GERMAN
from .data.map_and_units import SIDES
from .rules import (
    battle,
    blitz,
    exploitation,
    fire,
    generals,
    logistics,
    losses,
    rail,
    reinforcements,
    road,
    setup,
    support,
    weather,
)
from .rules.activation import ACTIVATE, LEAD, deactivate, unactivated
from .rules.battle import BATTLE, unfought
from .rules.command import MOVE
from .rules.control import contested, friendly
from .rules.final import final_phase
from .rules.initiative import new_month, pass_on
from .rules.lines import BUILD, DISBAND
from .rules.logistics import PAUSE, Logistics, has_leader, has_phase
from .rules.setup import DEAL, DEPLOY, ENTRENCH, SETTLE, Setting
from .rules.strategic import PASS_VERB, STRATEGIC_CALL, STRATEGIC_MOVE, TACTICAL_VERB, note_choice, playing
from .rules.supply import isolation_check, supply_check
from .state import CALL, EXPLOIT, MOVES, NONE, PASS, TACTICAL, State


def active(s: State) -> int:
    """The active player."""
    return s.side


def german(_s: State) -> int:
    return GERMAN


DONE_ACTIVATING = Verb("done", (), nothing, bars=(unactivated,), help="continue with the Command Segment")
DONE_FIGHTING = Verb("done", (), nothing, bars=(unfought, road.unadvanced), help="end the Combat Segment")

# -- the steps, in the order of play ----------------------------------------------------------

SETTLING = Step("settling", "setup", setup.who, (SETTLE,), "Choose Areas; the Blocks for them are drawn at random.", left=status_text.naming)
DEPLOYING = Step("deploying", "setup", setup.who, (DEPLOY,), "Set up your Blocks.", left=status_text.deploying)
DEALING = Step("dealing", "setup", chance, (DEAL,), "Blocks are drawn.")
ENTRENCHING = Step("entrenching", "setup", setup.who, (ENTRENCH,), "Set up Defensive Lines.", left=status_text.entrenching)
LEADER = Step("leader", "7.0", logistics.who, (PAUSE, logistics.LOGISTICS), "Logistics Pause, or activate the Leader?", left=status_text.worth)
RESTORE = Step("restore", "7.2.2", logistics.who, (*logistics.RESTORING, done("restore no more")), "Restore headquarters.", left=status_text.restoring)
REPLACE = Step("replace", "7.2.2", logistics.who, (*logistics.REPLACING, done("replace no more steps")), "Replace steps of Combat Blocks.", left=status_text.replacing)
CALLING = Step("call", "5.0", reinforcements.who, reinforcements.CALLING, "How many Reinforcements do you call?", left=status_text.calling,
               skipped=skipped_steps.calling)
DRAWING = Step("draw", "5.0", chance, reinforcements.DRAWING, "Reinforcements are drawn.")
ENTERING = Step("enter", "5.0", reinforcements.who, reinforcements.ENTERING, "Place your Reinforcements.", left=status_text.entering)
WEATHER = Step("weather", "8.1", chance, weather.ROLLING, "The weather is rolled for.")
CHOICE = Step("choice", "6.0", active, (TACTICAL_VERB, STRATEGIC_MOVE, STRATEGIC_CALL, PASS_VERB),
              "Which Impulse do you play?", left=status_text.choosing)
ACTIVATION = Step("activation", "10.1", active, (ACTIVATE, LEAD, DONE_ACTIVATING), "Activate headquarters.", left=status_text.activating)  # 10.1d
COMMAND = Step("command", "10.7", active, (MOVE, BUILD, DISBAND, *rail.VERBS, *generals.VERBS, done("end the moves")),  # 4.1d
               "Move Blocks, build Defensive Lines.", left=status_text.commanding)
SUPPORT = Step("support", "10.4", active, (*support.VERBS, done("no more support")), "Direct artillery, commit Bombers.", left=status_text.supporting)
COMBAT = Step("combat", "10.11", active, (BATTLE, *road.VERBS, DONE_FIGHTING), "Fight the Battles in any order.", left=status_text.fighting,
              skipped=skipped_steps.fighting)
ROAD = Step("road", "10.9", chance, road.ROLLING, "Hoepner rolls for his advance.")
ARTILLERY = Step("artillery", "10.12.2", chance, fire.ROLLING, "Artillery fires.")
ANTI_AIR = Step("anti-air", "10.12.3", chance, fire.ROLLING, "Anti-air fire.")
BOMBERS = Step("bombers", "10.12.3", german, fire.BOMBERS, "Which Bombers are hit?", left=status_text.hit)
AIRSTRIKE = Step("airstrike", "10.12.4", chance, fire.ROLLING, "Bombers strike.")
FIRE = Step("fire", "10.12.5", chance, fire.ROLLING, "Units fire.")
LOSSES = Step("losses", "10.14", losses.sufferer, losses.VERBS, "Which Block takes the hit?", left=status_text.hit)
BLITZING = Step("blitz", "10.16", active, (*blitz.VERBS, done("end the Blitz moves")), "Blitz.", left=status_text.blitzing,
                skipped=skipped_steps.blitzing)
BLITZ_SUPPORT = Step("blitz-support", "10.16", active, (*blitz.SUPPORT, done("no more support")), "Support the Blitz.", left=status_text.supporting)
EXPLOIT_CHOICE = Step("exploitation", "10.18", active, exploitation.CHOICE, "Spend the Disc to exploit?", left=status_text.exploit_or_not,
                      skipped=skipped_steps.exploiting)
EXPLOITING = Step("exploiting", "10.18", active, (*exploitation.VERBS, done("end the Exploitation")), "Move Fast Blocks.", left=status_text.exploiting)


# -- what begins and ends the phases ----------------------------------------------------------


def first_army(s: State) -> None:
    """The player without the Initiative sets up first."""
    call(s, SET_UP, Setting(s.plan.first))  # 3.2.1a


def second_army(s: State) -> None:
    """The other player sets up second."""
    s.note("3.2.1a", "{side} set-up.", side=SIDES[1 - s.plan.first].title())
    call(s, SET_UP, Setting(1 - s.plan.first))


def begin_game(s: State) -> None:
    """Begin the game when both sides are set up."""
    s.turn = s.plan.turn - 1


def begin_turn(s: State) -> None:
    """Begin a new month."""
    s.turn += 1
    new_month(s)
    s.note("6.0a", "{month}.", month=s.data.charts.months[s.turn - 1])
    reinforcements.join(s)  # 5.1c


def first_logistics(s: State) -> None:
    """The player without the Initiative decides first."""
    s.side = 1 - s.disc
    call(s, LOGISTICS, Logistics(s.side))  # 3.2.1b, 7.0b


def second_logistics(s: State) -> None:
    """Then the other."""
    s.side = s.disc
    call(s, LOGISTICS, Logistics(s.side))


def call_reinforcements(s: State) -> None:
    """Play a call for Reinforcements."""
    call(s, REINFORCEMENTS, reinforcements.Call())


def begin_impulses(s: State) -> None:
    """The player with the Initiative plays the first Impulse."""
    s.side, s.passes, s.row = s.disc, 0, 0  # 3.2.1c, 6.0h


def begin_impulse(s: State) -> None:
    """Begin an Impulse: count it for the weather, and make aborted Bombers available."""
    s.impulse = NONE
    weather.count(s)
    if s.side == GERMAN:
        support.refit(s)  # 10.14.3c


def mark_ground(s: State) -> None:
    """Note which Areas are contested now, and where lines may be built."""
    s.old = contested(s)  # 10.11e
    s.calm = friendly(s, s.side)  # 10.8l


def play_tactical(s: State) -> None:
    """Play a Tactical Impulse."""
    call(s, TACTICAL_IMPULSE)


def play_moves(s: State) -> None:
    """Play a Strategic Impulse, option A."""
    call(s, STRATEGIC_A)


def play_call(s: State) -> None:
    """Play a Strategic Impulse, option B."""
    call(s, STRATEGIC_B)


def play_pass(s: State) -> None:
    """Play a Pass."""
    call(s, PASSING)


def end_impulse(s: State) -> None:
    """Pass on the Disc if it was spent; the other player's Impulse is next."""
    pass_on(s)
    support.clear_marks(s)
    s.value = s.points = 0
    s.impulse = NONE
    s.side = 1 - s.side  # 3.0a


def to_fight(s: State) -> bool:
    """Whether there is anything to do in a Combat Segment, as everyone can see."""
    return bool(battle.must_fight(s) or support.fields(s) or not road.still(s))


def checks_first(s: State) -> bool:
    """Whether, by the option, the Isolation Check of a Tactical Impulse comes before the Exploitation."""
    return "isolation=before" in s.options


def checks_last(s: State) -> bool:
    """Whether the Isolation Check comes at the end of the Impulse."""
    return s.impulse not in (TACTICAL, EXPLOIT) or not checks_first(s)


def impulses_left(s: State) -> bool:
    """Whether the Impulses continue: two Passes in a row end them."""
    return s.passes < 2  # 3.0c, 6.0i, 12.0f


def turns_left(s: State) -> bool:
    """Whether there is another month."""
    return s.turn < s.plan.last  # 3.0d, dnieper.4, typhoon.9, gasp.8


def unfinished(s: State) -> int:
    """The number of Blocks of the entry without a place."""
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
    when(logistics.activated,                        # 7.0c
        step(RESTORE),                               # 7.2.2
        do(logistics.renew),
        step(REPLACE),
        do(call_reinforcements),                     # 5.0
        do(logistics.reduce_leader)),                # 7.2c
    local=Logistics, kinds=logistics.KINDS)

REINFORCEMENTS = Flow("reinforcements",              # [5.0]
    when(reinforcements.can_call, step(CALLING)),
    loop(reinforcements.undrawn, step(DRAWING)),
    loop(reinforcements.in_hand,
        do(reinforcements.turn_away),                # 5.0l
        when(reinforcements.in_hand, step(ENTERING))),
    local=reinforcements.Call, kinds=reinforcements.KINDS)

ROAD_FLOW = Flow("road",                             # [10.9]
    loop(road.dice_left, step(ROAD)),
    do(road.advance),
    local=road.Road, kinds=road.KINDS)

BATTLE_FLOW = Flow("battle",                         # [10.12] 10.12a
    when(support.wanted_here, step(SUPPORT)),        # option support
    when(blitz.support_wanted_here, step(BLITZ_SUPPORT)),
    do(battle.showdown),                             # 10.12.1
    do(fire.aim_guns),                               # 10.12.2
    when(fire.loaded, step(ARTILLERY)),
    do(losses.suffer),                               # 10.14
    when(losses.owing, step(LOSSES)),
    do(fire.aim_flak),                               # 10.12.3
    when(fire.loaded, step(ANTI_AIR)),
    do(fire.count_flak),
    when(fire.bombers_hit, step(BOMBERS)),
    do(fire.aim_bombs),                              # 10.12.4
    when(fire.loaded, step(AIRSTRIKE)),
    do(losses.suffer),
    when(losses.owing, step(LOSSES)),
    do(fire.find_order),                             # 10.12.5.2
    when(fire.loaded, step(FIRE)),                   # 10.12.5
    do(losses.suffer),
    when(losses.owing, step(LOSSES)),
    do(fire.other_side),
    when(fire.loaded, step(FIRE)),
    do(losses.suffer),
    when(losses.owing, step(LOSSES)),
    do(battle.end_battle),                           # 10.14.3, 10.15
    local=battle.Battle, kinds=battle.KINDS)

TACTICAL_IMPULSE = Flow("tactical",                  # [10.0] 6.0b
    step(ACTIVATION),                                # 10.1, 6.0e
    step(COMMAND),                                   # 10.7
    when(support.idle, do(support.say_idle)),
    when(support.wanted, step(SUPPORT)),             # 10.4, 10.10
    when(to_fight, step(COMBAT)),                    # 10.11a, 6.0f
    when(blitz.possible,                             # 10.16, 6.0e
        do(blitz.begin),
        when(blitz.can_move, step(BLITZING)),
        when(battle.must_fight,
            when(blitz.support_wanted, step(BLITZ_SUPPORT)),
            step(COMBAT))),
    do(blitz.end_blitz),
    do(support.stand_down),
    do(deactivate),                                  # 10.17, 6.0e
    when(checks_first, do(isolation_check)),         # option isolation
    when(exploitation.possible, step(EXPLOIT_CHOICE)),   # 10.18
    when(exploitation.exploiting, step(EXPLOITING)))

STRATEGIC_A = Flow("strategic-move",                 # [11.0] option A; 11.0f is an example
    step(COMMAND),                                   # 11.0c, 11.0d
    when(to_fight, step(COMBAT)))                    # 11.0e, 6.0f

STRATEGIC_B = Flow("strategic-call",                 # [11.0] option B
    do(call_reinforcements),                         # 11.0g, 11.0m
    when(to_fight, step(COMBAT)))                    # 11.0n

PASSING = Flow("pass",                               # [12.0] 12.0c
    step(COMMAND))                                   # 12.0a, 12.0d, 6.0d

GAME = Flow("game",
    do(first_army),                                  # 3.2.1a
    do(second_army),
    do(begin_game),
    loop(turns_left,
        do(begin_turn),                              # 6.0a
        when(has_phase, do(first_logistics), do(second_logistics)),    # 7.0
        do(begin_impulses),
        loop(impulses_left,
            do(begin_impulse),
            when(weather.due, step(WEATHER)),        # 8.1
            do(supply_check),                        # 9.1, 6.0d
            step(CHOICE),                            # 3.0b
            do(mark_ground),
            do(note_choice),
            when(playing(TACTICAL), do(play_tactical)),
            when(playing(MOVES), do(play_moves)),
            when(playing(CALL), do(play_call)),
            when(playing(PASS), do(play_pass)),
            when(checks_last, do(isolation_check)),  # 9.3, 6.0d
            do(end_impulse)),
        do(final_phase)))                            # 13.0, 3.0d

FLOWS = (GAME, SET_UP, LOGISTICS, REINFORCEMENTS, TACTICAL_IMPULSE, STRATEGIC_A, STRATEGIC_B, PASSING, BATTLE_FLOW,
         ROAD_FLOW)
