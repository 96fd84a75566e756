"""The decisions of the smaller phases: set-up, replacements, interdiction, forts, overstacked hexes."""

from ....core.action import Action
from ....core.bits import bits, scan
from ..state import SOVIET, State
from .evaluation import Weights, ground, step_price


def set_up(s: State, _w: Weights) -> tuple[Action, str]:
    """Divisions of the free columns: near the roads to Pskov and on good ground, out of the first rush."""
    d, known = s.data, ground(s.data)
    best, score = -1, -99.0
    for place in s.title.choices(s, "deploy") or ():
        worth = 1.0 * (known.roads >> place & 1) + 0.7 * (known.cover >> place & 1)
        worth += 0.5 * d.river[place].bit_count() - 0.03 * known.to_prize[0][place]
        if worth > score:
            best, score = place, worth
    return Action("deploy", (best,)), "On their line of advance."


def replacement(s: State, w: Weights) -> tuple[Action, str]:
    """Restore the most valuable units first."""
    units = list(s.title.choices(s, "rebuild") or ())
    if not units:
        return Action("done"), "Every unit that can be restored has been."
    unit = max(units, key=lambda one: (step_price(s, one, w), -one))
    return Action("rebuild", (unit,)), "Back to full strength."


def interdiction(s: State, _w: Weights) -> tuple[Action, str]:
    """Interdict the road by which most Soviets would reach Leningrad."""
    d, known = s.data, ground(s.data)
    best, score = -1, 0.0
    for place in scan(known.roads & ~s.raid & ~s.heavy_raid):
        near = d.zoc(1 << place) | 1 << place
        count = sum((s.here.get(p, 0) & d.side[SOVIET]).bit_count() for p in scan(near & ~d.leningrad))
        worth = count + 1.0 / (1 + known.to_prize[1][place])
        if count and worth > score:
            best, score = place, worth
    if best < 0:
        return Action("done"), "There is nothing to interdict."
    return Action("interdict", (best,)), "To delay them."


def fort(s: State, _w: Weights) -> tuple[Action, str]:
    """First the hexes that count, then the rest of the city, then its approaches."""
    d, known = s.data, ground(s.data)
    offered = bits(s.title.choices(s, "fortify") or ())
    order = [
        d.board.at[name]
        for name in ("2604", "2705", "2605", "2505", "2704", "2706", "2506", "2606", "2603", "2804", "2405")
    ]
    for place in order:
        if offered >> place & 1:
            return Action("fortify", (place,)), f"{s.title.place(s, place)} must not fall."
    place = min(scan(offered), key=lambda one: (known.to_prize[1][one], one))
    return Action("fortify", (place,)), "One more fort in front of the city."


def excess(s: State, w: Weights) -> tuple[Action, str]:
    """Destroy the most valuable unit of an overstacked hex."""
    units = list(s.title.choices(s, "destroy") or ())
    return Action("destroy", (max(units, key=lambda unit: (step_price(s, unit, w), unit)),)), "It costs most."
