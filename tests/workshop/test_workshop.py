"""The map workshop: fits find what was put in, water and lines fall where they should, overrides are told."""

import json
import os
import subprocess
import sys
from math import cos, hypot, radians
from pathlib import Path
from typing import Any

import pytest

from grognard.kit.hex.grid import Grid
from grognard.kit.load.hex_map import HexMap, load_map
from grognard.kit.load.toml import DataError
from tests.maps.structure import check_shores, in_water
from tools.workshop.__main__ import work, work_shores
from tools.workshop.draft import Draft
from tools.workshop.fit import Control, fit, left_out, residuals, spread
from tools.workshop.geo import read_features
from tools.workshop.route import NoWay, cheapest, corners, road
from tools.workshop.spec import read_spec
from tools.workshop.water import LAND, SEA, Raster, simplify

GRID = Grid("columns", "CCRR", (1, 8), (1, 6), "even")
HEXES = [hex for _, line in GRID.lines() for hex in line]
KM = 10.0  # to the hex


def place(x: float, y: float) -> tuple[float, float]:
    """The latitude and longitude of a point of the test map, whose upper left hex lies at 60 N 30 E."""
    lat = 60 - y * KM / 111.195
    return lat, 30 + x * KM / 111.195 / cos(radians(lat))


# -- fitting ----------------------------------------------------------------------------------

TOWNS = {"A": "0101", "B": "0801", "C": "0106", "D": "0806", "E": "0403", "F": "0604"}


def controls(**moved: tuple[float, float]) -> list[Control]:
    found = []
    for name, hex in TOWNS.items():
        (x, y), (dx, dy) = GRID.centre(hex), moved.get(name, (0.0, 0.0))
        found.append(Control(name, *place(x + dx, y + dy), GRID.centre(hex)))
    return found


def test_a_fit_finds_scale_and_north() -> None:
    model = fit(controls(), 0, 0)
    assert model.scale == pytest.approx(KM, rel=0.01)
    assert min(model.up, 360 - model.up) < 0.5
    assert spread(list(residuals(model, controls()).values()))[2] < 0.05
    assert model.back(model.paper(59.8, 30.4)) == pytest.approx((59.8, 30.4))


def test_a_turned_map_is_turned_back() -> None:
    points = controls()
    turned = [c._replace(at=(-c.at[1], c.at[0])) for c in points]  # what was right is now below
    assert fit(turned, 0, 0).up == pytest.approx(270, abs=0.5)


def test_the_local_correction_carries_a_place_into_its_hex_and_leaves_far_ones_alone() -> None:
    points = controls(E=(0.9, 0.0))
    plain, warped = fit(points, 0, 0), fit(points, 1.5, 0.2)
    assert abs(residuals(plain, points)["E"]) > 0.6
    assert abs(residuals(warped, points)["E"]) < 0.5
    far = place(*GRID.centre("0106"))
    assert hypot(*(a - b for a, b in zip(plain.paper(*far), warped.paper(*far), strict=True))) < 0.2


def test_a_place_left_out_does_not_help_to_find_itself() -> None:
    points = controls(E=(2.0, 0.0))
    known, unknown = residuals(fit(points, 1.5, 0.2), points), left_out(points, 1.5, 0.2)
    assert abs(known["E"]) < 1
    assert abs(unknown["E"]) == pytest.approx(2.0, abs=0.1)


# -- water ------------------------------------------------------------------------------------


def test_the_sea_stops_at_the_coast() -> None:
    raster = Raster(GRID, HEXES)
    raster.coast([(3.0, -5.0), (3.0, 20.0)])
    raster.flood((0.0, 2.0))
    assert raster.look([(1.0, 1.0), (2.8, 3.0)]) == {SEA: 1.0}
    assert raster.look([(3.3, 1.0), (5.0, 3.0)]) == {LAND: 1.0}


def test_an_island_in_a_lake_stays_dry() -> None:
    raster = Raster(GRID, HEXES)
    square = [(1.0, 1.0), (5.0, 1.0), (5.0, 5.0), (1.0, 5.0), (1.0, 1.0)]
    inner = [(2.5, 2.5), (3.5, 2.5), (3.5, 3.5), (2.5, 3.5), (2.5, 2.5)]
    raster.fill([square, inner], 3)
    assert raster.look([(2.0, 2.0)]) == {3: 1.0}
    assert raster.look([(3.0, 3.0)]) == {LAND: 1.0}
    outer, island = sorted(raster.shores(3), key=lambda loop: min(loop))
    assert {(round(x), round(y)) for x, y in outer} == {(1, 1), (5, 1), (5, 5), (1, 5)}
    assert len(island) == 4


