"""Making a draft: geography first, then estimates, then facts; everything overridden is reported."""

from collections.abc import Iterable
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from grognard.kit.hex.grid import Corner, Point, Side
from grognard.kit.load.area_map import inside

from .fit import Fit
from .geo import Feature, Place, nearest, of, within
from .route import NoWay, Stop, corners, road
from .spec import WATER, Check, Patch, Run, Spec, Town
from .water import COAST, SEA, Lake, Raster, flooded, settle

BASE = "E:open ground unless said otherwise"
RANK = "GERU"  # geography, estimate, rule, user: the later wins


class Line(NamedTuple):
    """A river (its hexsides) or a road or rail (its hexes), as routed."""

    run: Run
    name: str
    sides: tuple[Side, ...]
    hexes: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()


class Draft:
    """A map in progress; `notes` reports what was overridden."""

    def __init__(self, spec: Spec, warp: Fit, features: list[Feature]) -> None:
        self.spec, self.warp, self.grid = spec, warp, spec.grid
        self.rivers_of_region = of(features, "rivers")
        self.notes: list[str] = []
        self.terrain: dict[str, tuple[str, str]] = {}
        self.features: dict[tuple[str, str], str] = {}  # (kind, hex) -> source
        self.water: dict[Side, tuple[str, str, str]] = {}  # -> kind, name, source
        self.places: dict[str, Town] = {}
        self.rivers: list[Line] = []
        self.lines: list[Line] = []
        self.lakes = lakes_of(spec, features)
        for place in spec.dry:
            if not any(within(lake, place) for lake in of(features, "lakes")):
                self.notes.append(f"there is no lake at {place[0]} {place[1]} to leave out")
        coasts = of(features, "coast")
        self.raster: Raster = flooded(spec.grid, spec.hexes, warp.paper, coasts, spec.seas.values(), self.lakes)
        self.notes.append(f"sea covers {self.raster.cells.count(SEA) / len(self.raster.cells):.0%} of the sheet")
        self._hexes()
        self._hexsides()
        self._towns(town for town in spec.towns.values() if town.hexes)
        for patch in spec.patches:
            self._patch(patch)
        self._towns(town for town in spec.towns.values() if not town.hexes)
        self.water = {side: what for side, what in self.water.items() if self.land.issuperset(side)}
        for run in spec.runs:
            self._route(run)
        settle(self.raster, self.kinds, self.lakes, ((a, b, kind) for (a, b), (kind, _, _) in self.water.items()))

    @property
    def kinds(self) -> dict[str, str]:
        """The terrain of every hex."""
        return {hex: kind for hex, (kind, _) in self.terrain.items()}

    @property
    def land(self) -> set[str]:
        """The hexes that are not all water."""
        return {hex for hex, (kind, _) in self.terrain.items() if kind not in WATER}

    # -- geography ----------------------------------------------------------------------------

    def _hexes(self) -> None:
        for hex in self.spec.hexes:
            look = self.raster.look(self.raster.hex(hex))
            sea = look.get(SEA, 0)
            lake = sum(share for value, share in look.items() if value > SEA)
            wet = "sea" if sea >= lake else "lake"
            dry = sea + lake < (self.spec.share if wet == "sea" else self.spec.lake)
            self.terrain[hex] = (self.spec.base, BASE) if dry else (wet, "G:coast" if wet == "sea" else "G:lakes")

    def _hexsides(self) -> None:
        """Hexsides under water; a lake too small for that gets the one nearest to it."""
        seen: set[int] = set()
        for side in self._sides():
            look = {value: share for value, share in self.raster.look(self.raster.side(side)).items() if value > COAST}
            if sum(look.values()) >= self.spec.side:
                value = max(look, key=look.__getitem__)
                seen.add(value)
                self._wet(side, value, "G:coast" if value == SEA else "G:lakes")
        for hex, kind in self.kinds.items():
            if kind == "lake":
                seen |= {value for value in self.raster.look(self.raster.hex(hex)) if value > SEA}
        for n, lake in enumerate(self.lakes):
            points = [self.warp.paper(*place) for place in lake.feature.lines[0]]
            middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
            home = self.grid.at(middle)
            size = _size(points)
            if SEA + 1 + n in seen or size < self.spec.small or home not in self.land:
                continue
            near = [side for side in self._sides() if home in side]
            best = min(near, key=lambda side: self._middle_far(side, middle), default=None)
            if best:
                self._wet(best, SEA + 1 + n, "G:lakes")
                self.notes.append(f"small lake {lake.name or '?'} ({size:.2f} of a hex) is on {'|'.join(best)}")

    def _sides(self) -> Iterable[Side]:
        land = self.land
        return [(a, b) for a in self.spec.hexes for b in self.grid.around(a) if a < b and a in land and b in land]

    def _middle_far(self, side: Side, point: Point) -> float:
        (ax, ay), (bx, by) = self.grid.centre(side[0]), self.grid.centre(side[1])
        return hypot((ax + bx) / 2 - point[0], (ay + by) / 2 - point[1])

    def _wet(self, side: Side, value: int, source: str) -> None:
        name = self.lakes[value - SEA - 1].name if value > SEA else next(iter(self.spec.seas), "sea")
        self.water[side] = ("lake" if value > SEA else "sea", name or "lake", source)

    # -- towns, estimates, facts --------------------------------------------------------------

    def _towns(self, towns: Iterable[Town]) -> None:
        terrains = set(self.spec.legend.values())
        for town in towns:
            for hex in self.hexes_of(town) if town.kind else ():
                if hex in self.places:
                    self.notes.append(f"place {town.name}: {hex} is taken by {self.places[hex].name}")
                    continue
                self.places[hex] = town
                if town.kind in terrains:
                    self._set_terrain(hex, town.kind, town.source)

    def hexes_of(self, town: Town) -> tuple[str, ...]:
        """The stated hexes of a town, or the land hex in which, or next to which, it falls."""
        if town.hexes:
            return town.hexes
        point = self.warp.paper(*town.place)
        hex = self.grid.at(point)
        if hex not in self.terrain:
            return ()
        land = self.land
        if hex in land or town.kind == "label":
            return (hex,)
        shore = [n for n in self.grid.around(hex) if n in land]
        if not shore:
            return ()
        best = min(shore, key=lambda n: hypot(self.grid.centre(n)[0] - point[0], self.grid.centre(n)[1] - point[1]))
        note = f"place {town.name} falls into {self.terrain[hex][0]} at {hex}: moved to {best}"
        self.notes += [note] if note not in self.notes else []
        return (best,)

    def _patch(self, patch: Patch) -> None:
        hexes = [hex for hex in (*patch.hexes, *self._within(patch.outline)) if self._fits(hex, patch.only)]
        for hex in hexes:
            if patch.layer == "terrain":
                self._set_terrain(hex, patch.value, patch.source)
            elif patch.layer == "feature":
                self.features[patch.value, hex] = patch.source
        for token in patch.sides:
            a, b = sorted(token.split("|"))
            old = self.water.get((a, b))
            if patch.layer == "dry":
                self.water.pop((a, b), None)
            else:
                self.water[a, b] = (patch.value, patch.name, patch.source)
            if (old[0] if old else None) != (None if patch.layer == "dry" else patch.value):
                was = f"{old[0]} ({old[2]})" if old else "open"
                self.notes.append(f"hexside {token}: {was} becomes {patch.layer} ({patch.source})")

    def _within(self, outline: tuple[Place, ...]) -> list[str]:
        ring = tuple(self.warp.paper(*place) for place in outline)
        land = self.land
        return [hex for hex in self.spec.hexes if hex in land and inside(self.grid.centre(hex), ring)] if ring else []

    def _fits(self, hex: str, only: tuple[str, ...]) -> bool:
        return not only or self.terrain[hex][0] in only

    def _set_terrain(self, hex: str, kind: str, source: str) -> None:
        old, whence = self.terrain[hex]
        if RANK.index(source[0]) < RANK.index(whence[0]):
            if old != kind:
                self.notes.append(f"terrain {hex}: {old} ({whence}) overrides {kind} ({source})")
            return
        if old != kind and whence != BASE and (source[0] != "E" or old in WATER):
            self.notes.append(f"terrain {hex}: {old} ({whence}) becomes {kind} ({source})")
        self.terrain[hex] = (kind, source)

    # -- rivers, roads, rails -----------------------------------------------------------------

    def _route(self, run: Run) -> None:
        try:
            self.rivers.append(self._river(run)) if run.layer == "river" else self._road(run)
        except NoWay as failure:
            self.notes.append(f"{run.layer} {run.name}: no route to {run.via[failure.waypoint]}")

    def river_sides(self) -> set[Side]:
        """All hexsides with a river."""
        return {side for river in self.rivers for side in river.sides}

    def _river(self, run: Run) -> Line:
        taken = {corner for side in self.river_sides() for corner in self.grid.corners(side)}
        net = corners(self.grid, self.land, {*self.water, *self.river_sides()})
        stops: list[Stop] = []
        course: list[Point] = []
        for token in run.via:
            if "|" in token:
                a, b = sorted(token.split("|"))
                stops.append((a, b))
                course += sorted(self.grid.point(corner) for corner in self.grid.corners((a, b)))
            elif token.startswith("@"):
                stops.append(self._goal(run, token[1:], set(net.net)))
            else:
                point = self.warp.paper(*self._town(run, token).place)
                stops.append({net.nearest(point)})
                course.append(point)
        guides = [self._guide(run, token) for token in run.guide]
        lines = [[self.warp.paper(*place) for place in line] for guide in guides for line in guide.lines]
        free = taken - set().union(*stops)
        keep = {
            a: {b: side for b, side in ends.items() if b not in free} for a, ends in net.net.items() if a not in free
        }
        sides = net._replace(net=keep).river(stops, lines or [course])
        return Line(run, run.name, tuple(sides))

    def _goal(self, run: Run, what: str, net: set[Corner]) -> set[Corner]:
        """The corners on the edge of the map, on some water, or on an existing river."""
        kinds = self.kinds
        named = {river.name: river for river in self.rivers}
        if what == "edge":
            return {corner for corner in net if any(hex not in kinds for hex in corner)}
        if what in WATER:
            sides = [side for side, (kind, _, _) in self.water.items() if kind == what]
            lakeside = {corner for side in sides for corner in self.grid.corners(side)}
            return {corner for corner in net if corner in lakeside or any(kinds.get(hex) == what for hex in corner)}
        if what in named:
            return {corner for side in named[what].sides for corner in self.grid.corners(side)} & net
        if any(other.layer == "river" and other.name == what for other in self.spec.runs):
            raise NoWay(run.via.index(f"@{what}"))
        raise run.record.error(f"there is no river '{what}' to flow into", what)

    def _guide(self, run: Run, token: str) -> Feature:
        for feature in self.rivers_of_region:
            if feature.name == token:
                return Feature(
                    "", token, tuple(line for f in self.rivers_of_region if f.name == token for line in f.lines)
                )
        try:
            lat, lon = map(float, token.split())
        except ValueError:
            raise run.record.error(f"the region has no river '{token}'", token) from None
        return nearest(self.rivers_of_region, (lat, lon))

    def _town(self, run: Run, token: str) -> Town:
        if token not in self.spec.towns:
            raise run.record.error(f"there is no town '{token}'", token)
        return self.spec.towns[token]

    def _road(self, run: Run) -> None:
        """Route a road or rail, and cut it where it follows an existing one."""
        kinds = self.kinds
        edge = {hex for hex in self.land if any(n not in kinds for n in self.grid.around(hex))}
        stops: list[set[str]] = []
        for token in run.via:
            if token == "@edge":
                stops.append(edge)
            elif token.removeprefix("@") in self.terrain:
                stops.append({token.removeprefix("@")})
            else:
                stops.append(set(self.hexes_of(self._town(run, token))[:1]))
                if not stops[-1]:
                    raise run.record.error(f"{token} is off the map", token)
        there = {step for line in self.lines if line.run.layer == run.layer for step in line.sides}
        hexes = road(self.grid, stops, self.land, set(self.water), self.river_sides(), there)
        pieces: list[list[str]] = [[]]
        for a, b in pairwise(hexes):
            step = (a, b) if a < b else (b, a)
            if step in there:
                pieces.append([])
                continue
            there.add(step)
            pieces[-1] = [*(pieces[-1] or [a]), b]
        leaves = {hexes[n] for n in (0, -1) if run.via[n].startswith("@")}
        for n, piece in enumerate([piece for piece in pieces if piece], 1):
            steps = tuple((a, b) if a < b else (b, a) for a, b in pairwise(piece))
            name = run.name if n == 1 else f"{run.name} ({n})"
            ends = tuple(hex for hex in (piece[0], piece[-1]) if hex in leaves)
            self.lines.append(Line(run, name, steps, tuple(piece), ends))

    # -- facts --------------------------------------------------------------------------------

    def judge(self, check: Check) -> list[str]:
        """The items of a check that do not hold."""
        kinds, land = self.kinds, self.land
        rivers = self.river_sides()
        runs = {
            layer: {side for line in self.lines if line.run.layer == layer for side in line.sides}
            for layer in ("road", "rail")
        }
        sets: dict[str, set[Side]] = {"river": rivers, "water": set(self.water), **runs}
        wrong = []
        for item in check.items:
            a, _, b = item.partition("|")
            side = (a, b) if a < b else (b, a)
            what = check.what.removeprefix("no ")
            if b:
                holds = side in sets[what]
            elif what in ("road", "rail"):
                holds = any(item in step for step in runs[what])
            else:
                holds = (
                    item in land if what == "land" else kinds[item] in WATER if what == "water" else kinds[item] == what
                )
            if holds == check.what.startswith("no "):
                wrong.append(item)
        return wrong


def lakes_of(spec: Spec, features: list[Feature]) -> list[Lake]:
    """The lakes of the region with the names from the spec, without those that did not exist then."""
    return [
        Lake(next((name for name, place in spec.lakes.items() if within(lake, place)), lake.name), lake)
        for lake in of(features, "lakes")
        if not any(within(lake, place) for place in spec.dry)
    ]


def _size(ring: list[Point]) -> float:
    """The area of a ring, in hexes."""
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]))) / 2 / 0.8660254
