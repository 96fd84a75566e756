"""[11.1] Declaring combats with every attack they require.

A combat that needs no other is taken up at once. A set of required attacks is declared one by one: until it is
complete it can only be continued or taken back; then it stands (11.14), and `pending` says what happens to it.
"""

from collections.abc import Iterator

from ....core.action import Arg, Verb
from ....core.bits import Bits, bits, nth, scan, subsets
from ....core.kinds import PIECES, PLACES
from ....core.options import Among, Options, Pick, Sieve, Some
from ....core.rule import Ban, Check, Objection
from ....core.title import listing
from ....kit.arguments import place_arg
from ....kit.stacks import places_of
from ..state import NOWHERE, State, aimed, units_in
from .combat import front, unarmed
from .pending import resolve, too_weak
from .requirements import Requirements, attackable, declared, obliging, requirements

MANY = 10  # units whose forces are listed one by one
SPARE = 4  # units tried beyond a sufficient force


# -- the hexes --------------------------------------------------------------------------------


def together(s: State, known: Requirements, lead: int) -> Iterator[Bits]:
    """Every set of further hexes with which a hex could be attacked, each numbered after the first."""
    if known.force(1 << lead):
        yield 0
    d, found = s.data, set[Bits]()
    if s.weather != "mud":  # 11.26a
        later = known.open >> (lead + 1) << (lead + 1)
        for here in scan(d.board.neighbours[lead] & s.held[s.side]):
            if s.here[here] & known.free:
                found.update(subsets(d.board.neighbours[here] & later))  # 11.13a
    yield from (more for more in sorted(found) if more and known.force(more | 1 << lead))


def target_bans(s: State) -> list[Ban]:
    """Every hex that cannot be attacked, and why."""
    d, held = s.data, s.held[1 - s.side]
    known = requirements(s)
    near = bits(hex_ for hex_ in scan(held) if d.board.neighbours[hex_] & s.held[s.side])
    taken = held & attackable(s) & ~known.open
    shut = near & known.open & ~known.assailable
    return [
        Ban("11.12d", "{it} holds no enemy unit", d.all_places & ~held),  # 11.24b, 9.37b
        Ban("11.0a", "no unit of yours is adjacent to {it}", held & ~near),
        Ban("11.32b", "the units in {it} have been attacked in this Combat Phase", near & ~attackable(s)),
        Ban("11.32b", "an attack on {it} is declared", taken),
        Ban("11.24a", "no unit of yours that may attack could cross a hexside into {it}", shut),
    ]


def target_checks(s: State) -> list[Check]:
    """A hex may be too strong, or its attack may require attacks that cannot be made."""
    known = requirements(s)
    assailable = known.assailable

    def weak(hex_: int) -> bool:
        return bool(assailable >> hex_ & 1) and not known.strong_enough(1 << hex_)

    def bound(hex_: int) -> bool:
        return (
            bool(assailable >> hex_ & 1)
            and known.strong_enough(1 << hex_)
            and next(together(s, known, hex_), None) is None
        )

    least = s.data.charts.crt.names[0]
    return [
        Check("11.17a", f"no attack on {{it}} reaches {least}", weak),
        Check("11.15a", "every attack on {it} would require others that cannot be made", bound),
    ]


def target_options(s: State) -> Options:
    """The hexes that can be attacked, alone or with others."""
    return Targets(s, requirements(s))


class Targets(Sieve):
    """The hexes that can be attacked: first it is asked whether one of the commonest attacks can be made."""

    __slots__ = ("known",)

    def __init__(self, s: State, known: Requirements) -> None:
        super().__init__(
            known.assailable, lambda hex_: not known.plain(hex_) and next(together(s, known, hex_), None) is None
        )
        self.known = known

    def __bool__(self) -> bool:
        return any(map(self.known.plain, scan(self.candidates))) or super().__bool__()


def also_options(s: State, lead: int) -> Options:
    """Further Defender hexes of the same combat."""
    return Among(list(together(s, requirements(s), lead)))


def also_objections(s: State, lead: int, also: Bits) -> list[Objection]:
    """Why these hexes cannot be attacked together with the first."""
    names, targets, out = s.title.lexicon.places, also | 1 << lead, list[Objection]()
    known = requirements(s)
    if also and s.weather == "mud":
        out.append(Objection("11.26a", "in Mud a combat has only one Defender hex"))
    for ban in target_bans(s) if also else ():
        out += [ban.objection(hex_, names[hex_]) for hex_ in scan(also & ban.where)]
    for hex_ in scan(also & ((2 << lead) - 1)):
        out.append(Objection("form", f"name {names[hex_]} before {names[lead]}"))
    if out or targets & ~known.assailable:
        return out
    every = " and ".join(names[hex_] for hex_ in scan(targets))
    if also and not known.facing(targets):
        return [Objection("11.15e", f"no unit of yours that may attack is adjacent to all of {every}")]
    if (also or next(together(s, known, lead), None) is not None) and not known.force(targets):
        if not known.strong_enough(targets):
            return [Objection("11.17a", f"no attack on {every} reaches {s.data.charts.crt.names[0]}")]
        return [Objection("11.15a", f"an attack on {every} alone would require others that cannot be made")]
    return []


