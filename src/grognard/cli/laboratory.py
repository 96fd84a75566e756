"""The commands of the laboratory: speed, ratings, weights, simulations. A module of the same name does the work."""

from pathlib import Path
from typing import Annotated

import typer

from .arguments import PackNames, TitleName, fail, title_named, titles_with


def bench(
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    seconds: Annotated[float, typer.Option(min=0.1, max=3600, help="About how long to measure, in seconds.")] = 60,
    title: Annotated[str, typer.Option(help="Only this title; default: all.")] = "",
    against: Annotated[str, typer.Option(metavar="REF", help="Compare with a git revision or a source tree.")] = "",
    policy: Annotated[str, typer.Option(help="With --against, who plays: reference or regular.")] = "reference",
) -> None:
    """Measure speed and compare it with other libraries, or with another revision."""
    from .commands import bench as module

    if title:
        title_named(title)
    if against:
        module.compare(against, policy, json, seconds, title)
    else:
        module.command(json, seconds, title)


def ladder(
    title: TitleName,
    levels: Annotated[str, typer.Option("--levels", metavar="A,B,...", help="Levels.")] = "random,recruit,regular",
    games: Annotated[int, typer.Option(help="Games for each pair of levels; sides are swapped.")] = 20,
    scenario: Annotated[str, typer.Option(help="Scenario of the title.")] = "",
    seed: Annotated[str, typer.Option(help="Seed, to repeat the same games.")] = "1",
    jobs: Annotated[int, typer.Option(min=0, help="Number of processes; 0: one per processor.")] = 0,
    sparring: Annotated[
        bool, typer.Option("--sparring", help="Each level plays the title's scripted sparring partners instead.")
    ] = False,
    sprt: Annotated[
        bool, typer.Option("--sprt", help="Stop as soon as it is decided whether the first level is the stronger one.")
    ] = False,
    lead: Annotated[
        tuple[float, float],
        typer.Option("--lead", metavar="A B", help="With --sprt: the two leads in Elo to decide between."),
    ] = (0.0, 50.0),
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="Keep the scores; run again to go on.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Rate computer levels by letting them play each other, or the sparring partners of a title."""
    from ..lab import ladder as module

    if sprt and not lead[0] < lead[1]:
        fail(f"the second lead must be larger than the first, not {lead[0]:g} and {lead[1]:g}")
    module.command(
        title,
        scenario,
        levels,
        games,
        seed,
        jobs=jobs,
        json=json,
        sparring=sparring,
        sprt=lead if sprt else None,
        out=out,
    )


def tune(
    title: TitleName,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="State of the search; run again to go on.")],
    hours: Annotated[float, typer.Option(min=0.0, max=1000, help="How long to play.")] = 1.0,
    weights: Annotated[str, typer.Option("--weights", metavar="A,B,...", help="Which weights; default: all.")] = "",
    scenario: Annotated[str, typer.Option(help="Scenario of the title.")] = "",
    side: Annotated[str, typer.Option(help="Tune this side only; default: both, by games against each other.")] = "",
    against: Annotated[str, typer.Option(metavar="A,B,...", help="The levels that a side is tuned against.")] = "",
    seed: Annotated[str, typer.Option(help="Seed, to repeat the same games.")] = "tune",
    jobs: Annotated[int, typer.Option(min=0, help="Number of processes; 0: one per processor.")] = 0,
    engine: Annotated[str, typer.Option(metavar="local|ray", help="Run here or on a Ray cluster.")] = "local",
    address: Annotated[str, typer.Option(metavar="HOST:PORT", help="Ray cluster; default: start one.")] = "",
) -> None:
    """Look for better weights of a title's computer players, by paired games.

    The weights are written beside FILE, with the suffix .toml. Test them with
    `grognard ladder TITLE --levels weights:FILE.toml,regular --sprt`.
    """
    from ..lab import tune as module

    module.command(
        title, scenario, hours, out, weights, seed, side=side, against=against, jobs=jobs, name=engine, address=address
    )


def simulate(
    context: typer.Context,
    title: TitleName = "",
    out: Annotated[str, typer.Option("-o", "--out", metavar="DIR", help="Directory for the results.")] = "",
    games: Annotated[int, typer.Option(help="Number of games.")] = 100,
    scenario: Annotated[str, typer.Option(help="Scenario of the title.")] = "",
    options: Annotated[
        list[str] | None, typer.Option("--options", "--option", metavar="NAME=VALUE,...", help="Options of the title.")
    ] = None,
    seed: Annotated[str, typer.Option(help="Seed, to repeat the same games.")] = "1",
    jobs: Annotated[int, typer.Option(min=0, help="Number of processes; 0: one per processor.")] = 0,
    engine: Annotated[str, typer.Option(metavar="local|ray", help="Run here or on a Ray cluster.")] = "local",
    address: Annotated[str, typer.Option(metavar="HOST:PORT", help="Ray cluster; default: start one.")] = "",
    csv: Annotated[bool, typer.Option("--csv", help="Write results as CSV instead of Parquet.")] = False,
    pack: PackNames = None,
) -> None:
    """Let computers play many games and report the results.

    Choose levels with `--german regular` and so on. Run the same command again to continue a simulation.
    """
    from ..lab import simulate, simulation_plan
    from ..titles import with_packs
    from . import files
    from .play import computers

    title, given = computers.apart([title, *context.args])
    title_named(title)
    if not out:
        fail("--out DIR is required: the directory for the games and the report")
    packs = files.loaded(pack)
    played = with_packs(packs, title)[title]
    levels = computers.seats(played.players, given)
    wanted = simulation_plan.planned(played, scenario, levels, options or [], seed, games)
    simulate.command(wanted, packs, out, jobs=jobs, name=engine, address=address, plain=csv)


def report(
    folders: Annotated[list[str], typer.Argument(metavar="DIR...", help="Directories of simulations of one title.")],
    out: Annotated[str, typer.Option("-o", "--out", metavar="FILE.html", help="Default: DIR/report.html.")] = "",
    turns: Annotated[str, typer.Option(metavar="N,N,...", help="Turns for which to draw maps of control.")] = "",
    pack: PackNames = None,
) -> None:
    """Write a report on one simulation, or a comparison of several."""
    from .commands import report as module

    module.command(folders, out, turns, titles_with(pack))


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    for command in (bench, ladder, tune, report):
        app.command()(command)
    app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(simulate)
