"""The data as read: what counters and charts say, and that mistakes are found with file, line and reason."""

import re
from fractions import Fraction

import pytest

from grognard.kit.load.toml import DataError
from grognard.titles.demyansk.data.chart_values import Part, Result, part
from grognard.titles.demyansk.data.components import AXIS
from tests.titles.demyansk.box import AT, GAME, NUMBER, D, names, read


@pytest.mark.case("2.21a", "2.24a", "2.24b", "2.24c", "2.24e", "2.24f", "2.24g", "3.14a")
def test_values_of_counters() -> None:
    battalion, guns = D.units[NUMBER["III-26"]], D.units[NUMBER["231-387Art"]]
    assert (battalion.front, battalion.back, battalion.stack) == ((2, 3, 4), (1, 2, 4), 2)
    assert (guns.support, guns.range, guns.band) == (2, 4, True)
    assert D.guns & ~(D.type["artillery"] | D.type["rocket artillery"]) == 0
    assert all((unit.range > 0) == bool(D.guns >> n & 1) for n, unit in enumerate(D.units))


@pytest.mark.case("2.24k", "2.24l", "2.24i", "2.21c", "2.21d")
def test_types() -> None:
    assert set(D.type) == {
        "armor", "reconnaissance", "artillery", "rocket artillery", "engineer", "infantry", "ski infantry",
        "parachute infantry",
    }  # fmt: skip
    assert {air.type for air in D.counters.air} == {"A", "B"}
    assert {unit.size for unit in D.units} == {"company", "battalion", "regiment", "brigade", "division"}


@pytest.mark.case("2.23a", "2.23c", "18.1b", "18.1c", "18.1d", "18.3c", "18.3e")
def test_nationalities() -> None:
    assert {unit.branch for unit in D.units if unit.side == AXIS} == {"army", "ss", "luftwaffe", ""}
    groups = "Ante Borgmann vBorries Hitzhuber Pantel vdPahlen Schafferus Schmidt Volk".split()
    assert all(D.units[NUMBER[unit]].branch == "army" for unit in groups)
    ss = (
        "Baum Bochmann Deisenhofer Kleffner Knochlein Krauth Kron Kurtz Launer Masserle Moder Schulze Schubach "
        "Saumenicht Stange Thies Ullrich Zollhofer"
    ).split()
    assert all(D.ss >> NUMBER[unit] & 1 for unit in ss)
    assert {unit.color for unit in D.units if unit.side != AXIS and not unit.printed} == {"red", "yellow", "green"}


@pytest.mark.case("12.11a", "12.11b", "12.11c", "12.11d", "12.11e", "12.11f", "12.11g", "12.11h")
def test_results() -> None:
    assert part("1*R") == Part(1, "*", 1)
    assert part("S*") == Part(0, "S*", 0)
    assert part("2R#") == Part(2, "", 2)
    assert part("-") == Part()
    assert part("R1") is part("") is part("x") is None
    crt = D.charts.crt
    assert crt.columns[0] == Fraction(1, 3)
    assert crt.cells[6, crt.names.index("3-1")] == Result(Part(1, "*", 0), Part(0, "", 1))  # 17.0k


def test_the_charts_are_complete() -> None:
    charts = D.charts
    assert len(charts.crt.cells) == 6 * len(charts.crt.names)
    assert [charts.support[min(n, 4) - 1] for n in (1, 2, 3, 4, 9)] == [0, 1, 1, 2, 2]
    assert charts.retreats.outcome("stand", 0) == "fail"
    assert charts.retreats.outcome("stand", 6) == "pass, step"
    assert charts.retreats.outcome("zone", 9) == "pass"
    assert charts.rockets == (1, 2, 2)
    assert names(D.exits) == {"4027", "4031"}


def test_every_datum_has_a_source() -> None:
    for part_, layers in D.origins.items():
        assert layers, part_
        for layer, items in layers.items():
            assert all(re.match("[RGEU]:.", source) for source in items.values()), (part_, layer)
    known = [layer for one in D.origins.values() for layer, items in one.items() if items]
    assert len(set(known)) == len(known)  # they are counted by name
    assert set(D.origins["counters"]["counters"]) == {unit.id for unit in D.units}
    assert D.origins["counters"]["counters"]["AA12"] == "R:8.31b"


