"""[10.27-10.29] Retreats after combat, and the headquarters that follow [11.33]."""

from collections.abc import Iterable

from ....core.action import Verb
from ....core.bits import Bits, bits, scan
from ....core.rule import Ban, Check, Objection
from ....core.title import listing
from ....kit.arguments import piece_arg, place_arg
from ....kit.battle.local import update
from ....kit.stacks import places_of
from ..ruleset import GERMAN
from ..state import State, hurt, on_inset, option, put, side_of, units_in
from .combat import Battle
from .guerrillas import allowed
from .results import ATTACKER, stricken
from .stacking import room
from .victory import passes
from .zones import zone


def bound(s: State, unit: int) -> str:
    """The clause that keeps a unit in the city."""
    return "19.43a" if s.data.interior_only >> unit & 1 else "14.4a"


def retreat_bans(s: State, unit: int) -> list[Ban]:
    """Every place a unit cannot retreat to, and why."""
    d, here = s.data, s.place[unit]
    if not d.ground >> unit & 1 or here >= d.board.box:
        return []
    side, bit = side_of(s, unit), 1 << unit
    near, enemy = d.refuge[side][here], s.held[1 - side]
    far, name = d.beyond[here] & ~near, d.rules.barrier
    barred = far if side == GERMAN else 0
    wet = d.board.neighbours[here] & d.on_inset & ~near & ~barred
    shut = far & ~barred & ~wet
    own = d.interior if d.interior_only & bit else d.city | d.interior if d.city_bound & bit else d.board.hexes
    return [
        Ban("10.28d", f"Germans cannot retreat across the {name} to {{it}}", barred),
        Ban("10.28d", f"nobody crosses the {name} to {{it}}", shut),
        Ban("10.38a", f"no {d.rules.crossing} leads to {{it}}", wet),
        Ban("10.27c", "{it} is not an adjacent hex it could enter", d.all_places & ~near & ~far & ~wet),
        Ban(bound(s, unit), f"{{it}} is outside {d.rules.city}, which it never leaves", near & ~own),
        Ban("10.27d", "{it} is held by the enemy", near & enemy),
        Ban("10.27d", "{it} is in an enemy zone", near & zone(s, 1 - side) & ~enemy),
        Ban("8.35b", "{it} is held by enemies on the other map", near & d.one_ground(enemy) & ~enemy),
        Ban("8.33b", "{it} is closed while Germans are on the Inset", near & d.city if on_inset(s) else 0),
        Ban("10.27e", "{it} has no room for it", near & own & ~enemy & ~room(s, unit)),
        Ban("10.28a", "a disrupted unit cannot retreat", near if s.disrupted & bit else 0),  # 12.42a
        Ban("14.2b", "it never retreats", near if d.rooted & bit else 0),
        Ban("18.21b", f"{{it}} is too near {d.rules.city} for a Guerrilla", near & ~allowed(s, unit)),
    ]


def havens(s: State, unit: int, full: bool = True) -> Bits:
    """The hexes to which a unit may retreat now; without `full`, ignoring limits."""
    out = s.data.all_places
    for ban in retreat_bans(s, unit):
        if full or ban.clause != "10.27e":
            out &= ~ban.where
    return out


def can_all(s: State, units: Bits) -> bool:
    """Whether there is an order in which all these units can retreat; only units of a kind block each other."""
    for slot in s.data.slots:
        some = units & slot
        if some & (some - 1):
            if not _spacious(s, some) or not _leave(s.copy(), some, some, set()):
                return False
        elif some and not havens(s, some.bit_length() - 1):
            return False
    return True  # 10.27a, 10.27e


