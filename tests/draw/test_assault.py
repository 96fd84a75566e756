"""*Assault on Leningrad* drawn: its counters say what they are, its markers lie where they should."""

from typing import Any

import pytest

from grognard.core import notation
from grognard.draw import draw_map
from grognard.draw.pieces.counter_view import stacks
from grognard.draw.pieces.counters import Counter, face, strip
from grognard.draw.themes.look import look_of
from grognard.titles import TITLES
from grognard.web.present import presenter

TITLE = TITLES["assault_leningrad"]
FIELD = """assault_leningrad campaign
at german-combat
turn 20
J6 1-1Pz 1-1(reduced)
0420 41HQ
0319 291ID(unsupplied,disrupted)
0520 SSPol
J5 4V
I6 1W 1NKVD
0122 1G
0321 Nav
1202 11ID
0401 21ID
german 0401 1202
captured 0401 1202
forfeit 1202
fire 0520
airfield Air1 VVS1
"""


@pytest.fixture(scope="module")
def state() -> Any:
    return notation.read(TITLES, FIELD)


@pytest.fixture(scope="module")
def counters(state: Any) -> dict[str, Counter]:
    found = stacks(TITLE, state, look_of(TITLE), boxes=True)
    return {counter.id: counter for stack in found.values() for counter in stack}


@pytest.mark.parametrize(
    ("unit", "ground", "kind", "factors", "name", "formation", "size"),
    [
        ("1-1Pz", "grey", "panzer", "5-A-8", "1/1", "41", "III"),
        ("1-1", "grey", "motorized", "2-B-8", "1/1", "41", "III"),
        ("41HQ", "grey", "motor headquarters", "0-C-8", "", "41", "XXX"),
        ("SSPol", "black", "infantry", "7-B-6", "Pol", "56", "XX"),
        ("4V", "clay", "militia", "2-C-5", "4", "", "XX"),
        ("1NKVD", "plum", "rifle", "4-B-5", "1", "", "XX"),
        ("1W", "clay", "worker", "1-C-4", "1", "", "II"),
        ("1G", "rust", "guerrilla", "1-C-8", "1", "", "II"),
        ("Nav", "navy", "fleet", "FLEET", "", "", ""),
        ("Air1", "sky", "air", "AIR", "", "", ""),
        ("VVS1", "rust", "air", "AIR", "", "", ""),
    ],
)
def test_a_counter_says_what_it_is(
    counters: dict[str, Counter], unit: str, ground: str, kind: str, factors: str, name: str, formation: str, size: str
) -> None:
    one = counters[unit]
    assert (one.ground, one.kind, one.factors, one.formation) == (ground, kind, factors, formation)
    if unit not in ("Nav", "Air1", "VVS1"):
        assert (one.name, one.size) == (name, size)


def test_what_a_unit_suffers_is_seen(counters: dict[str, Counter]) -> None:
    assert set(counters["291ID"].states) == {"unsupplied", "disrupted"}
    assert set(counters["1-1"].states) == {"reduced"}
    assert not set(counters["4V"].states) & {"unsupplied"}  # it is marked by the last check, not reckoned anew


def test_markers_lie_where_they_should(state: Any) -> None:
    shown = presenter.position(state, None)["stacks"]
    tags = {place: [one["tip"] for one in stack if one.get("marker") == "tag"] for place, stack in shown.items()}
    assert tags["0520"] == ["0520: +5"]
    assert tags["0401"] == ["0401: German points"]
    assert tags["1202"] == ["1202: points lost for good"]


def test_cities_have_their_points_printed_on_the_map() -> None:
    svg = draw_map(TITLE, scale=0.6).svg
    for points in ("5", "10", "15"):
        assert f">{points}</text>" in svg.split('class="marks"')[1].split('class="numbers"')[0]


def test_zones_and_supply_lie_over_both_maps(state: Any) -> None:
    found = presenter.overlay(state, None, "rigid")["german"]
    assert {"J6", "J7", "0420"} & set(found) >= {"J6", "J7"}
    assert presenter.overlay(state, None, "supply")["cut"] == ["0319"]
    assert {"I5", "0219"} & set(presenter.overlay(state, None, "supply")["russian"])


def test_a_subcounter_has_an_asterisk() -> None:
    counter = Counter("16Pz", "german", "grey", "panzer", "6-B-8", "16", "14", "XX", "14")
    for marks in (("subcounter",), ("subcounter", "disrupted"), ("subcounter", "reduced")):
        plain = counter._replace(states=tuple(mark for mark in marks if mark != "subcounter"))
        marked = counter._replace(states=marks)
        for show in (1, 2, 3):
            assert len(face(marked, show)) > len(face(plain, show))
        assert len(strip(marked)) > len(strip(plain))
