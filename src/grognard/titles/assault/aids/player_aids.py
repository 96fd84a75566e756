"""Player aids: zones, reach, costs and the score."""

from collections.abc import Mapping

from ....core.action import Action
from ....core.bits import Bits, lowest, scan
from ....kit.battle.ledger import Line
from ....kit.table import Aids
from ..data.components import sixths
from ..rules.cup import in_cup
from ..rules.movement import reach as reach_of
from ..rules.movers import still
from ..rules.paths import path_ledger
from ..rules.reinforcements import due, entry_reach
from ..rules.supply import corps_lines, open_to, russian_ground, supplied
from ..rules.victory import german_ground, steps
from ..rules.zones import fluid, rigid, zone
from ..ruleset import GERMAN, RUSSIAN, SIDES
from ..state import State, on_map, outermost, side_of
from .chart_display import charts
from .odds import matchup
from .position_check import MOVES
from .score import levels, score
from .supply_line import trace


def reach(s: State, units: Bits) -> Mapping[int, str]:
    """Where a unit could go, now or in its owner's next Movement Phase, and for how many points."""
    unit, d = lowest(units), s.data
    if units.bit_count() != 1 or not d.ground >> unit & 1:
        return {}
    side, t = side_of(s, unit), s.copy()
    moving = side == s.side and outermost(s) in MOVES
    t.side = side
    if not moving:
        t.moved = t.regrouped = t.cut = t.left = 0
        t.again = False
    if s.place[unit] == d.reserve or s.place[unit] in d.doors:
        if (unit not in d.entry and s.place[unit] not in d.doors) or not due(t, side) >> unit & 1:
            return {}
        way = entry_reach(t, unit)
    elif s.place[unit] >= d.board.box or any(ban.where >> unit & 1 for ban in still(t)):
        return {}
    else:
        way = reach_of(t, unit)
    return {hex_: sixths(at) for hex_, at in way.costs().items()}


def cost(s: State, action: Action) -> list[Line]:
    """The ledger of an action's cost in Movement Points."""
    match action.verb, action.args:
        case "move" | "enter", (int(unit), tuple(path)):
            return path_ledger(s, unit, path)
    return []


def status(s: State) -> Mapping[str, str]:
    """The score, and what is waiting off the map."""
    german, russian = s.data.rules.points(s)
    out = {"points": f"German {german}, Russian {russian}"}
    if s.turn and (waiting := due(s, s.side).bit_count()):
        out["reinforcements due"] = str(waiting)
    if s.air:
        out["air units left"] = str(s.air)
    if s.data.rules.cup:
        out["units in the cup"] = str(in_cup(s).bit_count())
    return out


def arrivals(s: State) -> list[tuple[str, str, str]]:
    """Future arrivals and withdrawals: when, side, what and where."""
    d = s.data
    waiting = s.here.get(d.reserve, 0)
    groups: dict[tuple[int, int, str], list[str]] = {}
    for unit, turn in d.due.items():
        if waiting >> unit & 1:
            where = f"by Area {d.plan.enter[d.pieces[unit]][1]}" if unit in d.entry else f"in {d.rules.city}"
            groups.setdefault((max(turn, s.turn), side_of(s, unit), where), []).append(d.pieces[unit])
    for box in d.doors:
        areas = d.plan.returns if box == d.returning else (d.board.names[box][0].upper(),)
        for unit in scan(s.here.get(box, 0)):
            where = f"by Area {' or '.join(areas)}"
            groups.setdefault((s.turn, side_of(s, unit), where), []).append(d.pieces[unit])
    for unit, (turn, unless) in d.leave.items():
        if turn > s.turn and s.place[unit] != d.lost:
            where = "leave, unless Germans are on the Inset" if unless else "leave"
            groups.setdefault((turn, GERMAN, where), []).append(d.pieces[unit])
    return [
        ("now" if turn <= s.turn else f"Game-Turn {turn}", SIDES[side], f"{' '.join(who)} {where}")
        for (turn, side, where), who in sorted(groups.items())
    ] + draws(s)


def draws(s: State) -> list[tuple[str, str, str]]:
    """The draws from the cup that are still to come."""
    d, out = s.data, []
    for turn in range(max(1, s.turn + (s.side == RUSSIAN)), d.turns + 1):
        told = [f"{many[turn]} by Area {d.board.names[box][0].upper()}" for box, many in d.draws.items() if many[turn]]
        if told:
            out.append((f"Game-Turn {turn}", SIDES[RUSSIAN], f"drawn from the cup: {', '.join(told)}"))
        if turn == d.plan.draw.refill:
            text = "at its end: eliminated Rifle and Guards Rifle Divisions go back into the cup"  # 19.73a
            out.append((f"Game-Turn {turn}", SIDES[RUSSIAN], text))
    return out


def tally(s: State, side: int) -> Mapping[str, int]:
    """Points, units on the maps, and how many of them are in supply."""
    units = on_map(s, side)
    return {
        "points": s.data.rules.points(s)[side],
        "units": units.bit_count(),
        "supplied": (units & ~s.unsupplied).bit_count(),
    }


def ground(s: State, side: int) -> Bits:
    """The hexes a side holds, and those only in its zones."""
    return s.held[side] | zone(s, side) & ~s.held[1 - side] & ~zone(s, 1 - side)


def fed(s: State, side: int) -> Bits:
    """The hexes in which units of a side would be in supply: of Germans, those of some corps."""
    d = s.data
    if side == RUSSIAN:
        return russian_ground(s)
    out = d.garrisons
    ground = open_to(s, GERMAN)
    for hq in scan(supplied(s, GERMAN) & d.stacks["headquarters"]):
        lines_ = corps_lines(s, hq, ground)
        out |= lines_.main | d.seam(lines_.main & d.outside) | lines_.interior
    return out


def markers(s: State) -> Mapping[str, Bits]:
    """The markers on the maps, and the scoring hexes that are no longer Russian."""
    return {"+5": s.fire, "ten points": s.markers, "German points": german_ground(s), "points lost for good": s.forfeit}


AIDS = Aids(
    overlays={"zoc": zone, "rigid": rigid, "fluid": fluid, "supply": fed}, markers=markers,
    reach=reach, cost=cost, trace=trace, matchup=matchup, unsupplied=lambda s: s.unsupplied,
    status=status, arrivals=arrivals, charts=charts, turn=lambda s: s.turn,
    steps=steps, tally=tally, score=score, levels=levels, ground=ground,
)  # fmt: skip
