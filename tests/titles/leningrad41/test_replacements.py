"""[7.4 - 7.7] German replacements, and what becomes of the dead."""

from collections.abc import Callable

import pytest

from grognard.core.title import Bad
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET
from grognard.titles.leningrad41.state import eliminate
from tests.titles.leningrad41.conftest import DATA, TITLE, Game

At = Callable[..., Game]
LOST = "4812 I-10\n4710 I-8M\n2807 1RB\ndead II-10 III-10 II-8M 48Pi I-469"


@pytest.fixture
def replacing(at: At) -> At:
    """The Replacement Phase, with so many replacements due."""

    def make(text: str = LOST, due: int = 2, turn: int = 6, **more: str) -> Game:
        return at(f"at replacements\nturn {turn}\ndue {due}\n{text}", **more)

    return make


@pytest.mark.case("7.4a", "7.4b", "7.4c", "7.4d", "16.2e")
@pytest.mark.parametrize("delayed", [False, True])
@pytest.mark.parametrize(("turn", "many"), [(1, 0), (2, 1), (5, 1), (6, 2), (10, 2)])
def test_how_many_come(at: At, turn: int, many: int, delayed: bool) -> None:
    """A German turn begins; whether it does so by set-up or after another turn makes no difference."""
    more = int(delayed and turn > 1)
    flag = "delayed yes\n" if delayed else ""
    if turn == 1:
        game = at(f"at deploying\nside 1\n{flag}5101 51-42\ndead II-10 III-10 II-8M\n{DEPLOYED}")
        game.play(f"deploy {FREE[35]}")
    else:
        game = at(f"at soviet-fire\nturn {turn - 1}\nside 1\n{flag}4812 I-10\ndead II-10 III-10 II-8M 48Pi").play(
            "done"
        )
    assert game.s.turn == turn
    assert (game.s.due, game.ask[1] == "replacements") == (many + more, bool(many + more))


FREE = [
    DATA.board.names[hex]
    for hex in range(DATA.board.box)
    if (DATA.stages["assault"].open & ~DATA.objectives) >> hex & 1
]
DEPLOYED = "\n".join(f"{hex} 42-{n}" for n, hex in enumerate(FREE[:35], 2))


@pytest.mark.case("7.5a", "7.5b", "7.1b")
def test_a_sub_command_with_losses_is_named(replacing: At) -> None:
    game = replacing()
    assert set(game.options("replace")) == {"8pz", "3mot", "corps", "269"}
    assert game.clauses("replace polizei") == ["7.5a"]
    with pytest.raises(Bad, match="expected one of 3mot"):
        game.clauses("replace lfr")
    game.play("replace 8pz")
    assert game.ask == ("chance", "replacement-draw")
    assert game.movers("draw") == {"II-10", "III-10"}
    assert game.clauses("draw II-8M") == ["7.5b"]
    verb = TITLE.step(game.s).verb("draw")
    assert verb is not None
    assert verb.weights is not None
    assert verb.weights(game.s) == [1, 1]


@pytest.mark.case("7.5c", "7.5d", "7.5g")
def test_replacements_run_out(replacing: At) -> None:
    one = replacing(due=1, turn=2).play("replace 8pz", "draw II-10", "place 4812")
    assert one.ask[1] != "replacements"  # 19.1 follows
    same = replacing().play("replace 8pz", "draw II-10", "place 4812")
    assert (same.ask, same.s.due) == (("german", "replacements"), 1)
    same.play("replace 8pz", "draw III-10", "place 4812")
    assert same.ask[1] != "replacements"
    other = replacing().play("replace 8pz", "draw II-10", "place 4812", "replace 3mot", "draw II-8M", "place 4710")
    assert other.where("II-8M") == "4710"


@pytest.mark.case("7.5g")
def test_they_may_be_declined_but_not_saved(replacing: At) -> None:
    assert replacing(due=0).clauses("replace 8pz") == ["7.5g"]
    game = replacing().play("done")
    assert game.s.due == 0
    assert game.ask[1] != "replacements"


