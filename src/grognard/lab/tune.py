"""`grognard tune`: better weights for a title's opponents, found by paired games (SPSA).

Simultaneous perturbation stochastic approximation: in every round all weights are made a little larger or smaller at
random. One player uses the changed weights, another the opposite changes, with the same dice. Either they meet each
other, once from each side; or, with `--side`, both take that side against the same opponents. The weights then move
towards those of the player that did better. How much better is counted in points where the title says what a final
position is worth (`Tunable.lead`), less the luck of the dice (`Tunable.luck`): a win or a loss alone says very little.

Changes and steps shrink as usual (Spall's exponents). Steps are measured in the usual spread of the results so far, so
they need not be adapted to a title. Rounds change weights by factors, so only weights other than 0 are tuned. The state
is saved after every batch of rounds; the same command continues. What comes out is a proposal: accept it only if it
wins a sequential test (`grognard ladder TITLE --levels weights:FILE,regular --sprt`).
"""

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from math import exp
from pathlib import Path
from random import Random
from statistics import fmean
from time import monotonic
from typing import Any, NamedTuple

from ..core.action import CHANCE
from ..core.title import Bad, Title
from ..kit.load.weights import weights_text, with_weights
from ..kit.opponent import Tunable
from ..opponents import Mind, Opponent, Seat, opponent
from ..opponents.levels import WithWeights
from ..titles import TITLES
from .folder import keep
from .simulate import Run, engine
from .task_pools import Failed

SHIFT, SHRINK = 0.3, 0.101  # by how much weights are changed in the first round (a logarithm), and how that shrinks
STEP, SLOW = 0.05, 0.602  # how far they move after a result of the usual spread, and how that shrinks
CALM = 20.0  # rounds after which steps become much smaller
MOST = 2.0  # times the usual spread: a single result counts for no more
BOTH = -1  # instead of a side
LONGEST = 20_000  # actions in a game
REGULAR = opponent("regular")  # whose budget players with weights have


class Round(NamedTuple):
    """Games of two players with different weights, with the same dice."""

    title: str
    scenario: str
    plus: dict[str, float]
    minus: dict[str, float]
    seed: str
    side: int = BOTH  # that both play
    against: str = ""  # the level that both meet there


def tunable(title: str) -> Tunable:
    """What can be tuned in a title."""
    found: Tunable | None = TITLES[title].opponents().tunable
    if found is None:
        raise Bad(f"{title} has no weights that can be tuned")
    return found


def play_round(game: Round) -> float:
    """By how much the first player did better, on average of the games."""
    plus, minus = (REGULAR, _player(game, game.plus)), (REGULAR, _player(game, game.minus))
    if game.side == BOTH:
        return fmean((_lead(game, (plus, minus), 0), _lead(game, (minus, plus), 1)))
    enemy = opponent(game.against), opponent(game.against).sit
    mine, other = ((one, enemy) if game.side == 0 else (enemy, one) for one in (plus, minus))
    return _lead(game, mine, game.side) - _lead(game, other, game.side)


def _player(game: Round, weights: dict[str, float]) -> Callable[[], Mind]:
    """How to make the player with these weights."""
    tuned = tunable(game.title)
    given = tuple(with_weights(base, dict(weights), "tune") for base in tuned.weights)
    return lambda: WithWeights(given)


def _lead(game: Round, players: Sequence[tuple[Opponent, Callable[[], Mind]]], side: int) -> float:
    """How far ahead a side is at the end of a game, without the luck of the dice."""
    title, tuned = TITLES[game.title], tunable(game.title)
    s = title.start(game.scenario)
    minds = [sit() for _, sit in players]
    picks = [Random(f"{game.seed} {who}").randrange for who in range(len(players))]
    dice, lucky = Random(f"{game.seed} dice").randrange, 0.0
    for _ in range(LONGEST):
        if s.over:
            break
        who = title.decider(s)
        if who == CHANCE:
            roll = title.chance(s, dice)
            lucky += tuned.luck(s, roll)
            title.play(s, roll)
        else:
            title.play(s, minds[who].choose(Seat(s, who), players[who][0].budget(), picks[who]).action)
    lead: float = tuned.lead(s, side) if tuned.lead else _points(title, s, side)
    return lead - (lucky if side == 0 else -lucky)


def _points(title: Title[Any], s: Any, side: int) -> float:
    """The lead in points; where nobody counts points, 1 for a win and -1 for a loss."""
    outcome = title.outcome(s)
    if outcome is None or outcome.winner < 0:
        return 0.0
    if set(title.players) <= set(outcome.facts):
        mine, theirs = (float(outcome.facts[title.players[who]]) for who in (side, 1 - side))
        return mine - theirs
    return 1.0 if outcome.winner == side else -1.0


