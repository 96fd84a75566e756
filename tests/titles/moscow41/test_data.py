"""The data of Moscow '41: rulebook, blocks, charts and set-ups, against what the rules state and against each other."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from grognard.core.rule import Rulebook, case_of
from grognard.kit.load.area_map import load_areas
from grognard.kit.load.toml import SOURCES
from grognard.titles import GAMES

GAME = GAMES["moscow41"]
FILES = ("units.toml", "tables.toml", "scenarios.toml")
BOOK = Rulebook.parse(GAME.text("rules.toml"))
MAP = load_areas(GAME.text("map.toml"), "map.toml")
UNITS, TABLES, SCENARIOS = (tomllib.loads(GAME.text(file)) for file in FILES)

CLAUSES = {clause.id: clause for clause in BOOK.clauses}
KINDS = {"prohibition", "procedure", "modifier", "state", "setup", "optional", "prose"}
SIDES = ("german", "soviet")
BLOCKS: dict[str, dict[str, Any]] = {
    block["id"]: block | {"side": group["side"], "army": group["army"], "colour": group.get("colour", "")}
    for group in UNITS["group"]
    for block in group["blocks"]
}
COMBAT = {"infantry", "motorized", "cavalry", "tank"}
STAGING = {n for n, terrain in MAP.terrain.items() if terrain == "staging"}
PLAYED = {scenario["id"]: scenario for scenario in SCENARIOS["scenario"]}
SET_UP = {
    name: s | {key: PLAYED["campaign"][key] for key in PLAYED["campaign"] if key not in s} if "like" in s else s
    for name, s in PLAYED.items()
}
BOTH = [pytest.param(name, side, id=f"{name}: {side}") for name in PLAYED for side in SIDES]

# Every numbered heading the rulebook prints.
NUMBERED = """
    1.0 1.1 1.2 1.3 1.4 1.5 1.5.1 1.6 1.7
    2.0 2.1 2.2 2.3 2.4 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.5 2.5.1 2.6 2.7
    3.0 3.1 3.2 3.2.1
    4.0 4.1 4.2 4.2.1 4.2.2 4.2.3 4.2.3.1 4.2.4 4.2.5 4.2.6
    5.0 5.1 6.0
    7.0 7.1 7.2 7.2.1 7.2.1.1 7.2.2
    8.0 8.1 9.0 9.1 9.2 9.3
    10.0 10.1 10.2 10.3 10.4 10.5 10.6 10.7 10.8 10.8.1 10.9 10.9.1 10.10 10.10.1 10.10.2 10.11
    10.12 10.12.1 10.12.2 10.12.3 10.12.4 10.12.5 10.12.5.1 10.12.5.2
    10.13 10.14 10.14.1 10.14.2 10.14.3 10.15 10.16 10.17 10.18
    11.0 12.0 13.0 13.1 13.2 13.3 13.3.1
    14.0 14.1 14.2 14.3 14.4 14.5 14.6 14.7 14.8
""".split()
NAMED = """
    story armies names credits index manifest setup dnieper typhoon typhoon.soviet typhoon.german
    gasp gasp.soviet gasp.german campaign campaign.soviet campaign.german
