"""[8.11, 15.0] The Aurora guns, the gunboat, marines on the water, Komsomol units in the Metro."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from tests.titles.leningrad41.conftest import DATA
from tests.titles.leningrad41.moves import against, cost, doubts, go, reach

Moving = Callable[..., Any]


# -- the Aurora guns [15.1] -------------------------------------------------------------------


@pytest.mark.case("15.1a", "15.1b")
def test_they_move_any_distance_on_rails(moving: Moving) -> None:
    game = moving("soviet", "2611 Aurora-42")
    found = reach(game, "Aurora-42")
    assert {"0118", "0102", "5102", "3211", "4724"} <= found  # far beyond twelve points
    assert not found - game.places(DATA.railroads)
    assert against(game, "Aurora-42", "2612") == ["15.1a"]
    assert against(game, "Aurora-42", "2511") == ["15.1a"]
    go(game, "Aurora-42", "2512 2411 2311 2211 2112 2011")
    assert game.where("Aurora-42") == "2011"


@pytest.mark.case("15.1a", "4.2a")
def test_whoever_controls_the_rails(moving: Moving) -> None:
    game = moving("soviet", "german 2411 2311\n2611 Aurora-42")
    go(game, "Aurora-42", "2512 2411 2311 2211")
    assert not game.s.german


@pytest.mark.case("15.1a", "8.14a", "6.1c")
def test_enemies_and_friends_close_the_line(moving: Moving) -> None:
    game = moving("soviet", "2611 Aurora-42\n2411 I-469")
    assert reach(game, "Aurora-42") == {"2512"}
    assert against(game, "Aurora-42", "2512 2411") == ["8.14a"]
    friend = moving("soviet", "2611 Aurora-42\n2411 1-1DNO")
    assert against(friend, "Aurora-42", "2512 2411 2311") == ["6.1c"]


@pytest.mark.case("15.1a", "10.17d")
def test_a_demolished_bridge_cuts_the_line(moving: Moving) -> None:
    game = moving("soviet", "demolished bridge-3605-3606\n3605 Aurora-42")
    assert "3606" not in reach(game, "Aurora-42")
    (doubt,) = doubts(game, "Aurora-42", "3606")
    assert doubt.clause == "15.1a"
    assert "demolished" in doubt.text
    assert "3606" in reach(moving("soviet", "3605 Aurora-42"), "Aurora-42")


@pytest.mark.case("15.1a", "10.17d", "8.10d")
def test_a_pontoon_does_not_carry_them(moving: Moving) -> None:
    game = moving("soviet", "demolished bridge-3605-3606\n3506 LFRBr\n3605 Aurora-42")
    assert "3606" not in reach(game, "Aurora-42")


@pytest.mark.case("15.1c", "8.8d", "16.2b")
def test_defensive_fire_does_not_stop_them(moving: Moving) -> None:
    game = moving("soviet", "delayed yes\n2611 Aurora-42\n2412 I-469")
    go(game, "Aurora-42", "2512 2411 2311 2211")
    assert game.ask == ("german", "volley")
    game.play("fire I-469", "roll 6")
    assert game.ask == ("soviet", "onward")
    game.play("onward", "hold")
    assert game.where("Aurora-42") == "2211"


@pytest.mark.case("15.1d", "7.7a")
def test_they_do_not_return(moving: Moving) -> None:
    game = moving("soviet", "0918 I-469\n1016 Aurora-42")
    go(game, "Aurora-42", "0917")
    game.play("fire I-469", "roll 1")
    assert game.where("Aurora-42") == "out"


# -- the gunboat [15.2] -----------------------------------------------------------------------


@pytest.mark.case("15.2a", "8.13c")
def test_it_moves_on_the_water(moving: Moving) -> None:
    game = moving("soviet", "3030 LG42")
    found = reach(game, "LG42")
    assert {"3128", "3027", "3026", "2926"} <= found  # sea and coast
    assert not found - game.places(DATA.water)
    assert against(game, "LG42", "3029 3028 3027 3026 3025") == ["15.2a"]
    assert cost(game, "LG42", "3029 3028 3027 3026") == 4


@pytest.mark.case("15.2a")
def test_it_has_twelve_points_and_no_more(moving: Moving) -> None:
    game = moving("soviet", "3030 LG42")
    assert max(DATA.board.distance(game.place("3030"), game.place(hex)) for hex in reach(game, "LG42")) == 12
    assert game.movers("drive") == set()
    assert game.clauses("drive LG42 to 3029") == ["8.8a"]


@pytest.mark.case("15.2a", "4.2a", "6.1c", "6.3a")
def test_it_takes_nothing_and_counts_for_stacking(moving: Moving) -> None:
    game = moving("soviet", "german 3120\n3119 LG42\n3118 576-115\n3221 638-115\n3121 1-1DNO")
    go(game, "LG42", "3120 3219")
    assert "3120" in game.places(game.s.german)
    there = moving("soviet", "3119 LG42\n3118 576-115")
    assert "6.1c" in against(there, "LG42", "3118")
    assert "3119" not in reach(there, "576-115")


@pytest.mark.case("15.2b", "10.12a")
def test_it_is_armored(moving: Moving) -> None:
    game = moving("soviet", "3027 LG42\n2926 I-469")
    go(game, "LG42", "3026 3126")
    assert game.ask == ("german", "volley")
    game.play("fire I-469", "roll 1")
    assert game.where("LG42") == "3026"
    assert "die 1 +2" in game.log()


@pytest.mark.case("15.2c", "7.7a")
def test_it_does_not_return(moving: Moving) -> None:
    game = moving("soviet", "3027 LG42\n2926 559PzJg")
    go(game, "LG42", "3026")
    game.play("fire 559PzJg", "roll 1")
    assert game.where("LG42") == "out"


# -- marines [8.11] ---------------------------------------------------------------------------


@pytest.mark.case("8.11d", "8.11e", "8.11b", "15.4a")
def test_a_marine_goes_any_distance_by_water(moving: Moving) -> None:
    game = moving("soviet", "3026 1RBBde")
    found = reach(game, "1RBBde", "sail")
    assert {"5130", "1630", "2125", "4601"} <= found
    assert not found - game.places(DATA.shores)
    assert not found & game.places(DATA.kind["sea"])
    assert against(game, "1RBBde", "3027", "sail") == ["8.11e"]
    assert against(game, "1RBBde", "3027 3127 3126", "sail") == []
    assert against(game, "1RBBde", "2926 2927 2928 2827 2826", "sail") == ["8.11d"]  # along the shore
    assert against(game, "1RBBde", "3025", "sail") == ["8.11d"]


@pytest.mark.case("8.11a", "8.11f")
def test_one_marine_in_a_phase(moving: Moving) -> None:
    game = moving("soviet", "3026 1RBBde\n3126 2RBBde\n3225 576-115")
    assert game.movers("sail") == {"1RBBde", "2RBBde"}
    assert game.clauses("sail 576-115 to 3027") == ["8.11a"]
    game.play("sail 1RBBde to 2726")
    assert game.where("1RBBde") == "2726"
    assert game.clauses("sail 2RBBde to 2625") == ["8.11a"]
    assert game.clauses("move 1RBBde to 2725") == ["8.1d"]


@pytest.mark.case("8.11b", "8.11c")
def test_where_it_begins(moving: Moving) -> None:
    inland = moving("soviet", "3023 1RBBde")
    assert inland.clauses("sail 1RBBde to 3026") == ["8.11b"]
    watched = moving("soviet", "3026 1RBBde\n3025 I-469 Manstein")
    assert watched.clauses("sail 1RBBde to 2726") == ["8.11c"]
    assert moving("soviet", "3026 1RBBde\n3025 Manstein").clauses("sail 1RBBde to 2726") == ["8.11c"]


@pytest.mark.case("8.11g", "6.4a")
def test_enemies_and_friends_are_in_the_way(moving: Moving) -> None:
    game = moving("soviet", "3026 1RBBde\n2726 I-469\n3027 LG42")
    assert against(game, "1RBBde", "2927 2827 2727 2726", "sail") == ["8.11g"]
    assert "6.1c" in against(game, "1RBBde", "3027 3127 3126", "sail")


@pytest.mark.case("8.11d")
def test_a_marine_without_open_water(moving: Moving) -> None:
    game = moving("soviet", "4601 1RBBde\n4501 576-115\n4502 638-115")
    assert game.movers("sail") == set()
    assert "8.11d" in game.clauses("sail 1RBBde to 4501")
    assert moving("soviet", "4601 1RBBde\n4501 576-115").movers("sail") == {"1RBBde"}


@pytest.mark.case("8.11h", "8.11e", "8.8d", "4.2a")
def test_it_draws_fire_and_takes_only_where_it_lands(moving: Moving) -> None:
    game = moving("soviet", "german 2614 2613 2625\n2610 1RBBde\n2514 I-469")
    game.play("sail 1RBBde via 2611 2612 2613 2614")
    assert (game.ask, game.where("1RBBde")) == (("german", "volley"), "2613")
    game.play("fire I-469", "roll 6")
    assert game.ask == ("soviet", "onward")
    game.play("onward", "hold")
    assert game.where("1RBBde") == "2614"
    assert game.places(game.s.german) == {"2514", "2613", "2625"}


@pytest.mark.case("8.11e")
def test_it_cannot_halt_at_sea(moving: Moving) -> None:
    game = moving("soviet", "3026 1RBBde\n2726 I-469")
    game.play("sail 1RBBde via 2927 2827 2727 2626 2625")
    assert (game.ask[1], game.where("1RBBde")) == ("volley", "2727")
    game.play("fire I-469", "roll 6")
    assert game.clauses("halt") == ["8.11e"]
    assert game.clauses("onward via 2826") == []
    assert game.clauses("onward via 2827") == ["8.11e"]


@pytest.mark.case("8.11a", "6.6b")
def test_a_hidden_marine_must_be_flipped_first(moving: Moving) -> None:
    game = moving("soviet", "3026 42-5=1RB")
    assert game.clauses("sail 42-5 to 2726") == ["6.6b"]
    game.play("flip 42-5", "sail 42-5 to 2726")
    assert game.where("42-5") == "2726"


# -- the Metro [15.5] -------------------------------------------------------------------------


@pytest.mark.case("15.5a", "15.5b", "15.5e", "15.5f", "15.5g", "15.5j", "4.2a")
def test_it_succeeds(moving: Moving) -> None:
    game = moving("soviet", "german 1310 3211\n2807 1Koms")
    game.play("metro 1Koms")
    assert game.ask == ("chance", "metro")
    game.play("roll 3")
    assert game.ask == ("soviet", "station")
    assert game.clauses("emerge 2808") == ["15.5e"]
    assert game.clauses("emerge 2807") == ["15.5e"]
    game.play("emerge 3211")
    assert game.where("1Koms") == "3211"
    assert "3211" not in game.places(game.s.german)
    assert game.clauses("move 1Koms to 3112") == ["8.1d"]


@pytest.mark.case("15.5c", "15.5d", "15.5l")
@pytest.mark.parametrize(("die", "where"), [(4, "2807"), (5, "2807"), (6, "pool-42")])
def test_it_fails(moving: Moving, die: int, where: str) -> None:
    game = moving("soviet", "2807 1Koms")
    game.play("metro 1Koms", f"roll {die}")
    assert game.ask == ("soviet", "soviet-movement")
    assert game.where("42-1") == where
    if die < 6:
        assert game.clauses("metro 1Koms") == ["8.1d"]  # one try in a phase
        assert game.clauses("move 1Koms to 2808") == ["8.1d"]


@pytest.mark.case("15.5a", "15.5h", "6.6b")
def test_who_may_try(moving: Moving) -> None:
    text = "2807 1Koms\n2808 2Koms\n2809 1-1DNO\n3016 3Koms\n3115 42-9=4Koms\n3117 42-8"
    game = moving("soviet", f"rubble 3016\n{text}")
    assert game.movers("metro") == {"42-1"}
    assert game.clauses("metro 2Koms") == ["15.5a"]
    assert game.clauses("metro 1-1DNO") == ["15.5a"]
    assert game.clauses("metro 3Koms") == ["15.5h"]
    assert game.clauses("metro 42-9") == ["6.6b"]
    assert game.clauses("metro 42-8") == ["15.5a"]
    game.play("move 1Koms to 2806")
    assert game.clauses("metro 1Koms")[0] == "8.1d"


@pytest.mark.case("15.5h", "15.5i", "15.5k", "6.1b", "6.3a")
def test_where_it_may_end(moving: Moving) -> None:
    text = "2807 1Koms\n3115 I-469\n3016 1-1DNO 2-1DNO\n3117 576-115\n3112 II-469"
    game = moving("soviet", f"rubble 2713\n{text}")
    game.play("metro 1Koms", "roll 1")
    assert game.clauses("emerge 2713") == ["15.5h"]
    assert game.clauses("emerge 3115") == ["15.5i"]
    assert game.clauses("emerge 3016") == ["6.1b"]
    assert game.clauses("emerge 3117") == ["6.3a"]
    game.play("emerge 3211")
    assert game.ask == ("german", "volley")  # only there
    game.play("fire II-469", "roll 6")
    assert game.ask == ("soviet", "soviet-movement")
    assert game.where("1Koms") == "3211"


@pytest.mark.case("15.5e", "15.5g", "15.5h", "15.5i", "6.1b")
@pytest.mark.parametrize("there", ["", "\n3211 I-469", "\n3211 1-1DNO 2-1DNO", "\n3211 576-115"])
def test_with_no_other_objective_open_it_stays(moving: Moving, there: str) -> None:
    ruins = game_objectives() - {"2807"} - ({"3211"} if there else set())
    game = moving("soviet", f"rubble {' '.join(sorted(ruins))}\n2807 3Koms{there}")
    game.play("metro 3Koms", "roll 1")
    assert game.ask == ("soviet", "soviet-movement")
    assert game.where("3Koms") == "2807"


def game_objectives() -> set[str]:
    return {DATA.board.names[hex] for hex in scan(DATA.objectives)}


@pytest.mark.case("15.5l", "8.2a")
def test_any_number_may_try(moving: Moving) -> None:
    game = moving("soviet", "2807 1Koms 2Koms")
    game.play("metro 1Koms", "roll 4", "metro 2Koms", "roll 1", "emerge 3211")
    assert game.where("2Koms") == "3211"
    assert game.s.command == "42"
