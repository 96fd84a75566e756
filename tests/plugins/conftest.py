"""Grognard and the example package, built and installed together in a separate environment."""

from pathlib import Path

import pytest

from tests.install.environment import ROOT, Installed, borrowing, build, once

PACKAGE = ROOT / "examples" / "grognard-examples"
TITLES = ("ridge", "straits")
GAMES = 4  # games of each title checked against the laws


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--plugin-games", type=int, default=GAMES, help="number of games to check against the laws")


@pytest.fixture(scope="session")
def plugged(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """An environment with Grognard, its extras for the laboratory and for training, pytest, and the two examples."""
    own = once(tmp_path_factory, "dist", build)
    theirs = once(tmp_path_factory, "dist-examples", lambda folder: build(folder, PACKAGE))

    def install(folder: Path) -> None:
        wheels = [wheel for dist in (own, theirs) for wheel in dist.glob("*.whl")]
        borrowing(*wheels[:1], folder, *wheels[1:], extras=("lab", "rl"), also=("pytest", "hypothesis"))

    return Installed(once(tmp_path_factory, "plugged", install))
