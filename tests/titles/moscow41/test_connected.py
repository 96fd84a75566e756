"""What is connected is found from what was found before: the same as by looking at every Area anew."""

from random import Random

from grognard.core.bits import Bits, bits, scan
from grognard.titles import TITLES

BOARD = TITLES["moscow41"].start("campaign").data.board


def beside(places: Bits) -> Bits:
    return bits(there for place in scan(places) for there in scan(BOARD.neighbours[place]))


def flooded(start: Bits, within: Bits) -> Bits:
    found = new = start & within
    while new:
        new = beside(new) & within & ~found
        found |= new
    return found


def test_what_is_connected_does_not_depend_on_what_was_asked_before() -> None:
    random = Random("areas")
    areas = range(1, BOARD.box)
    for size in (20, 60, 120, 150, 170):
        start, within = bits(random.sample(areas, 4)), bits(random.sample(areas, size))
        for _ in range(60):
            asked = within
            for _ in range(random.randrange(4)):
                asked ^= 1 << random.choice(areas)
            assert BOARD.connected(start, asked) == flooded(start, asked)
            assert BOARD.spread(asked) == beside(asked)
            if not random.randrange(8):
                within = asked
