"""[12.0] Air power: the number of air units, bombardment, disruption, Ground Support.

Air units are pieces placed on the hexes they bombard or support, and otherwise at the airfield; they take part in
nothing else (12.11c, 12.12a). What disruption forbids is in `movement`, `combat` and `results` (12.42); its effect on
the fleet is in `fleet`.
"""

from ....core.action import Verb
from ....core.bits import Bits, lowest, scan
from ....core.rule import Ban
from ....kit.arguments import piece_arg, place_arg
from ....kit.battle.die import roll_verb
from ....kit.stacks import places_of
from ..ruleset import GERMAN
from ..state import State, option, put, units_in
from . import fleet
from .attacks import Field

# -- how many there are -----------------------------------------------------------------------


def muster(s: State) -> None:
    """Begin an Air Bombardment Phase: on some turns the number of air units is fixed."""
    turns = s.data.charts.air[s.side].turns
    s.air = turns[s.turn - 1] if s.turn <= len(turns) else 0  # 12.22a, 19.12a


def must_roll(s: State) -> bool:
    """Whether the number of air units is rolled for."""
    return bool(s.data.charts.air[s.side].on(s.turn))  # 12.22b, 12.23a, 19.13a


def count(s: State, face: int) -> None:
    """Set the number of air units by the die."""
    s.air = s.data.charts.air[s.side].on(s.turn)[face - 1]  # 12.21a, 12.22b, 12.23a, 19.13b, 19.13c
    clause = "12.23a" if s.side else s.data.rules.case("12.22b")
    s.note(clause, f"A {{die}}: {{count}} air unit{'' if s.air == 1 else 's'}.", die=face, count=s.air)


AVAILABLE = roll_verb(count, "3.2o")


def over_hexes(s: State) -> Bits:
    """The air units of the phasing player that are over a hex."""
    d = s.data
    return d.air[s.side] & ~s.here.get(d.airfield, 0)


def send(s: State, hex_: int) -> int:
    """Place an air unit on a hex."""
    d = s.data
    wing = lowest(d.air[s.side] & s.here[d.airfield])
    put(s, wing, hex_)  # 12.12a, 12.33a
    s.air -= 1  # 12.31b
    return wing


def go_home(s: State) -> None:
    """End a Combat Phase: air units leave the map, and unused ones are lost."""
    for wing in scan(over_hexes(s)):
        put(s, wing, s.data.airfield)  # 12.55a, 12.56a
    s.air = 0  # 12.13a


# -- bombardment ------------------------------------------------------------------------------


def can_bombard(s: State) -> bool:
    """Whether there is an air unit and a target to bombard."""
    return s.air > 0 and bool(s.held[1 - s.side] or (s.side == GERMAN and s.data.ships))


def none_left(s: State) -> Ban:
    """Without air units nothing can be bombarded or supported."""
    return Ban("12.31b", "no air unit is left", 0 if s.air else s.data.all_places)


def bombard_hexes(s: State) -> list[Ban]:
    """Every place that cannot be bombarded."""
    d, there = s.data, s.held[1 - s.side]  # 12.12b, 12.44a
    fleet_alone = 1 << s.place[d.fleet] & ~there if s.side == GERMAN and d.ships else 0
    return [
        Ban("13.9a", "only the fleet is in {it}: `strike` bombards it", fleet_alone),
        Ban("12.32a", "no enemy unit is in {it}", d.all_places & ~there & ~fleet_alone),
        none_left(s),
    ]


def bombard(s: State, hex_: int) -> None:
    """Send an air unit to bombard a hex."""
    send(s, hex_)  # 12.31a, 12.32b
    s.note("12.33a", "An air unit is sent to {hex}.", hex=hex_)


def strike_hexes(s: State) -> list[Ban]:
    """Every place where the fleet is not."""
    d = s.data
    there = 1 << s.place[d.fleet]
    where = d.board.names[s.place[d.fleet]]
    text = "the fleet is not in {it}: it is in {fleet}"
    return [Ban("13.9a", text, d.all_places & ~there, lambda _: {"fleet": where}), none_left(s)]


def strike(s: State, hex_: int) -> None:
    """Send an air unit against the fleet."""
    s.strikers |= 1 << send(s, hex_)  # 12.31a, 13.9a
    s.note("13.9a", "An air unit is sent against the fleet in {hex}.", hex=hex_)


def all_sent(s: State) -> bool:
    """Whether all air units have been placed."""
    return not can_bombard(s)  # 12.36a


