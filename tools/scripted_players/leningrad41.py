"""Scripted players of *Leningrad '41*: Germans who storm, creep, shell, land, sweep through or rush to their death;
Soviets who hold, strike, sail, blow bridges, hide, yield the city or line the southern edge. Each chooses among a few
actions drawn at random.
"""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from grognard.core.action import Action
from grognard.core.bits import bits, scan
from grognard.titles import TITLES
from grognard.titles.leningrad41.rules.reach import danger

TITLE = TITLES["leningrad41"]


class Leaning(NamedTuple):
    """The preferences of a player; numbers are percentages unless stated otherwise."""

    drive: float = 1.0  # what a hex nearer to an objective is worth
    fear: float = 1.0  # what it costs to enter a hex next to enemies
    walk: int = 92  # move another unit
    fire: int = 90  # fire again
    odd: int = 8  # sail, ride the Metro, land, bridge or flip, each time it could
    break_: int = 5  # demolish, each time it could
    volley: int = 70  # fire in defense
    onward: int = 70
    fanatic: int = 30
    advance: int = 85
    order: str = "ask"
    south: float = 0.0  # what a hex nearer to the southern edge is worth
    take: float = 0.0  # what it is worth to pass an objective of the enemy, or to end a move in one's own
    draws: int = 5  # actions compared before one is chosen
    mass: int = 1  # attacks compared by the number of units that take part
    reckless: bool = False  # goes to and fro in front of the enemy


GERMANS = {
    "storming": Leaning(drive=2.0, fear=0.2, fanatic=70, advance=98, onward=90),
    "creeping": Leaning(drive=1.0, fear=3.0, onward=20, order="third"),
    "shelling": Leaning(drive=0.7, fear=2.0, fire=98, break_=25),
    "landing": Leaning(drive=1.5, odd=60, order="always"),
    "sweeping": Leaning(drive=1.5, fear=0.0, walk=99, onward=100, advance=100, take=20.0, draws=60, order="always"),
    "rushing": Leaning(drive=0.0, fear=-5.0, walk=100, fire=0, odd=0, order="hold", draws=20, reckless=True),
}
SOVIETS = {
    "holding": Leaning(drive=0.2, walk=40, volley=95, order="always"),
    "striking": Leaning(drive=1.0, fear=-1.0, fanatic=60, fire=97),
    "sailing": Leaning(drive=0.5, odd=60, walk=80),
    "wrecking": Leaning(drive=0.3, break_=60, volley=50, order="third"),
    "hiding": Leaning(drive=-1.0, fear=4.0, volley=15, fire=50, order="hold"),
    "yielding": Leaning(drive=0.0, fear=2.0, walk=99, fire=0, odd=0, order="hold", south=-0.5, take=-10.0),
    "lining": Leaning(drive=0.0, fear=0.0, walk=99, fire=100, volley=100, south=3.0, draws=20, mass=12),
}
PLAYERS = (GERMANS, SOVIETS)
RARE = ("sail", "metro", "land", "bridge", "flip")
DEMOLITIONS = ("blow", "raze")


def gain(s: Any, action: Action, me: Leaning) -> float:
    """The value of a move: nearer to an objective of the enemy, through others of them, away from fire."""
    d, unit, path = s.data, action.args[0], action.args[-1]
    start, end = s.place[unit], path[-1]
    goals = d.objectives & ~s.german if s.side == 0 else d.objectives & s.german
    worth = me.take * (goals & bits(path)).bit_count() if me.take > 0 else me.take * (d.objectives >> end & 1)
    if goals and start < d.board.box:
        before, after = (min(d.board.distance(place, goal) for goal in scan(goals)) for place in (start, end))
        worth += me.drive * (before - after)
    feared = (danger(s, unit) & bits(path)).bit_count()
    worth += me.south * (edge(s, start) - edge(s, end)) if start < d.board.box else 0.0
    return float(worth - me.fear * feared)


def edge(s: Any, place: int) -> int:
    """How far a hex is from where the Germans enter."""
    away: int = min(s.data.board.distance(place, one) for one in scan(s.stage.german_entry))
    return away


