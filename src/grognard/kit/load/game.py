"""An entry in the list of games, before anything is loaded: name, package and data files.

This is what an entry point of the group `grognard.titles` refers to.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.rule import Rulebook
from .edition import edition, texts_of
from .guide import Guide, guide_in
from .introduction import Introduction, introduction_in
from .pack import Pack, laid
from .sheet import SheetData, sheet_in
from .toml import Record, read_toml

if TYPE_CHECKING:
    from ..table import Wargame

GROUP = "grognard.titles"
"""The group of entry points under which titles are installed."""


@dataclass(frozen=True)
class Game:
    """A game: its names, the package of its rules and the directory of its data."""

    name: str
    full: str
    about: str
    package: str  # of its rules: it has `build(game, packs)`; games of one family may share it
    folder: str = "data"  # of its data, below the package
    areas: bool = False  # whether it has an area map rather than a hex map
    insets: tuple[tuple[str, str], ...] = ()  # their names and files
    charts: tuple[str, ...] = ()  # the other data files
    played: bool = True  # False if it has a map but no rules yet
    tests: str = ""  # in Grognard's tests, the directory of its own below `titles`; by default named like the package
    unused: tuple[str, ...] = ()  # modules of the package that only other games of the family use: "rules/fleet.py"
    kept: Mapping[str, str] = field(default_factory=dict, compare=False)  # data files, not as shipped

    @property
    def home(self) -> Path:
        """The directory of the package, found without importing it."""
        spec = find_spec(self.package)
        if spec is None or not spec.submodule_search_locations:
            raise ModuleNotFoundError(f"there is no package {self.package}")
        return Path(spec.submodule_search_locations[0])

    @property
    def path(self) -> Path:
        """The directory of its data."""
        return self.home / self.folder

    @property
    def modules(self) -> tuple[Path, ...]:
        """The modules of the package that it uses, in order."""
        apart = {self.home / module for module in self.unused}
        return tuple(path for path in sorted(self.home.rglob("*.py")) if path not in apart)

    @property
    def has_rules(self) -> bool:
        """Whether it has a rules file; a game with a map alone has none."""
        return (self.path / "rules.toml").is_file()

    @property
    def rulebook(self) -> Rulebook:
        """Its rules file."""
        return Rulebook.parse(self.text("rules.toml"))

    @property
    def files(self) -> tuple[str, ...]:
        """The data files that a pack may change."""
        return ("map.toml", *(file for _, file in self.insets), *self.charts)

    def text(self, file: str) -> str:
        """The text of one of its data files."""
        found = self.kept.get(file)
        return (self.path / file).read_text("utf-8") if found is None else found

    def read(self, file: str, packs: Iterable[Pack] = ()) -> Record:
        """One of its data files, with these packs laid over it."""
        return laid(read_toml(self.text(file), file), file, packs)

    @property
    def sheet(self) -> SheetData:
        """How it looks: its `sheet.toml`, or a plain sheet if it has none."""
        return sheet_in(self.path, self.full)

    @property
    def introduction(self) -> Introduction:
        """How it introduces itself to newcomers: its `introduction.toml`, or an empty one if it has none."""
        return introduction_in(self.path)

    @property
    def guide(self) -> Guide | None:
        """Its guided first turn, if it has one."""
        return guide_in(self.path)

    def build(self, packs: Iterable[Pack] = ()) -> "Wargame[Any]":
        """The title, built by its package with these packs laid over the data."""
        packs = tuple(packs)
        built: Wargame[Any] = import_module(self.package).build(self, packs)
        made = edition(self, packs, built.version)
        return replace(built, fingerprint=made.fingerprint, edition=made, texts=texts_of(self, packs))
