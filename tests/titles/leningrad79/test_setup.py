"""[1.0] How to start, and the set-up of the map."""

from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.titles import TITLES
from grognard.titles.leningrad79.state import GERMAN, NO_SLOT, SOVIET, UNTRIED

At = Callable[[str], Any]
New = Callable[..., Any]

TITLE = TITLES["leningrad79"]
D = TITLE.data
COLUMNS = range(13, 20)
MARKED = {  # where the reconstructed map puts the other infantry and the armored units
    "rebuild": ("0205 2204 0109 0209 0312 0313 0310 0311 0208 0411 0412 0413", "0309 0410 0510 0512"),
    "strict": ("0205 2204 0209 0312", "0309 0410 0510 0512"),
}


def units(t: Any, hex_: str) -> list[str]:
    return [D.pieces[unit] for unit in scan(t.s.here.get(t.hex(hex_), 0))]


def types(t: Any, hex_: str) -> Counter[str]:
    return Counter(D.types[t.unit(unit)] for unit in units(t, hex_))


def deployed(t: Any, row: int = 10) -> Any:
    return t.play(*(f"deploy {column}{row}" for column in COLUMNS))


# The Germans


@pytest.mark.case("setup.1")
def test_seven_infantry_on_0111(new: New) -> None:
    assert types(new(), "0111") == {"infantry": 7}


@pytest.mark.case("setup.2")
def test_eight_infantry_on_0113(new: New) -> None:
    assert types(new(), "0113") == {"infantry": 8}


@pytest.mark.case("setup.3")
def test_two_infantry_and_both_panzer_corps_on_0112(new: New) -> None:
    t = new()
    there = set(units(t, "0112"))
    assert len(there) == 8
    assert there >= {"1Pz", "6Pz", "36Mot", "8Pz", "3Mot", "SSTot"}
    assert types(t, "0112") == {"infantry": 2, "armor": 3, "mechanized": 3}


@pytest.mark.case("setup.4", "1.0d")
def test_the_other_germans_wait_for_their_game_turn(new: New) -> None:
    t = deployed(new())
    waiting = [unit for unit in range(D.soviets) if t.s.place[unit] == D.reserve]
    due = Counter(D.slots[t.s.slot[unit]].turn for unit in waiting)
    assert due == {2: 5, 6: 1, 10: 2}
    assert {D.pieces[unit] for unit in waiting if D.slots[t.s.slot[unit]].turn == 10} == {"12Pz", "20Mot"}
    assert t.clauses("enter 93ID at 0112") == ["16.0a"]
    assert "not due before Game-Turn 2" in t.reasons("enter 93ID at 0112")
    assert t.s.air == 1  # and one of the air units is there at once


# The Soviets


@pytest.mark.case("setup.5", "14.0a")
@pytest.mark.parametrize("pool", ["rebuild", "strict"])
def test_all_soviet_units_begin_untried_and_sorted_into_two_types(new: New, pool: str) -> None:
    t = deployed(new(pool=pool))
    soviets = list(scan(D.side[SOVIET]))
    assert all(t.s.face[unit] == UNTRIED for unit in soviets)
    kinds = Counter(TITLE.portrait(t.s, unit)["kind"]["type"] for unit in soviets)
    assert kinds == {"infantry": 43, "armored": 12}


@pytest.mark.case("setup.6", "14.0b")
def test_who_stands_where_is_a_blind_draw_from_its_type(new: New) -> None:
    """Nothing about a unit is settled before it is turned over: any face of its type may come up."""
    t = deployed(new())
    t.play("move 1Pz to 0212", "overrun 1Pz at 0312")
    while t.ask[1] == "air-support":
        t.play("done")
    assert t.ask == ("chance", "reveal")
    faces = {D.faces[face].id for face in t.options("draw")}
    assert faces == {face.id for face in D.faces if face.type == "infantry"}
    weights = TITLE.step(t.s).verbs[0].weights
    assert weights is not None
    assert weights(t.s) == [1] * 43
    assert t.why_not("draw 1TD") == ["14.2"]  # a tank division is in the other pile
    assert t.why_not("draw 70RD") == []


@pytest.mark.case("setup.6", "1.0d")
def test_and_so_are_the_reinforcements(new: New) -> None:
    t = deployed(new())
    waiting = [unit for unit in scan(D.side[SOVIET]) if t.s.place[unit] == D.reserve]
    assert all(t.s.face[unit] == UNTRIED for unit in waiting)
    due = Counter((D.slots[t.s.slot[unit]].turn, D.slots[t.s.slot[unit]].armored) for unit in waiting)
    assert due == {
        (1, False): 1,
        (1, True): 3,
        (2, False): 4,
        (2, True): 1,
        (4, False): 3,
        (4, True): 1,
        (5, False): 2,
        (5, True): 1,
        (6, False): 3,
        (7, False): 8,
        (7, True): 1,
        (8, False): 3,
        (8, True): 1,
    }


@pytest.mark.case("setup.6", "1.0d")
def test_strictly_every_arrival_is_drawn_before_the_game(new: New) -> None:
    t = deployed(new(pool="strict"))
    waiting = [unit for unit in scan(D.side[SOVIET]) if t.s.place[unit] == D.reserve]
    assert all(t.s.slot[unit] != NO_SLOT for unit in waiting)
    late = Counter(D.slots[t.s.slot[unit]].turn for unit in waiting if D.slots[t.s.slot[unit]].turn > 8)
    assert late == {9: 3, 10: 1, 11: 2, 12: 2}


