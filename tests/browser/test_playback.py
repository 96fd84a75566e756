"""What the others did is played out step by step, at the player's pace, and again at will."""

from playwright.sync_api import expect

from tests.browser.conftest import Made, Server, Visit
from tests.browser.hands import Hands
from tests.browser.test_access import pale, unnamed

FIELD = """at german-movement
turn 3
0612 1ID
0613 11ID
0611 36Mot 3Mot
0711 11RD
1404 67RD
"""
MOVES = ("move 1ID to 0513", "move 11ID to 0713", "done", "attack 0711 with 36Mot 3Mot")


def opposed(server: Server, visit: Visit, pace: str) -> tuple[Made, Hands]:
    """A game, and the page of the side that is attacked."""
    game = server.game(FIELD, seats={"german": "me", "soviet": "invite"})
    soviet = visit(game.links["soviet"], pace=pace)
    soviet.click("join-take")
    return game, soviet.seated()


def step_to(hands: Hands, count: int) -> None:
    """One step at a time, as far as this."""
    hands.page.keyboard.press("Home")
    hands.sees("playback-where", "Step 0 of")
    for n in range(1, count + 1):
        hands.page.keyboard.press("ArrowRight")
        hands.sees("playback-where", f"Step {n} of")


def test_a_turn_is_played_out_to_the_decision(server: Server, visit: Visit) -> None:
    game, soviet = opposed(server, visit, "step")
    server.play(game, *MOVES[:3])
    soviet.sees("playback-where", "of 3")
    step_to(soviet, 1)
    soviet.stands("1ID", "0513")
    soviet.stands("11ID", "0613")
    expect(soviet.page.locator(".trail-line")).to_have_count(1)
    expect(soviet.part("verbs")).to_be_empty()
    soviet.sees("so-far", "German nothing lost")
    assert unnamed(soviet) == []
    assert pale(soviet) == []
    server.play(game, MOVES[3])  # what comes meanwhile is played afterwards
    server.ask("POST", f"{game.path}/chat", text="Well played")
    soviet.sees("tab-chat", "Chat")
    expect(soviet.part("playback-where")).not_to_contain_text("of 3")
    soviet.sees("playback-where", "Step 1 of")
    step_to(soviet, 3)
    expect(soviet.part("step")).to_have_count(3)  # nothing is told before it is played
    soviet.page.keyboard.press("Shift+ArrowRight")
    soviet.sees("battle", "Battle · 0711")
    expect(soviet.page.locator(".past .arrow")).to_have_count(1)
    expect(soviet.part("battle-result")).to_have_count(0)
    soviet.page.keyboard.press("Enter")
    expect(soviet.part("playback")).to_be_hidden()
    soviet.sees("prompt", "You decide")
    rolled = next(
        entry["action"] for entry in server.ask("GET", f"{game.path}/log")["played"] if entry["action"][:4] == "roll"
    )
    expect(soviet.part("battle-result").locator(".die")).to_have_attribute("aria-label", f"die {rolled[5:]}")
    soviet.sees("battle-result", "The defender")
    expect(soviet.page.locator(".past .arrow")).to_have_count(1)  # until it is decided

    soviet.click("happened-open")
    soviet.sees("playback-where", "Step 0 of")
    soviet.stands("1ID", "0612")
    soviet.part("step").nth(1).click()
    soviet.stands("11ID", "0713")
    expect(soviet.part("step").nth(1)).to_have_attribute("aria-current", "step")


def test_it_plays_by_itself_at_a_pace_that_is_remembered(server: Server, visit: Visit) -> None:
    game, soviet = opposed(server, visit, "step")
    server.play(game, *MOVES)
    soviet.sees("playback-where", "of 5")
    soviet.click("pace-fast")
    expect(soviet.part("playback")).to_be_hidden()
    soviet.sees("prompt", "You decide")
    soviet.part("verbs").locator(".choice-card").first.click()
    soviet.sees("prompt", "German decides")
    server.play(game, "done")  # no advance: nobody is told that
    server.play(game, "done")
    expect(soviet.part("playback")).to_be_hidden()
    soviet.sees("prompt", "You decide")  # and it has not stopped there
    soviet.page.reload()
    soviet.seated().click("menu")
    soviet.click("settings")
    expect(soviet.part("pace-fast").and_(soviet.page.locator("input"))).to_be_checked()
