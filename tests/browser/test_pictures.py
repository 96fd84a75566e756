"""Screenshots to look at, in `build/screenshots`; and how quick the page is, in `build/browser-speed.json`."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, PHONE, ROOT, WIDE, Made, Server, Visit
from tests.browser.hands import Hands

Shot = Callable[[Hands, str], None]
DENSE = """at german-movement
turn 5
0611 36Mot 3Mot 1ID 11ID 21ID 1Pz 6Pz 8Pz 58ID 61ID
0612 12ID
0711 11RD 16RD
1404 67RD 70RD
"""


@pytest.fixture(scope="module")
def middle(server: Server) -> Made:
    """A real game, some turns in: the computer has played both sides of it."""
    made = server.ask("POST", "/api/games", title="leningrad79", text=record())
    return Made(made["id"], f"{server.url}/game/{made['id']}", f"/api/games/{made['id']}", {})


def record() -> str:
    """The first third of the playthrough."""
    lines = (ROOT / "tests" / "playthroughs" / "leningrad79.rec").read_text().splitlines()
    begin = lines.index("--")
    moves = [line for line in lines[begin + 1 :] if line and not line.startswith(("--", "end", "position", "check"))]
    return "\n".join([*lines[: begin + 1], *moves[: len(moves) // 3], ""])


COVERED = """() => {  // names of places with units under a counter, of any hex, or under the outline of a hex
  const {marks, names, session} = document.querySelector("#map").board;
  const above = (name) => marks.outlines.compareDocumentPosition(name) & Node.DOCUMENT_POSITION_FOLLOWING;
  const counters = [...document.querySelectorAll("[data-test=counter]")].map((one) => one.getBoundingClientRect());
  const covers = (name, box) => {
    const text = name.getBoundingClientRect();
    const middle = text.y + text.height / 2;
    return text.left < box.right - 3 && text.right > box.left + 3 && middle > box.top && middle < box.bottom;
  };
  const taken = names.names.filter(({place}) => session.view.stacks[place.name]?.length);
  const bad = taken.filter(({element}) => !above(element) || counters.some((box) => covers(element, box)));
  return [taken.length > 0, bad.map(({text}) => text)];
}"""


def still(hands: Hands) -> None:
    """Wait until every picture is there."""
    hands.page.wait_for_function("() => [...document.images].every((one) => one.complete)")


@pytest.mark.parametrize(
    ("name", "size", "dark"),
    [
        ("board-1600x1000", WIDE, False),
        pytest.param("board-1280x800", LAPTOP, False, marks=pytest.mark.soak),
        pytest.param("board-dark", WIDE, True, marks=pytest.mark.soak),
        pytest.param("board-phone-390x844", PHONE, False, marks=pytest.mark.soak),
        ("board-phone-dark", PHONE, True),
    ],
)
def test_the_board(middle: Made, visit: Visit, shot: Shot, name: str, size: tuple[int, int], dark: bool) -> None:
    hands = visit(middle.url, size, dark=dark, touch=size == PHONE).seated()
    still(hands)
    shot(hands, name)
    assert hands.page.evaluate(COVERED) == [True, []]
    hands.click("zoom-fit")
    shot(hands, f"{name}-whole")
    small = hands.page.evaluate(
        """() => [...document.querySelectorAll(".game button, .game a")].filter((one) => one.checkVisibility()
             && !one.closest(".hush, .skip") && one.matches(":not(.chip, .link, .skip)")).map((one) => {
               const box = one.getBoundingClientRect();
               return [one.dataset.test ?? one.className, Math.round(box.width), Math.round(box.height)];
             }).filter(([, wide, high]) => wide && (wide < 24 || high < 24))"""
    )
    assert small == []  # nothing is too small to be hit
    if size != PHONE:
        now: Any = hands.page.locator(".turn.now").bounding_box()
        track: Any = hands.page.locator(".turns").bounding_box()
        assert track["x"] <= now["x"]
        assert now["x"] + now["width"] <= track["x"] + track["width"]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_home(server: Server, visit: Visit, shot: Shot, dark: bool) -> None:
    hands = visit(server.url, WIDE, dark=dark)
    expect(hands.part("titles")).to_be_visible()
    still(hands)
    shot(hands, "home-dark" if dark else "home")


def test_the_densest_stack(server: Server, visit: Visit, shot: Shot) -> None:
    hands = visit(server.game(DENSE).url, LAPTOP).seated()
    hands.press("0611")
    expect(hands.part("fan")).to_be_visible()
    expect(hands.part("fan").locator('[data-test="fan-piece"]')).to_have_count(10)
    box: Any = hands.part("fan").bounding_box()
    frame: Any = hands.part("board").bounding_box()
    assert box["x"] >= frame["x"]
    assert box["y"] >= frame["y"]
    assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
    assert box["y"] + box["height"] <= frame["y"] + frame["height"] + 1
    shot(hands, "densest-stack")
    hands.part("fan").locator('[data-piece="3Mot"]').click()
    chosen = hands.part("selection").locator('[data-test="piece"]')
    expect(chosen).to_have_count(1)  # instead of the unit on top
    expect(chosen).to_have_attribute("data-piece", "3Mot")
    hands.part("fan-formation").first.focus()
    hands.page.keyboard.press("Enter")
    hands.sees("prompt-title", "41st Panzer Corps")
    expect(chosen).to_have_count(3)
    expect(hands.part("fan")).to_be_hidden()


@pytest.mark.soak
def test_dialogs(middle: Made, visit: Visit, shot: Shot) -> None:
    hands = visit(middle.url, LAPTOP).seated()
    for name, part in (("rules", "heading"), ("charts", "charts-list")):
        hands.click(name)
        expect(hands.part(part).first).to_be_visible()
        shot(hands, name)
        hands.page.keyboard.press("Escape")
    hands.click("roster-open")
    expect(hands.part("unit").first).to_be_visible()
    hands.click("layers")
    for name in ("zoc", "supply"):
        hands.click(f"overlay-{name}")
    hands.sees("legend", "supplied")
    expect(hands.page.locator(".laid *").first).to_be_attached()
    shot(hands, "overlays-and-roster")


def test_speed_is_reported(middle: Made, visit: Visit, capsys: pytest.CaptureFixture[str]) -> None:
    measured = """name => performance.getEntriesByName(name).map((one) => Math.round(one.duration))"""
    hands = visit(middle.url, WIDE).seated()
    ended = "([one]) => Math.round(one.startTime + one.duration)"
    first = hands.page.evaluate(f"() => ({ended})(performance.getEntriesByName('board-first-view'))")
    for count in range(8):
        hands.page.keyboard.press(".")
        hands.page.wait_for_function(f"() => performance.getEntriesByName('select-to-reach').length > {count}")
    report = {
        "first_view_ms": first,
        "board_ms": hands.page.evaluate(measured, "board-first-view")[0],
        "select_to_reach_ms": sorted(hands.page.evaluate(measured, "select-to-reach")),
        "board_refresh_ms": max(hands.page.evaluate(measured, "board-refresh")),
    }
    (ROOT / "build").mkdir(exist_ok=True)
    (ROOT / "build" / "browser-speed.json").write_text(json.dumps(report, indent=2) + "\n")
    with capsys.disabled():
        print(f"\n{json.dumps(report)}")
