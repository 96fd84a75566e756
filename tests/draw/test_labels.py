"""Names: measured, apart from each other, on the sheet, and all of them there."""

import struct
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from grognard.draw import Sheet, draw_map
from grognard.draw.base.geometry import Box, HexPlan, Point
from grognard.draw.base.labels import Board, Label, Quad, level, overlap
from grognard.draw.base.png import FACES, _folder
from grognard.draw.base.text import WIDTHS, Style, centres, width
from grognard.draw.hex.places import standing
from grognard.draw.hex.sheet import UNIT
from grognard.draw.themes.look import look_of
from grognard.draw.themes.terrain import CAPITALS
from grognard.kit.load.hex_map import HexMap
from grognard.kit.table import Wargame


def shared_area(a: Quad, b: Quad) -> float:
    """The area two convex shapes share (Sutherland and Hodgman): no test of ours is used to test ours."""
    out: list[Point] = list(a)
    for (ax, ay), (bx, by) in pairwise([*b, b[0]]):

        def inside(p: Point, ax: float = ax, ay: float = ay, bx: float = bx, by: float = by) -> float:
            return (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)

        cut: list[Point] = []
        for p, q in pairwise([*out, out[0]] if out else []):
            s, t = inside(p), inside(q)
            if s >= 0:
                cut.append(p)
            if s * t < 0:
                cut.append((p[0] + (q[0] - p[0]) * s / (s - t), p[1] + (q[1] - p[1]) * s / (s - t)))
        out = cut
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*out, out[0]])) / 2) if out else 0.0


SQUARE: Quad = ((0, 0), (10, 0), (10, 10), (0, 10))


@pytest.mark.parametrize(
    ("other", "meets"),
    [
        (((9, 9), (20, 9), (20, 20), (9, 20)), True),
        (((10, 0), (20, 0), (20, 10), (10, 10)), False),
        (((14, -4), (24, 6), (14, 16), (4, 6)), True),  # turned by 45 degrees, a corner inside
        (((19, 9), (29, 19), (19, 29), (9, 19)), False),  # the boxes around them meet, they do not
        (((2, 2), (3, 2), (3, 3), (2, 3)), True),
    ],
)
def test_overlap(other: Quad, meets: bool) -> None:
    assert overlap(SQUARE, other) == overlap(other, SQUARE) == meets
    assert (shared_area(SQUARE, other) > 0) == meets


def test_a_board_takes_the_cheapest_free_place_on_the_sheet() -> None:
    style = Style("serif", 10.0)
    board = Board(Box(0, 0, 200, 100))
    board.mind([(30, 46)], 3.0)
    first = board.place([level("Riga", style, (20, 50)), level("Riga", style, (100, 50), 1.0)])
    assert first is not None
    assert first.box.left > 90  # the other covers something
    second = board.place(
        [level("Riga", style, (195, 50)), level("Riga", style, (105, 52), 1.0), level("Riga", style, (20, 90), 2.0)]
    )
    assert second is not None
    assert second.box.top > 80  # the first leaves the sheet, the second lies on another name
    assert board.place([level("Riga", style, (20, 90))]) is None


def _advances(file: Path) -> dict[int, float]:
    """Advance widths of a TrueType file by character, read from its tables."""
    raw = file.read_bytes()
    tables = {}
    for n in range(struct.unpack_from(">H", raw, 4)[0]):
        tag, _, start, _ = struct.unpack_from(">4sIII", raw, 12 + 16 * n)
        tables[tag] = start
    em = struct.unpack_from(">H", raw, tables[b"head"] + 18)[0]
    count = struct.unpack_from(">H", raw, tables[b"hhea"] + 34)[0]
    cmap = tables[b"cmap"]
    found = [
        struct.unpack_from(">HHI", raw, cmap + 4 + 8 * n) for n in range(struct.unpack_from(">H", raw, cmap + 2)[0])
    ]
    at = next(cmap + start for _, _, start in found if struct.unpack_from(">H", raw, cmap + start)[0] == 4)
    half = struct.unpack_from(">H", raw, at + 6)[0]
    out = {}
    for segment in range(0, half, 2):
        (end,) = struct.unpack_from(">H", raw, at + 14 + segment)
        (start,) = struct.unpack_from(">H", raw, at + 16 + half + segment)
        (delta,) = struct.unpack_from(">h", raw, at + 16 + 2 * half + segment)
        where = at + 16 + 3 * half + segment
        (offset,) = struct.unpack_from(">H", raw, where)
        for code in range(max(start, 32), min(end, 126) + 1):
            glyph = struct.unpack_from(">H", raw, where + offset + 2 * (code - start))[0] if offset else code
            glyph = (glyph + delta) % 65536
            out[code] = struct.unpack_from(">H", raw, tables[b"hmtx"] + 4 * min(glyph, count - 1))[0] / em
    return out


