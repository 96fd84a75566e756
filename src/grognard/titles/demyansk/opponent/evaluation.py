"""The value of things: steps, places, the road to Demyansk and whole positions, in Victory Points of the campaign."""

from ....core.bits import Bits, scan
from ..data.components import AXIS, SOVIET
from ..data.map_and_units import Value
from ..rules.supply import DEFENSE, supplied
from ..rules.untried import pool
from ..rules.victory import SUDDEN as SUDDEN_VICTORY
from ..state import UNTRIED, State, friendly, value_of
from .corridor import Corridor, firmness
from .weights import WEIGHTS, Weights

__all__ = ["WEIGHTS", "Weights", "least_gain", "places", "road_stake", "step_prices", "value", "worth_of"]

SUDDEN = 40.0  # a place that ends the game
LOCATION = 9.0  # a location of the first scenario
LINK = 40.0  # the link of the second, or the surrounding of the first, at the end
EARLY, LATE = 6.0, 2  # the surrounding of the first before its last turns, and how many these are
DECIDED = 200.0  # a game that is over
FAR_AHEAD, MANY = 50.0, 6.0  # points, or locations, by which one cannot be further ahead
FEW = 24  # units above the least number from which each counts more
WARY = 45  # units above that number below which attacks have to be worth more
CAUTION = 0.06  # for each unit fewer
LASTING = 2  # Sequences before the end from which on a step is worth less
SCARCE = 0.12  # and how much more, for each unit fewer


# -- units ------------------------------------------------------------------------------------


def faces(s: State, unit: int) -> Value:
    """The values of a unit; of an Untried one, the average of what nobody has seen yet."""
    d = s.data
    if not d.untried >> unit & 1 or s.face[unit] != UNTRIED:
        return value_of(s, unit)
    left = [d.faces[face].front for face in scan(pool(s)) if not d.faces[face].remove]
    many = max(1, len(left))
    return Value(
        round(sum(one.attack for one in left) / many),
        round(sum(one.defense for one in left) / many),
        value_of(s, unit).movement,
    )


def scores(s: State, unit: int) -> bool:
    """Whether the elimination of an Axis unit scores."""
    d, kinds = s.data, s.data.charts.victory.casualties
    bit = 1 << unit
    groups = {"two steps": d.two_steps, "ss": d.ss, "armor": d.type["armor"], "artillery": d.guns}
    return bool(s.plan.goal.points) and any(groups[kind] & bit for kind in kinds)


def step_prices(s: State, unit: int, w: Weights = WEIGHTS) -> tuple[float, ...]:
    """What a unit's next steps are worth to its owner."""
    d, bit = s.data, 1 << unit
    side = AXIS if unit < d.soviets else SOVIET
    future = use_left(s)
    factor = future * (w.axis_factor if side == AXIS else w.soviet_factor)
    now = faces(s, unit)
    last = future * w.last_step + (w.casualty if side == AXIS and scores(s, unit) else 0.0)
    if d.guns & bit:
        last += future * 0.6 * d.units[unit].support
        if d.rockets & bit:
            last -= d.charts.victory.rockets
    if s.plan.sudden and (spare := spare_units(s, side)) < FEW:
        last += SCARCE * (FEW - max(0, spare))
    if d.two_steps & ~s.reduced & bit:
        then = d.back[unit]
        first = factor * (now.attack + now.defense - then.attack - then.defense)
        return first, factor * (then.attack + then.defense) + last
    return (factor * (now.attack + now.defense) + last,)


def use_left(s: State) -> float:
    """How much of its worth a step still has: where losses do not count, it falls to little in the last Sequences."""
    if s.plan.goal.points:
        return 1.0
    return min(1.0, (2 * turns_left(s) - (s.segment > 1)) / LASTING)


def spare_units(s: State, side: int) -> int:
    """How many units a side can lose before it has too few on the map."""
    return (s.there[side] & ~s.data.printed).bit_count() - s.data.charts.victory.least_units - 1


