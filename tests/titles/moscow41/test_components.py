"""What the map and the pieces are: kinds of Areas, kinds of Blocks, what a sticker shows, and what rests on it."""

from collections import Counter
from collections.abc import Callable

import pytest

from grognard.core.bits import scan
from grognard.core.notation import BadPosition
from grognard.core.title import Bad
from grognard.titles.moscow41.aids.position_check import flaws
from grognard.titles.moscow41.data.board import Board
from grognard.titles.moscow41.rules.control import contested
from grognard.titles.moscow41.rules.logistics import value
from grognard.titles.moscow41.rules.losses import absorb
from grognard.titles.moscow41.rules.movement import may_enter, reach
from grognard.titles.moscow41.rules.supply import sources
from tests.titles.moscow41.conftest import GERMAN, SOVIET, TITLE, Game

At = Callable[..., Game]
D = TITLE.data
LEADERS = "\n63 Stalin\nRastenburg Hitler"
STAGING = ("16A", "9A", "4A", "2A")
ALL_ROUND = "german 16A 9A 4A 2A 67 66 77 78 79 88 89 90 91 100 101 102"


def names(places: int) -> set[str]:
    return set(D.names(places))


def faces(some: int) -> set[str]:
    return {D.blocks[face].id for face in scan(some)}


# -- the map ----------------------------------------------------------------------------------


@pytest.mark.case("2.4b", "2.0c")
def test_lake_ilmen_parts_its_shores() -> None:
    """Areas that meet only across it are not adjacent, and a border that a map closes is none."""
    lake = next(other for other in D.map.others if other.name == "Lake Ilmen")
    shore = {area for area, outline in D.map.outlines.items() if len({*outline} & {*lake.outline}) > 1}
    apart = [(a, b) for a in shore for b in shore if a != b and not D.adjacent[D.board.at[a]] >> D.board.at[b] & 1]
    assert len(shore) > 2
    assert apart
    a, b = next(iter(D.map.borders))
    board = Board(D.map._replace(closed=frozenset({(a, b)})))
    assert D.board.neighbours[D.board.at[a]] >> D.board.at[b] & 1
    assert not board.neighbours[board.at[a]] >> board.at[b] & 1
    assert not board.neighbours[board.at[b]] >> board.at[a] & 1


@pytest.mark.case("2.4b", "2.4.5a")
def test_towns_are_no_cities(at: At) -> None:
    """Demyansk is only drawn: it absorbs nothing, and no Reinforcement enters there."""
    (demyansk,) = (area for area, places in D.map.places.items() if any(p.name == "Demyansk" for p in places))
    place = D.board.at[demyansk]
    assert not (D.cities | D.entry_areas) >> place & 1
    assert D.shelter[True][place] == D.charts.terrain[D.terrain[place]].absorb
    assert {place.kind for area in names(D.cities) for place in D.map.places[area]} >= {"city", "special city"}
    game = at("at game choice\nturn 1\nsoviet_lines 16" + LEADERS)
    assert absorb(game.s, place, SOVIET) == 1 + D.charts.terrain[D.terrain[place]].absorb


@pytest.mark.case("2.0a", "2.0b", "2.4a")
def test_areas_and_their_kinds() -> None:
    assert names(D.board.areas) == {str(n) for n in range(1, 172)} | {*STAGING}
    assert names(D.staging) == {*STAGING}
    kinds = (D.green, D.yellow, D.victory, D.staging)
    assert sum(kinds) == D.board.areas  # all of them, each of one kind
    assert all(a & b == 0 for n, a in enumerate(kinds) for b in kinds[n + 1 :])
    assert D.victory.bit_count() == 5


@pytest.mark.case("2.0c")
def test_the_logo_is_no_area(at: At) -> None:
    """The ground under it can be named by nobody, and parts the Areas around it."""
    (logo,) = (ground for ground in D.map.others if ground.kind == "logo")
    assert logo.name not in TITLE.lexicon.places
    assert "logo" not in TITLE.lexicon.places
    game = at(f"at game choice\nturn 1\nside 1\ndisc 1\ngerman 67\n171 2CC{LEADERS}").play("strategic-move")
    around = {name for name in D.map.names if {*D.map.outlines[name]} & {*logo.outline}}
    assert around  # Areas border on it
    assert game.reach("2CC") <= names(D.board.areas)
    with pytest.raises(Bad):
        game.play("move 2CC via logo")


