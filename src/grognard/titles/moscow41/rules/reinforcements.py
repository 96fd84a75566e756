"""[5.0, 5.1] Reinforcements: which Blocks join the Pool when, what is drawn, and where it enters.

Clauses: 2.2f, 5.0a-l, 5.1a-d, 7.2a, 11.0g-n, 14.2c, 14.2j.
"""

from typing import NamedTuple

from ....core.action import Verb, one, within
from ....core.bits import Bits, bits, scan
from ....core.kinds import FACE, NUMBER, Kind
from ....core.knowledge import kept
from ....core.rule import Ban, Objection
from ....kit.arguments import piece_arg, place_arg
from ..data.components import GERMAN, SOVIET
from ..state import State, called, faced, faces_of, put
from .command import owner
from .control import contested, controlled, friendly, not_yours
from .diary import FULL, counted
from .lines import everywhere
from .supply import supplied


class Call(NamedTuple):
    """How many Blocks are still to be drawn, which everyone can see."""

    draws: int = 0


KINDS: dict[str, Kind] = {"draws": NUMBER}


def join(s: State) -> None:
    """Add the Blocks that become available this Turn to the Pool."""
    d = s.data
    if s.turn != d.charts.november:
        return
    ready = d.lettered["N"] & faces_of(s, s.here.get(d.later, 0))
    for face in scan(ready):
        put(s, s.piece[face], d.pool[SOVIET])  # 5.1c, 5.1d
    if ready:
        s.note("5.1c", "The November Blocks join the Soviet Pool.")


def who(s: State) -> int:
    """The player who calls Reinforcements."""
    return s.side


# -- the draw ---------------------------------------------------------------------------------


def pool(s: State) -> Bits:
    """The Blocks that may be drawn."""
    return s.here.get(s.data.pool[s.side], 0)


def can_call(s: State) -> bool:
    """Whether there is a Block to draw; the answer does not reveal the Logistics Value."""
    return bool(pool(s))


def most(s: State) -> int:
    """The most Blocks that may be drawn: the Logistics Value, or fewer if the Pool is smaller."""
    return min(s.value, pool(s).bit_count())  # 5.0b, 7.2b, 11.0g


def not_so_many(s: State, _number: int) -> Objection:
    """The objection to a number of Blocks."""
    return Objection("5.0b", f"call from 0 to {most(s)} Blocks", {"value": s.value, "pool": pool(s).bit_count()})


def call_up(s: State, number: int) -> None:
    """Call a number of Blocks, which will be drawn."""
    s.local = Call(number)
    s.note(
        "5.0b",
        "The {side} player calls {what}.",
        side=("German", "Soviet")[s.side],
        what=counted(number, "Reinforcement"),
    )


def undrawn(s: State) -> int:
    """How many Blocks are still to be drawn."""
    left: int = s.local.draws
    return left


def draw_bans(s: State) -> list[Ban]:
    """Only a Block in the Pool can be drawn."""
    return [Ban("5.0b", "{it} is not in the Pool", s.data.all_faces & ~faces_of(s, pool(s)))]


def draw(s: State, face: int) -> None:
    """Draw a Block, which only its owner sees."""
    put(s, s.piece[face], s.data.hand[s.side])  # 5.0b
    s.local = Call(s.local.draws - 1)


# -- where they enter -------------------------------------------------------------------------


def hand(s: State) -> Bits:
    """The Blocks drawn but not yet placed."""
    return s.here.get(s.data.hand[s.side], 0)


def in_hand(s: State) -> bool:
    """Whether the player has drawn Blocks that are not yet placed."""
    return bool(hand(s))


def leningrad_open(s: State) -> bool:
    """Whether Zhukov may enter in Leningrad."""
    d = s.data
    return (
        "leningrad=generals" in s.options and s.plan.road and not s.recalled and not s.german >> d.leningrad & 1
    )  # 14.2c, 14.2j, 14.2o


def soviet_areas(s: State) -> Bits:
    """The Areas open to one more Soviet Reinforcement."""
    d = s.data
    open_ = d.entry_areas & friendly(s, SOVIET) & ~s.entered & ~s.full[SOVIET]  # 5.0g, 5.0h, 5.0i, 5.0j
    return open_ & supplied(s, SOVIET)  # 5.0k


def german_areas(s: State, face: int) -> Bits:
    """Where a German Block enters."""
    d = s.data
    block = d.blocks[face]
    if block.colour not in d.charts.entry:
        return 0  # never drawn
    at, after = d.charts.entry[block.colour]
    if at == "road":
        hoepner = s.place[s.piece[d.hoepner]]
        if not s.german >> d.leningrad & 1:
            return 1 << hoepner & d.road_boxes  # 5.0c, ruling on 5.0
        at = after  # ruling on 13.3
    return d.staging if at == "any" else 1 << d.board.at[at]  # 5.0d, 5.0e


def open_to(s: State, face: int) -> Bits:
    """Where a Block of the active player may enter now."""
    if s.side == GERMAN:
        return german_areas(s, face)
    box = 1 << s.data.leningrad if face == s.data.zhukov and leningrad_open(s) else 0
    return soviet_areas(s) | box


def shut_out(s: State) -> Bits:
    """The Blocks in hand that cannot enter anywhere now."""
    if s.side == GERMAN:
        return bits(piece for piece in scan(hand(s)) if not german_areas(s, s.face[piece]))
    if soviet_areas(s):
        return 0
    return faced(s, hand(s), ~(1 << s.data.zhukov) if leningrad_open(s) else -1)