def test_a_line_is_simplified_within_its_bounds() -> None:
    ring = [(n / 10, 0.0) for n in range(10)] + [(1.0, n / 10) for n in range(10)] + [(0.5, 1.0)]
    assert sorted(simplify(ring)) == [(0.0, 0.0), (0.5, 1.0), (1.0, 0.0), (1.0, 0.9)]


# -- lines ------------------------------------------------------------------------------------


def test_a_river_follows_its_course_along_hexsides_and_through_its_stops() -> None:
    net = corners(GRID, HEXES, ())
    start, end = net.nearest((1.2, 0.0)), net.nearest((4.6, 4.0))
    sides = net.river([{start}, ("0303", "0402"), {end}], [[(1.2, 0.0), (4.6, 4.0)]])
    assert ("0303", "0402") in sides
    ends: frozenset[Any] = frozenset()
    for side in sides:
        both = GRID.corners(side)
        assert not ends or ends & both
        ends = both - ends
    assert end in ends


def test_a_river_does_not_run_through_water() -> None:
    net = corners(GRID, [hex for hex in HEXES if hex != "0303"], ())
    assert all("0303" not in side for ends in net.net.values() for side in ends.values())


def test_a_road_goes_around_water_and_follows_roads() -> None:
    land = [hex for hex in HEXES if hex not in ("0302", "0303")]
    around = road(GRID, [{"0103"}, {"0503"}], land, (), (), ())
    assert around[0] == "0103"
    assert around[-1] == "0503"
    assert not {"0302", "0303"} & set(around)
    straight = road(GRID, [{"0103"}, {"0503"}], HEXES, (), (), ())
    assert len(straight) == 5
    for river, way in ((("0101", "0102"), "0201"), (("0101", "0201"), "0102")):
        assert road(GRID, [{"0101"}, {"0202"}], HEXES, (), [river], ()) == ["0101", way, "0202"]
    for there, way in ((("0101", "0102"), "0102"), (("0101", "0201"), "0201")):
        assert road(GRID, [{"0101"}, {"0202"}], HEXES, (), (), [there]) == ["0101", way, "0202"]


def test_there_may_be_no_way() -> None:
    with pytest.raises(NoWay):
        cheapest(["a"], ["b"], lambda node: [])
    with pytest.raises(NoWay) as failure:
        road(GRID, [{"0101"}, {"0102"}, {"0801"}], ["0101", "0102", "0801"], (), (), ())
    assert failure.value.waypoint == 2


# -- a whole draft ----------------------------------------------------------------------------

SPEC = """\
title = "test"
head = "A draft."
off = ["0805-0806"]
towns = \"\"\"
Port    | {port} | 0302 | city | R:1.1
Mill    | {mill} | 0706 | | R:1.1
Inn     | {inn} | | town | G:towns
Ford    | {ford}
North   | {north} | 0701 | town | R:1.1
\"\"\"

[grid]
kind = "hex"
layout = "columns"
names = "CCRR"
columns = [1, 8]
rows = [1, 6]
shifted = "even"

[key]
feature = ["fort"]
place = ["town", "city"]

[legend]
"." = "clear"
"m" = "marsh"
"C" = "city"
"~" = "sea"
"L" = "lake"

[fit]
length = 3.0
noise = 0.3
limit = 2.0

[water]
share = 0.7
lake = 0.6
side = 0.9
small = 0.05

[water.seas]
"West Sea" = "{sea}"

[[river]]
name = "Long"
source = "G:rivers"
guide = ["Long"]
via = ["@sea", "Ford", "@edge"]

[[road]]
name = "Coast road"
source = "E:old road"
via = ["Port", "Inn", "@0804"]

[[estimate]]
terrain = "marsh"
source = "E:wet"
hexes = ["0302", "0502", "0201"]

[[fact]]
terrain = "clear"
source = "R:2.1"
hexes = ["0502", "0103"]

[[fact]]
water = "lake"
name = "Pond"
source = "R:2.2"
sides = ["0503|0603"]

[[estimate]]
feature = "fort"
source = "E:old fort"
hexes = ["0402"]

[[area]]
name = "East"
kind = "entry"
source = "R:2.3"
hexes = ["0801", "0802"]

[[check]]
what = "land"
source = "R:2.3"
hexes = ["0801", "0802"]

[[check]]
what = "no water"
source = "R:2.4"
sides = ["0402|0502"]
"""


