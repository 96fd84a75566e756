"""Positions that cannot be are refused, and it is said why."""

from collections.abc import Callable

import pytest

from grognard.core import notation, view
from grognard.core.notation import BadPosition
from grognard.titles.moscow41.aids.position_check import flaws
from tests.titles.moscow41.conftest import TITLE, Game

At = Callable[..., Game]
HEAD = "at game choice\nturn 1\n"

WRONG = [
    ("90 24PzK(level=0)", "24PzK shows 1, 2, 3, 4, not 0"),
    ("90 Guderian(level=1)", "Guderian shows 0, 2, 3, 4, not 1"),
    ("16A 25RC", "German Staging Area"),
    ("Kiev 24PzK", "no other Block may be in Kiev"),
    ("Rastenburg 24PzK", "no other Block may be in Rastenburg"),
    ("Luga 24PzK", "24PzK does not belong on the Road"),
    ("Leningrad Zhukov", "Zhukov does not belong on the Road"),
    ("90 Hitler", "a Leader cannot be in"),
    ("62 Stalin", "a Leader cannot be in"),
    ("soviet-pool 24PzK", "belongs to the enemy"),
    ("german-hand 25RC", "belongs to the enemy"),
    ("lost 25RC", "Blocks of the other side"),
    ("surrendered 24PzK", "Blocks of the other side"),
    ("later 24PzK", "is not due later"),
    ("airfield 24PzK", "not a Bomber"),
    ("german-pool He1", "a Bomber cannot be"),
    ("german-pool 24PzK(up)", "off the board"),
    ("90 24PzK(active)", "not a headquarters"),
    ("90 24PzK 46PzK 47PzK DR GD", "5 Blocks; at most 4 are allowed"),
    ("95 24PzK 46PzK 47PzK", "3 Blocks; at most 2 are allowed"),
    ("63 Stalin 25RC 30RC", "3 Blocks; at most 2 are allowed"),
    ("german_lines 66 67 77 78 79 88 89 90 91 100 101", "at most 10"),
    ("german_lines Luga", "in Areas"),
    ("soviet_lines 16A", "Staging Areas"),
    ("german_lines 90\nsoviet_lines 90", "lines of both players"),
    ("german 67 90\nsoviet_lines 90\n90 24PzK 25RC", "the enemy controls 90"),
    ("line_cubes 90", "needs a Defensive Line"),
    ("side 2", "two players"),
    ("disc 7", "two players"),
    ("weather fog", "no such weather"),
    ("turn 9", "there are 6"),
    ("passes 3", "two in a row"),
    ("forecast 7", "7 boxes"),
    ("german 67 lost", "these cannot be controlled"),
    ("90 24PzK\n91 24PzK", "'24PzK' was already given, as "),
]


@pytest.mark.case(
    "2.2c", "2.2d", "2.2k", "2.7e", "2.7a", "2.7b", "4.1b", "4.2.4b", "2.4.4d", "10.14.3e", "9.3f", "5.1c", "13.2c"
)
@pytest.mark.parametrize(("text", "why"), WRONG)
def test_what_cannot_be(at: At, text: str, why: str) -> None:
    head = HEAD.replace("turn 1\n", "") if text.startswith("turn") else HEAD
    with pytest.raises(BadPosition, match=why):
        at(head + text)


@pytest.mark.case("14.2c")
def test_a_set_up_that_has_gone_too_far() -> None:
    """More Areas are named than the entry has Blocks; and there is no such entry."""
    text = "moscow41 gasp\nat game second_army+\nat set-up settling army=0 entry={entry} places=92+92+72+72+83+83+93"
    for entry, why in ((17, "nothing is left to do of this entry"), (90, "entry: there are")):
        with pytest.raises(BadPosition, match=why):
            notation.read({TITLE.name: TITLE}, text.format(entry=entry))


def test_zhukov_in_leningrad_by_the_option(at: At) -> None:
    game = at("options leningrad=generals\n" + HEAD + "Leningrad Zhukov")
    assert game.where("Zhukov") == "Leningrad"


@pytest.mark.parametrize("text", ["Luga Hoepner TT 41PzK", "later 48PzK", "lost 24PzK", "surrendered Stalin 25RC"])
def test_what_can_be(at: At, text: str) -> None:
    assert list(flaws(at(HEAD + text).s)) == []


@pytest.mark.case("2.5a", "2.5d", "2.5e")
def test_whoever_is_alone_controls_whatever_is_written(at: At) -> None:
    """A position need not say who controls an Area with Units of one player; a contested one is as it says."""
    game = at(HEAD + "german 67 90 91\n90 25RC\n101 24PzK\n91 46PzK 30RC\n102 47PzK 33RC\n63 Stalin\nRastenburg Hitler")
    assert {area: game.german(area) for area in ("90", "101", "91", "102")} == {
        "90": False,
        "101": True,
        "91": True,
        "102": False,
    }


@pytest.mark.case("2.4.4a")
def test_the_staging_areas_are_german_in_any_position(at: At) -> None:
    game = at(HEAD + "german 67 90\n90 24PzK")
    assert not game.s.data.staging & ~game.s.german
    assert not game.play("pass").s.cube


@pytest.mark.case("1.7c")
def test_a_game_that_is_won_is_over(at: At) -> None:
    everything = " ".join(TITLE.data.names(TITLE.data.victory_places))
    with pytest.raises(BadPosition, match="line 4: german: the German player has won already"):
        at(HEAD + f"german {everything}")


def test_numbers_tell_nobody_which_face_they_have(at: At) -> None:
    """Two positions that differ only in which Blocks are where: the enemy's dump is the same."""
    dumps = {
        notation.write(at(HEAD + f"90 {here}\n91 {there}\n63 Stalin\n102 25RC").s, 1)
        for here, there in (("24PzK", "46PzK"), ("46PzK", "24PzK"), ("DR", "GD"), ("Guderian", "47PzK"))
    }
    assert len(dumps) == 1
    own = notation.write(at(HEAD + "90 24PzK\n91 46PzK").s, 0)
    assert "=24PzK" in own
    assert "=46PzK" in own


def test_pieces_keep_their_names_for_their_owner(at: At) -> None:
    """A number may change with every move; the name in an action does not."""
    game = at(HEAD + "89 Guderian 24PzK DR\n100 46PzK\n63 Stalin").play("pass")
    verb = TITLE.step(game.s).verb("move")
    assert verb is not None
    named = {"Guderian", "24PzK", "DR", "46PzK"}
    assert named <= set(view.choices(game.s, verb, (), lasting=True)["values"])
    assert not named & set(view.choices(game.s, verb, ())["values"])
    action = TITLE.parse(game.s, "move 24PzK to 100")
    said = TITLE.lasting_text(game.s, action)
    assert said.startswith("move 24PzK ")
    assert TITLE.parse(game.s, said) == action
