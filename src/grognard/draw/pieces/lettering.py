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


def factors(text: str, x: float, y: float, size: float, ink: str, **more: object) -> str:
    """The factors of a counter; a plus before a dash is small and raised, so that the two do not run together."""
    plain = bold(text, x, y, size, ink, SANS, **more)
    if "+-" not in text:
        return plain
    rise = num(size * 0.3)
    sign = element("tspan", "+", dy=f"-{rise}", font_size=num(size * 0.7))
    before, after = plain.split("+-")
    return f'{before}{sign}<tspan dy="{rise}">-{after.replace("</text>", "</tspan></text>")}'
