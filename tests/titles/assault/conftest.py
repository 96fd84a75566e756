"""`at`: a position in the notation, to play and query; `new`: a game from its set-up."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.kit.table import Wargame
from grognard.titles.assault import build
from grognard.titles.catalogue import GAMES
from tests.titles.family import Game, begun, position

TITLE: Wargame[Any] = build(GAMES["assault_leningrad"])
__all__ = ["TITLE", "Game"]


@pytest.fixture
def at() -> Callable[..., Game]:
    """Set up a position: `at("at german-movement\\nturn 3\\n1136 1ID")`, with options by name."""

    def make(text: str, **options: str) -> Game:
        return position(TITLE, text, **options)

    return make


@pytest.fixture
def new() -> Callable[..., Game]:
    """A game from its start; with `placed`, the units of the city all in 0219."""

    def make(placed: bool = False, **options: str) -> Game:
        return begun(TITLE, "0219" if placed else "", **options)

    return make
