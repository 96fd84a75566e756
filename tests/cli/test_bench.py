"""`grognard bench`: the figures are there, and a peer that is not installed is named."""

import json
import sys
from random import Random

import pytest

from grognard.cli.commands import bench
from grognard.titles import TITLES


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    bench.command(json=True, seconds=0.6)
    said = json.loads(capsys.readouterr().out)
    assert said["games"] >= 1
    assert said["actions"] > 100
    assert said["actions_per_second"] == pytest.approx(said["actions"] / said["seconds"], rel=0.01)
    assert said["games_to_chess"] == pytest.approx(said["games_per_second"] / said["chess_games_per_second"], rel=0.05)
    assert said["reach_to_networkx"] == pytest.approx(said["networkx_reach_us"] / said["reach_us"], rel=0.01)
    assert {"copy", "explain", "choices", "supply", "zones of control"} <= set(said["us"])
    assert min(said["us"].values()) > 0
    assert said["missing"] == []
    assert set(said["opponents"]) == set(TITLES)
    for figures in said["opponents"].values():
        assert min(figures["games_per_second"].values()) > 0
        assert set(figures["games_per_second"]) == {"random", "recruit", "regular"}
    assert said["opponents"]["leningrad79"]["positions_judged_per_second"] > 0
    assert set(said["moscow41"]["scenarios"]) == set(TITLES["moscow41"].scenarios)
    for one in said["moscow41"]["scenarios"].values():
        ratio = one["games"] / one["seconds"] / said["chess_games_per_second"]
        assert one["games_to_chess"] == pytest.approx(ratio, rel=0.05)
    assert {"copy", "explain", "choices", "supply", "reach"} <= set(said["moscow41"]["us"])
    assert min(said["moscow41"]["us"].values()) > 0
    assault = said["assault_leningrad"]
    assert assault["actions_per_second"] == pytest.approx(assault["actions"] / assault["seconds"], rel=0.01)
    assert {"supply of all units", "line of supply", "reach", "hexes to attack"} <= set(assault["us"])
    assert min(assault["us"].values()) > 0


def test_words_without_peers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench, "have", lambda _module: False)
    bench.command(seconds=0.3)
    said = capsys.readouterr().out
    assert "python-chess is not installed" in said
    assert "networkx is not installed" in said
    assert "pip install 'grognard[dev]'" in said
    assert "actions/s" in said
    assert said.count("random playouts") == said.count("games of regular v regular") == len(TITLES)
    assert "positions/s" in said
    assert "complete games of dnieper" in said
    assert "×" not in said


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
