"""[10.2, 10.3, 10.6, 10.7] Command: which Blocks may act, and their move.

Clauses: 4.2.6c, 4.2.6e-g, 10.2a-c, 10.3a-f, 10.5d, 10.6a-b, 10.7a, 10.8a-d, 10.10c, 12.0a, 14.1a-b.
"""

from ....core.action import Arg, Verb
from ....core.bits import Bits, scan
from ....core.kinds import PATH
from ....core.knowledge import kept
from ....core.options import Options
from ....core.rule import Ban, Check, Objection
from ....kit.arguments import piece_arg
from ....kit.words import by_way
from ..state import EXPLOIT, MOVES, PASS, TACTICAL, State, faced, side_of, units_among, units_at
from .control import friendly, not_yours
from .movement import around_words, engaging, meant, path_objections, paths, reach, walk, way_to
from .strength import tactical_range


def within(s: State, piece: int) -> Bits:
    """The Areas within Tactical Range of a headquarters, its own among them (10.3f is an example).

    Staging Areas always stay German, so nothing Soviet is traced through them (2.4.4d).
    """
    side, start = side_of(s, piece), s.place[piece]
    through, found, new = friendly(s, side), 1 << start, 1 << start  # 10.3b
    for _ in range(tactical_range(s, piece)):  # 4.2.3e
        new = s.data.board.spread(new) & ~found
        found |= new
        new &= through
    return found


def commanders(s: State) -> Bits:
    """The activated Tactical headquarters on the map."""
    return faced(s, s.active & s.on_map, s.data.tactical)  # 4.2.6f, 10.10c, 2.2m, 14.2l


def commands(s: State, hq: int, there: Bits) -> Bits:
    """The Blocks among these that a headquarters may command by their kind and colour."""
    d = s.data
    if s.face[hq] == d.zhukov:
        return there  # 10.6a, 14.1b
    fit = d.combat
    if "colours=ignored" not in s.options:  # 14.1a
        fit &= d.white | d.mates[s.face[hq]]  # 10.2b, 4.2.6c, 4.2.6e
    return faced(s, there, fit)


def _ranks(s: State) -> tuple[object, ...]:
    """All that command depends on."""
    levels = tuple(s.level[hq] for hq in scan(s.active))
    return s.side, s.active, levels, s.weather, friendly(s, s.side), s.place.tobytes(), bytes(s.face)


@kept(_ranks)
def in_command(s: State) -> tuple[Bits, Bits]:
    """The Blocks commanded by an activated headquarters, and those in range of one."""
    own, near = 0, 0
    for hq in scan(commanders(s)):
        there = units_among(s, s.side, within(s, hq))
        own |= commands(s, hq, there) | units_at(s, s.side, s.place[hq])  # 10.2c, 10.8d, 10.10e
        near |= there
    return own & ~s.active, near


def act_bans(s: State, isolated: str = "9.1d") -> list[Ban]:
    """Every Block that cannot act now, and why; `isolated` is the clause that stops an isolated one."""
    d, side = s.data, s.side
    ours = d.side[side]
    on_map, boxed = s.on_map & ours, s.boxed & ours
    leader = 1 << s.piece[d.leader[side]]
    bans = [
        *not_yours(s, s.side, "10.7a"),
        Ban("10.7a", "{it} is not on the map", ours & ~on_map & ~boxed),
        Ban("4.2.1a", "{it} is a Leader", leader),  # 4.2.4b
        Ban("2.2m", "{it} is on the Road to Leningrad", boxed & ~leader),  # 10.9d, 14.2k
        Ban(isolated, "{it} is isolated", s.cube & ours),  # 9.1c, 9.1d, 10.8a, 10.18c
        Ban("10.18b", "{it} has moved in this Exploitation", s.acted & ours)
        if s.impulse == EXPLOIT
        else Ban("10.7a", "{it} has acted in this Impulse", s.acted & ours),
    ]
    if s.impulse == TACTICAL:
        led, near = in_command(s)
        text = "{it} is not in range of an activated headquarters: {ranges}"
        bans.append(Ban("10.3a", text, on_map & ~near & ~leader, lambda _: {"ranges": _ranges(s)}))
        bans.append(Ban("10.2b", "{it} is not in range of a headquarters that may command it", near & ~led & ~s.acted))
    elif s.impulse in (PASS, MOVES) and not s.points:
        bans.append(spent_out(s, on_map))
    return bans


def spent_out(s: State, blocks: Bits) -> Ban:
    """No action is left in a Pass or a Strategic Impulse."""
    most = 1 if s.impulse == PASS else s.value
    text = "no more Blocks may act: one may in a Pass" if s.impulse == PASS else "no more Blocks may act: {most} may"
    return Ban("10.8b" if s.impulse == PASS else "10.8c", text, blocks, lambda _: {"most": most, "left": s.points})


def _ranges(s: State) -> str:
    """The activated headquarters on the map with their ranges, in words."""
    found = [f"{s.data.blocks[s.face[hq]].id} reaches {tactical_range(s, hq)}" for hq in scan(commanders(s))]
    return ", ".join(found) or "none on the map is activated"


def move_checks(s: State) -> list[Check]:
    """A Block may be unable to move."""
    clause, ours = engaging(s), s.data.side[s.side] & s.on_map

    def stuck(piece: int) -> bool:
        return bool(ours >> piece & 1) and not reach(s, piece, not clause).ends

    text = "{it} cannot move anywhere; adjacent Areas: {areas}"
    return [Check("10.8j", text, stuck, lambda piece: {"areas": around_words(s, piece, clause)})]


def move_options(s: State, piece: int) -> Options:
    """The paths a Block may take."""
    return paths(s, piece, not engaging(s), engaging(s))


def move_objections(s: State, piece: int, path: tuple[int, ...]) -> list[Objection]:
    """The objections to a path."""
    if s.place[piece] >= s.data.board.box or not s.data.side[s.side] >> piece & 1:
        return []  # the Block itself is objected to
    return by_way(s.data.board.names, path, path_objections(s, piece, path, engaging(s)))


def complete(s: State, piece: int, path: tuple[int, ...]) -> tuple[int, ...]:
    """The cheapest path to an Area given without a path."""
    if len(path) != 1 or s.place[piece] >= s.data.board.box:
        return path
    way = reach(s, piece, not engaging(s))
    return way_to(s, s.face[piece], way, path[0]) if way.ends >> path[0] & 1 else meant(s, piece, path[0])


def spend(s: State) -> None:
    """Use one action of a Pass, a Strategic Impulse or an Exploitation."""
    if s.impulse in (PASS, MOVES, EXPLOIT):
        s.points -= 1  # 10.8b, 10.8c, 10.18b, 12.0a


def move(s: State, piece: int, path: tuple[int, ...]) -> None:
    """Move a Block."""
    spend(s)
    walk(s, piece, path)


def owner(s: State) -> tuple[int, ...]:
    """Only the owner knows which upright Block acts; the diary tells the rest."""
    return (s.side,)


WAY = Arg(PATH, "via|to", move_options, move_objections, complete)
MOVER = piece_arg(act_bans, checks=move_checks)
MOVE = Verb("move", (MOVER, WAY), move, audience=owner, leaves=False, help="move a Block, Area by Area")  # 10.7a
