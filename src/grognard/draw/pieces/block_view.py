"""From a position to blocks: what a title tells of its blocks, put into the words of the drawing."""

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.action import Player
from ...core.bits import scan
from ...kit.table import Wargame
from ..themes.theme import BANDS
from .blocks import Block, Garrison

KINDS = {"tank": "armor", "hq": "headquarters", "air hq": "headquarters"}
FIRE = {"S": "single", "D": "double", "T": "triple"}
STATES = {"cube": "isolated", "active": "active", "crossed": "crossed", "up": "shown"}
"""What a block's marks are called in the drawing."""


MANY = 12
"""Of so many names a block may have all are told."""


def has_blocks(title: Wargame[Any]) -> bool:
    """Is it played with blocks?"""
    return hasattr(title.data, "blocks")


def garrisons(title: Wargame[Any], s: Any, player: Player | None = None) -> dict[str, Garrison]:
    """What stands in each area and box, by the name it has on the map; with a player, as far as he may know it."""
    boxes = {name.replace(" ", "-"): name for name in title.data.map.boxes}
    rows: dict[str, dict[str, list[Block]]] = {}
    for place, block in standing(title, s, player):
        if place in title.data.map.names or place in boxes:
            rows.setdefault(boxes.get(place, place), {}).setdefault(block.side, []).append(block)
    beams: dict[str, list[str]] = {}
    for place, block in wires(title, s):
        beams.setdefault(place, []).append(block.side)
    return {
        place: Garrison(
            [rows[place][side] for side in title.players if side in rows.get(place, {})], beams.get(place, [])
        )
        for place in {**rows, **beams}
    }


def wires(title: Wargame[Any], s: Any) -> Iterator[tuple[str, Block]]:
    """Every defensive line with its place."""
    marks = title.aids.markers(s)
    cut = marks.get("isolated line", 0)
    for side in title.players:
        for area in scan(marks.get(f"{side} line", 0)):
            name, alone = title.lexicon.places[area], cut >> area & 1
            tip = f"{name}: {side} defensive line{', isolated' * alone}"
            yield name, Block(f"{side}-line-{name}", side, "line", states=("isolated",) * alone, tip=tip)


def standing(title: Wargame[Any], s: Any, player: Player | None = None) -> Iterator[tuple[str, Block]]:
    """Every block and bomber with its place: the strongest first, those turned away last."""
    found = []
    for piece, place in enumerate(s.place):
        seen = title.shown(s, player, piece)
        told = title.portrait(s, piece)
        if "there" not in seen:
            continue
        known = {aspect: facts for aspect, facts in told.items() if aspect in seen}
        block = drawn(known, title.unit(s, piece) if "identity" in seen else "")
        found.append((title.lexicon.places[place], block))
    found.sort(key=lambda pair: (pair[1].hidden, pair[1].kind != "leader", -pair[1].strength))
    return iter(found)


def _guessed(kind: Mapping[str, Any]) -> str:
    """What a block may be that stands with its back to the viewer."""
    names = list(map(str, kind.get("may_be", ())))
    more = f" and {len(names) - MANY} more" if len(names) > MANY else ""
    return f"{'one of ' if len(names) > 1 else ''}{', '.join(names[:MANY])}{more}"


def drawn(known: Mapping[str, Mapping[str, Any]], tip: str) -> Block:
    """A block as far as it is known: without a name it stands with its back to the viewer."""
    there, marks = known["there"], known.get("marks", {})
    states = tuple(state for mark, state in STATES.items() if mark in marks)
    if known["kind"]["type"] == "bomber":
        return Block(str(there["id"]), str(there["side"]), "bomber", str(known["identity"]["kind"]), tip=tip)
    if "identity" not in known:
        return Block(str(there["id"]), str(there["side"]), hidden=True, states=states, tip=_guessed(known["kind"]))
    who, strength = known["identity"], known["strength"]
    kind = KINDS.get(str(who["kind"]), str(who["kind"]))
    level, colour = int(strength["level"]), str(who["colour"])
    level = level if level <= strength["full"] else 0
    fire, name = str(who["fire"]), str(who["name"])
    if who["acted"]:
        states = (*states, "moved")
    return Block(
        str(there["id"]),
        str(there["side"]),
        kind,
        str(who["label"]),
        colour if colour in BANDS else "",
        level,
        int(strength["full"]),
        FIRE.get(fire[level - 1 : level], ""),
        bool(who["fast"]),
        "SS" in name.split(),
        False,
        states,
        tip,
    )
