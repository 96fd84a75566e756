r"""A hex map as text: the contents of a hex, its sides, and the visible window.

`Hexes` draws hexes in straight columns, 4 characters by 2 lines each; `row_hexes.RowHexes` draws straight rows.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from rich.text import Text

from ...core import view as eyes
from ...core.action import Player
from ...core.bits import Bits, below, bits, scan
from ...draw.themes.look import look_of
from ...draw.themes.terminal import PAIRED, PLAIN, SIGNS
from ...draw.themes.terrain import Sign
from ...kit.hex.board import Board
from ...kit.load.hex_map import HexMap
from ...kit.table import wargame
from .palette import Palette

UNARMED = ("fleet", "air")  # pieces without a strength of their own
PITCH = 4  # characters from one column of hexes to the next
MARGIN = 2  # row numbers on the left


class Overlay(NamedTuple):
    """An overlay on the map: a text for each place, with its style."""

    title: str
    marks: Mapping[int, tuple[str, str]]
    legend: str = ""


class View(NamedTuple):
    """What a board shows besides the position: the viewer, marked places, an overlay."""

    viewer: Player | None = None
    lit: Bits = 0
    overlay: Overlay | None = None


NOTHING = View()


class Stack(NamedTuple):
    """The counters of one hex, summed up for the map."""

    size: int
    side: int
    letter: str
    strength: str


def seen(s: Any, viewer: Player | None, piece: int) -> dict[str, Any]:
    """What the viewer may know about a piece; empty if the viewer does not know it is there."""
    known = eyes.portrait(s, viewer, piece) or {}
    return {name: value for facts in known.values() for name, value in facts.items()}


def pieces_at(s: Any, viewer: Player | None) -> dict[int, list[int]]:
    """The pieces in each place that the viewer sees."""
    out: dict[int, list[int]] = {}
    for piece in scan(eyes.seen(s, viewer, below(len(s.place)))):
        out.setdefault(s.place[piece], []).append(piece)
    return out


def stack(s: Any, viewer: Player | None, pieces: Iterable[int]) -> Stack:
    """Sum up the counters of one hex."""
    known = [seen(s, viewer, piece) for piece in pieces]
    size, side = len(known), s.title.players.index(known[0]["side"])
    best = max(known, key=lambda one: (one.get("strength", one.get("attack", 0)), one.get("type", "") != "infantry"))
    type_ = str(best.get("type", "?"))
    letter = "h" if "headquarters" in type_ else type_[:1]
    known = [one for one in known if one.get("type") not in UNARMED]
    if not known:
        strength = ""
    elif all("strength" in one for one in known):
        strength = str(sum(one["strength"] for one in known))
    elif all("attack" in one for one in known):
        attack, defense = (sum(one[what] for one in known) for what in ("attack", "defense"))
        strength = f"{attack}-{defense}" if attack < 10 and defense < 10 else f"d{defense}"
    else:
        strength = "??"
    return Stack(size, side, letter.upper() if side == 0 else letter.lower(), strength)


class Hexes:
    """A hex map as a grid of characters and their styles."""

    def __init__(self, s: Any, board: Board, hexmap: HexMap, palette: Palette, view: View) -> None:
        self.s, self.board, self.map = s, board, hexmap
        self.palette, self.view = palette, view
        self.places = [place for place in board.spot if board.names[place] in hexmap.terrain]
        self.hexes: Bits = bits(self.places)
        self.rows, self.columns = self.measure()
        self.signs = [[" "] * self.columns for _ in range(self.rows)]
        self.styles = [[""] * self.columns for _ in range(self.rows)]
        self.low = 0 if hexmap.grid.shifted == "even" else 1
        self.rivers = {side for river in hexmap.rivers.values() for side in river.sides}
        self.roads = {(min(a, b), max(a, b)) for road in hexmap.roads.values() for a, b in pairwise(road.hexes)}
        self.rails = {(min(a, b), max(a, b)) for rail in hexmap.rails.values() for a, b in pairwise(rail.hexes)}
        self.roads |= {(min(side), max(side)) for side in hexmap.bridges}
        self.paved = {name for pair in self.roads for name in pair}
        self.look = look_of(wargame(s))
        self.grounds = {kind: self.look.shown(kind) for kind in dict.fromkeys(hexmap.terrain.values())}
        self.marks = {place: kind for kind, where in wargame(s).aids.markers(s).items() for place in scan(where)}

    def measure(self) -> tuple[int, int]:
        """The size of the whole map in lines and characters."""
        return 2 * self.map.grid.rows[1] + 1, PITCH * self.map.grid.columns[1] + 1

    # -- one hex ------------------------------------------------------------------------------

    def corner(self, place: int) -> tuple[int, int]:
        """The line and column of a hex's upper left character."""
        c, r = self.board.spot[place]
        return 2 * (r - 1) + (c % 2 == self.low), PITCH * (c - 1)

    def put(self, y: int, x: int, text: str, ink: str, ground: str) -> None:
        """Write characters in a style."""
        style = self.palette.style(ink, ground)
        for n, sign in enumerate(text):
            self.signs[y][x + n] = sign
            self.styles[y][x + n] = style

    def water(self, name: str) -> bool:
        """Whether this hex is all water or off the map."""
        return not self.map.land(name)

    def side(self, name: str, other: str) -> tuple[str, str]:
        """The style of a hexside, and the character for a slanting one ('' for the plain line)."""
        pair = (min(name, other), max(name, other))
        river, road = pair in self.rivers, pair in self.roads
        if road:
            return ("river", "+") if river else ("road", "=")
        if river:
            return "river", "" if self.palette.colour else "{"
        if pair in self.rails:
            return "road", ":"
        return "grid", " " if self.water(name) and self.water(other) else ""

    def paint(self, there: Mapping[int, list[int]]) -> None:
        """Draw every hex with its sides."""
        for place in self.places:
            name = self.board.names[place]
            ground = self.grounds[self.map.terrain[name]].style
            y, x = self.corner(place)
            lit = bool(self.view.lit >> place & 1)
            for line, (other, plain) in enumerate(self.left(name), y):
                ink, sign = self.side(name, other)
                self.put(line, x, sign or plain, "lit" if lit and ink == "grid" else ink, ground)
            self.put(y, x + 1, "   ", PLAIN, ground)
            self.floor(y + 1, x + 1, name, ground, lit)
            self.fill(place, y, x + 1, name, ground, there.get(place, []))

    def left(self, name: str) -> tuple[tuple[str, str], tuple[str, str]]:
        """The two lines of a hex's left border: the neighbour there, and the character of a plain side."""
        *_, southwest, northwest = self.map.grid.around(name)
        return (northwest, "/"), (southwest, "\\")

    def floor(self, y: int, x: int, name: str, ground: str, lit: bool) -> None:
        """The lower side of a hex."""
        ink, sign = self.side(name, self.map.grid.around(name)[3])
        if sign == " ":
            self.put(y, x, "   ", PLAIN, ground)
            return
        wet = ink == "river"
        line = "~~~" if wet and not self.palette.colour else "___"
        self.put(y, x, line, "river" if wet else "lit" if lit else "grid", ground)
        if sign in ("=", "+"):
            self.put(y, x + 1, "|", "road", ground)

    def fill(self, place: int, y: int, x: int, name: str, ground: str, pieces: list[int]) -> None:
        """Draw the inside of a hex: a stack, the overlay, or the printed map."""
        (sign, ink), known = self.grounds[self.map.terrain[name]], self.map.places.get(name)
        if known and known.kind == Sign.TOWN and sign == " ":
            sign, ink = SIGNS[Sign.TOWN], Sign.TOWN
        if place in self.marks:
            marker = self.look.marker(self.marks[place])
            sign, ink = marker.sign, marker.ink
        over = self.view.overlay.marks.get(place) if self.view.overlay else None
        if pieces:
            there = stack(self.s, self.view.viewer, pieces)
            counter = f"side{there.side}"
            self.put(y, x, f"{min(there.size, 9)}{there.letter}", counter, ground)
            self.put(y, x + 2, sign, ink, ground)
            floor, style = self.signs[y + 1][x + 1], self.styles[y + 1][x + 1]
            self.put(y + 1, x, f"{there.strength:<2}", counter, ground)
            if floor == "|" and len(there.strength) < 3:
                self.signs[y + 1][x + 2], self.styles[y + 1][x + 2] = floor, style
            if over:
                self.put(y, x + 2, over[0][:1], over[1], ground)
        elif over:
            self.put(y, x, f"{over[0]:^3}"[:3], over[1], ground)
            if known and known.kind != "label":
                self.put(y + 1, x, known.name[:2], "name", ground)
        elif known and known.kind != "label":
            self.put(y, x, known.name[:3], "name", ground)
            self.put(y + 1, x, sign, ink, ground)
        elif sign == " " and name in self.paved:
            self.put(y, x + 1, "·", "road", ground)
        elif ink in PAIRED:
            self.put(y, x, f"{sign} {sign}", ink, ground)
        else:
            self.put(y, x + 1, sign, ink, ground)

    # -- edges and names ----------------------------------------------------------------------

    def edges(self) -> None:
        """The upper side of the first row, and the right side of the last column."""
        for place in self.places:
            c, r = self.board.spot[place]
            y, x = self.corner(place)
            name = self.board.names[place]
            if r == 1 and y > 0 and not self.water(name):
                self.put(0, x + 1, "___", "grid", "")
            if c == self.map.grid.columns[1]:
                _, northeast, southeast, *_ = self.map.grid.around(name)
                for line, other, plain in ((y, northeast, "\\"), (y + 1, southeast, "/")):
                    ink, sign = self.side(name, other)
                    self.put(line, x + PITCH, sign or plain, ink, "")

    def label(self, there: Mapping[int, list[int]]) -> None:
        """Write names of waters across them where there is room."""
        wet = {
            (y + line, x + n): place
            for place in self.places
            if self.water(self.board.names[place]) and place not in there
            for y, x in (self.corner(place),)
            for line in (0, 1)
            for n in range(PITCH)
        }
        for hex_, known in self.map.places.items():
            if known.kind != "label" or (self.view.overlay and self.view.overlay.marks):
                continue
            y, x = self.corner(self.board.at[hex_])
            size = len(known.name)
            middle = x + PITCH // 2 - size // 2
            starts = [(y + dy, middle + dx) for dx in (0, -1, 1, -2, 2, -3, 3, -4, 4, -6, 6) for dy in (0, 1)]
            for line, at in starts:
                if all((line, at + n) in wet for n in range(-1, size + 1)):
                    for n, letter in enumerate(known.name):
                        ground = self.grounds[self.map.terrain[self.board.names[wet[line, at + n]]]].style
                        self.put(line, at + n, letter, "label", ground)
                    break

    # -- the window ---------------------------------------------------------------------------

    def window(self, width: int, height: int, focus: Bits, pan: tuple[int, int]) -> tuple[int, int, int, int]:
        """The visible part of the grid: first line, first column, and how many of each."""
        wide = min(self.columns, max(PITCH + 1, width - MARGIN))
        high = min(self.rows, max(3, height - 1))
        if wide < self.columns:
            wide = (wide - 1) // PITCH * PITCH + 1
        y, x = self.middle([self.corner(place) for place in scan(focus & self.hexes)])
        left = max(0, min(self.columns - wide, x - wide // 2 + pan[1])) // PITCH * PITCH
        return max(0, min(self.rows - high, y - high // 2 + pan[0])), left, high, wide

    def standing(self) -> dict[int, list[int]]:
        """The pieces in each place that the viewer sees."""
        return pieces_at(self.s, self.view.viewer)

    def text(self, width: int, height: int, focus: Bits, pan: tuple[int, int]) -> Text:
        """Draw everything and cut out the window, with column and row numbers in its margins."""
        there = self.standing()
        self.paint(there)
        self.edges()
        self.label(there)
        top, left, high, wide = self.window(width, height, focus, pan)
        out = Text(" " * MARGIN + self.heads(top, left, wide)[:wide].rstrip(), style="quiet")
        for line in range(top, top + high):
            out.append("\n")
            out.append(f"{self.number(line, left):<{MARGIN}}", "quiet")
            self.run(out, line, left, left + wide)
        return out

    def heads(self, top: int, left: int, wide: int) -> str:
        """The column numbers above a window."""
        first = left // PITCH + 1
        return "".join(f" {c:02} " for c in range(first, first + (wide + PITCH - 2) // PITCH))

    def number(self, line: int, left: int) -> str:
        """The number of the row that begins in this line in the leftmost column of a window, if any."""
        late = (left // PITCH + 1) % 2 == self.low  # that column is half a hex lower
        row = (line - late) // 2 + 1
        return f"{row:02}" if (line - late) % 2 == 0 and row <= self.map.grid.rows[1] else ""

    def middle(self, spots: list[tuple[int, int]]) -> tuple[int, int]:
        """The middle of some hexes, or of the map if there are none."""
        if not spots:
            return self.rows // 2, self.columns // 2
        ys, xs = [y for y, _ in spots], [x for _, x in spots]
        return (min(ys) + max(ys)) // 2 + 1, (min(xs) + max(xs)) // 2 + PITCH // 2

    def run(self, out: Text, line: int, left: int, right: int) -> None:
        """Add a line of the grid to the text, one run per style."""
        start = left
        signs, styles = self.signs[line], self.styles[line]
        for at in range(left + 1, right + 1):
            if at == right or styles[at] != styles[start]:
                out.append("".join(signs[start:at]), styles[start] or None)
                start = at

    def hex_at(self, line: int, at: int) -> int | None:
        """The hex at a line and column of the whole grid."""
        for place in self.places:
            y, x = self.corner(place)
            if y <= line <= y + 1 and x <= at < x + PITCH:
                return place
        return None
