"""[10.12.2-10.12.5] Artillery, anti-air fire, airstrike and ground fire: who rolls, how many dice, and what hits.

The Units that roll in a step of a Battle are in its `queue`; the line rolls first, then by number, one die at a time.

Clauses: 3.1b, 4.1h-i, 4.2.2a-d, 4.2.3a, 4.2.3d, 4.2.4c, 8.0c, 8.0f-g, 9.1e, 9.1j, 10.4a, 10.4c-e, 10.10b,
10.10.1c-g, 10.10.2a-c, 10.12.2a-b, 10.12.3a-i, 10.12.4a, 10.12.5a, 10.12.5.1a-b, 10.12.5.2a-g, 10.14.3b-c.
"""

from ....core.action import Verb
from ....core.bits import Bits, bits, lowest, scan
from ....core.rule import Ban
from ....kit.arguments import piece_arg
from ....kit.battle.die import roll_verb
from ....kit.words import are, number_word
from ..state import State, faced, pieces_of, put, side_of, units_at
from .control import controlled, lines, units
from .diary import counted
from .strength import dice, weather

# -- one Unit ---------------------------------------------------------------------------------


def bombers_over(s: State, area: int) -> Bits:
    """The Bombers that take part in the Battle of an Area."""
    return bits(b for b in scan(s.here.get(area, 0) & s.data.all_bombers) if s.aim[b] == area)


def guns_on(s: State, area: int) -> Bits:
    """The headquarters whose artillery marker is in an Area."""
    return bits(hq for hq in scan(s.active) if s.aim[hq] == area)  # 10.4c


def firepower(s: State, piece: int) -> str:
    """Single, double or triple fire."""
    d = s.data
    if d.all_bombers >> piece & 1:
        return d.bombers[piece - d.first_bomber].fire  # 10.10.1d, 10.10.1e, 10.12.4a
    block = d.blocks[s.face[piece]]
    if block.combat:
        return block.fire[s.level[piece] - 1]  # 4.2.2a, 4.2.2b, 4.2.2c, 10.12.3d
    return d.charts.hq_fire if s.place[piece] == s.local.area else d.charts.hq_artillery  # 4.2.2d, 10.4a-b, 10.12.2a


def dice_of(s: State, piece: int) -> int:
    """How many dice a Block or Bomber rolls in the current Battle."""
    d, bit, area = s.data, 1 << piece, s.local.area
    if d.all_bombers & bit:
        return dice(s, s.piece[d.of[piece]], True)  # 10.10.1c, 10.12.4a
    if d.air >> s.face[piece] & 1:
        return 0  # 4.2.2d, 10.10b
    attacks = side_of(s, piece) == s.side
    if attacks and s.cube & bit:
        return 0  # 9.1e, 9.1j
    count = dice(s, piece, attacks)  # 4.2.3d, 10.4a, 10.4d, 10.4e, 10.5a, 10.12.2a, 10.12.2b, 8.0c, 8.0f, 10.10.2b
    return min(1, count) if attacks and s.crossed & bit and not s.old >> area & 1 else count  # 10.12.5.1a, 10.12.5.1b


def why_fewer(s: State, piece: int) -> str:
    """What the weather or a river takes from a Block's dice, for the diary; empty if nothing does."""
    d, bit = s.data, 1 << piece
    if d.all_bombers & bit or not s.level[piece]:
        return ""
    attacks = side_of(s, piece) == s.side
    if attacks and s.crossed & bit and not s.old >> s.local.area & 1 and dice(s, piece, True) > 1:
        return f", across a river, one die instead of {dice(s, piece, True)} [10.12.5.1],"
    if (left := dice(s, piece, attacks)) < s.level[piece]:
        many = "one die" if left == 1 else f"{left} dice"
        return f", in {weather(s).name}, {many} instead of {s.level[piece]} [8.0],"
    return ""


# -- who rolls --------------------------------------------------------------------------------


def load(s: State, pieces: Bits, line: bool = False) -> None:
    """Queue these Units to roll now, if they have dice and an enemy is left."""
    enemy = units(s, 1 - s.local.firing) >> s.local.area & 1
    queue = bits(piece for piece in scan(pieces) if dice_of(s, piece)) if enemy else 0  # 10.14.2a
    s.local = s.local._replace(queue=queue, line=bool(line and enemy), shown=0, hits=0)  # 4.2.3a: one die for a line


