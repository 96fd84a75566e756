"""Positions of blocks: upright for their owner, backs for the enemy, lines, bombers, the front, and the tracks."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from grognard.core import notation
from grognard.draw import draw_map
from grognard.draw.pieces.block_view import MANY, garrisons, standing
from grognard.draw.pieces.blocks import Block, face
from grognard.kit.table import Wargame
from grognard.titles import TITLES
from grognard.web.present import presenter

TITLE: Wargame[Any] = TITLES["moscow41"]
POSITION = """moscow41 campaign
at game choice
turn 4
weather rain
forecast 3
german 16A 9A 4A 2A 67 66 77 78 79 88 89 90 91 100
german_lines 90
soviet_lines 102
90 Guderian(level=3,trail=90,up) 24PzK(level=2,trail=90) DR(cube,trail=90) He1
91 46PzK(trail=91) 25RC 30RC
102 33RC
63 Stalin
Rastenburg Hitler(level=0)
Strugi-Krasnye Hoepner(trail=Strugi-Krasnye)
"""


@pytest.fixture(scope="module")
def s() -> Any:
    return notation.read({TITLE.name: TITLE}, POSITION)


def blocks(s: Any, player: int | None, place: str) -> dict[str, Block]:
    return {block.name or block.id: block for row in garrisons(TITLE, s, player)[place].rows for block in row}


def test_what_the_owner_sees(s: Any) -> None:
    found = blocks(s, 0, "90")
    guderian, tank, reich = found["2Pg"], found["24"], found["DR"]
    assert (guderian.kind, guderian.strength, guderian.full, guderian.band) == ("headquarters", 3, 4, "red")
    assert (tank.kind, tank.strength, tank.full, tank.fire, tank.fast) == ("armor", 2, 4, "triple", True)
    assert reich.elite
    assert reich.states == ("isolated",)
    assert not any(block.hidden for block in found.values())
    assert found["He-111"].kind == "bomber"
    assert blocks(s, 0, "Rastenburg")["Hitler"].strength == 0
    assert blocks(s, 0, "Strugi Krasnye")["4Pg"].kind == "headquarters"


def test_what_the_enemy_sees(s: Any) -> None:
    found = blocks(s, 1, "90")
    assert "2Pg" in found  # he lies face up
    backs = [block for block in found.values() if block.hidden]
    assert len(backs) == 2
    assert all(not block.name and not block.strength for block in backs)
    assert {block.tip for block in backs} == {"one of 24PzK, DR"}
    assert blocks(s, 1, "91").keys() >= {"25", "30"}


def test_what_a_back_may_be_is_not_told_without_end() -> None:
    s = TITLE.start("campaign")
    tips = [block.tip for _, block in standing(TITLE, s, 0) if block.hidden]
    assert all(len(tip.split(", ")) <= MANY for tip in tips)


def test_lines_stand_with_their_areas(s: Any) -> None:
    found = garrisons(TITLE, s, None)
    assert [line.side for line in found["90"].lines] == ["german"]
    assert [line.side for line in found["102"].lines] == ["soviet"]
    assert not found["91"].lines


def test_the_drawing_of_a_position(s: Any) -> None:
    svg = draw_map(TITLE, s, player=1).svg
    root = ElementTree.fromstring(svg)
    stacks = {node.get("data-hex"): node for node in root.iter() if node.get("class") == "stack"}
    assert stacks.keys() == {"90", "91", "102", "63", "Rastenburg", "Strugi-Krasnye"}
    told = ElementTree.tostring(stacks["90"], "unicode")
    assert told.count("block german back") == 2
    assert "24PzK" not in svg
    assert "XXIV" not in svg
    assert len(re.findall(r'class="contested"', svg)) == 1
    assert svg.count('class="front-now"') == 1
    assert re.findall(r"now: ([^<]+)<", svg) == ["October", "Rain", "3"]
    assert "XXIV Panzer Corps" in draw_map(TITLE, s, player=0).svg


def test_the_map_alone_has_no_position() -> None:
    svg = draw_map(TITLE).svg
    assert "front-now" not in svg
    assert "now: " not in svg


def test_layers_of_a_position(s: Any) -> None:
    for layer in ("control", "supply"):
        assert 'data-set="first"' in draw_map(TITLE, s, layer=layer).svg


@pytest.mark.parametrize("kind", ["line", "bomber"])
def test_beams_and_discs(kind: str) -> None:
    drawn = face(Block("x", "german", "grey", kind, "Stuka"))
    ElementTree.fromstring(f"<svg>{drawn}</svg>")
    assert ("Stuka" in drawn) == (kind == "bomber")
    assert "rect" not in drawn


def test_the_page_gets_the_same_blocks(s: Any) -> None:
    """Stacks and faces for the page: what a player may know, and nothing else."""
    seen = presenter.position(s, 1)
    stack = seen["stacks"]["90"]
    assert [piece.get("marker", "") for piece in stack].count("yes") == 1
    backs = [piece for piece in stack if piece["tip"].startswith("one of")]
    assert len(backs) == 2
    assert len({piece["look"] for piece in backs}) == 2  # one has a cube
    assert "XXIV" not in str(seen)
    assert "XXIV" in str(presenter.position(s, 0)["stacks"])
    where = presenter.board("moscow41", TITLE)
    assert set(seen["stacks"]) <= {*where["places"], *where["boxes"]}
    assert "Strugi-Krasnye" in where["places"]
    assert set(presenter.overlay(s, 0, "supply")) == {"german", "soviet"}
    assert presenter.trace(s, 0, "46PzK")["ok"]
