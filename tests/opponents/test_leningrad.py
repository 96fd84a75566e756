"""Recruit and regular at *Leningrad*: whole games by the rules, puzzles with known answers, and no known folly."""

from random import Random
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.kit.opponent import UNLIMITED
from grognard.lab.match import Pairing, play
from grognard.opponents import Seat, opponent
from grognard.titles import TITLES
from grognard.titles.leningrad79.opponent import evaluation
from grognard.titles.leningrad79.opponent.battle_odds import BattleOdds
from grognard.titles.leningrad79.opponent.evaluation import margin, step_price, value
from grognard.titles.leningrad79.opponent.opportunities import Opportunities
from grognard.titles.leningrad79.opponent.regular import Regular
from grognard.titles.leningrad79.rules import combat
from grognard.titles.leningrad79.state import GERMAN, SOVIET

from . import follies
from .conftest import Case

TITLE = TITLES["leningrad79"]
At = type[Case]


def game(german: str, soviet: str, seed: str) -> Any:
    return play(Pairing("leningrad79", "campaign", (german, soviet), seed))


# -- whole games --------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "seed"), [("recruit", 1), ("recruit", 2), ("regular", 1), ("regular", 2)])
def test_a_whole_game_breaks_no_rule(level: str, seed: int) -> None:
    """Every action of both sides is legal and said with a reason."""
    found = opponent(level)
    s, dice = TITLE.start(), Random(seed).randrange
    minds = [found.sit(), found.sit()]
    while not s.over:
        who = TITLE.decider(s)
        if who < 0:
            TITLE.play(s, TITLE.chance(s, dice))
            continue
        thought = minds[who].choose(Seat(s, who), found.budget(), dice)
        assert TITLE.explain(s, thought.action, who) == []
        assert thought.why.endswith(".")
        TITLE.play(s, thought.action)


def test_the_same_pairing_is_the_same_game() -> None:
    one, other = game("regular", "recruit", "x"), game("regular", "recruit", "x")
    assert (one.facts, one.level, one.actions) == (other.facts, other.level, other.actions)
    assert game("regular", "recruit", "y").actions != one.actions


def test_the_recruit_beats_chance_on_both_sides() -> None:
    for seed in range(3):
        assert game("recruit", "random", f"{seed}").winner == GERMAN
        assert game("random", "recruit", f"{seed}").winner == SOVIET


def test_the_regular_does_better_than_the_recruit() -> None:
    """The margin against the same opponent, sides swapped with the same dice."""
    better = 0
    for seed in range(4):
        german = game("regular", "recruit", f"{seed}").facts["difference"]
        soviet = game("recruit", "regular", f"{seed}").facts["difference"]
        better += german > soviet
    assert better >= 3


# -- puzzles ------------------------------------------------------------------------------------


def test_puzzle_the_open_city_is_entered(case: At) -> None:
    """Nobody holds 2604, the last turn has come: whoever can goes in."""
    at = case(
        "leningrad79 campaign\nat german-movement\nturn 12\n2404 1ID\n2505 11ID\n2308 12ID\n1809 21ID\n"
        "1113 30ID\n2705 i1=67RD i2=170RD i3=180RD\n",
        "regular",
    )
    at.until_step("german-combat")
    held = at.s.held[GERMAN]
    assert held >> TITLE.data.board.at["2604"] & 1


def test_puzzle_the_bait_is_left_alone(case: At) -> None:
    """One division before three in a city behind a river: no attack."""
    at = case("leningrad79 campaign\nat german-combat\nturn 5\n2605 1ID\n2604 i1=70RD i2=5RD i3=257RD\n", "regular")
    assert at.think().action == Action("done")


def test_puzzle_all_join_where_it_tips_the_scale(case: At) -> None:
    """Two stacks that are weak alone attack together."""
    at = case(
        "leningrad79 campaign\nat german-combat\nturn 5\n1408 1ID 11ID\n1407 12ID 21ID\n1508 i1=23RD\n", "regular"
    )
    action = at.think().action
    assert action.verb == "attack"
    assert action.args[2].bit_count() >= 3


def test_puzzle_a_lone_division_on_the_road_is_overrun(case: At) -> None:
    """A Panzer corps with a weak division before it in the open does not wait for the Combat Phase."""
    at = case(
        "leningrad79 campaign\nat german-movement\nturn 3\n1108 1Pz 6Pz 36Mot\n1308 i1=16RD\n0908 1ID 11ID 12ID\n",
        "regular",
    )
    at.until_step("german-combat")
    assert any(line.startswith("overrun") for line in at.log)


def test_puzzle_the_fort_goes_where_it_counts(case: At) -> None:
    at = case(
        "leningrad79 campaign\nat soviet-fortification\nturn 3\nforts_due 2\n2604 i1\n2505 i2\n1108 1Pz\n", "regular"
    )
    at.until_step("soviet-movement")
    assert at.log[:2] == ["fortify 2604", "fortify 2705"]


