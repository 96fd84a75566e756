"""How the tests fight: a combat up to the die, and its odds."""

from typing import Any

from grognard.core.bits import scan
from grognard.titles.demyansk.data.chart_values import Part, Result, part
from grognard.titles.demyansk.rules.combat import shift_lines
from tests.titles.demyansk.box import D

QUIET = {"evasion": "remain", "soviet-support": "done", "axis-support": "done"}


def to_die(game: Any) -> Any:
    """Go on without support and without a Retreat Before Combat until the die is rolled."""
    while game.ask[1] in QUIET:
        game.play(QUIET[game.ask[1]])
    assert game.ask[1] == "die", game.ask
    return game


def column(game: Any) -> str:
    """The final column of the combat."""
    return str(D.charts.crt.names[to_die(game).s.local.column])


def column_after(start: str, shift: int) -> str:
    """The column so many columns to the right of another."""
    return D.charts.crt.names[D.charts.crt.names.index(start) + shift]


def rolls(result: str) -> list[tuple[str, int]]:
    """The columns and dice that give a result of the CRT, such as `1/R`."""
    parts = {(die, name): cell for (die, n), cell in D.charts.crt.cells.items() for name in [D.charts.crt.names[n]]}
    return [(name, die) for (die, name), cell in parts.items() if cell == read(result)]


def read(result: str) -> Result:
    """A result of the CRT from its text."""
    left, right = result.split("/")
    return Result(part(left) or Part(), part(right) or Part())


def strike(game: Any, result: str) -> Any:
    """Go on to the die, put the combat into the first column with this result, and roll it."""
    to_die(game)
    name, die = rolls(result)[0]
    game.s.local = game.s.local._replace(column=D.charts.crt.names.index(name), change=0)
    return game.play(f"roll {die}")


def shifts(game: Any) -> dict[str, int]:
    """The shifts of the combat by clause, without support and supply that there is not."""
    to_die(game)
    return {line.clause: int(line.amount) for line in shift_lines(game.s, game.s.local)}


def units(pieces: int) -> set[str]:
    """The names of these pieces."""
    return {D.pieces[piece] for piece in scan(pieces)}
