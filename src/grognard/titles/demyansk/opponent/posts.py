"""Posts: the hexes that a side wants to hold or reach in a phase, what each is worth, and what strength it needs."""

from typing import NamedTuple

from ....core.bits import Bits, bits, scan
from ..data.components import AXIS, SOVIET
from ..rules.supply import sources
from ..state import friendly, works, zone
from .evaluation import road_value
from .opportunities import Opportunities

HOLD, TAKE = "hold", "take"
TAKING = 0.6  # of the worth of a place that still has to be taken


class Post(NamedTuple):
    """A hex to hold, or an enemy hex to approach."""

    place: int
    worth: float
    need: float  # defense to hold it, or attack to take it
    kind: str
    purpose: str


def posts(look: Opportunities) -> list[Post]:
    """The posts of a side, the most valuable first."""
    found = _axis(look) if look.side == AXIS else _soviet(look)
    best: dict[tuple[int, str], Post] = {}
    for post in found:
        key = post.place, post.kind
        if key not in best or post.worth > best[key].worth:
            best[key] = post
    return sorted(best.values(), key=lambda post: (-post.worth, post.place))


def _name(look: Opportunities, place: int) -> str:
    return look.s.title.place(look.s, place)


def _need(threat: int, least: float, share: float) -> float:
    """The defense needed against a threat: enough that the odds stay below about 2-1."""
    return max(least, min(9.0, share * threat / 2.0))


def _holds(look: Opportunities, threat: dict[int, int], share: float) -> list[Post]:
    """Places, sources and Strongpoints of our own that the enemy threatens."""
    s, side, out = look.base, look.side, list[Post]()
    mine = friendly(s, side)
    for place, worth in look.places.items():
        if mine >> place & 1 and (threat.get(place) or side == SOVIET):
            need = _need(threat.get(place, 0), 3.0, share)
            out.append(Post(place, look.w.hold * worth, need, HOLD, f"hold {_name(look, place)}"))
    for place in scan(sources(s, side) & ~bits(look.places)):
        if threat.get(place):
            out.append(Post(place, 4.0, 2.0, HOLD, f"guard the source of supply {_name(look, place)}"))
    for place in scan(works(s, side) & ~bits(look.places)):
        if threat.get(place):
            worth = 2.5 if s.held[side] >> place & 1 else 1.5
            out.append(
                Post(place, worth, _need(threat[place], 2.0, share), HOLD, f"hold the Strongpoint {_name(look, place)}")
            )
    return out


# -- Axis -------------------------------------------------------------------------------------


def _axis(look: Opportunities) -> list[Post]:
    s, w, corridor = look.base, look.w, look.corridor
    route = corridor.route
    front = s.held[AXIS] & zone(s, SOVIET)
    wanted = bits(look.places) | works(s, AXIS) | route | front | sources(s, AXIS)
    threat = look.threats(wanted)
    out = _holds(look, threat, 0.6 * w.guard)
    for place in scan(route & ~s.held[SOVIET]):
        if not look.gap:
            if not threat[place]:
                continue
            lost = road_value(s, corridor.gap_with(1 << place, 1 << place), w) - look.road
            if lost > 0:
                need = _need(threat[place], 2.0, 0.5 * w.guard)
                out.append(Post(place, 0.7 * lost, need, HOLD, f"keep the road open at {_name(look, place)}"))
        else:
            gain = look.road_gain(place)
            need = _need(threat[place], 2.0, 0.4)
            out.append(Post(place, 0.5 + gain, need, HOLD, f"open the road at {_name(look, place)}"))
    for place in scan(front):
        out.append(
            Post(place, 1.2, _need(threat[place], 2.0, 0.4 * w.guard), HOLD, f"hold the line at {_name(look, place)}")
        )
    if look.gap:
        out += _relief(look, route)
    return out


def _relief(look: Opportunities, route: Bits) -> list[Post]:
    """The Soviet hexes on or beside the road that have to be cleared."""
    s, d = look.base, look.d
    near = s.held[SOVIET] & (route | d.around(route))
    out = []
    for place in scan(near):
        gain = look.road_gain(place, enemy_there=True)
        if gain > 0 or route >> place & 1:
            need = 2.5 * look.defense(place) + 3
            out.append(Post(place, 1.5 + 0.8 * gain, need, TAKE, f"clear the road at {_name(look, place)}"))
    return out


# -- Soviet -----------------------------------------------------------------------------------


def _soviet(look: Opportunities) -> list[Post]:
    s, w, d, corridor = look.base, look.w, look.d, look.corridor
    route = corridor.route
    held = s.held[SOVIET]
    beside = (route | d.around(route)) & s.stage.area & ~s.held[AXIS]
    mine = bits(look.places) & friendly(s, SOVIET)
    threat = look.threats(beside | mine | sources(s, SOVIET) | works(s, SOVIET))
    out = _holds(look, threat, 1.0)
    for place in scan(beside & ~held & look.reachable(s.there[SOVIET] & ~d.guns & ~d.printed)):
        gain = look.road_gain(place)
        if gain > 0.2:
            need = 3.0 + min(8.0, threat[place] / 2.0)
            out.append(Post(place, gain, need, HOLD, f"cut the road at {_name(look, place)}"))
    if look.gap:
        for place in scan(beside & held):
            lost = look.road - road_value(s, corridor.gap_with(0, 0, 1 << place), w)
            if lost > 0:
                need = 3.0 + min(9.0, threat[place] / 2.0)
                out.append(Post(place, lost, need, HOLD, f"keep the road cut at {_name(look, place)}"))
    foe = friendly(s, AXIS)
    for place, worth in look.places.items():
        if not foe >> place & 1:
            continue
        purpose = f"take {_name(look, place)}"
        if s.held[AXIS] >> place & 1:
            out.append(Post(place, TAKING * w.hold * worth, 3.0 * look.defense(place) + 6.0, TAKE, purpose))
        else:
            out.append(Post(place, w.hold * worth, 4.0, HOLD, purpose))
    for place in scan(s.held[AXIS] & beside_road(look, route)):
        gain = look.road_gain(place, enemy_there=True)
        if gain > 0.2:
            out.append(
                Post(place, 0.6 * gain, 3.0 * look.defense(place) + 6.0, TAKE, f"close in on {_name(look, place)}")
            )
    return out


def beside_road(look: Opportunities, route: Bits) -> Bits:
    """The hexes on the road and next to it."""
    return route | look.d.around(route)
