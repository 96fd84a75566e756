"""The option --case, to run only the tests of one case or clause; long tests; and Ctrl-C as in a terminal."""

import re
import signal

import pytest

CLAUSE_OF = re.compile(r"(?<=\d)[a-z]+|\..+")  # what follows a case: 8.2 -> 8.2a, schedule -> schedule.note2


def within(clause: str, case: str) -> bool:
    """Whether it is the case itself or a clause of it: 8.2a is within 8.2; 8.21 is not."""
    return clause == case or (clause.startswith(case) and CLAUSE_OF.fullmatch(clause, len(case)) is not None)


def proves(item: pytest.Item, wanted: str) -> bool:
    named = [clause for marker in item.iter_markers("case") for clause in marker.args]
    return any(within(clause, wanted) or within(wanted, clause) for clause in named)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--case", metavar="CLAUSE", help="only tests of this case or clause: 8.2 or 8.2a")


def pytest_configure() -> None:
    """Make Ctrl-C interrupt the tests and their child processes, even if the parent process ignores it."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests of other cases, and without `-m soak` those that only `make soak` runs."""
    wanted: str | None = config.getoption("--case")
    late = "soak" not in config.getoption("markexpr")
    chosen = [
        item
        for item in items
        if not (late and item.get_closest_marker("soak")) and (wanted is None or proves(item, wanted))
    ]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen
