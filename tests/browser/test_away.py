"""Away from the table: what happened since, and orders that answer for one."""

from playwright.sync_api import expect

from tests.browser.conftest import Server, Visit

FIELD = """at german-movement
turn 3
0612 1ID
1404 67RD
"""
BOARD = "document.querySelector('#map').board"
CAMERA = f"{BOARD}.camera"


def test_since_you_were_here(server: Server, visit: Visit) -> None:
    game = server.game(FIELD, seats={"german": "me", "soviet": "invite"})
    server.play(game, "move 1ID to 0712")
    soviet = visit(game.links["soviet"])
    with soviet.page.expect_response(lambda answer: answer.url.endswith("/seen")):
        soviet.click("join-take")
    expect(soviet.part("since")).to_have_count(0)  # he had never been here
    address = soviet.page.url
    soviet.page.goto(server.url)
    server.play(game, "done", "done")
    soviet.page.goto(address)
    soviet.seated().sees("since", "Since you were here: 2 actions.")
    soviet.click("since-show")
    played = f"() => {BOARD}.stage.playback.known && !{BOARD}.stage.playback.open"
    soviet.page.wait_for_function(played)  # to its end
    expect(soviet.part("since")).to_have_count(0)
    expect(soviet.part("happened-open")).to_contain_text("Watch the German turn again")
    soviet.sees("prompt", "You decide")
    soviet.page.evaluate(
        f"() => {{ const at = {BOARD}.sheet.places.get('1404'); {CAMERA}.look(at.x, at.y, 1.5, true); }}"
    )
    seen = soviet.page.evaluate(f"() => {CAMERA}.at")
    soviet.page.evaluate(
        f"() => {{ const c = {CAMERA}, set = c.set.bind(c); c.set = (to) => (set(to), c.far ||= to.x); }}"
    )
    soviet.click("happened-open")  # far away, so the map follows it
    soviet.page.wait_for_function(f"() => {CAMERA}.far !== undefined")
    expect(soviet.part("playback")).to_be_hidden()
    soviet.sees("prompt", "You decide")
    back = f"(seen) => Math.hypot({CAMERA}.at.x - seen.x, {CAMERA}.at.y - seen.y) < 0.5"
    soviet.page.wait_for_function(back, arg=seen)  # and comes back


def test_a_standing_order_answers(server: Server, visit: Visit) -> None:
    game = server.game(FIELD)
    hands = visit(game.url).seated()
    hands.click("menu")
    hands.click("orders")
    hands.part("order-german-combat").select_option("End the Combat Phase")
    expect(hands.part("order-drop-german-combat")).to_be_visible()
    hands.click("orders-dialog-close")
    hands.click("verb-done")
    hands.sees("prompt", "Soviet decides")  # the Combat Phase is over, too
    log = server.ask("GET", f"{game.path}/log")["played"]
    assert [(entry["step"], entry["action"]) for entry in log] == [
        ("german-movement", "done"),
        ("german-combat", "done"),
    ]
