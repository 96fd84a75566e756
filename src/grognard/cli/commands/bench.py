"""`grognard bench`: the speed of every title, compared with other libraries on the same machine in the same run.

The reference policy `Title.sample` plays the games (a random verb, then each argument at random, `done` one time
in twenty); python-chess plays random moves, and networkx finds the places that the same units can reach. All
figures are per second of processor time. Further measurements of a title, and its goals, come from the title
(`Wargame.benchmark`).
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import pairwise
from json import dumps
from random import Random
from statistics import median
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from ...core import notation
from ...core.action import Action
from ...core.bits import bits
from ...kit.table import Benchmark, ReachProblem, Timed, Wargame
from ...lab import match
from ...titles import TITLES

COMPUTERS = ("random", "recruit", "regular")
WORDS = {"random": "random playouts"}
PEERS = {"python-chess": "chess", "networkx": "networkx"}
"""The libraries to compare with, and the names of their modules."""


class Pace(NamedTuple):
    """The number of games and actions, and the processor time they took in seconds."""

    games: int
    actions: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        """Complete games per second."""
        return self.games / self.seconds

    @property
    def actions_per_second(self) -> float:
        """Actions, or moves, per second."""
        return self.actions / self.seconds


def pace(play: Callable[[Random], int], seconds: float, warm_up: bool = True) -> Pace:
    """Play complete games, at least one, until the time is up."""
    if warm_up:
        play(Random("warm up"))
    games = actions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds or not games:
        actions += play(Random(games))
        games += 1
    return Pace(games, actions, spent)


def one_game(title: Wargame[Any], scenario: str, random: Random) -> int:
    """Play a whole game with the reference policy, of the first scenario if none is given; the number of actions."""
    pick, count = random.randrange, 0
    s = title.start(scenario)
    while not s.over:
        title.play(s, title.sample(s, pick))
        count += 1
    return count


def one_chess_game(random: Random) -> int:
    """Play a whole game of chess with random legal moves; the number of moves."""
    import chess

    board, count = chess.Board(), 0
    while not board.is_game_over():
        board.push(random.choice(list(board.legal_moves)))
        count += 1
    return count


def one_computer_game(title: Wargame[Any], level: str, random: Random) -> int:
    """Play a whole game with one level on all sides; the number of actions."""
    levels = (level,) * len(title.players)
    return match.play(match.Pairing(title.name, "", levels, str(random.random())), title).actions


def judged_per_second(title: Wargame[Any], seconds: float) -> float | None:
    """How many positions per second the title's evaluation function evaluates; None if it has none."""
    value = title.opponents().value
    if value is None:
        return None
    found = [s for n, s in enumerate(positions(title)) if n % 10 == 0]
    took = micros(lambda: [value(s, 0) for s in found], seconds)
    return 1e6 * len(found) / took


def opponents(title: Wargame[Any], seconds: float) -> dict[str, Any]:
    """How fast opponents play a title: whole games of each fast level, and positions evaluated."""
    part = seconds / (len(COMPUTERS) + 1)
    games = {level: pace(partial(one_computer_game, title, level), part, warm_up=False) for level in COMPUTERS}
    judged = judged_per_second(title, part)
    return {
        "games_per_second": {level: round(one.games_per_second, 2) for level, one in games.items()},
        "positions_judged_per_second": None if judged is None else round(judged),
    }


# -- single operations ------------------------------------------------------------------------


def micros(act: Callable[[], object], seconds: float) -> float:
    """The time of one call in microseconds: the median of several rounds."""
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
    """The positions of one game played by the reference policy."""
    random = Random(7)
    s = title.start()
    while not s.over:
        yield s
        s = s.copy()
        title.play(s, title.sample(s, random.randrange))


