"""One server at a time on an SQLite file: two would not hear of each other's changes."""

import os
from pathlib import Path
from typing import Self

import sqlalchemy as sa

from ...core.title import Bad
from .owner import give_to_owner


class ServerLock:
    """Held by the running server; the file beside the database says where it is. It ends with the process."""

    def __init__(self, url: str) -> None:
        found = sa.make_url(url)
        self.file = Path(f"{found.database}.lock") if found.get_backend_name() == "sqlite" else None
        self._handle = -1

    def __enter__(self) -> Self:
        """Take the lock; `Bad` says who has it."""
        if self.file is not None:
            try:
                self._handle = os.open(self.file, os.O_RDWR | os.O_CREAT, 0o600)
                give_to_owner(self.file)
            except OSError as wrong:
                raise Bad(f"{self.file} cannot be opened: {wrong.strerror}") from None
            if not _locked(self._handle):
                os.close(self._handle)
                where = self.file.read_text("utf-8").strip() or "on this machine"
                raise Bad(f"Grognard is already running {where} with these games; use that one, or another --database")
        return self

    def __exit__(self, *_: object) -> None:
        """Release the lock."""
        if self._handle >= 0:
            os.close(self._handle)

    def say(self, address: str) -> None:
        """Note the address of the server; a second one that is started shows it."""
        if self.file is not None:
            self.file.write_text(f"at {address}", "utf-8")


def _locked(handle: int) -> bool:
    """Lock an open file until it is closed; False if another process has locked it."""
    try:
        import fcntl
    except ImportError:  # only POSIX systems have it
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
