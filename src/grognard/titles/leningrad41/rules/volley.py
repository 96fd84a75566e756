"""[9.0] Defensive fire: one volley at a unit each time it enters a hex next to capable enemies.

Whether there is a pause depends only on what both players see: a unit that is face up and capable, or any face-down
counter. A standing order answers for units that are face up; face-down ones fire only when their owner names them.
"""

from ....core.action import Arg, Limits, Verb, some
from ....core.bits import Bits, scan, subsets
from ....core.kinds import PIECES
from ....core.options import Among, Options
from ....core.rule import Ban, Objection, unbanned
from ....kit.battle.die import FACES, roll_verb
from ....kit.battle.local import update
from ....kit.stacks import pieces_in
from ....kit.steps import nothing
from ..data.components import GERMAN, SOVIET
from ..data.links import DRIVE
from ..data.map_and_units import ARMY, CORPS, DIVISIONS, RESERVE
from ..state import ORDERS, State, eliminate, face_down, name_of, option, side_of, those
from .fog import reveal
from .modifiers import VOLLEY as DEFENSE
from .modifiers import column, kills, modifiers, shift, strength
from .orders import ORDER_WORD, give_order, order_of
from .reach import capable
from .walk import Walk, report, stop

ASK, ALWAYS, THIRD, HOLD_FIRE = ORDERS
LEAST = len(FACES) // 3  # faces of the die that must eliminate: `third`


# -- who may fire -----------------------------------------------------------------------------


def beside(s: State) -> Bits:
    """The enemy units and leaders next to the moving unit."""
    w: Walk = s.local
    enemy = 1 - side_of(s, w.unit)
    return pieces_in(s, s.data.board.neighbours[s.place[w.unit]]) & s.data.side[enemy]  # 9.4a, 7.1f


def threatened(s: State) -> bool:
    """Whether enemies next to the moving unit may fire at it, as far as everyone can see."""
    w: Walk = s.local
    if s.data.leaders >> w.unit & 1:
        return False  # 14.6a
    # 7.1e, 8.10i, 15.1c: every unit, by any kind of move; 9.2h: at every hex; 9.3c: aircraft do not move
    return bool(capable(s, beside(s)))  # 9.1a, 9.1b, 9.2g, 9.3d


def ready(s: State) -> Bits:
    """The units that are face up and can fire."""
    near = beside(s)
    return capable(s, near & ~face_down(s, near))


def chance(s: State, firers: Bits) -> int:
    """How many faces of the die eliminate the moving unit, as far as both players can see."""
    w: Walk = s.local
    lines = modifiers(s, firers, s.place[w.unit], w.unit, DEFENSE)
    if face_down(s, 1 << w.unit):
        lines = [line for line in lines if line.clause != "10.12a"]
    return sum(kills(s, column(s, firers), die + shift(lines)) for die in FACES)


def ordered(s: State, order: str) -> Bits:
    """The units that fire by a standing order."""
    firers = strongest(s, ready(s)) if order in (ALWAYS, THIRD) else 0
    return 0 if order == THIRD and firers and chance(s, firers) < LEAST else firers


def united(s: State, firers: Bits) -> bool:
    """Whether command control lets these units fire together, where it applies in defensive fire too."""
    d, numbers, many = s.data, s.data.charts.numbers, firers.bit_count()
    side = SOVIET if firers & d.side[SOVIET] else GERMAN
    if any(_commands(s, leader, firers) for leader in scan(s.there[side] & d.leaders)):
        return True  # 14.2a, 14.2b
    if side == SOVIET:
        mixed = firers & d.command[ARMY] and firers & d.command[RESERVE]
        return not mixed and many <= numbers["soviet_fire"]  # 13.4b, 13.4c
    own = [name for name in DIVISIONS if firers & d.command[name]]
    if not own:
        return True  # 13.2e
    if len(own) > 1 or (firers & d.command[CORPS]).bit_count() > numbers["corps"]:
        return False  # 13.2b, 13.2d
    return not firers & d.ability["ss"] or many <= numbers["ss"]  # 13.3a, 13.3b


