"""Fixtures of the web tests: a PostgreSQL for the session, and a fresh database of either kind."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis.pytest.plugin

from .postgres import Postgres, running


def pytest_configure(config: pytest.Config) -> None:
    """Only these tests need the plugin of Schemathesis, which is slow to load."""
    config.pluginmanager.register(schemathesis.pytest.plugin)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for the whole test session."""
    with running() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database: each test is run with both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.fresh()
