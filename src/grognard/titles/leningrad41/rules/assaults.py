"""[10.11, 10.15, 10.16] Close assault: units beside the target that may advance, and others that support them."""

from ....core.action import Arg, Verb
from ....core.bits import Bits, bits, scan
from ....core.kinds import PIECES
from ....core.knowledge import kept
from ....core.options import Among, Options, Some
from ....core.rule import Ban, Objection
from ....kit.arguments import place_arg
from ....kit.stacks import pieces_in, places_of
from ..data.components import Components
from ..state import NOWHERE, State, those
from .battle import Battle, attack
from .command import BY, choose, enough, excess, said, under, words
from .fire import banned, no_word, unit_bans
from .modifiers import ASSAULT as ASSAULT_KIND
from .spotting import ready, shooters

# -- who can assault what ---------------------------------------------------------------------


@kept(most=1 << 16)
def shores(d: Components, place: int) -> Bits:
    """The hexes around one that lie across a major river or the sea, and those at sea (8.13a, 10.16a)."""
    closed = d.major | d.sea_sides
    near = d.board.neighbours[place]
    return bits(hex_ for hex_ in scan(near) if frozenset((place, hex_)) in closed) | near & d.kind["sea"]


@kept(most=1 << 16)
def spans(d: Components, place: int) -> tuple[tuple[int, int], ...]:
    """The printed bridges of a hex, each with the hex on the other side."""
    return tuple((bridge, hex_) for bridge, side in d.span.items() if place in side for hex_ in side - {place})


def ways(s: State, place: int) -> Bits:
    """The hexes into which units of the active side in a hex can make a close assault and advance."""
    d = s.data
    closed = shores(d, place)
    if closed:
        for bridge, hex_ in spans(d, place):
            if not s.demolished >> bridge & 1:
                closed &= ~(1 << hex_)  # 10.16a
        for unit in scan(s.here.get(place, 0) & d.side[s.side] & d.ground):
            if s.pontoon[unit] != NOWHERE:
                closed &= ~(1 << s.pontoon[unit])  # 8.10d, 10.17e
    return d.board.neighbours[place] & ~closed


def stormers(s: State) -> Bits:
    """The units that may still fire and can make close assaults."""
    return those(s, ready(s), s.data.assault)  # 2.12a, 10.15a


def storm_at(s: State, hex_: int) -> Bits:
    """The units that can make a close assault on a hex."""
    near = s.data.board.neighbours[hex_] & s.held[s.side]
    open_ = bits(place for place in scan(near) if ways(s, place) >> hex_ & 1)
    return stormers(s) & pieces_in(s, open_)


# -- the target -------------------------------------------------------------------------------


def hex_bans(s: State) -> list[Ban]:
    """Every place that cannot be assaulted, and why; a leader alone can be (14.6c)."""
    d, held = s.data, s.held[1 - s.side]
    near = open_ = 0
    for place in scan(places_of(s, stormers(s)) & d.around(held & ~s.attacked)):
        near |= d.board.neighbours[place]
        open_ |= ways(s, place)
    return [
        Ban("10.15a", "no enemy is in {it}", d.all_places & ~held),
        Ban("10.5a", "{it} has been attacked in this phase", s.attacked),
        Ban(
            "10.15a",
            "no unit that may still fire and can make a close assault is beside {it}",
            held & ~s.attacked & ~near,
        ),
        Ban("10.16a", "a major river or the sea without bridge or pontoon protects {it}", held & near & ~open_),
    ]


def _by_options(s: State, hex_: int) -> Options:
    storm, able = storm_at(s, hex_), shooters(s, hex_)
    return Among([by for by in words(s) if storm & (own := under(s, by)) and enough(s, by, able & own)])


def _by_objections(s: State, hex_: int, by: str) -> list[Objection]:
    if by not in words(s):
        return [no_word(s, by, words)]
    if not storm_at(s, hex_) & under(s, by):
        name = s.title.lexicon.places[hex_]
        return [Objection("10.15a", f"nobody under {said(by)} can make a close assault on {name}")]
    able = shooters(s, hex_) & under(s, by)
    return [] if enough(s, by, able) else excess(s, by, able)


# -- those who assault, and the others --------------------------------------------------------


def storm_bans(s: State, hex_: int, by: str) -> list[Ban]:
    """Every piece that cannot make the close assault, and why."""
    d = s.data
    there = ready(s)
    near = there & pieces_in(s, d.board.neighbours[hex_])
    able = those(s, there, d.assault)
    name = d.board.names[hex_]
    return [
        *unit_bans(s, hex_, by),
        Ban("10.15a", "{it} is of a type that makes no close assaults", there & ~able),
        Ban("10.15a", f"{{it}} is not beside {name}", able & ~near),
        Ban("10.16a", f"no bridge or pontoon leads from {{it}} to {name}", able & near & ~storm_at(s, hex_)),
    ]


def _storm_options(s: State, hex_: int, by: str) -> Some:
    return choose(s, by, storm_at(s, hex_) & under(s, by), first=True)


def _storm_objections(s: State, hex_: int, by: str, storm: Bits) -> list[Objection]:
    if by not in words(s):
        return []
    out = list(banned(s, storm_bans(s, hex_, by), storm))
    if not storm:
        out.append(Objection("10.11b", "name the units that make the close assault"))
    if not out and storm not in _storm_options(s, hex_, by):
        out += excess(s, by, storm)
    return out


def _join_options(s: State, hex_: int, by: str, storm: Bits) -> Some:
    return choose(s, by, shooters(s, hex_) & under(s, by) & ~storm, storm)


def _join_objections(s: State, hex_: int, by: str, storm: Bits, units: Bits) -> list[Objection]:
    if by not in words(s):
        return []
    out = list(banned(s, unit_bans(s, hex_, by), units))
    names = s.title.lexicon.pieces
    out += [Objection("10.2a", f"{names[unit]} fires only once") for unit in scan(units & storm)]
    return [*out, *excess(s, by, units | storm)]


def assault(s: State, hex_: int, _by: str, storm: Bits, units: Bits) -> None:
    """Make a close assault (10.11b)."""
    attack(s, Battle(ASSAULT_KIND, hex_, storm | units, storm))


ASSAULT = Verb(
    "assault",
    (
        place_arg(hex_bans),
        Arg(BY, "by", _by_options, _by_objections, ask="Who commands the assault?"),
        Arg(PIECES, "storm", _storm_options, _storm_objections, ask="Which units assault?"),
        Arg(PIECES, "with", _join_options, _join_objections, ask="Which other units fire in support?"),
    ),
    assault,
    leaves=False,
    label="Close assault",
    help="storm an adjacent hex, with other units firing in support",
)
