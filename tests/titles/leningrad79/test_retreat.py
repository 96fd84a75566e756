"""[10.6]-[10.8] Retreats: in what order, and where to."""

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[[str], Any]

GERMANS = "at german-combat\nturn 3\n"
SOVIETS = "at soviet-combat\nturn 3\n"


def refuges(t: Any, unit: str) -> set[str]:
    """The hexes a unit may retreat to."""
    return set(t.hexes(t.options("retreat", t.unit(unit)).members))


def struck(at: At, rest: str = "", soviets: str = "118RD") -> Any:
    """Soviets in 0711, attacked from 0611, have to go back one hex."""
    t = at(GERMANS + f"0611 1ID 11ID\n 0711 {soviets}\n {rest}")
    t.play("attack 0711 with 1ID 11ID")
    die = next(die for die in range(1, 7) if t.s.data.crt(die, t.s.local.column, ()) == (1, 0))
    return t.play(f"roll {die}", "withdraw")


# -- 10.6 -------------------------------------------------------------------------------------


@pytest.mark.case("10.6a")
@pytest.mark.parametrize("order", [("118RD", "180RD"), ("180RD", "118RD")])
def test_the_owner_retreats_his_units_in_any_order(at: At, order: tuple[str, str]) -> None:
    t = at(GERMANS + "0611 1ID 11ID 12ID\n 0711 118RD 180RD").play("attack 0711 with 1ID 11ID 12ID", "roll 4")  # 4-1
    assert t.ask == ("soviet", "result")
    t.play("withdraw")
    assert t.ask == ("soviet", "retreat")
    assert set(t.options("retreat")) == {t.unit("118RD"), t.unit("180RD")}
    t.play(f"retreat {order[0]} to 0810")
    assert t.ask == ("soviet", "retreat")
    t.play(f"retreat {order[1]} to 0811")
    assert (t.where(order[0]), t.where(order[1])) == ("0810", "0811")


@pytest.mark.case("10.6a")
def test_nobody_retreats_who_was_not_struck(at: At) -> None:
    t = struck(at, "0812 16RD")
    assert t.clauses("retreat 16RD to 0913") == ["10.6a"]
    assert "10.6a" in t.clauses("retreat 1ID to 0511")
    assert "10.6a" in t.clauses("retreat 12Pz to 0511")  # not even on the map


