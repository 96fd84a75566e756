"""Decisions within a combat: support, losses, holding, retreats and advances."""

from ....core.action import Action
from ....core.bits import Bits, bits, lowest, scan
from ..data.components import AXIS
from ..rules import advances, results, retreats, support
from ..rules.battle import Battle
from ..rules.combat import final_column, side_of, support_points
from ..rules.supply import DEFENSE, fed
from ..state import State, friendly, put, works, zone
from .corridor import Corridor
from .evaluation import Weights, faces, places, road_value, step_prices

Decision = tuple[Action, str]
GARRISON = 10  # the defense that a hex which was taken needs against a counterattack
FOLLOW = 0.6  # of the worth of such a hex, for units that follow the first


def worth_of_hex(s: State, hex_: int, side: int, w: Weights) -> float:
    """What it is worth to a side to be in a hex rather than to leave it to the enemy."""
    out = w.ground + (w.works if works(s, side) >> hex_ & 1 else 0.0)
    out += w.hold * places(s).get(hex_, 0.0)
    d = s.data
    if (d.around(1 << hex_) | 1 << hex_) & d.roads:
        corridor = Corridor(s)
        now = corridor.gap
        if side == AXIS:
            then = corridor.gap_with(1 << hex_, d.zoc[s.weather, 0](1 << hex_))
            out += max(0.0, road_value(s, then, w) - road_value(s, now, w))
        else:
            then = corridor.gap_with(0, 0, 1 << hex_, 1 << hex_)
            out += max(0.0, road_value(s, now, w) - road_value(s, then, w))
    return out


# -- support ----------------------------------------------------------------------------------


def strength(s: State, piece: int) -> int:
    """The points of support of a gun or an air unit."""
    d = s.data
    return d.counters.air[piece - d.first_air].strength if piece >= d.first_air else d.units[piece].support


def commit(s: State, side: int) -> Decision:
    """Give as much support as counts, with as few pieces as possible."""
    b: Battle = s.local
    d = s.data
    able = support.eligible(s, side)
    most = len(d.charts.support) - 1  # points beyond this are worth nothing
    theirs = support_points(s, b, 1 - side)
    if side == AXIS and theirs == 0:
        most = min(most, 1 if _comfortable(s, b) else most)
    pieces = sorted(scan(able & ~d.rockets), key=lambda piece: (-strength(s, piece), piece))
    chosen, points = 0, 0
    for piece in pieces:
        if points >= most:
            break
        chosen |= 1 << piece
        points += strength(s, piece)
    for piece in reversed(pieces):  # the smallest that is not needed
        if chosen >> piece & 1 and points - strength(s, piece) >= most:
            chosen &= ~(1 << piece)
            points -= strength(s, piece)
    chosen |= _rockets(s, b, able, chosen)
    if not chosen:
        return Action("done"), "Support would not help."
    return Action("support", (chosen,)), "Enough support to shift the odds."


def _comfortable(s: State, b: Battle) -> bool:
    """Whether the Axis player needs little support: its attack is at good odds, or the enemy's is hopeless."""
    found = final_column(s, b)
    return found.column >= 7 if s.side == AXIS else found.column <= 0


def _rockets(s: State, b: Battle, able: Bits, chosen: Bits) -> Bits:
    """Rocket units, if they raise the odds."""
    rockets = able & s.data.rockets
    if not rockets:
        return 0
    now = final_column(s, b._replace(guns=b.guns | chosen & s.data.guns))
    out = 0
    for rocket in scan(rockets):
        if out.bit_count() >= support.rocket_limit(s):
            break
        then = final_column(s, b._replace(guns=b.guns | chosen & s.data.guns | out | 1 << rocket))
        if then.column - then.change > now.column - now.change:
            out, now = out | 1 << rocket, then
    return out


def special(s: State) -> Decision:
    """Let a Special Result strike what is worth less for the rest of the turn."""
    b: Battle = s.local
    guns = results.special_guns(s)
    planes = b.planes & s.data.air[results.bearer(s)]
    if sum(strength(s, gun) for gun in scan(guns)) <= sum(strength(s, wing) for wing in scan(planes)):
        return Action("fired"), "The guns are missed less."
    return Action("flown"), "The air units are missed less."


# -- losses -----------------------------------------------------------------------------------


def lose(s: State, w: Weights) -> Decision:
    """Take the step that is worth least."""
    able = bits(s.title.choices(s, "lose") or ())
    unit = min(scan(able), key=lambda one: (step_prices(s, one, w)[0], one))
    return Action("lose", (unit,)), "The cheapest step."


def stand(s: State, w: Weights) -> Decision:
    """Try to hold a hex if it is worth more than the step that it may cost, or if there is no way back."""
    side = results.bearer(s)
    units = retreats.retreaters(s)
    hexes = bits(s.place[unit] for unit in scan(units))
    worth = sum(worth_of_hex(s, hex_, side, w) for hex_ in scan(hexes))
    cost = min((step_prices(s, unit, w)[0] for unit in scan(units & ~s.data.printed)), default=9.0)
    lost = sum(sum(step_prices(s, unit, w)) for unit in scan(units) if not retreats.routes_of(s, unit)[0])
    b: Battle = s.local
    if b.stage == results.ATTACKER and worth < 2.0 and not lost:
        return Action("yield"), "The attack has failed."
    if worth + lost > cost:
        return Action("stand"), "The hex is worth holding."
    return Action("yield"), "Better to retreat."


