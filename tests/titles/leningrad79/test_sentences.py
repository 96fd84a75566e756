"""What the referee says: the case that decides, the numbers, and nothing beside the point."""

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[[str], Any]
RESULT = "at campaign german-combat\nat battle result attackers=1Pz defenders=i1 targets=1408 fronts=1407 "


def asked(t: Any) -> tuple[str, str]:
    cite, prompt = t.title.step(t.s).asked(t.s)
    return str(cite), str(prompt)


@pytest.mark.case("10.1a", "10.2a")
def test_a_result_asks_what_it_offers(at: At) -> None:
    units = "\nturn 3\n1407 1Pz(attacked)\n1408 i1=118RD(defended)"
    one = at(RESULT + "column=9 die=4 stage=1 owed=1" + units)
    two = at(RESULT + "column=9 die=1 stage=1 owed=2" + units)
    cases = {asked(one), asked(two)}
    assert {prompt for _, prompt in cases} == {"Lose a step or retreat one hex?", "Retreat two hexes or be destroyed?"}


@pytest.mark.case("10.7a")
def test_who_is_trapped_is_warned_before_retreating(at: At) -> None:
    units = "\nturn 3\n1407 1Pz(attacked)\n1408 i1=118RD(defended)\n1409 1ID"
    _, prompt = asked(at(RESULT + "column=9 die=4 stage=1 owed=1" + units))
    assert prompt.startswith("Lose a step or retreat one hex? ")
    assert prompt.endswith("is unable to retreat and would be destroyed.")


@pytest.mark.case("7.6b")
def test_after_an_overrun_that_succeeds_nobody_is_offered_a_retreat(at: At) -> None:
    t = at("at german-movement\nturn 3\n0410 1Pz 6Pz 36Mot\n0510 i1=118RD").play("overrun 1Pz 6Pz 36Mot at 0510")
    for face in range(1, 7):
        game = at("at german-movement\nturn 3\n0410 1Pz 6Pz 36Mot\n0510 i1=118RD")
        game.play("overrun 1Pz 6Pz 36Mot at 0510", f"roll {face}")
        said = [line for line in game.log().splitlines() if " roll " in line]
        if "attackers must" in said[-1]:
            assert "or if the overrun fails may retreat" in said[-1]
        while game.ask[1] == "result" and game.ask[0] == "soviet":
            game.play("lose i1")
        if game.ask == ("german", "result"):
            assert asked(game)[0] == "7.6"
            assert "retreat" not in asked(game)[1].lower()
    assert t.ask[1] == "die"


@pytest.mark.case("4.3a", "6.1a", "6.2a")
def test_a_minimum_move_and_a_disengagement_have_their_own_case(at: At) -> None:
    t = at("at german-movement\nturn 3\n1407 1Pz 6Pz\n1408 i1=118RD").play("move 1Pz to 1406")
    assert "disengages from" in t.log()
    assert t.log().splitlines()[-1].endswith("[6.1]")
    t = at("at german-movement\nturn 3\n1407 1ID 11ID\n1408 i1=118RD").play("move 1ID to 1406")
    assert t.log().splitlines()[-1].endswith(("[6.2]", "[4.3]"))


def test_the_way_that_was_meant_is_named(at: At) -> None:
    t = at("at german-movement\nturn 3\n1407 1ID")
    (said,) = t.table.why_not("move 1ID to 2005")
    assert said.facts["path"].startswith("1406 ") or said.facts["path"].startswith("1507 ")
    way = said.facts["path"].split()
    assert said.text.endswith(f"1ID has 6 (through {', '.join(way[:3])} … and {way[-2]})")
    (said,) = t.table.why_not("move 1ID via 1404")
    assert "through" not in said.text


@pytest.mark.case("4.1a", "4.4a", "4.7a")
def test_the_decisive_reasons_come_before_those_on_the_way(at: At) -> None:
    t = at("at german-movement\nturn 3\n0612 1ID\n1404 67RD")
    said = t.table.why_not("move 1ID to 1404")
    assert [one.text for one in said[:2]] == ["1404 holds an enemy unit", "1404 needs 15 Movement Points, 1ID has 6"]
    assert said[2].text.startswith(
        "the way there goes through 0611, 0610, 0710 … and 1305, but 1305 is in an enemy ZOC"
    )
    assert all("through" not in one.text for one in said if one is not said[2])  # it is told once
    assert {one.facts["path"].split()[-1] for one in said} == {"1404"}
