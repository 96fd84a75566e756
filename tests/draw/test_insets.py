"""Insets: drawn as well as the map, in one file with it, out of its way, and tied to it both ways."""

import re
from collections import Counter as Count
from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from grognard.draw import draw_map
from grognard.draw.base.geometry import Box
from grognard.draw.base.labels import collide
from grognard.draw.base.subject import Subject
from grognard.draw.base.svg import renamed
from grognard.draw.hex import sheet as hexsheet
from grognard.draw.hex.links import extent
from grognard.draw.hex.panel import HexPanel
from grognard.draw.hex.places import standing
from grognard.draw.hex.sheet import HexSheet, Inset
from grognard.draw.pieces.counters import Counter
from grognard.draw.themes.look import look_of
from grognard.draw.themes.terrain import Sign
from grognard.kit.load.atlas import Atlas
from grognard.kit.load.hex_map import HexMap
from grognard.kit.table import Aids, BoardSpec
from grognard.titles import GAMES, atlas

from .conftest import LENINGRAD

WITH_INSETS = sorted(name for name, game in GAMES.items() if game.insets)


@pytest.fixture(params=WITH_INSETS)
def game(request: pytest.FixtureRequest) -> Atlas:
    """Every game that has an inset."""
    return atlas(request.param)


def laid(game: Atlas, layer: str = "terrain", scale: float = 1.0) -> HexSheet:
    return HexSheet(Subject(game, layer=layer, scale=scale))


def only(game: Atlas) -> tuple[HexSheet, Inset]:
    sheet = laid(game)
    (inset,) = sheet.insets
    return sheet, inset


