"""[10.1-10.4] Combat: who may attack whom, with what strength, at what odds.

Strengths are kept in quarters, since want of supply and disruption each halve (11.23a, 12.42d).
What a result does is in `results`.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from ...core.action import Arg, Verb, one
from ...core.bits import Bits, bits, nth, scan, subsets
from ...core.flow import call
from ...core.kinds import FLAG, NUMBER, PIECES, PLACE, PLACES
from ...core.options import Among, Options, Pick, Sieve, Some
from ...core.rule import Ban, Check, Objection
from ...kit.ledger import Line
from .ruleset import CLASSES, RUSSIAN
from .state import State, factor, grade, on_map, places_of, units_in

QUARTERS = 4
SALLIES = ((0, "sallied"), (2, "sallied_guerrillas"), (3, "sallied_workers"))  # 8.45b: by slot


class Battle(NamedTuple):
    """The local variables of an attack."""

    targets: Bits  # the hexes attacked
    attackers: Bits  # as announced; whoever is left of them is on a map
    defenders: Bits  # the units that count in the odds
    bystanders: Bits = 0  # 10.29c: units that have retreated there in this phase
    column: int = 0  # of the table; one past the last is automatic
    change: int = 0  # of the die
    die: int = 0
    stage: int = 0  # 1: the attacker takes his penalties, 2: the defender
    owed: int = 0  # penalties still to be taken
    choice: bool = False  # the first of them is still open to a retreat
    intact: bool = True  # 18.31a: that side has lost no step yet
    gone_back: bool = False  # 10.26b: the attacker has retreated
    fleeing: Bits = 0  # units that have still to retreat
    followers: Bits = 0  # 11.33c: headquarters that may follow
    closed: bool = False  # the advance is over


KINDS = {
    "targets": PLACES, "attackers": PIECES, "defenders": PIECES, "bystanders": PIECES, "column": NUMBER,
    "change": NUMBER, "die": NUMBER, "stage": NUMBER, "owed": NUMBER, "choice": FLAG, "intact": FLAG,
    "gone_back": FLAG, "fleeing": PIECES, "followers": PIECES, "closed": FLAG,
}  # fmt: skip
"""How each is written in the position notation."""


def update(s: State, **changes: object) -> Battle:
    """Change local variables of the battle under way."""
    s.local = s.local._replace(**changes)
    battle: Battle = s.local
    return battle


def end_combat(s: State) -> None:
    """Who has fought in this phase may fight again; who has retired stays so to the end of the Player-Turn."""
    s.attacked = s.defended = s.fought = 0
    s.sallied = s.sallied_guerrillas = s.sallied_workers = 0


# -- strengths --------------------------------------------------------------------------------


def attack_of(s: State, unit: int) -> int:
    """What a unit counts in attack, in quarters."""
    return QUARTERS * factor(s, unit) // (2 if s.unsupplied >> unit & 1 else 1)  # 10.21b, 11.23a


def fire_on(s: State, hexes: Bits) -> int:
    """What the fleet adds to a fight over these hexes."""
    return s.data.charts.numbers["fire"] if s.fire & hexes else 0  # 13.6b


def attack_strength(s: State, units: Bits, targets: Bits) -> int:
    """What an attack comes to, in quarters; terrain never matters (10.31b)."""
    own = sum(attack_of(s, unit) for unit in scan(units))
    return own + (QUARTERS * fire_on(s, targets) if s.side == RUSSIAN else 0)  # 13.4a


def bare_factor(s: State, unit: int, defenders: Bits) -> int:
    """The factor of a defender: a headquarters counts something only without company that counts."""
    if s.data.stacks["headquarters"] >> unit & 1:
        return 0 if s.here[s.place[unit]] & defenders & ~(1 << unit) else s.data.charts.numbers["alone"]  # 11.33b
    return factor(s, unit)


def behind_river(s: State, hex_: int, fronts: Bits) -> bool:
    """Is every attacker across a river hexside of this hex?"""
    return not fronts & ~s.data.across[hex_]  # 10.33a, 10.33c, 10.38b


def hex_strength(s: State, hex_: int, defenders: Bits, fronts: Bits) -> int:
    """What the defenders of one hex come to, in quarters."""
    d, side = s.data, 1 - s.side
    times = QUARTERS * d.multiple(hex_, side, across=behind_river(s, hex_, fronts))  # 10.31a
    out = 0
    for unit in scan(s.here.get(hex_, 0) & defenders):
        halves = (s.unsupplied >> unit & 1) + (s.disrupted >> unit & 1)  # 11.23a, 12.42d
        out += times * bare_factor(s, unit, defenders) >> halves  # 10.21a
    return out + (QUARTERS * fire_on(s, 1 << hex_) if side == RUSSIAN else 0)  # 13.5a


def defense_strength(s: State, defenders: Bits, targets: Bits, fronts: Bits) -> int:
    """What the defense comes to, in quarters: each hex with its own terrain, then all added up."""
    return sum(hex_strength(s, hex_, defenders, fronts) for hex_ in scan(targets))  # 10.2a, 10.16b, 10.39a


def counted(s: State, targets: Bits) -> Bits:
    """The units in these hexes that count: those attacked for the first time in this phase."""
    return units_in(s, targets) & ~s.defended  # 10.14a, 10.29c, 10.29f


def enough(s: State, targets: Bits, attackers: Bits) -> bool:
    """Are these attackers strong enough to attack at all?"""
    least = s.data.charts.columns[0]
    attack = attack_strength(s, attackers, targets)
    defense = defense_strength(s, counted(s, targets), targets, places_of(s, attackers))
    return attack * least.denominator >= defense * least.numerator  # 10.21f


# -- the ledgers ------------------------------------------------------------------------------


def _halved(s: State, unit: int, disrupted: bool) -> str:
    out = ", halved: out of supply" if s.unsupplied >> unit & 1 else ""
    return out + (", halved: disrupted" if disrupted and s.disrupted >> unit & 1 else "")


def attack_lines(s: State, b: Battle) -> list[Line]:
    """The attack, unit by unit."""
    names = s.title.lexicon.pieces
    lines = [
        Line("11.23a" if s.unsupplied >> unit & 1 else "10.21b", "+", Fraction(attack_of(s, unit), QUARTERS),
             f"{names[unit]} {factor(s, unit)}{_halved(s, unit, disrupted=False)}")
        for unit in scan(b.attackers)
    ]  # fmt: skip
    if s.side == RUSSIAN and (fire := fire_on(s, b.targets)):
        lines.append(Line("13.4a", "+", fire, "fire of the fleet"))
    return lines


def defense_lines(s: State, b: Battle) -> list[Line]:
    """The defense, hex by hex and unit by unit."""
    d, names, side = s.data, s.title.lexicon, 1 - s.side
    fronts = places_of(s, b.attackers)
    lines = []
    for hex_ in scan(b.targets):
        across = behind_river(s, hex_, fronts)
        times = d.multiple(hex_, side, across=across)
        fort = side == RUSSIAN and d.forts >> hex_ & 1
        what = "fortification" if fort else d.terrain[hex_]
        behind = f" behind a {'river' if d.main >> hex_ & 1 else 'bridge'}" if across else ""
        said = f" x{times} {what}{behind}" if times > 1 else ""
        for unit in scan(s.here.get(hex_, 0) & b.defenders):
            bare = bare_factor(s, unit, b.defenders)
            halves = (s.unsupplied >> unit & 1) + (s.disrupted >> unit & 1)
            text = f"{names.places[hex_]}: {names.pieces[unit]} {bare}{said}{_halved(s, unit, disrupted=True)}"
            lines.append(Line("10.21a", "+", Fraction(bare * times, 1 << halves), text))
        if side == RUSSIAN and (fire := fire_on(s, 1 << hex_)):
            lines.append(Line("13.5a", "+", fire, f"{names.places[hex_]}: fire of the fleet"))
    return lines


def supported(s: State, hexes: Bits) -> bool:
    """Is an air unit of the phasing player over one of these hexes?"""
    return any(hexes >> s.place[wing] & 1 for wing in scan(s.data.air[s.side]))  # 12.52a, 12.53a, 12.54a


def modifier_lines(s: State, b: Battle) -> list[Line]:
    """What is added to the die."""
    low = CLASSES[max(grade(s, unit) for unit in scan(b.attackers))]  # 10.42a
    high = CLASSES[min(grade(s, unit) for unit in scan(b.defenders))]  # 10.42a, 9.6b, 12.42e
    lines = [Line("10.41a", "+", s.data.charts.classes[low, high], f"class {low} against {high}")]
    if supported(s, b.targets):
        lines.append(Line("12.52a", "+", s.data.charts.numbers["support"], "Ground Support"))  # 10.43a
    return lines


def column_name(s: State, column: int) -> str:
    """`3:2`: the odds of a column; one past the last are those of the automatic result."""
    charts = s.data.charts
    odds = charts.columns[column] if column < len(charts.columns) else charts.automatic
    return f"{odds.numerator}:{odds.denominator}"


def column_of(s: State, b: Battle) -> int:
    """The column of an attack; one past the last if the result needs no die."""
    attack = attack_strength(s, b.attackers, b.targets)
    defense = defense_strength(s, b.defenders, b.targets, places_of(s, b.attackers))
    if s.data.automatic(attack, defense):
        return len(s.data.charts.columns)  # 10.21e
    return s.data.column(attack, defense) or 0  # 10.21c, 10.21d


# -- announcing -------------------------------------------------------------------------------


def spent(s: State) -> Bits:
    """The units in city hexes out of which one of their sort has attacked already."""
    out = 0
    for slot, name in SALLIES:
        if hexes := getattr(s, name):
            out |= units_in(s, hexes) & s.data.slots[slot]  # 8.45b
    return out


def able(s: State) -> Bits:
    """The phasing player's units that may still attack something."""
    units = on_map(s, s.side)  # 14.4b
    return units & ~s.attacked & ~s.disrupted & ~s.data.stacks["headquarters"] & ~spent(s)


