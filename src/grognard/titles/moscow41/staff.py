"""The regular: every decision of an Impulse by what it is worth, attacks put together, line and supply kept.

At the start of an Impulse he plans for everybody as if all could act, then sees which headquarters bring most of that
about and what it costs; the other ways to play the Impulse are measured by the same plan.
"""

from collections.abc import Callable
from typing import NamedTuple

from ...core.action import Action
from ...core.bits import Bits, bits, lowest, scan
from ...core.options import Pick
from ...core.rule import Ban
from . import activation, blitz, logistics, setup
from .battle import attackers, must_fight
from .command import in_command
from .components import GERMAN, SOVIET
from .control import room, units
from .fire import bombers_over, guns_on
from .initiative import may_spend
from .judgement import CHANCE, STEP, WEIGHTS, Weights, clash, fire, fresh_worth, ground, step_worth, steps, worth
from .losses import strongest, sufferer
from .movement import engaging, reach
from .reinforcements import hand, most, open_to, pool, soviet_areas
from .road import companions, still
from .state import EXPLOIT, MOVES, PASS, TACTICAL, State, pieces_of, units_at
from .strength import dice, strength, tactical_range
from .supply import supplied
from .support import air_range, around, fields, gun_bans, ready, silent, sorties, wing, wing_bans
from .survey import Order, Survey, approach, gathered

Why = tuple[Action, str]
MOST_DISCS = 3  # Strategic Impulses of one player in a month
BOX = 3.5  # a box of the Road
PLACES = 6  # where a headquarters might go: so many are looked at


class Post(NamedTuple):
    """A headquarters to be activated: its face, where it goes first, and what that is worth."""

    face: int
    place: int
    gain: float
    cost: float


class Course(NamedTuple):
    """A way to play an Impulse: what is chosen, what it is worth beyond its cost, and which headquarters it takes."""

    verb: str
    gain: float
    posts: tuple[Post, ...] = ()


