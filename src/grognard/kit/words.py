"""Numbers and turns in words, as the texts of the titles use them."""

from collections.abc import Sequence
from typing import Any

from ..core.rule import Objection

WORDS = "no one two three four five six seven eight nine ten eleven twelve".split()


def number_word(number: int) -> str:
    """A small number as a word, any other in digits: `three`, `13`."""
    return WORDS[number] if 0 <= number < len(WORDS) else str(number)


def counted(number: int, noun: str) -> str:
    """A number of things in words: `one unit`, `three units`, `two hexes`."""
    ending = "" if number == 1 else "es" if noun.endswith(("x", "s")) else "s"
    return f"{number_word(number)} {noun}{ending}"


def game_turn(s: Any) -> str:
    """The current turn of a game whose turns have dates: `Game-Turn 3 of 12, 22 July`."""
    return f"Game-Turn {s.turn} of {s.data.turns}, {s.data.dates[s.turn]}" if s.turn else "Set-up"


def by_way(names: Sequence[str], path: Sequence[int], objections: list[Objection]) -> list[Objection]:
    """The objections to a path, with the path if it has several places: the player may have named only its end."""
    if len(path) < 2:
        return objections
    way = " ".join(names[place] for place in path)
    return [one._replace(text=f"{one.text} (by way of {way})", facts={**one.facts, "path": way}) for one in objections]


def are(number: int) -> str:
    """The verb after a number of things: `is` after one, else `are`."""
    return "is" if number == 1 else "are"


def have(number: int) -> str:
    """`has` after one thing, else `have`."""
    return "has" if number == 1 else "have"
