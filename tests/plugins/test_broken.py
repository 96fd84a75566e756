"""Plug-ins that do not work: each is named with its error, and everything else goes on."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from grognard.kit.load.game import GROUP
from tests.install.environment import Installed

from .conftest import PACKAGE, TITLES

RIDGE = PACKAGE / "src" / "grognard_examples" / "ridge"
GAME = 'from grognard.kit.load.game import Game\n\nGAME = Game("{name}", "{name}", "Broken.", "{package}"{more})\n'

BROKEN = {
    "raises": "RuntimeError: no such luck",
    "misnamed": "ValueError: misnamed_plugin:GAME is named otherwise, its entry point misnamed",
    "badmap": "map.toml:23: 0101: 'X' is not in the legend",
    "badbuild": "ZeroDivisionError: division by zero",
    "nothing": "ModuleNotFoundError: No module named 'nothing_plugin'",
    "nogame": "TypeError: nogame_plugin:GAME is not a Game but a str",
    "quits": "SystemExit: goodbye",
    "mapless": "FileNotFoundError",
}
"""What each of them is refused for."""


@pytest.fixture(scope="module")
def broken(plugged: Installed, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The same environment, with a folder of broken plug-ins beside it."""
    folder = tmp_path_factory.mktemp("broken")
    about = folder / "broken_plugins-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-plugins\nVersion: 1.0\n")
    points = "".join(f"{name} = {name}_plugin:GAME\n" for name in BROKEN)
    (about / "entry_points.txt").write_text(f"[{GROUP}]\n{points}")
    for name in BROKEN:
        if name != "nothing":
            write(folder / f"{name}_plugin", name)
    return plugged._replace(more={"PYTHONPATH": str(folder)})


def write(package: Path, name: str) -> None:
    """A package that is broken in its own way."""
    package.mkdir()
    game = GAME.format(name=name, package=package.name, more="")
    source = {
        "raises": "raise RuntimeError('no such\\n  luck')\n",
        "misnamed": GAME.format(name="otherwise", package=package.name, more=""),
        "badbuild": f"{game}\n\ndef build(game, packs):\n    return 1 / 0\n",
        "nogame": "GAME = 'chess'\n",
        "quits": f"{game}\n\ndef build(game, packs):\n    raise SystemExit('goodbye')\n",
        "mapless": f"{game}\n\ndef build(game, packs):\n    return game.read('map.toml')\n",
    }
    if name == "badmap":
        shutil.copytree(RIDGE / "data", package / "data")
        file = package / "data" / "map.toml"
        file.write_text(file.read_text("utf-8").replace("01    . .", "01    X ."), "utf-8")
        more = ', charts=("units.toml", "tables.toml")'
        game = GAME.format(name=name, package=package.name, more=more)
        source["badmap"] = f"from grognard_examples.ridge import build\n{game}"
    (package / "__init__.py").write_text(source[name], "utf-8")


@pytest.mark.parametrize("words", [(), ("titles",)])
def test_the_lists_name_them_with_their_errors(broken: Installed, words: tuple[str, ...]) -> None:
    ran = broken.run(*words)
    assert (ran.returncode, ran.stderr) == (0, "")
    for name, why in BROKEN.items():
        (line,) = [line for line in ran.stdout.splitlines() if line.strip().startswith((f"{name}:", f"{name} is inst"))]
        assert why in line
    for name in TITLES:
        assert any(line.split()[:1] == [name] for line in ran.stdout.splitlines())


@pytest.mark.parametrize("name", BROKEN)
def test_whoever_wants_to_play_one_is_told_why_not(broken: Installed, name: str) -> None:
    ran = broken.run("play", name)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert f"grognard: {name} is installed but cannot be loaded: {BROKEN[name]}" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_others_are_played(broken: Installed) -> None:
    ran = broken.run("play", "ridge", "--plain", say="done\nquit\nyes\n")
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.fixture(scope="module")
def page(broken: Installed) -> Iterator[httpx.Client]:
    with broken.serving() as address, httpx.Client(base_url=address, headers={"Origin": address}, timeout=None) as one:
        yield one


def test_the_server_goes_on_with_the_others(page: httpx.Client) -> None:
    answer = page.get("/api/titles")
    assert answer.status_code == 200, answer.text
    names = {title["name"] for title in answer.json()["titles"]}
    assert names >= {*TITLES, "leningrad79", "demyansk"}
    assert not names & set(BROKEN)
    for name in BROKEN:
        assert page.post("/api/games", json={"title": name}).status_code in (400, 404)
        for path in ("board", "map.svg", "rules"):
            assert page.get(f"/api/titles/{name}/{path}").status_code == 404
    assert page.post("/api/games", json={"title": "straits"}).status_code == 201
