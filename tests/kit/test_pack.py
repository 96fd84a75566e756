"""A pack is laid over our data table by table; what is wrong with it is named with its own file and line."""

import os
from pathlib import Path
from typing import Any

import pytest

from grognard.kit.load.area_map import read_areas
from grognard.kit.load.hex_map import HexMap, read_map
from grognard.kit.load.pack import Pack, laid, read_pack, starter
from grognard.kit.load.toml import DataError, Record, read_toml
from tests.kit.test_area_map import SMALL as AREAS
from tests.kit.test_hex_map import SMALL

GAMES = {"small": ("map.toml", "charts.toml")}
CARD = 'name = "mine"\ntitle = "small"\nnote = "my sheet"\nauthor = "Anna"\n'


def write(folder: Path, **texts: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in {"pack": CARD, **texts}.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")
    return folder


def pack(name: str, text: str) -> Pack:
    return Pack(
        name, "small", "000000", read_toml("", "pack.toml"), {"map.toml": read_toml(text, f"{name}.toml", name)}
    )


def over(ours: str, *theirs: str) -> Record:
    packs = [pack(name, text) for name, text in zip("abc", theirs, strict=False)]
    return laid(read_toml(ours, "ours.toml"), "map.toml", packs)


def values(ours: str, *theirs: str) -> Any:
    return over(ours, *theirs).values


# -- how it is laid ---------------------------------------------------------------------------


def test_tables_are_laid_key_by_key() -> None:
    assert values("[a]\nx = 1\ny = 2\n[a.b]\nz = 3", "[a]\ny = 5\n[a.b]\nw = 4") == {
        "a": {"x": 1, "y": 5, "b": {"z": 3, "w": 4}}
    }


def test_lists_and_texts_are_replaced() -> None:
    assert values('a = [1, 2]\nb = "x"\nc = 1', 'a = [3]\nb = "y"') == {"a": [3], "b": "y", "c": 1}


def test_tables_of_a_list_go_by_their_names() -> None:
    ours = '[[r]]\nname = "A"\nx = 1\n[[r]]\nname = "B"\nx = 2\n[[r]]\nname = "C"\nx = 3'
    theirs = '[[r]]\nname = "D"\nx = 9\n[[r]]\nname = "B"\ny = 7\n[[r]]\nname = "A"\ndrop = true'
    assert values(ours, theirs)["r"] == [{"name": "B", "x": 2, "y": 7}, {"name": "C", "x": 3}, {"name": "D", "x": 9}]


@pytest.mark.parametrize(("by", "names"), [("id", ("1", "2")), ("side", ("1|2", "2|3")), ("hex", ("0101", "0102"))])
def test_what_has_no_name_goes_by_what_tells_it_apart(by: str, names: tuple[str, str]) -> None:
    ours = "r = [" + ", ".join(f'{{ {by} = "{name}", x = 1 }}' for name in names) + "]"
    assert values(ours, f'[[r]]\n{by} = "{names[1]}"\nx = 2')["r"] == [{by: names[0], "x": 1}, {by: names[1], "x": 2}]


def test_what_cannot_be_told_apart_is_replaced_as_a_whole() -> None:
    ours = '[[r]]\nkind = "x"\n[[r]]\nkind = "x"'
    assert values(ours, '[[r]]\nkind = "y"\nz = 1') == {"r": [{"kind": "y", "z": 1}]}


def test_a_file_may_stand_for_the_whole_of_ours() -> None:
    assert values("a = 1\nb = 2", "replace = true\nb = 3") == {"b": 3}


def test_a_later_pack_is_laid_over_an_earlier_one() -> None:
    ours, first = '[[r]]\nname = "A"\nx = 1\ny = 1', '[[r]]\nname = "A"\nx = 2\ny = 2\n[[r]]\nname = "B"\nx = 3'
    top = over(ours, first, '[[r]]\nname = "B"\ny = 4\n[[r]]\nname = "A"\ny = 5')
    assert top.values["r"] == [{"name": "A", "x": 2, "y": 5}, {"name": "B", "x": 3, "y": 4}]
    a, _ = top.records("r")
    assert [a.where(key) for key in ("name", "x", "y")] == [("b.toml", 5), ("a.toml", 3), ("b.toml", 6)]


@pytest.mark.parametrize(
    ("theirs", "line", "said"),
    [
        ("[[r]]\nx = 1", 1, "r: which one? it has no 'name'"),
        ('[[r]]\nname = "A"\n[[r]]\nname = "A"', 4, "r A is given twice"),
        ('[[r]]\nname = "Z"\ndrop = true', 2, "there is no r 'Z' to drop"),
        ('[[r]]\nname = "A"\ndrop = true\nx = 1', 4, "unknown key 'x'"),
        ('[[r]]\nname = "A"\ndrop = false', 3, "drop can only be true"),
        ("\nreplace = false", 2, "replace can only be true"),
        ("\n[[r]]\nname = [1]", 3, "name must be a text"),
    ],
)
def test_what_cannot_be_laid_is_refused(theirs: str, line: int, said: str) -> None:
    with pytest.raises(DataError) as wrong:
        over('[[r]]\nname = "A"\nx = 1', theirs)
    assert (wrong.value.file, wrong.value.line, wrong.value.what) == ("a.toml", line, said)


# -- who is named, and as what it counts --------------------------------------------------------


def test_each_datum_is_looked_up_in_the_file_that_says_it() -> None:
    top = over("[a]\nx = 1\n\n[a.b]\nz = 3\n", "# mine\n[a]\ny = 5\n")
    assert top.record("a").where("x") == ("ours.toml", 2)
    assert top.record("a").where("y") == ("a.toml", 3)
    assert top.record("a").record("b").where("z") == ("ours.toml", 5)


def test_a_pack_is_its_own_source_whatever_it_says() -> None:
    ours = '[a]\nsource = "R:1"\nx = 1\n[b]\nsource = "R:2"\nx = 1\n[b.c]\ny = 1'
    top = over(ours, '[a]\nsource = "R:9.9"\nx = 2\n[b]\nsource = "R:3"\n[b.c]\ny = 2\n[d]\nx = 1')
    assert [top.record(key).source() for key in "abd"] == ["U:a", "R:2", "U:a"]
    assert top.record("b").record("c").source_of("y", "R:2") == "U:a"


def mapped(theirs: str) -> HexMap:
    return read_map(over(SMALL, theirs))


def test_single_hexes_of_a_map() -> None:
    found = mapped('[terrain.hexes]\n0301 = "city"')
    assert found.terrain["0301"] == "city"
    assert found.sources["terrain"]["0301"] == "U:a"
    assert found.sources["terrain"]["0201"] == "G:coast"
    assert sum(source == "U:a" for source in found.sources["terrain"].values()) == 1


def test_a_letter_of_the_legend_changes_its_hexes() -> None:
    found = mapped('[terrain.legend]\nC = "clear"')
    changed = {hex for hex, source in found.sources["terrain"].items() if source == "U:a"}
    assert changed == {hex for hex, kind in read_map(read_toml(SMALL, "x")).terrain.items() if kind == "city"}
    assert {found.terrain[hex] for hex in changed} == {"clear"}


def test_woods_grow_and_are_felled() -> None:
    ours = SMALL.replace('kind = "fort"', 'kind = "fort"\nname = "Line"').replace(
        'kind = "woods"', 'kind = "woods"\nname = "Wood"'
    )
    found = read_map(over(ours, '[[feature]]\nname = "Wood"\nwith = ["0202"]\nwithout = ["0201"]'))
    before = read_map(read_toml(ours, "x"))
    assert found.features["woods"] == before.features["woods"] - {"0201"} | {"0202"}
    assert {source for item, source in found.sources["feature"].items() if item.startswith("woods")} == {"U:a"}
    assert found.sources["feature"]["fort 0301"] == "E:the line"


def test_the_terrain_of_single_areas() -> None:
    found = read_areas(
        over(AREAS, '[terrain.areas]\n1 = "wood"' if '"wood"' in AREAS else '[terrain.areas]\n1 = "green"')
    )
    assert found.sources["terrain"]["1"] == "U:a"
    assert found.sources["terrain"]["2"] == "R:1.2"


MISTAKES = {
    "unknown hex": ('[terrain.hexes]\n0909 = "clear"', 2, "there is no hex '0909'"),
    "unknown terrain": ('[terrain.hexes]\n0301 = "desert"', 2, "0301 'desert' is not one of: "),
    "hex of a river": ('[[river]]\nname = "Rill"\nsides = ["0202|0909"]', 3, "there is no hex '0909'"),
    "one-sided hexside": ('[[river]]\nname = "Rill"\nsides = ["0202"]', 3, "0202 is not a hexside"),
    "side of nobody": ('[[river]]\nname = "Rill"\nsides = ["0202|"]', 3, "0202| is not a hexside"),
    "side of strangers": ('[[river]]\nname = "Rill"\nsides = [\n"0102|0302"]', 4, "0102|0302 is not a hexside"),
    "side of itself": ('[[river]]\nname = "Rill"\nsides = ["0202|0202"]', 3, "0202|0202 is not a hexside"),
    "side of three": ('[[river]]\nname = "Rill"\nsides = ["0102|0202|0302"]', 3, "0102|0202|0302 is not a hexside"),
    "side twice": ('[[river]]\nname = "Rill"\nsides = ["0302|0202"]', 3, "river 0202|0302 is given twice"),
    "side twice in it": ('[[border]]\nname = "B"\nsides = ["0102|0202", "0202|0102"]', 3, "0102|0202 is given twice"),
    "water of one side": ('[[water]]\nname = "W"\nkind = "lake"\nsides = ["0201"]', 4, "0201 is not a hexside"),
    "bridge on no river": ('[[bridge]]\nname = "B"\nside = "0102|0103"', 3, "no river for a bridge at 0102|0103"),
    "unknown key": ('[[road]]\nname = "Way"\nwidth = 3', 3, "unknown key 'width'"),
    "new without hexes": ('\n[[road]]\nname = "Way"', 2, "road has no 'hexes'"),
    "no letter": ('[terrain]\nrows = """\n01 . . . .\n02 . . X .\n03 . . . -\n"""', 4, "0302: 'X' is not in"),
    "a row short": ('[terrain]\nrows = """\n01 . . . .\n02 . . .\n03 . . . -\n"""', 4, "row 02 has 3 hexes, not 4"),
    "kind": ('terrain = 3', 1, "terrain must be a table"),
    "no such wood": ('[[feature]]\nkind = "woods"\nrows = ""\nwithout = ["0103"]', 3, "0 rows of feature, not 3"),
    "river under a bridge": ('[[river]]\nname = "Brook"\ndrop = true', 0, "there is no river for a bridge"),
}  # fmt: skip


@pytest.mark.parametrize(("theirs", "line", "said"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_in_a_map_is_named(theirs: str, line: int, said: str) -> None:
    with pytest.raises(DataError) as wrong:
        mapped(theirs)
    assert said in wrong.value.what
    if line:
        assert (wrong.value.file, wrong.value.line) == ("a.toml", line)
    else:  # what the pack took away is missed in our file
        assert wrong.value.file == "ours.toml"


# -- the directory ------------------------------------------------------------------------------


def test_a_pack_is_read(tmp_path: Path) -> None:
    found = read_pack(write(tmp_path / "x", map="a = 1"), GAMES)
    assert (found.name, found.title, found.note) == ("mine", "small", "my sheet, by Anna")
    assert found.files["map.toml"].values == {"a": 1}
    assert found.label == f"mine@{found.mark}"


def test_the_mark_follows_the_data_and_not_the_words(tmp_path: Path) -> None:
    def mark(**texts: str) -> str:
        return read_pack(write(tmp_path / "x", **texts), GAMES).mark

    first = mark(map="a = 1")
    assert mark(map="# as on my sheet\na   =   1\n") == first
    assert mark(pack=CARD.replace("my sheet", "another"), map="a = 1") == first
    assert mark(map="a = 2") != first
    assert mark(map="a = 1", charts="a = 1") != first


def test_windows_line_ends_and_byte_order_marks_do_no_harm(tmp_path: Path) -> None:
    folder = write(tmp_path / "x", map="a = 1\nb = 2")
    (folder / "map.toml").write_bytes(b"\xef\xbb\xbfa = 1\r\nb = 2")
    assert read_pack(folder, GAMES).files["map.toml"].values == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    ("texts", "where", "said"),
    [
        ({"pack": "name = 3"}, "pack.toml:1", "name must be a text"),
        ({"pack": 'title = "small"'}, "pack.toml:1", "the file has no 'name'"),
        ({"pack": 'name = "../x"\ntitle = "small"'}, "pack.toml:1", "name '../x': use only lower-case letters"),
        ({"pack": 'name = "x"\ntitle = "chess"'}, "pack.toml:2", "there is no game 'chess'; games: small"),
        ({"pack": f"{CARD}colour = 1"}, "pack.toml:5", "unknown key 'colour'"),
        ({"map": "a = 1\nb ="}, "map.toml:2", "Invalid value"),
        ({"map": "a = 1\na = 2"}, "map.toml:2", "Cannot overwrite a value"),
        ({"rules": "a = 1"}, "rules.toml:1", "small has no such file; it has: map.toml, charts.toml"),
    ],
)
def test_a_directory_that_is_no_pack(tmp_path: Path, texts: dict[str, str], where: str, said: str) -> None:
    with pytest.raises(DataError) as wrong:
        read_pack(write(tmp_path / "x", **texts), GAMES)
    assert str(wrong.value).startswith(f"{tmp_path / 'x'}{os.sep}{where}: {said}")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"pack\.toml:1: cannot be read: No such file"):
        read_pack(tmp_path, GAMES)
    folder = write(tmp_path / "x")
    (folder / "map.toml").write_bytes(b"a = 1\nb = '\xff'")
    with pytest.raises(DataError, match=r"map\.toml:2: not UTF-8 text"):
        read_pack(folder, GAMES)
    (folder / "map.toml").unlink()
    (folder / "map.toml").mkdir()
    with pytest.raises(DataError, match=r"map\.toml:1: not a file"):
        read_pack(folder, GAMES)


def test_a_pack_keeps_to_its_directory(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.toml").write_text("a = 1")
    folder = write(tmp_path / "x")
    (folder / "map.toml").symlink_to(tmp_path / "elsewhere.toml")
    with pytest.raises(DataError, match=r"map\.toml:1: this path leads outside the pack"):
        read_pack(folder, GAMES)


def test_a_new_pack_changes_nothing(tmp_path: Path) -> None:
    for file, text in starter("small", "mine", {"map.toml": SMALL}):
        (tmp_path / file).write_text(text, "utf-8")
    found = read_pack(tmp_path, GAMES)
    assert found.files["map.toml"].values == {}
    text = (tmp_path / "map.toml").read_text("utf-8")
    uncommented = "\n".join(line.removeprefix("#").removeprefix(" ") for line in text.split("\n\n", 1)[1].splitlines())
    assert read_map(read_toml(uncommented, "x")) == read_map(read_toml(SMALL, "x"))
    ours = laid(read_toml(SMALL, "ours.toml"), "map.toml", [found])
    assert read_map(ours) == read_map(read_toml(SMALL, "ours.toml"))
