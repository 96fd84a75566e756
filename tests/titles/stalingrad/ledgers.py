"""What the ledgers of a battle say, and whether they add up to the strengths used."""

from fractions import Fraction
from typing import Any

from grognard.kit.battle.ledger import total
from grognard.kit.stacks import places_of
from grognard.titles.assault.rules import combat


def strengths(game: Any) -> Any:
    """Attack and defense of the current battle; the ledgers must give the same."""
    s, b = game.s, game.s.local
    lines = combat.attack_lines(s, b), combat.defense_lines(s, b)
    attack = Fraction(combat.attack_strength(s, b.attackers, b.targets), combat.QUARTERS)
    defense = combat.defense_strength(s, b.defenders, b.targets, places_of(s, b.attackers))
    found = attack, Fraction(defense, combat.QUARTERS)
    assert (total(lines[0]), total(lines[1])) == found
    assert game.odds == combat.column_name(s, combat.column_of(s, b))
    return found


def said(game: Any, attack: str) -> list[str]:
    """The lines of an attack's odds as a player reads them, with their clauses."""
    found = game.title.odds(game.s, game.title.parse(game.s, attack), 0)
    assert found is not None
    return [f"{line.part}: {line.text} [{line.clause}]" for line in found.lines]