def loaded(s: State) -> bool:
    """Whether there is a die to roll."""
    return bool(s.local.line or s.local.queue)


def unloaded(s: State) -> bool:
    """Whether all dice have been rolled."""
    return not loaded(s)


def aim_guns(s: State) -> None:
    """Queue the Attacker's artillery."""
    load(s, guns_on(s, s.local.area))  # 10.12.2a


def aim_flak(s: State) -> None:
    """Queue all Units of the Defender to fire at Bombers, if there are any."""
    area, side = s.local.area, 1 - s.side
    s.local = s.local._replace(firing=side)
    if bombers_over(s, area):  # 10.10.1g
        load(s, units_at(s, side, area), bool(lines(s, side) >> area & 1))  # 10.12.3a, 10.12.3b, 10.12.3c, 10.10.2a


def aim_bombs(s: State) -> None:
    """Queue the remaining Bombers."""
    s.local = s.local._replace(firing=s.side)
    load(s, bombers_over(s, s.local.area))  # 10.12.4a


def under_tank_attack(s: State) -> bool:
    """Whether the Attacker fires first."""
    d, area, side, other = s.data, s.local.area, s.side, 1 - s.side
    bit = 1 << area
    ours = faced(s, units_at(s, side, area), d.tanks) & ~s.cube
    return bool(
        weather(s).tanks  # 10.12.5.2b
        and d.green & bit  # 10.12.5.2c
        and not lines(s, other) & bit
        and not d.cities & controlled(s, other) & bit  # 10.12.5.2d
        and ours
        and not faced(s, units_at(s, other, area), d.tanks)  # 10.12.5.2e
        and (s.old & bit or ours & ~s.crossed)  # 10.12.5.2g
    )


def no_tank_attack(s: State) -> tuple[str, str]:
    """Why attacking Tanks make no Tank Attack: the clause and a sentence; empty if there are none, or it is one."""
    d, area, side, other = s.data, s.local.area, s.side, 1 - s.side
    bit, tanks = 1 << area, pieces_of(s, d.tanks)
    ours, theirs = units_at(s, side, area) & tanks & ~s.cube, units_at(s, other, area)
    if not ours or not theirs or under_tank_attack(s):
        return "", ""
    if not weather(s).tanks:
        return "10.12.5.2b", f"no Tank Attack in {weather(s).name}"
    if not d.green & bit:
        return "10.12.5.2c", "no Tank Attack: the Area is not Green"
    if lines(s, other) & bit:
        return "10.12.5.2d", "no Tank Attack against a Defensive Line"
    if d.cities & controlled(s, other) & bit:
        return "10.12.5.2d", "no Tank Attack against a City"
    if theirs & tanks:
        return "10.12.5.2e", "no Tank Attack: the Defender has Tanks"
    return "10.12.5.2g", "no Tank Attack: all Tanks came across a river"


def find_order(s: State) -> None:
    """Determine who fires first: the Defender, unless under Tank Attack."""
    attack = under_tank_attack(s)  # 10.12.5.2a
    if s.log is not None and units(s, 1 - s.side) >> s.local.area & 1:
        clause, why = no_tank_attack(s)
        if attack:
            s.note("10.12.5.2f", "Tank Attack: the Attacker fires first.")
        elif clause:
            s.note(clause, f"{why[0].upper()}{why[1:]}; the Defender fires first.")
    fire(s, s.side if attack else 1 - s.side)  # 10.12.5a, 10.12.5.2f


def other_side(s: State) -> None:
    """Let the other side fire back with its surviving Units."""
    fire(s, 1 - s.local.firing)


def fire(s: State, side: int) -> None:
    """Queue a side's Units to fire; an Attacker's line does not fire."""
    area = s.local.area
    s.local = s.local._replace(firing=side)
    load(s, units_at(s, side, area), side != s.side and bool(lines(s, side) >> area & 1))  # 4.1h, 4.1i


# -- the dice ---------------------------------------------------------------------------------


