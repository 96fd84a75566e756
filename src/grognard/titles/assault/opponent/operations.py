"""What each side wants over several turns, found on the map: cuts, works to hold, supply to reopen or to guard, prizes.

The operations are those of `opponents.operations`. Their guards are the places to be held or closed and by whom; the
force of a `seize` goes for its objective; a `relieve` whose objective is held by Russians is for whoever can attack it.
"""

from collections.abc import Iterable, Iterator

from ....core.bits import Bits, scan
from ....opponents.operations import Operation
from ..rules import supply
from ..rules.zones import zone
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, factor, grade, on_map, put, steps_lost
from .battle_odds import column, defense, strength
from .evaluation import goals, prize, prizes, taken
from .german import GermanPlan
from .opportunities import Group, Opportunities, divisions
from .posts import TURN, Posts
from .supply_cuts import Cut, Lifelines, Raider, best_cut, raiders

CUTS = 3  # proposals of each kind, at most
GUARDS = 2
MARCHES = 3
NEAR = 7  # hexes from a headquarters in which its supply may be reopened
SAFE = 1.0  # a loss by cuts that nobody is sent against
HELD_AGAINST = 4  # the column of the odds from which works are given up: 2:1
KEY_HELD_AGAINST = 5  # and a fortified city: 3:1
WATCHED = 3  # turns before the Germans can be there in which reserves come up
RESERVES = 2  # behind a fortified city
HEX = 6  # sixths: how much nearer a reserve comes for a step of danger, or rather than stay
GARRISONED = 6  # hexes from the city, within which its garrison is reserve enough
RESERVED = 20.0  # the value of the first: more than that of works
EARLY = 8  # the last turn in which the city sends divisions out for that
SAFE_FOR = 1.5  # turns for which a town is safe that is left to its Workers
TRIED = 6  # hexes for a guard
SOON = 2  # turns within which units come together to retake a place
EVEN = 2  # the column of the least odds for that: 1:1


def together(wanted: Iterable[Operation]) -> tuple[Operation, ...]:
    """The operations that can be carried out together, the first ones first; none without all of its guards."""
    out: list[Operation] = []
    taken: Bits = 0
    for one in wanted:
        if any(not group for _, group in one.guards):
            continue
        if not one.units & taken or (one.force & ~taken and not one.guards):
            out.append(one._replace(force=one.force & ~taken))
            taken |= one.units
    return tuple(out)


# -- Germans ----------------------------------------------------------------------------------


def german(plan: GermanPlan) -> list[Operation]:
    """Proposals for the Germans, who have this plan without them; it has been made."""
    s, look = plan.s, plan.look
    out = [*_reliefs(s, look), *_seizures(plan)]
    return [*out, *_guarded(plan)]


def _reliefs(s: State, look: Opportunities) -> Iterator[Operation]:
    """Ways to reopen the supply of headquarters that have none."""
    d, lines = s.data, Lifelines(s, look.w)
    staffs = on_map(s, GERMAN) & d.stacks["headquarters"] & ~lines.fed & ~s.fresh
    if not staffs or s.turn >= d.turns:
        return
    found: list[Operation] = []
    for target in scan(s.held[RUSSIAN] & ~d.city):
        if (worth := _reopened(s, lines, staffs, target)) > SAFE:
            found.append(Operation("relieve", target, 0, worth))
    near = 0
    for hq in scan(staffs):
        near |= 1 << d.twin.get(s.place[hq], s.place[hq])
    for _ in range(NEAR):
        near |= d.around(near)
    closed = near & zone(s, RUSSIAN) & d.land & ~s.held[RUSSIAN] & ~s.held[GERMAN]
    groups = [(group, look.reach(group.one)) for group in look.groups(look.movers()) if group.place < d.board.box]
    for place in scan(closed):
        fed = lines.staffs_fed(lines.ground | 1 << place) & staffs
        worth = sum(lines.worth(hq) for hq in scan(fed))
        able = [group for group, ends in groups if ends >> place & 1]
        if worth > SAFE and able:
            best = min(able, key=lambda group: (group.gait == "motor", group.strength, group.units))
            found.append(Operation("relieve", place, 0, worth, guards=((place, best.units),)))
    yield from sorted(found, key=lambda one: (-one.value, one.objective))[:CUTS]


def _reopened(s: State, lines: Lifelines, staffs: Bits, target: int) -> float:
    """What the corps of these headquarters gain if a Russian unit is gone."""
    t, bit = s.copy(), 1 << target
    for hexes in (t.held, t.strong, t.loose):
        hexes[RUSSIAN] &= ~bit
    fed = lines.staffs_fed(supply.open_to(t, GERMAN)) & staffs
    return sum(lines.worth(hq) for hq in scan(fed))


