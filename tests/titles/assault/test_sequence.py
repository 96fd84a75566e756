"""[4.0] The sequence of play, and what a position may not be."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.notation import BadPosition

At = Callable[..., Any]


@pytest.mark.case("4.0a", "4.0b", "4.0d", "4.0f", "4.0h", "4.0j", "4.0l", "4.0m", "4.0o", "4.0p", "4.0q", "2.0c")
def test_a_game_turn(new: At) -> None:
    game = new(placed=True)
    seen = []
    while game.s.turn == 1:
        seen.append(game.ask)
        game.go_on()
    assert seen == [
        ("german", "german-bombardment"),
        ("german", "german-movement"),
        ("german", "german-combat"),
        ("german", "mechanized"),
        ("chance", "russian-air"),
        ("russian", "russian-movement"),
        ("russian", "russian-combat"),
    ]
    assert game.ask == ("german", "german-bombardment")


@pytest.mark.case("2.0e")
def test_twenty_five_turns(new: At) -> None:
    game = new(placed=True)
    while not game.s.over:
        game.go_on()
    assert game.s.turn == 25
    assert game.verbs() == set()


@pytest.mark.case("4.0i", "4.0n", "12.41b")
def test_disruption_ends(at: At) -> None:
    game = at("at german-movement\nturn 3\n3420 1ID(disrupted)\n3422 191RD(disrupted)")
    game.to("russian-bombardment")
    assert game.units(game.s.disrupted) == {"191RD"}
    game.to("german-bombardment")
    assert game.s.disrupted == 0


@pytest.mark.case("8.37a", "8.37b", "8.37c")
def test_the_return_from_the_fringe(at: At) -> None:
    game = at("at mechanized\nturn 9\nK6 1ID\nK7 1-1\n0420 11ID\nJ5 122ID").play("done")
    assert game.ask == ("german", "elimination")
    assert game.movers("eliminate") == {"1ID", "1-1", "11ID"}
    assert game.clauses("eliminate 122ID") == ["8.37b"]
    game.play("eliminate 1ID", "eliminate 1-1")
    assert (game.where("11ID"), game.where("1ID")) == ("0420", "lost")
    assert game.ask == ("chance", "russian-air")
    game = at("at russian-combat\nturn 9\nK4 4V").play("done")
    assert game.where("4V") == "0419"


@pytest.mark.case("8.37b")
def test_only_hexes_beside_the_city_are_overstacked_before_the_elimination(at: At) -> None:
    assert at("at elimination\nturn 9\n0420 1ID 11ID").movers("eliminate") == {"1ID", "11ID"}
    for position in ("german-movement\nturn 9\n0420 1ID 11ID", "elimination\nturn 9\n0420 1ID 11ID\n3420 12ID 21ID"):
        with pytest.raises(BadPosition, match="more units than a hex holds"):
            at(f"at {position}")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("at german-movement\nturn 26", "from 0 to 25"),
        ("at german-movement\nturn 3\n3420 1ID 1V", "both sides"),
        ("at german-movement\nturn 3\n3420 1ID 11ID", "more units than a hex holds"),
        ("at german-movement\nturn 3\n3420 1-1 6-4", "more units than a hex holds"),
        ("at german-movement\nturn 3\n0219 1ID", "Germans can never be there"),
        ("at german-movement\nturn 3\n0219 4V\nF4 6-4\ngerman F4", "no Russian can be there"),
        ("at german-movement\nturn 3\n0322 1ID", "no ground unit can be there"),
        ("at german-movement\nturn 3\n0420 18W", "it never leaves 0821"),
        ("at german-movement\nturn 3\n0420 1W", "it never leaves Leningrad"),
        ("at german-movement\nturn 3\n0420 Nav", "one of its own hexes"),
        ("at german-movement\nturn 3\nlost 2HQ", "waits in reserve"),
        ("at german-movement\nturn 3\nwithdrawn 11ID", "never withdrawn"),
        ("at german-movement\nturn 3\nairfield 11ID", "only air units"),
        ("at german-movement\nturn 3\n3420 38HQ(reduced)", "only units with two sides"),
        ("at german-movement\nturn 3\nreserve 1ID(disrupted)", "only units on the map are disrupted"),
        ("at german-movement\nturn 3\n3420 1V(moved)", "units of the phasing player"),
        ("at german-combat\nturn 3\n3420 1ID(moved)", "no unit has moved"),
        ("at german-movement\nturn 3\n3420 1ID(attacked)", "no unit has fought"),
        ("at german-movement\nturn 0", "turn 0 is the set-up"),
        ("at elimination\nturn 3", "no fringe hex is overstacked"),
        ("at appearance\nturn 3", "no unit can appear"),
        ("at german-movement\nturn 3\n0125 6-4", "0125: no ground unit can be there"),
        ("at aim\nturn 3", "aim: the fleet is in harbor"),
        ("at german-movement\nturn 3\ngerman 3420", "not a scoring hex"),
        ("at german-movement\nturn 3\nmarkers 0420", "not a marker hex"),
        ("at german-movement\nturn 3\nK6 1ID\n0420 17W", "corresponding hexes"),
        ("at german-movement\nturn 3\nair 6", "air units left"),
        ("at german-movement\nturn 3\n0421 1-1(cut,moved)", "one German, on a fringe hex"),
        ("at german-movement\nturn 3\nK6 1-1(cut,moved)\nK5 1ID(cut,moved)", "one German, on a fringe hex"),
        ("at russian-movement\nturn 3\nK6 281RD(cut,moved)", "one German, on a fringe hex"),
        ("at german-movement\nturn 3\nleft 60\nK6 1-1(cut,moved)", "from 0 to 48"),
        ("at german-movement\nturn 3\nleft 6", "no move was interrupted"),
        ("at german-movement\nturn 3\nK6 1-1(cut)", "no move has been interrupted"),
        ("at german-combat\nturn 3\nK6 1-1(cut,moved)", "no move has been interrupted"),
        ("at german-movement\nturn 3\nreserve Air1", "over a hex or at its airfield"),
        ("at german-combat\nturn 3\nsallied 0320", "not a city hex from which"),
        ("at russian-combat\nturn 3\nsallied_workers 0420", "not a city hex from which"),
        ("at russian-combat\nturn 3\nsallied_guerrillas 0420", "not a city hex from which"),
        ("at russian-movement\nturn 3\nsallied_guerrillas 0320", "no unit has fought"),
        ("at russian-movement\nturn 3\nsallied_workers 0320", "no unit has fought"),
        ("at russian-movement\nturn 3\nfought 3420", "no unit has fought"),
        ("at russian-movement\nturn 3\n3420 1ID(defended)", "no unit has fought"),
        ("at german-combat\nturn 3\n3420 1ID(defended)", "only units of the other player"),
        ("at german-combat\nturn 3\n3420 1V(attacked)", "units of the phasing player have attacked"),
        ("at russian-combat\nturn 3\n0219 281RD(regrouped)", "no unit has moved"),
        ("at german-movement\nturn 3\n3420 1ID(regrouped)", "only Russians transfer"),
        ("at russian-movement\nturn 3\n3420 1ID(fresh)", "entered in this Player-Turn"),
        ("at german-movement\nturn 3\n3420 58ID(fresh)", "entered in this Player-Turn"),
        ("at german-movement\nturn 3\n0324 Nav(moved)", "phasing player have moved"),
        ("at russian-bombardment\nturn 3\n3420 1ID VVS1(strikers)", "only German air units"),
        ("at german-movement\nturn 3\nreserve 1ID(reduced)", "only units with two sides"),
        ("at german-movement\nturn 3\n0420 1ID 11ID", "more units than a hex holds"),
        ("at elimination\nturn 3\n0420 1ID 11ID\n3420 12ID 21ID", "3420: more units than a hex holds"),
        ("at set-up\nturn 0\nlost 1TD 235RD 281RD 4V 1G 2G 3G 4G 1W 2W 3W 4W 5W 6W 7W 8W 9W 10W", "in place"),
        ("at german-movement\nturn 3\n0324 Nav\nfire 0329", "out of range of the fleet's guns"),
        ("at german-movement\nturn 3\n0324 Nav\nfire 0320", "out of range of the fleet's guns"),
        ("at german-movement\nturn 3\n0125 Nav\nfire 0326", "in harbor or disrupted"),
        ("at german-movement\nturn 3\n0324 Nav(disrupted)\nfire 0326", "in harbor or disrupted"),
        ("at german-movement\nturn 3\n0324 Nav\nfire 0326 0420", "there is only one marker"),
        (
            "at german-movement\nturn 3\n0219 1TD 4V 235RD 281RD 191RD 177RD 70RD 168RD 1GV\nC3 2GV\nC4 3GV",
            "more than ten units of a kind",
        ),
    ],
)
def test_positions_that_cannot_be(at: At, text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        at(text)


@pytest.mark.case("8.37b", "8.33c", "13.2b")
def test_positions_that_can_be(at: At) -> None:
    assert at("at elimination\nturn 9\n0420 1ID 11ID").ask == ("german", "elimination")
    assert at("at german-movement\nturn 9\nleft 20\nK6 1-1(cut,moved)").against("1-1", "J6") == []
    assert at("at russian-movement\nturn 9\n0324 Nav(moved)").clauses("sail 0323") == ["13.2b"]
    assert at("at german-bombardment\nturn 9\nair 3\n3420 281RD Air1 Air2").ask == ("german", "german-bombardment")
    with pytest.raises(BadPosition, match="air units left"):
        at("at german-bombardment\nturn 9\nair 4\n3420 281RD Air1 Air2")
