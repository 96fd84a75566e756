"""`grognard trace`: every clause is found in code and tests, and what is missing is said."""

import ast
import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from grognard.cli.commands import trace
from grognard.core.rule import Clause, Heading, Rulebook
from grognard.lab import citations
from grognard.titles import GAMES, TITLES, Game

BOOK = Rulebook(
    (Heading("4.6", "Stacking"), Heading("setup", "Set-up")),
    (
        Clause("4.6a", "prohibition", "three at most"),
        Clause("4.6b", "setup", "not at the start"),
        Clause("9.6.note1", "modifier", "once"),
        Clause("setup.7", "setup", "one a column"),
        Clause("schedule.soviet.1", "setup", "four"),
        Clause("1.0a", "prose", "it is a game", "no rule"),
        Clause("7.1a", "dead", "ships sail", "there is no sea", "4.6"),
    ),
    (),
)


TRACED = cache(citations.trace)
"""Tracing reads all code and all tests of a title: once is enough."""


@pytest.fixture
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace, "trace", TRACED)


@pytest.mark.usefixtures("once")
@pytest.mark.parametrize("title", TITLES)
def test_every_clause_is_covered(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = TRACED(title, None)
    assert found.uncovered == {}
    assert found.unknown == []
    trace.command(title, json=False)
    assert "0 uncovered" in capsys.readouterr().out


@pytest.mark.usefixtures("once")
@pytest.mark.parametrize("title", TITLES)
def test_json(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(SystemExit):
        trace.command(title, json=True)
    said = json.loads(capsys.readouterr().out)
    book = TITLES[title].rulebook
    assert [heading["id"] for heading in said["headings"]] == [heading.id for heading in book.headings]
    assert [clause["id"] for clause in said["clauses"]] == [clause.id for clause in book.clauses]
    assert said["prose"] == [clause.id for clause in book.clauses if clause.kind == "prose"]
    assert said["dead"] == {clause.id: clause.by for clause in book.clauses if clause.kind == "dead"}
    assert len(said["prose"]) < 0.15 * (len(book.clauses) - len(said["dead"]))
    assert said["tests_at_hand"] is True
    by_id = {clause["id"]: clause for clause in said["clauses"]}
    assert {one["id"] for one in said["uncovered"]} == {
        clause["id"]
        for clause in by_id.values()
        if clause["kind"] not in ("prose", "dead") and not (clause["code"] and clause["tests"])
    }


def test_places_are_real() -> None:
    """Each file and line that is named does cite the clause."""
    source = Path(str(trace.__file__)).parents[3]
    found = TRACED("leningrad79", None)
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
    both = citations.Trace("toy", BOOK, code, {"4.6a": ["t"], "setup.7": ["t"]}, [], [])
    assert both.uncovered == {
        "4.6b": ["test"],
        "9.6.note1": ["code", "test"],
        "setup.7": ["code"],
        "schedule.soviet.1": ["code", "test"],
    }
    installed = citations.Trace("toy", BOOK, code, None, [], [])
    assert installed.uncovered == {"9.6.note1": ["code"], "setup.7": ["code"], "schedule.soviet.1": ["code"]}
    assert trace.as_json(installed)["clauses"][0]["tests"] is None


def test_exit_code_and_words_when_something_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    unknown, dead = citations.Cite("99.1a", "x.py:3"), citations.Cite("7.1a", "x.py:4")
    lacking = citations.Trace("leningrad79", BOOK, {}, None, [unknown], [dead])
    monkeypatch.setattr(trace, "trace", lambda _title, _tests: lacking)
    with pytest.raises(SystemExit) as left:
        trace.command("leningrad79")
    assert left.value.code == 1
    said = capsys.readouterr().out
    assert "no code: 4.6a 4.6b 9.6.note1 setup.7 schedule.soviet.1" in said
    assert "x.py:3 cites 99.1a, which is not a clause" in said
    assert "x.py:4 cites 7.1a, which is dead" in said
    assert "7 clauses, 1 of them prose and 1 dead, 0 rulings" in said
    assert "dead by 4.6: 7.1a" in said
    assert "tests are not part of this installation" in said


def test_an_unknown_title_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        trace.command("stalingrad")
    assert left.value.code == 2
    assert "no title 'stalingrad'" in capsys.readouterr().err


def test_a_game_without_rules_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "has_rules", False)
    with pytest.raises(SystemExit) as left:
        trace.command("leningrad41")
    assert left.value.code == 2
    assert "leningrad41 has no rules yet" in capsys.readouterr().err


# -- dead clauses, and games that share a package ---------------------------------------------

LAND = """
heading = [{ id = "4.6", name = "Stacking" }, { id = "7.1", name = "Ships" }]
clause = [
    { id = "4.6a", kind = "prohibition", text = "Three at most." },
    { id = "7.1a", kind = "dead", text = "Ships sail.", by = "4.6", reason = "there is no sea" },
    { id = "7.1b", kind = "dead", text = "Ships sink.", by = "4.6a", reason = "there is no sea" },
    { id = "8.1a", kind = "state", text = "Land is dry." },
]
"""
SEA = """
heading = [{ id = "4.6", name = "Stacking" }, { id = "7.1", name = "Ships" }]
clause = [
    { id = "4.6a", kind = "prohibition", text = "Three at most." },
    { id = "7.1a", kind = "procedure", text = "Ships sail." },
    { id = "9.1a", kind = "state", text = "The sea is wet." },
]
"""
FAMILY = {
    "family/__init__.py": "",
    "family/rules.py": "# 4.6a, 7.1a, 8.1a, 9.1a\n",
    "family/ships.py": "# 7.1a, 9.9a\n",
    "family/land/rules.toml": LAND,
    "family/land/units.toml": "tank = 1  # 8.1a\n",
    "family/sea/rules.toml": SEA,
    "tests/titles/family/test_sea.py": '@case("4.6a", "7.1a", "9.1a")\ndef test_sea(): ...\n',
    "tests/titles/land/test_land.py": '@case("4.6a", "8.1a")\ndef test_land(): ...\n',
}


Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Two games in one package, with their tests; writes one more file of theirs."""
    found = {
        "sea": Game("sea", "Sea", "", "family", "sea"),
        "land": Game("land", "Land", "", "family", "land", tests="land", unused=("ships.py",)),
    }
    monkeypatch.setattr(citations, "GAMES", found)
    monkeypatch.syspath_prepend(str(tmp_path))

    def put(path: str, text: str) -> Path:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        return tmp_path / "tests"

    for path, text in FAMILY.items():
        put(path, text)
    return put


def traced(title: str, tests: Path) -> tuple[dict[str, list[str]], list[str], list[str]]:
    """What is uncovered, and the wrong citations: unknown, dead."""
    found = citations.trace(title, tests)
    return found.uncovered, [cite.what for cite in found.unknown], [cite.what for cite in found.dead]


def test_modules_of_a_family_may_cite_what_is_alive_in_one_of_its_rulebooks(write: Write) -> None:
    tests = write("family/more.py", "# 7.1, 4.6\n")
    assert traced("land", tests) == ({}, [], [])
    assert traced("sea", tests) == ({}, ["9.9a"], [])
    assert citations.trace("land", tests).complete
    assert not citations.trace("sea", tests).complete


def test_modules_that_only_another_game_uses_do_not_count(write: Write) -> None:
    tests = write("family/rules.py", "# 4.6a, 8.1a\n")
    write("family/ships.py", "# 7.1a, 8.1a, 9.1a\n")
    assert "7.1a" not in citations.trace("land", tests).code
    assert citations.trace("sea", tests).code["7.1a"] == ["family/ships.py:1"]
    assert citations.trace("land", tests).code["8.1a"] == ["family/rules.py:1", "family/land/units.toml:1"]


def test_a_clause_that_is_dead_everywhere_may_not_be_cited(write: Write) -> None:
    tests = write("family/more.py", "# 7.1b\n")
    assert traced("land", tests) == ({}, [], ["7.1b"])
    assert traced("sea", tests)[1] == ["7.1b", "9.9a"]


def test_data_of_a_game_may_not_cite_its_dead_clauses(write: Write) -> None:
    tests = write("family/land/tables.toml", "port = 3  # 7.1a\n")
    assert traced("land", tests) == ({}, [], ["7.1a"])
    write("family/land/tables.toml", "port = 3  # 9.1a\n")  # of the other game
    assert traced("land", tests) == ({}, ["9.1a"], [])


def test_each_game_has_its_own_tests(write: Write) -> None:
    tests = write("tests/titles/land/test_land.py", '@case("4.6a", "7.1a")\ndef test_land(): ...\n')
    assert traced("land", tests) == ({"8.1a": ["test"]}, [], ["7.1a"])
    assert (citations.trace("sea", tests).tests or {})["7.1a"] == ["tests/titles/family/test_sea.py::test_sea"]


def test_every_title_has_its_own_directory_of_tests() -> None:
    directories = [citations.tests_of(GAMES[name]) for name in TITLES]
    assert len({*directories}) == len(directories)
    assert citations.tests_of(GAMES["assault_leningrad"]) == "assault"
    assert citations.tests_of(GAMES["assault_stalingrad"]) == "stalingrad"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_unused_modules_exist(game: Game) -> None:
    assert all((game.home / module).is_file() for module in game.unused)
    assert len(game.modules) == len([*game.home.rglob("*.py")]) - len(game.unused)


@pytest.mark.usefixtures("once")
def test_dead_clauses_are_listed_with_what_replaces_them(capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(SystemExit):
        trace.command("assault_stalingrad")
    said = capsys.readouterr().out
    assert "dead by 19.51: 11.13b\n" in said
    assert "11.13b" not in said.partition("no test:")[2]
    (row,) = [line for line in said.splitlines() if line.startswith("11.13b ")]
    assert "by 19.51" in row
    assert "replaced by 19.51" in row
