"""[6.6] Nothing about a move tells the German what a face-down counter is.

Two games differ only in the faces of counters that the Soviet player has looked at. As long as none of them is turned
over, the same actions must look the same to the German: prompts, pauses, choices, notes and positions.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from grognard.core import notation, view
from grognard.core.action import CHANCE, PUBLIC, Action
from grognard.core.bits import bits
from tests.titles.leningrad41.conftest import TITLE

GERMAN = 0
HIDDEN = ("42-5", "42-6", "42-7", "42-8", "42-9")
SPECIAL = ("42Mtr", "51Tk", "1RB", "1Koms", "42Br")
PLAIN = ("1-1DNO", "2-1DNO", "3-1DNO", "1-2DNO", "2-2DNO")
HEXES = ("4815", "4716", "2611", "3211", "4711")
TEXT = """
at {side}-movement
turn 3
side {number}
{orders}
5015 I-469 II-469
4914 I-10
4717 269Pi
3112 I-8M
3312 Manstein
4615 42-20
4512 42-21
4516 576-115
3210 1-3DNO
arriving 638-115 {arriving}
"""
WATCHERS = (GERMAN, PUBLIC)


def position(side: str, orders: str, faces: tuple[str, ...]) -> Any:
    """A position in which the hidden counters have these faces."""
    number = ("german", "soviet").index(side)
    text = TEXT.format(side=side, number=number, orders=orders, arriving="III-8M" if side == "german" else "")
    text += "\n".join(f"{hex} {name}={face}" for hex, name, face in zip(HEXES, HIDDEN, faces, strict=True))
    return notation.read({TITLE.name: TITLE}, f"leningrad41 assault\n{text.strip()}")


def seen(s: Any, whole: bool) -> list[Any]:
    """What the German and the public are shown; the whole view takes long."""
    out: list[Any] = [(view.ask(s, who), notation.write(s, who)) for who in WATCHERS]
    if whole:
        out.append(view.view(s, GERMAN))
    if TITLE.decider(s) == GERMAN:
        for verb, first in TITLE.verbs(s):
            out.append((verb.name, view.choices(s, verb, ()) if verb.args else bool(first)))
    return out


def common(a: Any, b: Any, pick: Callable[[int], int]) -> Action | None:
    """A random action that is legal in both games."""
    for _ in range(40):
        action = TITLE.sample(a, pick, done=2)
        verb = TITLE.step(b).verb(action.verb)
        assert verb is not None
        if TITLE.decider(a) == CHANCE:
            if action.args[0] in verb.options(b):
                return action
        elif not TITLE.explain(b, action):
            return action
        else:
            assert TITLE.decider(a) != GERMAN  # what he may do depends on nothing hidden
    return None


def told(s: Any, action: Action) -> tuple[list[str], list[Any]]:
    """Play an action; what the German and the public are told of it."""
    said = [view.told(s, action, who) for who in WATCHERS]
    s.log = []
    TITLE.play(s, action)
    return said, [view.heard(s, s.log, who) for who in WATCHERS]


@pytest.mark.case("6.6a", "6.5a", "9.1b", "9.2b", "7.3d")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("orders", ["soviet_orders ask", "soviet_orders third", "german_orders third"])
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_hidden_faces_do_not_show(side: str, orders: str, seed: int) -> None:
    a, b = (position(side, orders, faces) for faces in (SPECIAL, PLAIN))
    secret = bits(TITLE.lexicon.piece(name) for name in HIDDEN)
    pick, played = Random(seed).randrange, 0
    while played < 20 and not a.over:
        assert seen(a, played % 5 == 0) == seen(b, played % 5 == 0)
        action = common(a, b, pick)
        if action is None:
            break
        played += 1
        one, other = told(a, action), told(b, action)
        if a.up & secret:
            break  # now everybody sees what it is
        assert one == other
    assert played


@pytest.mark.case("6.6a", "9.3a", "9.1b")
@pytest.mark.parametrize("face", ["42Mtr", "1-1DNO"])
def test_a_hidden_unit_that_cannot_fire_makes_the_same_pause(face: str, moving: Callable[..., Any]) -> None:
    game = moving("german", f"4915 I-469\n4716 42-5={face}")
    game.play("move I-469 via 4815 4814")
    assert game.ask == ("soviet", "volley")
    game.play("hold")
    assert game.where("I-469") == "4814"


@pytest.mark.case("6.6a", "10.12a")
@pytest.mark.parametrize("face", ["51Tk", "1-1DNO"])
def test_a_standing_order_does_not_know_a_hidden_tank(face: str, moving: Callable[..., Any]) -> None:
    game = moving("soviet", f"german_orders third\n4715 42-5={face}\n4915 I-1T II-1T")
    game.play("move 42-5 via 4815")
    assert game.ask == ("chance", "shot")


@pytest.mark.case("6.6a", "8.1a")
def test_the_enemy_learns_of_a_path_only_what_was_walked(moving: Callable[..., Any]) -> None:
    game = moving("soviet", "4615 42-5\n4816 I-469\n4714 II-469")
    game.play("move 42-5 via 4715 4815 4814")
    assert game.ask == ("german", "volley")
    shown = view.view(game.s, GERMAN)
    assert "path" not in shown["procedures"][-1]["local"]
    assert "4814" not in notation.write(game.s, GERMAN)
    assert game.log(GERMAN).endswith("A 42nd Army unit (42-5) moves from 4615 to 4715. [8.1]")
