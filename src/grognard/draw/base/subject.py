"""What a sheet shows."""

from typing import Any, NamedTuple

from ...core.action import Player
from ...kit.load.atlas import Atlas
from ...kit.table import Wargame


class Subject(NamedTuple):
    """What a sheet shows, how large, and which player sees it."""

    atlas: Atlas
    title: Wargame[Any] | None = None
    state: Any = None
    layer: str = "terrain"
    scale: float = 1.0
    player: Player | None = None  # None: everything is shown
