"""The data as read: what counters and charts say, and that mistakes are found with file, line and reason."""

import re
from collections import Counter
from pathlib import Path

import pytest

from grognard.kit.load.pack import Pack, read_pack
from grognard.kit.load.toml import DataError
from grognard.titles.leningrad41.data.chart_values import ELIMINATED, NO_EFFECT
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET
from grognard.titles.leningrad41.data.map_and_units import COMMANDS, UNLIMITED, Value
from tests.titles.leningrad41.box import AT, FILES, GAME, NUMBER, STAGE, D, names, read, side, units


@pytest.mark.case("2.4a", "2.13a")
def test_the_counters_add_up() -> None:
    assert len(D.pieces) == 200
    assert len(D.pieces) + sum(D.counters.markers.values()) == 228
    assert Counter(unit.command for unit in D.units) == {
        "3mot": 13, "8pz": 14, "269": 16, "polizei": 16, "totenkopf": 18, "flieger": 6, "corps": 14,
        "42": 60, "lfr": 30,
    }  # fmt: skip
    assert D.side[GERMAN] & D.side[SOVIET] == 0
    assert (D.side[GERMAN] | D.side[SOVIET]).bit_count() == len(D.pieces)


@pytest.mark.case("2.5a", "2.12a", "2.12b", "2.12c", "2.12d", "10.3e")
def test_values_are_read_as_printed() -> None:
    values = {name: D.units[NUMBER[name]].value for name in ("I-8M", "I-10", "3PzJg", "I-3Art", "III-3Art")}
    assert values == {
        "I-8M": Value(7, 2, assault=True),
        "I-10": Value(9, 3, assault=True, armor=True),
        "3PzJg": Value(5, 4, armor=True),
        "I-3Art": Value(8, 20, indirect=True),
        "III-3Art": Value(12, UNLIMITED, indirect=True),
    }
    assert not D.assault & D.indirect
    width = max(D.board.distance(AT["0101"], AT[hex]) for hex in ("0130", "5101", "5130"))
    assert width < UNLIMITED


@pytest.mark.case("2.6b", "2.6c", "2.6d", "2.6e", "13.2a", "13.2c", "13.4a")
def test_sub_commands() -> None:
    assert set(D.command) == {*COMMANDS[GERMAN], *COMMANDS[SOVIET]}
    assert sum(group.bit_count() for group in D.command.values()) == len(D.units)
    assert D.ability["ss"] == D.command["polizei"] | D.command["totenkopf"]
    assert D.ability["independent"] == D.command["corps"]
    assert D.ability["airborne"] == D.command["flieger"]


@pytest.mark.case("2.9b", "2.9c", "2.10b", "2.11a", "2.11b", "2.11c", "8.8b")
def test_movement() -> None:
    assert (D.allowance(NUMBER["I-10"]), D.allowance(NUMBER["51Tk"])) == (16, 12)
    assert D.charts.numbers["motorized"] == 2
    tanks = D.type["panzer"] | D.type["tank"] | D.type["heavy tank"] | D.type["assault gun"]
    assert D.armored == tanks | 1 << NUMBER["LG42"]  # 15.2b
    assert tanks & ~D.motorized == 0
    assert D.motorized >> NUMBER["LG42"] & 1 == 0
    assert units(D.motorized & D.leaders) == {"Manstein", "Zhukov"}


@pytest.mark.case("18.3d")
def test_those_who_may_land_have_a_motorized_movement_to_lose() -> None:
    assert D.ability["airborne"] & ~D.motorized == 0


@pytest.mark.case("8.10a", "8.10b", "10.20b")
def test_engineers() -> None:
    german, soviet = (units(D.bridging & D.side[one]) for one in (GERMAN, SOVIET))
    assert {"3Pi", "59Pi", "269Pi", "PPi", "TPi", "FPi", "48Pi", "1StPi", "1Br"} <= german
    assert soviet == {"42Br", "LFRBr"}
    assert not D.ability["engineer"] & D.type["bridging engineer"]
    assert D.ability["engineer"] & ~D.assault == 0  # or they could never use it


@pytest.mark.case("12.6d", "12.8a", "3.4a", "15.3d")
def test_air_and_naval_markers() -> None:
    german = [one for one in D.counters.air if one.side == GERMAN]
    soviet = {one.id: one.value.fire for one in D.counters.air if one.side == SOVIET}
    assert len(german) >= 7  # 19.1i, 19.1u
    assert [one.id for one in german if one.rudel] == ["Rudel"]
    assert soviet == {"LFR10": 10, "LFR5": 5}
    assert [one.id for one in D.counters.naval] == ["RBF"]


