"""What is refused, and in which words: each ban by itself, where nothing else forbids the same."""

from collections.abc import Callable

import pytest

from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.titles.moscow41.aids.status_text import supporting
from tests.titles.moscow41.conftest import TITLE, Game
from tests.titles.moscow41.fights import segment, volley

At = Callable[..., Game]
LEADERS = "\n63 Stalin\nRastenburg Hitler"
GROUND = "german 16A 9A 4A 2A 67 66 77 78 79 88 89 90 91 100"


def why(game: Game, action: str) -> list[tuple[str, str]]:
    """Clause and words of every objection."""
    return [(objection.clause, objection.text) for objection in game.table.why_not(action)]


@pytest.fixture
def choose(at: At) -> At:
    def make(text: str, options: str = "") -> Game:
        return at(f"{options}\nat game choice\nturn 1\n{text}{LEADERS}".strip())

    return make


# -- headquarters -----------------------------------------------------------------------------


@pytest.mark.case("10.1a")
def test_staffs_of_others_and_staffs_that_wait(choose: At) -> None:
    game = choose(f"{GROUND}\n90 Guderian\n62 Konev\ngerman-pool Hoth").play("tactical")
    konev = TITLE.lexicon.pieces[game.unit("Konev")]
    assert why(game, f"activate {konev}")[0] == ("10.1a", f"{konev} is not yours")
    assert [clause for clause, _ in why(game, "activate Hoth")] == ["10.1a"]
    assert game.movers("activate") == {"Guderian"}


@pytest.mark.case("10.1h", "14.2l")
def test_zhukov_does_nothing_in_leningrad(choose: At) -> None:
    text = f"side 1\ndisc 1\n{GROUND}\n62 Konev\nLeningrad Zhukov"
    game = choose(text, "options leningrad=generals").play("tactical")
    assert game.clauses("activate Zhukov") == ["10.1h"]
    assert game.movers("activate") == {"Konev"}


@pytest.mark.case("10.1c")
def test_nobody_is_activated_twice(choose: At) -> None:
    game = choose(f"{GROUND}\n90 Guderian 24PzK\n89 Hoth").play("tactical", "activate Guderian")
    assert game.clauses("activate Guderian") == ["10.1c"]
    assert game.movers("activate") == {"Hoth"}
    assert game.movers("lead") == {"Hoth"}


@pytest.mark.case("10.8j", "8.0b", "10.1i")
def test_a_slow_staff_cannot_disengage_in_rain(choose: At) -> None:
    game = choose(f"weather rain\n{GROUND}\n79 Guderian\n90 2FK 25RC").play("tactical", "activate Guderian")
    assert "2FK" not in game.movers("lead")
    assert ("10.8j", f"{TITLE.lexicon.pieces[game.unit('2FK')]} cannot move anywhere") in why(game, "lead 2FK via 79")


@pytest.mark.case("10.7a")
def test_who_is_not_on_the_map_does_not_move(choose: At) -> None:
    game = choose(f"{GROUND}\n90 24PzK\ngerman-pool 13AK\nlost 34AK").play("strategic-move")
    assert [clause for clause, _ in why(game, "move 13AK via 91")] == ["10.7a"]
    assert [clause for clause, _ in why(game, "build 34AK")] == ["10.7a"]
    assert game.movers() == {"24PzK"}


@pytest.mark.case("14.4a")
def test_no_rails_lead_out_of_a_lone_area(choose: At) -> None:
    game = choose("german 67 90 91\n90 24PzK\n67 46PzK", "options rail=rail").play("strategic-move")
    assert game.movers("rail") == {"24PzK"}
    lone = TITLE.lexicon.pieces[game.unit("46PzK")]
    assert ("14.4a", f"there is no Area that {lone} could reach by rail") in why(game, "rail 46PzK 90")


# -- support ----------------------------------------------------------------------------------

FIELD = "german 67 90\n90 Guderian(active,up,acted) 2FK(active,up,acted)\n102 46PzK 25RC"


