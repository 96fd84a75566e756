"""The local variables of a battle that is being fought."""

from typing import Any


def update(s: Any, **changes: object) -> Any:
    """Change local variables of the current battle, and return all of them."""
    s.local = s.local._replace(**changes)
    return s.local
