"""Set-up: Blocks due later and lost, hidden draws, and free deployment that always leaves room for the rest.

Clauses: setup.2-5, 3.2.1a, 2.2j, and the set-ups of the scenarios (campaign.*, dnieper.2-3, typhoon.*, gasp.*).
"""

from typing import NamedTuple

from ....core.action import Verb, one
from ....core.bits import Bits, bits, listed, lowest, scan
from ....core.kinds import FACE, NUMBER, PATH, Kind
from ....core.knowledge import kept
from ....core.rule import Ban
from ....kit.arguments import piece_arg, place_arg
from ..data.scenarios import Army, Entry
from ..state import State, called, known, put, reveal
from .control import ROOMY, lines, not_yours, room, set_lines
from .lines import everywhere


class Setting(NamedTuple):
    """The side being set up, the position in its list, and the Areas named for the current entry."""

    army: int
    entry: int = 0
    places: tuple[int, ...] = ()
    done: int = 0


KINDS: dict[str, Kind] = {"army": NUMBER, "entry": NUMBER, "places": PATH, "done": NUMBER}


def set_up(s: State) -> None:
    """Apply what the scenario fixes before the players set up."""
    s.weather, s.disc = s.plan.weather, s.plan.initiative  # campaign.6, campaign.7, dnieper.2, typhoon.2, gasp.2


def army(s: State) -> Army:
    """The set-up list of the side being set up."""
    return s.plan.armies[s.local.army]


def entry(s: State) -> Entry:
    """The current entry."""
    local = s.local
    found: Entry = s.data.plans[s.scenario].armies[local.army].entries[local.entry]
    return found


def muster(s: State) -> None:
    """Place the Blocks listed as due later or lost, and the lines with fixed Areas."""
    for pile, faces in army(s).waiting:
        for face in scan(faces):
            put(s, s.piece[face], pile, faces)
    set_lines(s, s.local.army, lines(s, s.local.army) | army(s).lines)


def entries_left(s: State) -> bool:
    """Whether there is another entry."""
    return bool(s.local.entry < len(army(s).entries))


def unnamed(s: State) -> int:
    """How many Areas the owner still has to name."""
    now = entry(s)
    return 0 if now.picks else now.size - len(now.fixed) - len(s.local.places)


def unpicked(s: State) -> int:
    """How many Blocks the owner still has to deploy freely."""
    now = entry(s)
    return now.size - s.local.done if now.picks else 0


def undealt(s: State) -> int:
    """How many Blocks still have to be dealt to their places."""
    now = entry(s)
    return 0 if now.picks else now.size - s.local.done


@kept(lambda s: (s.local.army, s.local.entry, s.here.get(s.data.reserve), bytes(s.face)))
def candidates(s: State) -> Bits:
    """The faces that may be dealt now."""
    reserve = s.data.reserve
    return bits([face for face in listed(entry(s).faces) if s.place[s.piece[face]] == reserve])


def missing(s: State) -> bool:
    """Whether fewer Blocks are left in reserve than the coming entries need."""
    if not isinstance(s.local, Setting):
        return False
    done, reserve = s.local.done, s.data.reserve
    for now in army(s).entries[s.local.entry :]:
        if sum(s.place[s.piece[face]] == reserve for face in scan(now.faces)) < now.size - done:
            return True
        done = 0
    return False


def targets(s: State) -> tuple[int, ...]:
    """The places of the entry without a Block."""
    return (*entry(s).fixed, *s.local.places)[s.local.done :]


def place_face(s: State, face: int, place: int) -> None:
    """Place a Block as the set-up says."""
    now, block = entry(s), s.data.blocks[face]
    who = called(s, s.piece[face])
    piece = put(s, s.piece[face], place, now.faces)
    s.local = s.local._replace(done=s.local.done + 1)
    if s.data.on_board >> place & 1:
        s.level[piece] = now.strength.level(block, place == now.home)  # setup.4
        if now.strength.here == now.strength.next:
            s.seen[piece] = s.level[piece]
        if now.up or s.data.leaders >> face & 1:
            piece = reveal(s, piece)  # gasp.german.9
    s.note(now.clause, "{unit}: {hex}.", unit=called(s, piece) if known(s, piece) else who, hex=place)


