"""How fast titles are played: whole games of the reference policy, in rounds that take turns.

The reference policy is `Title.sample`: a random verb, then each argument at random, `done` one time in twenty. But it
does not undo what it has done: a verb that can lead back to an earlier position of the same step is played at most
once until an action ends a step. A click is an argument chosen among at least two options. See docs/speed.md.
"""

import time
from collections.abc import Callable, Hashable, Mapping
from itertools import islice
from random import Random
from typing import Any, NamedTuple, TypeVar

from ..core.action import Action
from ..core.options import Pick
from ..core.title import Title

GAMES = 3
"""The games of each scenario in a round: always the same ones, so that rounds and runs can be compared."""

K = TypeVar("K", bound=Hashable)


class Pace(NamedTuple):
    """The number of games and actions, and the processor time they took in seconds."""

    games: int
    actions: int
    seconds: float


def undoing(title: Title[Any], scenario: str, random: Random) -> frozenset[str]:
    """The verbs that led back to an earlier position since an action ended a step, in one random game."""
    found, seen = set[str](), set[Any]()
    s = title.start(scenario)
    while not s.over:
        action = title.sample(s, random.randrange)
        seen.add(s.key())
        ends = ends_step(title, s, action)
        title.play(s, action)
        if ends:
            seen.clear()
        elif (now := s.key()) in seen:
            found.add(action.verb)
            seen = {now}  # to do again what was undone is not undoing
    return frozenset(found)


def ends_step(title: Title[Any], s: Any, action: Action) -> bool:
    """Whether a step always ends with this action."""
    verb = title.step(s).verb(action.verb)
    return verb is not None and verb.leaves is True


def picker(random: Random) -> Pick:
    """A quick source of random numbers: `randrange` would take a twentieth of a game."""
    draw = random.random
    return lambda n: int(draw() * n)


class Reference:
    """The reference policy in one scenario."""

    def __init__(self, title: Title[Any], scenario: str) -> None:
        self.title = title
        self.scenario = scenario
        self.undoing = undoing(title, scenario, Random("undoing"))

    def play(self, random: Random, look: Callable[[Any, Action], None] | None = None) -> int:
        """Play a game, and show each action to `look` before it is played; the number of actions."""
        title, pick, count = self.title, picker(random), 0
        spent = set[str]()
        s = title.start(self.scenario)
        while not s.over:
            action = title.sample(s, pick, spent=spent)
            if look is not None:
                look(s, action)
            if action.verb in self.undoing:
                spent.add(action.verb)
            elif spent and ends_step(title, s, action):
                spent.clear()
            title.play(s, action)
            count += 1
        return count

    def clicks(self, random: Random) -> int:
        """The clicks of a game."""
        found = 0

        def look(s: Any, action: Action) -> None:
            nonlocal found
            found += clicks(self.title, s, action)

        self.play(random, look)
        return found


def clicks(title: Title[Any], s: Any, action: Action) -> int:
    """How many arguments of a legal action are chosen among at least two options."""
    asked = [title.choices(s, action.verb, *action.args[:n]) for n in range(len(action.args))]
    return sum(1 for options in asked if options is not None and len(list(islice(options, 2))) > 1)


def chess_game(random: Random) -> int:
    """Play a game of chess with random legal moves; the number of moves."""
    import chess

    board, count = chess.Board(), 0
    while not board.is_game_over():
        board.push(random.choice(list(board.legal_moves)))
        count += 1
    return count


def rounds(players: Mapping[K, Callable[[Random], int]], seconds: float) -> dict[K, list[Pace]]:
    """Let all play the same games in turn, round after round until the time is up, and at least one round.

    Each has played before: the first game of a process is slower.
    """
    found: dict[K, list[Pace]] = {name: [] for name in players}
    start = time.process_time()
    while True:
        for name, play in players.items():
            found[name].append(pace(play))
        if time.process_time() - start >= seconds:
            return found


def pace(play: Callable[[Random], int], games: int = GAMES) -> Pace:
    """Play some games."""
    start = time.process_time()
    actions = sum(play(Random(n)) for n in range(games))
    return Pace(games, actions, time.process_time() - start)
