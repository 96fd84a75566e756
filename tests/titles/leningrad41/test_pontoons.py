"""[8.10] Pontoon bridges."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.leningrad41.state import NOWHERE, eliminate
from tests.titles.leningrad41.conftest import DATA
from tests.titles.leningrad41.moves import against, cost, go, reach

Moving = Callable[..., Any]


def pontoon(game: Any, unit: str) -> str:
    """The hex to which an engineer has bridged the water; empty if it has not."""
    over = game.s.pontoon[game.unit(unit)]
    return "" if over == NOWHERE else str(DATA.board.names[over])


@pytest.mark.case("8.10a", "8.10d", "8.10h", "8.9a", "8.10l")
def test_friends_cross_and_the_engineer_stays(moving: Moving) -> None:
    game = moving("german", "3606 269Pi\n3607 I-469 II-469")
    assert against(game, "I-469", "3606 3506") == ["8.9a"]
    game.play("bridge 269Pi 3506")
    assert cost(game, "I-469", "3606 3506") == 3
    assert "3506" in reach(game, "I-469")
    go(game, "I-469", "3606 3506")
    assert against(game, "269Pi", "3607") == ["8.10l"]
    go(game, "II-469", "3606 3506")  # any number
    assert game.where("II-469") == "3506"


@pytest.mark.case("8.10h", "8.10m", "8.9b", "8.10f")
def test_over_a_minor_river_it_saves_a_point(moving: Moving) -> None:
    game = moving("german", "4711 269Pi\n4710 I-469\n4811 48Pi")
    assert cost(game, "I-469", "4711 4811") == 3
    assert cost(game, "269Pi", "4811") == 2  # it pays for rivers like others
    game.play("bridge 269Pi 4811")
    assert cost(game, "I-469", "4711 4811") == 2
    assert cost(game, "48Pi", "4711") == 1  # another engineer has bridged it
    go(game, "I-469", "4711 4811")
    assert against(game, "269Pi", "4710") == ["8.10l"]


@pytest.mark.case("8.10k", "8.10o", "8.10m")
def test_an_engineer_that_moves_loses_its_bridge(moving: Moving) -> None:
    game = moving("german", "4711 269Pi\n4710 I-469")
    game.play("bridge 269Pi 4811")
    go(game, "269Pi", "4712")
    assert pontoon(game, "269Pi") == ""
    assert cost(game, "I-469", "4711 4811") == 3
    assert game.clauses("bridge 269Pi 4711") == ["8.10c"]


@pytest.mark.case("8.10n", "8.10o")
def test_an_engineer_crosses_by_itself(moving: Moving) -> None:
    game = moving("german", "3606 269Pi\n3607 I-469")
    assert cost(game, "269Pi", "3506") == 1
    assert "3506" in reach(game, "269Pi")
    assert against(game, "269Pi", "3607 3606 3506") == ["8.9a"]  # only from where it began the phase
    go(game, "269Pi", "3506")
    assert against(game, "I-469", "3606 3506") == ["8.9a"]
    assert game.clauses("bridge 269Pi 3606") == ["8.10c"]


@pytest.mark.case("8.10c")
def test_it_must_begin_the_phase_there(moving: Moving) -> None:
    game = moving("german", "3607 269Pi\narriving PPi\n5015 48Pi")
    assert game.clauses("bridge 48Pi 5016") == ["8.10c"]  # no river beside it
    assert game.clauses("bridge PPi 3606") == ["8.10c"]
    go(game, "269Pi", "3606")
    assert game.clauses("bridge 269Pi 3506") == ["8.10c"]


@pytest.mark.case("8.10a", "8.10b")
def test_who_builds_bridges(moving: Moving) -> None:
    river = "2606 269Pi\n2607 1StPi\n2608 1Br\n2609 I-469"
    assert moving("german", river).movers("bridge") == {"269Pi", "1StPi", "1Br"}
    assert moving("german", river).clauses("bridge I-469 2610")[0] == "8.10a"
    soviet = moving("soviet", "2606 LFRBr\n2607 LFREng\n2609 42Br")
    assert soviet.movers("bridge") == {"LFRBr", "42-1"}
    assert soviet.clauses("bridge LFREng 2507")[0] == "8.10b"


@pytest.mark.case("8.10b", "6.6b")
def test_a_hidden_engineer_must_be_flipped_first(moving: Moving) -> None:
    game = moving("soviet", "2608 42-5=42Br")
    assert game.clauses("bridge 42-5 2508") == ["6.6e"]
    assert "2508" not in reach(game, "42-5")
    game.play("flip 42-5")
    assert game.clauses("bridge 42-5 2508") == []


@pytest.mark.case("8.10f", "8.10g")
def test_one_bridge_for_each_engineer(moving: Moving) -> None:
    game = moving("german", "4711 269Pi")
    assert game.places(game.options("bridge", game.unit("269Pi")).members) == {"4611", "4712", "4811"}
    assert game.clauses("bridge 269Pi 4710") == ["8.10p"]
    assert game.clauses("bridge 269Pi 4815") == ["8.10d"]
    game.play("bridge 269Pi 4811")
    assert game.clauses("bridge 269Pi 4611") == ["8.10g"]


@pytest.mark.case("8.10p", "8.13a")
def test_a_sea_hexside_between_land_may_be_bridged(moving: Moving) -> None:
    game = moving("german", "3825 269Pi\n3824 I-469")
    game.play("bridge 269Pi 3826")
    assert cost(game, "I-469", "3825 3826") == 4


@pytest.mark.case("10.17e")
def test_a_pontoon_in_place_of_a_demolished_bridge(moving: Moving) -> None:
    game = moving("german", "demolished bridge-3605-3606\n3606 269Pi\n3607 II-469")
    game.play("bridge 269Pi 3605")
    assert cost(game, "II-469", "3606 3605") == 3


@pytest.mark.case("8.10h", "6.2a", "6.1c")
def test_stacking_limits_who_crosses(moving: Moving) -> None:
    game = moving("german", "3606 269Pi\n3607 I-10 48Pi")
    game.play("bridge 269Pi 3506")
    assert against(game, "I-10", "3606 3506") == ["6.2a"]
    assert against(game, "48Pi", "3606 3506") == []
    soviet = moving("soviet", "2608 LFRBr\n2708 576-115\n2807 638-115\n2611 LFRAT")
    soviet.play("bridge LFRBr 2508")
    assert soviet.s.full[1] >> soviet.place("2608") & 1  # nobody can use it in an ordinary hex
    assert against(soviet, "576-115", "2608") != []
    one = moving("soviet", "2611 LFRBr\n2612 576-115")
    one.play("bridge LFRBr 2712")
    assert against(one, "576-115", "2611 2712") == []


@pytest.mark.case("8.10i", "9.2e")
def test_those_who_cross_draw_fire_in_the_hex_they_enter(moving: Moving) -> None:
    game = moving("german", "3606 269Pi\n3607 I-469\n3505 576-115")
    game.play("bridge 269Pi 3506")
    go(game, "I-469", "3606 3506")
    assert game.ask == ("soviet", "volley")
    assert game.where("I-469") == "3506"


@pytest.mark.case("8.10j", "8.10k")
def test_the_bridge_stays_until_the_next_phase_of_its_side(moving: Moving) -> None:
    game = moving("german", "3606 269Pi\n0101 576-115")
    game.play("bridge 269Pi 3506", "done")
    assert game.ask[1] == "german-fire"
    assert pontoon(game, "269Pi") == "3506"
    game.to("soviet-movement")
    assert pontoon(game, "269Pi") == "3506"
    assert "3606" not in reach(game, "576-115")


@pytest.mark.case("8.10k")
def test_a_dead_engineer_leaves_no_bridge(moving: Moving) -> None:
    game = moving("german", "3606 269Pi\n0101 576-115")
    game.play("bridge 269Pi 3506")
    eliminate(game.s, game.unit("269Pi"))
    assert pontoon(game, "269Pi") == ""


@pytest.mark.case("8.10d")
def test_the_enemy_does_not_use_it(moving: Moving) -> None:
    game = moving("soviet", "3607 1-1Tk\n3506 269Pi(pontoon=3606)")
    assert against(game, "1-1Tk", "3606") == []
    assert against(game, "1-1Tk", "3606 3506") == ["8.9a"]


@pytest.mark.case("8.10c", "7.6d")
def test_a_replacement_builds_at_once(at: Callable[..., Any]) -> None:
    text = "at game replacements\nturn 3\ndue 1\n3606 I-469\ndead 269Pi"
    game = at(text).play("replace 269", "draw 269Pi", "place 3606").to("german-movement")
    game.play("bridge 269Pi 3506")
    assert pontoon(game, "269Pi") == "3506"
