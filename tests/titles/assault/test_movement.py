"""[6.0] Movement: points, zones, the right to one hex, who may not move, the mechanized phase."""

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[..., Any]

STEPPE = """at german-movement
    turn 3
    3620 1Mtn
    3419 177RD
    3522 SSPol
    3423 1-113
    3421 1ID"""


@pytest.mark.case("6.1a", "6.12a", "6.16f", "6.19b")
def test_the_1st_panzer_on_the_road(at: At) -> None:
    game = at("at german-movement\nturn 1\n1235 1-1Pz")
    path = "1135 1134 1133 1132 1031 1030"
    assert game.price("1-1Pz", path) == "7⅓"
    assert "1030" in game.reach("1-1Pz")
    game.play(f"move 1-1Pz via {path}")
    assert game.where("1-1Pz") == "1030"
    assert "7⅓ MP" in game.log()
    assert game.clauses("move 1-1Pz to 1031") == ["6.19b"]


@pytest.mark.case("9.4c", "9.3a", "9.3b", "9.4a", "9.4b", "6.13d", "6.13e")
def test_the_police_leaves_a_fluid_zone(at: At) -> None:
    game = at(STEPPE)
    assert game.price("SSPol", "3521") == "1"
    assert game.price("SSPol", "3521 3520") == "5"
    assert game.against("SSPol", "3521 3520 3620") == ["6.12c", "6.13e", "9.2b"]
    assert at(STEPPE.replace("3419 177RD", "")).against("SSPol", "3521 3520 3519") == ["6.13e"]
    lines = [line.clause for line in game.table.title.aids.cost(game.s, game.march("SSPol", "3521 3520"))]
    assert lines == ["6.13b", "6.13b", "9.4a"]


@pytest.mark.case("9.4c", "9.2a", "9.2b")
def test_the_113th_stops_in_a_rigid_zone(at: At) -> None:
    game = at(STEPPE.replace("3522 SSPol", "3622 SSPol").replace("3423 1-113", "3522 1-113").replace("3421 1ID", ""))
    assert game.price("1-113", "3521 3421 3420") == "6"
    assert game.against("1-113", "3521 3421 3420 3320") == ["6.13e", "9.2b"]
    game.play("move 1-113 via 3521 3421 3420")
    assert "rigid zone stops it at 3420" in game.log()


@pytest.mark.case("9.4c", "9.2b")
def test_the_1st_infantry_enters_a_rigid_zone(at: At) -> None:
    game = at(STEPPE)
    assert game.price("1ID", "3420") == "1"
    assert game.against("1ID", "3420 3320") == ["9.2b"]
    assert game.against("1ID", "3420 3321") == ["9.2b"]


@pytest.mark.case("9.2c", "9.2d", "6.13f")
def test_from_rigid_to_rigid_never(at: At) -> None:
    game = at("at german-movement\nturn 3\n3419 177RD\n3420 1ID")
    assert game.against("1ID", "3320") == ["9.2d"]
    assert game.against("1ID", "3421") == []
    assert game.price("1ID", "3421") == "4"
    assert game.price("1ID", "3521 3520") == "5"  # round about, and no further
    assert game.options("move", game.unit("1ID")).to(game.hex("3520")) == (game.hex("3521"), game.hex("3520"))
    game = at("at german-movement\nturn 3\n3419 177RD\n3421 1TD\n3420 1ID\n3322 70RD\n3621 168RD")
    assert "1ID" not in game.movers()
    assert game.clauses("move 1ID to 3320")[0] == "6.12a"


@pytest.mark.case("6.13f", "9.4b", "6.13e", "6.22a")
def test_the_right_to_one_hex(at: At) -> None:
    """Out of a fluid zone and over a river into a marsh: 3 + 2 + 4, and a motorized regiment has 8."""
    text = "turn 3\n0534 11MD\n0533 1-1"
    game = at(f"at german-movement\n{text}")
    assert game.price("1-1", "0532") == "8"
    assert game.against("1-1", "0532 0531") == ["6.13e"]
    game = at(f"at german-movement\n{text.replace('0533', '0433')}\n0632 3-8")
    assert game.against("1-1", "0533 0532") == ["6.13e"]  # it is the whole move
    game = at(f"at mechanized\n{text}")
    assert game.against("1-1", "0532") == ["6.13e"]
    assert "0532" not in game.reach("1-1")
    assert "needs 9 Movement Points, 1-1 has 8" in game.reasons("move 1-1 via 0532")
    game = at(f"at mechanized\n{text}", minimum="both")
    assert game.price("1-1", "0532") == "8"


