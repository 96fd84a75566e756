"""A sequential probability ratio test over pairs of games: is one player stronger than another?

Each pair has the same dice and swapped sides, and counts as one observation between 0 and 1. The test compares two
hypotheses, each a lead in Elo points, and ends as soon as the games decide between them; errors of both kinds have the
same probability. Draws and the dice that both games of a pair share need no model: their effect is in the spread of the
pairs (a generalised test with a normal approximation).

    test = Sprt(0, 50)
    for pair in pairs:
        if (verdict := test.add(pair)):
            break
"""

from math import log
from statistics import fmean

LEAST = 4  # pairs before the test may end


def expected(elo: float) -> float:
    """The share of points that a lead in Elo is worth."""
    return float(1 / (1 + 10 ** (-elo / 400)))


class Sprt:
    """A test that is under way."""

    def __init__(self, elo0: float = 0.0, elo1: float = 50.0, error: float = 0.05) -> None:
        if not elo0 < elo1:
            raise ValueError("the second lead must be larger than the first")
        self.low, self.high = expected(elo0), expected(elo1)
        self.bound = log((1 - error) / error)
        self.pairs: list[float] = []

    def add(self, points: float) -> str:
        """Count a pair, from 0 (both games lost) to 1 (both won); returns the verdict so far."""
        self.pairs.append(points)
        return self.verdict

    @property
    def ratio(self) -> float:
        """The logarithm of the likelihood ratio: above 0 it favours the second hypothesis."""
        if not self.pairs:
            return 0.0
        mean = fmean(self.pairs)
        smooth = [*self.pairs, 0.0, 1.0]  # one pair lost and one won: equal results are not certainty
        middle = fmean(smooth)
        spread = sum((one - middle) ** 2 for one in smooth) / len(smooth)
        return (self.high - self.low) * (2 * mean - self.low - self.high) * len(self.pairs) / (2 * spread)

    @property
    def verdict(self) -> str:
        """`stronger`, `not stronger`, or nothing while the test is undecided."""
        if len(self.pairs) < LEAST:
            return ""
        return "stronger" if self.ratio >= self.bound else "not stronger" if self.ratio <= -self.bound else ""