@pytest.mark.case("10.6a")
def test_german_attackers_are_retreated_by_the_german(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 11RD").play("attack 0711 with 1ID", "roll 1", "withdraw")  # 2-1: -/1
    assert t.ask == ("german", "retreat")
    t = at(SOVIETS + "0611 1ID\n 0711 18RD 11RD").play("attack 0611 with 18RD 11RD", "roll 2", "withdraw")  # 1-1: -/1
    assert t.ask == ("soviet", "retreat")


@pytest.mark.case("10.6b")
def test_units_retreat_one_by_one(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID 12ID\n 0711 118RD 16RD").play("attack 0711 with 1ID 11ID 12ID", "roll 5")  # 2/-
    t.play("withdraw", "retreat 118RD to 0810")
    assert t.clauses("retreat 16RD to 0811") == ["10.6b"]  # 118RD is on its way
    t.play("retreat 118RD to 0910")
    assert t.why_not("retreat 16RD to 0811") == []
    t = at(GERMANS + "0611 1ID 11ID\n 0711 70RD 16RD").play("attack 0711 with 1ID 11ID", "roll 1")  # 12 : 8, 1-1: -/2
    t.play("withdraw", "retreat 1ID to 0511")
    assert t.clauses("retreat 11ID to 0512") == ["10.6b"]


# -- 10.7: safe hexes -------------------------------------------------------------------------


@pytest.mark.case("10.7a")
def test_a_unit_retreats_only_into_safe_hexes(at: At) -> None:
    t = struck(at, "0609 12ID")  # its ZOC takes in 0710
    assert refuges(t, "118RD") == {"0810", "0811"}
    assert t.clauses("retreat 118RD to 0910") == ["10.7a"]  # not adjacent
    assert t.clauses("retreat 118RD to 0611") == ["10.7a", "10.7c"]  # the enemy is there
    assert t.clauses("retreat 118RD to 0710") == ["10.7f"]
    assert t.clauses("retreat 118RD to 0712") == ["10.7c", "10.7f"]


@pytest.mark.case("10.7a")
def test_no_retreat_over_a_lake(at: At) -> None:
    t = at(GERMANS + "1809 1ID 11ID\n 1808 118RD").play("attack 1808 with 1ID 11ID", "roll 3", "withdraw")
    assert t.clauses("retreat 118RD to 1708") == ["10.7a"]  # Lake Pskov
    assert t.clauses("retreat 118RD to 1807") == ["10.7a"]  # Lake Peipus
    assert refuges(t, "118RD") == {"1908"}


@pytest.mark.case("10.7b")
def test_with_lake_behind_it_a_unit_is_eliminated(at: At) -> None:
    t = at(GERMANS + "1809 1ID\n 1909 11ID\n 1808 118RD").play("attack 1808 with 1ID 11ID", "roll 3", "withdraw")
    assert t.where("118RD") == "lost"
    assert t.ask == ("german", "advance")


@pytest.mark.case("10.7b")
def test_at_the_edge_of_the_map_a_unit_is_eliminated(at: At) -> None:
    t = at(GERMANS + "0612 1ID\n 0812 11ID\n 0713 118RD").play("attack 0713 with 1ID 11ID", "roll 1", "withdraw")
    assert t.where("118RD") == "lost"
    t = at(SOVIETS + "0612 42TD\n 0812 3TD\n 0713 1ID").play("attack 0713 with 42TD 3TD", "roll 2", "withdraw")
    assert t.where("1ID") == "lost"


@pytest.mark.case("10.7b")
def test_a_unit_without_a_safe_hex_is_eliminated_and_the_rest_is_not(at: At) -> None:
    # 118RD is boxed in by 0609 and 0809; 11RD can go east
    t = at(GERMANS + "0712 12ID 30ID\n 0609 1ID\n 0809 11ID\n 0711 118RD\n 0811 11RD")
    t.play("attack 0711 0811 with 12ID 30ID", "roll 6", "withdraw")  # 2-1: 1/-
    assert refuges(t, "11RD") == {"0911", "0912"}
    assert t.clauses("retreat 118RD to 0810") == ["10.7b", "10.7f"]
    t.play("retreat 11RD to 0911")
    assert (t.where("118RD"), t.where("11RD")) == ("lost", "0911")


@pytest.mark.case("10.7c")
def test_a_retreat_leads_away_from_the_nearest_attacker(at: At) -> None:
    t = struck(at)
    assert refuges(t, "118RD") == {"0710", "0810", "0811"}
    assert t.clauses("retreat 118RD to 0610") == ["10.7c", "10.7f"]
    assert "0610 is no farther from the enemy: 1 hexes before, 1 there" in t.reasons("retreat 118RD to 0610")


@pytest.mark.case("10.7c")
def test_with_attackers_on_two_sides_the_nearer_one_counts(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0712 11ID\n 0711 118RD").play("attack 0711 with 1ID 11ID", "roll 4", "withdraw")
    assert refuges(t, "118RD") == {"0710", "0810"}
    assert t.clauses("retreat 118RD to 0811") == ["10.7c", "10.7f"]


@pytest.mark.case("10.7c")
def test_only_those_who_caused_the_retreat_are_measured(at: At) -> None:
    # 12ID looks on from 0909, two hexes from 0711; going to 0810 or 0811 brings 118RD no farther from it
    t = struck(at, "0909 12ID")
    assert refuges(t, "118RD") == {"0710", "0810", "0811"}


@pytest.mark.case("10.7c")
def test_each_hex_of_a_two_hex_retreat_leads_farther_away(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 118RD").play("attack 0711 with 1ID 11ID", "roll 5", "withdraw")  # 6-1: 2/-
    t.play("retreat 118RD to 0810")
    assert t.clauses("retreat 118RD to 0710") == ["10.7c"]
    assert "2 hexes before, 2 there" in t.reasons("retreat 118RD to 0710")
    assert t.clauses("retreat 118RD to 0711") == ["10.7c", "10.7f"]
    assert refuges(t, "118RD") == {"0809", "0910", "0911"}
    t.play("retreat 118RD to 0910")
    assert t.ask == ("german", "advance")


@pytest.mark.case("10.7d")
def test_if_the_enemy_has_retreated_one_counts_from_where_he_stood(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 11RD").play("attack 0711 with 1ID 11ID", "roll 2")  # 4-1: 1/1
    t.play("withdraw", "retreat 11RD to 0710", "withdraw")
    assert refuges(t, "1ID") == {"0511", "0512", "0612"}  # from 0710 the way to 0511 would gain nothing
    assert t.clauses("retreat 1ID to 0712") == ["10.7c"]
    assert t.clauses("retreat 1ID to 0711") == ["10.7c", "10.7f"]


@pytest.mark.case("10.7d")
def test_if_the_enemy_is_dead_too(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 11RD").play("attack 0711 with 1ID 11ID", "roll 2")  # 1/1
    t.play("lose 11RD", "withdraw")
    assert refuges(t, "1ID") == {"0511", "0512", "0612"}
    assert t.clauses("retreat 1ID to 0712") == ["10.7c"]
    t = at(SOVIETS + "0611 1ID\n 0711 18RD 23RD").play("attack 0611 with 18RD 23RD", "roll 5")  # 1-1: 1/1
    t.play("withdraw", "retreat 1ID to 0612", "withdraw")
    assert refuges(t, "18RD") == {"0710", "0810", "0811"}


THREE_FULL = "0710 16RD 112RD 115RD\n 0810 126RD 67RD 170RD"  # 0710 and 0810 are full, 0811 is left


@pytest.mark.case("10.7e")
def test_a_hex_with_three_friends_is_full(at: At) -> None:
    t = struck(at, THREE_FULL + "\n 0811 180RD 237RD 266RD")
    assert t.where("118RD") == "lost"
    t = struck(at, THREE_FULL + "\n 0811 180RD 237RD")
    assert refuges(t, "118RD") == {"0811"}
    assert t.clauses("retreat 118RD to 0710") == ["10.7e"]
    assert t.clauses("retreat 118RD to 0810") == ["10.7e"]


@pytest.mark.case("10.7e")
def test_the_last_place_in_a_hex_goes_to_whom_the_owner_likes(at: At) -> None:
    for saved, other in (("118RD", "16RD"), ("16RD", "118RD")):
        position = GERMANS + f"0611 1ID 11ID\n 0711 118RD 16RD\n {THREE_FULL}\n 0811 180RD 237RD"
        t = at(position.replace("16RD 112RD", "188RD 112RD")).play("attack 0711 with 1ID 11ID", "roll 4")  # 4-1: 1/-
        t.play("withdraw", f"retreat {saved} to 0811")
        assert (t.where(saved), t.where(other)) == ("0811", "lost")


@pytest.mark.case("10.7f")
def test_a_hex_in_an_enemy_zoc_is_not_safe(at: At) -> None:
    t = struck(at, "0809 12ID")  # its ZOC takes in 0710 and 0810
    assert refuges(t, "118RD") == {"0811"}
    assert t.clauses("retreat 118RD to 0810") == ["10.7f"]
    t = at(SOVIETS + "0611 1ID\n 0711 18RD 11RD\n 0513 16RD").play("attack 0611 with 18RD 11RD", "roll 3", "withdraw")
    assert refuges(t, "1ID") == {"0511"}  # 16RD takes in 0512 and 0612
    assert t.clauses("retreat 1ID to 0512") == ["10.7f"]


@pytest.mark.case("10.7g")
def test_a_friend_in_the_hex_cancels_the_enemy_zoc(at: At) -> None:
    boxed = "0809 12ID\n 0912 30ID"  # ZOCs in 0710 and 0810, and in 0811
    assert struck(at, boxed).where("118RD") == "lost"
    t = struck(at, boxed + "\n 0810 180RD")
    assert refuges(t, "118RD") == {"0810"}
    assert t.clauses("retreat 118RD to 0811") == ["10.7f"]
    t = at(SOVIETS + "0611 1ID\n 0711 18RD 11RD\n 0513 16RD\n 0510 112RD\n 0512 11ID")
    t.play("attack 0611 with 18RD 11RD", "roll 3", "withdraw")
    assert refuges(t, "1ID") == {"0512"}


# -- 10.8 -------------------------------------------------------------------------------------


@pytest.mark.case("10.8a")
def test_an_empty_safe_hex_comes_before_an_occupied_one(at: At) -> None:
    t = struck(at, "0810 180RD\n 0811 237RD")
    assert refuges(t, "118RD") == {"0710"}
    assert t.clauses("retreat 118RD to 0810") == ["10.8a"]
    t = struck(at, "0810 180RD\n 0811 237RD\n 0609 12ID")  # 0710 is not safe any more
    assert refuges(t, "118RD") == {"0810", "0811"}


@pytest.mark.case("10.8a")
def test_the_second_unit_too_looks_for_an_empty_hex_first(at: At) -> None:
    t = struck(at, "0609 12ID\n 0713 30ID", "118RD 16RD")  # 0710 is barred
    t.play("retreat 118RD to 0810")
    assert refuges(t, "16RD") == {"0811"}
    assert t.clauses("retreat 16RD to 0810") == ["10.8a"]
    t = struck(at, "0609 12ID\n 0912 30ID", "118RD 16RD")  # and 0811: one hex is left, and they may share it
    t.play("retreat 118RD to 0810", "retreat 16RD to 0810")
    assert (t.where("118RD"), t.where("16RD")) == ("0810", "0810")


@pytest.mark.case("10.8a")
def test_it_holds_for_each_hex_of_a_two_hex_retreat(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 118RD\n 0810 180RD\n 0910 237RD\n 0809 266RD")
    t.play("attack 0711 with 1ID 11ID", "roll 5", "withdraw")  # 6-1: 2/-
    assert refuges(t, "118RD") == {"0710", "0811"}
    t.play("retreat 118RD to 0710")
    assert t.clauses("retreat 118RD to 0809") == ["10.8a"]
    assert refuges(t, "118RD") == {"0709"}


@pytest.mark.case("10.8a")
def test_germans_too_go_to_empty_hexes_first(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0511 12ID\n 0612 30ID\n 0711 11RD").play("attack 0711 with 1ID", "roll 1", "withdraw")
    assert t.clauses("retreat 1ID to 0511") == ["10.8a"]
    assert refuges(t, "1ID") == {"0512"}


# -- two hexes --------------------------------------------------------------------------------


@pytest.mark.case("10.7b", "10.2a")
def test_a_first_hex_without_a_way_on_leads_to_elimination(at: At) -> None:
    # 0710 is safe, but from it every hex farther away is barred by the Germans in 0708 and 0808
    t = at(GERMANS + "0611 1ID 11ID\n 0711 118RD\n 0608 12ID\n 0808 30ID")
    t.play("attack 0711 with 1ID 11ID", "roll 5", "withdraw")  # 6-1: 2/-
    assert refuges(t, "118RD") == {"0710", "0810", "0811"}
    t.play("retreat 118RD to 0710")
    assert t.where("118RD") == "lost"
    assert "nowhere to go and is destroyed at 0710" in t.log()
    assert t.ask == ("german", "advance")


@pytest.mark.case("10.6b", "10.2a")
def test_a_whole_stack_goes_two_hexes_unit_by_unit(at: At) -> None:
    t = at(SOVIETS + "0611 1ID 11ID\n 0711 42TD 3TD 46TD").play("attack 0611 with 42TD 3TD 46TD", "roll 4")  # 3-1: 2/1
    t.play("withdraw", "retreat 11ID to 0511", "retreat 11ID to 0410")
    assert t.ask == ("german", "retreat")
    t.play("retreat 1ID to 0512")
    assert set(t.options("retreat")) == {t.unit("1ID")}
    t.play("retreat 1ID to 0412")
    assert (t.where("11ID"), t.where("1ID")) == ("0410", "0412")
    assert t.ask == ("soviet", "result")


@pytest.mark.case("10.7c", "8.5a")
def test_units_of_two_hexes_retreat_from_the_same_attackers(at: At) -> None:
    t = at(GERMANS + "0712 12ID 30ID\n 0711 118RD\n 0811 11RD").play("attack 0711 0811 with 12ID 30ID", "roll 6")
    t.play("withdraw")
    assert refuges(t, "118RD") == {"0610", "0710", "0810"}
    assert refuges(t, "11RD") == {"0810", "0911", "0912"}
    t.play("retreat 11RD to 0810")
    assert refuges(t, "118RD") == {"0610", "0710"}


@pytest.mark.case("10.7b", "10.6b")
def test_when_one_dies_on_the_way_the_others_still_have_to_go(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID 12ID\n 0711 118RD 16RD\n 0608 21ID\n 0808 30ID")
    t.play("attack 0711 with 1ID 11ID 12ID", "roll 5", "withdraw", "retreat 16RD to 0710")  # 6-1: 2/-
    assert (t.where("16RD"), t.where("118RD")) == ("lost", "0711")
    assert t.ask == ("soviet", "retreat")
    t.play("retreat 118RD to 0810", "retreat 118RD to 0910")
    assert t.ask == ("german", "advance")


@pytest.mark.case("10.7b")
def test_a_german_unit_dies_on_the_way_too(at: At) -> None:
    # from 0612 it could go on to 0513 or 0613: an enemy ZOC is in the one, three friends are in the other
    t = at(GERMANS + "0611 1ID\n 0711 70RD\n 0413 16RD\n 0613 11ID 12ID 21ID")
    t.play("attack 0711 with 1ID", "roll 3", "withdraw", "retreat 1ID to 0612")  # 1-2: -/2
    assert t.where("1ID") == "lost"
    assert t.ask == ("soviet", "advance")
