"""The recruit: the weakest sensible player, and the anchor every other level is measured against.

FROZEN. A rating is meaningful only while its anchor stays the same: nothing here is tuned, and nothing here depends on
other levels. It activates one rested headquarters at a time, attacks where its dice should beat the defenders, moves
all other Blocks toward the nearest objective, and stays near its supply.
"""

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ....core.options import Pick
from ....core.rule import Ban
from ....kit.opponent import Budget, Officer
from ..data.components import GERMAN, SOVIET
from ..rules.activation import hq_bans
from ..rules.battle import attackers, must_fight
from ..rules.command import commands, in_command
from ..rules.control import controlled, friendly, lines, room, units
from ..rules.fire import bombers_over
from ..rules.initiative import may_spend
from ..rules.logistics import combat_bans, price
from ..rules.logistics import hq_bans as restore_bans
from ..rules.losses import absorb, strongest, sufferer
from ..rules.movement import engaging, reach, way_to
from ..rules.reinforcements import hand, most, open_to, pool
from ..rules.road import still
from ..rules.strength import dice, tactical_range
from ..rules.supply import supplied
from ..rules.support import air_range, around, fields, gun_bans, ready, sorties, wing, wing_bans
from ..state import TACTICAL, State, pieces_of, side_of, units_among, units_at

FAR = 40  # Areas
HITS = {"S": 1 / 6, "D": 1 / 3, "T": 1 / 2}
RESTED = 3  # the fewest stars of a headquarters that is activated
GARRISON = 2  # Blocks that stay in each objective
BOLD = 0.6  # the share of a position's hits that an attack must be expected to cause

Order = tuple[int, int]  # a face, and the Area it goes to
Why = tuple[Action, str]


