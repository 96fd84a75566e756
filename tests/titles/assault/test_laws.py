"""The laws of all titles, and those of this family, on games played at random."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.titles.assault.check import flaws
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.victory import points
from tests.laws import laws
from tests.laws.attempts import changed
from tests.titles.assault.conftest import TITLE

CLAUSES = {clause.id for clause in TITLE.rulebook.clauses}


def at_rest(s: Any) -> Iterator[str]:
    """What is wrong with a position between two decisions."""
    d = s.data
    yield from (f"{flaw.about}: {flaw.why}" for flaw in flaws(s))
    if s.held[GERMAN] & s.held[RUSSIAN]:
        yield "both sides hold a hex"
    german, russian = points(s)
    if german + russian < sum(d.points.values()):
        yield f"{german} and {russian} points: some hex counts for nobody"
    for unit in scan(s.moved):
        if s.place[unit] >= d.board.box:
            yield f"{d.pieces[unit]} has moved off the map"


def clauses_exist(s: Any, action: Action) -> None:
    for objection in TITLE.explain(s, action):
        assert objection.clause == "form" or objection.clause in CLAUSES, objection


@pytest.mark.parametrize("seed", range(4))
def test_a_game_at_random(seed: int) -> None:
    random = Random(f"assault {seed}")
    seen: set[str] = set()
    for s in laws.walk(TITLE, random, done=(5, 2, 10, 20)[seed]):
        name = "over" if s.over else TITLE.step(s).name
        for what in at_rest(s) if name not in seen or random.random() < 0.1 else ():
            laws.broken(s, "at rest", what)
        if name not in seen or random.random() < 0.02:
            laws.check(TITLE, s, random, tries=3)
            if not s.over:
                action = TITLE.sample(s, random.randrange)
                for _ in range(6):
                    clauses_exist(s, changed(TITLE, s, action, random))
        else:
            laws.settled(TITLE, s)
        seen.add(name)
    assert {"set-up", "german-movement", "mechanized", "russian-movement", "appearance", "over"} <= seen


def test_a_game_at_a_table() -> None:
    laws.table_is_faithful(laws.played(TITLE, Random("assault table"), 25))