def roll(s: State, face: int) -> None:
    """Apply a die of the Unit that is rolling."""
    b, d = s.local, s.data
    piece = -1 if b.line else lowest(b.queue)
    letter = d.line_fire if b.line else firepower(s, piece)
    hits = b.hits + (face in d.charts.hits[letter])  # 4.2.2a, 4.2.2b, 4.2.2c
    shown = 10 * b.shown + face
    if b.line:
        s.note("4.1i", "The Defensive Line rolls {faces}: {hits}.", faces=face, hits=counted(hits - b.hits, "hit"))
        s.local = b._replace(hits=hits, line=False)
    elif len(str(shown)) < dice_of(s, piece):
        s.local = b._replace(hits=hits, shown=shown)
    else:
        if s.log is not None:
            name = s.title.unit(s, piece)  # face up now, but perhaps upright again when this is read
            thrown = str(shown)
            good = counted(sum(int(one) in d.charts.hits[letter] for one in thrown), "hit")
            fewer = why_fewer(s, piece)
            s.note(
                "4.2.3d", f"{{name}}{fewer} rolls {{faces}}: {{hits}}.", name=name, faces=" ".join(thrown), hits=good
            )
        s.local = b._replace(hits=hits, shown=0, queue=b.queue & b.queue - 1)


# -- Bombers that are hit ---------------------------------------------------------------------


def count_flak(s: State) -> None:
    """Apply the hits on Bombers that leave no choice; excess hits are lost."""
    hits, left = s.local.hits, bombers_over(s, s.local.area)
    if hits >= s.data.charts.bomber_hits * left.bit_count():
        for bomber in scan(left):
            drop(s, bomber, s.data.shot_down)
        hits = 0
    elif hits == 1 and len({s.data.bombers[b - s.data.first_bomber][1:] for b in scan(left)}) == 1:
        drop(s, lowest(left), s.data.aborted)
        hits = 0
    s.local = s.local._replace(hits=hits)


def bombers_hit(s: State) -> bool:
    """Whether the German player must remove Bombers."""
    return bool(s.local.hits)


def bombers_gone(s: State) -> bool:
    """Whether enough Bombers have been removed."""
    return not s.local.hits


def drop(s: State, bomber: int, pile: int) -> None:
    """Remove a Bomber."""
    destroyed = pile == s.data.shot_down
    s.note("10.12.3e", "{unit} is {what}.", unit=bomber, what="destroyed" if destroyed else "aborted")
    put(s, bomber, pile)  # 10.10.2c, 10.12.3g, 10.14.3b, 10.14.3c


def abort_bans(s: State) -> list[Ban]:
    """Every piece that is not under anti-air fire."""
    over = bombers_over(s, s.local.area)
    return [Ban("10.12.3e", "{it} is not a Bomber of this Battle", s.data.all_pieces & ~over)]


def destroy_bans(s: State) -> list[Ban]:
    """Too few hits cannot destroy a Bomber."""
    needed = s.data.charts.bomber_hits
    over = 0 if s.local.hits >= needed else bombers_over(s, s.local.area)
    return [*abort_bans(s), Ban("10.12.3e", f"{number_word(needed)} hits {are(needed)} needed to destroy {{it}}", over)]


def abort(s: State, bomber: int) -> None:
    """Abort a Bomber for one hit."""
    drop(s, bomber, s.data.aborted)
    s.local = s.local._replace(hits=s.local.hits - 1)
    count_flak(s)


def destroy(s: State, bomber: int) -> None:
    """Destroy a Bomber with the hits it takes."""
    drop(s, bomber, s.data.shot_down)
    s.local = s.local._replace(hits=s.local.hits - s.data.charts.bomber_hits)
    count_flak(s)


ROLL = roll_verb(roll, leaves=unloaded, help="roll a die of the Battle")
ABORT = Verb(
    "abort", (piece_arg(abort_bans),), abort, leaves=bombers_gone, help="abort a Bomber for one hit"
)  # 10.12.3f
DESTROY = Verb("destroy", (piece_arg(destroy_bans),), destroy, leaves=bombers_gone, help="destroy a Bomber")  # 10.12.3f
ROLLING: tuple[Verb, ...] = (ROLL,)
BOMBERS: tuple[Verb, ...] = (ABORT, DESTROY)