def evade(s: State, w: Weights) -> Decision:
    """Slip away from a strong attack unless the hex is worth a fight."""
    b: Battle = s.local
    for hex_ in s.title.choices(s, "evade") or ():
        side = 1 - s.side
        strong = final_column(s, b).column >= 4
        if strong and worth_of_hex(s, hex_, side, w) < 2.0:
            return Action("evade", (hex_,)), "The attack is too strong."
    return Action("remain"), "The hex is worth a fight."


# -- retreats ---------------------------------------------------------------------------------


def _shared(s: State, units: Bits) -> Bits:
    return retreats.shared(s, units, retreats.ways_of(s, units))


def _slips(s: State, units: Bits) -> dict[int, Bits]:
    return retreats.slip_ends(s, units, retreats.ways_of(s, units))


def retreat(s: State, w: Weights) -> Decision:
    """Retreat to the best place: supplied, away from the enemy, and useful."""
    b: Battle = s.local
    open_ = [unit for unit in scan(b.fleeing) if retreats.ways(s, unit).ends]
    if not open_:
        return _slip(s, w)
    lead = open_[0]
    more = retreats.company(s, lead)
    groups = [more, 0] if more and _shared(s, more | 1 << lead) else [0]
    for rest in groups:
        ends = _shared(s, rest | 1 << lead)
        options = s.title.choices(s, "retreat", lead)
        if not ends or options is None or rest not in options:
            continue
        best = max(scan(ends), key=lambda hex_: (haven(s, rest | 1 << lead, hex_, w), -hex_))
        return Action("retreat", (lead, rest, best)), "Out of reach, and still in supply."
    found = s.title.choices(s, "retreat", lead)
    rest = next(iter(found or (0,)))
    best = max(scan(_shared(s, rest | 1 << lead)), key=lambda hex_: haven(s, rest | 1 << lead, hex_, w))
    return Action("retreat", (lead, rest, best)), "The best way back."


def _slip(s: State, w: Weights) -> Decision:
    """Slip through an enemy ZOC; a unit on its own may lose its only step, so stacks go together."""
    b: Battle = s.local
    for lead in scan(b.fleeing):
        options = s.title.choices(s, "slip", lead) if _slips(s, 1 << lead) else None
        if options is None:
            continue
        rest = max(options, key=lambda some: (some.bit_count(), some))
        ways = _slips(s, rest | 1 << lead)
        via, hex_ = max(
            ((via, hex_) for via, ends in ways.items() for hex_ in scan(ends)),
            key=lambda way: haven(s, rest | 1 << lead, way[1], w),
        )
        return Action("slip", (lead, rest, via, hex_)), "It is the only way out."
    unit = lowest(b.fleeing)
    return Action("perish", (unit,)), "There is no way out."


def haven(s: State, units: Bits, hex_: int, w: Weights) -> float:
    """How good a place is to retreat to."""
    d = s.data
    side = side_of(s, lowest(units))
    if hex_ >= d.board.box:
        return -1.0
    around = d.around(1 << hex_)
    out = 2.0 if fed(s, side, DEFENSE, False) >> hex_ & 1 else 0.0
    out -= 0.4 * (around & s.held[1 - side]).bit_count()
    out += 0.3 * bool(s.held[side] >> hex_ & 1) + 0.8 * bool(works(s, side) >> hex_ & 1)
    out += 0.3 * min(5.0, places(s).get(hex_, 0.0)) * bool(friendly(s, side) >> hex_ & 1)
    if d.roads >> hex_ & 1:
        out += 0.6
    return out


# -- advances ---------------------------------------------------------------------------------


def advance(s: State, w: Weights, posted: Bits = 0) -> Decision:
    """Advance where the new hex is worth more than the old one; units that hold a post stay there."""
    best: tuple[float, int, int] | None = None
    for unit in scan(advances.candidates(s) & ~posted):
        for hex_ in scan(advances.ends(s, unit)):
            worth = _advance_worth(s, unit, hex_, w)
            if worth > 0 and (best is None or (worth, -unit) > (best[0], -best[1])):
                best = worth, unit, hex_
    if best is None:
        return Action("hold"), "We stay where we are."
    return Action("advance", best[1:]), "The ground is ours."


def _advance_worth(s: State, unit: int, hex_: int, w: Weights) -> float:
    d, side, here = s.data, s.side, s.place[unit]
    bit = 1 << unit
    there = s.here.get(hex_, 0) & d.side[side] & ~d.guns
    alone = not s.here[here] & d.side[side] & ~d.guns & ~bit
    old = worth_of_hex(s, here, side, w) if alone and zone(s, 1 - side) >> here & 1 else 0.0
    value = worth_of_hex(s, hex_, side, w)
    if there:
        held = sum(faces(s, one).defense for one in scan(there))
        foes = d.around(1 << hex_) & s.held[1 - side]
        value = FOLLOW * value * (1.0 - held / GARRISON) - 0.3 if foes and held < GARRISON else -1.0
    t = s.copy()
    put(t, unit, hex_)
    if not fed(t, side, DEFENSE, False) >> hex_ & 1:
        value -= 2.0
    return value - w.leave * old + 0.05 * faces(s, unit).defense
