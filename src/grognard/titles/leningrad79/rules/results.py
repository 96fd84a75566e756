"""[10.0] Combat results: losses, retreats, advances."""

from ....core.action import Verb
from ....core.bits import Bits, bits, lowest, scan
from ....core.rule import Ban, Objection, unbanned
from ....core.title import listing
from ....kit.arguments import piece_arg, place_arg
from ....kit.battle.local import update
from ....kit.stacks import pieces_in
from ....kit.words import are, counted
from ..state import State, put, side_of, zone
from .combat import Battle, column_name, force, on_map
from .consequences import fate, sign, told, ways_out


def lose_step(s: State, unit: int) -> None:
    """Take one step from a unit."""
    if unit < s.data.soviets and not s.reduced >> unit & 1:
        s.reduced |= 1 << unit  # 10.5a
        s.since[unit] = s.turn
        s.note("10.5a", "{unit} loses a step and is reduced.", unit=unit)
    else:
        eliminate(s, unit, "10.5a" if unit < s.data.soviets else "10.5b")


def eliminate(s: State, unit: int, clause: str, how: str = "{unit} is destroyed at {hex}.") -> None:
    """Remove a unit from play."""
    s.note(clause, how, unit=unit, hex=s.place[unit])
    put(s, unit, s.data.lost)
    s.halted &= ~(1 << unit)


# -- reading the table ------------------------------------------------------------------------


def read_result(s: State) -> None:
    """Look up the result; the defender's part is applied first."""
    b: Battle = s.local
    defender, attacker = _results(s)  # 9.0d, 10.0a
    if s.log is not None:
        said = told(s, "defender", b.defenders, defender) if defender else "the defense holds"
        if attacker:
            said += ("; then " if defender else "; ") + told(s, "attacker", b.attackers, attacker, b.overrun)
        s.note(
            "9.5h",
            "The {side} roll {die} at {column}, {result}: {said}.",
            side=("Germans", "Soviets")[s.side],
            die=b.die,
            column=column_name(b.column),
            result=f"{sign(defender)}/{sign(attacker)}",
            said=said,
        )
    if defender:
        for unit in scan(on_map(s, b.bystanders)):
            eliminate(s, unit, "8.4c", "{unit}, fallen back to {hex} before, is swept away.")
    _bear(s, 1, b.defenders, defender)  # 10.3b, 9.5.note


def asked(s: State) -> tuple[str, str]:
    """The case and the question of a result that is being taken."""
    b: Battle = s.local
    if no_withdrawal(s):
        return "7.6", f"The overrun succeeded: lose {'a step' if b.owed == 1 else counted(b.owed, 'step')}."
    ways = ways_out(s, stricken(s), b.owed)
    trapped = [s.title.unit(s, unit) for unit in scan(stricken(s)) if not safe_hexes(s, unit)]
    who = listing(trapped)
    warning = (
        f" {who[:1].upper()}{who[1:]} {are(len(trapped))} unable to retreat and would be destroyed." if trapped else ""
    )
    case = "10.1" if _results(s)[b.stage - 1] == 1 else "10.2"
    return case, f"{ways[0].upper()}{ways[1:]}?{warning}"


def attackers_part(s: State) -> None:
    """Apply the attacker's part of the result."""
    b: Battle = s.local
    if b.overrun and overrun_won(s):
        s.note("7.6a", "The overrun succeeds: {hexes} is clear.", hexes=b.targets)
    elif b.overrun:
        s.note("7.7a", "The overrun fails: {hexes} is held.", hexes=b.targets)
    _, attacker = _results(s)
    _bear(s, 2, b.attackers, attacker)


def _results(s: State) -> tuple[int, int]:
    """The table's results for the defender and for the attacker."""
    b: Battle = s.local
    found: tuple[int, int] = s.data.crt(b.die, b.column, s.options)
    return found


def _bear(s: State, stage: int, units: Bits, result: int) -> None:
    cost = fate(result)
    if cost.destroyed:
        for unit in scan(units):
            eliminate(s, unit, "10.4a")  # 9.5i
    update(s, stage=stage, owed=cost.steps)


def sufferer(s: State) -> int:
    """The player who takes a result now: the owner of the affected units."""
    return 1 - s.side if s.local.stage == 1 else s.side  # 10.1a, 10.6a


