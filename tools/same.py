"""Plays the same games with the code of this tree and of another revision, and compares everything that happens.

Actions, positions, what each side sees, the cases cited and the numbers behind them, objections to illegal actions,
the odds of battles and the player aids must be equal; only words may differ. The games are random ones with many
sets of options, and games between computers, with fixed seeds. For each game it reports the first
difference.

    python -m tools.same --against REVISION [--quick] [--title TITLE] [--games N] [--jobs 2] [--no-odds] [--no-aids]

`REVISION` may also be a directory with a source tree. What is compared, and what counts as words, is in
`tools/same_player.py`, which runs in both trees.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, Self

from grognard.lab.against import NoTree, tree

TREE = Path(__file__).resolve().parent.parent
PLAYER = TREE / "tools" / "same_player.py"
FOREVER = 100_000
SHOWN = 300  # maximum characters of a printed value

# How many actions between close looks at a position, and at the odds and cost of an action; how many sets
# of options; which computers play; after how many actions a game is cut short.
QUICK: dict[str, Any] = {
    "every": 100, "odds": 5, "aids": 5, "sets": 3, "pairs": [["recruit"] * 2, ["regular"] * 2, ["club"] * 2],
    "limits": {"random": 500, "recruit": FOREVER, "regular": 300, "club": 80},
}  # fmt: skip
FULL: dict[str, Any] = {
    "every": 60, "odds": 4, "aids": 4, "sets": 100,
    "pairs": [["recruit"] * 2, ["regular"] * 2, ["club"] * 2, ["recruit", "regular"], ["regular", "recruit"],
              ["random", "recruit"], ["recruit", "random"]],
    "limits": {"random": FOREVER, "recruit": FOREVER, "regular": FOREVER, "club": 200},
}  # fmt: skip


class Player:
    """A process that plays with the code of one tree."""

    def __init__(self, home: Path) -> None:
        paths = {"PYTHONPATH": str(home / "src"), "PYTHONHASHSEED": "0"}
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(PLAYER)],
            env=os.environ | paths,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        used = self._answer()["home"]
        if Path(used) != (home / "src").resolve():
            raise SystemExit(f"the player uses the code of {used}, not of {home / 'src'}")

    def ask(self, what: str, *args: Any) -> Any:
        """The answer to a request."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([what, args]) + "\n")
        self.process.stdin.flush()
        return self._answer()

    def _answer(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the player stopped: exit code {self.process.wait()}")
        return json.loads(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Compared(NamedTuple):
    """The result of comparing one game: the counts, and the first difference as text."""

    counts: Counter[str]
    difference: str


def name_of(game: Mapping[str, Any]) -> str:
    """A one-line description of a game."""
    options = " ".join(f"{name}={value}" for name, value in game["options"].items()) or "default options"
    first, second = game["players"]
    return f"{game['title']}, {game['scenario']}, {options}, {first} against {second}, seed {game['seed']}"


def compare(game: Mapping[str, Any], here: Player, there: Player) -> Compared:
    """Play a game in both trees."""
    theirs = there.ask("play", game, None)
    ours = here.ask("play", game, theirs["digests"])
    counts = Counter({"games": 1, **ours["counts"]})
    if ours["digests"] == theirs["digests"] and not ours["broke"]:
        return Compared(counts, "")
    at = len(ours["digests"]) - 1
    one, other = there.ask("show", game, at), here.ask("show", game, at)
    action = (one or other or {}).get("action")
    lines = [name_of(game), f"  action {at}" + (f" ({action})" if action else "")]
    if found := next(differences(one, other), None):
        where, before, now = found
        lines += [f"  {where or 'the game'}", f"    before: {shown(before)}", f"    now:    {shown(now)}"]
    else:
        lines.append(f"  breaks in both: {ours['broke']}" if ours["broke"] else "  differs between two runs")
    return Compared(counts, "\n".join(lines))


MISSING = "(nothing)"


def differences(before: Any, now: Any, where: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The places where two values differ, and what is there in each."""
    if isinstance(before, dict) and isinstance(now, dict):
        for name in [*before, *(name for name in now if name not in before)]:
            yield from differences(before.get(name, MISSING), now.get(name, MISSING), f"{where}/{name}")
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for n, (one, other) in enumerate(zip(before, now, strict=True)):
            yield from differences(one, other, f"{where}/{n}")
    elif before != now:
        yield where.lstrip("/"), before, now


def shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def games_of(asked: Mapping[str, Any], here: Player, there: Player) -> list[dict[str, Any]]:
    """The games to play, which must be the same in both trees."""
    games, others = here.ask("plan", asked), there.ask("plan", asked)
    if games != others:
        where, before, now = next(differences(others, games))
        raise SystemExit(f"titles, scenarios or options differ: {where}: before {shown(before)}, now {shown(now)}")
    return list(games)


class Wish(NamedTuple):
    """The request for the list of games, from the command-line options."""

    asked: Mapping[str, Any]
    players: Sequence[str]
    first: int | None

    def of(self, games: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """The games selected by the command-line options."""
        return [game for game in games if not self.players or {*game["players"]} & {*self.players}][: self.first]


def play_share(wish: Wish, there: Path, share: slice) -> list[Compared]:
    """Compare some of the games, one after another."""
    out = []
    with Player(TREE) as here, Player(there) as reference:
        for game in wish.of(games_of(wish.asked, here, reference))[share]:
            out.append(compare(game, here, reference))
            if out[-1].difference:
                print(out[-1].difference, flush=True)
    return out


def main(words: Sequence[str] | None = None) -> int:
    """Compare; 1 if anything differs."""
    parser = argparse.ArgumentParser(description="Play the same games with this tree and another revision.")
    parser.add_argument("--against", required=True, metavar="REVISION", help="a revision, or a directory")
    parser.add_argument("--quick", action="store_true", help="few games, most cut short: about a minute")
    parser.add_argument("--title", action="append", default=[], help="only this title; may be repeated")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="number of seeds for each game")
    parser.add_argument("--first", type=int, metavar="N", help="only the first N games")
    parser.add_argument("--players", action="append", help="only games of this level, or `random`; may be repeated")
    parser.add_argument("--jobs", type=int, choices=(1, 2), default=1, help="number of parallel processes")
    parser.add_argument("--no-odds", dest="odds", action="store_false", help="do not compare the odds of battles")
    parser.add_argument(
        "--no-aids", dest="aids", action="store_false", help="do not compare reach, costs, supply lines, tallies"
    )
    said = parser.parse_args(words)
    asked = (QUICK if said.quick else FULL) | {"titles": said.title, "games": said.games}
    asked |= {what: 0 for what in ("odds", "aids") if not getattr(said, what)}
    start = time.monotonic()
    wish = Wish(asked, said.players or (), said.first)
    shares = [slice(n, None, said.jobs) for n in range(said.jobs)]
    try:
        with tree(said.against) as source, ThreadPoolExecutor(said.jobs) as pool:
            each = pool.map(lambda share: play_share(wish, source.parent, share), shares)
            found = [one for some in each for one in some]
    except NoTree as wrong:
        raise SystemExit(str(wrong)) from None
    counts = sum((one.counts for one in found), Counter[str]())
    told = ", ".join(f"{counts[what]} {what}" for what in ("games", "actions", "views", "objections", "odds"))
    different = sum(bool(one.difference) for one in found)
    print(f"{told}: {f'{different} games differ' if different else 'all the same'} ({time.monotonic() - start:.0f} s)")
    return 1 if different or not found else 0


if __name__ == "__main__":
    sys.exit(main())
