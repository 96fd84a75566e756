"""All games with a hex map: their keys, signs, rivers, entries and thumbnails."""

import math
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from grognard.draw import draw_map
from grognard.draw.base.geometry import HexPlan
from grognard.draw.base.labels import Board, collide
from grognard.draw.base.rivers import BROAD, is_great, rivers
from grognard.draw.base.shore import bend
from grognard.draw.base.subject import Subject
from grognard.draw.hex.lines import crossing_spots, roads
from grognard.draw.hex.marks import draw_edges, edges
from grognard.draw.hex.panel import UNIT
from grognard.draw.hex.places import signs, standing
from grognard.draw.hex.sheet import HexSheet
from grognard.draw.themes.look import Look, look_of
from grognard.draw.themes.terrain import MINOR, Sign
from grognard.kit.load.atlas import Atlas
from grognard.kit.load.hex_map import HexMap
from grognard.kit.load.sheet import SheetData
from grognard.titles import GAMES, atlas

HEXES = sorted(name for name, game in GAMES.items() if not game.areas)


@pytest.fixture(params=HEXES)
def game(request: pytest.FixtureRequest) -> Atlas:
    """Every game whose map is one of hexes."""
    return atlas(request.param)


def maps(game: Atlas) -> list[HexMap]:
    assert isinstance(game.map, HexMap)
    return [game.map, *game.insets.values()]


def told(game: Atlas) -> set[str]:
    """The words of the key."""
    return {entry.text.lower() for entry in HexSheet(Subject(game))._entries()}


def test_every_game_has_a_sheet_of_its_own(game: Atlas) -> None:
    sheet = game.sheet
    assert len(sheet.lines) == 2
    hexes = {hex for one in maps(game) for hex in one.terrain}
    assert {region.hex for region in sheet.regions} <= hexes
    entries = {name for one in maps(game) for name in one.entries}
    assert sheet.entries.keys() <= entries
    drawn = {kind for one in maps(game) for kind in (*one.terrain.values(), *one.features)}
    assert sheet.terrain.keys() <= drawn
    assert sheet.areas.keys() <= {name for one in maps(game) for name in one.areas}
    assert sheet.features.keys() <= {kind for one in maps(game) for kind in one.features}
    assert sheet.rivers.keys() <= {run.kind for one in maps(game) for run in one.rivers.values()}


def test_the_key_has_all_that_is_on_the_map_and_nothing_else(game: Atlas) -> None:
    words = told(game)
    left = set(words)

    def there(*texts: str) -> None:
        found = {word for word in words for text in texts if text.lower() in re.split(r" or | hexside", word)}
        assert found, texts
        left.difference_update(found)

    for one in maps(game):
        for kind in set(one.terrain.values()):
            there(kind)
        for kind, hexes in one.features.items():
            if hexes:
                there(kind)
        for kind in {run.kind for run in one.rivers.values()} | {bridge.kind for bridge in one.bridges.values()}:
            there(kind)
        for kind in {road.kind for road in one.roads.values()}:
            there(kind)
        for kind in {rail.kind for rail in one.rails.values()}:
            there("railway" if kind == "rail" else kind)
        for hex, kind in standing(one, look_of(game)).items():
            if kind in (Sign.DOT, Sign.SITE, *MINOR):
                there(one.places[hex].kind)
        if one.water:
            there("all-water")
        if one.borders:
            there("national border")
        sides = look_of(game).players
        if one.entries:
            there(*(name for name in one.entries), "entry area", *(f"{side} entry area" for side in sides))
        if one.links:
            there("shown in the inset")
            there("fringe of the inset")
        for area in one.areas:
            if area.endswith(" supply"):
                left -= {f"{side} supply source" for side in sides}
            if area == "victory":
                there("victory hex")
            if area in edges(one, look_of(game)):
                there(game.sheet.meanings.get(area, area))
    assert left == set()


def test_great_rivers_are_seen_to_be_great(game: Atlas) -> None:
    assert isinstance(game.map, HexMap)
    plan = HexPlan(game.map.grid, UNIT)
    found = rivers(game.map, plan, bend(UNIT), look_of(game))
    wide: dict[bool, list[float]] = {True: [], False: []}
    for run in game.map.rivers.values():
        wide[is_great(run.kind)] += [found.reaches[side].width for side in run.sides]
    if wide[True] and wide[False]:
        assert min(wide[True]) > 1.8 * max(wide[False])
    else:
        assert game.name == "leningrad79"


def test_a_canal_does_not_become_open_water_where_it_meets_a_broad_river(game: Atlas) -> None:
    assert isinstance(game.map, HexMap)
    found = rivers(game.map, HexPlan(game.map.grid, UNIT), bend(UNIT), look_of(game))
    assert all((min(c.widths) > BROAD * UNIT) == (max(c.widths) > BROAD * UNIT) for c in found.courses)


def test_works_are_marked_and_settlements_are_not_works(game: Atlas) -> None:
    assert isinstance(game.map, HexMap)
    built = [
        hex
        for kind, hexes in game.map.features.items()
        for hex in hexes
        if any(w in kind for w in ("fort", "strong", "airfield"))
    ]
    root = ElementTree.fromstring(draw_map(game).svg)
    (marks,) = [node for node in root.iter() if node.get("class") == "marks"] or [ElementTree.Element("g")]
    assert len([node for node in marks if node.get("class") == "works"]) == len(built)


