"""[10.1-10.6, 10.10-10.14] Offensive fire: targets, units, strength, dice and results.

4707 is a clear hex in the open; 4706, 4708, 4606, 4607, 4806 and 4807 touch it.
"""

import pytest

from grognard.titles.leningrad41.rules.modifiers import column, kills, strength
from tests.titles.leningrad41.fights import Fight, firing

OPEN = "4707 1-1DNO\n4706 I-10\n4607 I-8M II-8M\n4709 I-29M\n4615 3PzJg"


@pytest.mark.case("10.1a", "10.2g", "10.3a", "10.4a")
def test_units_within_range_fire_alone_or_together() -> None:
    game = firing("german", OPEN)
    assert game.targets("fire") == {"4707"}
    assert game.words("fire", "4707") == ["3mot", "8pz"]
    assert game.able("fire", "4707", "3mot") == {"I-8M", "II-8M", "I-29M"}
    assert game.why_not("fire 4707 by 3mot with I-8M") == []
    assert game.why_not("fire 4707 by 3mot with I-8M II-8M I-29M") == []
    assert game.clauses("fire 4707 by 3mot") == ["10.3a"]


@pytest.mark.case("10.1a", "14.6c", "10.2f")
def test_only_hexes_with_enemy_units_are_fired_at() -> None:
    game = firing("german", OPEN + "\n4605 Zhdanov")
    assert game.clauses("fire 4708 by 3mot with I-8M") == ["10.1a"]
    assert game.clauses("fire 4605 by 8pz with I-10") == ["14.6c"]
    assert "10.1a" in game.clauses("fire 4607 by 8pz with I-10")


@pytest.mark.case("10.4b", "10.6a", "10.6b")
def test_the_target_must_be_within_the_range_of_each_unit() -> None:
    game = firing("german", OPEN)
    (objection,) = game.table.why_not("fire 4707 by 3mot with I-8M 3PzJg")
    assert (objection.clause, objection.facts) == ("10.6a", {"away": 9, "range": 4})
    assert "4707 is 9 hexes from 3PzJg, whose range is 4" in str(objection)
    assert firing("german", "4707 1-1DNO\n4610 I-8M").clauses("fire 4707 by 3mot with I-8M")[0] == "10.6a"
    assert firing("german", "4707 1-1DNO\n4711 3PzJg").why_not("fire 4707 by 3mot with 3PzJg") == []


@pytest.mark.case("10.7c", "10.8a")
def test_blocking_terrain_in_the_way() -> None:
    """From 4415 to 4614 the line passes 4515, which is urban."""
    game = firing("german", "4614 1-1DNO\n4415 I-8M\n4613 II-8M")
    assert game.able("fire", "4614", "3mot") == {"II-8M"}
    assert game.clauses("fire 4614 by 3mot with I-8M") == ["10.7c"]
    assert "between I-8M and 4614" in game.reasons("fire 4614 by 3mot with I-8M")


@pytest.mark.case("10.2a", "10.1d", "10.2c", "10.2d")
def test_a_unit_fires_once_in_a_phase() -> None:
    game = firing("german", OPEN + "\n4608 1-2DNO")
    game.play("fire 4707 by 3mot with I-8M II-8M")
    assert game.ask == ("chance", "die")
    assert "fire" not in game.verbs()
    game.rolls(6)
    assert game.ask == ("german", "german-fire")
    assert game.clauses("fire 4608 by 3mot with I-8M") == ["10.2a"]
    assert game.able("fire", "4608", "3mot") == {"I-29M"}


@pytest.mark.case("10.5a")
def test_a_hex_is_attacked_once_in_a_phase() -> None:
    game = firing("german", OPEN).play("fire 4707 by 3mot with I-8M").rolls(6)
    assert game.clauses("fire 4707 by 8pz with I-10") == ["10.5a"]
    assert game.clauses("assault 4707 by 8pz storm I-10") == ["10.5a"]
    assert game.targets("fire") == set()
    game.play("done")
    assert game.s.side == 1


@pytest.mark.case("10.2b")
def test_nobody_has_to_fire() -> None:
    game = firing("german", OPEN).play("done")
    assert game.s.side == 1