class Recruit(Officer):
    """Decides step by step; remembers the orders of this Impulse, and the month of its last call for Reinforcements."""

    def __init__(self) -> None:
        self.orders: list[Order] | None = None
        self.called = 0

    def decide(self, s: State, pick: Pick, budget: Budget) -> Why:
        """The next action of the side that must decide, and the reason."""
        step = s.title.step(s).name
        if step not in ("command", "exploiting"):
            self.orders = None
        found = getattr(self, step.replace("-", "_"), None)
        out: Why | None = found(s) if found else None
        return out or (s.title.sample(s, pick), "All choices are equally good.")

    # -- set-up and logistics -----------------------------------------------------------------

    def leader(self, s: State) -> Why:
        """The Leader is always activated."""
        return Action("logistics"), "The army needs everything."

    def restore(self, s: State) -> Why:
        """Restore the weakest."""
        able = s.data.side[s.side] & ~_barred(restore_bans(s))
        if not able:
            return Action("done"), "No other headquarters can be restored."
        return Action(
            "restore", (min(scan(able), key=lambda p: (s.level[p], s.face[p])),)
        ), "Our headquarters need rest."

    def replace(self, s: State) -> Why:
        """Replace steps of the weakest, the cheapest step first."""
        able = s.data.side[s.side] & ~_barred(combat_bans(s))
        if not able:
            return Action("done"), "There are no more replacements."
        weakest = min(scan(able), key=lambda p: (s.level[p], price(s, p), s.face[p]))
        return Action("replace", (weakest,)), "Replacements for the weakest."

    def call(self, s: State) -> Why:
        """Call as many Blocks as possible."""
        return Action("call", (most(s),)), "All the Blocks we can get."

    def enter(self, s: State) -> Why | None:
        """Enter where an objective is nearest."""
        rings = _rings(s, _goals(s, s.side))
        for piece in scan(hand(s)):
            if open_ := open_to(s, s.face[piece]):
                return Action("enter", (piece, _nearest(rings, open_))), "Reinforcements, where they are needed."
        return None

    # -- the Impulse --------------------------------------------------------------------------

    def choice(self, s: State) -> Why:
        """Call Reinforcements once a month, then use one rested headquarters after another."""
        if self.called != s.turn and not may_spend(s, s.side) and pool(s).bit_count() > 2:
            self.called = s.turn
            return Action("strategic-call"), "We need more Blocks."
        if _rested(s):
            return Action("tactical"), "A headquarters is rested."
        return Action("pass"), "Our headquarters need rest."

    def activation(self, s: State) -> Why:
        """Activate the rested headquarters that commands most, in place or a little nearer to its Blocks."""
        if s.active:
            return Action("done"), "One headquarters is enough."
        best: tuple[int, int, int] | None = None
        enemy, side = units(s, 1 - s.side), s.side
        hidden = s.data.board.box
        for hq in scan(_rested(s) or _rested(s, 1)):
            start = s.place[hq]
            if start >= hidden:
                count = 1 + (s.data.road_boxes >> start & 1)  # Hoepner, after all with something to do
                best = max(best or (-1, 0, 0), (count, -s.face[hq], start))
                continue
            stands = 0 if enemy >> start & 1 else 1 << start
            ends = reach(s, hq, False).ends
            near = ends & friendly(s, side) & s.held[side] & supplied(s, side)
            for place in scan(stands | near or ends):
                count = 2 * _commanded(s, hq, place).bit_count() + (place == start)
                best = max(best or (-1, 0, 0), (count, -s.face[hq], place))
        assert best is not None
        hq = s.piece[-best[1]]
        if s.place[hq] == best[2]:
            return Action("activate", (hq,)), "It commands most from here."
        way = reach(s, hq, False)
        return Action("lead", (hq, way_to(s, s.face[hq], way, best[2]))), "It moves nearer to its Blocks."

    def command(self, s: State) -> Why:
        """Attack at good odds, then move all Blocks toward the nearest objective."""
        if self.orders is None:
            self.orders = self.plan(s)
        while self.orders:
            face, end = self.orders.pop(0)
            piece = s.piece[face]
            if not _able(s) >> piece & 1:
                continue
            if end == s.place[piece]:
                if not s.title.explain(s, Action("build", (piece,))):
                    return Action("build", (piece,)), "We dig in here."
                continue
            way = reach(s, piece, not engaging(s))
            if way.ends >> end & 1:
                attack = units(s, 1 - s.side) >> end & 1
                why = "The odds are good." if attack else "Toward the nearest objective."
                return Action("move", (piece, way_to(s, face, way, end))), why
        return Action("done"), "All Blocks have their orders."

    def plan(self, s: State) -> list[Order]:
        """The attacks and moves of the Impulse."""
        side = s.side
        enemy, fed = units(s, 1 - side), supplied(s, side)
        safe = fed | s.data.board.spread(fed)
        able = _able(s) & pieces_of(s, s.data.combat)
        ends = {p: reach(s, p, not engaging(s)).ends & safe for p in scan(able & ~_garrison(s))}
        orders: list[Order] = []
        used: Bits = 0
        for target in scan(enemy & bits(area for found in ends.values() for area in scan(found))):
            who = [p for p, found in ends.items() if found >> target & 1 and not used >> p & 1]
            who.sort(key=lambda p: (-_hits(s, p), s.face[p]))
            who = who[: room(s, side, target)]
            if who and _promising(s, target, bits(who) | units_at(s, side, target)):
                orders += [(s.face[p], target) for p in who]
                used |= bits(who)
        goals = _goals(s, side)
        rings = _rings(s, goals)
        spent = dict.fromkeys(range(s.data.board.box), 0)
        for p in ends:
            if used >> p & 1 or enemy >> s.place[p] & 1:
                continue
            here = s.place[p]
            if s.plan.win_lines >> here & 1 and side == GERMAN:
                orders.append((s.face[p], here))
                continue
            open_ = bits(a for a in scan(ends[p] & ~enemy) if room(s, side, a) > spent[a])
            end = _nearest(rings, open_ | 1 << here)
            if end != here:
                orders.append((s.face[p], end))
                spent[end] += 1
        return orders

    def support(self, s: State) -> Why:
        """Send all artillery and Bombers to the first Battle in reach."""
        ours = s.data.side[s.side]
        there = fields(s)
        for hq in scan(s.active & ours & ~_barred(gun_bans(s))):
            if near := around(s, hq) & there:
                return Action("fire", (hq, lowest(near))), "The artillery helps."
        for hq in scan(s.active & ours & ~_barred(wing_bans(s))):
            if near := air_range(s, hq) & there:
                some = list(scan(wing(s, hq) & ready(s)))[: sorties(s, hq)]
                return Action("fly", (hq, lowest(near), bits(some))), "The Luftwaffe helps."
        return Action("done"), "All support has been assigned."

    def combat(self, s: State) -> Why:
        """Fight what must be fought and what looks promising, and advance Hoepner."""
        owed = must_fight(s)
        for area in scan(fields(s)):
            if owed >> area & 1 or _promising(s, area, attackers(s, area)):
                return Action("battle", (area,)), "It must be fought." if owed >> area & 1 else "The odds are good."
        if s.impulse == TACTICAL and not still(s):
            return Action("advance"), "On to Leningrad."
        return Action("done"), "No other Battle looks promising."

    def blitz(self, s: State) -> Why:
        """Never advance ahead of the others."""
        return Action("done"), "We stay with the others."

    def blitz_support(self, s: State) -> Why:
        """There is no Blitz to support."""
        return Action("done"), "We stay with the others."

    def exploitation(self, s: State) -> Why:
        """Keep the Disc for calling Reinforcements."""
        return Action("decline"), "We keep the Initiative."

    def exploiting(self, s: State) -> Why:
        """Never advance ahead of the others."""
        return Action("done"), "We stay with the others."

    def losses(self, s: State) -> Why:
        """Lose the cheapest step."""
        first = strongest(s, sufferer(s), s.local.area)
        return Action("lose", (min(scan(first), key=lambda p: (_hits(s, p), s.face[p])),)), "We take the loss."

    def bombers(self, s: State) -> Why:
        """Abort Bombers rather than lose them."""
        return Action("abort", (lowest(bombers_over(s, s.local.area)),)), "Better to abort."


