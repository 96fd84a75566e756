"""The map format: a small map is read as written, and every mistake is named with its line and hex."""

import pytest

from grognard.kit.data import DataError, read_toml
from grognard.kit.mapfile import HexMap, Place, around, corners, load_map, summary

SMALL = """\
format = 1
title = "small"

[grid]
kind = "hex"
columns = 4
rows = 3
lower = "even"

[terrain]
source = "G:coast"
legend = { "." = "clear", "~" = "sea", "L" = "lake", "C" = "city" }
rows = \"\"\"
~ . . .
. . C L
. . . .
\"\"\"

[terrain.sources]
"R:1.1" = ["0302"]
"E:a guess" = ["0402", "0101"]

[[river]]
name = "Brook"
source = "G:rivers"
sides = ["0301|0302", "0201|0302", "0202|0302"]

[[road]]
name = "Coast road"
source = "E:a guess"
hexes = ["0102", "0201", "0302"]
leaves = ["0102"]

[[water]]
kind = "sea"
name = "Strait"
source = "G:coast"
sides = ["0201|0301"]

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

[[border]]
name = "Frontier"
source = "R:1.3"
sides = ["0203|0303"]
"""


@pytest.fixture
def small() -> HexMap:
    return load_map(SMALL, "small.toml")


def test_a_map_is_read_as_written(small: HexMap) -> None:
    assert (small.title, small.columns, small.rows, small.lower) == ("small", 4, 3, "even")
    assert small.terrain["0101"] == "sea"
    assert small.terrain["0302"] == "city"
    assert len(small.terrain) == 12
    assert small.rivers == {"Brook": (("0301", "0302"), ("0201", "0302"), ("0202", "0302"))}
    assert small.roads == {"Coast road": ("0102", "0201", "0302")}
    assert small.leaves == {"0102"}
    assert small.water == (("0201", "0301", "sea"),)
    assert small.places == {"0302": Place("Town Hall", "city"), "0402": Place("The Pond", "label")}
    assert small.areas == {"West": ("0101", "0102")}
    assert small.borders == {"Frontier": (("0203", "0303"),)}
    assert small.land("0201")
    assert not small.land("0402")
    assert not small.land("0501")


def test_every_datum_has_a_source(small: HexMap) -> None:
    assert small.sources["terrain"]["0101"] == "E:a guess"
    assert small.sources["terrain"]["0201"] == "G:coast"
    assert small.sources["river"]["0202|0302"] == "G:rivers"
    assert small.sources["road"] == {"0102|0201": "E:a guess", "0201|0302": "E:a guess"}
    assert small.sources["place"]["0402"] == "G:lakes"
    assert summary(small) == {
        "terrain": {"E": 2, "G": 9, "R": 1},
        "river": {"G": 3},
        "water": {"G": 1},
        "road": {"E": 2},
        "place": {"G": 1, "R": 1},
        "area": {"R": 1},
        "border": {"R": 1},
    }


@pytest.mark.parametrize(
    ("lower", "hex", "expected"),
    [
        ("even", "0302", "0301 0401 0402 0303 0202 0201"),
        ("even", "0202", "0201 0302 0303 0203 0103 0102"),
        ("odd", "0302", "0301 0402 0403 0303 0203 0202"),
        ("odd", "0202", "0201 0301 0302 0203 0102 0101"),
    ],
)
def test_neighbours_follow_the_lower_columns(lower: str, hex: str, expected: str) -> None:
    assert around(hex, lower) == tuple(expected.split())


def test_neighbours_stay_on_the_map(small: HexMap) -> None:
    assert small.neighbours("0101") == ("0201", "0102")


def test_a_hexside_has_two_ends_and_strangers_have_no_hexside() -> None:
    assert corners(("0301", "0302"), "even") == {frozenset({"0301", "0302", n}) for n in ("0201", "0401")}
    assert corners(("0101", "0301"), "even") == frozenset()


