"""[10.16] The Blitz Segment.

Clauses: 10.16a-p, 10.12.2c, 10.15c, 10.10.1e, 14.2b.
"""

from ....core.action import Verb
from ....core.bits import Bits, bits, scan
from ....core.rule import Ban, Check, unbanned
from ....kit.arguments import piece_arg, place_arg
from ..state import State, conceal, pieces_of, put, regroup, side_of, units_among, units_at
from .command import commanders, commands, within
from .control import contested, not_yours
from .diary import FULL
from .lines import everywhere
from .movement import walk
from .support import aim, aim_bans, around, each, fields, gun_bans, gun_checks


def blitz_hqs(s: State) -> Bits:
    """The activated headquarters on the map that can Blitz."""
    d = s.data
    able = d.blitzers | 1 << d.hoepner if "leningrad=generals" in s.options else d.blitzers  # 14.2b
    return commanders(s) & pieces_of(s, able)  # 10.16i


def in_blitz_range(s: State) -> Bits:
    """The Blocks that are in range of a Blitz headquarters and that it may command."""
    out = 0
    for hq in scan(blitz_hqs(s)):
        there = units_among(s, s.side, within(s, hq))
        out |= commands(s, hq, there) | units_at(s, s.side, s.place[hq])  # 10.16h
    return out


def possible(s: State) -> bool:
    """Whether a Block has cleared a Green Area; never in Bad Weather or outside Tactical Impulses."""
    return bool(s.blitz)  # 10.16a, 10.16b, 10.16j


def begin(s: State) -> None:
    """Begin the Blitz Segment: note contested Areas, clear support, forget river crossings."""
    s.old, s.fought = contested(s), 0  # 10.16p
    for piece in scan(s.active | s.data.all_bombers):
        s.aim[piece] = 0
    places = {(side_of(s, piece), s.place[piece]) for piece in scan(s.crossed)}
    s.crossed = 0
    for side, place in sorted(places):
        regroup(s, side, place)


# -- the move ---------------------------------------------------------------------------------


def blitz_bans(s: State) -> list[Ban]:
    """Every Block that cannot Blitz, and why."""
    d, ours = s.data, s.data.side[s.side]
    on_map = bits(piece for piece in scan(ours) if s.place[piece] < d.board.box)
    combat, fast = pieces_of(s, d.combat & d.side[s.side]), pieces_of(s, d.fast & d.side[s.side])
    done = on_map & combat & fast & blitzed(s)
    return [
        *not_yours(s, s.side, "10.16a"),
        Ban("10.16k", "{it} is not on the map", ours & ~on_map),
        Ban("10.16c", "{it} is not a Combat Block", on_map & ~combat),
        Ban("10.16d", "{it} is Slow", on_map & combat & ~fast),
        Ban("10.16a", "{it} has blitzed: a Block does so once", done),
        Ban("10.16f", "{it} has not cleared a Green Area in this segment", on_map & combat & fast & ~s.blitz & ~done),
        Ban(
            "10.16h",
            "{it} is not in range of an activated Blitz headquarters that may command it",
            s.blitz & ~in_blitz_range(s),
        ),
    ]


def blitzed(s: State) -> Bits:
    """The Blocks that have blitzed in this segment, as far as the Areas tell: others may have come there before."""
    ends, out = s.dashes[1::2], 0
    for area in set(ends):
        there = s.here.get(area, 0) & s.data.side[s.side] & s.acted & ~s.blitz
        out |= there if there.bit_count() == ends.count(area) else 0
    return out


def blitz_checks(s: State) -> list[Check]:
    """There may be no Area to Blitz to."""
    return [Check("10.16e", "{it} has no Area to go to", lambda piece: not ground(s, piece))]


def ground(s: State, piece: int) -> Bits:
    """The Areas to which a Block can Blitz."""
    return unbanned(everywhere(s), ground_bans(s, piece))


def ground_bans(s: State, piece: int) -> list[Ban]:
    """Where a Block cannot Blitz."""
    d, every = s.data, everywhere(s)
    near = around(s, piece)
    return [
        Ban("10.16e", "{it} is not adjacent", every & ~near),
        Ban("10.16l", "{it} is not a Green Area", near & ~d.green),
        Ban("10.16p", "{it} was contested before the Blitz", near & s.old),
        Ban("2.7a", FULL, near & s.full[s.side], lambda a: {"limit": d.stacking[a]}),
    ]


