"""Two people far apart: invitation, presence, talk, lines that break, a server that dies."""

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.browser.conftest import Server, Visit
from tests.browser.hands import Hands

FIELD = """at german-movement
turn 3
0611 36Mot 3Mot
0612 1ID
0711 11RD
"""
STANDING = "place => document.querySelector('#map').board.session.view.stacks[place]?.[0].id"
HERE = re.compile(r"\bhere\b")


def joined(visit: Visit, link: str, name: str) -> Hands:
    guest = visit(link, rough=True)
    guest.part("join-name").fill(name)
    guest.click("join-take")
    return guest.seated()


def test_a_move_made_while_the_page_opens_is_seen(server: Server, visit: Visit) -> None:
    game = server.game(FIELD)
    hands = visit(server.url)
    moves = ["done"]

    def meanwhile(route: Route) -> None:
        """The position has been sent; now somebody plays, and then the diary is sent."""
        while moves:
            server.play(game, moves.pop())
        route.continue_()

    hands.page.route("**/log?*", meanwhile)
    hands.page.goto(game.url)
    hands.seated()
    hands.page.wait_for_function("() => document.querySelector('#map').board.session.view.version > 0")


def test_from_the_shelf_to_a_game_of_two(server: Server, visit: Visit) -> None:
    host = visit(server.url)
    host.click("title-leningrad79")
    host.part("seat-soviet-invite").check(force=True)
    host.click("start")
    link = host.part("invite-soviet-link").input_value()
    host.click("invitations-dialog-close")
    host.seated()
    host.sees("seat-soviet", "open seat")
    guest = joined(visit, link, "Vatutin")
    host.sees("seat-soviet", "Vatutin")
    expect(host.part("seat-soviet").locator(".presence")).to_have_class(HERE)

    guest.sees("prompt", "You decide")
    expect(guest.page).to_have_title(re.compile("Your turn"))
    expect(host.part("verbs")).to_be_empty()
    guest.press("1408")  # set-up: the Soviet player places his units
    host.sees("diary", "1408")
    host.stands(host.page.wait_for_function(STANDING, arg="1408").json_value(), "1408")

    guest.click("tab-chat")
    guest.part("chat-field").fill("Na zdorovye")
    guest.page.keyboard.press("Enter")
    host.click("tab-chat")
    host.sees("talk", "Vatutin")
    host.sees("talk", "Na zdorovye")

    late = visit(link)  # the seat is taken: the link is spent
    expect(late.page.get_by_role("alert")).to_have_text("This seat is already taken.")

    guest.page.context.close()
    expect(host.part("seat-soviet").locator(".presence")).not_to_have_class(HERE)


def test_one_who_looks_on(server: Server, visit: Visit) -> None:
    game = server.game(FIELD, seats={"german": "invite", "soviet": "invite"})
    german = joined(visit, game.links["german"], "Manstein")
    server_side = visit(game.url).seated()  # the owner holds no seat here
    server_side.sees("doing", "you are watching")
    expect(server_side.part("verbs")).to_be_empty()
    expect(german.part("looking-on")).to_contain_text("1")
    german.press("0612")
    german.sees("selection", "1ID")
    german.press("0712")
    server_side.stands("1ID", "0712")


def test_a_broken_line_loses_nothing(server: Server, visit: Visit) -> None:
    game = server.game(FIELD, seats={"german": "me", "soviet": "invite"})
    german = visit(game.url).seated()
    soviet = joined(visit, game.links["soviet"], "Vatutin")
    soviet.page.context.set_offline(True)
    soviet.page.evaluate("() => document.querySelector('#map').board.session.line.socket.close()")
    expect(soviet.part("offline")).to_be_visible()
    expect(german.part("seat-soviet").locator(".presence")).not_to_have_class(HERE)
    german.press("0612")
    german.sees("selection", "1ID")
    german.press("0712")
    german.stands("1ID", "0712")
    german.click("verb-done")
    german.sees("now", "Game-Turn 3")
    german.sees("prompt-title", "Attack")
    soviet.sees("diary", "Nothing has happened yet")
    soviet.page.context.set_offline(False)
    soviet.stands("1ID", "0712")
    soviet.sees("prompt-title", "Attack")
    soviet.sees("diary", "0712")
    expect(soviet.part("offline")).to_be_hidden()
    expect(german.part("seat-soviet").locator(".presence")).to_have_class(HERE)
    assert soviet.version() == german.version() == 2


def test_the_server_dies_in_the_middle(own: Callable[..., Server], visit: Visit) -> None:
    server = own()
    game = server.game(FIELD, seats={"german": "me", "soviet": "invite"})
    german = visit(game.url, rough=True).seated()
    soviet = joined(visit, game.links["soviet"], "Vatutin")
    german.press("0612")
    german.sees("selection", "1ID")
    german.press("0712")
    for hands in (german, soviet):
        hands.stands("1ID", "0712")
        hands.seated()  # nothing is under way
    server.kill()
    for hands in (german, soviet):
        expect(hands.part("offline")).to_be_visible()
    german.click("verb-done")  # nobody is there to hear it
    server.start()
    for hands in (german, soviet):  # the page tries again less and less often, up to every 15 seconds
        expect(hands.part("prompt-title")).to_contain_text("Attack")
        expect(hands.part("offline")).to_be_hidden()
        hands.stands("1ID", "0712")
    log = server.ask("GET", f"{game.path}/log")["played"]
    assert [entry["action"] for entry in log] == ["move 1ID via 0712", "done"]  # each once
    assert german.version() == soviet.version() == server.ask("GET", game.path)["version"]