# -- the units --------------------------------------------------------------------------------


class Force(Some):
    """The attackers: some of the members, strong enough together, with every attack they require possible."""

    __slots__ = ("known", "targets")

    def __init__(self, known: Requirements, targets: Bits) -> None:
        super().__init__(known.facing(targets))
        self.known, self.targets = known, targets

    def __bool__(self) -> bool:
        return self.members != 0 and self.known.force(self.targets) != 0

    def __iter__(self) -> Iterator[Bits]:
        """Every force of a few units; of many, one force for each unit that can take part."""
        if self.members.bit_count() <= MANY:
            return (force for force in super().__iter__() if force in self)
        found = {self.known.force(self.targets), self.members, *(1 << unit for unit in scan(self.members))}
        return iter(sorted(force for force in found if force and force in self))

    def __contains__(self, value: object) -> bool:
        return (
            super().__contains__(value)
            and isinstance(value, int)
            and self.known.fits(self.targets, value)
            and self.known.completes(self.targets, value)
        )

    def sample(self, pick: Pick) -> Bits:
        """A random force: a sufficient one, and some other units that may join it."""
        force = self.known.force(self.targets)
        rest = self.members & ~force
        for _ in range(pick(min(rest.bit_count(), SPARE) + 1)):
            more = force | 1 << nth(rest, pick(rest.bit_count()))
            if more in self:
                force, rest = more, rest & ~more
        return force

    def count(self) -> int:
        """The number of forces."""
        return sum(1 for _ in self)


def attacker_options(s: State, lead: int, also: Bits) -> Force:
    """The forces that may make this attack."""
    return Force(requirements(s), also | 1 << lead)


def attacker_bans(s: State, lead: int, also: Bits) -> list[Ban]:
    """Every unit that cannot join this attack, and why."""
    d, targets, mine, there = s.data, also | 1 << lead, s.data.side[s.side], s.there[s.side]
    names = s.title.lexicon.places

    def apart(unit: int) -> dict[str, str]:
        """The Defender hexes that are not adjacent to a unit, or else those that it could not enter."""
        near = d.board.neighbours[s.place[unit]]
        return {"hexes": listing([names[hex_] for hex_ in scan(targets & ~near or targets & ~front(s, unit))])}

    beside = bits(unit for unit in scan(there) if not targets & ~d.board.neighbours[s.place[unit]])
    shut = bits(unit for unit in scan(beside) if targets & ~front(s, unit))
    known = requirements(s)
    tanks = known.pool.spent & beside & ~shut & ~known.facing(targets)
    return [
        Ban("11.0b", "{it} is not yours to attack with", d.all_pieces & ~mine),  # 11.34b, 13.22c
        Ban("9.35f", "{it} is not on the map", mine & ~there),  # 9.37a
        Ban("11.32a", "{it} has attacked in this Combat Phase", s.attacked & there),  # 12.51c
        Ban("11.33a", "{it} is in another combat that is declared", aimed(s) & there),
        Ban("11.34a", "{it} is artillery and only supports attacks", d.guns & there),
        Ban("15.23c", "{it} is receiving replacements", s.receiving & there),
        Ban("11.16a", "{it} has no attack strength", unarmed(s, there & ~d.guns)),
        Ban("11.41a", "another armor unit in the hex of {it} attacks", tanks),
        Ban("11.15e", "{it} is not adjacent to {hexes}", there & ~beside, apart),
        Ban("11.24a", "{it} may not cross the hexside to {hexes}", shut, apart),
    ]


def attacker_objections(s: State, lead: int, also: Bits, units: Bits) -> list[Objection]:
    """Why these units cannot make this attack."""
    names, targets = s.title.lexicon, also | 1 << lead
    out = [
        ban.objection(unit, names.pieces[unit])
        for ban in attacker_bans(s, lead, also)
        for unit in scan(units & ban.where)
    ]
    if not units:
        return [*out, Objection("11.12b", "name at least one attacker")]
    known = requirements(s)
    if out or targets & ~known.assailable or not known.force(targets):
        return out
    return too_weak(known, targets, units) or _unmet(s, known, targets, units)


def _unmet(s: State, known: Requirements, targets: Bits, units: Bits) -> list[Objection]:
    """The attacks that would be required and could not all be made."""
    if known.completes(targets, units):
        return []
    need = known.needs(targets, units, known.outstanding)
    hexes = _hexes(s, need)
    text = f"attacks on {hexes} would be required and cannot all be made then"
    return [Objection("11.15a", text, {"hexes": hexes})]


