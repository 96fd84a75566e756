"""`grognard tune`: better weights for a title's opponents, found by paired games (SPSA).

Simultaneous perturbation stochastic approximation: in every round all weights are made a little larger or smaller at
random, one player uses them, its enemy uses the opposite changes, and both play the same dice from both sides. The
weights then move towards the winner's. Rounds change weights by factors, so only weights other than 0 are tuned. The
state is saved after every round; the same command continues. What comes out is a proposal: accept it only if it wins a
sequential test (`grognard ladder TITLE --levels weights:FILE,regular --sprt`).
"""

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from math import exp
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from ..core.title import Bad
from ..kit.load.weights import weights_text, with_weights
from ..kit.opponent import Tunable
from ..opponents import opponent
from ..opponents.levels import WithWeights, turn
from ..titles import TITLES
from .folder import keep
from .simulate import Run, engine
from .task_pools import Failed

STEP, SHIFT = 0.8, 0.12  # how far the weights move after a pair won outright, and how much they are changed in a round
CALM = 10.0  # rounds after which steps become much smaller
LONGEST = 20_000  # actions in a game
REGULAR = opponent("regular")  # whose budget both players have


class Round(NamedTuple):
    """One pair of games: the weights of both players, and the seed."""

    title: str
    scenario: str
    plus: dict[str, float]
    minus: dict[str, float]
    seed: str


def tunable(title: str) -> Tunable:
    """What can be tuned in a title."""
    found: Tunable | None = TITLES[title].opponents().tunable
    if found is None:
        raise Bad(f"{title} has no weights that can be tuned")
    return found


def play_round(game: Round) -> float:
    """The points of the first player in two games with the same dice and swapped sides, from 0 to 2."""
    return sum(_points(game, side) for side in (0, 1))


def _points(game: Round, side: int) -> float:
    """The points of the first player on a side."""
    title, tuned = TITLES[game.title], tunable(game.title)
    s = title.start(game.scenario)
    minds = {}
    for who in (0, 1):
        weights = with_weights(tuned.weights, dict(game.plus if who == side else game.minus), "tune")
        minds[who] = REGULAR, WithWeights(weights), Random(f"{game.seed} {who}").randrange
    dice = Random(f"{game.seed} dice").randrange
    for _ in range(LONGEST):
        if s.over:
            break
        turn(minds, s, dice)
    outcome = title.outcome(s)
    if outcome is None or outcome.winner < 0:
        return 0.5
    return float(outcome.winner == side)


