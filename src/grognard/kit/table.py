"""What a title gives to those around it: the terminal, the page, the drawings, the computers, the laboratory.

The engine needs a `Title`. Everybody else is given a `Wargame`: the title with its player aids, its odds and its board.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from ..core.action import Action, Player
from ..core.bits import Bits
from ..core.rule import Objection
from ..core.state import S, State
from ..core.table import Table
from ..core.title import Title
from .load.area_map import AreaMap
from .load.hex_map import HexMap


class Trace(NamedTuple):
    """The line by which a unit is supplied; if it has none, how far one gets, where it breaks and why."""

    ok: bool
    path: tuple[int, ...]  # the places, from the unit's on
    breaks: int | None  # the place it cannot go on to
    why: tuple[Objection, ...]


class Chart(NamedTuple):
    """A chart in our own layout: its name, where it comes from, and rows of cells, each row with its own source."""

    name: str
    source: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class Aids(NamedTuple):
    """What lies beside the map to help the players: nothing here decides anything."""

    overlays: Mapping[str, Callable[[Any, Player], Bits]] = MappingProxyType({})  # "zoc": the places, by player
    markers: Callable[[Any], Mapping[str, Bits]] = lambda _s: {}  # "fort": the places that have one
    reach: Callable[[Any, Bits], Mapping[int, str]] = lambda _s, _units: {}  # where pieces could go, at what cost
    far: Callable[[Any, Bits], Mapping[int, str]] | None = None  # as reach, if nobody knows what the pieces are
    cost: Callable[[Any, Action], Sequence[Any]] = lambda _s, _action: ()  # the ledger of what an action costs
    status: Callable[[Any], Mapping[str, str]] = lambda _s: {}  # the score and the like
    arrivals: Callable[[Any], Sequence[tuple[str, str, str]]] = lambda _s: ()  # still to come: when, whose, what
    trace: Callable[[Any, int], Trace | None] | None = None  # how a unit is supplied; None off the map
    tracks: Callable[[Any], Mapping[str, int]] = lambda _s: {}  # the box in which a track's marker stands, from 0 on
    steps: Callable[[Any, Player], int] = lambda _s, _player: 0  # of the player's units in play; a loss lowers it
    tally: Callable[[Any, Player], Mapping[str, int]] = lambda _s, _player: {}  # "points", "units": as they stand
    ground: Callable[[Any, Player], Bits] = lambda _s, _player: 0  # the places a player holds at this moment
    uses: Callable[[Any, Action], Iterable[str]] = lambda _s, _action: ()  # the clauses of charts an action uses
    charts: Callable[[Any], Sequence[Chart]] | None = None  # from the title's data; else those its tables have
    chapter: Callable[[Any], str] | None = None  # the heading of the diary under which what is decided now stands


@dataclass(frozen=True)
class BoardSpec:
    """The board a title is played on."""

    map: HexMap | AreaMap
    insets: Mapping[str, HexMap] = field(default_factory=dict)  # parts of the map at another scale, by their names


def no_odds(_s: Any, _action: Action | None, _support: int) -> None:
    """The odds of a title in which nobody fights."""


@dataclass(frozen=True, kw_only=True)
class Wargame(Title[S]):
    """A title, and what it gives to those around it."""

    board: BoardSpec
    aids: Aids = Aids()
    odds: Callable[[S, Action | None, int], Mapping[str, Any] | None] = no_odds  # of an action, or of the battle now


def wargame(of: State | Table) -> Wargame[Any]:
    """The title of a position or of a table, as those around it know it."""
    title = of.title
    assert isinstance(title, Wargame), f"{title.name} is a title for the engine alone"
    return title
