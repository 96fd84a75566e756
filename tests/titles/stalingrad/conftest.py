"""`at`: a position in the notation, to play and query; `new`: a game from its set-up."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.kit.table import Wargame
from grognard.titles.assault import build
from grognard.titles.catalogue import GAMES
from tests.titles.family import Game, begun, position
from tests.titles.stalingrad.box import D

TITLE: Wargame[Any] = build(GAMES["assault_stalingrad"])
__all__ = ["TITLE", "Game"]


def with_the_rest(text: str) -> str:
    """The position with the units it does not name: in the cup, waiting to return, or lost; the others arrive later."""
    lines = [line.split() for line in text.strip().splitlines()]
    named = {word.partition("(")[0] for line in lines for word in line[1:]}
    for unit in scan(D.ground & ~sum(1 << unit for unit in D.due)):
        box = "cup" if D.in_cup >> unit & 1 else "returning" if D.stacks["headquarters"] >> unit & 1 else "lost"
        if D.pieces[unit] not in named:
            lines.append([box])
            next(line for line in lines if line[0] == box).append(D.pieces[unit])
    return "\n".join(" ".join(line) for line in lines if line[1:])


@pytest.fixture
def at() -> Callable[..., Game]:
    """Set up a position: `at("at german-movement\\nturn 3\\n0524 16Pz")`, with options by name."""

    def make(text: str, **options: str) -> Game:
        return position(TITLE, with_the_rest(text), **options)

    return make


@pytest.fixture
def new() -> Callable[..., Game]:
    """A game from its start; with `placed`, the units of the city all in 0907."""

    def make(placed: bool = False, **options: str) -> Game:
        return begun(TITLE, "0907" if placed else "", **options)

    return make
