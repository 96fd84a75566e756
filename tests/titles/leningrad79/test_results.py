"""[10.1]-[10.5] Combat results: who loses what, and who chooses."""

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[[str], Any]

GERMANS = "at german-combat\nturn 3\n"
SOVIETS = "at soviet-combat\nturn 3\n"


def ways(t: Any) -> set[tuple[str, ...]]:
    """Every way in which the stricken player can answer a result, up to the retreat itself."""
    found: set[tuple[str, ...]] = set()
    who = t.table.decider

    def follow(s: Any, said: tuple[str, ...]) -> None:
        title = s.title
        if title.step(s).name != "result" or title.decider(s) != who:
            found.add((*said, f"retreat {s.local.span}") if title.step(s).name == "retreat" else said)
            return
        for action in title.actions(s):
            after = s.copy()
            text = title.text(s, action)
            title.play(after, action)
            follow(after, said if text == "withdraw" else (*said, text))

    follow(t.s, ())
    return found


@pytest.mark.case("10.0a")
def test_a_result_is_nothing_or_elimination_or_a_choice(at: At) -> None:
    for die, column_of, asked in ((6, "1/-", True), (1, "-/1", False)):
        t = at(GERMANS + "0611 1ID\n 0711 11RD").play("attack 0711 with 1ID", f"roll {die}")  # 2-1
        assert column_of in t.log()
        assert t.ask == (("soviet" if asked else "german"), "result")
        assert t.verbs() == {"lose", "withdraw"}
    t = at(GERMANS + "0611 1Pz 6Pz\n 0711 16RD").play("attack 0711 with 1Pz 6Pz", "roll 6")  # E/-
    assert t.where("16RD") == "lost"


@pytest.mark.case("10.0a")
def test_overruns_have_the_same_results(at: At) -> None:
    t = at("at german-movement\nturn 3\n0611 1ID 11ID\n 0711 11RD")  # 4-1, overrun 2-1
    t.play("overrun 1ID 11ID at 0711", "roll 6")  # 1/-
    assert t.ask == ("soviet", "result")
    assert t.verbs() == {"lose", "withdraw"}
    t = at("at german-movement\nturn 3\n0611 1Pz 6Pz\n 0711 16RD")
    t.play("overrun 1Pz 6Pz at 0711", "roll 6")  # E/-
    assert t.where("16RD") == "lost"


# -- 10.1 -------------------------------------------------------------------------------------


