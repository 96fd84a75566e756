"""[7.0] The Logistics Phase: pause or activation, regeneration, replacement; and the Logistics Value.

Clauses: 7.0a-c, 7.1a, 7.2a-c, 7.2.1a-h, 7.2.1.1a-b, 7.2.2a-g, 4.2.4f-g, 10.5b, typhoon.4, gasp.3.
"""

from typing import NamedTuple

from ....core.action import Verb
from ....core.bits import Bits, bits, scan
from ....core.kinds import NUMBER, Kind
from ....core.knowledge import kept
from ....core.rule import Ban
from ....kit.arguments import piece_arg
from ....kit.battle.ledger import Line, total
from ..data.components import GERMAN, SOVIET, Components
from ..state import State, called, on_board, pieces_of
from .command import owner
from .control import contested, not_yours
from .diary import sunk
from .strength import weather
from .victory import points


class Logistics(NamedTuple):
    """The player whose phase it is, and whether the Leader is activated."""

    player: int
    activated: int = 0


KINDS: dict[str, Kind] = {"player": NUMBER, "activated": NUMBER}


def value_lines(s: State, side: int) -> list[Line]:
    """The Logistics Value, clause by clause (7.2.1h and 7.2.2g are examples)."""
    d, each = s.data, s.data.charts.value
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
        Line("7.2.1c", "+", hqs * each["headquarters"], "headquarters"),
        Line("7.2.1d", "+", points(s, side) * each["victory"], "Victory Points"),
        Line(
            "7.2.1e" if side == GERMAN else "7.2.1f",
            "+",
            gone.bit_count() // d.charts.lost * each["lost"],
            "enemy Blocks lost",
        ),  # 9.3g
    ]
    whole = int(total(out))
    share = weather(s).logistics  # typhoon.4, gasp.3
    both = d.board.named(d.charts.both[1:]) | 1 << d.moscow
    has_both = not both & (~s.german if side == GERMAN else s.german)
    if share == "half" or (share != "whole" and not has_both):
        out.append(Line("7.2.1.1a" if share == "half" else "7.2.1.1b", "=", whole // 2, "Bad Weather"))  # 3.1a
    return out


def value(s: State, side: int) -> int:
    """The current Logistics Value."""
    return int(total(value_lines(s, side)))


def fix(s: State) -> None:
    """Compute the active player's value for the coming phase or Impulse."""
    s.value = s.points = value(s, s.side)  # 7.2.1a, 7.2.1g


def has_phase(s: State) -> bool:
    """Whether the Turn begins with a Logistics Phase."""
    return s.turn in s.data.charts.logistics and (s.turn > s.plan.turn or s.plan.logistics)  # 7.0a, typhoon.2, gasp.2


def has_leader(s: State) -> bool:
    """Whether the player's Leader is in play."""
    return bool(s.data.on_board >> s.place[s.piece[s.data.leader[s.local.player]]] & 1)  # 4.2.4f


def who(s: State) -> int:
    """The player whose phase it is."""
    player: int = s.local.player
    return player


def pause(s: State) -> None:
    """Regenerate the Leader fully; nothing else happens."""
    leader = s.data.leader[s.local.player]
    s.level[s.piece[leader]] = s.seen[s.piece[leader]] = s.data.blocks[leader].full  # 7.1a
    s.note("7.1a", "A Logistics Pause: {unit} is at full Strength.", unit=s.piece[leader])


def activate(s: State) -> None:
    """Activate the Leader: compute the value, which gives as many points of each kind."""
    leader = s.data.leader[s.local.player]
    s.local = s.local._replace(activated=1)  # 7.0c
    s.entered = 0
    fix(s)  # 7.2b, 7.2.1g
    s.note("7.2a", "{unit} is activated.", unit=s.piece[leader])


def activated(s: State) -> bool:
    """Whether the Leader is activated."""
    return bool(s.local.activated)  # 7.0c


def renew(s: State) -> None:
    """Provide as many Replacement Points as there were Regeneration Points."""
    s.points = s.value  # 7.2b, 7.2.2f


def price(s: State, piece: int) -> int:
    """The cost of the next step of a Block; 0 if it is at full Strength."""
    return _price(s.data, s.face[piece], s.level[piece])


@kept(most=1024)
def _price(d: Components, face: int, level: int) -> int:
    block = d.blocks[face]
    if level == block.full:
        return 0
    if not block.combat:
        return d.charts.hq_step  # 7.2.2d
    return d.charts.price[block.fire[d.step_up(face, level) - 1]]  # 7.2.2e


def step_bans(s: State, kind: Bits, other: tuple[str, str]) -> list[Ban]:
    """Every Block that cannot regain a step, and why; faces of other kinds cannot."""
    d, side = s.data, s.side
    ours, there = d.side[side], on_board(s, side)
    fit = there & pieces_of(s, kind)
    tag = {piece: price(s, piece) for piece in scan(fit)}
    engaged = contested(s)
    return [
        *not_yours(s, s.side, "7.2.2a"),
        Ban("7.2.2a", "{it} is not on the board", ours & ~there),
        Ban(*other, there & ~fit),
        Ban("7.2.2b", "{it} is engaged", bits(piece for piece in scan(fit) if engaged >> s.place[piece] & 1)),
        Ban("7.2.2c", "{it} is isolated", s.cube & fit),  # 9.1g, 9.1h
        Ban("7.2.2a", "{it} is at full Strength", bits(piece for piece in tag if not tag[piece])),
        Ban(
            "7.2b",
            "{it} needs {needs}; {has} left",
            bits(piece for piece in tag if tag[piece] > s.points),
            lambda piece: {"needs": tag[piece], "has": s.points},
        ),
    ]


def hq_bans(s: State) -> list[Ban]:
    """Every Block that cannot be restored, and why."""
    return step_bans(s, s.data.hqs, ("7.2.2d", "{it} is not a headquarters"))


def combat_bans(s: State) -> list[Ban]:
    """Every Block that cannot get replacements, and why."""
    return step_bans(s, s.data.combat, ("7.2.2e", "{it} is not a Combat Block"))


def regain(s: State, piece: int) -> None:
    """Raise a Block by one step."""
    s.points -= price(s, piece)
    s.level[piece] = level = s.data.step_up(s.face[piece], s.level[piece])  # 7.2.2a
    s.note("7.2.2a", "{unit} is brought up to {level}.", audience=(s.side,), unit=called(s, piece), level=level)


def reduce_leader(s: State) -> None:
    """Reduce the Leader by one step at the end; an exhausted one stays."""
    face = s.data.leader[s.local.player]
    piece = s.piece[face]
    lower = s.data.step_down(face, s.level[piece])
    if lower is not None:
        s.level[piece] = s.seen[piece] = lower  # 7.2c
        s.note("7.2c", "{unit} is {level}.", unit=piece, level=sunk(lower))
    s.value = s.points = s.entered = 0


PAUSE = Verb("pause", (), pause, help="declare a Logistics Pause")
LOGISTICS = Verb("logistics", (), activate, help="activate the Leader")
RESTORE = Verb(
    "restore", (piece_arg(hq_bans),), regain, leaves=False, audience=owner, help="raise a headquarters by one step"
)
REPLACE = Verb(
    "replace",
    (piece_arg(combat_bans),),
    regain,
    leaves=False,
    audience=owner,
    label="Replace a step of",
    help="raise a Combat Block by one step",
)
RESTORING: tuple[Verb, ...] = (RESTORE,)
REPLACING: tuple[Verb, ...] = (REPLACE,)
