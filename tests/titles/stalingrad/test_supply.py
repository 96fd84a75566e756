"""[11.1-11.4, 19.5] Supply on the main map: headquarters, roads and Areas, the red edge, and lack of it."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.titles.assault.rules.supply import open_to, supplied
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from tests.titles.stalingrad.box import AT, D, names

At = Callable[..., Any]

NO_DRAWS = f"\nlost {' '.join(D.pieces[unit] for unit in scan(D.in_cup))}"  # an empty cup
NO_ROADS = "\n0528 33Gd\n1428 192RD\n2318 184RD"  # where roads leave the map in Areas W and S


def out(game: Any, side: int = GERMAN) -> set[str]:
    """The units of a side that the next check finds out of supply."""
    return set(game.units(game.play("done").s.unsupplied & D.side[side]))


@pytest.mark.case("8.35b", "11.15a", "8.31a", "8.33b")
def test_which_ground_a_unit_on_the_fringe_closes(at: At) -> None:
    """A headquarters has no zone: it closes its hex, that of the main map with all its fringe, and the city hexes."""
    game = at("at german-movement\nturn 9\nF5 8HQ")
    city = {"0807", "0907", "1007"}
    assert game.hexes(D.land & ~open_to(game.s, RUSSIAN)) == {"0908", "E5", "F5", "G5", "H5", "I5", "J5"} | city
    assert game.hexes(D.land & ~open_to(game.s, GERMAN)) == city
    game = at("at german-movement\nturn 9\n0908 8HQ")
    assert not game.hexes(D.land & ~open_to(game.s, RUSSIAN)) & city


def german(at: At, text: str, turn: int = 19, **options: str) -> Any:
    """Before the check in the German Player-Turn."""
    return at(f"at german-bombardment\nturn {turn}\n{text}", **options)


# -- worked examples --------------------------------------------------------------------------


@pytest.mark.case("11.24c", "11.24a", "11.24b", "11.24d", "11.17a", "11.12a")
def test_a_german_unit_starves_on_every_second_check(at: At) -> None:
    """The example to 11.24, with one step of four at a time."""
    game = german(at, "0920 16Pz" + NO_DRAWS, 9).play("done")
    assert (game.units(game.s.unsupplied), game.s.reduced) == ({"16Pz"}, 0)
    for steps in (3, 2, 1):
        game.to("russian-movement")
        assert game.title.portrait(game.s, game.unit("16Pz"))["strength"]["steps"] == steps
        game.to("german-movement")
        assert game.title.portrait(game.s, game.unit("16Pz"))["strength"]["steps"] == steps
    assert game.where("16Pz") == "0920"
    game.to("russian-movement")
    assert (game.where("16Pz"), game.s.unsupplied) == ("lost", 0)
    assert "is still out of supply. [11.24]" in game.log()


@pytest.mark.case("11.24a", "11.24b", "11.24d")
def test_russians_starve_in_the_german_turn(at: At) -> None:
    ring = "0919 305ID\n0821 113ID\n1021 44ID\n0922 71ID\n0920 196RD(unsupplied) \n0726 8HQ\n1023 51HQ"
    game = german(at, ring).play("done")
    assert game.units(game.s.reduced) == {"196RD"}
    game = german(at, ring.replace("(unsupplied)", "")).play("done")
    assert (game.units(game.s.unsupplied & D.side[RUSSIAN]), game.s.reduced) == ({"196RD"}, 0)
    game.to("russian-movement")
    assert game.s.reduced & D.side[RUSSIAN] == 0  # their own Player-Turn


@pytest.mark.case("11.24d", "11.36a")
def test_each_unit_loses_its_own_step(at: At) -> None:
    """A headquarters has one step, and is gone before anything moves."""
    game = at("at mechanized\nturn 19\n0920 8HQ(unsupplied) 305ID(unsupplied)\n0922 113ID(unsupplied)" + NO_ROADS)
    game.play("done")
    assert game.units(game.s.reduced) == {"305ID", "113ID"}
    assert game.where("8HQ") == "returning"
    assert game.ask == ("russian", "russian-movement")


# -- headquarters to Areas W and S --------------------------------------------------------------


@pytest.mark.case("19.51a", "11.35b", "11.13c", "11.13d")
@pytest.mark.parametrize(
    ("hex_", "lacks"), [("0928", False), ("0923", False), ("0922", True), ("2315", False), ("2015", True)]
)
def test_off_the_map_in_an_area(at: At, hex_: str, lacks: bool) -> None:
    """On the edge, five hexes between headquarters and edge counting the edge hex, and six."""
    more = NO_ROADS if hex_ != "2015" else NO_ROADS + "\n2215 181RD\n2212 147RD"
    assert (out(german(at, f"{hex_} 8HQ{more}")) == {"8HQ"}) == lacks


@pytest.mark.case("19.51c", "19.51a")
def test_other_edges_and_roads_that_leave_elsewhere(at: At) -> None:
    """1728 and 2307 are on the edge and have a road off it, but belong to no Area."""
    assert {"1728", "2307", "0113", "0104", "0102", "1001"}.isdisjoint(names(D.railheads))
    assert {"1528", "1828", "2328", "2311", "2301", "0228", "0128"}.isdisjoint(names(D.edge[GERMAN]))
    assert out(german(at, "1828 8HQ" + NO_ROADS)) == {"8HQ"}
    assert out(german(at, "2306 8HQ" + NO_ROADS)) == {"8HQ"}
    assert out(german(at, "2307 8HQ" + NO_ROADS)) == set()  # five hexes from 2312
    assert out(german(at, "1828 8HQ\n2306 51HQ")) == set()  # their roads lead on to Areas W and S


@pytest.mark.case("19.51b", "11.13c", "11.35a")
@pytest.mark.parametrize(("hex_", "lacks"), [("0425", False), ("0620", False), ("0619", True)])
def test_to_a_road(at: At, hex_: str, lacks: bool) -> None:
    """On a road hex, six hexes from one, seven; 192RD cuts all roads but the one from 0528 to 0425."""
    text = f"{hex_} 8HQ\n{hex_[:2]}18 305ID\n0324 192RD\n1428 33Gd\n2318 184RD"
    assert out(german(at, text)) >= ({"8HQ"} if lacks else set())
    assert ("8HQ" in out(german(at, text))) == lacks
    assert ("305ID" in out(german(at, text))) == (lacks or hex_ == "0425")


@pytest.mark.case("19.51b", "11.15a", "11.15b")
def test_the_road_must_be_free_of_zones(at: At) -> None:
    """From 1115 it is six hexes to the road at 1121, whose other branches are cut."""
    cuts = "\n0919 192RD\n1519 33Gd\n0528 184RD\n2318 181RD"
    assert out(german(at, "1115 51HQ" + cuts)) == set()
    assert out(german(at, "1115 51HQ\n1325 147RD" + cuts)) == {"51HQ"}
    friends = "\n1326 305ID\n1225 113ID\n1224 76ID"
    assert "51HQ" not in out(german(at, "1115 51HQ\n1325 147RD" + friends + cuts))
    assert out(german(at, "1115 51HQ\n1325 131RD(reduced)" + cuts)) == set()  # class C: its own hex alone


@pytest.mark.case("19.53a", "19.51b")
def test_rails_carry_nothing(at: At) -> None:
    """1114 is on a railway that runs clear to 1428, and seven hexes from the road that does."""
    rails = {hex_ for rail in D.map.rails.values() for hex_ in rail.hexes}
    roads = {hex_ for road in D.map.roads.values() for hex_ in road.hexes}
    assert {"1114", "1117", "1220"} <= rails - roads
    assert not (rails - roads) & names(D.lines)
    assert out(german(at, "1114 51HQ\n0919 192RD\n1519 33Gd\n0528 184RD\n2318 181RD")) == {"51HQ"}


@pytest.mark.case("19.53a")
def test_rails_do_not_speed_a_move(at: At) -> None:
    game = at("at german-movement\nturn 9\n1115 44ID 14HQ")
    assert game.price("44ID", "1114 1113") == "2"
    assert game.price("14HQ", "1114 1113") == "2"


# -- units to their headquarters ----------------------------------------------------------------


@pytest.mark.case("11.13a", "11.13c", "11.11a", "11.34a", "11.19a", "11.31a")
def test_six_hexes_to_the_headquarters(at: At) -> None:
    """305ID and 113ID are six hexes away, 389ID seven; 44ID is near another corps' headquarters."""
    game = german(at, "1018 8HQ\n1012 305ID\n1212 113ID\n1011 389ID\n1017 44ID")
    assert out(game) == {"113ID", "389ID", "44ID"}
    game = german(at, "1018 8HQ\n1012 305ID\n1213 113ID\n1011 389ID\n1017 44ID")
    assert out(game) == {"389ID", "44ID"}
    assert game.clauses("move 389ID via 1010 1009") == ["11.21a"]


