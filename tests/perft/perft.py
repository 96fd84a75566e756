"""Counting what can be done: perft 1 is the number of actions in a position, perft 2 that of all pairs of actions.

Subsets are counted one by one, paths by the hex they end in, chance by outcome. `python -m tests.perft.perft`
prints the tables anew.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from grognard.core import notation
from grognard.core.action import Action
from grognard.core.title import Title
from grognard.titles import TITLES

FOLDER = Path(__file__).parent


class Entry(NamedTuple):
    """A position with a name, and how many actions and pairs of actions there are."""

    name: str
    text: str
    counts: tuple[int, ...]


def entries(title: str) -> Iterator[Entry]:
    """The table of a title: blocks parted by blank lines, each with a name, a position and its counts.

    A position is of the campaign, unless its first line names another scenario.
    """
    for block in (FOLDER / f"{title}.txt").read_text("utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            name, *position, counts = lines
            assert name.startswith("position ")
            assert counts.startswith("perft ")
            lines = [line.strip() for line in position]
            scenario = lines.pop(0).split()[1] if lines[0].startswith("scenario ") else "campaign"
            text = "\n".join([f"{title} {scenario}", *lines])
            yield Entry(name.removeprefix("position "), text, tuple(int(word) for word in counts.split()[1:]))


def perft(title: Title[Any], s: Any, depth: int) -> int:
    """The number of ways to play so many actions."""
    if depth == 0:
        return 1
    actions = list(title.actions(s))
    assert len(set(actions)) == len(actions), "the same action twice"
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = s.copy()
        title.play(after, action)
        total += perft(title, after, depth - 1)
    return total


def end_of(title: Title[Any], s: Any, action: Action) -> Action:
    """An action with its path cut down to where it ends."""
    verb = title.step(s).verb(action.verb)
    assert verb is not None
    args = (value[-1] if arg.kind.name == "path" else value for arg, value in zip(verb.args, action.args, strict=True))
    return Action(action.verb, tuple(args))


def main() -> None:
    for title in TITLES:
        text = (FOLDER / f"{title}.txt").read_text("utf-8")
        for entry in entries(title):
            s = notation.read(TITLES, entry.text)
            counts = f"perft {perft(TITLES[title], s, 1)} {perft(TITLES[title], s, 2)}"
            block = text[text.index(f"position {entry.name}\n") :].split("\n\n")[0].rstrip("\n")
            text = text.replace(block, block[: block.rindex("\n") + 1] + counts)
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