def where(x: float, y: float) -> str:
    return "{:.4f} {:.4f}".format(*place(x, y))


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    text = SPEC.format(
        port=where(*GRID.centre("0302")),
        mill=where(*GRID.centre("0706")),
        inn=where(*GRID.centre("0504")),
        ford=where(4.3, 4.4),
        north=where(*GRID.centre("0701")),
        sea=where(0.0, 2.0),
    )
    spec = tmp_path / "test.toml"
    spec.write_text(text)

    def line(*points: tuple[float, float]) -> list[list[float]]:
        return [[lon, lat] for lat, lon in (place(x, y) for x, y in points)]

    features: list[dict[str, Any]] = [
        {"layer": "coast", "name": "", "type": "LineString", "at": line((1.3, -3), (1.3, 9))},
        {"layer": "rivers", "name": "Long", "type": "LineString", "at": line((1.3, 4.5), (4.3, 4.4), (7.5, 4.6))},
        {
            "layer": "lakes",
            "name": "Mere",
            "type": "Polygon",
            "at": [line((4.8, 1.8), (5.3, 1.8), (5.3, 2.2), (4.8, 1.8))],
        },
    ]
    geo = tmp_path / "geo.json"
    geo.write_text(
        json.dumps(
            {
                "features": [
                    {
                        "properties": {"layer": f["layer"], "name": f["name"]},
                        "geometry": {"type": f["type"], "coordinates": f["at"]},
                    }
                    for f in features
                ]
            }
        )
    )
    return spec, geo


def draft(files: tuple[Path, Path]) -> Draft:
    spec = read_spec(files[0].read_text(), "test.toml")
    return Draft(spec, fit(spec.controls(), spec.length, spec.noise), read_features(files[1]))


@pytest.fixture
def made(files: tuple[Path, Path], tmp_path: Path) -> HexMap:
    out = tmp_path / "draft.toml"
    assert work(*files, out, None) == 0
    return load_map(out.read_text(), "draft.toml")


def test_a_draft_is_a_map(made: HexMap) -> None:
    assert made.terrain["0101"] == made.terrain["0205"] == "sea"
    assert made.terrain["0302"] == "city"
    assert len(made.terrain) == 46
    assert "0805" not in made.terrain
    assert made.places["0302"].name == "Port"
    assert made.places["0504"].name == "Inn"
    assert made.features == {"fort": {"0402"}}
    assert made.entries == {"East"}
    assert made.roads["Coast road"].hexes[-1] == "0804"
    assert made.rivers["Long"].sides
    assert made.shores


def test_geography_gives_way_to_estimates_and_these_to_facts(files: tuple[Path, Path], made: HexMap) -> None:
    assert made.terrain["0201"] == "marsh"
    assert made.terrain["0502"] == made.terrain["0103"] == "clear"
    assert made.sources["terrain"]["0502"] == "R:2.1"
    notes = draft(files).notes
    assert "terrain 0302: city (R:1.1) overrides marsh (E:wet)" in notes
    assert "terrain 0201: sea (G:coast) becomes marsh (E:wet)" in notes
    assert "terrain 0502: marsh (E:wet) becomes clear (R:2.1)" in notes
    assert "terrain 0103: sea (G:coast) becomes clear (R:2.1)" in notes
    assert "hexside 0503|0603: open becomes water (R:2.2)" in notes


def test_a_small_lake_lies_on_a_hexside(files: tuple[Path, Path], made: HexMap) -> None:
    (lake,) = (side for *side, kind in made.water if kind == "lake" and side != ["0503", "0603"])
    assert set(lake) & {"0602", "0702", "0703"}
    assert any("small lake Mere" in note for note in draft(files).notes)


