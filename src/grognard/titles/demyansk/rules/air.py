"""[7.0] The Air Transport Phase: Axis units flown from the AGN Map Box to airfields, and the one Soviet Airdrop."""

from ....core.action import Verb
from ....core.bits import Bits, scan
from ....core.rule import Ban
from ....kit.arguments import piece_arg, place_arg
from ....kit.words import counted
from ..data.components import AXIS, SOVIET
from ..data.links import HEAVY, LIGHT
from ..data.map_and_units import MAP_BOXES
from ..state import State, friendly, put, update_control, works, zone
from .stacking import FULL, fullness, room

VALDAY = "Valday"  # 7.23a

# -- air transport [7.1] ----------------------------------------------------------------------


def grounded(s: State) -> list[Ban]:
    """Why nobody at all can be flown now."""
    everybody, first = s.data.all_pieces, s.data.charts.numbers["first_flight"]
    return [
        Ban("7.1a", "only the Axis player has air transport", everybody if s.side != AXIS else 0),
        Ban("7.15a", f"there is no air transport before Game-Turn {first}", everybody if s.turn < first else 0),
        Ban("7.16a", "there is no air transport in Mud", everybody if s.weather == "mud" else 0),
        Ban("7.16b", "there is no air transport in Storm", everybody if s.storm else 0),
    ]


def capacity(s: State) -> int:
    """The stacking points that can still be flown in this phase: nothing is saved up, and nothing destroys it."""
    return s.data.charts.numbers["flights"] - s.data.points(s.flew)  # 7.12a, 7.12b, 7.12c, 7.13a


def airfields(s: State) -> Bits:
    """The airfields to which the Axis player can fly: his, and not in an enemy ZOC."""
    own = (s.stage.airfields | s.airfield) & friendly(s, AXIS)  # 7.11a, 7.17a
    return own & ~zone(s, SOVIET)  # 7.11b


def passenger_bans(s: State) -> list[Ban]:
    """Every piece that cannot be flown, and why."""
    d, fields, left = s.data, airfields(s), capacity(s)
    waiting = s.here.get(d.box[MAP_BOXES[AXIS]], 0) & d.side[AXIS]
    large = full = 0
    for points, plane in ((0, d.ground & ~_counted(s)), *d.stack_planes):
        large |= plane & waiting if points > left else 0
        full |= plane & waiting if not room(s, fields, points) else 0
    return [
        *grounded(s),
        Ban("7.11a", "{it} is not in the AGN Map Box", d.all_pieces & ~waiting),
        Ban("7.14b", "{it} is of a type that cannot be flown", waiting & ~d.flyable),  # 7.14a
        Ban(
            "7.13a",
            f"{{it}} needs {{needs}}, and {counted(left, 'stacking point')} can still be flown",
            large,
            lambda unit: {"needs": d.stack[unit], "left": left},
        ),
        Ban("7.11c", "no airfield has room for {it}, which needs {needs}", full, lambda unit: {"needs": d.stack[unit]}),
    ]


def _counted(s: State) -> Bits:
    """The units that take room in a hex."""
    out = 0
    for _, plane in s.data.stack_planes:
        out |= plane
    return out


def airfield_bans(s: State, unit: int) -> list[Ban]:
    """Every place to which a unit cannot be flown, and why."""
    d = s.data
    if unit >= d.first_air:
        return []  # 7.14b: an air unit is no passenger
    known = (s.stage.airfields | s.airfield) & s.stage.area
    own = known & friendly(s, AXIS)
    hot = own & zone(s, SOVIET)
    sites = s.airfield_site & ~known
    return [
        Ban("7.11a", "{it} is not an airfield", d.all_places & ~known & ~sites),
        Ban("7.17a", "the airfield in {it} is still being built", sites),
        Ban("7.11a", "the airfield in {it} is not friendly", known & ~own),
        Ban("7.11b", "the airfield in {it} is in an enemy ZOC", hot),
        Ban("7.11c", FULL, own & ~hot & ~room(s, own, d.stack[unit]), fullness(s, d.stack[unit])),
    ]


