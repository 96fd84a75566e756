"""The titles of a server: those of today, and earlier editions built again from the data kept with their games."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ...core.title import Bad
from ...kit.load.edition import Edition
from ...kit.table import Wargame
from ...titles import GAMES, rebuilt
from ...titles.catalogue import reason
from ..storage.editions import Editions
from .game import Missing


class Found(NamedTuple):
    """The title by which a game is played here."""

    title: Wargame[Any]
    asked: Edition | None = None  # what the game was played by so far; None if that is unknown
    trouble: str = ""  # why its own data cannot be used


class Library(Mapping[str, Wargame[Any]]):
    """Titles by name; earlier editions of the data, as far as they are loaded, under `NAME@FINGERPRINT`."""

    def __init__(self, titles: Mapping[str, Wargame[Any]], editions: Editions) -> None:
        self.titles, self.editions = titles, editions
        self._earlier: dict[str, Wargame[Any]] = {}  # by `NAME@FINGERPRINT`
        self._building = asyncio.Lock()

    def __getitem__(self, name: str) -> Wargame[Any]:
        return self._earlier[name] if "@" in name else self.titles[name]

    def __contains__(self, name: object) -> bool:
        return name in self._earlier or name in self.titles

    def __iter__(self) -> Iterator[str]:
        return iter(self.titles)

    def __len__(self) -> int:
        return len(self.titles)

    @property
    def current(self) -> dict[str, Edition]:
        """The editions of today, by fingerprint."""
        return {title.fingerprint: title.edition for title in self.titles.values() if title.edition is not None}

    def named(self, name: str) -> Wargame[Any]:
        """A title of today."""
        if name not in self.titles:
            raise Missing(f"There is no title {name!r}")
        return self.titles[name]

    def sheet(self, title: Wargame[Any]) -> str:
        """The name under which the map and charts of a title are served."""
        now = self.titles.get(title.name)
        return title.name if now is None or title is now else f"{title.name}@{title.fingerprint}"

    async def keep(self, title: Wargame[Any]) -> None:
        """Store the edition of a title, so that games can be played by it for good."""
        if title.edition is not None:
            await self.editions.keep(title.edition, title.texts)

    async def find(self, name: str, fingerprint: str) -> Found:
        """The title for a game that was played by an edition: with the data of that edition, by the rules of today."""
        now = self.named(name)
        if not fingerprint or fingerprint == now.fingerprint:
            return Found(now, now.edition if fingerprint else None)
        kept = await self.editions.find(fingerprint)
        if kept is None:
            return Found(now)
        edition, texts = kept
        if now.edition is not None and edition.data == now.edition.data:
            return Found(now, edition)
        async with self._building:
            for title in self._earlier.values():
                if title.name == name and title.edition is not None and title.edition.data == edition.data:
                    return Found(title, edition)
            try:
                title = await asyncio.to_thread(_build, name, texts)
            except Bad as wrong:
                return Found(now, edition, str(wrong))
            self._earlier[f"{name}@{title.fingerprint}"] = title
        return Found(title, edition)

    async def served(self, name: str) -> str:
        """Load the edition whose map and charts are asked for, and return its name; that of today if there is none."""
        plain, _, fingerprint = name.partition("@")
        if not fingerprint or name in self._earlier:
            return name
        return self.sheet((await self.find(plain, fingerprint)).title)


def _build(name: str, texts: Mapping[str, str]) -> Wargame[Any]:
    if name not in GAMES:
        raise Bad(f"{name} is not installed")
    try:
        return rebuilt(name, texts)
    except Exception as wrong:  # the loaders of today may raise anything
        raise Bad(f"its data cannot be read by the rules of today: {reason(wrong)}") from None
