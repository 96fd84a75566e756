"""[14.4] Rail movement, an optional rule.

Clauses: 12.0e, 14.4a-e.
"""

from ....core.action import Verb
from ....core.bits import Bits
from ....core.rule import Ban, Check
from ....kit.arguments import piece_arg, place_arg
from ..state import MOVES, PASS, State, blocks_among, called, put
from .command import act_bans, owner, spend
from .control import friendly
from .diary import FULL
from .lines import everywhere
from .movement import may_enter


def stations(s: State, side: int, piece: int) -> Bits:
    """The Areas a Block can reach by rail, including full ones but not its own."""
    start, ground = 1 << s.place[piece], friendly(s, side) & may_enter(s, side)
    return s.data.board.connected(start, ground) & ~start  # 14.4a: ruling on 14.4, the weather does not matter


def rail_bans(s: State) -> list[Ban]:
    """Every Block that cannot move by rail, and why."""
    d = s.data
    if "rail=rail" not in s.options:
        return [Ban("14.4a", "the railways are not in use", d.all_pieces)]
    if s.impulse not in (PASS, MOVES):
        return [Ban("14.4a", "there is no rail movement in a Tactical Impulse", d.all_pieces)]
    engaged = blocks_among(s, s.side, ~friendly(s, s.side))
    return [
        *act_bans(s),  # 14.4b, 14.4d, 14.4e
        Ban("14.4c", "{it} is not in a friendly uncontested Area", engaged),
    ]


def rail_checks(s: State) -> list[Check]:
    """There may be no Area to go to."""
    side = s.side
    there = s.on_map & s.data.side[side]

    def stuck(piece: int) -> bool:
        return bool(there >> piece & 1) and not stations(s, side, piece) & ~s.full[side]

    return [Check("14.4a", "there is no Area that {it} could reach by rail", stuck)]


def end_bans(s: State, piece: int) -> list[Ban]:
    """Every Area a Block cannot reach by rail, and why."""
    side, places = s.side, everywhere(s)
    ground = friendly(s, side) & may_enter(s, side)
    start = 1 << s.place[piece]
    reached = stations(s, side, piece)
    return [
        Ban("14.4a", "{it} is not a friendly uncontested Area", places & ~ground & ~start),  # 14.4c
        Ban("14.4a", "there is no chain of friendly uncontested Areas to {it}", ground & ~reached & ~start),
        Ban("form", "it is already in {it}", start),
        Ban("2.7a", FULL, s.full[side] & ~start, lambda a: {"limit": s.data.stacking[a]}),
    ]


def rail(s: State, piece: int, area: int) -> None:
    """Move a Block by rail."""
    start, who = s.place[piece], called(s, piece)
    spend(s)  # 14.4d, 14.4e
    piece = put(s, piece, area)
    s.acted |= 1 << piece
    s.note("14.4a", "{unit} moves by rail from {hex} to {hex_end}.", unit=who, hex=start, hex_end=area)


RAIL = Verb(
    "rail",
    (piece_arg(rail_bans, checks=rail_checks), place_arg(end_bans)),
    rail,
    leaves=False,
    audience=owner,
    help="move a Block by rail",
    option="rail=rail",
)  # 12.0e
VERBS: tuple[Verb, ...] = (RAIL,)