@pytest.mark.case("7.5b", "7.5a")
def test_nobody_can_use_more_than_there_are_dead(replacing: At) -> None:
    game = replacing("4812 I-10\n2807 1RB\ndead II-10").play("replace 8pz", "draw II-10", "place 4812")
    assert game.ask[1] != "replacements"  # the second is lost


@pytest.mark.case("7.5e")
def test_the_corps_receives_replacements_once_it_has_come(replacing: At) -> None:
    """Its only unit has died; those that have not come stay in their pile."""
    game = replacing("4812 I-10\n2807 1RB\ndead 48Pi").play("replace corps")
    assert game.movers("draw") == {"48Pi"}
    game.play("draw 48Pi")
    assert (game.where("48Pi"), game.where("678Pi")) == ("arriving", "reserve")


@pytest.mark.case("7.5f", "14.7a", "7.7b", "15.1d", "15.2c")
@pytest.mark.parametrize("unit", ["Manstein", "Zhdanov", "Zhukov", "Aurora-42", "LG42"])
def test_some_never_return(at: At, unit: str) -> None:
    game = at("at german-fire\nturn 3\n4812 I-10 Manstein\n2807 Zhdanov\n2809 Zhukov\n3211 Aurora-42\n1820 LG42")
    eliminate(game.s, game.unit(unit))
    assert game.where(unit) == "out"


@pytest.mark.case("7.6a", "7.6b")
def test_a_replacement_joins_a_unit_of_its_sub_command(replacing: At) -> None:
    text = "4812 I-10 II-10\n4710 I-8M\n4711 III-10 48Pi\n2807 1RB\ndead I-8p"
    game = replacing(text).play("replace 8pz", "draw I-8p")
    assert game.ask == ("german", "replacement-place")
    assert game.places(game.options("place").members) == {"4812", "4711"}  # full hexes, too
    assert game.clauses("place 4710") == ["7.6a"]
    assert game.clauses("place 4713") == ["7.6a"]
    game.play("place 4812")
    assert game.where("I-8p") == "4812"


@pytest.mark.case("7.6b")
def test_two_replacements_may_go_to_one_hex(replacing: At) -> None:
    game = replacing("4812 I-10 48Pi\n2807 1RB\ndead II-10 III-10")
    game.play("replace 8pz", "draw II-10", "place 4812", "replace 8pz", "draw III-10", "place 4812")
    assert game.units(game.s.here[game.place("4812")]) == {"I-10", "II-10", "III-10", "48Pi"}


@pytest.mark.case("7.6d")
def test_a_replacement_has_neither_moved_nor_fired(replacing: At) -> None:
    game = replacing("4812 I-10\n2807 1RB\ndead II-10", due=1).play("replace 8pz", "draw II-10", "place 4812")
    bit = 1 << game.unit("II-10")
    assert not (game.s.moved | game.s.fired | game.s.closed) & bit
    assert game.s.there[GERMAN] & bit


@pytest.mark.case("7.6e", "7.2b")
def test_without_comrades_it_enters_by_the_edge(replacing: At) -> None:
    game = replacing().play("replace 269", "draw I-469")
    assert game.where("I-469") == "arriving"
    assert game.ask == ("german", "replacements")  # the next one
    assert "enters by the south edge" in game.log()


@pytest.mark.case("6.5b", "7.5b")
def test_the_soviet_learns_who_returns(replacing: At) -> None:
    game = replacing().play("replace 8pz", "draw II-10", "place 4812")
    assert "2nd Battalion, 10th Panzer Regiment is placed" in game.log(SOVIET)


@pytest.mark.case("7.7a", "7.7c")
def test_dead_soviets_go_back_to_their_pools(at: At) -> None:
    game = at("at german-fire\nturn 3\n4812 I-10\n2807 1RB\n2809 68-70\n2811 51-42")
    for unit in ("1RB", "68-70", "51-42"):
        piece = game.unit(unit)
        eliminate(game.s, piece)
        assert DATA.board.names[game.s.place[piece]] == ("pool-lfr" if unit == "68-70" else "pool-42")
    assert {DATA.faces[face].id for face in range(len(DATA.faces)) if game.s.died >> face & 1} == {"1RB", "51-42"}
