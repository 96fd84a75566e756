"""Random bad requests to every address of a server, and bad messages to its WebSocket: none may make it fail.

python -m tests.web.bad_requests [--each N] [--seed N]
"""

import argparse
import contextlib
import json
import logging
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from .served import PORT, new, served

FEW = 6  # requests to an address for which new games are not worth their time
APART = (
    "/",
    "/metrics",
    "/theme.css",
    "/login",
    "/game/{id}",
    "/join/{id}",
    "/reset/{id}",
    "/verify/{id}",
    "/static/{id}",
)
WORDS = (
    "", "all", "german", "soviet", "leningrad79", "toy", "undo", "draw", "rules", "club", "me", "invite", "done", "..",
    "computer:random", "\x00", "%00", "’", "ß" * 50, "\u202e", "\ud800", "../../etc/passwd", "' OR 1=1 --", "{}", "nan",
    "leningrad79@b8598a8a27d1", "toy@x", "1e999", "-1", "grognard record 1\ntitle leningrad79\n", "x" * 5000, "dice",
)  # fmt: skip
GAME_WORDS = (
    "1Pz", "8Pz", "1405", "1408", "red-1", "A1", "b2", "supply", "reach", "paused", "step", "fast", "rules", "8.1",
    "move 1Pz 1405", "move 1Pz via 1405 1406", "attack 1408 with 1Pz", "advance 1Pz 9999", "why done", "must",
    "supply 1Pz", "cost 1Pz 1405", "odds 1Pz against 1408", "if 1Pz at 1405: odds 1Pz against 1408", "if : :",
    "computer:", "computer:club x", "consent", "00" * 32, "light", "dark", "terrain", "7", "0.5",
)  # fmt: skip
NUMBERS = (0, -1, 1, 2, 7, 40, 2**31, 2**63, 10**30, 0.5, -0.0, 1e308, float("inf"), float("nan"))
TYPES = (
    "application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "",
    "é",
)


class Tally(NamedTuple):
    """What was sent, and what went wrong."""

    addresses: int
    requests: int
    messages: int
    wrong: tuple[str, ...]


class Place(NamedTuple):
    """An address: what its body and its query may contain."""

    method: str
    path: str
    fields: Mapping[str, Any]
    asked: list[str]


