"""The data of Assault on Leningrad: counters, charts and scenario, against what the rules state."""

import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest

from grognard.core.bits import scan
from grognard.kit.load.pack import Pack
from grognard.kit.load.toml import DataError, read_toml
from grognard.titles.assault.data.charts import ALL, SIXTH, Result
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from tests.titles.assault.box import AT, GAME, NUMBER, D, names, read, unit

# -- the counters -------------------------------------------------------------------------------


@pytest.mark.case("5.1a", "12.21a", "14.1a", "13.1a")
def test_counts() -> None:
    assert (D.side[GERMAN].bit_count(), D.side[RUSSIAN].bit_count()) == (40, 52)
    assert [air.bit_count() for air in D.air] == [5, 2]
    assert len(D.plan.start) + len(D.plan.free) == 45  # with the fleet
    assert len(D.plan.appear) == 8
    assert len(D.plan.enter) == 40
    assert D.stacks["worker"].bit_count() == 20
    assert D.stacks["guerrilla"].bit_count() == 4
    assert len(D.pieces) == len({name.lower() for name in D.pieces}) == 100
    assert not {name.lower() for name in D.pieces} & {name.lower() for name in D.board.names}


@pytest.mark.case("3.2f", "3.2g", "10.210a")
def test_the_back_is_lower() -> None:
    for n, it in enumerate(D.units):
        if it.reduced:
            assert it.reduced < it.factor
            assert it.lower > it.grade
        if n < D.russians and it.size != "headquarters":
            assert it.reduced


@pytest.mark.case("3.2h", "3.2i", "3.2j", "7.2c")
def test_divisions_of_regiments() -> None:
    sizes = {division: units.bit_count() for division, units in D.divisions.items()}
    assert sizes == {
        "1 Panzer": 3,
        "6 Panzer": 3,
        "8 Panzer": 3,
        "12 Panzer": 3,
        "Totenkopf": 3,
        "3 Motorized": 2,
        "20 Motorized": 2,
        "36 Motorized": 2,
    }
    for division, units in D.divisions.items():
        kinds = Counter(D.units[n].type for n in scan(units))
        assert kinds["panzer"] == division.endswith("Panzer")
    assert {D.pieces[n] for n in scan(D.divisions["3 Motorized"])} == {"3-8", "3-29"}
    assert {D.pieces[n] for n in scan(D.divisions["6 Panzer"])} == {"6-11Pz", "6-4", "6-114"}


@pytest.mark.case("3.2l", "11.32a", "11.36a", "11.37a", "3.2e")
def test_headquarters() -> None:
    assert {*D.headquarters} == {"2", "28", "38", "39", "41", "56"}
    for corps, n in D.headquarters.items():
        it = D.units[n]
        assert (it.grade, it.reduced, it.corps) == ("C", 0, corps)
        assert (D.mechanized >> n & 1 == 1) == (corps == "41")
    assert not any(it.corps for it in D.units[D.russians :])


# What examples and cases say of single units: `factor-class-movement`, a dot where nothing is said.
STATED = {
    "122ID": ("8-A-6", ""), "6-11Pz": ("5-A-8", "3-B-8"), "8-8": ("4-.-.", ""), "90RD": ("4-.-.", ""),
    "168RD": ("4-.-.", ""), "2GV": (".-C-.", ""), "5GV": (".-C-.", ""), "177RD": (".-A-.", ""), "1Mtn": (".-B-.", ""),
    "96ID": ("", ".-C-."), "1W": (".-.-4", ""),
}  # fmt: skip


@pytest.mark.case("17.23d", "10.29e", "10.29f", "14.2a")
@pytest.mark.parametrize("name", STATED)
def test_values_that_are_stated(name: str) -> None:
    it, (front, back) = unit(name), STATED[name]
    if front:
        assert re.fullmatch(front, f"{it.factor}-{it.grade}-{it.movement}")
    if back:
        assert re.fullmatch(back, f"{it.reduced}-{it.lower}-{it.movement}")


