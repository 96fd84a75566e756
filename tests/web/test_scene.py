"""A game in small: its middle is where the two sides face each other."""

from grognard.core import notation
from grognard.core.table import Table
from grognard.titles import TITLES
from grognard.web.present.scene import scene

FIELD = """leningrad79 campaign
at german-movement
turn 3
0112 1ID 11ID 21ID
1404 67RD
1504 36Mot
2806 11RD
"""


def test_the_middle_is_where_both_sides_stand() -> None:
    table = Table(TITLES["leningrad79"], position=notation.read(TITLES, FIELD), rolls=False)
    assert scene(table, 0)["aim"] in {"1404", "1504"}  # nothing has happened yet
    table.play("move 1ID to 0213")
    found = scene(table, 0)
    assert found["aim"] in {"1404", "1504"}  # a move far from the enemy does not count
    assert {counter["id"] for counter in found["counters"]} == {"36Mot", "i1"}


def test_a_move_towards_the_enemy_counts_more_than_a_larger_front_elsewhere() -> None:
    table = Table(TITLES["leningrad79"], position=notation.read(TITLES, FIELD + "0313 112RD\n"), rolls=False)
    table.play("move 1ID to 0213")
    assert scene(table, 0)["aim"] == "0213"
