"""Nothing hidden leaves the server: over the real HTTP and WebSocket surface, byte for byte.

Two games begin from positions that differ only in what a viewer cannot know. Everything he can ask
for, and everything he is told while others play, must be the same to the last byte in both.
"""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from grognard.core import notation
from grognard.core.action import CHANCE, PUBLIC
from grognard.core.estimate import fair
from grognard.kit.estimate import odds
from tests.core.play import game as random_game
from tests.core.toy import BLUE, PIECES_, RED, SIDES

from .fogged import AIDS, FOGGED, SHELF
from .served import another, live, new, served

VOLATILE = re.compile(r'"(created|moved|at)":\d+\.\d+|filename="[^"]*"')

CHANGING = ("x-request-id", "content-length")  # the length goes with the digits of a time


class Browser:
    """Somebody who looks at a game, and all that he has been sent."""

    def __init__(self, client: TestClient, game: str) -> None:
        self.client, self.game = client, game

    def plain(self, text: str) -> str:
        """An answer without what differs between any two games."""
        return VOLATILE.sub("", text.replace(self.game, "GAME"))

    def ask(self, method: str, path: str, body: Any = None) -> str:
        answer = self.client.request(method, f"/api/games/{self.game}{path}", json=body)
        headers = {name: value for name, value in answer.headers.items() if name not in CHANGING}
        return self.plain(f"{answer.status_code} {json.dumps(headers)} {answer.text}")

    def everything(self, seat: str) -> dict[str, str]:
        """Every question there is."""
        asked: list[tuple[str, str, Any]] = [
            ("GET", f"{path}{'&' if '?' in path else '?'}as={seat}", None) for path in PATHS
        ]
        for verb in ("move", "scout", "stance", "strike", "done", "deal", "dance"):
            for chosen in ([], ["r1"], ["b1"]):
                asked.append(("POST", "/choices", {"as": seat, "verb": verb, "chosen": chosen}))
        for piece in PIECES_:
            asked.append(("POST", "/offers", {"as": seat, "pieces": [piece]}))
            for action in (
                f"move {piece} to middle",
                f"scout {piece}",
                f"strike r1 at {piece}",
                f"strike b2 at {piece}",
            ):
                asked.append(("POST", "/why", {"as": seat, "action": action.format(piece)}))
                asked.append(("POST", "/odds", {"as": seat, "action": action.format(piece), "support": 1}))
                asked.append(("POST", "/effect", {"as": seat, "action": action.format(piece)}))
        asked += [("POST", "/referee", {"as": seat, "text": text}) for text in REFEREE]
        asked.append(("GET", "/referee", None))
        return {f"{method} {path} {body}": self.ask(method, path, body) for method, path, body in asked}


REFEREE = (
    *("zones", "control", "status", "must", "odds", "threat middle", "dance"),
    *(
        text.format(piece)
        for piece in PIECES_
        for text in (
            "supply {0}",
            "why scout {0}",
            "cost move {0} to middle",
            "odds {0} against middle",
            "odds strike r1 at {0}",
            "if {0} at middle: supply {0}",
            "if {0} at middle: zones",
            "if {0} at middle: must",
        )
    ),
)
"""Questions to the referee; some of them absurd."""


PATHS = (
    "",
    "?at=0",
    "/log",
    "/chat",
    "/record",
    "/plans",
    "/course",
    "/scene",
    *(f"/overlay/{name}" for name in (*AIDS.overlays, "reach", "control")),
    *(f"/trace?piece={piece}" for piece in PIECES_),
)


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, TestClient, TestClient]]:
    """Red, Blue, and somebody who looks on, at one server."""
    with served(tmp_path_factory.mktemp("leaks"), SHELF) as red:
        red.get("/")
        blue, other = another(red), another(red)
        for guest in (blue, other):
            seat = new(red, "toy", seats={"blue": "invite"})["seats"][1]["invitation"]
            assert guest.post(f"/api/join/{seat}").status_code == 200
        yield red, blue, other


def begun(people: tuple[TestClient, TestClient, TestClient], state: Any) -> str:
    """A game from this position, Red against Blue."""
    red, blue, _ = people
    game = new(red, "toy", seats={"blue": "invite"}, text=notation.write(state))
    assert blue.post(f"/api/join/{game['seats'][1]['invitation']}").status_code == 200
    return str(game["id"])


