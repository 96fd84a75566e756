"""[8.0] Combat pre-conditions, [9.0] Combat resolution: which units may attack which, and at what ratio."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ....core.action import Arg, Limits, Verb, some
from ....core.bits import Bits, bits, scan, subsets
from ....core.flow import call
from ....core.kinds import FLAG, NUMBER, PIECE, PIECES, PLACES
from ....core.options import Among, Options
from ....core.rule import Ban, Objection
from ....core.title import listing
from ....kit.arguments import place_arg
from ....kit.battle.die import roll_verb
from ....kit.battle.ledger import Line, total
from ....kit.battle.local import update
from ....kit.stacks import pieces_in, places_of
from ....kit.words import number_word
from ..data.charts import ARMY
from ..state import GERMAN, SOVIET, State, units_on_map
from . import armor, surprise
from .supply import unsupplied


class Battle(NamedTuple):
    """The local variables of an attack or overrun."""

    attackers: Bits  # as announced; the survivors are on the map
    defenders: Bits
    targets: Bits  # the hexes attacked
    fronts: Bits  # the hexes they are attacked from
    overrun: bool = False
    bystanders: Bits = 0  # 8.4b: retreated into a target hex earlier
    air: int = 0
    column: int = 0  # the final column, 0 is 1-1
    die: int = 0
    stage: int = 0  # 1: the defender suffers, 2: the attacker
    owed: int = 0  # losses or retreat hexes the affected side still owes
    fleeing: Bits = 0  # units that must still retreat
    span: int = 0  # hexes each of them must retreat
    walker: int = -1  # the unit in the middle of its retreat
    to_go: int = 0
    trail: Bits = 0  # 10.9f: hexes retreated into; those left again are open
    left_behind: Bits = 0  # 10.9i: hexes from which a unit retreated
    advanced: Bits = 0
    closed: bool = False  # the advance is over


KINDS = {
    "attackers": PIECES, "defenders": PIECES, "targets": PLACES, "fronts": PLACES, "overrun": FLAG,
    "bystanders": PIECES, "air": NUMBER, "column": NUMBER, "die": NUMBER, "stage": NUMBER, "owed": NUMBER,
    "fleeing": PIECES, "span": NUMBER, "walker": PIECE, "to_go": NUMBER, "trail": PLACES,
    "left_behind": PLACES, "advanced": PIECES, "closed": FLAG,
}  # fmt: skip
"""The kind of each, for the position notation."""


def on_map(s: State, units: Bits) -> Bits:
    """The units that are still on the map."""
    return units & ~s.here.get(s.data.lost, 0)


# -- announcing -------------------------------------------------------------------------------


def able_attackers(s: State) -> Bits:
    """The phasing player's units on the map that have not attacked yet."""
    return units_on_map(s, s.side) & ~s.attacked  # 8.2a


def attackable(s: State) -> Bits:
    """The enemy hexes with a unit that has not been attacked in this phase."""
    held = s.held[1 - s.side]
    if not s.defended:
        return held
    return held & ~bits(h for h in scan(held) if not s.here[h] & ~s.defended)  # 8.2b


def target_bans(s: State) -> list[Ban]:
    """Every hex that cannot be attacked, and why."""
    side = s.side
    held = s.held[1 - side]
    near = s.data.zoc(s.held[side]) & held
    ready = s.data.zoc(places_of(s, able_attackers(s))) & held
    return [
        Ban("8.0a", "{it} holds no enemy unit", s.data.all_places & ~held),
        Ban("8.1a", "no unit of yours is adjacent to {it} over land", held & ~near),  # 4.9j, 5.0c, 5.0d
        Ban("8.2a", "all your units adjacent to {it} have attacked", near & ~ready),
        Ban("8.2b", "the units in {it} have been attacked in this phase", held & ~attackable(s)),
    ]


def facing(s: State, targets: Bits) -> Bits:
    """The phasing player's units that are adjacent to every one of these hexes."""
    where = s.held[s.side]
    for hex_ in scan(targets):
        where &= s.data.adjacent[hex_]  # 8.1a, 8.5a
    return pieces_in(s, where)


