"""A battle between two browsers: odds before, dice, the defender's choice, the advance."""

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.browser.conftest import PHONE, Server, Visit
from tests.browser.hands import CLEAR, Hands

# 5-1: whatever is rolled the defender has to choose, and may withdraw.
FIELD = """at german-combat
turn 3
0611 36Mot 3Mot
0711 11RD
"""


WITHIN = """() => {  // no figure of a what-if runs out of the panel
  const edge = document.querySelector(".decide").getBoundingClientRect().right;
  const figures = [...document.querySelectorAll(".what-row, .what-then > *")];
  return figures.every((one) => one.getBoundingClientRect().right <= edge);
}"""
SCROLLED = """(row) => {  // the panel is at its end
  const panel = row.closest(".decide");
  panel.scrollTo({ top: panel.scrollHeight, behavior: "instant" });
}"""
COMPOSER = "document.querySelector('#map').board.composer"


def percent(part: float) -> str:
    return f"{part * 100:.0f}"


def test_both_sides_decide(server: Server, visit: Visit, shot: Callable[[Hands, str], None]) -> None:
    game = server.game(FIELD, seats={"german": "me", "soviet": "invite"})
    german = visit(game.url).seated()
    soviet = visit(game.links["soviet"])
    soviet.part("join-name").fill("Zhukov")
    soviet.click("join-take")
    soviet.seated()
    expect(german.part("seat-soviet")).to_contain_text("Zhukov")
    expect(soviet.part("verbs")).to_be_empty()
    soviet.sees("prompt", "German decides")

    german.press("0711")  # the target first; whoever can takes part
    german.click("pick-all")
    german.sees("combat", "5-1")
    odds = server.ask("POST", f"{game.path}/odds", **{"as": "german", "action": "attack 0711 with 36Mot 3Mot"})["odds"]
    shown = german.part("combat")
    expect(shown.locator('[data-test="column"]')).to_have_text(odds["column"])
    bars = shown.locator(".bar-row")
    assert {row.get_attribute("aria-label") for row in bars.all()} == {
        f"{name}: {words}"
        for (name, part), words in zip(odds["results"].items(), shown.locator(".part").all_inner_texts(), strict=True)
        if words.startswith(percent(part)) and words.endswith("%")
    }
    for line in odds["ledger"]:
        if line["op"] not in ("min", "max"):
            expect(shown).to_contain_text(line["text"])
            expect(shown).to_contain_text(line["cite"])
    expect(shown.locator(".sums")).to_contain_text("100 % defender hit")
    shot(german, "combat-card")

    german.click("confirm")
    german.sees("prompt", "Soviet decides")
    expect(german.part("verbs")).to_be_empty()
    log = server.ask("GET", f"{game.path}/log")["played"]
    rolled = re.findall(r"\d+", next(entry["action"] for entry in log if entry["action"].startswith("roll")))
    for side in (german, soviet):
        dice = side.part("dice").locator(".die")
        expect(dice).to_have_count(len(rolled))
        assert [one.get_attribute("aria-label") for one in dice.all()] == [f"die {value}" for value in rolled]

    soviet.sees("prompt", "You decide")
    expect(soviet.page).to_have_title(re.compile("Your turn"))
    for side in (german, soviet):  # the battle stays on the board until it is decided
        side.sees("battle-result", "The defender")
        expect(side.page.locator(".past .arrow")).to_have_count(1)
    soviet.seated().sees("card-withdraw", "to 0710, 0810 Birzai or 0811")
    soviet.part("card-withdraw").hover()
    expect(soviet.page.locator(".foretold .outline-choice")).not_to_have_count(0)
    expect(soviet.page.locator(".foretold .tag-barred").first).to_have_text(re.compile(r"✕ 10\.7"))
    soviet.part("prompt").hover()
    expect(soviet.page.locator(".foretold .outline-choice")).to_have_count(0)
    soviet.click("card-withdraw")
    soviet.sees("prompt-title", "Retreat the units one by one.")
    while soviet.part("prompt").get_by_text("You decide").count():
        retreat(soviet.seated())

    german.sees("prompt", "You decide")
    german.seated()
    if german.part("card-withdraw").count():  # the attacker has to pay, too
        german.page.locator('[data-test^="card-lose-"]').first.click()
        expect(german.part("card-withdraw")).to_have_count(0)
        german.seated()
    german.sees("prompt-title", "Advance")
    german.press("0611")
    first = german.part("selection").locator('[data-test="piece"]').get_attribute("data-piece") or ""
    german.press("0711")
    for side in (german, soviet):
        side.stands(first, "0711")


def retreat(hands: Hands) -> None:
    """Go back by what the map offers."""
    before = hands.version()
    if not hands.offered()["selected"]:  # after the first hex it is kept in hand
        hands.press(hands.page.evaluate(f"() => {{ const c = {COMPOSER}; return c.placeOf([...c.movable][0]); }}"))
        expect(hands.part("selection")).to_be_visible()
    hands.page.wait_for_function(f"() => {COMPOSER}.targets.size > 0")
    hands.press(hands.offered()["places"][0])
    hands.page.wait_for_function(f"() => document.querySelector('#map').board.session.view.version > {before}")


