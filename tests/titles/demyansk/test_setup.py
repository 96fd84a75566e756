"""[4.1, 19.0] Set-up of the three scenarios."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.titles.demyansk.data.components import AXIS, SOVIET
from grognard.titles.demyansk.state import works
from tests.titles.demyansk.box import AT, NUMBER, D, names

New = Callable[..., Any]


@pytest.mark.case("4.11a", "4.14a", "19.0a", "19.0b", "19.12a", "19.22b", "19.32a")
@pytest.mark.parametrize("scenario", D.plans)
def test_every_unit_is_where_its_card_says(new: New, scenario: str) -> None:
    game = new(scenario)
    setup = D.plans[scenario].setup
    assert setup.start
    for unit, hex_ in setup.start.items():
        assert game.where(unit) == hex_
    placed = {NUMBER[unit] for unit in setup.start} | {*scan(D.printed)}
    assert game.s.there[AXIS] | game.s.there[SOVIET] == sum(1 << n for n in placed if game.s.place[n] < D.board.box)


@pytest.mark.case("4.12a", "4.12b", "9.3c")
def test_the_others_wait_or_are_not_used(new: New) -> None:
    game = new("bridge")
    assert game.where("I-27") == "reserve"
    assert game.where("BBB") == "reserve"
    assert NUMBER["BBB"] in game.s.stage.due
    assert NUMBER["I-27"] not in game.s.stage.due
    assert game.where("Marsch3") == "marsch"


@pytest.mark.case("4.13a")
def test_some_start_reduced(new: New) -> None:
    game = new()
    assert game.units(game.s.reduced) == {"III-415", "II-416", "III-418", "vBorries"}


@pytest.mark.case("2.21b", "14.11a", "14.35a", "18.3f")
def test_printed_units_and_strongpoints(new: New) -> None:
    s = new().s
    assert {D.units[n].printed for n in scan(D.printed & s.there[AXIS])} == {
        "1716", "1818", "2017", "2109", "2408", "2706", "3309", "3412",
    }  # fmt: skip
    assert works(s, AXIS) == D.feature["Axis strongpoint"]
    assert works(s, SOVIET) == D.feature["Soviet strongpoint"]
    bridge = new("bridge").s
    assert names(bridge.destroyed) == {"1621", "1627", "1719", "1720", "1818", "1929", "2124"}
    assert bridge.place[NUMBER["P1818"]] == D.reserve
    assert bridge.place[NUMBER["P2017"]] == AT["2017"]
    assert bridge.place[NUMBER["P1716"]] == D.reserve  # not in play


@pytest.mark.case("19.11a", "19.21a", "19.31a", "4.22a")
@pytest.mark.parametrize(("scenario", "first", "last"), [("offensive", 1, 8), ("bridge", 10, 16), ("campaign", 1, 18)])
def test_the_turns(new: New, scenario: str, first: int, last: int) -> None:
    game = new(scenario)
    assert game.s.turn == first
    turns = {first}
    while not game.s.over:
        if game.ask[1] == "pick-up":
            game.play(f"pick {sorted(game.movers('pick'))[0]}")
            continue
        game.go_on()
        turns.add(game.s.turn)
    assert turns == {*range(first, last + 1)}


@pytest.mark.case("1.2b", "3.11a")
def test_two_players(new: New) -> None:
    title = new().title
    assert title.players == ("axis", "soviet")
    assert D.side[AXIS] & D.side[SOVIET] == 0
    assert {D.whose(n) for n in range(len(D.pieces))} == {"axis", "soviet"}


@pytest.mark.case("3.35a", "5.42a")
def test_nothing_else_is_hidden(new: New) -> None:
    """What nobody may know is not in the position, so there is no fog."""
    assert not new().title.fogged