def test_values_that_follow() -> None:
    """2GV and 5GV make 5; what the movers of the examples need; 18.21 can be obeyed; workers have one step."""
    assert unit("2GV").factor + unit("5GV").factor == 5
    assert SIXTH * unit("1-1Pz").movement >= 44
    assert 5 <= unit("SSPol").movement < 9
    assert unit("1-113").movement >= 6
    assert unit("1G").movement >= 7
    assert not unit("1W").reduced
    assert sum(it.grade == "A" for it in D.units[D.russians :]) <= 6  # the few


@pytest.mark.case("3.2k", "15.2a", "6.13c")
def test_gaits() -> None:
    gait = dict(zip((it.id for it in D.units), D.gait, strict=True))
    assert (gait["1-1Pz"], gait["3-8"], gait["41HQ"], gait["56HQ"], gait["1ID"]) == (
        "motor",
        "motor",
        "motor",
        "foot",
        "foot",
    )
    assert (gait["1G"], gait["1W"], gait["1Mar"], gait["1TD"]) == ("guerrilla", "foot", "foot", "motor")


# -- the charts ---------------------------------------------------------------------------------


@pytest.mark.case("10.2a", "10.21c", "10.21d", "10.21e", "10.21f", "10.29f")
def test_odds() -> None:
    named = D.tables["crt"]["columns"]

    def odds(attack: str, defense: str) -> str | None:
        column = D.column(Fraction(attack), Fraction(defense))
        return None if column is None else str(named[column])

    assert (odds("8", "12"), odds("26", "9"), odds("7", "4.5")) == ("1:2", "2:1", "3:2")
    assert (odds("5.5", "12"), odds("5", "4"), odds("3", "9.5")) == ("1:3", "1:1", None)
    assert D.automatic(8, 1)
    assert not D.automatic(Fraction(79, 10), 1)


@pytest.mark.case("10.23a", "10.23b", "10.23c", "10.25a", "10.26a")
def test_the_combat_results_are_those_the_rules_speak_of() -> None:
    found = {*D.charts.crt.values()}
    assert {(r.attacker, r.defender) for r in found if r.attacker and r.defender} == {(2, 1), (1, 1), (1, 2)}
    assert Result(0, 1) in found  # the example to 10.29
    assert Result(ALL, 0) in found
    assert any(3 in result for result in found)


def test_higher_dice_and_odds_are_never_worse_for_the_attacker() -> None:
    """The ladder: AE < 3/- < 2/- < 2/1 < 1/- < 1/1 < -/1 < 1/2 < -/2 < -/3 < DE."""
    order = [(ALL, 0), (3, 0), (2, 0), (2, 1), (1, 0), (1, 1), (0, 1), (1, 2), (0, 2), (0, 3), (0, ALL)]
    rank = {Result(*pair): n for n, pair in enumerate(order)}
    rows, columns = sorted({row for row, _ in D.charts.crt}), range(len(D.charts.columns))
    assert rows == [*range(-1, 10)]  # 1 - 2 to 6 + 2 + 1
    for low, high in pairwise(rows):
        assert all(rank[D.crt(low, c)] <= rank[D.crt(high, c)] for c in columns)
    for left, right in pairwise(columns):
        assert all(rank[D.crt(row, left)] <= rank[D.crt(row, right)] for row in rows)
    assert D.crt(-5, 0) == D.crt(-1, 0)
    assert D.crt(12, 0) == D.crt(9, 0)


@pytest.mark.case("10.41a", "12.52b", "10.43a")
def test_classes() -> None:
    table = D.charts.classes
    assert (table["A", "C"], table["C", "B"], table["B", "A"] + D.charts.numbers["support"]) == (2, -1, 0)
    for (attacker, defender), change in table.items():
        assert change == ord(defender) - ord(attacker)


@pytest.mark.case(
    "10.32a", "10.32b", "10.33b", "10.33c", "10.34a", "10.34b", "10.34c", "10.35a", "10.35b", "8.46a", "10.38b"
)
def test_multiples() -> None:
    woods, city, strong = (AT[hex] for hex in ("0935", "0611", "2823"))
    assert [4 * D.multiple(woods, RUSSIAN, river) for river in (1, 2)] == [8, 16]
    assert [D.multiple(city, RUSSIAN, river) for river in (1, 2)] == [3, 6]
    assert [D.multiple(strong, RUSSIAN, river) for river in (1, 2)] == [4, 8]
    assert [D.multiple(strong, GERMAN, river) for river in (1, 2)] == [3, 6]
    assert [D.multiple(AT["F4"], GERMAN, river) for river in (1, 2)] == [3, 6]
    fort = next(place for place in scan(D.forts & D.kind["woods"]))
    assert [D.multiple(fort, RUSSIAN, river) for river in (1, 2)] == [3, 6]
    assert [D.multiple(fort, GERMAN, river) for river in (1, 2)] == [2, 4]


