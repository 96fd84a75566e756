"""Charts beside the map, in our own layout: the turn track, combat results, what terrain costs, column shifts.

The title provides them (`Aids.charts`).
Each names the source of its numbers; what is not stated in the rules is marked as reconstructed.
"""

from typing import Any

from ...kit.table import Chart, Wargame
from ..themes.look import Look
from .furniture import words, wrapped
from .geometry import Box, Point
from .svg import fine, group, rect
from .text import Style, width

TEXT, HEAD = 0.29, 0.22
"""Sizes of lettering, in units."""
LONG = 44
"""The maximum length of a printed reason."""


def draw_charts(title: Wargame[Any], look: Look, state: Any, box: Box, unit: float) -> tuple[str, float]:
    """All charts of the title, and their lower edge."""
    out, bottom = [], box.top
    charts = title.aids.charts(title.data)
    now = title.aids.turn(state) if state is not None else 0
    for record in (one for one in charts if one.turns):
        track, bottom = _track(record, look, now, box._replace(top=bottom), unit)
        out.append(track)
        bottom += 0.55 * unit
    x, top, low = box.left, bottom, bottom
    for table in (one for one in charts if not one.turns):
        drawn, wide, foot = _draw_table(table, (x, top), unit)
        if x > box.left and x + wide > box.right:
            x, top = box.left, low + 0.5 * unit
            drawn, wide, foot = _draw_table(table, (x, top), unit)
        out.append(drawn)
        x, low = x + wide + 0.9 * unit, max(low, foot)
    return group(*out, class_="charts"), low


def _caption(name: str, source: str, at: Point, unit: float) -> tuple[str, float]:
    """The name of a chart with its source, and the width of this caption."""
    letter, _, where = source.partition(":")
    known = {"R": f"from the rules, {where}; our layout", "U": f"from the pack {where}"}
    why = where if len(where) <= LONG else f"{where[:LONG].rstrip(' ,;')}…"
    told = known.get(letter, f"reconstructed: {why}")
    head = words(name.upper(), at, HEAD * unit, face="sans bold", fill="var(--ink3)", spacing=0.12)
    far = width(name.upper(), Style("sans bold", HEAD * unit, 0.12))
    colour = "var(--ink3)" if letter == "R" else "var(--accent)"
    wide = far + 0.25 * unit + width(told, Style("sans", HEAD * unit))
    return head + words(told, (at[0] + far + 0.25 * unit, at[1]), HEAD * unit, fill=colour), wide


# -- the turn track ---------------------------------------------------------------------------


def _track(record: Chart, look: Look, now: int, box: Box, unit: float) -> tuple[str, float]:
    dates = [cells[1] for _, cells in record.rows]
    boxes = [
        [
            (side, text)
            for side, told in zip(record.columns[2:], cells[2:], strict=True)
            if told
            for text in told.split("; ")
        ]
        for _, cells in record.rows
    ]
    wide = box.width / len(dates)
    style = Style("sans", 0.225 * unit)
    inside = [
        [(side, part) for side, text in lines for part in wrapped(text, style, wide - 0.62 * unit)] for lines in boxes
    ]
    high = (1.05 + 0.29 * max(map(len, inside), default=0)) * unit
    top = box.top + 0.38 * unit
    out = [_caption("Turn record and reinforcements", record.source, (box.left, box.top + 0.2 * unit), unit)[0]]
    for n, (date, lines) in enumerate(zip(dates, inside, strict=True), 1):
        left = box.left + (n - 1) * wide
        here = n == now
        out.append(
            rect(
                Box(left + 0.05 * unit, top, left + wide - 0.05 * unit, top + high),
                rx=fine(0.10 * unit),
                fill="var(--panel)",
                stroke="var(--accent)" if here else "var(--line)",
                stroke_width=fine(unit * (0.06 if here else 0.025)),
            )
        )
        out.append(words(str(n), (left + 0.20 * unit, top + 0.47 * unit), 0.42 * unit, face="serif bold"))
        span, year = _span(date)
        out.append(words(span, (left + 0.78 * unit, top + 0.31 * unit), 0.20 * unit, fill="var(--ink2)"))
        out.append(words(year, (left + 0.78 * unit, top + 0.54 * unit), 0.20 * unit, fill="var(--ink3)"))
        last = ""
        for row, (side, text) in enumerate(lines):
            base = top + (0.92 + 0.29 * row) * unit
            if side != last:
                ground = look.ground(side)
                spot = Box(left + 0.20 * unit, base - 0.15 * unit, left + 0.36 * unit, base + 0.01 * unit)
                out.append(rect(spot, fill=ground.body, stroke=ground.rim, stroke_width=1))
            last = side
            out.append(words(text, (left + 0.45 * unit, base), style.size))
    return group(*out, class_="track"), top + high


def _span(date: str) -> tuple[str, str]:
    """Split a date like `29 June-5 July 1941` into days and year."""
    days, _, year = date.rpartition(" ")
    for long, short in (
        ("August", "Aug"),
        ("September", "Sep"),
        ("October", "Oct"),
        ("November", "Nov"),
        ("December", "Dec"),
    ):
        days = days.replace(long, short)
    return days.replace("-", "–"), year


# -- tables -----------------------------------------------------------------------------------


def _draw_table(table: Chart, at: Point, unit: float) -> tuple[str, float, float]:
    """A table, its width and its lower edge."""
    size, pitch = TEXT * unit, 0.43 * unit
    style = Style("sans", size)
    lines = [table.columns, *(cells for _, cells in table.rows)]
    widths = [max(width(row[n], style) for row in lines) + 0.30 * unit for n in range(len(table.columns))]
    if len(widths) > 5:
        widths[1:] = [max(widths[1:])] * (len(widths) - 1)
    wide = sum(widths)
    x, y = at[0], at[1] + 0.42 * unit
    caption, name = _caption(table.name, table.source, (at[0], at[1] + 0.2 * unit), unit)
    out = [caption]
    for row, cells in enumerate(lines):
        top = y + row * pitch
        if row % 2 == 0:
            fill = "var(--line)" if row == 0 else "var(--panel)"
            out.append(rect(Box(x, top, x + wide, top + pitch), fill=fill, fill_opacity=".55" if row == 0 else None))
        left = x
        for n, (cell, room) in enumerate(zip(cells, widths, strict=True)):
            inset = 0.10 * unit if n == 0 else (room - width(cell, style)) / 2
            face = "sans bold" if row == 0 or (n == 0 and len(widths) > 5) else "sans"
            if cell:
                out.append(
                    words(
                        cell[:1].upper() + cell[1:] if n == 0 else cell,
                        (left + inset, top + 0.30 * unit),
                        size,
                        face=face,
                    )
                )
            left += room
    bottom = y + len(lines) * pitch
    out.append(rect(Box(x, y, x + wide, bottom), fill="none", stroke="var(--line)", stroke_width=1))
    return group(*out, class_="chart"), max(wide, name), bottom