""".split()


def area(place: str) -> str:
    """The number of the area in which a place lies."""
    (number,) = (n for n, places in MAP.places.items() if place in {p.name for p in places})
    return number


def full(block: str) -> int:
    """The full Strength of a block."""
    it = BLOCKS[block]
    return len(it["fire"]) if it["kind"] in COMBAT else max(UNITS["levels"][it["kind"]])


def cited(text: str) -> set[str]:
    return set(re.findall(r"R:([a-z0-9]+(?:\.[a-z0-9]+)+)", text))


# -- the rulebook -------------------------------------------------------------------------------


def test_every_heading_is_there() -> None:
    assert len(NUMBERED) == 102
    assert [h.id for h in BOOK.headings if h.id[0].isdigit()] == NUMBERED
    assert sorted(h.id for h in BOOK.headings if not h.id[0].isdigit()) == sorted(NAMED)


def test_every_heading_has_clauses_and_every_clause_a_heading() -> None:
    homes = [case_of(c.id) if c.id[0].isdigit() else c.id.rpartition(".")[0] for c in BOOK.clauses]
    assert set(homes) == {h.id for h in BOOK.headings}
    assert list(dict.fromkeys(homes)) == [h.id for h in BOOK.headings]


def test_clauses_are_numbered_without_gaps() -> None:
    assert len(CLAUSES) == len(BOOK.clauses)
    for heading in BOOK.headings:
        own = [c.id for c in BOOK.clauses if re.fullmatch(re.escape(heading.id) + r"([a-z]|\.\d+)", c.id)]
        own = [c for c in own if c[0].isalpha() or case_of(c) == heading.id]
        count = range(len(own))
        letters = [f"{heading.id}{chr(ord('a') + n)}" for n in count]
        numbers = [f"{heading.id}.{n + 1}" for n in count]
        assert own == (letters if heading.id[0].isdigit() else numbers)


def test_kinds() -> None:
    assert {c.kind for c in BOOK.clauses} == KINDS
    prose = [c for c in BOOK.clauses if c.kind == "prose"]
    assert all(c.reason for c in prose)
    assert len(prose) < 0.15 * len(BOOK.clauses)
    assert all(not c.reason for c in BOOK.clauses if c.kind != "prose")
    assert {case_of(c.id) for c in BOOK.clauses if c.kind == "optional"} == {"12.0", *(f"14.{n}" for n in range(1, 9))}


def test_a_case_of_a_case_has_a_card() -> None:
    heading, clauses, rulings = BOOK.card("10.12.5.2")
    assert heading is not None
    assert heading.name == "Tank Attack"
    assert [c.id for c in clauses] == [f"10.12.5.2{letter}" for letter in "abcdefg"]
    assert rulings


def test_rulings_point_to_headings_and_options() -> None:
    headings = {h.id for h in BOOK.headings}
    assert [r for r in BOOK.rulings if not set(r.cases) <= headings] == []
    assert len({r.question for r in BOOK.rulings}) == len(BOOK.rulings)
    ours = [o["id"] for o in TABLES["option"] if o["source"].startswith("E:")]
    assert [r.option for r in BOOK.rulings if r.option] == ours
    assert len(ours) <= 6


def test_each_printed_option_is_a_switch() -> None:
    printed = [case_of(o["source"].removeprefix("R:")) for o in TABLES["option"] if o["source"].startswith("R:")]
    assert printed == [f"14.{n}" for n in range(1, 9)]
    assert all(len(o["values"]) == 2 for o in TABLES["option"] if o["source"].startswith("R:"))
    assert len({o["id"] for o in TABLES["option"]}) == len(TABLES["option"])


def test_the_page_of_the_title_cites_clauses() -> None:
    page = (Path(__file__).parents[3] / "docs" / "titles" / "moscow41.md").read_text("utf-8")
    looks = r"(?<![\w.])(?:\d{1,2}(?:\.\d{1,2})+[a-z]?|(?:setup|dnieper|typhoon|gasp|campaign)(?:\.[a-z]+)?\.\d+)(?!\w)"
    found = set(re.findall(looks, page))
    assert found - CLAUSES.keys() - {h.id for h in BOOK.headings} == set()
    silent = {
        case_of(c.id) for c in BOOK.clauses if c.kind != "prose" and c.id.startswith(("10.", "11.", "12.", "13."))
    }
    assert silent - {case_of(cite) for cite in found} == set()  # the page has every case of play


def test_every_worked_example_has_its_test() -> None:
    page = (Path(__file__).parents[3] / "docs" / "titles" / "moscow41.md").read_text("utf-8")
    rows = re.findall(r"^\| \d+ \|.*\| ([^|]+) \|$", page[page.index("## Worked examples") :], re.MULTILINE)
    assert len(rows) == 26
    for row in rows:
        named = re.findall(r"`(test_\w+\.py)::(test_\w+)`", row)
        assert named or row == "the same"
        for file, test in named:
            assert f"def {test}(" in (Path(__file__).parent / file).read_text("utf-8")


# -- sources ------------------------------------------------------------------------------------


def tables(it: Any, path: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every table of a file, with its path."""
    if isinstance(it, dict):
        yield path, it
        for key, value in it.items():
            yield from tables(value, f"{path}.{key}")
    elif isinstance(it, list):
        for n, value in enumerate(it):
            yield from tables(value, f"{path}[{n}]")


@pytest.mark.parametrize("file", FILES)
def test_sources_cite_clauses(file: str) -> None:
    assert cited(GAME.text(file)) - CLAUSES.keys() == set()
    for path, table in tables(tomllib.loads(GAME.text(file))):
        if "source" in table:
            letter, _, words = table["source"].partition(":")
            assert letter in SOURCES, path
            assert words, path


@pytest.mark.parametrize("file", FILES)
def test_every_datum_has_a_source(file: str) -> None:
    """A value stands in a table that has a source, or in one within such a table."""
    top = tomllib.loads(GAME.text(file))
    covered = {path for path, table in tables(top) if "source" in table}
    loose = [
        path
        for path, table in tables(top)
        if any(not isinstance(value, dict | list) for value in table.values())
        and not any(path == home or path.startswith((f"{home}.", f"{home}[")) for home in covered)
    ]
    allowed = {f".scenario[{n}]" for n in range(4)} if file == "scenarios.toml" else set()
    assert set(loose) <= allowed  # of a scenario only its id and title


