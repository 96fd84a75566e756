"""The section of a report that compares several simulations."""

from collections.abc import Sequence
from html import escape

from . import figures, plots
from .figures import Mean, Simulation
from .plots import Run
from .report_parts import between, figure, percent, signed, table


def compared(sims: Sequence[Simulation]) -> str:
    """The section on several simulations side by side."""
    title = sims[0].title
    sides = tuple(side.title() for side in title.players)
    a = sides[0]
    rows, wins, margins = [], list[tuple[str, Mean]](), list[tuple[str, Mean]]()
    for n, sim in enumerate(sims, 1):
        first, margin = figures.wins(sim)[0], figures.average([row["margin"] for row in sim.rows])
        losses = [figures.average([float(row[f"{side}_losses"]) for row in sim.rows]) for side in title.players]
        wins.append((sim.name, Mean(first.share, *first.interval)))
        margins.append((sim.name, margin))
        lost = "".join(f'<td class="num">{one.mean:.1f}</td>' for one in losses)
        rows.append(
            f'<tr><td><a href="#sim-{n}">{escape(sim.name)}</a></td><td>{escape(sim.levels)}</td>'
            f"<td>{escape(str(sim.plan.get('scenario')))}</td><td>{escape(sim.options) or 'default'}</td>"
            f'<td class="num">{len(sim):,}</td><td class="num"><b>{percent(first.share)}</b><br>'
            f'{between(*first.interval)}</td><td class="num"><b>{signed(margin.mean)}</b><br>{signed(margin.low)} '
            f"to {signed(margin.high)}</td>{lost}</tr>"
        )
    heads = (
        "Simulation",
        "Levels",
        "Scenario",
        "Options",
        "#Games",
        f"#{a} wins",
        "#Margin",
        *(f"#{side} steps lost" for side in sides),
    )
    points = f"{a} points minus {sides[1]} points"
    won = plots.forest(wins, "share of the games", f"How often {a} wins", percent=True, even=0.5)
    ended = plots.forest(margins, points, "Mean margin at the end", percent=False, even=0.0)
    grew = plots.lines(_each(sims, "margin"), points, "Mean margin turn by turn", spread=False, signed=True)
    held = plots.lines(_each(sims, "ground"), "places", f"Places the {a} holds turn by turn", spread=False)
    drawn = (
        figure(
            f"{a} wins",
            won,
            "With 95 % confidence intervals (Wilson). Intervals that overlap a lot show no significant difference.",
        ),
        figure("Margin at the end", ended, "Mean of the games, with its 95 % confidence interval."),
        figure("Margin turn by turn", grew, "Mean of the games."),
        figure(f"Ground held by the {a}", held, "Mean of the games."),
    )
    return (
        f'<section id="compared"><h2>Side by side</h2>{table("wide", heads, rows)}'
        f'<div class="plots">{"".join(drawn)}</div></section>'
    )


def _each(sims: Sequence[Simulation], what: str) -> list[Run]:
    """A quantity of the first side turn by turn, for each simulation."""
    found = (figures.bands(sim, what, 0, carried=True) for sim in sims)
    return [Run(sim.name, f"plot{n % 6}", one) for n, (sim, one) in enumerate(zip(sims, found, strict=True))]
