"""[10.27-10.29, 11.33] Retreats: where to, who cannot, and what comes of those who have retreated."""

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[..., Any]
GERMANS, RUSSIANS = "at german-combat\nturn 20\n", "at russian-combat\nturn 20\n"


@pytest.mark.case("10.29e", "10.29a", "10.29b", "10.27a")
def test_the_marines_retreat_beside_the_96th(at: At) -> None:
    game = at(GERMANS + "3419 1ID\n3420 1Mar\n3421 281RD\n3522 96ID(reduced)")
    game.strike("attack 3420 with 1ID", "-/1").play("retire")
    assert game.reach_back("1Mar") == {"3321", "3521"}
    assert game.clauses("retreat 1Mar 3421") == ["10.27e"]
    game.play("retreat 1Mar 3521", "hold")
    assert game.clauses("attack 3521 with 96ID") == ["10.29b"]
    assert game.clauses("attack 3421 with 96ID") == []
    assert game.clauses("attack 3421 3521 with 96ID") == ["10.29b"]


@pytest.mark.case("10.27b", "10.27c", "10.27d", "10.27e")
def test_where_a_unit_may_retreat(at: At) -> None:
    game = at(GERMANS + "3419 1ID\n3420 191RD\n3421 3V\n3621 6-4")
    game.strike("attack 3420 with 1ID", "-/1").play("retire")
    assert game.reach_back("191RD") == {"3321"}
    assert game.clauses("retreat 191RD 3320") == ["10.27d"]
    assert game.clauses("retreat 191RD 3419") == ["10.27d"]
    assert game.clauses("retreat 191RD 3421") == ["10.27e"]
    assert game.clauses("retreat 191RD 3322") == ["10.27c"]
    assert game.clauses("retreat 3V 3321") == ["10.27a"]


@pytest.mark.case("10.27d")
def test_no_retreat_into_a_zone_though_a_friend_be_there(at: At) -> None:
    game = at(GERMANS + "3419 1ID\n3420 3V 1G\n3320 1V").strike("attack 3420 with 1ID", "-/2").play("retire")
    assert game.clauses("retreat 1G 3320") == ["10.27d"]


@pytest.mark.case("10.28a", "10.28c", "12.42a", "12.42b")
def test_a_disrupted_unit_cannot_retreat(at: At) -> None:
    game = at(GERMANS + "3419 1ID\n3420 191RD 1G(disrupted)").strike("attack 3420 with 1ID", "-/1")
    assert game.clauses("retire") == ["10.28a"]
    assert game.verbs() == {"lose"}


@pytest.mark.case("10.28b", "10.28c")
def test_surrounded(at: At) -> None:
    game = at(GERMANS + "3419 1ID\n3420 191RD\n3322 11ID\n3621 12ID").strike("attack 3420 with 1ID", "-/1")
    assert game.clauses("retire") == ["10.28b"]
    assert "191RD has no hex to retreat to" in game.reasons("retire")
    assert game.verbs() == {"lose"}


CROWD = GERMANS + "3420 1ID\n3421 3V\n3521 1V\n3322 2V\n3422 4V\n3621 2GV"


@pytest.mark.case("10.28b", "10.27e")
def test_no_room_for_all(at: At) -> None:
    """Two divisions attacked together, with one free hex between them."""
    game = at(CROWD + "\n3620 5GV").strike("attack 3421 3521 with 1ID", "-/1")
    assert game.clauses("retire") == ["10.28b"]
    assert game.verbs() == {"lose"}


@pytest.mark.case("10.27a")
def test_who_would_keep_others_from_retreating_goes_elsewhere(at: At) -> None:
    """One of them has 3522 alone, and the other may not take it."""
    game = at(CROWD).strike("attack 3421 3521 with 1ID", "-/1").play("retire")
    assert (game.reach_back("3V"), game.reach_back("1V")) == ({"3522"}, {"3620"})
    assert game.clauses("retreat 1V 3522") == ["10.27a"]
    game.play("retreat 1V 3620", "retreat 3V 3522")
    assert game.ask == ("german", "advance")


