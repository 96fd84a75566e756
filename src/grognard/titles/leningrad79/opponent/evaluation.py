"""The value of things in *Leningrad*: ground, steps, supply, cut-off units and time, for both sides.

Everything is counted in Victory Points of 18.0 as an experienced player would value it. All weights are named and
defined only here.
"""

from pathlib import Path
from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ....core.knowledge import kept
from ....kit.hex.reach import Rate, waves_back
from ....kit.load.weights import load_weights
from ..data.components import Components
from ..rules.supply import supplied
from ..rules.victory import german_points, soviet_points
from ..state import GERMAN, SOVIET, State

FAR = 120
"""Farther than any place of the map, in halves of Movement Points."""

DETOUR = 6
"""How much longer a way may be to count as one of the shortest, in halves."""


class Weights(NamedTuple):
    """The weights; `weights.toml` says what each means."""

    infantry_step: float
    panzer_step: float
    soviet_division: float
    soviet_tanks: float
    garrison: float
    garrison_at_last: float
    retreat: float
    soviet_retreat: float
    prize: float
    prize_at_last: float
    city: float
    doorstep: float
    road: float
    post: float
    cutter: float
    cutter_now: float
    relief: float
    overrun: float
    attack: float
    leash: int
    split: float
    effort: float
    pace: float
    drive_pace: float
    drive_leash: int
    soviet_effort: float
    soviet_attack: float
    hunt: int
    hunt_motor: int
    alarm: float
    recall: int
    shy: float
    homing: float
    air_held: float
    air_in_defense: float


WEIGHTS = load_weights(Weights, Path(__file__).with_name("weights.toml"))


def at_last(w: Weights) -> Weights:
    """The weights of the last Game-Turn, when only what 18.0 counts has value."""
    return w._replace(
        infantry_step=0.3,
        soviet_division=0.3,
        soviet_tanks=0.3,
        panzer_step=0.5,
        retreat=0.4,
        soviet_retreat=0.2,
        effort=0.0,
        pace=0.0,
        drive_pace=0.0,
        soviet_effort=0.05,
        soviet_attack=0.1,
        attack=0.05,
        doorstep=0.5,
        road=0.3,
        post=0.2,
        garrison=w.garrison_at_last,
    )


class Ground(NamedTuple):
    """What the map means to both sides, computed once."""

    to_prize: tuple[tuple[int, ...], tuple[int, ...]]  # by foot and motor, in halves, of every place
    rings: tuple[list[Bits], list[Bits]]
    doorstep: Bits
    cover: Bits  # terrain that helps any defender
    roads: Bits
    artery: Bits  # near the shortest ways from East Prussia to the prize


@kept()
def ground(d: Components) -> Ground:
    """What the map of these components means to both sides."""
    both = [_rings(d, d.victory_hexes, rate) for rate in (d.foot, d.motor)]
    roads = bits(place for pair in d.road_links for place in pair)
    costs = [_costs(d, rings) for rings in both]
    home = _costs(d, _rings(d, d.prussia, d.motor))
    least = min(costs[1][place] for place in scan(d.prussia))
    artery = bits(place for place in scan(d.land) if home[place] + costs[1][place] <= least + DETOUR)
    return Ground(
        (costs[0], costs[1]),
        (both[0], both[1]),
        d.zoc(d.leningrad) & ~d.leningrad,
        d.rough | d.soviet_city,
        roads,
        artery | d.zoc(artery),
    )


def _rings(d: Components, start: Bits, rate: Rate) -> list[Bits]:
    return waves_back(start, FAR, rate, d.land)


def _costs(d: Components, rings: list[Bits]) -> tuple[int, ...]:
    out = [FAR] * len(d.board.names)
    for at, ring in enumerate(rings):
        for place in scan(ring):
            out[place] = at
    return tuple(out)


GUARDED = ("1809", "2105", "1113", "0908", "2308")
"""The road junctions of German supply; one division stays in each."""


# -- units ------------------------------------------------------------------------------------


def step_price(s: State, unit: int, w: Weights = WEIGHTS) -> float:
    """The cost to its owner of a unit's next step loss."""
    d = s.data
    if unit >= d.soviets:
        return (w.soviet_tanks if unit >= d.armored else w.soviet_division) * _time_to_matter(s, s.place[unit])
    if not d.panzers >> unit & 1:
        return w.infantry_step
    kind = "armor" if d.german_armor >> unit & 1 else "mechanized"
    if s.reduced >> unit & 1:
        return w.panzer_step + d.points["eliminated", kind] - d.points["reduced", kind]
    return w.panzer_step + d.points["reduced", kind]


def _time_to_matter(s: State, place: int) -> float:
    """A factor that lowers, toward the end, the value of divisions too far from the prize to get there in time."""
    left = s.data.turns - s.turn
    if left >= FADES or ground(s.data).to_prize[1][place] <= AT_HAND:
        return 1.0
    return max(1, left) / FADES


FADES = 4  # Game-Turns before the end when this begins
AT_HAND = 5  # halves by motor


