"""The position of every place in the drawing of a map, so that the web page can draw over it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..kit.load.area_map import AreaMap
from ..kit.load.hex_map import HexMap
from .area.sheet import AreaSheet
from .base.geometry import Plan, Point
from .hex.links import is_fringe
from .hex.sheet import HexSheet
from .pieces.blocks import safe


class Spot(NamedTuple):
    """A place in the drawing."""

    centre: Point
    outline: tuple[Point, ...]
    unit: float  # size of a hex there: an inset has its own
    terrain: str
    name: str
    around: tuple[str, ...]
    source: str
    inset: str = ""
    same: tuple[str, ...] = ()  # the same place on the other map
    features: tuple[str, ...] = ()  # descriptions of other features


def spots(sheet: HexSheet | AreaSheet) -> dict[str, Spot]:
    """Every hex, area and box of a sheet."""
    if isinstance(sheet, AreaSheet):
        return dict(_areas(sheet))
    out = dict(_hexes(sheet.map, sheet.plan))
    for inset in sheet.insets:
        out |= dict(_hexes(inset.panel.map, inset.panel.plan, inset.at, inset.scale, inset.name))
        for to, link in inset.panel.map.links.items():
            kind = "fringe" if is_fringe(link) else link.name
            out[to] = out[to]._replace(same=link.hexes, features=(*out[to].features, _said(kind, link.hexes)))
            for hex in link.hexes:
                out[hex] = out[hex]._replace(same=(to,), features=(*out[hex].features, _said(kind, [to])))
    return out


def _said(kind: str, same: Sequence[str]) -> str:
    """How a place corresponds to the other map, as text."""
    if kind == "fringe":
        return f"fringe = {' '.join(same)}"
    return f"{kind} = {same[0]}" if len(same) == 1 else f"{len(same)} hexes of the inset"


def _hexes(
    hexmap: HexMap, plan: Plan, at: Point = (0.0, 0.0), scale: float = 1.0, inset: str = ""
) -> Iterator[tuple[str, Spot]]:
    for hex, terrain in hexmap.terrain.items():
        town = hexmap.places.get(hex)
        (centre,) = _moved([plan.centre(hex)], at, scale)
        yield (
            hex,
            Spot(
                centre,
                _moved(plan.outline(hex), at, scale),
                plan.unit * scale,
                terrain,
                town.name if town else "",
                tuple(hexmap.neighbours(hex)),
                hexmap.sources["terrain"].get(hex, ""),
                inset,
                features=tuple(kind for kind, found in hexmap.features.items() if hex in found),
            ),
        )


def _moved(points: Iterable[Point], at: Point, scale: float) -> tuple[Point, ...]:
    return tuple((at[0] + scale * x, at[1] + scale * y) for x, y in points)


def _areas(sheet: AreaSheet) -> Iterator[tuple[str, Spot]]:
    areas: AreaMap = sheet.map
    sources: Any = areas.sources
    for area, name in areas.names.items():
        outline: Sequence[Point] = sheet.plan.outline(area)
        yield (
            area,
            Spot(
                sheet.plan.centre(area),
                tuple(outline),
                sheet.plan.unit,
                areas.terrain[area],
                name,
                areas.neighbours(area),
                sources["terrain"].get(area, ""),
            ),
        )
    for name, box in sheet.boxes.items():
        middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        yield safe(name), Spot(middle, box.corners, sheet.plan.unit, "box", name, (), sources["box"].get(name, ""))
