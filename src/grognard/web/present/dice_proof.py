"""The proof of verified dice, for a page that checks it by itself: chains, and every roll with its possible values."""

from collections.abc import Sequence
from typing import Any

from ...core.action import Action
from ...core.journal import Entry
from ...core.verified_dice import Proof, position_hash, runs


def dice_proof(found: Proof, journal: Sequence[Entry]) -> dict[str, Any]:
    """Of every chain the last link used, and the rolls throw by throw."""
    at = {id(entry): n for n, entry in enumerate(journal)}
    return {
        "game": found.game,
        "count": len(journal),
        "chains": {name: [list(one) for one in segments] for name, segments in found.chains.items()},
        "throws": [
            {"throw": number, "rolls": [_roll(entry, at[id(entry)]) for entry in entries]}
            for number, entries in zip(found.throws, runs(journal), strict=True)
        ],
    }


def _roll(entry: Entry, n: int) -> dict[str, Any]:
    """A roll: its place in the journal, what it was rolled for, each value with its weight, and what came of it."""
    s = entry.before
    title, step = s.title, s.title.step(s)
    (verb,) = step.verbs
    values = list(verb.options(s))
    weights = verb.weights(s) if verb.weights else [1] * len(values)
    said = [title.text(s, Action(verb.name, (value,))) for value in values]
    return {
        "n": n,
        "position": position_hash(s),
        "step": step.name,
        "values": [[text, weight] for text, weight in zip(said, weights, strict=True)],
        "came": entry.text,
    }
