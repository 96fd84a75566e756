"""How much one person, and all of them, may ask of a server."""

import os
import time
from collections.abc import Callable
from typing import NamedTuple, Self

from ...core.table import Table
from ...core.title import Bad


class Quotas(NamedTuple):
    """The limits of a server; `GROGNARD_QUOTA_GAMES=50` in its environment changes the one called `games`."""

    actions: int = 20_000  # of one game
    upload_seconds: int = 20  # to replay an uploaded record
    games: int = 1_000  # that a person has created and not deleted
    all_games: int = 200_000
    watched: int = 100  # at once by one person
    rooms: int = 100  # kept open, besides those being watched
    room_actions: int = 100_000  # of the rooms kept open, together

    @classmethod
    def from_environment(cls) -> Self:
        """The quotas, with those that the environment changes."""
        found = {}
        for name in cls._fields:
            key = f"GROGNARD_QUOTA_{name.upper()}"
            if said := os.environ.get(key, ""):
                if not (said.isascii() and said.isdigit() and int(said)):
                    raise Bad(f"{key} must be a number from 1 up, not {said!r}")
                found[name] = int(said)
        return cls(**found)

    def replaying(self) -> Callable[[Table], None]:
        """Stops the replay of a record that is too long or takes too long."""
        end = time.monotonic() + self.upload_seconds

        def watch(table: Table) -> None:
            self.another_action(table)
            if time.monotonic() > end:
                raise Bad(f"replaying this record takes more than {self.upload_seconds} seconds; nothing was stored")

        return watch

    def another_action(self, table: Table) -> None:
        """Refuse an action beyond the longest game."""
        if len(table.journal) >= self.actions:
            raise Bad(f"A game can have at most {self.actions:,} actions")

    def another_game(self, own: int, every: int) -> None:
        """Refuse a game beyond the number that a person, or the server, may have."""
        if own >= self.games:
            raise Bad(f"You have {own:,} games: delete some before you begin another")
        if every >= self.all_games:
            raise Bad(f"This server holds {every:,} games and takes no more; its host can raise the limit")


USUAL = Quotas()
