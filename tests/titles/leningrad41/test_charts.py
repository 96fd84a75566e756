"""The charts as players see them: every number of the data is there, every row has a source."""

import re

from grognard.kit.table import Chart
from grognard.titles.leningrad41.aids.chart_display import MODIFIERS, NUMBERS, charts
from tests.titles.leningrad41.box import GAME, D, read

CHARTS = {chart.name: chart for chart in charts(D)}


def cells(chart: Chart) -> dict[str, tuple[str, ...]]:
    """The rows by their first cell."""
    return {row[0]: row[1:] for _, row in chart.rows}


def test_every_row_has_a_source_and_as_many_cells_as_columns() -> None:
    for chart in CHARTS.values():
        assert chart.rows, chart.name
        for source, row in chart.rows:
            assert re.match("[RGEU]:.", source), (chart.name, row)
            assert len(row) == len(chart.columns), (chart.name, row)


def test_combat_results() -> None:
    chart = CHARTS["Combat results by fire strength"]
    assert chart.columns == ("modified die", "0-9", "10-19", "20-29", "30-39", "40-49", "50-59", "60+")
    assert cells(chart)["3"] == ("–", "–", "E", "E", "E", "E", "E")
    assert list(cells(chart))[0::7] == ["1 or less", "8 or more"]
    assert chart.source.startswith("E:")


def test_terrain_and_modifiers() -> None:
    terrain = cells(CHARTS["Terrain"])
    assert terrain["urban"] == ("2", "yes", "+1", "yes")
    assert terrain["objective with fortification"][0] == "3"
    assert terrain["rubble, added"] == ("+1", "", "+1", "")
    assert terrain["rubble after an air strike"][-1] == "on 5 or 6"
    assert cells(CHARTS["Hexsides"])["major river"] == ("closed", "0", "+2")
    modifiers = cells(CHARTS["Die roll modifiers"])
    assert modifiers["close assault"] == ("−1",)
    assert modifiers["air strike, with an enemy anti-aircraft unit within 2 hexes"] == ("+1",)
    assert ("E:a narrow target", ("bridge", "from the air", "+1")) in CHARTS["Demolition: the only modifiers"].rows


def test_turns() -> None:
    chart = CHARTS["Turn record"]
    assert chart.turns
    assert len(chart.rows) == 10
    rows = cells(chart)
    assert rows["1"][1].startswith(
        "Manstein; 6 air markers; corps units (half a die); division (on 1/2/3 the 3rd Motorized"
    )
    assert rows["1"][2] == ""
    assert rows["6"][1] == "2 replacements; die (later reinforcements)"
    assert rows["2"][2] == "42nd Army (a unit for each 6 objectives); Reserve (a die of units)"
    later = cells(CHARTS["German reinforcements from Game Turn 4 on"])
    assert later["6"] == ("1 air marker; the 7th Flieger battlegroup on the next turn",)
    assert later["1/2/3"][0].endswith("1 corps unit")


def test_dice_tables_and_the_delay() -> None:
    assert cells(CHARTS["Metro"])["6"] == ("eliminated",)
    assert cells(CHARTS["Airborne assault (option)"])["4"] == ("drifts one hex; lost if it may not land there",)
    assert cells(CHARTS["Delay (option)"])["delay on a die of"] == ("4 or 5 or 6",)


def test_all_numbers_and_modifiers_are_shown() -> None:
    assert set(NUMBERS) == set(D.charts.numbers)
    assert set(MODIFIERS) == set(D.charts.modifiers)
    assert cells(CHARTS["Numbers"])["units in a Soviet fire"] == ("3",)


def test_they_follow_the_data() -> None:
    text = GAME.text("tables.toml").replace("soviet_fire = { value = 3", "soviet_fire = { value = 5")
    other = {chart.name: chart for chart in charts(read("tables.toml", text))}
    assert cells(other["Numbers"])["units in a Soviet fire"] == ("5",)