def _spacious(s: State, units: Bits) -> bool:
    """Whether there could be enough hexes for units of a kind, in any order."""
    d, ground = s.data, 0
    for unit in scan(units):
        mates = d.of_division.get(unit, 0)
        others = units_in(s, s.held[side_of(s, unit)]) & d.slots[d.slot[unit]] & ~units & ~mates
        open_ = havens(s, unit, full=False) & ~(places_of(s, others) & ~d.city)
        if not open_:
            return False
        ground |= open_
    groups = {d.of_division.get(unit, 1 << unit) for unit in scan(units)}
    return bool(ground & d.city) or len(groups) <= ground.bit_count()  # 10.27e: 7.1a, 7.2a, 8.26b


def _leave(t: State, every: Bits, units: Bits, failed: set[tuple[int, ...]]) -> bool:
    """Try one retreat after another, on a scratch copy."""
    if not units:
        return True
    key = tuple(t.place[unit] for unit in scan(every))
    if key in failed:
        return False
    ways = {unit: havens(t, unit) for unit in scan(units)}
    for unit in sorted(ways, key=lambda unit: ways[unit].bit_count()):
        here = t.place[unit]
        for hex_ in scan(ways[unit]):
            put(t, unit, hex_)
            if _leave(t, every, units & ~(1 << unit), failed):
                return True
            put(t, unit, here)
    failed.add(key)
    return False


def retire_bars(s: State) -> list[Objection]:
    """Why the side cannot take a penalty as a retreat."""
    b: Battle = s.local
    if not b.choice:
        return [Objection("10.25a", "only the first penalty may be taken as a retreat")]
    units, names = stricken(s), s.title.lexicon.pieces
    if option(s, "retreat", "able"):
        if any(havens(s, unit) for unit in scan(units)):
            return []
        return [Objection("10.28b", "none of the units in the combat can retreat")]

    def why(clause: str, some: Iterable[int], text: str) -> list[Objection]:
        return [Objection(clause, f"{names[unit]} {text}", {"unit": names[unit]}) for unit in some]

    out = why("10.28a", scan(units & s.disrupted), "is disrupted")  # 12.42b
    out += why("14.2b", scan(units & s.data.rooted), "never retreats")  # 14.2c
    if not out and can_all(s, units):
        return []  # 10.28c
    stuck = [unit for unit in scan(units & ~s.disrupted & ~s.data.rooted) if not havens(s, unit, full=False)]
    out += why("10.28b", stuck, "has no hex to retreat to")
    who = listing([names[unit] for unit in scan(units)])
    return out or [Objection("10.28b", f"there is no room around for all of {who}", {"units": who})]


def retire(s: State) -> None:
    """Take the first penalty as a retreat of all units in the combat."""
    b: Battle = s.local
    units = stricken(s)
    s.note("10.27a", "The first penalty is taken as a retreat by {units}.", units=units)
    update(s, owed=b.owed - 1, choice=False, fleeing=units, gone_back=b.gone_back or b.stage == ATTACKER)  # 10.26b
    strand(s)


def strand(s: State) -> None:
    """With the option that units retreat if they can, each other unit loses a step."""
    b: Battle = s.local
    if b.fleeing and option(s, "retreat", "able") and not any(havens(s, unit) for unit in scan(b.fleeing)):
        update(s, fleeing=0, intact=False)
        for unit in scan(b.fleeing):
            hurt(s, unit)  # 10.28c, 10.210c


RETIRE = Verb("retire", (), retire, bars=(retire_bars,), label="Retreat", help="take the first penalty as a retreat")


def fleeing(s: State) -> bool:
    """Whether a unit still has to retreat."""
    b: Battle = s.local
    return b.fleeing != 0


def _others(s: State, unit: int) -> Bits:
    """The other units that must retreat, and that this one could keep from it."""
    b: Battle = s.local
    return 0 if option(s, "retreat", "able") else b.fleeing & s.data.slots[s.data.slot[unit]] & ~(1 << unit)


def _blocks(s: State, unit: int, hex_: int) -> bool:
    """Whether this unit's retreat there would leave others that must retreat no way."""
    t = s.copy()
    put(t, unit, hex_)
    return not can_all(t, _others(s, unit))


