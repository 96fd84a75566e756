"""[6.0] Movement of units: which can move, and why the others cannot."""

from collections.abc import Callable

from ....core.bits import Bits, bits
from ....core.knowledge import kept
from ....core.rule import Ban, Check
from ..data.components import Components
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, on_map, units_in
from .movement import can_leave, enemy_ground, ground_of, side_to_enter
from .zones import rigid


def still(s: State) -> list[Ban]:
    """Every piece that cannot move in this phase, and every reason why (6.18a)."""
    d, side = s.data, s.side
    own = d.side[side]
    off, ships, air = own & ~on_map(s, side), d.ships if side == RUSSIAN else 0, d.air[side]
    bans = [
        Ban("4.0e" if side == GERMAN else "4.0l", "{it} is not yours to move", d.all_pieces & ~own & ~ships & ~air),
        Ban("13.2b", "{it} does not move like other units: `sail` moves it", ships),
        Ban("12.11b", "{it} is an air unit, which bombards or gives Ground Support and does nothing else", air),
        Ban("6.110a", "{it} is not on the map", off),
        Ban("6.19b", "{it} has finished its move in this phase", s.moved & ~s.cut),  # 6.19a
        Ban("12.42a", "{it} is disrupted", s.disrupted & own),
    ]
    if side == RUSSIAN:
        bans.append(Ban("14.2b", "{it} never moves", d.rooted))
        bans += _waiting(d, s.turn)
    if s.again:
        inside = _in_rigid(s, side)
        bans += [
            Ban("6.21c", "{it} is not mechanized", own & ~d.mechanized),
            Ban("6.22b", "{it} was out of supply at the beginning of the Player-Turn", s.unsupplied & own),  # 11.22a
            Ban("6.22c", "{it} begins the phase in an enemy rigid zone", inside),  # 9.2e, 9.3c
            Ban("6.22d", "{it} has retreated in the Combat Phase", s.retired),  # 6.22e
        ]
    return bans


@kept()
def _waiting(d: Components, turn: int) -> list[Ban]:
    """The units that do not move in the first turns."""
    bans = []
    for n, last in enumerate(sorted({*d.held.values()})):
        held = bits(unit for unit, until in d.held.items() if until == last) if turn <= last else 0
        clause = "5.6b" if n else "5.6a"
        bans.append(Ban(clause, f"{{it}} does not move before turn {last + 1}", held))  # 5.6d, appendix1.2
    return bans


def _in_rigid(s: State, side: int) -> Bits:
    """The units of a side in an enemy rigid zone."""
    return units_in(s, rigid(s, 1 - side) & s.held[side]) & ~s.moved


def hemmed(s: State) -> list[Check]:
    """The clauses that leave a unit no hex to move to."""

    def own(unit: int) -> bool:
        there = s.data.side[s.side] >> unit & 1 and s.place[unit] < s.data.board.box
        return bool(there) and not can_leave(s, unit)

    return [Check("6.12a", "{it} has no hex to move to; adjacent hexes: {hexes}", own, lambda unit: _around(s, unit))]


def stuck(s: State) -> Callable[[int], bool]:
    """A quick test whether a unit that may move has no hex to move to."""
    return lambda unit: not can_leave(s, unit)


def _around(s: State, unit: int) -> dict[str, str]:
    """Why a unit that cannot move cannot enter the hexes around it."""
    d, ground = s.data, ground_of(s, unit)
    near, enemy = d.board.neighbours[s.place[unit]], enemy_ground(s)
    ways = bits(place for place, _ in ground.rate.out[s.place[unit]])
    foes = near & ways & s.held[1 - s.side]
    twin = near & ways & enemy & ~foes
    away = near & ways & ~enemy & ~side_to_enter(s, unit)
    full = near & ways & ~enemy & ~ground.enter & ~away
    stops = near & ways & ground.enter & ground.rigid if ground.rigid >> s.place[unit] & 1 else 0
    don = ground.zone & ground.barred[s.place[unit]] if ground.zone >> s.place[unit] & 1 else 0
    don &= near & ways & ground.enter & ~stops
    dear = near & ways & ground.enter & ~stops & ~don
    kinds = (
        (foes, "held by the enemy [6.12]"),
        (twin, "held by the enemy on the other map [8.35]"),
        (away, "closed to it"),
        (full, "without room for it [7.5]"),
        (stops, "in another rigid zone [9.2]"),
        (don, "across the Don, from zone to zone [19.33]"),
        (dear, "too costly [6.13]"),
    )
    said = [f"{hexes.bit_count()} {what}" for hexes, what in kinds if hexes]
    return {"hexes": ", ".join(said) or "only hexes it cannot enter [6.17]"}
