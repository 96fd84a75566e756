"""The figures of a report: statistics of the games of a simulation."""

import json
import tomllib
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..core.title import Bad
from ..kit.table import Wargame
from .elo import wilson
from .measure import unpacked

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


class Simulation:
    """The games of one folder, aggregated one by one; only their rows are kept in full."""

    def __init__(
        self, name: str, title: Wargame[Any], plan: Mapping[str, Any], games: Iterable[Mapping[str, Any]]
    ) -> None:
        """Aggregate games, each a line of the results."""
        self.name, self.title, self.plan = name, title, plan
        self.rows: list[Mapping[str, Any]] = []
        self.series: dict[tuple[str, str, int], array[float]] = {}  # by side, what and turn
        self.ended: dict[tuple[str, str, int], array[float]] = {}  # the same for games that ended with this turn
        self.held: dict[int, np.ndarray[Any, Any]] = {}  # by turn: in how many games each side held each place
        self.left: dict[int, np.ndarray[Any, Any]] = {}  # the same for games that ended with this turn
        self.fired, self.fired_in = Counter[str](), Counter[str]()
        self.judged, self.judged_in = Counter[str](), Counter[str]()
        for game in games:
            self._take(game)

    def _take(self, game: Mapping[str, Any]) -> None:
        row = game["row"]
        if row["winner"] not in (*self.title.players, "") or not isinstance(row["level"], str):
            raise ValueError(row)
        numbers = ("margin", "turns", "actions", *(f"{side}_losses" for side in self.title.players))
        if not all(isinstance(row[name], int | float) for name in numbers):
            raise ValueError(row)
        self.rows.append(row)
        last = max((int(one["turn"]) for one in game["turns"]), default=0)
        for one in game["turns"]:
            side, turn = str(one["side"]), int(one["turn"])
            for what, value in one.items():
                if what not in ("side", "turn"):
                    self.series.setdefault((side, what, turn), array("d")).append(value)
                    if turn == last:
                        self.ended.setdefault((side, what, turn), array("d")).append(value)
        size = (len(self.title.lexicon.places) + 7) // 8
        final = max((int(turn) for turn in game["ground"]), default=0)
        for turn, held in game["ground"].items():
            raw = b"".join(unpacked(held[side]).to_bytes(size, "little") for side in self.title.players)
            found = np.unpackbits(np.frombuffer(raw, dtype=np.uint8), bitorder="little").astype(np.int64)
            for sums in (self.held, self.left) if int(turn) == final else (self.held,):
                sums[int(turn)] = sums[int(turn)] + found if int(turn) in sums else found
        judged = game.get("judged", {})
        for times, count, said in ((self.fired, self.fired_in, game["cases"]), (self.judged, self.judged_in, judged)):
            times.update(said)
            count.update(said.keys())

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def last(self) -> int:
        """The last turn reached by any game."""
        return max((turn for _, _, turn in self.series), default=0)

    @property
    def levels(self) -> str:
        """The level that played each side."""
        said = self.plan.get("levels", {})
        return " v ".join(f"{side.title()} {said.get(side, '?')}" for side in self.title.players)

    @property
    def options(self) -> str:
        """The options that differ from the default."""
        return " ".join(self.plan.get("options", ()))


