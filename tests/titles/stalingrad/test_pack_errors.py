"""Bad data of charts, scenario and victory table: the error names the file, the line and the reason."""

import pytest

from grognard.core.bits import scan
from grognard.kit.load.pack import Pack
from grognard.kit.load.toml import DataError, read_toml
from grognard.titles.assault.ruleset import GERMAN
from tests.titles.stalingrad.box import GAME, D, read

# By name: the file, what it says, what it says instead, the reason, and what the line at fault begins with.
MISTAKES = {
    "not of the cup": (
        "scenarios.toml",
        '"4TC", "7TC"',
        '"7TC"',
        "4TC: the units marked R start in the cup",
        "[campaign.cup]",
    ),
    "not of the city": (
        "scenarios.toml",
        '"1W", "2W"',
        '"2W"',
        "1W: the units marked St start in the city",
        "[campaign.free]",
    ),
    "too few numbers": ("scenarios.toml", "N = [1, 2, ", "N = [1, ", "N must be a list of 19 whole numbers", "N = "),
    "below nothing": ("scenarios.toml", "E = [1, 1, ", "E = [1, -1, ", "E: -1 units on turn 2", "E = "),
    "drawn after the last": ("scenarios.toml", "2, 2, 0]", "2, 2, 1]", "N: there are no draws after turn 18", "N = "),
    "refill": ("scenarios.toml", "turn = 14", "turn = 20", "turn must be between 1 and 19", "turn = 20"),
    "last draw": (
        "scenarios.toml",
        "last_draw = 18",
        "last_draw = 0",
        "last_draw must be between 1 and 19",
        "last_draw",
    ),
    "return": ("scenarios.toml", 'areas = ["W", "S"]', 'areas = ["W", "Q"]', "the map has no entry area 'Q'", "areas"),
    "entry": (
        "scenarios.toml",
        'area = "S"\nunits = ["Rum2"]',
        'area = "Q"\nunits = ["Rum2"]',
        "no entry area 'Q'",
        "area",
    ),
    "turns": ("scenarios.toml", "turns = 19", "turns = 25", "25 turns, but the last is 19", "turns"),
    "no such unit": ("scenarios.toml", '"384ID"', '"385ID"', "there is no German unit '385ID'", "units"),
    "twice": ("scenarios.toml", '"22Pz"', '"14Pz"', "14Pz is given twice", "units"),
    "nowhere": ("scenarios.toml", '8HQ = "0325", ', "", "8HQ neither starts on the map nor enters", "[campaign]"),
    "stacked": ("scenarios.toml", '305ID = "0222"', '305ID = "0423"', "may not both be in 0423", "units"),
    "withdrawals": ("scenarios.toml", "[campaign.return]", "[campaign.withdraw]", "unknown key 'withdraw'", "["),
    "air period": ("tables.toml", "turn = 2   ", "turn = 3   ", "german: the air units of turn 2 are not given", "["),
    "air counters": (
        "tables.toml",
        "die = [1, 1, 2, 2, 3, 3]",
        "die = [1, 1, 2, 2, 3, 4]",
        "there are 3 air units",
        "",
    ),
    "two periods": ("tables.toml", "turn = 11\n", "turn = 2\n", "two periods begin on turn 2", "turn = 2"),
    "russian air": (
        "tables.toml",
        "[air.russian]\nturns = []",
        "[air.russian]\nturns = [1]",
        "there are 0 air units",
        "",
    ),
    "victory hexes": (
        "tables.toml",
        "count = 8",
        "count = 9",
        "8 victory hexes are on the inset, not 9",
        "victory_hex",
    ),
    "cut from": ("tables.toml", 'from = "0120"', 'from = "2420"', "there is no hex '2420'", "cut"),
    "cut to": ("tables.toml", 'to = "N"', 'to = "Q"', "Q", "cut"),
    "captured": (
        "tables.toml",
        "captured = { points = 10",
        "captured = { point = 10",
        "unknown key 'point'",
        "captured",
    ),
    "points": ("tables.toml", "unit = { points = 3", 'unit = { points = "3"', "points", "unit"),
    "cities": ("tables.toml", "[victory]\n", "[victory]\ncities = 3\n", "unknown key 'cities'", "cities"),
    "option": ("tables.toml", 'id = "interior"', 'id = "guerrillas"', "id 'guerrillas' is not one of: losses", "id"),
    "option twice": ("tables.toml", 'id = "interior"', 'id = "don"', "option don is given twice", ""),
    "cup count": ("units.toml", "cup = 34", "cup = 35", "34 russian cup units, not 35", "russian = {"),
    "tank corps": (
        "units.toml",
        "tank_corps_in_cup = 3",
        "tank_corps_in_cup = 4",
        "3 russian tank_corps_in_cup",
        "russian = {",
    ),
}


