"""Scripted players of *Leningrad* (1979): a German who attacks Leningrad or preserves divisions, a Soviet who
masses for a counterattack, waits, attacks or withdraws. Each chooses the best of a few actions drawn at
random.
"""

from random import Random
from typing import Any, NamedTuple

from grognard.core.action import Action
from grognard.core.bits import Bits, bits, scan
from grognard.kit.hex.reach import waves_back
from grognard.titles import TITLES
from grognard.titles.leningrad79.rules import surprise
from grognard.titles.leningrad79.rules.supply import supplied
from grognard.titles.leningrad79.state import GERMAN, SOVIET, zone

TITLE = TITLES["leningrad79"]
FAR = 400


class Leaning(NamedTuple):
    """The preferences of a player; numbers are percentages unless stated otherwise."""

    goal: str = "Leningrad"
    drive: float = 1.0  # how much a hex nearer to the goal is worth
    close: float = 0.0  # how much it is worth to end a move next to the enemy
    odds: float = 1.5  # the minimum column for an attack: 0 is 1-1
    overrun: float = 2.5  # the same for an overrun
    enter: int = 100  # bring a reinforcement in
    retreat: int = 50  # retreat rather than lose a step
    advance: int = 80
    air: int = 50  # commit air units, attacking or defending
    interdict: int = 50
    forts: int = 80
    rest: float = 0.0  # how much it is worth to have a reduced unit in a city
    walk: int = 100  # move at all, each time it could
    gather: float = 0.0  # how much it is worth to end on a friendly unit


GERMANS = {
    "driving": Leaning(close=1.0, odds=1.5, overrun=2.5, air=70, retreat=70),
    "careful": Leaning(odds=2.5, overrun=4.0, rest=6.0, air=60, interdict=80, retreat=80),
    "reckless": Leaning(close=2.5, odds=-1.0, overrun=-0.5, retreat=30, air=40),
    "timid": Leaning(drive=0.25, odds=4.0, overrun=9.0, rest=8.0, retreat=95, advance=30, walk=60, air=80),
    "brief": Leaning(odds=2.0, overrun=3.0, rest=6.0, retreat=80, walk=80),
    "idle": Leaning(drive=0.0, odds=3.0, overrun=9.0, walk=6, air=30, interdict=90),
}
SOVIETS = {
    "massing": Leaning(drive=0.6, close=0.5, odds=0.5, overrun=2.0, gather=1.0),
    "delaying": Leaning(odds=9.0, overrun=9.0, enter=12, retreat=95, forts=25),
    "striking": Leaning("East Prussia", close=4.0, odds=-1.0, overrun=0.5, retreat=30, advance=95, gather=0.5),
    "melting": Leaning("far corner", close=-6.0, odds=9.0, overrun=9.0, enter=8, retreat=100, forts=10),
    "terse": Leaning(odds=1.0, overrun=2.0, retreat=60, walk=60, gather=0.5),
    "stubborn": Leaning(drive=1.5, odds=2.0, overrun=4.0, retreat=0, forts=100, gather=0.5),
}


# -- judging actions --------------------------------------------------------------------------


def nearness(goal: Bits) -> dict[int, int]:
    """The distance of each hex from a goal on foot, in half Movement Points."""
    d = TITLE.data
    rings = waves_back(goal, FAR, d.foot, d.land)
    return {place: at for at, ring in enumerate(rings) for place in scan(ring)}


NEAR = {
    "Leningrad": nearness(TITLE.data.leningrad),
    "East Prussia": nearness(TITLE.data.prussia),
    "far corner": nearness(TITLE.data.board.named(["2913"])),
}


def column(name: str) -> int:
    """The number of a column: 0 is 1-1, 2 is 3-1, -1 is 1-2."""
    attack, defense = map(int, name.split("-"))
    return attack - 1 if defense == 1 else 1 - defense


def prospects(s: Any, action: Action) -> float:
    """The expected column of an attack or overrun."""
    odds = TITLE.odds(s, action, 0)
    columns = odds.columns if odds else {"1-9": 1.0}
    return sum((column(name) * chance for name, chance in columns.items()), 0.0)


