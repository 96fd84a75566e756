r"""Hexes in straight rows in a terminal: bricks of 4 characters by 2 lines, every second row half a brick to the right.

   20  19  18       The left border of a brick is its western hexside; of the floor the left part is the south-western
01|2r%|   |___      side, the right part the south-eastern. Rivers, roads and rails are as on other maps: `{` and `~`,
  |8__/_~~|Kol      `=`, `/` and `\`, `:`, and `+` where a road or a bridge crosses a river.
"""

from ...draw.themes.terminal import PLAIN
from .hexes import PITCH, Hexes

HALF = PITCH // 2


class RowHexes(Hexes):
    """A map of hexes in straight rows."""

    def measure(self) -> tuple[int, int]:
        """The size of the whole map in lines and characters."""
        (first, last), (top, low) = self.map.grid.columns, self.map.grid.rows
        return 2 * (abs(low - top) + 1), PITCH * (abs(last - first) + 1) + HALF + 1

    def corner(self, place: int) -> tuple[int, int]:
        """The line and column of a hex's upper left character."""
        column, row = self.board.spot[place]
        across, down = abs(column - self.map.grid.columns[0]), abs(row - self.map.grid.rows[0])
        return 2 * down, PITCH * across + HALF * self.late(row)

    def late(self, row: int) -> int:
        """1 if the row is shifted half a hex to the right."""
        return int((row % 2 == 0) == (self.map.grid.shifted == "even"))

    def left(self, name: str) -> tuple[tuple[str, str], tuple[str, str]]:
        """The two lines of a hex's left border, which are its western side."""
        west = self.map.grid.around(name)[4]
        return (west, "|"), (west, "|")

    def floor(self, y: int, x: int, name: str, ground: str, lit: bool) -> None:
        """Draw the lower sides of a hex, south-western and south-eastern."""
        _, _, southeast, southwest, _, _ = self.map.grid.around(name)
        self.sill(y, x, 1, name, southwest, ground, lit)
        self.sill(y, x + 1, 2, name, southeast, ground, lit)

    def sill(self, y: int, x: int, wide: int, name: str, other: str, ground: str, lit: bool) -> None:
        """Draw a part of the lower side of a hex, with what crosses it."""
        ink, sign = self.side(name, other)
        if sign == " ":
            self.put(y, x, " " * wide, PLAIN, ground)
            return
        wet = ink == "river" or sign == "+"
        line = "~" if wet and not self.palette.colour else "_"
        self.put(y, x, line * wide, "river" if wet else "lit" if lit else "grid", ground)
        if sign in ("=", "+", ":"):
            self.put(y, x + wide - 1, {"=": "/" if wide == 1 else "\\", "+": "+", ":": ":"}[sign], "road", ground)

    def edges(self) -> None:
        """Draw the right side of the last hex in each row."""
        for place in self.places:
            name = self.board.names[place]
            east = self.map.grid.around(name)[1]
            if east not in self.map.terrain and not self.water(name):
                y, x = self.corner(place)
                ink, sign = self.side(name, east)
                for line in (y, y + 1):
                    self.put(line, x + PITCH, sign.strip() or "|", ink, "")

    def row(self, line: int) -> int:
        """The number of the row that a line belongs to."""
        first, last = self.map.grid.rows
        return first + line // 2 * (1 if last >= first else -1)

    def heads(self, top: int, left: int, wide: int) -> str:
        """The column numbers above a window."""
        (first, last), names = self.map.grid.columns, self.map.grid.names
        way = 1 if last >= first else -1
        shown = range(left // PITCH, min(abs(last - first), (left + wide - 1) // PITCH) + 1)
        numbers = (first + way * n for n in shown)
        shift = " " * (HALF * self.late(self.row(top)))
        return shift + "".join(f" {number:<3}" if names == "A1" else f" {number:02} " for number in numbers)

    def number(self, line: int, left: int) -> str:
        """The number of the row that begins in this line, if any."""
        return "" if line % 2 else self.map.grid.label(self.row(line))