@pytest.mark.case("6.12b", "6.12c", "6.17a", "6.17b", "8.31a", "6.32a", "8.23a", "8.25a", "6.110a")
def test_ways_that_are_shut(at: At) -> None:
    game = at("at german-movement\nturn 3\n0833 1-1\n0413 6-4\n0514 6-114\n0422 1ID\n1135 Nar\n1235 1-1Pz\n0420 32ID")
    assert game.against("1-1", "0832") == ["6.17a"]
    assert game.against("6-114", "0413") == ["6.32a"]
    assert game.against("32ID", "0320") == ["8.31a"]
    assert game.against("1-1Pz", "1135") == ["6.12c"]
    assert game.against("1-1Pz", "1133") == ["6.12b"]
    assert game.against("1ID", "0322") == ["6.17b"]
    assert game.against("1ID", "lost") == ["6.110a"]
    game = at("at russian-movement\nturn 3\nF4 1TD\nC8 4V")
    assert game.against("1TD", "G4") == ["8.23a"]
    assert game.against("4V", "C9") == ["8.25a"]


@pytest.mark.case("5.6a", "5.6b", "5.6d", "appendix1.2")
def test_who_stands_still_at_first(new: At) -> None:
    game = new(placed=True).to("russian-movement")
    held = {"24TD", "177RD", "302RD", "237RD", "70RD", "1V", "3V", "1Mtn", "21TD"}
    assert not held & game.movers()
    assert {"Nar", "191RD", "LTS", "1TD", "1G", "1W"} <= game.movers()
    assert game.clauses("move 24TD to 2523") == ["5.6a"]
    assert game.clauses("move 21TD to 3114") == ["5.6b"]
    game.play("done").to("russian-movement")
    assert game.s.turn == 2
    assert {"24TD", "177RD", "302RD", "237RD", "70RD", "1V", "3V"} <= game.movers()
    assert not {"1Mtn", "21TD"} & game.movers()
    game.play("done").to("russian-movement")
    assert {"1Mtn", "21TD"} <= game.movers()


@pytest.mark.case("14.2a", "14.2b", "14.4a", "14.4b")
def test_workers(new: At) -> None:
    game = new(placed=True).to("russian-movement")
    assert game.clauses("move 17W to 0421")[0] == "14.2b"
    assert game.reach("1W") == {"0220", "0320"}
    assert game.against("1W", "0218") == ["14.4a"]


@pytest.mark.case("14.2b", "14.4a")
def test_why_a_worker_of_another_city_does_not_move_into_this_one(at: At) -> None:
    """It never moves; nobody says that the city is not in the city."""
    assert at("at russian-movement\nturn 3\n0420 17W").against("17W", "0320") == ["14.2b"]


@pytest.mark.case("18.21a", "8.33b")
def test_guerrillas_on_turn_1_while_germans_are_on_the_inset(at: At) -> None:
    game = at("at russian-movement\nturn 1\n0419 1G\nJ5 1ID", guerrillas="outside")
    assert game.against("1G", "0320") == ["8.33b"]


@pytest.mark.case("12.42a", "11.21a", "11.21b", "6.18a")
def test_disrupted_and_out_of_supply(at: At) -> None:
    game = at("at german-movement\nturn 3\n3421 1ID(disrupted)\n3522 SSPol(unsupplied)\n3620 1Mtn")
    assert game.clauses("move 1ID to 3321") == ["12.42a"]
    assert game.reach("SSPol") == {"3422", "3621", "3622", "3523", "3521"}
    assert game.against("SSPol", "3521 3420") == ["11.21a"]


