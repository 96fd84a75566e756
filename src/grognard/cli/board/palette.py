"""The palette a console can show."""

from rich.console import Console

from ...draw.themes.terminal import EIGHT_BITS, FOUR_BITS, MANY, NONE, Palette

__all__ = ["EIGHT_BITS", "FOUR_BITS", "MANY", "NONE", "Palette", "palette_of"]


def palette_of(console: Console) -> Palette:
    """The palette a console can show."""
    if console.no_color or console.color_system is None:
        return NONE
    return {"truecolor": MANY, "256": EIGHT_BITS}.get(console.color_system, FOUR_BITS)
