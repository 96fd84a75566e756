"""[1.1, 2.0, 3.0, 19.2, 19.31] What is in the box: players, maps, rivers, counters, their letters and their steps."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.kit.hex.board import flood
from grognard.kit.load.toml import DataError
from grognard.titles import GAMES
from grognard.titles.assault.games import LENINGRAD, STALINGRAD
from grognard.titles.assault.rules.zones import fluid, rigid, zone
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import factor, grade, hurt, steps_lost
from tests.titles.stalingrad.box import AT, GAME, NUMBER, D, names, read, unit
from tests.titles.stalingrad.conftest import TITLE

At = Callable[..., Any]
DIVISIONS = ("16Pz", "24Pz", "14Pz", "3Mot", "60Mot", "29Mot")


@pytest.mark.case("2.0a", "2.0b", "8.11a")
def test_two_players_and_two_maps() -> None:
    assert TITLE.players == ("german", "russian")
    assert not D.main & D.on_inset
    assert D.main | D.on_inset == D.board.hexes
    assert D.interior.bit_count() == 36


@pytest.mark.case("3.1a")
def test_every_hex_has_its_coordinates() -> None:
    found = [D.board.names[place] for place in scan(D.board.hexes)]
    assert len(set(found)) == len(found)
    for place in scan(D.board.hexes):
        assert re.fullmatch(r"\d{4}" if D.main >> place & 1 else r"[A-N][1-5]", D.board.names[place])


@pytest.mark.case("3.1b", "6.13b")
def test_every_hex_has_one_terrain_and_the_chart_has_it() -> None:
    """Clear costs one point, woods and marsh more, a road less; a river comes on top, the Don even more."""
    for place in scan(D.land):
        assert D.terrain[place] in D.charts.terrain
        assert [kind for kind, hexes in D.kind.items() if hexes >> place & 1] == [D.terrain[place]]
    rows = D.charts.hexsides
    for gait in ("foot", "motor"):
        cost = {kind: D.charts.terrain[kind].cost[GERMAN][gait] for kind in ("clear", "woods", "marsh")}
        assert cost["clear"] == 1 < min(cost["woods"], cost["marsh"])
        assert D.charts.road[gait] < 1 <= rows["river"].cost[gait] < rows["Don"].cost[gait]
        assert D.why_cost(GERMAN, gait, AT["0409"], AT["0408"])[0].amount == 1


@pytest.mark.case("19.31a", "6.31a", "6.15a")
def test_three_kinds_of_river() -> None:
    """A River and the Don cost points; the Volga has no row, since nobody crosses it for points."""
    assert {river.kind for river in D.map.rivers.values()} == {"river", "Don", "Volga"}
    assert {river.kind for river in D.inset.rivers.values()} == {"Volga"}
    assert set(D.charts.hexsides) == {"river", "Don"}
    assert D.sides_of["river"] & D.sides_of["Don"] == set()
    for a, b, case in (("0616", "0617", "a river"), ("0613", "0714", "the Don")):
        last = D.why_cost(GERMAN, "foot", AT[a], AT[b])[-1]
        assert (last.clause, last.text) == ("6.15a", f"across {case}")


@pytest.mark.case("6.31a", "6.32a")
def test_the_volga_runs_from_edge_to_edge() -> None:
    """It parts the main map in two, with Stalingrad and the whole German front on the right bank."""
    dry = D.land & D.main & ~D.city
    west = flood(1 << AT["0908"], D.around, dry) & dry
    assert west == dry  # by neighbourhood alone the map is one
    west = flood(1 << AT["0908"], D.zoc, dry)
    east = flood(1 << AT["0906"], D.zoc, dry)
    assert west & east == 0
    assert west | east == dry
    assert {"0101", "1001", "1301", "0504", "1305"} <= names(east)
    assert {"0104", "0505", "1306", "1401", "2301", "0120", "0328"} <= names(west)
    assert D.edge[GERMAN] & east == 0


@pytest.mark.case("8.24a", "8.23a", "6.33a")
def test_seven_ferries_stay(at: At) -> None:
    """Four of the main map and three of the Inset, both ways; no German beside one closes it."""
    pairs = {frozenset((D.board.names[a], D.board.names[b])) for a, b in D.ferries}
    assert pairs == {
        frozenset(side.split("|"))
        for side in ("0504|0505", "0906|0907", "1006|1007", "1305|1306", "G1|G2", "J1|J2", "M1|M2")
    }
    assert len(D.ferries) == 14
    game = at("at russian-movement\nturn 12\nG2 95RD\nF3 305ID\nG3 113ID\nH2 389ID")
    assert game.price("95RD", "G1") == "5"


@pytest.mark.case("6.17c")
def test_a_hex_partly_land_is_a_full_hex(at: At) -> None:
    """The banks of the Volga and the shores of the Sarpa lakes."""
    assert all(D.land >> AT[hex_] & 1 for hex_ in ("1507", "1606", "1705", "1706", "0806", "1106", "1207", "M1"))
    assert D.land == D.board.hexes
    game = at("at german-movement\nturn 9\n1607 305ID")
    assert game.price("305ID", "1507") == "1"
    assert game.price("305ID", "1606") == "3"


@pytest.mark.case("1.1c", "19.72a", "19.82a")
def test_the_letters_on_the_counters() -> None:
    labels = {it.id: it.label for it in D.units}
    assert all("W" in labels[f"{n}W"] for n in range(1, 5))
    assert "NKVD" in labels["10NKVD"]
    assert {it.id for it in D.units if it.mark == "St"} == {"10NKVD", "1W", "2W", "3W", "4W"}
    assert {it.id for it in D.units if it.mark == "R"} == {*D.plan.draw.cup}
    assert len(D.plan.draw.cup) == 34


@pytest.mark.case("3.2b", "3.2c", "3.2e")
def test_what_a_counter_carries() -> None:
    for n, it in enumerate(D.units):
        head = it.size == "headquarters"
        assert it.name
        assert it.label
        assert it.type in D.counters.types
        assert it.grade in "ABC"
        assert (it.factor > 0) != head
        assert it.movement > 0
        assert bool(it.corps) == (n < D.russians)
        assert not (head and n >= D.russians)
    assert {it.size for it in D.units if it.type == "tank corps"} == {"corps"}
    assert {it.size for it in D.units if it.type in ("panzer", "motorized", "infantry", "rumanian")} == {"division"}


@pytest.mark.case("3.2k", "6.13c")
def test_who_is_infantry(at: At) -> None:
    """All that is not mechanized, with Workers and headquarters on foot; Tank Corps pay as mechanized units do."""
    for name, gait in (
        ("305ID", "foot"), ("Rum1", "foot"), ("8HQ", "foot"), ("1W", "foot"), ("10NKVD", "foot"), ("192RD", "foot"),
        ("33Gd", "foot"), ("16Pz", "motor"), ("3Mot", "motor"), ("14HQ", "motor"), ("22Pz", "motor"), ("13TC", "motor"),
    ):  # fmt: skip
        assert D.gait[NUMBER[name]] == gait, name
    game = at("at german-movement\nturn 3\n0516 8HQ 305ID\n0615 14HQ 16Pz")
    assert [game.price(name, "0616") for name in ("8HQ", "305ID")] == ["2", "2"]
    assert [game.price(name, "0616") for name in ("14HQ", "16Pz")] == ["3", "3"]
    assert at("at russian-movement\nturn 3\n0516 13TC").price("13TC", "0616") == "3"


@pytest.mark.case("3.2l", "3.2m")
def test_a_corps_has_one_headquarters_and_one_source(at: At) -> None:
    for units in D.corps.values():
        assert (units & D.stacks["headquarters"]).bit_count() == 1
    assert D.of_corps[NUMBER["Rum2"]] == D.of_corps[NUMBER["Rum6HQ"]]
    game = at("at german-bombardment\nturn 12\n0527 8HQ\n0526 305ID\n0626 44ID").play("done")
    assert game.units(game.s.unsupplied) == {"44ID"}


@pytest.mark.case("3.2n")
def test_ground_units(at: At) -> None:
    """Air units are none: they count neither for stacking nor in combat."""
    assert D.ground == D.side[GERMAN] | D.side[RUSSIAN]
    assert not D.ground & D.air[GERMAN]
    assert D.air[RUSSIAN] == 0
    game = at("at german-combat\nturn 9\n0409 192RD Air1 Air2\n0410 305ID").play("attack 0409 with 305ID")
    assert game.units(game.s.local.defenders) == {"192RD"}


@pytest.mark.case("3.2o")
def test_one_die(at: At) -> None:
    game = at("at german-combat\nturn 9\n0410 305ID\n0409 192RD").play("attack 0409 with 305ID")
    assert list(game.options("roll")) == [1, 2, 3, 4, 5, 6]
    assert game.clauses("roll 7") == game.clauses("roll 0") == ["3.2o"]


# -- 19.0 and the steps -----------------------------------------------------------------------


@pytest.mark.case("19.0a")
def test_the_rules_of_the_other_game_hold() -> None:
    """Both games have the same clauses in sections 2 to 18; only section 19 makes some of them dead."""
    book, other = GAME.rulebook, GAMES["assault_leningrad"].rulebook
    assert {c.id for c in other.clauses} == {c.id for c in book.clauses if not c.id.startswith("19.")}
    assert {c.by.split(".")[0] for c in book.clauses if c.kind == "dead"} == {"19"}
    assert [flow for flow in TITLE.flows if flow != "campaign"] == ["evacuation", "battle"]
    assert STALINGRAD.case("5.4b") == "16.19b"
    assert STALINGRAD.case("6.12a") == LENINGRAD.case("6.12a") == "6.12a"
    alive = {c.id for c in book.clauses if c.kind != "dead"}
    assert {*STALINGRAD.instead.values()} <= alive
    assert not {*STALINGRAD.instead} & alive


@pytest.mark.case("19.21a", "19.21b", "19.21c", "10.210a", "11.36a")
def test_how_many_steps_a_unit_has() -> None:
    assert not D.stacks["regiment"]
    assert D.divisions == {}
    steps = {it.id: D.steps[n] for n, it in enumerate(D.units)}
    assert [steps[name] for name in ("16Pz", "24Pz", "14Pz")] == [4, 4, 4]
    assert [steps[name] for name in ("3Mot", "60Mot", "29Mot")] == [3, 3, 3]
    assert steps["22Pz"] == 1
    for it in D.units:
        if it.type in ("infantry", "rumanian", "rifle", "guards", "tank corps", "nkvd"):
            assert steps[it.id] == 2, it.id
        elif it.type not in ("panzer", "motorized"):
            assert steps[it.id] == 1, it.id


@pytest.mark.case("19.22b", "3.2f")
def test_who_has_a_subcounter() -> None:
    """Two counters, four sides at most; each weaker than the one before, with the same movement factor and marks."""
    assert {it.id for it in D.units if it.subcounter} == {*DIVISIONS}
    for it in D.units:
        factors = [value for value, _ in it.sides]
        assert factors == sorted(set(factors), reverse=True)
        classes = [letter for _, letter in it.sides]
        assert classes == sorted(classes)
        assert len(it.sides) == 1 or classes[1] > classes[0]
    text = GAME.text("units.toml")
    for old, new, why in (
        ('sub = "6-B-8", sub_back = "3-C-8", name = "16th', 'sub = "9-B-8", sub_back = "3-C-8", name = "16th', "lower"),
        (
            'sub = "6-B-8", sub_back = "3-C-8", name = "16th',
            'sub = "6-B-7", sub_back = "3-C-8", name = "16th',
            "movement",
        ),
    ):
        assert text.count(old) == 1
        with pytest.raises(DataError, match=why):
            read("units.toml", text.replace(old, new))


@pytest.mark.case("19.22c", "19.21b", "10.210b", "10.210c", "19.74a")
@pytest.mark.parametrize(
    ("name", "sides"),
    [
        ("16Pz", "12A 9B 6B 3C"),
        ("3Mot", "9A 6B 3C"),
        ("305ID", "8A 4C"),
        ("22Pz", "3B"),
        ("13TC", "6A 3B"),
        ("8HQ", "0C"),
    ],
)
def test_steps_are_lost_one_by_one(at: At, name: str, sides: str) -> None:
    """Front, back, front of the subcounter, back of it: the same unit, in its hex and with its markers."""
    game = at(f"at german-combat\nturn 5\n0409 {name}(unsupplied,disrupted)")
    n, s = game.unit(name), game.s
    for lost, side in enumerate(sides.split()):
        assert (steps_lost(s, n), f"{factor(s, n)}{'ABC'[grade(s, n)]}") == (lost, side)
        assert game.where(name) == "0409"
        assert s.unsupplied >> n & s.disrupted >> n & 1
        assert s.subcounter >> n & 1 == (lost >= 2)
        hurt(s, n)
    assert game.where(name) == ("returning" if name == "8HQ" else "lost")
    assert not (s.reduced | s.subcounter | s.unsupplied | s.disrupted) >> n & 1


@pytest.mark.case("19.22a", "3.2g")
def test_all_begin_and_enter_at_full_strength(new: At, at: At) -> None:
    """Also a headquarters that returns and a division that comes back from the cup."""
    game = new(placed=True)
    assert game.s.reduced == game.s.subcounter == 0
    game = at("at german-movement\nturn 6\nreturning 8HQ").play(
        "enter 14Pz to 1128", "enter 8HQ to 2318", "enter 22Pz to 1228"
    )
    assert game.s.reduced == game.s.subcounter == 0
    game = at("at russian-combat\nturn 14\n0409 192RD(reduced)\n0410 305ID(reduced)\n")
    game.strike("attack 0410 with 192RD", "AE").play("done")
    assert game.where("192RD") == "cup"
    assert game.units(game.s.reduced) == {"305ID"}


@pytest.mark.case("19.22c", "9.1a", "6.13e")
def test_the_subcounter_moves_like_the_counter(at: At) -> None:
    """Its class and zone have changed, its movement factor and its kind have not."""
    game = at("at german-movement\nturn 5\n0410 16Pz\n0414 24Pz(reduced,subcounter)\n0419 3Mot(subcounter)")
    assert unit("16Pz").movement == 8
    for name, path in (
        ("16Pz", "0409 0408 0407 0406 0405 0404 0305 0306"),
        ("24Pz", "0415 0416 0417 0418 0518 0519 0520 0521"),
    ):
        assert game.against(name, path) == []
    assert {"24Pz", "3Mot", "16Pz"} <= game.movers()
    assert rigid(game.s, GERMAN) >> AT["0409"] & 1
    assert not zone(game.s, GERMAN) & (1 << AT["0415"] | 1 << AT["0418"])  # class C
    game = at("at german-movement\nturn 5\n0414 24Pz(subcounter)")
    assert fluid(game.s, GERMAN) >> AT["0415"] & 1
    assert {"24Pz", "3Mot"} <= at(
        "at mechanized\nturn 5\n0414 24Pz(reduced,subcounter)\n0419 3Mot(subcounter)"
    ).movers()