def _hexes(s: State, hexes: Bits) -> str:
    return ", ".join(s.title.lexicon.places[hex_] for hex_ in scan(hexes))


def attack(s: State, lead: int, also: Bits, attackers: Bits) -> None:
    """Declare a combat; it is taken up at once if it requires no other and no other is declared."""
    targets = also | 1 << lead
    known, alone = requirements(s), s.aim == s.data.unaimed
    need = known.needs(targets, attackers, known.outstanding)
    said = "{units} attack {hexes}." if attackers & (attackers - 1) else "{units} attacks {hexes}."
    s.note("11.12a", said, units=attackers, hexes=targets)
    if alone and not need:
        _stop_work(s, targets)
        resolve(s, lead, targets, attackers)
        return
    for unit in scan(attackers | units_in(s, targets)):
        s.aim[unit] = lead  # 11.13c, 11.14a, 11.33b, 17.0d
    s.unfinished |= 1 << lead
    if need:
        s.note("11.15a", "{hexes} must be attacked too.", hexes=need)
    else:
        _confirm(s, known)


def _confirm(s: State, known: Requirements) -> None:
    """Let a set of attacks stand that is complete, and note which of them are required."""
    pending, need = declared(s), 0
    for targets, attackers in pending.values():
        need |= known.obliged(attackers)
        _stop_work(s, targets)
    s.compelled |= bits(lead for lead, (targets, _) in pending.items() if targets & need)  # 11.18a
    s.unfinished = 0


def _stop_work(s: State, hexes: Bits) -> None:
    """Remove markers of construction from hexes under attack."""
    for hex_ in scan(hexes & (s.building | s.airfield_site)):
        s.note("14.42a", "Work in {hex} stops.", hex=hex_)
    s.building &= ~hexes
    s.airfield_site &= ~hexes


TARGET = place_arg(target_bans, checks=target_checks)._replace(options=target_options)
ATTACK = Verb(
    "attack",
    (
        TARGET,
        Arg(PLACES, "", also_options, also_objections),
        Arg(PIECES, "with", attacker_options, attacker_objections),
    ),
    attack,
    leaves=False,
    help="declare an attack on one or more adjacent hexes",
)  # 11.11a, 11.11b, 11.12c, 11.13b


# -- a set that is not complete ---------------------------------------------------------------


def recall_bars(s: State) -> Iterator[Objection]:
    """Why declarations cannot be taken back."""
    if not s.unfinished:
        none = s.aim == s.data.unaimed
        text = "there is no declaration to take back" if none else "the combats that are declared stand"
        yield Objection("11.14a", text)


def recall(s: State) -> None:
    """Take back the combats of a set that is not complete."""
    for unit, lead in enumerate(s.aim):
        if lead != NOWHERE and s.unfinished >> lead & 1:
            s.aim[unit] = NOWHERE
    s.unfinished = 0
    s.note("11.15b", "The attacks that were being declared are taken back.")


RECALL = Verb(
    "recall",
    (),
    recall,
    leaves=False,
    bars=(recall_bars,),
    label="Take the attacks back",
    help="take back an incomplete set of attacks",
)


def still_required(s: State) -> list[Objection]:
    """The attacks without which the set that is being declared cannot stand."""
    if not s.unfinished:
        return []
    names, out = s.title.lexicon, list[Objection]()
    need = requirements(s).outstanding
    for lead, (_, units) in declared(s).items():
        for here in scan(places_of(s, units)) if s.unfinished >> lead & 1 else ():
            who = " ".join(names.pieces[unit] for unit in scan(s.here[here] & units))
            for hex_ in scan(need & obliging(s, here)):
                text = f"{names.places[hex_]} must be attacked too: its ZOC extends into {names.places[here]}"
                facts = {"hex": names.places[hex_], "from": names.places[here], "units": who}
                out.append(Objection("11.15a", f"{text}, the hex of {who}", facts))
    return out


# -- the end of the phase ---------------------------------------------------------------------


def pending(s: State) -> str:
    """The attacks that are still required, or the combats that are declared and not resolved."""
    if s.unfinished:
        return f"must be attacked too: {_hexes(s, requirements(s).outstanding)} [11.15]"
    waiting = bits(declared(s))
    return f"to be resolved: {_hexes(s, waiting)} [11.14]" if waiting else ""


def unresolved(s: State) -> Iterator[Objection]:
    """Why the Combat Phase cannot end."""
    yield from still_required(s)
    if not s.unfinished and (pending := bits(declared(s))):
        hexes = _hexes(s, pending)
        yield Objection("11.14a", f"combats that are declared must be resolved: {hexes}", {"hexes": hexes})


def end_combat(s: State) -> None:
    """Clear the marks of the phase."""
    s.attacked = s.defended = 0
