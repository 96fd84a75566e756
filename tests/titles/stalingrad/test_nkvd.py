"""[19.43] The NKVD Division is in the interior of the Inset and nowhere else."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.titles.stalingrad.box import AT, D, names

At = Callable[..., Any]
RUSSIANS = "at russian-movement\nturn 12\n"


@pytest.mark.case("19.43a", "19.43b", "8.22a")
@pytest.mark.parametrize("hex_", ["B2", "B4", "C4", "G2", "G4", "J2", "J4", "M2", "M3", "M4"])
@pytest.mark.parametrize("german", ["", "\nE3 16Pz", "\n0910 16Pz"])
def test_it_moves_within_the_interior(at: At, hex_: str, german: str) -> None:
    """At one point for each hex, by no ferry and over no fringe, whether or not Germans are on the Inset."""
    game = at(f"{RUSSIANS}{hex_} 10NKVD{german}")
    found = game.reach("10NKVD")
    assert found
    assert found <= names(D.interior)
    for near in names(D.board.neighbours[AT[hex_]]):
        wanted = [] if D.interior >> AT[near] & 1 else ["19.43a"]
        if "8.23a" not in (said := game.against("10NKVD", near)):
            assert said == wanted, near
    assert all(game.price("10NKVD", near) == "1" for near in names(D.board.neighbours[AT[hex_]]) & found)


@pytest.mark.case("19.43a", "8.32a")
def test_it_is_never_transferred(at: At) -> None:
    game = at(RUSSIANS + "G3 10NKVD 1W\nG4 192RD")
    assert game.movers("transfer") == {"1W", "192RD"}
    assert game.clauses("transfer 10NKVD 0907") == ["19.43a"]
    game = at(RUSSIANS + "G3 10NKVD\nC3 16Pz")
    assert set(game.clauses("transfer 10NKVD 0907")) == {"8.33b", "19.43a"}


@pytest.mark.case("19.43a", "10.27c", "10.28b")
def test_it_retreats_within_the_interior_or_not_at_all(at: At) -> None:
    game = at("at german-combat\nturn 12\nG4 10NKVD\nG5 16Pz\nF4 24Pz").strike("attack G4 with 16Pz 24Pz", "-/1")
    game.play("retire")
    assert game.reach_back("10NKVD") <= names(D.interior)
    assert game.reach_back("10NKVD")
    text = "at german-combat\nturn 12\n{} {}\nL2 16Pz\nM3 24Pz"
    game = at(text.format("M2", "10NKVD")).strike("attack M2 with 16Pz 24Pz", "-/1")
    assert game.clauses("retire") == ["10.28b"]
    game = at(text.format("M2", "192RD")).strike("attack M2 with 16Pz 24Pz", "-/1").play("retire")
    assert game.reach_back("192RD") == {"M1"}  # others may take the ferry


@pytest.mark.case("19.43a", "10.51a")
def test_it_advances_in_the_interior(at: At) -> None:
    """It may attack only interior hexes, so there is nowhere else to advance."""
    assert not any(D.targets[AT[hex_]] & ~D.interior for hex_ in names(D.interior))
    game = at("at russian-combat\nturn 12\nG3 10NKVD\nH3 13TC\nG4 22Pz").strike("attack G4 with 10NKVD 13TC", "-/1")
    game.play("lose 22Pz")
    assert game.clauses("advance 10NKVD G4") == []


@pytest.mark.case("19.43a", "8.33a")
def test_the_forced_placing_does_not_touch_it(at: At) -> None:
    game = at("at german-movement\nturn 12\n0908 16Pz\nG3 10NKVD\n0907 192RD").play("move 16Pz via G5")
    assert game.movers("place") == {"192RD"}
    assert game.clauses("place 10NKVD G4")[0] == "8.33a"
    assert game.clauses("place 192RD G3") == ["7.2d"]  # it fills its hex like any division
    game.play("place 192RD G4")
    assert game.where("10NKVD") == "G3"


@pytest.mark.case("19.43a", "8.26c")
def test_it_counts_for_its_district(at: At) -> None:
    nine = "13TC 28TC 192RD 184RD 147RD 196RD 181RD 229RD 214RD"
    game = at(f"{RUSSIANS}0907 {nine}\nG3 10NKVD\n0908 131RD")
    assert game.against("131RD", "0907") == ["8.26c"]
    game.play("move 10NKVD via H2 I3 J2")
    assert game.against("131RD", "0907") == []


@pytest.mark.case("19.43a", "19.73b")
def test_it_is_no_unit_of_the_cup(at: At) -> None:
    game = at("at russian-combat\nturn 14\nlost 10NKVD 192RD\n0409 184RD").play("done")
    assert (game.where("10NKVD"), game.where("192RD")) == ("lost", "cup")
