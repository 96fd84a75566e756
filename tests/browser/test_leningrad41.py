"""*Leningrad '41* by clicking: defensive fire inside moves, a Prospekt, a bridge, the Metro."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, WIDE, Server, Visit
from tests.browser.hands import Hands
from tests.browser.players import REACHED, Player, joined
from tests.browser.test_pictures import COVERED

ON_NEVSKY = """leningrad41 assault
at soviet-orders
turn 3
side 0
3011 I-8M
3010 II-8M
3110 III-8M
3112 3PzJg
2713 3Pi
3210 I-3Art II-3Art
3009 Manstein
3114 1RB
2612 42-30
2914 1-1DNO
3016 1Koms
rubble 3013
"""

AT_THE_BRIDGE = ON_NEVSKY.replace("at soviet-orders", "at german-fire")
SHOWN = """() => {  // the boxes are in one row; what can take part is in view, and not under them
  const {composer, viewpoint, sheet} = document.querySelector("#map").board;
  const row = document.querySelector(".tray-tabs").getBoundingClientRect();
  const places = [...composer.pickable].map((piece) => sheet.places.get(composer.placeOf(piece)));
  return row.height < 50 && places.length > 0 && places.every((place) => viewpoint.visible(place));
}"""

AT_THE_PALACE = """leningrad41 assault
at soviet-movement
turn 3
side 1
3016 1Koms
2807 2Koms
4812 I-10
"""


def test_a_turn_in_the_streets(server: Server, visit: Visit, shot: Callable[[Hands, str], None]) -> None:
    game = server.game(title="leningrad41", text=ON_NEVSKY, seats={"german": "me", "soviet": "invite"})
    german = Player(visit(game.url, WIDE).seated(), "german")
    soviet = Player(joined(visit(game.links["soviet"], LAPTOP), "Popov"), "soviet")
    asked_each_time(german, soviet, shot)
    by_standing_order(german, soviet)
    prospekt(german, shot)
    over_the_bridge(german)
    demolition(german, shot)
    metro(server, german.hands)


def test_an_assault_on_a_laptop(server: Server, visit: Visit, shot: Callable[[Hands, str], None]) -> None:
    """What happens is told before how the column is found; the shifts with their cases are folded below it."""
    game = server.game(title="leningrad41", text=AT_THE_BRIDGE, seats={"german": "me", "soviet": "invite"})
    hands = visit(game.url).seated()
    assert hands.page.evaluate(COVERED) == [True, []]
    hands.press("2612")
    hands.sees("menu-fire", "Fire at 2612")
    hands.click("menu-assault")
    german = Player(hands, "german")
    german.picks(("3Pi",))
    hands.click("confirm")
    hands.sees("prompt-text", "Which other units fire in support?")
    hands.page.wait_for_function(SHOWN)
    german.picks(("I-3Art",))
    hands.sees("confirm", "Close assault 2612 · 2 units (14) · 10-19")
    expect(hands.part("forces").locator(".force-row").first.locator("span[title]")).to_have_count(1)  # who assaults
    shot(hands, "leningrad41-assault")
    hands.part("combat").locator(".results").scroll_into_view_if_needed()
    results, shifts = (hands.part("combat").locator(part).bounding_box() for part in (".results", ".shifts"))
    assert results
    assert shifts
    assert results["y"] < shifts["y"]
    expect(hands.part("combat").locator(".fates")).to_contain_text("42-30 is eliminated16 %")
    hands.part("combat").locator(".shifts summary").click()  # folded in a low window
    hands.part("combat").locator(".shifts .chip").first.click()
    expect(hands.page.get_by_role("dialog")).to_be_visible()


def aims(player: Player, step: str, start: str, end: str) -> Hands:
    """Select a unit and point at where it could go."""
    hands = player.decides(step)
    hands.press(start)
    hands.page.wait_for_function(REACHED, arg=end)
    hands.page.mouse.move(*hands.spot(end))
    return hands


def asked_each_time(german: Player, soviet: Player, shot: Callable[[Hands, str], None]) -> None:
    """The path shows what it risks, over rubble too; the Soviet player is asked at each entry."""
    soviet.click("soviet-orders", "card-order-ask")
    hands = aims(german, "german-movement", "3011", "3014")
    hands.sees("risk", "Defensive fire on the way")
    assert hands.part("risk-mark").all_text_contents() == ["0 %", "17 %"]
    hands.sees("cost", "3013: rubble")
    shot(hands, "leningrad41-risk")
    hands.press("3014")
    other = soviet.decides("volley")
    other.sees("prompt-left", "1st Battalion, 8th Motorized Infantry Regiment is in 3013")
    other.click("verb-fire")
    soviet.picks(("42-1",))
    other.sees("combat", "I-8M is eliminated")
    other.click("confirm")
    german.click("onward", "verb-halt")
    soviet.hands.stands("I-8M", "3013")


def by_standing_order(german: Player, soviet: Player) -> None:
    """A standing order answers at every entry, and only its owner sees it."""
    aims(german, "german-movement", "3010", "3113").press("3113")
    soviet.decides("volley").click("verb-order")
    soviet.hands.click("value-always")
    soviet.hands.sees("score", "Soviet always fire")
    hands = aims(german, "german-movement", "3110", "3213")
    expect(hands.part("score")).not_to_contain_text("always")
    hands.press("3213")
    german.click("german-movement", "verb-done")  # nobody was asked
    soviet.hands.sees("diary", "3rd Battalion, 8th Motorized Infantry Regiment in 3213: strength 7")


def prospekt(german: Player, shot: Callable[[Hands, str], None]) -> None:
    """A gun on Nevsky sees along the street, and nothing beside it."""
    hands = german.decides("german-fire")
    hands.page.keyboard.press("f")
    hands.press("3112")
    hands.sees("legend", "only along a street")
    hands.page.mouse.move(*hands.spot("2914"))
    hands.sees("hexline", "no fire: blocking terrain is in the way [10.7]")
    shot(hands, "leningrad41-arc")
    hands.press("3114")
    hands.sees("prompt-text", "Who commands the fire?")
    hands.click("value-3mot")
    hands.sees("combat", "1RB is eliminated")
    hands.click("confirm")
    german.asked("german-fire").sees("diary", "3rd Anti-Tank Battalion, 3rd Motorized Division fires at 3114")
    hands.page.keyboard.press("f")


def over_the_bridge(german: Player) -> None:
    """Engineers assault over the Liteiny Bridge what nobody knows."""
    hands = german.decides("german-fire")
    hands.press("2612")
    hands.click("menu-assault")
    hands.sees("prompt-text", "Which units assault?")
    german.picks(("3Pi",))
    hands.click("confirm")
    hands.sees("prompt-text", "Which other units fire in support?")
    german.picks(("I-3Art",))
    hands.sees("confirm", "2 units (14)")
    hands.sees("combat", "close assault")
    hands.sees("combat", "river")
    hands.click("confirm")
    hands.sees("diary", "42-30 is turned over")


def demolition(german: Player, shot: Callable[[Hands, str], None]) -> None:
    """Guns fire at a bridge, which is chosen by its name or on the map."""
    hands = german.decides("german-fire")
    hands.click("verb-blow")
    hands.sees("prompt-text", "Which bridge?")
    hands.sees("place-bridge-2918-3017", "Respublikansky Bridge")
    shot(hands, "leningrad41-bridges")
    hands.press("2715")
    hands.sees("prompt-text", "At which end?")
    hands.click("place-2815")
    german.picks(("II-3Art",))
    hands.sees("confirm", "Blow up a bridge")
    hands.click("confirm")
    german.asked("german-fire").sees("diary", "Kirovsky Bridge")
    german.click("german-fire", "verb-done")


def metro(server: Server, hands: Hands) -> None:
    """Komsomol units try the Metro: the die comes first, and one of them may choose where to leave it."""
    game = server.game(title="leningrad41", text=AT_THE_PALACE, seats={"soviet": "me", "german": "invite"})
    hands.page.goto(game.url)
    soviet = Player(hands.seated(), "soviet")
    for place, told in (("3016", "die 6, it is lost"), ("2807", "die 3, it passes")):
        soviet.decides("soviet-movement").press(place)
        hands.click("verb-metro")
        hands.sees("diary", told)
    soviet.decides("station").press("3408")
    hands.stands("42-2", "3408")
