"""[8.0] Combat pre-conditions: who may attack whom."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

At = Callable[[str], Any]

GERMANS = "at german-combat\nturn 3\n"
SOVIETS = "at soviet-combat\nturn 3\n"


def strengths(t: Any, action: str | None = None) -> str:
    """The strengths compared."""
    return str(t.odds(action)["ledger"][0]["text"])


# -- 8.0, 8.1 ---------------------------------------------------------------------------------


@pytest.mark.case("8.0a")
def test_a_player_attacks_adjacent_enemies_in_his_combat_phase(at: At) -> None:
    units = "0611 1ID\n 0711 118RD"
    assert at(GERMANS + units).why_not("attack 0711 with 1ID") == []
    assert at(SOVIETS + units).why_not("attack 0611 with 118RD") == []
    assert "attack" not in at("at german-movement\nturn 3\n" + units).verbs()
    assert "attack" not in at("at soviet-movement\nturn 3\n" + units).verbs()


@pytest.mark.case("8.0a")
def test_only_enemy_units_are_attacked_and_only_by_ones_own(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0612 11ID\n 0711 118RD\n 0812 16RD")
    assert t.clauses("attack 0610 with 1ID") == ["8.0a"]  # an empty hex
    assert t.clauses("attack 0612 with 1ID") == ["8.0a"]  # a friend
    assert t.clauses("attack 0711 with 16RD") == ["8.0a"]  # the enemy's unit
    assert t.clauses("attack 0711 with 12Pz") == ["8.0a"]  # not on the map yet
    assert t.hexes(t.options("attack").members) == {"0711"}


@pytest.mark.case("8.0b")
def test_nobody_has_to_attack(at: At) -> None:
    units = "0611 1ID\n 0711 118RD"
    assert at(GERMANS + units).why_not("done") == []
    assert at(SOVIETS + units).why_not("done") == []


@pytest.mark.case("8.0b")
def test_except_the_soviets_on_game_turn_1(at: At) -> None:
    units = "0611 1ID\n 0711 118RD"
    assert at("at german-combat\nturn 1\n" + units).why_not("done") == []
    assert at("at soviet-combat\nturn 1\n" + units).why_not("done") == ["17.3"]


@pytest.mark.case("8.1a")
def test_a_unit_attacks_only_what_is_adjacent(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0511 11ID\n 0711 118RD\n 0913 16RD")
    assert t.why_not("attack 0711 with 1ID") == []
    assert t.clauses("attack 0711 with 11ID") == ["8.1a"]
    assert t.clauses("attack 0711 with 1ID 11ID") == ["8.1a"]
    assert t.clauses("attack 0913 with 1ID") == ["8.1a", "8.1a"]  # nobody is adjacent, this unit is not
    assert "no unit of yours is adjacent to 0913" in t.reasons("attack 0913 with 1ID")


@pytest.mark.case("8.1a")
def test_no_zone_of_control_and_no_attack_reaches_across_a_lake(at: At) -> None:
    t = at(GERMANS + "1708 1ID\n 1808 118RD")  # Lake Pskov lies between
    assert set(t.clauses("attack 1808 with 1ID")) == {"8.1a"}
    t = at(SOVIETS + "1708 1ID\n 1808 118RD")
    assert set(t.clauses("attack 1708 with 118RD")) == {"8.1a"}
    t = at(GERMANS + "1809 1ID\n 1808 118RD")  # over land
    assert t.clauses("attack 1808 with 1ID") == []


# -- 8.2, 8.3 ---------------------------------------------------------------------------------


@pytest.mark.case("8.2a")
def test_no_unit_attacks_twice(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 11RD\n 0612 33RD")
    t.play("attack 0711 with 1ID", "roll 1", "lose 1ID")  # 2-1: -/1
    assert t.ask == ("german", "german-combat")
    assert t.clauses("attack 0612 with 1ID") == ["8.2a"]
    assert t.clauses("attack 0612 with 1ID 11ID") == ["8.2a"]
    assert t.why_not("attack 0612 with 11ID") == []


@pytest.mark.case("8.2a")
def test_no_soviet_unit_attacks_twice(at: At) -> None:
    t = at(SOVIETS + "0711 42TD 3TD\n 0611 1ID\n 0610 11ID")
    t.play("attack 0611 with 42TD", "roll 5", "lose 1ID")  # 10 : 6 is 1-1, armor 2-1: 2/1 ...
    t.play("lose 1ID")
    t.play("withdraw", "retreat 42TD to 0811")
    assert t.ask == ("soviet", "soviet-combat")
    assert t.clauses("attack 0610 with 42TD") == ["8.2a", "8.1a"]
    assert t.why_not("attack 0610 with 3TD") == []


@pytest.mark.case("8.2a")
def test_a_hex_is_closed_when_all_its_neighbours_have_attacked(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 11RD\n 0612 33RD")
    t.play("attack 0711 with 1ID", "roll 1", "lose 1ID")
    assert t.clauses("attack 0612 with 1ID") == ["8.2a", "8.2a"]
    assert "all your units adjacent to 0612 have attacked" in t.reasons("attack 0612 with 1ID")
    assert t.verbs() == {"done"}


@pytest.mark.case("8.2b")
def test_no_unit_is_attacked_twice(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 11RD")
    t.play("attack 0711 with 1ID", "roll 1", "lose 1ID")  # 2-1: -/1
    assert t.clauses("attack 0711 with 11ID") == ["8.2b"]


@pytest.mark.case("8.2b")
def test_a_unit_that_retreated_is_not_attacked_again_in_its_new_hex(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0712 12ID\n 0711 118RD")
    t.play("attack 0711 with 1ID", "roll 5", "withdraw", "retreat 118RD to 0710", "done")  # 3-1: 1/-
    assert t.clauses("attack 0710 with 12ID") == ["8.1a", "8.2b", "8.1a"]


@pytest.mark.case("8.2a", "8.2b")
def test_the_next_phase_begins_afresh(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 11RD")
    t.play("attack 0711 with 1ID", "roll 1", "lose 1ID", "done", "done")
    assert t.ask == ("soviet", "soviet-combat")
    assert t.why_not("attack 0611 with 11RD") == []


@pytest.mark.case("8.3a")
def test_everybody_around_may_join_in(at: At) -> None:
    t = at(
        GERMANS
        + """0710 1ID 11ID 12ID
             0712 21ID 30ID 32ID
             0610 58ID 61ID 93ID
             0611 1Pz 6Pz 8Pz
             0810 36Mot 3Mot SSTot
             0811 96ID 121ID 122ID
             0711 70RD"""
    )
    everybody = "1ID 11ID 12ID 21ID 30ID 32ID 58ID 61ID 93ID 1Pz 6Pz 8Pz 36Mot 3Mot SSTot 96ID 121ID 122ID"
    assert t.why_not(f"attack 0711 with {everybody}") == []
    assert strengths(t, f"attack 0711 with {everybody}") == "126 against 7 is 18-1"
    assert t.why_not("attack 0711 with 122ID") == []


@pytest.mark.case("8.2a", "8.1a")
def test_a_refusal_names_every_case(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 11RD\n 0812 33RD\n 0712 12ID")
    t.play("attack 0711 with 1ID", "roll 1", "lose 1ID")
    assert t.clauses("attack 0812 with 1ID") == ["8.2a", "8.1a"]
    assert t.clauses("attack 0711 with 1ID 12Pz 11RD") == ["8.2b", "8.0a", "8.0a", "8.2a"]


# -- 8.4 --------------------------------------------------------------------------------------


@pytest.mark.case("8.4a")
def test_the_units_of_a_hex_defend_together(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 118RD 11RD 70RD")
    t.play("attack 0711 with 1ID 11ID")
    assert strengths(t) == "12 against 12 is 1-1"
    assert t.s.local.defenders.bit_count() == 3
    t = at(SOVIETS + "0711 42TD 3TD\n 0611 1ID 1Pz 36Mot(reduced)")
    t.play("attack 0611 with 42TD 3TD")
    assert strengths(t) == "19 against 20 is 1-2"


REFUGE = """0611 1ID 11ID
            0712 12ID 30ID
            0809 21ID
            0711 118RD
            0811 11RD"""  # 118RD can retreat only onto 11RD: the Germans in 0809 bar 0710 and 0810


def fall_back(at: At) -> Any:
    """118RD retreats onto 11RD, which has not been attacked yet."""
    t = at(GERMANS + REFUGE)
    t.play("attack 0711 with 1ID 11ID", "roll 2", "withdraw")  # 6-1: 1/-
    assert t.hexes(t.options("retreat", t.unit("118RD")).members) == {"0811"}
    return t.play("retreat 118RD to 0811", "done")


@pytest.mark.case("8.4b")
def test_units_that_retreated_into_a_hex_add_nothing_to_its_defense(at: At) -> None:
    t = fall_back(at)
    assert t.why_not("attack 0811 with 12ID 30ID") == []
    assert strengths(t, "attack 0811 with 12ID 30ID") == "12 against 3 is 4-1"
    t.play("attack 0811 with 12ID 30ID")
    assert strengths(t) == "12 against 3 is 4-1"
    assert t.s.local.bystanders == 1 << t.unit("118RD")


@pytest.mark.case("8.4b")
def test_nor_do_they_bring_a_shift(at: At) -> None:
    t = at(GERMANS + REFUGE.replace("118RD", "1TD"))
    t.play("attack 0711 with 1ID 11ID", "roll 3", "withdraw", "retreat 1TD to 0811", "done")  # 6-1, armor 5-1: 1/-
    assert [line["clause"] for line in t.odds("attack 0811 with 12ID 30ID")["ledger"]] == ["9.4a", "9.3a", "9.3a"]


@pytest.mark.case("8.4c")
def test_they_are_destroyed_when_the_defenders_retreat(at: At) -> None:
    t = fall_back(at).play("attack 0811 with 12ID 30ID", "roll 4")  # 4-1: 1/-
    assert t.where("118RD") == "lost"
    assert "The 118th Rifle Division, fallen back to 0811 before, is swept away. [8.4]" in t.log()
    assert t.ask == ("soviet", "result")
    t.play("withdraw", "retreat 11RD to 0911")
    assert t.ask == ("german", "advance")  # nobody is left in the hex


@pytest.mark.case("8.4c")
def test_they_are_destroyed_when_the_defenders_lose_a_step(at: At) -> None:
    soviets = """at soviet-combat
                 turn 3
                 0711 42TD 3TD
                 0510 23TD 46TD
                 0513 180RD
                 0611 1ID
                 0511 11ID"""
    # 1ID can retreat only onto 11ID: the Soviets in 0513 bar 0512 and 0612
    t = at(soviets).play("attack 0611 with 42TD 3TD", "roll 5", "withdraw")
    assert t.hexes(t.options("retreat", t.unit("1ID")).members) == {"0511"}
    t.play("retreat 1ID to 0511", "done")  # 3-1, armor 4-1: 1/-
    assert strengths(t, "attack 0511 with 23TD 46TD") == "13 against 6 is 2-1"
    t.play("attack 0511 with 23TD 46TD", "roll 6")  # 2-1, armor 3-1: 1/-
    assert (t.where("1ID"), t.ask) == ("lost", ("german", "result"))
    t.play("lose 11ID")
    assert (t.where("11ID"), t.reduced("11ID")) == ("0511", True)


@pytest.mark.case("8.4c")
def test_they_survive_when_the_defenders_are_not_struck(at: At) -> None:
    t = at(GERMANS + REFUGE.replace("11RD", "70RD"))
    t.play("attack 0711 with 1ID 11ID", "roll 2", "withdraw", "retreat 118RD to 0811", "done")
    t.play("attack 0811 with 12ID 30ID", "roll 2")  # 12 : 7 is 1-1: -/1
    assert t.ask == ("german", "result")
    assert t.where("118RD") == "0811"


@pytest.mark.case("8.2b", "8.4a")
def test_a_hex_that_holds_only_units_already_attacked_is_not_attacked_again(at: At) -> None:
    t = at(GERMANS + REFUGE)
    t.play("attack 0811 with 12ID", "roll 1", "lose 12ID")  # 2-1: -/1
    t.play("attack 0711 with 1ID 11ID", "roll 2", "withdraw", "retreat 118RD to 0811", "done")
    assert t.clauses("attack 0811 with 30ID") == ["8.2b"]


# -- 8.5, 8.6 ---------------------------------------------------------------------------------

TWO_HEXES = """0611 1ID
               0712 12ID 30ID
               0711 118RD
               0811 11RD"""  # 0712 touches both, 0611 only 0711


@pytest.mark.case("8.5a")
def test_one_attack_may_strike_several_hexes(at: At) -> None:
    t = at(GERMANS + TWO_HEXES)
    assert t.why_not("attack 0711 0811 with 12ID 30ID") == []
    t.play("attack 0711 0811 with 12ID 30ID")
    assert strengths(t) == "12 against 5 is 2-1"
    t.play("roll 6")  # 1/-: one result for all
    assert t.ask == ("soviet", "result")
    t.play("withdraw")
    assert t.s.local.fleeing == 1 << t.unit("118RD") | 1 << t.unit("11RD")


@pytest.mark.case("8.5a")
def test_every_attacker_must_be_adjacent_to_every_hex(at: At) -> None:
    t = at(GERMANS + TWO_HEXES)
    assert t.clauses("attack 0711 0811 with 1ID") == ["8.5a"]
    assert t.clauses("attack 0711 0811 with 1ID 12ID") == ["8.5a"]
    assert "1ID is not adjacent to 0811 over land" in t.reasons("attack 0711 0811 with 1ID 12ID")
    t = at(GERMANS + "0611 1ID\n 0812 12ID\n 0711 118RD\n 0811 11RD")
    assert t.clauses("attack 0711 0811 with 1ID 12ID") == ["8.5a", "8.5a", "8.5a"]
    assert "no unit of yours is adjacent to all of 0711 and 0811" in t.reasons("attack 0711 0811 with 1ID 12ID")


@pytest.mark.case("8.5a", "8.2a")
def test_of_several_hexes_each_must_be_open_to_attack(at: At) -> None:
    t = at(GERMANS + TWO_HEXES)
    assert t.clauses("attack 0710 0711 with 12ID") == ["8.0a", "8.5a", "8.5a"]
    assert t.clauses("attack 0711 0712 with 1ID") == ["8.0a"]  # the second hex is his own
    t.play("attack 0711 with 1ID 12ID 30ID", "roll 1")  # 9-1: 2/-
    t.play("withdraw", "retreat 118RD to 0710", "retreat 118RD to 0709", "done")
    assert t.clauses("attack 0811 with 12ID") == ["8.2a", "8.2a"]


@pytest.mark.case("8.5a", "8.2a")
def test_who_touches_all_of_them_may_have_attacked(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0712 12ID\n 0812 11ID\n 0711 118RD\n 0811 11RD\n 0713 33RD")
    assert t.why_not("attack 0711 0811 with 12ID") == []
    t.play("attack 0713 with 12ID", "roll 1", "lose 12ID")  # 2-1: -/1
    assert t.clauses("attack 0711 0811 with 1ID") == ["8.2a", "8.5a"]
    assert "all your units adjacent to 0711 and 0811 have attacked" in t.reasons("attack 0711 0811 with 1ID")


@pytest.mark.case("8.5a")
def test_what_is_offered_is_exactly_what_some_unit_can_reach(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0712 12ID\n 0711 118RD\n 0811 11RD\n 0812 16RD\n 0713 112RD\n 0610 115RD\n 0511 126RD")
    soviets = {t.hex(h): h for h in ("0711", "0811", "0812", "0713", "0610", "0511")}
    fronts = [t.s.data.adjacent[t.hex(h)] for h in ("0611", "0712")]
    for lead in soviets:
        later = [h for h in soviets if h > lead]
        groups = [set(g) for n in range(len(later) + 1) for g in combinations(later, n)]
        wanted = {
            sum(1 << h for h in group)
            for group in groups
            if any(all(front >> h & 1 for h in (*group, lead)) for front in fronts)
        }
        assert set(t.options("attack", lead)) == wanted


@pytest.mark.case("8.5a", "8.4a")
def test_the_soviets_may_do_the_same(at: At) -> None:
    t = at(SOVIETS + "0712 42TD\n 0711 1ID 11ID(reduced)\n 0811 12ID(reduced)")
    t.play("attack 0711 0811 with 42TD")
    assert strengths(t) == "10 against 12 is 1-2"


@pytest.mark.case("8.6a")
def test_a_unit_fights_with_its_whole_strength(at: At) -> None:
    t = at(GERMANS + "0611 1Pz\n 0711 118RD\n 0612 180RD")
    assert strengths(t, "attack 0711 with 1Pz") == "10 against 2 is 5-1"
    t.play("attack 0711 with 1Pz", "roll 6")  # 6-1 with armor: E/-
    t.play("done")
    assert t.clauses("attack 0612 with 1Pz") == ["8.2a", "8.2a"]  # nothing of it is left for another attack


@pytest.mark.case("8.6a")
def test_a_defender_too_counts_in_full_against_every_attack(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 70RD 118RD")
    assert strengths(t, "attack 0711 with 1ID") == "6 against 9 is 1-2"
