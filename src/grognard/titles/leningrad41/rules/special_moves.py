"""[8.11, 15.5, 18.0] Special moves: marines on the water, Komsomol units in the Metro, landings by air."""

from ....core.action import Verb
from ....core.bits import Bits, bits, scan
from ....core.options import One, Options, Sieve
from ....core.rule import Ban, Check
from ....kit.arguments import piece_arg, place_arg
from ....kit.battle.die import FACES, roll_verb
from ....kit.battle.local import update
from ..data.components import GERMAN
from ..data.links import DROP, METRO, SAIL
from ..state import State, called, eliminate, face_down, name_of, option, room, side_of, those
from .movement import bans, barred, movers, stuck, terms
from .stacking import crowd_bans
from .walk import TABLES, Walk, begin, owner, path_arg

RIDING, LANDING_TABLE, DRIFTING = TABLES


# -- marines [8.11] ---------------------------------------------------------------------------


def sail_bans(s: State) -> list[Ban]:
    """Every piece that cannot make an amphibious move now, and why."""
    d = s.data
    there = s.there[s.side]
    able = those(s, there, d.ability["amphibious"])
    fleet = d.around(s.held[GERMAN])
    inland, watched = (
        bits(unit for unit in scan(able) if where >> s.place[unit] & 1) for where in (d.hexes & ~d.shores, fleet)
    )
    most = d.charts.numbers["amphibious"]
    return [
        *bans(s),
        Ban("8.11a", "{it} is not a marine unit on the map", d.side[s.side] & ~able),
        Ban(
            "8.11a",
            "only {most} marine unit may move on the water in a phase",
            able if s.sailed >= most else 0,
            lambda _: {"most": most, "sailed": s.sailed},
        ),
        Ban("6.6b", "{it} must be face up to show that it is a marine unit", able & face_down(s, able)),
        Ban("8.11b", "{it} is in neither a major river hex nor a coastal one", inland),
        Ban("8.11c", "{it} is adjacent to a German unit", watched),
    ]


def sailors(s: State) -> Options:
    """The marines that can make an amphibious move now."""
    if s.sailed >= s.data.charts.numbers["amphibious"]:
        return One(0)  # 8.11a
    d, ready = s.data, movers(s) & s.there[s.side]
    able = those(s, ready & ~face_down(s, ready), d.ability["amphibious"])  # 8.11a, 6.6b
    if able:
        open_ = d.shores & ~d.around(s.held[GERMAN])  # 8.11b, 8.11c
        able = bits(unit for unit in scan(able) if open_ >> s.place[unit] & 1)
    return Sieve(able, lambda unit: bool(stuck(terms(s, unit, SAIL))))


def sail_checks(s: State) -> list[Check]:
    """A marine needs open water."""

    def ashore(unit: int) -> bool:
        return not barred(s, sail_bans(s)) >> unit & 1 and bool(stuck(terms(s, unit, SAIL)))

    return [Check("8.11d", "no water next to {it} is open to it", ashore)]


def sail(s: State, unit: int, path: tuple[int, ...]) -> None:
    """Make an amphibious move, which takes the whole allowance."""
    s.sailed += 1  # 8.11a
    begin(s, unit, SAIL, path)  # 8.11f, 8.11h, 15.4a


SAIL_VERB = Verb(
    "sail",
    (piece_arg(sail_bans, checks=sail_checks)._replace(options=sailors), path_arg(sail_bans, SAIL)),
    sail,
    leaves=False,
    audience=owner,
    label="Go by water",
    help="move a unit by water",
)


# -- the Metro [15.5] -------------------------------------------------------------------------


def metro_bans(s: State) -> list[Ban]:
    """Every piece that cannot try a Metro move now, and why."""
    d = s.data
    there = s.there[s.side]
    able = those(s, there, d.ability["metro"])
    above, blocked = (
        bits(unit for unit in scan(able) if where >> s.place[unit] & 1) for where in (d.hexes & ~d.objectives, s.rubble)
    )
    return [
        *bans(s),
        Ban("15.5a", "{it} is not a Komsomol unit on the map", d.side[s.side] & ~able),
        Ban("6.6b", "{it} must be face up to show that it is a Komsomol unit", able & face_down(s, able)),
        Ban("15.5a", "{it} does not begin its move in an objective", above),
        Ban("15.5h", "{it} is in a rubbled hex", blocked),
    ]


def riders(s: State) -> Options:
    """The Komsomol units that can try a Metro move now."""
    d, ready = s.data, movers(s) & s.there[s.side]
    able = those(s, ready & ~face_down(s, ready), d.ability["metro"])  # 15.5a, 6.6b
    open_ = d.objectives & ~s.rubble  # 15.5a, 15.5h
    return One(bits(unit for unit in scan(able) if open_ >> s.place[unit] & 1) if able else 0)


def metro(s: State, unit: int) -> None:
    """Try a Metro move."""
    begin(s, unit, METRO, (), RIDING)  # 15.5f, 15.5l


def rides(s: State) -> bool:
    """Whether the die of a Metro move is rolled now."""
    w: Walk = s.local
    return w.table == RIDING


def ride(s: State, die: int) -> None:
    """Roll for a Metro move."""
    w: Walk = s.local
    found = s.data.charts.metro[die]
    s.note("15.5a", "{unit} tries the Metro: die {die}, {said}.", unit=called(s, w.unit), die=die,
           said={"moves": "it passes", "stays": "it stays", "lost": "it is lost"}[found])  # fmt: skip
    if found == "lost":
        eliminate(s, w.unit, "15.5d")
    update(s, table="" if found != "moves" else RIDING)  # 15.5b, 15.5c


