"""A table: one game being played, with its seats, its dice, its journal and its manners.

The table lets the dice decide when chance is to move, keeps every action (the journal is
the whole record, and the position before each action is a checkpoint), plays the standing
orders of absent players, and grants or refuses to take back.
"""

import copy
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

from .action import CHANCE, NOBODY, PUBLIC, Action, Player
from .dice import Dice
from .rule import Objection
from .state import Note, State
from .title import Bad, Outcome, Title
from .view import Line, heard, learnt, told

__all__ = ["UNDO_POLICIES", "Entry", "Line", "Refused", "Table"]

MOST_ORDERS = 1000  # standing orders played in a row: then somebody is asked


class Entry(NamedTuple):
    """One action of the journal, with what it looked like and where it came from."""

    player: Player
    action: Action
    text: str
    lines: tuple[Line, ...]
    before: State
    told: tuple[tuple[str, tuple[Line, ...]], ...] = ()  # under fog: as each player heard it, then the public

    def heard_by(self, player: Player | None) -> tuple[str, tuple[Line, ...]]:
        """Text and diary lines as a player, the public, or with None the referee, heard them."""
        if not self.told or player is None:
            return self.text, self.lines
        return self.told[-1 if player == PUBLIC else player]


class Refused(Bad):
    """An action against the rules: carries every objection."""

    def __init__(self, text: str, objections: list[Objection]) -> None:
        super().__init__(f"{text}: " + "; ".join(map(str, objections)))
        self.objections = objections


UNDO_POLICIES = ("free", "none", "consent")
"""`free`: the last action, until information is gained; `none`: never; `consent`: if the others agree."""


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
        self.orders: dict[tuple[Player, str], tuple[str, ...]] = {}
        self.state = position.copy() if position is not None else title.start(scenario, options)
        self.first = self.state.copy()
        self.from_position = position is not None
        self._settled = 0  # so many entries of the journal can no longer be taken back
        self._because = ""
        self.settle()

    def twin(self) -> Self:
        """The same game at another table: what is played there is not played here."""
        other = copy.copy(self)
        other.journal, other.orders = self.journal[:], dict(self.orders)
        return other

    # -- asking ------------------------------------------------------------------------------

    @property
    def decider(self) -> Player:
        """Who has to decide."""
        return self.title.decider(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        return self.title.outcome(self.state) if self.state.over else None

    def diary(self, player: Player | None = None) -> list[Line]:
        """Every line so far, as a player heard it or, with None, as the referee did."""
        return [line for entry in self.journal for line in entry.heard_by(player)[1]]

    def at(self, count: int) -> State:
        """The position after so many actions of the journal."""
        state = self.journal[count].before if count < len(self.journal) else self.state
        return state.copy()

    def why_not(self, said: str | Action, player: Player | None = None) -> list[Objection]:
        """Every objection to an action; words that make no action raise `Bad`."""
        return self.judge(said, player)[1]

    def judge(self, said: str | Action, player: Player | None) -> tuple[Action, list[Objection]]:
        """The action meant, and every objection to it; whose turn it is comes first."""
        title, s = self.title, self.state
        if player is not None and player != self.decider:
            return Action(""), title.explain(s, Action(""), player)
        action = said if isinstance(said, Action) else title.parse(s, said)
        return action, title.explain(s, action, player)

    # -- playing -----------------------------------------------------------------------------

    def play(self, said: str | Action, player: Player | None = None) -> list[Line]:
        """Carry out an action, then whatever the dice and standing orders decide."""
        action, objections = self.judge(said, player)
        if objections:
            raise Refused(said if isinstance(said, str) else said.verb, objections)
        return self.enter(action) + self.settle()

    def settle(self) -> list[Line]:
        """Let the dice and standing orders decide for as long as they can.

        A standing order is played once in the same position, and only so many are in a row: an
        order that leads nowhere gives the decision back to its player.
        """
        lines: list[Line] = []
        played: set[Any] = set()
        while (who := self.decider) != NOBODY:
            if who == CHANCE and self.rolls:
                lines += self.roll()
                continue
            key = self.state.key()
            if key in played or len(played) >= MOST_ORDERS or (action := self._ordered(who)) is None:
                break
            played.add(key)
            lines += self.enter(action)
        return lines

    def roll(self) -> list[Line]:
        """Let the dice decide once."""
        if self.decider != CHANCE:
            raise Bad("there is nothing to roll for now")
        return self.enter(self.title.chance(self.state, self.dice.pick))

    def order(self, player: Player, step: str, said: str | Sequence[str] | None) -> None:
        """Leave a standing order for a step, or take it back with None.

        Of several actions the first that is legal when the step comes is played; if none is,
        the player is asked as always.
        """
        known = {at.name for flow in self.title.flows.values() for at in flow.steps()}
        if player not in range(len(self.title.players)):
            raise Bad("standing orders are for players")
        if step not in known:
            raise Bad(f"there is no step {step!r}; steps: {', '.join(sorted(known))}")
        if said is None:
            self.orders.pop((player, step), None)
        else:
            self.orders[player, step] = (said,) if isinstance(said, str) else tuple(said)

    def _ordered(self, who: Player) -> Action | None:
        """What the player who has to decide has left as his order, if it can be done."""
        for text in self.orders.get((who, self.title.step(self.state).name), ()):
            try:
                action = self.title.parse(self.state, text)
            except Bad:
                continue
            if not self.title.explain(self.state, action):
                return action
        return None

    def enter(self, action: Action) -> list[Line]:
        """Play a legal action; if the rules break down over it, nothing has happened."""
        before, title, who = self.state, self.title, self.decider
        viewers = (*range(len(title.players)), PUBLIC) if title.fogged else ()
        text, texts = title.text(before, action), [told(before, action, viewer) for viewer in viewers]
        after = before.copy()
        notes: list[Note] = []
        after.log = notes
        title.play(after, action)
        after.log = None
        lines = heard(after, notes, None)
        each = tuple((text, heard(after, notes, viewer)) for viewer, text in zip(viewers, texts, strict=True))
        self._note_what_settles(who, before, after)
        self.state = after
        self.journal.append(Entry(who, action, text, lines, before, each))
        return list(lines)

    # -- taking back -------------------------------------------------------------------------

    def _note_what_settles(self, who: Player, before: State, after: State) -> None:
        """Information once gained stays: what came before it can no longer be taken back."""
        if who == CHANCE:
            self._settled, self._because = len(self.journal) + 1, "the dice have spoken since"
        elif learnt(before, after):
            self._settled, self._because = len(self.journal) + 1, "somebody has seen since what he did not know"
        elif self.journal and self.journal[-1].player != who:
            self._settled, self._because = len(self.journal), "another player has decided since"

    def may_undo(self, player: Player | None = None) -> str | None:
        """None if the last action may be taken back, else the reason why not."""
        if not self.journal:
            return "nothing has been played yet"
        if self.undo_policy == "none":
            return "at this table a move made is a move made"
        if len(self.journal) <= self._settled:
            return f"{self._because}: what was learnt cannot be taken back"
        if player is not None and self.journal[-1].player != player:
            return "the last decision was another player's"
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
        self._settled = min(self._settled, len(self.journal))
        self.state = entry.before.copy()
        return entry
