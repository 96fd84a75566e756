"""[19.7] The cup: Russian reinforcements are drawn blind, and the Russian player divides them between two Areas.

What is in the cup is known to both; which unit comes out is decided by chance at the moment of the draw.
"""

from ....core.action import Arg, Verb
from ....core.bits import Bits, scan
from ....core.kinds import PIECES
from ....core.options import Some
from ....core.rule import Ban, Objection
from ....kit.arguments import piece_arg
from ..state import State, put


def quotas(s: State) -> tuple[int, int]:
    """How many units enter by Areas N and E on this turn."""
    north, east = s.data.draws.values()
    return north[s.turn], east[s.turn]  # 19.72b, 19.73c


def in_cup(s: State) -> Bits:
    """The units in the cup."""
    return s.here.get(s.data.cup, 0)


def drawn(s: State) -> Bits:
    """The units drawn on this turn that have no Area yet."""
    return s.here.get(s.data.drawn, 0)


def to_draw(s: State) -> bool:
    """Whether another unit is drawn."""
    return drawn(s).bit_count() < sum(quotas(s)) and in_cup(s) != 0  # 19.72b


def not_in_cup(s: State) -> list[Ban]:
    """Every piece that cannot be drawn."""
    return [Ban("19.72a", "{it} is not in the cup", s.data.all_pieces & ~in_cup(s))]


def draw(s: State, unit: int) -> None:
    """Draw a unit."""
    put(s, unit, s.data.drawn)  # 19.72b
    s.note("19.72b", "{unit} is drawn from the cup.", unit=unit)


DRAW = Verb(
    "draw",
    (piece_arg(not_in_cup),),
    draw,
    weights=lambda s: [1] * in_cup(s).bit_count(),
    help="draw a unit from the cup",
)


# -- which Area -------------------------------------------------------------------------------


def north_numbers(s: State) -> tuple[int, int]:
    """The least and the greatest number of drawn units that may enter by Area N."""
    (north, east), many = quotas(s), drawn(s).bit_count()
    return max(0, many - east), min(north, many)  # 19.72c, 19.72d


def to_divide(s: State) -> bool:
    """Whether the Russian player must say which of the drawn units enter where."""
    low, high = north_numbers(s)
    return bool(drawn(s)) and (low, high) not in ((0, 0), (drawn(s).bit_count(),) * 2)


def divide_options(s: State) -> Some:
    """The sets of units that may enter by Area N."""
    return Some(drawn(s), *north_numbers(s))


def divide_objections(s: State, units: Bits) -> list[Objection]:
    """Why these units cannot be those that enter by Area N."""
    names, (low, high) = s.title.lexicon.pieces, north_numbers(s)
    out = [Objection("19.72c", f"{names[unit]} was not drawn on this turn") for unit in scan(units & ~drawn(s))]
    many = units.bit_count()
    if not low <= many <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        why = f"Area N takes {wanted} of them, not {many}; the others enter by Area E"
        out.append(Objection("19.72c", why, {"units": many, "least": low, "most": high}))
    return out


def divide(s: State, units: Bits) -> None:
    """Send these units to Area N and the other drawn ones to Area E."""
    north, east = s.data.draws
    rest = drawn(s) & ~units
    for box, some in ((north, units), (east, rest)):
        for unit in scan(some):
            put(s, unit, box)  # 19.72c
    if units:
        s.note("19.72c", "By Area N: {units_n}.", units_n=units)
    if rest:
        s.note("19.72c", "By Area E: {units_e}.", units_e=rest)


DIVIDE = Verb(
    "north",
    (Arg(PIECES, "", divide_options, divide_objections),),
    divide,
    label="Enter by Area N:",
    help="choose the units that enter by Area N; the others enter by Area E",
)


def assign(s: State) -> None:
    """Send the drawn units to their Area if there is no choice."""
    if drawn(s):
        low, _ = north_numbers(s)
        divide(s, drawn(s) if low else 0)


# -- the refill -------------------------------------------------------------------------------


def refill(s: State) -> None:
    """At the end of one turn, put the eliminated divisions back into the cup."""
    d = s.data
    if s.turn != d.plan.draw.refill:
        return  # 19.73d
    back = s.here.get(d.lost, 0) & d.recalled
    for unit in scan(back):
        put(s, unit, d.cup)  # 19.73a, 19.73b
    if back:
        s.note("19.73a", "Back into the cup: {units}.", units=back)
