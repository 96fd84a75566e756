"""[15.0] Replacements: RPs and Marsch units, Receiving Replacements markers, units rebuilt from the Eliminated Box."""

from collections.abc import Iterator

from ....core.action import Verb
from ....core.bits import Bits, bits, lowest, scan
from ....core.rule import Ban, Objection
from ....kit.arguments import piece_arg, place_arg
from ..data.components import AXIS, SOVIET
from ..data.map_and_units import MAP_BOXES
from ..data.scenarios import Points
from ..state import UNTRIED, State, friendly, option, put, remove, update_control
from .air import open_ground
from .stacking import FULL, fullness, room
from .supply import supplied

SIDE_NAMES = ("Axis", "Soviet")

# -- what is received [15.11] -----------------------------------------------------------------


def grants(s: State, side: int) -> list[Points]:
    """What the scenario gives a side in this turn, and what the Set Up Cards add."""
    if s.turn < s.data.charts.numbers["first_rps"]:
        return []  # sequence.4
    rows = [row for row in s.plan.rps if row.side == side and row.first <= s.turn]
    latest = max(rows, key=lambda row: row.first, default=None)  # 19.13d, 19.33c, 19.33e
    extra = [row for row in s.plan.extra_rps if row.side == side and row.first == s.turn]  # 15.11b
    return [latest, *extra] if latest else extra


def by_air(s: State) -> bool:
    """Whether Demyansk is supplied with Marsch units of its own."""
    known = s.besieged or s.surrounded if option(s, "airlift", "after") else s.surrounded
    return known and any(s.plan.surrounded)  # 16.14c


def receive(s: State) -> None:
    """Give both sides the RPs of this turn; none are left from the last (15.13f, 15.14c)."""
    mine = grants(s, AXIS)
    s.axis_rps, s.airlift = sum(row.points for row in mine), sum(row.demyansk for row in mine)
    if by_air(s):
        s.airlift, agn = s.plan.surrounded
        s.axis_rps = s.airlift + agn + sum(row.points for row in mine if row in s.plan.extra_rps)
    s.soviet_rps = sum(row.points for row in grants(s, SOVIET))  # 15.11a, 19.13b, 19.23c
    for side, points in enumerate((s.axis_rps, s.soviet_rps)):
        if points:
            said = "1 RP" if points == 1 else f"{points} RPs"
            s.note("15.11a", "The {side} player receives {points}.", side=SIDE_NAMES[side], points=said)


# -- Marsch units [15.13] ---------------------------------------------------------------------


def spare_marsch(s: State) -> Bits:
    """The Marsch units that are not in use."""
    return s.here.get(s.data.marsch_box, 0)  # 15.21d


def may_convert(s: State) -> bool:
    """Whether the Axis player can turn an RP into a Marsch unit."""
    return s.axis_rps > 0 and bool(spare_marsch(s))  # 15.13a, 15.13b


def _airhead(s: State) -> Bits:
    """Demyansk, and in some scenarios the hexes around it."""
    d = s.data
    around = any(row.around for row in s.plan.rps)
    return 1 << d.demyansk | (d.board.neighbours[d.demyansk] if around else 0)  # 19.13d, 19.33e


def _landing(s: State) -> Bits:
    """The hexes at Demyansk where a Marsch unit can come now."""
    d = s.data
    if not s.airlift or not friendly(s, AXIS) >> d.demyansk & 1:
        return 0
    unit = lowest(d.marsch)
    return room(s, _airhead(s) & ~s.held[SOVIET] & open_ground(s, unit), d.stack[unit])  # 3.32a


def _tied(s: State) -> bool:
    """Whether all RPs that are left have to become Marsch units at Demyansk."""
    return by_air(s) and s.axis_rps <= s.airlift


