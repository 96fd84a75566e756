"""The recruit: the weakest sensible player, and the anchor every other level is measured against.

FROZEN. A rating is meaningful only while its anchor stays the same: nothing here is tuned, and nothing here depends on
other levels. It brings in the units it can, stays in supply, gives Ground Support to its best attacks, attacks at even
odds or better and moves toward the nearest objective: as the Germans toward a hex that scores at the end, the city, or
one of the weaker Russian hexes; as the Russians toward a strong place or a city without a division of its own.
"""

from collections.abc import Iterator

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ....kit.hex.reach import Rate, waves_back
from ....kit.stacks import places_of
from ..rules import advances, combat, results, retreats, supply
from ..rules.air import assailable, supported_hexes
from ..rules.combat import Battle
from ..rules.guerrillas import duty, too_near
from ..rules.movement import Reach, reach
from ..rules.movers import still
from ..rules.reinforcements import due, entry_reach
from ..rules.supply import Lines
from ..rules.zones import zone
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, factor, on_inset, on_map
from .step_by_step import StepByStep

FAR = 200  # sixths: longer than any planned route
DIVISION = 0  # the slot of units limited to one per hex


class Recruit(StepByStep):
    """Decides step by step; remembers only which units are still to be considered in this phase."""

    def __init__(self) -> None:
        self.phase: tuple[int, str] = (0, "")
        self.todo: list[int] = []
        self.rings: dict[str, list[Bits]] = {}  # to the nearest goal, by gait
        self.safe: dict[int, Bits] = {}  # where a unit would be supplied
        self.lead: dict[str, int] = {}  # where the first of a corps has gone

    def other(self, s: State, step: str) -> tuple[Action, str] | None:
        """Posts, guns and air units; the fleet flees."""
        match step:
            case "set-up" | "appearance" | "place":
                return self.post(s, {"set-up": "deploy", "appearance": "appear", "place": "place"}[step])
            case "aim":
                return self.aim(s)
            case "flight":
                return Action("flee"), "The ships are safe in harbor."
            case "german-bombardment" | "russian-bombardment" | "regroup":
                return Action("done"), "The air units are kept for the attacks."
        return None

    # -- movement -----------------------------------------------------------------------------

    def begin(self, s: State) -> None:
        """Determine which units move, where to, and where they are supplied."""
        d, side = s.data, s.side
        movers = on_map(s, side)
        for ban in still(s):
            movers &= ~ban.where
        if side == RUSSIAN:
            movers |= due(s, RUSSIAN) if d.rules.cup else 0
            self.todo = list(scan(movers & ~d.stacks["worker"]))
            self.safe = dict.fromkeys(self.todo, supply.russian_ground(s))
            return
        if not s.again:
            movers |= due(s, GERMAN)
        staffs = d.stacks["headquarters"]
        self.todo = [*scan(movers & staffs), *scan(movers & ~staffs)]  # the last are taken first
        ground = supply.open_to(s, GERMAN)
        source = _where(s, supply.sources(s, ground))
        self.safe, self.lead = dict.fromkeys(scan(staffs), source), {}
        for corps, units in d.corps.items():
            hq = d.headquarters[corps]
            if movers >> hq & 1:
                found = source & (entry_reach(s, hq) if _waits(s, hq) else reach(s, hq)).reached
            else:
                found = _where(s, supply.corps_lines(s, hq, ground)) if s.place[hq] < d.board.box else source
            self.safe |= dict.fromkeys(scan(units & ~staffs), found)
        goals = self.prizes(s) | _weaker(s)
        self.rings = {gait: _ways(s, d.rates[GERMAN, gait], goals) for gait in ("foot", "motor")}

    def prizes(self, s: State) -> Bits:
        """The German goals: scoring hexes not yet German, and the way into the city."""
        d = s.data
        wanted = d.scoring & ~s.german & ~s.forfeit | _to_occupy(s, GERMAN)
        return wanted | (d.outside if wanted & d.interior else 0)

    def posts(self, s: State) -> Bits:
        """The Russian goals: places to hold without a division."""
        d = s.data
        wanted = d.strong | d.scoring | _towns(s) | (_to_occupy(s, RUSSIAN) if on_inset(s) else d.city)
        return wanted & ~places_of(s, on_map(s, RUSSIAN) & d.slots[DIVISION]) | _to_garrison(s)

    def movement(self, s: State, step: str) -> tuple[Action, str]:
        """Move all units toward the nearest goal; headquarters last, to their corps."""
        d = s.data
        if self.phase != (s.turn, step):
            self.phase = (s.turn, step)
            self.begin(s)
        while self.todo:
            unit = self.todo.pop()
            start = s.place[unit]
            new = _waits(s, unit)
            if (start >= d.board.box and not new) or (s.moved & ~s.cut) >> unit & 1:
                continue
            way = entry_reach(s, unit) if new else reach(s, unit)
            if (end := self.end(s, unit, way, new)) is None:
                continue
            if unit in d.of_corps and d.headquarters[d.of_corps[unit]] in self.todo:
                self.lead.setdefault(d.of_corps[unit], end)
            if d.fringe >> end & 1 and not new:
                self.todo.append(unit)  # its move may be interrupted there, and continue
            return Action("enter" if new else "move", (unit, way.path_to(end))), "Toward the nearest objective."
        return Action("done"), "All units have their orders."

    def end(self, s: State, unit: int, way: Reach, new: bool) -> int | None:
        """Where a unit goes; None if it stays."""
        d, start, side = s.data, s.place[unit], s.side
        ends = duty(s, unit, way.reached)
        driven = new or bool(too_near(s) >> unit & 1)
        if side == GERMAN:
            if not new and d.garrisons >> start & 1:
                return None
            ends &= ~_shared(s, unit)
            if d.stacks["headquarters"] >> unit & 1:
                return self.follow_corps(s, unit, ends, new)
        elif not driven and d.slot[unit] == DIVISION and self.keeps(s, unit):
            return None
        safe = ends & (
            _near(s, self.lead[corps]) if (corps := d.of_corps.get(unit, "")) in self.lead else self.safe[unit]
        )
        if not safe and not driven:
            return self.back(s, unit, ends) if ends and s.unsupplied >> unit & 1 else None
        ends = safe or ends
        if not ends:
            return None
        rings = self.rings[d.gait[unit]] if side == GERMAN else self.to_posts(s, unit)
        end = _nearest(rings, ends if driven else ends | 1 << start)
        return None if end == start else end

    def back(self, s: State, unit: int, ends: Bits) -> int:
        """The hex nearest to supply for a unit that is out of supply."""
        d, distance = s.data, s.data.board.distance
        goals = [d.twin.get(place, place) for place in scan(self.safe[unit])]
        homes = {end: d.twin.get(end, end) for end in scan(ends)}
        return min(homes, key=lambda end: min((distance(homes[end], goal) for goal in goals), default=0))

    def keeps(self, s: State, unit: int) -> bool:
        """Whether a Russian division is the only one in a place that must be held."""
        d, here = s.data, s.place[unit]
        if not (d.strong | d.scoring | _towns(s) | d.key_points | d.city) >> here & 1:
            return False
        return (s.here[here] & d.slots[DIVISION]).bit_count() == 1

    def to_posts(self, s: State, unit: int) -> list[Bits]:
        """The distances to the posts; for a Guerrilla, to the nearest German."""
        d = s.data
        goals = s.held[GERMAN] if d.stacks["guerrilla"] >> unit & 1 else self.posts(s)
        return waves_back(goals, FAR, d.rates[RUSSIAN, d.gait[unit]], d.land)

    def follow_corps(self, s: State, hq: int, ends: Bits, new: bool) -> int | None:
        """Where a headquarters goes: near most of its corps, in supply, and preferably not alone."""
        d, start, distance = s.data, s.place[hq], s.data.board.distance
        corps = places_of(s, d.corps[d.of_corps[hq]] & on_map(s, GERMAN) & ~(1 << hq))
        if s.unsupplied >> hq & 1 and ends and not ends & self.safe[hq]:
            return self.back(s, hq, ends)
        stay = 0 if new else 1 << start
        found = (ends & self.safe[hq] & ~zone(s, RUSSIAN) | stay | ends & self.safe[hq] & corps) or (ends if new else 0)
        if not found:
            return None
        homes = [d.twin.get(place, place) for place in scan(corps)]
        length = d.charts.numbers["supply_length"]

        def worth(place: int) -> tuple[int, int, int]:
            here = d.twin.get(place, place)
            ways = [distance(here, home) for home in homes]
            return corps >> place & 1, sum(way <= length for way in ways), -sum(ways)

        end = max(scan(found), key=worth)
        return None if end == start else end

    # -- combat -------------------------------------------------------------------------------

    def attacks(self, s: State) -> Iterator[tuple[int, int, Bits]]:
        """For every hex that can be attacked: the column with the die modifier, the hex, the attackers."""
        ready = combat.able(s)
        for target in scan(assailable(s)):
            units = combat.strongest(s, combat.facing(s, 1 << target) & ready)
            if units and combat.enough(s, 1 << target, units):
                b: Battle = combat.prepare(s, target, 0, units)
                change = sum(int(line.amount) for line in combat.modifier_lines(s, b))
                yield combat.column_of(s, b) + change, target, units

    def combat(self, s: State) -> tuple[Action, str]:
        """The best attack, if it is at even odds or better."""
        best = max(self.attacks(s), default=None)
        if best is None or best[0] < (s.data.column(1, 1) or 0):
            return Action("done"), "No attack at even odds is left."
        return Action("attack", (best[1], 0, best[2])), "The odds are even or better."

    def support(self, s: State) -> tuple[Action, str]:
        """An air unit for the best attack that has none."""
        over = supported_hexes(s)
        found = [(column, target) for column, target, _ in self.attacks(s) if not over >> target & 1]
        if not found:
            return Action("done"), "No attack is left to support."
        return Action("support", (max(found)[1],)), "The air units help."

    def penalty(self, s: State) -> tuple[Action, str]:
        """Waive it, or retreat if possible, otherwise take the loss."""
        if not results.waive_bars(s):
            return Action("waive"), "The attacker has retreated."
        units = results.stricken(s)
        whole = units & s.data.two_sided & ~s.reduced
        stand = results.bearer(s) == RUSSIAN and places_of(s, units) & (
            s.data.strong | s.data.scoring | s.data.key_points
        )
        if not (stand and whole) and not retreats.retire_bars(s):
            return Action("retire"), "Better to retreat."
        able = bits(s.title.choices(s, "lose") or ())
        return Action("lose", (min(scan(whole & able or able), key=lambda unit: factor(s, unit)),)), "We take the loss."

    def retreat(self, s: State, verb: str) -> tuple[Action, str]:
        """Take the first possible retreat."""
        for unit in s.title.choices(s, verb) or ():
            for hex_ in s.title.choices(s, verb, unit) or ():
                return Action(verb, (unit, hex_)), "Out of reach."
        return Action("stay"), "There is nowhere to go."

    def advance(self, s: State) -> tuple[Action, str]:
        """Advance one unit, the strongest; units in a strong place stay there."""
        b: Battle = s.local
        able = bits(unit for unit in scan(advances.victors(s)) if advances.ground(s, unit))
        if s.side == RUSSIAN:
            kept = s.data.strong | s.data.scoring | s.data.key_points
            able &= ~bits(unit for unit in scan(able) if kept >> s.place[unit] & 1)
        if not able or s.held[s.side] & b.targets:
            return Action("hold"), "We stay where we are."
        who = max(scan(able), key=lambda unit: factor(s, unit))
        return Action("advance", (who, lowest(advances.ground(s, who)))), "The ground is ours."

    # -- posts and guns -----------------------------------------------------------------------

    def post(self, s: State, verb: str) -> tuple[Action, str]:
        """Place a unit: in an important hex if possible, otherwise where there are fewest."""
        units = s.title.choices(s, verb)
        for unit in sorted(units or (), key=lambda unit: -factor(s, unit)):
            hexes = bits(s.title.choices(s, verb, unit) or ())
            hexes = hexes & s.data.city or hexes & (s.data.scoring | s.data.key_points) or hexes
            if hexes:
                where = min(scan(hexes), key=lambda hex_: s.here.get(hex_, 0).bit_count())
                return Action(verb, (unit, where)), "It is useful there."
        return Action("done"), "There is no room."

    def aim(self, s: State) -> tuple[Action, str]:
        """Aim the guns at a hex of ours next to the enemy."""
        hexes = bits(s.title.choices(s, "aim") or ()) & s.held[RUSSIAN] & zone(s, GERMAN)
        if not hexes:
            return Action("done"), "Nothing to fire at."
        return Action("aim", (lowest(hexes),)), "The guns help."


