"""Reads the Victory Points Schedule (16.1, 16.2)."""

from collections.abc import Mapping
from typing import NamedTuple

from ....kit.load.toml import Record, note
from .map_and_units import MOST, Ground, Items

CASUALTIES = ("two steps", "ss", "armor", "artillery")


class Victory(NamedTuple):
    """What scores, and what ends the game at once."""

    surround: int  # for each turn (16.14)
    places: Mapping[str, int]  # by hex, at the end
    airfield: int
    edge: int  # for each source on the edge
    edges: tuple[str, ...]
    eliminated: int
    casualties: tuple[str, ...]  # which Axis units score
    rockets: int
    least_units: int  # 16.21a
    sudden: tuple[str, ...]  # 16.21e, 16.21f
    sudden_last: int


def read_victory(table: Record, ground: Ground, items: Items) -> Victory:
    """The schedule; every place must be a hex of the map."""
    keys = ("surround", "places", "airfields", "edge", "eliminated", "rockets", "units", "sudden")
    table.exactly("source", *keys)
    rows = {key: table.record(key) for key in keys}
    for key, row in rows.items():
        note(items, row, key)
    places = rows["places"]
    worth = {ground.hex(places, hex): places.number(hex, -MOST, MOST) for hex in places.values if hex != "source"}
    for hex in worth:
        items[f"place {hex}"] = places.source_of(hex, places.source())
    edge, lost, sudden = rows["edge"], rows["eliminated"], rows["sudden"]
    casualties = tuple(lost.words("who"))
    if unknown := {*casualties} - {*CASUALTIES}:
        raise lost.error(f"'{min(unknown)}' is not one of: {', '.join(CASUALTIES)}", min(unknown))
    if sudden.size("hexes") != 2:
        raise sudden.error("the two places are Demyansk and Staraya Russa, in this order", "hexes")
    return Victory(
        rows["surround"].number("each_turn", 0, MOST),
        worth,
        rows["airfields"].number("each", 0, MOST),
        edge.number("each", 0, MOST),
        tuple(ground.hex(edge, hex) for hex in edge.words("hexes")),
        lost.number("each", 0, MOST),
        casualties,
        rows["rockets"].number("each", -MOST, MOST),
        rows["units"].number("least", 0, MOST),
        tuple(ground.hex(sudden, hex) for hex in sudden.words("hexes")),
        sudden.number("last", 0, MOST),
    )
