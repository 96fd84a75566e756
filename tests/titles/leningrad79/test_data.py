"""The data of the box: what is wrong in them, ours or a pack's, is refused with file, line and reason."""

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.core.dice import Dice
from grognard.kit.load.pack import Pack
from grognard.kit.load.toml import DataError, read_toml
from grognard.kit.table import Wargame
from grognard.titles import GAMES, TITLES, load
from grognard.titles.leningrad79.data.loader import Box, read_box

GAME = GAMES["leningrad79"]


def with_text(file: str, text: str) -> Box:
    return read_box({name: read_toml(text if name == file else GAME.text(name), name) for name in GAME.files})


def pack(**texts: str) -> Pack:
    files = {f"{name}.toml": read_toml(text, f"p/{name}.toml", "mine") for name, text in texts.items()}
    return Pack("mine", "leningrad79", "abcdef", read_toml('title = "leningrad79"', "p/pack.toml"), files)


def packed(**texts: str) -> Wargame[Any]:
    return load("leningrad79", [pack(**texts)])


# -- our own files ------------------------------------------------------------------------------

UNITS = {
    "unknown key": ("corps = \"41\", name = \"1st", "corp = \"41\", name = \"1st", "unknown key 'corp'"),
    "type": ('"1ID", type = "infantry"', '"1ID", type = "cavalry"', "type 'cavalry' is not one of: infantry, armor"),
    "strength": ('"1ID", type = "infantry", strength = 6', '"1ID", type = "infantry", strength = "6"', "whole number"),
    "reduced": ('"1ID", type = "infantry", strength = 6', '"1ID", type = "infantry", strength = 2',
                "reduced must be between 1 and 2"),
    "twice": ('{ id = "11ID"', '{ id = "1id"', "there is already a unit, hex or word '1id'"),
    "a piece's name": ('{ id = "67RD"', '{ id = "I7"', "there is already a unit, hex or word 'I7'"),
    "a hex": ('{ id = "67RD"', '{ id = "0101"', "there is already a unit, hex or word '0101'"),
    "two words": ('{ id = "67RD"', '{ id = "67 RD"', "use only letters and digits"),
    "corps": ('corps = "41", name = "1st', 'corps = "42", name = "1st', "corps '42' is not one of: 41, 56, 39"),
    "air": ('type = "air", name = "1st', 'type = "air", strength = 3, name = "1st', "unknown key 'strength'"),
    "movement": ('"67RD", type = "infantry", attack = 2, defense = 2, movement = 5',
                 '"67RD", type = "infantry", attack = 2, defense = 2, movement = 6', "of its untried side is 5"),
    "count": ("german = { infantry = 23", "german = { infantry = 24", "23 counters are infantry, not 24"),
    "count of faces": ("soviet = { infantry = 43", "soviet = { infantry = 44", "43 counters are infantry, not 44"),
    "untried": ("\narmored = 7", "", "untried has no 'armored'"),
    "source": ('"E:back reads 38"', '"back reads 38"', "'back reads 38' is not a source"),
}  # fmt: skip
TABLES = {
    "column": ('"2-1", "3-1", ', '"2-1", ', "column 6 must be 3-1, not '4-1'"),
    "no even column": ('"1-1", "2-1", ', '"2-1", ', "the table has no column 1-1"),
    "cell missing": ('5 = ["-/2", ', "5 = [", "row 5 has 12 results, not 13: one for each column"),
    "row missing": ('4 = ["-/E"', '7 = ["-/E"', "unknown key '7'"),
    "no result": ('6 = ["-/2", "1/2"', '6 = ["-/2", "1/3"', "6 at 1-3: '1/3' is not a result"),
    "smooth": ('column = "3-1"', 'column = "3-2"', "column '3-2' is not one of: 1-4"),
    "terrain missing": ('swamp = { foot = "2", motor = "2" }             # 4.9e\n', "", "movement.cost has no 'swamp'"),
    "terrain unknown": ("hill = {", "dune = {", "unknown key 'dune'"),
    "cost": ('clear = { foot = "1"', 'clear = { foot = "1/3"', "Movement Points come in halves, not as 1/3"),
    "cost missing": ('clear = { foot = "1", motor = "1" }', 'clear = { foot = "1" }', "clear has no 'motor'"),
    "shift": ('id = "overrun"', 'id = "overruns"', "id 'overruns' is not one of: overrun"),
    "shift twice": ('id = "fort"  ', 'id = "river"  ', "shift river is given twice"),
    "shift of terrain": ('hexes = ["clear"]', 'hexes = ["dune"]', "hexes: 'dune' is not one of: clear"),
    "number": ("stacking = { value = 3", 'stacking = { value = "3"', "value must be a whole number"),
    "number missing": ("fort_range = ", "fort_reach = ", "unknown key 'fort_reach'"),
    "late": ("counterblow_turn = { value = 7", "counterblow_turn = { value = 13", "the last turn is 12"),
    "turn": ('{ turn = 12, kind = "infantry"', '{ turn = 13, kind = "infantry"', "turn must be between 1 and 12"),
    "hex": ('count = 6, at = ["2713"]', 'count = 6, at = ["3013"]', "there is no hex '3013'"),
    "hex in water": ('count = 6, at = ["2713"]', 'count = 6, at = ["0101"]', "0101 is all sea"),
    "area": ('{ turn = 11, kind = "infantry", count = 2, area = "Leningrad"',
             '{ turn = 11, kind = "infantry", count = 2, area = "Narnia"', "the map has no area 'Narnia'"),
    "nowhere": ('count = 6, at = ["2713"], ', "count = 6, ", "infantry: it needs either at or area"),
    "fort somewhere": ('{ turn = 3, kind = "fort", count = 2', '{ turn = 3, kind = "fort", at = ["2505"], count = 2',
                       "fort: it must not have at or area"),
    "forts": ('{ turn = 3, kind = "fort", count = 2', '{ turn = 3, kind = "fort", count = 3', "13 forts arrive"),
    "forts twice": ('{ turn = 4, kind = "fort"', '{ turn = 3, kind = "fort"', "soviet: turn 3 is given twice"),
    "corps": ('corps = "39"', 'corps = "40"', "corps '40' is not one of: 41, 56, 39"),
    "army": ('count = 6, at = ["2713"]', 'count = 5, at = ["2713"]', "one line of the schedule: 6 infantry on turn 7"),
    "level": ("least = 1\n", "least = 31\n", "the levels must run from the highest to the lowest"),
    "winner": ('winner = "soviet"\nleast', 'winner = "finn"\nleast', "winner 'finn' is not one of: german, soviet"),
    "dates": ('    "22-28 June 1941", ', "    ", "11 dates, but the last turn is 12"),
    "barred": ('["sea", "lake"]', '["sea"]', "the hexsides that nothing crosses are those of sea and lake"),
}  # fmt: skip
SCENARIOS = {
    "turns": ("turns = 12", "turns = 10", "10 turns, but the last is 12"),
    "hex": ('hex = "0111"', 'hex = "0011"', "there is no hex '0011'"),
    "unit": ('"291ID"]', '"292ID"]', "there is no German unit '292ID'"),
    "unit twice": ('"291ID"]', '"1ID"]', "1ID is given twice"),
    "unit left out": (', "291ID"]', "]", "291ID neither starts on the map nor arrives"),
    "air on the map": ('units = ["Air1"]', 'units = ["Air2"]', "Air2 is given twice"),
    "arrivals": (', "SSPol"]', "]", "5 units arrive on turn 2, not 4"),
    "turn": ("turn = 6", "turn = 5", "the schedule has no arrivals on turn 5"),
    "corps": ('units = ["96ID"]', 'units = ["20Mot"]', "20Mot is not infantry"),
    "infantry": ("infantry = 19", "infantry = 18", "19 infantry units have a place, not 18"),
    "on Germans": ('["0310", "0311"]', '["0310", "0111"]', "0111 is where Germans start"),
    "twice in a hex": ('["0310", "0311"]', '["0310", "0309"]', "Soviets in 0309 is given twice"),
    "kind": ('kind = "armored"', 'kind = "tank"', "kind 'tank' is not one of: infantry, armored"),
    "column": ('"19"]\nsource = "R:setup.7"\n\n[campaign.strict]', '"39"]\nsource = "R:setup.7"\n\n[campaign.strict]',
               "'39' is not a column with land"),
    "scenario": ("[campaign]", "[battle]\n[campaign]", "unknown key 'battle'"),
}  # fmt: skip
EVERY = [
    pytest.param(f"{file}.toml", *mistake, id=f"{file}: {name}")
    for file, mistakes in (("units", UNITS), ("tables", TABLES), ("scenarios", SCENARIOS))
    for name, mistake in mistakes.items()
]


