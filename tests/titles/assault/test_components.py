"""[1.1, 2.0, 3.0] What is in the box: players, maps, counters and their letters; and what the maps alone say."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.kit.hex.board import flood
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from tests.titles.assault.box import AT, D, unit
from tests.titles.assault.conftest import TITLE

At = Callable[..., Any]


@pytest.mark.case("2.0a", "2.0b", "8.11a")
def test_two_players_and_two_maps() -> None:
    assert TITLE.players == ("german", "russian")
    assert D.main.bit_count() + (D.board.hexes & ~D.main).bit_count() == D.board.hexes.bit_count()
    assert not D.main & D.on_inset
    assert D.interior.bit_count() == 54


@pytest.mark.case("3.1a")
def test_every_hex_has_its_coordinates() -> None:
    names = [D.board.names[place] for place in scan(D.board.hexes)]
    assert len(set(names)) == len(names)
    for place in scan(D.board.hexes):
        assert re.fullmatch(r"\d{4}" if D.main >> place & 1 else r"[A-K]\d", D.board.names[place])


@pytest.mark.case("3.1b", "6.13b")
def test_every_hex_has_one_terrain_and_the_chart_has_it() -> None:
    """Clear costs one point, woods and marsh more, a road less; a river comes on top."""
    for place in scan(D.land):
        assert D.terrain[place] in D.charts.terrain
    for gait in ("foot", "motor"):
        cost = {kind: D.charts.terrain[kind].cost[GERMAN][gait] for kind in ("clear", "woods", "marsh")}
        assert cost["clear"] == 1 < min(cost["woods"], cost["marsh"])
        assert D.charts.road[gait] < 1 <= D.charts.hexsides["river"].cost[gait]
        assert D.why_cost(GERMAN, gait, AT["3421"], AT["3420"])[0].amount == 1


@pytest.mark.case("1.1c")
def test_the_letters_on_the_counters() -> None:
    labels = {it.id: it.label for it in D.units}
    for name, letters in (
        ("Tot-1", "Tot"),
        ("SSPol", "Pol"),
        ("1V", "V"),
        ("1GV", "GV"),
        ("Nar", "Nar"),
        ("LTS", "LTS"),
        ("1NKVD", "NKVD"),
        ("1Mtn", "Mtn"),
        ("1Mar", "Mar"),
        ("1G", "G"),
        ("1W", "W"),
    ):
        assert letters in labels[name]
    assert D.counters.fleet[0] == "Nav"


@pytest.mark.case("3.2b", "3.2c")
def test_what_a_counter_carries() -> None:
    for n, it in enumerate(D.units):
        head = it.size == "headquarters"
        assert it.name
        assert it.label
        assert it.type in D.counters.types
        assert it.grade in "ABC"
        assert (it.factor > 0) != head
        assert it.movement > 0 or D.rooted >> n & 1
        assert it.size in ("battalion", "regiment", "brigade", "division") or head or it.type == "worker"
        assert bool(it.corps) == (n < D.russians)
    assert {it.size for it in D.units} >= {"battalion", "regiment", "brigade", "division"}
    assert (unit("1G").size, unit("1-1").size, unit("LTS").size, unit("122ID").size) == (
        "battalion",
        "regiment",
        "brigade",
        "division",
    )


@pytest.mark.case("3.2m", "3.2l")
def test_a_corps_enters_together_and_has_one_source(at: At) -> None:
    """Where: every unit of a corps by the Area of its headquarters. From whom: only from that headquarters."""
    for corps, units in D.corps.items():
        area = D.entry[D.headquarters[corps]][1]
        assert {D.entry[n][1] for n in scan(units)} == {area}
    game = at("at german-bombardment\nturn 12\n3421 2HQ\n3321 11ID\n3420 1ID").play("done")
    assert game.units(game.s.unsupplied) == {"1ID"}


@pytest.mark.case("3.2n", "12.12a")
def test_ground_units(at: At) -> None:
    """Air units and the fleet are none: they count neither for stacking nor in combat."""
    assert D.ground == D.side[GERMAN] | D.side[RUSSIAN]
    assert not D.ground & (D.air[GERMAN] | D.air[RUSSIAN] | 1 << D.fleet)
    game = at("at german-combat\nturn 9\n0220 1TD Nav\n0421 3V Air1 Air2\n0521 1ID").play("attack 0421 with 1ID")
    assert game.units(game.s.local.defenders) == {"3V"}
    game.play("roll 6")
    assert game.where("Air1") == "0421"  # no result touches it


@pytest.mark.case("3.2o")
def test_one_die(at: At) -> None:
    game = at("at german-combat\nturn 9\n3420 1ID\n3421 191RD").play("attack 3421 with 1ID")
    assert list(game.options("roll")) == [1, 2, 3, 4, 5, 6]
    assert game.clauses("roll 7") == game.clauses("roll 0") == ["3.2o"]


@pytest.mark.case("6.31a")
def test_the_neva_runs_from_the_lake_to_the_gulf() -> None:
    """It parts the hexes of the city, and with the water at both ends the north from the south."""
    pairs = {frozenset((D.board.names[a], D.board.names[b])) for a, b in D.barrier}
    assert {frozenset(("0219", "0320")), frozenset(("0220", "0320")), frozenset(("0312", "0313"))} <= pairs
    south = north = 0
    for a, b in D.barrier:
        if D.board.names[a] > D.board.names[b]:
            south |= 1 << a
            north |= 1 << b
    dry = D.land & D.main & ~D.city
    reached = flood(south & dry & ~north, D.trace[GERMAN], dry)
    assert reached >> AT["1136"] & 1
    assert not reached & D.board.named(["0318", "0119", "0120", "0413"])


@pytest.mark.case("6.17c")
def test_a_hex_partly_land_is_a_full_hex(at: At) -> None:
    """0326 and 0424 lie on the coast, 2422 and 2522 by a lake."""
    coast = [place for place in scan(D.land & D.main) if D.board.neighbours[place] & D.main & ~D.land]
    assert len(coast) > 40
    for place in coast:
        assert D.terrain[place] in D.charts.terrain
    game = at("at german-movement\nturn 9\n2422 1ID\n0425 11ID")
    assert game.price("1ID", "2522") == str(D.charts.terrain[D.terrain[AT["2522"]]].cost[GERMAN]["foot"])
    assert game.price("11ID", "0424") == "1"


@pytest.mark.case("8.24a")
def test_bridges_stay(at: At) -> None:
    """Neither Russians at both ends nor a fight over it close a bridge."""
    assert len(D.sides_of["bridge"]) == 24  # twelve, both ways
    game = at("at german-combat\nturn 20\ngerman F4\nF4 6-4 6-11Pz 6-114\nG5 4V").strike(
        "attack G5 with 6-4 6-11Pz 6-114", "-/1"
    )
    game.play("lose 4V", "advance 6-4 G5", "hold").to("mechanized")
    assert "G5" in game.reach("6-114")