@pytest.mark.case("2.4.4a")
def test_staging_areas_supply_and_admit_the_germans(at: At) -> None:
    game = at(f"at game choice\nturn 1\n{ALL_ROUND}{LEADERS}\ngerman-pool 13AK 52ID")
    assert names(sources(game.s, GERMAN)) == {*STAGING}
    assert not names(sources(game.s, SOVIET)) & {*STAGING}
    game.play("strategic-call", "call 2", "draw 13AK", "draw 52ID")
    assert game.areas(_open(game, "13AK")) == {"2A"}
    assert game.areas(_open(game, "52ID")) == {*STAGING}


def _open(game: Game, name: str) -> int:
    """The Areas in which a drawn Block may be placed."""
    places = (f"enter {name} in {area}" for area in D.map.names)
    return sum(1 << game.area(order.split()[-1]) for order in places if not game.clauses(order))


@pytest.mark.case("2.4.4e", "2.4.4d")
def test_nobody_fights_in_a_staging_area(at: At) -> None:
    """No Soviet Unit ever gets there: neither on foot, nor in a Blitz, nor as a line, nor in a position by hand."""
    assert may_enter_none(at)
    with pytest.raises(BadPosition):
        at("at game choice\nturn 1\n9A 25RC")
    with pytest.raises(BadPosition):
        at("at game choice\nturn 1\nsoviet_lines 9A")
    for area in STAGING:
        for near in D.names(D.adjacent[TITLE.lexicon.place(area)] & ~D.staging):
            game = at(f"at game choice\nturn 1\nside 1\ndisc 1\ngerman 67\n{near} Zhukov 2CC{LEADERS}")
            ends = reach(game.s, game.unit("2CC"), True).ends
            assert ends
            assert not ends & D.staging


def may_enter_none(at: At) -> bool:
    game = at(f"at game choice\nturn 1\n90 24PzK\n91 25RC{LEADERS}")
    return not may_enter(game.s, SOVIET) & D.staging and D.staging & ~may_enter(game.s, GERMAN) == 0


@pytest.mark.case("2.4.5b", "13.2a")
def test_the_two_special_cities_decide_on_kiev(at: At) -> None:
    special = {area for area, places in D.map.places.items() for place in places if place.kind == "special city"}
    assert names(D.kiev_cities) == special
    assert {D.place_names[place] for place in scan(D.kiev_cities)} == {"Chernigov", "Romny"}
    for german, falls in (("151 165", True), ("151", False), ("165", False)):
        game = at(f"at game choice\nturn 1\npasses 1\ngerman 67 {german}\n90 24PzK{LEADERS}").play("pass", "done")
        assert game.german("Kiev") == falls


@pytest.mark.case("2.5.1a", "2.5e")
def test_control_is_shown_to_both(at: At) -> None:
    """Contested Areas too: they belong to whoever had them before."""
    game = at(f"at game choice\nturn 1\n{ALL_ROUND} 103\n90 24PzK\n103 46PzK 25RC\n104 47PzK 30RC{LEADERS}")
    shown = TITLE.aids.overlays["control"]
    german, soviet = shown(game.s, GERMAN), shown(game.s, SOVIET)
    assert german | soviet == D.board.areas
    assert not german & soviet
    assert {"90", "103"} <= names(german)
    assert {"104", "62"} <= names(soviet)
    assert names(contested(game.s)) == {"103", "104"}


@pytest.mark.case("2.7d")
@pytest.mark.parametrize("box", ["Pskov", "Luga", "Leningrad", "Kiev", "Rastenburg"])
def test_no_line_in_a_box(at: At, box: str) -> None:
    with pytest.raises(BadPosition, match="in Areas"):
        at(f"at game choice\nturn 1\ngerman_lines {box}")
    game = at(f"at game choice\nturn 1\ngerman 67\nLuga Hoepner TT{LEADERS}").play("strategic-move")
    assert game.clauses("build TT") == ["2.2m"]


# -- Blocks and other Units -------------------------------------------------------------------


@pytest.mark.case("1.4c", "4.0a", "4.2b", "4.2.5a")
def test_kinds_of_blocks() -> None:
    assert D.leaders | D.hqs | D.combat == D.all_blocks
    assert not D.leaders & D.hqs | D.leaders & D.combat | D.hqs & D.combat
    assert faces(D.leaders) == {"Hitler", "Stalin"}
    assert {D.blocks[face].kind for face in scan(D.combat)} == {"infantry", "motorized", "cavalry", "tank"}


@pytest.mark.case("4.2c", "4.2.6a", "4.2.6b")
def test_whose_staffs_the_headquarters_are() -> None:
    own = [Counter(D.blocks[face].army.split()[-1] for face in scan(D.hqs & D.side[side])) for side in (0, 1)]
    assert own[SOVIET]["Front"] == 5
    assert faces(D.hqs & D.side[SOVIET]) >= {"Zhukov"}
    assert own[SOVIET].total() == 6
    assert (own[GERMAN]["Army"], own[GERMAN]["Group"], own[GERMAN].total()) == (4, 3, 9)
    assert faces(D.air) == {"2FK", "8FK"}


