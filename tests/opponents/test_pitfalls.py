"""What computer opponents are known to do wrong, each with the test that catches it: *Leningrad*, regular and club.

`python -m tools.soak` looks for the same in more and longer games.
"""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.lab.match import Pairing, Score, play
from grognard.opponents import Budget, Seat, opponent
from grognard.titles import TITLES
from grognard.titles.leningrad79.opponent import german
from grognard.titles.leningrad79.opponent.evaluation import WEIGHTS, at_last
from grognard.titles.leningrad79.opponent.opportunities import Opportunities
from grognard.titles.leningrad79.opponent.plan_trials import Ahead
from grognard.titles.leningrad79.rules import combat
from grognard.titles.leningrad79.rules.supply import supplied
from grognard.titles.leningrad79.rules.victory import german_points
from grognard.titles.leningrad79.state import GERMAN, SOVIET

from . import follies
from .conftest import Case

TITLE = TITLES["leningrad79"]
At = type[Case]
NODES = 120  # the club in a great hurry


@pytest.fixture(scope="module")
def games() -> list[follies.Ledger]:
    """Two games of regulars and one of hurried clubs."""
    return [follies.ledger("regular", 21), follies.ledger("regular", 22), follies.ledger("club", 23, NODES)]


# -- passive, suicidal, dithering ---------------------------------------------------------------


def test_the_german_attacks_turn_after_turn(games: list[follies.Ledger]) -> None:
    for kept in games:
        blows = [s.turn for s, action in kept if action.verb in ("attack", "overrun") and s.side == GERMAN]
        by_turn = [blows.count(turn) for turn in range(1, 13)]
        assert sorted(by_turn)[6] >= 2, by_turn


def test_he_is_before_the_city_in_time(games: list[follies.Ledger]) -> None:
    """When half of the Game-Turns are over, six divisions are in or around Leningrad or one march away."""
    far = TITLE.data.board.distance
    prize = list(scan(TITLE.data.victory_hexes))
    for kept in games:
        _, s = next(pair for pair in follies.phases(kept) if pair[0].turn == 7 and pair[0].side == GERMAN)
        near = [
            unit
            for unit in scan(s.data.side[GERMAN])
            if s.data.land >> s.place[unit] & 1 and min(far(s.place[unit], place) for place in prize) <= 7
        ]
        assert len(near) >= 6


def test_no_attack_is_suicide(games: list[follies.Ledger]) -> None:
    """What is attacked of one's own free will pays on the average; the club may see further, but not much."""
    for kept, least in zip(games, (0.0, 0.0, -1.5), strict=True):
        made = list(follies.attacks(kept))
        assert len(made) > 20
        for s, action, gain in made:
            assert gain > least, TITLE.text(s, action)


def test_nobody_marches_to_and_fro(games: list[follies.Ledger]) -> None:
    marches, undone = (sum(one) for one in zip(*map(follies.dithered, games), strict=True))
    assert marches > 400
    assert undone < 0.05 * marches, f"{undone} of {marches}"


# -- supply, the goal ---------------------------------------------------------------------------


def test_own_moves_cut_nobody_off(games: list[follies.Ledger]) -> None:
    for kept in games:
        assert len([1 for _ in follies.phases(kept)]) == 24
        assert follies.cut_off(kept) == 0
        assert follies.cut_off(kept, settled=False) <= 24, "overruns left one a phase cut off"


def test_nobody_advances_out_of_supply(case: At) -> None:
    """Behind the hex that was taken stands another enemy across the only road: the victors stay where they are."""
    at = case(
        "leningrad79 campaign\nat german-combat\nturn 4\n0813 1ID 11ID 12ID\n0613 21ID\n0913 i1=67RD\n"
        "0912 i2=170RD\n1013 a1=46TD\n",
        "regular",
    )
    TITLE.play(at.s, TITLE.parse(at.s, "attack 0913 with 1ID 11ID 12ID"))
    at.until_step("soviet-movement")
    fed = supplied(at.s, GERMAN)
    assert all(fed >> place & 1 for place in scan(at.s.held[GERMAN]))


