"""Area maps: borders shared, everything in its own area, names without collisions, layers, boxes and targets."""

import math
import re
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from grognard.cli.commands import map as module
from grognard.core.kinds import Lexicon
from grognard.draw import draw_map, to_png
from grognard.draw.area.boxes import boxes
from grognard.draw.area.marks import firs, front_colour, icon, rims, supply_colour, supply_spots
from grognard.draw.area.names import fitted, halves
from grognard.draw.area.outlines import STRAY, AreaPlan, crossings
from grognard.draw.area.sheet import UNIT, AreaSheet
from grognard.draw.base.geometry import Point
from grognard.draw.base.labels import collide
from grognard.draw.base.overlay import counts
from grognard.draw.base.subject import Subject
from grognard.draw.base.text import Style, width
from grognard.draw.themes.theme import SOURCES, THEMES
from grognard.kit.load.area_map import AreaMap, load_areas
from grognard.kit.load.atlas import Atlas
from grognard.kit.load.sheet import SheetData
from grognard.kit.table import Aids, BoardSpec, Wargame
from grognard.titles import atlas

MOSCOW = atlas("moscow41")
assert isinstance(MOSCOW.map, AreaMap)
AREAS: AreaMap = MOSCOW.map
BY_NAME = {name: area for area, name in AREAS.names.items()}
MEGABYTES = 2_000_000
SVG = "{http://www.w3.org/2000/svg}"

SMALL = '''
format = 1
title = "small"
[grid]
kind = "areas"
width = 20
height = 10
[key]
terrain = ["green", "moor"]
other = ["lake"]
[corners]
points = """
1 0 0, 2 9 0, 3 20 0, 4 0 10, 5 11 10, 6 20 10, 7 14 4, 8 17 4, 9 17 7, 10 14 7
"""
[areas]
source = "E:by eye"
rows = """
1 | West   | green | 4 5    | 1 2 5 4
2 | Island | moor  | 15.5 5 | 7 8 9 10
3 | Upper  | moor  | 13 2   | 2 3 6 9 8 7
LOWER
"""
[terrain]
source = "U:mine"
'''
LOWER = "4 | Lower | green | 13 9 | 2 7 10 9 6 5"
LAKE = """
[[other]]
name = "Mere"
kind = "lake"
source = "E:by eye"
outline = "2 7 10 9 6 5"
"""


@pytest.fixture(scope="module")
def plan() -> AreaPlan:
    return AreaPlan(AREAS, UNIT)


@pytest.fixture(scope="module")
def plain() -> AreaSheet:
    return AreaSheet(Subject(MOSCOW))


@pytest.fixture(scope="module")
def drawn() -> ElementTree.Element:
    return ElementTree.fromstring(draw_map(MOSCOW).svg)


def with_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [node for node in root.iter() if name in (node.get("class") or "").split()]


def text_of(root: ElementTree.Element) -> str:
    return " ".join(" ".join(node.itertext()) for node in root.iter(f"{SVG}text"))


def size(loop: tuple[Point, ...]) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise((*loop, loop[0]))) / 2


# -- the sheet --------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("layer", ["terrain", "sources"])
@pytest.mark.parametrize("scale", [0.2, 1.0])
def test_the_map_is_drawn_whole_and_small(layer: str, theme: str, scale: float) -> None:
    sheet = draw_map(MOSCOW, layer=layer, theme=theme, scale=scale)
    assert len(sheet.svg.encode()) < MEGABYTES
    root = ElementTree.fromstring(sheet.svg)
    ids = Counter(node.get("id") for node in root.iter() if node.get("id"))
    assert [one for one, n in ids.items() if n > 1] == []
    assert set(re.findall(r'(?:url\(|href=")#([\w-]+)', sheet.svg)) <= ids.keys()
    assert "var(--" not in sheet.svg
    assert "reconstructed map" in text_of(root).lower()
    assert root.get("width") == f"{sheet.width:.3f}".rstrip("0").rstrip(".")


def test_a_drawing_is_the_same_again() -> None:
    assert draw_map(MOSCOW, layer="sources").svg == draw_map(MOSCOW, layer="sources").svg


def test_a_live_drawing_names_colours_that_both_themes_have() -> None:
    used = set(re.findall(r"var\(--([\w-]+)\)", draw_map(MOSCOW, live=True).svg))
    assert {"area-green", "area-yellow", "river", "fir"} <= used <= THEMES["light"].keys()


