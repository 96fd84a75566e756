"""The record of a game: a header, then one line per action, dice included.

    grognard record 1
    title leningrad79
    rules 1
    scenario campaign
    options pool=strict
    packs none
    sources map: E 120, G 250, R 20
    german Anna
    --
    soviet deploy 1304
    chance roll 5
    -- German tactical victory after 2 actions, position 5d2f0c7be1a9

Replaying the lines reproduces the game exactly; the last line gives the result so far and
a short mark of the position reached. A truncated record is read up to the cut, and the
reader says so. Full description: `docs/record.md`.
"""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from . import notation
from .action import CHANCE
from .state import State
from .table import Table
from .title import Bad, Title

FORMAT = 1
FIXED = ("title", "rules", "scenario", "options", "packs")  # every record has these, once each
RESERVED = (*FIXED, "sources", "position", "grognard", "--", "")
SEAL = " ~"  # between an action and the mark of the position after it
IN_PLAY = "in play"
EDITION = "edition"  # in the header of a sealed record: the fingerprint of the rules and data
LAST = re.compile(r"-- (?P<level>.+?)(?: after (?P<count>\d{1,9}) actions?, position (?P<mark>[0-9a-f]+))?")


class BadRecord(Bad):
    """A record that cannot be read: which line, and why."""


class Replay(NamedTuple):
    """A record played through: the table at its end, its header, and where it was truncated, if it was."""

    table: Table
    header: Mapping[str, str]
    cut: str | None


def mark(s: State) -> str:
    """A short hash that identifies a position."""
    return hashlib.sha256(notation.write(s, brief=True).encode()).hexdigest()[:12]


# -- writing ----------------------------------------------------------------------------------


def write(table: Table, header: Mapping[str, str] | None = None, *, sealed: bool = False) -> str:
    """The record of a table so far; `header` may add lines, such as the players' names.

    A sealed record has the fingerprint of the rules and data, and after each action the mark of the position.
    """
    names = {CHANCE: "chance", **dict(enumerate(table.title.players))}
    lines = [f"{names[entry.player]} {entry.text}" for entry in table.journal]
    header = {name: value for name, value in (header or {}).items() if name != EDITION}
    if sealed:
        after = (*(entry.before for entry in table.journal[1:]), table.state)
        lines = [f"{line}{SEAL}{mark(s)}" for line, s in zip(lines, after[: len(lines)], strict=True)]
        header = {EDITION: table.title.fingerprint, **header}
    return compose(table.state, lines, header, table.first if table.from_position else None)


def compose(
    s: State, lines: Sequence[str], header: Mapping[str, str] | None = None, position: State | None = None
) -> str:
    """The record of a game that reached this position by these lines, starting from the set-up or from a position."""
    title = s.title
    out = [
        f"grognard record {FORMAT}",
        f"title {title.name}",
        f"rules {title.version}",
        f"scenario {s.scenario}",
        "options " + (" ".join(s.options) or "none"),
        "packs " + (" ".join(title.packs) or "none"),
        *_sources(title),
    ]
    for name, value in (header or {}).items():
        if name not in RESERVED:
            out.append(_header_line(name, value))
    if position is not None:
        out += ["position", *("  " + line for line in notation.write(position).splitlines())]
    level = outcome.level if s.over and (outcome := title.outcome(s)) is not None else IN_PLAY
    count = len(lines)
    last = f"-- {level} after {count} action{'s' * (count != 1)}, position {mark(s)}"
    return "\n".join((*out, "--", *lines, last)) + "\n"


def _sources(title: Title[Any]) -> list[str]:
    return [
        f"sources {layer}: " + ", ".join(f"{letter} {n}" for letter, n in counts.items())
        for layer, counts in title.sources.items()
    ]


def _header_line(name: str, value: str) -> str:
    if not re.fullmatch(r"[^\s-]\S*", name):
        raise Bad(f"{name!r} cannot be the name of a header line: it must be one word")
    if "\n" in value or "\r" in value:
        raise Bad(f"the header line {name!r} must fit on one line")
    return f"{name} {value}".rstrip()


