"""Houses: blocks along streets, and the cities made of them."""

import math
from collections.abc import Sequence
from random import Random

from ..base.geometry import Point, between, luck
from ..base.svg import fine, num, path, polygon
from ..themes.terrain import Sign


def _inside(loops: Sequence[Sequence[Point]], p: Point) -> bool:
    x, y = p
    odd = False
    for loop in loops:
        ax, ay = loop[-1]
        for bx, by in loop:
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                odd = not odd
            ax, ay = bx, by
    return odd


def blocks(loops: Sequence[Sequence[Point]], unit: float, key: str) -> str:
    """Path data of blocks of houses that fill the loops, separated by streets and a few avenues."""
    dice = luck("blocks", key)
    turn = dice.uniform(0.15, 0.75)
    across, down = math.cos(turn), math.sin(turn)
    points = [p for loop in loops for p in loop]
    x0, y0 = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    far = max(math.hypot(x - x0, y - y0) for x, y in points)
    rows, columns = _lots(far, unit, dice), _lots(far, unit, dice)
    out = []
    for top, bottom in rows:
        for left, right in columns:
            u, v = (left + right) / 2, (top + bottom) / 2
            spot = x0 + u * across - v * down, y0 + u * down + v * across
            if dice.random() < 0.05 or not _inside(loops, spot):
                continue
            corners = []
            for a, b in ((left, top), (right, top), (right, bottom), (left, bottom)):
                a, b = a + dice.uniform(-0.008, 0.008) * unit, b + dice.uniform(-0.008, 0.008) * unit
                corners.append((x0 + a * across - b * down, y0 + a * down + b * across))
            out.append("M" + "L".join(f"{num(x)} {num(y)}" for x, y in corners) + "Z")
    return "".join(out)


def _lots(far: float, unit: float, dice: Random) -> list[tuple[float, float]]:
    """Where blocks begin and end along one direction."""
    out, at, n = [], -far, 0
    while at < far:
        size = unit * dice.choice((0.085, 0.10, 0.10, 0.125))
        out.append((at, at + size))
        n += 1
        at += size + unit * (0.055 if n % 5 == 0 else 0.026)
    return out


def town_plan(centre: Point, unit: float, key: str) -> list[Point]:
    """The irregular outline of a city that fills part of its hex."""
    dice = luck(Sign.CITY, key)
    spots = []
    for n in range(14):
        far = unit * dice.uniform(0.31, 0.45)
        turn = 2 * math.pi * n / 14
        spots.append((centre[0] + far * 1.12 * math.cos(turn), centre[1] + far * math.sin(turn)))
    return spots


def city(centre: Point, unit: float, key: str) -> str:
    """A city in the middle of its hex."""
    edge = town_plan(centre, unit, key)
    inner = [between(centre, p, 0.90) for p in edge]
    return polygon(
        edge,
        fill="var(--city-ground)",
        stroke="var(--city-ink)",
        stroke_width=fine(unit * 0.028),
        stroke_linejoin="round",
    ) + path(blocks([inner], unit, key), fill="var(--city)")
