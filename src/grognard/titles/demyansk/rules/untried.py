"""[11.43] Untried units: turned over when a combat is taken up; until then nobody knows what they are (5.42)."""

from ....core.action import Verb, one
from ....core.bits import Bits, below, bits, lowest, scan
from ....core.kinds import FACE
from ....core.rule import Ban
from ....kit.battle.local import update
from ....kit.stacks import places_of
from ..state import UNTRIED, State, eliminate, untried, update_control
from .battle import Battle
from .combat import armor_stacks, combat_supply, defending, hungry, open_ground, strength_of, unarmed
from .supply import DEFENSE, supplied_of


def check_supply(s: State) -> None:
    """Determine which attackers have Combat Supply, and whether all defenders are Supplied."""
    b: Battle = s.local
    enemy, lacking = 1 - s.side, hungry(s, b.attackers, combat_supply(s, b.attackers))  # 11.51a
    out = b.defenders & s.there[enemy] & ~supplied_of(s, enemy, b.defenders, DEFENSE)  # 11.51b, 6.43b
    update(s, hungry=lacking, fed=not out)
    if out:
        s.note("6.43a", "{units} cannot trace a Supply Route.", units=out)


def to_reveal(s: State) -> Bits:
    """The Untried units of the combat."""
    b: Battle = s.local
    return untried(s, (b.attackers | b.defenders) & (s.there[0] | s.there[1])) if b.targets else 0


def pool(s: State) -> Bits:
    """The Tried sides that nobody has seen yet."""
    seen = bits(face for face in s.face if face != UNTRIED)
    return all_faces(s) & ~seen


def all_faces(s: State) -> Bits:
    """All Tried sides."""
    return below(len(s.data.faces))


def face_bans(s: State) -> list[Ban]:
    """Only a side that has not been drawn can be drawn."""
    return [Ban("5.43a", "{it} has been drawn already", all_faces(s) & ~pool(s))]


def reveal(s: State, face: int) -> None:
    """Turn over the next Untried unit of the combat."""
    unit = lowest(to_reveal(s))
    s.face[unit] = face  # 11.43a, 11.51c
    found = s.data.faces[face]
    value = found.front
    said = "is removed" if found.remove else f"has {value.attack} in attack and {value.defense} in defense"
    s.note("11.43a", "{name} is {label} and {said}.", name=s.title.lexicon.pieces[unit], label=found.label, said=said)
    if found.remove:
        eliminate(s, unit, "11.43b")
        update_control(s)


DRAWN = one(FACE, face_bans, all_faces)
DRAW = Verb("draw", (DRAWN,), reveal, weights=lambda s: [1] * DRAWN.options(s).count())


def take_stock(s: State) -> None:
    """Note who fights now that everything is known; without a defender, or an attacker with strength, nobody does."""
    b: Battle = s.local
    if not b.targets:
        return  # 11.42e
    attackers = armed(s, b, b.attackers & s.there[s.side])
    defenders = b.defenders & s.there[1 - s.side]
    targets = b.targets & places_of(s, defenders)
    if defenders and not attackers:
        s.note("3.51i", "No attack strength is left: the combat is cancelled.")
        update(s, attackers=0, defenders=0, targets=0)
        return
    if empty := b.targets & ~targets:
        s.note("11.43c", "No defender is left in {hexes}.", hexes=empty)
    extras, alone = _extras(s, attackers, targets), _alone(s, targets)
    update(s, attackers=attackers, defenders=defenders, targets=targets, fought=True, extras=extras, alone=alone)


def armed(s: State, b: Battle, attackers: Bits) -> Bits:
    """Those of these attackers that have attack strength left: the others take no part."""
    attackers &= ~unarmed(s, attackers)  # 11.16a
    return attackers & ~strength_of(s, attackers, b.targets, b.hungry).idle  # 3.51h, 11.16b


def _extras(s: State, attackers: Bits, targets: Bits) -> Bits:
    """Soviet armor that does not fight but shares the fate of the armor that does."""
    d, out = s.data, 0
    for unit in scan(attackers & d.soviet_armor):
        here = s.place[unit]
        others = s.here[here] & d.soviet_armor & ~attackers
        if others and armor_stacks(s, others | 1 << unit, targets):
            out |= others
    for hex_ in scan(targets):
        armor = s.here.get(hex_, 0) & d.soviet_armor
        if armor & (armor - 1) and not open_ground(s, hex_):
            out |= armor & ~defending(s, hex_)
    return out  # 11.41b


def _alone(s: State, targets: Bits) -> Bits:
    """Guns that defend in a hex without other combat units."""
    d, out = s.data, 0
    for hex_ in scan(targets):
        units = s.here.get(hex_, 0) & d.ground
        if units and not units & ~d.guns:
            out |= units
    return out  # 10.22a