def _waits(s: State, unit: int) -> bool:
    """Whether a unit waits off the map to enter."""
    return s.place[unit] == s.data.reserve or s.place[unit] in s.data.doors


def _to_occupy(s: State, side: int) -> Bits:
    """The hexes that score at the end for the side that occupies them, and that this side does not hold."""
    return s.data.key_points & ~s.held[side] if s.data.corner else 0


def _to_garrison(s: State) -> Bits:
    """The city hexes while there are fewer divisions in the city than hexes to occupy."""
    d = s.data
    enough = (s.inside & d.slots[DIVISION]).bit_count() >= d.key_points.bit_count()
    return 0 if not d.corner or enough or on_inset(s) else d.city


def _towns(s: State) -> Bits:
    """The cities or towns outside the city of the Inset."""
    kind = s.data.kind
    return kind["town"] if "town" in kind else kind["city"]


def _where(s: State, lines: Lines) -> Bits:
    """All places at which a path begins."""
    return lines.main | lines.interior | s.data.seam(lines.main & s.data.outside)


def _near(s: State, place: int) -> Bits:
    """The hexes that a headquarters in this one would supply, with one hex to spare."""
    d = s.data
    out = 1 << d.twin.get(place, place)
    for _ in range(d.charts.numbers["supply_length"] - 1):
        out |= d.zoc(out)
    return out | d.seam(out) | (d.interior if out & d.outside else 0)


