"""The laws in positions full of Battles: artillery, Bombers, losses and Blitz at random."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.laws import laws
from tests.titles.moscow41.conftest import TITLE
from tests.titles.moscow41.fights import At, segment

DRIVE = """old 91 115
    german 67 79 90 100 101
    soviet_lines 91 104
    german_lines 90
    90 Guderian(active,up,acted) 8FK(active,up,acted)
    101 Hoth(active,up,acted,level=2) 2FK(active,up,acted,level=3) 13AK
    91 5AK(cube) 41PzK 25RC 30RC
    102 24PzK 47PzK(crossed) DR 22RC(level=1) 58TD(level=1)
    103 39PzK 57PzK(level=2) Konev(level=2)
    114 46PzK 48PzK 1Kav 33RC(level=1)
    115 34AK(up,level=2) 35AK(up) 28Army(level=3) 25MC
    116 29Army(level=1)
    128 30Army(level=2) 34RC(level=1)
    104 41RC"""
BLOW = """side 1
    old 90
    german 67 79 90 101 102
    german_lines 90
    103 Zhukov(active,up,acted)
    91 Budyonny(active,up,acted,level=2) 5Army
    90 24PzK(up) 46PzK(level=3) 2FK 25RC 30RC
    102 34AK(level=1) 58TD 11CC 5CC 28Army(crossed)
    101 13AK(level=1)
    114 Hoth(level=2) DR 5MC 7MC 29Army"""


def impulse(s: Any, random: Random) -> Iterator[Any]:
    """The rest of an Impulse at random."""
    side = s.side
    while not s.over and s.side == side:
        yield s
        TITLE.play(s, TITLE.sample(s, random.randrange, 10))


@pytest.mark.parametrize("text", [DRIVE, BLOW], ids=["drive", "blow"])
@pytest.mark.parametrize("support", ["before", "each"])
@pytest.mark.parametrize("seed", range(4))
def test_impulses(at: At, text: str, support: str, seed: int) -> None:
    random = Random(f"combat {support} {seed}")
    options = {name: value for name, value in laws.random_options(TITLE, random).items() if name != "support"}
    chosen = " ".join(f"{name}={value}" for name, value in ({**options, "support": support}).items())
    weather = random.choice(("sun", "sun", "sun", "rain", "snow"))
    step = "support" if support == "before" else "combat"
    game = segment(at, f"weather {weather}\n{text}", step, options=chosen)
    seen = set()
    for s in impulse(game.s, random):
        name = TITLE.step(s).name
        if name not in seen or random.random() < 0.05:
            laws.check(TITLE, s, random, tries=2)
        else:
            laws.conserved(TITLE, s)
            laws.settled(TITLE, s)
        seen.add(name)
    assert {"combat", "fire"} <= seen
    assert not any(game.s.aim)
