"""Maps to draw: that of Leningrad, with and without counters, and artificial ones."""

import random
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from grognard.core import notation
from grognard.kit.load.hex_map import HexMap, load_map
from grognard.kit.load.sheet import SheetData
from grognard.kit.table import Aids, BoardSpec, Wargame
from grognard.titles import TITLES

TITLES_DIR = Path(str(files("grognard.titles")))
LENINGRAD: Wargame[Any] = TITLES["leningrad79"]

POSITION = """\
leningrad79 campaign
at campaign german-movement
turn 4
forts 2308 2406
raid 2209
air 1
1809 36Mot 6Pz(reduced) 1Pz
2010 SSTot 3Mot 8Pz
1407 61ID 217ID(reduced)
0908 206ID
2208 177RD 90RD
2308 inf 111RD 5RD
2110 118RD
2210 202MD 21TD
1510 188RD
2506 inf
2605 arm
"""


@pytest.fixture(scope="session")
def title() -> Wargame[Any]:
    return LENINGRAD


@pytest.fixture(scope="session")
def position() -> Any:
    return notation.read(TITLES, POSITION)


def titled(hexmap: HexMap) -> Wargame[Any]:
    """A title with only a map."""
    board = BoardSpec(hexmap, LENINGRAD.board.places, SheetData("Made up"))
    return replace(LENINGRAD, name="made-up", full="Made up", board=board, aids=Aids())


HEX_MAPS = {
    file.relative_to(TITLES_DIR).as_posix(): text
    for file in sorted(TITLES_DIR.glob("*/data/**/map.toml"))
    if 'kind = "hex"' in (text := file.read_text("utf-8"))
}


@pytest.fixture(params=HEX_MAPS)
def any_title(request: pytest.FixtureRequest) -> Wargame[Any]:
    """Every hex map in the repository."""
    return titled(load_map(HEX_MAPS[request.param], request.param))


@pytest.fixture
def made_up() -> Callable[..., Wargame[Any]]:
    """A large map of either layout, with everything that a map can have."""

    def make(layout: str = "columns", columns: int = 38, rows: int = 36) -> Wargame[Any]:
        dice = random.Random(layout)
        letters = [[dice.choice("...ffffsshw^~") for _ in range(columns)] for _ in range(rows)]
        letters[1][1:4] = "..."
        picture = "\n".join(f"{n:02}  " + " ".join(line) for n, line in enumerate(letters, 1))
        text = f'''
format = 1
title = "made-up"
[grid]
kind = "hex"
layout = "{layout}"
names = "CCRR"
columns = [1, {columns}]
rows = [1, {rows}]
shifted = "even"
scale = 6.4
[key]
water = ["lake"]
feature = ["fort"]
place = ["town", "city"]
[terrain]
source = "E:made up"
legend = {{ "." = "clear", "~" = "lake", "f" = "forest", "s" = "swamp", "h" = "hill", "w" = "woods", "^" = "moor" }}
rows = """
{picture}
"""
[[feature]]
kind = "fort"
source = "U:mine"
hexes = ["0202"]
[[river]]
name = "Beck"
source = "E:made up"
sides = ["0202|0302"]
[[bridge]]
source = "E:made up"
side = "0202|0302"
[[road]]
name = "lane"
source = "R:1"
hexes = ["0202", "0302"]
[[rail]]
name = "line"
source = "E:made up"
hexes = ["0302", "0402"]
[[place]]
name = "Little Hamlet"
hex = "0302"
kind = "town"
source = "G:towns"
'''
        return titled(load_map(text, "made-up.toml"))

    return make
