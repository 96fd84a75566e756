"""The terminal: playing, looking at positions and records, and the workshop's tools."""


def main() -> None:
    """The console script `grognard`."""
    from .app import run

    run()
