"""What somebody does at the page: looks, clicks, drags, types. Nothing here knows a rule."""

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.waiting import until

# Where a place is, once the map is at rest: an answer, or a sheet that covers part of it, may move it.
SPOT = """async place => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  while (window.underway) await frame();
  if (innerWidth < 600) for (let n = 0; n < 2; n += 1) await frame();
  const hex = document.querySelector(`[data-test="hex-${place}"]`).getBoundingClientRect();
  const [x, y] = [hex.x + hex.width / 2, hex.y + hex.height / 2];
  const board = document.querySelector('[data-test="board"]').getBoundingClientRect();
  const open = (x, y) => Boolean(document.elementFromPoint(x, y)?.closest(".world"));
  const free = open(x - 8, y - 8) && open(x + 8, y - 8) && open(x - 8, y + 8) && open(x + 8, y + 8);
  return {x, y, free, dx: x - board.x - board.width / 2, dy: y - board.y - board.height / 2};
}"""

# What the page offers: the choices it has put on the table; it is busy while an answer is still to come.
OFFERED = """() => {
  const {composer: c, session: s} = document.querySelector("#map").board;
  const shown = (kind) => [...document.querySelectorAll(`[data-test=verbs] [data-test^="${kind}-"]:not(.barred)`)]
    .map((one) => one.dataset.test);
  const {act} = c;
  const asked = c.verbs.filter((verb) => verb.args.length);
  return {
    over: s.view.over, version: s.view.version, side: s.acting, step: s.view.ask.step,
    busy: window.underway > 0 || c.busy || s.busy || !asked.every((verb) => c.first.has(verb.verb)),
    selected: c.selection.length, cards: shown("card"), verbs: shown("verb"), values: shown("value"),
    act: act ? act.verb.verb + " " + act.chosen.length : "", kind: act ? act.next.kind ?? "" : "",
    pieces: [...document.querySelectorAll("[data-test=members] [data-test=piece]")].map((one) => one.dataset.piece),
    picked: act ? [...act.picked] : [], places: [...c.targets.keys()].filter((name) => s.view && /\\d/.test(name)),
    menu: [...document.querySelectorAll(".menu-row")].filter((one) => one.getClientRects().length)
      .map((one) => one.dataset.test),
    sure: shown("confirm").length > 0 || document.querySelector("[data-test=confirm]") !== null,
  };
}"""

CHANGED = f"""before => JSON.stringify(({OFFERED})()) !== before
  || document.querySelector("[data-test=done-anyway]") !== null"""

# Are all these places on the map, and nothing but the map at their middle and around it?
CLEAR = """places => window.underway === 0 && places.every((place) => {
  const hex = document.querySelector(`[data-test="hex-${place}"]`).getBoundingClientRect();
  const [x, y, r] = [hex.x + hex.width / 2, hex.y + hex.height / 2, hex.height / 3];
  return [[0, 0], [r, r], [r, -r], [-r, r], [-r, -r]].every(
    ([dx, dy]) => document.elementFromPoint(x + dx, y + dy)?.closest(".world"));
})"""


