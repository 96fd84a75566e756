"""[10.1-10.9] Offensive fire: at which hex, by whose command, with which units."""

from collections.abc import Callable, Iterator
from typing import Any

from ....core.action import Arg, Verb
from ....core.bits import Bits, scan
from ....core.kinds import PIECES
from ....core.options import Among, One, Options
from ....core.rule import Ban, Facts, Objection
from ....kit.arguments import place_arg
from ..data.components import GERMAN
from ..state import State, troops, unit_of, unknown
from .batteries import battery, gun_bans, marker_bans
from .battle import Battle, attack
from .command import AIR, BY, FLEET, choose, enough, excess, outside, said, words
from .lines import within
from .modifiers import FIRE as FIRE_KIND
from .spotting import reached, ready, shooters

Words = Callable[[State], tuple[str, ...]]
"""Who may direct the fire in a phase."""


# -- the target -------------------------------------------------------------------------------


def target_bans(s: State) -> list[Ban]:
    """Every place that cannot be fired at for lack of enemies, or because it was attacked, and why."""
    d = s.data
    enemies, held = troops(s, 1 - s.side), s.held[1 - s.side]
    return [
        Ban("10.1a", "no enemy is in {it}", d.all_places & ~held),
        Ban("14.6c", "only a leader is in {it}: nothing but a close assault affects him", held & ~enemies),
        Ban("10.5a", "{it} has been attacked in this phase", s.attacked),
    ]


def hex_bans(s: State) -> list[Ban]:
    """Every place that cannot be fired at, and why."""
    far = troops(s, 1 - s.side) & ~reached(s)
    return [*target_bans(s), Ban("10.6a", "none of your units that may still fire can fire at {it}", far)]


def hex_options(s: State) -> Options:
    """The hexes that can be fired at."""
    return One(troops(s, 1 - s.side) & ~s.attacked & reached(s))  # 10.1a, 14.6c, 10.5a, 10.6a


# -- who directs it ---------------------------------------------------------------------------


def by_arg(known: Words, hex_at: int = 0, own: bool = False) -> Arg:
    """Who directs the fire at the hex, an argument before this one."""

    def options(s: State, *chosen: Any) -> Options:
        hex_ = chosen[hex_at]
        ground = shooters(s, hex_, own)
        return Among([by for by in known(s) if enough(s, by, battery(s, hex_, by, ground))])

    def objections(s: State, *args: Any) -> list[Objection]:
        by, hex_ = args[-1], args[hex_at]
        if by not in known(s):
            return [no_word(s, by, known)]
        able = battery(s, hex_, by, shooters(s, hex_, own))
        if not able:
            name = s.title.lexicon.places[hex_]
            return [Objection("10.4b", f"nobody under {said(by)} can fire at {name}")]
        return [] if enough(s, by, able) else excess(s, by, able)

    return Arg(BY, "by", options, objections, ask="Who commands the fire?")


def no_word(s: State, by: str, known: Words) -> Objection:
    """A word that names nobody who could direct the fire now."""
    able = ", ".join(known(s))
    return Objection("13.1a", f"{by!r} directs no fire now; choose one of {able}", {"able": able})


# -- the units --------------------------------------------------------------------------------


def mine_bans(s: State) -> list[Ban]:
    """Every piece that cannot fire at all, and why."""
    d = s.data
    own, there = d.side[s.side], s.there[s.side] & d.ground
    air = "12.7b" if s.side == GERMAN else "12.9c"
    return [
        Ban("10.1a", "{it} is not yours", d.all_pieces & ~own),
        Ban("14.1a", "{it} is a leader and does not fire", d.leaders & own),
        Ban(air, "{it} is an air marker, which never fires with ground units", d.air & own),
        Ban("15.3e", "{it} fires alone", d.naval & own),
        Ban("10.1a", "{it} is not on the map", d.ground & own & ~there),
        Ban("10.2a", "{it} has fired in this phase", s.fired & there),
        Ban("6.6e", "nobody knows {it}: flip it before it fires", unknown(s, there & ~s.fired)),
    ]


def reach_bans(s: State, hex_: int, own: bool = False) -> list[Ban]:
    """Every unit that may still fire but not at this hex, and why."""
    d, bit = s.data, 1 << hex_
    far = blocked = unseen = 0
    able = shooters(s, hex_, own)
    for piece in scan(ready(s) & ~able):
        unit, here = unit_of(s, piece), s.place[piece]
        assert unit is not None
        if not within(d, here, unit.value.range) & bit:
            far |= 1 << piece
        elif unit.value.indirect:
            unseen |= 1 << piece
        else:
            blocked |= 1 << piece
    name = d.board.names[hex_]

    def facts(piece: int) -> Facts:
        unit = unit_of(s, piece)
        away = d.board.distance(s.place[piece], hex_) if d.hexes & bit else 0
        return {"away": away, "range": unit.value.range if unit else 0}

    return [
        Ban("10.6a", f"{name} is {{away}} hexes from {{it}}, whose range is {{range}}", far, facts),
        Ban("10.7c", f"blocking terrain is between {{it}} and {name}", blocked),
        Ban("11.2d", f"no face-up unit of its sub-command sees {name} for {{it}}", unseen),
    ]


def unit_bans(s: State, hex_: int, by: str, own: bool = False) -> list[Ban]:
    """Every piece that cannot take part in the fire at a hex under this word, and why."""
    return [*mine_bans(s), *outside(s, by), *reach_bans(s, hex_, own)]


def banned(s: State, bans: list[Ban], units: Bits) -> Iterator[Objection]:
    """The objections of some bans to these units."""
    for ban in bans:
        for piece in scan(units & ban.where):
            yield ban.objection(piece, s.title.lexicon.pieces[piece])


def support_objections(s: State, hex_: int, by: str, pieces: Bits) -> list[Objection]:
    """Why these air markers, or the naval guns, may not fire at a hex together."""
    bans = marker_bans(s) if by == AIR else gun_bans(s)
    out = list(banned(s, bans, pieces))
    return out or excess(s, by, pieces & battery(s, hex_, by, 0))


def units_arg(known: Words, hex_at: int = 0, own: bool = False) -> Arg:
    """The units that fire at the hex; the word that directs them comes right before."""

    def options(s: State, *chosen: Any) -> Options:
        by = chosen[-1]
        hex_ = chosen[hex_at]
        return choose(s, by, battery(s, hex_, by, shooters(s, hex_, own)))

    def objections(s: State, *args: Any) -> list[Objection]:
        hex_, by, units = args[hex_at], args[-2], args[-1]
        if by not in known(s):
            return []
        if by in (AIR, FLEET):
            return support_objections(s, hex_, by, units) or nobody(units)
        out = list(banned(s, unit_bans(s, hex_, by, own), units))
        return [*out, *(excess(s, by, units) if units else ()), *nobody(units)]

    return Arg(PIECES, "with", options, objections, ask="Which units fire?")


def nobody(units: Bits) -> list[Objection]:
    """A fire needs somebody who fires."""
    return [] if units else [Objection("10.3a", "name the units that fire")]


# -- the verb ---------------------------------------------------------------------------------


def fire(s: State, hex_: int, _by: str, units: Bits) -> None:
    """Fire at the units in a hex."""
    attack(s, Battle(FIRE_KIND, hex_, units))  # 10.4a, 11.2b, 13.5a


FIRE = Verb(
    "fire",
    (place_arg(hex_bans)._replace(options=hex_options), by_arg(words), units_arg(words)),
    fire,
    leaves=False,
    label="Fire at",
    help="fire at a hex with units of one command",
)
