"""The ladder: pairs with swapped sides, ratings with an anchor, and words nobody can misunderstand."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.cli.app import app
from grognard.core.title import Bad
from grognard.lab import ladder
from grognard.lab.elo import ratings, wilson
from grognard.lab.match import Pairing, Score
from grognard.lab.score_file import Store
from grognard.lab.sprt import Sprt


def test_a_pair_has_the_same_dice_and_swapped_sides() -> None:
    games = ladder.pairings("leningrad79", "campaign", ["random", "recruit", "regular"], 4, "7")
    assert len(games) == 12
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.seed == other.seed
        assert one.levels == other.levels[::-1]
    assert len({(game.levels, game.seed) for game in games}) == 12


def test_an_odd_number_of_games_is_kept_to() -> None:
    assert len(ladder.pairings("leningrad79", "campaign", ["random", "recruit"], 3, "7")) == 3


def test_a_level_plays_itself_with_other_dice_each_time() -> None:
    games = ladder.pairings("leningrad79", "campaign", ["recruit"], 3, "7")
    assert {game.levels for game in games} == {("recruit", "recruit")}
    assert len({game.seed for game in games}) == 3


def test_ratings_know_what_a_score_means() -> None:
    """Three wins of four are 191 points; the anchor stays where it is."""
    found = ratings(["a", "b"], {("a", "b"): (300.0, 400)}, "b")
    assert found["b"].elo == 1000
    assert found["a"].elo == pytest.approx(1191, abs=2)
    assert found["a"].low < 1191 < found["a"].high
    assert found["a"].high - found["a"].low < 100


def test_ratings_do_not_run_away_and_carry_over() -> None:
    found = ratings(["a", "b", "c"], {("a", "b"): (100.0, 100), ("b", "c"): (75.0, 100)}, "c")
    assert 1900 < found["a"].elo < 2300
    assert found["a"].elo > found["b"].elo > found["c"].elo == 1000


def test_the_interval_of_a_share() -> None:
    assert wilson(50, 100) == pytest.approx((0.404, 0.596), abs=0.001)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(100, 100)[1] == pytest.approx(1.0)


def test_a_report_counts_by_pair_and_side() -> None:
    def score(levels: tuple[str, str], winner: int, points: int) -> Score:
        return Score(
            Pairing("leningrad79", "campaign", levels, "1"),
            winner,
            "won",
            {"difference": points},
            (0.2, 0.4),
            (2, 2),
            10,
        )

    games = [score(("recruit", "regular"), 1, -30), score(("regular", "recruit"), 0, 40)]
    found = ladder.report("leningrad79", "campaign", ["recruit", "regular"], "1", games)
    (pair,) = found["pairs"]
    assert pair["score"] == 0
    assert [(side["level"], side["side"], side["score"]) for side in pair["sides"]] == [
        ("recruit", "german", 0),
        ("recruit", "soviet", 0),
        ("regular", "german", 1),
        ("regular", "soviet", 1),
    ]
    assert pair["sides"][2]["facts"] == {"difference": 40}
    assert {row["level"]: row["seconds_per_turn"] for row in found["ratings"]} == {"recruit": 0.15, "regular": 0.15}
    assert found["ratings"][0]["elo"] == 1000


def test_the_command_as_json() -> None:
    ran = CliRunner().invoke(
        app, ["ladder", "leningrad79", "--levels", "random,recruit", "--games", "2", "--json", "--jobs", "1"]
    )
    assert ran.exit_code == 0
    found = json.loads(ran.stdout)
    assert found["games"] == 2
    assert [row["level"] for row in found["ratings"]] == ["random", "recruit"]


@pytest.mark.parametrize(
    ("title", "scenario", "levels", "games", "said"),
    [
        ("chess", "", "recruit", 2, "no title 'chess'"),
        ("leningrad79", "winter", "recruit", 2, "no scenario 'winter'"),
        ("leningrad79", "", "marshal", 2, "no level 'marshal'"),
        ("leningrad79", "", " , ", 2, "at least one level"),
        ("leningrad79", "", "recruit,recruit", 2, "each level may be named only once"),
        ("leningrad79", "", "recruit,regular", 0, "must be from 1"),
    ],
)
def test_nonsense_is_refused(title: str, scenario: str, levels: str, games: int, said: str) -> None:
    with pytest.raises(Bad, match=said):
        ladder.command(title, scenario, levels, games, "1")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_game_that_breaks_down_is_named(jobs: int) -> None:
    games = [Pairing("leningrad79", "campaign", ("random", "marshal"), f"7 {n}") for n in range(2)]
    with pytest.raises(Bad, match=r"random against marshal with the seed '7 \d' failed: there is no level 'marshal'"):
        list(ladder.played(games, jobs))


def test_scores_come_in_the_order_of_the_games() -> None:
    games = [Pairing("moscow41", "dnieper", ("random", "random"), f"7 {n}") for n in range(5)]
    assert [score.pairing for score in ladder.played(games, 2)] == games


@pytest.mark.parametrize("words", [["--games", "many"], ["--jobs", "-1"], ["--levels"], ["--speed", "9"]])
def test_words_the_command_does_not_know(words: list[str]) -> None:
    ran = CliRunner().invoke(app, ["ladder", "leningrad79", *words])
    assert ran.exit_code == 2
    assert "Error" in ran.stderr


def test_the_terminal_game_against_the_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer sets up and says why, once for all who come by the same road; then the German is asked."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ran = CliRunner().invoke(app, ["play", "leningrad79", "--soviet", "regular", "--seed", "1", "--plain"], input="")
    assert ran.exit_code == 0, ran.output
    assert ran.stdout.count("deploys at") == 7
    assert ran.stdout.count("On their line of advance.") == 1
    assert "german>" in ran.stdout


def test_the_terminal_knows_sides_and_levels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for words, said in (
        (["--finnish", "regular"], "--german LEVEL"),
        (["--german", "marshal"], "levels: random"),
        (["--german"], "--german needs a level"),
    ):
        ran = CliRunner().invoke(app, ["play", "leningrad79", "--plain", *words])
        assert isinstance(ran.exception, Bad)
        assert said in str(ran.exception)


def test_sparring_partners_meet_every_level_but_not_each_other() -> None:
    games = ladder.pairings("leningrad79", "campaign", ["regular", "club"], 2, "7", ["sparring:a", "sparring:b"])
    met = {tuple(sorted(game.levels)) for game in games}
    assert met == set(product(("club", "regular"), ("sparring:a", "sparring:b")))
    assert len(games) == 8


def _won(levels: tuple[str, ...], seed: str, winner: int) -> Score:
    return Score(Pairing("leningrad79", "campaign", levels, seed), winner, "won", {"difference": 1}, (0, 0), (1, 1), 9)


def test_a_sequential_test_stops_when_the_pairs_decide() -> None:
    def pairs(wins: str) -> Iterator[Score]:
        for n, letter in enumerate(wins):
            yield _won(("club", "regular"), str(n), 0 if letter == "w" else 1)
            yield _won(("regular", "club"), str(n), 1 if letter == "w" else 0)

    better, equal = Sprt(0, 100), Sprt(0, 100)
    assert len(list(ladder.until_decided(pairs("w" * 100), "club", better))) < 60
    assert better.verdict == "stronger"
    seen = list(ladder.until_decided(pairs("wl" * 300), "club", equal))
    assert equal.verdict == "not stronger"
    assert 20 < len(seen) < 1200
    assert Sprt(0, 50).add(1.0) == ""


def test_a_ladder_goes_on_where_it_was(tmp_path: Path) -> None:
    games = ladder.pairings("leningrad79", "campaign", ["random", "recruit"], 2, "3")
    path = tmp_path / "scores.jsonl"
    Store(path).add(_won(games[0].levels, games[0].seed, 0)._replace(pairing=games[0], actions=-5))
    scores = list(ladder.played(games, 1, Store(path)))
    assert [score.pairing for score in scores] == games
    assert scores[0].actions == -5  # not played again
    assert scores[1].actions > 100
    assert list(Store(path).known) == games
    path.write_text(path.read_text() + "{}\n")
    with pytest.raises(Bad, match=r"scores\.jsonl, line 3: this is not the score of a game"):
        Store(path)


def test_what_a_ladder_cannot_do_is_said() -> None:
    with pytest.raises(Bad, match="leningrad79 has no sparring partner 'sparring:nobody'"):
        ladder.command("leningrad79", "", "regular,sparring:nobody", 2, "1")
    with pytest.raises(Bad, match="a sequential test needs two levels"):
        ladder.command("leningrad79", "", "regular", 2, "1", sprt=(0, 50))
    ran = CliRunner().invoke(app, ["ladder", "leningrad79", "--levels", "a,b", "--sprt", "--lead", "50", "0"])
    assert ran.exit_code == 2
    assert "the second lead must be larger than the first, not 50 and 0" in ran.output
