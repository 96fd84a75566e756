"""Builds the wheel and installs it into a virtual environment of its own."""

import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent.parent
DROPPED = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "GROGNARD_HOME", "GROGNARD_DATABASE_URL", "NO_COLOR", "COLUMNS")


class Installed(NamedTuple):
    """A virtual environment with Grognard, and a home for its games."""

    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "env" / "bin" / "python"

    @property
    def program(self) -> Path:
        return self.folder / "env" / "bin" / "grognard"

    @property
    def packages(self) -> Path:
        (found,) = (self.folder / "env" / "lib").glob("python3*/site-packages")
        return found

    @property
    def variables(self) -> dict[str, str]:
        """The environment variables of a user of this environment."""
        kept = {name: value for name, value in os.environ.items() if name not in DROPPED}
        return kept | {"XDG_DATA_HOME": str(self.folder / "data"), "TERM": "xterm-256color", "LANG": "C.UTF-8"}

    def run(self, *args: str) -> "subprocess.CompletedProcess[str]":
        """Run `grognard` to its end, outside the source tree."""
        return self.call(str(self.program), *args)

    def call(self, *command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )


def build(folder: Path) -> Path:
    """Build the wheel and the source distribution into a folder."""
    _do([sys.executable, "-m", "hatchling", "build", "-d", str(folder)])
    return folder


def borrowing(wheel: Path, folder: Path) -> Installed:
    """The wheel in a new environment, the libraries it asks for linked from the one the tests run in."""
    made = Installed(folder)
    venv.create(folder / "env")
    pip = [sys.executable, "-m", "pip", "--python", str(made.python), "install", "--quiet", "--no-deps", "--no-index"]
    _do([*pip, str(wheel)])
    (own,) = Distribution.discover(name="grognard", path=[str(made.packages)])
    for library in needed(own):
        for name in {file.parts[0] for file in library.files or () if file.parts[0] not in ("..", "__pycache__")}:
            link = made.packages / name
            if not link.exists():
                link.symlink_to(Path(str(library.locate_file(name))))
    return made


def downloading(wheel: Path, folder: Path) -> Installed:
    """The wheel installed by pip into an empty environment, with everything it asks for."""
    made = Installed(folder)
    venv.create(folder / "env", with_pip=True)
    _do([str(made.python), "-m", "pip", "install", "--quiet", str(wheel)])
    return made


def needed(top: Distribution) -> Iterator[Distribution]:
    """The libraries that a distribution asks for, directly or not, without its extras."""
    done: set[tuple[str, str]] = set()
    waiting = [(top, "")]
    while waiting:
        one, extra = waiting.pop()
        for line in one.requires or ():
            wanted = Requirement(line)
            if wanted.marker and not wanted.marker.evaluate({"extra": extra}):
                continue
            for also in ("", *wanted.extras):
                if (wanted.name, also) in done:
                    continue
                done.add((wanted.name, also))
                try:
                    found = distribution(wanted.name)
                except PackageNotFoundError:
                    raise AssertionError(f"{one.name} needs {wanted}, which is not installed here") from None
                waiting.append((found, also))
                yield found


def _do(command: list[str]) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
