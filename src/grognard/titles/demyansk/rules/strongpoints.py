"""[14.3-14.5] Strongpoints and the airfield: how the Axis builds them, and how they are destroyed or removed."""

from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush

from ....core.action import Verb
from ....core.bits import Bits, lowest, scan
from ....core.knowledge import kept
from ....core.options import One, Options
from ....core.rule import Ban, Objection
from ....kit.arguments import place_arg
from ..data.components import AXIS, SOVIET
from ..state import State, friendly, update_control, update_zones, works, zone
from .movement import Terms, terms
from .strategic import points
from .supply import position, routes, sources


@kept(position)
def traced(s: State) -> Bits:
    """The hexes from which an Axis Supply Route leads to a source; printed Strongpoints serve only units in them."""
    return routes(s, AXIS, sources(s, AXIS)) & ~s.held[SOVIET]  # 6.11b, 14.33b, 6.24a, 6.34b


# -- beginning [14.31-14.33, 14.36] -----------------------------------------------------------


def _everywhere(s: State, holds: bool) -> Bits:
    return s.data.all_places if holds else 0


def _ground_bans(s: State) -> list[Ban]:
    """What Strongpoints and the airfield ask of a hex; an enemy ZOC is no obstacle."""
    own = friendly(s, AXIS) & ~s.held[SOVIET]
    return [
        Ban("14.31a", "only the Axis player builds", _everywhere(s, s.side != AXIS)),  # 14.0b, 14.31d, 14.51a
        Ban("14.33a", "{it} is not a friendly hex", s.data.all_places & ~own),
        Ban("14.33b", "{it} cannot trace a Supply Route", own & ~traced(s)),  # 14.33c
    ]


def _limit_clause(s: State) -> str:
    return "14.31c" if s.plan.works else "19.23e"


def build_bans(s: State) -> list[Ban]:
    """Every place where a Strongpoint cannot be begun, and why."""
    limit, first = s.plan.works, s.plan.works_from
    active = works(s, AXIS) | works(s, SOVIET)
    text = "{begun} of {most} Strongpoints have been begun in this turn"
    text = text if limit else "no Strongpoints are built in this scenario"
    return [
        *_ground_bans(s),
        Ban(
            _limit_clause(s), text, _everywhere(s, s.begun >= limit), lambda _: {"begun": s.begun, "most": limit}
        ),  # 19.13f, 19.33g
        Ban("14.31c", f"no Strongpoint is begun before Game-Turn {first}", _everywhere(s, s.turn < first)),
        Ban("14.33d", "{it} has an active Strongpoint", active),
        Ban("14.36a", "a Strongpoint is being built in {it}", s.building),
        Ban("14.34b", "construction in {it} has failed in this turn", s.failed),
    ]


def build(s: State, hex_: int) -> None:
    """Begin a Strongpoint; as many markers as needed, those removed before among them (14.44a)."""
    s.building |= 1 << hex_  # 14.31b, 14.32a, 14.32c, 14.36a
    s.begun += 1  # 14.31c
    s.note("14.36a", "A Strongpoint is begun in {hex}.", hex=hex_)


def airfield_bans(s: State) -> list[Ban]:
    """Every place where the airfield cannot be begun, and why."""
    d, first, none = s.data, s.plan.airfields_from, not s.plan.airfields
    barred = d.kind["hill"] | d.feature["town"]
    wet = d.kind["swamp"] if s.weather == "mud" else 0
    spent = "the airfield has been built, and cannot be built again"
    return [
        *_ground_bans(s),
        Ban("14.5a", "no airfield is built in this scenario", _everywhere(s, none)),
        Ban(
            "14.51c", f"the airfield is not begun before Game-Turn {first}", _everywhere(s, not none and s.turn < first)
        ),
        Ban("14.51b", "an airfield is being built", _everywhere(s, bool(s.airfield_site))),
        Ban("14.54d", spent, _everywhere(s, s.airfield_spent or bool(s.airfield))),
        Ban("14.53a", "{it} has hill or town", barred & s.stage.area),
        Ban("14.53b", "{it} is swamp, where no airfield stays in Mud", wet & ~barred & s.stage.area),
        Ban("14.52a", "{it} has an airfield", s.stage.airfields),
        Ban("14.34b", "construction in {it} has failed in this turn", s.failed),
    ]


