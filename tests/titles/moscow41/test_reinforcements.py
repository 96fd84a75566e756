"""Reinforcements: the draw, where each Block enters, who returns; Blocks with letters."""

from collections.abc import Callable

import pytest

from grognard.core import view
from grognard.core.action import CHANCE
from tests.titles.moscow41.conftest import GERMAN, SOVIET, TITLE, Game

At = Callable[..., Game]
LEADERS = "\n63 Stalin\nRastenburg Hitler"
AREAS = [TITLE.lexicon.places[place] for place in range(1, TITLE.data.board.box)]


def german_but(*soviet: str) -> str:
    """All Areas are German but these."""
    return "german " + " ".join(area for area in AREAS if area not in soviet)


def calling(at: At, text: str, side: int = GERMAN, scenario: str = "campaign") -> Game:
    """A Strategic Impulse, option B."""
    game = at(f"at game choice\nside {side}\ndisc {side}\n{text}\nRastenburg Hitler", scenario)
    return game.play("strategic-call")


def offered(game: Game, name: str) -> set[str]:
    """The places where a Block drawn may enter."""
    found = TITLE.choices(game.s, "enter", game.unit(name))
    return set() if found is None else {TITLE.lexicon.places[place] for place in found}


GERMANS = "turn 2\ngerman 67 Pskov\n63 Stalin\nPskov Hoepner"


@pytest.mark.case("5.0b", "11.0g", "7.2.1a")
def test_how_many_are_drawn(at: At) -> None:
    game = calling(at, GERMANS + "\ngerman-pool 13AK 7AK 5AK")
    assert game.s.value == 6
    assert game.clauses("call 4") == ["5.0b"]
    assert game.clauses("call 3") == []
    many = calling(at, "turn 2\ngerman 67\n63 Stalin\ngerman-pool 13AK 7AK 5AK 2AK 10AK 52ID 106ID 161ID")
    assert many.clauses("call 6") == ["5.0b"]
    many.play("call 0")
    assert many.ask == ("soviet", "choice")


@pytest.mark.case("5.0b", "1.5b")
def test_the_draw_is_private(at: At) -> None:
    game = calling(at, GERMANS + "\ngerman-pool 13AK 7AK 5AK").play("call 2")
    assert game.table.decider == CHANCE
    game.play("draw 7AK", "draw 13AK")
    assert game.where("7AK") == "german-hand"
    assert "call 2" in str([entry.heard_by(SOVIET) for entry in game.table.journal])
    assert "7AK" not in str([entry.heard_by(SOVIET) for entry in game.table.journal])
    hand = view.view(game.s, SOVIET)["board"]["german-hand"]
    assert len(hand) == 2
    assert game.may_be("7AK") == {"7AK", "13AK", "5AK"}
    game.play("enter 7AK in 4A")
    assert game.may_be("7AK") == {"7AK"}  # nobody else comes there
    assert "7AK" not in str([entry.heard_by(SOVIET) for entry in game.table.journal])


@pytest.mark.case("5.0c", "5.0d", "5.0e", "5.0f", "11.0i", "5.1b", "11.0h")
def test_where_germans_enter(at: At) -> None:
    pool = ("13AK", "7AK", "5AK", "2AK", "52ID", "TT")
    game = calling(at, GERMANS + "\ngerman-pool " + " ".join(pool)).play("call 6", *(f"draw {name}" for name in pool))
    places = {"13AK": {"2A"}, "7AK": {"4A"}, "5AK": {"9A"}, "2AK": {"16A"}, "52ID": {"16A", "9A", "4A", "2A"}}
    for name, found in places.items():
        assert offered(game, name) == found
    assert offered(game, "TT") == {"Pskov"}
    assert game.clauses("enter 13AK in 4A") == ["5.0d"]
    assert game.clauses("enter 52ID in 67") == ["5.0e"]
    assert game.clauses("enter TT in 4A") == ["5.0c"]
    assert game.clauses("enter 52ID in Pskov") == ["5.0f"]
    assert game.clauses("return 13AK") == ["5.0l"]
    game.play("enter TT in Pskov", "enter 13AK in 2A")
    assert (game.level("TT"), game.level("13AK")) == (2, 4)


@pytest.mark.case("5.0e", "10.10a")
def test_the_luftwaffe_enters_anywhere(at: At) -> None:
    game = calling(at, GERMANS + "\ngerman-pool 2FK Busch").play("call 2", "draw 2FK", "draw Busch")
    assert offered(game, "2FK") == {"16A", "9A", "4A", "2A"}
    assert offered(game, "Busch") == {"16A"}


