"""The map format: a small map is read as written, and every mistake is named with its line and hex."""

from pathlib import Path

import pytest

from grognard.kit.hex.grid import Grid
from grognard.kit.load.area_map import load_areas
from grognard.kit.load.hex_map import Bridge, HexMap, Link, Place, River, Road, Shore, load_map, summary
from grognard.kit.load.toml import DataError, read_toml

SMALL = """\
format = 1
title = "small"

[grid]
kind = "hex"
layout = "columns"
names = "CCRR"
columns = [1, 4]
rows = [1, 3]
shifted = "even"
up = 327
scale = 32.2

[key]
water = ["sea", "lake"]
feature = ["woods", "fort"]
river = ["river", "major river"]
place = ["town", "city"]

[terrain]
source = "G:coast"
legend = { "." = "clear", "~" = "sea", "L" = "lake", "C" = "city" }
rows = \"\"\"
01  ~ . . .
02  . . C L
03  . . . -
\"\"\"

[terrain.sources]
"R:1.1" = ["0302"]
"E:a guess" = ["0402", "0101"]

[[feature]]
kind = "woods"
source = "E:forest"
rows = \"\"\"
01  . x x .
02  . . . .
03  x . . -
\"\"\"
sources = { "R:1.4" = ["0301"] }

[[feature]]
kind = "fort"
source = "E:the line"
hexes = ["0203", "0301"]

[[river]]
name = "Brook"
source = "G:rivers"
sides = ["0301|0302", "0201|0302", "0202|0302"]

[[river]]
name = "Stream"
kind = "major river"
source = "G:rivers"
sides = ["0102|0202"]

[[road]]
name = "Coast road"
source = "E:a guess"
hexes = ["0102", "0201", "0302"]
leaves = ["0102"]

[[rail]]
name = "Old line"
source = "E:a guess"
hexes = ["0303", "0302"]
leaves = ["0303"]

[[water]]
kind = "sea"
name = "Strait"
source = "G:coast"
sides = ["0201|0301"]

[[bridge]]
name = "High Bridge"
source = "R:1.5"
side = "0202|0302"

[[place]]
name = "Town Hall"
hex = "0302"
kind = "city"
source = "R:1.1"

[[place]]
name = "The Pond"
hex = "0402"
kind = "label"
source = "G:lakes"

[[area]]
name = "West"
hexes = ["0101", "0102"]
source = "R:1.2"

[[area]]
name = "East"
kind = "entry"
hexes = ["0401", "0303"]
source = "R:1.6"

[[border]]
name = "Frontier"
source = "R:1.3"
sides = ["0203|0303"]

[[shore]]
name = "Bay"
kind = "sea"
source = "G:coast"
points = \"\"\"
-0.6 -0.6, 0.5 -0.6,
0.4 0.5
\"\"\"
"""

INSET = """\
format = 1
title = "the town"

[grid]
kind = "hex"
layout = "rows"
names = "A1"
columns = [2, 1]
rows = [1, 2]
shifted = "odd"

[key]
link = ["interior", "fringe"]

[terrain]
source = "R:2.1"
legend = { "." = "clear", "+" = "town" }
rows = \"\"\"
A  + +
B   . .
\"\"\"

[[link]]
name = "Old Town"
to = "0302"
hexes = ["A1", "A2"]
source = "R:2.2"

[[link]]
name = "South"
kind = "fringe"
to = "0303"
hexes = ["B1"]
source = "R:2.3"
"""


@pytest.fixture
def small() -> HexMap:
    return load_map(SMALL, "small.toml")


