"""Editions: the exact rules and data by which a game is played.

The fingerprint of an edition changes by itself with every change of the rules' code, of a data file or of a pack. The
number beside it, the version of the rules, is for people (`docs/rules-history.md`). The data of an edition can be kept
as texts, and a title can be built from them again (`grognard.titles.rebuilt`).
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ... import __version__
from .pack import CARD, Pack, pack_in

if TYPE_CHECKING:
    from .game import Game

ENGINE = Path(__file__).parents[2]  # the package `grognard`
ROOMS = ("core", "kit")  # the packages of it whose code decides rules
APART = ("opponent", "aids")  # the packages of a title whose code decides nothing
PACK = re.compile(r"pack (\d+) ([^/]+)/(.+)")


class Edition(NamedTuple):
    """The rules and data of a title, file by file."""

    title: str
    rules: int  # the version of its rules
    program: str  # the version of Grognard
    code: Mapping[str, str]  # by module, a hash of it
    data: Mapping[str, str]  # by data file, also those of packs, a hash of its text

    @property
    def fingerprint(self) -> str:
        """A short hash of everything that decides how a game goes on."""
        files = [*sorted(self.code.items()), "", *sorted(self.data.items())]
        return digest(f"{self.title} {files}")[:12]

    @property
    def name(self) -> str:
        """How people are told about it."""
        return f"Grognard {self.program}, rules {self.rules} ({self.fingerprint})"

    def changed(self, other: "Edition") -> list[str]:
        """The modules and data files in which another edition differs."""
        parts = ((self.code, other.code), (self.data, other.data))
        return [name for a, b in parts for name in sorted({*a, *b}) if a.get(name) != b.get(name)]


def digest(text: str | bytes) -> str:
    """The hash under which a text is kept."""
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()[:24]


def texts_of(game: "Game", packs: Iterable[Pack] = ()) -> dict[str, str]:
    """The data files of a game and of the packs laid over it, each with its text."""
    found = {file: game.text(file) for file in game.files}
    for n, pack in enumerate(packs):
        files = {CARD: pack.card, **pack.files}
        found |= {f"pack {n} {pack.name}/{file}": record.text for file, record in files.items()}
    return found


def packs_in(texts: Mapping[str, str], games: Mapping[str, Iterable[str]]) -> tuple[Pack, ...]:
    """The packs among the texts of an edition, in order."""
    found: dict[tuple[int, str], dict[str, str]] = {}
    for name, text in texts.items():
        if said := PACK.fullmatch(name):
            found.setdefault((int(said[1]), said[2]), {})[said[3]] = text
    known = {name: tuple(files) for name, files in games.items()}
    return tuple(pack_in(files, known, f"the kept pack {name}") for (_, name), files in sorted(found.items()))


def edition(game: "Game", packs: Iterable[Pack], rules: int) -> Edition:
    """The edition of a title that is built now."""
    own = {
        f"{game.package}/{path.relative_to(game.home).as_posix()}": digest(path.read_bytes())
        for path in game.modules
        if path.relative_to(game.home).parts[0] not in APART
    }
    data = {name: digest(text) for name, text in texts_of(game, packs).items()}
    return Edition(game.name, rules, __version__, {**_engine(), **own}, data)


@cache
def _engine() -> dict[str, str]:
    modules = (path for room in ROOMS for path in sorted((ENGINE / room).rglob("*.py")))
    return {path.relative_to(ENGINE).as_posix(): digest(path.read_bytes()) for path in modules}