def gain(s: Any, action: Action, me: Leaning) -> float:
    """The value of an action for a player with these preferences; actions below zero are not played."""
    match action.verb:
        case "attack":
            return prospects(s, action) - me.odds
        case "overrun":
            return prospects(s, action) - me.overrun
        case "move":
            return _march(s, bits((action.args[0],)) | action.args[1], action.args[2][-1], me)
        case "lose":
            return float(not s.data.panzers >> action.args[0] & 1)
    return 0.0


def _march(s: Any, units: Bits, end: int, me: Leaning) -> float:
    start = next(s.place[unit] for unit in scan(units))
    enemy = zone(s, 1 - s.side)
    near = NEAR["East Prussia" if surprise.bound(s) else me.goal]
    nearer = (near.get(start, FAR) - near.get(end, FAR)) / 2
    worth: float = me.drive * nearer if near.get(end, FAR) < FAR else -1.0
    worth += me.close * ((enemy >> end & 1) - (enemy >> start & 1)) * units.bit_count()
    worth += me.gather * (s.held[s.side] >> end & 1)
    if s.here[start].bit_count() > s.data.stacking:
        worth += 3.0 * units.bit_count()
    if s.side == GERMAN:
        if not supplied(s, GERMAN) >> end & 1:
            worth -= 4.0
        if me.rest and units & s.reduced:
            cities = s.data.city | s.data.soviet_city | s.data.prussia
            worth += me.rest * ((cities >> end & 1) - (cities >> start & 1))
    return worth


# -- choosing ---------------------------------------------------------------------------------


def choose(s: Any, me: Leaning, random: Random) -> Action:
    """The next action of a player."""
    offered = {verb.name for verb, _ in TITLE.verbs(s)}
    roll = random.randrange(100)

    def some(verb: str) -> Action:
        while (action := TITLE.sample(s, random.randrange, 0)).verb != verb:
            pass
        return action

    match TITLE.step(s).name:
        case "german-movement" | "soviet-movement" | "german-combat" | "soviet-combat":
            return _best(s, me, random, offered)
        case "result" if "withdraw" in offered and roll < me.retreat:
            return some("withdraw")
        case "result":
            return max((some("lose") for _ in range(5)), key=lambda action: gain(s, action, me))
        case "advance":
            return some("advance") if "done" not in offered or roll < me.advance else Action("done")
        case "air-support":
            return some("air") if roll < me.air else Action("done")
        case "german-interdiction":
            return _raid(s, random) if roll < me.interdict else Action("done")
        case "soviet-fortification":
            return some("fortify") if roll < me.forts else Action("done")
    return TITLE.sample(s, random.randrange, 0)


def _best(s: Any, me: Leaning, random: Random, offered: set[str]) -> Action:
    """The best of a few actions; `done` if none has a positive value."""
    bound = "done" not in offered
    if "enter" in offered and (bound or random.randrange(100) < me.enter):
        return next(a for _ in range(10_000) if (a := TITLE.sample(s, random.randrange, 0)).verb == "enter")
    if not bound and not TITLE.step(s).name.endswith("combat") and random.randrange(100) >= me.walk:
        return Action("done")
    for number in (10, 40):
        tries = {TITLE.sample(s, random.randrange, 0) for _ in range(number)}
        worth = {gain(s, action, me): action for action in tries if action.verb not in ("enter", "done")}
        if worth and (max(worth) > 0 or bound):
            return worth[max(worth)]
    return TITLE.sample(s, random.randrange, 0) if bound else Action("done")


def _raid(s: Any, random: Random) -> Action:
    """Interdict a hex next to a Soviet unit, or one that is already interdicted."""
    hexes = s.raid if s.raid and random.random() < 0.5 else s.data.zoc(s.held[SOVIET]) | s.held[SOVIET]
    return Action("interdict", (random.choice(list(scan(hexes))),))


PLAYERS = (GERMANS, SOVIETS)
EACH = 12  # records of each scenario
STRIDE = 1  # distance between option sets
PLAYTHROUGH = ("campaign", "brief", "terse", 5, ())
