"""Sentences of the kit: the way that a refused path takes."""

from grognard.core.rule import Objection
from grognard.kit.words import by_way

NAMES = ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A10"]
ENEMY = Objection("4.4a", "A4 holds an enemy unit")
COST = Objection("4.1a", "A4 needs 9 points, it has 6", {"needs": 9, "has": 6})
ZONE = Objection("4.7a", "A2 is in an enemy zone: the move ends there")


def test_reasons_of_the_end_first_and_the_way_once() -> None:
    also = Objection("6.3a", "nobody stays in A2")
    said = by_way(NAMES, (1, 2, 3), [ZONE, also, ENEMY, COST])
    assert [one.text for one in said] == [
        ENEMY.text,
        COST.text,
        f"the way there goes through A2 and A3, but {ZONE.text}",
        also.text,
    ]
    assert {one.facts["path"] for one in said} == {"A2 A3 A4"}
    assert said[1].facts["needs"] == 9


def test_the_cost_names_the_way_if_nothing_else_does() -> None:
    assert [one.text for one in by_way(NAMES, (1, 3), [ENEMY, COST])] == [ENEMY.text, f"{COST.text} (through A2)"]


def test_a_long_way_is_shortened() -> None:
    (said,) = by_way(NAMES, (1, 2, 4, 5, 6, 7, 3), [COST])
    assert said.text.endswith("(through A2, A3, A5 … and A8)")
    assert said.facts["path"] == "A2 A3 A5 A6 A7 A8 A4"


def test_a_name_within_another_is_not_on_the_way() -> None:
    full = Objection("4.6a", "A10 is full")
    assert by_way(NAMES, (0, 8), [full])[0].text == full.text


def test_a_single_place_and_nothing_wrong() -> None:
    assert by_way(NAMES, (3,), [ENEMY]) == [ENEMY]
    assert by_way(NAMES, (1, 3), []) == []
    assert by_way(NAMES, (3, 3), [ENEMY])[0].text == ENEMY.text
