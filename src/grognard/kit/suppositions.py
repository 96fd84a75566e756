"""What if: changes to a copy of a position, by the names of its notation."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..core.kinds import PIECES, Unreadable
from ..core.state import declared


def change(t: Any, changes: Mapping[str, Any]) -> None:
    """Change a copy of a position: move pieces, put or remove marks, set scalars."""
    lexicon, fields = t.title.lexicon, {f.name: f for f in declared(type(t))}
    for unit, place in _each(changes, "move"):
        t.place[piece_of(t, unit)] = lexicon.place(str(place))
    for removes, name in ((False, "mark"), (True, "unmark")):
        for unit, marks in _each(changes, name):
            for mark in marks if isinstance(marks, list) else [marks]:
                _mark(t, fields, piece_of(t, unit), str(mark), removes)
    for name, value in _each(changes, "set"):
        f = fields.get(name)
        if f is None or f.metadata["role"] != "scalar" or f.metadata["kind"] == PIECES:
            raise Unreadable(f"{name!r} is not a heading of a position")
        setattr(t, name, f.metadata["kind"].parse(lexicon, str(value).split()))


def _each(changes: Mapping[str, Any], name: str) -> Iterable[tuple[str, Any]]:
    found = changes.get(name, {})
    if not isinstance(found, dict):
        raise Unreadable(f"{name!r} must be an object")
    return found.items()


def _mark(t: Any, fields: Mapping[str, Any], piece: int, said: str, removes: bool) -> None:
    name, sign, text = said.partition("=")
    f = fields.get(name)
    if f is None or name in ("place", "face") or f.metadata["role"] == "derived":
        raise Unreadable(f"{name!r} is not a mark of a piece")
    if f.metadata.get("kind") == PIECES:
        members = getattr(t, name)
        setattr(t, name, members & ~(1 << piece) if removes else members | 1 << piece)
    elif f.metadata["role"] == "column" and sign and not removes:
        getattr(t, name)[piece] = f.metadata["kind"].parse(t.title.lexicon, text.split("+"))
    else:
        raise Unreadable(f"{said!r} is not a mark of a piece")


def piece_of(s: Any, word: str) -> int:
    """The piece with this name, or with this face."""
    lexicon = s.title.lexicon
    return int(lexicon.piece(word if lexicon.is_piece(word) else s.title.alias(s, word) or word))
