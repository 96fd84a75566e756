"""The charts of a title as data; every cell has a source, the rules or an estimate."""

from collections.abc import Sequence
from typing import Any

from ...kit.table import Wargame

Cell = dict[str, str]


def charts(title: Wargame[Any]) -> list[dict[str, Any]]:
    """The charts of a title."""
    return [
        _chart(
            one.name, one.source, one.columns, [[_cell(text, source) for text in cells] for source, cells in one.rows]
        )
        for one in title.aids.charts(title.data)
    ]


def _chart(name: str, source: str, columns: Sequence[str], rows: list[list[Cell]]) -> dict[str, Any]:
    letter, cite = _source(source)
    return {"name": name, "source": letter, "cite": cite, "columns": list(columns), "rows": rows}


def _cell(text: str, source: str) -> Cell:
    letter, cite = _source(source)
    return {"text": text, "source": letter, "cite": cite}


def _source(source: str) -> tuple[str, str]:
    """`R:9.5b`: stated, in that case; `E:why`: estimated, and why."""
    letter, _, where = source.partition(":")
    return letter, where
