"""[8.10] Pontoon bridges: an engineer that begins its Movement Phase beside water bridges one hexside of its hex.

The owner chooses the hexside once in the phase. The bridge then carries friends in that phase, and close assaults and
advances in the Offensive Fire Phase (10.16), while the engineer stays, until the next Movement Phase.
"""

from collections.abc import Iterator

from ....core.action import Verb
from ....core.bits import Bits, bits, scan
from ....core.knowledge import kept
from ....core.options import One, Options
from ....core.rule import Ban
from ....kit.arguments import piece_arg, place_arg
from ..data.links import Pair
from ..state import NOWHERE, State, face_down, side_of, those


def engineers(s: State, side: int) -> Bits:
    """The units of a side on the map that can build pontoon bridges and are known to everybody."""
    there = s.there[side]
    return those(s, there & ~face_down(s, there), s.data.bridging)  # 8.10a, 8.10b


def standing(s: State, side: int) -> Iterator[tuple[int, int, int]]:
    """The pontoon bridges of a side: the engineer, its hex, and the hex across."""
    if at_work := builders(s):
        known = (s.data.bridging & ~s.data.anonymous) | s.up
        for unit in scan(s.there[side] & known & at_work):
            yield unit, s.place[unit], s.pontoon[unit]  # 8.10d, 8.10g, 8.10j


@kept(lambda s: s.pontoon.tobytes())
def builders(s: State) -> Bits:
    """The pieces that have bridged water."""
    return bits(piece for piece, over in enumerate(s.pontoon) if over != NOWHERE)


def spanned(s: State, side: int, a: int, b: int) -> Bits:
    """The engineers of a side that have bridged the hexside between two hexes."""
    out = 0
    for unit, here, over in standing(s, side):
        if {here, over} == {a, b}:
            out |= 1 << unit
    return out


def ferries(s: State, unit: int, manner: str) -> dict[Pair, int]:
    """What the steps over pontoon bridges cost a unit that moves in this manner: as if there were a bridge."""
    d, out = s.data, dict[Pair, int]()
    for engineer, here, over in standing(s, side_of(s, unit)):
        if engineer != unit:
            for a, b in ((here, over), (over, here)):  # 8.10h, 8.10m
                if d.fits(manner, a, b, s.delayed):
                    out[a, b] = d.cost(b)
    return out


def own_crossings(s: State, unit: int, manner: str) -> dict[Pair, int]:
    """What the first step of an engineer costs across water that others cannot cross without a bridge."""
    d, here = s.data, s.place[unit]
    if here >= d.board.box or not those(s, 1 << unit, d.bridging) or face_down(s, 1 << unit):
        return {}
    return {
        (here, over): d.cost(over)
        for over in scan(d.across[here])
        if not d.passable(manner, here, over, s.demolished) and d.fits(manner, here, over, s.delayed)
    }  # 8.10n, 8.10p


def carry(s: State, unit: int, a: int, b: int) -> None:
    """Note which engineer lets a unit cross between two hexes, if it needs one; that engineer may not move then."""
    if not s.data.across[a] >> b & 1 or not s.data.river(a, b, s.demolished):
        return
    found = spanned(s, side_of(s, unit), a, b) & ~(1 << unit)
    if found and not found & s.used:
        s.used |= found & -found  # 8.10l


# -- the verb ---------------------------------------------------------------------------------


def engineer_bans(s: State) -> list[Ban]:
    """Every piece that cannot build a pontoon bridge now, and why."""
    d, own = s.data, s.data.side[s.side]
    there = s.there[s.side]
    hidden = face_down(s, there)
    able = those(s, there, d.bridging)
    built = sum(1 << unit for unit, _, _ in standing(s, s.side))
    dry = sum(1 << unit for unit in scan(able) if not d.across[s.place[unit]])
    return [
        Ban("8.1e", "{it} is not yours", d.all_pieces & ~own),
        Ban("8.10c", "{it} did not begin the phase on the map", own & ~there),
        Ban("8.10a" if s.side == 0 else "8.10b", "{it} does not build bridges", there & ~able),
        Ban("6.6e", "{it} must be face up to build a bridge", able & hidden),
        Ban("8.10c", "{it} has moved and did not begin the phase in its hex", able & s.moved),
        Ban("8.10g", "{it} has built a bridge in this phase", built),
        Ban("8.10c", "{it} is not beside a river", dry),
    ]


def engineer_options(s: State) -> Options:
    """The engineers that can build a pontoon bridge now."""
    free = engineers(s, s.side) & ~s.moved  # 8.10c
    if free:
        free &= ~builders(s)  # 8.10g
    return One(bits(unit for unit in scan(free) if s.data.across[s.place[unit]]) if free else 0)  # 8.10c


def hex_bans(s: State, unit: int) -> list[Ban]:
    """Every place to which an engineer cannot bridge the water."""
    d, here = s.data, s.place[unit]
    if any(ban.where >> unit & 1 for ban in engineer_bans(s)):
        return []
    near = d.board.neighbours[here]
    return [
        Ban("8.10d", f"{{it}} is not next to {d.board.names[here]}", d.all_places & ~near),
        Ban("8.10p", "there is no water with land on both sides before {it}", near & ~d.across[here]),  # 8.10f
    ]


def bridge(s: State, unit: int, over: int) -> None:
    """Build a pontoon bridge."""
    s.pontoon[unit] = over  # 8.10d, 8.10f, 10.17e
    s.note("8.10d", "{unit} bridges the water between {hex_from} and {hex_to}.",
           unit=unit, hex_from=s.place[unit], hex_to=over)  # fmt: skip


BRIDGE = Verb(
    "bridge",
    (piece_arg(engineer_bans)._replace(options=engineer_options), place_arg(hex_bans)._replace(ask="To which hex?")),
    bridge,
    leaves=False,
    label="Build a pontoon bridge",
    help="build a pontoon bridge",
)
