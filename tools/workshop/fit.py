"""Fitting latitude and longitude to a grid: a similarity, then a local correction by Gaussians."""

from cmath import phase
from collections.abc import Sequence
from math import asin, atan2, cos, degrees, exp, pi, radians, sin, sqrt
from statistics import median
from typing import NamedTuple

from grognard.kit.hex.grid import Point

EARTH = 6371.0
INSIDE = 0.35  # a place this near to the centre counts as inside


class Control(NamedTuple):
    """A place whose hex is known."""

    name: str
    lat: float
    lon: float
    at: Point  # the middle of its hex, or of its hexes


class Fit(NamedTuple):
    """Maps latitude and longitude to the sheet."""

    origin: tuple[float, float]
    turn: complex
    shift: complex
    length: float  # of the local correction, in hexes
    knots: tuple[complex, ...]
    weights: tuple[complex, ...]

    def paper(self, lat: float, lon: float) -> Point:
        """The position of a place on the sheet."""
        spot = self.smooth(lat, lon)
        spot += sum(w * _bell(spot, k, self.length) for k, w in zip(self.knots, self.weights, strict=True))
        return spot.real, spot.imag

    def smooth(self, lat: float, lon: float) -> complex:
        """The similarity alone."""
        return self.turn * _plane(lat, lon, self.origin) + self.shift

    def back(self, point: Point) -> tuple[float, float]:
        """Maps the sheet to latitude and longitude, with the similarity alone."""
        return _sphere((complex(*point) - self.shift) / self.turn, self.origin)

    @property
    def scale(self) -> float:
        """Kilometres per hex."""
        return 1 / abs(self.turn)

    @property
    def up(self) -> float:
        """The compass bearing of the upper edge."""
        return -degrees(phase(self.turn)) % 360


def fit(controls: Sequence[Control], length: float, noise: float) -> Fit:
    """The least-squares similarity, then Gaussians of this length that move the places into their hexes."""
    origin = (sum(c.lat for c in controls) / len(controls), sum(c.lon for c in controls) / len(controls))
    here = [_plane(c.lat, c.lon, origin) for c in controls]
    there = [complex(*c.at) for c in controls]
    middle, aim = sum(here) / len(here), sum(there) / len(there)
    turn = sum((h - middle).conjugate() * (t - aim) for h, t in zip(here, there, strict=True))
    turn /= sum(abs(h - middle) ** 2 for h in here)
    plain = Fit(origin, turn, aim - turn * middle, length, (), ())
    if not length:
        return plain
    knots = [plain.smooth(c.lat, c.lon) for c in controls]
    wanted = [_beyond(t - k) for k, t in zip(knots, there, strict=True)]
    bells = [
        [_bell(a, b, length) + (noise**2 if n == m else 0) for m, b in enumerate(knots)] for n, a in enumerate(knots)
    ]
    return plain._replace(knots=tuple(knots), weights=tuple(_solve(bells, wanted)))


def residuals(model: Fit, controls: Sequence[Control]) -> dict[str, complex]:
    """The offset of each place from the middle of its hex: right and down."""
    return {c.name: complex(*model.paper(c.lat, c.lon)) - complex(*c.at) for c in controls}


def left_out(controls: Sequence[Control], length: float, noise: float) -> dict[str, complex]:
    """The same, for a fit without the place."""
    found: dict[str, complex] = {}
    for n, control in enumerate(controls):
        model = fit([*controls[:n], *controls[n + 1 :]], length, noise)
        found |= residuals(model, [control])
    return found


def spread(errors: Sequence[complex]) -> tuple[float, float, float]:
    """Root mean square, median and maximum of some errors."""
    sizes = [abs(error) for error in errors]
    return sqrt(sum(size**2 for size in sizes) / len(sizes)), median(sizes), max(sizes)


def _plane(lat: float, lon: float, origin: tuple[float, float]) -> complex:
    """Stereographic, in kilometres: x to the east, y to the south."""
    a, b, turn = radians(lat), radians(origin[0]), radians(lon - origin[1])
    k = 2 * EARTH / (1 + sin(b) * sin(a) + cos(b) * cos(a) * cos(turn))
    return k * complex(cos(a) * sin(turn), -(cos(b) * sin(a) - sin(b) * cos(a) * cos(turn)))


def _sphere(spot: complex, origin: tuple[float, float]) -> tuple[float, float]:
    far, b = abs(spot), radians(origin[0])
    if not far:
        return origin
    angle = 2 * atan2(far, 2 * EARTH)
    lat = asin(max(-1.0, min(1.0, cos(angle) * sin(b) - spot.imag * sin(angle) * cos(b) / far)))
    lon = atan2(spot.real * sin(angle), far * cos(b) * cos(angle) + spot.imag * sin(b) * sin(angle))
    return degrees(lat), origin[1] + degrees((lon + pi) % (2 * pi) - pi)


def _bell(a: complex, b: complex, length: float) -> float:
    return exp(-(abs(a - b) ** 2) / (2 * length**2))


def _beyond(error: complex) -> complex:
    """The part of an error by which a place misses its hex."""
    return error * max(0.0, 1 - INSIDE / abs(error)) if error else error


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[complex]) -> list[complex]:
    """Gaussian elimination; the matrix is symmetric and positive, so it needs no pivots."""
    rows = [[*(complex(value) for value in row), value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for n in range(size):
        for m in range(n + 1, size):
            factor = rows[m][n] / rows[n][n]
            rows[m] = [a - factor * b for a, b in zip(rows[m], rows[n], strict=True)]
    found: list[complex] = [0j] * size
    for n in reversed(range(size)):
        known = sum(rows[n][m] * found[m] for m in range(n + 1, size))
        found[n] = (rows[n][size] - known) / rows[n][n]
    return found