def stations(s: State, unit: int) -> Bits:
    """The hexes in which a Metro move may end."""
    d = s.data
    here = 1 << s.place[unit]
    return d.objectives & ~s.rubble & ~s.held[GERMAN] & ~here & room(s, unit)  # 15.5g, 15.5j


def emerges(s: State) -> bool:
    """Whether a Metro move has succeeded, and there is a hex in which it can end."""
    w: Walk = s.local
    return w.table == RIDING and bool(stations(s, w.unit))


def station_bans(s: State) -> list[Ban]:
    """Every place where a Metro move cannot end, and why."""
    d, w = s.data, s.local
    here = 1 << s.place[w.unit]
    return [
        Ban("15.5e", "{it} is not another objective", d.all_places & ~d.objectives | here),
        Ban("15.5h", "{it} is rubbled", d.objectives & s.rubble & ~here),
        Ban("15.5i", "there are Germans in {it}", d.objectives & s.held[GERMAN]),
        *crowd_bans(s, w.unit, d.objectives & ~here & ~s.held[GERMAN]),
    ]


def emerge(s: State, hex_: int) -> None:
    """Leave the Metro."""
    update(s, path=(hex_,), table="")  # 15.5e, 15.5k


METRO_VERB = Verb(
    "metro",
    (piece_arg(metro_bans)._replace(options=riders),),
    metro,
    leaves=False,
    label="Ride the Metro",
    help="try to move a unit by the Metro",
)
RIDE = roll_verb(ride, "15.5b")
STATION = Verb("emerge", (place_arg(station_bans),), emerge, label="Leave the Metro at", help="choose the station")


# -- airborne assault [18.0] ------------------------------------------------------------------


def land_bans(s: State) -> list[Ban]:
    """Every piece that cannot land by air now, and why."""
    d = s.data
    own, coming = d.side[s.side], s.here.get(d.arriving, 0) & d.side[s.side]
    able = coming & d.ability["airborne"]
    late = able if s.flieger != s.turn else 0
    ground = not option(s, "airborne", "air")
    return [
        *bans(s),
        Ban("18.1a", "{it} is not an airborne unit about to enter", own & ~able),
        Ban("18.1a", "this game is played without airborne assaults", able if ground else 0),
        Ban("18.1b", "{it} does not arrive as a reinforcement on this turn", late),  # 18.1c
    ]


def jumpers(s: State) -> Options:
    """The airborne units that can land by air now."""
    if s.flieger != s.turn or not option(s, "airborne", "air"):
        return One(0)  # 18.1a, 18.1b
    return One(movers(s) & s.here.get(s.data.arriving, 0) & s.data.ability["airborne"])  # 18.1a


def sites(s: State, unit: int) -> Bits:
    """The hexes in which an airborne unit may land."""
    d = s.data
    return d.kind["clear"] & ~d.forts & ~s.held[1 - side_of(s, unit)] & room(s, unit)  # 18.2a, 18.3a


def site_bans(s: State, unit: int) -> list[Ban]:
    """Every place in which an airborne unit may not land, and why."""
    d = s.data
    clear, enemy = d.kind["clear"], s.held[1 - side_of(s, unit)]
    return [
        Ban("18.2a", "{it} is not a clear hex", d.all_places & ~clear),
        Ban("18.3a", "{it} is fortified", clear & d.forts),
        Ban("18.3a", "there are enemies in {it}", clear & enemy),
        *crowd_bans(s, unit, clear & ~enemy),
    ]


def land(s: State, unit: int, hex_: int) -> None:
    """Name the landing hex of a unit; the Airborne Assault Table decides."""
    begin(s, unit, DROP, (hex_,), LANDING_TABLE)  # 18.2b, 18.3b


def lands(s: State) -> bool:
    """Whether the die of a landing is rolled now."""
    w: Walk = s.local
    return w.table == LANDING_TABLE


def landing(s: State, die: int) -> None:
    """Roll on the Airborne Assault Table."""
    w: Walk = s.local
    found = s.data.charts.airborne[die]
    said = {
        "lands": "it lands",
        "drifts": "it drifts",
        "aborts": "the drop is called off, and it enters on the next turn",
        "lost": "it is lost",
    }[found]
    s.note("18.2b", "{who} drops over {hex}: die {die}, {said}.", who=name_of(s, w.unit), hex=w.path[0], die=die,
           said=said)  # fmt: skip
    update(s, table=DRIFTING if found == "drifts" else "")
    if found == "lands":
        s.landed |= 1 << w.unit  # 18.3d
    elif found != "drifts":
        update(s, path=())
    if found == "lost":
        eliminate(s, w.unit, "18.2b")


def drifts(s: State) -> bool:
    """Whether the unit drifts."""
    w: Walk = s.local
    return w.table == DRIFTING


def drift(s: State, die: int) -> None:
    """Roll for the direction; a unit that drifts to a hex in which it may not land is lost."""
    w: Walk = s.local
    d, name = s.data, s.data.board.names[w.path[0]]
    place = d.board.at.get(d.map.grid.around(name)[die - FACES[0]])
    update(s, table="", path=())
    if place is None or not sites(s, w.unit) >> place & 1:
        s.note("18.2b", "{who} drifts to where it cannot land.", who=name_of(s, w.unit))
        eliminate(s, w.unit, "18.2b")
        return
    s.note("18.2b", "{who} drifts to {hex}.", who=name_of(s, w.unit), hex=place)
    s.landed |= 1 << w.unit  # 18.3d
    update(s, path=(place,))  # 18.3c


LAND = Verb(
    "land",
    (piece_arg(land_bans)._replace(options=jumpers), place_arg(site_bans)),
    land,
    leaves=False,
    label="Land by air",
    help="land a unit by air",
    option="airborne=air",
)
LANDING = roll_verb(landing, "18.2b")
DRIFT = roll_verb(drift, "18.2b")
