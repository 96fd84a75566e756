"""Checking hand-written positions."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from ..core.state import State
from ..core.title import Flaw

S = TypeVar("S", bound=State)


def flaws_of(
    s: S, parts: Iterable[Callable[[S], Iterable[Flaw]]], moment: Callable[[S], Iterable[Flaw]]
) -> Iterator[Flaw]:
    """Everything wrong with a position, part by part; the current step is checked only if the rest is valid."""
    found = False
    for part in parts:
        for flaw in part(s):
            found = True
            yield flaw
    if not found and not s.over:
        yield from moment(s)