def place_forced(s: State) -> None:
    """Place Blocks without a draw if only one Block or only one place is left."""
    while left := () if entry(s).picks else targets(s):
        found = candidates(s)
        if found.bit_count() > 1 and (found.bit_count() > len(left) or len({*left}) > 1):
            return
        place_face(s, lowest(found), left[0])


def next_entry(s: State) -> None:
    """Continue with the next entry."""
    s.local = Setting(s.local.army, s.local.entry + 1)


# -- chance -----------------------------------------------------------------------------------


def deal_bans(s: State) -> list[Ban]:
    """Only available Blocks of the entry can be dealt."""
    return [Ban("setup.2", "{it} cannot be drawn here", s.data.all_faces & ~candidates(s))]


def deal(s: State, face: int) -> None:
    """Place the drawn Block in the next place."""
    place_face(s, face, targets(s)[0])  # setup.2, campaign.4


def deal_audience(s: State) -> tuple[int, ...]:
    """The owner sees what is dealt; everyone sees surrendered Blocks."""
    return (0, 1) if s.data.open_piles >> targets(s)[0] & 1 else (s.local.army,)


# -- room -------------------------------------------------------------------------------------


class Need(NamedTuple):
    """A number of Blocks of one entry to place in a domain; `used` holds Areas that may not be used again."""

    size: int
    domain: Bits
    each: bool
    used: Bits


def needs(s: State) -> tuple[list[Need], dict[int, int]]:
    """The side's remaining free placements, the current entry first, and the room in each Area."""
    side, now, later = s.local.army, entry(s), army(s).entries[s.local.entry + 1 :]
    free = now.domain
    for item in later:
        free |= item.domain
    cap = {area: s.data.stacking[area] or ROOMY for area in scan(free & s.data.board.areas)}
    for area in cap.keys() & s.here.keys():
        cap[area] = room(s, side, area)
    for area in (*targets(s), *(place for item in later for place in item.fixed)):
        if area in cap:
            cap[area] -= 1
    out = [Need(unnamed(s) + unpicked(s), now.domain, now.each, bits(s.local.places) if now.each else 0)]
    out += [Need(item.size - len(item.fixed), item.domain, item.each, 0) for item in later if item.domain]
    return out, cap


def fits(wants: list[Need], cap: dict[int, int]) -> list[dict[int, int]] | None:
    """A way to place all Blocks: for each need, how many in which Area; None if there is none."""
    use: list[dict[int, int]] = [{} for _ in wants]
    load = dict.fromkeys(cap, 0)

    def find(n: int, tried: Bits) -> Bits:
        """Find an Area for one more of a need, moving others; return the Areas tried, or -1 on success."""
        want = wants[n]
        open_ = want.domain & ~tried & ~want.used
        if want.each:
            open_ &= ~bits(use[n])
        for area in scan(open_):
            if load[area] < cap[area]:
                load[area] += 1
                use[n][area] = use[n].get(area, 0) + 1
                return -1
        for area in scan(open_):
            tried |= 1 << area
            for other, taken in enumerate(use):
                if area in taken and other != n:
                    _less(taken, area)
                    load[area] -= 1
                    after = find(other, tried)
                    if after == -1:
                        load[area] += 1
                        use[n][area] = use[n].get(area, 0) + 1
                        return -1
                    tried |= after
                    taken[area] = taken.get(area, 0) + 1
                    load[area] += 1
        return tried

    for n, want in enumerate(wants):
        left = want.size
        for area in scan(want.domain & ~want.used):
            some = min(left, cap[area] - load[area], 1 if want.each else left)
            if some > 0:
                load[area] += some
                use[n][area] = some
                left -= some
            if not left:
                break
        for _ in range(left):
            if find(n, 0) != -1:
                return None
    return use