BOMBARD = Verb(
    "bombard", (place_arg(bombard_hexes),), bombard, leaves=all_sent, help="send an air unit to bombard a hex"
)
STRIKE = Verb(
    "strike",
    (place_arg(strike_hexes),),
    strike,
    leaves=all_sent,
    label="Bombard the fleet at",
    help="send an air unit to bombard the fleet",
)


def exposed(s: State, hex_: int) -> Bits:
    """The enemy units in a hex that a raid can disrupt."""
    d = s.data
    units = units_in(s, 1 << hex_) & d.side[1 - s.side] & ~s.disrupted  # 12.35a, 12.43a
    if option(s, "raids", "waived"):
        units &= ~(d.stacks["headquarters"] | d.stacks["guerrilla"])  # 18.11a
    return units


def raid(s: State, face: int) -> None:
    """Resolve one air unit, in the order sent; it returns to base afterwards."""
    d = s.data
    wing = lowest(over_hexes(s))
    hex_, bit = s.place[wing], 1 << wing
    put(s, wing, d.airfield)  # 12.38a
    at_fleet = bool(s.strikers & bit)
    s.strikers &= ~bit
    units = 0 if at_fleet else exposed(s, hex_)
    needed = fleet.rolls_against(s) if at_fleet else d.raid(hex_, 1 - s.side)  # 12.34a, 12.37a, 13.9a
    tanks = units & d.tank_corps
    if tanks and face not in d.tank_raid(hex_):
        tanks = 0  # 19.42a
    if face not in needed and not tanks:
        s.note("12.34b", "A {die}: nothing happens in {hex}.", die=face, hex=hex_)
        return
    s.note("12.33a", "A {die}: the bombs fall on {hex}.", die=face, hex=hex_)
    if at_fleet:
        fleet.hit(s)
        return
    units = tanks | (units & ~d.tank_corps if face in needed else 0)
    if d.city >> hex_ & 1 and units.bit_count() > 1:
        s.struck = units  # 12.44b
        return
    for unit in scan(units):
        disrupt(s, unit)  # 12.41a


RAID = roll_verb(raid, "3.2o")  # 12.33a, 12.35a, 12.36a


def must_choose(s: State) -> bool:
    """Whether a city hex has been hit, so that one of its units must be disrupted."""
    return bool(s.struck & s.data.ground)  # 12.44b


def disrupt_units(s: State) -> list[Ban]:
    """Every piece that cannot be disrupted by this raid."""
    return [Ban("12.44b", "{it} is not among the units that can be disrupted", s.data.all_pieces & ~s.struck)]


def disrupt(s: State, unit: int) -> None:
    """Disrupt a unit."""
    s.disrupted |= 1 << unit  # 12.41a, 12.42e
    s.struck = 0
    s.note("12.41a", "{unit} is disrupted.", unit=unit)


DISRUPT = Verb("disrupt", (piece_arg(disrupt_units),), disrupt, help="choose the unit that is disrupted")


def recover(s: State) -> None:
    """Remove disruption from the phasing player's units at the end of the Player-Turn."""
    d = s.data
    ships = d.ships if s.side else 0  # 13.10c
    s.disrupted &= ~(d.side[s.side] | ships)  # 12.41b, 4.0i, 4.0n, 19.62a


# -- Ground Support ---------------------------------------------------------------------------


def supported_hexes(s: State) -> Bits:
    """The hexes with air units of the phasing player."""
    return places_of(s, over_hexes(s))


def assailable(s: State) -> Bits:
    """The enemy hexes that could be attacked."""
    return Field(s).assailable


def can_support(s: State) -> bool:
    """Whether there is an air unit and an attack it could support."""
    return s.air > 0 and bool(assailable(s) & ~supported_hexes(s))


def support_hexes(s: State) -> list[Ban]:
    """Every place where Ground Support cannot be given, and why."""
    return [
        Ban("12.54a", "no unit could attack {it}", s.data.all_places & ~assailable(s)),  # 12.52a
        Ban("12.53a", "an air unit is already over {it}", supported_hexes(s)),
        none_left(s),
    ]


def support(s: State, hex_: int) -> None:
    """Place an air unit on a hex that is to be attacked."""
    send(s, hex_)  # 12.11b, 12.51a, 12.53b
    s.note("12.51a", "An air unit gives Ground Support over {hex}.", hex=hex_)


SUPPORT = Verb(
    "support",
    (place_arg(support_hexes),),
    support,
    leaves=lambda s: not can_support(s),
    label="Ground Support at",
    help="send an air unit to support combat at a hex",
)