def _seizures(plan: GermanPlan) -> list[Operation]:
    """Prizes for corps that have another goal, the best for their distance first."""
    s, d, look = plan.s, plan.d, plan.look
    found: list[Operation] = []
    open_ = prizes(s) & ~d.interior
    for corps in d.headquarters:
        mine = [g for g in plan.groups if g.corps == corps and g.place < d.board.box and not g.units & plan.guards]
        force = 0
        for group in mine:
            force |= group.units
        if not mine:
            continue
        lead = max(mine, key=lambda group: (group.strength, group.units))
        for place in scan(open_ & ~goals(s, corps)):
            turns = look.far(lead.gait, 1 << place)[lead.place] / d.allowance[lead.one]
            if turns <= min(4.0, s.data.turns - s.turn):
                found.append(Operation("seize", place, force, prize(s, place, look.w) / (1.0 + turns)))
    return sorted(found, key=lambda one: (-one.value, one.objective, one.force))[:MARCHES]


def _guarded(plan: GermanPlan) -> Iterator[Operation]:
    """Guards against the worst cuts that Russians could make after this plan."""
    t, d, w = plan.draft.t.copy(), plan.d, plan.w
    other = Opportunities(t, RUSSIAN, w)
    free = on_map(t, RUSSIAN) & ~d.rooted & ~d.stacks["worker"]
    able = raiders(t, [(unit, other.reach(unit)) for unit in scan(free)])
    busy = plan.attackers | plan.guards
    for _ in range(GUARDS):
        lines = Lifelines(t, w)
        worst = best_cut(lines.cuts(able))
        if worst is None or worst.loss <= SAFE:
            return
        found = _guard(plan, t, lines, able, worst, busy)
        if found is None:
            return
        ((place, units),) = found.guards
        busy |= units
        for unit in scan(units):
            put(t, unit, place)
        yield found


def _guard(
    plan: GermanPlan, t: State, lines: Lifelines, able: list[Raider], worst: Cut, busy: Bits
) -> Operation | None:
    """The group and the hex that leave least of the worst cut."""
    d, look = plan.d, plan.look
    spots = 0
    for unit, place in worst.posts:
        wide = next(one.wide for one in able if one.unit == unit)
        spots |= (lines.closes(place, wide) | 1 << place) & ~t.held[RUSSIAN]
    full = divisions(t, on_map(t, GERMAN))
    best: tuple[float, int, Group] | None = None
    for group in plan.groups:
        if group.units & busy or group.place >= d.board.box:
            continue
        ends = look.reach(group.one) & plan.regions[group.corps] & spots & ~(full & ~(1 << t.place[group.one]))
        for place in list(scan(ends))[:TRIED]:
            after = t.copy()
            for unit in scan(group.units):
                put(after, unit, place)
            left = best_cut(Lifelines(after, look.w).cuts(able, 1))
            gain = worst.loss - (left.loss if left else 0.0) - 0.1 * group.strength / 4 * (group.gait == "motor")
            if best is None or (gain, -place) > (best[0], -best[1]):
                best = gain, place, group
    if best is None or best[0] <= SAFE:
        return None
    gain, place, group = best
    return Operation("guard", place, 0, 0.5 * gain, guards=((place, group.units),))


# -- Russians ---------------------------------------------------------------------------------


def russian(plan: Posts) -> list[Operation]:
    """Proposals for the Russians: cuts of supply, and works worth holding."""
    s, d = plan.s, plan.d
    lines = Lifelines(s, plan.w)
    ranked = sorted(plan.cuts(lines), key=lambda cut: (-plan.gain_of(lines, cut), cut.posts))
    out: list[Operation] = []
    seen: set[Bits] = set()
    for cut in ranked:
        if len(out) == CUTS or s.turn >= d.turns:
            break
        if cut.staffs in seen or plan.gain_of(lines, cut) <= 0:
            continue
        seen.add(cut.staffs)
        posts = tuple((place, 1 << unit) for unit, place in cut.posts)
        out.append(Operation("cut", cut.posts[0][1], 0, plan.gain_of(lines, cut), guards=posts))
    return [*out, *_works(plan), *_retakes(plan)]