def marsch_bans(s: State) -> list[Ban]:
    """Every place where no Marsch unit can come, and why."""
    d = s.data
    agn, near, open_ = 1 << d.box[MAP_BOXES[AXIS]], _airhead(s), _landing(s)
    held = near & s.held[SOVIET]
    lost = not friendly(s, AXIS) >> d.demyansk & 1
    no_more = "no Marsch unit is left" if s.axis_rps else "no RP is left"
    return [
        Ban("15.13b", no_more, 0 if may_convert(s) else d.all_places),
        Ban("15.13c", "no Marsch unit comes to {it}", d.all_places & ~agn & ~near),
        Ban("15.13c", "no Marsch unit comes to Demyansk now", near if not s.airlift else 0),
        Ban("15.13c", "Demyansk is not under Axis control", near if s.airlift and lost else 0),
        Ban("15.13c", "{it} holds enemy units", held if s.airlift and not lost else 0),
        Ban(
            "3.32a",
            FULL,
            near & ~held & ~open_ if s.airlift and not lost else 0,
            fullness(s, d.stack[lowest(d.marsch)]),
        ),
        Ban("16.14c", "the RPs that are left come as Marsch units at Demyansk", agn if _tied(s) and open_ else 0),
    ]


def convert(s: State, place: int) -> None:
    """Turn an RP into a Marsch unit."""
    d, unit = s.data, lowest(spare_marsch(s))
    put(s, unit, place)
    s.axis_rps -= 1  # 15.13b
    if place < d.board.box:
        s.airlift -= 1
    s.airlift = min(s.airlift, s.axis_rps)
    s.note("15.13c", "{unit} comes to {hex}.", unit=unit, hex=place)
    update_control(s)


def still_flown(s: State) -> Iterator[Objection]:
    """Why the Axis player cannot leave the rest of his RPs unconverted."""
    if by_air(s) and s.airlift and spare_marsch(s):
        yield Objection("16.14c", f"{s.airlift} of the RPs come as Marsch units", {"left": s.airlift})


def keep(s: State) -> None:
    """Leave RPs unconverted, to rebuild units with (15.13d)."""
    s.airlift = 0


CONVERT = Verb(
    "marsch",
    (place_arg(marsch_bans),),
    convert,
    leaves=lambda s: not may_convert(s),
    label="Form a Marsch unit:",
    help="turn RPs into a Marsch unit, on the map or in the AGN box",
)
KEEP = Verb("done", (), keep, bars=(still_flown,), help="leave RPs unconverted")


def end_conversion(s: State) -> None:
    """No more Marsch units come to Demyansk in this turn."""
    s.airlift = 0


# -- rebuilding [15.24] -----------------------------------------------------------------------


def points(s: State) -> int:
    """The active player's RPs."""
    return s.axis_rps if s.side == AXIS else s.soviet_rps


def _spend(s: State, many: int) -> None:
    if s.side == AXIS:
        s.axis_rps -= many
    else:
        s.soviet_rps -= many


def leave_section(s: State) -> None:
    """Move the active player's units in Units Rebuilding sections to the Map Boxes."""
    d = s.data
    for section, box in d.rebuilding.items():
        for unit in list(scan(s.here.get(section, 0) & d.side[s.side])):
            put(s, unit, box)  # 15.24h, 5.33a, sequence.10
            s.note("15.24h", "{unit} is ready in {hex}.", unit=unit, hex=box)


def _poor(s: State, need: int) -> list[Ban]:
    """What RPs cannot do for any unit at all."""
    d, have = s.data, points(s)
    text = f"that takes {{needs}} RP{'s' if need > 1 else ''}, and there are {{has}}"
    where = d.all_pieces if have < need else 0
    return [Ban("15.24b" if need == 1 else "15.24d", text, where, lambda _: {"needs": need, "has": have})]


def _excluded(s: State, units: Bits) -> list[Ban]:
    """Those of these units that RPs do not restore, and why."""
    d = s.data
    color, before = s.plan.no_rps
    barred = d.color.get(color, 0) if s.turn < before else 0
    jump = d.type["parachute infantry"]
    return [
        Ban("15.12b", "RPs do not restore {it}: armor or artillery", units & ~d.replaced & ~jump),
        Ban("15.12c", "RPs do not restore {it}: parachute infantry", units & jump),
        Ban("15.12d", "{it} is printed on the map", units & d.printed),
        Ban(
            "19.33f" if before <= s.plan.last else "19.13e",
            f"{{it}} is of the {color} group, which receives no replacements yet",
            units & barred,
        ),
    ]