def guessed(s: Any, viewer: int, random: Random) -> Any:
    """The position with everything that a viewer cannot know guessed anew."""
    for player in (RED, BLUE) if viewer == PUBLIC else (viewer,):
        s = FOGGED.guess(s, player, random.randrange)
    return s


def positions(seed: int) -> Any:
    return random_game(FOGGED, seed, Random(seed).randint(6, 40)).state


def differs(one: dict[str, str], other: dict[str, str]) -> str:
    """The first question whose answers differ."""
    for name, text in one.items():
        if text != other[name]:
            at = next(n for n, (a, b) in enumerate(zip(f"{text} ", f"{other[name]} ", strict=False)) if a != b)
            return f"{name} at {at}: {text[max(0, at - 80) : at + 40]} | {other[name][max(0, at - 80) : at + 40]}"
    return ""


@pytest.mark.parametrize("viewer", [RED, BLUE, PUBLIC])
def test_nothing_that_one_can_ask_for_tells(people: tuple[TestClient, TestClient, TestClient], viewer: int) -> None:
    client = people[viewer if viewer != PUBLIC else 2]
    seats = ["", ("red", "blue")[viewer]] if viewer != PUBLIC else [""]
    told = 0
    for seed in range(12):
        random, state = Random(seed), positions(seed)
        other = guessed(state, viewer, random)
        if other.key() == state.key() or state.over or FOGGED.decider(state) == CHANCE:
            continue
        told += 1
        if told > 4:
            break
        here, there = (Browser(client, begun(people, s)) for s in (state, other))
        for seat in seats:
            assert not differs(here.everything(seat), there.everything(seat))
    assert told >= 3


@pytest.mark.parametrize("viewer", [RED, BLUE, PUBLIC])
def test_nothing_that_one_is_told_tells(people: tuple[TestClient, TestClient, TestClient], viewer: int) -> None:
    """The others choose secret stances, each game another one, and move; every message stays the same."""
    client = people[viewer if viewer != PUBLIC else 2]
    heard = 0
    for seed in range(20):
        random, state = Random(seed), positions(seed)
        side = 0 if state.over else state.title.decider(state)
        if state.over or side < 0 or side == viewer:
            continue
        other = guessed(state, viewer, random)
        games = [begun(people, s) for s in (state, other)]
        with ExitStack() as lines:
            found = [lines.enter_context(live(client, game)) for game in games]
            mover = next((p for p in range(6) if SIDES[side] >> p & 1 and state.place[p] == 1), None)
            move = [] if mover is None else [f"move {PIECES_[mover]} to north"]
            told: list[list[str]] = [[], []]
            for n, (game, line) in enumerate(zip(games, found, strict=True)):
                for action in (f"stance {1 + n}", *move):  # one at a time: two might come in one update
                    version = act(people[side], game, ("red", "blue")[side], action)
                    told[n] += updated(line, Browser(client, game), version)
            one, two = told
            assert one == two
            heard += len(one)
    assert heard > 10


def act(client: TestClient, game: str, side: str, action: str) -> int:
    """Play it, if it can be played; the version that others are told of, or zero."""
    version = client.get(f"/api/games/{game}").json()["version"]
    body = {"as": side, "version": version, "id": f"{version}", "action": action}
    client.post(f"/api/games/{game}/actions", json=body)
    now: int = client.get(f"/api/games/{game}").json()["version"]
    return now if now > version else 0


def updated(line: WebSocketTestSession, who: Browser, version: int) -> list[str]:
    """The updates up to this version, which must come."""
    out: list[str] = []
    while version:
        text = line.receive_text()
        said = json.loads(text)
        if said["type"] == "update":
            out.append(who.plain(text))
            version = 0 if said["version"] >= version else version
    return out


def listened(line: WebSocketTestSession, who: Browser) -> list[str]:
    """The updates there were."""
    line.send_json({"type": "beat"})
    out: list[str] = []
    while True:
        text = line.receive_text()
        said = json.loads(text)
        if said["type"] == "beat":
            return out
        if said["type"] == "update":
            out.append(who.plain(text))