@pytest.mark.case("10.3b", "10.1b", "10.10b", "10.10c")
def test_strength_gives_the_column_and_modifiers_change_only_the_die() -> None:
    """The example of 10.10: a strength of 8 with +2 stays in the lowest column, and a 2 becomes a 4."""
    game = firing("soviet", "4704 Aurora-42\n4705 I-10")
    pieces = game.pieces("Aurora-42")
    assert (strength(game.s, pieces), column(game.s, pieces)) == (8, 0)
    assert game.change("Aurora-42", "4705", "I-10") == 2
    game.play("fire 4705 by 42 with Aurora-42").rolls(2)
    assert "Strength 8, column 0-9, die 2+2 = 4 at the 1st Battalion, 10th Panzer Regiment: no effect." in game.log()
    assert game.where("I-10") == "4705"


@pytest.mark.case("10.13a", "10.13b", "10.13c", "10.12a")
def test_two_defenders_are_rolled_for_one_by_one() -> None:
    """The example of 10.13: 25 against armor and infantry in the open, +2 only against the armor."""
    text = "4707 I-10 I-8p\n4706 1RBBde\n4708 68-70\n4711 577Art"
    game = firing("soviet", text)
    firers = "1RBBde 68-70 577Art"
    assert (strength(game.s, game.pieces(firers)), column(game.s, game.pieces(firers))) == (25, 2)
    assert (game.change(firers, "4707", "I-10"), game.change(firers, "4707", "I-8p")) == (2, 0)
    game.play(f"fire 4707 by lfr with {firers}")
    game.rolls(2)  # 4 in the column 20-29
    assert game.ask == ("chance", "die")
    game.rolls(3)
    assert (game.where("I-10"), game.where("I-8p")) == ("4707", "dead")
    assert "column 20-29, die 2+2 = 4" in game.log()
    assert "column 20-29, die 3 at the 1st Battalion, 8th Rifle Regiment: E." in game.log()


@pytest.mark.case("10.14a", "10.14b", "10.14c", "10.3d")
def test_elimination_or_nothing() -> None:
    game = firing("german", OPEN).play("fire 4707 by 8pz with I-10").rolls(2)
    assert game.here("4707") == {"1-1DNO"}
    game = firing("german", OPEN)
    counter = game.unit("1-1DNO")
    game.play("fire 4707 by 8pz with I-10").rolls(1)
    assert game.here("4707") == set()
    assert game.s.place[counter] == game.place("pool-42")
    assert game.ask == ("german", "german-fire")  # no rubble in the open, no advance without close assault
    game = firing("soviet", "4707 I-8M\n4706 1RBBde").play("fire 4707 by lfr with 1RBBde").rolls(1)
    assert game.where("I-8M") == "dead"


@pytest.mark.case("10.3b", "10.3c", "10.14a")
def test_the_columns_of_the_table() -> None:
    """Each column eliminates on one more face than the one before."""
    game = firing("german", OPEN)
    for at in range(7):
        assert [kills(game.s, at, die) for die in range(1, 9)] == [die <= at + 1 for die in range(1, 9)]
        assert kills(game.s, at, -3)
        assert not kills(game.s, at, 12)


@pytest.mark.case("10.3e", "10.1c")
def test_the_strength_of_the_defender_does_not_matter() -> None:
    weak, strong = (firing("german", f"4706 I-10\n4707 {unit}") for unit in ("1Kir", "1RB"))
    assert weak.change("I-10", "4707", "1Kir") == strong.change("I-10", "4707", "1RB") == 0


@pytest.mark.case("10.12a", "10.12b", "2.11b", "15.2b")
def test_armor_and_those_who_fight_it() -> None:
    game = firing("german", "4707 51Tk\n4706 I-8M 3PzJg\n4708 I-10\n3027 LG42\n3026 I-469")
    assert game.change("I-8M", "4707", "51Tk") == 2
    assert game.change("I-8M 3PzJg", "4707", "51Tk") == 0
    assert game.change("I-469", "3027", "LG42") == 2
    other = firing("soviet", "4707 I-8M\n4706 2-1DNO")
    assert other.change("2-1DNO", "4707", "I-8M") == 0  # motorized, but not armored


