"""A game at one table, to its end, by clicking."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Server, Visit
from tests.browser.hands import Robot

LATE = """at german-movement
turn 12
0611 36Mot 3Mot
0612 1ID
0811 11RD
1808 70RD
"""


def test_the_last_turn_by_hand(server: Server, visit: Visit) -> None:
    hands = visit(server.game(LATE).url).seated()
    hands.sees("now", "Game-Turn 12")
    hands.press("0612")
    hands.sees("selection", "1ID")
    hands.press("0712")
    hands.stands("1ID", "0712")
    hands.click("verb-done")
    hands.sees("prompt-title", "Attack adjacent units.")
    Robot(hands, seed=1, keen=0.7).play(most=80)
    expect(hands.part("ending")).to_contain_text("The game is over.")
    view = server.ask("GET", f"/api/games/{hands.page.url.rsplit('/', 1)[1]}")
    assert view["over"]
    hands.sees("prompt-title", view["outcome"]["level"])
    expect(hands.part("verbs")).to_be_empty()
    assert hands.part("entry").count() >= 5


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_by_clicking(server: Server, visit: Visit, seed: int) -> None:
    hands = visit(server.game().url).seated()
    robot = Robot(hands, seed, keen=0.75)
    robot.play(most=6000)
    view = server.ask("GET", f"/api/games/{hands.page.url.rsplit('/', 1)[1]}")
    assert view["over"]
    assert view["now"].startswith("Game-Turn 12")
    expect(hands.part("ending")).to_contain_text(view["outcome"]["level"])
