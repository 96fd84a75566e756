"""The sheet as a whole: quick, small, well formed, true to its map, its position and its layers."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from grognard.core.bits import scan
from grognard.core.title import ALL_ASPECTS, Bad
from grognard.draw import draw_map, to_png
from grognard.draw.base.geometry import HexPlan
from grognard.draw.base.overlay import LAYERS, counts, side_sets
from grognard.draw.base.rivers import rivers
from grognard.draw.base.shore import bend
from grognard.draw.base.svg import num
from grognard.draw.hex.sheet import UNIT
from grognard.draw.pieces.counter_view import stacks
from grognard.draw.themes.look import look_of
from grognard.draw.themes.theme import THEMES
from grognard.kit.load.hex_map import load_map, summary
from grognard.kit.table import Wargame

from .conftest import titled

MEGABYTES = 2_000_000
SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def text_of(svg: str) -> str:
    return " ".join(" ".join(node.itertext()) for node in parsed(svg).iter(f"{SVG}text"))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("layer", LAYERS)
def test_every_layer_is_drawn_whole_quickly_and_small(
    title: Wargame[Any], position: Any, theme: str, layer: str
) -> None:
    sheet = draw_map(title, position, layer=layer, theme=theme, charts=True)
    assert len(sheet.svg.encode()) < MEGABYTES
    root = parsed(sheet.svg)
    ids = Counter(node.get("id") for node in root.iter() if node.get("id"))
    assert [one for one, n in ids.items() if n > 1] == []
    used = set(re.findall(r'(?:url\(|href=")#([\w-]+)', sheet.svg))
    assert used <= ids.keys()
    assert "var(--" not in sheet.svg
    assert "RECONSTRUCTED MAP" in text_of(sheet.svg)


@pytest.mark.parametrize("layout", ["columns", "rows"])
def test_the_largest_map_is_small_enough(made_up: Callable[..., Wargame[Any]], layout: str) -> None:
    title = made_up(layout)
    assert len(title.board.map.terrain) == 38 * 36
    sheet = draw_map(title, layer="sources")
    plain = draw_map(title)
    assert max(len(sheet.svg), len(plain.svg)) < MEGABYTES
    parsed(sheet.svg)


@pytest.mark.parametrize("layer", ["terrain", "sources"])
def test_every_map_is_small_enough(any_title: Wargame[Any], layer: str) -> None:
    sheet = draw_map(any_title, layer=layer)
    assert len(sheet.svg.encode()) < MEGABYTES
    parsed(sheet.svg)


def test_a_drawing_is_the_same_again(title: Wargame[Any], position: Any) -> None:
    assert draw_map(title, position).svg == draw_map(title, position).svg


def test_a_live_drawing_names_colours_that_both_themes_have(title: Wargame[Any], position: Any) -> None:
    svg = draw_map(title, position, layer="supply", live=True).svg
    used = set(re.findall(r"var\(--([\w-]+)\)", svg))
    assert {"land", "water", "first", "second"} <= used <= THEMES["light"].keys()


def test_every_hex_can_be_hooked_on(title: Wargame[Any]) -> None:
    hexmap = title.data.map
    nodes = {node.get("data-hex"): node for node in parsed(draw_map(title).svg).iter() if node.get("class") == "hex"}
    assert nodes.keys() == hexmap.terrain.keys()
    plan = HexPlan(hexmap.grid, UNIT, (1.3 * UNIT, 1.3 * UNIT))
    for hex, node in nodes.items():
        assert node.get("id") == f"hex-{hex}"
        assert node.get("data-terrain") == hexmap.terrain[hex]
        assert plan.at(float(node.get("x", "")), float(node.get("y", ""))) == hex
    riga = next(iter(nodes["0908"]))
    assert riga.text == "0908: Riga, city [R:11.5]"


def test_hex_numbers_are_shown_where_they_can_be_read(title: Wargame[Any]) -> None:
    def numbers(scale: float) -> list[str]:
        found = [n for n in parsed(draw_map(title, scale=scale).svg).iter() if n.get("class") == "numbers"]
        return [node.text or "" for group in found for node in group]

    assert sorted(numbers(1.0)) == sorted(title.data.map.terrain)
    assert numbers(0.3) == []


@pytest.mark.parametrize("scale", [0.1, 0.35, 1.0, 4.0])
def test_the_note_is_on_every_sheet(title: Wargame[Any], scale: float) -> None:
    sheet = draw_map(title, scale=scale)
    assert "reconstructed map" in text_of(sheet.svg).lower()
    assert parsed(sheet.svg).get("width") == f"{sheet.width:.3f}".rstrip("0").rstrip(".")


# -- positions --------------------------------------------------------------------------------


def test_every_unit_on_the_map_has_its_counter_in_its_hex(title: Wargame[Any], position: Any) -> None:
    root = parsed(draw_map(title, position).svg)
    drawn = {
        node.get("data-unit"): stack.get("data-hex")
        for stack in root.iter()
        if stack.get("class") == "stack"
        for node in stack
        if "counter" in (node.get("class") or "")
    }
    places = title.lexicon.places
    wanted = {
        title.lexicon.pieces[piece]: places[place]
        for piece, place in enumerate(position.place)
        if place < title.data.board.box
    }
    markers = {
        f"{name}-{places[p]}-0": places[p] for name, where in title.aids.markers(position).items() for p in scan(where)
    }
    assert len(wanted) == 20
    assert len(markers) == 3
    assert drawn == wanted | markers


def test_counters_tell_factors_state_size_and_formation(title: Wargame[Any], position: Any) -> None:
    drawn = stacks(title, position, look_of(title))
    found = {counter.id: counter for stack in drawn.values() for counter in stack}
    panzer, weak, ss = found["1Pz"], found["6Pz"], found["SSTot"]
    assert (panzer.factors, panzer.kind, panzer.size, panzer.formation, panzer.name) == (
        "10-8",
        "armor",
        "XX",
        "41",
        "1",
    )
    assert (weak.factors, weak.states) == ("5-8", ("reduced",))
    assert (ss.ground, ss.kind, ss.name) == ("black", "mechanized", "TOT")
    by_factors = {counter.name: counter for counter in found.values() if counter.side == "soviet"}
    assert by_factors["118"].factors == "1-2-5"
    assert "unsupplied" in by_factors["188"].states  # surrounded
    untried = [c for c in found.values() if "untried" in c.states and c.id[0] in "ia"]
    assert {c.factors for c in untried} == {"U-5", "U-7"}
    assert all(not c.name for c in untried)


def test_the_strongest_lies_on_top_and_a_fort_at_the_bottom(title: Wargame[Any], position: Any) -> None:
    found = stacks(title, position, look_of(title))
    assert [c.factors for c in found["1809"]] == ["5-8", "8-8", "10-8"]
    assert [c.factors for c in found["2308"]] == ["FORT", "U-5", "4-4-5", "4-6-5"]
    assert [c.kind for c in found["2209"]] == ["air"]


def test_a_crowd_is_listed_unit_by_unit(title: Wargame[Any]) -> None:
    start = title.start()
    svg = draw_map(title, start).svg
    root = parsed(svg)
    crowd = next(n for n in root.iter() if n.get("class") == "stack" and n.get("data-hex") == "0112")
    factors = Counter(node.text for node in crowd.iter(f"{SVG}text"))
    assert factors == {"10-8": 3, "8-8": 3, "6-6": 2}


def test_what_nobody_knows_is_not_in_the_drawing(title: Wargame[Any], position: Any) -> None:
    svg = draw_map(title, position).svg
    hidden = [face for n, face in enumerate(title.data.faces) if n not in position.face]
    assert len(hidden) > 30
    assert "the 118th Rifle Division" in svg
    assert not any(f"the {face.name}" in svg for face in hidden)


def test_a_player_is_shown_no_more_than_he_may_know(title: Wargame[Any], position: Any) -> None:
    def sees(_s: Any, player: int, piece: int) -> frozenset[str]:
        return ALL_ASPECTS if (piece < title.data.soviets) == (player == 0) else frozenset(("there", "kind"))

    fogged = replace(title, sees=sees)
    mine = {c.id: c for stack in stacks(fogged, position, look_of(title), 1).values() for c in stack}
    assert (mine["1Pz"].factors, mine["1Pz"].name, mine["1Pz"].formation, mine["1Pz"].tip) == ("U-8", "", "", "")
    assert "118" in {c.name for c in mine.values()}
    svg = draw_map(fogged, position, player=1).svg
    assert "Panzer Division" not in svg
    assert "118th Rifle Division" in svg


# -- layers -----------------------------------------------------------------------------------


def test_layers_show_what_the_title_says(title: Wargame[Any], position: Any) -> None:
    hexmap = title.data.map
    for layer in ("zoc", "supply"):
        for player, found in enumerate(side_sets(title, position, layer, hexmap)):
            said = title.aids.overlays[layer](position, player)
            assert found == {title.lexicon.places[p] for p in scan(said)} & hexmap.terrain.keys()
            assert found
    held = {title.lexicon.places[place] for place in position.place if place < title.data.board.box}
    german, soviet = side_sets(title, position, "control", hexmap)
    assert not german & soviet
    assert {"1809", "0908"} <= german
    assert {"2605", "1510"} <= soviet
    both = set.intersection(*side_sets(title, position, "zoc", hexmap)) - held
    assert both
    assert not both & (german | soviet)
    assert held <= german | soviet


def test_sources_are_counted_as_the_map_has_them(title: Wargame[Any]) -> None:
    hexmap = title.data.map
    told = counts(hexmap)
    for layer, letters in summary(hexmap).items():
        assert {letter: n for letter, n in told[layer].items() if n} == letters
    svg = draw_map(title, layer="sources").svg
    total = Counter[str]()
    for letters in told.values():
        total.update(letters)
    assert f"Of {sum(total.values())} data: {total['R']} stated in the rules" in text_of(svg)
    groups = {n.get("data-set"): n for n in parsed(svg).iter() if (n.get("class") or "").startswith("overlay")}
    assert groups.keys() == {letter for letter, n in told["terrain"].items() if n}
    for letter, node in groups.items():
        assert (node[0][0].get("d") or "").count("M") == told["terrain"][letter or ""]


def test_charts_are_there_for_the_asking_and_say_whose_they_are(title: Wargame[Any], position: Any) -> None:
    plain, charted = draw_map(title, position), draw_map(title, position, charts=True)
    words = text_of(charted.svg)
    assert "COMBAT RESULTS" not in text_of(plain.svg)
    for chart in ("TURN RECORD AND REINFORCEMENTS", "COMBAT RESULTS", "MOVEMENT POINTS", "COLUMN SHIFTS", "VICTORY"):
        assert chart in words
    assert "from the rules, 4.9; our layout" in words
    for row in title.data.tables["crt"]["die"].values():
        assert " ".join(row) in words


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"layer": "weather"}, "there is no layer 'weather'; layers: terrain, sources, supply, zoc, control"),
        ({"layer": "zoc"}, "the layer 'zoc' needs a position"),
        ({"theme": "pink"}, "there is no theme 'pink'; themes: light, dark"),
    ],
)
def test_what_cannot_be_drawn_is_refused(title: Wargame[Any], options: dict[str, Any], why: str) -> None:
    with pytest.raises(Bad, match=re.escape(why)):
        draw_map(title, **options)


# -- what lies on the ground ------------------------------------------------------------------


def test_rivers_flow_to_water_or_off_the_map_and_widen_on_the_way(title: Wargame[Any]) -> None:
    hexmap = title.data.map
    plan = HexPlan(hexmap.grid, UNIT)
    found = rivers(hexmap, plan, bend(UNIT), look_of(title))
    leaving = {reach.upper: reach for reach in found.reaches.values()}
    for reach in found.reaches.values():
        below = leaving.get(reach.lower)
        if below is None:
            kinds = {hexmap.terrain.get(hex, "off") for hex in reach.lower}
            assert kinds & {*hexmap.wet, "off"}, sorted(reach.lower)
        else:
            assert below.flow > reach.flow
    for course in found.courses:
        assert course.widths[-1] >= course.widths[0]
    dvina = [found.reaches[side] for side in hexmap.rivers["Dvina"].sides]
    assert {"0907", "0908"} & max(dvina, key=lambda reach: reach.flow).lower  # its mouth at Riga
    neva = [found.reaches[side].flow for side in hexmap.rivers["Neva"].sides]
    assert neva == sorted(neva, reverse=True)  # from Ladoga to the gulf; the map lists it from its mouth


def test_a_map_without_much_on_it(made_up: Callable[..., Wargame[Any]]) -> None:
    svg = draw_map(made_up("rows", 5, 4)).svg
    words = text_of(svg)
    for told in ("Railway", "Fort", "Moor", "Little Hamlet", "Beck", "MADE UP"):
        assert told in words
    classes = {node.get("class") for node in parsed(svg).iter()}
    assert {"rails", "bridges", "works"} <= classes
    assert "compass" not in classes  # nobody says where north is


def test_given_shores_are_drawn_as_given() -> None:
    text = """