def least_gain(s: State, side: int, w: Weights = WEIGHTS) -> float:
    """What an attack must be worth: the more, the fewer units a side can still lose."""
    if side == AXIS:
        return w.axis_attack * use_left(s)
    wary = max(0, WARY - spare_units(s, side)) if s.plan.sudden else 0
    return (w.soviet_attack + CAUTION * wary) * use_left(s)


# -- places -----------------------------------------------------------------------------------


def places(s: State) -> dict[int, float]:
    """What each place is worth to the side that holds it at the end."""
    d, at, table, goal = s.data, s.data.board.at, s.data.charts.victory, s.plan.goal
    out: dict[int, float] = {}
    if goal.points:
        out = {at[hex]: float(points) for hex, points in table.places.items()}
        out |= dict.fromkeys(scan(s.stage.airfields), float(table.airfield))
        out |= {at[hex]: float(table.edge) for hex in table.edges}
    if goal.area:
        counted = d.area[goal.area] | (s.stage.airfields if goal.airfields else 0)
        out |= dict.fromkeys(scan(counted), LOCATION)
    if s.plan.sudden and s.turn <= table.sudden_last:
        out |= dict.fromkeys((d.demyansk, d.staraya_russa), SUDDEN)
    return {place: worth for place, worth in out.items() if s.stage.area >> place & 1}


def turns_left(s: State) -> int:
    """The turns still to be counted, this one included."""
    return max(0, s.plan.last - s.turn + 1)


def road_stake(s: State) -> float:
    """What it is worth that the road is cut for good."""
    goal = s.plan.goal
    if goal.link or goal.surround:
        return LINK if goal.link or turns_left(s) <= LATE else EARLY
    return 4.0 + s.data.charts.victory.surround * min(8, turns_left(s))


def road_value(s: State, gap: int, w: Weights = WEIGHTS) -> float:
    """What a cut of the road is worth to the Soviet player."""
    return w.cut * road_stake(s) * firmness(gap) / 10.0


# -- positions --------------------------------------------------------------------------------


def worth_of(s: State, units: Bits, w: Weights = WEIGHTS) -> float:
    """What units are worth to their owner."""
    return sum(sum(step_prices(s, unit, w)) for unit in scan(units))


def soviet_value(s: State, w: Weights = WEIGHTS) -> float:
    """The value of a position to the Soviet player."""
    mine = friendly(s, SOVIET)
    out = float(s.vps + s.losses) if s.plan.goal.points else 0.0
    out += sum(w.hold * worth for place, worth in places(s).items() if mine >> place & 1)
    out += road_value(s, Corridor(s).gap, w)
    for side, sign in ((AXIS, -1.0), (SOVIET, 1.0)):
        hungry = s.there[side] & ~supplied(s, side, DEFENSE)
        out += sign * (worth_of(s, s.there[side], w) - w.unfed * worth_of(s, hungry, w))
    return out - 3.0 * s.delays


def lead(s: State, me: int) -> float:
    """How far ahead a side is at the end of a game, from -1 to 1: half of it for the result, half for the margin."""
    outcome = s.title.outcome(s)
    if outcome is None:
        return 0.0
    facts, won = dict(outcome.facts), 1.0 if outcome.winner == SOVIET else -1.0
    if outcome.level == SUDDEN_VICTORY:
        margin = won
    elif "points" in facts:
        margin = (facts["points"] - facts["needed"]) / FAR_AHEAD
    elif "linked" in facts:
        margin = firmness(Corridor(s).gap) / 5.0 - 1.0
    else:
        margin = (facts["locations"] - facts["needed"] - (not facts["surrounded"])) / MANY
    out = won / 2 + max(-1.0, min(1.0, margin)) / 2
    return out if me == SOVIET else -out


def value(s: State, me: int, w: Weights = WEIGHTS) -> float:
    """The value of a position to a side."""
    if s.over and (outcome := s.title.outcome(s)) is not None and outcome.winner >= 0:
        return DECIDED if outcome.winner == me else -DECIDED
    out = soviet_value(s, w)
    return out if me == SOVIET else -out
