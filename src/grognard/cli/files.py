"""Files: where games are kept, how they are written so that nothing is lost, how they are read."""

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
    """The folder in which games keep themselves."""
    return home() / "games"


def packs() -> Path:
    """The folder in which data packs are looked up by name."""
    return home() / "packs"


def pack_at(word: str) -> Path:
    """The folder a pack has: that of a name among the user's packs, a path as it is."""
    return packs() / word if NAME.fullmatch(word) else Path(word).expanduser()


def pack(word: str) -> Pack:
    """A pack by its name, or by the folder it is in."""
    folder = pack_at(word)
    if not folder.is_dir():
        kept = f" in {shorten(packs())}" if NAME.fullmatch(word) else ""
        raise Bad(f"there is no pack {word!r}{kept}: give its name, or a path such as ./{Path(word).name}")
    found = read_pack(folder)
    if folder.parent == packs() and found.name != folder.name:
        raise found.card.error(f"the pack is called '{found.name}', and its folder {folder.name}", "name")
    return found


def loaded(words: Iterable[str] | None) -> list[Pack]:
    """The packs of these names and folders, in this order."""
    found: list[Pack] = []
    for one in map(pack, words or ()):
        if one.name in (other.name for other in found):
            raise Bad(f"the pack {one.name} is given twice")
        found.append(one)
    return found


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
    """The game of a title, or of any, that was played last and is not over."""
    found = sorted(games().glob(f"{title or '*'}-*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    return next((path for path in reversed(found) if _in_play(path)), None)


def _in_play(path: Path) -> bool:
    last = path.read_bytes().rstrip().rsplit(b"\n", 1)[-1]
    return last.startswith(f"-- {record.IN_PLAY}".encode())


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


def read(path: str) -> bytes:
    """What a file holds, or standard input for `-`; what cannot be read says why."""
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).expanduser().read_bytes()
    except (OSError, ValueError) as wrong:
        raise Bad(f"cannot read {path}: {getattr(wrong, 'strerror', None) or wrong}") from None


@contextmanager
def about(path: str) -> Iterator[None]:
    """Let what is wrong with a file name the file."""
    try:
        yield
    except UnicodeDecodeError:
        raise Bad(f"{path}: this is no text") from None
    except Bad as wrong:
        raise Bad(f"{'standard input' if path == '-' else path}: {wrong}") from None


def is_record(raw: bytes) -> bool:
    """Whether it claims to be the record of a game."""
    return raw.startswith(b"grognard record")


class Loaded(NamedTuple):
    """A game taken up again: the table, what its header said, and what is to be told about it."""

    table: Table
    header: Mapping[str, str]
    remark: str


def load(titles: Mapping[str, Wargame[Any]], path: str, seed: int | None = None) -> Loaded:
    """A game from a record, up to a cut if there is one, or from a position."""
    raw = read(path)
    with about(path):
        if not is_record(raw):
            position = notation.read(titles, raw.decode())
            return Loaded(Table(position.title, position=position, seed=seed), {}, "")
        replay = record.read(titles, raw)
    replay.table.dice = Dice(seed)
    replay.table.settle()
    return Loaded(replay.table, replay.header, replay.cut or "")
