"""The rulebook of Demyansk Shield: every case is there, its clauses are in order, and what cites them is right."""

import re
import tomllib
from collections.abc import Iterator

import pytest

from grognard.core.rule import case_of
from grognard.titles import GAMES

GAME = GAMES["demyansk"]
BOOK = GAME.rulebook
CLAUSES = {clause.id: clause for clause in BOOK.clauses}
HEADINGS = [heading.id for heading in BOOK.headings]
FILES = ("map.toml", "units.toml", "tables.toml", "scenarios.toml")

# How many cases each part of the rulebook has: 2.2 has 2.21 to 2.24, 1.1 has none of its own.
PARTS = {
    "1.1": 0, "1.2": 0, "2.1": 0, "2.2": 4, "2.3": 0, "2.4": 0, "3.1": 5, "3.2": 7, "3.3": 5, "3.4": 5, "3.5": 2,
    "4.1": 4, "4.2": 2, "5.1": 0, "5.2": 4, "5.3": 4, "5.4": 3, "5.5": 3, "6.1": 4, "6.2": 4, "6.3": 5, "6.4": 4,
    "6.5": 5, "7.1": 7, "7.2": 6, "8.1": 4, "8.2": 3, "8.3": 6, "8.4": 4, "9.1": 2, "9.2": 3, "9.3": 7, "10.1": 9,
    "10.2": 3, "10.3": 2, "10.4": 3, "11.1": 8, "11.2": 6, "11.3": 4, "11.4": 3, "11.5": 3, "12.1": 2, "12.2": 5,
    "12.3": 8, "12.4": 4, "12.5": 7, "13.1": 5, "13.2": 5, "14.1": 5, "14.2": 4, "14.3": 6, "14.4": 4, "14.5": 4,
    "15.1": 5, "15.2": 4, "16.1": 6, "16.2": 3, "18.1": 0, "18.2": 0, "18.3": 0, "19.1": 4, "19.2": 4, "19.3": 4,
}  # fmt: skip
NAMED = {"sequence", "aids"}


def numbered() -> set[str]:
    """Every number the rulebook prints."""
    cases = {f"{part}{n}" for part, count in PARTS.items() for n in range(1, count + 1)}
    return {f"{n}.0" for n in range(1, 20)} | set(PARTS) | cases


def test_every_case_has_a_heading() -> None:
    assert len(set(HEADINGS)) == len(HEADINGS)
    assert set(HEADINGS) == numbered() | NAMED


def test_every_case_has_clauses_without_gaps() -> None:
    assert len(CLAUSES) == len(BOOK.clauses)
    whole = {case for case in numbered() if len(case.partition(".")[2]) == 2} | NAMED
    for heading in HEADINGS:
        own = [
            clause for clause in CLAUSES if (clause.split(".")[0] if heading in NAMED else case_of(clause)) == heading
        ]
        wanted = [f"{heading}.{n + 1}" if heading in NAMED else f"{heading}{chr(97 + n)}" for n in range(len(own))]
        assert own == wanted
        assert own or heading not in whole, heading


def test_kinds() -> None:
    kinds = {clause.kind for clause in BOOK.clauses}
    assert kinds == {"state", "procedure", "prohibition", "modifier", "setup", "prose", "dead"}
    assert all(clause.reason for clause in BOOK.clauses if not clause.decides)
    assert sum(clause.kind == "prose" for clause in BOOK.clauses) < 0.15 * len(BOOK.clauses)


def test_what_another_case_overrules_is_dead() -> None:
    assert {clause.id: clause.by for clause in BOOK.clauses if not clause.applies} == {
        "12.12b": "11.31",
        "17.0o": "12.21",
        "sequence.18": "11.51",
        "sequence.27": "15.22",
        "sequence.30": "14.36",
        "sequence.31": "14.41",
        "sequence.33": "15.22",
    }


def test_rulings_belong_to_cases_and_their_options_exist() -> None:
    assert {case for ruling in BOOK.rulings for case in ruling.cases} <= set(HEADINGS)
    options = {option["id"] for option in tomllib.loads(GAME.text("tables.toml"))["option"]}
    assert {ruling.option for ruling in BOOK.rulings if ruling.option} == options


@pytest.mark.parametrize("file", FILES)
def test_data_cite_clauses_that_apply(file: str) -> None:
    cited = re.findall(r"R:([\w.]*\w)", GAME.text(file))
    assert cited
    applying = {clause for clause, found in CLAUSES.items() if found.applies}
    assert {cite for cite in cited if cite not in applying} <= {*HEADINGS, "17"}


def sources(value: object) -> Iterator[str]:
    """Every source in a data file: `source`, `front_source` and the like, and those of single entries in `sources`."""
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