@pytest.mark.case("10.3b", "10.10c", "10.13c", "10.14a", "10.14b")
def test_combat_results() -> None:
    crt = D.charts.crt
    assert [crt.names[crt.column(strength)] for strength in (0, 8, 9, 10, 25, 59, 60, 200)] == [
        "0-9", "0-9", "0-9", "10-19", "20-29", "50-59", "60+", "60+",
    ]  # fmt: skip
    assert crt.result(crt.column(8), 2 + 2) == NO_EFFECT
    assert {*crt.cells.values()} == {ELIMINATED, NO_EFFECT}
    for column in range(len(crt.names)):
        results = [crt.result(column, die) for die in range(-3, 12)]
        assert results == sorted(results, reverse=True)  # E before -: low dice are good
    assert crt.result(0, -5) == ELIMINATED
    assert crt.result(len(crt.names) - 1, 20) == NO_EFFECT


@pytest.mark.case("8.5a", "8.5b", "8.5c", "8.6a", "8.6b", "8.7c", "8.12a")
def test_costs() -> None:
    charts = D.charts
    assert {kind: effect.cost for kind, effect in charts.terrain.items()} == {"clear": 1, "urban": 2, "objective": 3}
    assert charts.fortification.cost == {"clear": 2, "urban": 2, "objective": 3}
    minor, major = charts.hexsides["minor river"], charts.hexsides["major river"]
    assert minor.cost is not None
    assert charts.terrain["objective"].cost + minor.cost == 4
    assert major.cost is None  # 8.9a
    assert charts.fortification.cost["objective"] + charts.rubble.cost == 4
    assert [D.cost(AT[hex]) for hex in ("2807", "0101")] == [3, 1]
    assert all(D.cost(place) >= 2 for place in map(AT.__getitem__, names(D.forts)))


@pytest.mark.case("10.11a", "10.12a", "10.18b", "12.11b", "17.1b", "17.2b")
def test_modifiers() -> None:
    modifiers = D.charts.modifiers
    assert [modifiers[key] for key in ("close_assault", "armor", "rudel", "ardor", "fervor")] == [-1, 2, -1, -1, -1]
    assert modifiers["anti_aircraft"] > 0  # 12.10a: it helps the defender
    assert (sorted(D.charts.rubble.fire), sorted(D.charts.rubble.air)) == ([6], [5, 6])
    terrain = D.charts.terrain
    assert 0 == terrain["clear"].modifier < terrain["urban"].modifier < terrain["objective"].modifier
    most = sum((terrain["objective"].modifier, D.charts.fortification.modifier, D.charts.rubble.modifier))
    best = len(D.charts.crt.names) - 1
    assert D.charts.crt.result(best, 1 + most + D.charts.hexsides["major river"].modifier - 1) == ELIMINATED


@pytest.mark.case("15.5b", "15.5c", "15.5d")
def test_dice() -> None:
    assert list(D.charts.metro.values()) == ["moves"] * 3 + ["stays"] * 2 + ["lost"]
    assert set(D.charts.airborne) == {1, 2, 3, 4, 5, 6}
    assert (sorted(D.charts.delay.rolls), *D.charts.delay[1:]) == ([4, 5, 6], 2, 1, 2)  # 16.2a, 16.2d, 16.2e


@pytest.mark.case("7.4b", "7.4c", "7.4d", "5.4a")
def test_turns() -> None:
    assert D.charts.replacements == (0, 1, 1, 1, 1, 2, 2, 2, 2, 2)
    assert len(D.charts.dates) == STAGE.plan.last == 10


@pytest.mark.case("10.8a", "10.18a", "errata.1")
def test_terrain_sets() -> None:
    assert D.blocking == D.rubbled == D.kind["urban"] | D.objectives
    assert D.kind["urban"] & D.objectives == 0
    assert D.land | D.kind["sea"] == D.hexes


@pytest.mark.case("2.2a", "2.2c", "2.2e", "errata.1", "errata.2")
def test_every_hex_has_a_number_and_one_kind_of_terrain() -> None:
    hexes = names(D.hexes)
    assert all(re.fullmatch(r"\d{4}", hex) for hex in hexes)
    assert sum(kind.bit_count() for kind in D.kind.values()) == D.hexes.bit_count() == len(hexes)
    assert set(D.charts.terrain) == {"clear", "urban", "objective"}
    assert D.cost(AT["2807"]) == D.charts.terrain["objective"].cost  # urban is not added


@pytest.mark.case("2.7a", "2.8a", "2.9a", "2.10a", "2.12b")
def test_units_are_told_apart() -> None:
    assert len({unit.id for unit in D.units}) == len({unit.label for unit in D.units}) == len(D.units)
    assert {unit.size for unit in D.units} == {"company", "battalion", "regiment", "brigade"}
    assert sum(units.bit_count() for units in D.type.values()) == len(D.units)
    assert "movement" not in Value._fields  # it is not printed


