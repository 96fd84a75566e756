"""The value of ground, steps, headquarters, supply and time in *Moscow '41*, and the expected result of a Battle.

Everything is measured in points: a step of a German infantry corps is worth about one and a half. Nothing here knows
more than the position it is given, in which whatever is hidden from a side is guessed.
"""

from collections.abc import Iterable
from math import erf, exp, pi, sqrt
from pathlib import Path
from typing import NamedTuple

from ....core.bits import Bits, scan
from ....core.knowledge import kept
from ....kit.load.weights import load_weights
from ..data.components import GERMAN, SOVIET, Components
from ..rules.control import friendly, lines
from ..rules.losses import absorb
from ..rules.movement import may_enter
from ..rules.strength import dice, weather
from ..rules.supply import sources, supplied
from ..rules.victory import bid, points
from ..state import State, units_at


class Weights(NamedTuple):
    """The weights of an evaluation; `weights.toml` says what each means."""

    german_pull: float
    soviet_pull: float
    hold: float
    caution: float
    ground: float
    pocket: float
    leash: float
    thread: float
    counter: float
    station: float
    press: float
    stretch: float
    bridge: float
    star: float
    spare: float
    last: float
    disc: float
    call: float
    join: float
    staff: float
    south: float
    kiev: float


WEIGHTS = load_weights(Weights, Path(__file__).with_name("weights.toml"))


TOLL = (1, 2)  # Blocks lost, and how many more for each month


def bleeding(s: State) -> bool:
    """Whether the Germans have lost so many Blocks that the Soviets are stronger, so that they should stay together."""
    lost = s.here.get(s.data.lost, 0) & s.data.side[GERMAN]
    if lost.bit_count() <= TOLL[0] + TOLL[1] * s.turn:
        return False
    german, soviet = (sum(worth(s, piece) for piece in scan(s.on_map & s.data.side[side])) for side in (GERMAN, SOVIET))
    return german < soviet


def suited(w: Weights, s: State, side: int) -> Weights:
    """Adapt the weights: the Germans preserve their strength, unless one goal decides the game."""
    if side == SOVIET:
        return w._replace(stretch=0.0)
    if s.plan.points and bleeding(s):
        return w._replace(
            german_pull=0.43 * w.german_pull,
            hold=2.2 * w.hold,
            caution=0.87 * w.caution,
            pocket=2.2 * w.pocket,
            leash=1.8 * w.leash,
            thread=2.2 * w.thread,
            bridge=1.9 * w.bridge,
            stretch=0.0,
            counter=1.2,
            station=0.58,
            press=1.0,
        )
    if s.plan.points:
        return w._replace(hold=1.8 * w.hold, thread=0.0, stretch=0.0)
    if s.plan.win_lines:
        return w._replace(german_pull=1.8 * w.german_pull, leash=0.5 * w.leash, hold=2 * w.hold)
    return w._replace(german_pull=4 * w.german_pull, caution=0.55 * w.caution)


CHANCE = {"S": 1 / 6, "D": 1 / 3, "T": 1 / 2}
STEP = {"S": 0.85, "D": 1.5, "T": 2.2}
BODY = (1.2, 0.4)  # of a Block in addition to its steps: lost Germans are gone, Soviets return
STAFF = 3.0  # of a headquarters in addition to its stars
STAR = 0.9
LINE = 1.2

# -- Blocks -----------------------------------------------------------------------------------


@kept(most=4096)
def _worth(d: Components, face: int, level: int) -> float:
    block = d.blocks[face]
    if block.kind == "leader":
        return 0.0
    if not block.combat:
        return STAFF + STAR * level
    return BODY[block.side] + sum(STEP[fire] for fire in block.fire[:level])


def worth(s: State, piece: int) -> float:
    """The current value of a Block."""
    return _worth(s.data, s.face[piece], s.level[piece])


def fresh_worth(d: Components, face: int) -> float:
    """The value of a Block that enters."""
    return _worth(d, face, d.fresh[face])


def step_worth(s: State, piece: int) -> float:
    """The value of the next step it loses."""
    block, level = s.data.blocks[s.face[piece]], s.level[piece]
    if not block.combat:
        return STAR + (STAFF + 1.0 if not level else 0.0)
    return STEP[block.fire[level - 1]] + (BODY[block.side] if level == block.levels[0] else 0.0)


def steps(s: State, piece: int) -> int:
    """The number of hits that destroy a Block."""
    return 1 + s.data.blocks[s.face[piece]].levels.index(s.level[piece])


