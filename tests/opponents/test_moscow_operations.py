"""Operations of *Moscow '41*: the follies that players found, as puzzles with known answers; words and deeds."""

from functools import partial
from random import Random
from typing import Any

import pytest

from grognard.core import notation
from grognard.opponents import Budget, Seat, opponent
from grognard.titles import TITLES
from grognard.titles.moscow41.data.components import GERMAN, SOVIET
from grognard.titles.moscow41.opponent.impulse_orders import Course
from grognard.titles.moscow41.opponent.month_end import can_wait, gains_by_passing, loses_by_passing, winning_marches
from grognard.titles.moscow41.opponent.operations import KILL, SAVE, Staff, exposed, guards
from grognard.titles.moscow41.opponent.opportunities import Opportunities
from grognard.titles.moscow41.opponent.planner import PLANNED, gives_disc_away
from grognard.titles.moscow41.opponent.strikes import LONE, Strikes
from grognard.titles.moscow41.state import units_at

from .conftest import Case

TITLE = TITLES["moscow41"]
at = partial(Case, nodes=100)
SPARRING = ("planner", "headhunter", "cutter", "turtle", "all-out")
STAGING = "Rastenburg Pskov 16A 9A 4A 2A"


def position(text: str, scenario: str = "dnieper") -> Any:
    lines = [line.strip() for line in text.strip().splitlines()]
    return notation.read(TITLES, "\n".join([f"moscow41 {scenario}", *lines]))


def area(name: str) -> int:
    return TITLE.lexicon.place(name)


def begun(scenario: str = "dnieper") -> Any:
    """The first choice of a game."""
    return at(TITLE.start(scenario), "recruit").until_step("choice").s


def officer(s: Any, level: str) -> Any:
    """What a level decides first."""
    return at(s, level).think()


# -- headquarters ---------------------------------------------------------------------------------


def test_a_strike_brings_headquarters_and_blocks_together() -> None:
    """Sobennikov stands alone in 28: from 16A Hoth commands two corps there, his panzers, and his guns reach it."""
    s = begun()
    strike = Strikes(s, Opportunities(s, GERMAN, PLANNED)).on(area("28"))
    assert strike is not None
    assert strike.win > 0.9
    assert [seat.place for seat in strike.seats] == [area("16A")]
    assert len(strike.force) <= 4


@pytest.mark.parametrize("level", ["club", "sparring:planner", "sparring:headhunter"])
def test_puzzle_the_lone_headquarters_is_destroyed(level: str) -> None:
    case = at(begun(), level, "regular")
    assert case.think().why == "To destroy Northwestern Front, Sobennikov."
    case.until(lambda t: t.side == SOVIET)
    assert "battle 28" in case.log


LONELY = f"""at game choice
    turn 1
    side 1
    disc 0
    german {STAGING} 66 67 89 90 100 101 102
    101 24PzK 46PzK
    102 Guderian 47PzK DR
    100 9AK 12AK
    114 Kuznetsov
    128 5Army 16Army 3Army
    165 20RC
    151 67RC
    63 Stalin
    Rastenburg Hitler"""


def test_puzzle_the_soviets_see_that_a_headquarters_is_not_safe() -> None:
    s = position(LONELY)
    danger = exposed(s, SOVIET, PLANNED)
    assert danger[s.piece[TITLE.lexicon.face("Kuznetsov")]] > LONE
    found = {one.operation.kind: one for one in Staff(PLANNED).proposals(s)}
    assert SAVE in found
    assert found[SAVE].operation.chance > LONE


def test_puzzle_the_headquarters_does_not_stay_there() -> None:
    s = position(LONELY)
    at(s, "club").until(lambda t: t.side == GERMAN)
    assert exposed(s, SOVIET, PLANNED).get(s.piece[TITLE.lexicon.face("Kuznetsov")], 0.0) < LONE


# -- the Disc, and the end of the month ------------------------------------------------------------


def test_the_disc_is_not_given_away() -> None:
    s = begun()
    assert gives_disc_away(s, Course("strategic-call", 99.0))
    assert gives_disc_away(s, Course("strategic-move", 99.0))
    assert not gives_disc_away(begun("campaign"), Course("strategic-call", 99.0))  # 28 Blocks wait in the Pool
    s.side = SOVIET
    assert not gives_disc_away(s, Course("strategic-call", 99.0))


OPEN_ROMNY = f"""at game choice
    turn 1
    side 0
    disc 0
    german {STAGING} 66 67 89 90 100 101 114 127 140 151
    140 Guderian 46PzK
    151 24PzK
    100 9AK
    119 20RC
    63 Stalin
    Rastenburg Hitler"""


@pytest.mark.parametrize("level", ["regular", "club"])
def test_puzzle_the_disc_is_spent_where_it_wins(level: str) -> None:
    s = position(OPEN_ROMNY)
    assert {order.end for order in winning_marches(s)} == {area("165")}
    at(s, level).until(lambda t: t.side == SOVIET)
    assert s.over
    outcome = TITLE.outcome(s)
    assert outcome is not None
    assert outcome.winner == GERMAN


TIRED = f"""at game choice
    turn 1
    side {{side}}
    disc 0
    passes 1
    german {STAGING} 66 67
    67 Hoth(level=0)
    66 5AK
    Pskov Hoepner(level=3)
    119 20RC
    128 Kuznetsov
    63 Stalin
    Rastenburg Hitler"""


