"""`grognard ladder`: every level against every other, sides swapped with the same dice, the recruit rated 1000."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import combinations, product
from json import dumps
from pathlib import Path
from statistics import mean
from time import monotonic
from typing import Any

from rich.console import Console
from rich.table import Table

from ..core.title import Bad
from ..opponents import opponent
from ..opponents.levels import SPARRING
from ..titles import TITLES
from .elo import ratings, wilson
from .match import Pairing, Score, play
from .score_file import Store
from .sprt import Sprt
from .task_pools import Failed, local

ANCHOR, AT = "recruit", 1000.0
MOST = 1_000_000


def pairings(
    title: str, scenario: str, levels: Sequence[str], games: int, seed: str, partners: Sequence[str] = ()
) -> list[Pairing]:
    """Every pair of levels, or every level with every partner: two games with the same dice and swapped sides."""
    if len(levels) == 1 and not partners:
        return [Pairing(title, scenario, (levels[0], levels[0]), f"{seed} {n}") for n in range(games)]
    couples = list(product(levels, partners) if partners else combinations(levels, 2))
    out = []
    for one, other in couples:
        for n in range((games + 1) // 2):
            dice = f"{seed} {n}"
            out += [Pairing(title, scenario, (one, other), dice), Pairing(title, scenario, (other, one), dice)][
                : games - 2 * n
            ]
    return out


def played(games: Sequence[Pairing], jobs: int, store: Store | None = None) -> Iterator[Score]:
    """Play the games that are not stored on `jobs` processors, and yield all scores in the order of the list."""
    store = store or Store(None)
    missing = [game for game in games if game not in store.known]
    due = 0
    while due < len(games) and games[due] in store.known:
        yield store.known[games[due]]
        due += 1
    with closing(local(play, missing, jobs)) as found:
        for n, score in found:
            if isinstance(score, Failed):
                one, other = missing[n].levels
                raise Bad(f"the game of {one} against {other} with the seed {missing[n].seed!r} failed: {score.why}")
            store.add(score)
            while due < len(games) and games[due] in store.known:
                yield store.known[games[due]]
                due += 1


def until_decided(scores: Iterable[Score], level: str, test: Sprt) -> Iterator[Score]:
    """The scores, two for each pair, until the test decides whether `level` is stronger."""
    points = 0.0
    for n, score in enumerate(scores):
        yield score
        points += _points(score, score.pairing.levels.index(level))
        if n % 2:
            if test.add(points / 2):
                return
            points = 0.0


def report(title: str, scenario: str, levels: Sequence[str], seed: str, scores: Iterable[Score]) -> dict[str, Any]:
    """The results of a ladder as plain data."""
    done = list(scores)
    sides = TITLES[title].players
    levels = [*levels, *dict.fromkeys(name for s in done for name in s.pairing.levels if name not in levels)]
    tally: dict[tuple[str, str], tuple[float, int]] = {}
    rows = []
    for one, other in {tuple(sorted(s.pairing.levels, key=levels.index)) for s in done}:
        mine = [s for s in done if sorted(s.pairing.levels, key=levels.index) == [one, other]]
        row: dict[str, Any] = {"levels": [one, other], "games": len(mine)}
        if one != other:
            points = sum(_points(s, s.pairing.levels.index(one)) for s in mine)
            tally[one, other] = points, len(mine)
            low, high = wilson(points, len(mine))
            row |= {"score": round(points / len(mine), 4), "low": round(low, 4), "high": round(high, 4)}
        row["sides"] = [
            _side_row(mine, name, n, sides) for name in dict.fromkeys((one, other)) for n in range(len(sides))
        ]
        rows.append(row)
    rows.sort(key=lambda row: [levels.index(name) for name in row["levels"]])
    anchor = ANCHOR if ANCHOR in levels else levels[0]
    found = ratings(levels, tally, anchor, AT)
    return {
        "title": title,
        "scenario": scenario,
        "seed": seed,
        "anchor": anchor,
        "games": len(done),
        "ratings": [
            {
                "level": name,
                "elo": round(found[name].elo),
                "low": round(found[name].low),
                "high": round(found[name].high),
                "seconds_per_turn": _pace(done, name),
            }
            for name in levels
        ],
        "pairs": rows,
    }


def _points(score: Score, side: int) -> float:
    return 0.5 if score.winner < 0 else float(score.winner == side)


def _side_row(games: Sequence[Score], level: str, side: int, sides: Sequence[str]) -> dict[str, Any]:
    """The results of one level on one side against its opponent."""
    mine = [s for s in games if s.pairing.levels[side] == level]
    out: dict[str, Any] = {"level": level, "side": sides[side], "games": len(mine)}
    if mine:
        out["score"] = round(mean(_points(s, side) for s in mine), 4)
        out["endings"] = {name: sum(s.level == name for s in mine) for name in sorted({s.level for s in mine})}
        numbers = [name for name, value in mine[0].facts.items() if isinstance(value, int | float)]
        out["facts"] = {name: round(mean(s.facts[name] for s in mine), 2) for name in numbers}
    return out


def _pace(games: Sequence[Score], level: str) -> float | None:
    """Processor seconds that a level uses per turn of its own."""
    seconds = turns = 0.0
    for s in games:
        for side, name in enumerate(s.pairing.levels):
            if name == level:
                seconds += s.seconds[side]
                turns += s.turns[side]
    return round(seconds / turns, 4) if turns else None


def command(
    title: str,
    scenario: str,
    levels: str,
    games: int,
    seed: str,
    *,
    jobs: int = 0,
    json: bool = False,
    sparring: bool = False,
    sprt: tuple[float, float] | None = None,
    out: Path | None = None,
) -> None:
    """Play a ladder and print it as a table or JSON."""
    if title not in TITLES:
        raise Bad(f"there is no title {title!r}; titles: {', '.join(TITLES)}")
    scenarios = TITLES[title].scenarios
    scenario = scenario or next(iter(scenarios))
    if scenario not in scenarios:
        raise Bad(f"{title} has no scenario {scenario!r}; it has: {', '.join(scenarios)}")
    names = _names(title, levels)
    if not 1 <= games <= MOST:
        raise Bad(f"the number of games per pair must be from 1 to {MOST:,}, not {games}")
    partners = [f"{SPARRING}{name}" for name in TITLES[title].opponents().sparring] if sparring else []
    if sparring and not partners:
        raise Bad(f"{title} has no sparring partners")
    if sprt and (len(names) != 2 or partners):
        raise Bad("a sequential test needs two levels: the one that may be stronger first")
    test = Sprt(*sprt) if sprt else None
    wanted = pairings(title, scenario, names, games, seed, partners)
    scores: Iterator[Score] = played(wanted, jobs, Store(out))
    if test:
        scores = until_decided(scores, names[0], test)
    found = report(title, scenario, names, seed, _watched(scores, len(wanted)))
    if test:
        found["sprt"] = {
            "verdict": test.verdict or "undecided",
            "ratio": round(test.ratio, 2),
            "pairs": len(test.pairs),
        }
    print(dumps(found, indent=1)) if json else _print(found)


def _names(title: str, levels: str) -> list[str]:
    """The levels and sparring partners named on the command line."""
    names = [name.strip() for name in levels.split(",") if name.strip()]
    if not names:
        raise Bad("name at least one level, like recruit,regular")
    partners = TITLES[title].opponents().sparring
    for name in names:
        opponent(name)
        if name.startswith(SPARRING) and name.removeprefix(SPARRING) not in partners:
            raise Bad(f"{title} has no sparring partner {name!r}; it has: {', '.join(partners) or 'none'}")
    if len(set(names)) < len(names):
        raise Bad("each level may be named only once")
    return names


def _watched(scores: Iterator[Score], count: int) -> Iterator[Score]:
    """The same scores, with the progress shown on a terminal."""
    start, show = monotonic(), sys.stderr.isatty()
    for n, score in enumerate(scores, 1):
        if show:
            left = (monotonic() - start) / n * (count - n)
            print(f"\r{n} of {count} games, {left:,.0f} s left ", end="" if n < count else "\n", file=sys.stderr)
        yield score


def _print(found: dict[str, Any]) -> None:
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("level", "Elo", "95 %", "seconds per turn"):
        table.add_column(name, justify="left" if name == "level" else "right")
    for row in found["ratings"]:
        fixed = row["level"] == found["anchor"]
        pace = "" if row["seconds_per_turn"] is None else f"{row['seconds_per_turn']:.4f}"
        table.add_row(row["level"], str(row["elo"]), "fixed" if fixed else f"{row['low']} to {row['high']}", pace)
    console.print(table)
    if test := found.get("sprt"):
        console.print(
            f"\n{found['pairs'][0]['levels'][0]}: {test['verdict']} after {test['pairs']} pairs ({test['ratio']:+})"
        )
    for pair in found["pairs"]:
        one, other = pair["levels"]
        if "score" in pair:
            console.print(
                f"\n{one} v {other}: {pair['games']} games, {one} scores {100 * pair['score']:.1f} % "
                f"({100 * pair['low']:.1f} to {100 * pair['high']:.1f})"
            )
        else:
            console.print(f"\n{one} v {other}: {pair['games']} games")
        for side in pair["sides"]:
            if side["games"]:
                endings = ", ".join(f"{count} {name}" for name, count in side["endings"].items())
                facts = ", ".join(f"{name} {value:g}" for name, value in side["facts"].items())
                console.print(
                    f"  {side['level']} as {side['side']}: {100 * side['score']:.1f} % of {side['games']}; "
                    f"{endings}; on average {facts}"
                )
