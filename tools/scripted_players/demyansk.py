"""Scripted players of *Demyansk Shield*: an Axis player who holds, attacks, builds, flies or withdraws; a Soviet player
who attacks, infiltrates, rebuilds, withdraws or does little. Each chooses among a few actions drawn at random.
"""

from functools import cache
from random import Random
from typing import Any, NamedTuple

from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.titles import TITLES
from grognard.titles.demyansk.rules.combat import attack_sum, column_of
from grognard.titles.demyansk.rules.requirements import Requirements
from grognard.titles.demyansk.state import zone

TITLE = TITLES["demyansk"]
FAR = 60
GOALS = {"demyansk": ("2711",), "west": ("1836", "1032", "1529"), "east": ("1014", "2605")}


class Leaning(NamedTuple):
    """The preferences of a player; numbers are percentages unless stated otherwise."""

    goal: str = "demyansk"
    drive: float = 1.0  # how much a hex nearer to the goal is worth
    close: float = 1.0  # how much it is worth to end a move in an enemy zone
    walk: int = 95  # move another unit
    odd: int = 5  # a strategic move, an infiltration, or something removed, each time it could
    odds: int = 4  # the minimum column for an attack
    evade: int = 20  # try a Retreat Before Combat
    support: int = 70
    stand: int = 50  # try No Retreat
    advance: int = 80
    build: int = 50
    fly: int = 50
    refit: int = 80  # use another RP
    late: int = 3  # hold back a reinforcement


AXIS = {
    "holding": Leaning(drive=0.5, walk=70, odds=5, build=80, stand=80, support=90),
    "relieving": Leaning("west", drive=0.3, close=2.0, odds=2, walk=92, advance=95, build=20, odd=10),
    "building": Leaning(close=-1.0, walk=80, odds=7, build=98, evade=40, fly=30, odd=8),
    "flying": Leaning(close=0.5, walk=80, odds=6, fly=95, refit=95, late=15),
    "yielding": Leaning("west", drive=1.5, close=-3.0, walk=85, odds=10, evade=90, stand=10, build=10),
}
SOVIETS = {
    "striking": Leaning(close=2.0, odds=2, walk=96, advance=95, support=90),
    "seeping": Leaning(drive=1.5, close=1.0, odds=4, odd=35, evade=50),
    "saving": Leaning(drive=0.5, close=0.5, odds=6, refit=98, walk=70, stand=80, fly=90),
    "melting": Leaning("east", drive=1.0, close=-3.0, odds=10, evade=90, stand=10, walk=50),
    "terse": Leaning(odds=5, walk=60, odd=2, support=40),
}

# -- judging actions --------------------------------------------------------------------------


@cache
def nearness(goal: str) -> dict[int, int]:
    """The distance of each hex from a goal."""
    d = TITLE.data
    ring = d.board.named(GOALS[goal])
    out: dict[int, int] = {}
    for at in range(FAR):
        out |= {place: at for place in scan(ring) if place not in out}
        ring |= d.around(ring)
    return out


def gain(s: Any, action: Action, me: Leaning) -> float:
    """The value of a move for a player with these preferences; moves below zero are not played."""
    piece, way = action.args[0], action.args[-1]
    start, end = s.place[piece], way[-1] if isinstance(way, tuple) else way
    if end == s.data.exited:
        return float(FAR)
    near, enemy = nearness(me.goal), zone(s, 1 - s.side)
    worth: float = me.drive * (near.get(start, FAR) - near.get(end, FAR))
    worth += me.close * ((enemy >> end & 1) - (enemy >> start & 1))
    return worth


def prospects(s: Any, action: Action) -> int:
    """The column of an attack before any shift."""
    lead, more, force = action.args
    targets = more | 1 << lead
    return column_of(s, attack_sum(s, force, targets).total, Requirements(s).defense(targets))


# -- choosing ---------------------------------------------------------------------------------


