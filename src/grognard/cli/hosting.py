"""The commands for the host of a server: checks, backups, people. A module of the same name does the work."""

from typing import Annotated

import typer

from .arguments import PackNames, titles_with

Database = Annotated[str, typer.Option(metavar="URL", help="Database; default: that of the server.")]


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

    module.command(host, port, accounts, database, browser, titles_with(pack), workers)


def check(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAMES", help="Databases or records.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Finished games too.")] = False,
    pack: PackNames = None,
) -> None:
    """Check that games come out as they were played, for example before an upgrade; changes nothing."""
    from .commands import check as module

    raise typer.Exit(module.command(games or [], titles_with(pack), finished=every))


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


Login = Annotated[str, typer.Argument(metavar="LOGIN", help="The name somebody logs in with.")]
house = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Manage the people and games of a server.")


@house.callback()
def host_() -> None:
    """Manage the people and games of a server, also while it is running (see docs/hosting.md)."""


@house.command()
def people(
    part: Annotated[str, typer.Argument(metavar="TEXT", help="Only those whose name contains this.")] = "",
    database: Database = "",
) -> None:
    """List the accounts."""
    from .commands import host

    host.people(database, part)


@house.command()
def ban(login: Login, database: Database = "") -> None:
    """Ban somebody."""
    from .commands import host

    host.ban(database, login, banned=True)


@house.command()
def unban(login: Login, database: Database = "") -> None:
    """Lift a ban."""
    from .commands import host

    host.ban(database, login, banned=False)


@house.command()
def logout(login: Login, database: Database = "") -> None:
    """Log somebody out everywhere."""
    from .commands import host

    host.log_out(database, login)


@house.command()
def reset(login: Login, database: Database = "") -> None:
    """Print a link with which somebody can set a new password."""
    from .commands import host

    host.reset(database, login)


@house.command()
def invite(
    uses: Annotated[int, typer.Option(min=1, max=1000, help="How many people may use it.")] = 1,
    days: Annotated[float, typer.Option(min=0.01, max=3650, help="How long it is valid.")] = 14,
    note: Annotated[str, typer.Option(help="A note for yourself.")] = "",
    database: Database = "",
) -> None:
    """Print a code to sign up with, for GROGNARD_REGISTRATION=invited."""
    from .commands import host

    host.invite(database, uses, days, note[:200])


@house.command()
def invitations(database: Database = "") -> None:
    """List the codes that have not been used up."""
    from .commands import host

    host.invitations(database)


@house.command()
def uninvite(
    code: Annotated[str, typer.Argument(metavar="ID", help="As `invitations` lists it.")], database: Database = ""
) -> None:
    """Take back a code."""
    from .commands import host

    host.uninvite(database, code)


@house.command()
def storage(database: Database = "") -> None:
    """Show how much is stored."""
    from .commands import host

    host.storage(database)


@house.command()
def running(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the server on this machine.")] = 8041,
) -> None:
    """Show what a running server does: connections, open games, computers that think or wait, messages."""
    from .commands import host

    host.running(port)


@house.command()
def versions(database: Database = "") -> None:
    """Show the rules and data that games are played by."""
    from .commands import host

    host.versions(database)


@house.command()
def export(login: Login, file: Annotated[str, typer.Argument(metavar="FILE.json")], database: Database = "") -> None:
    """Write everything that is stored about a person to a file."""
    from .commands import host

    host.export(database, login, file)


@house.command()
def forget(login: Login, database: Database = "") -> None:
    """Remove what says who a person is: account, addresses, chat; their games stay, for the others."""
    from .commands import host

    host.forget(database, login)


@house.command()
def prune(
    days: Annotated[float, typer.Option(min=1, help="Games that ended at least so many days ago.")],
    database: Database = "",
) -> None:
    """Delete finished games that are old, guests without a game, and what has expired."""
    from .commands import host

    host.prune(database, days)


def doctor(database: Database = "") -> None:
    """Find out what is wrong with a server, and what to do about it."""
    from .commands import doctor as module

    raise typer.Exit(module.command(database))


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    for command in (serve, check, backup, restore, doctor):
        app.command()(command)
    app.add_typer(house, name="host")
