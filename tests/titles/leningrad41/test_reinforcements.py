"""[7.3, 19.2, 19.3] Soviet reinforcements."""

from collections.abc import Callable

import pytest

from grognard.core.bits import scan
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET
from grognard.titles.leningrad41.state import counter_of
from tests.titles.leningrad41.conftest import DATA, TITLE, Game

At = Callable[..., Game]
OBJECTIVES = [DATA.board.names[place] for place in scan(DATA.objectives)]
FRONT = "5101 I-10"


@pytest.fixture
def soviets(at: At) -> At:
    """The Soviet player turn of this number begins."""

    def make(text: str = "", turn: int = 3, **more: str) -> Game:
        return at(f"at german-fire\nturn {turn}\n{FRONT}\n{text}", **more).play("done")

    return make


@pytest.fixture
def drawn(at: At) -> At:
    """Units of the 42nd Army have been drawn and are to be placed."""

    def make(text: str = "", units: str = "42-1=1RB 42-2=51Tk", **more: str) -> Game:
        marked = " ".join(f"{unit}(reinforcements)" for unit in units.split())
        return at(f"at army-place\nturn 3\nside 1\n{FRONT}\narriving {marked}\n{text}", **more)

    return make


# -- the 42nd Army ----------------------------------------------------------------------------


@pytest.mark.case("5.2f", "19.2a", "19.3a")
def test_nothing_comes_on_game_turn_one(soviets: At) -> None:
    game = soviets(turn=1)
    assert game.ask[1] in ("german-orders", "soviet-movement")
    assert soviets(turn=2).ask == ("chance", "army-draw")


@pytest.mark.case("19.2a", "7.3a")
@pytest.mark.parametrize(
    ("german", "rubble", "many"),
    [(0, 0, 6), (1, 0, 5), (6, 0, 5), (7, 0, 4), (3, 3, 5), (3, 4, 4), (25, 0, 1), (31, 0, 0)],
)
def test_one_unit_for_six_good_objectives(soviets: At, german: int, rubble: int, many: int) -> None:
    lost = f"german {' '.join(OBJECTIVES[:german])}\n" if german else ""
    broken = f"rubble {' '.join(OBJECTIVES[german : german + rubble])}\n" if rubble else ""
    game = soviets(lost + broken)
    assert game.s.due == many
    assert (game.ask[1] == "army-draw") == bool(many)


@pytest.mark.case("7.3c", "7.3d", "19.2h")
def test_units_are_drawn_and_looked_at(soviets: At) -> None:
    game = soviets(f"german {' '.join(OBJECTIVES[:24])}")
    assert game.s.due == 2
    game.play("draw 1RB", "draw 51Tk")
    assert game.ask == ("soviet", "army-place")
    assert (game.face("42-1"), game.face("42-2")) == ("1RB", "51Tk")
    assert game.units(game.s.reinforcements) == {"42-1", "42-2"}
    assert not game.s.up
    assert "1st Red Banner Marine Battalion" in game.log(SOVIET)
    assert "1st Red Banner Marine Battalion" not in game.log(GERMAN)
    assert [entry.heard_by(GERMAN)[0] for entry in game.table.journal[-2:]] == ["draw", "draw"]


@pytest.mark.case("3.5b")
def test_what_is_known_to_be_elsewhere_is_not_drawn(soviets: At) -> None:
    game = soviets("2807 42-1=1RB\n2809 51Tk")
    assert game.clauses("draw 1RB") == ["3.5b"]
    assert game.clauses("draw 51Tk") == ["3.5b"]
    assert game.options("draw").count() == len(DATA.faces) - 2


