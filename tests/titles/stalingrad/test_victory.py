"""[17.0, 19.9] Points at the end: units in the city, victory hexes, 0120; and the draw."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.action import NOBODY
from grognard.titles.assault.rules.stalingrad_victory import cut_off, occupied, outcome, points, storming
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from tests.titles.stalingrad.box import D, names

At = Callable[..., Any]

QUIET = "at russian-combat\nturn 19\n"


def score(at: At, text: str, **options: str) -> tuple[int, int]:
    """The points at the end of the game."""
    game = at(QUIET + text, **options).play("done")
    assert game.s.over
    found = outcome(game.s)
    assert found is not None
    assert (found.facts["german"], found.facts["russian"]) == points(game.s)
    return points(game.s)


# -- units in the city ----------------------------------------------------------------------------------


@pytest.mark.case("19.91a", "19.91b")
def test_three_for_each_supplied_unit_in_the_interior(at: At) -> None:
    base = "0910 51HQ\n"
    assert score(at, base + "F4 44ID") == (3, 0)
    assert score(at, base + "F4 44ID\nF3 71ID(reduced)\nH4 297ID") == (9, 0)  # of any strength
    assert score(at, base + "0908 44ID") == (0, 0)  # next to the city
    assert score(at, "F4 51HQ") == (0, 0)  # a headquarters
    assert score(at, base + "F4 44ID 8HQ") == (3, 0)
    assert score(at, "0910 Rum6HQ\nF4 Rum1") == (3, 0)
    assert score(at, "0910 14HQ\nF4 16Pz(reduced,subcounter)") == (3, 0)  # the last of four steps
    assert score(at, base + "F4 305ID") == (0, 0)  # its headquarters is away: out of supply


@pytest.mark.case("19.91a")
def test_the_fringe_is_no_part_of_the_city(at: At) -> None:
    game = at("at german-movement\nturn 19\n0910 51HQ\nE5 44ID\nF4 71ID")
    assert game.units(storming(game.s)) == {"71ID"}


@pytest.mark.case("19.91a")
def test_supply_is_that_of_the_end(at: At) -> None:
    """A marker of the last check does not matter, nor does its absence."""
    assert score(at, "0910 51HQ\nF4 44ID(unsupplied)") == (3, 0)
    cut = "F4 44ID\n0910 51HQ\n1008 33Gd\nD4 192RD\nD2 184RD\n"
    assert score(at, cut)[0] == 0
    assert score(at, cut + "0908 71ID")[0] == 3


@pytest.mark.case("19.91a", "16.16b")
def test_a_unit_that_entered_this_turn_must_trace_at_the_end(at: At) -> None:
    """11.44 lasts for the German Player-Turn, and the game ends with the Russian one."""
    game = at("at mechanized\nturn 19\nF4 22Pz(fresh)")
    assert game.units(storming(game.s)) == {"22Pz"}
    game.play("done", "done", "done")
    assert game.s.over
    assert points(game.s) == (0, 0)


# -- victory hexes --------------------------------------------------------------------------------------


@pytest.mark.case("19.92a")
def test_five_for_each_victory_hex_occupied(at: At) -> None:
    assert {*names(D.key_points)} == {"C2", "E2", "G2", "G3", "I3", "J3", "J2", "L3"}
    assert score(at, "G3 1W\nC2 192RD\nJ2 33Gd(reduced,disrupted,unsupplied)\n0928 44ID") == (0, 15)
    assert score(at, "G3 71ID\nC2 8HQ\n0928 44ID") == (10, 0)  # out of supply, and a headquarters
    assert score(at, "0910 51HQ\nG3 44ID\nC2 1W") == (3 + 5, 5)


@pytest.mark.case("19.92a")
def test_filled_at_the_end_not_passed(at: At) -> None:
    """Units on the city hexes of the main map occupy none; a hex left empty belongs to nobody."""
    assert score(at, "0807 192RD 33Gd\n0907 1W\n1007 2W\n0928 44ID") == (0, 0)
    game = at("at german-movement\nturn 19\n0910 51HQ\nG4 44ID\nG3 71ID")
    game.play("move 71ID to F3")
    assert occupied(game.s, GERMAN) == 0
    game.play("done")
    while not game.s.over:
        game.go_on()
    assert points(game.s) == (6, 0)


@pytest.mark.case("19.92a", "8.32a")
def test_the_russian_fills_them_in_the_last_combat_phase(at: At) -> None:
    game = at(QUIET + "0807 192RD\n0928 44ID").play("transfer 192RD C2", "done")
    assert points(game.s) == (0, 5)


# -- 0120 -------------------------------------------------------------------------------------------------


@pytest.mark.case("19.93a")
@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("0928 44ID", False),
        ("0118 305ID\n0318 113ID\n0518 71ID\n0718 297ID\n0918 295ID\n1118 94ID\n1318 384ID", False),
        ("0222 305ID", False),  # its zone ends at 0121
        ("0220 305ID", True),  # 0120 lies in its zone
        ("0220 305ID(reduced)", False),  # class C: only its own hex
        ("0220 305ID\n0120 192RD", False),  # which cancels it
        ("0219 305ID\n0220 113ID\n0120 192RD", True),  # but all around it there are zones
        ("0219 305ID\n0220 113ID\n0120 192RD\n0119 33Gd", False),
        ("0219 305ID\n0119 33Gd", True),
    ],
)
def test_a_path_from_0120_to_area_n(at: At, text: str, cut: bool) -> None:
    game = at(f"at german-movement\nturn 19\n{text}")
    assert cut_off(game.s) == cut
    assert points(game.s)[0] == (10 if cut else 0)


@pytest.mark.case("19.93a")
def test_it_must_reach_area_n_and_no_other_red_hex(at: At) -> None:
    """With the hexes of Area N and their ways shut there is none, though 0119 to 0115 are red."""
    assert {"0115", "0103"}.isdisjoint(names(D.area["N"]))
    units = "305ID 113ID 71ID 297ID 295ID 94ID 384ID 371ID 389ID 76ID 3Mot 60Mot 16Pz".split()
    rows = (1, *range(2, 23, 2), 23)
    line = "\n".join(f"{row:02}15 {name}" for row, name in zip(rows, units, strict=True))
    game = at(f"at german-movement\nturn 19\n0928 44ID\n{line}")
    assert cut_off(game.s)
    assert not cut_off(at(f"at german-movement\nturn 19\n0928 44ID\n{line.replace('0615 297ID', '0628 297ID')}").s)


@pytest.mark.case("19.93a", "19.93b")
def test_germans_in_0120_score_both(at: At) -> None:
    game = at("at german-movement\nturn 19\n0121 305ID 8HQ\n0928 44ID").play("move 305ID to 0120")
    assert points(game.s) == (20, 0)
    assert names(game.title.aids.markers(game.s)["German points"]) == {"0120"}


@pytest.mark.case("19.93b")
def test_the_last_to_enter_0120(at: At) -> None:
    """It counts after it has left; a headquarters neither takes nor loses it; a Russian unit takes it back."""
    game = at("at german-movement\nturn 19\n0121 305ID\n0122 8HQ\n0928 44ID").play("move 305ID via 0120 0220")
    assert not game.s.held[GERMAN] & D.corner
    assert points(game.s) == (20, 0)  # passed through last, and 0120 is in its zone
    assert points(game.play("move 8HQ to 0120").s)[0] == 20
    game = at("at german-movement\nturn 19\n0121 8HQ\n0928 44ID").play("move 8HQ to 0120")
    assert points(game.s) == (10, 0)  # the path is cut, but 0120 is not taken
    game = at("at russian-movement\nturn 19\ngerman 0120\n0119 192RD\n0928 44ID")
    assert points(game.s) == (10, 0)
    game.play("move 192RD via 0120 0119")
    assert points(game.s) == (0, 0)
    assert points(at("at german-movement\nturn 19\n0928 44ID").s) == (0, 0)  # before anyone enters it is Russian


@pytest.mark.case("19.93b")
def test_by_advance_and_by_retreat(at: At) -> None:
    game = at("at german-combat\nturn 19\n0121 305ID 8HQ\n0120 192RD(reduced,disrupted,unsupplied)\n0928 44ID")
    game.strike("attack 0120 with 305ID", "DE").play("advance 305ID 0120")
    assert points(game.s)[0] == 20
    game = at("at russian-combat\nturn 19\ngerman 0120\n0121 192RD\n0122 305ID\n0222 113ID\n0928 44ID")
    assert points(game.s)[0] >= 10
    game = at("at german-combat\nturn 19\ngerman 0120\n0220 192RD\n0321 305ID(reduced)\n0928 44ID")
    assert points(game.s) == (10, 0)
    game.strike("attack 0220 with 305ID", "-/1").play("retire", "retreat 192RD 0120")
    assert points(game.s) == (0, 0)


# -- who wins ---------------------------------------------------------------------------------------------


@pytest.mark.case("19.94a", "17.0b")
@pytest.mark.parametrize(
    ("text", "winner", "level"),
    [
        ("G3 1W\n0928 44ID", RUSSIAN, "victory on points"),
        ("0910 51HQ\nF4 44ID", GERMAN, "victory on points"),
        ("G3 8HQ\nC2 1W", NOBODY, "draw"),
        ("0928 44ID", NOBODY, "draw"),
    ],
)
def test_more_points_win(at: At, text: str, winner: int, level: str) -> None:
    game = at(QUIET + text).play("done")
    found = game.title.outcome(game.s)
    assert (found.winner, found.level) == (winner, level)
    assert found.facts["difference"] == found.facts["german"] - found.facts["russian"]
    cite = "17.0" if winner == NOBODY else "19.94"
    assert f"{level}, {found.facts['german']} German points, {found.facts['russian']} Russian. [{cite}]" in game.log()


@pytest.mark.case("17.0b", "19.94a")
def test_no_decisive_victory_and_no_points_for_losses(at: At) -> None:
    """No Russian is left in the city, and German losses are heavy: only 19.9 counts."""
    game = at(QUIET + "0910 51HQ\nF4 44ID\n0720 192RD\nlost 16Pz 24Pz 305ID").play("done")
    assert game.title.outcome(game.s).level == "victory on points"
    assert points(game.s) == (3, 0)
    assert game.title.outcome(at("at russian-combat\nturn 18\n0928 44ID").s) is None


@pytest.mark.case("19.94a")
@pytest.mark.parametrize(
    ("bid", "given", "winner"),
    [
        ("none", (0, 0), RUSSIAN),
        ("german-10", (10, 0), GERMAN),
        ("german-30", (30, 0), GERMAN),
        ("russian-10", (0, 10), RUSSIAN),
        ("russian-20", (0, 20), RUSSIAN),
    ],
)
def test_a_bid(at: At, bid: str, given: tuple[int, int], winner: int) -> None:
    game = at(QUIET + "G3 1W\n0928 44ID", bid=bid).play("done")
    assert points(game.s) == (given[0], 5 + given[1])
    assert game.title.outcome(game.s).winner == winner


@pytest.mark.case("19.94a")
def test_the_game_ends_after_19_turns(at: At) -> None:
    game = at("at russian-combat\nturn 18\n0928 44ID").play("done")
    assert (game.s.over, game.s.turn) == (False, 19)
    assert at(QUIET + "0928 44ID").play("done").s.over


@pytest.mark.case("19.92a", "8.37c")
def test_points_are_counted_after_the_return_from_the_fringe(at: At) -> None:
    """Russians on the fringe of the Inset go home first; a unit in its district stays."""
    game = at(QUIET + "A2 192RD\nC2 131RD\n0928 44ID").play("done")
    assert (game.where("192RD"), game.where("131RD")) == ("0707", "C2")
    assert points(game.s) == (0, 5)