def divided(s: State, firers: Bits) -> Objection:
    """Why command control does not let these units fire together, when no leader holds them together."""
    d, numbers, many = s.data, s.data.charts.numbers, firers.bit_count()
    corps = (firers & d.command[CORPS]).bit_count()
    if firers & d.command[ARMY] and firers & d.command[RESERVE]:
        return Objection("13.4b", "units of the 42nd Army and of the Reserve do not fire together")
    if firers & d.side[SOVIET]:
        most = numbers["soviet_fire"]
        return Objection("13.4c", f"{many} units, but at most {most} fire together", {"units": many, "most": most})
    if sum(bool(firers & d.command[name]) for name in DIVISIONS) > 1:
        return Objection("13.2b", "units of different divisions do not fire together")
    if corps > numbers["corps"]:
        facts = {"units": corps, "most": numbers["corps"]}
        return Objection("13.2d", f"{corps} corps units, but at most {numbers['corps']} may join", facts)
    facts = {"units": many, "most": numbers["ss"]}
    return Objection("13.3a", f"{many} units, but at most {numbers['ss']} fire together with SS", facts)


def _commands(s: State, leader: int, firers: Bits) -> bool:
    """Whether all these units are within a leader's radius."""
    d = s.data
    radius = d.counters.leaders[leader - d.first_leader].radius
    return all(d.board.distance(s.place[leader], s.place[unit]) <= radius for unit in scan(firers))  # 14.3a


def strongest(s: State, firers: Bits) -> Bits:
    """The strongest of these units that may fire together."""
    if not option(s, "command", "limited") or united(s, firers):
        return firers  # 9.2k
    groups = [group for group in subsets(firers) if united(s, group)]
    return max(groups, key=lambda group: (strength(s, group), -group))


# -- the decision -----------------------------------------------------------------------------


def consider(s: State) -> None:
    """Decide by the standing order, or let the owner decide."""
    w: Walk = s.local
    order = order_of(s, 1 - side_of(s, w.unit))
    update(s, firers=ordered(s, order), open=order == ASK)


def asks(s: State) -> bool:
    """Whether the owner of the units that may fire is asked."""
    w: Walk = s.local
    return w.open


def firer_bans(s: State) -> list[Ban]:
    """Every piece that cannot take part in the volley, and why."""
    d, w = s.data, s.local
    own, near = d.side[1 - side_of(s, w.unit)], beside(s)
    return [
        Ban("9.1a", "{it} is not yours", d.all_pieces & ~own),
        Ban("9.3b", "{it} is an air or naval unit and makes no defensive fire", own & (d.air | d.naval)),
        Ban("9.4a", "{it} is not next to the moving unit", own & ~near & ~d.air & ~d.naval),
        Ban("9.1b", "{it} is a leader and does not fire", near & d.leaders),
        Ban("9.3a", "{it} fires only indirectly and makes no defensive fire", those(s, near, d.indirect)),  # 11.3a
    ]


def limits(s: State) -> Limits:
    """How many units take part."""
    must = ready(s) if option(s, "volley", "all") else 0
    missing = Objection("9.2i", "all units that are face up and can fire take part")
    few = Objection("9.1a", "name at least one unit, or hold")
    return Limits(must=must, too_few=few, missing=lambda _: missing)


ANY = some(PIECES, firer_bans, lambda s: s.data.all_pieces, limits)


def firer_options(s: State) -> Options:
    """The groups of units that may fire."""
    if not option(s, "command", "limited"):
        return ANY.options(s)  # 9.2k
    members = unbanned(s.data.all_pieces, firer_bans(s))
    return Among([group for group in subsets(members) if group and not firer_objections(s, group)])