def test_the_command_writes_it(tmp_path: Path) -> None:
    module.command("moscow41", str(tmp_path / "map.png"), scale=0.12, layer="sources", theme="dark")
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "text", [SMALL.replace("LOWER", LOWER), SMALL.replace("LOWER", "") + LAKE], ids=["land", "lake"]
)
def test_any_area_map_is_drawn(text: str) -> None:
    made = Atlas("made-up", "Made up", "", load_areas(text, "map.toml"), SheetData("Made up"))
    for layer in ("terrain", "sources"):
        sheet = draw_map(made, layer=layer)
        root = ElementTree.fromstring(sheet.svg)
        assert {node.get("data-hex") for node in with_class(root, "area")} == set(made.map.names)  # type: ignore[union-attr]
        assert to_png(sheet.svg, 0.2).startswith(b"\x89PNG")
    assert "MADE UP" in text_of(root)


# -- the ground -------------------------------------------------------------------------------


def test_neighbours_share_every_point_of_their_border(plan: AreaPlan) -> None:
    """Outlines as drawn fill the sheet: each step of one is a step of another the other way, or lies on the rim."""
    loops = [*plan.loops.values(), *(tuple(plan.loop(other.outline)) for other in AREAS.others)]
    steps = Counter(step for loop in loops for step in pairwise((*loop, loop[0])))
    assert set(steps.values()) == {1}
    box = plan.box
    for a, b in steps:
        if (b, a) not in steps:
            rim = (a[0] == b[0] and a[0] in (box.left, box.right)) or (a[1] == b[1] and a[1] in (box.top, box.bottom))
            assert rim, (a, b)
    assert sum(map(size, loops)) == pytest.approx(box.width * box.height)
    assert min(map(size, loops)) > 0


def test_a_border_strays_a_little_and_keeps_its_corners(plan: AreaPlan) -> None:
    strays = []
    for edge, piece in plan.pieces.items():
        a, b = plan.points[edge[0]], plan.points[edge[1]]
        assert (piece[0], piece[-1]) == (a, b)
        long = math.dist(a, b)
        if plan.rim(edge):
            assert piece == (a, b)
            continue
        (x, y), (dx, dy) = a, ((b[0] - a[0]) / long, (b[1] - a[1]) / long)
        strays.append(max(abs((px - x) * dy - (py - y) * dx) for px, py in piece) / long)
    assert max(strays) < 2.5 * STRAY
    assert sum(stray > 0.02 for stray in strays) > 0.7 * len(strays)


def test_every_number_stands_in_its_area(plain: AreaSheet, drawn: ElementTree.Element) -> None:
    (lettering,) = with_class(drawn, "lettering")
    found = {node.text or "": node for node in with_class(lettering, "number")}
    assert found.keys() == {area for area, terrain in AREAS.terrain.items() if terrain != "staging"}
    for area, node in found.items():
        assert plain.plan.at(float(node.get("x", "")), float(node.get("y", "")) - 3) == area


def test_firs_stand_in_yellow_areas_only_and_in_all_of_them(plain: AreaSheet) -> None:
    for area in (area for area, terrain in AREAS.terrain.items() if terrain == "yellow"):
        svg = firs(plain.plan, [area], UNIT, [])
        spots = re.findall(r"M([\d.-]+) ([\d.-]+)v", svg)
        assert len(spots) > 12, area
        assert {plain.plan.at(float(x), float(y)) for x, y in spots[::9]} == {area}


def test_firs_keep_clear_of_names(plain: AreaSheet, drawn: ElementTree.Element) -> None:
    (group, *_) = [node for node in with_class(drawn, "firs") if len(node[0].get("d", "")) > 1000]
    spots = [(float(x), float(y)) for x, y in re.findall(r"M([\d.-]+) ([\d.-]+)v", group[0].get("d", ""))]
    named = [label.box for label in plain.board.placed if label.text in BY_NAME]
    assert spots
    assert not any(box.left < x < box.right and box.top < y < box.bottom for box in named for x, y in spots)


def test_rivers_and_fronts_follow_borders(plan: AreaPlan) -> None:
    for run in (*AREAS.rivers.values(), *AREAS.lines.values()):
        course = plan.course(run)
        assert len(set(course)) == len(course)
        assert set(course) == {p for pair in run for p in plan.border(pair)}


