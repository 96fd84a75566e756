"""[12.1, 12.2] Results of combat: the CRT, Special Results and steps lost, the attacker's first."""

from ....core.action import Verb
from ....core.bits import Bits, lowest, scan
from ....core.rule import Ban
from ....kit.arguments import piece_arg
from ....kit.battle.local import update
from ..data.chart_values import Part, Result
from ..data.components import AXIS, SOVIET
from ..state import State, eliminate, hurt, put, steps_of, update_control
from .battle import Battle
from .consequences import fate

ATTACKER, DEFENDER = 1, 2  # the stages


def contested(s: State) -> bool:
    """Whether there is somebody to attack and somebody to attack with."""
    b: Battle = s.local
    return b.targets != 0


def on_map(s: State) -> Bits:
    """All ground units on the map."""
    return s.there[AXIS] | s.there[SOVIET]


def result_of(s: State) -> Result:
    """The result of the combat."""
    b: Battle = s.local
    return s.data.crt(b.die + b.change, b.column)


def sign(result: Result) -> str:
    """`A1*/D2R`: a result as a player reads it."""
    return (
        "/".join(
            head + _sign(part) for head, part in (("A", result.attacker), ("D", result.defender)) if part != Part()
        )
        or "no effect"
    )


def _sign(part: Part) -> str:
    number = str(part.steps) if part.steps else ""
    return number + part.special + {0: "", 1: "R", 2: "R (two hexes)"}[part.retreat]


def bearer(s: State) -> int:
    """The player to whose units the result applies now."""
    b: Battle = s.local
    return s.side if b.stage == ATTACKER else 1 - s.side


def force(s: State) -> Bits:
    """The surviving units of the side to which the result applies now, without armor that only shares its fate."""
    b: Battle = s.local
    units = b.attackers if b.stage == ATTACKER else b.defenders & ~b.extras
    return units & on_map(s)


def read_result(s: State) -> None:
    """Look up the result (12.0a); the attacker's part is first."""
    b: Battle = s.local
    result = result_of(s)
    if s.log is not None:
        s.note(
            "12.11a",
            "A {die} at {odds}: {result}.",
            die=b.die + b.change,
            odds=s.data.charts.crt.names[b.column],
            result=sign(result) + _meaning(s, b, result),
        )
    part = result.attacker
    if part.steps and steps_of(s, b.defenders & ~b.extras & on_map(s)) < result.defender.steps:
        less = s.data.charts.numbers["overkill"]
        part = part._replace(steps=max(0, part.steps - less))  # 12.25a, 12.25b
        s.note("12.25a", "More steps than the defender has: the attacker loses {less} less.", less=less)
    _bear(s, ATTACKER, part)  # 12.21c


def _meaning(s: State, b: Battle, result: Result) -> str:
    """A result in words."""
    parts = (("attacker", result.attacker, s.side, b.attackers), ("defender", result.defender, 1 - s.side, b.defenders))
    told = []
    for who, part, side, units in parts:
        have = steps_of(s, units & ~b.extras & on_map(s))
        if not (b.guns | b.planes) & (s.data.side[side] | s.data.air[side]):
            part = part._replace(special="")  # there is nothing to spend
        if text := fate(part, side, have).text:
            told.append(f"the {who} {text}")
    return f" ({'; '.join(told)})" if told else ""


def defenders_part(s: State) -> None:
    """Apply the defender's part of the result."""
    _bear(s, DEFENDER, result_of(s).defender)  # 12.11b, 10.23d


def _bear(s: State, stage: int, part: Part) -> None:
    b: Battle = update(s, stage=stage, owed=part.steps, toll=False)  # 12.11e, 12.11h
    side = bearer(s)
    struck = part.special == "*" or (part.special == "S*" and side == SOVIET)  # 12.11f, 12.11g, 12.23b
    if not struck:
        return
    guns, planes = special_guns(s), b.planes & s.data.air[side]
    if guns and planes:
        update(s, special=True)
    elif guns:
        silence(s)  # 12.23c
    elif planes:
        ground(s)  # 12.23d: with neither, nothing happens


