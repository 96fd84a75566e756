"""What the Germans cannot know of *Leningrad '41* does not leave the server.

Three kinds of counters lie face down: the Soviet player has looked at some, nobody knows the others, and some lie below
another unit. Two games begin from positions that differ only in the faces of those he has looked at, and in who of the
dead lies where in the pool; everything that the German player can ask for is the same in both.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.core import notation
from grognard.core.action import PUBLIC
from grognard.titles import TITLES
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET

from .served import another, new, served
from .test_leaks import Browser, act, differs

TITLE = TITLES["leningrad41"]
STREETS = """
    died 1-1DNO 2-2DNO 51Tk
    german 4615 4715
    rubble 4516
    4516 42-1=1Koms 42-2=KirTk
    4515 42-3
    4614 42-4=1RB
    4613 42-5=42Br
    2807 42-6=2-1DNO(up) 42-7=6NKVD Zhdanov
    3211 42-8=LGAA1
    4415 68-70
    4615 I-10 59Pi
    4715 I-8M 48Pi
    4716 Manstein I-80Art
    pool-42 42-20=1-1DNO 42-21=2-2DNO 42-22=51Tk
    dead II-10 III-10
    beside LFR10 RBF Rudel StukaA
"""
WALK = "move I-8M via 4714 4713"
HIDDEN = ("42-1", "42-2", "42-3", "42-4", "42-7", "42-8")
STEPS = ("air-strikes", "german-movement", "german-fire", "soviet-movement", "soviet-fire")
ATTEMPTS = {
    "german-movement": ("move I-8M to 4614", "move 48Pi to 4714", "drive I-10 to 4815", "bridge 59Pi to 4614"),
    "german-fire": (
        *(f"{verb} {hex} by {who}" for verb in ("fire", "assault storm I-10") for hex in ("4516", "4614", "4515")
          for who in ("8pz with I-10", "Manstein with I-8M I-10", "8pz with I-80Art")),
        "assault 4614 by 8pz storm I-10",
        "assault 4516 by 8pz storm 59Pi with I-10",
    ),
    "air-strikes": ("strike 4614 with StukaA", "strike 3211 with Rudel StukaA", "strike 2807 with Rudel"),
}  # fmt: skip


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, TestClient, TestClient]]:
    """The German player, the Soviet player and a spectator."""
    with served(tmp_path_factory.mktemp("streets"), TITLES) as german:
        german.get("/")
        soviet, other = another(german), another(german)
        for guest in (soviet, other):
            seat = new(german, TITLE.name, seats={"soviet": "invite"})["seats"][1]["invitation"]
            assert guest.post(f"/api/join/{seat}").status_code == 200
        yield german, soviet, other


def position(step: str) -> Any:
    """Fighting in the streets, in this phase."""
    side = int(step in ("soviet-movement", "soviet-fire"))
    text = f"leningrad41 assault\nat {step}\nturn 3\nside {side}\n{STREETS}"
    return notation.read({TITLE.name: TITLE}, "\n".join(line.strip() for line in text.strip().splitlines()))


def begun(people: tuple[TestClient, TestClient, TestClient], s: Any) -> str:
    """A game between the two from this position."""
    german, soviet, _ = people
    game = new(german, TITLE.name, seats={"soviet": "invite"}, text=notation.write(s), hints=True)
    assert soviet.post(f"/api/join/{game['seats'][1]['invitation']}").status_code == 200
    return str(game["id"])


def pair(people: tuple[TestClient, TestClient, TestClient], step: str, seed: int = 1) -> tuple[str, str]:
    """Two games that the German player cannot tell apart."""
    s = position(step)
    other = TITLE.guess(s, GERMAN, Random(seed).randrange)
    assert other.key() != s.key()
    return begun(people, s), begun(people, other)


def everything(who: Browser, seat: str, step: str) -> dict[str, str]:
    """Every question about the position."""
    overlays = [f"/overlay/{name}" for name in (*TITLE.aids.overlays, *TITLE.aids.markers(position(step)))]
    pieces = [*HIDDEN, "42-20", "42-30", "I-10", "68-70"]
    gets = ["", "?at=0", "/log", "/record", "/plans", *overlays]
    gets += [f"/{what}?piece={piece}" for what in ("arc", "trace") for piece in pieces]
    asked: list[tuple[str, str, Any]] = [
        ("GET", f"{path}{'&' if '?' in path else '?'}as={seat}", None) for path in gets
    ]
    for verb in (
        "move",
        "drive",
        "fire",
        "assault",
        "strike",
        "raze",
        "blow",
        "flip",
        "bombard",
        "sail",
        "metro",
        "done",
    ):
        for chosen in ([], ["42-1"], ["4614"], ["4614", "8pz"]):
            asked.append(("POST", "/choices", {"as": seat, "verb": verb, "chosen": chosen}))
    asked += [("POST", "/offers", {"as": seat, "pieces": [piece]}) for piece in pieces]
    asked += [("POST", "/referee", {"as": seat, "text": text}) for text in questions(step, pieces)]
    for action in ATTEMPTS.get(step, ()):
        asked.append(("POST", "/why", {"as": seat, "action": action}))
        asked.append(("POST", "/odds", {"as": seat, "action": action, "support": 0}))
    return {f"{method} {path} {body}": who.ask(method, path, body) for method, path, body in asked}


def questions(step: str, pieces: list[str]) -> list[str]:
    """What the referee is asked."""
    attempts = [f"{name} {action}" for action in ATTEMPTS.get(step, ())[:3] for name in ("why", "cost", "odds")]
    some = ["zones", "control", "status", "must", "threat 4614 4516", "supply I-10", "why metro", *attempts]
    some += [f"odds I-10 against {place}" for place in ("4516", "4614", "4515", "2807")]
    some += [f"if {piece} at 4613: {asked}" for piece in pieces[:4] for asked in ("zones", "odds I-10 against 4516")]
    return [*some, *(f"odds {piece} against 4615" for piece in pieces)]


@pytest.mark.parametrize(
    ("viewer", "step"), [*((GERMAN, step) for step in STEPS), (PUBLIC, "german-fire"), (PUBLIC, "soviet-movement")]
)
def test_nothing_that_one_can_ask_for_tells(
    people: tuple[TestClient, TestClient, TestClient], viewer: int, step: str
) -> None:
    client, seat = (people[0], "german") if viewer == GERMAN else (people[2], "")
    one, other = (everything(Browser(client, game), seat, step) for game in pair(people, step))
    assert not differs(one, other)
    assert any(said.startswith("200") for said in one.values())


def test_the_soviet_player_does_see_the_difference(people: tuple[TestClient, TestClient, TestClient]) -> None:
    """The comparison is not blind."""
    one, other = (everything(Browser(people[1], game), "soviet", "soviet-fire") for game in pair(people, "soviet-fire"))
    assert differs(one, other)


def test_what_the_soviets_do_with_hidden_units_tells_nothing(people: tuple[TestClient, TestClient, TestClient]) -> None:
    """A unit that lies face down moves in the sight of the Germans; and what nobody knows stays so for its owner."""
    games = pair(people, "soviet-movement")
    found = []
    for game in games:
        assert act(people[1], game, "soviet", "move 42-8 to 3111") > 0
        found.append(everything(Browser(people[0], game), "german", "soviet-movement"))
        mine = people[1].get(f"/api/games/{game}", params={"as": "soviet"}).text
        assert "42-3=" not in mine
    assert not differs(*found)


@pytest.mark.parametrize(("order", "prompts"), [("ask", 2), ("always", 0)])
def test_a_walk_past_hidden_units_brings_the_same_prompts(
    people: tuple[TestClient, TestClient, TestClient], order: str, prompts: int
) -> None:
    """Whether somebody is asked, and when, does not depend on what lies there: marines, tanks or mere pontoons."""
    german, soviet, _ = people
    found = []
    for game in pair(people, "soviet-orders"):
        assert act(soviet, game, "soviet", f"order {order}") > 0
        risk = Browser(german, game).ask("POST", "/why", {"as": "german", "action": WALK})
        told, asked = [risk], list[str]()
        assert act(german, game, "german", WALK) > 0
        while (ask := german.get(f"/api/games/{game}?as=german").json()["ask"])["step"] != "german-movement":
            asked.append(ask["step"])
            told += [Browser(german, game).ask("GET", f"{path}?as=german") for path in ("", "/log")]
            assert act(soviet, game, "soviet", "hold") > 0
        found.append((asked, told))
    assert found[0] == found[1]
    assert found[0][0] == ["volley"] * prompts


@pytest.mark.parametrize("step", ["german-movement", "german-fire"])
def test_a_hint_does_not_tell(people: tuple[TestClient, TestClient, TestClient], step: str) -> None:
    said = [
        Browser(people[0], game).ask("POST", "/hint", {"as": "german", "level": "regular"})
        for game in pair(people, step)
    ]
    assert said[0] == said[1]
    assert said[0].startswith("200")


def test_the_dead_pile_of_the_germans_is_closed_to_the_soviet_player(
    people: tuple[TestClient, TestClient, TestClient],
) -> None:
    """He is told how many of each sub-command are dead."""
    game = begun(people, position("soviet-fire"))
    seen = people[1].get(f"/api/games/{game}", params={"as": "soviet"}).json()
    assert seen["viewer"] == TITLE.players[SOVIET]
    assert "II-10" not in str(seen)
    assert seen["status"]["German dead"] == "8th Panzer 2"
