"""Set-up and Logistics decisions: which Blocks are restored, replaced and called, and where they enter."""

from ....core.action import Action
from ....core.bits import Bits, scan
from ....core.rule import Ban
from ..data.components import GERMAN
from ..rules import logistics, setup
from ..rules.reinforcements import hand, most, open_to
from ..rules.road import companions
from ..state import State, units_at
from .opportunities import Opportunities
from .unit_values import CHANCE, STEP, WEIGHTS, Weights, fresh_worth, ground

Why = tuple[Action, str]


def barred(bans: list[Ban]) -> Bits:
    """Everything that some bans forbid."""
    out = 0
    for ban in bans:
        out |= ban.where
    return out


class LogisticsChoices:
    """Decisions outside Impulses."""

    def __init__(self, w: Weights = WEIGHTS) -> None:
        self.w = w
        self.look: Opportunities | None = None

    def _look(self, s: State) -> Opportunities:
        if self.look is None:
            self.look = Opportunities(s, s.side, self.w)
        return self.look

    # -- Logistics ----------------------------------------------------------------------------

    def leader(self, s: State) -> Why:
        """Always activate the Leader: the army gains more than the Leader loses."""
        return Action("logistics"), "The army needs it."

    def restore(self, s: State) -> Why:
        """Restore the headquarters that can do most with a star."""
        able = s.data.side[s.side] & ~barred(logistics.hq_bans(s))
        if not able:
            return Action("done"), "No other headquarters can be restored."
        look = self._look(s)
        return Action("restore", (max(scan(able), key=lambda p: (self._rest(s, look, p), -p)),)), "It will be needed."

    def _rest(self, s: State, look: Opportunities, p: int) -> float:
        d, place = s.data, s.place[p]
        out = {0: 2.0, 2: 1.4, 3: 1.0}.get(s.level[p], 0.0)
        if place >= d.board.box:
            return out * (1.8 if companions(s) and not s.reached else 0.2)
        if d.air >> s.face[p] & 1:
            return out * 1.2
        near = sum(look.count[area] for area in scan(d.board.spread(d.adjacent[place]) & look.mine))
        return out * (0.6 + 0.08 * min(near, 10))

    def replace(self, s: State) -> Why:
        """Replace the steps that gain most for their cost, at the front first."""
        d = s.data
        able = d.side[s.side] & ~barred(logistics.combat_bans(s))
        if not able:
            return Action("done"), "There are no more replacements."
        look = self._look(s)

        def gain(p: int) -> float:
            block, level, place = d.blocks[s.face[p]], s.level[p], s.place[p]
            out = STEP[block.fire[level]] + (0.5 if level == 1 else 0.0)
            front = place < d.board.box and look.threat[place] > 0.5
            return out / logistics.price(s, p) * (1.3 if front else 1.0)

        return Action("replace", (max(scan(able), key=lambda p: (gain(p), -p)),)), "Where it gains most."

    def call(self, s: State) -> Why:
        """Call as many Blocks as possible."""
        return Action("call", (most(s),)), "All the Blocks we can get."

    def enter(self, s: State) -> Why | None:
        """Place the best first, each where it is most useful."""
        d, look = s.data, self._look(s)
        for p in sorted(scan(hand(s)), key=lambda p: (-fresh_worth(d, s.face[p]), s.face[p])):
            if open_ := open_to(s, s.face[p]):
                end = max(scan(open_), key=lambda area: (self._entry(s, look, p, area), -area))
                if end < d.board.box:
                    look.stand[end] += d.fresh[s.face[p]]
                    look.count[end] += 1
                return Action("enter", (p, end)), f"Needed in {s.title.place(s, end)}."
        return None

    def _entry(self, s: State, look: Opportunities, p: int, area: int) -> float:
        """The value of a Block that enters in an Area."""
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
        """Name Areas where a Block is needed."""
        area = self._wanted(s, s.data.board.areas & ~barred(setup.place_bans(s)))
        return Action("settle", (area,)), f"A Block is needed in {s.title.place(s, area)}."

    def deploying(self, s: State) -> Why:
        """Deploy the best Blocks where they are needed most."""
        d = s.data
        able = d.side[s.local.army] & ~barred(setup.block_bans(s))
        piece = max(scan(able), key=lambda p: (fresh_worth(d, s.face[p]), -p))
        area = self._wanted(s, d.board.areas & ~barred(setup.place_bans(s)))
        return Action("deploy", (piece, area)), f"Needed in {s.title.place(s, area)}."

    def entrenching(self, s: State) -> Why:
        """Place lines where they are needed most, with Blocks to protect."""
        d, side = s.data, s.local.army
        open_ = d.board.areas & ~barred(setup.line_bans(s))
        manned = open_ & s.held[side]
        area = self._wanted(s, manned or open_, stacked=False)
        return Action("entrench", (area,)), f"A line in {s.title.place(s, area)}."

    def _wanted(self, s: State, areas: Bits, stacked: bool = True) -> int:
        """The Area where one more Block is most useful before any move."""
        d, side = s.data, s.local.army
        look = Opportunities(s, side, self.w)
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
