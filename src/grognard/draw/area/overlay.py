"""What a position adds to an area map besides blocks: the front, contested areas, markers, discs, ranges."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from ...core.bits import scan
from ...kit.table import Wargame
from ..base.overlay import side_sets
from ..base.svg import line
from ..pieces.blocks import Block, Garrison, ranks, safe, vacant
from . import boxes
from .layers import rim
from .marks import command_range, gun, held

if TYPE_CHECKING:
    from .sheet import AreaSheet


def standing(sheet: "AreaSheet", title: Wargame[Any], s: Any) -> str:
    """What a position adds to the sheet besides blocks: the front, contested areas, markers and discs."""
    aids, places, unit, look = title.aids, title.lexicon.places, sheet.plan.unit, sheet.look
    marks = {name: [places[place] for place in scan(found)] for name, found in aids.markers(s).items()}
    out = [_held(sheet, title, s, marks.get("contested", []))]
    for side in title.players:
        if reach := marks.get(f"{side} command range"):
            out.append(command_range(_rim(sheet, set(reach)), unit))
        own = [box for name, box in sheet.boxes.items() if safe(name) in marks.get(f"{side} box", ())]
        out += [boxes.draw_holder(side, look, box, unit) for box in own]
        for area in marks.get(f"{side} place", ()):
            row = Garrison([[Block("", side, look.side(side).wood, hidden=True)]])
            _, blocks, _ = ranks(*sheet.stand(area, row), unit)
            out += [vacant(look.wood(side), at, 0.8 * unit) for _, at in blocks]
        for area in marks.get(f"{side} artillery", ()):
            name = sheet.labels[area].box
            out.append(gun((name.right + 0.2 * unit, (name.top + name.bottom) / 2), unit, look.wood(side)))
        if f"{side} disc" in marks:
            stages = boxes.stages(sheet.sheet.tracks[:1], sheet.column, unit)
            low = max((stage.box.bottom for stage in stages), default=0.0)
            out.append(boxes.draw_disc(side, look, ((sheet.column.left + sheet.column.right) / 2, low + unit), unit))
    out.append(boxes.draw_markers(sheet.sheet.tracks, sheet.column, unit, aids.tracks(s)))
    return "".join(out)


def _rim(sheet: "AreaSheet", which: set[str]) -> str:
    return "".join(line(sheet.plan.piece(edge)) for edge in rim(sheet, which))


def _held(sheet: "AreaSheet", title: Wargame[Any], s: Any, fought: Collection[str]) -> str:
    """The front of a position, where the areas of the two sides meet, and the contested areas."""
    if "control" not in title.aids.overlays:
        return ""
    first, second = side_sets(title, s, "control", sheet.map)
    sides = {area: n for n, which in enumerate((first, second)) for area in which}
    both = [(a, b) for a, b in sheet.map.borders if {sides.get(a), sides.get(b)} == {0, 1}]
    return held(
        "".join(line(sheet.plan.border(pair)) for pair in both),
        [sheet.shapes[area] for area in sheet.map.names if area in fought],
        sheet.plan.unit,
    )
