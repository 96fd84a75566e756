"""Every subcommand of `grognard`: arguments in, exit code out. What each does is in a module of its name.

Each command imports what it needs when it runs, so that `grognard --help` is quick.
"""

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from .. import __version__

if TYPE_CHECKING:
    from rich.console import Console

    from ..kit.table import Wargame

app = typer.Typer(
    help="Board wargames, played exactly by their rulebooks.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

TitleName = Annotated[str, typer.Argument(metavar="TITLE", help="see `grognard titles`")]
PackNames = Annotated[
    list[str] | None, typer.Option("--pack", metavar="NAME|DIR", help="with data of your own, see docs/packs.md")
]


def console() -> "Console":
    """The terminal, or the file it is sent to."""
    from rich.console import Console

    from .board.palette import WORDS

    wide = None if sys.stdout.isatty() else 120
    return Console(theme=WORDS, highlight=False, width=wide, soft_wrap=False)


def fail(message: str) -> NoReturn:
    """Something the user said cannot be done: say so and stop."""
    print(f"grognard: {message}", file=sys.stderr)
    raise typer.Exit(2)


def title_named(name: str) -> "Wargame[Any]":
    """The title of that name."""
    from ..titles import GAMES, TITLES

    if not name:
        fail(f"which title? titles: {', '.join(TITLES)}")
    if name not in TITLES and name in GAMES.broken:
        fail(f"{name} is installed but cannot be loaded: {GAMES.broken[name]}")
    if name not in TITLES:
        fail(f"there is no title {name!r}; titles: {', '.join(TITLES)}")
    return TITLES[name]


def shelf(pack: list[str] | None, title: str = "") -> "Mapping[str, Wargame[Any]]":
    """The titles, with the packs asked for."""
    from ..titles import TITLES, with_packs
    from . import files

    return with_packs(files.loaded(pack), title) if pack else TITLES


def _version(asked: bool) -> None:
    if asked:
        print(f"grognard {__version__}")
        raise typer.Exit


@app.callback()
def grognard(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="the version, and no more")
    ] = False,
) -> None:
    """Board wargames, played exactly by their rulebooks."""


@app.command()
def titles() -> None:
    """What can be played, and what of it is reconstructed."""
    from ..titles import GAMES, TITLES
    from .play import words

    console().print(words.titles(TITLES.values()))
    for name, why in GAMES.broken.items():
        print(f"\n{name} is installed but cannot be loaded: {why}")


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def play(
    context: typer.Context,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="see `grognard titles`; not needed with --load")] = "",
    scenario: Annotated[str, typer.Option(help="one of the title's scenarios")] = "",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="a switch of the title")] = None,
    seed: Annotated[int | None, typer.Option(help="the same dice again, for tests and lessons")] = None,
    load: Annotated[str, typer.Option(metavar="FILE", help="go on with a saved game, or from a position")] = "",
    last: Annotated[bool, typer.Option("--continue", "-c", help="go on with the game played last")] = False,
    undo: Annotated[str, typer.Option(metavar="free|none|consent", help="may actions be taken back?")] = "",
    plain: Annotated[bool, typer.Option(help="line by line, without drawing the screen")] = False,
    pack: PackNames = None,
) -> None:
    """Play a game at this terminal: for two, or with `--german regular` (a side and a level) against the computer."""
    from ..core.table import UNDO_POLICIES
    from . import files
    from .play import command as game
    from .play import computers

    if undo and undo not in UNDO_POLICIES:
        fail(f"--undo is one of {', '.join(UNDO_POLICIES)}, not {undo!r}")
    title, given = computers.apart([title, *context.args])
    if title:
        title_named(title)
    remarks: list[str] = []
    titles = shelf(pack, title)
    if last and not load:
        found = files.latest(title)
        if found is None:
            fail("there is no game to go on with")
        load = str(found)
    if load:
        if scenario or option:
            fail("a saved game has its scenario and options: leave out --scenario and --option")
        session, remark = game.resume(titles, load, seed, undo)
        if title and session.table.title.name != title:
            fail(f"{load} is a game of {session.table.title.name}, not of {title}")
        remarks.append(remark or f"Resumed after {len(session.table.journal)} actions.")
    elif title:
        session = game.new(titles[title], scenario, option or [], seed, undo)
        remarks.append("Type help for the commands, or look at the prompt for what can be done now.")
        if files.latest(title):
            remarks.append("An earlier game is saved: `grognard play --continue` goes on with it.")
    else:
        fail(f"which title? titles: {', '.join(titles)}")
    players = session.table.title.players
    asked = given or computers.remembered(players, session.header.pop("computers", ""))
    levels = computers.seats(players, asked)
    if asked and not given:
        remarks.append(f"As before, the computer plays: {' '.join(asked)}.")
    playing = computers.Computers(levels, seed) if levels else None
    if playing:
        playing.seat(session)
    game.play(session, console(), remarks, plain=plain, packs=pack or (), computers=playing)


