"""[5.0] Zones of Control, and [4.7] what they do to movement."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.leningrad79.state import GERMAN, SOVIET, zone

At = Callable[[str], Any]

GERMANS = "at german-movement\nturn 3\n"
SOVIETS = "at soviet-movement\nturn 3\n"
ALL_ROUND_0712 = {"0611", "0612", "0711", "0713", "0811", "0812"}


# [5.0] What a Zone of Control is


@pytest.mark.case("5.0a")
@pytest.mark.parametrize(
    ("unit", "side"),
    [
        ("1Pz", GERMAN),
        ("36Mot", GERMAN),
        ("269ID(reduced)", GERMAN),
        ("118RD", SOVIET),
        ("1TD", SOVIET),
        ("inf", SOVIET),
    ],
)
def test_the_zone_of_a_unit_is_the_six_hexes_around_it(at: At, unit: str, side: int) -> None:
    t = at(GERMANS + f"0712 {unit}")
    assert t.hexes(zone(t.s, side)) == ALL_ROUND_0712
    assert zone(t.s, 1 - side) == 0


@pytest.mark.case("5.0a")
def test_forts_and_air_units_have_none(at: At) -> None:
    german = at(GERMANS + "forts 0712\n0511 1Pz")
    assert zone(german.s, SOVIET) == 0
    assert german.why_not("move 1Pz via 0611 0711 0811") == []  # past the fort
    soviet = at(SOVIETS + "raid 0712\n0511 1TD")
    assert zone(soviet.s, GERMAN) == 0
    assert soviet.why_not("move 1TD via 0611 0711 0811") == []


@pytest.mark.case("5.0b")
def test_a_zone_stops_movement(at: At) -> None:
    t = at(GERMANS + "0511 269ID\n0712 118RD")
    assert t.clauses("move 269ID via 0611 0711") == ["4.7a", "6.3a", "6.2b", "6.4a"]
    assert at(GERMANS + "0511 269ID\n0713 118RD").clauses("move 269ID via 0611 0711") == []


@pytest.mark.case("5.0b")
def test_a_zone_bars_retreats(at: At) -> None:
    here = "at german-combat\nturn 3\n0611 1Pz\n0711 118RD\n"
    for watcher, barred in (("", False), ("0910 6Pz\n", True)):  # next to 0810, 0811
        t = at(here + watcher)
        t.play("attack 0711 with 1Pz", "roll 1")
        while t.ask[1] == "result" and t.ask[0] == "soviet":
            t.play("withdraw")
        assert t.ask == ("soviet", "retreat")
        assert ("10.7f" in t.clauses("retreat 118RD to 0810")) is barred
        assert t.clauses("retreat 118RD to 0811") == []


@pytest.mark.case("5.0b")
def test_a_zone_cuts_supply(at: At) -> None:
    t = at(GERMANS + "0205 1Pz")
    cut = at(GERMANS + "0205 1Pz\n0210 118RD\n0212 67RD\n0511 170RD\n0412 180RD")  # 0111 and 0112 in Soviet zones
    assert t.play("move 1Pz to 0306").left("1Pz") == 7.5
    assert cut.play("move 1Pz to 0306").left("1Pz") == 3.5


@pytest.mark.case("5.0c")
@pytest.mark.parametrize(
    ("enemy", "start", "end"),
    [
        ("0712", "0610", "0711"),  # town and road
        ("1310", "1408", "1309"),  # hill
        ("1411", "1310", "1311"),  # swamp
        ("0513", "0313", "0413"),  # city
        ("2706", "2506", "2605"),  # Soviet City
        ("0512", "0311", "0411"),  # clear, beyond a river for the unit that enters
        ("1010", "1210", "1111"),  # beyond a river from the unit that controls it
    ],
)
def test_a_zone_reaches_into_all_terrain(at: At, enemy: str, start: str, end: str) -> None:
    t = at(GERMANS + f"{start} 1Pz\n{enemy} 118RD")
    assert end in t.hexes(zone(t.s, SOVIET))
    t.play(f"move 1Pz to {end}")
    assert "stops the move" in t.log()
    assert t.why_not(f"move 1Pz to {start}") == ["6.3"]


@pytest.mark.case("5.0c", "4.9i")
def test_but_not_across_an_all_lake_or_all_sea_hexside(at: At) -> None:
    t = at(GERMANS + "1406 1Pz\n1606 118RD")
    assert t.hexes(zone(t.s, SOVIET)) == {"1507", "1605", "1607", "1706", "1707"}  # not 1506, over Vortsjarv
    assert t.clauses("move 1Pz via 1506 1505") == []
    sea = at(GERMANS + "1304 1Pz\n1205 118RD")
    assert "1204" not in sea.hexes(zone(sea.s, SOVIET))
    assert sea.clauses("move 1Pz via 1204 1203") == []
    land = at(GERMANS + "1304 1Pz\n1305 118RD\n1303 6Pz")
    assert "1204" in land.hexes(zone(land.s, SOVIET))


@pytest.mark.case("5.0d")
def test_control_is_mutual(at: At) -> None:
    here = "0611 1Pz\n0711 118RD"
    t = at(GERMANS + here)
    assert "0611" in t.hexes(zone(t.s, SOVIET))
    assert "0711" in t.hexes(zone(t.s, GERMAN))
    assert at("at german-combat\nturn 3\n" + here).why_not("attack 0711 with 1Pz") == []
    assert at("at soviet-combat\nturn 3\n" + here).why_not("attack 0611 with 118RD") == []


@pytest.mark.case("5.0d")
def test_on_every_hex_of_the_map(at: At) -> None:
    d = at(GERMANS + "0611 1Pz").s.data
    for a, near in enumerate(d.adjacent):
        assert all(d.adjacent[b] >> a & 1 for b in range(near.bit_length()) if near >> b & 1)


@pytest.mark.case("5.0e")
@pytest.mark.parametrize("enemies", ["0711 118RD", "0711 118RD 67RD 170RD", "0711 118RD\n0612 67RD", "0711 1TD"])
def test_several_zones_do_no_more_than_one(at: At, enemies: str) -> None:
    t = at(GERMANS + f"0611 1Pz 6Pz 269ID\n{enemies}")
    assert t.price("1Pz", "0511") == 2.5  # a half for the road and two for disengaging
    assert t.price("269ID", "0511") == 4


# [4.7] Stopping


@pytest.mark.case("4.7a")
def test_a_unit_stops_where_it_enters_a_zone(at: At) -> None:
    t = at(GERMANS + "0510 269ID\n0712 118RD")
    assert t.clauses("move 269ID via 0511 0611 0711") == ["4.7a", "6.3a", "6.2b", "6.4a"]
    assert "0611 is in an enemy ZOC: the move ends there" in t.reasons("move 269ID via 0511 0611 0711")
    t.play("move 269ID via 0511 0611")
    assert t.left("269ID") == 4
    assert t.clauses("move 269ID to 0610") == ["6.3a", "6.2b"]
    assert t.clauses("overrun 269ID at 0712") == []  # movement is over, an overrun is not
    assert "An enemy ZOC stops the move at 0611" in t.log()


@pytest.mark.case("4.7a", "6.2b")
def test_the_phase_is_over_for_it_even_if_a_friend_joins_it(at: At) -> None:
    t = at(GERMANS + "0510 269ID 290ID\n0712 118RD")
    t.play("move 269ID via 0610 0611", "move 290ID via 0511 0611")
    assert t.clauses("move 269ID to 0610") == ["6.2b"]
    assert "269ID is in an enemy ZOC and did not begin the phase there" in t.reasons("move 269ID to 0610")


@pytest.mark.case("4.7a", "4.7c")
def test_who_has_stopped_stays_when_others_clear_the_zone(at: At) -> None:
    t = at(GERMANS + "0510 269ID\n0610 1Pz 6Pz 36Mot\n0612 16RD")
    t.play("move 269ID via 0511 0512")
    t.play("move 1Pz 6Pz 36Mot to 0611", "overrun 1Pz 6Pz 36Mot at 0612", "roll 6", "advance 1Pz to 0612", "done")
    assert zone(t.s, SOVIET) == 0
    assert t.clauses("move 269ID to 0412") == ["4.7a"]
    assert t.unit("269ID") not in t.options("move")
    assert "then in an enemy ZOC" in t.reasons("move 269ID to 0412")
    assert t.clauses("move 6Pz to 0610") == []  # it took part: its movement goes on
    assert t.clauses("move 1Pz to 0613") == []
    t.play("done", "done")
    while t.ask != ("german", "german-movement"):
        t.play("done")
    assert t.clauses("move 269ID to 0412") == []


@pytest.mark.case("4.7a", "7.6c")
def test_who_advances_after_an_overrun_into_a_zone_has_stopped_there(at: At) -> None:
    t = at("at german-movement\nturn 4\n0510 1ID 11ID 12ID\n0509 16RD\n0508 112RD\n0607 1Pz 6Pz 36Mot")
    t.play("overrun 1ID 11ID 12ID at 0509", "roll 6", "advance 1ID to 0509", "done")
    assert "6.2b" in t.clauses("move 1ID via 0409")  # 112RD is next to it
    t.play("overrun 1Pz 6Pz 36Mot at 0508", "roll 6", "advance 1Pz to 0508", "done")
    assert zone(t.s, SOVIET) == 0
    assert t.clauses("move 1ID via 0409") == ["4.7a"]
    assert t.clauses("move 11ID via 0410") == []  # it took part and was not in a ZOC
    assert t.clauses("move 1Pz via 0407") == []  # the hex it entered is in no ZOC


@pytest.mark.case("4.7a", "4.5a")
def test_nor_does_it_go_on_in_a_stack(at: At) -> None:
    t = at(GERMANS + "0511 1Pz 6Pz\n0610 8Pz 3Mot SSTot\n0612 16RD")
    t.play("move 6Pz via 0512", "move 8Pz 3Mot SSTot to 0611", "overrun 8Pz 3Mot SSTot at 0612", "roll 6")
    t.play("advance 8Pz to 0612", "done", "move 1Pz to 0512")
    assert t.clauses("move 1Pz to 0412") == []
    assert t.clauses("move 6Pz to 0412") == ["4.7a"]
    assert t.clauses("move 1Pz 6Pz to 0412") == ["4.7a"]
    assert list(t.options("move", t.unit("1Pz"))) == [0]


@pytest.mark.case("4.7b")
def test_a_friend_in_the_hex_does_not_cancel_a_zone(at: At) -> None:
    t = at(GERMANS + "0510 269ID\n0711 290ID\n0712 118RD")
    assert t.clauses("move 269ID via 0610 0711 0811") == ["4.7a", "6.2b", "6.4a"]
    assert t.clauses("move 269ID via 0610 0711 0810") == ["4.7a", "6.2b"]
    assert at(GERMANS + "0510 269ID\n0711 290ID").clauses("move 269ID via 0610 0711 0810") == []


@pytest.mark.case("4.7c")
def test_a_unit_gets_out_by_disengaging(at: At) -> None:
    t = at(GERMANS + "0711 269ID 290ID\n0712 118RD")
    t.play("move 269ID via 0610 0609")
    assert (t.where("269ID"), t.left("269ID")) == ("0609", 1)  # 6, less 1 and 3, less 1


@pytest.mark.case("4.7c")
def test_a_unit_gets_out_through_an_overrun(at: At) -> None:
    t = at(GERMANS + "0711 1Pz 6Pz\n0712 16RD")
    assert t.clauses("move 1Pz 6Pz to 0610") == ["6.3a"]
    t.play("overrun 1Pz 6Pz at 0712", "roll 6", "advance 1Pz to 0712", "done")
    assert t.clauses("move 6Pz to 0610") == []
    assert t.price("6Pz", "0610") == 1  # and nothing for disengaging


@pytest.mark.case("4.7c")
def test_a_unit_gets_out_through_combat(at: At) -> None:
    t = at("at german-combat\nturn 3\n0711 1Pz\n0712 16RD")
    t.play("attack 0712 with 1Pz", "roll 6")
    while t.ask[1] == "advance":
        t.play("done")
    assert zone(t.s, SOVIET) == 0


@pytest.mark.case("4.7a", "16.2c")
def test_a_reinforcement_that_arrives_in_a_zone_goes_no_further(at: At) -> None:
    t = at("at german-movement\nturn 2\n0211 67RD\nreserve 93ID(slot=0) 206ID(slot=0)")
    t.play("enter 93ID at 0112", "enter 206ID at 0113")
    assert t.clauses("move 93ID to 0113") == ["6.3a", "6.2b"]
    assert t.clauses("move 206ID to 0213") == []


@pytest.mark.case("4.7a", "16.2c")
def test_not_even_when_others_clear_the_zone(at: At) -> None:
    t = at("at german-movement\nturn 2\n0211 16RD\n0311 1Pz 6Pz\nreserve 93ID(slot=0) 206ID(slot=0)")
    t.play("enter 93ID at 0112", "overrun 1Pz 6Pz at 0211", "roll 6", "advance 1Pz to 0211", "done")
    assert zone(t.s, SOVIET) == 0
    assert t.clauses("move 93ID to 0113") == ["4.7a"]
    assert t.play("enter 206ID at 0112").clauses("move 206ID to 0113") == []


@pytest.mark.case("4.7a", "4.2b")
def test_a_road_leads_nowhere_through_a_zone(at: At) -> None:
    t = at(GERMANS + "0511 1Pz\n0812 118RD\n0410 269ID")
    assert t.clauses("move 1Pz via 0611 0711 0810") == []  # 0711 is not next to 0812
    t = at(GERMANS + "0511 1Pz\n0712 118RD")
    assert t.clauses("move 1Pz via 0611 0711 0810") == ["4.7a", "6.3a", "6.4a"]