class Staff:
    """Decides for a side; remembers the orders of the Impulse, and how often the Disc was spent in the month."""

    def __init__(self, w: Weights = WEIGHTS) -> None:
        self.w = w
        self.month = (-1, -1)
        self.discs = 0
        self.posts: list[Post] = []
        self.orders: list[Order] | None = None
        self.later: list[Order] = []
        self.look: Survey | None = None
        self.at = ""

    def decide(self, s: State, pick: Pick, go_on: Callable[[], bool]) -> Why:
        """The next action of whoever has to decide, and why."""
        step = s.title.step(s).name
        if step != self.at:
            self.at, self.look, self.orders, self.later = step, None, None, []
        found = getattr(self, step.replace("-", "_"), None)
        out: Why | None = found(s) if found else None
        return out or (s.title.sample(s, pick), "One is as good as another.")

    # -- which Impulse ------------------------------------------------------------------------

    def choice(self, s: State) -> Why:
        """The way to play the Impulse that is worth most."""
        courses = self.courses(s)
        return self.take(s, max(courses, key=lambda one: one.gain))

    def take(self, s: State, course: Course) -> Why:
        """Play the Impulse this way."""
        if self.month != (s.turn, s.side):
            self.month, self.discs = (s.turn, s.side), 0
        self.posts = list(course.posts)
        if course.verb.startswith("strategic"):
            self.discs += 1
        why = {
            "tactical": "Our headquarters see something to be gained.",
            "strategic-move": "The whole army moves.",
            "strategic-call": "We need the reserves now.",
            "pass": "Nothing is worth a headquarters' strength now.",
        }
        return Action(course.verb), why[course.verb]

    def courses(self, s: State) -> list[Course]:
        """The ways to play the Impulse."""
        if self.month != (s.turn, s.side):
            self.month, self.discs = (s.turn, s.side), 0
        d, side = s.data, s.side
        mine = bits(p for p in scan(d.side[side]) if s.place[p] < d.board.box) & ~(1 << s.piece[d.leader[side]])
        look = Survey(s, side, self.w)
        orders = look.plan(mine & ~s.cube, self._hoped(s, mine))
        going = sum(max(0.0, look.going(area)) for area in scan(look.both))
        quiet = [one for one in orders if not one.target]
        out = [Course("pass", max((one.gain for one in quiet), default=0.0) * 0.8)]
        posts = self.headquarters(s, look, orders)
        if posts:
            out.append(Course("tactical", going + sum(post.gain - post.cost for post in posts), tuple(posts)))
        if not may_spend(s, side) and self.discs < MOST_DISCS:
            price, value = self.price(s), logistics.value(s, side)
            moves = gathered(orders, value)
            out.append(Course("strategic-move", going + 0.85 * sum(one.gain for one in moves) - price))
            if pool(s):
                out.append(Course("strategic-call", going + self.reserves(s, value) - price))
        return out

    def price(self, s: State) -> float:
        """What it is worth to keep the Disc."""
        return self.w.disc * (0.4 if s.turn >= s.plan.last else 1.0)

    def reserves(self, s: State, value: int) -> float:
        """What a call for Reinforcements is worth."""
        d, there = s.data, pool(s)
        count = min(value, there.bit_count())
        if s.side == SOVIET:
            count = min(count, soviet_areas(s).bit_count())
        mean = sum(fresh_worth(d, s.face[p]) for p in scan(there)) / there.bit_count()
        left = s.plan.last - s.turn + 1
        return self.w.call * count * mean * min(1.0, 0.3 + 0.25 * left)

    def _hoped(self, s: State, mine: Bits) -> dict[int, float]:
        """The artillery that may be hoped for."""
        d, out = s.data, dict[int, float]()
        for hq in scan(mine & pieces_of(s, d.tactical) & ~silent(s) & ~s.cube):
            if s.level[hq] >= 2:
                near = d.board.spread(d.adjacent[s.place[hq]] | 1 << s.place[hq])
                for area in scan(near & units(s, 1 - s.side)):
                    out[area] = out.get(area, 0.0) + 0.6 * dice(s, hq, True) / 3
        return out

    def star(self, s: State, level: int, used: int, hq: int = -1) -> float:
        """What it costs to activate a headquarters with so many stars, after others in this Impulse."""
        if not level:
            return 99.0
        w, d = self.w, s.data
        if hq >= 0 and activation.on_road(s, hq):
            return w.spare + (1.0 if level == 2 else 0.0)  # he has nothing else to do
        if s.turn >= s.plan.last:
            return 0.15
        missing = used
        for hq in scan(d.side[s.side] & pieces_of(s, d.hqs)):
            if d.on_board >> s.place[hq] & 1:
                missing += (3, 3, 2, 1, 0)[s.level[hq]]
        cost = w.spare if missing < logistics.value(s, s.side) else w.star
        return cost + (w.last if level == 2 else 0.0)

    def headquarters(self, s: State, look: Survey, orders: list[Order]) -> list[Post]:
        """Which headquarters to activate, and where: each for what it adds to the others."""
        d, side = s.data, s.side
        able = d.side[side] & pieces_of(s, d.tactical) & ~_barred(activation.hq_bans(s))
        stands = {hq: self._places(s, look, hq) for hq in scan(able) if s.level[hq]}
        out: list[Post] = []
        done: set[int] = set()
        while stands:
            best: tuple[float, int, int, set[int], float] | None = None
            for hq, places in stands.items():
                cost = self.star(s, s.level[hq], len(out), hq)
                for place, areas in places:
                    led = self._led(s, hq, place, areas, orders, done)
                    gain = sum(orders[n].gain for n in led) + self._extras(s, look, hq, place, orders)
                    if led or gain > 0:
                        here = gain - cost
                        if best is None or here > best[0]:
                            best = (here, hq, place, led, cost)
            if best is None or best[0] < (self.w.join if out and best[2] < d.board.box else 0.2):
                break
            _, hq, place, led, cost = best
            out.append(Post(s.face[hq], place, best[0] + cost, cost))
            done |= led
            del stands[hq]
        if out:
            out += self._wings(s, look, [orders[n] for n in done], len(out))
        return out

    def _places(self, s: State, look: Survey, hq: int) -> list[tuple[int, Bits]]:
        """Where a headquarters might be activated, with the Areas in its range."""
        d, start = s.data, s.place[hq]
        if start >= d.board.box:
            return [(start, 0)]
        stays = not look.enemy >> start & 1
        ends = reach(s, hq, False).ends & look.ours & look.fed
        ends = ends & look.net or ends
        ranked = sorted(scan(ends), key=lambda area: (-look.seat(area, look.stand[area]), area))[:PLACES]
        span = tactical_range(s, hq)
        return [(place, self._within(s, look, place, span)) for place in ([start] if stays else []) + ranked]

    def _within(self, s: State, look: Survey, place: int, span: int) -> Bits:
        found = new = 1 << place
        for _ in range(span):
            new = s.data.board.spread(new) & ~found
            found |= new
            new &= look.ours
        return found

    def _led(self, s: State, hq: int, place: int, areas: Bits, orders: list[Order], done: set[int]) -> set[int]:
        """The orders a headquarters can give from a place."""
        d, face = s.data, s.face[hq]
        fit = d.all_blocks if face == d.zhukov else d.combat if "colours=ignored" in s.options else (
            d.combat & (d.white | d.mates[face]))  # fmt: skip
        out = set()
        for n, order in enumerate(orders):
            at = s.place[s.piece[order.face]]
            if n not in done and order.face != face and (at == place or (areas >> at & 1 and fit >> order.face & 1)):
                out.add(n)
        return out

    def _extras(self, s: State, look: Survey, hq: int, place: int, orders: list[Order]) -> float:
        """The Road, the guns, and how good the place is."""
        d = s.data
        if place >= d.board.box:
            if not d.road_boxes >> place & 1 or place == d.leningrad:
                return 0.0
            return BOX * min(dice(s, hq, True) / 3, 0.9 * companions(s).bit_count())
        out = look.seat(place, look.stand[place]) - look.seat(s.place[hq], look.stand[s.place[hq]])
        fields_ = bits(order.target for order in orders) & d.adjacent[place]
        return 0.6 * out + (0.3 * dice(s, hq, True) if fields_ & ~1 and not silent(s) >> hq & 1 else 0.0)

    def _wings(self, s: State, look: Survey, orders: list[Order], used: int) -> list[Post]:
        """The Luftwaffe, where there is something for it to do."""
        d = s.data
        aims = (bits(order.target for order in orders) | look.both) & ~1
        out: list[Post] = []
        for hq in scan(d.side[s.side] & pieces_of(s, d.air) & ~s.cube):
            if s.place[hq] >= d.board.box or not s.level[hq]:
                continue
            span = strength(s, hq, True)
            flying = list(scan(wing(s, hq) & ready(s)))[:span]
            hits = sum(dice(s, hq, True) * CHANCE[d.bombers[b - d.first_bomber].fire] for b in flying)
            cost = self.star(s, s.level[hq], used + len(out))
            best: Post | None = None
            stays = [] if look.enemy >> s.place[hq] & 1 else [s.place[hq]]
            for place in [*stays, *scan(reach(s, hq, False).ends & look.ours & look.fed)]:
                near = 1 << place
                for _ in range(span):
                    near |= d.board.spread(near)
                values = [look.target(area).value for area in scan(near & aims)]
                gain = (0.7 * hits * max(values) if values else 0.0) + 0.3 * look.seat(place, look.stand[place])
                if values and gain > cost and (best is None or gain > best.gain):
                    best = Post(s.face[hq], place, gain, cost)
            if best:
                out.append(best)
        return out

    def activation(self, s: State) -> Why:
        """The headquarters of the plan, one after the other."""
        while self.posts:
            post = self.posts.pop(0)
            hq = s.piece[post.face]
            if not s.data.side[s.side] & ~_barred(activation.hq_bans(s)) >> hq & 1:
                continue
            if s.place[hq] == post.place and not units(s, 1 - s.side) >> post.place & 1 or activation.on_road(s, hq):
                return Action("activate", (hq,)), "It can do most from where it is."
            way = reach(s, hq, False)
            if way.ends >> post.place & 1:
                return Action("lead", (hq, approach(s, hq, way, post.place))), "It goes where it can do most."
        if activation.has_tactical(s):
            return Action("done"), "That is all we activate."
        return self._any_headquarters(s)

    def _any_headquarters(self, s: State) -> Why:
        able = s.data.side[s.side] & pieces_of(s, s.data.tactical) & ~_barred(activation.hq_bans(s))
        enemy = units(s, 1 - s.side)
        for hq in sorted(scan(able), key=lambda p: (-s.level[p], s.face[p])):
            if not enemy >> s.place[hq] & 1:
                return Action("activate", (hq,)), "Somebody has to command."
            way = reach(s, hq, False)
            if way.ends:
                end = lowest(way.ends)
                return Action("lead", (hq, approach(s, hq, way, end))), "Somebody has to command."
        raise AssertionError("no headquarters can be activated")

    # -- orders -------------------------------------------------------------------------------

    def command(self, s: State) -> Why:
        """The orders of the plan, as long as they can be carried out."""
        if self.orders is None:
            self.orders, self.later = self.give(s), []
        return self._carry_out(s) or (Action("done"), "Everybody has his orders.")

    exploiting = command

    def give(self, s: State) -> list[Order]:
        """Orders for whoever may act."""
        able = self.able(s)
        look = Survey(s, s.side, self.w)
        engage = not engaging(s)
        orders = look.plan(able, self._guns(s) if s.impulse == TACTICAL else {}, engage)
        if s.impulse in (MOVES, PASS, EXPLOIT):
            orders = gathered(orders, s.points)
        return orders

    def able(self, s: State) -> Bits:
        """Those who may act now."""
        d = s.data
        there = bits(p for p in scan(d.side[s.side]) if s.place[p] < d.board.box)
        there &= ~(1 << s.piece[d.leader[s.side]]) & ~s.cube & ~s.acted
        if s.impulse == TACTICAL:
            return there & in_command(s)[0]
        return there & pieces_of(s, d.fast) if s.impulse == EXPLOIT else there

    def _guns(self, s: State) -> dict[int, float]:
        """The support that activated headquarters can give in each Area."""
        d, out = s.data, dict[int, float]()
        enemy = units(s, 1 - s.side)
        for hq in scan(s.active & ~silent(s) & pieces_of(s, d.tactical)):
            if s.level[hq] and s.place[hq] < d.board.box:
                for area in scan(around(s, hq) & enemy):
                    out[area] = out.get(area, 0.0) + dice(s, hq, True) / 3
        for hq in scan(s.active & pieces_of(s, d.air)):
            flying = list(scan(wing(s, hq) & ready(s)))[: sorties(s, hq)]
            hits = sum(dice(s, hq, True) * CHANCE[d.bombers[b - d.first_bomber].fire] for b in flying)
            for area in scan(air_range(s, hq) & enemy):
                out[area] = out.get(area, 0.0) + 0.5 * hits
        return out

    def _carry_out(self, s: State) -> Why | None:
        orders = self.orders or []
        enemy = units(s, 1 - s.side)
        able = self.able(s)
        if s.impulse != TACTICAL and not s.points:
            return None
        while orders or self.later:
            last = not orders
            if last:
                orders, self.later = self.later, []
            order = orders.pop(0)
            self.orders = orders
            piece = s.piece[order.face]
            if not able >> piece & 1:
                continue
            if order.end == s.place[piece]:
                if s.impulse != EXPLOIT and not s.title.explain(s, Action("build", (piece,))):
                    return Action("build", (piece,)), f"A line in {s.title.place(s, order.end)}."
                continue
            way = reach(s, piece, not engaging(s))
            if way.ends >> order.end & 1:
                return Action("move", (piece, approach(s, piece, way, order.end))), self._why(s, order, enemy)
            if not last:
                self.later.append(order)  # when others have left there may be room
        return None

    def _why(self, s: State, order: Order, enemy: Bits) -> str:
        where = s.title.place(s, order.end)
        if enemy >> order.end & 1:
            return f"Against {where}."
        if s.data.hqs >> order.face & 1:
            return f"Headquarters to {where}."
        return f"More use in {where}."

    # -- Battles ------------------------------------------------------------------------------

    def _look(self, s: State) -> Survey:
        if self.look is None:
            self.look = Survey(s, s.side, self.w)
        return self.look

    def _promise(self, s: State, look: Survey, area: int, support: float, own: float = -1) -> float:
        """What a Battle is worth with so much support."""
        mean = var = count = value = 0.0
        tanks = False
        for p in scan(attackers(s, area)):
            a, b = fire(s, p, True, bool(s.crossed >> p & 1 and not s.old >> area & 1))
            mean, var, count, value = mean + a, var + b, count + steps(s, p), value + worth(s, p)
            tanks = tanks or bool(s.data.tanks >> s.face[p] & 1)
        target = look.target(area)
        result = clash(target, mean, var, count, support, 0.67 * support, tanks)
        return look.weigh(target, result, value, count) + result.win * ground(s, area, look.prized)

    def _support(self, s: State, area: int) -> float:
        """The hits to be expected of the support committed to a Battle."""
        d = s.data
        out = sum(dice(s, hq, True) / 3 for hq in scan(guns_on(s, area) & pieces_of(s, d.tactical)))
        for b in scan(bombers_over(s, area)):
            out += 0.8 * dice(s, s.piece[d.of[b]], True) * CHANCE[d.bombers[b - d.first_bomber].fire]
        return out

    def support(self, s: State) -> Why:
        """Guns and Bombers, each where it adds most."""
        d, there, look = s.data, fields(s), self._look(s)
        ours = d.side[s.side]
        for hq in scan(s.active & ours & ~_barred(gun_bans(s))):
            if near := around(s, hq) & there:
                hits = dice(s, hq, True) / 3
                return Action("fire", (hq, self._best_field(s, look, near, hits))), "The guns, where they add most."
        for hq in scan(s.active & ours & ~_barred(wing_bans(s))):
            if near := air_range(s, hq) & there:
                some = sorted(scan(wing(s, hq) & ready(s)), key=lambda b: (d.bombers[b - d.first_bomber].fire != "T", b))
                some = some[: sorties(s, hq)]
                each = [0.8 * dice(s, hq, True) * CHANCE[d.bombers[b - d.first_bomber].fire] for b in some]
                area = self._best_field(s, look, near, sum(each))
                if near & ~(1 << area):
                    some = some[: self._enough(s, look, area, each)]
                return Action("fly", (hq, area, bits(some))), "The Luftwaffe, where it adds most."
        return Action("done"), "All support is given."

    def _best_field(self, s: State, look: Survey, near: Bits, hits: float) -> int:
        def adds(area: int) -> float:
            now = self._support(s, area)
            return self._promise(s, look, area, now + hits) - self._promise(s, look, area, now)

        return max(scan(near), key=lambda area: (adds(area), -area))

    def _enough(self, s: State, look: Survey, area: int, each: list[float]) -> int:
        """How many Bombers a Battle needs."""
        target, now = look.target(area), self._support(s, area)
        now += sum(fire(s, p, True)[0] for p in scan(attackers(s, area))) * 0.8
        for n, hits in enumerate(each):
            if now > target.saved + target.steps + 1.5:
                return max(1, n)
            now += hits
        return len(each)

    blitz_support = support

    def combat(self, s: State) -> Why:
        """What must be fought, and what promises a gain."""
        look = Survey(s, s.side, self.w)
        owed, best, score = must_fight(s), 0, 0.05
        for area in scan(fields(s)):
            gain = self._promise(s, look, area, self._support(s, area))
            if owed >> area & 1 or self._support(s, area):
                gain += 50.0
            if gain > score:
                best, score = area, gain
        if best:
            return Action("battle", (best,)), f"We fight in {s.title.place(s, best)}."
        if s.impulse == TACTICAL and not still(s):
            return Action("advance"), "On to Leningrad."
        if owed:
            return Action("battle", (lowest(owed),)), "It has to be fought."
        return Action("done"), "No other Battle promises a gain."

    def losses(self, s: State) -> Why:
        """The step that is worth least."""
        first = strongest(s, sufferer(s), s.local.area)
        return Action("lose", (min(scan(first), key=lambda p: (step_worth(s, p), s.face[p])),)), "It can bear the loss."

    def bombers(self, s: State) -> Why:
        """Bombers turn back, those with weaker fire first."""
        d = s.data
        over = scan(bombers_over(s, s.local.area))
        first = min(over, key=lambda b: (CHANCE[d.bombers[b - d.first_bomber].fire], b))
        return Action("abort", (first,)), "It turns back, to fly again."

    # -- Blitz and Exploitation ---------------------------------------------------------------

    def blitz(self, s: State) -> Why:
        """On through the gap, where it pays."""
        look = Survey(s, s.side, self.w)
        best: tuple[float, int, int] | None = None
        for p in scan(s.data.side[s.side] & ~_barred(blitz.blitz_bans(s))):
            start = s.place[p]
            stay = look.at(p, start, look.stand[start] - steps(s, p))
            for area in scan(blitz.ground(s, p)):
                if look.enemy >> area & 1:
                    gain = self._dash(s, look, p, area) - 0.5 * stay
                else:
                    gain = look.at(p, area, look.stand[area]) - stay
                    if not look.held >> area & 1:
                        gain += look.gained(area) + look.pocket(area)
                    gain += look.leash(p, start) - look.leash(p, area)
                if gain > 0.25 and (best is None or gain > best[0]):
                    best = gain, p, area
        if best is None:
            return Action("done"), "We do not run ahead."
        return Action("blitz", best[1:]), f"On to {s.title.place(s, best[2])}."

    def _dash(self, s: State, look: Survey, p: int, area: int) -> float:
        """What an attack out of a Blitz is worth, with those who are there already."""
        mean = var = count = value = 0.0
        wet = bool(s.data.board.river[area] >> s.place[p] & 1)
        for one in (*scan(units_at(s, s.side, area)), p):
            a, b = fire(s, one, True, wet and one == p)
            mean, var, count, value = mean + a, var + b, count + steps(s, one), value + worth(s, one)
        target = look.target(area)
        guns = sum(dice(s, hq, True) / 3 for hq in scan(blitz.blitz_hqs(s)) if around(s, hq) >> area & 1)
        result = clash(target, mean, var, count, guns, guns, bool(s.data.tanks >> s.face[p] & 1) and not wet)
        prize = look.gained(area) + look.pocket(area)
        return look.weigh(target, result, value, count) + result.win * prize - look.leash(p, area)

    def exploitation(self, s: State) -> Why:
        """The Disc for a march of all Fast Blocks, if that brings enough."""
        d = s.data
        able = bits(p for p in scan(d.side[s.side] & pieces_of(s, d.fast)) if s.place[p] < d.board.box) & ~s.cube
        orders = Survey(s, s.side, self.w).plan(able, {}, engage=False)
        gain = sum(one.gain for one in gathered(orders, logistics.value(s, s.side)))
        value = logistics.value(s, s.side)
        if gain > max(1.3 * self.price(s), 0.8 * self.reserves(s, value) if pool(s) else 0.0):
            return Action("exploit"), "The way is open."
        return Action("decline"), "The Initiative is worth more."

    # -- Logistics ----------------------------------------------------------------------------

    def leader(self, s: State) -> Why:
        """Whatever a Leader loses, the army gains more."""
        return Action("logistics"), "The army needs it."

    def restore(self, s: State) -> Why:
        """The headquarters that can do most with a star."""
        able = s.data.side[s.side] & ~_barred(logistics.hq_bans(s))
        if not able:
            return Action("done"), "Nobody else can be restored."
        look = self._look(s)
        return Action("restore", (max(scan(able), key=lambda p: (self._rest(s, look, p), -p)),)), "It will be needed."

    def _rest(self, s: State, look: Survey, p: int) -> float:
        d, place = s.data, s.place[p]
        out = {0: 2.0, 2: 1.4, 3: 1.0}.get(s.level[p], 0.0)
        if place >= d.board.box:
            return out * (1.1 if companions(s) else 0.2)
        if d.air >> s.face[p] & 1:
            return out * 1.2
        near = sum(look.count[area] for area in scan(d.board.spread(d.adjacent[place]) & look.mine))
        return out * (0.6 + 0.08 * min(near, 10))

    def replace(self, s: State) -> Why:
        """The steps that bring most for what they cost, at the front first."""
        d = s.data
        able = d.side[s.side] & ~_barred(logistics.combat_bans(s))
        if not able:
            return Action("done"), "There are no more replacements."
        look = self._look(s)

        def gain(p: int) -> float:
            block, level, place = d.blocks[s.face[p]], s.level[p], s.place[p]
            out = STEP[block.fire[level]] + (0.5 if level == 1 else 0.0)
            front = place < d.board.box and look.threat[place] > 0.5
            return out / logistics.price(s, p) * (1.3 if front else 1.0)

        return Action("replace", (max(scan(able), key=lambda p: (gain(p), -p)),)), "Where it brings most."

    def call(self, s: State) -> Why:
        """As many as there are."""
        return Action("call", (most(s),)), "Everybody we can get."

    def enter(self, s: State) -> Why | None:
        """The best first, each where he is of most use."""
        d, look = s.data, self._look(s)
        for p in sorted(scan(hand(s)), key=lambda p: (-fresh_worth(d, s.face[p]), s.face[p])):
            if open_ := open_to(s, s.face[p]):
                end = max(scan(open_), key=lambda area: (self._entry(s, look, p, area), -area))
                if end < d.board.box:
                    look.stand[end] += d.fresh[s.face[p]]
                    look.count[end] += 1
                return Action("enter", (p, end)), f"Needed in {s.title.place(s, end)}."
        return None

    def _entry(self, s: State, look: Survey, p: int, area: int) -> float:
        """What a Block that enters an Area is good for there."""
        d, face = s.data, s.face[p]
        if area >= d.board.box:
            return 0.0
        block, level = d.blocks[face], d.fresh[face]
        if not block.combat:
            return look.seat(area, look.stand[area])
        out = look.drawn * (0.2 + level * CHANCE[block.fire[level - 1]]) * look.pull[area]
        now = look.stand[area]
        out += look.hold(area, now + level) - look.hold(area, now)
        if not now:
            out += 0.02 * look.lure[area] + 0.1 * ground(s, area, look.prized)
        return out

    # -- set-up -------------------------------------------------------------------------------

    def settling(self, s: State) -> Why:
        """Areas where somebody is wanted."""
        area = self._wanted(s, s.data.board.areas & ~_barred(setup.place_bans(s)))
        return Action("settle", (area,)), f"Somebody is wanted in {s.title.place(s, area)}."

    def deploying(self, s: State) -> Why:
        """The best Blocks where most is wanted."""
        d = s.data
        able = d.side[s.local.army] & ~_barred(setup.block_bans(s))
        piece = max(scan(able), key=lambda p: (fresh_worth(d, s.face[p]), -p))
        area = self._wanted(s, d.board.areas & ~_barred(setup.place_bans(s)))
        return Action("deploy", (piece, area)), f"Wanted in {s.title.place(s, area)}."

    def entrenching(self, s: State) -> Why:
        """Lines where most is wanted, in front of somebody."""
        d, side = s.data, s.local.army
        open_ = d.board.areas & ~_barred(setup.line_bans(s))
        manned = open_ & s.held[side]
        area = self._wanted(s, manned or open_, stacked=False)
        return Action("entrench", (area,)), f"A line in {s.title.place(s, area)}."

    def _wanted(self, s: State, areas: Bits, stacked: bool = True) -> int:
        """Where one more Block is of most use when nobody has moved yet."""
        d, side = s.data, s.local.army
        look = Survey(s, side, self.w)
        enemy_ground = d.board.areas & (~s.german if side == GERMAN else s.german)
        front = d.board.spread(enemy_ground)

        def score(area: int) -> float:
            out = look.need(area) + 0.3 * look.pull[area]
            if front >> area & 1:
                out *= 1.6
            if side == GERMAN:
                out = look.pull[area] * (1.3 if front >> area & 1 else 1.0)
            return out / (1 + 0.8 * units_at(s, side, area).bit_count()) if stacked else out

        return max(scan(areas), key=lambda area: (score(area), -area))


def _barred(bans: list[Ban]) -> Bits:
    out = 0
    for ban in bans:
        out |= ban.where
    return out


OFFICER = Staff
