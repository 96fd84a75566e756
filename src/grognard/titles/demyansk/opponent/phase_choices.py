"""Decisions outside movement and combat: the Initiative, air transport, replacements, construction."""

from collections.abc import Iterable

from ....core.action import Action
from ....core.bits import Bits, bits, scan
from ....kit.battle.die import FACES
from ..data.components import AXIS, SOVIET
from ..rules import initiative, withdrawal
from ..rules.supply import DEFENSE, supplied
from ..state import State, friendly, works, zone
from .corridor import Corridor
from .evaluation import places
from .opportunities import Opportunities
from .weights import Weights

Decision = tuple[Action, str]
TURN = 2.5  # VPs that it is worth to move first for a turn
JUMP = 3.0  # what an Airdrop must be worth
FORT = 1.5  # and a Strongpoint
HUNGRY = 6  # units without supply for which the airfield is built


def other(s: State, step: str, w: Weights) -> Decision | None:
    """The decision of a step; None if there is nothing to weigh."""
    match step:
        case "axis-reinforcements" | "soviet-reinforcements":
            return Action("done"), "Every unit is needed."
        case "axis-initiative":
            return _initiative(s, AXIS)
        case "soviet-initiative":
            return _initiative(s, SOVIET)
        case "marsch":
            return _marsch(s)
        case "air-transport":
            return _fly(s)
        case "airdrop":
            return _drop(s, w)
        case "replacements":
            return _replace(s)
        case "administration":
            return _administer(s, w)
        case "airfield":
            return _captured(s)
        case "demolition":
            return Action("done"), "The airfield is still needed."
        case "pick-up":
            return _pick(s)
    return None


def _initiative(s: State, side: int) -> Decision:
    """Try for the Initiative if what it gives is worth the VPs."""
    row = initiative.attempt(s, side)
    if row is None:
        return Action("done"), "There is no Initiative to take."
    drm = initiative.drm(s) if side == AXIS else 0
    chance = 1.0 if not row.least else sum(face + drm >= row.least for face in FACES) / len(FACES)
    turns = min(4, s.plan.last - s.turn + 1)
    cost = row.points if side == AXIS else -row.points
    if chance * TURN * turns / 2.0 > cost:
        return Action("try"), "Moving first is worth the points."
    return Action("done"), "The points are worth more."


def _offered(s: State, verb: str, *chosen: object) -> Bits:
    """What may be named now, as a set."""
    if not any(one.name == verb for one, _ in s.title.verbs(s)):
        return 0
    found: Iterable[int] = s.title.choices(s, verb, *chosen) or ()
    return bits(found)


def _full(s: State, unit: int) -> int:
    """The strength of a unit at full strength."""
    return s.data.front[unit].attack + s.data.front[unit].defense


def _gain(s: State, unit: int) -> int:
    """What a reduced unit gains when it is at full strength again."""
    return _full(s, unit) - s.data.back[unit].attack - s.data.back[unit].defense


# -- replacements -----------------------------------------------------------------------------


def _marsch(s: State) -> Decision:
    """Marsch units at Demyansk as long as there is room; in the west only if there is nobody to rebuild."""
    open_ = _offered(s, "marsch")
    if near := open_ & s.data.hexes:
        hex_ = max(scan(near), key=lambda one: (s.data.demyansk == one, -one))
        return Action("marsch", (hex_,)), "The Pocket needs men."
    done = any(one.name == "done" for one, _ in s.title.verbs(s))
    lost = s.here.get(s.data.eliminated, 0) & s.data.side[AXIS] & s.data.replaced
    if done and (lost or not open_):
        return Action("done"), "The points are kept to rebuild units."
    return Action("marsch", (max(scan(open_)),)), "Men for the line."


def _replace(s: State) -> Decision:
    """Units of the 2nd Guards Rifle Corps first, then whatever gains most strength."""
    d = s.data
    near = d.around(s.held[1 - s.side])
    able = _offered(s, "receive")
    if corps := able & d.corps & withdrawal.corps(s):
        return Action(
            "receive", (max(scan(corps), key=lambda unit: _gain(s, unit)),)
        ), "It has to leave at full strength."
    quiet = [unit for unit in scan(able) if not near >> s.place[unit] & 1]
    lost = _offered(s, "rebuild")
    if s.turn <= d.charts.withdrawal.limit:
        lost &= ~withdrawal.corps(s)  # units nearer to the exits leave instead
    if lost:
        unit = max(scan(lost), key=lambda one: (d.back[one].attack + d.back[one].defense, -one))
        return Action("rebuild", (unit,)), "A unit returns."
    if quiet or able:
        unit = max(quiet or scan(able), key=lambda one: (_gain(s, one), -one))
        return Action("receive", (unit,)), "It is brought up to strength."
    return Action("done"), "There is nobody to replace."


