"""A pytest plugin for `tools.suites` that reports progress through a pipe, one line of JSON per event.

`GROGNARD_PROGRESS` is the number of the pipe's file descriptor. With pytest-xdist only the controller
reports; it gets everything from its workers.
"""

import json
import os
from typing import TextIO

import pytest

PIPE = "GROGNARD_PROGRESS"


class Progress:
    """Reports which tests begin and end, and their outcomes."""

    def __init__(self, pipe: TextIO) -> None:
        self.pipe = pipe

    def tell(self, event: str, test: str = "", outcome: str = "") -> None:
        self.pipe.write(json.dumps({"event": event, "test": test, "outcome": outcome}) + "\n")
        self.pipe.flush()

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.tell("outcome", report.nodeid, "failed")

    def pytest_collection_finish(self) -> None:
        self.tell("collected")

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.tell("start", nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or not report.passed:
            self.tell("outcome", report.nodeid, report.outcome)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.tell("finish", nodeid)


def pytest_configure(config: pytest.Config) -> None:
    number = os.environ.get(PIPE)
    if number is None or hasattr(config, "workerinput"):
        return
    os.set_inheritable(int(number), False)  # processes started by tests must not keep it open
    config.pluginmanager.register(Progress(os.fdopen(int(number), "w")), "progress")
