"""[4.0] Movement where clauses meet: what a player is told, what a move costs in all, what is offered."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.kit.battle.ledger import total
from grognard.titles.leningrad79.rules.movement import least_left, trip
from grognard.titles.leningrad79.rules.paths import path_cost, path_ledger, path_objections

At = Callable[[str], Any]

GERMAN = "at german-movement\nturn 3\n"
SOVIET = "at soviet-movement\nturn 3\n"
NO_GERMAN_SUPPLY = "0111 inf\n0112 inf\n0113 inf\n"  # all three sources of 11.5 are held by the enemy


# What a player is told: every case that forbids the move, with its numbers


@pytest.mark.case("4.1a")
def test_why_not_so_far(at: At) -> None:
    t = at(GERMAN + "0511 1Pz")
    assert t.clauses("move 1Pz to 2209") == ["4.1a"]
    assert "2209 needs 12½ Movement Points, 1Pz has 8" in t.reasons("move 1Pz to 2209")


@pytest.mark.case("4.1a", "4.7a", "6.3a")
def test_why_not_behind_a_zoc(at: At) -> None:
    """A wall of ZOCs: what stops a player is the wall, not the long way round it."""
    t = at(GERMAN + "0511 1Pz\n0709 118RD\n0711 67RD\n0713 170RD")
    assert t.clauses("move 1Pz to 0811") == ["4.7a", "6.3a", "6.4a"]
    assert "0611 is in an enemy ZOC: the move ends there" in t.reasons("move 1Pz to 0811")


@pytest.mark.case("4.4a", "4.7a")
def test_why_not_into_an_enemy_hex_farther_off(at: At) -> None:
    t = at(GERMAN + "0511 1Pz\n0711 67RD")
    assert t.clauses("move 1Pz to 0711") == ["4.4a", "4.7a", "6.3a"]


@pytest.mark.case("4.1a", "4.4a", "4.6b", "4.7a")
def test_why_not_at_the_start_of_the_game(new: Callable[..., Any]) -> None:
    """The Soviet line has no gap: the way meant is the road, straight through it."""
    t = new().play(*(f"deploy {column}10" for column in range(13, 20)))
    assert t.clauses("move 1Pz to 0611") == ["4.7a", "6.3a", "6.4a", "4.4a"]
    assert "0211 is in an enemy ZOC: the move ends there" in t.reasons("move 1Pz to 0611")
    assert "0311 holds an enemy unit" in t.reasons("move 1Pz to 0611")
    assert t.clauses("move 1Pz to 2209") == ["4.1a", "4.7a", "6.3a", "6.4a", "4.4a"]
    assert "2209 needs 15 Movement Points, 1Pz has 8" in t.reasons("move 1Pz to 2209")


@pytest.mark.case("4.1a", "4.7a")
def test_the_way_without_faults_is_meant_when_every_way_is_too_long(at: At) -> None:
    t = at(GERMAN + "0511 1Pz 6Pz\n0709 67RD\n0712 118RD")
    assert t.clauses("move 1Pz to 2209") == ["4.1a"]


@pytest.mark.case("4.1a", "4.6a")
def test_why_not_into_a_full_hex_too_far_away(at: At) -> None:
    t = at(GERMAN + "0612 269ID\n0810 1Pz 6Pz 36Mot\n1308 8Pz 3Mot SSTot")
    assert t.clauses("move 269ID to 0810") == ["4.6a"]
    assert t.clauses("move 269ID to 1308") == ["4.6a", "4.1a"]
    assert "1308 needs 10 Movement Points, 269ID has 6" in t.reasons("move 269ID to 1308")


@pytest.mark.case("4.6a")
def test_the_way_round_a_full_hex_is_taken_if_there_is_one(at: At) -> None:
    t = at(GERMAN + "0511 1Pz\n0611 269ID 290ID 1ID")
    t.play("move 1Pz to 0711")
    assert t.left("1Pz") == 6  # two clear hexes; the road would have cost one


@pytest.mark.case("4.1a")
def test_why_not_tells_of_the_lack_of_supply(at: At) -> None:
    t = at(GERMAN + NO_GERMAN_SUPPLY + "0812 1Pz")
    assert t.clauses("move 1Pz via 0912 0911 0910 0909 0809") == ["4.1a"]
    assert "1Pz has 4, half its allowance because it is out of supply [11.1]" in t.reasons(
        "move 1Pz via 0912 0911 0910 0909 0809"
    )


@pytest.mark.case("4.0c", "4.4a", "4.6a", "6.4a")
def test_why_not_when_hemmed_in(at: At) -> None:
    ring = "0712 118RD\n0713 67RD\n0513 170RD\n0612 1Pz 6Pz\n0611 269ID 290ID 1ID"
    t = at(GERMAN + ring)
    assert t.clauses("move 1Pz to 0512") == ["4.0c", "6.4a"]
    assert "3 held by the enemy [4.4], 1 full [4.6], 2 in an enemy ZOC [6.4]" in t.reasons("move 1Pz to 0512")


# Where two clauses meet


@pytest.mark.case("4.2b", "4.9g", "13.3a", "13.4a")
def test_road_river_and_interdiction_multiply(at: At) -> None:
    t = at("at soviet-movement\nturn 8\nraid 1111 1009\n1010 1TD 118RD\n1009 2TD 67RD")
    assert (t.price("1TD", "1111"), t.price("118RD", "1111")) == (2, 4)  # road, river, interdicted
    assert (t.price("2TD", "1110"), t.price("67RD", "1110")) == (1, 2)  # road out of an interdicted hex
    assert (t.price("2TD", "1110 1111"), t.price("67RD", "1110 1111")) == (2, 4)  # only the first hex pays for it
    both = at("at soviet-movement\nturn 8\nraid 1009 1110\n1009 2TD 67RD")
    assert (both.price("2TD", "1110"), both.price("67RD", "1110")) == (2, 4)  # from one into the other
    heavy = at("at soviet-movement\nturn 8\nheavy_raid 1111\n1010 1TD 118RD")
    assert heavy.price("1TD", "1111") == 4  # a half, times two, times four
    assert heavy.price("118RD", "1111") == 5  # eight would be too many: all it has


@pytest.mark.case("13.4a", "7.0c")
def test_a_unit_that_overran_first_still_pays_for_leaving_an_interdicted_hex(at: At) -> None:
    t = at(SOVIET + "raid 0612\n0612 42TD 1TD\n0712 269ID(reduced)")
    t.play("overrun 42TD 1TD at 0712", "roll 6", "lose 269ID", "advance 1TD to 0712", "done")
    assert (t.where("42TD"), t.left("42TD")) == ("0612", 4)
    assert t.price("42TD", "0512") == 2
    assert t.price("42TD", "0512 0412") == 3


@pytest.mark.case("4.9h", "15.2c")
def test_forts_are_razed_on_the_way(at: At) -> None:
    t = at(GERMAN + "forts 0611 0711 0810\n0511 1Pz 6Pz")
    assert t.price("1Pz", "0611 0711 0811") == 3
    t.play("move 1Pz via 0611 0711 0811")
    assert t.hexes(t.s.forts) == {"0810"}
    assert t.log().count("razed") == 2
    assert t.price("6Pz", "0611 0711") == 1  # the next one finds them gone


@pytest.mark.case("4.5c", "4.9b", "4.9h", "6.2a")
def test_the_ledger_of_a_move_adds_up(at: At) -> None:
    t = at(GERMAN + "forts 0712\n0611 1Pz 269ID 290ID\n0511 118RD")
    units = 1 << t.unit("1Pz") | 1 << t.unit("269ID")
    path = (t.hex("0712"), t.hex("0711"))
    lines = path_ledger(t.s, units, path)
    assert [(line.clause, line.amount) for line in lines] == [("4.9a", 1), ("15.2a", 1), ("6.2a", 3), ("4.9a", 1)]
    assert total(lines) == t.price("1Pz 269ID", "0712 0711") == 6


@pytest.mark.case("4.9g", "4.9e", "13.3a", "13.4a", "4.3a")
def test_the_ledger_of_the_one_hex_move(at: At) -> None:
    t = at("at soviet-movement\nturn 8\nraid 2907 2807\n2907 118RD")
    lines = path_ledger(t.s, 1 << t.unit("118RD"), (t.hex("2807"),))
    assert [(line.clause, line.op, line.amount) for line in lines] == [
        ("4.9e", "+", 2),
        ("4.9g", "+", 2),
        ("13.3a", "+", 4),
        ("13.4a", "+", 8),
        ("4.3a", "min", 5),
    ]
    assert total(lines) == t.price("118RD", "2807") == 5
    lines = path_ledger(t.s, 1 << t.unit("118RD"), (t.hex("2908"),))
    assert [(line.clause, line.op, line.amount) for line in lines] == [("4.9a", "+", 1), ("13.4a", "+", 1)]


# What is offered is what no clause forbids

TANGLES = {
    "infantry before a wall": (GERMAN, "0510 269ID\n0711 118RD\n0713 67RD\n0609 290ID", "269ID"),
    "armor through the posts of a line": (
        GERMAN, "0510 1Pz\n0610 269ID\n0611 118RD\n0608 67RD\n0810 290ID\n0911 170RD", "1Pz"),
    "infantry behind the same line": (GERMAN, "0510 21ID\n0610 269ID\n0611 118RD\n0608 67RD", "21ID"),
    "armor with infantry behind it": (GERMAN, "0510 1Pz 21ID\n0610 269ID\n0611 118RD\n0608 67RD", "1Pz 21ID"),
    "two armored divisions, posts with and without room": (
        GERMAN, "0510 1Pz 6Pz\n0610 269ID 12ID\n0609 30ID\n0611 118RD\n0608 67RD", "1Pz 6Pz"),
    "three armored divisions": (
        GERMAN, "0510 1Pz 6Pz 36Mot\n0610 269ID\n0611 118RD\n0609 290ID\n0608 67RD", "1Pz 6Pz 36Mot"),
    "a mixed stack that leaves a post": (
        GERMAN, "0711 1Pz 269ID 290ID\n0712 118RD\n0909 67RD\n0709 21ID", "1Pz 269ID"),
    "forts and full hexes": (
        GERMAN, "forts 0611 0711 0612\n0511 1Pz\n0512 269ID 290ID 1ID\n0610 6Pz", "1Pz"),
    "unsupplied among swamps": (GERMAN, NO_GERMAN_SUPPLY + "2607 269ID 290ID\n2707 118RD", "269ID"),
    "interdicted on both sides of a river": (
        "at soviet-movement\nturn 8\n", "raid 1009 1111\n1009 1TD 118RD\n1209 269ID", "1TD"),
    "Soviets out of an interdicted post": (SOVIET, "raid 0711\n0711 1TD 118RD 67RD\n0712 1Pz", "118RD 1TD"),
    "stopped": (GERMAN, "0711 1Pz(stopped,points=5,origin=0611)\n0611 6Pz", "1Pz"),
    "on the way, in a zone": (GERMAN, "0711 1Pz(stopped,points=4.5,origin=0611) 269ID\n0712 118RD", "1Pz"),
    "a crowded start": ("at german-movement\nturn 1\n", "0111 1ID 11ID 21ID 58ID 61ID\n0110 12ID 30ID", "1ID 11ID"),
}  # fmt: skip


@pytest.mark.case("4.1a", "4.4a", "4.6a", "4.7a", "6.0b", "6.1b", "6.2b", "6.3a", "6.4a")
@pytest.mark.parametrize("name", TANGLES)
def test_the_hexes_offered_are_those_with_a_legal_path(at: At, name: str) -> None:
    """Try every path, hex by hex, against every clause: its ends are the hexes offered, at the price asked."""
    phase, here, units = TANGLES[name]
    t = at(phase + here)
    lead, *others = sorted(t.unit(unit) for unit in units.split())
    rest = sum(1 << unit for unit in others)
    near = t.s.data.board.neighbours
    start = t.s.place[lead]
    cheapest: dict[int, int] = {}
    paths: list[tuple[int, ...]] = [()]
    while paths:
        path = paths.pop()
        for place in scan(near[(start, *path)[-1]]):
            longer = (*path, place)
            if not path_objections(t.s, lead, rest, longer):
                paid = path_cost(t.s, rest | 1 << lead, longer, least_left(t.s, rest | 1 << lead))
                if paid < cheapest.get(place, 99):
                    cheapest[place] = paid
                    paths.append(longer)
    cheapest.pop(start, None)
    way = trip(t.s, rest | 1 << lead)
    assert {place: way.cost_of(place) for place in scan(way.reached)} == cheapest
    assert (lead in t.options("move") and rest in t.options("move", lead)) is bool(cheapest)
    for place in scan(way.reached):
        path = way.path_to(place)
        assert path_objections(t.s, lead, rest, path) == []
        assert path_cost(t.s, rest | 1 << lead, path, way.budget) == cheapest[place]
