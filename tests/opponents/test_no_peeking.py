"""No peeking: with the same knowledge and chance an opponent does and says the same, whatever is hidden or thrown next.

Two minds of a level go through the same game side by side. One sits before the true position, the other before one in
which everything that its side cannot know is drawn anew at every decision.
"""

import json
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

from grognard.cli.protocol.engine import Engine
from grognard.core import notation
from grognard.core.action import CHANCE
from grognard.core.dice import Dice
from grognard.opponents import LEVELS, Budget, Seat, opponent
from grognard.titles import TITLES

STRETCH = {"random": 60, "recruit": 60, "regular": 24, "club": 5, "veteran": 3}  # decisions of a game looked at
NODES = 120  # the law does not depend on how long one thinks
GAMES = 3


def thought(title: Any, level: str) -> Budget:
    """A little of it; whoever has to try whole games out, since his title has no veteran, does so but once each."""
    trained = level not in ("club", "veteran") or find_spec(f"{title.home}.opponent.veteran")
    return Budget(NODES if trained else 1)


def begun(title: Any, random: Random, scenario: str) -> Any:
    """A position somewhere in a game of recruits in which a player decides."""
    s, left = title.start(scenario), random.randrange(250)
    minds = [opponent("recruit").sit() for _ in title.players]
    while not s.over and (left > 0 or title.decider(s) == CHANCE):
        who, left = title.decider(s), left - 1
        title.play(
            s,
            title.chance(s, random.randrange)
            if who == CHANCE
            else minds[who].choose(Seat(s, who), Budget(1), random.randrange).action,
        )
    return s


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", TITLES)
def test_what_is_hidden_changes_neither_the_action_nor_the_words(name: str, level: str) -> None:
    title, decisions, other_facts = TITLES[name], 0, 0
    for game in range(GAMES):
        random = Random(f"{level} {game}")
        s = begun(title, random, random.choice([*title.scenarios]))
        pairs = [(opponent(level).sit(), opponent(level).sit()) for _ in title.players]
        left = STRETCH[level]
        while not s.over and left:
            who = title.decider(s)
            if who == CHANCE:
                title.play(s, title.chance(s, random.randrange))
                continue
            other = title.guess(s, who, random.randrange)
            other_facts += other.key() != s.key()
            seed = random.randrange(1 << 30)
            one, two = (
                mind.choose(Seat(at, who), thought(title, level), Dice(seed).pick)
                for mind, at in zip(pairs[who], (s, other), strict=True)
            )
            assert one == two, f"{title.text(s, one.action)}: {one.why}"
            title.play(s, one.action)
            decisions, left = decisions + 1, left - 1
    assert decisions > 1.5 * STRETCH[level], "hardly anything was decided"
    assert other_facts > decisions / 4 or not title.fogged, "the positions hardly ever differed"


@pytest.mark.parametrize("name", TITLES)
def test_the_dice_of_the_table_are_not_known(name: str) -> None:
    """Through the engine protocol, at tables with other dice and other hidden facts."""
    title = TITLES[name]
    for game in range(4):
        random = Random(f"table {game}")
        s = begun(title, random, random.choice([*title.scenarios]))
        if s.over:
            continue
        seat = title.players[title.decider(s)]
        answers = set()
        for table in range(3):
            at = s if not table else title.guess(s, title.decider(s), random.randrange)
            engine = Engine(TITLES)
            said = [
                {"cmd": "position", "text": notation.write(at), "seat": seat, "seed": table, "auto": True},
                {"cmd": "go", "level": "regular", "nodes": NODES, "seed": 7},
            ]
            opened, answer = (engine.answer(json.dumps(one).encode()) for one in said)
            assert opened["ok"], opened
            answers.add((answer["action"], answer["why"]))
        assert len(answers) == 1
