"""[7.0] Overrun: combat during movement."""

from collections.abc import Callable

from ....core.action import Arg, Verb
from ....core.bits import Bits, bits, scan, subsets
from ....core.kinds import PIECES
from ....core.options import Among, Options
from ....core.rule import Ban, Check, Objection
from ....kit.arguments import piece_arg, place_arg
from ....kit.stacks import pieces_in, places_of
from ....kit.words import number_word
from ..data.components import halves
from ..state import FRESH, State, units_on_map
from . import surprise
from .combat import Battle, announce
from .movement import points_left
from .step_costs import allowance
from .supply import unsupplied


def _short(s: State, units: Bits) -> Bits:
    """The units that cannot pay for an overrun."""
    price = 2 * s.data.overrun_cost  # 7.0c, 7.3a
    fed: Bits | None = None
    out = 0
    for unit in scan(units):
        left = s.points[unit]
        if left == FRESH:
            if s.data.allowance[unit] // 2 * 2 >= price:
                continue
            if fed is None:
                fed = ~unsupplied(s, s.side, places_of(s, units))
            left = allowance(s, unit, fed)
        if left < price:
            out |= 1 << unit
    return out


def lead_bans(s: State) -> list[Ban]:
    """Every unit that cannot overrun now, and why."""
    d, side = s.data, s.side
    mine = d.side[side]
    there = units_on_map(s, side)
    near = pieces_in(s, s.held[side] & d.zoc(s.held[1 - side]))
    return [
        Ban("4.0a", "{it} is not yours to move", d.all_pieces & ~mine),
        Ban("4.0a", "{it} is not on the map", mine & ~there),
        Ban("17.1c", f"{{it}} may not overrun on Game-Turn {d.surprise_turn}", mine if surprise.bound(s) else 0),
        Ban("7.0b", "{it} is adjacent to no enemy unit over land", there & ~near),  # 4.9j
        Ban("7.7c", "{it} retreated from an overrun and may not move again this phase", s.halted),
    ]


def lead_checks(s: State) -> list[Check]:
    """A unit must be able to pay for the overrun."""
    there = s.held[s.side]
    return [
        Check(
            "7.3a",
            "{it} has {has} Movement Points left; an overrun costs {needs}",
            lambda unit: bool(there >> s.place[unit] & 1 and _short(s, 1 << unit)),
            lambda unit: {"has": halves(points_left(s, unit)), "needs": s.data.overrun_cost},
        )
    ]


def lead_barred(s: State) -> Callable[[int], bool]:
    """The same for all units in reach of an enemy, at once."""
    short = _short(s, pieces_in(s, s.held[s.side] & s.data.zoc(s.held[1 - s.side])))
    return lambda unit: bool(short >> unit & 1)


def rest_options(s: State, lead: int) -> Options:
    """The groups with which the leader may overrun."""
    same = s.here[s.place[lead]] & ~s.halted
    same = bits(u for u in scan(same >> (lead + 1) << (lead + 1)) if s.origin[u] == s.origin[lead])
    same &= ~_short(s, same)
    return Among([more for more in subsets(same) if more.bit_count() < s.data.overrun_stack])


def rest_objections(s: State, lead: int, rest: Bits) -> list[Objection]:
    """Why these units may not overrun together."""
    names, out = s.title.lexicon.pieces, []
    for unit in scan(rest):
        if not s.data.side[s.side] >> unit & 1:
            out.append(Objection("4.0a", f"{names[unit]} is not yours to move"))
            continue
        if s.place[unit] != s.place[lead]:
            out.append(Objection("7.4c", f"{names[unit]} is not in the hex of {names[lead]}"))
        if s.origin[unit] != s.origin[lead]:
            out.append(Objection("7.4b", f"{names[unit]} and {names[lead]} did not begin the phase in the same hex"))
        if s.halted >> unit & 1:
            out.append(Objection("7.7c", f"{names[unit]} retreated from an overrun and may not move again this phase"))
        if s.data.board.hexes >> s.place[unit] & 1 and _short(s, 1 << unit):
            has = halves(points_left(s, unit))
            out.append(
                Objection(
                    "7.3a",
                    f"{names[unit]} has {has} Movement Points left; an overrun costs {s.data.overrun_cost}",
                    {"has": has, "needs": s.data.overrun_cost},
                )
            )
        if unit <= lead:
            out.append(Objection("7.4a", f"name {names[unit]} before {names[lead]}"))
    if rest.bit_count() >= s.data.overrun_stack:
        out.append(
            Objection(
                "7.4a",
                f"{rest.bit_count() + 1} units may not overrun together: at most {number_word(s.data.overrun_stack)}",
                {"units": rest.bit_count() + 1, "limit": s.data.overrun_stack},
            )
        )
    return out


def target_bans(s: State, lead: int, _rest: Bits) -> list[Ban]:
    """Every hex that cannot be overrun from the leader's hex, and why."""
    held = s.held[1 - s.side]
    return [
        Ban("7.0b", "{it} holds no enemy unit", s.data.all_places & ~held),
        Ban("7.0b", "{it} is not adjacent over land", held & ~s.data.adjacent[s.place[lead]]),  # 4.9j, 7.4c
    ]


def prepare(s: State, lead: int, rest: Bits, target: int) -> Battle:
    """The battle started by an overrun: these units against all units in the hex."""
    units = rest | 1 << lead
    return Battle(units, s.here.get(target, 0), 1 << target, places_of(s, units), overrun=True)  # 7.5a


def overrun(s: State, lead: int, rest: Bits, target: int) -> None:
    """Pay the cost and fight as in an attack; movement continues afterwards."""
    units = rest | 1 << lead
    s.begun |= units
    s.stopped &= ~units  # 4.7c
    for unit in scan(units):
        s.points[unit] = points_left(s, unit) - 2 * s.data.overrun_cost  # 7.0c, 7.2a, 7.3a
    announce(s, prepare(s, lead, rest, target), "7.0a")


LEAD = piece_arg(lead_bans, checks=lead_checks, barred=lead_barred)
REST = Arg(PIECES, "", rest_options, rest_objections)
TARGET = place_arg(target_bans, "at")

OVERRUN = Verb(
    "overrun",
    (LEAD, REST, TARGET),
    overrun,
    leaves=False,  # 7.4d, 7.5b, 7.7d
    help="attack an adjacent hex while moving",
)
