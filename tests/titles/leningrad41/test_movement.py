"""[8.0] Movement at the normal rate: costs, water, stacking, enemies, the order of sub-commands, entry."""

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any

import pytest

from grognard.core.action import Action
from grognard.core.bits import scan
from tests.titles.leningrad41.conftest import TITLE
from tests.titles.leningrad41.moves import against, cost, doubts, go, reach

Moving = Callable[..., Any]


# -- what hexes and hexsides cost -------------------------------------------------------------


@pytest.mark.case("8.1a", "8.5a", "8.5b", "8.5c")
def test_clear_urban_and_heavy_structures(moving: Moving) -> None:
    game = moving("german", "4418 I-469\n3008 II-469\n3112 III-469")
    assert cost(game, "I-469", "4518") == 1
    assert cost(game, "II-469", "3109") == 2
    assert cost(game, "III-469", "3211") == 3
    assert cost(game, "III-469", "3211 3210") == 5


@pytest.mark.case("8.7a", "8.7b", "8.7c", "8.9b", "8.7d")
def test_across_a_canal_into_a_heavy_structure(moving: Moving) -> None:
    game = moving("german", "3718 I-469")
    assert cost(game, "I-469", "3818") == 4
    go(game, "I-469", "3818")
    assert game.where("I-469") == "3818"


@pytest.mark.case("8.9c")
def test_a_bridge_over_a_canal_costs_nothing(moving: Moving) -> None:
    text = "3719 I-469"
    assert cost(moving("german", text), "I-469", "3818") == 3
    assert cost(moving("german", f"demolished bridge-3719-3818\n{text}"), "I-469", "3818") == 4


@pytest.mark.case("8.9a")
def test_a_major_river_needs_a_bridge(moving: Moving) -> None:
    game = moving("german", "3606 II-469")
    assert cost(game, "II-469", "3605") == 1
    assert against(game, "II-469", "3506") == ["8.9a"]
    down = moving("german", "demolished bridge-3605-3606\n3606 II-469")
    assert against(down, "II-469", "3605") == ["8.9a"]


@pytest.mark.case("8.6a")
def test_fortifications_cost_two_in_all(moving: Moving) -> None:
    game = moving("german", "4704 I-469\n4602 II-469")
    assert cost(game, "I-469", "4604") == 2  # clear
    assert cost(game, "II-469", "4601") == 2  # urban


@pytest.mark.case("8.6b", "8.12a")
def test_a_fortified_and_rubbled_objective(moving: Moving, at: Callable[..., Any]) -> None:
    data = copy(TITLE.data)
    data.kept, data._lanes = {}, {}
    data.forts |= 1 << data.board.at["3211"]
    title = replace(TITLE, data=data)
    text = "at german-movement\nturn 3\n3112 III-469"
    assert cost(at(text, title), "III-469", "3211") == 3
    assert cost(at(f"{text}\nrubble 3211", title), "III-469", "3211") == 4
    assert cost(moving("german", "rubble 3210\n3211 III-469"), "III-469", "3210") == 3


@pytest.mark.case("8.13a")
def test_the_sea_is_closed(moving: Moving) -> None:
    game = moving("german", "3225 I-469\n3825 II-469")
    assert against(game, "I-469", "3226") == ["8.13a"]
    assert against(game, "II-469", "3826") == ["8.13a"]  # land on both sides of an all-sea hexside
    assert game.places(TITLE.data.kind["sea"]).isdisjoint(reach(game, "I-469"))


# -- allowances -------------------------------------------------------------------------------


@pytest.mark.case("2.9b", "8.1h", "8.3a", "8.1g")
def test_a_german_has_sixteen_points(moving: Moving) -> None:
    game = moving("german", "5101 I-469")
    west = " ".join(f"51{n:02}" for n in range(2, 17))
    assert cost(game, "I-469", west) == 16  # with a minor river
    assert against(game, "I-469", f"{west} 5117") == ["8.3a"]
    (doubt,) = doubts(game, "I-469", f"{west} 5117")
    assert doubt.facts == {"needs": 17, "has": 16, "path": f"{west} 5117"}
    go(game, "I-469", "5102")
    assert against(game, "I-469", "5103") == ["8.1d"]  # the rest of its points is lost


@pytest.mark.case("2.9c", "8.1b")
def test_a_soviet_has_twelve_points(moving: Moving) -> None:
    game = moving("soviet", "0101 576-115")
    west = " ".join(f"01{n:02}" for n in range(2, 14))
    assert cost(game, "576-115", west) == 12
    assert against(game, "576-115", f"{west} 0114") == ["8.3a"]


@pytest.mark.case("8.1a")
def test_a_unit_moves_from_hex_to_adjacent_hex(moving: Moving) -> None:
    game = moving("german", "5015 I-469")
    assert against(game, "I-469", "5013") == ["8.1a"]
    assert against(game, "I-469", "dead") == ["8.1a"]
    assert [doubt.clause for doubt in TITLE.explain(game.s, Action("move", (game.unit("I-469"), ())))] == ["8.1a"]