@pytest.mark.parametrize(("file", "right", "wrong", "said"), EVERY)
def test_a_mistake_is_refused(file: str, right: str, wrong: str, said: str) -> None:
    ours = GAME.text(file)
    assert right in ours
    text = ours.replace(right, wrong, 1)
    with pytest.raises(DataError) as caught:
        with_text(file, text)
    assert said in caught.value.what


def test_the_line_of_a_mistake_is_its_own() -> None:
    """Spot checks in inline tables, tables with headers and lists."""
    for file, right, wrong in (
        ("units.toml", '"8Pz", type = "armor", strength = 10', '"8Pz", type = "armor", strength = "x"'),
        ("units.toml", '{ id = "254RD", type = "infantry"', '{ id = "254RD", type = "horse"'),
        ("tables.toml", '3 = ["-/E", "-/2"', '3 = ["-/E", "?"'),
        ("tables.toml", '{ turn = 9, kind = "infantry", count = 3', '{ turn = 9, kind = "infantry", count = 0'),
        ("tables.toml", 'id = "defending air"', 'id = "defending sea"'),
        ("scenarios.toml", '"0411", "0412", "0413"', '"0411", "9912", "0413"'),
    ):
        text = GAME.text(file).replace(right, wrong, 1)
        with pytest.raises(DataError) as caught:
            with_text(file, text)
        line = next(n for n, line in enumerate(text.splitlines(), 1) if wrong in line)
        assert (caught.value.file, caught.value.line) == (file, line)


