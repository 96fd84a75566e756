"""Opponents of *Moscow '41*: puzzles with known answers, legal throughout, the same thought for the same knowledge."""

from functools import partial
from random import Random
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.opponents import Budget, Seat, opponent
from grognard.titles import TITLES
from grognard.titles.moscow41.aids.odds import fought
from grognard.titles.moscow41.data.components import GERMAN, SOVIET
from grognard.titles.moscow41.opponent.evaluation import value
from grognard.titles.moscow41.opponent.opportunities import Opportunities
from grognard.titles.moscow41.opponent.phase_lines import _lines, stations
from grognard.titles.moscow41.opponent.regular import MOST_DISCS, Regular
from grognard.titles.moscow41.opponent.unit_values import clash, post
from grognard.titles.moscow41.state import units_at

from .conftest import Case

TITLE = TITLES["moscow41"]
at = partial(Case, nodes=200)  # of the veteran: a handful of trials
LEVELS = ("recruit", "regular")


def position(text: str, scenario: str = "campaign") -> Any:
    lines = [line.strip() for line in text.strip().splitlines()]
    return notation.read(TITLES, "\n".join([f"moscow41 {scenario}", *lines]))


def midway(scenario: str, side: int, impulses: int) -> Any:
    """A choice of a side in a game of recruits, after some Impulses."""
    s, seen = TITLE.start(scenario), 0

    def reached(t: Any) -> bool:
        nonlocal seen
        if TITLE.step(t).name == "choice" and not t.stack:
            seen += 1
            return seen > impulses and t.side == side
        return False

    at(s, "recruit").until(reached)
    assert not s.over
    return s


def area(name: str) -> int:
    return TITLE.lexicon.place(name)


# -- legal, the same, no peeking ----------------------------------------------------------------


@pytest.mark.parametrize("levels", [("regular", "recruit"), ("recruit", "regular")])
def test_a_game_breaks_no_rule_and_ends(levels: tuple[str, str]) -> None:
    assert at(TITLE.start("dnieper"), *levels).to_the_end().s.over


@pytest.mark.parametrize("scenario", ["campaign", "typhoon", "gasp"])
@pytest.mark.parametrize("level", LEVELS)
def test_set_up_and_the_first_impulses_break_no_rule(scenario: str, level: str) -> None:
    game = at(TITLE.start(scenario), level)
    game.until(lambda _s: len(game.log) == 300)
    assert set(game.minds) == {GERMAN, SOVIET}


@pytest.mark.parametrize("level", [*LEVELS, "club"])
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_the_same_knowledge_and_seed_give_the_same_action_and_words(level: str, side: int) -> None:
    """Whatever the enemy's hidden Blocks are: the other position looks the same from this seat."""
    s = midway("campaign", side, 5)
    other = TITLE.guess(s, side, Random("another truth").randrange)
    assert other.face != s.face, "something is hidden"
    assert at(s, level).think() == at(s, level).think() == at(other, level).think()


@pytest.mark.parametrize("level", LEVELS)
def test_a_whole_impulse_is_the_same_whatever_is_hidden(level: str) -> None:
    """Until a Battle shows more."""
    told = []
    for hidden in (False, True):
        s = midway("campaign", GERMAN, 4)
        if hidden:
            s = TITLE.guess(s, GERMAN, Random("another truth").randrange)
        told.append(at(s, level).until(lambda t: TITLE.step(t).name == "combat" or t.side == SOVIET).log)
    assert told[0] == told[1]
    assert len(told[0]) > 1


@pytest.mark.parametrize("level", LEVELS)
def test_a_tired_headquarters_is_activated_if_no_other_is_left(level: str) -> None:
    """Somebody who took over from another player may have to activate one that the recruit would let rest."""
    s = position("at game choice\nturn 1\n90 24PzK Guderian(level=2)")
    TITLE.play(s, Action("tactical"))
    mind, budget = opponent(level).sit(), Budget(200)
    thought = mind.choose(Seat(s, TITLE.decider(s)), budget, Random(1).randrange)
    assert TITLE.explain(s, thought.action) == []


def test_thinking_leaves_the_position_as_it_was() -> None:
    s = midway("campaign", GERMAN, 4)
    before = s.key()
    at(s, "club").think()
    assert s.key() == before


@pytest.mark.parametrize("calls", [0, 1, 4])
def test_the_veteran_can_be_stopped_at_any_moment(calls: int) -> None:
    s, left = midway("campaign", SOVIET, 5), calls

    def stop() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    mind = opponent("veteran").sit()
    thought = mind.choose(Seat(s, SOVIET), Budget(10**9, stop=stop), Random(1).randrange)
    assert TITLE.explain(s, thought.action) == []
    assert thought.why