@app.command()
def show(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="a position in the notation")], pack: PackNames = None
) -> None:
    """Draw a position and say who decides."""
    from .commands import replay

    replay.show(shelf(pack), file, console())


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="RECORD", help="the record of a game")],
    step: Annotated[int | None, typer.Option(min=0, help="the position after so many actions")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="only say whether the record is true")] = False,
    side: Annotated[str, typer.Option("--as", metavar="SIDE", help="as this side saw it, nothing more")] = "",
    pack: PackNames = None,
) -> None:
    """Verify a record, read its diary, step through it."""
    from .commands import replay as records

    raise typer.Exit(records.replay(shelf(pack), file, console(), step, verify=verify, side=side))


@app.command()
def rules(
    title: TitleName,
    case: Annotated[list[str] | None, typer.Argument(metavar="CASE", help="9.2, a section 9, or words")] = None,
) -> None:
    """What the rules say, in our own words."""
    from .play import answers

    console().print(answers.rules(title_named(title), " ".join(case or [])))


@app.command()
def engine(pack: PackNames = None) -> None:
    """Let a program play: JSON lines in and out."""
    from .protocol import engine as module

    module.command(shelf(pack))


@app.command()
def trace(
    title: TitleName,
    json: Annotated[bool, typer.Option("--json", help="as JSON")] = False,
    tests: Annotated[str, typer.Option(metavar="DIR", help="the tests of a title that another package brings")] = "",
) -> None:
    """Where each clause of the rules is coded and tested."""
    from .commands import trace as module

    title_named(title)
    module.command(title, json, tests)


@app.command()
def fuzz(
    title: Annotated[str | None, typer.Option(help="one title; all if left out")] = None,
    seconds: Annotated[int, typer.Option(min=1, help="how long")] = 60,
    seed: Annotated[int | None, typer.Option(help="the same games again")] = None,
) -> None:
    """Play random games and hold them against the laws."""
    from .commands import fuzz as module

    if title is not None:
        title_named(title)
    module.command(title, seconds, seed)


@app.command()
def bench(
    json: Annotated[bool, typer.Option("--json", help="as JSON")] = False,
    seconds: Annotated[float, typer.Option(min=0.1, max=3600, help="how long")] = 20,
    title: Annotated[str, typer.Option(help="one title; all if left out")] = "",
) -> None:
    """How fast it is, beside other libraries."""
    from .commands import bench as module

    if title:
        title_named(title)
    module.command(json, seconds, title)


@app.command()
def ladder(
    title: TitleName,
    levels: Annotated[str, typer.Option("--levels", metavar="A,B,...", help="who plays")] = "random,recruit,regular",
    games: Annotated[int, typer.Option(help="games of each pair, sides swapped")] = 20,
    scenario: Annotated[str, typer.Option(help="one of the title's scenarios")] = "",
    seed: Annotated[str, typer.Option(help="the same games again")] = "1",
    jobs: Annotated[int, typer.Option(min=0, help="processors; 0 for all")] = 0,
    json: Annotated[bool, typer.Option("--json", help="as JSON")] = False,
) -> None:
    """Let the computers play each other, and rate them."""
    from ..lab import ladder as module

    module.command(title, scenario, levels, games, seed, jobs=jobs, json=json)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def simulate(
    context: typer.Context,
    title: TitleName = "",
    out: Annotated[str, typer.Option("-o", "--out", metavar="DIR", help="where the games are kept")] = "",
    games: Annotated[int, typer.Option(help="how many")] = 100,
    scenario: Annotated[str, typer.Option(help="one of the title's scenarios")] = "",
    options: Annotated[
        list[str] | None, typer.Option("--options", "--option", metavar="NAME=VALUE,...", help="switches of the title")
    ] = None,
    seed: Annotated[str, typer.Option(help="the same games again")] = "1",
    jobs: Annotated[int, typer.Option(min=0, help="processors; 0 for all")] = 0,
    engine: Annotated[str, typer.Option(metavar="local|ray", help="on this machine, or on a Ray cluster")] = "local",
    address: Annotated[str, typer.Option(metavar="HOST:PORT", help="of the Ray cluster; if left out, one here")] = "",
    csv: Annotated[bool, typer.Option("--csv", help="results as CSV instead of Parquet")] = False,
    pack: PackNames = None,
) -> None:
    """Let computers play a game many times (`--german regular` and so on), and report. Run it again to go on."""
    from ..lab import simulate, simulation_plan
    from ..titles import with_packs
    from . import files
    from .play import computers

    title, given = computers.apart([title, *context.args])
    title_named(title)
    if not out:
        fail("where are the games to be kept? name a folder: --out DIR")
    packs = files.loaded(pack)
    played = with_packs(packs, title)[title]
    levels = computers.seats(played.players, given)
    wanted = simulation_plan.planned(played, scenario, levels, options or [], seed, games)
    simulate.command(wanted, packs, out, jobs=jobs, name=engine, address=address, plain=csv)