def test_the_effect_is_shown_also_if_it_comes_late(server: Server, visit: Visit) -> None:
    game = server.game(FIELD, seats={"german": "me", "soviet": "invite"})
    soviet = visit(game.links["soviet"])
    soviet.click("join-take")
    soviet.seated()
    held: list[Route] = []
    soviet.page.route("**/effect", lambda route: held.append(route))
    server.play(game, "attack 0711 with 36Mot 3Mot")
    soviet.part("card-withdraw").hover()  # before the page knows what it leads to
    soviet.until(lambda: held)
    held[0].continue_()
    soviet.page.unroute("**/effect")
    expect(soviet.page.locator(".foretold .tag-free")).to_have_count(3)


def test_the_figures_follow_the_choice_of_units(server: Server, visit: Visit) -> None:
    game = server.game(FIELD)
    hands = visit(game.url).seated()
    hands.press("0611")
    hands.click("fan-all")
    hands.page.wait_for_function(f"() => {COMPOSER}.targets.has('0711')")
    hands.page.mouse.move(*hands.spot("0711"))
    hands.sees("prompt-text", "If you attack 0711 Panevezys, 5-1: defender")  # pointed at: the odds are told at once
    hands.click("clear")
    hands.press("0711")
    for units in (["36Mot"], ["36Mot", "3Mot"]):
        hands.part("members").locator(f'[data-piece="{units[-1]}"]').click()
        action = f"attack 0711 with {' '.join(units)}"
        odds = server.ask("POST", f"{game.path}/odds", **{"as": "german", "action": action})["odds"]
        expect(hands.part("column")).to_have_text(odds["column"])
    expect(hands.part("forces").locator(".force-row .portrait")).to_have_count(1)  # the defender
    expect(hands.part("confirm")).to_contain_text(f"Attack 0711 Panevezys · 2 units (16) · {odds['column']}")
    hands.sees("less-3Mot", "Without 3rd Motorized")
    what, sure = hands.page.locator(".what-row").first.bounding_box(), hands.part("confirm").bounding_box()
    assert what
    assert sure
    assert what["y"] + what["height"] <= sure["y"]  # the what-ifs are found without scrolling, in a low window too
    assert hands.page.evaluate(WITHIN)
    hands.click("less-3Mot")
    expect(hands.part("confirm")).to_contain_text("36th Motorized (8) · 2-1")
    expect(hands.part("column")).to_have_text("2-1")
    hands.sees("more-3Mot", "5-1")
    words = "The defender loses a step or retreats a hex."
    expect(hands.part("combat").locator(".bar-row").filter(has_text=words)).not_to_have_count(0)
    card, act = hands.part("combat").bounding_box(), hands.part("confirm").bounding_box()
    assert card
    assert act
    assert card["y"] < act["y"] <= 800 - act["height"]  # both are on the screen
    hands.page.mouse.move(*hands.spot("0611"))
    expect(hands.part("hexline")).to_be_visible()
    hands.page.keyboard.press("Escape")
    expect(hands.part("hexline")).to_be_hidden()  # no description of what is no longer chosen
    assert hands.version() == 0  # nothing was committed


def test_the_end_of_the_card_can_be_reached_on_a_phone(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url, PHONE, touch=True).seated()
    hands.tap("0711")
    hands.click("pick-all")
    hands.sees("less-3Mot", "loss")
    assert hands.page.evaluate(WITHIN)
    hands.part("combat").locator("summary").click()  # the shifts with their cases
    hands.part("combat").locator(".shifts .chip").first.scroll_into_view_if_needed()
    expect(hands.part("combat").locator(".shifts .chip").first).to_be_in_viewport()
    last = hands.page.locator(".what-row:visible").last
    last.evaluate(SCROLLED)
    what, sure = last.bounding_box(), hands.page.locator(".confirm-box").bounding_box()
    assert what
    assert sure
    assert what["y"] + what["height"] <= sure["y"]  # not under the button


def test_a_planned_attack_is_made_later(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url).seated()
    hands.press("0711")
    hands.click("pick-all")
    hands.click("plan")
    expect(hands.part("plan-row")).to_contain_text("5-1")
    assert hands.version() == 0
    hands.click("plan-go")
    hands.sees("prompt", "Soviet decides")
    expect(hands.part("plan-row")).to_have_count(0)


def test_the_map_makes_way_when_the_card_of_the_battle_grows(server: Server, visit: Visit) -> None:
    game = server.game("at german-combat\nturn 3\n0211 36Mot 3Mot\n0311 11RD\n")
    hands = visit(game.url).seated()
    hands.press("0311")
    hands.click("pick-all")
    hands.page.evaluate(
        """() => {
          const { camera, sheet } = document.querySelector("#map").board;
          const at = sheet.places.get("0311");
          camera.stop();
          camera.set({ k: 1.227, x: 522 - at.x * 1.227, y: 353 - at.y * 1.227 });  // so that the card just clears 0211
        }"""
    )
    hands.click("confirm")
    hands.sees("battle-result", "The defender")
    hands.page.wait_for_function(CLEAR, arg=["0211", "0311"])