@pytest.mark.case("8.26b", "10.27e")
def test_a_city_hex_has_room_for_all(at: At) -> None:
    """Two militia divisions with no hex but 0219."""
    game = at(GERMANS + "0118 6-4 6-114 6-11Pz\n0119 4V\n0218 3V\n0120 1ID\n0217 11ID\n0319 12ID")
    game.strike("attack 0119 0218 with 6-4 6-114 6-11Pz", "-/1").play("retire")
    assert game.reach_back("4V") == game.reach_back("3V") == {"0219"}
    game.play("retreat 4V 0219", "retreat 3V 0219")
    assert game.where("4V") == game.where("3V") == "0219"


@pytest.mark.case("10.27a", "10.27e")
def test_one_after_another(at: At) -> None:
    """A hex that another unit leaves has room only then."""
    game = at(GERMANS + "3420 SSPol(reduced)\n3421 3V\n3521 1V\n3322 2V\n3422 4V\n3522 2GV\n3321 5GV")
    game.strike("attack 3421 3521 with SSPol", "1/1").play("lose SSPol", "retire")
    assert game.reach_back("1V") >= {"3520", "3620"}
    assert game.clauses("retreat 3V 3521") == ["10.27e"]
    assert game.clauses("retreat 1V 3421") == ["10.27e"]
    game.play("retreat 1V 3620", "retreat 3V 3521")
    assert game.where("3V") == "3521"


@pytest.mark.case("10.27a")
def test_who_would_block_the_only_way_goes_last(at: At) -> None:
    """3522 is all there is for 1V, with 3421 in a zone; 3V could go there too, but has 3521 afterwards."""
    full = "3322 2V\n3422 4V\n3621 2GV\n3620 LTS\n3520 1GV"
    game = at(GERMANS + f"3420 SSPol(reduced)\n3321 1ID\n3421 3V Air1\n3521 1V\n{full}")
    game.strike("attack 3421 3521 with SSPol", "-/1").play("retire")
    assert game.movers("retreat") == {"1V"}
    assert "if 3V went first, not all could retreat" in game.reasons("retreat 3V 3522")
    game.play("retreat 1V 3522", "retreat 3V 3521")
    assert game.where("3V") == "3521"


@pytest.mark.case("14.2b", "14.2c", "10.28c")
def test_workers_of_other_cities_never_retreat(at: At) -> None:
    position, attack = GERMANS + "0711 6-4 6-114 6-11Pz\n0611 12W 191RD", "attack 0611 with 6-4 6-114 6-11Pz"
    game = at(position).strike(attack, "1/1").play("lose 6-4")
    assert game.clauses("retire") == ["14.2b"]
    game = at(position, retreat="able").strike(attack, "1/1").play("lose 6-4", "retire")
    assert "14.2b" in game.clauses("retreat 12W 0511")
    game.play("retreat 191RD 0511")
    assert (game.where("12W"), game.where("191RD")) == ("lost", "0511")
    assert game.ask == ("german", "advance")


@pytest.mark.case("10.28c", "10.27a")
def test_with_the_option_who_can_retreats(at: At) -> None:
    position = GERMANS + "3419 1ID\n3420 191RD(disrupted) 1G"
    game = at(position, retreat="able").strike("attack 3420 with 1ID", "-/1").play("retire", "retreat 1G 3421")
    assert game.units(game.s.reduced) == {"191RD"}
    assert game.ask == ("german", "german-combat")
    surrounded = "3419 1ID\n3420 191RD\n3322 11ID\n3621 12ID"
    game = at(GERMANS + surrounded, retreat="able").strike("attack 3420 with 1ID", "-/1")
    assert game.clauses("retire") == ["10.28b"]


@pytest.mark.case("10.28d", "6.33c")
def test_across_the_neva(at: At) -> None:
    game = at(GERMANS + "0419 11ID\n0418 3V").strike("attack 0418 with 11ID", "-/2").play("retire")
    assert "0318" in game.reach_back("3V")
    game = at(RUSSIANS + "0419 191RD\n0418 6-4").strike("attack 0418 with 191RD", "-/1").play("retire")
    assert game.clauses("retreat 6-4 0318") == ["10.28d"]


@pytest.mark.case("10.38a", "8.42a")
def test_unbridged_rivers(at: At) -> None:
    game = at(GERMANS + "E4 6-4 6-11Pz 6-114\nF4 4V").strike("attack F4 with 6-4 6-11Pz 6-114", "-/2")
    game.play("retire")
    assert game.clauses("retreat 4V G4") == ["10.38a"]
    assert "G5" in game.reach_back("4V")