def test_every_set_up_clause_is_in_the_set_ups() -> None:
    roots = ("dnieper", "typhoon", "gasp", "campaign")
    wanted = {c.id for c in BOOK.clauses if c.id.split(".")[0] in roots and c.kind != "prose"}
    said = {"typhoon.4", "campaign.4", "campaign.5"}  # what holds for all, or sums up
    assert wanted - cited(GAME.text("scenarios.toml")) == said


# -- blocks -------------------------------------------------------------------------------------


@pytest.mark.case("armies.1", "armies.4", "armies.2", "armies.5")
def test_counts_of_blocks() -> None:
    colours = {side: Counter(b["colour"] for b in BLOCKS.values() if b["side"] == side) for side in SIDES}
    assert colours["german"] == {
        "": 3,
        "yellow": 6,
        "light blue": 5,
        "pink": 6,
        "brown": 3,
        "red": 7,
        "green": 4,
        "blue": 4,
        "white": 12,
    }
    assert colours["soviet"] == {"": 2, "green": 8, "light blue": 8, "red": 8, "blue": 14, "yellow": 4, "white": 26}
    assert [colours[side].total() for side in SIDES] == [50, 70]
    assert {side: UNITS["count"][side] for side in SIDES} == {side: colours[side].total() for side in SIDES}
    assert all(group["count"] == len(group["blocks"]) for group in UNITS["group"])


def test_names_are_one_word_and_unlike_any_other() -> None:
    places = [*MAP.names, *MAP.boxes]
    bombers = [b["id"] for b in UNITS["bombers"]]
    words = [word.lower() for word in chain(BLOCKS, bombers, places)]
    assert len(set(words)) == len(words)
    assert sum(len(g["blocks"]) for g in UNITS["group"]) == len(BLOCKS)
    assert all(re.fullmatch(r"[A-Za-z0-9]+", word) for word in chain(BLOCKS, bombers))
    assert len({b["name"] for b in BLOCKS.values()}) == 120


@pytest.mark.case("4.2.6a", "4.2.6b", "4.2.1d", "10.6b", "10.16i", "10.2a")
def test_headquarters() -> None:
    german = {b["label"]: b for b in BLOCKS.values() if b["kind"] in ("hq", "air hq") and b["side"] == "german"}
    soviet = {b["label"]: b for b in BLOCKS.values() if b["kind"] in ("hq", "air hq") and b["side"] == "soviet"}
    assert set(german) == {"2", "4", "9", "16", "2Pg", "3Pg", "4Pg", "2FK", "8FK"}
    assert {label for label, b in german.items() if b["kind"] == "air hq"} == {"2FK", "8FK"}
    assert set(soviet) == {"B", "C", "K", "NW", "W", "Z"}
    assert {b["kind"] for b in soviet.values()} == {"hq"}
    assert {label for label, b in german.items() if b["speed"] == "slow"} == {"2FK", "8FK"}
    assert {label for label, b in soviet.items() if b["speed"] == "fast"} == {"Z"}
    assert sorted(b["id"] for b in BLOCKS.values() if b.get("blitz")) == sorted(
        TABLES["headquarters"]["blitz"]["value"]
    )
    assert [b["id"] for b in BLOCKS.values() if b.get("artillery") is False] == ["Hoepner"]
    homes = [(b["side"], b["colour"]) for b in BLOCKS.values() if b["kind"] == "hq" and b["colour"]]
    assert len(set(homes)) == len(homes) == 12  # one for each colour but white


@pytest.mark.case("4.2d", "4.2.5a", "4.2.5c", "4.2.1d")
def test_combat_blocks() -> None:
    size = UNITS["size"]
    for name, b in BLOCKS.items():
        assert ("fire" in b) == ("size" in b) == (b["kind"] in COMBAT), name
        if b["kind"] in COMBAT:
            dots = size[b["size"]]
            assert len(b["fire"]) == (dots if isinstance(dots, int) else dots[b["side"]]), name
            assert set(b["fire"]) <= TABLES["fire"].keys(), name
            assert b["speed"] == ("slow" if b["kind"] == "infantry" else "fast"), name
            assert bool(b["colour"]), name
    small = [b["id"] for b in BLOCKS.values() if b["side"] == "soviet" and b.get("size") == "division"]
    assert sorted(BLOCKS[b]["kind"] for b in small) == ["motorized", "tank", "tank", "tank"]
    assert "NKVD" in small
    assert [b for b in BLOCKS if BLOCKS[b].get("size") == "regiment"] == ["GD"]
    assert all(BLOCKS[b]["kind"] == "infantry" for b in ("4AbC", "5AbC"))


@pytest.mark.case("4.2.6d")
def test_guderians_blocks() -> None:
    assert {b for b in BLOCKS if BLOCKS[b]["army"] == "2nd Panzer Group"} == {
        "Guderian",
        "24PzK",
        "46PzK",
        "47PzK",
        "DR",
        "GD",
        "1Kav",
    }


