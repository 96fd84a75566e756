"""The Victory Points item by item, and the ways to win the scenario; only the Soviet player scores (16.11)."""

from ....core.bits import scan
from ....kit.table import ScoreLine, VictoryLevel, wargame
from ..data.components import AXIS, SOVIET
from ..rules import victory
from ..rules.supply import surrounded
from ..rules.withdrawal import CORPS
from ..state import State, friendly


def score(s: State) -> list[ScoreLine]:
    """What the Soviet player scores for the position: places held, losses not counted yet, and the agreed points."""
    d, own = s.data, friendly(s, SOVIET)
    worth, board, names = d.charts.victory, wargame(s).board, d.board.names
    lines = [("16.15a", "Units eliminated", s.losses)]
    lines += [("16.13a", board.called(hex_), vps) for hex_, vps in worth.places.items() if own >> d.board.at[hex_] & 1]
    sources = own & d.board.named(worth.edges)
    lines += [("16.13a", f"Axis source {board.called(names[one])}", worth.edge) for one in scan(sources)]
    airfields = own & s.stage.airfields
    lines += [("16.13a", f"Airfield {board.called(names[one])}", worth.airfield) for one in scan(airfields)]
    lines += [("19.34a", "Agreed before the game", victory.bid(s))]
    return [ScoreLine(SOVIET, clause, text, vps) for clause, text, vps in lines if vps]


def scored(before: State, after: State) -> list[ScoreLine]:
    """The VPs recorded by an action, without those for places, which the position shows."""
    rest = after.vps - before.vps
    if not rest:
        return []
    lines = []
    if after.delays > before.delays and after.plan.delay == "points":
        lines.append(
            ScoreLine(SOVIET, "5.34f", f"{CORPS[:1].upper()}{CORPS[1:]} delayed", after.data.charts.withdrawal.points)
        )
    if after.turn > before.turn or after.over:
        if after.surrounded:
            lines.append(ScoreLine(SOVIET, "16.14a", "Demyansk surrounded", after.data.charts.victory.surround))
        rest -= victory.held_points(after) if victory.reached_end(before) else 0
        clause, what = "16.15a", "Units eliminated"
    else:
        clause, what = "16.16a", "Trying for the Initiative"
    rest -= sum(line.points for line in lines)
    return [*lines, ScoreLine(SOVIET, clause, what, rest)] if rest else lines


def levels(s: State) -> list[VictoryLevel]:
    """Sudden Victories, if the scenario has them, and who wins at its end."""
    goal, least, found = s.plan.goal, s.data.charts.victory.least_units, victory.sudden(s)
    won = None if found else _won_at_end(s)
    if goal.points:
        level, axis, soviet = victory.ON_POINTS, f"{goal.points - 1} VPs or fewer", f"{goal.points} VPs or more"
    elif goal.link:
        level, axis, soviet = victory.VICTORY, "link to Demyansk open", "link cut"
    else:
        ring, many = "Demyansk surrounded, " if goal.surround else "", victory.locations(s).bit_count()
        level, axis, soviet = victory.VICTORY, "otherwise", f"{ring}{victory.needed(s)} locations ({many} held)"
    out = [
        VictoryLevel(AXIS, f"Axis {level}", axis, won == AXIS, None, goal.points - 1 if goal.points else None),
        VictoryLevel(SOVIET, f"Soviet {level}", soviet, won == SOVIET, goal.points or None),
    ]
    if s.plan.sudden:
        best = found[0] if found else None
        few = f"{least} enemy units or fewer"
        out.insert(0, VictoryLevel(AXIS, f"Axis {victory.SUDDEN}", few, best == AXIS))
        taken = f"{few}, Demyansk or Staraya Russa"
        out.append(VictoryLevel(SOVIET, f"Soviet {victory.SUDDEN}", taken, best == SOVIET))
    return out


def _won_at_end(s: State) -> int:
    """Who would win if the scenario ended with this position."""
    goal = s.plan.goal
    if goal.points:
        return SOVIET if victory.expected(s) >= goal.points else AXIS
    if goal.link:
        return AXIS if victory.joined(s) else SOVIET
    enough = victory.locations(s).bit_count() >= victory.needed(s)
    return SOVIET if enough and (surrounded(s) or not goal.surround) else AXIS
