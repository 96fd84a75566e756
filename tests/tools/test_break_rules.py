"""Disabling rules: each way of doing it changes what it should and nothing else."""

import ast
from textwrap import dedent

import pytest

from grognard.titles import GAMES
from tools import unwatched
from tools.break_rules import Module, Mutant, cites_of, data_mutants, mutants_of
from tools.mutate import BROKEN, KILLED, SURVIVED, UNTESTED, Verdict, summary


def mutants(text: str) -> dict[str, Mutant]:
    """The mutants of a piece of code, by how and which clauses."""
    found = list(Module(dedent(text)).mutants("x.py"))
    out = {f"{m.how} {' '.join(m.clauses)}": m for m in found}
    assert len(out) == len(found)
    return out


def same(one: str, other: str) -> bool:
    return ast.dump(ast.parse(dedent(one))) == ast.dump(ast.parse(dedent(other)))


def test_a_ban_forbids_nothing() -> None:
    found = mutants("""
        def bans(s):
            return [
                Ban("4.0a", "not yours", away),
                Ban("4.6a", "full", full, facts),  # 4.6c
            ]
    """)
    assert set(found) == {"ban 4.0a", "ban 4.6a 4.6c"}
    assert same(
        found["ban 4.6a 4.6c"].text,
        """
        def bans(s):
            return [Ban("4.0a", "not yours", away), Ban("4.6a", "full", 0, facts)]
        """,
    )


def test_a_check_never_fails() -> None:
    (mutant,) = mutants("def checks(s):\n    return [Check('7.3a', 'short', lambda unit: unit > s, facts)]\n").values()
    assert mutant.clauses == ("7.3a",)
    assert same(mutant.text, "def checks(s):\n    return [Check('7.3a', 'short', lambda _: False, facts)]\n")


def test_a_clause_in_a_variable() -> None:
    found = mutants("""
        def bans(s):
            clause = "8.5a" if s else "8.1a"
            return [Ban(clause, "far", far)]
    """)
    assert set(found) == {"ban 8.5a 8.1a"}


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ("yield Objection('6.3a', 'alone')", "if False:\n        yield"),
        ("out.append(Objection('6.3a', 'alone'))", "pass"),
        ("return [Objection('6.3a', 'alone')]", "return []"),
        ("return [x, Objection('6.3a', 'alone')]", "return [x]"),
        ("return Objection('6.3a', 'alone')", "return None"),
        ("out += [Objection('6.3a', name) for name in names]", "out += []"),
        ("yield Line('6.3a', '+', 1, 'alone')", "if False:\n        yield"),
    ],
)
def test_an_objection_or_line_is_not_said(code: str, changed: str) -> None:
    frame = "def f(s, out):\n    {}\n    yield from ()\n"
    (mutant,) = mutants(frame.format(code)).values()
    assert mutant.clauses == ("6.3a",)
    assert same(mutant.text, frame.format(changed))


def test_a_function_that_makes_an_objection_stands_for_it() -> None:
    found = mutants("""
        def too_far(s) -> Objection:
            return Objection("4.1a", "far")
        def f(s, out):
            out.append(too_far(s))
    """)
    assert set(found) == {"objection 4.1a"}
    assert "pass" in found["objection 4.1a"].text


def test_limits() -> None:
    found = mutants("""
        def limits(s):
            few = Objection("9.1a", "at least one")
            def missing(units):
                return Objection("17.3a", "must join")
            return Limits(1, must=strands, too_few=few, missing=missing)
    """)
    assert "Limits(0, must=strands" in found["limit low 9.1a"].text
    assert "Limits(1, must=0" in found["limit must 17.3a"].text


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ("s.air -= 1  # 13.5a", "pass"),
        ("s.raid = 0  # 13.5a", "pass"),
        ("put(s, 1)  # 13.5a", "pass"),
        ("if s.raid:  # 13.5a\n        s.x = 1", "if False:\n        s.x = 1"),
        ("if s.raid:\n        return 1  # 13.5a\n    return 2", "if s.raid:\n        pass\n    return 2"),
        ("return held & ~gone  # 13.5a", "return held"),
        ("return (\n        land\n        & ~held  # 13.5a\n        & ~full\n    )", "return land & ~full"),
        ("return f(\n        a,\n        air=1,  # 13.5a\n    )", "return f(a)"),
    ],
)
def test_a_cited_statement_is_left_out(code: str, changed: str) -> None:
    frame = "def f(s):\n    {}\n"
    (mutant,) = mutants(frame.format(code)).values()
    assert mutant.clauses == ("13.5a",)
    assert same(mutant.text, frame.format(changed))


def test_a_choice_is_always_made_one_way() -> None:
    found = mutants("def f(s):\n    return 1 if s.fed else 2  # 11.1a\n")
    assert {same(m.text, f"def f(s):\n    return {n}\n") for m, n in zip(found.values(), (1, 2), strict=True)} == {True}


def test_what_would_be_missing_is_left_alone() -> None:
    """A variable or a part of an object that is never set only breaks the program."""
    assert mutants("def f(self):\n    x = 1  # 4.1a\n    self.zoc = x  # 5.0a\n    return x\n") == {}


def test_a_step_of_a_flow_is_left_out() -> None:
    found = mutants("""
        BATTLE = Flow("battle",
            when(air, step(AIR)),     # 13.2
            step(DIE),                # 9.5
            local=Battle)
    """)
    assert same(found["step 13.2"].text, 'BATTLE = Flow("battle", step(DIE), local=Battle)')
    assert same(found["step 9.5"].text, 'BATTLE = Flow("battle", when(air, step(AIR)), local=Battle)')