def attackable(s: State) -> Bits:
    """The enemy hexes that may be attacked, if somebody is next to them."""
    open_ = s.held[1 - s.side] & ~s.data.city & ~s.data.fringe & ~s.fought  # 8.43b, 8.45a, 10.15a
    return open_ & ~_worn(s)


def _worn(s: State) -> Bits:
    """The enemy hexes in which everybody has been attacked in this phase."""
    if not s.defended:
        return 0
    held = places_of(s, s.defended)
    return bits(hex_ for hex_ in scan(held) if not counted(s, 1 << hex_))  # 10.29b, 10.29e


def facing(s: State, targets: Bits) -> Bits:
    """The phasing player's units that could attack every one of these hexes from where they stand."""
    where = s.held[s.side]
    for hex_ in scan(targets):
        where &= s.data.besiegers[hex_]  # 10.13a, 8.42a, 8.44a, 10.37a, 10.38a
    return units_in(s, where)


def rivals(s: State, units: Bits) -> list[Bits]:
    """Of these units the groups of which only one attacks: those of a sort in one city hex."""
    there = units & units_in(s, s.data.city & s.held[s.side]) if s.side == RUSSIAN else 0
    if not there:
        return []
    groups = [s.here[hex_] & there & s.data.slots[slot] for hex_ in scan(s.data.city) for slot, _ in SALLIES
              if hex_ in s.here]  # fmt: skip
    return [group for group in groups if group & (group - 1)]  # 8.45b


