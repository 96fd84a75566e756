"""[10.4, 10.10] Support: artillery markers are placed and Bombers committed before the first Battle.

With the option `support=each` both are done as each Battle is declared.

Clauses: 4.2.3f, 4.2.6f-h, 10.2d-e, 10.4b, 10.4d-f, 10.10a, 10.10f-j, 10.10.1a-b, 10.10.1f, 10.11c, 10.12.3h, 10.14.3c,
14.2b, typhoon.12, gasp.12.
"""

from ....core.action import Limits, Verb, some
from ....core.bits import Bits, bits, scan
from ....core.kinds import PIECES
from ....core.knowledge import kept
from ....core.rule import Ban, Check, Objection
from ....kit.arguments import piece_arg, place_arg
from ..state import State, pieces_of, put, regroup, side_of
from .battle import Battle, can_attack
from .control import contested, not_yours
from .lines import everywhere
from .strength import strength


def each(s: State) -> bool:
    """Whether support is given Battle by Battle."""
    return "support=each" in s.options


def fields(s: State) -> Bits:
    """The Areas whose Battle can be supported now."""
    found = can_attack(s) & ~s.fought & ~(s.old if s.dashes else 0)  # 10.11c, 10.16n
    return found & 1 << s.local.area if isinstance(s.local, Battle) else found


def field_bans(s: State, near: Bits, clause: str) -> list[Ban]:
    """Where no support can be given from a headquarters with these Areas in range."""
    every, both = everywhere(s), contested(s)
    return [
        Ban(clause, "{it} is out of reach", every & ~near),
        Ban(clause, "{it} does not hold Units of both players", every & ~both),
        Ban("10.11c", "there is no Battle to support in {it}", both & ~fields(s)),
    ]


# -- artillery --------------------------------------------------------------------------------


def silent(s: State) -> Bits:
    """The headquarters without Artillery Fire in this scenario."""
    return pieces_of(s, _silent(s))


@kept()
def _silent(s: State) -> Bits:
    if "leningrad=generals" in s.options:
        return 0  # 14.2b
    d, given = s.data, s.plan.artillery  # 10.2e, 10.4f, typhoon.12, gasp.12
    return bits(n for n in scan(d.tactical) if not d.blocks[n].artillery and d.blocks[n].id not in given)


def gun_bans(s: State) -> list[Ban]:
    """Every Block that cannot give Artillery Fire now, and why."""
    d, ours = s.data, s.data.side[s.side]
    guns = s.active & pieces_of(s, d.tactical)
    return [
        *not_yours(s, s.side, "10.4b"),
        Ban("10.4b", "{it} is not an activated Tactical headquarters", ours & ~guns),  # 4.2.6g
        Ban("10.4d", "{it} is exhausted", bits(hq for hq in scan(guns) if not s.level[hq])),
        Ban("10.4f", "{it} has no Artillery Fire", guns & silent(s)),
        Ban("10.4b", "{it} has already fired", bits(hq for hq in scan(guns) if s.aim[hq])),
    ]


def gun_checks(s: State) -> list[Check]:
    """There may be no Battle adjacent to a headquarters."""
    there = fields(s)
    return [Check("10.4b", "there is no Battle adjacent to {it}", lambda hq: not around(s, hq) & there)]


def around(s: State, piece: int) -> Bits:
    """The Areas adjacent to a Block."""
    return s.data.adjacent[s.place[piece]]


def aim_bans(s: State, hq: int) -> list[Ban]:
    """Where a headquarters cannot direct its fire."""
    return field_bans(s, around(s, hq), "10.4b")


def aim(s: State, hq: int, area: int) -> None:
    """Place an artillery marker."""
    s.aim[hq] = area  # 10.2d, 10.4b
    s.note("10.4b", "{unit} directs its artillery to {hex}.", unit=hq, hex=area)


# -- Bombers ----------------------------------------------------------------------------------


def present(s: State, piece: int) -> bool:
    """Whether it is a Block of the active player in an Area."""
    return bool(s.data.side[s.side] >> piece & 1) and s.place[piece] < s.data.board.box


def air_range(s: State, hq: int) -> Bits:
    """The Areas its Bombers can fly to, regardless of terrain."""
    if not present(s, hq):
        return 0
    found = 1 << s.place[hq]
    for _ in range(strength(s, hq, True)):  # 4.2.3f, 10.10g, 10.10i
        found |= s.data.board.spread(found)
    return found


def wing(s: State, hq: int) -> Bits:
    """The Bombers of a headquarters."""
    return bits(bomber for bomber, face in s.data.of.items() if face == s.face[hq])  # 10.10.1b


def sorties(s: State, hq: int) -> int:
    """How many more Bombers it may commit in this Impulse (10.10.1f is an example)."""
    return strength(s, hq, True) - sum(1 for bomber in scan(wing(s, hq)) if s.aim[bomber])  # 10.10f, 10.10i


def ready(s: State) -> Bits:
    """The Bombers that are available."""
    return s.here.get(s.data.airfield, 0) & s.data.all_bombers