def test_a_map_is_read_as_written(small: HexMap) -> None:
    assert small.title == "small"
    assert small.grid == Grid("columns", "CCRR", (1, 4), (1, 3), "even", 327, 32.2)
    assert small.terrain["0101"] == "sea"
    assert small.terrain["0302"] == "city"
    assert len(small.terrain) == 11
    assert small.features == {"woods": {"0103", "0201", "0301"}, "fort": {"0203", "0301"}}
    assert small.rivers == {
        "Brook": River("river", (("0301", "0302"), ("0201", "0302"), ("0202", "0302"))),
        "Stream": River("major river", (("0102", "0202"),)),
    }
    assert small.roads == {"Coast road": Road("road", ("0102", "0201", "0302"), frozenset({"0102"}))}
    assert small.rails == {"Old line": Road("rail", ("0303", "0302"), frozenset({"0303"}))}
    assert small.leaves == {"0102"}
    assert small.water == (("0201", "0301", "sea"),)
    assert small.bridges == {("0202", "0302"): Bridge("High Bridge", "bridge")}
    assert small.places == {"0302": Place("Town Hall", "city"), "0402": Place("The Pond", "label")}
    assert small.areas == {"West": ("0101", "0102"), "East": ("0401", "0303")}
    assert small.entries == {"East"}
    assert small.borders == {"Frontier": (("0203", "0303"),)}
    assert small.links == {}
    assert small.shores == (Shore("Bay", "sea", ((-0.6, -0.6), (0.5, -0.6), (0.4, 0.5))),)
    assert small.land("0201")
    assert not small.land("0402")
    assert not small.land("0501")
    assert [hex for hex in small.terrain if not small.edge(hex)] == ["0202", "0302"]


def test_every_datum_has_a_source(small: HexMap) -> None:
    assert small.sources["terrain"]["0101"] == "E:a guess"
    assert small.sources["terrain"]["0201"] == "G:coast"
    assert small.sources["feature"]["woods 0201"] == "E:forest"
    assert small.sources["feature"]["woods 0301"] == "R:1.4"
    assert small.sources["feature"]["fort 0301"] == "E:the line"
    assert small.sources["river"]["0202|0302"] == "G:rivers"
    assert small.sources["road"] == {"0102|0201": "E:a guess", "0201|0302": "E:a guess"}
    assert small.sources["place"]["0402"] == "G:lakes"
    assert summary(small) == {
        "terrain": {"E": 2, "G": 8, "R": 1},
        "feature": {"E": 4, "R": 1},
        "river": {"G": 4},
        "water": {"G": 1},
        "bridge": {"R": 1},
        "road": {"E": 2},
        "rail": {"E": 1},
        "place": {"G": 1, "R": 1},
        "area": {"R": 2},
        "border": {"R": 1},
        "shore": {"G": 1},
    }


def test_neighbours_stay_on_the_map(small: HexMap) -> None:
    assert small.neighbours("0101") == ("0201", "0102")
    assert small.neighbours("0303") == ("0302", "0402", "0203", "0202")


def test_an_inset_is_a_map_whose_hexes_stand_for_hexes_of_the_main_map(small: HexMap) -> None:
    inset = load_map(INSET, "inset.toml", small)
    assert inset.links == {"0302": Link("Old Town", "interior", ("A1", "A2")), "0303": Link("South", "fringe", ("B1",))}
    assert inset.sources["link"] == {"A1": "R:2.2", "A2": "R:2.2", "B1": "R:2.3"}
    assert inset.neighbours("A2") == ("A1", "B1", "B2")


