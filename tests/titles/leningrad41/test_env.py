"""The title as an environment: faces that have died, words as arguments and as local variables."""

from collections.abc import Callable
from random import Random

import pytest

from grognard.core.state import declared
from grognard.rl.observation import Sight
from grognard.rl.vocabulary import Words
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET
from tests.laws import laws
from tests.titles.leningrad41.conftest import DATA, TITLE, Game

At = Callable[..., Game]
WORDS = Words(TITLE)


def test_orders_and_sub_commands_are_words() -> None:
    assert {"word ask", "word hold", "word 8pz", "word corps"} <= {*WORDS.texts}
    assert WORDS.number("word 8pz") != WORDS.number("word corps")


def test_the_dead_are_seen_by_both(moving: At) -> None:
    s = moving("german", "pool-42 42-3=1RB\ndied 1RB\n4812 I-10").s
    eye = Sight(TITLE, WORDS.texts)
    (part,) = (part for part in eye.parts if part.name == "scalars")
    before = sum(part.size for part in eye.parts[: eye.parts.index(part)])
    for player in (GERMAN, SOVIET):
        numbers = eye.look(s, player)[before : before + part.size]
        told = dict(zip(part.columns, numbers, strict=True))
        assert [told[f"died: {face.id}"] for face in DATA.faces] == [int(face.id == "1RB") for face in DATA.faces]


def test_the_word_of_a_procedure_has_a_number(at: At) -> None:
    game = at("at replacements\nturn 3\ndue 1\n4812 I-10\n2807 1RB\ndead II-10 48Pi").play("replace corps")
    eye = Sight(TITLE, WORDS.texts)
    (part,) = (part for part in eye.parts if part.name == "scalars")
    before = sum(part.size for part in eye.parts[: eye.parts.index(part)])
    told = dict(zip(part.columns, eye.look(game.s, GERMAN)[before : before + part.size], strict=True))
    assert told["replacement: command"] == 7


def test_no_local_variable_is_forgotten() -> None:
    told_of = {column for part in Sight(TITLE, WORDS.texts).parts for column in part.columns}
    assert {f"{flow.name}: {name}" for flow in TITLE.flows.values() for name in flow.kinds} <= told_of


@pytest.mark.parametrize("seed", range(2))
def test_every_word_of_a_portrait_is_known(seed: int) -> None:
    eye = Sight(TITLE, WORDS.texts)
    known = {(fact.aspect, fact.name): fact for fact in eye.facts}
    fields = {f.name for f in declared(TITLE.state)}
    for n, s in enumerate(laws.walk(TITLE, Random(f"words {seed}"))):
        if n % 40:
            continue
        for piece in range(eye.pieces):
            for aspect, facts in TITLE.portrait(s, piece).items():
                for name, value in facts.items():
                    if fact := known.get((aspect, name)):
                        assert not isinstance(value, str) or value in fact.words
                    elif aspect in ("kind", "strength"):
                        assert name == "may_be" or name in fields
