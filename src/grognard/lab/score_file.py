"""Scores in a file of JSON lines: a ladder that was interrupted goes on where it was.

A file belongs to one version of the opponents: after a change, begin another.
"""

from json import dumps, loads
from pathlib import Path

from ..core.title import Bad
from .match import Pairing, Score


class Store:
    """The scores known so far; without a path they are kept in memory only."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.known: dict[Pairing, Score] = {}
        if path is not None and path.exists():
            for number, line in enumerate(path.read_text().splitlines(), 1):
                try:
                    pairing, *rest = loads(line)
                    title, scenario, levels, seed, options = pairing
                    game = Pairing(title, scenario, tuple(levels), seed, tuple(options))
                    winner, level, facts, seconds, turns, actions = rest
                    self.known[game] = Score(game, winner, level, facts, tuple(seconds), tuple(turns), actions)
                except (ValueError, TypeError, IndexError):
                    raise Bad(f"{path}, line {number}: this is not the score of a game") from None

    def add(self, score: Score) -> None:
        """Keep a score."""
        self.known[score.pairing] = score
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(dumps(score) + "\n")
