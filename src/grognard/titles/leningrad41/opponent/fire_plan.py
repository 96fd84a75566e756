"""The attacks of a phase of fire: which hex, by whose command, with which units, and what each is worth."""

from collections.abc import Iterator

from ....core.bits import Bits, bits, scan
from ..data.components import GERMAN, SOVIET
from ..data.map_and_units import CORPS, DIVISIONS
from ..rules.assaults import storm_at
from ..rules.batteries import fleet, markers
from ..rules.command import Caps, enough, under, words
from ..rules.fire import target_bans
from ..rules.modifiers import AIR, ASSAULT, FIRE, NAVAL, value_of
from ..rules.movement import barred
from ..rules.spotting import arcs, reached, seen_from_above, seen_from_sea, shooters
from ..state import State, those
from .battle_odds import Attack, defenders, strongest, weigh
from .evaluation import unit_worth
from .operations import NONE, Focus
from .weights import Weights

STEP = 10  # the width of a column
NOTHING = 0.0, 0, "", None


class FirePlan:
    """Finds the best attack of the moment; what it has worked out it keeps for the rest of the phase."""

    def __init__(self, w: Weights, focus: Focus = NONE) -> None:
        self.w, self.focus = w, focus
        self.known: dict[tuple[object, ...], list[Attack]] = {}
        self.aims: Bits = 0  # the targets of the moment
        self._worth: dict[int, float] = {}  # of their defenders

    def best(self, s: State, among: Bits = -1) -> Attack | None:
        """The most profitable attack on one of these hexes; None if nothing could come of any."""
        attacks = (attack for attack in self.attacks(s) if among >> attack.hex & 1)
        found = [(self._priced(attack), -attack.hex, attack.by, attack) for attack in attacks]
        worth, _, _, best = max(found, key=lambda one: one[:3], default=NOTHING)
        return best._replace(worth=worth) if best and worth > 0 else None

    def attacks(self, s: State) -> Iterator[Attack]:
        """The attacks worth considering."""
        sees, self.aims, self._worth = reached(s), targets(s), {}
        directs = [(by, under(s, by)) for by in words(s)]
        air, guns = (markers(s), fleet(s)) if s.side == SOVIET else (0, 0)
        above, sea = seen_from_above(s) if air else 0, seen_from_sea(s) if guns else 0
        for hex_ in scan(self.aims):
            able = shooters(s, hex_) if sees >> hex_ & 1 else 0
            if able:
                storm = storm_at(s, hex_)
                for by, members in directs:
                    if (own := able & members) and enough(s, by, own):
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
            units, power, column, low = 0, 0, -1, Caps(s, by).low
            needed = s.data.command[by] if by in DIVISIONS else -1
            for piece in self._in_order(s, hex_, by, own, able):
                units |= 1 << piece
                power += value_of(s, piece).fire
                if power // STEP > column and units & needed and units.bit_count() >= low:  # 13.2d, 14.2a
                    column = power // STEP
                    yield weigh(s, kind, hex_, by, units & able, units & ~able)

    def _in_order(self, s: State, hex_: int, by: str, own: Bits, storm: Bits) -> list[int]:
        """The units that may fire together, those who are needed most first."""
        d = s.data
        engineers = those(s, storm, d.ability["engineer"])
        rivers = d.major | d.minor if storm else frozenset()
        dry = bits(unit for unit in scan(storm) if frozenset((s.place[unit], hex_)) not in rivers)
        reach, aims = arcs(s, s.side), self.aims

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
        out = sum(p * self._worth_of(s, one) for one, p in zip(units, attack.chances, strict=True))
        goal = d.objectives >> attack.hex & 1
        lost = goal and (s.german >> attack.hex & 1) == (s.side == SOVIET)
        if self.focus.targets >> attack.hex & 1:
            out += attack.cleared * w.focus
        if attack.storm:
            out += attack.cleared * (w.objective if lost else w.block)
        else:
            out += attack.cleared * (w.siege * w.objective if lost else w.block)
        return attack._replace(worth=out)

    def _worth_of(self, s: State, unit: int) -> float:
        if unit not in self._worth:
            self._worth[unit] = unit_worth(s, s.side, unit, self.w)
        return self._worth[unit]

    def _priced(self, attack: Attack) -> float:
        """What it gains beyond what the same strength could gain elsewhere; at least a little, if it gains anything."""
        if attack.worth <= 1e-9:
            return attack.worth
        return max(attack.worth - self.w.price * attack.strength, 1e-6 * attack.worth)


def targets(s: State) -> Bits:
    """The hexes with enemies that were not attacked in this phase."""
    return s.held[1 - s.side] & ~barred(s, target_bans(s))


def air_strike(s: State, w: Weights, focus: Focus = NONE) -> Attack | None:
    """The best German air strike: strong defenders near the spearheads."""
    plan, d = FirePlan(w, focus), s.data
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
