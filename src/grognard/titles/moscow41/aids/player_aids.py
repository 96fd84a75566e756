"""Player aids: supply, control, reach, costs and the score.

Nothing here reads what only one player knows, except about the Block in question.
"""

from collections.abc import Iterable, Mapping

from ....core.action import Action
from ....core.bits import Bits, bits, scan
from ....kit.battle.ledger import Line
from ....kit.table import Aids
from ..data.components import GERMAN, SOVIET
from ..rules.command import commanders, within
from ..rules.control import contested, controlled, lines
from ..rules.fog import may_be
from ..rules.initiative import may_spend
from ..rules.movement import cost as area_cost
from ..rules.movement import engaged, engaging
from ..rules.movement import reach as ways
from ..rules.setup import Setting
from ..rules.supply import supplied
from ..rules.victory import points
from ..state import State, on_board, side_of
from .chart_display import charts
from .odds import matchup, supported
from .score import levels, score
from .supply_line import trace

SIDES = ("German", "Soviet")


def reach(s: State, units: Bits) -> Mapping[int, str]:
    """Where Blocks of one Area could go, now or in their owner's next Impulse, and for how many points."""
    d = s.data
    units &= d.all_blocks
    found: dict[int, int] = {}
    for n, piece in enumerate(scan(units)):
        if s.place[piece] >= d.board.box or s.piece[d.leader[side_of(s, piece)]] == piece or s.cube >> piece & 1:
            return {}
        way = ways(s, piece, side_of(s, piece) != s.side or not engaging(s))
        mine = {area: way.cost_of(area) for area in scan(way.ends)}
        found = {area: max(at, found.get(area, 0)) for area, at in mine.items() if not n or area in found}
    return {area: str(at) for area, at in found.items()}


def far(s: State, units: Bits) -> Mapping[int, str]:
    """Where upright Blocks of one Area could go at most, whatever they may be."""
    d = s.data
    found: Mapping[int, str] = {}
    for n, piece in enumerate(scan(units & d.all_blocks)):
        mine: dict[int, str] = {}
        for face in {_gait(s, face): face for face in scan(may_be(s, piece))}.values():
            other = s.copy()
            other.face[piece] = face
            for area, at in reach(other, 1 << piece).items():
                mine[area] = min(at, mine.get(area, at), key=int)
        if n:
            mine = {area: max(at, found[area], key=int) for area, at in mine.items() if area in found}
        found = mine
    return found


def _gait(s: State, face: int) -> tuple[int, ...]:
    """A key for Blocks that move equally far."""
    return tuple(faces >> face & 1 for faces in (s.data.fast, s.data.divisions, s.data.cavalry))


def chapter(s: State) -> str:
    """Whose set-up, phase or Impulse it is."""
    if isinstance(s.local, Setting):
        return f"{SIDES[s.local.army]} set-up"
    flows = {s.flow.name, *(frame.flow.name for frame in s.stack)}
    return f"{SIDES[s.side]} {'Logistics Phase' if 'logistics' in flows else 'Impulse'}" if s.turn else ""


def cost(s: State, action: Action) -> list[Line]:
    """The ledger of an action's cost in Movement Points."""
    match action.verb, action.args:
        case (("move" | "lead"), (int(piece), tuple(path))):
            return _walked(s, piece, path)
        case "blitz", (int(piece), int(area)):
            return [Line("10.16e", "+", s.data.charts.points["blitz"], s.title.place(s, area))]
    return []


def _walked(s: State, piece: int, path: tuple[int, ...]) -> list[Line]:
    clause = {"sun": "2.6a", "rain": "8.0b"}.get(s.weather, "8.0e")
    out = [Line(clause, "+", area_cost(s, s.face[piece], area), s.title.place(s, area)) for area in path]
    if engaged(s, piece):
        out.insert(0, Line("10.8g", "+", s.data.charts.points["disengage"], "disengaging"))
    return out


