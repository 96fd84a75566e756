"""The recruit: the weakest sensible player, and the anchor every other level is measured against.

FROZEN. A rating is meaningful only while its anchor stays the same: nothing here is tuned, and nothing here depends on
other levels. It does what the rules demand, restores and brings in what it can, stays in supply, attacks at 1-1 or
better, and moves toward the nearest objective: as the Germans toward a hex that scores at the end, its infantry toward
any Soviet unit; as the Soviets toward a city without a division of its own.
"""

from collections.abc import Callable

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ....core.options import Pick
from ....kit.hex.reach import Rate, waves_back
from ....kit.opponent import Budget, Officer
from ....kit.stacks import pieces_in
from ..rules import combat, surprise
from ..rules.combat import Battle
from ..rules.movement import trip
from ..rules.reinforcements import due, entries
from ..rules.results import safe_hexes, stricken
from ..rules.step_costs import allowance
from ..rules.supply import supplied
from ..state import GERMAN, SOVIET, UNTRIED, State, zone

FAR = 80  # halves
GUESSED = 3  # the assumed strength of an untried division


class Recruit(Officer):
    """Decides step by step; remembers only which units are still to be considered in this phase."""

    def __init__(self) -> None:
        self.phase: tuple[int, int] = (0, 0)
        self.todo: list[int] = []
        self.rings: tuple[list[Bits], ...] = ()  # to the nearest goal, on foot and by motor
        self.fed: Bits = 0
        self.safe: Bits = 0

    def decide(self, s: State, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """The next action of the side that must decide, and the reason."""
        step = s.title.step(s).name
        match step:
            case "german-movement" | "soviet-movement":
                return self.movement(s, pick)
            case "german-combat" | "soviet-combat":
                return self.combat(s)
            case "german-replacement":
                for unit in s.title.choices(s, "rebuild") or ():
                    return Action("rebuild", (unit,)), "Restore every unit we can."
                return Action("done"), "Every unit that can be restored has been."
            case "air-support":
                return self.air(s)
            case "soviet-fortification":
                ring = next(
                    ring
                    for ring in self.goal_rings(s, s.data.foot, s.data.victory_hexes)
                    if ring & _offered(s, "fortify")
                )
                return Action("fortify", (lowest(ring & _offered(s, "fortify")),)), "A fort in front of the city."
            case "result":
                return self.result(s)
            case "advance":
                return self.advance(s)
            case "german-interdiction":
                return Action("done"), "The air units stay at base."
        return s.title.sample(s, pick), "All choices are equally good."

    # -- movement -----------------------------------------------------------------------------

    def goals(self, s: State) -> tuple[Bits, Bits]:
        """The goal hexes, on foot and by motor."""
        d = s.data
        if s.side == GERMAN:
            prize = d.victory_hexes & ~s.held[GERMAN] or d.victory_hexes
            return s.held[SOVIET] | prize, prize
        empty = (d.city | d.soviet_city) & ~s.held[SOVIET] or d.leningrad
        return empty, empty

    def goal_rings(self, s: State, rate: Rate, goals: Bits) -> list[Bits]:
        """Rings of hexes by cost to the nearest goal."""
        return waves_back(goals, FAR, rate, s.data.land)

    def movement(self, s: State, pick: Pick) -> tuple[Action, str]:
        """Bring in reinforcements, then move all units toward the nearest goal."""
        d = s.data
        if surprise.bound(s):
            return s.title.sample(s, pick, 100), "The surprise rules demand it."
        if self.phase != (s.turn, s.side):
            self.phase = (s.turn, s.side)
            self.todo = list(scan(pieces_in(s, s.held[s.side]) | due(s)))
            goals = self.goals(s)
            self.rings = tuple(
                self.goal_rings(s, rate, goal) for rate, goal in zip((d.foot, d.motor), goals, strict=True)
            )
            self.fed = supplied(s, s.side)
            self.safe = self.fed | d.zoc(self.fed)  # a unit in a hex can be supplied there
        while self.todo:
            unit = self.todo.pop()
            motor = d.motorized >> unit & 1
            if s.place[unit] == d.reserve:
                if open_ := entries(s, unit):
                    self.todo.append(unit)
                    return Action("enter", (unit, self.nearest(motor, open_))), "Reinforcements come up."
                continue
            start = s.place[unit]
            if not d.land >> start & 1 or s.halted >> unit & 1:
                continue
            crowded = s.here[start].bit_count() > d.stacking
            if s.here[start].bit_count() == 1 and (d.city | d.soviet_city) >> start & 1:
                continue
            left = allowance(s, unit, self.fed) if not s.begun >> unit & 1 else s.points[unit]
            way = trip(s, 1 << unit, left)
            ends = way.reached & self.safe or (way.reached if crowded or not self.fed >> start & 1 else 0)
            if not ends:
                continue
            end = self.nearest(motor, ends if crowded else ends | 1 << start)
            if end != start:
                return Action("move", (unit, 0, way.path_to(end))), "Toward the nearest objective."
        return Action("done"), "All units have their orders."

    def nearest(self, motor: int, ends: Bits) -> int:
        """The hex nearest to a goal."""
        for ring in self.rings[motor]:
            if ring & ends:
                return lowest(ring & ends)
        return lowest(ends)

    # -- combat -------------------------------------------------------------------------------

    def combat(self, s: State) -> tuple[Action, str]:
        """Attack with all adjacent units where the column is 1-1 or better, and where the rules demand it."""
        owed = bool(combat.unattacked(s))
        worst: tuple[int, Action] | None = None
        mine = combat.able_attackers(s)
        for target in scan(combat.attackable(s) & zone(s, s.side)):
            attackers = combat.facing(s, 1 << target) & mine
            if not attackers:
                continue
            column = _column(s, target, attackers)
            action = Action("attack", (target, 0, attackers))
            if column >= 0:
                return action, f"The odds are {combat.column_name(column)}."
            if owed and (worst is None or column > worst[0]):
                worst = column, action
        if worst is not None:
            return worst[1], "The surprise rules leave no choice."
        return Action("done"), "No attack at even odds is left."

    def air(self, s: State) -> tuple[Action, str]:
        """One air unit for each attack of our own."""
        if s.side == GERMAN:
            return Action("air", (1,)), "The Luftwaffe helps."
        return Action("done"), "The Luftwaffe stays at base."

    def result(self, s: State) -> tuple[Action, str]:
        """Retreat if possible, otherwise take the loss."""
        units = stricken(s)
        whole = units & s.data.side[GERMAN] & ~s.reduced
        if not whole and "withdraw" in (verb.name for verb, _ in s.title.verbs(s)) and safe_hexes(s, lowest(units)):
            return Action("withdraw"), "Better to retreat."
        return Action("lose", (lowest(whole or units),)), "We take the loss."

    def advance(self, s: State) -> tuple[Action, str]:
        """Advance one unit."""
        if s.local.advanced or not (unit := s.title.choices(s, "advance")):
            return Action("done"), "We stay where we are."
        who = next(iter(unit))
        ground = s.title.choices(s, "advance", who)
        for to in ground or ():
            return Action("advance", (who, to)), "The ground is ours."
        return Action("done"), "We stay where we are."


def _offered(s: State, verb: str) -> Bits:
    return bits(s.title.choices(s, verb) or ())


def _column(s: State, target: int, attackers: Bits) -> int:
    """The column of an attack, counting untried divisions as average."""
    battle: Battle = combat.prepare(s, target, 0, attackers)

    def strength(units: Bits, of: Callable[[State, int], int]) -> int:
        return sum(GUESSED if u >= s.data.soviets and s.face[u] == UNTRIED else of(s, u) for u in scan(units))

    start = combat.initial_column(
        strength(attackers, combat.attack_strength), strength(battle.defenders, combat.defense_strength)
    )
    return start + sum(int(line.amount) for line in combat.shifts(s, battle))