@pytest.mark.case("12.22a", "12.37a", "12.44b", "13.9a")
def test_air_units() -> None:
    german, russian = D.charts.air
    assert german.turns == (3, 4, 5, 5, 5)
    assert not russian.turns
    assert D.raid(AT["0320"], RUSSIAN) == D.raid(next(scan(D.forts)), RUSSIAN) == {1}
    assert D.charts.fleet["sea"] != D.charts.fleet["harbor"]
    woods = next(scan(D.forts & D.kind["woods"]))
    assert D.raid(woods, GERMAN) == D.charts.terrain["woods"].raid


@pytest.mark.case("17.22b", "17.22c", "8.14a", "17.25a", "11.45a", "18.51a", "18.52a")
def test_points_on_the_maps() -> None:
    assert sum(D.charts.victory.cities.values()) == 50
    assert sum(D.points.values()) == 100
    assert (D.points[AT["0401"]], D.points[AT["0611"]]) == (15, 10)
    assert {hex for hex in D.charts.victory.cities if D.points[AT[hex]] == 5} == {
        "3113",
        "2107",
        "1202",
        "0312",
        "0326",
    }
    assert (D.scoring & D.interior).bit_count() == 10
    assert names(D.garrisons) == {"3113", "2107", "1202", "0401"}
    assert D.charts.victory.marker[0] == 10
    assert D.markers.bit_count() == 5


@pytest.mark.case("17.23a", "17.23b", "17.23d", "17.24a")
def test_what_losses_score() -> None:
    infantry, panzer = NUMBER["122ID"], NUMBER["6-11Pz"]
    assert D.score[infantry] * D.factor[0][infantry] == 8
    assert D.score[panzer] * (D.factor[0][panzer] - D.factor[1][panzer]) == 4
    assert D.score[panzer] * D.factor[1][panzer] == 6
    assert not any(D.score[D.russians :])
    assert not any(D.score[n] for n in D.headquarters.values())


@pytest.mark.case("2.0e", "9.4a", "11.13a", "13.3a", "8.26b", "11.33b", "12.52a", "18.21a")
def test_numbers() -> None:
    numbers = {**D.charts.numbers}
    del numbers["regiments_at_least"]
    assert numbers == {
        "last_turn": 25,
        "city_stack": 10,
        "leave_zone": 3,
        "supply_length": 6,
        "alone": 1,
        "support": 1,
        "fire": 5,
        "fire_range": 4,
        "guerrilla_distance": 7,
    }
    assert D.toll == 18
    assert len(D.dates) == 26


# -- the scenario -------------------------------------------------------------------------------


@pytest.mark.case("appendix1.1", "appendix1.2", "5.6a", "5.6b")
def test_who_starts_where() -> None:
    assert D.plan.start["177RD"] == "2823"
    assert D.plan.start["3V"] == "1828"
    assert {name for name, turn in D.plan.held.items() if turn == 1} == {
        "24TD",
        "177RD",
        "302RD",
        "237RD",
        "70RD",
        "1V",
        "3V",
    }
    assert {name for name, turn in D.plan.held.items() if turn == 2} == {"1Mtn", "21TD"}


@pytest.mark.case("appendix1.3", "appendix1.4", "appendix1.5", "13.2a", "14.2b")
def test_workers_guerrillas_and_the_fleet() -> None:
    kinds = Counter(D.stack[n] for n in scan(D.free))
    assert kinds == {"one": 4, "guerrilla": 4, "worker": 10}
    assert {D.board.names[D.start[n]] for n in scan(D.rooted)} == {
        "0312",
        "0611",
        "0916",
        "1120",
        "0518",
        "0619",
        "0420",
        "0821",
        "0622",
        "0326",
    }
    assert D.start[D.fleet] == AT["0125"]
    assert 1 << AT["0125"] == D.harbor


