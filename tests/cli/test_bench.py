"""`grognard bench`: the figures are there, and a peer that is not installed is named."""

import json
import sys
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.cli.commands import bench
from grognard.kit.table import ReachProblem, Wargame
from grognard.lab import speed
from grognard.titles import TITLES

PLAYED = "leningrad79"


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a hundredth of a second whenever somebody looks: the same figures on every machine."""
    ticks = count()
    for module in (bench, speed):
        monkeypatch.setattr(module, "time", SimpleNamespace(process_time=lambda: next(ticks) / 100))


class Unplayed(speed.Reference):
    """A policy for games that nobody plays."""

    def __init__(self, title: Wargame[Any], scenario: str) -> None:
        self.title, self.scenario = title, scenario

    def play(self, random: Random, look: Any = None) -> int:
        return 300

    def clicks(self, random: Random) -> int:
        return 400


WEIGHED = {"map_s": 1.0, "game_actions": 9, "game_open_ms": 9.0, "game_mb": 1.0, "regular_turn_s": 1, "club_turn_s": 2}


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that nobody plays."""
    monkeypatch.setattr(speed, "Reference", Unplayed)
    monkeypatch.setattr(bench, "one_computer_game", lambda *_: 200)
    monkeypatch.setattr(bench, "weighed", lambda _: dict(WEIGHED))


def test_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Games are played of one title; those of the others count as played."""
    policy, play, weighed = speed.Reference, bench.one_computer_game, bench.weighed
    monkeypatch.setattr(bench, "weighed", lambda title: weighed(title) if title.name == PLAYED else dict(WEIGHED))
    monkeypatch.setattr(
        speed, "Reference", lambda title, name: (policy if title.name == PLAYED else Unplayed)(title, name)
    )
    monkeypatch.setattr(
        bench, "one_computer_game", lambda title, *how: play(title, *how) if title.name == PLAYED else 200
    )
    bench.command(json=True, seconds=0.1)
    said = json.loads(capsys.readouterr().out)
    assert said["missing"] == []
    chess = said["peers"]["python-chess"]
    assert set(chess) == {"actions_per_cpu_s", "games_per_cpu_s"}
    assert min(chess.values()) > 0
    keys = ("titles", "ranges", "played", "games_to_chess", "opponents", "reach", "operations", "footprint", "goals")
    for key in keys:
        found = said[key]["titles"] if key == "ranges" else said[key]
        assert set(found) == set(TITLES)
    for name, title in TITLES.items():
        assert set(said["titles"][name]) == set(title.scenarios)
        for scenario, one in said["titles"][name].items():
            played, low_high = said["played"][name][scenario], said["ranges"]["titles"][name][scenario]
            assert set(one) == set(low_high) == {"clicks_per_cpu_s", "actions_per_cpu_s", "games_per_cpu_s"}
            assert all(low <= one[figure] <= high for figure, (low, high) in low_high.items())
            for thing in ("clicks", "actions"):
                ratio = one[f"{thing}_per_cpu_s"] / one["games_per_cpu_s"]
                assert ratio == pytest.approx(played[thing] / played["games"], rel=0.01)
            ratio = one["games_per_cpu_s"] / chess["games_per_cpu_s"]
            assert said["games_to_chess"][name][scenario] == pytest.approx(ratio, rel=0.05)
        assert min(said["opponents"][name]["games_per_second"].values()) > 0
        assert set(said["opponents"][name]["games_per_second"]) == {"random", "recruit", "regular"}
        assert said["opponents"][name]["positions_judged_per_second"] > 0
        operations = said["operations"][name]
        assert {"copy", "explain", "choices"} < set(operations)
        assert min(operations.values()) > 0
        assert set(said["goals"][name]) <= {*title.scenarios, *operations, "reach"}
    assert said["played"][PLAYED]["campaign"]["actions"] not in (900, 0)
    weight = said["footprint"][PLAYED]
    assert set(weight) == set(WEIGHED)
    assert weight != WEIGHED
    assert min(weight.values()) > 0
    reach = said["reach"]["leningrad79"]
    assert reach["to_networkx"] == pytest.approx(reach["networkx_us"] / reach["us"], rel=0.01)
    assert {"supply", "zones of control"} <= set(said["operations"]["leningrad79"])
    assert {"supply", "reach"} <= set(said["operations"]["moscow41"])
    assault = said["operations"]["assault_leningrad"]
    assert {"supply of all units", "line of supply", "reach", "hexes to attack"} <= set(assault)


def test_the_figures_of_rounds() -> None:
    paces = [speed.Pace(3, 300, 2.0), speed.Pace(3, 300, 1.0), speed.Pace(3, 300, 4.0)]
    found = bench.figures(paces, clicks=400)
    assert bench.medians(found) == {"clicks_per_cpu_s": 200, "actions_per_cpu_s": 150, "games_per_cpu_s": 1.5}
    assert bench.ranges(found)["clicks_per_cpu_s"] == (100, 400)
    assert "clicks_per_cpu_s" not in bench.figures(paces)


@pytest.mark.usefixtures("short")
def test_words_without_peers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench, "have", lambda _module: False)
    bench.command(seconds=0.1)
    said = capsys.readouterr().out
    assert "python-chess is not installed" in said
    assert "networkx is not installed" in said
    assert "pip install 'grognard[dev]'" in said
    assert "actions/s" in said
    assert "clicks/s" in said
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
