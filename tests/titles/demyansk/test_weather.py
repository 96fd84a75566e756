"""[5.2, 6.5] Weather and shortages."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.demyansk.data.components import AXIS
from grognard.titles.demyansk.state import friendly
from tests.titles.demyansk.box import AT, D

New = Callable[..., Any]


def rolling(at: Any, step: str, turn: int, **scalars: object) -> Any:
    words = "\n".join(f"{name} {value}" for name, value in scalars.items())
    return at(f"at {step}\nturn {turn}\n{words}\n2711 I-27\n1608 1MG")


@pytest.mark.case("19.11b", "19.11c", "19.31b", "19.31c", "5.23b")
@pytest.mark.parametrize("scenario", ["offensive", "campaign"])
def test_the_first_turn_is_frozen(new: New, scenario: str) -> None:
    """Without a roll in either Segment; from GT2 on there is one for each."""
    game = new(scenario)
    seen = []
    while game.s.turn < 3:
        if game.ask[1] == "weather":
            seen.append((game.s.turn, game.s.segment))
        game.go_on()
    assert seen == [(2, 0), (2, 2)]
    assert game.title.step(game.s).cite


@pytest.mark.case("19.21b", "19.21c")
def test_the_second_scenario(new: New) -> None:
    game = new("bridge")
    assert (game.s.turn, game.s.weather, game.ask[1]) == (10, "frozen", "movement")
    game.to("weather")
    assert game.s.turn == 11


@pytest.mark.case("5.21a", "5.22a", "5.23a", "5.24a", "2.4b", "2.4a")
@pytest.mark.parametrize(
    ("turn", "die", "weather", "storm"),
    [
        (2, 1, "frozen", True),
        (2, 6, "frozen", False),
        (12, 4, "frozen", False),
        (12, 5, "mud", True),
        (13, 5, "mud", False),
        (17, 4, "dry", True),
        (18, 6, "dry", False),
    ],
)
def test_the_table_and_its_modifiers(at: Any, turn: int, die: int, weather: str, storm: bool) -> None:
    game = rolling(at, "weather", turn)
    assert game.ask[0] == "chance"
    game.play(f"roll {die}")
    assert (game.s.weather, game.s.storm) == (weather, storm)


@pytest.mark.case("5.24a")
def test_a_storm_ends_with_the_next_weather_phase(at: Any) -> None:
    game = rolling(at, "weather", 9, storm="yes").play("roll 4")
    assert not game.s.storm


@pytest.mark.case("3.12c", "3.22b", "5.22b")
def test_zones_change_with_the_weather(at: Any) -> None:
    """AA290 in 2017 takes the swamp in 2116 only when it freezes."""
    game = at("at weather\nturn 9\nweather mud\n2017 AA290\nturned 2116")
    assert not friendly(game.s, AXIS) >> AT["2116"] & 1
    game.play("roll 3")
    assert friendly(game.s, AXIS) >> AT["2116"] & 1


@pytest.mark.case("14.53b")
def test_mud_swallows_an_airfield_in_swamp(at: Any) -> None:
    game = rolling(at, "weather", 13, airfield="2116").play("roll 5")
    assert (game.s.weather, game.s.airfield) == ("mud", 0)
    dry = rolling(at, "weather", 13, airfield="2116").play("roll 3")
    assert dry.s.airfield == 1 << AT["2116"]
    firm = rolling(at, "weather", 13, airfield="2714").play("roll 5")
    assert firm.s.airfield


# -- shortages --------------------------------------------------------------------------------


@pytest.mark.case("6.51a", "sequence.2", "sequence.36")
def test_when_there_is_a_roll(new: New) -> None:
    """In both Segments of GTs 2 to 8; afterwards only in Mud."""
    game, seen = new("offensive"), []
    while game.s.turn < 4:
        if game.ask[1] == "shortage":
            seen.append((game.s.turn, game.s.segment))
        game.go_on()
    assert seen == [(2, 0), (2, 2), (3, 0), (3, 2)]


@pytest.mark.case("6.51a", "6.52b")
def test_later_only_in_mud(at: Any) -> None:
    assert rolling(at, "weather", 13).play("roll 1").ask == ("axis", "axis-reinforcements")
    mud = rolling(at, "weather", 13).play("roll 5")
    assert mud.ask == ("chance", "shortage")
    mud.play("roll 5")  # without a DRM
    assert mud.s.shortage == "none"


@pytest.mark.case("6.51b", "6.52a", "6.51c")
@pytest.mark.parametrize(
    ("turn", "die", "group"),
    [
        (2, 1, "red"),
        (2, 2, "yellow"),
        (2, 4, "none"),
        (2, 6, "green"),
        (4, 1, "yellow"),
        (6, 3, "green"),
        (7, 1, "yellow"),
    ],
)
def test_the_table(at: Any, turn: int, die: int, group: str) -> None:
    assert rolling(at, "shortage", turn).play(f"roll {die}").s.shortage == group


@pytest.mark.case("6.52b")
def test_no_modifier_in_mud(at: Any) -> None:
    assert rolling(at, "shortage", 7, weather="mud").play("roll 1").s.shortage == "red"


@pytest.mark.case("6.55a")
@pytest.mark.parametrize(
    ("before", "die", "after"),
    [("red", 1, "green"), ("yellow", 2, "green"), ("none", 4, "green"), ("green", 6, "green"), ("green", 1, "red")],
)
def test_no_group_twice_in_a_row(at: Any, before: str, die: int, after: str) -> None:
    assert rolling(at, "shortage", 2, shortage=before).play(f"roll {die}").s.shortage == after


@pytest.mark.case("6.55a", "6.52c")
def test_a_segment_without_a_roll_ends_the_row(at: Any) -> None:
    game = rolling(at, "weather", 13, shortage="red").play("roll 1")
    assert game.s.shortage == ""


def test_every_turn_has_its_modifiers() -> None:
    assert len(D.charts.weather_drm) == len(D.charts.dates) == 18
    assert [turn for turn, drm in enumerate(D.charts.shortage_drm, 1) if drm] == [2, 3, 4, 5, 6, 7, 8]
