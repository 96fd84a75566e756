"""Combat decisions: attacks, air support, results, retreats and advances."""

from ....core.action import Action
from ....core.bits import Bits, lowest, scan
from ....kit.planning import Order, Package
from ..rules import combat as rules
from ..rules import results, surprise
from ..rules.results import safe_hexes, stricken
from ..rules.supply import supplied
from ..state import GERMAN, SOVIET, UNTRIED, State, side_of, zone
from .battle_odds import BattleOdds
from .evaluation import Weights, ground, ground_price, step_price, unit_price
from .opportunities import Opportunities
from .order_check import fed_after


def combat(s: State, w: Weights) -> tuple[Action, str]:
    """The most profitable remaining attack, with as many units as needed."""
    look = Opportunities(s, s.side, w)
    able = rules.able_attackers(s)
    owed = surprise.bound(s)
    best: Package | None = None
    crowd: dict[int, int] = dict.fromkeys(scan(s.held[s.side]), 1)
    targets = rules.attackable(s) & zone(s, s.side)
    for target in scan(targets):
        near = rules.facing(s, 1 << target) & able
        found = look.package(target, scan(near), lambda unit: 1 << s.place[unit], crowd, lambda _unit, _post: 0.05)
        if found and (best is None or found.gain > best.gain):
            best = found
    if best is not None and best.gain > w.attack / 2:
        units = best.units
        action = Action("attack", (best.target, 0, units))
        if owed and s.title.explain(s, action):
            units |= rules.attacker_limits(s, best.target, 0).must
            action = Action("attack", (best.target, 0, units))
        if not owed or not s.title.explain(s, action):
            name = rules.column_name(round(best.column))
            return action, (
                f"About {name} at {s.title.place(s, best.target)}, {round(100 * best.freed)} % to clear it."
            )
    if owed and rules.unattacked(s):
        return _duty(s, look)
    return Action("done"), "No remaining attack would pay."


def _duty(s: State, look: Opportunities) -> tuple[Action, str]:
    """Game-Turn 1: the least bad of the attacks that must be made."""
    found: list[tuple[float, Action]] = []
    for target in s.title.choices(s, "attack") or ():
        for also in s.title.choices(s, "attack", target) or ():
            every = rules.common(s, also | 1 << target)
            if also:
                found.append((-99.0, Action("attack", (target, also, every))))
                continue
            for units in dict.fromkeys((every, rules.attacker_limits(s, target, 0).must or every)):
                posts = tuple((unit, s.place[unit]) for unit in scan(units))
                gain = look.odds.gain(posts, target, look.defenders(target))[0]
                found.append((gain, Action("attack", (target, also, units))))
    best = max(found, key=lambda one: one[0])[1]
    return best, "The surprise rules leave no choice."


def air(s: State, w: Weights) -> tuple[Action, str]:
    """Air units go where a column is worth most; some are kept for what comes later in the turn."""
    b: rules.Battle = s.local
    r = BattleOdds(s, s.side, w)
    posts = tuple((unit, s.place[unit]) for unit in scan(b.attackers))
    target = lowest(b.targets)
    gains = [r.gain(posts, target, b.defenders, n, b.overrun)[0] for n in range(s.air + 1)]
    sign = 1 if s.side == GERMAN else -1
    least = w.air_held if s.side == GERMAN else w.air_in_defense
    best = max(range(s.air + 1), key=lambda n: sign * gains[n] - least * n)
    if best:
        return Action("air", (best,)), "A column is worth most here."
    return Action("done"), "The Luftwaffe is needed elsewhere."


def result(s: State, w: Weights) -> tuple[Action, str]:
    """Lose steps or give ground: whatever costs less."""
    b: rules.Battle = s.local
    units = stricken(s)
    side = results.sufferer(s)
    d = s.data
    victim = min(scan(units), key=lambda unit: (_quality(s, unit, w), -s.place[unit], unit))
    lose = Action("lose", (victim,))
    if s.title.explain(s, Action("withdraw")):
        return lose, "There is no retreat."
    back = w.retreat if side == GERMAN else w.soviet_retreat
    prices = sorted(step_price(s, unit, w) for unit in scan(units))
    steps = sum(1 if side == SOVIET or s.reduced >> unit & 1 else 2 for unit in scan(units))

    def flight(span: int) -> float:
        return back * span + sum(unit_price(s, unit, w) for unit in scan(units) if not _escapes(s, unit, span))

    going = flight(b.owed)
    staying = sum(prices[: b.owed]) if len(prices) >= b.owed else prices[0] * b.owed
    mixed = prices[0] + flight(1) if b.owed == 2 and steps > 1 else 999.0
    if b.stage == 1:
        held = sum(ground_price(s, place, w) for place in scan(b.targets))
        if side == GERMAN:
            held = max(ground_price(s, place, w) for place in scan(b.targets)) if b.targets & d.leningrad else 1.0
        going += held
        mixed += held
        if steps <= b.owed:
            staying += held
    elif b.targets & d.leningrad and not b.targets & s.held[1 - side]:
        prize = 0.5 * max(ground_price(s, place, w) for place in scan(b.targets))
        going += prize  # a unit has to occupy it
        mixed += prize
    if going < min(staying, mixed):
        return Action("withdraw"), "Ground is cheaper than losses."
    if b.stage == 1:
        return lose, "This ground must be held." if steps > b.owed else "Nobody would get away."
    return lose, "The loss is worth it."


