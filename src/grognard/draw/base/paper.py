"""Paper: grain and mottle as small images, created once, so that panning a map runs no filters."""

import struct
import zlib
from base64 import b64encode
from functools import lru_cache

from .geometry import Box, Noise, luck
from .svg import element, num, rect

BROWN = (66, 52, 24)


def _png(wide: int, high: int, alpha: bytes) -> str:
    """An image of one colour with the given opacity for each pixel, as a data URL."""
    dot = bytes(BROWN)
    rows = b"".join(
        b"\0" + b"".join(dot + alpha[n : n + 1] for n in range(row * wide, (row + 1) * wide)) for row in range(high)
    )

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", wide, high, 8, 6, 0, 0, 0)
    whole = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    return "data:image/png;base64," + b64encode(whole).decode()


@lru_cache(maxsize=8)
def grain(size: int = 96) -> str:
    """The definition of a fine grain, for use as a fill."""
    alpha = bytes(b if b > 96 else 0 for b in luck("grain").randbytes(size * size))
    picture = element("image", href=_png(size, size, alpha), width=size, height=size)
    return element("pattern", picture, id="grain", width=size, height=size, patternUnits="userSpaceOnUse")


@lru_cache(maxsize=32)
def mottle(box: Box, unit: float) -> str:
    """Large soft patches all over the sheet."""
    wide = 88
    high = max(8, round(wide * box.height / box.width))
    noise = Noise("mottle", ())
    step = box.width / wide / unit
    alpha = bytearray()
    for row in range(high):
        for column in range(wide):
            x, y = column * step, row * step
            value = 0.6 * noise.value(x / 4.5, y / 4.5) + 0.4 * noise.value(x / 1.6 + 9, y / 1.6 + 5)
            alpha.append(round(min(1.0, max(0.0, 0.35 + 0.65 * value)) * 150))
    return element(
        "image",
        href=_png(wide, high, bytes(alpha)),
        x=num(box.left),
        y=num(box.top),
        width=num(box.width),
        height=num(box.height),
        preserveAspectRatio="none",
        opacity="var(--mottle-strength)",
        pointer_events="none",
    )


def grained(box: Box) -> str:
    """The grain laid over a part of the sheet."""
    return rect(box, fill="url(#grain)", fill_opacity="var(--grain-strength)", pointer_events="none")
