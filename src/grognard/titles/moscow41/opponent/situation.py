"""One side's view of the situation: threats, what must be held, goals, and whose supply is safe."""

from collections.abc import Callable
from typing import TypeVar

from ....core.bits import Bits, bits, lowest, scan
from ....core.knowledge import kept
from ..data.components import GERMAN, SOVIET, Components
from ..rules.control import contested, controlled, friendly, lines, units
from ..rules.losses import absorb
from ..rules.supply import sources, supplied
from ..rules.victory import points
from ..state import State, pieces_of, units_at
from .phase_lines import stations
from .supply_cuts import smallest_cut
from .unit_values import (
    BODY,
    STEP,
    WEIGHTS,
    Post,
    Weights,
    fire,
    front,
    goals,
    ground,
    incursion,
    prizes,
    reachable,
    step_worth,
    steps,
    suited,
    worth,
)
from .unit_values import field as pull_field

SLOW = (1.0, 1.0, 0.6, 0.25)  # the threat of a Block by distance in Areas
FAST = (1.0, 1.0, 0.9, 0.6, 0.3)
SCREEN = 0.3  # share of the enemy's pull for a Block in its way
EXPOSED = 0.1
VITAL = 20.0  # the price of an Area that decides the game
GARRISONED = 9.0  # the price of one that the Germans garrison in the Campaign, with its corridor
STING = (0.36, 0.2)  # hits of a step in defence, in Good Weather and in bad
AHEAD = 0.35  # share of the pull for a side that wins if nothing changes

V = TypeVar("V")


