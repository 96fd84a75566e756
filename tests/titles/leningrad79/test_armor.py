"""[12.0] Armor and Panzer corps."""

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[[str], Any]

GERMANS = "at german-combat\nturn 3\n"
SOVIETS = "at soviet-combat\nturn 3\n"
LATE = "at german-combat\nturn 11\n"


def armor_and_corps(t: Any, action: str) -> list[tuple[str, int]]:
    """The shifts of section 12 in an attack, each with its columns; the battle must agree."""
    lines = t.odds(action)["ledger"]
    moved = sum(line["amount"] for line in lines if line["op"] == "+")
    t.play(action)
    assert t.s.local.column == max(-3, min(9, lines[0]["amount"] + moved))
    return [(line["clause"], line["amount"]) for line in lines if line["cite"].startswith("12.")]


# -- 12.1 -------------------------------------------------------------------------------------


@pytest.mark.case("12.1a")
def test_a_whole_panzer_corps_in_one_hex_brings_a_column(at: At) -> None:
    corps = "1810 1Pz 6Pz 36Mot\n 1809 70RD"  # a city: no armor shift in attack
    assert armor_and_corps(at(GERMANS + corps), "attack 1809 with 1Pz 6Pz 36Mot") == [("12.1b", 1)]
    defense = "0611 8Pz 3Mot SSTot\n 0711 16RD"
    assert armor_and_corps(at(SOVIETS + defense), "attack 0611 with 16RD") == [("12.2d", -1), ("12.1a", -1)]


@pytest.mark.case("12.1a")
def test_in_overruns_too(at: At) -> None:
    t = at("at german-movement\nturn 3\n1810 1Pz 6Pz 36Mot\n 1809 70RD")
    assert armor_and_corps(t, "overrun 1Pz 6Pz 36Mot at 1809") == [("12.1b", 1)]
    t = at("at soviet-movement\nturn 3\n0611 8Pz 3Mot SSTot\n 0711 18RD")
    assert armor_and_corps(t, "overrun 18RD at 0611") == [("12.2d", -1), ("12.1a", -1)]


@pytest.mark.case("12.1a")
def test_each_corps_counts(at: At) -> None:
    t = at(GERMANS + "1810 1Pz 6Pz 36Mot\n 1710 8Pz 3Mot SSTot\n 1809 70RD 5RD 23RD")
    action = "attack 1809 with 1Pz 6Pz 36Mot 8Pz 3Mot SSTot"
    assert armor_and_corps(t, action) == [("12.1b", 1), ("12.1b", 1)]


@pytest.mark.case("12.1a")
def test_a_corps_spread_over_two_hexes_brings_nothing(at: At) -> None:
    t = at(GERMANS + "1810 1Pz 6Pz\n 1710 36Mot\n 1809 70RD")
    assert armor_and_corps(t, "attack 1809 with 1Pz 6Pz 36Mot") == []
    t = at(SOVIETS + "0611 1Pz 6Pz\n 0712 36Mot\n 0711 16RD")
    assert armor_and_corps(t, "attack 0611 0712 with 16RD") == [("12.2d", -1)]


@pytest.mark.case("12.1a")
def test_three_units_of_two_corps_are_no_corps(at: At) -> None:
    t = at(GERMANS + "1810 1Pz 8Pz 36Mot\n 1809 70RD")
    assert armor_and_corps(t, "attack 1809 with 1Pz 8Pz 36Mot") == []


@pytest.mark.case("12.1b")
def test_in_attack_all_the_units_of_the_corps_must_attack(at: At) -> None:
    position = GERMANS + "1810 1Pz 6Pz 36Mot\n 1809 70RD"
    assert armor_and_corps(at(position), "attack 1809 with 1Pz 6Pz") == []
    assert armor_and_corps(at(position), "attack 1809 with 1Pz 6Pz 36Mot") == [("12.1b", 1)]


@pytest.mark.case("12.1c")
def test_step_losses_do_not_matter(at: At) -> None:
    t = at(GERMANS + "1810 1Pz(reduced) 6Pz(reduced) 36Mot(reduced)\n 1809 118RD")
    assert armor_and_corps(t, "attack 1809 with 1Pz 6Pz 36Mot") == [("12.1b", 1)]
    t = at(SOVIETS + "0611 1Pz(reduced) 6Pz 36Mot\n 0711 16RD")
    assert armor_and_corps(t, "attack 0611 with 16RD") == [("12.2d", -1), ("12.1a", -1)]


@pytest.mark.case("12.1d")
def test_a_corps_that_has_lost_a_unit_never_gets_the_shift_again(at: At) -> None:
    t = at(GERMANS + "1810 1Pz 6Pz\n lost 36Mot\n 1809 70RD")
    assert armor_and_corps(t, "attack 1809 with 1Pz 6Pz") == []
    t = at(SOVIETS + "0611 1Pz 6Pz\n lost 36Mot\n 0711 16RD")
    assert armor_and_corps(t, "attack 0611 with 16RD") == [("12.2d", -1)]


