"""Functions that exist in C too.

`make fast` compiles `_native.c`; without it everything works, only slower. A function marked `@native` is replaced by
the one of the same name in C, if that is compiled and `GROGNARD_NATIVE` is not 0. Both have the same results.
"""

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def _compiled() -> Any:
    """The compiled module, or None."""
    if os.environ.get("GROGNARD_NATIVE") == "0":
        return None
    try:
        return import_module("._native", __package__)
    except ImportError:
        return None


COMPILED: Any = _compiled()
PYTHON: dict[str, Callable[..., Any]] = {}
"""The Python version of each function that may be replaced, by name."""


def native(function: F) -> F:
    """The function of this name in C, if it is compiled, otherwise this one."""
    PYTHON[function.__name__] = function
    found: F = getattr(COMPILED, function.__name__, function)
    return found
