"""Which decision each step asks for, at any level."""

from abc import abstractmethod

from ....core.action import Action
from ....core.bits import scan
from ....core.options import Pick
from ....kit.opponent import Budget, Officer
from ..state import State, factor


class StepByStep(Officer):
    """Decides each kind of step by a method of its own."""

    def decide(self, s: State, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """The next action of the side that must decide, and the reason."""
        step = s.title.step(s).name
        match step:
            case "german-movement" | "mechanized" | "russian-movement":
                return self.movement(s, step)
            case "german-combat" | "russian-combat":
                return self.combat(s)
            case "german-support" | "russian-support":
                return self.support(s)
            case "penalty":
                return self.penalty(s)
            case "retreat" | "follow":
                return self.retreat(s, step)
            case "advance":
                return self.advance(s)
            case "disruption":
                return Action("disrupt", (max(scan(s.struck), key=lambda unit: factor(s, unit)),)), "The strongest."
            case "elimination":
                found = s.title.choices(s, "eliminate") or ()
                return Action("eliminate", (min(found, key=lambda unit: factor(s, unit)),)), "The weakest goes."
        return self.other(s, step) or (s.title.sample(s, pick), "All choices are equally good.")

    @abstractmethod
    def movement(self, s: State, step: str) -> tuple[Action, str]:
        """Move a unit, or end the phase."""

    @abstractmethod
    def combat(self, s: State) -> tuple[Action, str]:
        """Announce an attack, or end the phase."""

    @abstractmethod
    def support(self, s: State) -> tuple[Action, str]:
        """Send an air unit to an attack, or keep the rest."""

    @abstractmethod
    def penalty(self, s: State) -> tuple[Action, str]:
        """Waive a penalty, retreat, or lose a step."""

    @abstractmethod
    def retreat(self, s: State, verb: str) -> tuple[Action, str]:
        """Retreat a unit, or let a headquarters follow."""

    @abstractmethod
    def advance(self, s: State) -> tuple[Action, str]:
        """Advance a unit, or none."""

    @abstractmethod
    def other(self, s: State, step: str) -> tuple[Action, str] | None:
        """The decision of any other step; None: any choice will do."""