def test_the_map_is_one_the_rules_know() -> None:
    text = GAME.text("map.toml")
    for right, wrong, said in (
        ('"s" = "swamp"', '"s" = "bog"', "s 'bog' is not one of: clear, city"),
        ('name = "East Prussia"', 'name = "Prussia"', "the map has no area 'East Prussia'"),
        ('title = "leningrad79"', 'title = "moscow41"', "this map belongs to moscow41"),
    ):
        assert right in text
        with pytest.raises(DataError) as caught:
            with_text("map.toml", text.replace(right, wrong, 1))
        assert said in caught.value.what


def test_every_datum_has_its_source() -> None:
    box = with_text("", "")
    sizes = {layer: len(items) for part in box.origins.values() for layer, items in part.items()}
    assert sizes["combat results"] == 6 * 13 + 1
    assert sizes["german counters"] + sizes["soviet counters"] == sizes["names of units"] == 88
    assert (sizes["column shifts"], sizes["numbers"], sizes["turn record"]) == (13, 15, 12)
    assert box.origins["charts"]["combat results"]["3 2-1"] == "R:9.5d"
    assert box.origins["counters"]["german counters"]["36Mot"] == "E:back reads 38"
    assert box.origins["set-ups"]["campaign"]["choice for 0111"].startswith("E:")
    title = TITLES["leningrad79"]
    assert title.sources["combat results"] == {"E": 1, "R": 78}
    assert sum(map(len, title.data.origins["map"].values())) + sum(
        sum(title.sources[layer].values()) for layer in sizes if layer not in title.data.origins["map"]
    ) == sum(sizes.values())


# -- packs --------------------------------------------------------------------------------------


def sources(title: Wargame[Any], section: str, layer: str) -> dict[str, str]:
    return {item: source for item, source in title.data.origins[section][layer].items() if source == "U:mine"}