def begin_airfield(s: State, hex_: int) -> None:
    """Begin the airfield; it is not one of the Strongpoints of the turn."""
    s.airfield_site = 1 << hex_  # 14.52a
    s.note("14.52a", "An airfield is begun in {hex}.", hex=hex_)


BUILD_HEX, AIRFIELD_HEX = place_arg(build_bans), place_arg(airfield_bans)
BUILD = Verb("build", (BUILD_HEX,), build, leaves=False, label="Begin a Strongpoint in", help="begin a Strongpoint")
AIRFIELD = Verb(
    "airfield", (AIRFIELD_HEX,), begin_airfield, leaves=False, label="Begin the airfield in", help="begin the airfield"
)


def may_build(s: State) -> bool:
    """Whether the active player can begin a Strongpoint or the airfield."""
    return bool(BUILD_HEX.options(s)) or bool(AIRFIELD_HEX.options(s))


# -- the end of construction [14.34, 14.36] ---------------------------------------------------


def complete(s: State) -> None:
    """In the Soviet Administrative Phase: what is Supplied is finished, the rest is removed."""
    ready = traced(s)
    for hex_ in scan((s.building | s.airfield_site) & ~ready):
        s.note("14.34a", "{hex} is Out of Supply: construction fails.", hex=hex_)
        s.failed |= 1 << hex_
    done, field = s.building & ready, s.airfield_site & ready
    s.building = s.airfield_site = 0
    for hex_ in scan(done):
        s.note("14.36b", "The Strongpoint in {hex} is finished.", hex=hex_)
    printed = s.stage.works[AXIS]  # 14.41d: rebuilt, it is as printed
    s.destroyed &= ~(done & printed)
    s.built |= done & ~printed  # 14.32b
    if field:
        s.airfield, s.airfield_spent = field, True  # 14.54d
        s.note("14.36b", "The airfield in {hexes} is finished.", hexes=field)
    update_zones(s)


# -- destruction [14.41, 14.54] ---------------------------------------------------------------


def destroy(s: State, side: int) -> None:
    """At the end of a side's Administrative Phase: its Strongpoints with enemy units in them are gone."""
    lost = works(s, side) & s.held[1 - side]  # 14.41a
    if not lost:
        return
    for hex_ in scan(lost):
        s.note("14.41a", "The Strongpoint in {hex} is destroyed.", hex=hex_)
    s.built &= ~lost  # 14.41b
    s.destroyed |= lost & s.stage.works[side]  # 14.41c, 14.41d, 14.32d
    update_zones(s)


def captured(s: State) -> Bits:
    """The airfield that the Axis has built, with a Soviet unit in it."""
    return s.airfield & s.held[SOVIET]  # 14.54a


def may_wreck(s: State) -> bool:
    """Whether the Soviet player decides about the airfield now: at the end of an Axis Administrative Phase."""
    return s.side == AXIS and bool(captured(s))


def wreck(s: State) -> None:
    """Destroy the airfield that the Axis has built."""
    s.note("14.54a", "The airfield in {hexes} is destroyed.", hexes=s.airfield)
    s.airfield, s.airfield_spent = 0, True  # 14.54d
    update_control(s)


def spare(s: State) -> None:
    """Leave the airfield as it is, to be used (14.54b)."""
    s.note("14.54b", "The airfield in {hexes} is left as it is.", hexes=s.airfield)


WRECK = Verb("destroy", (), wreck, help="destroy the airfield")
SPARE = Verb("done", (), spare, help="leave the airfield as it is")


# -- voluntary removal [14.43, 14.54] ---------------------------------------------------------


def marker_bans(s: State) -> list[Ban]:
    """Every place from which no Strongpoint can be removed, and why."""
    occupied = s.held[AXIS] | s.held[SOVIET]
    return [
        Ban("14.43a", "only the owner removes a Strongpoint", _everywhere(s, s.side != AXIS)),
        Ban("14.43a", "{it} has no active Strongpoint marker", s.data.all_places & ~s.built),
        Ban("14.43a", "{it} is occupied", s.built & occupied),
    ]


def take_down(s: State, hex_: int) -> None:
    """Remove a Strongpoint that the Axis has built."""
    s.built &= ~(1 << hex_)
    s.note("14.43a", "The Strongpoint in {hex} is given up.", hex=hex_)
    update_zones(s)


