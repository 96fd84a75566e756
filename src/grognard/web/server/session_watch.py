"""Closes the connections of sessions that ended elsewhere: by the host's command, or at another server."""

import asyncio
import contextlib
from typing import Protocol

from ..storage.store import Unavailable
from .accounts import Accounts

EVERY = 20.0  # seconds


class Connections(Protocol):
    """The open connections."""

    @property
    def sessions(self) -> set[str]:
        """The sessions in which they were opened."""

    def end_session(self, session: str) -> None:
        """Close those of a session."""


async def end_what_is_over(connections: Connections, accounts: Accounts) -> None:
    """Close the connections of sessions that have ended: logged out, banned, expired."""
    if sessions := connections.sessions:
        for session in await accounts.over(sessions):
            accounts.forget(session)
            connections.end_session(session)


async def watch(connections: Connections, accounts: Accounts) -> None:
    """Do that again and again."""
    while True:
        await asyncio.sleep(EVERY)
        with contextlib.suppress(Unavailable):
            await end_what_is_over(connections, accounts)