@pytest.mark.case("appendix1.6", "appendix1.7", "appendix1.8", "appendix1.9", "appendix1.10", "appendix1.11")
@pytest.mark.case("16.12a", "16.13c")
def test_russian_reinforcements() -> None:
    turns: dict[int, set[str]] = {}
    for name, turn in D.plan.appear.items():
        turns.setdefault(turn, set()).add(name)
    assert turns == {5: {"1GV"}, 6: {"2GV", "3GV"}, 9: {"10RD"}, 16: {"1NKVD", "168RD"}, 18: {"5GV"}, 22: {"1Mar"}}
    assert D.last_resort == AT["0120"]


@pytest.mark.case("appendix2.1", "appendix2.2", "appendix2.3", "appendix2.4", "appendix2.5", "appendix2.6")
@pytest.mark.case("appendix2.8", "5.3a", "5.3b", "5.4a", "5.5a")
def test_german_entries() -> None:
    entries = Counter((turn, area, unit(name).corps) for name, (turn, area) in D.plan.enter.items())
    assert entries == {
        (1, "A", "41"): 9,
        (1, "A", "38"): 2,
        (2, "B", "56"): 5,
        (2, "B", "28"): 3,
        (3, "C", "2"): 6,
        (5, "A", "38"): 1,
        (7, "B", "56"): 3,
        (9, "B", "28"): 3,
        (9, "B", "39"): 7,
        (17, "A", "38"): 1,
    }
    assert {area: len(names(D.area[area])) for area in "ABC"} == {"A": 7, "B": 5, "C": 4}


@pytest.mark.case("appendix2.7", "appendix2.9", "16.21a", "16.26a")
def test_withdrawals() -> None:
    leaves: dict[tuple[int, bool], set[str]] = {}
    for name, when in D.plan.withdraw.items():
        leaves.setdefault(when, set()).add(name)
    assert {*leaves} == {(11, False), (22, True)}
    divisions = {D.units[NUMBER[name]].division for name in leaves[11, False]}
    assert divisions == {"8 Panzer", "3 Motorized"}
    assert {NUMBER[name] for name in leaves[22, True]} == {*scan(D.corps["41"])}
    assert {len(who) for who in leaves.values()} == {5, 9}


# -- sources, mistakes, packs -------------------------------------------------------------------


def test_no_estimate_passes_for_printed() -> None:
    """What an example states of one value of a unit does not make the others stated."""
    fronts, backs = (D.origins["counters"][layer] for layer in ("front values", "back values"))
    assert {name for name, source in fronts.items() if source[0] == "R"} == {"122ID", "6-11Pz"}
    assert {name for name, source in backs.items() if source[0] == "R"} == {"6-11Pz"}
    effects = D.origins["charts"]["terrain effects"]
    assert (effects["road motor"], effects["road foot"][0], effects["marsh foot"][0]) == ("R:6.1a", "E", "E")
    column = {item: source for item, source in effects.items() if item.endswith(" guerrilla")}
    assert {item for item, source in column.items() if source[0] == "R"} == {
        "interior guerrilla",
        "leningrad guerrilla",
    }
    results = D.origins["charts"]["combat results"]
    assert Counter(source[0] for source in results.values()) == {"R": 2, "E": len(results) - 2}
    classes = D.origins["charts"]["class modifiers"]
    assert {item for item, source in classes.items() if source[0] == "R"} == {"A C", "B A", "C B"}