@pytest.mark.case("5.1a", "5.1b", "5.1c", "2.2k", "14.6a", "14.7a")
def test_letters_and_kinds_the_rules_count() -> None:
    letters: dict[str, set[str]] = {}
    for b in BLOCKS:
        if "letter" in BLOCKS[b]:
            letters.setdefault(BLOCKS[b]["letter"], set()).add(b)
    assert letters["K"] == {"48PzK"}
    assert letters["L"] == {"Hoepner", "41PzK", "56PzK", "TT"}
    assert Counter(BLOCKS[b]["colour"] for b in letters["N"]) == {"white": 3, "blue": 1, "green": 1}
    assert all(BLOCKS[b]["side"] == "soviet" for b in letters["N"])
    cavalry = Counter(b["side"] for b in BLOCKS.values() if b["kind"] == "cavalry")
    assert cavalry == {"soviet": 7, "german": 1}
    divisions = [
        b for b in BLOCKS.values() if b["side"] == "german" and (b["kind"], b.get("size")) == ("infantry", "division")
    ]
    assert len(divisions) == 6
    assert "Azul" in {b["id"] for b in divisions}


@pytest.mark.case("campaign.soviet.10", "campaign.soviet.9")
def test_remnants() -> None:
    corps = {b for b in BLOCKS if BLOCKS[b]["side"] == "soviet" and BLOCKS[b].get("remnant")}
    icons = [b for p in PLAYED["campaign"]["soviet"]["place"] if "icons" in p for b in p["blocks"]]
    assert Counter(BLOCKS[b]["kind"] for b in icons) == {"infantry": 20, "tank": 8}
    assert Counter(BLOCKS[b]["colour"] for b in icons) == {"yellow": 3, "light blue": 7, "white": 18}
    assert Counter(BLOCKS[b]["kind"] for b in corps & set(icons)) == {"infantry": 11, "tank": 3}
    assert corps - set(icons) == {"4AbC", "5AbC"}
    assert not [b for b in BLOCKS.values() if b.get("remnant") and b["side"] == "german"]


@pytest.mark.case("armies.3", "10.10.1a", "10.10.1b", "10.10.1d", "10.10.1e", "10.10.1f")
def test_bombers() -> None:
    assert Counter((b["of"], b["kind"]) for b in UNITS["bombers"]) == {
        ("2FK", "He-111"): 4,
        ("8FK", "He-111"): 2,
        ("8FK", "Stuka"): 2,
    }
    assert {(b["kind"], b["fire"]) for b in UNITS["bombers"]} == {("He-111", "D"), ("Stuka", "T")}
    assert {b["kind"] for b in UNITS["bombers"] if b.get("blitz")} == {"Stuka"}
    assert full("2FK") == 4


@pytest.mark.case("1.1b", "4.0b", "4.1b")
def test_lines_and_markers() -> None:
    """Ten and twenty lines; an artillery marker for every Tactical headquarters, a disc for every box that supplies."""
    assert (UNITS["lines"]["german"], UNITS["lines"]["soviet"]) == (10, 20)
    assert Counter(b["side"] for b in BLOCKS.values() if b["kind"] == "hq") == {"german": 7, "soviet": 6}
    assert TABLES["supply"]["closed"].keys() == {"Shlisselburg", "Leningrad", "Kiev"}
    assert len(UNITS["bombers"]) == 8


@pytest.mark.case("10.12.3i", "4.1i")
def test_anti_air_dice_of_the_example() -> None:
    """A line, a tank corps and an infantry corps at full Strength: 1 single, 3 double, 3 single."""
    tank, infantry = BLOCKS["25MC"], BLOCKS["63RC"]
    assert UNITS["lines"]["fire"] == "S"
    assert (len(tank["fire"]), tank["fire"][-1]) == (3, "D")
    assert (len(infantry["fire"]), infantry["fire"][-1]) == (3, "S")
    for b in BLOCKS.values():
        if b["side"] == "soviet" and b.get("size") == "corps" and b["colour"] in ("yellow", "light blue"):
            assert b["fire"][-1] == ("D" if b["kind"] == "tank" else "S")


@pytest.mark.case("7.2.2g", "7.2.2d", "7.2.2e")
def test_what_four_points_buy_in_the_november_example() -> None:
    levels = UNITS["levels"]["hq"]
    step = TABLES["headquarters"]["regeneration"]["value"]
    assert (levels.index(4) - levels.index(3)) * step + (levels.index(4) - levels.index(0)) * step == 4
    assert TABLES["fire"]["T"]["cost"] + TABLES["fire"]["S"]["cost"] == 4
    steps = {dot for b in BLOCKS.values() if b["side"] == "german" for dot in b.get("fire", "")}
    assert {"T", "S"} <= steps  # the Germans have red steps and black ones


# -- charts -------------------------------------------------------------------------------------


