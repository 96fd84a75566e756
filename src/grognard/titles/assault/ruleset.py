"""What the two games of the family have in common, and a `Ruleset` for how they differ.

The rules are functions of a `Ruleset`; the values are in `games`, and the data provide the rest.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

GERMAN, RUSSIAN = 0, 1
SIDES = ("german", "russian")  # 2.0a
CLASSES = ("A", "B", "C")  # from the highest
GAITS = ("foot", "motor", "guerrilla")  # the columns of the Terrain Effects Chart
STACKS = ("one", "regiment", "headquarters", "guerrilla", "worker")  # how a unit counts against the limits
SLOT_OF = {"one": 0, "regiment": 0, "headquarters": 1, "guerrilla": 2, "worker": 3}  # the slot of a hex it occupies
SLOTS = 4

FOR_POINTS, RUSSIANS_ONLY, IMPASSABLE = "for points", "Russians only", "impassable"
"""Who crosses a kind of river hexside: either side for extra points, with zones, attacks, retreats and supply; Russian
units alone, as a whole move, in a retreat and for supply; or nobody."""


class Ruleset(NamedTuple):
    """One game: the names of its map, charts and options, and which of the family's rules it uses."""

    title: str
    city: str  # the city of the Inset: the area of its hexes on the main map
    terrain: Mapping[str, str]  # of either map, except water, with the clause for its cost
    gaits: tuple[str, ...]  # the columns of the Terrain Effects Chart in use

    # Rivers
    rivers: Mapping[str, str]  # the kinds on the main map, and who crosses them
    barrier: str  # the kind that stops Germans, zones and attacks; on the Inset it is the only one
    crossing: str  # what leads over it: a bridge or a ferry
    crossing_for: str  # and who uses it
    crossing_on_map: bool  # whether there are any on the main map too
    city_bank: bool  # whether Russians also cross the barrier on the main map next to city hexes (19.34)
    never_between_zones: tuple[str, ...]  # kinds not crossed from enemy zone to enemy zone (19.33)
    hexsides: tuple[str, ...]  # the rows of the Terrain Effects Chart for hexsides

    # Supply
    areas: tuple[str, ...]  # the areas the map must have
    edges: tuple[tuple[str, ...], tuple[str, ...]]  # the areas off which each side traces supply
    supply_lines: str  # the lines that carry German supply: rails or roads
    city_supplies: bool  # whether the city is a source of supply (11.14, 19.52)

    # Pieces
    boxes: tuple[str, ...]  # off the map
    fleet: bool  # [13.0]
    forts: bool  # fortifications (9.6, 10.34)
    both_start_on_map: bool  # 19.81
    cup: bool  # whether Russian reinforcements are drawn (19.72)
    scoring_place: str  # the kind of place on the Inset that scores
    headquarters_capture: bool  # whether a headquarters takes a scoring hex (17.22, 19.93)
    retreats_disrupt: bool  # 19.61

    # Charts
    charts: tuple[str, ...]
    numbers: tuple[str, ...]
    options: tuple[str, ...]

    # Flow
    russian_turn: str  # the first step of the Russian Player-Turn
    points: Callable[[Any], tuple[int, int]]  # the current Victory Points, German and Russian
    instead: Mapping[str, str] = MappingProxyType({})  # clauses that are dead, and those that replace them

    def case(self, clause: str) -> str:
        """The clause that holds in this game for one of the other game."""
        return self.instead.get(clause, clause)
