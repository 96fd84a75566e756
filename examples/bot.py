"""A bot that plays both sides of any title legally, at random, through the engine protocol.

python examples/bot.py leningrad79 --seed 7 --actions 200
"""

import argparse
from random import Random
from typing import Any, cast

from grognard.client import Engine, Game, VerbInfo


def argument(found: Any, random: Random) -> str | list[str]:
    """A value for the next argument of an action, from what may come next."""
    if "ends" in found:
        return list(found["ends"][random.choice(sorted(found["ends"]))]["path"])
    if "values" in found:
        return cast("str | list[str]", random.choice(found["values"]))
    if "sets" in found:
        return list(random.choice(found["sets"]))
    others = [one for one in found["members"] if one not in found["must"]]
    least = max(found["low"], len(found["must"]))
    many = found["high"] if not found["free"] else random.randint(least, found["high"])
    return [*found["must"], *random.sample(others, many - len(found["must"]))]


def action(game: Game, verb: VerbInfo, random: Random) -> dict[str, Any]:
    """An action with this verb, argument by argument; every choice leads to a legal one."""
    chosen: list[str | list[str]] = []
    for _ in verb["args"]:
        chosen.append(argument(game.choices(verb["verb"], *chosen), random))
    return {"verb": verb["verb"], "args": chosen}


def play(title: str, seed: int, most: int) -> int:
    """Play up to so many actions of a game; returns how many were played."""
    random = Random(seed)
    with Engine() as engine:
        game = engine.new(title, seed=seed, auto=True)
        for count in range(most):
            ask = game.ask()
            if ask["over"]:
                print(ask["outcome"])
                return count
            verbs = [one for one in ask["verbs"] if one["verb"] != "done"] or ask["verbs"]
            done = next((one for one in ask["verbs"] if one["verb"] == "done"), None)
            said = action(game, done if done and random.random() < 0.2 else random.choice(verbs), random)
            if game.why(said)["legal"]:
                game.play(said)
        print(game.status()["status"])
    return most


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--actions", type=int, default=200)
    said = parser.parse_args()
    print(play(said.title, said.seed, said.actions), "actions")
