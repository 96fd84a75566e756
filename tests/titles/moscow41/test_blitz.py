"""The Blitz Segment: who goes on, where to, and with what support."""

import pytest

from grognard.titles.moscow41.rules.battle import must_fight
from tests.titles.moscow41.conftest import GERMAN, SOVIET, Game
from tests.titles.moscow41.fights import At, bomber, guns, segment, volley

HQ = "german 67 90\n90 Guderian(active,up,acted)"
CLEAR = f"{HQ}\n102 24PzK 34AK 25RC(level=1)"


def clear(game: Game, area: str = "102", hits: int = 4) -> Game:
    """The Battle in an Area is fought: the Germans fire first and destroy everybody."""
    game.play(f"battle {area}")
    while game.ask[1] != "fire":
        volley(game)
    return volley(game, hits)


@pytest.mark.case("10.16a", "10.16e", "10.16f", "10.16g", "10.15c", "10.16d", "10.16c", "10.16k")
def test_who_has_cleared_a_green_area_goes_on(at: At) -> None:
    game = segment(at, CLEAR.replace("34AK", "34AK Hoth") + "\nPskov 41PzK")
    clear(game)
    assert game.up("24PzK")
    assert not game.up("34AK")
    assert not game.up("Hoth")
    game.play("done")
    assert game.ask == ("german", "blitz")
    assert game.clauses("blitz 34AK 101") == ["10.16d"]
    assert game.clauses("blitz Hoth 101") == ["10.16c"]
    assert "10.16a" in game.clauses("blitz s1 101")
    assert "10.16k" in game.clauses("blitz 41PzK 101")
    game.play("blitz 24PzK 101")
    assert game.where("24PzK") == "101"
    assert game.german("101")
    assert not game.up("24PzK")
    assert game.clauses("blitz 24PzK 102") == ["10.16a"]  # once


@pytest.mark.case("10.16e", "10.16l", "2.7a", "10.16p")
def test_where_a_blitz_leads(at: At) -> None:
    game = segment(at, f"old 115\n{CLEAR}\n115 46PzK 30RC\n101 35AK 13AK 43AK 53AK")
    clear(game).play("done")
    assert game.clauses("blitz 24PzK 103") == ["10.16l"]
    assert game.clauses("blitz 24PzK 100") == ["10.16e"]
    assert game.clauses("blitz 24PzK 115") == ["10.16p"]
    assert game.clauses("blitz 24PzK 101") == ["2.7a"]
    assert game.clauses("blitz 24PzK 114") == []
    assert game.clauses("blitz 24PzK 91") == []


@pytest.mark.case("10.16e", "10.16p")
def test_nobody_blitzes_when_every_way_is_shut(at: At) -> None:
    """Every Green Area around was contested before or is full: there is nothing to decide."""
    full = CLEAR.replace("acted)", "acted) 7AK 5AK 2AK")
    shut = "old 91 114 115\n91 DR 30RC\n114 46PzK 33RC\n115 47PzK 34RC\n101 35AK 13AK 43AK {}"
    game = segment(at, f"{full}\n{shut.format('53AK')}")
    clear(game).play("done")
    assert game.ask[1] != "blitz"
    open_ = segment(at, f"{full}\n{shut.format('')}")
    clear(open_).play("done")
    assert open_.ask == ("german", "blitz")
    assert open_.movers("blitz") == {"24PzK"}


@pytest.mark.case("10.16h", "10.16i", "14.2b")
@pytest.mark.parametrize(
    ("hq", "block", "options", "may"),
    [
        ("Guderian", "24PzK", "", True),
        ("Guderian", "48PzK", "", True),
        ("Guderian", "39PzK", "", False),
        ("Guderian", "39PzK", "colours=ignored", True),
        ("Hoth", "39PzK", "", True),
        ("Hoth", "39PzK", "leningrad=generals", True),
        ("Weichs", "48PzK", "", False),
        ("Hoepner", "48PzK", "", False),
        ("Hoepner", "48PzK", "leningrad=generals", True),
        ("Hoepner", "41PzK", "leningrad=generals", True),
    ],
)
def test_a_blitz_headquarters_has_it_in_range(at: At, hq: str, block: str, options: str, may: bool) -> None:
    game = segment(at, f"german 67 90\n90 {hq}(active,up,acted)\n102 {block} 25RC(level=1)", options=options)
    clear(game).play("done")
    assert (game.ask == ("german", "blitz")) is may
    if may:
        assert game.clauses(f"blitz {block} 101") == []


