"""Reading data files: TOML in, checked values out, and one error that names file and line."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

SOURCES: Mapping[str, str] = {
    "R": "stated in the rules",
    "G": "projected from geography",
    "E": "estimated",
    "U": "the user's own",
}
"""Where a datum comes from: a letter, a colon, and which case, layer, reason or pack."""


class DataError(Exception):
    """A data file that cannot be used: `file:line: what`."""

    def __init__(self, file: str, line: int, what: str) -> None:
        super().__init__(f"{file}:{line}: {what}")
        self.file, self.line, self.what = file, line, what


class Record(NamedTuple):
    """One table of a data file, read key by key with a type; every failure names file and line."""

    values: Mapping[str, Any]
    name: str
    text: str
    file: str
    start: int = 0

    def where(self, token: str) -> int:
        """Where in the file the token is a key of this table, or else first stands in it as a word."""
        key = rf"(?:^|[{{,])[ \t]*[\"']?{re.escape(token)}[\"']?[ \t]*="
        header = rf"^[ \t]*\[+[\w.]*{re.escape(token)}\]"
        word = rf"(?<!\w){re.escape(token)}(?!\w)"
        for pattern in (key, header, word) if token in self.values else (word,):
            if found := re.compile(pattern, re.MULTILINE).search(self.text, self.start):
                return found.end()
        return self.start

    def error(self, what: str, token: str = "") -> DataError:
        """A failure where the token stands, or at the head of this table."""
        return self.error_at(self.where(token) if token else self.start, what)

    def error_at(self, offset: int, what: str) -> DataError:
        """A failure at this offset of the text."""
        return DataError(self.file, self.text.count("\n", 0, offset) + 1, what)

    def only(self, *keys: str) -> None:
        """Refuse every key but these."""
        for key in self.values:
            if key not in keys:
                raise self.error(f"unknown key '{key}'", key)

    def word(self, key: str, *among: str) -> str:
        """A text; one of `among`, if any are given."""
        value = self._typed(key, str)
        if among and value not in among:
            raise self.error(f"{key} '{value}' is none of: {', '.join(among)}", value)
        return value

    def number(self, key: str) -> int:
        """A whole number above zero."""
        value = self._typed(key, int)
        if value < 1:
            raise self.error(f"{key} must be above zero", key)
        return value

    def numbers(self, key: str, count: int) -> list[int]:
        """A list of so many whole numbers."""
        value: list[Any] = self._typed(key, list)
        if len(value) != count or not all(type(item) is int for item in value):
            raise self.error(f"{key} must be a list of {count} whole numbers", key)
        return value

    def real(self, key: str) -> float:
        """A number, whole or not; 0 if the key is missing."""
        value = self.values.get(key, 0)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self.error(f"{key} must be a number", key)
        return float(value)

    def words(self, key: str, least: int = 0) -> list[str]:
        """A list of texts, so many at least; if none are needed the key may be missing."""
        value: list[Any] = self._typed(key, list) if least or key in self.values else []
        if len(value) < least or not all(isinstance(item, str) for item in value):
            raise self.error(f"{key} must be a list of texts, {least} at least", key)
        return value

    def source(self, source: str = "") -> str:
        """The table's source, or the one given: it must begin with one of `SOURCES`."""
        source = source or self.word("source")
        letter, _, words = source.partition(":")
        if letter not in SOURCES or not words.strip():
            raise self.error(f"'{source}' is no source: R:, G:, E: or U: and words", source)
        return source

    def record(self, key: str) -> "Record":
        """The table `[key]`; empty if there is none."""
        path = f"{self.name}.{key}" if self.name else key
        value: dict[str, Any] = self._typed(key, dict) if key in self.values else {}
        return Record(value, path, self.text, self.file, self._start(rf"\[{re.escape(path)}\]", key))

    def records(self, key: str) -> Iterator["Record"]:
        """The tables `[[key]]`, in order."""
        tables: list[Any] = self._typed(key, list) if key in self.values else []
        for count, value in enumerate(tables):
            if not isinstance(value, dict):
                raise self.error(f"{key} must be a list of tables", key)
            start = self._start(rf"\[\[{re.escape(key)}\]\]", key, count)
            yield Record(value, key, self.text, self.file, start)

    def named(self, key: str, *keys: str) -> Iterator["Record"]:
        """The tables `[[key]]`, each with a name of its own, a source, and no keys but these."""
        seen: set[str] = set()
        for table in self.records(key):
            table.only("name", "source", *keys)
            if (name := table.word("name")) in seen:
                raise table.error(f"{key} {name} is given twice", name)
            seen.add(name)
            yield table

    def lines(self, key: str) -> Iterator[tuple[int, str]]:
        """The lines of a longer text that are not blank, each with its offset in the file."""
        at = self.start
        for line in self.word(key).splitlines():
            if line.strip():
                at = self.text.index(line, at)
                yield at, line
                at += len(line)

    def _start(self, header: str, key: str, count: int = 0) -> int:
        """Where a table begins: at its header, or at its key if it is written inline."""
        found = re.compile(rf"^[ \t]*{header}", re.MULTILINE).finditer(self.text, self.start)
        headers = [header.start() for header in found]
        if count < len(headers):
            return headers[count]
        inline = re.compile(rf"^[ \t]*{re.escape(key)}[ \t]*=", re.MULTILINE).search(self.text, self.start)
        return inline.start() if inline else self.start

    def _typed(self, key: str, kind: type[T]) -> T:
        if key not in self.values:
            raise self.error(f"{self.name or 'the file'} has no '{key}'")
        value = self.values[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.error(f"{key} must be a {NAMES[kind]}", key)
        return value


NAMES: Mapping[type, str] = {str: "text", int: "whole number", list: "list", dict: "table"}


def note(items: dict[str, str], table: Record, item: str, token: str = "") -> None:
    """Keep the source of a datum of this table; no datum may be given twice in a layer."""
    if item in items:
        raise table.error(f"{table.name} {item} is given twice", token or item)
    items[item] = table.source()


def exceptions(items: dict[str, str], table: Record, what: str) -> None:
    """Where the table's `sources` say so, data of a layer come from elsewhere than the table's `source`."""
    sources = table.record("sources")
    for source in sources.values:
        for item in sources.words(source, 1):
            if item not in items:
                raise sources.error(f"there is no {what} '{item}'", item)
            items[item] = sources.source(source)


def read_toml(text: str, file: str) -> Record:
    """The whole of a data file as one record."""
    try:
        return Record(tomllib.loads(text), "", text, file)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise DataError(file, line, re.sub(r" \(at .*\)$", "", str(error))) from None
