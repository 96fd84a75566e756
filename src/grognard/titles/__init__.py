"""The games: `GAMES` lists every installed game, `TITLES` those that can be played.

A title is built when it is first needed. `load` builds one with the user's data packs. A title of another
package that cannot be built is left out of both and listed in `GAMES.broken` with the reason.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from ..kit.load.area_map import read_areas
from ..kit.load.atlas import Atlas
from ..kit.load.edition import packs_in
from ..kit.load.game import Game
from ..kit.load.hex_map import WATER, HexMap, read_map
from ..kit.load.pack import Pack
from ..kit.load.pack import read_pack as _read_pack
from ..kit.load.toml import read_toml
from ..kit.table import Origins, Wargame
from .catalogue import GAMES, OURS, reason

__all__ = ["GAMES", "TITLES", "Game", "atlas", "load", "origins", "read_pack", "rebuilt", "with_packs"]


def load(name: str, packs: Iterable[Pack] = ()) -> Wargame[Any]:
    """Build a title with these packs laid over its data; a `DataError` says what is wrong with them."""
    packs = tuple(packs)
    _meant(name, packs)
    return GAMES[name].build(packs)


def read_pack(folder: Path) -> Pack:
    """Read a pack for one of the games; its data are checked when they are laid over the game's."""
    return _read_pack(folder, _files())


def _files() -> dict[str, tuple[str, ...]]:
    return {game.name: game.files for game in GAMES.values()}


def rebuilt(name: str, texts: Mapping[str, str]) -> Wargame[Any]:
    """A title built by today's rules from the kept texts of an earlier edition's data."""
    return replace(GAMES[name], kept=texts).build(packs_in(texts, _files()))


def _meant(name: str, packs: Iterable[Pack]) -> None:
    for pack in packs:
        if pack.title != name:
            raise pack.card.error(f"the pack {pack.name} is for {pack.title}, not for {name}", "title")


class _Titles(Mapping[str, Wargame[Any]]):
    """The titles by name, each built when it is first needed, or at once if it has packs."""

    def __init__(self, packs: Iterable[Pack] = ()) -> None:
        self.built: dict[str, Wargame[Any]] = {}
        packs = tuple(packs)
        for name in dict.fromkeys(pack.title for pack in packs):
            mine = [pack for pack in packs if pack.title == name]
            if name not in _playable():
                raise mine[0].card.error(f"{name} cannot be played yet", "title")
            self.built[name] = load(name, mine)

    def __getitem__(self, name: str) -> Wargame[Any]:
        if name not in _playable():
            raise KeyError(name)
        return self.built.get(name) or _plain(name)

    def __contains__(self, name: object) -> bool:
        return name in _playable()

    def __iter__(self) -> Iterator[str]:
        return iter(_playable())

    def __len__(self) -> int:
        return len(_playable())


@cache
def _plain(name: str) -> Wargame[Any]:
    return load(name)


@cache
def _playable() -> tuple[str, ...]:
    """The playable titles. Those of other packages are built to check that they work."""
    return tuple(name for name, game in GAMES.items() if game.played and (game in OURS or _builds(name)))


def _builds(name: str) -> bool:
    try:
        _plain(name)
    except (Exception, SystemExit) as wrong:
        GAMES.broken[name] = reason(wrong)
        return False
    return True


TITLES: Mapping[str, Wargame[Any]] = _Titles()


def with_packs(packs: Iterable[Pack], name: str = "") -> Mapping[str, Wargame[Any]]:
    """`TITLES` with these packs applied; if a title is named, all packs must be for it."""
    packs = tuple(packs)
    if name:
        _meant(name, packs)
    return _Titles(packs) if packs else TITLES


@cache
def _shipped(name: str) -> Atlas:
    return _atlas(name, ())


def atlas(name: str, packs: Iterable[Pack] = ()) -> Atlas:
    """The maps of a game, with these packs laid over them."""
    packs = tuple(packs)
    return _atlas(name, packs) if packs else _shipped(name)


def _atlas(name: str, packs: tuple[Pack, ...]) -> Atlas:
    _meant(name, packs)
    game = GAMES[name]
    top, sheet = game.read("map.toml", packs), game.sheet
    if game.areas:
        return Atlas(name, game.full, game.about, read_areas(top), sheet)
    water = read_toml(game.text("map.toml"), "map.toml").record("key").words(WATER) if packs else ()
    main = read_map(top, water=water)
    insets: dict[str, HexMap] = {label: read_map(game.read(file, packs), main) for label, file in game.insets}
    return Atlas(name, game.full, game.about, main, sheet, insets)


def origins(name: str, packs: Iterable[Pack] = ()) -> Origins:
    """The source of every datum of a game: by map, charts, counters and set-ups, then by layer, then by datum."""
    packs = tuple(packs)
    if GAMES[name].played:
        title = load(name, packs) if packs else TITLES[name]
        return title.origins
    maps = atlas(name, packs)
    return {"map": maps.map.sources, **{f"inset {label}": inset.sources for label, inset in maps.insets.items()}}