def strongest(s: State, units: Bits) -> Bits:
    """The strongest force that these units may form."""
    for group in rivals(s, units):
        units &= ~group | 1 << max(scan(group), key=lambda unit: attack_of(s, unit))
    return units


class Field:
    """Who could attack what at this moment, with the strengths worked out once for all attacks."""

    __slots__ = ("_attack", "_defense", "fronts", "open", "ready", "s")

    def __init__(self, s: State) -> None:
        self.s, self.ready, self.open = s, able(s), attackable(s)
        self.fronts = places_of(s, self.ready)
        self._attack: dict[int, int] = {}
        self._defense: dict[tuple[int, bool], int] = {}

    @property
    def assailable(self) -> Bits:
        """The enemy hexes that somebody could attack, strength aside."""
        near = 0
        for front in scan(self.fronts):
            near |= self.s.data.targets[front]
        return near & self.open

    def attack(self, front: int) -> int:
        """The strongest force that can attack out of a hex, in quarters."""
        if front not in self._attack:
            s = self.s
            force = strongest(s, s.here[front] & self.ready)
            self._attack[front] = sum(attack_of(s, unit) for unit in scan(force))
        return self._attack[front]

    def defense(self, hex_: int, fronts: Bits) -> int:
        """What a hex counts against an attack out of these, in quarters."""
        across = behind_river(self.s, hex_, fronts)
        if (hex_, across) not in self._defense:
            self._defense[hex_, across] = hex_strength(self.s, hex_, counted(self.s, 1 << hex_), fronts)
        return self._defense[hex_, across]

    def feasible(self, targets: Bits) -> bool:
        """Can these hexes be attacked together?"""
        s, fronts = self.s, self.fronts
        for hex_ in scan(targets):
            fronts &= s.data.besiegers[hex_]
        return fronts != 0 and self.enough(targets, sum(map(self.attack, scan(fronts))), fronts)

    def enough(self, targets: Bits, attack: int, fronts: Bits) -> bool:
        """Is an attack out of these hexes strong enough to be made?"""
        s, least = self.s, self.s.data.charts.columns[0]
        if s.side == RUSSIAN:
            attack += QUARTERS * fire_on(s, targets)  # 13.4a
        defense = sum(self.defense(hex_, fronts) for hex_ in scan(targets))
        return attack * least.denominator >= defense * least.numerator  # 10.21f

    def together(self, lead: int) -> Iterator[Bits]:
        """Every set of further hexes with which a hex can be attacked, each hex behind the first in number."""
        d, later, found = self.s.data, self.open >> (lead + 1) << (lead + 1), {0}
        for front in scan(self.fronts & d.besiegers[lead]):
            found.update(subsets(d.targets[front] & later))  # 10.16b, 10.17a
        return (more for more in sorted(found) if self.feasible(more | 1 << lead))


