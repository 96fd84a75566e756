"""What is in the wheel and in the source distribution."""

import tarfile
from email import message_from_bytes
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import pytest

from grognard import __version__
from grognard.titles import GAMES

from .environment import ROOT

METADATA = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")
STATIC = "grognard/web/static"


def tree(folder: str) -> set[str]:
    """The files of a folder of the source tree, with its name."""
    found = (ROOT / folder).rglob("*")
    return {str(path.relative_to(ROOT)) for path in found if path.is_file() and path.suffix not in (".pyc", ".so")}


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with ZipFile(wheel) as file:
        return set(file.namelist())


def test_the_wheel_is_the_package_and_its_manual_and_nothing_else(names: set[str]) -> None:
    package = {name.removeprefix("src/") for name in tree("src")}
    manual = {f"grognard/{name}" for name in tree("docs") if name.endswith(".md")}
    about = {f"grognard-{__version__}.dist-info/{name}" for name in METADATA}
    assert names == package | manual | about


def test_the_wheel_has_the_data_of_every_title(names: set[str]) -> None:
    for game in GAMES.values():
        for file in game.files:
            assert f"{game.package.replace('.', '/')}/{game.folder}/{file}" in names
        assert f"{game.package.replace('.', '/')}/{game.folder}/sheet.toml" in names


@pytest.mark.parametrize(
    "pattern",
    [
        "grognard/py.typed",
        f"{STATIC}/index.html",
        f"{STATIC}/js/*.js",
        f"{STATIC}/css/*.css",
        "migrations/env.py",
        "migrations/versions/*.py",
        "grognard/docs/playing.md",
    ],
)
def test_the_wheel_has_what_is_read_at_run_time(names: set[str], pattern: str) -> None:
    assert any(PurePosixPath(name).match(pattern) for name in names)


def test_the_wheel_asks_for_the_browser_and_png_without_an_extra(wheel: Path) -> None:
    with ZipFile(wheel) as file:
        about = message_from_bytes(file.read(f"grognard-{__version__}.dist-info/METADATA"))
    asked = [line for line in about.get_all("Requires-Dist", []) if "extra ==" not in line]
    for library in ("fastapi", "resvg-py", "rich", "sqlalchemy", "typer", "uvicorn"):
        assert any(line.startswith(library) for line in asked), library
    for library in ("matplotlib", "numpy", "pytest", "ray"):
        assert not any(line.startswith(library) for line in asked), library


def test_the_source_distribution_has_what_the_tests_need(sdist: Path) -> None:
    with tarfile.open(sdist) as file:
        inside = {name.partition("/")[2] for name in file.getnames()}
    wanted = tree("src") | tree("tests") | tree("tools") | tree("docs") | tree("examples")
    assert inside - {".gitignore", "PKG-INFO"} == wanted | {"LICENSE", "Makefile", "README.md", "pyproject.toml"}
