"""Knowledge: what a position or a set of components implies, computed once and kept with it.

    @kept(lambda s, side: (s.held[side], s.forts))
    def supplied(s: State, side: int) -> Bits: ...

Such a function depends only on its arguments and on what its key says about its owner, the first argument. The
owner keeps the answers in `owner.kept`; copies of a position share them. Within `checked()` every kept answer is
computed again and compared: a fresh answer must equal the kept one.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Protocol, TypeVar, cast

from .native import native

Kept = dict[str, dict[Any, Any]]
"""For each function, its answers by key."""


class Owner(Protocol):
    """A position or a set of components."""

    kept: Kept


F = TypeVar("F", bound=Callable[..., Any])
_checking = False
_UNKNOWN = object()


class Stale(AssertionError):
    """A kept answer differs from a fresh one: the key leaves something out."""


@native
def keeper(_name: str, _key: Callable[..., Hashable] | None, _most: int, _function: Callable[..., Any], answer: F) -> F:
    """The function that looks for a kept answer first; in C it does what `answer` does."""
    return answer


@native
def check_keepers(_on: bool) -> None:
    """Tell the functions in C whether to check their answers."""


def kept(key: Callable[..., Hashable] | None = None, most: int = 256) -> Callable[[F], F]:
    """Cache a function's answers with its owner, the first argument; after `most` answers the cache is cleared."""

    def keeping(function: F) -> F:
        name = f"{function.__module__}.{function.__qualname__}"

        def answer(owner: Owner, *args: Any) -> Any:
            about = args if key is None else (key(owner, *args), args)
            answers = owner.kept.get(name)
            if answers is None:
                answers = owner.kept[name] = {}
            elif (found := answers.get(about, _UNKNOWN)) is not _UNKNOWN:
                if _checking and (fresh := function(owner, *args)) != found:
                    raise Stale(f"{name}{about}: kept {found!r}, fresh {fresh!r}")
                return found
            if len(answers) >= most:
                answers.clear()
            found = answers[about] = function(owner, *args)
            return found

        return cast(F, wraps(function)(keeper(name, key, most, function, answer)))

    return keeping


@contextmanager
def checked() -> Iterator[None]:
    """Compare every kept answer with a fresh one."""
    global _checking
    before, _checking = _checking, True
    check_keepers(True)
    try:
        yield
    finally:
        _checking = before
        check_keepers(before)
