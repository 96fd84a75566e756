"""Hexes in straight rows as the terminal draws them, and a map with an inset: two boards on one screen."""

from typing import Any

from rich.console import Console

from grognard.cli.board import text_map
from grognard.cli.board.text_map import View
from grognard.cli.play import place_report
from grognard.core import notation
from grognard.kit.spelling import place_word
from grognard.titles import TITLES

TITLE = TITLES["assault_leningrad"]
AT = TITLE.data.board.at
SIEGE = "J6 1-1Pz 1-1(reduced)\nJ5 4V\nF4 10RD 5W\n0420 41HQ\n0321 Nav\nfire 0520"
FULL = 146 + 2 + 42  # both maps side by side, nothing cut off


def position(text: str = SIEGE) -> Any:
    return notation.read(TITLES, f"assault_leningrad campaign\nat german-combat\nturn 20\n{text}")


def drawn(s: Any, wide: int = FULL, high: int = 78, **more: Any) -> list[str]:
    return text_map.draw(s, wide, high, **more).plain.split("\n")


def cell(lines: list[str], hex_: str) -> tuple[str, str]:
    """The two lines of a hex of the main map, western border included."""
    row, column = int(hex_[:2]), int(hex_[2:])
    y, x = 1 + 2 * (row - 1), 2 + 4 * (36 - column) + 2 * (row % 2)
    return lines[y][x : x + 4], lines[y + 1][x : x + 4]


def inset_cell(lines: list[str], hex_: str) -> tuple[str, str]:
    """The same on the inset, which stands to the right under its name."""
    row, column = ord(hex_[0]) - 64, int(hex_[1:])
    left = lines[0].index("LENINGRAD")
    y, x = 2 + 2 * (row - 2), left + 2 + 4 * (9 - column) + 2 * (row % 2)
    return lines[y][x : x + 4], lines[y + 1][x : x + 4]


def test_both_maps_stand_side_by_side() -> None:
    lines = drawn(position())
    assert cell(lines, "0420") == ("=1H#", "=0 _")  # a headquarters in a city; roads to west and east
    assert cell(lines, "0321") == (" 1f~", "   _")  # the fleet has no strength
    assert cell(lines, "0219")[0][1:] == "Vyb"
    assert inset_cell(lines, "J6") == ("|2P:", "|7 _")
    assert inset_cell(lines, "J5")[0] == "|1m:"
    assert inset_cell(lines, "F4")[0] == "+2r:"  # over the Liberty Bridge
    assert lines[0].rstrip().endswith("LENINGRAD")


def test_rivers_roads_and_rails_are_on_the_hexsides() -> None:
    lines = drawn(position())
    assert cell(lines, "0518")[0].startswith("=")  # the road to Kolpino
    assert cell(lines, "0318")[0].startswith("{")  # the Neva
    assert inset_cell(lines, "G4")[0].startswith("|")
    assert "~" in inset_cell(lines, "F4")[1]  # the Neva without a bridge, toward G4


def test_one_above_the_other_or_the_one_in_question() -> None:
    s = position()
    below = drawn(s, 80, 60)
    assert "LENINGRAD" in below
    assert len(below) <= 60
    assert max(map(len, below)) <= 80
    narrow = drawn(s, 80, 24)
    assert "LENINGRAD" not in narrow
    inside = drawn(s, 80, 24, focus=1 << AT["J6"])
    assert inside[0] == "LENINGRAD"
    assert any("2P:" in line for line in inside)
    assert len(inside) <= 24


def test_what_is_lit_and_what_lies_over_it() -> None:
    over = text_map.overlay(TITLE, position(), "rigid")
    lines = drawn(position(), view=View(overlay=over))
    assert inset_cell(lines, "I6")[0][1:] == " G "


def test_a_click_finds_the_hex_on_either_map() -> None:
    s = position()
    lines = drawn(s)
    left = lines[0].index("LENINGRAD")
    names = TITLE.lexicon.places
    for y, x, name in ((7, 2 + 4 * 16 + 2, "0420"), (19, left + 2 + 4 * 3 + 1, "J6"), (18, left + 2 + 4 * 3, "J6")):
        found = text_map.under(s, FULL, 78, 0, (0, 0), y, x)
        assert found is not None
        assert names[found] == name
    assert text_map.under(s, FULL, 78, 0, (0, 0), 0, 5) is None
    found = text_map.under(s, 80, 24, 1 << AT["J6"], (0, 0), 18, 2 + 12 + 1)
    assert found == AT["J6"]


def test_hexes_of_the_inset_have_names_of_their_own() -> None:
    s = position()
    assert place_word(TITLE, "winter-palace") == "G5"
    assert place_word(TITLE, "uritsk") == "0420"  # the map before the inset
    console = Console(width=200)
    with console.capture() as told:
        console.print(place_report.look(TITLE, s, None, AT["F4"]))
    assert "Liteyny Bridge to G5" in told.get()
    assert "Vyborg Side: the same ground as 0219" in told.get()
    with console.capture() as told:
        console.print(place_report.look(TITLE, s, None, AT["0420"]))
    assert "fringe: the same ground as K6 K7" in told.get()
    assert "0-C-8" in told.get()
