"""The plots of a report, as SVG with the colours and typefaces of the page."""

import io
import re
from collections.abc import Callable, Sequence
from html import escape
from itertools import count
from typing import Any, NamedTuple

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..draw.base.svg import renamed
from .figures import Band, Mean

COLOURS = {
    "ink": "#010203", "ink2": "#020304", "ink3": "#030405", "line": "#040506", "side0": "#050607", "side1": "#060708",
    "plot0": "#0708a9", "plot1": "#0809aa", "plot2": "#090aab", "plot3": "#0a0bac", "plot4": "#0b0cad",
    "plot5": "#0c0dae",
}  # fmt: skip
"""A colour of the page, and its placeholder until the plot is done."""
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)), (0, (9, 2)), (0, (3, 1)))
WIDE, HIGH = 4.2, 2.65
"""Inches; small enough that the lettering is readable on a narrow page."""
STYLE: Any = {
    "svg.fonttype": "none", "svg.hashsalt": "grognard", "font.family": ["DejaVu Sans"], "font.size": 8.8,
    "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": COLOURS["line"],
    "axes.labelcolor": COLOURS["ink3"], "xtick.color": COLOURS["ink2"], "ytick.color": COLOURS["ink2"],
    "text.color": COLOURS["ink"], "axes.grid": True, "axes.grid.axis": "y", "grid.color": COLOURS["line"],
    "grid.linewidth": 0.6, "axes.axisbelow": True, "figure.facecolor": "none", "axes.facecolor": "none",
    "savefig.facecolor": "none", "xtick.major.size": 0, "ytick.major.size": 0, "legend.frameon": False,
    "axes.linewidth": 0.9, "figure.dpi": 100,
}  # fmt: skip


class Run(NamedTuple):
    """A series turn by turn, with a name and a colour."""

    name: str
    colour: str
    bands: Sequence[Band]


def drawn(draw: Callable[[Axes], None], words: str, *, wide: float = WIDE, high: float = HIGH) -> str:
    """A plot; `words` is its text alternative."""
    with rc_context(STYLE):
        figure = Figure(figsize=(wide, high), layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure.subplots())
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return dressed(out.getvalue(), words)


