"""A game as a person reads it: the diary phase by phase, and how things stand before each."""

from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from grognard.core.table import Table
from tests.playthroughs import assault_leningrad, assault_stalingrad, demyansk, leningrad41, leningrad79, moscow41

WIDTH = 110
TOLD: dict[str, Any] = {
    "assault_leningrad": assault_leningrad,
    "assault_stalingrad": assault_stalingrad,
    "demyansk": demyansk,
    "leningrad41": leningrad41,
    "leningrad79": leningrad79,
    "moscow41": moscow41,
}


def render(table: Table) -> str:
    """The whole game."""
    return "\n".join(_lines(table)) + "\n"


def _lines(table: Table) -> Iterator[str]:
    title = table.title
    told = TOLD[title.name]
    yield f"{title.full}: {title.about}"
    if len(title.scenarios) > 1:
        yield f"Scenario: {title.scenarios[table.first.scenario]}"
    yield f"Options: {', '.join(table.first.options) or 'none'}"
    turn, phase = -1, ""
    for entry in table.journal:
        s: Any = entry.before
        if s.turn != turn:
            turn, phase = s.turn, ""
            yield from ("", title.now(s), "=" * len(title.now(s)))
        now = told.phase(s)
        if now != phase:
            yield from ("", now, *told.facts(s, phase == ""))
            phase = now
        said = [f"{line.text} [{line.cite}]" for line in entry.lines if not told.heading(line.text)]
        if said and not s.stack:
            yield ""
        for line in said:
            yield from wrap(line, WIDTH, initial_indent="  ", subsequent_indent="      ")
    yield from ("", "The end", *told.facts(table.state, True))
    assert table.outcome is not None
    yield f"  {told.ending(table.outcome)}."
