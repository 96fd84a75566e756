"""Helpers of the web tests: a lobby over a database, and games that are played in it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from grognard.core.dice import Dice
from grognard.kit.table import Wargame
from grognard.titles import TITLES
from grognard.web.play.game import Game
from grognard.web.play.lobby import Lobby
from grognard.web.play.quotas import Quotas
from grognard.web.storage.store import Store
from tests.kit.toy import TOY
from tests.waiting import PATIENCE

T = TypeVar("T")
SHELF: Mapping[str, Wargame[Any]] = {**TITLES, "toy": TOY}


def run(work: Callable[[], Awaitable[T]]) -> T:
    """Run it in an event loop of its own."""

    async def whole() -> T:
        return await asyncio.wait_for(work(), PATIENCE)

    return asyncio.run(whole())


@asynccontextmanager
async def opened(
    database: str | Path, shelf: Mapping[str, Wargame[Any]] = SHELF, *, most: int = 200, start: bool = False
) -> AsyncIterator[Lobby]:
    """A lobby with Anna, Boris and Carla."""
    store = Store(str(database))
    lobby = Lobby(store, shelf, Quotas(rooms=most))
    known = await store.names(["anna", "boris", "carla"])
    for name in ("anna", "boris", "carla"):
        if name not in known:
            await store.person(name, name.title())
    if start:
        await lobby.start()
    try:
        yield lobby
    finally:
        await lobby.close()
        store.close()


async def two(lobby: Lobby, title: str = "leningrad79", **more: Any) -> Game:
    """A game of Anna against Boris, she on the first side."""
    second = SHELF[title].players[1]
    game = await lobby.new("anna", title, seats={second: "invite"}, **more)
    invitation = game.seats[second].invitation
    assert invitation
    return await lobby.join(invitation, "boris")


async def step(game: Game, pick: Callable[[int], int], request: str = "", done: int = 5) -> int:
    """Whoever has to decide does something legal."""
    room = game.room
    text = room.title.text(room.state, room.title.sample(room.state, pick, done))
    return await room.play(room.decider, text, room.version, request)


async def play(game: Game, count: int, seed: int = 1, done: int = 5) -> None:
    """So many decisions, by lot."""
    pick = Dice(seed).pick
    for _ in range(count):
        if game.room.over:
            return
        await step(game, pick, done=done)
