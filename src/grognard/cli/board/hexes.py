r"""A hex map on its way to the terminal: what stands in a hex, what lies on its sides, the window one sees.

`Hexes` draws hexes in straight columns, 4 characters by 2 lines each; those in straight rows are `bricks.Bricks`.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from rich.text import Text

from ...core import view as eyes
from ...core.action import Player
from ...core.bits import Bits, bits, scan
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
    """Something laid over the map: a word for each place, and the style it is written in."""

    title: str
    marks: Mapping[int, tuple[str, str]]
    legend: str = ""


class View(NamedTuple):
    """What a board shows besides the position: for whom, what is marked, what lies over it."""

    viewer: Player | None = None
    lit: Bits = 0
    overlay: Overlay | None = None


NOTHING = View()


class Stack(NamedTuple):
    """The counters of one hex, as the map shows them."""

    size: int
    side: int
    letter: str
    strength: str


def seen(s: Any, viewer: Player | None, piece: int) -> dict[str, Any]:
    """What the viewer may know of a piece, all aspects together; nothing if he does not know it is there."""
    known = eyes.portrait(s, viewer, piece) or {}
    return {name: value for facts in known.values() for name, value in facts.items()}


def pieces_at(s: Any, viewer: Player | None) -> dict[int, list[int]]:
    """The pieces in each place, as far as the viewer sees them."""
    out: dict[int, list[int]] = {}
    for piece in scan(eyes.seen(s, viewer, (1 << len(s.place)) - 1)):
        out.setdefault(s.place[piece], []).append(piece)
    return out


def stack(s: Any, viewer: Player | None, pieces: Iterable[int]) -> Stack:
    """How the counters of one hex are summed up."""
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
    """A hex map on its way to the terminal: a grid of signs and their styles."""

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
        """Lines and characters of the whole map."""
        return 2 * self.map.grid.rows[1] + 1, PITCH * self.map.grid.columns[1] + 1

    # -- one hex ------------------------------------------------------------------------------

    def corner(self, place: int) -> tuple[int, int]:
        """Where the upper left sign of a hex goes: line and character."""
        c, r = self.board.spot[place]
        return 2 * (r - 1) + (c % 2 == self.low), PITCH * (c - 1)

    def put(self, y: int, x: int, text: str, ink: str, ground: str) -> None:
        """Write signs in their style."""
        style = self.palette.style(ink, ground)
        for n, sign in enumerate(text):
            self.signs[y][x + n] = sign
            self.styles[y][x + n] = style

    def water(self, name: str) -> bool:
        """Is this hex all water, or off the map?"""
        return not self.map.land(name)

    def side(self, name: str, other: str) -> tuple[str, str]:
        """What lies on a hexside: a style, and the sign for a slanting one ('' for the plain line)."""
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
        """The two lines of the left border of a hex: its neighbour there, and the sign of the plain side."""
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
        """What stands in a hex: a stack, or something laid over the map, or what is printed on it."""
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

    # -- around and above ---------------------------------------------------------------------

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
        """Names of waters, written across them where there is room."""
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
        """The part of the grid to show: first line and character, how many of each."""
        wide = min(self.columns, max(PITCH + 1, width - MARGIN))
        high = min(self.rows, max(3, height - 1))
        if wide < self.columns:
            wide = (wide - 1) // PITCH * PITCH + 1
        y, x = self.middle([self.corner(place) for place in scan(focus & self.hexes)])
        left = max(0, min(self.columns - wide, x - wide // 2 + pan[1])) // PITCH * PITCH
        return max(0, min(self.rows - high, y - high // 2 + pan[0])), left, high, wide

    def standing(self) -> dict[int, list[int]]:
        """The pieces in each place, as far as the viewer sees them."""
        return pieces_at(self.s, self.view.viewer)

    def text(self, width: int, height: int, focus: Bits, pan: tuple[int, int]) -> Text:
        """Draw everything and cut the window out, with the numbers of columns and rows on its margins."""
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
        """The numbers over the columns of a window."""
        first = left // PITCH + 1
        return "".join(f" {c:02} " for c in range(first, first + (wide + PITCH - 2) // PITCH))

    def number(self, line: int, left: int) -> str:
        """The number of the row that begins in a line, if one does, in the leftmost column of a window."""
        late = (left // PITCH + 1) % 2 == self.low  # that column stands half a hex lower
        row = (line - late) // 2 + 1
        return f"{row:02}" if (line - late) % 2 == 0 and row <= self.map.grid.rows[1] else ""

    def middle(self, spots: list[tuple[int, int]]) -> tuple[int, int]:
        """The middle of some hexes, of the map if there are none."""
        if not spots:
            return self.rows // 2, self.columns // 2
        ys, xs = [y for y, _ in spots], [x for _, x in spots]
        return (min(ys) + max(ys)) // 2 + 1, (min(xs) + max(xs)) // 2 + PITCH // 2

    def run(self, out: Text, line: int, left: int, right: int) -> None:
        """Add a line of the grid to the text, style by style."""
        start = left
        signs, styles = self.signs[line], self.styles[line]
        for at in range(left + 1, right + 1):
            if at == right or styles[at] != styles[start]:
                out.append("".join(signs[start:at]), styles[start] or None)
                start = at

    def hex_at(self, line: int, at: int) -> int | None:
        """The hex under a sign of the whole grid."""
        for place in self.places:
            y, x = self.corner(place)
            if y <= line <= y + 1 and x <= at < x + PITCH:
                return place
        return None
