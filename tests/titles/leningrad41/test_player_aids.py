"""Player aids agree with the rules."""

from collections.abc import Callable
from fractions import Fraction
from itertools import chain, islice
from random import Random

import pytest

from grognard.core.bits import scan
from grognard.kit.battle.ledger import total
from grognard.kit.hex.reach import union
from grognard.kit.table import Arc
from grognard.titles.leningrad41.aids.path_risk import peril
from grognard.titles.leningrad41.aids.player_aids import arc
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET
from tests.laws import laws
from tests.titles.leningrad41.box import AT, D, names
from tests.titles.leningrad41.conftest import TITLE, Game
from tests.titles.leningrad41.moves import cost, reach

AIDS = TITLE.aids
Moving = Callable[..., Game]


# -- movement ---------------------------------------------------------------------------------


def test_the_ledger_is_the_cost(moving: Moving) -> None:
    game = moving("german", "4514 I-8M\nrubble 4515")
    action = game.title.parse(game.s, "move I-8M via 4515")
    lines = AIDS.cost(game.s, action)
    assert total(lines) == cost(game, "I-8M", "4515")
    assert [line.clause for line in lines][-1] == "8.12a"
    assert AIDS.cost(game.s, game.title.parse(game.s, "done")) == []


def test_the_ledger_of_a_motorized_move_and_of_the_rest_of_a_path(moving: Moving) -> None:
    game = moving("german", "4812 I-8M\n4711 1-1DNO")
    driven = game.title.parse(game.s, "drive I-8M via 4913 4912")
    assert total(AIDS.cost(game.s, driven)) == cost(game, "I-8M", "4913 4912", "drive")
    game.play("move I-8M via 4811 4810 4809", "fire 1-1DNO", "roll 6")
    assert game.ask[1] == "onward"
    assert total(AIDS.cost(game.s, game.title.parse(game.s, "onward"))) == 3  # one of them for the river


def test_reach_is_what_can_be_played(moving: Moving) -> None:
    game = moving("german", "4812 I-10\n2807 1RB")
    on_foot = AIDS.reach(game.s, 1 << game.unit("I-10"))
    assert game.places(sum(1 << place for place in on_foot)) == reach(game, "I-10") | reach(game, "I-10", "drive")
    assert on_foot[AT["4712"]] == str(cost(game, "I-10", "4712"))
    enemy = AIDS.reach(game.s, 1 << game.unit("42-1"))  # in its owner's next phase
    assert names(D.board.neighbours[AT["2807"]] & D.land) & {D.board.names[place] for place in enemy}
    game.play("move I-10 to 4712")
    assert AIDS.reach(game.s, 1 << game.unit("I-10")) == {}
    assert AIDS.reach(game.s, 1 << game.unit("Rudel")) == {}


def test_reach_in_a_finished_game(moving: Moving) -> None:
    game = moving("german", "4812 I-10\n2807 1RB")
    before = AIDS.reach(game.s, 1 << game.unit("I-10"))
    game.s.over, game.s.at = True, 0
    assert AIDS.reach(game.s, 1 << game.unit("I-10")) == before


def test_a_face_down_counter_goes_as_far_as_any(moving: Moving) -> None:
    """Whatever it is, the German player is told the same."""
    assert AIDS.far is not None
    foot, tank = (moving("german", f"4812 I-10\n2807 42-1={face}") for face in ("1RB", "51Tk"))
    both = [AIDS.far(game.s, 1 << game.unit("42-1")) for game in (foot, tank)]
    assert both[0] == both[1]
    assert set(AIDS.reach(foot.s, 1 << foot.unit("42-1"))) < set(both[0])


# -- fire -------------------------------------------------------------------------------------


def test_the_line_of_fire_of_a_unit(firing: Moving) -> None:
    game = firing("german", "4807 I-10\n4707 1-1DNO\n4806 42-9")
    found = arc(game.s, game.unit("I-10"))
    assert found is not None
    assert found.places >> AT["4707"] & 1
    assert game.units(game.options("fire", AT["4707"], "8pz").members) == {"I-10"}
    assert arc(game.s, game.unit("42-9")) is None  # nobody knows what it is
    assert arc(game.s, game.unit("II-10")) is None  # off the map
    assert AIDS.overlays["arcs"](game.s, GERMAN) == found.places