# -- reading ----------------------------------------------------------------------------------


class Begun(NamedTuple):
    """A record whose header has been read: the table set up, no action played, and the lines that follow."""

    table: Table
    header: Mapping[str, str]
    lines: list[str]
    at: int  # where the actions begin
    whole: bool  # whether the last line is complete


def begin(titles: Mapping[str, Title[Any]], text: str | bytes) -> Begun:
    """Read the header of a record and set up its game."""
    lines, whole = _lines(text)
    if lines[0] != f"grognard record {FORMAT}" or (len(lines) == 1 and not whole):
        if re.fullmatch(r"grognard record \S+", lines[0]) and whole:
            raise BadRecord(f"line 1: unknown format {lines[0].split()[-1]}; this program reads format {FORMAT}")
        raise BadRecord("line 1: not a record: it does not begin with `grognard record`")
    header, where, position, at = _header(lines)
    title = _title(titles, header, where)
    return Begun(_table(titles, title, header, where, position), header, lines, at, whole)


def read(
    titles: Mapping[str, Title[Any]], text: str | bytes, watch: Callable[[Table], None] = lambda _: None
) -> Replay:
    """Read a record and play it through; `watch` is called before each action, and may stop it with `Bad`."""
    table, header, lines, at, whole = begin(titles, text)
    cut = _play(table, lines, at, whole, watch)
    table.rolls = True
    return Replay(table, header, cut)


def _lines(text: str | bytes) -> tuple[list[str], bool]:
    """The lines, and whether the last one is complete."""
    if isinstance(text, bytes):
        raw = text.split(b"\n")
        out = []
        for n, line in enumerate(raw, 1):
            try:
                out.append(line.decode())
            except UnicodeDecodeError:
                if n < len(raw):
                    raise BadRecord(f"line {n}: not UTF-8 text") from None
                out.append(line.decode(errors="replace"))
    else:
        out = text.split("\n")
    out = [line.removesuffix("\r") for line in out]
    return (out, False) if out[-1] else (out[:-1] or [""], True)


def _header(lines: list[str]) -> tuple[dict[str, str], dict[str, int], str, int]:
    """The header's words and lines, the position if there is one, and where the actions begin."""
    header: dict[str, str] = {}
    where: dict[str, int] = {}
    position = ""
    for n, line in enumerate(lines[1:], 2):
        if line == "--":
            _complete(header, n)
            return header, where, position, n
        if line.startswith("  "):
            if "position" not in header:
                raise BadRecord(f"line {n}: an indented line belongs below `position`")
            position += "\n" * (n - 1 - position.count("\n")) + line[2:] + "\n"
            continue
        name, _, value = line.partition(" ")
        if not name:
            raise BadRecord(f"line {n}: the header must end with a line `--`, not with an empty line")
        if name in header and name != "sources":
            raise BadRecord(f"line {n}: {name!r} was already given in line {where[name]}")
        header[name] = f"{header[name]}; {value}" if name in header else value
        where[name] = n
    raise BadRecord(f"line {len(lines)}: the record was cut off in its header: no line `--` ends it")


def _complete(header: Mapping[str, str], line: int) -> None:
    missing = [name for name in FIXED if name not in header]
    if missing:
        raise BadRecord(f"line {line}: the header has no {', no '.join(missing)}")


def _title(titles: Mapping[str, Title[Any]], header: Mapping[str, str], where: Mapping[str, int]) -> Title[Any]:
    title = titles.get(header["title"])
    if title is None:
        raise BadRecord(f"line {where['title']}: {header['title']!r} is not a title; titles: {', '.join(titles)}")
    if header["rules"] != str(title.version):
        raise BadRecord(
            f"line {where['rules']}: the record was made by rules version {header['rules']} of "
            f"{title.name}; this is version {title.version}"
        )
    if differs := _packs(header["packs"].split(), title.packs):
        raise BadRecord(f"line {where['packs']}: the record was made {differs}")
    return title


