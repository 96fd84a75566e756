"""The local variables of a battle that is being fought."""

from functools import cache
from typing import Any


def update(s: Any, **changes: object) -> Any:
    """Change local variables of the current battle, and return all of them."""
    kind: Any = type(s.local)
    values, at = list(s.local), _positions(kind)
    for name, value in changes.items():  # faster than `_replace`, which asks about every field
        values[at[name]] = value
    s.local = kind._make(values)
    return s.local


@cache
def _positions(kind: Any) -> dict[str, int]:
    """The position of each field of a NamedTuple."""
    return {name: n for n, name in enumerate(kind._fields)}
