"""Two small games for Grognard. The entry points in `pyproject.toml` refer to the values here."""

from grognard.kit.load.game import Game

RIDGE = Game(
    name="ridge",
    full="Ridge",
    about="Two columns meet at a river with one bridge. Two players, 6 turns.",
    package="grognard_examples.ridge",
    charts=("units.toml", "tables.toml"),
)
STRAITS = Game(
    name="straits",
    full="Straits",
    about="Island and mainland fight for four ports, with hidden blocks. Two players, 5 turns.",
    package="grognard_examples.straits",
    areas=True,
    charts=("blocks.toml",),
)
