"""A game at one keyboard: who is at it, what that player sees, and which verbs are possible."""

from typing import Any

from ...core.action import PUBLIC, Verb
from ...core.bits import Bits, bits
from ...core.table import Entry, Table
from ...core.title import Bad
from ...kit.table import Wargame, wargame
from ..board.text_map import Overlay, View


class Desk:
    """One game, the players at the keyboard, and what the board shows."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sides = tuple(range(len(table.title.players)))  # the sides played at this keyboard
        self.passing = False  # whether players pass the keyboard, so that each sees only their own view
        self.seated: int | None = None  # if so, who is at it
        self.told: dict[int, int] = {}  # and how much of the journal each player has read
        self.began = len(table.journal)
        self.overlay: Overlay | None = None
        self.focus: Bits = 0
        self.look_at(None)

    @property
    def state(self) -> Any:
        """The position."""
        return self.table.state

    @property
    def title(self) -> Wargame[Any]:
        """The title of the game."""
        return wargame(self.table)

    # -- players at the keyboard --------------------------------------------------------------

    @property
    def curtain(self) -> bool:
        """Whether the player who decides has not taken the keyboard yet."""
        return self.passing and self.table.decider in self.sides and self.table.decider != self.seated

    def read(self) -> None:
        """Note that the player at the keyboard has seen everything up to now."""
        if self.seated is not None and not self.curtain:
            self.told[self.seated] = len(self.table.journal)

    @property
    def viewer(self) -> int | None:
        """The player whose view is shown: who decides, or who waits here; None shows everything."""
        if self.curtain:
            return PUBLIC
        who = self.table.decider
        if self.table.state.over or who in self.sides:
            return None if self.table.state.over else who
        return self.sides[0] if len(self.sides) == 1 else None

    @property
    def waits(self) -> bool:
        """Whether the decision belongs to a side that is not played here."""
        return self.curtain or (self.table.decider >= 0 and self.table.decider not in self.sides)

    # -- verbs --------------------------------------------------------------------------------

    def verb(self, name: str) -> Verb | None:
        """The verb of this step with this name, possible or not."""
        return None if self.state.over or self.waits else self.title.step(self.state).verb(name)

    def verbs(self) -> dict[str, Verb]:
        """The verbs that are possible now."""
        if self.waits:
            return {}
        return {verb.name: verb for verb, _ in self.title.verbs(self.table.state)}

    @staticmethod
    def whole(name: str, *lists: list[str]) -> str:
        """Complete a word: its beginning must match only one word in the first list that has a match."""
        if any(name in names for names in lists):
            return name
        for names in lists:
            fits = [one for one in names if one.startswith(name)]
            if len(fits) > 1:
                raise Bad(f"{name!r} is ambiguous: {', '.join(fits)}")
            if fits:
                return fits[0]
        return name

    # -- focus --------------------------------------------------------------------------------

    def look_at(self, entry: Entry | None) -> None:
        """Focus on a battle in progress, otherwise on what the last action moved."""
        s: Any = self.table.state
        found: Bits = 0
        if s.local is not None:
            for name, kind in s.flow.kinds.items():
                value = getattr(s.local, name)
                if kind.name == "places":
                    found |= value
                elif kind.name == "place" and value >= 0:
                    found |= 1 << value
        if not found and entry is not None:
            before: Any = entry.before
            moved = [n for n, at in enumerate(s.place) if before.place[n] != at]
            found = bits(s.place[n] for n in moved)
        self.focus = found & self.hexes() or self.focus or self.standing()

    def hexes(self) -> Bits:
        """All places of the map."""
        box = self.title.board.places.box
        return (1 << int(box)) - 1

    def standing(self) -> Bits:
        """The places with units of the player who decides."""
        who = self.table.decider
        title, s = self.title, self.state
        mine = title.players[who] if who >= 0 else title.players[0]
        return bits(at for n, at in enumerate(s.place) if title.portrait(s, n)["there"]["side"] == mine) & self.hexes()

    def view(self) -> View:
        """What the board shows now."""
        lit = self.focus if self.table.journal else 0
        return View(self.viewer, lit, self.overlay)
