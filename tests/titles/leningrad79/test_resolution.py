"""[9.0] Combat resolution: strengths, ratios, the table."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.leningrad79.rules.combat import column_name, initial_column

At = Callable[[str], Any]

FIELD = """at german-combat
           turn 3
           """  # 0611, 0711 and everything around them is clear, and both sides are in supply there


def initial(t: Any, action: str) -> str:
    """The Initial Combat Ratio."""
    return str(t.odds(action)["ledger"][0]["after"])


def final(t: Any) -> str:
    """The Final Combat Ratio of the battle under way."""
    return column_name(t.s.local.column)


# -- what an attack is ------------------------------------------------------------------------


@pytest.mark.case("9.0a")
def test_one_die_on_the_table_settles_an_attack_of_named_units_on_named_units(at: At) -> None:
    t = at(FIELD + "0611 1ID 11ID\n 0711 118RD\n 0610 12ID\n 0812 16RD")
    t.play("attack 0711 with 1ID 11ID")
    assert t.s.local.attackers == 1 << t.unit("1ID") | 1 << t.unit("11ID")
    assert t.s.local.defenders == 1 << t.unit("118RD")
    assert t.ask == ("chance", "die")
    assert list(t.options("roll")) == [1, 2, 3, 4, 5, 6]
    assert t.clauses("roll 7") == ["2.0b"]
    t.play("roll 4")  # 6-1: 2/-
    assert t.ask == ("soviet", "result")


@pytest.mark.case("9.0b")
@pytest.mark.parametrize(
    ("attackers", "defenders", "ratio"),
    [
        ("1ID", "118RD", "3-1"),  # 6 : 2
        ("1ID 11ID", "118RD", "6-1"),  # 12 : 2
        ("1ID 1Pz 36Mot", "118RD 180RD", "6-1"),  # 24 : 4
        ("1ID(reduced)", "118RD 180RD", "1-2"),  # 3 : 4
        ("1Pz(reduced) 36Mot(reduced)", "70RD 118RD", "1-1"),  # 9 : 9
    ],
)
def test_all_strengths_are_added_and_divided(at: At, attackers: str, defenders: str, ratio: str) -> None:
    t = at(FIELD + f"0611 {attackers}\n 0711 {defenders}")
    names = attackers.replace("(reduced)", "")
    assert initial(t, f"attack 0711 with {names}") == ratio


@pytest.mark.case("9.0b")
def test_soviets_attack_with_one_strength_and_defend_with_the_other(at: At) -> None:
    soviets = "0711 302RD\n 0611 1ID(reduced)"  # 302RD: attack 5, defense 1
    assert initial(at("at soviet-combat\nturn 3\n" + soviets), "attack 0611 with 302RD") == "1-1"  # 5 : 3
    assert initial(at("at german-combat\nturn 3\n" + soviets), "attack 0711 with 1ID") == "3-1"  # 3 : 1


@pytest.mark.case("9.0c")
def test_the_shifts_lead_from_the_initial_to_the_final_ratio(at: At) -> None:
    t = at(FIELD + "1810 1Pz 6Pz 36Mot\n 1809 70RD")  # Pskov is a city
    after = [line["after"] for line in t.odds("attack 1809 with 1Pz 6Pz 36Mot")["ledger"]]
    assert after[:3] == ["4-1", "3-1", "4-1"]  # 28 : 7, city, Panzer corps
    t.play("attack 1809 with 1Pz 6Pz 36Mot")
    assert final(t) == "4-1"


@pytest.mark.case("9.0d")
def test_the_result_stands_where_the_die_meets_the_final_column(at: At) -> None:
    t = at(FIELD + "0611 1ID\n 0711 118RD")  # 3-1
    t.play("attack 0711 with 1ID", "roll 2")  # 2/2
    assert t.ask == ("soviet", "result")
    assert t.s.local.owed == 2
    assert "The Germans roll 2 at 3-1, 2/2" in t.log()
    t = at(FIELD + "0611 1ID\n 0711 118RD")
    t.play("attack 0711 with 1ID", "roll 5")  # 1/-
    assert t.s.local.owed == 1


@pytest.mark.case("9.0e", "9.1d")
def test_each_attack_is_carried_out_before_the_next_in_any_order(at: At) -> None:
    position = FIELD + "0611 1ID 11ID\n 0711 118RD\n 0612 180RD"
    for first, second in (("0711", "0612"), ("0612", "0711")):
        t = at(position)
        t.play(f"attack {first} with 1ID")
        assert "attack" not in t.verbs()
        t.play("roll 4")  # 3-1: 2/1
        assert "attack" not in t.verbs()
        t.play("lose 118RD" if first == "0711" else "lose 180RD", "lose 1ID")
        assert t.ask == ("german", "advance")
        t.play("done")
        assert t.ask == ("german", "german-combat")
        t.play(f"attack {second} with 11ID", "roll 6")
        assert t.ask == ("soviet", "result")


@pytest.mark.case("9.0f")
def test_the_phase_lasts_until_the_attacker_says_so(at: At) -> None:
    t = at(FIELD + "0611 1ID 11ID 12ID\n 0711 118RD 180RD")
    t.play("attack 0711 with 1ID", "roll 2", "withdraw", "retreat 1ID to 0511")  # 1-1: -/1
    assert t.ask == ("german", "german-combat")
    t.play("done")
    assert t.ask[1] != "german-combat"


# -- announcing -------------------------------------------------------------------------------


@pytest.mark.case("9.1a")
def test_the_attacker_names_who_attacks_whom(at: At) -> None:
    t = at(FIELD + "0611 1ID 11ID\n 0711 118RD")
    assert t.clauses("attack 0711 with") == ["9.1a"]
    t.play("attack 0711 with 11ID")
    assert "The 11th Infantry Division attacks Panevezys (0711), held by the 118th Rifle Division. [9.1]" in t.log()


@pytest.mark.case("9.1a")
@pytest.mark.parametrize(
    ("target", "verb"), [("2605", "storms"), ("2505", "storms"), ("2406", "storms"), ("2606", "attacks")]
)
def test_cities_and_forts_are_stormed(at: At, target: str, verb: str) -> None:
    t = at(f"at german-combat\nturn 8\nforts 2406\n2506 1ID\n {target} 118RD").play(f"attack {target} with 1ID")
    assert f"The 1st Infantry Division {verb}" in t.log()


@pytest.mark.case("9.1b")
def test_both_ratios_are_announced_with_every_shift(at: At) -> None:
    t = at(FIELD + "1810 1Pz 6Pz 36Mot\n 1809 70RD")
    t.play("attack 1809 with 1Pz 6Pz 36Mot")
    assert "The 41st Panzer Corps storms Pskov (1809), held by the 70th Rifle Division. [9.1]" in t.log()
    assert "28 against 7 is 4-1; city -1 [9.6], 41st Panzer Corps +1 [12.1]: 4-1. [9.1]" in t.log()


@pytest.mark.case("9.1b")
def test_a_ratio_off_the_table_is_announced_as_it_is(at: At) -> None:
    t = at(FIELD + "0611 1Pz 6Pz 36Mot\n 0711 180RD")
    t.play("attack 0711 with 1Pz 6Pz 36Mot")
    assert (
        "28 against 2 is 14-1; armor against open ground +1 [12.2], 41st Panzer Corps +1 [12.1]: "
        "16-1, read as 10-1. [9.1]" in t.log()
    )


@pytest.mark.case("9.1c")
def test_untried_attackers_are_committed_before_anybody_sees_their_strength(at: At) -> None:
    t = at("at soviet-combat\nturn 3\n0711 i1 i2\n 0611 1ID")
    t.play("attack 0611 with i1")
    assert t.ask == ("chance", "reveal")
    t.play("draw 16RD")
    assert t.ask == ("chance", "die")  # too late to think again, or to bring in i2
    assert t.s.local.attackers == 1 << t.unit("i1")


@pytest.mark.case("9.1c")
def test_untried_defenders_are_attacked_before_anybody_sees_their_strength(at: At) -> None:
    t = at(FIELD + "0611 1ID\n 0711 i1")
    t.play("attack 0711 with 1ID")
    assert t.ask == ("chance", "reveal")
    t.play("draw 70RD")
    assert final(t) == "1-2"  # 6 : 7


# -- rounding, and ratios off the table -------------------------------------------------------


@pytest.mark.case("9.4a")
@pytest.mark.parametrize(
    ("attack", "defense", "ratio"),
    [
        (11, 4, "2-1"),
        (12, 4, "3-1"),
        (7, 4, "1-1"),
        (4, 4, "1-1"),
        (3, 4, "1-2"),
        (4, 9, "1-3"),
        (4, 8, "1-2"),
        (1, 6, "1-6"),
        (2, 3, "1-2"),
        (1, 4, "1-4"),
        (13, 1, "13-1"),
        (28, 2, "14-1"),
        (99, 10, "9-1"),
        (100, 10, "10-1"),
    ],
)
def test_the_ratio_is_rounded_in_favor_of_the_defender(attack: int, defense: int, ratio: str) -> None:
    assert column_name(initial_column(attack, defense)) == ratio


@pytest.mark.case("9.4a")
def test_eleven_against_four_is_two_to_one(at: At) -> None:
    t = at(FIELD + "0611 1Pz(reduced) 1ID\n 0711 10RD")
    assert t.odds("attack 0711 with 1Pz 1ID")["ledger"][0]["text"] == "11 against 4 is 2-1"


@pytest.mark.case("9.4a")
def test_no_ratio_is_better_for_either_side_than_its_strength_allows() -> None:
    for attack in range(1, 60):
        for defense in range(1, 60):
            column = initial_column(attack, defense)
            if column >= 0:
                assert (column + 1) * defense <= attack < (column + 2) * defense
            else:
                assert attack * (1 - column) >= defense > attack * -column


@pytest.mark.case("9.2a")
def test_thirteen_against_one_overruns_at_eleven_to_one(at: At) -> None:
    t = at("at german-movement\nturn 3\n0611 1Pz(reduced) 36Mot\n 0711 16RD")
    after = [line["after"] for line in t.odds("overrun 1Pz 36Mot at 0711")["ledger"]]
    assert after == ["13-1", "11-1", "12-1", "12-1", "10-1"]  # overrun -2, armor +1, then the edge of the table
    t.play("overrun 1Pz 36Mot at 0711")
    assert final(t) == "10-1"


@pytest.mark.case("9.2a")
def test_a_low_ratio_is_shifted_from_where_it_is(at: At) -> None:
    # On Game-Turn 7 a Soviet attack may gain four columns, and the hill takes one: 1-6 becomes 1-3, not 2-1.
    t = at("at soviet-combat\nturn 7\ncounterblow yes\n0409 16RD\n 0309 1ID")
    after = [line["after"] for line in t.odds("attack 0309 with 16RD")["ledger"]]
    assert after == ["1-6", "1-7", "1-3", "1-3", "1-3"]
    t.play("attack 0309 with 16RD")
    assert final(t) == "1-3"


@pytest.mark.case("9.3a")
def test_beyond_the_ends_of_the_table_the_outermost_column_is_read(at: At) -> None:
    t = at(FIELD + "0611 1Pz 6Pz\n 0711 16RD")  # 20-1
    t.play("attack 0711 with 1Pz 6Pz")
    assert final(t) == "10-1"
    t.play("roll 1")
    assert t.s.local.owed == 2  # 2/-
    t = at("at soviet-combat\nturn 3\n0711 16RD\n 0611 1ID")  # 1-6
    t.play("attack 0611 with 16RD")
    assert final(t) == "1-4"
    t.play("roll 4")  # -/E
    assert t.where("16RD") == "lost"


# -- the Combat Results Table, cell by cell ---------------------------------------------------

COLUMNS = ["1-4", "1-3", "1-2", "1-1", *(f"{n}-1" for n in range(2, 11))]
ROWS = {
    1: "-/E -/E -/E -/2 -/1 1/1 2/2 1/1 2/1 1/- 1/- 2/- 2/-",
    2: "-/E -/E -/2 -/1 1/2 2/2 1/1 2/1 1/- 1/- 2/- 2/- E/-",
    3: "-/E -/2 -/2 1/2 2/2 1/1 2/1 1/- 1/- 2/- 2/- E/- E/-",
    4: "-/E -/2 -/1 2/2 1/1 2/1 1/- 1/- 2/- 2/- E/- E/- E/-",
    5: "-/2 -/2 1/2 1/1 2/1 1/- 1/- 2/- 2/- E/- E/- E/- E/-",
    6: "-/2 1/2 2/2 2/1 1/- 1/- 2/- 2/- E/- E/- E/- E/- E/-",
}
CLAUSE_OF_ROW = {1: "9.5b", 2: "9.5c", 3: "9.5d", 4: "9.5e", 5: "9.5f", 6: "9.5g"}
FORCES = {  # attackers and defenders for every column, without any shift
    "1-4": ("96ID(reduced)", "70RD 90RD"), "1-3": ("96ID(reduced)", "70RD"), "1-2": ("96ID(reduced)", "48RD"),
    "1-1": ("96ID(reduced)", "11RD"), "2-1": ("96ID", "11RD"), "3-1": ("96ID", "180RD"),
    "4-1": ("96ID 93ID", "11RD"), "5-1": ("96ID 93ID 61ID(reduced)", "11RD"), "6-1": ("96ID", "16RD"),
    "7-1": ("96ID 93ID 61ID(reduced)", "180RD"), "8-1": ("36Mot 3Mot(reduced) 20Mot(reduced)", "180RD"),
    "9-1": ("96ID 61ID(reduced)", "16RD"), "10-1": ("96ID 20Mot(reduced)", "16RD"),
}  # fmt: skip


def cells(die: int) -> list[Any]:
    return [(column, result) for column, result in zip(COLUMNS, ROWS[die].split(), strict=True)]


def check_cell(at: At, die: int, column: str, result: str, options: str = "") -> None:
    attackers, defenders = FORCES[column]
    t = at(f"{options}\n{FIELD} 0611 {attackers}\n 0711 {defenders}")
    t.play(f"attack 0711 with {attackers.replace('(reduced)', '')}")
    assert final(t) == column
    t.play(f"roll {die}")
    for side, part in zip(("soviet", "german"), result.split("/"), strict=True):
        if part in "12":
            assert t.ask == (side, "result")
            assert t.s.local.owed == int(part)
            units = defenders if side == "soviet" else attackers.replace("(reduced)", "")
            while t.ask == (side, "result"):
                alive = [unit for unit in units.split() if t.where(unit) != "lost"]
                t.play(f"lose {alive[0]}")
        elif part == "E":
            for unit in (defenders if side == "soviet" else attackers.replace("(reduced)", "")).split():
                assert t.where(unit) == "lost"
        else:
            assert t.ask[:2] != (side, "result")
            for unit in (defenders if side == "soviet" else attackers.replace("(reduced)", "")).split():
                assert t.where(unit) != "lost"


@pytest.mark.case("9.5a", "9.5b")
@pytest.mark.parametrize(("column", "result"), cells(1))
def test_the_table_at_die_1(at: At, column: str, result: str) -> None:
    check_cell(at, 1, column, result)


@pytest.mark.case("9.5a", "9.5c")
@pytest.mark.parametrize(("column", "result"), cells(2))
def test_the_table_at_die_2(at: At, column: str, result: str) -> None:
    check_cell(at, 2, column, result)


@pytest.mark.case("9.5a", "9.5d")
@pytest.mark.parametrize(("column", "result"), cells(3))
def test_the_table_at_die_3(at: At, column: str, result: str) -> None:
    check_cell(at, 3, column, result)


@pytest.mark.case("9.5a", "9.5e")
@pytest.mark.parametrize(("column", "result"), cells(4))
def test_the_table_at_die_4(at: At, column: str, result: str) -> None:
    check_cell(at, 4, column, result)


@pytest.mark.case("9.5a", "9.5f")
@pytest.mark.parametrize(("column", "result"), cells(5))
def test_the_table_at_die_5(at: At, column: str, result: str) -> None:
    check_cell(at, 5, column, result)


@pytest.mark.case("9.5a", "9.5g")
@pytest.mark.parametrize(("column", "result"), cells(6))
def test_the_table_at_die_6(at: At, column: str, result: str) -> None:
    check_cell(at, 6, column, result)


@pytest.mark.case("9.5b")
def test_one_cell_is_smoothed_if_the_players_wish(at: At) -> None:
    check_cell(at, 1, "3-1", "1/2", "options crt=smooth")
    check_cell(at, 2, "3-1", "2/2", "options crt=smooth")
    check_cell(at, 1, "2-1", "-/1", "options crt=smooth")


@pytest.mark.case("9.5h")
def test_left_of_the_slash_is_the_defender_right_of_it_the_attacker(at: At) -> None:
    t = at(FIELD + "0611 1ID\n 0711 118RD")
    t.play("attack 0711 with 1ID", "roll 4")  # 3-1: 2/1
    assert (t.ask[0], t.s.local.owed) == ("soviet", 2)
    t.play("lose 118RD")
    assert (t.ask[0], t.s.local.owed) == ("german", 1)
    t = at("at soviet-combat\nturn 3\n0711 128RD 10RD 23RD\n 0611 1Pz(reduced)")  # 13 : 5 is 2-1, armor 1-1
    t.play("attack 0611 with 128RD 10RD 23RD", "roll 6")  # 2/1
    assert (t.ask[0], t.s.local.owed) == ("german", 2)


@pytest.mark.case("9.5i")
def test_an_e_takes_every_unit_of_that_side(at: At) -> None:
    t = at(FIELD + "0611 1Pz 6Pz\n 0711 16RD 112RD")
    t.play("attack 0711 with 1Pz 6Pz", "roll 6")  # E/-
    assert (t.where("16RD"), t.where("112RD")) == ("lost", "lost")
    t = at("at soviet-combat\nturn 3\n0711 16RD 112RD 180RD\n 0611 1ID 11ID")
    t.play("attack 0611 with 16RD 112RD 180RD", "roll 1")  # 4 : 12, 1-3: -/E
    assert {t.where(unit) for unit in ("16RD", "112RD", "180RD")} == {"lost"}
    assert (t.where("1ID"), t.reduced("1ID")) == ("0611", False)


@pytest.mark.case("9.5j")
def test_a_1_is_a_step_or_one_hex_for_all(at: At) -> None:
    position = FIELD + "0611 1ID 11ID 12ID\n 0711 118RD 11RD"  # 18 : 5 is 3-1
    t = at(position).play("attack 0711 with 1ID 11ID 12ID", "roll 6")  # 1/-
    assert t.verbs() == {"lose", "withdraw"}
    t.play("lose 118RD")
    assert (t.where("118RD"), t.where("11RD")) == ("lost", "0711")
    assert t.ask == ("german", "german-combat")
    t = at(position).play("attack 0711 with 1ID 11ID 12ID", "roll 6", "withdraw")
    t.play("retreat 118RD to 0810", "retreat 11RD to 0811")
    assert t.ask == ("german", "advance")


@pytest.mark.case("9.5k")
def test_a_2_is_two_steps_or_two_hexes_or_one_of_each(at: At) -> None:
    position = FIELD + "0611 1ID 11ID 12ID\n 0711 118RD 16RD"  # 18 : 3 is 6-1
    t = at(position).play("attack 0711 with 1ID 11ID 12ID", "roll 5")  # 2/-
    t.play("lose 118RD", "lose 16RD")
    assert t.ask == ("german", "advance")
    t = at(position).play("attack 0711 with 1ID 11ID 12ID", "roll 5", "lose 118RD", "withdraw", "retreat 16RD to 0810")
    assert (t.where("118RD"), t.where("16RD")) == ("lost", "0810")
    assert t.ask == ("german", "advance")
    t = at(position).play("attack 0711 with 1ID 11ID 12ID", "roll 5", "withdraw")
    t.play("retreat 118RD to 0810", "retreat 118RD to 0910", "retreat 16RD to 0811", "retreat 16RD to 0911")
    assert (t.where("118RD"), t.where("16RD")) == ("0910", "0911")
    assert t.ask == ("german", "advance")


@pytest.mark.case("9.5.note")
def test_when_both_are_struck_the_defender_goes_first(at: At) -> None:
    t = at(FIELD + "0611 1ID\n 0711 118RD")
    t.play("attack 0711 with 1ID", "roll 2")  # 3-1: 2/2
    assert t.ask == ("soviet", "result")
    t.play("withdraw")
    assert t.ask == ("soviet", "retreat")
    t.play("retreat 118RD to 0810", "retreat 118RD to 0910")
    assert t.ask == ("german", "result")
