"""[7.0] Stacking on both maps, while moving and in the city."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.notation import BadPosition
from grognard.titles.assault.rules.stacking import excess, room
from tests.titles.assault.box import NUMBER, D

At = Callable[..., Any]


@pytest.mark.case("7.4a", "7.4b", "7.4c", "14.3a", "15.4a", "7.2d")
def test_guerrilla_worker_and_division(at: At) -> None:
    game = at(
        "at russian-movement\nturn 5\n0821 18W\n0820 281RD\n0920 1G\n0921 235RD\n0921 2G".replace("\n0921 2G", " 2G")
    )
    game.play("move 281RD to 0821", "move 1G to 0821")
    assert excess(game.s, game.hex("0821")) == 0
    assert game.clauses("move 235RD to 0821") == ["7.2d"]
    assert game.clauses("move 2G to 0821") == ["7.4b"]
    assert not room(game.s, game.unit("3W")) >> game.hex("0821") & 1


@pytest.mark.case("7.2a", "7.2b", "7.2c", "7.1a", "7.3a", "7.3b")
def test_german_stacks(at: At) -> None:
    game = at("at german-movement\nturn 5\n3421 1-1 41HQ\n3422 1-113\n3522 1-1Pz\n3420 6-4\n3521 38HQ\n3320 1ID")
    game.play("move 1-113 to 3421", "move 1-1Pz to 3421")
    assert game.clauses("move 6-4 to 3421") == ["7.2b"]
    assert game.clauses("move 1ID to 3421") == ["7.1a"]
    assert game.clauses("move 38HQ to 3421") == ["7.3b"]
    game.play("move 38HQ to 3420")
    assert game.where("38HQ") == "3420"


@pytest.mark.case("7.5b", "7.5c", "6.19a", "7.2a")
def test_no_passing_through_friends(at: At) -> None:
    game = at("at german-movement\nturn 5\n3421 1ID\n3422 11ID\n3522 1-1\n3521 1-113")
    assert game.against("11ID", "3421 3420") == ["7.1a"]
    assert game.against("1-1", "3521 3520") == []  # through its own division
    game.play("move 1ID to 3420", "move 11ID via 3421 3321")
    assert game.where("11ID") == "3321"


@pytest.mark.case("7.6a", "8.26b", "8.26c")
def test_ten_in_the_city(new: At) -> None:
    game = new()
    game.play(*(f"deploy {n}W 0219" for n in range(1, 10)), "deploy 10W C3")
    assert game.ask == ("russian", "set-up")
    assert not excess(game.s, game.hex("0219"))
    one_more = game.unit("11W")
    assert not room(game.s, one_more) & (1 << game.hex("0219") | 1 << game.hex("C4"))  # ten with its district
    assert room(game.s, one_more) >> game.hex("0220") & 1
    assert room(game.s, game.unit("1TD")) >> game.hex("0219") & 1


@pytest.mark.case("7.6b", "8.26a", "8.26c")
def test_the_limits_in_words(new: At) -> None:
    game = new()
    game.play("deploy 1TD C3")
    assert game.clauses("deploy 4V C3") == ["7.2d"]
    assert game.clauses("deploy 1G C3") == []
    game.play("deploy 1W C3")
    assert game.clauses("deploy 2W C3") == ["7.4b"]
    assert game.clauses("deploy 2W 0319") == ["appendix1.3"]
    assert game.clauses("deploy 191RD C4") == ["appendix1.3"]


@pytest.mark.case("7.6a", "8.26b", "7.5b")
def test_city_hexes_take_many(at: At) -> None:
    """Divisions pass through each other there, and stay together."""
    game = at("at russian-movement\nturn 5\n0219 281RD 235RD\n0320 4V 1TD")
    assert game.price("281RD", "0320 0420") == "1½"
    game.play("move 281RD to 0320")
    assert game.where("281RD") == "0320"


TEN = "1TD 4V 235RD 281RD 191RD 177RD 70RD 168RD 2GV 3GV"


@pytest.mark.case("8.26b", "8.26c")
def test_the_eleventh_is_refused(at: At) -> None:
    nine = TEN.replace(" 3GV", "")
    game = at(f"at russian-movement\nturn 5\n0219 {nine} 1W 2W 3W 1G\nC3 3GV\n0220 5GV 4W\n0119 1GV")
    assert game.clauses("move 5GV to 0219") == ["8.26c"]
    assert game.clauses("move 1GV to 0219") == ["8.26c"]
    assert game.against("1GV", "B3 C4") == ["8.26c"]  # into the district neither
    assert "8.26c" in game.against("5GV", "0219 0118")  # nor through it
    assert game.against("4W", "0219") == []  # three Workers are not ten
    assert game.against("1TD", "0220") == []
    assert game.clauses("transfer 3GV 0219") == []  # one of the ten
    assert game.clauses("transfer 1TD C4") == []
    game.play("move 1TD to 0220", "move 5GV to 0219")
    assert game.where("5GV") == "0219"
    with pytest.raises(BadPosition, match="more units than a hex holds"):
        at(f"at russian-movement\nturn 5\n0219 {TEN} 5GV")


@pytest.mark.case("7.5b", "7.3b", "7.4b", "6.22a")
def test_no_sort_passes_through_its_own(at: At) -> None:
    """Headquarters, Guerrillas, Workers; in the Mechanized Movement Phase and on entering as in any move."""
    game = at("at german-movement\nturn 9\n0821 38HQ\n0721 2HQ 1ID\n3830 269ID\n3829 121ID")
    assert game.against("38HQ", "0721 0620") == ["7.3b"]
    assert "0721" not in game.reach("38HQ")
    assert game.against("123ID", "3819 3820", "enter") == []
    assert game.against("96ID", "3830 3730", "enter") == ["7.1a"]
    assert game.against("28HQ", "3830 3730", "enter") == []  # a headquarters beside any unit
    game = at("at mechanized\nturn 9\n0821 6-4\n0721 1-1\n0922 6-114")
    assert game.against("6-4", "0721 0620") == ["7.2b"]
    assert game.against("6-114", "0821 0722") == []
    game = at("at russian-movement\nturn 9\n0821 18W 1G\n0721 2G\nJ5 1W\nJ4 2W 4V")
    assert game.against("1G", "0721 0620") == ["7.4b"]
    assert game.against("1W", "J4 J3") == ["7.4b"]
    assert game.against("1W", "I5 I4 J3") == []


PETROGRAD = "D8 D7 D6 E9 E8 E7 E6 E5 F8 F7".split()


@pytest.mark.case("8.26c", "8.26a")
def test_the_tenfold_limit_is_for_both_maps_at_once(at: At) -> None:
    """Ten divisions are in the Petrograd Side: an eleventh comes while nobody is on the city hexes, and not else."""
    ten = "\n".join(f"{hex_} {unit}" for hex_, unit in zip(PETROGRAD, TEN.split(), strict=True))
    for other, bans in (("", []), ("\n0219 4W", ["8.26c"]), ("\nC5 4W", []), ("\nC5 1ID", [])):
        game = at(f"at russian-movement\nturn 20\nG5 5GV\n{ten}{other}")
        assert game.against("5GV", "F5") == bans, other
    game = at(f"at russian-movement\nturn 20\nG5 5GV\n0119 1GV\n0220 4W\n{ten}")
    assert game.against("4W", "0219") == []  # it is on a city hex as before
    game = at(f"at russian-movement\nturn 20\nF5 5GV\n0119 1GV\nC5 4W\n{ten}")
    assert game.clauses("transfer 4W 0219") == ["8.26c"]  # eleven are in a district: nobody goes up
    assert game.clauses("transfer 5GV 0220") == ["8.26c"]
    assert game.against("1GV", "0219") == ["8.26c"]
    game.play("move 5GV via G5")
    assert game.clauses("transfer 4W 0219") == []
    assert game.clauses("transfer 1TD 0220") == []
    assert game.against("1GV", "0219") == []
    assert at(f"at russian-movement\nturn 20\nF5 5GV\nH4 1ID\n{ten}").ask == ("russian", "russian-movement")
    with pytest.raises(BadPosition, match="ten units of a kind"):
        at(f"at russian-movement\nturn 20\nF5 5GV\n0219 4W\n{ten}")


@pytest.mark.case("8.26c")
def test_the_unit_that_goes_is_not_counted(at: At) -> None:
    """Up from a district of eleven, and down to one of ten when nobody else is on the city hexes."""
    hexes = "D8 D6 E9 E8 E7 E6 E5 F8 F7 F6".split()
    ten = "\n".join(f"{hex_} {unit}" for hex_, unit in zip(hexes, TEN.split(), strict=True))
    up = at(f"at russian-movement\nturn 20\nD7 24TD\n{ten}")
    assert up.against("24TD", "C7 0120 0219") == []
    down = at(f"at russian-movement\nturn 20\n0219 24TD\n{ten}")
    assert down.against("24TD", "0120 C7 D7") == []
    assert at(f"at russian-movement\nturn 20\n0219 24TD 1W\n{ten}").against("24TD", "0120 C7 D7") == ["8.26c"]


@pytest.mark.case("8.31a")
def test_the_city_hexes_have_no_room_for_germans(at: At) -> None:
    game = at("at german-movement\nturn 20\n3420 1ID 38HQ")
    assert not any(room(game.s, NUMBER[name]) & D.city for name in ("1ID", "38HQ", "6-4"))
    assert room(game.s, NUMBER["191RD"]) & D.city == D.city
