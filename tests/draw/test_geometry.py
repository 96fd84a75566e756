"""Where hexes lie, and lines that only look accidental."""

import math
from itertools import pairwise, product

import pytest

from grognard.draw.base.geometry import (
    Box,
    HexPlan,
    Noise,
    Point,
    beside,
    border,
    curve,
    evened,
    lengths,
    rounded,
    walk,
)
from grognard.draw.base.shore import outlines
from grognard.draw.base.svg import line, num, smooth
from grognard.kit.hex.grid import Grid

STILL = Noise("still", ())

grids = pytest.mark.parametrize(
    "grid",
    [
        Grid(layout, "CCRR", columns, rows, shifted)
        for layout, columns, rows, shifted in product(
            ("columns", "rows"), ((1, 5), (5, 1), (2, 6)), ((1, 4), (4, 1)), ("even", "odd")
        )
    ],
)


def hexes(grid: Grid) -> list[str]:
    return [hex for _, row in grid.lines() for hex in row]


@grids
def test_a_plan_lays_out_its_grid(grid: Grid) -> None:
    plan = HexPlan(grid, 10.0, (7.0, 3.0))
    first = hexes(grid)[0]
    (x0, y0), (u0, v0) = plan.centre(first), grid.centre(first)

    def moved(p: Point) -> Point:
        return x0 + (p[0] - u0) * plan.pitch, y0 + (p[1] - v0) * plan.pitch

    for hex in hexes(grid):
        assert plan.around(hex) == grid.around(hex)
        assert plan.centre(hex) == pytest.approx(moved(grid.centre(hex)))
        for mine, theirs in zip(plan.outline(hex), grid.outline(hex), strict=True):
            assert mine == pytest.approx(moved(theirs))


@grids
def test_a_plan_fills_its_box_and_knows_what_is_where(grid: Grid) -> None:
    plan = HexPlan(grid, 10.0)
    points = [p for hex in hexes(grid) for p in plan.outline(hex)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    assert plan.box == pytest.approx((min(xs), min(ys), max(xs), max(ys)))
    for hex in hexes(grid):
        x, y = plan.centre(hex)
        assert all(plan.at(x + 8 * math.cos(a), y + 8 * math.sin(a)) == hex for a in range(6))
        for n, other in enumerate(plan.around(hex)):
            side = plan.outline(hex)[n], plan.outline(hex)[(n + 1) % 6]
            assert border(plan, hex, other) == side
    assert plan.at(-1000, 0) == ""


def test_boxes() -> None:
    box = Box(0, 0, 10, 5)
    assert box.grown(1) == Box(-1, -1, 11, 6)
    assert box.holds(Box(0, 0, 10, 5))
    assert not box.holds(Box(0, 0, 10, 5.1))
    assert box.meets(Box(9, 4, 20, 20))
    assert not box.meets(Box(10, 0, 20, 5))


def test_noise_is_coherent_bounded_and_the_same_again() -> None:
    noise, again = (Noise("coast", ((50.0, 10.0), (20.0, 3.0))) for _ in range(2))
    moves = []
    for x in range(0, 4000, 37):
        p = (float(x), x * 0.7)
        q = noise.moved(p)
        assert q == again.moved(p)
        assert math.dist(p, q) <= 13 * math.sqrt(2)
        near = noise.moved((p[0] + 0.1, p[1]))
        assert math.dist(q, near) < 0.4
        moves.append(math.dist(p, q))
    assert max(moves) > 4
    assert Noise("river", ((50.0, 10.0),)).moved((10.0, 10.0)) != Noise("coast", ((50.0, 10.0),)).moved((10.0, 10.0))


def test_lines() -> None:
    points = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    assert curve(points, 4)[::4] == points
    assert rounded(points, 2, closed=False)[0] == points[0]
    assert rounded(points, 2, closed=False)[-1] == points[-1]
    assert lengths(points) == [0, 10, 20]
    assert walk(points, [5, 15]) == [((5, 0), 0), ((10, 5), pytest.approx(math.pi / 2))]
    assert beside([(0.0, 0.0), (10.0, 0.0)], 2.0) == [(0, 2), (10, 2)]  # to the right of the way, y downwards
    assert evened(points, 1)[1] == pytest.approx((20 / 3, 10 / 3))


def test_path_data_does_not_drift() -> None:
    points = [(0.04 * n, 0.13 * n * n) for n in range(200)]
    steps = line(points).partition("l")[2].split()
    x = sum(map(float, steps[::2]))
    y = sum(map(float, steps[1::2]))
    assert (x, y) == pytest.approx((points[-1][0], points[-1][1]), abs=0.06)
    assert smooth(points).startswith("M0 0c")
    assert [num(v) for v in (1.0, -0.04, 2.55, 1e3)] == ["1", "0", "2.5", "1000"]


def _area(loop: list[Point]) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*loop, loop[0]])) / 2


def test_outlines_go_once_around_everything_and_holes_the_other_way() -> None:
    plan = HexPlan(Grid("columns", "CCRR", (1, 7), (1, 7), "even"), 10.0)
    ring = set(plan.around("0404"))
    (one,) = outlines(plan, {"0404"}, STILL)
    assert len(outlines(plan, {"0202", "0606"}, STILL)) == 2
    with_hole = outlines(plan, ring, STILL)
    assert len(with_hole) == 2
    big, small = sorted(map(_area, with_hole), key=abs, reverse=True)
    assert big * small < 0
    assert abs(_area(one)) == pytest.approx(abs(small), rel=0.25)
    assert abs(_area(one)) < 1.5 * math.sqrt(3) * 100  # of a hex


def test_a_strait_joins_the_waters_at_its_ends() -> None:
    plan = HexPlan(Grid("columns", "CCRR", (1, 7), (1, 7), "even"), 10.0)
    strait = frozenset(("0403", "0404"))
    left, right = sorted(set(plan.around("0403")) & set(plan.around("0404")))
    apart = outlines(plan, {left, right}, STILL)
    joined = outlines(plan, {left, right}, STILL, [strait])
    assert (len(apart), len(joined)) == (2, 1)
    (alone,) = outlines(plan, set(), STILL, [strait])
    assert 0 < abs(_area(alone)) < 60
