"""Combat decisions: attacks, penalties, retreats and advances."""

from ....core.action import Action
from ....core.bits import Bits, bits, scan
from ....kit.planning import Package
from ..rules import advances, combat, results, retreats, supply
from ..rules.combat import Battle
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, grade, put
from .battle_odds import losses
from .evaluation import Weights, goals, prize, prizes, step_prices, taken
from .opportunities import Opportunities


def best_force(look: Opportunities, target: int, facing: Bits, support: int) -> Package | None:
    """The best attack on a hex by some of the units that face it."""
    s = look.s
    units = combat.strongest(s, facing)
    best: Package | None = None
    for low in sorted({grade(s, unit) for unit in scan(units)}):
        force = bits(unit for unit in scan(units) if grade(s, unit) <= low)
        while force:
            posts = tuple((unit, s.place[unit]) for unit in scan(force))
            back = all(look.can_retreat(unit) for unit in scan(force))
            found = look.outlook(target, posts, support, back)
            gain = found.gain - 0.05 * len(posts)
            if found.gain > -90 and (best is None or gain > best.gain):
                best = Package(target, posts, support, gain, found.column, found.freed)
            if found.gain <= -90 or len(posts) < 2:
                break
            weak = min(scan(force), key=lambda unit: (combat.attack_of(s, unit), -unit))
            force &= ~(1 << weak)
    if best is not None and not combat.enough(s, 1 << target, best.units):
        return None
    return best


# -- penalties --------------------------------------------------------------------------------


def penalty(s: State, w: Weights) -> tuple[Action, str]:
    """Retreat or lose steps, whichever is cheaper."""
    if not results.waive_bars(s):
        return Action("waive"), "The attacker has retreated."
    b: Battle = s.local
    units = results.stricken(s)
    mine = losses(s, units, w)
    stand = mine.all if b.owed >= mine.many else mine.steps[min(b.owed, 3)]
    if b.choice and not retreats.retire_bars(s):
        go = w.retreat + (mine.all if b.owed - 1 >= mine.many else mine.steps[min(b.owed - 1, 3)])
        if b.stage == results.DEFENDER:
            look = Opportunities(s, s.side, w)
            ground = sum(look.ground(hex_) for hex_ in scan(b.targets))
            go += ground + 0.3
            stand += ground if b.owed >= mine.many else 0.0
        else:
            go += _let_off(s, w)
        if go <= stand:
            return Action("retire"), "Better to retreat."
    able = bits(s.title.choices(s, "lose") or ())
    who = min(scan(able), key=lambda unit: (step_prices(s, unit, w)[0], unit))
    return Action("lose", (who,)), "We take the loss."


def _let_off(s: State, w: Weights) -> float:
    """The attacker's loss by retreating: the defender's first penalty is waived, and there is no advance."""
    b: Battle = s.local
    hit = results.result_of(s).defender
    if not hit:
        return 0.0
    theirs = losses(s, results.alive(s, b.defenders | b.bystanders), w)
    look = Opportunities(s, s.side, w)
    ground = sum(look.ground(hex_) for hex_ in scan(b.targets))
    before = theirs.all + ground if hit >= theirs.many else min(theirs.steps[min(hit, 3)], w.retreat + ground)
    after = theirs.all if hit - 1 >= theirs.many else theirs.steps[min(hit - 1, 3)]
    return max(0.0, before - after)


# -- retreats ---------------------------------------------------------------------------------


def retreat(s: State, verb: str, w: Weights) -> tuple[Action, str]:
    """Retreat to where a unit is safe, supplied and useful."""
    best: tuple[float, Action] | None = None
    for unit in s.title.choices(s, verb) or ():
        for hex_ in s.title.choices(s, verb, unit) or ():
            worth = haven(s, unit, hex_)
            if best is None or worth > best[0]:
                best = worth, Action(verb, (unit, hex_))
        if best is not None:
            break
    if best is None:
        return Action("stay"), "There is nowhere to go."
    return best[1], "Out of reach."


