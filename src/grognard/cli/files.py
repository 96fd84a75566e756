"""Files: where games are kept, how they are written so that nothing is lost, how they are read."""

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..core import notation, record
from ..core.dice import Dice
from ..core.table import Table
from ..core.title import Bad, Title

SUFFIX = ".game"


def games() -> Path:
    """The folder in which games keep themselves."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "grognard" / "games"


def fresh(title: str) -> Path:
    """A name for the record of a new game."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    folder = games()
    path, n = folder / f"{title}-{stamp}{SUFFIX}", 1
    while path.exists():
        n += 1
        path = folder / f"{title}-{stamp}-{n}{SUFFIX}"
    return path


def latest(title: str) -> Path | None:
    """The game of a title that was played last."""
    found = sorted(games().glob(f"{title or '*'}-*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    return found[-1] if found else None


def shorten(path: Path) -> str:
    """A path as a player likes to read it."""
    try:
        return f"~/{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path)


def write(path: Path, text: str) -> None:
    """Replace a file at one stroke: whatever happens, the old or the new one is there, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read(path: str) -> str:
    """A file's text, or standard input for `-`; what cannot be read says why."""
    try:
        raw = os.sys.stdin.buffer.read() if path == "-" else Path(path).expanduser().read_bytes()  # type: ignore[attr-defined]
    except OSError as wrong:
        raise Bad(f"cannot read {path}: {wrong.strerror or wrong}") from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Bad(f"cannot read {path}: it is no text") from None


class Loaded(NamedTuple):
    """A game taken up again: the table, what its header said, and what is to be told about it."""

    table: Table
    header: Mapping[str, str]
    remark: str


def load(titles: Mapping[str, Title[Any]], path: str, seed: int | None = None) -> Loaded:
    """A game from a record, up to a cut if there is one, or from a position."""
    text = read(path)
    if not text.startswith("grognard record"):
        position = notation.read(titles, text)
        return Loaded(Table(position.title, position=position, seed=seed), {}, "")
    replay = record.read(titles, text)
    table = replay.table
    table.dice = Dice(seed)
    remark = replay.cut if replay.cut and "cut off" in replay.cut else ""
    table.settle()
    return Loaded(table, replay.header, remark)
