"""[6.5, 6.6] Fog of war: who sees what, what a face-down counter may be, and how it is turned over."""

from random import Random
from typing import NamedTuple

from ....core.action import Verb, one
from ....core.bits import Bits, bits, lowest, scan
from ....core.flow import call
from ....core.kinds import FACE, PIECES
from ....core.options import Pick
from ....core.rule import Ban
from ....core.title import ALL_ASPECTS
from ....kit.arguments import piece_arg
from ....kit.battle.local import update
from ..data.components import GERMAN, SOVIET
from ..state import ORDERS, UNKNOWN, State, called, face_down, side_of, stranger, unknown, unseen_faces

__all__ = ("guess", "may_be", "secret", "sees", "stranger")

BACK = frozenset(("there", "kind", "marks"))
NOTHING: frozenset[str] = frozenset()


# -- who sees what ----------------------------------------------------------------------------


def sees(s: State, player: int, piece: int) -> frozenset[str]:
    """The aspects of a piece that a player sees."""
    d, bit = s.data, 1 << piece
    if player == SOVIET:
        return NOTHING if s.place[piece] == d.dead and d.side[GERMAN] & bit else ALL_ASPECTS  # 6.5b, 6.7a
    return BACK if face_down(s, bit) else ALL_ASPECTS  # 6.6a, 6.6g, 6.5a


def hides(s: State, player: int) -> Bits:
    """The pieces of which a player does not see everything: the German dead, or Soviet units that lie face down."""
    d = s.data
    return s.here.get(d.dead, 0) & d.side[GERMAN] if player == SOVIET else face_down(s, d.all_pieces)


def secret(s: State, player: int) -> tuple[str, ...]:
    """The other side's standing order, and the rest of the path that its unit plans; markers are open (6.9a)."""
    order = "soviet_orders" if player == GERMAN else "german_orders"
    return (order,) if s.side == player else (order, "path")


def closed_faces(s: State) -> Bits:
    """The faces that do not lie face up on the map."""
    return s.data.all_faces & ~bits(s.face[piece] for piece in scan(s.up))


def may_be(s: State, piece: int) -> Bits:
    """The faces that a face-down counter may have, as far as the German player knows.

    Units that have died are in the pool, unless they were drawn again as reinforcements (7.3).
    """
    looked_at = s.face[piece] != UNKNOWN
    return closed_faces(s) if looked_at or s.place[piece] == s.data.army_pool else closed_faces(s) & ~s.died


# -- turning over -----------------------------------------------------------------------------


class Reveal(NamedTuple):
    """The local variables of turning over counters that nobody knows."""

    counters: Bits  # still to be turned over


KINDS = {"counters": PIECES}


def reveal(s: State, pieces: Bits) -> None:
    """Turn these pieces face up. For those that nobody knows, chance decides before the game goes on.

    This is how a player sees the units he fires at (6.5c, 6.6c), and how units of the 42nd Army fire (6.6e).
    """
    hidden = face_down(s, pieces)
    if not hidden:
        return
    new = unknown(s, hidden)
    for counter in scan(hidden & ~new):
        _turn(s, counter)
    if new:
        call(s, s.title.flows["reveal"], Reveal(new))


def _turn(s: State, counter: int) -> None:
    s.up |= 1 << counter  # 6.6f
    name = s.data.pieces[counter]
    s.note("6.6c", "{name} is turned over: {unit}.", name=name, unit=called(s, counter))


def to_reveal(s: State) -> Bits:
    """The counters still to be turned over."""
    left: Bits = s.local.counters
    return left


def face_bans(s: State) -> list[Ban]:
    """Only a face that nobody has seen can turn up."""
    return [Ban("3.5b", "{it} has been seen already", s.data.all_faces & ~unseen_faces(s))]


def turn_over(s: State, face: int) -> None:
    """Give the next counter its face."""
    counter = lowest(to_reveal(s))
    s.face[counter] = face
    update(s, counters=to_reveal(s) & ~(1 << counter))
    _turn(s, counter)


FACE_DRAWN = one(FACE, face_bans, lambda s: s.data.all_faces)
TURN_OVER = Verb("turn", (FACE_DRAWN,), turn_over, weights=lambda s: [1] * FACE_DRAWN.options(s).count())


# -- flipping [6.6b] --------------------------------------------------------------------------


def flip_bans(s: State) -> list[Ban]:
    """Every piece that the Soviet player cannot flip, and why."""
    d = s.data
    own = s.there[SOVIET] & d.anonymous
    return [
        Ban("6.6b", "{it} is not a counter of the 42nd Army on the map", d.all_pieces & ~own),
        Ban("6.6f", "{it} lies face up", own & s.up),
    ]


def flip(s: State, counter: int) -> None:
    """Flip a unit face up in one's own player turn."""
    reveal(s, 1 << counter)


FLIP = Verb("flip", (piece_arg(flip_bans),), flip, leaves=False, label="Turn face up", help="turn a unit face up")


# -- guessing ---------------------------------------------------------------------------------


def guess(s: State, player: int, pick: Pick) -> State:
    """A position that may be the true one, as far as this player knows."""
    out = s.copy()
    if player == GERMAN:
        _deal(s, out, pick)
        out.soviet_orders = ORDERS[0]
    else:
        out.german_orders = ORDERS[0]
    if side_of_walker(s) not in (None, player):
        out.local, out.stack = _short(s.local), tuple(f._replace(local=_short(f.local)) for f in s.stack)
    return out


def _deal(s: State, out: State, pick: Pick) -> None:
    """Deal faces to the counters that the Soviet player has looked at, and to those that have died."""
    d = s.data
    pool = s.here.get(d.army_pool, 0)
    looked = face_down(s, d.anonymous) & ~unknown(s, d.anonymous) & ~pool
    faces = list(scan(closed_faces(s)))
    Random(pick(1 << 48)).shuffle(faces)
    dealt, rest = faces[: looked.bit_count()], faces[looked.bit_count() :]
    while len(dead := [face for face in rest if s.died >> face & 1]) > pool.bit_count():
        spare = next(n for n, face in enumerate(dealt) if not s.died >> face & 1)  # the dead are in the pool or drawn
        at = rest.index(dead[0])
        dealt[spare], rest[at] = rest[at], dealt[spare]
    for counter, face in zip(scan(looked), dealt, strict=True):
        out.face[counter] = face
    for n, counter in enumerate(scan(pool)):
        out.face[counter] = dead[n] if n < len(dead) else UNKNOWN


def side_of_walker(s: State) -> int | None:
    """The side of the unit that is moving, if one is."""
    for local in (s.local, *(frame.local for frame in s.stack)):
        if hasattr(local, "path"):
            return side_of(s, local.unit)
    return None


def _short(local: object) -> object:
    """The local variables without a planned path."""
    return local._replace(path=()) if hasattr(local, "_replace") and hasattr(local, "path") else local
