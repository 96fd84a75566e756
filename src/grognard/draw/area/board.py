"""An area map with a position laid on it, for a page: where every block stands, and what else lies there."""

from collections.abc import Mapping
from functools import cached_property
from threading import Lock
from typing import Any

from ...core.action import Player
from ...kit.table import Wargame
from ..base.geometry import Box
from ..base.subject import Subject
from ..map import Sheet, atlas_of, finished
from ..pieces.block_view import garrisons
from ..pieces.blocks import BEAM_BOX, Garrison, ranks
from .block_layout import arrangements
from .overlay import standing
from .sheet import UNIT, AreaSheet

Spot = tuple[float, float, float]
"""Left, top and side of the square on which a block is drawn."""


class Tabletop:
    """The sheet of a title, made once; positions come and go."""

    def __init__(self, title: Wargame[Any]) -> None:
        self.title = title
        self.sheet = AreaSheet(Subject(atlas_of(title), title))
        self._rooms: dict[tuple[Any, ...], tuple[int, Box]] = {}

    @cached_property
    def drawn(self) -> Sheet:
        """The empty map, for a page."""
        return finished(self.sheet, live=True)

    def spots(self, s: Any, player: Player | None) -> Mapping[str, Spot]:
        """Where every block stands that somebody sees on the map, and every defensive line."""
        out: dict[str, Spot] = {}
        for place, garrison in garrisons(self.title, s, player).items():
            side, blocks, beams = ranks(*self._room(place, garrison), UNIT)
            for block, (x, y) in blocks:
                out[block.id] = round(x - side / 2, 1), round(y - side / 2, 1), round(side, 1)
            for of, box in beams:
                k = box.width / BEAM_BOX.width
                out[f"{of.side}-line-{place}"] = (
                    round(box.left, 1),
                    round(box.top - BEAM_BOX.top * k, 1),
                    round(100 * k, 1),
                )
        return out

    def _room(self, place: str, garrison: Garrison) -> tuple[Garrison, Box]:
        """The rows of a garrison and their room; the same for so many blocks in each row."""
        shape = (place, tuple(map(len, garrison.rows)), len(garrison.lines))
        if shape not in self._rooms:
            rows, room = self.sheet.stand(place, garrison)
            self._rooms[shape] = len(rows.rows) != len(garrison.rows), room
        parted, room = self._rooms[shape]
        return list(arrangements(garrison))[parted], room

    def ground(self, s: Any) -> str:
        """What else the position draws on the sheet."""
        return standing(self.sheet, self.title, s)


_known: dict[int, Tabletop] = {}
_making = Lock()


def unfolded(title: Wargame[Any]) -> bool:
    """Is the board of a title at hand?"""
    return id(title) in _known


def tabletop(title: Wargame[Any]) -> Tabletop:
    """The board of areas of a title; the first time it takes a second."""
    with _making:
        if id(title) not in _known:
            _known[id(title)] = Tabletop(title)  # which holds the title: no other has this number
        return _known[id(title)]
