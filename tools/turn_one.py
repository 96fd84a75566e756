"""Plays the Soviet half of the first Game-Turn of *Leningrad* (1979) at random, many times.

On Game-Turn 1 every Soviet unit has obligations (17.1-17.3): to enter, to get adjacent or to march, to attack. Whatever
the order of moves and the dice, no player may ever be left without a legal action, and no phase may end
with an unmet obligation. Each run starts from a random German Player-Turn.

    python -m tools.turn_one [COUNT] [--seed SEED] [--each N]
"""

import argparse
import time
from typing import Any

from grognard.core import notation
from grognard.core.dice import Dice
from grognard.titles import TITLES
from grognard.titles.leningrad79.rules import combat, reinforcements, surprise

TITLE = TITLES["leningrad79"]


class Stuck(AssertionError):
    """A position without a legal action, or a phase that ended with an unmet obligation."""


def stuck(s: Any, why: str) -> Stuck:
    return Stuck(f"{why}\n{notation.write(s)}")


def german_turn(dice: Dice) -> Any:
    """Set up a game and play it at random up to the Soviet Movement Phase of Game-Turn 1."""
    options = {name: option.values[dice.pick(len(option.values))] for name, option in TITLE.options.items()}
    s, done = TITLE.start(options=options), (1, 5, 20)[dice.pick(3)]  # percent: long, usual and short phases
    while not (s.turn == 1 and TITLE.step(s).name == "soviet-movement"):
        TITLE.play(s, TITLE.sample(s, dice.pick, done))
    return s


def soviet_turn(s: Any, dice: Dice) -> int:
    """Play both Soviet phases; returns the number of decisions."""
    decisions = 0
    while s.turn == 1:
        where = TITLE.step(s).name
        if not TITLE.verbs(s):
            raise stuck(s, f"no legal action at {where}")
        action = TITLE.sample(s, dice.pick)
        if objections := TITLE.explain(s, action):
            raise stuck(s, f"{TITLE.text(s, action)} is offered and refused: {objections}")
        if action.verb == "done" and not s.stack:
            undone = duties_left(s, where)
            if undone:
                raise stuck(s, f"{where} ends with unmet obligations: {undone}")
        TITLE.play(s, action)
        decisions += 1
    return decisions


def duties_left(s: Any, where: str) -> list[int]:
    """The units that must enter, move or attack before the phase can end."""
    if where == "soviet-movement":
        return [unit for unit in (reinforcements.due(s), *surprise.duties(s)) if unit]
    return [units] if (units := combat.common_any(s)) else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("count", nargs="?", type=int, default=200, help="Soviet Player-Turns to play")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--each", type=int, default=5, help="Soviet Player-Turns after the same German one")
    args = parser.parse_args()
    dice, decisions, started = Dice(args.seed), 0, time.perf_counter()
    for n in range(args.count):
        if n % args.each == 0:
            first = german_turn(dice)
        decisions += soviet_turn(first.copy(), dice)
    seconds = time.perf_counter() - started
    print(f"{args.count} Soviet Player-Turns, {decisions} decisions, no dead ends ({seconds:.1f} s)")


if __name__ == "__main__":
    main()