def stricken(s: State) -> Bits:
    """The surviving units affected by the result."""
    b: Battle = s.local
    return on_map(s, b.defenders if b.stage == 1 else b.attackers)


def overrun_won(s: State) -> bool:
    """Whether an overrun succeeded: the hex is empty afterwards."""
    b: Battle = s.local
    return b.overrun and not b.targets & s.held[1 - s.side]  # 7.6a, 7.7a


# -- losses or retreat ------------------------------------------------------------------------


def owing(s: State) -> bool:
    """Whether there is still a result to take and a unit to take it."""
    return s.local.owed > 0 and stricken(s) != 0


def lose_bans(s: State) -> list[Ban]:
    """Only a unit affected by the result may take a loss."""
    return [Ban("10.1a", "{it} is not among the units affected by the result", s.data.all_pieces & ~stricken(s))]


def lose(s: State, unit: int) -> None:
    """A unit loses a step on behalf of the whole force."""
    b: Battle = s.local
    lose_step(s, unit)
    update(s, owed=b.owed - 1)  # 10.2c, 10.2d


def no_withdrawal(s: State) -> list[Objection]:
    """After a successful overrun the attacker must take losses."""
    if s.local.stage == 2 and overrun_won(s):
        return [Objection("7.6b", "the overrun succeeded: losses must be taken, not retreats")]
    return []  # 7.7b


def withdraw(s: State) -> None:
    """All affected units retreat as many hexes as are still owed."""
    b: Battle = s.local
    if s.log is not None:
        names = force(s, stricken(s))
        clause = "10.1a" if _results(s)[b.stage - 1] == 1 else "10.2a"
        s.note(
            clause,
            "{force} give{s} ground, {span}.",
            force=listing(names),
            s="s" if len(names) == 1 else "",
            span=counted(b.owed, "hex"),
        )
    update(s, fleeing=stricken(s), span=b.owed, owed=0)  # 10.1a, 10.2a, 9.5j, 9.5k


LOSE = Verb("lose", (piece_arg(lose_bans),), lose, label="Lose a step:", help="let a unit lose a step")
WITHDRAW = Verb("withdraw", (), withdraw, bars=(no_withdrawal,), help="retreat all units instead")


# -- retreating -------------------------------------------------------------------------------


def _threats(s: State) -> Bits:
    """The hexes of the enemy units that caused the retreat."""
    b: Battle = s.local
    return b.fronts if b.stage == 1 else b.targets  # 10.7d


def retreat_bans(s: State, unit: int) -> list[Ban]:
    """Every hex a unit cannot retreat into, and why."""
    d, here = s.data, s.place[unit]
    if not d.board.hexes >> here & 1:
        return []
    side = side_of(s, unit)
    near = d.adjacent[here]
    distance, threats = d.board.distance, list(scan(_threats(s)))

    def nearest(hex_: int) -> int:
        return min(distance(hex_, threat) for threat in threats)

    now = nearest(here)
    far = bits(h for h in scan(near) if nearest(h) > now)
    full = s.crowd[d.stacking] & s.held[side]
    enemy_zone = zone(s, 1 - side) & ~s.held[side]  # 10.7g
    safe = near & far & ~s.held[1 - side] & ~full & ~enemy_zone
    empty = safe & ~s.held[side]
    return [
        Ban("10.7a", "{it} is not adjacent over land", d.all_places & ~near),
        Ban("10.7a", "{it} holds an enemy unit", near & s.held[1 - side]),
        Ban(
            "10.7c",
            "{it} is no farther from the enemy: {before} hexes before, {after} there",
            near & ~far,
            lambda hex_: {"before": now, "after": nearest(hex_)},
        ),
        Ban(
            "10.7e", f"{{it}} already holds {counted(d.stacking, 'unit')}", near & full, lambda _: {"limit": d.stacking}
        ),
        Ban("10.7f", "{it} is in an enemy ZOC", near & enemy_zone),
        Ban("10.8a", "{it} is occupied, and an empty safe hex is available", safe & ~empty if empty else 0),
    ]


