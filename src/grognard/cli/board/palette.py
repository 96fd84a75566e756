"""Colours for terminals: one meaning, four ways to show it.

A style has a name. Each palette says how it looks with many colours, with 256, with 16 and
with none; the last tells everything apart by signs, bold and reverse alone.
"""

from collections.abc import Mapping
from typing import NamedTuple

from rich.console import Console
from rich.theme import Theme


class Palette(NamedTuple):
    """How styles look: ink by name, ground by terrain, and whether there is colour at all."""

    ink: Mapping[str, str]
    ground: Mapping[str, str]
    colour: bool = True

    def style(self, ink: str, ground: str) -> str:
        """Ink on a ground. A side's ink brings its own ground: the counter."""
        front = self.ink.get(ink, "")
        if " on " in front or "reverse" in front:
            return front
        back = self.ground.get(ground, "")
        return f"{front} on {back}".strip() if back else front


MANY = Palette(
    ink={
        "grid": "#5d5747", "river": "bold #6fb7dd", "road": "#e0ad5c", "name": "#f4ead5", "label": "italic #6c9aa9",
        "clear": "#5d5747", "swamp": "#7fb0a4", "hill": "#cfa75c", "city": "bold #f0cdb4",
        "woods": "#88a86c", "marsh": "#7fb0a4", "fortified city": "bold #ffd24a", "leningrad": "bold #ffd9b8",
        "interior": "#a5735f", "harbor": "bold #9ecbff", "fortification": "bold #ffd24a", "+5": "bold #9ecbff",
        "ten points": "bold #ffd24a", "German points": "bold #ffd24a", "points lost for good": "bold #f0826f",
        "soviet city": "bold #ffd9b8", "town": "#f4ead5", "sea": "#2c4653", "lake": "#2f4f5e",
        "fort": "bold #ffd24a", "interdicted": "bold #9ecbff", "twice interdicted": "bold #9ecbff",
        "side0": "bold #151a17 on #b3bdb2", "side1": "bold #fff6e6 on #a5482f",
        "lit": "bold #f5a800", "reach": "bold #eaf5ff on #22557d", "both": "bold #f4ead5 on #5b4a72",
        "over0": "#c9d3c8 on #4a544c", "over1": "#ffd9c4 on #6b3022",
    },
    ground={
        "clear": "#35322a", "swamp": "#2a3b35", "hill": "#483d2a", "city": "#6a4b3d", "soviet city": "#7c4032",
        "woods": "#2f3a28", "marsh": "#2a3b35", "fortified city": "#6a4b3d", "leningrad": "#7c4032",
        "interior": "#5c3a30", "harbor": "#1b3541", "island": "#35322a",
        "sea": "#152832", "lake": "#1b3541",
    },
)  # fmt: skip

EIGHT_BITS = Palette(
    ink={
        "grid": "color(242)", "river": "bold color(75)", "road": "color(179)", "name": "color(230)",
        "label": "color(67)", "clear": "color(242)", "swamp": "color(79)", "hill": "color(179)",
        "city": "bold color(223)", "soviet city": "bold color(230)", "town": "color(230)",
        "woods": "color(107)", "marsh": "color(79)", "fortified city": "bold color(220)",
        "leningrad": "bold color(230)", "interior": "color(137)", "harbor": "bold color(117)",
        "fortification": "bold color(220)", "+5": "bold color(117)",
        "ten points": "bold color(220)", "German points": "bold color(220)", "points lost for good": "bold color(209)",
        "sea": "color(24)", "lake": "color(24)",
        "fort": "bold color(220)", "interdicted": "bold color(117)", "twice interdicted": "bold color(117)",
        "side0": "bold color(233) on color(250)", "side1": "bold color(230) on color(124)",
        "lit": "bold color(214)", "reach": "bold color(231) on color(25)", "both": "bold color(231) on color(60)",
        "over0": "color(254) on color(240)", "over1": "color(223) on color(52)",
    },
    ground={
        "clear": "color(236)", "swamp": "color(235)", "hill": "color(238)", "city": "color(95)",
        "soviet city": "color(95)", "sea": "color(17)", "lake": "color(17)", "woods": "color(22)",
        "marsh": "color(235)",
        "fortified city": "color(95)", "leningrad": "color(95)", "interior": "color(52)", "harbor": "color(17)",
        "island": "color(236)",
    },
)  # fmt: skip

FOUR_BITS = Palette(
    ink={
        "grid": "bright_black", "river": "bold bright_cyan", "road": "yellow", "name": "bright_white",
        "label": "bright_cyan", "clear": "bright_black", "swamp": "bright_green", "hill": "bright_yellow",
        "city": "bold bright_white", "soviet city": "bold bright_white", "town": "white", "woods": "green",
        "marsh": "bright_green", "fortified city": "bold bright_yellow", "leningrad": "bold bright_white",
        "interior": "bright_white", "harbor": "bold bright_cyan", "fortification": "bold bright_yellow",
        "+5": "bold bright_cyan", "ten points": "bold bright_yellow", "German points": "bold bright_yellow",
        "points lost for good": "bold bright_red",
        "sea": "bright_blue", "lake": "bright_blue",
        "fort": "bold bright_yellow", "interdicted": "bold bright_cyan", "twice interdicted": "bold bright_cyan",
        "side0": "black on white", "side1": "bold bright_white on red",
        "lit": "bold bright_yellow", "reach": "bold bright_white on cyan", "both": "bold bright_white on magenta",
        "over0": "black on cyan", "over1": "bright_white on magenta",
    },
    ground={
        "clear": "black", "swamp": "black", "hill": "black", "city": "magenta", "soviet city": "magenta",
        "sea": "blue", "lake": "blue", "woods": "black", "marsh": "black", "fortified city": "magenta",
        "leningrad": "magenta", "interior": "magenta", "harbor": "blue", "island": "black",
    },
)  # fmt: skip

NONE = Palette(
    ink={
        "grid": "dim", "river": "bold", "name": "", "city": "bold", "soviet city": "bold", "fort": "bold",
        "interdicted": "bold", "twice interdicted": "bold", "fortified city": "bold", "leningrad": "bold", "+5": "bold",
        "German points": "bold", "ten points": "bold", "side0": "reverse", "side1": "bold",
        "lit": "bold", "reach": "bold", "both": "bold",
    },
    ground={},
    colour=False,
)  # fmt: skip

WORDS = Theme(
    {
        "cite": "dim", "lead": "bold", "bad": "red", "ok": "green", "warn": "yellow", "quiet": "dim",
        "player0": "bold black on white", "player1": "bold bright_white on red",
        "head": "bold", "sub": "bold italic", "key": "cyan",
        "bar.good": "green", "bar.fair": "yellow", "bar.bad": "red",
    },
    inherit=False,
)  # fmt: skip
"""How words look; the terminal's own colours, so that they read on light and dark alike."""


def palette_of(console: Console) -> Palette:
    """The palette a console can show."""
    if console.no_color or console.color_system is None:
        return NONE
    return {"truecolor": MANY, "256": EIGHT_BITS}.get(console.color_system, FOUR_BITS)