def dressed(svg: str, words: str) -> str:
    """The plot with the page's colours and typefaces, without what only a separate file needs."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>", "", svg, flags=re.S)
    svg = re.sub(r"font:[^;\"]*?([\d.]+)px[^;\"]*", r"font-size:\1px", svg)
    svg = re.sub(r"font-family:[^;\"]*;?", "", svg)
    for name, colour in COLOURS.items():
        svg = svg.replace(colour, f"var(--{name})")
    box = re.search(r'viewBox="([^"]+)"', svg)
    assert box
    head = f'<svg class="plot" viewBox="{box[1]}" role="img" aria-label="{escape(words)}">'
    body = re.sub(r"\s*\n\s*", " ", svg[svg.index(">") + 1 :].replace("xlink:href", "href"))
    body = re.sub(r' id="[a-zA-Z0-9]+(\.[a-z]+)?_\d+"', "", body)  # of axes, lines and texts: unused
    return head + re.sub(r"(\d+\.\d)\d+", r"\1", body)


def told_apart(page: str) -> str:
    """A page whose plots have distinct ids."""
    number = count(1)
    return re.sub(r'<svg class="plot".*?</svg>', lambda plot: renamed(plot[0], f"p{next(number)}-"), page, flags=re.S)


def turns_axis(axes: Axes, label: str) -> None:
    """Label the axes: turns at the bottom, the quantity at the side."""
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=12))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=7, steps=[1, 2, 5, 10]))
    axes.set_xlabel("turn")
    axes.set_title(label, loc="left", fontsize=8.8, color=COLOURS["ink3"])


def _signed(axes: Axes) -> None:
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:+g}".replace("-", "–") if value else "0")


# -- plots ------------------------------------------------------------------------------------


def fan(bands: Sequence[Band], label: str, words: str, sides: tuple[str, str]) -> str:
    """A quantity turn by turn: the median, half of the games, four in five."""

    def draw(axes: Axes) -> None:
        turns = [band.turn for band in bands]
        q = np.array([band.quantiles for band in bands])
        colour = COLOURS["plot0"]
        axes.fill_between(turns, q[:, 0], q[:, 4], color=colour, alpha=0.16, linewidth=0, label="four games in five")
        axes.fill_between(turns, q[:, 1], q[:, 3], color=colour, alpha=0.26, linewidth=0, label="half of the games")
        axes.plot(turns, q[:, 2], color=colour, linewidth=2, marker="o", markersize=3.2, label="median game")
        axes.axhline(0, color=COLOURS["ink3"], linewidth=1)
        turns_axis(axes, label)
        _signed(axes)
        for side, there, at, edge in ((0, q.max() > 0, 0.99, "top"), (1, q.min() < 0, 0.01, "bottom")):
            if there:
                words, colour = f"{sides[side]} ahead", COLOURS[f"side{side}"]
                axes.text(0.02, at, words, va=edge, ha="left", fontsize=8.4, color=colour, transform=axes.transAxes)
        axes.legend(fontsize=8.2, loc="best", labelcolor=COLOURS["ink2"], handlelength=1.4)

    return drawn(draw, words)


def lines(runs: Sequence[Run], label: str, words: str, *, spread: bool = True, signed: bool = False) -> str:
    """Several quantities turn by turn: the mean, and the band of four games in five."""

    def draw(axes: Axes) -> None:
        for n, run in enumerate(runs):
            turns = [band.turn for band in run.bands]
            if spread:
                q = np.array([band.quantiles for band in run.bands])
                axes.fill_between(turns, q[:, 0], q[:, 4], color=COLOURS[run.colour], alpha=0.15, linewidth=0)
            axes.plot(
                turns,
                [band.mean for band in run.bands],
                color=COLOURS[run.colour],
                linewidth=2,
                label=run.name,
                linestyle=DASHES[n % len(DASHES)],
                marker="os^DvP"[n % 6],
                markersize=3.4,
            )
        turns_axis(axes, label)
        if signed:
            axes.axhline(0, color=COLOURS["ink3"], linewidth=1)
            _signed(axes)
        else:
            axes.set_ylim(bottom=0)
        axes.legend(fontsize=8.2, loc="best", labelcolor=COLOURS["ink2"], handlelength=2.4)

    return drawn(draw, words)


def spread(values: Sequence[float], colours: Sequence[str], names: dict[str, str], label: str, words: str) -> str:
    """A histogram of values, stacked by winner."""

    def draw(axes: Axes) -> None:
        low, high = min(values), max(values)
        step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 10**9) if (high - low) / s <= 24)
        edges = np.arange(np.floor(low / step) * step - step / 2, high + step, step)
        kinds = [colour for colour in names if colour in colours]
        data = [[v for v, c in zip(values, colours, strict=True) if c == colour] for colour in kinds]
        axes.hist(
            data,
            bins=list(edges),
            stacked=True,
            rwidth=0.88,
            color=[COLOURS[colour] for colour in kinds],
            label=[names[colour] for colour in kinds],
        )
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}".replace("-", "–"))
        axes.set_title("games", loc="left", fontsize=8.8, color=COLOURS["ink3"])
        axes.set_xlabel(label)
        if len(kinds) > 1 or kinds[0] != "plot0":
            axes.legend(fontsize=8.2, loc="best", labelcolor=COLOURS["ink2"], handlelength=1)

    return drawn(draw, words)


def forest(rows: Sequence[tuple[str, Mean]], label: str, words: str, *, percent: bool, even: float) -> str:
    """Means or shares of several simulations, each with its interval."""

    def draw(axes: Axes) -> None:
        k = 100 if percent else 1
        for n, (_, value) in enumerate(rows):
            colour = COLOURS[f"plot{n % 6}"]
            axes.plot(
                [k * value.low, k * value.high],
                [n, n],
                color=colour,
                linewidth=2.4,
                solid_capstyle="butt",
                clip_on=False,
            )
            axes.plot([k * value.mean], [n], "os^DvP"[n % 6], color=colour, markersize=7, clip_on=False)
        axes.axvline(k * even, color=COLOURS["ink3"], linewidth=1)
        axes.set_yticks(range(len(rows)), [name if len(name) < 24 else f"{name[:22]}…" for name, _ in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.grid(visible=False, axis="y")
        axes.grid(visible=True, axis="x")
        axes.set_title(label, loc="left", fontsize=8.8, color=COLOURS["ink3"])
        if percent:
            axes.set_xlim(0, 100)
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:g} %")
        else:
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:+g}".replace("-", "–") if value else "0")

    return drawn(draw, words, high=0.9 + 0.42 * len(rows))
