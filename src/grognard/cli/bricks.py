r"""Hexes in straight rows in a terminal: bricks of 4 characters by 2 lines, every second row half a brick to the right.

   20  19  18       The left border of a brick is its western hexside; of the floor the left part is the south-western
01|2r%|   |___      side, the right part the south-eastern. Rivers, roads and rails are as on other maps: `{` and `~`,
  |8__/_~~|Kol      `=`, `/` and `\`, `:`, and `+` where a road or a bridge crosses a river.
"""

from collections.abc import Mapping

from rich.text import Text

from ..core.bits import Bits
from .hexes import MARGIN, PITCH, Hexes

HALF = PITCH // 2


class Bricks(Hexes):
    """A map of hexes in rows on its way to the terminal."""

    def measure(self) -> tuple[int, int]:
        """Lines and characters of the whole map."""
        (first, last), (top, low) = self.map.grid.columns, self.map.grid.rows
        return 2 * (abs(low - top) + 1), PITCH * (abs(last - first) + 1) + HALF + 1

    def corner(self, place: int) -> tuple[int, int]:
        """Where the upper left sign of a hex goes: line and character."""
        column, row = self.board.spot[place]
        across, down = abs(column - self.map.grid.columns[0]), abs(row - self.map.grid.rows[0])
        return 2 * down, PITCH * across + HALF * self.late(row)

    def late(self, row: int) -> int:
        """1 if the row lies half a hex further right."""
        return int((row % 2 == 0) == (self.map.grid.shifted == "even"))

    def paint(self, there: Mapping[int, list[int]]) -> None:
        """Draw every hex with its sides."""
        for place in self.places:
            name = self.board.names[place]
            ground = self.map.terrain[name]
            y, x = self.corner(place)
            _, _, southeast, southwest, west, _ = self.map.grid.around(name)
            lit = bool(self.view.lit >> place & 1)
            ink, sign = self.side(name, west)
            for line in (y, y + 1):
                self.put(line, x, sign or "|", "lit" if lit and ink == "grid" else ink, ground)
            self.put(y, x + 1, "   ", "clear", ground)
            self.sill(y + 1, x + 1, 1, name, southwest, ground, lit)
            self.sill(y + 1, x + 2, 2, name, southeast, ground, lit)
            self.fill(place, y, x + 1, name, ground, there.get(place, []))

    def sill(self, y: int, x: int, wide: int, name: str, other: str, ground: str, lit: bool) -> None:
        """A part of the lower side of a hex, with what crosses it."""
        ink, sign = self.side(name, other)
        if sign == " ":
            self.put(y, x, " " * wide, "clear", ground)
            return
        wet = ink == "river" or sign == "+"
        line = "~" if wet and not self.palette.colour else "_"
        self.put(y, x, line * wide, "river" if wet else "lit" if lit else "grid", ground)
        if sign in ("=", "+", ":"):
            self.put(y, x + wide - 1, {"=": "/" if wide == 1 else "\\", "+": "+", ":": ":"}[sign], "road", ground)

    def edges(self) -> None:
        """The right side of the last hex of each row."""
        for place in self.places:
            name = self.board.names[place]
            east = self.map.grid.around(name)[1]
            if east not in self.map.terrain and not self.water(name):
                y, x = self.corner(place)
                ink, sign = self.side(name, east)
                for line in (y, y + 1):
                    self.put(line, x + PITCH, sign.strip() or "|", ink, "")

    def text(self, width: int, height: int, focus: Bits, pan: tuple[int, int]) -> Text:
        """Draw everything and cut the window out, with the numbers of columns and rows on its margins."""
        there = self.standing()
        self.paint(there)
        self.edges()
        self.label(there)
        top, left, high, wide = self.window(width, height, focus, pan)
        grid = self.map.grid
        way = 1 if grid.columns[1] >= grid.columns[0] else -1
        many = abs(grid.columns[1] - grid.columns[0])
        numbers = [grid.columns[0] + way * n for n in range(left // PITCH, min(many, (left + wide - 1) // PITCH) + 1)]
        shift = " " * (HALF * self.late(grid.rows[0] + top // 2 * (1 if grid.rows[1] >= grid.rows[0] else -1)))
        heads = "".join(f" {number:<3}" if grid.names == "A1" else f" {number:02} " for number in numbers)
        out = Text(" " * MARGIN + (shift + heads)[:wide].rstrip(), style="quiet")
        for line in range(top, top + high):
            row = grid.rows[0] + line // 2 * (1 if grid.rows[1] >= grid.rows[0] else -1)
            out.append("\n")
            out.append(f"{grid.label(row):<{MARGIN}}" if line % 2 == 0 else " " * MARGIN, "quiet")
            self.run(out, line, left, left + wide)
        return out
