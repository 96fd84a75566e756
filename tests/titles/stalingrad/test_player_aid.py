"""What the player is shown: charts, status, arrivals, draws, markers, and that all of it is true of this game."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.titles.assault.aids.chart_display import charts
from grognard.titles.assault.rules.supply import supplied
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from tests.titles.stalingrad.box import GAME, D, names
from tests.titles.stalingrad.conftest import TITLE

At = Callable[..., Any]

CHARTS = {chart.name: chart for chart in charts(D)}
CLAUSES = {clause.id: clause for clause in GAME.rulebook.clauses}


def rows(name: str) -> dict[str, tuple[str, ...]]:
    return {cells[0]: cells[1:] for _, cells in CHARTS[name].rows}


def test_all_charts_are_there() -> None:
    assert list(CHARTS) == [
        "Turn record", "Terrain: movement points", "Combat results", "Classes: added to the die", "Terrain: defense",
        "Air units", "Air bombardment", "Numbers", "Victory points",
    ]  # fmt: skip
    for chart in CHARTS.values():
        assert all(len(cells) == len(chart.columns) for _, cells in chart.rows), chart.name
        ours = any(source.startswith("E:") for source, _ in chart.rows)
        assert chart.source.startswith("E:" if ours else "R:"), chart.name


def test_every_cited_clause_is_alive() -> None:
    """In charts and in all data: what is stated is stated by a clause that holds in this game."""
    told = {source for chart in CHARTS.values() for source, _ in chart.rows}
    told |= {source for part in D.origins.values() for layer in part.values() for source in layer.values()}
    cited = {clause for source in told for clause in re.findall(r"R:([\d.]+[a-z])\b", source)}
    assert {"19.71a", "19.13b", "19.92a"} <= cited
    assert [clause for clause in sorted(cited) if not CLAUSES[clause].decides] == []


def test_nothing_of_the_other_game_is_said() -> None:
    words = re.compile(r"Leningrad|Neva|Guerrilla|fleet|fortif|key point|garrison|bridge", re.IGNORECASE)
    for chart in CHARTS.values():
        for _, cells in chart.rows:
            assert not any(words.search(cell) for cell in cells), cells
    for option in TITLE.options.values():
        assert not words.search(option.text)


@pytest.mark.case("19.72b", "19.73a", "19.71d")
def test_the_turn_record_has_the_numbers_of_the_boxes() -> None:
    turns = rows("Turn record")
    assert len(turns) == 19
    assert turns["4"][1:] == ("1 unit S; 3 units W", "draw 2 N, 1 E")
    assert turns["5"][2] == "draw 3 N, 2 E"
    assert turns["8"][2] == "draw 2 N"
    assert turns["14"][2] == "draw 1 N; at its end the cup is refilled"
    assert turns["19"][1:] == ("", "")


@pytest.mark.case("19.12a", "19.13b", "19.13c", "19.11a")
def test_the_air_tables() -> None:
    assert rows("Air units") == {
        "German, by the turn": ("2", "", "", "", "", ""),
        "German, from turn 2 by the die": ("1", "1", "1", "2", "2", "2"),
        "German, from turn 11 by the die": ("1", "1", "2", "2", "3", "3"),
    }


@pytest.mark.case("12.34a", "19.42a")
def test_bombardment() -> None:
    table = rows("Air bombardment")
    assert (table["clear"], table["town"], table["Stalingrad (main map)"]) == (("1, 2, 3",), ("1",), ("1",))
    assert table["town: a Tank Corps"] == table["Interior of the Inset: a Tank Corps"] == ("1, 2",)
    assert "clear: a Tank Corps" not in table


@pytest.mark.case("19.91a", "19.92a", "19.93a", "19.93b")
def test_what_scores() -> None:
    assert rows("Victory points") == {
        "each German unit in the interior, in supply, no headquarters": ("3",),
        "each victory hex occupied, for either side": ("5",),
        "no Russian supply path from 0120 to Area N": ("10",),
        "0120 last entered by Germans, no headquarters": ("10",),
    }


# -- in a game ------------------------------------------------------------------------------------------


def test_status(at: At) -> None:
    game = at("at german-movement\nturn 4\nair 2\n0910 51HQ\nF4 44ID\nC2 1W")
    assert TITLE.aids.status(game.s) == {
        "points": "German 3, Russian 5",
        "reinforcements due": "12",  # seven by the schedule, and five headquarters that return
        "air units left": "2",
        "units in the cup": "34",
    }


@pytest.mark.case("19.71d", "19.74a", "19.72c", "19.73a")
def test_arrivals(at: At) -> None:
    game = at(
        "at german-movement\nturn 4\n0910 51HQ\nnorth 13Gd\neast 24RD\n0720 14HQ\n0721 24HQ\n0722 48HQ\n0723 Rum6HQ"
    )
    told = TITLE.aids.arrivals(game.s)
    assert ("now", "german", "11HQ 384ID 94ID 14Pz 389ID by Area W") in told  # two of them late
    assert ("now", "german", "8HQ by Area W or S") in told
    assert ("now", "russian", "13Gd by Area N") in told
    assert ("now", "russian", "24RD by Area E") in told
    assert ("Game-Turn 6", "german", "22Pz by Area W") in told
    assert ("Game-Turn 4", "russian", "drawn from the cup: 2 by Area N, 1 by Area E") in told
    assert ("Game-Turn 18", "russian", "drawn from the cup: 2 by Area N, 1 by Area E") in told
    back = "at its end: eliminated Rifle and Guards Rifle Divisions go back into the cup"
    assert ("Game-Turn 14", "russian", back) in told
    assert not any(when == "Game-Turn 19" for when, _, _ in told)
    later = TITLE.aids.arrivals(at("at russian-movement\nturn 15\n0910 51HQ").s)
    assert back not in {what for _, _, what in later}
    assert [when for when, _, what in later if "drawn" in what] == ["Game-Turn 16", "Game-Turn 17", "Game-Turn 18"]


@pytest.mark.case("19.93b", "19.92a")
def test_markers(at: At) -> None:
    """0120, once Germans have it; the markers of the other game are never there."""
    game = at("at german-movement\nturn 4\n0121 305ID\nG3 44ID\n0910 51HQ").play("move 305ID via 0120 0121")
    shown = {name: names(hexes) for name, hexes in TITLE.aids.markers(game.s).items() if hexes}
    assert shown == {"German points": {"0120"}}


def test_where_units_would_be_in_supply(at: At) -> None:
    """The overlay agrees with the rule, in calm and with Germans on the Inset."""
    for text in ("0910 51HQ\n0912 44ID\n0720 192RD\nC3 33Gd", "0910 51HQ\nF4 44ID\n0720 192RD\nC3 33Gd\nA2 184RD"):
        game = at(f"at german-movement\nturn 4\n{text}")
        for side in (GERMAN, RUSSIAN):
            fed = TITLE.aids.overlays["supply"](game.s, side)
            for unit in scan(game.s.there[side] & ~D.stacks["headquarters"]):
                assert bool(fed >> game.s.place[unit] & 1) == bool(supplied(game.s, side) >> unit & 1), D.pieces[unit]


@pytest.mark.case("16.19a")
def test_a_warning_before_the_phase_ends(at: At) -> None:
    game = at("at russian-movement\nturn 9\nnorth 13Gd\n0928 44ID")
    pending = TITLE.step(game.s).pending
    assert pending is not None
    assert pending(game.s) == "reinforcements still waiting: 13Gd"
