"""What the subcommands have in common: arguments, and how they fail."""

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from ..kit.table import Wargame

TitleName = Annotated[str, typer.Argument(metavar="TITLE", help="Name of a title; `grognard titles` lists them.")]
PackNames = Annotated[
    list[str] | None, typer.Option("--pack", metavar="NAME|DIR", help="Use a data pack; can be repeated.")
]


def fail(message: str) -> NoReturn:
    """Print an error message and exit with code 2."""
    print(f"grognard: {message}", file=sys.stderr)
    raise typer.Exit(2)


def title_named(name: str) -> "Wargame[Any]":
    """The title with this name; exits if there is none."""
    from ..titles import GAMES, TITLES

    if not name:
        fail(f"which title? titles: {', '.join(TITLES)}")
    if name not in TITLES and name in GAMES.broken:
        fail(f"{name} is installed but cannot be loaded: {GAMES.broken[name]}")
    if name not in TITLES:
        fail(f"there is no title {name!r}; titles: {', '.join(TITLES)}")
    return TITLES[name]


def titles_with(pack: list[str] | None, title: str = "") -> "Mapping[str, Wargame[Any]]":
    """All titles, with these data packs applied."""
    from ..titles import TITLES, with_packs
    from . import files

    return with_packs(files.loaded(pack), title) if pack else TITLES