# What to change in the small map, into what, where the mistake then stands, and what is said of it.
MISTAKES = {
    "TOML": ("columns = [1, 4]", "columns = = 4", "= = 4", "Invalid value"),
    "TOML at the end": ('0.4 0.5\n"""\n', "0.4 0.5", "0.4 0.5", "Unterminated string"),
    "format": ("format = 1", "format = 2", "format = 2", "format 2 is not 1"),
    "key": ('shifted = "even"', 'shifted = "even"\nskew = 1', "skew", "unknown key 'skew'"),
    "table": ("[grid]", "[[canal]]\n[grid]", "[[canal]]", "unknown key 'canal'"),
    "missing key": ('name = "Strait"\nsource = "G:coast"', 'name = "Strait"', "[[water]]", "water has no 'source'"),
    "type": ("format = 1", 'format = "one"', "one", "format must be a whole number"),
    "sign": ("up = 327", "up = -33", "up = -33", "up must be above zero"),
    "real": ("scale = 32.2", 'scale = "far"', 'scale = "far"', "scale must be a number"),
    "span": ("columns = [1, 4]", "columns = [4]", "columns = [4]", "columns must be a list of 2 whole numbers"),
    "span of what": ("rows = [1, 3]", 'rows = [1, "3"]', "rows = [1,", "rows must be a list of 2 whole numbers"),
    "span too wide": ("columns = [1, 4]", "columns = [0, 4]", "columns = [0", "columns must be between 1 and 99"),
    "list": ('["0101", "0102"]', "[101, 102]", "[101", "hexes must be a list of at least 1 texts"),
    "list of tables": ("[[border]]", "[border]", "[border]", "border must be a list"),
    "empty run": ('sides = ["0203|0303"]', "sides = []", "sides = []", "sides must be a list of at least 1 texts"),
    "grid": ('shifted = "even"', 'shifted = "both"', "both", "shifted 'both' is not one of: even, odd"),
    "layout": ('layout = "columns"', 'layout = "rings"', "rings", "layout 'rings' is not one of: columns, rows"),
    "row count": ("rows = [1, 3]", "rows = [1, 4]", 'rows = """', "3 rows of terrain, not 4"),
    "row label": ("02  . . C L", "03  . . C L", "03  . . C L", "must begin with its number 02, not '03'"),
    "row width": (". . C L", ". . C", ". . C", "row 02 has 3 hexes, not 4"),
    "legend of nothing": ('"." = "clear"', '"-" = "clear"', "legend", "'-' means no hex"),
    "key of what": ('feature = ["woods"', 'canal = ["x"]\nfeature = ["woods"', "canal", "unknown key 'canal'"),
    "kind": ('kind = "woods"', 'kind = "wood"', '"wood"', "kind 'wood' is not one of: woods, fort"),
    "kind of river": ('kind = "major river"', 'kind = "rivulet"', "rivulet", "kind 'rivulet' is not one of"),
    "feature": ("01  . x x .", "01  . x w .", "01  . x w .", "0301: 'w' is not one of: . x"),
    "feature nowhere": ("03  x . . -", "03  x . . .", "03  x . . .", "0403: '.' is not one of: -"),
    "feature twice": ('"0203", "0301"]', '"0203", "0203"]', '"0203", "0203"', "feature 0203 is given twice"),
    "feature source": ('"R:1.4" = ["0301"]', '"R:1.4" = ["0302"]', "sources = {", "there is no woods '0302'"),
    "legend": (". . C L", ". . C X", ". . C X", "0402: 'X' is not in the legend"),
    "hex": ('["0402", "0101"]', '["0402", "0501"]', "0501", "there is no hex '0501'"),
    "hex cut off": ('["0402", "0101"]', '["0402", "0403"]', "0403", "there is no hex '0403'"),
    "hex of an area": ('["0101", "0102"]', '["0101", "0909"]', "0909", "there is no hex '0909'"),
    "hex of a hexside": ('"0301|0302"', '"0300|0301"', "0300", "there is no hex '0300'"),
    "hexside of strangers": ('"0301|0302"', '"0301|0303"', "0301|0303", "0301|0303 is not a hexside"),
    "bridge on dry land": (
        'side = "0202|0302"',
        'side = "0202|0203"',
        'side = "0202',
        "there is no river for a bridge",
    ),
    "half a hexside": ('"0301|0302"', '"0301"', '"0301", "0201', "0301 is not a hexside"),
    "river broken": ('"0202|0302"]', '"0102|0103"]', "0102|0103", "the Brook is interrupted at 0102|0103"),
    "river forked": ('"0202|0302"]', '"0201|0301"]', "0201|0301", "is interrupted at 0201|0301"),
    "river twice": ('"0202|0302"]', '"0302|0301"]', "0302|0301", "river 0301|0302 is given twice"),
    "road leaps": ('"0201", "0302"]', '"0302"]', '"0102", "0302"', "from 0102 to 0302: they are not"),
    "road in water": ('"0201", "0302"]', '"0101"]', '"0102", "0101"', "road in 0101, which is sea"),
    "road over water": ('"0201", "0302"]', '"0201", "0301"]', '"0201", "0301"', "0201 to 0301 would cross"),
    "road twice": ('"0201", "0302"]', '"0201", "0102"]', '"0201", "0102"', "road 0102|0201 is given twice"),
    "rail leaps": ('["0303", "0302"]', '["0303", "0301"]', '["0303", "0301"', "the rail cannot lead from 0303"),
    "entry inland": ('"0401", "0303"]', '"0401", "0302"]', '"0401", "0302"', "0302 is not on the edge of the map"),
    "entry in water": ('"0401", "0303"]', '"0402", "0303"]', '"0402", "0303"', "area in 0402, which is lake"),
    "area kind": ('kind = "entry"', 'kind = "exit"', "exit", "kind 'exit' is not one of: area, entry"),
    "shore": ("0.4 0.5", "0.4 0.5 0.6", "0.4 0.5 0.6", "'0.4 0.5 0.6' is not a point"),
    "shore too short": ("-0.6 -0.6, 0.5 -0.6,\n", "", 'points = """', "at least three points, not 1"),
    "link without main map": (
        "[[shore]]",
        '[[link]]\nname = "x"\nto = "0101"\nhexes = ["0102"]\nsource = "R:1"\n\n[[shore]]',
        'to = "0101"',
        "there is no hex '0101' on the main map",
    ),
    "road leaves": ('leaves = ["0102"]', 'leaves = ["0201"]', "leaves", "cannot leave the map at 0201"),
    "water beside water": ('["0201|0301"]', '["0302|0402"]', "0302|0402", "water in 0402, which is lake"),
    "place in water": ('kind = "label"', 'kind = "town"', 'hex = "0402"', "place in 0402, which is lake"),
    "place twice": ('hex = "0402"', 'hex = "0302" # again', "# again", "place 0302 is given twice"),
    "place name twice": ('"The Pond"', '"Town Hall" # again', "# again", "place Town Hall is given twice"),
    "place kind": ('kind = "city"', 'kind = "village"', "village", "kind 'village' is not one of"),
    "source": ('source = "R:1.2"', 'source = "X:1.2"', "X:1.2", "'X:1.2' is not a source"),
    "empty source": ('source = "R:1.3"', 'source = "R:"', '"R:"', "'R:' is not a source"),
    "terrain source": ('"E:a guess" = [', '"hearsay" = [', "hearsay", "'hearsay' is not a source"),
}


