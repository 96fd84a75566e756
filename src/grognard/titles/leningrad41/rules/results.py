"""[10.14, 10.15, 10.18] Results: losses, rubble, demolitions, advance after combat."""

from itertools import combinations

from ....core.action import Arg, Verb
from ....core.bits import Bits, bits, lowest, scan
from ....core.kinds import PIECES
from ....core.options import Among, Options
from ....core.rule import Ban, Objection
from ....kit.arguments import piece_arg
from ....kit.battle.die import roll_verb
from ....kit.battle.local import update
from ..data.components import GERMAN
from ..data.map_and_units import DIVISIONS
from ..state import NOWHERE, State, eliminate, put, stacking
from .air import spend
from .battle import Battle, demolishes, storming
from .modifiers import AIR, BRIDGE


def apply(s: State) -> None:
    """Eliminate the units hit, or demolish what was fired at; one who alone can be lost to fanaticism is."""
    b: Battle = s.local
    for piece in scan(b.hit):
        eliminate(s, piece, "14.6c" if s.data.leaders >> piece & 1 else "10.14a")  # 10.3d, 10.14c
    if demolishes(b) and b.struck:
        _demolish(s, b)
    if b.fanatic and storming(s, b).bit_count() == 1:
        lose(s, lowest(storming(s, b)))


def _demolish(s: State, b: Battle) -> None:
    if b.kind == BRIDGE:
        s.demolished |= b.bridge  # 10.17b, 10.17d
        s.note("10.17b", "{hex} is demolished.", hex=lowest(b.bridge))
    else:
        s.rubble |= 1 << b.hex  # 10.19b, 10.18e
        s.note("10.19b", "{hex} is rubble.", hex=b.hex)


# -- the price of fanaticism [17.3] -----------------------------------------------------------


def owes(s: State) -> bool:
    """Whether the attacker has to choose a unit that fanaticism costs."""
    b: Battle = s.local
    return b.fanatic


def lose_bans(s: State) -> list[Ban]:
    """Every piece that cannot be lost to fanaticism."""
    b: Battle = s.local
    text = "{it} is not one of the units that made the close assault"
    return [Ban("17.3a", text, s.data.all_pieces & ~storming(s, b))]


def lose(s: State, unit: int) -> None:
    """Eliminate one of the units that made the close assault."""
    eliminate(s, unit, "17.3a")
    update(s, fanatic=False)


LOSE = Verb(
    "lose", (piece_arg(lose_bans),), lose, label="Lose", help="choose one of the units that made the close assault"
)


# -- rubble [10.18, 12.11] --------------------------------------------------------------------


def vacated(s: State, b: Battle) -> bool:
    """Whether an attack has left no enemy in the hex."""
    return b.struck and not demolishes(b) and not s.held[1 - s.side] >> b.hex & 1


def may_rubble(s: State) -> bool:
    """Whether a die is rolled for rubble: in a vacated urban or objective hex that is not rubble yet."""
    b: Battle = s.local
    return vacated(s, b) and bool((s.data.rubbled & ~s.rubble) >> b.hex & 1)  # 10.18a, 10.18g, 12.11a


def roll_rubble(s: State, die: int) -> None:
    """Roll for rubble, without modifiers."""
    b: Battle = s.local
    chart = s.data.charts.rubble
    if die in (chart.air if b.kind == AIR else chart.fire):  # 10.18b, 10.18c, 12.11b
        s.rubble |= 1 << b.hex  # 10.18e
        s.note("12.11b" if b.kind == AIR else "10.18b", "A {die}: {hex} is rubble.", die=die, hex=b.hex)


RUBBLE = roll_verb(roll_rubble, "10.18b")


# -- advance after combat [10.15] -------------------------------------------------------------


def may_advance(s: State) -> bool:
    """Whether units that made the close assault may advance into the vacated hex."""
    b: Battle = s.local
    return vacated(s, b) and bool(storming(s, b))  # 10.15c, 10.18d


def advances(s: State) -> list[Bits]:
    """The sets of units that may advance."""
    b: Battle = s.local
    units = list(scan(storming(s, b)))
    most = min(len(units), stacking(s, s.side, b.hex))
    sets = (bits(some) for size in range(1, most + 1) for some in combinations(units, size))
    return [some for some in sets if not _objections(s, some)]


def _options(s: State) -> Options:
    return Among(advances(s))


def _objections(s: State, units: Bits) -> list[Objection]:
    """Why these units may not advance together."""
    b: Battle = s.local
    d, names = s.data, s.title.lexicon.pieces
    out = []
    for unit in scan(units & ~storming(s, b)):
        out.append(Objection("10.15c", f"{names[unit]} did not make the close assault"))
    if not units:
        out.append(Objection("10.15b", "name the units that advance, or none with `hold`"))
    limit, many = stacking(s, s.side, b.hex), units.bit_count()
    if many > limit:
        facts = {"units": many, "limit": limit}
        out.append(Objection(_stack_clause(s, b), f"{many} units advance, but {limit} may be in the hex", facts))
    groups = {name: d.command[name] for name in DIVISIONS} if s.side == GERMAN else d.command
    if sum(bool(units & own) for own in groups.values()) > 1:
        clause = "6.2a" if s.side == GERMAN else "6.3a"
        out.append(Objection(clause, "units of different sub-commands may not be in one hex"))
    return out


def _stack_clause(s: State, b: Battle) -> str:
    if s.side == GERMAN:
        return "6.1a"
    return "6.1b" if s.data.objectives >> b.hex & 1 else "16.2d" if s.delayed else "6.1c"


def advance(s: State, units: Bits) -> None:
    """Advance into the vacated hex; it costs no movement points and draws no fire (10.15e, 10.15f, 9.6a)."""
    b: Battle = s.local
    for unit in scan(units):
        put(s, unit, b.hex)
        s.pontoon[unit] = NOWHERE  # 8.10k
    many = "advance" if units & (units - 1) else "advances"
    s.note("10.15c", "{units} {many} to {hex}.", units=units, many=many, hex=b.hex)


def stay(_s: State) -> None:
    """Nobody advances (10.15b, 10.15d)."""


ADVANCE = Verb("advance", (Arg(PIECES, "", _options, _objections),), advance, help="advance units into the vacated hex")
STAY = Verb("hold", (), stay, label="Stay", help="do not advance")


def end(s: State) -> None:
    """The attack is over: air markers have flown."""
    b: Battle = s.local
    spend(s, b.firers & s.data.air)