def _less(taken: dict[int, int], area: int) -> None:
    taken[area] -= 1
    if not taken[area]:
        del taken[area]


def crowding(wants: list[Need], cap: dict[int, int], open_: Bits) -> Bits:
    """The Areas in which a Block now would leave no room for a later one."""
    way = fits(wants, cap)
    if way is None:
        return open_
    load: dict[int, int] = {}
    for taken in way:
        for area, count in taken.items():
            load[area] = load.get(area, 0) + count
    out = 0
    for area in scan(open_):
        if area in way[0] or load.get(area, 0) < cap[area]:
            continue
        first = wants[0]
        less = first._replace(size=first.size - 1, used=first.used | (1 << area if first.each else 0))
        if fits([less, *wants[1:]], cap | {area: cap[area] - 1}) is None:
            out |= 1 << area
    return out


# -- what the owner decides -------------------------------------------------------------------


def place_bans(s: State, *_piece: int) -> list[Ban]:
    """Where a Block of the entry may not be set up."""
    now, places = entry(s), everywhere(s)
    wants, cap = needs(s)
    full = bits(area for area, left in cap.items() if left <= 0)
    open_ = now.domain & ~full & ~(bits(s.local.places) if now.each else 0)
    return [
        Ban(now.clause, "{it} is not among the Areas for these Blocks", places & ~now.domain),
        Ban(now.clause, "{it} has already been named: one Block per Area", bits(s.local.places) if now.each else 0),
        Ban("setup.3", "{it} has no room", full & now.domain),
        Ban("setup.3", "with a Block in {it} there would be no room for all the others", crowding(wants, cap, open_)),
    ]


def settle_area(s: State, area: int) -> None:
    """Name an Area; the Block for it will be drawn."""
    s.local = s.local._replace(places=(*s.local.places, area))


def block_bans(s: State) -> list[Ban]:
    """Every Block that is not part of the entry, and why."""
    own = s.data.side[s.local.army]
    fit = bits(s.piece[face] for face in scan(candidates(s)))
    return [
        *not_yours(s, s.local.army, "setup.2"),
        Ban(entry(s).clause, "{it} is not among the Blocks to be deployed now", own & ~fit),
    ]


def deploy(s: State, piece: int, area: int) -> None:
    """Place a Block of the owner's choice."""
    place_face(s, s.face[piece], area)


def lines_left(s: State) -> bool:
    """Whether there are lines to set up."""
    own = army(s)
    return lines(s, s.local.army).bit_count() < own.lines.bit_count() + own.free_lines


def line_bans(s: State) -> list[Ban]:
    """Where a line may not be set up."""
    own, clause = army(s), "setup.5"
    return [
        Ban(clause, "{it} is not among the Areas for lines", everywhere(s) & ~own.line_domain),
        Ban(clause, "there is already a line in {it}", lines(s, s.local.army)),
    ]


def entrench(s: State, area: int) -> None:
    """Set up a line."""
    set_lines(s, s.local.army, lines(s, s.local.army) | 1 << area)  # setup.5
    s.note("setup.5", "A Defensive Line: {hex}.", hex=area)


def who(s: State) -> int:
    """The owner of the army being set up."""
    side: int = s.local.army
    return side


def owner(s: State) -> tuple[int, ...]:
    """Only the owner knows which Block is deployed."""
    return (s.local.army,)


DEALT = one(FACE, deal_bans, lambda s: s.data.all_faces)
DEAL = Verb("deal", (DEALT,), deal, weights=lambda s: [1] * candidates(s).bit_count(), audience=deal_audience)
SETTLE = Verb(
    "settle", (place_arg(place_bans),), settle_area, label="Name an Area:", help="name an Area for one of the Blocks"
)
DEPLOY = Verb(
    "deploy", (piece_arg(block_bans), place_arg(place_bans, "in")), deploy, audience=owner, help="set up a Block"
)
ENTRENCH = Verb("entrench", (place_arg(line_bans),), entrench, label="Set up a line in", help="set up a Defensive Line")
