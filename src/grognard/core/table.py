"""A table: one game being played, with its seats, its dice, its journal and its undo policy.

The table rolls the dice when chance has to decide, keeps every action (the journal is the
whole record, and every position of the game can be found again), plays the standing
orders of absent players, and allows or refuses undo.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from .action import CHANCE, NOBODY, Action, Player
from .dice import Dice
from .journal import STORED, Entry, add, carry_out
from .rule import Objection
from .state import State
from .title import Bad, Outcome, Title
from .view import Line, learnt

__all__ = ["UNDO_POLICIES", "Entry", "Line", "Refused", "Table"]

ROLLED, REVEALED = "dice have been rolled since", "a player has gained information since"
MOST_ORDERS = 1000  # standing orders played in a row before the player is asked


class Refused(Bad):
    """An illegal action, with every objection to it."""

    def __init__(self, text: str, objections: list[Objection]) -> None:
        super().__init__(f"{text}: " + "; ".join(map(str, objections)))
        self.objections = objections


UNDO_POLICIES = ("free", "none", "consent")
"""`free`: the last action, until dice or hidden information; `none`: never; `consent`: if the others agree."""


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
        self._settled = 0  # how many entries of the journal can no longer be undone
        self._because = ""
        self._rolled = self._learnt = 0  # of these, how many up to the last dice, and up to the last thing revealed
        self.settle()

    def twin(self) -> Self:
        """An independent copy of this table: actions played there do not affect this one."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)  # `copy.copy` takes ten times as long
        other.journal, other.orders, other.state = self.journal[:], dict(self.orders), self.state.copy()
        return other

    # -- asking ------------------------------------------------------------------------------

    @property
    def decider(self) -> Player:
        """The player who must decide."""
        return self.title.decider(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is being played."""
        return self.title.outcome(self.state) if self.state.over else None

    def diary(self, player: Player | None = None) -> list[Line]:
        """Every line so far, as told to a player or, with None, to the referee."""
        return [line for entry in self.journal for line in entry.heard_by(player)[1]]

    def at(self, count: int) -> State:
        """The position after the first `count` actions of the journal."""
        state = self.journal[count].before if count < len(self.journal) else self.state
        return state.copy()

    def why_not(self, said: str | Action, player: Player | None = None) -> list[Objection]:
        """Every objection to an action; text that is not an action raises `Bad`."""
        return self.judge(said, player)[1]

    def judge(self, said: str | Action, player: Player | None) -> tuple[Action, list[Objection]]:
        """The action meant, and every objection to it; it being another player's turn comes first."""
        title, s = self.title, self.state
        if player is not None and player != self.decider:
            return Action(""), title.explain(s, Action(""), player)
        action = said if isinstance(said, Action) else title.parse(s, said)
        return action, title.explain(s, action, player)

    # -- playing -----------------------------------------------------------------------------

    def play(self, said: str | Action, player: Player | None = None) -> list[Line]:
        """Carry out an action, then let the dice and standing orders decide."""
        action, objections = self.judge(said, player)
        if objections:
            raise Refused(said if isinstance(said, str) else said.verb, objections)
        return self.enter(action) + self.settle()

    def settle(self) -> list[Line]:
        """Let the dice and standing orders decide for as long as they can.

        A standing order is played only once in the same position, and at most `MOST_ORDERS` in a
        row: an order that leads nowhere returns the decision to its player.
        """
        lines: list[Line] = []
        played: set[Any] = set()
        while (who := self.decider) != NOBODY:
            if who == CHANCE and self.rolls:
                lines += self.roll()
                continue
            if (action := self._ordered(who)) is None:
                break
            key = self.state.key()
            if key in played or len(played) >= MOST_ORDERS:
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
        """Leave a standing order for a step, or cancel it with None.

        Of several actions, the first that is legal when the step comes is played; if none is,
        the player is asked as usual.
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
        """The standing order of the player who must decide, if there is one and it is legal."""
        for text in self.orders.get((who, self.title.step(self.state).name), ()):
            try:
                action = self.title.parse(self.state, text)
            except Bad:
                continue
            if not self.title.explain(self.state, action):
                return action
        return None

    def enter(self, action: Action) -> list[Line]:
        """Play a legal action; if it raises an error, the table is unchanged."""
        before, who = self.state, self.decider
        after, said = carry_out(before, action)
        self._note_what_settles(who, before, after)
        self.state = after
        add(self.journal, who, action, before, said)
        return list(said.lines)

    def retrace(self, action: Action) -> None:
        """Play an action of a stored game again, known to be legal; what was said is worked out when it is read.

        If it raises an error, the table is unchanged.
        """
        before, who, title = self.state, self.decider, self.title
        in_place = len(self.journal) % STORED != 0 and not title.fogged
        after = before if in_place else before.copy()
        try:
            title.play(after, action)
        except BaseException:
            if in_place:
                self.state = self.journal[-1].before.copy()
                title.play(self.state, self.journal[-1].action)
            raise
        self._note_what_settles(who, before, after)
        self.state = after
        add(self.journal, who, action, before, None)

    # -- undo --------------------------------------------------------------------------------

    def _note_what_settles(self, who: Player, before: State, after: State) -> None:
        """Mark what can no longer be undone because information was gained after it."""
        if who == CHANCE or learnt(before, after):
            self._settled = len(self.journal) + 1
            self._because = ROLLED if who == CHANCE else REVEALED
            if who == CHANCE:
                self._rolled = self._settled
            if who != CHANCE or learnt(before, after):
                self._learnt = self._settled
        elif self.journal and self.journal[-1].player != who:
            self._settled, self._because = len(self.journal), "another player has decided since"

    @property
    def revealed(self) -> bool:
        """Whether a game under fog is over: everybody may see everything, so nobody may play on from before."""
        return self.title.fogged and self.state.over

    def may_undo(self, player: Player | None = None) -> str | None:
        """None if the last action may be undone, otherwise the reason why not."""
        if not self.journal:
            return "nothing has been played yet"
        if self.revealed:
            return "the game is over and everything hidden has been shown"
        if self.undo_policy == "none":
            return "undo is switched off at this table"
        if len(self.journal) <= self._settled:
            return self._because
        if player is not None and self.journal[-1].player != player:
            return "the last decision was made by another player"
        if self.undo_policy == "consent":
            return "the other player has to agree"
        return None

    def learnt_since(self, left: int, *, dice: bool = True) -> str:
        """What gave somebody information after so many actions: something revealed, or dice; empty if nothing did."""
        if left < self._learnt:
            return REVEALED
        return ROLLED if dice and left < self._rolled else ""

    def undo(self, player: Player | None = None, *, agreed: bool = False) -> Entry:
        """Undo the last action; if agreed, undo everything back to the last decision of a player."""
        why = self.may_undo(player)
        if why and not (agreed and self.journal and not self.revealed):
            raise Bad(f"no undo: {why}")
        left = len(self.journal) - 1
        while agreed and left and self.journal[left].player == CHANCE:
            left -= 1
        return self.cut(left)

    def cut(self, left: int) -> Entry:
        """Go back to the position after so many actions, whatever the policy says; returns the first action undone."""
        entry = self.journal[left]
        del self.journal[left:]
        self._settled, self._rolled, self._learnt = (min(n, left) for n in (self._settled, self._rolled, self._learnt))
        self.state = entry.before.copy()
        return entry
