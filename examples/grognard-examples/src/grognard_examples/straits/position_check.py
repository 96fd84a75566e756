"""Checks positions written by hand: every accepted position can be played."""

from collections import Counter
from collections.abc import Iterator

from grognard.core.bits import scan
from grognard.core.title import Flaw

from .components import ISLAND, MAINLAND, SIDES
from .rules.battle import Battle, fighting
from .rules.fog import undealt
from .state import State, blocks_in


def flaws(s: State) -> Iterator[Flaw]:
    """Everything in a position that is impossible."""
    d = s.data
    dealing = not s.over and s.flow.label(s.at) == "dealing"
    if not 0 <= s.turn <= d.turns or (s.turn == 0) != dealing:
        yield Flaw("turn", f"the game has {d.turns} turns, and strengths are dealt before the first")
    if s.side not in (ISLAND, MAINLAND):
        yield Flaw("side", "0 is Island, 1 is Mainland")
        return
    if s.held & ~d.board.areas:
        yield Flaw("held", "only areas are held")
    yield from _blocks(s, dealing)
    if isinstance(s.local, Battle) and not s.over:
        yield from _battle(s, s.local)


def _blocks(s: State, dealing: bool) -> Iterator[Flaw]:
    d = s.data
    for side in (ISLAND, MAINLAND):
        used = Counter(s.strength[block] for block in scan(d.side[side]) if s.strength[block])
        if dealing and used - Counter(d.strengths):
            yield Flaw("at", f"{SIDES[side].title()} has strengths that were not dealt")
        for area in scan(d.board.areas):
            if blocks_in(s, area, side).bit_count() > d.room:
                yield Flaw(d.board.names[area], f"at most {d.room} blocks of a side")
    for block in scan(d.all_blocks):
        gone = s.place[block] == d.lost
        if s.strength[block] > (0 if gone else max(d.strengths)):
            yield Flaw(d.ids[block], "too strong")
        if not dealing and undealt(s) >> block & 1:
            yield Flaw(d.ids[block], "it has no strength")


def _battle(s: State, battle: Battle) -> Iterator[Flaw]:
    if not fighting(s):
        yield Flaw("at", "a battle needs blocks of both sides")
    if (blocks_in(s, battle.area, ISLAND) | blocks_in(s, battle.area, MAINLAND)) & ~s.known:
        yield Flaw("at", "the blocks in a battle are known")
