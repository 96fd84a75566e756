"""Player aids: lines of fire, defensive fire, control, reach, costs, objectives, and what is still to come.

Nothing here reads what only one player knows, except about the unit in question.
"""

from collections.abc import Mapping

from ....core.action import Action
from ....core.bits import Bits, lowest, scan
from ....core.rule import Ban
from ....kit.battle.ledger import Line
from ....kit.hex.reach import union
from ....kit.table import Aids, Arc
from ..data.components import GERMAN, SIDES, SOVIET
from ..data.links import DRIVE, SAIL
from ..data.map_and_units import COMMANDS
from ..data.scenarios import Coming
from ..rules import lines, spotting
from ..rules.command import NAMES
from ..rules.movement import bans, barred, bodies, drive_bans, terms, usual
from ..rules.orders import ORDER_WORD
from ..rules.paths import ledger
from ..rules.pontoons import standing
from ..rules.reach import reach as ways
from ..rules.victory import objectives
from ..rules.walk import Walk
from ..state import ORDERS, State, face_down, side_of, unit_of
from .chart_display import charts
from .odds import matchup
from .path_risk import risk, threatened
from .score import levels, score

SIDE_NAMES = ("German", "Soviet")
SHORT = {
    "3mot": "3rd Motorized",
    "8pz": "8th Panzer",
    "269": "269th",
    "polizei": "Polizei",
    "totenkopf": "Totenkopf",
    "flieger": "Flieger",
    "corps": "corps",
}


# -- fire and control -------------------------------------------------------------------------


def arc(s: State, piece: int) -> Arc | None:
    """The hexes at which a unit can fire, along corridors of streets too, and why not at the others."""
    d, here, unit = s.data, s.place[piece], unit_of(s, piece)
    if here >= d.board.box or unit is None:
        return None
    range_ = unit.value.range
    hexes, near = spotting.reach(s, piece), lines.within(d, here, range_)
    hidden = 0 if unit.value.indirect else hexes & lines.streets(d, here) & ~d.board.neighbours[here]
    unseen = Ban("10.7c", "blocking terrain is in the way", near & ~hexes)
    if unit.value.indirect:
        unseen = Ban("11.2d", "no face-up unit of its sub-command sees that hex", near & ~hexes)
    bans = (
        unseen,
        Ban("10.6a", f"that is out of range: {range_} hexes", d.hexes & ~near & ~(1 << here)),
        Ban("10.1a", "the unit is there itself", 1 << here),
    )
    return Arc(hexes, hidden & ~lines.open_lines(d, here, hidden), bans)


def arcs(s: State, side: int) -> Bits:
    """The hexes at which units of a side that lie face up can fire."""
    there = s.there[side] & s.data.ground
    return union([spotting.reach(s, piece) for piece in scan(there & ~face_down(s, there)) if unit_of(s, piece)])


def volley(s: State, side: int) -> Bits:
    """The hexes in which units of a side may fire at enemies that enter."""
    return threatened(s, 1 - side)


def control(s: State, side: int) -> Bits:
    """The land hexes that a side controls."""
    return s.german if side == GERMAN else s.data.land & ~s.german


def markers(s: State) -> Mapping[str, Bits]:
    """Rubble, the hexes beside demolished bridges, and those with a pontoon bridge."""
    d = s.data
    gone = union([union([1 << hex_ for hex_ in d.span[bridge]]) for bridge in scan(s.demolished)])
    pontoons = union([1 << here | 1 << over for side in (GERMAN, SOVIET) for _, here, over in standing(s, side)])
    return {"rubble": s.rubble, "bridge demolished": gone, "pontoon bridge": pontoons}


# -- movement ---------------------------------------------------------------------------------


def reach(s: State, units: Bits) -> Mapping[int, str]:
    """Where a unit could go, now or in its owner's next Movement Phase, and for how many points."""
    d, unit = s.data, lowest(units)
    if units.bit_count() != 1 or not (d.ground | d.leaders) >> unit & 1:
        return {}
    t = s.copy()
    moves = not s.over and s.flow.name == "game" and s.title.step(s).name.endswith("-movement")
    if side_of(s, unit) != s.side or not moves:
        t.side, t.command = side_of(s, unit), ""
        t.moved = t.closed = t.used = 0
    if not bodies(t) >> unit & 1:
        return {}
    found: dict[int, str] = {}
    for manner, out in ((usual(t, unit), bans(t)), (DRIVE, drive_bans(t))):
        if not barred(t, out) >> unit & 1:
            way = ways(t, terms(t, unit, manner))
            for cost_, ring in enumerate(way.rings):
                for hex_ in scan(ring & way.ends):
                    found.setdefault(hex_, str(cost_))
    return found


def far(s: State, units: Bits) -> Mapping[int, str]:
    """Where a unit that lies face down could go at most, whatever it may be."""
    d, unit = s.data, lowest(units)
    found = dict(reach(s, units))
    if units & d.anonymous:
        t = s.copy()
        t.face[unit] = next(scan(d.motorized >> d.first_counter & d.all_faces), t.face[unit])
        for hex_, cost_ in reach(t, units).items():
            found.setdefault(hex_, cost_)
    return found


def cost(s: State, action: Action) -> list[Line]:
    """The ledger of an action's cost in movement points."""
    match action.verb, action.args:
        case "move", (int(unit), tuple(path)):
            return ledger(s, terms(s, unit, usual(s, unit)), path)
        case "drive", (int(unit), tuple(path)):
            return ledger(s, terms(s, unit, DRIVE), path)
        case "onward", (tuple(path),) if isinstance(s.local, Walk) and s.local.manner != SAIL:
            return ledger(s, terms(s, s.local.unit, s.local.manner, s.local.points), path or s.local.path)
    return []


