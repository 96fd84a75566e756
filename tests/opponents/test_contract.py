"""What every opponent promises: legal and the same for the same knowledge, on any title, stopped at any time."""

from random import Random
from typing import Any

import pytest

from grognard.core.action import CHANCE
from grognard.core.bits import scan
from grognard.core.dice import Dice
from grognard.core.title import Bad
from grognard.opponents import LEVELS, Budget, Seat, opponent
from grognard.titles import TITLES
from tests.core import toy
from tests.kit.toy import TOY

LENINGRAD = TITLES["leningrad79"]


def begun(title: Any, seed: int, actions: int) -> Any:
    """A position after some actions of the reference policy in which a player decides."""
    random, s = Random(seed), title.start()
    while not s.over and (actions > 0 or title.decider(s) == CHANCE):
        title.play(s, title.sample(s, random.randrange))
        actions -= 1
    return s


def test_there_is_no_such_level() -> None:
    with pytest.raises(Bad, match="no level 'marshal'; levels: random, recruit, regular, club, veteran"):
        opponent("marshal")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("title", ["toy", "leningrad79"])
def test_the_same_knowledge_and_chance_give_the_same_legal_action(level: str, title: str) -> None:
    box = TOY if title == "toy" else LENINGRAD
    for seed in range(4):
        s = begun(box, seed, 9 if title == "toy" else 60)
        if s.over:
            continue
        seat = Seat(s, box.decider(s))
        first, second = (opponent(level).sit().choose(seat, opponent(level).budget(), Dice(seed).pick) for _ in "ab")
        assert first == second
        assert box.explain(s, first.action, seat.player) == []


@pytest.mark.parametrize("level", ["recruit", "regular", "club"])
def test_hidden_facts_change_nothing(level: str) -> None:
    """The leak law: other faces that the side cannot know, the same action and the same words."""
    checked = 0
    for seed in range(12):
        s = begun(TOY, seed, 8)
        if s.over:
            continue
        player = TOY.decider(s)
        other = TOY.guess(s, player, Dice(f"other {seed}").pick)
        checked += other.key() != s.key()
        found = [
            opponent(level).sit().choose(Seat(one, player), opponent(level).budget(), Dice(seed).pick)
            for one in (s, other)
        ]
        assert found[0] == found[1]
    assert checked >= 3, "the positions never differed"


@pytest.mark.parametrize("level", LEVELS)
def test_an_opponent_can_be_stopped_at_once(level: str) -> None:
    s = begun(LENINGRAD, 5, 80)
    seat = Seat(s, LENINGRAD.decider(s))
    for budget in (Budget(0), Budget(10**9, seconds=0), Budget(10**9, stop=lambda: True)):
        thought = opponent(level).sit().choose(seat, budget, Dice(1).pick)
        assert LENINGRAD.explain(s, thought.action, seat.player) == []


def test_a_budget_counts_nodes() -> None:
    budget = Budget(3)
    assert budget.spend()
    assert budget.spend()
    assert not budget.spend()


def test_a_seat_never_shows_what_is_hidden() -> None:
    """A world fits what the side sees, and the faces of the others vary."""
    s = begun(TOY, 3, 8)
    player = TOY.decider(s)
    seat = Seat(s, player)
    hidden = [p for p in scan(toy.SIDES[1 - player]) if "identity" not in toy.sees(s, player, p)]
    worlds = [seat.world(Dice(n).pick) for n in range(12)]
    assert len(hidden) > 1
    assert len({tuple(world.face[p] for p in hidden) for world in worlds}) > 1
    for world in worlds:
        assert all(world.face[p] == s.face[p] for p in range(6) if p not in hidden)


def test_trying_out_finds_the_blow_that_wins() -> None:
    """On a title without a staff: the last blow against a block about to die beats doing nothing."""
    s = TOY.start()
    random = Random(1)
    while TOY.decider(s) == CHANCE:
        TOY.play(s, TOY.chance(s, random.randrange))
    s.hour = toy.ROUNDS
    for piece, place in ((2, toy.MIDDLE), (3, toy.MIDDLE)):
        toy.put(s, piece, place)
    s.tired = 0b111111
    s.health[3], s.known[3] = 1, 1
    s.red_stance = 2
    s.face[2], s.face[3] = 2, 0
    for other in (0, 1):
        s.face[other] = other
    thought = opponent("regular").sit().choose(Seat(s, 0), opponent("regular").budget(), Dice(1).pick)
    assert TOY.text(s, thought.action) == "strike r3 at b1"
