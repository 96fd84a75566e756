"""What may be chosen is in view when a decision begins, on every screen."""

import pytest

from tests.browser.conftest import LAPTOP, PHONE, Server, Visit
from tests.browser.hands import CLEAR

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


def test_what_may_be_chosen_lies_beside_the_minimap(server: Server, visit: Visit) -> None:
    game = server.game("at german-replacement\nturn 4\n1113 36Mot(reduced,since=1)\n0308 61ID\n1008 1Pz\n")
    hands = visit(game.url).seated()
    hands.page.evaluate("""() => {  // the view that the last decision has left: the unit lies under the minimap
      const {board} = document.querySelector("#map");
      const [{x, y}, {k}] = [board.sheet.places.get("1113"), board.camera.at];
      const map = document.querySelector("[data-test=minimap]");
      board.camera.set({k, x: map.offsetLeft + 60 - x * k, y: map.offsetTop + 60 - y * k});
      board.viewpoint.framed = "";
      board.viewpoint.frameChoices();
    }""")
    hands.page.wait_for_function(CLEAR, arg=["1113"])
