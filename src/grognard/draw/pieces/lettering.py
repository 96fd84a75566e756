"""What is printed on counters and blocks in letters."""

from ..base.svg import element, escape, num
from ..themes.theme import SANS


def bold(text: str, x: float, y: float, size: float, ink: str, family: str = SANS, **more: object) -> str:
    """A bold line of text, its middle at x."""
    return element(
        "text",
        escape(text),
        x=num(x),
        y=num(y),
        font_size=num(size),
        font_weight="700",
        text_anchor="middle",
        fill=ink,
        font_family=family,
        **more,
    )