@pytest.mark.case("4.0e", "4.0l", "6.11a", "6.19a")
def test_whose_units_move(at: At) -> None:
    game = at("at german-movement\nturn 3\n3421 1ID\n3620 1Mtn")
    assert game.clauses("move 1Mtn to 3621") == ["4.0e"]
    game = at("at russian-movement\nturn 3\n3421 1ID\n3620 1Mtn")
    assert game.clauses("move 1ID to 3422") == ["4.0l"]
    game.play("done")
    assert game.ask == ("russian", "russian-combat")


# -- the mechanized phase ---------------------------------------------------------------------


@pytest.mark.case("6.21a", "6.21b", "6.21c", "6.22b", "6.22c", "6.22d", "6.22e", "9.2e", "9.3c", "11.22a", "11.37a")
def test_who_moves_again(at: At) -> None:
    game = at("""at mechanized
        turn 3
        3419 177RD
        3517 1Mtn
        3420 1-1
        3518 3-8
        3422 1-113(unsupplied)
        3522 6-4(retired)
        3523 6-11Pz(reduced)
        3623 1ID
        3624 38HQ
        3625 41HQ""")
    assert game.movers() == {"3-8", "6-11Pz", "41HQ"}
    assert game.clauses("move 1-1 to 3421") == ["6.22c"]
    assert game.clauses("move 1-113 to 3423") == ["6.22b"]
    assert game.clauses("move 6-4 to 3622") == ["6.22d"]
    assert game.clauses("move 1ID to 3622") == ["6.21c"]
    assert game.clauses("move 38HQ to 3724") == ["6.21c"]


@pytest.mark.case("6.21a", "6.14a")
def test_a_unit_moves_twice(at: At) -> None:
    game = at("at german-movement\nturn 3\n3421 1-1\n")
    game.play("move 1-1 to 3422", "done", "done")
    assert game.ask == ("german", "mechanized")
    game.play("move 1-1 to 3421", "done")
    assert game.where("1-1") == "3421"
    assert not game.s.moved


# -- Guerrillas with the option ---------------------------------------------------------------


@pytest.mark.case("18.21a")
def test_guerrillas_leave_on_turn_1(new: At) -> None:
    game = new(placed=True, guerrillas="outside").to("russian-movement")
    assert game.clauses("done") == ["18.21a"] * 4
    assert game.clauses("move 1G to 0117") == ["18.21a"]
    far = game.reach("1G")
    assert far
    assert all(game.s.data.distance[game.hex(hex_)] >= 7 for hex_ in far)
    for n in range(1, 5):
        game.play(f"move {n}G to {min(game.reach(f'{n}G'))}")
    game.play("done")
    assert new(placed=True).to("russian-movement").clauses("done") == []


@pytest.mark.case("18.21a")
def test_as_far_as_it_can(at: At) -> None:
    game = at("at russian-movement\nturn 1\nE7 1G\n", guerrillas="outside")
    away = {game.s.data.distance[game.hex(hex_)] for hex_ in game.reach("1G")}
    assert len(away) == 1
    assert 0 < away.pop() < 7
    game = at("at russian-movement\nturn 1\nE7 1G(disrupted)\n", guerrillas="outside")
    assert game.clauses("done") == []


@pytest.mark.case("18.21b")
def test_guerrillas_stay_away(at: At) -> None:
    game = at("at russian-movement\nturn 2\n0920 1G\n1120 2G\n", guerrillas="outside")
    distance = game.s.data.distance
    assert distance[game.hex("0920")] == 6
    assert all(distance[game.hex(hex_)] >= 7 for hex_ in game.reach("1G") | game.reach("2G"))
    assert game.against("2G", "1020 0921") == ["18.21b"]
    assert at("at russian-movement\nturn 2\n1120 2G\n").against("2G", "1020 0921") == []


# -- cities, rates, and who is like the others ------------------------------------------------


@pytest.mark.case("6.16e", "6.16a", "6.13a")
def test_cities_have_roads(at: At) -> None:
    """Vyritsa: in and out along its road at its rate, off the road as clear ground, with the river before it."""
    game = at("at german-movement\nturn 9\n1020 1ID\n1220 1-1\n1121 11ID")
    assert game.price("1ID", "1120") == "½"
    assert game.price("11ID", "1120") == "1"
    assert game.price("1-1", "1120") == "3"
    game.play("move 1ID to 1019")
    assert game.price("1-1", "1120 1020") == "3⅓"