def test_puzzle_somebody_keeps_the_way_to_the_prize_open(case: At) -> None:
    """The last turn: of three who take 2705 one stays in 2605, or the hex would be out of supply and count nothing."""
    at = case(
        "leningrad79 campaign\nat german-combat\nturn 12\nair 0\n2605 1ID 11ID 12ID\n2506 21ID\n2705 i1=67RD\n"
        "2604 i2=170RD i3=180RD i4=70RD\n2707 i5=5RD\n",
        "regular",
    )
    TITLE.play(at.s, TITLE.parse(at.s, "attack 2705 with 1ID 11ID 12ID"))
    at.until_step("soviet-movement")
    prize = TITLE.data.board.at["2705"]
    assert at.s.held[GERMAN] >> prize & 1
    assert supplied(at.s, GERMAN) >> prize & 1


def test_puzzle_the_way_to_the_prize_is_lined(case: At) -> None:
    """The last turn: who cannot attack 2705 lines the way to it, and when the Soviets have answered it is supplied."""
    at = case(
        "leningrad79 campaign\nat german-movement\nturn 12\nair 0\n2605 1ID 11ID 12ID\n2406 58ID 61ID 217ID\n"
        "2307 21ID 93ID 96ID\n2705 i1=67RD\n2604 i2=170RD i3=180RD i4=70RD\n2707 i5=5RD i6=33RD\n"
        "2404 i7=10RD i8=16RD\n",
        "regular",
    )
    plan = german.plan(at.s, Opportunities(at.s, GERMAN, at_last(WEIGHTS)))
    assert any(order.purpose.startswith("to keep the way") for order in plan.orders)
    at.until(lambda s: s.over)
    assert german_points(at.s) >= 30


def test_the_city_is_never_left_open(games: list[follies.Ledger]) -> None:
    for kept in games:
        assert follies.left_open(kept) == 0


@pytest.mark.parametrize("level", ["regular", "club"])
def test_puzzle_one_rider_within_reach_of_the_empty_city(case: At, level: str) -> None:
    """A lone panzer division could ride into Leningrad next turn: both hexes that count are held by then."""
    at = case(
        "leningrad79 campaign\nat soviet-movement\nturn 8\n2206 1Pz\n1809 21ID\n2605 i1 i2\n2804 i3\n2603 i4\n", level
    )
    at.until(lambda s: s.side == GERMAN and not s.stack)
    assert not TITLE.data.victory_hexes & ~at.s.held[SOVIET]


@pytest.mark.parametrize("level", ["regular", "club"])
def test_puzzle_the_open_road_with_two_turns_left(case: At, level: str) -> None:
    """Nobody is in the way, two turns are left, and it takes both: at the end a hex that counts is German."""
    at = case(
        "leningrad79 campaign\nat german-movement\nturn 11\n2005 1ID 11ID\n2105 12ID\n1809 21ID\n2603 i1=67RD\n", level
    )
    at.until(lambda s: s.turn == 12 and s.side == SOVIET)
    assert TITLE.data.victory_hexes & at.s.held[GERMAN]


def test_puzzle_the_open_road_is_short(case: At) -> None:
    """A turn would do, and two are left: a regular does not wait for the last. (A club may: docs/opponents.md.)"""
    at = case(
        "leningrad79 campaign\nat german-movement\nturn 11\n2205 1ID 11ID\n2305 12ID\n1809 21ID\n2603 i1=67RD\n",
        "regular",
    )
    at.until(lambda s: s.turn == 12 and s.side == SOVIET)
    assert TITLE.data.victory_hexes & at.s.held[GERMAN]


# -- the horizon --------------------------------------------------------------------------------

LAST = (
    "leningrad79 campaign\nat soviet-combat\nturn 12\nair 0\n2604 1ID(reduced)\n2505 11ID 12ID\n2405 21ID\n"
    "2704 i1=67RD i2=170RD i3=180RD\n2603 i4=70RD i5=5RD\n"
)


def chance(s: Any, action: Action) -> float:
    """How likely an attack empties the hex of the one reduced division in 2604: any loss or retreat does."""
    found = TITLE.odds(s, action, 0)
    assert found is not None
    names = {combat.column_name(column): column for column in range(s.data.lowest_column, s.data.highest_column + 1)}
    hit = {
        name: sum(s.data.crt(die, column, s.options)[0] > 0 for die in range(1, 7)) / 6
        for name, column in names.items()
    }
    return float(sum(p * hit[name] for name, p in found.columns.items()))