def comfort(s: Any, action: Action, me: Leaning) -> float:
    """The value of a hex at set-up."""
    hex_ = action.args[-1]
    return float(me.take * (s.data.objectives >> hex_ & 1) - me.south * edge(s, hex_))


def choose(s: Any, me: Leaning, random: Random) -> Action:
    """The next action of a player."""
    offered = {verb.name for verb, _ in TITLE.verbs(s)}

    def sometimes(chance: int) -> bool:
        return random.randrange(100) < chance

    def some(*verbs: str) -> Action:
        while (action := TITLE.sample(s, random.randrange, 0)).verb not in verbs:
            pass
        return action

    match TITLE.step(s).name:
        case "deploying" if me.south:
            return max((some("deploy") for _ in range(me.draws)), key=lambda action: comfort(s, action, me))
        case "german-movement" | "soviet-movement":
            return _march(s, me, offered, sometimes, some)
        case "german-fire" | "soviet-fire" | "air-strikes":
            return _shoot(me, offered, sometimes, some)
        case "german-orders" | "soviet-orders":
            return Action("order", (me.order,))
        case "volley" if "fire" in offered and sometimes(me.volley):
            return max((some("fire") for _ in range(me.draws)), key=lambda action: action.args[0].bit_count())
        case "volley":
            return Action("hold")
        case "onward" if me.reckless:
            planned = Action("onward", (s.local.path,))
            return some("onward", "halt") if TITLE.explain(s, planned) else planned
        case "onward":
            return some("onward" if "halt" not in offered or sometimes(me.onward) else "halt")
        case "fanaticism":
            return some("fanatic" if "fanatic" in offered and sometimes(me.fanatic) else "plain")
        case "advance":
            return some("advance" if "advance" in offered and sometimes(me.advance) else "hold")
    return TITLE.sample(s, random.randrange, 0)


def _march(
    s: Any, me: Leaning, offered: set[str], sometimes: Callable[[int], bool], some: Callable[..., Action]
) -> Action:
    """A rare move, the best of a few moves, or the end of the phase."""
    rare = [verb for verb in RARE if verb in offered]
    if rare and sometimes(me.odd):
        return some(*rare)
    plain = [verb for verb in ("move", "drive")[: 1 if me.reckless else 2] if verb in offered]
    if not plain or ("done" in offered and not sometimes(me.walk)):
        return Action("done") if "done" in offered else some(*offered)
    best = max((some(*plain) for _ in range(me.draws)), key=lambda action: gain(s, action, me))
    return to_and_fro(s, best) if me.reckless else best


def to_and_fro(s: Any, move: Action) -> Action:
    """A move made longer among as many enemies as possible for as long as it can be."""
    unit, path = move.args
    around, enemies = s.data.board.neighbours, s.held[1 - s.side]
    near = sorted(scan(around[path[-1]] & danger(s, unit)), key=lambda hex_: -(around[hex_] & enemies).bit_count())
    longer = (Action(move.verb, (unit, (*path, place))) for place in near)
    legal = next((action for action in longer if not TITLE.explain(s, action)), None)
    return move if legal is None else to_and_fro(s, legal)


def _shoot(me: Leaning, offered: set[str], sometimes: Callable[[int], bool], some: Callable[..., Action]) -> Action:
    """A demolition, an attack, or the end of the phase."""
    breaks = [verb for verb in DEMOLITIONS if verb in offered]
    if breaks and sometimes(me.break_):
        return some(*breaks)
    attacks = offered - {"done", "flip", *DEMOLITIONS}
    if attacks and sometimes(me.fire):
        return max((some(*attacks) for _ in range(me.mass)), key=lambda action: action.args[-1].bit_count())
    return some("flip") if "flip" in offered and sometimes(me.odd) else Action("done")


OPTIONS = (("fanaticism", "fanaticism"), ("airborne", "air"), ("volley", "chosen"), ("command", "free"))
EACH = 12  # records of each scenario
STRIDE = 5  # distance between option sets
PLAYTHROUGH = ("assault", "storming", "holding", 0, OPTIONS)
