"""Reads what scores at the end of the game."""

from collections.abc import Mapping
from typing import NamedTuple

from ....kit.load.toml import Record, note
from ..ruleset import Ruleset
from .map_and_units import MOST, Ground, Items


class Victory(NamedTuple):
    """What scores at the end; parts that a game does not have are empty."""

    cities: Mapping[str, int]  # points by hex
    key_point: int  # for each scoring hex of the Inset
    garrisons: str = ""  # the area of the four cities
    marker: tuple[int, tuple[str, ...]] = (0, ())  # the points of each, and their hexes
    storm: int = 0  # 19.91: for each supplied German unit in the interior
    cut: tuple[int, str, str] = (0, "", "")  # 19.93: for cutting a hex off from an Area
    captured: int = 0  # 19.93: for taking that hex


def read_victory(table: Record, ground: Ground, rules: Ruleset, items: Items) -> Victory:
    """The table of victory points; the sources are added to the items."""
    return _battle_of_the_city(table, ground, items) if rules.cup else _cities(table, ground, items)


def own_source(table: Record, key: str) -> str:
    """The source of one entry: its own if `sources` has one, otherwise the table's; for a pack, the pack."""
    own = table.record("sources")
    return table.source_of(key, table.source(own.word(key) if key in own.values else table.word("source")))


def _count(table: Record, ground: Ground, kind: str, what: str) -> None:
    """Check the number of scoring places on the Inset."""
    found = sum(place.kind == kind for place in ground.inset.places.values())
    if table.number("count") != found:
        raise table.error(f"{found} {what} are on the inset, not {table.number('count')}", "count")


def _cities(table: Record, ground: Ground, items: Items) -> Victory:
    """[17.2] Cities, key points, garrisons, and the markers of the optional rule."""
    table.exactly("cities", "key_point", "garrisons", "marker")
    cities, points = table.record("cities"), {}
    for hex in cities.values:
        if hex != "source":
            points[ground.hex(cities, hex)] = cities.number(hex, 0, MOST)
            items[f"points {hex}"] = cities.source_of(hex, cities.source())
    key, guard, marker = table.record("key_point"), table.record("garrisons"), table.record("marker")
    key.exactly("points", "count", "source")
    _count(key, ground, "key point", "key points")
    guard.exactly("area", "source")
    area = ground.area(guard, guard.word("area"))
    for hex in ground.map.areas[area]:
        if hex not in points:
            raise guard.error(f"{hex} has a garrison but no points", "area")
    marker.exactly("points", "hexes", "source", "sources")
    marker.record("sources").only("points", "hexes")
    hexes = tuple(ground.hex(marker, hex) for hex in marker.words("hexes", 1))
    note(items, key, "key point")
    note(items, guard, "garrisons")
    items |= {f"marker {name}": own_source(marker, name) for name in ("points", "hexes")}
    return Victory(points, key.number("points", 0, MOST), area, (marker.number("points", 0, MOST), hexes))


def _battle_of_the_city(table: Record, ground: Ground, items: Items) -> Victory:
    """[19.9] Units in the city, victory hexes, and the hex in the north-west corner."""
    table.exactly("unit", "victory_hex", "cut", "captured")
    unit, key = table.record("unit"), table.record("victory_hex")
    cut, captured = table.record("cut"), table.record("captured")
    unit.exactly("points", "source")
    captured.exactly("points", "source")
    key.exactly("points", "count", "source", "sources")
    key.record("sources").only("points", "count")
    _count(key, ground, "victory hex", "victory hexes")
    cut.exactly("points", "from", "to", "source")
    start, end = ground.hex(cut, cut.word("from")), ground.area(cut, cut.word("to"))
    for name, record in (("unit", unit), ("cut", cut), ("captured", captured)):
        note(items, record, name)
    items |= {f"victory hex {name}": own_source(key, name) for name in ("points", "count")}
    return Victory(
        {},
        key.number("points", 0, MOST),
        storm=unit.number("points", 0, MOST),
        cut=(cut.number("points", 0, MOST), start, end),
        captured=captured.number("points", 0, MOST),
    )
