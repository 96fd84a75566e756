"""Whatever anybody sends: no answer is a failure of the server, and every answer is one that the OpenAPI declares."""

import os
import threading
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, status_code_conformance

from grognard.cli.commands.serve import bound, server
from grognard.web.server.app import create_app
from grognard.web.server.settings import Settings
from tests.waiting import PATIENCE

from .fogged import SHELF


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that runs."""
    folder = tmp_path_factory.mktemp("fuzz")
    wanted = Settings(database=f"sqlite:///{folder / 'games.db'}", port=0)
    listening = bound(wanted)
    port = listening.getsockname()[1]
    ready = threading.Event()
    running = server(wanted._replace(port=port), SHELF, ready.set)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    assert ready.wait(PATIENCE)
    yield f"http://127.0.0.1:{port}"
    running.should_exit = True
    thread.join(PATIENCE)
    listening.close()


@pytest.fixture(scope="module")
def games(address: str) -> list[str]:
    """Games to play with: one with everything known, one with fog."""
    found = []
    for title in (b'"leningrad79"', b'"toy"'):
        asked = urllib.request.Request(
            f"{address}/api/games", b'{"title": ' + title + b"}", {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            found.append(answer.read().decode().partition('"id":"')[2].partition('"')[0])
    return found


SCHEMA = schemathesis.openapi.from_dict(create_app(Settings(), SHELF).openapi())
EXAMPLES = int(os.environ.get("GROGNARD_EXAMPLES", "12"))  # for each address
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance]


@SCHEMA.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_makes_the_server_fail(case: Any, address: str, games: list[str]) -> None:
    number = sum(map(ord, str(case.body) + str(case.query)))
    if "id" in (case.path_parameters or {}) and number % 4:
        case.path_parameters["id"] = games[number % 2]
    if "title" in (case.path_parameters or {}) and number % 4:
        case.path_parameters["title"] = ("leningrad79", "toy")[number % 2]
    case.call_and_validate(base_url=address, checks=CHECKS, timeout=PATIENCE)
