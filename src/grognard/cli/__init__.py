"""The command line: playing in the terminal, viewing positions and records, and other tools."""

import os
import sys


def main() -> None:
    """The console script `grognard`: without arguments it prints how to start; errors are printed on one line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        _run(sys.argv[1:])
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as wrong:
        print(f"grognard: {wrong.strerror or wrong}{f': {wrong.filename}' if wrong.filename else ''}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as wrong:
        from ..core.title import Bad
        from ..kit.load.toml import DataError

        if not isinstance(wrong, Bad | DataError):
            raise
        print(f"grognard: {wrong}", file=sys.stderr)
        sys.exit(2)


def _run(given: list[str]) -> None:
    """Run a command; one without arguments does without the library that reads them, which is slow to load."""
    if not given:
        from .welcome import welcome

        print(welcome())
        sys.exit()
    if given == ["titles"]:
        from .commands import titles

        titles.command()
        sys.exit()
    from .app import app

    app()
