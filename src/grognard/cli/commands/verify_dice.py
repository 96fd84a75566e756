"""`grognard replay --verify-dice`: prove every roll of a record."""

import json
import sys
from collections.abc import Mapping
from typing import Any

from rich.console import Console

from ...core import record
from ...core.title import Bad, Title, listing
from ...core.verified_dice import Checked, Notes, check, from_header, read_notes, whose
from .. import files


def verify_dice(titles: Mapping[str, Title[Any]], path: str, notes: str, console: Console) -> int:
    """Replay a record, check its rolls and say what is proved; the exit code is 1 if it is cut off."""
    raw = files.read(path)
    with files.about(path):
        found = record.read(titles, raw)
        proof = from_header(found.header, found.table.title.players)
        if proof is None:
            raise Bad("this game was played with ordinary dice: nothing in its record proves them")
        checked = check(found.table.journal, proof, _notes(notes) if notes else None)
    if found.cut:
        print(f"grognard: {path}: {found.cut}", file=sys.stderr)
    console.print(f"{path}: {_words(checked, noted=bool(notes))}{'; cut off' if found.cut else ''}", soft_wrap=True)
    return 1 if found.cut else 0


def _notes(path: str) -> Notes:
    with files.about(path):
        try:
            return read_notes(json.loads(files.read(path)))
        except (ValueError, RecursionError) as wrong:
            raise wrong if isinstance(wrong, Bad) else Bad("these are not the dice notes of a page") from None


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"


def _words(checked: Checked, *, noted: bool) -> str:
    rolls, throws, names, left_out = checked
    said = f"every roll is proved: {_many(rolls, 'roll')} in {_many(throws, 'throw')}"
    said += f", with links of {listing([whose(one) for one in names])}"
    if left_out:
        said += f"; left out, because of undo or a new key: throw{'s' * (len(left_out) > 1)} "
        said += listing([str(one) for one in left_out])
    return said + ("" if noted else "; give --notes FILE to compare the commitments with those your page was shown")