def _weaker(s: State) -> Bits:
    """The weaker half of the Russian hexes."""
    found = {hex_: combat.hex_strength(s, hex_, s.here[hex_], 0) for hex_ in scan(s.held[RUSSIAN] & ~s.data.city)}
    return bits(sorted(found, key=lambda hex_: found[hex_])[: (len(found) + 1) // 2])


def _shared(s: State, unit: int) -> Bits:
    """The fringe hexes from which a German unit would return to a full hex of the main map."""
    d = s.data
    others = on_map(s, GERMAN) & d.slots[d.slot[unit]] & ~(1 << unit) & ~d.of_division.get(unit, 0)
    full = bits(d.twin.get(place, place) for place in scan(places_of(s, others)))
    return d.seam(full & d.outside) & d.fringe


def _ways(s: State, rate: Rate, goals: Bits) -> list[Bits]:
    """Rings of hexes by cost to the nearest goal, those of the Inset before all others."""
    inset = s.data.on_inset
    inside = waves_back(goals & inset, FAR, rate, inset)
    return [*inside, *waves_back(goals & ~inset, FAR, rate, s.data.land & ~inset)]


def _nearest(rings: list[Bits], ends: Bits) -> int:
    """The hex nearest to a goal."""
    for ring in rings:
        if ring & ends:
            return lowest(ring & ends)
    return lowest(ends)