def choose(s: Any, me: Leaning, random: Random) -> Action:
    """The next action of a player."""
    offered = {verb.name for verb, _ in TITLE.verbs(s)}

    def sometimes(chance: int) -> bool:
        return random.randrange(100) < chance

    def some(*verbs: str) -> Action:
        fit = [verb for verb in verbs if verb in offered]
        while (action := TITLE.sample(s, random.randrange, 0)).verb not in fit:
            pass
        return action

    def perhaps(chance: int, *but: str) -> Action:
        """A random action, or `done`."""
        rest = offered - {"done", *but}
        return some(*rest) if rest and ("done" not in offered or sometimes(chance)) else Action("done")

    match TITLE.step(s).name:
        case "movement" | "exploitation":
            return _march(s, me, random, offered)
        case "combat":
            return _fight(s, me, random, offered)
        case "axis-reinforcements" | "soviet-reinforcements":
            return perhaps(me.late)
        case "evasion":
            return some("evade" if "evade" in offered and sometimes(me.evade) else "remain")
        case "axis-support" | "soviet-support":
            return perhaps(me.support)
        case "no-retreat":
            return some("stand" if "stand" in offered and sometimes(me.stand) else "yield")
        case "retreat":
            return some("retreat") if "retreat" in offered else some("slip") if "slip" in offered else some("perish")
        case "advance":
            return some("advance" if "advance" in offered and sometimes(me.advance) else "hold")
        case "air-transport" | "airdrop":
            return perhaps(me.fly)
        case "replacements":
            return perhaps(me.refit)
        case "administration":
            return perhaps(me.build, *(() if sometimes(5) else ("remove", "demolish")))
    return TITLE.sample(s, random.randrange, 0)


def _march(s: Any, me: Leaning, random: Random, offered: set[str]) -> Action:
    """The best of a few moves, or something rarer; `done` if nothing has a positive value."""
    rest = offered - {"done"}
    if not rest or ("done" in offered and random.randrange(100) >= me.walk):
        return Action("done")
    tries = [TITLE.sample(s, random.randrange, 0) for _ in range(6)]
    rare = [a for a in tries if a.verb in ("strategic", "infiltrate") or (a.verb != "done" and random.random() < 0.02)]
    if rare and random.randrange(100) < me.odd:
        return rare[0]
    moves = [action for action in tries if action.verb in ("move", "strategic", "infiltrate")]
    best = max(moves, key=lambda action: gain(s, action, me), default=None)
    return best if best and gain(s, best, me) > 0 else Action("done") if random.random() < 0.3 else _any(s, random)


def _any(s: Any, random: Random) -> Action:
    """Any action, but rarely one that removes works."""
    tries = [TITLE.sample(s, random.randrange, 3) for _ in range(8)]
    return next((action for action in tries if action.verb not in ("remove", "demolish")), tries[0])


def _fight(s: Any, me: Leaning, random: Random, offered: set[str]) -> Action:
    """Go on with what is declared, or attack with fair odds."""
    for verb in ("rearrange", "forfeit", "resolve"):
        if verb in offered and (verb != "forfeit" or "rearrange" not in offered):
            while (action := TITLE.sample(s, random.randrange, 0)).verb != verb:
                pass
            return action
    tries = [TITLE.sample(s, random.randrange, 0) for _ in range(4 if "attack" in offered else 0)]
    attacks = [action for action in tries if action.verb == "attack"]
    if attacks and s.unfinished:
        return attacks[0]
    best = max(attacks, key=lambda action: prospects(s, action), default=None)
    if best and prospects(s, best) >= me.odds:
        return best
    return Action("done") if "done" in offered else TITLE.sample(s, random.randrange, 0)


OPTIONS = (("shortage", "attack"), ("airlift", "after"), ("link", "once"), ("bid", "axis-5"))
PLAYERS = (AXIS, SOVIETS)
EACH = 4  # records of each scenario
STRIDE = 7  # distance between option sets
PLAYTHROUGH = ("bridge", "holding", "saving", 0, OPTIONS)