def middle_game(title: Wargame[Any], step: str = "") -> Any:
    """The middle position of a game, counting only those at a step if one is given."""
    found = [s for s in positions(title) if not step or title.step(s).name == step]
    return found[len(found) // 2]


def questions(title: Wargame[Any], s: Any, number: int = 50) -> list[Action]:
    """Actions to ask about: legal ones, and copies of them with the last argument replaced."""
    random = Random(3)
    legal = [title.sample(s, random.randrange, done=0) for _ in range(number)]
    mixed = [
        Action(action.verb, (*action.args[:-1], other.args[-1]))
        for action, other in pairwise(legal)
        if action.verb == other.verb and action.args
    ]
    return legal + mixed


def operations(title: Wargame[Any], asked: Benchmark, seconds: float) -> dict[str, float]:
    """The time of single operations in microseconds: common to all titles, and the title's own."""
    s = middle_game(title, asked.step)
    actions, text = questions(title, s), notation.write(s)
    acts: dict[str, Timed] = {
        "copy": (s.copy, 1),
        "explain": (lambda: [title.explain(s, action) for action in actions], len(actions)),
        "choices": (lambda: title.verbs(s), 1),
        "sample": (lambda: title.sample(s, Random(1).randrange, 0), 1),
        **asked.operations(s),
        "key": (s.key, 1),
        "write position": (lambda: notation.write(s), 1),
        "read position": (lambda: notation.read({title.name: title}, text), 1),
    }
    return {name: round(micros(act, seconds / 10) / number, 2) for name, (act, number) in acts.items()}


def reach_times(problems: Sequence[ReachProblem], seconds: float, peer: bool) -> dict[str, float | None]:
    """The microseconds to find every place a unit can reach: ours with sets, networkx with Dijkstra's algorithm.

    networkx gets the map as a weighted graph, built once, and a weight function that hides edges which are not
    passable in this position; both must find the same places.
    """
    ours = micros(lambda: [one.solve() for one in problems], seconds / 2) / len(problems)
    theirs = _networkx(problems, seconds / 2) if peer else None
    return {
        "us": round(ours, 2),
        "networkx_us": None if theirs is None else round(theirs, 2),
        "to_networkx": None if theirs is None else round(theirs / ours, 2),
    }


def _networkx(problems: Sequence[ReachProblem], seconds: float) -> float:
    import networkx

    graphs: dict[int, Any] = {}
    for one in problems:
        if id(one.edges) not in graphs:
            graphs[id(one.edges)] = networkx.DiGraph()
            graphs[id(one.edges)].add_weighted_edges_from(one.edges)

    def solve(one: ReachProblem) -> Any:
        def weight(here: int, place: int, edge: Any) -> int | None:
            return edge["weight"] if one.passable(here, place) else None

        found, _ = networkx.single_source_dijkstra(graphs[id(one.edges)], one.start, cutoff=one.points, weight=weight)
        return found

    for one in problems:
        if one.solve() & ~(1 << one.start) != bits(solve(one)) & ~(1 << one.start):
            raise AssertionError("networkx finds different places within reach")
    return micros(lambda: [solve(one) for one in problems], seconds) / len(problems)


# -- everything -------------------------------------------------------------------------------


def have(module: str) -> bool:
    """Whether a library is installed."""
    return find_spec(module) is not None


def figures(ours: Pace, chess: Pace | None) -> dict[str, Any]:
    """The speed of a scenario's games, and its ratio to chess."""
    return {
        "games": ours.games,
        "actions": ours.actions,
        "seconds": round(ours.seconds, 6),
        "games_per_second": round(ours.games_per_second, 2),
        "actions_per_second": round(ours.actions_per_second),
        "games_to_chess": round(ours.games_per_second / chess.games_per_second, 3) if chess else None,
    }


def measure(title: Wargame[Any], chess: Pace | None, seconds: float) -> dict[str, Any]:
    """Every figure of a title, in about this many seconds."""
    asked, part = title.benchmark(title), seconds / 4
    each = part / len(title.scenarios)
    problems = asked.reach() if asked.reach else ()
    return {
        "scenarios": {name: figures(pace(partial(one_game, title, name), each), chess) for name in title.scenarios},
        "opponents": opponents(title, part),
        "reach": reach_times(problems, part / 2, have("networkx")) if problems else None,
        "us": operations(title, asked, part),
        "goals": dict(asked.goals),
    }


def bench(titles: Sequence[Wargame[Any]], seconds: float) -> dict[str, Any]:
    """Every figure of these titles, in about this many seconds."""
    part = seconds / (len(titles) + 0.5)
    chess = pace(one_chess_game, part / 2) if have("chess") else None
    return {
        "chess_games_per_second": round(chess.games_per_second, 2) if chess else None,
        "chess_moves_per_second": round(chess.actions_per_second) if chess else None,
        "titles": {title.name: measure(title, chess, part) for title in titles},
        "missing": [name for name, module in PEERS.items() if not have(module)],
    }


# -- the table --------------------------------------------------------------------------------

Row = tuple[str, str, str, str]


def _rows(found: Mapping[str, Any]) -> Iterator[Row]:
    chess = "python-chess is not installed"
    if found["chess_games_per_second"] is not None:
        moves = f"{found['chess_moves_per_second']:,} moves/s"
        chess = f"python-chess {found['chess_games_per_second']:,.2f} games/s, {moves}"
    for n, (name, one) in enumerate(found["titles"].items()):
        if n:
            yield "", "", "", ""
        yield name, "", "", ""
        yield from _title_rows(one, chess)


def _title_rows(one: Mapping[str, Any], chess: str) -> Iterator[Row]:
    goals = one["goals"]
    for name, games in one["scenarios"].items():
        said = f"{games['games_per_second']:,.2f} games/s, {games['actions_per_second']:,} actions/s"
        yield f"complete games of {name}", said, chess, _ratio(games["games_to_chess"], goals.get(name))
    for level, games in one["opponents"]["games_per_second"].items():
        yield WORDS.get(level, f"games of {level} v {level}"), f"{games:,.2f} games/s", "", ""
    if (judged := one["opponents"]["positions_judged_per_second"]) is not None:
        yield "positions evaluated", f"{judged:,} positions/s", "", ""
    if reach := one["reach"]:
        beside = f"networkx {reach['networkx_us']:,.1f} µs" if reach["networkx_us"] else "networkx is not installed"
        yield "reach of a unit", f"{reach['us']:,.1f} µs", beside, _ratio(reach["to_networkx"], goals.get("reach"))
    for name, took in one["us"].items():
        yield name, f"{took:,.2f} µs", "", f"goal about {goals[name]:g} µs" if name in goals else ""


def _ratio(ratio: float | None, goal: float | None) -> str:
    if ratio is None:
        return ""
    return f"{ratio:.2f} ×" if goal is None else f"{ratio:.2f} × (goal {goal:g} ×)"


def command(json: bool = False, seconds: float = 20.0, title: str = "") -> None:
    """Measure all titles or one, and print a table or JSON."""
    if not 0.1 <= seconds <= 3600:
        print(f"seconds must be between 0.1 and 3600, not {seconds:g}", file=sys.stderr)
        raise SystemExit(2)
    found = bench([TITLES[title]] if title else list(TITLES.values()), seconds)
    if json:
        print(dumps(found, indent=1, ensure_ascii=False))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("measurement", "Grognard", "compared with", "ratio and goal"):
        table.add_column(heading, no_wrap=True)
    for row in _rows(found):
        table.add_row(*row)
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 160
    console.print(table)
    for name in found["missing"]:
        console.print(f"To compare with {name}, install it: pip install 'grognard[dev]'", markup=False)


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--json"]
    command("--json" in sys.argv, float(words[0]) if words else 20.0)