format = 1
title = "lake"
[grid]
kind = "hex"
layout = "columns"
names = "CCRR"
columns = [1, 3]
rows = [1, 3]
shifted = "even"
[key]
water = ["lake"]
[terrain]
source = "G:coast"
legend = { "." = "clear", "L" = "lake" }
rows = \"\"\"
01  . . .
02  . L .
03  . . .
\"\"\"
[[shore]]
name = "Lake"
kind = "lake"
source = "G:lakes"
points = \"\"\"
0.5 1.2, 1.2 1.1
1.3 1.8, 0.6 1.9
\"\"\"
"""
    hexmap = load_map(text, "lake.toml")
    lake = titled(hexmap)
    coast = next(n for n in parsed(draw_map(lake).svg).iter() if n.get("id") == "coast")
    plan = HexPlan(hexmap.grid, UNIT, (1.3 * UNIT, 1.3 * UNIT))
    x, y = plan.origin
    first = f"M{num(x + 0.5 * plan.pitch)} {num(y + 1.2 * plan.pitch)}c"
    assert (coast.get("d") or "").startswith(first)


def test_png(title: Wargame[Any]) -> None:
    sheet = draw_map(title, scale=0.2)
    raw = to_png(sheet.svg)
    assert raw.startswith(b"\x89PNG")
    wide, high = (int.from_bytes(raw[n : n + 4], "big") for n in (16, 20))
    assert abs(wide - sheet.width) <= 1
    assert abs(high - sheet.height) <= 1
    blank = to_png(re.sub(r"<text.*?</text>", "", sheet.svg))
    assert len(raw) - len(blank) > 1000  # there is lettering on it