def retreater_bans(s: State) -> list[Ban]:
    """Every unit that does not have to retreat, or cannot now, and why."""
    b: Battle = s.local
    held = bits(unit for unit in scan(b.fleeing) if not havens(s, unit))
    return [
        Ban("10.27a", "{it} is not among the units that must retreat", s.data.all_pieces & ~b.fleeing),
        Ban("10.27e", "{it} must wait until others have made room", held),
    ]


def retreater_checks(s: State) -> list[Check]:
    """A unit may block the others wherever it goes."""
    b: Battle = s.local

    def in_the_way(unit: int) -> bool:
        if not b.fleeing >> unit & 1 or not _others(s, unit):
            return False
        ways = havens(s, unit)
        return ways != 0 and all(_blocks(s, unit, hex_) for hex_ in scan(ways))

    return [Check("10.27a", "if {it} went first, not all could retreat", in_the_way)]


def haven_checks(s: State, unit: int) -> list[Check]:
    """A hex may be needed by others."""
    b: Battle = s.local

    def needed(hex_: int) -> bool:
        if not b.fleeing >> unit & 1 or not _others(s, unit):
            return False
        return bool(havens(s, unit) >> hex_ & 1) and _blocks(s, unit, hex_)

    return [Check("10.27a", "in {it} it would keep others from retreating", needed)]


def go_back(s: State, unit: int, hex_: int) -> None:
    """A unit retreats one hex."""
    s.note("10.27a", "{unit} retreats to {hex}.", unit=unit, hex=hex_)
    put(s, unit, hex_)  # 10.27b, 10.29a
    passes(s, unit, hex_)
    if side_of(s, unit) == s.side:
        s.retired |= 1 << unit  # 6.22d
    if s.data.rules.retreats_disrupt:
        s.disrupted |= 1 << unit  # 19.61a
        s.note("19.61a", "{unit} is disrupted by its retreat.", unit=unit)


def retreat(s: State, unit: int, hex_: int) -> None:
    """Retreat one of the units that must."""
    b, d, here = s.local, s.data, s.place[unit]
    followers = b.followers
    if b.stage == ATTACKER:
        followers |= s.here[here] & d.stacks["headquarters"]  # 11.33c
    go_back(s, unit, hex_)
    update(s, fleeing=b.fleeing & ~(1 << unit), followers=followers)
    strand(s)


RETREATER = piece_arg(retreater_bans, checks=retreater_checks)


HAVEN = place_arg(retreat_bans, checks=haven_checks)


RETREAT = Verb("retreat", (RETREATER, HAVEN), retreat, help="retreat a unit")


# -- headquarters that follow -----------------------------------------------------------------


def following(s: State) -> Bits:
    """The headquarters that can follow attackers who have retreated from their hexes."""
    b: Battle = s.local
    return bits(unit for unit in scan(b.followers) if havens(s, unit))  # 11.33c


def follower_bans(s: State) -> list[Ban]:
    """Every unit that cannot follow."""
    b: Battle = s.local
    return [
        Ban(
            "11.33c",
            "{it} is not a headquarters that was with attackers that have retreated",
            s.data.all_pieces & ~b.followers,
        ),
        Ban("10.28b", "{it} has no hex to retreat to", b.followers & ~following(s)),
    ]


def follow(s: State, unit: int, hex_: int) -> None:
    """Retreat a headquarters with the units of its hex."""
    b: Battle = s.local
    go_back(s, unit, hex_)
    update(s, followers=b.followers & ~(1 << unit))


def stay(s: State) -> None:
    """Let no more headquarters follow."""
    update(s, followers=0)


FOLLOW = Verb(
    "follow",
    (piece_arg(follower_bans), place_arg(retreat_bans)),
    follow,
    label="Retreat too:",
    help="retreat a headquarters with the others",
)


STAY = Verb("stay", (), stay, help="leave headquarters where they are")
