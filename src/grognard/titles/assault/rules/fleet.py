"""[13.0] The fleet: its movement, its +5 marker, and the effect of bombardment.

What the marker adds to combat is in `combat` (13.4, 13.5); the fleet recovers with the other Russians, before the
marker is placed for the German Player-Turn (13.10c, in `air`). It is not a ground unit: supply and combat do not
affect it (13.12a).
"""

from ....core.action import Verb
from ....core.bits import Bits, lowest
from ....core.rule import Ban, Objection
from ....kit.arguments import place_arg
from ..state import State, put


def in_harbor(s: State) -> bool:
    """Whether it is in Kronstadt."""
    return bool(s.data.harbor >> s.place[s.data.fleet] & 1)


def is_disrupted(s: State) -> bool:
    """Whether it is disrupted."""
    return bool(s.disrupted >> s.data.fleet & 1)


# -- sailing ----------------------------------------------------------------------------------


def sail_hexes(s: State) -> list[Ban]:
    """Every place to which the fleet cannot sail now, and why."""
    d = s.data
    return [
        Ban("13.2c", "{it} is not one of the fleet's hexes", d.all_places & ~d.naval),
        Ban("13.2b", "the fleet is already in {it}", 1 << s.place[d.fleet]),
        Ban("13.2b", "the fleet has already sailed in this phase", d.naval if s.moved >> d.fleet & 1 else 0),
        Ban("13.11b", "the fleet is disrupted", d.naval if is_disrupted(s) else 0),
    ]


def sail(s: State, hex_: int) -> None:
    """Move the fleet any distance; a marker out of its range is removed."""
    d = s.data
    put(s, d.fleet, hex_)  # 13.2b
    s.moved |= 1 << d.fleet
    s.note("13.2b", "{unit} sails to {hex}.", unit=d.fleet, hex=hex_)
    if gone := s.fire & ~in_range(s):
        s.fire = 0  # 13.3a, 13.7a
        s.note("13.3a", "Its marker in {hexes} is out of range and removed.", hexes=gone)


SAIL = Verb("sail", (place_arg(sail_hexes),), sail, leaves=False, label="Sail to", help="move the fleet")


# -- the marker -------------------------------------------------------------------------------


def in_range(s: State) -> Bits:
    """The hexes where the marker may be."""
    d = s.data
    if in_harbor(s):
        return 0  # 13.7a
    near = 1 << s.place[d.fleet]
    for _ in range(d.charts.numbers["fire_range"]):
        near |= d.around(near)
    return near & d.main & ~d.city  # 13.3a, 13.8a


def can_aim(s: State) -> bool:
    """Whether the marker can be placed now."""
    return not is_disrupted(s) and not in_harbor(s)  # 13.7a, 13.10b


def aim_hexes(s: State) -> list[Ban]:
    """Every place where the marker cannot be placed, and why."""
    d, near = s.data, in_range(s)
    leningrad = d.city | d.on_inset
    return [
        Ban("13.8a", "the marker is never placed in {it}, a hex of " + d.rules.city, leningrad),
        Ban("13.7a", "the fleet is in harbor", d.all_places & ~leningrad if in_harbor(s) else 0),
        Ban("13.10b", "the fleet is disrupted", near if is_disrupted(s) else 0),
        Ban(
            "13.3a",
            "{it} is out of range of the fleet's guns in {fleet}: at most {range} hexes",
            0 if in_harbor(s) else d.all_places & ~leningrad & ~near,
            lambda _: {"fleet": d.board.names[s.place[d.fleet]], "range": d.charts.numbers["fire_range"]},
        ),
        Ban("13.3b", "the marker is already in {it}", s.fire),
    ]


def aim(s: State, hex_: int) -> None:
    """Place the marker."""
    s.fire = 1 << hex_  # 13.1a, 13.3a, 13.3b, 13.6a
    s.note("13.3b", "The guns of the fleet are aimed at {hex}.", hex=hex_)


def no_marker(s: State) -> list[Objection]:
    """There is no marker to remove."""
    return [] if s.fire else [Objection("13.3b", "the marker is not on the map")]


def lift(s: State) -> None:
    """Remove the marker from the map."""
    s.fire = 0
    s.note("13.3b", "The marker of the fleet is removed.")


AIM = Verb("aim", (place_arg(aim_hexes),), aim, label="Aim the fleet at", help="place the marker of the fleet")
LIFT = Verb("lift", (), lift, bars=(no_marker,), label="Remove the marker", help="aim the fleet at nothing")


# -- under bombardment ------------------------------------------------------------------------


def rolls_against(s: State) -> frozenset[int]:
    """The rolls that disrupt the fleet in its current hex."""
    return s.data.charts.fleet["harbor" if in_harbor(s) else "sea"]  # 13.9a


def hit(s: State) -> None:
    """Disrupt the fleet: its marker is removed, and it may flee."""
    d = s.data
    if is_disrupted(s):
        return  # 12.43a
    s.disrupted |= 1 << d.fleet
    s.note("13.10a", "{unit} is disrupted.", unit=d.fleet)
    if s.fire:
        s.note("13.10a", "Its marker in {hexes} is removed.", hexes=s.fire)
        s.fire = 0
    if not in_harbor(s):
        s.struck = 1 << d.fleet  # 13.11a


def may_flee(s: State) -> bool:
    """Whether the fleet has just been disrupted outside its harbor."""
    return bool(s.struck >> s.data.fleet & 1)


def flee(s: State) -> None:
    """Move the fleet to Kronstadt, still disrupted."""
    d = s.data
    s.struck = 0
    put(s, d.fleet, lowest(d.harbor))  # 13.11a, 13.11b
    s.note("13.11a", "{unit} withdraws to {hex}.", unit=d.fleet, hex=s.place[d.fleet])


def remain(s: State) -> None:
    """Leave the fleet where it is."""
    s.struck = 0


FLEE = Verb("flee", (), flee, label="To the harbor", help="move there at once")
REMAIN = Verb("remain", (), remain, label="Stay", help="the fleet stays where it is")
