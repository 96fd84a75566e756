"""[12.4, 11.42] The Retreat Options Table: No Retreat, Retreat Before Combat, and the trial of 12.44."""

from collections.abc import Iterator

from ....core.action import Verb
from ....core.bits import Bits, bits, scan
from ....core.rule import Ban, Objection
from ....kit.arguments import place_arg
from ....kit.battle.die import roll_verb
from ....kit.battle.local import update
from ....kit.stacks import places_of
from ..data.components import AXIS
from ..state import State, friendly, units_in, works
from .battle import Battle
from .combat import crossings
from .results import ATTACKER, DEFENDER, bearer, force, forced_losses, losers, on_map, result_of, wipe_out
from .retreats import BEFORE, ONE, STAND, ZONE, begin_retreat, go_back, retreaters

TRIALS = {STAND: "stand", ZONE: "zone", BEFORE: "before"}


# -- Retreat Before Combat --------------------------------------------------------------------


def mobile(s: State, hex_: int) -> bool:
    """Whether every unit in a hex can try a Retreat Before Combat."""
    d = s.data
    units = s.here.get(hex_, 0) & d.ground
    skis = units & d.ski if s.weather != "frozen" else 0
    return not units & ~d.boxed and not skis  # 11.42b, 11.42j


def may_evade(s: State) -> Bits:
    """The Defender hexes whose units may still try to retreat before the combat."""
    b: Battle = s.local
    return bits(hex_ for hex_ in scan(b.evaders) if mobile(s, hex_))  # 11.42a


def evade_bans(s: State) -> list[Ban]:
    """Every hex whose units cannot retreat before the combat, and why."""
    b: Battle = s.local
    d = s.data
    slow = bits(hex_ for hex_ in scan(b.evaders) if s.here[hex_] & d.ground & ~d.boxed)
    skis = bits(hex_ for hex_ in scan(b.evaders & ~slow) if not mobile(s, hex_))
    return [
        Ban("11.42a", "{it} is not a Defender hex of this combat", d.all_places & ~b.battlefield),
        Ban("11.42g", "the die has been rolled for {it}", b.battlefield & ~b.evaders),
        Ban("11.42b", "not every unit in {it} has an Exploitation Movement Box", slow),
        Ban("11.42j", "ski units in {it} retreat before combat only in Frozen weather", skis),
    ]


def evade(s: State, hex_: int) -> None:
    """Try to retreat from a hex before the combat."""
    b: Battle = s.local
    update(s, evaders=b.evaders & ~(1 << hex_), trial=BEFORE, haven=hex_, tried=True)  # 12.41a
    s.note("11.42a", "The units in {hex} try to retreat before the combat.", hex=hex_)


def remain(s: State) -> None:
    """Try no Retreat Before Combat."""
    update(s, evaders=0)
    s.note("11.42a", "The defenders await the attack.")


EVADE = Verb(
    "evade", (place_arg(evade_bans),), evade, label="Retreat Before Combat from", help="try a Retreat Before Combat"
)
REMAIN = Verb("remain", (), remain, label="Stay", help="await the attack")


# -- the table --------------------------------------------------------------------------------


def on_trial(s: State) -> bool:
    """Whether a die has to be rolled on the table."""
    b: Battle = s.local
    return b.trial != 0


def bonus(s: State) -> Iterator[tuple[str, str, int]]:
    """What is added to the die, with its clause."""
    b: Battle = s.local
    d, values = s.data, s.data.charts.retreats.bonus
    if b.trial == STAND and bearer(s) == AXIS:
        units = retreaters(s)
        printed = s.stage.works[AXIS] & ~s.destroyed
        if units and not places_of(s, units) & ~printed:
            yield "12.42d", "all in an active printed Strongpoint", values["strongpoint"]
        if ss(s, units):
            yield "12.42e", "an SS unit", values["ss"]
    if b.trial == ZONE:
        if not b.slipping & ~d.boxed:
            yield "12.44e", "all with an Exploitation Movement Box", values["box"]
        if s.storm:
            yield "12.44f", "Storm", values["storm"]


def ss(s: State, units: Bits) -> bool:
    """Whether there is an SS unit among these; artillery that gives Fire Support does not count."""
    b: Battle = s.local
    d = s.data
    known = units & d.ss & ~b.guns
    drawn = (unit for unit in scan(units & d.untried) if s.face[unit] < len(d.faces))
    return bool(known) or any(d.faces[s.face[unit]].branch == "ss" for unit in drawn)


OUTCOMES = {
    STAND: {"fail": "they must retreat", "pass": "they hold", "pass, step": "they hold and lose a step"},
    ZONE: {"fail": "they do not get through", "pass": "they get through"},
    BEFORE: {"fail": "they do not get away", "pass": "they get away"},
}
"""What the outcomes of each trial mean, for the diary."""


