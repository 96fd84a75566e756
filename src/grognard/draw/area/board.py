"""An area map with a position for the web page: where every block is drawn, and what else is there."""

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
"""Left, top and side of the square that a block is drawn on."""


class Tabletop:
    """The sheet of a title, created once and used for all positions."""

    def __init__(self, title: Wargame[Any]) -> None:
        self.title = title
        self.sheet = AreaSheet(Subject(atlas_of(title), title))
        self._rooms: dict[tuple[Any, ...], tuple[int, Box]] = {}

    @cached_property
    def drawn(self) -> Sheet:
        """The empty map, for the web page."""
        return finished(self.sheet, live=True)

    def spots(self, s: Any, player: Player | None) -> Mapping[str, Spot]:
        """The spots of all blocks that the player sees on the map, and of all defensive lines."""
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
        """The rows of a garrison and their space; cached by the number of blocks in each row."""
        shape = (place, tuple(map(len, garrison.rows)), len(garrison.lines))
        if shape not in self._rooms:
            rows, room = self.sheet.stand(place, garrison)
            self._rooms[shape] = len(rows.rows) != len(garrison.rows), room
        parted, room = self._rooms[shape]
        return list(arrangements(garrison))[parted], room

    def ground(self, s: Any) -> str:
        """What else of the position is drawn on the sheet."""
        return standing(self.sheet, self.title, s)


_known: dict[int, Tabletop] = {}
_making = Lock()


def unfolded(title: Wargame[Any]) -> bool:
    """Whether the board of a title has already been created."""
    return id(title) in _known


def tabletop(title: Wargame[Any]) -> Tabletop:
    """The area board of a title; creating it takes about a second."""
    with _making:
        if id(title) not in _known:
            _known[id(title)] = Tabletop(title)  # it holds the title, so that its id stays unique
        return _known[id(title)]
