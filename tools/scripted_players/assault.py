"""How scripted players of the games of the family choose: the best of a few actions drawn at random, or what a computer
would do. Who plays is in the module of each game.
"""

from collections import deque
from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

from grognard.core.action import Action
from grognard.core.bits import Bits, scan
from grognard.kit.opponent import UNLIMITED, Officer
from grognard.titles import TITLES
from grognard.titles.assault.data.components import Components
from grognard.titles.assault.rules.zones import zone
from grognard.titles.assault.ruleset import GERMAN

FAR, LEASH = 99, 5
MOVING = ("german-movement", "mechanized", "russian-movement")


class Leaning(NamedTuple):
    """The preferences of a player; numbers are percentages unless stated otherwise."""

    goal: str = "city"
    drive: float = 1.0  # how much a hex nearer to the goal is worth
    close: float = 0.0  # how much it is worth to end a move in an enemy zone
    odds: float = 2.0  # the minimum odds for an attack
    enter: int = 100  # bring a reinforcement in
    retreat: int = 50  # retreat rather than lose a step
    advance: int = 80
    air: int = 80  # send an air unit
    strike: int = 20  # against the fleet
    walk: int = 99  # move at all, each time it could
    shift: int = 10  # transfer a unit, where it can
    watch: int = 5  # change the setting for being asked
    sail: int = 30
    fed: float = 3.0  # how much a hex too far from headquarters costs
    sense: int = 85  # do what a computer would
    level: str = "recruit"  # of that computer


# -- judging actions --------------------------------------------------------------------------


@cache
def nearness(d: Components, goal: str) -> dict[int, int]:
    """The distance to a goal in hexes, also across the edge of the inset."""
    hexes = _goal(d, goal)
    out, queue = dict.fromkeys(scan(hexes), 0), deque(scan(hexes))
    while queue:
        place = queue.popleft()
        others = d.around(1 << place) | d.district.get(place, 0) | d.fringe_of.get(place, 0)
        for other in (*scan(others & d.land), *((d.twin[place],) if place in d.twin else ())):
            if other not in out:
                out[other] = out[place] + 1
                queue.append(other)
    return out


def _goal(d: Components, goal: str) -> Bits:
    match goal:
        case "city":
            return d.interior
        case "east":
            return d.area["east edge"] if "east edge" in d.area else d.area["E"]
        case "west":
            return d.edge[GERMAN] & d.land
        case "towns":
            return d.garrisons | d.scoring & d.main
    raise ValueError(goal)


def prospects(s: Any, action: Action) -> float:
    """The odds of an attack."""
    found = s.title.odds(s, action, 0)
    if not found:
        return 0.0
    attack, _, defense = found.column.partition(":")
    return 9.0 if not defense else int(attack) / int(defense)


def gain(s: Any, action: Action, me: Leaning) -> float:
    """The value of an action for a player with these preferences; actions below zero are not played."""
    match action.verb:
        case "attack":
            return prospects(s, action) - me.odds + 0.01
        case "move" | "enter":
            unit, path = action.args[0], action.args[1]
            return _march(s, unit, path[-1] if isinstance(path, tuple) else path, me)
        case "lose":
            return float(s.data.two_sided & ~s.reduced) if s.data.two_sided >> action.args[0] & 1 else 0.0
    return 0.0


def _march(s: Any, unit: int, end: int, me: Leaning) -> float:
    start, near, enemy = s.place[unit], nearness(s.data, me.goal), zone(s, 1 - s.side)
    worth: float = me.drive * (near.get(start, FAR) - near.get(end, FAR))
    worth += me.close * ((enemy >> end & 1) - (enemy >> start & 1))
    if s.side == GERMAN:
        worth -= me.fed * (_stray(s, unit, end) - _stray(s, unit, start))
    return worth


def _stray(s: Any, unit: int, at: int) -> int:
    """How many hexes a German unit is too far from its headquarters, or a headquarters too far ahead of its corps."""
    d = s.data
    corps = d.of_corps.get(unit, "")
    mind = d.headquarters.get(corps)
    if mind is None or at not in d.distance:
        return 0
    if mind != unit:
        return int(max(0, d.board.distance(d.twin.get(at, at), d.twin.get(s.place[mind], s.place[mind])) - LEASH))
    men = [d.distance[s.place[other]] for other in scan(d.corps[corps] & ~(1 << mind)) if s.place[other] in d.distance]
    return max(0, min(men) + 1 - d.distance[at]) if men else 0


# -- choosing ---------------------------------------------------------------------------------


@lru_cache(2)
def _adviser(_game: Random, _side: int, title: str, level: str) -> Officer:
    """The computer that a player consults, the same for a whole game."""
    return TITLES[title].opponents().officers[level]()


def choose(s: Any, me: Leaning, random: Random) -> Action:
    """The next action of a player."""
    title = TITLES[s.title.name]
    if random.randrange(100) < me.sense:
        return _adviser(random, title.decider(s), s.title.name, me.level).decide(s, random.randrange, UNLIMITED)[0]
    offered = {verb.name for verb, _ in title.verbs(s)}

    def sometimes(chance: int) -> bool:
        return random.randrange(100) < chance

    def some(*verbs: str) -> Action:
        return next(a for _ in range(100_000) if (a := title.sample(s, random.randrange, 0)).verb in verbs)

    match title.step(s).name:
        case step if step in MOVING or step.endswith("-combat"):
            if "sail" in offered and sometimes(me.sail) and s.struck == 0:
                return some("sail") if sometimes(20) else _best(s, me, random, offered)
            if "transfer" in offered and sometimes(me.shift):
                return some("transfer")
            if offered & {"watch", "rest"} and sometimes(me.watch):
                return some("watch", "rest")
            return _best(s, me, random, offered)
        case "regroup":
            return some("transfer") if "transfer" in offered and sometimes(me.shift) else Action("done")
        case "german-bombardment" | "russian-bombardment":
            if "strike" in offered and sometimes(me.strike):
                return some("strike")
            return some("bombard") if "bombard" in offered and sometimes(me.air) else Action("done")
        case "german-support" | "russian-support":
            return some("support") if sometimes(me.air) else Action("done")
        case "penalty":
            if "retire" in offered and sometimes(me.retreat):
                return some("retire")
            return some("waive") if "waive" in offered and sometimes(80) else some("lose", "retire", "waive")
        case "advance":
            return some("advance") if "advance" in offered and sometimes(me.advance) else some("hold")
        case "aim":
            return some("aim", "lift") if offered & {"aim", "lift"} and sometimes(70) else Action("done")
        case "appearance":
            return some("appear") if "appear" in offered and sometimes(me.enter) else Action("done")
    return title.sample(s, random.randrange, 0)


def _best(s: Any, me: Leaning, random: Random, offered: set[str]) -> Action:
    """The best of a few actions; `done` if none has a positive value."""
    title = TITLES[s.title.name]
    bound = "done" not in offered
    if "enter" in offered and (bound or random.randrange(100) < me.enter):
        return next(a for _ in range(100_000) if (a := title.sample(s, random.randrange, 0)).verb == "enter")
    if not bound and title.step(s).name in MOVING and random.randrange(100) >= me.walk:
        return Action("done")
    for number in (10, 40):
        tries = {title.sample(s, random.randrange, 0) for _ in range(number)}
        worth = {gain(s, action, me): action for action in tries if action.verb in ("move", "attack")}
        if worth and (max(worth) > 0 or bound):
            return worth[max(worth)]
    return title.sample(s, random.randrange, 0) if bound else Action("done")
