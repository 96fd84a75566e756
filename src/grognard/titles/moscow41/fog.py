"""[1.5] Fog of war: who sees what, what can be known of an upright Block, and what may stand behind it."""

from ...core.bits import Bits, bits, scan
from ...core.options import Pick
from ...core.title import ALL_ASPECTS
from .components import SOVIET
from .logistics import Logistics, value
from .reinforcements import Call as Calling
from .state import CALL, EXPLOIT, MOVES, UNSEEN, State, known, side_of

BACK = frozenset(("there", "kind", "marks"))


def sees(s: State, player: int, piece: int) -> frozenset[str]:
    """An opponent sees of an upright Block that it is there, and whose."""
    return ALL_ASPECTS if side_of(s, piece) == player or known(s, piece) else BACK  # 1.5b, 1.5.1a


def secret(s: State, player: int) -> tuple[str, ...]:
    """The Logistics Value and what is left of it are its owner's."""
    return () if s.side == player else ("value", "points")


def closed(s: State, side: int) -> Bits:
    """The Blocks of a side whose faces are hidden from the opponent."""
    return bits(piece for piece in scan(s.data.side[side]) if not known(s, piece))


def may_be(s: State, piece: int) -> Bits:
    """The faces that the opponent must think an upright Block may have."""
    here = s.place[piece]
    return bits(s.face[other] for other in scan(closed(s, side_of(s, piece))) if s.trail[other] >> here & 1)


def stranger(s: State, piece: int) -> str:
    """A Block as its opponent calls it."""
    side = "Soviet" if side_of(s, piece) == SOVIET else "German"
    return f"a {side} Block ({s.data.pieces[piece]})"


def guess(s: State, player: int, pick: Pick) -> State:
    """The enemy's hidden faces dealt anew, each to a place where it may be; levels as last seen, else as at first."""
    d, out = s.data, s.copy()
    hidden = closed(s, 1 - player)
    slots = sorted(scan(hidden), key=lambda slot: (s.place[slot], slot))
    records = sorted((s.face[slot], s.seen[slot], s.trail[slot]) for slot in slots)
    by_place: dict[int, list[int]] = {}
    for n, slot in enumerate(slots):
        by_place.setdefault(s.place[slot], []).append(n)
    places = [1 << s.place[slot] for slot in slots]
    taken = _matched(records, places, pick)
    for members in by_place.values():
        faces = sorted(taken[n] for n in members)
        for subset in _groups(s, [slots[n] for n in members]):
            some = sorted(faces.pop(pick(len(faces))) for _ in subset)
            for slot, record in zip(subset, some, strict=True):
                face, seen, trail = records[record]
                block = d.blocks[face]
                first = block.levels[0] if block.remnant else block.full
                out.face[slot], out.seen[slot], out.trail[slot] = face, seen, trail
                out.level[slot] = first if seen == UNSEEN else seen
                out.piece[face] = slot
    if s.side != player and _reckoned(s):
        _guess_value(s, out, pick)
    return out


def _reckoned(s: State) -> bool:
    """Does the active player go by a Logistics Value now?"""
    locals_ = (s.local, *(frame.local for frame in s.stack))
    phase = any(isinstance(local, Logistics) and local.activated for local in locals_)
    return phase or s.impulse in (MOVES, CALL, EXPLOIT)


def _guess_value(s: State, out: State, pick: Pick) -> None:
    """The value as the guess has it, but no less than what everybody has seen spent of it."""
    guessed = value(out, s.side)
    if s.impulse in (MOVES, EXPLOIT):
        spent = s.value - s.points  # every action is seen
        out.value = max(guessed, spent)
        out.points = out.value - spent
        return
    drawn = s.here.get(s.data.hand[s.side], 0).bit_count() + (s.local.draws if isinstance(s.local, Calling) else 0)
    out.value = max(guessed, drawn)
    out.points = pick(out.value + 1)  # what was spent on steps nobody has seen


def _groups(s: State, slots: list[int]) -> list[list[int]]:
    """Slots of one place by the marks that all can see, each group in order."""
    found: dict[tuple[int, int], list[int]] = {}
    for slot in sorted(slots):
        found.setdefault((s.cube >> slot & 1, s.crossed >> slot & 1), []).append(slot)
    return list(found.values())


def _matched(records: list[tuple[int, int, Bits]], places: list[Bits], pick: Pick) -> list[int]:
    """For each slot a record that may be there, at random; those with the fewest places choose first."""
    owner = [-1] * len(places)  # of each slot: the record

    def find(record: int, tried: set[int]) -> bool:
        trail = records[record][2]
        may = [n for n, place in enumerate(places) if trail & place]
        free = [n for n in may if owner[n] < 0]
        if free:
            owner[free[pick(len(free))]] = record
            return True
        while may:
            n = may.pop(pick(len(may)))
            if n not in tried:
                tried.add(n)
                if find(owner[n], tried):
                    owner[n] = record
                    return True
        return False

    order = list(range(len(records)))
    shuffled = [order.pop(pick(len(order))) for _ in range(len(records))]
    for record in sorted(shuffled, key=lambda n: records[n][2].bit_count()):
        if not find(record, set()):
            raise AssertionError("a Block is where it cannot be")
    return owner