def arc_of(game: Game, unit: str) -> Arc:
    """What a unit that is known and on the map can fire at."""
    found = arc(game.s, game.unit(unit))
    assert found is not None
    return found


@pytest.mark.case("10.1a", "10.6a", "10.7c", "10.9a", "11.2d")
@pytest.mark.parametrize(("unit", "hidden"), [("1-1GDNO", "10.7c"), ("577Art", "11.2d")])
def test_every_hex_is_in_the_arc_or_there_is_a_reason_why_not(firing: Moving, unit: str, hidden: str) -> None:
    game = firing("soviet", "3114 1-1GDNO\n2807 577Art\n4812 I-10", turn=3)
    found = arc_of(game, unit)
    sets = [found.places, *(ban.where for ban in found.bans)]
    assert sum(one.bit_count() for one in sets) == D.hexes.bit_count()
    assert union(sets) == D.hexes
    assert not found.along & ~found.places
    assert [ban.clause for ban in found.bans if ban.where] == [hidden, "10.6a", "10.1a"]


def test_a_prospekt_opens_a_line_between_blocks(firing: Moving) -> None:
    """Along Nevsky Prospekt, with stone blocks on both sides."""
    game = firing("german", "3114 3PzJg")
    assert names(arc_of(game, "3PzJg").along) == {"3112", "3116", "3117"}


def test_overlays_of_control_and_volleys(moving: Moving) -> None:
    game = moving("german", "4812 I-10\n4707 1-1DNO")
    s = game.s
    assert AIDS.ground(s, GERMAN) & AIDS.ground(s, SOVIET) == 0
    assert AIDS.ground(s, GERMAN) | AIDS.ground(s, SOVIET) == D.land
    assert AIDS.overlays["danger"](s, SOVIET) == D.board.neighbours[AT["4707"]]
    assert AIDS.overlays["danger"](s, GERMAN) == D.board.neighbours[AT["4812"]]


def test_a_volley_comes_only_where_the_overlay_shows_it() -> None:
    seen = 0
    for s in chain.from_iterable(laws.walk(TITLE, Random(f"volleys {game}"), 5) for game in range(20)):
        if not s.over and s.flow.name == "walk" and s.title.step(s).name == "volley":
            seen += 1
            assert AIDS.overlays["danger"](s, 1 - s.side) >> s.place[s.local.unit] & 1
        if seen == 10:
            break
    assert seen == 10


# -- the risk of a path -----------------------------------------------------------------------


def test_the_risk_of_a_known_enemy_is_that_of_the_volley(moving: Moving) -> None:
    game = moving("german", "4709 I-8M\n4707 1-1DNO")
    found = AIDS.risk(game.s, game.title.parse(game.s, "move I-8M via 4708"))
    assert [D.board.names[one.place] for one in found] == ["4708"]
    game.play("move I-8M via 4708", "fire 1-1DNO")
    odds = TITLE.odds(game.s, None, 0)
    assert odds is not None
    (dead,) = (one for one in odds.results if one.defender.destroyed)
    assert found[0].here == pytest.approx(1 - dead.chance, abs=1e-4) == pytest.approx(5 / 6, abs=1e-4)


def test_a_unit_walks_past_two_enemies(moving: Moving) -> None:
    game = moving("german", "4812 I-8M\n4711 1-1DNO")
    found = AIDS.risk(game.s, game.title.parse(game.s, "move I-8M via 4811 4810"))
    assert [one.so_far for one in found] == [found[0].here, pytest.approx(found[0].here * found[1].here)]
    assert not AIDS.risk(game.s, game.title.parse(game.s, "done"))
    assert not found[0].stops


def test_a_motorized_move_stops_and_leaders_are_safe(moving: Moving) -> None:
    game = moving("german", "4812 I-8M Manstein\n4711 1-1DNO")
    (risk, *_) = AIDS.risk(game.s, game.title.parse(game.s, "drive I-8M via 4811"))
    assert risk.stops
    assert not AIDS.risk(game.s, game.title.parse(game.s, "move Manstein via 4811"))


