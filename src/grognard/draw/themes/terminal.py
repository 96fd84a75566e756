"""Characters and colours in a terminal, with four palettes.

The palettes are for true colour, 256 colours, 16 colours and none; the last one uses only characters,
bold and reverse. Terrain uses the names of its styles (`terrain.STYLES`).
"""

from collections.abc import Mapping
from typing import NamedTuple

PLAIN = "clear"
"""The style of open ground and of unmarked places."""
SIGNS: Mapping[str, str] = {
    "": " ", "clear": " ", "swamp": '"', "marsh": '"', "hill": "^", "woods": "%", "rough": ",", "city": "#",
    "fortified city": "#", "metropolis": "*", "streets": ":", "town": "o", "harbor": "h", "island": " ", "sea": "~",
    "lake": "~",
}  # fmt: skip
"""The character for a terrain, with and without colour."""
LIKE: Mapping[str, str] = {
    "light woods": "woods", "wood": "woods", "forest": "woods", "hills": "hill", "height": "hill", "heights": "hill",
    "mountain": "hill", "mountains": "hill", "broken": "rough", "village": "town", "major city": "metropolis",
    "urban": "metropolis", "objective": "metropolis", "green": "clear", "yellow": "woods", "victory": "city",
    "staging": "clear", "steppe": "clear", "grassland": "clear", "ravine": "rough", "balka": "rough", "gully": "rough",
}  # fmt: skip
"""Styles that look like another one in a terminal."""
PAIRED = ("swamp", "hill")
"""Terrain whose character appears twice in a hex."""
MARKER_SIGN, MARKER_INK = "+", "gold"
"""The default for markers that the sheet does not describe; inks are gold, azure and red."""


class Palette(NamedTuple):
    """The look of styles: ink by name, background by terrain, and whether there is colour at all."""

    ink: Mapping[str, str]
    ground: Mapping[str, str]
    colour: bool = True

    def style(self, ink: str, ground: str) -> str:
        """Ink on a background; a side's ink has its own background, the counter."""
        front = self.ink.get(ink, "")
        if " on " in front or "reverse" in front:
            return front
        back = self.ground.get(ground, "")
        return f"{front} on {back}".strip() if back else front


MANY = Palette(
    ink={
        "grid": "#5d5747", "river": "bold #6fb7dd", "road": "#e0ad5c", "name": "#f4ead5", "label": "italic #6c9aa9",
        "clear": "#5d5747", "swamp": "#7fb0a4", "marsh": "#7fb0a4", "hill": "#cfa75c", "woods": "#88a86c",
        "rough": "#a3936f", "city": "bold #f0cdb4", "fortified city": "bold #ffd24a", "metropolis": "bold #ffd9b8",
        "streets": "#a5735f", "town": "#f4ead5", "harbor": "bold #9ecbff", "sea": "#2c4653", "lake": "#2f4f5e",
        "tint1": "#c9b079", "tint2": "#8fb3a8", "tint3": "#c39a86", "tint4": "#9aa7c2", "tint5": "#b7a0b8",
        "tint6": "#a7b585",
        "gold": "bold #ffd24a", "azure": "bold #9ecbff", "red": "bold #f0826f",
        "side0": "bold #151a17 on #b3bdb2", "side1": "bold #fff6e6 on #a5482f",
        "lit": "bold #f5a800", "reach": "bold #eaf5ff on #22557d", "both": "bold #f4ead5 on #5b4a72",
        "over0": "#c9d3c8 on #4a544c", "over1": "#ffd9c4 on #6b3022",
    },
    ground={
        "clear": "#35322a", "swamp": "#2a3b35", "marsh": "#2a3b35", "hill": "#483d2a", "woods": "#2f3a28",
        "rough": "#3d382d", "city": "#6a4b3d", "fortified city": "#6a4b3d", "metropolis": "#7c4032",
        "streets": "#5c3a30", "town": "#35322a", "harbor": "#1b3541", "island": "#35322a", "sea": "#152832",
        "lake": "#1b3541",
        "tint1": "#443b26", "tint2": "#2b3d3a", "tint3": "#45342c", "tint4": "#2f3544", "tint5": "#3d3241",
        "tint6": "#363d28",
    },
)  # fmt: skip

