"""[12.0] Air power: availability, bombardment, disruption, Ground Support."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.notation import BadPosition

At = Callable[..., Any]

RAID = "at german-bombardment\nturn 4\nair 5\n"


# -- worked examples and stated numbers -------------------------------------------------------


@pytest.mark.case("12.22a", "12.21a")
def test_the_first_five_turns(new: At) -> None:
    game, seen = new(placed=True), []
    while game.s.turn < 6:
        game.to("german-bombardment")
        seen.append(game.s.air)
        game.play("done").to("russian-air").play("roll 1")
        while game.ask[1] not in ("german-bombardment", "german-air"):
            game.go_on()
    assert seen == [3, 4, 5, 5, 5]
    assert game.ask == ("chance", "german-air")  # on turn 6


@pytest.mark.case("12.52b", "12.52a", "12.51a", "12.54a", "12.11b")
def test_a_b_attacks_an_a_with_ground_support(at: At) -> None:
    text = "at german-support\nturn 4\nair 2\n3420 SSPol\n3419 191RD\n3523 56HQ\n3322 235RD\n"
    game = at(text)
    assert game.clauses("support 3322") == ["12.54a"]  # nobody is next to it
    assert game.clauses("support 3420") == ["12.54a"]
    assert game.options("support").members == 1 << game.hex("3419")
    game.play("support 3419")
    assert game.ask == ("german", "german-combat")  # nothing else to help, so no more is asked
    assert (game.s.air, game.hexes(1 << game.s.place[game.unit("Air1")])) == (1, {"3419"})
    game.play("attack 3419 with SSPol")
    assert "die modifier +0" in game.log()
    game = at(text.replace("german-support", "german-combat")).play("attack 3419 with SSPol")
    assert "die modifier -1" in game.log()


@pytest.mark.case("12.44b", "12.44a", "12.35a", "12.43a")
def test_one_unit_for_each_success_in_leningrad(at: At) -> None:
    game = at(RAID + "0219 1TD 4V 3W 235RD")
    game.play(*["bombard 0219"] * 5)
    assert game.ask == ("chance", "raid")
    game.play("roll 1")
    assert game.ask == ("german", "disruption")
    assert game.movers("disrupt") == {"1TD", "4V", "3W", "235RD"}
    game.play("disrupt 4V", "roll 2", "roll 1")
    assert game.clauses("disrupt 4V") == ["12.44b"]
    game.play("disrupt 1TD", "roll 1", "disrupt 3W", "roll 1")  # the last has no choice
    assert game.units(game.s.disrupted) == {"1TD", "4V", "3W", "235RD"}
    assert game.ask == ("german", "german-movement")


# -- availability -----------------------------------------------------------------------------


@pytest.mark.case("12.22b", "12.23a", "12.13a")
@pytest.mark.parametrize(("face", "germans", "russians"), [(1, 1, 0), (3, 3, 0), (4, 3, 1), (6, 5, 2)])
def test_the_die_says_how_many(at: At, face: int, germans: int, russians: int) -> None:
    game = at("at german-air\nturn 7\n3420 1ID\n2720 281RD").play(f"roll {face}")
    assert (game.ask, game.s.air) == (("german", "german-bombardment"), germans)
    game = at("at russian-air\nturn 4\n3420 1ID\n2720 281RD").play(f"roll {face}")
    assert game.s.air == russians
    assert game.ask[1] == ("russian-bombardment" if russians else "russian-movement")
    assert at("at russian-air\nturn 4\n3420 1ID").clauses("roll 7") == ["3.2o"]


# -- bombardment ------------------------------------------------------------------------------


@pytest.mark.case("12.32a", "12.32b", "12.33a", "12.36a", "12.38a", "12.34b", "12.31a", "12.31b")
def test_all_are_sent_before_the_first_die(at: At) -> None:
    game = at(RAID + "2720 281RD\n2821 4V\n3420 1ID")
    assert game.clauses("bombard 2719") == ["12.32a"]
    assert game.clauses("bombard 3420") == ["12.32a"]
    game.play("bombard 2821", "bombard 2720", "bombard 2720", "done")
    assert (game.ask, game.s.air) == (("chance", "raid"), 2)  # two are kept for Ground Support
    assert game.verbs() == {"roll"}
    game.play("roll 6")
    assert game.s.disrupted == 0
    assert game.where("Air1") == "airfield"
    assert game.where("Air2") == "2720"
    game.play("roll 1", "roll 1")
    assert game.units(game.s.disrupted) == {"281RD"}
    assert {game.where(f"Air{n}") for n in range(1, 6)} == {"airfield"}
    assert game.s.air == 2
    assert at(RAID.replace("air 5", "air 0") + "2720 281RD").clauses("bombard 2720") == ["12.31b"]


@pytest.mark.case("12.34a", "12.37a", "12.41a", "12.12b", "12.44a")
@pytest.mark.parametrize(
    ("hex_", "hits"), [("3420", 3), ("1135", 2), ("3113", 1), ("2823", 1), ("1828", 1), ("0219", 1), ("J5", 1)]
)
def test_terrain_decides(at: At, hex_: str, hits: int) -> None:
    for face in range(1, 7):
        game = at(RAID.replace("air 5", "air 1") + f"{hex_} 4V").play(f"bombard {hex_}", f"roll {face}")
        assert game.units(game.s.disrupted) == ({"4V"} if face <= hits else set())


@pytest.mark.case("12.37a", "9.6b")
def test_germans_in_a_fortification(at: At) -> None:
    """The other terrain counts for them."""
    game = at("at russian-bombardment\nturn 4\nair 2\n1828 1ID 38HQ\n2927 11ID")
    plain = game.title.data.charts.terrain[game.title.data.terrain[game.hex("1828")]].raid
    game.play("bombard 1828", "done", f"roll {max(plain)}")
    assert max(plain) > 1
    assert game.units(game.s.disrupted) == {"1ID", "38HQ"}


@pytest.mark.case("12.41a", "12.41b", "12.42a", "12.42c", "12.42e", "12.43a")
def test_disruption_lasts_through_the_enemys_turn(at: At) -> None:
    game = at(RAID.replace("air 5", "air 2") + "2720 281RD 1G\n3420 1ID\n3421 38HQ")
    game.play("bombard 2720", "bombard 2720", "roll 1", "roll 2")
    assert game.units(game.s.disrupted) == {"281RD", "1G"}
    game.to("russian-movement")
    assert game.units(game.s.disrupted) == {"281RD", "1G"}
    assert game.clauses("move 281RD to 2719") == ["12.42a"]
    assert game.title.aids.overlays["fluid"](game.s, 1) >> game.hex("2719") & 1
    game.to("german-bombardment")
    assert game.s.disrupted == 0


@pytest.mark.case("18.11a")
@pytest.mark.parametrize("raids", ["all", "waived"])
def test_headquarters_and_guerrillas_are_spared(at: At, raids: str) -> None:
    game = at(RAID.replace("air 5", "air 1") + "2720 281RD 1G", raids=raids).play("bombard 2720", "roll 1")
    assert game.units(game.s.disrupted) == ({"281RD"} if raids == "waived" else {"281RD", "1G"})
    game = at("at russian-bombardment\nturn 4\nair 1\n2720 1ID 38HQ", raids=raids).play("bombard 2720", "roll 1")
    assert game.units(game.s.disrupted) == ({"1ID"} if raids == "waived" else {"1ID", "38HQ"})
    game = at(RAID.replace("air 5", "air 1") + "0219 1G 2G 4V", raids=raids).play("bombard 0219", "roll 1")
    assert game.ask[1] == ("german-movement" if raids == "waived" else "disruption")


@pytest.mark.case("12.11c", "12.12a", "12.32a")
def test_germans_bombard_before_they_are_on_the_map(new: At) -> None:
    game = new(placed=True)
    assert game.ask == ("german", "german-bombardment")
    game.play("bombard 1133", "bombard 1133", "bombard 1033", "roll 1", "roll 1", "roll 4")
    assert game.units(game.s.disrupted) == {"191RD"}
    assert game.clauses("move Air1 to 1133") != []


# -- Ground Support ---------------------------------------------------------------------------


@pytest.mark.case("12.53a", "12.53b", "12.55a", "12.56a", "12.31b", "12.13a")
def test_one_for_each_hex(at: At) -> None:
    game = at("at german-support\nturn 4\nair 3\n3420 1ID\n3419 191RD(disrupted)\n3321 4V\n3523 38HQ")
    game.play("support 3419")
    assert game.clauses("support 3419") == ["12.53a"]
    game.play("support 3321")
    assert game.s.air == 1
    game.play("done")  # no attack after all
    assert {game.where(f"Air{n}") for n in range(1, 6)} == {"airfield"}
    assert (game.s.air, game.ask[1]) == (0, "mechanized")


@pytest.mark.case("12.54a", "12.42c", "11.33a")
def test_never_without_ground_units(at: At) -> None:
    text = "at german-movement\nturn 4\nair 3\n3420 {}\n3419 191RD\n"
    assert at(text.format("1ID")).play("done").ask[1] == "german-support"
    assert at(text.format("1ID(disrupted)")).play("done").ask[1] == "german-combat"
    assert at(text.format("38HQ")).play("done").ask[1] == "german-combat"
    assert at(text.format("1ID").replace("air 3", "air 0")).play("done").ask[1] == "german-combat"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("at german-movement\nturn 3\n2720 4V Air1", "no air unit can be over a hex then"),
        ("at german-combat\nturn 3\n2720 1ID VVS1", "own Player-Turn"),
        ("at raid\nturn 3\n2720 4V", "no air unit is over a hex"),
        ("at german-movement\nturn 3\n2720 4V(struck)", "disruption and flight"),
        ("at disruption\nturn 3\n0219 4V(struck) 1TD", "all units that can be disrupted"),
        ("at disruption\nturn 3\n0219 4V(struck)", "no units to choose from"),
        ("at flight\nturn 3\n0125 Nav(struck,disrupted)", "outside its harbor"),
        ("at german-combat\nturn 3\n2720 4V Air1(strikers)", "the fleet cannot be under attack"),
    ],
)
def test_positions_that_cannot_be(at: At, text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        at(text)


@pytest.mark.case("10.18b", "12.51a", "10.18a")
def test_support_is_placed_before_the_first_attack(at: At) -> None:
    game = at("at german-support\nturn 4\nair 2\n3420 6-4 6-114\n3419 3V\n3321 4V\n3523 41HQ")
    assert "attack" not in game.verbs()
    game.play("support 3419", "done")
    assert game.ask == ("german", "german-combat")
    assert "support" not in game.verbs()
    game.strike("attack 3321 with 6-4", "1/1").play("lose 6-4", "lose 4V", "hold")
    assert "support" not in game.verbs()  # nor afterwards, with one left
    assert game.s.air == 1
    assert game.play("attack 3419 with 6-114").s.local.change == 3  # A on C, and the air unit that has waited


@pytest.mark.case("12.33a", "10.18b", "12.51a", "12.55a")
def test_russian_air_units(at: At) -> None:
    """They bombard, then support the attacks, and go home at the end of the Combat Phase."""
    game = at("at russian-bombardment\nturn 4\nair 2\n3420 1ID\n3421 191RD").play("bombard 3420", "done")
    assert game.ask == ("chance", "raid")
    game.play("roll 1")
    assert game.units(game.s.disrupted) == {"1ID"}
    game.to("russian-support").play("support 3420")
    assert game.ask == ("russian", "russian-combat")
    assert game.where("VVS1") == "3420"
    game.play("done")
    assert game.where("VVS1") == "airfield"


@pytest.mark.case("12.11c", "12.12a", "12.13a")
def test_air_units_never_meet_and_never_die(at: At) -> None:
    """Any number over one hex, over enemies, whatever becomes of those; at home in the enemy's Player-Turn."""
    game = at("at german-support\nturn 4\nair 2\n3420 6-4\n3421 191RD\n3320 3V").play("support 3421", "support 3320")
    game.strike("attack 3421 with 6-4", "1/1").play("lose 6-4", "lose 191RD")
    assert game.where("Air1") == "3421"
    game.to("russian-air").play("roll 6")
    assert {game.where(f"Air{n}") for n in range(1, 6)} == {"airfield"}
    game.play("bombard 3420", "bombard 3420")
    assert {game.where("VVS1"), game.where("VVS2")} == {"3420"}
    game.play("roll 6", "roll 6").to("german-movement")
    assert {game.where("VVS1"), game.where("VVS2")} == {"airfield"}