def common(s: State, targets: Bits) -> Bits:
    """The units of `facing` that have not attacked yet; all may join."""
    return facing(s, targets) & ~s.attacked  # 8.3a


def also_options(s: State, lead: int) -> Options:
    """More target hexes for the same attack: numbered after the first, with a common attacker."""
    later = attackable(s) >> (lead + 1) << (lead + 1)
    found = {0}
    for front in scan(places_of(s, common(s, 1 << lead))):
        found.update(subsets(s.data.adjacent[front] & later))
    if surprise.bound(s):
        found = {more for more in found if not _strands(s, more | 1 << lead) & ~common(s, more | 1 << lead)}
    return Among(sorted(found))


def also_objections(s: State, lead: int, also: Bits) -> list[Objection]:
    """Why these hexes cannot be attacked together."""
    if not also:
        return []
    names, out = s.title.lexicon.places, []
    for ban in target_bans(s):
        out += [ban.objection(h, names[h]) for h in scan(also & ban.where)]
    for hex_ in scan(also & ((2 << lead) - 1)):
        out.append(Objection("8.5a", f"name {names[hex_]} before {names[lead]}"))
    every = " and ".join(names[h] for h in scan(also | 1 << lead))
    if not facing(s, also | 1 << lead):
        out.append(Objection("8.5a", f"no unit of yours is adjacent to all of {every}"))
    elif not common(s, also | 1 << lead):
        out.append(Objection("8.2a", f"all your units adjacent to {every} have attacked"))
    return out


def attacker_bans(s: State, lead: int, also: Bits) -> list[Ban]:
    """Every unit that cannot join this attack, and why."""
    mine = s.data.side[s.side]
    there = units_on_map(s, s.side)
    near = facing(s, also | 1 << lead)
    names, targets, clause = s.title.lexicon.places, also | 1 << lead, "8.5a" if also else "8.1a"

    def apart(unit: int) -> dict[str, str]:
        """The hexes of the attack that are not adjacent to a unit."""
        return {"hexes": listing([names[h] for h in scan(targets & ~s.data.adjacent[s.place[unit]])])}

    return [
        Ban("8.0a", "{it} is not yours", s.data.all_pieces & ~mine),
        Ban("8.0a", "{it} is not on the map", mine & ~there),
        Ban("8.2a", "{it} has attacked in this phase", s.attacked & mine),
        Ban(clause, "{it} is not adjacent to {hexes} over land", there & ~near, apart),
    ]


def attacker_limits(s: State, lead: int, also: Bits) -> Limits:
    """At least one attacker; on Game-Turn 1 also the units that would otherwise have no target."""
    few = Objection("9.1a", "name at least one attacker")
    if not surprise.bound(s):
        return Limits(1, too_few=few)

    def missing(units: Bits) -> Objection:
        who = " ".join(s.title.lexicon.pieces[u] for u in scan(units))
        return Objection("17.3a", f"must join this attack, because it could attack nothing else: {who}", {"units": who})

    return Limits(1, must=_strands(s, also | 1 << lead), too_few=few, missing=missing)


def _strands(s: State, targets: Bits) -> Bits:
    """On Game-Turn 1, the units that could attack nothing if these hexes were attacked without them."""
    left = attackable(s) & ~targets
    out = 0
    for hex_ in scan(s.data.zoc(targets) & s.held[s.side]):
        if s.data.adjacent[hex_] & targets and not s.data.adjacent[hex_] & left:
            out |= s.here[hex_] & ~s.attacked  # 17.3a
    return out


def prepare(s: State, lead: int, also: Bits, attackers: Bits) -> Battle:
    """The battle started by an attack: these units against all units in those hexes."""
    targets = also | 1 << lead
    there = pieces_in(s, targets)  # 8.4a
    return Battle(
        attackers, there & ~s.defended, targets, places_of(s, attackers), bystanders=there & s.defended
    )  # 8.4b, 9.0a


def attack(s: State, lead: int, also: Bits, attackers: Bits) -> None:
    """Announce an attack."""
    battle = prepare(s, lead, also, attackers)
    s.attacked |= attackers
    s.defended |= battle.defenders
    announce(s, battle, "9.1a")