@pytest.mark.case("10.16h", "10.3b")
def test_range_is_measured_as_it_is_now(at: At) -> None:
    far = segment(at, "german 67 79\n79 Guderian(active,up,acted,level=2)\n102 24PzK 46PzK(level=1) 25RC(level=1)")
    clear(far).play("done")
    assert far.ask[1] != "blitz"  # two Areas, and what lies between is Soviet
    near = segment(at, "german 67 79 90\n79 Guderian(active,up,acted,level=2)\n102 24PzK 25RC(level=1)")
    clear(near).play("done")
    assert near.clauses("blitz 24PzK 101") == []


@pytest.mark.case("10.16j", "10.15b")
@pytest.mark.parametrize("weather", ["rain", "snow"])
def test_no_blitz_in_bad_weather(at: At, weather: str) -> None:
    game = segment(at, f"weather {weather}\n{HQ}\n102 24PzK 25RC(level=1)")
    volley(game.play("battle 102"))
    volley(game, 1)
    assert not game.up("24PzK")
    game.play("done")
    assert game.ask[1] != "blitz"


@pytest.mark.case("10.16f", "10.16g")
def test_who_has_not_cleared_a_green_area_stays(at: At) -> None:
    """A Yellow Area, an Area still contested, and one who did not fight."""
    yellow = segment(at, "german 67 102\n102 Guderian(active,up,acted) 46PzK\n103 24PzK 25RC(level=1)")
    volley(yellow.play("battle 103"))
    volley(yellow, 4)
    assert yellow.german("103")
    yellow.play("done")
    assert yellow.ask[1] != "blitz"
    still = segment(at, f"{HQ}\n102 24PzK 25RC")
    clear(still, hits=2)
    volley(still)
    still.play("done")
    assert still.ask[1] != "blitz"
    bystander = segment(at, f"old 102\n{HQ} 46PzK\n102 24PzK DR(cube) 25RC(level=1)")
    clear(bystander).play("done")
    assert bystander.clauses("blitz 46PzK 101") == ["10.16f"]
    assert bystander.clauses("blitz DR 101") == ["10.16f"]  # isolated, it took no part


@pytest.mark.case("10.16m", "10.13h", "10.16b", "10.11e")
def test_a_blitz_into_enemies_is_fought(at: At) -> None:
    game = segment(at, f"old 115\n{CLEAR}\nsoviet_lines 114\n114 30RC(level=1)\n115 46PzK 33RC")
    clear(game).play("done", "blitz 24PzK 114", "done")
    assert game.ask == ("german", "combat")
    assert game.clauses("done") == ["10.16m"]
    assert game.clauses("battle 115") == ["10.16m"]  # an old one is not fought now
    game.play("battle 114")
    assert game.s.local.purse == 1
    volley(volley(game), 3)
    assert game.german("114")
    assert not game.up("24PzK")  # no second Blitz
    game.play("done")
    assert game.ask[1] not in ("blitz", "combat")


@pytest.mark.case("10.16m", "10.15a")
def test_an_area_lost_before_is_fought_for_again(at: At) -> None:
    game = segment(at, f"{CLEAR}\n114 35AK(level=1) 30RC")
    volley(game.play("battle 114"), 1)
    assert not game.german("114")
    clear(game).play("done", "blitz 24PzK 114", "done")
    assert game.areas(must_fight(game.s)) == {"114"}
    assert game.clauses("battle 114") == []