@app.command()
def report(
    folders: Annotated[list[str], typer.Argument(metavar="DIR...", help="of simulations of one title")],
    out: Annotated[str, typer.Option("-o", "--out", metavar="FILE.html", help="else DIR/report.html")] = "",
    turns: Annotated[str, typer.Option(metavar="N,N,...", help="whose ground is shown on maps")] = "",
    pack: PackNames = None,
) -> None:
    """What simulated games come to, on one page; several simulations side by side."""
    from .commands import report as module

    module.command(folders, out, turns, shelf(pack))


@app.command("map")
def map_(
    title: TitleName,
    out: Annotated[str, typer.Option("-o", "--out", metavar="FILE", help="FILE.svg, FILE.png, or - for SVG here")] = "",
    layer: Annotated[str, typer.Option(help="terrain, sources, or of a position: supply, zoc, control")] = "terrain",
    position: Annotated[str, typer.Option(metavar="FILE", help="a position or record; `start` for the set-up")] = "",
    theme: Annotated[str, typer.Option(metavar="light|dark", help="the colours")] = "light",
    charts: Annotated[bool, typer.Option("--charts", help="with turn track and charts")] = False,
    scale: Annotated[float, typer.Option(metavar="N", help="so many times the usual size")] = 1.0,
    pack: PackNames = None,
) -> None:
    """Draw the map as SVG or PNG, with the counters of a position if you like."""
    from . import files
    from .commands import map as module

    module.command(title, out, layer, position, theme, scale, charts=charts, packs=files.loaded(pack))


@app.command()
def data(
    title: TitleName, json: Annotated[bool, typer.Option("--json", help="as JSON")] = False, pack: PackNames = None
) -> None:
    """What of a game is stated, from geography, estimated, or from a pack."""
    from . import files
    from .commands import data as module

    module.command(title, files.loaded(pack), console(), json=json)


packs = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Data packs of your own.")
app.add_typer(packs, name="pack")


@packs.callback()
def pack_() -> None:
    """Data packs of your own (see docs/packs.md)."""


@packs.command()
def new(
    title: TitleName,
    folder: Annotated[str, typer.Argument(metavar="NAME|DIR", help="among your packs, or a folder such as ./mine")],
) -> None:
    """Begin a pack: our data in comments, for you to change."""
    from .commands import data as module

    module.new_pack(title, folder)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="the address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="the port; 0 for any that is free")] = 8041,
    accounts: Annotated[bool, typer.Option("--accounts", help="people log in; without it, this machine only")] = False,
    database: Annotated[str, typer.Option(metavar="URL", help="where games are kept, if not in your data")] = "",
    browser: Annotated[bool, typer.Option(help="open the page in a browser")] = True,
    pack: PackNames = None,
) -> None:
    """Play in the browser: keep games, and serve the page to play them on."""
    from .commands import serve as module

    module.command(host, port, accounts, database, browser, shelf(pack))


def run() -> None:
    """Run the command line; what goes wrong is said in one line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as wrong:
        print(f"grognard: {wrong.strerror or wrong}{f': {wrong.filename}' if wrong.filename else ''}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as wrong:
        from ..core.title import Bad
        from ..kit.load.toml import DataError

        if not isinstance(wrong, Bad | DataError):
            raise
        print(f"grognard: {wrong}", file=sys.stderr)
        sys.exit(2)
