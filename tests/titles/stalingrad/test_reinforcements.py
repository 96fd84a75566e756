"""[16.0, 19.71, 19.74] German reinforcements by Areas W and S, headquarters that return, and their supply."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.titles.assault.rules.reinforcements import due
from grognard.titles.assault.rules.supply import supplied
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from tests.titles.stalingrad.box import D, names

At = Callable[..., Any]

NO_DRAWS = f"\nlost {' '.join(D.pieces[n] for n in scan(D.in_cup))}\n"
SCHEDULE = [
    (2, "S", {"Rum2"}),
    (3, "W", {"11HQ", "384ID"}),
    (4, "S", {"4HQ"}),
    (4, "W", {"94ID", "14Pz", "389ID"}),
    (5, "W", {"76ID", "295ID"}),
    (5, "S", {"371ID"}),
    (6, "W", {"22Pz"}),
]


@pytest.mark.case("16.19b", "19.71a", "19.71b", "19.71c", "19.71d", "19.71e", "19.71f", "19.71g")
@pytest.mark.parametrize(("turn", "area", "units"), SCHEDULE)
def test_the_schedule(at: At, turn: int, area: str, units: set[str]) -> None:
    """On its turn, not before, and by every hex of its Area and of no other."""
    before, now = (at(f"at german-movement\nturn {when}\n0928 44ID\n0828 8HQ") for when in (turn - 1, turn))
    other = {"W": "S", "S": "W"}[area]
    for name in units:
        assert name not in before.movers("enter")
        assert before.clauses(f"enter {name} to {min(names(D.area[area]))}") == ["16.19b"]
        assert f"turn {turn}" in before.reasons(f"enter {name} to {min(names(D.area[area]))}")
        free = names(D.area[area]) - ({"0928", "0828"} if name not in {"11HQ", "4HQ"} else {"0828"})
        assert all(now.against(name, hex_, "enter") == [] for hex_ in free), name
        assert all(now.against(name, hex_, "enter") == ["16.19b"] for hex_ in names(D.area[other])), name


@pytest.mark.case("16.12a")
def test_who_is_on_the_map_does_not_enter_again(at: At) -> None:
    game = at("at german-movement\nturn 3\n0928 44ID\n0828 8HQ")
    assert "44ID" not in game.movers("enter")
    assert game.clauses(f"enter 44ID to {min(names(D.area['W']))}") == ["16.12a"]


@pytest.mark.case("16.11a", "16.12a")
def test_nobody_else_comes() -> None:
    assert {D.pieces[n] for n in D.due} == {"Rum2", "11HQ", "384ID", "4HQ", "94ID", "14Pz", "389ID"} | {
        "76ID",
        "295ID",
        "371ID",
        "22Pz",
    }
    assert not D.leave  # no withdrawals
    started = {*D.plan.start} | {*D.plan.free} | {*D.plan.draw.cup} | {*D.plan.enter}
    assert started == {it.id for it in D.units}


@pytest.mark.case("16.12a", "16.19b", "16.11a")
def test_the_first_turn(new: At) -> None:
    game = new(placed=True).to("german-movement")
    assert "enter" not in game.verbs()
    assert due(game.s, GERMAN) == due(game.s, RUSSIAN) == 0


@pytest.mark.case("16.14a", "16.17a", "16.16a")
def test_the_first_hex_counts(at: At) -> None:
    """By road at 1428, 0528 and 2318; clear ground elsewhere."""
    game = at("at german-movement\nturn 4\n0928 44ID")
    assert game.price("14Pz", "1428", "enter") == "⅓"
    assert game.price("94ID", "1428", "enter") == "½"
    assert game.price("94ID", "0528", "enter") == "½"
    assert game.price("Rum2", "2318", "enter") == "½"
    assert game.price("94ID", "0728", "enter") == "1"
    assert game.price("94ID", "1428 1427 1327", "enter") == "1½"
    game.play("enter 14Pz via 1428 1427 1327 1326 1225")
    assert game.where("14Pz") == "1225"
    assert game.clauses("move 14Pz to 1224") == ["6.19b"]
    game.to("mechanized")
    assert "14Pz" in game.movers()
    assert "enter" not in game.verbs()


@pytest.mark.case("16.15a", "16.15b")
def test_into_a_zone_but_not_onto_an_enemy(at: At) -> None:
    game = at("at german-movement\nturn 2\n0928 44ID\n2317 33Gd")
    assert game.against("Rum2", "2318", "enter") == []
    assert "6.12c" in game.against("Rum2", "2317", "enter")
    area = sorted(names(D.area["S"]))
    russians = "33Gd 192RD 184RD 147RD 196RD 181RD 131RD 229RD 214RD".split()
    full = "".join(f"{hex_} {name}\n" for hex_, name in zip(area, russians, strict=True))
    game = at(f"at german-movement\nturn 2\n0928 44ID\n{full}")
    assert "Rum2" not in game.movers("enter")
    assert "16.15b" in game.clauses("enter Rum2 to 2318")
    game = at(f"at german-movement\nturn 2\n0928 44ID\n{full.replace('2314', '2014')}")
    assert game.reach("Rum2", "enter") & names(D.area["S"]) == {"2314"}


@pytest.mark.case("16.19a", "16.19b")
def test_a_reinforcement_may_wait(at: At) -> None:
    game = at("at german-movement\nturn 18\n0928 44ID" + NO_DRAWS)
    assert {"Rum2", "22Pz", "371ID"} <= game.movers("enter")
    assert game.title.step(game.s).name == "german-movement"
    game.play("done").to("german-movement")
    assert (game.s.turn, "Rum2" in game.movers("enter")) == (19, True)


@pytest.mark.case("16.16a", "10.11a")
def test_they_fight_on_the_turn_they_enter(at: At) -> None:
    game = at("at german-movement\nturn 3\n0926 192RD").play("enter 384ID to 0927", "done")
    assert game.ask == ("german", "german-combat")
    assert "384ID" in game.force("0926")


# -- supply of reinforcements -------------------------------------------------------------------------


@pytest.mark.case("16.16b", "11.44a", "11.24a")
def test_behind_the_wrong_door_they_starve(at: At) -> None:
    """14Pz enters at W, its headquarters at S: in supply for a Player-Turn, a step on the second Russian check."""
    game = at("at german-movement\nturn 4\n2318 24HQ" + NO_DRAWS).play("enter 14Pz to 0728")
    assert "14Pz" in game.units(supplied(game.s, GERMAN))
    game.to("russian-movement")
    assert "14Pz" in game.units(game.s.unsupplied)
    assert game.s.reduced == 0  # the first Russian check
    game.to("german-movement").to("russian-movement")
    assert game.s.turn == 5
    assert game.units(game.s.reduced) == {"14Pz"}


@pytest.mark.case("16.16b", "11.44a")
def test_russians_too_for_one_player_turn(at: At) -> None:
    """24RD moves on from the edge into a ring of zones."""
    ring = "0109 Rum1\n0112 Rum4\n0311 Rum20"
    game = at(f"at russian-movement\nturn 18\nnorth 24RD\n{ring}{NO_DRAWS.replace(' 24RD', '')}")
    game.play("enter 24RD via 0110 0210")
    assert "24RD" in game.units(supplied(game.s, RUSSIAN))
    game.to("german-movement")
    assert game.s.fresh == 0
    assert "24RD" in game.units(game.s.unsupplied)


# -- headquarters that return -------------------------------------------------------------------------


@pytest.mark.case("19.74a", "11.36b", "11.44a", "16.14a")
def test_by_either_area(at: At) -> None:
    """Each headquarters by W or S as its owner likes, whatever Area its corps came by; others keep theirs."""
    text = "at german-movement\nturn 9\nreturning 4HQ Rum6HQ 8HQ\n0928 44ID"
    for name, hex_ in (("4HQ", "1128"), ("4HQ", "2316"), ("Rum6HQ", "0328"), ("8HQ", "2312")):
        game = at(text).play(f"enter {name} to {hex_}")
        assert game.where(name) == hex_
        assert name in game.units(supplied(game.s, GERMAN))
    assert at(text).against("371ID", "1128", "enter") == ["16.19b"]
    for hex_ in ("0110", "0701", "1528", "2311"):
        assert at(text).against("8HQ", hex_, "enter") == ["16.19b"]
    assert at(text).price("8HQ", "2318", "enter") == "½"


@pytest.mark.case("19.74a", "11.36b")
def test_it_may_wait(at: At) -> None:
    game = at("at german-movement\nturn 9\nreturning 8HQ\n0928 44ID" + NO_DRAWS)
    assert "8HQ" in game.movers("enter")
    game.play("done").to("german-movement")
    assert (game.s.turn, game.where("8HQ")) == (10, "returning")
    assert game.play("enter 8HQ to 2315").where("8HQ") == "2315"


@pytest.mark.case("19.74a", "11.36a", "11.36b")
def test_from_the_next_german_movement_phase_on(at: At) -> None:
    """Eliminated by an attack in the Russian turn; every time it is lost, the German chooses again."""
    game = at("at russian-combat\nturn 9\n0720 8HQ\n0721 33Gd\n0719 192RD" + NO_DRAWS)
    game.play("attack 0720 with 33Gd 192RD")
    assert game.where("8HQ") == "returning"  # at 8:1 without a die
    while game.ask[1] == "advance":
        game.play("hold")
    game.to("german-movement")
    assert (game.s.turn, "8HQ" in game.movers("enter")) == (10, True)


@pytest.mark.case("11.36d", "19.74a")
def test_no_other_german_returns(at: At) -> None:
    game = at("at german-movement\nturn 15\n0928 44ID\nlost 305ID 389ID 16Pz Rum1")
    assert not {"305ID", "389ID", "16Pz", "Rum1"} & game.movers("enter")
    assert game.clauses("enter 389ID to 0728") == ["16.12a"]


@pytest.mark.case("19.74a", "8.37b")
def test_a_headquarters_lost_on_the_fringe_returns_too(at: At) -> None:
    """Two headquarters on the fringe of one hex: the German gives one up, and it comes back."""
    game = at("at mechanized\nturn 9\nE5 51HQ\nF5 8HQ\n0928 44ID").play("done")
    assert game.ask == ("german", "elimination")
    game.play("eliminate 8HQ")
    assert (game.where("8HQ"), game.where("51HQ")) == ("returning", "0908")