# What to change in the small map, into what, where the mistake then stands, and what is said of it.
MISTAKES = {
    "TOML": ("columns = 4", "columns = = 4", "= = 4", "Invalid value"),
    "TOML at the end": ('["0203|0303"]\n', '["0203|0303"', '["0203|0303"', "Unclosed array"),
    "format": ("format = 1", "format = 2", "format = 2", "format 2 is not 1"),
    "key": ('lower = "even"', 'lower = "even"\nskew = 1', "skew", "unknown key 'skew'"),
    "table": ("[grid]", "[[canal]]\n[grid]", "[[canal]]", "unknown key 'canal'"),
    "missing key": ('kind = "sea"\n', "", "[[water]]", "water has no 'kind'"),
    "type": ("columns = 4", 'columns = "four"', "four", "columns must be a whole number"),
    "sign": ("columns = 4", "columns = 0", "columns = 0", "columns must be above zero"),
    "list": ('["0101", "0102"]', "[101, 102]", "[101", "hexes must be a list of texts"),
    "list of tables": ("[[area]]", "[area]", "[area]", "area must be a list"),
    "empty run": ('["0203|0303"]', "[]", "sides = []", "sides must be a list of texts, 1 at least"),
    "grid": ('lower = "even"', 'lower = "both"', "both", "lower 'both' is none of: even, odd"),
    "row count": ("rows = 3", "rows = 4", 'rows = """', "3 rows of terrain, not 4"),
    "row width": (". . C L", ". . C", ". . C", "row 02 has 3 hexes, not 4"),
    "legend": (". . C L", ". . C X", ". . C X", "0402: 'X' is not in the legend"),
    "hex": ('["0402", "0101"]', '["0402", "0501"]', "0501", "there is no hex '0501'"),
    "hex of an area": ('["0101", "0102"]', '["0101", "0909"]', "0909", "there is no hex '0909'"),
    "hex of a hexside": ('"0301|0302"', '"0300|0301"', "0300", "there is no hex '0300'"),
    "hexside of strangers": ('"0301|0302"', '"0301|0303"', "0301|0303", "0301|0303 is no hexside"),
    "half a hexside": ('"0301|0302"', '"0301"', '"0301"', "0301 is no hexside"),
    "river broken": ('"0202|0302"]', '"0102|0103"]', "0102|0103", "the Brook does not flow on at 0102|0103"),
    "river forked": ('"0202|0302"]', '"0201|0301"]', "0201|0301", "does not flow on at 0201|0301"),
    "river twice": ('"0202|0302"]', '"0302|0301"]', "0302|0301", "river 0301|0302 is given twice"),
    "road leaps": ('"0201", "0302"]', '"0302"]', '"0102", "0302"', "from 0102 to 0302: they are not"),
    "road in water": ('"0201", "0302"]', '"0101"]', '"0102", "0101"', "road in 0101, which is sea"),
    "road over water": ('"0302"]\nleaves', '"0301"]\nleaves', '"0201", "0301"', "0201 to 0301 would cross"),
    "road twice": ('"0302"]\nleaves', '"0102"]\nleaves', '"0201", "0102"', "road 0102|0201 is given twice"),
    "road leaves": ('leaves = ["0102"]', 'leaves = ["0201"]', "leaves", "cannot leave the map at 0201"),
    "water beside water": ('["0201|0301"]', '["0302|0402"]', "0302|0402", "water in 0402, which is lake"),
    "place in water": ('kind = "label"', 'kind = "town"', 'hex = "0402"', "place in 0402, which is lake"),
    "place twice": ('hex = "0402"', 'hex = "0302" # again', "# again", "place 0302 is given twice"),
    "place name twice": ('"The Pond"', '"Town Hall" # again', "# again", "place Town Hall is given twice"),
    "place kind": ('kind = "city"', 'kind = "village"', "village", "kind 'village' is none of"),
    "source": ('source = "R:1.2"', 'source = "X:1.2"', "X:1.2", "'X:1.2' is no source"),
    "empty source": ('source = "R:1.3"', 'source = "R:"', '"R:"', "'R:' is no source"),
    "terrain source": ('"E:a guess" = [', '"hearsay" = [', "hearsay", "'hearsay' is no source"),
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


def test_tables_may_be_written_inline() -> None:
    record = read_toml('unit = [\n  { id = "1Pz" },\n  { id = "6Pz", steps = 2 },\n]\n', "units.toml")
    first, second = record.records("unit")
    assert (first.word("id"), second.number("steps")) == ("1Pz", 2)
    with pytest.raises(DataError, match=r"units.toml:3: unknown key 'steps'"):
        second.only("id")
