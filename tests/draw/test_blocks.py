"""Blocks: what their faces tell, what their backs do not, and that a full area stays readable."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from grognard.draw.area.block_layout import LEAST, OVERHANG, arrangements, ground, roomiest, yard
from grognard.draw.area.sheet import UNIT, AreaSheet
from grognard.draw.base.geometry import Box
from grognard.draw.base.subject import Subject
from grognard.draw.pieces.blocks import (
    LARGEST,
    Block,
    Garrison,
    Line,
    beam,
    detail,
    draw_block,
    draw_garrison,
    face,
    ranks,
    sized,
)
from grognard.draw.themes.theme import BANDS, EMBLEMS, FIRES, GROUNDS, WOODS
from grognard.kit.load.area_map import AreaMap, inside
from grognard.titles import atlas

MOSCOW = atlas("moscow41")
assert isinstance(MOSCOW.map, AreaMap)
AREAS: AreaMap = MOSCOW.map

PANZER = Block(
    "24", "german", "grey", "armor", "24", "red", 3, 4, "triple", fast=True, emblem="cross", tip="24th Panzer Corps"
)
ARMY = Block("50", "soviet", "red", "infantry", "50", "green", 4, 4, "single", emblem="star", tip="50th Army")
STAFF = Block("2Pg", "german", "grey", "headquarters", "Guderian", "red", 2, 4, "double", fast=True)

OURS, THEIRS = Line("german", "grey"), Line("soviet", "red")


def full(area: str) -> Garrison:
    """All that may stand in an area: four blocks to a side in a green one, two elsewhere, and a defensive line."""
    many = 4 if AREAS.terrain[area] in ("green", "staging") else 2
    ours = [PANZER._replace(id=f"g-{area}-{n}") for n in range(many)]
    theirs = [ARMY._replace(id=f"s-{area}-{n}", hidden=True) for n in range(many)]
    return Garrison([ours, theirs], [THEIRS])


def test_strength_is_told_in_dots_of_its_fire_and_what_is_lost_in_dashes() -> None:
    for fire in ("single", "double", "triple"):
        svg = face(PANZER._replace(fire=fire))
        assert svg.count(f'fill="{FIRES[fire]}"') >= 3
        assert len(re.findall(rf'<circle [^>]*fill="{FIRES[fire]}"', svg)) == 3
        assert len(re.findall(r'<path d="M[\d.]+ 84\.5H', svg)) == 1


def test_staffs_have_stars_and_a_heart_when_they_are_spent() -> None:
    assert "<circle" not in face(STAFF)
    spent = face(STAFF._replace(strength=0))
    assert "C-9 0" in spent
    assert "C-9 0" not in face(STAFF)
    assert "C-9 0" not in face(PANZER._replace(strength=0))


def test_the_band_the_name_and_the_sticker() -> None:
    svg = face(PANZER)
    assert f'fill="{BANDS["red"][0]}"' in svg
    assert ">24</text>" in svg
    assert WOODS["grey"].fast in svg
    assert WOODS["grey"].slow in face(PANZER._replace(fast=False))
    assert GROUNDS["black"].body in face(PANZER._replace(elite=True))
    assert GROUNDS["black"].body not in svg
    assert "Guderian" in face(STAFF)


@pytest.mark.parametrize("kind", ["infantry", "armor", "motorized", "cavalry", "headquarters", "leader", "airborne"])
def test_every_kind_is_drawn_and_differs(kind: str) -> None:
    ElementTree.fromstring(f"<svg>{face(ARMY._replace(kind=kind))}</svg>")
    assert kind == "infantry" or face(ARMY._replace(kind=kind)) != face(ARMY)


@pytest.mark.parametrize(("wood", "emblem"), list(zip(WOODS, EMBLEMS, strict=False)))
def test_a_back_tells_nothing_but_whose_it_is(wood: str, emblem: str) -> None:
    backs = [
        draw_block(block._replace(id="x", side="mine", wood=wood, emblem=emblem, hidden=True), (0, 0), 40)
        for block in (PANZER, ARMY, STAFF, PANZER._replace(strength=1, elite=True))
    ]
    assert len(set(backs)) == 1
    assert "title" not in backs[0]
    assert "text" not in backs[0]
    theirs = next(one for one in EMBLEMS if one != emblem)
    other = draw_block(PANZER._replace(id="x", side="mine", emblem=theirs, hidden=True), (0, 0), 40)
    assert re.sub("#[0-9a-f]{6}", "", other) != re.sub(
        "#[0-9a-f]{6}", "", backs[0]
    )  # the sign differs, not only the colour


def test_states_have_marks() -> None:
    plain = face(PANZER)
    seen = {state: face(PANZER._replace(states=(state,))) for state in ("moved", "isolated", "active")}
    assert len({plain, *seen.values()}) == 4


def test_a_block_can_be_hooked_on() -> None:
    node = ElementTree.fromstring(f"<svg>{draw_block(PANZER._replace(id='2 Pz'), (5, 5), 40)}</svg>")[0]
    assert (node.get("id"), node.get("data-unit"), node.get("class")) == ("block-2-Pz", "2 Pz", "block german armor")
    assert node[0].text == "24th Panzer Corps"


def test_small_blocks_show_less() -> None:
    assert [detail(px) for px in (40, 26, 25, 16, 15)] == [3, 3, 2, 2, 1]
    assert ">24</text>" not in face(PANZER, 2)
    assert ">24</text>" in face(PANZER, 3)


# -- rows -------------------------------------------------------------------------------------


def spots(svg: str) -> list[tuple[float, float, float]]:
    """The left, the top and the side of every block."""
    found = re.findall(r'class="block [^"]*" transform="translate\(([\d.-]+) ([\d.-]+)\) scale\(([\d.]+)\)', svg)
    return [(float(x), float(y), float(k) * 100) for x, y, k in found]


@pytest.mark.parametrize("room", [Box(0, 0, 300, 200), Box(10, 20, 130, 90), Box(0, 0, 60, 200)])
def test_eight_blocks_and_a_line_fit_their_room_and_do_not_overlap(room: Box) -> None:
    garrison = full(next(area for area, terrain in AREAS.terrain.items() if terrain == "green"))
    svg = draw_garrison(garrison, room, UNIT)
    blocks = spots(svg)
    assert len(blocks) == 8
    assert svg.count('class="defensive-line soviet"') == 1
    side = blocks[0][2]
    assert side == pytest.approx(sized(garrison, room, UNIT), abs=0.1)
    boxes = [Box(x, y - 0.06 * k, x + 1.13 * k, y + k) for x, y, k in blocks]
    assert all(room.grown(0.1 * side).holds(box) for box in boxes)
    assert not any(a.grown(-0.1).meets(b) for n, a in enumerate(boxes) for b in boxes[:n])


def test_blocks_grow_with_their_room_up_to_a_limit() -> None:
    one = Garrison([[PANZER]])
    assert sized(one, Box(0, 0, 500, 500), UNIT) == LARGEST * UNIT
    assert sized(one, Box(0, 0, 23.8, 500), UNIT) == pytest.approx(20)
    assert draw_garrison(Garrison(), Box(0, 0, 100, 100), UNIT) == ""
    assert "defensive-line" in draw_garrison(Garrison(lines=[OURS]), Box(0, 0, 100, 100), UNIT)


def test_lines_of_either_side() -> None:
    german, soviet = (beam(of, Box(0, 0, 40, 10)) for of in (OURS, THEIRS))
    assert WOODS["grey"].face in german
    assert WOODS["red"].face in soviet
    both = draw_garrison(Garrison([[PANZER]], [OURS, THEIRS]), Box(0, 0, 100, 100), UNIT)
    assert both.count("defensive-line") == 2


def test_long_rows_may_be_parted() -> None:
    four = Garrison([[PANZER] * 4, [ARMY] * 3], [THEIRS])
    assert [[len(row) for row in one.rows] for one in arrangements(four)] == [[4, 3], [2, 2, 2, 1]]
    assert len(list(arrangements(Garrison([[PANZER] * 2])))) == 1
    crowd = [[len(row) for row in one.rows] for one in arrangements(Garrison([[PANZER] * 7]))]
    assert crowd == [[7], [4, 3], [3, 3, 1], [2, 2, 2, 1]]


# -- in areas ---------------------------------------------------------------------------------


def test_the_roomiest_point_of_an_outline() -> None:
    x, y = roomiest([(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)])
    assert (x, y) == (4.0, 4.0)


def test_a_tall_area_has_its_blocks_in_more_rows() -> None:
    tall = [(0.0, 0.0), (100.0, 0.0), (100.0, 400.0), (0.0, 400.0)]
    found, room = yard(tall, Garrison([[PANZER] * 4]), 0.0, (50.0, 200.0), UNIT)
    assert [len(row) for row in found.rows] == [2, 2]
    assert Box(0, 0, 100, 400).grown(100 * OVERHANG / 2).holds(room)
    assert sized(found, room, UNIT) > 0.8 * UNIT
    crowd, room = yard(tall, Garrison([[PANZER] * 7]), 0.0, (50.0, 200.0), UNIT)
    assert [len(row) for row in crowd.rows] == [2, 2, 2, 1]
    assert sized(crowd, room, UNIT) > 0.8 * UNIT


def test_a_full_garrison_stands_in_every_area_below_its_name() -> None:
    sheet = AreaSheet(Subject(MOSCOW), {area: full(area) for area in AREAS.names})
    labels = {label.text: label for label in sheet.board.placed}
    small = []
    for area, (garrison, room) in sheet.stood.items():
        side = sized(garrison, room, UNIT)
        small.append(side)
        wide, high = ground(garrison, side)
        loop = sheet.plan.outline(area)
        x, y = (room.left + room.right) / 2, room.top
        assert room.top >= labels[AREAS.names[area]].box.bottom - 1 or side <= (LEAST + 0.05) * UNIT, area
        half, low = wide / 2 * (1 - OVERHANG) - 2, y + high * (1 - OVERHANG) - 6
        for corner in ((x - half, y + 4), (x + half, y + 4), (x - half, low), (x + half, low)):
            assert inside(corner, loop), (area, corner)
    assert min(small) >= 0.34 * UNIT
    assert sorted(small)[len(small) // 2] >= 0.55 * UNIT


def test_a_position_of_all_blocks_is_small_enough() -> None:
    areas = [area for area, terrain in AREAS.terrain.items() if terrain == "green"][:15]
    garrisons = {area: full(area) for area in areas}
    sheet = AreaSheet(Subject(MOSCOW), garrisons)
    svg = sheet.whole(charts=False)[0]
    assert len(svg.encode()) < 2_000_000
    root = ElementTree.fromstring(svg)
    stacks = {node.get("data-hex"): node for node in root.iter() if node.get("class") == "stack"}
    assert stacks.keys() == set(areas)
    tops = [sheet.stood[place or ""][1].bottom for place in stacks]
    assert all(a <= b for a, b in pairwise(tops))  # those in front are drawn over those behind


def test_blocks_stand_in_boxes_under_their_names() -> None:
    name = next(iter(AREAS.tracks.values()))[0]
    sheet = AreaSheet(Subject(MOSCOW), {name: Garrison([[STAFF, PANZER]])})
    assert sheet.boxes[name].holds(sheet.stood[name][1])
    assert f'data-hex="{name}"' in sheet.whole(charts=False)[0]


def test_blocks_leave_the_names_of_other_areas_free() -> None:
    """Three blocks and a line stand in every area, and no name is covered by those next to it."""
    garrison = Garrison([[PANZER] * 3], [OURS])
    sheet = AreaSheet(Subject(MOSCOW), dict.fromkeys(AREAS.names, garrison))
    for area, stood in sheet.stood.items():
        side, blocks, beams = ranks(*stood, UNIT)
        drawn = [Box(x - side / 2, y - side / 2, x + side / 2, y + side / 2) for _, (x, y) in blocks]
        for other in AREAS.neighbours(area):
            if other in sheet.labels:
                name = sheet.labels[other].box.grown(-0.06 * UNIT)
                assert not any(box.meets(name) for box in (*drawn, *(box for _, box in beams))), (area, other)
