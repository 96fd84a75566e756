"""[10.9] Advance after combat, and who may not (10.3)."""

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[[str], Any]

GERMANS = "at german-combat\nturn 3\n"
SOVIETS = "at soviet-combat\nturn 3\n"


def ground(t: Any, unit: str) -> set[str]:
    """The hexes a unit may advance into."""
    return set(t.hexes(t.options("advance", t.unit(unit)).members))


def advancers(t: Any) -> set[int]:
    """The units that may advance."""
    return set(t.options("advance"))


# -- who, and how many ------------------------------------------------------------------------


@pytest.mark.case("10.9a")
def test_up_to_three_victors_enter_an_emptied_hex(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0712 12ID 30ID\n 0711 118RD")
    t.play("attack 0711 with 1ID 11ID 12ID 30ID", "roll 6")  # 12-1: E/-
    assert t.ask == ("german", "advance")
    t.play("advance 1ID to 0711", "advance 12ID to 0711")
    assert t.why_not("advance 30ID to 0711") == []
    t.play("advance 30ID to 0711")
    assert t.ask == ("german", "german-combat")  # there is no room for the fourth
    assert (t.where("11ID"), t.where("30ID")) == ("0611", "0711")


@pytest.mark.case("10.9a")
def test_three_into_each_of_two_hexes(at: At) -> None:
    t = at(GERMANS + "0712 1ID 11ID 12ID\n 0812 21ID 30ID 32ID\n 0811 16RD\n 0713 112RD")
    t.play("attack 0713 0811 with 1ID 11ID 12ID 21ID 30ID 32ID", "roll 6")  # 36 : 2 is 18-1: E/-
    t.play("advance 1ID to 0811", "advance 11ID to 0811", "advance 12ID to 0811")
    assert t.clauses("advance 21ID to 0811") == ["10.9a"]
    assert "three units are there" in t.reasons("advance 21ID to 0811")
    t.play("advance 21ID to 0713", "advance 30ID to 0713", "advance 32ID to 0713")
    assert t.ask == ("german", "german-combat")


@pytest.mark.case("10.9a")
def test_only_those_who_took_part_advance_and_each_once(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID 12ID\n 0711 118RD\n 0812 16RD")
    t.play("attack 0711 with 1ID 11ID", "roll 6")  # 6-1: E/-
    assert advancers(t) == {t.unit("1ID"), t.unit("11ID")}
    assert t.clauses("advance 12ID to 0711") == ["10.9a"]
    assert t.clauses("advance 16RD to 0711") == ["10.9a", "10.9a"]
    assert t.clauses("advance 12Pz to 0711") == ["10.9a", "10.9a"]
    t.play("advance 1ID to 0711")
    assert t.clauses("advance 1ID to 0711")[0] == "10.9a"
    assert "1ID has already advanced" in t.reasons("advance 1ID to 0711")


@pytest.mark.case("10.9a")
def test_an_advance_goes_into_the_emptied_hex_and_nowhere_else(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 118RD").play("attack 0711 with 1ID 11ID", "roll 6")
    assert ground(t, "1ID") == {"0711"}
    assert t.clauses("advance 1ID to 0610") == ["10.9a"]
    assert t.clauses("advance 1ID to 0611") == ["10.9a"]


@pytest.mark.case("10.9a")
def test_a_hex_that_still_holds_a_defender_is_not_entered(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID 12ID\n 0711 118RD 11RD").play("attack 0711 with 1ID 11ID 12ID", "roll 6")  # 1/-
    t.play("lose 118RD")
    assert t.ask == ("german", "german-combat")


@pytest.mark.case("10.9a", "8.5a")
def test_of_two_hexes_attacked_the_emptied_one_is_entered(at: At) -> None:
    t = at(GERMANS + "0712 12ID 30ID\n 0711 118RD\n 0811 11RD").play("attack 0711 0811 with 12ID 30ID", "roll 6")
    t.play("lose 118RD")  # 2-1: 1/-
    assert t.ask == ("german", "advance")
    assert ground(t, "12ID") == {"0711"}
    assert t.clauses("advance 12ID to 0811") == ["10.9a"]


@pytest.mark.case("10.9b")
def test_an_attacker_that_lost_a_step_is_victorious_all_the_same(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 118RD").play("attack 0711 with 1ID", "roll 4")  # 3-1: 2/1
    t.play("withdraw", "retreat 118RD to 0810", "retreat 118RD to 0910", "lose 1ID")
    assert t.ask == ("german", "advance")
    t.play("advance 1ID to 0711")
    assert (t.where("1ID"), t.reduced("1ID")) == ("0711", True)


@pytest.mark.case("10.9b")
def test_an_attacker_that_retreated_is_not(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 118RD").play("attack 0711 with 1ID", "roll 4")  # 2/1
    t.play("withdraw", "retreat 118RD to 0810", "retreat 118RD to 0910", "withdraw", "retreat 1ID to 0511")
    assert t.ask == ("german", "german-combat")
    t = at(SOVIETS + "0611 1ID(reduced)\n 0711 18RD 23RD").play("attack 0611 with 18RD 23RD", "roll 3")  # 3-1: 1/1
    t.play("lose 1ID", "withdraw", "retreat 18RD to 0810", "retreat 23RD to 0811")
    assert t.ask == ("soviet", "soviet-combat")


@pytest.mark.case("10.9b")
def test_soviet_attackers_advance_too(at: At) -> None:
    t = at(SOVIETS + "0611 1ID(reduced)\n 0711 18RD 23RD").play("attack 0611 with 18RD 23RD", "roll 5")  # 3-1: 1/-
    t.play("withdraw", "retreat 1ID to 0511")
    assert t.ask == ("soviet", "advance")
    t.play("advance 18RD to 0611", "advance 23RD to 0611")
    assert (t.where("18RD"), t.where("23RD")) == ("0611", "0611")
    assert t.ask == ("soviet", "soviet-combat")


@pytest.mark.case("10.9c")
def test_unhurt_defenders_advance_when_the_attackers_are_gone(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 70RD 16RD").play("attack 0711 with 1ID", "roll 4", "withdraw")  # 1-2: -/1
    t.play("retreat 1ID to 0511")
    assert t.ask == ("soviet", "advance")
    t.play("advance 70RD to 0611")
    assert t.ask == ("soviet", "advance")
    t.play("advance 16RD to 0611")
    assert (t.where("70RD"), t.where("16RD")) == ("0611", "0611")
    t = at(SOVIETS + "0611 1ID 11ID\n 0711 16RD").play("attack 0611 with 16RD", "roll 1")  # 1-4: -/E
    assert t.ask == ("german", "advance")
    t.play("advance 1ID to 0711", "done")
    assert (t.where("1ID"), t.where("11ID")) == ("0711", "0611")


@pytest.mark.case("10.9c")
def test_defenders_enter_every_hex_the_attackers_left(at: At) -> None:
    t = at(GERMANS + "0611 1ID(reduced)\n 0712 11ID(reduced)\n 0711 70RD 16RD")
    t.play("attack 0711 with 1ID 11ID", "roll 4", "withdraw", "retreat 1ID to 0511", "retreat 11ID to 0713")  # -/1
    assert ground(t, "70RD") == {"0611", "0712"}
    t.play("advance 70RD to 0712", "advance 16RD to 0611")
    assert (t.where("70RD"), t.where("16RD")) == ("0712", "0611")


@pytest.mark.case("10.9a", "10.9c")
def test_a_hex_emptied_by_a_loss_is_entered_though_other_attackers_stand(at: At) -> None:
    t = at(SOVIETS + "0611 16RD\n 0712 118RD\n 0711 1ID(reduced) 11ID(reduced)")
    t.play("attack 0711 with 16RD 118RD")  # 2 : 6 is 1-3
    t.play("roll 4", "lose 16RD", "withdraw", "retreat 118RD to 0713")  # -/2: one step, one hex
    assert ground(t, "1ID") == {"0611", "0712"}
    t = at(SOVIETS + "0611 16RD\n 0712 10RD\n 0711 1ID").play("attack 0711 with 16RD 10RD", "roll 4")  # 1-2: -/1
    t.play("lose 16RD")  # 10RD stays where it is
    assert t.ask == ("german", "advance")
    assert ground(t, "1ID") == {"0611"}
    t.play("advance 1ID to 0611")
    assert (t.where("1ID"), t.where("10RD")) == ("0611", "0712")


@pytest.mark.case("10.9c")
def test_defenders_do_not_advance_while_other_enemies_hold_the_hex(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 70RD 16RD").play("attack 0711 with 1ID", "roll 4", "withdraw")
    t.play("retreat 1ID to 0511")  # 11ID did not attack and stays
    assert t.ask == ("german", "german-combat")


@pytest.mark.case("10.9c")
def test_defenders_do_not_advance_when_the_attackers_stand(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 70RD 16RD").play("attack 0711 with 1ID", "roll 4", "lose 1ID")  # -/1
    assert t.ask == ("german", "german-combat")


@pytest.mark.case("10.9c", "8.4b")
def test_who_only_sheltered_in_the_hex_does_not_advance(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0712 12ID\n 0809 21ID\n 0711 118RD\n 0811 70RD")
    t.play("attack 0711 with 1ID 11ID", "roll 2", "withdraw", "retreat 118RD to 0811", "done")  # 6-1: 1/-
    t.play("attack 0811 with 12ID", "roll 4", "withdraw", "retreat 12ID to 0612")  # 1-2: -/1
    assert t.ask == ("soviet", "advance")
    assert advancers(t) == {t.unit("70RD")}
    assert t.clauses("advance 118RD to 0712") == ["10.9a"]


# -- split results ----------------------------------------------------------------------------


@pytest.mark.case("10.3c")
def test_after_a_split_result_attackers_still_in_place_advance(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 11RD").play("attack 0711 with 1ID 11ID", "roll 2")  # 4-1: 1/1
    t.play("lose 11RD", "lose 1ID")
    assert t.ask == ("german", "advance")
    assert advancers(t) == {t.unit("1ID"), t.unit("11ID")}
    t = at(GERMANS + "0611 1ID 11ID\n 0711 11RD 16RD").play("attack 0711 with 1ID 11ID", "roll 3")  # 3-1: 1/1
    t.play("lose 16RD", "lose 1ID")  # the hex is not empty
    assert t.ask == ("german", "german-combat")
    t = at(GERMANS + "0611 1ID 11ID\n 0711 11RD").play("attack 0711 with 1ID 11ID", "roll 2")
    t.play("lose 11RD", "withdraw", "retreat 1ID to 0511", "retreat 11ID to 0512")  # nobody is in place
    assert t.ask == ("german", "german-combat")


@pytest.mark.case("10.3d")
def test_after_a_split_result_the_defender_never_advances(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 11RD 16RD").play("attack 0711 with 1ID 11ID", "roll 3")  # 3-1: 1/1
    t.play("lose 16RD", "withdraw", "retreat 1ID to 0511", "retreat 11ID to 0512")
    assert t.ask == ("german", "german-combat")  # 11RD is unhurt and 0611 empty, and yet
    t = at(SOVIETS + "0611 1ID 11ID\n 0711 18RD 23RD 119RD").play("attack 0611 with 18RD 23RD 119RD", "roll 5")  # 1/1
    t.play("lose 1ID", "withdraw", "retreat 18RD to 0810", "retreat 23RD to 0710", "retreat 119RD to 0811")
    assert t.ask == ("soviet", "soviet-combat")


# -- when -------------------------------------------------------------------------------------


@pytest.mark.case("10.9d")
def test_the_advance_comes_at_once_or_not_at_all(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 118RD\n 0610 16RD\n 0812 21ID")
    t.play("attack 0711 with 1ID", "roll 6")  # 3-1: 1/-
    t.play("lose 118RD")
    assert t.ask == ("german", "advance")
    assert "attack" not in t.verbs()
    t.play("done")
    assert t.ask == ("german", "german-combat")
    assert "advance" not in t.verbs()
    t.play("attack 0610 with 11ID", "roll 6")  # 6-1: E/-
    assert t.clauses("advance 11ID to 0711") == ["10.9a"]  # that was another combat
    assert t.clauses("advance 1ID to 0711") == ["10.9a", "10.9a"]


@pytest.mark.case("10.9e")
def test_nobody_has_to_advance_after_an_attack(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 118RD").play("attack 0711 with 1ID 11ID", "roll 6")
    assert t.why_not("done") == []
    t.play("done")
    assert (t.where("1ID"), t.where("11ID")) == ("0611", "0611")


@pytest.mark.case("10.9e")
def test_save_after_a_successful_overrun(at: At) -> None:
    t = at("at german-movement\nturn 3\n0611 1ID 11ID\n 0711 16RD").play("overrun 1ID 11ID at 0711", "roll 6")  # E/-
    assert t.clauses("done") == ["7.6c"]
    t.play("advance 1ID to 0711")
    assert t.why_not("done") == []


# -- how far ----------------------------------------------------------------------------------


def two_back(at: At, text: str, units: str) -> Any:
    """118RD goes back two hexes, through 0810 to 0910."""
    t = at(GERMANS + text).play(f"attack 0711 with {units}")
    die = next(die for die in range(1, 7) if t.s.data.crt(die, t.s.local.column, ()) == (2, 0))
    return t.play(f"roll {die}", "withdraw", "retreat 118RD to 0810", "retreat 118RD to 0910")


@pytest.mark.case("10.9f")
def test_after_a_two_hex_retreat_the_victors_take_either_hex_or_both(at: At) -> None:
    for first, second in (("0711", "0810"), ("0810", "0711"), ("0711", "0711"), ("0810", "0810")):
        t = two_back(at, "0611 1ID 11ID\n 0711 118RD", "1ID 11ID")
        assert ground(t, "1ID") == {"0711", "0810"}
        t.play(f"advance 1ID to {first}", f"advance 11ID to {second}")
        assert (t.where("1ID"), t.where("11ID")) == (first, second)
        assert t.ask == ("german", "german-combat")


@pytest.mark.case("10.9f", "10.9a")
def test_three_into_each_of_them_the_second_through_the_first(at: At) -> None:
    text = "0611 1ID 11ID 12ID\n 0712 30ID 32ID\n 0711 118RD"
    t = two_back(at, text, "1ID 11ID 12ID 30ID 32ID")
    t.play("advance 1ID to 0810", "advance 11ID to 0810", "advance 12ID to 0810")
    assert ground(t, "30ID") == {"0711"}
    assert t.clauses("advance 30ID to 0810") == ["10.9a"]
    t = two_back(at, text, "1ID 11ID 12ID 30ID 32ID")
    t.play("advance 1ID to 0711", "advance 11ID to 0711", "advance 12ID to 0711")
    assert t.ask == ("german", "german-combat")  # the first hex is full: nobody passes


@pytest.mark.case("10.9f")
def test_defenders_follow_a_two_hex_retreat_too(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 70RD 16RD").play("attack 0711 with 1ID", "roll 3")  # 1-2: -/2
    t.play("withdraw", "retreat 1ID to 0511", "retreat 1ID to 0411")
    assert t.ask == ("soviet", "advance")
    assert ground(t, "70RD") == {"0611", "0511"}
    t.play("advance 70RD to 0511", "advance 16RD to 0611")
    assert (t.where("70RD"), t.where("16RD")) == ("0511", "0611")


@pytest.mark.case("10.9f")
def test_a_hex_passed_through_that_still_holds_enemies_is_not_emptied(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 118RD\n 0609 12ID\n 0912 30ID\n 0810 180RD")
    t.play("attack 0711 with 1ID 11ID", "roll 5", "withdraw")  # 6-1: 2/-; only 0810 is open, with 180RD in it
    t.play("retreat 118RD to 0810", "retreat 118RD to 0910")
    assert ground(t, "1ID") == {"0711"}


@pytest.mark.case("10.9f", "15.2c")
def test_a_fort_on_the_way_is_razed(at: At) -> None:
    t = at("at german-combat\nturn 5\nforts 2306 2407\n2206 1Pz 6Pz 36Mot\n 2306 118RD")
    t.play("attack 2306 with 1Pz 6Pz 36Mot")
    die = next(die for die in range(1, 7) if t.s.data.crt(die, t.s.local.column, ()) == (2, 0))
    t.play(f"roll {die}", "withdraw", "retreat 118RD to 2406", "retreat 118RD to 2507")
    t.play("advance 1Pz to 2406")
    assert (t.where("1Pz"), t.hexes(t.s.forts)) == ("2406", {"2407"})


@pytest.mark.case("10.9f", "15.2c")
def test_a_fort_beside_the_way_is_not(at: At) -> None:
    t = at(GERMANS + "forts 0711 0811\n0712 1Pz 6Pz 36Mot\n 0711 118RD\n 0811 16RD")
    t.play("attack 0711 0811 with 1Pz 6Pz 36Mot", "roll 1", "withdraw")  # 9-1, fort, corps: 2/-
    t.play("retreat 118RD to 0610", "retreat 118RD to 0510", "retreat 16RD to 0912", "retreat 16RD to 1012")
    assert ground(t, "1Pz") == {"0711", "0610", "0811", "0912"}
    t.play("advance 1Pz to 0912")
    assert (t.where("1Pz"), t.hexes(t.s.forts)) == ("0912", {"0711"})


@pytest.mark.case("10.9g")
def test_an_enemy_zoc_does_not_bar_an_advance(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 118RD\n 0612 16RD\n 0812 180RD\n 0809 237RD")
    t.play("attack 0711 with 1ID 11ID", "roll 6")  # 6-1: E/-
    t.play("advance 1ID to 0711")  # out of 16RD's ZOC into 180RD's, and back into 16RD's neighbourhood
    assert t.where("1ID") == "0711"


@pytest.mark.case("10.9h")
def test_advances_and_retreats_cost_no_movement_points(at: At) -> None:
    t = at("at german-movement\nturn 3\n0611 1ID 11ID\n 0711 16RD").play("overrun 1ID 11ID at 0711", "roll 6")  # E/-
    t.play("advance 1ID to 0711", "done")
    assert (t.left("1ID"), t.left("11ID")) == (3, 3)  # three of six, for the overrun alone
    t = at("at german-movement\nturn 3\n0611 1Pz\n 0711 70RD").play("overrun 1Pz at 0711", "roll 4")  # 1-2: -/1
    t.play("withdraw", "retreat 1Pz to 0511")
    assert t.left("1Pz") == 5  # of eight
    t = at(GERMANS + "0611 1ID\n 0711 118RD").play(
        "attack 0711 with 1ID", "roll 6", "lose 118RD", "advance 1ID to 0711"
    )
    assert t.where("1ID") == "0711"  # no Movement Points are left in a Combat Phase at all


@pytest.mark.case("10.9i")
def test_where_all_the_defenders_died_the_advance_ends(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 118RD").play("attack 0711 with 1ID 11ID", "roll 5", "lose 118RD")  # 2/-
    assert ground(t, "1ID") == {"0711"}
    assert t.clauses("advance 1ID to 0810") == ["10.9a", "10.9i"]
    t = at(SOVIETS + "0611 1ID 11ID\n 0711 16RD").play("attack 0611 with 16RD", "roll 1")  # -/E
    assert ground(t, "1ID") == {"0711"}
    assert "10.9i" in t.clauses("advance 1ID to 0810")


@pytest.mark.case("10.9f", "10.9i")
def test_each_hex_passed_through_lies_open_also_where_a_unit_died(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID 12ID\n 0711 118RD 16RD\n 0608 21ID\n 0808 30ID")
    t.play("attack 0711 with 1ID 11ID 12ID", "roll 5", "withdraw")  # 6-1: 2/-
    t.play("retreat 118RD to 0810", "retreat 118RD to 0910", "retreat 16RD to 0710")
    assert (t.where("118RD"), t.where("16RD")) == ("0910", "lost")
    assert ground(t, "1ID") == {"0711", "0810", "0710"}


@pytest.mark.case("10.9i")
def test_a_unit_that_died_on_the_way_leaves_its_last_hex_open_and_no_more(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 118RD\n 0608 12ID\n 0808 30ID")
    t.play("attack 0711 with 1ID 11ID", "roll 5", "withdraw", "retreat 118RD to 0710")  # it has no way on
    assert t.where("118RD") == "lost"
    assert ground(t, "1ID") == {"0711", "0710"}


@pytest.mark.case("10.9a", "10.9c")
def test_a_hex_left_by_an_advance_is_not_emptied_by_the_combat(at: At) -> None:
    """One of two attackers dies, the defender advances out of his hex: it does not lie open to the other."""
    t = at(SOVIETS + "1407 269ID\n 1408 118RD\n 1508 70RD")
    t.play("attack 1407 with 118RD 70RD", "roll 4", "lose 118RD", "advance 269ID to 1408")  # -/1
    assert t.where("269ID") == "1408"
    assert t.ask == ("soviet", "soviet-combat")