def test_puzzle_the_last_defenders_of_the_city_stand(case: At) -> None:
    """Three in 2604 that must lose one or go: they stay, for nothing is worth more."""
    at = case(
        "leningrad79 campaign\nat german-combat\nturn 11\n2605 1ID 11ID 12ID\n2505 21ID 30ID 32ID\n"
        "2604 i1=67RD i2=170RD i3=180RD\n1809 58ID\n",
        "regular",
    )
    TITLE.play(at.s, TITLE.parse(at.s, "attack 2604 with 1ID 11ID 12ID 21ID 30ID 32ID"))
    while TITLE.step(at.s).name != "result":
        who = TITLE.decider(at.s)
        TITLE.play(at.s, TITLE.parse(at.s, "roll 5" if who < 0 else "done"))
    assert at.s.local.stage == 1
    assert at.think().action.verb == "lose"


# -- follies ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ledger() -> follies.Ledger:
    """Every decision of two games of regulars: the position before it, and the action."""
    return follies.ledger("regular", 11) + follies.ledger("regular", 12)


def test_plans_can_be_carried_out() -> None:
    """Of all orders of two games hardly one cannot be carried out, nor nearly, when its turn comes."""
    for seed in (11, 12):
        s, dice, regulars = TITLE.start(), Random(seed).randrange, [Regular(), Regular()]
        while not s.over:
            who = TITLE.decider(s)
            TITLE.play(s, TITLE.chance(s, dice) if who < 0 else regulars[who].decide(s, dice, UNLIMITED)[0])
        assert sum(staff.refused for staff in regulars) <= 2


def test_a_package_has_nobody_twice(ledger: follies.Ledger) -> None:
    """Also with a whole Panzer corps as its core."""
    seen = 0
    for s, action in ledger:
        if TITLE.step(s).name == "german-movement" and action.verb == "done":
            look = Opportunities(s, GERMAN)
            for target in scan(look.enemy):
                found = look.package(target, scan(look.mine), look.reach, {}, lambda _unit, _post: 0.0)
                if found is not None:
                    assert len({unit for unit, _ in found.posts}) == len(found.posts)
                    seen += any(not corps & ~found.units for corps in s.data.corps.values())
    assert seen > 5, "no corps attacked"


def test_nobody_is_left_in_too_full_a_hex(ledger: follies.Ledger) -> None:
    assert not [1 for _, action in ledger if action.verb == "destroy"]


def test_reserves_do_not_idle(ledger: follies.Ledger) -> None:
    """By Game-Turn 8 hardly a German division stands where it began."""
    for s, action in ledger:
        if s.turn == 8 and TITLE.step(s).name == "german-combat" and action.verb == "done":
            home = sum(s.here.get(place, 0).bit_count() for place in scan(s.data.prussia))
            assert home <= 2


# -- judgement ----------------------------------------------------------------------------------


def test_reckoning_agrees_with_the_rules(ledger: follies.Ledger) -> None:
    """The fast columns are those of the rules, whenever an attack is announced."""
    checked = 0
    for s, action in ledger:
        if action.verb not in ("attack", "overrun") or checked > 150:
            continue
        found = TITLE.odds(s, action, 0)
        assert found is not None
        if action.verb == "attack":
            target, _, units = action.args
            defenders = s.here[target] & ~s.defended
        else:
            lead, rest, target = action.args
            units, defenders = rest | 1 << lead, s.here[target]
        posts = tuple((unit, s.place[unit]) for unit in scan(units))
        r = BattleOdds(s, s.side)
        r.safe = r.fed
        mine: dict[str, float] = {}
        for column, p in r.columns(posts, target, defenders, 0, action.verb == "overrun"):
            name = combat.column_name(column)
            mine[name] = mine.get(name, 0.0) + p
        assert mine == pytest.approx(dict(found.columns), abs=1e-4), TITLE.text(s, action)
        checked += 1
    assert checked > 50


def test_prices_follow_the_victory_points() -> None:
    s = notation.read(TITLES, "leningrad79 campaign\nat german-movement\nturn 5\n1108 1Pz 36Mot 1ID\n1308 i1 a1\n")
    unit = TITLE.lexicon.piece
    assert step_price(s, unit("1Pz")) > step_price(s, unit("36Mot")) > step_price(s, unit("1ID"))
    whole = value(s, GERMAN)
    s.reduced |= 1 << unit("1Pz")
    assert margin(s, GERMAN) == -5
    assert value(s, GERMAN) < whole
    assert value(s, SOVIET) == -value(s, GERMAN)
    assert set(evaluation.PRICES) == set(evaluation.features(s))


def test_at_the_end_a_loss_is_a_loss_by_any_margin() -> None:
    """So whoever is losing takes risks; of two victories the greater one is better."""
    s = notation.read(TITLES, "leningrad79 campaign\nat german-movement\nturn 12\n2405 1Pz 36Mot 1ID\n1308 i1 a1\n")
    s.over = True
    assert margin(s, GERMAN) < 1
    narrow = value(s, GERMAN), value(s, SOVIET)
    s.reduced |= 1 << TITLE.lexicon.piece("1Pz")
    assert value(s, GERMAN) == narrow[0] < 0 < narrow[1] < value(s, SOVIET)