def test_numbers_of_charts() -> None:
    text = dedent("""
        [[shift]]
        id = "fort"
        columns = -1
        source = "R:15.1"

        [numbers]
        stacking = { value = 3, source = "R:4.6" }
        [crt.die]
        1 = ["-/E", "-/2", "1/-", "2/-"]
        [crt.sources]
        1 = "R:9.5b"
        [cost]
        hill = { foot = "2", motor = "3" }  # 4.9f
    """)
    found = {" ".join(m.clauses): m.text for m in data_mutants(text, "t.toml")}
    assert set(found) == {"15.1", "4.6", "9.5b", "4.9f"}
    assert found["15.1"] == text.replace("columns = -1", "columns = 0")
    assert found["4.6"] == text.replace("value = 3", "value = 4")
    assert found["4.9f"] == text.replace('foot = "2"', 'foot = "3"')
    assert found["9.5b"] == text.replace('"1/-", ', '"-/-", ')


def test_a_number_in_a_source_is_no_rule() -> None:
    text = dedent("""
        [withdrawal]
        source = "E:a 3 on GT5 demands it (5.34)"
        sources = { 5 = "R:5.34q" }
    """)
    assert not list(data_mutants(text, "t.toml"))


def test_what_a_comment_cites() -> None:
    assert cites_of("# 9.6.note1, 17.4b: x 4.6, schedule.soviet.1 v1.2.3") == [
        "9.6.note1",
        "17.4b",
        "4.6",
        "schedule.soviet.1",
    ]


def test_the_title_has_hundreds_of_rules_and_each_mutant_differs() -> None:
    found = mutants_of("leningrad79")
    assert len(found) > 250
    assert ("4.5a", "4.0c") in [mutant.clauses for mutant in found]  # cited inside a statement and beside it
    assert len({(m.file, m.text) for m in found}) == len(found)


def test_a_switch_is_turned_round_and_a_list_emptied() -> None:
    text = """
        GAME = Game(
            "x",
            bank=True,  # 19.34b
            barred=("Don",),  # 19.33a
            lines="roads",  # 19.51b
        )
    """
    found = {" ".join(m.clauses): m.text for m in mutants(text).values()}
    assert same(found["19.34b"], 'GAME = Game("x", bank=False, barred=("Don",), lines="roads")')
    assert same(found["19.33a"], 'GAME = Game("x", bank=True, barred=(), lines="roads")')
    assert same(found["19.51b"], 'GAME = Game("x", bank=True, barred=("Don",))')


def test_sources_of_single_entries() -> None:
    text = dedent("""
        columns = ["1:3"]
        columns_source = "E:1:3 is named (10.21)"
        [hexside.Don]
        foot = 2
        defense = 3
        source = "E:ours"
        sources = { defense = "E:it multiplies (19.41)" }
    """)
    (mutant,) = data_mutants(text, "t.toml")
    assert (mutant.clauses, mutant.text) == (("19.41",), text.replace("defense = 3", "defense = 4"))
    text = text.replace("E:ours", "R:19.4a")  # what has a source of its own does not have that of the others
    assert [mutant.clauses for mutant in data_mutants(text, "t.toml")] == [("19.4a",), ("19.41",)]


@pytest.mark.parametrize("title", ["assault_leningrad", "assault_stalingrad"])
def test_games_of_a_family_have_their_own_clauses_and_the_list_fits(title: str) -> None:
    found, entries = mutants_of(title), unwatched.read()
    cited = {clause for mutant in found for clause in mutant.clauses}
    dead = {clause.id for clause in GAMES[title].rulebook.clauses if not clause.applies}
    assert not cited & dead
    assert ("19.33a" in cited) == (title == "assault_stalingrad")
    assert not [*unwatched.stale(title, found, entries)]
    assert all(entry.reason.endswith(".") for entry in entries)


def test_an_entry_of_the_list_names_one_line() -> None:
    file = "titles/assault/rules/zones.py"
    line = next(n for n, text in enumerate(unwatched.source(file), 1) if "def fluid" in text) + 3
    mutant = Mutant(file, line, ("9.3a",), "always body", "")
    text = unwatched.source(file)[line - 1].strip()
    entry = unwatched.Entry(("a",), file, "No reason.", "always body", text)
    assert entry.fits("a", mutant)
    assert not entry.fits("b", mutant)
    assert not entry.fits("a", mutant._replace(line=line - 1))
    assert not entry.fits("a", mutant._replace(how="always orelse"))
    assert unwatched.Entry(("a",), file, "No reason.", within="fluid").fits("a", mutant)
    assert not unwatched.Entry(("a",), file, "No reason.", within="rigid").fits("a", mutant)
    assert [*unwatched.stale("a", [mutant], [entry, entry._replace(how="return")])] == [entry._replace(how="return")]


def test_the_summary_of_a_title() -> None:
    mutant = Mutant("titles/assault/rules/zones.py", 1, ("9.3a",), "return", "")
    verdicts = [Verdict(mutant, verdict) for verdict in (KILLED, SURVIVED, UNTESTED, BROKEN)]
    found = summary("leningrad79", verdicts)
    assert str(found) == "1 noticed, 0 justified, 2 missed, 1 do not load"
    assert found.troubles == [f"survived: {mutant.name}", f"untested: {mutant.name}"]
