"""Min-cost assignment: which unit takes which post, so that the sum of the costs is lowest (Hungarian algorithm)."""

from collections.abc import Sequence
from math import inf

FORBIDDEN = 1e9
"""The cost of a pair that must not be made."""


def assign(costs: Sequence[Sequence[float]]) -> list[int]:
    """For each row the column it gets, or -1; `costs[row][column]` may be FORBIDDEN.

    As many rows as possible get a column, no column is given twice, and the sum of the costs is as low as it can be.
    """
    if not costs or not costs[0]:
        return [-1] * len(costs)
    rows, columns = len(costs), len(costs[0])
    if rows > columns:
        flipped = assign([[costs[row][column] for row in range(rows)] for column in range(columns)])
        out = [-1] * rows
        for column, row in enumerate(flipped):
            if row >= 0:
                out[row] = column
        return out
    up, side = [0.0] * (rows + 1), [0.0] * (columns + 1)  # potentials
    match, way = [0] * (columns + 1), [0] * (columns + 1)  # the row of each column; 0: none
    for row in range(1, rows + 1):
        _augment(costs, row, up, side, match, way)
    out = [-1] * rows
    for column in range(1, columns + 1):
        if match[column] and costs[match[column] - 1][column - 1] < FORBIDDEN:
            out[match[column] - 1] = column - 1
    return out


def _augment(
    costs: Sequence[Sequence[float]], row: int, up: list[float], side: list[float], match: list[int], way: list[int]
) -> None:
    """Give one more row a column along the shortest augmenting path."""
    columns = len(side) - 1
    match[0], at = row, 0
    least, used = [inf] * (columns + 1), [False] * (columns + 1)
    while True:
        used[at] = True
        mine, best, next_ = match[at], inf, 0
        line, base = costs[mine - 1], up[mine]
        for column in range(1, columns + 1):
            if used[column]:
                continue
            reduced = line[column - 1] - base - side[column]
            if reduced < least[column]:
                least[column], way[column] = reduced, at
            if least[column] < best:
                best, next_ = least[column], column
        for column in range(columns + 1):
            if used[column]:
                up[match[column]] += best
                side[column] -= best
            else:
                least[column] -= best
        at = next_
        if not match[at]:
            break
    while at:
        match[at] = match[way[at]]
        at = way[at]
