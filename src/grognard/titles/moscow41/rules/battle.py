"""[10.11, 10.12, 10.15] Battles: which must be fought, Showdown, and how one ends.

Clauses: 9.1e, 10.11a-j, 10.12a, 10.12.1a, 10.15a-d, 10.16m (fire in `fire.py`, hits in `losses.py`).
"""

from typing import NamedTuple

from ....core.action import Verb
from ....core.bits import Bits, scan
from ....core.flow import call
from ....core.kinds import FLAG, NUMBER, PIECES, PLACE, Kind
from ....core.rule import Ban, Objection
from ....core.title import listing
from ....kit.arguments import place_arg
from ..data.components import GERMAN, SOVIET
from ..state import TACTICAL, State, conceal, pieces_of, reveal, units_at
from .control import contested, lines, units, vacated
from .lines import everywhere
from .losses import absorb
from .strength import weather


class Battle(NamedTuple):
    """A Battle in progress: where, which side fires, which Units still have to roll, and the hits."""

    area: int
    firing: int
    purse: int = 0  # hits the Area can still absorb
    queue: Bits = 0  # Units still to roll in this step
    line: bool = False  # the Defensive Line also still has to roll
    shown: int = 0  # the faces of the first in the queue so far, as digits
    hits: int = 0  # to be taken


KINDS: dict[str, Kind] = {
    "area": PLACE,
    "firing": NUMBER,
    "purse": NUMBER,
    "queue": PIECES,
    "line": FLAG,
    "shown": NUMBER,
    "hits": NUMBER,
}


def must_fight(s: State) -> Bits:
    """The newly contested Areas whose Battle has not been fought yet."""
    return contested(s) & ~s.old & ~s.fought  # 10.11d, 10.16m


def attackers(s: State, area: int) -> Bits:
    """The Blocks of the active player that take part in a Battle."""
    return units_at(s, s.side, area) & ~s.cube  # 10.11f, 10.11g, 9.1e


def can_attack(s: State) -> Bits:
    """The contested Areas with a Block of the active player that is not isolated."""
    return sum(1 << area for area in scan(contested(s)) if attackers(s, area))


def battle_bans(s: State) -> list[Ban]:
    """Where no Battle can be declared."""
    both = contested(s)
    return [
        Ban("10.11b", "{it} does not hold Units of both players", everywhere(s) & ~both),
        Ban("10.11f", "no Unit in {it} can attack", both & ~can_attack(s)),  # 9.1e
        Ban("10.15a", "the Battle in {it} has already been fought", both & s.fought),
        Ban("10.16m", "{it} was contested before the Blitz", both & s.old if s.dashes else 0),
    ]


def declare(s: State, area: int) -> None:
    """The Attacker declares a Battle."""
    s.note("10.11j", "Battle in {hex}.", hex=area)
    call(s, s.title.flows["battle"], Battle(area, s.side))


def unfought(s: State) -> list[Objection]:
    """New engagements must be fought."""
    names, clause = s.data.board.names, "10.16m" if s.dashes else "10.11d"
    return [
        Objection(clause, f"the Battle in {names[area]} must be fought", {"area": names[area]})
        for area in scan(must_fight(s))
    ]


def showdown(s: State) -> None:
    """All Blocks in the Area are revealed; the Absorb Bonus is counted."""
    area = s.local.area
    for side in (GERMAN, SOVIET):
        for face in sorted(s.face[piece] for piece in scan(units_at(s, side, area))):
            reveal(s, s.piece[face])  # 10.12.1a, 10.11i
    s.local = s.local._replace(purse=absorb(s, area, 1 - s.side))  # 10.13h
    if s.log is not None:
        who = [[s.data.blocks[s.face[piece]].name for piece in scan(units_at(s, side, area))] for side in (0, 1)]
        for side in (GERMAN, SOVIET):
            if lines(s, side) >> area & 1:
                who[side].append("a Defensive Line")
        s.note("10.12.1a", "{attack} against {defend}.", attack=listing(who[s.side]), defend=listing(who[1 - s.side]))


def end_battle(s: State) -> None:
    """End a Battle: settle control of the Area, and which Blocks stay visible."""
    area, other = s.local.area, 1 - s.side
    s.fought |= 1 << area  # 10.15a
    if not units(s, other) >> area & 1 and may_lead_on(s, area):
        s.blitz |= attackers(s, area) & pieces_of(s, s.data.combat & s.data.fast)  # 10.15c, 10.16c, 10.16d, 10.16f
    vacated(s, area)  # 10.15b, 10.16g
    if contested(s) >> area & 1:
        conceal(s, units_at(s, other, area))  # 10.15d


def may_lead_on(s: State, area: int) -> bool:
    """Whether a Blitz can follow a Battle in this Area."""
    return bool(s.impulse == TACTICAL and weather(s).blitz and not s.dashes and s.data.green >> area & 1)  # 10.16b, j


BATTLE = Verb(
    "battle", (place_arg(battle_bans),), declare, leaves=False, label="Fight in", help="fight in an Area"
)  # 10.11h
