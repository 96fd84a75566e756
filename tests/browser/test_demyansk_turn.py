"""A whole Game-Turn of *Demyansk Shield* by clicking: two people at two pages, and seeded dice."""

from collections.abc import Callable, Sequence

from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, WIDE, Server, Visit
from tests.browser.hands import Hands
from tests.browser.players import REACHED, Player, joined

AT_LYCHKOVO = """at movement
turn 15
segment 1
sequence 1
weather frozen
1710 14Bde 15Bde 1-87
1809 150Tk 28-238Eng
1810 1318-163 1-1318
1609 231-387Art
1811 III-26
1910 I-46
1912 AR30
2011 Baum Thies AA12
AGN Marsch1
available Il2-1 Ju87-1
"""
BEHIND = {  # far from all this: enough units that nobody wins a Sudden Victory (16.21)
    "31": "27 48 89 6 4 94 96 415 416 418 501".split(),
    "12": "41-84 46-84 201-84 21-180 42-180 86-180 140-182 171-182 232-182 523-188 580-188 595-188 929-254 933-254 "
    "936-254 1272-384 1274-384 1276-384 14Gd-7Gd 20Gd-7Gd 288Gd-7Gd 19Gd-8Gd 23Gd-8Gd 30Gd-8Gd 438-129 457-129 518-129 "
    "92-201 122-201 191-201".split(),
}


def rear() -> str:
    """Three units in a hex: of the Axis the battalions of regiments, of the Soviets regiments."""
    axis = [f"{number}-{regiment}" for regiment in BEHIND["31"] for number in ("I", "II", "III")]
    missing = ("III-48", "III-96", "III-416")
    armies = (("31", 12, [unit for unit in axis if unit not in missing]), ("12", 4, BEHIND["12"]))
    lines = [
        f"{row}{first + n // 3:02} {' '.join(units[n : n + 3])}"
        for row, first, units in armies
        for n in range(0, len(units), 3)
    ]
    return "\n".join(lines)


class General(Player):
    """One of the two, who also declares attacks and supports them."""

    def attack(self, first: str, *more: str, units: Sequence[str]) -> None:
        """Declare an attack: the hexes on the map, the units in the panel."""
        self.decides("combat").press(first)
        expect(self.hands.part("members")).to_be_visible()
        for hex_ in more:
            self.hands.press(hex_)
            self.hands.sees("prompt-title", f"{first}, {hex_}")
        self.picks(units)
        ready = "unit => document.querySelector('#map').board.composer.ready?.action.includes(unit)"
        self.hands.page.wait_for_function(ready, arg=units[-1])
        self.hands.click("confirm")

    def support(self, step: str, place: str, name: str) -> None:
        """With two clicks: the gun on the map, and the button."""
        hands = self.decides(step)
        hands.press(place)
        hands.sees("verb-support", f"Support with {name}")
        hands.click("verb-support")

    def takes(self, box: str, piece: str) -> None:
        """Pick a counter in a box, which is open already if nobody else can act."""
        counter = self.hands.rest().page.locator(f'[data-test="tray"] [data-piece="{piece}"]')
        if not counter.is_visible():
            self.hands.click(f"box-{box}")
        counter.click()

    def fly(self, step: str, piece: str, name: str) -> None:
        """Support by an aircraft: with the counter in its box, and the button."""
        hands = self.decides(step)
        self.takes("available", piece)
        hands.sees("verb-support", f"Support with {name}")
        hands.click("verb-support")


def test_a_turn_of_both_players(server: Server, visit: Visit, shot: Callable[[Hands, str], None]) -> None:
    text = f"demyansk campaign\n{AT_LYCHKOVO}{rear()}\n"
    game = server.game(title="demyansk", text=text, seats={"axis": "me", "soviet": "invite"})
    axis = General(visit(game.url, WIDE).seated(), "axis")
    soviet = General(joined(visit(game.links["soviet"], LAPTOP), "Kurochkin"), "soviet")
    declared(soviet, axis)
    held(soviet, axis, shot)
    repulsed(soviet, axis)
    flown(soviet, axis)
    struck(soviet, axis, shot)
    mud(soviet, axis)


def declared(soviet: General, axis: General) -> None:
    """The tanks come up; the attack on 1811 requires one on 1910, and the page says why."""
    soviet.move("movement", "1809", "1810", "fan-all", "menu-move")
    axis.hands.stands("150Tk", "1810")
    soviet.click("movement", "verb-done")
    soviet.attack("1811", units=("14Bde", "15Bde", "1318-163", "1-1318"))
    hands = soviet.asked("combat")
    hands.sees("pending", "Must be attacked too: 1910")
    hands.sees("pending", "11.15")
    hands.click("verb-done")
    assert ["1910 must be attacked too" in said and "11.15" in said for said in hands.objections()] == [True]
    hands.page.keyboard.press("Escape")
    axis.hands.sees("diary", "1910 must be attacked too")
    soviet.attack("1910", units=("150Tk", "28-238Eng"))


