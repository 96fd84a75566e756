"""How a server is run: from the environment, and what the command line adds."""

import os
import sys
from pathlib import Path
from typing import NamedTuple


def data_directory() -> Path:
    """Where the user's games and packs lie."""
    if home := os.environ.get("GROGNARD_HOME"):
        return Path(home).expanduser()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "grognard"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "grognard"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "grognard"


class Settings(NamedTuple):
    """How a server is run."""

    database: str = ""  # an SQLAlchemy URL; empty: SQLite in the data directory
    host: str = "127.0.0.1"
    port: int = 8041
    accounts: bool = False  # served mode: people log in
    secure: bool = False  # cookies over HTTPS only
    origin: str = ""  # the address people type, if it is not that of the host
    rate: int = 600  # requests a minute and address, in served mode
    smtp: str = ""  # smtp://user:password@host:port?from=address

    @property
    def local(self) -> bool:
        """No accounts, loopback only."""
        return not self.accounts

    @property
    def url(self) -> str:
        """The database."""
        return self.database or f"sqlite:///{data_directory() / 'games.db'}"


def from_environment(**more: object) -> Settings:
    """The settings of the environment, and what was said besides."""
    found = {"database": os.environ.get("GROGNARD_DATABASE_URL", ""), "smtp": os.environ.get("GROGNARD_SMTP", "")}
    return Settings(**{**found, **more})  # type: ignore[arg-type]
