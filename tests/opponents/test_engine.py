"""`go` in the engine protocol: an opponent asked by a program."""

import json
from typing import Any

from grognard.cli.protocol.engine import Engine
from grognard.titles import TITLES
from tests.kit.toy import TOY


def ask(engine: Engine, **said: Any) -> dict[str, Any]:
    return engine.answer(json.dumps(said).encode())


def test_two_computers_play_through_the_protocol() -> None:
    """A Game-Turn of regulars, the dice by `auto`; each answer has the action, the reason and what followed."""
    engine = Engine(TITLES)
    answer = ask(engine, cmd="new", title="leningrad79", seed=1, auto=True)
    count = 0
    while "Game-Turn 2" not in str(ask(engine, cmd="view")["view"]["now"]):
        answer = ask(engine, cmd="go", level="regular", play=True, seed=5)
        assert answer["ok"], answer
        assert answer["why"]
        assert answer["played"][0]["action"] == answer["action"]
        count += 1
    assert count > 30


def test_asking_plays_nothing_and_gives_the_same_answer() -> None:
    engine = Engine(TITLES)
    ask(engine, cmd="new", title="leningrad79", seed=1, auto=True)
    first, second = (ask(engine, cmd="go", level="recruit", seed=3) for _ in "ab")
    assert first == second
    assert ask(engine, cmd="log")["count"] == 0


def test_only_whoever_decides_is_advised() -> None:
    engine = Engine(TITLES)
    ask(engine, cmd="new", title="leningrad79", game="all", seed=1, auto=True)
    ask(engine, cmd="join", game="all", seat="german", **{"as": "main"})
    assert ask(engine, cmd="go", level="regular")["code"] == "not-yours"
    ask(engine, cmd="join", game="all", seat="soviet", **{"as": "other"})
    assert ask(engine, cmd="go", level="regular", game="other")["action"].startswith("deploy")
    assert ask(engine, cmd="go", game="other")["code"] == "bad-argument"


def test_the_dice_are_not_advised() -> None:
    engine = Engine({"toy": TOY})
    ask(engine, cmd="new", title="toy", seed=1)
    assert ask(engine, cmd="go", level="regular")["code"] == "not-yours"


def test_any_title_has_opponents() -> None:
    engine = Engine({"toy": TOY})
    ask(engine, cmd="new", title="toy", seed=1, auto=True)
    answer = ask(engine, cmd="go", level="regular", nodes=20, seconds=5)
    assert answer["ok"], answer
    assert ask(engine, cmd="why", action=answer["action"])["legal"]
