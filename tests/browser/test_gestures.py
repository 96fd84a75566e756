"""One gesture for what belongs together: a whole stack, the next reinforcement, a move and an overrun."""

from playwright.sync_api import expect

from tests.browser.conftest import Server, Visit

BOTH = {"german": "me", "soviet": "me"}
# Whatever is rolled at 9-1, the defender is gone or has to go.
FIELD = """at german-combat
turn 3
0611 36Mot 3Mot 8Pz
0711 11RD
"""
DRIVE = """at german-movement
turn 3
0611 36Mot 3Mot
0811 11RD
"""


def test_the_whole_stack_advances(server: Server, visit: Visit) -> None:
    game = server.game(FIELD, seats=BOTH)
    server.play(game, "attack 0711 with 36Mot 3Mot 8Pz")
    while (ask := server.ask("GET", game.path)["ask"])["step"] != "advance":
        found = server.ask("POST", f"{game.path}/hint", **{"as": ask["side"], "level": "recruit"})
        server.play(game, "withdraw" if ask["step"] == "result" else found["action"])
    hands = visit(game.url).seated()
    expect(hands.part("able").locator('[data-test="piece"]')).to_have_count(3)  # lit before a verb is pressed
    hands.press("0611")
    hands.click("fan-all")
    hands.sees("selection", "3Mot")
    hands.page.wait_for_function("() => document.querySelector('#map').board.composer.targets.has('0711')")
    hands.press("0711")
    for unit in ("36Mot", "3Mot", "8Pz"):
        hands.stands(unit, "0711")


def test_reinforcements_enter_one_after_the_other(server: Server, visit: Visit) -> None:
    game = server.game(title="assault_leningrad", seats={"german": "me", "russian": "me"}, set_up="")
    view = server.ask("GET", game.path)
    while view["ask"]["step"] != "german-movement":
        found = server.ask("POST", f"{game.path}/hint", **{"as": view["ask"]["side"], "level": "recruit"})
        server.play(game, found["action"])
        view = server.ask("GET", game.path)
    hands = visit(game.url).seated()
    hands.click("verb-enter")
    waiting = hands.part("members").locator('[data-test="piece"]')
    first = str(waiting.first.get_attribute("data-piece"))
    waiting.first.click()
    hands.page.wait_for_function("() => document.querySelector('#map').board.composer.targets.size > 0")
    entry = hands.offered()["places"][0]
    hands.press(entry)
    hands.stands(first, entry)
    expect(hands.part("selection").locator('[data-test="piece"]')).to_have_count(1)  # the next one
    expect(hands.part("selection").locator(f'[data-piece="{first}"]')).to_have_count(0)


def test_move_and_overrun(server: Server, visit: Visit) -> None:
    hands = visit(server.game(DRIVE, seats=BOTH).url).seated()
    hands.press("0611")
    hands.click("fan-all")
    hands.page.wait_for_function("() => document.querySelector('#map').board.composer.targets.has('0711')")
    hands.press("0811")
    assert hands.objections()  # not from here
    hands.sees("approach", "then overrun")
    hands.click("approach")
    hands.sees("confirm", "Overrun 0811")
