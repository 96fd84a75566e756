"""Flaws of hand-written positions."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core import notation
from tests.titles.demyansk.conftest import TITLE

HEAD = "demyansk campaign\nat movement\nturn 3\nsegment 1\nsequence 1\n"


def read(text: str) -> Any:
    return notation.read({TITLE.name: TITLE}, text)


@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_set_ups_have_none(new: Callable[..., Any], scenario: str) -> None:
    assert list(TITLE.check(new(scenario).s)) == []


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("turn 19\n", "turn"),
        ("2711 I-27 42Bde\n", "2711"),
        ("2711 Ju87-1\n", "Ju87-1"),
        ("2711 P1818\n", "P1818"),
        ("NWF I-27\n", "I-27"),
        ("exited I-27\n", "I-27"),
        ("eliminated Marsch1\n", "Marsch1"),
        ("2711 Pi12(reduced)\n", "Pi12"),
        ("2711 I-27(fired)\n", "I-27"),
        ("2711 U1=Pol-1 U2=Pol-1\n", "U2"),
        ("destroyed 2711\n2711 I-27\n", "destroyed"),
        ("built 2124\n2711 I-27\n", "built"),
        ("airfield 2710 2709\n2711 I-27\n", "airfield"),
        ("building 2710\nfailed 2710\n2711 I-27\n", "failed"),
        ("airlift 2\naxis_rps 1\n2711 I-27\n", "airlift"),
        ("exploiting yes\n2711 I-27\n", "movement"),
    ],
)
def test_flaws(text: str, about: str) -> None:
    head = HEAD.replace("turn 3\n", "") if text.startswith("turn") else HEAD
    with pytest.raises(notation.BadPosition, match=f": {about}: "):
        read(head + text)


@pytest.mark.case("5.52a", "5.53a")
@pytest.mark.parametrize("step", ["axis-initiative\nturn 8", "initiative\nturn 8", "soviet-initiative\nturn 9"])
def test_a_try_that_is_not_possible(step: str) -> None:
    with pytest.raises(notation.BadPosition, match="nobody tries for the Initiative now"):
        read(f"demyansk campaign\nat {step}\n2711 I-27\n")


@pytest.mark.case("13.11c", "3.27a", "13.13b")
@pytest.mark.parametrize("place", ["2712", "AGN", "eliminated"])
def test_air_units_are_never_on_the_map(place: str) -> None:
    with pytest.raises(notation.BadPosition, match=f": Ju87-1: it cannot be in {place}"):
        read(f"{HEAD}2711 I-27\n{place} Ju87-1\n")


@pytest.mark.case("2.21b")
def test_printed_units_stay_where_they_are_printed() -> None:
    with pytest.raises(notation.BadPosition, match=": P1818: it cannot be in 1817"):
        read(f"{HEAD}2711 I-27\n1817 P1818\n")
    assert read(f"{HEAD}2711 I-27\n1818 P1818\n").there[0].bit_count() == 2


@pytest.mark.case("2.21d", "2.21e")
def test_any_number_of_markers() -> None:
    """More Strongpoint markers than a counter sheet could hold."""
    hexes = [f"{row}{column}" for row in (24, 25, 26, 27, 28) for column in range(15, 31)]
    built = read(f"{HEAD}2711 I-27\nbuilt {' '.join(hexes)}\n").built
    assert built.bit_count() == len(hexes) == 80


def test_outside_the_area() -> None:
    head = HEAD.replace("campaign", "bridge").replace("turn 3", "turn 11")
    with pytest.raises(notation.BadPosition, match="2711: not in play in this scenario"):
        read(head + "2711 I-27\n")


@pytest.mark.case("12.12c")
def test_a_combat_has_a_result_in_the_table() -> None:
    head = "demyansk campaign\nat game combat\nat battle loss.2 lead=2711 battlefield=2711 targets=2711 attackers=20Bde"
    rest = "defenders=I-27 stage=1 owed=1 fought=yes\nturn 3\nsegment 1\nsequence 2\n2711 I-27\n2712 20Bde\n"
    with pytest.raises(notation.BadPosition, match="column: 51 is not from 0 to"):
        read(f"{head} column=51 die=6 {rest}")
    with pytest.raises(notation.BadPosition, match="die: there is no result for a die of 40"):
        read(f"{head} column=2 die=40 {rest}")