def test_one_hex_of_the_map() -> None:
    title = packed(map='[terrain.hexes]\n2413 = "swamp"')
    assert title.data.map.terrain["2413"] == "swamp"
    assert set(sources(title, "map", "terrain")) == {"2413"}
    assert title.sources["terrain"]["U"] == 1
    assert title.packs == ("mine@abcdef",)
    assert TITLES["leningrad79"].data.map.terrain["2413"] == "clear"


def test_one_cell_of_the_combat_results() -> None:
    title = packed(tables='[crt.cells]\n"1 3-1" = "2/-"')
    assert title.data.crt(1, 2, ()) == (2, 0)
    assert TITLES["leningrad79"].data.crt(1, 2, ()) == (1, 1)
    assert set(sources(title, "charts", "combat results")) == {"1 3-1"}
    assert title.data.tables["crt"]["die"]["1"][5] == "2/-"
    assert title.data.tables["crt"]["source"] == "U:mine"
    assert "cells" not in title.data.tables["crt"]
    assert TITLES["leningrad79"].data.tables["crt"]["source"] == "R:9.5a"


def test_a_row_of_the_combat_results() -> None:
    row = ", ".join(['"E/-"'] * 13)
    title = packed(tables=f"[crt.die]\n6 = [{row}]")
    assert set(sources(title, "charts", "combat results")) == {f"6 {c}" for c in title.data.box.charts.columns}


def test_a_counter() -> None:
    title = packed(units='[[german]]\nid = "1Pz"\nstrength = 12\nreduced = 6\n')
    d = title.data
    assert (d.strong[d.number["1Pz"]], d.weak[d.number["1Pz"]], d.allowance[d.number["1Pz"]]) == (12, 6, 8)
    assert set(sources(title, "counters", "german counters")) == {"1Pz"}


def test_costs_shifts_numbers_and_the_schedule() -> None:
    title = packed(
        tables="""
        movement.cost.hill = { motor = "3" }
        numbers.stacking = { value = 4 }
        [[shift]]
        id = "river"
        columns = -3
        [[schedule.german]]
        turn = 6
        area = "German supply"
        """
    )
    d = title.data
    assert d.box.charts.cost["hill"] == {"foot": 2, "motor": 3}
    assert (d.stacking, d.shift["river"], len(d.sizes)) == (4, -3, 4)
    assert next(slot for slot in d.slots if (slot.side, slot.turn) == (0, 6)).hexes == d.area["German supply"]
    assert set(sources(title, "charts", "movement")) == {"hill motor"}
    assert set(sources(title, "charts", "numbers")) == {"stacking"}
    assert set(sources(title, "charts", "column shifts")) == {"river"}
    assert set(sources(title, "charts", "reinforcements")) == {"german 3"}
    assert [shift["source"] for shift in d.tables["shift"] if shift["id"] == "river"] == ["U:mine"]


def test_the_set_up() -> None:
    title = packed(
        scenarios="""
        [[campaign.german]]
        hex = "0111"
        units = ["1ID", "11ID", "21ID", "58ID", "61ID", "217ID"]
        [[campaign.german]]
        hex = "0110"
        units = ["291ID"]
        """
    )
    s: Any = title.start()
    assert s.data.board.names[s.place[s.data.number["291ID"]]] == "0110"
    assert set(sources(title, "set-ups", "campaign")) == {"0110", "0111", "choice for 0111"}


def test_a_game_with_a_pack_is_played_to_its_end() -> None:
    title = packed(
        map='[terrain.hexes]\n0909 = "swamp"',
        tables="numbers.stacking = { value = 5 }\nnumbers.advance = { value = 4 }",
    )
    dice, s = Dice("pack"), title.start()
    while not s.over:
        title.play(s, title.sample(s, dice.pick))
    assert title.outcome(s) is not None