@pytest.mark.case("10.16f", "10.12.5.1a", "2.4.6b")
def test_a_block_that_crossed_a_river_may_blitz(at: At) -> None:
    game = segment(at, f"{HQ}\n101 24PzK(crossed) 46PzK 25RC(level=1)\n114 30RC\n100 33RC")
    clear(game, "101").play("done", "blitz 24PzK 114", "blitz 46PzK 100", "done")
    assert game.s.crossed == 1 << game.unit("46PzK")  # by the last border only
    game.play("battle 114")
    assert guns(game) == {"24PzK": (4, "T")}
    volley(volley(game))
    game.play("battle 100")
    assert game.s.local.firing == SOVIET  # all its Tanks came across a river
    volley(game)
    assert guns(game) == {"46PzK": (1, "T")}


@pytest.mark.case("10.16n", "10.12.2c")
def test_artillery_of_blitz_headquarters(at: At) -> None:
    text = """german 67 90 101
        90 Guderian(active,up,acted)
        101 Weichs(active,up,acted) Hoth(active,up,acted)
        102 24PzK 25RC(level=1)
        114 30RC"""
    game = segment(at, text, "support")
    game.play("fire Guderian 102", "fire Weichs 102", "fire Hoth 102", "done")
    clear(game).play("done", "blitz 24PzK 114", "done")
    assert game.ask == ("german", "blitz-support")
    assert game.clauses("fire Weichs 114") == ["10.16n"]
    assert "10.4b" in game.clauses("fire Guderian 114")  # not adjacent
    game.play("fire Hoth 114", "done", "battle 114")
    assert guns(game) == {"Hoth": (4, "D")}


STUKAS = """german 67 90
    90 Guderian(active,up,acted) 8FK(active,up,acted)
    102 24PzK 25MC(level=1)
    101 46PzK 33RC(level=1)
    114 30RC
    115 34RC"""


@pytest.mark.case("10.16o", "10.10.1e", "10.12.3h")
def test_stuka_follow(at: At) -> None:
    game = segment(at, STUKAS, "support")
    game.play("fly 8FK 102 with Stuka1 He5", "fly 8FK 101 with Stuka2", "done", "battle 102")
    volley(volley(game), 1)  # no anti-air hits; one bomb is enough
    clear(game, "101").play("done", "blitz 24PzK 115", "blitz 46PzK 114", "done")
    assert game.clauses("follow He5 115") == ["10.16o"]
    assert game.clauses("follow Stuka1 114") == ["10.16o"]
    assert game.clauses("follow Stuka2 114") == []
    game.play("follow Stuka1 115")
    assert "Stuka1 has already followed a Blitz" in game.reasons("follow Stuka1 115")
    game.play("done", "battle 115")
    assert game.ask == ("chance", "anti-air")  # they meet it again
    volley(game)
    assert guns(game) == {"Stuka1": (4, "T")}
    assert bomber(game, "Stuka2") == "101"
    volley(volley(volley(game)))
    game.play("battle 114")
    assert game.ask == ("chance", "fire")


@pytest.mark.case("10.16o")
def test_only_bombers_follow(at: At) -> None:
    """Not a Block that stands where the Blitz came from."""
    text = STUKAS.replace("24PzK", "24PzK 34AK")
    game = segment(at, text, "support").play("fly 8FK 102 with Stuka1", "done", "battle 102")
    volley(volley(game), 4)
    clear(game, "101").play("done", "blitz 24PzK 115", "done")
    assert game.clauses("follow Stuka1 115") == []
    assert game.clauses("follow 34AK 115") == ["10.16o"]


