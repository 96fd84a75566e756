"""[16.0] Reinforcements and replacements."""

from ....core.action import Verb
from ....core.bits import Bits, bits, scan
from ....core.knowledge import kept
from ....core.rule import Ban, Check, Objection
from ....kit.arguments import piece_arg, place_arg
from ....kit.words import counted, have, number_word
from ..data.charts import ARMY
from ..data.components import Components, halves
from ..state import GERMAN, NO_SLOT, SOVIET, UNTRIED, State, put, zone
from . import surprise
from .supply import slow, supplied

# -- reinforcements ---------------------------------------------------------------------------


def due(s: State) -> Bits:
    """The phasing player's reinforcements that may enter now, held-back ones included."""
    return _waiting(s)[0]


@kept(lambda s: (s.here.get(s.data.reserve, 0), s.side, s.turn, bytes(s.slot)))
def _waiting(s: State) -> tuple[Bits, Bits]:
    """The phasing player's units off the map that are due, and those that have no place in the schedule."""
    slots, waiting = s.data.slots, s.here.get(s.data.reserve, 0) & s.data.side[s.side]
    spare = bits(u for u in scan(waiting) if s.slot[u] == NO_SLOT)
    return bits(u for u in scan(waiting & ~spare) if slots[s.slot[u]].turn <= s.turn), spare  # 16.0a, 16.3a


def entry_hexes(s: State, unit: int) -> Bits:
    """The entry hexes of a unit, occupied or not."""
    slot = s.data.slots[s.slot[unit]]
    if slot.army and s.turn > slot.turn:
        return s.data.second_entry if s.turn == slot.turn + 1 else s.data.third_entry  # 17.4f
    if slot.leningrad and not s.data.leningrad & ~s.held[GERMAN]:
        return s.data.top_edge  # 16.4a, schedule.note4
    return slot.hexes  # 16.3b, schedule.note0, schedule.prussia


def entry_clause(s: State, unit: int) -> str:
    """The clause that gives a unit its entry hexes now."""
    slot = s.data.slots[s.slot[unit]]
    if slot.army and s.turn > slot.turn:
        return "17.4f"
    if slot.leningrad and not s.data.leningrad & ~s.held[GERMAN]:
        return "16.4a"
    return "16.3b" if s.turn > slot.turn else f"schedule.{s.title.players[slot.side]}.{slot.turn}"


def open_entries(s: State, unit: int) -> Bits:
    """Where a unit may enter now if it can pay the cost."""
    listed = entry_hexes(s, unit)
    blocked = s.held[1 - s.side] | s.crowd[s.data.stacking]
    if listed & ~blocked:
        return listed & ~blocked  # 16.2a, 16.2c
    vacant, near = s.data.land & ~s.held[GERMAN] & ~s.held[SOVIET], listed
    while not near & vacant:
        near |= s.data.around(near)
    return near & vacant  # 16.2a, 16.2b


def entry_cost(s: State, unit: int, hex_: int) -> int:
    """The cost of the entry hex, in half points; later arrivals pay no more (16.1b)."""
    costs = s.data.entry_cost[s.data.motorized >> unit & 1]
    cost = costs[hex_]  # 16.1a
    for times, where in slow(s, s.side):
        if where >> hex_ & 1:
            cost *= times
    return cost


def too_dear(s: State, unit: int, hexes: Bits) -> Bits:
    """The entry hexes that a unit cannot afford."""
    most = 2 * s.data.allowance[unit]
    return bits(hex_ for hex_ in scan(hexes) if entry_cost(s, unit, hex_) > most)  # 16.1a, 4.1a


def entries(s: State, unit: int) -> Bits:
    """Where a unit may enter now."""
    open_ = open_entries(s, unit)
    open_ &= ~too_dear(s, unit, open_)
    return open_ & ~dead_ends(s, unit, open_)


def dead_ends(s: State, unit: int, hexes: Bits) -> Bits:
    """On Game-Turn 1, entry hexes too far from the Germans for a unit that has a better one."""
    if not surprise.bound(s) or hexes.bit_count() < 2:
        return 0
    reach, points = surprise.ranges(s)[s.data.motorized >> unit & 1], 2 * s.data.allowance[unit]
    good = bits(hex_ for hex_ in scan(hexes) if reach[points - entry_cost(s, unit, hex_)] >> hex_ & 1)
    return hexes & ~good if good else 0  # 17.2a


