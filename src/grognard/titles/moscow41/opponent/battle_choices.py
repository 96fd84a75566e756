"""Battle decisions: support, which Battles to fight, which Blocks take losses, and the Blitz."""

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ..rules import blitz
from ..rules.battle import attackers, must_fight
from ..rules.fire import bombers_over, guns_on
from ..rules.losses import strongest, sufferer
from ..rules.road import still
from ..rules.strength import dice
from ..rules.support import air_range, around, fields, gun_bans, ready, sorties, wing, wing_bans
from ..state import TACTICAL, State, pieces_of, units_at
from .logistics_choices import LogisticsChoices, Why, barred
from .opportunities import Opportunities
from .unit_values import CHANCE, clash, fire, ground, step_worth, steps, worth


class BattleChoices(LogisticsChoices):
    """Decisions of the Combat and Blitz Segments."""

    def _promise(self, s: State, look: Opportunities, area: int, support: float) -> float:
        """The value of a Battle with this much support."""
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
        """The expected hits of the support committed to a Battle."""
        d = s.data
        out = sum(dice(s, hq, True) / 3 for hq in scan(guns_on(s, area) & pieces_of(s, d.tactical)))
        for b in scan(bombers_over(s, area)):
            out += 0.8 * dice(s, s.piece[d.of[b]], True) * CHANCE[d.bombers[b - d.first_bomber].fire]
        return out

    def support(self, s: State) -> Why:
        """Assign artillery and Bombers where they add most."""
        d, there, look = s.data, fields(s), self._look(s)
        ours = d.side[s.side]
        for hq in scan(s.active & ours & ~barred(gun_bans(s))):
            if near := around(s, hq) & there:
                hits = dice(s, hq, True) / 3
                return Action("fire", (hq, self._best_field(s, look, near, hits))), "Artillery, where it adds most."
        for hq in scan(s.active & ours & ~barred(wing_bans(s))):
            if near := air_range(s, hq) & there:
                some = sorted(
                    scan(wing(s, hq) & ready(s)), key=lambda b: (d.bombers[b - d.first_bomber].fire != "T", b)
                )
                some = some[: sorties(s, hq)]
                each = [0.8 * dice(s, hq, True) * CHANCE[d.bombers[b - d.first_bomber].fire] for b in some]
                area = self._best_field(s, look, near, sum(each))
                if near & ~(1 << area):
                    some = some[: self._enough(s, look, area, each)]
                return Action("fly", (hq, area, bits(some))), "The Luftwaffe, where it adds most."
        return Action("done"), "All support has been assigned."

    def _best_field(self, s: State, look: Opportunities, near: Bits, hits: float) -> int:
        def adds(area: int) -> float:
            now = self._support(s, area)
            return self._promise(s, look, area, now + hits) - self._promise(s, look, area, now)

        return max(scan(near), key=lambda area: (adds(area), -area))

    def _enough(self, s: State, look: Opportunities, area: int, each: list[float]) -> int:
        """How many Bombers a Battle needs."""
        target, now = look.target(area), self._support(s, area)
        now += sum(fire(s, p, True)[0] for p in scan(attackers(s, area))) * 0.8
        for n, hits in enumerate(each):
            if now > target.saved + target.steps + 1.5:
                return max(1, n)
            now += hits
        return len(each)

    def blitz_support(self, s: State) -> Why:
        """Assign the artillery of Blitz headquarters, and the Stukas that can follow."""
        there, look = fields(s), self._look(s)
        for hq in scan(blitz.blitz_hqs(s) & ~barred(blitz.blitz_gun_bans(s))):
            if near := around(s, hq) & there:
                area = self._best_field(s, look, near, dice(s, hq, True) / 3)
                return Action("fire", (hq, area)), "The artillery follows the Blitz."
        for bomber in scan(s.data.all_bombers & ~barred(blitz.follow_bans(s))):
            if near := blitz.routes(s, bomber):
                return Action("follow", (bomber, self._best_field(s, look, near, 1.5))), "The Stukas follow."
        return Action("done"), "All support has been assigned."

    def combat(self, s: State) -> Why:
        """Fight the Battles that must be fought, and those that promise a gain."""
        look = Opportunities(s, s.side, self.w)
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
            return Action("battle", (lowest(owed),)), "It must be fought."
        return Action("done"), "No other Battle promises a gain."

    def losses(self, s: State) -> Why:
        """Lose the least valuable step."""
        first = strongest(s, sufferer(s), s.local.area)
        return Action(
            "lose", (min(scan(first), key=lambda p: (step_worth(s, p), s.face[p])),)
        ), "It can afford the loss."

    def bombers(self, s: State) -> Why:
        """Abort Bombers, those with weaker fire first."""
        d = s.data
        over = scan(bombers_over(s, s.local.area))
        first = min(over, key=lambda b: (CHANCE[d.bombers[b - d.first_bomber].fire], b))
        return Action("abort", (first,)), "It aborts, to fly again later."

    # -- the Blitz ----------------------------------------------------------------------------

    def blitz(self, s: State) -> Why:
        """Blitz through the gap where it pays."""
        look = Opportunities(s, s.side, self.w)
        best: tuple[float, int, int] | None = None
        for p in scan(s.data.side[s.side] & ~barred(blitz.blitz_bans(s))):
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
            return Action("done"), "We do not advance any further."
        return Action("blitz", best[1:]), f"On to {s.title.place(s, best[2])}."

    def _dash(self, s: State, look: Opportunities, p: int, area: int) -> float:
        """The value of an attack by a Blitz, together with the Blocks already there."""
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
