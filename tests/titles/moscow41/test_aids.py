"""What lies beside the map: overlays, reach, costs, lines of communication, the score, what is to come; and odds."""

import json
from collections.abc import Callable
from itertools import pairwise
from math import comb
from random import Random

import pytest

from grognard.core.action import Action
from grognard.core.estimate import fair
from grognard.kit import estimate
from grognard.kit.battle.ledger import total
from grognard.kit.odds_json import odds_json
from grognard.kit.table import DiceOdds, hit
from grognard.titles.moscow41.rules.command import within
from tests.titles.moscow41.conftest import GERMAN, SOVIET, TITLE, Game
from tests.titles.moscow41.fights import segment

At = Callable[..., Game]
LEADERS = "\n63 Stalin\nRastenburg Hitler"
GROUND = "german 16A 9A 4A 2A 67 66 77 78 79 88 89 90 91 100 101 102"


@pytest.fixture
def stand(at: At) -> At:
    def make(text: str, options: str = "") -> Game:
        return at(f"{options}\nat game choice\nturn 1\n{GROUND}\n{text}{LEADERS}".strip())

    return make


def traced(game: Game, name: str) -> tuple[bool, list[str], str, list[str]]:
    found = TITLE.aids.trace(game.s, game.unit(name))  # type: ignore[misc]
    assert found is not None
    names = TITLE.lexicon.places
    breaks = "" if found.breaks is None else names[found.breaks]
    return found.ok, [names[place] for place in found.path], breaks, [why.clause for why in found.why]


def test_the_reach_of_a_back_is_that_of_any_block_it_may_be(stand: At) -> None:
    """For his opponent; and with the options that make cavalry and divisions go further."""
    text = "90 24PzK(trail=90+101) 8FK\n101 13AK(trail=90+101)\n103 25RC(trail=103)\n62 2CC(trail=62)"
    game = stand(text)
    tank, corps = (1 << game.unit(name) for name in ("24PzK", "13AK"))
    for there in (tank, corps):
        found, sure = estimate.reach(fair(game.s, SOVIET), SOVIET, there)
        assert not sure
        own, known = estimate.reach(game.s, GERMAN, there)
        assert known
        assert found.items() >= own.items()
    far, _ = estimate.reach(fair(game.s, SOVIET), SOVIET, corps)
    near, _ = estimate.reach(game.s, GERMAN, corps)
    assert max(map(int, far.values())) == 5
    assert max(map(int, near.values())) == 3
    only = 1 << game.unit("25RC")
    assert estimate.reach(fair(game.s, GERMAN), GERMAN, only) == (TITLE.aids.reach(game.s, only), False)
    together = estimate.reach(fair(game.s, SOVIET), SOVIET, tank | 1 << game.unit("8FK"))[0]
    assert together


def test_reach_is_where_a_move_may_end(stand: At) -> None:
    game = stand("90 24PzK 13AK\n103 25RC")
    fast, slow = (TITLE.aids.reach(game.s, 1 << game.unit(name)) for name in ("24PzK", "13AK"))
    together = TITLE.aids.reach(game.s, 1 << game.unit("24PzK") | 1 << game.unit("13AK"))
    assert fast[game.area("78")] == "1"
    assert set(together) == set(slow) & set(fast)
    game.play("strategic-move")
    assert game.areas(sum(1 << area for area in fast)) == game.reach("24PzK")
    for area, at in fast.items():
        path = TITLE.choices(game.s, "move", game.unit("24PzK")).to(area)  # type: ignore[union-attr]
        assert str(total(TITLE.aids.cost(game.s, Action("move", (game.unit("24PzK"), path))))) == at


def test_who_cannot_move_reaches_nothing(stand: At) -> None:
    game = stand("90 24PzK(cube)\nLuga Hoepner")
    for name in ("24PzK", "Hoepner", "Stalin", "Hitler", "13AK"):
        assert TITLE.aids.reach(game.s, 1 << game.unit(name)) == {}


@pytest.mark.case("12.0b", "10.8g")
def test_reach_knows_the_impulse(stand: At) -> None:
    game = stand("90 24PzK 30RC\n101 25RC").play("pass")
    found = TITLE.aids.reach(game.s, 1 << game.unit("24PzK"))
    assert game.area("101") not in found
    assert found[game.area("78")] == "2"  # with one for disengaging
    lines = TITLE.aids.cost(game.s, Action("move", (game.unit("24PzK"), (game.area("78"),))))
    assert [line.clause for line in lines] == ["10.8g", "2.6a"]


@pytest.mark.case("9.2a", "9.2b", "2.1b")
def test_a_line_of_communication(stand: At) -> None:
    game = stand("90 24PzK\n91 46PzK 30RC")
    ok, path, *_ = traced(game, "24PzK")
    assert ok
    assert path[0] == "90"
    assert path[-1] in ("16A", "9A", "4A", "2A")
    d = TITLE.data
    assert all(d.adjacent[game.area(a)] >> game.area(b) & 1 for a, b in pairwise(path))
    assert traced(game, "46PzK")[0]  # it may begin in a contested Area