@pytest.mark.case("2.7f", "2.7a", "2.6a", "2.7c")
def test_terrain_chart() -> None:
    chart = {kind: (row["absorb"], row["stacking"], row["cost"]) for kind, row in TABLES["terrain"].items()}
    assert chart == {"green": (0, 4, 1), "yellow": (1, 2, 2), "victory": (2, 2, 2), "staging": (0, 0, 1)}
    assert chart.keys() == set(MAP.terrain.values())
    assert [TABLES["absorb"][kind]["value"] for kind in ("yellow", "victory")] == [1, 2]


@pytest.mark.case("10.14.1c", "10.13b", "10.13d", "10.13e", "10.13f", "10.14e")
def test_vyazma_absorbs_three() -> None:
    vyazma = area("Vyazma")
    absorb = TABLES["absorb"]
    found = [MAP.terrain[vyazma], *(p.kind for p in MAP.places[vyazma]), "line"]
    assert found == ["yellow", "city", "line"]
    assert sum(absorb[kind]["value"] for kind in found) == absorb["most"]["value"] == 3
    assert [kind for kind in absorb["order"] if kind in found] == found
    assert [absorb[kind]["controlled"] for kind in absorb["order"]] == [False, True, True, True]


@pytest.mark.case("4.2.2a", "4.2.2b", "4.2.2c", "7.2.2e")
def test_firepower() -> None:
    fire = TABLES["fire"]
    assert [fire[letter]["hits"] for letter in "SDT"] == [[6], [5, 6], [4, 5, 6]]
    assert [fire[letter]["cost"] for letter in "SDT"] == [1, 2, 3]
    assert [fire[letter]["colour"] for letter in "SDT"] == ["black", "white", "red"]


@pytest.mark.case("10.3c", "10.3d")
def test_tactical_range() -> None:
    assert [TABLES["headquarters"]["range"][str(stars)] for stars in (4, 3, 2, 0)] == [4, 3, 2, 0]
    assert {int(stars) for stars in TABLES["headquarters"]["range"] if stars != "source"} == set(UNITS["levels"]["hq"])


@pytest.mark.case("4.2.1b", "4.2.1c", "10.8g", "14.7a", "14.6a")
def test_movement() -> None:
    assert {key: row["value"] for key, row in TABLES["movement"].items()} == {
        "fast": 5,
        "slow": 3,
        "disengage": 1,
        "blitz": 1,
        "divisions": 4,
        "cavalry_rain": 2,
    }


@pytest.mark.case("8.0b", "8.0e", "8.0g", "10.18g", "10.18h")
def test_weather() -> None:
    weather = TABLES["weather"]
    assert {name: w["cost"] for name, w in weather.items()} == {"sun": 0, "rain": 3, "snow": 2, "blizzard": 2}
    assert {name for name, w in weather.items() if w["rivers"]} == {"sun", "rain"}
    assert {name for name, w in weather.items() if "german" in w["exploit"]} == {"sun"}
    assert {name for name, w in weather.items() if "soviet" in w["exploit"]} == {"sun", "snow", "blizzard"}
    assert (
        {name for name, w in weather.items() if w["tanks"]} == {"sun"} == {n for n, w in weather.items() if w["blitz"]}
    )


@pytest.mark.case("8.1a", "8.1b", "8.1c", "8.1d")
def test_chances_of_the_forecast() -> None:
    blank, *boxes = TABLES["forecast"]["track"]
    assert blank == "--"
    assert [Fraction(int(box), 6) for box in boxes] == [Fraction(n, 6) for n in range(1, 7)]
    assert TABLES["forecast"]["course"] == ["sun", "rain", "snow"]
    assert set(TABLES["forecast"]["course"]) <= TABLES["weather"].keys()
    first = TABLES["forecast"]["from"]
    assert (TABLES["turns"]["names"][first["turn"] - 1], first["german_impulse"]) == ("October", 2)


@pytest.mark.case("1.4d", "7.0a")
def test_turns() -> None:
    names = TABLES["turns"]["names"]
    assert (len(names), names[0], names[-1]) == (6, "July", "December")
    assert TABLES["turns"]["logistics"] == [2, 3, 4, 5, 6]
    assert {names[TABLES["turns"][key]["turn"] - 1] for key in ("november", "crusader")} == {"November"}
    assert names[TABLES["forecast"]["blizzard"]["turn"] - 1] == "December"


@pytest.mark.case("2.1a", "2.1b", "9.2c", "9.2d", "9.2e")
def test_supply_sources_are_on_the_map() -> None:
    supply = TABLES["supply"]
    closed = [row["groups"] for row in supply["closed"].values()]
    for group in chain(supply["german"]["groups"], supply["soviet"]["groups"], *closed):
        assert group in MAP.groups
    assert set(chain(*closed)) < set(supply["soviet"]["groups"])
    assert set(supply["closed"]) <= MAP.boxes.keys()
    assert supply["moscow"]["area"] == area("Moscow") == "63"


