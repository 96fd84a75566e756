"""[10.6-10.9] Range and lines of fire, by hexes looked up on the map.

Around Elektrosila (4516) the suburb along the Mezhdunarodny Prospekt is urban, everything around it clear. Even columns
stand half a hex lower: 4616 touches 4716 and 4717, 4515 touches 4615 and 4614.
"""

from fractions import Fraction

import pytest

from grognard.core.bits import scan
from grognard.core.knowledge import checked
from grognard.kit.hex.grid import AXES
from grognard.titles.leningrad41.data.map_and_units import UNLIMITED
from grognard.titles.leningrad41.rules.lines import blocked, line, sight, streets, within
from tests.titles.leningrad41.box import AT, D, names, side


def free(text: str) -> bool:
    """Whether nothing is in the way between two hexes: `free("4616-4816")`."""
    here, there = (AT[hex] for hex in text.split("-"))
    assert blocked(D, here, there) == blocked(D, there, here)
    return not blocked(D, here, there)


def seen(hex: str, range: int) -> set[str]:
    return names(sight(D, AT[hex], range))


@pytest.mark.case("10.6b", "10.6c")
def test_range_counts_the_target_but_not_the_first_hex() -> None:
    assert D.board.distance(AT["2202"], AT["2206"]) == 4
    assert within(D, AT["2202"], 4) >> AT["2206"] & 1
    assert not within(D, AT["2202"], 3) >> AT["2206"] & 1
    assert not within(D, AT["2202"], 4) >> AT["2202"] & 1


@pytest.mark.case("10.6b")
def test_distances_on_the_map() -> None:
    assert D.board.distance(AT["2807"], AT["4501"]) == 17


@pytest.mark.case("10.7a")
def test_adjacent_hexes_are_always_in_sight() -> None:
    assert seen("4516", 1) == {"4515", "4517", "4415", "4416", "4615", "4616"}
    for hex in ("3016", "3515", "0101", "5130"):
        assert names(D.board.neighbours[AT[hex]]) == seen(hex, 1)


@pytest.mark.case("10.7b", "10.7c")
def test_a_line_through_a_blocking_hex() -> None:
    assert not free("4415-4614")  # through 4515, urban
    assert not free("4514-4517")  # through 4515 and 4516
    assert free("4412-4414")  # through 4413, clear
    assert free("4313-4511")  # through 4412 and 4411, clear
    assert "4414" in seen("4412", 2)
    assert "4614" not in seen("4415", 9)


@pytest.mark.case("10.7c")
def test_a_line_that_only_cuts_a_corner_is_blocked_too() -> None:
    """From 4713 to 4816 the line passes four hexes; it touches 4714 and 4815 only at their corners."""
    assert line(1, 3).through == ((0, 1), (1, 1), (0, 2), (1, 2))
    assert free("4713-4816")  # 4714, 4814, 4715 and 4815, all clear
    assert not free("4914-4817")  # 4915, 4815, 4916 and 4816


@pytest.mark.case("10.7d")
def test_the_hexes_of_firer_and_target_never_block() -> None:
    assert D.blocking >> AT["4616"] & D.blocking >> AT["4816"] & 1
    assert free("4616-4816")
    assert free("4415-4413")


@pytest.mark.case("10.7e")
def test_along_a_hexside_one_open_hex_is_enough() -> None:
    assert free("4616-4816")  # between 4716, urban, and 4717, clear
    assert free("4517-4717")  # between 4616, urban, and 4617, clear
    assert not free("4415-4615")  # between 4515 and 4516
    assert not free("4516-4716")  # between 4615 and 4616


@pytest.mark.case("10.7e")
def test_along_several_hexsides_pair_by_pair() -> None:
    assert line(4, -2).pairs == (((1, -1), (1, 0)), ((3, -2), (3, -1)))
    assert line(4, -2).through == ((2, -1),)
    assert free("4417-4817")  # 4517 urban and 4518 clear, 4617 clear, 4717 and 4718 clear
    assert free("4615-5015")  # 4715 clear and 4716 urban, 4815 clear, 4915 clear and 4916 urban
    assert not free("4616-5016")  # 4816 is urban
    assert free("2320-2523")  # 2420 urban and 2321 clear, 2421 clear, 2522 clear and 2422 urban
    assert not free("4615-4818")  # 4716 and 4616 are both urban, although 4717 behind them is clear


@pytest.mark.case("10.7e")
def test_a_hexside_at_the_edge_of_the_map_has_an_open_side() -> None:
    assert D.blocking >> AT["4601"] & 1
    assert free("4501-4701")


