"""[14.2] Zhukov and Hoepner, an optional rule: withdrawn from the Road, recalled from Leningrad.

Clauses: 14.2a-o (artillery and Blitz of Hoepner in `support.py` and `blitz.py`, Zhukov's entry in `reinforcements.py`,
his effect on the Road in `road.py`).
"""

from ....core.action import Verb
from ....core.bits import Bits, bits, scan
from ....core.rule import Ban
from ....kit.arguments import piece_arg, place_arg
from ....kit.words import number_word
from ..data.components import GERMAN, SOVIET
from ..state import MOVES, PASS, State, called, pieces_of, put
from .command import owner, spend, spent_out
from .control import contested, controlled, friendly
from .diary import FULL
from .lines import everywhere
from .supply import supplied


def all_been(s: State) -> bool:
    """Whether all four Blocks of the 4th Panzer Group have been on the Road; they enter nowhere else."""
    d = s.data
    found = bits(s.place[piece] for piece in scan(pieces_of(s, d.lettered["L"])))
    return not found & ~(d.on_board | 1 << d.lost)  # 14.2e


def in_play(s: State) -> bool:
    """Whether the generals may be used."""
    return "leningrad=generals" in s.options


def closed(s: State, clause: str, blocks: Bits) -> list[Ban]:
    """The bans that apply to every use of the option now."""
    if s.impulse not in (PASS, MOVES):
        return [Ban(clause, "only in a Pass or a Strategic Impulse", blocks)]
    return [] if s.points else [spent_out(s, blocks)]


def withdraw_bans(s: State) -> list[Ban]:
    """Every Block that cannot be withdrawn from the Road, and why."""
    d, ours = s.data, s.data.side[s.side]
    if not in_play(s):
        return [Ban("14.2a", "the option is not in play", d.all_pieces)]
    four = ours & pieces_of(s, d.lettered["L"]) if s.side == GERMAN else 0
    on = bits(piece for piece in scan(four) if d.road_boxes >> s.place[piece] & 1)
    return [
        *closed(s, "14.2d", d.all_pieces),
        Ban("14.2d", "{it} is not a Block of your 4th Panzer Group", d.all_pieces & ~four),
        Ban("14.2d", "{it} is not on the Road to Leningrad", four & ~on),
        Ban(
            "14.2e",
            f"not all {number_word(four.bit_count())} Blocks have been on the Road",
            on if on and not all_been(s) else 0,
        ),
    ]


def arrival_bans(s: State, side: int, fit: Bits, clause: str) -> list[Ban]:
    """Where a Block may not be placed."""
    places, free = everywhere(s), friendly(s, side)
    return [
        Ban(clause, "{it} is not yours", places & ~controlled(s, side)),
        Ban(clause, "{it} is contested", contested(s)),
        Ban(clause, "{it} has no Line of Communication", free & ~supplied(s, side)),
        Ban("2.7a" if side == SOVIET else "14.2f", FULL, s.full[side], lambda a: {"limit": s.data.stacking[a]}),
        Ban(clause, "{it} is not next to Moscow", controlled(s, side) & ~fit),
    ]


def withdraw_to(s: State, _piece: int) -> list[Ban]:
    """Where a Block from the Road may not go."""
    return arrival_bans(s, s.side, -1, "14.2d")


def withdraw(s: State, piece: int, area: int) -> None:
    """Move a Block from the Road to the map, keeping its Strength."""
    spend(s)
    box, who = s.place[piece], called(s, piece)
    piece = put(s, piece, area, s.data.lettered["L"])  # 14.2d, 14.2g, 14.2h, 14.2i
    s.acted |= 1 << piece
    s.note("14.2d", "{unit} leaves the Road at {hex} for {hex_end}.", unit=who, hex=box, hex_end=area)


def recall_bans(s: State) -> list[Ban]:
    """Where Zhukov may not return."""
    d, places = s.data, everywhere(s)
    if not in_play(s):
        return [Ban("14.2a", "the option is not in play", places)]
    there = s.side == SOVIET and s.place[s.piece[d.zhukov]] == d.leningrad
    return [
        *closed(s, "14.2n", places),
        Ban("14.2n", "you cannot recall Zhukov from Leningrad", 0 if there else places),
        *arrival_bans(s, SOVIET, d.adjacent[d.moscow], "14.2n"),
    ]


def recall(s: State, area: int) -> None:
    """Return Zhukov from Leningrad with his Strength."""
    spend(s)
    zhukov = s.data.zhukov
    piece = put(s, s.piece[zhukov], area, 1 << zhukov)  # 14.2n
    s.acted |= 1 << piece
    s.recalled = True  # 14.2o
    s.note("14.2n", "Zhukov is recalled from Leningrad to {hex}.", hex=area)


WITHDRAW = Verb(
    "withdraw",
    (piece_arg(withdraw_bans), place_arg(withdraw_to, "to")),
    withdraw,
    leaves=False,
    audience=owner,
    help="withdraw a Block from the Road to Leningrad to the map",
    option="leningrad=generals",
)
RECALL = Verb(
    "recall",
    (place_arg(recall_bans, "to"),),
    recall,
    leaves=False,
    help="recall Zhukov from Leningrad",
    option="leningrad=generals",
)
VERBS: tuple[Verb, ...] = (WITHDRAW, RECALL)
