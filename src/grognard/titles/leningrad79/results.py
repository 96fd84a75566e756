"""[10.0] Combat results: losses, retreats, advances."""

from ...core.action import Verb, one
from ...core.bits import Bits, bits, scan
from ...core.kinds import PIECE, PLACE
from ...core.rule import Ban, Objection
from .combat import Battle, column_name, on_map, update
from .state import State, put, side_of, units_in, zone

ALL = 9  # the result E


def lose_step(s: State, unit: int) -> None:
    """Take one step from a unit."""
    if unit < s.data.soviets and not s.reduced >> unit & 1:
        s.reduced |= 1 << unit  # 10.5a
        s.since[unit] = s.turn
        s.note("10.5a", "{unit} is reduced.", unit=unit)
    else:
        eliminate(s, unit, "10.5a" if unit < s.data.soviets else "10.5b")


def eliminate(s: State, unit: int, clause: str) -> None:
    """Take a unit off the map for good."""
    s.note(clause, "{unit} is destroyed at {hex}.", unit=unit, hex=s.place[unit])
    put(s, unit, s.data.lost)
    s.halted &= ~(1 << unit)


# -- reading the table ------------------------------------------------------------------------


def read_result(s: State) -> None:
    """Look up the die; the defender bears his part first."""
    b: Battle = s.local
    defender, attacker = s.data.crt(b.die, b.column, s.options)  # 9.0d, 10.0a
    s.note("9.5h", "Die {die} at {column}: {result}.", die=b.die, column=column_name(b.column),
           result=f"{_sign(defender)}/{_sign(attacker)}")  # fmt: skip
    update(s, split=bool(defender and attacker))  # 10.3a
    if defender:
        for unit in scan(on_map(s, b.bystanders)):
            eliminate(s, unit, "8.4c")
    _bear(s, 1, b.defenders, defender)  # 10.3b, 9.5.note


def attackers_part(s: State) -> None:
    """Then the attacker bears his."""
    b: Battle = s.local
    _, attacker = s.data.crt(b.die, b.column, s.options)
    _bear(s, 2, b.attackers, attacker)


def _bear(s: State, stage: int, units: Bits, result: int) -> None:
    if result == ALL:
        for unit in scan(units):
            eliminate(s, unit, "10.4a")  # 9.5i
        result = 0
    update(s, stage=stage, owed=result)


def _sign(result: int) -> str:
    return {0: "-", ALL: "E"}.get(result, str(result))


def sufferer(s: State) -> int:
    """Who bears a result now: the owner of the stricken units."""
    return 1 - s.side if s.local.stage == 1 else s.side  # 10.1a, 10.6a


def stricken(s: State) -> Bits:
    """The units the result bears on, as far as they live."""
    b: Battle = s.local
    return on_map(s, b.defenders if b.stage == 1 else b.attackers)


def overrun_won(s: State) -> bool:
    """An overrun succeeds when the hex is empty afterwards."""
    b: Battle = s.local
    return b.overrun and not b.targets & s.held[1 - s.side]  # 7.6a, 7.7a


# -- losses or retreat ------------------------------------------------------------------------


def owing(s: State) -> bool:
    """Is there still something to bear, and somebody to bear it?"""
    return s.local.owed > 0 and stricken(s) != 0


def lose_bans(s: State) -> list[Ban]:
    """A loss falls on a unit the result bears on."""
    return [Ban("10.1a", "{it} is not among the units the result bears on", s.data.all_pieces & ~stricken(s))]


def lose(s: State, unit: int) -> None:
    """A unit loses a step for the whole force."""
    b: Battle = s.local
    lose_step(s, unit)
    update(s, owed=b.owed - 1, hurt=b.hurt | 1 << unit)  # 10.2c, 10.2d


def no_withdrawal(s: State) -> list[Objection]:
    """After a successful overrun the attacker has to take his losses."""
    if s.local.stage == 2 and overrun_won(s):
        return [Objection("7.6b", "the overrun succeeded: losses must be taken, there is no retreat")]
    return []


def withdraw(s: State) -> None:
    """All stricken units retreat, as many hexes as are still owed."""
    b: Battle = s.local
    update(s, fleeing=stricken(s), span=b.owed, owed=0)  # 10.1a, 10.2a, 9.5j, 9.5k


LOSE = Verb("lose", (one(PIECE, lose_bans, lambda s: s.data.all_pieces),), lose,
            help="lose UNIT: it loses a step")  # fmt: skip
WITHDRAW = Verb("withdraw", (), withdraw, bars=(no_withdrawal,), help="retreat all units instead")


# -- retreating -------------------------------------------------------------------------------


