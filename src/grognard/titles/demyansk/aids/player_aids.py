"""Player aids: zones, supply, control, reach, costs and what is still to come."""

from collections.abc import Mapping

from ....core.action import Action
from ....core.bits import Bits, lowest, scan
from ....kit.battle.ledger import Line
from ....kit.table import Aids
from ..data.components import AXIS, SIDES, SOVIET
from ..rules import movement, victory, withdrawal
from ..rules.paths import path_ledger
from ..rules.supply import ATTACK, fed, supplied, surrounded
from ..state import State, controlled, friendly, works, zone
from ..state import steps as steps_left
from .chart_display import charts
from .odds import matchup
from .score import levels, score, scored
from .supply_line import trace


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
    """Weather, shortage and First Player, and how far each side is from victory."""
    storm = " with Storm" if s.storm else ""
    out = {"weather": f"{s.weather.title()}{storm}", "first player": SIDES[s.first].title()}
    if s.shortage:
        out["Soviet shortage"] = s.shortage if s.shortage == "none" else f"{s.shortage} group"
    out |= _progress(s)
    for side, points in ((AXIS, s.axis_rps), (SOVIET, s.soviet_rps)):
        if points:
            out[f"{SIDES[side].title()} RPs"] = str(points)  # 15.11a
    if s.plan.sudden:
        units = (f"{SIDES[side].title()} {victory.counted(s, side)}" for side in (AXIS, SOVIET))
        out["units on the map"] = ", ".join(units)  # 16.21a
    if corps := withdrawal.corps(s):
        gone = (withdrawal.gone(s) & corps).bit_count()
        if s.turn <= s.data.charts.withdrawal.limit:
            must = ", must leave in this turn" if s.required and not withdrawal.complete(s) else ""
            out["2nd Guards Rifle Corps"] = f"{gone} of {corps.bit_count()} have left{must}"
    return out


def _progress(s: State) -> Mapping[str, str]:
    """What the victory conditions of the scenario ask for, as it is now."""
    goal = s.plan.goal
    if goal.link:
        return {"link": "open" if victory.joined(s) else "cut"}
    out = {"Demyansk": "surrounded" if surrounded(s) else "Soviet" if _lost(s) else "not surrounded"}
    if goal.points:
        ahead = victory.expected(s)
        now = s.vps + s.losses + victory.bid(s)
        places = "" if s.over or ahead == now else f", {ahead} with the places held"
        return out | {"points": f"{now}{places}; {goal.points} needed"}
    held = victory.locations(s).bit_count()
    return out | {"locations": f"{held} held; {victory.needed(s)} needed"}


def _lost(s: State) -> bool:
    return bool(friendly(s, SOVIET) >> s.data.demyansk & 1)


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
        "points": victory.expected(s) if side == SOVIET else 0,  # 16.11a
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
    matchup=matchup,
    trace=trace,
    status=status,
    arrivals=arrivals,
    charts=charts,
    turn=lambda s: s.turn,
    steps=steps,
    tally=tally,
    score=score,
    scored=scored,
    levels=levels,
    decides=SOVIET,
    ground=friendly,
)
