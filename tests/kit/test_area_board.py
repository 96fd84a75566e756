"""A board of areas made from a map."""

from grognard.core.bits import scan
from grognard.kit.area.board import AreaBoard
from grognard.kit.load.area_map import load_areas

MAP = """\
format = 1
title = "small"

[grid]
kind = "areas"
width = 20
height = 20

[key]
terrain = ["plain"]

[corners]
points = \"\"\"
1 0 0, 2 10 0, 3 20 0,
4 0 10, 5 10 10, 6 20 10,
7 0 20, 8 10 20, 9 20 20
\"\"\"

[areas]
source = "E:a test"
rows = \"\"\"
nw | North West | plain | 5 5   | 1 2 5 4
ne | North East | plain | 15 5  | 2 3 6 5
sw | South West | plain | 5 15  | 4 5 8 7
se | South East | plain | 15 15 | 5 6 9 8
\"\"\"

[terrain]
source = "E:a test"

[[river]]
name = "Brook"
source = "E:a test"
borders = ["nw|sw"]

[[closed]]
name = "wall"
source = "E:a test"
borders = ["ne|se"]

[[box]]
name = "far away"
source = "E:a test"
at = "1 1"
"""


def names(board: AreaBoard, places: int) -> str:
    return " ".join(board.names[place] for place in scan(places))


def test_areas_come_first_then_the_boxes_of_the_map_then_those_of_the_title() -> None:
    board = AreaBoard(load_areas(MAP, "map.toml"), boxes=("lost",))
    assert board.names == ["nw", "ne", "sw", "se", "far-away", "lost"]
    assert board.box == 4
    assert names(board, board.areas) == "nw ne sw se"
    assert names(board, board.everywhere) == "nw ne sw se far-away lost"
    assert board.at["far-away"] == 4


def test_neighbours_share_a_border_that_is_not_closed() -> None:
    board = AreaBoard(load_areas(MAP, "map.toml"), boxes=("lost",))
    around = {name: names(board, board.neighbours[place]) for place, name in enumerate(board.names)}
    assert around == {"nw": "ne sw", "ne": "nw", "sw": "nw se", "se": "sw", "far-away": "", "lost": ""}


def test_some_neighbours_are_on_the_other_bank() -> None:
    board = AreaBoard(load_areas(MAP, "map.toml"))
    assert [names(board, places) for places in board.over_river] == ["sw", "", "nw", "", ""]
