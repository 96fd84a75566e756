"""The odds of a Battle, by the full rules: every course it may take, or if these are too many, many of them at random.

Where an owner chooses which Block takes a hit, each choice is as likely as the others.
"""

from collections.abc import Iterator
from fractions import Fraction

from ....core.action import CHANCE, Action
from ....core.bits import Bits, lowest, scan
from ....core.dice import Dice
from ....core.flow import Frame
from ....kit.battle.die import FACES
from ....kit.table import BattleResult, Consequence, DiceCount, DiceOdds, Fire, Losses, OddsLine
from ..rules.battle import Battle, attackers
from ..rules.blitz import SUPPORT
from ..rules.control import lines, units
from ..rules.fire import bombers_over, dice_of, firepower, guns_on, under_tank_attack
from ..rules.losses import absorb
from ..rules.support import VERBS
from ..state import TACTICAL, State, faces_of, known, put, side_of, units_at

TRIALS = 60
"""Battles fought where not every course can be followed."""
MOST = 600
"""Decisions and dice that are followed at most to find every course."""
SUPPORTS = frozenset(verb.name for verb in (*VERBS, *SUPPORT))
"""Each is said of a Block and the Area of a Battle."""


def odds(s: State, action: Action | None, _support: int = 0) -> DiceOdds | None:
    """Dice and results of a Battle: steps that Defender and Attacker lose, `E` if nothing of one is left there."""
    if action is not None and action.verb == "battle":
        (area,) = action.args
    elif action is None and isinstance(s.local, Battle) and not s.over:
        area = s.local.area
    else:
        return None
    ends, dice = courses(s, action), Dice(f"{area} {s.face.hex()} {s.level.hex()}")
    trials = 0 if ends else TRIALS
    results: dict[tuple[Consequence, Consequence], Fraction] = {}
    both = [(side, faces_of(s, units_at(s, side, area))) for side in (1 - s.side, s.side)]
    lost: tuple[dict[int, Fraction], dict[int, Fraction]] = {}, {}
    gone = [Fraction(0), Fraction(0)]
    for after, chance in ends or [(fought(s, action, dice), Fraction(1, TRIALS)) for _ in range(TRIALS)]:
        told = []
        for n, (side, faces) in enumerate(both):
            steps, left = _lost(s, after, area, side, faces)
            lost[n][steps] = lost[n].get(steps, Fraction(0)) + chance
            gone[n] += 0 if left else chance
            told.append(fate(steps, left))
        results[told[0], told[1]] = results.get((told[0], told[1]), Fraction(0)) + chance
    rolled, unknown = _dice(s, area), [p for p in scan(units_at(s, 1 - s.side, area)) if not known(s, p)]
    column = f"{rolled.attacker}-{rolled.defender}"
    defender, attacker = (
        Losses({steps: round(float(found[steps]), 4) for steps in sorted(found)}, round(float(gone[n]), 4))
        for n, found in enumerate(lost)
    )
    return DiceOdds(
        exact=not trials and not unknown,
        unknown=tuple(s.title.lexicon.pieces[piece] for piece in unknown),
        lines=_lines(s, area, rolled, column),
        column=column,
        columns={column: 1.0},
        results=tuple(
            BattleResult(f"{sign(first)}/{sign(second)}", round(float(chance), 4), first, second)
            for (first, second), chance in sorted(results.items(), key=lambda item: -item[1])
        ),
        trials=trials,
        dice=rolled,
        fires=tuple(_fires(s, area)),
        defender=defender,
        attacker=attacker,
    )


def supported(s: State, action: Action) -> DiceOdds | None:
    """The odds of the Battle that artillery or Bombers are sent to, with them (10.4, 10.10)."""
    if action.verb not in SUPPORTS:
        return None
    t, area = s.copy(), action.args[1]
    t.title.play(t, action)
    if isinstance(t.local, Battle):
        return odds(t, None)
    t.title.play(t, Action("done"))
    fight = Action("battle", (area,))
    return None if t.title.explain(t, fight) else odds(t, fight)


def matchup(s: State, units: Bits, areas: Bits, _support: int) -> DiceOdds | None:
    """The odds of a Battle in an Area as if these Blocks had entered it, with those of their side that are there."""
    if any(s.level[piece] not in s.data.blocks[s.face[piece]].levels for piece in scan(units & s.data.all_blocks)):
        return None  # a Block that is out of play has no step to fight with
    t, area = s.copy(), lowest(areas)
    t.side, t.local, t.impulse = side_of(s, lowest(units)), None, TACTICAL
    for face in scan(faces_of(s, units)):
        put(t, t.piece[face], area)
    flow, tactical = t.title.flows["game"], t.title.flows["tactical"]
    t.stack = (Frame(flow, flow.after["play_tactical+"], None),)
    t.flow, t.at = tactical, tactical.labels["combat"]
    action = Action("battle", (area,))
    return None if t.title.explain(t, action) else odds(t, action)