@pytest.mark.parametrize(("file", "right", "wrong", "said", "line"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_refused(file: str, right: str, wrong: str, said: str, line: str) -> None:
    ours = GAME.text(file)
    assert right in ours
    text = ours.replace(right, wrong, 1)
    with pytest.raises(DataError) as caught:
        read(file, text)
    assert said in caught.value.what
    assert caught.value.file == file
    assert text.splitlines()[caught.value.line - 1].startswith(line), (caught.value.line, caught.value.what)


def test_a_pack_is_laid_over() -> None:
    """Numbers of the boxes, points and a period of the air table, each with the pack as its source."""
    scenario = "[campaign.draw]\nN = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0]\n"
    tables = "[victory.unit]\npoints = 4\n[[air.german.period]]\nturn = 11\ndie = [0, 0, 0, 0, 0, 3]\n"
    files = {
        "scenarios.toml": read_toml(scenario, "p/scenarios.toml", "mine"),
        "tables.toml": read_toml(tables, "p/tables.toml", "mine"),
    }
    card = read_toml('title = "assault_stalingrad"', "p/pack.toml")
    mine = read(packs=[Pack("mine", "assault_stalingrad", "abcdef", card, files)])
    north, east = mine.draws.values()
    assert (north[15], sum(north), east[5]) == (9, 9, 2)
    assert mine.charts.victory.storm == 4
    assert mine.charts.air[GERMAN].on(12) == (0, 0, 0, 0, 0, 3)
    assert mine.charts.air[GERMAN].on(10) == (1, 1, 1, 2, 2, 2)
    own = {
        item
        for part in mine.origins.values()
        for layer in part.values()
        for item, source in layer.items()
        if source == "U:mine"
    }
    assert {"draw N 15", "unit", "german die from turn 11"} <= own
    assert not {"cut", "captured", "german die from turn 2", "refill"} & own


@pytest.mark.case("19.81a")
def test_an_unknown_unit_in_the_set_up() -> None:
    text = GAME.text("scenarios.toml").replace('8HQ = "0325"', '9HQ = "0325"')
    with pytest.raises(DataError, match="there is no Russian unit '9HQ'"):
        read("scenarios.toml", text)


def test_an_error_in_a_pack_names_the_pack_file() -> None:
    theirs = "\n[campaign.draw]\nN = [1, 2]\n"
    files = {"scenarios.toml": read_toml(theirs, "p/scenarios.toml", "mine")}
    card = read_toml('title = "assault_stalingrad"', "p/pack.toml")
    with pytest.raises(DataError, match="N must be a list of 19 whole numbers") as caught:
        read(packs=[Pack("mine", "assault_stalingrad", "abcdef", card, files)])
    assert (caught.value.file, caught.value.line) == ("p/scenarios.toml", 3)


@pytest.mark.case("19.71a", "19.71d", "19.72a", "19.74a")
def test_sources_of_the_scenario() -> None:
    """The schedule is stated; who is in the cup and the numbers of the boxes are estimates."""
    items = D.origins["set-ups"]["campaign"]
    assert {items[name] for name in ("Rum2", "384ID", "11HQ", "4HQ", "14Pz", "76ID", "371ID", "22Pz")} == {
        "R:19.71a", "R:19.71b", "R:19.71c", "R:19.71d", "R:19.71e", "R:19.71f", "R:19.71g",
    }  # fmt: skip
    assert items["return"] == "R:19.74a"
    assert items["refill"] == "R:19.73a, R:19.73c, R:19.73d"
    assert all(items[D.pieces[unit]].startswith("E:") for unit in scan(D.in_cup))
    assert all(items[f"draw {area} {turn}"].startswith("E:") for area in "NE" for turn in range(1, 20))