@pytest.mark.parametrize(
    ("face", "file"),
    [
        ("serif", "SourceSerifPro-Regular"),
        ("serif bold", "SourceSerifPro-Bold"),
        ("serif italic", "SourceSerifPro-It"),
        ("sans", "SourceSansPro-Regular"),
        ("sans bold", "SourceSansPro-Bold"),
    ],
)
def test_words_are_as_wide_as_the_typefaces_say(face: str, file: str) -> None:
    advances = _advances(_folder(FACES[face.split()[0]][0]) / f"{file}.ttf")
    assert len(advances) == 95
    for code, advance in advances.items():
        assert WIDTHS[face][code - 32] == pytest.approx(advance, abs=0.0011), chr(code)


def test_width_counts_the_space_between_letters_and_accents_do_not_matter() -> None:
    plain, spaced = Style("serif", 10.0), Style("serif", 10.0, 0.5)
    assert width("Riga", spaced) == pytest.approx(width("Riga", plain) + 15)
    assert width("Pärnu", plain) == width("Parnu", plain)
    assert [at for at, _ in centres("a b", plain)][1] == pytest.approx(10 * (0.509 + 0.233 + 0.577 / 2))


# -- the names of Leningrad -------------------------------------------------------------------


@pytest.fixture(scope="module", params=["terrain", "position", "small", "smallest"])
def sheet(request: pytest.FixtureRequest, title: Wargame[Any], position: Any) -> Sheet:
    match request.param:
        case "position":
            return draw_map(title, position)
        case "small":
            return draw_map(title, position, scale=0.35)
        case "smallest":
            return draw_map(title, scale=0.175)
    return draw_map(title)


def names(sheet: Sheet) -> list[Label]:
    return [label for label in sheet.labels if label.kind != "plate"]


def test_no_two_names_overlap(sheet: Sheet) -> None:
    assert len(names(sheet)) > 12
    for a, b in combinations(sheet.labels, 2):
        for p in a.quads:
            for q in b.quads:
                assert shared_area(p, q) < 1e-6, (a.text, b.text)


def test_no_name_leaves_the_map(sheet: Sheet) -> None:
    window = sheet.window
    for label in names(sheet):
        for x, y in (p for quad in label.quads for p in quad):
            assert window.holds(Box(x, y, x, y)), label.text


def test_names_keep_apart_on_every_map(any_title: Wargame[Any]) -> None:
    sheet = draw_map(any_title)
    for label in names(sheet):
        assert sheet.window.holds(label.box), label.text
    for a, b in combinations(sheet.labels, 2):
        if a.box.meets(b.box):
            assert all(shared_area(p, q) < 1e-6 for p in a.quads for q in b.quads), (a.text, b.text)
    hexmap = any_title.board.map
    assert isinstance(hexmap, HexMap)
    wanted = {
        hexmap.places[hex].name.upper() if kind in CAPITALS else hexmap.places[hex].name
        for hex, kind in standing(hexmap, look_of(any_title)).items()
    }
    assert wanted <= {label.text for label in sheet.labels}


@pytest.mark.parametrize("counters", [False, True])
def test_every_name_is_on_the_map(title: Wargame[Any], position: Any, counters: bool) -> None:
    found = {label.text for label in draw_map(title, position if counters else None).labels}
    hexmap = title.data.map
    for hex, place in hexmap.places.items():
        if hexmap.terrain[hex] != "soviet city":
            assert place.name in found or place.name.upper() in found
    assert "LENINGRAD" in found
    assert not any(text.startswith("LENINGRAD ") for text in found)  # its quarters go by one name
    for river in hexmap.rivers:
        assert river in found or river.split()[-1] in found
    assert {"ESTONIA", "LATVIA", "LITHUANIA"} <= found


def test_waters_are_named_on_water_and_islands_on_land(title: Wargame[Any]) -> None:
    hexmap = title.data.map
    plan = HexPlan(hexmap.grid, UNIT, (1.3 * UNIT, 1.3 * UNIT))
    labels = {label.text: label for label in draw_map(title).labels}
    for name, wet in (("Baltic Sea", True), ("Gulf of Finland", True), ("Lake Ladoga", True), ("Saaremaa", False)):
        spots = [p for quad in labels[name].quads for p in quad]
        assert all(hexmap.land(plan.at(*p)) != wet for p in spots), name


def test_a_land_is_named_on_its_side_of_the_border(title: Wargame[Any]) -> None:
    hexmap = title.data.map
    plan = HexPlan(hexmap.grid, UNIT, (1.3 * UNIT, 1.3 * UNIT))
    (label,) = (label for label in draw_map(title).labels if label.text == "East Prussia")
    for quad in label.quads:
        x, y = sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4
        assert plan.at(x, y) in hexmap.areas["East Prussia"]


def test_towns_are_not_covered_by_names(title: Wargame[Any]) -> None:
    hexmap = title.data.map
    plan = HexPlan(hexmap.grid, UNIT, (1.3 * UNIT, 1.3 * UNIT))
    sheet = draw_map(title)
    for hex, place in hexmap.places.items():
        if place.kind in ("town", "city"):
            x, y = plan.centre(hex)
            dot: Quad = ((x - 3, y - 3), (x + 3, y - 3), (x + 3, y + 3), (x - 3, y + 3))
            for label in names(sheet):
                assert not any(shared_area(quad, dot) > 0 for quad in label.quads), (place.name, label.text)
