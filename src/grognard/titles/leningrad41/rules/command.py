"""[13.0, 14.2] Command control: who may fire together.

A fire is directed by a word: a sub-command, a leader, or what fires without ground units, `air` and `rbf`.
"""

from ....core.bits import Bits, scan
from ....core.kinds import phrased
from ....core.options import Parts, Some
from ....core.rule import Ban, Facts, Objection
from ....kit.stacks import pieces_in
from ..data.components import GERMAN, SOVIET
from ..data.map_and_units import COMMANDS, CORPS, DIVISIONS
from ..state import State
from .lines import within

AIR, FLEET = "air", "rbf"
LEADERS = ("Manstein", "Zhdanov", "Zhukov")  # 14.1a
ALL = 1 << 30
PAIR = 2  # 14.2a: a leader combines fire
NAMES = {
    "3mot": "the 3rd Motorized Division",
    "8pz": "the 8th Panzer Division",
    "269": "the 269th Infantry Division",
    "polizei": "the SS Polizei Division",
    "totenkopf": "the SS Totenkopf Division",
    "flieger": "the 7th Flieger battlegroup",
    "corps": "the 56th Panzer Corps",
    "42": "the 42nd Army",
    "lfr": "the Leningrad Front Reserve",
    AIR: "the air markers",
    FLEET: "the Red Banner Fleet",
}
BY = phrased({name: NAMES.get(name, name) for name in (*COMMANDS[GERMAN], *COMMANDS[SOVIET], *LEADERS, AIR, FLEET)})
"""The kind of the word that directs a fire."""


def leaders(s: State) -> dict[str, int]:
    """The leaders of the active side on the map, by the word that names them (14.1b)."""
    d = s.data
    return {d.pieces[piece]: piece for piece in scan(s.there[s.side] & d.leaders)}


def words(s: State) -> tuple[str, ...]:
    """Who may direct the fire of ground units."""
    return (*COMMANDS[s.side], *leaders(s))


def said(by: str) -> str:
    """A word as players read it."""
    return NAMES.get(by, by)


def radius(s: State, leader: int) -> int:
    """The command radius of a leader."""
    return s.data.counters.leaders[leader - s.data.first_leader].radius


def led(s: State, leader: int) -> Bits:
    """The ground units of his side within the radius of a leader: in his own hex and around it."""
    d, here = s.data, s.place[leader]
    hexes = within(d, here, radius(s, leader)) | 1 << here  # 14.3a, 14.3b
    return pieces_in(s, hexes & s.held[s.side]) & d.side[s.side] & d.ground


def under(s: State, by: str) -> Bits:
    """The pieces whose fire this word may direct."""
    d = s.data
    if by in d.command:
        return d.command[by] | (d.command[CORPS] if by in DIVISIONS else 0)  # 13.1a, 13.2d
    if by == AIR:
        return d.air & d.side[s.side]
    if by == FLEET:
        return d.naval & d.side[s.side]
    leader = leaders(s).get(by)
    return 0 if leader is None else led(s, leader)  # 14.1a, 14.2b, 14.4a


class Caps:
    """How many pieces a word may combine: in all, and how many of the corps beside a division."""

    def __init__(self, s: State, by: str) -> None:
        d, numbers = s.data, s.data.charts.numbers
        self.low, self.high, self.corps = 1, ALL, ALL
        self.division: Bits = d.command[by] if by in DIVISIONS else 0
        if self.division:
            ss = d.ability["ss"] & self.division
            self.high = numbers["ss"] if ss else ALL  # 13.2e, 13.3a
            self.corps = min(numbers["corps"], self.high - 1)  # 13.2d, 13.3b
        elif by in COMMANDS[SOVIET]:
            self.high = numbers["soviet_fire"]  # 13.4c, 12.9a
        elif by == AIR:
            self.high = numbers["german_air" if s.side == GERMAN else "soviet_air"]  # 12.7a, 12.9b
        elif by in LEADERS:
            self.low = PAIR  # 14.2a


def enough(s: State, by: str, members: Bits) -> bool:
    """Whether some of these members may fire together under this word."""
    if by in DIVISIONS:
        return bool(members & s.data.command[by])  # 13.2d
    return members.bit_count() >= (PAIR if by in LEADERS else 1)  # 14.2a


def choose(s: State, by: str, members: Bits, given: Bits = 0, *, first: bool = False) -> Some:
    """The sets of these members that may fire together, beside those given; the first of two sets may be incomplete."""
    caps = Caps(s, by)
    low = 1 if first else max(0, caps.low - given.bit_count())
    high = caps.high - given.bit_count()
    if not caps.division:
        return Some(members, low, high)
    corps = s.data.command[CORPS]
    least = 0 if first or given & caps.division else 1  # 13.2d
    room = caps.corps - (given & corps).bit_count()
    return Parts(members, ((caps.division, least, ALL), (corps, 0, room)), low, high)


def excess(s: State, by: str, named: Bits) -> list[Objection]:
    """Why these units may not fire together, without regard to those that the word does not direct."""
    units = named & under(s, by)
    caps, corps = Caps(s, by), units & s.data.command[CORPS]
    many, name = units.bit_count(), said(by)
    out = []
    if caps.division and units and not units & caps.division:
        out.append(Objection("13.2d", f"no unit of {name} takes part: let the corps direct the fire"))
    if caps.division and units & caps.division and corps.bit_count() > caps.corps:
        facts = {"units": corps.bit_count(), "limit": caps.corps}
        out.append(Objection("13.2d", f"{corps.bit_count()} corps units, but at most {caps.corps} may join", facts))
    if many > caps.high:
        clause = _limit_clause(s, by, corps)
        facts = {"units": many, "limit": caps.high}
        out.append(Objection(clause, f"{many} of {name}, but at most {caps.high} may fire together", facts))
    if 0 < named.bit_count() < caps.low:
        facts = {"units": many, "limit": caps.low}
        out.append(Objection("14.2a", f"{name} directs the fire of {caps.low} units or more", facts))
    return out


def _limit_clause(s: State, by: str, corps: Bits) -> str:
    if by == AIR:
        return "12.7a" if s.side == GERMAN else "12.9b"
    return "13.4c" if by in COMMANDS[SOVIET] else "13.3b" if corps else "13.3a"


def outside(s: State, by: str) -> list[Ban]:
    """Every unit of the active side whose fire the word does not direct, and why."""
    d = s.data
    others = s.there[s.side] & d.ground & ~under(s, by)
    if by in leaders(s):
        leader = leaders(s)[by]
        here = s.place[leader]

        def facts(unit: int) -> Facts:
            return {"away": d.board.distance(here, s.place[unit]), "radius": radius(s, leader)}

        text = f"{{it}} is {{away}} hexes from {said(by)}, whose radius is {{radius}}"
        return [Ban("14.3a", text, others, facts)]
    if by in COMMANDS[SOVIET]:
        return [Ban("13.4b", f"{{it}} does not belong to {said(by)}", others)]
    clause = "13.2b" if by in DIVISIONS else "13.1a"
    return [Ban(clause, f"{{it}} does not belong to {said(by)}", others)]
