"""The commands for whoever runs a server: checks, backups, people. A module of the same name does the work."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ..kit.table import Wargame

Database = Annotated[str, typer.Option(metavar="URL", help="Database; default: that of the server.")]
PackNames = Annotated[
    list[str] | None, typer.Option("--pack", metavar="NAME|DIR", help="Use a data pack; can be repeated.")
]


def _titles(pack: list[str] | None) -> "Mapping[str, Wargame[Any]]":
    from ..titles import TITLES, with_packs
    from . import files

    return with_packs(files.loaded(pack)) if pack else TITLES


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0: any free port.")] = 8041,
    accounts: Annotated[bool, typer.Option("--accounts", help="Let people log in, also from other machines.")] = False,
    database: Annotated[str, typer.Option(metavar="URL", help="Database; default: in your data directory.")] = "",
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Number of processes; several need PostgreSQL.")] = 1,
    pack: PackNames = None,
) -> None:
    """Serve Grognard to play in the browser."""
    from .commands import serve as module

    module.command(host, port, accounts, database, browser, _titles(pack), workers)


def check(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAMES", help="Databases or records.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Finished games too.")] = False,
    pack: PackNames = None,
) -> None:
    """Check that games come out as they were played, for example before an upgrade; changes nothing."""
    from .commands import check as module

    raise typer.Exit(module.command(games or [], _titles(pack), finished=every))


def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to write it.")], database: Database = ""
) -> None:
    """Back up all games and people, also while the server is running."""
    from .commands import host

    host.back_up(file, database)


def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A backup.")],
    replace: Annotated[bool, typer.Option("--replace", help="Replace a database that exists.")] = False,
    database: Database = "",
) -> None:
    """Restore a backup; stop the server first."""
    from .commands import host

    host.restore(file, database, replace=replace)


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    for command in (serve, check, backup, restore):
        app.command()(command)