@pytest.mark.case("3.5b", "2.2b")
def test_counters_of_the_army_are_as_many_as_their_faces() -> None:
    """Pieces and units have the same numbers, but the pool of the 42nd Army is anonymous."""
    assert D.anonymous.bit_count() == len(D.faces) == 58
    assert [D.pieces[n] for n in (D.first_counter, D.first_leader - 1)] == ["42-1", "42-58"]
    assert all(unit.command == "42" for unit in D.faces)
    assert {D.units[n].id for n in range(D.first_counter) if D.units[n].command == "42"} == {"Aurora-42", "LG42"}
    assert D.command["42"] == D.anonymous | 1 << NUMBER["Aurora-42"] | 1 << NUMBER["LG42"]
    assert [D.units[D.first_counter + n] for n in range(58)] == list(D.faces)
    assert not D.side[GERMAN] & D.anonymous


def test_bridges_are_places_of_their_own() -> None:
    assert len(D.span) == len(D.bridges)
    assert set(D.span.values()) == set(D.bridges)
    assert D.span[AT["bridge-2612-2713"]] == side("2612|2713")
    assert not sum(1 << place for place in D.span) & D.hexes


@pytest.mark.case("8.7a", "8.7d", "8.13a")
def test_hexsides() -> None:
    assert not D.major & D.minor
    assert D.bridges.keys() <= D.major | D.minor
    assert side("4501|4601") in D.major
    assert D.sea_sides
    assert D.water == D.kind["sea"] | D.river_hexes | D.coastal


@pytest.mark.case("3.3b", "3.3c", "3.3d", "3.3e", "3.6a", "3.6c", "3.7a", "3.8a")
def test_the_set_up() -> None:
    plan = STAGE.plan
    assert names(STAGE.placed[NUMBER["Zhdanov"]]) == {"2807"}
    assert STAGE.placed[NUMBER["LG42"]] & ~(D.kind["sea"] | D.river_hexes) == 0
    assert STAGE.placed[NUMBER["51-42"]] == STAGE.placed[NUMBER["704-42"]] == D.land
    assert STAGE.placed[NUMBER["Aurora-42"]] == D.railroads
    assert plan.drawn == 36
    assert not {hex[:2] for hex in names(STAGE.open)} & {"50", "51"}
    army, reserve = STAGE.pool
    assert (army.bit_count(), reserve.bit_count()) == (56, 30)
    assert units(STAGE.beside) == {"LFR10", "LFR5", "RBF", "Zhukov"}
    assert plan.objectives == 22 < D.objectives.bit_count() == 36


@pytest.mark.case(
    "19.1h", "19.1i", "19.1j", "19.1k", "19.1l", "19.1n", "19.1p", "19.1q", "19.1s", "19.1t", "19.1u", "19.1v"
)
def test_the_german_schedule() -> None:
    plan = STAGE.plan
    assert [(one.turn, one.what) for one in plan.schedule] == [
        (1, "leader"), (1, "air"), (1, "corps"), (1, "division"), (2, "other"), (2, "corps"), (3, "division"),
        (3, "corps"),
    ]  # fmt: skip
    first, third = (one.rolls for one in plan.schedule if one.rolls)
    assert list(first.values()) == ["3mot"] * 3 + ["8pz"] * 3
    assert list(third.values()) == ["269"] * 3 + ["totenkopf"] * 2 + ["polizei"]
    assert [(plan.later[die].corps, plan.later[die].air, plan.later[die].next) for die in (1, 3, 4, 5, 6)] == [
        (1, 0, ""), (1, 0, ""), (2, 0, ""), (3, 0, ""), (0, 1, "flieger"),
    ]  # fmt: skip
    assert (plan.later_first, plan.army_first, plan.army_each, plan.reserve_first) == (4, 2, 6, 2)


