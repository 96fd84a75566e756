"""The plan of a simulation: which game is played, by which levels, with which dice, and how often."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from json import dumps
from typing import Any, NamedTuple, Self

from ..core.title import Bad
from ..kit.load.pack import Pack
from ..kit.table import Wargame
from ..opponents import opponent
from ..titles import TITLES, load
from .match import Pairing, recorded
from .measure import Measured, measure

MOST = 1_000_000  # games
LEVEL = "regular"  # the default level of a side
GROWS = "games"  # the only value of a started plan that may change


class Plan(NamedTuple):
    """A simulation, specified completely enough to be repeated."""

    title: str
    rules: int  # their version
    scenario: str
    options: tuple[str, ...]
    packs: tuple[str, ...]
    levels: tuple[str, ...]  # in the order of the title's players
    seed: str
    games: int

    def pairing(self, n: int) -> Pairing:
        """Game n of the plan, counted from 0."""
        return Pairing(self.title, self.scenario, self.levels, f"{self.seed} {n}", self.options)

    def says(self) -> dict[str, Any]:
        """The plan as plain data."""
        players = TITLES[self.title].players
        return {
            "title": self.title,
            "rules": self.rules,
            "scenario": self.scenario,
            "options": list(self.options),
            "packs": list(self.packs),
            "levels": dict(zip(players, self.levels, strict=True)),
            "seed": self.seed,
            "games": self.games,
        }

    def write(self) -> str:
        """The plan as a TOML file."""
        said = self.says()
        levels = said.pop("levels")
        lines = [f"{name} = {dumps(value, ensure_ascii=False)}" for name, value in said.items()]
        return "\n".join([*lines, "", "[levels]", *(f"{side} = {dumps(level)}" for side, level in levels.items()), ""])

    def over(self, text: str) -> Self:
        """This plan checked against a started one: they must agree, except that the number of games may grow."""
        before, now = tomllib.loads(text), self.says()
        for name in dict.fromkeys((*now, *before)):
            if name != GROWS and before.get(name) != now.get(name):
                raise Bad(
                    f"another simulation is there: its {name} {_shown(before.get(name))}, "
                    f"not {_shown(now.get(name))}; name another directory"
                )
        if not isinstance(before.get(GROWS), int):
            raise Bad("it does not give the number of games")
        if before[GROWS] > self.games:
            raise Bad(f"a simulation of {before[GROWS]} games is there: ask for as many or more, not {self.games}")
        return self


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {one}" for name, one in value.items())
    return ", ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


def planned(
    title: Wargame[Any], scenario: str, levels: Mapping[int, str], options: Sequence[str], seed: str, games: int
) -> Plan:
    """A checked plan."""
    scenario = scenario or next(iter(title.scenarios))
    if scenario not in title.scenarios:
        raise Bad(f"{title.name} has no scenario {scenario!r}; it has: {', '.join(title.scenarios)}")
    if not 1 <= games <= MOST:
        raise Bad(f"the number of games must be from 1 to {MOST:,}, not {games}")
    if not seed.strip() or not seed.isprintable():
        raise Bad("the seed must be a word or a number")
    chosen = title.settings(dict(_pairs(options)))
    names = tuple(opponent(levels.get(side, LEVEL)).name for side in range(len(title.players)))
    return Plan(title.name, title.version, scenario, chosen, title.packs, names, seed.strip(), games)


def _pairs(options: Sequence[str]) -> Iterable[tuple[str, str]]:
    """The pairs of options such as `pool=strict,fog=off`."""
    for word in (word.strip() for said in options for word in said.split(",")):
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise Bad(f"{word!r} is not an option: write name=value")
        yield name.strip(), value.strip()


# -- one game ---------------------------------------------------------------------------------


class Task(NamedTuple):
    """A game to play, or only to measure if its record exists."""

    game: int
    record: str = ""


class Game(NamedTuple):
    """A game played and measured."""

    game: int
    record: str
    measured: Measured


@dataclass(frozen=True)
class Job:
    """The work of a simulation: it can play any of its games."""

    plan: Plan
    packs: tuple[Pack, ...] = ()

    def __call__(self, task: Task) -> Game:
        """Play a game of the plan and measure it."""
        plan, title = self.plan, self._title()
        if (title.version, title.packs) != (plan.rules, plan.packs):
            raise Bad(
                f"{plan.title} has rules version {title.version} here, the simulation has {plan.rules}: "
                "every machine needs the same version of Grognard"
            )
        pairing = plan.pairing(task.game)
        header = {"game": str(task.game), "seed": pairing.seed, **dict(zip(title.players, plan.levels, strict=True))}
        if task.record:
            try:
                found = measure(title, task.record)
            except Bad:
                pass  # it is played again
            else:
                if self._mine(title, found.row, header):
                    return Game(task.game, task.record, found)
        text = recorded(pairing, title, header)
        return Game(task.game, text, measure(title, text))

    def _mine(self, title: Wargame[Any], row: Mapping[str, Any], header: Mapping[str, str]) -> bool:
        """Whether a measured game belongs to this plan."""
        said = {
            "game": int(header["game"]),
            "seed": header["seed"],
            "scenario": self.plan.scenario,
            "options": " ".join(self.plan.options),
            **{f"{side}_level": header[side] for side in title.players},
        }
        return all(row.get(name) == value for name, value in said.items())

    def _title(self) -> Wargame[Any]:
        name = self.plan.title
        return _built(name, _Packs(self.packs)) if self.packs else TITLES[name]


class _Packs(tuple[Pack, ...]):
    """Packs, compared by the marks of their contents."""

    def __hash__(self) -> int:
        return hash(self._labels())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Packs) and self._labels() == other._labels()

    def _labels(self) -> tuple[str, ...]:
        return tuple(pack.label for pack in self)


@lru_cache(4)
def _built(name: str, packs: _Packs) -> Wargame[Any]:
    """A title with packs, built once per process."""
    return load(name, packs)
