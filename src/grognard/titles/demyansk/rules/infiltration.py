"""[9.2] Infiltration: from one enemy ZOC straight into the next, with all MPs."""

from ....core.action import Verb
from ....core.bits import Bits, bits, scan
from ....core.options import Options, Sieve
from ....core.rule import Ban, Check
from ....kit.arguments import piece_arg, place_arg
from ....kit.hex.reach import union
from ....kit.words import counted
from ..state import State, own_in, works, zone
from .movement import lead_bans, movers, terms
from .paths import arrive


def targets(s: State, unit: int) -> Bits:
    """The hexes into which a unit on the map can infiltrate."""
    t = terms(s, 1 << unit)
    near = t.near[t.start] & t.enter & t.zone & ~works(s, 1 - s.side)  # 9.21a, 9.23a
    return bits(hex_ for hex_ in scan(near) if (cost := t.step(t.start, hex_)) is not None and cost <= t.budget)


def unit_bans(s: State) -> list[Ban]:
    """Every piece that cannot infiltrate, and why."""
    return [*lead_bans(s), *own_bans(s)]


def _slow(s: State) -> Bits:
    """The units whose printed MA is too low."""
    return s.there[s.side] & ~(s.data.fast[0] & ~s.reduced | s.data.fast[1] & s.reduced)


def _printed(s: State, unit: int) -> int:
    """The MA on the side of a unit that is up."""
    return (s.data.back if s.reduced >> unit & 1 else s.data.front)[unit].movement


def own_bans(s: State) -> list[Ban]:
    """What forbids infiltration in particular."""
    d, side = s.data, s.side
    own = d.side[side]
    least = d.charts.numbers["infiltration"]
    free = own & ~own_in(s, side, zone(s, 1 - side))
    return [
        Ban(
            "9.22a",
            "{it} has a printed MA of {ma}, less than {least}",
            _slow(s),
            lambda unit: {"ma": _printed(s, unit), "least": least},
        ),  # 9.22b
        Ban("9.21a", "{it} is not in an enemy ZOC", free),
        Ban("15.23b", "{it} is receiving replacements", s.receiving),
    ]


def unit_options(s: State) -> Options:
    """The units that can infiltrate."""
    free = movers(s) & ~_slow(s) & ~s.receiving  # 9.22a, 15.23b
    if free:
        free &= own_in(s, s.side, zone(s, 1 - s.side))  # 9.21a
    return Sieve(free, lambda unit: not targets(s, unit))


def nowhere(s: State) -> list[Check]:
    """A unit may have no hex to infiltrate into."""
    barred = union([ban.where for ban in unit_bans(s)])

    def stuck(unit: int) -> bool:
        return not barred >> unit & 1 and not targets(s, unit)

    return [Check("9.21a", "{it} has no hex to infiltrate into", stuck)]


def hex_bans(s: State, unit: int) -> list[Ban]:
    """Every place into which a unit cannot infiltrate, and why."""
    d = s.data
    if not s.there[s.side] >> unit & 1:
        return []
    near = d.board.neighbours[s.place[unit]]
    enemy, hot, shut = s.held[1 - s.side], zone(s, 1 - s.side), works(s, 1 - s.side)
    rest = near & ~enemy & hot & ~shut & ~targets(s, unit)
    t, heavy = terms(s, 1 << unit), d.heavy >> unit & 1
    shut_off = bits(hex_ for hex_ in scan(rest) if not t.enter >> hex_ & 1 or t.step(t.start, hex_) is None)
    return [
        Ban("9.21a", "{it} is not a neighboring hex", d.all_places & ~near),
        Ban("9.21a", "{it} is in no enemy ZOC", near & ~enemy & ~hot & ~shut),
        Ban("8.14a", "{it} holds an enemy unit", near & enemy),
        Ban("9.23a", "{it} is an active enemy Strongpoint", near & shut & ~enemy),
        Ban("8.34a", "the hexside to {it} is impassable in this weather", 0 if heavy else shut_off),
        Ban("8.35a", "without a road it cannot enter or leave swamp, nor cross to {it}", shut_off if heavy else 0),
        Ban(
            "8.32a",
            f"{{it}} costs {{cost}}, and it has {counted(t.budget, 'MP')}",
            rest & ~shut_off,
            lambda hex_: {"cost": t.step(t.start, hex_) or 0, "budget": t.budget},
        ),
    ]


def infiltrate(s: State, unit: int, hex_: int) -> None:
    """Move a unit into the next enemy ZOC; it has no MPs left."""
    s.note("9.21a", "{unit} infiltrates from {hex_from} to {hex_to}.", unit=unit, hex_from=s.place[unit], hex_to=hex_)
    arrive(s, 1 << unit, (hex_,))  # 9.21b, 9.21c


INFILTRATE = Verb(
    "infiltrate",
    (piece_arg(unit_bans, checks=nowhere)._replace(options=unit_options), place_arg(hex_bans)),
    infiltrate,
    leaves=False,
    help="move a unit from one enemy ZOC to another",
)
