"""Player aids agree with the rules."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.kit.battle.ledger import total
from grognard.kit.table import Consequence
from grognard.titles.demyansk.aids.supply_line import trace
from grognard.titles.demyansk.data.components import AXIS, SOVIET
from grognard.titles.demyansk.rules.consequences import fate
from grognard.titles.demyansk.rules.supply import supplied
from tests.titles.demyansk.box import AT, D, names
from tests.titles.demyansk.conftest import TITLE
from tests.titles.demyansk.fights import read

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


@pytest.mark.case("8.36a")
def test_the_ledger_of_a_strategic_move(moving: Moving) -> None:
    game = moving("axis", "2711 AA12", "dry")
    action = game.title.parse(game.s, "strategic AA12 to 3012")
    assert [(line.clause, line.amount) for line in AIDS.cost(game.s, action)] == [("8.36a", 1)] * 3


@pytest.mark.case("5.34h")
def test_the_ledger_of_leaving_the_map(moving: Moving) -> None:
    bare = f"destroyed {' '.join(sorted(names(D.stages['campaign'].works[AXIS])))}"
    game = moving("soviet", f"3831 26Bde\n{bare}", "dry")
    action = game.title.parse(game.s, "strategic 26Bde to exited")
    assert [(line.clause, line.amount) for line in AIDS.cost(game.s, action)] == [
        ("8.36a", 1),
        ("8.36a", 1),
        ("5.34h", 1),
    ]


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


@pytest.mark.case("15.11a")
def test_points_to_spend_and_markers(moving: Moving) -> None:
    s = moving("axis", "2711 AA12\naxis_rps 2\nbuilding 2712\nbuilt 2713").s
    assert AIDS.status(s)["Axis RPs"] == "2"
    assert "Soviet RPs" not in AIDS.status(s)
    assert (names(AIDS.markers(s)["construction"]), names(AIDS.markers(s)["Strongpoint"])) == ({"2712"}, {"2713"})
    assert TITLE.place(s, AT["NWF-rebuilding"]) == "the Units Rebuilding section of NWF"


# -- the score --------------------------------------------------------------------------------


@pytest.mark.case("16.21a")
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


@pytest.mark.case("6.2a")
def test_the_line_of_the_example(moving: Moving) -> None:
    """6.2: four hexes to the road, and on the road to 1836."""
    ok, path, why = lines(moving("axis", "1829 I-56\nturned 1529 1032 2036"), "I-56")
    assert (ok, path[0], path[-1], why) == (True, "1829", "1836", [])
    assert trace(moving("axis", "AGN I-56").s, D.number["I-56"]) is None


@pytest.mark.case("6.12a", "6.34a")
def test_why_there_is_no_line(moving: Moving) -> None:
    pocket = "turned 1529 2814\n2611 23Div\n2711 I-27\n1524 46-84\n1925 41-84\n2922 20Bde\n2830 42Bde"
    ok, path, why = lines(moving("axis", pocket), "I-27")
    assert (ok, path[0]) == (False, "2711")
    assert why == ["6.24b"]
    held = moving("axis", "1712 III-26\nturned 1529 2611 2814\n1032 46-84\n1836 41-84\n2036 20Bde")
    assert lines(held, "III-26") == (True, ["1712"], [])  # its own Strongpoint (6.34)
    no_source = moving("axis", "2710 I-27\n2611 23Div\nturned 1529 2814\n1032 46-84\n1836 41-84\n2036 20Bde")
    assert lines(no_source, "I-27")[2] == ["6.12a"]


@pytest.mark.case("6.23c")
def test_a_line_across_the_break_of_a_road(moving: Moving) -> None:
    """From 2518 by the Demyansk road, one step from 2123 to 2124, and on by the Ramushevo road."""
    ok, path, _ = lines(moving("axis", "2518 I-27\n1524 46-84\nturned 1529 2611 2814"), "I-27")
    off_road = [(a, b) for a, b in pairwise(path) if (AT[a], AT[b]) not in D.road_pairs]
    assert (ok, off_road) == (True, [("2123", "2124")])


@pytest.mark.case("7.26a")
def test_the_line_of_a_unit_that_has_just_been_dropped(moving: Moving) -> None:
    ring = "2609 I-27\n2710 II-27\n2712 III-27\n2613 I-28\n2512 II-28\n2510 III-28\n2612 I-56"
    assert lines(moving("soviet", f"2711 2-2Abn(dropped,fresh)\n{ring}"), "2-2Abn") == (True, ["2711"], [])
    assert not lines(moving("soviet", f"2711 2-2Abn\n{ring}"), "2-2Abn")[0]


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
    flown = game.title.odds(game.s, action, 1)  # with the aircraft
    assert (flown.column, flown.assumes) == ("5-2", "More Soviet support is not committed yet and not counted")
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


@pytest.mark.case("11.43b", "11.43c")
def test_the_odds_against_an_untried_unit(at: Any) -> None:
    """Averaged over the ten sides; two of them are removed."""
    game = at(FIGHT + "2429 46-84 41-84\n2428 U1")
    odds = game.title.odds(game.s, game.title.parse(game.s, "attack 2428 with 46-84 41-84"), 0)
    assert (odds.exact, odds.unknown) == (False, ("U1",))
    removed = next(result for result in odds.results if result.name == "removed")
    assert removed.chance == pytest.approx(0.2)
    assert sum(odds.columns.values()) == pytest.approx(0.8)
    assert sum(result.chance for result in odds.results) == pytest.approx(1, abs=0.001)


def all_but(label: str) -> str:
    """A line of a position: every Tried side but one has been seen."""
    known = [face.label.replace(" ", "-") for face in D.faces if face.label != label]
    return "eliminated " + " ".join(f"U{n}={face}" for n, face in enumerate(known, 2))


def foreseen(game: Any, attack: str) -> Any:
    return game.title.odds(game.s, game.title.parse(game.s, attack), 0)


@pytest.mark.case("6.43a", "11.51b")
def test_the_odds_against_a_unit_out_of_supply(at: Any) -> None:
    """I-27 in 3215 can trace nothing; in 2711 it can."""
    cut = foreseen(at(FIGHT + "3215 I-27\n3115 42Bde\n3314 20Bde"), "attack 3215 with 42Bde")
    assert "6.43a" in {line.clause for line in cut.lines}
    fed = foreseen(at(FIGHT + "2711 I-27\n2712 42Bde"), "attack 2711 with 42Bde")
    assert "6.43a" not in {line.clause for line in fed.lines}


@pytest.mark.case("3.51i", "11.16a")
def test_the_odds_of_an_untried_attacker(at: Any) -> None:
    """Four of the ten sides have no attack strength: two are removed, two have none."""
    game = at(FIGHT.replace("sequence 1", "sequence 2") + "2428 U1\n2429 1MG")
    odds = foreseen(game, "attack 2429 with U1")
    assert next(result for result in odds.results if result.name == "cancelled").chance == pytest.approx(0.4)


@pytest.mark.case("3.51h", "11.43a")
def test_the_odds_leave_out_attackers_without_strength(at: Any) -> None:
    """With nine of ten sides known, U1 has none: only the attack across the river is left, and its shift."""
    head = FIGHT.replace("sequence 1", "sequence 2").replace("frozen", "dry")
    game = at(f"{head}{all_but('LS 2')}\n1823 U1\n1724 Denmark\n1824 1-87")
    odds = foreseen(game, "attack 1824 with U1 Denmark")
    assert not [line for line in odds.lines if "U1" in line.text]
    assert "11.22d" in {line.clause for line in odds.lines}


@pytest.mark.case("11.43c", "11.22a")
def test_the_odds_without_a_hex_that_is_empty_then(at: Any) -> None:
    """1924 has woods and a river before it; if its unit is removed only 1923 is left."""
    game = at(f"{FIGHT}{all_but('Lw 3')}\n1824 170Div\n1923 I-27\n1924 U1")
    odds = foreseen(game, "attack 1923 1924 with 170Div")
    assert "11.21a" not in {line.clause for line in odds.lines}


@pytest.mark.case("12.22a", "12.23a", "12.23b")
def test_what_a_result_costs() -> None:
    result = read("2S*/1*")
    assert fate(result.attacker, SOVIET, 3).text == "loses 2 steps and has its artillery or aircraft spent"
    assert fate(result.attacker, AXIS, 3).text == "loses 2 steps"
    assert fate(result.attacker, AXIS, 2) == Consequence(2, True, "is eliminated")
    assert fate(result.defender, AXIS, 2).text == "loses a step and has its artillery or aircraft spent"


@pytest.mark.case("2.24e", "2.24g", "2.23a")
def test_the_portrait_of_a_gun(moving: Moving) -> None:
    s = moving("axis", "2711 AR12").s
    strength = TITLE.portrait(s, D.number["AR12"])["strength"]
    unit = D.units[D.number["AR12"]]
    assert (strength["support"], strength["range"]) == (unit.support, unit.range)
    assert 0 not in (unit.support, unit.range)


def test_charts() -> None:
    """Every chart has rows as wide as its columns, and every row a source."""
    charts = AIDS.charts(D)
    assert len(charts) == 12
    for chart in charts:
        assert all(len(row) == len(chart.columns) and source[:2] in ("R:", "E:", "G:") for source, row in chart.rows)
    (turns,) = (chart for chart in charts if chart.turns)
    assert len(turns.rows) == 18
