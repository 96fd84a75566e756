"""The text that `grognard` prints without arguments: the games, and how to start."""

from pathlib import Path

from .. import __version__
from ..titles import GAMES, TITLES

PACKAGE = Path(__file__).resolve().parent.parent


def welcome() -> str:
    """The games, the main commands, and where the manual is."""
    width = max(map(len, GAMES), default=0)
    playable = {name: f"  {name:{width}}  {GAMES[name].full}" for name in TITLES}
    mapped = [f"  {game.name:{width}}  {game.full}" for game in GAMES.values() if not game.played]
    broken = [f"  {name}: {why}" for name, why in GAMES.broken.items()]
    sample = next(iter(playable), "TITLE")
    commands = {
        "grognard serve": "play in the browser",
        f"grognard play {sample}": "play in the terminal",
        f"grognard map {sample}": f"draw the map, here as {sample}.svg",
        "grognard titles": "the games and their scenarios",
        "grognard --help": "all commands",
    }
    wide = max(map(len, commands))
    lines = [
        f"Grognard {__version__}: board wargames, played exactly by their rulebooks.",
        *("", "Games:", *playable.values()),
        *(("", "Maps only, rules planned:", *mapped) if mapped else ()),
        *(("", "Installed but not working:", *broken) if broken else ()),
        *("", "How to start:", *(f"  {command:{wide}}  {what}" for command, what in commands.items())),
        *("", f"Manual: {docs() / 'playing.md'}"),
    ]
    return "\n".join(lines)


def docs() -> Path:
    """The directory of the manual, in the installed package or in the source tree."""
    inside = PACKAGE / "docs"
    return inside if inside.is_dir() else PACKAGE.parent.parent / "docs"
