"""[11.1, 11.18] Combats that are declared: taken up in any order, or given up if they can no longer be made."""

from collections.abc import Iterator

from ....core.action import Arg, Verb
from ....core.bits import Bits, bits, scan
from ....core.flow import call
from ....core.kinds import PIECES
from ....core.knowledge import kept
from ....core.options import One, Options, Pick, Sieve, Some
from ....core.rule import Ban, Check, Objection
from ....kit.arguments import place_arg
from ..state import NOWHERE, State, aimed, eliminate, units_in, update_control
from .battle import Battle
from .combat import Supply, armor_stacks, attack_sum, combat_supply, defense_strength, enough, front
from .requirements import Requirements, able, declared, standing

# -- taking up a combat -----------------------------------------------------------------------


def fit(s: State, lead: int, supply: Supply | None = None) -> Bits:
    """The attackers of a declared combat that can still make it; 0 if it can no longer be made."""
    targets, units = declared(s)[lead]
    units = bits([unit for unit in scan(units) if not targets & ~front(s, unit)])
    return units & ~attack_sum(s, units, targets, supply).idle  # 11.16b; the odds were judged when it was declared


def broken(s: State) -> Bits:
    """The declared combats that can no longer be made, by first Defender hex."""
    return _broken(s) if not s.unfinished and s.aim != s.data.unaimed else 0


@kept(standing, most=4)
def _broken(s: State) -> Bits:
    supply = combat_supply(s, aimed(s) & s.there[s.side])
    return bits(lead for lead in declared(s) if not fit(s, lead, supply))


def drop(s: State, lead: int) -> None:
    """Remove a combat from those declared."""
    for unit in scan(aimed(s)):
        if s.aim[unit] == lead:
            s.aim[unit] = NOWHERE
    s.compelled &= ~(1 << lead)


def take_up(s: State, lead: int) -> None:
    """Begin to resolve a combat that has been declared."""
    resolve(s, lead, declared(s)[lead][0], fit(s, lead))


def resolve(s: State, lead: int, targets: Bits, attackers: Bits) -> None:
    """Begin to resolve a combat with those attackers that can still make it."""
    defenders = units_in(s, targets)
    drop(s, lead)
    s.attacked |= attackers  # 11.32a, 17.0e
    s.defended |= defenders  # 11.32b
    s.note("11.53b", "The attack on {hexes}, held by {units}, is resolved.", hexes=targets, units=defenders)
    call(s, s.title.flows["battle"], Battle(lead, targets, targets, attackers, defenders, targets))


def combat_bans(s: State) -> list[Ban]:
    """Every hex that names no combat."""
    d, known = s.data, bits(declared(s))
    return [Ban("11.12a", "no combat is declared that is named by {it}", d.all_places & ~known)]


def resolve_bans(s: State) -> list[Ban]:
    """Every combat that cannot be taken up now, and why."""
    known = bits(declared(s)) if s.unfinished else 0
    return [
        *combat_bans(s),
        Ban("11.15b", "the required attacks are not all declared: {it} has to wait", known),
        Ban("11.18a", "{it} can no longer be attacked as declared: rearrange or forfeit it", broken(s)),
    ]


def resolve_options(s: State) -> Options:
    """The combats that can be taken up now."""
    if s.unfinished or s.aim == s.data.unaimed:
        return One(0)  # 11.12a, 11.15b
    return One(bits(declared(s)) & ~broken(s))  # 11.18a


COMBAT = place_arg(resolve_bans)._replace(options=resolve_options)
RESOLVE = Verb(
    "resolve", (COMBAT,), take_up, leaves=False, label="Fight the attack on", help="fight a declared attack"
)  # 11.11c, 11.15c


def too_weak(known: Requirements, targets: Bits, units: Bits) -> list[Objection]:
    """Why a force is not strong enough, or not all of it can take part."""
    s = known.s
    names, limit = s.title.lexicon.pieces, s.data.charts.numbers["soviet_armor"]
    out = []
    for group in armor_stacks(s, units, targets):
        if group.bit_count() > limit:
            who = " ".join(names[unit] for unit in scan(group))
            out.append(Objection("11.41a", f"only {limit} of these may attack from its hex: {who}", {"limit": limit}))
    if out:
        return out
    found, defense = attack_sum(s, units, targets), known.defense(targets)
    out = [Objection("11.16b", f"halved, {names[unit]} has no strength left") for unit in scan(found.idle)]
    if not out and not enough(s, found.total, defense):
        least = s.data.charts.crt.names[0]
        text = f"{found.total} against {defense} is less than {least}"
        out.append(Objection("11.17a", text, {"attack": found.total, "defense": defense}))
    return out


# -- a combat that can no longer be made [11.18] ----------------------------------------------


