"""Everything about a place: terrain, units, overlays, and who can get there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from ...core.action import Player
from ...core.estimate import fair
from ...kit import estimate
from ...kit.load.area_map import AreaMap
from ...kit.table import Wargame
from ..board.text_map import pieces_at
from . import words
from .answers import called, noun, roster, side_of


def look(title: Wargame[Any], s: Any, viewer: Player | None, at: int) -> Group:
    """Everything about a place."""
    parts: list[RenderableType] = [_terrain(title, s, at)]
    where = pieces_at(s, viewer)
    if at in where:
        parts.append(roster(title, s, viewer, where[at], place=False))
    facts, known = words.columns(0, 1), fair(s, viewer)
    for name, find in title.aids.overlays.items():
        inside = [title.players[n].title() for n in range(len(title.players)) if find(known, n) >> at & 1]
        facts.add_row(Text(name, "quiet"), " and ".join(inside) or "neither side")
    for label, names in _visitors(title, known, viewer, at, where):
        facts.add_row(Text(label, "quiet"), names)
    parts.append(facts)
    return Group(*parts)


def _terrain(title: Wargame[Any], s: Any, at: int) -> Text:
    name = title.lexicon.places[at]
    out, areas = Text(name, "lead"), title.board.map
    if isinstance(areas, AreaMap) and name in areas.terrain:
        return _area(title, s, at, areas)
    hexmap = next((one for one in title.board.maps if name in one.terrain), None)
    if hexmap is None:
        return out
    known = hexmap.places.get(name)
    if known:
        out.append(f" {known.name}", "lead")
    out.append(f" · {hexmap.terrain[name]}")
    for kind, where in title.aids.markers(s).items():
        if where >> at & 1:
            out.append(f" · {kind}", "warn")
    parts = [area for area, hexes in hexmap.areas.items() if name in hexes]
    if parts:
        out.append(f" · {', '.join(parts)}")
    roads = sorted({b for run in hexmap.roads.values() for a, b in _both(run.hexes) if a == name})
    rivers = [f"{river} toward {b}" for river, run in hexmap.rivers.items() for a, b in _each(run.sides) if a == name]
    water = [f"open water toward {b}" for a, b, _ in hexmap.water for a, b in ((a, b), (b, a)) if a == name]
    if roads:
        out.append(f" · road to {' '.join(roads)}")
    bridges = [
        f"{bridge.name} to {b}" for side, bridge in hexmap.bridges.items() for a, b in _each([side]) if a == name
    ]
    for line in (*rivers, *bridges, *water, *_same(title, name)):
        out.append(f" · {line}")
    return out


def _same(title: Wargame[Any], name: str) -> Iterator[str]:
    """The same ground on another map."""
    for inset in title.board.insets.values():
        for to, link in inset.links.items():
            kind = "fringe" if link.kind == "fringe" else link.name
            if to == name:
                yield f"{kind}: the same ground as {' '.join(link.hexes)}"
            elif name in link.hexes:
                yield f"{kind}: the same ground as {to}"


def _area(title: Wargame[Any], s: Any, at: int, sheet: AreaMap) -> Text:
    """An area: name, terrain, what is in it, its neighbours and the rivers between."""
    name = title.lexicon.places[at]
    out = Text(f"{name} {sheet.names[name]}", "lead").append(f" · {sheet.terrain[name]}")
    for known in sheet.places.get(name, ()):
        out.append(f" · {known.name}, {known.kind}")
    for kind, where in title.aids.markers(s).items():
        if where >> at & 1:
            out.append(f" · {kind}", "warn")
    out.append(f" · next to {' '.join(sheet.neighbours(name))}")
    for river, run in sheet.rivers.items():
        over = [b if a == name else a for a, b in run if name in (a, b)]
        if over:
            out.append(f" · {river} toward {' '.join(over)}")
    return out


def _both(run: Sequence[str]) -> Iterator[tuple[str, str]]:
    for n in range(len(run) - 1):
        yield run[n], run[n + 1]
        yield run[n + 1], run[n]


def _each(sides: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for a, b in sides:
        yield a, b
        yield b, a


def _visitors(
    title: Wargame[Any], s: Any, viewer: Player | None, at: int, where: Mapping[int, Sequence[int]]
) -> Iterator[tuple[str, str]]:
    """Who of each side can come here, or next to a hex if the enemy holds it, now or in his next phase."""
    board = title.board.places
    near = board.neighbours[at]
    holder = side_of(s, where[at][0]) if at in where else ""
    for player in title.players:
        hostile = noun(title) == "hex" and holder and holder != player
        found = []
        for from_, there in where.items():
            if from_ >= board.box or from_ == at:
                continue
            for piece in there:
                if side_of(s, piece) != player:
                    continue
                reach, known = estimate.reach(s, viewer, 1 << piece)
                name = f"{called(title, s, viewer, piece)}{'' if known else '?'}"
                if hostile and (near >> from_ & 1 or any(near >> end & 1 for end in reach)):
                    found.append(name)
                elif not hostile and at in reach:
                    found.append(f"{name} ({reach[at]})")
        if found:
            yield f"{player.title()} can get {'next to it' if hostile else 'here'}", " ".join(found)
            if any("?" in one for one in found):
                yield "?", "if it is the fastest that it may be"
