"""The area map format: a small sheet is read as written, and every mistake is named with its line and area."""

import pytest

from grognard.kit.load.area_map import AreaMap, Box, Other, Place, inside, load_areas
from grognard.kit.load.toml import DataError

# Two areas above, one below with a lake in its corner:
#   1 ---- 2 ---- 3
#   |  1   |  2   |
#   4 ---- 5 ---- 6
#   |  3   7 lake |
#   8 ---- 9 --- 10
SMALL = """\
format = 1
title = "small"

[grid]
kind = "areas"
width = 20
height = 20

[key]
terrain = ["green", "yellow"]
other = ["lake"]
place = ["city", "town"]
box = ["road", "victory box"]

[corners]
points = \"\"\"
1 0 0, 2 10 0, 3 20 0,
4 0 10, 5 10 10, 6 20 10,
7 12 15,
8 0 20, 9 10 20, 10 20 20
\"\"\"

[areas]
source = "E:by eye"
rows = \"\"\"
1 | North-West | green  | 5 5    | 1 2 5 4
2 | North-East | yellow | 15 5.5 | 2 3 6 5
3 | South      | green  | 4 16   | 4 5 7 9 8
\"\"\"

[areas.sources]
"R:1.1" = ["3"]

[terrain]
source = "E:a guess"

[terrain.sources]
"R:1.2" = ["2"]

[[other]]
name = "The Lake"
kind = "lake"
source = "R:1.3"
outline = "5 6 10 9 7"

[[river]]
name = "Brook"
source = "E:along the borders"
borders = ["1|2", "3|1"]

[[closed]]
name = "Gorge"
source = "R:1.4"
borders = ["1|3"]

[[place]]
name = "Town Hall"
area = "1"
source = "R:1.5"

[[place]]
name = "Hamlet"
area = "1"
kind = "town"
source = "E:by eye"

[[box]]
name = "Inn"
at = "-3 5"
source = "R:1.6"

[[box]]
name = "Castle"
kind = "victory box"
at = "-3 1"
source = "R:1.6"

[[track]]
name = "Pilgrims' Way"
source = "R:1.7"
boxes = ["Inn", "Castle"]

[[group]]
name = "supply"
source = "R:1.8"
areas = ["1", "2"]

[[line]]
name = "front of May"
source = "E:by eye"
borders = ["1|2"]

[[line]]
name = "front of June"
source = "E:by eye"
borders = ["1|2", "1|3"]
"""


@pytest.fixture
def small() -> AreaMap:
    return load_areas(SMALL, "small.toml")


def test_a_map_is_read_as_written(small: AreaMap) -> None:
    assert (small.title, small.width, small.height) == ("small", 20, 20)
    assert small.corners["7"] == (12.0, 15.0)
    assert small.names == {"1": "North-West", "2": "North-East", "3": "South"}
    assert small.terrain == {"1": "green", "2": "yellow", "3": "green"}
    assert small.centres["2"] == (15.0, 5.5)
    assert small.outlines["3"] == ("4", "5", "7", "9", "8")
    assert small.outline("1") == ((0, 0), (10, 0), (10, 10), (0, 10))
    assert small.others == (Other("The Lake", "lake", ("5", "6", "10", "9", "7")),)
    assert small.rivers == {"Brook": (("1", "2"), ("1", "3"))}
    assert small.places == {"1": (Place("Town Hall", "city"), Place("Hamlet", "town"))}
    assert small.boxes == {"Inn": Box("road", (-3, 5)), "Castle": Box("victory box", (-3, 1))}
    assert small.tracks == {"Pilgrims' Way": ("Inn", "Castle")}
    assert small.groups == {"supply": ("1", "2")}
    assert small.lines == {"front of May": (("1", "2"),), "front of June": (("1", "2"), ("1", "3"))}


def test_areas_are_adjacent_where_their_outlines_meet(small: AreaMap) -> None:
    assert dict(small.borders) == {("1", "2"): (("2", "5"),), ("1", "3"): (("5", "4"),)}
    assert small.neighbours("2") == ("1",)


def test_a_closed_border_parts_its_areas(small: AreaMap) -> None:
    assert small.closed == {("1", "3")}
    assert small.neighbours("1") == ("2",)
    assert small.neighbours("3") == ()


def test_every_datum_has_a_source(small: AreaMap) -> None:
    assert small.sources["area"] == {"1": "E:by eye", "2": "E:by eye", "3": "R:1.1"}
    assert small.sources["terrain"] == {"1": "E:a guess", "2": "R:1.2", "3": "E:a guess"}
    assert small.sources["other"] == {"The Lake": "R:1.3"}
    assert small.sources["river"] == {"1|2": "E:along the borders", "1|3": "E:along the borders"}
    assert small.sources["closed"] == {"1|3": "R:1.4"}
    assert small.sources["place"] == {"Town Hall": "R:1.5", "Hamlet": "E:by eye"}
    assert small.sources["box"] == {"Inn": "R:1.6", "Castle": "R:1.6"}
    assert small.sources["track"] == {"Pilgrims' Way": "R:1.7"}
    assert small.sources["group"] == {"supply": "R:1.8"}
    assert set(small.sources["line"]) == {"front of May 1|2", "front of June 1|2", "front of June 1|3"}