def fire(s: State, piece: int, attacking: bool, wet: bool = False) -> tuple[float, float]:
    """The expected hits of a Block's fire, and their variance."""
    block = s.data.blocks[s.face[piece]]
    if block.kind == "air hq" or not s.level[piece]:
        return 0.0, 0.0
    chance = CHANCE[block.fire[s.level[piece] - 1]] if block.combat else CHANCE["D"]
    count = dice(s, piece, attacking)
    if wet:
        count = min(1, count)
    return count * chance, count * chance * (1 - chance)


# -- Battles ----------------------------------------------------------------------------------


class Clash(NamedTuple):
    """The expected result of a Battle: the chance to clear the Area, and the steps each side loses."""

    win: float
    theirs: float
    mine: float


class Post(NamedTuple):
    """A defended Area: the hits needed to clear it, and the hits it causes."""

    area: int
    saved: float  # hits that are absorbed
    steps: float
    mean: float  # hits of the Defender
    value: float  # of a step
    prize: float  # of everything there
    soft: bool  # open to a Tank Attack
    flak: float


def post(s: State, area: int, side: int) -> Post:
    """The Defender of an Area, as guessed."""
    there, other = units_at(s, side, area), 1 - side
    line = lines(s, side) >> area & 1
    mean, count, prize, flak = line / 6, 0.0, LINE * line, line / 6
    tanks = False
    for piece in scan(there):
        hits, _ = fire(s, piece, False)
        mean += hits
        flak += hits
        count += steps(s, piece)
        prize += worth(s, piece)
        tanks = tanks or bool(s.data.tanks >> s.face[piece] & 1)
    d = s.data
    city = d.cities >> area & 1 and (s.german >> area & 1) == (side == GERMAN)
    soft = bool(d.green >> area & 1 and not line and not city and not tanks and weather(s).tanks)
    saved = absorb(s, area, side) + line
    assert other != side
    return Post(area, saved, count, mean, prize / max(1.0, count), prize, soft, flak)


def clash(
    target: Post,
    mean: float,
    var: float,
    strength: float,
    support: float = 0.0,
    noise: float = 0.0,
    tanks: bool = False,
) -> Clash:
    """A round of Battle: attackers with these expected hits and steps, support before all fire."""
    if not target.steps and not target.saved:
        return Clash(1.0, 0.0, 0.0)
    early = max(0.0, support - target.saved)
    if target.soft and tanks:
        early = max(0.0, support + mean - target.saved)
    left = max(0.0, 1 - early / max(1.0, target.steps))
    mine = min(strength, target.mean * (0.25 + 0.75 * left if early else 1.0) if left else 0.1 * target.mean)
    if not (target.soft and tanks) and strength:
        mean *= max(0.0, 1 - mine / strength)
    total, spread = mean + support, sqrt(max(0.05, var + noise))
    needed = target.saved + target.steps
    win = _above(total, spread, needed - 0.5)
    theirs = _over(total, spread, target.saved) - _over(total, spread, needed)
    return Clash(win, theirs, mine)


def _above(mean: float, spread: float, bar: float) -> float:
    return 0.5 * (1 + erf((mean - bar) / (spread * 1.4142135623730951)))


def _over(mean: float, spread: float, bar: float) -> float:
    """The expected excess over a bar."""
    z = (mean - bar) / spread
    if z < -4:
        return 0.0
    return spread * exp(-z * z / 2) / sqrt(2 * pi) + (mean - bar) * 0.5 * (1 + erf(z / 1.4142135623730951))


# -- ground -----------------------------------------------------------------------------------


KIEV = 14.0  # each of its cities, while the Soviets hold it; once taken it is never lost


POINT = 10.0  # an Area that counts at the end


def prizes(s: State, side: int = SOVIET) -> dict[int, float]:
    """The Areas that decide the game, with the value of holding each, as a side sees it."""
    out = _printed(s, side)
    if bid(s):
        out.update({area: max(POINT, out.get(area, 0.0)) for area in scan(s.data.victory_places & s.data.board.areas)})
    return out


def _printed(s: State, side: int) -> dict[int, float]:
    """The prizes by the conditions of the scenario."""
    d, plan = s.data, s.plan
    out: dict[int, float] = {}
    if plan.win_lines:
        out.update(dict.fromkeys(scan(d.victory & plan.german), 8.0))  # where the way to them begins
        south = side == GERMAN and plan.win_lines & ~s.german  # the southern way is open, the other is not
        out.update(dict.fromkeys(scan(plan.win_lines), 2.0 if south else 40.0))
        out.update(dict.fromkeys(scan(plan.win_cities), 30.0 if south else 2.0))
        return out
    if plan.win_cities:
        out.update(dict.fromkeys(scan(d.victory_places & d.board.areas), 0.5 if side == GERMAN else 2.5))
        out.update(dict.fromkeys(scan(plan.win_cities), 22.0))
        return out
    out.update(dict.fromkeys(scan(d.victory_places & d.board.areas), POINT))
    out[d.moscow] = 13.0
    if not s.german >> d.kiev & 1:
        out.update(dict.fromkeys(scan(d.kiev_cities), KIEV if side == GERMAN else 6.0))
    for area in out:
        if s.german >> area & 1 and points(s, SOVIET) == plan.points - 1 and d.victory >> area & 1:
            out[area] = 30.0  # the Soviets win with it
    return out


