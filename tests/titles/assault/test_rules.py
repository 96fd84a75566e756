"""The rulebook of Assault on Leningrad: every case is there, its clauses are in order, and what cites them is right."""

import re
from pathlib import Path

import pytest

from grognard.core.rule import Rulebook, case_of
from tests.titles.assault.box import FILES, GAME, D

BOOK = Rulebook.parse(GAME.text("rules.toml"))
CLAUSES = {clause.id: clause for clause in BOOK.clauses}
HERE = Path(__file__)
PAGE = (HERE.parents[3] / "docs" / "titles" / "assault_leningrad.md").read_text("utf-8")

# How many cases each part of the rulebook has: 6.1 has 6.11 to 6.110, 7 has 7.1 to 7.6
PARTS = {
    "6.1": 10, "6.2": 2, "6.3": 4, "8.1": 4, "8.2": 6, "8.3": 7, "8.4": 6, "10.1": 8, "10.2": 12, "10.3": 10,
    "10.4": 3, "10.5": 4, "11.1": 9, "11.2": 4, "11.3": 7, "11.4": 6, "11.5": 3, "12.1": 3, "12.2": 3, "12.3": 8,
    "12.4": 6, "12.5": 6, "16.1": 9, "16.2": 6, "17.1": 2, "17.2": 5, "18.1": 1, "18.2": 1, "18.3": 1, "18.4": 2,
    "18.5": 4,
}  # fmt: skip
WHOLE = {"3": 2, "5": 6, "7": 6, "9": 9, "13": 12, "14": 5, "15": 4}
BARE = {"4.0", "17.0"}  # sections with clauses of their own


def numbered() -> set[str]:
    """Every number the rulebook prints before 19.0."""
    out = {"1.1", *(f"{n}.0" for n in range(2, 19)), *PARTS}
    out |= {f"{part}{n}" for part, count in PARTS.items() for n in range(1, count + 1)}
    return out | {f"{part}.{n}" for part, count in WHOLE.items() for n in range(1, count + 1)}


def test_every_case_has_a_heading() -> None:
    found = [h.id for h in BOOK.headings]
    assert len(set(found)) == len(found)
    assert {h for h in found if h[0].isdigit()} == numbered()
    assert {h for h in found if not h[0].isdigit()} == {"appendix1", "appendix2", "notes"}
    assert len(numbered()) == 255


def test_every_case_has_clauses_without_gaps() -> None:
    assert len(CLAUSES) == len(BOOK.clauses)
    for heading in BOOK.headings:
        numbers = not heading.id[0].isdigit()
        own = [c.id for c in BOOK.clauses if (c.id.rpartition(".")[0] if numbers else case_of(c.id)) == heading.id]
        wanted = [f"{heading.id}.{n + 1}" if numbers else f"{heading.id}{chr(97 + n)}" for n in range(len(own))]
        assert own == wanted
        section = heading.id in PARTS or (heading.id.endswith(".0") and heading.id not in BARE)
        assert own or section


def test_kinds() -> None:
    assert {c.kind for c in BOOK.clauses} == {
        "prohibition",
        "procedure",
        "modifier",
        "state",
        "setup",
        "optional",
        "prose",
    }
    prose = [c for c in BOOK.clauses if c.kind == "prose"]
    assert all(c.reason for c in prose)
    assert not any(c.reason for c in BOOK.clauses if c.kind != "prose")
    assert len(prose) < 0.15 * len(BOOK.clauses)
    assert {c.id.split(".")[0] for c in BOOK.clauses if c.kind == "optional"} == {"18"}


def test_rulings_point_to_cases_and_options() -> None:
    headings = {h.id for h in BOOK.headings}
    assert [r.question for r in BOOK.rulings if not {*r.cases} <= headings] == []
    assert len({r.question for r in BOOK.rulings}) == len(BOOK.rulings)
    ours = [switch.id for switch in D.charts.switches if switch.source.startswith("E:")]
    assert [r.option for r in BOOK.rulings if r.option] == ours
    assert len(ours) <= 6


def test_each_optional_rule_is_a_switch() -> None:
    printed = [re.findall(r"R:(18\.\d)", switch.source) for switch in D.charts.switches if switch.source[0] == "R"]
    assert [{*cases} for cases in printed] == [{f"18.{n}"} for n in range(1, 6)]
    cited = {cite for switch in D.charts.switches for cite in re.findall(r"R:(\S+?)(?:,|$)", switch.source)}
    assert cited == {c.id for c in BOOK.clauses if c.kind == "optional"}


@pytest.mark.parametrize("file", FILES)
def test_sources_cite_clauses(file: str) -> None:
    known = CLAUSES.keys() | {h.id for h in BOOK.headings}
    assert {*re.findall(r"R:([a-z0-9]+(?:\.[a-z0-9]+)*)", GAME.text(file))} <= known


def test_every_clause_of_the_orders_of_battle_is_in_the_scenario() -> None:
    wanted = {c for c in CLAUSES if c.startswith("appendix")}
    assert wanted == {*re.findall(r"R:(appendix\d\.\d+)", GAME.text("scenarios.toml"))}


def test_the_page_of_the_title_cites_clauses() -> None:
    found = {*re.findall(r"(?<![\w.])(?:\d{1,2}(?:\.\d{1,3})+[a-z]?|appendix\d\.\d+)(?!\w)", PAGE)}
    known = CLAUSES.keys() | {h.id for h in BOOK.headings} | {"4.5", "5.5", "19.0", "19.1", "19.9"}
    assert found <= known


def test_the_worked_examples_that_have_a_test() -> None:
    named = re.findall(r"`(test_\w+\.py)::(test_\w+)`", PAGE)
    assert len(named) >= 12
    for file, test in named:
        assert f"def {test}(" in (HERE.parent / file).read_text("utf-8")


def test_every_case_belongs_to_one_module() -> None:
    table = PAGE[PAGE.index("## Modules") : PAGE.index("## One board")]
    order = [h.id for h in BOOK.headings]
    owned: list[str] = []
    for row in re.findall(r"^\| `[\w/]+\.py` \| ([^|]+) \|", table, re.MULTILINE):
        for first, last in re.findall(r"([\w.]+)(?:–([\w.]+))?", row):
            owned += order[order.index(first) : order.index(last or first) + 1]
    assert len({*owned}) == len(owned)
    wanted = {c.id.split(".")[0] if c.id[0].isalpha() else case_of(c.id) for c in BOOK.clauses if c.kind != "prose"}
    assert wanted - {*owned} == set()
