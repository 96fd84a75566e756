"""[3.0] The sequence of play: every step and flow of *Leningrad* on one page. Open this first."""

from ...core.action import Step, Verb
from ...core.bits import scan
from ...core.flow import Flow, do, loop, step, when
from ...core.rule import Objection
from ...kit.stacks import places_of
from ...kit.steps import chance, done, nothing, still_waiting
from .aids import skipped_steps
from .rules import air, forts, results, surprise
from .rules.air import INTERDICT, SUPPORT
from .rules.combat import ATTACK, KINDS, ROLL, Battle, find_ratio, unattacked
from .rules.forts import FORTIFY
from .rules.overrun import OVERRUN
from .rules.paths import MOVE
from .rules.reinforcements import ENTER, REBUILD, can_rebuild, due, must_enter, muster
from .rules.results import ADVANCE, DESTROY, HOLD, LOSE, RETREAT, WITHDRAW, advancing_side, sufferer
from .rules.setup import DEPLOY, columns_open
from .rules.untried import DRAW, in_battle
from .rules.victory import finish
from .state import FRESH, GERMAN, SOVIET, State


def german(_s: State) -> int:
    return GERMAN


def soviet(_s: State) -> int:
    return SOVIET


def unfinished_moves(s: State) -> list[Objection]:
    """On Game-Turn 1, why the Soviet Movement Phase may not end yet."""
    return [*must_enter(s), *surprise.unfinished(s)] if surprise.bound(s) else []


def left_undone(s: State) -> str:
    """What the moving player would leave undone: units off the map, and overstacked hexes."""
    d, out = s.data, []
    if waiting := still_waiting([d.pieces[u] for u in scan(due(s))]):
        out.append(waiting)
    for hex_ in scan(places_of(s, results.excess(s))):
        many = s.here[hex_].bit_count() - d.stacking
        out.append(f"more than {d.stacking} units in {d.board.names[hex_]}: {many} would be destroyed [4.6]")
    return "; ".join(out)


DONE_MOVING = Verb("done", (), nothing, bars=(unfinished_moves,), help="end the Movement Phase")  # 3.0d, 4.0d, 4.1d
DONE_ATTACKING = Verb("done", (), nothing, bars=(unattacked,), help="end the Combat Phase")

# -- the steps, in the order of play ----------------------------------------------------------

SET_UP = Step("set-up", "setup", soviet, (DEPLOY,), "Place one infantry unit in each of the columns 13xx to 19xx.")
REPLACEMENT = Step("german-replacement", "3.0", german, (REBUILD, done("restore no more")), "Restore reduced units.",
                   skipped=skipped_steps.restoring)
GERMAN_MOVEMENT = Step("german-movement", "3.0", german, (MOVE, ENTER, OVERRUN, DONE_MOVING),    # 4.0a, 4.0b
                       "Move, bring in reinforcements, overrun.", left_undone)
EXCESS = Step("excess", "4.6", soviet, (DESTROY,), "Too many units in a hex: pick one to destroy.")
GERMAN_COMBAT = Step("german-combat", "3.0", german, (ATTACK, DONE_ATTACKING), "Attack adjacent units.")
INTERDICTION = Step("german-interdiction", "13.0", german, (INTERDICT, done("no more interdiction")), "Put free air units on hexes.",
                    skipped=skipped_steps.flying)
FORTIFICATION = Step("soviet-fortification", "15.0", soviet, (FORTIFY, done("place no more forts")), "Place forts near Leningrad.",
                     skipped=skipped_steps.fortifying)
SOVIET_MOVEMENT = Step("soviet-movement", "3.0", soviet, (MOVE, ENTER, OVERRUN, DONE_MOVING),    # 4.0a, 4.0b
                       "Move, bring in reinforcements, overrun.", left_undone)
SOVIET_COMBAT = Step("soviet-combat", "3.0", soviet, (ATTACK, DONE_ATTACKING), "Attack adjacent units.")

AIR_SUPPORT = Step("air-support", "13.2", german, (SUPPORT, done("no air support")), "Commit air units to this battle?",
                   skipped=skipped_steps.flying)
