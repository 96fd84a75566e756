"""One game between two levels at full speed: no table, no journal, dice from a seed."""

import time
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from ..core import record
from ..core.action import CHANCE
from ..core.title import Title
from ..opponents import Seat, opponent
from ..titles import TITLES

LONGEST = 20_000  # actions: more than any game


class Pairing(NamedTuple):
    """A game to be played: the level of each side, in the title's order, and the seed of the dice."""

    title: str
    scenario: str
    levels: tuple[str, ...]
    seed: str
    options: tuple[str, ...] = ()  # of the title, as `name=value`


class Score(NamedTuple):
    """A game that has been played."""

    pairing: Pairing
    winner: int  # the side, or below 0 if nobody won
    level: str
    facts: dict[str, Any]
    seconds: tuple[float, ...]  # processor time of each side, until the other has to decide
    turns: tuple[int, ...]  # player turns of each side
    actions: int


def play(pairing: Pairing, title: Title[Any] | None = None) -> Score:
    """Play a game to its end. The same pairing gives the same game on every machine."""
    return played(pairing, title or TITLES[pairing.title])[0]


def recorded(pairing: Pairing, title: Title[Any], header: Mapping[str, str]) -> str:
    """Play a game to its end and return its record, with these lines in the header."""
    lines: list[str] = []
    _, s = played(pairing, title, lines)
    return record.compose(s, lines, header)


def played(pairing: Pairing, title: Title[Any], lines: list[str] | None = None) -> tuple[Score, Any]:
    """Play a game to its end and return its score and final position; `lines` collects its record."""
    s = title.start(pairing.scenario, dict(option.split("=", 1) for option in pairing.options))
    levels = [opponent(name) for name in pairing.levels]
    minds = [level.sit() for level in levels]
    picks = [Random(f"{pairing.seed} {side}").randrange for side in range(len(levels))]
    dice = Random(f"{pairing.seed} dice").randrange
    seconds, turns, last, count = [0.0] * len(levels), [0] * len(levels), CHANCE, 0
    timed, since = 0, time.process_time()
    names = {CHANCE: "chance", **dict(enumerate(title.players))}
    while not s.over:
        who = title.decider(s)
        if who == CHANCE:
            action = title.chance(s, dice)
        else:
            if who != timed:  # not at every decision: in some places the clock itself takes long
                seconds[timed] += (now := time.process_time()) - since
                timed, since = who, now
            action = minds[who].choose(Seat(s, who), levels[who].budget(), picks[who]).action
        if lines is not None:
            lines.append(f"{names[who]} {title.text(s, action)}")
        title.play(s, action)
        if who != CHANCE and not s.stack and who != last:
            turns[who] += 1
            last = who
        count += 1
        if count > LONGEST:
            raise RuntimeError(f"{pairing} does not end")
    seconds[timed] += time.process_time() - since
    outcome = title.outcome(s)
    assert outcome is not None
    facts = dict(outcome.facts)
    return Score(pairing, outcome.winner, outcome.level, facts, tuple(seconds), tuple(turns), count), s
