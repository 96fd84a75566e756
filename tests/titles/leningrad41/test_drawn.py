"""Counters and markers as they are drawn: backs, values, leaders, rubble."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.draw.pieces.counter_view import stacks
from grognard.draw.pieces.counters import Counter
from grognard.draw.themes.look import look_of
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET
from tests.titles.leningrad41.conftest import TITLE, Game

POSITION = """4812 I-10 Manstein
4814 I-Arko
4707 1-1DNO
4609 42-9
4611 42-10=51Tk
rubble 4515
demolished bridge-4501-4601"""


def drawn(s: Any, player: int) -> dict[str, Counter]:
    """The counters a player sees, by id."""
    return {one.id: one for found in stacks(TITLE, s, look_of(TITLE), player).values() for one in found}


@pytest.fixture
def s(moving: Callable[..., Game]) -> Any:
    return moving("german", POSITION).s


def test_values_are_printed_as_on_the_counters(s: Any) -> None:
    found = drawn(s, GERMAN)
    assert (found["I-10"].factors, found["I-10"].kind) == ("(9)A-3", "panzer")
    assert found["I-Arko"].factors == "14+-U"
    assert (found["Manstein"].factors, found["Manstein"].kind) == ("MANSTEIN", "star")


def test_backs_show_the_army_and_nothing_else(s: Any) -> None:
    german, soviet = drawn(s, GERMAN), drawn(s, SOVIET)
    for name in ("42-9", "42-10"):
        back = german[name]
        assert (back.factors, back.name, back.parent, back.size, back.kind) == ("42", "", "", "", "infantry")
    assert soviet["42-9"].factors == "42"  # nobody knows it
    assert soviet["42-10"].factors == "(8)A-3"


def test_markers_are_drawn(s: Any) -> None:
    texts = [one.factors for one in drawn(s, GERMAN).values()]
    assert (texts.count("RUBBLE"), texts.count("BLOWN")) == (1, 2)