def test_inside_is_inside() -> None:
    bay = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 2.0), (0.0, 10.0))
    assert inside((1, 5), bay)
    assert inside((9, 5), bay)
    assert not inside((5, 5), bay)
    assert not inside((11, 1), bay)


MISTAKES = {
    "TOML": ("width = 20", "width = = 20", "= = 20", "Invalid value"),
    "format": ("format = 1", "format = 2", "format = 2", "format 2 is not 1"),
    "table": ("[areas]\n", "[[road]]\n[areas]\n", "[[road]]", "unknown key 'road'"),
    "number": ("width = 20", 'width = "20"', 'width = "20"', "width must be a number"),
    "point": ("7 12 15", "7 12", "7 12,", "'12' is not a point"),
    "point twice": ("7 12 15", "6 12 15", "6 12 15", "corner 6 is given twice"),
    "point off the sheet": ("7 12 15", "7 12 25", "7 12 25", "corner 7 is off the sheet"),
    "row": ("| 5 5    |", "|", "1 | North", "an area is: number | name | terrain | x y | corners"),
    "area twice": ("2 | North-East", "1 | North-East", "1 | North-East", "area 1 is given twice"),
    "terrain": ("| yellow |", "| red |", "2 | North-East", "area 2: terrain 'red' is not one of: green, yellow"),
    "corner": ("1 2 5 4", "1 2 5 14", "1 2 5 14", "area 1: there is no corner '14'"),
    "corner again": ("1 2 5 4", "1 2 5 4 1", "1 2 5 4 1", "area 1: corner 1 is given twice"),
    "other way round": ("1 2 5 4", "4 5 2 1", "4 5 2 1", "area 1: its corners must run clockwise"),
    "centre": ("| 5 5    |", "| 5 15   |", "| 5 15", "area 1: its centre is outside it"),
    "overlap": ("5 6 10 9 7", "5 6 10 9", "4 5 7 9 8", "area 3: there is nothing beyond its corners 5 and 7"),
    "overlap of two": ("2 3 6 5", "1 2 3 6 5 4", "1 2 3 6 5 4", "area 2 overlaps area 1 at the corners 1 and 2"),
    "hole": ("4 5 7 9 8", "4 5 9 8", "4 5 9 8", "area 3: there is nothing beyond its corners 5 and 9"),
    "source of what": ('"R:1.1" = ["3"]', '"R:1.1" = ["4"]', '"R:1.1"', "there is no area '4'"),
    "source": ('source = "E:a guess"', 'source = "hearsay"', "hearsay", "'hearsay' is not a source"),
    "border": ('["1|2", "3|1"]', '["1|2", "3|2"]', "3|2", "3|2 is not a border"),
    "river twice": ('["1|2", "3|1"]', '["1|2", "2|1"]', "2|1", "river 1|2 is given twice"),
    "place": ('area = "1"\nsource', 'area = "9"\nsource', 'area = "9"', "there is no area '9'"),
    "kind": ('kind = "town"', 'kind = "village"', "village", "kind 'village' is not one of: city, town"),
    "box": ('at = "-3 5"', 'at = "west"', 'at = "west"', "'west' is not a point"),
    "box or area": ('name = "Inn"', 'name = "2"', 'name = "2"', "2 is an area too"),
    "track": ('["Inn", "Castle"]', '["Inn", "Abbey"]', "Abbey", "boxes: there is no 'Abbey'"),
    "group": ('areas = ["1", "2"]', 'areas = ["1", "5"]', 'areas = ["1", "5"]', "areas: there is no '5'"),
}


@pytest.mark.parametrize(("right", "wrong", "where", "said"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_named_with_its_line_and_area(right: str, wrong: str, where: str, said: str) -> None:
    assert SMALL.count(right) == 1
    text = SMALL.replace(right, wrong)
    line = text[: text.index(where)].count("\n") + 1
    with pytest.raises(DataError) as error:
        load_areas(text, "small.toml")
    assert (error.value.file, error.value.line) == ("small.toml", line)
    assert said in error.value.what


def test_a_river_flows_on_from_border_to_border() -> None:
    text = SMALL.replace("2 3 6 5", "2 3 6 11 5").replace("7 12 15", "7 12 15, 11 15 10").replace("5 6 10", "5 11 6 10")
    text = text.replace('"5 11 6 10 9 7"', '"11 6 10 9 7"').replace("4 5 7 9 8", "4 5 11 7 9 8")
    sheet = load_areas(text.replace('["1|2", "3|1"]', '["1|2", "2|3"]'), "small.toml")
    assert sheet.rivers["Brook"] == (("1", "2"), ("2", "3"))
    with pytest.raises(DataError, match=r"the Brook is interrupted at 3\|1"):
        load_areas(text.replace('["1|2", "3|1"]', '["1|2", "2|3", "3|1"]'), "small.toml")