@pytest.mark.case("10.9g", "2.2g")
def test_the_road() -> None:
    track = MAP.tracks[TABLES["road"]["track"]]
    assert track[track.index("Novgorod") + 1] == "Pushkin"
    assert (len(track), track[0], track[-1]) == (10, "Pskov", "Leningrad")
    assert sum(b.get("letter") == "L" for b in BLOCKS.values()) == 4  # Hoepner and three with him


@pytest.mark.case("5.0d", "5.0e")
def test_every_german_colour_that_can_be_drawn_has_an_entry() -> None:
    entry = TABLES["entry"]["german"]
    drawn = {
        colour
        for s in SET_UP.values()
        for colour in chain(
            s["german"]["pool"].get("colours", {}), (BLOCKS[b]["colour"] for b in s["german"]["pool"].get("blocks", ()))
        )
    }
    assert drawn == entry.keys()
    assert {row["at"] for row in entry.values()} == STAGING | {"any", "road"}
    kinds = {p.kind for places in MAP.places.values() for p in places} | set(MAP.terrain.values())
    assert set(TABLES["entry"]["soviet"]["places"]) <= kinds


@pytest.mark.case("1.7b", "1.7e", "2.4.3e")
def test_victory_points() -> None:
    victory = TABLES["victory"]
    areas = {area(name) for name in victory["areas"]}
    assert areas == {n for n, terrain in MAP.terrain.items() if terrain == "victory"}
    assert len(victory["areas"]) + len(victory["boxes"]) == victory["sudden_death"] == 7
    assert points("campaign") == {"german": 1, "soviet": 6}


# -- set-ups ------------------------------------------------------------------------------------


def west(line: str) -> set[str]:
    """The areas west of a front line."""
    found = {"16A"}
    for here in (queue := ["16A"]):
        for n in MAP.neighbours(here):
            if n not in found and not {(here, n), (n, here)} & set(MAP.lines[line]):
                found.add(n)
                queue.append(n)
    return found


def ground(scenario: str) -> dict[str, set[str]]:
    """The areas each side controls."""
    s = SET_UP[scenario]
    german = west(s["line"]["value"]) if "line" in s else set(s["control"]["german"])
    return {"german": german, "soviet": set(MAP.names) - german}


def points(scenario: str) -> dict[str, int]:
    """Victory Points at the start."""
    german = ground(scenario)["german"] | set(SET_UP[scenario]["boxes"]["german"])
    places = [area(name) for name in TABLES["victory"]["areas"]] + TABLES["victory"]["boxes"]
    mine = sum(place in german for place in places)
    return {"german": mine, "soviet": len(places) - mine}


def blocks_of(entry: Mapping[str, Any]) -> tuple[list[str], Counter[str]]:
    """Blocks by name, and numbers by colour, that an entry speaks of."""
    if "colour" in entry:
        return [], Counter({entry["colour"]: entry["count"]})
    return list(entry.get("blocks", ())), Counter(entry.get("colours", {}))


def level(strength: object, block: str) -> int:
    if strength == "full":
        return full(block)
    if strength == "least":
        return min(UNITS["levels"][BLOCKS[block]["kind"]]) if BLOCKS[block]["kind"] not in COMBAT else 1
    assert isinstance(strength, int)
    return strength


@pytest.mark.parametrize(("scenario", "side"), BOTH)
@pytest.mark.case("campaign.9", "typhoon.soviet.2", "typhoon.soviet.4", "gasp.soviet.2", "gasp.soviet.3")
def test_every_block_is_somewhere_once(scenario: str, side: str) -> None:
    own = SET_UP[scenario][side]
    named: Counter[str] = Counter()
    colours: Counter[str] = Counter()
    for entry in chain(own["place"], (own[key] for key in ("pool", "surrendered", "later") if key in own)):
        blocks, numbers = blocks_of(entry)
        named.update(blocks)
        colours.update(numbers)
    assert set(named.values()) == {1}
    assert all(BLOCKS[b]["side"] == side for b in named)
    rest = Counter(
        b["colour"] for b in BLOCKS.values() if b["side"] == side and b["kind"] in COMBAT and b["id"] not in named
    )
    assert colours == rest
    assert named.total() + colours.total() == UNITS["count"][side]


COUNTS = {  # on the board, in the Pool, surrendered, later
    ("campaign", "soviet"): (36, 29, 0, 5), ("campaign", "german"): (21, 28, 0, 1),
    ("dnieper", "soviet"): (36, 29, 0, 5), ("dnieper", "german"): (21, 28, 0, 1),
    ("typhoon", "soviet"): (43, 10, 12, 5), ("typhoon", "german"): (47, 3, 0, 0),
    ("gasp", "soviet"): (46, 5, 19, 0), ("gasp", "german"): (50, 0, 0, 0),
}  # fmt: skip


