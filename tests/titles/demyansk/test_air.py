"""[7.0] Air transport to Axis airfields and the one Soviet Airdrop."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.demyansk.data.components import SOVIET
from grognard.titles.demyansk.rules.air import capacity, may_drop, may_fly
from grognard.titles.demyansk.rules.supply import supplied
from grognard.titles.demyansk.state import value_of
from tests.titles.demyansk.box import NUMBER, D
from tests.titles.demyansk.conftest import Game

At = Callable[..., Game]


def flight(at: At, text: str, turn: int = 5, weather: str = "frozen", storm: str = "no", **more: Any) -> Game:
    """An Axis Air Transport Phase of the second Sequence."""
    head = f"at air-transport\nturn {turn}\nsegment 1\nsequence 2\nweather {weather}\nstorm {storm}\n"
    return at(head + text, **more)


def jump(at: At, text: str, turn: int = 5, weather: str = "frozen", storm: str = "no", **more: Any) -> Game:
    """A Soviet Air Transport Phase of the first Sequence."""
    head = f"at airdrop\nturn {turn}\nsegment 1\nsequence 1\nweather {weather}\nstorm {storm}\n"
    return at(head + text, **more)


# -- air transport ----------------------------------------------------------------------------


@pytest.mark.case("7.11a", "7.11d", "7.11e", "sequence.7")
def test_a_unit_is_flown_to_any_airfield_and_may_move_then(at: At) -> None:
    game = flight(at, "AGN I-56 Pi5\n2711 AA12")
    assert game.places(game.options("fly", NUMBER["I-56"]).members) == {"1529", "2611", "2814"}
    game.play("fly I-56 to 2814")
    assert game.where("I-56") == "2814"
    game.to("movement")
    assert "I-56" in game.movers()
    assert "7.11e" in game.clauses("strategic I-56 to 2713")


@pytest.mark.case("7.11a")
def test_only_from_the_agn_box(at: At) -> None:
    game = flight(at, "AGN I-56\n2711 I-27\neliminated I-75\n2720 42Bde")
    assert game.movers("fly") == {"I-56"}
    assert game.clauses("fly I-27 to 2611") == ["7.11a"]
    assert game.clauses("fly I-75 to 2611") == ["7.11a"]
    assert game.clauses("fly I-56 to 2711") == ["7.11a"]  # no airfield


@pytest.mark.case("7.11a")
def test_only_to_a_friendly_airfield(at: At) -> None:
    game = flight(at, "AGN I-56\n2814 42Bde")
    assert game.clauses("fly I-56 to 2814") == ["7.11a"]
    game = at("at movement\nturn 5\nsegment 1\nsequence 1\nAGN I-56\n2913 42Bde\n2711 AA12")
    game.play("move 42Bde to 2814").play("done").to("air-transport")
    assert game.clauses("fly I-56 to 2814") == ["7.11a"]
    lost = flight(at, "AGN I-56\nturned 1529 2611 2814")
    assert (lost.movers("fly"), may_fly(lost.s)) == (set(), False)


@pytest.mark.case("7.11b")
def test_not_into_an_enemy_zoc(at: At) -> None:
    """A friendly unit in the hex does not help, a friendly Strongpoint does."""
    game = flight(at, "AGN I-56\n2814 I-27\n2815 42Bde")
    assert game.clauses("fly I-56 to 2814") == ["7.11b"]
    game = flight(at, "AGN I-56\n2814 I-27\n2815 42Bde\nbuilt 2814")
    assert game.clauses("fly I-56 to 2814") == []
    hot = flight(at, "AGN I-56\n2814 I-27\n2815 42Bde\n1530 20Bde\n2612 27Bde")
    assert (hot.movers("fly"), may_fly(hot.s)) == (set(), False)


@pytest.mark.case("7.11c")
def test_not_beyond_the_stacking_limit(at: At) -> None:
    crowd = "2814 I-51 II-51 I-30"
    assert D.points(sum(1 << NUMBER[unit] for unit in crowd.split()[1:])) == 6
    assert D.stack[NUMBER["I-56"]] == 2
    assert flight(at, f"AGN Marsch1\n{crowd}").clauses("fly Marsch1 to 2814") == []
    game = flight(at, f"AGN I-56\n{crowd}")
    assert game.clauses("fly I-56 to 2814") == ["7.11c"]
    (full,) = game.s.title.explain(game.s, game.s.title.parse(game.s, "fly I-56 to 2814"))
    assert full.text == "2814 holds {held} of {limit} stacking points: no room for {needs} more".format(**full.facts)
    assert full.facts["held"] + full.facts["needs"] > full.facts["limit"] == 7
    assert game.clauses("fly I-56 to 2611") == []
    # If no airfield has room, nobody can be chosen.
    shut = flight(at, f"AGN I-56\n{crowd}\n1530 42Bde\n2612 27Bde")
    assert (shut.movers("fly"), may_fly(shut.s)) == (set(), False)
    assert "7.11c" in shut.clauses("fly I-56 to 2814")


@pytest.mark.case("7.13a", "7.12a", "7.12b", "7.12c")
def test_two_stacking_points_in_each_phase(at: At) -> None:
    game = flight(at, "AGN Pi5 Pi8 Marsch1 I-56\n2711 AA12")
    assert [D.stack[NUMBER[unit]] for unit in ("Pi5", "Marsch1")] == [1, 1]
    game.play("fly Pi5 to 2611")
    assert (capacity(game.s), game.ask[1]) == (1, "air-transport")
    game.play("fly Marsch1 to 2611")
    assert game.ask == ("axis", "movement")  # all of the capacity is used
    game.to("air-transport")  # of the next Segment
    assert (game.s.segment, capacity(game.s)) == (2, 2)
    game.play("done").to("air-transport")  # what was not used is not saved up
    assert (game.s.turn, capacity(game.s)) == (6, 2)


@pytest.mark.case("7.13a")
def test_a_larger_unit_uses_more_of_it(at: At) -> None:
    game = flight(at, "AGN I-56 Pi5\n2711 AA12").play("fly I-56 to 2611")
    assert "fly" not in game.verbs()
    game = flight(at, "AGN I-56 Pi5 Pi8\n2711 AA12").play("fly Pi5 to 2611")
    assert game.clauses("fly I-56 to 2611") == ["7.13a"]
    assert game.movers("fly") == {"Pi8"}


@pytest.mark.case("7.14a", "7.14b")
def test_who_can_be_flown(at: At) -> None:
    game = flight(at, "AGN I-56 Pi5 U1 Marsch1 StuG184 Radf5 AR5\n2711 AA12")
    assert game.movers("fly") == {"I-56", "Pi5", "U1", "Marsch1"}
    for unit in ("StuG184", "Radf5", "AR5"):
        assert "7.14b" in game.clauses(f"fly {unit} to 2611")
    assert game.clauses("fly Ju87-1 to 2611") == ["7.11a"]  # an air unit is no passenger


@pytest.mark.case("7.15a")
def test_not_before_gt5(at: At) -> None:
    assert flight(at, "AGN I-56\n2711 AA12", turn=4).clauses("fly I-56 to 2611") == ["7.15a"]
    assert flight(at, "AGN I-56\n2711 AA12", turn=5).clauses("fly I-56 to 2611") == []


@pytest.mark.case("7.15a", "sequence.7")
def test_the_phase_comes_only_when_somebody_can_be_flown(new: Callable[..., Game]) -> None:
    game = new()
    while game.s.turn < 5:
        assert game.ask[1] not in ("air-transport", "airdrop")
        game.go_on()
    game.to("air-transport")
    assert (game.s.turn, game.ask[0]) == (5, "axis")


@pytest.mark.case("7.16a", "7.16b", "5.24b")
def test_mud_and_storm(at: At) -> None:
    text = "AGN I-56\n2711 AA12"
    assert flight(at, text, weather="mud").clauses("fly I-56 to 2611") == ["7.16a"]
    assert flight(at, text, storm="yes").clauses("fly I-56 to 2611") == ["7.16b"]
    assert flight(at, text, weather="mud").movers("fly") == set()
    assert flight(at, text, weather="dry").clauses("fly I-56 to 2611") == []


@pytest.mark.case("7.17a")
def test_the_airfield_that_is_built(at: At) -> None:
    text = "AGN I-56\n2711 AA12"
    game = flight(at, f"{text}\nairfield_site 2713", turn=8)
    assert game.clauses("fly I-56 to 2713") == ["7.17a"]
    game = flight(at, f"{text}\nairfield 2713\nairfield_spent yes", turn=8)
    assert game.clauses("fly I-56 to 2713") == []


@pytest.mark.case("7.1a", "7.2a")
def test_each_side_has_its_own(at: At) -> None:
    text = "AGN I-56\nValday 2-2Abn\n2711 AA12"
    soviet = at(f"at air-transport\nturn 5\nsegment 1\nsequence 1\n{text}")
    assert soviet.clauses("fly I-56 to 2611") == ["7.1a"]
    axis = at(f"at airdrop\nturn 5\nsegment 1\nsequence 2\n{text}")
    assert axis.clauses("drop 2-2Abn in 2024") == ["7.2a"]
    assert (may_fly(soviet.s), may_drop(axis.s)) == (False, False)


# -- the Airdrop ------------------------------------------------------------------------------


@pytest.mark.case("7.21a", "7.23a", "7.22a")
def test_one_unit_from_the_valday_box(at: At) -> None:
    text = "Valday 2-2Abn 1AbnBde\n2711 AA12"
    game = jump(at, text)
    assert game.movers("drop") == {"2-2Abn"}
    assert game.clauses("drop 1AbnBde in 2024") == ["7.21a"]
    assert jump(at, "NWF 2-2Abn\n2711 AA12").clauses("drop 2-2Abn in 2024") == ["7.23a"]
    assert jump(at, text, turn=4).clauses("drop 2-2Abn in 2024") == ["7.22a"]
    assert jump(at, text, turn=9).clauses("drop 2-2Abn in 2024") == []


@pytest.mark.case("7.22b", "5.24b", "7.16a")
def test_storm_forbids_it_and_mud_does_not(at: At) -> None:
    text = "Valday 2-2Abn\n2711 AA12"
    assert jump(at, text, storm="yes").clauses("drop 2-2Abn in 2024") == ["7.22b"]
    assert jump(at, text, weather="mud").clauses("drop 2-2Abn in 2024") == []


@pytest.mark.case("7.23b", "7.23c", "7.23d", "7.23e")
def test_where_it_can_land(at: At) -> None:
    game = jump(at, "Valday 2-2Abn\n2711 AA12\n1908 42Bde\nbuilt 2320")
    assert game.clauses("drop 2-2Abn in 2711") == ["7.23c"]
    assert game.clauses("drop 2-2Abn in 2710") == ["7.23e"]
    assert game.clauses("drop 2-2Abn in 2124") == ["7.23d"]  # printed, and vacant
    assert game.clauses("drop 2-2Abn in 2320") == ["7.23d"]
    assert game.clauses("drop 2-2Abn in NWF") == ["7.23b"]
    assert game.clauses("drop 2-2Abn in 1908") == []  # a Soviet Strongpoint, with a friend
    assert game.clauses("drop 2-2Abn in 2814") == []  # an enemy airfield
    assert jump(at, "Valday 2-2Abn\n2711 AA12\ndestroyed 2124").clauses("drop 2-2Abn in 2124") == []


@pytest.mark.case("7.23b", "8.34a")
def test_it_does_not_land_in_water(at: At) -> None:
    lake = next(hex_ for hex_, kind in sorted(D.map.terrain.items()) if kind == "lake")
    text = "Valday 2-2Abn\n2711 AA12"
    assert jump(at, text, weather="dry").clauses(f"drop 2-2Abn in {lake}") == ["8.34a"]
    assert "7.23b" in at(
        "at airdrop\nturn 11\nsegment 1\nsequence 2\nValday 2-2Abn\n2024 42Bde", scenario="bridge"
    ).clauses("drop 2-2Abn in 2711")


@pytest.mark.case("7.23b", "7.23f", "7.23g", "7.23h")
def test_its_mode(at: At) -> None:
    """In Airdrop mode until the Administrative Phase of the same Sequence; it may enter an enemy ZOC at once."""
    game = jump(at, "Valday 2-2Abn\n2711 AA12").play("drop 2-2Abn in 2713")
    unit = D.units[NUMBER["2-2Abn"]]
    assert value_of(game.s, NUMBER["2-2Abn"]) == unit.airdrop
    game.to("movement").play("move 2-2Abn to 2712")
    assert game.where("2-2Abn") == "2712"
    game.play("done").to("movement")
    assert game.ask[0] == "axis"
    assert (game.s.dropped, value_of(game.s, NUMBER["2-2Abn"])) == (0, unit.front)


@pytest.mark.case("7.25a", "7.23h", "7.24b")
def test_only_once(at: At) -> None:
    game = jump(at, "Valday 2-2Abn\n2711 AA12").play("drop 2-2Abn in 2024")
    assert game.s.airdrop_spent
    back = jump(at, "Valday 2-2Abn\n2711 AA12\nairdrop_spent yes")
    assert back.clauses("drop 2-2Abn in 2024") == ["7.24b"]
    assert not may_drop(back.s)


@pytest.mark.case("7.24a", "7.24b")
def test_it_may_enter_like_any_other(at: At) -> None:
    game = jump(at, "Valday 2-2Abn\n2711 AA12").play("done")
    assert not game.s.airdrop_spent  # not even next turn is too late
    entry = sorted(game.reach("2-2Abn"))[0]
    game.play(f"move 2-2Abn to {entry}", "done")
    assert game.s.airdrop_spent
    assert value_of(game.s, NUMBER["2-2Abn"]) == D.front[NUMBER["2-2Abn"]]


@pytest.mark.case("7.25b")
@pytest.mark.parametrize("spent", ["yes", "no"])
def test_it_cannot_be_rebuilt(at: At, spent: str) -> None:
    game = at(
        f"at replacements\nturn 6\nsegment 1\nsequence 1\nsoviet_rps 2\nairdrop_spent {spent}\n"
        "eliminated 2-2Abn 42-180\n2711 AA12"
    )
    assert "7.25b" in game.clauses("rebuild 2-2Abn")
    assert game.movers("rebuild") == {"42-180"}


@pytest.mark.case("7.26a", "6.53a")
def test_supplied_for_the_whole_turn(at: At) -> None:
    game = jump(at, "Valday 2-2Abn\n2711 AA12\n2714 I-27").play("drop 2-2Abn in 2520")
    unit = 1 << NUMBER["2-2Abn"]
    game.to("movement")
    assert supplied(game.s, SOVIET) & unit
    while game.s.turn == 5:
        assert game.s.fresh & unit
        game.go_on()
    assert not game.s.fresh


@pytest.mark.case("3.33a", "7.23b")
def test_a_drop_into_a_full_stack(at: At) -> None:
    """Stacking is judged at the end of the Air Transport Phase too."""
    full = "42-180 86-180 21-180 28-238Eng"
    assert D.points(sum(1 << NUMBER[unit] for unit in full.split())) == 7
    game = jump(at, f"Valday 2-2Abn\n2711 AA12\n2024 {full}").play("drop 2-2Abn in 2024")
    assert game.ask == ("soviet", "excess")
    assert game.play("eliminate 2-2Abn").ask == ("soviet", "movement")
    assert game.s.airdrop_spent