def _retakes(plan: Posts) -> list[Operation]:
    """Scoring hexes of the main map that enough units can reach together and take back."""
    s, d, look = plan.s, plan.d, plan.look
    found: list[Operation] = []
    for place in scan(taken(s) & d.main):
        far = {group.units: look.far(group.gait, 1 << place)[group.place] for group in plan.groups if _afield(s, group)}
        force = [g for g in plan.groups if _afield(s, g) and far[g.units] <= SOON * d.allowance[g.one]]
        there = s.here.get(place, 0) & d.side[GERMAN]
        strong = sum(group.strength for group in force)
        if not force or (there and column(d, strong, defense(s, place, there, GERMAN, 0)) < EVEN):
            continue
        units = sum(group.units for group in force)
        found.append(Operation("retake", place, units, 0.4 * prize(s, place, look.w)))
    return sorted(found, key=lambda one: (-one.value, one.objective))[:MARCHES]


def _afield(s: State, group: Group) -> bool:
    """Whether a group is on the main map outside the city."""
    return bool(s.data.main >> group.place & 1 and not s.data.city >> group.place & 1)


def _works(plan: Posts) -> Iterator[Operation]:
    """Works that a unit can hold against what the Germans can bring; fresh ones nearby relieve a worn one."""
    s, d, look = plan.s, plan.d, plan.look
    for place in scan(d.strong & s.held[RUSSIAN] & d.main):
        units = s.here[place] & d.side[RUSSIAN] & d.slots[0] & look.movers()
        if not units or plan.arrival(place) > WATCHED * TURN:
            continue
        key = bool(d.kind.get("fortified city", 0) >> place & 1)
        fresh = _fresh(plan, place) if key else -1
        old = units.bit_length() - 1
        if fresh >= 0 and _steps(s, fresh) > _steps(s, old):
            units = 1 << fresh
        force, fronts = look.siege(place)
        odds = column(d, strength(s, force), defense(s, place, units, RUSSIAN, fronts)) if force else -1
        if plan.arrival(place) <= 2 * TURN and odds < (KEY_HELD_AGAINST if key else HELD_AGAINST):
            worth = 2.0 + plan.value(place) + factor(s, units.bit_length() - 1)
            yield Operation("hold", place, 0, worth, guards=((place, units),))
        if key and d.distance[place] > GARRISONED:
            yield from _reserves(plan, place, units)


def _reserves(plan: Posts, place: int, holders: Bits) -> Iterator[Operation]:
    """Fresh divisions that stay, or come, within reach of a key point, ready to relieve those who hold it."""
    s, d, look = plan.s, plan.d, plan.look
    full = divisions(s, on_map(s, RUSSIAN))
    able: list[tuple[bool, int, int, int]] = []
    for group in plan.groups:
        one = group.one
        if group.units & holders or _steps(s, one) < 2 or not _free(plan, group, s.turn <= EARLY):
            continue
        far = look.far(group.gait, 1 << place)
        ends = look.reach(one) & ~look.enemy_zone & plan.fed & d.main & ~d.strong & ~full | 1 << group.place
        near = [end for end in scan(ends & ~d.city) if far[end] <= d.allowance[one]]
        if near:
            risk = {p: far[p] + HEX * look.danger(p, group.units) - (HEX if p == group.place else 0) for p in near}
            end = min(near, key=lambda p: (risk[p], p))
            able.append((end != group.place, far[end], one, end))
    taken = 0
    for moves, turns, one, end in sorted(able):
        if taken.bit_count() < RESERVES and not taken >> end & 1:
            taken |= 1 << end
            yield Operation("reserve", end, 0, RESERVED - 3.0 * moves - turns / TURN, guards=((end, 1 << one),))


def _free(plan: Posts, group: Group, early: bool) -> bool:
    """Whether a group is not needed where it is: not in works, in a threatened town, or in a city that may soon be."""
    s, d, place = plan.s, plan.d, group.place
    if d.city >> place & 1:
        return early and plan.city_eta > WATCHED
    if (d.strong | d.interior) >> place & 1 or place >= d.board.box:
        return False
    return not s.data.scoring >> place & 1 or plan.arrival(place) > SAFE_FOR * TURN


def _steps(s: State, unit: int) -> int:
    return s.data.steps[unit] - steps_lost(s, unit)


def _fresh(plan: Posts, place: int) -> int:
    """The best unit outside works and towns that could relieve the one in some works; -1 if there is none."""
    s, look = plan.s, plan.look
    able = [group.one for group in plan.groups if _free(plan, group, False) and look.reach(group.one) >> place & 1]
    return max(able, key=lambda one: (_steps(s, one), factor(s, one), -grade(s, one), one), default=-1)