def test_a_hidden_enemy_is_the_mean_of_all_it_may_be(moving: Moving) -> None:
    """By brute force: every face that the counter may have."""
    hidden = moving("german", "4812 I-8M\n4711 42-1")
    unit, place = hidden.unit("I-8M"), AT["4811"]
    each = []
    for face in range(len(D.faces)):
        t = hidden.s.copy()
        t.face[hidden.unit("42-1")] = face
        t.up |= 1 << hidden.unit("42-1")
        each.append(peril(t, unit, place))
    assert peril(hidden.s, unit, place) == Fraction(sum(each), len(each))


def test_the_risk_does_not_betray_what_the_enemy_has_drawn(moving: Moving) -> None:
    games = [moving("german", f"4812 I-8M\n4711 42-1={face}") for face in ("1RB", "51Tk")]
    chances = [peril(game.s, game.unit("I-8M"), AT["4811"]) for game in games]
    assert chances[0] == chances[1] > 0


def test_a_unit_that_nobody_knows_may_be_armored(moving: Moving) -> None:
    """The chance lies between that of infantry and that of tanks."""
    text = "4709 42-1{}\n4707 I-469"
    unknown, rifle, tank = (moving("soviet", text.format(face)) for face in ("", "=1RB", "=51Tk"))
    low, mean, high = (peril(game.s, game.unit("42-1"), AT["4708"]) for game in (tank, unknown, rifle))
    assert low <= mean <= high
    assert low < high


# -- what the table shows ---------------------------------------------------------------------


@pytest.mark.case("4.3a", "12.2a", "14.1b", "15.3c")
def test_status(moving: Moving) -> None:
    text = (
        "4812 I-10\n4813 Manstein\nrubble 4515\ndemolished bridge-4501-4601\ndead II-10 III-10 48Pi\nbeside Rudel\n"
        "fleet 5\nspent RBF"
    )
    found = AIDS.status(moving("german", text).s)
    assert found["objectives"] == "German 0 of 22 needed, Soviet 36"
    assert (found["rubble"], found["bridges down"]) == ("1", "1")
    assert found["German dead"] == "8th Panzer 2, corps 1"
    assert found["air"].startswith("German 1")
    assert found["Red Banner Fleet"] == "returns on Game Turn 5"
    assert found["leaders"] == "Manstein 4813"


def test_markers(moving: Moving) -> None:
    game = moving("german", "4601 48Pi\nrubble 4515\ndemolished bridge-4501-4601")
    marked = AIDS.markers(game.s)
    assert names(marked["rubble"]) == {"4515"}
    assert names(marked["bridge demolished"]) == {"4501", "4601"}
    assert not marked["pontoon bridge"]
    game.play("bridge 48Pi 4501")
    assert names(AIDS.markers(game.s)["pontoon bridge"]) == {"4501", "4601"}


@pytest.mark.case("19.1p", "19.2a", "19.3a")
def test_arrivals_and_chapters(new: Callable[..., Game]) -> None:
    game = new()
    assert AIDS.chapter is not None
    assert AIDS.chapter(game.s) == "Set-up"
    told = AIDS.arrivals(game.s)
    assert ("Game Turn 1", "german", "Manstein") in told
    assert ("from Game Turn 4", "german", "by die") in told
    assert ("from Game Turn 2", "soviet", "6 of the 42nd Army, by objectives") in told
    assert ("from Game Turn 2", "soviet", "units of the Reserve, by die") in told
    game.deploy().to("german-movement")
    assert AIDS.chapter(game.s) == "German player turn"
    assert AIDS.arrivals(game.s)[0][:2] == ("now", "german")
    assert AIDS.turn(game.s) == 1
    assert AIDS.steps(game.s, SOVIET) == AIDS.tally(game.s, SOVIET)["units"] > 0
    assert AIDS.tally(game.s, SOVIET)["points"] == D.objectives.bit_count()


def test_all_aids_answer_everywhere() -> None:
    for n, s in enumerate(islice(laws.walk(TITLE, Random("aids"), 4), 1200)):
        if n % 60:
            continue
        assert AIDS.status(s)
        assert all(len(row) == 3 for row in AIDS.arrivals(s))
        for side in (GERMAN, SOVIET):
            for overlay in AIDS.overlays.values():
                assert not overlay(s, side) & ~D.hexes
        for piece in scan(s.there[GERMAN] | s.there[SOVIET]):
            assert set(AIDS.reach(s, 1 << piece)) <= set(AIDS.far(s, 1 << piece) if AIDS.far else ())