class Hands:
    """Somebody before a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def part(self, test: str) -> Locator:
        return self.page.locator(f'[data-test="{test}"]')

    def click(self, test: str) -> None:
        self.part(test).click()

    def sees(self, test: str, text: str) -> None:
        expect(self.part(test)).to_contain_text(text)

    def rest(self) -> "Hands":
        """Wait until the page has every answer it has asked for."""
        self.page.wait_for_function("() => window.underway === 0")
        return self

    def until(self, found: Callable[[], object]) -> None:
        """Wait for something that is not in the page, and let the page go on."""

        def look() -> object:
            self.page.wait_for_timeout(10)
            return found()

        until(look)

    # -- the board -----------------------------------------------------------------------------

    def seated(self) -> "Hands":
        """Wait until the board is there and every answer has come."""
        expect(self.part("board")).to_be_visible()
        expect(self.part("prompt-title")).not_to_be_empty()
        self.page.wait_for_function(f"() => !({OFFERED})().busy")
        return self

    def offered(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(OFFERED)
        return found

    def spot(self, place: str) -> tuple[float, float]:
        """Where a place is on the screen; the map is moved until it is seen."""
        for _ in range(60):
            at = self.page.evaluate(SPOT, place)
            if at["free"]:
                return at["x"], at["y"]
            across = abs(at["dx"]) > abs(at["dy"])
            way = ("Right" if at["dx"] > 0 else "Left") if across else ("Down" if at["dy"] > 0 else "Up")
            self.page.keyboard.press(f"Shift+Arrow{way}")
        raise AssertionError(f"{place} cannot be brought into view")

    def press(self, place: str) -> None:
        """Click on a place, or on what lies on top there."""
        self.page.mouse.click(*self.spot(place))

    def tap(self, place: str) -> None:
        self.page.touchscreen.tap(*self.spot(place))

    def drag(self, start: str, end: str) -> None:
        (x, y), mouse = self.spot(start), self.page.mouse
        to = self.spot(end)
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + 12, y + 12, steps=3)
        mouse.move(*to, steps=4)
        mouse.up()

    def stands(self, piece: str, place: str) -> None:
        """Wait until the counter lies at the place."""
        self.page.wait_for_function(
            """([piece, place]) => {
                 const hex = document.querySelector(`[data-test="hex-${place}"]`).getBoundingClientRect();
                 const counter = document.querySelector(`[data-test=counter][data-piece="${piece}"]`);
                 if (!counter) return false;
                 const box = counter.getBoundingClientRect();
                 return Math.hypot(box.x + box.width / 2 - hex.x - hex.width / 2,
                   box.y + box.height / 2 - hex.y - hex.height / 2) < hex.width / 2;
               }""",
            arg=[piece, place],
        )

    def objections(self) -> list[str]:
        """What the bubble says against it."""
        expect(self.part("objection").first).to_be_visible()
        return self.part("objection").all_inner_texts()

    def version(self) -> int:
        return int(self.offered()["version"])


class Robot:
    """Plays by clicking on whatever the page offers; it does not know the game."""

    def __init__(self, hands: Hands, seed: int, keen: float) -> None:
        self.hands, self.random, self.keen = hands, Random(seed), keen
        self.clicks = 0
        self.last = ""

    def play(self, most: int) -> None:
        """To the end of the game, which has to come within so many clicks."""
        for _ in range(most):
            offered = self.hands.offered()
            if offered["over"]:
                return
            if offered["busy"]:
                self.hands.page.wait_for_function(f"() => !({OFFERED})().busy")
                continue
            self.act(offered)
            self.clicks += 1
            try:
                self.hands.page.wait_for_function(
                    CHANGED, arg=self.hands.page.evaluate("x => JSON.stringify(x)", offered)
                )
            except TimeoutError as silence:
                raise AssertionError(f"nothing happened after {self.last}, offered {offered}") from silence
        raise AssertionError(f"the game was not over after {most} clicks: {self.hands.offered()}")

    def act(self, offered: dict[str, Any]) -> None:
        """One click."""
        pick = self.random.choice
        if self.hands.part("done-anyway").count():
            self.click("done-anyway")
        elif offered["menu"]:  # more than one thing could be meant
            self.last = f"the menu's {(row := pick(offered['menu']))}"
            self.hands.page.locator(f'.menu-row[data-test="{row}"]').click()
        elif offered["cards"]:
            self.click(pick(offered["cards"]))
        elif offered["act"]:
            self.argue(offered)
        elif offered["selected"] and offered["places"] and self.random.random() < 0.4:
            self.last = f"the place {(place := pick(offered['places']))}"
            self.hands.press(place)
        elif offered["selected"]:
            self.click("clear")
        else:
            verbs = [verb for verb in offered["verbs"] if verb != "verb-done"]
            done = "verb-done" in offered["verbs"]
            self.click("verb-done" if done and (not verbs or self.random.random() > self.keen) else pick(verbs))

    def argue(self, offered: dict[str, Any]) -> None:
        """One argument of the action in hand."""
        pick = self.random.choice
        free = [piece for piece in offered["pieces"] if piece not in offered["picked"]]
        if offered["values"]:
            self.click(pick(offered["values"]))
        elif offered["sure"] and (not free or self.random.random() < 0.6):
            self.click("confirm")
        elif free:
            self.last = f"the piece {(piece := pick(free))}"
            self.hands.part("members").locator(f'[data-piece="{piece}"]').click()
        elif offered["places"]:
            self.last = f"the place {(place := pick(offered['places']))}"
            self.hands.press(place)
        else:
            self.click("step-back")

    def click(self, test: str) -> None:
        self.last = test
        self.hands.click(test)
