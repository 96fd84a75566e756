"""Moves of one unit, questioned in words."""

from typing import Any

from grognard.core.action import Action
from grognard.core.rule import Objection
from grognard.kit.battle.ledger import total
from grognard.titles.leningrad41.data.links import DRIVE, SAIL
from grognard.titles.leningrad41.rules.movement import terms, usual
from grognard.titles.leningrad41.rules.paths import ledger, price

MANNER = {"drive": DRIVE, "sail": SAIL}


def way(game: Any, path: str) -> tuple[int, ...]:
    """The hexes of a path."""
    return tuple(map(game.place, path.split()))


def reach(game: Any, unit: str, verb: str = "move") -> set[str]:
    """The hexes to which a unit can go."""
    found: set[str] = game.places(game.options(verb, game.unit(unit)).ends)
    return found


def doubts(game: Any, unit: str, path: str, verb: str = "move") -> list[Objection]:
    """All objections to exactly this path."""
    found: list[Objection] = game.title.explain(game.s, Action(verb, (game.unit(unit), way(game, path))))
    return found


def against(game: Any, unit: str, path: str, verb: str = "move") -> list[str]:
    """The clauses of all objections to exactly this path; whether it is offered must agree."""
    found = [doubt.clause for doubt in doubts(game, unit, path, verb)]
    piece = game.unit(unit)
    offered = piece in game.options(verb) and way(game, path) in game.options(verb, piece)
    assert offered == (not found)
    return found


def cost(game: Any, unit: str, path: str, verb: str = "move") -> int:
    """What exactly this path costs; it must be legal, and its ledger must add up."""
    assert against(game, unit, path, verb) == []
    t = terms(game.s, game.unit(unit), MANNER.get(verb) or usual(game.s, game.unit(unit)))
    paid = price(game.s, t, way(game, path))
    assert total(ledger(game.s, t, way(game, path))) == paid
    return paid


def go(game: Any, unit: str, path: str, verb: str = "move") -> Any:
    """Move a unit by exactly this path."""
    return game.play(f"{verb} {unit} via {path}")