@pytest.mark.case("10.4b")
def test_whose_artillery(at: At) -> None:
    game = segment(at, f"{FIELD}\n103 Konev\n66 Hoth(active,up,acted)", "support")
    konev = TITLE.lexicon.pieces[game.unit("Konev")]
    assert why(game, f"fire {konev} 102")[0] == ("10.4b", f"{konev} is not yours")
    assert game.movers("fire") == {"Guderian"}
    assert ("10.4b", f"there is no Battle adjacent to {TITLE.lexicon.pieces[game.unit('Hoth')]}") in why(
        game, "fire Hoth 102"
    )


@pytest.mark.case("10.10f", "10.10.1b")
def test_which_bombers(at: At) -> None:
    game = segment(at, f"{FIELD}\n91 24PzK 30RC", "support")
    assert why(game, "fly 2FK 102 with 46PzK")[0][0] == "10.10f"
    game.play("fly 2FK 102 with He1")
    assert game.clauses("fly 2FK 91 with He1") == ["10.10f"]
    assert game.clauses("fly 2FK 91 with He2") == []


@pytest.mark.case("10.10f", "10.10i")
def test_which_wings(at: At) -> None:
    text = "german 67 90\n90 2FK(active,up,acted,level=2) 8FK Guderian(active,up,acted)\n102 46PzK 25RC\n91 24PzK 30RC"
    game = segment(at, text, "support")

    def said(name: str) -> list[str]:
        piece = TITLE.lexicon.pieces[game.unit(name)]
        return [text.removeprefix(f"{piece} ") for _, text in why(game, f"fly {piece} 91 with He3")]

    assert game.movers("fly") == {"2FK"}
    assert said("25RC")[0] == "is not yours"
    assert said("8FK")[0] == said("Guderian")[0] == "is not an activated Luftwaffe headquarters"
    game.play("fly 2FK 102 with He1 He2")
    assert said("2FK")[0] == "may commit no more Bombers"
    assert game.movers("fly") == set()
    game = segment(at, f"{text}\naborted He1 He2\nshot-down He3 He4", "support")
    assert game.movers("fly") == set()
    assert said("2FK")[0] == "has no Bomber left"


@pytest.mark.case("10.16n", "10.11c")
def test_only_the_battles_of_the_blitz_are_supported(at: At) -> None:
    """An old Battle next to Guderian is none of them."""
    text = """german 67 90 102
        dashes 102 101
        old 91
        90 Guderian(active,up,acted)
        91 46PzK 30RC
        101 24PzK(up,acted) 25RC"""
    game = segment(at, text, "blitz-support")
    assert game.clauses("fire Guderian 91") == ["10.11c"]
    assert game.clauses("fire Guderian 101") == []


@pytest.mark.case("10.15a")
def test_a_battle_is_fought_once(at: At) -> None:
    game = segment(at, "102 34AK 25RC").play("battle 102")
    volley(volley(game))
    assert game.ask == ("german", "combat")
    assert game.clauses("battle 102") == ["10.15a"]


# -- set-up -----------------------------------------------------------------------------------


@pytest.mark.case("setup.3", "2.7a")
def test_a_full_area_takes_no_more(at: At) -> None:
    """Of the Areas around Kalinin's staff one is full, another taken."""
    head = "at game first_army+\nat set-up settling army=1 entry=10"
    free = at(f"{head}\n45 Budyonny(level=2)\n63 Stalin(level=2) Zhukov(level=2)", "typhoon")
    around = [
        area for area in TITLE.data.names(TITLE.data.adjacent[free.area("45")]) if not free.clauses(f"settle {area}")
    ]
    assert around
    area = next(name for name in around if TITLE.data.stacking[free.area(name)] == 4)
    full = at(f"{head}\n45 Budyonny(level=2)\n{area} 3Army 13Army 50Army 5Army\n63 Stalin(level=2)", "typhoon")
    assert why(full, f"settle {area}") == [("setup.3", f"{area} has no room")]
    named = at(f"{head} places={area}\n45 Budyonny(level=2)\n63 Stalin(level=2)", "typhoon")
    assert why(named, f"settle {area}")[0][1].endswith("one Block per Area")