# -- by air -----------------------------------------------------------------------------------


def _fly(s: State) -> Decision:
    """Fly Marsch units into the Pocket, and while it is cut off others that have nothing to do in the west."""
    d = s.data
    able = _offered(s, "fly")
    men = able & d.marsch
    for unit in scan(men):
        fields = _offered(s, "fly", unit)
        inside = [hex_ for hex_ in scan(fields) if d.board.distance(hex_, d.demyansk) <= 6]
        if inside:
            hex_ = min(inside, key=lambda one: (d.board.distance(one, d.demyansk), one))
            return Action("fly", (unit, hex_)), "Men for the Pocket."
    return Action("done"), "The others are needed in the west."


def _drop(s: State, w: Weights) -> Decision:
    """Drop the brigade where it cuts the road or takes a place that nobody holds."""
    look = Opportunities(s, SOVIET, w)
    route = look.corridor.route
    beside = route | look.d.around(route) | bits(look.places)
    foe = friendly(s, AXIS)
    for unit in scan(_offered(s, "drop")):
        best: tuple[float, int] | None = None
        for hex_ in scan(_offered(s, "drop", unit) & beside):
            worth = look.road_gain(hex_)
            worth += w.hold * look.places.get(hex_, 0.0) if foe >> hex_ & 1 else 0.0
            if best is None or worth > best[0]:
                best = worth, hex_
        if best is not None and best[0] > JUMP:
            return Action("drop", (unit, best[1])), "Behind the enemy, where it hurts."
    return Action("done"), "There is no worthwhile place to land."


# -- construction -----------------------------------------------------------------------------


def _administer(s: State, w: Weights) -> Decision:
    """Combine Marsch units with others, then build."""
    able = _offered(s, "absorb")
    if able:
        unit = max(scan(able), key=lambda one: (_gain(s, one), -one))
        return Action("absorb", (unit,)), "It is brought up to strength."
    best = _fort(s, w)
    if best is not None:
        return Action("build", (best,)), "A Strongpoint helps to hold this hex."
    field = _airfield(s)
    if field is not None:
        return Action("airfield", (field,)), "The Pocket needs supply by air."
    return Action("done"), "There is nothing to build."


def _fort(s: State, w: Weights) -> int | None:
    """The occupied hex that a Strongpoint helps most."""
    d = s.data
    sites = _offered(s, "build") & s.held[AXIS]
    if not sites:
        return None
    near = d.around(s.held[SOVIET])
    route, worth = Corridor(s).route, places(s)
    scored = {
        hex_: 1.0 * bool(near >> hex_ & 1)
        + 1.5 * bool(zone(s, SOVIET) >> hex_ & 1)
        + 1.5 * bool(route >> hex_ & 1 and d.around(near) >> hex_ & 1)
        + 0.3 * worth.get(hex_, 0.0)
        for hex_ in scan(sites & ~works(s, AXIS))
    }
    best = max(scored, key=lambda hex_: (scored[hex_], -hex_), default=None)
    return best if best is not None and scored[best] >= FORT else None


def _airfield(s: State) -> int | None:
    """A safe hex for the airfield, if many units of the Pocket have no supply."""
    d = s.data
    hungry = s.there[AXIS] & ~supplied(s, AXIS, DEFENSE)
    sites = _offered(s, "airfield") & s.held[AXIS]
    if hungry.bit_count() < HUNGRY or not sites:
        return None
    where = [s.place[unit] for unit in scan(hungry)]
    return max(scan(sites), key=lambda hex_: (sum(d.board.distance(hex_, one) <= 6 for one in where), -hex_))


def _captured(s: State) -> Decision:
    """Keep a captured airfield where it counts."""
    if s.plan.goal.airfields:
        return Action("done"), "It counts as a location."
    return Action("destroy"), "The enemy shall not use it again."


def _pick(s: State) -> Decision:
    """Pick up the units that fill what is owed with the least waste."""
    attack, defense = withdrawal.owed(s)
    able = _offered(s, "pick")

    def fit(unit: int) -> tuple[float, int]:
        value = s.data.back[unit] if s.reduced >> unit & 1 else s.data.front[unit]
        filled = min(attack, value.attack) + min(defense, value.defense)
        return filled - 0.3 * (value.attack + value.defense), -unit

    return Action("pick", (max(scan(able), key=fit),)), "It leaves in place of a lost unit."
