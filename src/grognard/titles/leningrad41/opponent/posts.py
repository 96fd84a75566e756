"""Where Soviet units start, and where reinforcements are placed."""

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ..data.components import GERMAN, SOVIET
from ..state import State
from .routes import distances
from .step_by_step import Decision
from .weights import WADE

DEPTH = 36  # objectives, the nearest to the German edge, that are garrisoned at the start
SECOND = 8.0  # movement points that a second unit in an objective counts less


def named_unit(s: State) -> Decision:
    """The guns and the gunboat: far from the Germans, the guns in objectives that would be empty."""
    d = s.data
    unit = lowest(bits(s.title.choices(s, "place") or ()))
    hexes = bits(s.title.choices(s, "place", unit) or ())
    if d.afloat >> unit & 1:
        center = s.place[d.number["Zhdanov"]]
        hex_ = min(scan(hexes), key=lambda one: (d.board.distance(one, center), one))
        return Action("place", (unit, hex_)), "The gunboat guards the middle of the Neva."
    way = distances(s, dict.fromkeys(scan(s.stage.german_entry), 0), wade=WADE)
    spare = hexes & d.objectives & ~s.held[SOVIET] or hexes
    hex_ = max(scan(spare), key=lambda one: (way[one], one))
    return Action("place", (unit, hex_)), "The guns are safe in the north and reach the whole city."


def deployment(s: State) -> Decision:
    """The next unseen unit: first the objectives nearest to the Germans, then a second unit in each."""
    d = s.data
    hexes = bits(s.title.choices(s, "deploy") or ())
    way = distances(s, dict.fromkeys(scan(s.stage.german_entry), 0), wade=WADE)
    front = sorted(scan(d.objectives), key=lambda one: (way[one], one))[:DEPTH]
    for many in range(2):
        for hex_ in front:
            if hexes >> hex_ & 1 and _garrison(s, hex_) <= many:
                return Action("deploy", (hex_,)), "The objectives nearest to the Germans have garrisons."
    rest = hexes & d.objectives or hexes
    hex_ = min(scan(rest), key=lambda one: (_garrison(s, one), way[one], one))
    return Action("deploy", (hex_,)), "A garrison further back."


def reinforcement(s: State) -> Decision:
    """Where it is needed most: an objective near the Germans with few units."""
    d = s.data
    units = bits(s.title.choices(s, "place") or ())
    unit = lowest(units)
    hexes = bits(s.title.choices(s, "place", unit) or ())
    way = distances(s, dict.fromkeys(scan(s.held[GERMAN] or s.stage.german_entry), 0), wade=WADE)

    def need(hex_: int) -> tuple[float, int]:
        count = _garrison(s, hex_)
        full = 60.0 if count >= d.charts.numbers["soviet_objective"] else 0.0
        return way[hex_] + SECOND * count + full, hex_

    return Action("place", (unit, min(scan(hexes), key=need))), "It strengthens the threatened objectives."


def _garrison(s: State, hex_: int) -> int:
    pieces: Bits = s.here.get(hex_, 0) & s.data.side[SOVIET] & s.data.ground
    return pieces.bit_count()
