"""The palette a console can show, and the styles of text."""

from rich.console import Console
from rich.theme import Theme

from ...draw.themes.terminal import EIGHT_BITS, FOUR_BITS, MANY, NONE, Palette

__all__ = ["EIGHT_BITS", "FOUR_BITS", "MANY", "NONE", "WORDS", "Palette", "palette_of"]

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


def palette_of(console: Console) -> Palette:
    """The palette a console can show."""
    if console.no_color or console.color_system is None:
        return NONE
    return {"truecolor": MANY, "256": EIGHT_BITS}.get(console.color_system, FOUR_BITS)
