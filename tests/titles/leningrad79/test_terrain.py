"""[4.2], [4.9] Terrain, roads and the Terrain Effects Chart."""

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[[str], Any]

GERMAN = "at german-movement\nturn 3\n"
SOVIET = "at soviet-movement\nturn 3\n"
NO_GERMAN_SUPPLY = "0111 inf\n0112 inf\n0113 inf\n"  # all three sources of 11.5 are held by the enemy


# [4.2] Terrain and roads


@pytest.mark.case("4.2a", "2.7b")
def test_the_price_of_a_hex_depends_on_its_terrain(at: At) -> None:
    t = at(GERMAN + "1310 269ID")
    assert t.price("269ID", "1410") == 1  # clear
    assert t.price("269ID", "1309") == 2  # hill
    assert t.price("269ID", "1311") == 2  # swamp


@pytest.mark.case("4.2b")
def test_a_road_hexside_overrides_any_terrain(at: At) -> None:
    t = at(GERMAN + "1108 1Pz\n1308 269ID")
    assert t.price("1Pz", "1208") == 0.5  # hill, by road
    assert t.price("269ID", "1208") == 1
    off = at(GERMAN + "1309 1Pz 269ID")
    assert off.price("1Pz", "1208") == 2  # the same hex, over the hills
    assert off.price("269ID", "1208") == 2


@pytest.mark.case("4.2c", "4.9.note1")
def test_a_road_entered_from_the_side_does_nothing(at: At) -> None:
    t = at(GERMAN + "0610 1Pz\n0511 6Pz")
    assert t.price("6Pz", "0611") == 0.5  # along the road 0511-0611-0711
    assert t.price("1Pz", "0611") == 1  # onto it
    assert t.price("1Pz", "0611 0711") == 1.5  # onto it, then along it
    assert t.price("1Pz", "0511 0610 0611") == 3  # on, off and on again


# [4.9] The Terrain Effects Chart

CHART = [
    # clause, from, to, infantry, armor and mechanized
    ("4.9a", "0611", "0612", 1, 1),
    ("4.9b", "0511", "0611", 1, 0.5),
    ("4.9c", "0412", "0413", 1, 0.5),  # Kaunas, not by its road
    ("4.9c", "2509", "2510", 1, 0.5),  # Novgorod
    ("4.9d", "2604", "2705", 1, 0.5),  # Leningrad, not by a road
    ("4.9e", "1111", "1211", 2, 2),
    ("4.9f", "1408", "1309", 2, 2),
    ("4.9g", "1010", "1110", 2, 2),  # clear beyond the Dvina
    ("4.9g", "1010", "1111", 2, 1),  # and by the road
    ("4.9g", "2505", "2604", 2, 1),  # a Soviet City beyond the Neva
    ("4.9g", "0807", "0908", 2, 1),  # a city beyond the Dvina
    ("4.9.note2", "2907", "2807", 4, 4),  # the example: a swamp beyond a river
    ("4.9.note2", "0808", "0807", 4, 4),
    ("4.9k", "0712", "0711", 1, 1),  # Panevezys, a town, not by its road
    ("4.9k", "0512", "0611", 1, 1),
]


@pytest.mark.case("4.9a", "4.9b", "4.9c", "4.9d", "4.9e", "4.9f", "4.9g", "4.9k", "4.9.note2")
@pytest.mark.parametrize(("clause", "start", "end", "foot", "motor"), CHART)
def test_the_terrain_effects_chart(at: At, clause: str, start: str, end: str, foot: float, motor: float) -> None:
    for phase, units in (
        (GERMAN, {"269ID": foot, "1Pz": motor, "36Mot": motor}),
        (SOVIET, {"118RD": foot, "1TD": motor, "198MD": motor}),
    ):
        t = at(phase + " ".join((start, *units)))
        assert {unit: t.price(unit, end) for unit in units} == units


