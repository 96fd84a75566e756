"""The recruit: the weakest sensible player, and the anchor every other level is measured against.

FROZEN. A rating is meaningful only while its anchor stays the same: nothing here is tuned, and nothing here depends on
other levels. Soviets set up one unit in each objective. Every unit moves toward the nearest goal: a German one toward
an objective that is not German, a Soviet one toward an objective that is lost or empty. All fire at what they are
likeliest to eliminate, in a close assault if they can.
"""

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ..data.components import GERMAN, SOVIET
from ..data.links import DRIVE, MARCH
from ..data.map_and_units import COMMANDS
from ..rules.assaults import hex_bans as assault_bans
from ..rules.assaults import storm_at
from ..rules.batteries import fleet, markers
from ..rules.fire import target_bans
from ..rules.modifiers import AIR, ASSAULT, FIRE, NAVAL
from ..rules.movement import bans, barred, drive_bans, must_enter, stuck, terms, usual
from ..rules.reach import Reach, reach
from ..rules.replacements import dead, eligible, stations
from ..rules.spotting import reached, seen_from_above, seen_from_sea, shooters
from ..rules.walk import Walk
from ..state import State, room, unknown
from .battle_odds import Attack, directed, strongest, weigh
from .routes import FAR, distances
from .step_by_step import Decision, StepByStep


