"""Grids: names, neighbours, distances and places on paper, in every layout the rulebooks use."""

from math import hypot

import pytest

from grognard.kit.hex.grid import AXES, RADIUS, Grid

COLUMNS = Grid("columns", "CCRR", (1, 6), (1, 5), "even")
GRIDS = {
    "columns, even lower": COLUMNS,
    "columns, odd lower": COLUMNS._replace(shifted="odd"),
    "rows from the east, odd further right": Grid("rows", "RRCC", (36, 31), (1, 6), "odd"),
    "rows from the east, even further right": Grid("rows", "RRCC", (36, 31), (10, 15), "even"),
    "letters": Grid("rows", "A1", (9, 1), (2, 11), "odd"),
    "columns from the right, rows from below": Grid("columns", "RRCC", (6, 1), (5, 1), "odd"),
}


def hexes(grid: Grid) -> list[str]:
    return [hex for _, line in grid.lines() for hex in line]


@pytest.mark.parametrize(
    ("grid", "hex", "expected"),
    [
        ("columns, even lower", "0302", "0301 0401 0402 0303 0202 0201"),
        ("columns, even lower", "0202", "0201 0302 0303 0203 0103 0102"),
        ("columns, odd lower", "0302", "0301 0402 0403 0303 0203 0202"),
        ("columns, odd lower", "0202", "0201 0301 0302 0203 0102 0101"),
        ("rows from the east, odd further right", "0233", "0133 0232 0333 0334 0234 0134"),
        ("rows from the east, odd further right", "0333", "0232 0332 0432 0433 0334 0233"),
        ("rows from the east, even further right", "1233", "1132 1232 1332 1333 1234 1133"),
        ("rows from the east, even further right", "1333", "1233 1332 1433 1434 1334 1234"),
        ("letters", "F4", "E4 F3 G4 G5 F5 E5"),
        ("columns from the right, rows from below", "0302", "0402 0401 0301 0202 0303 0403"),
    ],
)
def test_neighbours_run_clockwise_from_the_top(grid: str, hex: str, expected: str) -> None:
    assert GRIDS[grid].around(hex) == tuple(expected.split())


def test_rows_are_read_from_the_upper_left() -> None:
    lines = list(GRIDS["rows from the east, even further right"].lines())
    assert lines[0] == ("10", ("1036", "1035", "1034", "1033", "1032", "1031"))
    assert lines[-1][0] == "15"
    assert next(GRIDS["letters"].lines()) == ("B", ("B9", "B8", "B7", "B6", "B5", "B4", "B3", "B2", "B1"))


@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS.keys())
def test_paper_and_numbers_agree(grid: Grid) -> None:
    for hex in hexes(grid):
        x, y = grid.centre(hex)
        assert grid.name(*grid.numbers(hex)) == hex
        assert grid.at((x, y)) == grid.at((x + 0.4, y - 0.2)) == hex
        ring = grid.around(hex)
        assert all(hex in grid.around(n) for n in ring)
        assert all(hypot(a - x, b - y) == pytest.approx(1) for a, b in map(grid.centre, ring))
        assert all(hypot(a - x, b - y) == pytest.approx(RADIUS) for a, b in grid.outline(hex))
        q, r = grid.axial(hex)
        assert {grid.axial(n) for n in ring} == {(q + dq, r + dr) for dq, dr in AXES}


@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS.keys())
def test_distances_are_the_fewest_steps(grid: Grid) -> None:
    start = hexes(grid)[8]
    far = {start: 0}
    for here in (queue := [start]):
        new = [n for n in grid.around(here) if n in hexes(grid) and n not in far]
        far |= dict.fromkeys(new, far[here] + 1)
        queue += new
    assert {hex: grid.distance(start, hex) for hex in hexes(grid)} == far


def test_a_hexside_has_two_ends_and_strangers_have_no_hexside() -> None:
    assert COLUMNS.corners(("0301", "0302")) == {frozenset({"0301", "0302", n}) for n in ("0201", "0401")}
    assert COLUMNS.corners(("0101", "0301")) == frozenset()


def test_no_hex_lies_beyond_the_edge() -> None:
    assert COLUMNS.at((-1.0, 2.0)) is None
    assert COLUMNS.at((2.0, 9.0)) is None


@pytest.mark.parametrize("hex", ["101", "01011", "F4", ""])
def test_a_name_must_fit_the_grid(hex: str) -> None:
    with pytest.raises(ValueError, match="is not the name of a hex: CCRR"):
        COLUMNS.numbers(hex)
