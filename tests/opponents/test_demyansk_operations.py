"""Sparring partners of *Demyansk Shield*."""

from functools import cache

from grognard.titles import TITLES

from .conftest import Case

TITLE = TITLES["demyansk"]


@cache
def first_turn(partner: str) -> list[str]:
    """The actions of the first turn of the Bridge, in which a sparring partner plays both sides by the rules."""
    game = Case(TITLE.start("bridge"), f"sparring:{partner}")
    return game.until(lambda t: t.turn > t.plan.first).log


def attacks(partner: str) -> int:
    return sum(text.startswith("attack") for text in first_turn(partner))


def test_sparring_partners_play_by_the_rules_and_have_an_idea_of_their_own() -> None:
    """No two of them play the same turn; the turtle never attacks, and nobody attacks more than the all-out player."""
    names = list(TITLE.opponents().sparring)
    assert len(names) >= 4
    assert len({tuple(first_turn(name)) for name in names}) == len(names)
    assert attacks("turtle") == 0
    assert attacks("all-out") == max(map(attacks, names)) > 0
