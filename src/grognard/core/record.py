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
    -- German tactical victory

Replaying the lines reproduces the game exactly. A record that was cut off is read up to the
cut, and says so.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from . import notation
from .action import CHANCE
from .table import Table
from .title import Bad, Title

FORMAT = 1


class BadRecord(Bad):
    """A record that cannot be read: which line, and why."""


class Replay(NamedTuple):
    """A record played through: the table as it stands, its header, and where it was cut, if it was."""

    table: Table
    header: Mapping[str, str]
    cut: str | None


def write(table: Table, header: Mapping[str, str] | None = None) -> str:
    """The record of a table so far."""
    title, first = table.title, table.first
    out = [f"grognard record {FORMAT}", f"title {title.name}", f"rules {title.version}",
           f"scenario {first.scenario}", "options " + (" ".join(first.options) or "none"),
           "packs " + (" ".join(title.packs) or "none")]  # fmt: skip
    for layer, counts in title.sources.items():
        out.append(f"sources {layer}: " + ", ".join(f"{letter} {n}" for letter, n in counts.items()))
    out += [f"{name} {value}" for name, value in (header or {}).items()]
    if table.from_position:
        out += ["position", *("  " + line for line in notation.write(first).splitlines())]
    out.append("--")
    names = {CHANCE: "chance", **dict(enumerate(title.players))}
    out += [f"{names[entry.player]} {entry.text}" for entry in table.journal]
    if (outcome := table.outcome) is not None:
        out.append(f"-- {outcome.level}")
    return "\n".join(out) + "\n"


def read(titles: Mapping[str, Title[Any]], text: str) -> Replay:
    """Read a record and play it through."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith("grognard record "):
        raise BadRecord("line 1: this is not a record: it does not begin with `grognard record`")
    if lines[0] != f"grognard record {FORMAT}":
        raise BadRecord(f"line 1: format {lines[0].split()[-1]} is unknown; this program reads {FORMAT}")
    header, position, at = _header(lines)
    title = titles.get(header.get("title", ""))
    if title is None:
        raise BadRecord(f"title {header.get('title', '(none)')!r} is unknown; titles: {', '.join(titles)}")
    if header.get("rules", "") != str(title.version):
        raise BadRecord(
            f"the record was made by rules version {header.get('rules', '(none)')} of {title.name}; "
            f"this is version {title.version}"
        )
    if header.get("packs", "none") != (" ".join(title.packs) or "none"):
        raise BadRecord(f"the record was made with packs {header['packs']}; load the same packs to replay it")
    said = header.get("options", "none")
    options = dict(word.split("=", 1) for word in said.split() if "=" in word)
    start = notation.read(titles, position) if position else None
    table = Table(title, header.get("scenario", ""), options, undo="free", position=start, rolls=False)
    cut = _play(table, lines, at, complete=text.endswith("\n"))
    table.rolls = True
    return Replay(table, header, cut)


def _header(lines: list[str]) -> tuple[dict[str, str], str, int]:
    header: dict[str, str] = {}
    position = ""
    for n, line in enumerate(lines[1:], 1):
        if line == "--":
            return header, position, n + 1
        if line.startswith("  "):
            position += line[2:] + "\n"
            continue
        name, _, value = line.partition(" ")
        header[name] = value if name != "sources" or name not in header else f"{header[name]}; {value}"
    return header, position, len(lines)


def _play(table: Table, lines: list[str], at: int, *, complete: bool) -> str | None:
    title = table.title
    names = {"chance": CHANCE, **{name: n for n, name in enumerate(title.players)}}
    ended = False
    for n in range(at, len(lines)):
        line = lines[n]
        if line.startswith("-- "):
            ended = True
            outcome = table.outcome
            if outcome is None or outcome.level != line[3:]:
                raise BadRecord(f"line {n + 1}: the record ends with {line[3:]!r}, the replay does not")
            continue
        who, _, said = line.partition(" ")
        try:
            if who not in names:
                raise Bad(f"{who!r} is not a player of {title.name}")
            table.play(said, names[who])
        except Bad as wrong:
            if n == len(lines) - 1 and not complete:
                return f"line {n + 1}: the record was cut off in the middle of a line; read up to the line before"
            raise BadRecord(f"line {n + 1}: {wrong}") from None
    if table.state.over and not ended:
        return "the record was cut off after the last action"
    return None if table.state.over else f"line {len(lines)}: the record stops before the game is over"