EIGHT_BITS = Palette(
    ink={
        "grid": "color(242)", "river": "bold color(75)", "road": "color(179)", "name": "color(230)",
        "label": "color(67)", "clear": "color(242)", "swamp": "color(79)", "marsh": "color(79)", "hill": "color(179)",
        "woods": "color(107)", "rough": "color(144)", "city": "bold color(223)", "fortified city": "bold color(220)",
        "metropolis": "bold color(230)", "streets": "color(137)", "town": "color(230)", "harbor": "bold color(117)",
        "sea": "color(24)", "lake": "color(24)",
        "tint1": "color(180)", "tint2": "color(109)", "tint3": "color(174)", "tint4": "color(146)",
        "tint5": "color(139)", "tint6": "color(144)",
        "gold": "bold color(220)", "azure": "bold color(117)", "red": "bold color(209)",
        "side0": "bold color(233) on color(250)", "side1": "bold color(230) on color(124)",
        "lit": "bold color(214)", "reach": "bold color(231) on color(25)", "both": "bold color(231) on color(60)",
        "over0": "color(254) on color(240)", "over1": "color(223) on color(52)",
    },
    ground={
        "clear": "color(236)", "swamp": "color(235)", "marsh": "color(235)", "hill": "color(238)",
        "woods": "color(22)", "rough": "color(237)", "city": "color(95)", "fortified city": "color(95)",
        "metropolis": "color(95)", "streets": "color(52)", "town": "color(236)", "harbor": "color(17)",
        "island": "color(236)", "sea": "color(17)", "lake": "color(17)",
        "tint1": "color(237)", "tint2": "color(236)", "tint3": "color(238)", "tint4": "color(237)",
        "tint5": "color(236)", "tint6": "color(238)",
    },
)  # fmt: skip

FOUR_BITS = Palette(
    ink={
        "grid": "bright_black", "river": "bold bright_cyan", "road": "yellow", "name": "bright_white",
        "label": "bright_cyan", "clear": "bright_black", "swamp": "bright_green", "marsh": "bright_green",
        "hill": "bright_yellow", "woods": "green", "rough": "yellow", "city": "bold bright_white",
        "fortified city": "bold bright_yellow", "metropolis": "bold bright_white", "streets": "bright_white",
        "town": "white", "harbor": "bold bright_cyan", "sea": "bright_blue", "lake": "bright_blue",
        "tint1": "yellow", "tint2": "cyan", "tint3": "red", "tint4": "blue", "tint5": "magenta", "tint6": "green",
        "gold": "bold bright_yellow", "azure": "bold bright_cyan", "red": "bold bright_red",
        "side0": "black on white", "side1": "bold bright_white on red",
        "lit": "bold bright_yellow", "reach": "bold bright_white on cyan", "both": "bold bright_white on magenta",
        "over0": "black on cyan", "over1": "bright_white on magenta",
    },
    ground={
        "clear": "black", "swamp": "black", "marsh": "black", "hill": "black", "woods": "black", "rough": "black",
        "city": "magenta", "fortified city": "magenta", "metropolis": "magenta", "streets": "magenta",
        "town": "black", "harbor": "blue", "island": "black", "sea": "blue", "lake": "blue",
        "tint1": "black", "tint2": "black", "tint3": "black", "tint4": "black", "tint5": "black", "tint6": "black",
    },
)  # fmt: skip

NONE = Palette(
    ink={
        "grid": "dim", "river": "bold", "name": "", "city": "bold", "fortified city": "bold", "metropolis": "bold",
        "gold": "bold", "azure": "bold", "side0": "reverse", "side1": "bold", "lit": "bold", "reach": "bold",
        "both": "bold",
    },
    ground={},
    colour=False,
)  # fmt: skip
