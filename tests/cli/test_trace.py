"""`grognard trace`: every clause is found in code and tests, and what is missing is said."""

import ast
import json
from contextlib import suppress
from pathlib import Path

import pytest

from grognard.cli.commands import trace
from grognard.core.rule import Clause, Heading, Rulebook
from grognard.lab import citations
from grognard.titles import TITLES

BOOK = Rulebook(
    (Heading("4.6", "Stacking"), Heading("setup", "Set-up")),
    (
        Clause("4.6a", "prohibition", "three at most"),
        Clause("4.6b", "setup", "not at the start"),
        Clause("9.6.note1", "modifier", "once"),
        Clause("setup.7", "setup", "one a column"),
        Clause("schedule.soviet.1", "setup", "four"),
        Clause("1.0a", "prose", "it is a game", "no rule"),
    ),
    (),
)


@pytest.mark.parametrize("title", TITLES)
def test_every_clause_is_covered(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = citations.trace(title)
    assert found.uncovered == {}
    assert found.unknown == []
    trace.command(title, json=False)
    assert "0 uncovered" in capsys.readouterr().out


@pytest.mark.parametrize("title", TITLES)
def test_json(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(SystemExit):
        trace.command(title, json=True)
    said = json.loads(capsys.readouterr().out)
    book = TITLES[title].rulebook
    assert [heading["id"] for heading in said["headings"]] == [heading.id for heading in book.headings]
    assert [clause["id"] for clause in said["clauses"]] == [clause.id for clause in book.clauses]
    assert said["prose"] == [clause.id for clause in book.clauses if clause.kind == "prose"]
    assert len(said["prose"]) < 0.15 * len(book.clauses)
    assert said["tests_at_hand"] is True
    by_id = {clause["id"]: clause for clause in said["clauses"]}
    assert {one["id"] for one in said["uncovered"]} == {
        clause["id"]
        for clause in by_id.values()
        if clause["kind"] != "prose" and not (clause["code"] and clause["tests"])
    }


def test_places_are_real() -> None:
    """Each file and line that is named does cite the clause."""
    source = Path(str(trace.__file__)).parents[3]
    found = citations.trace("leningrad79")
    for clause, places in found.code.items():
        for place in places:
            file, _, line = place.rpartition(":")
            assert clause in (source / file).read_text("utf-8").splitlines()[int(line) - 1], place
    tests = Path(str(citations.tests_folder())).parent
    for clause, places in (found.tests or {}).items():
        for place in places:
            file, name = place.split("::")[0], place.split("::")[-1]
            text = (tests / file).read_text("utf-8")
            assert f"def {name}(" in text, place
            assert f'"{clause}"' in text, place


def cites(text: str, *, loose: bool = True) -> list[tuple[int, str]]:
    return sorted(citations.python_cites(text, citations.pattern(BOOK), loose=loose))


def test_what_counts_as_a_citation_in_code() -> None:
    text = (
        '"""Stacking (4.6a)."""\n'
        'ban = Ban("4.6b", "4.6 hexes", 0)  # 9.6.note1, setup.7\n'
        "half = 2.5  # nothing\n"
        "mark = '# 4.6a'\n"
        'why = "see schedule.soviet.1"\n'
    )
    assert cites(text) == [
        (1, "4.6a"),
        (2, "4.6b"),
        (2, "9.6.note1"),
        (2, "setup.7"),
        (4, "4.6a"),
        (5, "schedule.soviet.1"),
    ]
    assert cites(text, loose=False) == [(2, "4.6b"), (2, "9.6.note1"), (2, "setup.7")]


def test_what_counts_as_a_citation_in_data() -> None:
    text = '[setup.columns]  # 4.6a\nturn = 4.6\nsource = "R:schedule.soviet.1"\nnote = "R:9.6"\n'
    assert list(citations.data_cites(text, citations.pattern(BOOK))) == [(1, "4.6a"), (3, "schedule.soviet.1")]


def test_marks_of_modules_classes_functions_and_parameters() -> None:
    tree = ast.parse(
        "import pytest\n"
        'pytestmark = [pytest.mark.slow, pytest.mark.case("4.6a")]\n'
        '@pytest.mark.case("4.6b", "setup.7")\n'
        "def test_one(): ...\n"
        '@pytest.mark.case("9.6.note1")\n'
        "class TestMore:\n"
        '    @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.case("1.0a"))])\n'
        "    def test_two(self, x): ...\n"
        '@pytest.mark.case("4.6b")\n'
        "def helper(): ...\n"
    )
    assert list(citations.marked(tree)) == [
        ("test_one", "4.6a"),
        ("test_one", "4.6b"),
        ("test_one", "setup.7"),
        ("TestMore::test_two", "4.6a"),
        ("TestMore::test_two", "9.6.note1"),
        ("TestMore::test_two", "1.0a"),
    ]


def test_what_is_missing() -> None:
    code = {"4.6a": ["a.py:1"], "4.6b": ["a.py:2"], "1.0a": []}
    both = citations.Trace("toy", BOOK, code, {"4.6a": ["t"], "setup.7": ["t"]}, [])
    assert both.uncovered == {
        "4.6b": ["test"],
        "9.6.note1": ["code", "test"],
        "setup.7": ["code"],
        "schedule.soviet.1": ["code", "test"],
    }
    installed = citations.Trace("toy", BOOK, code, None, [])
    assert installed.uncovered == {"9.6.note1": ["code"], "setup.7": ["code"], "schedule.soviet.1": ["code"]}
    assert trace.as_json(installed)["clauses"][0]["tests"] is None


def test_exit_code_and_words_when_something_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lacking = citations.Trace("leningrad79", BOOK, {}, None, [citations.Cite("99.1a", "x.py:3")])
    monkeypatch.setattr(trace, "trace", lambda _title, _tests: lacking)
    with pytest.raises(SystemExit) as left:
        trace.command("leningrad79")
    assert left.value.code == 1
    said = capsys.readouterr().out
    assert "no code: 4.6a 4.6b 9.6.note1 setup.7 schedule.soviet.1" in said
    assert "x.py:3 cites 99.1a, which is not a clause" in said
    assert "tests are not part of this installation" in said


def test_an_unknown_title_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        trace.command("stalingrad")
    assert left.value.code == 2
    assert "no title 'stalingrad'" in capsys.readouterr().err