def _quality(s: State, unit: int, w: Weights) -> float:
    """What a unit is worth compared to others that could take a loss: of Soviets the weakest goes first."""
    if unit < s.data.soviets:
        return step_price(s, unit, w)
    if s.face[unit] == UNTRIED:
        return AVERAGE
    return rules.defense_strength(s, unit) + 0.5 * rules.attack_strength(s, unit)


AVERAGE = 4.5  # the quality of an untried division


def retreat(s: State, _w: Weights) -> tuple[Action, str]:
    """Retreat to the hex where the unit is most useful."""
    known = ground(s.data)
    best, score = None, -99.0
    for unit in s.title.choices(s, "retreat") or ():
        for to in s.title.choices(s, "retreat", unit) or ():
            worth = 1.0 * (known.cover >> to & 1) + 0.4 * (known.roads >> to & 1)
            worth -= 0.05 * known.to_prize[0][to]
            if s.data.leningrad >> to & 1:
                worth += 2
            elif not _exits(s, unit, to):
                worth -= DEAD_END
            if worth > score:
                best, score = Action("retreat", (unit, to)), worth
    assert best is not None
    return best, "The best ground to retreat to."


DEAD_END = 4.0


def _exits(s: State, unit: int, place: int) -> Bits:
    """Where a unit that retreats to a hex could go on from there."""
    d, side = s.data, side_of(s, unit)
    return d.adjacent[place] & d.land & ~s.held[1 - side] & ~zone(s, 1 - side) & ~(1 << s.place[unit])


def advance(s: State, _w: Weights) -> tuple[Action, str]:
    """Advance where it is worthwhile."""
    side = results.advancing_side(s)
    best, score = None, 0.0
    must = bool(s.title.explain(s, Action("done")))
    for unit in s.title.choices(s, "advance") or ():
        for to in s.title.choices(s, "advance", unit) or ():
            worth = _advance_worth(s, side, unit, to)
            if (best is None and must) or worth > score:
                best, score = Action("advance", (unit, to)), worth
    if best is not None:
        return best, "The ground is ours to take."
    return Action("done"), "We are better placed where we are."


def _advance_worth(s: State, side: int, unit: int, to: int) -> float:
    d, known = s.data, ground(s.data)
    here = s.place[unit]
    there = s.here.get(to, 0).bit_count()
    if side == GERMAN:
        if s.local.overrun and not d.leningrad >> here & 1:
            return 1.0  # the stack stays together and moves on
        if d.victory_hexes >> to & 1:
            if there and not s.here[here] & ~(1 << unit):  # a unit has to keep the way in open (18.2b)
                after = fed_after(s, GERMAN, [Order(1 << unit, to, "")])
                if s.turn >= d.turns or d.victory_hexes >> here & 1 or (supplied(s, GERMAN) & ~after) >> to & 1:
                    return -1.0
            return 10.0 - 3 * there + (0 if d.panzers >> unit & 1 else 1)
        if not d.leningrad >> to & 1 and not fed_after(s, GERMAN, [Order(1 << unit, to, "")]) >> to & 1:
            return -1.0
        motor = d.motorized >> unit & 1
        nearer = known.to_prize[motor][here] - known.to_prize[motor][to]
        worth = 0.4 * nearer + (0.5 if known.cover >> to & 1 else 0) - (0.5 if known.cover >> here & 1 else 0)
        if d.leningrad >> to & 1:
            worth += 3
        if d.leningrad >> here & 1 and s.here[here].bit_count() <= (2 if d.victory_hexes >> here & 1 else 1):
            worth -= 20
        if d.panzers >> unit & 1 and not d.leningrad >> to & 1:
            worth -= 0.4 * sum(s.here[p].bit_count() for p in scan(d.adjacent[to] & s.held[SOVIET]))
        return worth
    if d.leningrad >> here & 1:
        return -5.0
    if d.leningrad >> to & 1:
        return 6.0 - there
    return -1.0


def _escapes(s: State, unit: int, span: int) -> bool:
    """Whether a unit can retreat this far."""
    first = safe_hexes(s, unit)
    if span == 1 or not first:
        return bool(first)
    d, b = s.data, s.local
    side = GERMAN if unit < d.soviets else SOVIET
    distance, threats = d.board.distance, list(scan(b.fronts if b.stage == 1 else b.targets))
    closed = s.held[1 - side] | zone(s, 1 - side) & ~s.held[side] | s.crowd[d.stacking]
    for place in scan(first):
        now = min(distance(place, threat) for threat in threats)
        for on in scan(d.adjacent[place] & ~closed):
            if min(distance(on, threat) for threat in threats) > now:
                return True
    return False
