"""`grognard bench`: the speed of every title, compared with other libraries on the same machine in the same run.

The reference policy of `lab/speed.py` plays whole games of every scenario, and python-chess random moves, in rounds
that take turns; networkx finds the places that the same units can reach. All figures are per second of processor time.
Further measurements of a title, and its goals, come from the title (`Wargame.benchmark`). See docs/speed.md.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import pairwise
from json import dumps
from random import Random
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from ...core import notation
from ...core.action import Action
from ...core.bits import bits
from ...core.native import COMPILED
from ...kit.table import Benchmark, ReachProblem, Timed, Wargame
from ...lab import against, footprint, match, speed
from ...titles import TITLES

COMPUTERS = ("random", "recruit", "regular")
TURNS = ("regular", "club")
"""The levels whose turns are timed; a veteran's turn takes longer than all the rest."""
WORDS = {"random": "random playouts"}
CHESS = "python-chess"
PEERS = {CHESS: "chess", "networkx": "networkx"}
"""The libraries to compare with, and the names of their modules."""


# -- computers --------------------------------------------------------------------------------


def games_per_second(play: Callable[[Random], object], seconds: float) -> float:
    """Play complete games, at least one, until the time is up; how many per second."""
    games = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds or not games:
        play(Random(games))
        games += 1
    return games / spent


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
    """How fast opponents play a title: whole games of each fast level that it has, and positions evaluated."""
    levels = [level for level in COMPUTERS if level == "random" or level in title.opponents().officers]
    part = seconds / (len(levels) + 1)
    each = {level: games_per_second(partial(one_computer_game, title, level), part) for level in levels}
    judged = judged_per_second(title, part)
    return {
        "games_per_second": {level: round(found, 2) for level, found in each.items()},
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
    """The positions of one random game."""
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


Figures = dict[str, float]
"""Figures by their names."""


def figures(paces: Sequence[speed.Pace], clicks: int | None = None) -> dict[str, list[float]]:
    """The figures of each round; without clicks for a peer."""
    out = {} if clicks is None else {"clicks_per_cpu_s": [clicks / one.seconds for one in paces]}
    out["actions_per_cpu_s"] = [one.actions / one.seconds for one in paces]
    out["games_per_cpu_s"] = [one.games / one.seconds for one in paces]
    return out


def medians(found: Mapping[str, Sequence[float]]) -> Figures:
    """The median of every figure."""
    return {name: round(median(values), 2) for name, values in found.items()}


def ranges(found: Mapping[str, Sequence[float]]) -> dict[str, tuple[float, float]]:
    """The lowest and the highest value of every figure."""
    return {name: (round(min(values), 2), round(max(values), 2)) for name, values in found.items()}


def games(titles: Iterable[Wargame[Any]], seconds: float) -> dict[str, Any]:
    """The speed of whole games of every scenario, and of chess: medians and ranges, and what was played."""
    policies = {(title.name, name): speed.Reference(title, name) for title in titles for name in title.scenarios}
    clicks = {at: sum(one.clicks(Random(n)) for n in range(speed.GAMES)) for at, one in policies.items()}
    players: dict[tuple[str, str], Callable[[Random], int]] = {at: one.play for at, one in policies.items()}
    if have(PEERS[CHESS]):
        players[CHESS, ""] = speed.chess_game
        speed.chess_game(Random("warm up"))
    found = speed.rounds(players, seconds)
    chess = found.pop((CHESS, ""), None)
    return {
        "titles": _by_title({at: medians(figures(paces, clicks[at])) for at, paces in found.items()}),
        "peers": {CHESS: medians(figures(chess))} if chess else {},
        "ranges": {
            "titles": _by_title({at: ranges(figures(paces, clicks[at])) for at, paces in found.items()}),
            "peers": {CHESS: ranges(figures(chess))} if chess else {},
        },
        "played": _by_title(
            {
                at: {"rounds": len(paces), "games": paces[0].games, "actions": paces[0].actions, "clicks": clicks[at]}
                for at, paces in found.items()
            }
        ),
        "games_to_chess": _by_title({at: _to_chess(paces, chess) for at, paces in found.items()}),
    }


def _by_title(found: Mapping[tuple[str, str], Any]) -> dict[str, dict[str, Any]]:
    out: dict[str, dict[str, Any]] = {}
    for (title, scenario), value in found.items():
        out.setdefault(title, {})[scenario] = value
    return out


def _to_chess(ours: Sequence[speed.Pace], chess: Sequence[speed.Pace] | None) -> float | None:
    """Games per second as a multiple of chess: the median of the rounds, since a round has the same noise for both."""
    if chess is None:
        return None
    each = [one.games / one.seconds * other.seconds / other.games for one, other in zip(ours, chess, strict=True)]
    return round(median(each), 3)


def measure(title: Wargame[Any], asked: Benchmark, seconds: float) -> dict[str, Any]:
    """Every figure of a title besides whole games, in about this many seconds."""
    part = seconds / 3
    problems = asked.reach() if asked.reach else ()
    return {
        "opponents": opponents(title, part),
        "reach": reach_times(problems, part / 2, have("networkx")) if problems else None,
        "operations": operations(title, asked, part),
        "footprint": weighed(title),
        "goals": dict(asked.goals),
    }


def weighed(title: Wargame[Any]) -> dict[str, float]:
    """What drawing the map, an open game and the turns of computers cost."""
    game = footprint.opened(title, footprint.texts(title))
    return {
        "map_s": footprint.map_seconds(title),
        "game_actions": game.actions,
        "game_open_ms": game.milliseconds,
        "game_mb": game.megabytes,
        **{f"{level}_turn_s": footprint.turn_seconds(title, level) for level in TURNS},
    }


def bench(titles: Sequence[Wargame[Any]], seconds: float) -> dict[str, Any]:
    """Every figure of these titles, in about this many seconds; half of them for whole games."""
    played = games(titles, seconds / 2)
    each = {title.name: measure(title, title.benchmark(title), seconds / 2 / len(titles)) for title in titles}
    others = {
        key: {name: one[key] for name, one in each.items()}
        for key in ("opponents", "reach", "operations", "footprint", "goals")
    }
    missing = [name for name, module in PEERS.items() if not have(module)]
    return {**played, **others, "missing": missing, "compiled": COMPILED is not None}


# -- the table --------------------------------------------------------------------------------

Row = tuple[str, str, str, str]


def _rows(found: Mapping[str, Any]) -> Iterator[Row]:
    for n, name in enumerate(found["titles"]):
        if n:
            yield "", "", "", ""
        yield name, "", "", ""
        yield from _game_rows(found, name)
        yield from _other_rows(found, name)


def _game_rows(found: Mapping[str, Any], name: str) -> Iterator[Row]:
    chess, goals = "python-chess is not installed", found["goals"][name]
    if peer := found["peers"].get(CHESS):
        chess = f"{CHESS} {peer['games_per_cpu_s']:,.2f} games/s, {peer['actions_per_cpu_s']:,.0f} moves/s"
    for scenario, one in found["titles"][name].items():
        low, high = found["ranges"]["titles"][name][scenario]["clicks_per_cpu_s"]
        yield f"clicks of {scenario}", f"{one['clicks_per_cpu_s']:,.0f} clicks/s ({low:,.0f} to {high:,.0f})", "", ""
        said = f"{one['games_per_cpu_s']:,.2f} games/s, {one['actions_per_cpu_s']:,.0f} actions/s"
        ratio = found["games_to_chess"][name][scenario]
        yield f"complete games of {scenario}", said, chess, _ratio(ratio, goals.get(scenario))


def _other_rows(found: Mapping[str, Any], name: str) -> Iterator[Row]:
    goals, computers, reach = found["goals"][name], found["opponents"][name], found["reach"][name]
    for level, speed_ in computers["games_per_second"].items():
        yield WORDS.get(level, f"games of {level} v {level}"), f"{speed_:,.2f} games/s", "", ""
    if (judged := computers["positions_judged_per_second"]) is not None:
        yield "positions evaluated", f"{judged:,} positions/s", "", ""
    if reach:
        beside = f"networkx {reach['networkx_us']:,.1f} µs" if reach["networkx_us"] else "networkx is not installed"
        yield "reach of a unit", f"{reach['us']:,.1f} µs", beside, _ratio(reach["to_networkx"], goals.get("reach"))
    weight = found["footprint"][name]
    yield "drawing the map", f"{weight['map_s']:.2f} s", "", ""
    opened = f"{weight['game_open_ms']:,.0f} ms, {weight['game_mb']:.1f} MB"
    yield f"an open game of {weight['game_actions']:,} actions", opened, "", ""
    for level in TURNS:
        yield f"a turn of the {level}", f"{weight[f'{level}_turn_s']:.2f} s", "", ""
    for operation, took in found["operations"][name].items():
        goal = f"goal about {goals[operation]:g} µs" if operation in goals else ""
        yield operation, f"{took:,.2f} µs", "", goal


def _ratio(ratio: float | None, goal: float | None) -> str:
    if ratio is None:
        return ""
    return f"{ratio:.2f} ×" if goal is None else f"{ratio:.2f} × (goal {goal:g} ×)"


def compare(revision: str, policy: str, json: bool = False, seconds: float = 60.0, title: str = "") -> None:
    """Play the same games with this tree and another, and print the ratios of their speeds: above 1, this is faster."""
    if policy not in against.POLICIES:
        print(f"the policy is one of {', '.join(against.POLICIES)}, not {policy!r}", file=sys.stderr)
        raise SystemExit(2)
    names = [title] if title else list(TITLES)
    try:
        with against.tree(revision) as source:
            found = against.compare({name: list(TITLES[name].scenarios) for name in names}, source, seconds, policy)
    except against.NoTree as wrong:
        print(wrong, file=sys.stderr)
        raise SystemExit(2) from None
    each = {name: {scenario: one._asdict() for scenario, one in rows.items()} for name, rows in found.items()}
    if json:
        about = {"against": revision, "policy": policy, "compiled": COMPILED is not None}
        print(dumps({**about, "titles": each}, indent=1, ensure_ascii=False))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("title", "scenario", "rounds", "ratio", "fastest", "lowest", "highest", "games"):
        table.add_column(heading, no_wrap=True)
    for name, rows in found.items():
        for scenario, one in rows.items():
            ratios = (f"{ratio:.2f} ×" for ratio in (one.ratio, one.fastest, one.lowest, one.highest))
            table.add_row(name, scenario, str(one.rounds), *ratios, "the same" if one.same else "different")
    _print(table)


def _print(table: Table) -> Console:
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 160
    console.print(table)
    return console


def command(json: bool = False, seconds: float = 60.0, title: str = "") -> None:
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
    console = _print(table)
    for name in found["missing"]:
        console.print(f"To compare with {name}, install it: pip install 'grognard[dev]'", markup=False)


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--json"]
    command("--json" in sys.argv, float(words[0]) if words else 60.0)
