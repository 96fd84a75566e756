"""[17.0] Victory: who holds what, garrisons, losses and decisive victories."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.action import NOBODY
from grognard.titles.assault.rules.victory import city_relieved, city_taken, garrisoned, points, result, steps
from grognard.titles.assault.state import hurt
from tests.titles.assault.conftest import TITLE

At = Callable[..., Any]
LAST = "at russian-combat\nturn 25\n"


@pytest.mark.case("17.23a", "17.23b", "17.23c", "17.23d", "16.24a", "17.24a")
def test_losses(at: At) -> None:
    game = at("at german-combat\nturn 12\n3420 122ID\n3421 6-11Pz\n3422 191RD\nwithdrawn 8-8(reduced)")
    base = points(game.s)[1] - 4  # the 8/8 lost two factors before it left
    assert base == 100
    for unit, worth in (("122ID", 4), ("122ID", 8), ("6-11Pz", 12), ("6-11Pz", 18)):
        hurt(game.s, game.unit(unit))
        assert points(game.s)[1] == 104 + worth
    hurt(game.s, game.unit("191RD"))
    assert points(game.s) == (0, 122)


@pytest.mark.case("17.22a", "17.22b", "17.22c", "17.21a")
def test_cities_and_who_passed_last(at: At) -> None:
    game = at("at german-movement\nturn 12\n0711 1-1\n0612 281RD")
    assert points(game.s) == (0, 100)
    game.play("move 1-1 via 0611 0610")
    assert points(game.s) == (10, 90)
    game.to("russian-movement").play("move 281RD to 0611")
    assert points(game.s) == (0, 100)


@pytest.mark.case("17.25a", "17.25b", "17.25c", "17.25d", "11.45a")
def test_a_garrison_that_was_not_there(at: At) -> None:
    game = at("at german-movement\nturn 12\n3013 1-1\n3114 11ID\n3012 12ID\n3115 2HQ\n3116 41HQ")
    game.play("move 1-1 via 3113 3112")
    assert game.hexes(game.s.captured) == {"3113"}
    game.play("move 11ID to 3113").to("russian-bombardment")
    assert points(game.s) == (5, 95)
    game.to("german-movement").play("move 11ID to 3114", "move 12ID to 3113").to("russian-bombardment")
    assert points(game.s) == (5, 95)  # another division
    game.to("german-movement").play("move 12ID to 3012").to("russian-bombardment")
    assert points(game.s) == (0, 100)
    game.to("german-movement").play("move 12ID to 3113").to("russian-bombardment")
    assert points(game.s) == (0, 100)  # lost for good


@pytest.mark.case("17.25b")
def test_what_makes_a_division(at: At) -> None:
    held = "at german-combat\nturn 12\ncaptured 3113\ngerman 3113\n"
    for there, enough in (
        ("3113 11ID(reduced)", True),
        ("3113 1-1 1-113 1-1Pz", True),
        ("3113 1-1 1-113 1-1Pz 2HQ", True),
        ("3113 11ID 2HQ", True),
        ("3113 36-87 36-118", True),
        ("3113 1-1 1-113\nreserve 1-1Pz", False),
        ("3113 1-1 1-113\n3114 1-1Pz", False),
        ("3113 1-1 1-113\nlost 1-1Pz", True),
        ("3113 1-1\nlost 1-1Pz 1-113", False),
        ("3113 2HQ", False),
    ):
        game = at(held + there)
        assert garrisoned(game.s, game.hex("3113")) is enough, there
    game = at(f"{held}3113 1-1 1-113\nlost 1-1Pz", garrison="whole")
    assert not garrisoned(game.s, game.hex("3113"))


@pytest.mark.case("17.11a", "17.12a", "17.0a")
def test_decisive_victories(at: At) -> None:
    game = at(f"{LAST}0219 1W\n3420 1ID")
    assert (city_taken(game.s), city_relieved(game.s)) == (False, True)
    assert result(game.s) == (1, "decisive victory")
    game = at(f"{LAST}H4 1ID\n0120 1V")
    assert (city_taken(game.s), city_relieved(game.s)) == (True, False)
    assert game.play("done").ask == ("nobody", "over")
    outcome = TITLE.outcome(game.s)
    assert outcome is not None
    assert (outcome.winner, outcome.level) == (0, "decisive victory")


@pytest.mark.case("17.12a", "17.12b", "17.12c", "11.15a", "11.15b")
def test_the_way_to_the_east(at: At) -> None:
    assert city_relieved(at(f"{LAST}0219 1W").s)
    ring = f"{LAST}0219 1W\n0118 1ID\n0318 11ID\n0420 12ID\n"
    assert city_relieved(at(ring).s)  # by 0320, 0319 and 0418
    assert not city_relieved(at(f"{ring}0319 21ID").s)
    assert not city_relieved(at(f"{ring}0518 21ID").s)
    assert not city_relieved(at(f"{ring}0518 21ID\n0418 2V").s)
    assert city_relieved(at(f"{ring}0518 21ID\n0418 2V\n0417 3V").s)  # over the Neva, friends in both zones


@pytest.mark.case("17.0b", "17.21a", "18.52a", "18.54a")
def test_points_markers_and_bids(at: At) -> None:
    """The city is empty and open: both would have a decisive victory, so points decide."""
    text = f"{LAST}3420 1ID\n"
    assert result(at(text).s) == (1, "victory on points")
    assert points(at(text, bid="german-20").s) == (20, 100)
    assert points(at(f"{text}markers 0420 0821\n", markers="five").s) == (0, 120)
    game = at("at german-movement\nturn 9\n0922 1-1\nmarkers 0821 0420", markers="five")
    game.play("move 1-1 via 0821 0721")
    assert game.hexes(game.s.markers) == {"0420"}


@pytest.mark.case("17.22c", "17.22a")
def test_key_points_go_back(at: At) -> None:
    game = at("at russian-bombardment\nturn 5\n0219 281RD\ngerman F4 F2").play("done")
    assert points(game.s) == (10, 90)
    game.play("appear 1GV F4", "transfer 281RD F2")
    assert points(game.s) == (0, 100)


@pytest.mark.case("18.53a", "18.54a")
def test_markers_do_nothing_else(at: At) -> None:
    """Costs, odds, retreats, advances and supply are the same with them."""
    told = []
    for text, options in (("", {}), ("markers 0619 0622", {"markers": "five"})):
        game = at(f"at german-combat\nturn 9\n0620 1ID\n0622 19W 3V\n0621 11ID\n0722 2HQ\n{text}", **options)
        game.play("attack 0622 with 11ID")
        told.append([str(line) for line in game.log().splitlines()])
        game = at(f"at german-movement\nturn 9\n0721 1ID\n0620 11ID\n{text}", **options)
        told.append([game.price("11ID", "0619"), str(sorted(game.reach("1ID")))])
    assert told[0] == told[2]
    assert told[1] == told[3]
    game = at("at russian-movement\nturn 9\n0619 16W\n0720 4V\nmarkers 0619", markers="five")
    game.play("move 4V to 0619")
    assert game.hexes(game.s.markers) == {"0619"}


@pytest.mark.case("18.54a")
def test_a_marker_goes_when_a_german_retreats_or_advances_there(at: At) -> None:
    game = at("at german-combat\nturn 9\n0721 1ID 38HQ\n0821 1G\nlost 18W\nmarkers 0821 0420", markers="five")
    game.strike("attack 0821 with 1ID", "-/1").play("lose 1G", "advance 1ID 0821")
    assert game.hexes(game.s.markers) == {"0420"}
    text = "at russian-combat\nturn 9\n0721 6-4\n0720 191RD\n0620 70RD\nlost 18W\nmarkers 0821"
    game = at(text, markers="five").strike("attack 0721 with 191RD 70RD", "-/1").play("retire", "retreat 6-4 0821")
    assert game.s.markers == 0


CITIES = "captured 3113 2107 1202 0401\ngerman 3113 2107 1202 0401 0611 0312 0326"


@pytest.mark.case("17.0b", "17.21a", "17.22b")
@pytest.mark.parametrize(
    ("more", "score", "winner", "said"),
    [
        ("", (50, 50), NOBODY, "Nobody has won: draw, 50 German points, 50 Russian"),
        (" F2", (55, 45), 0, "The German has won: victory on points, 55 German points, 45 Russian"),
        ("\nlost 122ID", (50, 58), 1, "The Russian has won: victory on points"),
    ],
)
def test_points_decide(at: At, more: str, score: tuple[int, int], winner: int, said: str) -> None:
    """A Russian and a German are left in the streets: nobody has a decisive victory."""
    game = at(f"{LAST}H4 1ID\nF5 4V\n{CITIES}{more}")
    assert TITLE.outcome(game.s) is None
    assert points(game.s) == score
    assert result(game.s)[0] == winner
    game.play("done")
    assert said in game.log()
    outcome = TITLE.outcome(game.s)
    assert outcome is not None
    assert outcome.facts["difference"] == score[0] - score[1]


@pytest.mark.case("17.0a", "17.11a", "17.12a")
def test_a_decisive_victory_makes_points_needless(at: At) -> None:
    """The German has every city, and the way from Leningrad is open to the east; then not a Russian is left in it."""
    game = at(f"{LAST}0219 1W\n{CITIES} F2 F4").play("done")
    assert "The Russian has won: decisive victory, 60 German points, 40 Russian" in game.log()
    assert game.log().splitlines()[-1].endswith("[17.0]")
    game = at(f"{LAST}H4 1ID\n0120 4V").play("done")
    assert "The German has won: decisive victory, 0 German points, 100 Russian" in game.log()


@pytest.mark.case("17.11a", "17.12a")
def test_in_the_streets(at: At) -> None:
    """A Russian in the interior saves the city; Russians there do not close the way, nor Germans on the fringe."""
    assert not city_taken(at(f"{LAST}H4 1ID\nD6 1W").s)
    assert not city_relieved(at(f"{LAST}H4 1ID\nD6 1W").s)
    assert city_relieved(at(f"{LAST}D6 1W 4V").s)
    assert city_relieved(at(f"{LAST}K6 1ID\nD6 1W").s)
    assert city_taken(at(f"{LAST}0220 Nav\nJ4 1ID").s)  # the fleet does not count


@pytest.mark.case("17.21a")
def test_a_bid_for_the_russian(at: At) -> None:
    assert points(at(f"{LAST}3420 1ID", bid="russian-10").s) == (0, 110)


@pytest.mark.case("17.25c", "17.25a")
def test_it_is_said_once_that_a_city_is_lost_for_good(at: At) -> None:
    game = at("at german-movement\nturn 12\n3013 1-1").play("move 1-1 via 3113 3112")
    game.to("russian-air").to("german-movement").to("russian-air")
    assert game.log().count("has no German division") == 1
    assert game.log().count("is captured") == 1


@pytest.mark.case("17.25c", "11.45b")
def test_a_city_lost_for_good_keeps_its_supply(at: At) -> None:
    game = at("at german-bombardment\nturn 12\n3113 11ID\ncaptured 3113\ngerman 3113\nforfeit 3113").play("done")
    assert game.s.unsupplied == 0
    assert points(game.s) == (0, 100)


@pytest.mark.case("10.210a")
def test_steps(at: At) -> None:
    game = at("at german-combat\nturn 12\n3420 122ID\n3421 6-11Pz(reduced) 41HQ\n3422 191RD\n3423 4V\nlost 1ID")
    assert (steps(game.s, 0), steps(game.s, 1)) == (4, 3)
