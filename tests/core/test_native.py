"""The functions in C have the same results as those in Python."""

import pickle
import shutil
import sys
import sysconfig
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.core import knowledge, native
from grognard.core.bits import Bits, bits
from grognard.core.native import PYTHON
from grognard.core.rule import Ban
from grognard.kit import stacks
from grognard.kit.hex import reach
from grognard.kit.hex.board import Board
from grognard.kit.hex.grid import Grid
from grognard.kit.hex.reach import Rate, rate
from tools.native import NotCompiled, compile_into

WIDTHS = (1, 29, 30, 31, 61, 384, 1800)


@pytest.fixture(scope="module")
def c(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The module, compiled for these tests."""
    if shutil.which("cc") is None or not Path(sysconfig.get_path("include"), "Python.h").exists():
        pytest.skip("no C compiler, or no headers of Python")
    made = compile_into(tmp_path_factory.mktemp("native"))
    spec = spec_from_file_location("grognard.core._native", made)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def some(random: Random, width: int, thin: int = 1) -> Bits:
    """A random set; the thinner, the fewer members."""
    out = random.getrandbits(width)
    for _ in range(thin):
        out &= random.getrandbits(width)
    return out


def sparse_or_negative(random: Random, width: int) -> Bits:
    out = some(random, width, random.randrange(4))
    return ~out if random.random() < 0.3 else out


def test_every_function_marked_native_exists_in_c(c: Any) -> None:
    assert {stacks.__name__, reach.__name__} <= {*sys.modules}
    assert len(PYTHON) >= 11
    assert {name for name in PYTHON if not hasattr(c, name)} == set()


@pytest.mark.parametrize("width", WIDTHS)
def test_sets(c: Any, width: int) -> None:
    random = Random(width)
    for _ in range(100):
        these = some(random, width, random.randrange(5)) | 1 << random.randrange(width)
        members = [*PYTHON["scan"](these)]
        assert [*c.scan(these)] == members
        assert c.bits(reversed(members)) == these == PYTHON["bits"](members)
        assert c.lowest(these) == members[0] == PYTHON["lowest"](these)
        for n, member in enumerate(members[:20]):
            assert c.nth(these, n) == member == PYTHON["nth"](these, n)
        bans = [Ban("", "", sparse_or_negative(random, width)) for _ in range(random.randrange(4))]
        assert c.unbanned(these, bans) == PYTHON["unbanned"](these, bans)
        state = SimpleNamespace(here={place: some(random, 200, 3) for place in members[::2]})
        assert c.pieces_in(state, these) == PYTHON["pieces_in"](state, these)
    assert c.bits([]) == 0
    assert [*c.scan(0)] == []
    assert c.bits([9000]) == 1 << 9000


def test_bad_input_is_refused(c: Any) -> None:
    for function, arguments in (
        (c.scan, ("1",)), (c.bits, ([-1],)), (c.bits, ([1.5],)), (c.bits, (3,)), (c.nth, (5, 2)), (c.nth, (5,)),
        (c.lowest, (None,)), (c.unbanned, (5, [("", "")])), (c.spreads, ((1, 2, 3), [1, 2])), (c.flood, (1, 2)),
        (c.waves, ([1], None, 1, 1)), (c.complete_back, ((), None, 1)), (c.pieces_in, (None, 1)),
    ):  # fmt: skip
        with pytest.raises((TypeError, ValueError, IndexError, AttributeError)):
            function(*arguments)


@pytest.fixture(scope="module", params=["columns", "rows"])
def board(request: pytest.FixtureRequest) -> Board:
    grid = Grid(request.param, "CCRR", (1, 30), (1, 24), "even")
    return Board(grid, [f"{column:02}{row:02}" for column in range(1, 31) for row in range(1, 25)], ("box", "pool"))


def rates(c: Any, board: Board, random: Random, monkeypatch: pytest.MonkeyPatch) -> tuple[Rate, Rate]:
    """The same costs, for Python and for C."""
    costs = {pair: random.choice((1, 2, 2, 3, 6)) for pair in board.pairs() if random.random() < 0.8}
    made = []
    for spreads in (PYTHON["spreads"], c.spreads):
        monkeypatch.setattr("grognard.kit.hex.board.spreads", spreads)
        made.append(rate(board, costs))
    return made[0], made[1]


def test_steps_and_floods(c: Any, board: Board) -> None:
    random, width, every = Random(1), len(board.names), [*board.pairs()]
    for _ in range(20):
        masks = board.masks(random.sample(every, random.randrange(1, len(every))))
        both = [*zip(PYTHON["spreads"](board.shifts, masks), c.spreads(board.shifts, masks), strict=True)]
        for _ in range(20):
            these, within = (
                sparse_or_negative(random, width + random.choice((0, 40))),
                sparse_or_negative(random, width),
            )
            start = some(random, width, 4)
            for python, compiled in both:
                assert compiled(these) == python(these)
                assert c.flood(start, compiled, within) == PYTHON["flood"](start, python, within)
                assert c.flood(start, python, within) == PYTHON["flood"](start, python, within)


def test_rings(c: Any, board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    random, width = Random(2), len(board.names)
    for _ in range(3):
        (plain, quick), (plain_too, quick_too) = (rates(c, board, random, monkeypatch) for _ in range(2))
        for _ in range(40):
            rings = [0] * random.choice((1, 5, 13, 40))
            for _ in range(random.choice((1, 3, 8))):
                rings[random.randrange(len(rings))] |= 1 << random.choice([*board.axial])
            enter, free = some(random, width, 0) | some(random, width, 0), sparse_or_negative(random, width)
            hard = some(random, width)
            slow = random.choice(((), ((2, hard),), ((2, hard), (3, some(random, width) & ~hard))))
            leads = [(some(random, width, 3), enter, n) for n in range(random.randrange(3))]
            mine, theirs = rings[:], rings[:]
            found = PYTHON["waves"](mine, plain, enter, free, slow, [(plain_too, *lead) for lead in leads])
            assert c.waves(theirs, quick, enter, free, slow, others=[(quick_too, *lead) for lead in leads]) == found
            assert theirs == mine
            wanted = random.choice((-1, 0, some(random, width, 5)))
            mine, theirs, mixed = rings[:], rings[:], rings[:]
            last = PYTHON["complete_back"](mine, plain, free, slow, wanted)
            assert c.complete_back(theirs, quick, free, slow, wanted) == last
            assert c.complete_back(mixed, plain, free, slow, wanted) == last
            assert theirs == mine == mixed


@pytest.fixture
def compiled_kept(c: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    monkeypatch.setattr(knowledge, "keeper", c.keeper)
    monkeypatch.setattr(knowledge, "check_keepers", c.check_keepers)
    return knowledge.kept


def test_kept_answers(compiled_kept: Callable[..., Any]) -> None:
    asked: list[int] = []

    class Owner:
        def __init__(self) -> None:
            self.kept: knowledge.Kept = {}
            self.weight = 2

        load: Any

    def load(owner: Any, times: int) -> int:
        """The load."""
        asked.append(times)
        weight: int = owner.weight
        return weight * times

    Owner.load = compiled_kept(lambda owner, _: owner.weight, most=2)(load)
    owner = Owner()
    assert [owner.load(times) for times in (3, 3, 4, 3, 5, 3)] == [6, 6, 8, 6, 10, 6]
    assert asked == [3, 4, 5, 3]
    owner.weight = 3
    assert owner.load(3) == 9
    assert Owner.load.__doc__ == "The load."
    assert Owner.load.__name__ == "load"
    with pytest.raises(AttributeError):
        Owner.load(None, 3)
    with pytest.raises(ZeroDivisionError):
        compiled_kept()(lambda _, number: 1 / number)(owner, 0)
    with pytest.raises(TypeError):
        owner.load([])


def test_kept_answers_are_checked(compiled_kept: Callable[..., Any]) -> None:
    owner = SimpleNamespace(kept={}, colour=1)
    function = compiled_kept(lambda _: 0)(lambda owner: owner.colour)
    assert function(owner) == 1
    owner.colour = 2
    assert function(owner) == 1
    with knowledge.checked(), pytest.raises(knowledge.Stale, match="kept 1, fresh 2"):
        function(owner)
    assert function(owner) == 1


def _named(owner: Any) -> int:
    return len(owner.kept)


def test_a_function_that_keeps_its_answers_is_pickled_by_name(
    compiled_kept: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    function = compiled_kept()(_named)
    assert function.__reduce__() == "_named"
    with pytest.raises(pickle.PicklingError):
        pickle.dumps(function)  # the name means the function itself here


def test_it_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_NATIVE", "0")
    assert native._compiled() is None


def test_without_a_compiler_there_is_a_clear_message(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(NotCompiled, match="there is no C compiler 'no-such-compiler'"):
        compile_into(tmp_path)
    assert bits([1, 3]) == 10
