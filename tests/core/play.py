"""Random games and positions for the engine's own tests."""

from collections.abc import Iterator
from random import Random
from typing import Any

from grognard.core.state import declared
from grognard.core.table import Table
from grognard.core.title import Title
from grognard.titles import TITLES as SHIPPED
from tests.core import toy

TITLES: dict[str, Title[Any]] = {**SHIPPED, **toy.TITLES}
LENINGRAD = TITLES["leningrad79"]
MEETING = """\
toy
at game red-moves
hour 1
north r1=fox b1=bear
middle r2=bear
south b2=fox
red-box r3=wolf
blue-box b3=wolf
"""
DUEL = """\
toy
at game red-moves+
at duel throwing attacker=r1 defender=b1 bonus=2
hour 2
red_stance 2
blue_stance 1
north r1=fox(tired) b1=bear(health=1)
middle b2=fox(known=1)
blue-box b3=wolf
red-box r2=wolf r3=bear
"""


def game(title: Title[Any], seed: int, actions: int = 1 << 30) -> Table:
    """A table at which so many random actions have been played, dice included."""
    random = Random(seed)
    options = {name: random.choice(option.values) for name, option in title.options.items()}
    table = Table(title, options=options, seed=seed, rolls=False)
    while not table.state.over and len(table.journal) < actions:
        table.play(title.sample(table.state, random.randrange))
    return table


def states(title: Title[Any], seed: int, every: int = 1) -> Iterator[Any]:
    """The positions of a random game: every n-th, all inside procedures, and the last."""
    table = game(title, seed)
    for n in range(len(table.journal) + 1):
        s = table.at(n)
        if n % every == 0 or s.stack or s.over:
            yield s


def everything(s: Any) -> list[Any]:
    """All of a state, what is kept for speed included."""
    return [s.key(), *((f.name, getattr(s, f.name)) for f in declared(type(s)))]
