"""For everybody: names for whoever listens, the Tab key for whoever has no mouse, contrast for whoever sees badly."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, PHONE, Server, Visit
from tests.browser.hands import Hands

FIELD = """at german-movement
turn 3
0611 36Mot 3Mot
0612 1ID
0711 11RD
"""

# Every control that is shown, with the name a screen reader would say.
CONTROLS = """() => {
  const kinds = "a[href], button, input, select, textarea, summary, [tabindex], [role=button], [role=tab]";
  const words = (one) => (one?.innerText ?? one?.textContent ?? "").trim();
  return [...document.querySelectorAll(kinds)].filter((one) => one.checkVisibility({visibilityProperty: true})
    && !one.closest("[inert], [aria-hidden=true]")
    && (one.tabIndex >= 0 || one.matches("button, a, input"))).map((one) => {
    const ids = (one.getAttribute("aria-labelledby") ?? "").split(" ");
    const by = ids.map((id) => words(document.getElementById(id))).join(" ");
    const label = [...(one.labels ?? [])].map(words).join(" ");
    const name = (by.trim() || one.getAttribute("aria-label") || label || words(one) || one.title || "").trim();
    return {what: one.tagName + " " + (one.dataset.test ?? one.className ?? ""), name, tab: one.tabIndex,
      roving: Boolean(one.closest("[role=tablist], [role=menu], .diary, [role=group], .fan")), group: one.name ?? "",
      off: Boolean(one.disabled), hush: one.classList.contains("hush"), frame: one.closest("dialog") !== null};
  });
}"""

FOCUSED = """() => {
  const one = document.activeElement;
  return [one.tagName + " " + (one.dataset.test ?? one.className ?? ""), one.name ?? ""];
}"""


def unnamed(hands: Hands) -> list[str]:
    return [one["what"] for one in hands.page.evaluate(CONTROLS) if not one["name"]]


def screens(server: Server, visit: Visit, size: tuple[int, int]) -> list[tuple[str, Hands]]:
    """Every screen there is, with something in it."""
    touch = size == PHONE
    home = visit(server.url, size, touch=touch)
    expect(home.part("titles")).to_be_visible()
    found = [("home", home)]
    game = server.game(FIELD)
    server.play(game, "move 1ID to 0712")

    def at(name: str, *act: Callable[[Hands], Any]) -> None:
        hands = visit(game.url, size, touch=touch).seated()
        for one in act:
            one(hands)
        found.append((name, hands))

    def combat(hands: Hands) -> None:
        hands.page.goto(server.game(FIELD.replace("movement", "combat")).url)
        hands.seated().press("0711")
        hands.click("pick-all")
        expect(hands.part("combat")).to_be_visible()

    at("selected", lambda h: h.press("0611"), lambda h: expect(h.part("selection")).to_be_visible())
    at(
        "why not",
        lambda h: h.press("0611"),
        lambda h: expect(h.part("selection")).to_be_visible(),
        lambda h: h.press("1309"),
        lambda h: expect(h.part("objection").first).to_be_visible(),
    )
    at("combat", combat)
    if touch:
        return found
    at("rules", lambda h: h.click("rules"), lambda h: expect(h.part("heading").first).to_be_visible())
    at("charts", lambda h: h.click("charts"), lambda h: expect(h.part("charts-list")).to_be_visible())
    at("roster", lambda h: h.click("roster-open"), lambda h: expect(h.part("unit").first).to_be_visible())
    at("menu", lambda h: h.click("menu"), lambda h: expect(h.part("menu-list")).to_be_visible())
    at(
        "settings",
        lambda h: h.click("menu"),
        lambda h: h.click("settings"),
        lambda h: expect(h.part("me-keep")).to_be_visible(),
    )
    at("replay", lambda h: h.click("replay"), lambda h: expect(h.part("replay-slider")).to_be_visible())
    return found


@pytest.mark.parametrize("size", [pytest.param(LAPTOP, marks=pytest.mark.soak), PHONE], ids=["laptop", "phone"])
def test_every_control_has_a_name(server: Server, visit: Visit, size: tuple[int, int]) -> None:
    for name, hands in screens(server, visit, size):
        if name != "home":
            expect(hands.page.locator('[data-test^="hex-"]').last).to_have_attribute("aria-label", re.compile("."))
        controls = hands.page.evaluate(CONTROLS)
        assert len(controls) > 8, name
        assert unnamed(hands) == [], name


def test_hexes_and_stacks_are_told(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url).seated()
    label = re.compile(r"^0611, .*German (36Mot and 3Mot|3Mot and 36Mot)")
    expect(hands.part("hex-0611")).to_have_attribute("aria-label", label)
    expect(hands.part("hex-0711")).to_have_attribute("aria-label", re.compile("Soviet"))
    every = hands.page.locator('[data-test^="hex-"]')
    expect(every.and_(hands.page.locator('[aria-label]:not([aria-label=""])'))).to_have_count(every.count())
    assert every.count() > 300
    hands.press("0612")
    expect(hands.part("hex-0712")).to_have_attribute("aria-label", re.compile("move: 1"))
    expect(hands.part("prompt")).to_have_attribute("aria-live", "polite")


@pytest.mark.soak
def test_every_control_is_reached_by_tab(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url).seated()
    wanted = {one["what"] for one in hands.page.evaluate(CONTROLS) if not one["off"] and not one["roving"]}
    seen: set[str] = set()
    for _ in range(120):
        hands.page.keyboard.press("Tab")
        seen.add(hands.page.evaluate(FOCUSED)[0])
    assert wanted - seen == set()


@pytest.mark.soak
def test_home_is_reached_by_tab(server: Server, visit: Visit) -> None:
    hands = visit(server.url)
    expect(hands.part("titles")).to_be_visible()
    controls = hands.rest().page.evaluate(CONTROLS)
    radios = {one["group"] for one in controls if one["what"].startswith("INPUT side-")}  # one stop for each group
    wanted = {
        one["what"] for one in controls if not one["hush"] and not one["group"].startswith(("side-", "computer-"))
    }
    seen, groups = set(), set()
    for _ in range(len(controls) + 10):
        hands.page.keyboard.press("Tab")
        what, group = hands.page.evaluate(FOCUSED)
        seen.add(what)
        groups.add(group)
    assert wanted - seen == set()
    assert radios <= groups


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_words_stand_out_from_their_ground(server: Server, visit: Visit, dark: bool) -> None:
    hands = visit(server.url, dark=dark)
    expect(hands.part("titles")).to_be_visible()
    names = ["ink", "ink2", "ink3", "accent", "accent-ink", "panel", "panel2", "raise", "paper", "focus", "hit", "safe"]
    colours: dict[str, str] = hands.page.evaluate(
        """names => Object.fromEntries(names.map((name) => {
             const probe = document.body.appendChild(document.createElement("i"));
             probe.style.color = `var(--${name})`;
             const [r, g, b] = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
             probe.remove();
             return [name, "#" + [r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("")];
           }))""",
        names,
    )
    pairs = [
        (text, ground) for text in ("ink", "ink2", "ink3", "accent", "focus") for ground in ("panel", "raise", "paper")
    ]
    poor = {
        pair: round(contrast(colours[pair[0]], colours[pair[1]]), 2)
        for pair in [*pairs, ("accent-ink", "accent")]
        if contrast(colours[pair[0]], colours[pair[1]]) < 4.5
    }
    assert poor == {}


# Text as it is painted, with the first opaque ground behind it.
PAINTED = """() => {
  const parse = (text) => {
    const parts = text.match(/[\\d.]+/g).map(Number);
    return text.startsWith("color(") ? parts.map((part, n) => (n < 3 ? 255 * part : part)) : parts;  // a mixed colour
  };
  const ground = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const [r, g, b, a = 1] = parse(getComputedStyle(at).backgroundColor);
      if (a > 0.95) return [r, g, b];
      if (a > 0 || getComputedStyle(at).backgroundImage !== "none") return null;
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const out = [];
  while (walker.nextNode()) {
    const one = walker.currentNode.parentElement;
    const text = walker.currentNode.data.trim();
    if (!text || one.closest("svg, [disabled], .hush, .world") || !one.checkVisibility()) continue;
    let faded = false;
    for (let at = one; at; at = at.parentElement) if (getComputedStyle(at).opacity !== "1") faded = true;
    const behind = ground(one);
    const [r, g, b, a = 1] = parse(getComputedStyle(one).color);
    if (behind && a > 0.95 && !faded) out.push([text.slice(0, 30), one.className, [r, g, b], behind]);
  }
  return out;
}"""


def pale(hands: Hands) -> list[tuple[object, ...]]:
    """The words of a page that hardly stand out from their ground."""
    poor: list[tuple[object, ...]] = []
    words = hands.page.evaluate(PAINTED)
    assert len(words) > 20
    for text, name, front, back in words:
        code = ["#" + "".join(f"{part:02x}" for part in map(int, colour)) for colour in (front, back)]
        if contrast(*code) < 4.5:
            poor.append((text, name, *code, round(contrast(*code), 2)))
    return poor


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_painted_words_stand_out(server: Server, visit: Visit, dark: bool) -> None:
    game = server.game(FIELD)
    server.play(game, "move 1ID to 0712")
    home, hands = visit(server.url, dark=dark), visit(game.url, dark=dark).seated()
    expect(home.part("titles")).to_be_visible()
    hands.press("0611")
    expect(hands.part("selection")).to_be_visible()
    assert [*pale(home), *pale(hands)] == []
