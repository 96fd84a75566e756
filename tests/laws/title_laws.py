"""The laws of each title: of a position at rest, and between one position and the next."""

from collections.abc import Callable, Iterator
from typing import Any

from grognard.core.action import Action
from grognard.core.bits import Bits
from tests.laws import leningrad79, moscow41

AT_REST: dict[str, Callable[[Any], Iterator[str]]] = {"leningrad79": leningrad79.at_rest, "moscow41": moscow41.at_rest}
BETWEEN: dict[str, Callable[[Any, Action, Any], None]] = {
    "leningrad79": leningrad79.between,
    "moscow41": moscow41.between,
}
SPENT: dict[str, Callable[[Any, Bits, tuple[int, ...]], int]] = {
    "leningrad79": leningrad79.spent,
    "moscow41": moscow41.spent,
}
ENDS_ONLY: dict[str, tuple[str, ...]] = {"leningrad79": leningrad79.ENDS_ONLY, "moscow41": moscow41.ENDS_ONLY}
