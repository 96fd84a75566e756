"""The terminal: playing, looking at positions and records, and the workshop's tools."""

import sys


def main() -> None:
    """The console script `grognard`; without arguments it says how to start."""
    if len(sys.argv) == 1:
        from .welcome import welcome

        print(welcome())
        sys.exit()
    from .app import run

    run()