class Tuning:
    """The state of a search for weights; a side meets its opponents in turn."""

    def __init__(
        self, title: str, scenario: str, names: Sequence[str], seed: str, side: int = BOTH, against: Sequence[str] = ()
    ) -> None:
        bases = tunable(title).weights
        if side == BOTH and len(set(bases)) > 1:
            raise Bad(f"the sides of {title} have different weights: name the side that is to be tuned")
        if (side == BOTH) != (not against):
            raise Bad("a side is tuned against opponents: name both, or neither")
        for level in against:
            opponent(level)  # it must exist
        weights = bases[max(0, side)]._asdict()
        self.title, self.scenario, self.seed = title, scenario, seed
        self.side, self.against = side, tuple(against)
        self.names = list(names) or [name for name, value in weights.items() if value and isinstance(value, float)]
        for name in self.names:
            if name not in weights:
                raise Bad(f"{title} has no weight {name!r}; weights: {', '.join(weights)}")
            if not weights[name]:
                raise Bad(f"the weight {name} is 0: it cannot be changed by a factor")
        self.first = {name: float(weights[name]) for name in self.names}
        self.logs = dict.fromkeys(self.names, 0.0)  # of the factor by which each weight has changed
        self.rounds = 0
        self.squares = 0.0  # of the results so far, added up

    @property
    def weights(self) -> dict[str, float]:
        """The weights found so far."""
        return {name: self.first[name] * exp(self.logs[name]) for name in self.names}

    def shifts(self, number: int) -> dict[str, int]:
        """The direction in which each weight is changed in a round."""
        random = Random(f"{self.seed} {number} directions")
        return {name: random.choice((-1, 1)) for name in self.names}

    def round(self, number: int) -> Round:
        """The games of a round, with the weights as they are now."""
        size, shifts = SHIFT / (1 + number) ** SHRINK, self.shifts(number)
        plus = {name: value * exp(size * shifts[name]) for name, value in self.weights.items()}
        minus = {name: value * exp(-size * shifts[name]) for name, value in self.weights.items()}
        against = self.against[number % len(self.against)] if self.against else ""
        return Round(self.title, self.scenario, plus, minus, f"{self.seed} {number}", self.side, against)

    def learn(self, number: int, gap: float) -> None:
        """Move the weights towards those that did better."""
        self.rounds, self.squares = self.rounds + 1, self.squares + gap * gap
        if not gap:
            return
        usual = (self.squares / self.rounds) ** 0.5
        step = STEP / (1 + number / CALM) ** SLOW * max(-MOST, min(MOST, gap / usual))
        for name, shift in self.shifts(number).items():
            self.logs[name] += step * shift

    def save(self, path: Path) -> None:
        """Write the state, and the weights beside it as a file of weights."""
        kept = ("title", "scenario", "seed", "side", "against", "names", "first", "logs", "rounds", "squares")
        keep(path, (json.dumps({name: getattr(self, name) for name in kept}, indent=1) + "\n").encode())
        source = f"grognard tune {self.title}, scenario {self.scenario}, {self.about}: {self.rounds} rounds"
        side = "" if self.side == BOTH else TITLES[self.title].players[self.side]
        keep(path.with_suffix(".toml"), weights_text(self.weights, source, side).encode())

    @property
    def about(self) -> str:
        """The seed, the side and its opponents, in words."""
        if self.side == BOTH:
            return f"seed {self.seed}"
        return f"{TITLES[self.title].players[self.side]} against {', '.join(self.against)}, seed {self.seed}"

    @classmethod
    def load(cls, path: Path) -> "Tuning":
        """The state in a file."""
        try:
            state: dict[str, Any] = json.loads(path.read_text())
            out = cls(*(state[name] for name in ("title", "scenario", "names", "seed", "side", "against")))
            out.first, out.logs = dict(state["first"]), dict(state["logs"])
            out.rounds, out.squares = int(state["rounds"]), float(state["squares"])
        except (OSError, ValueError, KeyError, TypeError) as wrong:
            raise Bad(f"{path} is not the state of a tuning: {wrong}") from None
        return out


def tune(tuning: Tuning, work: Run, go_on: Callable[[], bool], path: Path, batch: int) -> Iterable[int]:
    """Play rounds until told to stop, saving after every batch; yields the number of rounds so far."""
    while go_on():
        first = tuning.rounds
        rounds = [tuning.round(first + n) for n in range(batch)]
        gaps: dict[int, float] = {}
        for n, found in work(play_round, rounds):
            if isinstance(found, Failed):
                raise Bad(f"a game failed: {found.why}")
            gaps[n] = found
        for n in range(batch):
            tuning.learn(first + n, gaps[n])
        tuning.save(path)
        yield tuning.rounds


def command(
    title: str,
    scenario: str,
    hours: float,
    out: Path,
    names: str,
    seed: str,
    *,
    side: str = "",
    against: str = "",
    jobs: int,
    name: str,
    address: str,
) -> None:
    """Tune for some hours, or go on with a tuning."""
    if title not in TITLES:
        raise Bad(f"there is no title {title!r}; titles: {', '.join(TITLES)}")
    scenario = scenario or next(iter(TITLES[title].scenarios))
    if scenario not in TITLES[title].scenarios:
        raise Bad(f"{title} has no scenario {scenario!r}; it has: {', '.join(TITLES[title].scenarios)}")
    players = list(TITLES[title].players)
    if side and side not in players:
        raise Bad(f"{title} has no side {side!r}; it has: {', '.join(players)}")
    wanted = Tuning(title, scenario, _listed(names), seed, players.index(side) if side else BOTH, _listed(against))
    tuning = wanted
    if out.exists():
        tuning = Tuning.load(out)
        if (tuning.title, tuning.scenario, tuning.about) != (title, scenario, wanted.about) or (
            names and wanted.names != tuning.names
        ):
            raise Bad(f"{out} holds another tuning: {tuning.title}, {tuning.scenario}, {tuning.about}")
        print(f"{tuning.rounds} rounds are already there.")
    until = monotonic() + 3600 * hours
    for rounds in tune(tuning, engine(name, jobs, address), lambda: monotonic() < until, out, max(1, jobs)):
        if sys.stderr.isatty():
            print(f"\r{rounds} rounds ", end="", file=sys.stderr)
    for weight, value in tuning.weights.items():
        print(f"{weight:24} {tuning.first[weight]:10.4g} {value:10.4g}  x {value / tuning.first[weight]:.3f}")
    print(f"{tuning.rounds} rounds; the weights are in {out.with_suffix('.toml')}")


def _listed(names: str) -> list[str]:
    return [one.strip() for one in names.split(",") if one.strip()]
