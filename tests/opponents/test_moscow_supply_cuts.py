"""The smallest cut of the German supply in the Campaign of *Moscow '41*, and the garrisons that follow from it."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.bits import Bits, bits, scan
from grognard.titles import TITLES
from grognard.titles.moscow41.data.components import GERMAN
from grognard.titles.moscow41.opponent.opportunities import Opportunities
from grognard.titles.moscow41.opponent.planner import PLANNED
from grognard.titles.moscow41.opponent.supply_cuts import SURE, smallest_cut
from grognard.titles.moscow41.rules.movement import reach
from grognard.titles.moscow41.state import units_at

TITLE = TITLES["moscow41"]


def position(text: str) -> Any:
    lines = [line.strip() for line in text.strip().splitlines()]
    return notation.read(TITLES, "\n".join(["moscow41 campaign", *lines]))


def areas(names: str) -> Bits:
    return bits(TITLE.lexicon.place(name) for name in names.split())


STAGING = "16A 9A 4A 2A"
ROADS = "66 67 77 78"


def cut(price: dict[str, int], ground: str = ROADS, stake: str = "67") -> tuple[set[str], int] | None:
    prices = {TITLE.lexicon.place(name): one for name, one in price.items()}
    found = smallest_cut(TITLE.data, areas(STAGING), areas(stake), areas(ground), prices)
    return None if found is None else ({TITLE.data.board.names[one] for one in scan(found[0])}, found[1])


@pytest.mark.parametrize(
    ("price", "found"),
    [
        ({"66": 3, "77": 2, "78": 5}, ({"66", "77"}, 5)),  # both ways to Smolensk, where they are weakest
        ({"66": 3, "77": 9, "78": 5}, ({"66", "78"}, 8)),
        ({"66": 3, "77": 9}, ({"66", "77"}, 12)),  # nobody can enter 78
        ({"66": 3}, None),  # the other way is safe
        ({}, None),
    ],
)
def test_the_cut_is_where_it_costs_least(price: dict[str, int], found: tuple[set[str], int] | None) -> None:
    assert cut(price) == found


def test_a_stake_without_supply_has_no_cut() -> None:
    assert cut({"66": 1}, ground="67 68") is None


def test_no_set_of_areas_is_cheaper() -> None:
    """On random ground around Smolensk, compared with every set of up to four Areas."""
    d, pick = TITLE.data, Random(1)
    around = "66 67 77 78 79 88 89 90 100 101".split()
    for _ in range(25):
        ground = areas(" ".join(name for name in around if name == "67" or pick.random() < 0.8))
        stake = areas("67")
        price = {area: pick.randrange(1, 9) for area in scan(ground & ~stake)}
        found = smallest_cut(d, areas(STAGING), stake, ground, price)
        separated = []
        for count in range(5):
            for some in combinations(scan(ground & ~stake), count):
                net = d.board.connected(areas(STAGING), (ground | areas(STAGING)) & ~stake & ~bits(some))
                if not d.board.spread(net) & stake:
                    separated.append(sum(price[one] for one in some))
        if found is None:
            assert min(separated) == 0
        else:
            assert found[1] == min(separated) < SURE
            net = d.board.connected(areas(STAGING), (ground | areas(STAGING)) & ~stake & ~found[0])
            assert not d.board.spread(net) & stake


CORRIDOR = f"""at game choice
    turn 3
    side 0
    disc 0
    german {STAGING} Kiev 66 67 77 78
    66 5AK 6AK 8AK 23AK
    9A Strauss
    67 39PzK 57PzK
    78 34AK 43AK
    68 63RC 24Army
    55 28Army 32Army
    79 13Army 49Army
    69 Konev
    Rastenburg Hitler
    63 Stalin"""


def test_the_corridor_to_a_victory_area_keeps_its_garrison() -> None:
    """Kiev is taken, so that Smolensk alone no longer decides the game; two corps stay in Vitebsk all the same."""
    s = position(CORRIDOR)
    look = Opportunities(s, GERMAN, PLANNED)
    smolensk, vitebsk = TITLE.lexicon.place("67"), TITLE.lexicon.place("66")
    assert smolensk in look.vital
    assert look.cut(smolensk) >> vitebsk & 1
    stay = look.garrison() & units_at(s, GERMAN, vitebsk)
    assert stay.bit_count() >= 2
    able = s.on_map & s.data.side[GERMAN]
    leaving = bits(s.piece[order.face] for order in look.plan(able, {}) if order.end not in look.vital)
    assert not leaving & stay


def test_a_lone_division_does_not_attack_an_army() -> None:
    """A hopeless attack is not made in the Campaign, however near the goal it would bring the Block."""
    s = position(f"""at game choice
        turn 2
        side 0
        disc 0
        german {STAGING} Kiev 66 67 77 88 89 100 112 113 114 126 127 140 151
        126 255ID 13AK 34AK
        151 35AK 40PzK
        128 5Army
        67 39PzK
        114 43AK 53AK
        100 9AK 7AK
        Rastenburg Hitler
        63 Stalin""")
    look, army = Opportunities(s, GERMAN, PLANNED), TITLE.lexicon.place("128")
    alone, strong = ([s.piece[TITLE.lexicon.face(name)] for name in names.split()] for names in ("255ID", "13AK 34AK"))
    assert not look._package(army, {p: reach(s, p, True) for p in alone}, 0, {})[2]
    assert look._package(army, {p: reach(s, p, True) for p in strong}, 0, {army: 4.0})[2]  # with guns
