"""The wheel, built once, and an environment that has it installed.

Usually the environment borrows the libraries from the one the tests run in. `pytest tests/install --download` lets
pip download them instead, as on a new machine.
"""

from pathlib import Path

import pytest

from .environment import Installed, borrowing, build, downloading, once


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--download", action="store_true", help="install the wheel with pip's downloads")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the wheel and the source distribution."""
    return once(tmp_path_factory, "dist", build)


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def sdist(built: Path) -> Path:
    (found,) = built.glob("*.tar.gz")
    return found


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Installed:
    """An environment with the wheel and what it needs, and nothing else."""
    install = downloading if request.config.getoption("--download") else borrowing
    return install(wheel, tmp_path_factory.mktemp("installed"))
