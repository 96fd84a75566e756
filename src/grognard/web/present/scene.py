"""A part of the board in small: where something happened last, with the counters there."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import hypot
from typing import Any

from ...core.table import Table
from ...core.view import Viewer
from ...draw.spots import Spot
from ...kit.table import wargame
from .presenter import look, pieces_in_view, pointed, sheet_of

FAR = 6.5  # from the middle, in units of the map
RECENT = 6  # places named last, of which one is in the middle


def scene(table: Table, viewer: Viewer) -> dict[str, Any]:
    """The counters around the place in question, with that part of the map, as the viewer may know them."""
    s = table.state
    title = wargame(s)
    sheet, spots = sheet_of(title)
    seen = [(place, counter) for place, counter in pieces_in_view(s, viewer) if place in sheet.spots]
    stood_at = [(place, counter.side) for place, counter in seen]
    recent = list(islice(_recent(table, viewer, sheet.spots), RECENT))
    middle = _front(recent, stood_at, sheet.spots)
    near = {place for place, _ in seen if middle and _apart(sheet.spots[place], sheet.spots[middle]) < FAR}
    shown = [(place, counter) for place, counter in seen if place in near]
    stood = spots(s, viewer) if spots else {}
    return {
        "title": title.name,
        "width": round(sheet.width, 2),
        "height": round(sheet.height, 2),
        "aim": middle,
        "places": {place: _point(sheet.spots[place]) for place in sorted(near | ({middle} - {""}))},
        "counters": [{"id": counter.id, "look": look(counter)[0], "place": place} for place, counter in shown],
        "looks": dict(look(counter) for _, counter in shown),
        "spots": {counter.id: stood[counter.id] for _, counter in shown if counter.id in stood},
    }


def _recent(table: Table, viewer: Viewer, spots: Mapping[str, Spot]) -> Iterator[str]:
    """The places on the map that the last actions named, as far as the viewer was told, the newest first."""
    for entry in reversed(table.journal):
        if entry.player < 0 or entry.heard_by(viewer)[0] != entry.text:
            continue
        named = pointed(entry.before, entry.action)
        yield from (place for place in reversed([*named["places"], *named["path"]]) if place in spots)


def _front(recent: Sequence[str], pieces: Sequence[tuple[str, str]], spots: Mapping[str, Spot]) -> str:
    """The place with the most units of both sides around it: one named last, or else any where units stand."""

    def contact(middle: str) -> tuple[int, int]:
        around = Counter(side for place, side in pieces if _apart(spots[place], spots[middle]) < FAR / 2)
        return (min(around.values()) if len(around) > 1 else 0, around.total())

    best = max(recent, default="", key=contact)
    if best and contact(best)[0]:
        return best
    return max(sorted({place for place, _ in pieces}), default=best, key=contact)


def _apart(one: Spot, other: Spot) -> float:
    return hypot(one.centre[0] - other.centre[0], one.centre[1] - other.centre[1]) / other.unit


def _point(spot: Spot) -> dict[str, float]:
    return {"x": round(spot.centre[0], 2), "y": round(spot.centre[1], 2), "unit": round(spot.unit, 2)}
