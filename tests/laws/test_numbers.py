"""Every number of the data is read from the data: change one, and choices, objections, odds and words follow.

Here a few numbers of each title are changed, in positions of a few of its records; `tools.soak` changes all
numbers, in positions of all records.
"""

import pytest

from grognard.core.rule import Objection
from grognard.kit.load.toml import DataError
from grognard.titles import TITLES
from grognard.titles.leningrad79.rules import movement
from tests.laws import laws, numbers
from tests.laws.numbers import DEAD, Number

COUNT = 1  # of each title
TURN = 3  # which of the numbers; any other covers others
RECORDS = 2  # whose positions are looked at


def number(title: str, *path: str | int, file: str = "tables.toml") -> Number:
    """One of the numbers."""
    return next(one for one in numbers.numbers(title) if one.path == path and one.file == file)


@pytest.mark.parametrize("title", TITLES)
def test_a_number_changed_is_followed(title: str) -> None:
    """What is offered stays what is legal, nothing breaks, and somewhere the title speaks or acts differently."""
    for one in numbers.rotation(title, COUNT, TURN):
        found = numbers.tried(one, RECORDS)
        assert not found.troubles
        assert found.follows or not found.built or str(one) in DEAD, f"{one} is read by nobody"


@pytest.mark.parametrize("title", TITLES)
def test_every_number_has_its_turn(title: str) -> None:
    every = numbers.numbers(title)
    steps = -(-len(every) // COUNT)
    turns = [one for turn in range(steps) for one in numbers.rotation(title, COUNT, turn)]
    assert sorted(map(str, turns)) == sorted(map(str, every))
    assert len(every) > 140


def test_dead_numbers_exist() -> None:
    """The list names no number that is not there."""
    assert {*DEAD} <= {str(one) for title in TITLES for one in numbers.numbers(title)}


@pytest.mark.parametrize(
    ("path", "value"), [(("numbers", "disengage_stack", "value"), 1), (("numbers", "replacements_per_hex", "value"), 2)]
)
def test_limits_in_leningrad(path: tuple[str, ...], value: int) -> None:
    """Numbers that once stood in the rules as well."""
    title, at = numbers.with_number(number("leningrad79", *path), value), numbers.bench("leningrad79", RECORDS)
    numbers.all_offered_are_legal(title, at.places[: len(at.small)])
    assert at.follows(title, openings=False)


def test_words_follow_the_number() -> None:
    title = numbers.with_number(number("leningrad79", "numbers", "overrun_stack", "value"), 2)
    s = numbers.read(title, "leningrad79\nat german-movement\nturn 3\n1207 1Pz 6Pz 1ID\n1307 i1")
    why = title.explain(s, title.parse(s, "overrun 1Pz 6Pz 1ID at 1307"))
    assert [one.text for one in why] == ["3 units may not overrun together: at most two"]


# -- the law can fail -------------------------------------------------------------------------


def test_a_number_that_nobody_reads_is_found() -> None:
    assert numbers.bench("leningrad79", RECORDS).follows(TITLES["leningrad79"], openings=True) == ""


def test_a_literal_in_the_rules_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An objection with a limit of its own contradicts the choices as soon as the data say otherwise."""

    def of_two(s: object, units: int, start: int) -> list[Objection]:
        return [Objection("6.0b", "two at most")] if units.bit_count() > 2 else []

    title = numbers.with_number(number("leningrad79", "numbers", "disengage_stack", "value"), 1)
    monkeypatch.setattr(movement, "no_disengaging", of_two)
    at = numbers.bench("leningrad79", RECORDS)
    with pytest.raises(laws.Broken, match="offered => no objection"):
        numbers.all_offered_are_legal(title, at.places[: len(at.small)])


def test_a_number_that_cannot_be_is_refused() -> None:
    with pytest.raises(DataError, match=r"tables.toml:\d+: "):
        numbers.with_number(number("leningrad79", "numbers", "counterblow_units", "value"), 7)