@pytest.mark.case("8.35b")
def test_a_fringe_hex_held_on_the_other_map(at: At) -> None:
    game = at(GERMANS + "I4 1ID\nJ4 4V\n0419 SSPol(reduced)\n0418 58ID(reduced)").strike("attack J4 with 1ID", "-/1")
    game.play("retire")
    assert game.clauses("retreat 4V K5") == ["8.35b"]
    game = at(GERMANS + "I4 1ID\nJ4 4V").strike("attack J4 with 1ID", "-/1").play("retire", "retreat 4V K5")
    assert game.where("4V") == "K5"


@pytest.mark.case("14.4a", "14.2a")
def test_workers_stay_in_the_city(at: At) -> None:
    game = at(GERMANS + "I4 6-4\nJ4 1W").strike("attack J4 with 6-4", "-/1").play("retire")
    assert game.reach_back("1W") == {"J5"}
    assert game.clauses("retreat 1W K5") == ["14.4a"]
    game = at(GERMANS + "I4 6-4\nJ4 1W\nJ6 11ID").strike("attack J4 with 6-4", "-/1")
    assert game.clauses("retire") == ["10.28b"]


@pytest.mark.case("8.33b", "10.27e")
def test_retreats_into_the_city(at: At) -> None:
    text = GERMANS + "0520 11ID\n0420 3V\n"
    game = at(text).strike("attack 0420 with 11ID", "-/1").play("retire", "retreat 3V 0320")
    assert game.where("3V") == "0320"
    game = at(GERMANS + "0520 11ID\n0420 3V\n0422 12ID\nJ4 1ID").strike("attack 0420 with 11ID", "-/1")
    assert game.clauses("retire") == ["10.28b"]


@pytest.mark.case("18.21b")
def test_guerrillas_do_not_retreat_towards_the_city(at: At) -> None:
    position = GERMANS + "0721 1ID\n0621 1G 3V"
    game = at(position).strike("attack 0621 with 1ID", "-/2").play("retire")
    assert "0521" in game.reach_back("1G")
    game = at(position, guerrillas="outside").strike("attack 0621 with 1ID", "-/2").play("retire")
    assert game.clauses("retreat 1G 0521") == ["18.21b"]
    assert "0521" in game.reach_back("3V")


@pytest.mark.case("17.22a")
def test_who_retreats_through_a_city_passes_it(at: At) -> None:
    game = at(RUSSIANS + "0712 6-4\n0812 191RD\n0811 70RD").strike("attack 0712 with 191RD 70RD", "-/1")
    game.play("retire", "retreat 6-4 0611")
    assert game.hexes(game.s.german) == {"0611"}


# -- headquarters and attackers ---------------------------------------------------------------


@pytest.mark.case("11.33c", "6.22d")
def test_a_headquarters_follows_or_stays(at: At) -> None:
    position = GERMANS + "3420 1ID 38HQ\n3421 191RD"
    game = at(position).strike("attack 3421 with 1ID", "1/1").play("retire", "retreat 1ID 3419")
    assert game.ask == ("german", "follow")
    assert game.movers("follow") == {"38HQ"}
    assert game.clauses("follow 1ID 3418") == ["11.33c"]
    game.play("follow 38HQ 3419", "waive")
    assert game.where("38HQ") == "3419"
    assert game.units(game.s.retired) == {"1ID", "38HQ"}
    game = at(position).strike("attack 3421 with 1ID", "1/1").play("retire", "retreat 1ID 3419", "stay")
    assert game.where("38HQ") == "3420"
    assert game.ask == ("russian", "penalty")


@pytest.mark.case("11.33c")
def test_a_headquarters_with_attackers_takes_no_step(at: At) -> None:
    game = at(GERMANS + "3420 1ID 38HQ\n3421 191RD").strike("attack 3421 with 1ID", "1/1")
    assert game.clauses("lose 38HQ") == ["11.33a"]


@pytest.mark.case("6.22d", "6.22e")
def test_who_has_retreated_does_not_move_again(at: At) -> None:
    position = GERMANS + "3420 6-4 6-114\n3421 3V 1G"
    game = at(position).strike("attack 3421 with 6-4", "1/1").play("retire", "retreat 6-4 3419", "waive")
    game.to("mechanized")
    assert game.movers() == {"6-114"}
    game = at(position).strike("attack 3421 with 6-4", "1/1").play("lose 6-4", "lose 1G").to("mechanized")
    assert game.movers() == {"6-4", "6-114"}


