"""What a battle comes to and where pieces could go, as far as a viewer can know: the rest is guessed."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ..core.action import Action
from ..core.bits import Bits, scan
from ..core.estimate import fair
from ..core.state import State
from ..core.view import Viewer, plain
from .table import wargame

GUESSES = 24
"""How many guessed positions are averaged."""


def reach(s: State, viewer: Viewer, pieces: Bits) -> tuple[Mapping[int, str], bool]:
    """Where pieces could go and at what cost, in a position fair to the viewer; and whether he knows what they are.

    If he does not, these are all the places that any of those they may be could reach, at the least cost.
    """
    title = wargame(s)
    aids = title.aids
    if aids.far is not None and any("identity" not in title.shown(s, viewer, piece) for piece in scan(pieces)):
        return aids.far(s, pieces), False
    return aids.reach(s, pieces), True


def odds(s: State, viewer: Viewer, action: Action | None, support: int) -> dict[str, Any] | None:
    """What a battle comes to as far as the viewer can know: averaged over what he does not."""
    title = wargame(s)
    if s.over:
        return None
    if viewer is None or not title.fogged:
        found = title.odds(s, action, support)
        return None if found is None else dict(plain(found))
    reckoned = []
    for n in range(GUESSES):
        guess = fair(s, viewer, f"odds {n}")
        if action is None or not title.explain(guess, action):
            found = title.odds(guess, action, support)
            if found is not None:
                reckoned.append(dict(plain(found)))
    return averaged(reckoned) if reckoned else None


def averaged(found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Several reckonings as one: numbers and chances by their mean, a range from the lowest to the highest.

    What cannot be averaged is taken from the likeliest; unless all agree it is not exact.
    """
    out: dict[str, Any] = _mean(found)
    if any(one != found[0] for one in found[1:]) and "exact" in out:
        out["exact"] = False
    if "range" in out and out.get("columns"):
        names = list(out["columns"])
        out["range"] = [names[0], names[-1]]
    return out


def _mean(values: Sequence[Any]) -> Any:
    first = values[0]
    if all(value == first for value in values):
        return first
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return round(sum(values) / len(values), 4)
    if all(isinstance(value, Mapping) for value in values):
        return {name: _mean(_under(name, values)) for name in _merged([list(value) for value in values])}
    written = [json.dumps(value) for value in values]
    return json.loads(Counter(written).most_common(1)[0][0])


def _under(name: str, values: Sequence[Mapping[str, Any]]) -> list[Any]:
    """What the mappings have under a name; a number that is not there is nothing."""
    there = [value[name] for value in values if name in value]
    counts = all(isinstance(one, int | float) and not isinstance(one, bool) for one in there)
    return there + [0] * (len(values) - len(there)) if counts else there


def _merged(lists: Sequence[Sequence[str]]) -> list[str]:
    """All names once, in an order that agrees with every list."""
    out: list[str] = []
    for names in lists:
        at = 0
        for name in names:
            if name in out:
                at = max(at, out.index(name) + 1)
            else:
                out.insert(at, name)
                at += 1
    return out