BROKEN = {
    "unknown hex": ("map", '\n[terrain.hexes]\n3333 = "swamp"', 3, "there is no hex '3333'"),
    "terrain": ("map", '\n[terrain.hexes]\n2413 = "bog"', 3, "2413 'bog' is not one of: clear"),
    "one-sided hexside": ("map", '[[river]]\nname = "Luga"\nsides = ["2205"]', 3, "2205 is not a hexside"),
    "area dropped": ("map", '[[area]]\nname = "East Prussia"\ndrop = true', 1, "the map has no area 'East Prussia'"),
    "missing column": ("tables", '[crt]\ncolumns = ["1-2", "1-1", "3-1"]', 2, "column 3 must be 2-1, not '3-1'"),
    "column too many": ("tables", '[crt.die]\n2 = ["-/E"]', 2, "row 2 has 1 results, not 13"),
    "cell nowhere": ("tables", '[crt.cells]\n"7 3-1" = "2/-"', 2, "'7 3-1' is not a cell"),
    "no result": ("tables", '[crt.cells]\n"1 3-1" = "3/-"', 2, "1 3-1: '3/-' is not a result"),
    "unknown shift": ("tables", '[[shift]]\nid = "fog"\ncolumns = 1', 2, "id 'fog' is not one of"),
    "shift dropped": ("tables", '\n[[shift]]\nid = "river"\ndrop = true', 2, "there is no shift 'river'"),
    "unknown number": ("tables", "[numbers]\nluck = { value = 1 }", 2, "unknown key 'luck'"),
    "turns": ("tables", "[numbers]\nlast_turn = { value = 9 }", 0, "turn must be between 1 and 9"),
    "unit too many": (
        "units", '[[german]]\nid = "5ID"\ntype = "infantry"\nname = "5th"\nstrength = 6\nreduced = 3\nmovement = 6', 0,
        "24 counters are infantry, not 23",
    ),
    "unit lost": ("units", '[[german]]\nid = "1ID"\ndrop = true', 0, "22 counters are infantry, not 23"),
    "unknown unit": ("scenarios", '[[campaign.german]]\nhex = "0111"\nunits = ["9ID"]', 3, "no German unit '9ID'"),
    "other columns": ("scenarios", '[campaign.strict.free]\ncolumns = ["13"]', 0, "11 infantry|5 infantry"),
}  # fmt: skip


@pytest.mark.parametrize(("file", "text", "line", "said"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_pack_is_refused(file: str, text: str, line: int, said: str) -> None:
    with pytest.raises(DataError) as caught:
        packed(**{file: text})
    assert any(part in caught.value.what for part in said.split("|"))
    if line:
        assert (caught.value.file, caught.value.line) == (f"p/{file}.toml", line)


def test_a_pack_for_another_game_is_refused() -> None:
    with pytest.raises(DataError, match=r"p/pack.toml:1: the pack mine is for leningrad79, not for moscow41"):
        load("moscow41", [pack()])


# -- anything at all ----------------------------------------------------------------------------

ODD = ['"x"', "0", "-1", "7", "true", "1.5", "[]", '["0101"]', "{}", '""', "{ value = 3 }", "[{}]", '"1/2"', "99"]


def paths(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    out = [path] if path else []
    if isinstance(value, dict):
        out += [more for key, one in value.items() for more in paths(one, (*path, key))]
    return out


@pytest.mark.parametrize("file", ["units", "tables", "scenarios", "map"])
def test_whatever_a_pack_says_it_is_refused_in_words_or_played(file: str) -> None:
    random = Random(f"packs {file}")
    every = paths(tomllib.loads(GAME.text(f"{file}.toml")))
    refused = []
    for _ in range(40):
        key = ".".join(f'"{part}"' for part in random.choice(every))
        try:
            title = packed(**{file: f"{key} = {random.choice(ODD)}"})
        except DataError as wrong:
            refused.append(wrong)
            continue
        dice = Dice("odd")
        for pool in ("rebuild", "strict"):
            s = title.start(options={"pool": pool})
            for _ in range(30):
                title.play(s, title.sample(s, dice.pick))
    assert len(refused) > 15
    assert {Path(wrong.file).suffix for wrong in refused} == {".toml"}
