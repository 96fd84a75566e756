"""[9.0, 19.32] Zones of Control by class, river and map, and how they hinder movement. Around 0409 all is clear."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.titles.assault.rules.zones import fluid, rigid, zone
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import hurt
from tests.titles.stalingrad.box import AT, D, names

At = Callable[..., Any]
AROUND = {"0409", "0309", "0310", "0408", "0410", "0509", "0510"}
MARCH, AGAIN = "at german-movement\nturn 5\n", "at mechanized\nturn 5\n"
COMBAT = "at german-combat\nturn 5\n"


# -- how far, and of which kind ---------------------------------------------------------------


@pytest.mark.case("9.1a", "9.2a", "9.3a", "9.5a", "19.21b", "10.210b")
def test_a_panzer_division_loses_its_classes(at: At) -> None:
    """12-A, 9-B, 6-B and 3-C: rigid, fluid twice, and its own hex alone."""
    game = at(COMBAT + "0409 16Pz")
    unit = game.unit("16Pz")
    assert (game.hexes(rigid(game.s, GERMAN)), fluid(game.s, GERMAN)) == (AROUND, 0)
    for _ in range(2):
        hurt(game.s, unit)
        assert (rigid(game.s, GERMAN), game.hexes(fluid(game.s, GERMAN))) == (0, AROUND)
        assert game.hexes(zone(game.s, GERMAN)) == AROUND
    hurt(game.s, unit)
    assert rigid(game.s, GERMAN) == fluid(game.s, GERMAN) == 0
    assert game.hexes(zone(game.s, GERMAN)) == {"0409"}
    hurt(game.s, unit)
    assert (game.where("16Pz"), zone(game.s, GERMAN)) == ("lost", 0)


@pytest.mark.case("9.1a", "9.5a")
@pytest.mark.parametrize(
    ("unit", "kind"),
    [
        ("13TC", "A"),
        ("13TC(reduced)", "B"),
        ("33Gd", "A"),
        ("33Gd(reduced)", "B"),
        ("192RD", "B"),
        ("192RD(reduced)", "C"),
    ],
)
def test_the_zones_of_russians(at: At, unit: str, kind: str) -> None:
    game = at(COMBAT + f"0409 {unit}")
    found = rigid(game.s, RUSSIAN), fluid(game.s, RUSSIAN), zone(game.s, RUSSIAN)
    want = {"A": (AROUND, set(), AROUND), "B": (set(), AROUND, AROUND), "C": (set(), set(), {"0409"})}
    assert tuple(map(game.hexes, found)) == want[kind]


@pytest.mark.case("9.5a", "11.32a")
def test_a_headquarters_has_its_own_hex_and_nothing_more(at: At) -> None:
    game = at(COMBAT + "0409 14HQ")
    assert game.hexes(zone(game.s, GERMAN)) == {"0409"}
    game = at(COMBAT + "0409 14HQ 16Pz")
    assert game.hexes(rigid(game.s, GERMAN)) == AROUND


@pytest.mark.case("9.9a")
def test_several_zones_are_one(at: At) -> None:
    """A rigid zone and two fluid ones over 0509: rigid, and it costs three points to leave, not nine."""
    game = at(MARCH + "0509 305ID\n0510 33Gd\n0408 192RD\n0508 184RD")
    assert game.s.data.board.at["0509"] in set(scan(rigid(game.s, RUSSIAN)))
    assert not fluid(game.s, RUSSIAN) >> game.hex("0509") & 1
    assert game.price("305ID", "0608") == "4"


@pytest.mark.case("12.42e")
def test_disruption_changes_no_zone(at: At) -> None:
    game = at(COMBAT + "0409 33Gd(disrupted,unsupplied)")
    assert game.hexes(rigid(game.s, RUSSIAN)) == AROUND


# -- rivers and maps --------------------------------------------------------------------------


@pytest.mark.case("9.7a", "19.32b", "19.31a", "9.2a")
def test_zones_cross_river_and_don(at: At) -> None:
    """1016 is a town behind the Don (0917, 1017, 1117) and a river (1116)."""
    game = at(COMBAT + "1016 33Gd")
    assert game.hexes(rigid(game.s, RUSSIAN)) == {"1016", "0916", "1015", "0917", "1017", "1117", "1116"}


@pytest.mark.case("9.7a", "19.32a")
def test_zones_do_not_cross_the_volga_ferry_or_not(at: At) -> None:
    """0505 has a ferry to 0504, and no crossing to 0604 and 0605."""
    game = at(COMBAT + "0505 16Pz\n1305 33Gd")
    assert game.hexes(zone(game.s, GERMAN)) == {"0505", "0404", "0405", "0506"}
    assert game.hexes(zone(game.s, RUSSIAN)) == {"1305", "1204", "1205", "1304"}


@pytest.mark.case("9.7a", "19.32a")
def test_no_volga_hexside_of_either_map_carries_a_zone() -> None:
    sides = D.barrier
    assert len(sides) > 100
    assert [pair for pair in sides if D.zoc(1 << pair[0]) >> pair[1] & 1] == []
    assert D.ferries <= sides


@pytest.mark.case("9.7a")
def test_lakes_stop_zones() -> None:
    """1606 borders 1507 across a lake."""
    around = names(D.zoc(1 << AT["1606"]))
    assert around - {"1606"} == {"1506", "1605", "1607", "1706", "1707"}
    assert "1606" not in names(D.zoc(1 << AT["1507"]))


@pytest.mark.case("9.7b", "8.42a", "8.41a", "19.32a")
def test_zones_on_the_inset(at: At) -> None:
    """J2 is at the Central Ferry: no zone over it. E5 is fringe: its zone works as on any hex."""
    game = at(COMBAT + "J2 13Gd\nE5 16Pz")
    assert game.hexes(rigid(game.s, RUSSIAN)) == {"J2", "I2", "I3", "J3", "K2", "K3"}
    assert game.hexes(rigid(game.s, GERMAN)) == {"E5", "D5", "D4", "E4", "F5", "F4"}


@pytest.mark.case("9.7c", "8.43a")
def test_the_city_on_the_main_map_has_no_zones(at: At) -> None:
    game = at(COMBAT + "0907 13Gd 13TC\n0908 16Pz")
    assert zone(game.s, RUSSIAN) == rigid(game.s, RUSSIAN) == 0
    assert fluid(at(COMBAT + "0907 192RD").s, RUSSIAN) == 0
    assert game.hexes(zone(game.s, GERMAN)) == {"0908", "0808", "0909", "1008"}


@pytest.mark.case("9.7b", "8.41a")
def test_zones_stay_on_their_own_map(at: At) -> None:
    """A unit in 0808 has no zone on the Inset, nor one in D5 on the main map."""
    game = at(COMBAT + "0808 16Pz")
    assert not zone(game.s, GERMAN) & D.on_inset
    game = at(COMBAT + "D5 16Pz")
    assert not zone(game.s, GERMAN) & D.main


# -- what they do to movement -----------------------------------------------------------------


@pytest.mark.case("9.2b")
def test_a_rigid_zone_stops(at: At) -> None:
    """16Pz goes from 0407 by 0408 into the zone of the Guards in 0410, and stops."""
    game = at(MARCH + "0407 16Pz\n0410 33Gd")
    assert game.against("16Pz", "0408 0409") == []
    assert game.against("16Pz", "0408 0409 0509") == ["9.2b"]
    assert game.against("16Pz", "0408 0409 0310") == ["9.2b"]


@pytest.mark.case("9.2c", "9.2d", "9.4a")
def test_who_begins_in_a_rigid_zone(at: At) -> None:
    game = at(MARCH + "0409 16Pz\n0410 33Gd")
    assert game.against("16Pz", "0310") == ["9.2d"]
    assert game.price("16Pz", "0408") == "4"
    assert game.price("16Pz", "0408 0407") == "5"
    assert game.against("16Pz", "0408 0309 0310") == []
    shut = at(MARCH + "0409 16Pz\n0410 33Gd\n0408 13Gd")
    assert shut.reach("16Pz") == set()  # all six are in rigid zones
    assert "16Pz" not in shut.movers()


@pytest.mark.case("9.2b")
def test_nobody_passes_a_rigid_zone(at: At) -> None:
    """Guards in 0210, 0410 and 0610: their zones are a wall two hexes thick."""
    game = at(MARCH + "0408 Rum1\n0210 33Gd\n0410 13Gd\n0610 15Gd")
    assert {"0309", "0310", "0409", "0510"} <= game.reach("Rum1")
    assert not {"0311", "0411", "0511"} & game.reach("Rum1")


@pytest.mark.case("9.3a", "9.3b", "9.2d", "9.4a")
@pytest.mark.parametrize(
    ("west", "east", "open_"), [("192RD", "184RD", True), ("33Gd", "184RD", True), ("33Gd", "13Gd", False)]
)
def test_a_gap_of_one_hex(at: At, west: str, east: str, open_: bool) -> None:
    """From 0209 into 0409, between enemies in 0410 and 0408: by 0309 or 0310, which are in their zones too."""
    game = at(f"{MARCH}0209 16Pz\n0410 {west}\n0408 {east}")
    assert ("0409" in game.reach("16Pz")) == open_


@pytest.mark.case("9.3a", "9.3b", "9.4a", "9.4b")
def test_a_fluid_zone_does_not_stop(at: At) -> None:
    """Entering costs nothing extra, each hex in the zone three points to leave."""
    game = at(MARCH + "0407 16Pz 14HQ\n0410 192RD")
    assert game.price("16Pz", "0408 0409") == "2"
    assert game.price("16Pz", "0408 0409 0509") == "6"
    assert game.price("16Pz", "0408 0409 0310") == "6"
    assert game.against("16Pz", "0408 0409 0310 0311") == ["6.13e"]


@pytest.mark.case("9.3b")
def test_from_rigid_to_fluid_and_from_fluid_to_rigid(at: At) -> None:
    """0510 is in the rigid zone of 0511, 0509 in the fluid one of 0508."""
    position = MARCH + "{} 16Pz\n0511 33Gd\n0508 192RD"
    assert at(position.format("0510")).price("16Pz", "0509") == "4"
    assert at(position.format("0509")).price("16Pz", "0510") == "4"


@pytest.mark.case("9.4b", "6.13e")
def test_one_hex_is_always_possible(at: At) -> None:
    """Woods across a river out of a zone cost six points, and Rum1 has five; as a second hex that is too much."""
    game = at(MARCH + "0717 Rum1\n0718 192RD")
    assert game.against("Rum1", "0616") == []
    game = at(MARCH + "0816 Rum1\n0718 192RD")
    assert game.against("Rum1", "0717 0616") == ["6.13e"]


@pytest.mark.case("9.2e", "9.3c", "6.22c")
def test_the_mechanized_movement_phase(at: At) -> None:
    game = at(AGAIN + "0409 16Pz\n0410 33Gd\n0709 24Pz\n0710 192RD")
    assert game.movers() == {"24Pz"}
    assert game.against("16Pz", "0408") == ["6.22c"]
    assert game.price("24Pz", "0708") == "6"  # woods


@pytest.mark.case("9.8a", "9.5a")
def test_zones_affect_only_enemies_and_class_c_nobody_around(at: At) -> None:
    game = at(MARCH + "0407 16Pz\n0508 305ID\n0510 192RD(reduced)")
    assert game.price("16Pz", "0408 0409 0410") == "3"


@pytest.mark.case("9.8a", "12.12b")
def test_air_units_have_no_part_in_zones(at: At) -> None:
    game = at("at raid\nturn 5\n0409 33Gd Air1\n0410 192RD")
    assert zone(game.s, GERMAN) == 0
    game.play("roll 1")
    assert game.units(game.s.disrupted) == {"33Gd"}


@pytest.mark.case("9.2d", "6.33a", "19.32a")
def test_a_ferry_does_not_lead_from_rigid_zone_to_rigid_zone(at: At) -> None:
    """0505 is in the zone of 0405; 0504 is in one only if Germans are on its own bank."""
    game = at("at russian-movement\nturn 5\n0505 192RD\n0405 16Pz")
    assert "0504" in game.reach("192RD")
    game = at("at russian-movement\nturn 5\n0505 192RD\n0405 16Pz\n0403 24Pz")
    assert "0504" not in game.reach("192RD")
    assert "9.2d" in game.against("192RD", "0504")
