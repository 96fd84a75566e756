"""Geography from a GeoJSON file: coasts and rivers as lines, lakes as rings, all in latitude and longitude."""

import json
from collections.abc import Iterator
from itertools import pairwise
from math import cos, hypot, radians
from pathlib import Path
from typing import Any, NamedTuple

Place = tuple[float, float]
"""Latitude and longitude."""


class Feature(NamedTuple):
    """A coast, a river or a lake; a lake's rings after the first of each part are islands."""

    layer: str
    name: str
    lines: tuple[tuple[Place, ...], ...]


def read_features(path: Path) -> list[Feature]:
    """The features of a file whose properties say `layer` (coast, rivers…, lakes…) and `name`."""
    return [
        Feature(
            feature["properties"]["layer"], feature["properties"].get("name") or "", tuple(_lines(feature["geometry"]))
        )
        for feature in json.loads(path.read_text("utf-8"))["features"]
    ]


def of(features: list[Feature], layer: str) -> list[Feature]:
    """The features of a layer, at any scale."""
    return [feature for feature in features if feature.layer.startswith(layer)]


def nearest(features: list[Feature], place: Place) -> Feature:
    """The feature that passes nearest to a place."""
    return min(features, key=lambda feature: min(far(place, point) for line in feature.lines for point in line))


def far(a: Place, b: Place) -> float:
    """Kilometres, roughly."""
    return 111.2 * hypot(a[0] - b[0], (a[1] - b[1]) * cos(radians((a[0] + b[0]) / 2)))


def within(feature: Feature, place: Place) -> bool:
    """Whether a place is in a lake."""
    lat, lon = place
    odd = False
    for line in feature.lines:
        for (a, b), (c, d) in pairwise(line):
            if (a > lat) != (c > lat) and lon < b + (lat - a) / (c - a) * (d - b):
                odd = not odd
    return odd


def _lines(geometry: dict[str, Any]) -> Iterator[tuple[Place, ...]]:
    points = geometry["coordinates"]
    depth = {"LineString": 0, "MultiLineString": 1, "Polygon": 1, "MultiPolygon": 2}[geometry["type"]]
    lines = [points] if depth == 0 else points if depth == 1 else [ring for part in points for ring in part]
    for line in lines:
        yield tuple((lat, lon) for lon, lat, *_ in line)
