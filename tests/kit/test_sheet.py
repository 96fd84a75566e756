"""The sheet of a title: typed, strict, and not needed at all."""

from pathlib import Path

import pytest

from grognard.kit.load.sheet import FILE, Mark, SideLook, TerrainLook, read_sheet, sheet_in
from grognard.kit.load.toml import DataError, read_toml

TEXT = """\
heading = "The Siege"
lines = ["of a town"]
unprinted = ["HQ"]

[side.crown]
ground = "navy"
emblem = "ring"

[terrain.fen]
style = "swamp"
sign = "f"

[troops]
guards = "crimson"

[marker.mine]
ground = "clay"
copies = 2
tag = true

[area."their stores"]
mark = "supply"
side = "crown"

[feature.redoubt]
mark = "works"

[river]
Rhine = 0.3

[[region]]
name = "The Marches"
hex = "0101"
angle = -30
minor = true
"""


def test_a_sheet_is_read_as_written() -> None:
    sheet = read_sheet(read_toml(TEXT, FILE))
    assert (sheet.heading, sheet.lines, sheet.unprinted) == ("The Siege", ("of a town",), ("HQ",))
    assert sheet.sides == {"crown": SideLook(ground="navy", emblem="ring")}
    assert sheet.terrain == {"fen": TerrainLook("swamp", "f")}
    assert sheet.troops == {"guards": "crimson"}
    assert (sheet.markers["mine"].ground, sheet.markers["mine"].copies, sheet.markers["mine"].tag) == ("clay", 2, True)
    assert sheet.areas == {"their stores": Mark("supply", "crown")}
    assert sheet.features == {"redoubt": Mark("works")}
    assert sheet.rivers == {"Rhine": 0.3}
    (region,) = sheet.regions
    assert region == ("The Marches", "0101", -30.0, True)


def test_a_title_needs_no_sheet(tmp_path: Path) -> None:
    assert sheet_in(tmp_path, "Plain").heading == "Plain"
    (tmp_path / FILE).write_text(TEXT, "utf-8")
    assert sheet_in(tmp_path, "Plain").heading == "The Siege"


@pytest.mark.parametrize(
    ("right", "wrong", "line", "said"),
    [
        ('heading = "The Siege"', 'heding = "The Siege"', 1, "unknown key 'heding'"),
        ('ground = "navy"', "ground = 3", 6, "ground must be a text"),
        ('emblem = "ring"', 'flag = "ring"', 7, "unknown key 'flag'"),
        ('sign = "f"', 'sign = "ff"', 11, "sign must be a single character"),
        ("copies = 2", "copies = 0", 18, "copies must be above zero"),
        ("tag = true", 'tag = "yes"', 19, "tag must be true or false"),
        ('mark = "supply"', 'mark = "supplies"', 22, "mark 'supplies' is not one of: supply, victory, edge, none"),
        ("Rhine = 0.3", 'Rhine = "wide"', 29, "Rhine must be"),
        ('[side.crown]\nground = "navy"\nemblem = "ring"', '[side]\ncrown = "navy"', 6, "crown must be a table"),
    ],
)
def test_a_mistake_is_named_with_its_line(right: str, wrong: str, line: int, said: str) -> None:
    assert TEXT.count(right) == 1
    with pytest.raises(DataError) as error:
        read_sheet(read_toml(TEXT.replace(right, wrong), FILE))
    assert (error.value.file, error.value.line) == (FILE, line)
    assert said in error.value.what
