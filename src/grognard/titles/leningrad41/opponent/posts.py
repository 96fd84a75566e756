"""Where Soviet units start, and where reinforcements are placed."""

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ....core.knowledge import kept
from ..data.components import GERMAN, SOVIET
from ..state import State
from .front_line import Front, front_line
from .routes import distances
from .step_by_step import Decision
from .weights import WADE

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
    """The next unseen unit: one in each hex of the front line, then a second one in its objectives, then reserves."""
    d = s.data
    hexes = bits(s.title.choices(s, "deploy") or ())
    line = first_line(s).line
    if empty := hexes & line & ~s.held[SOVIET]:
        return Action("deploy", (lowest(empty),)), "The front line is closed from the sea to the Neva."
    if strong := hexes & line & d.objectives:
        return Action("deploy", (lowest(strong),)), "The objectives of the front line have two units."
    if behind := hexes & first_line(s).second & ~s.held[SOVIET]:
        best = behind & d.objectives or behind
        hex_ = max(scan(best), key=lambda one: (_gap(s, one), one))
        return Action("deploy", (hex_,)), "A reserve right behind the front line."
    hex_ = lowest(hexes & d.objectives or hexes)
    return Action("deploy", (hex_,)), "A garrison further back."


def _gap(s: State, hex_: int) -> int:
    """How far it is to the nearest unit in the second line."""
    own = first_line(s).second & s.held[SOVIET]
    return min((s.data.board.distance(hex_, one) for one in scan(own)), default=0)


@kept(lambda s: (s.scenario, s.options))
def first_line(s: State) -> Front:
    """The front line before the Germans come."""
    return front_line(s)


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
