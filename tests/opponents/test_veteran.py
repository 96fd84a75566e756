"""The veteran at *Leningrad*: puzzles, the same thought for the same knowledge, stopped at any time, no peeking."""

from random import Random
from typing import Any

import pytest

from grognard.core.action import Action
from grognard.core.bits import bits, lowest, scan
from grognard.core.dice import Dice
from grognard.kit.opponent import UNLIMITED
from grognard.kit.planning import Order
from grognard.opponents import Budget, Seat, opponent
from grognard.titles import TITLES
from grognard.titles.leningrad79.opponent.evaluation import WEIGHTS
from grognard.titles.leningrad79.opponent.opportunities import Opportunities
from grognard.titles.leningrad79.opponent.order_check import held_after, looked_over
from grognard.titles.leningrad79.opponent.plan_trials import Ahead, Course, March
from grognard.titles.leningrad79.opponent.regular import Regular
from grognard.titles.leningrad79.opponent.veteran import DOCTRINES
from grognard.titles.leningrad79.rules.supply import supplied
from grognard.titles.leningrad79.state import GERMAN, UNTRIED

from .conftest import Case

TITLE = TITLES["leningrad79"]
At = type[Case]
NODES = 120  # enough for a dozen trials


def german_turn(turn: int) -> Any:
    """The German Movement Phase of a Game-Turn in a game of regulars."""
    s, dice = TITLE.start(), Random("midway").randrange
    regulars = [Regular(), Regular()]
    while (s.turn, TITLE.step(s).name) != (turn, "german-movement"):
        who = TITLE.decider(s)
        TITLE.play(s, TITLE.chance(s, dice) if who < 0 else regulars[who].decide(s, dice, UNLIMITED)[0])
    return s


@pytest.fixture(scope="module")
def midway() -> Any:
    return german_turn(6)


@pytest.fixture(scope="module")
def soviet(midway: Any) -> Any:
    """The Soviet Movement Phase that follows."""
    s, dice = midway.copy(), Random("soviet").randrange
    regulars = [Regular(), Regular()]
    while TITLE.step(s).name != "soviet-movement":
        who = TITLE.decider(s)
        TITLE.play(s, TITLE.chance(s, dice) if who < 0 else regulars[who].decide(s, dice, UNLIMITED)[0])
    return s


def think(s: Any, budget: Budget, seed: int = 1) -> Any:
    return opponent("club").sit().choose(Seat(s, TITLE.decider(s)), budget, Dice(seed).pick)


# -- the same, stopped, no peeking --------------------------------------------------------------


def test_the_same_view_and_seed_give_the_same_action(midway: Any, soviet: Any) -> None:
    for s in (midway, soviet):
        assert think(s, Budget(NODES)) == think(s.copy(), Budget(NODES))


def test_thinking_leaves_the_position_as_it_was(midway: Any) -> None:
    before = midway.key()
    think(midway, Budget(NODES))
    assert midway.key() == before


def test_the_real_dice_are_not_known(midway: Any) -> None:
    """In trials untried divisions turn out to be anything they may be, whatever the table's dice are."""
    problem = Ahead(midway, GERMAN, 7)
    values = {problem.trial(Course(WEIGHTS), n) for n in range(3)}
    assert len(values) > 1
    assert problem.trial(Course(WEIGHTS), 0) in values, "the same trial comes out the same"
    assert any(face == UNTRIED for face in midway.face)


def test_whole_phases_break_no_rule_and_read_the_stored_plan(midway: Any) -> None:
    """A player turn of the club by the rules; after the first thoughts a decision takes hardly any nodes."""
    s, dice, mind = midway.copy(), Random(4).randrange, opponent("club").sit()
    spent = []
    while TITLE.step(s).name != "german-combat":
        if TITLE.decider(s) < 0:
            TITLE.play(s, TITLE.chance(s, dice))
            continue
        budget = Budget(NODES)
        thought = mind.choose(Seat(s, GERMAN), budget, dice) if TITLE.decider(s) == GERMAN else None
        action = thought.action if thought else Regular().decide(s, dice, UNLIMITED)[0]
        assert TITLE.explain(s, action) == []
        if TITLE.step(s).name == "german-movement":
            spent.append(NODES - budget.left)
        TITLE.play(s, action)
    assert sum(spent) <= NODES + 10
    assert sum(one > 0 for one in spent) <= 2 < len(spent)