@pytest.mark.case("12.1e")
def test_the_39th_is_a_corps_of_two(at: At) -> None:
    t = at(LATE + "1810 12Pz 20Mot\n 1809 70RD")
    assert armor_and_corps(t, "attack 1809 with 12Pz 20Mot") == [("12.1b", 1)]
    t = at(LATE + "1810 12Pz 20Mot\n 1809 70RD")
    assert armor_and_corps(t, "attack 1809 with 12Pz") == []
    t = at(SOVIETS + "0611 12Pz 20Mot\n 0711 16RD")
    assert armor_and_corps(t, "attack 0611 with 16RD") == [("12.2d", -1), ("12.1a", -1)]


# -- 12.2 -------------------------------------------------------------------------------------


@pytest.mark.case("12.2a")
def test_an_armor_unit_brings_its_side_a_column(at: At) -> None:
    assert armor_and_corps(at(GERMANS + "0611 1Pz\n 0711 70RD"), "attack 0711 with 1Pz") == [("12.2c", 1)]
    assert armor_and_corps(at(GERMANS + "0611 1Pz 1ID\n 0711 70RD"), "attack 0711 with 1Pz 1ID") == [("12.2c", 1)]
    assert armor_and_corps(at(SOVIETS + "0611 1ID\n 0711 42TD"), "attack 0611 with 42TD") == [("12.2c", 1)]
    both = at(GERMANS + "0611 1Pz\n 0711 42TD")
    assert armor_and_corps(both, "attack 0711 with 1Pz") == [("12.2d", -1), ("12.2c", 1)]


@pytest.mark.case("12.2a")
def test_mechanized_units_do_not_count(at: At) -> None:
    assert armor_and_corps(at(GERMANS + "0611 36Mot\n 0711 70RD"), "attack 0711 with 36Mot") == []
    assert armor_and_corps(at(GERMANS + "0611 1ID\n 0711 185MD"), "attack 0711 with 1ID") == []
    assert armor_and_corps(at(SOVIETS + "0611 SSTot\n 0711 185MD"), "attack 0611 with 185MD") == []


@pytest.mark.case("12.2a")
@pytest.mark.parametrize(("face", "moved"), [("42TD", [("12.2d", -1)]), ("185MD", [])])
def test_an_untried_armored_unit_counts_by_what_it_turns_out_to_be(
    at: At, face: str, moved: list[tuple[str, int]]
) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 a1").play("attack 0711 with 1ID 11ID", f"draw {face}")
    lines = t.odds()["ledger"]
    assert [(line["clause"], line["amount"]) for line in lines[1:-2]] == moved
    assert t.s.local.column == lines[0]["amount"] + sum(amount for _, amount in moved)


@pytest.mark.case("12.2b")
def test_armor_counts_once(at: At) -> None:
    t = at(GERMANS + "0611 1Pz 6Pz 8Pz\n 0711 70RD 5RD 23RD")
    assert armor_and_corps(t, "attack 0711 with 1Pz 6Pz 8Pz") == [("12.2c", 1)]
    t = at(GERMANS + "0611 1ID 11ID 12ID\n 0711 42TD 3TD 46TD")
    assert armor_and_corps(t, "attack 0711 with 1ID 11ID 12ID") == [("12.2d", -1)]


@pytest.mark.case("12.2c")
@pytest.mark.parametrize(("front", "target"), [("1810", "1809"), ("2106", "2107"), ("1507", "1607"), ("2506", "2605")])
def test_attacking_armor_needs_clear_terrain(at: At, front: str, target: str) -> None:
    t = at(GERMANS + f"{front} 1Pz\n {target} 70RD")  # city, swamp, hill, Soviet City
    assert armor_and_corps(t, f"attack {target} with 1Pz") == []


@pytest.mark.case("12.2c")
def test_attacking_armor_gets_nothing_against_a_fort(at: At) -> None:
    t = at(GERMANS + "forts 2406\n2506 1Pz\n 2406 70RD\n 2405 118RD")
    assert armor_and_corps(t, "attack 2406 with 1Pz") == []
    t = at(GERMANS + "forts 2405\n2506 1Pz\n 2406 70RD\n 2405 118RD")
    assert armor_and_corps(t, "attack 2406 with 1Pz") == [("12.2c", 1)]


@pytest.mark.case("12.2c")
def test_a_town_a_road_or_a_river_does_no_harm(at: At) -> None:
    t = at(GERMANS + "0611 1Pz\n 0711 70RD")  # Panevezys, on a road
    assert armor_and_corps(t, "attack 0711 with 1Pz") == [("12.2c", 1)]
    t = at(GERMANS + "2207 1Pz\n 2308 70RD")  # over the Luga
    assert armor_and_corps(t, "attack 2308 with 1Pz") == [("12.2c", 1)]


