"""[8.11, 15.0, 18.0] Amphibious moves, the Metro, airborne assault."""

from ....core.action import Verb
from ....core.rule import Ban
from ....kit.arguments import piece_arg, place_arg
from ....kit.battle.die import roll_verb
from ....kit.steps import nothing
from ..state import State


def nobody(s: State) -> list[Ban]:
    """Every piece."""
    return [Ban("8.1f", "{it} cannot do that yet", s.data.all_pieces)]


SAIL = Verb("sail", (piece_arg(nobody),), nothing, leaves=False, help="sail UNIT PATH: amphibious move")
METRO = Verb("metro", (piece_arg(nobody),), nothing, leaves=False, help="metro UNIT")
LAND = Verb("land", (piece_arg(nobody),), nothing, leaves=False, help="land UNIT HEX: by air")


def rides(_s: State) -> bool:
    """Whether the die of a Metro move is rolled now."""
    return False


def ride(_s: State, _die: int) -> None:
    """Roll for a Metro move."""


RIDE = roll_verb(ride, "15.5b")


def emerges(_s: State) -> bool:
    """Whether a Metro move has succeeded."""
    return False


def station_bans(s: State) -> list[Ban]:
    """Every place where a Metro move cannot end."""
    return [Ban("15.5e", "{it} is not an objective", s.data.all_places)]


STATION = Verb("emerge", (place_arg(station_bans),), nothing, help="emerge HEX")


def lands(_s: State) -> bool:
    """Whether the die of a landing is rolled now."""
    return False


def landing(_s: State, _die: int) -> None:
    """Roll on the Airborne Assault Table."""


LANDING = roll_verb(landing, "18.2b")


def drifts(_s: State) -> bool:
    """Whether the unit drifts."""
    return False


def drift(_s: State, _die: int) -> None:
    """Roll for the direction."""


DRIFT = roll_verb(drift, "18.2b")
