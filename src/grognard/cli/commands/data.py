"""`grognard data` and `grognard pack`: the sources of a game's data, and new data packs."""

from collections.abc import Mapping, Sequence
from json import dumps
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...core.title import Bad
from ...kit.load.pack import CARD, NAME, Pack, starter
from ...kit.load.toml import SOURCES, DataError, tally
from ...titles import GAMES, Game, origins, read_pack
from .. import files


def game_named(name: str) -> Game:
    """The game with this name."""
    if name not in GAMES:
        raise Bad(f"there is no game {name!r}; games: {', '.join(GAMES)}")
    return GAMES[name]


def report(title: str, packs: Sequence[Pack]) -> dict[str, Any]:
    """How many data in each layer of a game come from each source, and the packs installed for it."""
    game = game_named(title)
    found = {
        section: {layer: tally(items) for layer, items in layers.items() if items}
        for section, layers in origins(title, packs).items()
    }
    every = [counts for layers in found.values() for counts in layers.values()]
    total = {letter: n for letter in SOURCES if (n := sum(counts.get(letter, 0) for counts in every))}
    return {
        "title": game.name,
        "full": game.full,
        "packs": [pack.label for pack in packs],
        "data": found,
        "total": total,
        "folder": str(files.packs()),
        "installed": [*_installed(title)],
    }


def _installed(title: str) -> Any:
    """The packs for a game in the user's directory, and those that cannot be read."""
    for card in sorted(files.packs().glob(f"*/{CARD}")):
        try:
            pack = read_pack(card.parent)
        except DataError as wrong:
            yield {"name": card.parent.name, "wrong": str(wrong)}
        else:
            if pack.title == title:
                yield {"name": pack.name, "label": pack.label, "note": pack.note}


def command(title: str, packs: Sequence[Pack], console: Console, *, json: bool) -> None:
    """Print how many data are stated, from geography, estimated or from a pack."""
    found = report(title, packs)
    if json:
        print(dumps(found, indent=1, ensure_ascii=False))
        return
    said = f" with {', '.join(found['packs'])}" if found["packs"] else ""
    console.print(Text(f"{found['full']}{said}: sources of the data", "head"))
    console.print(_table(found["data"], found["total"]))
    console.print(Text(f"\nPacks in {files.shorten(files.packs())}:", "quiet"), soft_wrap=True)
    for pack in found["installed"]:
        told = f"cannot be used: {pack['wrong']}" if "wrong" in pack else f"{pack['label']}  {pack['note']}".rstrip()
        console.print(Text(f"  {pack['name']}: {told}"), soft_wrap=True)
    if not found["installed"]:
        console.print(Text(f"  none for {title}; `grognard pack new {title} NAME` creates one"), soft_wrap=True)


def _table(data: Mapping[str, Mapping[str, Mapping[str, int]]], total: Mapping[str, int]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("", ""):
        table.add_column(head, no_wrap=True)
    for letter, meaning in SOURCES.items():
        table.add_column(f"{letter} {meaning}", justify="right")
    table.add_column("all", justify="right")
    for section, layers in data.items():
        for n, (layer, counts) in enumerate(layers.items()):
            table.add_row(Text(section if n == 0 else "", "lead"), layer, *_row(counts))
    table.add_section()
    table.add_row(Text("total", "lead"), "", *_row(total))
    return table


def _row(counts: Mapping[str, int]) -> list[str]:
    return [*(str(counts.get(letter, "·")) for letter in SOURCES), str(sum(counts.values()))]


def new_pack(title: str, word: str) -> None:
    """Create a pack: a name puts it among the user's packs, a path anywhere else."""
    game, folder = game_named(title), files.pack_at(word)
    name = folder.absolute().name.lower()
    if not NAME.fullmatch(name):
        raise Bad(f"{name!r} is not a valid pack name: use at most 32 lower-case letters, digits, - and _")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Bad(f"{folder} already exists")
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in starter(title, name, {file: game.text(file) for file in game.files}):
        (folder / file).write_text(text, "utf-8")
    given = name if folder == files.packs() / name else Path(word)
    print(f"{folder}: {CARD}, {', '.join(game.files)}")
    print(f"Edit these files, then check them with: grognard data {title} --pack {given}")
