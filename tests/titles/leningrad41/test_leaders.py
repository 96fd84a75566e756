"""[14.6, 14.7] Leaders as targets: only a close assault reaches them."""

import pytest

from tests.titles.leningrad41.fights import firing, striking


@pytest.mark.case("14.6a", "14.6b")
def test_fire_passes_leaders_by() -> None:
    game = firing("german", "4707 1-1DNO Zhdanov\n4706 I-10 II-10\n4713 I-80Art")
    game.play("fire 4707 by 8pz with I-10 II-10 I-80Art").rolls(1)
    assert (game.here("4707"), game.ask) == ({"Zhdanov"}, ("german", "german-fire"))
    game = striking("4707 1-1DNO Zhdanov\nbeside Rudel").play("strike 4707 with Rudel").rolls(1)
    assert game.here("4707") == {"Zhdanov"}


@pytest.mark.case("14.6a", "14.6c")
def test_a_leader_alone_is_no_target_for_fire() -> None:
    game = firing("german", "4707 Zhdanov\n4706 I-10\n4713 I-80Art")
    assert (game.targets("fire"), game.targets("assault")) == (set(), {"4707"})
    assert game.clauses("fire 4707 by 8pz with I-10") == ["14.6c"]
    assert striking("4707 Zhdanov\nbeside Rudel").clauses("strike 4707 with Rudel") == ["14.6c"]
    game = firing("soviet", "4707 Manstein\n4706 1-1DNO\nbeside RBF")
    assert game.clauses("bombard 4707") == ["14.6c"]


@pytest.mark.case("14.6c", "14.7a", "7.7b", "8.14a")
def test_a_close_assault_eliminates_a_leader_for_good() -> None:
    game = firing("german", "4707 1-1DNO Zhdanov\n4706 I-10 II-10")
    game.play("assault 4707 by 8pz storm I-10 II-10").rolls(3, 4)
    assert game.ask == ("german", "german-fire")
    assert game.here("4707") == {"Zhdanov"}
    game = firing("german", "4707 1-1DNO Zhdanov\n4706 I-10 II-10")
    game.play("assault 4707 by 8pz storm I-10 II-10").rolls(3, 3)
    assert game.where("Zhdanov") == "out"
    assert game.ask == ("german", "advance")


@pytest.mark.case("14.6c")
def test_a_leader_alone_can_be_assaulted() -> None:
    game = firing("soviet", "4707 Manstein\n4706 84KV").play("assault 4707 by lfr storm 84KV").rolls(1)
    assert game.where("Manstein") == "out"
    game.play("advance 84KV")
    assert game.here("4707") == {"84KV"}
