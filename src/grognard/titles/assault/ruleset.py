"""How the two games of the family differ: the rules are functions of a `Ruleset`, and the data provide the rest."""

from typing import NamedTuple

GERMAN, RUSSIAN = 0, 1
SIDES = ("german", "russian")  # 2.0a
CLASSES = ("A", "B", "C")  # from the highest
GAITS = ("foot", "motor", "guerrilla")  # the columns of the Terrain Effects Chart
STACKS = ("one", "regiment", "headquarters", "guerrilla", "worker")  # how a unit counts against the limits
SLOT_OF = {"one": 0, "regiment": 0, "headquarters": 1, "guerrilla": 2, "worker": 3}  # the slot of a hex it occupies
SLOTS = 4


class Ruleset(NamedTuple):
    """One game: the names of its map, charts and options, and which of the family's rules it uses."""

    title: str
    city: str  # the city of the Inset: the area of its hexes on the main map
    terrain: tuple[str, ...]  # of either map, except water
    barrier: str  # the kind of river that stops Germans, zones and attacks on the main map
    areas: tuple[str, ...]  # the areas the map must have
    edges: tuple[tuple[str, ...], tuple[str, ...]]  # the edges off which each side traces supply
    numbers: tuple[str, ...]
    options: tuple[str, ...]


LENINGRAD = Ruleset(
    title="assault_leningrad",
    city="Leningrad",
    terrain=("clear", "woods", "marsh", "city", "fortified city", "leningrad", "interior", "harbor"),
    barrier="Neva",
    areas=(
        "A", "B", "C", "road entry", "Leningrad", "fringe", "naval", "garrison",
        "north edge", "east edge", "south edge", "west edge",
    ),
    edges=(("south edge", "west edge"), ("north edge", "east edge")),  # 11.13b, 11.14a
    numbers=(
        "last_turn", "leningrad_stack", "leave_zone", "supply_length", "alone", "support", "fire", "fire_range",
        "guerrilla_distance", "regiments_at_least",
    ),
    options=(
        "raids", "guerrillas", "losses", "attrition", "markers",
        "minimum", "retreat", "garrison", "headquarters", "bid",
    ),
)  # fmt: skip
