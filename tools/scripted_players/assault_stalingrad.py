"""Scripted players of *Assault on Stalingrad*: a German who drives on the city, storms it, preserves steps or takes the
corner of the map; a Russian who counterattacks, withdraws, fills the city or goes for the corner too.
"""

from .assault import Leaning, choose

__all__ = ["EACH", "PLAYERS", "PLAYTHROUGH", "STRIDE", "choose"]

GERMANS = {
    "planned": Leaning(sense=100, level="regular"),
    "driving": Leaning(close=1.0, odds=1.5, retreat=70, level="regular"),
    "storming": Leaning(close=2.0, odds=0.6, retreat=30, advance=100, fed=0.5, sense=60, level="regular"),
    "corner": Leaning("towns", close=0.5, odds=1.5, retreat=60, sense=60, level="regular"),
    "brief": Leaning(sense=95, odds=3.0, walk=55, air=30, retreat=60),
}
RUSSIANS = {
    "planned": Leaning(sense=100, level="regular"),
    "striking": Leaning("west", close=2.5, odds=0.7, retreat=30, shift=20, level="regular"),
    "melting": Leaning(goal="east", sense=0, close=-3.0, odds=9.0, retreat=100, advance=0),
    "filling": Leaning("city", drive=2.0, odds=3.0, retreat=60, shift=35, watch=20, sense=70, level="regular"),
    "terse": Leaning("city", sense=97, odds=3.0, walk=30, shift=2, watch=1),
}

PLAYERS = (GERMANS, RUSSIANS)
EACH = 12  # records of each scenario
STRIDE = 131  # distance between option sets
PLAYTHROUGH = ("campaign", "planned", "planned", 0, ())
