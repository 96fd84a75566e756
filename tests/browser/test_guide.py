"""The guided first turn of every title, walked to its end."""

import pytest
from playwright.sync_api import expect

from grognard.titles import TITLES
from tests.browser.conftest import LAPTOP, PHONE, Server, Visit
from tests.browser.test_access import pale, unnamed

WATCH = """() => {
  const titles = (window.titles = []);
  const look = () => {
    const title = document.querySelector('[data-test="coach-title"]')?.textContent;
    if (title && !titles.includes(title)) titles.push(title);
  };
  look();
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}"""
MOST = 60  # presses of the button


APART = """() => {  // the card covers nothing of the place it is about
  const card = document.querySelector('[data-test="coach"]').getBoundingClientRect();
  const aim = document.querySelector(".coach-halo polygon").getBoundingClientRect();
  return card.left >= aim.right || card.right <= aim.left || card.top >= aim.bottom || card.bottom <= aim.top;
}"""

CLEAR = """() => {  // a stack that is laid out lies neither under the card nor over a place to go to
  const {composer, sheet, camera, frame, fan} = document.querySelector("#map").board;
  if (!composer.targets.size) return false;
  const coach = document.querySelector('[data-test="coach"]');
  const [card, open] = [coach, fan.element].map((one) => one.getBoundingClientRect());
  const beside = open.left >= card.right || open.right <= card.left;
  const apart = beside || open.top >= card.bottom || open.bottom <= card.top;
  const edge = frame.getBoundingClientRect();
  return apart && [...composer.targets.keys()].every((name) => {
    const place = sheet.places.get(name);
    const at = camera.screen(place.x, place.y);
    const [x, y] = [at.x + edge.left, at.y + edge.top];
    return x < open.left || x > open.right || y < open.top || y > open.bottom;
  });
}"""

QUICK = ("leningrad79",)
PHONES = ("demyansk",)
GUIDED = [
    pytest.param(name, marks=() if name in QUICK else pytest.mark.soak) for name, title in TITLES.items() if title.guide
]
"""The titles with a guide."""

CHANGED = """([name, count]) => {
  const title = document.querySelector('[data-test="coach-title"]').textContent;
  const {session} = document.querySelector('#map').board;
  const leads = document.querySelector('[data-test="coach-show"]')?.textContent === "Stop";
  return title !== name || document.querySelector('[data-test="coach-next"]') || (session.count > count && !leads);
}"""


@pytest.mark.parametrize("title", GUIDED)
def test_the_guide_is_walked_to_its_end(server: Server, visit: Visit, title: str) -> None:
    guide = TITLES[title].guide
    assert guide is not None
    kinds = {step.title: step.kind for step in guide.steps}
    phone = title in PHONES
    hands = visit(server.url, PHONE if phone else LAPTOP, touch=phone)
    refused: list[str] = []
    hands.page.on(
        "response", lambda got: refused.append(f"{got.url} {got.request.post_data}") if got.status >= 400 else None
    )
    hands.click(f"learn-{title}")
    hands.sees("how-to-play", guide.steps[0].title)
    hands.click("guide-start")
    hands.seated()
    expect(hands.part("coach-title")).to_be_visible()
    hands.page.evaluate(WATCH)
    for _ in range(MOST):
        name = hands.part("coach-title").inner_text()
        if name == guide.steps[-1].title:
            break
        count = hands.page.evaluate("document.querySelector('#map').board.session.count")
        offered = hands.seated().offered()
        reads = hands.part("coach-next").count() > 0
        if kinds[name] == "until" and not reads and "verb-done" in offered["verbs"]:  # enough moved
            hands.click("verb-done")
            if hands.part("done-anyway").count():
                hands.click("done-anyway")
        else:
            hands.part("coach-show").or_(hands.part("coach-next")).first.click()
        hands.page.wait_for_function(CHANGED, arg=[name, count])
    seen = hands.page.evaluate("window.titles")
    passing = [step.title for step in guide.steps if step.kind == "until"]  # a battle may leave nothing to decide
    assert [name for name in seen if name not in passing] == [
        step.title for step in guide.steps if step.kind != "until"
    ]
    hands.part("coach-next").or_(hands.part("coach-skip")).first.click()
    expect(hands.part("coach")).to_have_count(0)
    expect(hands.part("prompt")).to_contain_text("decide")
    assert refused == []  # the page asks for nothing that cannot be


def test_a_step_is_done_by_hand_skipped_and_left(server: Server, visit: Visit) -> None:
    hands = visit(server.url)
    hands.click("learn-leningrad79")
    hands.click("guide-start")
    hands.seated()
    guide = TITLES["leningrad79"].guide
    assert guide is not None
    expect(hands.part("coach")).to_have_attribute("aria-busy", "false")
    hands.press("0112")
    hands.page.wait_for_function(CLEAR)
    hands.part("fan").locator('[data-piece="1Pz"]').click()
    hands.sees("coach-title", guide.steps[1].title)
    hands.page.wait_for_function(APART)
    hands.page.reload()
    hands.seated().sees("coach-title", guide.steps[1].title)  # where it was left
    hands.part("coach-skip").focus()
    hands.page.keyboard.press("Enter")  # without a mouse
    hands.sees("coach-title", guide.steps[2].title)
    expect(hands.part("coach-title")).to_be_focused()
    assert unnamed(hands) == []
    assert pale(hands) == []
    hands.click("coach-back")
    hands.sees("coach-title", guide.steps[1].title)
    hands.click("coach-leave")
    expect(hands.part("coach")).to_have_count(0)
    hands.page.reload()
    hands.seated()
    expect(hands.part("coach")).to_have_count(0)