@pytest.mark.parametrize(("scenario", "side"), BOTH)
@pytest.mark.case("campaign.9", "campaign.soviet.4", "campaign.german.3", "typhoon.german.10", "gasp.german.2")
def test_counts_of_the_set_up(scenario: str, side: str) -> None:
    own = SET_UP[scenario][side]

    def count(*entries: Mapping[str, Any]) -> int:
        found = [blocks_of(entry) for entry in entries]
        return sum(len(blocks) + numbers.total() for blocks, numbers in found)

    parts = (own.get(key, {}) for key in ("pool", "surrendered", "later"))
    assert (count(*own["place"]), *(count(part) for part in parts)) == COUNTS[scenario, side]


@pytest.mark.parametrize(("scenario", "side"), BOTH)
def test_blocks_due_later_have_their_letter(scenario: str, side: str) -> None:
    later = SET_UP[scenario][side].get("later")
    if later is None:
        assert scenario == "gasp" or (scenario, side) == ("typhoon", "german")
    else:
        letter = {"german": "K", "soviet": "N"}[side]
        assert {b for b in BLOCKS if BLOCKS[b].get("letter") == letter} == set(later["blocks"])


@pytest.mark.parametrize(("scenario", "side"), BOTH)
@pytest.mark.case("7.2.1b", "7.2.1c", "7.2.1d", "7.2.1e", "7.2.1h", "campaign.soviet.1", "typhoon.soviet.1")
@pytest.mark.case("typhoon.german.1", "gasp.soviet.1", "gasp.german.1", "campaign.german.1")
def test_logistics_value_at_the_start(scenario: str, side: str) -> None:
    s = SET_UP[scenario]
    levels = {
        b: level(p["strength"], b)
        for p in s[side]["place"]
        for b in p.get("blocks", ())
        if BLOCKS[b]["kind"] not in COMBAT
    }
    leader = next(strength for b, strength in levels.items() if BLOCKS[b]["kind"] == "leader")
    headquarters = sum(strength > 0 for b, strength in levels.items() if BLOCKS[b]["kind"] != "leader")
    enemy = s["soviet" if side == "german" else "german"]["surrendered"]
    lost = len(enemy.get("blocks", ())) + sum(enemy.get("colours", {}).values())
    value = leader + headquarters + points(scenario)[side] + lost // TABLES["logistics"]["lost"]["blocks"]
    held = ground(scenario)[side] | (set(MAP.boxes) - set(s["boxes"]["german"]) if side == "soviet" else set())
    if s["weather"]["value"] == "snow" and not {area("Moscow"), "Leningrad"} <= held:
        value //= 2
    assert value == s["value"][side]


@pytest.mark.parametrize("scenario", PLAYED)
@pytest.mark.case("2.5f", "2.5g", "campaign.8")
def test_control(scenario: str) -> None:
    held = ground(scenario)
    assert held["german"] >= STAGING
    assert set(SET_UP[scenario]["boxes"]["german"]) <= MAP.boxes.keys()
    if scenario in ("campaign", "dnieper"):
        assert held["german"] == STAGING | set(MAP.groups["Balkan cross"])
        assert (len(held["soviet"]), len(MAP.boxes) - 2) == (166, 10)


def areas_of(scenario: str, side: str, entry: Mapping[str, Any]) -> list[tuple[set[str], int, bool]]:
    """Where the blocks of an entry may stand: sets of areas, how many blocks, and whether one in each."""
    own, enemy = ground(scenario)[side], ground(scenario)["soviet" if side == "german" else "german"]
    count = entry.get("count", len(entry.get("blocks", ())))
    if "at" in entry or "places" in entry or "icons" in entry:
        at = entry.get("at") or MAP.groups.get(entry.get("icons", "")) or [area(name) for name in entry["places"]]
        if len(at) == 1:
            return [({at[0]}, count, False)]
        assert len(at) == count
        return [({place}, 1, False) for place in at]
    if "near" in entry:
        beside = own & set(MAP.neighbours(entry["near"]))
        return [({entry["near"]}, entry["here"], False), (beside, count - entry["here"], entry.get("each", False))]
    if "around" in entry:
        return [(own & {entry["around"], *MAP.neighbours(entry["around"])}, count, False)]
    if "front" in entry:
        return [({n for n in own if set(MAP.neighbours(n)) & enemy}, count, False)]
    assert entry["anywhere"]
    return [(own, count, False)]


