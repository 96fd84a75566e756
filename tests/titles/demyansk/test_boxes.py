"""[9.3] Map Boxes and Entry hexes."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.demyansk.data.components import AXIS, SOVIET
from tests.titles.demyansk.box import AT, NUMBER, D, names

Moving = Callable[..., Any]


@pytest.mark.case("9.31a", "9.32a", "9.32b", "9.3a", "2.1c")
def test_the_boxes_and_their_hexes() -> None:
    assert names(D.map_boxes[AXIS]) == {"AGN"}
    assert names(D.map_boxes[SOVIET]) == {"NWF", "Valday", "SWF"}
    for box, hexes in D.entries.items():
        assert names(hexes) == set(D.map.areas[D.board.names[box]])
        assert all(D.map.edge(hex_) for hex_ in names(hexes))


@pytest.mark.case("9.33a", "5.32a")
@pytest.mark.parametrize(
    ("unit", "box"), [("I-27", "AGN"), ("46-84", "NWF"), ("170Div", "Valday"), ("130Div", "SWF"), ("U1", "AGN")]
)
def test_the_box_of_a_unit(unit: str, box: str) -> None:
    assert D.home[NUMBER[unit]] == AT[box]


@pytest.mark.case("9.35a", "9.35b", "9.3b")
def test_units_enter_by_a_hex_of_their_box(moving: Moving) -> None:
    game = moving("soviet", "NWF 46-84\nValday 170Div")
    assert game.price("46-84", "1018") == 2  # clear and woods
    assert game.against("46-84", "1401") == ["9.35a"]
    assert game.against("170Div", "1401") == []
    game.play("move 170Div to 1401")
    assert game.where("170Div") == "1401"


@pytest.mark.case("9.35c", "8.36d")
def test_along_a_road(moving: Moving) -> None:
    """A road leaves the map in 1020 and in 1401, which is rough."""
    assert moving("soviet", "NWF 46-84").price("46-84", "1020 1120") == 2
    assert moving("soviet", "Valday 170Div").price("170Div", "1401") == 1
    assert moving("soviet", "Valday 170Div\n1402 I-27").price("170Div", "1401") == 2


@pytest.mark.case("9.35c", "8.35a", "5.23c")
def test_heavy_types_and_a_swamp_on_the_edge(moving: Moving) -> None:
    assert moving("soviet", "NWF 264Art", "mud").against("264Art", "1024") == ["8.35a"]
    assert moving("soviet", "NWF 264Art").against("264Art", "1024") == []


@pytest.mark.case("9.35d", "8.12b")
def test_as_a_stack(moving: Moving) -> None:
    game = moving("soviet", "NWF 46-84 41-84 264Art")
    game.play("move 41-84 46-84 264Art to 1120")
    assert {game.where(unit) for unit in ("46-84", "41-84", "264Art")} == {"1120"}


@pytest.mark.case("9.35e")
def test_not_where_an_enemy_is(moving: Moving) -> None:
    game = moving("soviet", "NWF 46-84\n1020 I-27")
    assert game.against("46-84", "1020") == ["9.35e"]
    assert game.against("46-84", "1018") == []


@pytest.mark.case("9.35h", "9.36a")
def test_nobody_goes_back_or_from_box_to_box(moving: Moving) -> None:
    game = moving("soviet", "NWF 46-84\n1020 41-84")
    assert game.against("41-84", "NWF") == ["9.35h"]
    assert game.against("46-84", "Valday") == ["9.36a"]


@pytest.mark.case("9.11c", "9.35c")
def test_strategic_movement_out_of_a_box(moving: Moving) -> None:
    game = moving("soviet", "NWF 46-84\nAGN I-28")
    assert {"1020", "1421"} <= game.reach("46-84", "strategic")
    assert "1021" not in game.reach("46-84", "strategic")


@pytest.mark.case("9.35g", "15.24h")
def test_units_that_are_rebuilding_wait(moving: Moving) -> None:
    game = moving("soviet", "NWF-rebuilding 46-84\nNWF 41-84")
    assert game.movers() == {"41-84"}


@pytest.mark.case("19.22a")
def test_the_west_of_the_map_alone(moving: Moving) -> None:
    game = moving("soviet", "NWF 46-84\n2018 41-84\nfirst 1", scenario="bridge", turn=11)
    assert game.against("46-84", "1016") == ["19.22a"]
    assert game.against("46-84", "1018") == []
    assert game.against("41-84", "2017 2016") == ["19.22a"]
