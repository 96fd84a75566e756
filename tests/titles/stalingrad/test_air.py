"""[12.0, 19.1] Air power: German only, by two tables; bombardment, disruption, Ground Support."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.action import CHANCE
from grognard.core.notation import BadPosition
from grognard.titles.assault.rules.zones import zone
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from tests.titles.stalingrad.box import D

At = Callable[..., Any]

RAID = "at german-bombardment\nturn 4\nair {}\n"


# -- how many -------------------------------------------------------------------------------------


@pytest.mark.case("19.12a", "19.13a")
def test_two_on_turn_1_without_a_die(new: At) -> None:
    game = new(placed=True)
    assert (game.ask, game.s.turn, game.s.air) == (("german", "german-bombardment"), 1, 2)
    game.play("bombard 0220", "bombard 0421")
    assert game.ask == ("chance", "raid")  # both are sent


@pytest.mark.case("19.13a", "19.13b", "19.13c")
@pytest.mark.parametrize(
    ("turn", "numbers"),
    [(2, (1, 1, 1, 2, 2, 2)), (10, (1, 1, 1, 2, 2, 2)), (11, (1, 1, 2, 2, 3, 3)), (19, (1, 1, 2, 2, 3, 3))],
)
def test_the_die_says_how_many(at: At, turn: int, numbers: tuple[int, ...]) -> None:
    for face, many in enumerate(numbers, 1):
        game = at(f"at german-air\nturn {turn}\n0920 44ID\n0720 192RD")
        assert game.ask == ("chance", "german-air")
        game.play(f"roll {face}")
        assert (game.ask, game.s.air) == (("german", "german-bombardment"), many)


@pytest.mark.case("12.21a", "19.13c")
def test_three_counters() -> None:
    assert [air.bit_count() for air in D.air] == [3, 0]
    most = {turn: max(D.charts.air[GERMAN].on(turn), default=2) for turn in range(1, 20)}
    assert most == {turn: 2 if turn < 11 else 3 for turn in range(1, 20)}
    assert [turn for turn in range(1, 20) if not D.charts.air[GERMAN].on(turn)] == [1]


@pytest.mark.case("19.11a", "12.13a", "12.11c", "12.54a")
def test_no_russian_air(at: At) -> None:
    """Nothing flies in the Russian Player-Turn, and no step or verb is there for it."""
    labels = set(at("at german-movement\nturn 9\n0920 44ID").s.flow.labels)
    assert not {"russian-air", "russian-bombardment", "russian-support"} & labels
    assert not any(D.charts.air[RUSSIAN].on(turn) for turn in range(1, 20))
    game = at("at mechanized\nturn 19\n0920 44ID(disrupted)\n0919 192RD").play("done")
    asked = []
    while not game.s.over:
        asked.append(game.ask)
        assert game.s.air == 0
        assert game.verbs().isdisjoint({"bombard", "support", "roll"})
        game.play("done")
    assert asked == [("russian", "russian-movement"), ("russian", "russian-combat")]


# -- bombardment ----------------------------------------------------------------------------------


@pytest.mark.case("12.31a", "12.31b", "12.32a", "12.32b", "12.33a", "12.34b", "12.36a", "12.38a", "12.11b")
def test_all_are_sent_before_the_first_die(at: At) -> None:
    game = at(RAID.format(3).replace("turn 4", "turn 14") + "0720 192RD\n0921 33Gd\n0928 44ID")
    assert game.clauses("bombard 0719") == ["12.32a"]
    assert game.clauses("bombard 0928") == ["12.32a"]
    game.play("bombard 0921", "bombard 0720", "done")
    assert (game.ask, game.s.air) == (("chance", "raid"), 1)  # one is kept for Ground Support
    assert game.table.decider == CHANCE
    assert game.verbs() == {"roll"}
    game.play("roll 6")
    assert game.s.disrupted == 0
    assert (game.where("Air1"), game.where("Air2")) == ("airfield", "0720")
    game.play("roll 1")
    assert game.units(game.s.disrupted) == {"192RD"}
    assert {game.where(f"Air{n}") for n in (1, 2, 3)} == {"airfield"}
    assert (game.s.air, game.ask[1]) == (1, "german-movement")
    assert at(RAID.format(0) + "0720 192RD").clauses("bombard 0720") == ["12.31b"]


@pytest.mark.case("12.35a", "12.32b", "12.43a")
def test_several_on_one_hex(at: At) -> None:
    game = at(RAID.format(2) + "0720 192RD\n0921 33Gd").play(*["bombard 0720"] * 2, "roll 5", "roll 3")
    assert game.units(game.s.disrupted) == {"192RD"}
    game = at(RAID.format(2) + "0720 192RD\n0921 33Gd").play(*["bombard 0720"] * 2, "roll 1", "roll 1")
    assert game.units(game.s.disrupted) == {"192RD"}
    assert game.log().count("is disrupted") == 1


HITS = [("0720", 3), ("0708", 2), ("1205", 2), ("1016", 1), ("0907", 1), ("G3", 1), ("E5", 3)]


@pytest.mark.case("12.34a", "12.41a", "12.12b", "12.44a")
@pytest.mark.parametrize(("hex_", "hits"), HITS)
def test_terrain_decides(at: At, hex_: str, hits: int) -> None:
    """Clear, woods, marsh, town, a city hex, the interior, the fringe; for either side."""
    for face in range(1, 7):
        for unit in ("192RD", "33Gd"):
            game = at(RAID.format(1) + f"{hex_} {unit}").play(f"bombard {hex_}", f"roll {face}")
            assert game.units(game.s.disrupted) == ({unit} if face <= hits else set())


@pytest.mark.case("12.44b", "12.44a", "12.43a", "12.35a")
def test_one_unit_for_each_success_in_the_city(at: At) -> None:
    game = at(RAID.format(3) + "0907 192RD 33Gd 1W").play(*["bombard 0907"] * 3, "roll 1")
    assert game.ask == ("german", "disruption")
    assert game.movers("disrupt") == {"192RD", "33Gd", "1W"}
    game.play("disrupt 33Gd", "roll 1")
    assert game.clauses("disrupt 33Gd") == ["12.44b"]
    game.play("disrupt 1W", "roll 1")  # the last has no choice
    assert game.units(game.s.disrupted) == {"192RD", "33Gd", "1W"}
    assert game.ask[1] == "german-movement"
    game = at(RAID.format(1) + "G3 192RD 1W").play("bombard G3", "roll 1")
    assert game.units(game.s.disrupted) == {"192RD", "1W"}  # on the Inset all of them


@pytest.mark.case("19.42a", "12.44b", "12.34a", "12.41a")
def test_a_two_strikes_tank_corps_in_town_and_city(at: At) -> None:
    game = at(RAID.format(1) + "G3 23TC 1W").play("bombard G3", "roll 2")
    assert game.units(game.s.disrupted) == {"23TC"}  # and spares the Worker
    game = at(RAID.format(2) + "0907 23TC 28TC 192RD 1W").play(*["bombard 0907"] * 2, "roll 2")
    assert game.movers("disrupt") == {"23TC", "28TC"}
    assert game.clauses("disrupt 192RD") == ["12.44b"]
    game.play("disrupt 28TC", "roll 2")  # one is left, without a choice
    assert game.units(game.s.disrupted) == {"23TC", "28TC"}
    game = at(RAID.format(1) + "1016 23TC").play("bombard 1016", "roll 3")
    assert game.s.disrupted == 0
    game = at(RAID.format(1) + "0720 23TC").play("bombard 0720", "roll 3")
    assert game.units(game.s.disrupted) == {"23TC"}  # in the open as any other


def test_no_targets_no_bombardment(at: At) -> None:
    game = at("at german-air\nturn 4\n0928 44ID").play("roll 6")
    assert game.ask == ("german", "german-movement")


# -- disruption -------------------------------------------------------------------------------------


@pytest.mark.case("12.41a", "12.41b", "12.42a", "12.42c", "12.42e", "12.43a")
def test_it_lasts_through_the_enemys_turn(at: At) -> None:
    text = "at german-bombardment\nturn 18\nair 2\n0720 33Gd\n0722 44ID\n1026 51HQ\nlost {}".format(
        " ".join(D.pieces[unit] for unit in range(D.russians, D.fleet) if D.in_cup >> unit & 1)
    )
    game = at(text).play("bombard 0720", "done", "roll 1", "done", "done", "done")
    assert game.ask == ("russian", "russian-movement")
    assert game.units(game.s.disrupted) == {"33Gd"}
    assert game.clauses("move 33Gd to 0721") == ["12.42a"]
    assert zone(game.s, RUSSIAN) >> game.hex("0721") & 1  # its zone as before
    game.play("done")
    assert game.clauses("attack 0722 with 33Gd")[0] in {"12.42c", "10.13a"}
    game.play("done")
    assert (game.s.turn, game.s.disrupted) == (19, 0)


@pytest.mark.case("12.42b", "12.42d", "12.42a")
def test_a_disrupted_defender(at: At) -> None:
    """8 against half of 4; no retreat."""
    game = at("at german-combat\nturn 9\n0721 305ID\n0720 192RD(disrupted)").play("attack 0720 with 305ID")
    assert game.odds == "4:1"
    game = at("at german-combat\nturn 9\n0721 305ID\n0720 192RD(disrupted)").strike("attack 0720 with 305ID", "-/2")
    assert game.verbs() == {"lose"}
    assert game.clauses("retire") == ["10.28a"]


@pytest.mark.case("12.42c", "12.42a")
def test_a_disrupted_unit_neither_attacks_nor_moves(at: At) -> None:
    game = at("at german-combat\nturn 9\n0721 305ID(disrupted)\n0720 192RD")
    assert "12.42c" in game.clauses("attack 0720 with 305ID")
    game = at("at mechanized\nturn 9\n0721 16Pz(disrupted)\n0621 3Mot")
    assert game.movers() == {"3Mot"}
    assert game.clauses("move 16Pz to 0821") == ["12.42a"]


@pytest.mark.case("12.45a", "12.45b")
def test_disrupted_units_are_transferred_one_way(at: At) -> None:
    game = at("at russian-movement\nturn 9\n0907 33Gd(disrupted)\nG3 192RD(disrupted)\nG2 131RD")
    assert game.clauses("transfer 33Gd F3") == []
    assert game.clauses("transfer 192RD 0907") == ["12.45b"]
    assert game.clauses("transfer 131RD 0907") == []


# -- Ground Support ---------------------------------------------------------------------------------


@pytest.mark.case("12.52a", "12.52b", "12.51a", "12.54a", "12.11b")
def test_a_b_attacks_an_a_with_ground_support(at: At) -> None:
    """The example to 12.52: −1 for class and +1 for the air unit."""
    text = "at german-support\nturn 4\nair 2\n0721 Rum1\n0720 33Gd\n0616 192RD\n"
    game = at(text)
    assert game.clauses("support 0616") == ["12.54a"]  # no German is next to it
    assert game.clauses("support 0721") == ["12.54a"]
    game.play("support 0720")
    assert (game.ask[1], game.s.air, game.where("Air1")) == ("german-combat", 1, "0720")
    assert game.play("attack 0720 with Rum1").s.local.change == 0
    game = at(text.replace("german-support", "german-combat"))
    assert game.play("attack 0720 with Rum1").s.local.change == -1


@pytest.mark.case("12.53a", "12.53b", "12.55a", "12.56a", "12.12a", "12.13a")
def test_one_for_each_attack(at: At) -> None:
    game = at("at german-support\nturn 14\nair 3\n0721 305ID\n0720 33Gd(disrupted)\n0821 192RD")
    game.play("support 0720")
    assert game.clauses("support 0720") == ["12.53a"]
    game.play("support 0821")
    assert (game.s.air, game.ask[1]) == (1, "german-combat")
    game.play("done")  # no attack after all
    assert {game.where(f"Air{n}") for n in (1, 2, 3)} == {"airfield"}
    assert (game.s.air, game.ask[1]) == (0, "mechanized")


@pytest.mark.case("12.53a", "12.52a")
def test_two_air_units_over_one_attack_help_once(at: At) -> None:
    game = at("at german-support\nturn 14\nair 2\n0721 305ID\n0720 33Gd\n0821 192RD").play(
        "support 0720", "support 0821"
    )
    assert game.play("attack 0720 0821 with 305ID").s.local.change == 1


@pytest.mark.case("12.54a", "12.31b", "12.42c")
@pytest.mark.parametrize(
    ("unit", "air", "step"),
    [
        ("305ID", 2, "german-support"),
        ("305ID(disrupted)", 2, "german-combat"),
        ("8HQ", 2, "german-combat"),
        ("305ID", 0, "german-combat"),
    ],
)
def test_never_without_ground_units(at: At, unit: str, air: int, step: str) -> None:
    game = at(f"at german-movement\nturn 4\nair {air}\n0721 {unit}\n0720 192RD").play("done")
    assert game.ask[1] == step


@pytest.mark.case("12.12a", "12.11c")
def test_air_units_are_no_ground_units(at: At) -> None:
    game = at("at german-support\nturn 4\nair 2\n0721 305ID\n0720 192RD(reduced)\n0819 33Gd").play("support 0720")
    assert game.units(D.ground) & {"Air1", "Air2", "Air3"} == set()
    game.strike("attack 0720 with 305ID", "DE")
    assert (game.where("192RD"), game.where("Air1")) == ("lost", "0720")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("at german-movement\nturn 3\n0720 192RD Air1", "no air unit can be over a hex then"),
        ("at raid\nturn 3\n0720 192RD", "no air unit is over a hex"),
        ("at disruption\nturn 3\n0907 192RD(struck) 33Gd", "all units that can be disrupted"),
        ("at russian-movement\nturn 3\n0720 192RD Air1", "own Player-Turn"),
        ("at german-bombardment\nturn 3\nair 4\n0720 192RD", "3 are at home"),
    ],
)
def test_positions_that_cannot_be(at: At, text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        at(text)
