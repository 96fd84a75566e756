"""[4.0] The sequence of play of Assault on Stalingrad, and what a position may not be."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.notation import BadPosition
from tests.titles.stalingrad.conftest import TITLE

At = Callable[..., Any]


def go_on(game: Any) -> None:
    """Play the first thing there is: a draw, a division of the draw, a roll, or `done`."""
    name = game.ask[1]
    if name == "draw":
        game.play(f"draw {min(game.movers('draw'))}")
    elif name == "divide":
        game.play("north " + " ".join(sorted(game.units(next(iter(game.options("north")))))))
    else:
        game.go_on()


@pytest.mark.case(
    "4.0a", "4.0b", "4.0d", "4.0f", "4.0h", "4.0l", "4.0m", "4.0o", "4.0p", "4.0q", "2.0c", "5.2a", "19.11a", "19.72b"
)
def test_a_game_turn(new: At) -> None:
    """No Russian air units; the Russian draws before anything of theirs moves, and has no second movement."""
    game, seen = new(placed=True), []
    while game.s.turn == 1:
        seen.append((*game.ask, game.s.side))
        go_on(game)
    assert seen == [
        ("german", "german-bombardment", 0),
        ("german", "german-movement", 0),
        ("german", "german-support", 0),
        ("german", "german-combat", 0),
        ("german", "mechanized", 0),
        ("chance", "draw", 1),
        ("chance", "draw", 1),
        ("russian", "divide", 1),
        ("russian", "russian-movement", 1),
        ("russian", "russian-combat", 1),
    ]
    assert game.ask == ("chance", "german-air")
    assert game.s.turn == 2
    assert game.s.side == 0


@pytest.mark.case("2.0e")
def test_nineteen_turns(new: At) -> None:
    game = new(placed=True)
    while not game.s.over:
        go_on(game)
    assert game.s.turn == 19
    assert game.verbs() == set()


@pytest.mark.case("4.0c", "4.0k")
def test_both_sides_check_supply_in_each_player_turn(at: At) -> None:
    """Before the bombs nobody is marked; after them both sides are, and again in the Russian Player-Turn."""
    ring = "2127 24Pz(reduced)\n1927 16Pz(reduced)\n2026 29Mot(reduced)"
    text = f"at german-bombardment\nturn 12\n0409 305ID\n2027 192RD\n{ring}"
    game = at(text)
    assert game.s.unsupplied == 0
    game.play("done")
    assert {"305ID", "192RD"} <= game.units(game.s.unsupplied)
    game = at(text.replace("german-bombardment", "mechanized")).play("done")
    assert {"305ID", "192RD"} <= game.units(game.s.unsupplied)


@pytest.mark.case("4.0i", "4.0n", "12.41b")
def test_disruption_ends_with_the_owners_turn(at: At) -> None:
    game = at("at german-movement\nturn 3\n0409 305ID(disrupted)\n0411 192RD(disrupted)").play("done", "done", "done")
    assert game.units(game.s.disrupted) == {"192RD"}
    while game.s.turn == 3:
        go_on(game)
    assert game.s.disrupted == 0


@pytest.mark.case("4.0e", "4.0l", "6.11a", "6.19a")
def test_whose_units_move(at: At) -> None:
    text = "turn 3\n0409 305ID\n0411 192RD\n0418 113ID"
    game = at(f"at german-movement\n{text}")
    assert game.movers() == {"305ID", "113ID"}
    assert game.clauses("move 192RD to 0511") == ["4.0e"]
    game.play("move 305ID to 0408", "done")  # some, not all
    assert game.ask == ("german", "german-combat")
    game = at(f"at russian-movement\n{text}")
    assert game.clauses("move 305ID to 0408") == ["4.0l"]
    game.play("done")
    assert game.ask == ("russian", "russian-combat")


@pytest.mark.case("4.0g", "4.0m")
def test_whose_units_attack(at: At) -> None:
    text = "turn 3\n0409 305ID\n0410 192RD"
    for step, own, other in (
        ("german", "0410 with 305ID", "0409 with 192RD"),
        ("russian", "0409 with 192RD", "0410 with 305ID"),
    ):
        game = at(f"at {step}-combat\n{text}")
        assert game.clauses(f"attack {own}") == []
        assert "10.11a" in game.clauses(f"attack {other}")


@pytest.mark.case("4.0d", "4.0l", "4.0h")
def test_reinforcements_enter_in_the_movement_phases_only(at: At) -> None:
    for step, verbs in (
        ("german-movement", {"move", "enter", "done"}),
        ("mechanized", {"move", "done"}),
        ("german-combat", {"done"}),
        ("russian-movement", {"enter", "watch", "done"}),
    ):
        game = at(f"at {step}\nturn 5\n0409 16Pz\nnorth 13Gd")
        assert game.verbs() == verbs, step


POSITIONS = [
    ("at german-movement\nturn 20", "from 0 to 19"),
    ("at german-movement\nturn 3\n0409 305ID 192RD", "both sides"),
    ("at german-movement\nturn 3\n0409 305ID 113ID", "more units than a hex holds"),
    ("at german-movement\nturn 3\n0409 16Pz 24Pz", "more units than a hex holds"),
    ("at german-movement\nturn 3\n0409 8HQ 14HQ", "more units than a hex holds"),
    ("at german-movement\nturn 3\n0409 13TC 192RD", "more units than a hex holds"),
    ("at german-movement\nturn 3\nG3 13TC 192RD", "more units than a hex holds"),
    ("at german-movement\nturn 3\nG3 1W 2W", "more units than a hex holds"),
    ("at german-movement\nturn 3\n0907 305ID", "Germans can never be there"),
    ("at german-movement\nturn 3\n0907 192RD\nG3 16Pz", "no Russian can be there"),
    ("at german-movement\nturn 3\n0908 1W", "it never leaves Stalingrad"),
    ("at german-movement\nturn 3\nG1 1W", "it never leaves Stalingrad"),
    ("at german-movement\nturn 3\n0907 10NKVD", "it never leaves the interior"),
    ("at german-movement\nturn 3\nG1 10NKVD", "it never leaves the interior"),
    ("at german-movement\nturn 3\nlost 8HQ", "waits in returning"),
    ("at german-movement\nturn 3\nreturning 305ID", "only a headquarters returns"),
    ("at german-movement\nturn 3\nwithdrawn 305ID", "never withdrawn"),
    ("at german-movement\nturn 3\nairfield 305ID", "only air units"),
    ("at german-movement\nturn 3\nreserve Air1", "over a hex or at its airfield"),
    ("at german-movement\nturn 3\ncup 192RD", "not one of those in the cup"),
    ("at german-movement\nturn 3\nnorth 13TC", "cannot be drawn"),
    ("at german-movement\nturn 3\ndrawn 13Gd", "before anything moves"),
    ("at draw\nturn 19", "no more units are drawn"),
    ("at draw\nturn 1\ndrawn 13Gd 95RD", "no more units are drawn"),
    ("at divide\nturn 1\ndrawn 13Gd", "no units to divide"),
    ("at divide\nturn 8\ndrawn 13Gd 95RD", "no units to divide"),
    ("at german-movement\nturn 3\n0409 8HQ(reduced)", "only units with two sides"),
    ("at german-movement\nturn 3\n0409 22Pz(reduced)", "only units with two sides"),
    ("at german-movement\nturn 3\n0409 305ID(subcounter)", "only units with a subcounter"),
    ("at german-movement\nturn 3\n0409 3Mot(reduced,subcounter)", "it has only 3 steps"),
    ("at german-movement\nturn 3\nreserve 305ID(disrupted)", "only units on the map are disrupted"),
    ("at german-movement\nturn 3\n0409 192RD(moved)", "units of the phasing player"),
    ("at german-combat\nturn 3\n0409 305ID(moved)", "no unit has moved"),
    ("at german-movement\nturn 3\n0409 305ID(attacked)", "no unit has fought"),
    ("at german-movement\nturn 0", "turn 0 is the set-up"),
    ("at set-up\nturn 0\n0907 1W 2W 3W 4W\nG3 10NKVD", "all units are in place"),
    ("at elimination\nturn 3", "no fringe hex is overstacked"),
    ("at german-movement\nturn 3\ngerman 0409", "not a scoring hex"),
    ("at german-movement\nturn 3\nG5 305ID\n0908 192RD", "corresponding hexes"),
    ("at german-movement\nturn 3\nG5 305ID\nE5 192RD", "corresponding hexes"),
    ("at german-movement\nturn 3\nair 4", "air units left"),
    ("at german-movement\nturn 3\nfire 0409", "no hex for a marker$"),
    ("at russian-movement\nturn 3\nair 1", "air units left"),
    ("at german-movement\nturn 3\n0908 16Pz(cut,moved)", "one German, on a fringe hex"),
    ("at german-movement\nturn 3\nleft 60\nG5 16Pz(cut,moved)", "from 0 to 48"),
    ("at german-movement\nturn 3\nleft 6", "no move was interrupted"),
    ("at german-combat\nturn 3\nG5 16Pz(cut,moved)", "no move has been interrupted"),
    ("at german-movement\nturn 3\n0409 305ID(regrouped)", "only Russians transfer"),
    ("at german-movement\nturn 3\n0409 305ID(fresh)", "entered in this Player-Turn"),
    (
        "at german-movement\nturn 3\n0907 13TC 28TC 23TC 192RD 184RD 147RD 196RD 181RD 229RD\nG3 214RD\nF3 131RD",
        "more than ten units of a kind",
    ),
]


@pytest.mark.parametrize(("text", "why"), POSITIONS)
def test_positions_that_cannot_be(at: At, text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        at(text)


@pytest.mark.case("8.37b", "8.33c", "19.72b", "19.22c", "16.16b")
def test_positions_that_can_be(at: At) -> None:
    assert at("at elimination\nturn 9\n0908 305ID 113ID").ask == ("german", "elimination")
    assert at("at german-movement\nturn 9\nleft 20\nG5 16Pz(cut,moved)").against("16Pz", "G4") == []
    assert at("at draw\nturn 1\ndrawn 13Gd").ask == ("chance", "draw")
    assert at("at divide\nturn 1\ndrawn 13Gd 95RD").ask == ("russian", "divide")
    assert at("at russian-movement\nturn 3\n0409 13Gd(fresh)").movers() == {"13Gd"}
    for text in (
        "at german-movement\nturn 9\n0409 16Pz(reduced,subcounter)\n0907 1W\nG3 10NKVD\nnorth 13Gd\nreturning 8HQ",
        "at russian-movement\nturn 15\n0906 13Gd(regrouped,moved)\ncup 192RD\neast 4TC\nlost 305ID",
    ):
        written = notation.write(at(text).s)
        assert notation.write(notation.read({TITLE.name: TITLE}, written)) == written
