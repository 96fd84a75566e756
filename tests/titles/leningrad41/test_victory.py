"""[4.0] Control and victory."""

from collections.abc import Callable

import pytest

from grognard.core.bits import scan
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET
from grognard.titles.leningrad41.rules.victory import LAST_TURN, SUDDEN_DEATH, objectives
from grognard.titles.leningrad41.state import eliminate, put
from tests.titles.leningrad41.conftest import DATA, TITLE, Game

At = Callable[..., Game]
OBJECTIVES = [DATA.board.names[place] for place in scan(DATA.objectives)]


def last(at: At, turn: int, german: list[str], text: str = "4812 I-10") -> Game:
    """The last step of a turn; the Germans control these hexes."""
    held = f"german {' '.join(german)}\n" if german else ""
    return at(f"at soviet-fire\nturn {turn}\nside 1\n{held}{text}")


def level(game: Game) -> tuple[int, str]:
    found = TITLE.outcome(game.s)
    assert found is not None
    return found.winner, found.level


@pytest.mark.case("4.3a", "4.4a", "4.6a", "5.4a")
@pytest.mark.parametrize(("many", "winner"), [(21, SOVIET), (22, GERMAN), (23, GERMAN), (0, SOVIET)])
def test_twenty_two_objectives_win_at_the_end(at: At, many: int, winner: int) -> None:
    game = last(at, 10, OBJECTIVES[:many]).play("done")
    assert game.s.over
    assert level(game) == (winner, LAST_TURN)
    assert f"{many} of 36 objectives" in game.log()


@pytest.mark.case("4.3b")
def test_rubbled_objectives_count(at: At) -> None:
    held = OBJECTIVES[:22]
    game = last(at, 10, held, f"rubble {' '.join(held)}\n4812 I-10").play("done")
    assert level(game) == (GERMAN, LAST_TURN)


@pytest.mark.case("4.5a", "5.4b")
def test_all_objectives_win_at_once(at: At) -> None:
    assert not last(at, 4, OBJECTIVES[:-1]).play("done").s.over
    game = last(at, 4, OBJECTIVES).play("done")
    assert level(game) == (GERMAN, SUDDEN_DEATH)


@pytest.mark.case("4.5b", "5.4b")
@pytest.mark.parametrize("text", ["4812 Manstein", "arriving I-10", "beside StukaA", "dead I-10"])
def test_without_german_ground_units_the_soviets_win_at_once(at: At, text: str) -> None:
    game = last(at, 4, OBJECTIVES[:30], text).play("done")
    assert level(game) == (SOVIET, SUDDEN_DEATH)
    assert "No German ground unit is on the map: the Soviet player wins. [4.5]" in game.log()


@pytest.mark.case("4.5b")
def test_nobody_wins_before_the_turn_is_complete(at: At) -> None:
    game = at(f"at german-fire\nturn 4\nside 0\ngerman {' '.join(OBJECTIVES)}\n4812 I-10").play("done")
    assert not game.s.over


@pytest.mark.case("4.2a", "4.2c")
def test_a_hex_belongs_to_the_last_who_was_there(at: At) -> None:
    s = at("at german-movement\nturn 3\n4812 I-10\n4012 1RB").s
    place, hex = TITLE.lexicon.place, TITLE.lexicon.place("4510")
    assert s.german == 1 << place("4812")  # occupied
    german, soviet = DATA.number["I-10"], next(scan(s.up))
    put(s, german, hex)
    put(s, german, place("4511"))
    assert s.german >> hex & 1  # passed through
    put(s, soviet, hex)
    assert not s.german >> hex & 1
    put(s, soviet, place("4012"))
    put(s, german, hex)
    assert s.german >> hex & 1
    eliminate(s, german)
    assert s.german >> hex & 1


@pytest.mark.case("4.2a")
def test_leaders_and_boats_take_nothing(at: At) -> None:
    s = at("at german-movement\nturn 3\ngerman 1816\n4812 Manstein\n1820 LG42").s
    assert s.german == 1 << TITLE.lexicon.place("1816")
    put(s, DATA.number["LG42"], TITLE.lexicon.place("1816"))
    assert s.german == 1 << TITLE.lexicon.place("1816")


@pytest.mark.case("4.2a", "8.11d")
def test_a_unit_on_the_water_takes_only_where_it_lands(at: At) -> None:
    s = at("at soviet-movement\nturn 3\nside 1\ngerman 1816 1817\n1818 1RB").s
    marine = next(scan(s.up))
    put(s, marine, TITLE.lexicon.place("1817"), takes=False)
    assert objectives(s) == 0
    put(s, marine, TITLE.lexicon.place("1816"))
    assert s.german == 1 << TITLE.lexicon.place("1817")
