"""[9.6] The Column Shifts Chart: every line alone, and together."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.leningrad79.rules.combat import column_name

At = Callable[[str], Any]

GERMANS = "at german-combat\nturn 3\n"
SOVIETS = "at soviet-combat\nturn 3\n"
MOVING = "at german-movement\nturn 3\n"


def shifts(t: Any, action: str, air: int = 0) -> dict[str, int]:
    """The columns an attack is shifted, by clause; checked against the battle itself."""
    lines = t.odds(action, air)["ledger"]
    moved: dict[str, int] = {}
    for line in lines[1:-2]:
        assert line["op"] == "+"
        moved[line["clause"]] = moved.get(line["clause"], 0) + line["amount"]
    t.play(action)
    if t.ask[1] == "air-support":
        t.play(f"air {air}" if air else "done")
    start = lines[0]["amount"]
    assert t.s.local.column == max(-3, min(9, start + sum(moved.values())))
    return moved


def test_no_shift_in_the_open(at: At) -> None:
    assert shifts(at(GERMANS + "0611 1ID\n 0711 118RD"), "attack 0711 with 1ID") == {}
    assert shifts(at(SOVIETS + "0611 1ID\n 0711 118RD"), "attack 0611 with 118RD") == {}


# -- every line alone -------------------------------------------------------------------------


@pytest.mark.case("9.6b", "7.1a")
def test_an_overrun_two_left(at: At) -> None:
    assert shifts(at(MOVING + "0611 1ID 11ID\n 0711 118RD"), "overrun 1ID 11ID at 0711") == {"7.1a": -2}
    t = at("at soviet-movement\nturn 3\n0711 18RD 23RD\n 0611 1ID(reduced)")
    assert shifts(t, "overrun 18RD 23RD at 0611") == {"7.1a": -2}


CUT_OFF = "0610 11RD\n 0512 33RD\n 0713 262RD"  # with the Soviets in 0711 all round 0611


@pytest.mark.case("9.6c")
def test_an_unsupplied_attacker_two_left(at: At) -> None:
    t = at(GERMANS + f"0611 1ID\n 0711 118RD\n {CUT_OFF}\n 0712 12ID")
    assert shifts(t, "attack 0711 with 1ID") == {"11.2a": -2}
    t = at(SOVIETS + "0711 118RD\n 0611 1ID\n 0811 11ID\n 0710 12ID\n 0809 21ID\n 0910 30ID")
    assert shifts(t, "attack 0611 with 118RD") == {"11.2a": -2}


@pytest.mark.case("9.6c")
def test_one_unsupplied_attacker_is_enough_and_two_are_no_worse(at: At) -> None:
    # 2604 is cut off north of the Neva, 2606 has the Pskov highway behind it
    ring = "2605 118RD\n 2603 11RD\n 2706 33RD"
    t = at(GERMANS + f"2604 1ID\n 2606 11ID\n {ring}")
    found = shifts(t, "attack 2605 with 1ID 11ID")
    assert found["11.2a"] == -2
    t = at(GERMANS + f"2604 1ID 12ID\n {ring}")
    assert shifts(t, "attack 2605 with 1ID 12ID")["11.2a"] == -2
    t = at(GERMANS + f"2606 11ID\n {ring}")
    assert "11.2a" not in shifts(t, "attack 2605 with 11ID")


@pytest.mark.case("9.6d")
@pytest.mark.parametrize(
    ("front", "target", "terrain"), [("1810", "1809", "city"), ("2106", "2107", "swamp"), ("1507", "1607", "hill")]
)
def test_city_swamp_or_hill_one_left(at: At, front: str, target: str, terrain: str) -> None:
    t = at(GERMANS + f"{front} 1ID\n {target} 118RD")
    assert t.odds(f"attack {target} with 1ID")["ledger"][1]["text"] == terrain
    assert shifts(t, f"attack {target} with 1ID") == {"9.6d": -1}
    t = at(SOVIETS + f"{front} 118RD\n {target} 1ID")
    assert shifts(t, f"attack {target} with 118RD") == {"9.6d": -1}


@pytest.mark.case("9.6d")
def test_the_attackers_own_terrain_does_not_matter(at: At) -> None:
    t = at(GERMANS + "1809 1ID\n 1910 118RD")
    assert shifts(t, "attack 1910 with 1ID") == {}


@pytest.mark.case("9.6e")
def test_a_fort_one_left_for_soviet_defenders(at: At) -> None:
    t = at(GERMANS + "forts 2506\n2406 1ID\n 2506 118RD")
    assert shifts(t, "attack 2506 with 1ID") == {"15.1a": -1}
    t = at(GERMANS + "forts 2406\n2406 118RD\n 2506 1ID\n 2405 16RD")
    assert shifts(t, "attack 2406 with 1ID") == {"15.1a": -1}
    t = at(GERMANS + "forts 2405\n2406 118RD\n 2506 1ID\n 2405 16RD")  # next door is not in it
    assert shifts(t, "attack 2406 with 1ID") == {}


@pytest.mark.case("9.6f")
def test_a_river_one_left(at: At) -> None:
    t = at(GERMANS + "2207 1ID\n 2308 118RD")
    assert shifts(t, "attack 2308 with 1ID") == {"9.6f": -1}
    t = at(SOVIETS + "2207 1ID\n 2308 118RD")
    assert shifts(t, "attack 2207 with 118RD") == {"9.6f": -1}


@pytest.mark.case("9.6g", "9.6k")
def test_armor_one_left_in_defense_and_one_right_in_attack(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 1TD")
    assert shifts(t, "attack 0711 with 1ID") == {"12.2d": -1}
    t = at(SOVIETS + "0611 1Pz\n 0711 118RD")
    assert shifts(t, "attack 0611 with 118RD") == {"12.2d": -1}
    t = at(GERMANS + "0611 1Pz\n 0711 118RD")
    assert shifts(t, "attack 0711 with 1Pz") == {"12.2c": 1}
    t = at(SOVIETS + "0611 1ID\n 0711 1TD")
    assert shifts(t, "attack 0611 with 1TD") == {"12.2c": 1}


@pytest.mark.case("9.6h")
@pytest.mark.parametrize("target", ["2505", "2605"])
def test_a_soviet_city_one_left_for_soviet_defenders(at: At, target: str) -> None:
    t = at(GERMANS + f"2506 1ID\n {target} 118RD")
    assert shifts(t, f"attack {target} with 1ID") == {"9.6h": -1}


@pytest.mark.case("9.6h")
def test_a_soviet_city_gives_germans_nothing(at: At) -> None:
    t = at(SOVIETS + "2506 118RD\n 2505 1ID\n 2705 16RD")
    assert shifts(t, "attack 2505 with 118RD") == {}


@pytest.mark.case("9.6i", "9.6m")
def test_each_panzer_corps_one_left_in_defense_and_one_right_in_attack(at: At) -> None:
    t = at(SOVIETS + "0611 1Pz 6Pz 36Mot\n 0711 118RD")
    assert shifts(t, "attack 0611 with 118RD") == {"12.2d": -1, "12.1a": -1}
    t = at(GERMANS + "0611 1Pz 6Pz 36Mot\n 0711 70RD 5RD 23RD")
    assert shifts(t, "attack 0711 with 1Pz 6Pz 36Mot") == {"12.2c": 1, "12.1b": 1}


@pytest.mark.case("9.6i", "9.6m")
def test_two_corps_are_two_columns(at: At) -> None:
    both = "0611 1Pz 6Pz 36Mot\n 0712 8Pz 3Mot SSTot"
    t = at(SOVIETS + both + "\n 0711 118RD")
    assert shifts(t, "attack 0611 0712 with 118RD") == {"12.2d": -1, "12.1a": -2}
    t = at(GERMANS + both + "\n 0711 70RD 5RD 23RD")
    assert shifts(t, "attack 0711 with 1Pz 6Pz 36Mot 8Pz 3Mot SSTot") == {"12.2c": 1, "12.1b": 2}


@pytest.mark.case("9.6j", "9.6l")
@pytest.mark.parametrize("count", [1, 2])
def test_each_air_unit_one_left_in_defense_and_one_right_in_attack(at: At, count: int) -> None:
    t = at(SOVIETS + "air 2\n0611 1ID\n 0711 18RD")
    assert shifts(t, "attack 0611 with 18RD", count) == {"13.1a": -count}
    t = at(GERMANS + "air 2\n0611 1ID\n 0711 18RD")
    assert shifts(t, "attack 0711 with 1ID", count) == {"13.1a": count}


@pytest.mark.case("9.6n")
def test_an_unsupplied_defender_two_right(at: At) -> None:
    t = at(GERMANS + "0711 118RD\n 0611 1ID\n 0811 11ID\n 0710 12ID\n 0809 21ID\n 0910 30ID")
    assert shifts(t, "attack 0711 with 1ID") == {"11.2b": 2}
    t = at(SOVIETS + f"0611 1ID\n 0711 118RD\n {CUT_OFF}\n 0712 12ID")
    assert shifts(t, "attack 0611 with 118RD") == {"11.2b": 2}


@pytest.mark.case("9.6.important")
def test_the_counterblow_four_right_on_game_turn_7(at: At) -> None:
    units = "0611 1ID\n 0711 118RD"
    assert shifts(at("at soviet-combat\nturn 7\ncounterblow yes\n" + units), "attack 0611 with 118RD") == {"17.4a": 4}
    assert shifts(at("at soviet-combat\nturn 7\n" + units), "attack 0611 with 118RD") == {}
    assert shifts(at("at german-combat\nturn 7\ncounterblow yes\n" + units), "attack 0711 with 1ID") == {}


# -- the notes --------------------------------------------------------------------------------


@pytest.mark.case("9.6.note1")
def test_terrain_counts_once_however_many_hexes_are_defended(at: At) -> None:
    t = at(GERMANS + "2006 1ID\n 2007 118RD\n 2107 16RD")  # two swamps
    assert shifts(t, "attack 2007 2107 with 1ID") == {"9.6d": -1}
    t = at(GERMANS + "2506 1ID\n 2505 118RD\n 2605 16RD")  # two Soviet City hexes
    assert shifts(t, "attack 2505 2605 with 1ID") == {"9.6h": -1}
    t = at(GERMANS + "2506 1ID\n 2605 118RD\n 2507 16RD")  # a Soviet City and a swamp
    assert shifts(t, "attack 2605 2507 with 1ID") == {"9.6d": -1}
    t = at(GERMANS + "2506 1ID\n 2406 118RD\n 2507 16RD")  # one swamp is enough
    assert shifts(t, "attack 2406 2507 with 1ID") == {"9.6d": -1}


@pytest.mark.case("9.6.note2")
def test_forts_count_once_however_many_are_defended(at: At) -> None:
    t = at(GERMANS + "forts 2406 2405\n2506 1ID\n 2406 118RD\n 2405 16RD")
    assert t.why_not("attack 2405 2406 with 1ID") == []
    assert shifts(t, "attack 2405 2406 with 1ID") == {"15.1a": -1}
    t = at(GERMANS + "forts 2405\n2506 1ID\n 2406 118RD\n 2405 16RD")
    assert shifts(t, "attack 2405 2406 with 1ID") == {"15.1a": -1}


@pytest.mark.case("9.6.note3")
def test_the_river_counts_only_if_every_attacker_is_across_it(at: At) -> None:
    t = at(GERMANS + "2207 1ID\n 2309 11ID\n 2308 118RD")  # both across the Luga
    assert shifts(t, "attack 2308 with 1ID 11ID") == {"9.6f": -1}
    t = at(GERMANS + "2207 1ID\n 2407 11ID\n 2308 118RD")
    assert shifts(t, "attack 2308 with 1ID 11ID") == {}
    t = at(GERMANS + "2207 1ID\n 2407 11ID\n 2308 118RD")  # who only watches does not count
    assert shifts(t, "attack 2308 with 1ID") == {"9.6f": -1}


@pytest.mark.case("9.6.note3")
def test_and_from_every_hex_attacked(at: At) -> None:
    t = at(GERMANS + "2207 1ID\n 2307 118RD\n 2308 16RD")  # the Luga runs before both
    assert shifts(t, "attack 2307 2308 with 1ID") == {"9.6f": -1}
    t = at(GERMANS + "2207 1ID\n 2206 118RD\n 2307 16RD")
    assert shifts(t, "attack 2206 2307 with 1ID") == {}


@pytest.mark.case("9.6.note4")
def test_germans_in_a_soviet_city_get_neither_armor_nor_corps(at: At) -> None:
    t = at(SOVIETS + "2605 1Pz 6Pz 36Mot\n 2706 118RD")
    assert shifts(t, "attack 2605 with 118RD") == {}
    t = at(SOVIETS + "2706 1Pz 6Pz 36Mot\n 2606 118RD")
    assert shifts(t, "attack 2706 with 118RD") == {"12.2d": -1, "12.1a": -1}


# -- together ---------------------------------------------------------------------------------


@pytest.mark.case("9.6a", "9.6o")
def test_two_right_and_three_left_are_one_left(at: At) -> None:
    # right: armor, air; left: overrun (two), Soviet armor
    t = at("at german-movement\nturn 3\nair 1\n0611 1Pz\n 0711 1TD")
    assert shifts(t, "overrun 1Pz at 0711", 1) == {"12.2c": 1, "13.1a": 1, "7.1a": -2, "12.2d": -1}
    assert column_name(t.s.local.column) == "4-1"  # 10 : 2 is 5-1


@pytest.mark.case("9.6a", "9.6o")
def test_everything_against_a_fortress(at: At) -> None:
    # 28 : 3 is 9-1; corps and two air units to the right; swamp, fort, river and armor to the left
    t = at("at german-combat\nturn 8\nair 2\nforts 2708\n2808 1Pz 6Pz 36Mot\n 2708 28TD")
    found = shifts(t, "attack 2708 with 1Pz 6Pz 36Mot", 2)
    assert found == {"9.6d": -1, "15.1a": -1, "9.6f": -1, "12.2d": -1, "12.1b": 1, "13.1a": 2}
    assert column_name(t.s.local.column) == "8-1"


@pytest.mark.case("9.6a", "9.6o")
def test_everything_in_defense(at: At) -> None:
    # 10 : 28 is 1-3; the counterblow right; city, river, armor, corps, air and an overrun left
    t = at("at soviet-movement\nturn 7\ncounterblow yes\nair 1\n1809 8Pz 3Mot SSTot\n 1710 42TD")
    found = shifts(t, "overrun 42TD at 1809", 1)
    assert found == {"7.1a": -2, "9.6d": -1, "9.6f": -1, "12.2d": -1, "12.1a": -1, "13.1a": -1, "17.4a": 4}
    assert column_name(t.s.local.column) == "1-4"  # 1-3, three left, is read at the end of the table
