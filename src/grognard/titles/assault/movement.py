"""[6.0] Movement of units: who can move, how far, and why not. The path is in `paths`.

Missing: moves by way of the fringe from one map to the other (8.34, 8.35a, 8.36a), and the rule on Guerrillas (18.21).
"""

from typing import NamedTuple

from ...core.bits import Bits, bits, scan
from ...core.rule import Ban, Check
from ...kit.reach import Rate, waves
from .ruleset import GERMAN, RUSSIAN
from .stacking import room
from .state import State, on_inset, on_map, option, units_in
from .zones import fluid, rigid


class Ground(NamedTuple):
    """What a unit finds: where it may be, and the enemy's zones."""

    enter: Bits
    rigid: Bits
    fluid: Bits
    rate: Rate
    budget: int
    toll: int

    def price(self, here: int, place: int) -> int | None:
        """What a step costs, in sixths, zones included; None if there is none."""
        cost = self.rate.cost[here].get(place)
        return None if cost is None else cost + (self.toll if (self.rigid | self.fluid) >> here & 1 else 0)  # 9.4a


class Reach(NamedTuple):
    """Where a unit can go: rings of hexes by cost, in sixths, and how its first step was paid."""

    ground: Ground
    rings: list[Bits]
    first: dict[int, int]
    reached: Bits

    def cost_of(self, end: int) -> int:
        """The least cost to get there, in sixths."""
        return next(at for at, ring in enumerate(self.rings) if ring >> end & 1)

    def path_to(self, end: int) -> tuple[int, ...]:
        """The cheapest path to a hex that can be reached."""
        at, path, ground = self.cost_of(end), [end], self.ground
        while self.first.get(path[-1]) != at:
            here = path[-1]
            for before, cost in ground.rate.into[here]:
                if ground.rigid >> before & 1:
                    continue
                paid = cost + (ground.toll if ground.fluid >> before & 1 else 0)
                if paid <= at and self.rings[at - paid] >> before & 1:
                    at -= paid
                    path.append(before)
                    break
            else:
                raise AssertionError("rings without a way back")
        return tuple(reversed(path))


def side_to_enter(s: State, unit: int) -> Bits:
    """The hexes a unit of the phasing player may ever be in, units and limits aside."""
    d = s.data
    if d.stacks["worker"] >> unit & 1:
        return (d.interior if on_inset(s) else d.interior | d.city) if not d.rooted >> unit & 1 else 0  # 14.2a, 14.4a
    return d.land & ~d.city if s.side == GERMAN or on_inset(s) else d.land  # 8.31a, 8.33b


def enemy_ground(s: State) -> Bits:
    """The hexes no unit of the phasing player enters because of enemies, on either map."""
    enemy = s.held[1 - s.side]
    return enemy | s.data.seam(enemy)  # 6.12c, 7.5a, 8.35b


def ground_of(s: State, unit: int) -> Ground:
    """What a unit of the phasing player finds."""
    d, side = s.data, s.side
    enter = side_to_enter(s, unit) & room(s, unit) & ~enemy_ground(s)  # 6.17b, 7.5b, 8.25a
    return Ground(enter, rigid(s, 1 - side), fluid(s, 1 - side), d.rates[side, d.gait[unit]], d.allowance[unit], d.toll)


def one_hex(s: State) -> bool:
    """Has a unit the right to one hex in this phase?"""
    return not s.again or option(s, "minimum", "both")  # 6.13f


def over_the_neva(s: State, unit: int) -> Bits:
    """The hexes to which a unit may cross the Neva as its whole move."""
    if s.side != RUSSIAN or s.regrouped >> unit & 1 or s.data.stacks["worker"] >> unit & 1:
        return 0
    return s.data.over[s.place[unit]]  # 6.33a, 6.33b


def first_steps(s: State, unit: int, ground: Ground) -> dict[int, int]:
    """The hexes a unit can enter first, with what that costs, in sixths."""
    start = s.place[unit]
    open_ = ground.enter & ~(1 << start)
    if ground.rigid >> start & 1:
        open_ &= ~ground.rigid  # 9.2c, 9.2d
    extra = ground.toll if (ground.rigid | ground.fluid) >> start & 1 else 0  # 9.4a
    hungry = s.unsupplied >> unit & 1
    out: dict[int, int] = {}
    for place, cost in ground.rate.out[start]:
        if open_ >> place & 1:
            paid = ground.budget if hungry else cost + extra  # 11.21a, 11.21b
            if paid > ground.budget and one_hex(s):
                paid = ground.budget  # 6.13f, 9.4b
            if paid <= ground.budget:
                out[place] = paid
    for place in scan(over_the_neva(s, unit) & open_):
        out[place] = ground.budget  # 6.33a
    return out