def _packs(said: Sequence[str], loaded: Sequence[str]) -> str:
    """How the packs of a record differ from those loaded; empty if they are the same."""
    said = [] if said == ["none"] else said
    have = {label.partition("@")[0]: label for label in loaded}
    for label in said:
        name = label.partition("@")[0]
        if name not in have:
            return (
                f"with the pack {label}, which is not loaded: give it with --pack {name}, or --pack and its directory"
            )
        if have[name] != label:
            return f"with the pack {label}, but the one loaded is {have[name]}: its data have changed since"
    for label in loaded:
        if label not in said:
            return f"without the pack {label}: leave it out"
    return "" if [*said] == [*loaded] else f"with its packs in another order: {', then '.join(said)}"


def _table(
    titles: Mapping[str, Title[Any]],
    title: Title[Any],
    header: Mapping[str, str],
    where: Mapping[str, int],
    position: str,
) -> Table:
    """The table set up as the header says, with no dice rolled yet."""
    said = header["options"].split()
    options = {name: value for name, sign, value in (word.partition("=") for word in said) if sign}
    line = where["options"]
    try:
        if said != ["none"] and (not said or len(options) != len(said)):
            raise BadRecord(f"line {line}: {header['options']!r} are not options: write name=value for each, or none")
        chosen = title.settings(options)
        line = where["scenario"]
        if header["scenario"] not in title.scenarios:
            raise Bad(f"{title.name} has no scenario {header['scenario']!r}; it has: {', '.join(title.scenarios)}")
        if "position" not in header:
            return Table(title, header["scenario"], options, rolls=False)
        line = where["position"]
        start = notation.read(titles, position)
        if (start.title, start.scenario, start.options) != (title, header["scenario"], chosen):
            raise Bad("the title, scenario or options of the position do not match the header")
        return Table(title, position=start, rolls=False)
    except (BadRecord, notation.BadPosition) as wrong:
        raise BadRecord(str(wrong)) from None
    except Bad as wrong:
        raise BadRecord(f"line {line}: {wrong}") from None


def _play(table: Table, lines: list[str], at: int, whole: bool, watch: Callable[[Table], None]) -> str | None:
    """Play the lines from there on; return where the record was truncated, if it was."""
    title = table.title
    names = {"chance": CHANCE, **{name: n for n, name in enumerate(title.players)}}
    ended = False
    count = len(lines) if whole else len(lines) - 1
    for n, line in enumerate(lines[at:count], at + 1):
        if not line.strip():
            continue
        if ended:
            raise BadRecord(f"line {n}: the record already ended before this line")
        if line.startswith("--"):
            _compare(table, n, line)
            ended = True
            continue
        who, _, said = line.partition(" ")
        said, _, seal = said.partition(SEAL)
        try:
            if who not in names:
                raise Bad(f"{who!r} is not a player of {title.name}: {', '.join(names)}")
            watch(table)
            table.play(said, names[who])
        except Bad as wrong:
            raise BadRecord(f"line {n}: {wrong}") from None
        if table.journal[-1].text != said:
            raise BadRecord(f"line {n}: {said!r} is not how this action is written: {table.journal[-1].text!r}")
        if seal and seal != mark(table.state):
            raise BadRecord(f"line {n}: {said!r} leads to another position than when the record was made")
    if not whole:
        if ended:
            raise BadRecord(f"line {len(lines)}: the record already ended before this line")
        return f"line {len(lines)}: the record was cut off in the middle of this line; read up to the line before"
    return None if ended else f"line {len(lines)}: the record was cut off after this line"


def _compare(table: Table, n: int, line: str) -> None:
    """Raise `BadRecord` unless the replay ended as the last line says."""
    found = LAST.fullmatch(line)
    if not found:
        raise BadRecord(f"line {n}: expected `-- LEVEL after N actions, position MARK`")
    level = outcome.level if (outcome := table.outcome) is not None else IN_PLAY
    for what, said, now in (
        ("stands at", found["level"], level),
        ("counts, in actions,", found["count"], str(len(table.journal))),
        ("comes to the position", found["mark"], mark(table.state)),
    ):
        if said is not None and said != now:
            raise BadRecord(f"line {n}: the record {what} {said!r}, its replay {now!r}")
