"""[3.5, 3.6, 7.3, 7.7] Faces that are drawn only when somebody sees them are as likely as with counters in a bag."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.titles.leningrad41.state import (
    draw_from_pool,
    eliminate,
    pool_weights,
    put,
    return_to_pool,
    unknown,
    unseen_faces,
)
from tests.titles.leningrad41.conftest import DATA, Game

At = Callable[..., Game]
HEXES = [DATA.board.names[hex] for hex in scan(DATA.land & ~DATA.objectives)]
FACES = [face.id for face in DATA.faces]
HIDDEN, ON_MAP = 5, 2  # so many counters are unknown, so many of them on the map: 42-1 and 42-2

Script = Sequence[str]
"""What happens: `draw` from the pool; `flip`, `kill` the next unit on the map; `return` the last one drawn."""
SCRIPTS: tuple[Script, ...] = (
    ("draw", "flip", "draw", "flip"),
    ("flip", "kill", "draw", "draw", "flip"),
    ("flip", "kill", "flip", "kill", "draw", "draw", "draw"),
    ("draw", "return", "draw", "flip", "draw"),
    ("flip", "kill", "draw", "return", "flip", "draw"),
)


def lazily(s: Any, script: Script, drawn: int = -1, turned: int = 0) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Every sequence of faces that may be seen, with its chance, as the game draws them."""
    if not script:
        yield (), Fraction(1)
        return
    act, *rest = script
    if act == "draw":
        weights = pool_weights(s)
        for face, weight in weights.items():
            after = s.copy()
            counter = draw_from_pool(after, face)
            put(after, counter, DATA.board.at[HEXES[-1 - len(rest)]])
            for seen, chance in lazily(after, rest, counter, turned):
                yield (FACES[face], *seen), Fraction(weight, sum(weights.values())) * chance
    elif act == "flip":
        open_ = list(scan(unseen_faces(s)))
        for face in open_:
            after = s.copy()
            counter = DATA.first_counter + turned
            assert unknown(after, 1 << counter)
            after.face[counter] = face
            after.up |= 1 << counter
            for seen, chance in lazily(after, rest, drawn, turned + 1):
                yield (FACES[face], *seen), chance / len(open_)
    else:
        after = s.copy()
        if act == "kill":
            eliminate(after, DATA.first_counter + turned - 1)
        else:
            return_to_pool(after, drawn)
        yield from lazily(after, rest, drawn, turned)


def physically(script: Script) -> dict[tuple[str, ...], Fraction]:
    """The same with counters that are shuffled once and drawn from a bag."""
    out: defaultdict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    orders = list(permutations(FACES[-HIDDEN:]))
    for order in orders:
        for seen, chance in _bag(list(order[ON_MAP:]), list(order[:ON_MAP]), script, "", ""):
            out[seen] += chance / len(orders)
    return dict(out)


def _bag(
    pool: list[str], on_map: list[str], script: Script, drawn: str, up: str
) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    if not script:
        yield (), Fraction(1)
        return
    act, *rest = script
    if act == "draw":
        for n, face in enumerate(pool):
            for seen, chance in _bag(pool[:n] + pool[n + 1 :], on_map, rest, face, up):
                yield (face, *seen), chance / len(pool)
    elif act == "flip":
        for seen, chance in _bag(pool, on_map[1:], rest, drawn, on_map[0]):
            yield (on_map[0], *seen), chance
    else:
        yield from _bag([*pool, up if act == "kill" else drawn], on_map, rest, drawn, up)


@pytest.mark.case("3.5b", "3.6e", "7.3c", "7.7a")
@pytest.mark.parametrize("script", SCRIPTS, ids="-".join)
def test_draws_are_as_likely_as_from_a_bag(moving: At, script: Script) -> None:
    names = FACES[:-HIDDEN]
    known = [f"{hex} 42-{n}={name}(up)" for n, (hex, name) in enumerate(zip(HEXES, names, strict=False), HIDDEN + 1)]
    hidden = [f"{HEXES[100 + n]} 42-{n + 1}" for n in range(ON_MAP)]
    s = moving("soviet", "\n".join([*known, *hidden, "5130 I-10"])).s
    assert s.here[DATA.army_pool].bit_count() == HIDDEN - ON_MAP
    found: defaultdict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for seen, chance in lazily(s, script):
        found[seen] += chance
    assert sum(found.values()) == 1
    assert dict(found) == physically(script)
