"""Sparring partners: players with a single idea, whom the computers have to beat and expect in their trials."""

from collections.abc import Callable, Mapping

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ....kit.hex.reach import waves_back
from ....kit.opponent import Officer
from ....kit.planning import Order, Plan, spread
from ..rules import combat
from ..state import GERMAN, SOVIET, State, zone
from . import german, soviet
from .evaluation import FAR, WEIGHTS, Weights
from .opportunities import Opportunities
from .recruit import Recruit
from .regular import Regular


class Turtle(Recruit):
    """Marches like a recruit and attacks only if the rules demand it."""

    def combat(self, s: State) -> tuple[Action, str]:
        """No attack without need."""
        return super().combat(s) if combat.unattacked(s) else (Action("done"), "We sit tight.")


class AllOut(Recruit):
    """Marches like a recruit and attacks everybody next to him, at any odds."""

    def combat(self, s: State) -> tuple[Action, str]:
        """Everybody against everybody."""
        mine = combat.able_attackers(s)
        for target in scan(combat.attackable(s) & zone(s, s.side)):
            action = Action("attack", (target, 0, combat.facing(s, 1 << target) & mine))
            if not s.title.explain(s, action):
                return action, "Everybody attacks."
        return super().combat(s)


class Obsessed(Regular):
    """A regular some of whose units follow one idea; all others play as usual."""

    def __init__(self, german_weights: Weights = WEIGHTS, soviet_weights: Weights = WEIGHTS) -> None:
        super().__init__()
        self.by_side = german_weights, soviet_weights

    def look_at(self, s: State) -> None:
        """The weights depend on the side."""
        self.usual = self.by_side[s.side]
        super().look_at(s)

    def goals(self, s: State, look: Opportunities) -> tuple[Bits, Bits]:
        """The units with an idea, and the hexes they make for."""
        return 0, 0

    def plan(self, s: State, look: Opportunities) -> Plan:
        """First the errands of those with an idea, then the regular's plan for the rest."""
        units, goals = self.goals(s, look)
        errands = marches(look, units & look.mine & ~s.halted, goals) if goals else []
        busy = bits(unit for order in errands for unit in scan(order.units))
        make = german.plan if s.side == GERMAN else soviet.plan
        return make(s, look, errands, busy)


def marches(look: Opportunities, units: Bits, goals: Bits) -> list[Order]:
    """Orders that bring each unit as near to one of the goals as it can get."""
    s, d = look.s, look.d
    rings = [waves_back(goals, FAR, rate, d.land & ~look.enemy) for rate in (d.foot, d.motor)]
    crowd = {place: s.here[place].bit_count() for place in scan(s.held[look.side])}
    out = []
    for unit in scan(units):
        start = s.place[unit]
        ends = look.reach(unit) & ~bits(place for place, n in crowd.items() if n >= d.stacking and place != start)
        found = spread(rings[d.motorized >> unit & 1], ends | 1 << start)
        end = start if found >> start & 1 or not found else lowest(found)
        if end != start:
            crowd[end] = crowd.get(end, 0) + 1
            crowd[start] -= 1
            out.append(Order(1 << unit, end, f"toward {s.title.place(s, end)}"))
    return out


class Raider(Obsessed):
    """Tanks go for the enemy's supply: East Prussia and the roads from it, or the edges where Soviet supply enters."""

    def goals(self, s: State, look: Opportunities) -> tuple[Bits, Bits]:
        """All tanks and motorized divisions; hexes from which a source or a road behind the enemy is closed."""
        d = s.data
        if look.side == GERMAN:
            return d.panzers & ~s.reduced, d.sources[SOVIET] & ~d.leningrad & ~d.city & ~look.enemy
        tanks = bits(unit for unit in scan(look.mine) if unit >= d.armored)
        behind = bits(place for place in scan(look.known.roads) if look.known.to_prize[1][place] >= RAIDED)
        sources = d.zoc(d.prussia) | d.prussia
        return tanks, (behind | sources) & d.land & ~look.enemy & ~look.enemy_zone or behind & ~look.enemy


RAIDED = 26  # halves from the prize: the roads between East Prussia and the Dvina


class Rearguard(Obsessed):
    """As the Soviets holds every river on the way; as the Germans brings everybody up before he attacks."""

    def __init__(self) -> None:
        super().__init__(WEIGHTS._replace(leash=0, attack=1.5, overrun=2.5), WEIGHTS._replace(soviet_attack=3.0))

    def goals(self, s: State, look: Opportunities) -> tuple[Bits, Bits]:
        """The foremost half of the army, and the far banks of the next river before the Germans."""
        d, far = s.data, look.known.to_prize[1]
        if look.side == GERMAN or s.turn >= d.turns - 1:
            return 0, 0
        front = min((far[place] for place in scan(look.enemy)), default=FAR)
        banks = bits(
            place
            for place in scan(d.land & ~look.enemy & ~look.enemy_zone)
            if front - BANK <= far[place] < front and any(far[other] > far[place] for other in scan(d.river[place]))
        )
        away = bits(unit for unit in scan(look.mine) if not d.leningrad >> s.place[unit] & 1)
        ahead = sorted(scan(away), key=lambda unit: (-far[s.place[unit]], unit))
        return bits(ahead[: len(ahead) // 2]), banks & look.known.roads or banks


BANK = 10  # halves before the foremost German where the next river is held


class PanzerDrive(Obsessed):
    """Tanks drive for the city, or against the nearest panzers, whatever happens behind them."""

    def __init__(self) -> None:
        super().__init__(WEIGHTS._replace(leash=90, pace=0.2), WEIGHTS._replace(soviet_attack=-0.5, soviet_effort=0.1))

    def goals(self, s: State, look: Opportunities) -> tuple[Bits, Bits]:
        """Panzers and the city; Soviet tanks and the panzers."""
        d = s.data
        if look.side == GERMAN:
            return d.panzers & ~s.reduced, d.leningrad & ~look.enemy | look.known.doorstep & ~look.enemy
        panzers = bits(s.place[unit] for unit in scan(d.panzers) if d.land >> s.place[unit] & 1)
        tanks = bits(unit for unit in scan(look.mine) if unit >= d.armored and not d.leningrad >> s.place[unit] & 1)
        return tanks, d.zoc(panzers) & ~look.enemy


def city_filler() -> Obsessed:
    """Everybody goes back to Leningrad and stays there; as the Germans everybody goes straight for it."""
    return Obsessed(
        WEIGHTS._replace(leash=30, pace=0.15, attack=1.5),
        WEIGHTS._replace(soviet_attack=9.0, alarm=9.0, recall=99, homing=0.1),
    )


SPARRING: Mapping[str, Callable[[], Officer]] = {
    "turtle": Turtle,
    "all-out": AllOut,
    "raider": Raider,
    "rearguard": Rearguard,
    "city-filler": city_filler,
    "panzer-drive": PanzerDrive,
}
"""The sparring partners by name."""
