"""`grognard bench`: how fast it is, beside other libraries on the same machine in the same run.

Games are played by the reference policy `Title.sample` (a verb at random, then each argument at random, `done` in
one of twenty); python-chess plays games of moves at random, and networkx finds the same hexes within reach. All
figures are per second of one processor.

`leningrad79` is measured in its campaign, single operations in a position of the German movement. `moscow41` is
measured in each of its scenarios, the goal being that of *Beyond the Dnieper*; single operations in a Command Segment
in the middle of a campaign. `assault_leningrad` is measured in its campaign, single operations in the German movement,
an attack in a position with much to attack in and before the city.
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from itertools import pairwise
from json import dumps
from random import Random
from statistics import median
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from ...core import notation
from ...core.action import Action
from ...core.bits import scan
from ...kit.table import Wargame
from ...lab import match
from ...titles import TITLES

GAMES_GOAL, REACH_GOAL = 0.2, 6.0  # times the peer
COMPUTERS = ("random", "recruit", "regular")
WORDS = {"random": "random playouts"}
RECRUIT_GOAL = 8.4  # games a second of one processor: a thousand in a minute on two
COPY_GOAL, EXPLAIN_GOAL = 1.0, 100.0  # microseconds
ASSAULT_GAMES_GOAL, ACTIONS_GOAL, SUPPLY_GOAL = 0.05, 9000, 1000.0  # times the peer; a second; microseconds, all units


class Pace(NamedTuple):
    """How many games and actions were played in how many seconds of the processor."""

    games: int
    actions: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        """Complete games a second."""
        return self.games / self.seconds

    @property
    def actions_per_second(self) -> float:
        """Actions, or moves, a second."""
        return self.actions / self.seconds


def pace(play: Callable[[Random], int], seconds: float, warm_up: bool = True) -> Pace:
    """Play complete games until the time is up, one at least."""
    if warm_up:
        play(Random("warm up"))
    games = actions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds or not games:
        actions += play(Random(games))
        games += 1
    return Pace(games, actions, spent)


def one_game(title: Wargame[Any], scenario: str, random: Random) -> int:
    """The number of actions of a whole game of a scenario, or of the first, under the reference policy."""
    pick, count = random.randrange, 0
    s = title.start(scenario)
    while not s.over:
        title.play(s, title.sample(s, pick))
        count += 1
    return count


def one_chess_game(random: Random) -> int:
    """The number of moves of a whole game of chess, each drawn from all legal ones."""
    import chess

    board, count = chess.Board(), 0
    while not board.is_game_over():
        board.push(random.choice(list(board.legal_moves)))
        count += 1
    return count


def one_computer_game(title: Wargame[Any], level: str, random: Random) -> int:
    """The number of actions of a whole game in which a level plays all sides."""
    levels = (level,) * len(title.players)
    return match.play(match.Pairing(title.name, "", levels, str(random.random())), title).actions


def judged_per_second(title: Wargame[Any], seconds: float) -> float | None:
    """How many positions of a game the title's evaluation function values in a second; None if it has none."""
    try:
        value = import_module(f"{title.home}.opponent.evaluation").value
    except (ImportError, AttributeError):
        return None
    found = [s for n, s in enumerate(positions(title)) if n % 10 == 0]
    took = micros(lambda: [value(s, 0) for s in found], seconds)
    return 1e6 * len(found) / took


def opponents(title: Wargame[Any], seconds: float) -> dict[str, Any]:
    """How fast opponents play a title: whole games of each quick level, and positions judged."""
    part = seconds / (len(COMPUTERS) + 1)
    games = {level: pace(partial(one_computer_game, title, level), part, warm_up=False) for level in COMPUTERS}
    judged = judged_per_second(title, part)
    return {
        "games_per_second": {level: round(one.games_per_second, 2) for level, one in games.items()},
        "positions_judged_per_second": None if judged is None else round(judged),
    }


# -- single operations ------------------------------------------------------------------------


def micros(act: Callable[[], object], seconds: float) -> float:
    """Microseconds that one call takes: the median of several rounds."""
    act()
    start, calls = time.process_time(), 1
    while time.process_time() - start < seconds / 20:
        for _ in range(calls):
            act()
        calls *= 2
    rounds = []
    for _ in range(7):
        start = time.process_time()
        for _ in range(calls):
            act()
        rounds.append((time.process_time() - start) / calls)
    return 1e6 * median(rounds)


def positions(title: Wargame[Any]) -> Iterator[Any]:
    """The positions of one game of the reference policy."""
    random = Random(7)
    s = title.start()
    while not s.over:
        yield s
        s = s.copy()
        title.play(s, title.sample(s, random.randrange))


