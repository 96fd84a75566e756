"""[10.11, 10.12, 10.15] Battles: which must be fought, Showdown, and how one ends.

Clauses: 9.1e, 10.11a-i, 10.12.1a, 10.15a-d (fire in `fire.py`, hits in `losses.py`).
"""

from typing import NamedTuple

from ...core.action import Verb, one
from ...core.bits import Bits, scan
from ...core.flow import call
from ...core.kinds import PLACE, Kind
from ...core.rule import Ban, Objection
from .components import GERMAN, SOVIET
from .control import contested, vacated
from .lines import everywhere
from .state import State, conceal, reveal, units_at


class Battle(NamedTuple):
    """The Area of a Battle under way."""

    area: int


KINDS: dict[str, Kind] = {"area": PLACE}


def must_fight(s: State) -> Bits:
    """The Areas newly contested whose Battle is still to come."""
    return contested(s) & ~s.old & ~s.fought  # 10.11d, 10.16m


def can_attack(s: State) -> Bits:
    """The Areas with a Block of the active player that is not isolated."""
    return sum(1 << area for area in scan(contested(s)) if units_at(s, s.side, area) & ~s.cube)  # 10.11f, 10.11g


def battle_bans(s: State) -> list[Ban]:
    """Where no Battle can be declared."""
    both = contested(s)
    return [
        Ban("10.11b", "{it} does not hold Units of both players", everywhere(s) & ~both),
        Ban("10.11f", "nobody in {it} can attack", both & ~can_attack(s)),  # 9.1e
        Ban("10.15a", "the Battle in {it} has been fought", both & s.fought),
    ]


def declare(s: State, area: int) -> None:
    """The Attacker declares a Battle."""
    s.note("10.11h", "Battle in {hex}.", hex=area)
    call(s, s.title.flows["battle"], Battle(area))


def unfought(s: State) -> list[Objection]:
    """New engagements have to be fought."""
    names = s.data.board.names
    return [Objection("10.11d", f"the Battle in {names[area]} must be fought") for area in scan(must_fight(s))]


def showdown(s: State) -> None:
    """All Blocks in the Area are revealed."""
    area = s.local.area
    for side in (GERMAN, SOVIET):
        for face in sorted(s.face[piece] for piece in scan(units_at(s, side, area))):
            reveal(s, s.piece[face])  # 10.12.1a


def end_battle(s: State) -> None:
    """Who is alone controls the Area; who stays visible, and who does not."""
    area, active = s.local.area, s.active
    s.fought |= 1 << area
    vacated(s, area)
    for side in (GERMAN, SOVIET):
        blocks = units_at(s, side, area) & ~active
        if side == s.side and contested(s) >> area & 1:
            continue  # 10.15d
        conceal(s, blocks)  # 10.15b, 10.15d


BATTLE = Verb("battle", (one(PLACE, battle_bans, everywhere),), declare, leaves=False, help="fight in an Area")
