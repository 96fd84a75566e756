"""[10.0, 13.0] Support: artillery in range and Close Air Support, the Soviet player's first in every combat."""

from collections.abc import Callable, Iterator

from ....core.action import Arg, Verb
from ....core.bits import Bits, nth, scan
from ....core.kinds import PIECES
from ....core.knowledge import kept
from ....core.options import Pick, Some
from ....core.rule import Ban, Objection
from ....kit.battle.local import update
from ....kit.hex.reach import union
from ....kit.stacks import pieces_in, places_of
from ....kit.words import counted
from ..data.components import AXIS, SOVIET
from ..state import NOWHERE, State, put, zone
from .battle import Battle
from .combat import fortified, ground_shift, side_shift
from .supply import ATTACK, DEFENSE, position, starved, supplied, supplied_of


def attacking(s: State, side: int) -> bool:
    """Whether a side attacks."""
    return side == s.side  # 11.0b, 10.1c


# -- artillery --------------------------------------------------------------------------------


def in_range(s: State, guns: Bits, targets: Bits) -> Bits:
    """Those of these guns with a Defender hex within range: one is enough, whatever the terrain (10.11b, 10.14b)."""
    d, out = s.data, 0
    hexes = [*scan(targets)]
    for reach, these in d.guns_by_range:
        if some := these & guns:
            near = places_of(s, some) & union([d.board.disc(hex_, reach) for hex_ in hexes])
            out |= some & pieces_in(s, near) if near else 0
    return out  # 10.0b, 10.13a, 10.18a, 2.24e


def held_up(s: State, side: int, guns: Bits, targets: Bits) -> Bits:
    """The guns in an enemy ZOC that may not support this combat."""
    d, hot = s.data, zone(s, 1 - side)
    out = 0
    for gun in scan(guns):
        here = s.place[gun]
        near = d.board.neighbours[here] if attacking(s, side) else 1 << here
        if hot >> here & 1 and not near & targets:
            out |= 1 << gun  # 10.13e, 10.32a
    return out


def tied(s: State, guns: Bits, targets: Bits) -> Bits:
    """The guns in Defender hexes that may not support this combat: of others, or alone in theirs."""
    d, out = s.data, 0
    for gun in scan(guns):
        here = s.place[gun]
        alone = not s.here[here] & d.ground & ~d.guns
        if s.aim[gun] != NOWHERE or (targets >> here & 1 and alone):
            out |= 1 << gun  # 10.22a, 10.23a
    return out


def _away(s: State, gun: int) -> dict[str, int]:
    """How far a gun is from the nearest Defender hex, and its range."""
    d = s.data
    away = min((d.board.distance(s.place[gun], hex_) for hex_ in scan(s.local.targets)), default=0)
    return {"away": away, "range": d.units[gun].range}


def gun_bans(s: State, side: int, guns: Bits) -> list[Ban]:
    """Those of these guns of a side that cannot support the combat, and why."""
    b: Battle = s.local
    d = s.data
    there = guns & s.there[side]
    fed = supplied_of(s, side, there, ATTACK if attacking(s, side) else DEFENSE)
    short = starved(s, there) if attacking(s, side) else 0
    far = there & ~in_range(s, there, b.targets)
    fighters = b.attackers if attacking(s, side) else b.defenders & s.there[side] & ~d.guns
    return [
        Ban("10.0b", "{it} is not on the map", guns & ~there),
        Ban(
            "10.13a",
            "the nearest Defender hex is {away} hexes from {it}, whose range is {range}",
            far,
            lambda gun: _away(s, gun),
        ),
        Ban("10.13b", "{it} has Fired", s.fired & there),  # 3.43b, 10.41b
        Ban("10.13c", "{it} is Out of Supply", there & ~fed),  # 6.44a
        Ban("6.53b", "{it} suffers the shortage", short),
        Ban("10.13d", "{it} supports only combat units that are not artillery", there if not fighters else 0),
        Ban("10.1c", "{it} is rocket artillery and only attacks", 0 if attacking(s, side) else there & d.rockets),
        Ban(
            "10.32a" if attacking(s, side) else "10.13e", "{it} is in an enemy ZOC", held_up(s, side, there, b.targets)
        ),
        Ban("10.23a", "{it} is under attack itself", tied(s, there, b.targets)),
    ]