def resolve(player: General, place: str) -> None:
    """Take up a combat that is declared."""
    player.decides("combat").press(place)
    player.hands.sees("combat", "Column so far")
    player.hands.click("confirm")


def held(soviet: General, axis: General, shot: Callable[[Hands, str], None]) -> None:
    """Both sides support the combat for 1811; its garrison holds and loses a step."""
    resolve(soviet, "1811")
    soviet.asked("soviet-support").sees("assumes", "Soviet and Axis support is not committed yet")
    soviet.support("soviet-support", "1609", "231-387Art")
    axis.asked("axis-support").sees("assumes", "Axis support is not committed yet")
    shot(axis.hands, "demyansk-turn-support")
    axis.support("axis-support", "1912", "AR30")
    soviet.click("loss", "card-lose-1-1318")
    axis.hands.sees("diary", "A 6 at 3-1")
    axis.click("no-retreat", "verb-stand")
    soviet.hands.sees("diary", "tries to hold")
    soviet.asked("combat").stands("III-26", "1811")


def repulsed(soviet: General, axis: General) -> None:
    """Aircraft over 1910: the tanks retreat, and come back by exploitation movement."""
    resolve(soviet, "1910")
    soviet.fly("soviet-support", "Il2-1", "Il-2")
    axis.fly("axis-support", "Ju87-1", "Ju 87")
    soviet.click("loss", "card-lose-28-238Eng")
    hands = soviet.decides("retreat")
    expect(hands.page.locator(".tray-body")).to_be_hidden()  # nobody is chosen from the box any more
    hands.click("verb-retreat")  # only the tanks are left
    hands.page.wait_for_function(REACHED, arg="1809")
    hands.press("1809")
    axis.hands.stands("150Tk", "1809")
    soviet.click("combat", "verb-done")
    soviet.move("exploitation", "1809", "1909")
    axis.hands.stands("150Tk", "1909")
    soviet.click("exploitation", "verb-done")


def flown(soviet: General, axis: General) -> None:
    """A Marsch unit lands at Dobrosli."""
    hands = axis.decides("air-transport")
    axis.takes("AGN", "Marsch1")
    hands.page.wait_for_function(REACHED, arg="2611")
    hands.press("2611")
    soviet.hands.stands("Marsch1", "2611")
    soviet.hands.sees("diary", "flown to Dobrosli")


def struck(soviet: General, axis: General, shot: Callable[[Hands, str], None]) -> None:
    """The Axis player attacks two hexes at once, drives both units off, advances, exploits and builds."""
    axis.move("movement", "2011", "1910", "fan-all", "menu-move")
    axis.click("movement", "verb-done")
    axis.attack("1810", "1909", units=("I-46", "Baum", "Thies", "AA12"))
    soviet.click("evasion", "verb-remain")
    axis.fly("axis-support", "Ju87-1", "Ju 87")
    axis.click("loss", "card-lose-I-46")
    for unit, place in (("1318-163", "1709"), ("150Tk", "1808")):
        hands = soviet.decides("retreat")
        hands.click("verb-retreat")
        if unit == "1318-163":  # then only the tanks are left
            soviet.picks((unit,))
        hands.page.wait_for_function(REACHED, arg=place)
        hands.press(place)
        axis.hands.stands(unit, place)
    hands = axis.decides("advance")
    shot(hands, "demyansk-turn-advance")
    hands.click("verb-advance")
    axis.picks(("Baum",))
    hands.page.wait_for_function(REACHED, arg="1810")
    hands.press("1810")
    axis.click("advance", "verb-hold")
    soviet.hands.stands("Baum", "1810")
    axis.click("combat", "verb-done")
    axis.click("exploitation", "verb-done")
    axis.decides("administration").click("verb-build")
    axis.hands.press("1911")
    axis.click("administration", "verb-done")


def mud(soviet: General, axis: General) -> None:
    """The Second Operations Segment: nobody flies, nobody exploits; then the next Game-Turn."""
    for player in (soviet, axis):
        player.asked("movement").sees("now", "Mud")
        player.hands.sees("now", "Second Segment")
        player.click("movement", "verb-done")
        player.click("combat", "verb-done")
    axis.click("administration", "verb-done")
    strongpoint = axis.hands.page.locator('[data-test="counter"][data-piece^="Strongpoint-1911"]')
    expect(strongpoint).to_be_attached()  # finished in the Soviet Administrative Phase
    axis.hands.page.wait_for_function("() => document.querySelector('#map').board.session.view.scalars.turn === 16")
    soviet.hands.sees("now", "Game-Turn 16")