def enter_bans(s: State) -> list[Ban]:
    """Every unit that cannot enter now, and why."""
    d = s.data
    mine = d.side[s.side]
    ready, spare = _waiting(s)
    waiting = s.here.get(d.reserve, 0) & mine & ~ready
    return [
        Ban("16.0a", "{it} is not yours", d.all_pieces & ~mine),
        Ban("16.0a", "{it} is not waiting to enter", mine & ~ready & ~waiting),
        Ban("16.0a", "{it} has no place in the schedule", spare),
        Ban(
            "16.0a",
            "{it} is not due before Game-Turn {turn}",
            waiting & ~spare,
            lambda unit: {"turn": d.slots[s.slot[unit]].turn},
        ),
    ]


def enter_checks(s: State) -> list[Check]:
    """A unit must be able to pay for an entry hex."""
    ready = due(s)
    return [
        Check(
            "16.1a",
            "{it} has {has} Movement Points; the cheapest entry hex costs {needs}",
            lambda unit: bool(ready >> unit & 1 and not entries(s, unit)),
            lambda unit: {
                "has": s.data.allowance[unit],
                "needs": halves(min(entry_cost(s, unit, h) for h in scan(open_entries(s, unit)))),
            },
        )
    ]


def entry_bans(s: State, unit: int) -> list[Ban]:
    """Every hex at which a unit cannot enter, and why."""
    if not due(s) >> unit & 1:
        return []
    listed, open_ = entry_hexes(s, unit), open_entries(s, unit)
    dear = too_dear(s, unit, open_)
    enemy, full = s.held[1 - s.side], s.crowd[s.data.stacking]
    clause = "16.2a" if not listed & open_ else entry_clause(s, unit)
    names = " ".join(s.title.lexicon.places[h] for h in scan(open_))
    return [
        Ban("16.2a", "{it} holds an enemy unit", enemy),
        Ban(
            "4.6a",
            f"{{it}} already holds {counted(s.data.stacking, 'unit')}",
            full,
            lambda _: {"limit": s.data.stacking},
        ),
        Ban(
            clause,
            "it may not enter at {it}; open to it: {hexes}",
            s.data.all_places & ~open_ & ~enemy & ~full,
            lambda _: {"hexes": names},
        ),
        Ban(
            "16.1a",
            "{it} costs {needs} Movement Points to enter, it has {has}",
            dear,
            lambda hex_: {"has": s.data.allowance[unit], "needs": halves(entry_cost(s, unit, hex_))},
        ),
        Ban(
            "17.2a",
            "from {it} it could not get adjacent to a German unit, but from another hex it can",
            dead_ends(s, unit, open_ & ~dear),
        ),
    ]


def enter(s: State, unit: int, hex_: int) -> None:
    """Bring a reinforcement onto the map; it may move on with its remaining points."""
    d = s.data
    cost = entry_cost(s, unit, hex_)
    s.begun |= 1 << unit
    s.points[unit] = 2 * d.allowance[unit] - cost  # 16.1a
    put(s, unit, hex_)
    if zone(s, 1 - s.side) >> hex_ & 1:
        s.stopped |= 1 << unit  # 4.7a
    if d.slots[s.slot[unit]].army and s.turn == d.counterblow_turn:  # 17.4e
        s.on_time += 1
        if s.on_time == d.army_size:
            s.counterblow = True  # 17.4a, 17.4c, 17.4d, schedule.note3
            s.note(
                "17.4a",
                f"All {number_word(d.army_size)} divisions are in on time: every Soviet attack gains {counterblow(d)}.",
            )
    s.note("16.1a", "{unit} arrives at {hex}, {paid} MP.", unit=unit, hex=hex_, paid=halves(cost))


ENTER = Verb(
    "enter",
    (piece_arg(enter_bans, checks=enter_checks), place_arg(entry_bans, "at")),
    enter,
    leaves=False,
    help="bring in a reinforcement",
)


