"""Helpers for writing SVG: numbers, paths, elements."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape

from .geometry import Box, Point

__all__ = ["blob", "circle", "element", "escape", "group", "line", "num", "path", "polygon", "rect", "smooth", "use"]


def num(value: float) -> str:
    """A number with at most one decimal."""
    text = f"{value:.1f}"
    return text if text[-1] != "0" else "0" if text == "-0.0" else text[:-2]


def fine(value: float) -> str:
    """A number with up to three decimals."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def element(tag: str, inside: str = "", /, **attributes: object) -> str:
    """An element; `stroke_width=2` is written `stroke-width`, a trailing underscore is dropped, None is left out."""
    said = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{fine(value) if isinstance(value, float) else value}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{said}>{inside}</{tag}>" if inside else f"<{tag}{said}/>"


def group(*inside: str, **attributes: object) -> str:
    """A group of elements; empty if there are none."""
    text = "".join(inside)
    return element("g", text, **attributes) if text else ""


def _steps(start: Point, points: Iterable[Point]) -> Iterator[str]:
    """Each point relative to the previous one, rounded so that errors do not accumulate."""
    x, y = round(start[0], 1), round(start[1], 1)
    for px, py in points:
        nx, ny = round(px, 1), round(py, 1)
        yield f"{_tenths(round(10 * (nx - x)))} {_tenths(round(10 * (ny - y)))}"
        x, y = nx, ny


@lru_cache(1 << 12)
def _tenths(count: int) -> str:
    return num(count / 10)


def line(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data: straight lines from point to point."""
    start, *rest = points
    return f"M{num(start[0])} {num(start[1])}l" + " ".join(_steps(start, rest)) + ("Z" if closed else "")


def smooth(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data: a smooth line through the points (Catmull-Rom as cubic Béziers)."""
    n = len(points)
    if n < 3:
        return line(points)
    x, y = round(points[0][0], 1), round(points[0][1], 1)
    out = [f"M{num(x)} {num(y)}c"]
    for i in range(n if closed else n - 1):
        p0 = points[i - 1 if closed or i else 0]
        p1, p2 = points[i], points[(i + 1) % n]
        p3 = points[(i + 2) % n if closed else min(n - 1, i + 2)]
        nx, ny = round(p2[0], 1), round(p2[1], 1)
        out.append(
            f"{num(p1[0] + (p2[0] - p0[0]) / 6 - x)} {num(p1[1] + (p2[1] - p0[1]) / 6 - y)} "
            f"{num(p2[0] - (p3[0] - p1[0]) / 6 - x)} {num(p2[1] - (p3[1] - p1[1]) / 6 - y)} "
            f"{_tenths(round(10 * (nx - x)))} {_tenths(round(10 * (ny - y)))} "
        )
        x, y = nx, ny
    return "".join(out).rstrip() + ("Z" if closed else "")


def blob(loops: Iterable[Sequence[Point]]) -> str:
    """Path data of some closed smooth loops."""
    return "".join(smooth(loop, closed=True) for loop in loops)


def drawing(inside: str, width: float, height: float, scale: float, **attributes: object) -> str:
    """A complete SVG document of this size, shown at a scale."""
    return element(
        "svg",
        inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {fine(width)} {fine(height)}",
        width=fine(width * scale),
        height=fine(height * scale),
        role="img",
        **attributes,
    )


def path(d: str, **attributes: object) -> str:
    """A path; empty if there is no data."""
    return element("path", d=d, **attributes) if d else ""


def polygon(points: Sequence[Point], **attributes: object) -> str:
    """A closed shape with straight sides."""
    return path(line(points, closed=True), **attributes)


def rect(box: Box, **attributes: object) -> str:
    """A rectangle."""
    return element("rect", x=num(box.left), y=num(box.top), width=num(box.width), height=num(box.height), **attributes)


def circle(centre: Point, radius: float, **attributes: object) -> str:
    """A circle."""
    return element("circle", cx=num(centre[0]), cy=num(centre[1]), r=fine(radius), **attributes)


def use(name: str, at: Point, **attributes: object) -> str:
    """A reference to a definition, drawn at this point."""
    return element("use", href=f"#{name}", x=num(at[0]), y=num(at[1]), **attributes)


def renamed(drawing: str, prefix: str) -> str:
    """The drawing with a prefix on every id it defines, so that two can be in one file.

    Ids of hexes and units stay as they are.
    """
    mine = {name for name in re.findall(r' id="([^"]+)"', drawing) if not name.startswith(("hex-", "unit-"))}

    def change(found: re.Match[str]) -> str:
        return f"{found[1]}{prefix}{found[2]}{found[3]}" if found[2] in mine else found[0]

    return re.sub(r'( id="| href="#|url\(#)([^")]+)([")])', change, drawing)
