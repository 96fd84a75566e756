"""Flaws of hand-written positions."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core import notation
from tests.titles.leningrad41.conftest import TITLE, Game

HEAD = "leningrad41 assault\nat german-movement\nturn 3\n"


def read(text: str) -> Any:
    return notation.read({TITLE.name: TITLE}, text)


def test_the_set_up_has_none(new: Callable[..., Game]) -> None:
    game = new()
    assert list(TITLE.check(game.s)) == []
    assert list(TITLE.check(game.deploy().s)) == []


@pytest.mark.case("4.2a", "6.1b", "6.1c", "6.2a", "6.3a", "6.6f", "7.3d", "7.7a", "8.1a", "8.10a", "8.10b", "8.10c")
@pytest.mark.case("8.10p", "8.11a", "8.14a", "10.2a", "10.5a", "10.17b", "10.18a", "15.1a", "15.2a", "15.3b", "18.1a")
@pytest.mark.case("19.1f")
@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("side 1\n", "side"),
        ("sailed 2\n", "sailed"),
        ("flieger 11\n", "flieger"),
        ("fleet 21\n", "fleet"),
        ("due -1\n", "due"),
        ("german 3030\n", "german"),
        ("rubble 0101\n", "rubble"),
        ("demolished 2807\n", "demolished"),
        ("attacked dead\n", "attacked"),
        ("2807 42-1=1RB 42-2=1RB\n", "42-2"),
        ("2807 I-10=1RB\n", "I-10"),
        ("died 1RB\n", "died"),
        ("2807 42-1(up)\n", "42-1"),
        ("arriving 42-1\n", "42-1"),
        ("2807 42-1 I-10\n", "2807"),
        ("2807 StukaA\n", "StukaA"),
        ("pool-lfr StukaA\n", "StukaA"),
        ("2807 RBF\n", "RBF"),
        ("3030 I-10\n", "I-10"),
        ("3030 42-1\n", "42-1"),
        ("2807 LG42\n", "LG42"),
        ("0101 Aurora-42\n", "Aurora-42"),
        ("pool-42 I-10\n", "I-10"),
        ("pool-42 68-70\n", "68-70"),
        ("dead 68-70\n", "68-70"),
        ("out I-10\n", "I-10"),
        ("pool-lfr Manstein\n", "Manstein"),
        ("4812 I-10 I-8M\n", "4812"),
        ("2807 42-1 68-70\n", "2807"),
        ("2807 42-1 42-2 42-3\n", "2807"),
        ("2811 42-1 42-2\n", "2811"),
        ("4812 I-10(up)\n", "I-10"),
        ("pool-42 42-3=1RB(up)\n", "42-3"),
        ("4812 I-10(reinforcements)\n", "I-10"),
        ("dead I-10(moved)\n", "I-10"),
        ("reserve I-10(fired)\n", "I-10"),
        ("4812 I-10(landed)\n", "I-10"),
        ("4601 I-10(pontoon=4501)\n", "I-10"),
        ("4812 3Pi(pontoon=4813)\n", "3Pi"),
    ],
)
def test_flaws(text: str, about: str) -> None:
    with pytest.raises(notation.BadPosition, match=rf"^line \d: {about}: "):
        read(HEAD + text)


@pytest.mark.parametrize(
    "text",
    [
        "4812 I-10 II-10 48Pi\n",  # 7.6b
        "2807 42-1 42-2 42-3=1RB(reinforcements)\n",  # 19.2f
        "2807 Zhdanov 68-70\n",  # 14.5b
        "3211 Aurora-42\n3030 LG42\n",
        "4601 3Pi(pontoon=4501)\n",
        "dead I-3F(landed)\n",
    ],
)
def test_what_is_no_flaw(text: str) -> None:
    read(HEAD + text)


@pytest.mark.case("3.1b", "5.4a", "6.1a", "7.6c")
@pytest.mark.parametrize(
    ("head", "about"),
    [
        ("at german-fire\nturn 3\n4812 I-10 II-10 48Pi\n", "4812"),
        ("at soviet-movement\nturn 3\nside 1\n4812 I-10 II-10 48Pi\n", "4812"),
        ("at soviet-movement\nturn 3\n4812 I-10\n", "side"),
        ("at german-movement\n4812 I-10\n", "turn"),
        ("at deploying\nturn 1\nside 1\n", "turn"),
        ("at german-movement\nturn 11\n", "turn"),
    ],
)
def test_flaws_of_the_moment(head: str, about: str) -> None:
    with pytest.raises(notation.BadPosition, match=rf"^line \d: {about}: "):
        read("leningrad41 assault\n" + head)


def test_units_of_the_army_may_be_written_by_name() -> None:
    s = read(HEAD + "2807 1RB 42-1\n")
    assert TITLE.data.faces[s.face[TITLE.data.number["42-2"]]].id == "1RB"
    assert s.up == 1 << TITLE.data.number["42-2"]
    assert s.here[TITLE.data.board.at["2807"]].bit_count() == 2


@pytest.mark.case("10.13a", "10.15a", "10.1a")
@pytest.mark.parametrize(
    ("battle", "about"),
    [
        ("firers=I-10 storm=42-1 targets=42-1", "42-1: it makes the close assault"),
        ("firers=I-10+42-1 storm=I-10 targets=42-1", "firers: units of both sides"),
        ("firers=I-10 targets=42-1", "storm: nobody makes"),
        ("firers=I-10 storm=I-10", "targets: no die is left"),
    ],
)
def test_an_attack_that_cannot_be(battle: str, about: str) -> None:
    head = "leningrad41 assault\nat game german-fire\nat battle die kind=assault hex=4614"
    text = f"{head} {{}}\nturn 3\n4615 I-10\n4614 42-1\n"
    with pytest.raises(notation.BadPosition, match=about):
        read(text.format(battle))
    read(text.format("firers=I-10 storm=I-10 targets=42-1"))