@pytest.mark.case("8.1c", "8.1d", "8.1f")
def test_a_unit_moves_once(moving: Moving) -> None:
    game = moving("german", "5015 I-469 II-469")
    go(game, "I-469", "5014")
    assert game.ask == ("german", "german-movement")
    assert game.movers() == {"II-469"}
    game.play("done")


@pytest.mark.case("8.1e")
def test_only_the_side_whose_turn_it_is_moves(moving: Moving) -> None:
    game = moving("german", "5015 I-469\n0101 576-115\nbeside RBF\ndead I-489")
    assert game.movers() == {"I-469"}
    assert against(game, "576-115", "0102") == ["8.1e"]
    assert "8.1a" in against(game, "I-489", "5014")
    assert "8.1e" in against(game, "RBF", "5014")


# -- stacking and enemies ---------------------------------------------------------------------


@pytest.mark.case("6.1a", "6.4a", "6.4b", "8.4a", "8.4b")
def test_nobody_passes_a_full_hex(moving: Moving) -> None:
    game = moving("german", "5015 I-469\n5014 II-469 III-469")
    assert against(game, "I-469", "5014 5013") == ["6.1a"]
    (doubt,) = doubts(game, "I-469", "5014 5013")
    assert doubt.facts == {"units": 2, "limit": 2, "path": "5014 5013"}
    assert "5014" not in reach(game, "I-469")
    assert "5013" in reach(game, "I-469")


@pytest.mark.case("6.2a", "6.2b", "6.2c")
def test_divisions_do_not_mix_but_the_corps_does(moving: Moving) -> None:
    game = moving("german", "5015 I-10\n5014 I-8M\n5016 48Pi")
    assert against(game, "I-10", "5014") == ["6.2a"]
    assert against(game, "I-10", "5016") == []
    assert against(game, "48Pi", "5015") == []
    assert "5014" not in reach(game, "I-10")


@pytest.mark.case("6.1b", "6.1c", "6.3a")
def test_soviets_pass_nobody_in_ordinary_hexes(moving: Moving) -> None:
    game = moving("soviet", "3112 576-115\n3113 638-115\n3211 708-115\n3210 402-168\n3311 1-1DNO")
    assert against(game, "576-115", "3113 3114") == ["6.1c"]
    assert against(game, "576-115", "3211") == []
    assert "6.3a" in against(game, "576-115", "3211 3311")
    full = moving("soviet", "3112 576-115\n3211 708-115 402-168")
    assert against(full, "576-115", "3211") == ["6.1b"]
    mixed = moving("soviet", "3112 576-115\n3211 1-1DNO")
    assert against(mixed, "576-115", "3211") == ["6.3a"]


@pytest.mark.case("16.2d")
def test_after_the_delay_two_soviets_may_stack_anywhere(moving: Moving) -> None:
    game = moving("soviet", "delayed yes\n3112 576-115\n3113 638-115")
    assert against(game, "576-115", "3113") == []


@pytest.mark.case("8.14a")
def test_enemy_hexes_are_closed(moving: Moving) -> None:
    game = moving("german", "5015 I-469\n5014 576-115\n5016 Zhukov")
    assert against(game, "I-469", "5014") == ["8.14a"]
    assert against(game, "I-469", "5016") == ["8.14a"]
    assert not {"5014", "5016"} & reach(game, "I-469")


@pytest.mark.case("14.5a", "14.5b", "6.3b", "8.2a")
def test_leaders_stack_with_anybody_and_interrupt_nobody(moving: Moving) -> None:
    game = moving("german", "5015 I-10 II-10\n5014 Manstein I-8M II-8M\n5013 III-10")
    go(game, "III-10", "5012")
    game.play("move Manstein to 5015")
    assert game.where("Manstein") == "5015"
    assert game.s.command == "8pz"
    assert game.clauses("move I-10 to 5016") == []
    assert against(game, "Manstein", "5014") == ["8.1d"]


# -- sub-commands -----------------------------------------------------------------------------


@pytest.mark.case("8.2a", "8.2b", "13.2a", "13.2c")
def test_one_sub_command_after_the_other(moving: Moving) -> None:
    game = moving("german", "5015 I-10 II-10\n5010 I-8M\n5005 48Pi")
    go(game, "I-10", "5016")
    assert game.movers() == {"II-10", "I-8M", "48Pi"}
    go(game, "I-8M", "5009")
    assert against(game, "II-10", "5016") == ["8.2a"]
    assert game.movers() == {"48Pi"}


@pytest.mark.case("8.2a", "13.4a")
def test_the_gunboat_and_hidden_units_belong_to_the_army(moving: Moving) -> None:
    game = moving("soviet", "3030 LG42\n1010 42-7\n0101 576-115\n0110 638-115")
    go(game, "42-7", "1011")
    assert game.s.command == "42"
    assert "LG42" in game.movers()
    go(game, "576-115", "0102")
    assert game.movers() == {"638-115"}