def _near(s: State, hexes: Bits) -> tuple[Bits, Bits]:
    """Of the hexes of the other side those next to a hex in this set over the Neva, and over an unbridged river."""
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
        Ban("8.43b", f"{{it}} is a hex of {d.rules.city}: nobody attacks into it on the main map", held & d.city),
        Ban("8.45a", "{it} is a fringe hex of the Inset: ground outside the city is fought for on the main map",
            held & d.fringe),
        Ban("10.37a", f"nobody attacks {{it}} across the {d.rules.barrier}", apart & neva),
        Ban("10.38a", "no bridge leads to {it}", apart & river & ~neva),
        Ban("10.13a", "no unit of yours is adjacent to {it}", apart & ~neva & ~river),
        Ban("10.16a", "no unit of yours that may still attack is adjacent to {it}", idle),
        Ban("10.15a", "{it} has been attacked in this phase", held & s.fought),
        Ban("10.29b", "the units in {it} have been attacked in this phase", held & ~s.fought & _worn(s)),
    ]  # fmt: skip


def target_checks(s: State) -> list[Check]:
    """A hex may be too strong for everybody."""
    field = Field(s)

    def hopeless(hex_: int) -> bool:
        if not field.open >> hex_ & 1 or not field.fronts & s.data.besiegers[hex_]:
            return False
        return next(field.together(hex_), None) is None

    least = column_name(s, 0)
    return [Check("10.21f", f"against {{it}} no attack comes to {least}", hopeless)]


def target_options(s: State) -> Options:
    """The hexes that can be attacked, alone or with others."""
    field = Field(s)
    return Sieve(field.assailable, lambda hex_: next(field.together(hex_), None) is None)


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
        out.append(Objection("10.21f", f"against {every} no attack comes to {column_name(s, 0)}"))
    return out


class Force(Some):
    """The attackers: some of the members, one at most of each group of rivals, and strong enough together."""

    __slots__ = ("best", "groups", "strong")

    def __init__(self, members: Bits, groups: list[Bits], best: Bits, strong: Callable[[Bits], bool]) -> None:
        super().__init__(members)
        self.groups, self.best, self.strong = groups, best, strong

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
        """The strongest force without some of it, or with a weaker rival for another."""
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
        """How many forces there are."""
        return sum(1 for _ in self)


def attacker_bans(s: State, lead: int, also: Bits) -> list[Ban]:
    """Every unit that cannot join this attack, and why."""
    d, targets, mine, there = s.data, also | 1 << lead, s.data.side[s.side], on_map(s, s.side)
    names = s.title.lexicon.places
    near = facing(s, targets) or there  # of hexes to which nobody is adjacent it has been said
    where = " and ".join(names[hex_] for hex_ in scan(targets))
    neva, river = _near(s, targets)
    wet = there & ~near & units_in(s, neva & s.held[s.side])
    cut = there & ~near & ~wet & units_in(s, river & s.held[s.side])
    return [
        Ban("10.11a", "{it} is not yours to attack with", d.all_pieces & ~mine),  # 4.0g, 10.11b
        Ban("10.13a", "{it} is not on the map", mine & ~there),
        Ban("10.16a", "{it} has attacked in this phase", s.attacked & mine),
        Ban("12.42c", "{it} is disrupted", s.disrupted & mine),
        Ban("11.33a", "{it} is a headquarters", d.stacks["headquarters"] & mine),
        Ban("8.45b", "another unit of the sort of {it} has attacked out of its hex in this phase", spent(s) & there),
        Ban("10.37a", f"{{it}} is across the {d.rules.barrier} from {where}", wet),
        Ban("10.38a", f"no bridge leads from {{it}} to {where}", cut),
        Ban("10.13a", f"{{it}} is not adjacent to {where}", there & ~near & ~wet & ~cut),
    ]