def test_a_fact_that_fails_is_told(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    spec, geo = files
    spec.write_text(
        spec.read_text().replace(
            'hexes = ["0801", "0802"]\n\n[[check]]\nwhat = "no', 'hexes = ["0101"]\n\n[[check]]\nwhat = "no'
        )
    )
    assert work(spec, geo, None, None) == 1
    assert "land 1x (held out): FAILS at 0101" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('via = ["Port"', 'via = ["Fort"', "there is no town 'Fort'"),
        ('guide = ["Long"]', 'guide = ["Short"]', "the region has no river 'Short'"),
        ('"@sea", "Ford"', '"@Wide", "Ford"', "there is no river 'Wide' to flow into"),
        ('hexes = ["0402"]', 'hexes = ["0909"]', "there is no hex '0909'"),
        ('sides = ["0503|0603"]', 'sides = ["0503|0703"]', "0503|0703 is not a hexside"),
        ("| 0302 |", "| 0909 |", "Port: there is no hex '0909'"),
        ('source = "E:wet"', 'source = "wet"', "'wet' is not a source"),
        ('terrain = "marsh"', 'swamp = "marsh"', "unknown key 'swamp'"),
    ],
)
def test_a_mistake_in_a_spec_is_named(files: tuple[Path, Path], right: str, wrong: str, said: str) -> None:
    text = files[0].read_text()
    assert text.count(right) == 1
    files[0].write_text(text.replace(right, wrong))
    with pytest.raises(DataError, match=r"test.toml:\d+: ") as error:
        draft(files)
    assert said in error.value.what


@pytest.mark.parametrize("via", ['"@sea", "Ford"', '"Ford", "@edge"', '"@sea", "@edge"'])
def test_a_river_may_have_few_stops_and_no_guide(files: tuple[Path, Path], via: str) -> None:
    text = files[0].read_text()
    files[0].write_text(text.replace('guide = ["Long"]\nvia = ["@sea", "Ford", "@edge"]', f"via = [{via}]"))
    made = draft(files)
    (river,) = made.rivers
    ends = {corner for side in river.sides for corner in GRID.corners(side)}
    if "Ford" in via:
        ford = made.warp.paper(*made.spec.towns["Ford"].place)
        assert min(hypot(*(a - b for a, b in zip(GRID.point(end), ford, strict=True))) for end in ends) < 0.6
    for goal, reached in {
        "@sea": any(made.kinds.get(hex) == "sea" for end in ends for hex in end),
        "@edge": any(hex not in made.kinds for end in ends for hex in end),
    }.items():
        assert reached or goal not in via


def test_a_draft_is_the_same_every_time(files: tuple[Path, Path], tmp_path: Path) -> None:
    spec, geo = files
    block = ", ".join(where(x, y) for x, y in ((2.0, 1.2), (6.5, 1.2), (6.5, 5.5), (2.0, 5.5)))
    spec.write_text(
        spec.read_text()
        + f'\n[[estimate]]\nfeature = "fort"\nsource = "E:forts all over"\noutline = "{block}"\n'
        + '\n[[road]]\nname = "Any way"\nsource = "E:as it comes"\nvia = ["@edge", "Inn", "@edge"]\n'
        + '\n[[river]]\nname = "Short"\nsource = "E:as it comes"\nvia = ["@edge", "0602|0702", "@edge"]\n'
    )
    root = Path(__file__).parents[2]
    drafts = set()
    for seed in ("0", "1", "2", "3"):
        out = tmp_path / f"draft{seed}.toml"
        subprocess.run(
            [sys.executable, "-m", "tools.workshop", spec, geo, "-o", out],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        )
        drafts.add(out.read_text())
    assert len(drafts) == 1


# -- shores -----------------------------------------------------------------------------------


def test_shores_are_real_where_the_hexes_agree_and_bent_where_they_do_not(
    files: tuple[Path, Path], made: HexMap, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, geo = files
    out, map_file = tmp_path / "shores.toml", tmp_path / "draft.toml"
    text = map_file.read_text()
    map_file.write_text(text[: text.index("\n[[shore]]")])
    assert work_shores(spec, geo, out, map_file) == 0
    assert "West Sea" not in capsys.readouterr().out  # named by the labels of the map, and it has none
    drawn = load_map(map_file.read_text() + out.read_text(), "shores.toml")
    check_shores(drawn)
    assert drawn.terrain == made.terrain
    assert not in_water(drawn, GRID.centre("0103"))  # land by a fact, in the middle of the sea
    coast = [x for shore in drawn.shores for x, y in shore.points if 4.6 < y < 5.4 and 0.5 < x < 2]
    assert coast
    assert all(x == pytest.approx(1.3, abs=0.15) for x in coast)