def classed(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [node for node in root.iter() if name in (node.get("class") or "").split()]


def test_both_games_of_the_assault_have_one() -> None:
    assert WITH_INSETS == ["assault_leningrad", "assault_stalingrad"]


@pytest.mark.parametrize("layer", ["terrain", "sources"])
def test_map_and_inset_are_one_drawing(game: Atlas, layer: str) -> None:
    svg = draw_map(game, layer=layer).svg
    assert len(svg.encode()) < 2_000_000
    assert svg == draw_map(game, layer=layer).svg
    ids = Count(node.get("id") for node in ElementTree.fromstring(svg).iter() if node.get("id"))
    assert [one for one, n in ids.items() if n > 1] == []
    assert set(re.findall(r'(?:url\(|href=")#([^")]+)', svg)) <= ids.keys()
    assert {
        "coast",
        "inset1-coast",
        "inset1-on-land",
        "inset1-rivers" if "inset1-rivers" in ids else "inset1-hex",
    } <= set(ids)


def test_names_are_changed_where_they_are_defined_and_where_they_are_used() -> None:
    drawing = '<path id="a"/><use href="#a"/><g fill="url(#a)" clip-path="url(#b)"><use id="hex-a" href="#c"/></g>'
    assert renamed(drawing, "x-") == (
        '<path id="x-a"/><use href="#x-a"/><g fill="url(#x-a)" clip-path="url(#b)"><use id="hex-a" href="#c"/></g>'
    )


def test_every_hex_of_the_inset_can_be_hooked_on(game: Atlas) -> None:
    sheet, inset = only(game)
    assert isinstance(game.map, HexMap)
    root = ElementTree.fromstring(draw_map(game).svg)
    (drawn,) = classed(root, "inset")
    hooks = {node.get("data-hex"): node for node in classed(drawn, "hex")}
    assert hooks.keys() == inset.panel.map.terrain.keys()
    assert {node.get("data-hex") for node in classed(root, "hex")} == hooks.keys() | game.map.terrain.keys()
    x, y, k = (float(n) for n in re.findall(r"-?[\d.]+", drawn.get("transform") or ""))
    for hex, node in hooks.items():
        assert node.get("id") == f"hex-{hex}"
        at = float(node.get("x", "")), float(node.get("y", ""))
        assert inset.panel.plan.at(*at) == hex
        spot = x + k * at[0], y + k * at[1]
        assert inset.plate.holds(Box(*spot, *spot))
    assert sheet.window.width  # the map keeps its own


def test_the_inset_covers_nothing_of_the_map(game: Atlas) -> None:
    sheet, inset = only(game)
    plate = inset.plate
    _, width, height = sheet.whole(charts=False)
    assert Box(0, 0, width, height).holds(plate)
    for hex in sheet.map.terrain:
        for x, y in (sheet.plan.centre(hex), *sheet.plan.outline(hex)):
            assert not plate.grown(-0.1 * sheet.plan.unit).holds(Box(x, y, x, y)), hex
    assert inset.scale > 0.7
    if sheet.plate:
        assert not sheet.plate.meets(plate)


def test_the_south_east_corner_is_for_the_leningrad_inset() -> None:
    sheet, inset = only(atlas("assault_leningrad"))  # 8.11
    plate = inset.plate
    assert sheet.window.holds(plate)
    assert plate.left > (sheet.window.left + sheet.window.right) / 2
    assert plate.top > (sheet.window.top + sheet.window.bottom) / 2


def test_on_a_page_it_stands_above_what_it_shows(game: Atlas) -> None:
    sheet = draw_map(game, live=True)
    ((name, inset),) = game.insets.items()
    inside = {hex: spot for hex, spot in sheet.spots.items() if spot.inset == name}
    assert inside.keys() == inset.terrain.keys()
    assert all(y < sheet.window.top for spot in inside.values() for _, y in spot.outline)
    amid = sum(sheet.spots[to].centre[0] for to in inset.links) / len(inset.links)
    columns = [spot.centre[0] for spot in inside.values()]
    assert min(columns) < amid < max(columns)
    assert classed(ElementTree.fromstring(sheet.svg), "rays")
    assert not classed(ElementTree.fromstring(draw_map(game).svg), "rays")
    for to, link in inset.links.items():
        assert sheet.spots[to].same == link.hexes
        assert all(sheet.spots[hex].same == (to,) for hex in link.hexes)
        assert any(to in text for text in sheet.spots[link.hexes[0]].features)


def test_each_group_says_which_hex_it_stands_for(game: Atlas) -> None:
    _, inset = only(game)
    panel = inset.panel
    labels = {label.text: label for label in panel.board.placed}
    for to, link in panel.map.links.items():
        (text,) = (text for text in labels if text.endswith(f"= {to}"))
        assert text == f"= {to}" if link.kind == "fringe" else text.startswith(link.name.upper())
        for x, y in (p for quad in labels[text].quads for p in quad):
            assert panel.plan.at(x, y) in link.hexes, text
    for a, b in combinations(panel.board.placed, 2):
        assert not collide(a, b), (a.text, b.text)


def test_the_map_shows_what_the_inset_is_about(game: Atlas) -> None:
    (inset,) = game.insets.values()
    shown = extent(inset)
    assert isinstance(game.map, HexMap)
    assert shown.inside | shown.fringe == inset.links.keys()
    assert shown.inside == {to for to, link in inset.links.items() if link.kind != "fringe"}
    assert shown.inside
    assert shown.fringe
    root = ElementTree.fromstring(draw_map(game).svg)
    (lines,) = (node for node in classed(root, "features") if classed(node, "extent"))
    tint, *strokes = list(classed(lines, "extent")[0])
    assert tint.get("fill-opacity")  # of the fringe
    assert [bool(node.get("stroke-dasharray")) for node in strokes] == [False, True, False, False]
    beside = {n for hex in shown.inside for n in game.map.grid.around(hex)}
    assert beside & shown.fringe
    said = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert shown.names.keys() == shown.fringe
    assert {name for name in shown.names.values() if name in said}  # which hexes of the inset are the same ground


def test_key_points_bridges_and_names_are_on_the_inset(game: Atlas) -> None:
    _, inset = only(game)
    hexmap = inset.panel.map
    root = ElementTree.fromstring(draw_map(game).svg)
    (drawn,) = classed(root, "inset")
    sites = [hex for hex, kind in standing(hexmap, look_of(game)).items() if kind == Sign.SITE]
    assert len(classed(classed(drawn, "places")[0], "victory")) == len(sites) >= 8
    assert len(list(classed(drawn, "bridges")[0])) == len(hexmap.bridges)
    names = {label.text for label in inset.panel.board.placed}
    assert {hexmap.places[hex].name for hex in sites} <= names
    assert [node.text for node in classed(drawn, "numbers") for node in node] != []
    assert sorted(node.text or "" for group in classed(drawn, "numbers") for node in group) == sorted(hexmap.terrain)


def test_the_inset_is_on_small_sheets_and_not_on_thumbnails(game: Atlas) -> None:
    assert 'class="inset"' in draw_map(game, scale=0.35).svg
    assert 'class="inset"' not in draw_map(game, scale=0.175).svg


def test_data_of_the_inset_count(game: Atlas) -> None:
    (inset,) = game.insets.values()
    assert isinstance(game.map, HexMap)
    told = laid(game, "sources").counts
    data = sum(len(items) for one in (game.map, inset) for items in one.sources.values())
    assert sum(n for found in told.values() for n in found.values()) == data


def test_counters_stand_on_the_inset(game: Atlas, monkeypatch: pytest.MonkeyPatch) -> None:
    (name, inset), *_ = game.insets.items()
    here, there = next(iter(inset.terrain)), next(iter(game.map.terrain))
    unit = Counter("1Pz", "german", "grey", "armor", "10-8")
    placed = {here: [unit], there: [unit._replace(id="2Pz")]}
    monkeypatch.setattr(hexsheet, "stacks", lambda *_: placed)
    board = BoardSpec(game.map, LENINGRAD.board.places, game.sheet, game.insets)
    title = replace(LENINGRAD, name="made-up", full="Made up", board=board, aids=Aids())
    root = ElementTree.fromstring(draw_map(title, SimpleNamespace(), scale=0.4).svg)
    (drawn,) = classed(root, "inset")
    assert drawn.get("data-inset") == name
    assert [node.get("data-hex") for node in classed(drawn, "stack")] == [here]
    assert {node.get("data-hex") for node in classed(root, "stack")} == {here, there}
    assert isinstance(HexSheet(Subject(game)).insets[0].panel, HexPanel)
