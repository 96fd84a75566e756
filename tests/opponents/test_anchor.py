"""The recruit, from whom every rating is told."""

import pytest

from tests.opponents.anchor import Game, frozen, games, play

FROZEN = frozen()
CHANGED = """the recruit plays {game} differently.
Every rating of {game.title} is measured from him: if he has changed, all of them are worthless. Take the change back.
If he has not, and the rules were changed on purpose, write his games down again: python -m tests.opponents.anchor
(make same REF=... names the first action that differs from an earlier revision)"""


@pytest.mark.parametrize("name", FROZEN)
def test_the_recruit_is_frozen(name: str) -> None:
    game = Game.read(name)
    assert play(game) == FROZEN[name], CHANGED.format(game=game)


def test_every_game_written_down_is_played() -> None:
    assert list(FROZEN) == [str(game) for game in games()]