@pytest.mark.case("10.16o", "10.12.3h")
def test_aborted_stuka_do_not_follow(at: At) -> None:
    game = segment(at, STUKAS, "support")
    game.play("fly 8FK 102 with Stuka1", "done", "battle 102")
    volley(game, 1)
    assert bomber(game, "Stuka1") == "aborted"
    volley(volley(game), 4)
    clear(game, "101").play("done", "blitz 24PzK 115", "done")
    assert game.ask == ("german", "combat")
    both = segment(at, STUKAS, "support").play("fly 8FK 102 with Stuka1 Stuka2", "done", "battle 102")
    volley(volley(both, 1), 4)
    clear(both, "101").play("done", "blitz 24PzK 115", "done")
    assert "Stuka1 has not survived" in both.reasons("follow Stuka1 115")
    assert both.clauses("follow Stuka2 115") == []


@pytest.mark.case("10.16o")
def test_bombers_do_not_strike_twice(at: At) -> None:
    """Those that struck where a Blitz leads have done so, unless they follow it there."""
    game = segment(at, f"{HQ} 8FK(active,up,acted)\n102 24PzK 25RC(level=1)\n114 35AK(level=1) 30RC", "support")
    game.play("fly 8FK 114 with Stuka1 He5", "done", "battle 114")
    volley(volley(game))
    volley(game, 1)
    assert not game.german("114")
    clear(game).play("done", "blitz 24PzK 114", "done", "battle 114")
    assert game.ask == ("chance", "fire")


@pytest.mark.case("10.16o", "10.12.3h", "10.10f")
def test_all_bombers_fly_home_after_a_blitz(at: At) -> None:
    """Those that struck before it too: in the next German Impulse whoever was not hit is available."""
    game = segment(at, STUKAS, "support")
    game.play("fly 8FK 102 with Stuka1 Stuka2 He5", "done", "battle 102")
    volley(volley(game), 4)
    clear(game, "101").play("done", "blitz 24PzK 115", "done", "follow Stuka1 115", "done", "battle 115")
    while game.ask[0] == "chance":
        volley(game)
    game.play("done")
    assert game.ask[1] != "combat"
    assert {name: bomber(game, name) for name in ("Stuka1", "Stuka2", "He5", "He6")} == dict.fromkeys(
        ("Stuka1", "Stuka2", "He5", "He6"), "airfield"
    )


@pytest.mark.case("10.16n", "10.16o")
def test_support_of_a_blitz_battle_by_battle(at: At) -> None:
    game = segment(at, STUKAS, options="support=each")
    game.play("battle 102", "fly 8FK 102 with Stuka1", "done")
    volley(volley(game), 4)
    game.play("battle 101", "done")
    volley(game, 4)
    game.play("done", "blitz 24PzK 115", "blitz 46PzK 114", "done")
    assert game.ask == ("german", "combat")
    game.play("battle 115")
    assert game.ask == ("german", "blitz-support")
    game.play("follow Stuka1 115", "done")
    assert game.ask == ("chance", "anti-air")


@pytest.mark.case("10.15c", "10.16e")
def test_those_who_wait_are_concealed_in_the_end(at: At) -> None:
    game = segment(at, CLEAR)
    clear(game).play("done")
    assert game.up("24PzK")
    game.play("done")
    assert not game.up("24PzK")
    assert not game.s.blitz
    assert game.may_be("24PzK") == {"24PzK", "34AK"}


@pytest.mark.case("10.16i", "10.16h")
def test_zhukov_blitzes(at: At) -> None:
    game = segment(at, "side 1\n90 Zhukov(active,up,acted)\n102 58TD 11CC 52ID(level=1)")
    clear(game, hits=1).play("done")
    game.play("blitz 58TD 101", "blitz 11CC 101", "done")
    assert game.where("11CC") == "101"
    assert game.s.side == GERMAN


@pytest.mark.case("10.16b")
def test_no_blitz_in_a_strategic_impulse(at: At) -> None:
    game = at("at game choice\nturn 1\ngerman 67 90\n90 24PzK\n102 25RC(level=1)\n63 Stalin\nRastenburg Hitler")
    game.play("strategic-move", "move 24PzK via 102", "done", "battle 102")
    volley(game, 1)
    assert not game.s.blitz
    assert not game.up("24PzK")
