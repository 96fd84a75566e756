"""What the referee says: the case that decides, the numbers, and nothing beside the point."""

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[..., Any]
GERMANS, RUSSIANS = "at german-combat\nturn 20\n", "at russian-combat\nturn 20\n"


@pytest.mark.case("13.2b", "12.11b")
def test_the_fleet_and_air_units_are_not_moved(at: At) -> None:
    game = at("at russian-movement\nturn 4\n0324 Nav")
    assert game.reasons("move Nav to 0323") == "[13.2] Nav does not move like other units: `sail` moves it"
    air = game.title.lexicon.pieces[next(iter(range(game.s.data.fleet + 1, len(game.title.lexicon.pieces))))]
    side = "german" if game.s.data.air[0] >> game.unit(air) & 1 else "russian"
    game = at(f"at {side}-movement\nturn 4\n0324 Nav")
    assert game.reasons(f"move {air} to 0323").startswith(f"[12.11] {air} is an air unit")
    assert at("at german-movement\nturn 4\n0324 Nav").clauses("move Nav to 0323") == ["4.0e"]


@pytest.mark.case("13.9a", "12.32a")
def test_where_only_the_fleet_is(at: At) -> None:
    game = at("at german-bombardment\nturn 4\nair 1\n0324 Nav\n0326 20W")
    assert game.reasons("bombard 0324") == "[13.9] only the fleet is in 0324: `strike` bombards it"
    assert game.reasons("strike 0326") == "[13.9] the fleet is not in 0326: it is in 0324"
    assert game.clauses("bombard 0323") == ["12.32a"]


@pytest.mark.case("10.27d")
def test_held_or_in_a_zone_but_not_both(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3421 191RD\n3320 11ID").strike("attack 3421 with 1ID", "-/1").play("retire")
    assert "is held by the enemy" in game.reasons("retreat 191RD 3420")
    assert "zone" not in game.reasons("retreat 191RD 3420")
    assert game.reasons("retreat 191RD 3321") == "[10.27] 3321 is in an enemy zone"


@pytest.mark.case("10.13a")
def test_not_adjacent_to_which(at: At) -> None:
    game = at(GERMANS + "2009 6-4 6-114\n2010 1ID\n1910 90RD\n1909 111RD")
    assert game.reasons("attack 1910 1909 with 6-4 1ID") == "[10.13] 1ID is not adjacent to 1909"


@pytest.mark.case("10.21f")
def test_too_strong_in_numbers(at: At) -> None:
    game = at(GERMANS + "0521 6-4(reduced,unsupplied)\n0421 191RD")
    (said,) = game.table.why_not("attack 0421 with 6-4")
    assert said.clause == "10.21f"
    assert set(said.facts) == {"attack", "defense"}
    assert f"at most {said.facts['attack']} against {said.facts['defense']}" in said.text


@pytest.mark.case("6.13e", "11.21a")
def test_points_in_numbers_and_the_way_that_was_meant(at: At) -> None:
    game = at("at german-movement\nturn 4\n3420 1ID\n3520 11ID(unsupplied)")
    way = "3421 3420 3421 3420 3421 3420 3421 3420 3421"
    (said,) = game.table.why_not(f"move 1ID via {way}")
    assert said.clause == "6.13e"
    assert {"needs", "has", "path"} == set(said.facts)
    assert said.facts["path"] == way
    assert said.text.endswith("(through 3421, 3420, 3421 … and 3420)")
    (said,) = game.table.why_not("move 11ID via 3519 3520")
    assert (said.clause, said.facts["hexes"], said.facts["most"]) == ("11.21a", 2, 1)


@pytest.mark.case("10.23b", "11.24d")
def test_by_which_case_a_unit_is_eliminated(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3421 1G").strike("attack 3421 with 1ID", "DE")
    assert "is eliminated. [10.23]" in game.log()
    game = at("at russian-bombardment\nturn 20\nair 1\n3420 1ID(unsupplied,reduced)\n3421 191RD").play("done")
    assert "The 1st Infantry Division is eliminated. [11.24]" in game.log()


@pytest.mark.case("13.3a", "13.10a")
def test_the_marker_goes_with_a_line(at: At) -> None:
    game = at("at russian-movement\nturn 4\n0324 Nav\nfire 0326").play("sail 0220")
    assert "Its marker in Oranienbaum (0326) is out of range and removed. [13.3]" in game.log()
    game = at("at german-bombardment\nturn 4\nair 1\n0324 Nav\n0326 20W\nfire 0326").play("strike 0324", "roll 2")
    assert "Its marker in Oranienbaum (0326) is removed. [13.10]" in game.log()


@pytest.mark.case("14.4a")
def test_a_worker_is_told_of_the_city_not_of_room(at: At) -> None:
    game = at("at russian-movement\nturn 4\n0320 1W\n0419 2G")
    assert all(clause == "14.4a" for clause in game.clauses("move 1W via 0419"))
    game = at("at russian-movement\nturn 4\nJ6 1W\nK6 2G")
    assert "room" not in game.reasons("move 1W via K6")