def test_level_lines_cross_a_loop_in_pairs(plan: AreaPlan) -> None:
    square = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    assert crossings(square, 1.0) == [0.0, 4.0]
    assert crossings(square, 9.0) == []
    area = next(iter(AREAS.names))
    x, y = plan.centre(area)
    left, right = plan.spread(area, y)
    assert left < x < right
    assert plan.at((left + right) / 2, y) == area


# -- lettering --------------------------------------------------------------------------------


@pytest.mark.parametrize("layer", ["terrain", "sources"])
@pytest.mark.parametrize("scale", [0.5, 1.0, 3.0])
def test_every_area_has_its_name_and_no_names_collide(layer: str, scale: float) -> None:
    sheet = draw_map(MOSCOW, layer=layer, scale=scale)
    named = Counter(label.text for label in sheet.labels if label.text)
    assert all(named[name] == 1 for name in AREAS.names.values())
    assert all(named[river] >= 1 for river in AREAS.rivers)
    assert named["Lake Ilmen"] == 1
    for a, b in combinations(sheet.labels, 2):
        assert not collide(a, b), (a.text, b.text)
    assert all(sheet.window.holds(label.box) for label in sheet.labels)


def test_a_small_map_has_few_names() -> None:
    sheet = draw_map(MOSCOW, scale=0.2)
    victory = {AREAS.names[area].upper() for area, terrain in AREAS.terrain.items() if terrain == "victory"}
    named = {label.text for label in sheet.labels if label.text}
    assert victory <= named <= victory | {other.name for other in AREAS.others}
    root = ElementTree.fromstring(sheet.svg)
    assert with_class(root, "number") == []
    shown = [node for node in with_class(root, "metropolis") if node.text in victory]
    assert min(float(node.get("font-size", "")) for node in shown) * 0.2 >= 10.9


def test_cities_are_told_from_towns_and_special_ones(drawn: ElementTree.Element) -> None:
    names = {node.text: node for node in drawn.iter(f"{SVG}text") if "name" in (node.get("class") or "").split()}
    for places in AREAS.places.values():
        for place in places:
            node = names.get(place.name) or names.get(place.name.upper())
            if node is None:  # in two lines
                continue
            assert (node.get("font-weight") == "700") == ("city" in place.kind), place.name
            special = THEMES["light"]["special"]
            assert (node.get("fill") == special) == (place.kind == "special city"), place.name


def test_names_that_do_not_fit_are_parted_or_set_smaller() -> None:
    style = Style("serif", 10.0)
    assert halves("Novgorod-Seversky") == ["Novgorod-", "Seversky"]
    assert halves("Kursk") == ["Kursk"]
    assert fitted("Malaya Vishera", style, 500) == (["Malaya Vishera"], style)
    assert fitted("Malaya Vishera", style, 45) == (["Malaya", "Vishera"], style)
    lines, smaller = fitted("Voronezh", style, 0.9 * width("Voronezh", style))
    assert lines == ["Voronezh"]
    assert smaller.size == pytest.approx(9.0)


# -- icons, boxes, tracks ---------------------------------------------------------------------


def test_groups_have_their_icons() -> None:
    assert supply_colour("light blue supply") == ("supply-light", "on-light")
    assert supply_colour("blue supply") == ("supply-blue", "on-blue")
    assert supply_colour("German supply") is None
    assert all(icon(name, UNIT) for name in AREAS.groups if "July" in name or name in ("Balkan cross", "red star"))
    assert icon("eastern border", UNIT) is None
    assert (front_colour("white dashed line"), front_colour("red dashed line")) == ("front-white", "front-red")
    supplied = {
        area for name, members in AREAS.groups.items() if "supply" in name and "German" not in name for area in members
    }
    assert rims(AREAS) == supplied | set(AREAS.groups["eastern border"])


def test_supply_icons_stand_in_their_areas(plan: AreaPlan) -> None:
    areas = [area for name, members in AREAS.groups.items() if supply_colour(name) for area in members]
    assert [plan.at(x, y) for (x, y), _ in supply_spots(plan)] == areas


