"""What a battle would come to: averaged over what nobody knows, exact once it is known."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from grognard.titles.leningrad79.rules.combat import column_name
from grognard.titles.leningrad79.rules.consequences import sign

At = Callable[[str], Any]

GERMANS = "at german-combat\nturn 3\n"
SOVIETS = "at soviet-combat\nturn 3\n"


def seen_but(t: Any, *left: str) -> str:
    """Every infantry division but these on the map, face up, far from the fighting."""
    faces = [face.id for face in t.s.data.faces if face.type == "infantry" and face.id not in left]
    hexes = [
        "2301",
        "2401",
        "2501",
        "2502",
        "2503",
        "2601",
        "2602",
        "2603",
        "2701",
        "2702",
        "2703",
        "2801",
        "2802",
        "2803",
    ]
    return "\n".join(f"{hexes[n]} {' '.join(faces[3 * n : 3 * n + 3])}" for n in range((len(faces) + 2) // 3))


def brute_force(t: Any, action: str, air: int = 0) -> tuple[dict[int, Fraction], dict[str, Fraction]]:
    """The chances of all columns and results, by playing every draw and every die."""
    columns: Counter[int] = Counter()
    results: Counter[str] = Counter()
    title = t.s.title

    def follow(s: Any, chance: Fraction) -> None:
        step = title.step(s).name
        if step == "air-support":
            after = s.copy()
            title.play(after, title.parse(s, f"air {air}" if air else "done"))
            follow(after, chance)
        elif step == "reveal":
            draws = list(title.actions(s))
            for draw in draws:
                after = s.copy()
                title.play(after, draw)
                follow(after, chance / len(draws))
        else:
            assert step == "die"
            columns[s.local.column] += chance  # type: ignore[assignment]
            for die in range(1, 7):
                defender, attacker = s.data.crt(die, s.local.column, s.options)
                results[f"{sign(defender)}/{sign(attacker)}"] += chance / 6  # type: ignore[assignment]

    start = t.s.copy()
    title.play(start, title.parse(start, action))
    follow(start, Fraction(1))
    return dict(columns), dict(results)  # type: ignore[arg-type]


def agree(t: Any, action: str, air: int = 0) -> Any:
    """Odds and brute force say the same."""
    columns, results = brute_force(t, action, air)
    said = t.odds(action, air)
    assert said["columns"] == {column_name(c): round(float(p), 4) for c, p in sorted(columns.items())}
    assert said["results"] == {name: round(float(p), 4) for name, p in results.items()}
    assert said["range"] == [column_name(min(columns)), column_name(max(columns))]
    assert columns[max(columns, key=lambda c: columns[c])] == max(columns.values())
    assert sum(columns.values()) == sum(results.values()) == 1
    return said


def test_against_a_known_defender_the_odds_are_exact(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 118RD")
    said = agree(t, "attack 0711 with 1ID")
    assert said["exact"]
    assert said["unknown"] == []
    assert said["columns"] == {"3-1": 1.0}
    assert said["column"] == "3-1"
    assert said["results"] == {"1/-": 0.3333, "1/1": 0.3333, "2/2": 0.1667, "2/1": 0.1667}


def test_one_untried_division_is_any_of_the_forty_three(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 i1")
    said = agree(t, "attack 0711 with 1ID 11ID")
    assert not said["exact"]
    assert said["unknown"] == ["i1"]
    assert said["range"] == ["1-1", "10-1"]  # 12 against 7, 12 against 1
    assert said["columns"]["10-1"] == round(6 / 43, 4)  # six divisions defend with 1


def test_a_small_pool_is_counted_out(at: At) -> None:
    here = "0611 1ID 11ID\n 0711 i1 i2"
    blank = at(GERMANS + here)
    t = at(GERMANS + here + "\n" + seen_but(blank, "16RD", "118RD", "70RD", "5RD"))
    said = agree(t, "attack 0711 with 1ID 11ID")
    # 1+2, 1+7, 1+6, 2+7, 2+6, 7+6: six pairs, all alike
    assert said["columns"] == {"1-2": 0.1667, "1-1": 0.6667, "4-1": 0.1667}


def test_known_and_unknown_defenders_together(at: At) -> None:
    here = "0611 1ID 11ID\n 0711 i1 180RD"
    t = at(GERMANS + here.replace("180RD", "i2=180RD"))
    said = agree(t, "attack 0711 with 1ID 11ID")
    assert said["unknown"] == ["i1"]


@pytest.mark.parametrize("attackers", ["i1", "i1 i2", "a1", "i1 a1"])
def test_soviet_attackers_do_not_know_their_own_strength(at: At, attackers: str) -> None:
    t = at(SOVIETS + f"0711 {attackers}\n 0611 1ID(reduced)")
    said = agree(t, f"attack 0611 with {attackers}")
    assert said["unknown"] == attackers.split()


def test_an_armored_unit_may_be_tanks_or_not(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 a1")
    agree(t, "attack 0711 with 1ID 11ID")
    t = at(SOVIETS + "0711 a1\n 0611 1ID")
    said = agree(t, "attack 0611 with a1")
    assert said["columns"]["1-1"] > 0


@pytest.mark.parametrize("air", [0, 1, 2])
def test_air_units_are_counted_as_far_as_they_are_free(at: At, air: int) -> None:
    t = at("at german-combat\nturn 8\nair 2\n0611 1ID 11ID\n 0711 i1")
    agree(t, "attack 0711 with 1ID 11ID", air)
    t = at("at soviet-combat\nturn 8\nair 2\n0711 i1\n 0611 1ID")
    agree(t, "attack 0611 with i1", air)


def test_no_more_air_units_than_there_are(at: At) -> None:
    t = at("at german-combat\nturn 8\nair 1\n0611 1ID\n 0711 118RD")
    assert t.odds("attack 0711 with 1ID", 2)["column"] == "4-1"
    assert t.odds("attack 0711 with 1ID", 1)["column"] == "4-1"
    assert t.odds("attack 0711 with 1ID")["column"] == "3-1"


def test_overruns_and_attacks_on_several_hexes(at: At) -> None:
    t = at("at german-movement\nturn 3\n0611 1Pz 6Pz\n 0711 i1")
    said = agree(t, "overrun 1Pz 6Pz at 0711")
    assert said["ledger"][1]["clause"] == "7.1a"
    t = at(GERMANS + "0712 1ID 11ID\n 0711 i1\n 0811 i2")
    agree(t, "attack 0711 0811 with 1ID 11ID")


def test_while_a_battle_is_under_way_the_odds_follow_it(at: At) -> None:
    t = at("at german-combat\nturn 8\nair 1\n0611 1ID 11ID\n 0711 i1 i2")
    before = t.odds("attack 0711 with 1ID 11ID", 1)
    t.play("attack 0711 with 1ID 11ID")
    assert t.odds(None, 1) == before
    assert t.odds(None, 0) != before
    t.play("air 1")
    assert t.odds() == before | {"support": 0}  # nothing but the reveal is open now
    assert t.odds(None, 1) == before | {"support": 0}
    t.play("draw 118RD")
    assert t.odds()["unknown"] == ["i2"]
    t.play("draw 16RD")
    said = t.odds()
    assert said["exact"]
    assert said["columns"] == {"5-1": 1.0}  # 12 : 3 is 4-1, and the air unit
    assert said["column"] == column_name(t.s.local.column)
    t.play("roll 3")
    assert t.odds() is None


def test_air_refused_is_not_counted_later(at: At) -> None:
    t = at("at german-combat\nturn 8\nair 1\n0611 1ID\n 0711 118RD")
    t.play("attack 0711 with 1ID", "done")
    assert t.odds(None, 1)["column"] == "3-1"


def test_the_ledger_leads_from_the_strengths_to_the_column(at: At) -> None:
    t = at(GERMANS + "1810 1Pz 6Pz 36Mot\n 1809 70RD")
    said = t.odds("attack 1809 with 1Pz 6Pz 36Mot")
    assert [(line["cite"], line["op"], line["amount"], line["after"]) for line in said["ledger"]] == [
        ("9.4", "=", 3, "4-1"),
        ("9.6", "+", -1, "3-1"),
        ("12.1", "+", 1, "4-1"),
        ("9.3", "max", -3, "4-1"),
        ("9.3", "min", 9, "4-1"),
    ]


def test_there_are_no_odds_without_a_battle(at: At) -> None:
    t = at(GERMANS + "0611 1ID\n 0711 118RD")
    assert t.odds() is None
    assert t.odds("done") is None
    assert t.odds("attack 0610 with 1ID") is None  # nobody is there
    assert t.odds("attack 0711 with") is None


def test_asking_changes_nothing(at: At) -> None:
    t = at(GERMANS + "0611 1ID 11ID\n 0711 i1 a1")
    key = t.s.key()
    t.odds("attack 0711 with 1ID 11ID")
    assert t.s.key() == key
