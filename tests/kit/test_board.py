"""A board lays any grid out so that a step in each direction is one shift."""

import pytest

from grognard.core.bits import bits, scan
from grognard.kit.hex.board import Board, flood
from grognard.kit.hex.grid import Grid

GRIDS = [
    Grid("columns", "CCRR", (1, 29), (1, 13), "even"),
    Grid("columns", "CCRR", (51, 1), (1, 30), "odd"),
    Grid("rows", "RRCC", (36, 1), (1, 38), "odd"),
    Grid("rows", "RRCC", (1, 36), (10, 40), "even"),
    Grid("rows", "A1", (9, 1), (2, 11), "odd"),
]


def whole(grid: Grid) -> Board:
    return Board(grid, [hex for _, row in grid.lines() for hex in row], ("here", "there"))


@pytest.mark.parametrize("grid", GRIDS)
def test_neighbours_are_those_of_the_grid(grid: Grid) -> None:
    board = whole(grid)
    for place, name in enumerate(board.names[: board.box]):
        expected = {other for other in grid.around(name) if other in board.at} if name else set()
        assert {board.names[n] for n in scan(board.neighbours[place])} == expected


@pytest.mark.parametrize("grid", GRIDS)
def test_a_step_by_sets_is_a_step_by_neighbours(grid: Grid) -> None:
    board = whole(grid)
    links = [(a, b) for a, b in board.pairs() if (a + b) % 3]
    forth, back = board.steps(links), board.steps_back(links)
    for place in board.axial:
        assert forth(1 << place) == bits(b for a, b in links if a == place)
        assert back(1 << place) == bits(a for a, b in links if b == place)


@pytest.mark.parametrize("grid", GRIDS)
def test_distance_is_the_number_of_steps(grid: Grid) -> None:
    board = whole(grid)
    around = board.steps(board.pairs())
    start = next(iter(board.axial))
    ring, seen, far = 1 << start, 1 << start, 0
    while ring:
        assert all(board.distance(start, place) == far for place in scan(ring))
        ring = around(ring) & ~seen
        seen |= ring
        far += 1
    assert seen == board.hexes == flood(1 << start, around, board.hexes)


@pytest.mark.parametrize("grid", GRIDS)
def test_a_disc_is_all_hexes_within_a_distance(grid: Grid) -> None:
    board = whole(grid)
    for start in list(board.axial)[::7]:
        for radius in range(5):
            assert board.disc(start, radius) == bits(p for p in board.axial if board.distance(start, p) <= radius)


def test_boxes_lie_behind_the_lattice_and_next_to_nothing() -> None:
    board = whole(GRIDS[0])
    assert (board.at["here"], board.at["there"]) == (board.box, board.box + 1)
    assert not board.neighbours[board.at["here"]]
    assert not board.hexes >> board.box


def test_an_inset_is_a_lattice_of_its_own() -> None:
    main, inset = Grid("rows", "RRCC", (6, 1), (1, 5), "odd"), Grid("rows", "A1", (4, 1), (2, 5), "odd")
    hexes = [[name for _, line in grid.lines() for name in line] for grid in (main, inset)]
    board = Board(main, hexes[0], ("here",), [(inset, hexes[1])])
    around = board.steps(board.pairs())
    for grid, names in zip((main, inset), hexes, strict=True):
        for name in names:
            beside = board.named(other for other in grid.around(name) if other in names)
            assert board.neighbours[board.at[name]] == around(1 << board.at[name]) == beside
        assert flood(1 << board.at[names[0]], around, board.hexes) == board.named(names)
    alone = Board(main, hexes[0])
    assert {name: board.at[name] for name in hexes[0]} == alone.at
    assert board.at["here"] == board.box