def haven(s: State, unit: int, hex_: int) -> float:
    """How good a hex is to retreat to."""
    d = s.data
    side = GERMAN if d.side[GERMAN] >> unit & 1 else RUSSIAN
    t = s.copy()
    put(t, unit, hex_)
    out = 2.0 if supply.supplied(t, side) >> unit & 1 else 0.0
    around = d.zoc(1 << hex_)
    out -= 0.5 * (around & s.held[1 - side]).bit_count() + 0.2 * (d.zoc(around) & s.held[1 - side]).bit_count()
    out += 0.3 * d.multiple(hex_, side)
    if side == RUSSIAN:
        out += 1.5 * bool(d.strong >> hex_ & 1) + bool(d.scoring >> hex_ & 1) - 0.05 * d.distance[hex_]
        return out
    if d.stacks["headquarters"] >> unit & 1:
        out += 3.0 * bool(s.here.get(hex_, 0) & d.side[GERMAN])
    elif d.fringe >> hex_ & 1:  # at the end of the turn it returns to a hex that may be full
        home = d.twin[hex_]
        others = s.here.get(home, 0) | sum(s.here.get(place, 0) for place in scan(d.fringe_of[home]))
        out -= 8.0 * bool(others & d.side[GERMAN] & d.slots[0] & ~d.of_division.get(unit, 1 << unit))
    return out


# -- advances ---------------------------------------------------------------------------------


def advance(s: State, w: Weights) -> tuple[Action, str]:
    """Advance where it is worthwhile, with whole divisions."""
    look = Opportunities(s, s.side, w)
    best: tuple[float, int, int] | None = None
    for unit in scan(advances.victors(s)):
        for hex_ in scan(advances.ground(s, unit)):
            worth = _advance_worth(look, unit, hex_)
            if worth > 0 and (best is None or (worth, -unit) > (best[0], -best[1])):
                best = worth, unit, hex_
    if best is None:
        return Action("hold"), "We stay where we are."
    return Action("advance", best[1:]), "The ground is ours."


def _advance_worth(look: Opportunities, unit: int, hex_: int) -> float:
    """The value of a unit's advance into a hex."""
    s, d, w = look.s, look.d, look.w
    here, bit = s.place[unit], 1 << unit
    mates = d.of_division.get(unit, bit)
    if s.here.get(hex_, 0) & mates:
        return 3.0
    side = s.side
    units = s.here[here] & mates | bit
    out = w.fear * (look.danger(here, units) - look.danger(hex_, units))
    if (alone := s.here[here] & d.stacks["headquarters"]) and not s.here[here] & d.ground & ~alone & ~units:
        return -1.0  # a headquarters is not left alone
    if side == RUSSIAN:
        if (d.strong | d.scoring | d.interior) >> here & 1 and not taken(s) >> hex_ & 1:
            return -1.0
        return out - 0.5 + (prize(s, hex_, w) if taken(s) >> hex_ & 1 else 0.0) + 1.5 * bool(d.strong >> hex_ & 1)
    if (s.captured & ~s.forfeit) >> here & 1:
        return -1.0
    if prizes(s) >> hex_ & 1:
        if not d.garrisons >> hex_ & 1 or d.stacks["one"] & bit or units.bit_count() > 1:
            out += prize(s, hex_, w)
    elif d.garrisons >> hex_ & 1 and not s.captured >> hex_ & 1:
        return -1.0
    t = s.copy()
    put(t, unit, hex_)
    if not supply.supplied(t, GERMAN) & bit:
        out -= 4.0
    goal = goals(s, d.of_corps.get(unit, ""))
    near = min((d.board.distance(d.twin.get(hex_, hex_), d.twin.get(g, g)) for g in scan(goal)), default=0)
    now = min((d.board.distance(d.twin.get(here, here), d.twin.get(g, g)) for g in scan(goal)), default=0)
    out += 0.6 * (now - near) + 0.8 * bool(d.strong >> hex_ & 1) + 0.6 * bool(d.lines >> hex_ & 1)
    return out + (1.0 if d.interior >> hex_ & 1 else 0.0) + 0.3