@pytest.mark.case("11.34a", "11.31a", "11.32a")
def test_rumanians_have_their_own_headquarters(at: At) -> None:
    game = german(at, "2315 Rum6HQ 29Mot\n2214 Rum1\n2216 48HQ Rum4")
    assert out(game) == set()
    assert out(german(at, "2315 Rum6HQ\n2214 29Mot\n2216 Rum4")) == {"29Mot"}


@pytest.mark.case("11.15a", "11.15b", "11.15c")
def test_through_a_friend_in_an_enemy_zone(at: At) -> None:
    """Zones, rigid and fluid, shut the way from 0912 to 0916; friends of any corps open 0913 and 0914."""
    wall = "0916 8HQ\n0912 305ID\n0813 33Gd\n1013 192RD"
    assert out(german(at, wall)) == {"305ID"}
    assert out(german(at, wall + "\n0913 71ID\n0914 44ID")) == {"71ID", "44ID"}
    assert out(german(at, wall + "\n0913 71ID")) == {"305ID", "71ID"}


@pytest.mark.case("11.15c", "11.18a")
def test_a_zone_at_either_end_does_not_matter(at: At) -> None:
    game = german(at, "0915 8HQ\n0912 305ID\n0812 33Gd\n1015 192RD")
    assert {AT["0912"], AT["0915"]} <= set(scan(D.board.named(names(open_to(game.s, GERMAN)))))
    assert out(game) == set()
    game = german(at, "0620 8HQ\n0617 305ID\n0817 131RD(reduced)")
    assert out(game) == set()
    both = open_to(game.s, GERMAN) & open_to(game.s, RUSSIAN)
    assert both >> AT["0818"] & 1  # beyond all zones both sides may trace


