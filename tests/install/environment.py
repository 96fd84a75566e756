"""Builds the wheel and installs it into a virtual environment of its own."""

import fcntl
import os
import re
import signal
import subprocess
import sys
import venv
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent.parent
DROPPED = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "GROGNARD_HOME", "GROGNARD_DATABASE_URL", "NO_COLOR", "COLUMNS")


class Installed(NamedTuple):
    """A virtual environment with Grognard, and a home for its games."""

    folder: Path
    more: Mapping[str, str] = MappingProxyType({})  # environment variables

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
        usual = {"XDG_DATA_HOME": str(self.folder / "data"), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        return kept | usual | dict(self.more)

    def run(self, *args: str, say: str = "") -> "subprocess.CompletedProcess[str]":
        """Run `grognard` to its end, outside the source tree."""
        return self.call(str(self.program), *args, say=say)

    def call(self, *command: str, say: str = "") -> "subprocess.CompletedProcess[str]":
        """Run a command to its end; it hears what is said, and nothing else."""
        return subprocess.run(
            command, cwd=self.folder, env=self.variables, input=say, capture_output=True, text=True, check=False
        )

    @contextmanager
    def serving(self) -> Iterator[str]:
        """The address of a running server; it must end in order."""
        with subprocess.Popen(
            [str(self.program), "serve", "--port", "0", "--no-browser"],
            cwd=self.folder,
            env=self.variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                assert process.stdout
                line = process.stdout.readline()
                address = re.search(r"http://127\.0\.0\.1:\d+", line)
                assert address, line + process.communicate()[1]
                yield address[0]
                process.send_signal(signal.SIGTERM)
                _, errors = process.communicate()
                assert process.returncode in (0, -signal.SIGTERM, 128 + signal.SIGTERM)
                assert "Traceback" not in errors
            finally:
                process.kill()


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that is made once for all processes of a test session."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # which the workers share
    folder, made = base / name, base / f"{name}.made"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            folder.mkdir()
            make(folder)
            made.touch()
    return folder


def build(folder: Path, source: Path = ROOT) -> Path:
    """Build the wheel and the source distribution of a source tree into a folder."""
    _do([sys.executable, "-m", "hatchling", "build", "-d", str(folder)], source)
    return folder


def borrowing(
    wheel: Path, folder: Path, *wheels: Path, extras: Iterable[str] = (), also: Iterable[str] = ()
) -> Installed:
    """The wheel in a new environment, the libraries it asks for linked from the one the tests run in.

    There may be more wheels beside it, extras of its own, and also other libraries.
    """
    made = Installed(folder)
    venv.create(folder / "env")
    pip = [sys.executable, "-m", "pip", "--python", str(made.python), "install", "--quiet", "--no-deps", "--no-index"]
    _do([*pip, str(wheel), *map(str, wheels)])
    (own,) = Distribution.discover(name="grognard", path=[str(made.packages)])
    others = [distribution(name) for name in also]
    for library in (*needed(own, *extras), *others, *(more for one in others for more in needed(one))):
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


def needed(top: Distribution, *extras: str) -> Iterator[Distribution]:
    """The libraries that a distribution asks for, directly or not, with these of its extras."""
    done: set[tuple[str, str]] = set()
    waiting = [(top, extra) for extra in ("", *extras)]
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


def _do(command: list[str], folder: Path = ROOT) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
