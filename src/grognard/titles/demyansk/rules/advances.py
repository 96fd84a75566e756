"""[12.5] Advance after combat: attackers enter Defender hexes that have become vacant."""

from ....core.action import Verb
from ....core.bits import Bits, bits, scan
from ....core.rule import Ban, Check
from ....kit.arguments import piece_arg, place_arg
from ....kit.battle.local import update
from ....kit.stacks import pieces_in
from ..data.components import SOVIET
from ..state import State, put, update_control
from .battle import Battle
from .combat import crossings
from .results import on_map
from .stacking import FULL, fullness, room
from .support import spent_guns


def open_advance(s: State) -> None:
    """Note the Defender hexes that are vacant."""
    b: Battle = s.local
    held = s.held[1 - s.side]
    update(s, vacated=(b.vacated | b.battlefield) & ~held, fleeing=0, stage=0)  # 12.5a, 12.42k


def ends(s: State, unit: int) -> Bits:
    """The hexes into which a unit can advance."""
    b: Battle = s.local
    d, here = s.data, s.place[unit]
    open_ = crossings(s, unit, here) & b.vacated  # 8.0b, 12.55a, 12.55b
    return room(s, open_, d.stack[unit])  # 12.52a, 12.52b, 12.54b, 12.56a


def used_up(s: State) -> Bits:
    """The hexes from which no more Soviet units may advance."""
    b: Battle = s.local
    limit = s.data.charts.numbers["soviet_advance"]
    return bits(hex_ for hex_ in b.origins if b.origins.count(hex_) >= limit) if s.side == SOVIET else 0  # 12.52c


def unit_bans(s: State) -> list[Ban]:
    """Every unit that cannot advance, and why."""
    b: Battle = s.local
    d = s.data
    mine = s.there[s.side]
    done = b.advanced & mine
    barred = b.attackers & mine & ~done & ~d.printed & pieces_in(s, used_up(s))
    return [
        Ban("12.53a", "{it} is not one of the attackers", d.all_pieces & ~d.side[s.side]),
        Ban("12.57a", "{it} is artillery and does not advance", d.guns & mine),  # 10.31c
        Ban(
            "12.54a", "{it} did not take part in this attack", d.side[s.side] & ~b.attackers & ~(d.guns & mine)
        ),  # 12.54c
        Ban("12.5a", "{it} is not on the map", b.attackers & ~mine),
        Ban("2.21b", "{it} is printed on the map", d.printed & b.attackers & mine),
        Ban("12.52a", "{it} has advanced", done),
        Ban("12.52c", "another unit has advanced from the hex of {it}: only one Soviet unit may", barred),
    ]


def nowhere(s: State) -> list[Check]:
    """A unit may have no vacant hex to enter."""
    return [
        Check(
            "12.5a",
            "there is no vacant Defender hex, with room, that {it} could enter",
            lambda unit: bool(on_map(s) >> unit & 1) and not ends(s, unit),
        )
    ]


def hex_bans(s: State, unit: int) -> list[Ban]:
    """Every hex into which a unit cannot advance, and why."""
    b: Battle = s.local
    d = s.data
    if not on_map(s) >> unit & 1:
        return []
    vacant = b.vacated & ~s.held[1 - s.side]
    open_ = crossings(s, unit, s.place[unit]) & vacant
    return [
        Ban("12.52a", "{it} is not a Defender hex of this combat", d.all_places & ~b.battlefield),
        Ban("12.5a", "{it} is not vacant", b.battlefield & ~vacant),
        Ban("12.55a", "the hexside to {it} cannot be crossed by it in this weather", vacant & ~open_),
        Ban("12.56a", FULL, open_ & ~ends(s, unit), fullness(s, d.stack[unit])),
    ]


def candidates(s: State) -> Bits:
    """The units that can advance."""
    b: Battle = s.local
    if not b.vacated:
        return 0
    d = s.data
    out = b.attackers & s.there[s.side] & ~d.guns & ~d.printed & ~b.advanced & ~pieces_in(s, used_up(s))
    return bits(unit for unit in scan(out) if ends(s, unit))


def may_advance(s: State) -> bool:
    """Whether an attacker can advance."""
    b: Battle = s.local
    return not b.closed and candidates(s) != 0  # 12.51a, 12.5a


def advance(s: State, unit: int, hex_: int) -> None:
    """Advance a unit into a vacant Defender hex."""
    b: Battle = s.local
    here = s.place[unit]
    s.note("12.5a", "{unit} advances to {hex}.", unit=unit, hex=hex_)
    put(s, unit, hex_)
    update(s, advanced=b.advanced | 1 << unit, origins=(*b.origins, here))
    update_control(s)


def hold(s: State) -> None:
    """Let no more units advance."""
    said = "Nobody else advances." if s.local.advanced else "Nobody advances."
    update(s, closed=True)
    s.note("12.51b", said)


ADVANCE = Verb(
    "advance",
    (piece_arg(unit_bans, checks=nowhere), place_arg(hex_bans)),
    advance,
    help="advance a unit into a vacant hex",
)
HOLD = Verb("hold", (), hold, label="No more advances", help="stay where you are")


def end_battle(s: State) -> None:
    """Close the combat: guns that are spent, and attackers that may use exploitation movement."""
    b: Battle = s.local
    spent_guns(s)
    if b.fought:
        s.fought |= b.attackers & s.there[s.side]  # 8.42b, 11.42i, 8.43b, 17.0w