def firer_objections(s: State, firers: Bits) -> list[Objection]:
    """Why these units may not fire together."""
    if not option(s, "command", "limited"):
        return ANY.objections(s, firers)
    clauses = ["9.2i"] if option(s, "volley", "all") else []
    out = [objection for objection in ANY.objections(s, firers) if objection.clause not in clauses]
    if not united(s, firers & beside(s)):
        out.append(divided(s, firers & beside(s)))
    elif clauses and not out and strongest(s, ready(s)) & ~firers:
        out.append(Objection("9.2i", "the strongest group that is face up must take part"))
    return out


def fire(s: State, firers: Bits) -> None:
    """Name the units that fire."""
    update(s, firers=firers, open=False)  # 9.2a, 9.2c, 9.2i


def order(s: State, given: str) -> None:
    """Give a standing order for the rest of the phase, and answer by it."""
    give_order(s, given)
    consider(s)


def _order_options(_s: State) -> Options:
    return Among(ORDERS[1:])


def _order_objections(_s: State, given: str) -> list[Objection]:
    return [Objection("10.2b", "you are being asked now: fire, hold, or give another order")] if given == ASK else []


# -- the fire ---------------------------------------------------------------------------------


def uncover_firers(s: State) -> None:
    """Turn over the face-down units that were named."""
    w: Walk = s.local
    if hidden := face_down(s, w.firers):
        report(s)
        update(s, news=True)
        reveal(s, hidden)  # 6.6e


def uncover_target(s: State) -> None:
    """Leave out those who turn out to be incapable; if anybody fires, all units in the hex are turned over."""
    w: Walk = s.local
    firers = capable(s, w.firers)  # 9.3a
    if idle := w.firers & ~firers:
        s.note("9.3a", "{units} cannot make defensive fire.", units=idle)
    update(s, firers=firers)
    if firers:
        report(s)
        update(s, news=True)
        reveal(s, s.here[s.place[w.unit]])  # 6.6c


def fires(s: State) -> bool:
    """Whether there is a volley."""
    w: Walk = s.local
    return bool(w.firers)


def roll(s: State, die: int) -> None:
    """Resolve the volley: only the moving unit suffers, and a motorized one stops."""
    w: Walk = s.local
    hex_ = s.place[w.unit]
    more = shift(modifiers(s, w.firers, hex_, w.unit, DEFENSE))  # 9.2j, 9.5b
    at = column(s, w.firers)
    dead = kills(s, at, die + more)  # 9.2e, 10.1c
    s.note(
        "9.2a",
        "{units} {verb} at {who} in {hex}: strength {strength}, column {column}, die {die}{shift}: {result}.",
        units=w.firers,
        verb="fire" if w.firers & w.firers - 1 else "fires",
        who=name_of(s, w.unit),
        hex=hex_,
        strength=strength(s, w.firers),
        column=s.data.charts.crt.names[at],
        die=die,
        shift=f" {more:+}" if more else "",
        result="eliminated" if dead else "no effect",
    )
    if dead:
        eliminate(s, w.unit)  # 9.2d, 9.2f, 9.5a, 9.5c
        stop(s)
    elif w.manner == DRIVE:
        stop(s)
        s.note("8.8d", "Defensive fire stops the motorized move.")


def _owner(s: State) -> tuple[int]:
    return (1 - s.side,)


ROLL = roll_verb(roll, "9.2a")
VOLLEY = Verb(
    "fire",
    (Arg(PIECES, "", firer_options, firer_objections, ask="Which units fire?"),),
    fire,
    label="Fire",
    help="choose the units that fire",
)
HOLD = Verb("hold", (), nothing, label="Hold fire", help="do not fire at this entry")  # 10.2b
ORDER = Verb(
    "order",
    (Arg(ORDER_WORD, "", _order_options, _order_objections, ask="For the rest of this phase?"),),
    order,
    audience=_owner,
    label="Give a standing order",
    help="order your defensive fire for the rest of the phase",
)
