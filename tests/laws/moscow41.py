"""What is true of every position of *Moscow '41*, and of every action in it."""

from collections.abc import Iterator

from grognard.core.action import Action
from grognard.core.bits import Bits, scan
from grognard.titles.moscow41.data.components import GERMAN, SOVIET
from grognard.titles.moscow41.rules.control import contested, lines, room, units
from grognard.titles.moscow41.rules.movement import cost, engaged
from grognard.titles.moscow41.state import NONE, State, group, known, side_of


def at_rest(s: State) -> Iterator[str]:
    """Faces, stacking, control, groups and trails of a position."""
    d = s.data
    if sorted(s.face[piece] for piece in scan(d.all_blocks)) != list(range(len(d.blocks))):
        yield "faces are no permutation"
    for piece in scan(d.all_blocks):
        block, place = d.blocks[s.face[piece]], s.place[piece]
        if block.side != side_of(s, piece):
            yield f"{block.id} has changed sides"
        if d.on_board >> place & 1 and s.level[piece] not in block.levels:
            yield f"{block.id} shows {s.level[piece]}"
        if not s.trail[piece] >> place & 1:
            yield f"{block.id} is in {d.board.names[place]}, where nobody thinks it may be"
        if not known(s, piece):
            same = [s.face[other] for other in scan(group(s, piece))]
            if same != sorted(same):
                yield f"the group of {block.id} is not sorted"
    for side in (GERMAN, SOVIET):
        for area in scan(d.board.areas):
            if room(s, side, area) < 0 and not s.over:
                yield f"{d.board.names[area]} is overstacked"
        if lines(s, side).bit_count() > d.lines[side]:
            yield "too many lines"
    german, soviet = units(s, GERMAN), units(s, SOVIET)
    if german & ~soviet & ~s.german & ~contested(s) or soviet & ~german & s.german:
        yield "an Area belongs to nobody who is there"
    if soviet & d.staging:
        yield "Soviets in a Staging Area"
    if s.turn and s.impulse == NONE and not s.over:
        yield from _between_impulses(s)


def _between_impulses(s: State) -> Iterator[str]:
    """Nobody is in charge, Bombers are at home, and only who has attacked and is still engaged lies face up."""
    d = s.data
    if s.active or s.crossed or s.blitz or any(s.aim):
        yield "something of the last Impulse is left"
    for bomber in scan(d.all_bombers):
        if d.board.areas >> s.place[bomber] & 1:
            yield f"{d.pieces[bomber]} has not come home"
    both, leaders = contested(s), [s.piece[face] for face in d.leader]
    for piece in scan(s.up & s.on_map):
        if piece not in leaders and not both >> s.place[piece] & 1:
            yield f"{d.blocks[s.face[piece]].id} lies face up where nobody fights"


def between(before: State, action: Action, after: State) -> None:
    """Who is gone for good stays gone, months are not skipped, and nobody rises by more than a step."""
    d = before.data
    for face in scan(d.all_blocks):
        old, new = before.piece[face], after.piece[face]
        for gone in (d.surrendered, d.withdrawn):
            assert before.place[old] != gone or after.place[new] == gone, f"{action}: {d.blocks[face].id} comes back"
        both = d.combat >> face & d.on_board >> before.place[old] & d.on_board >> after.place[new] & 1
        if both and action.verb not in ("arrive", "set"):
            rise = after.level[new] - before.level[old]
            assert rise <= 1, f"{action}: {d.blocks[face].id} rises by {rise} steps"
    assert not before.turn or after.turn in (before.turn, before.turn + 1), f"{action}: months are skipped"
    assert after.disc in (GERMAN, SOVIET), f"{action}: nobody holds the disc"
    if after.disc != before.disc:
        spends = action.verb == "strategic-call"  # with nobody to call and nothing to fight it is over at once
        assert before.spent or after.spent or spends or after.turn != before.turn, (
            f"{action}: the disc passes, and nobody has spent it"
        )


def spent(s: State, units: Bits, path: tuple[int, ...]) -> int:
    """What a path costs, added up Area by Area."""
    (piece,) = scan(units)
    toll = s.data.charts.points["disengage"] if engaged(s, piece) else 0
    return toll + sum(cost(s, s.face[piece], area) for area in path)


ENDS_ONLY = ("2.7a", "10.1e")  # forbid an end, not the way there