def read(folder: Path, titles: Mapping[str, Wargame[Any]]) -> Simulation:
    """The simulation in a folder; incomplete lines of its results are left out."""
    try:
        plan = tomllib.loads((folder / "simulation.toml").read_text("utf-8"))
        results = (folder / "results.jsonl").open("rb")
    except FileNotFoundError as missing:
        raise Bad(f"{folder} does not contain a simulation: there is no {Path(str(missing.filename)).name}") from None
    except OSError as wrong:
        raise Bad(f"cannot read {wrong.filename or folder}: {wrong.strerror or wrong}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
        raise Bad(f"{folder / 'simulation.toml'}: {wrong}") from None
    with results:
        title = titles.get(str(plan.get("title")))
        if title is None:
            raise Bad(f"{folder}: there is no title {plan.get('title')!r}; titles: {', '.join(titles)}")
        said, have = list(plan.get("packs", ())), list(title.packs)
        if said != have:
            raise Bad(
                f"{folder} was played with the packs {', '.join(said) or 'none'}, not "
                f"{', '.join(have) or 'none'}: use the same with --pack"
            )
        try:
            found = Simulation(folder.resolve().name, title, plan, _lines(results))
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
            raise Bad(
                f"{folder / 'results.jsonl'} does not fit any game of {title.name}: remove it, and the "
                "same `grognard simulate` measures the games again"
            ) from None
    if not len(found):
        if (folder / "results.jsonl").stat().st_size:
            raise Bad(f"no line of {folder / 'results.jsonl'} can be read: the same `grognard simulate` recreates it")
        raise Bad(f"{folder} contains no games yet")
    return found


def _lines(raw: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    seen: set[int] = set()
    for line in raw:
        try:
            found = json.loads(line) if line.endswith(b"\n") else None
        except ValueError:
            continue
        whole = isinstance(found, dict) and {"game", "row", "turns", "cases", "ground"} <= found.keys()
        if found and whole and found["game"] not in seen:
            seen.add(found["game"])
            yield found


# -- who wins ---------------------------------------------------------------------------------


class Share(NamedTuple):
    """A part of the games, with the 95 % confidence interval of its share."""

    name: str
    side: int  # the side that won; below 0: nobody
    number: int
    games: int

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.number / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval (Wilson)."""
        return wilson(self.number, self.games)


def wins(sim: Simulation) -> list[Share]:
    """How often each side won, and how often nobody did, if ever."""
    found = Counter(row["winner"] for row in sim.rows)
    out = [Share(side.title(), n, found[side], len(sim)) for n, side in enumerate(sim.title.players)]
    return [*out, Share("Nobody", -1, found[""], len(sim))] if found[""] else out


def endings(sim: Simulation) -> list[Share]:
    """How often the games ended in each way, from the best for the first side to the best for the last."""
    found: dict[tuple[str, str], list[float]] = {}
    for row in sim.rows:
        found.setdefault((row["winner"], row["level"]), []).append(row["margin"])
    players, out = sim.title.players, []
    order = sorted(found, key=lambda one: (players.index(one[0]) if one[0] else 0.5, -float(np.mean(found[one]))))
    for winner, level in order:
        side = players.index(winner) if winner else -1
        name = level if not winner or level.lower().startswith(winner) else f"{winner.title()} {level}"
        out.append(Share(name[:1].upper() + name[1:], side, len(found[winner, level]), len(sim)))
    return out


class Mean(NamedTuple):
    """A mean, and its 95 % confidence interval."""

    mean: float
    low: float
    high: float


def average(values: Sequence[float]) -> Mean:
    """The mean of some numbers, with its interval by the normal approximation."""
    data = np.asarray(values, dtype=float)
    half = 1.96 * float(data.std(ddof=1)) / len(data) ** 0.5 if len(data) > 1 else 0.0
    mean = float(data.mean())
    return Mean(mean, mean - half, mean + half)


# -- turn by turn -----------------------------------------------------------------------------


class Band(NamedTuple):
    """How something was spread over the games at the end of a turn."""

    turn: int
    games: int
    mean: float
    quantiles: tuple[float, ...]  # as in QUANTILES


def bands(sim: Simulation, what: str, side: int, *, carried: bool = False, first: int = 0) -> list[Band]:
    """A quantity turn by turn: of the games that reached that turn, with `carried` also of those that ended before."""
    name, out = sim.title.players[side], []
    ended: list[float] = []
    for turn in range(sim.last + 1):
        values = [*sim.series.get((name, what, turn), ()), *(ended if carried else ())]
        ended += sim.ended.get((name, what, turn), ())
        if values and turn >= first:
            spread = tuple(float(q) for q in np.quantile(values, QUANTILES))
            out.append(Band(turn, len(values), float(np.mean(values)), spread))
    return out


def unsupplied(sim: Simulation, side: int) -> list[tuple[int, float]]:
    """The share of a side's units that were out of supply at the end of each turn."""
    name, out = sim.title.players[side], []
    for turn in range(sim.last + 1):
        units, fed = (sum(sim.series.get((name, what, turn), ())) for what in ("units", "supplied"))
        if units and (name, "supplied", turn) in sim.series:
            out.append((turn, 1 - fed / units))
    return out


# -- ground -----------------------------------------------------------------------------------


def ground(sim: Simulation, turn: int) -> dict[str, tuple[float, ...]]:
    """For each place the share of games in which each side held it at the end of a turn, or of the game if earlier."""
    places, sides = sim.title.lexicon.places, len(sim.title.players)
    sums = sum((left for end, left in sim.left.items() if end < turn), sim.held.get(turn, 0))
    shares = np.reshape(sums, (sides, -1)) / len(sim) if np.ndim(sums) else np.zeros((sides, len(places)))
    return {name: tuple(float(v) for v in shares[:, n]) for n, name in enumerate(places) if name}


def chosen(last: int) -> list[int]:
    """Three or four evenly spaced turns, including the last."""
    count = 3 if last % 3 == 0 and last % 4 else 4
    return sorted({max(1, int(last * n / count + 0.5)) for n in range(1, count + 1)}) if last else [0]


# -- clauses ----------------------------------------------------------------------------------


class Fired(NamedTuple):
    """How often a clause fired in a simulation."""

    times: float  # per game
    share: float  # of games in which it fired
    weighed: bool  # counted only when actions were checked


def fired(sim: Simulation) -> dict[str, Fired]:
    """Every clause that fired or was weighed."""
    count = len(sim)
    out = {clause: Fired(n / count, sim.judged_in[clause] / count, True) for clause, n in sim.judged.items()}
    return out | {clause: Fired(n / count, sim.fired_in[clause] / count, False) for clause, n in sim.fired.items()}
