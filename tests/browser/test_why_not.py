"""Clicking what is not allowed: the bubble names every case that forbids it, and the case opens its card."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Server, Visit
from tests.browser.hands import Hands

FIELD = """at german-movement
turn 3
0611 36Mot 3Mot
0612 1ID
0711 11RD
1404 67RD
"""


def told(server: Server, path: str, action: str) -> list[tuple[str, str]]:
    """Case and text of every objection, from the server itself."""
    answer = server.ask("POST", f"{path}/why", **{"as": "german", "action": action})
    return [(one["cite"], one["text"]) for one in answer["objections"]]


def same(shown: list[str], told: list[tuple[str, str]]) -> None:
    assert told
    assert len(shown) == len(told)
    for words, (cite, text) in zip(shown, told, strict=True):
        assert cite in words
        assert text.lower().rstrip(".") in " ".join(words.split()).lower()


def test_a_move_out_of_reach(server: Server, visit: Visit, shot: Callable[[Hands, str], None]) -> None:
    game = server.game(FIELD)
    hands = visit(game.url).seated()
    hands.press("0612")
    hands.sees("selection", "1ID")
    hands.press("1404")
    same(hands.objections()[:1], told(server, game.path, "move 1ID to 1404")[:1])
    expect(hands.part("why-not")).to_contain_text("Why not 1404")
    shot(hands, "why-not")
    assert hands.version() == 0
    cite = hands.part("objection").first.locator("[data-case]")
    number = cite.inner_text()
    assert re.fullmatch(r"\d+\.\d+", number)
    cite.click()
    expect(hands.part("rule-card").locator(".case-no")).to_have_text(number)
    expect(hands.part("rule-card").locator(".clauses li").first).to_be_visible()
    hands.page.keyboard.press("Escape")
    expect(hands.part("rules-dialog")).to_have_count(0)


@pytest.mark.soak
def test_the_nearest_hex_is_offered_instead(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url).seated()
    hands.press("0612")
    hands.sees("selection", "1ID")
    hands.press("1612")
    expect(hands.part("objection").first).to_be_visible()
    place = hands.part("why-nearest").inner_text().split()[0]
    hands.click("why-nearest")
    hands.stands("1ID", place)


@pytest.mark.soak
def test_an_enemy_that_cannot_be_attacked(server: Server, visit: Visit) -> None:
    game = server.game(FIELD.replace("german-movement", "german-combat"))
    hands = visit(game.url).seated()
    hands.press("1404")
    same(hands.objections(), [(cite, text) for cite, text in told(server, game.path, "attack 1404 with 36Mot")][:1])
    hands.page.keyboard.press("Escape")
    expect(hands.part("why-not")).to_be_hidden()
    hands.press("0612")  # it is not beside the enemy
    hands.sees("selection", "1ID")
    hands.press("1404")
    same(hands.objections(), told(server, game.path, "attack 1404 with 1ID"))


def test_a_verb_that_is_barred(server: Server, visit: Visit) -> None:
    game = server.game("at soviet-movement\nturn 1\n0210 1Pz\n1404 67RD\nreserve 70RD\n")
    hands = visit(game.url).seated()
    expect(hands.part("verb-done")).to_have_class(re.compile("barred"))
    hands.click("verb-done")
    answer = server.ask("POST", f"{game.path}/why", **{"as": "soviet", "action": "done"})
    same(hands.objections(), [(one["cite"], one["text"]) for one in answer["objections"]])
    hands.click("verb-overrun")  # no unit is selected: the reason is still told
    expect(hands.part("objection").filter(has_text="may not overrun on Game-Turn 1")).to_contain_text("17.1")
    assert hands.version() == 0


def test_a_unit_that_can_do_no_more(server: Server, visit: Visit) -> None:
    game = server.game(FIELD)
    hands = visit(game.url).seated()
    hands.drag("0612", "0712")  # into the enemy's Zone of Control
    hands.stands("1ID", "0712")
    hands.seated()
    hands.sees("selection", "1ID")  # it is kept in hand: it could still overrun
    hands.sees("verb-move", "not with these")
    hands.click("verb-move")
    answer = server.ask("POST", f"{game.path}/why", **{"as": "german", "verb": "move", "chosen": ["1ID"]})
    same(hands.objections(), [(one["cite"], one["text"]) for one in answer["objections"]])


def test_a_unit_on_the_map_is_told_about_moves_and_attacks_not_about_entering(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url).seated()
    hands.press("0611")
    hands.sees("selection", "3Mot")
    hands.press("1404")
    texts = " ".join(hands.objections())
    assert "not adjacent" in texts  # to overrun
    assert "needs 12 Movement Points" in texts  # to move
    assert "waiting" not in texts
