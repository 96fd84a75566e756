"""Games of the recruits, by which they are frozen: every rating is measured from them.

python -m tests.opponents.anchor        # write the games down again, after a change of the rules that was meant
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from grognard.core.action import CHANCE
from grognard.opponents import Seat, opponent
from grognard.titles import TITLES

FILE = Path(__file__).with_name("anchor.txt")
PAIRS = (("recruit", "recruit"), ("recruit", "random"), ("random", "recruit"))
SEED = 0  # of some tried, the one with which the most changes of a recruit show
MOST = 1000  # actions and rolls
HEAD = "# Digests of the actions in games of the recruits; written by `python -m tests.opponents.anchor`.\n"


class Game(NamedTuple):
    """One game: the rules it is played by, who plays, and the dice."""

    title: str
    scenario: str
    rules: str  # usual, or all: every option changed
    first: str
    second: str
    seed: int

    @classmethod
    def read(cls, name: str) -> "Game":
        """The game of that name."""
        title, scenario, rules, first, second, seed = name.split()
        return cls(title, scenario, rules, first, second, int(seed))

    def __str__(self) -> str:
        return " ".join(map(str, self))


def games() -> Iterator[Game]:
    """For every scenario: both sides, then each side against random moves with every option changed."""
    for title in TITLES:
        for scenario in TITLES[title].scenarios:
            for first, second in PAIRS:
                rules = "usual" if first == second else "all"
                yield Game(title, scenario, rules, first, second, SEED)


def play(game: Game, most: int = MOST) -> str:
    """How many actions the game had, and a digest of them."""
    title = TITLES[game.title]
    changed = {name: option.values[-1] for name, option in title.options.items()} if game.rules == "all" else {}
    s: Any = title.start(game.scenario, changed)
    levels = [opponent(level) for level in (game.first, game.second)]
    minds = [level.sit() for level in levels]
    chance, digest, count = Random(str(game)).randrange, hashlib.sha256(), 0
    while not s.over and count < most:
        who = title.decider(s)
        if who == CHANCE:
            action = title.chance(s, chance)
        else:
            action = minds[who].choose(Seat(s, who), levels[who].budget(), chance).action
        digest.update(f"{title.text(s, action)}\n".encode())
        title.play(s, action)
        count += 1
    return f"{count} {digest.hexdigest()[:16]}"


def frozen() -> dict[str, str]:
    """What is written down, by game."""
    lines = [line.rsplit(" ", 2) for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {name: f"{count} {digest}" for name, count, digest in lines}


if __name__ == "__main__":
    FILE.write_text(HEAD + "".join(f"{game} {play(game)}\n" for game in games()), "utf-8")