@pytest.mark.case("7.3c", "19.2b", "19.2c", "19.2d", "19.2e")
def test_where_they_are_placed(drawn: At) -> None:
    game = drawn("german 2807\nrubble 2809\n2610 II-10\n3211 42-5\n1309 Manstein")
    assert game.movers("place") == {"42-1", "42-2"}
    assert game.clauses("place 42-5 2507") == ["7.3c"]
    assert game.clauses("place 42-1 2811") == ["19.2b"]  # no objective
    assert game.clauses("place 42-1 2807") == ["19.2b"]  # German
    assert game.clauses("place 42-1 2809") == ["19.2c"]
    assert game.clauses("place 42-1 2611") == ["19.2d"]
    assert game.clauses("place 42-1 1310") == ["19.2d"]  # a leader is a unit
    game.play("place 42-1 3211")
    assert game.clauses("place 42-2 3211") == ["19.2e"]
    game.play("place 42-2 2507")
    assert (game.where("42-1"), game.where("42-2")) == ("3211", "2507")
    assert game.ask[1] == "reserve-die"


@pytest.mark.case("19.2f", "8.4c", "9.6b")
def test_they_may_be_placed_beyond_the_limit(drawn: At) -> None:
    game = drawn("2807 42-5 42-6\n").play("place 42-1 2807")
    assert game.units(game.s.here[game.place("2807")]) == {"42-1", "42-5", "42-6"}
    assert game.ask == ("soviet", "army-place")  # nobody fires


@pytest.mark.case("6.3a", "19.2f")
def test_but_not_with_the_reserve(drawn: At) -> None:
    assert drawn("2807 68-70\n").clauses("place 42-1 2807") == ["6.3a"]


@pytest.mark.case("7.3b")
def test_without_a_place_they_go_back(drawn: At) -> None:
    game = drawn(f"german {' '.join(set(OBJECTIVES) - {'2807'})}").play("place 42-2 2807")
    assert game.where("42-1") == "pool-42"
    assert game.face("42-1") == "1RB"  # the Soviet player has seen it
    assert game.s.died == 0
    assert not game.s.reinforcements >> game.unit("42-1") & 1
    assert game.ask[1] == "reserve-die"


@pytest.mark.case("7.3b", "19.2b")
def test_whoever_can_be_placed_must_be(drawn: At) -> None:
    assert drawn().verbs() == {"place"}


# -- the Reserve ------------------------------------------------------------------------------


@pytest.mark.case("19.3a", "19.3c", "7.3e")
def test_a_die_of_units(soviets: At) -> None:
    game = soviets(f"german {' '.join(OBJECTIVES[:31])}")
    assert game.ask == ("chance", "reserve-die")
    game.play("roll 3")
    assert game.ask == ("chance", "reserve-draw")
    assert game.movers("draw") == game.units(DATA.command["lfr"])
    assert game.clauses("draw 1Br") == ["19.3c"]
    game.play("draw 68-70", "draw 84KV", "draw 101How")
    assert game.units(game.s.here[DATA.arriving]) == {"68-70", "84KV", "101How"}
    assert "84th Heavy Tank Battalion" in game.log(GERMAN)  # face up
    assert game.ask[1] in ("german-orders", "soviet-movement")


@pytest.mark.case("19.3a", "7.7a")
def test_the_pool_may_run_out(at: At) -> None:
    others = [unit.id for unit in DATA.units if unit.command == "lfr"][1:]
    used = "".join(f"{hex} {unit}\n" for hex, unit in zip(FREE, others, strict=False))
    game = at(f"at reserve-die\nturn 3\nside 1\n{FRONT}\n{used}").play("roll 6", "draw 68-70")
    assert game.ask[1] != "reserve-draw"
    assert game.s.due == 0


FREE = [DATA.board.names[hex] for hex in scan(DATA.stages["assault"].open & ~DATA.objectives)]


@pytest.mark.case("12.4b", "12.4d")
def test_an_air_marker_drawn_is_ready_and_takes_the_place_of_a_unit(at: At) -> None:
    game = at(f"at reserve-die\nturn 3\nside 1\n{FRONT}\npool-lfr LFR5").play("roll 2", "draw LFR5", "draw 68-70")
    assert (game.where("LFR5"), game.where("68-70")) == ("beside", "arriving")
    assert game.ask[1] != "reserve-draw"  # the marker is one of the two


