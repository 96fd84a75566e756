"""The laws of each title: of a position at rest, and between one position and the next."""

from collections.abc import Callable, Hashable, Iterator
from random import Random
from typing import Any

from grognard.core.action import Action
from grognard.core.bits import Bits
from tests.laws import assault_leningrad, assault_stalingrad, demyansk, leningrad41, leningrad79, moscow41

AT_REST: dict[str, Callable[[Any], Iterator[str]]] = {
    "leningrad79": leningrad79.at_rest,
    "moscow41": moscow41.at_rest,
    "assault_leningrad": assault_leningrad.at_rest,
    "assault_stalingrad": assault_stalingrad.at_rest,
    "demyansk": demyansk.at_rest,
    "leningrad41": leningrad41.at_rest,
}
AT_LENGTH: dict[str, Callable[[Any], Iterator[str]]] = {
    "assault_leningrad": assault_leningrad.at_length,
    "assault_stalingrad": assault_stalingrad.at_length,
}
"""Laws of a position that take longer to hold it against."""
BETWEEN: dict[str, Callable[[Any, Action, Any], None]] = {
    "leningrad79": leningrad79.between,
    "moscow41": moscow41.between,
    "assault_leningrad": assault_leningrad.between,
    "assault_stalingrad": assault_stalingrad.between,
    "demyansk": demyansk.between,
    "leningrad41": leningrad41.between,
}
BEGINNING: dict[str, Callable[[Random], str | None]] = {
    "assault_leningrad": assault_leningrad.beginning,
    "assault_stalingrad": assault_stalingrad.beginning,
    "leningrad41": leningrad41.beginning,
}
"""Positions in which games at random begin, without their first line; None: with the set-up."""
SPENT: dict[str, Callable[[Any, Bits, tuple[int, ...]], Hashable]] = {
    "leningrad79": leningrad79.spent,
    "moscow41": moscow41.spent,
    "assault_leningrad": assault_leningrad.spent,
    "assault_stalingrad": assault_stalingrad.spent,
    "demyansk": demyansk.spent,
    "leningrad41": leningrad41.spent,
}
NEAR: dict[str, Callable[[Any, int], Bits]] = {
    "assault_leningrad": assault_leningrad.near,
    "assault_stalingrad": assault_stalingrad.near,
    "demyansk": demyansk.near,
    "leningrad41": leningrad41.near,
}
"""Where somebody may think of going next, if not only to neighbours."""
TEACHES: dict[str, Callable[[Any, Action], bool]] = {"leningrad41": leningrad41.teaches}
"""Actions that may show what an enemy has decided in secret, so that their diaries may differ."""
ENDS_ONLY: dict[str, tuple[str, ...]] = {
    "leningrad79": leningrad79.ENDS_ONLY,
    "moscow41": moscow41.ENDS_ONLY,
    "assault_leningrad": assault_leningrad.ENDS_ONLY,
    "assault_stalingrad": assault_stalingrad.ENDS_ONLY,
    "demyansk": demyansk.ENDS_ONLY,
    "leningrad41": leningrad41.ENDS_ONLY,
}
