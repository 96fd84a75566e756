"""Two pages play with verified dice; the closing page proves every roll."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Server, Visit
from tests.browser.hands import Hands
from tests.browser.test_online import joined

FIELD = """at german-combat
turn 3
0611 36Mot 3Mot
0711 11RD
0612 1ID
0812 67RD
"""
PROVED = re.compile(
    r"Every roll is proved: [1-9]\d* rolls? in [1-9]\d* throws?, with links of German, the server and Soviet"
)

AGAIN = """() => {
  const { session } = document.querySelector("#map").board;
  session.view.dice = { ...session.view.dice, throw: 1, rolling: true, missing: ["german"], seal: "00" };
  session.tell("dice");
  return document.querySelector('[data-test="dice-warning"]');
}"""


def test_two_pages_roll_together_and_prove_it(
    server: Server, visit: Visit, shot: Callable[[Hands, str], None], tmp_path: Path
) -> None:
    host = visit(server.url)
    host.click("title-leningrad79")
    expect(host.part("verified-box")).to_be_visible()  # against the computer
    host.part("seat-soviet-me").check(force=True)
    expect(host.part("verified-box")).to_be_hidden()  # nobody to distrust
    host.part("seat-soviet-invite").check(force=True)
    host.part("verified").check()
    shot(host, "verified-dice-new-game")

    game = server.game(FIELD, seats={"german": "me", "soviet": "invite"}, verified=True)
    host.page.goto(game.url)
    german = host.seated()
    german.press("0711")
    german.click("pick-all")
    german.click("confirm")
    german.sees("dice-away", "The roll waits until Soviet opens the game")
    german.sees("prompt", "The dice decide")
    shot(german, "verified-dice-waiting")
    count = len(server.ask("GET", f"{game.path}/log")["played"])
    assert count == 1  # the action is fixed, nothing has been rolled
    dice = server.ask("GET", game.path)["dice"]
    assert dice["missing"] == ["german", "soviet"]  # no link is given before everybody has committed
    assert sorted(dice["anchors"]) == ["german", "server"]

    soviet = joined(visit, game.links["soviet"], "Vatutin")
    soviet.sees("prompt", "You decide")
    expect(german.part("dice-away")).to_have_count(0)
    german.sees("prompt", "Soviet decides")
    assert any(one["side"] == "chance" for one in server.ask("GET", f"{game.path}/log")["played"])

    for hands in (german, soviet):
        hands.click("menu")
        hands.click("dice-open")
    expect(soviet.part("dice-code")).to_have_text(german.part("dice-code").inner_text())
    with soviet.page.expect_download() as saved:
        soviet.click("dice-export")
    saved.value.save_as(tmp_path / "key.json")
    kept = json.loads((tmp_path / "key.json").read_text())
    assert kept["side"] == "soviet"
    assert len(kept["seals"]) == 1
    soviet.click("dice-prove-now")
    expect(soviet.part("dice-proof-so-far")).to_contain_text(PROVED)
    german.part("dice-away-links").check()
    german.click("dice-leave-yes")
    german.sees("dice-chains", "links for 200 throws left with the server")
    shot(german, "verified-dice-dialog")

    soviet.page.evaluate("() => localStorage.clear()")  # the key is lost, and loaded from the file
    soviet.page.reload()
    soviet.seated()
    soviet.sees("dice-lost", "not in this browser")
    soviet.click("dice-more")
    soviet.part("dice-file").set_input_files(tmp_path / "key.json")
    expect(soviet.part("dice-lost")).to_have_count(0)

    server.ask("POST", f"{game.path}/resign", **{"as": "german"})
    german.click("dice-dialog-close")
    soviet.page.keyboard.press("Escape")
    for hands in (german, soviet):
        hands.click("dice-prove")
        expect(hands.part("dice-proof")).to_contain_text(PROVED)
    soviet.part("closing-dice").scroll_into_view_if_needed()
    shot(soviet, "verified-dice-closing")


def test_the_page_finds_out_a_cheating_server(server: Server, visit: Visit, shot: Callable[[Hands, str], None]) -> None:
    """It asks for the same link again, for another action; and its proof has another roll than the links give."""
    game = server.game(FIELD, seats={"german": "me", "soviet": "computer:random"}, verified=True)
    hands = visit(game.url, PHONE, dark=True).seated()
    hands.page.evaluate("() => document.querySelector('#map').board.session.play('attack 0711 with 36Mot 3Mot')")
    hands.until(lambda: any(one["side"] == "chance" for one in server.ask("GET", f"{game.path}/log")["played"]))
    hands.page.wait_for_function(AGAIN)
    hands.sees("dice-warning", "asks for link 1 a second time, for another action")
    server.ask("POST", f"{game.path}/resign", **{"as": "german"})
    hands.page.route("**/dice", lambda route: route.fulfill(json=_with_another_roll(route.fetch().json())))
    hands.click("dice-prove")
    hands.sees("dice-wrong", "the links give")
    hands.part("closing-dice").scroll_into_view_if_needed()
    shot(hands, "verified-dice-cheated-phone")


def _with_another_roll(proof: Any) -> Any:
    roll = proof["throws"][-1]["rolls"][-1]
    roll["came"] = next(text for text, _ in roll["values"] if text != roll["came"])
    return proof