@kept()
def _rings(d: Components) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The Areas one, two, three and four steps from each."""
    out = []
    for area in range(d.board.box):
        done = new = 1 << area
        rings: list[tuple[int, ...]] = [(area,)]
        for _ in range(4):
            new = d.board.spread(new) & ~done
            done |= new
            rings.append(tuple(scan(new)))
        out.append(tuple(rings))
    return tuple(out)


class Memo(dict[int, V]):
    """What a function says about each piece, found when first asked for."""

    def __init__(self, found: Callable[[int], V]) -> None:
        super().__init__()
        self.found = found

    def __missing__(self, piece: int) -> V:
        value = self[piece] = self.found(piece)
        return value


class Situation:
    """One side's view of a position."""

    def __init__(self, s: State, side: int, w: Weights = WEIGHTS) -> None:
        w = suited(w, s, side)
        self.s, self.side, self.w = s, side, w
        d, other = s.data, 1 - side
        self.steps = Memo(lambda piece: steps(s, piece))
        self.fire = Memo(lambda piece: fire(s, piece, True))
        self.worth = Memo(lambda piece: worth(s, piece))
        self.sources = sources(s, side)
        self.enemy, self.mine = units(s, other), units(s, side)
        self.both, self.ours, self.theirs = contested(s), friendly(s, side), friendly(s, other)
        self.fed = supplied(s, side)
        self.their_fed = supplied(s, other)
        self.prized = prizes(s, side)
        if side == SOVIET and w.south:
            self.prized |= dict.fromkeys(scan(s.plan.win_cities & ~s.german), w.south)
        wanted = goals(s, side)
        if side == GERMAN and w.kiev and s.plan.points and not s.german >> d.kiev & 1:
            self.prized |= dict.fromkeys(scan(d.kiev_cities), w.kiev)
            wanted |= dict.fromkeys(scan(d.kiev_cities & ~s.german), w.kiev)
        self.pull = pull_field(s, wanted)
        self.lure = pull_field(s, goals(s, other))
        self.decides = (s.plan.win_lines | s.plan.win_cities) if side == GERMAN else 0  # whatever happens afterwards
        self.drawn = w.german_pull if side == GERMAN else w.soviet_pull
        if s.weather != "sun":
            self.drawn *= 2 if side == SOVIET and s.weather != "rain" else 0.5
        if side == GERMAN and s.plan.points and 2 * points(s, GERMAN) > s.plan.points:
            self.drawn *= AHEAD
        self.held = controlled(s, side)
        self.sting = STING[s.weather != "sun"]
        self.threat = self._threat(other)
        box = d.board.box
        self.stand = [0.0] * box  # hits needed to destroy the Blocks there
        self.count = [0] * box
        for area in scan(self.mine & d.board.areas):
            there = s.here.get(area, 0) & d.side[side]
            self.count[area] = there.bit_count()
            self.stand[area] = sum(self.steps[p] for p in scan(units_at(s, side, area))) + self._cover(area)
        for area in scan(bits(s.here) & d.board.areas & ~self.mine):
            self.count[area] = (s.here[area] & d.side[side]).bit_count()
        self.fighters = pieces_of(s, d.combat & d.side[side])
        self.front = front(s, other)
        self.manned = self.mine
        self._net()
        self.starving = bits(s.place[p] for p in scan(s.cube & d.side[side])) & ~self.fed
        self.bridges: dict[int, float] = {}
        self.needs: dict[int, float] = {}
        self.stays: dict[tuple[int, float], float] = {}
        self.keys: dict[int, float] = {}  # Areas that must not be lost, and their weight
        long = side == GERMAN and bool(s.plan.points)
        least = GARRISONED if long else VITAL
        self.vital = {area: price for area, price in self.prized.items() if price >= least and self.held >> area & 1}
        self.prices: dict[int, int] | None = None  # steps that the enemy must attack in each Area that it can enter
        for area, price in self.vital.items():
            fed = self.fed >> area & 1
            line = self._lifeline(area) if price >= VITAL or not fed else [area]
            for there in [*line, *scan(self.cut(area) if long and fed else 0)]:
                self.keys[there] = price if there == area else 0.7 * price
        self.pockets: dict[int, float] = {}
        self.closed: Bits = 0
        self.posts: dict[int, Post] = {}
        self.stations = stations(s) if w.station and side == GERMAN and s.plan.points else {}

    def _cover(self, area: int) -> float:
        bit = lines(self.s, self.side) >> area & 1
        return absorb(self.s, area, self.side) + bit

    def _threat(self, other: int) -> list[float]:
        """The fire that could hit each Area in an Impulse."""
        s, d = self.s, self.s.data
        out = [0.0] * d.board.box
        self.blows: dict[int, list[tuple[bool, float, int]]] = {}  # of the Blocks in each Area: fast, hits, steps
        self.struck: dict[int, tuple[float, float]] = {}
        rings = _rings(d)
        for area in scan(s.held[other] & d.board.areas):
            slow = fast = 0.0
            blows: list[tuple[bool, float, int]] = []
            for piece in scan(units_at(s, other, area)):
                if s.cube >> piece & 1 or not d.combat >> s.face[piece] & 1:
                    continue
                hits = self.fire[piece][0]
                quick = bool(d.fast >> s.face[piece] & 1)
                if self.w.counter:
                    blows.append((quick, hits, self.steps[piece]))
                if quick:
                    fast += hits
                else:
                    slow += hits
            for n, ring in enumerate(rings[area]):
                here = fast * FAST[n] + (slow * SLOW[n] if n < len(SLOW) else 0.0)
                for there in ring:
                    out[there] += here
            if blows:
                self.blows[area] = blows
        return out

    def blow(self, area: int) -> tuple[float, float]:
        """The hits and steps of the strongest attackers that could fit into an Area."""
        if area not in self.struck:
            found = []
            for n, ring in enumerate(_rings(self.s.data)[area]):
                shares = SLOW[n] if n < len(SLOW) else 0.0, FAST[n]
                for there in ring:
                    for quick, hits, count in self.blows.get(there, ()):
                        if share := shares[quick]:
                            found.append((hits * share, count * share))
            found = sorted(found, reverse=True)[: self.s.data.stacking[area] or 0]
            self.struck[area] = sum(one[0] for one in found), sum(one[1] for one in found)
        return self.struck[area]

    def exposed(self, area: int, count: float) -> float:
        """What `count` steps in an Area may lose to an attack, minus the enemy's losses."""
        hits, men = self.blow(area) if self.w.counter and count > 0 else (0.0, 0.0)
        if not hits:
            return 0.0
        back = min(self.sting * count, men)  # the Defender fires first
        lost = min(count, max(0.0, hits * (1 - back / men) - self._cover(area) * (self.held >> area & 1)))
        out = STEP["D"] * lost - 0.6 * STEP["S"] * back
        if lost > count - 0.5:
            out += BODY[self.side] * (1 + count // 4)
        return max(0.0, out)

    # -- the value of a place -----------------------------------------------------------------

    def need(self, area: int) -> float:
        """The value of keeping the enemy out of an Area."""
        if area not in self.needs:
            found = ground(self.s, area, self.prized) + SCREEN * self.lure[area] + self.keys.get(area, 0.0)
            self.needs[area] = found
        return self.needs[area]

    def cut(self, area: int) -> Bits:
        """The Areas in which the enemy could cut off another within two Impulses, where it meets the fewest steps."""
        if self.prices is None:
            slow, fast = self.front.starts
            further = self.front._replace(starts=(slow | self.feared, fast | self.feared))
            entered = reachable(self.s, further, self.manned) & self.ours
            self.prices = {there: 1 + int(10 * self.stand[there]) for there in scan(entered)}
        found = smallest_cut(self.s.data, self.sources, 1 << area, self.ours, self.prices)
        return found[0] if found else 0

    def _lifeline(self, area: int) -> list[int]:
        """An Area, and those on its supply line."""
        d, ends = self.s.data, self.sources
        for ground_ in (self.ours | 1 << area, d.board.areas):
            rings = [1 << area]
            done = rings[0]
            while rings[-1] and not rings[-1] & ends:
                rings.append(d.board.spread(rings[-1]) & ground_ & ~done)
                done |= rings[-1]
            if rings[-1]:
                break
        else:
            return [area]
        line = [lowest(rings[-1] & ends)]
        for ring in reversed(rings[:-1]):
            near = d.adjacent[line[-1]] & ring
            line.append(lowest(near & self.mine or near))
        return line[:0:-1]

    def hold(self, area: int, strength: float) -> float:
        """The value of this many steps in an Area."""
        threat = self.threat[area]
        if not threat or strength <= 0:
            return 0.0
        return self.w.hold * self.need(area) * strength / (strength + threat + 1) * threat / (threat + 2)

    def pocket(self, area: int) -> float:
        """The value of enemies that would be cut off if the Area were closed to them."""
        if area not in self.pockets:
            s, d = self.s, self.s.data
            other, board = 1 - self.side, d.board
            net = board.connected(sources(s, other), self.theirs & ~self.closed & ~(1 << area))
            hungry = s.held[other] & self.their_fed & ~(net | self.both & board.spread(net)) & ~(1 << area)
            found = 0.0
            for there in scan(hungry):
                found += sum(self.worth[p] for p in scan(units_at(s, other, there)))
            self.pockets[area] = self.w.pocket * found
        return self.pockets[area]

    def _net(self) -> None:
        """Determine whose supply is safe."""
        d = self.s.data
        reached = reachable(self.s, self.front, self.manned)
        self.reached = reached
        self.feared = reached & ~self.manned
        self.net = net = self._safe(self.ours, self.feared)
        self.safe = self.firm = net | d.board.spread(net)
        if self.side == GERMAN:  # an attacked Area passes on no supply
            sure = self._safe(self.ours, reached)
            self.firm = sure | d.board.spread(sure)
        self.rings: list[Bits] = []
        self.loose = self.manned & d.board.areas & ~self.safe

    def _safe(self, ours: Bits, feared: Bits) -> Bits:
        """The Areas that stay in supply if the enemy enters all the feared Areas."""
        return self.s.data.board.connected(self.sources, ours & ~feared)

    def _feared(self, manned: Bits) -> Bits:
        """Where the enemy may come unopposed."""
        return incursion(self.s, self.front, manned)

    def bridge(self, area: int) -> float:
        """The value of Blocks whose supply would be restored or made safe by a Block in an Area."""
        if not self.loose and not self.starving:
            return 0.0
        if not self.safe >> area & 1 and not self.starving:
            return 0.0
        if area not in self.bridges:
            bit, spread = 1 << area, self.s.data.board.spread
            net = self._safe(self.ours | bit, self.feared & ~bit)
            found = self._stake(self.loose & (net | spread(net)) & ~bit)
            if not self.ours & bit and self.enemy & bit:
                found += self.relief(bit)
            self.bridges[area] = found
        return self.bridges[area]

    def relief(self, way: Bits) -> float:
        """The value of Blocks that would regain supply if a Block took this path."""
        if not way & ~self.ours:
            return 0.0
        spread = self.s.data.board.spread
        net = self.s.data.board.connected(self.sources, self.ours | way)
        return 2 * self._stake(self.starving & (net | spread(net)))

    def leash(self, piece: int, area: int) -> float:
        """The cost of being where a Block may be cut off, increasing with distance from help."""
        if self.firm >> area & 1 or area in self.vital:
            return 0.0
        share = self.w.thread if self.safe >> area & 1 else 1.0 + self.w.stretch * self._away(area)
        return self.w.leash * share * self.worth[piece]

    def _away(self, area: int) -> int:
        """The distance to an Area with safe supply, at most three."""
        if not self.rings:
            spread = self.s.data.board.spread
            self.rings = [self.safe, spread(self.safe)]
            self.rings.append(spread(self.rings[1]))
        return next((n for n, ring in enumerate(self.rings) if ring >> area & 1), 3)

    def gained(self, area: int) -> float:
        """The value of taking an Area, lower where it cannot be held."""
        lasting = self.safe >> area & 1 or self.decides >> area & 1
        out = self.w.ground * ground(self.s, area, self.prized) * (1.0 if lasting else 0.3)
        return out + 0.5 * self.w.station * self.stations.get(area, 0)

    def _taken(self, area: int) -> None:
        """Note that an Area will be occupied."""
        bit = 1 << area
        if not self.manned & bit or not self.ours & bit:
            self.manned |= bit
            if not self.enemy & bit:
                self.ours |= bit
            self._net()
            self.bridges.clear()

    def close(self, area: int) -> None:
        """Treat an Area as closed to the enemy from now on."""
        if self.theirs >> area & 1 and not self.closed >> area & 1:
            self.closed |= 1 << area
            self.pockets.clear()

    def at(self, piece: int, area: int, others: float) -> float:
        """The value of a Block in an Area without enemies, beside `others` steps."""
        own, wanted = self.steps[piece], self.stations.get(area, 0)
        out = self.w.station * (min(wanted, others + own) - min(wanted, others)) if wanted else 0.0
        out += self.drawn * (0.2 + self.fire[piece][0]) * self.pull[area]
        threat = self.threat[area]
        if not threat:
            return out
        out += self.hold(area, others + own) - self.hold(area, others)
        if self.w.counter:
            return out - self.w.counter * (self.exposed(area, others + own) - self.exposed(area, others))
        share = own / (own + others)
        caution = self.w.caution * EXPOSED * threat * share * step_worth(self.s, piece)
        return out - min(0.6 * self.worth[piece], caution)

    def stay(self, piece: int, others: float) -> float:
        """The value of a Block where it is."""
        if (piece, others) not in self.stays:
            self.stays[piece, others] = self.at(piece, self.s.place[piece], others)
        return self.stays[piece, others]

    def _gap(self, area: int) -> float:
        """The value of Blocks that could be cut off if an Area were left empty."""
        s, bit = self.s, 1 << area
        if not self.net & bit or lines(s, self.side) & bit:
            return 0.0
        net = self._safe(self.ours, self._feared(self.manned & ~bit))
        lost = self.manned & self.safe & ~(net | s.data.board.spread(net)) & ~bit
        return self._stake(lost)

    def gap(self, area: int, least: float) -> bool:
        """Whether Blocks of at least this value could be cut off if an Area were left empty."""
        return self._gap(area) >= self.w.bridge * least

    def _stake(self, areas: Bits) -> float:
        """The value at stake in Areas that are cut off."""
        s, out = self.s, 0.0
        for area in scan(areas):
            out += 1.5 * self.prized.get(area, 0.0) + sum(self.worth[p] for p in scan(units_at(s, self.side, area)))
        return self.w.bridge * out
