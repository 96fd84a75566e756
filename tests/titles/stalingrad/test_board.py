"""[8.1, 8.2, 8.4] Both maps of Assault on Stalingrad as one board: districts, fringe, costs, zones and attacks."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.kit.hex.board import flood
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from tests.titles.stalingrad.box import AT, D, names

At = Callable[..., Any]
FRINGE = {
    "0707": "A2 A3", "0708": "A4 A5", "0806": "B1 C1 D1 E1 F1", "0808": "B5 C5 D5", "0906": "G1 H1 I1",
    "0908": "E5 F5 G5 H5 I5 J5", "1006": "J1 K1 L1 M1", "1008": "K5 L5 M5", "1107": "N2 N3", "1108": "N4 N5",
}  # fmt: skip
DISTRICTS = {"0807": "BCDE", "0907": "FGHI", "1007": "JKLM"}


def step(side: int, gait: str, a: str, b: str) -> int:
    return D.rates[side, gait].cost[AT[a]][AT[b]]


@pytest.mark.case("8.12a", "8.12b", "8.13a", "8.11a")
def test_districts_and_fringe() -> None:
    """Every interior hex belongs to one city hex, every fringe hex to one hex beside the city, on both banks."""
    assert {D.board.names[hex_]: names(some) for hex_, some in D.district.items()} == {
        city: {f"{row}{column}" for row in rows for column in "234"} for city, rows in DISTRICTS.items()
    }
    assert {D.board.names[hex_]: names(some) for hex_, some in D.fringe_of.items()} == {
        hex_: set(some.split()) for hex_, some in FRINGE.items()
    }
    beside = {there for city in scan(D.city) for there in scan(D.board.neighbours[city])}
    assert names(D.outside) == {D.board.names[there] for there in beside} - set(DISTRICTS)
    for place in scan(D.on_inset):
        assert D.twin[place] in (*D.district, *D.fringe_of)
    assert not D.seam(D.city | D.interior)
    assert flood(1 << AT["0328"], D.around, D.board.hexes) == D.main  # no hex of one map touches the other


@pytest.mark.case("8.22a", "8.22b", "8.22c", "8.21b", "8.36c", "8.21c")
def test_costs_in_and_around_the_city() -> None:
    both = [(side, gait) for side in (GERMAN, RUSSIAN) for gait in ("foot", "motor")]
    assert [step(*who, "G3", "G4") for who in both] == [12, 18, 6, 6]  # the interior: as woods for Germans
    assert [step(*who, "G5", "G4") for who in both] == [12, 18, 6, 6]
    assert [step(*who, "G4", "G5") for who in both] == [6, 6, 6, 6]  # a clear fringe hex
    assert [step(*who, "B4", "A4") for who in both] == [12, 18, 12, 18]  # a wooded one
    assert [step(*who, "C4", "C5") for who in both] == [6, 6, 6, 6]  # a town
    assert step(RUSSIAN, "foot", "0807", "0907") == 3  # by road
    assert step(RUSSIAN, "foot", "0908", "0907") == 6
    assert step(RUSSIAN, "motor", "1008", "1007") == 2
    assert step(RUSSIAN, "motor", "1007", "1107") == 6
    assert AT["0907"] not in D.rates[GERMAN, "foot"].cost[AT["0908"]]


@pytest.mark.case("8.21b")
def test_from_one_city_hex_to_another(at: At) -> None:
    """One point, or less by the road that runs through all three."""
    game = at("at russian-movement\nturn 5\n0807 192RD 13TC")
    assert game.price("192RD", "0907 1007") == "1"
    assert game.price("13TC", "0907 1007") == "⅔"
    roads = D.road_links
    costs = {
        (a, b): D.rates[RUSSIAN, "foot"].cost[a][b] for a in scan(D.city) for b in scan(D.board.neighbours[a] & D.city)
    }
    assert costs == {pair: 3 if pair in roads else 6 for pair in costs}
    assert len(costs) == 4
    plain = D._step(RUSSIAN, "motor", "city", False, "")
    assert [(line.clause, line.amount) for line in plain] == [("8.36c", 1)]


@pytest.mark.case("8.21a", "8.31a")
@pytest.mark.parametrize("outside", ["0707", "0708", "0808", "0908", "1008", "1107", "1108", "0806", "0906", "1006"])
def test_only_russians_use_the_city_hexes(at: At, outside: str) -> None:
    beside = names(D.board.neighbours[AT[outside]] & D.city)
    for step in ("german-movement", "mechanized"):
        game = at(f"at {step}\nturn 5\n{outside} 16Pz 14HQ")
        for unit in ("16Pz", "14HQ"):
            assert not game.reach(unit) & {"0807", "0907", "1007"}
            assert all(game.against(unit, hex_) == ["8.31a"] for hex_ in beside)
    assert beside <= at(f"at russian-movement\nturn 5\n{outside} 192RD").reach("192RD")


@pytest.mark.case("8.41a", "8.42a", "19.32a", "9.2f")
def test_zones_on_the_inset_end_at_the_volga() -> None:
    """G2 has a ferry and J2 has one: it makes no difference."""
    assert names(D.zoc(1 << AT["G2"])) == {"F2", "G3", "H2"}
    assert names(D.zoc(1 << AT["J2"])) == {"I2", "I3", "J3", "K2", "K3"}
    assert names(D.zoc(1 << AT["G1"])) == {"F1", "H1"}
    assert names(D.zoc(1 << AT["G5"])) == {"F5", "F4", "G4", "H5", "H4"} & names(D.board.neighbours[AT["G5"]])


@pytest.mark.case("8.43a", "9.7c")
def test_no_zone_into_or_out_of_the_city_hexes(at: At) -> None:
    assert not D.zoc(D.city)
    assert not D.zoc(D.outside) & D.city
    assert not D.zoc(D.main) & D.on_inset
    game = at("at german-movement\nturn 5\n0908 305ID\n0907 13TC\n0807 33Gd\n1007 28TC")
    assert game.price("305ID", "1008") == "1"  # out of nobody's zone
    game = at("at russian-movement\nturn 5\n0908 305ID\n0807 192RD")
    assert game.price("192RD", "0907 1007") == "1"


@pytest.mark.case("8.43b", "8.44a", "8.45a", "10.13a")
def test_who_attacks_whom_around_the_city() -> None:
    """Into the city on the Inset, out of it on the main map; nobody attacks a fringe hex of the Inset."""
    assert names(D.targets[AT["0907"]]) == {"0908"}  # the east bank is across the Volga
    assert names(D.targets[AT["1007"]]) == {"0908", "1008", "1107", "1108"}
    assert names(D.targets[AT["0807"]]) == {"0707", "0708", "0808", "0908"}
    assert not any(targets & (D.city | D.fringe) for targets in D.targets)
    assert names(D.targets[AT["G5"]]) == names(D.board.neighbours[AT["G5"]] & D.interior)
    assert names(D.targets[AT["G2"]]) == {"F2", "G3", "H2"}
    assert not D.targets[AT["G1"]]


@pytest.mark.case("8.44a", "8.45a", "8.43b")
def test_attacks_into_and_out_of_the_city(at: At) -> None:
    game = at("at german-combat\nturn 12\nG5 16Pz\nG4 192RD\n0708 305ID")
    game.play("attack G4 with 16Pz")
    assert game.units(game.s.local.defenders) == {"192RD"}
    game = at("at german-combat\nturn 12\n0708 305ID\n0807 184RD")
    assert "8.43b" in game.clauses("attack 0807 with 305ID")
    game = at("at german-combat\nturn 12\nG4 16Pz\nG5 192RD")
    assert game.clauses("attack G5 with 16Pz") == ["8.45a"]
    game = at("at russian-combat\nturn 12\nG5 192RD\nG4 16Pz(reduced,subcounter)")
    game.play("attack G4 with 192RD")
    assert game.units(game.s.local.attackers) == {"192RD"}


@pytest.mark.case("8.45a", "8.45b", "14.4c")
def test_a_sally_is_one_division_and_one_worker(at: At) -> None:
    """From each city hex in one Combat Phase, in all its attacks together; and with no German on the Inset."""
    text = "at russian-combat\nturn 12\n0807 192RD 184RD 13TC 1W 2W\n0708 305ID(reduced)\n0808 16Pz(reduced,subcounter)"
    game = at(text)
    assert game.clauses("attack 0708 with 192RD 184RD") == ["8.45b"]
    assert game.clauses("attack 0708 with 13TC 1W") == []
    assert game.clauses("attack 0708 with 1W 2W")
    game.strike("attack 0708 with 192RD 1W", "1/1").play("lose 1W", "lose 305ID", "hold")
    assert game.clauses("attack 0808 with 184RD") == ["10.16a", "8.45b"]
    assert game.clauses("attack 0808 with 2W") == ["10.16a", "8.45b"]
    game = at("at russian-combat\nturn 12\nB4 192RD\n0708 305ID(reduced)\nE4 16Pz")
    assert "10.13a" in game.clauses("attack 0708 with 192RD")  # it cannot go up to the main map


@pytest.mark.case("19.35a", "10.33a", "19.41a")
def test_towns_double_whoever_is_in_them(at: At) -> None:
    """Vertyachiy, from 0611 and over the Don from 0613; a Tank Corps is never doubled."""
    for step, attacker, unit, dry, wet in (
        ("german", "16Pz", "192RD", 8, 16),
        ("german", "16Pz", "13TC", 6, 6),
        ("russian", "33Gd", "22Pz", 6, 12),
    ):
        for hex_, strength in (("0611", dry), ("0613", wet)):
            game = at(f"at {step}-combat\nturn 12\n0612 {unit}\n{hex_} {attacker}").play(f"attack 0612 with {attacker}")
            assert f"against {strength} is" in game.log(), (unit, hex_)


@pytest.mark.case("8.46a", "19.41a")
def test_the_interior_is_a_city(at: At) -> None:
    """Tripled for either side, except for a Tank Corps; the fringe is what it is."""
    for unit, strength in (("192RD", 12), ("33Gd", 15), ("13TC", 6), ("10NKVD", 12), ("1W", 3)):
        game = at(f"at german-combat\nturn 12\nG5 16Pz\nG4 {unit}").play("attack G4 with 16Pz")
        assert f"12 against {strength} is" in game.log()
    game = at("at russian-combat\nturn 12\nG3 13TC\nG4 22Pz").play("attack G4 with 13TC")
    assert "6 against 9 is" in game.log()
