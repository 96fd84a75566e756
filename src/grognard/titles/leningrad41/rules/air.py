"""[12.0] Air strikes: the German ones in a phase of their own, the Soviet ones among the other fire.

The two procedures differ (12.1b). An air marker is never combined with ground fire (12.7b, 12.9c), never fires in
defense (12.6b) and never meets enemy aircraft (12.6f).
"""

from ....core.action import Arg, Verb
from ....core.bits import Bits, scan
from ....core.kinds import PIECES
from ....core.options import Some
from ....core.rule import Ban, Objection
from ....kit.arguments import place_arg
from ..data.components import GERMAN
from ..state import State, put, troops
from .batteries import marker_bans, markers
from .battle import Battle, attack
from .command import AIR, choose, excess
from .fire import banned, nobody, target_bans
from .modifiers import AIR as AIR_KIND
from .spotting import seen_from_above


def ready(s: State) -> bool:
    """Whether German air markers can strike."""
    return markers(s) != 0


def hex_bans(s: State) -> list[Ban]:
    """Every place that cannot be struck, and why."""
    d, targets = s.data, troops(s, 1 - s.side)
    flown = "12.2b" if s.side == GERMAN else "12.4d"
    return [
        *target_bans(s),
        Ban(flown, "no air marker is ready", 0 if markers(s) else d.all_places),
        Ban("12.5b", "no unit of the Leningrad Front Reserve sees {it}", targets & ~seen_from_above(s)),
    ]


def _options(s: State, _hex: int) -> Some:
    return choose(s, AIR, markers(s))


def _objections(s: State, _hex: int, pieces: Bits) -> list[Objection]:
    out = list(banned(s, marker_bans(s), pieces))
    return [*out, *excess(s, AIR, pieces & markers(s)), *nobody(pieces)]


def strike(s: State, hex_: int, pieces: Bits) -> None:
    """Strike the units in a hex (8.14b)."""
    attack(s, Battle(AIR_KIND, hex_, pieces))


STRIKE_ARGS = (place_arg(hex_bans), Arg(PIECES, "with", _options, _objections, ask="Which air markers?"))
GERMAN_STRIKE = Verb(
    "strike", STRIKE_ARGS, strike, leaves=False, label="Air strike", help="strike a hex with air markers"
)  # 12.3a
SOVIET_STRIKE = GERMAN_STRIKE  # 12.5a


def spend(s: State, pieces: Bits) -> None:
    """Put aside markers that have flown: German ones until the next turn, Soviet ones into the pool of the Reserve."""
    d = s.data
    for piece in scan(pieces):
        put(s, piece, d.spent if s.side == GERMAN else d.reserve_pool)  # 12.2b, 12.4a, 12.4d; 12.6c, 12.10b: never lost


def refresh(s: State) -> None:
    """Make the German markers ready again at the beginning of a turn."""
    d = s.data
    for piece in scan(s.here.get(d.spent, 0) & d.air):
        put(s, piece, d.beside)  # 12.2b
