"""What the places of a map are to the eye: great cities over several hexes, cities, towns, or mere names."""

from ..kit.mapfile import HexMap
from .terrain import BUILT_UP


def great_cities(hexmap: HexMap) -> dict[str, frozenset[str]]:
    """Built-up hexes that go by one name: that of an area which is just these hexes, or what their names share."""
    out: dict[str, frozenset[str]] = {}
    done: set[str] = set()
    areas = {frozenset(hexes): name for name, hexes in hexmap.areas.items() if name.istitle() and " " not in name}
    for hex in hexmap.places:
        if hex in done or hexmap.terrain[hex] not in BUILT_UP:
            continue
        whole = _together(hexmap, hex)
        done |= whole
        if name := areas.get(whole) or _shared(hexmap, whole):
            out[name] = whole
    return out


def _together(hexmap: HexMap, start: str) -> frozenset[str]:
    found, new = {start}, [start]
    while new:
        fresh = {n for n in hexmap.neighbours(new.pop()) if hexmap.terrain[n] == hexmap.terrain[start]} - found
        found |= fresh
        new += fresh
    return frozenset(found)


def _shared(hexmap: HexMap, hexes: frozenset[str]) -> str:
    """The words with which the names of all these hexes begin."""
    names = [hexmap.places[hex].name.split() for hex in sorted(hexes) if hex in hexmap.places]
    if len(names) < 2:
        return ""
    words = []
    for column in zip(*names, strict=False):
        if len(set(column)) > 1:
            break
        words.append(column[0])
    return " ".join(words)


def standing(hexmap: HexMap) -> dict[str, str]:
    """`city` or `town` for each place that has a sign of its own; a quarter named after its city has none."""
    quarters = {
        hex
        for name, hexes in great_cities(hexmap).items()
        for hex in hexes
        if hex in hexmap.places and hexmap.places[hex].name.startswith(name)
    }
    out = {}
    for hex, place in hexmap.places.items():
        if place.kind != "label" and hex not in quarters:
            small = hexmap.terrain[hex] in BUILT_UP or not ("city" in place.kind or "city" in hexmap.terrain[hex])
            out[hex] = "town" if small else "city"
    return out