# -- aircraft ---------------------------------------------------------------------------------


def sheltered(s: State, targets: Bits, attackers: Bits) -> bool:
    """Whether terrain shifts the odds at all: whether there are `terrain_lines`."""
    if fortified(s, targets) or max([ground_shift(s, hex_)[0] for hex_ in scan(targets)]):
        return True
    fronts = places_of(s, attackers & ~s.data.guns)
    return max([side_shift(s, hex_, fronts)[0] for hex_ in scan(targets)]) != 0


def landmark(s: State, b: Battle) -> bool:
    """Whether bombers find a Defender hex: by terrain that shifts the odds to the left, or by what is in it."""
    built = s.airfield if s.data.charts.terrain["airfield"].bombed else 0
    return bool((s.data.bombed | built) & b.targets) or sheltered(s, b.targets, b.attackers)  # 13.25a


def wing_bans(s: State, wings: Bits) -> list[Ban]:
    """Those of these air units that cannot support the combat, and why.

    Nothing limits where they fly (13.12b, 13.12c, 13.13c). They stay in their box (13.24a) and never meet (13.22b).
    """
    b: Battle = s.local
    d = s.data
    ready, bombers = wings & s.here.get(d.available, 0), wings & d.bombers
    lost = bombers if bombers and not landmark(s, b) else 0
    return [
        Ban("13.11a", "{it} is not available", wings & ~ready),
        Ban("13.15a", "no air unit flies in Storm", ready if s.storm else 0),  # 13.15b
        Ban("13.25a", "{it} is a bomber and finds nothing to aim at", lost),  # 13.25b
    ]


# -- committing -------------------------------------------------------------------------------


def support_bans(s: State, side: int) -> list[Ban]:
    """Every piece that cannot support the combat, and why."""
    d = s.data
    other = d.all_pieces & ~(d.side[side] | d.air[side])
    return [
        Ban("10.11a", "{it} is not yours", other),
        Ban("10.0a", "{it} is neither artillery nor an air unit", d.side[side] & ~d.guns),
        *gun_bans(s, side, d.guns & d.side[side]),  # 10.1d: rockets too
        *wing_bans(s, d.air[side]),
    ]


def facts(s: State, *_: object) -> tuple[object, ...]:
    """What support depends on."""
    return s.local, s.side, s.place.tobytes(), s.aim.tobytes(), s.fired, s.fresh, s.shortage, s.storm, position(s)


@kept(facts, most=8)
def eligible(s: State, side: int) -> Bits:
    """The pieces of a side that can support the combat (10.12b, 13.22a): those that `support_bans` does not name."""
    b: Battle = s.local
    return ready_guns(s, b, side) | ready_wings(s, b, side)


def ready_guns(s: State, b: Battle, side: int) -> Bits:
    """The guns of a side that can support the combat; only those in range are asked about all else."""
    d, attacks = s.data, attacking(s, side)
    if not (b.attackers if attacks else b.defenders & s.there[side] & ~d.guns):
        return 0  # 10.13d
    out = s.there[side] & d.guns & ~s.fired  # 10.13b
    out = in_range(s, out if attacks else out & ~d.rockets, b.targets)  # 10.1c, 10.13a
    if not out:
        return 0
    out &= supplied_of(s, side, out, ATTACK if attacks else DEFENSE)
    if attacks:
        out &= ~starved(s, out)
    return out & ~held_up(s, side, out, b.targets) & ~tied(s, out, b.targets)  # 10.13e, 10.23a, 10.32a


def ready_wings(s: State, b: Battle, side: int) -> Bits:
    """The air units of a side that can support the combat."""
    d = s.data
    out = s.here.get(d.available, 0) & d.air[side] if not s.storm else 0  # 13.11a, 13.15a
    bombers = out & d.bombers
    return out ^ bombers if bombers and not landmark(s, b) else out  # 13.25a


def rocket_limit(s: State) -> int:
    """How many rocket units may take part in the attack."""
    b: Battle = s.local
    d = s.data
    few, guards, more = d.charts.rockets
    return more if (b.attackers & d.guards_infantry).bit_count() >= guards else few  # 10.17b, 10.17c