class Errors(logging.Handler):
    """Everything that the server logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


def assault(each: int, seed: int = 1) -> Tally:
    """Send so many bad requests to each address, and as many messages to the WebSocket.

    Half of them go to a server without accounts, the others to one with accounts, from somebody who has logged in.
    """
    random, errors, wrong, count = Random(f"bad requests {seed}"), Errors(), list[str](), 0
    log = logging.getLogger("grognard")
    log.addHandler(errors)
    try:
        for accounts in (False, True):
            some = each // 2 + (each % 2 if accounts else 0)
            with (
                tempfile.TemporaryDirectory() as folder,
                served(Path(folder), logins=10**6, rate=10**9, accounts=accounts) as client,
            ):
                places = [*_places(client)]
                games: list[str] = []
                for at, place in enumerate(places):
                    for n in range(some):
                        fresh = not n and (some >= FEW or at % FEW == 0)  # what one address does to them meets the next
                        if fresh or random.random() < 0.02:
                            games = [*games[-3:], *_more(client, random, accounts)]
                        count += 1
                        wrong += filter(None, [_request(client, random, place, games)])
                _talk(client, random, games, some)
    finally:
        log.removeHandler(errors)
    return Tally(len(places), count, each, (*wrong, *errors.found))


def _more(client: TestClient, random: Random, accounts: bool) -> list[str]:
    """More games; with accounts of somebody new, since it may be logged out by now."""
    if accounts:
        client.cookies.clear()
        login = {"login": f"player{random.randrange(10**9)}", "password": "a long password"}
        assert client.post("/api/accounts", json=login).status_code == 201
    for old in client.get("/api/games").json()["games"][20:]:
        client.delete(f"/api/games/{old['id']}")
    made = [new(client, "leningrad79"), new(client, "toy")]
    made.append(new(client, "toy", seats={"blue": "invite"}, verified=True))
    return [game["id"] for game in made]


def _places(client: TestClient) -> Iterator[Place]:
    """Every address."""
    app: Any = client.app
    schema = app.openapi()
    known = schema["components"]["schemas"]
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            body = about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            fields = known.get(body.get("$ref", "").rpartition("/")[2], {}).get("properties", {})
            asked = [one["name"] for one in about.get("parameters", []) if one["in"] == "query"]
            yield Place(method.upper(), path, fields, asked)
    for path in APART:
        yield Place("GET", path, {}, [])
    yield Place("POST", "/reset/{id}", {"password": {"type": "string"}}, [])


def _request(client: TestClient, random: Random, place: Place, games: list[str]) -> str:
    method, path, fields, asked = place

    def part(found: re.Match[str]) -> str:
        usual = {"id": random.choice(games), "title": random.choice(("leningrad79", "toy")), "name": "supply"}
        value = usual.get(found[1], "") if random.random() < 0.8 else ""
        return re.sub(
            r"[^\w@.-]",
            lambda odd: "".join(f"%{b:02X}" for b in odd[0].encode(errors="replace")),
            value or _word(random),
        )

    url = re.sub(r"{(\w+)}", part, path)
    query = {random.choice((*asked, "as", "v", "x")): _word(random) for _ in range(random.randrange(4))}
    headers: dict[bytes, bytes] = {b"content-type": random.choice(TYPES).encode()} if random.random() < 0.15 else {}
    if random.random() < 0.1:
        headers[b"cookie"] = f"grognard-{PORT}={'x' * random.choice((1, 43, 5000))}".encode()
    content: bytes | None = None
    if method in ("POST", "PUT"):
        content = _body(random, fields)
        headers.setdefault(b"content-type", b"application/json")
    clean = {name: value.encode(errors="replace") for name, value in query.items()}
    try:
        answer = client.request(method, url, params=clean, content=content, headers=headers)
    except Exception as broken:  # the client itself refuses to send some of it
        return "" if "httpx" in type(broken).__module__ else f"{method} {url}: {broken!r}"
    if answer.status_code >= 500:
        return f"{method} {url} {query} {content!r}: {answer.status_code} {answer.text[:200]}"
    if answer.headers.get("content-type", "").startswith("application/json"):
        answer.json()
    return ""


def _body(random: Random, fields: Mapping[str, Any]) -> bytes:
    """Rubbish, or what is asked for: in the wrong type, or with words that mean nothing, or something else."""
    match random.randrange(10):
        case 0:
            return random.randbytes(random.choice((0, 1, 50, 3000)))
        case 1:
            return b"[" * random.choice((10, 100_000)) + b"]"
        case 2:
            return json.dumps(_value(random, 3)).encode()
        case 3 | 4:
            said = {name: _value(random, 2) for name in fields if random.random() < 0.8}
        case _:
            said = {name: _fitting(random, about) for name, about in fields.items() if random.random() < 0.8}
            if "as" in said and random.random() < 0.8:
                said["as"] = random.choice(("", "all", "german", "soviet", "red", "blue"))
    text = json.dumps(said).encode()
    return text[: random.randrange(len(text) + 1)] if random.random() < 0.1 else text


def _fitting(random: Random, about: Mapping[str, Any]) -> Any:
    """A value of the type that is asked for."""
    if choices := about.get("anyOf"):
        return _fitting(random, random.choice(choices))
    match about.get("type"):
        case "string":
            return _word(random)
        case "integer":
            return random.choice((0, 0, 0, 1, 2, 7, 40, -1, 2**31, 10**30))
        case "boolean":
            return random.random() < 0.5
        case "array":
            return [_fitting(random, about.get("items", {})) for _ in range(random.randrange(4))]
        case "object":
            return {_word(random): _fitting(random, _of(about)) for _ in range(random.randrange(3))}
    return _value(random, 2)


def _of(about: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = about.get("additionalProperties")
    return inner if isinstance(inner, Mapping) else {}


def _word(random: Random) -> str:
    if random.random() < 0.8:
        return random.choice(random.choice((WORDS, GAME_WORDS)))
    return "".join(
        chr(random.choice((random.randrange(128), random.randrange(0x3000)))) for _ in range(random.randrange(20))
    )


def _value(random: Random, depth: int) -> Any:
    match random.randrange(8 if depth else 5):
        case 0 | 1:
            return _word(random)
        case 2 | 3:
            return random.choice(NUMBERS)
        case 4:
            return random.choice((None, True, False))
        case 5 | 6:
            return {_word(random): _value(random, depth - 1) for _ in range(random.randrange(4))}
    return [_value(random, depth - 1) for _ in range(random.randrange(5))]


def _talk(client: TestClient, random: Random, games: list[str], each: int) -> None:
    """Messages of every kind to a game; whatever the server does not understand it refuses, or hangs up."""
    left = each
    while left > 0:
        query = (
            f"as={random.choice(('', 'german', 'all', 'x'))}&version={random.choice(('', '0', '-1', '9' * 30, 'é'))}"
        )
        url = f"ws://127.0.0.1:{PORT}/api/games/{random.choice((*games, 'none'))}/live?{query}"
        with contextlib.suppress(WebSocketDisconnect, RuntimeError), client.websocket_connect(url) as line:
            for _ in range(min(left, 20)):
                left -= 1
                names = ("type", "id", "version", "action", "as")
                said = {name: _value(random, 1) for name in names if random.random() < 0.7}
                if random.random() < 0.6:
                    said |= {"type": random.choice(("play", "beat")), "id": "x", "version": 0, "action": _word(random)}
                match random.randrange(4):
                    case 0:
                        line.send_bytes(random.randbytes(20))
                    case 1:
                        line.send_text(_body(random, {name: {} for name in names}).decode("utf-8", "replace"))
                    case _:
                        line.send_text(json.dumps(said))
        left -= 1


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--each", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tally = assault(asked.each, asked.seed)
    print(f"{tally.addresses} addresses, {tally.requests:,} requests, {tally.messages:,} messages")
    print(f"{len(tally.wrong)} wrong")
    for one in tally.wrong[:20]:
        print(one)


if __name__ == "__main__":
    main()
