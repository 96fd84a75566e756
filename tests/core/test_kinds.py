from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.kinds import (
    FACE,
    FACES,
    FLAG,
    HALF,
    NUMBER,
    PATH,
    PIECE,
    PIECES,
    PLACE,
    PLACES,
    WORD,
    Kind,
    Lexicon,
    Unreadable,
    word,
)

LEXICON = Lexicon(["", "0101", "Riga", "box"], ["1Pz", "i1", "i2"], ["118RD", "3TD"])

VALUES: list[tuple[Kind, Any, str]] = [
    (PLACE, 2, "Riga"),
    (PLACES, 0b1010, "0101 box"),
    (PLACES, 0, ""),
    (PATH, (2, 1, 2), "Riga 0101 Riga"),
    (PATH, (), ""),
    (PIECE, 0, "1Pz"),
    (PIECES, 0b101, "1Pz i2"),
    (FACE, 1, "3TD"),
    (FACES, 0b11, "118RD 3TD"),
    (FACES, 0, ""),
    (NUMBER, -12, "-12"),
    (HALF, 5, "2.5"),
    (HALF, 4, "2"),
    (HALF, -1, "-0.5"),
    (FLAG, True, "yes"),
    (FLAG, False, "no"),
    (WORD, "heavy", "heavy"),
    (word("light", "heavy"), "heavy", "heavy"),
]


@pytest.mark.parametrize(("kind", "value", "text"), VALUES)
def test_a_value_and_its_text(kind: Kind, value: Any, text: str) -> None:
    assert kind.text(LEXICON, value) == text
    assert kind.parse(LEXICON, text.split()) == value
    if kind not in (WORD, FLAG):
        assert kind.parse(LEXICON, text.upper().split()) == value


@given(st.integers(-500_000, 500_000))
def test_numbers_and_halves_are_read_back(value: int) -> None:
    for kind in (NUMBER, HALF):
        assert kind.parse(LEXICON, [kind.text(LEXICON, value)]) == value


@pytest.mark.parametrize(
    "word",
    ["", "x", "1e9", "1e999999999", "9" * 5000, "0x10", "1_000", "½", "١", "1/2", "--1", "+1", "nan", "inf", " 1"],
)
def test_what_is_no_number(word: str) -> None:
    with pytest.raises(Unreadable, match="is not a number"):
        NUMBER.parse(LEXICON, [word])


@pytest.mark.parametrize(("kind", "word"), [(NUMBER, "1.5"), (HALF, "0.25"), (NUMBER, "1000001"), (HALF, "500001")])
def test_a_number_that_does_not_fit(kind: Kind, word: str) -> None:
    with pytest.raises(Unreadable, match="allowed number"):
        kind.parse(LEXICON, [word])


@pytest.mark.parametrize(
    ("kind", "words", "why"),
    [
        (PLACE, ["0202"], "there is no place '0202'"),
        (PLACE, [""], "there is no place ''"),
        (PLACES, ["0101", "sea"], "there is no place 'sea'"),
        (PATH, ["sea"], "there is no place 'sea'"),
        (PIECE, ["2Pz"], "there is no unit '2Pz'"),
        (PIECES, ["i1", "i9"], "there is no unit 'i9'"),
        (FACE, ["i1"], "there is no unit 'i1'"),
        (FLAG, ["maybe"], "expected yes or no, got 'maybe'"),
        (PIECE, ["i1", "i2"], "expected one piece, got 'i1 i2'"),
        (PLACE, [], "expected one place, got ''"),
    ],
)
def test_words_that_name_nothing(kind: Kind, words: list[str], why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        kind.parse(LEXICON, words)


def test_one_of_several_by_its_own_name() -> None:
    assert [PIECES.item(LEXICON, 1), PLACES.item(LEXICON, 1), FACE.item(LEXICON, 0), NUMBER.item(LEXICON, 3)] == [
        "i1",
        "0101",
        "118RD",
        "3",
    ]


def test_a_word_is_one_of_those_that_are_known() -> None:
    kind = word("", "Light", "heavy")
    assert kind.parse(LEXICON, ["LIGHT"]) == "Light"
    with pytest.raises(Unreadable, match="expected one of Light, heavy, got 'medium'"):
        kind.parse(LEXICON, ["medium"])
