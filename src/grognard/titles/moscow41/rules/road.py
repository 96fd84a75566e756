"""[10.9] The Road to Leningrad: Hoepner's advance.

Clauses: 2.2g-m, 10.9a-g, 10.9.1a, 13.3.1a, 14.2m.
"""

from typing import NamedTuple

from ....core.action import Verb
from ....core.bits import Bits, scan
from ....core.flow import call
from ....core.kinds import NUMBER, Kind
from ....core.rule import Objection
from ....kit.battle.die import roll_verb
from ..data.components import GERMAN
from ..state import State, blocks_in, forget, put, shift
from .activation import on_road
from .control import take
from .diary import counted
from .strength import dice


class Road(NamedTuple):
    """The dice still to be rolled for Hoepner, and his hits."""

    dice: int
    hits: int = 0


KINDS: dict[str, Kind] = {"dice": NUMBER, "hits": NUMBER}


def companions(s: State) -> Bits:
    """The Blocks of the 4th Panzer Group in Hoepner's box."""
    hoepner = s.piece[s.data.hoepner]
    return blocks_in(s, GERMAN, s.place[hoepner]) & ~(1 << hoepner)


def still(s: State) -> list[Objection]:
    """Why Hoepner cannot advance now."""
    hoepner = s.piece[s.data.hoepner]
    if not s.active >> hoepner & 1 or not on_road(s, hoepner):
        return [Objection("10.9a", "Hoepner is not activated on the Road to Leningrad")]
    out = []
    if s.rolled:
        out.append(Objection("10.9b", "Hoepner has already rolled in this Impulse"))
    if not s.level[hoepner]:
        out.append(Objection("10.9b", "Hoepner is exhausted and rolls no dice"))  # 10.5d
    if s.place[hoepner] == s.data.leningrad:
        out.append(Objection("10.9f", "Hoepner is in Leningrad"))
    return out


def unadvanced(s: State) -> list[Objection]:
    """Once activated on the Road, Hoepner must roll."""
    return [] if still(s) else [Objection("10.9b", "Hoepner must roll for his advance")]


def begin(s: State) -> None:
    """Hoepner rolls as many dice as his Strength."""
    s.rolled = True
    call(s, s.title.flows["road"], Road(dice(s, s.piece[s.data.hoepner], True)))  # 10.9b, 10.9e, 3.1b


def dice_left(s: State) -> int:
    """Dice still to be rolled."""
    left: int = s.local.dice
    return left


def roll(s: State, face: int) -> None:
    """One die for Hoepner."""
    d = s.data
    zhukov = s.place[s.piece[d.zhukov]] == d.leningrad
    hit = face in (d.charts.zhukov_hits if zhukov else d.charts.road_hits)  # 10.9b, 14.2m
    s.local = Road(s.local.dice - 1, s.local.hits + hit)


def advance(s: State) -> None:
    """Advance Hoepner's group one box per hit, at most as many boxes as it has Blocks (10.9g is an example)."""
    d, hoepner, with_him = s.data, s.piece[s.data.hoepner], companions(s)
    start = s.place[hoepner]
    at = d.road.index(start)
    boxes = min(s.local.hits, with_him.bit_count(), len(d.road) - 1 - at)  # 10.9c
    goes = f"advances {counted(boxes, 'box', 'es')}" if boxes else "stays where he is"
    s.note("10.9b", "Hoepner has {hits} and {goes}.", hits=counted(s.local.hits, "hit"), goes=goes)
    if not boxes:
        return
    end = d.road[at + boxes]
    for face in sorted(s.face[piece] for piece in scan(with_him)):
        put(s, s.piece[face], end, d.lettered["L"])
    shift(s, hoepner, end)  # he is face up
    s.trail[hoepner] = 1 << end
    forget(s, GERMAN, start)
    for box in d.road[at + 1 : at + boxes + 1]:
        if box != d.leningrad:
            take(s, box, GERMAN)  # 13.3.1a, 2.2h
    s.note("10.9c", "Hoepner is in {hex}.", hex=end)
    if end == d.leningrad:
        s.reached = True  # 10.9f
        s.note("10.9f", "Leningrad will fall in the Final Phase.")


ADVANCE = Verb("advance", (), begin, leaves=False, bars=(still,), help="roll for Hoepner on the Road to Leningrad")
ROLL = roll_verb(roll, "8.1b", help="roll for Hoepner")
VERBS: tuple[Verb, ...] = (ADVANCE,)
ROLLING: tuple[Verb, ...] = (ROLL,)