# -- Special Results --------------------------------------------------------------------------


def special_guns(s: State) -> Bits:
    """The artillery that a Special Result can strike: what supports, without rockets."""
    b: Battle = s.local
    d = s.data
    return b.guns & d.side[bearer(s)] & ~d.rockets  # 10.42b


def must_choose(s: State) -> bool:
    """Whether a player has to choose what a Special Result strikes."""
    b: Battle = s.local
    return b.special


def silence(s: State) -> None:
    """Turn all artillery in the combat to Fired."""
    guns = special_guns(s)
    s.fired |= guns  # 10.41a, 12.23a, 17.0l, 17.0x
    s.note("10.41a", "{units} has Fired." if guns & (guns - 1) == 0 else "{units} have Fired.", units=guns)
    update(s, special=False)


def ground(s: State) -> None:
    """Turn all air units in the combat to Flown."""
    b: Battle = s.local
    wings = b.planes & s.data.air[bearer(s)]  # 12.23a, 17.0m, 17.0v
    for wing in scan(wings):
        put(s, wing, s.data.flown)  # 13.14a, 12.23a
    s.note("13.14a", "{units} is Flown." if wings & (wings - 1) == 0 else "{units} are Flown.", units=wings)
    update(s, special=False)


SILENCE = Verb(
    "fired", (), silence, label="Turn the artillery to Fired", help="turn your artillery in this combat to Fired"
)
GROUND = Verb(
    "flown", (), ground, label="Turn the air units to Flown", help="turn your air units in this combat to Flown"
)


# -- steps lost -------------------------------------------------------------------------------


def losers(s: State) -> Bits:
    """The units from which a step may be taken now."""
    b: Battle = s.local
    if b.slipping:
        return b.slipping  # 12.43c, 12.44b
    units = force(s)
    if b.toll:
        units &= ~s.data.printed  # 12.42j
    return units


def forced_losses(s: State) -> None:
    """Take the steps for which there is no choice: one unit alone, or as many steps as there are."""
    while (b := s.local).owed:
        units = losers(s)
        if units & (units - 1) and steps_of(s, units) > b.owed:
            return
        if not units:
            update(s, owed=0)
        else:
            lose(s, lowest(units))  # 12.22a


def owing(s: State) -> bool:
    """Whether a player has to choose a unit that loses a step."""
    b: Battle = s.local
    return b.owed > 0


def lose_bans(s: State) -> list[Ban]:
    """Every unit that cannot lose the step, and why."""
    b: Battle = s.local
    d, here = s.data, force(s)
    guns = b.guns & d.side[bearer(s)] & ~here if b.stage == ATTACKER else 0
    printed = here & d.printed if b.toll else 0
    return [
        Ban("12.42j", "{it} is printed on the map and cannot lose this step", printed),
        Ban("10.31b", "{it} only supports the attack", guns),  # 10.19b
        Ban("11.41b", "{it} shares what happens to the armor unit that fights", b.extras & ~losers(s)),
        Ban("12.21a", "{it} has no step to lose now", d.all_pieces & ~losers(s) & ~printed & ~guns & ~b.extras),
    ]


def lose(s: State, unit: int) -> None:
    """Take a step from a unit, for its whole side; other armor of its hex loses one with it."""
    b: Battle = s.local
    d, here = s.data, s.place[unit]
    units = s.here[here]
    if d.soviet_armor >> unit & 1:
        for other in scan(units & b.extras):
            hurt(s, other)  # 11.41b
    hurt(s, unit)  # 12.21b, 12.21d, 12.22a, 17.0n
    update(s, owed=b.owed - 1)
    if s.here.get(here, 0) != units:
        update_control(s)


LOSE = Verb("lose", (piece_arg(lose_bans),), lose, label="Lose a step:", help="let a unit lose a step")


def wipe_out(s: State, units: Bits, clause: str) -> None:
    """Eliminate units."""
    if units:
        for unit in scan(units):
            eliminate(s, unit, clause)
        update_control(s)
