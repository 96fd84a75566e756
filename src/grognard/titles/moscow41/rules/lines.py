"""[4.1] Defensive Lines: built and disbanded.

Clauses: 2.7b, 2.7d, 4.1a-h, 10.8l, 12.0d (Combat: 4.1i-l in `battle.py`, `losses.py`).
"""

from itertools import compress
from operator import eq

from ....core.action import Verb
from ....core.bits import Bits, below, bits
from ....core.rule import Ban
from ....kit.arguments import piece_arg, place_arg
from ..state import State, blocks_among, pieces_of
from .command import act_bans, owner, spend
from .control import friendly, lines, set_lines, vacated
from .victory import judge


def build_bans(s: State) -> list[Ban]:
    """Every Block that may not build, and why."""
    d, side = s.data, s.side
    ours = s.on_map & d.side[side]
    free = friendly(s, side)
    own = d.numbers[side]
    lowest_levels = map(eq, s.level[own], map(d.least.__getitem__, s.face[own]))
    last = ours & bits(compress(range(own.start, own.stop), lowest_levels))
    stock = d.lines[side] - lines(s, side).bit_count()
    return [
        *act_bans(s, "9.1c"),  # 10.7a
        Ban("4.1f", "{it} is not a Combat Block", ours & pieces_of(s, d.side[side] & ~d.combat)),
        Ban("4.1g", "{it} has no step to spare", last),
        Ban("4.1e", "{it} is not in a friendly uncontested Area", blocks_among(s, side, ~free)),
        Ban(
            "10.8l",
            "the Area of {it} was not friendly and uncontested when the Impulse began",
            blocks_among(s, side, free & ~s.calm),
        ),
        Ban("2.7b", "there is already a line in the Area of {it}", blocks_among(s, side, lines(s, side))),
        Ban(
            "4.1b",
            "no Defensive Line is left for {it}: all {lines} are on the map",
            0 if stock > 0 else ours,
            lambda _: {"lines": d.lines[side]},
        ),
    ]


def build(s: State, piece: int) -> None:
    """Build a line in a Combat Block's Area for one of its steps."""
    d, area = s.data, s.place[piece]
    lower = d.step_down(s.face[piece], s.level[piece])
    assert lower is not None
    spend(s)
    s.level[piece] = lower  # 4.1f
    s.acted |= 1 << piece
    set_lines(s, s.side, lines(s, s.side) | 1 << area)
    s.note("4.1f", "A Defensive Line is built in {hex}.", hex=area)
    judge(s)  # dnieper.6


def disband_bans(s: State) -> list[Ban]:
    """Every Area without a line of the player's own."""
    places = below(len(s.data.board.names))
    return [Ban("4.1c", "you have no Defensive Line in {it}", places & ~lines(s, s.side))]


def everywhere(s: State) -> Bits:
    """Every place."""
    places: Bits = s.data.all_places
    return places


def disband(s: State, area: int) -> None:
    """Remove a line, which may be built again elsewhere."""
    set_lines(s, s.side, lines(s, s.side) & ~(1 << area))  # 4.1c
    s.note("4.1c", "The Defensive Line in {hex} is disbanded.", hex=area)
    vacated(s, area)


BUILD = Verb(
    "build",
    (piece_arg(build_bans),),
    build,
    leaves=False,
    audience=owner,
    label="Build a line with",
    help="build a Defensive Line where a Block is, for one of its steps",
)
DISBAND = Verb(
    "disband",
    (place_arg(disband_bans),),
    disband,
    leaves=False,
    label="Disband the line in",
    help="disband a Defensive Line",
)
