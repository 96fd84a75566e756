"""The console on which commands print."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def console() -> "Console":
    """A console for standard output, 120 characters wide if that is not a terminal."""
    from rich.console import Console

    from .styles import WORDS

    wide = None if sys.stdout.isatty() else 120
    return Console(theme=WORDS, highlight=False, width=wide, soft_wrap=False)
