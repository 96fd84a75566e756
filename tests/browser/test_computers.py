"""Computers at the page: asking for a hint, watching two of them, hurrying one, reading what they had in mind."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, PHONE, Server, Visit
from tests.browser.hands import Hands

DEPLOYED = [f"deploy {place}" for place in ("1908", "1510", "1404", "1612", "1309", "1709", "1802")]


def test_a_hint_is_shown_on_the_board_and_played(
    server: Server, visit: Visit, shot: Callable[[Hands, str], None]
) -> None:
    game = server.game()
    server.play(game, *DEPLOYED)
    hands = visit(game.url, LAPTOP).seated()
    hands.part("hint-level").select_option("regular")
    hands.page.locator("body").press("i")
    hands.sees("hint", "Regular suggests")
    hands.sees("hint-action", "Move")
    hands.sees("hint-why", "To overrun")
    expect(hands.page.locator(".advised .outline-advice")).not_to_have_count(0)
    expect(hands.page.locator(".advised .advice-line")).to_have_count(1)
    shot(hands, "hint")
    before = hands.version()
    hands.click("hint-play")
    hands.page.wait_for_function(f"() => document.querySelector('#map').board.session.view.version > {before}")
    expect(hands.part("hint")).to_have_count(0)  # it went with its position
    expect(hands.page.locator(".advised > *")).to_have_count(0)
    hands.click("hint-ask")
    hands.sees("hint-odds", "that the defender is hit")
    expect(hands.page.locator(".advised .arrow-hostile")).to_have_count(1)
    hands.click("hint-drop")
    expect(hands.part("hint")).to_have_count(0)


@pytest.mark.soak
def test_where_hints_are_not_allowed_there_is_no_button(server: Server, visit: Visit) -> None:
    game = server.game(hints=False)
    hands = visit(game.url).seated()
    expect(hands.part("verbs")).to_be_visible()
    expect(hands.part("hint-ask")).to_be_hidden()


@pytest.mark.soak
def test_two_computers_are_watched_at_a_pace(server: Server, visit: Visit, shot: Callable[[Hands, str], None]) -> None:
    hands = visit(server.url, LAPTOP)
    hands.click("title-leningrad79")
    for side in ("german", "soviet"):
        hands.page.locator(f'label:has([data-test="seat-{side}-computer"])').click()
        hands.part(f"level-{side}").select_option("regular")
        hands.sees(f"about-{side}", "Thinking time: a moment")
    expect(hands.part("new-watch")).to_be_visible()
    expect(hands.part("start")).to_have_text("Watch Leningrad")
    hands.click("start")
    hands.seated().click("watch-fast")
    expect(hands.part("entry").nth(3)).to_be_visible()
    hands.page.keyboard.press("Space")
    hands.sees("watch-pause", "Continue")
    stood = int(hands.page.evaluate("document.querySelector('#map').board.session.count"))
    hands.click("watch-step")
    hands.page.wait_for_function(f"() => document.querySelector('#map').board.session.count > {stood}")
    guest = visit(hands.page.url, PHONE, touch=True)
    expect(guest.part("watch-pause")).to_be_visible()
    hands.click("watch-pause")
    hands.sees("watch-pause", "Pause")  # they play on
    expect(hands.part("mind-open")).to_be_visible()  # the set-up is over
    hands.page.keyboard.press("Space")  # or the computers would play on while we read
    hands.sees("watch-pause", "Continue")
    hands.click("mind-open")
    card = hands.part("plan-card").last
    expect(card).to_contain_text("The Soviet plan")
    expect(card).to_contain_text("On their line of advance.")
    shot(hands, "plans")


def test_a_computer_that_thinks_is_told_to_play(server: Server, visit: Visit) -> None:
    game = server.game(seats={"german": "computer:veteran"})
    hands = visit(game.url).seated()
    while hands.part("hint-ask").is_visible():
        hands.part("hint-level").select_option("regular")
        before = hands.version()
        hands.click("hint-ask")
        hands.click("hint-play")
        hands.page.wait_for_function(f"() => document.querySelector('#map').board.session.view.version > {before}")
    hands.sees("thinking", "The computer (veteran) is thinking for German")
    hands.click("play-now")
    hands.page.wait_for_function("() => document.querySelector('#map').board.session.count > 9")