def markers(s: State) -> Mapping[str, Bits]:
    """Everything in Areas and boxes other than Blocks, and the command range of activated headquarters."""
    d, active = s.data, s.title.players[s.side]
    out = {"german line": s.german_lines, "soviet line": s.soviet_lines, "isolated line": s.line_cubes}
    out["contested"] = contested(s)
    out["german box"], out["soviet box"] = s.german & d.board.boxes, d.board.boxes & ~s.german
    if guns := bits(area for area in s.aim[: d.first_bomber] if area):
        out[f"{active} artillery"] = guns  # 10.4b
    if s.active:
        out[f"{active} command range"] = sum_of(within(s, hq) for hq in scan(commanders(s)))  # 10.3a
    if isinstance(s.local, Setting) and s.local.places:
        out[f"{s.title.players[s.local.army]} place"] = bits(s.local.places[s.local.done :])  # named, not dealt yet
    return out | {f"{s.title.players[s.disc]} disc": 0}


def sum_of(sets: Iterable[Bits]) -> Bits:
    """The union of these sets."""
    out = 0
    for one in sets:
        out |= one
    return out


def status(s: State) -> Mapping[str, str]:
    """The score, the Initiative, and what is waiting off the map."""
    d = s.data

    def both(count: tuple[int, int]) -> str:
        return f"German {count[GERMAN]}, Soviet {count[SOVIET]}"

    def size(pile: int) -> int:
        return s.here.get(pile, 0).bit_count()

    out = {"points": both((points(s, GERMAN), points(s, SOVIET)))}
    spent = " (may not spend it again)" if s.plan.once and may_spend(s, s.disc) in ("dnieper.5", "gasp.10") else ""
    out["Initiative"] = SIDES[s.disc] + spent
    if s.plan.rolls and s.turn >= d.charts.forecast[0] and s.weather in d.charts.course[:-1]:
        box = d.charts.track[min(s.forecast, len(d.charts.track) - 1)]
        out["forecast"] = f"box {box}" if box.isdigit() else "not begun"
    out["pools"] = both((size(d.pool[GERMAN]), size(d.pool[SOVIET])))
    gone = s.here.get(d.surrendered, 0) & ~(1 << s.piece[d.leader[SOVIET]])
    out["lost"] = f"German {size(d.lost)}, Soviet {gone.bit_count()}"
    if s.passes:
        out["passes"] = str(s.passes)
    return out


def arrivals(s: State) -> list[tuple[str, str, str]]:
    """Blocks still to join the Pools: when, side, and which."""
    d, out = s.data, []
    waiting = bits(s.face[piece] for piece in scan(s.here.get(d.later, 0) & d.all_blocks))
    for letter, when in (("N", d.charts.months[d.charts.november - 1]), ("K", "when Kiev falls")):
        for face in scan(d.lettered[letter] & waiting):
            out.append((when, s.title.players[d.blocks[face].side], d.blocks[face].name))
    return out


def tracks(s: State) -> Mapping[str, int]:
    """The positions of the month, weather and forecast markers."""
    course = s.data.charts.course
    sky = course.index(s.weather) if s.weather in course else len(course) - 1  # 14.5a: Blizzard is as Snow
    out = {"Turn": s.turn - 1, "Weather": sky}
    if s.plan.rolls and s.turn >= s.data.charts.forecast[0]:
        out["Forecast"] = s.forecast  # 8.1a
    return out


def steps(s: State, side: int) -> int:
    """The steps of a side's Blocks in Areas and boxes; Leaders do not count."""
    d = s.data
    units = on_board(s, side) & ~(1 << s.piece[d.leader[side]])
    return sum(d.blocks[s.face[piece]].levels.index(s.level[piece]) + 1 for piece in scan(units))


def tally(s: State, side: int) -> Mapping[str, int]:
    """Points, Blocks in Areas and boxes, those without an isolation cube, and Defensive Lines."""
    units = on_board(s, side) & ~(1 << s.piece[s.data.leader[side]])
    return {
        "points": points(s, side),
        "units": units.bit_count(),
        "supplied": (units & ~s.cube).bit_count(),
        "lines": lines(s, side).bit_count(),
    }


AIDS = Aids(
    overlays={"supply": supplied, "control": controlled}, markers=markers, tracks=tracks,  # 2.5.1a
    reach=reach, far=far, cost=cost, trace=trace, matchup=matchup, supported=supported,
    status=status, arrivals=arrivals, charts=charts, turn=lambda s: s.turn, chapter=chapter,
    steps=steps, tally=tally, score=score, levels=levels, decides=GERMAN, ground=controlled,
)  # fmt: skip