def _threats(s: State) -> Bits:
    """Where the enemy units stood that caused the retreat."""
    b: Battle = s.local
    return b.fronts if b.stage == 1 else b.targets  # 10.7d


def retreat_bans(s: State, unit: int) -> list[Ban]:
    """Every hex a unit cannot retreat into, and why."""
    d, here = s.data, s.place[unit]
    side = side_of(s, unit)
    near = d.adjacent[here]
    distance = d.board.distance
    threats = list(scan(_threats(s)))
    now = min(distance(here, t) for t in threats)
    far = bits(h for h in scan(near) if min(distance(h, t) for t in threats) > now)
    enemy_zone = zone(s, 1 - side) & ~s.held[side]  # 10.7g
    safe = near & far & ~s.held[1 - side] & ~s.crowd[d.stacking] & ~enemy_zone
    empty = safe & ~s.held[side]

    def how_far(hex_: int) -> dict[str, int]:
        return {"before": now, "after": min(distance(hex_, t) for t in threats)}

    return [
        Ban("10.7a", "{it} is not adjacent over land", d.all_places & ~near),
        Ban("10.7a", "{it} holds an enemy unit", near & s.held[1 - side]),
        Ban(
            "10.7c",
            "{it} leads no farther from the enemy: {before} hexes before, {after} there",
            near & ~far,
            how_far,
        ),
        Ban("10.7e", "{it} already holds three units", near & s.crowd[d.stacking]),
        Ban("10.7f", "{it} is in an enemy ZOC", near & enemy_zone),
        Ban("10.8a", "{it} is occupied, and an empty safe hex is open", safe & ~empty if empty else 0),
    ]


def safe_hexes(s: State, unit: int) -> Bits:
    """Where a unit may retreat to."""
    out = s.data.all_places
    for ban in retreat_bans(s, unit):
        out &= ~ban.where
    return out


def doom(s: State) -> None:
    """Units that must retreat and have nowhere to go are eliminated."""
    b: Battle = s.local
    if b.walker >= 0 and not safe_hexes(s, b.walker):
        eliminate(s, b.walker, "10.7b")  # 10.2b, 4.8b
        b = update(s, fleeing=b.fleeing & ~(1 << b.walker), hurt=b.hurt | 1 << b.walker, walker=-1)
    if b.walker < 0 and not any(safe_hexes(s, unit) for unit in scan(b.fleeing)):
        for unit in scan(b.fleeing):
            eliminate(s, unit, "10.7b")
        update(s, fleeing=0)


def fleeing(s: State) -> bool:
    """Is there still a unit to retreat?"""
    return bool(s.local.fleeing)


def retreater_bans(s: State) -> list[Ban]:
    """Every unit that cannot retreat now, and why."""
    b: Battle = s.local
    waiting = b.fleeing & ~(1 << b.walker) if b.walker >= 0 else 0
    cut_off = bits(u for u in scan(b.fleeing & ~waiting) if not safe_hexes(s, u))
    return [
        Ban("10.6a", "{it} is not among the units that have to retreat", s.data.all_pieces & ~b.fleeing),
        Ban("10.6b", "{it} waits until the unit on its way has finished", waiting),
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
        retreated=b.retreated | 1 << unit,
        hurt=b.hurt | 1 << unit,
        left_behind=b.left_behind | 1 << came_from if first else b.left_behind,
        trail=b.trail | 1 << to if first and left else b.trail,
    )
    if b.overrun and b.stage == 2:
        s.halted |= 1 << unit  # 7.7c


RETREATER = one(PIECE, retreater_bans, lambda s: s.data.all_pieces)
REFUGE = one(PLACE, retreat_bans, lambda s: s.data.all_places, "to")
RETREAT = Verb("retreat", (RETREATER, REFUGE), retreat, help="retreat UNIT to HEX")


# -- advancing --------------------------------------------------------------------------------


def advancing_side(s: State) -> int:
    """Who may advance: the attacker if a hex fell to him, else the defender if he stood unhurt."""
    b: Battle = s.local
    if b.targets & ~s.held[1 - s.side]:
        return s.side
    return 1 - s.side


def _victors(s: State) -> Bits:
    """The units that may advance and have not yet."""
    b: Battle = s.local
    if advancing_side(s) == s.side:
        return on_map(s, b.attackers) & ~b.retreated & ~b.advanced  # 10.9b, 10.3c
    if b.split or b.overrun or s.data.crt(b.die, b.column, s.options)[0]:  # 10.3d, 7.7e
        return 0
    return on_map(s, b.defenders) & ~b.hurt & ~b.advanced  # 10.9c


