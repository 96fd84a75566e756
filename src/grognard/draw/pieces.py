"""From a position to counters: what a title tells of its pieces, put into the words of the drawing."""

import re
from collections.abc import Mapping
from typing import Any

from ..core.action import Player
from ..core.bits import scan
from ..core.title import Title
from .counters import Counter
from .sheets import SheetData
from .theme import GROUNDS

SIZES = {"army": "XXXX", "corps": "XXX", "division": "XX", "brigade": "X", "regiment": "III", "battalion": "II",
         "company": "I"}  # fmt: skip
TROOPS = {"guards": "guards", "nkvd": "nkvd", "militia": "militia", "naval": "naval", "finnish": "finnish"}


def stacks(
    title: Title[Any], s: Any, sheet: SheetData, player: Player | None = None, *, boxes: bool = False
) -> dict[str, list[Counter]]:
    """The counters in each hex, bottom to top; with a player, only what he may know.

    With boxes, also what lies beside the map.
    """
    out: dict[str, list[Counter]] = {}
    places, supply = title.lexicon.places, title.aids.overlays.get("supply")
    fed = [supply(s, n) for n in range(len(title.players))] if supply else []
    for name, where in title.aids.markers(s).items():
        for place in scan(where):
            out.setdefault(places[place], []).extend(_marker(sheet, name, places[place]))
    units: dict[str, list[tuple[float, Counter]]] = {}
    for piece, place in enumerate(s.place):
        boxed = place >= title.data.board.box
        seen = title.shown(s, player, piece)
        if "there" not in seen or (boxed and not boxes):
            continue
        known = {aspect: facts for aspect, facts in title.portrait(s, piece).items() if aspect in seen}
        side = str(known["there"]["side"])
        short = bool(fed) and not boxed and not fed[title.players.index(side)] >> place & 1
        tip = title.unit(s, piece) if player is None or "identity" in known else ""
        units.setdefault(places[place], []).append(_weighed(known, sheet, side, short, tip))
    for hex, found in units.items():
        found.sort(key=lambda pair: pair[0])
        out[hex] = out.get(hex, []) + [counter for _, counter in found]
    return out


def _marker(sheet: SheetData, name: str, hex: str) -> list[Counter]:
    drawn = sheet.markers.get(name, {})
    kind, ground = drawn.get("kind", name), drawn.get("ground", "german")
    text = drawn.get("text", name.upper()[:6])
    return [
        Counter(f"{name}-{hex}-{n}", ground, ground, kind, text, tip=f"{hex}: {name}")
        for n in range(drawn.get("count", 1))
    ]


def _weighed(
    known: Mapping[str, Mapping[str, Any]], sheet: SheetData, side: str, short: bool, tip: str
) -> tuple[float, Counter]:
    """A piece as a counter, with what it weighs: the strongest lies on top."""
    kind = known.get("kind", {})
    strength = {name: value for name, value in known.get("strength", {}).items() if name != "steps"}
    name, corps = known.get("identity", {}).get("name", ""), known.get("identity", {}).get("corps", "")
    states = _states(known.get("marks", {}))
    if short:
        states.append("unsupplied")
    if "strength" not in known:
        states.append("untried")
    factors = "-".join(map(str, [*(strength.values() or ["U"]), kind.get("movement", "")])).rstrip("-")
    formation = _number(corps)
    counter = Counter(
        str(known["there"]["id"]), side, _ground(side, name), str(kind.get("type", "infantry")), factors,
        _designation(name), formation, _size(name, sheet.size), formation, tuple(states), tip,
    )  # fmt: skip
    return sum(strength.values()) + (0.5 if kind.get("type") == "armor" else 0.0), counter


def _states(marks: Mapping[str, Any]) -> list[str]:
    out = []
    if "reduced" in marks:
        out.append("reduced")
    if "points" in marks or "halted" in marks:
        out.append("moved")
    if "attacked" in marks:
        out.append("fired")
    return out


def _ground(side: str, name: str) -> str:
    words = name.lower().split()
    if "ss" in words:
        return "ss"
    found = next((ground for word, ground in TROOPS.items() if word in words), side)
    return found if found in GROUNDS else "german"


def _number(name: str) -> str:
    found = re.match(r"\d+", name)
    return found[0] if found else ""


def _designation(name: str) -> str:
    """What is printed beside the symbol: the number, or the first letters of a name."""
    if number := _number(name):
        return number
    words = [word for word in name.split() if word != "SS"]
    return words[0][:3].upper() if words else ""


def _size(name: str, usual: str) -> str:
    return next((sign for word, sign in SIZES.items() if word in name.lower()), usual)