@pytest.mark.case("6.13a", "6.13e")
def test_a_unit_spends_up_to_its_factor(at: At) -> None:
    game = at("at german-movement\nturn 9\n3836 SSPol")
    clear = "3835 3834 3833 3832 3831 3830"
    assert game.price("SSPol", clear) == "6"
    assert game.against("SSPol", clear + " 3829") == ["6.13e"]
    assert "3830" in game.reach("SSPol")
    assert "3829" not in game.reach("SSPol")


@pytest.mark.case("8.21a", "8.31a", "8.33b")
def test_only_russians_in_the_city_hexes(at: At) -> None:
    for hex_ in ("0420", "0419", "0319"):
        game = at(f"at german-movement\nturn 9\n{hex_} 1-1")
        assert game.against("1-1", "0320") == ["8.31a"]
        assert not {"0219", "0220", "0320"} & game.reach("1-1")
    assert "0320" in at("at russian-movement\nturn 9\n0420 281RD").reach("281RD")


@pytest.mark.case("14.5a", "9.6a", "9.2b", "10.14a")
def test_workers_are_ground_units_like_others(at: At) -> None:
    """Class C, so no zone but in a fortified city; an enemy may not enter their hex; they are attacked as any unit."""
    game = at("at german-movement\nturn 9\n0611 12W\n0711 1-1\n0821 18W\n0923 6-4")
    assert game.against("1-1", "0611") == ["6.12c"]
    assert game.against("1-1", "0610 0511") == []  # past Mga
    assert game.against("6-4", "0922 1021") == ["9.2b"]  # Gatchina is fortified
    game = at("at german-combat\nturn 9\n0611 12W 4V\n0712 1ID").play("attack 0611 with 1ID")
    assert game.units(game.s.local.defenders) == {"12W", "4V"}


@pytest.mark.case("15.1a", "15.2a", "9.4a")
def test_guerrillas_are_ground_units_like_others(at: At) -> None:
    game = at("at russian-movement\nturn 9\n3420 1G\n3419 1ID\n3423 2G 281RD")
    assert game.price("1G", "3421") == "4"  # three for the zone, as anybody
    assert game.against("1G", "3320") == ["9.2d"]
    assert "6.12c" in game.against("1G", "3419")
    assert game.price("2G", "3422 3322") == "2"  # woods and marsh, at its own rates
    assert game.price("281RD", "3422 3322") == "5"
    game = at("at russian-combat\nturn 9\n3420 1G\n3421 28HQ").play("attack 3421 with 1G")
    assert game.units(game.s.local.attackers) == {"1G"}


@pytest.mark.case("9.8a")
def test_zones_are_for_enemies(at: At) -> None:
    game = at("at german-movement\nturn 9\n3421 1ID\n3422 11ID\n3522 12ID\n0424 21ID\n0221 Nav")
    assert game.price("1ID", "3321 3320") == "3"  # out of their zones for nothing
    game = at("at russian-movement\nturn 9\n0424 21ID\n0326 1ID\nlost 20W\ngerman 0326\n0324 Nav")
    game.play("sail 0225")
    assert game.where("Nav") == "0225"


@pytest.mark.case("5.6d")
def test_who_may_not_move_may_fight(new: At, at: At) -> None:
    game = at("at russian-movement\nturn 1\n2922 302RD\n2923 269ID(reduced)")
    assert "302RD" not in game.movers()
    game.play("done", "attack 2923 with 302RD")
    assert game.units(game.s.local.attackers) == {"302RD"}


