"""The end of a game: how it went, the way back to the board and into the battles, and what comes next."""

import re

from playwright.sync_api import Route, expect

from tests.browser.conftest import Server, Visit
from tests.browser.test_access import pale, unnamed

FIELD = """at german-combat
turn 3
0611 36Mot 3Mot
0711 11RD
"""
FIELD_IN_VIEW = """() => {
  const {viewpoint, sheet} = document.querySelector("#map").board;
  return viewpoint.visible(sheet.places.get("0711"));
}"""


def test_how_it_went(server: Server, visit: Visit) -> None:
    game = server.game(FIELD)
    server.play(game, "attack 0711 with 36Mot 3Mot")
    server.ask("POST", f"{game.path}/resign", **{"as": "german", "id": "over"})
    hands = visit("about:blank", dark=True)
    held: list[Route] = []
    hands.page.route("**/closing?*", lambda route: held.append(route))
    hands.page.goto(game.url)
    hands.sees("closing", "Soviet wins by resignationAdding up the score")  # the result is told at once
    hands.until(lambda: held)
    held[0].continue_()
    hands.page.unroute("**/closing?*")
    hands.sees("closing-score", "Soviet wins by resignation")
    assert unnamed(hands) == []
    assert pale(hands) == []
    hands.sees("closing", "1 battle: too few to speak of luck.")
    hands.sees("closing-stood", "German resigned. The points below decided nothing")
    expect(hands.part("closing-short")).to_have_count(0)  # nobody fell short of anything
    expect(hands.part("closing").locator(".fierce b")).to_have_text(re.compile(r"\d-\d, die \d: "))
    expect(hands.part("closing").locator(".fierce .serif")).to_have_text(re.compile("Panevezys"))
    expect(hands.part("closing-levels").locator(".reached")).to_have_count(0)
    expect(hands.part("closing-levels").locator(".stood")).to_have_text(re.compile("tactical victory where it stood"))
    expect(hands.part("closing").locator(".fierce .scene use")).not_to_have_count(0)
    expect(hands.part("prompt")).not_to_be_visible()  # the page is above the rest, also for the keyboard
    hands.click("closing-watch")
    expect(hands.part("closing")).to_be_hidden()
    hands.sees("battle", "Battle · 0711")
    hands.page.wait_for_function(FIELD_IN_VIEW)
    hands.page.keyboard.press("Enter")
    expect(hands.part("playback")).to_be_hidden()
    hands.click("ending-open")
    hands.sees("closing-score", "how things stood then")
    hands.click("closing-close")
    expect(hands.part("closing")).to_be_hidden()
    hands.click("ending-open")
    hands.click("closing-play-on")
    expect(hands.page).not_to_have_url(re.compile(game.id))
    hands.sees("prompt", "Soviet decides")
