"""[14.0] Worker Units: of the city, one to a hex, never outside it."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.core.notation import BadPosition
from grognard.kit.load.pack import Pack
from grognard.kit.load.toml import read_toml
from grognard.kit.table import Wargame
from grognard.titles.assault import build
from grognard.titles.assault.rules.supply import supplied
from grognard.titles.assault.ruleset import RUSSIAN
from tests.titles.family import begun, position
from tests.titles.stalingrad.box import GAME, D, unit
from tests.titles.stalingrad.conftest import with_the_rest

At = Callable[..., Any]


@pytest.mark.case("14.1a", "14.2a", "14.2c")
def test_the_counters(new: At) -> None:
    workers = {D.pieces[n] for n in scan(D.stacks["worker"])}
    assert workers == {"1W", "2W", "3W", "4W"}
    for name in workers:
        assert (unit(name).movement, unit(name).mark, D.steps[D.number[name]]) == (4, "St", 1)
    game = new(placed=True)
    assert {game.where(name) for name in workers} == {"0907"}  # before the first turn


@pytest.mark.case("14.2a", "14.4a", "14.4b")
def test_movement_within_the_city(at: At) -> None:
    """Four points: among city hexes, or among interior hexes; the fringe is closed on both maps."""
    game = at("at russian-movement\nturn 9\n0807 1W\nB4 2W\nC2 3W")
    assert game.reach("1W") == {"0907", "1007"}
    for hex_ in ("0808", "0708", "0707", "0908"):
        assert game.against("1W", hex_) == ["14.4a"], hex_
    assert "0806" not in game.reach("1W")  # nor over the Volga
    assert game.against("2W", "B5") == ["14.4a"]
    assert game.against("2W", "A4") == ["14.4a"]
    assert game.reach("2W") <= game.hexes(D.interior)
    assert {"F3", "E4"} <= game.reach("2W")
    assert "G3" not in game.reach("2W")  # five hexes away
    assert "G1" not in game.reach("3W")


@pytest.mark.case("14.4a")
def test_no_ferry_for_workers(at: At) -> None:
    game = at("at russian-movement\nturn 9\nG2 1W 192RD")
    assert game.against("1W", "G1") != []
    assert "G1" not in game.reach("1W")
    assert game.against("192RD", "G1") == []


@pytest.mark.case("14.3a")
def test_one_to_a_hex(at: At) -> None:
    game = at("at russian-movement\nturn 9\nF3 1W 192RD\nF4 2W\nG4 33Gd\n0907 3W")
    assert "7.4b" in game.against("2W", "F3")
    assert game.against("2W", "G4") == []  # with another unit
    with pytest.raises(BadPosition):
        at("at russian-movement\nturn 9\nF3 1W 2W")
    assert at("at russian-movement\nturn 9\n0907 1W 2W 3W 4W").s.turn == 9  # ten in a city hex


@pytest.mark.case("14.4b", "14.4c", "14.5a")
def test_attacks_out_of_the_city(at: At) -> None:
    """They attack with a division, one from each city hex, and stay."""
    game = at("at russian-combat\nturn 9\n0907 1W 2W 33Gd\n0908 44ID(reduced,unsupplied)")
    assert game.force("0908") == {"1W", "2W", "33Gd", "1W 33Gd", "2W 33Gd"}
    game.strike("attack 0908 with 1W 33Gd", "DE")
    assert game.ask[1] == "advance"
    assert "14.4c" in game.clauses("advance 1W 0908")
    assert game.clauses("advance 33Gd 0908") == []


@pytest.mark.case("14.5a", "14.2c")
def test_otherwise_like_other_units(at: At) -> None:
    """In the interior they attack, defend threefold, retreat and advance."""
    game = at("at german-combat\nturn 9\nG4 305ID\nG3 1W").play("attack G3 with 305ID")
    assert game.odds == "2:1"  # 8 to 3
    game = at("at german-combat\nturn 9\nG4 305ID\nG3 1W").strike("attack G3 with 305ID", "-/1")
    game.play("retire")
    assert game.reach_back("1W") <= game.hexes(D.interior)
    game = at("at german-combat\nturn 9\nG4 305ID\nG3 1W").strike("attack G3 with 305ID", "-/1").play("lose 1W")
    assert game.where("1W") == "lost"
    game = at("at russian-combat\nturn 9\nG3 1W 33Gd\nG4 305ID(reduced,disrupted,unsupplied)")
    game.strike("attack G4 with 1W 33Gd", "-/1").play("lose 305ID")
    assert game.clauses("advance 1W G4") == []


def with_one_in_a_town() -> Wargame[Any]:
    """The game with a Worker Unit in Kalach, from a pack; in ours all are in Stalingrad."""
    start = GAME.text("scenarios.toml").replace(', "4W"]', "]").replace('28TC = "1016"', '28TC = "1015", 4W = "1016"')
    marked = 'id = "4W", label = "4 W", type = "worker", size = "battalion"'
    units = GAME.text("units.toml").replace(f'{marked}, mark = "St"', marked)
    texts = {"scenarios.toml": start, "units.toml": units}
    files = {name: read_toml(f"replace = true\n{text}", name, "towns") for name, text in texts.items()}
    card = read_toml('title = "assault_stalingrad"', "pack.toml")
    return build(GAME, [Pack("towns", "assault_stalingrad", "abcdef", card, files)])


@pytest.mark.case("14.2b", "14.2c", "11.46a", "14.1a")
def test_a_worker_in_a_town_never_moves() -> None:
    assert D.rooted == 0
    title = with_one_in_a_town()
    assert begun(title, "0907").where("4W") == "1016"
    ring = "0917 305ID\n1014 113ID\n1116 44ID\n1017 71ID\n"
    game = position(title, with_the_rest(f"at russian-movement\nturn 9\n{ring}1016 4W 192RD"))
    assert "14.2b" in game.clauses("move 4W to 1015")
    assert "4W" not in game.movers()
    assert game.units(supplied(game.s, RUSSIAN)) == {"4W"}
    game = position(title, with_the_rest(f"at german-combat\nturn 9\n{ring}1016 4W"))
    game.strike("attack 1016 with 305ID", "-/1")
    assert game.verbs() == {"lose"}
    assert game.clauses("retire") == ["14.2b"]
    assert game.play("lose 4W").where("4W") == "lost"
    game = position(
        title, with_the_rest("at german-combat\nturn 9\n1017 16Pz\n0917 24Pz\n1016 4W 192RD(reduced)"), retreat="able"
    )
    game.strike("attack 1016 with 16Pz 24Pz", "-/1").play("retire")
    assert "14.2b" in game.clauses("retreat 4W 1015")
    assert game.clauses("retreat 192RD 1015") == []


@pytest.mark.case("14.2b", "10.51b")
def test_nor_does_it_advance() -> None:
    text = "at russian-combat\nturn 9\n1016 4W 33Gd\n1015 8HQ"
    game = position(with_one_in_a_town(), with_the_rest(text)).strike("attack 1015 with 4W 33Gd", "DE")
    assert game.movers("advance") == {"33Gd"}
    assert "14.2b" in game.clauses("advance 4W 1015")