def test_a_leak_would_be_noticed(people: tuple[TestClient, TestClient, TestClient]) -> None:
    """What one does know makes a difference: the comparison is not blind."""
    red = people[0]
    seen = 0
    for seed in range(10):
        state = positions(seed)
        other = guessed(state, BLUE, Random(seed))
        if other.key() != state.key() and not state.over and FOGGED.decider(state) != CHANCE:
            here, there = (Browser(red, begun(people, s)).ask("GET", "?as=red") for s in (state, other))
            seen += bool(differs({"view": here}, {"view": there}))
    assert seen >= 3


def test_everything_opens_when_the_game_has_ended(people: tuple[TestClient, TestClient, TestClient]) -> None:
    red, blue, other = people
    game = begun(people, positions(3))
    record = f"/api/games/{game}/record"
    assert other.get(record).text.startswith("grognard account")
    assert red.get(record, params={"as": "red"}).text.startswith("grognard account")
    assert red.get(f"/api/games/{game}", params={"as": "all"}).status_code == 403
    assert red.get(f"/api/games/{game}", params={"as": "blue"}).status_code == 403
    assert red.post(f"/api/games/{game}/fork", json={"at": 0}).status_code == 403
    blue.post(f"/api/games/{game}/resign", json={})
    assert other.get(record).text.startswith("grognard record")
    assert other.get(f"/api/games/{game}", params={"as": "all"}).status_code == 200
    assert red.get(f"/api/games/{game}", params={"as": "blue"}).json()["viewer"] == "blue"
    assert red.post(f"/api/games/{game}/fork", json={"at": 0}).status_code == 201


def test_one_who_plays_both_sides_sees_all(people: tuple[TestClient, TestClient, TestClient]) -> None:
    red = people[0]
    game = new(red, "toy")["id"]
    assert red.get(f"/api/games/{game}", params={"as": "all"}).status_code == 200
    assert red.get(f"/api/games/{game}/record").text.startswith("grognard record")


def test_behind_the_curtain_one_side_sees_nothing_of_the_other(
    people: tuple[TestClient, TestClient, TestClient],
) -> None:
    """At one screen, too, what a side is shown has only what that side knows."""
    red, found = people[0], []
    state = next(s for s in map(positions, range(50)) if not s.over and FOGGED.decider(s) == BLUE)
    for stance in (1, 2):
        game = new(red, "toy", text=notation.write(state))["id"]
        act(red, game, "blue", f"stance {stance}")
        body = {"as": "blue", "step": "blue-moves", "actions": [f"scout r{stance}"]}
        assert red.post(f"/api/games/{game}/orders", json=body).status_code == 200
        here = Browser(red, game)
        found.append({path: here.ask("GET", f"{path}?as=red") for path in ("", "/log")})
        with live(red, f"{game}?as=red") as line:
            found[-1]["live"] = str(listened(line, here))
        assert f"stance {stance}" in here.ask("GET", "?as=blue")
    assert not differs(*found)


# -- what is reckoned -------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [RED, BLUE, PUBLIC])
def test_the_same_knowledge_gives_the_same_position(viewer: int) -> None:
    found = 0
    for seed in range(30):
        state = positions(seed)
        other = guessed(state, viewer, Random(seed))
        found += other.key() != state.key()
        assert fair(state, viewer).key() == fair(other, viewer).key()
    assert found > 5


def test_odds_are_averaged_over_what_is_not_known() -> None:
    state = notation.read(SHELF, DUEL)
    action = FOGGED.parse(state, "strike r1 at b1")
    exact = odds(state, None, action, 0)
    assert exact is not None
    assert (exact.exact, len(exact.columns)) == (True, 1)
    reckoned = odds(state, RED, action, 0)
    assert reckoned is not None
    assert not reckoned.exact
    assert len(reckoned.columns) > 1
    assert sum(reckoned.columns.values()) == pytest.approx(1, abs=0.01)
    assert sum(one.chance for one in reckoned.results) == pytest.approx(1, abs=0.01)


DUEL = """\
toy
at game red-moves
hour 2
red_stance 2
blue_stance 1
north r1=fox b1=bear
middle b2=fox(known=1)
blue-box b3=wolf
red-box r2=wolf r3=bear
"""
