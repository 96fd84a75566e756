"""[10.13, 10.14] Absorbing and taking hits, and what happens to destroyed Units.

Clauses: 2.3a, 2.4.1a, 2.4.2a, 2.4.3d, 2.4.5a, 4.1j, 4.1l, 4.2.3.1a-b, 4.2.4d, 10.13a-h, 10.14a-e, 10.14.1a-c,
10.14.2a, 10.14.3a, 10.14.3d-g.
"""

from ....core.action import Verb
from ....core.bits import Bits, bits, scan
from ....core.rule import Ban
from ....kit.arguments import piece_arg
from ..data.components import GERMAN
from ..state import State, put, side_of, units_at
from .control import controlled, lines, set_lines
from .diary import counted, sunk


def absorb(s: State, area: int, side: int) -> int:
    """How many hits an Area absorbs for its Defender in one Battle; boxes absorb none (10.13g)."""
    d, bit, line = s.data, 1 << area, s.data.charts.absorb["line"]
    holds = bool(controlled(s, side) & bit)
    out = d.shelter[holds][area]  # 10.13d, 10.13e, 2.4.1a, 2.4.2a, 2.4.3d, 2.4.5a
    if lines(s, side) & bit and (holds or not line.controlled):
        out += line.hits  # 10.13f, 4.1j
    return min(out, d.charts.absorb_most)  # 10.13b


def sufferer(s: State) -> int:
    """The player who takes the hits: the target of the fire."""
    side: int = 1 - s.local.firing
    return side


def strongest(s: State, side: int, area: int) -> Bits:
    """The Blocks with the most dots or stars, regardless of weather and rivers."""
    blocks = units_at(s, side, area)
    most = max((s.level[piece] for piece in scan(blocks)), default=0)
    return bits(piece for piece in scan(blocks) if s.level[piece] == most)  # 10.14b, 10.14.1a


def suffer(s: State) -> None:
    """Apply all hits that leave no choice; the owner chooses Blocks for the rest."""
    side, area, hits = sufferer(s), s.local.area, s.local.hits
    if not hits:
        return
    defends = side != s.side
    if defends:  # 10.13c, 10.14d
        saved = min(hits, s.local.purse)  # 2.3a, 10.13a
        hits -= saved  # 10.14e
        s.local = s.local._replace(purse=s.local.purse - saved)  # 10.13h
        if saved:
            s.note("10.14e", "{hex} absorbs {hits}.", hex=area, hits=counted(saved, "hit"))
        hits -= bool(hits) and breach(s, side, area)  # 10.14a, 4.1l, 10.14.1c
    while hits:
        first = strongest(s, side, area)
        if not first:
            if not defends:
                breach(s, side, area)  # ruling on 4.1, 10.14: hit last
            hits = 0  # 10.14.2a
        elif first.bit_count() > hits:
            break  # 10.14c
        else:
            for face in [s.face[piece] for piece in scan(first)]:
                hit(s, s.piece[face])
            hits -= first.bit_count()  # 10.14.1b: each of them is hit, in whatever order
    s.local = s.local._replace(hits=hits)


def breach(s: State, side: int, area: int) -> bool:
    """Destroy the Defensive Line by a hit, if there is one; it may be built again."""
    if not lines(s, side) >> area & 1:
        return False
    set_lines(s, side, lines(s, side) & ~(1 << area))  # 10.14.3d
    s.note("10.14a", "The Defensive Line in {hex} is destroyed.", hex=area)
    return True


def hit(s: State, piece: int) -> None:
    """Reduce a Block by a step; at its last step it is destroyed."""
    d, face = s.data, s.face[piece]
    lower = d.step_down(face, s.level[piece])
    if lower is None:
        side = side_of(s, piece)
        s.note("4.2.3.1b", "{name} is destroyed.", name=d.blocks[face].name)
        put(s, piece, d.lost if side == GERMAN else d.pool[side])  # 4.2.3.1b, 10.14.3a, 10.14.3e, 10.14.3f
    else:
        s.level[piece] = lower  # 4.2.3.1a
        s.note("4.2.3.1a", "{name} is {level}.", name=d.blocks[face].name, level=sunk(lower))


def owing(s: State) -> bool:
    """Whether there are hits for which a player has to choose a Block."""
    return bool(s.local.hits)


def settled(s: State) -> bool:
    """Whether all hits have been taken."""
    return not s.local.hits


def lose_bans(s: State) -> list[Ban]:
    """Every Block that cannot take the next hit, and why."""
    side, area = sufferer(s), s.local.area
    there = units_at(s, side, area)
    return [
        Ban("10.14c", "{it} is not one of your Blocks in this Battle", s.data.all_pieces & ~there),
        Ban(
            "10.14b",
            "{it} has Strength {level}: a Block with {most} must be hit first",
            there & ~strongest(s, side, area),
            lambda piece: {"level": s.level[piece], "most": max(s.level[one] for one in scan(there))},
        ),
    ]


def lose(s: State, piece: int) -> None:
    """Apply a hit to one of the strongest Blocks."""
    hit(s, piece)  # 10.14c
    s.local = s.local._replace(hits=s.local.hits - 1)
    suffer(s)


LOSE = Verb(
    "lose", (piece_arg(lose_bans),), lose, leaves=settled, label="Take the hit:", help="let a Block take the hit"
)
VERBS: tuple[Verb, ...] = (LOSE,)
