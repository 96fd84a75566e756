"""The map of a game as one SVG sheet."""

from collections.abc import Mapping
from threading import Lock
from typing import Any, NamedTuple

from ..core.action import Player
from ..core.title import Bad
from ..kit.load.atlas import Atlas
from ..kit.load.hex_map import HexMap
from ..kit.table import Wargame
from .area.sheet import AreaSheet
from .base.geometry import Box
from .base.labels import Label
from .base.overlay import LAYERS
from .base.subject import Subject
from .hex.sheet import HexSheet
from .pieces.block_view import garrisons, has_blocks
from .spots import Spot, spots
from .themes.theme import THEMES, painted


class Sheet(NamedTuple):
    """A finished drawing."""

    svg: str
    width: float
    height: float
    labels: tuple[Label, ...]
    window: Box  # the part that is map
    spots: Mapping[str, Spot]  # positions of the places, at scale 1


def atlas_of(title: Wargame[Any]) -> Atlas:
    """The maps a title is played on."""
    return Atlas(title.name, title.full, title.about, title.board.map, title.board.sheet, title.board.insets)


class Strata(NamedTuple):
    """A map in two parts, so that callers can insert a layer between them; colours are CSS variables."""

    definitions: str
    below: str
    above: str
    window: Box
    spots: Mapping[str, Spot]
    hexes: bool  # or areas


def strata(title: Wargame[Any], scale: float = 0.45) -> Strata:
    """The map of a title without counters, in two parts."""
    atlas = atlas_of(title)
    drawn: HexSheet | AreaSheet
    hexes = isinstance(atlas.map, HexMap)
    drawn = (HexSheet if hexes else AreaSheet)(Subject(atlas, title, scale=scale))
    return Strata(*drawn.strata(), drawn.window, spots(drawn), hexes)


def draw_map(
    of: Wargame[Any] | Atlas,
    state: Any = None,
    *,
    layer: str = "terrain",
    theme: str = "light",
    charts: bool = False,
    scale: float = 1.0,
    live: bool = False,
    player: Player | None = None,
) -> Sheet:
    """The map of a game, with the counters of a position if one is given.

    A live drawing is for the web page: its colours are CSS variables, set by `theme.css`, and an inset
    is drawn above the map. With a player, the counters show only what that player may know.
    """
    if theme not in THEMES:
        raise Bad(f"there is no theme {theme!r}; themes: {', '.join(THEMES)}")
    if layer not in LAYERS:
        raise Bad(f"there is no layer {layer!r}; layers: {', '.join(LAYERS)}")
    if layer not in ("terrain", "sources") and state is None:
        raise Bad(f"the layer {layer!r} needs a position")
    atlas, title = (of, None) if isinstance(of, Atlas) else (atlas_of(of), of)
    subject = Subject(atlas, title, state, layer, scale, player)
    drawn: HexSheet | AreaSheet
    if isinstance(atlas.map, HexMap):
        drawn = HexSheet(subject, page=live)
    else:
        stood = garrisons(title, state, player) if title and state is not None and has_blocks(title) else {}
        drawn = AreaSheet(subject, stood)
    return finished(drawn, theme, charts=charts, live=live)


_pages: dict[int, tuple[Wargame[Any], Sheet]] = {}
_drawing = Lock()


def page(title: Wargame[Any]) -> Sheet:
    """The map of a title for the web page, drawn once and cached."""
    with _drawing:
        if id(title) not in _pages:
            _pages[id(title)] = (
                title,
                draw_map(title, live=True),
            )  # the title is stored too, so that its id stays unique
        return _pages[id(title)][1]


def finished(drawn: HexSheet | AreaSheet, theme: str = "light", *, charts: bool = False, live: bool = False) -> Sheet:
    """Render a prepared sheet."""
    svg, width, height = drawn.whole(charts=charts)
    scale = drawn.scale
    return Sheet(
        svg if live else painted(svg, theme),
        width * scale,
        height * scale,
        tuple(drawn.board.placed),
        drawn.window,
        spots(drawn),
    )