def ceiling(s: Any) -> float:
    """The best chance of all attacks there are."""
    able = list(scan(combat.able_attackers(s)))
    target = s.data.board.at["2604"]
    made = [
        Action("attack", (target, 0, sum(1 << unit for unit in units)))
        for count in range(1, len(able) + 1)
        for units in combinations(able, count)
    ]
    return max(chance(s, action) for action in made if not TITLE.explain(s, action))


@pytest.mark.parametrize("level", ["regular", "club"])
def test_exact_puzzle_the_last_turn(case: At, level: str) -> None:
    """Nothing comes after: the attack is made that is most likely to free the city, whatever it exposes."""
    at = case(LAST, level)
    best = ceiling(at.s)
    assert 0.3 < best < 1
    action = at.think().action
    assert action.verb == "attack"
    assert chance(at.s, action) == pytest.approx(best)


def test_nobody_has_more_luck_than_there_is(case: At) -> None:
    """The club frees the city no more often than the best there is: it does not know the dice of the table."""
    free = tried = 0
    best = ceiling(case(LAST, "club").s)
    for seed in range(60):
        at = case(LAST, "club", nodes=20)
        at.pick, at.dice = Random(f"pick {seed}").randrange, Random(f"dice {seed}").randrange
        at.until(lambda s: s.over)
        free += not at.s.held[GERMAN] >> TITLE.data.board.at["2604"] & 1
        tried += 1
    spread = (best * (1 - best) / tried) ** 0.5
    assert abs(free / tried - best) < 3.5 * spread


# -- sparring partners --------------------------------------------------------------------------


def against(partner: str, level: str, side: int, seed: str) -> Score:
    """A game of a level, as this side, against a sparring partner."""
    levels = (level, f"sparring:{partner}") if side == GERMAN else (f"sparring:{partner}", level)
    return play(Pairing("leningrad79", "campaign", levels, seed))


@pytest.mark.soak
@pytest.mark.parametrize(("stranger", "side"), [("all-out", GERMAN), ("all-out", SOVIET), ("turtle", SOVIET)])
def test_a_stranger_is_beaten(stranger: str, side: int) -> None:
    """Who never attacks, and who attacks everything: by regulars nearly always, and by the club."""
    won = [against(stranger, "regular", side, f"{seed}").winner == side for seed in range(4)]
    assert sum(won) >= 3
    assert against(stranger, "club", side, "club").winner == side


@pytest.mark.soak
def test_who_never_attacks_is_beaten_at_the_gates_as_well() -> None:
    """A Soviet who only fills his cities keeps all his divisions; the German does better than a recruit would."""
    ours = [against("turtle", "regular", GERMAN, f"{seed}").facts["difference"] for seed in range(8)]
    theirs = [against("turtle", "recruit", GERMAN, f"{seed}").facts["difference"] for seed in range(8)]
    assert sum(ours) > sum(theirs) + 8 * 25


# -- stopped, stale -----------------------------------------------------------------------------


class Word:
    """Stops a thought after so many questions, and counts the trials begun after that."""

    def __init__(self, questions: int) -> None:
        self.left, self.late = questions, 0
        self.trial = Ahead.trial

    def stop(self) -> bool:
        self.left -= 1
        return self.left < 0

    def watched(self, problem: Ahead, plan: Any, n: int) -> float:
        self.late += self.left < 0
        return self.trial(problem, plan, n)


@pytest.mark.parametrize("turn", [2, 7, 11])
def test_stopped_at_any_moment_nothing_more_is_tried(
    games: list[follies.Ledger], turn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A legal action, and not one trial begun after the word was given."""
    random = Random(turn)
    for first in [first for first, _ in follies.phases(games[0]) if first.turn == turn] * 2:
        word, who = Word(random.randrange(30)), TITLE.decider(first)
        with monkeypatch.context() as patch:
            patch.setattr(Ahead, "trial", lambda problem, plan, n, word=word: word.watched(problem, plan, n))
            budget = Budget(10**9, stop=word.stop)
            thought = opponent("veteran").sit().choose(Seat(first, who), budget, random.randrange)
        assert TITLE.explain(first, thought.action, who) == []
        assert word.left < 0
        assert word.late == 0