@pytest.mark.case("10.1a")
def test_a_1_is_one_step_of_one_unit_or_one_hex_for_all(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID 12ID\n 0711 118RD 11RD").play("attack 0711 with 1ID 11ID 12ID", "roll 6")
    assert t.ask == ("soviet", "result")  # 3-1: 1/-; the owner chooses
    assert ways(t) == {("lose i1",), ("lose i2",), ("retreat 1",)}
    t = at(SOVIETS + "0611 1ID 11ID(reduced)\n 0711 10RD 18RD 23RD").play("attack 0611 with 10RD 18RD 23RD", "roll 5")
    assert t.ask == ("german", "result")  # 15 : 9 is 1-1: 1/1
    assert ways(t) == {("lose 1ID",), ("lose 11ID",), ("retreat 1",)}


@pytest.mark.case("10.1a")
def test_only_units_the_result_bears_on_take_the_loss(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 118RD\n 0812 11RD").play("attack 0711 with 1ID", "roll 5")  # 3-1: 1/-
    assert t.clauses("lose 11RD") == ["10.1a"]
    assert t.clauses("lose 1ID") == ["10.1a"]
    assert t.why_not("lose 118RD") == []
    t = at(GERMANS + "0611 1ID 11ID\n 0711 11RD").play("attack 0711 with 1ID", "roll 1")  # 2-1: -/1
    assert t.clauses("lose 11ID") == ["10.1a"]  # it did not attack
    assert t.why_not("lose 1ID") == []


@pytest.mark.case("10.1a")
def test_after_a_retreat_all_affected_units_must_go_and_nobody_else(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID 12ID\n 0711 11RD").play("attack 0711 with 1ID 11ID", "roll 2")  # 4-1: 1/1
    t.play("lose 11RD", "withdraw")
    assert t.s.local.fleeing == 1 << t.unit("1ID") | 1 << t.unit("11ID")
    t.play("retreat 1ID to 0511")
    assert t.ask == ("german", "retreat")
    t.play("retreat 11ID to 0512")
    assert (t.where("1ID"), t.where("11ID"), t.where("12ID")) == ("0511", "0512", "0611")


# -- 10.2 -------------------------------------------------------------------------------------


@pytest.mark.case("10.2a")
def test_a_2_against_two_soviet_units(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID 12ID\n 0711 118RD 16RD").play("attack 0711 with 1ID 11ID 12ID", "roll 5")  # 2/-
    assert ways(t) == {
        ("lose i1", "lose i2"),
        ("lose i2", "lose i1"),
        ("lose i1", "retreat 1"),
        ("lose i2", "retreat 1"),
        ("retreat 2",),
    }


@pytest.mark.case("10.2a", "10.2d")
def test_a_2_against_german_units(at: At) -> None:
    t = at(SOVIETS + "0611 1ID 11ID\n 0711 42TD 3TD 46TD").play("attack 0611 with 42TD 3TD 46TD", "roll 6")
    assert "2/-" not in t.log()  # 26 : 12 is 2-1, armor 3-1: 1/-
    t = at(SOVIETS + "0611 1ID 11ID\n 0711 42TD 3TD 46TD").play("attack 0611 with 42TD 3TD 46TD", "roll 4")  # 2/1
    assert t.ask == ("german", "result")
    assert ways(t) == {
        ("lose 1ID", "lose 1ID"),
        ("lose 1ID", "lose 11ID"),
        ("lose 11ID", "lose 1ID"),
        ("lose 11ID", "lose 11ID"),
        ("lose 1ID", "retreat 1"),
        ("lose 11ID", "retreat 1"),
        ("retreat 2",),
    }


@pytest.mark.case("10.2a", "10.5b")
def test_a_2_against_a_single_unit_with_one_step(at: At) -> None:
    """It goes back two hexes or dies; the step it does not have is waived."""
    t = at(GERMANS + "0611 1ID\n 0711 16RD").play("attack 0711 with 1ID", "roll 5")  # 6-1: 2/-
    assert ways(t) == {("lose i1",), ("retreat 2",)}
    t = at(SOVIETS + "0611 1ID(reduced)\n 0711 18RD 23RD").play("attack 0611 with 18RD 23RD", "roll 4")  # 3-1: 2/1
    assert t.ask == ("german", "result")
    assert ways(t) == {("lose 1ID",), ("retreat 2",)}
    t.play("lose 1ID")
    assert t.where("1ID") == "lost"
    assert t.ask == ("soviet", "result")


@pytest.mark.case("10.2a", "10.2d")
def test_a_2_against_a_single_full_strength_unit(at: At) -> None:
    t = at(SOVIETS + "0611 1ID\n 0711 18RD 23RD 119RD").play("attack 0611 with 18RD 23RD 119RD", "roll 3")  # 2-1: 2/2
    assert t.ask == ("german", "result")
    assert ways(t) == {("lose 1ID", "lose 1ID"), ("lose 1ID", "retreat 1"), ("retreat 2",)}


@pytest.mark.case("10.2a")
def test_a_2_against_attackers_of_either_side(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID(reduced)\n 0711 70RD").play("attack 0711 with 1ID 11ID", "roll 1")  # 9 : 7, -/2
    assert t.ask == ("german", "result")
    assert ways(t) == {
        ("lose 1ID", "lose 1ID"),
        ("lose 1ID", "lose 11ID"),
        ("lose 11ID", "lose 1ID"),
        ("lose 1ID", "retreat 1"),
        ("lose 11ID", "retreat 1"),
        ("retreat 2",),
    }
    t = at(SOVIETS + "0611 1ID\n 0711 10RD 48RD").play("attack 0611 with 10RD 48RD", "roll 1")  # 8 : 6 is 1-1: -/2
    assert t.ask == ("soviet", "result")
    assert ways(t) == {
        ("lose i1", "lose i2"),
        ("lose i2", "lose i1"),
        ("lose i1", "retreat 1"),
        ("lose i2", "retreat 1"),
        ("retreat 2",),
    }


@pytest.mark.case("10.2b")
def test_who_chooses_a_retreat_he_cannot_make_is_eliminated(at: At) -> None:
    ring = "0710 11ID\n 0811 12ID"  # with 1ID in 0611 no hex around 0711 is safe
    t = at(GERMANS + f"0611 1ID\n 0711 118RD\n {ring}").play("attack 0711 with 1ID", "roll 4", "withdraw")
    assert t.where("118RD") == "lost"  # 3-1, unsupplied 5-1: 1/-
    assert "The 118th Rifle Division has nowhere to go and is destroyed at Panevezys (0711). [10.7]" in t.log()
    assert t.ask == ("german", "advance")


@pytest.mark.case("10.2c")
def test_the_step_is_lost_before_the_retreat(at: At) -> None:
    t = at(SOVIETS + "0611 1ID 11ID\n 0711 42TD 3TD 46TD").play("attack 0611 with 42TD 3TD 46TD", "roll 4")  # 2/1
    t.play("lose 1ID")
    assert t.verbs() == {"lose", "withdraw"}
    t.play("withdraw", "retreat 11ID to 0511")
    assert t.verbs() == {"retreat"}
    t.play("retreat 1ID to 0512")
    assert (t.where("1ID"), t.reduced("1ID"), t.where("11ID"), t.reduced("11ID")) == ("0512", True, "0511", False)
    t = at(SOVIETS + "0611 1ID 11ID\n 0711 42TD 3TD 46TD").play("attack 0611 with 42TD 3TD 46TD", "roll 4")
    t.play("withdraw")  # who retreats at once has both hexes to go, and no step to give
    assert t.s.local.span == 2
    assert t.verbs() == {"retreat"}


@pytest.mark.case("10.2c")
def test_a_soviet_loses_one_division_and_the_rest_falls_back_a_hex(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID 12ID\n 0711 118RD 16RD").play("attack 0711 with 1ID 11ID 12ID", "roll 5")  # 2/-
    t.play("lose 118RD", "withdraw", "retreat 16RD to 0811")
    assert (t.where("118RD"), t.where("16RD")) == ("lost", "0811")


@pytest.mark.case("10.2d")
def test_the_german_shares_out_two_steps(at: At) -> None:
    position = SOVIETS + "0611 1ID 11ID\n 0711 42TD 3TD 46TD"
    fight = ("attack 0611 with 42TD 3TD 46TD", "roll 4")
    t = at(position).play(*fight, "lose 1ID", "lose 11ID")
    assert (t.reduced("1ID"), t.reduced("11ID")) == (True, True)
    assert (t.where("1ID"), t.where("11ID")) == ("0611", "0611")
    t = at(position).play(*fight, "lose 1ID", "lose 1ID")
    assert (t.where("1ID"), t.where("11ID"), t.reduced("11ID")) == ("lost", "0611", False)


# -- 10.3 -------------------------------------------------------------------------------------


@pytest.mark.case("10.3a")
def test_a_split_result_strikes_both(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 11RD").play("attack 0711 with 1ID 11ID", "roll 3")  # 4-1: 2/1
    assert (t.ask, t.s.local.owed) == (("soviet", "result"), 2)
    t.play("lose 11RD")
    assert (t.ask, t.s.local.owed) == (("german", "result"), 1)


@pytest.mark.case("10.3b")
@pytest.mark.parametrize("answer", [("lose 11RD",), ("withdraw", "retreat 11RD to 0810")])
def test_in_a_split_result_the_defender_goes_first_whatever_he_chooses(at: At, answer: tuple[str, ...]) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 11RD").play("attack 0711 with 1ID 11ID", "roll 2")  # 4-1: 1/1
    assert t.ask == ("soviet", "result")
    t.play(*answer)
    assert t.ask == ("german", "result")
    t = at(SOVIETS + "0611 1ID\n 0711 18RD 23RD").play("attack 0611 with 18RD 23RD", "roll 5")  # 1-1: 1/1
    assert t.ask == ("german", "result")
    t.play("lose 1ID")
    assert t.ask == ("soviet", "result")


# -- 10.4, 10.5 -------------------------------------------------------------------------------


@pytest.mark.case("10.4a")
def test_an_e_takes_all_steps_of_all_units(at: At) -> None:
    t = at(SOVIETS + "0611 16RD\n 0711 1ID 11ID").play("attack 0711 with 16RD", "roll 2")  # -/E
    assert t.where("16RD") == "lost"
    t = at(GERMANS + "0611 1ID 11ID(reduced)\n 0711 70RD 5RD 23RD").play("attack 0711 with 1ID 11ID", "roll 1")
    assert (t.where("1ID"), t.where("11ID")) == ("lost", "lost")  # 9 : 18 is 1-2: -/E, two steps and all
    t = at(SOVIETS + "0611 1ID(reduced)\n 0711 42TD 3TD 18RD")
    t.play("attack 0611 with 42TD 3TD 18RD", "roll 6")  # 25 : 3 is 8-1, armor 9-1: E/-
    assert t.where("1ID") == "lost"


@pytest.mark.case("10.5a")
def test_a_german_unit_has_two_steps(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 11RD").play("attack 0711 with 1ID", "roll 1", "lose 1ID")  # 2-1: -/1
    assert (t.where("1ID"), t.reduced("1ID")) == ("0611", True)
    assert "The 1st Infantry Division loses a step and is reduced. [10.5]" in t.log()
    t = at(GERMANS + "0611 1ID(reduced)\n 0711 292RD").play("attack 0711 with 1ID", "roll 3")  # 3-1: 1/1
    t.play("lose 292RD", "lose 1ID")
    assert t.where("1ID") == "lost"


@pytest.mark.case("10.5b")
def test_a_soviet_unit_has_one_step(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 118RD").play("attack 0711 with 1ID", "roll 5", "lose 118RD")  # 3-1: 1/-
    assert t.where("118RD") == "lost"
    assert "The 118th Rifle Division is destroyed at Panevezys (0711). [10.5]" in t.log()
    t = at(SOVIETS + "0611 1ID\n 0711 18RD 11RD").play("attack 0611 with 18RD 11RD", "roll 2", "lose 18RD")  # 1-1: -/1
    assert (t.where("18RD"), t.where("11RD")) == ("lost", "0711")


# -- the diary --------------------------------------------------------------------------------


@pytest.mark.case("10.1a", "10.3b")
def test_a_battle_reads_like_a_page_of_a_war_diary(at: At) -> None:
    t = at("at german-combat\nturn 3\nair 1\n1810 1Pz 6Pz 36Mot\n 1809 i1 70RD")
    t.play("attack 1809 with 1Pz 6Pz 36Mot", "air 1", "draw 118RD", "roll 4")
    assert t.log().splitlines() == [
        "The 41st Panzer Corps storms Pskov (1809), held by an untried rifle division (i1) and "
        "the 70th Rifle Division. [9.1]",
        "The Luftwaffe joins in with one air unit. [13.2]",
        "Untried i1 turns out to be the 118th Rifle Division (1-2-5). [14.1]",
        "28 against 9 is 3-1; city -1 [9.6], 41st Panzer Corps +1 [12.1], air support +1 [13.1]: 4-1. [9.1]",
        "The Germans roll 4 at 4-1, 1/-: the defenders must lose a step or retreat one hex. [9.5]",
    ]


@pytest.mark.case("10.2a")
def test_singular_and_plural(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 118RD").play("attack 0711 with 1ID", "roll 4", "withdraw")  # 3-1: 2/1
    t.play("retreat 118RD to 0811", "retreat 118RD to 0912", "withdraw", "retreat 1ID to 0511")
    assert t.log().splitlines()[2:] == [
        "The Germans roll 4 at 3-1, 2/1: the defender must retreat two hexes or be destroyed; "
        "then the attacker must lose a step or retreat one hex. [9.5]",
        "The 118th Rifle Division gives ground, two hexes. [10.2]",
        "The 118th Rifle Division falls back to 0811. [10.6]",
        "The 118th Rifle Division falls back to 0912. [10.6]",
        "The 1st Infantry Division gives ground, one hex. [10.1]",
        "The 1st Infantry Division falls back to 0511. [10.6]",
    ]
    t = at(SOVIETS + "0611 1ID\n 0711 16RD 112RD").play("attack 0611 with 16RD 112RD", "roll 5", "withdraw")  # 1-3: -/2
    t.play("retreat 16RD to 0710", "retreat 16RD to 0709", "retreat 112RD to 0811", "retreat 112RD to 0911")
    t.play("advance 1ID to 0711")
    assert t.log().splitlines()[0] == (
        "The 16th Rifle Division and the 112th Rifle Division attack 0611, held by the 1st Infantry Division. [9.1]"
    )
    assert t.log().splitlines()[2:4] == [
        "The Soviets roll 5 at 1-3, -/2: the defense holds; the attackers must lose two steps, retreat two hexes "
        "or do one of each. [9.5]",
        "The 16th Rifle Division and the 112th Rifle Division give ground, two hexes. [10.2]",
    ]
    assert t.log().splitlines()[-1] == "The 1st Infantry Division advances to Panevezys (0711). [10.9]"
