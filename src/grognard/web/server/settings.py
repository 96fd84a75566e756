"""The server's settings: from the environment and the command line."""

import os
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import NamedTuple

from ...core.title import Bad
from ...home import home
from ..play.quotas import USUAL, Quotas

REGISTRATION = ("open", "invited", "closed")
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
    metrics: bool = False  # figures for everybody, not only for this machine
    log: str = ""  # a file, rotated; empty: standard error
    registration: str = "open"  # or invited: with a code from the host; or closed
    private_hooks: bool = False  # webhooks may use private addresses and plain HTTP
    quotas: Quotas = USUAL
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()  # reverse proxies that name the client (X-Forwarded-For)

    @property
    def local(self) -> bool:
        """No accounts, loopback only."""
        return not self.accounts

    @property
    def url(self) -> str:
        """The database."""
        return self.database or f"sqlite:///{home() / 'games.db'}"


def _networks(said: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Addresses and networks, separated by commas; `yes` is this machine."""
    names = [one.strip() for one in said.split(",") if one.strip()]
    try:
        return tuple(
            ip_network(one, strict=False)
            for name in names
            for one in (("127.0.0.0/8", "::1") if name == "yes" else (name,))
        )
    except ValueError as wrong:
        raise Bad(f"GROGNARD_PROXY must be the addresses of reverse proxies, such as 10.0.0.2: {wrong}") from None


def _registration(said: str) -> str:
    if said not in REGISTRATION:
        raise Bad(f"GROGNARD_REGISTRATION must be one of {', '.join(REGISTRATION)}, not {said!r}")
    return said


def from_environment(**more: object) -> Settings:
    """The settings from the environment, overridden by the arguments."""
    read = os.environ.get
    found: dict[str, object] = {
        "database": read("GROGNARD_DATABASE_URL", ""),
        "smtp": read("GROGNARD_SMTP", ""),
        "origin": read("GROGNARD_ORIGIN", ""),
        "metrics": read("GROGNARD_METRICS", "") == "yes",
        "log": read("GROGNARD_LOG", ""),
        "registration": _registration(read("GROGNARD_REGISTRATION", "") or "open"),
        "private_hooks": read("GROGNARD_PRIVATE_HOOKS", "") == "yes",
        "proxies": _networks(read("GROGNARD_PROXY", "")),
        "quotas": Quotas.from_environment(),
    }
    found["secure"] = str(found["origin"]).startswith("https:")
    return Settings(**{**found, **more})  # type: ignore[arg-type]
