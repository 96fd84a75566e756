"""Telling people that it is their turn, by e-mail or webhook."""

from .accounts import Accounts
from .lobby import Game
from .settings import Settings


class Notifier:
    """Sends messages in the background."""

    def __init__(self, settings: Settings, accounts: Accounts) -> None:
        self.settings, self.accounts = settings, accounts

    def check(self, url: str) -> None:
        """Refuse an address to which nothing may be sent."""

    def turn(self, game: Game) -> None:
        """It is somebody's turn."""

    async def close(self) -> None:
        """No more messages."""
