"""A board of areas for a page: where blocks stand, and what a position draws besides."""

from typing import Any

import pytest

from grognard.core import notation
from grognard.draw.area.board import Tabletop, tabletop, unfolded
from grognard.kit.table import Wargame
from grognard.titles import load

POSITION = """moscow41 campaign
at game choice
turn 1
german 66 67 89 90 100 16A 9A 4A 2A Rastenburg Pskov
soviet_lines 78
89 Guderian 24PzK 46PzK GD
78 25RC
90 7AK 45RC
63 Stalin
Rastenburg Hitler
"""


@pytest.fixture(scope="module")
def title() -> Wargame[Any]:
    return load("moscow41")


@pytest.fixture(scope="module")
def table(title: Wargame[Any]) -> Tabletop:
    return tabletop(title)


@pytest.fixture(scope="module")
def s(title: Wargame[Any]) -> Any:
    return notation.read({title.name: title}, POSITION)


def named(title: Wargame[Any], s: Any, face: str) -> str:
    return str(title.lexicon.pieces[s.piece[title.lexicon.face(face)]])


def test_it_is_unfolded_once(title: Wargame[Any], table: Tabletop) -> None:
    assert unfolded(title)
    assert tabletop(title) is table


def test_blocks_stand_beside_each_other(title: Wargame[Any], table: Tabletop, s: Any) -> None:
    spots = table.spots(s, 0)
    there = sorted(spots[named(title, s, face)] for face in ("Guderian", "24PzK", "46PzK", "GD"))
    for one, (x, y, side) in enumerate(there):
        for other_x, other_y, _ in there[one + 1 :]:
            assert abs(other_x - x) >= side or abs(other_y - y) >= side
    assert len({side for _, _, side in there}) == 1


def test_both_sides_of_a_contested_area_have_their_rows(title: Wargame[Any], table: Tabletop, s: Any) -> None:
    spots = table.spots(s, 0)
    german, soviet = spots[named(title, s, "7AK")], spots[named(title, s, "45RC")]
    assert soviet[1] - german[1] >= german[2]


def test_a_line_lies_below_its_blocks(title: Wargame[Any], table: Tabletop, s: Any) -> None:
    spots = table.spots(s, 0)
    _, y, side = spots[named(title, s, "25RC")]
    line = spots["soviet-line-78"]
    assert line[1] + 0.34 * line[2] >= y + side - 1


def test_the_ground_has_front_battles_disc_and_markers(table: Tabletop, s: Any) -> None:
    ground = table.ground(s)
    assert 'class="front-now"' in ground
    assert ground.count('class="contested"') == 1
    assert "Initiative: german" in ground
    assert "now: July" in ground
    assert ground.count("held by german") == 2  # Rastenburg and Pskov


def test_command_range_is_drawn_while_somebody_commands(title: Wargame[Any], table: Tabletop, s: Any) -> None:
    t = s.copy()
    assert "var(--reach)" not in table.ground(t)
    for action in ("tactical", "activate Guderian"):
        title.play(t, title.parse(t, action))
    assert "var(--reach)" in table.ground(t)
