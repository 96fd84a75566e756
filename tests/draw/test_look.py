"""How a title looks: by its sheet, and without one."""

from dataclasses import replace
from typing import Any

import pytest

from grognard.cli.board import text_map
from grognard.core.title import Bad
from grognard.draw import draw_map
from grognard.draw.themes.look import Look, look_of
from grognard.draw.themes.terminal import EIGHT_BITS, FOUR_BITS, LIKE, MANY, SIGNS
from grognard.draw.themes.terrain import STYLES, TINTS, Sign
from grognard.draw.themes.theme import GROUNDS, SIDE_GROUNDS, THEMES
from grognard.kit.load.hex_map import HexMap, load_map
from grognard.kit.load.sheet import MarkerLook, SheetData, SideLook, TerrainLook
from grognard.titles import GAMES, TITLES, atlas

from .conftest import LENINGRAD, titled

STRANGE = """\
format = 1
title = "strange"
[grid]
kind = "hex"
layout = "columns"
names = "CCRR"
columns = [1, 4]
rows = [1, 3]
shifted = "even"
[key]
water = ["lagoon"]
[terrain]
source = "E:made up"
rows = \"\"\"
01  . . l l
02  . f t ~
03  . C t ~
\"\"\"
[terrain.legend]
"." = "open"
l = "lava field"
t = "terraces"
f = "dense forest"
C = "walled city"
"~" = "lagoon"
[[area]]
name = "Crown supply"
hexes = ["0101"]
source = "E:made up"
"""
MAP = load_map(STRANGE, "strange.toml")


def look(**said: Any) -> Look:
    return Look(SheetData("Strange", **said), ("crown", "league", "free"), (MAP,))


def test_sides_go_by_their_order_unless_the_sheet_says_otherwise() -> None:
    plain = look()
    assert [plain.side(side).ground for side in ("crown", "league", "free")] == list(SIDE_GROUNDS[:3])
    assert len({plain.side(side).wood for side in plain.players}) == 3
    assert len({plain.side(side).emblem for side in plain.players}) == 3
    said = look(sides={"league": SideLook(ground="navy", emblem="star")})
    assert (said.side("league").ground, said.side("league").air, said.side("league").emblem) == ("navy", "navy", "star")
    assert said.side("crown") == plain.side("crown")


def test_a_terrain_has_the_style_of_its_name_or_a_tint_of_its_own() -> None:
    plain = look()
    assert plain.terrain("dense forest") == STYLES["forest"]
    assert plain.terrain("walled city").sign == Sign.CITY
    tints = [plain.terrain(kind).wash for kind in ("open", "lava field", "terraces")]
    assert len({*tints}) == 3
    assert {*tints} <= {*TINTS}
    said = look(terrain={"terraces": TerrainLook("hill", "=", "Rice")})
    assert said.terrain("terraces") == STYLES["hill"]
    assert (said.shown("terraces").sign, said.text("terraces")) == ("=", "Rice")


def test_a_terminal_shows_terrain_of_no_style_by_its_letter() -> None:
    plain = look()
    assert plain.shown("lava field").sign == "L"
    assert plain.shown("dense forest") == look().shown("woods")
    for kind in MAP.terrain.values():
        shown = plain.shown(kind)
        assert all(shown.style in palette.ground for palette in (MANY, EIGHT_BITS, FOUR_BITS)), kind


def test_every_style_can_be_drawn_and_shown() -> None:
    for name, style in STYLES.items():
        assert not style.wash or style.wash in THEMES["light"], name
        assert SIGNS[LIKE.get(name, name)]
    assert {*TINTS} <= THEMES["light"].keys()


def test_troops_and_markers() -> None:
    said = look(troops={"royal": "crimson", "militia": "clay"}, markers={"mine": MarkerLook(side="league", sign="*")})
    assert said.troops("crown", "1st Royal Guards", "infantry") == "crimson"
    assert said.troops("league", "2nd Foot", "militia") == "clay"
    assert said.troops("league", "2nd Foot", "infantry") == said.side("league").ground
    assert (said.marker("mine").ground, said.marker("mine").sign) == (said.side("league").ground, "*")
    assert (said.marker("smoke").text, said.marker("smoke").sign) == ("SMOKE", "+")


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ({"sides": {"crown": SideLook(ground="mauve")}}, "there is no ground 'mauve'"),
        ({"sides": {"crown": SideLook(wood="balsa")}}, "there is no wood 'balsa'"),
        ({"sides": {"crown": SideLook(emblem="lion")}}, "there is no emblem 'lion'"),
    ],
)
def test_what_the_themes_do_not_have_is_refused(sheet: dict[str, Any], why: str) -> None:
    with pytest.raises(Bad, match=why):
        look(**sheet).side("crown")
    with pytest.raises(Bad, match="there is no style 'jungle'"):
        look(terrain={"open": TerrainLook("jungle")}).terrain("open")


def test_a_map_of_strange_names_is_drawn() -> None:
    title = replace(titled(MAP), players=("crown", "league"))
    svg = draw_map(title).svg
    for text in ("Open", "Lava field", "Terraces", "Dense forest", "Walled city", "Lagoon", "Crown supply source"):
        assert f">{text}</text>" in svg
    assert sum(THEMES["light"][tint] in svg for tint in TINTS) >= 3
    assert GROUNDS[SIDE_GROUNDS[0]].body in svg


def test_a_position_on_strange_ground_is_shown_in_a_terminal() -> None:
    hexmap = LENINGRAD.board.map
    assert isinstance(hexmap, HexMap)
    ground = {hex: "lava field" if kind == "clear" else kind for hex, kind in hexmap.terrain.items()}
    title = replace(LENINGRAD, board=replace(LENINGRAD.board, map=hexmap._replace(terrain=ground)))
    text = text_map.draw(title.start(), 200, 80, MANY)
    assert text.plain.count("L") > 100
    assert not look_of(LENINGRAD).shown("clear").sign.strip()


@pytest.mark.parametrize("name", GAMES)
def test_the_sheets_of_the_games_name_what_the_themes_have(name: str) -> None:
    looks = [look_of(atlas(name)), *([look_of(TITLES[name])] if name in TITLES else [])]
    for found in looks:
        for side in found.players:
            assert found.side(side).ground in GROUNDS
        for one in found.maps:
            assert not any(found.terrain(kind).wash in TINTS for kind in one.terrain.values())
        for word in found.sheet.troops:
            assert found.troops(found.players[0], word, "") in GROUNDS
        for marker in found.sheet.markers:
            assert found.marker(marker).ink in MANY.ink
