"""From a position to blocks: translates what a title tells about its blocks for the drawing."""

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.action import Player
from ...core.bits import scan
from ...kit.load.area_map import AreaMap
from ...kit.table import Wargame
from ..themes.look import Look, look_of
from ..themes.theme import BANDS, GROUNDS
from .blocks import Block, Garrison, Line

KINDS = {"tank": "armor", "hq": "headquarters", "air hq": "headquarters"}
FIRE = {"S": "single", "D": "double", "T": "triple"}
STATES = {"cube": "isolated", "active": "active", "crossed": "crossed", "up": "shown"}
"""The names of a block's marks in the drawing."""


MANY = 12
"""How many possible names of a hidden block are listed."""


def has_blocks(title: Wargame[Any]) -> bool:
    """Whether the title is played with blocks."""
    return title.board.pieces == "blocks"


def garrisons(title: Wargame[Any], s: Any, player: Player | None = None) -> dict[str, Garrison]:
    """The garrison of each area and box by its name on the map; with a player, only what that player may know."""
    areas, look = title.board.map, look_of(title)
    assert isinstance(areas, AreaMap), f"{title.name} has no areas for its blocks"
    boxes = {name.replace(" ", "-"): name for name in areas.boxes}
    rows: dict[str, dict[str, list[Block]]] = {}
    for place, block in standing(title, s, player):
        if place in areas.names or place in boxes:
            rows.setdefault(boxes.get(place, place), {}).setdefault(block.side, []).append(block)
    beams: dict[str, list[Line]] = {}
    for place, block in wires(title, s):
        beams.setdefault(place, []).append(Line(block.side, look.side(block.side).wood))
    return {
        place: Garrison(
            [rows[place][side] for side in title.players if side in rows.get(place, {})], beams.get(place, [])
        )
        for place in {**rows, **beams}
    }


def wires(title: Wargame[Any], s: Any) -> Iterator[tuple[str, Block]]:
    """Every defensive line with its place."""
    marks, look = title.aids.markers(s), look_of(title)
    cut = marks.get("isolated line", 0)
    for side in title.players:
        for area in scan(marks.get(f"{side} line", 0)):
            name, alone = title.lexicon.places[area], cut >> area & 1
            tip = f"{name}: {side} defensive line{', isolated' * alone}"
            yield (
                name,
                Block(f"{side}-line-{name}", side, look.side(side).wood, "line", states=("isolated",) * alone, tip=tip),
            )


def standing(title: Wargame[Any], s: Any, player: Player | None = None) -> Iterator[tuple[str, Block]]:
    """Every block and bomber with its place: the strongest first, hidden ones last."""
    found, look = [], look_of(title)
    for piece, place in enumerate(s.place):
        seen = title.shown(s, player, piece)
        told = title.portrait(s, piece)
        if "there" not in seen:
            continue
        known = {aspect: facts for aspect, facts in told.items() if aspect in seen}
        block = drawn(known, look, title.unit(s, piece) if "identity" in seen else "")
        found.append((title.lexicon.places[place], block))
    found.sort(key=lambda pair: (pair[1].hidden, pair[1].kind != "leader", -pair[1].strength))
    return iter(found)


def _guessed(kind: Mapping[str, Any]) -> str:
    """What a hidden block may be."""
    names = list(map(str, kind.get("may_be", ())))
    more = f" and {len(names) - MANY} more" if len(names) > MANY else ""
    return f"{'one of ' if len(names) > 1 else ''}{', '.join(names[:MANY])}{more}"


def drawn(known: Mapping[str, Mapping[str, Any]], look: Look, tip: str) -> Block:
    """A block as far as it is known: without name or strength it shows its back.

    Its identity must have `name` and `kind`; `label`, `colour`, `fire`, `fast` and `acted` are optional.
    """
    there, marks = known["there"], known.get("marks", {})
    states = tuple(state for mark, state in STATES.items() if mark in marks)
    side = str(there["side"])
    style = look.side(side)
    block = Block(str(there["id"]), side, style.wood, emblem=style.emblem, states=states, tip=tip)
    kinds = known.get("kind", {})
    if kinds.get("type") == "bomber":
        return block._replace(kind="bomber", name=str(known["identity"]["kind"]), states=())
    if "identity" not in known or "strength" not in known:
        return block._replace(hidden=True, tip=tip or _guessed(kinds))
    who, strength = known["identity"], known["strength"]
    kind = KINDS.get(str(who["kind"]), str(who["kind"]))
    level, colour = int(strength["level"]), str(who.get("colour", ""))
    level = level if level <= strength["full"] else 0
    fire, name = str(who.get("fire", "")), str(who["name"])
    if who.get("acted"):
        states = (*states, "moved")
    return block._replace(
        kind=kind,
        name=str(who.get("label", name)),
        band=colour if colour in BANDS else "",
        strength=level,
        full=int(strength["full"]),
        fire=FIRE.get(fire[level - 1 : level], ""),
        fast=bool(who.get("fast")),
        elite=GROUNDS[look.troops(side, name, kind)].dark,
        states=states,
    )