def announce(s: State, battle: Battle, clause: str) -> None:
    """Begin the battle, which is resolved completely before anything else happens."""
    if s.log is not None:
        names = force(s, battle.attackers)
        strong = battle.targets & (s.data.city | s.data.soviet_city | s.forts)
        what = "set{} out to overrun" if battle.overrun else "storm{}" if strong else "attack{}"
        s.note(
            clause,
            "{force} {what} {hexes}, held by {units_d}.",
            force=listing(names),
            what=what.format("s" if len(names) == 1 else ""),
            hexes=battle.targets,
            units_d=battle.defenders,
        )
    call(s, s.title.flows["battle"], battle)  # 9.0e


def force(s: State, units: Bits) -> list[str]:
    """The names of a group of units; a complete Panzer corps is called by its own name."""
    names = []
    for name, corps in s.data.corps.items():
        if not corps & ~units:
            names.append(f"the {name}")
            units &= ~corps
    return [*names, *(s.title.unit(s, u) for u in scan(units))]


# -- the ratio --------------------------------------------------------------------------------


def attack_strength(s: State, unit: int) -> int:
    """A unit's attack strength, which cannot be divided (8.6a)."""
    return armor.german_strength(s, unit) if unit < s.data.soviets else s.data.faces[s.face[unit]].attack  # 2.6a


def defense_strength(s: State, unit: int) -> int:
    """A unit's defense strength, which cannot be divided (8.6a)."""
    return armor.german_strength(s, unit) if unit < s.data.soviets else s.data.faces[s.face[unit]].defense  # 2.6b


def initial_column(attack: int, defense: int) -> int:
    """The Initial Combat Ratio as a column: 0 is 1-1, 1 is 2-1, -1 is 1-2, and so on, without limit."""
    if attack >= defense:
        return attack // defense - 1  # 9.4a
    return 1 + -defense // attack  # 9.4a


def column_name(column: int) -> str:
    """The ratio of a column, such as `3-1` or `1-2`."""
    return f"{column + 1}-1" if column >= 0 else f"1-{1 - column}"


def shifts(s: State, b: Battle, tanks: bool | None = None) -> Iterator[Line]:
    """Every column shift of a battle, cited. `tanks` says whether untried units turn out to be armor."""
    d, places = s.data, s.place
    attacker, defender = s.side, 1 - s.side
    if b.overrun:
        yield Line("7.1a", "+", d.shift["overrun"], "overrun")  # 9.6b
    if unsupplied(s, attacker, places_of(s, b.attackers)):
        yield Line("11.2a", "+", d.shift["attacker unsupplied"], "an attacker is unsupplied")  # 9.6c, 11.0c
    rough = b.targets & d.rough
    cities = b.targets & d.soviet_city if defender == SOVIET else 0
    if rough:
        kinds = {d.map.terrain[d.board.names[hex_]] for hex_ in scan(rough)}
        yield Line("9.6d", "+", d.shift["terrain"], " and ".join(sorted(kinds)))  # 9.6.note1
    elif cities:
        yield Line("9.6h", "+", d.shift["terrain"], "Soviet City")  # 9.6.note1
    if defender == SOVIET and b.targets & s.forts:
        yield Line("15.1a", "+", d.shift["fort"], "fort")  # 9.6e, 9.6.note2
    if all(d.river[front] & b.targets == b.targets for front in (places[u] for u in scan(b.attackers))):
        yield Line("9.6f", "+", d.shift["river"], "behind a river")  # 9.6.note3
    steady = b.defenders & ~pieces_in(s, d.soviet_city) if defender == GERMAN else b.defenders  # 12.3a, 9.6.note4
    if armor.present(s, steady, tanks and defender == SOVIET):
        yield Line("12.2d", "+", d.shift["defending armor"], "armor in defense")  # 9.6g, 12.2b
    for name in armor.whole_corps(s, steady):
        yield Line("12.1a", "+", d.shift["defending corps"], f"{name} in defense")  # 9.6i, 12.4a
    for _ in range(b.air if defender == GERMAN else 0):
        yield Line("13.1a", "+", d.shift["defending air"], "air support in defense")  # 9.6j
    clear = not b.targets & (~d.clear | s.forts)
    if clear and armor.present(s, b.attackers, tanks and attacker == SOVIET):
        yield Line("12.2c", "+", d.shift["attacking armor"], "armor against open ground")  # 9.6k, 12.2a
    for name in armor.whole_corps(s, b.attackers):
        yield Line("12.1b", "+", d.shift["attacking corps"], name)  # 9.6m, 12.4a
    for _ in range(b.air if attacker == GERMAN else 0):
        yield Line("13.1a", "+", d.shift["attacking air"], "air support")  # 9.6l
    if unsupplied(s, defender, places_of(s, b.defenders)):
        yield Line("11.2b", "+", d.shift["defender unsupplied"], "a defender is unsupplied")  # 9.6n, 11.0c
    if attacker == SOVIET and s.counterblow:
        yield Line(
            "17.4a", "+", d.shift[ARMY], f"counterblow of the {number_word(d.army_size)} divisions"
        )  # 9.6.important, 17.4b


