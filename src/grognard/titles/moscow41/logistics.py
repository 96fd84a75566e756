"""[7.0] The Logistics Phase: pause or activation, regeneration, replacement; and the Logistics Value.

Clauses: 7.0a-c, 7.1a, 7.2a-c, 7.2.1a-h, 7.2.1.1a-b, 7.2.2a-g, 4.2.4f-g, 10.5b, typhoon.4, gasp.3.
"""

from typing import NamedTuple

from ...core.action import Verb
from ...core.bits import scan
from ...core.kinds import NUMBER, Kind
from ...kit.ledger import Line, total
from .components import GERMAN, SOVIET
from .state import State, pieces_of
from .strength import weather
from .victory import points


class Logistics(NamedTuple):
    """Whose phase it is, and whether his Leader is activated."""

    player: int
    activated: int = 0


KINDS: dict[str, Kind] = {"player": NUMBER, "activated": NUMBER}


def value_lines(s: State, side: int) -> list[Line]:
    """The Logistics Value, clause by clause."""
    d = s.data
    leader = s.piece[d.leader[side]]
    alive = d.on_board >> s.place[leader] & 1
    hqs = sum(
        bool(d.on_board >> s.place[p] & 1 and s.level[p]) for p in scan(d.side[side] & pieces_of(s, d.hqs))
    )  # 7.2.1c, 10.5b
    gone = s.here.get(d.surrendered if side == GERMAN else d.lost, 0)
    if side == GERMAN:
        gone &= ~(1 << s.piece[d.leader[SOVIET]])
    out = [
        Line("7.2.1b", "=", s.level[leader] if alive else 0, "Leader"),  # 4.2.4g
        Line("7.2.1c", "+", hqs, "headquarters"),
        Line("7.2.1d", "+", points(s, side), "Victory Points"),
        Line("7.2.1e" if side == GERMAN else "7.2.1f", "+", gone.bit_count() // d.charts.lost, "enemy Blocks gone"),
    ]
    whole = int(total(out))
    share = weather(s).logistics
    both = d.board.named(d.charts.both[1:]) | 1 << d.moscow
    has_both = not both & (~s.german if side == GERMAN else s.german)
    if share == "half" or (share != "whole" and not has_both):
        out.append(Line("7.2.1.1a" if share == "half" else "7.2.1.1b", "=", whole // 2, "Bad Weather"))  # 3.1a
    return out


def value(s: State, side: int) -> int:
    """The Logistics Value as it is now."""
    return int(total(value_lines(s, side)))


def fix(s: State) -> None:
    """Reckon the value for what the active player begins; it stays so."""
    s.value = s.points = value(s, s.side)  # 7.2.1g


def has_phase(s: State) -> bool:
    """Does the Turn begin with a Logistics Phase?"""
    return s.turn in s.data.charts.logistics and (s.turn > s.plan.turn or s.plan.logistics)  # 7.0a, typhoon.2, gasp.2


def has_leader(s: State) -> bool:
    """Does the player's Leader live?"""
    return bool(s.data.on_board >> s.place[s.piece[s.data.leader[s.local.player]]] & 1)  # 4.2.4f


def who(s: State) -> int:
    """Whose phase it is."""
    player: int = s.local.player
    return player


def pause(s: State) -> None:
    """The Leader is fully regenerated, and nothing else happens."""
    leader = s.data.leader[s.local.player]
    s.level[s.piece[leader]] = s.seen[s.piece[leader]] = s.data.blocks[leader].full  # 7.1a
    s.note("7.1a", "A Logistics Pause: {unit} is at full Strength.", unit=s.piece[leader])


PAUSE = Verb("pause", (), pause, help="declare a Logistics Pause")
RESTORING: tuple[Verb, ...] = ()
REPLACING: tuple[Verb, ...] = ()


def activated(s: State) -> bool:
    """Is the Leader activated?"""
    return bool(s.local.activated)  # 7.0c


def reduce_leader(_s: State) -> None:
    """At the end the Leader loses a step."""
