"""The attacks of a phase of fire: which hex, by whose command, with which units, and what each is worth."""

from collections.abc import Iterator

from ....core.bits import Bits, bits, scan
from ..data.components import GERMAN, SOVIET
from ..data.map_and_units import CORPS, DIVISIONS
from ..rules.assaults import storm_at
from ..rules.batteries import fleet, markers
from ..rules.command import Caps
from ..rules.fire import target_bans
from ..rules.modifiers import AIR, ASSAULT, FIRE, NAVAL, value_of
from ..rules.movement import barred
from ..rules.spotting import arcs, reached, seen_from_above, seen_from_sea, shooters
from ..state import State, those
from .battle_odds import Attack, defenders, directed, strongest, weigh
from .evaluation import unit_worth
from .weights import Weights

STEP = 10  # the width of a column


class FirePlan:
    """Finds the best attack of the moment; what it has worked out it keeps for the rest of the phase."""

    def __init__(self, w: Weights) -> None:
        self.w = w
        self.known: dict[tuple[object, ...], list[Attack]] = {}

    def best(self, s: State) -> Attack | None:
        """The most profitable attack; None if nothing could come of any."""
        found = [self._priced(s, attack) for attack in self.attacks(s)]
        good = [attack for attack in found if attack.worth > 0]
        return max(good, key=lambda one: (one.worth, -one.hex, one.by), default=None)

    def attacks(self, s: State) -> Iterator[Attack]:
        """The attacks worth considering."""
        sees = reached(s)
        air, guns = (markers(s), fleet(s)) if s.side == SOVIET else (0, 0)
        above, sea = seen_from_above(s) if air else 0, seen_from_sea(s) if guns else 0
        for hex_ in scan(targets(s)):
            able = shooters(s, hex_) if sees >> hex_ & 1 else 0
            if able:
                storm = storm_at(s, hex_)
                for by, own in directed(s, able):
                    yield from self._under(s, hex_, by, own, storm & own)
            if above >> hex_ & 1:
                yield self.worth(s, weigh(s, AIR, hex_, "air", 0, strongest(s, "air", air)))
            if sea >> hex_ & 1:
                yield self.worth(s, weigh(s, NAVAL, hex_, "", 0, guns))

    def _under(self, s: State, hex_: int, by: str, own: Bits, storm: Bits) -> list[Attack]:
        key = hex_, by, own, storm, defenders(s, hex_), s.rubble >> hex_ & 1
        if key not in self.known:
            self.known[key] = [self.worth(s, one) for one in self._sizes(s, hex_, by, own, storm)]
        return self.known[key]

    def _sizes(self, s: State, hex_: int, by: str, own: Bits, storm: Bits) -> Iterator[Attack]:
        """Attacks under one word, from small to large: one for each column that they reach."""
        for kind, able in ((ASSAULT, storm), (FIRE, 0)):
            if kind == ASSAULT and not able:
                continue
            units, power, column = 0, 0, -1
            for piece in self._in_order(s, hex_, by, own, able):
                units |= 1 << piece
                power += value_of(s, piece).fire
                if power // STEP > column and self._complete(s, by, units):
                    column = power // STEP
                    yield weigh(s, kind, hex_, by, units & able, units & ~able)

    @staticmethod
    def _complete(s: State, by: str, units: Bits) -> bool:
        """Whether these units are enough to fire under a word (13.2d, 14.2a)."""
        return bool(units & s.data.command[by]) if by in DIVISIONS else units.bit_count() >= Caps(s, by).low

    def _in_order(self, s: State, hex_: int, by: str, own: Bits, storm: Bits) -> list[int]:
        """The units that may fire together, those who are needed most first."""
        d = s.data
        engineers = those(s, storm, d.ability["engineer"])
        dry = bits(unit for unit in scan(storm) if frozenset((s.place[unit], hex_)) not in d.major | d.minor)
        reach = arcs(s, s.side)
        aims = targets(s)

        def rank(piece: int) -> tuple[object, ...]:
            first = storm and (engineers & dry or dry or storm) >> piece & 1
            few = (reach[piece] & aims).bit_count()
            return (not first, few > 3, -value_of(s, piece).fire, piece)

        caps, corps = Caps(s, by), d.command[CORPS]
        if storm and dry:
            own &= ~(storm & ~dry)
        out: list[int] = []
        guests = caps.corps
        for piece in sorted(scan(own), key=rank):
            guest = by in DIVISIONS and bool(corps >> piece & 1)
            if len(out) < caps.high and not (guest and guests <= 0):
                out.append(piece)
                guests -= guest
        return out

    # -- what an attack is worth --------------------------------------------------------------

    def worth(self, s: State, attack: Attack) -> Attack:
        """The attack with what it is expected to gain."""
        d, w = s.data, self.w
        units = list(scan(defenders(s, attack.hex)))
        out = sum(p * unit_worth(s, s.side, one, w) for one, p in zip(units, attack.chances, strict=True))
        goal = d.objectives >> attack.hex & 1
        lost = goal and (s.german >> attack.hex & 1) == (s.side == SOVIET)
        if attack.storm:
            out += attack.cleared * (w.objective if lost else w.block)
        else:
            out += attack.cleared * (w.siege * w.objective if lost else w.block)
        return attack._replace(worth=out)

    def _priced(self, s: State, attack: Attack) -> Attack:
        """What it gains beyond what the same strength could gain elsewhere; at least a little, if it gains anything."""
        if attack.worth <= 1e-9:
            return attack
        price = self.w.price * attack.strength
        return attack._replace(worth=max(attack.worth - price, 1e-6 * attack.worth))


def targets(s: State) -> Bits:
    """The hexes with enemies that were not attacked in this phase."""
    return s.held[1 - s.side] & ~barred(s, target_bans(s))


def air_strike(s: State, w: Weights) -> Attack | None:
    """The best German air strike: strong defenders near the spearheads."""
    plan, d = FirePlan(w), s.data
    group = strongest(s, "air", markers(s))
    front = s.held[GERMAN] or s.stage.german_entry
    best: Attack | None = None
    for hex_ in scan(targets(s) if group else 0):
        away = min(d.board.distance(hex_, one) for one in scan(front))
        attack = plan.worth(s, weigh(s, AIR, hex_, "air", 0, group))
        attack = attack._replace(worth=attack.worth / (1.0 + 0.12 * max(0, away - 2)))
        if attack.worth > 0 and (best is None or attack.worth > best.worth):
            best = attack
    return best