class Tuning:
    """The state of a search for weights."""

    def __init__(self, title: str, scenario: str, names: Sequence[str], seed: str) -> None:
        weights = tunable(title).weights._asdict()
        self.title, self.scenario, self.seed = title, scenario, seed
        self.names = list(names) or [name for name, value in weights.items() if value and isinstance(value, float)]
        for name in self.names:
            if name not in weights:
                raise Bad(f"{title} has no weight {name!r}; weights: {', '.join(weights)}")
            if not weights[name]:
                raise Bad(f"the weight {name} is 0: it cannot be changed by a factor")
        self.first = {name: float(weights[name]) for name in self.names}
        self.logs = dict.fromkeys(self.names, 0.0)  # of the factor by which each weight has changed
        self.rounds = 0
        self.won = 0.0  # points of the players with the changes as drawn, to see that they are about half

    @property
    def weights(self) -> dict[str, float]:
        """The weights found so far."""
        return {name: self.first[name] * exp(self.logs[name]) for name in self.names}

    def shifts(self, number: int) -> dict[str, int]:
        """The direction in which each weight is changed in a round."""
        random = Random(f"{self.seed} {number} directions")
        return {name: random.choice((-1, 1)) for name in self.names}

    def size(self, number: int) -> float:
        """How much weights are changed in a round."""
        return float(SHIFT / (1 + number / CALM) ** 0.101)

    def round(self, number: int) -> Round:
        """The games of a round, with the weights as they are now."""
        size, shifts = self.size(number), self.shifts(number)
        plus = {name: value * exp(size * shifts[name]) for name, value in self.weights.items()}
        minus = {name: value * exp(-size * shifts[name]) for name, value in self.weights.items()}
        return Round(self.title, self.scenario, plus, minus, f"{self.seed} {number}")

    def learn(self, number: int, points: float) -> None:
        """Move the weights towards those that won."""
        gain = STEP / (1 + number / CALM) ** 0.602 * (points / 2 - 0.5) * self.size(number)
        for name, shift in self.shifts(number).items():
            self.logs[name] += gain * shift
        self.rounds, self.won = self.rounds + 1, self.won + points

    def save(self, path: Path) -> None:
        """Write the state, and the weights beside it as a file of weights."""
        state = {
            name: getattr(self, name)
            for name in ("title", "scenario", "seed", "names", "first", "logs", "rounds", "won")
        }
        keep(path, (json.dumps(state, indent=1) + "\n").encode())
        source = f"grognard tune {self.title}, scenario {self.scenario}, seed {self.seed}: {self.rounds} pairs of games"
        keep(path.with_suffix(".toml"), weights_text(self.weights, source).encode())

    @classmethod
    def load(cls, path: Path) -> "Tuning":
        """The state in a file."""
        try:
            state: dict[str, Any] = json.loads(path.read_text())
            out = cls(state["title"], state["scenario"], state["names"], state["seed"])
            out.first, out.logs = dict(state["first"]), dict(state["logs"])
            out.rounds, out.won = int(state["rounds"]), float(state["won"])
        except (OSError, ValueError, KeyError, TypeError) as wrong:
            raise Bad(f"{path} is not the state of a tuning: {wrong}") from None
        return out


def tune(tuning: Tuning, work: Run, go_on: Callable[[], bool], path: Path, batch: int) -> Iterable[int]:
    """Play rounds until told to stop, saving after every batch; yields the number of rounds so far."""
    while go_on():
        first = tuning.rounds
        rounds = [tuning.round(first + n) for n in range(batch)]
        points: dict[int, float] = {}
        for n, found in work(play_round, rounds):
            if isinstance(found, Failed):
                raise Bad(f"a game failed: {found.why}")
            points[n] = found
        for n in range(batch):
            tuning.learn(first + n, points[n])
        tuning.save(path)
        yield tuning.rounds


def command(
    title: str, scenario: str, hours: float, out: Path, names: str, seed: str, *, jobs: int, name: str, address: str
) -> None:
    """Tune for some hours, or go on with a tuning."""
    if title not in TITLES:
        raise Bad(f"there is no title {title!r}; titles: {', '.join(TITLES)}")
    scenario = scenario or next(iter(TITLES[title].scenarios))
    if scenario not in TITLES[title].scenarios:
        raise Bad(f"{title} has no scenario {scenario!r}; it has: {', '.join(TITLES[title].scenarios)}")
    wanted = [one.strip() for one in names.split(",") if one.strip()]
    if out.exists():
        tuning = Tuning.load(out)
        if (tuning.title, tuning.scenario, tuning.seed) != (title, scenario, seed) or (
            wanted and wanted != tuning.names
        ):
            raise Bad(f"{out} holds another tuning: {tuning.title}, {tuning.scenario}, seed {tuning.seed}")
        print(f"{tuning.rounds} pairs of games are already there.")
    else:
        tuning = Tuning(title, scenario, wanted, seed)
    until = monotonic() + 3600 * hours
    batch = max(1, jobs)
    for rounds in tune(tuning, engine(name, jobs, address), lambda: monotonic() < until, out, batch):
        if sys.stderr.isatty():
            print(f"\r{rounds} pairs ", end="", file=sys.stderr)
    for weight, value in tuning.weights.items():
        print(f"{weight:24} {tuning.first[weight]:10.4g} {value:10.4g}  x {value / tuning.first[weight]:.3f}")
    print(f"{tuning.rounds} pairs of games; the weights are in {out.with_suffix('.toml')}")
