"""[19.72, 19.73] The cup: draws by chance, the division between Areas N and E, and the refill after turn 14."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from grognard.core.action import CHANCE
from grognard.core.bits import scan
from grognard.core.notation import BadPosition
from grognard.core.table import Table
from grognard.core.title import Bad
from grognard.core.view import portrait, seen
from grognard.titles.assault.rules.cup import in_cup, quotas
from grognard.titles.assault.ruleset import RUSSIAN
from tests.titles.stalingrad.box import D, names, unit
from tests.titles.stalingrad.conftest import TITLE, Game

At = Callable[..., Any]

CUP = [D.pieces[n] for n in scan(D.in_cup)]
HERE = "0928 44ID 51HQ\n0720 192RD\n"


def emptied(*but: str) -> str:
    """A cup with these units alone."""
    return "lost " + " ".join(name for name in CUP if name not in but) + "\n"


def draw_all(game: Any) -> Any:
    """Draw until the Russian player decides."""
    while game.ask == ("chance", "draw"):
        game.play(f"draw {D.pieces[next(iter(game.options('draw')))]}")
    return game


# -- the set-up of the cup ----------------------------------------------------------------------------


@pytest.mark.case("19.72a")
def test_34_units_with_three_tank_corps(new: At) -> None:
    assert len(CUP) == 34
    assert sum(D.tank_corps >> D.number[name] & 1 for name in CUP) == 3
    assert {*CUP} == {it.id for it in D.units if it.mark == "R"}
    game = new()
    assert game.units(in_cup(game.s)) == {*CUP}  # before the first unit is deployed
    assert game.ask[1] == "set-up"


@pytest.mark.case("19.72b", "19.73c")
def test_when_units_are_drawn() -> None:
    """On turns 1 to 18 as the estimate has it; never on turn 19, where 19.73 has no draw."""
    north, east = D.draws.values()
    assert len(north) == len(east) == D.turns + 1
    assert all(north[turn] + east[turn] > 0 for turn in range(1, 19))
    assert (north[19], east[19]) == (0, 0)
    assert (D.plan.draw.refill, D.plan.draw.last) == (14, 18)
    assert sum(north[1:15]) + sum(east[1:15]) == 34  # the whole cup before it is refilled


# -- the draw -----------------------------------------------------------------------------------------


@pytest.mark.case("19.72b", "19.72c", "19.72d", "16.12a")
def test_the_example_of_five_units(at: At) -> None:
    """Turn 5 has 3 at N and 2 at E: five are drawn before anything moves, and enter in that division."""
    game = at(f"at mechanized\nturn 5\n{HERE}").play("done")
    assert quotas(game.s) == (3, 2)
    for many, name in enumerate(("4TC", "13Gd", "24RD", "38RD", "64RD")):
        assert (game.ask, len(game.units(game.s.here.get(D.drawn, 0)))) == (("chance", "draw"), many)
        assert game.verbs() == {"draw"}
        game.play(f"draw {name}")
    assert game.ask == ("russian", "divide")
    assert game.verbs() == {"north"}
    assert game.clauses("north 4TC 13Gd") == ["19.72c"]
    assert game.clauses("north 4TC 13Gd 24RD 38RD") == ["19.72c"]
    assert game.clauses("north 4TC 13Gd 84RD") == ["19.72c"]
    assert len(list(game.options("north"))) == 10
    game.play("north 4TC 13Gd 38RD")
    assert game.ask == ("russian", "russian-movement")
    assert game.units(game.s.here[D.board.at["north"]]) == {"4TC", "13Gd", "38RD"}
    assert game.units(game.s.here[D.board.at["east"]]) == {"24RD", "64RD"}
    assert game.movers("enter") == {"4TC", "13Gd", "38RD", "24RD", "64RD"}
    log = game.log()
    assert "By Area N: the 4th Tank Corps, the 13th Guards Rifle Division and the 38th Rifle Division. [19.72]" in log
    assert "By Area E: the 24th Rifle Division and the 64th Rifle Division. [19.72]" in log


@pytest.mark.case("19.72c", "16.14a", "16.19b", "16.17a")
def test_each_enters_by_its_own_area(at: At) -> None:
    game = at(f"at russian-movement\nturn 5\n{HERE}north 13Gd 4TC\neast 24RD")
    for name, area, other in (("13Gd", "N", "E"), ("4TC", "N", "E"), ("24RD", "E", "N")):
        gates = names(D.area[area])
        assert all(game.against(name, hex_, "enter") == [] for hex_ in gates), name
        assert all(game.against(name, hex_, "enter") == ["16.19b"] for hex_ in names(D.area[other])), name
    assert game.against("13Gd", "0907", "enter") == ["16.19b"]  # not in the city
    assert game.price("13Gd", "0113", "enter") == "½"  # where the road to Ilovlya comes in
    assert game.price("13Gd", "0110", "enter") == "1"
    assert game.price("4TC", "0104", "enter") == "⅓"
    game.play("enter 13Gd to 0113")
    assert game.where("13Gd") == "0113"
    assert game.units(game.s.fresh) == {"13Gd"}


@pytest.mark.case("19.72b")
def test_nothing_is_drawn_on_turn_19(at: At) -> None:
    game = at(f"at mechanized\nturn 19\n{HERE}").play("done")
    assert game.ask == ("russian", "russian-movement")
    assert in_cup(game.s).bit_count() == 34


@pytest.mark.case("19.72c")
@pytest.mark.parametrize(("turn", "area"), [(8, "north"), (10, "north")])
def test_no_choice_with_one_area(at: At, turn: int, area: str) -> None:
    """Turns 8 and 10 have numbers at N alone."""
    game = draw_all(at(f"at mechanized\nturn {turn}\n{HERE}").play("done"))
    assert game.ask == ("russian", "russian-movement")
    assert game.s.here[D.board.at[area]].bit_count() == sum(quotas(game.s))
    assert D.board.at["east"] not in game.s.here
    assert "By Area E" not in game.log()


@pytest.mark.case("19.72b", "19.72c")
def test_fewer_units_than_numbers(at: At) -> None:
    """Turn 5: two are left, and either Area is filled first, up to its number."""
    game = draw_all(at(f"at mechanized\nturn 5\n{HERE}{emptied('13Gd', '24RD')}").play("done"))
    assert game.ask == ("russian", "divide")
    assert {frozenset(game.units(some)) for some in game.options("north")} == {
        frozenset(),
        frozenset({"13Gd"}),
        frozenset({"24RD"}),
        frozenset({"13Gd", "24RD"}),
    }
    assert game.clauses("north") == []
    game.play("north 24RD")
    assert (game.where("24RD"), game.where("13Gd")) == ("north", "east")
    game = draw_all(at(f"at mechanized\nturn 15\n{HERE}{emptied('13Gd', '24RD', '38RD')}").play("done"))
    assert sorted(some.bit_count() for some in game.options("north"))[0] == 1  # E takes no more than two
    assert at(f"at mechanized\nturn 5\n{HERE}{emptied()}").play("done").ask == ("russian", "russian-movement")


@pytest.mark.case("19.72b")
def test_the_draw_is_chance_when_it_is_made(at: At) -> None:
    """Every unit is as likely, and nothing in the position says which comes next."""
    game = at(f"at mechanized\nturn 5\n{HERE}").play("done")
    assert game.table.decider == CHANCE
    verb = next(verb for verb, _ in TITLE.verbs(game.s))
    assert verb.weights is not None
    assert verb.weights(game.s) == [1] * 34
    firsts = set()
    for seed in range(40):
        table = Table(TITLE, position=at(f"at mechanized\nturn 5\n{HERE}").s, seed=seed)
        table.play("done")
        assert Game(table).s.here[D.drawn].bit_count() == 5  # the table draws
        firsts.add(next(entry.text for entry in table.journal if entry.text.startswith("draw")))
    assert len(firsts) > 15


@pytest.mark.case("19.72b")
def test_undo_does_not_take_a_draw_back(at: At) -> None:
    game = draw_all(at(f"at mechanized\nturn 5\n{HERE}").play("done"))
    with pytest.raises(Bad, match="no undo"):
        game.table.undo(RUSSIAN)
    some = next(iter(game.options("north")))
    game.play("north " + " ".join(game.units(some)))
    game.table.undo(RUSSIAN)  # the division, but not the draw
    assert game.ask == ("russian", "divide")
    with pytest.raises(Bad, match="no undo"):
        game.table.undo(RUSSIAN)


@pytest.mark.case("19.72b")
def test_both_players_see_the_cup(at: At) -> None:
    game = at(f"at german-movement\nturn 5\n{HERE}")
    for viewer in range(2):
        assert seen(game.s, viewer, in_cup(game.s)) == in_cup(game.s) != 0
        assert all(portrait(game.s, viewer, n) == portrait(game.s, None, n) for n in scan(in_cup(game.s)))
    assert TITLE.aids.status(game.s)["units in the cup"] == "34"


@pytest.mark.case("19.72a")
def test_only_what_is_in_the_cup_is_drawn(at: At) -> None:
    game = at(f"at mechanized\nturn 5\n{HERE}").play("done")
    assert game.clauses("draw 192RD") == ["19.72a"]
    assert game.clauses("draw 44ID") == ["19.72a"]
    game.play("draw 13Gd")
    assert game.clauses("draw 13Gd") == ["19.72a"]


# -- waiting --------------------------------------------------------------------------------------------


@pytest.mark.case("16.19a", "19.72c", "16.15b")
def test_a_drawn_unit_may_wait(at: At) -> None:
    """It neither goes back nor uses up a later draw, and keeps its Area."""
    game = draw_all(at(f"at russian-movement\nturn 7\n{HERE}north 13Gd").to("mechanized").play("done"))
    assert game.s.turn == 8
    assert "13Gd" in game.movers("enter")
    assert game.s.here[D.board.at["north"]].bit_count() == 1 + 2
    assert game.against("13Gd", "0401", "enter") == ["16.19b"]


@pytest.mark.case("16.15b", "16.15a", "19.72c")
def test_a_blocked_area(at: At) -> None:
    """The ten hexes of E held by Germans; one is left, in zones; and that one is held by a Russian unit."""
    germans = "305ID 113ID 389ID 76ID 71ID 297ID 295ID 94ID 384ID 371ID".split()
    full = "".join(f"{hex_} {name}\n" for hex_, name in zip(sorted(names(D.area["E"])), germans, strict=True))
    game = at(f"at russian-movement\nturn 9\n{HERE}east 24RD\nnorth 13Gd\n{full}")
    assert game.movers("enter") == {"13Gd"}
    assert "16.15b" in game.clauses("enter 24RD to 0401")
    game = at(f"at russian-movement\nturn 9\n{HERE}east 24RD\n{full.replace('0701', '0728')}")
    assert game.reach("24RD", "enter") == {"0701"}
    game = at(f"at russian-movement\nturn 9\n{HERE}east 24RD 38RD\n{full.replace('0701 76ID', '0701 131RD')}lost 76ID")
    assert "24RD" not in game.movers("enter")


# -- the refill -----------------------------------------------------------------------------------------


@pytest.mark.case("19.73a", "19.73b", "19.72c")
def test_the_lost_go_back_at_the_end_of_turn_14(at: At) -> None:
    """Rifle and Guards Divisions, drawn or set up; not Tank Corps, Workers and NKVD; those undrawn stay in."""
    gone = "13Gd 24RD 33Gd 131RD 4TC 23TC 1W 10NKVD"
    game = at(f"at russian-combat\nturn 14\n{HERE}lost {gone}\nnorth 27Gd")
    before = game.units(in_cup(game.s))
    game.play("done")
    assert game.s.turn == 15
    cup = game.units(in_cup(game.s))
    assert {"13Gd", "24RD", "33Gd", "131RD"} <= cup - before
    assert not cup & {"4TC", "23TC", "1W", "10NKVD", "27Gd", "192RD"}
    assert {game.where(name) for name in ("4TC", "23TC", "1W", "10NKVD")} == {"lost"}
    assert {"7TC", "16TC", "15Gd"} <= cup  # never drawn
    assert "Back into the cup: " in game.log()
    assert "the 33rd Guards Rifle Division" in game.log()
    kinds = {unit(name).type for name in cup - before}
    assert kinds == {"rifle", "guards"}


@pytest.mark.case("19.73a")
@pytest.mark.parametrize("turn", [13, 15])
def test_at_no_other_time(at: At, turn: int) -> None:
    game = at(f"at russian-combat\nturn {turn}\n{HERE}lost 13Gd 33Gd").play("done")
    assert game.s.turn == turn + 1
    assert (game.where("13Gd"), game.where("33Gd")) == ("lost", "lost")


@pytest.mark.case("19.73a", "19.73c", "19.72c")
def test_they_come_back_full_and_clean(at: At) -> None:
    """33Gd of the set-up is worn down and lost on turn 14, drawn on turn 15."""
    game = at(f"at german-combat\nturn 14\n0721 305ID 8HQ\n0720 33Gd(reduced,disrupted,unsupplied)\n{emptied()}")
    game.play("attack 0720 with 305ID")
    while game.ask[1] != "german-combat":
        game.play("roll 6" if game.ask[0] == "chance" else "hold" if game.ask[1] == "advance" else "lose 33Gd")
    assert game.where("33Gd") == "lost"
    while game.s.turn == 14:
        draw_all(game).play("done")
    assert game.where("33Gd") == "cup"
    bit = 1 << game.unit("33Gd")
    assert not (game.s.reduced | game.s.disrupted | game.s.unsupplied | game.s.defended) & bit
    strength = TITLE.portrait(game.s, game.unit("33Gd"))["strength"]
    assert (strength["strength"], strength["steps"]) == (5, 2)


@pytest.mark.case("19.73a", "8.37b")
def test_one_lost_coming_home_goes_back_too(at: At) -> None:
    """Two Rifle Divisions on the east bank fringe for one hex: one dies, and goes into the cup."""
    game = at(f"at russian-combat\nturn 14\n0928 44ID 51HQ\nG1 192RD\nH1 131RD\n{emptied()}").play("done")
    assert game.ask == ("russian", "elimination")
    game.play("eliminate 131RD")
    assert (game.s.turn, game.where("131RD"), game.where("192RD")) == (15, "cup", "0906")


@pytest.mark.case("19.73d", "19.73c")
def test_lost_from_turn_15_on_is_gone(at: At) -> None:
    """Whatever is lost on turn 15 stays lost, while the rest of the cup is drawn to turn 18."""
    cup = "13Gd 15Gd 27Gd 35Gd 36Gd 37Gd 38Gd 39Gd 40Gd 41Gd 24RD 38RD 64RD 84RD 87RD 95RD 98RD".split()
    game = at(f"at russian-combat\nturn 15\n0928 44ID 51HQ\nG1 192RD\nH1 131RD\n{emptied(*cup)}").play("done")
    game.play("eliminate 131RD")
    many: Counter[int] = Counter()
    while game.s.turn < 19:
        if game.ask[1] == "draw":
            many[game.s.turn] += 1
            game.play(f"draw {D.pieces[next(iter(game.options('draw')))]}")
        elif game.ask[1] == "divide":
            game.play("north " + " ".join(game.units(next(iter(game.options("north"))))))
        else:
            game.go_on()
    assert game.where("131RD") == "lost"
    assert many == {16: 4, 17: 3, 18: 3}


def test_no_unit_is_ever_in_two_places() -> None:
    """In random play every unit of the cup is in it, drawn, waiting, on the map or lost; the draws are the box's."""
    random = Random("cup")
    s = TITLE.start("campaign", {})
    north, east = D.draws.values()
    draws = Counter[int]()
    while not s.over:
        if TITLE.step(s).name == "draw":
            draws[s.turn] += 1
        TITLE.play(s, TITLE.sample(s, random.randrange, 6))
        for name in CUP:
            place = s.place[D.number[name]]
            assert D.land >> place & 1 or place in (D.cup, D.drawn, D.lost, *D.draws)
    for turn in range(1, 15):
        assert draws[turn] == north[turn] + east[turn]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("at russian-movement\nturn 5\n0928 44ID\ncup 192RD", "not one of those in the cup"),
        ("at russian-movement\nturn 5\n0928 44ID\ndrawn 13Gd", "have an Area before anything moves"),
        ("at russian-movement\nturn 5\n0928 44ID\nnorth 23TC", "cannot be drawn"),
        ("at russian-movement\nturn 16\n0928 44ID\ncup 23TC", "not one of those in the cup"),
        ("at russian-movement\nturn 5\n0928 44ID\nreturning 13Gd", "only a headquarters returns"),
    ],
)
def test_positions_that_cannot_be(at: At, text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        at(text)
