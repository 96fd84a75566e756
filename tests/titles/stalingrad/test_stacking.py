"""[7.0, 19.23] Stacking on both maps, while moving and in Stalingrad."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.notation import BadPosition
from grognard.titles.assault.rules.stacking import excess, limits, room
from tests.titles.stalingrad.box import GAME, NUMBER, D, names

At = Callable[..., Any]
MARCH, RUSSIANS = "at german-movement\nturn 5\n", "at russian-movement\nturn 5\n"
TEN = "13TC 28TC 192RD 184RD 147RD 196RD 181RD 229RD 214RD 131RD"


@pytest.mark.case("7.1a", "7.3a", "7.3b", "19.21a", "19.23a")
@pytest.mark.parametrize(
    ("unit", "clause"),
    [("24Pz", "19.23a"), ("3Mot", "19.23a"), ("22Pz", "19.23a"), ("113ID", "7.1a"), ("Rum1", "7.1a"), ("8HQ", "7.3b")],
)
def test_one_division_and_one_headquarters(at: At, unit: str, clause: str) -> None:
    """A Panzer or motorized division is one division, however many steps it has lost; beside it one headquarters."""
    for there in ("16Pz", "16Pz(reduced,subcounter)", "305ID"):
        game = at(f"{MARCH}0409 {there} 14HQ\n0410 {unit}")
        assert game.against(unit, "0409") == [clause]
        assert "0409" not in game.reach(unit)
        assert excess(game.s, game.hex("0409")) == 0
    game = at(f"{MARCH}0409 16Pz\n0410 Rum6HQ")
    game.play("move Rum6HQ to 0409")
    assert game.where("Rum6HQ") == "0409"
    assert "division or Tank Corps" in at(f"{MARCH}0409 16Pz\n0410 24Pz").reasons("move 24Pz via 0409")


@pytest.mark.case("7.2d", "7.4a", "7.4b")
def test_russian_stacks(at: At) -> None:
    """Divisions and Tank Corps never share a hex; a Worker shares one with any of them, and not with a Worker."""
    game = at(RUSSIANS + "0409 192RD\n0410 13TC\n0510 33Gd\nG3 184RD\nG4 1W\nH3 28TC\nF3 2W\nH2 10NKVD")
    for unit in ("13TC", "33Gd"):
        assert game.against(unit, "0409") == ["7.2d"]
    assert game.against("28TC", "G3") == game.against("10NKVD", "G3") == ["7.2d"]
    game.play("move 1W to G3")
    assert game.against("2W", "G3") == ["7.4b"]
    assert excess(game.s, game.hex("G3")) == 0
    game.play("move 28TC to F3")
    assert (game.where("28TC"), game.where("2W")) == ("F3", "F3")


@pytest.mark.case("7.5a", "6.12c")
def test_never_with_enemies(at: At) -> None:
    game = at(MARCH + "0409 192RD\n0410 8HQ\n0510 305ID")
    assert game.against("8HQ", "0409") == game.against("305ID", "0409") == ["6.12c"]
    with pytest.raises(BadPosition, match="both sides"):
        at(MARCH + "0409 192RD 8HQ")


@pytest.mark.case("7.5b", "7.5c", "6.19a", "7.3b", "6.22a")
def test_no_passing_through_friends(at: At) -> None:
    """A column moves head first; each kind blocks only its own, in both Movement Phases and on entering the map."""
    game = at(MARCH + "0409 305ID\n0410 113ID 8HQ\n0411 14HQ\n0412 16Pz")
    assert game.against("113ID", "0409 0408") == ["7.1a"]
    assert game.against("14HQ", "0410 0409") == ["7.3b"]
    assert game.against("8HQ", "0409 0408") == []
    assert game.against("16Pz", "0411 0410") == ["19.23a"]
    game.play("move 305ID to 0408", "move 113ID via 0409 0309")
    assert game.where("113ID") == "0309"
    game = at("at mechanized\nturn 5\n0409 16Pz\n0410 3Mot\n0411 14HQ")
    assert game.against("3Mot", "0409 0408") == ["19.23a"]
    assert game.against("14HQ", "0410 0409") == []
    game = at(RUSSIANS + "0113 192RD\nnorth 13Gd")
    assert game.against("13Gd", "0113 0213", "enter") == ["7.2d"]
    game = at(RUSSIANS + "J3 1W\nJ4 2W 192RD")
    assert game.against("1W", "J4 K4") == ["7.4b"]


@pytest.mark.case("7.6a", "3.2n")
def test_air_units_are_not_counted(at: At) -> None:
    game = at("at german-combat\nturn 12\n0409 305ID 8HQ\n0410 192RD Air1 Air2 Air3")
    assert excess(game.s, game.hex("0410")) == 0
    assert room(game.s, game.unit("305ID")) >> game.hex("0409") & 1


@pytest.mark.case("7.6a", "8.26b", "7.5b", "8.21b")
def test_city_hexes_take_many(at: At) -> None:
    game = at(RUSSIANS + "0807 192RD 184RD 13TC 1W 2W\n0907 147RD 3W")
    assert game.price("192RD", "0907 1007") == "1"  # by road, past the 147th
    assert {"0907", "1007"} <= game.reach("192RD") & game.reach("13TC") & game.reach("1W")
    game.play("move 192RD to 0907", "move 13TC to 0907", "move 1W to 0907")
    assert {game.where(unit) for unit in ("192RD", "13TC", "1W", "147RD", "3W")} == {"0907"}


@pytest.mark.case("7.6b", "8.26a")
def test_a_hex_of_the_inset_takes_what_any_hex_takes(at: At) -> None:
    game = at(RUSSIANS + "0907 192RD 184RD 1W 2W")
    game.play("transfer 192RD G3", "transfer 1W G3")
    assert game.clauses("transfer 184RD G3") == ["7.2d"]
    assert game.clauses("transfer 2W G3") == ["7.4b"]
    game = at("at german-movement\nturn 5\nG4 16Pz\nG5 24Pz 14HQ\nH5 8HQ")
    assert game.against("24Pz", "G4") == ["19.23a"]
    game.play("move 14HQ to G4")
    assert game.against("8HQ", "G5 G4") == ["7.3b"]


@pytest.mark.case("8.26b", "8.26c")
def test_the_eleventh_is_refused(at: At) -> None:
    nine = TEN.replace(" 131RD", "")
    game = at(f"{RUSSIANS}0907 {nine} 1W 2W 3W\nG3 131RD\n0807 112RD 4W\n0908 29RD\n0906 33Gd")
    for unit in ("112RD", "29RD", "33Gd"):
        assert game.clauses(f"move {unit} to 0907") == ["8.26c"]
        assert "0907" not in game.reach(unit)
    assert game.against("29RD", "F5 F4") == ["8.26c"]  # into the district neither
    assert "8.26c" in game.against("112RD", "0907 1007")  # nor through it
    assert "8.26c" in game.against("33Gd", "G1 G2")  # nor by ferry
    assert game.against("4W", "0907") == []  # three Workers are not ten
    assert game.against("13TC", "0807") == []
    assert game.clauses("transfer 131RD 0907") == []  # one of the ten
    game.play("move 13TC to 0807", "move 112RD to 0907")
    assert game.where("112RD") == "0907"
    assert "ten units" in at(f"{RUSSIANS}0907 {TEN}\n0908 29RD").reasons("move 29RD to 0907")
    with pytest.raises(BadPosition, match="more units than a hex holds"):
        at(f"{RUSSIANS}0907 {TEN} 29RD")


CENTRE = "F2 F3 F4 G2 G3 G4 H2 H3 H4 I2".split()


@pytest.mark.case("8.26c", "8.26a")
def test_the_tenfold_limit_is_for_both_maps_at_once(at: At) -> None:
    """Ten are in the centre: an eleventh comes while nobody is on the city hexes. Then nobody goes up."""
    ten = "\n".join(f"{hex_} {unit}" for hex_, unit in zip(CENTRE, TEN.split(), strict=True))
    for other, bans in (("", []), ("\n0807 4W", ["8.26c"]), ("\nC3 4W", []), ("\nC3 305ID", [])):
        game = at(f"{RUSSIANS}J3 29RD\n{ten}{other}")
        assert game.against("29RD", "I3") == bans, other
    game = at(f"{RUSSIANS}I3 29RD\n0908 33Gd\nC3 4W\n{ten}")
    assert game.clauses("transfer 4W 0807") == ["8.26c"]
    assert game.clauses("transfer 29RD 0907") == ["8.26c"]
    assert game.against("33Gd", "0907") == ["8.26c"]
    game.play("move 29RD to J3")
    assert game.clauses("transfer 4W 0807") == []
    with pytest.raises(BadPosition, match="ten units of a kind"):
        at(f"{RUSSIANS}I3 29RD\n0807 4W\n{ten}")


@pytest.mark.case("8.31a")
def test_the_city_hexes_have_no_room_for_germans(at: At) -> None:
    game = at(MARCH + "0409 305ID 8HQ")
    assert not any(room(game.s, NUMBER[name]) & D.city for name in ("305ID", "8HQ", "16Pz", "Rum1"))
    assert room(game.s, NUMBER["192RD"]) & D.city == D.city


@pytest.mark.case("8.26b")
def test_every_unit_has_its_place_in_the_count() -> None:
    """Divisions, Tank Corps and the NKVD Division count together; Workers and headquarters by themselves."""
    kinds = {slot: {it.type for n, it in enumerate(D.units) if D.slot[n] == slot} for slot in range(4)}
    assert kinds[1] == {"headquarters", "motor headquarters"}
    assert kinds[2] == set()
    assert kinds[3] == {"worker"}
    assert kinds[0] == {it.type for it in D.units} - kinds[1] - kinds[3]
    assert D.charts.numbers["city_stack"] == 10


@pytest.mark.case("7.1a", "7.2d", "7.3b", "7.4b", "19.23a", "8.26c")
def test_every_limit_cites_a_clause_that_holds(at: At) -> None:
    game = at(MARCH + "0409 305ID 8HQ\nG3 192RD 1W")
    alive = {clause.id for clause in GAME.rulebook.clauses if clause.kind != "dead"}
    for name in ("16Pz", "22Pz", "113ID", "14HQ", "184RD", "2W", "13TC", "10NKVD"):
        found = limits(game.s, NUMBER[name])
        full = found[0].where
        assert names(full) == ({"0409"} if D.slot[NUMBER[name]] == 1 else {"G3"} if name == "2W" else {"0409", "G3"})
        assert {ban.clause for ban in found} <= alive