MISTAKES = {
    "class": ("units.toml",
              'front = "8-A-6", back = "4-C-6", name = "122nd', 'front = "8-D-6", back = "4-C-6", name = "122nd',
              "write factor, class and movement, as in 8-A-6"),
    "back": ("units.toml", 'back = "3-B-8", name = "11th', 'back = "3-A-8", name = "11th',
             "factor and class must be lower on the back"),
    "back moves": ("units.toml", 'back = "3-B-8", name = "11th', 'back = "3-B-7", name = "11th',
                   "the same movement factor"),
    "no back": ("units.toml", 'back = "3-B-8", name = "11th', 'name = "11th', "must have two sides"),
    "headquarters": ("units.toml", 'front = "0-C-8"', 'front = "1-C-8"',
                     "a headquarters has factor 0, class C and one side"),
    "id is a hex": ("units.toml", 'id = "1G"', 'id = "G1"', "there is already a unit or hex 'G1'"),
    "twice": ("units.toml", 'id = "2G"', 'id = "1g"', "there is already a unit or hex '1g'"),
    "two words": ("units.toml", 'id = "2G"', 'id = "2 G"', "use only letters, digits and -"),
    "type": ("units.toml",
             'id = "Nar", label = "Nar", type = "brigade"', 'id = "Nar", label = "Nar", type = "panzer"',
             "type 'panzer' is not one of: rifle"),
    "corps": ("units.toml", 'size = "division", corps = "39"', 'size = "division", corps = "40"',
              "corps '40' is not one of"),
    "two headquarters": ("units.toml", 'size = "headquarters", corps = "38"', 'size = "headquarters", corps = "2"',
                         "the corps 2 has 2 headquarters, not one"),
    "regiments": ("units.toml", 'division = "20 Motorized"', 'division = "12 Panzer"',
                  "two or three regiments of one corps"),
    "count": ("units.toml", "ground = 40", "ground = 41", "40 german ground units, not 41"),
    "unknown": ("units.toml", 'id = "Nar", label', 'id = "Nar", mark = "x", label', "unknown key 'mark'"),
    "source": ("units.toml", 'front_source = "R:17.23d"', 'front_source = "17.23d"', "'17.23d' is not a source"),
    "result": ("tables.toml", '6 = ["2/1", "1/1"', '6 = ["2/1", "1/3"', "6 at 1:2: '1/3' is not a result"),
    "row": ("tables.toml", '6 = ["2/1", ', "6 = [", "row 6 has 9 results, not 10"),
    "gap": ("tables.toml", "\n7 = [", "\n10 = [", "run without a gap"),
    "column": ("tables.toml", '"3:2", "2:1"', '"2:1", "3:2"', "column '3:2': write odds as in 3:2, each greater"),
    "automatic": ("tables.toml", 'at = "8:1"', 'at = "7:1"', "odds beyond the last column"),
    "terrain": ("tables.toml", "[terrain.marsh]", "[terrain.bog]", "unknown key 'bog'"),
    "cost": ("tables.toml", 'motor = "1/3"', 'motor = "1/4"', "movement points come in sixths, not as 1/4"),
    "air": ("tables.toml", "turns = [3, 4, 5, 5, 5]", "turns = [3, 4, 6, 5, 5]", "german: there are 5 air units"),
    "die": ("tables.toml", "die = [0, 0, 0, 1, 1, 2]", "die = [0, 0, 1, 1, 2]",
            "die must be a list of 6 whole numbers"),
    "source of nothing": ("tables.toml", "sources = { motor = ", "sources = { motors = ", "unknown key 'motors'"),
    "raid": ("tables.toml", "raid = [1, 2, 3]", "raid = [0, 2, 3]", "raid must be a list of faces of the die"),
    "number": ("tables.toml", "fire_range = ", "fire_reach = ", "unknown key 'fire_reach'"),
    "city": ("tables.toml", "2107 = 5", "3999 = 5", "there is no hex '3999'"),
    "garrison": ("tables.toml", "1202 = 5, ", "", "1202 has a garrison but no points"),
    "key points": ("tables.toml", "count = 10", "count = 9", "10 key points are on the inset, not 9"),
    "dates": ("tables.toml", '"8-9 August 1941", ', "", "24 dates, but the last turn is 25"),
    "option": ("tables.toml", 'id = "bid"', 'id = "bet"', "id 'bet' is not one of: raids"),
    "unit": ("scenarios.toml", '"291ID"', '"292ID"', "there is no German unit '292ID'"),
    "wrong side": ("scenarios.toml", '"291ID"', '"10RD"', "there is no German unit '10RD'"),
    "unit twice": ("scenarios.toml", '"58ID"', '"1ID"', "1ID is given twice"),
    "left out": ("scenarios.toml", '"2GV", "3GV"', '"2GV"', "3GV neither starts on the map nor enters"),
    "water": ("scenarios.toml", 'Nar = "1135"', 'Nar = "0136"', "0136 is all sea"),
    "fleet": ("scenarios.toml", 'Nav = "0125"', 'Nav = "0124x"', "0124x is not a hex of the fleet"),
    "stacked": ("scenarios.toml", '111RD = "1430"', '111RD = "1332"', "111RD and 90RD may not both be in 1332"),
    "area": ("scenarios.toml", 'area = "C"', 'area = "D"', "the map has no entry area 'D'"),
    "turn": ("scenarios.toml", "turn = 17", "turn = 26", "turn must be between 1 and 25"),
    "too early": ("scenarios.toml", "turn = 11\n", "turn = 7\n", "8-10Pz has not entered before turn 7"),
    "unless": ("scenarios.toml", 'unless = "inset"', 'unless = "rain"', "unless 'rain' is not one of: inset"),
    "map": ("map.toml", 'title = "assault_leningrad"', 'title = "leningrad79"', "this map belongs to leningrad79"),
    "no area": ("map.toml", 'name = "garrison"', 'name = "guard"', "the map has no area 'garrison'"),
    "legend": ("map.toml", '"m" = "marsh"', '"m" = "bog"', "m 'bog' is not one of: clear"),
    "seam": ("inset.toml", 'to = "0420"', 'to = "0421"', "0421 is not a hex of the main map of the kind fringe"),
    "unlinked": ("inset.toml", 'hexes = ["K6", "K7"]', 'hexes = ["K6"]', "K7 corresponds to no hex of the main map"),
}  # fmt: skip


