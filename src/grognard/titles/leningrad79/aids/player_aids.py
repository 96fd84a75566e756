"""Player aids: zones, supply, reach, costs and the score."""

from collections.abc import Mapping
from fractions import Fraction

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ....kit.battle.ledger import Line
from ....kit.stacks import pieces_in
from ....kit.table import Aids
from ..data.components import halves
from ..rules import surprise
from ..rules.movement import trip
from ..rules.paths import path_ledger
from ..rules.reinforcements import counterblow, due, entries, entry_cost, entry_hexes
from ..rules.supply import supplied
from ..rules.victory import german_points, soviet_points
from ..state import FRESH, GERMAN, SOVIET, State, side_of, zone
from .chart_display import charts
from .odds import matchup
from .score import levels, score
from .supply_line import trace


def reach(s: State, units: Bits) -> Mapping[int, str]:
    """Where units of one hex could go, now or in their owner's next phase, and for how many points."""
    lead = lowest(units)
    side, d = side_of(s, lead), s.data
    t = s.copy()
    t.side = side
    if s.place[lead] == d.reserve:
        if units & ~due(t):
            return {}
        return {hex_: halves(entry_cost(t, lead, hex_)) for hex_ in scan(entries(t, lead))}
    if not d.board.hexes >> s.place[lead] & 1 or units.bit_count() > d.stacking:
        return {}
    if side != s.side or not _moving(s):
        t.halted = t.stopped = t.away = t.begun = 0
        t.points = bytearray([FRESH]) * len(s.points)
        t.origin = s.place[:]
    elif units & (s.halted | surprise.frozen(s)):
        return {}
    way = trip(t, units)
    ends = surprise.ends(t, way) if surprise.bound(t) else way.reached
    return {hex_: halves(at) for at, ring in enumerate(way.rings) for hex_ in scan(ring & ends)}


def _moving(s: State) -> bool:
    flow, at, *_ = s.stack[0] if s.stack else (s.flow, s.at)
    step = flow.ask.get(at)
    return bool(step and step.name.endswith("movement"))


def cost(s: State, action: Action) -> list[Line]:
    """The ledger of an action's cost in Movement Points."""
    match action.verb, action.args:
        case "move", (int(lead), int(rest), tuple(path)):
            return path_ledger(s, rest | 1 << lead, path)
        case "overrun", _:
            return [Line("7.3a", "+", s.data.overrun_cost, "overrun")]
        case "enter", (int(unit), int(hex_)):
            name = s.title.lexicon.places[hex_]
            return [Line("16.1a", "+", Fraction(entry_cost(s, unit, hex_), 2), f"{name}: entry")]
    return []


def status(s: State) -> Mapping[str, str]:
    """The score, and what is waiting off the map."""
    out = {"points": f"German {german_points(s)}, Soviet {soviet_points(s)}"}
    if s.air:
        out["air units free"] = str(s.air)
    if s.forts_due:
        out["forts to place"] = str(s.forts_due)
    if s.turn and (waiting := due(s).bit_count()):
        out["reinforcements due"] = str(waiting)
    if s.counterblow and s.side == SOVIET:
        out["counterblow"] = f"{counterblow(s.data)} [17.4]"
    return out


def arrivals(s: State) -> list[tuple[str, str, str]]:
    """Future arrivals: when, side, what and where."""
    d, names = s.data, s.title.lexicon
    waiting = s.here.get(d.reserve, 0)
    rows: list[tuple[int, str, str]] = []
    for index, slot in enumerate(d.slots):
        units = bits(unit for unit in scan(waiting) if s.slot[unit] == index)
        count = slot.size if slot.turn > s.turn else units.bit_count()
        if count:
            who = " ".join(names.pieces[unit] for unit in scan(slot.units & units))
            what = who or f"{count} {'armored' if slot.armored else 'infantry'}"
            hexes = entry_hexes(s, lowest(units)) if units and slot.turn <= s.turn else slot.hexes
            where = " or ".join(names.places[hex_] for hex_ in scan(hexes))
            rows.append((slot.turn, s.title.players[slot.side], f"{what} at {where}"))
    if s.forts_due:
        rows.append((s.turn, s.title.players[SOVIET], f"{s.forts_due} forts"))
    rows += [(turn, s.title.players[SOVIET], f"{n} forts") for turn, n in d.forts_arrive.items() if turn > s.turn]
    rows += [(turn, s.title.players[GERMAN], "1 air unit") for turn in d.air_arrives if turn > s.turn]
    rows.sort(key=lambda row: max(row[0], s.turn))
    return [("now" if turn <= s.turn else f"Game-Turn {turn}", player, what) for turn, player, what in rows]


def steps(s: State, side: int) -> int:
    """The steps of a side on the map: a German unit has two until it is reduced, a Soviet division has one."""
    d = s.data
    units = d.side[side] & ~s.here.get(d.reserve, 0) & ~s.here.get(d.lost, 0)
    count = units.bit_count()
    return 2 * count - (units & s.reduced).bit_count() if side == GERMAN else count  # 2.4d


def tally(s: State, side: int) -> Mapping[str, int]:
    """Points, units on the map, and how many of them are in supply."""
    units, fed = pieces_in(s, s.held[side]) & s.data.side[side], supplied(s, side)
    return {
        "points": german_points(s) if side == GERMAN else soviet_points(s),
        "units": units.bit_count(),
        "supplied": sum(fed >> s.place[unit] & 1 for unit in scan(units)),
    }


def ground(s: State, side: int) -> Bits:
    """The hexes a side holds, and those only in its Zone of Control."""
    return s.held[side] | zone(s, side) & ~s.held[1 - side] & ~zone(s, 1 - side)


def uses(s: State, action: Action) -> list[str]:
    """The lines of the reinforcement schedule that an action uses."""
    d = s.data
    if action.verb == "enter":
        return [d.slots[s.slot[action.args[0]]].source.removeprefix("R:")]
    if action.verb == "fortify":
        return [f"schedule.soviet.{turn}" for turn in d.forts_arrive if turn <= s.turn]
    if action.verb in ("air", "interdict"):
        return [f"schedule.german.{turn}" for turn in d.air_arrives[: 1 + (action.args[0] == 2)]]
    return []


AIDS = Aids(
    overlays={"zoc": zone, "supply": supplied},
    markers=lambda s: {"fort": s.forts, "interdicted": s.raid, "twice interdicted": s.heavy_raid},
    reach=reach, cost=cost, trace=trace, matchup=matchup,
    status=status, arrivals=arrivals, charts=charts, turn=lambda s: s.turn,
    steps=steps, tally=tally, score=score, levels=levels, ground=ground, uses=uses,
)  # fmt: skip
