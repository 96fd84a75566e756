"""Operations of *Leningrad '41*: one axis at a time, announced attacks are made, and units do not go back and forth."""

from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pytest

from grognard.core import notation
from grognard.core.bits import bits, scan
from grognard.kit.opponent import Budget
from grognard.opponents import Seat
from grognard.titles import TITLES
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET
from grognard.titles.leningrad41.opponent.operations import axis, crucial, focus, proposals
from grognard.titles.leningrad41.opponent.veteran import Veteran

from .conftest import Case

TITLE = TITLES["leningrad41"]
D = TITLE.data
SAID = "It is to attack "


class Diary(NamedTuple):
    """What happened in a game between two clubs."""

    moves: list[tuple[int, int, int, int]]  # turn, unit, from, to
    announced: set[tuple[int, int, str]]  # turn, side, hex
    kept: set[tuple[int, int, str]]  # attacked, cleared before, or called off
    aims: dict[int, list[tuple[int, int]]]  # by side: turn and objective
    lost: dict[int, int]  # the turn in which an objective fell


def play(turns: int, seed: int = 1) -> Diary:
    """A game between two clubs up to the end of a turn."""
    s, officers = TITLE.start("assault"), (Veteran(), Veteran())
    pick, dice = Random(seed).randrange, Random(seed + 1).randrange
    out = Diary([], set(), set(), {GERMAN: [], SOVIET: []}, {})
    while not s.over and s.turn <= turns:
        who = TITLE.decider(s)
        if who < 0:
            TITLE.play(s, TITLE.chance(s, dice))
        else:
            action, why = officers[who].decide(Seat(s, who).world(pick), pick, Budget(300))
            write(out, s, action, why, officers[who])
            TITLE.play(s, action)
        for hex_ in scan(D.objectives & s.german):
            out.lost.setdefault(hex_, s.turn)
    return out


def write(out: Diary, s: Any, action: Any, why: str, officer: Veteran) -> None:
    """Note what an action says and does."""
    who, step, planner = TITLE.decider(s), TITLE.step(s).name, officer.planner
    if step.endswith("-movement") and action.verb in ("move", "drive", "sail"):
        out.moves.append((s.turn, action.args[0], s.place[action.args[0]], action.args[1][-1]))
        if SAID in why:
            out.announced.add((s.turn, who, why.split(SAID)[1].split(",")[0]))
    if step.endswith("-movement") and action.verb == "done" and planner.operations.running:
        out.aims[who].append((s.turn, planner.operations.running[0].objective))
    if step.endswith("-fire") and action.verb == "done":
        attacked = s.attacked | ~s.held[1 - who]
        off = bits(one.place for one in planner.operations.promises if one.off)
        out.kept.update((s.turn, who, TITLE.place(s, hex_)) for hex_ in scan((attacked | off) & D.hexes))


@pytest.fixture(scope="module")
def diary() -> Diary:
    return play(4, seed=2)


def undone(diary: Diary) -> int:
    """How many moves took a unit back to where it had come from on its last move."""
    left: dict[int, int] = {}
    out = 0
    for _, unit, start, end in diary.moves:
        out += left.get(unit) == end
        left[unit] = start
    return out


def test_announced_attacks_are_made_or_called_off(diary: Diary) -> None:
    assert {who for _, who, _ in diary.announced} == {GERMAN}
    assert not diary.announced - diary.kept


def test_moves_are_not_undone(diary: Diary) -> None:
    assert len(diary.moves) > 100
    assert undone(diary) < 0.03 * len(diary.moves)


def test_an_aim_is_kept_until_it_has_fallen(diary: Diary) -> None:
    """The Germans change their objective at most once while they do not have it."""
    aims = diary.aims[GERMAN]
    assert [turn for turn, _ in aims] == [1, 2, 3, 4]
    changed = [one for (_, one), (turn, other) in pairwise(aims) if one != other and diary.lost.get(one, 99) > turn]
    assert len(changed) <= 1


@pytest.mark.soak
def test_moves_are_not_undone_in_whole_games() -> None:
    for seed in (3, 4):
        found = play(10, seed)
        assert undone(found) < 0.03 * len(found.moves)


def test_the_breach_is_where_the_cheapest_way_meets_the_line() -> None:
    """The targets are the breach, and the Soviets beside it and on the way."""
    s = read("german-movement", GERMAN, "4811 I-10\n4810 II-10\n4611 2RBBde\n4612 2-1GDNO")
    best = max(proposals(s, GERMAN), key=lambda one: one.value)
    way = axis(s, best.objective)
    assert s.held[GERMAN] >> way[0] & 1
    assert way[-1] == best.objective
    found = focus(s, [best])
    assert found.breach == next((one for one in way if s.held[SOVIET] >> one & 1), best.objective)
    assert not found.targets & ~s.held[SOVIET]
    assert found.goals >> best.objective & 1


def read(step: str, side: int, text: str, turn: int = 3) -> Any:
    """A position."""
    return notation.read({TITLE.name: TITLE}, f"leningrad41 assault\nat {step}\nturn {turn}\nside {side}\n{text}")


def test_the_bridges_to_the_right_bank_are_crucial() -> None:
    """Only 19 of the 22 objectives that the Germans need are on their bank of the Neva, and seven bridges lead over."""
    s = TITLE.start("assault")
    found = crucial(s)
    assert found.bit_count() == 7
    assert {"bridge-2612-2713", "bridge-2715-2815"} <= {D.board.names[one] for one in scan(found)}
    s.demolished |= found & -found
    assert crucial(s) == found & (found - 1)


def test_the_wrecker_blows_a_bridge_before_the_germans_are_there() -> None:
    """The regular waits until they are near."""
    text = "4811 I-10\n2713 2-1GDNO\n1310 51-42\n1315 704-42\n1016 Aurora-42"
    bridge = [
        Case(read("soviet-fire", SOVIET, text), level).think().action.verb for level in ("regular", "sparring:wrecker")
    ]
    assert bridge == ["done", "blow"]
