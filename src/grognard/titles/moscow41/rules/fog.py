"""[1.5] Fog of war: who sees what, and which faces an upright Block may have."""

from collections.abc import Callable
from itertools import islice
from random import Random

from ....core.bits import Bits, below, bits, nth, scan
from ....core.options import Pick
from ....core.title import ALL_ASPECTS
from ..state import CALL, EXPLOIT, MOVES, UNSEEN, State, known, side_of, stranger
from .logistics import Logistics, value
from .reinforcements import Call as Calling
from .setup import missing

__all__ = ("closed", "guess", "may_be", "secret", "sees", "stranger")

BACK = frozenset(("there", "kind", "marks"))


def sees(s: State, player: int, piece: int) -> frozenset[str]:
    """The aspects of a piece that a player sees; of an enemy's upright Block, only its presence and side."""
    return ALL_ASPECTS if side_of(s, piece) == player or known(s, piece) else BACK  # 1.5b, 1.5.1a


def hides(s: State, player: int) -> Bits:
    """The enemy's upright Blocks."""
    return closed(s, 1 - player)


def secret(s: State, player: int) -> tuple[str, ...]:
    """The Logistics Value and the points left of it are known only to their owner."""
    return () if s.side == player else ("value", "points")


def closed(s: State, side: int) -> Bits:
    """The Blocks of a side whose faces are hidden from the opponent."""
    open_ = s.up
    for pile in scan(s.data.open_piles):
        open_ |= s.here.get(pile, 0)
    return s.data.side[side] & ~open_  # 1.5b


def may_be(s: State, piece: int) -> Bits:
    """The faces that an upright Block may have, as far as the opponent knows."""
    here = s.place[piece]
    return bits(s.face[other] for other in scan(closed(s, side_of(s, piece))) if s.trail[other] >> here & 1)


def guess(s: State, player: int, pick: Pick) -> State:
    """Deal the enemy's hidden faces at random, each to a place where it may be; levels as last seen or initial."""
    draw = Random(pick(1 << 48)).random  # many random numbers are drawn
    out = _dealt(s, player, draw)
    while missing(out):  # Blocks still to be deployed cannot all be on the board already
        out = _dealt(s, player, draw)
    if s.side != player and _has_value(s):
        _guess_value(s, out, pick)
    return out


def _dealt(s: State, player: int, draw: Callable[[], float]) -> State:
    d, out, place = s.data, s.copy(), s.place
    hidden = closed(s, 1 - player)
    slots = list(scan(hidden))
    records = sorted([(s.face[slot], s.seen[slot], s.trail[slot]) for slot in slots])
    by_place: dict[int, list[int]] = {}
    for slot in slots:
        by_place.setdefault(place[slot], []).append(slot)
    numbers, count = dict[int, Bits](), 0  # the slots are numbered from place to place
    for at in sorted(by_place):
        numbers[at] = below(len(by_place[at])) << count
        count += len(by_place[at])
    taken = iter(_matched([record[2] for record in records], numbers, draw))
    marks = (s.cube | s.crossed) & hidden
    for at in numbers:
        there = by_place[at]
        faces = sorted(islice(taken, len(there)))
        if marks and marks & bits(there):
            order = _groups(s, there)
            dealt = [sorted(faces.pop(int(draw() * len(faces))) for _ in subset) for subset in order]
            there, faces = [slot for subset in order for slot in subset], [one for some in dealt for one in some]
        for slot, record in zip(there, faces, strict=True):
            face, seen, trail = records[record]
            out.face[slot], out.seen[slot], out.trail[slot] = face, seen, trail
            out.level[slot] = d.fresh[face] if seen == UNSEEN else seen
            out.piece[face] = slot
    return out


def _has_value(s: State) -> bool:
    """Whether a Logistics Value applies to the active player now."""
    locals_ = (s.local, *(frame.local for frame in s.stack))
    phase = any(isinstance(local, Logistics) and local.activated for local in locals_)
    return phase or s.impulse in (MOVES, CALL, EXPLOIT)


def _guess_value(s: State, out: State, pick: Pick) -> None:
    """The value according to the guess, but no less than was visibly spent."""
    guessed = value(out, s.side)
    if s.impulse in (MOVES, EXPLOIT):
        spent = s.value - s.points  # every action is visible
        out.value = max(guessed, spent)
        out.points = out.value - spent
        return
    drawn = s.here.get(s.data.hand[s.side], 0).bit_count() + (s.local.draws if isinstance(s.local, Calling) else 0)
    out.value = max(guessed, drawn)
    out.points = pick(out.value + 1)  # points spent on steps are hidden


def _groups(s: State, slots: list[int]) -> list[list[int]]:
    """The slots of one place grouped by their visible marks, each group in order."""
    found: dict[tuple[int, int], list[int]] = {}
    for slot in sorted(slots):
        found.setdefault((s.cube >> slot & 1, s.crossed >> slot & 1), []).append(slot)
    return list(found.values())


def _matched(trails: list[Bits], slots: dict[int, Bits], draw: Callable[[], float]) -> list[int]:
    """For each slot a random trail that includes its place; trails with the fewest places choose first.

    `slots` holds the numbers of the slots in each place.
    """
    count = len(trails)
    owner = [-1] * count  # the trail of each slot
    may: dict[Bits, Bits] = {}  # the slots possible for a trail
    places = [(1 << place, some) for place, some in slots.items()]
    for trail in set(trails):
        may[trail] = sum([some for place, some in places if trail & place])
    free = below(count)

    def find(number: int, tried: Bits) -> Bits:
        """Find a slot, moving others; return the slots tried, or -1 on success."""
        nonlocal free
        mine = may[trails[number]]
        if open_ := mine & free:
            slot = nth(open_, int(draw() * open_.bit_count()))
            owner[slot] = number
            free &= ~(1 << slot)
            return -1
        while left := mine & ~tried:
            slot = nth(left, int(draw() * left.bit_count()))
            tried |= 1 << slot
            after = find(owner[slot], tried)
            if after == -1:
                owner[slot] = number
                return -1
            tried |= after
        return tried

    for _, _, number in sorted((trail.bit_count(), draw(), n) for n, trail in enumerate(trails)):
        if find(number, 0) != -1:
            raise AssertionError("a Block is in an impossible place")
    return owner