@kept(lambda s, _: (s.side, s.german >> s.data.leningrad & 1, s.place[s.piece[s.data.hoepner]]))
def newcomers(s: State, place: int) -> Bits:
    """The faces that may enter in a place, as far as everyone knows."""
    d = s.data
    if s.side == GERMAN:
        return bits(face for face in scan(d.side[GERMAN] & ~d.leaders) if german_areas(s, face) >> place & 1)
    return 1 << d.zhukov if place == d.leningrad else d.side[SOVIET] & ~d.leaders


def turn_away(s: State) -> None:
    """Return Blocks to the Pool if everyone can see that no place is open to them."""
    d = s.data
    if s.side == SOVIET:
        out = 0 if soviet_areas(s) or leningrad_open(s) else faces_of(s, hand(s))
        could = d.side[SOVIET]
    else:
        could = bits(face for face in scan(d.lettered["L"] & d.combat) if not german_areas(s, face))
        out = could & faces_of(s, hand(s))
    for face in scan(out):
        send_back(s, s.piece[face], could)


def send_back(s: State, piece: int, could: Bits = -1) -> None:
    """Return a Block to the Pool without a replacement."""
    s.note("5.0l", "{unit} returns to the {side} Pool.", unit=called(s, piece), side=("German", "Soviet")[s.side])
    put(s, piece, s.data.pool[s.side], could)  # 5.0l, 11.0l


def hand_bans(s: State) -> list[Ban]:
    """Every Block that is not in hand, and why."""
    ours, held = s.data.side[s.side], hand(s)
    return [*not_yours(s, s.side, "5.0a"), Ban("5.0a", "{it} has not been drawn", ours & ~held)]


def enter_bans(s: State) -> list[Ban]:
    """Every Block that cannot enter anywhere, and why."""
    return [*hand_bans(s), Ban("5.0l", "no Area is open to {it}", shut_out(s))]


def return_bans(s: State) -> list[Ban]:
    """Blocks that can enter must do so, as many as there is room for."""
    held = hand(s)
    if s.side == SOVIET:
        wanted = held if held.bit_count() <= soviet_areas(s).bit_count() else 0
    else:
        wanted = held & ~shut_out(s)
    return [*hand_bans(s), Ban("5.0l", "there is room for {it}", wanted)]


def place_bans(s: State, piece: int) -> list[Ban]:
    """Every place where a drawn Block may not enter, and why."""
    d, places = s.data, everywhere(s)
    if not hand(s) >> piece & 1:
        return []  # the Block itself is objected to
    face = s.face[piece]
    if s.side == GERMAN:
        open_ = german_areas(s, face)
        own = "5.0e" if d.white >> face & 1 else "5.0c" if open_ & d.road_boxes else "5.0d"
        return [
            Ban("5.0f", "{it} is on the Road to Leningrad", d.road_boxes & ~open_),
            Ban(own, "this Block does not enter in {it}", places & ~d.road_boxes & ~open_),  # 11.0i
        ]
    fit, box = d.entry_areas, 1 << d.leningrad if open_to(s, face) >> d.leningrad & 1 else 0
    return [
        Ban("14.2j", "{it} is not open to this Block", 1 << d.leningrad & ~box),
        Ban("5.0g", "{it} has no City and is not a Victory Area", places & ~fit & ~(1 << d.leningrad)),  # 11.0j
        Ban("5.0j", "{it} is not Soviet controlled", fit & ~controlled(s, SOVIET)),
        Ban("5.0j", "{it} is contested", fit & contested(s)),
        Ban("5.0k", "{it} has no Line of Communication", fit & friendly(s, SOVIET) & ~supplied(s, SOVIET)),
        Ban("5.0h", "a Reinforcement has already entered in {it}", s.entered),  # 11.0k
        Ban("5.0i", FULL, fit & s.full[SOVIET], lambda a: {"limit": d.stacking[a]}),
    ]


def enter(s: State, piece: int, place: int) -> None:
    """Place a Block at full Strength, or a Remnant at its last step."""
    block, who = s.data.blocks[s.face[piece]], called(s, piece)
    piece = put(s, piece, place, newcomers(s, place))
    s.level[piece] = block.levels[0] if block.remnant else block.full  # 11.0h
    if s.side == SOVIET:
        s.entered |= 1 << place  # 5.0h
    s.note("5.0a", "{unit} enters in {hex}.", unit=who, hex=place)


CALL = Verb(
    "call",
    (within(NUMBER, lambda s: range(most(s) + 1), not_so_many),),
    call_up,
    help="draw a number of Reinforcements",
)
DRAWN = one(FACE, draw_bans, lambda s: s.data.all_faces)
DRAW = Verb("draw", (DRAWN,), draw, weights=lambda s: [1] * pool(s).bit_count(), audience=owner)
ENTER = Verb(
    "enter", (piece_arg(enter_bans), place_arg(place_bans, "in")), enter, audience=owner, help="place a Reinforcement"
)
RETURN = Verb(
    "return", (piece_arg(return_bans),), send_back, audience=owner, help="return a Block to the Pool for lack of room"
)
CALLING: tuple[Verb, ...] = (CALL,)
DRAWING: tuple[Verb, ...] = (DRAW,)
ENTERING: tuple[Verb, ...] = (ENTER, RETURN)
