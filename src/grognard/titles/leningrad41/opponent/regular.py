"""The regular: decides every step of *Leningrad '41* by plans and exact odds, without search."""

from ....core.action import Action
from ....core.bits import Bits, lowest, scan
from ....core.options import Pick
from ....kit.opponent import Budget
from ..data.components import GERMAN, SOVIET
from ..data.links import DRIVE, MARCH
from ..rules.modifiers import value_of
from ..rules.movement import must_enter, terms
from ..rules.reach import capable, reach
from ..rules.replacements import dead, eligible, stations
from ..rules.results import advances
from ..rules.volley import beside
from ..rules.walk import Walk
from ..state import State, face_down, room, unknown
from . import crossings, posts
from .battle_odds import Attack, chance, cover, fires_back
from .evaluation import unit_worth
from .fire_plan import FirePlan, air_strike
from .marches import Marches
from .operations import NONE
from .routes import distances
from .step_by_step import Decision, StepByStep
from .weights import WADE, WEIGHTS, Weights


class Regular(StepByStep):
    """Keeps the plans of the phase."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.given = weights  # else those of the side
        self.w = weights or WEIGHTS[GERMAN]
        self.phase: tuple[object, ...] = ()
        self.marches: Marches | None = None
        self.plan = FirePlan(self.w)
        self.focus = NONE  # what an operation asks for
        self.told: list[str] = []  # the plan, until it is reported

    def decide(self, s: State, pick: Pick, budget: Budget) -> Decision:
        """The next action of the side that must decide, and the reason."""
        self.w = self.given or WEIGHTS[s.title.decider(s)]
        return super().decide(s, pick, budget)

    def _begin(self, s: State) -> bool:
        """Clear what belongs to another phase; whether one begins."""
        now = s.turn, s.side, s.title.step(s).name
        if self.phase == now:
            return False
        self.phase, self.marches, self.plan = now, None, FirePlan(self.w, self.focus)
        return True

    def recount(self) -> list[str]:
        """The plan as text, if it is new since the last call."""
        out, self.told = self.told, []
        return out

    # -- arrivals -----------------------------------------------------------------------------

    def place(self, s: State) -> Decision:
        """Garrisons for the objectives, those nearest to the Germans first."""
        match s.title.step(s).name:
            case "placing":
                return posts.named_unit(s)
            case "deploying":
                return posts.deployment(s)
        return posts.reinforcement(s)

    def replacement(self, s: State) -> Decision:
        """For the sub-command whose dead are worth most on average."""

        def mean(name: str) -> float:
            units = list(scan(dead(s, name)))
            return sum(unit_worth(s, GERMAN, one, self.w) for one in units) / len(units)

        return Action("replace", (max(eligible(s), key=mean),)), "Its dead are missed most."

    def replacement_place(self, s: State) -> Decision:
        """In a hex with room, as near to the next objective as possible."""
        local = s.local
        hexes = stations(s, local.command)
        way = distances(s, dict.fromkeys(scan(s.data.objectives & ~s.german), 0), wade=WADE)
        hex_ = min(scan(hexes & room(s, local.unit) or hexes), key=lambda one: (way[one], one))
        return Action("place", (hex_,)), "It joins its division at the front."

    # -- movement -----------------------------------------------------------------------------

    def standing_order(self, s: State) -> Decision:
        """Germans always fire in the Soviet turn; Soviets decide each time whether to uncover units."""
        if s.side == SOVIET:
            return Action("order", ("always",)), "We fire at everything that comes near."
        return Action("order", ("ask",)), "Each time we decide whether it is worth showing a unit."

    def movement(self, s: State) -> Decision:
        """Carry out the moves one by one, pontoons and Metro rides first."""
        if self._begin(s) or self.marches is None:
            self.marches = Marches(s, self.w, self.focus)
            self.told = self._told(s, self.marches)
        if s.side == GERMAN:
            if found := crossings.pontoon(s, self.marches.look):
                self.marches.kept |= 1 << found[2]
                return found[:2]
        elif ride := crossings.ride(s):
            return ride
        if move := self.marches.next_move(s):
            return move
        if late := must_enter(s):
            unit = lowest(late)
            way = reach(s, terms(s, unit, MARCH))
            return Action("move", (unit, way.path_to(lowest(way.ends)))), "It must enter."
        return Action("done"), "All units have their orders."

    def _told(self, s: State, marches: Marches) -> list[str]:
        """The plan as text."""
        look = marches.look
        front = sorted(look.worth, key=lambda one: (look.way[one], -look.worth[one], one))
        goals = [s.title.place(s, one) for one in front if s.data.objectives >> one & 1][:4]
        many = (s.german & s.data.objectives).bit_count()
        out = [f"The Germans hold {many} of the {s.plan.objectives} objectives they need."]
        if line := look.front.line:
            gaps = (line & ~s.held[SOVIET]).bit_count()
            out.append(f"The front line has {line.bit_count()} hexes, {gaps or 'none'} of them empty.")
        if goals:
            out.append(f"Next objectives to fight for: {', '.join(goals)}.")
        return out

    def volley(self, s: State) -> Decision:
        """Fire if the chance is worth the units that it uncovers."""
        local: Walk = s.local
        d, near = s.data, capable(s, beside(s))
        open_ = near & ~face_down(s, near)
        prize = unit_worth(s, SOVIET, local.unit, self.w)
        change = cover(s, s.place[local.unit], GERMAN)
        change += d.charts.modifiers["armor"] if d.armored >> local.unit & 1 else 0
        best, gain, odds = 0, 0.0, 0.0
        for group in (open_, near):
            power = sum(fires_back(s, SOVIET, one) for one in scan(group))
            odds = chance(s, power, change)
            found = odds * prize - self.w.reveal * (group & ~open_).bit_count()
            found += self.w.stop if local.manner == DRIVE and group else 0.0
            if group and found > gain:
                best, gain = group, found
        if best:
            why = "Fire stops a unit on the road." if local.manner == DRIVE else "The chance is worth it."
            return Action("fire", (best,)), why
        why = "Our units stay hidden for a better chance." if odds else "Fire would achieve nothing here."
        return Action("hold"), why

    def onward(self, s: State) -> Decision:
        """Go on as planned if that is still possible."""
        local: Walk = s.local
        action = Action("onward", (local.path,))
        return (Action("halt"), "The way is closed.") if s.title.explain(s, action) else (action, "On as planned.")

    def station(self, s: State) -> Decision:
        """Behind the German front."""
        return crossings.exit_of(s)

    # -- fire ---------------------------------------------------------------------------------

    def air_strike(self, s: State) -> Decision:
        """The strongest defenders near the spearheads."""
        best = air_strike(s, self.w, self.focus)
        return order(s, best) if best else (Action("done"), "There is nothing to strike.")

    def fire(self, s: State) -> Decision:
        """The most profitable attack first."""
        self._begin(s)
        if s.side == SOVIET:
            near = s.data.around(s.held[GERMAN])
            for counter in scan(unknown(s, s.there[SOVIET])):
                if near >> s.place[counter] & 1:
                    return Action("flip", (counter,)), "It is next to Germans and is to fire."
        best = self.attack(s)
        if s.side == SOVIET and (blast := crossings.demolition(s, self.w)) and blast[0] > (best.worth if best else 0.0):
            return blast[1]
        if best:
            return order(s, best)
        return Action("done"), "No more attacks are worthwhile."

    def attack(self, s: State) -> Attack | None:
        """The next attack, if any is worthwhile."""
        return self.plan.best(s)

    def advance(self, s: State) -> Decision:
        """Into objectives with all who can; elsewhere nobody leaves an objective for it."""
        d, hex_ = s.data, s.local.hex
        goal = d.objectives >> hex_ & 1

        def worth(units: Bits) -> tuple[float, ...]:
            left = sum(self._abandons(s, one) for one in scan(units))
            many = units.bit_count() if goal else -units.bit_count()
            return (-left, many, sum(value_of(s, one).fire for one in scan(units)))

        best = max(advances(s), key=worth)
        if not goal and (s.side == SOVIET or worth(best)[0] < 0):
            return Action("hold"), "They stay where they are."
        return Action("advance", (best,)), "The ground is ours."

    @staticmethod
    def _abandons(s: State, unit: int) -> bool:
        """Whether an advance of this unit leaves an objective empty."""
        here = s.place[unit]
        own = s.here[here] & s.data.side[s.side] & s.data.ground
        return bool(s.data.objectives >> here & 1) and own == 1 << unit


def order(s: State, attack: Attack) -> Decision:
    """The action of an attack, and its chances in words."""
    where = s.title.place(s, attack.hex)
    why = f"{attack.cleared:.0%} to clear {where}.".replace("%", " %")
    return attack.action, why
