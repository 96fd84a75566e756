"""How a title looks: what its sheet specifies, with defaults from the themes.

Sides are styled by the order of players, terrain by its name; terrain without a style is plain land with its
own tint, and a letter in a terminal.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from ...core.title import Bad
from ...kit.load.area_map import AreaMap
from ...kit.load.atlas import Atlas
from ...kit.load.hex_map import HexMap
from ...kit.load.sheet import MarkerLook, SheetData, SideLook, TerrainLook
from ...kit.table import Wargame
from .terminal import LIKE, MARKER_INK, MARKER_SIGN, SIGNS
from .terrain import STYLES, TINTS, Style, style_of
from .theme import EMBLEMS, GROUNDS, SIDE_EMBLEMS, SIDE_GROUNDS, SIDE_WOODS, WOODS, Ground, Wood

T = TypeVar("T")


class SideStyle(NamedTuple):
    """How the pieces of a side look."""

    ground: str  # of `GROUNDS`
    air: str
    wood: str  # of `WOODS`
    emblem: str  # of `EMBLEMS`


class Shown(NamedTuple):
    """A character in a terminal, and the name of its style."""

    sign: str
    style: str


class Look:
    """The look of a title, or of a game that has only maps."""

    def __init__(self, sheet: SheetData, players: Sequence[str], maps: Iterable[HexMap | AreaMap]) -> None:
        self.sheet, self.maps = sheet, tuple(maps)
        self.players = tuple(dict.fromkeys((*players, *sheet.sides)))

    # -- sides --------------------------------------------------------------------------------

    def side(self, name: str) -> SideStyle:
        """The style of a side; an unknown name gets the style of the first side."""
        said = self.sheet.sides.get(name, SideLook())
        n = self.players.index(name) if name in self.players else 0
        ground = _known("ground", said.ground or _nth(SIDE_GROUNDS, n), GROUNDS)
        wood = _known("wood", said.wood or _nth(SIDE_WOODS, n), WOODS)
        emblem = _known("emblem", said.emblem or _nth(SIDE_EMBLEMS, n), EMBLEMS)
        return SideStyle(ground, _known("ground", said.air or ground, GROUNDS), wood, emblem)

    def ground(self, side: str) -> Ground:
        """The colours of a side's counters."""
        return GROUNDS[self.side(side).ground]

    def wood(self, side: str) -> Wood:
        """The colours of a side's blocks."""
        return WOODS[self.side(side).wood]

    def whose(self, name: str) -> str:
        """The side that a name begins with, if any."""
        first = name.split()[0].lower()
        return next((side for side in self.players if side.lower() == first), "")

    def troops(self, side: str, name: str, kind: str) -> str:
        """The colours of a unit's counter: those the sheet has for its kind or for a word of its name, else its side's.

        Air units have their own.
        """
        if kind == "air":
            return self.side(side).air
        words = (kind.lower(), *name.lower().split())
        found = next((ground for word, ground in self.sheet.troops.items() if word in words), "")
        return _known("ground", found, GROUNDS) if found else self.side(side).ground

    def marker(self, name: str) -> MarkerLook:
        """The style of a marker, with defaults filled in."""
        said = self.sheet.markers.get(name, MarkerLook())
        return said._replace(
            kind=said.kind or name,
            ground=_known("ground", said.ground or self.side(said.side).ground, GROUNDS),
            text=said.text or name.upper()[:6],
            sign=said.sign or MARKER_SIGN,
            ink=said.ink or MARKER_INK,
        )

    # -- terrain ------------------------------------------------------------------------------

    @cached_property
    def _tints(self) -> dict[str, str]:
        """The tints of terrain without a style, in the order of the maps."""
        kinds = dict.fromkeys(kind for one in self.maps for kind in one.terrain.values())
        return {kind: _nth(TINTS, n) for n, kind in enumerate(kind for kind in kinds if not self._named(kind))}

    def _named(self, terrain: str) -> str:
        said = self.sheet.terrain.get(terrain, TerrainLook()).style
        return _known("style", said, STYLES) if said else style_of(terrain)

    def terrain(self, kind: str) -> Style:
        """How a terrain or a feature is drawn."""
        if name := self._named(kind):
            return STYLES[name]
        return Style(self._tints[kind]) if kind in self._tints else STYLES[name]

    def text(self, terrain: str) -> str:
        """The name of a terrain in the map's key, if the sheet specifies one."""
        return self.sheet.terrain.get(terrain, TerrainLook()).text

    def shown(self, terrain: str) -> Shown:
        """How a terrain is shown in a terminal."""
        said, name = self.sheet.terrain.get(terrain, TerrainLook()).sign, self._named(terrain)
        if not name and terrain in self._tints:
            return Shown(said or terrain[:1].upper(), self._tints[terrain])
        style = LIKE.get(name, name)
        return Shown(said or SIGNS[style], style)


def look_of(of: Wargame[Any] | Atlas) -> Look:
    """The look of a title, or of the maps of a game."""
    if isinstance(of, Atlas):
        return Look(of.sheet, (), (of.map, *of.insets.values()))
    return Look(of.board.sheet, of.players, (of.board.map, *of.board.insets.values()))


def _nth(names: Sequence[str], n: int) -> str:
    return names[n % len(names)]


def _known(what: str, name: str, among: Mapping[str, T]) -> str:
    if name not in among:
        raise Bad(f"sheet.toml: there is no {what} {name!r}; there are: {', '.join(filter(None, among))}")
    return name
