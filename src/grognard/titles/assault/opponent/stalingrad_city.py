"""The Russian decisions about the city and the cup: set-up, the draw, the forced transfer, the end of the game."""

from ....core.action import Action
from ....core.bits import Bits, bits, scan
from ..rules.cup import drawn, north_numbers
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, factor, grade, on_inset
from .stalingrad_evaluation import known
from .weights import left

SHARE = 0.35  # of the value of an interior hex that already holds a unit


def inner_value(s: State, place: int) -> float:
    """The value of holding an interior hex of the Inset."""
    d, k = s.data, known(s.data)
    if not d.interior >> place & 1:
        return 0.0
    around = d.zoc(1 << place)
    out = 1.0 + 0.4 * (around & d.key_points).bit_count()
    if d.key_points >> place & 1:
        out += 6.0
    if k.heads >> place & 1:
        out += 4.0
    if k.gate >> place & 1 and not on_inset(s):
        out += 1.0
    if around & s.held[GERMAN] or d.seam(d.outside & s.held[GERMAN]) & around:
        out += 1.5 + left(s)
    return out


def post(s: State, step: str) -> tuple[Action, str] | None:
    """What the Russian player decides outside movement and combat."""
    match step:
        case "set-up":
            return _placed(s, "deploy")
        case "place":
            return _placed(s, "place")
        case "divide":
            return divided(s)
        case "regroup":
            return Action("done"), "We stay as we are."
    return None


def divided(s: State) -> tuple[Action, str]:
    """Which of the drawn units enter by Area N: Tank Corps first, then the weakest; the others are for the city."""
    d, (low, high) = s.data, north_numbers(s)
    units = sorted(
        scan(drawn(s)), key=lambda unit: (not d.tank_corps >> unit & 1, -grade(s, unit), factor(s, unit), unit)
    )
    tanks = (drawn(s) & d.tank_corps).bit_count()
    many = max(low, min(high, tanks))
    return Action("north", (bits(units[:many]),)), "The city needs the best of them."


def _placed(s: State, verb: str) -> tuple[Action, str]:
    """Place a unit where it is most valuable: the strongest first."""
    d = s.data
    for unit in sorted(s.title.choices(s, verb) or (), key=lambda unit: (-factor(s, unit), unit)):
        hexes = bits(s.title.choices(s, verb, unit) or ())
        if not hexes:
            continue
        if verb == "deploy" and hexes & d.city:
            best = max(scan(hexes & d.city), key=lambda p: (_need(s, p), -p))
        else:
            best = max(
                scan(hexes), key=lambda p: (inner_value(s, p) * (SHARE if s.held[RUSSIAN] >> p & 1 else 1.0), -p)
            )
        return Action(verb, (unit, best)), "It is most useful there."
    return Action("done"), "There is no room."


def _need(s: State, city: int) -> float:
    """How many victory hexes of a district have no unit to go there."""
    d = s.data
    there = sum(s.here.get(place, 0).bit_count() for place in scan(d.district[city] | 1 << city))
    return float((d.district[city] & d.key_points).bit_count() - there)


def to_fill(s: State) -> Bits:
    """The victory hexes without a Russian that units in the city hexes can occupy by a transfer."""
    d = s.data
    if on_inset(s):
        return 0
    crowded = bits(p for p in scan(d.city) if s.here.get(p, 0) & d.side[RUSSIAN])
    return sum(d.district[p] for p in scan(crowded)) & d.key_points & ~s.held[RUSSIAN]


def occupy(s: State) -> tuple[Action, str] | None:
    """In the last turn: transfer units from the city hexes to victory hexes."""
    d = s.data
    if s.turn < d.turns:
        return None
    for place in scan(to_fill(s)):
        for unit in scan(s.here[d.twin[place]] & d.side[RUSSIAN]):
            action = Action("transfer", (unit, place))
            if not s.title.explain(s, action, RUSSIAN):
                return action, "It counts for us at the end."
    return None
