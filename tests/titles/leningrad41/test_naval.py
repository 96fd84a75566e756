"""[15.3] The Red Banner Fleet."""

import pytest

from tests.titles.leningrad41.fights import at, firing

NEAR = "4707 I-8M\n4706 1-1DNO\n4715 II-8M\n4716 68-70\nbeside RBF LFR10"


@pytest.mark.case("15.3a", "15.3d", "15.3e", "11.2d")
def test_it_fires_alone_at_what_the_42nd_army_sees() -> None:
    game = firing("soviet", NEAR)
    assert game.targets("bombard") == {"4707"}
    assert game.clauses("bombard 4715") == ["11.2d"]
    game.play("bombard 4707").rolls(3)
    assert "Strength 20, column 20-29, die 3" in game.log()
    assert game.where("I-8M") == "dead"


@pytest.mark.case("15.3b", "15.3c")
def test_a_die_says_when_it_returns() -> None:
    game = firing("soviet", NEAR).play("bombard 4707").rolls(6)
    assert game.ask == ("chance", "fleet")
    game.rolls(2)
    assert (game.s.fleet, game.where("RBF"), game.ask[1]) == (5, "spent", "soviet-fire")
    assert "the fleet is away until Game Turn 5" in game.log()
    assert game.clauses("bombard 4715") == ["15.3c", "11.2d"]
    assert "bombard" not in game.verbs()
    assert game.clauses("blow bridge-4501-4601 at 4501 by rbf with RBF")[-1] == "15.3c"


@pytest.mark.case("15.3c")
@pytest.mark.parametrize(("turn", "ready"), [(4, False), (5, True), (6, True)])
def test_it_is_ready_in_the_fire_phase_of_that_turn(turn: int, ready: bool) -> None:
    game = at(f"at soviet-movement\nturn {turn}\nside 1\nfleet 5\n4707 I-8M\n4706 1-1DNO\nspent RBF").play("done")
    assert game.ask[1] == "soviet-fire"
    assert (game.where("RBF") == "beside", "bombard" in game.verbs()) == (ready, ready)


@pytest.mark.case("15.3c")
def test_it_may_never_return() -> None:
    game = firing("soviet", NEAR, turn=9).play("bombard 4707").rolls(6, 4)
    assert "the fleet is gone for good" in game.log()


@pytest.mark.case("15.3f")
def test_it_cannot_be_attacked() -> None:
    game = firing("soviet", NEAR)
    assert game.s.there[1] & game.s.data.naval == 0


@pytest.mark.case("10.5a")
def test_its_target_may_not_be_attacked_again() -> None:
    game = firing("soviet", NEAR).play("bombard 4707").rolls(6, 1)
    assert game.clauses("fire 4707 by 42 with 1-1DNO") == ["10.5a"]