@pytest.mark.case("4.9h", "15.2a")
def test_an_unoccupied_fort_doubles_the_price_for_germans(at: At) -> None:
    t = at(GERMAN + "forts 0611 0612 1111 2807\n0511 1Pz 269ID\n1010 6Pz 290ID\n2907 8Pz")
    assert (t.price("1Pz", "0611"), t.price("269ID", "0611")) == (1, 2)  # by road
    assert t.price("1Pz", "0512 0612") == 3  # 1 and 2
    assert (t.price("6Pz", "1111"), t.price("290ID", "1111")) == (2, 4)  # by road across the river
    assert t.price("8Pz", "2807") == 8  # swamp, river and fort
    soviet = at(SOVIET + "forts 0611 0612\n0511 1TD 118RD")
    assert (soviet.price("1TD", "0611"), soviet.price("118RD", "0611")) == (0.5, 1)


@pytest.mark.case("4.9h", "15.2b")
def test_and_for_german_lines_of_supply(at: At) -> None:
    cut = "0511 inf\n0612 inf\n0205 1Pz\n"  # the roads are cut: five clear hexes to the one behind them
    assert at(GERMAN + cut).play("move 1Pz to 0306").left("1Pz") == 7.5
    t = at(GERMAN + cut + "forts 0206 0306\n")  # six
    assert t.play("move 1Pz to 0306").left("1Pz") == 3  # of four: half the allowance


@pytest.mark.case("4.9i")
@pytest.mark.parametrize(
    ("start", "end", "round_it"),
    [
        ("1805", "1905", "1804"),  # Lake Peipus
        ("1506", "1606", "1507"),  # Vortsjarv
        ("1204", "1205", "1305"),  # Parnu Bay
        ("2401", "2402", None),  # Vyborg Bay
    ],
)
def test_nothing_crosses_an_all_lake_or_all_sea_hexside(at: At, start: str, end: str, round_it: str | None) -> None:
    t = at(GERMAN + NO_GERMAN_SUPPLY + f"{start} 1Pz(points=0.5)")
    assert "4.9i" in t.clauses(f"move 1Pz to {end}")
    assert f"the hexside between {start} and {end} is all sea or lake" in t.reasons(f"move 1Pz to {end}")
    if round_it:
        assert at(GERMAN + f"{start} 1Pz").clauses(f"move 1Pz via {round_it} {end}") == []
        assert at(GERMAN + f"{start} 1Pz").clauses(f"move 1Pz via {round_it} {start} {end}") == ["4.9i"]


@pytest.mark.case("4.9i")
def test_nothing_enters_the_sea_or_a_lake_or_an_island(at: At) -> None:
    t = at(GERMAN + "0908 1Pz")
    assert t.clauses("move 1Pz to 0907") == ["4.9i"]
    assert "0907 is all sea or lake" in t.reasons("move 1Pz to 0907")
    assert t.clauses("move 1Pz to 1806") == ["4.9i"]
    island = min(t.s.data.map.areas["islands"])
    assert t.clauses(f"move 1Pz to {island}") == ["4.9i"]
    assert f"there is no way over land from 0908 to {island}" in t.reasons(f"move 1Pz to {island}")


@pytest.mark.case("4.9j")
def test_nothing_attacks_or_overruns_across_a_lake(at: At) -> None:
    here = "1506 1Pz\n1606 118RD"
    combat = at("at german-combat\nturn 3\n" + here)
    assert combat.verbs() == {"done"}
    assert combat.clauses("attack 1606 with 1Pz") == ["8.1a", "8.1a"]
    assert "1Pz is not adjacent to 1606 over land" in combat.reasons("attack 1606 with 1Pz")
    movement = at(GERMAN + here)
    assert movement.clauses("overrun 1Pz at 1606") == ["7.0b", "7.0b"]
    assert "1606 is not adjacent over land" in movement.reasons("overrun 1Pz at 1606")
    beside = "1507 1Pz\n1606 118RD"
    assert at("at german-combat\nturn 3\n" + beside).why_not("attack 1606 with 1Pz") == []
    assert at(GERMAN + beside).why_not("overrun 1Pz at 1606") == []