# -- what it considers ------------------------------------------------------------------------


def _barred(bans: list[Ban]) -> Bits:
    out = 0
    for ban in bans:
        out |= ban.where
    return out


def _rested(s: State, stars: int = RESTED) -> Bits:
    """The Tactical headquarters with so many stars that can be activated."""
    able = s.data.side[s.side] & pieces_of(s, s.data.tactical) & ~_barred(hq_bans(s))
    enemy = units(s, 1 - s.side)
    return bits(
        hq for hq in scan(able) if s.level[hq] >= stars and (not enemy >> s.place[hq] & 1 or reach(s, hq, False).ends)
    )


def _commanded(s: State, hq: int, place: int) -> Bits:
    """The Combat Blocks a headquarters would command from a place."""
    through, found, new = friendly(s, s.side), 1 << place, 1 << place
    for _ in range(tactical_range(s, hq)):
        new = s.data.board.spread(new) & ~found
        found |= new
        new &= through
    own = commands(s, hq, units_among(s, s.side, found)) | units_at(s, s.side, place)
    return own & pieces_of(s, s.data.combat) & ~s.cube


def _able(s: State) -> Bits:
    """The Blocks that may act now."""
    on_map = bits(p for p in scan(s.data.side[s.side]) if s.place[p] < s.data.board.box)
    on_map &= ~(1 << s.piece[s.data.leader[s.side]]) & ~s.cube & ~s.acted
    if s.impulse == TACTICAL:
        return on_map & in_command(s)[0]
    return on_map if s.points else 0


def _goals(s: State, side: int) -> Bits:
    """The objectives: for the Germans what wins the game; for the Soviets what they have lost or left empty."""
    d, plan = s.data, s.plan
    prizes = plan.win_lines | plan.win_cities or (d.victory_places & d.board.areas) | d.kiev_cities
    if side == GERMAN:
        return prizes & ~s.german | plan.win_lines & ~s.german_lines or prizes
    empty = prizes & ~s.german & ~s.held[SOVIET]
    return empty | d.victory_places & d.board.areas & s.german or s.german & d.board.areas & ~d.staging


def _rings(s: State, goals: Bits) -> list[Bits]:
    """Areas by how far they are from the nearest goal."""
    out, done = [goals], goals
    while out[-1] and len(out) < FAR:
        out.append(s.data.board.spread(out[-1]) & ~done)
        done |= out[-1]
    return out


def _nearest(rings: list[Bits], ends: Bits) -> int:
    for ring in rings:
        if ring & ends:
            return lowest(ring & ends)
    return lowest(ends)


def _garrison(s: State) -> Bits:
    """The Blocks that stay in objectives as a small garrison."""
    out, d = 0, s.data
    counts = (d.victory_places | d.kiev_cities | s.plan.win_lines) & controlled(s, s.side)
    for area in scan(counts & s.held[s.side]):
        there = units_at(s, s.side, area)
        if there.bit_count() <= GARRISON and not s.plan.win_lines >> area & 1:
            out |= there
    return out


def _hits(s: State, piece: int) -> float:
    """The expected hits of a Block's fire."""
    block = s.data.blocks[s.face[piece]]
    fire = block.fire[s.level[piece] - 1] if block.combat else "D"
    return dice(s, piece, side_of(s, piece) == s.side) * HITS[fire]


def _promising(s: State, area: int, mine: Bits) -> bool:
    """Whether the attackers can expect to cause most of the hits needed to clear the Area."""
    other = 1 - s.side
    theirs = units_at(s, other, area)
    needed = absorb(s, area, other) + (lines(s, other) >> area & 1)
    for piece in scan(theirs):
        needed += 1 + s.data.blocks[s.face[piece]].levels.index(s.level[piece])
    return sum(_hits(s, p) for p in scan(mine & ~s.cube)) >= BOLD * needed
