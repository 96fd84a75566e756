"""The player's aid has every chart, from the data, and says of each entry where it comes from."""

from grognard.titles.assault.aids.chart_display import charts
from tests.titles.assault.box import D

CHARTS = {chart.name: chart for chart in charts(D)}


def test_all_charts_are_there() -> None:
    assert list(CHARTS) == [
        "Turn record",
        "Terrain: movement points",
        "Combat results",
        "Classes: added to the die",
        "Terrain: defense",
        "Air units",
        "Air bombardment",
        "Numbers",
        "Victory points",
    ]
    for chart in CHARTS.values():
        assert all(len(cells) == len(chart.columns) for _, cells in chart.rows), chart.name
        assert all(source[:2] in ("R:", "E:") for source, _ in chart.rows), chart.name


def test_a_chart_with_an_estimate_is_reconstructed() -> None:
    for chart in CHARTS.values():
        ours = any(source.startswith("E:") for source, _ in chart.rows)
        assert chart.source.startswith("E:" if ours else "R:"), chart.name
    assert CHARTS["Terrain: defense"].source.startswith("R:")
    assert CHARTS["Combat results"].source.startswith("E:")


def test_they_tell_what_is_played() -> None:
    combat = {cells[0]: cells[1:] for _, cells in CHARTS["Combat results"].rows}
    assert combat["4"] == ("3/-", "2/1", "1/1", "-/1", "1/2", "-/2", "-/3", "DE", "DE", "DE")
    costs = {cells[0]: cells[1:] for _, cells in CHARTS["Terrain: movement points"].rows}
    assert costs["woods"] == ("2", "3", "1")
    assert costs["Interior of the Inset"][0] == "2 German, 1 Russian"
    assert costs["along a road"] == ("½", "⅓", "½")
    turns = [cells for _, cells in CHARTS["Turn record"].rows]
    assert len(turns) == D.turns
    assert turns[0][2] == "11 units A"
    assert "withdrawn" in turns[10][2]
    points = {cells[0]: cells[1] for _, cells in CHARTS["Victory points"].rows}
    assert points["Volkhov (0401), with a garrison"] == "15"
