"""*Assault on Leningrad* by clicking: over the seam between its two maps, and what happens there."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, WIDE, Made, Server, Visit
from tests.browser.hands import Hands

BOTH = {"german": "me", "russian": "me"}
SEAM = '[data-test="seam"] .seam-rim'
BEFORE_THE_CITY = """at german-movement
turn 20
0421 1-1
0320 4V
0220 1TD
"""
IN_THE_CITY = """at german-combat
turn 20
german F4
F4 6-4 6-11Pz
G5 4V
K6 1-1
K7 58ID
"""
WATCHED = """at regroup
turn 5
watch yes
0219 281RD
"""
AFTERMATH = ("penalty", "retreat", "follow", "advance", "die")


def begun(server: Server, position: str, **said: Any) -> Made:
    text = f"assault_leningrad campaign\n{position}"
    return server.game(title="assault_leningrad", text=text, seats=BOTH, **said)


def take(hands: Hands, place: str, unit: str, *, touch: bool = False) -> None:
    """Select a unit, and wait until the page shows where it can go; it may bring that into view."""
    (hands.tap if touch else hands.press)(place)
    hands.sees("selection", unit)
    hands.page.wait_for_function("() => document.querySelector('#map').board.composer.targets.size > 0")


def test_a_german_comes_and_the_russians_leave_the_city_hexes(
    server: Server, visit: Visit, shot: Callable[[Hands, str], None]
) -> None:
    game = begun(server, BEFORE_THE_CITY, undo="free")
    hands = visit(game.url).seated()
    page = hands.page
    page.mouse.move(*hands.spot("0420"))
    expect(page.locator(SEAM)).to_be_attached()  # K6 and K7, the same ground
    hands.sees("hexline", "fringe = K6 K7")
    take(hands, "0421", "1-1")
    hands.press("J6")
    (why,) = hands.objections()  # why not at once into the city; nothing about entering, it is on the map already
    assert "8.33" in why
    assert "The way there goes through 0420 and K7, but the move is interrupted in K7" in why
    page.keyboard.press("Escape")
    page.mouse.move(*hands.spot("K6"))
    hands.sees("preview", "to the other map")
    expect(page.locator(".way-jump")).to_be_attached()
    shot(hands, "assault-entry")
    hands.press("K6")
    hands.stands("1-1", "K6")

    hands.sees("prompt", "Russian decides")  # in the German's phase
    hands.sees("prompt-title", "place your units in their districts")
    take(hands, "0320", "4V")
    hands.press("J5")  # both maps are in view now
    hands.stands("4V", "J5")
    hands.click("panel-undo")
    hands.stands("4V", "0320")
    page.reload()  # nothing is lost
    hands.seated().stands("1-1", "K6")
    take(hands, "0320", "4V")
    hands.press("J5")
    hands.stands("4V", "J5")
    hands.sees("set-up-rest", "Place the rest for me")
    hands.click("set-up-rest")
    hands.sees("prompt", "German decides")
    expect(hands.part("set-up-rest")).to_have_count(0)
    hands.seated()
    take(hands, "K6", "1-1")
    hands.press("J6")  # and goes on with what it has left
    hands.stands("1-1", "J6")


def test_a_game_with_a_bid_and_where_a_unit_can_enter_is_brought_into_view(server: Server, visit: Visit) -> None:
    hands = visit(server.url, WIDE)
    page = hands.page
    hands.click("title-assault_leningrad")
    hands.part("options").locator("summary").click()
    expect(hands.part("options").get_by_label("Case 17.2", exact=True)).to_be_visible()  # the case of the ruling
    hands.part("option-bid").select_option("german-20")
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]  # seven values are no row of buttons
    page.locator('label:has([data-test="seat-russian-computer"])').click()
    hands.part("level-russian").select_option("regular")
    hands.click("start")
    hands.seated().sees("score", "German 20")
    expect(hands.part("scenario-name")).to_have_attribute("title", "bid: german 20")
    hands.click("verb-done")
    hands.sees("prompt", "German Movement")
    hands.click("verb-enter")
    hands.part("members").locator('[data-piece="1-1"]').click()
    page.wait_for_function("""() => {
      const hex = document.querySelector('[data-test="hex-1336"]').getBoundingClientRect();
      const frame = document.querySelector('[data-test="board"]').getBoundingClientRect();
      return hex.left > frame.left && hex.right < frame.right && hex.top > frame.top && hex.bottom < frame.bottom;
    }""")
    hands.press("1135")
    assert any("6.12" in text for text in hands.objections())  # held by the enemy
    page.keyboard.press("Escape")
    hands.press("1336")
    hands.stands("1-1", "1336")
    hands.sees("diary", "enters at 1336, 3 MP")
    hands.click("charts")
    hands.part("chart-link").last.click()
    expect(hands.part("charts-list").locator("h3").last).to_be_in_viewport()
    assert hands.part("charts-dialog").evaluate("it => it.scrollTop") == 0  # how to leave it is still seen


def test_across_a_bridge_and_home_for_the_night(
    server: Server, visit: Visit, shot: Callable[[Hands, str], None]
) -> None:
    game = begun(server, IN_THE_CITY)
    hands = visit(game.url).seated()
    hands.press("G5")
    hands.click("pick-all")
    hands.sees("combat", "9")
    hands.sees("combat", "behind a bridge")
    expect(hands.part("combat").locator('[data-test="column"]')).to_have_text("1:2")
    expect(hands.part("combat").locator(".bar-row")).not_to_have_count(0)
    shot(hands, "assault-bridge")
    before = hands.version()
    hands.click("confirm")
    hands.page.wait_for_function(
        "before => document.querySelector('#map').board.session.view.version > before", arg=before
    )
    for _ in range(12):  # whatever the die has brought
        ask = server.ask("GET", game.path)["ask"]
        if ask["step"] not in AFTERMATH:
            break
        found = server.ask("POST", f"{game.path}/hint", **{"as": ask["side"], "level": "recruit"})
        server.play(game, found["action"])
    hands.sees("prompt", "German Combat")
    hands.sees("diary", "9 against 12 is 1:2")
    hands.click("verb-done")
    hands.sees("prompt", "Mechanized")
    hands.click("verb-done")
    hands.sees("prompt-title", "too full")  # both came home to 0420
    hands.stands("58ID", "0420")
    hands.part("verbs").get_by_text("58th Infantry").click()
    hands.stands("1-1", "0420")
    expect(hands.page.locator('[data-test=counter][data-piece="58ID"]')).to_have_count(0)
    hands.sees("diary", "returns to Uritsk (0420)")


@pytest.mark.soak
def test_two_maps_on_a_phone_and_a_right_that_can_be_left(
    server: Server, visit: Visit, shot: Callable[[Hands, str], None]
) -> None:
    hands = visit(begun(server, WATCHED).url, PHONE, touch=True).seated()
    hands.sees("prompt", "Russian decides")
    hands.part("board-Leningrad").tap()
    expect(hands.part("board-Leningrad")).to_have_attribute("aria-pressed", "true")
    box = hands.part("hex-F4").bounding_box()
    assert box is not None
    assert 0 < box["x"] < PHONE[0] - box["width"]
    shot(hands, "assault-phone")
    hands.part("board-main").tap()
    expect(hands.part("board-main")).to_have_attribute("aria-pressed", "true")
    take(hands, "0219", "281RD", touch=True)
    hands.tap("F4")
    hands.stands("281RD", "F4")
    hands.part("verb-done").tap()
    expect(hands.part("prompt")).not_to_contain_text("Russian decides")


def test_a_unit_on_the_map_is_not_told_about_entering(server: Server, visit: Visit) -> None:
    game = begun(server, BEFORE_THE_CITY.replace("0421 1-1", "0421 1-1(moved)\n2009 6-4"))
    hands = visit(game.url).seated()
    hands.press("0421")
    (why,) = hands.objections()
    assert "waiting" not in why


COVERS = """() => {  // how much of the map the open box covers, and whether the legend and the maps' names are free
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const [tray, frame] = [box('[data-test="tray"]'), box('[data-test="board"]')];
  const free = [".boards", ".frame > .legend"].every((name) => {
    const one = box(name);
    return one.right <= tray.left || one.left >= tray.right || one.bottom <= tray.top || one.top >= tray.bottom;
  });
  return [tray.width * tray.height / (frame.width * frame.height), free, tray.top >= frame.top];
}"""


@pytest.mark.parametrize("size", [WIDE, (1280, 800), (1000, 800)], ids=str)
def test_the_box_with_units_to_place_leaves_the_map_in_view(
    server: Server, visit: Visit, size: tuple[int, int]
) -> None:
    game = server.game(title="assault_leningrad", seats=BOTH)
    hands = visit(game.url, size).seated()
    expect(hands.part("tray").locator(".fan-piece.choice")).to_have_count(18)
    part, free, inside = hands.page.evaluate(COVERS)
    assert part < 0.35
    assert free
    assert inside
    others = hands.part("rest-german")
    expect(others.locator('[data-test="fan-piece"]').first).to_be_hidden()  # who cannot enter now is folded
    others.locator("summary").click()
    expect(others.locator('[data-test="fan-piece"]').first).to_be_visible()


def test_the_box_with_units_to_place_can_be_closed_on_a_phone(server: Server, visit: Visit) -> None:
    game = server.game(title="assault_leningrad", seats=BOTH)
    hands = visit(game.url, PHONE).seated()
    expect(hands.part("tray").locator(".fan-piece.choice")).to_have_count(18)
    hands.part("box-reserve").click()  # its name is not under the head of the page
    expect(hands.page.locator(".tray-body")).to_be_hidden()
