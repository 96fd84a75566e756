"""Ratings: the strength of each level from the games it played, with one level fixed."""

from collections.abc import Mapping, Sequence
from math import log, log10, sqrt
from typing import NamedTuple

PRIOR = 0.5  # half a game won and half a game lost against each opponent, so that ratings stay finite
Z = 1.96  # 95 %


class Rating(NamedTuple):
    """A rating, and the 95 % confidence interval around it."""

    elo: float
    low: float
    high: float


def wilson(won: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share."""
    if not games:
        return 0.0, 1.0
    share, z2 = won / games, Z * Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def ratings(
    names: Sequence[str], scores: Mapping[tuple[str, str], tuple[float, int]], anchor: str, at: float = 1000.0
) -> dict[str, Rating]:
    """Elo ratings from pairwise scores: `scores[a, b]` is (points of a, games).

    The maximum likelihood strengths are iterated until convergence (Bradley-Terry model); a confidence interval takes
    the strengths of the opponents as given.
    """
    met = {name: [other for other in names if other != name and _games(scores, name, other)] for name in names}
    strength = dict.fromkeys(names, 1.0)
    for _ in range(10_000):
        change = 0.0
        for name in names:
            won = sum(_points(scores, name, other) + PRIOR for other in met[name])
            if not met[name]:
                continue
            share = sum(
                (_games(scores, name, other) + 2 * PRIOR) / (strength[name] + strength[other]) for other in met[name]
            )
            new = won / share
            change = max(change, abs(log(new / strength[name])))
            strength[name] = new
        mean = sum(log(value) for value in strength.values()) / len(names)
        strength = {name: value / 2.718281828459045**mean for name, value in strength.items()}
        if change < 1e-9:
            break
    base = strength.get(anchor, 1.0)
    out = {}
    for name in names:
        elo = at + 400 * log10(strength[name] / base)
        half = 0.0 if name == anchor else Z * _error(name, met[name], scores, strength)
        out[name] = Rating(elo, elo - half, elo + half)
    return out


def _error(
    name: str, met: Sequence[str], scores: Mapping[tuple[str, str], tuple[float, int]], strength: Mapping[str, float]
) -> float:
    """The standard error of a rating."""
    slope = log(10) / 400
    known = 0.0
    for other in met:
        expected = strength[name] / (strength[name] + strength[other])
        known += (_games(scores, name, other) + 2 * PRIOR) * expected * (1 - expected) * slope * slope
    return 1 / sqrt(known) if known else 1000.0


def _points(scores: Mapping[tuple[str, str], tuple[float, int]], name: str, other: str) -> float:
    if (name, other) in scores:
        return scores[name, other][0]
    points, games = scores.get((other, name), (0.0, 0))
    return games - points


def _games(scores: Mapping[tuple[str, str], tuple[float, int]], name: str, other: str) -> int:
    return (scores.get((name, other)) or scores.get((other, name)) or (0.0, 0))[1]