@pytest.mark.case("12.38b", "17.0t", "17.0k", "11.52i")
def test_the_results_that_the_rulebook_states() -> None:
    cells = D.origins["charts"]["crt"]
    stated = {cell: source for cell, source in cells.items() if source.startswith("R:")}
    assert stated == {"1 1-3": "R:12.38b", "3 1-2": "R:17.0t", "6 3-1": "R:17.0k", "6 6-1": "R:11.52i"}


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("map.toml", 'title = "demyansk"', 'title = "moscow"', "belongs to moscow"),
        ("map.toml", 'name = "2GRC exits"', 'name = "exits"', "no area '2GRC exits'"),
        ("map.toml", '"1032", "1736"', '"1132", "1736"', "1132 is not on the edge"),
        ("units.toml", 'front = "2-2-7"', 'front = "2-7"', "write attack, defense and movement"),
        ("units.toml", 'id = "II-27"', 'id = "I-27"', "I-27 is given twice"),
        ("units.toml", 'back = "1-2-4"', 'back = "3-2-4"', "weaker"),
        ("units.toml", "support = 2, range = 4", "range = 4", "has support"),
        ("units.toml", 'type = "engineer"', 'type = "pioneer"', "'pioneer' is not one of"),
        ("units.toml", "count = 10", "count = 9", "10 ids, but 9 Untried units"),
        ("units.toml", "ground = 147", "ground = 146", "147 axis ground units, not 146"),
        ("units.toml", 'hexes = ["1716"', 'hexes = ["9916"', "no hex '9916'"),
        ("tables.toml", '"1/R", "1/R", "1/R"', '"1/R", "1/R", "1/Q"', "'1/Q' is no result"),
        ("tables.toml", "too_low = { value = 1", "too_low = { value = 2", "has no '8'"),
        ("tables.toml", '"3-2", "2-1"', '"2-1", "3-2"', "columns must rise"),
        ("tables.toml", 'heavy = ["dry", "mud"]', 'heavy = ["dry", "rain"]', "the weathers are"),
        ("tables.toml", "upto = 99", "upto = 98", "must rise to 99"),
        ("tables.toml", '"E:ruling on 19.24, 4.22"', '""', "is not a source"),
        ("tables.toml", "weather = [0,", "weather = [", "list of 18 whole numbers"),
        ("tables.toml", "2711 = 25", "9711 = 25", "no hex '9711'"),
        ("scenarios.toml", '["I-51"]', '["I-27"]', "I-27 is given twice"),
        ("scenarios.toml", '["I-51"]', '["I-999"]', "no Axis unit 'I-999'"),
        ("scenarios.toml", '["I-51"]', '["46-84"]', "no Axis unit '46-84'"),
        ("scenarios.toml", "\n1429 = ", "\n1028 = ", "1028 is all lake"),
        ("scenarios.toml", '"III-418", "vBorries"]', '"III-418", "Pi12"]', "Pi12 has one step"),
        ("scenarios.toml", 'SWF"\nunits = ["130Div"]', 'NWF"\nunits = ["130Div"]', "130Div does not arrive"),
        ("scenarios.toml", 'value = "soviet", source', 'value = "russian", source', "'russian' is not one of"),
        ("scenarios.toml", "last = 8", "last = 19", "between 1 and 18"),
        ("scenarios.toml", "airfield = { value = 1", "airfield = { value = 2", "between 0 and 1"),
        ("scenarios.toml", 'units = ["1818"]', 'units = ["1819"]', "no printed unit in 1819"),
        ("scenarios.toml", "\n1829 = 1", "\n1829 = 11", "only 10 Untried units"),
    ],
)  # fmt: skip
def test_mistakes_are_found(file: str, old: str, new: str, says: str) -> None:
    text = GAME.text(file)
    assert old in text, old
    with pytest.raises(DataError, match=re.escape(says)) as found:
        read(file, text.replace(old, new, 1))
    assert found.value.file == file
    assert 0 < found.value.line <= text.count("\n") + 1


def test_the_wrong_line_is_named() -> None:
    text = GAME.text("scenarios.toml")
    line = text[: text.index('1430 = ["I-51"]' if '1430 = ["I-51"]' in text else '1429 = ["I-51"]')].count("\n") + 1
    with pytest.raises(DataError) as found:
        read("scenarios.toml", text.replace('1429 = ["I-51"]', '1429 = ["I-999"]'))
    assert found.value.line == line


@pytest.mark.case("2.1a", "3.13a")
def test_the_board() -> None:
    assert AT["2711"] == D.demyansk
    assert len(D.terrain) == 36 * 31
    assert D.board.distance(AT["1609"], AT["1811"]) == 3