@pytest.mark.parametrize("level", ["regular", "club"])
def test_puzzle_no_pass_that_loses(level: str) -> None:
    """After a Soviet Pass a German one would end the scenario: Hoepner keeps the month going."""
    s = position(TIRED.format(side=0))
    assert loses_by_passing(s)
    assert can_wait(s)
    assert officer(s, level).action.verb == "tactical"


@pytest.mark.parametrize("level", ["regular", "club"])
def test_puzzle_the_pass_that_wins(level: str) -> None:
    s = position(TIRED.format(side=1))
    assert gains_by_passing(s)
    thought = officer(s, level)
    assert thought.action.verb == "pass"
    assert thought.why == "The month ends, and that is what we want."


def test_the_germans_end_the_month_with_kiev() -> None:
    text = OPEN_ROMNY.replace("127 140 151", "127 140 151 165").replace("disc 0", "disc 0\n    passes 1")
    s = position(text, "campaign")
    assert gains_by_passing(s)
    assert officer(s, "club").action.verb == "pass"


# -- what must be held ----------------------------------------------------------------------------


def test_the_block_on_which_supply_hangs_stays() -> None:
    """Everything beyond 100 is fed through it, and the Soviets in 88 could walk in."""
    s = position(f"""at game choice
        turn 1
        side 0
        disc 0
        german {STAGING} 66 67 89 90 100
        100 12AK
        89 Guderian 24PzK 46PzK
        90 47PzK
        88 7MC 69RC
        128 Kuznetsov
        63 Stalin
        Rastenburg Hitler""")
    kept = guards(s, Opportunities(s, GERMAN, PLANNED))
    assert kept >> s.piece[TITLE.lexicon.face("12AK")] & 1


def test_the_last_defender_of_romny_stays() -> None:
    s = position(LONELY)
    at(s, "sparring:planner").until(lambda t: t.side == GERMAN)
    assert units_at(s, SOVIET, area("165"))
    assert units_at(s, SOVIET, area("151"))


# -- words and deeds ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_who_moves_to_destroy_a_headquarters_attacks_it(seed: int) -> None:
    """In July: every Area that is entered for an operation is fought for in the same Impulse."""
    s, minds, pick = begun(), [opponent("sparring:planner").sit(), opponent("regular").sit()], Random(seed).randrange
    meant, fought, served = set[int](), set[int](), 0
    while not s.over:
        who = TITLE.decider(s)
        if who < 0:
            TITLE.play(s, TITLE.chance(s, pick))
            continue
        step = TITLE.step(s).name
        if step == "choice":
            assert meant <= fought
            served += bool(meant)
            meant, fought = set(), set()
        thought = minds[who].choose(Seat(s, who), Budget(10), pick)
        if thought.action.verb == "move" and thought.why.startswith("To destroy"):
            meant.add(thought.action.args[1][-1])
        if thought.action.verb == "battle":
            fought.add(thought.action.args[0])
        TITLE.play(s, thought.action)
    assert served


def test_the_plan_says_what_it_is_for() -> None:
    s, mind, pick = begun(), opponent("club").sit(), Random(1).randrange
    notes: tuple[str, ...] = ()
    while not notes:
        thought = mind.choose(Seat(s, GERMAN), Budget(100), pick)
        notes = thought.notes
        TITLE.play(s, thought.action)
    assert notes[0].startswith("Main effort: Loknya (28), ")
    assert notes[1] == "To destroy Northwestern Front, Sobennikov."


def test_few_moves_undo_the_one_before() -> None:
    """A Block that returns to where it came from, with no enemy near."""
    s, mind, pick = begun(), [opponent("sparring:planner").sit() for _ in (0, 1)], Random(5).randrange
    last: dict[int, tuple[int, int]] = {}
    moves = undone = 0
    while not s.over:
        who = TITLE.decider(s)
        if who < 0:
            TITLE.play(s, TITLE.chance(s, pick))
            continue
        action = mind[who].choose(Seat(s, who), Budget(10), pick).action
        if action.verb in ("move", "lead"):
            face, start, end = s.face[action.args[0]], s.place[action.args[0]], action.args[1][-1]
            near = s.data.adjacent[start] | s.data.adjacent[end] | 1 << end
            moves += 1
            undone += last.get(face) == (end, start) and not near & s.held[1 - who]
            last[face] = start, end
        TITLE.play(s, action)
    assert moves > 30
    assert undone <= 0.03 * moves


# -- sparring partners ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", SPARRING)
def test_sparring_partners_break_no_rule(name: str) -> None:
    assert set(TITLE.opponents().sparring) == set(SPARRING)
    game = at(TITLE.start("dnieper"), f"sparring:{name}")
    game.until(lambda _s: len(game.log) == 80)
    assert set(game.minds) == {GERMAN, SOVIET}


def test_each_partner_has_its_idea() -> None:
    """The turtle attacks nothing, and there is something for the headhunter."""
    turtle = at(begun(), "sparring:turtle").until(lambda t: t.side == SOVIET)
    assert not [text for text in turtle.log if text.startswith("battle")]
    assert KILL in [one.operation.kind for one in Staff(PLANNED).proposals(begun())]
