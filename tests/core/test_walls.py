"""Walls: nobody outside the titles knows the name of a title, a side or a terrain, or looks into a title's data."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import grognard
from grognard.kit.load.hex_map import HexMap
from grognard.titles import GAMES, TITLES, atlas

ROOT = Path(grognard.__file__).parent
WITHIN = ("titles/", "draw/themes/")
"""The titles themselves, and the names of the themes' styles."""
ORDINARY = {
    "victory": "what every game is about: a mark on the map, whatever the terrain is called",
    "airfield": "a mark that a sheet may give to a feature",
    "green": "a colour of terminals",
    "yellow": "a colour of terminals",
}
"""Names of terrain and features that are also words of the program."""
FOREIGN = {
    "axes.grid.axis": "a setting of the library that plots, where the axis is no side",
    "assault gun": "a type of unit",
    "assault engineer": "a type of unit",
}
"""Texts that contain the name of a side but mean something else."""
PROBES = ("hasattr", "getattr")
STATES = ("s", "state", "before", "after")
"""What a position is called; its fields are those that its title declares."""


@cache
def sources() -> dict[str, ast.Module]:
    files = {path.relative_to(ROOT).as_posix(): path for path in sorted(ROOT.rglob("*.py"))}
    return {name: ast.parse(path.read_text("utf-8")) for name, path in files.items() if not name.startswith(WITHIN)}


def texts(tree: ast.Module) -> Iterator[ast.Constant]:
    """The texts of a module, without its docstrings."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node


@cache
def titles_and_sides() -> frozenset[str]:
    found = {word for game in GAMES.values() for word in (game.name, game.home.name, game.full)}
    found |= {side for title in TITLES.values() for side in title.players}
    return frozenset(word.lower() for word in found | {side for name in GAMES for side in atlas(name).sheet.sides})


@cache
def ground() -> frozenset[str]:
    """Every terrain and feature on the maps."""
    found: set[str] = set()
    for name in GAMES:
        game = atlas(name)
        for one in (game.map, *game.insets.values()):
            found |= {*one.terrain.values(), *(one.features if isinstance(one, HexMap) else ())}
    return frozenset(word.lower() for word in found)


def named(tree: ast.Module) -> list[str]:
    """The texts of a module that name a title or a side, or that are the name of a terrain or a feature."""
    said = re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in sorted(titles_and_sides())))
    return [
        f"line {node.lineno}: {node.value!r}"
        for node in texts(tree)
        if node.value not in FOREIGN
        if said.search(str(node.value).lower()) or str(node.value).lower() in ground() - ORDINARY.keys()
    ]


def probed(tree: ast.Module) -> list[str]:
    """Where a module asks whether a position or a title's data has some field."""
    found = []
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PROBES):
            continue
        of, name = node.args[:2]
        data = isinstance(of, ast.Attribute) and of.attr in ("data", "state")
        position = isinstance(of, ast.Name) and of.id in STATES and isinstance(name, ast.Constant)
        if data or position:
            found.append(f"line {node.lineno}: {ast.unparse(node)}")
    return found


def test_the_names_are_those_of_all_games() -> None:
    assert {"leningrad79", "moscow41", "assault", "german", "soviet", "russian"} <= titles_and_sides()
    assert {"clear", "soviet city", "woods", "sea", "staging", "fortification"} <= ground()
    assert ORDINARY.keys() <= ground()  # a word that is no longer a terrain needs no excuse


@pytest.mark.parametrize("module", sources())
def test_no_module_outside_the_titles_knows_their_names(module: str) -> None:
    assert not named(sources()[module])


@pytest.mark.parametrize("module", sources())
def test_no_module_outside_the_titles_looks_into_their_data(module: str) -> None:
    assert not probed(sources()[module])


@pytest.mark.parametrize(
    "code", ['a = {"German": 1}', "a = 'moscow41 campaign'", "if terrain == 'swamp': pass", "f(kind, 'fortified city')"]
)
def test_a_name_is_found(code: str) -> None:
    assert named(ast.parse(code))
    assert not named(ast.parse(f'def f():\n    """Like {code}."""'.replace("'", "`")))


@pytest.mark.parametrize(
    "code",
    ["getattr(title.data, 'map', None)", "hasattr(s, 'face')", "getattr(self.state, name)", "hasattr(s.data, name)"],
)
def test_a_probe_is_found(code: str) -> None:
    assert probed(ast.parse(code))
    assert not probed(ast.parse("getattr(s, f.name)"))  # by the declared fields
