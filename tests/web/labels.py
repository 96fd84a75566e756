"""Everything the page writes on buttons and above them, without a browser: `python -m tests.web.labels TITLE GAMES`."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

from grognard.core.action import CHANCE, Action
from grognard.core.table import Table
from grognard.core.view import ask, told, view
from grognard.kit.table import Wargame
from grognard.titles import TITLES
from grognard.web.present.decisions import barred
from grognard.web.present.presenter import words

SCRIPT = Path(__file__).with_name("labels.mjs")
TRIES = 12  # at one decision, to see each of its verbs


def labels(name: str, seed: int, actions: int, every: int) -> set[tuple[str, str]]:
    """What each kind of label says at every n-th decision of a random game, as `(kind, text)`."""
    title, random = TITLES[name], Random(seed)
    table = Table(title, random.choice([*title.scenarios]), seed=seed)
    seen: list[dict[str, Any]] = []
    for n in range(actions):
        s = table.state
        if s.over:
            break
        if n % every == 0 and title.decider(s) != CHANCE:
            seen.append(_decision(title, s, random))
        table.play(title.sample(s, random.randrange))
    towns = {place: title.board.names.get(place, "") for place in title.lexicon.places}
    board = {"words": words(title), "places": towns, "sides": dict(title.board.sides)}
    asked = {"board": board, "decisions": seen}
    node = Path(sys.prefix) / "bin" / "node"
    done = subprocess.run([node, SCRIPT], input=json.dumps(asked), capture_output=True, text=True, check=True)
    return {(kind, text) for kind, text in json.loads(done.stdout) if text}


def _decision(title: Wargame[Any], s: Any, random: Random) -> dict[str, Any]:
    """A position as its deciding player sees it, with an action of each verb."""
    found: dict[str, Action] = {}
    for _ in range(TRIES):
        action = title.sample(s, random.randrange, 30, tuple(found))
        found.setdefault(action.verb, action)
    viewer = title.decider(s)
    asked = {**ask(s, viewer), "barred": barred(s, viewer)}
    told_ = [told(s, action, viewer) for action in found.values()]
    return {"ask": asked, "pieces": view(s, viewer)["pieces"], "actions": told_}


if __name__ == "__main__":
    for kind, text in sorted({one for seed in range(int(sys.argv[2])) for one in labels(sys.argv[1], seed, 240, 4)}):
        print(f"{kind:8} {text}")
