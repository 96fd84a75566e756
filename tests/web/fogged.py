"""The engine's toy with fog, fitted out for the server: places that are drawn, overlays, odds and lines of supply."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from grognard.core.action import Action
from grognard.core.bits import bits, scan
from grognard.kit.table import Aids, BattleResult, Consequence, OddsLine, TableOdds, Trace, Wargame
from grognard.titles import TITLES
from tests.core import toy
from tests.core.toy import FACES, NO_FACE, PLACES, SIDES, State
from tests.kit.toy import TOY


def portrait(s: State, piece: int) -> Mapping[str, Mapping[str, Any]]:
    found = {aspect: dict(facts) for aspect, facts in toy.portrait(s, piece).items()}
    found["there"]["id"] = toy.PIECES_[piece]
    return found


def bears(s: State, player: int) -> int:
    """Where a player has a bear: what only he knows."""
    return bits(s.place[p] for p in scan(SIDES[player]) if s.face[p] == FACES.index("bear")) & 0b111


def held(s: State, player: int) -> int:
    return bits(s.place[p] for p in scan(SIDES[player])) & 0b111


def odds(s: State, action: Action | None, support: int) -> TableOdds | None:
    if action is None or action.verb != "strike":
        return None
    attacker, defender = action.args
    if NO_FACE in (s.face[attacker], s.face[defender]):
        return None
    edge = s.face[attacker] - s.face[defender] + support
    nothing, hurt = Consequence(0, False, ""), Consequence(1, False, "loses a step")
    return TableOdds(
        exact=True,
        unknown=(),
        lines=(OddsLine("column", "4.2a", "=", edge, FACES[s.face[defender]], f"{edge:+d}"),),
        column=f"{edge:+d}",
        columns={f"{edge:+d}": 1.0},
        results=(BattleResult("won" if edge > 0 else "lost", 1.0, hurt, nothing),),
        attack=Fraction(s.face[attacker] + support),
        defense=Fraction(s.face[defender]),
        scale=("-1", "+0", "+1"),
        order=("defender", "attacker"),
        legend="",
    )


def trace(s: State, piece: int) -> Trace | None:
    place = s.place[piece]
    return Trace(s.face[piece] != 0, (place,), None, ()) if place < 3 else None


AIDS = Aids(
    overlays={"bears": bears, "held": held, "supply": lambda s, player: held(s, player) & ~bears(s, player)},
    markers=lambda s: {"bear": bears(s, 0) | bears(s, 1)},
    reach=lambda s, units: {
        place: "1" for unit in scan(units) for place in scan(toy.NEXT[s.place[unit]]) if s.face[unit] != 1
    },
    status=lambda s: {"bears": " ".join(str(bears(s, n)) for n in (0, 1)), "stance": f"{s.red_stance} {s.blue_stance}"},
    arrivals=lambda s: [("now", "red", FACES[s.face[0]] if s.face[0] != NO_FACE else "")],
    trace=trace,
)
FOGGED: Wargame[Any] = replace(TOY, portrait=portrait, aids=AIDS, odds=odds)
SHELF: dict[str, Wargame[Any]] = {**TITLES, "toy": FOGGED}
assert PLACES