@pytest.mark.case("6.6e", "6.6c", "3.6e")
def test_units_must_be_known_to_fire_and_are_turned_over() -> None:
    game = firing("soviet", "4707 I-8M\n4706 42-7\n4708 1-1DNO")
    assert game.clauses("fire 4707 by 42 with 42-7") == ["6.6e"]
    assert game.able("fire", "4707", "42") == {"1-1DNO"}
    game.play("flip 42-7", "turn 2-1DNO", "fire 4707 by 42 with 42-7 1-1DNO").rolls(6)
    assert game.units(game.s.fired) == {"2-1DNO", "1-1DNO"}


@pytest.mark.case("6.6e", "7.3c")
def test_a_unit_that_its_owner_has_looked_at_is_turned_over_by_firing() -> None:
    game = firing("soviet", "4707 I-8M\n4706 42-7=2-1DNO")
    counter = game.unit("42-7")
    assert not game.s.up >> counter & 1
    game.play("fire 4707 by 42 with 42-7").rolls(6)
    assert game.s.up >> counter & 1


@pytest.mark.case("6.6c", "6.5c")
def test_fire_turns_over_the_defenders_before_the_dice() -> None:
    game = firing("german", "delayed yes\n4707 42-7 42-9\n4706 I-10\n4708 I-8p")
    game.play("fire 4707 by 8pz with I-10 I-8p")
    assert game.ask == ("chance", "reveal")
    game.play("turn 51Tk", "turn 1Koms").rolls(2, 3)
    assert game.here("4707") == {"1Koms"}


@pytest.mark.case("10.1a", "14.1a", "12.7b", "12.9c", "15.3e")
def test_who_never_fires_with_ground_units() -> None:
    game = firing("german", OPEN + "\n4606 Manstein\nbeside Rudel\ndead II-10")
    assert game.clauses("fire 4707 by 8pz with I-10 Manstein") == ["14.1a"]
    assert game.clauses("fire 4707 by 8pz with I-10 Rudel") == ["12.7b"]
    assert game.clauses("fire 4707 by 8pz with I-10 II-10") == ["10.1a"]
    assert "10.1a" in game.clauses("fire 4707 by 8pz with I-10 1-1DNO")
    game = firing("soviet", "4707 I-8M\n4706 1-1DNO\nbeside LFR10 RBF")
    assert game.clauses("fire 4707 by 42 with 1-1DNO LFR10") == ["12.9c"]
    assert game.clauses("fire 4707 by 42 with 1-1DNO RBF") == ["15.3e"]


@pytest.mark.case("8.13b", "10.8b")
def test_fire_crosses_the_sea() -> None:
    game = firing("german", "3027 LG42\n3025 I-469\n3026 III-489")
    assert game.able("fire", "3027", "269") == {"I-469", "III-489"}


@pytest.mark.case("10.4b", "13.1a", "13.2b")
def test_words_that_direct_nothing() -> None:
    game = firing("german", OPEN)
    assert game.clauses("fire 4707 by 42 with I-10") == ["13.1a"]
    assert game.clauses("fire 4707 by zhukov with I-10") == ["13.1a"]
    assert game.clauses("fire 4707 by 269 with I-10") == ["10.4b", "13.2b"]


def test_everything_offered_is_legal() -> None:
    """Every fire and close assault of a small position can be played, and every other set of units is refused."""
    game: Fight = firing("german", OPEN + "\n4606 48Pi 3Pi\n4605 Manstein")
    offered = {action.args for action in game.title.actions(game.s) if action.verb in ("fire", "assault")}
    for action in game.title.actions(game.s):
        if action.verb in ("fire", "assault"):
            assert game.title.explain(game.s, action) == []
    assert len(offered) > 100


@pytest.mark.case("16.2c", "10.9a")
def test_after_the_delay_streets_still_give_lines_of_fire() -> None:
    for delay in ("", "delayed yes\n"):
        game = firing("german", delay + "3117 1-1DNO\n3114 53Rec")
        assert game.able("fire", "3117", "3mot") == {"53Rec"}