# -- entry ------------------------------------------------------------------------------------


@pytest.mark.case("19.1a", "7.1d", "8.3a")
def test_germans_enter_by_the_south_edge(moving: Moving) -> None:
    game = moving("german", "arriving I-469 II-469")
    assert cost(game, "I-469", "5115 5015") == 2
    assert against(game, "I-469", "5015") == ["19.1a"]
    assert "4015" in reach(game, "I-469")
    assert "3015" not in reach(game, "I-469")
    go(game, "I-469", "5115 5015")
    assert game.where("I-469") == "5015"
    assert "enters the map" in game.log()


@pytest.mark.case("19.3b", "7.1c")
def test_the_reserve_enters_from_north_and_east(moving: Moving) -> None:
    game = moving("soviet", "arriving 576-115 638-115\n4501 I-469\n4601 II-469")
    assert against(game, "576-115", "0115 0215") == []
    assert against(game, "576-115", "4401 4301") == []
    assert against(game, "576-115", "4601") == ["19.3b"]
    assert against(game, "576-115", "4501") == ["7.1c"]
    assert against(game, "576-115", "5101") == ["19.3b"]


@pytest.mark.case("19.1b", "7.2b", "8.2a")
def test_a_division_enters_as_a_whole(moving: Moving) -> None:
    game = moving("german", "arriving I-469 II-469 I-10 Manstein\n5005 I-8M")
    assert game.clauses("done") == ["7.2b"]
    go(game, "I-469", "5115")
    assert against(game, "I-10", "5116") == ["19.1b"]
    assert against(game, "I-8M", "5006") == ["19.1b"]
    go(game, "II-469", "5114")
    assert against(game, "I-10", "5116") == []
    go(game, "I-10", "5116")
    assert game.reasons("done") == "[7.2] one unit must still enter the map"
    go(game, "Manstein", "5116")
    assert game.clauses("done") == []


@pytest.mark.case("7.2b", "7.1c")
def test_germans_who_cannot_enter_wait(moving: Moving) -> None:
    row = "\n".join(f"51{n:02} 42-{n}" for n in range(1, 31))
    game = moving("german", f"arriving I-469\n2001 I-8M\n{row}")
    assert game.movers() == {"I-8M"}
    assert against(game, "I-469", "5115") == ["7.1c"]
    game.play("done").to("soviet-movement")
    assert game.where("I-469") == "arriving"


@pytest.mark.case("7.3b")
def test_reserve_units_that_cannot_enter_go_back(moving: Moving) -> None:
    assert moving("soviet", "arriving 576-115").clauses("done") == ["7.3b"]
    germans = [unit.id for unit in TITLE.data.units if unit.side == 0 and unit.moves != "rail"]
    edge = [TITLE.data.board.names[hex] for hex in scan(TITLE.data.stages["assault"].reserve_entry)]
    wall = "\n".join(f"{hex} {unit}" for hex, unit in zip(edge, germans, strict=False))
    game = moving("soviet", f"arriving 576-115\n2807 638-115\n{wall}")
    assert game.movers() == {"638-115"}
    game.play("done")
    assert game.where("576-115") == "pool-lfr"


@pytest.mark.case("4.2a", "4.2c")
def test_a_unit_takes_every_hex_it_passes(moving: Moving) -> None:
    game = moving("german", "5015 I-469 Manstein")
    go(game, "I-469", "4915 4814")
    go(game, "Manstein", "5016")
    assert game.places(game.s.german) == {"5015", "4915", "4814"}


# -- what is offered --------------------------------------------------------------------------


@pytest.mark.case("8.1a", "9.1b")
def test_a_destination_is_reached_with_as_little_fire_as_possible(moving: Moving) -> None:
    game = moving("german", "5015 I-469\n4915 576-115")
    end = game.place("4815")
    path = game.options("move", game.unit("I-469")).to(end)
    near = {game.place(hex) for hex in ("5014", "5015", "4914", "4916", "4814", "4815")}
    assert [hex for hex in path if hex in near] == [end]
    assert game.title.parse(game.s, "move I-469 to 4815").args[1] == path


@pytest.mark.case("8.14a", "8.9a")
def test_a_unit_that_cannot_leave_its_hex(moving: Moving) -> None:
    text = "\n".join(f"{hex} {unit}" for hex, unit in zip(
        ("5014", "5016", "4914", "4915", "5114", "5115", "5116", "4916"),
        ("68-70", "252-70", "329-70", "402-168", "412-168", "462-168", "576-115", "638-115"), strict=True))  # fmt: skip
    game = moving("german", f"5015 I-469\n{text}")
    assert game.movers() == set()
    assert game.clauses("move I-469 to 5014")[0] == "8.14a"


@pytest.mark.case("8.1d", "4.2a")
def test_a_unit_may_come_back_to_its_hex(moving: Moving) -> None:
    game = moving("soviet", "3112 576-115")
    assert against(game, "576-115", "3113 3112") == []
    go(game, "576-115", "3113 3112")
    assert game.where("576-115") == "3112"