def broken_bans(s: State) -> list[Ban]:
    """Every combat that can be made as declared."""
    return [*combat_bans(s), Ban("11.14a", "{it} can be attacked as declared", bits(declared(s)) & ~broken(s))]


def spare(s: State, lead: int) -> Requirements:
    """Who could attack in place of the units declared: free units, and those that other combats can do without."""
    pending = declared(s)
    free = able(s) | pending[lead][1]
    for other, (_, units) in pending.items():
        for unit in scan(units) if other != lead else ():
            if stands(s, other, 1 << unit):
                free |= 1 << unit
    return Requirements(s, free)


def stands(s: State, lead: int, without: Bits) -> bool:
    """Whether a declared combat could still be declared without some of its attackers."""
    targets, units = declared(s)[lead]
    rest = units & ~without
    return enough(s, attack_sum(s, rest, targets).total, defense_strength(s, targets))  # 11.17a


class Replacement(Some):
    """The forces that could make a combat after all, without requiring any other."""

    __slots__ = ("known", "lead", "s", "targets")

    def __init__(self, s: State, lead: int) -> None:
        self.known, self.lead, self.targets, self.s = spare(s, lead), lead, declared(s)[lead][0], s
        super().__init__(self.known.facing(self.targets))

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __iter__(self) -> Iterator[Bits]:
        """The smallest such forces."""
        known = self.known
        return (force for force in known.forces(self.targets, known.pool, 0) if force in self)

    def __contains__(self, value: object) -> bool:
        return (
            super().__contains__(value)
            and isinstance(value, int)
            and self.known.fits(self.targets, value)
            and not self.known.needs(self.targets, value)
            and all(
                stands(self.s, other, value)
                for other, (_, units) in declared(self.s).items()
                if other != self.lead and units & value
            )
        )

    def sample(self, pick: Pick) -> Bits:
        """One of the sufficient forces at random."""
        found = list(self)
        return found[pick(len(found))]

    def count(self) -> int:
        """The number of sufficient forces."""
        return sum(1 for _ in self)


def replacement_options(s: State, lead: int) -> Options:
    """The forces that could make a combat after all."""
    return Replacement(s, lead)


def replacement_objections(s: State, lead: int, units: Bits) -> list[Objection]:
    """Why these units cannot make a combat in place of those declared."""
    if lead not in declared(s):
        return []
    options, names = Replacement(s, lead), s.title.lexicon.pieces
    if not units:
        return [Objection("11.12b", "name at least one attacker")]
    out = [
        Objection("11.18a", f"{names[unit]} cannot be used for this attack") for unit in scan(units & ~options.members)
    ]
    if out or units in options:
        return out
    return too_weak(options.known, options.targets, units) or [
        Objection("11.18a", "this would require another attack, or leave one that cannot be made")
    ]


def no_replacement(s: State) -> list[Check]:
    """There may be nobody who could make a combat after all."""
    gone = broken(s)
    return [
        Check(
            "11.18a",
            "nobody can take over the attack on {it}",
            lambda hex_: bool(gone >> hex_ & 1) and not Replacement(s, hex_),
        )
    ]


def rearrange(s: State, lead: int, force: Bits) -> None:
    """Make a combat with other units than were declared."""
    for unit in scan(declared(s)[lead][1] & ~force):
        s.aim[unit] = NOWHERE
    for unit in scan(force):
        s.aim[unit] = lead
    said = "{units} attack {hex} instead." if force & (force - 1) else "{units} attacks {hex} instead."
    s.note("11.18a", said, units=force, hex=lead)


def rearrange_options(s: State) -> Options:
    """The combats for which other units can be found."""
    return Sieve(broken(s), lambda hex_: not Replacement(s, hex_))  # 11.14a, 11.18a


BROKEN = place_arg(broken_bans, checks=no_replacement)._replace(options=rearrange_options)
REARRANGE = Verb(
    "rearrange",
    (BROKEN, Arg(PIECES, "with", replacement_options, replacement_objections)),
    rearrange,
    leaves=False,
    label="Change the attack on",
    help="change the units of a declared attack",
)


def forfeit(s: State, lead: int) -> None:
    """Give up a combat that can no longer be made: if it is required, the units declared for it are eliminated."""
    targets, units = declared(s)[lead]
    required = s.compelled >> lead & 1
    drop(s, lead)
    s.note("11.18b", "The attack on {hexes} cannot be made.", hexes=targets)
    for unit in scan(units) if required else ():
        eliminate(s, unit, "11.18b")
    update_control(s)


LOST = place_arg(broken_bans)._replace(options=lambda s: One(broken(s)))
FORFEIT = Verb(
    "forfeit", (LOST,), forfeit, leaves=False, label="Give up the attack on", help="give up a declared attack"
)
