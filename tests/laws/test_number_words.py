"""Texts of the rules hold no numbers of their own: a number in an objection, a note or an aid comes from the data."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.titles import GAMES

TITLES = Path(next(iter(GAMES.values())).path).parent.parent
ROOMS = sorted(path for room in ("rules", "aids") for path in TITLES.glob(f"*/{room}/*.py") if path.stem != "benchmark")
WORDS = "two three four five six seven eight nine ten eleven twelve twice thrice"
NUMBER = re.compile(rf"\b(?:{WORDS.replace(' ', '|')}|\d+(?:st|nd|rd|th)?)\b", re.IGNORECASE)
NAMES = re.compile(
    r"\b(?:(?:2nd Guards Rifle|56th Panzer) Corps|42nd Army|7th Flieger battlegroup|391st Division"
    r"|3rd Motorized(?: Division)?|8th Panzer(?: Division)?|269th Infantry Division|4th Panzer Group)\b"
)
CITED = re.compile(r"\[\d[\d.]*\]|[RGE]:\S+")  # `[4.6]`, `R:9.5`
CLAUSE = re.compile(r"(?:[a-z]+\.)*[a-z]*\d+(?:\.\d+)*(?:\.?[a-z]+\d*)?")  # `9.5a`, `setup.7`, `9.6.note1`

NOT_DATA = {
    # names
    "five": "a value of an option",
    ".2": "how the label of a second step ends",
    "Soviet unit adjacent to 1528": "a condition, as its chart names it",
    "+5": "a marker's name, as printed",
    "ten points": "a marker's name, as printed",
    "twice interdicted": "a marker's name",
    "two steps": "a word of the data",
    "with two steps": "what that word means",
    " or less; add 1 for each late turn": "one for each",
    # a retreat is of one hex or two
    "retreats one or two hexes": "the two kinds of retreat",
    "retreats two hexes": "the two kinds of retreat",
    "one or two hexes": "the two kinds of retreat",
    "two hexes": "the two kinds of retreat",
    "R (two hexes)": "the two kinds of retreat",
    # the form of positions
    "only units with two sides are reduced, on the map or withdrawn": "a counter has two sides",
    "both sides are in corresponding hexes of the two maps": "there are two maps",
    "turn 0 is the set-up, and the set-up is before turn 1": "how turns are counted",
    "it is 0 during set-up, and only then": "how turns are counted",
    "from 0 to ": "a range that begins with nothing",
    "call from 0 to ": "a range that begins with nothing",
    " is not from 0 to ": "a range that begins with nothing",
    "; 0 means not rolled": "a position before the die",
    "there are two players, 0 and 1": "the game is for two",
    "two in a row end the month": "both players pass",
    " boxes, from 0 on": "how boxes are counted",
    # what goes with itself
    "1/2": "how the data write a half",
    "1 air unit": "one line for each",
    "1 RP": "one of them",
    "Fire at 1 in 3 or better: face-up units, if the chance is good": "the name of a standing order of our own",
    "cleared: nobody is left in the hex; 1 of 2: so many of the defenders are eliminated; "
    "E: eliminated, or demolished.": "a name of a result",
    ".0%": "how chances are written",
    " to cover the disengagement: 1 is needed": "nobody stays where somebody must",
    "-1": "odds are against one",
    "1-": "odds are against one",
    "of the Defender: 1 hit aborts, ": "a hit is the least there is",
    "1 Showdown": "the place of a step in its order",
    "2 Artillery": "the place of a step in its order",
    "3 Anti-air": "the place of a step in its order",
    "4 Airstrike": "the place of a step in its order",
    "5 Fire": "the place of a step in its order",
}
"""Texts with a number that is not one of the data, and what it is."""


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Every text of a module that is not a docstring, a label or a key."""
    tree = ast.parse(path.read_text("utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def numbered(path: Path) -> list[str]:
    """The texts with a number that are not in the list."""
    return [
        f"{path.relative_to(TITLES)}:{line}: {text!r}"
        for line, text in texts(path)
        if text not in NOT_DATA and not CLAUSE.fullmatch(text) and NUMBER.search(NAMES.sub("", CITED.sub("", text)))
    ]


@pytest.mark.parametrize("path", ROOMS, ids=[str(path.relative_to(TITLES)) for path in ROOMS])
def test_no_text_has_a_number_of_its_own(path: Path) -> None:
    assert not numbered(path)


def test_the_list_names_nothing_that_is_gone() -> None:
    said = {text for path in ROOMS for _, text in texts(path)}
    assert {*NOT_DATA} <= said


def test_a_number_in_a_text_is_found(tmp_path: Path) -> None:
    module = tmp_path / "rules.py"
    module.write_text('"""Two words."""\nBAN = Ban("4.6a", "{it} already holds three units [4.6]", 3)\n')
    assert [text for _, text in texts(module) if NUMBER.search(CITED.sub("", text)) and not CLAUSE.fullmatch(text)] == [
        "{it} already holds three units [4.6]"
    ]
