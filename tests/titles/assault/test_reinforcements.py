"""[16.0] Entry Areas, reinforcements and withdrawals."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.assault.rules.reinforcements import due
from grognard.titles.assault.rules.victory import points
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import lose

At = Callable[..., Any]


@pytest.mark.case("5.3a", "5.4a", "5.4b", "5.4c", "5.4d", "16.14a", "16.17a", "16.19b", "appendix2.1")
def test_the_first_turn(new: At) -> None:
    game = new(placed=True).to("german-movement")
    assert game.movers("enter") == {
        "41HQ",
        "1-1Pz",
        "1-1",
        "1-113",
        "6-11Pz",
        "6-4",
        "6-114",
        "36-87",
        "36-118",
        "38HQ",
        "1ID",
    }
    assert game.price("1-1Pz", "1136", "enter") == "⅓"
    assert game.price("1ID", "1136", "enter") == "½"
    assert game.price("1-1Pz", "1236", "enter") == "3"
    assert game.price("1ID", "1236", "enter") == "2"
    assert game.against("1ID", "1135", "enter") == ["5.4b"]
    assert game.against("1ID", "3830", "enter") == ["5.4b"]
    assert game.clauses("enter 269ID to 3830") == ["5.4b"]
    assert game.clauses("enter 1ID to 1135") == ["6.12c"]  # by 1136, and not because it is no hex of the Area
    assert game.clauses("enter 1ID to 2336") == ["6.13e"]
    assert game.clauses("enter 191RD to 1136")[0] == "16.12a"


@pytest.mark.case("5.4e", "16.15a", "16.16a", "16.16b", "11.44a", "16.18a", "9.2b")
def test_entering_into_a_zone(new: At) -> None:
    """The Narva Group in 1135 is of class B; the 191st behind it of class A."""
    game = new(placed=True).to("german-movement")
    assert game.price("1ID", "1136 1236", "enter") == "5½"  # into a zone for nothing, out of it for three
    game.play("enter 1-1Pz via 1236")
    assert game.where("1-1Pz") == "1236"
    assert game.units(game.s.fresh) == {"1-1Pz"}
    assert game.clauses("move 1-1Pz to 1235") == ["6.19b"]
    assert game.clauses("enter 6-4 via 1236") == ["7.2b"]
    game.to("mechanized")
    assert "1-1Pz" in game.movers()
    assert "enter" not in game.verbs()
    game.play("done")
    assert game.s.fresh == 0


@pytest.mark.case("16.19a", "5.4b", "appendix2.2", "appendix2.3")
def test_later_but_not_earlier(new: At) -> None:
    game = new(placed=True).to("german-movement").play("done").to("german-movement")
    assert game.s.turn == 2
    assert {"1ID", "269ID", "56HQ"} <= game.movers("enter")
    assert "11ID" not in game.movers("enter")
    game.play("done").to("german-movement")
    assert {"11ID", "2HQ", "1ID"} <= game.movers("enter")


@pytest.mark.case("16.15b")
def test_a_blocked_area(at: At) -> None:
    text = "at german-movement\nturn 3\n3816 1V\n3817 2V\n3818 3V\n"
    assert at(text).reach("11ID", "enter") >= {"3819"}
    game = at(f"{text}3819 4V")
    assert "11ID" not in game.movers("enter")
    assert "16.15b" in game.clauses("enter 11ID via 3816")
    assert game.against("11ID", "3816", "enter") == ["16.15b", "6.12c"]


# -- Russians ---------------------------------------------------------------------------------


@pytest.mark.case("16.12a", "16.13a", "16.16a", "16.19a", "16.19b", "appendix1.6", "appendix1.7")
def test_they_appear_in_the_city(at: At) -> None:
    game = at("at russian-bombardment\nturn 5").play("done")
    assert game.ask == ("russian", "appearance")
    assert game.movers("appear") == {"1GV"}
    assert game.clauses("appear 2GV 0219") == ["16.19b"]
    assert game.clauses("appear 1GV 0218") == ["16.13a"]
    assert len(game.hexes(game.options("appear", game.unit("1GV")).members)) == 57
    game.play("appear 1GV F4")
    assert game.ask == ("russian", "russian-movement")
    assert "1GV" in game.movers()
    later = at("at russian-bombardment\nturn 6").play("done")
    assert later.movers("appear") == {"1GV", "2GV", "3GV"}
    assert later.play("done").ask == ("russian", "russian-movement")


@pytest.mark.case("16.13b", "8.26c")
def test_in_a_district_without_germans(at: At) -> None:
    game = at("at russian-bombardment\nturn 5\nF4 6-4\nH4 1ID\ngerman F4").play("done")
    hexes = game.hexes(game.options("appear", game.unit("1GV")).members)
    assert len(hexes) == 18
    assert {"F5", "H7"} <= hexes
    assert game.clauses("appear 1GV 0220") == ["16.13b"]


@pytest.mark.case("16.13c", "16.13d")
def test_the_last_resort(at: At) -> None:
    three = "turn 5\nF4 6-4\nH4 1ID\nE7 11ID\ngerman F4\n"
    game = at(f"at russian-bombardment\n{three}").play("done")
    assert game.hexes(game.options("appear", game.unit("1GV")).members) == {"0120"}
    assert game.clauses("appear 1GV F5") == ["16.13c"]
    for full in ("0120 4V", "0120 12ID"):
        game = at(f"at russian-bombardment\n{three}{full}").play("done")
        assert game.ask == ("russian", "russian-movement")  # it waits
        assert game.units(due(game.s, RUSSIAN)) == {"1GV"}


# -- withdrawals and headquarters -------------------------------------------------------------


@pytest.mark.case("16.21a", "16.22a", "16.23a", "appendix2.7")
def test_withdrawals_of_turn_11(at: At) -> None:
    game = at("at german-bombardment\nturn 11\n3420 8-10Pz 8-8\n3421 3-29(reduced)\nlost 3-8").to("german-movement")
    assert [game.where(unit) for unit in ("8-10Pz", "8-8", "8-28", "3-29", "3-8")] == ["withdrawn"] * 4 + ["lost"]
    assert "8-28" not in game.movers("enter")
    assert game.s.reduced >> game.unit("3-29") & 1


@pytest.mark.case("16.26a", "16.22a", "appendix2.9")
def test_the_41st_corps_and_the_city(at: At) -> None:
    text = "at german-bombardment\nturn 22\n3420 1-1Pz\n"
    assert at(text).to("german-movement").where("1-1Pz") == "withdrawn"
    game = at(f"{text}H4 122ID").to("german-movement")
    assert game.where("1-1Pz") == "3420"
    game = at("at german-bombardment\nturn 23\n3420 1-1Pz").to("german-movement")
    assert game.where("1-1Pz") == "3420"


@pytest.mark.case("11.36a", "11.36b", "11.36d")
def test_a_headquarters_comes_back(at: At) -> None:
    game = at("at german-movement\nturn 4\n3420 2HQ\n3421 11ID")
    lose(game.s, game.unit("2HQ"))
    lose(game.s, game.unit("11ID"))
    assert (game.where("2HQ"), game.where("11ID")) == ("reserve", "lost")
    assert "2HQ" in game.movers("enter")
    assert game.against("2HQ", "3816", "enter") == []
    assert not due(game.s, GERMAN) >> game.unit("11ID") & 1


@pytest.mark.case("16.11a", "5.5a", "5.3b", "appendix2.4", "appendix2.5", "appendix2.6", "appendix2.8")
def test_who_comes_later(at: At) -> None:
    """Nobody of them is on the map at the start, and each is there from its turn on."""
    seen: set[str] = set()
    for turn in range(1, 26):
        game = at(f"at german-movement\nturn {turn}")
        new = game.units(due(game.s, GERMAN)) - seen
        assert new == {
            5: {"58ID"},
            7: {"8-10Pz", "8-8", "8-28"},
            17: {"291ID"},
            9: {"Tot-1", "Tot-2", "Tot-3", "39HQ", "12-29Pz", "12-5", "12-25", "20-76", "20-90", "122ID"},
        }.get(turn, new if turn <= 3 else set())
        seen |= new
    assert len(seen) == 40
    for turn, who in {5: "1GV", 6: "2GV 3GV", 9: "10RD", 16: "1NKVD 168RD", 18: "5GV", 22: "1Mar"}.items():
        game = at(f"at russian-movement\nturn {turn}")
        assert set(who.split()) <= game.units(due(game.s, RUSSIAN))
        game = at(f"at russian-movement\nturn {turn - 1}")
        assert not set(who.split()) & game.units(due(game.s, RUSSIAN))


@pytest.mark.case("16.25a", "6.110a")
def test_nobody_else_leaves(at: At) -> None:
    game = at("at german-movement\nturn 9\n3820 1ID\n1236 1-1")
    for place in ("reserve", "lost", "withdrawn", "airfield"):
        assert "6.110a" in game.against("1ID", place)
    assert game.verbs() == {"move", "enter", "done"}
    for turn in (10, 12, 21, 23):
        game = at(f"at german-bombardment\nturn {turn}\n3420 8-10Pz\n3421 1-1Pz\n3422 1ID").to("german-movement")
        assert {game.where(unit) for unit in ("8-10Pz", "1-1Pz", "1ID")} == {"3420", "3421", "3422"}


@pytest.mark.case("5.4e", "16.16a", "16.18a")
def test_who_enters_fights(new: At) -> None:
    game = new(placed=True).to("german-movement").play("enter 1ID via 1136").to("german-combat")
    game.play("attack 1135 with 1ID")
    assert game.units(game.s.local.attackers) == {"1ID"}


@pytest.mark.case("16.24a", "17.23c", "16.22a")
def test_losses_before_a_withdrawal_still_count(at: At) -> None:
    game = at("at german-bombardment\nturn 11\n3420 8-10Pz(reduced)\n3421 3-29(unsupplied)\nlost 8-8")
    before = points(game.s)[1]
    assert before == 100 + 2 * 2 + 2 * 4
    game.to("german-movement")
    assert game.where("3-29") == "withdrawn"  # in supply or not
    assert points(game.s)[1] == before


@pytest.mark.case("16.13a", "16.16b", "8.26a", "11.44a")
def test_where_there_is_no_room_nobody_appears(at: At) -> None:
    game = at("at russian-bombardment\nturn 5\nF4 281RD\n0219 235RD").play("done")
    assert game.clauses("appear 1GV F4") == ["8.26c"]
    game.play("appear 1GV 0219")
    assert game.units(game.s.fresh) == {"1GV"}
    game.to("german-bombardment")
    assert game.s.fresh == 0


@pytest.mark.case("16.14a", "16.15b", "5.4b", "5.4c", "16.17a")
def test_how_far_one_gets_on_entering(at: At) -> None:
    """Area C has no road: 3816 to 3819 are open or held, and neither another Area nor another's rate will do."""
    game = at("at german-movement\nturn 9\n3816 1V\n3828 2V")
    foot = game.reach("11ID", "enter")
    assert {"3817", "3818", "3819"} <= foot
    assert not {"3816", "3830", "3829", "1136"} & foot
    assert not {"3828", "3816", "1136"} & game.reach("Tot-1", "enter")
    assert {"3830", "3829", "3827", "3826"} <= game.reach("Tot-1", "enter")
    far = {unit: len(game.reach(unit, "enter")) for unit in ("39HQ", "20-76")}
    assert far["39HQ"] < far["20-76"]
    assert game.options("enter", game.unit("1ID")).to(game.hex("1136")) == (game.hex("1136"),)
