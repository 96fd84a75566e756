"""[6.0] Supply: lines and roads, six kinds of source, surround."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.titles.demyansk.data.components import AXIS, SOVIET
from grognard.titles.demyansk.rules.supply import (
    ATTACK,
    DEFENSE,
    Nets,
    connected,
    fed,
    ground,
    linked,
    network,
    road_net,
    routes,
    sources,
    sources_of,
    starved,
    supplied,
    surrounded,
)
from tests.titles.demyansk.box import AT, D, hexes, names

Moving = Callable[..., Any]
NO_AIRFIELDS = "turned 1529 2611 2814\n"  # lost to the Soviets, so that only the edge supplies


def out(game: Any, side: int, purpose: str = ATTACK) -> set[str]:
    """The units of a side that are Out of Supply."""
    return set(game.units(game.s.there[side] & ~supplied(game.s, side, purpose)))


@pytest.mark.case("6.2a", "6.21a", "6.22a", "6.22b", "6.23a", "6.12a")
def test_four_hexes_to_the_road(moving: Moving) -> None:
    """1829 to 1732, and on the road to 1836."""
    game = moving("axis", "1829 I-56")
    assert D.board.distance(AT["1829"], AT["1732"]) == 4
    assert out(game, AXIS) == set()
    assert "1836" in names(sources_of(game.s, game.unit("I-56")))
    cut = moving("axis", "1829 I-56\n1835 46-84")
    assert "1836" not in names(sources_of(cut.s, cut.unit("I-56")))


@pytest.mark.case("6.22a", "6.22e", "3.13a")
def test_seven_hexes_are_the_limit(moving: Moving) -> None:
    s = moving("soviet", "1020 46-84").s
    roads = [*scan(road_net(s, SOVIET, hexes("1020")))]
    far = {hex_: min(D.board.distance(hex_, road) for road in roads) for hex_ in scan(routes(s, SOVIET, hexes("1020")))}
    assert max(far.values()) == D.charts.numbers["supply_line"] == 7
    assert far[AT["1428"]] == 7
    assert AT["1329"] not in far
    assert all(hex_ < D.board.box for hex_ in far)
    part = moving("axis", "2131 I-28\nfirst 0", scenario="bridge", turn=11).s
    assert not fed(part, AXIS, ATTACK) & ~part.stage.area


@pytest.mark.case("6.22c", "8.34a")
def test_a_line_does_not_cross_open_water(moving: Moving) -> None:
    """3801 is ringed by Lake Seliger."""
    for weather, lacks in (("mud", True), ("frozen", False)):
        game = moving("soviet", "3902 20Bde", weather)
        assert (game.s.stage.area & fed(game.s, SOVIET, ATTACK) & hexes("3801") == 0) == lacks


@pytest.mark.case("6.22d", "14.12a")
def test_an_enemy_strongpoint_is_closed(moving: Moving) -> None:
    game = moving("soviet", "1020 46-84")
    assert ground(game.s, SOVIET) & D.stages["campaign"].works[AXIS] == 0
    assert network(game.s, SOVIET) >> AT["1520"] & 1
    assert not network(game.s, SOVIET) >> AT["1621"] & 1
    opened = moving("soviet", "1020 46-84\ndestroyed 1621")
    assert network(opened.s, SOVIET) >> AT["1621"] & 1


@pytest.mark.case("6.23c")
def test_one_break_of_the_road(moving: Moving) -> None:
    """The Ramushevo road ends at 2025, the Demyansk road begins at 2024: one step across the Lovat joins them."""
    s = moving("axis", f"{NO_AIRFIELDS}2711 I-27").s
    assert (AT["2025"], AT["2024"]) not in D.road_pairs
    edge = D.area["Axis supply"]
    assert linked(s, AXIS, hexes("2711"), edge)
    cut = moving("axis", f"{NO_AIRFIELDS}2711 I-27\n1524 46-84\n1925 41-84\n2922 20Bde\n2830 42Bde")
    assert not linked(cut.s, AXIS, hexes("2711"), edge)


@pytest.mark.case("6.23c")
def test_not_two_breaks(moving: Moving) -> None:
    """No road leads from 1613 to 1713, nor from there to 1813: the third hex is a break too far."""
    s = moving("axis", "2711 I-27").s
    assert connected(s, hexes("1613"), hexes("1613", "1713", "1813")) == hexes("1613", "1713")


@pytest.mark.case("6.24a", "6.24b", "6.24c")
def test_enemies_their_zones_and_friends_in_them(moving: Moving) -> None:
    game = moving("axis", "2812 I-27\n2813 42Bde")
    open_ = ground(game.s, AXIS)
    assert not open_ & hexes("2813")
    assert not open_ & hexes("2713", "2913", "2814")
    assert open_ & hexes("2812")


@pytest.mark.case("6.24c", "3.25a", "14.14a")
def test_a_vacant_strongpoint_keeps_the_road_open(moving: Moving) -> None:
    game = moving("axis", "2036 I-27\n2125 46-84")
    assert ground(game.s, AXIS) & hexes("2124")
    assert not ground(game.s, AXIS) & hexes("2225")


@pytest.mark.case("6.22a", "14.33c")
def test_the_hex_from_which_a_route_starts_may_be_in_a_zone(moving: Moving) -> None:
    game = moving("axis", "2036 I-27\n2936 42Bde", "frozen")
    assert fed(game.s, AXIS, ATTACK) & hexes("2836")
    assert not ground(game.s, AXIS) & hexes("2836")


# -- sources ----------------------------------------------------------------------------------


@pytest.mark.case("6.31a", "6.32a", "6.32b")
def test_a_captured_source_supplies_nobody(moving: Moving) -> None:
    game = moving("soviet", "turned 1836")
    assert names(sources(game.s, AXIS)) == {"1032", "2036", "1529", "2611", "2814"}
    assert AT["1836"] not in {AT[name] for name in names(sources(game.s, SOVIET))}
    back = moving("axis", "turned 1836\n1836 I-27")
    assert "1836" in names(sources(back.s, AXIS))


@pytest.mark.case("6.33a", "6.33b", "6.33c")
def test_airfields(moving: Moving) -> None:
    """They supply the Axis; among the Soviets only parachute and Abn units."""
    game = moving("soviet", "2611 1AbnBde 42-180")
    assert "2611" in names(sources(game.s, SOVIET, ATTACK, True))
    assert "2611" not in names(sources(game.s, SOVIET))
    assert "2611" not in names(sources(game.s, AXIS))
    ring = moving(
        "soviet", "2611 1AbnBde 42-180\n2609 I-27\n2710 II-27\n2712 III-27\n2613 I-28\n2512 II-28\n2510 III-28"
    )
    assert out(ring, SOVIET) == {"42-180"}


@pytest.mark.case("6.34a", "6.34b", "6.34c", "6.34d", "14.15a")
def test_printed_strongpoints_supply_their_garrison(moving: Moving) -> None:
    ring = "2123 42Bde\n2125 20Bde\n2023 27Bde\n2025 45Bde\n2225 46-84\n2223 41-84"
    text = f"{NO_AIRFIELDS}2124 I-27\n{ring}"
    assert out(moving("axis", text), AXIS) == set()
    assert out(moving("axis", f"{text}\ndestroyed 2124"), AXIS) == {"I-27"}
    assert out(moving("axis", f"{text}\ndestroyed 2124\nbuilt 2124"), AXIS) == {"I-27"}
    beside = moving(
        "axis",
        f"{NO_AIRFIELDS}2024 I-27\n2924 42Bde\n1922 20Bde\n2021 27Bde\n1724 45Bde\n2224 46-84\n1826 41-84\n2025 86-180",
    )
    assert out(beside, AXIS) == {"I-27"}


@pytest.mark.case("6.35a", "6.35b")
def test_the_built_airfield_supplies_defenders(moving: Moving) -> None:
    game = moving("axis", "3215 I-27\n3115 42Bde\n3314 20Bde\nairfield 3215")
    assert out(game, AXIS, ATTACK) == {"I-27"}
    assert out(game, AXIS, DEFENSE) == set()
    assert "2711" in names(sources(moving("soviet", "airfield 2711\nturned 2711").s, SOVIET, ATTACK, True))


@pytest.mark.case("19.23d")
def test_the_sources_of_the_second_scenario(moving: Moving) -> None:
    game = moving("axis", "2219 I-27\nfirst 0", scenario="bridge", turn=11)
    assert names(sources(game.s, AXIS)) >= {"2219", "2518", "1836", "2036"}
    assert not names(sources(moving("axis", "2219 I-27").s, AXIS)) & {"2219", "2518"}


@pytest.mark.case("7.26a")
def test_the_turn_of_the_airdrop(moving: Moving) -> None:
    ring = "2609 I-27\n2710 II-27\n2712 III-27\n2613 I-28\n2512 II-28\n2510 III-28\n2612 I-56"
    game = moving("soviet", f"shortage yellow\n2711 2-2Abn(dropped,fresh)\n{ring}")
    unit = 1 << game.unit("2-2Abn")
    assert supplied(game.s, SOVIET) & unit
    assert not starved(game.s, unit)
    later = moving("soviet", f"shortage yellow\n2711 2-2Abn\n{ring}")
    assert starved(later.s, unit)


@pytest.mark.case("6.54a", "6.54b", "6.51b")
def test_who_suffers_a_shortage(moving: Moving) -> None:
    text = "shortage red\n2711 19Gd-8Gd\n2710 23Gd-8Gd 42-180\n2709 1MG 20Bde"
    game = moving("soviet", text)
    assert game.units(starved(game.s, game.s.there[SOVIET])) == {"23Gd-8Gd", "42-180"}


@pytest.mark.case("9.33b", "6.23b")
def test_any_source_will_do(moving: Moving) -> None:
    """A green unit on the north edge."""
    assert out(moving("soviet", "1120 42Bde"), SOVIET) == set()


# -- Demyansk ---------------------------------------------------------------------------------


@pytest.mark.case("16.14b")
def test_demyansk_is_surrounded(moving: Moving, new: Callable[..., Any]) -> None:
    """Airfields do not count; a Soviet Demyansk is not surrounded."""
    assert not surrounded(new().s)
    cut = "2711 I-27\n1524 46-84\n1925 41-84\n2922 20Bde\n2830 42Bde"
    assert surrounded(moving("axis", cut).s)
    assert not surrounded(moving("axis", cut.replace("I-27", "27Bde")).s)
    assert not surrounded(moving("axis", "2711 I-27").s)


@pytest.mark.parametrize("weather", ["frozen", "mud"])
def test_supply_roads_do_not_depend_on_what_was_asked_before(weather: str) -> None:
    """Road hexes close and open one by one."""
    random, origins = Random(weather), D.area["Soviet supply"]
    known, roads, found = Nets(D, weather, origins), D.roads, set[int]()
    for _ in range(300):
        roads ^= 1 << random.choice([*scan(D.roads)])
        assert known.within(roads) == Nets(D, weather, origins).within(roads)
        found.add(known.within(roads))
    assert len(found) > 30


@pytest.mark.case("6.33a")
def test_airfields_feed_a_pocket(moving: Moving) -> None:
    cut = moving("axis", "2711 I-27\n1524 46-84\n1925 41-84\n2922 20Bde\n2830 42Bde")
    assert surrounded(cut.s)
    assert out(cut, AXIS) == set()
    assert names(sources_of(cut.s, cut.unit("I-27"))) == {"2611", "2814"}


@pytest.mark.case("6.14a", "6.14b", "6.0a")
def test_lack_of_supply_alone_does_no_harm(moving: Moving) -> None:
    game = moving("axis", "turned 1032 1836 2036 1529 2611 2814\n3313 I-27")
    assert out(game, AXIS) == {"I-27"}
    assert game.reach("I-27") == moving("axis", "3313 I-27").reach("I-27")
    game.to_turn(4)
    assert game.where("I-27") == "3313"