def fly(s: State, unit: int, hex_: int) -> None:
    """Fly a unit to an airfield; it may still move in the Movement Phase."""
    s.note("7.11a", "{unit} is flown to {hex}.", unit=unit, hex=hex_)
    put(s, unit, hex_)
    s.flew |= 1 << unit  # 7.11d, 7.11e
    update_control(s)


def may_fly(s: State) -> bool:
    """Whether the Axis player can fly anybody now."""
    return s.side == AXIS and bool(PASSENGER.options(s))  # sequence.7


PASSENGER = piece_arg(passenger_bans)
FLY = Verb(
    "fly",
    (PASSENGER, place_arg(airfield_bans, "to")),
    fly,
    leaves=lambda s: not may_fly(s),
    help="fly a unit to an airfield",
)


# -- the Airdrop [7.2] ------------------------------------------------------------------------


def jumper_bans(s: State) -> list[Ban]:
    """Every piece that cannot be airdropped, and why; Mud is no reason."""
    d = s.data
    everybody, first = d.all_pieces, d.charts.numbers["first_airdrop"]
    waiting = s.here.get(d.box[VALDAY], 0) & d.droppable
    return [
        Ban("7.2a", "only the Soviet player can airdrop", everybody if s.side != SOVIET else 0),
        Ban("7.22a", f"there is no Airdrop before Game-Turn {first}", everybody if s.turn < first else 0),
        Ban("7.22b", "there is no Airdrop in Storm", everybody if s.storm else 0),  # 5.24b
        Ban("7.21a", "{it} cannot be airdropped", d.all_pieces & ~d.droppable),
        Ban("7.23a", "{it} is not in the Valday Map Box", d.droppable & ~waiting),
        Ban("7.24b", "{it} has been on the map and can no longer be airdropped", waiting if s.airdrop_spent else 0),
    ]  # 7.23h, 7.25a


def open_ground(s: State, unit: int) -> Bits:
    """The hexes in play that a unit could enter in this weather."""
    d = s.data
    kind = HEAVY if s.data.heavy >> unit & 1 else LIGHT
    out = 0
    for _, _, step in d.costs(s.weather, kind).cool.steps:
        out |= step(s.stage.area)
    return out & s.stage.area


def drop_bans(s: State, unit: int) -> list[Ban]:
    """Every place where a unit cannot be dropped, and why."""
    d, area, enemy = s.data, s.stage.area, s.held[AXIS]
    fort = works(s, AXIS) & ~enemy
    return [
        Ban("7.23b", "{it} is not a hex in play", d.all_places & ~area),
        Ban("7.23c", "{it} holds an enemy unit", enemy),
        Ban("7.23d", "{it} is an active enemy Strongpoint", fort),
        Ban("7.23e", "{it} is in an enemy ZOC", zone(s, AXIS) & ~enemy & ~fort),
        Ban("8.34a", "it could not enter {it} in this weather", area & ~open_ground(s, unit)),
    ]


def drop(s: State, unit: int, hex_: int) -> None:
    """Drop the unit in Airdrop mode; it may move in the Movement Phase, as others do."""
    s.note("7.23b", "{unit} is airdropped in {hex}.", unit=unit, hex=hex_)
    put(s, unit, hex_)  # 7.23f
    s.dropped |= 1 << unit
    s.fresh |= 1 << unit  # 7.26a
    s.airdrop_spent = True  # 7.25a
    update_control(s)


def may_drop(s: State) -> bool:
    """Whether the Soviet player can airdrop now; he need not (7.24a)."""
    return s.side == SOVIET and bool(JUMPER.options(s))  # sequence.7


def note_entry(s: State) -> None:
    """A unit that has entered the map like any other can no longer be airdropped."""
    if s.there[SOVIET] & s.data.droppable:
        s.airdrop_spent = True  # 7.24a, 7.24b


def gather(s: State) -> None:
    """Turn the airdropped unit to its regular side, for good."""
    for unit in scan(s.dropped):
        s.note("7.23g", "{unit} is in its regular mode.", unit=unit)
    s.dropped = 0  # 7.23g, 7.23h


JUMPER = piece_arg(jumper_bans)
DROP = Verb("drop", (JUMPER, place_arg(drop_bans, "in")), drop, help="drop an airborne unit in a hex")
