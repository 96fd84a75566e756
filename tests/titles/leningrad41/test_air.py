"""[12.0] Air strikes."""

import pytest

from grognard.titles.leningrad41.rules.command import Caps
from tests.titles.leningrad41.fights import Fight, firing, striking

ALL = "beside Rudel StukaA StukaB BomberA"


@pytest.mark.case("12.1a", "12.1b", "12.2a", "12.3a", "5.2c", "5.3a", "2.6d")
def test_germans_strike_any_hex_with_enemies_without_a_spotter() -> None:
    game = striking(f"0115 1-1DNO\n4707 2-1DNO\n{ALL}")
    assert game.ask == ("german", "air-strikes")
    assert game.targets("strike") == {"0115", "4707"}
    assert game.units(game.options("strike", game.place("0115")).members) == {"Rudel", "StukaA", "StukaB", "BomberA"}
    assert game.clauses("strike 0116 with Rudel") == ["10.1a"]
    assert game.clauses("strike 0115 with Rudel LFR10") == ["12.1a"]
    game.play("strike 0115 with StukaA BomberA").rolls(3)
    assert "Strength 25, column 20-29, die 3" in game.log()
    assert game.here("0115") == set()


@pytest.mark.case("12.2b", "12.6a", "12.6c")
def test_each_marker_strikes_once_and_is_ready_again_next_turn() -> None:
    game = striking(f"0115 1-1DNO\n4707 2-1DNO\n{ALL}").play("strike 0115 with Rudel").rolls(6)
    assert game.where("Rudel") == "spent"
    assert game.clauses("strike 4707 with Rudel StukaA") == ["12.2b"]
    game.play("strike 4707 with StukaA StukaB BomberA").rolls(6)
    assert game.clauses("strike 4707 with Rudel")[:2] == ["10.5a", "12.2b"]
    assert game.verbs() == {"done"}


@pytest.mark.case("12.2b", "12.4d")
def test_without_a_marker_nothing_can_be_struck() -> None:
    """Although another hex with enemies has not been attacked."""
    game = striking("0115 1-1DNO\n4707 2-1DNO\nbeside Rudel").play("strike 0115 with Rudel").rolls(6)
    assert game.verbs() == {"done"}
    game = firing("soviet", "4707 I-8M\n4705 II-8M\n4706 68-70\nbeside LFR10\npool-lfr LFR5")
    game.play("strike 4707 with LFR10").rolls(6)
    assert "strike" not in game.verbs()


@pytest.mark.case("12.2b", "12.3a")
def test_markers_return_at_the_next_air_strike_phase() -> None:
    game = firing("soviet", "4707 1-1DNO\n4709 I-8M\nspent Rudel\nbeside StukaA RBF", turn=3)
    game.play("done", "roll 4")
    while game.ask[1] != "air-strikes":
        game.play(game.title.text(game.s, next(game.title.actions(game.s))))
    assert game.s.turn == 4
    assert game.where("Rudel") == "beside"


@pytest.mark.case("12.7a")
def test_three_german_markers_at_most() -> None:
    game = striking(f"4707 2-1DNO\n{ALL}")
    (objection,) = game.table.why_not("strike 4707 with Rudel StukaA StukaB BomberA")
    assert (objection.clause, objection.facts) == ("12.7a", {"units": 4, "limit": 3})
    assert game.why_not("strike 4707 with Rudel StukaA StukaB") == []


@pytest.mark.case("12.7b", "12.3b")
def test_air_and_ground_never_combine() -> None:
    game = striking(f"4707 2-1DNO\n4706 I-10\n{ALL}")
    assert game.clauses("strike 4707 with Rudel I-10") == ["12.7b"]
    game.play("done")
    game = firing("german", f"4707 2-1DNO\n4706 I-10\n{ALL}")
    assert "strike" not in game.verbs()
    assert game.clauses("fire 4707 by 8pz with I-10 Rudel") == ["12.7b"]
    assert "13.1a" in game.clauses("blow bridge-4501-4601 at 4501 by air with Rudel")


@pytest.mark.case("10.5a")
def test_one_strike_for_each_hex_and_ground_fire_later() -> None:
    game = striking(f"4707 2-1DNO\n4706 I-10\n{ALL}").play("strike 4707 with Rudel").rolls(6)
    assert game.clauses("strike 4707 with StukaA") == ["10.5a"]


