"""The record of a game that this program cannot replay, for the program it was played by."""

import json
from collections.abc import Sequence

from ...core.record import EDITION, FORMAT, IN_PLAY, SEAL
from ...kit.load.edition import Edition
from ..storage.events import Event
from ..storage.store import GameRow


def held_record(row: GameRow, edition: Edition | None, events: Sequence[Event]) -> str:
    """The record from what is stored, with nothing replayed."""
    position, rules, lines, last = row.position, row.rules, list[str](), ""
    for event in events:
        if event.kind == "action":
            lines.append(f"{event.side} {event.body}{SEAL + event.mark if event.mark else ''}")
            last = event.mark
        elif event.kind == "undo":
            del lines[int(event.body) :]
            last = lines[-1].partition(SEAL)[2] if lines else ""
        elif event.kind == "rules" and (carried := json.loads(event.body).get("position")):
            position, lines, last = carried, [], ""
    out = [
        f"grognard record {FORMAT}",
        f"title {row.title}",
        f"rules {edition.rules if edition else rules}",
        f"scenario {row.scenario}",
        "options " + (" ".join(f"{name}={value}" for name, value in row.options.items()) or "none"),
        "packs " + (" ".join(row.packs) or "none"),
        *([f"{EDITION} {edition.fingerprint}", f"program Grognard {edition.program}"] if edition else []),
    ]
    if position:
        out += ["position", *("  " + line for line in position.splitlines())]
    count = f" after {len(lines)} action{'s' * (len(lines) != 1)}, position {last}" if last else ""
    return "\n".join((*out, "--", *lines, f"-- {IN_PLAY}{count}")) + "\n"
