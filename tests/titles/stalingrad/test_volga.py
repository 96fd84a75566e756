"""[6.3, 8.23, 19.31, 19.32] The Volga: Germans never, zones never, Russians by ferry or at the city as a whole move."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.titles.assault.rules.zones import fluid, rigid
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from tests.titles.stalingrad.box import AT, D, names

At = Callable[..., Any]
MARCH, RUSSIANS = "at german-movement\nturn 12\n", "at russian-movement\nturn 12\n"
FERRIES = ("0504 0505", "0906 0907", "1006 1007", "1305 1306", "G1 G2", "J1 J2", "M1 M2")
BANK = ("0806 0807", "0806 0907", "1006 0907")  # between the city and the fringe of the east bank, without a ferry
NOWHERE = ("0403 0404", "0706 0707", "0806 0707", "1006 1107", "1106 1107", "1207 1208", "1305 1405", "1206 1306")
STREAM = ("B1 B2", "A2 B1", "F1 G2", "H1 H2", "I1 I2", "K1 K2", "J1 I2", "L1 M2")


def both_ways(*pairs: str) -> list[tuple[str, str]]:
    return [(a, b) for pair in pairs for a, b in (pair.split(), pair.split()[::-1])]


# -- who crosses ------------------------------------------------------------------------------


@pytest.mark.case("6.33a", "6.33b", "8.23a", "8.36c")
@pytest.mark.parametrize(("here", "there"), both_ways(*FERRIES, *BANK))
def test_a_russian_crosses_with_its_whole_move(at: At, here: str, there: str) -> None:
    """On foot or in tanks, into whatever terrain; a transfer may follow, a step may not."""
    for unit, whole in (("192RD", "5"), ("13TC", "7")):
        game = at(f"{RUSSIANS}{here} {unit}")
        assert game.price(unit, there) == whole
        assert there in game.reach(unit)
        beyond = next(
            hex_ for hex_ in sorted(names(D.board.neighbours[AT[there]])) if (AT[there], AT[hex_]) in D.walk[1]
        )
        assert game.against(unit, f"{there} {beyond}") == ["6.33b"]
        game.play(f"move {unit} via {there}")
        assert game.where(unit) == there
        assert f"{whole} MP" in game.log()
        assert game.clauses(f"move {unit} to {beyond}") == ["6.19b"]


@pytest.mark.case("6.33a", "6.33b", "8.36a")
@pytest.mark.parametrize(
    ("bank", "landing", "head"), [("0906", "G1", "G2"), ("1006", "J1", "J2"), ("1006", "M1", "M2")]
)
def test_the_fringe_of_the_east_bank_is_beside_its_ferries(at: At, bank: str, landing: str, head: str) -> None:
    """With Germans on the Inset a unit that begins in the hex of the main map transfers and crosses: its whole move."""
    german = "C4 305ID\nB5 8HQ"
    game = at(f"{RUSSIANS}{bank} 192RD\n{german}")
    assert head in game.reach("192RD")
    assert game.price("192RD", f"{landing} {head}") == "5"
    beyond = next(hex_ for hex_ in sorted(names(D.board.neighbours[AT[head]])) if (AT[head], AT[hex_]) in D.walk[1])
    assert game.against("192RD", f"{landing} {head} {beyond}") == ["6.33b"]
    assert game.play(f"move 192RD to {head}").where("192RD") == head
    game = at(f"{RUSSIANS}0905 192RD\n{german}")
    assert head not in game.reach("192RD")  # it does not begin there
    game = at(f"{MARCH}{bank} 305ID")
    assert head not in game.reach("305ID")


@pytest.mark.case("6.32a", "8.23a", "8.31a")
@pytest.mark.parametrize(
    ("here", "there"), [(a, b) for a, b in both_ways(*FERRIES, *BANK, *NOWHERE, *STREAM) if not D.city >> AT[a] & 1]
)
def test_a_german_never_crosses(at: At, here: str, there: str) -> None:
    for unit in ("305ID", "16Pz", "14HQ", "Rum1"):
        game = at(f"{MARCH}{here} {unit}")
        assert game.against(unit, there) == (["8.31a"] if D.city >> AT[there] & 1 else ["6.32a"])
        assert there not in game.reach(unit)
        game = at(f"at mechanized\nturn 12\n{here} 16Pz")
        assert there not in game.reach("16Pz")


@pytest.mark.case("6.33a", "8.23a")
@pytest.mark.parametrize(("here", "there"), both_ways(*NOWHERE, *STREAM))
def test_elsewhere_nobody_crosses(at: At, here: str, there: str) -> None:
    """Nor between two fringe hexes, one on each bank."""
    game = at(f"{RUSSIANS}{here} 192RD")
    assert game.against("192RD", there) == ["8.23a" if D.on_inset >> AT[here] & 1 else "6.33a"]
    assert "nobody can cross the Volga" in game.reasons(f"move 192RD via {there}")
    assert D.over[AT[here]] or there not in game.reach("192RD")


@pytest.mark.case("6.33b")
def test_only_from_where_the_phase_began(at: At) -> None:
    """The crossing is the first step of a move: not after another step, and not on entering the map."""
    game = at(RUSSIANS + "0405 192RD\n0908 184RD\n1005 147RD")
    assert game.against("192RD", "0505 0504") == ["6.33b"]
    assert game.against("184RD", "0907 0906") == ["6.33b"]
    assert game.against("147RD", "1006 1007") == ["6.33b"]
    assert "where it began the phase" in game.reasons("move 147RD via 1006 1007")
    game = at(RUSSIANS + "east 13Gd 4TC").play("enter 4TC via 1001 1002 1003 1004 1005 1006")
    assert game.clauses("move 4TC to 1007") == ["6.19b"]
    assert "1005" in game.reach("13Gd", "enter")
    assert not names(D.city | D.interior) & game.reach("13Gd", "enter")


@pytest.mark.case("6.33b", "8.32b")
def test_a_transfer_within_the_city_is_no_place_to_begin(at: At) -> None:
    """Neither up nor down, nor back: H2 has no ferry, and G2 would be reached by two free transfers."""
    game = at(RUSSIANS + "G2 192RD\n0907 184RD\nH2 147RD")
    assert game.price("192RD", "G1") == game.price("184RD", "0906") == "5"
    game.play("transfer 192RD 0907")
    assert game.against("192RD", "0906") == ["6.33b"]
    game.play("transfer 147RD 0907", "transfer 147RD G2")
    assert game.against("147RD", "G1") == ["6.33b"]
    assert "G1" not in game.reach("147RD")
    game.play("transfer 184RD I3", "transfer 184RD 0907")
    assert game.against("184RD", "0906") == ["6.33b"]
    assert game.against("184RD", "0807") == []  # otherwise it is free to move
    game.play("done", "done")
    assert game.s.regrouped == 0


# -- Germans on the Inset ---------------------------------------------------------------------


@pytest.mark.case("6.33a", "6.33b", "8.33b", "8.34b", "8.36a")
def test_with_germans_on_the_inset_by_its_ferries_alone(at: At) -> None:
    """0907 is closed: the 13th Guards transfer to G1, the same ground, and cross there. H1 has no ferry."""
    game = at(RUSSIANS + "0906 13Gd\n1006 95RD\n0806 98RD\n0505 87RD\nC3 305ID")
    for unit, city in (("13Gd", "0907"), ("95RD", "1007"), ("95RD", "0907"), ("98RD", "0807")):
        assert game.against(unit, city) == ["8.33b"]
        assert city not in game.reach(unit)
    assert game.price("13Gd", "G1 G2") == "5"
    assert {"G1", "G2"} <= game.reach("13Gd")
    assert game.against("13Gd", "H1 H2") == ["8.23a"]
    assert game.against("13Gd", "G1 G2 G3") == ["6.33b"]
    assert game.against("13Gd", "H1 G1 G2") == ["6.33b"]  # a step first
    assert {"J2", "M2"} <= game.reach("95RD")
    assert not names(D.interior) & game.reach("98RD")
    assert game.price("87RD", "0504") == "5"  # the other ferries work as before
    other = at(RUSSIANS + "I1 13Gd\nC3 305ID")  # by way of the main map to another fringe hex: not where it began
    assert other.against("13Gd", "0906 G1 G2") == ["6.33b"]
    assert "G2" not in other.reach("13Gd")
    way = game.options("move", game.unit("13Gd")).to(game.hex("G2"))
    assert [D.board.names[hex_] for hex_ in way] == ["G1", "G2"]
    game.play("move 13Gd to G2")
    assert game.where("13Gd") == "G2"


@pytest.mark.case("6.33a", "8.35a", "8.37c")
def test_out_of_the_city_by_ferry_and_home(at: At) -> None:
    game = at(RUSSIANS + "G2 13Gd\nJ2 95RD\nC3 305ID")
    assert game.price("13Gd", "G1 0906") == "5"
    assert game.against("13Gd", "G1 0906 0905") == ["6.33b"]
    assert "0906" in game.reach("13Gd")
    game.play("move 13Gd via G1", "move 95RD via J1 1006", "done", "done")
    assert (game.where("13Gd"), game.where("95RD")) == ("0906", "1006")


@pytest.mark.case("6.33a", "8.35b")
def test_where_germans_are_nobody_lands(at: At) -> None:
    """A German in the hex beyond, or on the same ground."""
    game = at(RUSSIANS + "G2 13Gd\n0906 305ID\n0505 87RD\n0504 113ID")
    assert game.against("13Gd", "G1") == ["8.35b"]
    assert game.against("87RD", "0504") == ["6.12c"]
    game = at(RUSSIANS + "0906 13Gd\nG2 305ID")
    assert game.against("13Gd", "G1 G2") == ["6.12c"]
    game = at(RUSSIANS + "0906 13Gd\nG2 95RD\nC3 305ID")
    assert game.against("13Gd", "G1 G2") == ["7.2d"]


# -- zones and supply -------------------------------------------------------------------------


@pytest.mark.case("6.33a", "9.2d", "9.4a", "11.21b")
def test_crossing_out_of_zones(at: At) -> None:
    """Whatever the zone costs, but never from rigid to rigid; and as the one hex of a unit out of supply."""
    game = at(RUSSIANS + "0505 192RD\n0405 16Pz(reduced)")
    assert game.price("192RD", "0504") == "5"
    for mark in ("", "(unsupplied)"):
        game = at(f"{RUSSIANS}0505 192RD{mark}\n0405 16Pz\n0404 24Pz\n0603 113ID")
        assert "9.2d" in game.against("192RD", "0504")
        assert "192RD" not in game.movers()
        game = at(f"{RUSSIANS}0505 192RD{mark}\n0405 16Pz")
        assert game.against("192RD", "0504") == []
    game = at(RUSSIANS + "0906 13Gd(unsupplied)\nC3 305ID")
    assert game.against("13Gd", "G1 G2") == []
    assert "G2" in game.reach("13Gd")
    game = at(RUSSIANS + "0906 13Gd\nH3 305ID\n0805 113ID")  # G2 is in no zone of H3
    assert game.against("13Gd", "G1 G2") == []
    game = at(RUSSIANS + "0906 13Gd\nG3 305ID\n0805 113ID")  # rigid on both maps: the zone in 0906 counts in G1
    assert game.against("13Gd", "G1 G2") == ["9.2d"]
    assert "G2" not in game.reach("13Gd")


@pytest.mark.case("19.32a", "8.42a", "9.7a")
@pytest.mark.parametrize(("here", "there"), both_ways(*FERRIES, *BANK, *NOWHERE, *STREAM))
def test_no_zone_crosses(here: str, there: str) -> None:
    assert not D.zoc(1 << AT[here]) >> AT[there] & 1
    assert not D.targets[AT[here]] >> AT[there] & 1


@pytest.mark.case("19.32a", "8.42a")
def test_no_zone_crosses_at_the_table(at: At) -> None:
    """A Tank Corps in Dubovka and Guards behind the ferries stop nobody on the other bank and cannot attack."""
    game = at(MARCH + "0505 13TC\n0604 305ID\nG1 13Gd\nG2 113ID")
    assert game.price("305ID", "0504") == "1"
    assert game.price("305ID", "0504 0403") == "2"
    assert game.price("113ID", "G3") == "2"
    assert "0504" not in names(rigid(game.s, RUSSIAN) | fluid(game.s, RUSSIAN))
    assert "G1" not in names(rigid(game.s, GERMAN))
    game = at("at russian-combat\nturn 12\n0505 13TC\n0504 305ID\nG1 13Gd\nG2 113ID")
    assert "10.37a" in game.clauses("attack 0504 with 13TC")
    assert game.clauses("attack G2 with 13Gd")


@pytest.mark.case("19.32b", "9.7a")
def test_zones_cross_rivers_and_the_don() -> None:
    for a, b in (*D.sides_of["river"], *D.sides_of["Don"]):
        assert D.zoc(1 << a) >> b & 1
    assert D.sides_of["river"]
    assert D.sides_of["Don"]


@pytest.mark.case("19.34a", "19.34b", "19.34c")
def test_supply_over_the_volga() -> None:
    """Germans nowhere; Russians at the city without Germans on the Inset, and with Germans on it at ferries alone."""
    for siege, open_ in ((0, {*BANK, "0906 0907", "1006 1007"}), (1, {*FERRIES})):
        german, russian = D.trace_links[siege]
        found = {(D.board.names[a], D.board.names[b]) for a, b in D.barrier if russian[a] >> b & 1}
        assert found == {*both_ways(*open_)}
        assert not any(german[a] >> b & 1 for a, b in D.barrier)


@pytest.mark.case("6.33c", "10.28d")
@pytest.mark.parametrize(("here", "there"), both_ways(*FERRIES, *BANK))
def test_only_russians_retreat_across(here: str, there: str) -> None:
    assert D.refuge[RUSSIAN][AT[here]] >> AT[there] & 1
    assert not D.refuge[GERMAN][AT[here]] >> AT[there] & 1


@pytest.mark.case("6.33c")
@pytest.mark.parametrize(("here", "there"), both_ways(*NOWHERE, *STREAM))
def test_and_only_where_they_may_cross(here: str, there: str) -> None:
    assert not D.refuge[RUSSIAN][AT[here]] >> AT[there] & 1


@pytest.mark.case("6.33c", "8.33b")
def test_a_retreat_over_a_ferry(at: At) -> None:
    """From Dubovka over the Volga; from G2 to the fringe of the east bank, where the city is held by Germans."""
    game = at("at german-combat\nturn 12\n0505 192RD\n0405 16Pz\n0506 24Pz\n0304 305ID")
    game.strike("attack 0505 with 16Pz 24Pz", "-/2").play("retire")
    assert game.reach_back("192RD") == {"0504"}
    game = at("at german-combat\nturn 12\nG2 192RD\nG3 16Pz\nF2 24Pz\nH2 305ID")
    game.strike("attack G2 with 16Pz 24Pz 305ID", "-/1").play("retire")
    assert game.reach_back("192RD") == {"G1"}
    game = at("at german-combat\nturn 12\n0906 192RD\n0905 16Pz\n0805 24Pz")
    game.strike("attack 0906 with 16Pz 24Pz", "-/2").play("retire")
    assert "0907" in game.reach_back("192RD")


# -- what is said -----------------------------------------------------------------------------


@pytest.mark.case("6.32a", "6.33a", "6.33b", "8.23a", "8.31a", "8.33b", "14.4a", "19.43a")
def test_why_not_beyond_the_volga(at: At) -> None:
    """A single hex out of reach: the answer names the river, not that the hex is far."""
    game = at(MARCH + "0505 16Pz\n0908 24Pz\nJ2 29Mot\n0407 3Mot")
    for said in (
        *("16Pz to 0504", "16Pz to 0503", "24Pz to 0906", "24Pz to G1"),
        *("29Mot to J1", "29Mot to K1", "29Mot to 0906", "3Mot to 0303"),
    ):
        assert game.clauses(f"move {said}") == ["6.32a"], said
    assert game.clauses("move 24Pz to 0907") == ["8.31a"]
    game = at(RUSSIANS + "0505 192RD\n0907 1W 98RD\nJ3 10NKVD\nI2 95RD\n0707 87RD")
    assert game.clauses("move 192RD to 0503") == ["6.33b"]
    assert game.clauses("move 98RD to 0905") == ["6.33b"]
    assert game.clauses("move 1W to 0906") == ["14.4a"]
    assert game.clauses("move 1W to 0905") == ["14.4a"]
    assert game.clauses("move 1W to 0910") == ["14.4a"]
    assert at(RUSSIANS + "0905 192RD").clauses("move 192RD to 0807") == ["6.33b"]
    assert game.clauses("move 10NKVD to 0910") == ["19.43a"]
    assert game.clauses("move 10NKVD to J1") == ["19.43a"]
    assert game.clauses("move 95RD to J1") == ["8.23a"]
    assert game.clauses("move 87RD to 0806") == ["6.33a"]
    assert "Neva" not in game.reasons("move 87RD to 0806")


@pytest.mark.case("6.33a", "19.34b")
def test_the_bank_is_the_city_and_the_far_fringe() -> None:
    pairs = {frozenset((D.board.names[a], D.board.names[b])) for a, b in D.bank}
    assert pairs == {frozenset(pair.split()) for pair in (*BANK, "0906 0907", "1006 1007")}
    assert {frozenset((D.board.names[a], D.board.names[b])) for a in range(D.board.box) for b in scan(D.over[a])} == {
        frozenset(pair.split()) for pair in (*BANK, *FERRIES)
    }
