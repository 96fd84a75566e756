"""The shapes that a page or a reader points at: one for each area and box."""

from typing import TYPE_CHECKING

from ..base.svg import element, escape, fine, group
from ..pieces.blocks import safe

if TYPE_CHECKING:
    from .sheet import AreaSheet


def draw_targets(sheet: "AreaSheet") -> str:
    """An area each, and a box each, for a page to hook on, or for a reader to point at."""
    out = []
    for area, name in sheet.map.names.items():
        terrain = sheet.map.terrain[area]
        tip = f"{area}: {name}, {terrain} [{sheet.map.sources['terrain'][area]}]"
        out.append(_target("path", "area", area, tip, data_terrain=terrain, d=sheet.shapes[area]))
    for name, box in sheet.boxes.items():
        tip = f"{name}: {sheet.map.boxes[name].kind} [{sheet.map.sources['box'][name]}]"
        corner = {"x": fine(box.left), "y": fine(box.top)}
        out.append(_target("rect", "box", safe(name), tip, **corner, width=fine(box.width), height=fine(box.height)))
    return group(*out, class_="hexes", fill="#000", fill_opacity="0")


def _target(shape: str, kind: str, place: str, tip: str, **rest: str) -> str:
    title = element("title", escape(tip))
    return element(shape, title, id=f"{kind}-{place}", class_=f"hex {kind}", data_hex=place, **rest)
