"""Both maps of Assault on Leningrad as one board: costs, zones, ways and the seam between them."""

from itertools import pairwise

import pytest

from grognard.core.bits import scan
from grognard.kit.battle.ledger import total
from grognard.kit.hex.board import flood
from grognard.titles.assault.data.components import sixths
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from tests.titles.assault.box import AT, D, names


def step(side: int, gait: str, a: str, b: str) -> int:
    return D.rates[side, gait].cost[AT[a]][AT[b]]


@pytest.mark.case("6.1a", "6.16a", "6.16b", "6.16c", "6.16d", "6.13c")
def test_the_road_to_kingisepp() -> None:
    path = "1235 1135 1134 1133 1132 1031 1030".split()
    steps = [step(GERMAN, "motor", a, b) for a, b in pairwise(path)]
    assert steps == [18, 2, 2, 2, 2, 18]
    assert sixths(sum(steps)) == "7⅓"
    lines = D.why_cost(GERMAN, "motor", AT["1134"], AT["1133"])
    assert [line.clause for line in lines] == ["6.16a"]


@pytest.mark.case("6.15a", "6.15b")
def test_woods_behind_a_river() -> None:
    assert [step(GERMAN, gait, "1035", "0935") for gait in ("motor", "foot")] == [30, 18]
    lines = D.why_cost(GERMAN, "motor", AT["1035"], AT["0935"])
    assert [(line.clause, line.amount) for line in lines] == [("6.13b", 3), ("6.15a", 2)]
    assert total(lines) == 5


@pytest.mark.case("8.22a", "8.22b", "8.22c", "8.23b", "8.21b", "8.36c")
def test_costs_in_the_city() -> None:
    assert [step(side, gait, "H4", "H5") for side in (GERMAN, RUSSIAN) for gait in ("foot", "motor")] == [12, 18, 6, 6]
    assert [step(side, gait, "F4", "G5") for side in (GERMAN, RUSSIAN) for gait in ("foot", "motor")] == [
        18,
        30,
        12,
        18,
    ]
    assert step(RUSSIAN, "guerrilla", "F4", "G5") == 12
    assert step(RUSSIAN, "foot", "0219", "0320") == 6  # whatever the Neva
    assert step(RUSSIAN, "motor", "0420", "0320") == 2  # by road
    assert step(RUSSIAN, "foot", "J3", "J2") == step(GERMAN, "foot", "J3", "J2") == 6  # a clear fringe hex


@pytest.mark.case("6.32a", "6.33a", "6.34a", "8.23a", "8.25a", "8.31a", "6.17a", "6.17d")
def test_ways_that_are_shut() -> None:
    for side in (GERMAN, RUSSIAN):
        walk = {*D.walk[side]}
        assert not walk & (D.barrier - {(a, b) for a, b in walk if D.city >> a & D.city >> b & 1})
        for a, b in (("F4", "G4"), ("0832", "0833"), ("1821", "1822"), ("0413", "0514"), ("C8", "C9")):
            assert (AT[a], AT[b]) not in walk
        assert (AT["2422"], AT["2522"]) in walk
    assert not any((D.city >> a | D.city >> b) & 1 for a, b in D.walk[GERMAN])
    assert (AT["0413"], AT["0514"]) in D.cross
    assert (AT["0219"], AT["0320"]) not in D.cross


@pytest.mark.case("9.2f", "9.7b", "8.42a")
def test_the_zone_around_f4() -> None:
    assert names(D.zoc(1 << AT["F4"])) == {"E4", "E5", "F3", "F5", "G5"}


@pytest.mark.case("8.43a", "9.7a", "9.7c", "6.34a")
def test_zones_end_at_the_city_and_at_the_neva() -> None:
    assert not D.zoc(D.city)
    assert not D.zoc(D.outside) & D.city
    assert not D.zoc(1 << AT["0413"]) & D.board.named(["0514", "0513", "0412"])
    assert D.zoc(1 << AT["1134"]) >> AT["1133"] & 1  # other rivers do not matter
    assert not D.zoc(D.main) & D.on_inset


@pytest.mark.case("8.43b", "8.44a", "8.45a", "10.37a", "10.38a", "10.13a")
def test_who_attacks_whom() -> None:
    assert names(D.targets[AT["0320"]]) == {"0319", "0419", "0420"}
    assert not any(D.targets[place] & (D.city | D.fringe) for place in range(len(D.targets)))
    assert names(D.targets[AT["K7"]]) == {"J6", "J7"}
    assert "G4" not in names(D.targets[AT["F4"]])
    assert "G5" in names(D.targets[AT["F4"]])
    assert D.besiegers[AT["G5"]] >> AT["F4"] & 1
    assert not D.targets[AT["0413"]] >> AT["0514"] & 1
    assert D.targets[AT["1134"]] >> AT["1133"] & 1


@pytest.mark.case("10.28d", "6.33c", "11.13e", "11.14b")
def test_russians_retreat_and_trace_across_the_neva() -> None:
    there, here = AT["0413"], AT["0514"]
    assert D.refuge[RUSSIAN][here] >> there & 1
    assert not D.refuge[GERMAN][here] >> there & 1
    assert D.trace[RUSSIAN](1 << here) >> there & 1
    assert not D.trace[GERMAN](1 << here) >> there & 1
    assert not D.refuge[RUSSIAN][AT["F4"]] >> AT["G4"] & 1  # 10.38a: not on the Inset


@pytest.mark.case("8.12a", "8.12b", "8.13a", "8.13b", "8.13c", "8.34d", "8.11a")
def test_the_seam() -> None:
    assert {hex: len(names(D.district[AT[hex]])) for hex in ("0219", "0220", "0320")} == dict.fromkeys(
        ("0219", "0220", "0320"), 18
    )
    assert {D.board.names[hex]: inset.bit_count() for hex, inset in D.fringe_of.items()} == {
        "0120": 4,
        "0119": 2,
        "0218": 2,
        "0319": 2,
        "0419": 2,
        "0420": 2,
    }
    assert D.seam(1 << AT["0420"]) == D.board.named(["K6", "K7"])
    assert D.seam(1 << AT["K6"]) == 1 << AT["0420"]
    assert not D.seam(D.city | D.interior)
    assert not D.seam(D.board.named(["0121", "0221", "0321"]))
    assert all(D.twin[place] in (*D.district, *D.fringe_of) for place in scan(D.on_inset))
    assert flood(1 << AT["1136"], D.around, D.board.hexes) == D.main  # no hex of one map touches the other


@pytest.mark.case("11.13b", "11.16b", "11.14a")
def test_rails_and_edges() -> None:
    assert D.railheads
    assert not D.railheads & ~D.edge[GERMAN]
    assert flood(D.railheads, D.line, D.lines) >> AT["2823"] & 1
    assert not D.lines & D.city
    assert D.edge[RUSSIAN] & D.edge[GERMAN] == 0


@pytest.mark.case("16.17a", "5.4d", "16.14a")
def test_entering_by_road() -> None:
    by_road = {D.board.names[hex] for gait, hex in D.entry_cost if D.entry_cost[gait, hex] == 2}
    assert by_road == {"1136", "3830"}
    assert len(D.entry_cost) == 2 * (7 + 5 + 4)
