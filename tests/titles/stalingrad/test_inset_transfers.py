"""[8.3] Stalingrad's Inset: by way of the fringe on both banks, free and forced transfers, the return home."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.notation import BadPosition
from tests.titles.stalingrad.box import AT, D, names

At = Callable[..., Any]
MARCH, RUSSIANS = "at german-movement\nturn 12\n", "at russian-movement\nturn 12\n"


# -- by way of the fringe ---------------------------------------------------------------------


@pytest.mark.case("8.34a", "8.34b", "8.34c", "8.22b", "8.36a")
def test_a_german_goes_into_the_city(at: At) -> None:
    game = at(MARCH + "0909 305ID\n0910 16Pz\n0908 24Pz\n")
    assert game.price("24Pz", "G5") == "0"
    assert {"E5", "J5", "F4", "H4"} <= game.reach("24Pz")
    game.play("move 24Pz via G5 G4")
    assert game.where("24Pz") == "G4"
    assert game.price("305ID", "0908 F5 F4") == "3"  # clear, free, as woods
    game.play("move 305ID via 0908 F5")
    assert game.price("16Pz", "0909 0808 C5 C4") == "3⅔"
    assert game.against("16Pz", "0909 0908 C5") == ["6.12b"]  # C5 belongs to 0808
    game.play("move 16Pz via 0909 0908 E5")
    assert game.s.cut == 0  # nobody was on the city hexes


@pytest.mark.case("8.34a", "8.13a")
@pytest.mark.parametrize("outside", ["0707", "0708", "0808", "0908", "1008", "1107", "1108", "0806", "0906", "1006"])
def test_every_hex_beside_the_city_leads_to_its_own_fringe(at: At, outside: str) -> None:
    """Also on the east bank, from which no German gets into the interior."""
    game = at(f"{MARCH}{outside} 16Pz")
    mine = names(D.fringe_of[AT[outside]])
    assert mine <= game.reach("16Pz")
    for hex_ in sorted(names(D.fringe) - mine):
        assert game.against("16Pz", hex_) == ["6.12b"]
    inside = names(D.interior) & game.reach("16Pz")
    assert bool(inside) == (outside not in ("0806", "0906", "1006"))
    if not inside:
        assert game.clauses("move 16Pz to G2") == ["6.32a"]


@pytest.mark.case("8.35a", "8.34a", "8.36a")
def test_out_again_but_only_once_each_way(at: At) -> None:
    game = at(MARCH + "0908 16Pz\n")
    assert game.price("16Pz", "J5 K5 1008") == "1"
    assert game.against("16Pz", "J5 0908 I5") == ["8.34a"]
    game = at(RUSSIANS + "K4 192RD\n")
    assert game.price("192RD", "K5 1008") == "1"
    assert game.price("192RD", "K5 1008 L5 L4") == "2"
    assert game.against("192RD", "K5 1008 L5 1008") == ["8.35a"]
    assert "1008" in game.reach("192RD")


@pytest.mark.case("8.35b", "6.12c", "7.5a")
def test_the_same_ground(at: At) -> None:
    """E5 to J5 are 0908: a unit in one of them keeps the enemy out of all."""
    game = at(MARCH + "0908 192RD\n0808 16Pz\n")
    assert game.against("16Pz", "D5 E5") == ["8.35b"]
    assert not {"E5", "J5"} & game.reach("16Pz")
    game = at(RUSSIANS + "G5 305ID\n0808 192RD\nJ4 184RD\n")
    assert game.against("192RD", "0908") == ["8.35b"]
    assert game.against("184RD", "J5") == ["8.35b"]
    game = at(RUSSIANS + "1006 305ID\nJ2 192RD")
    assert game.against("192RD", "J1") == ["8.35b"]  # nor over a ferry
    with pytest.raises(BadPosition, match="corresponding hexes"):
        at(RUSSIANS + "G5 305ID\nJ5 192RD")


@pytest.mark.case("8.34a", "9.2b", "9.2d", "9.4a", "8.41a")
def test_zones_on_both_sides_of_the_seam(at: At) -> None:
    game = at(MARCH + "0908 305ID\nG4 33Gd\n")
    assert game.against("305ID", "G5 F4") == ["9.2b"]
    game = at(MARCH + "0908 305ID\n0808 33Gd\n")  # it begins in a zone of the main map
    assert game.price("305ID", "G5 G4") == "5"
    game = at(MARCH + "1008 305ID\n0808 33Gd\n")  # and here it enters one
    assert game.against("305ID", "0908 J5") == []
    assert game.against("305ID", "0908 J5 J4") == ["9.2b"]


@pytest.mark.case("8.36b", "8.36c", "8.33b")
def test_russians_use_the_city_hexes_while_they_can(at: At) -> None:
    game = at(RUSSIANS + "0909 192RD\n")
    assert game.price("192RD", "0808 0807 0907") == "1½"
    game = at(RUSSIANS + "0909 192RD\nM3 305ID")
    assert game.against("192RD", "0808 0807") == ["8.33b"]
    assert "closed while Germans are on the Inset" in game.reasons("move 192RD via 0808 0807")
    assert not names(D.city) & game.reach("192RD")
    game = at(RUSSIANS + "0909 192RD\nM5 305ID")  # the fringe is part of the Inset
    assert not names(D.city) & game.reach("192RD")


# -- the forced transfer ----------------------------------------------------------------------


@pytest.mark.case("8.33a", "8.33b", "8.33c", "12.45a", "6.19a", "8.12c")
def test_the_forced_transfer(at: At) -> None:
    game = at(MARCH + "0909 16Pz\n0910 24Pz\n0907 192RD 1W(disrupted)\n0807 13TC\n0906 87RD\nM3 10NKVD")
    assert game.against("16Pz", "0908 G5 G4") == ["8.33c"]
    assert not {"G4", "F4"} & game.reach("16Pz")
    game.play("move 16Pz via 0908 G5")
    assert game.ask == ("russian", "place")
    assert game.movers("place") == {"192RD", "1W", "13TC"}
    assert game.clauses("place 192RD J3") == ["8.12c"]
    assert game.clauses("place 192RD G5") == ["8.12c"]  # not the fringe
    game.play("place 192RD F4", "place 1W F4")
    assert game.clauses("place 13TC F3") == ["8.12c"]
    game.play("place 13TC C3")
    assert game.ask == ("german", "german-movement")
    assert game.where("87RD") == "0906"  # the fringe of the main map is not the city
    assert game.units(game.s.disrupted) == {"1W"}
    other = type(game)(game.table.twin()).play("move 24Pz to 0911")
    assert other.clauses("move 16Pz to G4") == ["6.19b"]
    assert game.s.left == 48 - 6
    assert game.price("16Pz", "H4") == "6"  # out of the fluid zone of F4
    game.play("move 16Pz to H4")
    assert game.where("16Pz") == "H4"
    assert game.clauses("move 16Pz to H3") == ["6.19b"]


@pytest.mark.case("8.33a", "8.33c", "9.2b", "6.22c")
@pytest.mark.parametrize("step", ["german-movement", "mechanized"])
def test_a_rigid_zone_springs_up(at: At, step: str) -> None:
    game = at(f"at {step}\nturn 12\n0909 16Pz\n0907 33Gd\n").play("move 16Pz via 0908 G5", "place 33Gd G4")
    assert game.against("16Pz", "F4") == ["9.2b"]
    assert game.reach("16Pz") == {"0908"}


@pytest.mark.case("8.33a", "8.33b")
def test_the_east_bank_counts_too(at: At) -> None:
    """A German on G1 is on the Inset, far as he may be from the city."""
    game = at(MARCH + "0906 16Pz\n1007 192RD").play("move 16Pz via G1")
    assert game.ask == ("russian", "place")
    game.play("place 192RD J2")
    assert game.reach("16Pz") <= names(D.fringe | D.outside | D.main)


@pytest.mark.case("8.33c", "6.13e", "6.13f")
def test_no_right_to_one_hex_after_the_cut(at: At) -> None:
    """The way through the woods of 0708 leaves a Panzer division less than the three points of a street."""
    game = at(MARCH + "0509 16Pz\n0907 192RD(reduced)\n")
    path = "0508 0608 0708 0808 0908 G5"
    assert game.price("16Pz", path) == "7"
    game.play(f"move 16Pz via {path}", "place 192RD I2")
    assert game.s.left == 6
    assert game.against("16Pz", "G4") == ["6.13e"]
    assert not {"G4", "H4"} & game.reach("16Pz")


@pytest.mark.case("8.33c", "8.33a", "8.36a")
def test_a_russian_on_the_fringe_disturbs_nobody(at: At) -> None:
    game = at(RUSSIANS + "0908 192RD\n0907 184RD\n0807 13TC")
    assert game.price("192RD", "G5 G4") == "1"
    assert "G4" in game.reach("192RD")
    game.play("move 192RD via G5")
    assert game.ask == ("russian", "russian-movement")


@pytest.mark.case("8.33c", "11.21a", "6.13f")
def test_what_is_left_after_the_cut(at: At) -> None:
    game = at(MARCH + "0909 16Pz(unsupplied)\n0907 192RD(reduced)\n").play("move 16Pz via 0908 G5", "place 192RD I2")
    assert game.s.left == 0
    assert game.against("16Pz", "G4") == ["11.21a"]
    game = at(MARCH + "0908 16Pz(unsupplied)\n0907 192RD(reduced)\n").play("move 16Pz via G5", "place 192RD I2")
    assert game.against("16Pz", "G4") == []  # it has not taken its one hex yet


@pytest.mark.case("8.33a", "8.26c")
def test_there_is_always_room(at: At) -> None:
    """Ten divisions and four Workers go down to the twelve hexes of the centre."""
    ten = "13TC 28TC 192RD 184RD 147RD 196RD 181RD 229RD 214RD 131RD"
    game = at(f"{MARCH}0908 16Pz\n0907 {ten} 1W 2W 3W 4W").play("move 16Pz via G5")
    while game.ask[1] == "place":
        unit = min(game.movers("place"))
        game.play(f"place {unit} {min(game.hexes(game.options('place', game.unit(unit)).members))}")
    assert game.ask == ("german", "german-movement")
    assert not game.s.held[1] & D.city


# -- free transfers ---------------------------------------------------------------------------


@pytest.mark.case("8.32a", "8.32b", "8.32c", "8.12c", "8.26a", "12.45a", "12.45b", "8.33b")
def test_free_transfers(at: At) -> None:
    game = at(RUSSIANS + "0907 192RD(disrupted)\nG3 184RD\nG4 13TC(disrupted)\n0908 147RD\n")
    assert game.movers("transfer") == {"192RD", "184RD"}
    assert game.clauses("transfer 13TC 0907") == ["12.45b"]
    assert game.clauses("transfer 184RD 0807") == game.clauses("transfer 184RD G4") == ["8.12c"]
    assert game.clauses("transfer 147RD G3")[0] == "8.32a"
    game.play("transfer 192RD I2", "transfer 184RD 0907", "move 184RD to 0807", "transfer 184RD C3")
    assert (game.where("192RD"), game.where("184RD")) == ("I2", "C3")
    game = at(RUSSIANS + "G3 184RD\nC3 305ID\n")
    assert game.clauses("transfer 184RD 0907") == ["8.33b"]


@pytest.mark.case("8.32b")
def test_asked_in_the_german_turn(at: At) -> None:
    game = at(RUSSIANS + "0907 192RD\n").play("watch", "done", "done")
    assert game.ask == ("russian", "regroup")
    assert (game.s.turn, game.s.side) == (13, 0)
    game.play("transfer 192RD G3", "done")
    assert game.ask == ("chance", "german-air")
    assert game.s.regrouped == 0
    game = at("at russian-movement\nturn 12\nwatch yes\nC3 305ID\n").play("done", "done")
    assert game.ask == ("chance", "german-air")  # not with Germans on the Inset


@pytest.mark.case("8.32b", "8.45b")
def test_transfers_between_attacks(at: At) -> None:
    game = at("at russian-combat\nturn 12\nB4 192RD\n0708 305ID(reduced)").play("transfer 192RD 0807")
    game.strike("attack 0708 with 192RD", "-/1").play("lose 305ID", "hold", "transfer 192RD B4")
    assert game.where("192RD") == "B4"


# -- home again -------------------------------------------------------------------------------


@pytest.mark.case("8.37a", "8.37c")
def test_each_player_brings_his_own_units_home(at: At) -> None:
    game = at("at mechanized\nturn 12\nG5 305ID\nK5 192RD\nG1 184RD(disrupted)\nH4 113ID").play("done")
    assert [game.where(unit) for unit in ("305ID", "192RD", "184RD", "113ID")] == ["0908", "K5", "G1", "H4"]
    while game.ask[1] != "russian-combat":
        game.play(f"draw {min(game.movers('draw'))}" if game.ask[1] == "draw" else "done")
    game.play("done")
    assert [game.where(unit) for unit in ("305ID", "192RD", "184RD")] == ["0908", "1008", "0906"]


@pytest.mark.case("8.37a", "8.37b", "8.37d", "8.34c", "19.23a")
def test_germans_crowd_their_own(at: At) -> None:
    """Six fringe hexes hold six divisions until the end of the turn; 0908 holds one, and one headquarters."""
    game = at("at mechanized\nturn 12\nE5 16Pz\nF5 305ID\nG5 3Mot 14HQ\nH5 8HQ\n0908 113ID\nG4 24Pz").play("done")
    assert game.ask == ("german", "elimination")
    assert game.movers("eliminate") == {"16Pz", "305ID", "3Mot", "113ID", "14HQ", "8HQ"}
    assert game.clauses("eliminate 24Pz") == ["8.37b"]
    game.play("eliminate 305ID", "eliminate 3Mot", "eliminate 113ID", "eliminate 8HQ")
    assert game.ask[1] == "draw"
    assert (game.where("16Pz"), game.where("14HQ")) == ("0908", "0908")
    assert (game.where("305ID"), game.where("8HQ")) == ("lost", "returning")


@pytest.mark.case("8.37b", "8.37c", "19.73a", "19.73d")
@pytest.mark.parametrize(("turn", "box"), [(13, "lost"), (14, "cup"), (15, "lost")])
def test_russians_crowded_out_on_the_east_bank(at: At, turn: int, box: str) -> None:
    """They die, and go into the cup at the end of turn 14; a Tank Corps does not."""
    text = f"at russian-combat\nturn {turn}\nG1 13Gd\nH1 95RD\n0906 13TC\nC3 305ID"
    game = at(text).play("done")
    assert game.ask == ("russian", "elimination")
    assert game.movers("eliminate") == {"13Gd", "95RD", "13TC"}
    game.play("eliminate 95RD", "eliminate 13TC")
    assert (game.where("13Gd"), game.where("95RD"), game.where("13TC")) == ("0906", box, "lost")


@pytest.mark.case("8.37d", "7.6b")
def test_a_fringe_hex_is_as_full_as_any(at: At) -> None:
    game = at(MARCH + "0908 305ID\n0909 113ID 8HQ\n1008 14HQ").play("move 305ID via G5")
    assert game.against("113ID", "0908 G5") == ["7.1a"]
    game.play("move 113ID via 0908 H5", "move 8HQ via 0908 H5")
    assert game.against("14HQ", "0908 H5") == ["7.3b"]
    assert [game.where(unit) for unit in ("305ID", "113ID", "8HQ")] == ["G5", "H5", "H5"]


@pytest.mark.case("8.33c", "8.31a", "6.13e")
def test_why_not_over_the_seam(at: At) -> None:
    """Out of reach on the other map: the way a player would mean, by the nearest fringe hex."""
    game = at(MARCH + "0909 16Pz\n0907 192RD\n")
    assert game.clauses("move 16Pz to G4") == ["8.33c"]
    assert game.clauses("move 16Pz to 0907") == ["8.31a"]
    game = at(RUSSIANS + "G3 192RD\n")
    assert game.clauses("move 192RD to 0915") == ["6.13e"]


@pytest.mark.case("8.37b", "7.1a")
def test_only_hexes_beside_the_city_are_overstacked_before_the_elimination(at: At) -> None:
    assert at("at elimination\nturn 9\n0908 305ID 44ID").movers("eliminate") == {"305ID", "44ID"}
    for position in (
        "german-movement\nturn 9\n0908 305ID 44ID",
        "elimination\nturn 9\n0908 305ID 44ID\n0510 71ID 76ID",
    ):
        with pytest.raises(BadPosition, match="more units than a hex holds"):
            at(f"at {position}")