def test_every_datum_has_a_source() -> None:
    for part, layers in D.origins.items():
        assert layers, part
        for layer, items in layers.items():
            assert all(re.match("[RGEU]:.", source) for source in items.values()), (part, layer)
    known = [layer for one in D.origins.values() for layer, items in one.items() if items]
    assert len(set(known)) == len(known)  # they are counted by name
    assert set(D.origins["counters"]["counters"]) == {one.id for one in D.counters.pieces}
    stated = {id for id, source in D.origins["counters"]["values"].items() if source.startswith("R:")}
    assert stated == {"LFR10", "LFR5"}


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("map.toml", 'title = "leningrad41"', 'title = "moscow"', "belongs to moscow"),
        ("map.toml", 'name = "coastal"', 'name = "coast"', "no area 'coastal'"),
        ("map.toml", 'Winter Palace"\nhex = "3016"', 'Winter Palace"\nhex = "3015"', "3016 has no name"),
        ("map.toml", '"2215|2315"', '"2214|2215", "2215|2315"', "2214|2215 is given twice"),
        ("map.toml", '"1323"]', '"2807"]', "the airfield in 2807 is not on clear ground"),
        ("map.toml", '"4601", "4604"', '"3030", "4604"', "the fortification in 3030 is in the sea"),
        ("units.toml", 'value = "(7)-2"', 'value = "7"', "write fire factor and range"),
        ("units.toml", 'value = "(7)-2"', 'value = "(7)+-2"', "both assaults and fires indirectly"),
        ("units.toml", 'id = "II-8M"', 'id = "i-8m"', "i-8m is given twice"),
        ("units.toml", 'type = "motorcycle"', 'type = "bicycle"', "'bicycle' is not one of"),
        ("units.toml", 'command = "8pz"', 'command = "42"', "'42' is not one of"),
        ("units.toml", 'moves = "rail"', 'moves = "foot"', "moves by rail"),
        ("units.toml", 'value = "5+-U"', 'value = "5-U"', "fires indirectly and at any range"),
        ("units.toml", "ground = 97", "ground = 96", "97 german ground counters, not 96"),
        ("units.toml", "rubble = 12", "rubble = 13", "229 counters, not 228"),
        ("units.toml", 'metro = { types = ["Komsomol"]', 'metro = { types = ["Pioneers"]', "not one of the types"),
        ("tables.toml", '"10-19"', '"11-19"', "must begin at 10"),
        ("tables.toml", '"60+"', '"60-69"', "60+ for the last"),
        ("tables.toml", '3 = ["-", "-", "E"', '3 = ["-", "-", "D"', "'D' is no result"),
        ("tables.toml", '3 = ["-", "-", "E"', '3 = ["-", "E"', "6 results, but 7 columns"),
        ("tables.toml", '3 = ["-", "-", "E", "E"', '3 = ["-", "-", "E", "-"', "must not be worse"),
        ("tables.toml", "air = [5, 6]", "air = [5, 7]", "different numbers of a die"),
        ("tables.toml", '4 = "drifts"', '4 = "floats"', "'floats' is not one of"),
        ("tables.toml", "replacements = [0, 1,", "replacements = [0,", "list of 10 whole numbers"),
        ("tables.toml", 'id = "volley"', 'id = "salvo"', "'salvo' is not one of"),
        ("tables.toml", '"E:ruling on 10.16"', '""', "is not a source"),
        ("scenarios.toml", 'unit = "LG42"', 'unit = "LG43"', "no Soviet counter 'LG43'"),
        ("scenarios.toml", 'unit = "704-42"', 'unit = "51-42"', "51-42 is placed twice"),
        ("scenarios.toml", 'hex = "2807"', 'hex = "3030"', "3030 is all sea"),
        ("scenarios.toml", "units = 36", "units = 57", "the pool has 56"),
        ("scenarios.toml", 'unit = "Manstein"', 'unit = "Zhukov"', "no German leader 'Zhukov'"),
        ("scenarios.toml", '6 = "polizei"', '6 = "reich"', "'reich' is not one of"),
        ("scenarios.toml", "on = [5]", "on = [4]", "a die of 4 is given twice"),
        ("scenarios.toml", "objectives = 22", "objectives = 37", "between 1 and 36"),
        ("scenarios.toml", "last = 10", "last = 11", "between 1 and 10"),
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
    text = GAME.text("units.toml")
    line = text[: text.index('id = "8Kr"')].count("\n") + 1
    with pytest.raises(DataError) as found:
        read("units.toml", text.replace('id = "8Kr"', 'id = "53Kr"'))
    assert found.value.line == line


def pack(folder: Path, **files: str) -> Pack:
    """A pack of these files."""
    (folder / "pack.toml").write_text('name = "mine"\ntitle = "leningrad41"\n', "utf-8")
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")
    return read_pack(folder, {"leningrad41": FILES})


def test_a_pack_changes_single_values(tmp_path: Path) -> None:
    mine = pack(tmp_path, units='[[air]]\nid = "LFR5"\nvalue = "6+-U"\n', tables='[crt.cells]\n"2 0-9" = "E"\n')
    d = read(packs=[mine])
    assert [one.value.fire for one in d.counters.air if one.id == "LFR5"] == [6]
    assert (d.charts.crt.result(0, 2), D.charts.crt.result(0, 2)) == (ELIMINATED, NO_EFFECT)
    assert d.tables["crt"]["die"]["2"][0] == ELIMINATED
    assert d.origins["counters"]["values"]["LFR5"] == d.origins["charts"]["crt"]["2 0-9"] == "U:mine"
    assert d.origins["counters"]["values"]["LFR10"] == "R:3.4a"


def test_a_cell_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is not a cell"):
        read(packs=[pack(tmp_path, tables='[crt.cells]\n"9 0-9" = "E"\n')])
