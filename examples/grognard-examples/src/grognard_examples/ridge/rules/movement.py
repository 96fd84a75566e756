"""[3.0] Movement."""

from itertools import pairwise

from grognard.core.action import Verb, one
from grognard.core.bits import Bits, bits, scan
from grognard.core.kinds import PIECE, PLACE
from grognard.core.rule import Ban
from grognard.kit.battle.ledger import Line
from grognard.kit.hex.reach import union, waves, way_back

from ..state import State, alive, put, standing, zone


def rings(s: State, unit: int) -> list[Bits]:
    """The hexes a unit can reach, ring by ring: `rings[n]` are those that cost n points."""
    d, enemy = s.data, 1 - s.data.side_of[unit]
    start: Bits = 1 << s.place[unit]
    out = [start] + [0] * d.movement[unit]  # 3.1c
    stop = zone(s, enemy) & ~start  # 3.3b
    waves(out, d.rate, enter=d.board.hexes & ~standing(s, enemy), free=~stop)  # 3.2a
    return out


def ends(s: State, unit: int) -> Bits:
    """The hexes where a unit may end its move."""
    return union(rings(s, unit)) & ~standing(s, s.data.side_of[unit])  # 3.2b


def path(s: State, unit: int, to: int) -> list[int]:
    """A cheapest path to a hex within reach, starting with the unit's hex."""
    found = rings(s, unit)
    at = next(cost for cost, ring in enumerate(found) if ring >> to & 1)
    stop = zone(s, 1 - s.data.side_of[unit]) & ~(1 << s.place[unit])

    def steps_into(place: int) -> list[tuple[int, int]]:
        return [(before, cost) for before, cost in s.data.rate.into[place] if not stop >> before & 1]

    return way_back(found, to, at, lambda place: 0 if place == s.place[unit] else None, steps_into)[::-1]


def ledger(s: State, unit: int, to: int) -> list[Line]:
    """What a move costs, hex by hex."""
    d, out = s.data, []
    for before, place in pairwise(path(s, unit, to)):
        out.append(Line("3.1d", "+", d.cost[d.terrain(place)], f"{d.board.names[place]}: {d.terrain(place)}"))
        if d.across(before, place):
            out.append(Line("3.1e", "+", d.river_cost, "across the river"))
    return out


def units(s: State) -> Bits:
    """The units to choose from before bans: all of them."""
    return s.data.all_units


def places(s: State) -> Bits:
    """The places to choose from before bans: all of them."""
    return s.data.places


def unit_bans(s: State) -> list[Ban]:
    """Who may not move."""
    d, mine = s.data, alive(s, s.side)
    stuck = bits(unit for unit in scan(mine) if not ends(s, unit))
    return [
        Ban("3.1a", "{it} is not your unit", d.side[1 - s.side]),
        Ban("3.1a", "{it} is not on the map", d.side[s.side] & ~mine),
        Ban("3.1b", "{it} has moved already", s.moved & mine),
        Ban("3.1c", "{it} has nowhere to go", stuck),
    ]


def hex_bans(s: State, unit: int) -> list[Ban]:
    """Where a unit may not go."""
    d, mine, enemy = s.data, standing(s, s.side), standing(s, 1 - s.side)
    far = d.board.hexes & ~union(rings(s, unit)) & ~enemy
    return [
        Ban("3.1a", "{it} is not on the map", 1 << d.lost),
        Ban("3.2a", "{it} holds an enemy unit", enemy),
        Ban("3.2b", "{it} holds one of your units", mine),
        Ban("3.1c", "{it} is out of reach with {points} points", far, lambda _: {"points": d.movement[unit]}),
    ]


def move(s: State, unit: int, to: int) -> None:
    """Move a unit."""
    put(s, unit, to)
    s.moved |= 1 << unit  # 3.1b
    s.note("3.1c", "{unit} moves to {hex}.", unit=unit, hex=to)


MOVE = Verb(
    "move", (one(PIECE, unit_bans, units), one(PLACE, hex_bans, places, "to")), move, leaves=False, help="move a unit"
)
