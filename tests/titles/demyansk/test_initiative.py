"""[5.5] The Initiative."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.demyansk.data.components import AXIS, SOVIET
from grognard.titles.demyansk.rules.initiative import drm

APART = "2430 19Gd-8Gd 23Gd-8Gd 30Gd-8Gd\n2229 26Bde 37Bde\n2028 38Bde"
CORPS = "19Gd-8Gd 23Gd-8Gd 30Gd-8Gd 26Bde 37Bde 38Bde"


def at_the_table(at: Any, turn: int, text: str = "", scenario: str = "campaign") -> Any:
    return at(f"at axis-initiative\nturn {turn}\n2711 I-27\n{text}", scenario)


@pytest.mark.case("5.51a", "19.33a", "19.13a", "19.23a")
@pytest.mark.parametrize(("scenario", "first"), [("offensive", "soviet"), ("bridge", "axis"), ("campaign", "soviet")])
def test_who_is_first_player(new: Callable[..., Any], scenario: str, first: str) -> None:
    game = new(scenario).to("movement")
    assert game.ask[0] == first
    game.play("done").to("movement")
    assert game.ask[0] != first


@pytest.mark.case("5.52a", "5.52c", "19.33b", "5.51b", "sequence.6")
def test_the_turns_with_a_choice(new: Callable[..., Any]) -> None:
    game, seen = new(), []
    while not game.s.over:
        if game.ask[1].endswith("initiative"):
            seen.append((game.s.turn, game.ask[1]))
        game.go_on()
    assert seen == [(9, "axis-initiative"), (10, "axis-initiative"), (11, "axis-initiative")]


@pytest.mark.case("5.52b", "5.52a", "5.52d", "16.16a")
@pytest.mark.parametrize(("die", "first"), [(5, SOVIET), (6, AXIS)])
def test_a_try_on_gt9(at: Any, die: int, first: int) -> None:
    """Demyansk surrounded and the corps still there: no DRM, and a 6 is needed; 3 VPs either way."""
    game = at_the_table(at, 9, f"{APART}\n1524 46-84\n1925 41-84\n2922 20Bde")
    assert drm(game.s) == 0
    game.play("try", f"roll {die}")
    assert (game.s.first, game.s.vps) == (first, 3)
    assert game.to("movement").ask[0] == ("axis" if first == AXIS else "soviet")


@pytest.mark.case("5.52c", "5.52d")
def test_without_a_try_nothing_is_scored(at: Any) -> None:
    game = at_the_table(at, 9).play("done")
    assert (game.s.first, game.s.vps) == (SOVIET, 0)


@pytest.mark.case("5.52a")
def test_modifiers(at: Any) -> None:
    assert drm(at_the_table(at, 10, APART).s) == 1  # not surrounded
    assert drm(at_the_table(at, 10, f"exited {CORPS}").s) == 2
    assert drm(at_the_table(at, 10, f"exited {CORPS}\n1428 46-84").s) == 1
    assert drm(at_the_table(at, 10, f"exited {CORPS}\nweather mud\nstorm yes").s) == 1


@pytest.mark.case("5.52e", "5.52f", "5.52g")
def test_gt11_needs_no_roll(at: Any) -> None:
    game = at_the_table(at, 11).play("try")
    assert (game.s.first, game.s.vps, game.ask[1]) == (AXIS, 0, "movement")
    kept = at_the_table(at, 11).play("done")
    assert kept.s.first == SOVIET


@pytest.mark.case("5.53a", "5.53b", "5.53c", "16.16a")
@pytest.mark.parametrize(("die", "first"), [(3, AXIS), (4, SOVIET)])
def test_the_soviets_on_gt16(at: Any, die: int, first: int) -> None:
    game = at("at soviet-initiative\nturn 16\nfirst 0\n2711 I-27\n1428 46-84").play("try", f"roll {die}")
    assert (game.s.first, game.s.vps) == (first, -4)


@pytest.mark.case("5.53a")
def test_only_against_an_axis_initiative(at: Any) -> None:
    game = at("at soviet-reinforcements\nturn 16\nreserve 235Div\n2711 I-27").play("done")
    assert game.to("movement").s.first == SOVIET
    other = at("at soviet-reinforcements\nturn 16\nfirst 0\nreserve 235Div\n2711 I-27").play("done")
    assert other.to("soviet-initiative").ask[0] == "soviet"


@pytest.mark.case("19.13a", "19.23a")
def test_no_change_in_the_short_scenarios(new: Callable[..., Any]) -> None:
    game = new("bridge")
    while not game.s.over:
        assert not game.ask[1].endswith("initiative")
        game.go_on()
    assert game.s.first == AXIS
