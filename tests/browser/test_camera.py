"""What may be chosen is in view when a decision begins, on every screen."""

import pytest

from tests.browser.conftest import LAPTOP, PHONE, Server, Visit

FIELD = """at german-movement
turn 3
0611 36Mot 3Mot
0612 1ID
2705 67RD
"""
SEEN = """() => {
  const {viewpoint} = document.querySelector("#map").board;
  const spots = viewpoint.choices();
  return spots.length > 0 && spots.every((spot) => viewpoint.visible(spot));
}"""


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_choices_are_in_view(server: Server, visit: Visit, size: tuple[int, int]) -> None:
    game = server.game(FIELD)
    hands = visit(game.url, size, touch=size == PHONE).seated()
    hands.page.wait_for_function(SEEN)
    server.play(game, "done", "done")  # the other side is far away
    hands.page.wait_for_function(
        "() => document.querySelector('#map').board.session.view.ask.step === 'soviet-movement'"
    )
    hands.seated().page.wait_for_function(SEEN)
