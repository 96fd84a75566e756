"""The server's settings: from the environment and the command line."""

import os
from typing import NamedTuple

from ...home import home
from ..play.quotas import USUAL, Quotas

LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Settings(NamedTuple):
    """The server's settings."""

    database: str = ""  # an SQLAlchemy URL; empty: SQLite in the data directory
    host: str = "127.0.0.1"
    port: int = 8041
    accounts: bool = False  # served mode: people log in
    secure: bool = False  # cookies over HTTPS only
    origin: str = ""  # the address people type, if it is not that of the host
    rate: int = 1200  # requests per minute and address, in served mode
    logins: int = 10  # login attempts per minute and address, and per quarter of an hour and name
    body: int = 4_500_000  # bytes of a request
    smtp: str = ""  # smtp://user:password@host:port?from=address
    private_hooks: bool = False  # webhooks may use private addresses and plain HTTP
    quotas: Quotas = USUAL
    proxy: bool = False  # behind a reverse proxy that names the client (X-Forwarded-For)

    @property
    def local(self) -> bool:
        """No accounts, loopback only."""
        return not self.accounts

    @property
    def url(self) -> str:
        """The database."""
        return self.database or f"sqlite:///{home() / 'games.db'}"


def from_environment(**more: object) -> Settings:
    """The settings from the environment, overridden by the arguments."""
    read = os.environ.get
    found: dict[str, object] = {
        "database": read("GROGNARD_DATABASE_URL", ""),
        "smtp": read("GROGNARD_SMTP", ""),
        "origin": read("GROGNARD_ORIGIN", ""),
        "private_hooks": read("GROGNARD_PRIVATE_HOOKS", "") == "yes",
        "proxy": read("GROGNARD_PROXY", "") == "yes",
        "quotas": Quotas.from_environment(),
    }
    found["secure"] = str(found["origin"]).startswith("https:")
    return Settings(**{**found, **more})  # type: ignore[arg-type]