def blitz(s: State, piece: int, area: int) -> None:
    """Move a Fast Block in a Blitz."""
    s.blitz &= ~(1 << piece)  # ruling on 10.16: once
    s.dashes = (*s.dashes, s.place[piece], area)
    walk(s, piece, (area,), told=("10.16e", "{unit} blitzes from {hex} to {hex_end}."))


# -- support ----------------------------------------------------------------------------------


def blitz_gun_bans(s: State) -> list[Ban]:
    """Artillery of Blitz headquarters only."""
    tactical = s.active & pieces_of(s, s.data.tactical)
    return [*gun_bans(s), Ban("10.16n", "{it} is not a Blitz headquarters", tactical & ~blitz_hqs(s))]  # 10.12.2c


def routes(s: State, bomber: int) -> Bits:
    """The Blitz Battles started by Blocks from the Area that a Bomber struck."""
    starts, ends = s.dashes[::2], s.dashes[1::2]
    return fields(s) & bits(b for a, b in zip(starts, ends, strict=True) if a == s.place[bomber])


def follow_bans(s: State) -> list[Ban]:
    """Which Bombers cannot follow."""
    d = s.data
    stukas = bits(n for n, bomber in enumerate(d.bombers, d.first_bomber) if bomber.blitz)
    ours = d.all_bombers if side_of(s, d.first_bomber) == s.side else 0
    away = bits(bomber for bomber in scan(stukas) if s.place[bomber] >= d.board.box)
    return [
        Ban("10.16o", "{it} is not a Bomber of yours", d.all_pieces & ~ours),
        Ban("10.16o", "{it} cannot follow a Blitz", d.all_bombers & ~stukas),  # 10.10.1e
        Ban("10.16o", "{it} has not survived a Battle in this Impulse", away),
        Ban(
            "10.16o",
            "{it} has already followed a Blitz",
            bits(bomber for bomber in scan(stukas & ~away) if s.aim[bomber]),
        ),
    ]


def follow_checks(s: State) -> list[Check]:
    """There may be no Blitz from the Area it struck."""
    return [Check("10.16o", "no Block has blitzed on from the Area {it} struck", lambda bomber: not routes(s, bomber))]


def route_bans(s: State, bomber: int) -> list[Ban]:
    """Where a Stuka cannot follow."""
    return [
        Ban("10.16o", "no Block has blitzed to {it} from where the Stuka struck", everywhere(s) & ~routes(s, bomber))
    ]


def follow(s: State, bomber: int, area: int) -> None:
    """Commit a Stuka to a Blitz Battle of the Blocks it has supported."""
    put(s, bomber, area)
    s.aim[bomber] = area  # 10.16o
    s.note("10.16o", "{unit} follows to {hex}.", unit=bomber, hex=area)


def can_move(s: State) -> bool:
    """Whether any Block can Blitz."""
    return bool(BLITZ.available(s))


def offered(s: State) -> bool:
    """Whether a Blitz Battle can be supported."""
    return any(verb.available(s) for verb in SUPPORT)


def support_wanted(s: State) -> bool:
    """Whether support is given now, for all Blitz Battles."""
    return not each(s) and offered(s)


def support_wanted_here(s: State) -> bool:
    """Whether support is given for the Blitz Battle just declared."""
    return each(s) and bool(s.dashes) and offered(s)


def end_blitz(s: State) -> None:
    """Conceal the Fast Blocks that could have blitzed."""
    waiting, s.blitz = s.blitz, 0
    conceal(s, waiting)  # 10.15c


FAST = piece_arg(blitz_bans, checks=blitz_checks), place_arg(ground_bans)
GUNS = piece_arg(blitz_gun_bans, checks=gun_checks), place_arg(aim_bans)
STUKA = piece_arg(follow_bans, checks=follow_checks), place_arg(route_bans)
BLITZ = Verb("blitz", FAST, blitz, leaves=False, help="move a Fast Block on to a Green Area")
FIRE = Verb("fire", GUNS, aim, leaves=False, help="direct the artillery of a Blitz headquarters to a Blitz Battle")
FOLLOW = Verb("follow", STUKA, follow, leaves=False, help="send a Stuka after a Blitz")
VERBS: tuple[Verb, ...] = (BLITZ,)
SUPPORT: tuple[Verb, ...] = (FIRE, FOLLOW)
