"""Victory: points, sudden death, and the ends of the scenarios."""

from collections.abc import Callable

import pytest

from grognard.titles.moscow41.rules.victory import points
from tests.titles.moscow41.conftest import GERMAN, SOVIET, Game

At = Callable[..., Game]
LEADERS = "\n63 Stalin\nRastenburg Hitler"
WEST = "16A 9A 4A 2A 67 66 77 78 79 88 89 90 91 100 101 102"


def ended(game: Game) -> tuple[int, str]:
    outcome = game.table.outcome
    assert outcome is not None
    return outcome.winner, outcome.level


@pytest.mark.case("1.7e", "1.7b", "2.4.3a", "campaign.8")
def test_the_campaign_begins_at_one_to_six(new: At) -> None:
    """Worked example."""
    s = new("campaign").s
    assert (points(s, GERMAN), points(s, SOVIET)) == (1, 6)


@pytest.mark.case("1.7b", "2.4.3a")
@pytest.mark.parametrize("place", ["67", "96", "145", "149", "63", "Leningrad", "Kiev"])
def test_each_of_the_seven(at: At, place: str) -> None:
    control = f"67 90 {place}" if place != "67" else "67 90"
    game = at(f"at game choice\nturn 1\ngerman {control}\n90 24PzK{LEADERS.replace('63 Stalin', '')}")
    assert points(game.s, GERMAN) == len(set(control.split()) - {"90"})
    assert points(game.s, SOVIET) == 7 - points(game.s, GERMAN)
    other = at(f"at game choice\nturn 1\ngerman 67 119 Pskov Shlisselburg\n90 24PzK{LEADERS}")
    assert points(other.s, GERMAN) == 1  # neither Orel nor any other box


@pytest.mark.case("1.7c", "2.4.3e", "4.2.4f")
def test_all_seven_are_sudden_death(at: At) -> None:
    text = f"at game choice\nturn 5\ngerman {WEST} 96 145 149 Kiev Leningrad 62 61 60\n62 24PzK{LEADERS}"
    game = at(text).play("strategic-move")
    assert not game.s.over
    game.play("move 24PzK via 63")
    assert game.s.over
    assert ended(game) == (GERMAN, "decisive victory")
    assert "Sudden death" in game.log(SOVIET)


@pytest.mark.case("1.7c")
def test_six_are_not(at: At) -> None:
    text = f"at game choice\nturn 5\ngerman {WEST} 96 145 149 Kiev 62 61 60\n62 24PzK{LEADERS}"
    game = at(text).play("strategic-move", "move 24PzK via 63")
    assert points(game.s, GERMAN) == 6
    assert not game.s.over


@pytest.mark.case("2.5e", "2.5d", "1.7c")
def test_a_contested_area_counts_for_its_controller(at: At) -> None:
    text = f"at game choice\nturn 1\nside 1\ndisc 1\ngerman {WEST}\n67 24PzK\n68 21MC{LEADERS}"
    game = at(text).play("strategic-move", "move 21MC via 67")
    assert points(game.s, GERMAN) == 1
    assert not game.s.over


@pytest.mark.case("1.7d", "3.0d", "campaign.2")
@pytest.mark.parametrize(
    ("german", "winner"), [("96 145 149", GERMAN), ("96 145", SOVIET), ("96 Kiev Leningrad", GERMAN)]
)
def test_more_points_win_in_december(at: At, german: str, winner: int) -> None:
    text = f"at game choice\nturn 6\nweather snow\npasses 1\ngerman {WEST} {german}\n90 24PzK\n62 25RC{LEADERS}"
    game = at(text).play("pass")
    assert not game.s.over
    game.play("done")
    assert game.s.over
    assert ended(game) == (winner, "marginal victory")


@pytest.mark.case("1.7a")
@pytest.mark.parametrize(("bid", "winner"), [("2", GERMAN), ("3", GERMAN), ("4", SOVIET), ("6", SOVIET)])
@pytest.mark.parametrize("scenario", ["campaign", "typhoon", "gasp"])
def test_a_bid_of_victory_points(at: At, scenario: str, bid: str, winner: int) -> None:
    """Option `bid`: the Germans hold Smolensk, Kursk and Kiev, three points, when December ends."""
    ground = f"german {WEST} 145 Kiev\n90 24PzK\n62 25RC{LEADERS}"
    text = f"options bid={bid}\nat game choice\nturn 6\nweather snow\npasses 1\n{ground}"
    game = at(text, scenario).play("pass", "done")
    assert ended(game) == (winner, "marginal victory")


@pytest.mark.case("1.7c", "typhoon.10")
def test_a_bid_leaves_what_ends_the_game_before(at: At) -> None:
    ground = f"german {WEST} 61 62\n62 24PzK\n75 25RC{LEADERS}"
    game = at(f"options bid=6\nat game choice\nturn 6\nweather snow\n{ground}", "typhoon").play(
        "strategic-move", "move 24PzK via 63"
    )
    assert ended(game) == (GERMAN, "victory")


@pytest.mark.case("dnieper.7", "2.5c")
def test_chernigov_and_romny_win_beyond_the_dnieper(at: At) -> None:
    ground = f"{WEST} 112 113 125 126 138 139 150 151 162 163 164"
    text = f"at game choice\nturn 1\ngerman {ground}\n164 24PzK{LEADERS}"
    game = at(text, "dnieper").play("strategic-move", "move 24PzK via 165")
    assert ended(game) == (GERMAN, "victory")
    campaign = at(text).play("strategic-move", "move 24PzK via 165")
    assert not campaign.s.over  # there Kiev passes in the Final Phase


@pytest.mark.case("dnieper.6", "4.1f")
def test_one_line_is_not_enough(at: At) -> None:
    text = f"at game choice\nturn 1\ngerman {WEST} 68 80\nsoviet_lines 81\n68 24PzK\n80 46PzK{LEADERS}"
    game = at(text, "dnieper").play("strategic-move", "build 24PzK")
    assert not game.s.over
    game.play("build 46PzK")
    assert ended(game) == (GERMAN, "victory")


@pytest.mark.case("dnieper.8", "dnieper.4", "1.7a")
def test_otherwise_the_soviets_win_beyond_the_dnieper(at: At) -> None:
    text = f"at game choice\nturn 1\npasses 1\ngerman {WEST} 96 145\n90 24PzK\n62 25RC{LEADERS}"
    game = at(text, "dnieper").play("pass", "done")
    assert game.s.over
    assert ended(game) == (SOVIET, "victory")


@pytest.mark.case("dnieper.8", "1.7a")
def test_no_sudden_death_by_points_in_a_scenario(at: At) -> None:
    text = f"at game choice\nturn 1\nside 1\ndisc 1\ngerman {WEST}\n90 24PzK\n68 21MC{LEADERS}"
    game = at(text, "dnieper").play("strategic-move", "move 21MC via 67")
    assert points(game.s, SOVIET) == 7
    assert not game.s.over


@pytest.mark.case("typhoon.10", "gasp.9", "typhoon.9", "gasp.8")
@pytest.mark.parametrize("scenario", ["typhoon", "gasp"])
def test_moscow_decides(at: At, scenario: str) -> None:
    text = f"at game choice\nturn 6\nweather snow\npasses 1\ngerman {WEST} 61 62\n62 24PzK\n75 25RC{LEADERS}"
    taken = at(text, scenario).play("strategic-move", "move 24PzK via 63")
    assert ended(taken) == (GERMAN, "victory")
    held = at(text, scenario).play("pass", "done")
    assert ended(held) == (SOVIET, "victory")
