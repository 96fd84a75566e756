"""Player aids: reach, odds, the score."""

from collections.abc import Mapping

from grognard.core.action import Action
from grognard.core.bits import Bits, lowest, scan
from grognard.kit.table import Aids, BattleResult, Consequence, DiceCount, DiceOdds, Fire, Losses, OddsLine

from .components import SIDES
from .rules.battle import Battle, begin, dice, weights
from .rules.movement import ends
from .rules.victory import points
from .state import State, blocks_in, contested, controlled, total


def reach(s: State, units: Bits) -> Mapping[int, str]:
    """Where a block could go: every move is one area."""
    block = lowest(units)
    if units.bit_count() > 1 or s.place[block] == s.data.lost:
        return {}
    return dict.fromkeys(scan(ends(s, block)), "1")


def status(s: State) -> Mapping[str, str]:
    """The score."""
    return {"ports": ", ".join(f"{name.title()} {points(s, side)}" for side, name in enumerate(SIDES))}


def steps(s: State, side: int) -> int:
    """The points of strength a side has left."""
    return total(s, s.data.side[side])


def tally(s: State, side: int) -> Mapping[str, int]:
    """The current totals of a side."""
    units = sum(s.place[block] != s.data.lost for block in scan(s.data.side[side]))
    return {"points": points(s, side), "units": units}


# -- odds -------------------------------------------------------------------------------------

HIT, GONE, NOTHING = Consequence(1, False, "is hit"), Consequence(0, True, "is destroyed"), Consequence(0, False, "")
RESULTS = {
    "defender destroyed": (GONE, NOTHING),
    "defender hit": (HIT, NOTHING),
    "both hit": (HIT, HIT),
    "no hit": (NOTHING, NOTHING),
    "attacker hit": (NOTHING, HIT),
    "attacker destroyed": (NOTHING, GONE),
}


def odds(s: State, action: Action | None, _support: int) -> DiceOdds | None:
    """The odds of the first round of a possible battle, or of the next round of the current one."""
    if action and action.verb == "fight":
        battle = begin(s, *action.args)
    elif isinstance(s.local, Battle):
        battle = s.local
    else:
        return None
    attack, defense = (total(s, blocks_in(s, battle.area, side)) for side in (s.side, 1 - s.side))
    if not attack or not defense:
        return None
    return _odds(s, battle, attack, defense)


def _odds(s: State, battle: Battle, attack: int, defense: int) -> DiceOdds:
    rolled = dice(attack, battle.across)
    lines = [OddsLine("dice", "4.2a", "=", attack, f"{attack} points against {defense}", f"{attack}:{defense}")]
    if rolled < attack:
        lines.append(OddsLine("dice", "4.2b", "+", -1, "across the straits", f"{rolled}:{defense}"))
    ways = exchange(attack, defense, battle.across, s.data.hit)
    names = dict.fromkeys(RESULTS, 0.0)
    for (lost_a, lost_d), chance in ways.items():
        names[_name(lost_a, lost_d, attack, defense)] += chance
    column, on = f"{rolled}:{defense}", f"{s.data.hit}-6"
    return DiceOdds(
        exact=True,
        unknown=(),
        lines=tuple(lines),
        column=column,
        columns={column: 1.0},
        results=tuple(BattleResult(name, round(p, 4), *RESULTS[name]) for name, p in names.items() if p),
        dice=DiceCount(rolled, defense, 0, 0, 0),
        fires=(
            Fire(SIDES[1 - s.side].title(), "defender", defense, on),
            Fire(SIDES[s.side].title(), "attacker", rolled, on),
        ),
        defender=_losses(ways, 1, defense),
        attacker=_losses(ways, 0, attack),
    )


def exchange(attack: int, defense: int, across: bool, hit: int) -> dict[tuple[int, int], float]:
    """The probability that attacker and defender lose this many points in a round."""
    out: dict[tuple[int, int], float] = {}
    for hits, chance in enumerate(_shares(defense, hit)):
        lost = min(hits, attack)
        for answer, then in enumerate(_shares(dice(attack - lost, across), hit)):
            way = lost, min(answer, defense)
            out[way] = out.get(way, 0.0) + chance * then
    return out


def _shares(count: int, hit: int) -> list[float]:
    return [weight / 6**count for weight in weights(count, hit)]


def _name(lost_a: int, lost_d: int, attack: int, defense: int) -> str:
    if lost_d == defense or lost_a == attack:
        return "defender destroyed" if lost_d == defense else "attacker destroyed"
    if lost_a and lost_d:
        return "both hit"
    return "defender hit" if lost_d else "attacker hit" if lost_a else "no hit"


def _losses(ways: Mapping[tuple[int, int], float], which: int, strength: int) -> Losses:
    lost: dict[int, float] = {}
    for way, chance in sorted(ways.items(), key=lambda one: one[0][which]):
        lost[way[which]] = lost.get(way[which], 0.0) + chance
    return Losses({n: round(p, 4) for n, p in lost.items()}, round(lost.get(strength, 0.0), 4))


AIDS = Aids(
    overlays={"control": controlled},
    markers=lambda s: {"contested": contested(s)},
    reach=reach,
    status=status,
    steps=steps,
    tally=tally,
    ground=controlled,
    turn=lambda s: s.turn,
)
