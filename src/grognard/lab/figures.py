"""The figures of a report: what the games of a simulation come to."""

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..core.title import Bad, Title
from .elo import wilson
from .measure import unpacked

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


class Simulation(NamedTuple):
    """The games of one folder."""

    name: str
    title: Title[Any]
    plan: Mapping[str, Any]
    games: Sequence[Mapping[str, Any]]  # a line of the results each

    @property
    def rows(self) -> list[Mapping[str, Any]]:
        """A row for each game."""
        return [game["row"] for game in self.games]

    @property
    def last(self) -> int:
        """The last turn that any game came to."""
        return max((int(turn["turn"]) for game in self.games for turn in game["turns"]), default=0)

    @property
    def levels(self) -> str:
        """Who played against whom."""
        said = self.plan.get("levels", {})
        return " v ".join(f"{side.title()} {said.get(side, '?')}" for side in self.title.players)

    @property
    def options(self) -> str:
        """The switches that are not as usual."""
        return " ".join(self.plan.get("options", ()))


def read(folder: Path, titles: Mapping[str, Title[Any]]) -> Simulation:
    """The simulation in a folder; lines of its results that are torn are left out."""
    try:
        plan = tomllib.loads((folder / "simulation.toml").read_text("utf-8"))
        raw = (folder / "results.jsonl").read_bytes()
    except FileNotFoundError as missing:
        raise Bad(f"{folder} holds no simulation: there is no {Path(str(missing.filename)).name}") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
        raise Bad(f"{folder}: {wrong}") from None
    title = titles.get(str(plan.get("title")))
    if title is None:
        raise Bad(f"{folder}: there is no title {plan.get('title')!r}; titles: {', '.join(titles)}")
    said, have = list(plan.get("packs", ())), list(title.packs)
    if said != have:
        raise Bad(f"{folder} was played with the packs {', '.join(said) or 'none'}, not {', '.join(have) or 'none'}: "
                  "give the same with --pack")  # fmt: skip
    games = sorted(_lines(raw), key=lambda line: int(line["game"]))
    if not games:
        raise Bad(f"{folder} holds no game yet")
    return Simulation(folder.resolve().name, title, plan, games)


def _lines(raw: bytes) -> Iterator[dict[str, Any]]:
    seen: set[int] = set()
    for line in raw.splitlines(keepends=True):
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
    side: int  # whose success it is; below 0 nobody's
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
    """How often each side has won, and nobody if that ever happened."""
    found = Counter(row["winner"] for row in sim.rows)
    out = [Share(side.title(), n, found[side], len(sim.games)) for n, side in enumerate(sim.title.players)]
    return [*out, Share("Nobody", -1, found[""], len(sim.games))] if found[""] else out


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
        out.append(Share(name[:1].upper() + name[1:], side, len(found[winner, level]), len(sim.games)))
    return out


class Mean(NamedTuple):
    """An average, and the 95 % confidence interval around it."""

    mean: float
    low: float
    high: float


def average(values: Sequence[float]) -> Mean:
    """The average of some numbers, its interval by the normal approximation."""
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
    """Something turn by turn: of the games that came to that turn, or with ended ones as they ended (carried)."""
    name, found = sim.title.players[side], dict[int, list[float]]()
    for game in sim.games:
        values = {int(t["turn"]): float(t[what]) for t in game["turns"] if t["side"] == name and what in t}
        if carried and values:
            end = max(values)
            values |= dict.fromkeys(range(end + 1, sim.last + 1), values[end])
        for turn, value in values.items():
            found.setdefault(turn, []).append(value)
    return [
        Band(turn, len(found[turn]), float(np.mean(found[turn])),
             tuple(float(q) for q in np.quantile(found[turn], QUANTILES)))
        for turn in sorted(found) if turn >= first
    ]  # fmt: skip


def unsupplied(sim: Simulation, side: int) -> list[tuple[int, float]]:
    """The share of a side's units that were out of supply at the end of each turn."""
    units, fed, name = Counter[int](), Counter[int](), sim.title.players[side]
    for game in sim.games:
        for turn in game["turns"]:
            if turn["side"] == name and "supplied" in turn:
                units[turn["turn"]] += turn["units"]
                fed[turn["turn"]] += turn["supplied"]
    return [(turn, 1 - fed[turn] / units[turn]) for turn in sorted(units) if units[turn]]


# -- ground -----------------------------------------------------------------------------------


def ground(sim: Simulation, turn: int) -> dict[str, tuple[float, ...]]:
    """For each place the share of games in which each side held it at the end of a turn, or of the game if sooner."""
    places = sim.title.lexicon.places
    size = (len(places) + 7) // 8
    sums = np.zeros((len(sim.title.players), size * 8), dtype=np.int64)
    for game in sim.games:
        there = [int(t) for t in game["ground"] if int(t) <= turn]
        if there:
            held = game["ground"][str(max(there))]
            for n, side in enumerate(sim.title.players):
                raw = unpacked(held[side]).to_bytes(size, "little")
                sums[n] += np.unpackbits(np.frombuffer(raw, dtype=np.uint8), bitorder="little")
    shares = sums / len(sim.games)
    return {name: tuple(float(v) for v in shares[:, n]) for n, name in enumerate(places) if name}


def chosen(last: int) -> list[int]:
    """Three or four turns, evenly apart, the last one among them."""
    count = 3 if last % 3 == 0 and last % 4 else 4
    return sorted({max(1, int(last * n / count + 0.5)) for n in range(1, count + 1)}) if last else [0]


# -- clauses ----------------------------------------------------------------------------------


class Fired(NamedTuple):
    """How often a clause fired in a simulation."""

    times: float  # for each game
    share: float  # of the games in which it did
    weighed: bool  # only when actions were judged


def fired(sim: Simulation) -> dict[str, Fired]:
    """Every clause that fired, or was weighed."""
    times, games, judged, weighed = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for game in sim.games:
        times.update(game["cases"])
        games.update(game["cases"].keys())
        judged.update(game.get("judged", {}))
        weighed.update(game.get("judged", {}).keys())
    count = len(sim.games)
    out = {clause: Fired(judged[clause] / count, weighed[clause] / count, True) for clause in judged}
    return out | {clause: Fired(times[clause] / count, games[clause] / count, False) for clause in times}
