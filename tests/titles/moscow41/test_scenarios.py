"""The set-ups, clause by clause: who stands where at which Strength, whoever drew and chose."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.titles.moscow41.rules.control import contested, controlled, lines
from grognard.titles.moscow41.rules.logistics import value
from grognard.titles.moscow41.rules.supply import sources
from tests.titles.moscow41.conftest import GERMAN, SOVIET, TITLE
from tests.titles.moscow41.test_setup import ready

D = TITLE.data
AT = D.board.at
SEEDS = range(3)


@cache
def begun(scenario: str, seed: int = 0) -> Any:
    return ready(scenario, seed)


def colour(s: Any, side: int, *colours: str) -> dict[str, tuple[str, int]]:
    """Where the Combat Blocks of some colours stand, and what they show."""
    return {
        block.id: (D.board.names[s.place[s.piece[face]]], s.level[s.piece[face]])
        for face, block in enumerate(D.blocks)
        if block.side == side and block.combat and block.colour in colours
    }


@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_the_logistics_value_a_scenario_states_is_what_the_rules_come_to(scenario: str) -> None:
    s = begun(scenario)
    assert tuple(value(s, side) for side in (GERMAN, SOVIET)) == s.plan.value


def stands(s: Any, name: str) -> tuple[str, int]:
    piece = s.piece[D.number[name]]
    return D.board.names[s.place[piece]], s.level[piece]


def least(name: str) -> int:
    return int(D.blocks[D.number[name]].levels[0])


def first(name: str) -> int:
    """Full Strength, or the last step of Remnants."""
    block = D.blocks[D.number[name]]
    return int(block.levels[0] if block.remnant else block.full)


def near(area: str) -> set[str]:
    return {area, *D.names(D.adjacent[AT[area]])}


def one_each(found: dict[str, tuple[str, int]], areas: str) -> bool:
    return Counter(place for place, _ in found.values()) == Counter(areas.split())


# -- the Campaign -----------------------------------------------------------------------------


@pytest.mark.case("campaign.4", "campaign.soviet.6", "campaign.soviet.7", "campaign.soviet.8", "campaign.soviet.2")
def test_the_soviets_of_july() -> None:
    s = begun("campaign")
    assert stands(s, "Stalin") == ("63", 4)
    assert stands(s, "Sobennikov") == ("28", 4)
    assert stands(s, "Kuznetsov") == ("128", 4)
    armies = [block.id for block in D.blocks if block.side and block.size == "army" and block.colour == "white"]
    placed = {stands(s, name) for name in armies if stands(s, name)[0] in D.map.names}
    assert placed == {("46", 4), ("63", 4), ("73", 4)}
    assert D.lost not in s.here
    assert D.surrendered not in s.here


@pytest.mark.case("campaign.4")
@pytest.mark.parametrize("icons", [name for name in D.map.groups if name.startswith("July")])
def test_one_to_each_icon(icons: str) -> None:
    s = begun("campaign")
    _, *words = icons.split()
    kind, band = words[-1], " ".join(words[:-1])
    wanted = Counter(D.map.groups[icons])
    found = Counter(
        place
        for name, (place, _) in colour(s, SOVIET, band).items()
        if (D.blocks[D.number[name]].kind == "tank") == (kind == "tank") and place in wanted
    )
    assert all(found[area] >= count for area, count in wanted.items())


@pytest.mark.case("campaign.6", "campaign.7", "campaign.8", "campaign.german.2", "6.0a")
def test_how_july_begins() -> None:
    s = begun("campaign")
    assert (s.turn, s.weather, s.disc, s.side) == (1, "sun", GERMAN, GERMAN)
    assert s.plan.rolls
    assert {name for name in ("66", "67", "89", "90", "100", "16A", "9A", "4A", "2A") if s.german >> AT[name] & 1} == {
        "66",
        "67",
        "89",
        "90",
        "100",
        "16A",
        "9A",
        "4A",
        "2A",
    }
    assert controlled(s, GERMAN).bit_count() == 9
    assert s.german >> D.rastenburg & 1
    assert s.german >> AT["Pskov"] & 1
    assert not s.german >> D.leningrad & 1


# -- Operation Typhoon ------------------------------------------------------------------------


@pytest.mark.case("typhoon.5", "typhoon.7", "typhoon.8", "gasp.4", "gasp.6", "gasp.7", "9.2c", "9.2d")
@pytest.mark.parametrize(("scenario", "line"), [("typhoon", "white dashed line"), ("gasp", "red dashed line")])
def test_the_front(scenario: str, line: str) -> None:
    s = begun(scenario)
    west, east = controlled(s, GERMAN), controlled(s, SOVIET)
    for a, b in D.map.lines[line]:
        assert (west >> AT[a] & 1) != (west >> AT[b] & 1)
    assert not D.staging & east
    for area in scan(west & D.board.spread(east)):
        for other in scan(D.adjacent[area] & east):
            pair = {D.board.names[area], D.board.names[other]}
            assert any(pair == {a, b} for a, b in D.map.lines[line])
    assert s.german >> D.kiev & 1
    assert s.german >> D.shlisselburg & 1
    assert not s.german >> D.leningrad & 1
    assert not s.plan.road
    open_ = sources(s, SOVIET)
    assert not open_ & (D.group["orange supply"] | D.group["light blue supply"])
    assert not D.group["blue supply"] & ~open_


@pytest.mark.case("typhoon.soviet.3")
def test_five_wait_for_november() -> None:
    s = begun("typhoon")
    waiting = {D.blocks[s.face[piece]].letter for piece in scan(s.here[D.later])}
    assert waiting == {"N"}
    assert s.here[D.later].bit_count() == 5


@pytest.mark.case("typhoon.soviet.5", "typhoon.german.2", "typhoon.german.3", "typhoon.german.4")
def test_staffs_of_typhoon() -> None:
    s = begun("typhoon")
    soviet = {"Stalin": "63", "Zhukov": "63", "Sobennikov": "18", "Budyonny": "45", "Konev": "70", "Yeremenko": "117"}
    two = {"2FK": "53", "8FK": "127", "Busch": "28", "Strauss": "42", "Kluge": "90", "Weichs": "114"}
    three = {"Hoth": "67", "Hoepner": "101", "Guderian": "154"}
    for name, area in {**soviet, **two, "Hitler": "Rastenburg"}.items():
        assert stands(s, name) == (area, 2), name
    for name, area in three.items():
        assert stands(s, name) == (area, 3), name


@pytest.mark.case(
    "typhoon.soviet.6",
    "typhoon.soviet.7",
    "typhoon.soviet.8",
    "typhoon.soviet.10",
    "typhoon.soviet.11",
    "typhoon.soviet.12",
)
@pytest.mark.parametrize("seed", SEEDS)
def test_soviets_of_typhoon(seed: int) -> None:
    s = begun("typhoon", seed)

    def there(*colours: str) -> dict[str, tuple[str, int]]:
        return {name: at for name, at in colour(s, SOVIET, *colours).items() if at[0] in D.map.names}

    coloured = there("yellow", "red", "blue", "green")
    assert all(level == least(name) for name, (_, level) in coloured.items())
    assert one_each(there("yellow"), "4 15 17")
    for band, count, hq in (("red", 6, "45"), ("blue", 7, "70"), ("green", 6, "117")):
        places = [place for place, _ in there(band).values()]
        assert len(places) == count
        assert places.count(hq) == 1
        assert set(places) <= near(hq)
        assert len(set(places)) == count  # one in each
    white = there("white")
    assert len(white) == 15
    assert all(level == first(name) for name, (_, level) in white.items())
    cities = ("96", "145", "149", "84", "48", "73")  # Tula, Kursk, Voronezh, Kaluga, Kalinin, Naro-Fominsk
    assert all(any(place == city for place, _ in white.values()) for city in cities)
    front = set(D.names(controlled(s, SOVIET) & D.board.spread(controlled(s, GERMAN))))
    rest = [place for place, _ in white.values()]
    for city in cities:
        rest.remove(city)
    assert set(rest) <= front


@pytest.mark.case("typhoon.german.6", "typhoon.german.8", "typhoon.german.9", "typhoon.german.11")
@pytest.mark.parametrize("seed", SEEDS)
def test_germans_of_typhoon(seed: int) -> None:
    s = begun("typhoon", seed)
    for band, hq in (("blue", "101"), ("green", "67"), ("red", "154")):
        for name, (place, level) in colour(s, GERMAN, band).items():
            assert place in near(hq), name
            assert level == first(name)
    assert D.lost not in s.here
    assert s.here[D.airfield] == D.all_bombers
    front = controlled(s, GERMAN) & D.board.spread(controlled(s, SOVIET))
    assert lines(s, GERMAN).bit_count() == 5
    assert not lines(s, GERMAN) & ~front


# -- The Wehrmacht's Last Gasp ----------------------------------------------------------------


@pytest.mark.case("gasp.soviet.4", "gasp.soviet.5", "gasp.german.4", "gasp.german.5", "gasp.german.6", "gasp.11")
def test_staffs_of_last_gasp() -> None:
    s = begun("gasp")
    wanted = {
        "Stalin": ("63", 4), "Sobennikov": ("32", 2), "Budyonny": ("36", 2), "Konev": ("74", 2),
        "Yeremenko": ("137", 2),
        "Hitler": ("Rastenburg", 0), "Busch": ("14", 2), "Strauss": ("58", 3), "Kluge": ("84", 3), "Weichs": ("117", 3),
        "Hoth": ("59", 3), "Hoepner": ("71", 3), "Guderian": ("134", 4), "2FK": ("71", 0), "8FK": ("93", 0),
    }  # fmt: skip
    assert {name: stands(s, name) for name in wanted} == wanted
    for name in ("41PzK", "56PzK", "TT", "48PzK"):
        assert stands(s, name)[0] in D.map.names


@pytest.mark.case("gasp.soviet.7", "gasp.soviet.8", "gasp.soviet.9", "gasp.soviet.6")
@pytest.mark.parametrize("seed", SEEDS)
def test_fronts_of_last_gasp(seed: int) -> None:
    s = begun("gasp", seed)
    areas = {
        "yellow": "4 15 17",
        "red": "20 31 33 34 35 36 37",
        "blue": "49 50 61 62 73 74 75 76 85 96 108 121",
        "green": "122 135 147 159 170 171",
    }
    for band, where in areas.items():
        found = {name: at for name, at in colour(s, SOVIET, band).items() if not D.blocks[D.number[name]].letter}
        assert one_each(found, where), band
        assert all(level == least(name) for name, (_, level) in found.items())


@pytest.mark.case("gasp.soviet.11", "gasp.soviet.12", "gasp.soviet.10")
@pytest.mark.parametrize("seed", SEEDS)
def test_reserves_of_last_gasp(seed: int) -> None:
    s = begun("gasp", seed)
    own = set(D.names(controlled(s, SOVIET)))
    late = [block.id for block in D.blocks if block.letter == "N"]
    assert len(late) == 5
    for name in ("Zhukov", *late):
        assert stands(s, name)[0] in own
        assert stands(s, name)[1] == D.blocks[D.number[name]].full
    white = {name: at for name, at in colour(s, SOVIET, "white").items() if at[0] in own and name not in late}
    assert len(white) == 7
    assert all(level == first(name) for name, (_, level) in white.items())
    assert lines(s, SOVIET).bit_count() == 10
    assert contested(s) & lines(s, SOVIET) == D.group["red star"]


@pytest.mark.case("gasp.german.3", "gasp.german.7", "gasp.german.8", "gasp.german.10")
@pytest.mark.parametrize("seed", SEEDS)
def test_germans_of_last_gasp(seed: int) -> None:
    s = begun("gasp", seed)
    assert s.here[D.airfield] == D.all_bombers
    for band, hq in (("brown", "14"), ("pink", "58"), ("light blue", "84"), ("yellow", "117")):
        found = colour(s, GERMAN, band)
        assert all(place in near(hq) for place, _ in found.values())
        assert [level for place, level in found.values() if place == hq] == [3]
        assert {level for place, level in found.values() if place != hq} == {2}
    special = {"DR": 2, "1Kav": 2, "Lehr": 2, "TT": 2, "GD": 1}
    for band, hq in (("blue", "71"), ("green", "59"), ("red", "134")):
        for name, (place, level) in colour(s, GERMAN, band).items():
            assert place in near(hq), name
            assert level == special.get(name, 3), name
    white = colour(s, GERMAN, "white")
    own = set(D.names(controlled(s, GERMAN)))
    stars = {D.board.names[area] for area in scan(D.group["red star"])}
    assert sum(place in stars for place, _ in white.values()) == 4
    assert sum(place in own for place, _ in white.values()) == 8
    assert {level for _, level in white.values()} == {2}
