"""[10.1] Announcing attacks: which hexes, with which units, and why not."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from ....core.action import Arg, Verb
from ....core.bits import Bits, bits, nth, scan, subsets
from ....core.flow import call
from ....core.kinds import PIECES, PLACES
from ....core.options import Among, Options, Pick, Sieve, Some
from ....core.rule import Ban, Check, Objection
from ....core.title import listing
from ....kit.arguments import place_arg
from ....kit.stacks import places_of
from ..ruleset import RUSSIAN
from ..state import State, on_map, units_in
from .combat import (
    QUARTERS,
    SALLIES,
    able,
    attack_of,
    attack_strength,
    attackable,
    column_name,
    counted,
    defense_strength,
    enough,
    facing,
    fire_on,
    hex_strength,
    prepare,
    rivals,
    shown,
    spent,
    strongest,
    worn,
)


class Field:
    """Which units can attack which hexes now, with the strengths computed once for all attacks."""

    __slots__ = ("_attack", "_defense", "fronts", "open", "ready", "s")

    def __init__(self, s: State) -> None:
        self.s, self.ready, self.open = s, able(s), attackable(s)
        contact = s.held[s.side] & s.data.aim_back(s.held[1 - s.side])
        self.fronts = places_of(s, self.ready & units_in(s, contact))  # 10.13a
        self._attack: dict[int, int] = {}
        self._defense: dict[tuple[int, int], int] = {}

    @property
    def assailable(self) -> Bits:
        """The enemy hexes that could be attacked, regardless of strength."""
        return self.s.data.aim(self.fronts) & self.open

    def attack(self, front: int) -> int:
        """The strongest force that can attack out of a hex, in quarters."""
        if front not in self._attack:
            s = self.s
            force = strongest(s, s.here[front] & self.ready)
            self._attack[front] = sum(attack_of(s, unit) for unit in scan(force))
        return self._attack[front]

    def defense(self, hex_: int, fronts: Bits) -> int:
        """The defense strength of a hex against an attack from these hexes, in quarters."""
        river = self.s.data.river_multiple(hex_, fronts)
        if (hex_, river) not in self._defense:
            self._defense[hex_, river] = hex_strength(self.s, hex_, counted(self.s, 1 << hex_), fronts)
        return self._defense[hex_, river]

    def feasible(self, targets: Bits) -> bool:
        """Whether these hexes can be attacked together."""
        s, fronts = self.s, self.fronts
        for hex_ in scan(targets):
            fronts &= s.data.besiegers[hex_]
        return fronts != 0 and self.enough(targets, sum(map(self.attack, scan(fronts))), fronts)

    def enough(self, targets: Bits, attack: int, fronts: Bits) -> bool:
        """Whether an attack from these hexes is strong enough to be allowed."""
        s, least = self.s, self.s.data.charts.columns[0]
        if s.side == RUSSIAN:
            attack += QUARTERS * fire_on(s, targets)  # 13.4a
        defense = sum(self.defense(hex_, fronts) for hex_ in scan(targets))
        return attack * least.denominator >= defense * least.numerator  # 10.21f

    def hopeless(self, lead: int) -> bool:
        """Whether a hex cannot be attacked, neither alone nor as the first of several."""
        return not self.feasible(1 << lead) and next(self.together(lead), None) is None

    def together(self, lead: int) -> Iterator[Bits]:
        """Every set of further hexes with which a hex can be attacked, each numbered after the first."""
        d, later, found = self.s.data, self.open >> (lead + 1) << (lead + 1), {0}
        for front in scan(self.fronts & d.besiegers[lead]):
            found.update(subsets(d.targets[front] & later))  # 10.16b, 10.17a
        return (more for more in sorted(found) if self.feasible(more | 1 << lead))


def _near(s: State, hexes: Bits) -> tuple[Bits, Bits]:
    """The enemy hexes adjacent to this set across the Neva, and those across an unbridged river."""
    d, neva, river = s.data, 0, 0
    for hex_ in scan(hexes):
        for near in scan(d.board.neighbours[hex_] & s.held[s.side]):
            if (near, hex_) in d.barrier:
                neva |= 1 << near | 1 << hex_
            elif not d.main >> hex_ & 1 and not (d.besiegers[hex_] >> near & 1 or d.fringe >> hex_ & 1):
                river |= 1 << near | 1 << hex_
    return neva, river


def target_bans(s: State) -> list[Ban]:
    """Every hex that cannot be attacked, and why."""
    d, held = s.data, s.held[1 - s.side]
    open_ = held & ~d.city & ~d.fringe
    near = bits(hex_ for hex_ in scan(open_) if d.besiegers[hex_] & s.held[s.side])
    ready = places_of(s, able(s))
    idle = bits(hex_ for hex_ in scan(near) if not d.besiegers[hex_] & ready)
    neva, river = _near(s, open_ & ~near)
    apart = open_ & ~near
    return [
        Ban("10.13a", "{it} holds no enemy ground unit", d.all_places & ~held),
        Ban("8.43b", f"{{it}} is a hex of {d.rules.city}: it cannot be attacked on the main map", held & d.city),
        Ban(
            "8.45a",
            "{it} is a fringe hex of the Inset: combat outside the city takes place on the main map",
            held & d.fringe,
        ),
        Ban("10.37a", f"{{it}} cannot be attacked across the {d.rules.barrier}", apart & neva),
        Ban("10.38a", f"no {d.rules.crossing} leads to {{it}}", apart & river & ~neva),
        Ban("10.13a", "no unit of yours is adjacent to {it}", apart & ~neva & ~river),
        Ban("10.16a", "no unit of yours that may still attack is adjacent to {it}", idle),
        Ban("10.15a", "{it} has been attacked in this phase", held & s.fought),
        Ban("10.29b", "the units in {it} have been attacked in this phase", held & ~s.fought & worn(s)),
    ]


def target_checks(s: State) -> list[Check]:
    """A hex may be too strong for any attack."""
    field = Field(s)

    def hopeless(hex_: int) -> bool:
        if not field.open >> hex_ & 1 or not field.fronts & s.data.besiegers[hex_]:
            return False
        return field.hopeless(hex_)

    def best(hex_: int) -> dict[str, str]:
        fronts = field.fronts & s.data.besiegers[hex_]
        attack = sum(map(field.attack, scan(fronts))) + QUARTERS * (fire_on(s, 1 << hex_) if s.side == RUSSIAN else 0)
        strengths = {"attack": attack, "defense": field.defense(hex_, fronts)}
        return {name: shown(Fraction(value, QUARTERS)) for name, value in strengths.items()}

    text = f"no attack against {{it}} reaches {column_name(s, 0)}: at most {{attack}} against {{defense}}"
    return [Check("10.21f", text, hopeless, best)]


def target_options(s: State) -> Options:
    """The hexes that can be attacked, alone or with others."""
    field = Field(s)
    return Sieve(field.assailable, field.hopeless)


def also_options(s: State, lead: int) -> Options:
    """Further hexes for the same attack."""
    return Among(list(Field(s).together(lead)))


def also_objections(s: State, lead: int, also: Bits) -> list[Objection]:
    """Why these hexes cannot be attacked together with the first."""
    names, targets, out = s.title.lexicon.places, also | 1 << lead, []
    for ban in target_bans(s) if also else ():
        out += [ban.objection(hex_, names[hex_]) for hex_ in scan(also & ban.where)]
    for hex_ in scan(also & ((2 << lead) - 1)):
        out.append(Objection("10.17a", f"name {names[hex_]} before {names[lead]}"))
    if out or targets & ~attackable(s):
        return out
    every, near, field = " and ".join(names[hex_] for hex_ in scan(targets)), facing(s, targets), Field(s)
    if also and not near:
        out.append(Objection("10.13a", f"no unit of yours is adjacent to all of {every}"))
    elif also and not near & field.ready:
        out.append(Objection("10.16a", f"no unit of yours that may still attack is adjacent to all of {every}"))
    elif not field.feasible(targets) and (also or next(field.together(lead), None)):
        out.append(Objection("10.21f", f"no attack against {every} reaches {column_name(s, 0)}"))
    return out


class Force(Some):
    """The attackers: some of the members, at most one of each group of rivals, and strong enough together."""

    __slots__ = ("best", "field", "groups", "targets")

    def __init__(self, field: Field, targets: Bits, members: Bits) -> None:
        super().__init__(members)
        self.field, self.targets = field, targets
        self.groups, self.best = rivals(field.s, members), strongest(field.s, members)

    def strong(self, units: Bits) -> bool:
        """Whether these units are strong enough."""
        s = self.field.s
        return self.field.enough(self.targets, sum(attack_of(s, unit) for unit in scan(units)), places_of(s, units))

    def __bool__(self) -> bool:
        return self.best != 0 and self.strong(self.best)

    def __iter__(self) -> Iterator[Bits]:
        return (units for units in super().__iter__() if units in self)

    def __contains__(self, value: object) -> bool:
        return (
            super().__contains__(value)
            and isinstance(value, int)
            and all((value & group).bit_count() <= 1 for group in self.groups)
            and self.strong(value)
        )

    def sample(self, pick: Pick) -> Bits:
        """A random force: the strongest, without some of its units or with weaker rivals instead."""
        force = self.best
        for group in self.groups:
            force = force & ~group | 1 << nth(group, pick(group.bit_count()))
        if not self.strong(force):
            force = self.best
        for _ in range(pick(force.bit_count())):
            less = force ^ 1 << nth(force, pick(force.bit_count()))
            if self.strong(less):
                force = less
        return force

    def count(self) -> int:
        """The number of forces, counted by hex and strength."""
        s, ways = self.field.s, [(0, Counter({0: 1}))]
        for front in scan(places_of(s, self.members)):
            ways += [(fronts | 1 << front, _sums(found, self._out_of(front))) for fronts, found in ways]
        return sum(
            many
            for fronts, sums in ways[1:]
            for attack, many in sums.items()
            if self.field.enough(self.targets, attack, fronts)
        )

    def _out_of(self, front: int) -> Counter[int]:
        """The number of forces from one hex, by strength."""
        s, out = self.field.s, Counter({0: 1})
        units = s.here[front] & self.members
        for group in self.groups:
            if group & units:
                out = _sums(out, Counter([0, *(attack_of(s, unit) for unit in scan(group))]))
                units &= ~group
        for unit in scan(units):
            out = _sums(out, Counter((0, attack_of(s, unit))))
        out[0] -= 1  # the empty force
        return out


def _sums(some: Counter[int], others: Counter[int]) -> Counter[int]:
    """The number of ways to get each sum of two."""
    out: Counter[int] = Counter()
    for one_, many in some.items():
        for other, more in others.items():
            out[one_ + other] += many * more
    return out


def attacker_bans(s: State, lead: int, also: Bits) -> list[Ban]:
    """Every unit that cannot join this attack, and why."""
    d, targets, mine, there = s.data, also | 1 << lead, s.data.side[s.side], on_map(s, s.side)
    names = s.title.lexicon.places
    near = facing(s, targets) or there  # hexes without adjacent units are objected to already
    neva, river = _near(s, targets)

    def apart(unit: int) -> dict[str, str]:
        """The hexes of the attack that are not adjacent to a unit."""
        return {"hexes": listing([names[hex_] for hex_ in scan(targets & ~d.targets[s.place[unit]])])}

    wet = there & ~near & units_in(s, neva & s.held[s.side])
    cut = there & ~near & ~wet & units_in(s, river & s.held[s.side])
    return [
        Ban("10.11a", "{it} is not yours to attack with", d.all_pieces & ~mine),  # 4.0g, 10.11b
        Ban("10.13a", "{it} is not on the map", mine & ~there),
        Ban("10.16a", "{it} has attacked in this phase", s.attacked & mine),
        Ban("12.42c", "{it} is disrupted", s.disrupted & mine),
        Ban("11.33a", "{it} is a headquarters", d.stacks["headquarters"] & mine),
        Ban("8.45b", "another unit of the same kind as {it} has attacked from its hex in this phase", spent(s) & there),
        Ban("10.37a", f"{{it}} is across the {d.rules.barrier} from {{hexes}}", wet, apart),
        Ban("10.38a", f"no {d.rules.crossing} leads from {{it}} to {{hexes}}", cut, apart),
        Ban("10.13a", "{it} is not adjacent to {hexes}", there & ~near & ~wet & ~cut, apart),
    ]


def attacker_options(s: State, lead: int, also: Bits) -> Force:
    """The forces that may make this attack."""
    targets, field = also | 1 << lead, Field(s)
    members = (facing(s, targets) or on_map(s, s.side)) & field.ready
    return Force(field, targets, members)


def attacker_objections(s: State, lead: int, also: Bits, units: Bits) -> list[Objection]:
    """Why these units cannot make this attack."""
    names, targets = s.title.lexicon, also | 1 << lead
    out = [
        ban.objection(unit, names.pieces[unit])
        for ban in attacker_bans(s, lead, also)
        for unit in scan(units & ban.where)
    ]
    if not units:
        return [*out, Objection("10.12a", "name at least one attacker")]
    for group in rivals(s, units):
        who = " ".join(names.pieces[unit] for unit in scan(group))
        out.append(Objection("8.45b", f"only one of these may attack from the city hex: {who}"))
    if not out and Field(s).feasible(targets) and not enough(s, targets, units):
        b = prepare(s, lead, also, units)
        attack = Fraction(attack_strength(s, units, targets), QUARTERS)
        defense = Fraction(defense_strength(s, b.defenders, targets, places_of(s, units)), QUARTERS)
        text = f"{shown(attack)} against {shown(defense)} is less than {column_name(s, 0)}"
        out.append(Objection("10.21f", text, {"attack": str(attack), "defense": str(defense)}))
    return out


def attack(s: State, lead: int, also: Bits, attackers: Bits) -> None:
    """Announce an attack, which is resolved completely before anything else happens."""
    b = prepare(s, lead, also, attackers)
    for slot, name in SALLIES:
        fronts = places_of(s, attackers & s.data.slots[slot]) & s.data.city
        setattr(s, name, getattr(s, name) | fronts)  # 8.45b
    s.attacked |= attackers  # 10.16a
    s.defended |= b.defenders  # 10.15a
    s.fought |= b.targets  # 10.15a
    s.note(
        "10.15b",
        "{units_a} against {hexes}, held by {units_d}.",
        units_a=attackers,
        hexes=b.targets,
        units_d=b.defenders | b.bystanders,
    )
    call(s, s.title.flows["battle"], b)  # 10.22a


TARGET = place_arg(target_bans, checks=target_checks)._replace(options=target_options)
ALSO = Arg(PLACES, "", also_options, also_objections)
ATTACKERS = Arg(PIECES, "with", attacker_options, attacker_objections)

ATTACK = Verb(
    "attack",
    (TARGET, ALSO, ATTACKERS),
    attack,
    leaves=False,  # 10.12a, 10.17b, 10.17c, 10.18a
    help="attack one or more adjacent hexes",
)
