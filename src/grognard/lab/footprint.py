"""What else a title costs: drawing its map, opening a stored game, the memory of an open game, a computer's turn."""

import gc
import time
import tracemalloc
from random import Random
from typing import Any, NamedTuple

from ..core.table import Table
from ..core.title import Title
from ..draw.map import draw_map
from ..kit.table import Wargame
from ..opponents.contract import Seat
from ..opponents.levels import opponent


class Opened(NamedTuple):
    """A finished game of the reference policy, opened from its actions as text."""

    actions: int
    milliseconds: float  # to open it, without describing what was played
    megabytes: float  # in memory, once everything that was said has been read


def texts(title: Title[Any], scenario: str = "", seed: int = 0) -> list[str]:
    """The actions of a random game as text, as they are stored."""
    pick, s, out = Random(seed).randrange, title.start(scenario), []
    while not s.over:
        action = title.sample(s, pick)
        out.append(title.text(s, action))
        title.play(s, action)
    return out


def opened(title: Title[Any], actions: list[str]) -> Opened:
    """Open a game twice: once to take the time, once to weigh it."""
    start = time.process_time()
    _open(title, actions)
    took = time.process_time() - start
    gc.collect()
    tracemalloc.start()
    try:
        table = _open(title, actions)
        table.diary()
        gc.collect()
        weight, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return Opened(len(table.journal), round(1000 * took, 1), round(weight / 1e6, 2))


def _open(title: Title[Any], actions: list[str]) -> Table:
    table = Table(title, rolls=False)
    for text in actions:
        table.retrace(title.parse(table.state, text))
    return table


def map_seconds(title: Wargame[Any]) -> float:
    """The processor time to draw the map, in seconds."""
    start = time.process_time()
    draw_map(title)
    return round(time.process_time() - start, 3)


def turn_seconds(title: Wargame[Any], level: str, turns: int = 2) -> float:
    """The mean processor time of a computer's Player-Turn in seconds: the first turns of a game with itself."""
    s, by = title.start(), opponent(level)
    minds, dice = [by.sit() for _ in title.players], Random("turns").randrange
    last, begun, start = -1, 0, time.process_time()
    while not s.over:
        who = title.decider(s)
        if who < 0:
            title.play(s, title.chance(s, dice))
            continue
        if who != last and not s.stack:
            last = who
            if begun == turns:
                break
            begun += 1
        title.play(s, minds[who].choose(Seat(s, who), by.budget(), dice).action)
    return round((time.process_time() - start) / max(1, begun), 3)
