"""Player aids: zones, supply, control, reach, costs and what is still to come."""

from collections.abc import Mapping

from ....core.action import Action
from ....core.bits import Bits, lowest, scan
from ....kit.battle.ledger import Line
from ....kit.table import Aids
from ..data.components import AXIS, SIDES, SOVIET
from ..rules import movement
from ..rules.paths import path_ledger
from ..rules.supply import ATTACK, fed, supplied
from ..state import State, controlled, friendly, works, zone
from ..state import steps as steps_left


def reach(s: State, units: Bits) -> Mapping[int, str]:
    """Where units of one place could go, now or in their owner's next Movement Phase, and for how many MPs."""
    d, lead = s.data, lowest(units)
    place = s.place[lead]
    side = AXIS if lead < d.soviets else SOVIET
    if lead >= d.first_air or not (d.hexes | d.map_boxes[side]) >> place & 1 or units & d.printed:
        return {}
    t = s.copy()
    if side != s.side:
        t.side, t.exploiting, t.moved, t.halted = side, False, 0, 0
    elif units & (s.moved | s.halted):
        return {}
    way = movement.reach(t, units)
    return {end: str(way.cost_of(end)) for end in scan(way.ends)}


def cost(s: State, action: Action) -> list[Line]:
    """The ledger of an action's cost in MPs."""
    match action.verb, action.args:
        case "move", (int(lead), int(rest), tuple(path)):
            return path_ledger(s, rest | 1 << lead, path)
        case "strategic", (int(_), tuple(path)):
            d, names = s.data, s.title.lexicon.places
            rate, leave = d.charts.road[s.weather], d.charts.withdrawal.cost
            return [
                Line("5.34h", "+", leave, "leaving the map")
                if place == d.exited
                else Line("8.36a", "+", rate, f"{names[place]}: road")
                for place in path
            ]
    return []


def markers(s: State) -> Mapping[str, Bits]:
    """The markers on the map, by kind."""
    return {
        "Strongpoint": s.built,
        "construction": s.building,
        "destroyed": s.destroyed & s.stage.area,
        "airfield": s.airfield,
        "airfield under construction": s.airfield_site,
    }


def status(s: State) -> Mapping[str, str]:
    """Weather, shortage, points and RPs."""
    out = {"weather": f"{s.weather}{', Storm' if s.storm else ''}", "points": str(s.vps)}
    if s.shortage and s.shortage != "none":
        out["shortage"] = s.shortage
    for side, points in (("Axis", s.axis_rps), ("Soviet", s.soviet_rps)):
        if points:
            out[f"{side} RPs"] = str(points)  # 15.11a
    if s.required:
        out["2nd Guards Rifle Corps"] = "must leave"
    return out


def arrivals(s: State) -> list[tuple[str, str, str]]:
    """Reinforcements still to come: when, whose, what and where."""
    d = s.data
    rows: dict[tuple[int, int, int], list[str]] = {}
    for unit, (turn, box) in s.stage.due.items():
        if s.place[unit] == d.reserve and turn <= s.plan.last:
            rows.setdefault((max(turn, s.turn), unit >= d.soviets, box), []).append(d.pieces[unit])
    return [
        ("now" if turn <= s.turn else f"Game-Turn {turn}", SIDES[side], f"{' '.join(units)} in {d.board.names[box]}")
        for (turn, side, box), units in sorted(rows.items())
    ]


def steps(s: State, side: int) -> int:
    """The steps of a side on the map."""
    return sum(steps_left(s, unit) for unit in scan(s.there[side]))


def tally(s: State, side: int) -> Mapping[str, int]:
    """Points, units on the map, and how many of them are Supplied."""
    return {
        "points": s.vps if side == SOVIET else 0,
        "units": s.there[side].bit_count(),
        "supplied": supplied(s, side).bit_count(),
    }


AIDS = Aids(
    overlays={
        "zoc": zone,
        "supply": lambda s, side: fed(s, side, ATTACK),
        "control": controlled,
        "strongpoints": works,
    },
    markers=markers,
    reach=reach,
    cost=cost,
    status=status,
    arrivals=arrivals,
    turn=lambda s: s.turn,
    steps=steps,
    tally=tally,
    ground=friendly,
)
