"""The referee on the page's route: the same questions as at the terminal, each through the viewer's eyes."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.core import notation
from grognard.core.action import CHANCE
from grognard.core.estimate import fair
from grognard.kit.questions import QUESTIONS
from grognard.titles import TITLES
from tests.cli.test_inquiries import positions

from .served import another, new, served
from .test_leaks import Browser, differs

FRONT = "leningrad79\nat german-combat\nturn 3\n1407 1Pz 6Pz\n1408 118RD\n1508 inf\n"


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, TestClient]]:
    """Both players."""
    with served(tmp_path_factory.mktemp("referee"), TITLES) as first:
        first.get("/")
        yield first, another(first)


def begun(people: tuple[TestClient, TestClient], text: str) -> str:
    """A game between the two from a position."""
    title = TITLES[text.split()[0]]
    side = title.players[1]
    game = new(people[0], title.name, seats={side: "invite"}, text=text)
    assert people[1].post(f"/api/join/{game['seats'][1]['invitation']}").status_code == 200
    return str(game["id"])


def asked(client: TestClient, game: str, seat: str, text: str) -> tuple[int, dict[str, Any]]:
    said = client.post(f"/api/games/{game}/referee", json={"as": seat, "text": text})
    return said.status_code, said.json()


def test_every_question_has_an_answer(people: tuple[TestClient, TestClient]) -> None:
    game = begun(people, FRONT)
    known = people[0].get(f"/api/games/{game}/referee").json()
    assert set(known["questions"]) == set(QUESTIONS)
    assert "rebuild" in known["verbs"]
    for text, field in (
        ("why attack 1409 with 1Pz", "objections"),
        ("why rebuild 1Pz", "objections"),
        ("cost attack 1408 with 1Pz", "ledger"),
        ("odds 1407 against 1408 air 1", "odds"),
        ("odds attack 1408 with 1Pz", "odds"),
        ("odds attack 1409 with 1Pz", "objections"),
        ("must", "must"),
        ("supply 1Pz 6Pz", "supply"),
        ("threat 1408", "threat"),
        ("zones", "zones"),
        ("control", "control"),
        ("status", "levels"),
        ("if 1Pz is reduced: odds 1Pz against 1408", "odds"),
    ):
        status, said = asked(people[0], game, "german", text)
        assert status == 200, said
        assert field in said["answer"], text
    assert asked(people[0], game, "german", "why rebuild 1Pz")[1]["answer"]["objections"][0]["cite"] == "3.0"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("dance", "is not a question"),
        ("supply", "name a unit"),
        ("supply 7Pz", "there is no unit '7Pz'"),
        ("threat Berlin", "there is no place 'Berlin'"),
        ("if 1Pz at 1408: zones", "units of both sides are in one hex"),
        ("if 1Pz: zones", "is not a change"),
        ("odds 1Pz against 1405", "no enemy unit is in 1405"),
        ("odds 1Pz against 1408 air x", "`air` needs a number"),
        ("cost dance 1Pz", "is not possible now"),
    ],
)
def test_what_has_no_answer_is_said(people: tuple[TestClient, TestClient], text: str, told: str) -> None:
    status, said = asked(people[0], begun(people, FRONT), "german", text)
    assert status == 400
    assert told in said["message"]


def test_a_player_asks_with_their_own_eyes_only(people: tuple[TestClient, TestClient]) -> None:
    game = begun(people, FRONT)
    assert asked(people[1], game, "german", "zones")[0] == 403
    status, said = asked(people[1], game, "soviet", "must")
    assert status == 400
    assert "must decide now" in said["message"]


def texts(s: Any, random: Random) -> list[str]:
    """Questions about units and places chosen at random, and about those nobody else may see."""
    title = s.title
    there = [n for n, place in enumerate(s.place) if place < title.board.places.box]
    out = ["zones", "control", "status"]
    for unit in random.sample(there, 2):
        name, place = title.lexicon.pieces[unit], title.lexicon.places[s.place[unit]]
        other = title.lexicon.places[s.place[random.choice(there)]]
        out += [f"supply {name}", f"supply {place}", f"threat {place}", f"if {name} at {other}: control"]
    return [*out, f"odds {place} against {other}"]


@pytest.mark.parametrize("name", ["leningrad41", pytest.param("moscow41", marks=pytest.mark.soak)])
def test_answers_on_the_page_give_nothing_away(people: tuple[TestClient, TestClient], name: str) -> None:
    """Two games that a player cannot tell apart: the same bytes."""
    random, told, setting_up = Random(name), 0, TITLES[name].set_up_steps
    for s in positions(name, 6, 3, 60):
        for seat in (0, 1):
            twin = fair(s, seat, "another")
            if s.over or twin.key() == s.key() or s.title.decider(s) == CHANCE or s.title.step(s).name in setting_up:
                continue
            side, asks = s.title.players[seat], texts(s, random)
            one, other = (
                {text: Browser(people[seat], game).ask("POST", "/referee", {"as": side, "text": text}) for text in asks}
                for game in (begun(people, notation.write(p)) for p in (s, twin))
            )
            assert not differs(one, other)
            told += sum(said.startswith("200") for said in one.values())
    assert told > 5
