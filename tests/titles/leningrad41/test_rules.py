"""The rulebook of Leningrad '41: every case is there, its clauses are in order, and what cites them is right."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator

import pytest

from grognard.core.rule import case_of
from grognard.titles import GAMES
from grognard.titles.leningrad41.data.chart_values import OPTIONAL, RULED

GAME = GAMES["leningrad41"]
BOOK = GAME.rulebook
CLAUSES = {clause.id: clause for clause in BOOK.clauses}
HEADINGS = [heading.id for heading in BOOK.headings]
FILES = ("map.toml", "units.toml", "tables.toml", "scenarios.toml")

# How many cases each section has. The second 12.10 is 12.11, the first case of section 17 (printed 16.1) is 17.1.
CASES = {
    1: 2, 2: 13, 3: 9, 4: 6, 5: 4, 6: 9, 7: 8, 8: 14, 9: 6, 10: 20, 11: 3, 12: 11, 13: 5, 14: 7, 15: 5, 16: 2, 17: 3,
    18: 3, 19: 3,
}  # fmt: skip


def numbered() -> set[str]:
    """Every number the rulebook prints."""
    return {f"{section}.{n}" for section, count in CASES.items() for n in range(count + 1)}


def test_every_case_has_a_heading() -> None:
    assert len(set(HEADINGS)) == len(HEADINGS)
    assert set(HEADINGS) == numbered() | {"errata"}


def test_every_case_has_clauses_without_gaps() -> None:
    assert len(CLAUSES) == len(BOOK.clauses)
    for heading in HEADINGS:
        named = heading == "errata"
        own = [clause for clause in CLAUSES if (clause.split(".")[0] if named else case_of(clause)) == heading]
        assert own == [f"{heading}.{n + 1}" if named else f"{heading}{chr(97 + n)}" for n in range(len(own))]
        assert own or heading.endswith(".0"), heading


def test_kinds() -> None:
    kinds = {clause.kind for clause in BOOK.clauses}
    assert kinds == {"state", "procedure", "prohibition", "modifier", "setup", "prose", "dead"}
    assert all(clause.reason for clause in BOOK.clauses if not clause.decides)
    assert sum(clause.kind == "prose" for clause in BOOK.clauses) < 0.1 * len(BOOK.clauses)


def test_what_another_case_overrules_is_dead() -> None:
    dead = {clause.id: clause.by for clause in BOOK.clauses if not clause.applies}
    assert dead == {"8.7e": "8.9", "10.2h": "10.13"}


def test_rulings_belong_to_cases_and_ask_different_questions() -> None:
    assert {case for ruling in BOOK.rulings for case in ruling.cases} <= set(HEADINGS)
    assert [q for q, n in Counter(ruling.question for ruling in BOOK.rulings).items() if n > 1] == []
    assert all(ruling.question.endswith("?") and ruling.ruling.endswith(".") for ruling in BOOK.rulings)


def test_options_are_those_of_rulings_and_of_the_book() -> None:
    options = {option["id"]: option["source"] for option in tomllib.loads(GAME.text("tables.toml"))["option"]}
    assert set(options) == {*RULED, *OPTIONAL}
    rulings = {ruling.option: ruling.cases for ruling in BOOK.rulings if ruling.option}
    assert set(rulings) == set(RULED)
    assert len(RULED) <= 6
    for id, cases in rulings.items():
        assert options[id] == f"E:ruling on {', '.join(cases)}"
    assert {case_of(options[id][2:]).split(".")[0] for id in OPTIONAL} == {"16", "17", "18"}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("10.2", "10.13"),  # one result for two units, or one each
        ("9.2", "10.2"),  # all must combine, nobody is forced
        ("9.2", "13.4"),  # command control in defensive fire
        ("7.1", "9.6"),  # defensive fire at arrivals
        ("6.5", "6.6"),  # who sees the lower unit
        ("8.7", "8.9"),  # bridges cost, or do not
        ("3.3", "3.6"),  # where 51 and 704 may start
        ("10.12", "10.13"),  # armor in the hex, or the unit
        ("12.8", "10.17"),  # Rudel in demolitions
        ("8.4", "7.6"),  # exceptions to stacking
        ("11.2", "15.3"),  # who spots for the fleet
        ("14.2", "12.7"),  # leaders and air strikes
        ("3.4", "19.3"),  # how Zhukov comes
    ],
)
def test_contradictions_have_rulings(first: str, second: str) -> None:
    assert any({first, second} <= set(ruling.cases) for ruling in BOOK.rulings)


@pytest.mark.parametrize("file", FILES)
def test_data_cite_clauses_that_apply(file: str) -> None:
    cited = re.findall(r"R:([\w.]*\w)", GAME.text(file))
    assert cited
    applying = {clause for clause, found in CLAUSES.items() if found.applies}
    assert {cite for cite in cited if cite not in applying} <= {*HEADINGS}
    if file != "map.toml":
        assert set(cited) <= applying


def sources(value: object) -> Iterator[str]:
    """Every source in a data file: `source`, `value_source` and the like, and those of single entries in `sources`."""
    if isinstance(value, list):
        for item in value:
            yield from sources(item)
    if isinstance(value, dict):
        for key, item in value.items():
            if key.endswith("source"):
                yield item
            elif key == "sources":
                yield from item.values()
            else:
                yield from sources(item)


@pytest.mark.parametrize("file", FILES[1:])
def test_every_source_is_of_a_known_kind(file: str) -> None:
    found = list(sources(tomllib.loads(GAME.text(file))))
    assert found
    assert [one for one in found if not re.match(r"[RGE]:\S", one)] == []
