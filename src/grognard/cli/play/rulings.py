"""The referee's answers as text for the terminal."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from ...kit.load.area_map import AreaMap
from ...kit.table import Wargame
from . import words

LISTED = 60  # places in an answer
SIGNS = {"+": "+", "x": "×", "=": "", "min": "≤", "max": "≥"}
Said = Mapping[str, Any]


def objections(found: Sequence[Said]) -> Group:
    """Objections with their cases, one per line."""
    grid = words.columns(0, 0, 1)
    for one in found:
        grid.add_row(Text("✗", "bad"), Text(f"[{one['cite']}]" if one["cite"] != "form" else "", "cite"), one["text"])
    return Group(grid)


def places(title: Wargame[Any], names: Sequence[str]) -> str:
    """Places in a row, with their names on a map of areas; only their number if there are many."""
    areas = title.board.map
    if len(names) > LISTED:
        return f"{len(names)} {'areas' if isinstance(areas, AreaMap) else 'hexes'}"
    if isinstance(areas, AreaMap):
        return ", ".join(f"{one} {areas.names.get(one, '')}".strip() for one in names) or "none"
    return " ".join(names) or "none"


def why(_title: Wargame[Any], said: Said) -> RenderableType:
    """Whether an action is legal."""
    return objections(said["objections"]) if not said["legal"] else Text("That is allowed.", "ok")


def cost(_title: Wargame[Any], said: Said) -> RenderableType:
    """The price of an action, line by line, the fire it may draw, and the objections to it."""
    parts: list[RenderableType] = []
    grid, before = words.columns(0, 0, 0, 1), 0
    for line in said["ledger"]:
        idle, before = line["op"] in ("min", "max") and line["after"] == before, line["after"]
        if not idle:
            amount = f"{SIGNS[line['op']]}{line['amount']:g}"
            grid.add_row(Text(f"[{line['cite']}]", "cite"), amount, f"= {line['after']:g}", line["text"])
    if said["ledger"]:
        parts += [grid, Text(f"{said['total']:g} in all", "lead")]
    if said["risk"]:
        parts.append(_risk(said["risk"]))
    if not said["legal"]:
        parts += [Text("It is not allowed:", "bad"), objections(said["objections"])]
    return Group(*parts) if parts else Text("It costs nothing.")


def _risk(found: Sequence[Said]) -> Group:
    grid = words.columns(0, 0, 1)
    for one in found:
        grid.add_row(Text(one["place"], "key"), f"{1 - one['here']:.0%} hit", f"{one['so_far']:.0%} get this far")
    stops = " Any fire ends the move." if any(one["stops"] for one in found) else ""
    return Group(Text(f"Defensive fire on the way, if every enemy fires:{stops}", "lead"), grid)


def must(_title: Wargame[Any], said: Said) -> RenderableType:
    """What stands in the way of going on."""
    parts: list[RenderableType] = []
    for verb, found in said["must"].items():
        if found:
            parts += [Text(f"Before `{verb}`:", "lead"), objections(found)]
    if said["pending"]:
        parts.append(words.cited(f"Left to do, but not required: {said['pending']}."))
    return Group(*parts) if parts else Text("Nothing stands in your way.", "ok")


def supply(title: Wargame[Any], said: Said) -> RenderableType:
    """The supply line of each unit, or where it breaks."""
    grid = words.columns(0, 0, 1)
    for unit, found in said["supply"].items():
        if found is None:
            grid.add_row(Text(unit, "lead"), "", "is not on the map")
            continue
        way = "→".join(found["path"])
        mark = Text("in supply", "ok") if found["supplied"] else Text("no supply", "bad")
        breaks = "" if found["breaks"] is None else f"; it breaks at {found['breaks']}"
        grid.add_row(Text(unit, "lead"), mark, f"{way}{breaks}" if way or breaks else "")
        if found["objections"]:
            grid.add_row("", "", objections(found["objections"]))
    return grid


def _by_side(title: Wargame[Any], said: Said) -> list[tuple[str, str]]:
    return [(side.title(), places(title, found)) for side, found in said.items()]


def zones(title: Wargame[Any], said: Said) -> RenderableType:
    """The zones of each side, by kind."""
    if not said["zones"]:
        return Text(f"{title.full} has no zones.")
    grid = words.columns(0, 0, 1)
    for kind, sides in said["zones"].items():
        for n, (side, text) in enumerate(_by_side(title, sides)):
            grid.add_row(Text(kind if not n else "", "key"), side, text)
    return grid


def control(title: Wargame[Any], said: Said) -> RenderableType:
    """What each side holds, its lands, and the markers."""
    grid = words.columns(0, 0, 1)
    for name, sides in {"holds": said["control"], **said["lands"]}.items():
        for n, (side, text) in enumerate(_by_side(title, sides)):
            grid.add_row(Text(name if not n else "", "key"), side, text)
    for marker, where in said["markers"].items():
        if where:
            grid.add_row(Text(marker, "key"), "", places(title, where))
    return grid


def threat(_title: Wargame[Any], said: Said) -> RenderableType:
    """Which units can get to a place, or next to it."""
    parts: list[RenderableType] = []
    for place, found in said["threat"].items():
        grid = words.columns(0, 0, 1)
        for side, units in found["here"].items():
            told = ", ".join(f"{unit} ({cost})" for unit, cost in units.items())
            beside = [unit for unit in found["beside"][side] if unit not in units]
            grid.add_row(side.title(), Text("can get here", "key"), told or "none")
            grid.add_row("", Text("or only next to it", "key"), " ".join(beside) or "none")
        parts += [Text(place, "lead"), grid]
    return Group(*parts)


def status(_title: Wargame[Any], said: Said) -> RenderableType:
    """Everything that is counted."""
    head = Text(said["now"], "lead")
    for name, value in said["status"].items():
        head.append(f" · {name} {value}", "not bold")
    score = words.columns(0, 0, 0, 1)
    for line in said["score"]:
        score.add_row(
            Text(f"[{line['cite']}]", "cite"), f"{line['points']:+}", (line["side"] or "").title(), line["text"]
        )
    levels = words.columns(0, 0, 1)
    for one in said["levels"]:
        levels.add_row(Text("●" if one["reached"] else "○", "ok" if one["reached"] else ""), one["name"], one["needs"])
    counts = words.columns(0, 1)
    for side, tally in said["tally"].items():
        steps = [f"steps {said['steps'][side]}"] if side in said["steps"] else []
        counts.add_row(side.title(), ", ".join([*(f"{name} {value}" for name, value in tally.items()), *steps]))
    due = f"{len(said['due'])} arrivals are still due: `due` lists them." if said["due"] else "Nobody is due."
    return Group(head, *([score] if said["score"] else []), *([levels] if said["levels"] else []), counts, Text(due))


RENDERED: Mapping[str, Callable[[Wargame[Any], Said], RenderableType]] = {
    "why": why,
    "cost": cost,
    "must": must,
    "supply": supply,
    "zones": zones,
    "control": control,
    "threat": threat,
    "status": status,
}
"""The text of each kind of answer; `words.odds` has that of battles."""