class Support(Some):
    """Some of the members, with at most so many rocket units."""

    __slots__ = ("limit", "rockets")

    def __init__(self, members: Bits, rockets: Bits, limit: int) -> None:
        super().__init__(members)
        self.rockets, self.limit = members & rockets, limit

    def __iter__(self) -> Iterator[Bits]:
        return (some for some in super().__iter__() if some in self)

    def __contains__(self, value: object) -> bool:
        return (
            super().__contains__(value) and isinstance(value, int) and (value & self.rockets).bit_count() <= self.limit
        )

    def sample(self, pick: Pick) -> Bits:
        """A random choice, without rocket units beyond the limit."""
        out = super().sample(pick)
        while (many := out & self.rockets).bit_count() > self.limit:
            out ^= 1 << nth(many, pick(many.bit_count()))
        return out

    def count(self) -> int:
        """The number of choices."""
        return sum(1 for _ in self)


def support_arg(side: int) -> Arg:
    """The guns and air units that a side commits."""

    def options(s: State) -> Support:
        return Support(eligible(s, side), s.data.rockets, rocket_limit(s))  # 10.16b, 10.16c, 10.17a, 13.13d

    def objections(s: State, pieces: Bits) -> list[Objection]:
        names = s.title.lexicon.pieces
        out = [ban.objection(one, names[one]) for ban in support_bans(s, side) for one in scan(pieces & ban.where)]
        if not pieces:
            out.append(Objection("10.12a", "name what supports the combat, or nothing with `done`"))
        limit, rockets = rocket_limit(s), (pieces & s.data.rockets).bit_count()
        if not out and rockets > limit:
            clause = "10.17c" if limit > s.data.charts.rockets[0] else "10.17b"
            out.append(Objection(clause, f"at most {counted(limit, 'rocket unit')} may take part", {"limit": limit}))
        return out

    return Arg(PIECES, "", options, objections)


def commit(s: State, pieces: Bits) -> None:
    """Commit guns and air units to the combat that is resolved (11.15d).

    They support attacks and defenses (10.0c), as many as their owner likes (10.16a).
    """
    b: Battle = s.local
    d = s.data
    update(
        s, guns=b.guns | pieces & d.guns, planes=b.planes | pieces & ~d.guns
    )  # 9.35i, 10.11a, 13.12a, 13.21a, 13.25d, 17.0f
    s.note(
        "11.51d",
        "{units} support the combat." if pieces & (pieces - 1) else "{units} supports the combat.",
        units=pieces,
    )


def support_verb(side: int) -> Verb:
    """The verb with which a side gives support."""
    return Verb("support", (support_arg(side),), commit, label="Support with", help="commit guns and air units")


def may_support(side: int) -> Callable[[State], bool]:
    """Whether a side has anything to commit."""
    return lambda s: bool(eligible(s, side))


AXIS_SUPPORT, SOVIET_SUPPORT = support_verb(AXIS), support_verb(SOVIET)
axis_may, soviet_may = may_support(AXIS), may_support(SOVIET)


# -- after the combat -------------------------------------------------------------------------


def spent_guns(s: State) -> None:
    """Turn over the guns that a combat has used up whatever its result."""
    b: Battle = s.local
    d = s.data
    in_play = s.there[AXIS] | s.there[SOVIET] | pieces_in(s, d.all_boxes)
    s.fired |= (b.guns & d.rockets | b.alone) & in_play  # 10.42a, 10.22b, 10.22c


def recover(s: State) -> None:
    """[10.43, 13.11] The Recovery Phase: air units, and artillery that is Supplied."""
    d = s.data
    for wing in list(scan(s.here.get(d.flown, 0))):
        put(s, wing, d.available)  # 13.11b
    fed = supplied(s, AXIS) | supplied(s, SOVIET) | pieces_in(s, d.all_boxes)  # ruling on 10.43: Map Boxes
    if back := s.fired & fed:
        s.note("10.43a", "{units} can fire again.", units=back)
    s.fired &= ~fed  # 10.43a
