"""What looks foolish in a game of *Leningrad*, counted: `ledger` keeps a game, the rest reads it."""

from collections.abc import Iterator
from random import Random
from typing import Any

from grognard.core.action import CHANCE, Action
from grognard.core.bits import Bits, scan
from grognard.opponents import Budget, Seat, opponent
from grognard.titles import TITLES
from grognard.titles.leningrad79.opponent.evaluation import WEIGHTS, at_last
from grognard.titles.leningrad79.opponent.opportunities import Opportunities
from grognard.titles.leningrad79.rules.movement import trip
from grognard.titles.leningrad79.rules.supply import supplied
from grognard.titles.leningrad79.state import GERMAN, SOVIET

TITLE = TITLES["leningrad79"]
Ledger = list[tuple[Any, Action]]
"""Every decision of a game: the position before it, and the action."""
MOVEMENT = ("german-movement", "soviet-movement")


def ledger(level: str, seed: int | str, nodes: int | None = None) -> Ledger:
    """A game of a level against itself, every action checked against the rules."""
    found, s, dice = opponent(level), TITLE.start(), Random(seed).randrange
    minds, out = [found.sit(), found.sit()], []
    while not s.over:
        who = TITLE.decider(s)
        if who == CHANCE:
            TITLE.play(s, TITLE.chance(s, dice))
            continue
        budget = found.budget() if nodes is None else Budget(nodes)
        thought = minds[who].choose(Seat(s, who), budget, dice)
        assert TITLE.explain(s, thought.action, who) == [], (TITLE.text(s, thought.action), thought.why)
        out.append((s.copy(), thought.action))
        TITLE.play(s, thought.action)
    return out


def phases(kept: Ledger, settled: bool = False) -> Iterator[tuple[Any, Any]]:
    """The Movement Phases of a game: the position at the beginning of each, and the one at its end.

    `settled`: the beginning is when the last overrun is over, so that nothing between is luck.
    """
    first, last, fought = None, (0, ""), False
    for s, action in kept:
        now = (s.turn, TITLE.step(s).name)
        if now[1] not in MOVEMENT:
            fought = True
            continue
        if now != last or (settled and fought):
            first, last, fought = s, now, False
        if action.verb == "done":
            yield first, s
        fought = fought or action.verb == "overrun"


def attacks(kept: Ledger) -> Iterator[tuple[Any, Action, float]]:
    """Every attack that nobody had to make, and what it could be reckoned to be worth."""
    for s, action in kept:
        if action.verb == "attack" and not (s.turn == 1 and s.side == SOVIET):
            target, _, units = action.args
            posts = tuple((unit, s.place[unit]) for unit in scan(units))
            prices = at_last(WEIGHTS) if s.turn == s.data.turns else WEIGHTS
            odds = Opportunities(s, s.side, prices).odds
            yield s, action, odds.gain(posts, target, s.here[target] & ~s.defended)[0]


def cut_off(kept: Ledger, side: int = GERMAN, settled: bool = True) -> int:
    """Units in supply when their Movement Phase began, or when its overruns were over, that are not so at its end."""
    out = 0
    for first, last in phases(kept, settled):
        if first.side == side:
            before, after = supplied(first, side), supplied(last, side)
            out += sum(
                1
                for unit in scan(first.data.side[side])
                if before >> first.place[unit] & 1
                and last.data.land >> last.place[unit] & 1
                and not after >> last.place[unit] & 1
            )
    return out


def left_open(kept: Ledger) -> int:
    """Hexes that count in which no Soviet stands at the end of a Soviet phase though somebody could have come."""
    out = 0
    for first, last in phases(kept):
        if first.side == SOVIET and first.turn > 1:
            near: Bits = 0
            for unit in scan(first.data.side[SOVIET]):
                if first.data.land >> first.place[unit] & 1:
                    near |= trip(first, 1 << unit).reached
            out += (last.data.victory_hexes & near & ~last.held[SOVIET] & ~last.held[GERMAN]).bit_count()
    return out


CONTACT = 3  # hexes


def dithered(kept: Ledger) -> tuple[int, int]:
    """How many marches there were, and how many of them were undone in the next phase with no enemy near."""
    marches = undone = 0
    last: dict[int, tuple[int, int, int]] = {}
    for first, then in phases(kept):
        side, distance = first.side, first.data.board.distance
        enemies = list(scan(first.held[1 - side]))
        for unit in scan(first.data.side[side]):
            here, there = first.place[unit], then.place[unit]
            if not first.data.land >> here & first.data.land >> there & 1 or distance(here, there) < 2:
                continue
            marches += 1
            turn, origin, end = last.get(unit, (0, -1, -1))
            calm = all(distance(here, enemy) > CONTACT for enemy in enemies)
            whole = not first.reduced >> unit & 1  # who is reduced goes back to be restored
            undone += turn == first.turn - 1 and end == here and distance(there, origin) < 2 and calm and whole
            last[unit] = (first.turn, here, there)
    return marches, undone
