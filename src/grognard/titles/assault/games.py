"""The two games of the family as values: *Assault on Leningrad* and *Assault on Stalingrad*."""

from types import MappingProxyType

from .rules import stalingrad_victory, victory
from .ruleset import FOR_POINTS, IMPASSABLE, RUSSIANS_ONLY, Ruleset

LENINGRAD = Ruleset(
    title="assault_leningrad",
    city="Leningrad",
    terrain=MappingProxyType({
        "clear": "6.13b", "woods": "6.13b", "marsh": "6.13b", "city": "6.16e", "fortified city": "6.16e",
        "leningrad": "8.36c", "interior": "8.22a", "harbor": "6.17c",
    }),
    gaits=("foot", "motor", "guerrilla"),
    rivers=MappingProxyType({"river": FOR_POINTS, "Neva": RUSSIANS_ONLY}),
    barrier="Neva",
    crossing="bridge",
    crossing_for=FOR_POINTS,
    crossing_on_map=False,
    city_bank=False,
    never_between_zones=(),
    hexsides=("river", "bridge"),
    areas=(
        "A", "B", "C", "road entry", "Leningrad", "fringe", "naval", "garrison",
        "north edge", "east edge", "south edge", "west edge",
    ),
    edges=(("south edge", "west edge"), ("north edge", "east edge")),  # 11.13b, 11.14a
    supply_lines="rails",
    city_supplies=True,
    boxes=("reserve", "lost", "withdrawn", "airfield"),
    fleet=True,
    forts=True,
    both_start_on_map=False,
    cup=False,
    scoring_place="key point",
    headquarters_capture=True,
    retreats_disrupt=False,
    charts=(
        "crt", "class", "terrain", "fortification", "hexside", "road", "air", "fleet", "numbers", "victory",
        "turns", "option",
    ),
    numbers=(
        "last_turn", "city_stack", "leave_zone", "supply_length", "alone", "support", "fire", "fire_range",
        "guerrilla_distance", "regiments_at_least",
    ),
    options=(
        "raids", "guerrillas", "losses", "attrition", "markers",
        "minimum", "retreat", "garrison", "headquarters", "bid",
    ),
    russian_turn="russian-air",
    points=victory.points,
)  # fmt: skip

STALINGRAD = Ruleset(  # 19.0a: what is not said here holds in both games
    title="assault_stalingrad",
    city="Stalingrad",
    terrain=MappingProxyType({
        "clear": "6.13b", "woods": "6.13b", "marsh": "6.13b", "town": "6.16e", "city": "8.36c", "interior": "8.22a",
    }),
    gaits=("foot", "motor"),
    rivers=MappingProxyType({"river": FOR_POINTS, "Don": FOR_POINTS, "Volga": IMPASSABLE}),  # 19.31a
    barrier="Volga",
    crossing="ferry",
    crossing_for=RUSSIANS_ONLY,
    crossing_on_map=True,
    city_bank=True,  # 19.34b
    never_between_zones=("Don",),  # 19.33a
    hexsides=("river", "Don"),
    areas=("N", "E", "S", "W", "road entry", "Stalingrad", "fringe", "red edge"),
    edges=(("W", "S"), ("red edge",)),  # 19.51a, 19.51c, 19.52a
    supply_lines="roads",  # 19.51b, 19.53a
    city_supplies=False,  # 19.52b
    boxes=("reserve", "lost", "withdrawn", "airfield", "cup", "drawn", "north", "east", "returning"),
    fleet=False,
    forts=False,
    both_start_on_map=True,  # 19.81a
    cup=True,  # 19.72a
    scoring_place="victory hex",
    headquarters_capture=False,  # 19.93b
    retreats_disrupt=True,  # 19.61a
    charts=("crt", "class", "terrain", "hexside", "road", "air", "numbers", "victory", "turns", "option"),
    numbers=("last_turn", "city_stack", "leave_zone", "supply_length", "alone", "support"),
    options=("losses", "attrition", "interior", "don", "minimum", "retreat", "headquarters", "bid"),
    russian_turn="draw",
    points=stalingrad_victory.points,
    instead=MappingProxyType({
        "5.4b": "16.19b", "5.4c": "16.14a", "5.4d": "16.14a", "8.25a": "6.17b", "11.13b": "19.51a",
        "11.14a": "19.52a", "11.16d": "19.51b", "12.22b": "19.13a", "appendix1.3": "19.82a",
    }),
)  # fmt: skip
