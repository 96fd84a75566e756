"""Paper: grain and mottle as small images, created once, so that panning a map runs no filters."""

import struct
import zlib
from base64 import b64encode
from functools import lru_cache

from .geometry import Box, Noise, luck
from .svg import element, num, rect

BROWN = (66, 52, 24)


def _png(wide: int, high: int, alpha: bytes) -> str:
    """An image of one colour with the given opacity for each pixel, as a data URL: a palette of all opacities."""
    rows = b"".join(b"\0" + alpha[row * wide : (row + 1) * wide] for row in range(high))

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    parts = {
        b"IHDR": struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0),
        b"PLTE": bytes(BROWN) * 256,
        b"tRNS": bytes(range(256)),
        b"IDAT": zlib.compress(rows),
        b"IEND": b"",
    }
    whole = b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, data) for name, data in parts.items())
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
    xs, ys = [column * step for column in range(wide)], [row * step for row in range(high)]
    large = noise.values([x / 4.5 for x in xs], [y / 4.5 for y in ys])
    small = noise.values([x / 1.6 + 9 for x in xs], [y / 1.6 + 5 for y in ys])
    alpha = bytes(
        round(min(1.0, max(0.0, 0.35 + 0.65 * (0.6 * a + 0.4 * b))) * 150) for a, b in zip(large, small, strict=True)
    )
    return element(
        "image",
        href=_png(wide, high, alpha),
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
