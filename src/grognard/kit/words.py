"""Numbers and turns in words, as the texts of the titles use them."""

import re
from collections.abc import Sequence
from typing import Any

from ..core.rule import Objection

SHORT_WAY = 5
"""Places of a path that are all named in a sentence."""

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
    """The objections to a path, first those to its end and its cost, then those to places on the way.

    The player may have named only the end: the first objection about a place on the way says which way it is, or
    else the one about the cost. The whole path is in the facts.
    """
    if len(path) < 2 or not objections:
        return objections
    way, through = " ".join(names[place] for place in path), _listed([names[place] for place in path[:-1]])
    on_the_way = re.compile(
        "|".join(rf"(?<!\w){re.escape(names[at])}(?!\w)" for at in path if at != path[-1]) or r"(?!)"
    )
    told = [one._replace(facts={**one.facts, "path": way}) for one in objections]
    first = [one for one in told if not on_the_way.search(one.text)]
    after = [one for one in told if on_the_way.search(one.text)]
    if after:
        after[0] = after[0]._replace(text=f"the way there goes through {through}, but {after[0].text}")
    else:
        first = [one._replace(text=f"{one.text} (through {through})") if "needs" in one.facts else one for one in first]
    return first + after


def _listed(names: Sequence[str]) -> str:
    """Places one after the other; of many, only the first three and the last."""
    if len(names) > SHORT_WAY:
        return f"{', '.join(names[:3])} … and {names[-1]}"
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def are(number: int) -> str:
    """The verb after a number of things: `is` after one, else `are`."""
    return "is" if number == 1 else "are"


def have(number: int) -> str:
    """`has` after one thing, else `have`."""
    return "has" if number == 1 else "have"
