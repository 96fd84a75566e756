"""Where each unit goes in a Movement Phase: the end of a move that is worth most to it, one unit after another."""

from enum import Enum, auto
from typing import NamedTuple

from ....core.action import Action
from ....core.bits import Bits, bits, scan
from ..data.components import SOVIET
from ..data.links import DRIVE, SAIL
from ..data.map_and_units import COMMANDS
from ..rules.modifiers import value_of
from ..rules.movement import bans, barred, drive_bans, stuck, terms, usual
from ..rules.reach import Reach, reach
from ..rules.special_moves import sail_bans
from ..rules.spotting import known
from ..state import State, unit_of
from .battle_odds import fire_of
from .operations import NONE, Focus
from .situation import Situation
from .weights import Weights

BACK = 5  # movement points behind the front for guns
LEAST = 0.004  # what a move must gain


class Why(Enum):
    """Why a unit goes to a place."""

    GROUND = auto()
    ATTACK = auto()
    ONWARD = auto()
    GUNS = auto()
    LEADER = auto()


class Post(NamedTuple):
    """A place for a unit, what it is worth there, its target if it has one, and why it goes."""

    worth: float
    hex: int
    target: int
    why: Why


class Mover(NamedTuple):
    """A unit that is to move, as far as its owner knows it."""

    unit: int
    fire: float
    range: int = 1
    storms: bool = True  # it can close assault
    indirect: bool = False


def mover(s: State, unit: int) -> Mover:
    """The unit with what its place depends on."""
    fire = fire_of(s, s.side, unit)
    found = unit_of(s, unit) if known(s, s.side) >> unit & 1 or s.place[unit] >= s.data.board.box else None
    if found is None:
        return Mover(unit, fire)
    return Mover(unit, fire, found.value.range, found.value.assault, found.value.indirect)