def test_each_settlement_has_its_own_sign(game: Atlas) -> None:
    for one in maps(game):
        look = look_of(game)
        found = signs(one, look)
        for hex, kind in one.terrain.items():
            if kind in ("city", "fortified city", "harbor", "town") and found.get(hex) != "site":
                assert look.terrain(kind).built or found[hex] == kind
        for kind in ("village", "town"):
            for hex in one.features.get(kind, ()):
                assert found[hex] == kind
        for hex, place in one.places.items():
            if place.kind in ("objective", "key point", "victory hex"):
                assert found[hex] == "site"
            elif look.terrain(one.terrain[hex]).built:
                assert found.get(hex, "district") == "district"


def test_entries_are_named_where_units_come_in(game: Atlas) -> None:
    assert isinstance(game.map, HexMap)
    sheet = HexSheet(Subject(game))
    names = [label for label in sheet.board.placed if label.kind.endswith("entry")]
    for area in game.map.entries:
        shown = (entry.name if (entry := sheet.sheet.entries.get(area)) else area).upper()
        mine = [label for label in names if label.text == shown]
        assert mine, area
        for label in mine:
            x, y = (label.box.left + label.box.right) / 2, (label.box.top + label.box.bottom) / 2
            far = min(x - sheet.window.left, sheet.window.right - x, y - sheet.window.top, sheet.window.bottom - y)
            assert far < 2 * UNIT


@pytest.mark.parametrize("scale", [1.0, 0.6, 0.35, 0.175])
def test_names_keep_apart_at_every_size(game: Atlas, scale: float) -> None:
    sheet = HexSheet(Subject(game, scale=scale))
    for panel in (sheet.main, *(inset.panel for inset in sheet.insets)):
        for a, b in combinations(panel.board.placed, 2):
            assert not collide(a, b), (a.text, b.text)


def test_a_small_map_has_names(game: Atlas) -> None:
    for scale, least in ((0.35, 9), (0.175, 2)):
        assert len(draw_map(game, scale=scale).labels) >= least


def test_the_title_covers_no_land(game: Atlas) -> None:
    sheet = HexSheet(Subject(game))
    if sheet.plate:
        for hex, kind in sheet.map.terrain.items():
            x, y = sheet.plan.centre(hex)
            if sheet.plate.left < x < sheet.plate.right and sheet.plate.top < y < sheet.plate.bottom:
                assert kind in sheet.map.wet, hex


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_thumbnail_is_quick_and_small(game: Atlas, theme: str) -> None:
    svg = draw_map(game, scale=0.15, theme=theme).svg
    assert len(svg.encode()) < 170_000
    assert svg.count("<use") < 40  # nothing is drawn hex by hex
    assert "data-hex" not in svg
    root = ElementTree.fromstring(svg)
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:url\(|href=")#([^")]+)', svg)) <= set(ids)


def test_stations_and_farms_have_signs_of_their_own() -> None:
    game = atlas("assault_stalingrad")
    assert isinstance(game.map, HexMap)
    found = signs(game.map, look_of(game))
    for hex, place in game.map.places.items():
        if place.kind in ("station", "farm"):
            assert found[hex] == place.kind
    assert {"station", "farm"} <= set(found.values())


def test_an_edge_that_counts_is_marked_along_its_hexes() -> None:
    """The red edge begins at 0120 and ends at 2301: everything on it that is not on the map beside it."""
    game = atlas("assault_stalingrad")
    hexmap = game.map
    assert isinstance(hexmap, HexMap)
    plan = HexPlan(hexmap.grid, UNIT)
    drawn = draw_edges(hexmap, look_of(game), plan)
    outer = sum(n not in hexmap.terrain for hex in hexmap.areas["red edge"] for n in plan.around(hex))
    assert drawn.count("M") == 2 * outer  # the band, and the dashes on it
    assert draw_edges(hexmap, Look(SheetData(""), (), [hexmap]), plan) == ""


def test_a_railway_runs_beside_the_road_it_shares_its_hexes_with() -> None:
    hexmap = atlas("assault_stalingrad").map
    assert isinstance(hexmap, HexMap)
    plan = HexPlan(hexmap.grid, UNIT)
    road = roads(hexmap, plan, hexmap.roads)
    rail = roads(hexmap, plan, hexmap.rails, road.steps)
    both = road.steps.keys() & rail.steps.keys()
    assert both
    assert both < rail.steps.keys()
    for step in both:
        apart = [min(math.dist(p, q) for q in road.steps[step]) for p in rail.steps[step][2:-2]]
        assert max(apart) > 0.06 * UNIT, step


def test_no_name_covers_a_ferry() -> None:
    sheet = HexSheet(Subject(atlas("assault_stalingrad")))
    for panel in (sheet.main, *(inset.panel for inset in sheet.insets)):
        for side in panel.map.bridges:
            ferry = Board(panel.window)
            ferry.mind(crossing_spots(panel.rivers.reaches[side], UNIT), 1.0)
            assert [label.text for label in panel.board.placed if ferry.covered(label)] == []
