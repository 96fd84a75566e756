"""[11.2, 11.4, 11.5] Strengths, terrain, supply and the column of a combat."""

from typing import Any

import pytest

from grognard.kit.battle.ledger import total
from grognard.titles.demyansk.rules.combat import attack_lines, column_of, defense_lines, final_column, shift_lines
from tests.titles.demyansk.box import D
from tests.titles.demyansk.fights import column, shifts, strike, to_die, units

DRY = "dry"


def odds(game: Any) -> str:
    """The line of the diary about strengths and columns."""
    to_die(game)
    return next(str(line) for line in reversed(game.log().splitlines()) if " against " in line)


@pytest.mark.case("11.51a", "11.51b", "11.52a", "11.52b", "11.53a", "sequence.19", "sequence.20", "2.24a", "2.24b")
def test_a_plain_combat(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180 1MG\n1331 I-27").play("attack 1331 with 42-180 1MG")
    assert "5 against 3 is 3-2; after shifts 3-2" in odds(game)
    game.play("roll 2")
    assert "A 2 at 3-2: A1/DR" in game.log()


@pytest.mark.case("11.52a", "11.52b", "11.52e", "11.52c")
def test_the_ledgers_add_up(fighting: Any) -> None:
    """What the ledger says is what is used."""
    game = fighting("soviet", "1330 42-180 1MG 27GdRkt\n1331 I-27 II-27 AR12\navailable Ju87-1")
    game.play("attack 1331 with 42-180 1MG", "support 27GdRkt", "support Ju87-1 AR12")
    b = game.s.local
    attack, defense = total(attack_lines(game.s, b)), total(defense_lines(game.s, b))
    assert (attack, defense) == (8, 6)
    found = final_column(game.s, b)
    assert found.column == column_of(game.s, 8, 6) + total(shift_lines(game.s, b)) == b.column


# -- halving ----------------------------------------------------------------------------------


@pytest.mark.case("11.25a", "3.51d", "3.51e", "3.51f", "3.51g")
@pytest.mark.parametrize(("weather", "attack"), [("dry", 5), ("mud", 5), ("frozen", 6)])
def test_across_a_major_river(fighting: Any, weather: str, attack: int) -> None:
    """I-27 attacks 1824 from 1924 across the river, Denmark from 1923 on the same bank."""
    text = "1924 I-27\n1923 Denmark\n1824 42-180"
    game = fighting("axis", text, weather).play("attack 1824 with I-27 Denmark")
    assert f"{attack} against 3" in odds(game)


@pytest.mark.case("11.25a", "11.13a")
def test_one_of_two_hexes_across_the_river(fighting: Any) -> None:
    game = fighting("axis", "1824 Denmark\n1923 1-87\n1924 1-1318", DRY).play("attack 1923 1924 with Denmark")
    assert "2 against 2" in odds(game)


@pytest.mark.case("11.25a", "3.51g", "10.14a")
def test_rockets_are_added_after_halving(fighting: Any) -> None:
    """170Div has 10, the rockets 3."""
    game = fighting("soviet", "1824 170Div 27GdRkt\n1924 I-27", DRY).play("attack 1924 with 170Div", "support 27GdRkt")
    assert "8 against 3" in odds(game)


@pytest.mark.case("11.25b", "11.21a", "11.22a")
def test_benefits_come_on_top(fighting: Any) -> None:
    """The major river halves and shifts, the woods in 1924 shift as well."""
    game = fighting("axis", "1824 Denmark\n1924 42-180", DRY).play("attack 1924 with Denmark")
    assert shifts(game) == {"11.21a": -1, "11.22d": -1}
    assert "2 against 3" in odds(game)


@pytest.mark.case("11.23a", "3.51d")
def test_out_of_swamp(fighting: Any) -> None:
    swamp, dry_ground = "1822", "1721"
    assert D.terrain[D.board.at[swamp]] == "swamp" != D.terrain[D.board.at[dry_ground]]
    text = f"{swamp} Denmark\n{dry_ground} 42-180"
    for weather, attack in (("dry", 2), ("frozen", 4)):
        game = fighting("axis", text, weather).play(f"attack {dry_ground} with Denmark")
        assert f"{attack} against 3" in odds(game)


@pytest.mark.case("11.23a", "11.22b")
def test_other_terrain_of_the_attacker_has_no_effect(fighting: Any) -> None:
    """Out of woods and rough ground an attack is as strong as any."""
    for start in ("1924", "1809"):
        near = next(
            hex_
            for hex_ in ("1925", "1824", "1708", "1808", "1709", "1810")
            if D.board.neighbours[D.board.at[start]] >> D.board.at[hex_] & 1
        )
        game = fighting("axis", f"{start} Denmark\n{near} 42-180").play(f"attack {near} with Denmark")
        assert "4 against 3" in odds(game)


CUT = "3032 {}\n2932 I-30\n3132 II-30\n3031 {}\n3131 III-30\n2931 I-51\n3033 II-51"
"""The middle of the west: a unit in 3032 is surrounded."""


@pytest.mark.case("6.42a", "6.41a", "6.13b", "3.51c", "3.51f", "11.51a", "sequence.15")
def test_attackers_without_supply(fighting: Any) -> None:
    text = CUT.format("42-180 21-180 1MG", "Volk")
    game = fighting("soviet", text)
    assert game.clauses("attack 3031 with 42-180") == ["11.15a"]
    hexes = "2931 2932 3031 3033 3131 3132"
    game = fighting("soviet", text.replace("1MG", "1MG 170Div")).play(f"attack {hexes} with 42-180 1MG 170Div 21-180")
    assert "9 against 17" in odds(game)  # 4 + 1 + 10 + 4 = 19, halved


@pytest.mark.case("6.42a", "11.51a")
def test_the_odds_announced_halve_attackers_without_supply(fighting: Any) -> None:
    """Before the attack is declared as well as when it is made."""
    game = fighting("soviet", CUT.format("42-180 21-180 1MG 170Div", "Volk"))
    text = "attack 2931 2932 3031 3033 3131 3132 with 42-180 1MG 170Div 21-180"
    for found in (
        game.title.odds(game.s, game.title.parse(game.s, text), 0),
        game.title.odds(game.play(text).s, None, 0),
        game.title.odds(to_die(game).s, None, 0),
    ):
        assert (found.attack, found.defense) == (9, 17)
        assert [line.clause for line in found.lines if line.part == "attack"] == ["6.42a"]


@pytest.mark.case("6.42b", "3.51e", "3.51g")
def test_supplied_attackers_are_not_halved(fighting: Any) -> None:
    """The regiment in the ring is halved, the Axis battalions around it would not be."""
    game = fighting("axis", CUT.format("42-180", "Volk")).play("attack 3032 with I-30 II-30 Volk III-30")
    assert "10 against 3" in odds(game)  # three of 3 and one of 1


@pytest.mark.case("6.43a", "6.43b", "6.13a", "6.13b", "11.51b", "3.51b")
def test_a_defender_without_supply(fighting: Any) -> None:
    """One column to the right, whatever number of units lacks it; the strength is not halved."""
    game = fighting("axis", CUT.format("42-180 21-180", "Volk")).play("attack 3032 with I-30 II-30")
    assert shifts(game) == {"6.43a": 1}
    assert "6 against 6" in odds(game)


@pytest.mark.case("6.53a")
def test_a_shortage_halves_the_whole_attack(fighting: Any) -> None:
    """42-180 is red, 1MG yellow: one unit of the group is enough."""
    game = fighting("soviet", "shortage yellow\n1330 42-180 1MG\n1331 I-27")
    assert "2 against 3" in odds(game.play("attack 1331 with 42-180 1MG"))
    without = fighting("soviet", "shortage yellow\n1330 42-180 1MG\n1331 I-27").play("attack 1331 with 42-180")
    assert "4 against 3" in odds(without)
    text = "shortage yellow\n1330 42-180 21-180 1MG 149Ski\n1331 I-27"
    alone = fighting("soviet", text, shortage="units").play("attack 1331 with 42-180 1MG 149Ski")
    assert "5 against 3" in odds(alone)


# -- terrain ----------------------------------------------------------------------------------


@pytest.mark.case("11.22b", "11.22c", "14.21a", "11.21a")
def test_the_best_terrain_and_the_strongpoint(fighting: Any) -> None:
    """In 1528 are a town and a Strongpoint: two columns and one."""
    text = "1428 170Div\n1528 I-27"
    found = shifts(fighting("soviet", text, works=True).play("attack 1528 with 170Div"))
    assert (found["11.21a"], found["14.21a"]) == (-2, -1)
    assert "14.21a" not in shifts(fighting("soviet", text).play("attack 1528 with 170Div"))


@pytest.mark.case("14.21a", "14.11a")
def test_a_captured_strongpoint_helps_nobody(fighting: Any) -> None:
    game = fighting("axis", "1811 42-180\n1810 Denmark", works=True).play("attack 1811 with Denmark")
    assert "14.21a" not in shifts(game)


@pytest.mark.case("11.22a", "11.22e", "11.21a")
def test_several_defender_hexes(fighting: Any) -> None:
    """The best terrain of the Defender hexes counts once: woods in 1924, none in 1923."""
    game = fighting("soviet", "1824 170Div\n1923 I-27\n1924 II-27").play("attack 1923 1924 with 170Div")
    assert shifts(game) == {"11.21a": -1, "11.22d": -1}


@pytest.mark.case("11.22d")
def test_the_hexside_helps_only_against_those_who_cross_it(fighting: Any) -> None:
    text = "1824 170Div\n1925 42-180\n1924 I-27\nturned 1924"
    assert "11.22d" in shifts(fighting("soviet", text).play("attack 1924 with 170Div"))
    assert "11.22d" not in shifts(fighting("soviet", text).play("attack 1924 with 170Div 42-180"))


@pytest.mark.case("11.22d", "10.14a")
def test_guns_do_not_count_for_the_hexside(fighting: Any) -> None:
    text = "1824 170Div\n1925 264Art\n1924 I-27"
    game = fighting("soviet", text).play("attack 1924 with 170Div")
    assert "11.22d" in shifts(game)


# -- columns ----------------------------------------------------------------------------------


@pytest.mark.case("11.52f", "11.52e")
def test_at_most_three_columns(fighting: Any) -> None:
    """A town, a Strongpoint, and two for support: five to the left become three."""
    game = fighting("soviet", "1428 170Div\n1528 I-27\navailable Ju87-1 Ju87-2", works=True)
    game.play("attack 1528 with 170Div", "support Ju87-1 Ju87-2")
    lines = shift_lines(game.s, game.s.local)
    assert total(lines[:-1]) < total(lines) == -3
    assert lines[-1].clause == "11.52f"


@pytest.mark.case("12.12c", "11.31a", "12.12d")
def test_below_one_to_three(fighting: Any) -> None:
    game = fighting("soviet", "1330 1MG\n1331 I-27\navailable Ju87-2")
    game.play("attack 1331 with 1MG", "support Ju87-2")
    assert (game.s.local.column, game.s.local.change) == (0, 1)
    game.play("roll 6")
    assert "A 7 at 1-3: A3*R" in game.log()


@pytest.mark.case("12.12c", "11.52f")
def test_far_below_one_to_three(fighting: Any) -> None:
    """However many columns are missing, one is added to the die, and once."""
    game = fighting("soviet", "1428 1MG\n1528 I-27\navailable Ju87-1 Ju87-2", works=True)
    game.play("attack 1528 with 1MG", "support Ju87-1 Ju87-2")
    assert total(shift_lines(game.s, game.s.local)) == -3
    assert (game.s.local.column, game.s.local.change) == (0, 1)


@pytest.mark.case("11.52h", "12.12a")
def test_above_eight_to_one(fighting: Any) -> None:
    game = fighting("soviet", "1330 170Div\n1331 Marsch1\navailable Il2-1")
    game.play("attack 1331 with 170Div", "support Il2-1")
    assert column(game) == "8-1"


# -- Soviet armor -----------------------------------------------------------------------------

WOODS = "2432 83Tk 85Tk 42-180\n2331 I-27"


@pytest.mark.case("11.41a", "11.41b", "11.41g")
def test_one_tank_battalion_in_a_hex_attacks(fighting: Any) -> None:
    game = fighting("soviet", WOODS)
    assert game.clauses("attack 2331 with 83Tk 85Tk") == ["11.41a"]
    game.play("attack 2331 with 83Tk 42-180")
    assert units(game.s.local.extras) == {"85Tk"}
    assert "6 against 3" in odds(game)


@pytest.mark.case("11.41a", "11.41e", "11.41f")
def test_in_one_combat_phase(fighting: Any) -> None:
    """While 83Tk attacks, 85Tk of the same hex attacks only from clear to clear and not across a river."""
    text = "2432 83Tk 85Tk\n2331 I-27\n2431 AR12\n2433 AR30"
    game = strike(fighting("soviet", text).play("attack 2331 with 83Tk"), "-/R")
    game.play("retreat I-27 to 2231", "hold")
    assert game.clauses("attack 2433 with 85Tk") == ["11.24a", "11.41a"]
    assert game.clauses("attack 2431 with 85Tk") == []


@pytest.mark.case("11.41e")
def test_from_clear_to_clear(fighting: Any) -> None:
    game = fighting("soviet", "1330 83Tk 85Tk\n1331 I-27").play("attack 1331 with 83Tk 85Tk")
    assert game.s.local.extras == 0
    assert "4 against 3" in odds(game)
    woods = fighting("soviet", "2331 83Tk 85Tk\n2432 I-27")
    assert woods.clauses("attack 2432 with 83Tk 85Tk") == ["11.41a"]


@pytest.mark.case("11.41f")
def test_across_a_river_the_limit_applies(fighting: Any) -> None:
    game = fighting("soviet", "2330 83Tk 85Tk\n2329 I-27")
    assert game.clauses("attack 2329 with 83Tk 85Tk") == ["11.41a"]


@pytest.mark.case("11.41c")
def test_axis_armor_is_not_limited(fighting: Any) -> None:
    game = fighting("axis", "2432 I-203 StuG184\n2331 42-180").play("attack 2331 with I-203 StuG184")
    assert game.s.local.extras == 0
    assert "8 against 3" in odds(game)


@pytest.mark.case("11.41a", "11.41b", "11.41d")
@pytest.mark.parametrize(("hex_", "defense"), [("2331", 2), ("2432", 3)])
def test_tanks_in_defense(fighting: Any, hex_: str, defense: int) -> None:
    """1-69Tk (2) and 83Tk (1): in woods the stronger one defends, in a clear hex both do."""
    game = fighting("axis", f"{hex_} 1-69Tk 83Tk\n2332 Denmark").play(f"attack {hex_} with Denmark")
    assert f"4 against {defense}" in odds(game)
    assert units(game.s.local.extras) == (set() if defense == 3 else {"83Tk"})
