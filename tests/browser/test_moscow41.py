"""*Moscow '41* by clicking: an Impulse of each side in July, the curtain between them, and what nobody may see."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Response, expect

from tests.browser.conftest import Made, Server, Visit
from tests.browser.hands import OFFERED, Hands

JULY = """moscow41 campaign
at game choice
turn 1
german 66 67 89 90 100 16A 9A 4A 2A Rastenburg Pskov
soviet_lines 88
67 Hoth 39PzK
89 Guderian 24PzK 46PzK
90 47PzK DR
100 1Kav
4A 7AK 20AK
78 25RC(level=1)
102 45RC(level=1)
91 20MC(level=1)
88 51RC 5MC
117 30RC
70 Konev 34Army
63 Stalin 28Army
Rastenburg Hitler
Pskov Hoepner
"""
UNSEEN = ("1st Cavalry Division", "VII Army Corps", "XX Army Corps", "SS Das Reich")


class Player:
    """Somebody who clicks on blocks and areas."""

    def __init__(self, hands: Hands) -> None:
        self.hands, self.page = hands, hands.page

    def piece(self, face: str) -> tuple[str, str]:
        """A block by its face, and where it stands."""
        found: list[str] = self.page.evaluate(
            """face => Object.values(document.querySelector("#map").board.session.view.pieces)
                 .filter((one) => one.identity?.face === face).map((one) => [one.there.id, one.there.place])[0]""",
            face,
        )
        return found[0], found[1]

    def take(self, face: str) -> str:
        """Select a block by a click on it."""
        piece, place = self.piece(face)
        self.hands.spot(place)
        self.page.locator(f'.counter[data-piece="{piece}"]').click(position={"x": 9, "y": 16}, force=True)
        self.page.wait_for_function(
            """piece => { const {composer} = document.querySelector("#map").board;
                          return composer.selection.includes(piece) && composer.offers.length > 0 }""",
            arg=piece,
        )
        return piece

    def done(self, act: Callable[[], object]) -> None:
        """Do something that is played, and wait for what comes of it."""
        before = self.hands.version()
        act()
        self.page.wait_for_function(f"before => (({OFFERED})()).version > before && !(({OFFERED})()).busy", arg=before)

    def say(self, *tests: str) -> None:
        """A button of the panel, whichever of these there is."""
        wanted = self.page.locator(", ".join(f'[data-test="{test}"]' for test in tests)).first
        self.done(wanted.click)

    def go_on(self) -> None:
        self.say("verb-done", "card-done")

    def move(self, face: str, area: str) -> None:
        self.take(face)
        self.done(lambda: self.hands.press(area))

    def fight(self, area: str) -> None:
        """Declare a battle, look at the dice, and confirm."""
        self.hands.press(area)
        expect(self.hands.part("combat")).to_contain_text("dice")
        self.say("confirm")

    def sit(self, side: str) -> None:
        """Take over from the other player."""
        self.hands.sees("curtain", f"Pass the device to the {side} player")
        self.hands.click("curtain-ready")
        expect(self.hands.part("curtain")).to_be_hidden()

    def prompt(self, text: str) -> None:
        self.hands.sees("prompt", text)


def test_an_impulse_of_each_side(server: Server, visit: Visit, shot: Callable[[Hands, str], None]) -> None:
    game = server.game(title="moscow41", text=JULY, seats={"german": "me", "soviet": "me"})
    hands = visit(game.url)
    player = Player(hands)
    player.sit("German")
    hands.seated()
    player.prompt("You hold the Disc")
    hands.click("menu")
    expect(hands.part("look-all")).to_be_visible()
    expect(hands.part("look-soviet")).to_have_count(0)  # the curtain would fall, and rise for the German alone
    hands.page.keyboard.press("Escape")
    hands.sees("able", "Can act next")  # the headquarters are lit before an Impulse is chosen
    hands.part("able").get_by_role("button", name="Guderian").click()
    player.prompt("Moving now chooses “Tactical” first")
    player.say("verb-tactical")
    player.take("Guderian")
    player.say("verb-activate")
    player.prompt("Activated: 2nd Panzer Group, Guderian")
    expect(hands.page.locator(".command-range path").first).to_be_attached()
    player.go_on()
    player.prompt("5 Blocks in command")
    for face, area in (("24PzK", "78"), ("47PzK", "102"), ("46PzK", "91")):
        player.move(face, area)
    player.go_on()
    player.prompt("Battles: Krasny (78), Roslavl (91) and Klimovichi (102)")
    player.take("Guderian")
    player.done(lambda: hands.press("78"))
    expect(hands.page.locator(".gun")).to_have_count(1)
    player.go_on()
    player.prompt("To be fought: Krasny (78), Roslavl (91) and Klimovichi (102)")
    hands.press("78")
    expect(hands.part("combat")).to_contain_text("XXIV Panzer Corps")
    expect(hands.part("combat")).to_contain_text("on 4–6")
    expect(hands.part("attack-dice")).to_have_text("8")  # four of the tanks, four of artillery
    shot(hands, "moscow-battle")
    player.say("confirm")
    hands.sees("dice", "25th Rifle Corps is destroyed")
    player.fight("102")
    player.fight("91")
    player.prompt("No Battle is left")
    player.go_on()
    player.prompt("may Blitz into an adjacent Green Area")
    player.take("24PzK")
    player.done(lambda: hands.press("79"))
    player.go_on()
    player.prompt("With the Disc")
    player.say("verb-exploit")
    player.move("DR", "101")
    expect(hands.part("score")).to_contain_text("German 1, Soviet 6")
    shot(hands, "moscow-exploitation")
    hands.click("verb-done")
    hands.sees("curtain", "Pass the device to the Soviet player")
    shot(hands, "moscow-curtain")
    covered(hands)
    player.sit("Soviet")
    player.prompt("Which Impulse do you play?")
    for name in UNSEEN:
        assert name not in seen(hands), name
    soviet_impulse(hands, player)
    shot(hands, "moscow-soviet")
    hands.click("verb-done")  # with nothing to fight the Impulse is over
    player.sit("German")
    player.prompt("Which Impulse do you play?")
    assert "34th Army" not in seen(hands)


def soviet_impulse(hands: Hands, player: Player) -> None:
    """The Soviets look at a back, ask why not, and move by Strategic Impulse."""
    hands.press("100")
    expect(hands.part("guess")).to_contain_text("German Block")
    hands.page.keyboard.press("Escape")
    hands.page.keyboard.press("Escape")
    player.say("verb-strategic-move")
    player.prompt("actions left")
    player.take("34Army")
    hands.press("100")
    assert any("10.8" in one for one in hands.objections())
    hands.page.keyboard.press("Escape")
    player.done(lambda: hands.press("71"))


def covered(hands: Hands) -> None:
    """While the curtain is down nothing behind it can be seen, read or reached."""
    found = hands.page.evaluate(
        """() => {
             const curtain = document.querySelector("[data-test=curtain]");
             const at = [[0.02, 0.02], [0.5, 0.1], [0.98, 0.5], [0.3, 0.7], [0.1, 0.98]];
             return {
               over: at.every(([x, y]) => curtain.contains(document.elementFromPoint(innerWidth * x, innerHeight * y))),
               inert: [...curtain.parentElement.children].every((one) => one === curtain || one.inert),
               clear: getComputedStyle(curtain).opacity,
               title: document.title,
             };
           }"""
    )
    assert found["over"]
    assert found["inert"]
    assert found["clear"] == "1"
    assert "Panzer" not in found["title"]


def seen(hands: Hands) -> str:
    """Everything in the page that could be read, hidden or not; not what all blocks of the game are called."""
    return str(hands.page.evaluate("() => document.body.innerHTML"))


# -- what nobody may see ----------------------------------------------------------------------

HIDDEN = """moscow41 campaign
at game choice
turn 1
german 66 67 89 90 100 16A 9A 4A 2A Rastenburg Pskov
67 Guderian
89 g25={}(trail=89+90)
90 g26={}(trail=89+90)
78 25RC
63 Stalin
Rastenburg Hitler
Pskov Hoepner
"""


class Spied:
    """A Soviet player's browser, with all that the server sends it of the game."""

    def __init__(self, server: Server, visit: Visit, *faces: str) -> None:
        seats = {"german": "me", "soviet": "invite"}
        self.game: Made = server.game(title="moscow41", text=HIDDEN.format(*faces), seats=seats)
        self.sent: dict[tuple[str, str, int], str] = {}
        hands = visit("about:blank")  # who comes by an invitation first is a guest
        hands.page.on("response", self.hear)
        hands.page.goto(self.game.links["soviet"])
        hands.part("join-name").fill("Konev")
        hands.click("join-take")
        self.hands = hands.seated()
        server.play(self.game, "pass", "move g25 via 100", "done")
        hands.sees("prompt", "Which Impulse do you play?")
        hands.seated().press("100")
        expect(hands.part("guess")).to_contain_text("XXIV Panzer Corps, XLVI Panzer Corps")
        hands.rest()

    def hear(self, answer: Response) -> None:
        if "/api/games/" in answer.url and answer.ok and not answer.url.endswith("/seen"):
            path, asked = answer.url.replace(self.game.id, "G"), answer.request.post_data or ""
            self.sent[path, asked, answer.json().get("version", 0)] = self.plain(answer.text())

    def plain(self, text: str) -> str:
        """Without what is the game's own: its name, times."""
        out = text.replace(self.game.id, "G")
        return re.sub(r'"(created|moved|at|seen|here)": ?[^,}]+', "", re.sub(r'"invitation": ?"[^"]*"', "", out))

    def page(self) -> str:
        """All of the page but how it has just been moved; with what it will say aloud in a moment."""
        self.hands.page.evaluate("() => document.querySelector('#map').board.labels.nameAll()")
        passing = r' style="[^"]*"|<use href="#ring-fresh" class="fresh"></use>|(?<=class="world) moving'
        return re.sub(passing, "", self.plain(seen(self.hands)))


