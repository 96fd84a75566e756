"""[16.0] The delay."""

from collections.abc import Callable

import pytest

from grognard.titles.leningrad41.data.components import SOVIET
from grognard.titles.leningrad41.state import room, stacking
from tests.titles.leningrad41.conftest import Game

At = Callable[..., Game]
New = Callable[..., Game]


@pytest.mark.case("16.2a")
def test_it_is_an_option(new: New) -> None:
    assert new().ask[1] == "placing"
    assert new(delay="roll").ask == ("chance", "delay")


@pytest.mark.case("16.2a")
@pytest.mark.parametrize(("die", "delayed"), [(1, False), (2, False), (3, False), (4, True), (5, True), (6, True)])
def test_the_die(new: New, die: int, delayed: bool) -> None:
    game = new(delay="roll").play(f"roll {die}")
    assert game.s.delayed is delayed
    assert game.ask == ("soviet", "placing")


@pytest.mark.case("16.2d", "6.1c")
@pytest.mark.parametrize(("die", "most"), [(3, 1), (4, 2)])
def test_two_soviets_in_every_hex(new: New, die: int, most: int) -> None:
    game = new(delay="roll").play(
        f"roll {die}", "place LG42 3030", "place 51-42 2811", "place 704-42 5010", "place Aurora-42 3211", "deploy 0101"
    )
    assert stacking(game.s, SOVIET, game.place("0101")) == most
    assert game.clauses("deploy 0101") == ([] if most == 2 else ["6.1c"])
    assert stacking(game.s, SOVIET, game.place("2807")) == 2


@pytest.mark.case("16.2d", "6.3a")
def test_sub_commands_still_do_not_mix(at: At) -> None:
    game = at("at soviet-movement\nturn 3\nside 1\ndelayed yes\n5101 I-10\n0101 42-1\n0105 68-70\n0107 42-2")
    open_ = room(game.s, game.unit("42-2"))
    assert [open_ >> game.place(hex) & 1 for hex in ("0101", "0105")] == [1, 0]