@pytest.mark.case("11.37b")
def test_a_disrupted_headquarters_supplies(at: At) -> None:
    assert out(german(at, "1018 8HQ(disrupted)\n1015 305ID")) == set()


@pytest.mark.case("11.12a", "11.12b", "11.17a")
def test_it_lasts_to_the_next_check(at: At) -> None:
    game = german(at, "1018 8HQ\n1011 305ID\n0611 192RD").play("done", "move 8HQ to 1017")
    assert game.units(game.s.unsupplied) == {"305ID"}
    game.to("russian-movement")
    assert game.units(game.s.unsupplied) == set()
    assert "is in supply again. [11.12]" in game.log()


# -- Russians -------------------------------------------------------------------------------------


@pytest.mark.case("19.52a")
def test_the_red_edge() -> None:
    along = {f"01{column:02}" for column in range(1, 21)} | {f"{row:02}01" for row in range(1, 24)}
    assert names(D.edge[RUSSIAN]) == along


@pytest.mark.case("19.52a", "11.15a", "11.14b")
def test_russian_paths(at: At) -> None:
    """In a ring of zones; beyond every road of any length; on an edge that is red, and on one that is not."""
    ring = "0919 305ID\n0821 113ID\n1021 44ID\n0922 71ID\n"
    assert out(german(at, ring + "0920 196RD"), RUSSIAN) == {"196RD"}
    assert out(german(at, ring + "0923 196RD\n2328 147RD"), RUSSIAN) == set()
    assert out(german(at, ring.replace("ID", "ID(reduced)") + "0920 196RD"), RUSSIAN) == set()  # class C
    corner = "2127 305ID\n2326 113ID\n2328 196RD"
    assert out(german(at, corner), RUSSIAN) == {"196RD"}
    assert out(german(at, "2102 305ID\n2303 113ID\n2301 196RD"), RUSSIAN) == set()
    assert out(german(at, "2103 305ID\n2304 113ID\n2101 44ID\n2302 196RD"), RUSSIAN) == set()  # 2301 is beside it
    assert out(german(at, "2103 305ID\n2304 113ID\n2201 44ID\n2302 196RD"), RUSSIAN) == {"196RD"}


# -- what lack of supply does -----------------------------------------------------------------------


@pytest.mark.case("11.21a", "11.21b")
def test_one_hex_whatever_it_costs(at: At) -> None:
    """112RD crosses the Don, 16Pz enters woods over it; neither goes from rigid to rigid zone."""
    game = at("at german-movement\nturn 9\n1114 16Pz(unsupplied)\n1122 44ID(unsupplied)")
    assert game.against("44ID", "1121 1020") == ["11.21a"]
    assert game.against("44ID", "1121") == []
    assert game.reach("44ID") <= {"1022", "1021", "1121", "1123", "1222", "1221"}
    shut = at("at german-movement\nturn 9\n1122 44ID(unsupplied)\n1120 33Gd\n1020 23TC")
    assert shut.against("44ID", "1121") == []
    shut = at("at german-movement\nturn 9\n1121 44ID(unsupplied)\n1120 33Gd\n1022 23TC")
    assert shut.against("44ID", "1021") == ["9.2d"]


