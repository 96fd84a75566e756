"""Player aids agree with the rules."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.kit.battle.ledger import total
from grognard.titles.demyansk.aids.supply_line import trace
from grognard.titles.demyansk.data.components import AXIS, SOVIET
from grognard.titles.demyansk.rules.supply import supplied
from tests.titles.demyansk.box import AT, D, names
from tests.titles.demyansk.conftest import TITLE

Moving = Callable[..., Any]
AIDS = TITLE.aids


def test_the_ledger_of_the_example(moving: Moving) -> None:
    """8.31: road, clear, rough, rough and woods."""
    game = moving("axis", "2711 AA12", "dry")
    lines = AIDS.cost(game.s, game.march("AA12", "2710 2709 2708 2707"))
    assert [(line.clause, line.amount) for line in lines] == [
        ("8.36a", 1),
        ("8.31a", 1),
        ("8.31a", 2),
        ("8.31a", 2),
        ("8.31b", 1),
    ]
    assert total(lines) == 7


def test_the_ledger_of_a_river_and_a_strongpoint(moving: Moving) -> None:
    game = moving("soviet", "2025 46-84", "dry")
    lines = AIDS.cost(game.s, game.march("46-84", "2024"))
    assert [line.clause for line in lines] == ["8.31a", "8.33b"]
    fort = AIDS.cost(game.s, game.march("46-84", "2124"))
    assert [line.clause for line in fort] == ["8.36a", "14.13a"]


def test_the_ledger_of_a_strategic_move(moving: Moving) -> None:
    game = moving("axis", "2711 AA12", "dry")
    action = game.title.parse(game.s, "strategic AA12 to 3012")
    assert [(line.clause, line.amount) for line in AIDS.cost(game.s, action)] == [("8.36a", 1)] * 3


def test_reach_is_what_can_be_played(moving: Moving) -> None:
    game = moving("axis", "2711 AA12\n3215 42Bde", "dry")
    found = AIDS.reach(game.s, 1 << game.unit("AA12"))
    assert {game.title.lexicon.places[place] for place in found} == game.reach("AA12")
    assert found[AT["2710"]] == "1"
    enemy = AIDS.reach(game.s, 1 << game.unit("42Bde"))  # in its owner's next phase
    assert AT["3216"] in enemy
    game.play("move AA12 to 2710")
    assert AIDS.reach(game.s, 1 << game.unit("AA12")) == {}
    assert AIDS.reach(game.s, 1 << game.unit("Ju87-1")) == {}


def test_overlays_and_ground(moving: Moving) -> None:
    s = moving("axis", "2711 AA12\n3215 42Bde").s
    assert "2710" in names(AIDS.overlays["zoc"](s, AXIS))
    assert AIDS.ground(s, AXIS) & AIDS.ground(s, SOVIET) == 0
    assert AIDS.overlays["supply"](s, AXIS) >> AT["2711"] & 1


def test_what_is_still_to_come(new: Callable[..., Any]) -> None:
    game = new("bridge")
    assert AIDS.arrivals(game.s) == [("Game-Turn 11", "axis", "I-553 BBB in AGN")]
    campaign = new()
    assert AIDS.arrivals(campaign.s)[0] == ("now", "axis", "III-174 in AGN")
    there = campaign.s.there[AXIS]
    whole = there & D.two_steps & ~campaign.s.reduced
    assert AIDS.steps(campaign.s, AXIS) == there.bit_count() + whole.bit_count()


def test_points_to_spend_and_markers(moving: Moving) -> None:
    s = moving("axis", "2711 AA12\naxis_rps 2\nbuilding 2712\nbuilt 2713").s
    assert AIDS.status(s)["Axis RPs"] == "2"
    assert "Soviet RPs" not in AIDS.status(s)
    assert (names(AIDS.markers(s)["construction"]), names(AIDS.markers(s)["Strongpoint"])) == ({"2712"}, {"2713"})
    assert TITLE.place(s, AT["NWF-rebuilding"]) == "the Units Rebuilding section of NWF"


# -- the score --------------------------------------------------------------------------------


def test_the_status_of_each_scenario(new: Callable[..., Any], moving: Moving) -> None:
    winter = AIDS.status(new("offensive").s)
    assert (winter["Demyansk"], winter["locations"]) == ("not surrounded", "1 held; 5 needed")
    assert winter["2nd Guards Rifle Corps"] == "0 of 6 have left"
    assert AIDS.status(new("bridge").s)["link"] == "cut"
    campaign = AIDS.status(new().s)
    assert campaign["points"] == "0, 1 with the places held; 55 needed"
    assert campaign["units on the map"] == "Axis 107, Soviet 71"
    short = AIDS.status(moving("axis", "shortage red\nstorm yes\nvps 4\nrequired yes\n2711 I-27\n2430 26Bde").s)
    assert (short["Soviet shortage"], short["weather"], short["first player"]) == (
        "red group",
        "Frozen with Storm",
        "Soviet",
    )
    assert short["points"] == "4, 5 with the places held; 55 needed"
    assert short["2nd Guards Rifle Corps"] == "0 of 6 have left, must leave in this turn"
    assert AIDS.status(moving("axis", "2711 46-84").s)["Demyansk"] == "Soviet"


# -- Supply Routes ----------------------------------------------------------------------------


def lines(game: Any, unit: str) -> Any:
    found = trace(game.s, game.unit(unit))
    assert found is not None
    return found.ok, [D.board.names[hex_] for hex_ in found.path], [why.clause for why in found.why]


def test_the_line_of_the_example(moving: Moving) -> None:
    """6.2: four hexes to the road, and on the road to 1836."""
    ok, path, why = lines(moving("axis", "1829 I-56\nturned 1529 1032 2036"), "I-56")
    assert (ok, path[0], path[-1], why) == (True, "1829", "1836", [])
    assert trace(moving("axis", "AGN I-56").s, D.number["I-56"]) is None


def test_why_there_is_no_line(moving: Moving) -> None:
    pocket = "turned 1529 2814\n2611 23Div\n2711 I-27\n1524 46-84\n1925 41-84\n2922 20Bde\n2830 42Bde"
    ok, path, why = lines(moving("axis", pocket), "I-27")
    assert (ok, path[0]) == (False, "2711")
    assert why == ["6.24b"]
    held = moving("axis", "1712 III-26\nturned 1529 2611 2814\n1032 46-84\n1836 41-84\n2036 20Bde")
    assert lines(held, "III-26") == (True, ["1712"], [])  # its own Strongpoint (6.34)
    no_source = moving("axis", "2710 I-27\n2611 23Div\nturned 1529 2814\n1032 46-84\n1836 41-84\n2036 20Bde")
    assert lines(no_source, "I-27")[2] == ["6.12a"]


def test_lines_agree_with_supply(new: Callable[..., Any]) -> None:
    for scenario in ("offensive", "bridge"):
        s = new(scenario).s
        for side in (AXIS, SOVIET):
            fed = supplied(s, side)
            for unit in scan(s.there[side]):
                found = trace(s, unit)
                assert found is not None
                assert found.ok == bool(fed >> unit & 1), D.pieces[unit]


# -- odds -------------------------------------------------------------------------------------

GROUP = "1710 87-26 1-87\n1810 1318-163 1-1318 28-238Eng\n1609 231-387Art\n1811 III-26\n1910 I-46\navailable Il2-1\n"
FIGHT = "at combat\nturn 9\nsegment 1\nsequence 1\nweather frozen\n"


def test_the_odds_of_an_attack(at: Any) -> None:
    game = at(FIGHT + GROUP)
    attack = "attack 1811 with 87-26 1-87 1318-163 1-1318"
    action = game.title.parse(game.s, attack)
    odds = game.title.odds(game.s, action, 0)
    assert (odds.attack, odds.defense, odds.column, odds.exact) == (8, 3, "2-1", False)
    assert odds.assumes == "Soviet support is not committed yet and not counted"  # the Axis has nothing to commit
    assert [(line.part, line.clause, line.after) for line in odds.lines if line.part == "column"] == [
        ("column", "11.52d", "5-2"),
        ("column", "14.21a", "2-1"),
    ]
    assert sum(result.chance for result in odds.results) == pytest.approx(1, abs=0.001)
    assert sorted(face for result in odds.results for face in result.faces) == [1, 2, 3, 4, 5, 6]
    assert odds.support == 1
    assert game.title.odds(game.s, action, 1).column == "5-2"  # with the aircraft
    game.play(attack, "attack 1910 with 28-238Eng")
    assert game.title.odds(game.s, game.title.parse(game.s, "resolve 1811"), 0).column == "2-1"
    game.play("resolve 1811")
    assert game.ask[1] == "soviet-support"
    support = game.title.parse(game.s, "support 231-387Art Il2-1")
    assert game.title.odds(game.s, None, 0).assumes == odds.assumes
    foreseen = game.title.odds(game.s, support, 0)
    assert (foreseen.exact, foreseen.assumes) == (True, "")
    game.play("support 231-387Art Il2-1")
    while game.ask[1] != "die":
        game.play("done")
    assert game.title.odds(game.s, None, 0).column == foreseen.column == D.charts.crt.names[game.s.local.column]


def test_odds_say_whose_support_may_still_come(at: Any) -> None:
    """Soviet support is committed first, in every combat (11.51d)."""
    game = at(FIGHT + GROUP.replace("Il2-1", "Il2-1 Ju87-1"))
    attack = "attack 1811 with 87-26 1-87 1318-163 1-1318"
    both = game.title.odds(game.s, game.title.parse(game.s, attack), 0)
    assert both.assumes.startswith("Soviet and Axis support is not committed yet")
    game.play(attack, "attack 1910 with 28-238Eng", "resolve 1811")
    mine = game.title.odds(game.s, game.title.parse(game.s, "support Il2-1"), 0)
    assert (mine.exact, mine.assumes) == (False, "Axis support is not committed yet and not counted")
    game.play("support Il2-1")
    assert game.ask[1] == "axis-support"
    theirs = game.title.odds(game.s, game.title.parse(game.s, "support Ju87-1"), 0)
    assert (theirs.exact, theirs.assumes) == (True, "")
    game.play("done")
    assert (game.ask[1], game.title.odds(game.s, None, 0).assumes) == ("die", "")


def test_the_odds_against_an_untried_unit(at: Any) -> None:
    """Averaged over the ten sides; two of them are removed."""
    game = at(FIGHT + "2429 46-84 41-84\n2428 U1")
    odds = game.title.odds(game.s, game.title.parse(game.s, "attack 2428 with 46-84 41-84"), 0)
    assert (odds.exact, odds.unknown) == (False, ("U1",))
    removed = next(result for result in odds.results if result.name == "removed")
    assert removed.chance == pytest.approx(0.2)
    assert sum(odds.columns.values()) == pytest.approx(0.8)
    assert sum(result.chance for result in odds.results) == pytest.approx(1, abs=0.001)


def test_charts() -> None:
    """Every chart has rows as wide as its columns, and every row a source."""
    charts = AIDS.charts(D)
    assert len(charts) == 12
    for chart in charts:
        assert all(len(row) == len(chart.columns) and source[:2] in ("R:", "E:", "G:") for source, row in chart.rows)
    (turns,) = (chart for chart in charts if chart.turns)
    assert len(turns.rows) == 18