def _ground(s: State, unit: int) -> tuple[Bits, Bits]:
    """The emptied hexes next to a unit, and those beyond them that a two-hex retreat left."""
    b: Battle = s.local
    d, side = s.data, side_of(s, unit)
    won = (b.targets if side == s.side else b.fronts) & ~s.held[1 - side] & d.adjacent[s.place[unit]]
    won &= ~s.crowd[d.stacking]
    through = won & b.left_behind  # 10.9i
    if b.overrun and not b.targets & s.held[side]:
        return won, 0  # 7.6c: first somebody has to take the hex itself
    beyond = d.zoc(through) & b.trail & ~s.held[1 - side] & ~s.crowd[d.stacking]  # 10.9f
    return won, beyond & ~(1 << s.place[unit])


def may_advance(s: State) -> bool:
    """Is there a victor with ground to take?"""
    if s.local.closed:
        return False
    return any(any(_ground(s, unit)) for unit in scan(_victors(s)))


def advancer_bans(s: State) -> list[Ban]:
    """Every unit that cannot advance, and why."""
    b: Battle = s.local
    victors = _victors(s)
    took_part = on_map(s, b.attackers | b.defenders)
    stuck = bits(u for u in scan(victors) if not any(_ground(s, u)))
    return [
        Ban(
            "10.9a",
            "{it} took no part in this combat or is no victor",
            s.data.all_pieces & ~victors & ~took_part,
        ),
        Ban("10.9b", "{it} retreated, lost a step in defense or has advanced already", took_part & ~victors),
        Ban("10.9a", "{it} is adjacent to no emptied hex with room for it", stuck),
    ]


def ground_bans(s: State, unit: int) -> list[Ban]:
    """Every hex a unit cannot advance into, and why."""
    b: Battle = s.local
    won, beyond = _ground(s, unit)
    blocked = d_stop(s, unit) & ~beyond
    full = s.crowd[s.data.stacking] & (b.targets | b.fronts | b.trail)
    return [
        Ban(
            "10.9i",
            "all the units of the hex before {it} were eliminated: the advance ends there",
            blocked & b.trail,
        ),
        Ban("10.9a", "{it} has no room: three units are there", full),
        Ban(
            "10.9a",
            "{it} was not emptied by this combat",
            s.data.all_places & ~won & ~beyond & ~blocked & ~full,
        ),
    ]


def d_stop(s: State, unit: int) -> Bits:
    """The hexes behind an emptied hex whose defenders all died."""
    b: Battle = s.local
    won = b.targets & ~s.held[1 - s.side] & s.data.adjacent[s.place[unit]]
    return s.data.zoc(won & ~b.left_behind) & b.trail if side_of(s, unit) == s.side else 0


def advance(s: State, unit: int, to: int) -> None:
    """A victor takes ground."""
    b: Battle = s.local
    put(s, unit, to)  # 10.9g, 10.9h
    update(s, advanced=b.advanced | 1 << unit)
    s.note("10.9a", "{unit} advances into {hex}.", unit=unit, hex=to)


def must_advance(s: State) -> list[Objection]:
    """After a successful overrun one unit has to take the hex."""
    b: Battle = s.local
    if overrun_won(s) and not b.targets & s.held[s.side] and may_advance(s):
        return [Objection("7.6c", "the overrun succeeded: one unit must advance into the hex")]  # 7.0d, 10.9e
    return []


def hold(s: State) -> None:
    """Nobody advances any more."""
    update(s, closed=True)  # 10.9d


VICTOR = one(PIECE, advancer_bans, lambda s: s.data.all_pieces)
GROUND = one(PLACE, ground_bans, lambda s: s.data.all_places, "to")
ADVANCE = Verb("advance", (VICTOR, GROUND), advance, help="advance UNIT to HEX")
HOLD = Verb("done", (), hold, bars=(must_advance,), help="no more advances")


def excess(s: State) -> Bits:
    """Units in hexes that hold too many."""
    crowded = bits(h for h in scan(s.crowd[s.data.stacking]) if s.here[h].bit_count() > s.data.stacking)
    return units_in(s, crowded)


def excess_bans(s: State) -> list[Ban]:
    """Only units of an overcrowded hex are destroyed for it."""
    return [Ban("4.6e", "{it} is not in a hex with too many units", s.data.all_pieces & ~excess(s))]


def destroy(s: State, unit: int) -> None:
    """The enemy picks a unit of an overcrowded hex."""
    eliminate(s, unit, "4.6e")


DESTROY = Verb("destroy", (one(PIECE, excess_bans, lambda s: s.data.all_pieces),), destroy,
               help="destroy UNIT")  # fmt: skip
