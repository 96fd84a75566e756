"""Small parts of a report: formatted numbers, bars, tables, figures."""

from collections.abc import Sequence
from html import escape

from .figures import Share


def percent(share: float) -> str:
    """A percentage such as `57.5 %`, without trailing zeros."""
    return f"{100 * share:.1f}".removesuffix(".0") + "\N{NO-BREAK SPACE}%"


def between(low: float, high: float) -> str:
    """An interval of shares."""
    return f"{100 * low:.1f} to {100 * high:.1f}\N{NO-BREAK SPACE}%"


def signed(value: float) -> str:
    """A signed number such as `+3.2`, with a typographic minus."""
    return f"{value:+.1f}".replace("-", "–")


def count(number: int, what: str) -> str:
    """`1 game`, `1,200 games`."""
    return f"{number:,} {what}{'s' * (number != 1)}"


def figure(head: str, drawn: str, caption: str) -> str:
    """A plot or map in its frame; the caption may hold markup."""
    return f'<figure><p class="head">{escape(head)}</p>{drawn}<figcaption>{caption}</figcaption></figure>'


def rail(share: Share) -> str:
    """A bar with its interval."""
    low, high = share.interval
    fill = f"fill{share.side}" if share.side in (0, 1) else "fillx"
    return (
        f'<span class="rail"><i class="{fill}" style="width:{100 * share.share:.2f}%"></i>'
        f'<u style="left:{100 * low:.2f}%;width:{100 * (high - low):.2f}%"></u></span>'
    )


def whole(value: float) -> str:
    """`+3`, to the nearest whole."""
    return f"{value:+.0f}".replace("-", "–") if round(value) else "0"


def table(kind: str, heads: Sequence[str], rows: Sequence[str]) -> str:
    """A table; a heading that begins with `#` is for a column of numbers."""
    cells = "".join(
        f'<th class="num">{escape(head[1:])}</th>' if head.startswith("#") else f"<th>{escape(head)}</th>"
        for head in heads
    )
    return (
        f'<div class="scroll"><table class="{kind}"><thead><tr>{cells}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
