"""Questions to the referee at the terminal: what is answered, what is drawn on the map, what may be typed next."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.cli.play.session import Session
from grognard.core.table import Table
from grognard.titles import TITLES

from .test_inquiries import positions
from .test_session import FRONT, answer, offered, seated


@pytest.fixture
def front(tmp_path: Path) -> Session:
    return seated(FRONT, tmp_path)


def test_cost_is_a_ledger_with_cases(front: Session) -> None:
    said = answer(front, "cost move 1Pz to 0409")
    assert "[6.1]  +2    = 3    disengaging from 0410" in said
    assert "4 in all" in said
    far = answer(front, "cost move 1Pz via 0409 0408 0407 0406 0405 0404 0403 0402")
    assert "It is not allowed:" in far
    assert "[6.4]" in far


def test_supply_has_its_line_on_the_map(front: Session) -> None:
    assert "1Pz  in supply  0410→0310→0210→0111" in answer(front, "supply 1Pz")
    assert front.overlay is not None
    assert {front.title.lexicon.places[at] for at in front.overlay.marks} == {"0410", "0310", "0210", "0111"}
    assert "On the map: supply" in answer(front, "supply")


def test_a_supply_line_that_breaks_says_where_and_why(tmp_path: Path) -> None:
    session = seated("at german-movement\nturn 3\n1407 1Pz\n1307 inf\n1506 inf\n1408 118RD\n", tmp_path)
    said = answer(session, "supply 1Pz")
    assert "no supply" in said
    assert "it breaks at" in said
    assert "✗  [" in said


def test_zones_control_and_threat(front: Session) -> None:
    assert "zoc  German  0308" in answer(front, "zones")
    assert front.overlay is not None
    assert front.overlay.title == "zones"
    assert "holds   German" in answer(front, "control")
    said = answer(front, "threat 0510")
    assert "Soviet  can get here        i2 (2)" in said
    assert "1ID 1Pz 6Pz 8Pz 36Mot" in said


def test_status_and_duties(tmp_path: Path) -> None:
    session = seated("at soviet-combat\nturn 1\n1407 1Pz\n1408 118RD\n1507 112RD\n", tmp_path)
    assert "Before `done`:" in answer(session, "must")
    assert "[17.3]" in answer(session, "must")
    assert "German strategic victory  31 or more" in answer(session, "status")
    assert "needs no more words" in answer(session, "status 1Pz")


def test_odds_of_any_units_and_of_a_hex(front: Session) -> None:
    assert "20 against 2 is 10-1" in answer(front, "odds 1Pz 6Pz against 0510")
    assert "28 against 2 is 14-1" in answer(front, "odds 0410 against 0510 air 1")
    assert "no enemy unit is in 0409" in answer(front, "odds 1Pz against 0409")
    assert "name units and a place" in answer(front, "odds against 0510")


def test_what_if_changes_nothing(front: Session) -> None:
    before = front.state.key()
    assert "5 against 2 is 2-1" in answer(front, "if 1Pz is reduced: odds 1Pz against 0510")
    assert "0409→0410" in answer(front, "if 1Pz at 0409: supply 1Pz")
    assert "Game-Turn 5" in answer(front, "if turn = 5: status")
    assert "10 against 2" in answer(front, "if 1Pz is reduced, 1Pz is not reduced: odds 1Pz against 0510")
    assert "units of both sides are in one hex" in answer(front, "if 1Pz at 0510: zones")
    assert "needs a question after a colon" in answer(front, "if 1Pz at 0409")
    assert "is not a change" in answer(front, "if 1Pz: zones")
    assert "one `if` is enough" in answer(front, "if 1Pz at 0409: if 6Pz at 0409: zones")
    assert "is not a question" in answer(front, "if 1Pz at 0409: dance")
    assert front.state.key() == before


def test_an_illegal_attack_has_no_odds_but_objections(front: Session) -> None:
    assert "✗  [" in answer(front, "if 1Pz at 0409: odds overrun 1Pz at 0611")


def test_questions_are_completed(front: Session) -> None:
    assert {"cost", "supply", "must", "threat", "zones", "control", "status", "if"} <= offered(front, "")
    assert offered(front, "cost ") == {"move", "overrun", "done"}
    assert "1Pz" in offered(front, "supply ")
    assert "0510" in offered(front, "threat ")
    assert offered(front, "odds 1Pz ") == {"against"}
    assert "0510" in offered(front, "odds 1Pz against ")
    assert offered(front, "if 1Pz ") == {"at", "is"}
    assert "0409" in offered(front, "if 1Pz at ")
    assert "supply" in offered(front, "if 1Pz at 0409: ")
    assert "1Pz" in offered(front, "if 1Pz at 0409: supply ")


@pytest.mark.parametrize("name", TITLES)
def test_every_title_answers_at_the_terminal(name: str, tmp_path: Path) -> None:
    random = Random(name)
    for s in positions(name, 5, 4):
        session = Session(Table(s.title, position=s, rolls=False), tmp_path / "kept.game")
        for line in lines(s, random):
            reply = session.say(line)
            assert reply.parts, line
            assert answer(session, line), line
            assert session.state.key() == s.key()


def lines(s: Any, random: Random) -> list[str]:
    """Every question, about a unit and a place on the map."""
    title = s.title
    there = [n for n, place in enumerate(s.place) if place < title.board.places.box] or [0]
    unit = random.choice(there)
    name, place = title.lexicon.pieces[unit], title.lexicon.places[s.place[unit]] or title.lexicon.places[0]
    verb = random.choice(title.step(s).verbs).name
    return [
        f"supply {name}",
        f"threat {place}",
        f"odds {name} against {place}",
        f"cost {verb} {name}",
        f"why {verb} {name}",
        f"if {name} at {place}: status",
        "zones",
        "control",
        "status",
        "must",
    ]
