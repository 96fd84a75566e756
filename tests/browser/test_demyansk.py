"""*Demyansk Shield* by clicking: attacks that require each other, support for them, markers and the score."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import PHONE, WIDE, Made, Server, Visit
from tests.browser.hands import Hands

BOTH = {"axis": "me", "soviet": "me"}
MOSCOW_GROUP = """at combat
turn 9
segment 1
sequence 1
weather frozen
1710 87-26 1-87
1810 1318-163 1-1318 28-238Eng
1609 231-387Art
1811 III-26
1910 I-46
available Il2-1 Ju87-1
"""
MARKERS = """at movement
turn 9
segment 1
sequence 2
weather mud
storm yes
shortage red
built 2215
building 2216
destroyed 1712 1811
airfield 2412
2214 I-26 II-26 Baum Pi30 AR12 AA12
2215 U1
2412 Schafferus
1712 19Gd-8Gd 23Gd-8Gd(reduced) 26Bde 70Rkt(fired)
1811 150Tk 161Tk 70-71Ski
"""
Shot = Callable[[Hands, str], None]


def begun(server: Server, position: str, scenario: str = "campaign", **said: Any) -> Made:
    text = f"demyansk {scenario}\n{position}"
    return server.game(title="demyansk", text=text, seats=BOTH, **said)


@pytest.mark.soak
def test_opening(server: Server, visit: Visit, shot: Shot) -> None:
    for size, dark, name in ((WIDE, False, "wide"), (WIDE, True, "dark"), (PHONE, False, "phone")):
        game = server.game(title="demyansk", scenario="campaign", seats=BOTH)
        server.play(game, "done")
        hands = visit(game.url, size, dark=dark, touch=size == PHONE).seated()
        hands.rest()
        hands.sees("prompt", "Soviet")
        shot(hands, f"demyansk-{name}")


def test_the_moscow_group(server: Server, visit: Visit, shot: Shot) -> None:
    game = begun(server, MOSCOW_GROUP)
    hands = visit(game.url, WIDE).seated()
    hands.press("1811")
    for unit in ("87-26", "1-87", "1318-163", "1-1318"):
        hands.part("members").locator(f'[data-piece="{unit}"]').click()
    hands.rest()
    hands.sees("combat", "Strongpoint in 1811")
    shot(hands, "demyansk-odds")
    hands.click("confirm")
    hands.rest()
    shot(hands, "demyansk-required")
    hands.press("1910")
    hands.rest()
    shot(hands, "demyansk-second")
    server.play(game, "attack 1910 with 28-238Eng", "resolve 1811")
    hands.rest()
    hands.sees("prompt-title", "Which guns and aircraft support?")
    shot(hands, "demyansk-support")
    hands.click("verb-support")
    hands.rest()
    shot(hands, "demyansk-guns")


@pytest.mark.soak
def test_markers(server: Server, visit: Visit, shot: Shot) -> None:
    hands = visit(begun(server, MARKERS).url, WIDE).seated()
    hands.press("2214")
    hands.sees("selection", "AR12")
    shot(hands, "demyansk-markers")