def test_strategic_impulses_do_not_go_on_for_ever() -> None:
    """Two regulars who only wait for the Disc: each spends it so often in a month and no more."""
    s = midway("campaign", GERMAN, 0)
    staff = Regular()
    for _ in range(MOST_DISCS):
        staff.take(s, next(one for one in staff.courses(s) if one.verb == "strategic-call"))
    assert not [one for one in staff.courses(s) if one.verb.startswith("strategic")]


# -- puzzles ------------------------------------------------------------------------------------

OPEN_MOSCOW = """at game choice
                 turn 5
                 weather sun
                 side 0
                 disc 1
                 german Rastenburg 16A 9A 4A 2A 66 67 68 69 70 71 72 73 61
                 72 Hoth 39PzK
                 61 57PzK
                 Rastenburg Hitler
                 63 Stalin
                 10 65RC"""


def winner(s: Any) -> int | None:
    """Who has won a game that is over."""
    outcome = TITLE.outcome(s)
    assert outcome is not None
    return outcome.winner


@pytest.mark.parametrize("level", [*LEVELS, "club"])
def test_puzzle_the_open_city_is_entered(level: str) -> None:
    """Nobody but Stalin is in Moscow, and a Panzer Corps stands before it: the scenario is won at once."""
    s = position(OPEN_MOSCOW, "typhoon")
    at(s, level).until(lambda t: t.side == SOVIET)
    assert s.over
    assert winner(s) == GERMAN


@pytest.mark.parametrize("level", ["regular", "club"])
def test_puzzle_smolensk_is_retaken_for_the_win(level: str) -> None:
    s = position("""at game choice
                    turn 1
                    side 1
                    disc 0
                    german Rastenburg Pskov 16A 9A 4A 2A 66 67
                    68 Zhukov 5MC
                    9A 5AK
                    63 Stalin
                    Rastenburg Hitler""")
    at(s, level).until(lambda t: t.side == GERMAN)
    assert s.over
    assert winner(s) == SOVIET


def test_puzzle_the_second_line_wins_beyond_the_dnieper() -> None:
    s = position(
        """at game choice
                    turn 1
                    side 0
                    disc 1
                    german Rastenburg Pskov 16A 9A 4A 2A 66 67 68 79 80
                    german_lines 68
                    80 39PzK
                    68 57PzK
                    67 Hoth
                    63 Stalin 28Army
                    Rastenburg Hitler""",
        "dnieper",
    )
    at(s, "regular").until(lambda t: t.side == SOVIET)
    assert s.over
    assert winner(s) == GERMAN


GARRISON = """at game choice
              turn 1
              side 0
              disc 1
              german Rastenburg Pskov 16A 9A 4A 2A 66 67 78 89 90
              67 57PzK 5AK
              66 6AK 8AK
              89 Hoth 39PzK
              55 7MC 5Army
              68 23MC 16Army 19Army
              63 Stalin 28Army
              Rastenburg Hitler"""


def test_the_garrison_of_smolensk_stays() -> None:
    """While Smolensk is all the Germans have, neither it nor the way to it is left."""
    s = position(GARRISON)
    at(s, "regular").until(lambda t: t.side == SOVIET)
    assert units_at(s, GERMAN, area("67")).bit_count() == 2
    assert units_at(s, GERMAN, area("66"))


@pytest.mark.parametrize("level", LEVELS)
def test_puzzle_the_bait_is_left_alone(level: str) -> None:
    """A division does not attack four full armies behind a line."""
    s = position("""at game choice
                    turn 1
                    side 0
                    disc 1
                    german Rastenburg Pskov 16A 9A 4A 2A 66 67 89
                    soviet_lines 88
                    89 Hoth 52ID
                    67 5AK 6AK
                    88 5Army 16Army 19Army 20Army
                    63 Stalin
                    Rastenburg Hitler""")
    told = at(s, level).until(lambda t: t.side == SOVIET).log
    assert not [text for text in told if text.startswith("battle")]


def test_losses_fall_on_the_cheapest_step() -> None:
    s = position("""at game choice
                    turn 1
                    side 1
                    disc 0
                    german Rastenburg 16A 9A 4A 2A 66 67 89
                    89 24PzK(level=2) 52ID
                    88 Kuznetsov
                    102 5Army 16Army 19Army 20Army
                    63 Stalin
                    Rastenburg Hitler""")
    staff = Regular()
    s.side = SOVIET
    s.local = type("Fake", (), {"area": area("89"), "firing": SOVIET, "hits": 1})()
    action, _ = staff.losses(s)
    assert action == Action("lose", (s.piece[TITLE.lexicon.face("52ID")],))


