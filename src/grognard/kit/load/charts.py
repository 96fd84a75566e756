"""Shared by the charts of several titles: options, and charts as shown to players."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from .toml import Record


class Switch(NamedTuple):
    """An option of a title."""

    id: str
    values: tuple[str, ...]
    text: str
    source: str


def read_switch(table: Record, *known: str) -> Switch:
    """An option, which must be one of `known` if any are given."""
    table.exactly("id", "values", "text", "source")
    return Switch(table.word("id", *known), tuple(table.words("values", 2)), table.word("text"), table.source())


def read_dates(table: Record, last: int) -> tuple[str, ...]:
    """The dates of the turns: one for each, up to the last."""
    table.exactly("source", "dates")
    dates = table.words("dates", 1)
    if len(dates) != last:
        raise table.error(f"{len(dates)} dates, but the last turn is {last}", "dates")
    return tuple(dates)


def shown(top: Record, columns: Iterable[str], layers: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The charts as shown to players: with changed cells of the combat results applied, and each chart with its source.

    `layers` holds the sources of every entry of some charts; a chart changed by a data pack shows the pack's source.
    """
    out, order = top.shown(), list(columns)
    for key, cell in out["crt"].pop("cells", {}).items():
        row, _, column = key.partition(" ")
        cells = out["crt"]["die"][row] = [*out["crt"]["die"][row]]
        cells[order.index(column)] = cell
    for chart, sources in layers.items():
        own = [source for source in sources.values() if source.startswith("U:")]
        out[chart]["source"] = own[0] if own else out[chart]["source"]
    return out