@pytest.mark.case("4.2a")
def test_what_a_sticker_shows(at: At) -> None:
    game = at(f"at game choice\nturn 1\n90 24PzK(level=3) Guderian\n91 5Army{LEADERS}")
    tank, army = (TITLE.portrait(game.s, game.unit(name)) for name in ("24PzK", "5Army"))
    assert tank["identity"]["name"] == "XXIV Panzer Corps"
    assert (tank["identity"]["kind"], army["identity"]["kind"]) == ("tank", "infantry")
    assert (tank["strength"]["level"], tank["strength"]["full"]) == (3, 4)
    assert set(tank["identity"]["fire"]) <= {*"SDT"}
    assert (tank["identity"]["colour"], army["identity"]["colour"]) == ("red", "blue")
    assert (tank["identity"]["fast"], army["identity"]["fast"]) == (True, False)
    assert TITLE.portrait(game.s, game.unit("Guderian"))["identity"]["kind"] == "hq"


@pytest.mark.case("1.3a", "2.5d", "9.1a")
def test_a_unit_is_a_block_or_a_line(at: At) -> None:
    """A line alone holds an Area, contests it, and gets its own cube."""
    text = f"at game choice\nturn 1\n{ALL_ROUND}\nsoviet_lines 103 160\ngerman_lines 90\n103 24PzK{LEADERS}"
    game = at(text)
    assert names(contested(game.s)) == {"103"}
    cut = " ".join(D.names(D.adjacent[game.area("160")]))
    lone = at(text.replace("german 16A", f"german {cut} 16A"))
    assert not names(lone.s.line_cubes)
    lone.play("pass", "done")  # the Soviet Impulse begins
    assert names(lone.s.line_cubes) == {"160"}


@pytest.mark.case("4.0b", "4.1b")
def test_lines_and_bombers_there_are(at: At) -> None:
    assert D.lines == (10, 20)
    assert D.all_bombers.bit_count() == 8
    areas = [name for name in D.map.names if name not in STAGING]
    twenty = at(f"at game choice\nturn 1\nsoviet_lines {' '.join(areas[:20])}")
    assert list(flaws(twenty.s)) == []
    with pytest.raises(BadPosition, match="at most 20"):
        at(f"at game choice\nturn 1\nsoviet_lines {' '.join(areas[:21])}")


@pytest.mark.case("4.2.5b", "14.6a")
@pytest.mark.parametrize("weather", ["sun", "rain", "snow", "blizzard"])
def test_cavalry_is_motorized_infantry_but_for_the_option(at: At, weather: str) -> None:
    def found(option: str) -> tuple[set[str], set[str]]:
        text = f"options cavalry={option}\nat game choice\nturn 4\nweather {weather}\n{ALL_ROUND}\n90 1Kav DR{LEADERS}"
        game = at(text).play("strategic-move")
        return game.reach("1Kav"), game.reach("DR")

    riders, motors = found("plain")
    assert riders == motors
    riders, motors = found("mobile")
    assert (riders > motors) if weather == "rain" else (riders == motors)


# -- months and losses ------------------------------------------------------------------------


@pytest.mark.case("1.4b", "1.4d")
def test_a_turn_is_a_month(at: At) -> None:
    game = at(f"at game choice\nturn 1\npasses 1\ngerman 67\n90 24PzK{LEADERS}")
    assert TITLE.now(game.s).startswith("July 1941")
    game.play("pass", "done")
    assert TITLE.now(game.s).startswith("August 1941")
    assert "August." in game.log()


@pytest.mark.case("10.14.3g", "9.3f", "7.2.1e")
def test_ten_who_surrender_help_german_logistics(at: At) -> None:
    gone = "2RC 25RC 30RC 33RC 34RC 41RC 44RC 45RC 51RC"
    game = at(f"""at game choice
        turn 3
        side 1
        surrendered {gone}
        german {" ".join(name for name in D.map.names if name not in ("63", "64", "65"))}
        90 61RC(level=1,cube)
        {LEADERS.strip()}""")
    before = value(game.s, GERMAN)
    game.play("pass", "done")
    assert game.where("61RC") == "surrendered"
    assert value(game.s, GERMAN) == before + 1
    assert "61RC" not in {D.blocks[game.s.face[piece]].id for piece in scan(game.s.here.get(D.pool[SOVIET], 0))}
