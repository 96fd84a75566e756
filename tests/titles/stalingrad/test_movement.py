"""[6.1, 6.2] Movement on Stalingrad's map: points, roads, the one hex, who may not move, the second movement."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.titles.stalingrad.box import AT, GAME, D, read

At = Callable[..., Any]
MARCH, AGAIN, RUSSIANS = "at german-movement\nturn 5\n", "at mechanized\nturn 5\n", "at russian-movement\nturn 5\n"


# -- what it costs ----------------------------------------------------------------------------


@pytest.mark.case("6.12a", "6.16a", "6.16b", "6.16c", "6.16d", "6.16f", "6.19b")
def test_a_panzer_division_on_the_road(at: At) -> None:
    """As in the example to 6.1: 1121 and 1221 both hold a road, but none leads from one to the other over the Chir.

    From 1221 the road goes on at a third of a point, over the Don too, and the last hex is off it.
    """
    game = at(MARCH + "1121 24Pz")
    path = "1221 1322 1421 1420 1520 1519 1619"
    assert game.price("24Pz", path) == "5⅔"
    lines = game.title.aids.cost(game.s, game.march("24Pz", path))
    assert [(line.clause, str(line.amount)) for line in lines] == [
        ("6.13b", "1"), ("6.15a", "2"), *[("6.16a", "1/3")] * 5, ("6.13b", "1"),
    ]  # fmt: skip
    assert "1619" in game.reach("24Pz")
    game.play(f"move 24Pz via {path}")
    assert game.where("24Pz") == "1619"
    assert "5⅔ MP" in game.log()
    assert game.clauses("move 24Pz to 1618") == ["6.19b"]


@pytest.mark.case("6.15a", "6.13b", "6.13c")
@pytest.mark.parametrize(
    ("step", "foot", "motor"),
    [
        ("0517 0616", 2, 3),  # woods
        ("0617 0616", 3, 5),  # woods behind a river: the example to 6.15
        ("0613 0713", 4, 7),  # woods behind the Don
        ("1123 1222", 2, 3),  # clear behind a river
        ("0613 0714", 3, 5),  # clear behind the Don
        ("1605 1706", 3, 4),  # marsh
        ("0909 0808", "½", "⅓"),  # a town by road
        ("0908 0808", 1, 1),  # and off it
        ("0613 0612", "½", "⅓"),  # a town by road, over the Don
        ("0513 0612", 3, 5),  # and off it
    ],
)
def test_hexes_and_hexsides(at: At, step: str, foot: object, motor: object) -> None:
    here, there = step.split()
    for unit, cost in (("305ID", foot), ("Rum1", foot), ("16Pz", motor), ("14HQ", motor)):
        assert at(f"{MARCH}{here} {unit}").price(unit, there) == str(cost)
    for unit, cost in (("192RD", foot), ("13TC", motor)):
        assert at(f"{RUSSIANS}{here} {unit}").price(unit, there) == str(cost)


@pytest.mark.case("6.16e", "8.36c", "8.21c")
def test_towns_and_the_city_have_roads(at: At) -> None:
    """Into Gumrak and out of it, into Stalingrad and out of it, by road or not."""
    game = at(MARCH + "0910 305ID\n1008 113ID")
    assert game.price("305ID", "0909 0808") == "1"
    assert game.price("113ID", "0909") == "1"
    game = at(RUSSIANS + "0807 192RD\n0808 184RD\n0908 147RD\n1007 13TC")
    assert game.price("184RD", "0807") == "½"
    assert game.price("147RD", "0807") == "1"
    assert game.price("192RD", "0707") == "½"
    assert game.price("192RD", "0708") == "2"  # woods, without a road
    assert game.price("13TC", "1108 1208") == "⅔"


@pytest.mark.case("6.13a", "6.13e")
def test_a_unit_spends_up_to_its_factor(at: At) -> None:
    game = at(MARCH + "0409 305ID")
    path = "0408 0407 0406 0405 0305 0306"
    assert game.price("305ID", path) == "6"
    assert game.against("305ID", path + " 0307") == ["6.13e"]
    assert "0415" not in game.reach("305ID")
    game = at(MARCH + "0328 305ID")
    clear = "0327 0326 0226 0126 0125 0124"
    assert game.against("305ID", clear) == []
    assert game.against("305ID", clear + " 0123") == ["6.13e"]
    assert "needs 7 Movement Points, 305ID has 6" in game.reasons(f"move 305ID via {clear} 0123")


@pytest.mark.case("6.13d", "9.4a", "6.16a")
def test_leaving_a_zone_costs_three_also_by_road(at: At) -> None:
    game = at(MARCH + "1018 16Pz\n1119 192RD")
    assert game.price("16Pz", "1017") == "3⅓"
    assert game.price("16Pz", "0918") == "4"
    lines = game.title.aids.cost(game.s, game.march("16Pz", "1017"))
    assert [line.clause for line in lines] == ["6.16a", "9.4a"]


# -- the right to one hex ---------------------------------------------------------------------


@pytest.mark.case("6.13f", "9.4b", "6.13e", "6.22a")
def test_the_right_to_one_hex(at: At) -> None:
    """Out of a fluid zone, over the Don, into woods: 3 + 4 + 3, and a Panzer division has 8."""
    text = "turn 5\n0513 192RD\n0613 16Pz"
    game = at(f"at german-movement\n{text}")
    assert game.price("16Pz", "0713") == "8"
    assert "0713" in game.reach("16Pz")
    assert game.against("16Pz", "0713 0813") == ["6.13e"]
    game = at(f"at german-movement\n{text.replace('0613', '0614')}")
    assert game.against("16Pz", "0613 0713") == ["6.13e"]  # it is the whole move
    game = at(f"at mechanized\n{text}")
    assert game.against("16Pz", "0713") == ["6.13e"]
    assert "0713" not in game.reach("16Pz")
    assert at(f"at mechanized\n{text}", minimum="both").price("16Pz", "0713") == "8"


@pytest.mark.case("6.13f", "9.2c", "9.2d")
def test_but_not_from_rigid_to_rigid(at: At) -> None:
    game = at(MARCH + "0409 13TC\n0410 305ID")
    assert game.against("305ID", "0510") == ["9.2d"]
    assert game.price("305ID", "0411") == "4"
    game = at(MARCH + "0409 13TC\n0411 28TC\n0410 305ID\n0310 33Gd\n0511 23TC")
    assert game.movers() == set()
    assert game.clauses("move 305ID to 0510")[0] == "6.12a"


@pytest.mark.case("6.13f", "16.14a", "16.17a", "19.72c")
def test_it_lets_a_unit_enter_the_map(at: At) -> None:
    """Area E has marsh in three of its hexes: four points for a Tank Corps, three on foot; and a road at 1001."""
    for gait, costs in (("foot", (3, "½")), ("motor", (4, "⅓"))):
        unit = "13Gd" if gait == "foot" else "4TC"
        game = at(f"{RUSSIANS}east {unit}")
        assert game.price(unit, "1201", "enter") == str(costs[0])
        assert game.price(unit, "1001", "enter") == costs[1]
    game = at(RUSSIANS + "east 4TC")
    game.s.data.entry_cost["motor", AT["1201"]] = 8 * 6
    try:
        assert game.price("4TC", "1201", "enter") == "7"
        assert game.against("4TC", "1201 1102", "enter") == ["6.13e"]
    finally:
        game.s.data.entry_cost["motor", AT["1201"]] = 4 * 6


@pytest.mark.case("16.14a", "16.15a", "16.15b", "16.19b", "9.2b", "6.12c", "19.72c")
def test_russians_enter_like_anybody(at: At) -> None:
    """By their own Area, into zones too, not where an enemy is; the hex is paid for, and a rigid zone ends the move."""
    game = at(RUSSIANS + "north 13Gd\neast 4TC\n0112 305ID\n0210 16Pz\n1101 24Pz(reduced)")
    assert game.against("13Gd", "1001", "enter") == game.against("4TC", "0111", "enter") == ["16.19b"]
    assert game.against("13Gd", "0120", "enter") == ["16.19b"]  # the red edge is no Area
    assert game.against("13Gd", "0112", "enter") == ["6.12c"]
    assert game.price("13Gd", "0110", "enter") == "1"
    assert game.against("13Gd", "0110 0109", "enter") == ["9.2b"]
    assert game.price("13Gd", "0106 0206", "enter") == "2"
    assert game.price("4TC", "1001 1002", "enter") == "3⅔"  # out of the fluid zone of 1101, by road
    game.play("enter 13Gd via 0106 0206")
    assert game.clauses("move 13Gd to 0207") == ["6.19b"]
    held = "\n".join(f"{hex_} {unit}" for hex_, unit in zip(AREA_E, EAST, strict=True))
    game = at(f"{RUSSIANS}east 4TC\n{held}")
    assert game.clauses("enter 4TC to 1001")[0] == "16.15b"
    assert game.ask == ("russian", "russian-movement")


AREA_E = [f"{row:02}01" for row in range(4, 14)]
EAST = "305ID 113ID 389ID 76ID 44ID 71ID 297ID 295ID 94ID 384ID".split()


# -- what is shut -----------------------------------------------------------------------------


@pytest.mark.case("6.12a", "6.12b", "6.12c", "6.17a", "8.31a", "6.110a")
def test_ways_that_are_shut(at: At) -> None:
    game = at(MARCH + "1507 305ID\n1705 16Pz\n0908 113ID\n0907 192RD\n0410 44ID\n0409 184RD\n0301 71ID")
    assert game.against("305ID", "1606") == ["6.17a"]
    assert game.against("16Pz", "1706") == ["6.17a"]
    assert "all water" in game.reasons("move 16Pz via 1706")
    assert game.against("113ID", "0907") == ["8.31a"]
    assert "a hex of Stalingrad" in game.reasons("move 113ID via 0907")
    assert game.against("44ID", "0409") == ["6.12c"]
    assert game.against("44ID", "0412") == ["6.12b"]
    assert game.against("44ID", "") == ["6.12a"]
    assert game.against("71ID", "lost") == ["6.110a"]
    assert game.against("71ID", "cup") == ["6.110a"]
    assert "0907" not in game.reach("113ID")
    assert "1606" in game.reach("305ID")  # round the lake


@pytest.mark.case("6.17b")
def test_no_unit_enters_a_hex_that_is_all_water() -> None:
    """There is none on the map, so another map with a lake in 1702."""
    assert D.land == D.board.hexes
    text = GAME.text("map.toml")
    row = next(line for line in text.splitlines() if line.startswith("17   ."))
    lake = 1 << AT["1702"]
    wet = read("map.toml", text.replace(row, row[:-3] + "L ."))
    assert wet.kind["lake"] == lake
    assert wet.land == D.land & ~lake
    assert all(not (lake >> a | lake >> b) & 1 for side in wet.walk for a, b in side)


@pytest.mark.case("6.110a")
def test_nobody_leaves_the_map(at: At) -> None:
    """Roads lead off it, and no unit follows them."""
    game = at(MARCH + "1428 305ID\n2318 16Pz\n0113 24Pz")
    box = game.title.data.board.box
    for unit in ("305ID", "16Pz", "24Pz"):
        assert all(game.hex(hex_) < box for hex_ in game.reach(unit))
        assert game.clauses(f"move {unit} to reserve") == ["6.110a"]
    assert game.clauses("move 113ID to 0409") == ["6.110a"]  # in reserve: it is not on the map


@pytest.mark.case("6.18a", "12.42a", "11.21a", "11.21b")
def test_disrupted_and_out_of_supply(at: At) -> None:
    game = at(MARCH + "0410 305ID(disrupted)\n0415 113ID(unsupplied)\n0418 16Pz(disrupted,moved)")
    assert game.clauses("move 305ID to 0411") == ["12.42a"]
    assert game.clauses("move 16Pz to 0417") == ["6.19b", "12.42a"]
    assert game.reach("113ID") == {"0315", "0316", "0414", "0416", "0515", "0516"}
    assert game.against("113ID", "0414 0413") == ["11.21a"]
    lines = game.title.aids.cost(game.s, game.march("113ID", "0414"))
    assert [line.clause for line in lines] == ["6.13b", "11.21b"]


@pytest.mark.case("6.12a", "6.12c", "7.5b", "9.2d", "19.33a", "19.43b")
def test_what_is_said_of_a_unit_that_can_go_nowhere(at: At) -> None:
    game = at(MARCH + "0409 13TC\n0411 28TC\n0410 305ID\n0310 33Gd\n0511 23TC\n0510 113ID")
    said = game.reasons("move 305ID to 0311")
    for part in ("4 held by the enemy [6.12]", "1 without room for it [7.5]", "1 in another rigid zone [9.2]"):
        assert part in said
    game = at(MARCH + "0612 305ID\n0512 113ID\n0611 44ID\n0712 71ID\n0713 297ID\n0513 192RD")
    said = game.reasons("move 305ID to 0613")
    assert (
        "1 held by the enemy [6.12], 4 without room for it [7.5], 1 across the Don, from zone to zone [19.33]" in said
    )
    game = at("at russian-movement\nturn 12\nM4 10NKVD\nM3 192RD\nL4 305ID\nL3 113ID")
    said = game.reasons("move 10NKVD to M5")
    assert "closed to it" in said
    assert "too costly" not in said


# -- the mechanized phase ---------------------------------------------------------------------


@pytest.mark.case("6.21a", "6.21b", "6.21c", "6.22b", "6.22c", "6.22d", "6.22e", "9.2e", "9.3c", "11.22a", "11.37a")
def test_who_moves_again(at: At) -> None:
    game = at("""at mechanized
        turn 5
        0409 13TC
        0417 192RD
        0410 16Pz
        0416 3Mot
        0420 24Pz(unsupplied)
        0422 14Pz(retired,disrupted)
        0424 60Mot(subcounter)
        0426 22Pz
        0520 305ID
        0522 8HQ
        0524 14HQ
        0526 Rum1""")
    assert game.movers() == {"3Mot", "60Mot", "22Pz", "14HQ"}
    assert game.clauses("move 16Pz to 0411") == ["6.22c"]
    assert game.clauses("move 24Pz to 0421") == ["6.22b"]
    assert game.clauses("move 14Pz to 0423") == ["12.42a", "6.22d"]
    assert game.clauses("move 305ID to 0521") == ["6.21c"]
    assert game.clauses("move 8HQ to 0523") == ["6.21c"]
    assert game.clauses("move 13TC to 0408")[0] == "4.0e"


@pytest.mark.case("6.21a", "6.14a", "6.21b")
def test_a_unit_moves_twice_with_its_full_factor_each_time(at: At) -> None:
    game = at(MARCH + "0409 16Pz\n0419 3Mot").play("move 16Pz to 0408", "done", "done")
    assert game.ask == ("german", "mechanized")
    clear = "0407 0406 0405 0404 0305 0306 0307 0308"
    assert game.price("16Pz", clear) == "8"  # and not the seven points it saved
    assert game.against("16Pz", clear + " 0309") == ["6.13e"]
    game.play("move 16Pz to 0409", "done")
    assert game.where("16Pz") == "0409"
    assert not game.s.moved
    assert game.ask[1] == "draw"  # and no combat


@pytest.mark.case("6.22d", "6.22e", "19.61a")
def test_who_loses_steps_rides_on_and_who_retreats_does_not(at: At) -> None:
    text, attack = "at german-combat\nturn 5\n0410 3Mot(reduced) 14HQ\n0409 192RD", "attack 0409 with 3Mot"
    game = at(text).strike(attack, "1/-").play("lose 3Mot").to("mechanized")
    assert game.movers() == {"3Mot", "14HQ"}
    game = at(text).strike(attack, "1/-").play("retire", "retreat 3Mot 0411")
    assert game.ask == ("german", "follow")
    game.play("follow 14HQ 0411").to("mechanized")
    assert game.movers() == set()
    assert game.clauses("move 14HQ to 0412") == ["12.42a", "6.22d"]
    game = at(text).strike(attack, "1/-").play("retire", "retreat 3Mot 0411", "stay").to("mechanized")
    assert game.movers() == {"14HQ"}


@pytest.mark.case("6.13f", "8.34b", "6.33a", "16.14a", "11.21b", "19.74a")
def test_the_ledger_of_a_path(at: At) -> None:
    def ledger(text: str, unit: str, path: str, verb: str = "move") -> list[tuple[str, str]]:
        game = at(text)
        assert game.against(unit, path, verb) == []
        lines = game.title.aids.cost(game.s, game.march(unit, path, verb))
        return [(line.clause, f"{line.op}{line.amount}") for line in lines]

    assert ledger(MARCH + "0409 305ID(unsupplied)", "305ID", "0410") == [("6.13b", "+1"), ("11.21b", "=6")]
    woods = MARCH + "0513 192RD\n0613 16Pz"
    assert ledger(woods, "16Pz", "0713") == [("6.13b", "+3"), ("6.15a", "+4"), ("9.4a", "+3"), ("6.13f", "min8")]
    assert ledger(MARCH + "0908 16Pz", "16Pz", "G5 G4") == [("8.34b", "+0"), ("8.22b", "+3")]
    assert ledger(RUSSIANS + "0906 13Gd", "13Gd", "0907") == [("6.33a", "+5")]
    assert ledger(RUSSIANS + "0906 13Gd", "13Gd", "G1 G2") == [("8.34b", "+0"), ("6.33a", "+5")]
    assert ledger(RUSSIANS + "east 4TC", "4TC", "1001 1002", "enter") == [("16.14a", "+1/3"), ("6.16a", "+1/3")]
    assert ledger(MARCH + "returning 8HQ", "8HQ", "2318", "enter") == [("16.14a", "+1/2")]
