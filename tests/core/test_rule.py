"""Rulebooks: clauses that apply, prose, and dead clauses with what replaces them."""

import pytest

from grognard.core.rule import Clause, Heading, Rulebook

BOOK = """
[[heading]]
id = "9.1"
name = "Supply"

[[clause]]
id = "2.1a"
kind = "procedure"
text = "A path leads to a railway."
{fields}

[[clause]]
id = "9.1a"
kind = "{killer}"
text = "A path leads to a road."
{more}
"""


def parse(fields: str, kind: str = "dead", killer: str = "procedure", more: str = "") -> Rulebook:
    return Rulebook.parse(BOOK.format(fields=fields, killer=killer, more=more).replace("procedure", kind, 1))


@pytest.mark.parametrize("by", ["9.1", "9.1a"])
def test_a_dead_clause_says_what_replaces_it(by: str) -> None:
    dead, live = parse(f'by = "{by}"\nreason = "paths follow roads"').clauses
    assert (dead.by, dead.applies, dead.decides) == (by, False, False)
    assert dead.note == f"does not apply in this game: paths follow roads ({by})"
    assert dead.data() == {**dead._asdict(), "note": dead.note}
    assert (live.by, live.applies, live.decides, live.note) == ("", True, True, "")


@pytest.mark.parametrize(
    ("reason", "note"),
    [
        ("replaced by 9.1", "replaced by 9.1"),
        ("replaced by 9.1, on both maps", "replaced by 9.1, on both maps"),
        ("replaced by 9.12", "replaced by 9.12 (9.1)"),
        ("replaced by 9.1a", "replaced by 9.1a (9.1)"),
    ],
)
def test_a_number_is_not_said_twice(reason: str, note: str) -> None:
    assert Clause("2.1a", "dead", "A path.", reason, "9.1").note == f"does not apply in this game: {note}"


def test_prose_applies_but_decides_nothing() -> None:
    prose = Clause("1.1a", "prose", "It was cold.", "history")
    assert (prose.applies, prose.decides, prose.note) == (True, False, "")


@pytest.mark.parametrize(
    ("fields", "kind", "killer", "wrong"),
    [
        ('by = "9.1"', "dead", "state", "is dead and has no reason"),
        ('reason = "no rails"', "dead", "state", "is dead and has no `by`"),
        ('by = "9.2"\nreason = "no rails"', "dead", "state", "is dead by 9.2, which is neither a heading nor a clause"),
        ('by = "2.1a"\nreason = "no rails"', "dead", "state", "cannot be dead by itself"),
        ('by = "2.1"\nreason = "no rails"', "dead", "state", "cannot be dead by itself"),
        ('by = "9.1a"\nreason = "no rails"', "dead", "dead", "is dead by 9.1a, which is dead too"),
        ('by = "9.1"', "state", "state", "has `by`, but is not dead"),
        ('by = "9.1"\nreason = "no rails"', "prose", "state", "has `by`, but is not dead"),
    ],
)
def test_what_a_rules_file_may_not_say(fields: str, kind: str, killer: str, wrong: str) -> None:
    more = 'by = "9.1x"\nreason = "none"' if killer == "dead" else ""
    with pytest.raises(ValueError, match=r"^rules\.toml: ") as raised:
        parse(fields, kind, killer, more)
    assert f"clause 2.1a {wrong}" in str(raised.value)


def test_every_flaw_is_named() -> None:
    with pytest.raises(ValueError, match=r"clause 2\.1a .*; clause 9\.1a "):
        parse('reason = "no rails"', more='by = "9.1"')


def test_the_card_of_a_case_has_its_dead_clauses() -> None:
    book = Rulebook((Heading("2.1", "Supply"),), (Clause("2.1a", "dead", "Rails.", "no rails", "9.1"),), ())
    assert [clause.id for clause in book.card("2.1")[1]] == ["2.1a"]