@pytest.mark.parametrize(("file", "right", "wrong", "said"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_refused(file: str, right: str, wrong: str, said: str) -> None:
    ours = GAME.text(file)
    assert right in ours
    with pytest.raises(DataError) as caught:
        read(file, ours.replace(right, wrong, 1))
    assert said in caught.value.what
    assert caught.value.file == file


def test_the_line_of_a_mistake_is_its_own() -> None:
    for file, right, wrong in (
        ("units.toml", 'front = "9-A-6"', 'front = "9-X-6"'),
        ("tables.toml", '3 = ["AE", "2/-"', '3 = ["AE", "?"'),
        ("tables.toml", 'cost = { foot = "3", motor = "4"', 'cost = { foot = "3", motor = "x"'),
        ("tables.toml", "defense = { german = 3, russian = 4 }", "defense = { german = 3, russian = 0 }"),
        ("scenarios.toml", 'area = "B"\nunits = ["8-10Pz"', 'area = "Q"\nunits = ["8-10Pz"'),
    ):
        text = GAME.text(file)
        assert right in text
        text = text.replace(right, wrong, 1)
        with pytest.raises(DataError) as caught:
            read(file, text)
        assert wrong.split("\n")[0] in text.splitlines()[caught.value.line - 1]


def test_a_pack_is_laid_over() -> None:
    tables = """
        [crt.cells]
        "1 3:2" = "1/-"
        [terrain.marsh]
        cost = { motor = "5" }
        [air.german]
        die = [0, 1, 2, 3, 4, 5]
    """
    units = '[[german]]\nid = "1-1"\nfront = "3-A-9"\nback = "2-B-9"\n'
    files = {
        "tables.toml": read_toml(tables, "p/tables.toml", "mine"),
        "units.toml": read_toml(units, "p/units.toml", "mine"),
    }
    card = read_toml('title = "assault_leningrad"', "p/pack.toml")
    mine = read(packs=[Pack("mine", "assault_leningrad", "abcdef", card, files)])
    assert mine.crt(1, 3) == Result(1, 0) != D.crt(1, 3)
    assert mine.tables["crt"]["die"]["1"][3] == "1/-"
    assert mine.charts.terrain["marsh"].cost[GERMAN]["motor"] == 5
    assert mine.units[NUMBER["1-1"]].factor == 3
    own = {
        item
        for part in mine.origins.values()
        for layer in part.values()
        for item, source in layer.items()
        if source == "U:mine"
    }
    assert {"1 3:2", "marsh motor", "german die", "1-1"} <= own
    assert "woods motor" not in own