def middle_game(title: Wargame[Any], step: str) -> Any:
    """A position in which the player at a step has many choices: the middle one of a game."""
    found = [s for s in positions(title) if title.step(s).name == step]
    return found[len(found) // 2]


def questions(title: Wargame[Any], s: Any, number: int = 50) -> list[Action]:
    """Actions a player may ask about: legal ones, and each with its last argument replaced by another's."""
    random = Random(3)
    legal = [title.sample(s, random.randrange, done=0) for _ in range(number)]
    mixed = [
        Action(action.verb, (*action.args[:-1], other.args[-1]))
        for action, other in pairwise(legal)
        if action.verb == other.verb and action.args
    ]
    return legal + mixed


Acts = Mapping[str, tuple[Callable[[], object], int]]
"""What is timed, and how many operations of its kind one call makes."""


def operations(title: Wargame[Any], s: Any, own: Acts, seconds: float) -> dict[str, float]:
    """What single operations take in a position, those every title has and some of its own, in microseconds."""
    asked = questions(title, s)
    text = notation.write(s)
    acts: Acts = {
        "copy": (s.copy, 1),
        "explain": (lambda: [title.explain(s, action) for action in asked], len(asked)),
        "choices": (lambda: title.verbs(s), 1),
        "sample": (lambda: title.sample(s, Random(1).randrange, 0), 1),
        **own,
        "key": (s.key, 1),
        "write position": (lambda: notation.write(s), 1),
        "read position": (lambda: notation.read({title.name: title}, text), 1),
    }
    return {name: round(micros(act, seconds / 10) / number, 2) for name, (act, number) in acts.items()}


def leningrad79_operations(title: Wargame[Any], seconds: float) -> dict[str, float]:
    """Single operations in the German movement."""
    from ...titles.leningrad79.rules.supply import supplied
    from ...titles.leningrad79.state import zone

    s = middle_game(title, "german-movement")
    own: Acts = {
        "zones of control": (lambda: (zone(s, 0), zone(s, 1)), 2),
        "supply": (lambda: (supplied(s, 0), supplied(s, 1)), 2),
    }
    return operations(title, s, own, seconds)


def moscow41_operations(title: Wargame[Any], seconds: float) -> dict[str, float]:
    """Single operations in a Command Segment."""
    from ...titles.moscow41.rules.movement import reach
    from ...titles.moscow41.rules.supply import supplied

    s = middle_game(title, "command")
    blocks = list(scan(s.on_map & s.data.all_blocks))
    own: Acts = {
        "reach": (lambda: [reach(s, block, True) for block in blocks], len(blocks)),
        "supply": (lambda: (supplied(s, 0), supplied(s, 1)), 2),
    }
    return operations(title, s, own, seconds)


BEFORE_THE_CITY = """assault_leningrad
at german-combat
turn 20
german 0611
0419 1ID 28HQ
0420 6-11Pz 6-4 41HQ
0319 11ID
0521 12ID
0620 21ID
lost 17W
0719 1-1Pz 1-1
0720 58ID
0418 191RD
0421 70RD 1G
0520 177RD
0519 168RD
0518 24TD
0618 90RD
0718 237RD 2G
0320 281RD 4V 1W
"""


def assault_leningrad_operations(title: Wargame[Any], seconds: float) -> dict[str, float]:
    """Single operations in the German movement; attacks in a position with many."""
    from ...titles.assault.aids.supply_line import trace
    from ...titles.assault.rules.movement import reach
    from ...titles.assault.rules.supply import supplied
    from ...titles.assault.rules.zones import zone
    from ...titles.assault.state import on_map

    s = middle_game(title, "german-movement")
    front = notation.read({title.name: title}, BEFORE_THE_CITY)
    movers, units = list(scan(on_map(s, s.side))), list(scan(on_map(s, 0) | on_map(s, 1)))
    hexes = list(title.choices(front, "attack") or ())
    own: Acts = {
        "zones of control": (lambda: (zone(s, 0), zone(s, 1)), 2),
        "reach": (lambda: [reach(s, unit) for unit in movers], len(movers)),
        "supply of all units": (lambda: (supplied(s, 0), supplied(s, 1)), 1),
        "line of supply": (lambda: [trace(s, unit) for unit in units], len(units)),
        "hexes to attack": (lambda: list(title.choices(front, "attack") or ()), 1),
        "hexes to attack with one": (lambda: [title.choices(front, "attack", hex_) for hex_ in hexes], len(hexes)),
    }
    return operations(title, s, own, seconds)


OPEN_GROUND = """leningrad79 campaign
at german-movement
turn 4
1108 1Pz 6Pz
1010 8Pz 3Mot
0909 36Mot SSTot
0810 1ID 11ID
1306 i1 i2
1409 i3
1412 i4 a1
1211 i5
"""


def reach_times(title: Wargame[Any], seconds: float, peer: bool) -> tuple[float, float | None]:
    """Microseconds to find every hex a unit can reach and how: ours by sets, networkx by Dijkstra's algorithm.

    Both start from the German motorized units of one position with the same points. networkx has the map as a
    weighted graph, made once, and a weight that hides the steps which enemies, their Zones of Control and full
    hexes forbid in this position; both must find the same hexes.
    """
    from ...titles.leningrad79.rules.movement import trip

    s = notation.read({title.name: title}, OPEN_GROUND)
    units = [unit for unit in scan(s.data.panzers) if s.place[unit] < s.data.board.box]
    points = {unit: 2 * s.data.allowance[unit] for unit in units}
    ours = micros(lambda: [trip(s, 1 << unit, points[unit]) for unit in units], seconds / 2) / len(units)
    if not peer:
        return ours, None
    import networkx

    graph: Any = networkx.DiGraph()
    for here, costs in enumerate(s.data.motor.cost):
        graph.add_weighted_edges_from((here, place, cost) for place, cost in costs.items())

    def dijkstra() -> list[Any]:
        return [
            networkx.single_source_dijkstra(graph, s.place[unit], cutoff=points[unit], weight=_weight(s, unit))
            for unit in units
        ]

    for unit, (found, _paths) in zip(units, dijkstra(), strict=True):
        reached = set(scan(trip(s, 1 << unit, points[unit]).reached))
        if reached != set(found) - {s.place[unit]}:
            raise AssertionError("networkx finds other hexes within reach")
    return ours, micros(dijkstra, seconds / 2) / len(units)


def _weight(s: Any, unit: int) -> Callable[[int, int, Any], int | None]:
    """What a step costs a unit in this position; None where it may not go."""
    from ...titles.leningrad79.rules.movement import may_enter
    from ...titles.leningrad79.state import zone

    start = s.place[unit]
    enter, stop = may_enter(s, 1 << unit, start), zone(s, 1 - s.side) & ~(1 << start)

    def weight(here: int, place: int, edge: Any) -> int | None:
        return None if stop >> here & 1 or not enter >> place & 1 else edge["weight"]

    return weight


# -- the whole of it --------------------------------------------------------------------------


def have(module: str) -> bool:
    """Is that library installed?"""
    from importlib.util import find_spec

    return find_spec(module) is not None


def figures(ours: Pace, chess: Pace | None) -> dict[str, Any]:
    """What a title's games came to, and how they compare."""
    return {
        "games": ours.games,
        "actions": ours.actions,
        "seconds": round(ours.seconds, 3),
        "games_per_second": round(ours.games_per_second, 2),
        "actions_per_second": round(ours.actions_per_second),
        "games_to_chess": round(ours.games_per_second / chess.games_per_second, 3) if chess else None,
    }


def bench(seconds: float) -> dict[str, Any]:
    """Every figure, in about so many seconds."""
    title, moscow41, part = TITLES["leningrad79"], TITLES["moscow41"], seconds / 9
    ours = pace(partial(one_game, title, ""), part)
    chess = pace(one_chess_game, part) if have("chess") else None
    scenarios = {name: figures(pace(partial(one_game, moscow41, name), part / 2), chess) for name in moscow41.scenarios}
    reach, networkx = reach_times(title, part / 2, have("networkx"))
    assault = TITLES["assault_leningrad"]
    return {
        "title": title.name,
        **figures(ours, chess),
        "chess_games_per_second": round(chess.games_per_second, 2) if chess else None,
        "chess_moves_per_second": round(chess.actions_per_second) if chess else None,
        "opponents": {name: opponents(box, part) for name, box in TITLES.items()},
        "reach_us": round(reach, 2),
        "networkx_reach_us": round(networkx, 2) if networkx else None,
        "reach_to_networkx": round(networkx / reach, 2) if networkx else None,
        "us": leningrad79_operations(title, part / 2),
        "moscow41": {"scenarios": scenarios, "us": moscow41_operations(moscow41, part / 2)},
        "assault_leningrad": {
            **figures(pace(partial(one_game, assault, ""), part), chess),
            "us": assault_leningrad_operations(assault, part / 2),
        },
        "goals": {
            "games_to_chess": GAMES_GOAL,
            "reach_to_networkx": REACH_GOAL,
            "copy_us": COPY_GOAL,
            "explain_us": EXPLAIN_GOAL,
            "assault_leningrad": {
                "games_to_chess": ASSAULT_GAMES_GOAL,
                "actions_per_second": ACTIONS_GOAL,
                "supply_us": SUPPLY_GOAL,
            },
        },
        "missing": [name for name, module in (("python-chess", "chess"), ("networkx", "networkx")) if not have(module)],
    }


def _games(what: str, found: Mapping[str, Any], beside: str, goal: float | None) -> tuple[str, str, str, str]:
    games = f"{found['games_per_second']:,.2f} games/s, {found['actions_per_second']:,} actions/s"
    ratio = found["games_to_chess"]
    return what, games, beside, "" if ratio is None else _against(ratio, goal)


def _opponents(found: Mapping[str, Any], title: str, goal: float | None = None) -> Iterator[tuple[str, str, str, str]]:
    """The rows of the opponents of a title; the goal is that of the recruit."""
    of_title = found["opponents"][title]
    for level, games in of_title["games_per_second"].items():
        aim = f"goal {goal:g} games/s" if goal and level == "recruit" else ""
        yield WORDS.get(level, f"games of {level} v {level}"), f"{games:,.2f} games/s", "", aim
    if (judged := of_title["positions_judged_per_second"]) is not None:
        yield "positions judged", f"{judged:,} positions/s", "", ""


def _rows(found: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    chess = "python-chess is not installed"
    if found["games_to_chess"] is not None:
        pace = f"{found['chess_games_per_second']:,.2f} games/s, {found['chess_moves_per_second']:,} moves/s"
        chess = f"python-chess {pace}"
    yield found["title"], "", "", ""
    yield _games("complete games", found, chess, GAMES_GOAL)
    yield from _opponents(found, "leningrad79", RECRUIT_GOAL)
    reach = f"{found['reach_us']:,.1f} µs"
    if found["reach_to_networkx"] is None:
        yield "reach of a unit", reach, "networkx is not installed", ""
    else:
        other = f"networkx {found['networkx_reach_us']:,.1f} µs"
        yield "reach of a unit", reach, other, _against(found["reach_to_networkx"], REACH_GOAL)
    yield from _operations(found["us"], {"copy": COPY_GOAL, "explain": EXPLAIN_GOAL})
    yield "", "", "", ""
    yield "moscow41", "", "", ""
    for name, one in found["moscow41"]["scenarios"].items():
        yield _games(f"complete games of {name}", one, chess, GAMES_GOAL if name == "dnieper" else None)
    yield from _opponents(found, "moscow41")
    yield from _operations(found["moscow41"]["us"], {})
    yield "", "", "", ""
    yield "assault_leningrad", "", "", ""
    assault = found["assault_leningrad"]
    yield _games("complete games", assault, chess, ASSAULT_GAMES_GOAL)
    yield "actions", f"{assault['actions_per_second']:,} actions/s", "", f"goal {ACTIONS_GOAL:,} actions/s"
    yield from _opponents(found, "assault_leningrad")
    yield from _operations(assault["us"], {"supply of all units": SUPPLY_GOAL})


def _operations(took: Mapping[str, float], goals: Mapping[str, float]) -> Iterator[tuple[str, str, str, str]]:
    for name, time_ in took.items():
        yield name, f"{time_:,.2f} µs", "", f"goal about {goals[name]:g} µs" if name in goals else ""


def _against(ratio: float, goal: float | None) -> str:
    return f"{ratio:.2f} ×" if goal is None else f"{ratio:.2f} × (goal {goal:g} ×)"


def command(json: bool = False, seconds: float = 20.0) -> None:
    """Measure, and print a table or JSON."""
    if not 0.1 <= seconds <= 3600:
        print(f"seconds must be between 0.1 and 3600, not {seconds:g}", file=sys.stderr)
        raise SystemExit(2)
    found = bench(seconds)
    if json:
        print(dumps(found, indent=1, ensure_ascii=False))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("what", "Grognard", "beside", "ratio and goal"):
        table.add_column(heading, no_wrap=True)
    for row in _rows(found):
        table.add_row(*row)
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 160
    console.print(table)
    for name in found["missing"]:
        console.print(f"For the comparison install {name}: pip install 'grognard[dev]'", markup=False)


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--json"]
    command("--json" in sys.argv, float(words[0]) if words else 20.0)
