"""The weights of computer opponents as a data file: numbers by name, and where they come from.

    from = "chosen by hand; pace and effort by `grognard tune`, 200 pairs"

    [weights]
    pace = 0.05

A title's own weights are in its `opponent/weights.toml`. Another file may name some of them; the others keep their
values. With a line `side = "soviet"` it changes the weights of that side only.
"""

import tomllib
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ...core.title import Bad


class Named(Protocol):
    """A NamedTuple."""

    def _asdict(self) -> dict[str, Any]: ...


W = TypeVar("W", bound=Named)


def load_weights(kind: type[W], path: Path) -> W:
    """A title's own weights: `kind` is a NamedTuple, and the file names all of them."""
    fields: dict[str, type] = kind.__annotations__
    given, _ = _read(path)
    missing = [name for name in fields if name not in given]
    if missing:
        raise Bad(f"{path}: the weight {missing[0]} is missing")
    return with_weights(kind(**{name: number() for name, number in fields.items()}), given, str(path))


def read_weights(default: W, path: Path, side: str = "") -> W:
    """The weights of a side in a file; those it does not name are as in `default`, a NamedTuple."""
    given, only = _read(path)
    return default if side and only and side != only else with_weights(default, given, str(path))


def _read(path: Path) -> tuple[dict[str, Any], str]:
    """The table of a file of weights, and the side it is for, if it is for one."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise Bad(f"cannot read {path}: {wrong.strerror or wrong}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise Bad(f"{path}: {wrong}") from None
    if not isinstance(found.get("from"), str):
        raise Bad(f'{path}: a line `from = "..."` must say where the weights come from')
    given = found.get("weights")
    if not isinstance(given, dict) or set(found) - {"from", "side", "weights"}:
        raise Bad(f"{path}: there must be `from` and a table [weights], perhaps `side`, and nothing else")
    return given, str(found.get("side", ""))


def with_weights(default: W, given: dict[str, Any], where: str) -> W:
    """The default weights with some of them replaced; whole numbers stay whole."""
    known: dict[str, Any] = default._asdict()
    for name, value in given.items():
        if name not in known:
            raise Bad(f"{where}: there is no weight {name!r}; weights: {', '.join(known)}")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Bad(f"{where}: the weight {name} must be a number, not {value!r}")
        known[name] = round(value) if isinstance(known[name], int) else float(value)
    return type(default)(**known)


def weights_text(weights: dict[str, float], source: str, side: str = "") -> str:
    """A file of weights, of both sides or of one, as text."""
    head = [f"from = {_quoted(source)}", *([f"side = {_quoted(side)}"] if side else [])]
    lines = [f"{name} = {value:.6g}" for name, value in weights.items()]
    return "\n".join([*head, "", "[weights]", *lines, ""])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
