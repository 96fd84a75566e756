"""`grognard backup`, `restore` and `host`: what whoever runs a server needs."""

from pathlib import Path

from ...web.server.settings import from_environment
from ...web.storage import backup


def url_of(database: str) -> str:
    """The database named, or that of the server."""
    return database or from_environment().url


def back_up(file: str, database: str) -> None:
    """Write a backup."""
    size = backup.backup(url_of(database), Path(file).expanduser())
    print(f"{file}: {size / 1e6:.1f} MB")


def restore(file: str, database: str, *, replace: bool) -> None:
    """Restore a backup."""
    old = backup.restore(url_of(database), Path(file).expanduser(), replace=replace)
    print(f"{file} is restored" + (f"; what was there before is in {old}" if old else ""))