def wing_bans(s: State) -> list[Ban]:
    """Every Block that cannot send Bombers now, and why."""
    d, ours = s.data, s.data.side[s.side]
    wings = s.active & pieces_of(s, d.air)
    used = bits(hq for hq in scan(wings) if sorties(s, hq) <= 0)
    empty = bits(hq for hq in scan(wings & ~used) if not wing(s, hq) & ready(s))
    return [
        *not_yours(s, s.side, "10.10f"),
        Ban("10.10f", "{it} is not an activated Luftwaffe headquarters", ours & ~wings),
        Ban("10.10f", "{it} may commit no more Bombers", used),  # 10.10i
        Ban("10.10f", "{it} has no Bomber left", empty),
    ]


def wing_checks(s: State) -> list[Check]:
    """There may be no Battle in the Air Range of a headquarters."""
    there = fields(s)
    return [Check("10.10g", "there is no Battle in the Air Range of {it}", lambda hq: not air_range(s, hq) & there)]


def sky_bans(s: State, hq: int) -> list[Ban]:
    """Where its Bombers cannot fly."""
    return field_bans(s, air_range(s, hq), "10.10g")


def bomber_bans(s: State, hq: int, _area: int) -> list[Ban]:
    """Which Bombers it cannot send."""
    d = s.data
    own = wing(s, hq) if present(s, hq) else 0
    off = s.here.get(d.aborted, 0) | s.here.get(d.shot_down, 0)
    return [
        Ban("10.10f", "{it} is not a Bomber", d.all_blocks),
        Ban("10.10.1b", "{it} does not fly for this headquarters", d.all_bombers & ~own),
        Ban("10.12.3h", "{it} is not available again yet", own & off),
        Ban("10.10f", "{it} is committed or gone", own & ~off & ~ready(s)),
    ]


def bomber_limits(s: State, hq: int, _area: int) -> Limits:
    """A headquarters may commit as many Bombers as its Strength, in total."""
    most = sorties(s, hq) if present(s, hq) else 0
    few = Objection("10.10f", "name the Bombers")
    return Limits(1, most, too_few=few, too_many=Objection("10.10f", f"at most {most} more Bombers", {"most": most}))


def fly(s: State, hq: int, area: int, bombers: Bits) -> None:
    """Commit Bombers to a Battle."""
    for bomber in scan(bombers):
        put(s, bomber, area)
        s.aim[bomber] = area
    s.note("10.10f", "{unit} sends {units} to {hex}.", unit=hq, units=bombers, hex=area)


# -- the step ---------------------------------------------------------------------------------


def offered(s: State) -> bool:
    """Whether an activated headquarters could support a Battle."""
    return bool(s.active) and any(verb.available(s) for verb in VERBS)


def wanted(s: State) -> bool:
    """Whether support is given now, for all Battles."""
    return not each(s) and offered(s)


def idle(s: State) -> bool:
    """Whether there are Battles that no activated headquarters can support."""
    return not each(s) and bool(s.active and fields(s)) and not offered(s)


def say_idle(s: State) -> None:
    """Tell the player why support is not asked for."""
    s.note("10.4b", "No activated headquarters can support a Battle.", audience=(s.side,))


def wanted_here(s: State) -> bool:
    """Whether support is given for the Battle just declared."""
    return each(s) and not s.dashes and offered(s)


def stand_down(s: State) -> None:
    """Remove artillery markers and return Bombers; aborted Bombers stay away for now."""
    clear_aims(s)
    for bomber in scan(s.data.all_bombers):
        if s.place[bomber] < s.data.board.box:
            put(s, bomber, s.data.airfield)


def clear_marks(s: State) -> None:
    """Clear the marks of the Impulse at its end."""
    places = {(side_of(s, piece), s.place[piece]) for piece in scan(s.crossed)}
    s.acted = s.crossed = s.blitz = s.old = s.calm = s.fought = s.entered = 0
    s.dashes = ()
    s.rolled = False
    for side, place in sorted(places):
        regroup(s, side, place)
    clear_aims(s)


def clear_aims(s: State) -> None:
    """Remove the markers of artillery and Bombers."""
    if any(s.aim):
        for piece in range(len(s.aim)):
            s.aim[piece] = 0


def refit(s: State) -> None:
    """Make aborted Bombers available again at the start of a German Impulse."""
    for bomber in scan(s.here.get(s.data.aborted, 0)):
        put(s, bomber, s.data.airfield)  # 10.12.3h, 10.14.3c


GUNS = piece_arg(gun_bans, checks=gun_checks), place_arg(aim_bans)
BOMBERS = some(PIECES, bomber_bans, lambda s: s.data.all_pieces, bomber_limits, "with")
WINGS = piece_arg(wing_bans, checks=wing_checks), place_arg(sky_bans), BOMBERS
FIRE = Verb("fire", GUNS, aim, leaves=False, help="direct the artillery of a headquarters to a Battle")
FLY = Verb("fly", WINGS, fly, leaves=False, help="commit Bombers to a Battle")  # 4.2.6h
VERBS: tuple[Verb, ...] = (FIRE, FLY)
