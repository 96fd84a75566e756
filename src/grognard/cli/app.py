"""The command line of `grognard`: every subcommand with its arguments. A module of the same name does the work.

Each command imports what it needs when it runs, to keep `grognard --help` fast.
"""

from typing import Annotated

import typer

from .. import __version__
from . import hosting, laboratory
from .arguments import PackNames, TitleName, fail, title_named, titles_with
from .console import console

app = typer.Typer(
    help="Board wargames, played exactly by their rulebooks.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        print(f"grognard {__version__}")
        raise typer.Exit


@app.callback()
def grognard(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Board wargames, played exactly by their rulebooks."""


@app.command()
def titles(title: Annotated[str, typer.Argument(metavar="[TITLE]", help="Show this title in detail.")] = "") -> None:
    """List the titles and their scenarios; with a title, also its options and the sources of its data."""
    from .commands import titles as module
    from .play import words

    if title:
        console().print(words.title(title_named(title)))
    else:
        module.command()


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def play(
    context: typer.Context,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="A title; optional with --load, --continue.")] = "",
    scenario: Annotated[str, typer.Option(help="Scenario of the title.")] = "",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="Option of the title.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed for the dice, to repeat a game.")] = None,
    load: Annotated[str, typer.Option(metavar="FILE", help="Continue a saved game, or start from a position.")] = "",
    last: Annotated[bool, typer.Option("--continue", "-c", help="Continue the most recent game.")] = False,
    undo: Annotated[str, typer.Option(metavar="free|none|consent", help="When actions can be undone.")] = "",
    plain: Annotated[bool, typer.Option(help="Print line by line instead of using the full screen.")] = False,
    pack: PackNames = None,
) -> None:
    """Play in the terminal. Two players share it; with `--german regular` (side and level) you play the computer."""
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
    titles = titles_with(pack, title)
    if last and not load:
        found = files.latest(title)
        if found is None:
            fail("there is no game to continue")
        load = str(found)
    if load:
        if scenario or option:
            fail("--scenario and --option cannot be used with a saved game, which already has them")
        session, remark = game.resume(titles, load, seed, undo)
        if title and session.table.title.name != title:
            fail(f"{load} is a game of {session.table.title.name}, not of {title}")
        remarks.append(remark or f"Resumed after {len(session.table.journal)} actions.")
    elif title:
        session = game.new(titles[title], scenario, option or [], seed, undo)
        remarks.append("Type help for a list of commands; the prompt shows what you can do now.")
        if files.latest(title):
            remarks.append("You have a saved game: continue it with `grognard play --continue`.")
    else:
        fail(f"which title? titles: {', '.join(titles)}")
    players = session.table.title.players
    asked = given or computers.remembered(players, session.header.pop("computers", ""))
    levels = computers.seats(players, asked)
    if asked and not given:
        remarks.append(f"The computer plays again: {' '.join(asked)}.")
    playing = computers.Computers(levels, seed) if levels else None
    if playing:
        playing.seat(session)
    game.play(session, console(), remarks, plain=plain, packs=pack or (), computers=playing)


@app.command()
def show(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="File with a position; - for standard input.")],
    pack: PackNames = None,
) -> None:
    """Show a position and whose decision it is."""
    from .commands import replay

    replay.show(titles_with(pack), file, console())


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="RECORD", help="Record of a game.")],
    step: Annotated[int | None, typer.Option(min=0, help="Show the position after this many actions.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Only check that the record is valid.")] = False,
    side: Annotated[str, typer.Option("--as", metavar="SIDE", help="Show only what this side could see.")] = "",
    verify_dice: Annotated[
        bool, typer.Option("--verify-dice", help="Prove every roll of a game with verified dice.")
    ] = False,
    notes: Annotated[
        str, typer.Option(metavar="FILE", help="With --verify-dice: dice notes that your page saved.")
    ] = "",
    pack: PackNames = None,
) -> None:
    """Step through a record, or check it."""
    from .commands import replay as records
    from .commands import verify_dice as dice

    if verify_dice:
        raise typer.Exit(dice.verify_dice(titles_with(pack), file, notes, console()))
    raise typer.Exit(records.replay(titles_with(pack), file, console(), step, verify=verify, side=side))


@app.command()
def rules(
    title: TitleName,
    case: Annotated[
        list[str] | None, typer.Argument(metavar="CASE", help="A case (9.2), a section (9), or words to search for.")
    ] = None,
) -> None:
    """Show a summary of the rules."""
    from .play import answers

    console().print(answers.rules(title_named(title), " ".join(case or [])))


@app.command()
def engine(pack: PackNames = None) -> None:
    """Let another program play, with JSON on stdin and stdout."""
    from .protocol import engine as module

    module.command(titles_with(pack))


@app.command()
def trace(
    title: TitleName,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    tests: Annotated[str, typer.Option(metavar="DIR", help="Tests, if the title is from another package.")] = "",
) -> None:
    """Show where each clause of the rules is implemented and tested."""
    from ..titles import GAMES
    from .commands import trace as module

    if title not in GAMES or GAMES[title].played:
        title_named(title)
    module.command(title, json, tests)


@app.command()
def fuzz(
    title: Annotated[str | None, typer.Option(help="Only this title; default: all.")] = None,
    seconds: Annotated[int, typer.Option(min=1, help="Time limit in seconds.")] = 60,
    seed: Annotated[int | None, typer.Option(help="Seed, to repeat the same games.")] = None,
) -> None:
    """Play random games to find bugs in the rules."""
    from .commands import fuzz as module

    if title is not None:
        title_named(title)
    module.command(title, seconds, seed)


@app.command("map")
def map_(
    title: TitleName,
    out: Annotated[
        str, typer.Option("-o", "--out", metavar="FILE", help="FILE.svg or FILE.png; -: SVG to standard output.")
    ] = "",
    layer: Annotated[str, typer.Option(help="terrain, sources; of a position: supply, zoc, control.")] = "terrain",
    position: Annotated[str, typer.Option(metavar="FILE", help="Position or record to show; start: the set-up.")] = "",
    theme: Annotated[str, typer.Option(metavar="light|dark", help="Colour theme.")] = "light",
    charts: Annotated[bool, typer.Option("--charts", help="Include the turn track and charts.")] = False,
    scale: Annotated[float, typer.Option(metavar="N", help="Scale factor.")] = 1.0,
    pack: PackNames = None,
) -> None:
    """Draw the map as SVG or PNG, empty or with a position."""
    from . import files
    from .commands import map as module

    module.command(title, out, layer, position, theme, scale, charts=charts, packs=files.loaded(pack))


@app.command()
def data(
    title: TitleName, json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False, pack: PackNames = None
) -> None:
    """Show the sources of a game's data."""
    from . import files
    from .commands import data as module

    module.command(title, files.loaded(pack), console(), json=json)


packs = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Manage data packs.")
app.add_typer(packs, name="pack")


@packs.callback()
def pack_() -> None:
    """Manage data packs (see docs/packs.md)."""


@packs.command()
def new(
    title: TitleName,
    folder: Annotated[str, typer.Argument(metavar="NAME|DIR", help="Name, or a directory such as ./mine.")],
) -> None:
    """Create a data pack with our data as comments, ready to edit."""
    from .commands import data as module

    module.new_pack(title, folder)


laboratory.register(app)
hosting.register(app)
