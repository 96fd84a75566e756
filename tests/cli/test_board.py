"""The board as the terminal draws it: hexes, sides, stacks, markers, windows."""

from typing import Any

import pytest
from rich.style import Style

from grognard.cli.board import text_map
from grognard.cli.board.palette import EIGHT_BITS, FOUR_BITS, MANY, NONE
from grognard.cli.board.text_map import Overlay, View
from grognard.core import notation
from grognard.titles import TITLES

TITLE = TITLES["leningrad79"]


def position(text: str = "", turn: int = 3) -> Any:
    return notation.read(TITLES, f"leningrad79 campaign\nat german-combat\nturn {turn}\n{text}")


def drawn(s: Any, **more: Any) -> list[str]:
    return text_map.draw(s, 120, 28, **more).plain.split("\n")


def cell(lines: list[str], hex_: str) -> tuple[str, str]:
    """The two lines of a hex, borders included."""
    column, row = int(hex_[:2]), int(hex_[2:])
    y, x = 1 + 2 * (row - 1) + (column % 2 == 0), 2 + 4 * (column - 1)
    return lines[y][x : x + 5], lines[y + 1][x : x + 5]


@pytest.mark.parametrize(
    ("text", "hex_", "upper", "lower"),
    [
        ("0310 1Pz 6Pz 36Mot", "0310", "3A^", "28"),
        ("0310 1Pz(reduced)", "0310", "1A^", "5 "),
        ("0310 1ID", "0310", "1I^", "6 "),
        ("0310 118RD", "0310", "1i^", "1-2"),
        ("0310 118RD 188RD", "0310", "2i^", "2-5"),
        ("0310 118RD inf", "0310", "2i^", "??"),
        ("0310 42TD", "0310", "1a^", "d4"),
        ("1809 1ID", "1809", "1I#", "6 "),
        ("2604 inf", "2604", "1i*", "??"),
        ("forts 2406\n2406 inf", "2406", "1i¤", "??"),
        ("raid 0310\n0310 inf", "0310", "1i!", "??"),
        ("heavy_raid 0310\n0310 inf", "0310", "1i‼", "??"),
        ("", "0310", "^ ^", "___"),
        ("", "1809", "Psk", "#"),
        ("", "2308", "Lug", "o"),
        ("forts 2308", "2308", "Lug", "¤"),
    ],
)
def test_what_stands_in_a_hex(text: str, hex_: str, upper: str, lower: str) -> None:
    above, below = cell(drawn(position(text)), hex_)
    assert above[1:4] == upper
    assert below[1:].startswith(lower)


def test_rivers_and_roads_are_on_the_hexsides() -> None:
    lines = drawn(position())
    assert cell(lines, "0412")[0][0] == "{"  # the Dubysa between 0312 and 0412
    assert cell(lines, "0505")[1][1:4] == "~~~"  # the Venta between 0505 and 0506
    assert cell(lines, "0410")[0][0] == "+"  # a road over the Dubysa from 0310
    assert cell(lines, "1909")[1][0] == "="  # the road from Pskov
    coloured = text_map.draw(position(), 120, 28, MANY).plain
    assert "{" not in coloured
    assert "~~~" not in coloured


def test_hex_numbers_stand_on_the_margins() -> None:
    lines = drawn(position())
    assert lines[0].split() == [f"{column:02}" for column in range(1, 30)]
    assert [line[:2] for line in lines[1:27:2]] == [f"{row:02}" for row in range(1, 14)]
    assert max(map(len, lines)) <= 120
    assert len(lines) == text_map.full_height(position()) == 28


@pytest.mark.parametrize("size", [(120, 28), (80, 18), (40, 9), (10, 4)])
def test_a_window_shows_the_focus_and_its_numbers(size: tuple[int, int]) -> None:
    s = position("2705 inf")
    place = TITLE.lexicon.place("2705")
    lines = text_map.draw(s, *size, focus=1 << place).plain.split("\n")
    assert len(lines) == size[1]
    assert max(map(len, lines)) <= size[0]
    assert "27" in lines[0].split()
    (line,) = [n for n, text in enumerate(lines) if "1i*" in text]
    at = lines[line].index("1i*")
    assert lines[0][at : at + 2] == "27"
    assert text_map.under(s, *size, 1 << place, (0, 0), line, at) == place


def test_every_hex_is_found_where_it_is_drawn() -> None:
    s = position()
    for place, (column, row) in TITLE.data.board.spot.items():
        line, at = 1 + 2 * (row - 1) + (column % 2 == 0), 2 + 4 * (column - 1)
        for dy in (0, 1):
            assert text_map.under(s, 120, 28, 0, (0, 0), line + dy, at + 2) == place
    assert text_map.under(s, 120, 28, 0, (0, 0), 0, 5) is None


def test_panning_moves_the_window_and_stops_at_the_edge() -> None:
    s = position()
    far = text_map.draw(s, 80, 18, pan=(99, 999)).plain.split("\n")
    assert far[0].split()[-1] == "29"
    assert far[-2][:2] == "13" or far[-3][:2] == "13"
    assert "01" in text_map.draw(s, 80, 18, pan=(-99, -999)).plain.split("\n")[0].split()


def test_an_overlay_writes_into_empty_hexes_and_beside_stacks() -> None:
    s = position("0310 1ID")
    empty, held = TITLE.lexicon.place("0510"), TITLE.lexicon.place("0310")
    marks = {empty: ("2½", "reach"), held: ("4", "reach")}
    lines = drawn(s, view=View(overlay=Overlay("test", marks)))
    assert cell(lines, "0510")[0][1:4].strip() == "2½"
    assert cell(lines, "0310")[0][1:4] == "1I4"


def test_zones_of_both_sides_are_told_apart() -> None:
    s = position("0310 1ID\n0510 inf")
    marks = text_map.overlay(TITLE, s, "zoc").marks
    at = TITLE.lexicon.place
    assert marks[at("0309")] == ("G", "over0")
    assert marks[at("0610")] == ("s", "over1")
    assert marks[at("0410")] == ("Gs", "both")


@pytest.mark.parametrize("palette", [MANY, EIGHT_BITS, FOUR_BITS, NONE])
def test_every_style_of_a_palette_can_be_shown(palette: Any) -> None:
    for style in (*palette.ink.values(), *(f"on {ground}" for ground in palette.ground.values())):
        Style.parse(style)
    if palette.colour:
        assert palette.ink.keys() == MANY.ink.keys()
        assert palette.ground.keys() == MANY.ground.keys()


def test_waters_are_named() -> None:
    text = "\n".join(drawn(position()))
    assert "Baltic Sea" in text
    assert "Gulf of Finland" in text
