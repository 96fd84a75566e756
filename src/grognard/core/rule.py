"""Clauses of a rulebook, and the objections they give rise to."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from .bits import Bits
from .native import native

Facts: TypeAlias = Mapping[str, Any]


class Heading(NamedTuple):
    """A numbered section or case of the rulebook, with a name of our own."""

    id: str
    name: str


PROSE, DEAD = "prose", "dead"


class Clause(NamedTuple):
    """One statement of the rulebook, in our words: `10.8a`, `schedule.note2`.

    Of its kinds the program knows two: prose decides nothing, and a dead clause is one that another case switches
    off. Both have a reason; every other clause needs code and a test.
    """

    id: str
    kind: str
    text: str
    reason: str = ""
    by: str = ""  # of a dead clause: the case or clause that switches it off

    @property
    def applies(self) -> bool:
        """Whether it applies in this game: a dead clause does not."""
        return self.kind != DEAD

    @property
    def decides(self) -> bool:
        """Whether it decides something, so that code must implement it and a test cover it."""
        return self.kind not in (PROSE, DEAD)

    @property
    def note(self) -> str:
        """What readers must know about a dead clause: that it does not apply, and what replaces it."""
        if self.applies:
            return ""
        named = self.by in re.findall(r"\w+(?:\.\w+)*", self.reason)
        return f"does not apply in this game: {self.reason}" + ("" if named else f" ({self.by})")

    def data(self) -> dict[str, str]:
        """The clause as JSON data."""
        return {**self._asdict(), "note": self.note}


class Ruling(NamedTuple):
    """A point that the rulebook leaves open: what we play, and the alternative."""

    cases: tuple[str, ...]
    question: str
    ruling: str
    alternative: str
    option: str = ""


@lru_cache(maxsize=4096)
def case_of(clause: str) -> str:
    """The printed case a clause belongs to: `10.8b` is part of `10.8`, `10.12.5a` of `10.12.5`."""
    found = re.match(r"\d+(?:\.\d+)+", clause)
    return found.group() if found else clause


class Rulebook(NamedTuple):
    """Every heading, clause and ruling of one title."""

    headings: tuple[Heading, ...]
    clauses: tuple[Clause, ...]
    rulings: tuple[Ruling, ...]

    @classmethod
    def parse(cls, text: str) -> "Rulebook":
        """Read `rules.toml`."""
        raw = tomllib.loads(text)
        rulings = (r | {"cases": tuple(r["cases"])} for r in raw.get("ruling", ()))
        book = cls(
            tuple(Heading(**h) for h in raw.get("heading", ())),
            tuple(Clause(**c) for c in raw.get("clause", ())),
            tuple(Ruling(**r) for r in rulings),
        )
        if wrong := [f"clause {clause.id} {flaw}" for clause in book.clauses if (flaw := book.flaw(clause))]:
            raise ValueError(f"rules.toml: {'; '.join(wrong)}")
        return book

    def flaw(self, clause: Clause) -> str:
        """What is wrong with a dead clause, or with one that says it is replaced but is not dead; empty if nothing."""
        if clause.applies:
            return "has `by`, but is not dead" if clause.by else ""
        if not clause.reason:
            return "is dead and has no reason"
        if not clause.by:
            return "is dead and has no `by`"
        if clause.by in (clause.id, case_of(clause.id)):
            return "cannot be dead by itself"
        killer = next((c for c in self.clauses if c.id == clause.by), None)
        if killer is None and all(h.id != clause.by for h in self.headings):
            return f"is dead by {clause.by}, which is neither a heading nor a clause"
        return "" if killer is None or killer.applies else f"is dead by {clause.by}, which is dead too"

    def card(self, case: str) -> tuple[Heading | None, tuple[Clause, ...], tuple[Ruling, ...]]:
        """The heading, clauses and rulings of one case, or of a part with a name but no number."""
        case = case_of(case)
        heading = next((h for h in self.headings if h.id == case), None)
        own = tuple(c for c in self.clauses if case_of(c.id) == case)
        named = tuple(c for c in self.clauses if not case[:1].isdigit() and c.id.startswith(f"{case}."))
        return heading, own or named, tuple(r for r in self.rulings if case in r.cases)

    def within(self, case: str) -> tuple[Heading, ...]:
        """The cases of a section (`12.1` to `12.56` for `12.0`), or the subcases of a case that is only a heading."""
        heading, clauses, _ = self.card(case)
        if heading is None or (clauses and not case.endswith(".0")):
            return ()
        start = case.removesuffix("0") if case.endswith(".0") else case
        return tuple(h for h in self.headings if h.id != case and h.id.startswith(start))


class Objection(NamedTuple):
    """Why something is illegal: the clause, a sentence of ours, and the numbers that failed."""

    clause: str
    text: str
    facts: Facts = MappingProxyType({})

    @property
    def cite(self) -> str:
        """The case number as printed."""
        return case_of(self.clause)

    def __str__(self) -> str:
        return f"[{self.cite}] {self.text}"


class Ban(NamedTuple):
    """A prohibition as a set: everything in `where` is forbidden by `clause`.

    The legal choices are the domain minus all bans, and the objections to a choice are
    the bans that contain it, so the two can never disagree. `facts` gives the numbers for
    one member; the text may name them in braces, and `{it}` is the member itself.
    """

    clause: str
    text: str
    where: Bits
    facts: Callable[[int], Facts] | None = None

    def objection(self, item: int, name: str) -> Objection:
        """The objection to choosing this item."""
        return _objection(self.clause, self.text, self.facts, item, name)


@native
def unbanned(members: Bits, bans: Iterable[Ban]) -> Bits:
    """Those of these members that no ban forbids."""
    for ban in bans:
        members &= ~ban.where
    return members


class Check(NamedTuple):
    """A prohibition tested for one member at a time, where the whole set would cost too much to compute."""

    clause: str
    text: str
    holds: Callable[[int], bool]
    facts: Callable[[int], Facts] | None = None

    def objection(self, item: int, name: str) -> Objection:
        """The objection to choosing this item."""
        return _objection(self.clause, self.text, self.facts, item, name)


def _objection(clause: str, text: str, facts: Callable[[int], Facts] | None, item: int, name: str) -> Objection:
    numbers = dict(facts(item)) if facts else {}
    return Objection(clause, text.format(it=name, **numbers), numbers)