# -- what the table shows ---------------------------------------------------------------------


def status(s: State) -> Mapping[str, str]:
    """Objectives, standing orders, rubble, air markers and the fleet, leaders, pools, and the German dead."""
    d, many = s.data, objectives(s)
    all_ = d.objectives.bit_count()
    out = {"objectives": f"German {many} of {s.plan.objectives} needed, Soviet {all_ - many}"}  # 4.3a
    if given := standing_orders(s):
        out["standing order"] = given
    if s.rubble:
        out["rubble"] = str(s.rubble.bit_count())
    if s.demolished:
        out["bridges down"] = str(s.demolished.bit_count())
    ready = [(s.here.get(d.beside, 0) & d.air & d.side[side]).bit_count() for side in (GERMAN, SOVIET)]
    out["air"] = f"German {ready[GERMAN]}, Soviet {ready[SOVIET]}"  # 12.2a
    if s.fleet > s.turn:
        out["Red Banner Fleet"] = f"returns on Game Turn {s.fleet}"  # 15.3c
    if there := (s.there[GERMAN] | s.there[SOVIET]) & d.leaders:
        out["leaders"] = ", ".join(f"{d.pieces[one]} {d.board.names[s.place[one]]}" for one in scan(there))  # 14.1b
    army, reserve = (s.here.get(box, 0).bit_count() for box in (d.army_pool, d.reserve_pool))
    out["pools"] = f"42nd Army {army}, LFR {reserve}"
    if lost := german_dead(s):
        out["German dead"] = ", ".join(f"{SHORT[name]} {many}" for name, many in lost.items())
    if s.delayed:
        out["attack"] = "delayed"
    return out


def standing_orders(s: State) -> str:
    """The standing orders for defensive fire, as far as they are known; a player who is asked each time has none."""
    both = zip(SIDE_NAMES, (s.german_orders, s.soviet_orders), strict=True)
    given = {side: order for side, order in both if order != ORDERS[0]}
    return ", ".join(f"{side} {ORDER_WORD.phrase(order).partition(':')[0].lower()}" for side, order in given.items())


def german_dead(s: State) -> dict[str, int]:
    """How many Germans of each sub-command have been eliminated; the Soviet player sees no more of them."""
    dead = s.here.get(s.data.dead, 0)
    found = {name: (dead & s.data.command[name]).bit_count() for name in COMMANDS[GERMAN]}
    return {name: many for name, many in found.items() if many}


def arrivals(s: State) -> list[tuple[str, str, str]]:
    """Reinforcements still to come: when, whose and what."""
    d, plan, out = s.data, s.plan, list[tuple[str, str, str]]()
    for side in (GERMAN, SOVIET):
        if waiting := s.here.get(d.arriving, 0) & d.side[side]:
            out.append(("now", SIDES[side], f"{waiting.bit_count()} at the edge of the map"))
    for coming in plan.schedule:
        if coming.turn > s.turn:
            out.append((f"Game Turn {coming.turn}", SIDES[GERMAN], _told(s, coming)))
    if s.turn < plan.last:
        if s.flieger > s.turn:
            out.append((f"Game Turn {s.flieger}", SIDES[GERMAN], NAMES["flieger"]))
        later = max(plan.later_first, s.turn + 1)
        out.append((f"from Game Turn {later}", SIDES[GERMAN], "by die"))  # 19.1p
        own = (d.objectives & ~s.german & ~s.rubble).bit_count() // plan.army_each
        army = max(plan.army_first, s.turn + (s.side == SOVIET))
        out.append((f"from Game Turn {army}", SIDES[SOVIET], f"{own} of the 42nd Army, by objectives"))  # 19.2a
        reserve = max(plan.reserve_first, s.turn + (s.side == SOVIET))
        out.append((f"from Game Turn {reserve}", SIDES[SOVIET], "units of the Reserve, by die"))  # 19.3a
    return out


def _told(s: State, coming: Coming) -> str:
    match coming.what:
        case "leader":
            return coming.unit
        case "air":
            return f"{coming.units} air markers"
        case "corps":
            many = "half a die of" if coming.half else str(coming.units)
            return f"{many} units of {NAMES['corps']}"
        case "division":
            return "a division by die: " + " or ".join(dict.fromkeys(NAMES[name] for name in coming.rolls.values()))
    return "the other of " + " and ".join(NAMES[name] for name in coming.of)


def steps(s: State, side: int) -> int:
    """The ground units of a side on the map; each has one step."""
    return (s.there[side] & s.data.ground).bit_count()


def tally(s: State, side: int) -> Mapping[str, int]:
    """Objectives and units on the map."""
    many = objectives(s)
    points = many if side == GERMAN else s.data.objectives.bit_count() - many
    return {"points": points, "units": steps(s, side)}


def chapter(s: State) -> str:
    """Whose player turn it is."""
    return f"{SIDE_NAMES[s.side]} player turn" if s.turn else "Set-up"


AIDS = Aids(
    overlays={"control": control, "arcs": arcs, "danger": volley},
    markers=markers,
    reach=reach,
    far=far,
    cost=cost,
    matchup=matchup,
    risk=risk,
    arc=arc,
    status=status,
    arrivals=arrivals,
    charts=charts,
    turn=lambda s: s.turn,
    steps=steps,
    tally=tally,
    score=score,
    levels=levels,
    decides=GERMAN,
    ground=control,
    chapter=chapter,
)
