"""Reading data files: TOML in, checked values out, and one error that names file and line."""

import math
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

SOURCES: Mapping[str, str] = {
    "R": "stated in the rules",
    "G": "projected from geography",
    "E": "estimated",
    "U": "the user's own",
}
"""The sources of data: a letter, followed in a file by a colon and the case, layer, reason or pack."""

TOKEN = re.compile(r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[\[\]{}]')
"""Finds the brackets of a TOML file, skipping those inside strings and comments."""


class DataError(Exception):
    """A data file that cannot be used: `file:line: what`."""

    def __init__(self, file: str, line: int, what: str) -> None:
        super().__init__(f"{file}:{line}: {what}")
        self.file, self.line, self.what = file, line, what


class Spot(NamedTuple):
    """A line of a file."""

    file: str
    line: int


class Record(NamedTuple):
    """One table of a data file, read key by key with a type; every failure names file and line.

    A table that packs were laid over (see `pack.py`) keeps its parts, ours first, so each value's origin is known.
    """

    values: Mapping[str, Any]
    name: str
    text: str
    file: str
    begins: Callable[[], int] = int  # where in the text; worked out when a line is asked for
    pack: str = ""  # the pack its own values come from
    parts: tuple["Record", ...] = ()
    children: Mapping[str, tuple["Record", ...]] = {}  # nested tables that a pack has changed

    # -- finding lines ------------------------------------------------------------------------

    @property
    def start(self) -> int:
        """The offset in the text where the table begins."""
        return self.begins()

    def part(self, token: str) -> "Record":
        """The last part of the table that contains the token, as a key or else as a word."""
        if not self.parts:
            return self
        late = self.parts[::-1]
        word = re.compile(_word(token))
        keyed = (part for part in late if token in part.values)
        return next(keyed, None) or next((part for part in late if word.search(repr(part.values))), self)

    def where(self, token: str) -> Spot:
        """The line where the token is a key of this table, or else first occurs in it as a word."""
        part = self.part(token)
        return part.spot(part.offset(token))

    def offset(self, token: str) -> int:
        """The same as an offset in the text; the head of the table if it is not found."""
        key = rf"(?:^|[{{,])[ \t]*[\"']?{re.escape(token)}[\"']?[ \t]*="
        header = rf"^[ \t]*\[+[\w.]*{re.escape(token)}\]"
        for pattern in (key, header, _word(token)) if token in self.values else (_word(token),):
            if found := re.compile(pattern, re.MULTILINE).search(self.text, self.start):
                return found.end()
        return self.start

    def spot(self, offset: int) -> Spot:
        """The line at an offset in the text."""
        return Spot(self.file, self.text.count("\n", 0, offset) + 1)

    def error(self, what: str, token: str = "") -> DataError:
        """An error at the token, or at the head of this table."""
        return self.error_at(self.where(token) if token else self.spot(self.start), what)

    def error_at(self, spot: Spot, what: str) -> DataError:
        """An error at this line."""
        return DataError(*spot, what)

    # -- keys and values ----------------------------------------------------------------------

    def only(self, *keys: str) -> None:
        """Reject any key other than these."""
        for key in self.values:
            if key not in keys:
                raise self.error(f"unknown key '{key}'", key)

    def exactly(self, *keys: str) -> None:
        """Require exactly these keys."""
        self.only(*keys)
        for key in keys:
            self.need(key)

    def need(self, key: str) -> None:
        """Require this key."""
        if key not in self.values:
            raise self.error(f"{self.name or 'the file'} has no '{key}'")

    def word(self, key: str, *among: str) -> str:
        """A string; one of `among`, if any are given."""
        value = self._typed(key, str)
        if among and value not in among:
            raise self.error(f"{key} '{value}' is not one of: {', '.join(among)}", key)
        return value

    def number(self, key: str, least: int = 1, most: int | None = None) -> int:
        """A whole number, above zero or between the limits given."""
        value = self._typed(key, int)
        if most is not None and not least <= value <= most:
            raise self.error(f"{key} must be between {least} and {most}", key)
        if value < least:
            raise self.error(f"{key} must be {'above zero' if least == 1 else f'at least {least}'}", key)
        return value

    def numbers(self, key: str, count: int) -> list[int]:
        """A list of `count` whole numbers."""
        value: list[Any] = self._typed(key, list)
        if len(value) != count or not all(type(item) is int for item in value):
            raise self.error(f"{key} must be a list of {count} whole numbers", key)
        return value

    def size(self, key: str) -> int:
        """The length of a list."""
        value: list[Any] = self._typed(key, list)
        return len(value)

    def real(self, key: str) -> float:
        """A number, whole or not; 0 if the key is missing."""
        value = self.values.get(key, 0)
        if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
            raise self.error(f"{key} must be a number", key)
        return float(value)

    def fraction(self, key: str) -> Fraction:
        """A number above zero given as a string: `2`, `1/2`."""
        value = self.word(key)
        if not re.fullmatch(r"[1-9]\d{0,2}(/[1-9]\d?)?", value):
            raise self.error(f"{key} must be a number in quotes, such as 2 or 1/2, not '{value}'", key)
        return Fraction(value)

    def words(self, key: str, least: int = 0) -> list[str]:
        """A list of at least `least` strings; if that is 0 the key may be missing."""
        value: list[Any] = self._typed(key, list) if least or key in self.values else []
        if len(value) < least or not all(isinstance(item, str) for item in value):
            raise self.error(f"{key} must be a list of at least {least} texts", key)
        return value

    def source(self, source: str = "") -> str:
        """The table's source, or the one given: it must begin with one of `SOURCES`; a pack is its own source."""
        if self.pack:
            return f"U:{self.pack}"
        source = source or self.word("source")
        letter, _, words = source.partition(":")
        if letter not in SOURCES or not words.strip():
            raise self.error(f"'{source}' is not a source: write R:, G:, E: or U: and a text", source)
        return source

    def source_of(self, key: str, source: str) -> str:
        """The source of one entry of a table: the one given, unless a pack sets the entry."""
        pack = self.part(key).pack
        return f"U:{pack}" if pack else source

    # -- tables in the table ------------------------------------------------------------------

    def record(self, key: str) -> "Record":
        """The table `[key]`; empty if there is none."""
        value: dict[str, Any] = self._typed(key, dict) if key in self.values else {}
        if key in self.children:
            return self.children[key][0]
        if self.parts:
            return self.parts[0].record(key)
        return Record(value, self._path(key), self.text, self.file, partial(self._table, key), self.pack)

    def records(self, key: str) -> Iterator["Record"]:
        """The tables `[[key]]`, in order."""
        tables: list[Any] = self._typed(key, list) if key in self.values else []
        if not all(isinstance(value, dict) for value in tables):
            raise self.error(f"{key} must be a list of tables", key)
        if key in self.children:
            yield from self.children[key]
        elif self.parts:
            yield from self.parts[0].records(key)
        elif tables:
            path = self._path(key)
            for count, value in enumerate(tables):
                yield Record(value, path, self.text, self.file, partial(self._listed, key, count), self.pack)

    def named(self, key: str, *keys: str) -> Iterator["Record"]:
        """The tables `[[key]]`, each with a unique name, a source, and no keys other than these."""
        seen: set[str] = set()
        for table in self.records(key):
            table.only("name", "source", *keys)
            if (name := table.word("name")) in seen:
                raise table.error(f"{key} {name} is given twice", name)
            seen.add(name)
            yield table

    def lines(self, key: str) -> Iterator[tuple[Spot, str]]:
        """The non-blank lines of a longer text, each with its line in the file."""
        value, part = self.word(key), self.part(key)
        at = part.offset(key)
        for line in value.splitlines():
            if line.strip():
                at = max(at, part.text.find(line, at))
                yield part.spot(at), line
                at += len(line) if part.text.startswith(line, at) else 0

    def shown(self) -> dict[str, Any]:
        """Its values including nested tables, with the true sources where packs changed them."""
        out: dict[str, Any] = {}
        for key, value in self.values.items():
            if isinstance(value, dict):
                out[key] = self.record(key).shown()
            elif isinstance(value, list) and value and isinstance(value[0], dict):
                out[key] = [{**table.shown(), "source": table.source()} for table in self.records(key)]
            else:
                out[key] = self.source() if key == "source" else value
        return out

    def _path(self, key: str) -> str:
        return f"{self.name}.{key}" if self.name else key

    def _table(self, key: str) -> int:
        """Where the table `[key]` begins."""
        path = _header(self._path(key))
        headers = (rf"\[{path}\]", rf"\[\[?{path}\.")  # its own, or that of the first table in it
        found = (at for header in headers for at in self._headers(header))
        return next(chain(found, [self._inline(key)]))

    def _listed(self, key: str, count: int) -> int:
        """Where the table `[[key]]` with this number begins."""
        starts = [*self._headers(rf"\[\[{_header(self._path(key))}\]\]")] or [*self._elements(self._inline(key))]
        return starts[count] if count < len(starts) else self.start

    def _headers(self, header: str) -> Iterator[int]:
        """Where tables with this header begin."""
        found = re.compile(rf"^[ \t]*{header}", re.MULTILINE).finditer(self.text, self.start)
        return (header.start() for header in found)

    def _inline(self, key: str) -> int:
        """Where an inline table or list begins."""
        found = re.compile(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*=", re.MULTILINE).search(self.text, self.start)
        return found.start() if found else self.start

    def _elements(self, start: int) -> Iterator[int]:
        """Where the tables of an inline list begin."""
        depth = 0
        for token in TOKEN.finditer(self.text, start):
            if token.group() in ("[", "{"):
                depth += 1
                if token.group() == "{" and depth == 2:
                    yield token.start()
            elif token.group() in ("]", "}"):
                depth -= 1
                if depth == 0:
                    return

    def _typed(self, key: str, kind: type[T]) -> T:
        self.need(key)
        value = self.values[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.error(f"{key} must be a {NAMES[kind]}", key)
        return value


NAMES: Mapping[type, str] = {str: "text", int: "whole number", list: "list", dict: "table"}


def _header(path: str) -> str:
    """A pattern for the header of a table; keys in it may be quoted."""
    return r"\.".join(rf"[\"']?{re.escape(key)}[\"']?" for key in path.split("."))


def _word(token: str) -> str:
    return rf"(?<!\w){re.escape(token)}(?!\w)"


def note(items: dict[str, str], table: Record, item: str, token: str = "", source: str = "") -> None:
    """Store the source of a datum of this table; no datum may appear twice in a layer."""
    if item in items:
        raise table.error(f"{table.name} {item} is given twice", token or item)
    items[item] = table.source(source)


def exceptions(items: dict[str, str], table: Record, what: str) -> None:
    """Apply the table's `sources`: data of a layer whose source differs from the table's `source`."""
    sources = table.record("sources")
    for source in sources.values:
        for item in sources.words(source, 1):
            if item not in items:
                raise sources.error(f"there is no {what} '{item}'", item)
            items[item] = table.source(sources.source(source))


def tally(items: Mapping[str, str]) -> dict[str, int]:
    """The number of data by the letter of their source."""
    return dict(sorted(Counter(source[0] for source in items.values()).items()))


def read_toml(text: str, file: str, pack: str = "") -> Record:
    """Read a data file as one record."""
    try:
        return Record(tomllib.loads(text), "", text, file, pack=pack)
    except (ValueError, RecursionError) as error:
        found = re.search(r"\(at line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise DataError(file, line, re.sub(r" \(at .*\)$", "", str(error))) from None
