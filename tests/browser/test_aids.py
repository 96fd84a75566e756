"""What lies beside the game: overlays, roster, charts, rules, records, settings."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import LAPTOP, WIDE, Server, Visit

FIELD = """at german-movement
turn 3
0611 36Mot 3Mot
0612 1ID
0711 11RD
1404 67RD
"""


def test_overlays(server: Server, visit: Visit) -> None:
    game = server.game(FIELD)
    hands = visit(game.url).seated()
    hands.click("layers")
    for name, words, layer in (
        ("zoc", "enemy zone of control", "lay-zoc"),
        ("supply", "supplied", "lay-fed"),
        ("control", "controlled by German", "lay-first"),
        ("reach", "enemy reach next turn", "lay-reach"),
        ("sources", "estimated", ""),
    ):
        hands.click(f"overlay-{name}")
        hands.sees("legend", words)
        if layer:
            expect(hands.page.locator(f'.laid [fill*="{layer}"], .laid .{layer}').first).to_be_attached()
        else:
            expect(hands.page.locator(".world .sheet.sources")).to_be_attached()
        hands.click(f"overlay-{name}")
        expect(hands.part("legend").get_by_text(words, exact=True)).to_have_count(0)


def test_the_line_of_supply_under_the_pointer(server: Server, visit: Visit) -> None:
    game = server.game(FIELD)
    hands = visit(game.url).seated()
    hands.click("layers")
    hands.click("overlay-supply")
    hands.page.mouse.move(*hands.spot("0612"))
    found = server.ask("GET", f"{game.path}/trace", piece="1ID")
    hands.sees("hexline", "is in supply" if found["ok"] else "is out of supply")
    expect(hands.page.locator(".traces .trace")).to_be_attached()


@pytest.mark.soak
def test_the_roster_finds_a_unit(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url).seated()
    hands.click("roster-open")
    hands.part("roster-search").fill("36th mot")
    expect(hands.part("unit")).to_have_count(1)
    expect(hands.part("unit")).to_contain_text("0611")
    hands.click("unit")
    expect(hands.part("hexline")).to_contain_text("0611")
    hands.part("roster-search").fill("Napoleon")
    expect(hands.part("roster-list")).to_contain_text("You know no unit with that name")
    hands.part("roster-search").fill("")
    expect(hands.part("arrivals")).to_contain_text("Still to come")


@pytest.mark.soak
def test_charts(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url).seated()
    hands.click("charts")
    charts = server.ask("GET", "/api/titles/leningrad79/charts")["charts"]
    body = hands.part("charts-list")
    expect(body.locator("table")).to_have_count(len(charts))
    for chart in charts:
        expect(body).to_contain_text(chart["name"])
    results = next(chart for chart in charts if "10-1" in chart["columns"])
    cells = body.locator("table", has_text="10-1").first.locator("tbody tr").first.locator("td, th").all_inner_texts()
    assert [re.sub(r"[–−]", "-", cell.split("\n")[0]) for cell in cells] == [
        cell["text"] for cell in results["rows"][0]
    ]


def test_rules_are_searched(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url).seated()
    hands.click("rules")
    expect(hands.part("heading").first).to_be_visible()
    every = hands.part("heading").count()
    hands.part("rules-search").fill("overrun")
    expect(hands.part("heading").first).to_contain_text(re.compile("overrun", re.IGNORECASE))
    assert 0 < hands.part("heading").count() < every
    hands.page.keyboard.press("Enter")
    expect(hands.part("rule-card").locator(".clauses li").first).to_contain_text(re.compile("overrun", re.IGNORECASE))
    hands.part("rules-search").fill("4.6")
    expect(hands.part("heading").first).to_contain_text("4.6")


@pytest.mark.soak
def test_a_clause_that_does_not_apply_says_so(server: Server, visit: Visit) -> None:
    note = "does not apply in this game: replaced by 9.1"
    clauses = [
        {"id": "4.6a", "kind": "dead", "text": "Rails.", "reason": "replaced by 9.1", "by": "9.1", "note": note},
        {"id": "4.6b", "kind": "prose", "text": "Cold.", "reason": "history", "by": "", "note": ""},
    ]
    card = {"heading": {"id": "4.6", "name": "Paths"}, "clauses": clauses, "rulings": [], "within": []}
    hands = visit(server.game(FIELD).url).seated()
    hands.page.route("**/rules/4.6", lambda route: route.fulfill(json=card))
    hands.click("rules")
    hands.part("rules-search").fill("4.6")
    expect(hands.part("heading").first).to_contain_text("4.6")
    hands.page.keyboard.press("Enter")
    expect(hands.part("rule-card").locator("h3")).to_have_text("Paths")
    dead, prose = hands.part("rule-card").locator(".clauses li").all()
    expect(dead).to_have_text(f"4.6a{note}Rails. dead")
    expect(dead).to_have_class("dead")
    expect(prose).to_have_text("4.6bCold. prosehistory")


def test_a_slow_card_does_not_replace_the_one_chosen_since(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url).seated()
    slow: list[Route] = []
    hands.page.route("**/rules/3.0", lambda route: slow.append(route))
    hands.click("rules")
    hands.part("rules-search").fill("9.4")
    expect(hands.part("heading").first).to_contain_text("9.4")
    hands.page.keyboard.press("Enter")
    card = hands.part("rule-card")
    expect(card.locator(".case-no")).to_have_text("9.4")
    assert len(slow) == 1  # the case of the current step, asked for when the rules were opened
    with hands.page.expect_response("**/rules/3.0"):
        slow[0].continue_()
    hands.rest()
    expect(card.locator(".case-no")).to_have_text("9.4")


def test_a_record_goes_out_and_comes_in(server: Server, visit: Visit, tmp_path: Path) -> None:
    game = server.game(FIELD)
    server.play(game, "move 1ID to 0712")
    hands = visit(game.url).seated()
    hands.click("menu")
    with hands.page.expect_download() as begun:
        hands.click("download")
    begun.value.save_as(tmp_path / "game.txt")
    assert "move 1ID" in (tmp_path / "game.txt").read_text()
    hands.click("brand")
    hands.click("title-leningrad79")
    hands.part("upload").set_input_files(tmp_path / "game.txt")
    hands.sees("from-file", "game.txt")
    hands.click("start")
    hands.seated().stands("1ID", "0712")
    expect(hands.page).not_to_have_url(re.compile(game.id))


@pytest.mark.soak
def test_a_file_that_is_no_record_is_refused(server: Server, visit: Visit, tmp_path: Path) -> None:
    hands = visit(server.url)
    hands.click("title-leningrad79")
    (tmp_path / "shopping.txt").write_text("milk\neggs\n")
    hands.part("upload").set_input_files(tmp_path / "shopping.txt")
    hands.sees("from-file", "shopping.txt")
    hands.click("start")
    expect(hands.part("new-said")).not_to_be_empty()
    expect(hands.page).to_have_url(f"{server.url}/")


@pytest.mark.soak
def test_settings_persist(server: Server, visit: Visit) -> None:
    game = server.game(FIELD)
    hands = visit(game.url).seated()
    root = hands.page.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    hands.click("menu")
    hands.click("settings")
    dialog = hands.part("settings-dialog")
    dialog.locator('[data-test="theme-dark"]').check(force=True)
    dialog.locator('[data-test="overlay-zoc"]').check()
    expect(root).to_have_attribute("data-theme", "dark")
    dialog.locator('[data-test="me-name"]').fill("Host of hosts")
    dialog.locator('[data-test="me-keep"]').click()
    expect(dialog.locator('[data-test="me-said"]')).to_have_text("Saved.")
    hands.page.reload()
    hands.seated()
    expect(root).to_have_attribute("data-theme", "dark")
    expect(hands.page.locator('#tools [data-test="overlay-zoc"]')).to_have_attribute("aria-pressed", "true")
    assert server.ask("GET", "/api/me")["name"] == "Host of hosts"
    server.ask("PUT", "/api/me", name="Host")


@pytest.mark.soak
def test_the_theme_follows_the_system(server: Server, visit: Visit) -> None:
    hands = visit(server.url, dark=True)
    expect(hands.part("titles")).to_be_visible()
    expect(hands.page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = hands.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    hands.page.emulate_media(color_scheme="light")
    expect(hands.page.locator("html")).to_have_attribute("data-theme", "light")
    assert hands.page.evaluate("() => getComputedStyle(document.body).backgroundColor") != dark


@pytest.mark.soak
def test_what_is_left_undone_is_said(server: Server, visit: Visit) -> None:
    crowded = "at german-movement\nturn 3\n0611 36Mot 3Mot 1ID 11ID\n1404 67RD\n"
    hands = visit(server.game(crowded).url).seated()
    hands.sees("pending", "more than 3 units in 0611".capitalize())
    hands.click("verb-done")
    hands.sees("warning", "Left to do")
    assert hands.version() == 0
    hands.click("done-back")
    expect(hands.part("warning")).to_have_count(0)
    hands.click("verb-done")
    hands.click("done-anyway")
    hands.page.wait_for_function("() => document.querySelector('#map').board.session.view.version > 0")


def test_a_second_click_waits_for_the_answer_to_the_first(server: Server, visit: Visit) -> None:
    hands = visit(server.game(FIELD).url).seated()
    places = [hands.spot(place) for place in ("0612", "0613")]
    held: list[Route] = []
    hands.page.route("**/offers", lambda route: held.append(route))
    for place in places:
        hands.page.mouse.click(*place)
    hands.until(lambda: held)
    hands.sees("selection", "1ID")
    held[0].continue_()
    hands.page.unroute("**/offers")
    hands.stands("1ID", "0613")


def test_the_counter_is_dragged_and_the_way_is_priced(server: Server, visit: Visit) -> None:
    game = server.game(FIELD)
    hands = visit(game.url).seated()
    hands.press("0612")
    hands.sees("selection", "1ID")
    hands.page.mouse.move(*hands.spot("0613"))
    cost = server.ask("POST", f"{game.path}/why", **{"as": "german", "action": "move 1ID to 0613"})["cost"]
    for line in cost:
        hands.sees("cost", line["text"])
        hands.sees("cost", line["cite"])
    hands.page.keyboard.press("Escape")
    hands.drag("0612", "0613")
    hands.stands("1ID", "0613")


@pytest.mark.parametrize("size", [LAPTOP, (1440, 900), WIDE], ids=["laptop", "middle", "wide"])
def test_the_arrivals_of_every_turn_are_read_in_full(server: Server, visit: Visit, size: tuple[int, int]) -> None:
    hands = visit(server.game(FIELD).url, size).seated()
    expect(hands.part("turn-7")).to_contain_text("air")
    cut = """all => all.filter((one) => one.scrollHeight > one.clientHeight + 1
      || one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
    assert hands.page.locator(".turn :is(button, .turn-head, .turn-comes)").evaluate_all(cut) == []
