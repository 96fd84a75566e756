"""[19.1] German reinforcements."""

from collections.abc import Callable

import pytest

from grognard.core import notation
from grognard.core.bits import scan
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET
from grognard.titles.leningrad41.rules.schedule import Schedule
from tests.titles.leningrad41.conftest import DATA, TITLE, Game

At = Callable[..., Game]
New = Callable[..., Game]
FIRST = "3mot", "8pz"
CORPS = DATA.command["corps"]


@pytest.fixture
def begins(at: At) -> At:
    """The German turn of this number begins; units that are not named have not come yet."""

    def make(turn: int, text: str = "", came: tuple[str, ...] = (), **more: str) -> Game:
        gone = [unit.id for unit in DATA.units if unit.command in came and unit.id != "I-10"]
        dead = f"\narriving {' '.join(gone)}" if gone else ""
        return at(f"at soviet-fire\nturn {turn - 1}\nside 1\n4812 I-10\n2807 1RB\n{text}{dead}", **more).play("done")

    return make


def arriving(game: Game) -> set[str]:
    """The German sub-commands with units at the edge."""
    there = game.s.here.get(DATA.arriving, 0)
    return {name for name, units in DATA.command.items() if units & there & DATA.side[GERMAN]}


def draw(game: Game, many: int = 99) -> Game:
    """Draw what is to be drawn."""
    for _ in range(many):
        if game.ask[1] != "schedule-draw":
            break
        game.play(f"draw {min(game.movers('draw'))}")
    return game


@pytest.mark.case("19.1h", "19.1i", "19.1j", "19.1k", "19.1a", "7.2a", "7.8a", "12.2a", "3.9a", "2.1b")
def test_game_turn_one(new: New) -> None:
    game = new().deploy()
    assert (game.s.turn, game.s.side) == (1, GERMAN)
    assert game.where("Manstein") == "arriving"
    assert game.ask == ("chance", "schedule-draw")
    assert game.movers("draw") == game.units(DATA.air & DATA.side[GERMAN])
    assert game.clauses("draw 48Pi") == ["19.1e"]
    for _ in range(6):
        assert game.ask[1] == "schedule-draw"
        draw(game, 1)
    assert game.s.here[DATA.beside] & DATA.side[GERMAN] == DATA.air & DATA.side[GERMAN] & ~(
        1 << next(scan(game.s.here[DATA.reserve] & DATA.air))
    )
    assert game.ask == ("chance", "schedule-die")
    game.play("roll 5")
    for _ in range(3):
        assert game.movers("draw") <= game.units(CORPS)
        draw(game, 1)
    assert (game.s.here[DATA.arriving] & CORPS).bit_count() == 3
    game.play("roll 4")
    assert arriving(game) == {"corps", "8pz"}
    assert not DATA.command["8pz"] & ~game.s.here[DATA.arriving]  # 19.1b


