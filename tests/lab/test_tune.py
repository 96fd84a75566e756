"""Tuning: rounds that can be repeated, weights that move towards the winner, a search that goes on where it was."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from grognard.core.title import Bad
from grognard.kit.load.weights import load_weights, read_weights, weights_text
from grognard.lab import tune
from grognard.lab.simulate import engine
from grognard.lab.task_pools import Results
from grognard.opponents import opponent

NAMES = ["pace", "effort"]


def started(seed: str = "t") -> tune.Tuning:
    return tune.Tuning("leningrad79", "campaign", NAMES, seed)


def test_both_players_of_a_round_differ_in_opposite_directions() -> None:
    tuning = started()
    game = tuning.round(3)
    for name, value in tuning.weights.items():
        low, high = sorted((game.plus[name], game.minus[name]))
        assert low < value < high
        assert low * high == pytest.approx(value * value)
    assert tuning.round(3) == game
    assert tuning.round(4).seed != game.seed


def test_weights_move_towards_the_winner_and_not_after_a_draw() -> None:
    won, lost, drawn = started(), started(), started()
    for tuning, points in ((won, 2.0), (lost, 0.0), (drawn, 1.0)):
        tuning.learn(0, points)
    shifts = won.shifts(0)
    for name in NAMES:
        assert (won.weights[name] > won.first[name]) == (shifts[name] > 0)
        assert (lost.weights[name] > lost.first[name]) == (shifts[name] < 0)
        assert drawn.weights[name] == drawn.first[name]


def test_a_tuning_finds_the_direction_of_a_known_optimum(tmp_path: Path) -> None:
    """If the larger pace always wins, pace grows and effort, which decides nothing, stays about where it was."""
    tuning = started()

    def judge(_work: Callable[[Any], Any], rounds: Sequence[Any]) -> Results:
        for n, one in enumerate(rounds):
            yield n, 2.0 if one.plus["pace"] > one.minus["pace"] else 0.0

    for _ in tune.tune(tuning, judge, lambda: tuning.rounds < 60, tmp_path / "t.json", 2):
        pass
    assert tuning.rounds == 60
    assert tuning.weights["pace"] > 1.8 * tuning.first["pace"]
    assert 0.6 < tuning.weights["effort"] / tuning.first["effort"] < 1.6


def test_it_goes_on_where_it_was_and_its_weights_can_play(tmp_path: Path) -> None:
    path, tuning = tmp_path / "tuned.json", started()
    work = engine("local", 1)
    for _ in tune.tune(tuning, work, lambda: tuning.rounds < 1, path, 1):
        pass
    again = tune.Tuning.load(path)
    assert (again.weights, again.rounds) == (tuning.weights, 1)
    weights = read_weights(tune.tunable("leningrad79").weights, path.with_suffix(".toml"))
    assert weights.pace == pytest.approx(tuning.weights["pace"], rel=1e-4)
    assert opponent(f"weights:{path.with_suffix('.toml')}").sit() is not None
    with pytest.raises(Bad, match="holds another tuning"):
        tune.command("leningrad79", "", 0, path, "", "other", jobs=1, name="local", address="")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[weights]\npace = 1.0\n", "must say where the weights come from"),
        ('from = "hand"\n[weights]\nspeed = 1.0\n', "there is no weight 'speed'"),
        ('from = "hand"\n[weights]\npace = "fast"\n', "the weight pace must be a number, not 'fast'"),
        ('from = "hand"\npace = 1\n', r"a table \[weights\]"),
        ("from = \n", "Invalid value"),
    ],
)
def test_a_bad_file_of_weights_is_refused(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(text)
    with pytest.raises(Bad, match=says):
        read_weights(tune.tunable("leningrad79").weights, path)


def test_weights_are_written_as_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(weights_text({"pace": 0.25, "leash": 7.4}, 'by "hand"'))
    weights = read_weights(tune.tunable("leningrad79").weights, path)
    assert (weights.pace, weights.leash) == (0.25, 7)


def test_unknown_weights_and_weights_of_zero_are_refused() -> None:
    with pytest.raises(Bad, match="the weight homing is 0"):
        tune.Tuning("leningrad79", "campaign", ["homing"], "1")
    with pytest.raises(Bad, match="has no weight 'speed'"):
        tune.Tuning("leningrad79", "campaign", ["speed"], "1")


class Two(NamedTuple):
    pace: float
    leash: int


def test_a_titles_own_file_names_all_weights(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(weights_text({"pace": 1, "leash": 7}, "hand"))
    assert repr(load_weights(Two, path)) == "Two(pace=1.0, leash=7)"
    path.write_text(weights_text({"pace": 1}, "hand"))
    with pytest.raises(Bad, match="the weight leash is missing"):
        load_weights(Two, path)