def safe_hexes(s: State, unit: int) -> Bits:
    """Where a unit may retreat to."""
    return unbanned(s.data.all_places, retreat_bans(s, unit))


CUT_OFF = "{unit} has nowhere to go and is destroyed at {hex}."


def doom(s: State) -> None:
    """Eliminate units that must retreat and have nowhere to go."""
    b: Battle = s.local
    if b.walker >= 0 and not safe_hexes(s, b.walker):
        eliminate(s, b.walker, "10.7b", CUT_OFF)  # 10.2b, 4.8b
        b = update(s, fleeing=b.fleeing & ~(1 << b.walker), walker=-1)
    if b.walker < 0 and not any(safe_hexes(s, unit) for unit in scan(b.fleeing)):
        for unit in scan(b.fleeing):
            eliminate(s, unit, "10.7b", CUT_OFF)
        update(s, fleeing=0)


def fleeing(s: State) -> bool:
    """Whether there is still a unit to retreat."""
    return bool(s.local.fleeing)


def retreater_bans(s: State) -> list[Ban]:
    """Every unit that cannot retreat now, and why."""
    b: Battle = s.local
    waiting = b.fleeing & ~(1 << b.walker) if b.walker >= 0 else 0
    cut_off = bits(u for u in scan(b.fleeing & ~waiting) if not safe_hexes(s, u))
    return [
        Ban("10.6a", "{it} is not among the units that must retreat", s.data.all_pieces & ~b.fleeing),
        Ban("10.6b", "{it} must wait until the retreating unit has finished", waiting),
        Ban("10.7b", "{it} has no safe hex to go to", cut_off),
    ]


def retreat(s: State, unit: int, to: int) -> None:
    """One unit retreats one hex."""
    b: Battle = s.local
    first = b.walker < 0
    left = (b.span if first else b.to_go) - 1
    came_from = s.place[unit]
    s.note("10.6b", "{unit} falls back to {hex}.", unit=unit, hex=to)
    put(s, unit, to)  # 10.9h
    done = left == 0
    update(
        s,
        fleeing=b.fleeing & ~(1 << unit) if done else b.fleeing,
        walker=-1 if done else unit,
        to_go=left,
        left_behind=b.left_behind | 1 << came_from if first else b.left_behind,
        trail=b.trail | 1 << to,
    )
    if b.overrun and b.stage == 2:
        s.halted |= 1 << unit  # 7.7c


RETREATER = piece_arg(retreater_bans)
REFUGE = place_arg(retreat_bans, "to")
RETREAT = Verb("retreat", (RETREATER, REFUGE), retreat, help="retreat a unit")


# -- advancing --------------------------------------------------------------------------------


def advancing_side(s: State) -> int:
    """The player who may advance: the attacker if the defender was hit, otherwise the unhurt defender.

    A hex that the defender leaves by advancing was not emptied by the combat.
    """
    return s.side if _results(s)[0] else 1 - s.side  # 10.9a, 10.9c


def _victors(s: State) -> Bits:
    """The units that may still advance."""
    b: Battle = s.local
    if advancing_side(s) == s.side:
        return on_map(s, b.attackers) & ~b.advanced  # 10.3c
    if b.overrun or _results(s)[0]:
        return 0  # 7.7e, 10.3a, 10.3d, 10.9c
    return on_map(s, b.defenders) & ~b.advanced


def _emptied(s: State, side: int) -> Bits:
    """The hexes that this side's enemies held in the combat or retreated through, and left."""
    b: Battle = s.local
    return ((b.targets if side == s.side else b.fronts) | b.trail) & ~s.held[1 - side]


def _ground(s: State, unit: int) -> tuple[Bits, Bits]:
    """The emptied hexes next to a unit, and those beyond them that a two-hex retreat left."""
    b: Battle = s.local
    d, side = s.data, side_of(s, unit)
    room = _emptied(s, side) & ~s.crowd[d.advancing]  # 10.9a
    won = room & ~b.trail & d.adjacent[s.place[unit]]  # 10.9b: retreated units are adjacent to none; 10.9g
    if _untaken(s):
        return won, 0
    return won, d.zoc(won & b.left_behind) & room & b.trail  # 10.9f, 10.9i


