"""The engine's toy as a wargame: the same rules, and a board of three squares, one below the other."""

from types import SimpleNamespace
from typing import Any

from grognard.core.title import Title
from grognard.kit.load.area_map import load_areas
from grognard.kit.load.sheet import SheetData
from grognard.kit.table import BoardSpec, Wargame
from grognard.titles import TITLES as SHIPPED
from tests.core import toy

MAP = """\
format = 1
title = "toy"

[grid]
kind = "areas"
width = 10
height = 30

[key]
terrain = ["green"]

[corners]
points = \"\"\"
1 0 0, 2 10 0,
3 0 10, 4 10 10,
5 0 20, 6 10 20,
7 0 30, 8 10 30
\"\"\"

[areas]
source = "E:a toy"
rows = \"\"\"
north  | North  | green | 5 5  | 1 2 4 3
middle | Middle | green | 5 15 | 3 4 6 5
south  | South  | green | 5 25 | 5 6 8 7
\"\"\"

[terrain]
source = "E:a toy"
"""
PLACES: Any = SimpleNamespace(
    names=toy.PLACES, at={name: n for n, name in enumerate(toy.PLACES)}, box=3, neighbours=toy.NEXT
)
BOARD = BoardSpec(load_areas(MAP, "toy.toml"), PLACES, SheetData("Toy"))


def fitted(title: Title[Any], **more: Any) -> Wargame[Any]:
    """A title of the engine, with what those around it need."""
    return Wargame(**{"board": BOARD, **vars(title), **more})


TOY = fitted(toy.TOY)
TITLES: dict[str, Wargame[Any]] = {**SHIPPED, "toy": TOY}
