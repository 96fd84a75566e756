"""Plays games with the code of one tree, as asked on its standard input: one side of `against.py`.

It runs in older trees too. So it uses only what every revision since the first three titles has, and plays by the
reference policy itself.
"""

import hashlib
import json
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any


def reference(title: Any, scenario: str, seed: int, note: Callable[[object], None]) -> None:
    """Play a game by the reference policy: `done` one time in twenty, otherwise a random verb and random arguments."""
    pick, s = Random(seed).randrange, title.start(scenario)
    while not s.over:
        action = title.sample(s, pick)
        note((action.verb, action.args))
        title.play(s, action)


def regular(title: Any, scenario: str, seed: int, note: Callable[[object], None]) -> None:
    """Play a game of regulars."""
    from grognard.lab import match

    score = match.play(match.Pairing(title.name, scenario, ("regular",) * len(title.players), str(seed)), title)
    note((score.winner, score.actions))


def answer(request: dict[str, Any]) -> Any:
    """The scenarios of some titles, or what some games took and a mark of what was played."""
    from grognard.titles import TITLES

    if request["want"] == "scenarios":
        return {name: list(TITLES[name].scenarios) for name in request["titles"] if name in TITLES}
    play, played = {"reference": reference, "regular": regular}[request["want"]], list[object]()
    start = time.process_time()
    for seed in range(request["games"]):
        play(TITLES[request["title"]], request["scenario"], seed, played.append)
    seconds = time.process_time() - start
    return {"seconds": seconds, "played": hashlib.sha256(repr(played).encode()).hexdigest()}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
