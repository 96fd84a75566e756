"""The typed client and the example bot that uses it."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.cli.protocol.engine import Engine as Served
from grognard.client import Engine, Game, Refused
from grognard.titles import TITLES

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
MARCH = "leningrad79\nat german-movement\nturn 3\n1407 1Pz 6Pz\n1408 118RD"


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine() as found:
        yield found


def test_a_game_through_the_client(engine: Engine) -> None:
    assert {one["name"] for one in engine.titles()} >= {"leningrad79"}
    game = engine.position(MARCH, seed=1)
    assert game.ask()["step"] == "german-movement"
    assert game.cost("move 1Pz to 1405")["total"] == 4
    assert game.why("move 1Pz to 1405")["legal"]
    assert not game.why("overrun 1Pz at 1408", {"move": {"1Pz": "1405"}})["legal"]
    assert game.odds(units=["1Pz"], against=["1408"])["kind"] == "table"
    assert game.supply(["1Pz"])["1Pz"]["supplied"]
    assert "1408" in game.zones()["zoc"]["german"]
    assert game.control()["control"]["german"]
    assert "1Pz" in game.threat(["1405"])["1405"]["here"]["german"]
    assert game.status()["turn"] == 3
    assert game.must() == {"done": []}
    (played,) = game.play("move 1Pz to 1405")
    assert played["action"] == "move 1Pz via 1406 1405"
    assert game.log() == [played]
    assert game.undo() == played["action"]
    assert game.dump().startswith("leningrad79 ")
    assert game.view("soviet")["viewer"] == "soviet"
    assert game.record().startswith("grognard record")
    with pytest.raises(Refused) as refused:
        game.play("move 1Pz to 1408")
    assert refused.value.code == "illegal"
    assert refused.value.objections[0]["clause"] == "4.4a"
    assert game.go("recruit")["action"]
    game.close()


def test_seats_with_secrets(engine: Engine) -> None:
    game = engine.new("leningrad79", lock="referee")
    anna = game.join("german", "anna", lock="hers")
    assert not anna.ask()["yours"]
    with pytest.raises(Refused, match="not-yours"):
        Game(engine, "anna").ask()
    loaded = engine.load(game.record(), game="copy")
    assert loaded.roll if loaded.ask()["side"] == "chance" else loaded.choices("deploy")["count"]


def test_the_client_knows_every_command() -> None:
    """Each command of the engine is a method of the client, but for those that a program rarely needs."""
    methods = {*vars(Game), *vars(Engine)}
    assert set(Served(TITLES)._commands()) - methods == {"hello", "rules", "order", "quit"}


@pytest.mark.parametrize("title", ["leningrad79", "moscow41"])
def test_the_bot_plays_legally(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location("bot", BOT)
    assert spec
    assert spec.loader
    bot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    assert bot.play(title, 5, 40) == 40
    assert "points" in capsys.readouterr().out


def test_the_bot_is_short() -> None:
    assert len(BOT.read_text("utf-8").splitlines()) <= 60