def _wrong_box(s: State, units: Bits) -> Bits:
    """Soviet units for whose Map Box there are no RPs."""
    rows = grants(s, SOVIET)
    if s.side == AXIS or not rows or any(not row.box for row in rows):
        return 0
    boxes = {s.data.box[row.box] for row in rows}
    return bits(unit for unit in scan(units & s.data.side[SOVIET]) if s.data.home[unit] not in boxes)


def _faceless(s: State, units: Bits) -> Bits:
    """Formerly Untried units without values: never tried, or removed as they were."""
    d = s.data
    return bits(unit for unit in scan(units & d.untried) if s.face[unit] == UNTRIED or d.faces[s.face[unit]].remove)


def rebuild_bans(s: State) -> list[Ban]:
    """Every piece that cannot be rebuilt with one RP, and why."""
    d = s.data
    lost = s.here.get(d.eliminated, 0) & d.side[s.side]
    return [
        *_poor(s, 1),
        Ban("15.24a", "{it} is not yours", d.all_pieces & ~d.side[s.side]),
        Ban("15.24a", "{it} is not in the Eliminated Box", d.side[s.side] & ~lost),
        *_excluded(s, lost),
        Ban("7.25b", "{it} cannot be rebuilt", lost & d.droppable),
        Ban("15.15a", "{it} has no values to return with", _faceless(s, lost)),
        Ban("19.23c", "there are no RPs for the Map Box of {it}", _wrong_box(s, lost)),
    ]


def restore_bans(s: State) -> list[Ban]:
    """Every piece that cannot be rebuilt at full strength with two RPs, and why."""
    d = s.data
    lost = s.here.get(d.eliminated, 0) & d.side[s.side]
    return [
        *_poor(s, 2),
        *rebuild_bans(s)[1:],
        Ban("15.24c", "{it} has one step: one RP is enough", lost & ~d.two_steps),
    ]


def _bring_back(s: State, unit: int, many: int) -> None:
    d = s.data
    section = next(section for section, box in d.rebuilding.items() if box == d.home[unit])
    put(s, unit, section)  # 15.24e, 15.24f, 15.24g, sequence.9
    _spend(s, many)
    weak = many == 1 and d.two_steps >> unit & 1
    s.reduced |= 1 << unit if weak else 0  # 15.24b
    text = "{unit} is rebuilt at reduced strength." if weak else "{unit} is rebuilt at full strength."
    s.note("15.24b" if weak else "15.24c" if many == 1 else "15.24d", text, unit=unit)


def rebuild(s: State, unit: int) -> None:
    """Rebuild one step of an eliminated unit with one RP; a formerly Untried unit stays Tried (15.15a)."""
    _bring_back(s, unit, 1)  # 15.13e, 15.24b, 15.24c


def restore(s: State, unit: int) -> None:
    """Rebuild both steps of an eliminated unit with two RPs."""
    _bring_back(s, unit, 2)  # 15.24d


# -- Receiving Replacements [15.22] -----------------------------------------------------------


def receiving_bans(s: State) -> list[Ban]:
    """Every piece that cannot receive replacements on the map, and why."""
    d = s.data
    there = s.there[SOVIET]
    weak = there & s.reduced
    return [
        Ban("15.14a", "only Soviet units receive RPs on the map", d.all_pieces if s.side != SOVIET else 0),
        *_poor(s, 1),
        Ban("15.14a", "{it} is not a Soviet unit on the map", d.all_pieces & ~there),
        Ban("15.14a", "{it} is not reduced", there & ~weak),
        Ban("15.22a", "{it} is receiving replacements", weak & s.receiving),
        *_excluded(s, weak),
        Ban("15.23d", "{it} is Out of Supply", weak & ~supplied(s, SOVIET)),
    ]


