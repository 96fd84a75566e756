"""Files that root makes for a server that runs as another user."""

import os
from pathlib import Path


def give_to_owner(file: Path) -> None:
    """A file that root has made belongs to whoever owns the directory, so that the server can use it."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        folder = file.parent.stat()
        os.chown(file, folder.st_uid, folder.st_gid)
