"""Scripted players of *Moscow '41*: Germans who attack Moscow, Kiev or Leningrad, wait for the snow or
attack with everything; Soviets who hold the cities, attack Smolensk, withdraw or use the Disc whenever they can.
Each chooses the best of a few actions drawn at random.
"""

from random import Random
from typing import Any, NamedTuple

from grognard.core.action import Action
from grognard.core.bits import Bits
from grognard.titles import TITLES
from grognard.titles.moscow41.rules.command import in_command
from grognard.titles.moscow41.rules.control import units
from grognard.titles.moscow41.state import TACTICAL

TITLE = TITLES["moscow41"]
FAR = 60


class Leaning(NamedTuple):
    """The preferences of a player; numbers are percentages unless stated otherwise."""

    goal: tuple[str, ...] = ("63",)
    drive: float = 1.0  # how much an Area nearer to the goal is worth
    engage: float = 1.0  # how much it is worth to meet enemies
    gather: float = 0.0  # how much it is worth to end with others, or in a City
    tactical: int = 60  # the relative weight of each kind of Impulse
    moves: int = 20
    call: int = 10
    passes: int = 20
    staffs: int = 60  # activate another headquarters
    road: int = 30  # Hoepner among them
    walk: int = 90  # move another Block
    build: int = 10
    odd: int = 5  # other actions: by rail, from the Road, removing a line
    fight: int = 60  # a Battle that need not be fought
    support: int = 80
    blitz: int = 80
    exploit: int = 50
    pause: int = 30
    refit: int = 70  # restore or replace another step


KIEV, YELNIA = ("151", "165"), ("68", "80")
GERMANS = {
    "driving": Leaning(staffs=80, walk=97, passes=5),
    "southern": Leaning(KIEV, 1.5, 0.5, staffs=80, walk=98, moves=40, passes=3, fight=80, exploit=80),
    "northern": Leaning(("63",), 0.7, 0.5, road=95, staffs=30, walk=70, odd=15),
    "digging": Leaning(YELNIA, 1.5, 1.0, build=45, walk=95, moves=40, passes=5),
    "waiting": Leaning(("63",), 0.5, -1.0, passes=90, walk=50, call=40, pause=50, fight=20),
    "reckless": Leaning(("63",), 2.0, 1.5, staffs=95, walk=98, fight=100, exploit=90, passes=2, pause=10, refit=30),
}
SOVIETS = {
    "holding": Leaning(("63", "96"), 0.2, -2.0, 1.5, passes=60, build=30, walk=60, fight=30, staffs=30),
    "striking": Leaning(("67",), 1.5, 2.0, staffs=75, walk=95, fight=90, exploit=80),
    "yielding": Leaning(("149", "64"), 1.0, -5.0, 0.0, passes=70, walk=70, fight=0, refit=30, staffs=30),
    "calling": Leaning(("67",), 0.5, 0.5, 0.5, call=80, moves=30, pause=60, staffs=40, walk=60),
    "railing": Leaning(("63", "67"), 0.5, 0.5, 1.0, odd=50, moves=50, passes=60, walk=60),
    "terse": Leaning(("67",), 1.0, 1.0, 0.5, passes=90, walk=40, staffs=20),
}


# -- judging moves ----------------------------------------------------------------------------


def nearness(goal: tuple[str, ...]) -> dict[int, int]:
    """The distance of each Area from a goal, in Areas."""
    board = TITLE.data.board
    ring: Bits = board.named(goal)
    out: dict[int, int] = {}
    for at in range(FAR):
        out |= {area: at for area in range(1, board.box) if ring >> area & 1 and area not in out}
        ring |= board.spread(ring)
    return out


NEAR = {one.goal: nearness(one.goal) for one in (*GERMANS.values(), *SOVIETS.values())}


