"""A table: one game being played, with its seats, its dice, its journal and its manners.

The table lets the dice decide when chance is to move, keeps every action (the journal is
the whole record), answers standing orders of absent players, and grants or refuses to take
back.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from .action import CHANCE, NOBODY, Action, Player
from .dice import Dice
from .rule import Objection
from .state import Note, State
from .title import Bad, Outcome, Title


class Line(NamedTuple):
    """One line of the diary."""

    cite: str
    text: str


class Entry(NamedTuple):
    """One action of the journal, with what it looked like and where it came from."""

    player: Player
    action: Action
    text: str
    lines: tuple[Line, ...]
    before: State


class Refused(Bad):
    """An action against the rules: carries every objection."""

    def __init__(self, text: str, objections: list[Objection]) -> None:
        super().__init__(f"{text}: " + "; ".join(map(str, objections)))
        self.objections = objections


UNDO_POLICIES = ("free", "none", "consent")


class Table:
    """A game being played."""

    def __init__(
        self,
        title: Title[Any],
        scenario: str = "",
        options: Mapping[str, str] | None = None,
        *,
        seed: str | int | None = None,
        undo: str = "free",
        position: State | None = None,
        rolls: bool = True,
    ) -> None:
        if undo not in UNDO_POLICIES:
            raise Bad(f"undo is one of {', '.join(UNDO_POLICIES)}, not {undo!r}")
        self.title = title
        self.dice = Dice(seed)
        self.undo_policy = undo
        self.rolls = rolls
        self.journal: list[Entry] = []
        self.orders: dict[tuple[Player, str], str] = {}
        self.state = position.copy() if position is not None else title.start(scenario, options)
        self.first = self.state.copy()
        self.from_position = position is not None
        self.settle()

    # -- asking ------------------------------------------------------------------------------

    @property
    def decider(self) -> Player:
        """Who has to decide."""
        return self.title.decider(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        return self.title.outcome(self.state) if self.state.over else None

    def diary(self) -> list[Line]:
        """Every line so far."""
        return [line for entry in self.journal for line in entry.lines]

    def why_not(self, text: str, player: Player | None = None) -> list[Objection]:
        """Every objection to an action given as text."""
        return self.title.explain(self.state, self.title.parse(self.state, text), player)

    # -- playing -----------------------------------------------------------------------------

    def play(self, said: str | Action, player: Player | None = None) -> list[Line]:
        """Carry out an action, then whatever the dice and standing orders decide."""
        action = said if isinstance(said, Action) else self.title.parse(self.state, said)
        objections = self.title.explain(self.state, action, player)
        if objections:
            raise Refused(said if isinstance(said, str) else action.verb, objections)
        lines = self._enter(action)
        return lines + self.settle()

    def settle(self) -> list[Line]:
        """Let the dice and standing orders decide for as long as they can."""
        lines: list[Line] = []
        while (who := self.decider) != NOBODY:
            if who == CHANCE and self.rolls:
                lines += self.roll()
            elif (order := self.orders.get((who, self.title.step(self.state).name))) is not None:
                try:
                    action = self.title.parse(self.state, order)
                except Bad:
                    break
                if self.title.explain(self.state, action):
                    break
                lines += self._enter(action)
            else:
                break
        return lines

    def roll(self) -> list[Line]:
        """Let the dice decide once."""
        if self.decider != CHANCE:
            raise Bad("there is nothing to roll for now")
        return self._enter(self.title.chance(self.state, self.dice.pick))

    def order(self, player: Player, step: str, text: str | None) -> None:
        """Leave a standing order for a step, or take it back with None."""
        known = {at.name for flow in self.title.flows.values() for at in flow.steps()}
        if step not in known:
            raise Bad(f"there is no step {step!r}; steps: {', '.join(sorted(known))}")
        if text is None:
            self.orders.pop((player, step), None)
        else:
            self.orders[player, step] = text

    def _enter(self, action: Action) -> list[Line]:
        s, title = self.state, self.title
        text = title.text(s, action)
        who = title.decider(s)
        before = s.copy()
        s.log = []
        title.play(s, action)
        lines = tuple(Line(_cite(note), title.say(s, note)) for note in s.log)
        s.log = None
        self.journal.append(Entry(who, action, text, lines, before))
        return list(lines)

    # -- taking back -------------------------------------------------------------------------

    def may_undo(self, player: Player | None = None) -> str | None:
        """None if the last action may be taken back, else the reason why not."""
        if not self.journal:
            return "nothing has been played yet"
        last = self.journal[-1]
        if self.undo_policy == "none":
            return "at this table a move made is a move made"
        if last.player == CHANCE:
            return "the dice have spoken since: what was learnt cannot be taken back"
        if player is not None and last.player != player:
            return "the last decision was the other player's"
        if self.undo_policy == "consent":
            return "the other player has to agree"
        return None

    def undo(self, player: Player | None = None, *, agreed: bool = False) -> Entry:
        """Take back the last action; agreed, anything down to the last decision of a player."""
        why = self.may_undo(player)
        if why and not (agreed and self.journal):
            raise Bad(f"no undo: {why}")
        entry = self.journal.pop()
        while agreed and entry.player == CHANCE and self.journal:
            entry = self.journal.pop()
        self.state = entry.before.copy()
        return entry


def _cite(note: Note) -> str:
    return Objection(note.clause, "").cite