class Marches:
    """Plans the moves of a phase and gives them one by one; every move takes the ones before it into account."""

    def __init__(self, s: State, w: Weights, focus: Focus = NONE) -> None:
        self.w = w
        self.look = Situation(s, w, focus)
        self.todo = order_of_march(s, self.look)
        self.aimed: dict[int, Bits] = {}  # by target, the units that have come or stayed to fire at it
        self.kept: Bits = 0  # units that stay for a reason
        d = s.data
        self.firing: Bits = bits(self.look.shots)  # hexes with enemies in sight
        self.spots: Bits = (self.firing | d.objectives | focus.posts) & d.land  # hexes worth looking at

    def next_move(self, s: State) -> tuple[Action, str] | None:
        """The next move; None when everybody has been considered."""
        free = ~barred(s, bans(s))
        while self.todo:
            unit = self.todo.pop(0)
            if not free >> unit & 1 or self.kept >> unit & 1:
                continue
            self.look.update(s)
            if found := self.move_of(s, unit):
                return found
        return None

    def move_of(self, s: State, unit: int) -> tuple[Action, str] | None:
        """The best move of a unit, if it is better than to stay."""
        here, box, who = s.place[unit], s.data.board.box, mover(s, unit)
        best = self.post(s, who, here, True) if here < box else Post(-99.0, -1, -1, Why.ONWARD)
        action: Action | None = None
        for verb, way in self.ways(s, unit):
            for hex_ in scan(self.ends(unit, way)):
                post = self.post(s, who, hex_, False)
                if post.worth > best.worth + LEAST:
                    path = way.path_to(hex_)
                    cost = sum(self.look.risk(unit, one) for one in path[:-1])
                    if post.worth - cost > best.worth + LEAST:
                        best, action = post._replace(worth=post.worth - cost), Action(verb, (unit, path))
        if best.target >= 0:
            self.aimed.setdefault(best.target, 0)
            self.aimed[best.target] |= 1 << unit
            self.look.load[best.target] += who.fire
        return (action, self.reason(s, best)) if action else None

    def ways(self, s: State, unit: int) -> list[tuple[str, Reach]]:
        """How far a unit can go in each manner."""
        out = []
        manner = usual(s, unit)
        first = terms(s, unit, manner)
        if not stuck(first):
            out.append(("move", reach(s, first)))
        if not barred(s, drive_bans(s)) >> unit & 1:
            out.append(("drive", reach(s, terms(s, unit, DRIVE))))
        if s.side == SOVIET and not barred(s, sail_bans(s)) >> unit & 1:
            out.append(("sail", reach(s, terms(s, unit, SAIL))))
        return out

    def ends(self, unit: int, way: Reach) -> Bits:
        """The ends worth looking at: near enemies, objectives, and those nearest to the goals."""
        found = way.ends & self.spots
        calm = way.ends & ~found
        rank = sorted(scan(calm), key=self.look.way.__getitem__)
        return found | bits(rank[:3]) | bits(rank[-2:])

    # -- what a place is worth ----------------------------------------------------------------

    def post(self, s: State, who: Mover, hex_: int, stays: bool) -> Post:
        """What it is worth to a unit to be in a hex at the end of the phase."""
        look, unit = self.look, who.unit
        if s.data.leaders >> unit & 1:
            return self.leader_post(s, unit, hex_)
        if who.indirect:
            return self.gun_post(s, unit, hex_, who.range)
        gain, target = look.contribution(who.fire, who.range, who.storms, hex_)
        ground = look.ground(unit, hex_)
        worth = gain + ground + look.closer(s.place[unit], hex_) - look.fear(unit, hex_)
        if not stays:
            worth -= look.risk(unit, hex_)
        why = Why.GROUND if ground > max(gain, 0.1) else Why.ATTACK if target >= 0 else Why.ONWARD
        return Post(worth, hex_, target, why)

    def reason(self, s: State, post: Post) -> str:
        """Why a unit goes to its post, in words."""
        where = s.title.place(s, post.hex)
        match post.why:
            case Why.GROUND:
                return self._ground(s, post.hex, where)
            case Why.ATTACK:
                target = s.title.place(s, post.target)
                if self.look.focus.breach == post.target:
                    return f"It is to attack {target}, on the way to {s.title.place(s, self.look.focus.goal)}."
                return f"It comes within range of {target}."
            case Why.GUNS:
                return "The guns stay behind the front, within range."
            case Why.LEADER:
                return "The leader stays close to the fighting, but out of it."
        return "It moves up toward the next objective."

    def _ground(self, s: State, hex_: int, where: str) -> str:
        """Why a unit takes or keeps a hex."""
        look = self.look
        if s.data.objectives >> hex_ & 1:
            return f"It holds {where}." if look.mine >> hex_ & 1 else f"It takes {where}."
        if look.focus.posts & ~look.front.line & 1 << hex_:
            return "It stands by a bridge that is to be blown."
        if look.front.line >> hex_ & 1:
            return f"It closes the front line at {where}."
        return f"It stands ready behind the front line at {where}."

    def gun_post(self, s: State, unit: int, hex_: int, range_: int) -> Post:
        """Guns stay behind the front within range, best of all in an objective that needs a garrison."""
        look, w = self.look, self.w
        near = min(60, look.near[hex_])
        away = max(0, min(near, 60) - range_ + 4) + max(0, BACK - near) * 2
        worth = look.ground(unit, hex_) * (0.8 if near > BACK else 0.2) - w.pace * away
        worth -= 3 * look.risk(unit, hex_) + 2 * look.fear(unit, hex_)
        return Post(worth, hex_, -1, Why.GUNS)

    def leader_post(self, s: State, unit: int, hex_: int) -> Post:
        """A leader is among his troops, near the fighting, never alone and not where he could be assaulted."""
        look, d = self.look, s.data
        own = s.here.get(hex_, 0) & d.side[s.side] & d.ground
        radius = d.counters.leaders[unit - d.first_leader].radius
        fighters = 0.0
        for place in scan(s.held[s.side] & (self.firing | look.focus.posts) & d.board.disc(hex_, radius)):
            units = s.here[place] & d.side[s.side] & d.ground
            fighters += sum(value_of(s, one).fire for one in scan(units))
        worth = 0.01 * fighters + 0.002 * look.closer(s.place[unit], hex_)
        worth -= 1.0 if not own else 0.0
        worth -= 0.5 if hex_ in look.volley else 0.0
        return Post(worth, hex_, -1, Why.LEADER)


def order_of_march(s: State, look: Situation) -> list[int]:
    """Sub-command by sub-command, those at the front first; in each, those ahead first and the guns last."""
    d = s.data
    ready = (s.there[s.side] | s.here.get(d.arriving, 0)) & d.side[s.side]

    def ahead(unit: int) -> tuple[object, ...]:
        place = s.place[unit]
        found = unit_of(s, unit) if known(s, s.side) >> unit & 1 else None
        guns = found is not None and found.value.indirect
        return guns, look.near[place] if place < d.board.box else 99, -value_of(s, unit).fire, unit

    blocks = [sorted(scan(ready & d.command[name]), key=ahead) for name in COMMANDS[s.side]]
    blocks = sorted((block for block in blocks if block), key=lambda block: ahead(block[len(block) // 3])[1:2])
    return [unit for block in blocks for unit in block] + list(scan(ready & d.leaders))