def _untaken(s: State) -> bool:
    """Whether the hex of a successful overrun is still to be occupied."""
    b: Battle = s.local
    return overrun_won(s) and not b.targets & s.held[s.side]  # 7.6c


def may_advance(s: State) -> bool:
    """Whether a unit can still advance."""
    if s.local.closed:
        return False
    return any(any(_ground(s, unit)) for unit in scan(_victors(s)))


def advancer_bans(s: State) -> list[Ban]:
    """Every unit that cannot advance, and why."""
    b: Battle = s.local
    victors = _victors(s)
    side = s.data.side[advancing_side(s)]
    took_part = on_map(s, b.attackers | b.defenders)
    return [
        Ban("10.9a", "{it} took no part in this combat", s.data.all_pieces & ~took_part),
        Ban("10.9a", "{it} is not on the victorious side", took_part & ~side),
        Ban("10.9a", "{it} has already advanced", took_part & side & ~victors),
    ]


def ground_bans(s: State, unit: int) -> list[Ban]:
    """Every hex a unit cannot advance into, and why."""
    b: Battle = s.local
    d, side, here = s.data, side_of(s, unit), s.place[unit]
    won, beyond = _ground(s, unit)
    open_, emptied = won | beyond, _emptied(s, side)
    full = emptied & s.crowd[d.advancing]
    early = emptied & b.trail if _untaken(s) else 0
    past = d.zoc(won & ~b.left_behind) & ~d.adjacent[here] & ~(1 << here) & ~open_
    crowd = f"{counted(d.advancing, 'unit')} {are(d.advancing)}"
    return [
        Ban("7.6c", "the overrun hex must be taken before {it}", early),
        Ban("10.9a", f"{{it}} is full: {crowd} there", full, lambda _: {"limit": d.advancing}),
        Ban("10.9a", "{it} was not emptied by this combat", d.all_places & ~emptied),
        Ban("10.9i", "all the units in front of {it} were eliminated: the advance ends in their hex", past),
        Ban("10.9a", "{it} cannot be reached from the unit's hex", emptied & ~open_ & ~full & ~early & ~past),
    ]


def advance(s: State, unit: int, to: int) -> None:
    """Advance a unit after combat."""
    b: Battle = s.local
    won, _ = _ground(s, unit)
    if not won >> to & 1:
        put(s, unit, lowest(won & b.left_behind & s.data.adjacent[to]))  # 10.9f
    put(s, unit, to)  # 10.9h
    update(s, advanced=b.advanced | 1 << unit)
    if b.overrun and zone(s, 1 - s.side) >> to & 1:
        s.stopped |= 1 << unit  # 4.7a: movement goes on, and it has entered a ZOC
    s.note("10.9a", "{unit} advances to {hex}.", unit=unit, hex=to)


def must_advance(s: State) -> list[Objection]:
    """After a successful overrun one unit must occupy the hex."""
    if _untaken(s):
        return [Objection("7.6c", "the overrun succeeded: one unit must advance into the hex")]  # 7.0d, 10.9e
    return []


def hold(s: State) -> None:
    """End the advance."""
    update(s, closed=True)  # 10.9d


VICTOR = piece_arg(advancer_bans)
GROUND = place_arg(ground_bans, "to")
ADVANCE = Verb("advance", (VICTOR, GROUND), advance, help="advance a unit into an emptied hex")
HOLD = Verb("done", (), hold, bars=(must_advance,), help="no more advances")


def excess(s: State) -> Bits:
    """Units in overstacked hexes."""
    crowded = bits(h for h in scan(s.crowd[s.data.stacking]) if s.here[h].bit_count() > s.data.stacking)
    return pieces_in(s, crowded)


def excess_bans(s: State) -> list[Ban]:
    """Only units of an overstacked hex may be destroyed."""
    facts = {"limit": s.data.stacking}
    text = "{it} is not in a hex that holds more than {limit} units"
    return [Ban("4.6e", text, s.data.all_pieces & ~excess(s), lambda _: facts)]


def destroy(s: State, unit: int) -> None:
    """Destroy a unit of an overstacked hex, chosen by the enemy."""
    eliminate(s, unit, "4.6e")


DESTROY = Verb("destroy", (piece_arg(excess_bans),), destroy, help="destroy a unit")
