r"""The board in a terminal, drawn by `draw`. On a hex map a hex takes 4 characters by 2 lines.

  01  02        The borders show hexsides: rivers in their own colour (`{` and `~`
01/3A^\__       without colours), roads as `=` and `|`, both as `+`. The hex shows the stack
  \28_/Psk      (how many, the strongest kind, strength; capitals for the first side), or the name
02/   \#__      of the place, and a sign for the terrain, a fort or an air raid.

A map with an inset is drawn as two boards, side by side or one above the other, or only the one with the focus.
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from rich.text import Text

from ...core.action import Player
from ...core.bits import Bits, scan
from ...kit.load.hex_map import HexMap
from ...kit.table import Wargame, wargame
from . import areas
from .hexes import MARGIN, NOTHING, Hexes, Overlay, View, pieces_at, seen, stack
from .palette import NONE, Palette
from .row_hexes import RowHexes

__all__ = ["Overlay", "View", "draw", "full_height", "overlay", "pieces_at", "seen", "side_overlay", "stack", "under"]

LEAST = 60, 18  # minimum columns and lines of the main map when an inset is shown too


class Pane(NamedTuple):
    """A map on the screen: its first line and column, and its size."""

    hexes: Hexes
    name: str
    top: int
    left: int
    width: int
    height: int


def draw(
    s: Any,
    width: int,
    height: int,
    palette: Palette = NONE,
    view: View = NOTHING,
    focus: Bits = 0,
    pan: tuple[int, int] = (0, 0),
) -> Text:
    """Draw the board within this width and height, around the focus if not everything fits."""
    panes = _panes(s, width, height, palette, view, focus)
    if not panes and areas.has_areas(s):
        marks = view.overlay.marks if view.overlay else None
        return areas.listed(s, view.viewer, height, view.lit, focus, pan[0], marks)
    if not panes:
        return _listed(s, view)
    lines: list[Text] = []
    for n, pane in enumerate(panes):
        drawn = list(pane.hexes.text(pane.width, pane.height, focus, _moved(pan, n, panes)).split("\n"))
        for line, text in enumerate([Text(pane.name.upper(), "lead"), *drawn] if pane.name else drawn, pane.top):
            while len(lines) <= line:
                lines.append(Text())
            if pane.left:
                lines[line].pad_right(max(0, pane.left - lines[line].cell_len))
            lines[line].append_text(text)
    return Text("\n").join(lines)


def under(
    s: Any, width: int, height: int, focus: Bits, pan: tuple[int, int], line: int, at: int, viewer: Player | None = None
) -> int | None:
    """The place drawn at a line and column of such a board."""
    panes = _panes(s, width, height, NONE, NOTHING, focus)
    if not panes and areas.has_areas(s):
        return areas.under(s, viewer, height, focus, pan[0], line)
    for n, pane in enumerate(panes):
        y, x = line - pane.top - bool(pane.name) - 1, at - pane.left - MARGIN
        top, left, high, wide = pane.hexes.window(pane.width, pane.height, focus, _moved(pan, n, panes))
        if 0 <= y < high and 0 <= x < wide:
            return pane.hexes.hex_at(y + top, x + left)
    return None


def full_height(s: Any) -> int:
    """The number of lines of the whole board, with insets below the map."""
    if not (maps := _maps(s)):
        return areas.length(s) if areas.has_areas(s) else len(pieces_at(s, None))
    return sum(_hexes(s, hexmap, NONE, NOTHING).rows + 1 + bool(name) for name, hexmap in maps)


def _moved(pan: tuple[int, int], n: int, panes: list[Pane]) -> tuple[int, int]:
    """The pan of pane n: only the first pane on the screen is panned."""
    return (0, 0) if n and len(panes) > 1 else pan


def _hexes(s: Any, hexmap: HexMap, palette: Palette, view: View) -> Hexes:
    kind = Hexes if hexmap.grid.layout == "columns" else RowHexes
    lattice = wargame(s).board.lattice
    assert lattice
    return kind(s, lattice, hexmap, palette, view)


def _maps(s: Any) -> list[tuple[str, HexMap]]:
    """The main map and its insets with their names, if the board has hexes."""
    board = wargame(s).board
    if not board.lattice or not isinstance(board.map, HexMap):
        return []
    return [("", board.map), *board.insets.items()]


def _panes(s: Any, width: int, height: int, palette: Palette, view: View, focus: Bits) -> list[Pane]:
    """Arrange the maps: side by side if there is room, else one above the other, else only the one with the focus."""
    drawn = [(name, _hexes(s, hexmap, palette, view)) for name, hexmap in _maps(s)]
    if not drawn:
        return []
    (_, main), *insets = drawn
    if not insets:
        return [Pane(main, "", 0, 0, width, height)]
    wide = max(inset.columns for _, inset in insets) + MARGIN
    high = sum(inset.rows + 2 for _, inset in insets)
    if width >= wide + 2 + LEAST[0] and height >= high:
        left, out = width - wide - 2, list[Pane]()
        out.append(Pane(main, "", 0, 0, left, height))
        left = min(left, main.columns + MARGIN) + 2
        top = 0
    elif height >= high + LEAST[1]:
        left, top = 0, height - high
        out = [Pane(main, "", 0, 0, width, top)]
        top = min(top, main.rows + 1)
    else:
        name, one = next(((name, inset) for name, inset in insets if focus & inset.hexes), ("", main))
        return [Pane(one, name, 0, 0, width, height - bool(name))]
    for name, inset in insets:
        out.append(Pane(inset, name, top, left, wide, inset.rows + 1))
        top += inset.rows + 2
    return out


def _listed(s: Any, view: View) -> Text:
    """A board without a map: a list of every place that holds something."""
    out = Text()
    names = s.title.lexicon.places
    for place, pieces in sorted(pieces_at(s, view.viewer).items(), key=lambda item: names[item[0]]):
        there = stack(s, view.viewer, pieces)
        out.append(f"{names[place]:>12}  {there.size}{there.letter} {there.strength}\n")
    return out


def overlay(title: Wargame[Any], s: Any, name: str) -> Overlay:
    """One of the title's overlays, for all players together."""
    return side_overlay(title, name, [title.aids.overlays[name](s, player) for player in range(len(title.players))])


def side_overlay(title: Wargame[Any], name: str, sets: Sequence[Bits]) -> Overlay:
    """An overlay of places by player."""
    letters = [player[0].upper() if n == 0 else player[0] for n, player in enumerate(title.players)]
    marks: dict[int, tuple[str, str]] = {}
    for place in scan(reduce(or_, sets)):
        inside = [n for n, where in enumerate(sets) if where >> place & 1]
        style = "both" if len(inside) > 1 else f"over{inside[0]}"
        marks[place] = ("".join(letters[n] for n in inside), style)
    legend = ", ".join(f"{letter} {player}" for letter, player in zip(letters, title.players, strict=True))
    return Overlay(name, marks, f"{legend}, {''.join(letters)} both")
