"""Insets and the map they belong to: which hexes correspond, and which part of the map an inset shows."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from ...kit.load.hex_map import HexMap, Link
from ..base.geometry import HexPlan, Point, middle
from ..base.labels import Board, arc
from ..base.overlay import hexes, rim
from ..base.svg import fine, group, path
from ..base.text import Style

LINE = "var(--accent)"
TINT = ".11"
"""The opacity of the tint on the fringe of an inset, on both maps."""


class Extent(NamedTuple):
    """Hexes of the main map that an inset shows: those it replaces, and those of its fringe."""

    inside: frozenset[str]
    fringe: frozenset[str]
    names: Mapping[str, str] = MappingProxyType({})  # of a fringe hex: those of the inset's hexes


def is_fringe(link: Link) -> bool:
    """Whether these hexes are only the surroundings of what the inset shows."""
    return link.kind == "fringe"


def extent(inset: HexMap) -> Extent:
    """What an inset shows of the main map."""
    fringe = frozenset(to for to, link in inset.links.items() if is_fringe(link))
    names = {to: " ".join(sorted(inset.links[to].hexes)) for to in sorted(fringe)}
    return Extent(frozenset(inset.links) - fringe, fringe, names)


def _stroke(d: str, unit: float, *, dashed: bool) -> str:
    dash = f"{fine(unit * 0.16)} {fine(unit * 0.11)}" if dashed else None
    ends = {"fill": "none", "stroke_linejoin": "round"}
    return path(d, stroke="var(--halo)", stroke_width=fine(unit * 0.13), stroke_opacity=".75", **ends) + path(
        d, stroke=LINE, stroke_width=fine(unit * 0.058), stroke_dasharray=dash, **ends
    )


def draw_extents(extents: Iterable[Extent], plan: HexPlan) -> str:
    """On the main map: a solid line around what an inset replaces, a dashed one around its tinted fringe."""
    out = []
    for one in extents:
        out.append(path(hexes(plan, sorted(one.fringe)), fill=LINE, fill_opacity=TINT))
        out.append(_stroke(rim(plan, set(one.inside | one.fringe)), plan.unit, dashed=True))
        out.append(_stroke(rim(plan, set(one.inside)), plan.unit, dashed=False))
    return group(*out, class_="extent")


def draw_links(inset: HexMap, plan: HexPlan) -> str:
    """On the inset: a veil over the fringe, and a line around hexes that belong together."""
    if not inset.links:
        return ""
    fringe = [hex for link in inset.links.values() if is_fringe(link) for hex in link.hexes]
    out = [path(hexes(plan, fringe), fill="var(--veil)", fill_opacity=".45")]
    out.append(path(hexes(plan, fringe), fill=LINE, fill_opacity=TINT))
    for fringed in (True, False):
        d = "".join(rim(plan, set(link.hexes)) for link in inset.links.values() if is_fringe(link) == fringed)
        out.append(_stroke(d, plan.unit, dashed=fringed))
    return group(*out, class_="links")


def link_names(inset: HexMap, plan: HexPlan, board: Board, styles: Mapping[str, Style]) -> None:
    """Label each group with the hex of the main map that it replaces, and its name if it has one."""
    for to, link in sorted(inset.links.items(), key=lambda item: is_fringe(item[1])):
        text = f"= {to}" if is_fringe(link) else f"{link.name.upper()} = {to}"
        style, spots = styles["fringe" if is_fringe(link) else "link"], _spots(plan, link.hexes)
        for size in (1.0, 0.9, 0.8, 0.7):
            tries = [arc(text, style.sized(size), at, 0.0, 0.0, "")._replace(cost=cost) for cost, at in spots]
            inside = [one for one in tries if all(plan.at(*p) in link.hexes for quad in one.quads for p in quad)]
            if board.place(inside):
                break


def extent_names(extents: Iterable[Extent], plan: HexPlan, board: Board, style: Style) -> None:
    """Label each fringe hex of the main map with the corresponding hexes of the inset."""
    for one in extents:
        for hex, text in one.names.items():
            for size in (1.0, 0.9, 0.8):
                tries = [
                    arc(text, style.sized(size), at, 0.0, 0.0, "")._replace(cost=n) for n, at in _spots(plan, [hex])
                ]
                inside = [label for label in tries if all(plan.at(*p) == hex for quad in label.quads for p in quad)]
                if board.place(inside):
                    break


def _spots(plan: HexPlan, which: Sequence[str]) -> list[tuple[float, Point]]:
    """Points to try in a group, from its middle outwards."""
    u, (mx, my) = plan.unit, middle([plan.centre(hex) for hex in which])
    out = []
    for x, y in (plan.centre(hex) for hex in which):
        for dx, dy in ((0.0, 0.38), (0.0, -0.30), (0.43, 0.38), (-0.43, 0.38), (0.0, 0.62), (0.87, 0.38), (0.87, 0.55)):
            at = x + dx * u, y + dy * u
            out.append((round((abs(at[0] - mx) + abs(at[1] - my)) / u * 0.35, 3), at))
    return sorted(out)
