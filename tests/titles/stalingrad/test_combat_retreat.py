"""[10.27-10.28, 19.6] Retreats: where to, who cannot, and that every retreat disrupts. Around 0409 all is clear."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.titles.stalingrad.box import D

At = Callable[..., Any]
GERMANS, RUSSIANS = "at german-combat\nturn 12\n", "at russian-combat\nturn 12\n"


# -- where to ---------------------------------------------------------------------------------


@pytest.mark.case("10.27a", "10.27b", "10.27c", "10.27d", "10.27e")
def test_where_a_unit_may_retreat(at: At) -> None:
    """The zones of 16Pz in 0408 and 44ID in 0610 leave two hexes, and the Guards fill one of them."""
    game = at(GERMANS + "0408 16Pz\n0409 192RD\n0310 33Gd\n0610 44ID")
    game.strike("attack 0409 with 16Pz", "-/2").play("retire")
    assert game.reach_back("192RD") == {"0410"}
    assert game.clauses("retreat 192RD 0309") == ["10.27d"]
    assert game.clauses("retreat 192RD 0408") == ["10.27d"]  # the enemy's own hex
    assert game.clauses("retreat 192RD 0310") == ["10.27e"]
    assert game.clauses("retreat 192RD 0411") == ["10.27c"]
    assert game.clauses("retreat 33Gd 0410") == ["10.27a"]


@pytest.mark.case("10.27b")
def test_toward_the_enemy_if_they_are_of_class_c(at: At) -> None:
    game = at(GERMANS + "0408 305ID(reduced)\n0409 192RD(reduced)\n0411 16Pz(reduced,subcounter)")
    game.strike("attack 0409 with 305ID", "-/1").play("retire")
    assert game.reach_back("192RD") == {"0309", "0310", "0410", "0509", "0510"}


@pytest.mark.case("10.27d")
def test_no_retreat_into_a_fluid_zone_though_a_friend_is_there(at: At) -> None:
    """There is room for a division beside the headquarters in 0310, but it is in the zone of 0210."""
    game = at(RUSSIANS + "0409 3Mot(reduced)\n0408 13TC\n0310 14HQ\n0210 192RD")
    game.strike("attack 0409 with 13TC", "-/1").play("retire")
    assert game.clauses("retreat 3Mot 0310") == ["10.27d"]
    assert game.reach_back("3Mot") == {"0410", "0510"}


@pytest.mark.case("10.27d", "19.32b")
def test_zones_over_the_don_close_a_retreat(at: At) -> None:
    """Guards in 0917 have their zone over the Don in 0916."""
    game = at(RUSSIANS + "0915 305ID(reduced)\n1014 13TC(reduced)\n0917 33Gd")
    game.strike("attack 0915 with 13TC", "-/1").play("retire")
    assert game.clauses("retreat 305ID 0916") == ["10.27d"]
    assert game.reach_back("305ID") == {"0814", "0815"}


@pytest.mark.case("10.27b", "10.27c")
def test_a_retreat_over_the_don_is_free(at: At) -> None:
    game = at(RUSSIANS + "0917 305ID(reduced)\n0918 13TC").strike("attack 0917 with 13TC", "-/1")
    game.play("retire")
    assert {"0916", "1016"} <= game.reach_back("305ID")


@pytest.mark.case("10.27e", "19.23a", "7.3a")
def test_one_division_to_a_hex_and_one_headquarters(at: At) -> None:
    """A division may retreat to a headquarters, not to another division, and a headquarters the other way round."""
    game = at(RUSSIANS + "0409 3Mot(reduced) 14HQ\n0410 13TC\n0509 8HQ\n0309 305ID(reduced)")
    game.strike("attack 0409 with 13TC", "-/1").play("retire")
    assert game.reach_back("3Mot") == {"0408", "0509"}
    assert game.reach_back("14HQ") == {"0408", "0309"}
    assert game.clauses("retreat 3Mot 0309") == ["10.27e"]
    assert game.clauses("retreat 14HQ 0509") == ["10.27e"]
    game.play("retreat 3Mot 0509", "retreat 14HQ 0309")
    assert game.units(game.s.disrupted) == {"3Mot", "14HQ"}


@pytest.mark.case("10.27c", "10.28b")
def test_off_the_map_and_over_lakes_nobody_retreats(at: At) -> None:
    """1606 borders 1507 across a lake; 0104 has the edge, the Volga and a German zone around it."""
    game = at(GERMANS + "1607 16Pz\n1606 192RD").strike("attack 1606 with 16Pz", "-/1").play("retire")
    assert game.clauses("retreat 192RD 1507") == ["10.27c"]
    assert game.reach_back("192RD") == {"1506", "1605", "1706"}
    game = at(GERMANS + "0204 16Pz\n0104 192RD").strike("attack 0104 with 16Pz", "-/2")
    assert game.clauses("retire") == ["10.28b"]


# -- the Volga --------------------------------------------------------------------------------


@pytest.mark.case("10.28d", "6.33c")
def test_russians_retreat_over_ferries_and_germans_never(at: At) -> None:
    """0505: a ferry to 0504, and no crossing to 0604 and 0605."""
    game = at(GERMANS + "0405 16Pz\n0505 192RD").strike("attack 0505 with 16Pz", "-/1").play("retire")
    assert game.reach_back("192RD") == {"0504"}
    assert game.clauses("retreat 192RD 0604") == ["10.28d"]
    assert "nobody crosses the Volga to 0604" in game.reasons("retreat 192RD 0604")
    game = at(RUSSIANS + "0405 192RD(reduced)\n0506 184RD(reduced)\n0505 305ID(reduced,unsupplied)")
    game.strike("attack 0505 with 192RD 184RD", "-/1").play("retire")
    assert game.reach_back("305ID") == {"0404"}
    for hex_ in ("0504", "0604", "0605"):
        assert game.clauses(f"retreat 305ID {hex_}") == ["10.28d"]
        assert f"Germans cannot retreat across the Volga to {hex_}" in game.reasons(f"retreat 305ID {hex_}")


@pytest.mark.case("10.38a", "10.28d")
def test_retreats_over_the_volga_on_the_inset(at: At) -> None:
    """At the Central Ferry J2 to J1; from K2 no ferry leads to K1."""
    weak = "13Gd(reduced,unsupplied)"
    game = at(f"{GERMANS}J3 305ID(reduced)\nI3 44ID(reduced)\nJ2 {weak}").strike("attack J2 with 305ID 44ID", "-/1")
    assert "J1" in game.play("retire").reach_back("13Gd")
    game = at(f"{GERMANS}K3 305ID(reduced)\nL2 44ID(reduced)\nK2 {weak}").strike("attack K2 with 305ID 44ID", "-/1")
    assert game.play("retire").reach_back("13Gd") == {"J2"}
    assert game.clauses("retreat 13Gd K1") == ["10.38a"]
    assert "no ferry leads to K1" in game.reasons("retreat 13Gd K1")
    game = at(RUSSIANS + "J2 305ID(reduced)\nJ3 13TC\nI3 13Gd").strike("attack J2 with 13TC 13Gd", "1/1")
    game.play("lose 13Gd", "retire")
    assert game.clauses("retreat 305ID J1") == ["10.28d"]
    assert "no ferry" not in game.reasons("retreat 305ID J1")


@pytest.mark.case("10.28d", "8.33b")
def test_over_the_volga_from_the_city_and_into_it(at: At) -> None:
    """Attackers out of 0907 retreat in the city or over the Volga; with Germans on the Inset the city is closed."""
    game = at(RUSSIANS + "0907 13Gd\n0908 3Mot(subcounter)").strike("attack 0908 with 13Gd", "1/1").play("retire")
    assert game.reach_back("13Gd") == {"0807", "1007", "0806", "0906", "1006"}
    position = GERMANS + "1009 16Pz\n1008 192RD"
    game = at(position).strike("attack 1008 with 16Pz", "-/2").play("retire")
    assert game.reach_back("192RD") == {"0908", "1007", "1108"}
    game = at(position + "\nB5 305ID").strike("attack 1008 with 16Pz", "-/2").play("retire")
    assert game.reach_back("192RD") == {"0908", "1108"}
    assert game.clauses("retreat 192RD 1007") == ["8.33b"]


@pytest.mark.case("10.28d")
def test_only_crossings_are_open_to_retreats() -> None:
    """A Volga hexside that is no crossing for Russians is none in a retreat, and none is for Germans."""
    crossings = {frozenset(pair) for pair in D.cross}
    for a, b in D.barrier:
        assert not D.refuge[0][a] >> b & 1
        assert bool(D.refuge[1][a] >> b & 1) == (frozenset((a, b)) in crossings)


# -- the city ---------------------------------------------------------------------------------


@pytest.mark.case("10.27c", "8.35b")
def test_a_retreat_stays_on_its_map(at: At) -> None:
    """From F4 to fringe hexes of the Inset, unless enemies are in their hex of the main map, 0908."""
    position = RUSSIANS + "F4 305ID(reduced)\nF3 13TC\nE4 13Gd"
    game = at(position).strike("attack F4 with 13TC 13Gd", "1/1").play("lose 13TC", "retire")
    assert game.reach_back("305ID") == {"F5", "G5"}
    assert game.clauses("retreat 305ID 0908") == ["10.27c"]
    assert game.clauses("retreat 305ID E5") == ["10.27d"]
    game = at(position + "\n0908 192RD").strike("attack F4 with 13TC 13Gd", "1/1").play("lose 13TC")
    assert game.clauses("retire") == ["10.28b"]


@pytest.mark.case("14.4a", "19.43a")
def test_workers_and_the_nkvd_stay_in_the_city(at: At) -> None:
    """J2 has the ferry to J1, which is fringe: a Guards Division may go there, a Worker and the NKVD may not."""
    for unit, marks, clauses in (
        ("1W", "", ["14.4a"]),
        ("10NKVD", "(reduced,unsupplied)", ["19.43a"]),
        ("13Gd", "(reduced,unsupplied)", []),
    ):
        game = at(f"{GERMANS}J3 305ID(reduced)\nI3 44ID(reduced)\nJ2 {unit}{marks}")
        game.strike("attack J2 with 305ID 44ID", "-/1").play("retire")
        assert game.clauses(f"retreat {unit} J1") == clauses
        assert {"I2", "K2", "K3"} <= game.reach_back(unit)


# -- who cannot -------------------------------------------------------------------------------


@pytest.mark.case("10.28a", "10.28c", "12.42a", "12.42b")
def test_a_disrupted_unit_cannot_retreat_and_nobody_with_it(at: At) -> None:
    game = at(RUSSIANS + "0409 305ID 8HQ(disrupted)\n0410 13TC\n0310 28TC").strike("attack 0409 with 13TC 28TC", "-/1")
    assert game.clauses("retire") == ["10.28a"]
    assert "8HQ is disrupted" in game.reasons("retire")
    assert game.verbs() == {"lose"}


@pytest.mark.case("10.28a", "12.42b")
def test_disruption_elsewhere_does_not_matter(at: At) -> None:
    game = at(GERMANS + "0408 16Pz\n0409 192RD\n0511 184RD(disrupted)").strike("attack 0409 with 16Pz", "-/2")
    assert game.clauses("retire") == []


@pytest.mark.case("10.28b", "10.28c")
def test_surrounded(at: At) -> None:
    game = at(GERMANS + "0408 16Pz\n0409 192RD\n0311 44ID\n0511 71ID").strike("attack 0409 with 16Pz", "-/2")
    assert game.clauses("retire") == ["10.28b"]
    assert "192RD has no hex to retreat to" in game.reasons("retire")
    able = at(GERMANS + "0408 16Pz\n0409 192RD\n0311 44ID\n0511 71ID", retreat="able")
    assert able.strike("attack 0409 with 16Pz", "-/2").clauses("retire") == ["10.28b"]
    game.play("lose 192RD", "lose 192RD")
    assert game.where("192RD") == "lost"


@pytest.mark.case("10.28b", "10.27e")
def test_no_room_for_all(at: At) -> None:
    """Divisions in 0410 and 0510 are attacked together, and 0511 is the only hex behind them that is free."""
    crowd = "0311 184RD\n0411 181RD\n0609 131RD\n0610 112RD"
    position, attack = (
        f"{GERMANS}0409 305ID\n0410 192RD(reduced)\n0510 147RD(reduced)\n{crowd}",
        "attack 0410 0510 with 305ID",
    )
    game = at(position).strike(attack, "-/1")
    assert game.clauses("retire") == ["10.28b"]
    assert "there is no room around for all of 192RD and 147RD" in game.reasons("retire")
    game = at(position.replace("\n0610 112RD", "")).strike(attack, "-/1")
    assert game.clauses("retire") == []


@pytest.mark.case("10.27a")
def test_who_would_keep_others_from_retreating_goes_elsewhere(at: At) -> None:
    """0511 is all 192RD has; 147RD may also go to 0610, and must."""
    game = at(GERMANS + "0409 305ID\n0410 192RD(reduced)\n0510 147RD(reduced)\n0311 184RD\n0411 181RD")
    game.strike("attack 0410 0510 with 305ID", "-/1").play("retire")
    assert (game.reach_back("192RD"), game.reach_back("147RD")) == ({"0511"}, {"0609", "0610"})
    assert game.clauses("retreat 147RD 0511") == ["10.27a"]
    game.play("retreat 147RD 0610", "retreat 192RD 0511")
    assert game.units(game.s.disrupted) == {"147RD", "192RD"}


TWO = GERMANS + "0409 305ID(reduced)\n0410 192RD(reduced)\n0510 147RD(reduced)\n0311 181RD\n0411 196RD\n0310 184RD\n"


@pytest.mark.case("10.27e", "10.27a")
def test_one_after_another(at: At) -> None:
    """192RD has only the hex that 147RD leaves, and must wait for it."""
    game = at(TWO + "0511 131RD").strike("attack 0410 0510 with 305ID", "-/1").play("retire")
    assert game.movers("retreat") == {"147RD"}
    assert "10.27e" in game.clauses("retreat 192RD 0510")
    assert "192RD must wait until others have made room" in game.reasons("retreat 192RD 0510")
    game.play("retreat 147RD 0609", "retreat 192RD 0510")
    assert (game.where("192RD"), game.units(game.s.disrupted)) == ("0510", {"147RD", "192RD"})


@pytest.mark.case("10.27a")
def test_who_would_block_the_only_way_goes_last(at: At) -> None:
    """0511 is all there is for 147RD, with 0410 in a zone; 192RD could go there too, but has 0510 afterwards."""
    position = TWO.replace("184RD", "44ID") + "0509 131RD\n0609 112RD\n0610 29RD"
    game = at(position).strike("attack 0410 0510 with 305ID", "-/1").play("retire")
    assert game.movers("retreat") == {"147RD"}
    assert "if 192RD went first, not all could retreat" in game.reasons("retreat 192RD 0511")
    game.play("retreat 147RD 0511", "retreat 192RD 0510")
    assert game.where("192RD") == "0510"


@pytest.mark.case("10.27a", "10.28c", "19.61a")
def test_with_the_option_who_can_retreats_and_the_others_lose_a_step(at: At) -> None:
    position = RUSSIANS + "0409 305ID(disrupted) 8HQ\n0410 13TC\n0310 28TC"
    game = at(position, retreat="able").strike("attack 0409 with 13TC 28TC", "-/1").play("retire", "retreat 8HQ 0408")
    assert game.units(game.s.reduced) == {"305ID"}
    assert game.units(game.s.disrupted) == {"305ID", "8HQ"}
    assert game.where("305ID") == "0409"


# -- every retreat disrupts -------------------------------------------------------------------


@pytest.mark.case("19.61a", "12.42a", "12.42c", "6.22d")
def test_a_defender_that_retreats_is_disrupted_at_once(at: At) -> None:
    game = at(GERMANS + "0409 16Pz\n0410 192RD").strike("attack 0410 with 16Pz", "-/2")
    game.play("retire", "retreat 192RD 0411", "lose 192RD", "hold")
    assert game.units(game.s.disrupted) == {"192RD"}
    assert "The 192nd Rifle Division is disrupted by its retreat. [19.61]" in game.log()


@pytest.mark.case("19.61a")
def test_who_loses_steps_is_not_disrupted(at: At) -> None:
    game = at(GERMANS + "0409 305ID\n0410 192RD").strike("attack 0410 with 305ID", "1/1")
    game.play("lose 305ID", "lose 192RD")
    assert game.s.disrupted == 0


@pytest.mark.case("19.62a", "12.41b", "19.61a", "6.22d", "12.42a")
def test_an_attackers_marker_lasts_through_the_mechanized_phase(at: At) -> None:
    """It cannot move there, and is itself again before the enemy moves and attacks."""
    game = at(GERMANS + "0409 3Mot(reduced) 14HQ\n0410 192RD\n0709 16Pz")
    game.strike("attack 0410 with 3Mot", "1/1").play("retire", "retreat 3Mot 0408", "stay", "waive").to("mechanized")
    assert game.units(game.s.disrupted) == {"3Mot"}
    assert game.movers() == {"14HQ", "16Pz"}  # the headquarters stayed
    assert game.against("3Mot", "0407") == ["12.42a", "6.22d"]
    game.play("done")
    assert game.s.disrupted == game.s.retired == 0
    assert game.s.side == 1


@pytest.mark.case("19.62a", "12.41b", "12.42a", "12.42c", "12.42d")
def test_a_defenders_marker_lasts_through_its_whole_next_turn(at: At) -> None:
    """192RD retreats in the German turn: in its own it neither moves nor attacks; then the marker goes."""
    game = at(GERMANS + "0409 16Pz\n0410 192RD\n0512 44ID(reduced)\n0104 184RD").strike("attack 0410 with 16Pz", "-/2")
    game.play("retire", "retreat 192RD 0411", "lose 192RD", "hold").to("russian-movement")
    assert game.units(game.s.disrupted) == {"192RD"}
    assert "192RD" not in game.movers()
    assert "12.42a" in game.against("192RD", "0311")
    game.to("russian-combat")
    assert "attack" not in game.verbs()
    assert "12.42c" in game.clauses("attack 0512 with 192RD")
    game.play("done")
    assert (game.s.side, game.s.disrupted) == (0, 0)


@pytest.mark.case("19.62a", "19.61a")
def test_a_german_defenders_marker(at: At) -> None:
    """Retreating in the Russian turn, the Germans lose their next turn, both movement phases and combat."""
    game = at(RUSSIANS + "0409 3Mot(reduced) 14HQ\n0410 13TC\n0310 28TC").strike("attack 0409 with 13TC 28TC", "-/2")
    game.play("retire", "retreat 3Mot 0509", "retreat 14HQ 0408", "lose 14HQ", "hold").to("german-movement")
    assert game.units(game.s.disrupted) == {"3Mot"}
    assert game.movers() == set()
    game.to("mechanized")
    assert game.units(game.s.disrupted) == {"3Mot"}
    assert game.movers() == set()
    game.play("done")
    assert game.s.disrupted == 0


@pytest.mark.case("8.37a", "8.37d", "19.61a", "19.62a")
def test_driven_to_the_fringe_germans_go_home_at_the_end_of_their_own_turn(at: At) -> None:
    """3Mot waits on the Inset through its whole turn, disrupted; the return to 0908 is not a move."""
    game = at(RUSSIANS + "F4 3Mot(reduced)\nF3 13TC\nE4 13Gd").strike("attack F4 with 13TC 13Gd", "1/1")
    game.play("lose 13TC", "retire", "retreat 3Mot F5", "hold").to("german-movement")
    assert (game.where("3Mot"), game.movers()) == ("F5", set())
    game.to("mechanized")
    assert game.units(game.s.disrupted) == {"3Mot"}
    game.play("done")
    assert (game.where("3Mot"), game.s.disrupted) == ("0908", 0)


@pytest.mark.case("8.37c", "10.38a", "19.61a", "19.62a")
def test_driven_over_the_ferry_russians_go_home_at_the_end_of_their_own_turn(at: At) -> None:
    """13Gd crosses to J1 in the German turn and comes to 1006 at the end of the Russian one."""
    game = at(GERMANS + "J3 305ID(reduced)\nI3 44ID(reduced)\nJ2 13Gd(reduced,unsupplied)")
    game.strike("attack J2 with 305ID 44ID", "-/1").play("retire", "retreat 13Gd J1", "hold").to("russian-combat")
    assert (game.where("13Gd"), game.units(game.s.disrupted)) == ("J1", {"13Gd"})
    game.play("done")
    assert (game.where("13Gd"), game.s.disrupted) == ("1006", 0)


@pytest.mark.case("8.26b", "10.27e")
def test_a_city_hex_has_room_for_all(at: At) -> None:
    """Two divisions with no hex but 0807."""
    game = at(GERMANS + "0607 16Pz\n0708 192RD(reduced)\n0707 184RD(reduced)\n0709 305ID")
    game.strike("attack 0707 0708 with 16Pz", "-/1").play("retire")
    assert game.reach_back("192RD") == game.reach_back("184RD") == {"0807"}
    game.play("retreat 192RD 0807", "retreat 184RD 0807")
    assert game.where("192RD") == game.where("184RD") == "0807"
