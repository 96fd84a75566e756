"""Random bad requests to every address of a server, and bad messages to its WebSocket: none may make it fail.

python -m tests.web.bad_requests [--each N] [--seed N]
"""

import argparse
import contextlib
import json
import logging
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from .served import PORT, new, served

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
    "leningrad79@b8598a8a27d1", "toy@x", "1e999", "-1", "grognard record 1\ntitle leningrad79\n", "x" * 5000,
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


class Errors(logging.Handler):
    """Everything that the server logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


def assault(each: int, seed: int = 1) -> Tally:
    """Send so many bad requests to each address, and as many messages to the WebSocket."""
    random, errors, wrong, count = Random(f"bad requests {seed}"), Errors(), list[str](), 0
    log = logging.getLogger("grognard")
    log.addHandler(errors)
    try:
        with tempfile.TemporaryDirectory() as folder, served(Path(folder), logins=10**6) as client:
            places = [*_places(client)]
            games: list[str] = []
            for method, path, body in places:
                for _ in range(each):
                    if not games or random.random() < 0.02:
                        games = [
                            *games[-3:],
                            *(new(client, title)["id"] for title in ("leningrad79", "toy") if not _full(client)),
                        ]
                    said = _request(client, random, method, path, body, games)
                    count += 1
                    if said:
                        wrong.append(said)
            _talk(client, random, games, each)
    finally:
        log.removeHandler(errors)
    return Tally(len(places), count, each, (*wrong, *errors.found))


def _full(client: TestClient) -> bool:
    return len(client.get("/api/games").json()["games"]) > 900


def _places(client: TestClient) -> Iterator[tuple[str, str, list[str]]]:
    """Method, path and the names in the body, of every address."""
    app: Any = client.app
    schema = app.openapi()
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            body = about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            name = body.get("$ref", "").rpartition("/")[2]
            yield method.upper(), path, list(schema["components"]["schemas"].get(name, {}).get("properties", {}))
    for path in APART:
        yield "GET", path, []
    yield "POST", "/reset/{id}", ["password"]


def _request(client: TestClient, random: Random, method: str, path: str, names: list[str], games: list[str]) -> str:
    def part(found: re.Match[str]) -> str:
        usual = {"id": random.choice(games), "title": random.choice(("leningrad79", "toy")), "name": "supply"}
        value = usual.get(found[1], "") if random.random() < 0.8 else ""
        return re.sub(
            r"[^\w@.-]",
            lambda odd: "".join(f"%{b:02X}" for b in odd[0].encode(errors="replace")),
            value or _word(random),
        )

    url = re.sub(r"{(\w+)}", part, path)
    query = {
        random.choice(("as", "at", "since", "v", "scale", "piece", "before", "theme", "live")): _word(random)
        for _ in range(random.randrange(4))
    }
    headers: dict[bytes, bytes] = {b"content-type": random.choice(TYPES).encode()} if random.random() < 0.5 else {}
    if random.random() < 0.1:
        headers[b"cookie"] = f"grognard-{PORT}={'x' * random.choice((1, 43, 5000))}".encode()
    content: bytes | None = None
    if method in ("POST", "PUT"):
        content = _body(random, names)
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


def _body(random: Random, names: list[str]) -> bytes:
    match random.randrange(6):
        case 0:
            return random.randbytes(random.choice((0, 1, 50, 3000)))
        case 1:
            return b"[" * random.choice((10, 100_000)) + b"]"
        case 2:
            return json.dumps(_value(random, 3)).encode()
    said = {name: _value(random, 2) for name in names if random.random() < 0.8}
    text = json.dumps(said).encode()
    return text[: random.randrange(len(text) + 1)] if random.random() < 0.1 else text


def _word(random: Random) -> str:
    if random.random() < 0.7:
        return random.choice(WORDS)
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
                        line.send_text(_body(random, list(names)).decode("utf-8", "replace"))
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