class Recruit(StepByStep):
    """Decides step by step; remembers only which units are still to be considered in this phase."""

    def __init__(self) -> None:
        self.phase: tuple[int, int] = (-1, 0)
        self.todo: list[int] = []
        self.way: list[int] = []  # how far it is from each hex to the nearest goal

    # -- set-up and arrivals ------------------------------------------------------------------

    def place(self, s: State) -> Decision:
        """Objectives first, the southern ones before the others; guns in the middle of the city."""
        d = s.data
        step = s.title.step(s).name
        if step == "placing":
            unit = lowest(bits(s.title.choices(s, "place") or ()))
            center = s.place[d.number["Zhdanov"]]
            hexes = bits(s.title.choices(s, "place", unit) or ())
            hex_ = min(scan(hexes), key=lambda one: (d.board.distance(one, center), one))
            return Action("place", (unit, hex_)), "In the middle of the city."
        if step == "army-place":
            unit = lowest(bits(s.title.choices(s, "place") or ()))
            return Action("place", (unit, self._post(s, bits(s.title.choices(s, "place", unit) or ())))), "To a post."
        return Action("deploy", (self._post(s, bits(s.title.choices(s, "deploy") or ())),)), "One unit for each post."

    def _post(self, s: State, hexes: Bits) -> int:
        """An empty objective if there is one, as near to the Germans as possible."""
        d = s.data
        edge = s.held[GERMAN] or s.stage.german_entry
        for posts in (d.objectives & ~s.held[SOVIET], d.objectives, d.hexes):
            if hexes & posts:
                near = {one: min(d.board.distance(one, to) for to in scan(edge)) for one in scan(hexes & posts)}
                return min(near, key=lambda one: (near[one], one))
        return lowest(hexes)

    # -- German replacements and air strikes --------------------------------------------------

    def replacement(self, s: State) -> Decision:
        """For the sub-command with the most dead."""
        command = max(eligible(s), key=lambda name: dead(s, name).bit_count())
        return Action("replace", (command,)), "It has lost the most."

    def replacement_place(self, s: State) -> Decision:
        """In a hex with room, if there is one."""
        local = s.local
        hexes = stations(s, local.command)
        return Action("place", (lowest(hexes & room(s, local.unit) or hexes),)), "With its comrades."

    def air_strike(self, s: State) -> Decision:
        """Three markers at the best target."""
        best = self._best(s, [self._strike(s, hex_) for hex_ in scan(_targets(s))])
        return _order(best) if best else (Action("done"), "There is nothing to strike.")

    def _strike(self, s: State, hex_: int) -> Attack:
        return weigh(s, AIR, hex_, "air", 0, strongest(s, "air", markers(s)))

    # -- movement -----------------------------------------------------------------------------

    def standing_order(self, s: State) -> Decision:
        """Always fire."""
        return Action("order", ("always",)), "We fire at everything that comes near."

    def movement(self, s: State) -> Decision:
        """Move all units toward the nearest goal; one that is alone in an objective stays."""
        if self.phase != (s.turn, s.side):
            self.phase = s.turn, s.side
            self.todo = self._order_of_march(s)
            self.way = distances(s, dict.fromkeys(scan(self._goals(s)), 0), s.held[1 - s.side], 4, 8)
        free = ~barred(s, bans(s))
        waiting = bits(self.todo) & free
        while self.todo:
            unit = self.todo.pop(0)
            if not free >> unit & 1 or stuck(terms(s, unit, usual(s, unit))):
                continue
            if found := self._march(s, unit):
                return found
        late = must_enter(s) & waiting or must_enter(s)
        if late:
            unit = lowest(late)
            way = reach(s, terms(s, unit, MARCH))
            return Action("move", (unit, way.path_to(lowest(way.ends)))), "It must enter."
        return Action("done"), "Everybody has moved."

    def _order_of_march(self, s: State) -> list[int]:
        """Sub-command by sub-command, leaders last."""
        d, ready = s.data, s.there[s.side] | s.here.get(s.data.arriving, 0) & s.data.side[s.side]
        out = [unit for name in COMMANDS[s.side] for unit in scan(ready & d.command[name])]
        return out + list(scan(ready & d.leaders))

    def _goals(self, s: State) -> Bits:
        d = s.data
        if s.side == GERMAN:
            return d.objectives & ~s.german or d.objectives
        return d.objectives & (s.german | ~s.held[SOVIET]) & ~s.held[GERMAN] or s.held[GERMAN] or d.objectives

    def _march(self, s: State, unit: int) -> Decision | None:
        """The move of a unit, if it comes nearer to a goal."""
        d, here = s.data, s.place[unit]
        ground = s.here.get(here, 0) & d.ground & d.side[s.side]
        if here < d.board.box and d.objectives >> here & 1 and ground.bit_count() < 2:
            return None
        now = self.way[here] if here < d.board.box else FAR + 1
        best: tuple[int, int, str, Reach] | None = None
        for verb, manner in (("move", usual(s, unit)), ("drive", DRIVE)):
            if manner == DRIVE and barred(s, drive_bans(s)) >> unit & 1:
                continue
            way = reach(s, terms(s, unit, manner))
            end = min(scan(way.ends), key=lambda one: (self.way[one], one), default=None)
            if end is not None and self.way[end] < now and (best is None or self.way[end] < best[0]):
                best = self.way[end], end, verb, way
        if best is None:
            return None
        return Action(best[2], (unit, best[3].path_to(best[1]))), "Toward the nearest goal."

    def onward(self, s: State) -> Decision:
        """Go on as planned."""
        local: Walk = s.local
        action = Action("onward", (local.path,))
        return (Action("halt"), "It stays.") if s.title.explain(s, action) else (action, "On to the goal.")

    def station(self, s: State) -> Decision:
        """The first exit."""
        return Action("emerge", (lowest(bits(s.title.choices(s, "emerge") or ())),)), "Up to the street."

    def volley(self, s: State) -> Decision:
        """Its standing order answers."""
        return Action("order", ("always",)), "We fire at everything that comes near."

    # -- fire ---------------------------------------------------------------------------------

    def fire(self, s: State) -> Decision:
        """The likeliest elimination first; unknown units next to Germans are flipped before."""
        if s.side == SOVIET:
            near = s.data.around(s.held[GERMAN])
            for counter in scan(unknown(s, s.there[SOVIET])):
                if near >> s.place[counter] & 1:
                    return Action("flip", (counter,)), "It is to fire."
        best = self._best(s, list(self._attacks(s)))
        return _order(best) if best else (Action("done"), "There is nothing to fire at.")

    def _attacks(self, s: State) -> list[Attack]:
        out = []
        closed = barred(s, assault_bans(s))
        sees = reached(s)
        for hex_ in scan(_targets(s)):
            able = shooters(s, hex_) if sees >> hex_ & 1 else 0
            storm = 0 if closed >> hex_ & 1 else storm_at(s, hex_)
            for by, own in directed(s, able):
                first = strongest(s, by, own & storm) if own & storm else 0
                out.append(weigh(s, FIRE, hex_, by, 0, strongest(s, by, own)))
                if first:
                    out.append(weigh(s, ASSAULT, hex_, by, first, strongest(s, by, own & ~first, first)))
            if s.side == SOVIET and markers(s) and seen_from_above(s) >> hex_ & 1:
                out.append(self._strike(s, hex_))
            if s.side == SOVIET and fleet(s) and seen_from_sea(s) >> hex_ & 1:
                out.append(weigh(s, NAVAL, hex_, "", 0, fleet(s)))
        return out

    def _best(self, s: State, attacks: list[Attack]) -> Attack | None:
        """The attack most likely to eliminate units; at equal chances that on an objective."""
        goals = s.data.objectives
        best = max(attacks, key=lambda one: (sum(one.chances), goals >> one.hex & 1, -one.hex), default=None)
        return best if best and best.units and sum(best.chances) > 0 else None


def _targets(s: State) -> Bits:
    """The hexes with enemies that were not attacked in this phase."""
    return s.held[1 - s.side] & ~barred(s, target_bans(s))


def _order(attack: Attack) -> Decision:
    why = f"{sum(attack.chances):.1f} units are likely to fall."
    return attack.action, why
