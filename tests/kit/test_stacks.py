"""Pieces and the stacks they stand in."""

from array import array

from grognard.kit.stacks import shift


def test_a_piece_leaves_one_stack_for_another() -> None:
    place, here = array("H", [4, 4, 5]), {4: 0b011, 5: 0b100}
    assert shift(place, here, 0, 5) == 4
    assert (place.tolist(), here) == ([5, 4, 5], {4: 0b010, 5: 0b101})


def test_an_empty_stack_is_no_stack() -> None:
    place, here = array("H", [4, 4, 5]), {4: 0b011, 5: 0b100}
    assert shift(place, here, 2, 7) == 5
    assert here == {4: 0b011, 7: 0b100}