@pytest.mark.parametrize(("scenario", "side"), BOTH)
@pytest.mark.case("setup.3", "2.7a")
def test_everybody_finds_room_on_his_own_ground(scenario: str, side: str) -> None:
    s = SET_UP[scenario]
    contested = set(s["contested"]["areas"]) if "contested" in s else set()
    graph: nx.DiGraph[str] = nx.DiGraph()
    wanted = 0
    for n, entry in enumerate(s[side]["place"]):
        for m, (areas, count, each) in enumerate(areas_of(scenario, side, entry)):
            assert areas <= ground(scenario)[side] | MAP.boxes.keys() | (contested if side == "german" else set())
            wanted += count
            graph.add_edge("from", f"entry {n} {m}", capacity=count)
            for place in areas:
                graph.add_edge(f"entry {n} {m}", f"area {place}", capacity=1 if each else count)
                limit = TABLES["terrain"][MAP.terrain[place]]["stacking"] if place in MAP.terrain else 1
                graph.add_edge(f"area {place}", "to", capacity=limit or 99)
    assert nx.maximum_flow_value(graph, "from", "to") == wanted


@pytest.mark.parametrize(("scenario", "side"), BOTH)
@pytest.mark.case("setup.5", "4.1b", "campaign.soviet.5", "gasp.soviet.10", "typhoon.soviet.13")
def test_defensive_lines(scenario: str, side: str) -> None:
    lines = SET_UP[scenario][side]["lines"]
    fixed = lines.get("at", [])
    assert len(set(fixed)) == len(fixed)
    assert set(fixed) <= ground(scenario)[side]
    number = {"campaign": (0, 5), "dnieper": (0, 5), "typhoon": (5, 10), "gasp": (5, 10)}[scenario][SIDES.index(side)]
    assert len(fixed) + lines.get("anywhere", 0) + lines.get("front", 0) == number <= UNITS["lines"][side]


@pytest.mark.parametrize(("scenario", "side"), BOTH)
@pytest.mark.case("setup.4", "campaign.5")
def test_strengths_exist(scenario: str, side: str) -> None:
    for entry in SET_UP[scenario][side]["place"]:
        said = entry["strength"]
        for strength in said.values() if isinstance(said, dict) else [said]:
            assert strength in ("full", "least", 0, 1, 2, 3, 4)
        if isinstance(said, dict) and "each" in said:
            assert all(said[b] == full(b) for b in said if b != "each")  # the small ones at their full Strength
            assert set(said) - {"each"} == {b for b in entry["blocks"] if full(b) < said["each"]}


@pytest.mark.case("gasp.5", "gasp.german.9", "gasp.soviet.10", "gasp.soviet.6")
def test_contested_areas_of_november() -> None:
    s = SET_UP["gasp"]
    stars = set(s["contested"]["areas"])
    assert stars == set(MAP.groups["red star"])
    assert stars <= ground("gasp")["soviet"]
    (up,) = (p for p in s["german"]["place"] if p.get("face_up"))
    assert (set(up["at"]), up["count"], up["strength"]) == (stars, 4, 2)
    assert set(s["soviet"]["lines"]["at"]) == stars
    assert stars <= {a for p in s["soviet"]["place"] for a in p.get("at", ())}


@pytest.mark.case("dnieper.6", "dnieper.7", "typhoon.10", "gasp.9")
def test_places_of_victory_are_on_the_map() -> None:
    assert {area(p) for p in PLAYED["dnieper"]["victory"]["lines"]} <= set(PLAYED["campaign"]["soviet"]["lines"]["at"])
    assert PLAYED["dnieper"]["victory"]["cities"] == TABLES["kiev"]["cities"]
    special = {p.name for places in MAP.places.values() for p in places if p.kind == "special city"}
    assert set(TABLES["kiev"]["cities"]) == special
    for scenario in ("typhoon", "gasp"):
        assert [area(p) for p in PLAYED[scenario]["victory"]["control"]] == ["63"]


@pytest.mark.case("dnieper.2", "dnieper.4", "typhoon.2", "typhoon.9", "gasp.2", "gasp.8", "campaign.2")
def test_when_scenarios_begin_and_end() -> None:
    names = TABLES["turns"]["names"]
    span = {
        n: (names[s["start"]["turn"] - 1], s["start"]["phase"], names[s["end"]["turn"] - 1]) for n, s in SET_UP.items()
    }
    assert span == {
        "campaign": ("July", "impulses", "December"),
        "dnieper": ("July", "impulses", "July"),
        "typhoon": ("October", "logistics", "December"),
        "gasp": ("November", "impulses", "December"),
    }
    assert {s["initiative"]["value"] for s in SET_UP.values()} == {"german"}
    assert {s["first"]["value"] for s in SET_UP.values()} == {"soviet"}
    assert {n: s["once"]["value"] for n, s in SET_UP.items() if "once" in s} == {"dnieper": "scenario", "gasp": "month"}
    assert {n for n, s in SET_UP.items() if not s["road"]["value"]} == {"typhoon", "gasp"}
    assert {n for n, s in SET_UP.items() if s.get("artillery", {}).get("value") == ["Hoepner"]} == {"typhoon", "gasp"}
