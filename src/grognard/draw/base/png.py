"""SVG to PNG, with the fonts used for measuring, so that the image is the same on every machine."""

import re
from importlib.resources import files
from pathlib import Path

FACES = {"serif": ("font_source_serif_pro", "Source Serif Pro"), "sans": ("font_source_sans_pro", "Source Sans Pro")}


def to_png(svg: str, zoom: float = 1.0) -> bytes:
    """The drawing as PNG, magnified by the zoom factor."""
    import resvg_py

    fonts = [str(file) for package, _ in FACES.values() for file in sorted(_folder(package).glob("*.ttf"))]
    svg = re.sub(r' textLength="[^"]*" lengthAdjust="[^"]*"', "", svg)  # not needed with the fonts it was measured with
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=zoom,
            skip_system_fonts=True,
            font_files=fonts,
            serif_family=FACES["serif"][1],
            sans_serif_family=FACES["sans"][1],
        )
    )


def _folder(package: str) -> Path:
    return Path(str(files(package))) / "files"
