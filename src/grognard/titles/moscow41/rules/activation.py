"""[10.1, 10.17] Activating headquarters, and deactivating them when all Battles are over.

Clauses: 10.0a-c, 10.1a-i, 10.5c, 10.5e, 10.9a, 10.10d, 10.10h, 10.17a-c.
"""

from ....core.action import Arg, Verb
from ....core.bits import bits, scan
from ....core.kinds import PATH
from ....core.options import Options
from ....core.rule import Ban, Check, Objection
from ....kit.arguments import piece_arg
from ....kit.words import by_way
from ..data.components import GERMAN
from ..state import State, conceal, faced, pieces_of, put, reveal, side_of
from .command import owner
from .control import not_yours, units, vacated
from .movement import meant, path_objections, paths, reach, walk, way_to

NO_ENGAGING = "10.1f"


def on_road(s: State, piece: int) -> bool:
    """Whether this is Hoepner on the Road to Leningrad."""
    return s.face[piece] == s.data.hoepner and bool(s.data.road_boxes >> s.place[piece] & 1)


def hq_bans(s: State) -> list[Ban]:
    """Every Block that cannot be activated, and why."""
    d, side = s.data, s.side
    ours = d.side[side]
    hqs = pieces_of(s, ours & d.hqs)
    boxed = bits(p for p in scan(hqs & s.boxed) if not on_road(s, p))  # 10.0d, 10.1h
    away = hqs & ~s.on_map & ~s.boxed  # 10.1g: Staging Areas are on the map
    air = faced(s, hqs, d.air)
    tired = bits(p for p in scan(air & ~away) if not s.level[p])
    return [
        *not_yours(s, s.side, "10.1a"),
        Ban("10.1a", "{it} is not a headquarters", ours & ~hqs),
        Ban("10.1a", "{it} is not on the map", away),
        Ban("10.1h", "{it} is in a box", boxed),
        Ban("10.1b", "{it} is isolated", s.cube & hqs),  # 9.1f
        Ban("10.1c", "{it} has been activated", s.active & hqs),
        Ban("10.5e", "{it} is exhausted", tired),  # 10.10h
        Ban("10.0b", "activate a Tactical headquarters before {it}", 0 if has_tactical(s) else air),  # 10.10d
    ]


def has_tactical(s: State) -> bool:
    """Whether a Tactical headquarters is activated."""
    return bool(faced(s, s.active, s.data.tactical))


def stay_checks(s: State) -> list[Check]:
    """A headquarters in a contested Area cannot be revealed there."""
    enemy = units(s, 1 - s.side)
    return [Check("10.1f", "enemies are in the Area of {it}", lambda piece: bool(enemy >> s.place[piece] & 1))]


def lead_checks(s: State) -> list[Check]:
    """A headquarters may be unable to move."""
    ours = s.data.side[s.side]
    there = ours & s.on_map

    def stuck(piece: int) -> bool:
        return bool(there >> piece & 1) and not reach(s, piece, False).ends

    return [
        Check(
            "10.9a", "{it} does not move while on the Road", lambda piece: bool(ours >> piece & 1) and on_road(s, piece)
        ),
        Check("10.8j", "{it} cannot move anywhere", stuck),
    ]


def lead_options(s: State, piece: int) -> Options:
    """The paths a headquarters may take before it is revealed."""
    return paths(s, piece, False, NO_ENGAGING)


def lead_objections(s: State, piece: int, path: tuple[int, ...]) -> list[Objection]:
    """The objections to a path."""
    if s.place[piece] >= s.data.board.box or not s.data.side[s.side] >> piece & 1:
        return []  # the headquarters itself is objected to
    out = path_objections(s, piece, path, NO_ENGAGING)
    own = [Objection("10.1e", *one[1:]) if one.clause == "2.7a" else one for one in out]  # 10.1e
    return by_way(s.data.board.names, path, own)


def complete(s: State, piece: int, path: tuple[int, ...]) -> tuple[int, ...]:
    """The cheapest path to an Area given without a path."""
    if len(path) != 1 or s.place[piece] >= s.data.board.box:
        return path
    way = reach(s, piece, False)
    return way_to(s, s.face[piece], way, path[0]) if way.ends >> path[0] & 1 else meant(s, piece, path[0])


def activate(s: State, piece: int) -> None:
    """Reveal a headquarters where it is."""
    piece = reveal(s, piece)  # 10.1c
    s.active |= 1 << piece
    s.acted |= 1 << piece
    s.note("10.1c", "{unit} is activated in {hex}.", unit=piece, hex=s.place[piece])


def lead(s: State, piece: int, path: tuple[int, ...]) -> None:
    """Move a headquarters and reveal it where it ends."""
    piece = walk(s, piece, path)
    if not s.over:
        activate(s, piece)


def can_activate(s: State) -> bool:
    """Whether the active player can activate a Tactical headquarters."""
    barred = 0
    for ban in hq_bans(s):
        barred |= ban.where
    able = pieces_of(s, s.data.side[s.side] & s.data.tactical) & ~barred
    enemy = units(s, 1 - s.side)
    return any(not enemy >> s.place[p] & 1 or bool(reach(s, p, False).ends) for p in scan(able))  # 10.1i


def unactivated(s: State) -> list[Objection]:
    """A Tactical Impulse requires an activated Tactical headquarters."""
    return [] if has_tactical(s) else [Objection("10.0a", "activate a Tactical headquarters first")]


def deactivate(s: State) -> None:
    """Every activated headquarters loses a step and is concealed; an exhausted one is destroyed."""
    d, hqs = s.data, sorted(s.face[piece] for piece in scan(s.active))
    for face in hqs:
        piece = s.piece[face]
        lower, area = d.step_down(face, s.level[piece]), s.place[piece]
        s.active &= ~(1 << piece)
        if lower is None:
            pile = d.lost if side_of(s, piece) == GERMAN else d.pool[1 - GERMAN]  # 10.17b, 10.17c, 10.5c
            s.note("10.17b", "{name}, already exhausted, is destroyed.", name=d.blocks[face].name)
            put(s, piece, pile)
            if area < d.board.box:
                vacated(s, area)
        else:
            s.level[piece] = lower  # 10.17a
            conceal(s, 1 << piece)


HQ_STAYS = piece_arg(hq_bans, checks=stay_checks)
HQ_GOES = piece_arg(hq_bans, checks=lead_checks)
ACTIVATE = Verb(
    "activate", (HQ_STAYS,), activate, leaves=False, audience=owner, help="reveal a headquarters where it is"
)
LEAD = Verb(
    "lead",
    (HQ_GOES, Arg(PATH, "via|to", lead_options, lead_objections, complete)),
    lead,
    leaves=False,
    audience=owner,
    help="move a headquarters, then reveal it",
)