@pytest.mark.case("18.21a", "18.21b")
def test_only_guerrillas_only_then(new: At, at: At) -> None:
    game = new(placed=True, guerrillas="outside").to("russian-movement")
    assert "0320" in game.reach("281RD")
    away = {game.s.data.distance[game.hex(hex_)] for hex_ in game.reach("1G")}
    assert min(away) == 7 < max(away)
    assert "0118" in new(placed=True).to("russian-movement").reach("1G")
    game = at("at russian-movement\nturn 3\n0920 1G\n0921 281RD", guerrillas="outside")
    assert game.clauses("done") == []
    assert "0821" in game.reach("281RD")
    assert min(game.s.data.distance[game.hex(hex_)] for hex_ in game.reach("1G")) == 7


@pytest.mark.case("14.2a", "14.4a", "8.22a", "8.23b")
def test_workers_in_the_streets(at: At) -> None:
    """Four points in the interior, over bridges too; never onto the fringe, and up to the city by a transfer only."""
    for germans in ("", "E2 11ID"):
        game = at(f"at russian-movement\nturn 9\nH5 1W\n{germans}")
        found = game.reach("1W")
        assert {"J5", "G5", "F4"} <= found
        assert found <= game.hexes(game.s.data.interior)
        assert game.price("1W", "G5 F4") == "3"
        assert game.against("1W", "I5 J5 K5") == ["14.4a"]


@pytest.mark.case("6.13e", "9.4a", "6.13f", "11.21a")
def test_reach_is_what_a_path_allows(at: At) -> None:
    """Zones far away cost nothing; the one hex by right is offered, and to the hungry one hex and a transfer."""
    assert "3830" in at("at german-movement\nturn 9\n3836 SSPol\n3020 177RD").reach("SSPol")
    assert "0532" in at("at german-movement\nturn 3\n0534 11MD\n0533 1-1").reach("1-1")
    game = at("at german-movement\nturn 9\n0421 1-1(unsupplied)")
    assert game.reach("1-1") == {"0420", "0422", "0521", "0522", "K6", "K7"}
    game = at("at german-movement\nturn 9\n0420 1-1(unsupplied)")
    assert {"K6", "J6", "J7", "0520"} <= game.reach("1-1")
    assert "I6" not in game.reach("1-1")


@pytest.mark.case("6.12a")
def test_a_move_needs_a_hex(at: At) -> None:
    assert at("at russian-movement\nturn 20\n0419 281RD").against("281RD", "") == ["6.12a"]


@pytest.mark.case("6.12a", "6.12c", "7.5b", "9.2d", "6.17b")
def test_what_is_said_of_a_unit_that_can_go_nowhere(at: At) -> None:
    game = at("at german-movement\nturn 3\n3419 177RD\n3421 1TD\n3420 1ID\n3322 70RD\n3621 168RD\n3320 11ID")
    said = game.reasons("move 1ID to 3321")
    for part in ("2 held by the enemy [6.12]", "1 without room for it [7.5]", "3 in another rigid zone [9.2]"):
        assert part in said


@pytest.mark.case("11.21b", "6.13f", "8.34b", "6.33a", "5.4d")
def test_the_ledger_of_a_path(at: At) -> None:
    def ledger(text: str, unit: str, path: str, verb: str = "move") -> list[tuple[str, str]]:
        game = at(text)
        assert game.against(unit, path, verb) == []
        lines = game.title.aids.cost(game.s, game.march(unit, path, verb))
        return [(line.clause, f"{line.op}{line.amount}") for line in lines]

    steppe = "at german-movement\nturn 9\n3522 SSPol"
    assert ledger(steppe, "SSPol", "3521") == [("6.13b", "+1")]
    assert ledger(steppe + "(unsupplied)", "SSPol", "3521") == [("6.13b", "+1"), ("11.21b", "=6")]
    marsh = "at german-movement\nturn 3\n0534 11MD\n0533 1-1"
    assert ledger(marsh, "1-1", "0532")[-2:] == [("9.4a", "+3"), ("6.13f", "min8")]
    assert ledger("at german-movement\nturn 9\n0420 1-1", "1-1", "K6 J6") == [("8.34b", "+0"), ("8.22b", "+3")]
    assert ledger("at russian-movement\nturn 9\n0413 281RD", "281RD", "0514") == [("6.33a", "+5")]
    assert ledger("at german-movement\nturn 9", "11ID", "3819 3719", "enter")[0][0] == "5.4d"
