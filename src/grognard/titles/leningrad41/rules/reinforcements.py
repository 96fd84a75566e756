"""[7.3, 19.2, 19.3] Soviet reinforcements: the 42nd Army on objectives, the Reserve by the edges."""

from ....core.action import Verb, one
from ....core.bits import Bits, bits, scan
from ....core.kinds import FACE, PIECE
from ....core.rule import Ban, unbanned
from ....kit.arguments import piece_arg, place_arg
from ....kit.battle.die import roll_verb
from ..data.components import GERMAN, SOVIET
from ..data.map_and_units import ARMY, RESERVE
from ..state import RESERVE_AT, State, called, draw_from_pool, option, pool_weights, put, return_to_pool

# -- the 42nd Army [19.2] ---------------------------------------------------------------------


def army_comes(s: State) -> bool:
    """Whether the 42nd Army receives reinforcements in this turn."""
    return s.turn >= s.plan.army_first  # 19.2a


def count_army(s: State) -> None:
    """Count what the 42nd Army receives: by Soviet objectives that are not rubbled."""
    own = s.data.objectives & ~s.german & ~s.rubble
    s.due = own.bit_count() // s.plan.army_each  # 19.2a
    s.note("19.2a", "The 42nd Army receives {many} units.", many=s.due)


def army_draws(s: State) -> bool:
    """Whether a unit is still to be drawn."""
    return s.due > 0 and bool(s.here.get(s.data.army_pool, 0))


def army_bans(s: State) -> list[Ban]:
    """Every face that cannot be in the pool."""
    return [Ban("3.5b", "{it} is not in the pool", s.data.all_faces & ~bits(pool_weights(s)))]


def draw_army(s: State, face: int) -> None:
    """Draw a unit; the Soviet player looks at it."""
    counter = draw_from_pool(s, face)  # 7.3c, 7.3d
    s.reinforcements |= 1 << counter
    s.due -= 1
    s.note("7.3d", "{unit} is drawn.", unit=called(s, counter))


ARMY_FACE = one(FACE, army_bans, lambda s: s.data.all_faces)
DRAW_ARMY = Verb(
    "draw",
    (ARMY_FACE,),
    draw_army,
    weights=lambda s: [weight for _, weight in sorted(pool_weights(s).items())],
    audience=lambda _s: (SOVIET,),
)


def in_hand(s: State) -> Bits:
    """The counters drawn that are still to be placed."""
    return s.here.get(s.data.arriving, 0) & s.data.command[ARMY]


def havens(s: State) -> Bits:
    """The objectives where a unit may be placed."""
    return unbanned(s.data.objectives, haven_bans(s))


def army_places(s: State) -> bool:
    """Whether a counter drawn can be placed."""
    return bool(in_hand(s) and havens(s))


def counter_bans(s: State) -> list[Ban]:
    """Every piece that is not a counter to be placed now."""
    return [Ban("7.3c", "{it} has not been drawn", s.data.all_pieces & ~in_hand(s))]


def haven_bans(s: State, *_counter: int) -> list[Ban]:
    """Every place where no reinforcement of the 42nd Army may be placed, and why."""
    d, own = s.data, s.data.objectives & ~s.german
    taken = bits(s.place[piece] for piece in scan(s.reinforcements))
    return [
        Ban("19.2b", "{it} is not an objective under Soviet control", d.all_places & ~own),
        Ban("19.2c", "{it} is rubbled", own & s.rubble),
        Ban("19.2d", "{it} is adjacent to German units", own & d.around(s.held[GERMAN])),
        Ban("19.2e", "a reinforcement has been placed in {it} already", own & taken),
        Ban("6.3a", "{it} holds units of the Reserve", own & s.force[RESERVE_AT]),
    ]


def place_army(s: State, counter: int, hex: int) -> None:
    """Place a counter face down, even beyond the stacking limit."""
    put(s, counter, hex)  # 7.3a, 19.2b, 19.2f, 19.2h, 8.4c, 9.6b
    s.note("19.2b", "{unit} is placed in {hex}.", unit=called(s, counter), hex=hex)


PLACE_ARMY = Verb(
    "place", (piece_arg(counter_bans), place_arg(haven_bans)), place_army, label="Place", help="place a reinforcement"
)


def end_army(s: State) -> None:
    """Counters without a place go back to the pool."""
    for counter in scan(in_hand(s)):
        return_to_pool(s, counter)  # 7.3b
    s.due = 0


# -- the Reserve [19.3] -----------------------------------------------------------------------


def reserve_comes(s: State) -> bool:
    """Whether the Reserve comes in this turn."""
    return s.turn >= s.plan.reserve_first  # 19.3a


def begin_reserve(s: State) -> None:
    """Zhukov comes with the first units of the Reserve, unless he has to be drawn."""
    d = s.data
    zhukov = d.number["Zhukov"]
    if s.turn == s.plan.reserve_first and not option(s, "zhukov", "drawn"):
        put(s, zhukov, d.arriving)
        s.note("3.4b", "{unit} arrives.", unit=zhukov)


def roll_reserve(s: State, die: int) -> None:
    """Roll for the number of units."""
    s.due = die  # 19.3a


RESERVE_DIE = roll_verb(roll_reserve, "19.3a")


def reserve_draws(s: State) -> bool:
    """Whether a unit is still to be drawn."""
    return s.due > 0 and bool(s.here.get(s.data.reserve_pool, 0))


def reserve_bans(s: State) -> list[Ban]:
    """Every piece that is not in the pool of the Reserve."""
    d = s.data
    return [Ban("19.3c", "{it} is not in the pool", d.all_pieces & ~s.here.get(d.reserve_pool, 0))]


def draw_reserve(s: State, piece: int) -> None:
    """Draw a unit, which arrives face up, or an air marker, which is ready at once."""
    d = s.data
    s.due -= 1
    put(s, piece, d.beside if d.air >> piece & 1 else d.arriving)  # 7.3e, 12.4b
    s.note("19.3c", "{unit} is drawn.", unit=piece)


RESERVE_DRAWN = one(PIECE, reserve_bans, lambda s: s.data.all_pieces)
DRAW_RESERVE = Verb("draw", (RESERVE_DRAWN,), draw_reserve, weights=lambda s: [1] * RESERVE_DRAWN.options(s).count())


def end_reserve(s: State) -> None:
    """No more units of the Reserve are drawn."""
    s.due = 0


def send_back(s: State) -> None:
    """Units of the Reserve that could not enter go back to their pool."""
    d = s.data
    for unit in scan(s.here.get(d.arriving, 0) & d.command[RESERVE]):
        s.note("7.3b", "{unit} cannot enter and goes back to the pool.", unit=unit)
        return_to_pool(s, unit)
