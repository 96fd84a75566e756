"""The computer as an opponent, and a house where people log in."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Server, Visit
from tests.browser.hands import Hands


def test_the_computer_answers_by_itself(server: Server, visit: Visit) -> None:
    game = server.game(
        "at german-combat\nturn 12\n0611 1ID\n1404 67RD\n1808 70RD\n",
        seats={"german": "me", "soviet": "computer:random"},
    )
    hands = visit(game.url).seated()
    hands.sees("seat-soviet", "Computer, random")
    hands.click("verb-done")
    expect(hands.part("closing-score")).to_be_visible()  # the whole Soviet Player-Turn has been played
    hands.click("closing-close")
    log = server.ask("GET", f"{game.path}/log")["played"]
    assert "soviet" in {entry["side"] for entry in log}
    expect(hands.part("entry").filter(has=hands.page.locator('[title="Soviet"]')).first).to_be_visible()


def test_the_computer_is_chosen_on_the_shelf(server: Server, visit: Visit) -> None:
    hands = visit(server.url)
    hands.click("title-leningrad79")
    hands.part("seat-soviet-computer").check(force=True)
    hands.part("level-soviet").select_option("random")
    hands.click("start")
    hands.seated().sees("seat-soviet", "Computer, random")
    hands.sees("prompt", "You decide")  # the set-up, which is the Soviet's, is done
    hands.sees("now", "Game-Turn 1")


def sign_up(visit: Visit, server: Server, login: str) -> Hands:
    hands = visit(server.url)
    expect(hands.part("login-login")).to_be_visible()
    hands.click("login-other")
    hands.part("login-login").fill(login)
    hands.part("login-name").fill(login.capitalize())
    hands.part("login-password").fill("correct horse battery")
    hands.click("login-go")
    expect(hands.part("titles")).to_be_visible()
    return hands


def test_a_house_with_accounts(own: Callable[..., Server], visit: Visit) -> None:
    server = own("--accounts")
    anna = sign_up(visit, server, "anna")
    anna.click("title-leningrad79")
    anna.part("seat-soviet-invite").check(force=True)
    anna.click("start")
    link = anna.part("invite-soviet-link").input_value()
    anna.click("invitations-dialog-close")
    anna.seated()
    address = anna.page.url

    boris = sign_up(visit, server, "boris")
    boris.page.goto(link)
    boris.click("join-take")
    boris.seated().sees("prompt", "You decide")
    anna.sees("seat-soviet", "Boris")

    carl = sign_up(visit, server, "carl")
    carl.page.goto(link)
    expect(carl.page.get_by_role("alert")).to_have_text("This seat is already taken.")
    carl.page.goto(f"{address}?as=soviet")  # a seat that is another's: the public view is all there is
    carl.seated().sees("doing", "you are watching")
    expect(carl.part("verbs")).to_be_empty()
    told = carl.page.evaluate(
        """async () => {
             const answer = await fetch(location.pathname.replace("/game/", "/api/games/") + "/actions", {
               method: "POST", headers: {"content-type": "application/json"},
               body: JSON.stringify({as: "soviet", version: 0, id: "forged", action: "deploy 1408"})});
             return [answer.status, (await answer.json()).code];
           }"""
    )
    assert told == [403, "forbidden"]

    carl.page.goto(server.url)
    carl.page.get_by_role("button", name=re.compile("Carl")).click()
    carl.click("password")
    carl.part("password-old").fill("correct horse battery")
    carl.part("password-new").fill("a better horse battery")
    carl.click("password-change")
    expect(carl.part("password-said")).to_have_text("Changed. You are logged out everywhere else.")
    carl.click("logout-everywhere")
    expect(carl.part("login-login")).to_be_visible()
    carl.click("login-forgotten")
    expect(carl.part("login-said")).to_have_text("Type your user name first.")
    carl.part("login-login").fill("carl")
    carl.click("login-forgotten")
    expect(carl.part("login-said")).to_contain_text("ask its host")
    carl.part("login-password").fill("wrong horse")
    carl.click("login-go")
    expect(carl.part("login-said")).to_have_text(re.compile("[Ww]rong"))
    carl.part("login-password").fill("a better horse battery")
    carl.click("login-go")
    expect(carl.part("titles")).to_be_visible()


@pytest.mark.soak
def test_nobody_is_let_in_without_an_account(own: Callable[..., Server], visit: Visit) -> None:
    server = own("--accounts")
    hands = visit(f"{server.url}/join/nonsense")
    expect(hands.part("login-login")).to_be_visible()
    expect(hands.page).to_have_url(re.compile(r"/login\?next="))
