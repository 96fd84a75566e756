"""*Assault on Stalingrad* by clicking: over the Don, into the city by ferry, and a draw from the cup."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, WIDE, Made, Server, Visit
from tests.browser.hands import Hands

BOTH = {"german": "me", "russian": "me"}
AT_THE_DON = """at german-movement
turn 1
0917 24Pz(subcounter,unsupplied)
0513 71ID
0515 51HQ
0916 131RD
lost 14Pz 44ID 297ID
"""
BY_THE_FERRIES = """at russian-movement
turn 1
1006 13Gd
G1 37Gd
J2 87RD 1W
K3 10NKVD
J3 16Pz(reduced,subcounter)
I3 71ID
0908 51HQ
0808 14HQ
"""
BEFORE_THE_DRAW = """at mechanized
turn 5
0714 3Mot(retired,disrupted)
0907 1W
lost 4TC 7TC 16TC 27Gd 35Gd 36Gd 37Gd 38Gd 39Gd 40Gd 41Gd 64RD 84RD 87RD 95RD 98RD 116RD 126RD 138RD 157RD 173RD \
193RD 207RD 221RD 233RD 244RD 284RD 292RD 308RD 315RD
"""
AFTER_THE_DIE = """at campaign german-combat
at battle penalty targets=0722 attackers=16Pz+71ID defenders=147RD column=3 die=2 stage=1 owed=1 choice=yes
turn 1
fought 0722
0723 16Pz(subcounter,attacked)
0822 71ID(reduced,attacked)
0722 147RD(defended)
"""
DRAWN = ("13Gd", "15Gd", "24RD", "38RD")  # all that is left: one fewer than turn 5 draws
CROWDED = """at russian-movement
turn 14
0907 1W 13TC 23TC 28TC 192RD 33Gd 184RD 147RD 196RD 181RD 229RD 2W 3W
0908 16Pz(subcounter,disrupted) 14HQ
0909 71ID(unsupplied)
"""


def begun(server: Server, position: str, **said: Any) -> Made:
    text = f"assault_stalingrad campaign\n{position}"
    return server.game(title="assault_stalingrad", text=text, seats=BOTH, **said)


def take(hands: Hands, place: str, unit: str, *, touch: bool = False) -> None:
    """Select a unit, and wait until the page shows where it can go; it may bring that into view."""
    (hands.tap if touch else hands.press)(place)
    hands.sees("selection", unit)
    hands.page.wait_for_function("() => document.querySelector('#map').board.composer.targets.size > 0")


def test_over_the_don(server: Server, visit: Visit, shot: Callable[[Hands, str], None]) -> None:
    hands = visit(begun(server, AT_THE_DON, undo="free").url).seated()
    page = hands.page
    take(hands, "0917", "24Pz")
    hands.press("1016")  # from zone to zone
    assert any("19.33" in text for text in hands.objections()), hands.objections()
    page.keyboard.press("Escape")
    page.mouse.move(*hands.spot("0512"))
    shot(hands, "stalingrad-don")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    take(hands, "0513", "71ID")
    page.mouse.move(*hands.spot("0512"))
    hands.sees("preview", "3")  # one for the steppe, two for the river
    hands.press("0512")
    hands.stands("71ID", "0512")
    hands.sees("diary", "0512")
    hands.click("panel-undo")
    hands.stands("71ID", "0513")


def test_by_ferry_into_the_streets(server: Server, visit: Visit, shot: Callable[[Hands, str], None]) -> None:
    game = begun(server, BY_THE_FERRIES)
    hands = visit(game.url, WIDE).seated()
    page = hands.page
    page.mouse.move(*hands.spot("1006"))
    expect(page.locator('[data-test="seam"] .seam-rim')).to_be_attached()  # J1 to M1, the same ground
    hands.sees("hexline", "fringe = J1 K1 L1 M1")
    take(hands, "G1", "37Gd")
    hands.press("F2")  # no ferry leads there
    assert any("8.23" in text for text in hands.objections()), hands.objections()
    page.keyboard.press("Escape")
    hands.press("G2")
    hands.stands("37Gd", "G2")
    hands.sees("diary", "G2")
    shot(hands, "stalingrad-ferry")
    hands.click("verb-done")
    hands.sees("prompt", "Russian Combat")
    hands.press("J3")
    hands.click("pick-all")
    hands.sees("combat", "16Pz 3 x3 interior")  # the last step of a panzer division, in the ruins
    expect(hands.part("combat").locator(".bar-row")).not_to_have_count(0)
    shot(hands, "stalingrad-streets")


def test_a_draw_from_the_cup_and_the_doors(server: Server, visit: Visit, shot: Callable[[Hands, str], None]) -> None:
    hands = visit(begun(server, BEFORE_THE_DRAW).url).seated()
    page = hands.page
    expect(hands.part("box-cup")).to_contain_text("In the cup")
    expect(hands.part("box-cup")).to_contain_text("4")
    hands.click("verb-done")
    hands.sees("prompt-title", "Which of the drawn units enter by Area N?")
    expect(hands.part("box-drawn")).to_contain_text("4")
    expect(hands.part("box-cup")).to_have_count(0)
    hands.sees("diary", "is drawn from the cup")
    hands.click("verb-north")
    expect(hands.part("members").locator('[data-test="piece"]')).to_have_count(len(DRAWN))
    for unit in ("13Gd", "24RD", "38RD"):
        hands.part("members").locator(f'[data-piece="{unit}"]').click()
    shot(hands, "stalingrad-divide")
    hands.click("confirm")
    hands.sees("prompt", "Russian Movement")
    expect(hands.part("box-north")).to_contain_text("For Area N")
    expect(hands.part("box-north")).to_contain_text("3")
    expect(hands.part("box-east")).to_contain_text("1")
    hands.click("box-north")
    page.locator('[data-test="tray"] [data-piece="13Gd"]').click()
    page.wait_for_function("() => document.querySelector('#map').board.composer.targets.size > 0")
    hands.press("0901")  # the other door
    assert any("16.19" in text for text in hands.objections()), hands.objections()
    page.keyboard.press("Escape")
    hands.press("0110")
    hands.stands("13Gd", "0110")
    hands.sees("diary", "enters at 0110")
    expect(hands.part("box-north")).to_contain_text("2")


@pytest.mark.soak
def test_steps_are_told(server: Server, visit: Visit) -> None:
    hands = visit(begun(server, AFTER_THE_DIE).url).seated()
    expect(hands.part("verbs")).to_contain_text("has 2 steps")  # of four, on its subcounter
    expect(hands.part("verbs")).to_contain_text("has one step left")


@pytest.mark.parametrize(
    ("name", "size", "dark"),
    [
        ("wide", (1440, 900), False),
        pytest.param("wide-dark", (1440, 900), True, marks=pytest.mark.soak),
        pytest.param("phone", PHONE, False, marks=pytest.mark.soak),
        ("phone-dark", PHONE, True),
    ],
)
def test_the_densest_stack(
    server: Server, visit: Visit, shot: Callable[[Hands, str], None], name: str, size: tuple[int, int], dark: bool
) -> None:
    hands = visit(begun(server, CROWDED).url, size, dark=dark, touch=size == PHONE).seated()
    (hands.tap if size == PHONE else hands.press)("0907")
    expect(hands.part("fan").locator('[data-test="fan-piece"]')).to_have_count(13)
    wide = hands.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    shot(hands, f"stalingrad-dense-{name}")
