"""Ownership of files created by root for a server that runs as another user."""

import os
from pathlib import Path


def give_to_owner(file: Path) -> None:
    """If run as root, give a file the owner of its directory, so that the server can open it."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        folder = file.parent.stat()
        os.chown(file, folder.st_uid, folder.st_gid)
