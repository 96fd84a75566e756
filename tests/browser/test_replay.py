"""The past: slider, steps, links to a moment, the diary as a way there."""

import re
from itertools import groupby

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Made, Server, Visit
from tests.browser.hands import Hands

FIELD = """at german-movement
turn 3
0612 1ID
0613 11ID
1404 67RD
"""


def played(server: Server) -> Made:
    game = server.game(FIELD)
    server.play(game, "move 1ID to 0712", "move 11ID to 0713", "done")
    return game


def test_slider_and_steps(server: Server, visit: Visit) -> None:
    hands = visit(played(server).url).seated()
    hands.click("replay")
    expect(hands.part("replay-slider")).to_have_value("3")
    hands.part("replay-slider").fill("1")
    hands.stands("1ID", "0712")
    hands.stands("11ID", "0613")
    hands.sees("replay-where", "1 of 3")
    hands.click("replay-first")
    hands.stands("1ID", "0612")
    hands.click("replay-next")
    hands.stands("1ID", "0712")
    expect(hands.page).to_have_url(re.compile(r"\?at=1$"))
    hands.press("0712")  # nothing can be done in the past
    expect(hands.part("selection")).to_have_count(0)
    expect(hands.part("verbs")).to_be_empty()
    hands.click("replay-present")
    hands.stands("11ID", "0713")
    expect(hands.page).not_to_have_url(re.compile(r"at="))
    expect(hands.part("replay-slider")).to_be_hidden()


def noted(hands: Hands) -> None:
    """Let the page note which moments of the game it shows."""
    hands.page.evaluate(
        """() => {
             window.said = [];
             const note = () => window.said.push(document.querySelector('[data-test="replay-where"]').textContent[0]);
             new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true });
           }"""
    )


def replayed(hands: Hands, last: int) -> list[str]:
    """The moments that were shown, once it is the last."""
    hands.page.wait_for_function("last => window.said.length > last && window.said.at(-1) === `${last}`", arg=last)
    return [n for n, _ in groupby(hands.page.evaluate("window.said"))]


@pytest.mark.soak
def test_it_plays_by_itself(server: Server, visit: Visit) -> None:
    hands = visit(played(server).url).seated()
    hands.click("replay")
    hands.click("replay-x4")
    noted(hands)
    hands.click("replay-play")
    assert replayed(hands, 3)[-4:] == ["0", "1", "2", "3"]
    hands.stands("11ID", "0713")


def test_a_link_opens_that_moment(server: Server, visit: Visit) -> None:
    game = played(server)
    hands = visit(f"{game.url}?at=1").seated()
    hands.stands("1ID", "0712")
    hands.stands("11ID", "0613")
    hands.sees("replay-where", "1 of 3")
    expect(hands.part("entry").and_(hands.page.locator('[aria-current="true"]'))).to_have_attribute("data-n", "0")


@pytest.mark.soak
def test_a_line_of_the_diary_is_a_moment(server: Server, visit: Visit) -> None:
    hands = visit(played(server).url).seated()
    hands.page.locator('[data-test="entry"][data-n="0"] [data-test="entry-text"]').first.click()
    hands.stands("11ID", "0613")
    hands.sees("doing", "After action 1 of 3")
    case = hands.page.locator('[data-test="entry"][data-n="0"] [data-case]').first
    number = case.inner_text()
    case.click()
    expect(hands.part("rule-card").locator(".case-no")).to_have_text(number)
    expect(hands.part("applied")).to_be_visible()