def ledger(s: State, attack: int, defense: int, moved: Iterable[Line]) -> list[Line]:
    """The ledger from strengths to the final column."""
    d = s.data
    start = initial_column(attack, defense)  # 9.0b, 9.2a
    return [
        Line("9.4a", "=", start, f"{attack} against {defense} is {column_name(start)}"),
        *moved,  # 9.0c, 9.6a, 9.6o
        Line("9.3a", "max", d.lowest_column, f"no column below {column_name(d.lowest_column)}"),
        Line("9.3a", "min", d.highest_column, f"no column above {column_name(d.highest_column)}"),
    ]


def find_ratio(s: State) -> None:
    """Compute the initial and final ratio once all units are revealed."""
    b: Battle = s.local
    attack = sum(attack_strength(s, u) for u in scan(b.attackers))
    defense = sum(defense_strength(s, u) for u in scan(b.defenders))  # 8.4a, 8.4b
    lines = ledger(s, attack, defense, shifts(s, b))
    b = update(s, column=int(total(lines)))
    if s.log is not None:
        said = ", ".join(f"{line.text} {line.amount:+d} [{line.cite}]" for line in lines[1:-2])
        free = int(total(lines[:-2]))
        off = "" if free == b.column else f"{column_name(free)}, read as "
        s.note(
            "9.1b",
            "{text}; {said}: {column}.",
            text=lines[0].text,
            said=said or "no shifts",
            column=off + column_name(b.column),
        )


# -- the die ----------------------------------------------------------------------------------


def roll(s: State, face: int) -> None:
    """Record the die roll."""
    update(s, die=face)  # 2.0b, 9.0d


ROLL = roll_verb(roll, "2.0b")

TARGET = place_arg(target_bans)
ALSO = Arg(PLACES, "", also_options, also_objections)
ATTACKERS = some(PIECES, attacker_bans, lambda s: s.data.all_pieces, attacker_limits, "with")

ATTACK = Verb(
    "attack",
    (TARGET, ALSO, ATTACKERS),
    attack,
    leaves=False,  # 9.1d
    help="attack one or more adjacent hexes",
)


def unattacked(s: State) -> list[Objection]:
    """On Game-Turn 1, objections to ending the Soviet Combat Phase while a unit can still attack."""
    if not surprise.bound(s):
        return []  # 8.0b, 9.0f
    owing = common_any(s)
    if not owing:
        return []
    who = " ".join(s.title.lexicon.pieces[u] for u in scan(owing))
    return [Objection("17.3a", f"must still attack: {who}", {"units": who})]


def common_any(s: State) -> Bits:
    """The units that have not attacked and can."""
    return pieces_in(s, zone_of_targets(s) & s.held[s.side]) & ~s.attacked  # 17.3b: one attack is enough


def zone_of_targets(s: State) -> Bits:
    """The hexes adjacent to an attackable hex."""
    return s.data.zoc(attackable(s))