REVEAL = Step("reveal", "14.1", chance, (DRAW,), "An untried unit is turned over.")
DIE = Step("die", "9.5", chance, (ROLL,), "The die is rolled.")
RESULT = Step("result", "10.1", sufferer, (LOSE, WITHDRAW), "Lose a step, or retreat all units?", said=results.asked)
RETREATING = Step("retreat", "10.7", sufferer, (RETREAT,), "Retreat the units one by one.")
ADVANCING = Step("advance", "10.9", advancing_side, (ADVANCE, HOLD), "Advance into emptied hexes?")


# -- what begins and ends the phases ----------------------------------------------------------


def begin_turn(s: State) -> None:
    """A new Game-Turn: reinforcements become due, air units become free."""
    s.turn += 1
    s.rebuilt = 0
    air.sorties(s)
    forts.deliver(s)
    muster(s)
    s.note("3.0a", "Game-Turn {turn}, {dates}.", turn=s.turn, dates=s.data.dates[s.turn])


def _begin_movement(s: State, side: int) -> None:
    s.side = side
    s.origin = s.place[:]
    s.note("3.0c" if side == GERMAN else "3.0j", "{side} Movement Phase.", side=("German", "Soviet")[side])


def begin_german_movement(s: State) -> None:
    _begin_movement(s, GERMAN)


def begin_soviet_movement(s: State) -> None:
    _begin_movement(s, SOVIET)


def end_movement(s: State) -> None:
    """Unused Movement Points are lost at the end of the phase."""
    s.points = bytearray([FRESH]) * len(s.points)  # 4.1e
    s.origin = type(s.origin)("H", bytes(2 * len(s.origin)))
    s.halted = s.stopped = s.away = s.begun = 0


def begin_combat(s: State) -> None:
    s.note("3.0e" if s.side == GERMAN else "3.0j", "{side} Combat Phase.", side=("German", "Soviet")[s.side])


def end_combat(s: State) -> None:
    """Units that have fought in this phase may fight again in the next."""
    s.attacked = s.defended = 0  # 8.2a, 8.2b


def begin_soviet_turn(s: State) -> None:
    s.side = SOVIET


def end_turn(s: State) -> None:
    """Interdicting air units come off the map; the Game-Turn is complete."""
    s.side = GERMAN
    s.counterblow = False  # 17.4e
    air.return_home(s)


def turns_left(s: State) -> bool:
    return s.turn < s.data.turns  # 3.0l, 18.0b


# -- the flows --------------------------------------------------------------------------------

BATTLE = Flow("battle",                              # [9.0]; announced before (9.1)
    when(air.free, step(AIR_SUPPORT)),               # 13.0, 13.2   the German player, in either Player-Turn
    loop(in_battle, step(REVEAL)),                   # 14.1
    do(find_ratio),                                  # 9.1-9.4, 9.6
    step(DIE),                                       # 9.5
    do(results.read_result),                         # 9.5, 10.3    the defender first
    loop(results.owing, step(RESULT)),               # 10.1, 10.2
    loop(results.fleeing, do(results.doom), when(results.fleeing, step(RETREATING))),   # 10.6-10.8
    do(results.attackers_part),                      # 10.3
    loop(results.owing, step(RESULT)),
    loop(results.fleeing, do(results.doom), when(results.fleeing, step(RETREATING))),
    loop(results.may_advance, step(ADVANCING)),      # 10.9, 7.6
    local=Battle, kinds=KINDS)

CAMPAIGN = Flow("campaign",
    loop(columns_open, step(SET_UP)),                # setup.7
    loop(turns_left,                                 # 3.0l
        do(begin_turn),                              # 3.0a
        when(can_rebuild, step(REPLACEMENT)),        # 3.0b   step 1
        do(begin_german_movement),
        step(GERMAN_MOVEMENT),                       # 3.0c   step 2
        do(end_movement),
        loop(results.excess, step(EXCESS)),          # 4.6b, 4.6e
        do(begin_combat),
        step(GERMAN_COMBAT),                         # 3.0e, 3.0f   step 3
        do(end_combat),
        when(air.free, step(INTERDICTION)),          # 3.0g   step 4
        do(begin_soviet_turn),
        when(forts.can_fortify, step(FORTIFICATION)),    # 3.0h   step 5
        do(begin_soviet_movement),
        step(SOVIET_MOVEMENT),                       # 3.0j   step 6
        do(end_movement),
        do(begin_combat),
        step(SOVIET_COMBAT),                         # 3.0j   step 7
        do(end_combat),
        do(end_turn)),                               # 3.0k   step 8
    do(finish))                                      # 18.0
