"""Opponents of *Assault on Leningrad*: whole games by the rules, puzzles with known answers, and no known folly."""

from functools import partial
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.bits import bits
from grognard.titles import TITLES
from grognard.titles.assault.opponent import battle_odds, evaluation, leningrad_evaluation
from grognard.titles.assault.opponent.opportunities import Opportunities
from grognard.titles.assault.rules import supply
from grognard.titles.assault.rules.combat import column_name
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import on_inset, on_map

from .conftest import Case

TITLE = TITLES["assault_leningrad"]
at = partial(Case, nodes=200)  # of the veteran: two or three trials


def position(text: str, **options: str) -> Any:
    head = " ".join(["assault_leningrad campaign", *(f"{name}={value}" for name, value in options.items())])
    return notation.read(TITLES, f"{head}\n{text}")


def piece(name: str) -> int:
    return TITLE.lexicon.piece(name)


def place(name: str) -> int:
    return TITLE.lexicon.place(name)


def margin(s: Any) -> int:
    """German points less Russian ones at the end."""
    outcome = TITLE.outcome(s)
    assert outcome is not None
    return int(outcome.facts["difference"])


def phase(s: Any, level: str = "regular") -> list[str]:
    """Play the rest of a phase."""
    step = TITLE.step(s).name
    return at(s, level).until(lambda t: not t.stack and TITLE.step(t).name != step).log


def movement(turn: int, side: str, russian: str = "regular") -> Any:
    """A Movement Phase in a game of a German regular."""
    game = at(TITLE.start(), "regular", russian)
    return game.until(lambda t: t.turn == turn and TITLE.step(t).name == f"{side}-movement").s


# -- whole games --------------------------------------------------------------------------------


def test_a_regular_goes_into_the_city_and_does_better_than_a_recruit() -> None:
    """Against the same recruit, with the same dice."""
    game = at(TITLE.start(), "regular", "recruit").until(on_inset)
    assert on_inset(game.s)
    other = at(TITLE.start(), "recruit").to_the_end()
    assert margin(game.to_the_end().s) > margin(other.s)


def test_a_regular_holds_out_against_a_recruit() -> None:
    assert margin(at(TITLE.start(), "recruit", "regular").to_the_end().s) < 0


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_the_options_are_obeyed(level: str) -> None:
    """With every option other than usual the first turns break no rule."""
    options = {name: option.values[-1] for name, option in TITLE.options.items()}
    game = at(TITLE.start("campaign", options), level).until(lambda t: t.turn > 4)
    assert game.s.turn == 5


@pytest.mark.parametrize("level", ["recruit", "regular", "veteran"])
def test_the_same_knowledge_and_chance_is_the_same_thought(level: str) -> None:
    s = movement(3, "german")
    assert at(s, level).think() == at(s.copy(), level).think()


def test_the_veteran_tells_how_many_plans_he_has_tried() -> None:
    s = movement(2, "german")
    before = s.key()
    thought = Case(s, "club", nodes=600).think()
    assert s.key() == before
    assert thought.why.startswith("Of ")
    assert thought.notes[0].endswith("this one did best.")


# -- what an attack comes to ----------------------------------------------------------------------


def test_the_odds_of_a_plan_are_those_of_the_battle() -> None:
    """The column and the classes that a survey reckons with are the engine's."""
    s = position("at german-combat\nturn 4\n1333 1ID\n1233 1-1Pz 1-1 1-113\n1232 2V")
    target, units = place("1232"), bits(map(piece, ("1ID", "1-1Pz", "1-1", "1-113")))
    posts = [(unit, s.place[unit]) for unit in map(piece, ("1ID", "1-1Pz", "1-1", "1-113"))]
    fronts = bits(post for _, post in posts)
    shield = battle_odds.defense(s, target, s.here[target], RUSSIAN, fronts)
    column = battle_odds.column(TITLE.data, battle_odds.strength(s, units), shield)
    change = battle_odds.classes(s, units, s.here[target])
    odds = TITLE.odds(s, TITLE.parse(s, "attack 1232 with 1ID 1-1Pz 1-1 1-113"), 0)
    assert odds is not None
    assert column_name(s, column) == odds.column == "1:1"
    assert change == sum(line.amount for line in odds.lines if line.part == "die") == 2
    better = Opportunities(s, GERMAN, evaluation.WEIGHTS)
    assert better.outlook(target, posts, 1).gain > better.outlook(target, posts, 0).gain


