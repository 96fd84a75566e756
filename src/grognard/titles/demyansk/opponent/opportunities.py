"""Opportunities in a position: strengths, supply and reach of a side, what the enemy can do, what a combat is worth.

What depends on the whole position is computed once for a phase; `on` looks at a draft in which units of the side have
moved, with the same supply and the same prices.
"""

from ....core.bits import Bits, bits, scan
from ....kit.stacks import places_of
from ..data.components import AXIS, BOMBER, SOVIET
from ..data.links import HEAVY, LIGHT
from ..rules.combat import armor_spent, armor_used, column_of, defending, ground_shift, in_the_open, reasons, side_shift
from ..rules.movement import reach
from ..rules.retreat_options import firm_ground
from ..rules.strategic import march
from ..rules.strength import add_up
from ..rules.supply import ATTACK, DEFENSE, fed, starved
from ..state import State, friendly, option, works, zone
from .battle_odds import NEVER, NONE, Losses, Prospect, Stakes, Stand, losses, prospect, rows, stand_odds, support_of
from .corridor import Corridor
from .evaluation import Weights, faces, places, road_value, step_prices


class Opportunities:
    """One side's opportunities, as if it were its turn."""

    def __init__(self, s: State, side: int, w: Weights) -> None:
        if s.side != side:
            s = s.copy()
            s.side, s.moved, s.halted, s.exploiting = side, 0, 0, False
        self.base = self.s = s
        self.d, self.side, self.w = s.data, side, w
        self.fed: Bits = fed(s, side, ATTACK, False)
        self.safe: Bits = fed(s, side, DEFENSE, False)
        self.enemy_fed: Bits = fed(s, 1 - side, DEFENSE, False)
        self.corridor = Corridor(s)
        self.gap = self.corridor.gap
        self.road = road_value(s, self.gap, w)
        self.places = places(s)
        self.firm: Bits = firm_ground(s, 1 - side)
        self.short: Bits = starved(s, s.there[side])
        self._prices: dict[int, tuple[float, ...]] = {}
        self._ground: dict[int, float] = {}
        self._support: dict[int, int] = {}
        self._shift: dict[int, int] = {}
        self._reach: dict[int, Bits] = {}
        self._values: dict[int, tuple[int, int]] = {}
        self._armed: list[Bits] = [0, 0]  # the units asked about, and those of them that have an attack strength
        self._defense: dict[int, int] = {}
        self._mine: dict[Bits, Losses] = {}
        self._theirs: dict[int, Losses] = {}
        self._seen: dict[tuple[Bits, int], Prospect] = {}
        self._odds: dict[tuple[Bits, int], tuple[int, Bits]] = {}

    def on(self, t: State) -> "Opportunities":
        """The same side in a draft of the position."""
        out = object.__new__(Opportunities)
        out.__dict__.update(self.__dict__)
        out.s, out._seen, out._odds = t, {}, {}
        return out

    # -- units --------------------------------------------------------------------------------

    def values(self, unit: int) -> tuple[int, int]:
        """The attack and the defense of a unit."""
        if unit not in self._values:
            found = faces(self.s, unit)
            self._values[unit] = found.attack, found.defense
        return self._values[unit]

    def prices(self, unit: int) -> tuple[float, ...]:
        """What its next steps are worth."""
        if unit not in self._prices:
            self._prices[unit] = step_prices(self.s, unit, self.w)
        return self._prices[unit]

    def fighters(self) -> Bits:
        """The units that could attack."""
        s, d = self.s, self.d
        out = s.there[self.side] & ~d.guns & ~s.receiving & ~s.attacked & ~self.short & ~d.printed
        for unit in scan(out & ~self._armed[0]):
            self._armed[0] |= 1 << unit
            self._armed[1] |= bool(self.values(unit)[0]) << unit
        return out & self._armed[1]

    def reach(self, unit: int) -> Bits:
        """Where a unit can end a move, its own hex included; off the map only to leave it."""
        if unit not in self._reach:
            s = self.base
            here = s.place[unit]
            ends = reach(s, 1 << unit).ends
            self._reach[unit] = ends | (1 << here if here < self.d.board.box else 0)
        return self._reach[unit]

    def reachable(self, units: Bits) -> Bits:
        """Where any of these units can end a move."""
        out = 0
        for unit in scan(units):
            out |= self.reach(unit)
        return out

    def march(self, unit: int) -> Bits:
        """Where a unit can end a strategic move."""
        return march(self.base, unit).ends

    # -- combat -------------------------------------------------------------------------------

    def defense(self, hex_: int) -> int:
        """The defense strength of an enemy hex."""
        if hex_ not in self._defense:
            self._defense[hex_] = sum(self.values(unit)[1] for unit in scan(defending(self.s, hex_)))
        return self._defense[hex_]

    def attack(self, force: Bits, target: int, hexes: Bits) -> int:
        """The attack strength of a force in its hexes."""
        s, d, hungry = self.s, self.d, self.hungry(force, hexes)
        if not hungry and not hexes & (d.half_in[s.weather] | d.half_to[s.weather][target]):
            return sum([self.values(unit)[0] for unit in scan(force)])
        return add_up((unit, self.values(unit)[0], reasons(s, unit, 1 << target, hungry)) for unit in scan(force)).total

    def hungry(self, force: Bits, hexes: Bits) -> Bits:
        """Those of a force in some hexes that attack without supply."""
        s = self.s
        short = force & self.short
        if short and not option(s, "shortage", "units"):
            return force
        if hexes & ~self.fed:
            short |= bits(unit for unit in scan(force) if not self.fed >> s.place[unit] & 1)
        return short

    def shift(self, target: int, fronts: Bits) -> int:
        """The columns for terrain and supply of the defender."""
        s, d = self.s, self.d
        if target not in self._shift:
            out = -ground_shift(s, target)[0]
            if works(s, 1 - self.side) >> target & 1:
                out -= d.charts.terrain["strongpoint"].shift[s.weather]
            if not self.enemy_fed >> target & 1:
                out += d.charts.numbers["unsupplied_defender"]
            self._shift[target] = out
        return self._shift[target] - side_shift(s, target, fronts)[0]

    def support(self, target: int) -> int:
        """The columns that both sides' support is likely to be worth."""
        if target not in self._support:
            mine, theirs = self._points(self.side, target), self._points(1 - self.side, target)
            chart = self.d.charts.support
            self._support[target] = support_of(mine, chart) - support_of(theirs, chart)
        return self._support[target]

    def _points(self, side: int, target: int) -> int:
        """The points of support that a side could give in a combat for a hex."""
        s, d, far = self.s, self.d, self.d.board.distance
        good = self.fed if side == self.side else self.enemy_fed
        hot, near = zone(s, 1 - side), d.board.neighbours[target] | 1 << target
        out = 0
        for gun in scan(s.there[side] & d.guns & ~d.rockets & ~s.fired & ~self.short):
            here = s.place[gun]
            if far(here, target) > d.units[gun].range or not good >> here & 1:
                continue
            if hot >> here & 1 and not near >> here & 1:
                continue
            out += d.units[gun].support
        if not s.storm:
            bombed = self._shift.get(target, 0) < 0 or d.bombed >> target & 1
            for wing in scan(s.here.get(d.available, 0) & d.air[side]):
                air = d.counters.air[wing - d.first_air]
                out += air.strength if air.type != BOMBER or bombed else 0
        return out

    def odds(self, force: Bits, target: int) -> tuple[int, Bits]:
        """The column of the initial odds, -1 if they are too low, and the hexes of the force."""
        key = force, target
        if key not in self._odds:
            fronts = places_of(self.s, force)
            attack = self.attack(force, target, fronts) if force else 0
            self._odds[key] = column_of(self.s, attack, self.defense(target)), fronts
        return self._odds[key]

    def may_attack(self, force: Bits, target: int) -> bool:
        """Whether the initial odds allow a force to attack a hex."""
        return force != 0 and self.odds(force, target)[0] >= 0

    def column(self, force: Bits, target: int) -> tuple[int, int]:
        """The column of an attack and what is added to the die; -1 if it may not be made."""
        d = self.d
        start, fronts = self.odds(force, target)
        if start < 0:
            return -1, 0
        limit = d.charts.numbers["shift_limit"]
        shift = max(-limit, min(limit, self.shift(target, fronts) + self.support(target)))
        at = start + shift
        return min(max(at, 0), len(d.charts.crt.columns) - 1), d.charts.numbers["too_low"] if at < 0 else 0

    def theirs(self, target: int) -> Losses:
        """What the defenders of a hex can lose."""
        if target not in self._theirs:
            units = self.s.here.get(target, 0) & self.d.ground
            self._theirs[target] = losses(*[self.prices(unit) for unit in scan(units)])
        return self._theirs[target]

    def mine(self, force: Bits) -> Losses:
        """What a force can lose."""
        if force not in self._mine:
            self._mine[force] = losses(*[self.prices(unit) for unit in scan(force)])
        return self._mine[force]

    def outlook(self, target: int, force: Bits) -> Prospect:
        """The expected result of an attack on a hex by units in their hexes."""
        key = force, target
        if key not in self._seen:
            self._seen[key] = self._judged(target, force)
        return self._seen[key]

    def _judged(self, target: int, force: Bits) -> Prospect:
        if not force:
            return NONE
        at, change = self.column(force, target)
        if at < 0:
            return NONE
        return prospect(rows(self.d, at, change), self.stakes(target, force))._replace(column=at)

    def stakes(self, target: int, force: Bits) -> Stakes:
        """What is at stake in an attack on a hex."""
        theirs, w = self.theirs(target), self.w
        flee = w.retreat * theirs.units if self.can_flee(target) else w.trapped * theirs.steps[-1]
        return Stakes(
            self.mine(force), theirs, self.ground(target), w.retreat * force.bit_count(), flee, self.stand(target)
        )

    def stand(self, target: int) -> Stand:
        """The chance that the defenders of a hex hold it although they should retreat."""
        if not self.firm >> target & 1:
            return NEVER
        s, d = self.base, self.d
        add, bit = d.charts.retreats.bonus, 1 << target
        bonus = 0
        if self.side == SOVIET:
            bonus += add["strongpoint"] if s.stage.works[AXIS] & ~s.destroyed & bit else 0
            bonus += add["ss"] if s.here.get(target, 0) & d.ss else 0
        return stand_odds(d, bonus)

    def can_flee(self, target: int) -> bool:
        """Whether the defenders of a hex have somewhere to go."""
        s, d = self.s, self.d
        if s.here.get(target, 0) & d.printed:
            return False
        near = d.open_to[s.weather][target] & s.stage.area & ~s.held[self.side]
        return bool(near & (~zone(s, self.side) | s.held[1 - self.side]))

    # -- ground -------------------------------------------------------------------------------

    def ground(self, hex_: int) -> float:
        """What it is worth to take a hex from the enemy."""
        if hex_ not in self._ground:
            w, bit = self.w, 1 << hex_
            out = w.ground
            if works(self.base, 1 - self.side) & bit:
                out += w.works
            if friendly(self.base, 1 - self.side) & bit:
                out += w.hold * self.places.get(hex_, 0.0)
            self._ground[hex_] = out + self.road_gain(hex_, enemy_there=True)
        return self._ground[hex_]

    def favor(self, hex_: int, worth: float) -> None:
        """Let a hex count for more in this phase."""
        self._ground[hex_] = self.ground(hex_) + worth

    def zoc_of(self, hex_: int, units: Bits = 0) -> Bits:
        """The hexes into which units in a hex would exert a ZOC."""
        d = self.d
        kind = HEAVY if units and not units & ~d.heavy else LIGHT
        return d.zoc[self.base.weather, kind](1 << hex_) & self.base.stage.area

    def road_gain(self, hex_: int, enemy_there: bool = False) -> float:
        """What it is worth for the road to have a unit in a hex, whose enemies are gone."""
        bit, corridor = 1 << hex_, self.corridor
        if self.side == SOVIET:
            hot = self.zoc_of(hex_) & ~works(self.base, AXIS)
            if not (hot | bit) & corridor.route:
                return 0.0  # a cheapest route is left as it is
            return road_value(self.base, corridor.gap_with(bit, hot), self.w) - self.road
        if not self.gap or not (bit | self.zoc_of(hex_)) & corridor.near:
            return 0.0
        gap = corridor.gap_with(0, 0, bit if enemy_there else 0, bit)
        return self.road - road_value(self.base, gap, self.w)

    # -- what the enemy can do ----------------------------------------------------------------

    def threats(self, wanted: Bits) -> dict[int, int]:
        """For each of these hexes, the attack strength that the enemy could bring next to it."""
        other = self.base.copy()
        other.side, other.moved, other.halted, other.exploiting = 1 - self.side, 0, 0, False
        d, known, out = self.d, dict[tuple[int, int, bool], Bits](), dict.fromkeys(scan(wanted), 0)
        for unit in scan(other.there[1 - self.side] & ~d.guns & ~d.printed):
            attack = self.values(unit)[0]
            key = other.place[unit], faces(other, unit).movement, bool(d.heavy >> unit & 1)
            if key not in known:
                known[key] = d.around(reach(other, 1 << unit).ends & d.hexes | 1 << key[0]) & wanted
            for hex_ in scan(known[key]):
                out[hex_] += attack
        return out

    def armor(self, units: Bits, here: int) -> Bits:
        """The units of a hex without Soviet armor that could not fight because other armor of the hex does."""
        s = self.s
        more = units & self.d.soviet_armor
        if self.side == AXIS or not more:
            return units
        if in_the_open(s, here, self.d.board.neighbours[here] & s.held[AXIS]):
            return units
        if armor_spent(s, armor_used(s)) & more:
            return units & ~more
        best = max(scan(more), key=lambda unit: self.values(unit)[0])
        return units & ~more | 1 << best
