"""Where a player's own things are kept on this machine: saved games and data packs."""

import os
import sys
from pathlib import Path


def home() -> Path:
    """The program's directory among the user's data; `GROGNARD_HOME` puts it elsewhere."""
    if own := os.environ.get("GROGNARD_HOME"):
        return Path(own).expanduser()
    if shared := os.environ.get("XDG_DATA_HOME"):
        return Path(shared) / "grognard"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "grognard"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "grognard"
    return Path.home() / ".local" / "share" / "grognard"
