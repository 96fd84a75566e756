"""The styles of text in the terminal."""

from rich.theme import Theme

WORDS = Theme(
    {
        "cite": "dim", "lead": "bold", "bad": "red", "ok": "green", "warn": "yellow", "quiet": "dim",
        "player0": "bold black on white", "player1": "bold bright_white on red",
        "head": "bold", "sub": "bold italic", "key": "cyan",
        "bar.good": "green", "bar.fair": "yellow", "bar.bad": "red",
    },
    inherit=False,
)  # fmt: skip
"""The styles of text, in the terminal's own colours so that it is readable on light and dark backgrounds."""
