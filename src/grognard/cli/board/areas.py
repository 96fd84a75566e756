"""An area map in a terminal: a list of areas with their owner and the blocks in them.

90 Krichev     German   Guderian ★★★★  24PzK ••••  ■■     known blocks by name, others as backs
91 Roslavl   ! Soviet   46PzK •••  ■  line                a battle, and a defensive line
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from rich.text import Text

from ...core import view as eyes
from ...core.bits import Bits, below, scan
from ...core.view import Viewer
from ...kit.load.area_map import AreaMap
from ...kit.table import wargame

BACK, DOT, STAR, HEART = "■", "•", "★", "♥"
WIDE = 20  # characters for the name of an area

Marks: TypeAlias = Mapping[int, tuple[str, str]]
"""Marks on places: text and style."""


class Row(NamedTuple):
    """A line of the list: a place and its text."""

    place: int
    text: Text


def has_areas(s: Any) -> bool:
    """Whether the board is an area map."""
    return isinstance(wargame(s).board.map, AreaMap)


def rows(s: Any, viewer: Viewer, lit: Bits = 0, marks: Marks | None = None) -> Iterator[Row]:
    """A line for every place that holds pieces or markers, with its marks."""
    title, names = wargame(s), s.title.lexicon.places
    areas = title.board.map
    assert isinstance(areas, AreaMap)
    markers = title.aids.markers(s)
    control = [title.aids.overlays["control"](s, n) for n in range(len(title.players))]
    lines = {side: markers.get(f"{side} line", 0) for side in title.players}
    there: dict[int, list[int]] = {}
    for piece in scan(eyes.seen(s, viewer, below(len(s.place)))):
        there.setdefault(s.place[piece], []).append(piece)
    wired = 0
    for where in lines.values():
        wired |= where
    for place in sorted({*there, *scan(wired)}):
        named = areas.names.get(names[place], "")
        known = f"{names[place]:>6} {named}" if named else f"{'':>6} {names[place]}"
        fought = markers.get("contested", 0) >> place & 1
        out = Text(f"{known:<{WIDE + 7}.{WIDE + 7}}", "lit" if lit >> place & 1 else "lead")
        if marks:
            sign, style = marks.get(place, ("", "quiet"))
            out.append(f"{sign:^4}", style)
        out.append("! " if fought else "  ", "warn")
        whose = [side for side, where in zip(title.players, control, strict=True) if where >> place & 1]
        out.append(f"{whose[0].title() if whose else '':<8}", "quiet")
        for n, side in enumerate(title.players):
            told = [_told(s, viewer, piece) for piece in there.get(place, ()) if _side(s, piece) == side]
            backs = told.count(BACK)
            words = [word for word in told if word != BACK] + ([BACK * backs] if backs else [])
            words += ["line"] if lines[side] >> place & 1 else []
            if words:
                out.append(" " + "  ".join(words), f"side{n}")
        yield Row(place, out)


def listed(
    s: Any, viewer: Viewer, height: int, lit: Bits = 0, focus: Bits = 0, pan: int = 0, marks: Marks | None = None
) -> Text:
    """The part of the list that fits, around the focus."""
    return Text("\n", no_wrap=True, overflow="ellipsis").join(
        row.text for row in window(list(rows(s, viewer, lit, marks)), height, focus, pan)
    )


def window(every: list[Row], height: int, focus: Bits, pan: int) -> list[Row]:
    """The visible lines."""
    at = next((n for n, row in enumerate(every) if focus >> row.place & 1), 0)
    top = max(0, min(len(every) - height, at - height // 2 + pan)) if len(every) > height else 0
    return every[top : top + max(height, 1)]


def under(s: Any, viewer: Viewer, height: int, focus: Bits, pan: int, line: int) -> int | None:
    """The place shown in a visible line."""
    shown = window(list(rows(s, viewer)), height, focus, pan)
    return shown[line].place if 0 <= line < len(shown) else None


def length(s: Any) -> int:
    """The number of lines of the whole list."""
    return sum(1 for _ in rows(s, None))


def strength(known: dict[str, Any]) -> str:
    """The strength of a block as dots or stars."""
    if "level" not in known or known["level"] > known["full"]:
        return ""
    starred = known["kind"] in ("hq", "air hq", "leader")
    return (STAR if starred else DOT) * known["level"] or HEART


def _side(s: Any, piece: int) -> str:
    return str(s.title.portrait(s, piece)["there"]["side"])


def _told(s: Any, viewer: Viewer, piece: int) -> str:
    """A block with name and strength if the viewer knows it, otherwise its back."""
    known = {name: value for facts in (eyes.portrait(s, viewer, piece) or {}).values() for name, value in facts.items()}
    if "name" not in known:
        return BACK + ("#" if known.get("cube") else "")
    marks = "".join(sign for mark, sign in (("cube", "#"), ("active", "!")) if known.get(mark))
    return f"{known.get('face', known['name'])} {strength(known)}{marks}".strip()
