"""Checks positions written by hand: every accepted position can be played."""

from collections.abc import Iterator

from grognard.core.bits import scan
from grognard.core.title import Flaw

from .components import AMBER, RESULTS, VIOLET
from .rules.combat import Battle, may_advance, must_retreat, owes_step
from .state import State, alive, unit_at

NEEDED = {"loss": owes_step, "retreating": must_retreat, "advancing": may_advance}
"""What must be true at a step of a battle."""


def flaws(s: State) -> Iterator[Flaw]:
    """Everything in a position that is impossible."""
    d = s.data
    if not 1 <= s.turn <= d.turns:
        yield Flaw("turn", f"the game has {d.turns} turns")
    if s.side not in (AMBER, VIOLET):
        yield Flaw("side", "0 is Amber, 1 is Violet")
        return
    if s.held & ~d.villages:
        yield Flaw("held", "only villages are held")
    for unit, place in enumerate(s.place):
        if place != d.lost and unit_at(s, place) != unit:
            yield Flaw(d.ids[unit], f"{d.board.names[place]} holds another unit")
    if isinstance(s.local, Battle) and not s.over:
        yield from _battle(s, s.local)


def _battle(s: State, battle: Battle) -> Iterator[Flaw]:
    step = s.flow.label(s.at)
    near = s.data.board.neighbours[battle.target]
    if battle.attackers & ~alive(s, s.side) or not battle.attackers:
        yield Flaw("at", "the attackers are units of the player whose turn it is")
    elif any(not near >> s.place[unit] & 1 for unit in scan(battle.attackers)):
        yield Flaw("at", "the attackers are next to the target")
    elif not 0 <= battle.result < len(RESULTS) or (step == "die" and battle.result):
        yield Flaw("at", "there is no such result")
    elif (step in ("die", "loss", "retreating")) != (unit_at(s, battle.target) in [*scan(alive(s, 1 - s.side))]):
        yield Flaw("at", "the target holds an enemy unit until it is empty")
    elif step in NEEDED and not NEEDED[step](s):
        yield Flaw("at", f"the result does not lead to {step}")