@pytest.mark.case("12.8a")
def test_rudel() -> None:
    game = striking(f"4707 2-1DNO\n4708 51Tk\n{ALL}")
    assert game.change("StukaA", "4707", "2-1DNO", "air") == 0
    assert game.change("StukaA Rudel", "4707", "2-1DNO", "air") == -1
    assert game.change("StukaA", "4708", "51Tk", "air") == 2
    assert game.change("StukaA Rudel", "4708", "51Tk", "air") == -1  # he can fight armor


@pytest.mark.case("12.10a", "12.10b")
def test_anti_aircraft_units_within_two_hexes() -> None:
    game = striking(f"4707 2-1DNO\n4709 LGAA1\n4704 3-1DNO\n4710 2PVO\n4711 3PVO\n{ALL}")
    assert game.change("StukaA", "4707", "2-1DNO", "air") == 1
    assert game.change("StukaA", "4709", "LGAA1", "air") == 1  # once, although several are near
    assert game.change("StukaA", "4704", "3-1DNO", "air") == 0
    assert game.change("StukaA", "4707", "2-1DNO") == 0  # no air strike
    german = firing("soviet", "4707 I-8M\n4708 TFlak")
    assert german.change("LFR10", "4707", "I-8M", "air") == 1


@pytest.mark.case("12.10a", "6.6c")
def test_face_down_anti_aircraft_units_count_only_where_the_strike_turns_them_over() -> None:
    game = striking(f"delayed yes\n4707 42-3 42-4\n4708 42-5=LGAA2\n{ALL}")
    game.play("strike 4707 with StukaA", "turn LGAA1", "turn 1Kir")
    game.rolls(2)
    assert "die 2+1 = 3" in game.log()
    game = striking(f"4707 42-3\n4708 42-5=LGAA2\n{ALL}").play("strike 4707 with StukaA", "turn 1Kir").rolls(2)
    assert "die 2 at" in game.log()


# -- Soviet air [12.4, 12.5, 12.9] ------------------------------------------------------------

SOVIET = "4707 I-8M\n4706 68-70\n4715 II-8M\n4716 1-1DNO\nbeside LFR10 LFR5"


@pytest.mark.case("12.4c", "12.5a", "12.5b", "12.9a", "12.9b", "11.2d")
def test_soviet_markers_strike_what_the_reserve_sees() -> None:
    game = firing("soviet", SOVIET)
    assert game.targets("strike") == {"4707"}
    assert game.clauses("strike 4715 with LFR10") == ["12.5b"]
    assert game.why_not("strike 4707 with LFR10 LFR5") == []
    assert Caps(game.s, "air").high == 2
    none = firing("soviet", "4707 I-8M\n4706 1-1DNO\nbeside LFR10")
    assert none.targets("strike") == set()


@pytest.mark.case("12.4a", "12.4d", "12.4b")
def test_used_soviet_markers_go_to_the_pool_of_the_reserve() -> None:
    game = firing("soviet", SOVIET).play("strike 4707 with LFR10").rolls(6)
    assert (game.where("LFR10"), game.where("LFR5")) == ("pool-lfr", "beside")
    game = firing("soviet", SOVIET).play("strike 4707 with LFR10 LFR5").rolls(6)
    assert game.clauses("strike 4707 with LFR10")[:2] == ["10.5a", "12.4d"]
    assert "strike" not in game.verbs()


@pytest.mark.case("12.9c", "10.5a")
def test_soviet_air_and_ground_fire_at_one_hex_exclude_each_other() -> None:
    game = firing("soviet", SOVIET)
    assert game.clauses("strike 4707 with LFR10 68-70") == ["12.9c"]
    game.play("strike 4707 with LFR10").rolls(6)
    assert game.clauses("fire 4707 by lfr with 68-70") == ["10.5a"]


@pytest.mark.case("12.6b", "12.6e", "12.6f", "12.6d")
def test_markers_have_no_place_on_the_map() -> None:
    """Nobody can fire at them, and they neither occupy nor control anything."""
    game = striking(f"4707 2-1DNO\n{ALL}").play("strike 4707 with Rudel")
    assert game.s.held[0] == 0
    assert game.s.there[0] == 0
    game.rolls(6)
    assert game.s.german == 0


@pytest.mark.case("12.6e")
def test_the_diary_of_a_strike() -> None:
    game: Fight = striking(f"4516 2-1DNO\n{ALL}").play("strike 4516 with Rudel StukaA BomberA").rolls(1, 6)
    assert "Rudel, StukaA and BomberA fire at Elektrosila Works (4516). [10.3]" in game.log()
    assert "A 6: Elektrosila Works (4516) is rubble. [12.11]" in game.log()
