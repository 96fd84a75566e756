"""From a position to counters: translates what a title tells about its pieces for the drawing."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...core.action import Player
from ...core.bits import scan
from ...kit.table import Wargame
from ..themes.look import Look
from .counters import Counter

SIZES = {
    "army": "XXXX",
    "headquarters": "XXX",
    "corps": "XXX",
    "division": "XX",
    "brigade": "X",
    "regiment": "III",
    "battalion": "II",
    "company": "I",
}
WORDS = {"fleet": "FLEET", "air": "AIR"}  # under the picture of a piece without factors
PICTURES = {"leader": "star", "naval": "fleet"}  # of pieces that are no units
UNLIMITED = 99  # a range, printed as U
SYMBOLS = {"marine": "marine", "mountain": "mountain"}  # recognised by the name, not the kind
STATES = {
    "reduced": "reduced",
    "subcounter": "subcounter",
    "unsupplied": "unsupplied",
    "disrupted": "disrupted",
    "moved": "moved",
    "points": "moved",
    "halted": "moved",
    "attacked": "fired",
    "fired": "fired",
    "receiving": "receiving",
    "dropped": "dropped",
}


TAG = "tag"  # on the web page, a small marker beside the units
ARMOR = ("armor", "panzer", "tank")


def stacks(
    title: Wargame[Any], s: Any, look: Look, player: Player | None = None, *, boxes: bool = False
) -> dict[str, list[Counter]]:
    """The counters in each hex, bottom to top; with a player, only what that player may know.

    With boxes, also the counters off the map.
    """
    out: dict[str, list[Counter]] = {}
    places, marked = title.lexicon.places, title.aids.unsupplied is not None
    supply = None if marked else title.aids.overlays.get("supply")
    fed = [supply(s, n) for n in range(len(title.players))] if supply else []
    for name, where in title.aids.markers(s).items():
        for place in scan(where):
            out.setdefault(places[place], []).extend(_marker(look, name, places[place]))
    units: dict[str, list[tuple[float, Counter]]] = {}
    for piece, place in enumerate(s.place):
        boxed = place >= title.board.places.box
        seen = title.shown(s, player, piece)
        if "there" not in seen or (boxed and not boxes):
            continue
        known = {aspect: facts for aspect, facts in title.portrait(s, piece).items() if aspect in seen}
        side = str(known["there"]["side"])
        short = bool(fed) and not boxed and not fed[title.players.index(side)] >> place & 1
        tip = title.unit(s, piece) if player is None or "identity" in known else ""
        units.setdefault(places[place], []).append(_weighed(known, look, side, short, tip))
    for hex, found in units.items():
        found.sort(key=lambda pair: pair[0])
        out[hex] = out.get(hex, []) + [counter for _, counter in found]
    return out


def _marker(look: Look, name: str, hex: str) -> list[Counter]:
    drawn = look.marker(name)
    return [
        Counter(
            f"{name}-{hex}-{n}",
            drawn.side or drawn.ground,
            drawn.ground,
            drawn.kind,
            drawn.text,
            states=(TAG,) if drawn.tag else (),
            tip=f"{hex}: {name}",
        )
        for n in range(drawn.copies)
    ]


def _weighed(
    known: Mapping[str, Mapping[str, Any]], look: Look, side: str, short: bool, tip: str
) -> tuple[float, Counter]:
    """A piece as a counter, with a key for sorting: the strongest is on top."""
    kind = known.get("kind", {})
    strength = {name: value for name, value in known.get("strength", {}).items() if name != "steps"}
    who = known.get("identity", {})
    type_ = str(kind.get("type") or who.get("branch") or "infantry")
    name, corps = who.get("name", ""), who.get("corps", "")
    states = list(dict.fromkeys(STATES[mark] for mark in known.get("marks", {}) if mark in STATES))
    if short:
        states.append("unsupplied")
    if type_ in WORDS:
        factors = f"{kind['of']} {strength['support']}" if "support" in strength else WORDS[type_]
    elif type_ == "leader":
        factors = name.split()[-1].upper() if name else ""
    elif "fire" in strength:
        factors = _fire(strength, who)
    else:
        if "strength" not in known:
            states.append("untried")
        factors = "-".join(map(str, [*(_printed(strength) or ["U"]), kind.get("movement", "")])).rstrip("-")
    formation, unprinted = _number(corps), look.sheet.unprinted
    label = _label(who["label"], (*unprinted, formation)) if "label" in who else _designation(name, unprinted)
    if "may_be" in kind and "strength" not in known:
        label, factors = "", str(known["there"]["id"]).rpartition("-")[0]  # the back of the counter
    left, right = _flanks(label, formation, 0 if "fire" in strength else strength.get("range", 0))
    counter = Counter(
        str(known["there"]["id"]),
        side,
        look.troops(side, f"{name} {who.get('branch', '')} {corps}", type_),
        _symbol(name, type_),
        factors,
        left,
        right,
        SIZES.get(str(kind.get("size") or who.get("size", "")), "") or _size(name, look.sheet.size),
        str(who.get("color", "")) or formation,
        tuple(states),
        tip,
    )
    weight = sum(value for value in strength.values() if not isinstance(value, str))
    return weight + (0.5 if type_ in ARMOR else 0.0), counter


def _symbol(name: str, type_: str) -> str:
    """The symbol of a unit: that of its kind, unless its name is more specific."""
    if type_ in PICTURES:
        return PICTURES[type_]
    words = name.lower().split()
    return next((symbol for word, symbol in SYMBOLS.items() if word in words), type_)


def _label(label: str, unprinted: Sequence[str]) -> str:
    """The text beside the symbol if the counter has a label, without what symbol and formation already show."""
    return "".join(word for word in label.split() if word not in unprinted)


def _printed(strength: Mapping[str, Any]) -> list[Any]:
    """The strengths on the counter: of artillery its support rather than an attack strength it does not have."""
    known = {name: value for name, value in strength.items() if name not in ("support", "range")}
    if "range" in strength and not strength.get("attack"):
        known["attack"] = strength["support"]
    return list(known.values())


def _fire(strength: Mapping[str, Any], who: Mapping[str, Any]) -> str:
    """Fire strength and range: in brackets for close assault, A against armor, + for indirect fire."""
    fire, range_ = strength["fire"], strength["range"]
    shown = f"({fire})" if who.get("close") else str(fire)
    abilities = "A" * bool(who.get("armor")) + "+" * bool(who.get("indirect"))
    return f"{shown}{abilities}-{'U' if range_ == UNLIMITED else range_}"


def _flanks(label: str, formation: str, range_: int) -> tuple[str, str]:
    """The texts left and right of the symbol: a unit and its formation or parent, or a battery and its range."""
    if range_:
        return label, f"r{range_}"
    if formation:
        return label, formation
    left, _, right = label.partition("/")
    return left, right


def _number(name: str) -> str:
    found = re.match(r"\d+", name)
    return found[0] if found else ""


def _designation(name: str, unprinted: Sequence[str]) -> str:
    """The text beside the symbol: the number, or the first letters of a name."""
    if number := _number(name):
        return number
    words = [word for word in name.split() if word not in unprinted]
    return words[0][:3].upper() if words else ""


def _size(name: str, usual: str) -> str:
    return next((sign for word, sign in SIZES.items() if word in name.lower()), usual)