@pytest.mark.case("setup.3")
def test_room_is_left_for_those_to_come(at: At) -> None:
    """Only one Area is left for Hoepner's three Blocks: Hoth's, though it is theirs too, go elsewhere."""
    d = TITLE.data
    hoth, hoepner = d.plans["gasp"].armies[0].entries[14:16]
    shared = next(area for area in scan(hoth.domain & hoepner.domain) if d.stacking[area] == 4)
    others = iter([b.id for n, b in enumerate(d.blocks) if b.side == 0 and not (hoth.faces | hoepner.faces) >> n & 1])
    next(others)  # Hitler
    full = {area: d.stacking[area] - (area == shared) * 3 for area in scan(hoepner.domain)}
    stacks = [" ".join([d.board.names[area], *(next(others) for _ in range(count))]) for area, count in full.items()]
    head = "at game second_army+\nat set-up deploying army=0 entry=14\nRastenburg Hitler(level=0)"
    game = at("\n".join([head, *stacks]), "gasp")
    name = d.board.names[shared]
    assert why(game, f"deploy 39PzK in {name}") == [
        ("setup.3", f"with a Block in {name} there would be no room for all the others")
    ]
    open_ = {d.board.names[action.args[1]] for action in TITLE.actions(game.s)}
    assert open_
    assert name not in open_


# -- what it costs ----------------------------------------------------------------------------


@pytest.mark.case("2.6a", "8.0b", "8.0e")
@pytest.mark.parametrize(("weather", "clause", "cost"), [("sun", "2.6a", 1), ("rain", "8.0b", 3), ("snow", "8.0e", 2)])
def test_the_ledger_of_a_move(choose: At, weather: str, clause: str, cost: int) -> None:
    game = choose(f"weather {weather}\n{GROUND}\n90 24PzK").play("strategic-move")
    lines = TITLE.aids.cost(game.s, Action("move", (game.unit("24PzK"), (game.area("78"),))))
    assert [(line.clause, line.amount) for line in lines] == [(clause, cost)]


@pytest.mark.case("10.16e")
def test_the_ledger_of_a_blitz(at: At) -> None:
    game = segment(at, "german 67 90 102\n90 Guderian(active,up,acted)\n102 24PzK(up,blitz,acted)", "blitz")
    lines = TITLE.aids.cost(game.s, Action("blitz", (game.unit("24PzK"), game.area("101"))))
    assert [(line.clause, line.amount) for line in lines] == [("10.16e", 1)]


@pytest.mark.case("8.1a")
def test_where_the_forecast_marker_lies(at: At) -> None:
    october = at(f"at game choice\nturn 4\nforecast 2\ngerman 67\n90 24PzK{LEADERS}")
    assert TITLE.aids.tracks(october.s)["Forecast"] == 2
    july = at(f"at game choice\nturn 1\ngerman 67\n90 24PzK{LEADERS}")
    assert "Forecast" not in TITLE.aids.tracks(july.s)


@pytest.mark.case("10.10f")
def test_bombers_are_sent_by_their_headquarters(choose: At) -> None:
    game = choose(f"{GROUND}\n90 Guderian").play("tactical")
    bomber = TITLE.lexicon.pieces[next(scan(TITLE.data.all_bombers))]
    assert why(game, f"activate {bomber}")[0] == ("10.10f", f"{bomber} is a Bomber: only its headquarters can send it")


@pytest.mark.case("10.10f", "10.10g")
def test_how_many_bombers_can_fly(at: At) -> None:
    """Those of an activated headquarters in range, or the reason why there are none."""
    text = "german 67 90\n102 46PzK 25RC\n90 Guderian(active,up,acted) 2FK"
    game = segment(at, f"{text}(active,up,acted,level=2)", "support")
    assert supporting(game.s).endswith("2 Bombers can fly.")
    game = segment(at, text, "support")
    assert supporting(game.s).endswith("No Bomber is available: no Luftwaffe headquarters is activated.")


@pytest.mark.case("10.4b")
def test_support_that_nobody_can_give_is_not_asked_for(at: At) -> None:
    """The player is told why."""
    game = segment(at, "german 67 90\n102 46PzK 25RC\n90 Guderian(active,up,acted,level=0)", "command").play("done")
    assert game.ask == ("german", "combat")
    assert any("No activated headquarters can support" in str(line) for line in game.table.journal[-1].heard_by(0)[1])
    assert not any("No activated" in str(line) for line in game.table.journal[-1].heard_by(1)[1])