@pytest.mark.case("9.2b", "9.2f", "9.1b")
def test_where_a_line_breaks(stand: At) -> None:
    game = stand("160 46PzK\n159 33RC\n62 25RC")
    ok, path, breaks, why = traced(game, "46PzK")
    assert not ok
    assert path == ["160"]
    assert why == ["9.2b"]
    assert breaks in game.areas(TITLE.data.adjacent[game.area("160")])


@pytest.mark.case("9.2c", "9.2e")
def test_borders_that_are_closed_are_told(at: At) -> None:
    ground = " ".join(name for name in TITLE.data.map.names if name not in ("165", "166", "6", "7", "63"))
    text = f"at game choice\nturn 6\ngerman {ground} Kiev Leningrad\n166 25RC\n7 30RC{LEADERS}"
    game = at(text)
    assert traced(game, "25RC")[3] == ["9.2c", "9.2e", "9.2b"]
    assert not traced(game, "30RC")[0]
    free = at(text.replace(" Kiev Leningrad", ""))
    assert traced(free, "25RC")[:2] == (True, ["166"])


def test_boxes_and_leaders_have_no_line(stand: At) -> None:
    game = stand("Luga Hoepner\n90 24PzK")
    for name in ("Hoepner", "Stalin", "Hitler", "13AK"):
        assert TITLE.aids.trace(game.s, game.unit(name)) is None  # type: ignore[misc]


def test_overlays_and_markers(stand: At) -> None:
    game = stand("german_lines 90\nsoviet_lines 103\n90 24PzK\n103 46PzK")
    overlays, markers = TITLE.aids.overlays, TITLE.aids.markers(game.s)
    assert overlays["control"](game.s, GERMAN) & overlays["control"](game.s, SOVIET) == 0
    assert "90" in game.areas(overlays["supply"](game.s, GERMAN))
    assert game.areas(markers["german line"]) == {"90"}
    assert game.areas(markers["contested"]) == {"103"}


@pytest.mark.case("10.3a", "10.4b")
def test_ranges_and_artillery_are_marked(at: At) -> None:
    """How far the activated headquarters command, and where their artillery fires."""
    game = segment(at, "german 67 90\n90 Guderian(active,up,acted,level=2)\n102 24PzK 25RC", "support")
    markers = TITLE.aids.markers(game.s)
    assert game.areas(markers["german command range"]) == game.areas(within(game.s, game.unit("Guderian")))
    assert "german artillery" not in markers
    game.play("fire Guderian 102")
    assert game.areas(TITLE.aids.markers(game.s)["german artillery"]) == {"102"}
    quiet = at(f"at game choice\nturn 1\n{GROUND}\n90 Guderian{LEADERS}")
    assert "german command range" not in TITLE.aids.markers(quiet.s)


def test_the_status_is_public(at: At) -> None:
    """What both players may know: the same whatever stands behind the backs."""
    game = at(f"at game choice\nturn 4\nforecast 2\n{GROUND}\n90 24PzK Guderian\n62 25RC Konev(level=2){LEADERS}")
    told = TITLE.aids.status(game.s)
    assert told["points"] == "German 1, Soviet 6"
    assert told["Initiative"] == "German"
    assert told["forecast"] == "box 2"
    for player in (GERMAN, SOVIET):
        guess = fair(game.s, player)
        assert TITLE.aids.status(guess) == told
        assert TITLE.aids.arrivals(guess) == TITLE.aids.arrivals(game.s)
        assert TITLE.aids.tracks(guess) == TITLE.aids.tracks(game.s) == {"Turn": 3, "Weather": 0, "Forecast": 2}


@pytest.mark.case("5.1c", "13.2c", "campaign.9")
def test_who_is_still_to_come(new: At) -> None:
    rows = TITLE.aids.arrivals(new("campaign", seed=1).s)
    assert [when for when, _, _ in rows] == ["November"] * 5 + ["when Kiev falls"]
    assert [who for _, who, _ in rows] == ["soviet"] * 5 + ["german"]


# -- odds -------------------------------------------------------------------------------------


@pytest.fixture
def battle(stand: At) -> At:
    def make(text: str, *moves: str) -> Game:
        game = stand(text).play("tactical", "activate Guderian", "done", *moves, "done")
        if game.ask[1] == "support":
            game.play("done")
        assert game.ask[1] == "combat"
        return game

    return make


@pytest.mark.case("10.12.5a", "10.12.5.2a", "10.13b")
def test_odds_of_a_battle(battle: At) -> None:
    game = battle("90 Guderian\n102 24PzK 46PzK\n103 25RC", "move 24PzK via 103", "move 46PzK via 103")
    action = TITLE.parse(game.s, "battle 103")
    found = TITLE.odds(game.s, action, 0)
    assert found is not None
    assert sum(one.chance for one in found.results) == pytest.approx(1, abs=0.001)
    level = game.level("25RC")
    assert found.column.endswith(f"-{level}")
    assert [(line.part, line.cite) for line in found.lines] == [
        ("dice", "10.12.5"),
        ("note", "10.13"),
    ]  # yellow: it absorbs, no Tank Attack
    assert found == TITLE.odds(game.s, action, 0)
    assert TITLE.odds(game.s, Action("done"), 0) is None
    assert TITLE.odds(game.s, None, 0) is None


