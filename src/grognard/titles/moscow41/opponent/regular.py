"""The regular: decides an Impulse by the value of each option, combines attacks, and keeps its line and supply.

At the start of an Impulse it plans for all Blocks as if all could act, then finds which headquarters achieve most of
that plan at what cost; the other ways to play the Impulse are measured by the same plan.
"""

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ....core.options import Pick
from ....kit.opponent import Budget
from ..data.components import GERMAN, SOVIET
from ..rules import activation, logistics
from ..rules.command import in_command
from ..rules.control import units
from ..rules.initiative import may_spend
from ..rules.movement import engaging, reach
from ..rules.reinforcements import pool, soviet_areas
from ..rules.road import companions
from ..rules.strength import dice, strength, tactical_range
from ..rules.support import air_range, around, ready, silent, sorties, wing
from ..state import EXPLOIT, MOVES, PASS, TACTICAL, State, pieces_of
from .battle_choices import BattleChoices
from .impulse_orders import Course, Order, Post, approach, gathered, meant
from .logistics_choices import Why, barred
from .month_end import can_wait, gains_by_passing, loses_by_passing, winning_marches
from .opportunities import Opportunities
from .unit_values import CHANCE, WEIGHTS, Weights, fresh_worth

MOST_DISCS = 3  # Strategic Impulses of one player in a month
BOX = 14.0  # a box of the Road
OCTOBER = 4
PLACES = 6  # destinations considered for a headquarters


def hurry(s: State) -> bool:
    """Whether the good weather may be over by the next German Impulse."""
    return s.side == GERMAN and s.plan.rolls and s.weather == "sun" and s.turn >= OCTOBER


