"""Charts for display: rows with their sources, and a chart that is as certain as its least certain row."""

from collections.abc import Iterable

from .table import Chart

Row = tuple[str, tuple[str, ...]]
"""The source of a row, and its cells."""


def chart(name: str, columns: Iterable[str], rows: Iterable[Row]) -> Chart:
    """A chart; its source is the least certain of its rows' sources."""
    rows = tuple(rows)
    return Chart(name, weakest(source for source, _ in rows), tuple(columns), rows)


def first_source(source: str) -> str:
    """The first of several sources in the rules; an estimate's reason in full."""
    return source.split(",")[0] if source.startswith("R") else source


def weakest(sources: Iterable[str]) -> str:
    """The least certain source: packs before estimates before the rules."""
    found = list(sources)
    return first_source(next((one for letter in "UEG" for one in found if one.startswith(letter)), found[0]))
