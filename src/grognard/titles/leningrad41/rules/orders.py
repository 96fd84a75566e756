"""[9.1] Standing orders for defensive fire: how a player answers while the enemy moves."""

from ....core.action import Arg, Verb
from ....core.kinds import phrased
from ....core.options import Among, Options
from ....core.rule import Objection
from ..data.components import GERMAN
from ..state import ORDERS, State


def order_of(s: State, side: int) -> str:
    """The standing order of a side."""
    return s.german_orders if side == GERMAN else s.soviet_orders


def give_order(s: State, order: str) -> None:
    """Give a standing order to the side whose enemy is moving; it holds for the phase."""
    if s.side == GERMAN:
        s.soviet_orders = order  # 10.2b
    else:
        s.german_orders = order


def _options(_s: State) -> Options:
    return Among(ORDERS)


def _objections(_s: State, _order: str) -> list[Objection]:
    return []


def _owner(s: State) -> tuple[int]:
    return (1 - s.side,)


MEANING = (
    "Ask me each time: hidden units can fire too",
    "Always fire: every face-up unit next to the enemy",
    "Fire at 1 in 3 or better: face-up units, if the chance is good",
    "Hold fire: for the whole phase",
)
ORDER_WORD = phrased(dict(zip(ORDERS, MEANING, strict=True)))
ORDER = Verb(
    "order",
    (Arg(ORDER_WORD, "", _options, _objections),),
    give_order,
    audience=_owner,
    label="Standing order",
    help="order your defensive fire for this phase",
)


def defends(s: State) -> bool:
    """Whether the side that does not move has ground units on the map."""
    return bool(s.there[1 - s.side] & s.data.ground)