class Regular(BattleChoices):
    """Decides for a side; remembers the orders of the Impulse, and how often the Disc was spent in the month."""

    def __init__(self, w: Weights = WEIGHTS) -> None:
        super().__init__(w)
        self.month = (-1, -1)
        self.discs = 0
        self.posts: list[Post] = []
        self.orders: list[Order] | None = None
        self.later: list[Order] = []
        self.at = ""
        self.told: list[str] = []

    def decide(self, s: State, pick: Pick, budget: Budget) -> Why:
        """The next action of the side that must decide, and the reason."""
        step = s.title.step(s).name
        if step != self.at:
            self.at, self.look, self.orders, self.later = step, None, None, []
        found = getattr(self, step.replace("-", "_"), None)
        out: Why | None = found(s) if found else None
        return out or (s.title.sample(s, pick), "All choices are equally good.")

    # -- which Impulse ------------------------------------------------------------------------

    def choice(self, s: State) -> Why:
        """Choose the most valuable way to play the Impulse."""
        if gains_by_passing(s):
            return self.take(s, Course("pass", 0.0))[0], "The month ends, and that is what we want."
        courses = self.courses(s)
        if loses_by_passing(s):
            courses = [one for one in courses if one.verb != "pass"] or courses
        return self.take(s, max(courses, key=lambda one: one.gain))

    def take(self, s: State, course: Course) -> Why:
        """Play the Impulse this way."""
        if self.month != (s.turn, s.side):
            self.month, self.discs = (s.turn, s.side), 0
        self.posts = list(course.posts)
        if course.verb.startswith("strategic"):
            self.discs += 1
        why = {
            "tactical": "Our headquarters can gain something.",
            "strategic-move": "The whole army moves.",
            "strategic-call": "We need the reserves now.",
            "pass": "Nothing is worth activating a headquarters now.",
        }
        return Action(course.verb), why[course.verb]

    def courses(self, s: State) -> list[Course]:
        """The ways to play the Impulse."""
        if self.month != (s.turn, s.side):
            self.month, self.discs = (s.turn, s.side), 0
        d, side = s.data, s.side
        mine = bits(p for p in scan(d.side[side]) if s.place[p] < d.board.box) & ~(1 << s.piece[d.leader[side]])
        look = Opportunities(s, side, self.w)
        orders = look.plan(mine & ~s.cube, self._hoped(s, mine))
        going = sum(max(0.0, look.going(area)) for area in scan(look.both))
        quiet = [one for one in orders if not one.target]
        posts = self.headquarters(s, look, orders)
        later = 0.3 if any(d.road_boxes >> post.place & 1 for post in posts) else 0.8  # Hoepner first
        out = [Course("pass", max((one.gain for one in quiet), default=0.0) * later)]
        if posts:
            out.append(Course("tactical", going + sum(post.gain - post.cost for post in posts), tuple(posts)))
        if not may_spend(s, side) and self.discs < MOST_DISCS:
            price, value = self.price(s), logistics.value(s, side)
            moves = gathered(orders, value)
            out.append(Course("strategic-move", going + 0.85 * sum(one.gain for one in moves) - price))
            if pool(s):
                out.append(Course("strategic-call", going + self.reserves(s, value) - price))
        if can_wait(s):
            out.append(Course("tactical", -1.0, (Post(d.hoepner, s.place[s.piece[d.hoepner]], 0.0, 0.0),)))
        return out

    def price(self, s: State) -> float:
        """The value of keeping the Disc."""
        if s.side == GERMAN and s.plan.once == "scenario":
            return 8 * self.w.disc  # the Soviets would use it to call their reserves
        return self.w.disc * (0.4 if s.turn >= s.plan.last else 1.0)

    def reserves(self, s: State, value: int) -> float:
        """The value of calling Reinforcements."""
        d, there = s.data, pool(s)
        count = min(value, there.bit_count())
        if s.side == SOVIET:
            count = min(count, soviet_areas(s).bit_count())
        mean = sum(fresh_worth(d, s.face[p]) for p in scan(there)) / there.bit_count()
        left = s.plan.last - s.turn + 1
        return self.w.call * count * mean * min(1.0, 0.3 + 0.25 * left)

    def _hoped(self, s: State, mine: Bits) -> dict[int, float]:
        """The artillery support that can be expected."""
        d, out = s.data, dict[int, float]()
        for hq in scan(mine & pieces_of(s, d.tactical) & ~silent(s) & ~s.cube):
            if s.level[hq] >= 2:
                near = d.board.spread(d.adjacent[s.place[hq]] | 1 << s.place[hq])
                for area in scan(near & units(s, 1 - s.side)):
                    out[area] = out.get(area, 0.0) + 0.6 * dice(s, hq, True) / 3
        return out

    def _bombs(self, s: State, hq: int) -> float:
        """The expected hits if all the Bombers of a headquarters fly."""
        flying = list(scan(wing(s, hq) & ready(s)))[: strength(s, hq, True)]
        return sum(dice(s, hq, True) * CHANCE[s.data.bombers[b - s.data.first_bomber].fire] for b in flying)

    def star(self, s: State, level: int, used: int, hq: int = -1) -> float:
        """The cost of activating a headquarters with `level` stars, after `used` others in this Impulse."""
        if not level:
            return 99.0
        w, d = self.w, s.data
        if hq >= 0 and activation.on_road(s, hq):
            return w.spare + (1.0 if level == 2 else 0.0)  # it has nothing else to do
        if s.turn >= s.plan.last or (hurry(s) and level > 2):
            return 0.15
        missing = used
        for hq in scan(d.side[s.side] & pieces_of(s, d.hqs)):
            if d.on_board >> s.place[hq] & 1:
                missing += (3, 3, 2, 1, 0)[s.level[hq]]
        cost = w.spare if missing < logistics.value(s, s.side) else w.star
        return cost + (w.last if level == 2 else 0.0)

    def headquarters(self, s: State, look: Opportunities, orders: list[Order]) -> list[Post]:
        """Which headquarters to activate, and where, each by what it adds to the others."""
        d, side = s.data, s.side
        able = d.side[side] & pieces_of(s, d.tactical) & ~barred(activation.hq_bans(s))
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
            enough = self.w.join if out and best and best[2] < d.board.box and not hurry(s) else 0.2
            if best is None or best[0] < enough:
                break
            _, hq, place, led, cost = best
            out.append(Post(s.face[hq], place, best[0] + cost, cost))
            done |= led
            del stands[hq]
        if out:
            out += self._wings(s, look, [orders[n] for n in done], len(out))
        return out

    def _places(self, s: State, look: Opportunities, hq: int) -> list[tuple[int, Bits]]:
        """Where a headquarters might be activated, with the Areas in its range."""
        d, start = s.data, s.place[hq]
        if start >= d.board.box:
            return [(start, 0)]
        stays = not look.enemy >> start & 1
        ends = reach(s, hq, False).ends & look.ours & look.fed
        ends = ends & (look.net | look.mine & ~look.both) or ends
        ranked = sorted(scan(ends), key=lambda area: (-look.seat(area, look.stand[area]), area))[:PLACES]
        span = tactical_range(s, hq)
        return [(place, self._within(s, look, place, span)) for place in ([start] if stays else []) + ranked]

    def _within(self, s: State, look: Opportunities, place: int, span: int) -> Bits:
        found = new = 1 << place
        for _ in range(span):
            new = s.data.board.spread(new) & ~found
            found |= new
            new &= look.ours
        return found

    def _led(self, s: State, hq: int, place: int, areas: Bits, orders: list[Order], done: set[int]) -> set[int]:
        """The orders a headquarters can give from a place."""
        d, face = s.data, s.face[hq]
        fit = (
            d.all_blocks
            if face == d.zhukov
            else d.combat
            if "colours=ignored" in s.options
            else (d.combat & (d.white | d.mates[face]))
        )
        out = set()
        for n, order in enumerate(orders):
            at = s.place[s.piece[order.face]]
            if n not in done and order.face != face and (at == place or (areas >> at & 1 and fit >> order.face & 1)):
                out.add(n)
        return out

    def _extras(self, s: State, look: Opportunities, hq: int, place: int, orders: list[Order]) -> float:
        """The Road, the guns, and how good the place is."""
        d = s.data
        if place >= d.board.box:
            if not d.road_boxes >> place & 1 or place == d.leningrad:
                return 0.0
            return BOX * min(dice(s, hq, True) / 3, 0.9 * companions(s).bit_count())
        out = look.seat(place, look.stand[place]) - look.seat(s.place[hq], look.stand[s.place[hq]])
        fields_ = bits(order.target for order in orders) & d.adjacent[place]
        return 0.6 * out + (0.3 * dice(s, hq, True) if fields_ & ~1 and not silent(s) >> hq & 1 else 0.0)

    def _wings(self, s: State, look: Opportunities, orders: list[Order], used: int) -> list[Post]:
        """The Luftwaffe headquarters that have something to do."""
        d = s.data
        aims = (bits(order.target for order in orders) | look.both) & ~1
        out: list[Post] = []
        for hq in scan(d.side[s.side] & pieces_of(s, d.air) & ~s.cube):
            if s.place[hq] >= d.board.box or not s.level[hq]:
                continue
            span = strength(s, hq, True)
            hits = self._bombs(s, hq)
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
        """Activate the headquarters of the plan, one after another."""
        while self.posts:
            post = self.posts.pop(0)
            hq = s.piece[post.face]
            if not (s.data.side[s.side] & ~barred(activation.hq_bans(s))) >> hq & 1:
                continue
            if (s.place[hq] == post.place and not units(s, 1 - s.side) >> post.place & 1) or activation.on_road(s, hq):
                return Action("activate", (hq,)), "It can do most from where it is."
            way = reach(s, hq, False)
            if way.ends >> post.place & 1:
                return Action("lead", (hq, approach(s, hq, way, post.place))), "It moves to where it can do most."
        if activation.has_tactical(s):
            return Action("done"), "We activate no more headquarters."
        return self._any_headquarters(s)

    def _any_headquarters(self, s: State) -> Why:
        able = s.data.side[s.side] & pieces_of(s, s.data.tactical) & ~barred(activation.hq_bans(s))
        enemy = units(s, 1 - s.side)
        for hq in sorted(scan(able), key=lambda p: (-s.level[p], s.face[p])):
            if not enemy >> s.place[hq] & 1:
                return Action("activate", (hq,)), "A headquarters must be activated."
            way = reach(s, hq, False)
            if way.ends:
                end = lowest(way.ends)
                return Action("lead", (hq, approach(s, hq, way, end))), "A headquarters must be activated."
        raise AssertionError("no headquarters can be activated")

    # -- orders -------------------------------------------------------------------------------

    def command(self, s: State) -> Why:
        """Carry out the orders of the plan as long as possible."""
        if self.orders is None:
            self.orders, self.later = self.give(s), []
            self.told = meant(self.orders, lambda area: s.title.place(s, area))
        return self._carry_out(s) or (Action("done"), "All Blocks have their orders.")

    exploiting = command

    def recount(self) -> list[str]:
        """The plan as text, if orders were given since the last call."""
        out, self.told = self.told, []
        return out

    def give(self, s: State) -> list[Order]:
        """Orders for the Blocks that may act."""
        able = self.able(s)
        if s.impulse == EXPLOIT and (won := winning_marches(s)):
            return list(won)
        look = Opportunities(s, s.side, self.w)
        engage = not engaging(s)
        orders = look.plan(able, self.guns(s) if s.impulse == TACTICAL else {}, engage)
        if s.impulse in (MOVES, PASS, EXPLOIT):
            orders = gathered(orders, s.points)
        return orders

    def able(self, s: State) -> Bits:
        """The Blocks that may act now."""
        d = s.data
        there = bits(p for p in scan(d.side[s.side]) if s.place[p] < d.board.box)
        there &= ~(1 << s.piece[d.leader[s.side]]) & ~s.cube & ~s.acted
        if s.impulse == TACTICAL:
            return there & in_command(s)[0]
        return there & pieces_of(s, d.fast) if s.impulse == EXPLOIT else there

    def guns(self, s: State) -> dict[int, float]:
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
                why = order.why or self._why(s, order, enemy)
                return Action("move", (piece, approach(s, piece, way, order.end))), why
            if not last:
                self.later.append(order)  # there may be room when others have left
        return None

    def _why(self, s: State, order: Order, enemy: Bits) -> str:
        where = s.title.place(s, order.end)
        if enemy >> order.end & 1:
            return f"Against {where}."
        if s.data.hqs >> order.face & 1:
            return f"Headquarters to {where}."
        return f"More use in {where}."

    # -- the Exploitation ---------------------------------------------------------------------

    def exploitation(self, s: State) -> Why:
        """Spend the Disc to move Fast Blocks, if that gains enough."""
        d = s.data
        if winning_marches(s):
            return Action("exploit"), "The way is open, and we win."
        if s.side == GERMAN and s.plan.once == "scenario":
            return Action("decline"), "The Soviets would call their reserves with the Disc."
        able = bits(p for p in scan(d.side[s.side] & pieces_of(s, d.fast)) if s.place[p] < d.board.box) & ~s.cube
        orders = Opportunities(s, s.side, self.w).plan(able, {}, engage=False)
        gain = sum(one.gain for one in gathered(orders, logistics.value(s, s.side)))
        value = logistics.value(s, s.side)
        if gain > max(1.3 * self.price(s), 0.8 * self.reserves(s, value) if pool(s) else 0.0):
            return Action("exploit"), "The way is open."
        return Action("decline"), "The Initiative is worth more."
