"""[10.5] Advances after combat."""

from ....core.action import Verb
from ....core.bits import Bits, bits, scan
from ....core.rule import Ban, unbanned
from ....kit.arguments import piece_arg, place_arg
from ....kit.battle.local import update
from ..state import State, option, put, units_in
from .combat import Battle
from .guerrillas import allowed
from .results import alive
from .stacking import room
from .victory import passes
from .zones import zone


def victors(s: State) -> Bits:
    """The attackers that may still advance."""
    b: Battle = s.local
    return alive(s, b.attackers) & ~s.retired & ~units_in(s, b.targets)  # 10.51b, 10.54a


def advance_bans(s: State, unit: int) -> list[Ban]:
    """Every place into which a unit cannot advance, and why; zones do not matter (10.53a)."""
    b: Battle = s.local
    d, bit, enemy = s.data, 1 << unit, s.held[1 - s.side]
    if not b.attackers & bit or s.place[unit] >= d.board.box:
        return []
    own = d.interior if d.interior_only & bit else d.city | d.interior if d.city_bound & bit else d.board.hexes
    here, don = s.place[unit], 0
    if option(s, "don", "barred") and (zones := zone(s, 1 - s.side)) >> here & 1:
        don = d.barred[here] & zones
    return [
        Ban("10.51a", "{it} was not attacked in this combat", d.all_places & ~b.targets),
        Ban("10.51a", "{it} is not empty of enemies", b.targets & enemy),
        Ban("8.35b", "{it} is held by enemies on the other map", b.targets & d.one_ground(enemy) & ~enemy),
        Ban("6.17a", f"the hexside between {d.board.names[here]} and {{it}} is all water", b.targets & d.water[here]),
        Ban("10.51b", "{it} has no room for it", b.targets & ~enemy & ~room(s, unit)),
        Ban("14.2b", "it never moves", b.targets if d.rooted & bit else 0),
        Ban(
            "19.43a" if d.interior_only & bit else "14.4c",
            f"{{it}} is outside {d.rules.city}, which it never leaves",
            b.targets & ~own,
        ),
        Ban("19.33a", "{it} is across the Don, and both hexes are in enemy zones", b.targets & don),
        Ban("18.21b", f"{{it}} is too near {d.rules.city} for a Guerrilla", b.targets & ~allowed(s, unit)),
    ]


def ground(s: State, unit: int) -> Bits:
    """The hexes into which a unit may advance."""
    return unbanned(s.data.all_places, advance_bans(s, unit))


def may_advance(s: State) -> bool:
    """Whether a unit can still advance."""
    b: Battle = s.local
    if b.closed or not b.targets & ~s.held[1 - s.side]:
        return False
    return any(ground(s, unit) for unit in scan(victors(s)))


def advancer_bans(s: State) -> list[Ban]:
    """Every unit that cannot advance, and why."""
    b: Battle = s.local
    mine, able = alive(s, b.attackers), victors(s)
    gone = mine & s.retired
    return [
        Ban("10.54a", "{it} defended, and never advances", b.defenders | b.bystanders),
        Ban("10.51b", "{it} took no part in this attack", s.data.all_pieces & ~(mine | b.defenders | b.bystanders)),
        Ban("10.26b", "{it} has retreated in this combat", gone & ~s.disrupted),
        Ban("12.42a", "{it} has retreated, and is disrupted", gone & s.disrupted),  # 19.61a
        Ban("10.51a", "{it} has already advanced", mine & ~gone & ~able),
        Ban("10.51b", "{it} has no hex to advance into", bits(unit for unit in scan(able) if not ground(s, unit))),
    ]


def advance(s: State, unit: int, hex_: int) -> None:
    """Advance a unit after combat."""
    s.note("10.51a", "{unit} advances to {hex}.", unit=unit, hex=hex_)
    put(s, unit, hex_)  # 10.51c, 10.52a, 10.53a, 11.23b
    passes(s, unit, hex_)


def hold(s: State) -> None:
    """End the advance."""
    update(s, closed=True)  # 10.51d


ADVANCE = Verb(
    "advance", (piece_arg(advancer_bans), place_arg(advance_bans)), advance, help="advance a unit into an emptied hex"
)


HOLD = Verb("hold", (), hold, label="No more advances", help="stay where you are")