def test_two_games_that_differ_in_hidden_blocks_look_the_same(server: Server, visit: Visit) -> None:
    one, other = Spied(server, visit, "24PzK", "46PzK"), Spied(server, visit, "46PzK", "24PzK")
    assert one.page() == other.page()
    both = one.sent.keys() & other.sent.keys()  # one may have missed a moment that the other was shown
    last = max(version for _, _, version in both)
    assert any(path.split("?")[0].endswith("/G") for path, _, version in both if version == last)
    for asked in both:
        assert one.sent[asked] == other.sent[asked], asked
    views = [server.ask("GET", spied.game.path, **{"as": "german"}) for spied in (one, other)]
    faces: list[Any] = [view["pieces"]["g25"]["identity"]["face"] for view in views]
    assert faces == ["24PzK", "46PzK"]  # their owner sees the difference


@pytest.mark.soak
def test_a_long_set_up_can_be_left_to_the_computer(server: Server, visit: Visit) -> None:
    game = server.game(title="moscow41", scenario="typhoon", seats={"german": "me", "soviet": "me"})
    hands = visit(game.url)
    player = Player(hands)
    player.sit("Soviet")
    hands.seated()
    player.prompt("5 Areas to name for Kalinin Front, in or next to Olenino (45)")
    hands.sees("diary", "Soviet set-up")
    player.done(lambda: hands.press("46"))
    player.prompt("4 Areas to name")
    expect(hands.page.locator(".vacant")).to_have_count(1)
    expect(hands.part("hexline")).to_have_text(
        re.compile("^46, Rzhev.*(?<!possible)$")
    )  # what was said before is no more
    page = hands.page
    page.route("**/set-up", lambda route: route.fulfill(json={"level": "regular"}), times=1)  # it never gets there
    hands.click("set-up-rest")
    hands.sees("set-up-stop", "setting up")
    hands.click("set-up-stop")
    player.prompt("4 Areas to name")
    hands.click("set-up-rest")
    hands.sees("curtain", "Pass the device to the German player")
