"""Battle odds and reach as far as a viewer can know: everything hidden is guessed."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from ..core.action import Action
from ..core.bits import Bits, scan
from ..core.estimate import fair
from ..core.state import State
from ..core.view import Viewer
from .table import BattleResult, DiceCount, DiceOdds, Losses, Odds, wargame

GUESSES = 24
"""How many guessed positions are averaged."""
H = TypeVar("H", bound=Hashable)


def reach(s: State, viewer: Viewer, pieces: Bits) -> tuple[Mapping[int, str], bool]:
    """Where pieces could go and at what cost, as far as the viewer can know; and whether they know what the pieces are.

    If not, these are all the places that any unit they may be could reach, each at its lowest cost.
    """
    title = wargame(s)
    aids = title.aids
    if aids.far is not None and any("identity" not in title.shown(s, viewer, piece) for piece in scan(pieces)):
        return aids.far(s, pieces), False
    return aids.reach(s, pieces), True


def odds(s: State, viewer: Viewer, action: Action | None, support: int) -> Odds | None:
    """The odds of a battle as far as the viewer can know, averaged over guesses at what is hidden."""
    return _guessed(s, viewer, action, lambda one: wargame(s).odds(one, action, support))


def supported(s: State, viewer: Viewer, action: Action) -> Odds | None:
    """The same for the battle that an action supports before it begins."""
    return _guessed(s, viewer, action, lambda one: wargame(s).aids.supported(one, action))


def _guessed(s: State, viewer: Viewer, action: Action | None, find: Callable[[State], Odds | None]) -> Odds | None:
    """What is found in the position, or on average in guesses at it."""
    title = wargame(s)
    if s.over:
        return None
    if viewer is None or not title.fogged:
        return find(s)
    found = []
    for n in range(GUESSES):
        guess = fair(s, viewer, f"odds {n}")
        if action is None or not title.explain(guess, action):
            one = find(guess)
            if one is not None:
                found.append(one)
    return averaged(found) if found else None


def matchup(s: State, viewer: Viewer, units: Bits, places: Bits, support: int) -> Odds | None:
    """The odds of any units against any places, as if they stood beside each other now; nothing is announced."""
    find = wargame(s).aids.matchup
    if s.over or find is None:
        return None
    if viewer is None or not wargame(s).fogged:
        return find(s, units, places, support)
    guesses = (fair(s, viewer, f"odds {n}") for n in range(GUESSES))
    found = [one for guess in guesses if (one := find(guess, units, places, support)) is not None]
    return averaged(found) if found else None


def averaged(found: Sequence[Odds]) -> Odds:
    """Combine several odds: the mean of numbers and chances, the most common value of everything else.

    The result is exact only if all of them agree.
    """
    first = found[0]
    if all(one == first for one in found):
        return first
    out = replace(
        first,
        exact=False,
        unknown=_usual([one.unknown for one in found]),
        lines=_usual([one.lines for one in found]),
        column=_usual([one.column for one in found]),
        columns=_merged([one.columns for one in found]),
        results=_results([one.results for one in found]),
    )
    if not isinstance(out, DiceOdds):
        return out
    rolled = [one for one in found if isinstance(one, DiceOdds)]
    return replace(
        out,
        dice=DiceCount(*(_mean(counts) for counts in zip(*(one.dice for one in rolled), strict=True))),
        fires=_usual([one.fires for one in rolled]),
        defender=_losses([one.defender for one in rolled]),
        attacker=_losses([one.attacker for one in rolled]),
    )


def _results(found: Sequence[tuple[BattleResult, ...]]) -> tuple[BattleResult, ...]:
    chances = _merged([{one.name: one.chance for one in results} for results in found])
    known = {one.name: one for results in reversed(found) for one in results}
    faces = {name: {one.faces for results in found for one in results if one.name == name} for name in chances}
    return tuple(
        known[name]._replace(chance=chance, faces=known[name].faces if len(faces[name]) == 1 else ())
        for name, chance in chances.items()
    )


def _losses(found: Sequence[Losses]) -> Losses:
    steps = _merged([{str(count): chance for count, chance in one.steps.items()} for one in found])
    return Losses({int(count): steps[count] for count in sorted(steps, key=int)}, _mean([one.gone for one in found]))


def _mean(values: Sequence[float]) -> float:
    same = all(value == values[0] for value in values)
    return values[0] if same else round(sum(values) / len(values), 4)


def _usual(values: Sequence[H]) -> H:
    """The most common value; the first of them if there is a tie."""
    return Counter(values).most_common(1)[0][0]


def _merged(tables: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean under every name, in an order consistent with every table; a missing name counts as 0."""
    names: list[str] = []
    for table in tables:
        at = 0
        for name in table:
            if name in names:
                at = max(at, names.index(name) + 1)
            else:
                names.insert(at, name)
                at += 1
    return {name: _mean([table.get(name, 0) for table in tables]) for name in names}
