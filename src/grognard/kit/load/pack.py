"""Data packs: a user's own data, laid over those of a game.

A pack is a directory with a `pack.toml` and files of the same names as the game's. Each file is laid over
ours table by table. Full description: `docs/packs.md`.
"""

import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from .toml import DataError, Record, read_toml

CARD = "pack.toml"
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
IDENTITY = ("id", "name", "side", "hex", "turn", "kind")
"""Tables of a list are identified by the first of these keys that all of ours have with distinct values."""
SOURCES = ("source", "sources")  # a pack is its own source, whatever it says


class Pack(NamedTuple):
    """A pack as read."""

    name: str
    title: str  # the game it is for
    mark: str  # a short hash that identifies its contents
    card: Record
    files: Mapping[str, Record]

    @property
    def label(self) -> str:
        """How a record names it: `myboard@3f2a9c`."""
        return f"{self.name}@{self.mark}"

    @property
    def note(self) -> str:
        """Its author's description."""
        words = (self.card.values.get("note", ""), self.card.values.get("author", ""))
        return ", by ".join(word for word in words if word)


def read_pack(folder: Path, games: Mapping[str, Collection[str]]) -> Pack:
    """Read a pack; `games` says which data files each game has. A `DataError` says what is wrong and where."""
    names = (path.name for path in sorted(folder.glob("*.toml")))
    return _pack(games, names, partial(_text, folder), str(folder))


def pack_in(texts: Mapping[str, str], games: Mapping[str, Collection[str]], where: str) -> Pack:
    """A pack from the texts of its files."""
    return _pack(games, sorted(texts), texts.__getitem__, where)


def _pack(games: Mapping[str, Collection[str]], names: Iterable[str], text: Callable[[str], str], where: str) -> Pack:
    card = read_toml(text(CARD), str(Path(where, CARD)))
    card.only("name", "title", "author", "note")
    name, title = card.word("name"), card.word("title")
    if not NAME.fullmatch(name):
        raise card.error(f"name '{name}': use only lower-case letters, digits, - and _, at most 32", "name")
    if title not in games:
        raise card.error(f"there is no game '{title}'; games: {', '.join(games)}", "title")
    for key in ("author", "note"):
        if key in card.values:
            card.word(key)
    files = {}
    for file in names:
        path = str(Path(where, file))
        if file not in (CARD, *games[title]):
            raise DataError(path, 1, f"{title} has no such file; it has: {', '.join(games[title])}")
        if file != CARD:
            files[file] = read_toml(text(file), path, name)
    said = json.dumps({file: record.values for file, record in files.items()}, default=str)
    return Pack(name, title, hashlib.sha256(said.encode()).hexdigest()[:6], card, files)


def _text(folder: Path, name: str) -> str:
    path = folder / name
    try:
        if path.exists() and path.resolve().parent != folder.resolve():
            raise DataError(str(path), 1, "this path leads outside the pack")
        if path.exists() and not path.is_file():
            raise DataError(str(path), 1, "not a file")
        raw = path.read_bytes()
    except (OSError, ValueError, RuntimeError) as wrong:
        raise DataError(str(path), 1, f"cannot be read: {getattr(wrong, 'strerror', None) or wrong}") from None
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as wrong:
        raise DataError(str(path), raw.count(b"\n", 0, wrong.start) + 1, "not UTF-8 text") from None


def laid(ours: Record, file: str, packs: Iterable[Pack]) -> Record:
    """A data file of ours with the packs laid over it in order."""
    for pack in packs:
        theirs = pack.files.get(file)
        if theirs is not None:
            whole = "replace" in theirs.values
            if whole and theirs.values["replace"] is not True:
                raise theirs.error("replace can only be true", "replace")
            said = {key: value for key, value in theirs.values.items() if key != "replace"}
            ours = theirs._replace(values=said) if whole else _lay(ours, theirs)
    return ours


def _lay(ours: Record, theirs: Record) -> Record:
    """Lay one table over another: nested tables key by key, lists of tables one by one; anything else is replaced."""
    values, children = dict(ours.values), dict(ours.children)
    own = False
    for key, value in theirs.values.items():
        if key in SOURCES:
            continue
        below = values.get(key)
        found: tuple[Record, ...] = ()
        if isinstance(value, dict):
            upper = theirs.record(key)
            found = (_lay(ours.record(key), upper) if isinstance(below, dict) else upper,)
            values[key] = found[0].values
        elif _tables(value):
            under = list(ours.records(key)) if _tables(below) else []
            found = tuple(_merged(key, under, list(theirs.records(key))))
            values[key] = [record.values for record in found]
        else:
            values[key] = value
            own = True
        children[key] = found
    parts = (*(ours.parts or (ours,)), theirs)
    pack = theirs.pack if own else ours.pack
    return Record(values, ours.name, theirs.text, theirs.file, theirs.begins, pack, parts, children)


def _tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _merged(key: str, ours: list[Record], theirs: list[Record]) -> Iterator[Record]:
    """Merge lists of tables: a table with the name of one of ours is laid over it or drops it, others are added.

    Where ours have no distinct names, theirs replace all of them.
    """
    by = next((by for by in IDENTITY if _tells(by, ours)), None)
    if by is None:
        yield from theirs
        return
    found: dict[Any, Record] = {}
    for table in theirs:
        if by not in table.values:
            raise table.error(f"{key}: which one? it has no '{by}'")
        name = table.values[by]
        if not isinstance(name, str | int):
            raise table.error(f"{by} must be a text", by)
        if name in found:
            raise table.error(f"{key} {name} is given twice", str(name))
        if "drop" in table.values:
            table.only(by, "drop")
            if table.values["drop"] is not True:
                raise table.error("drop can only be true", "drop")
            if name not in (record.values[by] for record in ours):
                raise table.error(f"there is no {key} '{name}' to drop", str(name))
        found[name] = table
    for record in ours:
        over = found.pop(record.values[by], None)
        if over is None:
            yield record
        elif "drop" not in over.values:
            yield _lay(record, over)
    yield from found.values()


def _tells(by: str, tables: list[Record]) -> bool:
    names = [table.values.get(by) for table in tables]
    return bool(names) and all(isinstance(name, str | int) for name in names) and len({*names}) == len(names)


def starter(title: str, name: str, files: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The files of a new pack: its card, and our data files commented out as a starting point."""
    yield CARD, f'name = "{name}"\ntitle = "{title}"\nnote = ""\nauthor = ""\n'
    for file, text in files.items():
        head = (
            f"# {file} of {title} as shipped, all commented out. Uncomment and change what differs in yours:\n"
            "# a table needs only its name and the keys that differ, and no source.\n"
        )
        yield file, head + "\n" + "".join(f"# {line}".rstrip() + "\n" for line in text.splitlines())
