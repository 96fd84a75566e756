"""The command line: playing in the terminal, viewing positions and records, and other tools."""

import sys


def main() -> None:
    """The console script `grognard`; without arguments it prints how to start."""
    if len(sys.argv) == 1:
        from .welcome import welcome

        print(welcome())
        sys.exit()
    from .app import run

    run()
