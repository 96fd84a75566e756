"""`run`: the program with a pipe. `terminal`: the program on a terminal that can be read like a screen."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pexpect
import pyte
import pytest

from grognard.cli import main
from tests.waiting import PATIENCE

PROGRAM = [sys.executable, "-c", "from grognard.cli import main; main()"]

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment in which games are saved in a directory of the test."""
    dropped = ("GROGNARD_HOME", "NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "TERM")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return kept | {"XDG_DATA_HOME": str(tmp_path / "data"), "TERM": "xterm-256color", "LANG": "C.UTF-8"}


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """The directory where the games of the test are saved."""
    return tmp_path / "data" / "grognard" / "games"


@pytest.fixture
def run(home: dict[str, str], tmp_path: Path) -> Run:
    """Run the program to its end: `run("play", "leningrad79", lines=["deploy 1309"])`."""

    def start(
        *args: str, lines: list[str] | None = None, raw: bytes | None = None, **env: str
    ) -> "subprocess.CompletedProcess[str]":
        said = raw if raw is not None else "".join(f"{line}\n" for line in lines or []).encode()
        done = subprocess.run(
            [*PROGRAM, *args],
            input=said,
            capture_output=True,
            env=home | env,
            cwd=tmp_path,
            timeout=PATIENCE,
            check=False,
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in out + err, out + err
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    return start


@pytest.fixture
def inside(
    home: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Like `run` for commands without input, but faster: inside this process."""

    def start(*args: str) -> "subprocess.CompletedProcess[str]":
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["grognard", *args])
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capsys.readouterr()
        return subprocess.CompletedProcess(args, int(left.value.code or 0), out, err)

    for name, value in home.items():
        monkeypatch.setenv(name, value)
    return start


class Terminal:
    """The program on a terminal; `lines` is the screen."""

    def __init__(
        self,
        args: list[str],
        env: dict[str, str],
        cwd: Path,
        columns: int = 120,
        rows: int = 40,
        program: Sequence[str] = PROGRAM,
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.child: pexpect.spawn[bytes] = pexpect.spawn(
            program[0], [*program[1:], *args], env=env, cwd=str(cwd), dimensions=(rows, columns), timeout=PATIENCE
        )
        self.child.delaybeforesend = None

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def read(self) -> bool:
        """Read pending output; False if there was none for a moment."""
        try:
            self.stream.feed(self.child.read_nonblocking(1 << 16, timeout=0.05))
        except pexpect.TIMEOUT:
            return False
        except pexpect.EOF:
            return False
        return True

    def until(self, *texts: str, gone: str = "") -> "Terminal":
        """Wait until all of these texts are on the screen, and `gone` is not."""
        end = time.monotonic() + PATIENCE
        while True:
            self.read()
            flat = " ".join(" ".join(self.lines).split())
            if all(text in flat for text in texts) and (not gone or gone not in flat):
                return self
            assert time.monotonic() < end, f"waited for {texts} without success:\n{self.text}"

    def type(self, text: str) -> "Terminal":
        self.child.send(text)
        return self

    def say(self, line: str, *texts: str, gone: str = "") -> "Terminal":
        """Type a line and Enter, then wait for what should appear."""
        self.child.send(f"{line}\r")
        return self.until(*texts, gone=gone)

    def end(self) -> int:
        """Wait for the program to end; returns its exit code."""
        end = time.monotonic() + PATIENCE
        while self.child.isalive() and time.monotonic() < end:
            self.read()
        while self.read():
            pass
        self.child.close()
        assert self.child.exitstatus is not None, f"did not end:\n{self.text}"
        return int(self.child.exitstatus)


@pytest.fixture
def terminal(home: dict[str, str], tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Start the program on a terminal: `terminal("play", "leningrad79", columns=80, rows=24)`."""
    started: list[Terminal] = []

    def start(*args: str, columns: int = 120, rows: int = 40, **env: str) -> Terminal:
        started.append(Terminal(list(args), home | env, tmp_path, columns, rows))
        return started[-1]

    yield start
    for one in started:
        one.child.delayafterterminate = 10.0  # on a busy machine
        one.child.ptyproc.delayafterterminate = 10.0  # type: ignore[attr-defined]  # not in pexpect's stubs
        one.child.close(force=True)
