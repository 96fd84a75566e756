"""The rulebook of Assault on Stalingrad: section 19 is complete, and the other sections hold, change or are dead."""

import re

import pytest

from grognard.core.rule import case_of
from grognard.lab.citations import trace
from grognard.titles import GAMES

GAME = GAMES["assault_stalingrad"]
BOOK, OTHER = GAME.rulebook, GAMES["assault_leningrad"].rulebook
CLAUSES = {clause.id: clause for clause in BOOK.clauses}
DEAD = {clause.id: clause for clause in BOOK.clauses if clause.kind == "dead"}

# How many cases each part of section 19 has.
PARTS = {1: 3, 2: 3, 3: 5, 4: 3, 5: 3, 6: 2, 7: 4, 8: 2, 9: 4}
# Cases and sections of which nothing holds, and some of which something must.
GONE = (
    "5.3 5.4 5.5 5.6 8.14 8.25 9.6 10.34 10.35 10.36 11.16 11.42 11.43 11.45 12.22 12.23 12.37 13 15 16.13 16.18 16.2 "
    "17.1 17.2 18.1 18.2 18.5 appendix1 appendix2"
).split()
ALIVE = (
    "6.32 6.33 8.26 8.32 8.33 8.34 8.35 8.36 8.37 10.26 10.29 11.24 11.33 11.44 11.46 11.53 12.44 12.45 14 16.15 16.17 "
    "16.19 17.0 18.3 18.4 19"
).split()


def within(clause: str, part: str) -> bool:
    """Whether a clause belongs to a section (13), a part (16.2) or a case (5.3)."""
    if part.isdigit() or part.startswith("appendix"):
        return clause.split(".")[0] == part
    case = case_of(clause)
    return case == part or (re.fullmatch(r"\d+\.\d", part) is not None and case.startswith(part))


def of(part: str) -> list[str]:
    found = [clause for clause in CLAUSES if within(clause, part)]
    assert found, part
    return found


def test_every_case_of_section_19_is_there() -> None:
    found = [h.id for h in BOOK.headings if h.id.startswith("19")]
    wanted = ["19.0"]
    for part, cases in PARTS.items():
        wanted += [f"19.{part}", *(f"19.{part}{n + 1}" for n in range(cases))]
    assert found == wanted
    assert {case_of(c) for c in CLAUSES if c.startswith("19")} == {h for h in wanted if len(h) == 5} | {"19.0"}


def test_every_clause_of_the_other_sections_is_there() -> None:
    assert len(CLAUSES) == len(BOOK.clauses)
    assert {c for c in CLAUSES if not c.startswith("19.")} == {c.id for c in OTHER.clauses}
    assert {h.id for h in BOOK.headings if not h.id.startswith("19")} == {h.id for h in OTHER.headings}


def test_clauses_are_numbered_without_gaps() -> None:
    for case in {case_of(c) for c in CLAUSES if c[0].isdigit()}:
        own = [c for c in CLAUSES if case_of(c) == case]
        assert own == [f"{case}{chr(97 + n)}" for n in range(len(own))]


@pytest.mark.parametrize("part", GONE)
def test_what_no_longer_holds(part: str) -> None:
    assert [clause for clause in of(part) if clause not in DEAD] == []


@pytest.mark.parametrize("part", ALIVE)
def test_what_still_holds(part: str) -> None:
    assert [clause for clause in of(part) if CLAUSES[clause].decides] != []
    assert part == "17.0" or [clause for clause in of(part) if clause in DEAD] == []


def test_only_section_19_makes_a_clause_dead() -> None:
    assert {clause.by.split(".")[0] for clause in DEAD.values()} == {"19"}
    assert not any(clause.startswith("19") for clause in DEAD)
    assert {"19.11", "19.23", "19.32", "19.51", "19.52", "19.53", "19.71", "19.72", "19.81", "19.9"} <= {
        clause.by for clause in DEAD.values()
    }


def test_what_a_reader_is_told() -> None:
    assert CLAUSES["11.13b"].note == "does not apply in this game: replaced by 19.51"
    assert CLAUSES["13.1a"].note == "does not apply in this game: there is no Naval Unit among its pieces (19.0c)"


def test_prose_is_rare_and_decides_nothing() -> None:
    prose = [clause for clause in BOOK.clauses if clause.kind == "prose"]
    assert len(prose) < 0.15 * (len(BOOK.clauses) - len(DEAD))
    assert all(clause.reason for clause in prose)
    assert not any(clause.reason for clause in BOOK.clauses if clause.decides)
    decides = {clause.id for clause in OTHER.clauses if clause.decides}
    examples = {clause.id for clause in prose if clause.reason.startswith("an example")}
    assert {clause.id for clause in prose} & decides == examples


def test_what_holds_does_not_speak_of_the_other_game() -> None:
    words = re.compile(r"Leningrad|Neva|Guerrilla|Naval|[Ff]ortif|bridge(?!head)|41st|regiment")
    said = {clause.id for clause in BOOK.clauses if clause.decides and words.search(clause.text)}
    assert said == {"19.0a", "19.21a"}


def test_rulings_point_to_cases() -> None:
    headings = {h.id for h in BOOK.headings}
    assert [r.question for r in BOOK.rulings if not {*r.cases} <= headings] == []
    assert len({r.question for r in BOOK.rulings}) == len(BOOK.rulings)


def test_no_citation_is_unknown_or_dead() -> None:
    found = trace("assault_stalingrad")
    assert found.unknown == []
    assert found.dead == []
