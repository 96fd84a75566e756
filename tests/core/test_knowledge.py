"""What a position implies is kept with it: once worked out, shared by copies, and checked against fresh answers."""

from dataclasses import dataclass, field

import pytest

from grognard.core.knowledge import Kept, Stale, checked, kept


@dataclass
class Box:
    weight: int = 1
    colour: int = 0
    asked: list[int] = field(default_factory=list)
    kept: Kept = field(default_factory=dict)


@kept(lambda box, _times: box.weight)
def load(box: Box, times: int) -> int:
    box.asked.append(times)
    return box.weight * times


@kept(lambda _box: 0)
def forgetful(box: Box) -> int:
    return box.colour


@kept(most=2)
def square(box: Box, number: int) -> int:
    box.asked.append(number)
    return number * number


def test_an_answer_is_worked_out_once_for_all_it_depends_on() -> None:
    box = Box()
    assert [load(box, 3), load(box, 3), load(box, 4), load(box, 3)] == [3, 3, 4, 3]
    assert box.asked == [3, 4]
    box.weight = 2
    assert load(box, 3) == 6
    box.weight = 1
    assert load(box, 3) == 3
    assert box.asked == [3, 4, 3]


def test_only_so_many_answers_are_kept() -> None:
    box = Box()
    for number in (1, 2, 1, 3, 1):
        assert square(box, number) == number * number
    assert box.asked == [1, 2, 3, 1]


def test_a_key_that_leaves_something_out_is_found() -> None:
    box = Box(colour=1)
    assert forgetful(box) == 1
    box.colour = 2
    assert forgetful(box) == 1
    with checked(), pytest.raises(Stale, match="kept 1, fresh 2"):
        forgetful(box)
    assert forgetful(box) == 1
