"""Where a game is played: who sits at the keyboard, what he sees of it, and what is for him to decide."""

from typing import Any

from ...core.action import PUBLIC, Verb
from ...core.bits import Bits, bits
from ...core.table import Entry, Table
from ...core.title import Bad
from ...kit.table import Wargame, wargame
from ..board.text_map import Overlay, View


class Desk:
    """One game, those at the keyboard, and what they look at."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sides = tuple(range(len(table.title.players)))  # those who sit at this keyboard
        self.passing = False  # is the keyboard passed on, so that nobody sees what is another's?
        self.seated: int | None = None  # then: who sits at it
        self.told: dict[int, int] = {}  # and how much of the journal each has read
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
        """The game that is played."""
        return wargame(self.table)

    # -- who sits here ------------------------------------------------------------------------

    @property
    def curtain(self) -> bool:
        """Is it for a player to decide who does not sit at the keyboard yet?"""
        return self.passing and self.table.decider in self.sides and self.table.decider != self.seated

    def read(self) -> None:
        """Who sits here has seen what happened up to now."""
        if self.seated is not None and not self.curtain:
            self.told[self.seated] = len(self.table.journal)

    @property
    def viewer(self) -> int | None:
        """Through whose eyes all is seen: of whoever decides, or waits here; with None, nothing is hidden."""
        if self.curtain:
            return PUBLIC
        who = self.table.decider
        if self.table.state.over or who in self.sides:
            return None if self.table.state.over else who
        return self.sides[0] if len(self.sides) == 1 else None

    @property
    def waits(self) -> bool:
        """Is it for somebody to decide who does not sit here?"""
        return self.curtain or (self.table.decider >= 0 and self.table.decider not in self.sides)

    # -- verbs --------------------------------------------------------------------------------

    def verb(self, name: str) -> Verb | None:
        """The verb of this step that has the name, possible or not."""
        return None if self.state.over or self.waits else self.title.step(self.state).verb(name)

    def verbs(self) -> dict[str, Verb]:
        """The verbs of the moment."""
        if self.waits:
            return {}
        return {verb.name: verb for verb, _ in self.title.verbs(self.table.state)}

    @staticmethod
    def whole(name: str, *lists: list[str]) -> str:
        """A word written out: its beginning is enough if it fits only one of the first list it fits at all."""
        if any(name in names for names in lists):
            return name
        for names in lists:
            fits = [one for one in names if one.startswith(name)]
            if len(fits) > 1:
                raise Bad(f"{name!r} may mean {', '.join(fits)}")
            if fits:
                return fits[0]
        return name

    # -- what is looked at --------------------------------------------------------------------

    def look_at(self, entry: Entry | None) -> None:
        """Turn to where something happens: a battle under way, else what the last action moved."""
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
        """The places of the map."""
        box = self.title.board.places.box
        return (1 << int(box)) - 1

    def standing(self) -> Bits:
        """Where the player who decides has his units."""
        who = self.table.decider
        title, s = self.title, self.state
        mine = title.players[who] if who >= 0 else title.players[0]
        return bits(at for n, at in enumerate(s.place) if title.portrait(s, n)["there"]["side"] == mine) & self.hexes()

    def view(self) -> View:
        """What the board shows now."""
        lit = self.focus if self.table.journal else 0
        return View(self.viewer, lit, self.overlay)