def roll_trial(s: State, die: int) -> None:
    """Consult the Retreat Options Table."""
    b: Battle = s.local
    extra = sum(value for _, _, value in bonus(s))  # 12.42f, 12.44g
    found = s.data.charts.retreats.outcome(TRIALS[b.trial], die + extra)  # 12.42c, 12.44d, 11.42d
    clause = {STAND: "12.42c", ZONE: "12.44d", BEFORE: "11.42d"}[b.trial]
    told = OUTCOMES[b.trial][found]
    rolled = f"{die} ({extra:+d})" if extra else str(die)
    s.note(clause, "A {die} on the Retreat Options Table: {outcome}.", die=rolled, outcome=told)
    trial = b.trial
    update(s, trial=0)
    {STAND: _stood, ZONE: _slipped, BEFORE: _evaded}[trial](s, found)


TRIAL = roll_verb(roll_trial)


def _evaded(s: State, outcome: str) -> None:
    b: Battle = s.local
    if outcome == "fail":
        return  # 11.42f
    hex_ = b.haven
    units = units_in(s, 1 << hex_)
    update(
        s,
        targets=b.targets & ~(1 << hex_),
        defenders=b.defenders & ~units,
        vacated=b.vacated | 1 << hex_,
        stage=DEFENDER,
        bound=ONE,
    )  # 11.42e, 11.42h
    begin_retreat(s, units)  # 11.42c


def _slipped(s: State, outcome: str) -> None:
    b: Battle = s.local
    units = b.slipping & on_map(s)
    if outcome == "fail":
        wipe_out(s, units, "12.44i")  # 12.43d
    else:
        go_back(s, units, b.haven)  # 12.44h, 12.44k


def _stood(s: State, outcome: str) -> None:
    if outcome == "fail":
        return  # 12.42h, 17.0r
    update(s, bound=0)  # 12.42g
    if outcome == "pass":
        return
    update(s, owed=1, toll=True)  # 12.42i, 17.0q
    if not losers(s):
        update(s, owed=0)
        wipe_out(s, force(s), "12.42j")
    forced_losses(s)


# -- No Retreat -------------------------------------------------------------------------------


def bind_attackers(s: State) -> None:
    """Begin the attackers' retreat, if the result says so."""
    bound = result_of(s).attacker.retreat  # 12.11c
    update(s, stage=ATTACKER, toll=False, bound=bound)


def bind_defenders(s: State) -> None:
    """Begin the defenders' retreat, if the result says so and an attacker is left that could follow."""
    bound = result_of(s).defender.retreat  # 12.11c, 12.11d
    update(s, stage=DEFENDER, toll=False, bound=bound)
    if bound and not retreaters(s):
        update(s, bound=0)
    elif bound and not pursuers(s):
        s.note("12.38a", "No attacker is left to occupy the Defender hex: the defenders stay.")
        update(s, bound=0)


def pursuers(s: State) -> Bits:
    """The attackers that could occupy a Defender hex: on the map, not printed, and still next to it."""
    b: Battle = s.local
    near = s.data.board.neighbours
    return bits(
        unit
        for unit in scan(b.attackers & on_map(s) & ~s.data.printed)
        if near[s.place[unit]] & b.battlefield & crossings(s, unit, s.place[unit])
    )  # 12.38a


def bound(s: State) -> bool:
    """Whether the units of this stage have to retreat."""
    b: Battle = s.local
    return b.bound != 0


def firm_ground(s: State, side: int) -> Bits:
    """The hexes in which units of a side may try No Retreat."""
    d, terrain = s.data, s.data.charts.terrain
    out = works(s, side) if terrain["strongpoint"].stand else 0  # 14.22a
    for kind, found in terrain.items():
        if found.stand:
            out |= d.kind.get(kind, 0) | d.feature.get(kind, 0)
    if terrain["airfield"].stand:
        out |= s.airfield
    if terrain["entry"].stand:
        gates = sum(d.entries[box] for box in scan(d.map_boxes[side]))
        out |= gates & friendly(s, side)
    return out  # 12.42b


def stand_bars(s: State) -> Iterator[Objection]:
    """Why units cannot try No Retreat."""
    b: Battle = s.local
    if b.stage == DEFENDER and b.tried:
        yield Objection("12.41a", "a Retreat Before Combat has been tried in this combat")
    if not places_of(s, retreaters(s)) & firm_ground(s, bearer(s)):
        yield Objection("12.42b", "none of the units is in a Strongpoint, town, airfield, hill or friendly Entry hex")


def may_stand(s: State) -> bool:
    """Whether the units that have to retreat may try No Retreat."""
    return bound(s) and not any(True for _ in stand_bars(s))


def stand(s: State) -> None:
    """Try No Retreat."""
    update(s, trial=STAND)  # 12.42a
    units = retreaters(s)
    s.note("12.42a", "{units} try to hold." if units & (units - 1) else "{units} tries to hold.", units=units)


def decline(s: State) -> None:
    """Retreat as the result says."""
    s.note("12.42a", "Nobody tries to hold.")


STAND_FAST = Verb("stand", (), stand, bars=(stand_bars,), label="Try No Retreat", help="roll to hold the hex")
DECLINE = Verb("yield", (), decline, label="Retreat", help="as the result says")


def must_retire(s: State) -> bool:
    """Whether the units of this stage retreat now."""
    b: Battle = s.local
    return b.bound != 0 and not b.fleeing and not b.slipping and not b.trial


def retire(s: State) -> None:
    """Retreat all units of this stage."""
    begin_retreat(s, retreaters(s))  # 12.3a, 12.31a