def attacker_options(s: State, lead: int, also: Bits) -> Options:
    """The forces that may make this attack."""
    targets, field = also | 1 << lead, Field(s)
    members = (facing(s, targets) or on_map(s, s.side)) & field.ready

    def strong(units: Bits) -> bool:
        return field.enough(targets, sum(attack_of(s, unit) for unit in scan(units)), places_of(s, units))

    return Force(members, rivals(s, members), strongest(s, members), strong)


def attacker_objections(s: State, lead: int, also: Bits, units: Bits) -> list[Objection]:
    """Why these units cannot make this attack."""
    names, targets = s.title.lexicon, also | 1 << lead
    out = [
        ban.objection(unit, names.pieces[unit])
        for ban in attacker_bans(s, lead, also) for unit in scan(units & ban.where)
    ]  # fmt: skip
    if not units:
        return [*out, Objection("10.12a", "name at least one attacker")]
    for group in rivals(s, units):
        who = " ".join(names.pieces[unit] for unit in scan(group))
        out.append(Objection("8.45b", f"only one of these attacks out of the city hex: {who}"))
    if not out and Field(s).feasible(targets) and not enough(s, targets, units):
        b = prepare(s, lead, also, units)
        attack = Fraction(attack_strength(s, units, targets), QUARTERS)
        defense = Fraction(defense_strength(s, b.defenders, targets, places_of(s, units)), QUARTERS)
        text = f"{shown(attack)} against {shown(defense)} is less than {column_name(s, 0)}"
        out.append(Objection("10.21f", text, {"attack": str(attack), "defense": str(defense)}))
    return out


def shown(strength: Fraction) -> str:
    """A strength as a player writes it: `4.5`."""
    return f"{float(strength):g}"


def prepare(s: State, lead: int, also: Bits, attackers: Bits) -> Battle:
    """The battle that an attack begins: these units against everybody in those hexes."""
    targets = also | 1 << lead
    return Battle(targets, attackers, counted(s, targets), units_in(s, targets) & s.defended)  # 10.14a, 10.29c


def attack(s: State, lead: int, also: Bits, attackers: Bits) -> None:
    """Announce an attack; the flow goes through it to the end before anything else is done."""
    b = prepare(s, lead, also, attackers)
    for slot, name in SALLIES:
        fronts = places_of(s, attackers & s.data.slots[slot]) & s.data.city
        setattr(s, name, getattr(s, name) | fronts)  # 8.45b
    s.attacked |= attackers  # 10.16a
    s.defended |= b.defenders  # 10.15a
    s.fought |= b.targets  # 10.15a
    s.note("10.15b", "{units_a} against {hexes}, held by {units_d}.",
           units_a=attackers, hexes=b.targets, units_d=b.defenders | b.bystanders)  # fmt: skip
    call(s, s.title.flows["battle"], b)  # 10.22a


def reckon(s: State) -> None:
    """Odds and the change of the die, when all is said."""
    b: Battle = s.local
    change = sum(int(line.amount) for line in modifier_lines(s, b))  # 10.21g
    b = update(s, column=column_of(s, b), change=change)
    if s.log is not None:
        attack = Fraction(attack_strength(s, b.attackers, b.targets), QUARTERS)
        defense = Fraction(defense_strength(s, b.defenders, b.targets, places_of(s, b.attackers)), QUARTERS)
        s.note("10.21c", "{attack} against {defense} is {odds}; the die is changed by {change}.", attack=shown(attack),
               defense=shown(defense), odds=column_name(s, b.column), change=f"{change:+d}")  # fmt: skip


def uncertain(s: State) -> bool:
    """Is a die needed?"""
    b: Battle = s.local
    return b.column < len(s.data.charts.columns)  # 10.21e


# -- the die ----------------------------------------------------------------------------------


def die_objections(_s: State, face: int) -> list[Objection]:
    """A die has six faces."""
    return [] if 1 <= face <= 6 else [Objection("3.2o", f"a die shows 1 to 6, not {face}", {"die": face})]


def roll(s: State, face: int) -> None:
    """The die is cast."""
    update(s, die=face)  # 10.21g


ROLL = Verb("roll", (Arg(NUMBER, "", lambda _s: Among(range(1, 7)), die_objections),), roll,
            weights=lambda _s: [1] * 6)  # fmt: skip

TARGET = one(PLACE, target_bans, lambda s: s.data.all_places, checks=target_checks)._replace(options=target_options)
ALSO = Arg(PLACES, "", also_options, also_objections)
ATTACKERS = Arg(PIECES, "with", attacker_options, attacker_objections)

ATTACK = Verb("attack", (TARGET, ALSO, ATTACKERS), attack, leaves=False,  # 10.12a, 10.17b, 10.17c, 10.18a
              help="attack HEX [HEX ...] with UNITS")  # fmt: skip