def gain(s: Any, action: Action, me: Leaning) -> float:
    """The value of a move for a player with these preferences; moves below zero are not played."""
    piece, way = action.args[0], action.args[1]
    start, end = s.place[piece], way[-1] if isinstance(way, tuple) else way
    near = NEAR[me.goal]
    worth = me.drive * (near.get(start, FAR) - near.get(end, FAR))
    enemy = units(s, 1 - s.side)
    worth += me.engage * float((enemy >> end & 1) - (enemy >> start & 1))
    ground = s.held[s.side] | s.data.cities | s.data.victory
    return worth + me.gather * float((ground >> end & 1) - (ground >> start & 1) * 0.5)


# -- choosing ---------------------------------------------------------------------------------


def choose(s: Any, me: Leaning, random: Random) -> Action:
    """The next action of a player."""
    offered = {verb.name for verb, _ in TITLE.verbs(s)}
    roll = random.randrange(100)

    def some(*verbs: str) -> Action:
        while (action := TITLE.sample(s, random.randrange, 0)).verb not in verbs:
            pass
        return action

    def perhaps(chance: int) -> Action:
        """A random action, or `done`."""
        rest = offered - {"done"}
        return some(*rest) if rest and ("done" not in offered or roll < chance) else Action("done")

    match TITLE.step(s).name:
        case "leader":
            return Action("pause" if roll < me.pause else "logistics")
        case "restore" | "replace":
            return perhaps(me.refit)
        case "choice":
            weights = {
                "tactical": me.tactical,
                "strategic-move": me.moves,
                "strategic-call": me.call,
                "pass": me.passes,
            }
            kinds = sorted(offered)
            return Action(random.choices(kinds, [weights[kind] for kind in kinds])[0])
        case "activation":
            return _staff(s, me, random, offered)
        case "command" | "exploiting":
            return _command(s, me, random, offered)
        case "support" | "blitz-support":
            return perhaps(me.support)
        case "combat":
            return some("advance") if "advance" in offered else perhaps(me.fight)
        case "blitz":
            return perhaps(me.blitz)
        case "exploitation":
            return Action("exploit" if roll < me.exploit else "decline")
    return TITLE.sample(s, random.randrange, 0)


def _staff(s: Any, me: Leaning, random: Random, offered: set[str]) -> Action:
    """Activate another headquarters, moved towards the goal or where it is."""
    more = "done" not in offered or random.randrange(100) < me.staffs
    if not more or not offered - {"done"}:
        return Action("done")
    hoepner = s.piece[s.data.hoepner]
    tries = [TITLE.sample(s, random.randrange, 0) for _ in range(12)]
    tries = [action for action in tries if action.verb != "done"]
    if random.randrange(100) < me.road and (north := [a for a in tries if a.args[0] == hoepner]):
        return north[0]
    tries = [a for a in tries if a.args[0] != hoepner] or tries
    if not tries:
        return Action("done") if "done" in offered else TITLE.sample(s, random.randrange, 0)
    return max(tries, key=lambda a: gain(s, a, me._replace(engage=0.0)) if a.verb == "lead" else 0.1)


def _command(s: Any, me: Leaning, random: Random, offered: set[str]) -> Action:
    """The best of a few moves, a line, or something rarer; `done` if nothing has a positive value."""
    if "move" not in offered or random.randrange(100) >= me.walk or _nobody_left(s):
        return Action("done")
    tries = [TITLE.sample(s, random.randrange, 0) for _ in range(40)]
    for verb, chance in (("build", me.build), ("", me.odd)):
        fit = [a for a in tries if a.verb == verb or (not verb and a.verb not in ("move", "build", "done"))]
        if fit and random.randrange(100) < chance:
            return fit[0]
    moves = [action for action in tries if action.verb == "move"]
    if moves:
        best = max(moves, key=lambda action: gain(s, action, me))
        if gain(s, best, me) > 0:
            return best
    return Action("done")


def _nobody_left(s: Any) -> bool:
    """Whether all Blocks in command have acted."""
    return s.impulse == TACTICAL and not in_command(s)[0] & ~s.acted


PLAYERS = (GERMANS, SOVIETS)
EACH = 3  # records of each scenario
STRIDE = 389  # distance between option sets
PLAYTHROUGH = ("campaign", "southern", "terse", 4, ())