@pytest.mark.case("11.22a")
def test_no_second_move(at: At) -> None:
    game = at("at mechanized\nturn 9\n0920 16Pz(unsupplied)\n0922 3Mot\n0923 14HQ(unsupplied)")
    assert game.movers() == {"3Mot"}
    assert game.clauses("move 16Pz to 0921") == ["6.22b"]


@pytest.mark.case("11.23a", "11.23b")
@pytest.mark.parametrize(
    ("marks", "odds"), [(("", ""), "2:1"), (("(unsupplied)", ""), "1:1"), (("", "(unsupplied)"), "4:1")]
)
def test_half_the_factor(at: At, marks: tuple[str, str], odds: str) -> None:
    """8 against 4 in clear ground."""
    game = at(f"at german-combat\nturn 9\n0921 305ID{marks[0]}\n0920 196RD{marks[1]}")
    game.play("attack 0920 with 305ID")
    assert game.odds == odds


@pytest.mark.case("11.23a")
def test_half_and_half_again(at: At) -> None:
    """A unit out of supply and disrupted defends with a quarter, after terrain: 12 against 4 doubled and quartered."""
    game = at("at german-combat\nturn 9\n0411 16Pz\n0412 196RD(unsupplied,disrupted)")
    assert game.title.data.terrain[game.hex("0412")] == "woods"
    game.play("attack 0412 with 16Pz")
    assert game.odds == "6:1"
    game = at("at german-combat\nturn 9\n0721 Rum1(unsupplied)\n0720 196RD(reduced)")
    assert game.play("attack 0720 with Rum1").odds == "1:1"  # 2½ to 2: fractions count


@pytest.mark.case("11.23b")
def test_it_may_advance_after_its_one_hex(at: At) -> None:
    game = at("at german-movement\nturn 9\n0922 305ID(unsupplied)\n0920 196RD(unsupplied)")
    game.play("move 305ID to 0921").to("german-combat").strike("attack 0920 with 305ID", "-/2")
    while game.ask[1] == "penalty":
        game.play("lose 196RD")
    assert game.ask[1] == "advance"
    game.play("advance 305ID 0920")
    assert game.where("305ID") == "0920"


# -- headquarters ---------------------------------------------------------------------------------


@pytest.mark.case("11.32a", "11.36a", "11.37a", "11.31a")
def test_headquarters_as_pieces() -> None:
    assert {*D.headquarters} == {"4", "8", "11", "14", "24", "48", "51", "R6"}
    for corps, unit in D.headquarters.items():
        it = D.units[unit]
        assert (it.grade, D.steps[unit], it.corps) == ("C", 1, corps)
        assert bool(D.mechanized >> unit & 1) == (corps in {"14", "24", "48"})
        assert D.side[GERMAN] >> unit & 1
    assert not any(it.corps for it in D.units[D.russians :])


@pytest.mark.case("11.37a")
def test_mechanized_headquarters_move_again(at: At) -> None:
    game = at("at mechanized\nturn 9\n0920 14HQ\n0922 24HQ\n0924 48HQ\n1023 8HQ\n1022 51HQ\n1021 Rum6HQ\n1024 11HQ")
    assert game.movers() == {"14HQ", "24HQ", "48HQ"}
    assert game.clauses("move 8HQ to 1122") == ["6.21c"]


@pytest.mark.case("11.36c", "11.36d", "11.44a")
@pytest.mark.parametrize("when", ["next", "at-once"])
def test_a_headquarters_supplies_again(at: At, when: str) -> None:
    """Lost in the Russian turn, back in the German one; its corps has a line from the next check on, or at once."""
    text = "at mechanized\nturn 9\n0920 8HQ(unsupplied)\n0925 305ID(unsupplied)\n1014 113ID(unsupplied)"
    game = at(text + NO_ROADS + NO_DRAWS, headquarters=when).to("german-movement")
    assert game.where("8HQ") == "returning"
    assert game.units(game.s.unsupplied & D.side[GERMAN]) == {"305ID", "113ID"}
    game.play("enter 8HQ to 0928")
    assert game.units(game.s.unsupplied & D.side[GERMAN]) == ({"113ID"} if when == "at-once" else {"305ID", "113ID"})
    assert "8HQ" in game.units(supplied(game.s, GERMAN))
    game.to("russian-movement")
    assert game.where("113ID") == "lost"  # and for good
    assert "113ID" not in game.to("german-movement").movers("enter")
    assert (game.where("305ID"), game.units(game.s.unsupplied & D.side[GERMAN])) == ("0925", set())
