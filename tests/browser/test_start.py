"""From the list of games to the first move, the game to continue, the archive, and invitations."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from grognard.titles import TITLES
from tests.browser.conftest import Server, Visit
from tests.browser.hands import SPOT, Hands
from tests.waiting import until

READY = "() => document.querySelector('#map')?.board?.session?.view?.ask?.yours"
MOST_CLICKS = 3  # from the list of games to the first unit moved


MOVERS = """() => {  // units that could move now, and where one finds them: on the map, in an open box, in a list
  const {composer, session} = document.querySelector("#map").board;
  const shown = (test, piece) => Boolean(document.querySelector(`[data-test="${test}"] [data-piece="${piece}"]`));
  const verbs = composer.verbs.filter((verb) => verb.args.some((arg) => arg.kind === "path"));
  const now = verbs.flatMap((verb) => composer.first.get(verb.verb)?.values ?? []).flat();
  const units = now.length ? now : composer.ahead.movers.filter((piece) => shown("next", piece));
  return units.map((piece) => {
    const place = composer.placeOf(piece);
    const top = session.view.stacks[place]?.at(-1)?.id === piece && !(place in session.boxes);
    return [piece, place, ["able", "next", "tray"].find((test) => shown(test, piece)) ?? (top ? "map" : "")];
  }).filter(([, , where]) => where);
}"""
AHEAD = """async () => {  // the same where the first decision of a turn comes before the moves: on the map, in view
  const {composer, session, viewpoint, sheet} = document.querySelector("#map").board;
  for (const [place, stack] of Object.entries(session.view.stacks)) {
    const spot = sheet.places.get(place);
    if (!spot || !viewpoint.visible(spot, 80)) continue;
    const own = stack.filter((counter) => counter.side === session.acting && !counter.marker);
    for (const {id} of session.areas ? own : own.slice(-1)) {
      if ((await composer.ahead.offers(id)).length) return [[id, place, "map"]];
    }
  }
  return [];
}"""
MOVED = """([unit, place, side]) => {  // it has left, or has stopped on its way for somebody else's decision
  const {session} = document.querySelector("#map").board;
  const there = session.view.pieces[unit]?.there?.place;
  return there !== place && session.log.some((entry) => entry.side === side && entry.action.includes(` ${unit} `));
}"""


def seen(hands: Hands, place: str) -> bool:
    """Whether a place is in view, and nothing covers it."""
    return bool(hands.page.evaluate(SPOT, place)["free"])


def first_move(hands: Hands) -> int:
    """Move a unit as soon as possible: how many clicks it took."""
    session = "document.querySelector('#map').board.session"
    side, clicks = hands.page.evaluate(f"{session}.acting"), 0
    while not (movers := hands.page.evaluate(MOVERS) or hands.page.evaluate(AHEAD)):
        verbs = hands.offered()["verbs"]
        hands.click("verb-done" if "verb-done" in verbs else verbs[0])
        clicks += 1
        hands.page.wait_for_function(
            f"count => {session}.mine && {session}.count > count", arg=hands.offered()["version"]
        )
        hands.seated()
    unit, place, where = next(one for one in movers if one[2] != "map" or seen(hands, one[1]))
    if where == "map" and hands.page.evaluate(f"{session}.areas"):
        hands.page.locator(f'[data-test=counter][data-piece="{unit}"]').click()
    elif where == "map":
        hands.press(place)
    else:
        hands.part(where).locator(f'[data-piece="{unit}"]').click()
    hands.page.wait_for_function("() => document.querySelector('#map').board.composer.targets.size > 0")
    stacks = hands.page.evaluate(f"Object.keys({session}.view.stacks)")
    places = [place for place in hands.rest().offered()["places"] if seen(hands, place)]
    hands.press(min(places, key=stacks.__contains__))  # an empty one, if there is one
    hands.page.wait_for_function(MOVED, arg=[unit, place, side])
    return clicks + 2


TURN = """at german-combat
turn 3
0612 1ID
1404 67RD
"""


@pytest.mark.parametrize("title", sorted(TITLES))
def test_three_clicks_to_the_first_move(server: Server, visit: Visit, title: str) -> None:
    hands = visit(server.url)
    hands.click(f"play-{title}")
    hands.seated()
    hands.page.wait_for_function(READY)
    hands.seated()
    step = hands.page.evaluate("() => document.querySelector('#map').board.session.view.ask.step")
    assert step not in TITLES[title].set_up_steps
    assert 1 + first_move(hands) <= MOST_CLICKS


NEAREST = """() => {  // the places where the selected unit would just enter
  const {composer} = document.querySelector("#map").board;
  return [...composer.targets].filter(([, [target]]) => target.cost <= 1).map(([place]) => place);
}"""
DECIDES = """step => {
  const {session} = document.querySelector("#map").board;
  return session.mine && session.view.ask.step === step;
}"""


def test_a_first_move_says_what_it_ends_and_can_be_undone_with_it(server: Server, visit: Visit) -> None:
    hands = visit(server.url)
    hands.click("play-leningrad41")
    hands.seated().page.wait_for_function(DECIDES, arg="air-strikes")
    unit = hands.part("next").locator("[data-piece]").first
    name = str(unit.get_attribute("data-piece"))
    unit.focus()
    hands.page.keyboard.press("Enter")  # without a mouse
    hands.sees("prompt-first", "end the Air Strike Phase")
    place = next(one for one in hands.rest().page.evaluate(NEAREST) if seen(hands, one))
    hands.press(place)
    hands.stands(name, place)
    hands.click("panel-undo")  # the move
    hands.sees("panel-undo", "before the move")
    hands.click("panel-undo")  # and what was decided for it
    hands.page.wait_for_function(DECIDES, arg="air-strikes")
    expect(hands.part("next").locator(f'[data-piece="{name}"]')).to_be_visible()


@pytest.mark.soak
def test_side_level_and_scenario_are_remembered(server: Server, visit: Visit) -> None:
    hands = visit(server.url)
    hands.part("scenario-moscow41").select_option("gasp")
    hands.part("side-moscow41-soviet").check(force=True)
    hands.part("computer-moscow41-regular").check(force=True)
    hands.page.reload()
    expect(hands.part("side-moscow41-soviet")).to_be_checked()
    expect(hands.part("computer-moscow41-regular")).to_be_checked()
    hands.click("play-moscow41")
    hands.seated().sees("seat-german", "Computer, regular")
    expect(hands.part("scenario-name")).to_contain_text("Last Gasp")


def test_my_games_are_continued_archived_and_deleted(own: Callable[..., Server], visit: Visit) -> None:
    server = own()
    server.game()
    game = server.game(TURN, seats={"german": "me", "soviet": "computer:recruit"})
    server.play(game, "done")
    until(lambda: server.ask("GET", game.path)["decider"] == "german")
    hands = visit(server.url, pace="step")
    expect(hands.part("standing").locator("use")).not_to_have_count(0)  # where it stands, in small
    hands.click("see-again")
    hands.sees("playback-where", "Step 0 of")
    hands.sees("happened", "Soviet")
    hands.page.go_back()
    expect(hands.part("continue-game")).to_be_visible()
    hands.sees("mine", "last just now")
    hands.click("all-games")
    rows = hands.part("all-games-dialog").locator('[data-test="game"]')
    expect(rows).to_have_count(2)
    hands.part("archive").first.click()
    expect(hands.part("archive").last).to_have_text("Restore")
    hands.part("delete").first.click()
    expect(rows).to_have_count(1)
    hands.click("delete-undo")
    expect(rows).to_have_count(2)
    assert len(server.ask("GET", "/api/games")["games"]) == 2
    hands.click("all-games-dialog-close")
    hands.page.keyboard.press("Enter")
    hands.seated()


def test_an_invitation_names_the_game_and_says_how_far_it_reaches(server: Server, visit: Visit) -> None:
    host = visit(server.url)
    host.click("invite-leningrad79")
    link = host.part("invite-soviet-link").input_value()
    host.sees("reach", "works on this computer only")
    command = host.part("reach").locator("code")
    assert command.evaluate("it => it.getClientRects().length") == 1  # in one line, to be copied
    guest = visit(link)
    expect(guest.page.get_by_role("heading")).to_have_text(re.compile("invites you to Leningrad"))
    guest.sees("join-game", "Soviet side")
    guest.click("join-take")
    guest.seated().sees("prompt", "You decide")
    again = visit(link)
    expect(again.page.get_by_role("alert")).to_have_text("This seat is already taken.")