@pytest.mark.case("setup.7")
def test_one_infantry_unit_in_any_hex_of_each_column_13_to_19(new: New) -> None:
    t = new()
    assert t.ask == ("soviet", "set-up")
    assert t.clauses("deploy 1210") == ["setup.7"]
    assert "1210 is not a land hex of the columns 13xx to 19xx" in t.reasons("deploy 1210")
    assert t.clauses("deploy 2010") == ["setup.7"]
    assert t.clauses("deploy 1701") == ["setup.7"]  # sea
    t.play("deploy 1613")
    assert t.clauses("deploy 1602") == ["setup.7"]
    assert "the column of 1602 already has its division" in t.reasons("deploy 1602")
    for column in (13, 14, 15, 17, 18, 19):
        assert t.ask == ("soviet", "set-up")
        t.play(f"deploy {column}10")
    assert t.ask == ("german", "german-movement")
    for column, hex_ in zip(COLUMNS, ("1310", "1410", "1510", "1613", "1710", "1810", "1910"), strict=True):
        (unit,) = units(t, hex_)
        assert unit.startswith("i"), column


@pytest.mark.case("setup.7")
@pytest.mark.parametrize("column", COLUMNS)
def test_whichever_hex_of_the_column_its_owner_likes(new: New, column: int) -> None:
    t = new()
    land = {name for name in t.hexes(D.land) if name.startswith(str(column))}
    assert {name for name in t.hexes(t.options("deploy").members) if name.startswith(str(column))} == land


@pytest.mark.case("setup.8", "1.0c")
@pytest.mark.parametrize("pool", ["rebuild", "strict"])
def test_the_other_soviets_stand_on_the_marked_hexes(new: New, pool: str) -> None:
    t = deployed(new(pool=pool))
    infantry, armored = (hexes.split() for hexes in MARKED[pool])
    assert {"0205", "2204"} <= set(infantry)
    for hex_ in infantry:
        assert [unit[0] for unit in units(t, hex_)] == ["i"]
    for hex_ in armored:
        assert [unit[0] for unit in units(t, hex_)] == ["a"]
    free = {f"{column}10" for column in COLUMNS}
    assert t.hexes(t.s.held[SOVIET]) == {*infantry, *armored} | free


@pytest.mark.case("setup.9")
@pytest.mark.parametrize(("pool", "infantry", "armored"), [("rebuild", 19, 4), ("strict", 11, 4)])
def test_how_many_soviets_start_on_the_map(new: New, pool: str, infantry: int, armored: int) -> None:
    t = deployed(new(pool=pool))
    there = Counter(D.pieces[unit][0] for unit in scan(D.side[SOVIET]) if D.board.hexes >> t.s.place[unit] & 1)
    assert there == {"i": infantry, "a": armored}


@pytest.mark.case("setup.10")
def test_a_hundred_counters(new: New) -> None:
    t = deployed(new())
    forts, air = sum(D.forts_arrive.values()), len(D.air_arrives)
    assert len(t.s.place) + forts + air == 100
    count = Counter(D.types)
    assert (count["infantry"], count["armor"] + count["mechanized"]) == (23, 8)
    assert (D.infantry_units.bit_count(), D.armored_units.bit_count(), forts, air) == (43, 12, 12, 2)


@pytest.mark.case("setup.11")
def test_twelve_weeks_from_22_june_to_13_september(at: At) -> None:
    def week(turn: int) -> str:
        return str(TITLE.now(at(f"at german-movement\nturn {turn}").s))

    assert week(1) == "Game-Turn 1 of 12, 22-28 June 1941"
    assert week(6) == "Game-Turn 6 of 12, 27 July-2 August 1941"
    assert week(12) == "Game-Turn 12 of 12, 7-13 September 1941"


@pytest.mark.case("setup.12")
def test_the_terrain_key(at: At) -> None:
    """Every kind of hex and hexside is on the map, and the border, which does nothing."""
    assert set(D.map.terrain.values()) == {"clear", "city", "soviet city", "swamp", "hill", "sea", "lake"}
    assert {kind for *_, kind in D.map.water} == {"sea", "lake"}
    assert "town" in {place.kind for place in D.map.places.values()}
    assert D.road_links
    assert any(D.river)
    assert ("0112", "0212") in set(chain.from_iterable(D.map.borders.values()))
    t = at("at german-movement\nturn 3\n0112 269ID")
    assert t.price("269ID", "0212") == 1  # over the border: the price of a clear hex
    assert t.price("269ID", "0111") == 1  # and within it


# How to start


@pytest.mark.case("1.0c")
@pytest.mark.parametrize("pool", ["rebuild", "strict"])
def test_pieces_on_the_map_are_where_the_map_puts_them(new: New, pool: str) -> None:
    t = deployed(new(pool=pool))
    assert t.hexes(t.s.held[GERMAN]) == {"0111", "0112", "0113"}
    assert all(t.s.here[hex_].bit_count() == 1 for hex_ in scan(t.s.held[SOVIET]))


@pytest.mark.case("1.0d")
def test_nobody_is_anywhere_else(new: New) -> None:
    t = deployed(new())
    on_map = t.s.held[GERMAN] | t.s.held[SOVIET]
    assert all(on_map >> place & 1 or place == D.reserve for place in t.s.place)
    assert t.ask == ("german", "german-movement")
    assert t.s.turn == 1
