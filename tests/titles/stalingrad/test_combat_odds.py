"""[10.21, 10.3, 10.4, 19.35, 19.41] Strengths, odds and the die; what the ledger says. Around 0409 all is clear."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.titles.assault.rules import combat
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from tests.titles.stalingrad.box import AT, D
from tests.titles.stalingrad.ledgers import said, strengths

At = Callable[..., Any]
GERMANS, RUSSIANS = "at german-combat\nturn 12\n", "at russian-combat\nturn 12\n"


def attacked(at: At, position: str, attack: str) -> Any:
    """The strengths of an attack."""
    return strengths(at(position).play(attack))


# -- the steps of the calculation -------------------------------------------------------------


@pytest.mark.case("10.21a", "10.21b", "11.23a", "12.42d")
@pytest.mark.parametrize(
    ("attackers", "defender", "attack", "defense"),
    [
        ("16Pz", "192RD", 12, 4),
        ("16Pz(unsupplied)", "192RD(unsupplied)", 6, 2),
        ("16Pz(reduced,unsupplied)", "192RD(disrupted)", Fraction(9, 2), 2),
        ("16Pz(subcounter)", "33Gd(disrupted,unsupplied)", 6, Fraction(5, 4)),
        ("16Pz(reduced,subcounter,unsupplied)", "33Gd(reduced,disrupted)", Fraction(3, 2), Fraction(3, 2)),
        ("3Mot(subcounter)", "13TC(unsupplied)", 3, 3),
    ],
)
def test_steps_halves_and_quarters(at: At, attackers: str, defender: str, attack: Fraction, defense: Fraction) -> None:
    game = at(f"{GERMANS}0409 {attackers}\n0410 {defender}")
    game.play(f"attack 0410 with {attackers.partition('(')[0]}")
    assert strengths(game) == (attack, defense)


@pytest.mark.case("10.21a", "10.21c", "11.23a")
def test_fractions_are_kept_to_the_end(at: At) -> None:
    """4.5 and 1.5 are 6, against 2.5: 2:1; rounded one by one they would be 5 against 3 or 2."""
    game = at(GERMANS + "0409 16Pz(reduced,unsupplied)\n0310 3Mot(subcounter,unsupplied)\n0410 33Gd(unsupplied)")
    game.play("attack 0410 with 16Pz 3Mot")
    assert (strengths(game), game.odds) == ((6, Fraction(5, 2)), "2:1")


@pytest.mark.case("10.21f")
def test_the_least_odds(at: At) -> None:
    """A third of the defense is enough, less is not: 1 and 2 are too weak against 8, but not together."""
    game = at(RUSSIANS + "0505 305ID(reduced)\n0506 192RD(reduced,unsupplied)\n0405 184RD(reduced)")
    assert game.clauses("attack 0505 with 192RD") == ["10.21f"]
    assert "1 against 8 is less than 1:3" in game.reasons("attack 0505 with 192RD")
    assert game.clauses("attack 0505 with 184RD") == ["10.21f"]
    assert game.force("0505") == {"184RD 192RD"}
    game.play("attack 0505 with 192RD 184RD")
    assert (strengths(game), game.odds) == ((3, 8), "1:3")
    assert (D.column(1, 3), D.column(1, 4)) == (0, None)


@pytest.mark.case("10.21f")
def test_a_hex_no_force_is_strong_enough_for(at: At) -> None:
    game = at(RUSSIANS + "0505 16Pz\n0506 192RD\n0405 184RD(reduced)")
    assert game.clauses("attack 0505 with 192RD 184RD") == ["10.21f"]
    assert "attack" not in game.verbs()


@pytest.mark.case("10.21e", "10.23b")
def test_eight_to_one_needs_no_die(at: At) -> None:
    game = at(GERMANS + "0409 16Pz\n0410 192RD(disrupted,reduced)").play("attack 0410 with 16Pz")
    assert game.where("192RD") == "lost"
    assert game.ask == ("german", "advance")
    assert "8:1 or better needs no die: DE." in game.log()
    game = at(GERMANS + "0409 Rum1\n0310 Rum4(reduced)\n0410 192RD(disrupted,reduced)")
    game.play("attack 0410 with Rum1 Rum4")
    assert (game.odds, game.ask) == ("7:1", ("chance", "die"))


# -- terrain ----------------------------------------------------------------------------------


@pytest.mark.case("10.31a", "10.31b", "10.32a", "10.310a", "19.35a")
@pytest.mark.parametrize(
    ("front", "hex_", "kind", "times"),
    [
        ("0409", "0410", "clear", 1),
        ("0717", "0718", "clear", 1),  # from woods
        ("0816", "0717", "woods", 2),
        ("1506", "1606", "marsh", 2),
        ("0913", "1012", "town", 2),
        ("1012", "1013", "clear", 1),  # from a town
        ("0908", "0909", "town", 2),  # with a road
    ],
)
def test_terrain_helps_the_defender_alone_and_either_side(at: At, front: str, hex_: str, kind: str, times: int) -> None:
    assert D.terrain[AT[hex_]] == kind
    assert attacked(at, f"{GERMANS}{front} 16Pz\n{hex_} 192RD", f"attack {hex_} with 16Pz") == (12, 4 * times)
    assert attacked(at, f"{RUSSIANS}{front} 33Gd\n{hex_} Rum1", f"attack {hex_} with 33Gd") == (5, 5 * times)


@pytest.mark.case("10.32b", "8.46a")
def test_the_interior_triples(at: At) -> None:
    assert attacked(at, GERMANS + "J4 16Pz\nJ3 13Gd 1W", "attack J3 with 16Pz") == (12, 18)
    assert attacked(at, RUSSIANS + "J4 Rum1\nJ3 13Gd", "attack J4 with 13Gd") == (5, 15)


@pytest.mark.case("10.33a", "19.31a", "19.41a")
@pytest.mark.parametrize(
    ("fronts", "times"),
    [
        ("0716", 2),  # across a river
        ("0815", 2),  # across the Don
        ("0716 0815", 2),  # some across one, some across the other: once
        ("0815 0916", 2),
        ("0817", 1),
        ("0716 0817", 1),
        ("0815 0716 0717", 1),
    ],
)
def test_rivers(at: At, fronts: str, times: int) -> None:
    """0816 is clear; a river is towards 0716, the Don towards 0815 and 0916."""
    divisions = ("305ID", "113ID", "44ID")
    there = "".join(f"{hex_} {unit}\n" for hex_, unit in zip(fronts.split(), divisions, strict=False))
    units = divisions[: len(fronts.split())]
    assert attacked(at, GERMANS + there + "0816 192RD", f"attack 0816 with {' '.join(units)}")[1] == 4 * times


@pytest.mark.case("10.33b", "19.35a", "10.33a")
def test_a_town_behind_rivers_is_four_times(at: At) -> None:
    """1016: the Don towards 1017, a river towards 1116, dry ground towards 1015."""
    town = GERMANS + "1016 192RD\n1017 305ID\n1116 44ID\n1015 71ID"
    assert attacked(at, town, "attack 1016 with 305ID") == (8, 16)
    assert attacked(at, town, "attack 1016 with 305ID 44ID") == (16, 16)
    assert attacked(at, town, "attack 1016 with 305ID 71ID") == (16, 8)


@pytest.mark.case("10.33b")
def test_chart_rows_multiply_as_the_chart_says() -> None:
    """Six times for a city behind a river is the greatest multiple; no such hex can be attacked on this map."""
    assert D.multiple(AT["J3"], RUSSIAN, 2) == D.multiple(AT["J3"], GERMAN, 2) == 6
    assert not any(D.across[place] for place in scan(D.interior))


@pytest.mark.case("10.39a", "10.33a")
def test_each_hex_with_its_own_terrain(at: At) -> None:
    """From 0716: 0717 is woods behind a river, 0615 clear and dry, 0715 clear behind the Don."""
    position = GERMANS + "0716 16Pz\n0717 192RD(reduced)\n0615 184RD(reduced)\n0715 181RD(reduced)"
    assert attacked(at, position, "attack 0615 0717 with 16Pz") == (12, 2 + 8)
    assert attacked(at, position, "attack 0615 0715 0717 with 16Pz") == (12, 2 + 4 + 8)


@pytest.mark.case("10.310a")
def test_roads_and_rails_do_not_matter() -> None:
    by_road = {a for a, _ in D.road_links}
    rails = {AT[hex_] for line in D.map.rails.values() for hex_ in line.hexes}
    clear = {*scan(D.kind["clear"] & D.main)}
    assert by_road & clear
    assert rails & clear
    assert {D.multiple(hex_, side) for hex_ in (by_road | rails) & clear for side in (GERMAN, RUSSIAN)} == {1}


# -- Tank Corps -------------------------------------------------------------------------------


@pytest.mark.case("19.41a", "19.35a", "10.32a", "10.33a")
@pytest.mark.parametrize(
    ("front", "hex_"),
    [("0409", "0410"), ("0913", "1012"), ("1017", "1016"), ("0816", "0717"), ("0716", "0816"), ("0816", "0815")],
)
def test_no_terrain_helps_a_tank_corps(at: At, front: str, hex_: str) -> None:
    position = f"{GERMANS}{front} 16Pz\n{hex_} 13TC"
    assert attacked(at, position, f"attack {hex_} with 16Pz") == (12, 6)
    assert attacked(at, position + "(reduced)", f"attack {hex_} with 16Pz") == (12, 3)


@pytest.mark.case("19.41a", "8.46a", "14.5a")
def test_its_stack_mates_are_multiplied(at: At) -> None:
    """In the interior a Worker beside a Tank Corps is trebled, the Tank Corps is not."""
    assert attacked(at, GERMANS + "J4 16Pz\nJ3 13TC 1W", "attack J3 with 16Pz") == (12, 6 + 3)


@pytest.mark.case("19.41a", "11.23a", "12.42d")
def test_supply_and_disruption_still_halve_a_tank_corps(at: At) -> None:
    position = GERMANS + "1017 305ID\n1016 13TC"
    assert attacked(at, position + "(unsupplied)", "attack 1016 with 305ID") == (8, 3)
    assert attacked(at, position + "(disrupted)", "attack 1016 with 305ID") == (8, 3)
    assert attacked(at, position + "(disrupted,unsupplied)", "attack 1016 with 305ID") == (8, Fraction(3, 2))


@pytest.mark.case("19.41a", "10.31b")
def test_a_tank_corps_attacks_like_others(at: At) -> None:
    assert attacked(at, RUSSIANS + "1012 13TC\n1013 Rum1", "attack 1013 with 13TC") == (6, 5)
    assert attacked(at, RUSSIANS + "1013 13TC\n1012 Rum1", "attack 1012 with 13TC") == (6, 10)


# -- the die ----------------------------------------------------------------------------------


@pytest.mark.case("10.41a", "10.42a", "10.43a", "12.52a", "12.52b", "12.53a", "10.21g")
@pytest.mark.parametrize(
    ("attackers", "defenders", "wings", "change"),
    [
        ("16Pz", "33Gd", 0, 0),
        ("16Pz", "192RD", 0, 1),
        ("16Pz", "192RD(reduced)", 0, 2),
        ("16Pz(reduced)", "33Gd", 0, -1),
        ("16Pz(reduced)", "33Gd", 1, 0),
        ("16Pz(reduced)", "33Gd", 2, 0),
        ("16Pz(subcounter)", "192RD", 0, 0),
        ("16Pz(reduced,subcounter)", "33Gd", 0, -2),
        ("16Pz 3Mot(subcounter)", "192RD", 0, -1),
        ("3Mot Rum1", "192RD(reduced)", 0, 1),
        ("16Pz", "192RD(disrupted)", 0, 1),
        ("22Pz", "13TC", 3, 0),
    ],
)
def test_the_change_of_the_die(at: At, attackers: str, defenders: str, wings: int, change: int) -> None:
    names = " ".join(D.pieces[wing] for wing in list(scan(D.air[GERMAN]))[:wings])
    fronts = "\n".join(f"{hex_} {unit}" for hex_, unit in zip(("0409", "0310"), attackers.split(), strict=False))
    game = at(f"{GERMANS}{fronts}\n0410 {defenders} {names}")
    game.play(f"attack 0410 with {' '.join(unit.partition('(')[0] for unit in attackers.split())}")
    assert game.s.local.change == change
    assert sum(line.amount for line in combat.modifier_lines(game.s, game.s.local)) == change


@pytest.mark.case("10.42a")
def test_the_highest_class_of_the_defense(at: At) -> None:
    """A Worker is of class C, the Guards beside it of class A; a headquarters lowers nothing."""
    assert at(GERMANS + "J4 16Pz\nJ3 13Gd 1W").play("attack J3 with 16Pz").s.local.change == 0
    assert at(GERMANS + "J4 16Pz\nJ3 1W").play("attack J3 with 16Pz").s.local.change == 2
    assert at(RUSSIANS + "0409 Rum1 14HQ\n0410 33Gd").play("attack 0409 with 33Gd").s.local.change == 1


@pytest.mark.case("12.53a", "12.52a", "10.43a")
def test_one_air_unit_over_one_of_several_hexes(at: At) -> None:
    game = at(GERMANS + "0409 16Pz\n0410 33Gd Air1\n0310 192RD Air2").play("attack 0310 0410 with 16Pz")
    assert game.s.local.change == 1


@pytest.mark.case("10.21h", "10.21g")
def test_the_die_is_read_in_its_column(at: At) -> None:
    game = at(GERMANS + "0409 305ID\n0410 192RD").play("attack 0410 with 305ID", "roll 2")
    assert "A 2 at 2:1, read as 3: -/1." in game.log()
    assert game.ask == ("russian", "penalty")
    assert at(GERMANS + "0409 16Pz\n0410 192RD").play("attack 0410 with 16Pz").clauses("roll 7") == ["3.2o"]


@pytest.mark.case("10.21h")
def test_the_odds_beforehand_are_those_of_the_battle(at: At) -> None:
    game = at(GERMANS + "0409 305ID\n0410 192RD")
    text = "attack 0410 with 305ID"
    found = game.title.odds(game.s, game.title.parse(game.s, text), 0)
    assert found is not None
    assert (found.column, found.attack, found.defense) == ("2:1", 8, 4)
    assert {one.name: one.faces for one in found.results} == {
        "1/1": (1,), "-/1": (2,), "1/2": (3,), "-/2": (4,), "-/3": (5,), "DE": (6,),
    }  # fmt: skip
    assert game.title.odds(game.play(text).s, None, 0) == found


@pytest.mark.case("10.21e")
def test_the_odds_of_what_needs_no_die(at: At) -> None:
    game = at(GERMANS + "0409 16Pz\n0410 192RD(disrupted,reduced)")
    found = game.title.odds(game.s, game.title.parse(game.s, "attack 0410 with 16Pz"), 0)
    assert found is not None
    assert (found.column, [(one.name, one.chance) for one in found.results]) == ("8:1", [("DE", 1.0)])


# -- what the ledger says ---------------------------------------------------------------------


@pytest.mark.case("10.21a", "10.21b", "11.23a", "12.42d", "19.35a", "10.33a")
def test_the_ledger_names_the_ground(at: At) -> None:
    position = GERMANS + "1016 192RD(disrupted)\n1017 16Pz(unsupplied)\n1116 305ID\n1015 44ID"
    assert said(at(position), "attack 1016 with 16Pz") == [
        "attack: 16Pz 12, halved: out of supply [11.23a]",
        "defense: 1016: 192RD 4 x4 town behind the Don, halved: disrupted [10.21a]",
        "column: 6 against 8 is 1:2 [10.21c]",
        "die: class A against B [10.41a]",
    ]
    assert said(at(position), "attack 1016 with 305ID")[1] == (
        "defense: 1016: 192RD 4 x4 town behind a river, halved: disrupted [10.21a]"
    )
    assert said(at(position), "attack 1016 with 16Pz 305ID")[2] == (
        "defense: 1016: 192RD 4 x4 town behind a river and the Don, halved: disrupted [10.21a]"
    )
    assert said(at(position), "attack 1016 with 16Pz 44ID")[2] == (
        "defense: 1016: 192RD 4 x2 town, halved: disrupted [10.21a]"
    )


@pytest.mark.case("19.41a", "8.46a")
def test_the_ledger_says_that_a_tank_corps_has_no_help(at: At) -> None:
    game = at(GERMANS + "J4 16Pz\nJ3 13TC(disrupted) 1W Air1")
    assert said(game, "attack J3 with 16Pz") == [
        "attack: 16Pz 12 [10.21b]",
        "defense: J3: 13TC 6, not multiplied: Tank Corps, halved: disrupted [19.41a]",
        "defense: J3: 1W 1 x3 interior [10.21a]",
        "column: 12 against 6 is 2:1 [10.21c]",
        "die: class A against A [10.41a]",
        "die: Ground Support [12.52a]",
    ]
    clear = at(GERMANS + "0409 16Pz\n0410 13TC")
    assert said(clear, "attack 0410 with 16Pz")[1] == "defense: 0410: 13TC 6 [10.21a]"
