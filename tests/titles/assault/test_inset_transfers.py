"""[8.0] The Inset: by way of the fringe, free and forced transfers."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.notation import BadPosition
from grognard.kit.battle.ledger import total
from grognard.titles.assault.rules.supply import open_to
from grognard.titles.assault.rules.victory import points

At = Callable[..., Any]


@pytest.mark.case("8.34a", "8.34b", "8.34c", "8.22b", "8.36a", "8.33c")
def test_a_german_goes_into_the_city(at: At) -> None:
    game = at("at german-movement\nturn 20\n0520 1ID\n0521 1-1\n0420 6-4\n")
    assert game.price("1ID", "0419 K5 J4") == "2½"  # by road, free, as woods
    assert {"K7", "K6", "J7", "J6"} <= game.reach("6-4")
    assert game.price("6-4", "K6") == "0"
    game.play("move 6-4 via K6 J6")
    assert game.where("6-4") == "J6"
    assert game.against("1-1", "0420 K7 J7") == []
    assert game.against("1-1", "0420 K5") == ["6.12b"]
    game.play("move 1-1 via 0420 K7")
    assert game.s.cut == 0  # nobody was in the city


@pytest.mark.case("8.35a", "8.34a")
def test_out_again_but_only_once_each_way(at: At) -> None:
    game = at("at german-movement\nturn 20\n0420 1-1\n")
    assert game.against("1-1", "K6 K5 0419") == []
    assert game.price("1-1", "K6 K5 0419") == "1"
    assert game.against("1-1", "K6 0420 K6") == ["8.34a"]
    game = at("at russian-movement\nturn 20\nJ5 281RD\n")
    assert game.price("281RD", "J4 K5 0419") == "2"
    assert game.price("281RD", "J4 K5 0419 K4 J4") == "3"
    assert game.against("281RD", "J4 K5 0419 K4 0419") == ["8.35a"]
    assert "0419" in game.reach("281RD")
    game = at("at russian-movement\nturn 20\nK5 281RD\n")  # off the Inset and onto it again by another hex
    assert game.price("281RD", "0419 K4") == "0"
    assert game.options("move", game.unit("281RD")).to(game.hex("K4")) == (game.hex("0419"), game.hex("K4"))


@pytest.mark.case("8.35b", "6.12c")
def test_the_same_ground(at: At) -> None:
    game = at("at german-movement\nturn 20\n0420 17W\n0419 1ID\n0319 11ID\n")
    assert game.against("1ID", "K5 K6") == ["8.35b"]
    assert not {"K6", "K7"} & game.reach("1ID")
    game = at("at russian-movement\nturn 20\nK6 1ID\n0320 4V\nJ6 281RD\n".replace("0320 4V\n", "0421 4V\n"))
    assert game.against("4V", "0420") == ["8.35b"]
    assert "the enemy holds K6, the same ground as 0420" in game.reasons("move 4V via 0420")


@pytest.mark.case("8.35b", "7.5a", "8.37a")
def test_both_hexes_of_the_fringe_are_one_ground(at: At) -> None:
    """K6 and K7 are 0420: who is in one of them keeps the enemy out of all, or both would come home to one hex."""
    game = at("at russian-movement\nturn 20\nK6 1ID\nJ7 281RD\n")
    assert game.against("281RD", "K7") == ["8.35b"]
    assert not {"K7", "0420"} & game.reach("281RD")
    game = at("at german-combat\nturn 20\nI4 1ID\nK4 58ID(reduced)\nJ4 4V").strike("attack J4 with 1ID", "-/1")
    assert game.play("retire").clauses("retreat 4V K5") == ["8.35b"]
    with pytest.raises(BadPosition, match="corresponding hexes"):
        at("at russian-movement\nturn 20\nK6 1ID\nK7 4V\n")


@pytest.mark.case("11.15b", "11.51a", "11.53a")
def test_which_zones_a_friend_on_the_fringe_undoes(at: At) -> None:
    """A unit on the fringe is as good as on its hex of the main map; one on the main map is not on the Inset."""
    text = "at german-movement\nturn 20\nI4 1ID\nJ6 168RD\n0520 70RD\n"
    assert not {"K6", "K7", "0420"} & at(text).hexes(open_to(at(text).s, 0))
    game = at(text + "K6 11ID")
    assert {"K6", "0420"} == game.hexes(open_to(game.s, 0)) & {"K6", "K7", "0420"}
    game = at(text + "0420 11ID")
    assert {"0420"} == game.hexes(open_to(game.s, 0)) & {"K6", "K7", "0420"}


@pytest.mark.case("8.34a", "9.2b", "9.2d", "9.4a", "8.41a")
def test_zones_on_both_sides_of_the_seam(at: At) -> None:
    """The 168th in J6 is of class A: K6 and K7 are in its zone."""
    game = at("at german-movement\nturn 20\n0420 1ID\nJ6 168RD\n")
    assert game.against("1ID", "K7 J7") == ["9.2b"]
    game = at("at german-movement\nturn 20\n0420 1ID\n0520 70RD\n")  # it begins in a zone of the main map
    assert game.price("1ID", "K6 J6") == "5"
    game = at("at german-movement\nturn 20\n0421 1ID\n0520 70RD\n")  # and here it enters one
    assert game.against("1ID", "0420 K6") == []
    assert game.against("1ID", "0420 K6 J6") == ["9.2b"]
    assert "J6" not in game.reach("1ID")


@pytest.mark.case("8.34a", "8.35a", "9.2b")
def test_a_stop_on_the_fringe_holds_over_the_seam_and_back(at: At) -> None:
    """F1 is in the zone of the 168th: who stops there may be transferred to 0218 and on to E1, but not move on."""
    game = at("at mechanized\nturn 19\nH1 20-76 20-90\nF2 168RD\nG2 SSPol\nI2 39HQ 122ID\n")
    assert {"F1", "0218", "E1"} <= game.reach("20-76")
    assert "E2" not in game.reach("20-76")
    assert game.against("20-76", "G1 F1 0218 E1 E2") != []


@pytest.mark.case("8.33a", "8.33b", "8.33c", "12.45a", "6.19a")
def test_the_forced_transfer(at: At) -> None:
    game = at("at german-movement\nturn 20\n0421 1-1\n0521 6-4\n0320 4V 1W(disrupted)\n0220 1TD Nav\n")
    assert game.against("1-1", "0420 K6 J6") == ["8.33c"]
    assert not {"J6", "J7"} & game.reach("1-1")
    game.play("move 1-1 via 0420 K6")
    assert game.ask == ("russian", "place")
    assert game.movers("place") == {"4V", "1W", "1TD"}
    assert game.clauses("place 4V F5") == ["8.12c"]
    game.play("place 4V J5", "place 1W J5")
    assert game.clauses("place 1TD J4") == ["8.12c"]
    game.play("place 1TD F5")
    assert game.ask == ("german", "german-movement")
    assert game.where("Nav") == "0220"
    assert game.price("1-1", "J6") == "3"  # the militia has no zone around it
    assert {"J6", "J7"} <= game.reach("1-1")
    assert "0220" not in game.reach("6-4")
    other = at_copy(game).play("move 6-4 to 0522")
    assert other.clauses("move 1-1 to J6") == ["6.19b"]
    game.play("move 1-1 to J6")
    assert game.where("1-1") == "J6"
    assert game.clauses("move 1-1 to J7") == ["6.19b"]


@pytest.mark.case("8.33c", "8.33a")
def test_russians_on_their_way_in_displace_nobody(at: At) -> None:
    game = at("at russian-movement\nturn 20\n0419 281RD\n0320 4V")
    assert game.price("281RD", "K5 J4") == "1"
    game.play("move 281RD via K5 J4")
    assert (game.ask, game.where("4V")) == (("russian", "russian-movement"), "0320")


@pytest.mark.case("8.26a", "8.12c", "7.2d")
def test_room_matters_only_in_the_district(at: At) -> None:
    game = at("at russian-movement\nturn 20\n0320 4V\nJ5 281RD\nF5 191RD")
    assert game.clauses("transfer 4V J5") == ["7.2d"]
    assert game.clauses("transfer 4V F5") == ["8.12c"]


def at_copy(game: Any) -> Any:
    """The same game at another table."""
    return type(game)(game.table.twin())


@pytest.mark.case("8.33a", "8.33c", "9.2b")
def test_a_rigid_zone_springs_up(at: At) -> None:
    game = at("at german-movement\nturn 20\n0421 1-1\n0320 168RD\n").play("move 1-1 via 0420 K6", "place 168RD J6")
    assert game.against("1-1", "J5") == ["9.2b"]
    assert game.reach("1-1") == {"0420"}


@pytest.mark.case("8.33c", "8.37a", "6.13e")
def test_it_goes_on_with_what_is_left(at: At) -> None:
    game = at("at mechanized\nturn 20\n0421 1-1\n0320 4V\n").play("move 1-1 via 0420 K7", "place 4V G3")
    assert game.s.left == 48 - 2
    assert game.price("1-1", "J7 J6") == "6"
    assert game.against("1-1", "J7 J6 I6") == ["6.13e"]
    game.play("done")
    assert game.where("1-1") == "0420"
    assert game.ask == ("chance", "russian-air")


@pytest.mark.case("8.32a", "8.32b", "8.32c", "8.12c", "12.45a", "12.45b", "8.33b")
def test_free_transfers(at: At) -> None:
    game = at("at russian-movement\nturn 5\n0219 281RD(disrupted)\nF5 235RD\nF4 1TD(disrupted)\n0319 4V\n")
    assert game.movers("transfer") == {"281RD", "235RD"}
    assert game.clauses("transfer 1TD 0219") == ["12.45b"]
    assert game.clauses("transfer 235RD 0219") == ["8.12c"]
    assert game.clauses("transfer 4V J5")[0] == "8.32a"
    game.play("transfer 281RD E4", "transfer 235RD 0220", "move 235RD to 0320", "transfer 235RD J5")
    assert (game.where("281RD"), game.where("235RD")) == ("E4", "J5")
    game = at("at russian-movement\nturn 5\nF5 235RD\nH4 1ID\n")
    assert game.clauses("transfer 235RD 0220") == ["8.33b"]


@pytest.mark.case("8.32b", "6.33b")
def test_a_transfer_is_no_place_to_begin(at: At) -> None:
    game = at("at russian-movement\nturn 5\nF5 235RD\n").play("transfer 235RD 0220")
    assert game.against("235RD", "0120") == ["6.33b"]
    assert game.against("235RD", "0320") == []
    game = at("at russian-movement\nturn 5\n0220 235RD\n").play("transfer 235RD F5", "transfer 235RD 0220")
    assert game.against("235RD", "0120") == []  # there it did begin


@pytest.mark.case("8.32b")
def test_asked_in_the_german_turn(at: At) -> None:
    game = at("at russian-movement\nturn 5\n0219 281RD\n")
    assert game.clauses("rest") == ["8.32b"]
    game.play("watch").to("regroup")
    assert game.ask == ("russian", "regroup")
    assert game.s.side == 0
    game.play("transfer 281RD F4", "done", "roll 4", "done")
    assert game.ask == ("russian", "regroup")
    game.to("russian-movement").play("rest").to("german-movement")
    assert not game.s.watch


@pytest.mark.case("8.32b")
def test_asked_from_the_first_turn_on(new: At) -> None:
    game = new()
    assert game.clauses("rest") == ["8.32b"]
    game.play("watch", "deploy 1TD 0219")
    assert game.clauses("watch") == ["8.32b"]
    while game.ask[1] == "set-up":
        game.play(f"deploy {min(game.movers('deploy'))} 0219")
    seen = []
    while game.ask[1] != "russian-air":
        seen.append(game.ask[1])
        game.go_on()
    assert seen == [
        "regroup",
        "german-bombardment",
        "regroup",
        "german-movement",
        "regroup",
        "german-combat",
        "regroup",
        "mechanized",
    ]


@pytest.mark.case("8.37d", "8.37a", "8.34c", "7.6b")
def test_both_hexes_of_one_may_be_full_until_the_end(at: At) -> None:
    """Four divisions go by 0420 and 0419, one after another; with the night they are too many."""
    game = at("at german-movement\nturn 20\n0420 1ID\n0521 11ID\n0422 6-4 6-114\n0520 38HQ")
    game.play("move 1ID via K7", "move 11ID via 0420 K6", "move 38HQ via 0420 K6")
    assert game.against("6-4", "0421 0420 K6") == ["7.2b"]
    game.play("move 6-4 via 0421 0420", "move 6-114 via 0421 0420")
    assert [game.where(unit) for unit in ("1ID", "11ID", "38HQ", "6-4")] == ["K7", "K6", "K6", "0420"]
    game.to("elimination")
    assert game.movers("eliminate") == {"1ID", "11ID", "6-4", "6-114"}  # the headquarters has room
    game.play("eliminate 1ID", "eliminate 11ID")
    assert game.ask == ("chance", "russian-air")


@pytest.mark.case("8.32b", "8.33b")
def test_not_asked_with_germans_in_the_city(at: At) -> None:
    game = at("at russian-movement\nturn 5\nwatch yes\nE5 281RD\nH4 1ID\n0419 38HQ")
    seen = []
    while game.s.turn == 5 or game.ask[1] != "russian-air":
        seen.append(game.ask[1])
        game.go_on()
    assert "regroup" not in seen


@pytest.mark.case("8.32b", "8.45b")
def test_transfers_between_attacks(at: At) -> None:
    game = at("at russian-combat\nturn 5\nJ5 191RD\n0419 6-4(reduced)\n0320 4V")
    game.play("transfer 191RD 0320")
    assert game.s.regrouped == 0  # that is for the Movement Phase
    game.strike("attack 0419 with 191RD", "-/1").play("lose 6-4", "hold", "transfer 191RD J5")
    assert game.where("191RD") == "J5"


@pytest.mark.case("8.33a", "17.22c")
def test_who_is_placed_on_a_key_point_has_it(at: At) -> None:
    game = at("at german-movement\nturn 20\n0420 6-4\n0219 1TD\ngerman F4 F2").play("move 6-4 via K6")
    assert game.hexes(game.s.german) == {"F2", "F4"}
    assert game.hexes(game.play("place 1TD F4").s.german) == {"F2"}


@pytest.mark.case("8.37a", "8.37c", "18.54a")
def test_each_player_brings_his_own_units_home(at: At) -> None:
    text = "at mechanized\nturn 20\nK6 1ID\nK4 4V\nJ2 281RD(disrupted)\nmarkers 0420 0821"
    game = at(text, markers="five").play("done")
    assert [game.where(unit) for unit in ("1ID", "4V", "281RD")] == ["0420", "K4", "J2"]
    assert game.hexes(game.s.markers) == {"0821"}
    game.to("russian-combat").play("done")
    assert [game.where(unit) for unit in ("1ID", "4V", "281RD")] == ["0420", "0419", "0319"]


@pytest.mark.case("8.37c", "8.37b", "7.4a")
def test_the_russian_crowds_his_own(at: At) -> None:
    """Uritsk has its Worker and a Guerrilla, for whom there is room beside one division."""
    game = at("at russian-combat\nturn 20\n0420 17W 4V\nK6 1TD 1G\nK7 2G\nJ4 11ID").play("done")
    assert game.ask == ("russian", "elimination")
    assert game.movers("eliminate") == {"4V", "1TD", "1G", "2G"}
    game.play("eliminate 4V", "eliminate 2G")
    assert game.hexes(game.s.held[1]) == {"0420"}
    assert points(game.s) == (0, 100)


@pytest.mark.case("8.33c", "6.13e", "6.13f")
def test_what_is_left_after_the_cut(at: At) -> None:
    """From 0525 the way to 0420 leaves a motorized regiment less than the three points of a street."""
    game = at("at german-movement\nturn 20\n0525 1-1\n0320 4V\n")
    path = "0524 0523 0522 0521 0420 K6"
    left = 48 - int(6 * total(game.title.aids.cost(game.s, game.march("1-1", path))))
    game.play(f"move 1-1 via {path}", "place 4V G3")
    assert game.s.left == left < 18
    assert game.against("1-1", "J6") == ["6.13e"]  # nor has it the right to one hex any more
    assert not {"J5", "J6"} & game.reach("1-1")


@pytest.mark.case("8.33c", "9.2b", "9.4a")
def test_zones_of_the_main_map_after_the_cut(at: At) -> None:
    """0420 is in the rigid zone of the 70th: who began there goes on for three points more, who entered it stops."""
    text = "at german-movement\nturn 20\n{} 1-1\n0320 4V\n0520 70RD"
    game = at(text.format("0420")).play("move 1-1 via K6", "place 4V G3")
    assert game.price("1-1", "J6") == "6"
    assert {"J5", "J6"} <= game.reach("1-1")
    assert "I6" not in game.reach("1-1")
    game = at(text.format("0421"))
    game.play("move 1-1 via 0420 K6", "place 4V G3")
    assert game.against("1-1", "J6") == ["9.2b"]
    assert not {"J5", "J6"} & game.reach("1-1")


@pytest.mark.case("8.33c", "6.22c", "9.2b")
def test_the_cut_in_the_mechanized_phase(at: At) -> None:
    """A zone that springs up stops the unit whose move it was; it did not begin the phase there."""
    game = at("at mechanized\nturn 20\n0420 1-1\n0320 168RD\n").play("move 1-1 via K6", "place 168RD J6")
    assert game.against("1-1", "J5") == ["9.2b"]
    assert game.clauses("move 1-1 to 0420") == []


@pytest.mark.case("8.33c", "11.21a")
def test_the_hungry_have_nothing_left_after_the_cut(at: At) -> None:
    game = at("at german-movement\nturn 20\n0421 1-1(unsupplied)\n0320 4V\n")
    game.play("move 1-1 via 0420 K6", "place 4V G3")
    assert game.s.left == 0
    assert game.against("1-1", "J6") == ["11.21a"]
    assert not {"J5", "J6"} & game.reach("1-1")
    game = at("at german-movement\nturn 20\n0420 1-1(unsupplied)\n0320 4V\n").play("move 1-1 via K6", "place 4V G3")
    assert game.against("1-1", "J6") == []  # it has not taken its one hex yet
    assert "J6" in game.reach("1-1")


@pytest.mark.case("8.33c", "8.31a", "6.13e")
def test_why_not_over_the_seam(at: At) -> None:
    """Out of reach on the other map: the way a player would mean, by the nearest fringe hex."""
    game = at("at german-movement\nturn 20\n0421 1-1\n0320 4V\n")
    assert game.clauses("move 1-1 to J6") == ["8.33c"]
    assert game.clauses("move 1-1 to F4") == ["6.13e", "8.33c"]
    assert game.clauses("move 1-1 to 0220") == ["8.31a"]
    game = at("at russian-movement\nturn 20\nF4 281RD\n")
    assert game.clauses("move 281RD to 0921") == ["6.13e"]


@pytest.mark.case("8.34b", "7.1a")
def test_no_transfer_at_once_into_a_full_hex(at: At) -> None:
    """A division fills K6: another one enters the Inset by way of K7."""
    game = at("at german-movement\nturn 20\n0420 1ID\nK6 11ID\n")
    assert game.against("1ID", "K6") == ["7.1a"]
    assert "K6" not in game.reach("1ID")
    assert {"K7", "J6", "J7"} <= game.reach("1ID")