def counterblow(d: Components) -> str:
    """What the divisions that come on time bring to every Soviet attack, in words."""
    return counted(d.shift[ARMY], "column")


def must_enter(s: State) -> list[Objection]:
    """On Game-Turn 1 no Soviet reinforcement may be held back."""
    if not surprise.bound(s):
        return []
    late = bits(u for u in scan(due(s)) if entries(s, u))
    if not late:
        return []
    who = " ".join(s.title.lexicon.pieces[u] for u in scan(late))
    return [
        Objection("16.5a", f"must enter on Game-Turn {s.data.surprise_turn}: {who}", {"units": who})
    ]  # 17.1a, schedule.note1


def muster(s: State) -> None:
    """Rebuild reinforcements of this Game-Turn from lost units if no counter is left for them."""
    d = s.data
    if "pool=strict" in s.options:
        return
    for index, slot in enumerate(d.slots):
        if slot.turn != s.turn or slot.side != SOVIET:
            continue
        kind = d.armored_units if slot.armored else d.infantry_units  # schedule.key
        there = bits(u for u in scan(kind) if s.slot[u] == index and s.place[u] == d.reserve)
        missing = slot.size - there.bit_count()
        spare = [u for u in scan(kind & s.here.get(d.reserve, 0)) if s.slot[u] == NO_SLOT]
        fallen = list(scan(kind & s.here.get(d.lost, 0)))
        if missing > len(spare) and fallen:
            for unit in fallen:
                s.face[unit] = UNTRIED  # 14.0b: back into the common pool, face down
                s.slot[unit] = NO_SLOT
                put(s, unit, d.reserve)
            spare += fallen
        for unit in spare[:missing]:
            s.slot[unit] = index


# -- replacements -----------------------------------------------------------------------------


def rebuild_bans(s: State) -> list[Ban]:
    """Every unit that cannot be restored now, and why."""
    d = s.data
    germans = d.side[GERMAN]
    depots = d.city | d.soviet_city | d.prussia
    watched, fed = zone(s, SOVIET), supplied(s, GERMAN)
    away = troubled = hungry = early = crowded = 0
    for place, units in s.here.items():
        mine = units & germans
        if not mine:
            continue
        if not depots >> place & 1:
            away |= mine
        if watched >> place & 1:
            troubled |= mine
        if not fed >> place & 1:
            hungry |= mine
        early |= bits(u for u in scan(mine) if s.turn - s.since[u] < 2)
        if (mine & s.rebuilt).bit_count() >= d.replacements:
            crowded |= mine
    return [
        Ban("16.6a", "{it} is not a German unit", d.all_pieces & ~germans),
        Ban("16.6a", "{it} is at full strength", germans & ~s.reduced),
        Ban("16.6a", "{it} is not in a city, a Soviet City or East Prussia", away),
        Ban("16.6b", "{it} is in a Soviet ZOC", troubled),  # 16.7a
        Ban("16.6c", "{it} is not in supply", hungry),
        Ban(
            "16.6a",
            "{it} has not been there for a whole Game-Turn: only since Game-Turn {since}, and it is now {now}",
            early,
            lambda u: {"since": s.since[u], "now": s.turn},
        ),  # 16.6d, 16.9a
        Ban(
            "16.8a",
            f"{counted(d.replacements, 'unit')} {have(d.replacements)} already been restored in the hex of {{it}}",
            crowded,
            lambda _: {"limit": d.replacements},
        ),
    ]


def can_rebuild(s: State) -> bool:
    """Whether there is a unit to restore."""
    return bool(s.reduced and REBUILD.args[0].options(s))


def rebuild(s: State, unit: int) -> None:
    """Restore a reduced unit to full strength."""
    s.reduced &= ~(1 << unit)  # 16.6a, 16.8b
    s.rebuilt |= 1 << unit
    s.note("16.6a", "{unit} is back at full strength in {hex}.", unit=unit, hex=s.place[unit])


REBUILD = Verb(
    "rebuild", (piece_arg(rebuild_bans),), rebuild, leaves=False, label="Restore", help="restore a reduced unit"
)
