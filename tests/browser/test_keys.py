"""A turn without a mouse: every function by keyboard, and one sees where one is."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Server, Visit
from tests.browser.hands import Hands

FIELD = """at german-movement
turn 3
0611 36Mot 3Mot
0612 1ID
0711 11RD
"""
COUNT = """() => {
  window.pointed = 0;
  for (const name of ["pointerdown", "mousedown", "mousemove", "touchstart"])
    addEventListener(name, () => (window.pointed += 1), true);
}"""
SELECTED = "() => document.querySelector('#map').board.composer.selection.join()"
PIECE = "() => document.activeElement.dataset.piece"


def walk(hands: Hands, to: str) -> None:
    """Lead the cursor to a hex by the keys of the six sides."""
    steps = "(to) => { const b = document.querySelector('#map').board; return b.sheet.steps(to).get(b.place); }"
    for _ in range(40):
        at = hands.page.evaluate(steps, to)
        if at == 0:
            return
        for key in "qweasd":
            before = hands.page.evaluate("() => document.querySelector('#map').board.place")
            hands.page.keyboard.press(key)
            if hands.page.evaluate(steps, to) < at:
                break
            back = {"q": "d", "w": "s", "e": "a", "a": "e", "s": "w", "d": "q"}[key]
            if hands.page.evaluate("() => document.querySelector('#map').board.place") != before:
                hands.page.keyboard.press(back)
    raise AssertionError(f"the cursor does not come to {to}")


def focused(hands: Hands, place: str) -> None:
    """The hex has the focus, and one sees it."""
    expect(hands.part(f"hex-{place}")).to_be_focused()
    expect(hands.page.locator(".cursor")).to_have_attribute(
        "d", hands.page.evaluate("place => document.querySelector('#map').board.sheet.path(place)", place)
    )


def number(hands: Hands, test: str) -> str:
    """The key of a verb, as its tile names it."""
    return hands.part(test).locator("kbd").inner_text()


def test_a_turn_by_keyboard(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url).seated()
    keys = hands.page.keyboard
    hands.page.evaluate(COUNT)

    for _ in range(3):  # the next unit that can do something, until it is the one we want
        before = hands.page.evaluate(SELECTED)
        keys.press(".")
        hands.page.wait_for_function(f"before => ({SELECTED})() !== before", arg=before)
        if hands.page.evaluate(SELECTED) == "1ID":
            break
    hands.sees("selection", "1ID")
    hands.page.wait_for_function("() => document.querySelector('#map').board.composer.targets.size > 0")
    focused(hands, "0612")
    walk(hands, "0712")
    focused(hands, "0712")
    hands.sees("hexline", "move: 1")
    keys.press("Enter")
    hands.stands("1ID", "0712")
    keys.press("z")
    hands.stands("1ID", "0612")
    hands.seated()
    keys.press("Escape")
    keys.press(number(hands, "verb-done"))
    hands.sees("prompt-title", "Attack adjacent units.")

    hands.seated()
    walk(hands, "0711")
    keys.press("Enter")
    hands.sees("prompt-title", "Attack 0711")
    keys.press("x")
    hands.sees("combat", "6-1")
    keys.press("Enter")
    expect(hands.part("dice")).to_be_visible()
    hands.page.wait_for_function("() => document.querySelector('#map').board.session.view.version >= 2")
    assert hands.page.evaluate("() => window.pointed") == 0


def test_keys_open_what_they_say(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url).seated()
    keys = hands.page.keyboard
    for key, test in (("r", "rules-dialog"), ("c", "charts-dialog"), ("h", "keys-dialog")):
        keys.press(key)
        expect(hands.part(test)).to_be_visible()
        keys.press("Escape")
        expect(hands.part(test)).to_have_count(0)
    keys.press("f")
    expect(hands.part("roster-search")).to_be_focused()
    hands.part("roster-search").blur()
    keys.press("t")
    expect(hands.part("chat-field")).to_be_visible()
    keys.press("l")
    expect(hands.part("diary")).to_be_visible()
    keys.press("o")
    expect(hands.part("overlay-zoc")).to_have_attribute("aria-pressed", "true")
    keys.press("p")
    expect(hands.part("replay-slider")).to_be_focused()


@pytest.mark.soak
def test_a_stack_is_laid_out_and_walked(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url).seated()
    keys = hands.page.keyboard
    keys.press(".")
    expect(hands.part("selection")).to_be_visible()
    walk(hands, "0611")
    keys.press("Escape")
    expect(hands.part("selection")).to_have_count(0)
    keys.press("g")
    expect(hands.part("fan")).to_be_visible()
    first = hands.page.wait_for_function(PIECE).json_value()
    keys.press("ArrowRight")
    second = hands.page.wait_for_function(f"first => ({PIECE})() !== first && ({PIECE})()", arg=first).json_value()
    assert {first, second} == {"36Mot", "3Mot"}
    keys.press("Enter")
    hands.sees("selection", second)
    keys.press("Escape")
    expect(hands.part("hex-0611")).to_be_focused()


@pytest.mark.soak
def test_whatever_has_the_focus_shows_it(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url).seated()
    seen = []
    for _ in range(40):
        hands.page.keyboard.press("Tab")
        shown = hands.page.evaluate("""() => {
          const on = document.activeElement;
          const style = getComputedStyle(on);
          const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
          const hex = on.dataset.test?.startsWith("hex-");
          const cursor = hex && document.querySelector(".cursor").getAttribute("d") !== "";
          const skip = on.classList.contains("skip") && on.getBoundingClientRect().left >= 0;
          const name = on.tagName + " " + (on.dataset.test ?? on.className ?? "");
          return [name, on === document.body || ring || cursor || skip];
        }""")
        assert shown[1], shown[0]
        seen.append(shown[0])
    for test in ("undo", "layers", "rules", "menu", "verb-move", "verb-done", "tab-diary", "zoom-in", "hex-"):
        assert any(test in one for one in seen), f"{test} is not reached by Tab"