def test_boxes_lie_apart_and_clear_of_the_map(plan: AreaPlan) -> None:
    found = boxes(plan)
    assert found.keys() == AREAS.boxes.keys()
    assert not any(a.meets(b) for a, b in combinations(found.values(), 2))
    for name, box in found.items():
        on_map = 0 <= AREAS.boxes[name].at[0] <= AREAS.width and 0 <= AREAS.boxes[name].at[1] <= AREAS.height
        assert box.meets(plan.box) == on_map
        if on_map:
            assert not any(plan.at(*corner) for corner in box.corners), name


def test_what_the_sheet_says_is_of_this_map(drawn: ElementTree.Element) -> None:
    sheet = MOSCOW.sheet
    assert sheet.meanings.keys() <= AREAS.groups.keys() | AREAS.lines.keys()
    told = text_of(drawn)
    for text in (
        *sheet.meanings.values(),
        *sheet.lines,
        *AREAS.boxes,
        *(box for track in sheet.tracks for box in track.boxes),
    ):
        assert text in told
    assert "ROAD TO LENINGRAD" in told
    assert "40 km" in told


# -- layers and targets -----------------------------------------------------------------------


def test_every_place_can_be_hooked_on(plain: AreaSheet) -> None:
    root = ElementTree.fromstring(draw_map(MOSCOW, live=True).svg)
    areas = {node.get("data-hex") or "": node for node in root.iter(f"{SVG}path") if node.get("class") == "hex area"}
    assert areas.keys() == AREAS.names.keys()
    for area, node in areas.items():
        assert node.get("id") == f"area-{area}"
        assert node.get("data-terrain") == AREAS.terrain[area]
        tip = node[0].text or ""
        assert tip.startswith(f"{area}: {AREAS.names[area]}, {AREAS.terrain[area]} [")
        x, y = map(float, re.findall(r"[\d.]+", node.get("d", ""))[:2])
        assert min(math.dist((x, y), p) for p in plain.plan.outline(area)) < 0.1
    found = {node.get("data-hex"): node.get("id") for node in root.iter(f"{SVG}rect") if node.get("class") == "hex box"}
    assert found.keys() == {name.replace(" ", "-") for name in AREAS.boxes}
    assert found["Strugi-Krasnye"] == "box-Strugi-Krasnye"


def test_the_layer_of_sources_shows_every_datum(plain: AreaSheet) -> None:
    root = ElementTree.fromstring(draw_map(MOSCOW, layer="sources").svg)
    for letter, overlay in SOURCES.items():
        areas = [area for area, source in AREAS.sources["terrain"].items() if source[0] == letter]
        found = [node for node in with_class(root, overlay.name) if node.get("data-set") == letter]
        assert len(found) == bool(areas)
        for node in found:
            d = next(iter(node.iter(f"{SVG}path"))).get("d", "")
            assert d.count("M") == len(areas)
            assert ("pattern" in ElementTree.tostring(node, "unicode")) == (overlay.pattern != "none")
    letters = Counter(node.text for node in with_class(root, "letter"))
    known = [AREAS.sources[layer] for layer in ("area", "terrain", "place")]
    assert letters == Counter(source[0] for layer in known for source in layer.values())
    text = text_of(root)
    total = sum(sum(layer.values()) for layer in counts(AREAS).values())
    assert f"Of {total} data" in text
    assert "R: stated in the rules" in text


def test_a_layer_of_a_position_hatches_the_areas_of_either_side(title: Wargame[Any]) -> None:
    places = list(AREAS.names)
    sides = [{"Smolensk", "Orsha"}, {"Moscow", "Smolensk"}]
    bits = [sum(1 << places.index(BY_NAME[name]) for name in side) for side in sides]
    made = replace(
        title,
        name="moscow41",
        board=BoardSpec(AREAS, title.board.places, MOSCOW.sheet),
        now=lambda _s: "July",
        lexicon=Lexicon(places, ()),
        aids=Aids(overlays={"supply": lambda _s, n: bits[n]}, status=lambda _s: {"Victory": "1 : 6"}),
    )
    sheet = AreaSheet(Subject(MOSCOW, made, object(), "supply"))
    root = ElementTree.fromstring(sheet.whole(charts=False)[0])
    for name, side in zip(("first", "second"), sides, strict=True):
        (found,) = with_class(root, name)
        d = next(iter(found.iter(f"{SVG}path"))).get("d", "")
        assert d == "".join(sheet.shapes[area] for area in places if AREAS.names[area] in side)
    assert "Victory: 1 : 6" in text_of(root)
    assert "German units are in supply here" in text_of(root)