# -- plans --------------------------------------------------------------------------------------


@pytest.mark.parametrize("operator", March.operators)
def test_every_operator_makes_plans_that_can_be_carried_out(midway: Any, operator: str) -> None:
    """Every order leads to a hex in reach that has room for it."""
    look, staff = Opportunities(midway, GERMAN), Regular()
    others = [
        Course(w, tuple(staff.plan(midway, Opportunities(midway, GERMAN, w)).orders))
        for w in DOCTRINES[GERMAN].values()
    ]
    problem, pick, made = March(midway, GERMAN, 1, look, others), Random(operator).randrange, 0
    for _ in range(30):
        plan = problem.vary(others[0], operator, pick)
        if plan is None:
            continue
        made += 1
        crowd = {place: midway.here[place].bit_count() for place in scan(midway.held[GERMAN])}
        assert plan.orders is not None
        for order in plan.orders:
            if not midway.data.land >> midway.place[lowest(order.units)] & 1:
                continue  # it has still to arrive
            if order.units.bit_count() == 1:
                assert look.reach(lowest(order.units)) >> order.to & 1
            crowd[midway.place[lowest(order.units)]] -= order.units.bit_count()
            crowd[order.to] = crowd.get(order.to, 0) + order.units.bit_count()
        assert all(n <= midway.data.stacking for n in crowd.values())
    assert made, "it never found anything to do"


def test_orders_that_cut_off_are_taken_back() -> None:
    """A unit in supply is not sent where no supply would reach it."""
    s, found = german_turn(3), 0
    look, sketch = Opportunities(s, GERMAN), s.copy()
    for unit in scan(look.mine & ~look.hungry):
        for end in scan(look.reach(unit) & ~(1 << s.place[unit])):
            order = Order(1 << unit, end, "away")
            sketch.held = [held_after(s, GERMAN, [order]), s.held[1]]
            if not supplied(sketch, GERMAN) >> end & 1:
                assert looked_over(s, look, [order]) == []
                found += 1
    assert found > 3, "nobody could go where he would be cut off"


def test_of_units_that_may_not_all_leave_one_stays(case: At) -> None:
    """Two divisions next to an enemy: one has to cover the other."""
    at = case("leningrad79 campaign\nat german-movement\nturn 5\n1108 1ID 11ID\n1208 i1\n", "regular")
    unit, to = TITLE.lexicon.piece, at.s.data.board.at["1007"]
    orders = [Order(1 << unit(name), to, "away") for name in ("1ID", "11ID")]
    assert looked_over(at.s, Opportunities(at.s, GERMAN), orders) == orders[:1]


# -- puzzles ------------------------------------------------------------------------------------


def test_puzzle_the_open_city_is_entered(case: At) -> None:
    at = case(
        "leningrad79 campaign\nat german-movement\nturn 12\n2404 1ID\n2505 11ID\n2308 12ID\n1809 21ID\n"
        "1113 30ID\n2705 i1=67RD i2=170RD i3=180RD\n",
        "club",
    )
    at.until_step("german-combat")
    assert at.s.held[GERMAN] >> TITLE.data.board.at["2604"] & 1


def test_puzzle_the_bait_is_left_alone(case: At) -> None:
    at = case("leningrad79 campaign\nat german-combat\nturn 5\n2605 1ID\n2604 i1=70RD i2=5RD i3=257RD\n", "club")
    assert at.think().action == Action("done")


def test_puzzle_the_empty_prize_is_held_on_the_last_turn(case: At) -> None:
    """Germans stand before 2604 and nobody is in it: on the last turn whoever can be there goes."""
    at = case(
        "leningrad79 campaign\nat soviet-movement\nturn 12\n2404 1ID\n1809 21ID\n2605 i1=67RD i2=170RD\n"
        "2705 i3=180RD\n",
        "club",
    )
    at.until(lambda s: s.over)
    board = TITLE.data.board.at
    assert not at.s.held[GERMAN] & bits([board["2604"], board["2705"]])
