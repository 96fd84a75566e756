"""[6.0, 7.0, 8.3, 9.0, 19.3, 19.43] How far every unit gets, against a plain search of every way it could go."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from grognard.core.bits import scan
from tests.titles.search import compare, look_around
from tests.titles.stalingrad.box import D
from tests.titles.stalingrad.conftest import TITLE

At = Callable[..., Any]


@pytest.mark.case("6.12a", "6.13e", "6.13f", "7.5b", "8.34a", "8.35a", "8.36a", "9.2b", "9.2d", "9.3b", "9.4a")
@pytest.mark.parametrize("seed", range(6))
def test_reach_is_all_there_is(seed: int) -> None:
    assert look_around(TITLE, f"reach {seed}")


@pytest.mark.case("6.33a", "6.33b", "8.23a", "8.33b", "19.33a", "19.43a")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("step", ["german-movement", "mechanized", "russian-movement"])
def test_around_the_city_and_on_the_don(at: At, step: str, seed: int) -> None:
    """Units strewn over the fringe, the interior, the banks of the Volga and of the Don, at any strength."""
    random = Random(f"{step} {seed}")
    volga = {place for pair in D.barrier for place in pair if not D.city >> place & 1}
    don = {place for pair in D.sides_of["Don"] for place in pair}
    hexes = random.sample(sorted({*volga, *don, *scan(D.interior)}), 24)
    germans = ["16Pz", "24Pz", "3Mot", "305ID", "113ID", "Rum1", "8HQ", "14HQ", "22Pz"]
    russians = ["192RD", "184RD", "13TC", "28TC", "33Gd", "147RD", "13Gd", "95RD", "4TC"]
    units = [*random.sample(germans, random.randrange(3, 9)), *random.sample(russians, 8)]
    marks = {unit: random.choice(["", "(reduced)", "(unsupplied)"]) for unit in units}
    lines, grounds = [], dict[int, bool]()
    if random.random() < 0.5:
        lines.append(f"{random.choice(['B3', 'G3', 'L3'])} 10NKVD")
        hexes = [hex_ for hex_ in hexes if D.board.names[hex_] not in ("B3", "G3", "L3")]
    for unit, hex_ in zip(units, hexes, strict=False):
        ground, german = D.twin[hex_] if D.fringe >> hex_ & 1 else hex_, unit in germans
        if grounds.setdefault(ground, german) != german:
            continue
        mark = "" if ("HQ" in unit and "reduced" in marks[unit]) or unit == "22Pz" else marks[unit]
        lines.append(f"{D.board.names[hex_]} {unit}{mark}")
    game = at(f"at {step}\nturn 12\n" + "\n".join(lines))
    assert compare(game.s, game.s.data.side[game.s.side]) or step == "mechanized"
