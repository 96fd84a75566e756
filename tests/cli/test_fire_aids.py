"""Fire at the terminal: what a path risks, what a unit can fire at, standing orders in plain words."""

from pathlib import Path

import pytest

from grognard.cli.play import words
from grognard.cli.play.session import Session
from grognard.core import notation
from grognard.core.table import Table
from grognard.titles.catalogue import LENINGRAD41
from grognard.titles.leningrad41 import build

from .test_session import answer, offered, plain

TITLE = build(LENINGRAD41)
NEVSKY = """leningrad41 assault
at soviet-orders
turn 3
side 0
3011 I-8M
3112 3PzJg
3114 1RB
2914 1-1DNO
3117 42-30
"""


@pytest.fixture
def nevsky(tmp_path: Path) -> Session:
    """Soviet orders, then the German Movement Phase, by two people who pass the keyboard."""
    position = notation.read({TITLE.name: TITLE}, NEVSKY)
    session = Session(Table(TITLE, position=position, seed=1), tmp_path / "kept.game")
    session.sit_down("")
    return session


def test_standing_orders_say_what_they_mean(nevsky: Session) -> None:
    assert "always (Always fire), third (Fire at 1 in 3 or better)" in nevsky.prompt().plain
    assert "Hold fire: for the whole phase" in answer(nevsky, "help order")
    assert {word.text: word.meaning for word in nevsky.next_words("order ")}["ask"].startswith("Ask me each time")
    assert "3PzJg" in offered(nevsky, "arc ")


def test_only_its_owner_sees_a_standing_order(nevsky: Session) -> None:
    answer(nevsky, "order third")
    nevsky.sit_down("")
    told = [words.status(nevsky.table, viewer).plain for viewer in (0, 1)]
    assert ["Soviet fire at 1 in 3" in status for status in told] == [False, True]


def test_what_a_path_risks(nevsky: Session) -> None:
    answer(nevsky, "order ask")
    nevsky.sit_down("")
    told = answer(nevsky, "why move I-8M to 3014")
    assert "3013  17% hit  83% get this far" in told
    assert "3014  17% hit  69% get this far" in told
    assert "Any fire ends the move" in answer(nevsky, "why drive 3PzJg to 3113")


def test_what_a_unit_can_fire_at_and_why_not(nevsky: Session) -> None:
    answer(nevsky, "order ask")
    nevsky.sit_down("")
    assert "Along a street, = on the map: 3114 3115 3116" in answer(nevsky, "arc 3PzJg")
    assert nevsky.overlay is not None
    assert answer(nevsky, "arc 3PzJg 3114") == "3PzJg can fire at 3114, along a street."
    assert "[10.7]  blocking terrain is in the way" in answer(nevsky, "arc 3PzJg 2914")
    assert "fires at nothing" in answer(nevsky, "arc 42-30")
    assert plain(*nevsky.say("arc").parts) == "name a unit"
