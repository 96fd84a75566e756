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


def test_weights_move_towards_the_better_ones_and_not_after_a_draw() -> None:
    won, lost, drawn = started(), started(), started()
    for tuning, gap in ((won, 5.0), (lost, -5.0), (drawn, 0.0)):
        tuning.learn(0, gap)
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
            yield n, 20.0 if one.plus["pace"] > one.minus["pace"] else -20.0

    for _ in tune.tune(tuning, judge, lambda: tuning.rounds < 60, tmp_path / "t.json", 2):
        pass
    assert tuning.rounds == 60
    assert tuning.weights["pace"] > 3.0 * tuning.first["pace"]
    assert 0.5 < tuning.weights["effort"] / tuning.first["effort"] < 2.0


def test_steps_depend_on_the_usual_spread_and_not_on_the_unit() -> None:
    """The same results in tenths of a point lead to the same weights."""
    points, tenths = started(), started()
    for n, gap in enumerate((3.0, -1.0, 40.0, 2.0)):
        points.learn(n, gap)
        tenths.learn(n, 10 * gap)
    assert points.weights == pytest.approx(tenths.weights)


def test_one_side_is_tuned_against_the_same_opponents_with_the_same_dice() -> None:
    """The two players of a round differ in nothing else: with equal weights neither does better."""
    found = tune.Tuning("leningrad41", "assault", ["german"], "t", 1, ["recruit", "random"])
    game = found.round(0)
    assert [found.round(n).against for n in range(3)] == ["recruit", "random", "recruit"]
    assert tune.play_round(game._replace(minus=game.plus)) == 0
    assert tune.play_round(game._replace(plus=game.minus, minus=game.plus)) == -tune.play_round(game)


def test_it_goes_on_where_it_was_and_its_weights_can_play(tmp_path: Path) -> None:
    path, tuning = tmp_path / "tuned.json", started()
    work = engine("local", 1)
    for _ in tune.tune(tuning, work, lambda: tuning.rounds < 1, path, 1):
        pass
    again = tune.Tuning.load(path)
    assert (again.weights, again.rounds) == (tuning.weights, 1)
    weights = read_weights(tune.tunable("leningrad79").weights[0], path.with_suffix(".toml"))
    assert weights.pace == pytest.approx(tuning.weights["pace"], rel=1e-4)
    assert opponent(f"weights:{path.with_suffix('.toml')}").sit() is not None
    with pytest.raises(Bad, match="holds another tuning"):
        tune.command("leningrad79", "", 0, path, "", "other", jobs=1, name="local", address="")
    with pytest.raises(Bad, match="holds another tuning"):
        tune.command(
            "leningrad79", "", 0, path, "", "t", side="soviet", against="regular", jobs=1, name="local", address=""
        )


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
        read_weights(tune.tunable("leningrad79").weights[0], path)


def test_weights_are_written_as_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(weights_text({"pace": 0.25, "leash": 7.4}, 'by "hand"'))
    weights = read_weights(tune.tunable("leningrad79").weights[0], path)
    assert (weights.pace, weights.leash) == (0.25, 7)


def test_a_file_of_one_side_leaves_the_other_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(weights_text({"pace": 0.25}, "hand", "soviet"))
    own = tune.tunable("leningrad79").weights[0]
    assert read_weights(own, path, "soviet") == own._replace(pace=0.25)
    assert read_weights(own, path, "german") == own


def test_unknown_weights_and_weights_of_zero_are_refused() -> None:
    with pytest.raises(Bad, match="the weight homing is 0"):
        tune.Tuning("leningrad79", "campaign", ["homing"], "1")
    with pytest.raises(Bad, match="has no weight 'speed'"):
        tune.Tuning("leningrad79", "campaign", ["speed"], "1")


def test_a_side_needs_opponents_and_different_weights_a_side() -> None:
    with pytest.raises(Bad, match="name both, or neither"):
        tune.Tuning("leningrad79", "campaign", NAMES, "1", 0)
    with pytest.raises(Bad, match="there is no level 'genius'"):
        tune.Tuning("leningrad79", "campaign", NAMES, "1", 0, ["genius"])
    with pytest.raises(Bad, match="name the side that is to be tuned"):
        tune.Tuning("leningrad41", "assault", ["german"], "1")


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
