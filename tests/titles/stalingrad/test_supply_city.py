"""[11.46, 11.5, 19.34] Supply in and around Stalingrad: the Volga and its ferries, the Inset, Workers."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.assault.rules.supply import open_to
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from tests.titles.stalingrad.box import AT, D

At = Callable[..., Any]


def out(at: At, text: str, side: int, **options: str) -> set[str]:
    """The units of a side that the check in the German Player-Turn of the last turn finds out of supply."""
    game = at(f"at german-bombardment\nturn 19\n{text}", **options).play("done")
    return set(game.units(game.s.unsupplied & D.side[side]))


def russians(at: At, text: str, **options: str) -> set[str]:
    return out(at, text, RUSSIAN, **options)


def germans(at: At, text: str) -> set[str]:
    return out(at, text, GERMAN)


# -- who crosses the Volga -------------------------------------------------------------------------


@pytest.mark.case("19.34b", "19.34c")
def test_where_paths_may_cross() -> None:
    """At the city between it and the far fringe, on either map at ferries; nowhere else."""
    named = D.board.names
    bank = {frozenset((named[a], named[b])) for a, b in D.bank}
    assert bank == {
        frozenset(pair)
        for pair in (("0807", "0806"), ("0907", "0806"), ("0907", "0906"), ("0907", "1006"), ("1007", "1006"))
    }
    ferries = {frozenset((named[a], named[b])) for a, b in D.ferries}
    assert {frozenset(("G1", "G2")), frozenset(("0504", "0505")), frozenset(("1305", "1306"))} <= ferries
    for pair in (("1107", "1006"), ("0707", "0806")):  # between fringe hexes of both banks
        assert frozenset(pair) not in bank | ferries
        assert tuple(AT[hex_] for hex_ in pair) in D.closed


@pytest.mark.case("19.34a", "11.13e")
def test_no_german_path_over_the_volga(at: At) -> None:
    """44ID is next to its headquarters, over the river; 71ID is not."""
    assert germans(at, "1107 51HQ\n1106 44ID\n1108 71ID") == {"44ID"}
    assert germans(at, "G2 51HQ\nG1 44ID\nG3 71ID") == {"44ID"}  # not even at a ferry
    assert germans(at, "0505 51HQ\n0504 44ID\n0506 71ID") == {"44ID"}
    closed = {(a, b) for a, b in D.closed if not (D.city >> a | D.city >> b) & 1}
    assert closed
    assert not any(D.line(1 << a) >> b & 1 for a, b in closed)


POCKET = "0505 192RD\n0406 305ID\n0304 113ID\n"  # with its back to a ferry on the main map


@pytest.mark.case("19.34c", "19.34b")
def test_ferries_open_with_a_german_on_the_inset(at: At) -> None:
    """Any German counts, also on the fringe, at the moment of the check."""
    assert russians(at, POCKET) == {"192RD"}
    for hex_ in ("F4", "E5"):
        assert russians(at, f"{POCKET}{hex_} 44ID") == set(), hex_
    assert russians(at, f"{POCKET}0908 44ID") == {"192RD"}  # next to the city, but not on the Inset


@pytest.mark.case("19.34c", "19.34b")
def test_a_ferry_opens_in_play(at: At) -> None:
    game = at(f"at german-movement\nturn 19\n{POCKET}0909 44ID\n0910 51HQ").play("move 44ID via 0908 E5 E4")
    game.to("russian-movement")
    assert game.units(game.s.unsupplied & D.side[RUSSIAN]) == set()
    game = at(f"at german-movement\nturn 19\n{POCKET}0909 44ID\n0910 51HQ").play("move 44ID via 0908 E5")
    game.to("russian-movement")  # it has gone back to 0908 (8.37)
    assert game.units(game.s.unsupplied & D.side[RUSSIAN]) == {"192RD"}


SOUTH = "1107 192RD\n1208 44ID\n"  # between the Volga, the city and a German


@pytest.mark.case("19.34b", "19.34c")
def test_by_the_city_hexes_or_by_the_inset(at: At) -> None:
    """1107 is on the Volga, but only the city leads over it."""
    assert russians(at, SOUTH) == set()  # by 1007 to 1006
    assert russians(at, SOUTH + "B4 71ID") == set()  # by N2 and the ferry of M2
    assert russians(at, SOUTH + "M3 71ID") == {"192RD"}  # N2, N3 and M2 are in its zone
    assert russians(at, SOUTH + "M3 71ID(reduced)") == set()  # class C: M2 is open


# -- Russians in the interior -----------------------------------------------------------------------

SEALED = "E5 44ID\nG3 71ID\nJ3 297ID\nM3 295ID\n0607 305ID\n0808 113ID\n"
"""Germans at all ferries, and outside Northern Stalingrad."""


@pytest.mark.case("19.52b", "11.52a", "19.34c", "11.41a")
def test_the_city_is_no_source(at: At) -> None:
    assert russians(at, SEALED + "C3 192RD\nC2 1W") == {"192RD", "1W"}
    assert russians(at, SEALED + "C3 192RD\nC2 1W", interior="supplied") == set()
    for opened in ("G3 71ID", "0607 305ID", "0808 113ID"):
        assert russians(at, SEALED.replace(opened, f"0928 {opened[-5:].split()[-1]}") + "C3 192RD") == set(), opened


@pytest.mark.case("19.52a", "11.15b", "19.34c")
def test_a_friend_holds_a_ferry_open(at: At) -> None:
    """G2 is in a German zone, but a Russian unit in it cancels that for the path; F2 is open only with another."""
    assert russians(at, SEALED + "C3 192RD\nG2 33Gd") == {"192RD"}
    assert russians(at, SEALED + "C3 192RD\nG2 33Gd\nF2 184RD") == set()


@pytest.mark.case("19.34b", "11.51a")
def test_without_germans_on_the_inset(at: At) -> None:
    """The whole west bank is theirs, and still the interior is supplied over the Volga at its city hex."""
    ring = "0708 305ID\n0808 113ID\n0908 44ID\n1008 71ID\n1108 297ID\n0607 389ID\n1107 76ID\n"
    game = at(f"at german-bombardment\nturn 19\n{ring}C3 192RD\nM3 33Gd\nD3 10NKVD\n0807 1W").play("done")
    assert game.units(game.s.unsupplied & D.side[RUSSIAN]) == set()
    for unit in ("192RD", "33Gd", "10NKVD"):
        ok, path, _, _ = game.title.aids.trace(game.s, game.unit(unit))
        crossed = [game.title.lexicon.places[hex_] for hex_ in path]
        assert ok
        assert crossed[1] in {"0807", "0907", "1007"}
        assert {"0806", "0906", "1006"} & {*crossed}


@pytest.mark.case("11.51a")
def test_on_the_fringe_as_on_the_main_map(at: At) -> None:
    """Russians on the fringe of the Inset: 0707 is shut in, however open the streets are."""
    assert russians(at, "A2 192RD\n0607 44ID\nC3 71ID") == set()  # by the streets to a ferry
    assert russians(at, SEALED + "A2 192RD") == {"192RD"}


# -- Workers ------------------------------------------------------------------------------------------

FAR_BANK = (
    "0607 94ID\n0708 305ID\n0808 113ID\n0908 44ID\n1008 71ID\n1108 297ID\n1107 371ID\n"
    "0806 389ID\n0906 76ID\n1006 295ID\n"
)


@pytest.mark.case("11.46a", "11.46b", "11.41a")
def test_workers_on_the_main_map_need_no_path(at: At) -> None:
    """With Germans on both banks the city is shut in."""
    assert russians(at, FAR_BANK + "0907 1W 192RD 33Gd\n1007 2W") == {"192RD", "33Gd"}
    assert russians(at, FAR_BANK + "G3 1W 192RD") == {"1W", "192RD"}  # on the Inset they trace too
    assert russians(at, FAR_BANK + "G3 1W 192RD", interior="supplied") == set()


# -- Germans in the interior --------------------------------------------------------------------------


@pytest.mark.case("11.53a", "11.51a", "11.13c")
@pytest.mark.parametrize(
    ("hq", "unit", "lacks"),
    [("0913", "F4", False), ("0914", "F4", True), ("0914", "F5", False), ("0915", "F5", True), ("0914", "0908", False)],
)
def test_the_fringe_hex_is_the_first_of_six(at: At, hq: str, unit: str, lacks: bool) -> None:
    """For the interior; a unit on the fringe counts from its hex of the main map, which is not counted."""
    assert germans(at, f"{hq} 51HQ\n{unit} 44ID") == ({"44ID"} if lacks else set())


@pytest.mark.case("11.53a", "11.15a")
def test_any_length_in_the_streets(at: At) -> None:
    assert germans(at, "0913 51HQ\nM2 44ID") == set()
    assert germans(at, "0909 51HQ\nM2 44ID\nL3 33Gd\nN3 192RD\nK2 13Gd") == {"44ID"}


@pytest.mark.case("11.53c", "11.15b")
def test_the_hex_outside_must_be_open(at: At) -> None:
    """33Gd has a zone on 0908, and 192RD and 184RD shut the streets to the north."""
    base = "F4 44ID\n0811 51HQ\n1008 33Gd\nD4 192RD\nD2 184RD\n"
    assert germans(at, base) == {"44ID"}
    assert germans(at, base + "0908 71ID") == set()
    assert germans(at, base + "G5 71ID") == set()  # the same ground


@pytest.mark.case("11.53b", "11.53a", "11.35a")
def test_the_headquarters_in_the_streets(at: At) -> None:
    """Any length between them; six hexes from a unit outside to the fringe; and its own path to a road."""
    assert germans(at, "F4 51HQ\nM2 44ID\nB2 71ID") == set()
    assert germans(at, "F4 51HQ\n0914 44ID\n0915 71ID") == {"71ID"}
    assert germans(at, "F4 51HQ\nF3 44ID\n0909 192RD\n1109 33Gd\n0709 184RD") == {"51HQ", "44ID"}


@pytest.mark.case("11.53a", "19.34a", "11.15a")
def test_ground_that_is_no_ones_path(at: At) -> None:
    """City hexes are no path for Germans ever, nor for Russians with Germans on the Inset."""
    city = {"0807", "0907", "1007"}
    game = at("at german-movement\nturn 9\n0908 44ID")
    assert not city & game.hexes(open_to(game.s, GERMAN))
    assert city <= game.hexes(open_to(game.s, RUSSIAN))
    game = at("at german-movement\nturn 9\nE5 44ID\nB5 192RD")
    assert not city & (game.hexes(open_to(game.s, GERMAN)) | game.hexes(open_to(game.s, RUSSIAN)))
    assert not {"0808", "B5", "C5", "D5"} & game.hexes(open_to(game.s, GERMAN))
    assert {"0908", "E5", "J5"}.isdisjoint(game.hexes(open_to(game.s, RUSSIAN)))
