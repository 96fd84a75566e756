"""[3.0] Set-up: the named Soviet units face up, then 36 counters of the 42nd Army that nobody knows."""

from ....core.action import Verb
from ....core.bits import Bits, lowest, scan
from ....core.rule import Ban
from ....kit.arguments import piece_arg, place_arg
from ..data.components import SOVIET
from ..state import State, option, put
from .stacking import crowd_bans


def set_up(s: State) -> None:
    """Put everything where it is before the Soviet player sets up."""
    d, stage = s.data, s.stage
    counters = list(scan(d.anonymous))
    for number, hexes in stage.placed.items():  # 3.3a
        if d.anonymous >> number & 1:
            counter = counters.pop(0)
            s.face[counter] = number - d.first_counter
            s.up |= 1 << counter
            put(s, counter, d.arriving)
        else:
            put(s, number, lowest(hexes) if hexes.bit_count() == 1 else d.arriving)  # 3.3b
    if option(s, "zhukov", "drawn"):
        put(s, d.number["Zhukov"], d.reserve_pool)  # 3.4b
    s.side = SOVIET  # 3.2a


# -- the named units [3.3] --------------------------------------------------------------------


def unplaced(s: State) -> Bits:
    """The named units that have no place yet."""
    return s.here.get(s.data.arriving, 0)


def start_hexes(s: State, piece: int) -> Bits:
    """The hexes in which a named unit may start."""
    d = s.data
    number = d.first_counter + s.face[piece] if d.anonymous >> piece & 1 else piece
    return s.stage.placed[number]


def piece_bans(s: State) -> list[Ban]:
    """Every piece that is not to be placed now."""
    return [Ban("3.3a", "{it} is not one of the units to be placed now", s.data.all_pieces & ~unplaced(s))]


def hex_bans(s: State, piece: int) -> list[Ban]:
    """Every place in which a named unit may not start, and why."""
    d = s.data
    if not unplaced(s) >> piece & 1:
        return []
    clause = {"gunboat": "3.3c", "railroad artillery": "3.3e"}
    kind = next((clause[name] for name in clause if d.type[name] >> piece & 1), "3.3d")
    start = start_hexes(s, piece)
    return [
        Ban(kind, f"{d.pieces[piece]} does not start in {{it}}", d.all_places & ~start),
        *crowd_bans(s, piece, start),
    ]


def place(s: State, piece: int, hex: int) -> None:
    """Place a named unit face up."""
    put(s, piece, hex)  # 3.3c, 3.3d, 3.3e
    s.note("3.3a", "{unit} starts in {hex}.", unit=piece, hex=hex)


PLACE_UNIT = Verb("place", (piece_arg(piece_bans), place_arg(hex_bans)), place, help="place a named unit")


# -- the units drawn [3.6] --------------------------------------------------------------------


def deployed(s: State) -> int:
    """How many unknown counters are on the map."""
    return (s.there[SOVIET] & s.data.anonymous & ~s.up).bit_count()


def undeployed(s: State) -> int:
    """How many counters are still to be placed."""
    return s.plan.drawn - deployed(s)  # 3.6a


def deploy_bans(s: State) -> list[Ban]:
    """Every place in which a counter drawn for the set-up may not start, and why."""
    d, open_ = s.data, s.stage.open
    counter = lowest(s.here[d.army_pool])
    closed = d.land & ~open_
    return [
        Ban("3.6b", "{it} is not a land hex", d.all_places & ~d.land),
        Ban("3.6c", "{it} is in a row closed to the 42nd Army at the start", closed),  # 3.6f: at the start only
        *crowd_bans(s, counter, open_),  # 3.6d
    ]


def deploy(s: State, hex: int) -> None:
    """Place the next counter face down; nobody knows what it is."""
    put(s, lowest(s.here[s.data.army_pool]), hex)  # 3.5b, 3.5c, 3.6e
    s.note("3.6b", "A 42nd Army unit starts in {hex}.", hex=hex)


DEPLOY = Verb(
    "deploy",
    (place_arg(deploy_bans),),
    deploy,
    label="Place a hidden unit",
    help="place the next unit of the 42nd Army, unseen",
)
