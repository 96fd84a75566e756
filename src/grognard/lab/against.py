"""How fast this tree is compared with another revision of it: both play the same games, taking turns.

Each tree has a process of its own, which runs `against_player.py` with that tree's code. One plays while the other
waits, so that whatever else the machine does slows both. A ratio above 1 means that this tree is faster.
"""

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, Self

SOURCE = Path(__file__).resolve().parents[2]
PLAYER = Path(__file__).with_name("against_player.py")
POLICIES = ("reference", "regular")
"""Who plays the games: the reference policy of `speed.py`, or regulars on all sides."""


class NoTree(ValueError):
    """There is no source tree of that name; the message says why."""


class Compared(NamedTuple):
    """One scenario in both trees: the ratio of the speeds in each round, and whether the games were the same."""

    rounds: int
    ratio: float  # the median
    fastest: float  # of the fastest rounds of both: what noise disturbs least
    lowest: float
    highest: float
    same: bool


class Player:
    """A process that plays with the code of one tree."""

    def __init__(self, source: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(PLAYER)],
            env=os.environ | {"PYTHONPATH": str(source), "PYTHONHASHSEED": "0"},
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def ask(self, **request: Any) -> Any:
        """The answer to a request."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(BrokenPipeError):  # a player that has stopped gives no answer, as below
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            assert self.process.stderr is not None
            last = self.process.stderr.read().strip().splitlines()[-1:]
            raise NoTree(f"the other tree cannot play: {''.join(last) or 'its process has stopped'}")
        return json.loads(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


@contextmanager
def tree(revision: str) -> Iterator[Path]:
    """The source directory of a revision of this repository, or of a tree in another directory."""
    if (Path(revision) / "src" / "grognard").is_dir():
        yield Path(revision).resolve() / "src"
        return
    home = SOURCE.parent
    if not (home / ".git").exists():
        raise NoTree(f"{revision} is no directory with a source tree, and this installation is no git repository")
    packed = subprocess.run(
        ["git", "-C", str(home), "archive", "--end-of-options", revision, "src"], capture_output=True, check=False
    )
    if packed.returncode:
        raise NoTree(f"git knows no revision {revision!r}, and there is no directory of that name with a source tree")
    with tempfile.TemporaryDirectory(prefix="grognard-") as folder:
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder) / "src"


def compare(
    scenarios: Mapping[str, Sequence[str]], source: Path, seconds: float, policy: str = POLICIES[0], games: int = 3
) -> dict[str, dict[str, Compared]]:
    """Play the scenarios of some titles in this tree and in another, in rounds; those that both have."""
    with Player(SOURCE) as here, Player(source) as there:
        known = there.ask(want="scenarios", titles=list(scenarios))
        both = [(title, one) for title, names in scenarios.items() for one in names if one in known.get(title, ())]
        took: dict[tuple[str, str], list[tuple[float, float]]] = {at: [] for at in both}
        same = dict.fromkeys(both, True)
        for warm in (True, False):
            start = time.monotonic()
            while both:
                for n, (title, scenario) in enumerate(both):
                    request = {"want": policy, "title": title, "scenario": scenario, "games": 1 if warm else games}
                    order = (here, there) if (n + len(took[title, scenario])) % 2 else (there, here)
                    found = {player: player.ask(**request) for player in order}
                    same[title, scenario] &= found[here]["played"] == found[there]["played"]
                    if not warm:
                        took[title, scenario].append((found[here]["seconds"], found[there]["seconds"]))
                if warm or time.monotonic() - start >= seconds:
                    break
    out: dict[str, dict[str, Compared]] = {}
    for (title, scenario), each in took.items():
        out.setdefault(title, {})[scenario] = _compared(each, same[title, scenario])
    return out


def _compared(seconds: Sequence[tuple[float, float]], same: bool) -> Compared:
    ratios = [theirs / ours for ours, theirs in seconds]
    fastest = min(theirs for _, theirs in seconds) / min(ours for ours, _ in seconds)
    middle, best, low, high = (round(one, 3) for one in (median(ratios), fastest, min(ratios), max(ratios)))
    return Compared(len(seconds), middle, best, low, high, same)