def goals(s: State, side: int) -> dict[int, float]:
    """The Areas a side still has to take."""
    won = s.german if side == GERMAN else ~s.german
    out = {area: value for area, value in prizes(s, side).items() if not won >> area & 1}
    if side == GERMAN and not s.plan.win_lines & ~s.german:
        out.update(dict.fromkeys(scan(s.plan.win_lines & ~s.german_lines), 30.0))
    return out


def ground(s: State, area: int, prized: dict[int, float]) -> float:
    """The value of holding an Area."""
    return prized.get(area, 0.0) + (0.6 if s.data.cities >> area & 1 else 0.15)


@kept(most=512)
def distances(d: Components, area: int) -> tuple[int, ...]:
    """Movement Points from every Area to this one, terrain as in good weather."""
    far = [99] * d.board.box
    far[area] = 0
    rings: list[list[int]] = [[] for _ in range(100)]
    rings[0].append(area)
    for at, ring in enumerate(rings):
        for here in ring:
            if far[here] < at:
                continue
            then = at + d.cost[here]
            for there in scan(d.adjacent[here]):
                if then < far[there]:
                    far[there] = then
                    rings[then].append(there)
    return tuple(far)


FADES = tuple(0.82**n for n in range(100))


@kept()
def _field(d: Components, wanted: tuple[tuple[int, float], ...]) -> tuple[float, ...]:
    out = [0.0] * d.board.box
    for area, value in wanted:
        for there, far in enumerate(distances(d, area)):
            out[there] += value * FADES[far]
    return tuple(out)


def field(s: State, wanted: dict[int, float]) -> tuple[float, ...]:
    """The value of every Area as a step toward the goals, higher when nearer."""
    return _field(s.data, tuple(sorted(wanted.items())))


def hits_of(s: State, pieces: Iterable[int]) -> float:
    """The expected hits of some Blocks in attack."""
    return sum(fire(s, piece, True)[0] for piece in pieces)


# -- supply -----------------------------------------------------------------------------------


class Front(NamedTuple):
    """The Areas from which a side's slow and fast Combat Blocks may move, and their costs."""

    side: int
    starts: tuple[Bits, Bits]
    budgets: tuple[int, int]
    prices: tuple[tuple[int, Bits], ...]
    friendly: Bits


def front(s: State, side: int) -> Front:
    """The starting Areas of a side's Combat Blocks in supply."""
    d, starts = s.data, [0, 0]
    for area in scan(s.held[side] & d.board.areas & supplied(s, side)):
        for piece in scan(units_at(s, side, area) & ~s.cube):
            if d.combat >> s.face[piece] & 1:
                starts[d.fast >> s.face[piece] & 1] |= 1 << area
    paid, points_ = weather(s).cost, d.charts.points
    prices = ((paid, -1),) if paid else tuple(d.priced.items())
    return Front(side, (starts[0], starts[1]), (points_["slow"], points_["fast"]), prices, friendly(s, side))


def reachable(s: State, of: Front, wall: Bits) -> Bits:
    """The Areas they could reach in an Impulse, stopping in these occupied Areas."""
    spread = s.data.board.spread
    enter, found = may_enter(s, of.side), 0
    for starts, budget in zip(of.starts, of.budgets, strict=True):
        rings = [0] * (budget + 1)
        rings[0] = starts & ~wall
        if stuck := starts & wall:
            first = spread(stuck) & of.friendly & ~wall
            for paid, areas in of.prices:
                if paid < budget:
                    rings[paid + 1] |= first & areas
        done = 0
        for at in range(budget + 1):
            rings[at] &= ~done
            done |= rings[at]
            if new := rings[at] & ~wall:
                new = spread(new) & enter & ~done
                for paid, areas in of.prices:
                    if at + paid <= budget:
                        rings[at + paid] |= new & areas
        found |= done
    return found


def incursion(s: State, of: Front, wall: Bits) -> Bits:
    """The Areas they could enter unopposed."""
    return reachable(s, of, wall) & ~wall


def safe_net(s: State, side: int, ours: Bits, feared: Bits) -> Bits:
    """The Areas that stay in supply if the enemy enters all the feared Areas."""
    return s.data.board.connected(sources(s, side), ours & ~feared)
