"""Asking the referee on the page: by buttons about what is selected, typed as at the terminal, and what if."""

from playwright.sync_api import expect

from tests.browser.conftest import Server, Visit

FRONT = """at german-movement
turn 3
0410 1Pz
0411 1ID
0510 118RD
0611 inf
"""


def test_the_referee_is_asked_about_units_places_and_suppositions(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FRONT).url).seated()
    page, version = hands.page, hands.version()
    hands.click("tab-referee")
    hands.press("0410")
    expect(hands.part("referee-about")).to_have_text("About 1st Panzer Division")
    page.locator("[data-text='supply 1Pz']").click()
    card = hands.part("referee-card").first
    expect(card.locator("[data-test=in-supply]")).to_contain_text("1st Panzer is in supply: its line goes 3 hexes")
    expect(page.locator(".referee-marks .trace-ok")).to_have_count(1)
    page.locator("[data-text='odds 1Pz against 0510']").click()
    expect(card.locator("[data-test=combat]")).to_contain_text("against 2")
    hands.part("referee-why").select_option("rebuild")
    expect(card.locator("[data-test=objection]").first).to_contain_text("belongs to german replacement")
    hands.part("referee-field").fill("cost move 1Pz to 0409")
    hands.click("referee-ask")
    expect(card.locator("[data-test=cost]")).to_contain_text("disengaging from 0410")
    hands.part("referee-field").fill("supply 7Pz")
    hands.click("referee-ask")
    expect(card.locator("[data-test=referee-wrong]")).to_contain_text("There is no unit '7Pz'.")
    hands.click("referee-suppose")
    hands.press("0409")
    expect(card).to_contain_text("If 1st Panzer Division were in 0409")
    expect(card.locator("[data-test=combat]")).to_be_visible()
    assert hands.version() == version
