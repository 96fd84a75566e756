"""Which decision each step asks for, at any level."""

from abc import abstractmethod

from ....core.action import Action
from ....core.bits import bits, scan
from ....core.options import Pick
from ....kit.opponent import Budget, Officer
from ..rules.declarations import together
from ..rules.requirements import requirements
from ..state import State, value_of

Decision = tuple[Action, str]


def required_attack(s: State) -> Action | None:
    """A combat that the set being declared requires; on one hex if possible."""
    known = requirements(s)
    need = known.outstanding
    for target in scan(need):
        if force := known.force(1 << target):
            return Action("attack", (target, 0, force))
    for lead in scan(known.assailable):
        for also in together(s, known, lead):
            if (also | 1 << lead) & need and (force := known.force(also | 1 << lead)):
                return Action("attack", (lead, also, force))
    return None


class StepByStep(Officer):
    """Decides each kind of step by a method of its own."""

    def decide(self, s: State, pick: Pick, budget: Budget) -> Decision:
        """The next action of the side that must decide, and the reason."""
        step = s.title.step(s).name
        match step:
            case "movement" | "exploitation":
                return self.movement(s, step)
            case "combat":
                return self.combat(s)
            case "soviet-support" | "axis-support":
                return self.support(s, step)
            case "evasion":
                return self.evasion(s)
            case "special":
                return self.special(s)
            case "loss":
                return self.loss(s)
            case "no-retreat":
                return self.no_retreat(s)
            case "retreat":
                return self.retreat(s)
            case "advance":
                return self.advance(s)
            case "excess":
                return self.weakest(s, "eliminate")
        return self.other(s, step) or self.anything(s, pick)

    def weakest(self, s: State, verb: str) -> Decision:
        """The unit that is missed least."""
        found = s.title.choices(s, verb) or ()
        unit = min(scan(bits(found)), key=lambda one: (value_of(s, one).attack + value_of(s, one).defense, one))
        return Action(verb, (unit,)), "The weakest goes."

    def anything(self, s: State, pick: Pick) -> Decision:
        """For steps without a decision of their own: go on if possible."""
        if any(verb.name == "done" for verb, _ in s.title.verbs(s)):
            return Action("done"), "Nothing more is needed here."
        return s.title.sample(s, pick), "All choices are equally good."

    @abstractmethod
    def movement(self, s: State, step: str) -> Decision:
        """Move a unit, or end the phase."""

    @abstractmethod
    def combat(self, s: State) -> Decision:
        """Declare or resolve a combat, or end the phase."""

    @abstractmethod
    def support(self, s: State, step: str) -> Decision:
        """Commit guns and air units to a combat."""

    @abstractmethod
    def evasion(self, s: State) -> Decision:
        """Try a Retreat Before Combat, or await the attack."""

    @abstractmethod
    def special(self, s: State) -> Decision:
        """Choose what a Special Result strikes."""

    @abstractmethod
    def loss(self, s: State) -> Decision:
        """Choose a unit that loses a step."""

    @abstractmethod
    def no_retreat(self, s: State) -> Decision:
        """Try to hold, or retreat."""

    @abstractmethod
    def retreat(self, s: State) -> Decision:
        """Retreat units."""

    @abstractmethod
    def advance(self, s: State) -> Decision:
        """Advance a unit, or none."""

    @abstractmethod
    def other(self, s: State, step: str) -> Decision | None:
        """The decision of any other step; None: any choice will do."""
