"""The planner: a regular that follows an operation from turn to turn, and makes the attacks that it has announced."""

from ....core.bits import Bits, bits, scan
from ....core.options import Pick
from ....kit.opponent import Budget
from ....opponents.operations import Operation, Operations, Promise
from ..data.components import GERMAN
from ..state import State
from .battle_odds import Attack
from .fire_plan import targets
from .marches import Marches
from .operations import BRIDGES, CUT, focus, proposals
from .regular import Regular
from .step_by_step import Decision
from .weights import WEIGHTS, Weights


class Planner(Regular):
    """Concentrates on one operation at a time."""

    def __init__(self, weights: Weights | None = None, operations: Operations | None = None) -> None:
        super().__init__(weights)
        self.operations = operations or Operations()
        self.reviewed = 0  # the last turn in which it was

    def decide(self, s: State, pick: Pick, budget: Budget) -> Decision:
        """The next action; each player turn begins with a review of the operation."""
        me = s.title.decider(s)
        if s.side == me and s.turn != self.reviewed:
            self.reviewed = s.turn
            self._review(s, me)
        return super().decide(s, pick, budget)

    def _review(self, s: State, me: int) -> None:
        """Keep the operation or choose another; on the last turn only objectives count."""

        def verdict(operation: Operation) -> str:
            if operation.kind == CUT:
                return "the bridge is down" if s.demolished >> operation.objective & 1 else ""
            return "its objective has fallen" if s.german >> operation.objective & 1 else ""

        able = me == GERMAN or (self.given or WEIGHTS[me]).crucial
        choice = proposals(s, me) if able and s.turn < s.plan.last else []
        self.operations.review(s.turn, choice, verdict, 1 if me == GERMAN else BRIDGES)
        self.focus = focus(s, self.operations.running if choice else [])

    # -- promises -----------------------------------------------------------------------------

    def fire(self, s: State) -> Decision:
        """If units have moved up to attack the breach, the attack is a promise."""
        if self.marches is not None:
            breach = self.focus.breach
            if units := self.marches.aimed.get(breach, 0):
                self.operations.promise(s.turn, Promise("attack", breach, units))
        return super().fire(s)

    def attack(self, s: State) -> Attack | None:
        """Attacks that are promised come first."""
        if due := self.due(s):
            if found := self.plan.best(s, due):
                return found
            self._call_off(s, due)
        return super().attack(s)

    def due(self, s: State) -> Bits:
        """The hexes whose attack was announced and has neither been made nor called off."""
        open_ = bits(one.place for one in self.operations.promises if not one.off)
        return open_ & targets(s) if self.operations.turn == s.turn else 0

    def _call_off(self, s: State, hexes: Bits) -> None:
        """Take promises back."""
        for hex_ in scan(hexes):
            why = "nobody who can still fire has a chance there"
            self.operations.call_off("attack", hex_, why)
            self.told.append(f"Attack on {s.title.place(s, hex_)} called off: {why}.")

    def _told(self, s: State, marches: Marches) -> list[str]:
        """The plan as text."""
        out = super()._told(s, marches)
        if bridges := self.focus.bridges:
            return [f"To be blown next: {' and '.join(s.title.place(s, one) for one in scan(bridges))}.", *out]
        if self.focus.goal < 0:
            return out
        breach, goal = s.title.place(s, self.focus.breach), s.title.place(s, self.focus.goal)
        since = self.operations.running[0].since
        return [f"We break the line at {breach} on the way to {goal}, our aim since turn {since}.", *out]
