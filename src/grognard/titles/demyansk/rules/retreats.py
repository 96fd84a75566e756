"""[12.3, 12.43, 12.44] Retreats: one hex or two, away from the Defender hex and not away from supply.

All units of a combat retreat at the same time: none holds a route open for another (12.34).
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ....core.action import Arg, Verb
from ....core.bits import Bits, bits, lowest, nth, scan, subsets
from ....core.kinds import PIECES
from ....core.knowledge import kept
from ....core.options import Pick, Some
from ....core.rule import Ban, Objection
from ....kit.arguments import piece_arg, place_arg
from ....kit.battle.local import update
from ....kit.stacks import places_of
from ..data.components import AXIS
from ..state import NOWHERE, State, put, units_in, update_control, zone
from .battle import Battle
from .combat import crossings, side_of
from .results import ATTACKER, force, on_map, wipe_out
from .stacking import FULL, fullness, room
from .supply import ATTACK, DEFENSE, fed, position, sources_of

ONE, TWO = 1, 2  # hexes
FEW = 5  # units of a stack whose groups are listed one by one
STAND, ZONE, BEFORE = 1, 2, 3  # the trials on the Retreat Options Table


class Ways(NamedTuple):
    """Where a unit can end its retreat."""

    ends: Bits  # all that 12.37 leaves
    full: Bits  # hexes without room for it
    far: Bits  # hexes farther from its source, or Out of Supply, while there are others
    slips: dict[int, Bits]  # 12.43: by first hex in an enemy ZOC, the second hexes


NO_WAYS = Ways(0, 0, 0, {})


# -- the hexes --------------------------------------------------------------------------------


def _friends(s: State, side: int) -> Bits:
    """The hexes with friendly units that do not retreat themselves (12.34a)."""
    b: Battle = s.local
    out, gone = s.held[side], (b.fleeing | b.slipping) & s.there[side]
    for hex_ in scan(places_of(s, gone)):
        if not s.here[hex_] & s.there[side] & ~gone:
            out &= ~(1 << hex_)
    return out


def _as_near(s: State, unit: int, here: int) -> Bits:
    """The hexes that are nearer to the Defender hex from which a unit retreats than another hex, or as near."""
    b: Battle = s.local
    board = s.data.board
    places = [*scan(b.battlefield)] if side_of(s, unit) == s.side else [s.place[unit]]  # 12.3a
    at, out = min(board.distance(here, place) for place in places), 0
    for place in places:
        out |= board.disc(place, at)
    return out


def _next(s: State, unit: int, here: int) -> Bits:
    """The hexes a retreating unit could enter from another hex, enemy ZOCs or not."""
    b: Battle = s.local
    enemy = s.held[1 - side_of(s, unit)]
    near = crossings(s, unit, here) & s.stage.area & ~enemy & ~b.battlefield  # 12.3a, 12.32b, 12.32c, 12.32d, 14.23a
    return near & ~_as_near(s, unit, here)  # 12.3a


def _box(s: State, unit: int, here: int) -> Bits:
    """The friendly Map Box beside an Entry hex."""
    d = s.data
    if not d.all_entries >> here & 1:
        return 0
    own = d.map_boxes[side_of(s, unit)]
    return bits(box for box in scan(own) if d.entries[box] >> here & 1)  # 12.32f


def routes_of(s: State, unit: int) -> tuple[Bits, dict[int, Bits]]:
    """Where a unit can end a retreat regardless of room and supply, and how it could slip through enemy ZOCs."""
    b: Battle = s.local
    d, here, side = s.data, s.place[unit], side_of(s, unit)
    hot = zone(s, 1 - side) & ~_friends(s, side)  # 12.32e, 12.35a, 12.35b, 12.35d, 12.44m, 14.24c
    first = _next(s, unit, here)
    ends = _box(s, unit, here)
    if b.bound <= ONE:
        ends |= first & ~hot  # 12.31a, 12.35c
    for hex_ in scan(first & ~hot):
        ends |= _next(s, unit, hex_) & ~hot | _box(s, unit, hex_)  # 12.24a, 12.33a
    slips = {}
    for hex_ in scan(first & hot) if not d.guns >> unit & 1 else ():  # 12.43b
        if second := _next(s, unit, hex_) & ~hot | _box(s, unit, hex_):  # 12.44j, 12.44l
            slips[hex_] = second
    return ends, slips


def facts(s: State) -> tuple[object, ...]:
    """What retreats depend on."""
    return s.local, s.side, s.place.tobytes(), position(s)


@kept(facts, most=4)
def all_ways(s: State) -> dict[int, Ways]:
    """Where each of the units that have to retreat can end its retreat."""
    b: Battle = s.local
    return {unit: ways(s, unit) for unit in scan(b.fleeing)}


def ways(s: State, unit: int) -> Ways:
    """Where a unit can end its retreat."""
    d = s.data
    ends, slips = routes_of(s, unit)
    off = ends & d.all_boxes
    roomy = room(s, ends & d.hexes, d.stack[unit])  # 12.33b
    good = toward_supply(s, unit, roomy) | off  # 12.37a, 12.37b, 12.37d, 17.0u
    chosen = good or roomy  # 12.37c
    return Ways(chosen, ends & ~off & ~roomy, roomy & ~chosen, slips if not roomy | off else {})  # 12.43a


def _purpose(s: State) -> str:
    """What the retreating side traced supply for in this combat."""
    return ATTACK if s.local.stage == ATTACKER else DEFENSE


def _distances(s: State, unit: int, hex_: int) -> dict[str, int]:
    """How far a hex and that of a unit are from the nearest Supply Source to which the unit traces."""
    sources = [*scan(sources_of(s, unit, _purpose(s)))]
    near = s.data.board.distance
    away, here = (min((near(place, source) for source in sources), default=0) for place in (hex_, s.place[unit]))
    return {"away": away, "here": here}


def toward_supply(s: State, unit: int, ends: Bits) -> Bits:
    """Those of these hexes that are Supplied and not farther from a source to which the unit can trace."""
    d, here, side = s.data, s.place[unit], side_of(s, unit)
    purpose = _purpose(s)
    sources = sources_of(s, unit, purpose) if ends else 0
    if not sources:
        return ends
    near, out = d.board.distance, 0
    left = ends & fed(s, side, purpose, bool(d.airborne >> unit & 1))
    for source in scan(sources) if left else ():
        far = near(here, source)
        out |= bits([hex_ for hex_ in scan(left) if near(hex_, source) <= far])
        left &= ~out
        if not left:
            break
    return out


# -- units that retreat ------------------------------------------------------------------------


def retreaters(s: State) -> Bits:
    """The units that must retreat if their side does: guns that support an attack from an adjacent hex too."""
    b: Battle = s.local
    d = s.data
    units = force(s) | b.extras & _with_armor(s)
    if b.stage == ATTACKER:
        for gun in scan(b.guns & d.side[s.side] & on_map(s)):
            if d.board.neighbours[s.place[gun]] & b.battlefield:
                units |= 1 << gun  # 10.19a, 10.31a
    return units


def _with_armor(s: State) -> Bits:
    """The units in hexes with an armor unit of the side that the result applies to."""
    return units_in(s, places_of(s, force(s) & s.data.soviet_armor))  # 11.41b


def begin_retreat(s: State, units: Bits) -> None:
    """Make units retreat; those that cannot are eliminated."""
    printed = units & s.data.printed
    wipe_out(s, printed, "12.33c")  # 12.33d
    update(s, fleeing=units & ~printed)
    strand(s)


def strand(s: State) -> None:
    """Eliminate the units that have no way to retreat."""
    b: Battle = s.local
    known = all_ways(s)
    for unit in scan(b.fleeing):
        found = known[unit]
        if not found.ends and not slip_ends(s, 1 << unit, {unit: found}):
            update(s, fleeing=s.local.fleeing & ~(1 << unit))
            wipe_out(s, 1 << unit, "12.33b" if found.full else "12.22b")  # 12.3b
            known = all_ways(s)


def fleeing(s: State) -> bool:
    """Whether a unit still has to retreat."""
    b: Battle = s.local
    return b.fleeing != 0


def owner(s: State) -> int:
    """The owner of the units that retreat."""
    b: Battle = s.local
    return side_of(s, lowest(b.fleeing | b.slipping)) if b.fleeing | b.slipping else AXIS


# -- retreating -------------------------------------------------------------------------------


def unit_bans(s: State) -> list[Ban]:
    """Every unit that does not retreat now, and why."""
    b: Battle = s.local
    stuck = bits(unit for unit, found in all_ways(s).items() if not found.ends)
    return [
        Ban("12.3a", "{it} does not have to retreat", s.data.all_pieces & ~b.fleeing),
        Ban("12.43a", "{it} can only slip through an enemy ZOC", stuck),
    ]


def company(s: State, lead: int) -> Bits:
    """The units that may retreat with another as a stack: from the same hex, and numbered after it."""
    b: Battle = s.local
    here = s.here.get(s.place[lead], 0) & b.fleeing
    return here >> (lead + 1) << (lead + 1)


def shared(s: State, units: Bits, known: dict[int, Ways]) -> Bits:
    """The places to which all these units can retreat together."""
    d, out = s.data, s.data.all_places
    for unit in scan(units):
        out &= known[unit].ends
    return room(s, out & d.hexes, d.points(units)) | out & d.all_boxes  # 12.33b


def slip_ends(s: State, units: Bits, known: dict[int, Ways]) -> dict[int, Bits]:
    """By first hex, the places that all these units could reach through an enemy ZOC, with room for them."""
    d, points = s.data, s.data.points(units)
    lead, *others = scan(units)
    out = known[lead].slips
    for unit in others:
        slips = known[unit].slips
        out = {via: ends & slips[via] for via, ends in out.items() if via in slips}
    fits = {via: room(s, ends & d.hexes, points) | ends & d.all_boxes for via, ends in out.items()}
    return {via: ends for via, ends in fits.items() if ends}


class Group(Some):
    """The units that retreat together with a lead unit: none, or some that can all take the same way."""

    __slots__ = ("fits", "lead")

    def __init__(self, lead: int, members: Bits, fits: Callable[[Bits], object]) -> None:
        super().__init__(bits(unit for unit in scan(members) if fits(1 << unit | 1 << lead)), low=0)
        self.lead, self.fits = lead, fits

    def __iter__(self) -> Iterator[Bits]:
        """Every group of a few units; of many, nobody and one large group."""
        if self.members.bit_count() <= FEW:
            return (some for some in subsets(self.members) if some in self)
        return iter([0, self.sample(lambda _: 0)])

    def __contains__(self, value: object) -> bool:
        return super().__contains__(value) and isinstance(value, int) and bool(self.fits(value | 1 << self.lead))

    def __bool__(self) -> bool:
        return bool(self.fits(1 << self.lead))

    def sample(self, pick: Pick) -> Bits:
        """A random group, as large as it happens to become."""
        out, left = 0, self.members
        while left:
            unit = 1 << nth(left, pick(left.bit_count()))
            left ^= unit
            if out | unit in self:
                out |= unit
        return out

    def count(self) -> int:
        """The number of groups listed."""
        return sum(1 for _ in self)


def ways_of(s: State, units: Bits) -> dict[int, Ways]:
    """The ways of several units; one that does not have to retreat has none."""
    known = all_ways(s)
    return {unit: known.get(unit, NO_WAYS) for unit in scan(units)}


def rest_objections(s: State, lead: int, rest: Bits, options: Group) -> list[Objection]:
    """Why some units cannot go along."""
    names, b = s.title.lexicon.pieces, s.local
    out = [Objection("12.3a", f"{names[unit]} does not have to retreat") for unit in scan(rest & ~b.fleeing)]
    for unit in scan(rest & b.fleeing):
        if s.place[unit] != s.place[lead]:
            out.append(Objection("12.3a", f"{names[unit]} is not in the hex of {names[lead]}"))
        elif unit <= lead:
            out.append(Objection("form", f"name {names[unit]} before {names[lead]}"))
    if not out and b.fleeing >> lead & 1 and rest and rest not in options:
        out.append(Objection("12.33b", "there is no hex to which all of them can go together"))
    return out


def rest_options(s: State, lead: int) -> Group:
    """The units with which another can retreat."""
    more = company(s, lead)
    known = ways_of(s, more | 1 << lead)
    return Group(lead, more, lambda units: shared(s, units, known))


def haven_bans(s: State, lead: int, rest: Bits) -> list[Ban]:
    """Every place to which these units cannot retreat, and why."""
    b: Battle = s.local
    d = s.data
    if not b.fleeing >> lead & 1:
        return []
    ends = d.all_places
    full = far = 0
    for found in ways_of(s, rest | 1 << lead).values():
        ends &= found.ends
        full |= found.full
        far |= found.far
    tight = ends & d.hexes & ~room(s, ends & d.hexes, d.points(rest | 1 << lead)) | full
    far &= ~tight
    side = side_of(s, lead)
    well = fed(s, side, _purpose(s), bool(d.airborne >> lead & 1)) if far else 0
    known = ends | tight | far
    hot = d.board.neighbours[s.place[lead]] & zone(s, 1 - side) & ~s.held[1 - side] & ~known
    held = s.held[1 - side] & ~known
    hexes = "two hexes" if b.bound == TWO else "one or two hexes"
    away = 1 << d.exited
    return [
        Ban("5.34k", "no unit leaves the map for good by a retreat", away),
        Ban("12.33b", FULL, tight, fullness(s, d.points(rest | 1 << lead))),
        Ban("12.37b", "{it} is Out of Supply, and there are other hexes to retreat to", far & ~well),
        Ban(
            "12.37a",
            "{it} is {away} hexes from the Supply Source, {here} hexes from here",
            far & well,
            lambda hex_: _distances(s, lead, hex_),
        ),
        Ban("12.32d", "{it} is held by the enemy", held),
        Ban("12.35c", "{it} is vacant and in an enemy ZOC", hot),
        Ban(
            "12.31a",
            f"{{it}} is not {hexes} away from the Defender hex by an open route",
            d.all_places & ~known & ~hot & ~held & ~away,
        ),
    ]


def retreat(s: State, lead: int, rest: Bits, haven: int) -> None:
    """Retreat units to a hex or a Map Box."""
    b: Battle = s.local
    units = rest | 1 << lead
    go_back(s, units, haven)
    update(s, fleeing=b.fleeing & ~units)
    strand(s)


def go_back(s: State, units: Bits, haven: int) -> None:
    """Put retreating units where they end; in a hex that is still to be attacked they will defend again."""
    said = "{units} retreats to {hex}." if units & (units - 1) == 0 else "{units} retreat to {hex}."
    s.note("12.31a", said, units=units, hex=haven)
    again = {s.aim[unit] for unit in scan(s.here.get(haven, 0) & s.data.ground)} - {NOWHERE}
    for unit in scan(units):
        put(s, unit, haven)  # 8.0b, 12.32a
        if again and side_of(s, unit) != s.side:
            s.aim[unit] = min(again)  # 12.36a, 12.36b
    update_control(s)


RETREAT = Verb(
    "retreat",
    (
        piece_arg(unit_bans),
        Arg(PIECES, "", rest_options, lambda s, lead, rest: rest_objections(s, lead, rest, rest_options(s, lead))),
        place_arg(haven_bans, "to"),
    ),
    retreat,
    help="retreat units together",
)
