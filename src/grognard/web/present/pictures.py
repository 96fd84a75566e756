"""Cached drawings of maps; drawing is slow and runs outside the event loop."""

import asyncio
import gzip
import hashlib
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from ...draw import draw_map
from ...draw.themes.theme import painted
from ...kit.table import Wargame
from ...titles import GAMES, atlas
from .presenter import sheet_of


class Picture(NamedTuple):
    """A drawing as it is sent."""

    svg: bytes
    small: bytes  # the same, compressed
    tag: str


class Pictures:
    """The drawings of a server."""

    def __init__(self, titles: Mapping[str, Wargame[Any]]) -> None:
        self.titles = titles
        self._kept: dict[tuple[Any, ...], asyncio.Task[Picture]] = {}  # few: the server draws only fixed sizes
        self._drawing = ThreadPoolExecutor(1, "drawing")  # so that nothing else waits for a thread

    def close(self) -> None:
        """Draw nothing more."""
        self._drawing.shutdown(wait=False, cancel_futures=True)

    def has(self, title: str) -> bool:
        """Whether this title has a map."""
        return title.partition("@")[0] in GAMES

    async def sheet(self, title: str, theme: str) -> Picture:
        """The map of a title as the page lays it out, with fixed colours."""
        return await self._once((title, theme), lambda: painted(sheet_of(self.titles[title])[0].svg, theme))

    async def map(self, title: str, layer: str, scale: float, theme: str, live: bool) -> Picture:
        """The map of a title."""

        def draw() -> str:
            of = self.titles[title] if title in self.titles else atlas(title)
            if live and (layer, scale) == ("terrain", 1.0) and isinstance(of, Wargame):
                svg = sheet_of(of)[0].svg
            else:
                svg = draw_map(of, layer=layer, scale=scale, theme=theme, live=live).svg
            return re.sub(r"<style>.*?</style>", "", svg, flags=re.S) if live else svg

        return await self._once((title, layer, scale, theme, live), draw)

    async def _once(self, key: tuple[Any, ...], draw: Callable[[], str]) -> Picture:
        if key not in self._kept:
            self._kept[key] = asyncio.create_task(self._made(draw))
        try:
            return await asyncio.shield(self._kept[key])
        except Exception:
            self._kept.pop(key, None)
            raise

    async def _made(self, draw: Callable[[], str]) -> Picture:
        def work() -> Picture:
            svg = draw().encode()
            return Picture(svg, gzip.compress(svg, 6, mtime=0), f'"{hashlib.sha256(svg).hexdigest()[:20]}"')

        return await asyncio.get_running_loop().run_in_executor(self._drawing, work)
