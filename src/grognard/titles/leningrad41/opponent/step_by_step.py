"""Which decision each step asks for, at any level."""

from abc import abstractmethod

from ....core.action import Action
from ....core.bits import bits, scan
from ....core.options import Pick
from ....kit.opponent import Budget, Officer
from ..rules.modifiers import value_of
from ..rules.results import advances
from ..state import State

Decision = tuple[Action, str]


class StepByStep(Officer):
    """Decides each kind of step by a method of its own."""

    def decide(self, s: State, pick: Pick, budget: Budget) -> Decision:
        """The next action of the side that must decide, and the reason."""
        match s.title.step(s).name:
            case "placing" | "deploying" | "army-place":
                return self.place(s)
            case "replacements":
                return self.replacement(s)
            case "replacement-place":
                return self.replacement_place(s)
            case "air-strikes":
                return self.air_strike(s)
            case "soviet-orders" | "german-orders":
                return self.standing_order(s)
            case "german-movement" | "soviet-movement":
                return self.movement(s)
            case "german-fire" | "soviet-fire":
                return self.fire(s)
            case "volley":
                return self.volley(s)
            case "onward":
                return self.onward(s)
            case "station":
                return self.station(s)
            case "advance":
                return self.advance(s)
        return self.other(s, pick)

    def other(self, s: State, pick: Pick) -> Decision:
        """Steps that ask the same of every level: fanaticism, its price, German stacks beyond the limit."""
        match s.title.step(s).name:
            case "fanaticism":
                return Action("plain"), "A unit for one better die is too much."
            case "fanatic-loss":
                units = bits(s.title.choices(s, "lose") or ())
                unit = min(scan(units), key=lambda one: (value_of(s, one).fire, one))
                return Action("lose", (unit,)), "The weakest pays the price."
            case "excess":
                units = bits(s.title.choices(s, "eliminate") or ())
                unit = max(scan(units), key=lambda one: (value_of(s, one).fire, -one))
                return Action("eliminate", (unit,)), "The strongest unit of the stack has to go."
        return s.title.sample(s, pick), "All choices are equally good."

    def advance(self, s: State) -> Decision:
        """Advance as many as possible, the strongest."""
        found = max(advances(s), key=lambda some: (some.bit_count(), sum(value_of(s, one).fire for one in scan(some))))
        return Action("advance", (found,)), "The ground is ours."

    @abstractmethod
    def place(self, s: State) -> Decision:
        """Place a Soviet unit: in the set-up, or a reinforcement."""

    @abstractmethod
    def replacement(self, s: State) -> Decision:
        """Name a German sub-command that receives a replacement."""

    @abstractmethod
    def replacement_place(self, s: State) -> Decision:
        """Place the replacement."""

    @abstractmethod
    def air_strike(self, s: State) -> Decision:
        """A German air strike, or no more."""

    @abstractmethod
    def standing_order(self, s: State) -> Decision:
        """The order for defensive fire in the enemy's Movement Phase."""

    @abstractmethod
    def movement(self, s: State) -> Decision:
        """Move a unit, or end the phase."""

    @abstractmethod
    def fire(self, s: State) -> Decision:
        """Make an attack, or end the phase."""

    @abstractmethod
    def volley(self, s: State) -> Decision:
        """Answer a unit that moves next to ours."""

    @abstractmethod
    def onward(self, s: State) -> Decision:
        """Go on after defensive fire, or halt."""

    @abstractmethod
    def station(self, s: State) -> Decision:
        """Where a unit leaves the Metro."""
