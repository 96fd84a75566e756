import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.web.play.computers import Bots
from grognard.web.play.thinkers import Said
from grognard.web.play.thinking_queue import ThinkingQueue
from tests.web.tables import run


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_people_take_turns_and_know_their_place() -> None:
    async def work() -> None:
        queue, order, go = ThinkingQueue(1), list[str](), asyncio.Semaphore(0)

        async def think(game: str, owner: str) -> None:
            async with queue.turn(0, game, owner):
                order.append(game)
                await go.acquire()

        games = [("a1", "anna"), ("a2", "anna"), ("a3", "anna"), ("a4", "anna"), ("b1", "boris"), ("c1", "carla")]
        tasks = []
        for game, owner in games:
            tasks.append(asyncio.create_task(think(game, owner)))
            await settle()
        places = {game: queue.position(game) for game, _ in games}
        assert places == {"a1": 0, "b1": 1, "c1": 2, "a2": 3, "a3": 4, "a4": 5}
        assert (queue.waiting, queue.position("other")) == (5, None)
        tasks[2].cancel()  # a3 was taken back
        await settle()
        assert queue.position("a4") == 4
        for _ in games:
            go.release()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert order == ["a1", "b1", "c1", "a2", "a4"]
        assert queue.thinking == [None]

    run(work)


def test_a_game_that_leaves_while_it_is_called_holds_nobody_up() -> None:
    async def work() -> None:
        queue = ThinkingQueue(1)

        async def think(game: str) -> str:
            async with queue.turn(0, game, game):
                return game

        async with queue.turn(0, "first", "anna"):
            tasks = [asyncio.create_task(think(game)) for game in ("second", "third")]
            await settle()
        tasks[0].cancel()  # called, but it has not woken up yet
        await asyncio.gather(*tasks, return_exceptions=True)
        assert tasks[0].cancelled()
        assert await tasks[1] == "third"
        assert queue.thinking == [None]

    run(work)


def test_hints_take_turns_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many hints somebody asks for at once, another waits for one of them only."""
    order: list[str] = []

    def decide(game: str, *_: Any, **__: Any) -> Said:
        order.append(game)
        return Said("done", "")

    async def work() -> None:
        bots = Bots()
        for name, fake in {"takes": lambda *_: True, "process_of": lambda _: 0, "decide": decide}.items():
            monkeypatch.setattr(bots._thinkers, name, fake)
        rooms = [(f"a{n}", "anna") for n in range(5)] + [("b", "boris")]
        asked: Any = [SimpleNamespace(game=game, owner=owner, state=None, version=0) for game, owner in rooms]
        await asyncio.gather(*(bots.hint(room, "red", "club") for room in asked))
        await bots.close()

    run(work)
    assert order[:2] == ["a0", "b"]
    assert sorted(order) == ["a0", "a1", "a2", "a3", "a4", "b"]