def mark(s: State, unit: int) -> None:
    """Put a Receiving Replacements marker on a unit; until it is removed it only moves and defends (15.23e)."""
    s.receiving |= 1 << unit  # 15.22a
    _spend(s, 1)
    s.note("15.22a", "{unit} receives replacements.", unit=unit)


REBUILT, RESTORED, RECEIVER = piece_arg(rebuild_bans), piece_arg(restore_bans), piece_arg(receiving_bans)


def may_spend(s: State) -> bool:
    """Whether the active player can use an RP now."""
    return points(s) > 0 and (bool(RECEIVER.options(s)) or bool(REBUILT.options(s)))  # sequence.8


def _spent(s: State) -> bool:
    return not may_spend(s)


REBUILD = Verb("rebuild", (REBUILT,), rebuild, leaves=_spent, help="rebuild a unit for an RP")
RESTORE = Verb(
    "restore",
    (RESTORED,),
    restore,
    leaves=_spent,
    label="Rebuild at full strength:",
    help="rebuild a unit at full strength",
)
RECEIVE = Verb(
    "receive",
    (RECEIVER,),
    mark,
    leaves=_spent,
    label="Receive replacements:",
    help="put a Receiving Replacements marker on a unit",
)


# -- the Administrative Phase [15.13, 15.14, 15.21, 15.22] ------------------------------------


def strengthen(s: State) -> None:
    """In the Axis Administrative Phase: Soviet units with markers are turned to full strength, whatever the supply."""
    units = s.receiving & ~s.here.get(s.data.exited, 0)
    if units:
        s.note("15.22b", "Replacements have reached {units}.", units=units)
    s.reduced &= ~units
    s.receiving = 0


def absorb_bans(s: State) -> list[Ban]:
    """Every piece that cannot absorb a Marsch unit, and why."""
    d = s.data
    own = s.there[AXIS]
    weak = own & s.reduced
    with_marsch = 0
    for unit in scan(own & d.marsch):
        with_marsch |= s.here[s.place[unit]]
    return [
        Ban("15.21a", "that is for an Axis Administrative Phase", d.all_pieces if s.side != AXIS else 0),
        Ban("15.21a", "{it} is not an Axis unit on the map", d.all_pieces & ~own),
        Ban("15.21a", "{it} is not reduced", own & ~weak),
        Ban("15.21a", "no Marsch unit is in the hex of {it}", weak & ~with_marsch),
        Ban("15.12b", "RPs do not restore {it}: armor or artillery", weak & ~d.replaced),
    ]


def absorb(s: State, unit: int) -> None:
    """Remove a Marsch unit and turn the reduced unit with it to full strength; a Marsch unit fights until then."""
    d = s.data
    used = lowest(s.here[s.place[unit]] & d.marsch)  # 15.21c
    remove(s, used, d.marsch_box)  # 15.21b, 15.21d
    s.reduced &= ~(1 << unit)
    s.note("15.21b", "{unit} absorbs {unit_used}.", unit=unit, unit_used=used)
    update_control(s)


ABSORBER = piece_arg(absorb_bans)
ABSORB = Verb(
    "absorb",
    (ABSORBER,),
    absorb,
    leaves=False,
    label="Take in a Marsch unit:",
    help="let a unit take in a Marsch unit of its hex",
)


def may_absorb(s: State) -> bool:
    """Whether the Axis player can combine a Marsch unit with another."""
    return bool(ABSORBER.options(s))  # sequence.28


def lose_points(s: State, last: bool) -> None:
    """RPs that are not used: the Axis player's after one Sequence, the Soviet player's after the last of a turn."""
    if s.side == AXIS:
        lost, s.axis_rps = s.axis_rps, 0  # 15.13d, 15.13f
    else:
        lost = s.soviet_rps if last else 0
        s.soviet_rps -= lost  # 15.14b, 15.14c
    if lost:
        clause = "15.13f" if s.side == AXIS else "15.14c"
        s.note(clause, "{side} RPs lost unused: {points}.", points=lost, side=SIDE_NAMES[s.side])