@pytest.mark.case("19.1j", "19.1m", "19.1o")
@pytest.mark.parametrize(("die", "many"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
@pytest.mark.parametrize("turn", [2, 3])
def test_half_a_die_of_corps_units(begins: At, turn: int, die: int, many: int) -> None:
    game = begins(turn, came=FIRST)
    if turn == 3:
        game.play("roll 1")
    game.play(f"roll {die}")
    draw(game)
    assert (game.s.here[DATA.arriving] & CORPS).bit_count() == many


@pytest.mark.case("19.1k", "19.1b")
@pytest.mark.parametrize(("die", "division"), [(1, "3mot"), (3, "3mot"), (4, "8pz"), (6, "8pz")])
def test_the_first_division(new: New, die: int, division: str) -> None:
    game = draw(draw(new().deploy()).play("roll 1")).play(f"roll {die}")
    assert arriving(game) == {"corps", division}


@pytest.mark.case("19.1l", "19.1d")
@pytest.mark.parametrize(("came", "comes"), [("3mot", "8pz"), ("8pz", "3mot")])
def test_then_the_other(at: At, came: str, comes: str) -> None:
    there = " ".join(unit.id for unit in DATA.units if unit.command == came)
    game = at(f"at soviet-fire\nturn 1\nside 1\n4812 48Pi\n2807 1RB\ndead {there}").play("done")
    game.play("done")  # no replacement
    assert arriving(game) == {comes}
    assert DATA.command[comes] & ~game.s.here[DATA.arriving] == 0


@pytest.mark.case("19.1n")
@pytest.mark.parametrize(
    ("die", "division"), [(1, "269"), (2, "269"), (3, "269"), (4, "totenkopf"), (5, "totenkopf"), (6, "polizei")]
)
def test_game_turn_three(begins: At, die: int, division: str) -> None:
    game = begins(3, came=FIRST).play(f"roll {die}")
    assert arriving(game) == {*FIRST, division}


@pytest.mark.case("19.1p")
@pytest.mark.parametrize("turn", [2, 3])
def test_before_game_turn_four_no_die_is_rolled_for_more(begins: At, turn: int) -> None:
    game = begins(turn, came=FIRST)
    if turn == 3:
        game.play("roll 1")
    game.play("roll 1")
    assert draw(game).ask[1] not in ("schedule-die", "schedule-draw")


@pytest.mark.case("19.1p", "19.1q", "19.1r")
@pytest.mark.parametrize("die", [1, 2, 3])
@pytest.mark.parametrize(("dice", "comes"), [((5, 2), "totenkopf"), ((2, 5), "polizei")])
def test_one_of_two_divisions(begins: At, die: int, dice: tuple[int, int], comes: str) -> None:
    game = begins(4, came=(*FIRST, "269")).play(f"roll {die}")
    assert game.ask == ("chance", "schedule-die")
    game.play(*(f"roll {one}" for one in dice))
    assert arriving(game) == {*FIRST, "269", comes}
    assert game.ask == ("chance", "schedule-draw")
    draw(game)
    assert (game.s.here[DATA.arriving] & CORPS).bit_count() == 1


@pytest.mark.case("2.1b", "19.1q")
def test_the_diary_tells_what_each_die_is_for(begins: At) -> None:
    said = begins(4, came=(*FIRST, "269")).play("roll 1", "roll 2", "roll 5").log()
    assert "The die for reinforcements shows 1. [2.1]" in said
    assert "The die for the SS Totenkopf Division shows 2. [2.1]" in said
    assert "The die for the SS Polizei Division shows 5. [2.1]" in said
    said = begins(3, came=FIRST).play("roll 6", "roll 3").log()
    assert "The die for the division that comes shows 6. [2.1]" in said
    assert "The die for units of the 56th Panzer Corps shows 3. [2.1]" in said


@pytest.mark.case("19.1q")
def test_equal_dice_are_rolled_again(begins: At) -> None:
    game = begins(4, came=(*FIRST, "269")).play("roll 1", "roll 4", "roll 4")
    assert arriving(game) == {*FIRST, "269"}
    game.play("roll 6", "roll 1")
    assert arriving(game) == {*FIRST, "269", "totenkopf"}


@pytest.mark.case("19.1q")
def test_the_last_division_comes_without_a_die(begins: At) -> None:
    game = begins(4, came=(*FIRST, "269", "polizei")).play("roll 2")
    assert arriving(game) == {*FIRST, "269", "polizei", "totenkopf"}
    assert game.ask[1] == "schedule-draw"


@pytest.mark.case("19.1q", "19.1r", "19.1d")
def test_without_a_division_left_one_unit_of_the_corps_comes(begins: At) -> None:
    every = (*FIRST, "269", "polizei", "totenkopf")
    game = draw(begins(4, came=every).play("roll 3"))
    assert (game.s.here[DATA.arriving] & CORPS).bit_count() == 1
    assert arriving(game) == {*every, "corps"}


@pytest.mark.case("19.1s", "19.1t", "19.1c", "19.1g")
@pytest.mark.parametrize(("die", "many"), [(4, 2), (5, 3)])
def test_units_of_the_corps(begins: At, die: int, many: int) -> None:
    game = draw(begins(5, came=FIRST).play(f"roll {die}"))
    drawn = game.s.here[DATA.arriving] & CORPS
    assert drawn.bit_count() == many
    assert all(DATA.units[unit].name in game.log(SOVIET) for unit in scan(drawn))  # face up


@pytest.mark.case("19.1e")
def test_the_corps_and_the_luftwaffe_run_out(begins: At) -> None:
    units = " ".join([unit.id for unit in DATA.units if unit.command == "corps"][1:])
    game = draw(begins(5, f"dead {units}\n", came=FIRST).play("done", "roll 5"))
    assert (game.s.here[DATA.arriving] & CORPS).bit_count() == 1
    air = " ".join(one.id for one in DATA.counters.air if one.side == GERMAN)
    game = begins(5, f"beside {air}\n", came=FIRST).play("roll 6")
    assert game.ask[1] != "schedule-draw"


@pytest.mark.case("19.1u", "19.1v")
def test_a_six_brings_a_marker_and_announces_the_battlegroup(begins: At) -> None:
    game = begins(5, came=FIRST).play("roll 6")
    assert game.movers("draw") == game.units(DATA.air & DATA.side[GERMAN])
    game.play("draw Rudel")
    assert game.where("Rudel") == "beside"
    assert game.s.flieger == 6
    assert "flieger" not in arriving(game)
    assert "comes on the next turn" in game.log()


@pytest.mark.case("19.1v", "19.1b")
def test_the_battlegroup_comes(begins: At) -> None:
    game = begins(6, "flieger 6\n", came=FIRST)
    assert arriving(game) == {*FIRST, "flieger"}
    assert DATA.command["flieger"] & ~game.s.here[DATA.arriving] == 0


@pytest.mark.case("19.1v", "19.1d")
def test_it_comes_once(begins: At) -> None:
    game = begins(7, "flieger 6\n", came=(*FIRST, "flieger")).play("roll 6", "draw Rudel")
    assert game.s.flieger == 6


@pytest.mark.case("19.1f")
def test_what_is_due_after_the_last_turn_does_not_come(begins: At) -> None:
    game = begins(10, came=FIRST).play("roll 6", "draw Rudel")
    assert game.s.flieger == 0


@pytest.mark.case("7.1a", "7.2a", "3.8a")
def test_every_german_comes_as_a_reinforcement(new: New) -> None:
    game = new().deploy()
    assert not game.s.there[GERMAN]
    known = DATA.plans["assault"]
    coming = {name for one in known.schedule for name in (*one.rolls.values(), *one.of)}
    later = {name for roll in known.later.values() for name in (*roll.rest, roll.next) if name}
    assert coming | later | {"corps"} == {unit.command for unit in DATA.units if unit.side == GERMAN}


@pytest.mark.case("7.2b")
def test_what_has_not_entered_waits(at: At) -> None:
    game = at("at german-fire\nturn 5\n4812 I-10\n2807 1RB\narriving I-8M").play("done").to("schedule-die", 6)
    assert game.where("I-8M") == "arriving"


def test_the_schedule_can_be_saved_in_the_middle(begins: At) -> None:
    game = begins(4, came=(*FIRST, "269")).play("roll 1", "roll 4")
    assert game.s.local == Schedule(entry=1, roll=4, first=4, corps=1)
    again = notation.read({TITLE.name: TITLE}, notation.write(game.s))
    assert again.key() == game.s.key()