@pytest.mark.case("3.4b", "14.4a")
@pytest.mark.parametrize(("turn", "where"), [(2, "arriving"), (3, "beside")])
def test_zhukov_comes_with_the_first_reserve(soviets: At, turn: int, where: str) -> None:
    game = soviets(f"german {' '.join(OBJECTIVES[:31])}", turn=turn)
    assert game.where("Zhukov") == where
    game.play("roll 2")
    assert game.s.due == 2  # he does not count


@pytest.mark.case("3.4b")
def test_or_is_drawn(soviets: At) -> None:
    game = soviets(f"german {' '.join(OBJECTIVES[:31])}\npool-lfr Zhukov", turn=2, zhukov="drawn")
    assert game.where("Zhukov") == "pool-lfr"
    game.play("roll 1", "draw Zhukov")
    assert game.where("Zhukov") == "arriving"


@pytest.mark.case("19.3b")
def test_the_edges_by_which_they_enter() -> None:
    stage, names = DATA.stages["assault"], DATA.board.names
    entry = {names[hex] for hex in scan(stage.reserve_entry)}
    assert {hex for hex in entry if hex[2:] != "01"} <= {hex for hex in entry if hex[:2] == "01"}
    assert {"0101", "0115", "4501", "2001"} <= entry
    assert not entry & {"4601", "4701"}
    assert {names[hex][:2] for hex in scan(stage.german_entry)} == {"51"}
    assert TITLE.board.gates == {
        "german": frozenset(names[hex] for hex in scan(stage.german_entry)),
        "soviet": frozenset(entry),
    }


@pytest.mark.case("7.3b")
def test_units_that_cannot_enter_go_back(at: At) -> None:
    """A position in which the edges are full of Germans."""
    edge = scan(DATA.stages["assault"].reserve_entry)
    units = [unit.id for unit in DATA.units if unit.side == GERMAN]
    blocked = "".join(f"{DATA.board.names[hex]} {unit}\n" for hex, unit in zip(edge, units, strict=False))
    game = at(f"at soviet-movement\nturn 3\nside 1\n{blocked}arriving 68-70\n2807 1RB").play("done")
    assert game.where("68-70") == "pool-lfr"
    assert "cannot enter" in game.log()


@pytest.mark.case("7.1f")
def test_units_off_the_map_are_not_attacked(at: At) -> None:
    game = at("at german-fire\nturn 3\n0102 I-10\n0104 1RB\narriving 68-70\npool-lfr 252-70")
    assert game.places(game.options("fire").members) == {"0104"}
    for box in ("arriving", "pool-lfr"):
        assert "10.1a" in game.clauses(f"fire {box} by 8pz with I-10")


# -- drawing from the pool --------------------------------------------------------------------


@pytest.mark.case("3.5b", "7.3c", "7.7a")
def test_the_lowest_counter_always_leaves_the_pool(at: At) -> None:
    """Whichever face is drawn, returned or never seen, the number is the same, and no face is lost or doubled."""
    head = f"at army-draw\nturn 3\nside 1\ndue 1\n{FRONT}\ndied 1LG 2LG\n2807 42-1\n"
    for pool in ("42-2=1LG 42-5=2LG", "42-4=1LG 42-3=2LG", "42-2=1LG 42-3=2LG"):
        for face in ("1LG", "2LG", "51Tk"):
            game = at(f"{head}pool-42 {pool}").play(f"draw {face}")
            assert game.units(game.s.here[DATA.arriving]) == {"42-2"}
            assert game.face("42-2") == face
            known = {"1LG", "2LG", face}
            assert {game.face(DATA.pieces[piece]) for piece in scan(DATA.anonymous)} - {""} == known
            for name in known - {face}:
                holder = counter_of(game.s, DATA.face[name])
                assert holder is not None
                assert game.s.place[holder] == DATA.army_pool
            assert game.face("42-1") == ""
