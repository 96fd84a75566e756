"""[4.0] Combat."""

from typing import NamedTuple

from grognard.core.action import Limits, Verb, one, some
from grognard.core.bits import Bits, scan
from grognard.core.flow import call
from grognard.core.kinds import NUMBER, PIECE, PIECES, PLACE
from grognard.core.rule import Ban, Objection
from grognard.kit.battle.die import roll_verb
from grognard.kit.battle.ledger import Line, total
from grognard.kit.stacks import values_of

from ..components import RESULTS
from ..state import State, alive, destroy, lose_step, put, standing, strength, unit_at, zone
from .movement import places, units


class Battle(NamedTuple):
    """The current attack."""

    target: int
    attackers: Bits
    result: int = 0  # its number in `RESULTS`


KINDS = {"target": PLACE, "attackers": PIECES, "result": NUMBER}

# -- [4.1] attackers and targets -------------------------------------------------------------------


def able(s: State) -> Bits:
    """The units that may still attack."""
    return alive(s, s.side) & ~s.fought


def target_bans(s: State) -> list[Ban]:
    """What may not be attacked."""
    d, enemy = s.data, standing(s, 1 - s.side)
    near = d.around(values_of(s.place, able(s)))
    done = values_of(s.place, s.fought & alive(s, 1 - s.side))
    return [
        Ban("4.1a", "{it} holds no enemy unit", d.places & ~enemy),
        Ban("4.1b", "none of your units next to {it} can attack", enemy & ~near),
        Ban("4.1c", "{it} has been attacked already", done),
    ]


def attacker_bans(s: State, target: int) -> list[Ban]:
    """Who may not attack a hex."""
    d, mine = s.data, alive(s, s.side)
    near = sum(1 << unit for unit in scan(mine) if d.board.neighbours[target] >> s.place[unit] & 1)
    return [
        Ban("4.1b", "{it} is not one of your units next to the target", d.all_units & ~near),
        Ban("4.1c", "{it} has attacked already", s.fought & near),
    ]


def one_at_least(_s: State, _target: int) -> Limits:
    """An attack needs an attacker."""
    return Limits(too_few=Objection("4.1b", "name at least one attacker"))


def attack(s: State, target: int, attackers: Bits) -> None:
    """Begin an attack."""
    s.note("4.1a", "Attack on {hex} by {units}.", units=attackers, hex=target)
    call(s, s.title.flows["battle"], Battle(target, attackers))


ATTACK = Verb(
    "attack",
    (one(PLACE, target_bans, places), some(PIECES, attacker_bans, units, one_at_least, "with")),
    attack,
    leaves=False,
    help="attack a hex",
)

# -- [4.2] odds -------------------------------------------------------------------------------


def strengths(s: State, battle: Battle) -> tuple[int, int]:
    """The strengths of attack and defense."""
    defender = unit_at(s, battle.target)
    assert defender is not None
    return sum(strength(s, unit) for unit in scan(battle.attackers)), strength(s, defender)


def ledger(s: State, battle: Battle) -> list[Line]:
    """How the column of an attack comes about; a column is its number in the table."""
    d = s.data
    attack_, defense = strengths(s, battle)
    times = attack_ // defense
    column = times if times else 0 if 2 * attack_ >= defense else -1  # the first column is 1-2
    said = f"{times}-1" if times else f"1-{-(-defense // attack_)}"
    out = [Line("4.2a", "=", column, f"{attack_} against {defense} is {said}")]
    if left := d.shift.get(d.terrain(battle.target), 0):
        out.append(Line("4.2c", "+", -left, f"defender in {d.terrain(battle.target)}"))
    if all(d.across(s.place[unit], battle.target) for unit in scan(battle.attackers)):
        out.append(Line("4.2d", "+", -d.river_shift, "across the river"))
    last = len(d.columns) - 1
    if not 0 <= total(out) <= last:
        op, limit = ("max", 0) if total(out) < 0 else ("min", last)
        out.append(Line("4.2b", op, limit, f"no column beyond {d.columns[limit]}"))
    return out


# -- [4.3] results ----------------------------------------------------------------------------


def roll(s: State, face: int) -> None:
    """Read the table, and carry out what needs no decision."""
    battle: Battle = s.local
    defender = unit_at(s, battle.target)
    assert defender is not None
    column = int(total(ledger(s, battle)))
    result = s.data.table[face][column]  # 4.3a
    s.note("4.3a", "Die {die} at {column}: {result}.", die=face, column=s.data.columns[column], result=result)
    s.fought |= battle.attackers | 1 << defender  # 4.1c
    s.local = battle._replace(result=RESULTS.index(result))
    if result == "D1" or (result == "DR" and not exits(s)):  # 4.3c, 4.4c
        lose_step(s, defender)
    elif result == "DX":
        destroy(s, defender)  # 4.3c


ROLL = roll_verb(roll)


def owes_step(s: State) -> bool:
    """Whether one of the attackers must lose a step."""
    return RESULTS[s.local.result] == "A1"


def loser_bans(s: State) -> list[Ban]:
    """Who cannot take the attacker's loss."""
    return [Ban("4.3b", "{it} is not one of the attackers", s.data.all_units & ~s.local.attackers)]


LOSE = Verb("lose", (one(PIECE, loser_bans, units),), lose_step, help="choose the unit that takes the loss")  # 4.3b

# -- [4.4] retreat ----------------------------------------------------------------------------


def exits(s: State) -> Bits:
    """The hexes to which the defender can retreat."""
    battle: Battle = s.local
    full = standing(s, s.side) | standing(s, 1 - s.side) | zone(s, s.side)
    return s.data.board.neighbours[battle.target] & ~full


def must_retreat(s: State) -> bool:
    """Whether the defender must and can retreat."""
    return RESULTS[s.local.result] == "DR" and bool(exits(s))


def retreat_bans(s: State) -> list[Ban]:
    """Where the defender may not retreat."""
    d, near = s.data, s.data.board.neighbours[s.local.target]
    return [
        Ban("4.4a", "{it} is not next to the unit", d.places & ~near),
        Ban("4.4b", "{it} is occupied", near & (standing(s, s.side) | standing(s, 1 - s.side))),
        Ban("4.4b", "{it} is in an enemy zone of control", near & zone(s, s.side)),
    ]


def retreat(s: State, to: int) -> None:
    """Retreat the defender."""
    defender = unit_at(s, s.local.target)
    assert defender is not None
    put(s, defender, to)
    s.note("4.4a", "{unit} retreats to {hex}.", unit=defender, hex=to)


RETREAT = Verb("retreat", (one(PLACE, retreat_bans, places),), retreat, help="retreat to a hex")

# -- [4.5] advance ----------------------------------------------------------------------------


def may_advance(s: State) -> bool:
    """Whether the target is empty and there is a unit to advance."""
    return unit_at(s, s.local.target) is None and bool(s.local.attackers)


def advance_bans(s: State) -> list[Ban]:
    """Who may not advance."""
    return [Ban("4.5a", "{it} is not one of the attackers", s.data.all_units & ~s.local.attackers)]


def advance(s: State, unit: int) -> None:
    """Advance into the target."""
    put(s, unit, s.local.target)
    s.note("4.5a", "{unit} advances into {hex}.", unit=unit, hex=s.local.target)


def hold(_s: State) -> None:
    """Nobody advances."""


ADVANCE = Verb("advance", (one(PIECE, advance_bans, units),), advance, help="advance into the target")
HOLD = Verb("hold", (), hold, help="stay where you are")
