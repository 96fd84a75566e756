"""What a Battle would come to: fought many times on a copy, with all that the rules say of it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ...core.action import Action
from ...core.bits import Bits, scan
from ...core.dice import Dice
from .battle import Battle, attackers
from .control import lines, units
from .fire import bombers_over, dice_of, guns_on, under_tank_attack
from .losses import absorb
from .state import State, faces_of, known, units_at

TRIALS = 48
"""So many Battles are fought for each position: the chances are right to a few parts in a hundred."""


def odds(s: State, action: Action | None, _support: int = 0) -> Mapping[str, Any] | None:
    """Dice and results of a Battle: steps that Defender and Attacker lose, `E` if nothing of one is left there."""
    if action is not None and action.verb == "battle":
        (area,) = action.args
    elif action is None and isinstance(s.local, Battle) and not s.over:
        area = s.local.area
    else:
        return None
    dice, results = Dice(f"{area} {s.face.hex()} {s.level.hex()}"), Counter[str]()
    both = {side: faces_of(s, units_at(s, side, area)) for side in (1 - s.side, s.side)}
    for _ in range(TRIALS):
        after = fought(s, action, dice)
        results["/".join(_lost(s, after, area, side, faces) for side, faces in both.items())] += 1
    ledger = _ledger(s, area)
    column = ledger[0]["after"]
    unknown = [piece for piece in scan(units_at(s, 1 - s.side, area)) if not known(s, piece)]
    return {
        "exact": False,
        "unknown": [s.title.lexicon.pieces[piece] for piece in unknown],
        "ledger": ledger,
        "column": column,
        "columns": {column: 1.0},
        "range": [column, column],
        "results": {name: round(times / TRIALS, 4) for name, times in results.most_common()},
    }


def fought(s: State, action: Action | None, dice: Dice) -> State:
    """The position after the Battle."""
    title, t = s.title, s.copy()
    if action is not None:
        title.play(t, action)
        if len(t.stack) == len(s.stack):
            return t  # nobody could roll
    deep = len(t.stack)
    while not t.over and len(t.stack) >= deep:
        title.play(t, title.sample(t, dice.pick, 100))
    return t


def _lost(s: State, t: State, area: int, side: int, faces: Bits) -> str:
    """The steps a side has lost."""
    if not units(t, side) >> area & 1:
        return "E"
    steps = (lines(s, side) >> area & 1) - (lines(t, side) >> area & 1)
    for face in scan(faces):
        levels = s.data.blocks[face].levels
        there = t.place[t.piece[face]] == area
        steps += levels.index(s.level[s.piece[face]]) - (levels.index(t.level[t.piece[face]]) if there else -1)
    return str(steps) if steps else "-"


def _ledger(s: State, area: int) -> list[dict[str, Any]]:
    """What is rolled, and against what."""
    t = s.copy()
    t.local = Battle(area, s.side)
    other = 1 - s.side
    attack = sum(dice_of(t, piece) for piece in scan(attackers(t, area)))
    defence = sum(dice_of(t, piece) for piece in scan(units_at(t, other, area))) + (lines(t, other) >> area & 1)
    guns = sum(dice_of(t, piece) for piece in scan(guns_on(t, area)))
    bombs = sum(dice_of(t, piece) for piece in scan(bombers_over(t, area)))
    found = [("10.12.5", attack, f"{attack} against {defence} dice of the Units in the Area")]
    found += [("10.12.2", guns, f"{guns} dice of artillery")] if guns else []
    found += [("10.12.4", bombs, f"{bombs} dice of Bombers, if none is hit")] if bombs else []
    if saved := absorb(t, area, other):
        found.append(("10.13", saved, f"{saved} hit{'s' * (saved > 1)} absorbed"))
    if under_tank_attack(t):
        found.append(("10.12.5.2", 1, "Tank Attack: the Attacker fires first"))
    column = f"{attack}-{defence}"
    return [
        {"cite": cite, "clause": cite, "op": "=", "amount": amount, "text": text, "after": column}
        for cite, amount, text in found
    ]
