"""What is run by the Python of the environment with the plug-ins: laws of random play, and PettingZoo's own test."""

import sys
import warnings
from random import Random


def laws(name: str, games: int) -> None:
    """Hold whole games at random against every law."""
    from grognard.titles import TITLES
    from tests.laws import laws as every
    from tests.laws.title_laws import AT_REST

    AT_REST[name] = lambda _s: iter(())  # so that every objection has to cite a clause of the rulebook
    title = TITLES[name]
    for seed in range(games):
        random = Random(f"plug-in {seed}")
        for n, s in enumerate(every.walk(title, random, random.choice((2, 5, 15)))):
            every.check(title, s, random) if n % 4 == 0 or s.over else every.settled(title, s)
        assert title.outcome(s) is not None
        every.table_is_faithful(every.played(title, Random(f"table {seed}")))


def training(name: str) -> None:
    """PettingZoo's test of an environment."""
    from pettingzoo.test import api_test

    from grognard import rl

    warnings.simplefilter("ignore")  # an observation with its mask is a dictionary
    api_test(rl.make(name), num_cycles=300)


if __name__ == "__main__":
    what, name = sys.argv[1:3]
    if what == "laws":
        laws(name, int(sys.argv[3]))
    else:
        training(name)
    print("well")