@pytest.mark.case("5.0c", "5.0l", "11.0l")
def test_without_hoepner_the_road_is_closed(at: At) -> None:
    text = "turn 2\ngerman 67\n63 Stalin\nlost Hoepner\ngerman-pool TT 41PzK 13AK"
    game = calling(at, text).play("call 2", "draw TT", "draw 13AK")
    assert game.where("TT") == "german-pool"
    assert "returns to the German Pool" in game.log(SOVIET)
    game.play("enter 13AK in 2A")
    assert game.may_be("13AK") == {"13AK"}
    assert game.ask == ("soviet", "choice")


@pytest.mark.case("13.3d", "5.0e")
def test_after_the_fall_of_leningrad_blue_blocks_enter_anywhere(at: At) -> None:
    text = "turn 4\ngerman 67 Pskov Leningrad\n63 Stalin\ngerman-pool Hoepner TT"
    game = calling(at, text).play("call 2", "draw Hoepner", "draw TT")
    assert offered(game, "Hoepner") == offered(game, "TT") == {"16A", "9A", "4A", "2A"}


@pytest.mark.case("5.0g", "5.0h", "5.0i", "5.0j", "5.0k", "11.0j", "11.0k", "4.2.4e")
def test_where_soviets_enter(at: At) -> None:
    """48 contested, 50 cut off, 60 full, 46 German; 64 and 63 open, Moscow for one beside Stalin."""
    text = f"""turn 2
        {german_but("63", "64", "65", "48", "50", "60", "74", "61", "62", "75", "51", "52")}
        63 Stalin
        48 25RC 24PzK
        60 30RC 33RC
        61 41RC
        soviet-pool 3Army 13Army 50Army 5Army"""
    game = calling(at, text, SOVIET)
    game.play("call 4", "draw 3Army", "draw 13Army", "draw 50Army", "draw 5Army")
    assert offered(game, "3Army") == {"63", "64", "75", "50"}
    assert game.clauses("enter 3Army in 46") == ["5.0j"]
    assert game.clauses("enter 3Army in 48") == ["5.0j"]
    assert "5.0i" in game.clauses("enter 3Army in 60")
    assert game.clauses("enter 3Army in 74") == ["5.0g"]
    game.play("enter 3Army in 64")
    assert game.level("3Army") == 4
    assert game.clauses("enter 13Army in 64") == ["5.0h"]
    game.play("enter 13Army in 63")
    assert game.clauses("enter 50Army in 63") == ["5.0h", "5.0i"]
    assert offered(game, "50Army") == {"75", "50"}


@pytest.mark.case("5.0k")
def test_an_area_cut_off_is_closed(at: At) -> None:
    text = f"turn 2\n{german_but('63', '64', '65', '48')}\n63 Stalin\nsoviet-pool 3Army"
    game = calling(at, text, SOVIET).play("call 1", "draw 3Army")
    assert game.clauses("enter 3Army in 48") == ["5.0k"]


@pytest.mark.case("5.0l", "5.0h", "7.2a")
def test_as_many_as_can_must_enter(at: At) -> None:
    """Four drawn, two open: the owner says which two return."""
    text = f"turn 2\n{german_but('63', '64', '65')}\n63 Stalin\nsoviet-pool 3Army 13Army 50Army 5Army"
    game = calling(at, text, SOVIET)
    game.play("call 4", "draw 3Army", "draw 13Army", "draw 50Army", "draw 5Army")
    game.play("return 50Army", "enter 3Army in 64", "return 5Army")
    assert game.clauses("return 13Army") == ["5.0l"]
    game.play("enter 13Army in 63")
    assert game.ask == ("german", "choice")
    assert game.where("50Army") == game.where("5Army") == "soviet-pool"


@pytest.mark.case("5.0l")
def test_nobody_enters_where_nothing_is_open(at: At) -> None:
    text = f"turn 2\n{german_but('65')}\nsurrendered Stalin\nsoviet-pool 3Army 13Army"
    game = calling(at, text, SOVIET).play("call 2", "draw 3Army", "draw 13Army")
    assert game.ask == ("german", "choice")
    assert game.where("3Army") == game.where("13Army") == "soviet-pool"


@pytest.mark.case("11.0h", "setup.4", "10.14.3f")
def test_a_remnant_comes_at_its_last_step(at: At) -> None:
    text = f"turn 2\n{german_but('63', '64', '65')}\n63 Stalin\nsoviet-pool 25RC 30RC Konev"
    game = calling(at, text, SOVIET).play("call 3", "draw 25RC", "draw 30RC", "draw Konev", "return Konev")
    game.play("enter 25RC in 63", "enter 30RC in 64")
    assert (game.level("25RC"), game.level("30RC")) == (1, 3)


