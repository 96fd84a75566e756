"""The factors of a counter."""

import re

from grognard.draw.pieces.lettering import factors


def test_a_plus_before_a_dash_is_raised() -> None:
    drawn = factors("8+-20", 50, 91, 30, "#000")
    assert re.sub(r"<[^>]*>", "", drawn) == "8+-20"
    assert re.findall(r'dy="([^"]+)"', drawn) == ["-9", "9"]  # up, and down again
    assert "<tspan" not in factors("8-20", 50, 91, 30, "#000")