def fate(steps: int, left: bool) -> Consequence:
    """What one side's part of a result means for it."""
    if not left:
        return Consequence(0, True, "has nothing left there")
    return Consequence(steps, False, f"loses {steps} step{'s' * (steps != 1)}" if steps else "")


def sign(one: Consequence) -> str:
    """One side's part of a result's name."""
    return "E" if one.destroyed else str(one.steps) if one.steps else "-"


def fought(s: State, action: Action | None, dice: Dice) -> State:
    """The position after the Battle."""
    title, t = s.title, s.copy()
    if action is not None:
        title.play(t, action)
        if len(t.stack) == len(s.stack):
            return t  # no Unit could roll
    deep = len(t.stack)
    while not t.over and len(t.stack) >= deep:
        title.play(t, title.sample(t, dice.pick, 100))
    return t


def courses(s: State, action: Action | None) -> list[tuple[State, Fraction]]:
    """Every position in which the Battle may end, and how likely each is; nothing if there are too many courses."""
    title, start = s.title, s.copy()
    if action is not None:
        title.play(start, action)
        if len(start.stack) == len(s.stack):
            return [(start, Fraction(1))]  # no Unit could roll
    deep, ends, followed = len(start.stack), list[tuple[State, Fraction]](), 0
    now = [(start, Fraction(1))]
    while now:
        later: dict[object, tuple[State, Fraction]] = {}
        for t, chance in now:
            for step, share in _next(t):
                followed += 1
                if followed > MOST:
                    return []
                after = t.copy()
                title.play(after, step)
                if after.over or len(after.stack) < deep:
                    ends.append((after, chance * share))
                else:
                    key = after.key()
                    later[key] = (after, chance * share + (later[key][1] if key in later else 0))
        now = list(later.values())
    return ends


def _next(t: State) -> Iterator[tuple[Action, Fraction]]:
    """What may come next in a Battle, and how likely it is: a hit and a miss, or a choice of the player."""
    verbs = t.title.verbs(t)
    if verbs[-1][0].name == "done":
        yield Action("done"), Fraction(1)
        return
    if t.title.decider(t) != CHANCE:
        for verb, options in verbs:
            for value in options:
                yield Action(verb.name, (value,)), Fraction(1, len(verbs) * options.count())
        return
    letter = t.data.line_fire if t.local.line else firepower(t, lowest(t.local.queue))
    hits = {*t.data.charts.hits[letter]}
    for faces in (hits, {*FACES} - hits):
        if faces:
            yield Action(verbs[0][0].name, (min(faces),)), Fraction(len(faces), len(FACES))


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


def _dice(s: State, area: int) -> DiceCount:
    """How many dice each side rolls, by kind; the hits that the Area absorbs."""
    t, other = _under_way(s, area), 1 - s.side
    return DiceCount(
        attacker=sum(dice_of(t, piece) for piece in scan(attackers(t, area))),
        defender=sum(dice_of(t, piece) for piece in scan(units_at(t, other, area))) + (lines(t, other) >> area & 1),
        artillery=sum(dice_of(t, piece) for piece in scan(guns_on(t, area))),
        bombers=sum(dice_of(t, piece) for piece in scan(bombers_over(t, area))),
        absorbed=absorb(t, area, other),
    )


def _fires(s: State, area: int) -> Iterator[Fire]:
    """The Units known to roll, with their dice and what hits."""
    t, other = _under_way(s, area), 1 - s.side
    supports = guns_on(t, area) | bombers_over(t, area)
    seen = [piece for piece in scan(units_at(t, other, area)) if known(t, piece)]
    for part, pieces in (("support", scan(supports)), ("attacker", scan(attackers(t, area))), ("defender", seen)):
        for piece in pieces:
            if count := dice_of(t, piece):
                yield Fire(t.title.unit(t, piece), part, count, _on(t, firepower(t, piece)))
    if lines(t, other) >> area & 1:
        yield Fire("Defensive Line", "defender", 1, _on(t, t.data.line_fire))


def _on(s: State, letter: str) -> str:
    hits = sorted(s.data.charts.hits[letter])
    return f"{hits[0]}–{hits[-1]}" if len(hits) > 1 else str(hits[0])


def _lines(s: State, area: int, rolled: DiceCount, column: str) -> tuple[OddsLine, ...]:
    """The ledger of dice and modifiers."""
    attack, defence, guns, bombs, saved = rolled
    found = [("dice", "10.12.5", attack, f"{attack} against {defence} dice of the Units in the Area")]
    found += [("dice", "10.12.2", guns, f"{guns} dice of artillery")] if guns else []
    found += [("dice", "10.12.4", bombs, f"{bombs} dice of Bombers, if none is hit")] if bombs else []
    if saved:
        found.append(("note", "10.13", saved, f"{saved} hit{'s' * (saved > 1)} absorbed"))
    if under_tank_attack(_under_way(s, area)):
        found.append(("note", "10.12.5.2", 1, "Tank Attack: the Attacker fires first"))
    return tuple(OddsLine(part, clause, "=", amount, text, column) for part, clause, amount, text in found)