@pytest.mark.case("12.2c")
def test_of_several_hexes_all_must_be_clear(at: At) -> None:
    t = at(GERMANS + "2506 1Pz\n 2406 70RD\n 2507 118RD")  # 2507 is swamp
    assert armor_and_corps(t, "attack 2406 2507 with 1Pz") == []
    t = at(GERMANS + "2506 1Pz\n 2406 70RD\n 2507 118RD")
    assert armor_and_corps(t, "attack 2406 with 1Pz") == [("12.2c", 1)]


@pytest.mark.case("12.2c")
def test_for_soviet_armor_the_same(at: At) -> None:
    t = at(SOVIETS + "1810 42TD\n 1809 1ID")
    assert armor_and_corps(t, "attack 1809 with 42TD") == []


@pytest.mark.case("12.2d")
@pytest.mark.parametrize(
    ("front", "target"), [("1810", "1809"), ("2106", "2107"), ("1507", "1607"), ("2506", "2605"), ("0611", "0711")]
)
def test_defending_armor_counts_in_any_terrain(at: At, front: str, target: str) -> None:
    t = at(GERMANS + f"{front} 1ID\n {target} 42TD")
    assert armor_and_corps(t, f"attack {target} with 1ID") == [("12.2d", -1)]


@pytest.mark.case("12.2d")
def test_defending_armor_counts_in_a_fort_and_behind_a_river(at: At) -> None:
    t = at(GERMANS + "forts 2308\n2207 1ID\n 2308 42TD")
    assert armor_and_corps(t, "attack 2308 with 1ID") == [("12.2d", -1)]


# -- 12.3, 12.4 -------------------------------------------------------------------------------


@pytest.mark.case("12.3a")
def test_germans_in_a_soviet_city_get_no_shift_for_armor_or_corps(at: At) -> None:
    t = at(SOVIETS + "2605 1Pz 6Pz 36Mot\n 2706 118RD")
    assert armor_and_corps(t, "attack 2605 with 118RD") == []
    t = at(SOVIETS + "1809 1Pz 6Pz 36Mot\n 1810 118RD")  # Pskov is a city, not a Soviet City
    assert armor_and_corps(t, "attack 1809 with 118RD") == [("12.2d", -1), ("12.1a", -1)]


@pytest.mark.case("12.3a")
def test_soviet_armor_in_a_soviet_city_keeps_its_shift(at: At) -> None:
    t = at(GERMANS + "2506 1ID\n 2605 42TD")
    assert armor_and_corps(t, "attack 2605 with 1ID") == [("12.2d", -1)]


@pytest.mark.case("12.3a")
def test_of_two_hexes_only_the_soviet_city_is_without_them(at: At) -> None:
    t = at(SOVIETS + "2605 1ID\n 2606 1Pz 6Pz 36Mot\n 2706 118RD")
    assert armor_and_corps(t, "attack 2605 2606 with 118RD") == [("12.2d", -1), ("12.1a", -1)]
    t = at(SOVIETS + "2605 1Pz 6Pz 36Mot\n 2606 1ID\n 2706 118RD")
    assert armor_and_corps(t, "attack 2605 2606 with 118RD") == []


@pytest.mark.case("12.3a")
def test_attacking_a_soviet_city_a_corps_keeps_its_shift(at: At) -> None:
    t = at(GERMANS + "2506 1Pz 6Pz 36Mot\n 2605 70RD")
    assert armor_and_corps(t, "attack 2605 with 1Pz 6Pz 36Mot") == [("12.1b", 1)]


@pytest.mark.case("12.4a")
def test_corps_and_armor_add_up(at: At) -> None:
    t = at(GERMANS + "0611 1Pz 6Pz 36Mot\n 0711 70RD 5RD")
    assert armor_and_corps(t, "attack 0711 with 1Pz 6Pz 36Mot") == [("12.2c", 1), ("12.1b", 1)]
    assert t.s.local.column == 1 + 2  # 28 : 13 is 2-1
    t = at(SOVIETS + "0611 1Pz 6Pz 36Mot\n 0711 42TD 3TD 46TD")
    assert armor_and_corps(t, "attack 0611 with 42TD 3TD 46TD") == [("12.2d", -1), ("12.1a", -1), ("12.2c", 1)]


@pytest.mark.case("12.4a", "7.1a", "9.3a")
def test_a_corps_overruns_a_weak_division_at_the_end_of_the_table(at: At) -> None:
    t = at("at german-movement\nturn 3\n0611 1Pz 6Pz 36Mot\n 0711 180RD")
    after = [line["after"] for line in t.odds("overrun 1Pz 6Pz 36Mot at 0711")["ledger"]]
    assert after == ["14-1", "12-1", "13-1", "14-1", "14-1", "10-1"]
