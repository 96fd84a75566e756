"""How a game begins: its seats, and the table it starts from."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from ... import opponents
from ...core import notation, record
from ...core.table import Table
from ...core.title import Bad
from ...core.verified_dice import Chain
from ...kit.table import Wargame
from ..storage.events import Event
from ..storage.store import GameRow, SeatRow
from .dice_state import started
from .quotas import Quotas

LEVELS: Mapping[str, str] = {name: level.about for name, level in opponents.LEVELS.items()}
"""The levels of the computer."""


def begin(
    titles: Mapping[str, Wargame[Any]],
    title: Wargame[Any],
    scenario: str,
    options: Mapping[str, str],
    text: str,
    quotas: Quotas,
) -> tuple[Table, str]:
    """The table a game starts from, and its first position, if it is not the set-up."""
    if not text:
        return Table(title, scenario, options, rolls=False), ""
    if text.startswith("grognard record"):
        table = record.read(titles, text, quotas.replaying()).table
        table.rolls = False
    else:
        table = Table(title, position=notation.read(titles, text), rolls=False)
    if table.title.name != title.name:
        raise Bad(f"This is a game of {table.title.name}, not of {title.name}")
    return table, notation.write(table.first) if table.from_position else ""


def named_in(text: str) -> str:
    """The name of the title that a record or position is of, from its first lines."""
    first, _, rest = text.partition("\n")
    if first.startswith("grognard record"):
        first = rest.partition("\n")[0].removeprefix("title ")
    return first.strip().partition(" ")[0][:40]


def new_seat(game: str, side: str, who: str, owner: str, set_up: str = "") -> SeatRow:
    """A seat for `me`, `invite` or `computer:LEVEL`; `set_up` is the level that sets up for me."""
    if who == "me":
        return SeatRow(game, side, owner, set_up=known_level(set_up))
    if who == "invite":
        return SeatRow(game, side, None, "", secrets.token_urlsafe(18))
    kind, _, level = who.partition(":")
    if kind != "computer" or level not in LEVELS:
        raise Bad(f"A seat must be me, invite or computer with a level ({', '.join(LEVELS)}), not {who!r}")
    return SeatRow(game, side, None, level)


def known_level(name: str) -> str:
    """The name of a level, checked; or nothing."""
    if name and name not in LEVELS:
        raise Bad(f"There is no level {name!r}; levels: {', '.join(LEVELS)}")
    return name


def check_verified(seats: Sequence[SeatRow], table: Table) -> None:
    """Raise `Bad` unless verified dice make sense: somebody plays against somebody else, from the beginning."""
    if table.journal:
        raise Bad("Verified dice need a game from its beginning; here actions have been played already")
    if all(seat.computer for seat in seats):
        raise Bad("Verified dice are for players; here only computers play")
    if not any(seat.computer or seat.invitation for seat in seats) and len({seat.person for seat in seats}) < 2:
        raise Bad("Verified dice are for games with somebody else; here you play every side")


def chain_of_server(row: GameRow, seats: Sequence[SeatRow]) -> tuple[str, Event]:
    """The secret of the server's chain, and its commitment: the first event of a game with verified dice."""
    seed = secrets.token_hex(32)
    return seed, started([seat.side for seat in seats if not seat.computer], Chain(seed), row.created)


def alone(seats: Sequence[SeatRow]) -> bool:
    """Whether there is only one person in the game."""
    return not any(seat.invitation for seat in seats) and len({seat.person for seat in seats if seat.person}) < 2