def test_odds_of_a_small_battle_are_exact(battle: At) -> None:
    """The Defender fires first: what the Attacker loses is binomial in the Defender's dice."""
    game = battle("90 Guderian\n102 24PzK\n103 25RC(up)", "move 24PzK via 103")
    found = TITLE.odds(game.s, TITLE.parse(game.s, "battle 103"), 0)
    assert isinstance(found, DiceOdds)
    assert (found.exact, found.trials) == (True, 0)
    (fire,) = [one for one in found.fires if one.part == "defender"]
    hit = {"6": 1, "5–6": 2, "4–6": 3}[fire.on] / 6
    for steps, chance in found.attacker.steps.items():
        wanted = comb(fire.dice, steps) * hit**steps * (1 - hit) ** (fire.dice - steps)
        assert chance == pytest.approx(wanted, abs=0.0001)


def test_odds_of_a_great_battle_say_how_far_off_they_may_be(at: At) -> None:
    game = segment(at, "90 24PzK 46PzK DR GD 25RC 30RC 20RC 21RC")
    found = TITLE.odds(game.s, TITLE.parse(game.s, "battle 90"), 0)
    assert isinstance(found, DiceOdds)
    assert found.trials
    assert not found.exact
    assert 0 < odds_json(found)["margin"] < 0.2


def test_a_hopeless_fight_has_certain_odds(battle: At) -> None:
    """A staff that is spent, alone in the open, against two Tanks: it never hits, and mostly it is gone."""
    game = battle("90 Guderian\n102 24PzK 46PzK\n115 Konev(level=0)", "move 24PzK via 115", "move 46PzK via 115")
    found = TITLE.odds(game.s, TITLE.parse(game.s, "battle 115"), 0)
    assert found is not None
    assert {one.name for one in found.results} <= {"E/-", "-/-"}
    assert sum(one.chance for one in found.results if one.defender.destroyed) > 0.9
    assert hit(found, "attacker") == 0


@pytest.mark.case("10.4b", "10.10f")
def test_odds_with_support(at: At) -> None:
    """What artillery would add to a Battle is known before it is directed there."""
    game = segment(at, "german 67 90\n90 Guderian(active,up,acted)\n102 46PzK 25RC", "support")
    found = TITLE.aids.supported(game.s, TITLE.parse(game.s, "fire Guderian 102"))
    assert isinstance(found, DiceOdds)
    assert found.dice.artillery == 4
    assert found == TITLE.odds(game.play("fire Guderian 102", "done").s, TITLE.parse(game.s, "battle 102"), 0)
    assert TITLE.aids.supported(game.s, Action("done")) is None


def test_odds_under_way(battle: At) -> None:
    game = battle("90 Guderian\n102 24PzK\n103 25RC 30RC", "move 24PzK via 103").play("battle 103")
    found = TITLE.odds(game.s, None, 0)
    assert found is not None
    assert found.unknown == ()
    assert sum(one.chance for one in found.results) == pytest.approx(1, abs=0.001)
    said = odds_json(found)
    assert said["dice"]["attacker"] == found.lines[0].amount > 0
    assert sum(said["losses"]["defender"].values()) == pytest.approx(1, abs=0.001)


def test_odds_tell_nothing_that_is_hidden(battle: At) -> None:
    """Positions that the German cannot tell apart have the same odds for him."""
    game = battle("90 Guderian\n102 24PzK\n103 25RC\n62 3Army", "move 24PzK via 103")
    action, random = TITLE.parse(game.s, "battle 103"), Random(2)
    guesses = [TITLE.guess(game.s, GERMAN, random.randrange) for _ in range(8)]
    assert len({guess.face[game.unit("25RC")] for guess in guesses}) > 1
    every = [estimate.odds(s, GERMAN, action, 0) for s in (game.s, *guesses)]
    found = {json.dumps(odds_json(one)) for one in every if one}
    assert len(found) == 1
    assert "3Army" not in found.pop()


def test_a_value_is_guessed(stand: At) -> None:
    """What is left of the enemy's Logistics Value is guessed from what his staffs may be."""
    game = stand("side 1\ndisc 1\n62 Konev(trail=62) 25RC(trail=62)\n75 Yeremenko(trail=75,level=0)").play(
        "strategic-move", "move 25RC via 61"
    )
    assert game.s.value == 4 + 1 + 6
    found = TITLE.guess(game.s, GERMAN, Random(1).randrange)
    assert found.value - found.points == game.s.value - game.s.points == 1
    assert found.value == 4 + 2 + 6  # that Yeremenko is spent nobody has seen
    own = TITLE.guess(game.s, SOVIET, Random(1).randrange)
    assert (own.value, own.points) == (game.s.value, game.s.points)