def unit_price(s: State, unit: int, w: Weights = WEIGHTS) -> float:
    """The value of the whole unit to its owner."""
    d = s.data
    if unit >= d.soviets:
        return step_price(s, unit, w)
    if not d.panzers >> unit & 1:
        return w.infantry_step * (1 if s.reduced >> unit & 1 else 2)
    kind = "armor" if d.german_armor >> unit & 1 else "mechanized"
    whole = w.panzer_step * 2 + d.points["eliminated", kind]
    return whole - w.panzer_step - d.points["reduced", kind] if s.reduced >> unit & 1 else whole


# -- ground -----------------------------------------------------------------------------------


def ground_price(s: State, place: int, w: Weights = WEIGHTS) -> float:
    """The value to the Germans of taking a hex from the Soviets, and to the Soviets of holding it."""
    d = s.data
    bit, known = 1 << place, ground(d)
    if bit & d.victory_hexes:
        late = s.turn / d.turns
        return w.prize_at_last if s.turn >= d.turns else w.prize + late * (w.prize_at_last - w.prize) / 3
    if bit & d.leningrad:
        return w.city
    if bit & known.doorstep:
        return w.doorstep
    return w.road if bit & known.roads else w.post


# -- a whole position -------------------------------------------------------------------------


def margin(s: State, side: int) -> int:
    """The score as if the game ended now."""
    points = german_points(s) - soviet_points(s)
    return points if side == GERMAN else -points


PRICES: dict[str, tuple[float, float]] = {
    "Soviet points": (-1.0, -1.0), "prize": (3.0, 16.0), "city": (5.0, 2.0), "infantry": (0.3, 0.3),
    "panzers": (0.3, 0.2), "Soviets": (-0.6, -0.3), "Soviet tanks": (-0.2, -0.1), "pace on foot": (-0.3, -0.2),
    "pace by motor": (-0.05, -0.03), "cut off": (-0.4, -0.3), "panzers cut off": (-1.0, -0.6),
    "Soviets cut off": (0.1, 0.1), "garrison of the prize": (-0.8, -3.3), "garrison": (-0.6, -0.8),
    "Soviets near": (-0.35, -0.16), "Soviets around": (-0.3, -0.05), "Germans near": (0.27, 0.05),
    "Germans around": (0.03, 0.14), "forts in the prize": (-1.5, -0.5), "forts": (-0.1, -0.1), "behind": (-0.1, -0.15),
}  # fmt: skip
"""The weight of each feature in the final score, early and late: fitted to the results of 640 games of regulars."""

NEAR, AROUND = 8, 28  # of the prize, in halves by motor


def features(s: State) -> dict[str, float]:
    """The features of a position."""
    d, known = s.data, ground(s.data)
    fed, theirs = supplied(s, GERMAN), supplied(s, SOVIET)
    far = known.to_prize[1]
    out = dict.fromkeys(PRICES, 0.0)
    ways: tuple[list[int], list[int]] = ([], [])
    for unit in range(d.soviets):
        place = s.place[unit]
        if not d.land >> place & 1:
            continue
        steps, motor = 1 if s.reduced >> unit & 1 else 2, d.motorized >> unit & 1
        ways[motor].append(known.to_prize[motor][place])
        panzers = d.panzers >> unit & 1
        out["panzers" if panzers else "infantry"] += steps
        if not fed >> place & 1:
            out["panzers cut off" if panzers else "cut off"] += 1
        if far[place] <= AROUND:
            out["Germans near" if far[place] <= NEAR else "Germans around"] += steps
    for way in ways:
        way.sort()
    front = ways[0][min(5, len(ways[0]) - 1)] if ways[0] else FAR
    for unit in range(d.soviets, len(d.pieces)):
        place = s.place[unit]
        if not d.land >> place & 1:
            continue
        bit = 1 << place
        out["Soviets"] += 1
        out["Soviet tanks"] += unit >= d.armored
        out["Soviets cut off"] += not theirs & bit
        if bit & d.leningrad:
            out["garrison of the prize" if bit & d.victory_hexes else "garrison"] += 1
        elif far[place] <= AROUND:
            out["Soviets near" if far[place] <= NEAR else "Soviets around"] += 1
        out["behind"] += bool(bit & known.artery) and far[place] > front
    out["Soviet points"] = soviet_points(s)
    out["prize"] = (d.victory_hexes & s.held[GERMAN] & fed).bit_count()
    out["city"] = (d.leningrad & s.held[GERMAN]).bit_count()
    out["pace on foot"] = _mean(ways[0][:12])
    out["pace by motor"] = _mean(ways[1][:6])
    out["forts in the prize"] = (s.forts & d.victory_hexes).bit_count()
    out["forts"] = s.forts.bit_count()
    return out


def _mean(ways: list[int]) -> float:
    return sum(ways) / len(ways) if ways else FAR


def value(s: State, side: int) -> float:
    """The value of a position to a side: roughly the expected final score; a game that is over is won or lost."""
    if s.over:
        points = margin(s, GERMAN)
        won = (points >= 1) == (side == GERMAN)
        return WON + BY_HOW_MUCH * min(CAP, abs(points)) if won else -WON
    late = (s.turn - 1) / (s.data.turns - 1)
    worth = sum(
        (PRICES[name][0] * (1 - late) + PRICES[name][1] * late) * amount for name, amount in features(s).items()
    )
    return worth if side == GERMAN else -worth


CAP, WON = 45, 40  # points beyond the cap do not count
BY_HOW_MUCH = 0.2  # a point of a victory; by how much a game is lost does not matter