def spread(ground: Ground, first: dict[int, int]) -> Reach:
    """All that can be reached from the hexes entered first."""
    rings = [0] * (ground.budget + 1)
    for place, paid in first.items():
        rings[paid] |= 1 << place
    reached = waves(
        rings, ground.rate, ground.enter, ~(ground.rigid | ground.fluid),  # 9.2b
        leave=ground.fluid, toll=ground.toll, into=ground.enter,  # 9.3a, 9.3b, 9.4a
    )  # fmt: skip
    return Reach(ground, rings, first, reached)


def reach(s: State, unit: int) -> Reach:
    """How far a unit on the map can go."""
    ground = ground_of(s, unit)
    away = ground._replace(enter=ground.enter & ~(1 << s.place[unit]))
    return spread(away, first_steps(s, unit, ground))


# -- who moves --------------------------------------------------------------------------------


def still(s: State) -> list[Ban]:
    """Every piece that does not move in this phase, and why."""
    d, side = s.data, s.side
    own = d.side[side]
    off = own & ~on_map(s, side)
    bans = [
        Ban("4.0e" if side == GERMAN else "4.0l", "{it} is not yours to move", d.all_pieces & ~own),
        Ban("6.110a", "{it} is not on the map", off),
        Ban("6.19b", "{it} has been moved and let go in this phase", s.moved),
        Ban("12.42a", "{it} is disrupted", s.disrupted & own),
    ]
    if side == RUSSIAN:
        bans.append(Ban("14.2b", "{it} never moves", d.rooted))
        for clause, last in (("5.6a", 1), ("5.6b", 2)):
            held = bits(unit for unit, turn in d.held.items() if turn == last and s.turn <= turn)
            bans.append(Ban(clause, f"{{it}} does not move before turn {last + 1}", held))  # appendix1.2
    if s.again:
        inside = _in_rigid(s, side)
        bans += [
            Ban("6.21c", "{it} is not mechanized", own & ~d.mechanized),
            Ban("6.22b", "{it} was out of supply at the beginning of the Player-Turn", s.unsupplied & own),  # 11.22a
            Ban("6.22c", "{it} begins the phase in an enemy rigid zone", inside),  # 9.2e, 9.3c
            Ban("6.22d", "{it} has retreated in the Combat Phase", s.retired),
        ]
    return bans


def _in_rigid(s: State, side: int) -> Bits:
    """The units of a side in an enemy rigid zone."""
    return units_in(s, rigid(s, 1 - side) & s.held[side]) & ~s.moved


def hemmed(s: State) -> list[Check]:
    """What keeps a unit that might move from having any hex to go to."""
    known: dict[int, bool] = {}

    def stuck(unit: int) -> bool:
        if unit not in known:
            known[unit] = s.place[unit] < s.data.board.box and not first_steps(s, unit, ground_of(s, unit))
        return known[unit]

    def own(unit: int) -> bool:
        return bool(s.data.side[s.side] >> unit & 1) and stuck(unit)

    return [Check("6.12a", "{it} has no hex to go to; next to it are {hexes}", own, lambda unit: _around(s, unit))]


def _around(s: State, unit: int) -> dict[str, str]:
    """What the hexes around a unit are that can go nowhere."""
    d, ground = s.data, ground_of(s, unit)
    near, enemy = d.board.neighbours[s.place[unit]], enemy_ground(s)
    ways = bits(place for place, _ in ground.rate.out[s.place[unit]])
    foes = near & ways & enemy
    full = near & ways & ~enemy & ~ground.enter
    stops = near & ways & ground.enter & ground.rigid if ground.rigid >> s.place[unit] & 1 else 0
    dear = near & ways & ground.enter & ~stops
    kinds = (
        (foes, "held by the enemy [6.12]"),
        (full, "without room for it [7.5]"),
        (stops, "in another rigid zone [9.2]"),
        (dear, "too dear [6.13]"),
    )
    said = [f"{hexes.bit_count()} {what}" for hexes, what in kinds if hexes]
    return {"hexes": ", ".join(said) or "only hexes it cannot enter [6.17]"}
