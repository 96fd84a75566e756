"""The server that the kill drill kills: everything that every start would load anew is loaded once, then forked."""

import gc
import os
import sys
from pathlib import Path

import uvicorn

from grognard.titles import TITLES
from grognard.web.server.app import create_app
from grognard.web.server.settings import from_environment
from tests.waiting import PATIENCE

EDITIONS = [title.fingerprint for title in TITLES.values()]
gc.freeze()  # a process that is forked need not copy what it never changes


def serve(database: str, port: int, log: Path) -> None:
    """Run a server until it is ended.

    It closes no idle connection: a request sent at that moment would fail for want of an answer.
    """
    with log.open("ab", 0) as file:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(file.fileno(), stream.fileno())
    os.environ["GROGNARD_DATABASE_URL"] = database
    app = create_app(from_environment(port=port))
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning", timeout_keep_alive=int(PATIENCE))