@pytest.mark.case("10.27a")
def test_others_in_the_hex_stay(at: At) -> None:
    game = at(GERMANS + "3420 6-4 6-114\n3421 191RD").strike("attack 3421 with 6-4", "1/1").play("retire")
    assert game.units(game.s.local.fleeing) == {"6-4"}


@pytest.mark.case("10.29b", "10.29d", "10.15a")
def test_no_hex_twice_though_others_have_retreated_there(at: At) -> None:
    game = at(GERMANS + "3520 SSPol(reduced)\n3521 1V\n3621 58ID(reduced)\n3421 1G\n3322 6-4(reduced)")
    game.strike("attack 3521 with SSPol", "1/-").play("lose SSPol")
    game.strike("attack 3421 with 6-4", "-/1").play("retire", "retreat 1G 3521", "hold")
    assert game.clauses("attack 3521 with 58ID") == ["10.15a"]


@pytest.mark.case("10.27e", "10.28b")
def test_two_who_could_only_change_places(at: At) -> None:
    """Each has no hex but the other's, and one of them would have to go first."""
    full = "3422 2V\n3321 4V\n3322 2GV\n3522 5GV\n3520 1GV\n3621 3GV\n3620 LTS"
    text = GERMANS + "3420 SSPol(reduced)\n3421 3V Air1\n3521 1V\n"
    game = at(text + full).strike("attack 3421 3521 with SSPol", "-/1")
    assert game.clauses("retire") == ["10.28b"]
    game = at(text + full.replace("\n3620 LTS", "")).strike("attack 3421 3521 with SSPol", "-/1")
    game.play("retire")
    assert game.movers("retreat") == {"1V"}
    assert "3V must wait until others have made room" in game.reasons("retreat 3V 3521")
    game.play("retreat 1V 3620", "retreat 3V 3521")
    assert game.where("3V") == "3521"


@pytest.mark.case("10.28a", "12.42b")
def test_disruption_elsewhere_does_not_matter(at: At) -> None:
    game = at(GERMANS + "3419 1ID\n3420 191RD\n3422 1G(disrupted)").strike("attack 3420 with 1ID", "-/1")
    assert game.clauses("retire") == []


@pytest.mark.case("14.4a", "14.4b", "10.27a")
def test_workers_who_attack_out_of_the_city_retreat_in_it(at: At) -> None:
    game = at(RUSSIANS + "0320 191RD 1W\n0419 6-4").strike("attack 0419 with 191RD 1W", "1/1").play("retire")
    assert game.reach_back("1W") == {"0219", "0220"}
    assert game.reach_back("191RD") == {"0219", "0220"}
    game.play("retreat 1W 0220", "retreat 191RD 0219")
    assert game.ask == ("german", "penalty")


@pytest.mark.case("11.33c", "10.28a", "10.28b")
def test_a_headquarters_that_cannot_follow_is_not_asked(at: At) -> None:
    game = at(GERMANS + "3420 1ID 38HQ(disrupted)\n3421 191RD").strike("attack 3421 with 1ID", "1/1")
    game.play("retire", "retreat 1ID 3419")
    assert game.ask == ("russian", "penalty")
    two = at(GERMANS + "3420 1ID 38HQ(disrupted)\n3522 11ID 41HQ\n3421 191RD")
    two.strike("attack 3421 with 1ID 11ID", "1/1").play("retire", "retreat 1ID 3419", "retreat 11ID 3523")
    assert two.movers("follow") == {"41HQ"}
    assert "38HQ has no hex to retreat to" in two.reasons("follow 38HQ 3419")
    other = "3420 6-4 6-114 38HQ\n3419 41HQ\n3320 2HQ\n3520 28HQ\n3421 191RD"
    game = at(GERMANS + other).strike("attack 3421 with 6-4", "1/1").play("retire", "retreat 6-4 3419")
    assert game.ask == ("russian", "penalty")  # a headquarters stands in every hex there is


@pytest.mark.case("10.26b", "10.26c")
def test_who_takes_the_first_though_let_off_still_owes_the_second(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3421 191RD").strike("attack 3421 with 1ID", "1/2")
    game.play("retire", "retreat 1ID 3419", "retire", "retreat 191RD 3422")
    assert game.clauses("waive") == ["10.26c"]
    game.play("lose 191RD")
    assert game.units(game.s.reduced) == {"191RD"}
    assert game.ask == ("german", "german-combat")
