"""The laws every title obeys, on this one: all scenarios, random options, random play."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from grognard.core.action import NOBODY
from grognard.core.bits import scan
from grognard.core.table import Table
from grognard.titles.moscow41.components import GERMAN, SOVIET
from grognard.titles.moscow41.control import contested, lines, room, units
from grognard.titles.moscow41.state import State, group, known, side_of
from tests.laws import laws, title_laws
from tests.titles.moscow41.conftest import TITLE

GAMES = [(scenario, seed) for scenario in TITLE.scenarios for seed in range(4)]


def at_rest(s: State) -> Iterator[str]:
    """Faces, stacking, control, groups and trails of a position."""
    d = s.data
    if sorted(s.face[piece] for piece in scan(d.all_blocks)) != list(range(len(d.blocks))):
        yield "faces are no permutation"
    for piece in scan(d.all_blocks):
        block, place = d.blocks[s.face[piece]], s.place[piece]
        if block.side != side_of(s, piece):
            yield f"{block.id} has changed sides"
        if d.on_board >> place & 1 and s.level[piece] not in block.levels:
            yield f"{block.id} shows {s.level[piece]}"
        if not s.trail[piece] >> place & 1:
            yield f"{block.id} is in {d.board.names[place]}, where nobody thinks it may be"
        if not known(s, piece):
            same = [s.face[other] for other in scan(group(s, piece))]
            if same != sorted(same):
                yield f"the group of {block.id} is not sorted"
    for side in (GERMAN, SOVIET):
        for area in scan(d.board.areas):
            if room(s, side, area) < 0 and not s.over:
                yield f"{d.board.names[area]} is overstacked"
        if lines(s, side).bit_count() > d.lines[side]:
            yield "too many lines"
    german, soviet = units(s, GERMAN), units(s, SOVIET)
    if german & ~soviet & ~s.german & ~contested(s) or soviet & ~german & s.german:
        yield "an Area belongs to nobody who is there"
    if soviet & d.staging:
        yield "Soviets in a Staging Area"


@pytest.fixture(autouse=True)
def _laws_of_this_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(title_laws.AT_REST, TITLE.name, at_rest)


def walk(scenario: str, random: Random) -> Iterator[Any]:
    """A whole game at random."""
    s = TITLE.start(scenario, laws.random_options(TITLE, random))
    done = random.choice((2, 5, 15))
    for _ in range(laws.LONGEST):
        yield s
        if s.over:
            return
        TITLE.play(s, TITLE.sample(s, random.randrange, done))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_positions(scenario: str, seed: int) -> None:
    random = Random(f"moscow41 {scenario} {seed}")
    every = random.randrange(7, 13)
    for n, s in enumerate(walk(scenario, random)):
        if n % every == 0 or s.over:
            laws.check(TITLE, s, random, tries=2)
        elif n % 3 == 0:
            laws.conserved(TITLE, s)
            laws.settled(TITLE, s)
    assert TITLE.outcome(s) is not None


@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_tables(scenario: str) -> None:
    """Undo, journal and record of a whole game at a table."""
    random = Random(f"moscow41 table {scenario}")
    table = Table(TITLE, scenario, laws.random_options(TITLE, random), seed=1)
    while (who := table.decider) != NOBODY:
        action = TITLE.sample(table.state, random.randrange)
        key, length = table.state.key(), len(table.journal)
        table.play(action, who)
        if random.random() < 0.1:
            laws.take_back(table, who, key, length)
            if len(table.journal) == length:
                table.play(action, who)
    laws.table_is_faithful(table)