# -- judgement ----------------------------------------------------------------------------------


def test_the_estimate_of_a_battle_is_near_to_what_the_rules_give() -> None:
    """Against a hundred Battles fought by the rules."""
    s = position("""at game choice
                    turn 1
                    side 0
                    german Rastenburg 16A 9A 4A 2A 66 67 78 89 90
                    90 Guderian 7AK
                    91 24PzK 46PzK 5Army 34Army
                    63 Stalin
                    Rastenburg Hitler""")
    for text in ("tactical", "activate Guderian", "done", "done", "done"):
        if TITLE.step(s).name != "combat":
            TITLE.play(s, TITLE.parse(s, text))
    assert TITLE.step(s).name == "combat"
    target = post(s, area("91"), SOVIET)
    guess = clash(target, 4.0, 2.0, 8.0)
    dice, lost, paid = Random(3), 0.0, 0.0
    for _ in range(100):
        after = fought(s, Action("battle", (area("91"),)), type("D", (), {"pick": staticmethod(dice.randrange)})())
        lost += _steps(s, SOVIET) - _steps(after, SOVIET)
        paid += _steps(s, GERMAN) - _steps(after, GERMAN)
    assert abs(lost / 100 - guess.theirs) < 0.6
    assert abs(paid / 100 - guess.mine) < 0.5


def _steps(s: Any, side: int) -> int:
    return sum(int(s.level[p]) for p in scan(units_at(s, side, area("91"))))


def test_the_value_sees_what_counts() -> None:
    """A Victory Area, steps and supply are worth something, and one side's gain is the other's loss."""
    s = position(GARRISON)
    assert value(s, GERMAN) == -value(s, SOVIET)
    weaker = s.copy()
    weaker.level[weaker.piece[TITLE.lexicon.face("57PzK")]] = 1
    assert value(weaker, GERMAN) < value(s, GERMAN)
    more = s.copy()
    more.german |= 1 << area("145")
    assert value(more, GERMAN) > value(s, GERMAN) + 5


def test_a_raider_pays_for_the_risk_to_be_cut_off() -> None:
    s = position(GARRISON)
    look, panzer = Opportunities(s, GERMAN), s.piece[TITLE.lexicon.face("39PzK")]
    assert look.leash(panzer, area("66")) == 0
    assert look.leash(panzer, area("129")) > 1


# -- a front that has bled ----------------------------------------------------------------------

FRONT = """at game choice
    turn 1
    german 66 67 89 90 100
    66 5AK 8AK
    78 3Army 22Army 13Army
    79 5Army 16Army
    Rastenburg Hitler
    63 Stalin"""


@pytest.mark.parametrize(("lost", "careful"), [("6AK 9AK 20AK", False), ("6AK 9AK 20AK 23AK", True)])
def test_germans_who_have_lost_much_keep_together(lost: str, careful: bool) -> None:
    """In July three Blocks may go; from the fourth on the staff sees counterattacks and a line to hold."""
    look = Opportunities(position(f"{FRONT}\n    lost {lost}"), GERMAN)
    assert bool(look.stations) == careful
    assert bool(look.exposed(area("66"), 2)) == careful
    if careful:
        assert look.exposed(area("66"), 2) > look.exposed(area("66"), 12)  # alone is worse than together
        assert not Opportunities(look.s, SOVIET).stations


def test_germans_who_are_stronger_do_not_stop_for_losses() -> None:
    """Three fresh corps more on the map, and the same losses are no reason to form a front."""
    s = position(f"{FRONT}\n    lost 6AK 9AK 20AK 23AK\n    77 7AK 27AK 12AK")
    assert not Opportunities(s, GERMAN).stations


def test_a_line_that_is_held_leads_to_the_next() -> None:
    first, second, *_ = _lines(TITLE.data, False)
    assert stations(position(FRONT)) == first
    full = {
        "66": "5AK 8AK 6AK",
        "67": "39PzK 57PzK",
        "78": "7AK 9AK 20AK 12AK",
        "89": "13AK 34AK 35AK",
        "101": "43AK 53AK 23AK",
        "113": "27AK 10AK",
        "125": "2AK 42AK",
    }
    held = "\n".join(f"{name} {blocks}" for name, blocks in full.items())
    text = f"at game choice\nturn 2\ngerman {' '.join(full)}\n{held}\nRastenburg Hitler\n63 Stalin"
    assert stations(position(text)) == second
