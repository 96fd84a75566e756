"""On a phone: fingers, and the sheet from below."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Server, Visit
from tests.browser.hands import CLEAR, Hands
from tests.browser.test_leningrad41 import AT_THE_BRIDGE

FIELD = """at german-movement
turn 3
0611 36Mot 3Mot
0612 1ID
0811 11RD
"""
BATTLE = """at german-movement
turn 3
0611 36Mot 3Mot
0711 11RD
"""  # 5-1: whatever is rolled the defender may withdraw


def test_select_and_move_by_touch(server: Server, visit: Visit, shot: Callable[[Hands, str], None]) -> None:
    hands = visit(server.game(FIELD).url, PHONE, touch=True).seated()
    hands.tap("0612")
    hands.sees("selection", "1ID")
    hands.page.wait_for_function("() => document.querySelector('#map').board.composer.targets.size > 0")
    shot(hands, "phone-selected")
    hands.tap("0712")
    hands.stands("1ID", "0712")


@pytest.mark.soak
def test_a_stack_is_tapped_apart(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url, PHONE, touch=True).seated()
    hands.tap("0611")
    expect(hands.part("fan")).to_be_visible()
    top = hands.part("selection").locator('[data-test="piece"]').get_attribute("data-piece")
    other = {"36Mot": "3Mot", "3Mot": "36Mot"}[str(top)]
    hands.part("fan").locator(f'[data-piece="{other}"]').tap()
    hands.sees("selection", other)
    expect(hands.part("selection").locator('[data-test="piece"]')).to_have_count(1)  # instead of the one on top
    hands.part("fan").locator(f'[data-piece="{top}"]').tap()
    hands.sees("selection", str(top))
    hands.sees("selection", other)


def test_the_sheet(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url, PHONE, touch=True).seated()
    panel = hands.page.locator(".panel")
    height = {}
    for stop in ("half", "full", "peek"):
        expect(hands.page.locator(".game")).to_have_attribute("data-stop", stop)
        panel.evaluate("one => Promise.all(one.getAnimations().map((moving) => moving.finished))")
        height[stop] = hands.page.viewport_size["height"] - panel.bounding_box()["y"]  # type: ignore[index]
        hands.part("sheet-grip").tap()
    assert height["peek"] < height["half"] < height["full"]
    for tab, part in (("decide", "verb-move"), ("diary", "diary"), ("track", "turn-3"), ("decide", "verb-move")):
        hands.part(f"sheet-{tab}").tap()
        expect(hands.part(part)).to_be_visible()


def test_nothing_is_wider_than_the_screen(server: Server, visit: Visit, shot: Callable[[Hands, str], None]) -> None:
    hands = visit(server.url, PHONE, touch=True)
    expect(hands.part("titles")).to_be_visible()
    for name in ("phone-home", "phone"):
        assert hands.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        hands.page.wait_for_function(
            "() => [...document.images].every((one) => one.complete || one.loading === 'lazy')"
        )
        shot(hands, name)
        hands.page.goto(server.game().url)
        hands.seated()


@pytest.mark.parametrize("pace", ["step", "skip"])
def test_the_battle_and_the_ways_out_lie_beside_the_card(server: Server, visit: Visit, pace: str) -> None:
    game = server.game(BATTLE, seats={"german": "me", "soviet": "invite"})
    soviet = visit(game.links["soviet"], PHONE, touch=True, pace=pace)
    soviet.click("join-take")
    soviet.seated()
    server.play(game, "done", "attack 0711 with 36Mot 3Mot")
    if pace == "step":
        soviet.part("playback-skip").tap()
    soviet.sees("prompt", "You decide")
    expect(soviet.part("battle")).to_be_visible()
    for mark, count in (("tag-free", 3), ("tag-barred", 3)):  # without a finger on an answer
        expect(soviet.page.locator(f".foretold .{mark}")).to_have_count(count)
    soviet.page.wait_for_function(CLEAR, arg=["0711", "0611", "0710", "0810", "0811"])


def test_who_fires_in_support_lies_beside_the_buttons(server: Server, visit: Visit) -> None:
    game = server.game(title="leningrad41", text=AT_THE_BRIDGE, seats={"german": "me", "soviet": "invite"})
    hands = visit(game.url, PHONE, touch=True).seated()
    hands.tap("2612")
    hands.part("menu-assault").tap()
    hands.part("members").locator('[data-piece="3Pi"]').tap()
    hands.part("confirm").tap()
    hands.part("members").locator('[data-piece="I-3Art"]').tap()
    hands.sees("confirm", "2 units (14)")
    places = hands.page.evaluate(
        """() => ["3Pi", "I-3Art"].map((piece) => document.querySelector("#map").board.composer.placeOf(piece))"""
    )
    hands.page.wait_for_function(CLEAR, arg=["2612", *places])