@pytest.mark.case("11.0m", "11.0n", "10.11e")
def test_old_battles_may_follow_a_call(at: At) -> None:
    """In option B nobody moves; Areas contested before may be fought, and none must."""
    text = "turn 2\ngerman 67 90\n63 Stalin\n90 24PzK 25RC\ngerman-pool 13AK"
    game = calling(at, text).play("call 0")
    assert game.verbs() == {"battle", "done"}
    assert game.clauses("done") == []


@pytest.mark.case("5.1c", "5.1d")
def test_november_blocks(at: At) -> None:
    text = (
        "at game choice\nside 1\nturn {}\npasses 1\ngerman 67\nlater 61Army 1Shock 48PzK\n63 Stalin\nRastenburg Hitler"
    )
    early = at(text.format(3)).play("pass", "done")
    assert early.where("61Army") == "later"
    game = at(text.format(4)).play("pass", "done")
    assert game.s.turn == 5
    assert game.where("61Army") == game.where("1Shock") == "soviet-pool"
    assert game.where("48PzK") == "later"


@pytest.mark.case("5.0a", "7.2a", "5.0h")
def test_one_in_an_area_for_each_phase(at: At) -> None:
    """A Reinforcement of the Logistics Phase does not close the Area to one of a later Impulse."""
    text = f"""at game second_logistics+
        at logistics leader player=1
        side 1
        disc 1
        turn 2
        {german_but("75", "76", "63")}
        63 Stalin
        Rastenburg Hitler
        soviet-pool 3Army 13Army"""
    game = at(text).play("logistics", "done", "done", "call 1", "draw 3Army", "enter 3Army in 75")
    assert not game.s.entered
    game.play("strategic-call", "call 1", "draw 13Army", "enter 13Army in 75")
    assert game.where("13Army") == "75"


@pytest.mark.case("5.1c", "10.14.3f", "5.1d")
def test_a_november_block_is_an_ordinary_member_of_the_pool(at: At) -> None:
    text = f"turn 6\n{german_but('64', '65', '63')}\n63 Stalin\nsoviet-pool 61Army 3Army"
    game = calling(at, text, SOVIET).play("call 1", "draw 61Army", "enter 61Army in 64")
    assert (game.where("61Army"), game.level("61Army")) == ("64", 4)


@pytest.mark.case("2.2a", "2.2g", "2.2k")
def test_boxes() -> None:
    board = TITLE.data.board
    assert board.boxes.bit_count() == 12
    assert len(TITLE.data.road) == 10
    assert [board.names[TITLE.data.road[n]] for n in (0, -1)] == ["Pskov", "Leningrad"]


@pytest.mark.case("5.0l", "5.0i", "5.0j", "5.0k")
def test_closed_areas_leave_no_room(at: At) -> None:
    """75 is full, 48 cut off, 64 contested, 72 German: only Moscow is open, and one of two may return."""
    text = f"""turn 2
        {german_but("63", "64", "65", "75", "76", "48")}
        63 Stalin
        75 25RC 30RC 33RC 34RC
        64 41RC 24PzK
        soviet-pool 3Army 13Army"""
    game = calling(at, text, SOVIET).play("call 2", "draw 3Army", "draw 13Army")
    assert offered(game, "3Army") == {"63"}
    game.play("return 3Army")
    assert game.clauses("return 13Army") == ["5.0l"]


@pytest.mark.case("5.0a", "5.0b")
def test_only_what_was_drawn_enters(at: At) -> None:
    game = calling(at, GERMANS + "\n67 24PzK\ngerman-pool 13AK 7AK\n64 25RC").play("call 1")
    refused = TITLE.explain(game.s, TITLE.parse(game.s, "draw 24PzK"))
    assert [objection.clause for objection in refused] == ["5.0b"]
    game.play("draw 13AK")
    assert game.clauses("enter 7AK in 4A") == ["5.0a"]
    assert game.clauses("enter 24PzK in 4A") == ["5.0a"]
    assert game.clauses(f"enter {TITLE.data.pieces[game.unit('25RC')]} in 64") == ["5.0a"]
    assert game.clauses("return 7AK") == ["5.0a"]


@pytest.mark.case("5.0l", "14.2j")
def test_only_zhukov_goes_to_leningrad_when_nothing_else_is_open(at: At) -> None:
    game = at(f"""options leningrad=generals
        at game choice
        side 1
        disc 1
        turn 2
        {german_but("65")}
        surrendered Stalin
        Rastenburg Hitler
        soviet-pool 3Army Zhukov""")
    game.play("strategic-call", "call 2", "draw 3Army", "draw Zhukov")
    assert "5.0l" in game.clauses("enter 3Army in Leningrad")
    assert game.movers("enter") == {"Zhukov"}
    game.play("enter Zhukov in Leningrad", "return 3Army")
    assert game.ask == ("german", "choice")
