"""The user's files: where games and data packs are stored, reading, and safe writing."""

import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from ..core import notation, record
from ..core.dice import Dice
from ..core.table import Table
from ..core.title import Bad
from ..home import home
from ..kit.load.pack import NAME, Pack
from ..kit.table import Wargame
from ..titles import read_pack

SUFFIX = ".game"


def games() -> Path:
    """The directory where games are saved."""
    return home() / "games"


def packs() -> Path:
    """The directory where data packs are looked up by name."""
    return home() / "packs"


def pack_at(word: str) -> Path:
    """The directory of a pack: a name means one of the user's packs, anything else is a path."""
    return packs() / word if NAME.fullmatch(word) else Path(word).expanduser()


def pack(word: str) -> Pack:
    """Load a pack by name or by directory."""
    folder = pack_at(word)
    if not folder.is_dir():
        kept = f" in {shorten(packs())}" if NAME.fullmatch(word) else ""
        raise Bad(f"there is no pack {word!r}{kept}: give its name, or a path such as ./{Path(word).name}")
    found = read_pack(folder)
    if folder.parent == packs() and found.name != folder.name:
        raise found.card.error(f"the pack is named '{found.name}' but its directory is {folder.name}", "name")
    return found


def loaded(words: Iterable[str] | None) -> list[Pack]:
    """Load packs by name or directory, in this order."""
    found: list[Pack] = []
    for one in map(pack, words or ()):
        if one.name in (other.name for other in found):
            raise Bad(f"the pack {one.name} is given twice")
        found.append(one)
    return found


def fresh(title: str) -> Path:
    """An unused path for the record of a new game."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    folder = games()
    path, n = folder / f"{title}-{stamp}{SUFFIX}", 1
    while path.exists():
        n += 1
        path = folder / f"{title}-{stamp}-{n}{SUFFIX}"
    return path


def latest(title: str) -> Path | None:
    """The most recent unfinished game, of this title if one is given."""
    found = sorted(games().glob(f"{title or '*'}-*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    return next((path for path in reversed(found) if _in_play(path)), None)


def _in_play(path: Path) -> bool:
    last = path.read_bytes().rstrip().rsplit(b"\n", 1)[-1]
    return last.startswith(f"-- {record.IN_PLAY}".encode())


def shorten(path: Path) -> str:
    """A path for display, with `~` for the home directory."""
    try:
        return f"~/{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path)


def write(path: Path, text: str) -> None:
    """Write a file atomically: if this fails, the old file is still there."""
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


def read(path: str) -> bytes:
    """The content of a file, or of standard input for `-`; raises Bad if it cannot be read."""
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).expanduser().read_bytes()
    except (OSError, ValueError) as wrong:
        raise Bad(f"cannot read {path}: {getattr(wrong, 'strerror', None) or wrong}") from None


@contextmanager
def about(path: str) -> Iterator[None]:
    """Add the file's name to errors raised inside."""
    try:
        yield
    except UnicodeDecodeError:
        raise Bad(f"{path}: this is not a text file") from None
    except Bad as wrong:
        raise Bad(f"{'standard input' if path == '-' else path}: {wrong}") from None


def is_record(raw: bytes) -> bool:
    """Whether the file begins like a record."""
    return raw.startswith(b"grognard record")


class Loaded(NamedTuple):
    """A loaded game: the table, the header of its record, and a remark for the player."""

    table: Table
    header: Mapping[str, str]
    remark: str


def load(titles: Mapping[str, Wargame[Any]], path: str, seed: int | None = None) -> Loaded:
    """Load a game from a record (up to the damaged part, if any) or from a position."""
    raw = read(path)
    with about(path):
        if not is_record(raw):
            position = notation.read(titles, raw.decode())
            return Loaded(Table(position.title, position=position, seed=seed), {}, "")
        replay = record.read(titles, raw)
    replay.table.dice = Dice(seed)
    replay.table.settle()
    return Loaded(replay.table, replay.header, replay.cut or "")
