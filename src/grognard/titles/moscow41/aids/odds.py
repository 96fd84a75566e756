"""What a Battle would come to: fought many times on a copy, with all that the rules say of it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ....core.action import Action
from ....core.bits import Bits, scan
from ....core.dice import Dice
from ..rules.battle import Battle, attackers
from ..rules.control import lines, units
from ..rules.fire import bombers_over, dice_of, firepower, guns_on, under_tank_attack
from ..rules.losses import absorb
from ..state import State, faces_of, known, units_at

TRIALS = 48
"""So many Battles are fought for each position: the chances are right to a few parts in a hundred."""


def odds(s: State, action: Action | None, _support: int = 0) -> Mapping[str, Any] | None:
    """Dice and results of a Battle: steps that Defender and Attacker lose, `E` if nothing of one is left there.

    `losses` are the chances of so many steps, `gone` that nothing is left, `fires` who is known to roll what.
    """
    if action is not None and action.verb == "battle":
        (area,) = action.args
    elif action is None and isinstance(s.local, Battle) and not s.over:
        area = s.local.area
    else:
        return None
    dice, results = Dice(f"{area} {s.face.hex()} {s.level.hex()}"), Counter[str]()
    both = {side: faces_of(s, units_at(s, side, area)) for side in (1 - s.side, s.side)}
    lost: dict[str, Counter[str]] = {"defender": Counter(), "attacker": Counter()}
    gone = Counter[str]()
    for _ in range(TRIALS):
        after = fought(s, action, dice)
        told = []
        for who, (side, faces) in zip(lost, both.items(), strict=True):
            steps, left = _lost(s, after, area, side, faces)
            lost[who][str(steps)] += 1
            gone[who] += not left
            told.append("E" if not left else str(steps) if steps else "-")
        results["/".join(told)] += 1
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
        "dice": _dice(s, area),
        "fires": _fires(s, area),
        "losses": {who: {steps: round(times / TRIALS, 4) for steps, times in sorted(found.items())}
                   for who, found in lost.items()},
        "gone": {who: round(gone[who] / TRIALS, 4) for who in lost},
    }  # fmt: skip


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


def _lost(s: State, t: State, area: int, side: int, faces: Bits) -> tuple[int, bool]:
    """The steps a side has lost, and whether anything of it is left there."""
    steps = (lines(s, side) >> area & 1) - (lines(t, side) >> area & 1)
    for face in scan(faces):
        levels = s.data.blocks[face].levels
        there = t.place[t.piece[face]] == area
        steps += levels.index(s.level[s.piece[face]]) - (levels.index(t.level[t.piece[face]]) if there else -1)
    return steps, bool(units(t, side) >> area & 1)


def _under_way(s: State, area: int) -> State:
    """The position as if the Battle had begun."""
    t = s.copy()
    t.local = Battle(area, s.side)
    return t


def _dice(s: State, area: int) -> dict[str, int]:
    """How many dice each side rolls, by kind; the hits that the Area absorbs."""
    t, other = _under_way(s, area), 1 - s.side
    return {
        "attacker": sum(dice_of(t, piece) for piece in scan(attackers(t, area))),
        "defender": sum(dice_of(t, piece) for piece in scan(units_at(t, other, area))) + (lines(t, other) >> area & 1),
        "artillery": sum(dice_of(t, piece) for piece in scan(guns_on(t, area))),
        "bombers": sum(dice_of(t, piece) for piece in scan(bombers_over(t, area))),
        "absorbed": absorb(t, area, other),
    }


def _fires(s: State, area: int) -> list[dict[str, Any]]:
    """Whoever is known to roll: his dice, and what they hit on."""
    t, other = _under_way(s, area), 1 - s.side
    supports = guns_on(t, area) | bombers_over(t, area)
    seen = [piece for piece in scan(units_at(t, other, area)) if known(t, piece)]
    out = [
        {"who": t.title.unit(t, piece), "part": part, "dice": count, "on": _on(t, firepower(t, piece))}
        for part, pieces in (("support", scan(supports)), ("attacker", scan(attackers(t, area))), ("defender", seen))
        for piece in pieces
        if (count := dice_of(t, piece))
    ]
    if lines(t, other) >> area & 1:
        out.append({"who": "Defensive Line", "part": "defender", "dice": 1, "on": _on(t, t.data.line_fire)})
    return out


def _on(s: State, letter: str) -> str:
    hits = sorted(s.data.charts.hits[letter])
    return f"{hits[0]}–{hits[-1]}" if len(hits) > 1 else str(hits[0])


def _ledger(s: State, area: int) -> list[dict[str, Any]]:
    """What is rolled, and against what."""
    rolled = _dice(s, area)
    attack, defence = rolled["attacker"], rolled["defender"]
    guns, bombs, saved = rolled["artillery"], rolled["bombers"], rolled["absorbed"]
    found = [("10.12.5", attack, f"{attack} against {defence} dice of the Units in the Area")]
    found += [("10.12.2", guns, f"{guns} dice of artillery")] if guns else []
    found += [("10.12.4", bombs, f"{bombs} dice of Bombers, if none is hit")] if bombs else []
    if saved:
        found.append(("10.13", saved, f"{saved} hit{'s' * (saved > 1)} absorbed"))
    if under_tank_attack(_under_way(s, area)):
        found.append(("10.12.5.2", 1, "Tank Attack: the Attacker fires first"))
    column = f"{attack}-{defence}"
    return [
        {"cite": cite, "clause": cite, "op": "=", "amount": amount, "text": text, "after": column}
        for cite, amount, text in found
    ]
