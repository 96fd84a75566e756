"""Colours: both themes whole, text and marks legible, and everything that matters told apart without green cones."""

from itertools import combinations

import pytest

from grognard.draw.themes.terrain import TINTS
from grognard.draw.themes.theme import (
    BANDS,
    FIRES,
    FIRST,
    FORMATIONS,
    GROUNDS,
    INK,
    SECOND,
    SIDE_GROUNDS,
    SOURCES,
    THEMES,
    WOODS,
    Overlay,
    blended,
    contrast,
    css,
    deuteranope,
    luminance,
    painted,
)

AREAS = ("area-green", "area-yellow", "area-victory", "area-staging")
LANDS = ("land", "swamp", "hill", "forest", "rough", *TINTS, *AREAS)
MARK, TEXT = 3.0, 4.5

themes = pytest.mark.parametrize("theme", THEMES)


def seen(theme: str, overlay: Overlay, ground: str) -> str:
    """The wash of an overlay on a ground, as a deuteranope sees it."""
    colours = THEMES[theme]
    return deuteranope(blended(colours[overlay.wash], colours[ground], overlay.strength))


def ink(theme: str, token: str) -> str:
    return deuteranope(THEMES[theme][token])


def test_measures() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert luminance("#777777") == pytest.approx(0.184, abs=0.001)
    assert blended("#ff0000", "#0000ff", 0.5) == "#800080"


def test_deuteranopes_see_greys_as_they_are_and_mix_up_red_and_green() -> None:
    for grey in ("#000000", "#7f7f7f", "#ffffff"):
        assert deuteranope(grey) == grey
    plain = [abs(a - b) for a, b in zip(b"\xc0\x50\x30", b"\x60\x80\x20", strict=True)]
    red, green = (bytes.fromhex(deuteranope(c)[1:]) for c in ("#c05030", "#608020"))
    assert sum(abs(a - b) for a, b in zip(red, green, strict=True)) < sum(plain) / 2


def test_the_themes_have_the_same_colours() -> None:
    assert THEMES["light"].keys() == THEMES["dark"].keys()


@themes
def test_a_theme_can_be_put_in_or_left_to_the_page(theme: str) -> None:
    colour = THEMES[theme]["land"]
    assert painted('<a fill="var(--land)"/>', theme) == f'<a fill="{colour}"/>'
    assert f"--land:{colour};" in css(theme)


@themes
@pytest.mark.parametrize("ground", LANDS)
def test_the_inks_of_two_sides_stand_apart_from_each_other_and_from_the_land(theme: str, ground: str) -> None:
    first, second = ink(theme, FIRST.ink), ink(theme, SECOND.ink)
    assert contrast(first, second) >= MARK
    for overlay in (FIRST, SECOND):
        assert contrast(ink(theme, overlay.ink), seen(theme, overlay, ground)) >= MARK
    assert FIRST.pattern != SECOND.pattern


@themes
@pytest.mark.parametrize("ground", LANDS)
def test_neighbouring_overlays_are_parted_by_a_line_that_stands_apart_from_both(theme: str, ground: str) -> None:
    line = ink(theme, "keyline")
    for overlay in (FIRST, SECOND, *SOURCES.values()):
        assert contrast(line, seen(theme, overlay, ground)) >= MARK, overlay.name


@themes
def test_sources_differ_by_pattern_and_their_marks_and_letters_are_legible(theme: str) -> None:
    assert all(a.pattern != b.pattern for a, b in combinations(SOURCES.values(), 2))
    for overlay in SOURCES.values():
        for ground in (*LANDS, "water"):
            assert contrast(ink(theme, overlay.ink), seen(theme, overlay, ground)) >= MARK, (overlay.name, ground)
        assert contrast(THEMES[theme][overlay.ink], THEMES[theme]["halo"]) >= TEXT


def test_counters_of_the_two_sides_stand_apart_and_read_well() -> None:
    german, soviet = (deuteranope(GROUNDS[ground].body) for ground in SIDE_GROUNDS[:2])
    assert contrast(german, soviet) >= MARK
    for name, ground in GROUNDS.items():
        assert contrast(ground.ink, ground.body) >= TEXT, name
        assert contrast(ground.stroke, ground.field) >= TEXT, name
    for formation, field in FORMATIONS.items():
        assert contrast(GROUNDS["grey"].stroke, field) >= TEXT, formation


def test_stickers_of_blocks_read_well_and_fire_is_told_apart() -> None:
    for side, wood in WOODS.items():
        for sticker in (wood.slow, wood.fast):
            assert contrast(INK, sticker) >= TEXT, side
        assert contrast(wood.slow, wood.fast) >= 1.3, side
    for band, (hue, on_hue) in BANDS.items():
        assert contrast(on_hue, hue) >= TEXT, band
    for a, b in combinations((FIRES["single"], FIRES["double"], FIRES["triple"]), 2):
        assert contrast(deuteranope(a), deuteranope(b)) >= MARK


@themes
@pytest.mark.parametrize(
    ("mark", "ground", "least"),
    [
        ("ink", "paper", TEXT),
        ("ink2", "paper", TEXT),
        ("ink3", "paper", TEXT),
        ("accent", "paper", TEXT),
        ("label", "land", TEXT),
        ("label", "halo", TEXT),
        ("water-label", "water", TEXT),
        ("water-label", "halo", TEXT),
        ("coast", "land", MARK),
        ("coast", "shoal3", MARK),
        ("river", "land", MARK),
        ("border", "land", MARK),
        ("swamp-ink", "swamp", MARK),
        ("hill-ink", "hill", MARK),
        ("grass", "land", 2.0),  # decoration
        ("forest-ink", "forest", MARK),
        ("road", "road-case", MARK),
        *(("label", tint, TEXT) for tint in TINTS),
        *(("label", area, TEXT) for area in AREAS),
        *(("area-line", area, MARK) for area in AREAS),
        *(("river", area, MARK) for area in AREAS[:2]),
        ("fir", "area-yellow", MARK),
        ("label", "box", TEXT),
        ("on-green", "disc-green", TEXT),
        ("on-yellow", "disc-yellow", TEXT),
        ("on-staging", "disc-staging", TEXT),
        ("special", "halo", TEXT),
        ("special", "area-green", TEXT),
        ("front-white", "front-case", MARK),
        ("front-red", "front-edge", MARK),
        ("home", "paper", MARK),
        ("star-ink", "star", TEXT),
        *((f"on-{colour}", f"supply-{colour}", TEXT) for colour in ("light", "blue", "orange")),
    ],
)
def test_what_is_drawn_can_be_seen(theme: str, mark: str, ground: str, least: float) -> None:
    assert contrast(THEMES[theme][mark], THEMES[theme][ground]) >= least