def test_who_goes_back_spares_his_steps() -> None:
    """A penalty of one that can be a retreat costs the attacker a retreat, not a step; but the defender is let off."""
    cheap, dear = battle_odds.Losses((0.0, 4.0, 8.0, 8.0), 8.0, 2), battle_odds.Losses((0.0, 1.0, 2.0, 2.0), 2.0, 2)
    crt = TITLE.data.charts
    one_each = (next(r for r in crt.crt.values() if tuple(r) == (1, 1)),) * 6
    free = battle_odds.Stakes(cheap, 0.5, dear, 0.5, 0.0)
    stuck = free._replace(back=None)
    assert battle_odds.prospect(one_each, free).gain == pytest.approx(-0.5)
    assert battle_odds.prospect(one_each, stuck).gain == pytest.approx(-4.0 + 0.5)


# -- puzzles --------------------------------------------------------------------------------------


def test_puzzle_the_open_key_point_is_entered_on_the_last_turn() -> None:
    s = position("at german-movement\nturn 25\nI5 1ID\nJ6 38HQ 58ID\n0420 291ID\nF4 4V")
    phase(s)
    assert s.german >> place("I6") & 1 or s.german >> place("J7") & 1


def test_puzzle_a_garrison_stays() -> None:
    s = position("at german-movement\nturn 12\n2107 12ID\n2108 2HQ 11ID\n0320 4V\ngerman 2107\ncaptured 2107")
    phase(s)
    assert any(s.place[piece(unit)] == place("2107") for unit in ("12ID", "11ID"))


def test_puzzle_no_panzers_leave_a_headquarters_alone() -> None:
    """In the Mechanized Movement Phase the only company of a headquarters that cannot move stays with it."""
    s = position("at mechanized\nturn 10\n1122 39HQ 12-29Pz 12-5 12-25\n1021 20-76 20-90\n0821 24TD\n0320 4V")
    phase(s)
    assert s.place[piece("12-29Pz")] == s.place[piece("39HQ")] == place("1122")


def test_puzzle_who_cuts_the_railway_is_attacked() -> None:
    """A Guerrilla on the railway is worth more than its one factor to those whom it starves."""
    text = "at german-combat\nturn 6\n1129 38HQ{0} 1ID{0}\n1128 58ID{0}\n0821 24TD\n1235 1G\n1234 36-118\n0320 4V"
    fed, hungry = position(text.format("")), position(text.format("(unsupplied)"))
    target = place("1235")
    plain, dear = (Opportunities(s, GERMAN, evaluation.WEIGHTS).ground(target) for s in (fed, hungry))
    assert dear > plain
    assert phase(hungry)[0].startswith("attack 1235 with 36-118")


def test_puzzle_nobody_enters_where_he_would_starve() -> None:
    """The 291st waits off the map while its headquarters is far away."""
    s = position("at german-movement\nturn 20\n0521 38HQ 1ID\n0320 4V\nreserve 291ID")
    phase(s)
    assert s.place[piece("291ID")] == TITLE.data.reserve


def test_puzzle_the_reserve_fills_the_key_points() -> None:
    """When a German comes onto the Inset, the divisions of the city take post where it counts."""
    s = position("at german-movement\nturn 12\n0420 1ID 38HQ\n0419 11ID\n0320 1TD 235RD 281RD 1NKVD 168RD")
    TITLE.play(s, TITLE.parse(s, "move 1ID to K6"))
    assert TITLE.step(s).name == "place"
    at(s, "regular").until(lambda t: TITLE.step(t).name != "place")
    south = leningrad_evaluation.known(TITLE.data).south
    assert not south & ~s.held[RUSSIAN]


def test_a_plan_keeps_the_army_supplied() -> None:
    """After the first three turns of regulars nobody on the German side is out of supply by his own doing."""
    s = movement(3, "russian", "recruit")
    hungry = on_map(s, GERMAN) & ~supply.supplied(s, GERMAN)
    assert hungry.bit_count() <= 1
