"""People at their own pages who play one game against each other."""

from collections.abc import Sequence

from tests.browser.hands import OFFERED, Hands

DECIDES = f"""([side, step, version]) => {{
  const now = ({OFFERED})();
  return !now.busy && now.side === side && now.step === step && now.version > version;
}}"""

REACHED = "place => document.querySelector('#map').board.composer.targets.has(place)"


def joined(hands: Hands, name: str) -> Hands:
    """Take the seat of an invitation."""
    hands.part("join-name").fill(name)
    hands.click("join-take")
    return hands.seated()


class Player:
    """One of the two, at their own page."""

    def __init__(self, hands: Hands, side: str) -> None:
        self.hands, self.side, self.version = hands, side, -1

    def asked(self, step: str) -> Hands:
        """Wait until it is this player's decision, after what they decided before."""
        self.hands.page.wait_for_function(DECIDES, arg=[self.side, step, self.version])
        return self.hands

    def decides(self, step: str) -> Hands:
        """The same, and then they decide."""
        self.asked(step)
        self.version = self.hands.version()
        return self.hands

    def click(self, step: str, *tests: str) -> None:
        """Press these buttons at a step, one after the other."""
        self.decides(step)
        for test in tests:
            self.hands.click(test)

    def move(self, step: str, start: str, end: str, *tests: str) -> None:
        """Select what is in a place, with these buttons if need be, and click where it goes."""
        hands = self.decides(step)
        hands.press(start)
        if "fan-all" in tests:
            hands.click("fan-all")
        hands.page.wait_for_function(REACHED, arg=end)
        hands.press(end)
        if "menu-move" in tests:  # own units are there, which could be meant
            hands.click("menu-move")

    def picks(self, units: Sequence[str]) -> None:
        """Choose units in the panel."""
        for unit in units:
            self.hands.part("members").locator(f'[data-piece="{unit}"]').click()
