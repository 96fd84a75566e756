"""[2.0] Equipment: the map, the pieces and what stands on them, as the game uses them."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.title import Bad
from grognard.titles import TITLES
from grognard.titles.leningrad79.rules.armor import german_strength
from grognard.titles.leningrad79.rules.combat import attack_strength, defense_strength

At = Callable[[str], Any]

TITLE = TITLES["leningrad79"]
D = TITLE.data
GERMANS = D.pieces[: D.soviets]


def of_type(kind: str) -> list[str]:
    return [unit for unit, is_ in zip(GERMANS, D.types, strict=True) if is_ == kind]


def values(t: Any, unit: str) -> tuple[int, int]:
    """What a unit counts in attack and in defense."""
    return attack_strength(t.s, t.unit(unit)), defense_strength(t.s, t.unit(unit))


# [2.0], [2.1]


@pytest.mark.case("2.0b")
def test_combat_takes_one_die_of_six_faces(at: At) -> None:
    t = at("at german-combat\nturn 3\n0511 1Pz\n0611 118RD").play("attack 0611 with 1Pz")
    assert t.ask == ("chance", "die")
    assert [t.clauses(f"roll {face}") for face in range(8)] == [["2.0b"], *[[]] * 6, ["2.0b"]]
    assert list(t.options("roll")) == [1, 2, 3, 4, 5, 6]
    t.play("roll 6")
    assert t.ask[1] != "die"  # one throw


@pytest.mark.case("2.0b")
def test_a_marker_shows_the_game_turn(at: At) -> None:
    assert at("at german-movement\nturn 3").s.turn == 3
    assert TITLE.now(at("at german-movement\nturn 3").s) == "Game-Turn 3 of 12, 6-12 July 1941"


@pytest.mark.case("2.1b")
def test_the_grid_fixes_positions_and_movement(at: At) -> None:
    t = at("at german-movement\nturn 3\n0712 1Pz")
    assert t.where("1Pz") == "0712"
    assert t.hexes(D.board.neighbours[t.hex("0712")]) == {"0611", "0612", "0711", "0713", "0811", "0812"}
    with pytest.raises(Bad, match="there is no place '0714'"):
        t.why_not("move 1Pz to 0714")
    assert set(t.hexes(D.board.hexes)) == {f"{c:02}{r:02}" for c in range(1, 30) for r in range(1, 14)}


# [2.4] The pieces


@pytest.mark.case("2.4b")
def test_units_forts_and_air_units(at: At) -> None:
    """Only combat units are pieces that stand, move and fight; forts are marks on hexes, air units a number."""
    t = at("at german-movement\nturn 8\nforts 0611\nair 2\n0511 1Pz\n0712 118RD")
    assert len(D.pieces) == 31 + 55
    assert not {"Fort", "Air1", "Air2"} & set(D.pieces)
    with pytest.raises(Bad, match="there is no unit"):
        t.why_not("move Air1 to 0611")
    assert t.s.here.get(t.hex("0611")) is None


@pytest.mark.case("2.4b")
@pytest.mark.parametrize("piece", ["forts 0712", "raid 0712"])
def test_where_a_rule_says_unit_it_means_a_combat_unit(at: At, piece: str) -> None:
    """Neither fort nor air unit holds a hex, stacks, or controls anything."""
    t = at(f"at german-movement\nturn 3\n{piece}\n0711 1Pz 6Pz 36Mot")
    assert t.clauses("move 1Pz 6Pz 36Mot via 0712 0812") == []


@pytest.mark.case("2.4c", "2.8a")
def test_what_a_counter_carries(at: At) -> None:
    t = at("at german-movement\nturn 3\n0511 1Pz 36Mot 269ID\n0712 118RD\n0812 1TD 198MD")

    def said(unit: str) -> dict[str, Any]:
        return {k: v for aspect in TITLE.portrait(t.s, t.unit(unit)).values() for k, v in aspect.items()}

    assert {"type": "armor", "strength": 10, "movement": 8, "corps": "41st Panzer Corps"}.items() <= said("1Pz").items()
    assert {"type": "mechanized", "strength": 8, "movement": 8}.items() <= said("36Mot").items()
    assert {"type": "infantry", "strength": 6, "movement": 6, "corps": ""}.items() <= said("269ID").items()
    assert {"type": "infantry", "attack": 1, "defense": 2, "movement": 5}.items() <= said("118RD").items()
    assert {"type": "armor", "attack": 4, "defense": 2, "movement": 7}.items() <= said("1TD").items()
    assert {"type": "mechanized", "attack": 4, "defense": 4, "movement": 7}.items() <= said("198MD").items()
    assert said("1Pz")["name"] == "1st Panzer Division"


@pytest.mark.case("2.4d", "counters.german.infantry", "counters.german.armor", "counters.german.mechanized")
@pytest.mark.parametrize(
    ("kind", "count", "full", "reduced", "movement"),
    [("infantry", 23, 6, 3, 6), ("armor", 4, 10, 5, 8), ("mechanized", 4, 8, 4, 8)],
)
def test_the_german_counters(at: At, kind: str, count: int, full: int, reduced: int, movement: int) -> None:
    units = of_type(kind)
    assert len(units) == count
    for unit in units:
        front, back = (at(f"at german-movement\nturn 3\n0612 {unit}{mark}") for mark in ("", "(reduced)"))
        assert german_strength(front.s, front.unit(unit)) == full
        assert german_strength(back.s, back.unit(unit)) == reduced
        for t in (front, back):  # the back has the same Movement Allowance
            assert t.play("move " + unit + " to 0712").left(unit) == movement - 1


@pytest.mark.case("counters.german.armor", "counters.german.mechanized")
def test_which_are_armor_and_which_mechanized() -> None:
    assert set(of_type("armor")) == {"1Pz", "6Pz", "8Pz", "12Pz"}
    assert set(of_type("mechanized")) == {"36Mot", "3Mot", "SSTot", "20Mot"}


@pytest.mark.case("counters.german.corps", "2.8a")
def test_the_panzer_corps() -> None:
    corps = {name: {D.pieces[n] for n in range(D.soviets) if units >> n & 1} for name, units in D.corps.items()}
    assert corps == {
        "41st Panzer Corps": {"1Pz", "6Pz", "36Mot"},
        "56th Panzer Corps": {"8Pz", "3Mot", "SSTot"},
        "39th Panzer Corps": {"12Pz", "20Mot"},
    }


@pytest.mark.case("2.8a")
def test_only_the_corps_of_a_unit_matters_not_its_name(at: At) -> None:
    def columns(units: str) -> Any:
        odds = at(f"at german-combat\nturn 3\n0511 {units}\n0611 70RD").odds(f"attack 0611 with {units}")
        return odds["column"], {line["cite"] for line in odds["ledger"]}

    assert columns("1ID 11ID") == columns("290ID SSPol")  # any two infantry divisions are alike
    assert columns("1Pz 8Pz 36Mot")[1] == columns("1Pz 6Pz 3Mot")[1]  # nor do mixed corps differ
    assert "12.1" in columns("1Pz 6Pz 36Mot")[1]  # a whole one does
    assert "12.1" not in columns("1Pz 6Pz 3Mot")[1]


@pytest.mark.case("2.4e", "counters.soviet.untried")
def test_the_untried_side_shows_type_and_allowance_only(at: At) -> None:
    t = at("at soviet-movement\nturn 3\n0612 inf arm")
    infantry, armored = (TITLE.portrait(t.s, t.unit(unit)) for unit in ("i1", "a1"))
    assert infantry["kind"] == {"type": "infantry", "movement": 5}
    assert armored["kind"] == {"type": "armored", "movement": 7}
    assert not {"strength", "identity"} & (set(infantry) | set(armored))
    t.play("move i1 to 0712", "move a1 to 0713")
    assert (t.left("i1"), t.left("a1")) == (4, 6)
    assert TITLE.portrait(at("at soviet-movement\nturn 3\n0612 118RD").s, t.unit("i1"))["strength"]["defense"] == 2


@pytest.mark.case("2.4e", "counters.soviet.infantry", "counters.soviet.armor", "counters.soviet.mechanized")
@pytest.mark.parametrize(
    ("kind", "movement", "printed"),
    [
        (
            "infantry",
            5,
            "1-1 x4, 1-2, 1-3, 1-5, 2-2 x5, 2-3 x2, 2-4 x2, 3-1, 3-2 x3, 3-3 x3, 3-4 x3, 3-5, 3-7, 4-2 x2, "
            "4-3 x3, 4-4 x3, 4-5, 4-6, 5-1, 5-3, 5-4, 5-5, 6-4",
        ),
        ("armor", 7, "4-2, 4-3, 5-3, 5-5, 6-5, 7-5, 9-3, 10-4"),
        ("mechanized", 7, "3-3, 4-4 x2, 5-5"),
    ],
)
def test_the_soviet_counters(at: At, kind: str, movement: int, printed: str) -> None:
    expected: Counter[tuple[int, ...]] = Counter()
    for entry in printed.split(", "):
        strengths, _, times = entry.partition(" x")
        expected[tuple(map(int, strengths.split("-")))] += int(times or 1)
    found: Counter[tuple[int, ...]] = Counter()
    for face in D.faces:
        if face.type == kind:
            t = at(f"at soviet-movement\nturn 3\n0612 {face.id}")
            found[values(t, face.id)] += 1
            assert t.play(f"move {face.id} to 0712").left(face.id) == movement - 1
    assert found == expected


@pytest.mark.case("counters.soviet.forts", "counters.german.air")
def test_twelve_forts_and_two_air_units_come_in_a_game(at: At) -> None:
    t = at("at soviet-combat\nturn 1")
    air, forts = {}, {}
    while t.ask[1] != "over":
        air[t.s.turn], forts[t.s.turn] = t.s.air, t.s.forts_due
        t.play("done")
    assert air == {1: 0} | {turn: 1 + (turn >= 7) for turn in range(2, 13)}
    assert max(forts.values()) == forts[12] == 12


@pytest.mark.case("counters.soviet.forts", "counters.german.air")
def test_neither_has_a_strength_or_an_allowance(at: At) -> None:
    t = at("at german-combat\nturn 8\nair 2\nforts 0611\n0511 1Pz\n0612 118RD")
    with pytest.raises(Bad, match="there is no unit"):
        t.why_not("attack 0612 with Air1")
    assert t.clauses("attack 0611 with 1Pz") == ["8.0a"]  # a fort alone is nobody to attack
    assert t.odds("attack 0612 with 1Pz")["ledger"][0]["text"].startswith("10 against 2 ")


# [2.5], [2.6] Strengths


@pytest.mark.case("2.5a")
@pytest.mark.parametrize(("unit", "strength"), [("1Pz", 10), ("1Pz(reduced)", 5), ("36Mot", 8), ("269ID", 6)])
def test_a_german_unit_attacks_and_defends_with_the_same_strength(at: At, unit: str, strength: int) -> None:
    name = unit.partition("(")[0]
    here = f"turn 3\n0511 {unit}\n0611 5RD"  # 4-6
    attack = at("at german-combat\n" + here).odds(f"attack 0611 with {name}")
    defense = at("at soviet-combat\n" + here).odds("attack 0511 with 5RD")
    assert attack["ledger"][0]["text"].startswith(f"{strength} against 6 ")
    assert defense["ledger"][0]["text"].startswith(f"4 against {strength} ")


@pytest.mark.case("2.6a", "2.6b")
@pytest.mark.parametrize(("unit", "attack", "defense"), [("302RD", 5, 1), ("70RD", 3, 7), ("3TD", 9, 3)])
def test_a_soviet_unit_has_two_strengths(at: At, unit: str, attack: int, defense: int) -> None:
    here = f"turn 3\n0511 269ID\n0611 {unit}"
    attacks = at("at soviet-combat\n" + here).odds(f"attack 0511 with {unit}")
    defends = at("at german-combat\n" + here).odds("attack 0611 with 269ID")
    assert attacks["ledger"][0]["text"].startswith(f"{attack} against 6 ")
    assert defends["ledger"][0]["text"].startswith(f"6 against {defense} ")


# [2.7] The Movement Allowance


@pytest.mark.case("2.7a")
@pytest.mark.parametrize(("unit", "points"), [("1Pz", 8), ("36Mot", 8), ("269ID", 6), ("118RD", 5), ("1TD", 7)])
def test_the_allowance_is_what_a_unit_may_spend_in_a_phase(at: At, unit: str, points: int) -> None:
    way = "0712 0812 0912 1011 0911 0910 0909 0809 0810".split()
    phase = "german" if unit in GERMANS else "soviet"
    t = at(f"at {phase}-movement\nturn 3\n0612 {unit}")
    assert t.against(unit, " ".join(way[:points])) == []
    assert t.against(unit, " ".join(way[: points + 1])) == ["4.1a"]


@pytest.mark.case("2.7b")
def test_terrain_takes_different_numbers_of_points(at: At) -> None:
    t = at("at german-movement\nturn 3\n1408 1Pz")
    assert [t.price("1Pz", hex_) for hex_ in ("1308", "1407", "1309")] == [0.5, 1, 2]