@pytest.mark.case("10.8a", "10.8b", "8.13b")
def test_what_blocks() -> None:
    """Urban hexes and objectives block, clear and sea hexes do not; units and markers are no part of it."""
    assert D.blocking == D.kind["urban"] | D.kind["objective"]
    assert not free("4415-4617")  # through 4516, an objective, and 4616
    assert free("4229-4029")  # over the sea


@pytest.mark.case("10.9a")
def test_a_straight_street_through_blocking_terrain() -> None:
    """The Nevsky runs straight from 3117 to 3112 and bends there; Liteiny runs zigzag."""
    assert names(streets(D, AT["3112"])) >= {"3113", "3114", "3115", "3116", "3117"}
    assert "3117" in seen("3114", 3)
    assert "3117" not in seen("3114", 2)
    assert not free("3114-3117")  # without the street
    assert "3112" not in seen("3118", 8)  # 3118 is not on it
    assert "2913" not in seen("2713", 8)  # along Liteiny by way of 2812, which is no straight line
    assert "3211" not in seen("3114", 8)


@pytest.mark.case("10.9a", "16.2c")
def test_a_street_and_a_railroad_in_one_line() -> None:
    """Dzerzhinsky Street leads to the Vitebsk Station (3515), the railroad straight on to 3714."""
    assert {"3216", "3316", "3415", "3515", "3614", "3714"} <= seen("3117", 6)
    assert "3713" not in names(streets(D, AT["3117"]))


@pytest.mark.case("10.9a")
def test_part_of_a_line_on_a_street_is_not_enough() -> None:
    """From 3118 the line to 3116 enters the Nevsky only at 3117."""
    assert side("3117|3118") not in D.prospekt_sides | D.rail_sides
    assert "3116" not in seen("3118", 9)


@pytest.mark.case("2.12b", "10.7b")
def test_an_unlimited_line_crosses_the_map() -> None:
    far = sight(D, AT["0805"], UNLIMITED)
    assert names(far) >= {"0101", "0801", "1208"}
    assert max(D.board.distance(AT["0805"], hex) for hex in scan(far)) > 12
    assert not far >> AT["0805"] & 1
    assert within(D, AT["0805"], UNLIMITED) == D.hexes & ~(1 << AT["0805"])


@pytest.mark.case("10.7c", "10.9a")
def test_sight_is_a_free_line_or_a_street() -> None:
    """Also from a hex with blocking terrain all around it."""
    for hex in ("3213", "4516", "4707", "5101"):
        here = AT[hex]
        for there in scan(within(D, here, 7)):
            free_ = not blocked(D, here, there) or D.board.distance(here, there) == 1
            assert sight(D, here, 7) >> there & 1 == (free_ or streets(D, here) >> there & 1), (
                hex,
                D.board.names[there],
            )
    assert not D.board.neighbours[AT["3213"]] & ~D.blocking


def test_what_is_kept_is_what_is_found() -> None:
    with checked():
        for _ in range(2):
            assert sight(D, AT["4516"], 6) == sight(D, AT["4516"], 6)
            assert within(D, AT["4516"], 3).bit_count() == 36


def ahead(step: tuple[int, int], way: tuple[int, int]) -> int:
    """The product of two steps, in which a side of a hex is 1 away from its center."""
    return 2 * step[0] * way[0] + 2 * step[1] * way[1] + step[0] * way[1] + step[1] * way[0]


def crosses(end: tuple[int, int], hex: tuple[int, int]) -> bool:
    """Whether the line from the origin to `end` has a part inside a hex: between all six of its sides at some time."""
    first, last = Fraction(0), Fraction(1)
    for way in AXES:
        speed, room = ahead(end, way), 1 + ahead(hex, way)
        if speed > 0:
            last = min(last, Fraction(room, speed))
        elif speed < 0:
            first = max(first, Fraction(room, speed))
        elif room <= 0:
            return False
    return first < last


@pytest.mark.case("10.7b", "10.7c")
def test_a_line_passes_exactly_the_hexes_that_it_cuts() -> None:
    span = range(-7, 8)
    for end in ((q, r) for q in span for r in span if (q, r) != (0, 0)):
        near = ((q, r) for q in range(-9, 10) for r in range(-9, 10) if (q, r) not in ((0, 0), end))
        assert set(line(*end).through) == {hex for hex in near if crosses(end, hex)}, end


@pytest.mark.case("10.7e")
def test_pairs_are_the_hexes_on_both_sides_of_a_line() -> None:
    assert line(1, 1) == line(1, 1)._replace(through=(), pairs=(((1, 0), (0, 1)),))
    assert {frozenset(pair) for pair in line(-2, -2).pairs} == {
        frozenset(((-1, 0), (0, -1))),
        frozenset(((-2, -1), (-1, -2))),
    }
    assert line(3, 0).pairs == line(2, 1).pairs == ()
