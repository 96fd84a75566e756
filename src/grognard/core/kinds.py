"""Kinds of values and their text: the one place where places, pieces and numbers are converted to words.

Action arguments, columns of a state and the local variables of a flow all name a kind, so
one set of rules turns any of them into text and back.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from .bits import bits, scan

NUMERAL = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")


class Unreadable(ValueError):
    """A word that does not name the expected kind of thing."""


class Lexicon:
    """The names of a title's places, pieces and faces."""

    def __init__(self, places: Sequence[str], pieces: Sequence[str], faces: Sequence[str] = ()) -> None:
        self.places = tuple(places)
        self.pieces = tuple(pieces)
        self.faces = tuple(faces)
        self._place = {name.lower(): n for n, name in enumerate(places) if name}
        self._piece = {name.lower(): n for n, name in enumerate(pieces)}
        self._face = {name.lower(): n for n, name in enumerate(faces)}

    def place(self, word: str) -> int:
        """The place with this name."""
        return self._find(self._place, word, "place")

    def piece(self, word: str) -> int:
        """The piece with this name."""
        return self._find(self._piece, word, "unit")

    def is_piece(self, word: str) -> bool:
        """Whether it is the name of a piece."""
        return word.lower() in self._piece

    def face(self, word: str) -> int:
        """The face with this name."""
        return self._find(self._face, word, "unit")

    @staticmethod
    def _find(table: dict[str, int], word: str, what: str) -> int:
        found = table.get(word.lower())
        if found is None:
            raise Unreadable(f"there is no {what} {word!r}")
        return found


class Kind(NamedTuple):
    """A kind of value: its name, and whether it takes one word or several; for a word, those it can be."""

    name: str
    many: bool = False
    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()  # what each word means, for buttons and menus; empty if the words say it all

    def phrase(self, word: str) -> str:
        """What a word means, or the word itself."""
        return self.phrases[self.words.index(word)] if self.phrases and word in self.words else word

    def item(self, lexicon: Lexicon, value: int) -> str:
        """One member's name."""
        if self.name in ("place", "places", "path"):
            return lexicon.places[value]
        if self.name in ("piece", "pieces"):
            return lexicon.pieces[value]
        if self.name in ("face", "faces"):
            return lexicon.faces[value]
        return str(value)

    def text(self, lexicon: Lexicon, value: Any) -> str:
        """The value as text; no word of it contains a space."""
        if self.name == "half":
            return str(Fraction(value, 2)) if value % 2 == 0 else str(value / 2)
        if self.name == "flag":
            return "yes" if value else "no"
        if self.name in ("pieces", "places", "faces"):
            return " ".join(self.item(lexicon, one) for one in scan(value))
        if self.name == "path":
            return " ".join(self.item(lexicon, one) for one in value)
        return self.item(lexicon, value)

    def parse(self, lexicon: Lexicon, words: Sequence[str]) -> Any:
        """The value given by these words."""
        if not self.many and len(words) != 1:
            raise Unreadable(f"expected one {self.name}, got {' '.join(words)!r}")
        reader = _READERS.get(self.name)
        return reader(lexicon, words) if reader else self._word(words[0])

    def _word(self, said: str) -> str:
        """The word that was meant, in small letters or capitals."""
        found = next((word for word in self.words if word.lower() == said.lower()), None)
        if found is None and self.words:
            raise Unreadable(f"expected one of {', '.join(filter(None, self.words))}, got {said!r}")
        return said if found is None else found


def _flag(word: str) -> bool:
    if word not in ("yes", "no"):
        raise Unreadable(f"expected yes or no, got {word!r}")
    return word == "yes"


def _number(word: str, parts: int) -> int:
    if word.isdigit() and word.isascii() and len(word) < 6:
        return int(word) * parts
    if not NUMERAL.fullmatch(word):
        raise Unreadable(f"{word!r} is not a number")
    value = Fraction(word) * parts
    if value.denominator != 1 or abs(value) > 1_000_000:
        raise Unreadable(f"{word!r} is not an allowed number")
    return int(value)


_READERS: dict[str, Callable[[Lexicon, Sequence[str]], Any]] = {
    "place": lambda lexicon, words: lexicon.place(words[0]),
    "piece": lambda lexicon, words: lexicon.piece(words[0]),
    "face": lambda lexicon, words: lexicon.face(words[0]),
    "places": lambda lexicon, words: bits([lexicon.place(word) for word in words]),
    "pieces": lambda lexicon, words: bits([lexicon.piece(word) for word in words]),
    "faces": lambda lexicon, words: bits([lexicon.face(word) for word in words]),
    "path": lambda lexicon, words: tuple([lexicon.place(word) for word in words]),
    "flag": lambda _, words: _flag(words[0]),
    "half": lambda _, words: _number(words[0], 2),
    "number": lambda _, words: _number(words[0], 1),
}
"""How the words of each kind of value are read; of any other kind, a value is one of its words."""

PLACE = Kind("place")
PLACES = Kind("places", many=True)
PATH = Kind("path", many=True)
PIECE = Kind("piece")
PIECES = Kind("pieces", many=True)
FACE = Kind("face")
FACES = Kind("faces", many=True)
NUMBER = Kind("number")
HALF = Kind("half")
FLAG = Kind("flag")
WORD = Kind("word")


def word(*words: str) -> Kind:
    """The kind of a value that is one of these words."""
    return Kind("word", words=words)


def phrased(meaning: Mapping[str, str]) -> Kind:
    """The kind of a value that is one of these words, each with what it means."""
    return Kind("word", words=tuple(meaning), phrases=tuple(meaning.values()))
