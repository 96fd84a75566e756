"""`grognard bench`: the figures are there, and a peer that is not installed is named."""

import json
import sys
from itertools import count
from random import Random
from types import SimpleNamespace

import pytest

from grognard.cli.commands import bench
from grognard.kit.table import ReachProblem
from grognard.titles import TITLES

PLAYED = "leningrad79"


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a hundredth of a second whenever somebody looks: the same figures on every machine."""
    ticks = count()
    monkeypatch.setattr(bench, "time", SimpleNamespace(process_time=lambda: next(ticks) / 100))


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that nobody plays."""
    monkeypatch.setattr(bench, "one_game", lambda *_: 300)
    monkeypatch.setattr(bench, "one_computer_game", lambda *_: 200)


def test_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Games are played of one title; those of the others count as played."""
    for name in ("one_game", "one_computer_game"):
        play = getattr(bench, name)
        monkeypatch.setattr(bench, name, lambda title, *how, p=play: p(title, *how) if title.name == PLAYED else 200)
    bench.command(json=True, seconds=0.1)
    said = json.loads(capsys.readouterr().out)
    assert said["missing"] == []
    assert set(said["titles"]) == set(TITLES)
    for name, one in said["titles"].items():
        assert set(one["scenarios"]) == set(TITLES[name].scenarios)
        for games in one["scenarios"].values():
            assert games["games"] >= 1
            assert games["actions_per_second"] == pytest.approx(games["actions"] / games["seconds"], rel=0.01)
            ratio = games["games"] / games["seconds"] / said["chess_games_per_second"]
            assert games["games_to_chess"] == pytest.approx(ratio, rel=0.05)
        assert min(one["opponents"]["games_per_second"].values()) > 0
        assert set(one["opponents"]["games_per_second"]) == {"random", "recruit", "regular"}
        assert one["opponents"]["positions_judged_per_second"] > 0
        assert {"copy", "explain", "choices"} < set(one["us"])
        assert min(one["us"].values()) > 0
        known = {*one["scenarios"], *one["us"], "reach"}
        assert set(one["goals"]) <= known
    reach = said["titles"]["leningrad79"]["reach"]
    assert reach["to_networkx"] == pytest.approx(reach["networkx_us"] / reach["us"], rel=0.01)
    assert {"supply", "zones of control"} <= set(said["titles"]["leningrad79"]["us"])
    assert {"supply", "reach"} <= set(said["titles"]["moscow41"]["us"])
    assault = said["titles"]["assault_leningrad"]["us"]
    assert {"supply of all units", "line of supply", "reach", "hexes to attack"} <= set(assault)


@pytest.mark.usefixtures("short")
def test_words_without_peers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench, "have", lambda _module: False)
    bench.command(seconds=0.1)
    said = capsys.readouterr().out
    assert "python-chess is not installed" in said
    assert "networkx is not installed" in said
    assert "pip install 'grognard[dev]'" in said
    assert "actions/s" in said
    assert said.count("random playouts") == said.count("games of regular v regular") == len(TITLES)
    assert "positions/s" in said
    assert "complete games of dnieper" in said
    assert "×" not in said


@pytest.mark.usefixtures("short")
def test_one_title(capsys: pytest.CaptureFixture[str]) -> None:
    bench.command(json=True, seconds=0.2, title="moscow41")
    assert set(json.loads(capsys.readouterr().out)["titles"]) == {"moscow41"}


def test_networkx_must_find_the_same_places() -> None:
    problem = ReachProblem(0, 1, lambda: 0b110, ((0, 1, 1), (1, 2, 1)), lambda _here, _place: True)
    with pytest.raises(AssertionError, match="different places"):
        bench.reach_times([problem], 0.01, peer=True)
    assert bench.reach_times([problem._replace(points=2)], 0.01, peer=True)["to_networkx"]


def test_the_reference_policy_plays_the_same_game_again() -> None:
    title = TITLES["leningrad79"]
    assert bench.one_game(title, "", Random(4)) == bench.one_game(title, "", Random(4)) > 100


def test_a_scenario_is_played_if_named() -> None:
    title = TITLES["moscow41"]
    assert bench.one_game(title, "dnieper", Random(4)) != bench.one_game(title, "", Random(4))


@pytest.mark.parametrize(
    ("name", "step"),
    [("leningrad79", "german-movement"), ("moscow41", "command"), ("assault_leningrad", "german-movement")],
)
def test_the_questions_are_legal_and_illegal(name: str, step: str) -> None:
    title = TITLES[name]
    s = bench.middle_game(title, step)
    refused = [bool(title.explain(s, action)) for action in bench.questions(title, s)]
    assert any(refused)
    assert not all(refused)


def test_the_library_is_found_or_not() -> None:
    assert bench.have("json")
    assert not bench.have("no_such_library_at_all")
    assert "json" in sys.modules


@pytest.mark.parametrize("seconds", [0, -1, 1e9])
def test_nonsense_is_refused(seconds: float, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        bench.command(seconds=seconds)
    assert left.value.code == 2
    assert "seconds must be" in capsys.readouterr().err