def no_demolition(s: State) -> Iterator[Objection]:
    """Why the Axis player cannot remove the airfield."""
    if not s.airfield:
        yield Objection("14.54c", "there is no airfield that the Axis has built")
    elif not s.airfield & friendly(s, AXIS):
        yield Objection("14.54c", "the airfield is not in a friendly hex")


def not_his(s: State) -> Iterator[Objection]:
    """Why the active player cannot remove the airfield."""
    if s.side != AXIS:
        yield Objection("14.54c", "only the Axis player removes the airfield")
    yield from no_demolition(s)


def demolish(s: State) -> None:
    """Remove the airfield, so that it does not fall into enemy hands."""
    s.note("14.54c", "The airfield in {hexes} is given up.", hexes=s.airfield)
    s.airfield, s.airfield_spent = 0, True  # 14.54d
    update_control(s)


def marker_options(s: State) -> Options:
    """The Strongpoints that can be removed."""
    return One(s.built & ~s.held[AXIS] & ~s.held[SOVIET] if s.side == AXIS else 0)  # 14.43a


MARKER = place_arg(marker_bans)._replace(options=marker_options)
REMOVE = Verb(
    "remove",
    (MARKER,),
    take_down,
    leaves=False,
    label="Remove the Strongpoint in",
    help="remove a Strongpoint marker",
    whose=AXIS,
)
DEMOLISH = Verb(
    "demolish", (), demolish, leaves=False, bars=(not_his,), help="demolish the airfield you have built", whose=AXIS
)
GIVE_UP = Verb("demolish", (), demolish, bars=(no_demolition,), help="demolish the airfield you have built")


def endangered(s: State) -> bool:
    """Whether Soviet units that are about to move could take the airfield, so that it may be removed now."""
    if s.side != SOVIET or any(True for _ in no_demolition(s)) or s.airfield & s.held[AXIS]:
        return False
    d, goal = s.data, s.airfield
    if not goal & zone(s, AXIS):
        goal |= d.around(goal)  # 3.12c: a ZOC takes it too
    units = d.side[SOVIET] & ~d.printed & (s.fought if s.exploiting else -1)
    return any(_comes(s, unit, goal) for unit in scan(units) if _near(s, unit))


def _near(s: State, unit: int) -> bool:
    """Whether a unit is not too far away, whatever the ground in between."""
    d, place = s.data, s.place[unit]
    starts = d.entries.get(place, 0) if place >= d.board.box else 1 << place
    return any(d.board.distance(start, lowest(s.airfield)) <= points(s, unit) + 1 for start in scan(starts))


def _comes(s: State, unit: int, goal: Bits) -> bool:
    """Whether a unit could enter one of these hexes: at best, as if engineers helped at every river."""
    d = s.data
    t = terms(s, 1 << unit)._replace(aid=dict(enumerate(d.rivers)))
    rate = d.charts.road[s.weather]
    if _enters(t, goal, t.step, t.budget):
        return True
    by_road = s.weather != "mud" and not s.exploiting  # 9.12a
    return by_road and _enters(t, goal, lambda a, b: rate if d.road_to[a] >> b & 1 else None, points(s, unit))


def _enters(t: Terms, goal: Bits, step: Callable[[int, int], int | None], budget: int) -> bool:
    """Whether a move or infiltration leads to one of these hexes; it ends in an enemy ZOC."""
    if t.first:
        queue = [(cost, hex_) for hex_ in scan(t.first & t.enter) if (cost := t.entry(hex_)) is not None]
    else:
        queue = [(0, t.start)]
    seen = 0
    heapify(queue)
    while queue:
        paid, here = heappop(queue)
        if seen >> here & 1 or paid > budget:
            continue
        seen |= 1 << here
        if goal >> here & 1:
            return True
        if t.zone >> here & 1 and here != t.start:
            continue
        for hex_ in scan(t.near[here] & t.enter & ~seen):
            if (cost := step(here, hex_)) is not None:
                heappush(queue, (paid + cost, hex_))
    return False


def under_attack(s: State) -> bool:
    """Whether the airfield is in a hex that Soviet units attack, so that it may be removed now."""
    return s.side == SOVIET and bool(s.airfield & s.local.targets) and not any(True for _ in no_demolition(s))
