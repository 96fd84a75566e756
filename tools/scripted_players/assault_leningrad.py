"""Scripted players of *Assault on Leningrad*: a German who attacks the city, goes around it or preserves steps; a
Russian who holds, counterattacks, withdraws or fills the districts.
"""

from .assault import Leaning, choose

__all__ = ["EACH", "PLAYERS", "PLAYTHROUGH", "STRIDE", "choose"]

GERMANS = {
    "driving": Leaning(close=1.0, odds=1.5, retreat=70),
    "storming": Leaning(close=2.0, odds=0.6, retreat=30, advance=100, strike=50, fed=0.5, sense=60),
    "turning": Leaning("east", close=0.5, odds=2.0, retreat=80),
    "careful": Leaning(close=0.5, odds=3.0, retreat=90, advance=40, walk=80),
    "garrisons": Leaning("towns", close=0.5, odds=1.5, retreat=60),
    "brief": Leaning(sense=95, odds=3.0, walk=55, air=30, retreat=60),
}
RUSSIANS = {
    "holding": Leaning(drive=0.4, close=1.0, odds=2.0, retreat=20, walk=70),
    "striking": Leaning("west", close=2.5, odds=0.7, retreat=30, shift=20),
    "melting": Leaning(goal="east", sense=0, close=-3.0, odds=9.0, retreat=100, advance=0),
    "filling": Leaning("city", drive=2.0, odds=3.0, retreat=60, shift=35, watch=20, sail=60),
    "terse": Leaning("city", sense=97, odds=3.0, walk=30, shift=2, watch=1, sail=10),
    "lurking": Leaning("towns", close=1.0, odds=1.0, retreat=80, watch=30, shift=15),
}

PLAYERS = (GERMANS, RUSSIANS)
EACH = 12  # records of each scenario
STRIDE = 131  # distance between option sets, of which there are thousands
PLAYTHROUGH = ("campaign", "brief", "terse", 0, ())
