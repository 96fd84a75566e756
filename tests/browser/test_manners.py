"""Taking back, giving up, agreeing: what people do at a table besides playing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Route, expect

from tests.browser.conftest import Server, Visit
from tests.browser.hands import Hands
from tests.browser.test_online import joined

FIELD = """at german-combat
turn 3
0611 36Mot 3Mot
0711 11RD
"""
MARCH = """at german-movement
turn 3
0612 1ID
1404 67RD
"""


def notices(hands: Hands, text: str) -> None:
    expect(hands.page.locator("#notices")).to_contain_text(text)


def attacked(hands: Hands) -> None:
    hands.press("0711")
    hands.click("pick-all")
    hands.click("confirm")
    hands.sees("prompt", "Soviet decides")


def test_a_move_is_taken_back(server: Server, visit: Visit) -> None:
    hands = visit(server.game(MARCH).url).seated()
    expect(hands.part("undo")).to_have_attribute("aria-disabled", "true")
    hands.press("0612")
    hands.sees("selection", "1ID")
    hands.press("0712")
    hands.stands("1ID", "0712")
    hands.click("undo")
    hands.stands("1ID", "0612")
    hands.sees("diary", "Nothing has happened yet")


def test_undo_says_why_not_and_is_absent_before_the_first_action(server: Server, visit: Visit) -> None:
    game = server.game(FIELD)
    hands = visit(game.url).seated()
    expect(hands.part("verb-done").or_(hands.part("verb-attack")).first).to_be_visible()
    expect(hands.part("panel-undo")).to_have_count(0)
    attacked(hands)
    hands.sees("panel-undo", "dice have been rolled since")


@pytest.mark.soak
def test_what_the_dice_said_stays_said(server: Server, visit: Visit) -> None:
    game = server.game(FIELD)
    hands = visit(game.url).seated()
    attacked(hands)
    why = server.ask("GET", game.path)["undo"]
    assert why
    hands.sees("panel-undo", why)
    hands.click("panel-undo")
    notices(hands, why)
    expect(hands.part("undo")).to_have_attribute("title", re.compile(re.escape(why)))
    hands.sees("prompt", "Soviet decides")


def test_the_other_side_may_grant_it(server: Server, visit: Visit, shot: Callable[[Hands, str], None]) -> None:
    game = server.game(FIELD, seats={"german": "me", "soviet": "invite"})
    german, soviet = visit(game.url).seated(), joined(visit, game.links["soviet"], "Vatutin")
    attacked(german)
    german.click("undo")
    german.click("ask-undo-yes")
    german.sees("asked-undo", "Waiting for the other side")
    count = server.ask("GET", game.path)["asked"]["undone"]
    soviet.sees("asked-undo", f"German asks to undo {count} actions, one of them a roll")
    soviet.sees("asked-undo", "back to Game-Turn 3 of 12, German Combat: “The 36th Motorized Division")
    shot(soviet, "asked-to-undo")
    german.click("asked-undo-withdraw")
    expect(soviet.part("asked-undo")).to_have_count(0)
    german.click("undo")
    german.click("ask-undo-yes")
    soviet.click("asked-undo-no")
    for hands in (german, soviet):
        expect(hands.part("asked-undo")).to_have_count(0)
    soviet.sees("prompt", "You decide")
    german.click("undo")
    german.click("ask-undo-yes")
    soviet.click("asked-undo-yes")
    for hands in (german, soviet):
        hands.sees("prompt-title", "Attack adjacent units.")
        hands.sees("diary", "Nothing has happened yet")
    assert server.ask("GET", game.path)["count"] == 0


def test_an_answer_that_comes_late_brings_no_old_question_back(server: Server, visit: Visit) -> None:
    game = server.game(FIELD, seats={"german": "me", "soviet": "invite"})
    soviet = joined(visit, game.links["soviet"], "Vatutin")
    held: list[tuple[Route, APIResponse]] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    soviet.page.route(re.compile(rf"{game.path}\?"), hold_the_first)
    server.ask("POST", f"{game.path}/ask", **{"as": "german", "what": "draw"})
    soviet.until(lambda: bool(held))  # the position with the question, which is on its way
    asked = server.ask("GET", game.path)["asked"]["question"]
    server.ask("POST", f"{game.path}/answer", **{"as": "german", "question": asked, "yes": False})
    now = server.ask("GET", game.path)["seq"]
    soviet.page.wait_for_function(f"() => document.querySelector('#map').board.session.heard >= {now}")
    (late, answer) = held[0]
    with soviet.page.expect_response(re.compile(rf"{game.path}\?")):
        late.fulfill(response=answer)
    soviet.page.wait_for_function(f"() => document.querySelector('#map').board.session.view.seq >= {now}")
    expect(soviet.part("asked-draw")).to_have_count(0)


def test_a_draw_by_agreement(server: Server, visit: Visit) -> None:
    game = server.game(FIELD, seats={"german": "me", "soviet": "invite"})
    german, soviet = visit(game.url).seated(), joined(visit, game.links["soviet"], "Vatutin")
    soviet.click("menu")
    soviet.click("ask-draw")
    soviet.click("ask-draw-yes")
    german.click("asked-draw-yes")
    for hands in (german, soviet):
        hands.sees("ending", "Drawn by agreement")


def test_resigning_and_again(server: Server, visit: Visit) -> None:
    game = server.game(FIELD, seats={"german": "me", "soviet": "invite"})
    german, soviet = visit(game.url).seated(), joined(visit, game.links["soviet"], "Vatutin")
    german.click("menu")
    german.click("resign")
    german.click("resign-sure-no")
    assert not server.ask("GET", game.path)["over"]
    german.click("menu")
    german.click("resign")
    german.click("resign-sure-yes")
    for hands in (german, soviet):
        hands.sees("ending", "Soviet has won")
    expect(german.part("verbs")).to_be_empty()
    soviet.click("closing-rematch")
    expect(soviet.page).not_to_have_url(re.compile(game.id))
    soviet.seated()
    german.click("closing-rematch")
    expect(german.page).to_have_url(re.compile(re.escape(soviet.page.url.split("?")[0])))
    german.seated().sees("seat-soviet", "Vatutin")


@pytest.mark.soak
def test_playing_on_from_a_moment(server: Server, visit: Visit, shot: Callable[[Hands, str], None]) -> None:
    game = server.game(MARCH)
    server.play(game, "move 1ID to 0712", "done")
    hands = visit(f"{game.url}?at=1").seated()
    hands.sees("doing", "an earlier moment")
    hands.stands("1ID", "0712")
    shot(hands, "replay")
    hands.click("replay-fork")
    hands.click("fork-yes")
    expect(hands.page).not_to_have_url(re.compile(game.id))
    hands.seated().sees("prompt-title", "Move, bring in reinforcements, overrun.")
    hands.stands("1ID", "0712")
    assert server.ask("GET", game.path)["count"] == 2  # the old one is as it was
