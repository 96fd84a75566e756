"""The laws of all titles, and those of this family, on games played at random."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.titles.assault.check import flaws
from grognard.titles.assault.fleet import in_range
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import on_map
from grognard.titles.assault.supply import supplied
from grognard.titles.assault.victory import points
from tests.laws import laws
from tests.laws.attempts import changed
from tests.titles.assault.conftest import TITLE

CLAUSES = {clause.id for clause in TITLE.rulebook.clauses}


def at_rest(s: Any) -> Iterator[str]:
    """What is wrong with a position between two decisions."""
    d = s.data
    yield from (f"{flaw.about}: {flaw.why}" for flaw in flaws(s))
    if s.fire & ~in_range(s) or (s.fire and s.disrupted >> d.fleet & 1):
        yield "the marker of the fleet lies where it cannot"
    if s.held[GERMAN] & s.held[RUSSIAN]:
        yield "both sides hold a hex"
    german, russian = points(s)
    if german + russian < sum(d.points.values()):
        yield f"{german} and {russian} points: some hex counts for nobody"
    for unit in scan(s.moved):
        if s.place[unit] >= d.board.box:
            yield f"{d.pieces[unit]} has moved off the map"


def lines_of_supply(s: Any) -> None:
    """Is every unit in supply exactly if a line is shown for it?"""
    assert TITLE.aids.trace is not None
    for side in (GERMAN, RUSSIAN):
        fed = supplied(s, side)
        for unit in scan(on_map(s, side)):
            way = TITLE.aids.trace(s, unit)
            if way is None or way.ok != bool(fed >> unit & 1) or way.ok == bool(way.why):
                laws.broken(s, "lines of supply", f"{s.data.pieces[unit]}: {way}")


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
        if name not in seen:
            lines_of_supply(s)
        seen.add(name)
    assert {"set-up", "german-movement", "mechanized", "russian-movement", "appearance", "over"} <= seen


CITY = """at {}
    turn {}
    german 0611
    watch yes
    0420 6-4 6-11Pz 41HQ
    0421 1-1 1-113
    0419 1ID(reduced)
    0319 11ID
    0418 12ID
    0521 21ID(unsupplied)
    0522 122ID(disrupted)
    0119 58ID
    0520 36-87
    0320 4V 1W 2W 1G 168RD(disrupted)
    0219 1TD 3W 2G
    0220 281RD(reduced) 4W Nav
    G3 235RD 5W
    D6 10RD
    0120 70RD
    0312 11W"""
STREETS = """at {}
    turn {}
    german 0611 F4 H3
    0420 6-4 41HQ
    K5 1ID
    0319 11ID
    J5 12ID
    H4 1-1 1-113
    F4 21ID(reduced)
    H3 122ID
    J4 36-87(unsupplied)
    0119 58ID
    G5 4V 1W 1G
    G4 168RD
    F5 1TD 3W
    C6 281RD(reduced) 4W
    J6 235RD 5W
    D6 10RD
    0120 70RD
    0418 191RD
    0312 11W"""


@pytest.mark.parametrize("position", [CITY, STREETS], ids=["city", "streets"])
@pytest.mark.parametrize(
    "step", ["german-movement", "german-combat", "mechanized", "russian-movement", "russian-combat"]
)
@pytest.mark.parametrize("seed", range(3))
def test_on_the_inset(at: Callable[..., Any], position: str, step: str, seed: int) -> None:
    random = Random(f"inset {step} {seed}")
    s = at(position.format(step, 20 + random.randrange(5)), **laws.random_options(TITLE, random)).s
    turn, seen = s.turn, set[str]()
    while not s.over and s.turn == turn:
        name = TITLE.step(s).name
        for what in at_rest(s):
            laws.broken(s, "at rest", what)
        if name not in seen or random.random() < 0.1:
            laws.check(TITLE, s, random, tries=2)
            action = TITLE.sample(s, random.randrange)
            for _ in range(4):
                clauses_exist(s, changed(TITLE, s, action, random))
        else:
            laws.settled(TITLE, s)
        if name not in seen:
            lines_of_supply(s)
        seen.add(name)
        TITLE.play(s, TITLE.sample(s, random.randrange, 10))
    assert step in seen


FIELD = """at {}
    turn {}
    3420 6-4 6-114 41HQ
    3520 11ID
    3522 58ID(reduced)
    3220 1ID(unsupplied)
    3423 SSPol
    3219 12-5 39HQ
    3421 191RD 1G
    3521 3V
    3321 168RD(disrupted) 2G
    3322 10RD(unsupplied)
    3320 1Mar
    3422 2GV(disrupted)
    0419 8-8 8-28
    0319 21ID
    0320 1TD 70RD 1W 2W 3G 4G
    0219 281RD
    0611 12W 4V
    0711 Tot-1 Tot-2
    0712 28HQ"""


@pytest.mark.parametrize("step", ["german-combat", "russian-combat"])
@pytest.mark.parametrize("seed", range(4))
def test_in_the_field(at: Callable[..., Any], step: str, seed: int) -> None:
    random = Random(f"field {step} {seed}")
    s = at(FIELD.format(step, 20), **laws.random_options(TITLE, random)).s
    seen = set[str]()
    while s.stack or TITLE.step(s).name == step:
        name = TITLE.step(s).name
        for what in at_rest(s):
            laws.broken(s, "at rest", what)
        if name not in seen or random.random() < 0.3:
            laws.check(TITLE, s, random, tries=2)
            action = TITLE.sample(s, random.randrange)
            for _ in range(4):
                clauses_exist(s, changed(TITLE, s, action, random))
        else:
            laws.settled(TITLE, s)
        if name not in seen:
            lines_of_supply(s)
        seen.add(name)
        TITLE.play(s, TITLE.sample(s, random.randrange, 2))
    assert {"die", "penalty"} <= seen


@pytest.mark.parametrize("seed", range(3))
def test_bombs_on_city_and_fleet(at: Callable[..., Any], seed: int) -> None:
    """Raids that mostly succeed, to the end of both Player-Turns."""
    random = Random(f"bombs {seed}")
    options = laws.random_options(TITLE, random)
    s = at(CITY.format("german-bombardment", 20) + "\n    air 5", **options).s
    targets = [TITLE.lexicon.place(hex_) for hex_ in ("0320", "0320", "0219", "0220")]
    for hex_ in targets:
        TITLE.play(s, Action("strike" if hex_ == targets[-1] else "bombard", (hex_,)))
    seen = set[str]()
    while not s.over and s.turn == 20:
        name = TITLE.step(s).name
        for what in at_rest(s):
            laws.broken(s, "at rest", what)
        if name not in seen or random.random() < 0.05:
            laws.check(TITLE, s, random, tries=2)
        if name not in seen:
            lines_of_supply(s)
        seen.add(name)
        action = TITLE.sample(s, random.randrange, 10)
        TITLE.play(s, Action("roll", (1 + random.randrange(2),)) if name == "raid" else action)
    assert {"raid", "flight", "russian-air"} <= seen


def test_a_game_at_a_table() -> None:
    laws.table_is_faithful(laws.played(TITLE, Random("assault table"), 25))