@pytest.mark.parametrize(("right", "wrong", "where", "said"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_named_with_its_line_and_hex(right: str, wrong: str, where: str, said: str) -> None:
    assert SMALL.count(right) == 1
    text = SMALL.replace(right, wrong)
    line = text[: text.index(where)].count("\n") + 1
    with pytest.raises(DataError) as error:
        load_map(text, "small.toml")
    assert (error.value.file, error.value.line) == ("small.toml", line)
    assert str(error.value).startswith(f"small.toml:{line}: ")
    assert said in error.value.what


INSET_MISTAKES = {
    "hex of the main map": ('to = "0303"', 'to = "0404"', "0404", "there is no hex '0404' on the main map"),
    "hex of the inset": ('["B1"]', '["C1"]', "C1", "there is no hex 'C1'"),
    "linked twice": ('["B1"]', '["A2"]', '["A2"]', "link A2 is given twice"),
    "main hex twice": ('to = "0303"', 'to = "0302" # again', "# again", "0302 already has its hexes of the inset"),
    "too many letters": ("rows = [1, 2]", "rows = [1, 27]", "rows = [1, 27]", "rows must be between 1 and 26"),
}


@pytest.mark.parametrize(("right", "wrong", "where", "said"), INSET_MISTAKES.values(), ids=INSET_MISTAKES.keys())
def test_a_mistake_in_an_inset_is_named(small: HexMap, right: str, wrong: str, where: str, said: str) -> None:
    assert INSET.count(right) == 1
    text = INSET.replace(right, wrong)
    with pytest.raises(DataError) as error:
        load_map(text, "inset.toml", small)
    assert error.value.line == text[: text.index(where)].count("\n") + 1
    assert said in error.value.what


def test_no_hex_is_on_main_map_and_inset_at_once(small: HexMap) -> None:
    with pytest.raises(DataError, match=r"small.toml:24: 0101 is a hex of the main map too"):
        load_map(SMALL, "small.toml", small)


def test_the_examples_of_the_manual_load() -> None:
    page = (Path(__file__).parents[2] / "docs" / "maps.md").read_text("utf-8")
    hexes, areas = (block.partition("```")[0] for block in page.split("```toml\n")[1:])
    assert load_map(hexes, "maps.md").sources["terrain"]["1204"] == "R:5.3"
    assert set(load_areas(areas, "maps.md").borders) == {("1", "2")}


def test_tables_may_be_written_inline() -> None:
    record = read_toml('unit = [\n  { id = "1Pz" },\n  { id = "6Pz", steps = 2 },\n]\n', "units.toml")
    first, second = record.records("unit")
    assert (first.word("id"), second.number("steps")) == ("1Pz", 2)
    with pytest.raises(DataError, match=r"units.toml:3: unknown key 'steps'"):
        second.only("id")
